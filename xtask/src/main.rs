//! The workshop: `cargo xtask ci` runs everything that must hold, step by step, and says what failed and how to run
//! that step alone. Before that it sees to what the machine lacks: it asks at a terminal, and does not with `--yes`, as
//! `.ci/run` calls it. `cargo xtask night` runs the same at length, where `ci` takes a sample.

mod browser;
mod circles;
mod debian;
mod emulated;
mod english;
mod figures;
mod files;
mod installed;
mod ladder;
mod lanes;
mod lean;
mod machine;
mod manifests;
mod nextest;
mod night;
mod npm;
mod packages;
mod python;
mod report;
mod sdist;
mod seeds;
mod site;
mod sources;
mod tools;
mod waits;
mod wheel;
mod yardstick;

use report::{Cost, Meter};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

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
        run: nextest::test,
    },
    Step { name: "release", purpose: "whole games as released, without assertions", run: nextest::release },
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
    Step {
        name: "modules",
        purpose: "the web client's types hold, no test waits for a time, and doc comments and spelling are as agreed",
        run: modules,
    },
    Step { name: "browser", purpose: "whole games in a real browser", run: browser::test },
];

/// The steps of the night: repetition that takes too long for every change.
const NIGHT: &[Step] = &[
    Step {
        name: "full",
        purpose: "the Rust tests that can play for any time, at length",
        run: nextest::full,
    },
    Step {
        name: "released",
        purpose: "all tests of the rules as released, without assertions",
        run: nextest::released,
    },
    Step {
        name: "pages",
        purpose: "a page after a move takes no more instructions than recorded; --record records anew",
        run: pages,
    },
    Step { name: "fuzz", purpose: "every fuzzer for a minute", run: night::fuzz },
    Step {
        name: "seeds",
        purpose: "the browser tests with 20 seeds, and with messages that come late",
        run: seeds::play,
    },
    Step { name: "firefox", purpose: "one whole game of each kind in Firefox", run: browser::firefox },
    Step { name: "oldest", purpose: "the oldest Rust of Cargo.toml compiles everything", run: night::oldest },
    Step { name: "wasm", purpose: "the rules compile for WebAssembly", run: night::wasm },
    Step {
        name: "node",
        purpose: "the npm package plays as natively, reports errors and recovers, under Node.js",
        run: npm::test,
    },
    Step {
        name: "static",
        purpose: "the site that needs no server, played in a browser from a plain file server",
        run: site::test,
    },
    Step {
        name: "mutants",
        purpose: "change an eightieth of the rules, each place alone, and list what no test notices",
        run: night::mutants,
    },
    Step {
        name: "wheels",
        purpose: "the wheel is built from its archive alone, and for Linux on two kinds of processors, and each plays",
        run: python::wheels,
    },
    Step {
        name: "debian",
        purpose: "the Debian package is installed, played, upgraded and removed in a new Debian",
        run: installed::check,
    },
    Step {
        name: "container",
        purpose: "the container of packaging/Containerfile is built and serves",
        run: installed::check_container,
    },
    Step {
        name: "older",
        purpose: "packages run on a processor of 2006; what is built for newer ones says so there",
        run: installed::check_older,
    },
    Step { name: "ray", purpose: "the Python package on Ray, with RLlib", run: python::ray },
];

/// The steps that run only on request.
const BY_HAND: &[Step] = &[
    Step {
        name: "ladder",
        purpose: "our bots play each other, and docs/bots.md tells how it went",
        run: ladder::write,
    },
    Step {
        name: "levels",
        purpose: "each level of a game plays the one below until a test decides, and docs/bots.md tells how it went; takes hours",
        run: ladder::write_levels,
    },
    Step {
        name: "sdist",
        purpose: "make the source archive of the Python package, target/sdist/*.tar.gz",
        run: python::archive,
    },
    Step {
        name: "npm",
        purpose: "build the npm package into a folder: cargo xtask npm DIR",
        run: npm::build,
    },
    Step {
        name: "site",
        purpose: "build the site that needs no server into a folder: cargo xtask site DIR [--compressed]",
        run: site::build,
    },
    Step { name: "deb", purpose: "build the Debian package, target/deb/*.deb", run: debian::build },
    Step {
        name: "torch",
        purpose: "learners that need torch train on our environments; some gigabytes are downloaded",
        run: python::train,
    },
    Step {
        name: "lean",
        purpose: "print lines by crate, circles, headless doc comments and the longest documents",
        run: lean::print,
    },
    Step {
        name: "lock",
        purpose: "write the exact versions of all Python packages, python/requirements/*.txt",
        run: python::lock,
    },
];

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let name = wanted.first().map(String::as_str);
    if let Some("ci" | "night") = name
        && let Err(why) =
            machine::prepare(wanted.iter().any(|argument| argument == "--yes"), name == Some("night"))
    {
        eprintln!("not installed: {why}");
    }
    match name {
        Some("ci") => {
            // While Rust compiles. A step whose packages do not come tries again, and says what is wrong.
            std::thread::spawn(download);
            run_lanes()
        }
        Some("night") => run_steps(NIGHT),
        Some(name) => match STEPS.iter().chain(NIGHT).chain(BY_HAND).find(|step| step.name == name) {
            Some(step) => run_steps(std::slice::from_ref(step)),
            None => usage(),
        },
        None => usage(),
    }
}

/// Runs steps one after another, and prints what each took.
fn run_steps(steps: &[Step]) -> ExitCode {
    let whole = Meter::start();
    let mut took: Vec<(&str, Cost)> = Vec::new();
    let mut failed = 0;
    for step in steps {
        println!("\n=== {}: {}", step.name, step.purpose);
        let meter = Meter::start();
        let done = (step.run)();
        report::print_commands();
        let cost = meter.read();
        match done {
            Ok(()) => println!("=== {}: done in {cost}", step.name),
            Err(why) => {
                eprintln!("=== {}: FAILED in {cost}: {why}", step.name);
                eprintln!("    alone: cargo xtask {}", step.name);
                failed += 1;
            }
        }
        took.push((step.name, cost));
    }
    if steps.len() > 1 {
        report::print_steps(&took, whole.read());
    }
    let Some(file) = std::env::var_os(lanes::COST_FILE) else { return finish(steps.len(), failed) };
    // `ci` started it, and counts the steps itself.
    if let Err(error) = std::fs::write(&file, whole.read().to_line()) {
        eprintln!("{}: {error}", Path::new(&file).display());
        failed += 1;
    }
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs the steps of `ci`, and fails above the budget of processor time.
fn run_lanes() -> ExitCode {
    let whole = Meter::start();
    let mut slowness = vec![yardstick::slowness()];
    let ran = match lanes::run(STEPS) {
        Ok(ran) => ran,
        Err(why) => {
            eprintln!("=== {why}");
            return ExitCode::FAILURE;
        }
    };
    slowness.extend(ran.iter().map(|step| step.slowness));
    let took: Vec<(&str, Cost)> = ran.iter().map(|step| (step.name, step.cost)).collect();
    report::print_steps(&took, whole.read());
    let mut failed = ran.iter().filter(|step| !step.passed).count();
    if let Err(why) = report::check_budget(report::BUDGET, &took, &slowness) {
        eprintln!("=== budget: FAILED: {why}");
        failed += 1;
    }
    for step in ran.iter().filter(|step| !step.passed) {
        eprintln!("failed: cargo xtask {}", step.name);
    }
    finish(STEPS.len() + 1, failed)
}

/// Says how many checks passed.
fn finish(checks: usize, failed: usize) -> ExitCode {
    println!("\nsteps: {} passed, {failed} failed", checks - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Fetches what later steps install: the test runner, and the packages of Python and Node.js.
fn download() {
    let _ = tools::nextest();
    let _ = browser::node_packages();
    let _ = python::prepare();
}

fn usage() -> ExitCode {
    eprintln!("usage: cargo xtask ci [--yes], or cargo xtask night [--yes], or one step.");
    for (title, steps) in [("ci", STEPS), ("night", NIGHT), ("by hand", BY_HAND)] {
        eprintln!("{title}:");
        for step in steps {
            eprintln!("  cargo xtask {:12}  {}", step.name, step.purpose);
        }
    }
    ExitCode::from(2)
}

fn fmt() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])
}

fn clippy() -> Result<(), String> {
    // The whole workspace with the sample game, then without it: `doc` finds there what it needs of it.
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", SAMPLE, "--", "-D", "warnings"])?;
    cargo(&["clippy", "--workspace", "--lib", "--bins", "--quiet", "--", "-D", "warnings"])?;
    // The bots of one game, as other programs build them (docs/bots.md). Their dependencies have fewer features, so the build scripts
    // of the rules are compiled again: as released they are not optimised, which takes a fifth of the time.
    ["catan", "carcassonne"].iter().try_for_each(|game| {
        let bots =
            ["clippy", "--release", "--package", "bots", "--all-targets", "--quiet", "--no-default-features"];
        cargo(&[&bots[..], &["--features", game, "--", "-D", "warnings"]].concat())
    })
}

/// With the sample game (`docs/new-game.md`), which no release has: so tests that run over all games run over it as well.
pub(crate) const SAMPLE: &str = "--features=sample-game";

/// Builds the documentation from what `clippy` has checked, with the wrapper and the arguments that `cargo clippy` gives to cargo: with
/// others, cargo would check all our crates once more.
fn doc() -> Result<(), String> {
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    run(Command::new("cargo")
        .args(["doc", "--workspace", "--no-deps", "--quiet"])
        .env("RUSTC_WORKSPACE_WRAPPER", Path::new(sysroot.trim()).join("bin/clippy-driver"))
        .env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__")
        .env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links"))
}

/// The packages with instruction counts. They are built together, so that their dependencies are compiled once.
pub(crate) const MEASURED: &[&str] = &["catan", "carcassonne", "table"];

fn instructions() -> Result<(), String> {
    count("instructions", MEASURED)?;
    if is_recording() { figures::write() } else { Ok(()) }
}

fn pages() -> Result<(), String> {
    count("pages", &["server"])
}

/// Compares the instruction counts of a bench with its records; with `--record`, replaces the records.
fn count(bench: &str, packages: &[&str]) -> Result<(), String> {
    let mut arguments = vec!["bench", "--quiet", "--no-fail-fast", "--bench", bench];
    packages.iter().for_each(|package| arguments.extend(["-p", package]));
    if is_recording() {
        arguments.extend(["--", "--record"]);
    }
    cargo(&arguments)
}

/// Whether `--record` is given.
fn is_recording() -> bool {
    std::env::args().any(|argument| argument == "--record")
}

fn modules() -> Result<(), String> {
    waits::check()?;
    english::check()?;
    browser::types()
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
    let meter = Meter::start();
    let status =
        command.status().map_err(|error| format!("{:?} did not start: {error}", command.get_program()))?;
    report::note(command, meter.read());
    if status.success() { Ok(()) } else { Err(format!("{command:?} ended with {status}")) }
}

/// Runs a command that must fail, and say this.
pub(crate) fn is_refused(command: &mut Command, wanted: &str) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?} did not start: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() != Some(1) || !said.contains(wanted) {
        return Err(format!("{command:?} ended with {} and said: {said}", output.status));
    }
    println!("for newer processors: {said}");
    Ok(())
}

/// Returns what a command that must succeed writes to its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    if command.get_current_dir().is_none() {
        command.current_dir(root());
    }
    let output = command.output().map_err(|error| format!("{command:?} did not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{command:?}: {error}"))
}

/// Runs a command while others run, and returns its output.
pub(crate) fn run_captured(command: &mut Command) -> (String, Result<(), String>) {
    let meter = Meter::start();
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => {
            return (String::new(), Err(format!("{:?} did not start: {error}", command.get_program())));
        }
    };
    // The processor time of this interval includes other commands.
    report::note(command, Cost { processor: None, ..meter.read() });
    let text = [&output.stdout[..], &output.stderr].concat();
    let done = if output.status.success() {
        Ok(())
    } else {
        Err(format!("{command:?} ended with {}", output.status))
    };
    (String::from_utf8_lossy(&text).into_owned(), done)
}
