//! The steps of `ci`, two at a time: while one compiles a single crate or waits for a browser, the other uses the second core.

use crate::report::Cost;
use crate::tools::target;
use crate::{Step, root, yardstick};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// The names of the steps of the two lanes, in their order.
///
/// Cargo lets one command at a time write into the folder of a profile. While the first lane compiles the tests into `target/debug`,
/// the second works in `target/release`; then the first runs them, and the second has `target/debug`, where it finds the Python
/// module, macros and build scripts that the tests' build has made. The output of the first lane is shown as it comes, that of the second at the end of each step.
const LANES: [&[&str]; 2] = [
    &["test", "browser"],
    &["fmt", "packages", "release", "instructions", "modules", "python", "clippy", "doc"],
];

/// The environment variable that names the file into which a step writes its cost.
pub(crate) const COST_FILE: &str = "NEULAND_COST_FILE";

/// A step that ran.
pub(crate) struct Ran {
    pub(crate) name: &'static str,
    pub(crate) cost: Cost,
    /// How slow the machine was after it.
    pub(crate) slowness: f64,
    pub(crate) passed: bool,
}

/// Runs the steps in their lanes.
pub(crate) fn run(steps: &'static [Step]) -> Result<Vec<Ran>, String> {
    let planned: usize = LANES.iter().map(|lane| lane.len()).sum();
    assert!(planned == steps.len(), "each step is in one lane");
    let folder = target().join("ci");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    // The steps compile this program too, which replaces its file.
    let program = folder.join("xtask");
    let own = std::env::current_exe().map_err(|error| format!("xtask has no path: {error}"))?;
    fs::copy(&own, &program).map_err(|error| format!("{}: {error}", program.display()))?;
    let ran = Mutex::new(Vec::new());
    let lane = |number: usize| -> Result<(), String> {
        for name in LANES[number] {
            let step = steps.iter().find(|step| step.name == *name).ok_or(format!("{name} is no step"))?;
            let done = run_step(step, &program, number == 0, &folder)?;
            ran.lock().expect("no lane panics").push(done);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| lane(1));
        lane(0).and(other.join().expect("no lane panics"))
    })?;
    Ok(ran.into_inner().expect("no lane panics"))
}

/// Runs a step in a process of its own, which counts its children alone.
fn run_step(step: &Step, program: &Path, is_shown: bool, folder: &Path) -> Result<Ran, String> {
    let cost = folder.join(step.name).with_extension("cost");
    let log = folder.join(step.name).with_extension("log");
    let _ = fs::remove_file(&cost);
    let mut command = Command::new(program);
    command.arg(step.name).env(COST_FILE, &cost).current_dir(root());
    let failed = |error: std::io::Error| format!("{}: {error}", step.name);
    if !is_shown {
        let output = File::create(&log).map_err(failed)?;
        command.stdin(Stdio::null()).stderr(output.try_clone().map_err(failed)?).stdout(output);
    }
    let status = command.status().map_err(failed)?;
    if !is_shown {
        std::io::stdout().write_all(&fs::read(&log).map_err(failed)?).map_err(failed)?;
    }
    let cost = fs::read_to_string(&cost).ok().and_then(|text| Cost::parse(&text));
    Ok(Ran {
        name: step.name,
        cost: cost.ok_or(format!("{} ended without its cost: {status}", step.name))?,
        slowness: yardstick::slowness(),
        passed: status.success(),
    })
}
