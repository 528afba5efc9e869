//! Holds the instructions an action takes to what is recorded: `cargo xtask instructions`, which is
//! `cargo bench -p catan --bench instructions`.
//!
//! Time swings with the neighbours; the number of instructions of fixed games does not. This program runs itself
//! under valgrind, which counts them, and compares with `instructions.txt` beside this file. More than 2 % above
//! fails. Where the change is meant, `cargo xtask instructions --record` writes the new figures;
//! the commit says why they moved.

mod workload;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// How far above its record a figure may lie.
const SLACK: f64 = 0.02;
/// How many games each workload has.
const GAMES: u64 = 400;

/// A workload: its name, and what plays one of its games and returns the number of actions.
struct Workload {
    name: &'static str,
    game: fn(u64) -> u64,
}

const WORKLOADS: [Workload; 2] = [
    Workload { name: "list", game: workload::by_list },
    Workload { name: "playout", game: workload::by_playout },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let result = match arguments.iter().position(|argument| argument == "--play") {
        Some(at) => play(&arguments[at + 1..]),
        // `cargo test --all-targets` runs this too, and means no measurement.
        None if !has("--bench") => play(&["list".to_owned(), "2".to_owned()]),
        // The target features are those of `.cargo/config.toml`; with others the same code has other counts.
        None if !cfg!(all(target_arch = "x86_64", target_feature = "bmi2")) => {
            println!("instructions are recorded for x86-64-v3 alone: nothing compared");
            Ok(())
        }
        None => measure()
            .and_then(|measured| if has("--record") { record(&measured) } else { compare(&measured) }),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// What runs under valgrind: a workload and a number of games. Prints the number of actions.
fn play(arguments: &[String]) -> Result<(), String> {
    let [name, games] = arguments else { return Err("--play wants a workload and a number of games".into()) };
    let workload = WORKLOADS.iter().find(|workload| workload.name == name).ok_or("no such workload")?;
    let games: u64 = games.parse().map_err(|_| "no number of games")?;
    println!("{}", (0..games).map(workload.game).sum::<u64>());
    Ok(())
}

/// Instructions an action, for each workload.
fn measure() -> Result<Vec<(&'static str, f64)>, String> {
    let one = |workload: &Workload| {
        let (actions, with_games) = count(workload.name, GAMES)?;
        // The same program without a game: what starting and ending takes.
        let (_, without) = count(workload.name, 0)?;
        Ok((workload.name, (with_games - without) as f64 / actions as f64))
    };
    WORKLOADS.iter().map(one).collect()
}

/// Runs this program under valgrind: how many actions were played, and the instructions that took.
fn count(workload: &str, games: u64) -> Result<(u64, u64), String> {
    let out =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("callgrind.{workload}.{}", std::process::id()));
    let program =
        std::env::current_exe().map_err(|error| format!("this program cannot be found: {error}"))?;
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet", &format!("--callgrind-out-file={}", out.display())])
        .arg(program)
        .args(["--play", workload, &games.to_string()])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("valgrind did not start ({error}); on Debian: apt-get install valgrind"))?;
    let says = String::from_utf8_lossy(&run.stdout);
    if !run.status.success() {
        return Err(format!(
            "valgrind ended with {}: {}\nIt knows x86-64-v3, which this project builds for, but no newer instructions.",
            run.status,
            String::from_utf8_lossy(&run.stderr)
        ));
    }
    let counted = fs::read_to_string(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    fs::remove_file(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let total = counted.lines().find_map(|line| line.strip_prefix("totals:"));
    let instructions = total.and_then(|total| total.trim().parse().ok()).ok_or("valgrind counted nothing")?;
    let actions = says.trim().parse().map_err(|_| format!("`{says}` is no number of actions"))?;
    Ok((actions, instructions))
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.txt")
}

/// The compiler, whose work is counted here as much as ours.
fn compiler() -> String {
    let version = Command::new("rustc").arg("--version").output();
    version
        .map_or_else(|_| "rustc unknown".into(), |out| String::from_utf8_lossy(&out.stdout).trim().to_owned())
}

fn record(measured: &[(&str, f64)]) -> Result<(), String> {
    let mut text = format!(
        "# Instructions an action of random play, counted by `cargo xtask instructions --record`.\n\
         # {}\n",
        compiler()
    );
    for (name, instructions) in measured {
        text += &format!("{name:8} {instructions:.1}\n");
    }
    fs::write(file(), &text).map_err(|error| format!("{}: {error}", file().display()))?;
    println!("{text}written to {}", file().display());
    Ok(())
}

fn compare(measured: &[(&str, f64)]) -> Result<(), String> {
    let text = fs::read_to_string(file()).map_err(|error| format!("{}: {error}", file().display()))?;
    let mut worse = Vec::new();
    for &(name, instructions) in measured {
        let recorded: f64 = text
            .lines()
            .filter_map(|line| line.split_once(' '))
            .find_map(|(named, figure)| (named == name).then(|| figure.trim().parse().ok())?)
            .ok_or_else(|| {
                format!("instructions.txt has no figure for {name}; record it with -- --record")
            })?;
        let change = instructions / recorded - 1.0;
        println!(
            "{name:8} {instructions:7.1} instructions an action, recorded {recorded:.1} ({:+.1} %)",
            change * 100.0
        );
        if change > SLACK {
            worse.push(name);
        } else if change < -SLACK {
            println!("         fewer than recorded: record them, so that it stays so");
        }
    }
    if worse.is_empty() {
        return Ok(());
    }
    let compiled = compiler();
    let with =
        if text.contains(&compiled) { String::new() } else { format!(" (this compiler is {compiled})") };
    Err(format!(
        "more than {} % above the record: {}{with}\n\
         If the change is worth it, record the new figures and say why in the commit:\n    \
         cargo xtask instructions --record",
        SLACK * 100.0,
        worse.join(", ")
    ))
}
