//! The gate: instructions of fixed games, which hardly depend on the machine, held to what is recorded.

use crate::Workload;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The fraction by which a figure may exceed its record.
const SLACK: f64 = 0.02;

/// Holds the instructions a `unit` takes to what is recorded. This is the whole `main` of a bench.
///
/// Time swings with the neighbours; the number of instructions of fixed games does not. The program runs itself under
/// valgrind, with `games` of each workload and with none, and compares the difference with `benches/instructions.txt` of
/// the crate in `folder`. More than 2 % above fails. Where the change is meant, `cargo xtask instructions --record`
/// writes the new figures; the commit says why they moved.
pub fn instructions(folder: &str, unit: &str, games: u64, workloads: &[Workload]) -> ExitCode {
    let record = Path::new(folder).join("benches/instructions.txt");
    run(&Gate { record, unit, games, workloads, alike: &[] })
}

/// Does the same as [`instructions()`] with another record. Each of the pairs `alike` also limits the instructions of its second
/// workload to a multiple of those of the first.
pub fn instructions_alike(
    record: &Path,
    unit: &str,
    games: u64,
    workloads: &[Workload],
    alike: &[(&str, &str, f64)],
) -> ExitCode {
    run(&Gate { record: record.to_owned(), unit, games, workloads, alike })
}

fn run(gate: &Gate<'_>) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let result = match arguments.iter().position(|argument| argument == "--play") {
        Some(at) => gate.play(&arguments[at + 1..]),
        // `cargo test --all-targets` runs this too, and means no measurement.
        None if !has("--bench") => gate.play(&[gate.workloads[0].name.to_owned(), "2".to_owned()]),
        // The target features are those of `.cargo/config.toml`; with others the same code has other counts.
        None if !cfg!(all(target_arch = "x86_64", target_feature = "bmi2")) => {
            println!("instructions are recorded for x86-64-v3 alone: nothing compared");
            Ok(())
        }
        None => gate.measure().and_then(|measured| {
            println!("{}:", gate.record.display());
            if has("--record") { gate.record(&measured) } else { gate.compare(&measured) }
        }),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The workloads to measure, and the record to compare them with.
struct Gate<'a> {
    record: PathBuf,
    unit: &'a str,
    games: u64,
    workloads: &'a [Workload],
    alike: &'a [(&'a str, &'a str, f64)],
}

impl Gate<'_> {
    /// Runs under valgrind: plays a number of games of a workload and prints the number of units.
    fn play(&self, arguments: &[String]) -> Result<(), String> {
        let (name, games, without) = match arguments {
            [name, games] => (name, games, false),
            [name, games, last] if last == "--without" => (name, games, true),
            _ => return Err("--play wants a workload and a number of games".into()),
        };
        let workload =
            self.workloads.iter().find(|workload| workload.name == name).ok_or("no such workload")?;
        let games: u64 = games.parse().map_err(|_| "no number of games")?;
        let game =
            if without { workload.without.ok_or("it has nothing to be without")? } else { workload.game };
        println!("{}", (0..games).map(game).sum::<u64>());
        Ok(())
    }

    /// Instructions a unit, for each workload. They are counted side by side.
    fn measure(&self) -> Result<Vec<(&'static str, f64)>, String> {
        let one = |workload: &Workload| {
            let (units, with_games) = self.count(workload.name, self.games, false)?;
            // The same program without a game, or without what is measured: what everything else takes.
            let (_, without) = match workload.without {
                Some(_) => self.count(workload.name, self.games, true)?,
                None => self.count(workload.name, 0, false)?,
            };
            Ok((workload.name, (with_games - without) as f64 / units as f64))
        };
        std::thread::scope(|scope| {
            let counts: Vec<_> =
                self.workloads.iter().map(|workload| scope.spawn(|| one(workload))).collect();
            counts.into_iter().map(|count| count.join().expect("counting does not panic")).collect()
        })
    }

    /// Runs this program under valgrind: how many units were played, and the instructions that took.
    fn count(&self, workload: &str, games: u64, without: bool) -> Result<(u64, u64), String> {
        let out = std::env::temp_dir().join(format!("callgrind.{workload}.{}", std::process::id()));
        let program =
            std::env::current_exe().map_err(|error| format!("this program cannot be found: {error}"))?;
        let run = Command::new("valgrind")
            .args(["--tool=callgrind", "--quiet", &format!("--callgrind-out-file={}", out.display())])
            .arg(program)
            .args(["--play", workload, &games.to_string()])
            .args(without.then_some("--without"))
            .stdin(Stdio::null())
            .output()
            .map_err(|error| {
                format!("valgrind did not start ({error}); on Debian: apt-get install valgrind")
            })?;
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
        let instructions =
            total.and_then(|total| total.trim().parse().ok()).ok_or("valgrind counted nothing")?;
        let units = says.trim().parse().map_err(|_| format!("`{says}` is no number of {}s", self.unit))?;
        Ok((units, instructions))
    }

    /// The command that records anew: the record has the name of its step.
    fn recorder(&self) -> String {
        format!("cargo xtask {} --record", self.record.file_stem().unwrap_or_default().display())
    }

    fn record(&self, measured: &[(&str, f64)]) -> Result<(), String> {
        let mut text = format!(
            "# Instructions per {} of random play, counted by `{}`.\n\
             # {}\n",
            self.unit,
            self.recorder(),
            compiler()
        );
        for (name, instructions) in measured {
            text += &format!("{name:18} {instructions:.1}\n");
        }
        fs::write(&self.record, &text).map_err(|error| format!("{}: {error}", self.record.display()))?;
        println!("{text}written to {}", self.record.display());
        Ok(())
    }

    fn compare(&self, measured: &[(&str, f64)]) -> Result<(), String> {
        let text = fs::read_to_string(&self.record)
            .map_err(|error| format!("{}: {error}", self.record.display()))?;
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
                "{name:18} {instructions:7.1} instructions per {}, recorded {recorded:.1} ({:+.1} %)",
                self.unit,
                change * 100.0
            );
            if change > SLACK {
                worse.push(name);
            } else if change < -SLACK {
                println!("{:18} fewer than recorded: record them, so that it stays so", "");
            }
        }
        for &(one, other, times) in self.alike {
            let of =
                |name: &str| measured.iter().find(|(measured, _)| *measured == name).map(|(_, count)| *count);
            let (Some(first), Some(second)) = (of(one), of(other)) else {
                return Err(format!("{one} and {other} are no workloads"));
            };
            println!("{other:18} {:7.2} times {one}, at most {times:.2}", second / first);
            if second > first * times {
                return Err(format!("{other} takes more than {times} times the instructions of {one}"));
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
             If the change is worth it, record the new figures and say why in the commit:\n    {}",
            SLACK * 100.0,
            worse.join(", "),
            self.recorder()
        ))
    }
}

/// The compiler, whose work is counted here as much as ours.
fn compiler() -> String {
    let version = Command::new("rustc").arg("--version").output();
    version
        .map_or_else(|_| "rustc unknown".into(), |out| String::from_utf8_lossy(&out.stdout).trim().to_owned())
}
