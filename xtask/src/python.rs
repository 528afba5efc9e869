//! The Python package: one wheel, and an environment of its own for each set of libraries that tests it.

use crate::sdist::{self, Sources, only_file};
use crate::tools::{need_target, target, uv};
use crate::{SAMPLE, cargo, emulated, files, is_refused, root, run, run_captured, wheel};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// A virtual environment and what runs in it. Libraries whose pins conflict need one each.
struct Environment {
    /// Its name: of its folder under `target/python`, and of the file of exact versions under `python/requirements`.
    name: &'static str,
    /// The tests, under `python`.
    tests: &'static [&'static str],
    /// Whether the types are checked here: the stub against the module, and the package's sources.
    types: bool,
}

/// Its requirements name the maturin that makes the archive and the wheel.
const CORE: Environment = Environment { name: "core", tests: &["tests"], types: true };

/// The environments that every run tests.
const GATE: &[Environment] = &[
    // The longest first.
    Environment { name: "openspiel", tests: &["tests_openspiel"], types: false },
    CORE,
    Environment { name: "data", tests: &["tests_data"], types: false },
    Environment { name: "gymnasium", tests: &["tests_gymnasium"], types: false },
];

/// Hundreds of megabytes, and a cluster of processes for each test.
const NIGHT: &[Environment] =
    &[Environment { name: "ray", tests: &["tests_rllib", "tests_ray"], types: false }];

/// Libraries that need torch, which is too large for every run.
const TORCH: &[Environment] = &[Environment { name: "torch", tests: &["tests_torch"], types: false }];

/// The environment that builds wheels for other machines: maturin with a linker for all of them.
const WHEELS: Environment = Environment { name: "wheels", tests: &[], types: false };

/// The targets of Rust that wheels are built for: the one of this machine first.
const TARGETS: &[&str] = &["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];

/// Makes the source archive, and tests its package in every environment of the gate, with the module that the Rust tests' build has
/// made: it keeps debug assertions.
pub(crate) fn check() -> Result<(), String> {
    // With a test, whose dependencies have more features: so the module is the one that the step `test` has built.
    cargo(&["build", "--workspace", SAMPLE, "--lib", "--test", "no_alloc"])?;
    let sources = sdist::make(&program(&make(&CORE)?, "maturin"))?;
    test_all(GATE, &wheel::assemble(&sources, &emptied("gate")?)?, 1)
}

/// Tests the wheel as it ships: all of the gate, and Ray with RLlib.
pub(crate) fn ray() -> Result<(), String> {
    let wheel = build(&make(&CORE)?)?;
    test_all(GATE, &wheel, 4)?;
    test_all(NIGHT, &wheel, 1)
}

/// Builds the wheel, and trains with learners that need torch.
pub(crate) fn train() -> Result<(), String> {
    test_all(TORCH, &build(&make(&CORE)?)?, 1)
}

/// Makes the environments of the gate, while something else is compiled.
pub(crate) fn prepare() -> Result<(), String> {
    GATE.iter().try_for_each(|environment| make(environment).map(drop))
}

/// Installs the wheel where nothing else is, and tests it in every environment, two at a time: each keeps one processor busy.
/// Tests repeat what only repeats `times`.
fn test_all(environments: &[Environment], wheel: &Path, times: u32) -> Result<(), String> {
    check_installed(wheel)?;
    let queue = Mutex::new(environments.iter());
    let work = || {
        loop {
            let next = queue.lock().expect("nobody panics with it").next();
            let Some(environment) = next else { return Ok(()) };
            let folder = make(environment)?;
            // The version is the same in every build of a release, so the wheel that is there would be kept.
            let arguments =
                ["pip", "install", "--quiet", "--reinstall", "--no-deps", "--no-cache", "--python"];
            run(uv_command()?.args(arguments).arg(&folder).arg(wheel))?;
            test(environment, &folder, times)?;
        }
    };
    std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.into_iter().try_for_each(|worker| worker.join().expect("no step panics"))
    })
}

/// A program of a virtual environment.
fn program(folder: &Path, name: &str) -> PathBuf {
    folder.join("bin").join(name)
}

/// Makes a virtual environment with its requirements, unless it has them.
fn make(environment: &Environment) -> Result<PathBuf, String> {
    let _one_at_a_time = files::lock(&target().join("locks/python"))?;
    let folder = target().join("python").join(environment.name);
    let requirements = root().join("python/requirements").join(environment.name).with_extension("txt");
    let wanted = files::text(&requirements)?;
    // Written last, so that what was stopped half-way is made anew.
    let stamp = folder.join("requirements.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(folder);
    }
    run(uv_command()?.args(["venv", "--quiet", "--clear", "--python", "python3"]).arg(&folder))
        .map_err(|why| format!("{why}; this step needs Python 3.10 or later"))?;
    run(uv_command()?.args(["pip", "sync", "--quiet", "--python"]).arg(&folder).arg(&requirements))?;
    std::fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(folder)
}

/// `uv` with the Python of this machine: it fetches none of its own.
fn uv_command() -> Result<Command, String> {
    let mut command = Command::new(uv()?);
    command.env("UV_PYTHON_DOWNLOADS", "never").env_remove("VIRTUAL_ENV");
    Ok(command)
}

/// Writes the files of exact versions, of all packages that the requirements bring, for every Python from 3.10 on and
/// every system.
pub(crate) fn lock() -> Result<(), String> {
    for environment in [GATE, NIGHT, TORCH, &[WHEELS]].into_iter().flatten() {
        let folder = root().join("python/requirements");
        let (wanted, exact) = (format!("{}.in", environment.name), format!("{}.txt", environment.name));
        // These two need Python 3.11.
        let python = if ["openspiel", "torch"].contains(&environment.name) { "3.11" } else { "3.10" };
        let arguments = ["pip", "compile", "--quiet", "--universal", "--no-annotate", "--no-emit-index-url"];
        let mut compile = uv_command()?;
        compile.args(arguments).args(["--custom-compile-command", "cargo xtask lock"]);
        run(compile
            .args(["--python-version", python, "--output-file", &exact, &wanted])
            .current_dir(folder))?;
    }
    Ok(())
}

/// Builds the wheel into an empty `target/wheels/built`, from the files of the source archive.
fn build(folder: &Path) -> Result<PathBuf, String> {
    let maturin = program(folder, "maturin");
    let sources = sdist::make(&maturin)?;
    let wheels = emptied("built")?;
    // The target folder is that of the workspace, so that nothing is compiled twice.
    run(Command::new(maturin)
        .args(["build", "--release", "--quiet", "--out"])
        .arg(&wheels)
        .current_dir(&sources.unpacked)
        .env("CARGO_TARGET_DIR", target()))?;
    let wheel = only_file(&wheels, ".whl")?;
    let size = wheel.metadata().map_or(0, |file| file.len());
    println!("{}: {:.1} MB", wheel.file_name().unwrap_or_default().display(), size as f64 / 1e6);
    Ok(wheel)
}

/// Installs the wheel into an environment of its own, with numpy alone, and plays there without a compiler on the path.
pub(crate) fn check_installed(wheel: &Path) -> Result<(), String> {
    let folder = target().join("python/installed");
    run(uv_command()?.args(["venv", "--quiet", "--clear", "--python", "python3"]).arg(&folder))?;
    run(uv_command()?
        .args([
            "pip",
            "install",
            "--quiet",
            "--only-binary",
            ":all:",
            "--constraint",
            "python/requirements/core.txt",
        ])
        .arg("--python")
        .arg(&folder)
        .arg(wheel))?;
    run(Command::new(program(&folder, "python"))
        .arg("-I")
        .arg(root().join("python/tests_installed/check.py"))
        .current_dir(&folder)
        .env("PATH", folder.join("bin")))
}

/// Installs the wheel for 64-bit ARM with numpy alone, and plays there on an emulated processor.
fn check_on_arm(wheel: &Path) -> Result<(), String> {
    let python = emulated::ArmPython::fetch()?;
    run(uv_command()?
        .args(["pip", "install", "--quiet", "--only-binary", ":all:"])
        .args(["--constraint", "python/requirements/core.txt"])
        .args(["--python-platform", "aarch64-manylinux_2_28", "--python-version", &python.version()?])
        .arg("--target")
        .arg(python.libraries())
        .arg(wheel))?;
    run(python.command().arg("-I").arg(root().join("python/tests_installed/check.py")))
}

/// Makes the source archive.
pub(crate) fn archive() -> Result<(), String> {
    let sources = sdist::make(&program(&make(&WHEELS)?, "maturin"))?;
    println!("{}", sources.archive.display());
    Ok(())
}

/// Builds the wheel from the archive alone, as its users do, and those for two kinds of processors; plays with each.
pub(crate) fn wheels() -> Result<(), String> {
    let maturin = program(&make(&WHEELS)?, "maturin");
    let sources = sdist::make(&maturin)?;
    check_archive(&sources.archive)?;
    for triple in TARGETS {
        let wheel = wheel_for(triple, &maturin, &sources)?;
        println!("{}", wheel.display());
        if *triple == TARGETS[0] {
            check_installed(&wheel)?;
        } else {
            check_on_arm(&wheel)?;
        }
    }
    Ok(())
}

/// Builds the wheel from the archive as `pip` does, and plays with it, on an older processor too.
fn check_archive(archive: &Path) -> Result<(), String> {
    // uv unpacks the archive beside the wheel. Outside the workspace, its settings are those that its users have.
    let folder = std::env::temp_dir().join(format!("neuland-archive-{}", std::process::id()));
    let built = run(uv_command()?
        .args(["build", "--wheel", "--quiet", "--out-dir"])
        .arg(&folder)
        .arg(archive)
        .env("CARGO_TARGET_DIR", target().join("plain"))
        .env_remove("RUSTFLAGS"));
    let plays = built.and_then(|()| {
        check_installed(&only_file(&folder, ".whl")?)?;
        run(&mut plays_on_older()?)
    });
    files::remove(&folder)?;
    plays
}

/// An empty folder for wheels.
fn emptied(name: &str) -> Result<PathBuf, String> {
    let folder = target().join("wheels").join(name);
    files::remove(&folder)?;
    Ok(folder)
}

/// Builds the wheel for a target, for every processor of its kind and every Linux with the C library of 2018 or newer.
fn wheel_for(triple: &str, maturin: &Path, sources: &Sources) -> Result<PathBuf, String> {
    need_target(triple)?;
    let folder = emptied(triple)?;
    run(Command::new(maturin)
        .args([
            "build",
            "--release",
            "--zig",
            "--target",
            triple,
            "--compatibility",
            "manylinux_2_28",
            "--quiet",
        ])
        .arg("--out")
        .arg(&folder)
        .current_dir(&sources.unpacked)
        // maturin asks the Python of the path for zig.
        .env("PATH", path_with(maturin.parent().expect("a program lies in a folder"))?)
        .env("RUSTFLAGS", "")
        .env("CARGO_TARGET_DIR", target().join("plain")))?;
    let architecture = triple.split('-').next().unwrap_or_default();
    only_file(&folder, &format!("-manylinux_2_28_{architecture}.whl"))
}

/// The path of programs, with this folder in front.
fn path_with(folder: &Path) -> Result<OsString, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Imports the module on an older processor: the wheel for all of them plays, the one for newer ones raises `ImportError`.
pub(crate) fn check_older() -> Result<(), String> {
    let maturin = program(&make(&WHEELS)?, "maturin");
    check_installed(&wheel_for(TARGETS[0], &maturin, &sdist::make(&maturin)?)?)?;
    run(&mut plays_on_older()?)?;
    check_installed(&build(&make(&CORE)?)?)?;
    is_refused(&mut plays_on_older()?, "ImportError: this build of neuland needs")
}

/// A game in the environment of [`check_installed`] on a processor of 2008, the oldest that numpy starts on.
fn plays_on_older() -> Result<Command, String> {
    let mut python = emulated::older("Nehalem", &program(&target().join("python/installed"), "python"))?;
    let plays =
        "import neuland; print(neuland.simulate('catan', ['settler', 'random', 'random'], games=1).wins)";
    python.args(["-I", "-c", plays]);
    Ok(python)
}

/// Tests one environment. Prints the output at the end, because others are tested at the same time.
fn test(environment: &Environment, folder: &Path, times: u32) -> Result<(), String> {
    let package = root().join("python");
    let mut text = format!("{}:\n", environment.name);
    // Run from `tests`: beside the sources, Python would import the package without its module.
    let mut python = |arguments: &[&str]| {
        let mut command = Command::new(program(folder, "python"));
        command.args(arguments).current_dir(package.join("tests"));
        let (output, done) = run_captured(command.env("NEULAND_PYTHON_REPEAT", times.to_string()));
        text += &output;
        done
    };
    let config = package.join("pyproject.toml").display().to_string();
    let pytest = ["-m", "pytest", "-c", &config, "--rootdir", "..", "--durations=5", "--durations-min=1"];
    // Each folder in a process of its own: what a library did in one does not reach the next.
    let mut done = environment.tests.iter().try_for_each(|tests| {
        let tests = package.join(tests).display().to_string();
        python(&[&pytest[..], &[&tests]].concat())
    });
    if environment.types && done.is_ok() {
        done = python(&["-m", "mypy.stubtest", "neuland._neuland", "--mypy-config-file", &config])
            .and_then(|()| python(&["-m", "mypy", "--config-file", &config, "--package", "neuland"]));
    }
    println!("{text}");
    done
}
