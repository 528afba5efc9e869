//! `neuland play`, and `neuland` alone: the server, and a browser that looks at it.

use crate::context::Context;
use crate::failure::Failure;
use crate::{files, own_box};
use live::{BotPause, TestMode, Word};
use pages::{Words, msg};
use server::{Config, PublicAddress, StartError};
use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use store::StoreError;

/// The port unless somebody says otherwise.
const PORT: u16 = 7170;

/// The arguments of `neuland play`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The address at which the server listens.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7170", value_parser = address)]
    addr: SocketAddr,
    /// The data folder.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Leaves the browser alone.
    #[arg(long)]
    no_open: bool,
    /// Names by which it is reached.
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// The pause before a bot moves, in milliseconds.
    #[arg(long, value_name = "MILLISECONDS", allow_negative_numbers = true, value_parser = crate::numbers::from_to::<u64>(0, 60_000))]
    bot_pause: Option<u64>,
    /// The owner's box of Mayflower.
    #[arg(long, value_name = "FILE")]
    tiles: Option<PathBuf>,
    /// Runs in test mode, with everything random derived from this word.
    #[arg(long, value_name = "WORD", hide = true)]
    test_seed: Option<Word>,
    #[cfg(unix)]
    #[command(flatten)]
    table_bots: crate::external::TableBots,
}

impl Args {
    /// The command that does the same for the whole network, where now only this machine can come in.
    fn for_others(&self) -> Option<String> {
        if !self.addr.ip().is_loopback() {
            return None;
        }
        // The system chooses another port each time, so any will do.
        let port = Some(self.addr.port()).filter(|&port| port != 0).unwrap_or(PORT);
        let mut command = format!("neuland play --addr {}", SocketAddr::from((Ipv4Addr::UNSPECIFIED, port)));
        if let Some(data) = &self.data {
            command += &format!(" --data {}", quoted(&data.display().to_string()));
        }
        if let Some(tiles) = &self.tiles {
            command += &format!(" --tiles {}", quoted(&tiles.display().to_string()));
        }
        Some(command)
    }
}

/// A text as one word of a command line.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/.-_:".contains(c);
    match text.chars().all(is_plain) && !text.is_empty() {
        true => text.to_owned(),
        false if cfg!(windows) => format!("\"{text}\""),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

/// Puts `play` where no command is named, so that `neuland --no-open` is `neuland play --no-open`.
pub(crate) fn by_default(mut args: Vec<OsString>) -> Vec<OsString> {
    let mut at = 1;
    // `--lang` belongs to all commands and may come first.
    while let Some(arg) = args.get(at).and_then(|arg| arg.to_str()) {
        at += match arg {
            "--lang" => 2,
            _ if arg.starts_with("--lang=") => 1,
            _ => break,
        };
    }
    let first = args.get(at).map(|arg| arg.to_string_lossy().into_owned());
    let is_play = match first.as_deref() {
        None => at <= args.len(),
        Some(arg) => arg.starts_with('-') && !matches!(arg, "-h" | "--help" | "-V" | "--version" | "--"),
    };
    if is_play {
        args.insert(at, "play".into());
    }
    args
}

/// Runs the server until it is asked to stop.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_target(false)
        .log_internal_errors(false)
        .compact()
        .init();
    let words = context.words;
    #[cfg(unix)]
    args.table_bots.register(words)?;
    own_box::take(args.tiles.as_deref(), words)?;
    if !args.addr.ip().is_loopback() {
        shelf::refuse_others();
    }
    let data = files::data_folder(args.data.as_deref(), words)?;
    let config = Config {
        addr: args.addr,
        data,
        bot_pause: BotPause::of_millis(args.bot_pause),
        outside: PublicAddress {
            for_others: args.for_others(),
            own_names: Some(args.allow_host.clone()),
            ..PublicAddress::default()
        },
        test: test_mode(args.test_seed.as_ref(), args.bot_pause),
        ..Config::default()
    };
    let mut said = Ok(());
    let done = server::run(&config, |server| {
        let addr = server.addr();
        let url = url_for_this_machine(addr);
        said = context.print(&greeting(words, addr, &url, &config.data.display().to_string()));
        if !args.no_open && said.is_ok() {
            open_browser(&url);
        }
    });
    done.map_err(|error| Failure::failed(explain(&error, words)))?;
    said
}

/// Test mode with this seed; its bots wait until they are told to move, unless a pause is given.
pub(crate) fn test_mode(seed: Option<&Word>, bot_pause: Option<u64>) -> Option<TestMode> {
    seed.map(|seed| TestMode { seed: seed.clone(), manual_bots: bot_pause.is_none() })
}

/// The message that is printed once the server listens.
fn greeting(words: Words, addr: SocketAddr, url: &str, data: &str) -> String {
    let mut lines = vec![msg!(words, "cli-play-at", url = url), msg!(words, "cli-play-data", folder = data)];
    if addr.ip().is_loopback() {
        let open = SocketAddr::from((Ipv4Addr::UNSPECIFIED, addr.port())).to_string();
        lines.push(msg!(words, "cli-play-alone", addr = open));
    } else if let Some(ip) = ip_for_others(addr.ip()) {
        lines.push(msg!(
            words,
            "cli-play-others",
            url = format!("http://{}/", SocketAddr::new(ip, addr.port()))
        ));
    }
    lines.push(msg!(words, "cli-play-stop"));
    lines.push(String::new());
    lines.join("\n")
}

/// The address as a browser on this machine reaches it.
pub(crate) fn url_for_this_machine(addr: SocketAddr) -> String {
    let mut addr = addr;
    if addr.ip().is_unspecified() {
        addr.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    format!("http://{addr}/")
}

/// The address as others in the network reach it.
fn ip_for_others(bound: IpAddr) -> Option<IpAddr> {
    if bound.is_unspecified() { server::address_in_network() } else { Some(bound) }
}

/// Opens the page in the browser, if there is one; the address is printed anyway.
fn open_browser(url: &str) {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else if set("DISPLAY") || set("WAYLAND_DISPLAY") {
        Command::new("xdg-open")
    } else {
        return;
    };
    let opened = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Ok(mut child) = opened {
        // Waited for, so that nothing of it is left behind; the server does not wait.
        std::thread::spawn(move || child.wait());
    }
}

/// Reads an address: with a port, an IP address alone, or a port alone.
pub(crate) fn address(text: &str) -> Result<SocketAddr, ParseAddressError> {
    let with_port = || text.parse().ok();
    let ip_alone = || text.parse::<IpAddr>().ok().map(|ip| SocketAddr::new(ip, PORT));
    let port_alone = || text.parse().ok().map(|port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    let localhost = || {
        let port = text.strip_prefix("localhost:")?;
        port.parse().ok().map(|port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
    };
    with_port().or_else(ip_alone).or_else(port_alone).or_else(localhost).ok_or(ParseAddressError)
}

/// The text is no address to listen at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ParseAddressError;

impl ParseAddressError {
    /// Describes the address that is expected.
    pub(crate) fn explain(self, words: Words) -> String {
        msg!(words, "cli-play-address")
    }
}

impl std::fmt::Display for ParseAddressError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.explain(Words::new(pages::Lang::En)))
    }
}

impl std::error::Error for ParseAddressError {}

/// Explains why the server does not start, and what to do about it.
pub(crate) fn explain(error: &StartError, words: Words) -> String {
    match error {
        StartError::PortTaken(addr) => {
            let mut next = *addr;
            next.set_port(addr.port().checked_add(1).unwrap_or(PORT));
            let (addr, url) = (addr.to_string(), url_for_this_machine(*addr));
            msg!(words, "cli-play-port-taken", addr = addr, url = url, next = next.to_string())
        }
        StartError::CannotListen(addr, error) => {
            msg!(words, "cli-play-cannot-listen", addr = addr.to_string(), why = files::why(error, words))
        }
        StartError::Store(error) => explain_store(error, words),
        StartError::NodeAddress(addr, error) => {
            msg!(words, "cli-serve-node-address", addr = addr.to_string(), why = files::why(error, words))
        }
        other => other.to_string(),
    }
}

/// Explains why a data folder cannot be used, and what to do about it.
pub(crate) fn explain_store(error: &StoreError, words: Words) -> String {
    let path = |path: &std::path::Path| path.display().to_string();
    match error {
        StoreError::InUse { path: folder, by } => {
            msg!(words, "cli-play-in-use", path = path(folder), by = by.as_str())
        }
        StoreError::Damaged { path: file, reason } => {
            msg!(words, "cli-play-damaged", path = path(file), why = reason.as_str())
        }
        StoreError::Newer { path: file, version } => {
            msg!(words, "cli-play-newer", path = path(file), version = *version)
        }
        StoreError::Full { path: file } => msg!(words, "cli-play-full", path = path(file)),
        StoreError::Io { path: file, reason } => {
            msg!(words, "cli-play-io", path = path(file), why = reason.as_str())
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_for_others_has_the_port_and_the_data_folder() {
        let args = |addr: &str, data: Option<&str>| Args {
            addr: address(addr).unwrap(),
            data: data.map(PathBuf::from),
            tiles: None,
            no_open: true,
            allow_host: Vec::new(),
            bot_pause: None,
            test_seed: None,
            #[cfg(unix)]
            table_bots: Default::default(),
        };
        for (addr, data, command) in [
            ("8123", None, Some("neuland play --addr 0.0.0.0:8123")),
            ("localhost:0", None, Some("neuland play --addr 0.0.0.0:7170")),
            ("[::1]:8123", Some("/srv/games"), Some("neuland play --addr 0.0.0.0:8123 --data /srv/games")),
            ("0.0.0.0:8123", Some("/srv/games"), None),
        ] {
            assert_eq!(args(addr, data).for_others().as_deref(), command, "{addr}");
        }
        if !cfg!(windows) {
            assert_eq!(quoted("Ada's games"), r"'Ada'\''s games'");
        }
    }

    #[test]
    fn play_is_what_happens_without_a_command() {
        for (given, meant) in [
            ("", "play"),
            ("--no-open", "play --no-open"),
            ("--lang de", "--lang de play"),
            ("--lang=de --addr 1", "--lang=de play --addr 1"),
            ("--help", "--help"),
            ("-V", "-V"),
            ("--lang de --help", "--lang de --help"),
            ("rules catan", "rules catan"),
            ("plya", "plya"),
            ("--lang", "--lang"),
        ] {
            let args = |text: &str| -> Vec<OsString> {
                std::iter::once("neuland").chain(text.split_whitespace()).map(OsString::from).collect()
            };
            assert_eq!(by_default(args(given)), args(meant), "{given}");
        }
    }

    #[test]
    fn addresses_may_be_short() {
        for (text, addr) in [
            ("0.0.0.0:80", "0.0.0.0:80"),
            ("[::1]:7000", "[::1]:7000"),
            ("::", "[::]:7170"),
            ("192.168.1.5", "192.168.1.5:7170"),
            ("8080", "127.0.0.1:8080"),
            ("localhost:8080", "127.0.0.1:8080"),
        ] {
            assert_eq!(address(text), Ok(addr.parse().unwrap()), "{text}");
        }
        for text in ["", "x", "neuland.example:80", "1.2.3.4:99999", "-1", "65536", "http://127.0.0.1/"] {
            assert_eq!(address(text), Err(ParseAddressError), "{text}");
        }
    }

    #[test]
    fn the_greeting_says_where_and_how_others_come_in() {
        let words = Words::new(pages::Lang::En);
        let alone = greeting(words, "127.0.0.1:7170".parse().unwrap(), "http://127.0.0.1:7170/", "/data");
        assert!(
            alone.starts_with("http://127.0.0.1:7170/") || alone.contains("http://127.0.0.1:7170/"),
            "{alone}"
        );
        assert!(alone.contains("--addr 0.0.0.0:7170") && alone.contains("/data"), "{alone}");
        let open = greeting(words, "192.0.2.7:80".parse().unwrap(), "http://192.0.2.7:80/", "/data");
        assert!(open.contains("http://192.0.2.7:80/") && !open.contains("--addr"), "{open}");
        assert_eq!(url_for_this_machine("0.0.0.0:7170".parse().unwrap()), "http://127.0.0.1:7170/");
    }
}
