//! The tools that the steps need, and their installation.

use crate::run;
use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// A program that some step needs.
struct Tool {
    /// The purpose of the program.
    purpose: &'static str,
    /// Whether it is there.
    is_there: fn() -> bool,
    /// The package that brings it: on Debian, Fedora, Arch, and with Homebrew.
    packages: [&'static str; 4],
    /// Whether only the night needs it.
    is_nightly: bool,
}

const TOOLS: [Tool; 11] = [
    Tool {
        purpose: "whole games in a real browser",
        is_there: || Path::new(HEADLESS_SHELL).exists() || chromium().is_some() && release("ID") != "debian",
        packages: ["chromium-headless-shell", "chromium", "chromium", "chromium"],
        is_nightly: false,
    },
    Tool {
        purpose: "whole games in the whole of Chromium",
        is_there: || chromium().is_some_and(|path| path != HEADLESS_SHELL),
        packages: ["chromium", "chromium", "chromium", "chromium"],
        is_nightly: true,
    },
    Tool {
        purpose: "whole games in another browser",
        is_there: || firefox().is_some(),
        packages: ["firefox-esr", "firefox", "firefox", "firefox"],
        is_nightly: true,
    },
    Tool {
        purpose: "instruction counts",
        is_there: || answers("valgrind"),
        packages: ["valgrind", "valgrind", "valgrind", "valgrind"],
        is_nightly: false,
    },
    Tool {
        purpose: "the web client's types, the browser tests, and a bot in JavaScript",
        is_there: || answers("node"),
        packages: ["nodejs", "nodejs", "nodejs", "node"],
        is_nightly: false,
    },
    Tool {
        purpose: "the packages of the browser tests",
        is_there: || answers("npm"),
        packages: ["npm", "npm", "npm", "node"],
        is_nightly: false,
    },
    Tool {
        purpose: "bots in Python",
        is_there: || answers("python3"),
        packages: ["python3", "python3", "python", "python3"],
        is_nightly: false,
    },
    Tool {
        purpose: "virtual environments, in which the Python package is tested",
        is_there: has_venv,
        packages: ["python3-venv", "python3", "python", "python3"],
        is_nightly: false,
    },
    Tool {
        purpose: "the tests of the store in a database",
        is_there: has_postgres,
        packages: ["postgresql", "postgresql-server", "postgresql", "postgresql"],
        is_nightly: false,
    },
    Tool {
        purpose: "the tests of the broker between servers",
        is_there: || answers("nats-server"),
        packages: ["nats-server", "nats-server", "nats-server", "nats-server"],
        is_nightly: false,
    },
    Tool {
        purpose: "SQLite, which is compiled in",
        is_there: || answers("cc"),
        packages: ["gcc", "gcc", "gcc", "gcc"],
        is_nightly: false,
    },
];

/// The package managers in the order of [`Tool::packages`], each with the program that shows that it is used here.
const MANAGERS: [(&str, &str); 4] = [
    ("apt-get", "apt-get install"),
    ("dnf", "dnf install"),
    ("pacman", "pacman -S"),
    ("brew", "brew install"),
];

/// Installs what is missing on a Debian machine, if `yes` or somebody at the terminal agrees; elsewhere it names the
/// packages. Steps that then lack something say so themselves.
pub(crate) fn prepare(yes: bool, at_night: bool) -> Result<(), String> {
    let needed = TOOLS.iter().filter(|tool| at_night || !tool.is_nightly);
    let missing: Vec<&Tool> = needed.filter(|tool| !(tool.is_there)()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    for tool in &missing {
        println!("missing: {} ({})", tool.packages[0], tool.purpose);
    }
    let manager = MANAGERS.iter().position(|(program, _)| answers(program));
    let packages = packages(&missing, manager.unwrap_or(0));
    match manager {
        None => println!(
            "Install these packages with the package manager of this machine: {}",
            packages.join(" ")
        ),
        Some(0) if yes || agrees(&packages) => return install(&packages),
        Some(manager) => println!("To install them: {} {}", MANAGERS[manager].1, packages.join(" ")),
    }
    Ok(())
}

/// The packages of these tools, each once.
fn packages(missing: &[&Tool], manager: usize) -> Vec<&'static str> {
    let mut packages: Vec<&str> = missing.iter().map(|tool| tool.packages[manager]).collect();
    packages.dedup();
    packages
}

/// Asks at the terminal; without one nobody agrees.
fn agrees(packages: &[&str]) -> bool {
    if !std::io::stdin().is_terminal() {
        return false;
    }
    print!("Install {} with apt-get? [y/N] ", packages.join(" "));
    let _ = std::io::stdout().flush();
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer).is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
}

fn install(packages: &[&str]) -> Result<(), String> {
    apt_get(&["update", "-qq"])?;
    let mut arguments = vec!["install", "-y", "-qq", "--no-install-recommends"];
    arguments.extend(packages);
    apt_get(&arguments)
}

/// Runs `apt-get` as root, or through `sudo` if that is installed.
fn apt_get(arguments: &[&str]) -> Result<(), String> {
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|own| is_owned_by_root(&own));
    let mut command = if is_root || !answers("sudo") {
        Command::new("apt-get")
    } else {
        let mut sudo = Command::new("sudo");
        sudo.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        sudo
    };
    run(command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null()))
}

#[cfg(unix)]
fn is_owned_by_root(file: &std::fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(file) == 0
}

#[cfg(not(unix))]
fn is_owned_by_root(_: &std::fs::Metadata) -> bool {
    false
}

/// Whether a program starts and says its version.
pub(crate) fn answers(program: &str) -> bool {
    let quiet = || Stdio::null();
    let status =
        Command::new(program).arg("--version").stdin(quiet()).stdout(quiet()).stderr(quiet()).status();
    status.is_ok_and(|status| status.success())
}

/// Whether the programs of a PostgreSQL server are there; Debian does not put them into the path.
fn has_postgres() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    answers("initdb") || versions.into_iter().any(|version| version.path().join("bin/initdb").is_file())
}

/// Whether Python makes virtual environments: Debian has a package of its own for the part that installs pip in them.
fn has_venv() -> bool {
    let quiet = || Stdio::null();
    let python = Command::new("python3")
        .args(["-c", "import venv, ensurepip"])
        .stdout(quiet())
        .stderr(quiet())
        .status();
    python.is_ok_and(|status| status.success())
}

/// The name of the Debian release of this machine, such as `bookworm`.
pub(crate) fn debian_release() -> String {
    match release("VERSION_CODENAME") {
        name if name.is_empty() => "stable".to_owned(),
        name => name,
    }
}

/// A field of `/etc/os-release`, such as `debian` for `ID`; empty if it is not there.
fn release(field: &str) -> String {
    let text = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let value = text.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix('='));
    value.unwrap_or_default().trim_matches('"').to_owned()
}

/// The headless shell of Chromium, a package of its own on Debian.
const HEADLESS_SHELL: &str = "/usr/bin/chromium-headless-shell";

/// The browser of the tests; the headless shell only if there is no whole Chromium.
pub(crate) fn chromium() -> Option<&'static str> {
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", HEADLESS_SHELL]
        .into_iter()
        .find(|path| Path::new(path).exists())
}

/// The other browser of the tests.
pub(crate) fn firefox() -> Option<&'static str> {
    ["/usr/bin/firefox-esr", "/usr/bin/firefox"].into_iter().find(|path| Path::new(path).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_that_brings_two_tools_is_named_once() {
        let both: Vec<&Tool> = TOOLS.iter().filter(|tool| tool.packages[3] == "node").collect();
        assert_eq!(packages(&both, 0), ["nodejs", "npm"]);
        assert_eq!(packages(&both, 3), ["node"]);
    }

    #[test]
    fn what_is_not_there_does_not_answer() {
        assert!(answers("cargo") && !answers("no-such-program-anywhere"));
    }
}
