//! The Python package: one wheel, and an environment of its own for each set of libraries that tests it.

use crate::{root, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A virtual environment and what runs in it. Libraries whose pins conflict need one each.
struct Environment {
    /// Its name, and its folder under `target/python`.
    name: &'static str,
    /// The file of exact versions, under `python/requirements`.
    requirements: &'static str,
    /// The tests, under `python`.
    tests: &'static [&'static str],
    /// Whether the types are checked here: the stub against the module, and the package's sources.
    types: bool,
}

/// The first environment builds the wheel, with the maturin that its requirements name.
const ENVIRONMENTS: &[Environment] = &[
    Environment { name: "core", requirements: "core.txt", tests: &["tests"], types: true },
    Environment {
        name: "gymnasium",
        requirements: "gymnasium.txt",
        tests: &["tests_gymnasium"],
        types: false,
    },
    Environment { name: "data", requirements: "data.txt", tests: &["tests_data"], types: false },
    Environment { name: "ray", requirements: "ray.txt", tests: &["tests_rllib", "tests_ray"], types: false },
    Environment {
        name: "openspiel",
        requirements: "openspiel.txt",
        tests: &["tests_openspiel"],
        types: false,
    },
];

/// Libraries that need torch, which is too large for every run.
const TORCH: Environment =
    Environment { name: "torch", requirements: "torch.txt", tests: &["tests_torch"], types: false };

/// Builds the wheel once, and tests it in every environment.
pub(crate) fn check() -> Result<(), String> {
    let folders: Result<Vec<PathBuf>, String> = ENVIRONMENTS.iter().map(make).collect();
    let folders = folders?;
    let wheel = build(&folders[0])?;
    ENVIRONMENTS
        .iter()
        .zip(&folders)
        .try_for_each(|(environment, folder)| test_wheel(environment, folder, &wheel))
}

/// Builds the wheel, and trains with learners that need torch.
pub(crate) fn train() -> Result<(), String> {
    let maturin = make(&ENVIRONMENTS[0])?;
    let folder = make(&TORCH)?;
    test_wheel(&TORCH, &folder, &build(&maturin)?)
}

fn test_wheel(environment: &Environment, folder: &Path, wheel: &Path) -> Result<(), String> {
    println!("{}:", environment.name);
    // The version is the same in every build of a release, so pip would keep the wheel that is there.
    pip(folder, &["--force-reinstall", "--no-deps", &wheel.display().to_string()])?;
    test(environment, folder)
}

/// A program of a virtual environment.
fn program(folder: &Path, name: &str) -> PathBuf {
    folder.join("bin").join(name)
}

/// Makes a virtual environment with its requirements, unless it has them.
fn make(environment: &Environment) -> Result<PathBuf, String> {
    let folder = root().join("target/python").join(environment.name);
    let requirements = root().join("python/requirements").join(environment.requirements);
    let wanted = std::fs::read_to_string(&requirements)
        .map_err(|error| format!("{}: {error}", requirements.display()))?;
    // Written last, so that what was stopped half-way is made anew.
    let stamp = folder.join("requirements.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(folder);
    }
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder)).map_err(|why| {
        format!(
            "{why}; this step needs Python 3.10 or later with venv; on Debian: apt-get install python3-venv"
        )
    })?;
    pip(&folder, &["--requirement", &requirements.display().to_string()])?;
    std::fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(folder)
}

fn pip(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(Command::new(program(folder, "python")).args(quiet).args(arguments))
}

/// Builds the wheel into an empty `target/wheels`, with the release profile, whose compiled crates other steps share.
fn build(folder: &Path) -> Result<PathBuf, String> {
    let wheels = root().join("target/wheels");
    if wheels.exists() {
        std::fs::remove_dir_all(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    }
    let arguments =
        ["build", "--release", "--quiet", "--manifest-path", "python/Cargo.toml", "--out", "target/wheels"];
    run(Command::new(program(folder, "maturin")).args(arguments))?;
    let files = std::fs::read_dir(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    let mut files = files.filter_map(Result::ok).map(|file| file.path());
    let is_wheel = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "whl");
    let wheel = files.find(is_wheel).ok_or("maturin made no wheel")?;
    let size = wheel.metadata().map_or(0, |file| file.len());
    println!("{}: {:.1} MB", wheel.file_name().unwrap_or_default().display(), size as f64 / 1e6);
    Ok(wheel)
}

fn test(environment: &Environment, folder: &Path) -> Result<(), String> {
    let package = root().join("python");
    // Run from `tests`: beside the sources, Python would import the package without its module.
    let python = |arguments: &[&str]| {
        run(Command::new(program(folder, "python")).args(arguments).current_dir(package.join("tests")))
    };
    let config = package.join("pyproject.toml").display().to_string();
    // Each folder in a process of its own: what a library did in one does not reach the next.
    for tests in environment.tests {
        let tests = package.join(tests).display().to_string();
        python(&["-m", "pytest", "-c", &config, "--rootdir", "..", &tests])?;
    }
    if environment.types {
        python(&["-m", "mypy.stubtest", "neuland._neuland", "--mypy-config-file", &config])?;
        python(&["-m", "mypy", "--config-file", &config, "--package", "neuland"])?;
    }
    Ok(())
}
