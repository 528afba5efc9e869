//! The workshop: `cargo xtask ci` runs everything that must hold, step by step, and says what failed and how to run
//! that step alone. Before that it sees to what the machine lacks: it asks at a terminal, and does not with `--yes`, as
//! `.ci/run` calls it.

mod ladder;
mod machine;
mod packages;
mod python;

use machine::{answers, chromium};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

/// One step: its name, what it is for, and what it runs.
struct Step {
    name: &'static str,
    purpose: &'static str,
    run: fn() -> Result<(), String>,
}

const STEPS: &[Step] = &[
    Step { name: "fmt", purpose: "the code is formatted", run: fmt },
    Step {
        name: "packages",
        purpose: "manifests are whole; licences and oldest Rust of all dependencies fit",
        run: packages::check,
    },
    Step { name: "clippy", purpose: "no warning anywhere", run: clippy },
    Step { name: "doc", purpose: "the documentation builds without warnings", run: doc },
    Step {
        name: "test",
        purpose: "all Rust tests: rules, cases, clause coverage, reference, server",
        run: test,
    },
    Step { name: "release", purpose: "the rules hold as released, without assertions", run: release },
    Step {
        name: "instructions",
        purpose: "an action, a tile or a move takes no more instructions than recorded; --record records anew",
        run: instructions,
    },
    Step {
        name: "python",
        purpose: "the Python package: its wheel, tests, examples and types",
        run: python::check,
    },
    Step { name: "modules", purpose: "the web client's types hold", run: modules },
    Step { name: "browser", purpose: "whole games in a real browser", run: browser },
];

/// What is run when somebody wants it.
const BY_HAND: &[Step] = &[
    Step {
        name: "ladder",
        purpose: "all our bots play each other, and docs/bots.md tells how it went",
        run: ladder::write,
    },
    Step {
        name: "torch",
        purpose: "learners that need torch train on our environments; some gigabytes are downloaded",
        run: python::train,
    },
];

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let steps: Vec<&Step> = match wanted.first().map(String::as_str) {
        Some("ci") => {
            if let Err(why) = machine::prepare(wanted.iter().any(|argument| argument == "--yes")) {
                eprintln!("not installed: {why}");
            }
            STEPS.iter().collect()
        }
        Some(name) => match STEPS.iter().chain(BY_HAND).find(|step| step.name == name) {
            Some(step) => vec![step],
            None => return usage(),
        },
        None => return usage(),
    };
    let mut failed = 0;
    for step in &steps {
        println!("\n=== {}: {}", step.name, step.purpose);
        let start = Instant::now();
        match (step.run)() {
            Ok(()) => println!("=== {}: done in {} s", step.name, start.elapsed().as_secs()),
            Err(why) => {
                eprintln!("=== {}: FAILED: {why}", step.name);
                eprintln!("    alone: cargo xtask {}", step.name);
                failed += 1;
            }
        }
    }
    println!("\nsteps: {} passed, {failed} failed", steps.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage() -> ExitCode {
    eprintln!("usage: cargo xtask ci [--yes], or one step:");
    for step in STEPS.iter().chain(BY_HAND) {
        eprintln!("  cargo xtask {:12}  {}", step.name, step.purpose);
    }
    ExitCode::from(2)
}

fn fmt() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])
}

fn clippy() -> Result<(), String> {
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", SAMPLE, "--", "-D", "warnings"])?;
    // The bots of one game, as other programs build them (docs/bots.md).
    ["catan", "carcassonne"].iter().try_for_each(|game| {
        let bots = ["clippy", "--package", "bots", "--all-targets", "--quiet", "--no-default-features"];
        cargo(&[&bots[..], &["--features", game, "--", "-D", "warnings"]].concat())
    })
}

/// With the sample game (`docs/new-game.md`), which no release has: so tests that run over all games run over it as well.
const SAMPLE: &str = "--features=sample-game";

fn doc() -> Result<(), String> {
    run(Command::new("cargo")
        .args(["doc", "--workspace", "--no-deps", "--quiet"])
        .env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links"))
}

fn test() -> Result<(), String> {
    // A million random actions on which Catan's engine and its slow reference must agree. Those of Carcassonne must over
    // 200,000 turns of each of the three games, which is what their test plays by itself.
    // In 100,000 positions of all five games two worlds are told apart by nobody who may not.
    // The server is killed 200 times in mid-game, and lives in 15 simulated worlds.
    // The sample game takes part in all that runs over every game.
    run(Command::new("cargo")
        .args(["test", "--workspace", SAMPLE, "--no-fail-fast"])
        .env("NEULAND_AGREEMENT_ACTIONS", "1000000")
        .env("NEULAND_CRASH_CYCLES", "200")
        .env("NEULAND_SIM_WORLDS", "15")
        .env("NEULAND_SECRETS_POSITIONS", "100000"))
}

fn release() -> Result<(), String> {
    // Those tests of the rules that play many games or whole ones. The rest is the same code, tested with assertions.
    let mut arguments = vec!["test", "--profile", "release-tests", "--lib"];
    ["game", "fair", "catan", "carcassonne"].iter().for_each(|package| arguments.extend(["-p", package]));
    ["no_alloc", "perft", "golden", "playout", "properties"]
        .iter()
        .for_each(|test| arguments.extend(["--test", test]));
    cargo(&arguments)
}

fn instructions() -> Result<(), String> {
    // One package after the other: built together, their dependencies would have each other's features. The server is
    // built as it ships, with the program: so the browser tests find most of it compiled.
    for packages in [&["catan"][..], &["carcassonne"], &["server", "neuland"]] {
        println!("{}:", packages[0]);
        let mut arguments = vec!["bench", "--quiet", "--bench", "instructions"];
        packages.iter().for_each(|package| arguments.extend(["-p", package]));
        if std::env::args().any(|argument| argument == "--record") {
            arguments.extend(["--", "--record"]);
        }
        cargo(&arguments)?;
    }
    // With the same packages, so that nothing is built anew.
    let mut arguments = vec!["bench", "--quiet", "--bench", "pages", "-p", "server", "-p", "neuland"];
    if std::env::args().any(|argument| argument == "--record") {
        arguments.extend(["--", "--record"]);
    }
    cargo(&arguments)
}

fn modules() -> Result<(), String> {
    node_packages()?;
    run(Command::new("npm").args(["run", "--silent", "types"]).current_dir(browser_folder()))
}

fn browser() -> Result<(), String> {
    node_packages()?;
    if chromium().is_none() {
        return Err("no chromium is installed; on Debian: apt-get install chromium".into());
    }
    cargo(&["build", "--release", "--bin", "neuland"])?;
    // Beside the program as it ships: one with the sample game, which a single file of tests plays.
    cargo(&["build", "--bin", "neuland", SAMPLE])?;
    run(Command::new("npm").args(["test", "--silent"]).current_dir(browser_folder()))
}

/// Installs the pinned packages of the browser tests, if they are not there or others are; they bring no browser of
/// their own.
fn node_packages() -> Result<(), String> {
    if !answers("npm") {
        return Err("Node.js and npm are needed for this step; on Debian: apt-get install nodejs npm".into());
    }
    let folder = browser_folder();
    let written = |file: &str| folder.join(file).metadata().and_then(|file| file.modified());
    if let (Ok(wanted), Ok(installed)) =
        (written("package-lock.json"), written("node_modules/.package-lock.json"))
        && wanted <= installed
    {
        return Ok(());
    }
    run(Command::new("npm").args(["ci", "--silent", "--no-audit", "--no-fund"]).current_dir(folder))
}

fn browser_folder() -> PathBuf {
    root().join("tests/browser")
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_path_buf()
}

pub(crate) fn cargo(arguments: &[&str]) -> Result<(), String> {
    run(Command::new("cargo").args(arguments))
}

pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    if command.get_current_dir().is_none() {
        command.current_dir(root());
    }
    let status =
        command.status().map_err(|error| format!("{:?} did not start: {error}", command.get_program()))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} ended with {status}")) }
}
