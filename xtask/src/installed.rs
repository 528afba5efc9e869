//! Installs the Debian package in a new Debian that has nothing else, plays there, and removes it; builds the container; and runs what
//! is built for every processor on an old one.

use crate::machine::{answers, debian_release};
use crate::tools::target;
use crate::{debian, emulated, is_refused, run};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};

/// The commands to run in the new Debian, in this order, each with a text that its output must contain.
const PLAYED: &[(&str, &str)] = &[
    ("neuland --version", "neuland 0."),
    ("neuland simulate catan --players 3 --bots settler,random,random --games 1 --seed 7", "settler"),
    ("neuland rules CATAN-ROB-5 --lang de", "CATAN-ROB-5"),
    ("zcat /usr/share/man/man1/neuland-simulate.1.gz", "SH \"NAME\""),
    ("zcat /usr/share/man/de/man1/neuland-simulate.1.gz", "SH \"BEZEICHNUNG\""),
    ("bash -n /usr/share/bash-completion/completions/neuland && echo whole", "whole"),
    ("cat /usr/share/doc/neuland/copyright", "Permission is hereby granted"),
    ("cat /usr/share/doc/neuland/THIRD-PARTY.txt", "Libraries of others in neuland"),
    ("grep ExecStart /usr/lib/systemd/system/neuland.service", "/usr/bin/neuland serve"),
    ("getent passwd neuland", "/var/lib/neuland"),
    ("stat -c '%a %U' /etc/neuland/neuland.env /usr/bin/neuland", "644 root\n755 root"),
];

/// Builds the package, and tries it.
pub(crate) fn check() -> Result<(), String> {
    if !answers("debootstrap") {
        return Err("debootstrap is not installed; on Debian: apt-get install debootstrap".into());
    }
    let package = debian::package()?;
    let system = System::new()?;
    let name = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
    std::fs::copy(&package, system.folder.join(&name)).map_err(|error| format!("{name}: {error}"))?;
    let install = format!("apt-get install --yes --quiet --reinstall --no-install-recommends /{name}");
    system.says(&install, "")?;
    for (command, wanted) in PLAYED {
        system.says(command, wanted)?;
    }
    let mut server = system.command();
    server.arg("--userspec=neuland:neuland").arg(&system.folder);
    let ended = serves(server.args(["neuland", "serve", "--addr", "127.0.0.1:0", "--data", "/tmp/games"]))?;
    if !ended.success() {
        return Err(format!("neuland serve ended with {ended}"));
    }
    // An upgrade keeps the settings, and removing it the games.
    system.says("echo NEULAND_NAME=Spieleabend >> /etc/neuland/neuland.env; mkdir -p /var/lib/neuland; touch /var/lib/neuland/tables.sqlite", "")?;
    system.says(&install, "")?;
    system.says("tail -n 1 /etc/neuland/neuland.env", "NEULAND_NAME=Spieleabend")?;
    system.says("apt-get remove --yes --quiet neuland", "")?;
    system.says("test ! -e /usr/bin/neuland -a -e /etc/neuland/neuland.env && echo removed", "removed")?;
    system.says("apt-get purge --yes --quiet neuland", "The games in /var/lib/neuland are kept")?;
    system.says("test ! -e /etc/neuland -a -e /var/lib/neuland/tables.sqlite && echo purged", "purged")?;
    println!("{name}: installed, played, served, upgraded and removed in a new Debian");
    Ok(())
}

/// A Debian in a folder.
struct System {
    folder: PathBuf,
}

impl System {
    /// Makes one of the release of this machine.
    fn new() -> Result<System, String> {
        let folder = target().join("debian/system");
        let mut make = Command::new("debootstrap");
        make.args(["--variant=minbase", &debian_release()]).arg(&folder).stdout(Stdio::null());
        run(&mut make)
            .map_err(|why| format!("{why}; debootstrap needs to be root and reach Debian's packages"))?;
        Ok(System { folder })
    }

    /// A command in it, whose arguments follow: options of `chroot`, the folder, and a program. It has its own `/proc`, which goes
    /// with it.
    fn command(&self) -> Command {
        let mut command = Command::new("unshare");
        let enter = "mount -t proc proc \"$0/proc\" && exec chroot \"$@\"";
        command.args(["--mount", "sh", "-c", enter]).arg(&self.folder);
        command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("LC_ALL", "C.UTF-8");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    }

    /// Runs a line of the shell in it, which must succeed and say this.
    fn says(&self, line: &str, wanted: &str) -> Result<(), String> {
        let mut command = self.command();
        let (said, done) = crate::run_captured(command.arg(&self.folder).args(["sh", "-c", line]));
        done.map_err(|why| format!("{why}: {said}"))?;
        if said.contains(wanted) { Ok(()) } else { Err(format!("`{line}` does not say `{wanted}`: {said}")) }
    }
}

/// Starts a server, asks it for its first page, and stops it; returns how it ended.
fn serves(command: &mut Command) -> Result<ExitStatus, String> {
    let wrong = |error: std::io::Error| format!("neuland serve: {error}");
    let mut server = command.stdout(Stdio::piped()).spawn().map_err(wrong)?;
    let asked = ask(&mut server);
    run(Command::new("kill").arg(server.id().to_string()))?;
    let ended = server.wait().map_err(wrong)?;
    asked.map(|()| ended)
}

/// Asks a server for its first page, once it has said where it is.
fn ask(server: &mut Child) -> Result<(), String> {
    let output = server.stdout.take().expect("it is piped");
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let address = |line: String| Some(line.split_once("http://")?.1.trim_end_matches('/').to_owned());
    let address = lines.find_map(address).ok_or("neuland serve does not say where it is")?;
    let get = || {
        let mut stream = TcpStream::connect(&address)?;
        write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map(|_| answer)
    };
    let answer = get().map_err(|error| format!("{address}: {error}"))?;
    if answer.starts_with("HTTP/1.1 200") { Ok(()) } else { Err(format!("{address}: {answer}")) }
}

/// Builds the container from the Debian package and a new Debian, and lets it serve. Nothing is fetched but Debian's packages.
pub(crate) fn check_container() -> Result<(), String> {
    if !answers("buildah") {
        return Err("buildah is not installed; on Debian: apt-get install buildah".into());
    }
    let package = debian::package()?;
    let system = System::new()?;
    let storage = target().join("container");
    let buildah = |arguments: &[&str]| {
        let mut command = Command::new("buildah");
        command.args(["--storage-driver", "vfs", "--root"]).arg(storage.join("images"));
        command.arg("--runroot").arg(storage.join("run")).args(arguments);
        command
    };
    // Without a name server in it, apt would reach nothing.
    system.says("apt-get update --quiet", "")?;
    let base = crate::output(&mut buildah(&["from", "--name", "neuland-debian", "scratch"]))?;
    run(buildah(&["add", "--quiet", base.trim()]).arg(&system.folder).arg("/").stdout(Stdio::null()))?;
    run(buildah(&["commit", "--quiet", "--rm", base.trim(), "localhost/neuland-debian"])
        .stdout(Stdio::null()))?;
    let context = package.parent().expect("the package lies in a folder");
    let file = crate::root().join("packaging/Containerfile");
    run(buildah(&[
        "build",
        "--isolation",
        "chroot",
        "--build-arg",
        "DEBIAN=localhost/neuland-debian",
        "--tag",
        "neuland",
        "--file",
    ])
    .arg(file)
    .arg(context))?;
    let container = crate::output(&mut buildah(&["from", "--name", "neuland-test", "localhost/neuland"]))?;
    let inside = [
        "run",
        "--isolation",
        "chroot",
        container.trim(),
        "--",
        "neuland",
        "serve",
        "--data",
        "/var/lib/neuland",
    ];
    // buildah ends with an error of its own when it is stopped.
    let done = serves(buildah(&inside).args(["--addr", "127.0.0.1:0", "--metrics-addr", "127.0.0.1:0"]));
    run(buildah(&["rm", "--all"]).stdout(Stdio::null()))?;
    run(buildah(&["rmi", "--all", "--force"]).stdout(Stdio::null()))?;
    done?;
    println!("the container was built and served");
    Ok(())
}

/// Runs programs on an emulated processor of 2006, where what was built for every processor plays, and what was built for newer ones
/// says so instead of ending with a signal.
pub(crate) fn check_older() -> Result<(), String> {
    let plays = ["simulate", "carcassonne", "--bots", "surveyor,random", "--games", "2", "--seed", "7"];
    let plain = debian::program()?;
    let (said, done) = crate::run_captured(emulated::older("core2duo", &plain)?.args(plays));
    done.map_err(|why| format!("{why}: {said}"))?;
    println!("for every processor: {said}");
    crate::cargo(&["build", "--release", "--quiet", "--bin", "neuland"])?;
    is_refused(
        emulated::older("core2duo", &target().join("release/neuland"))?.args(plays),
        "needs an x86-64 processor",
    )?;
    crate::python::check_older()
}
