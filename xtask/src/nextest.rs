//! The Rust tests: all of them, those that play longer at night, and the rules as released.

use crate::report::LISTED;
use crate::tools::{nextest, target};
use crate::{MEASURED, SAMPLE, cargo, run};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, SystemTime};

/// The variable with the word from which the games of tests follow (`testkit::seed`).
const SEED: &str = "NEULAND_TEST_SEED";

/// The sizes of tests that can play for any time, as environment variables.
type Sizes = [(&'static str, &'static str); 20];

/// In `cargo xtask ci`: a sample of what [`NIGHT`] plays.
const GATE: Sizes = [
    // Random actions on which Catan's engine and its slow reference must agree; the same for Cities & Knights.
    ("NEULAND_AGREEMENT_ACTIONS", "100000"),
    // Turns of each of the three tile games on which theirs must.
    ("NEULAND_AGREEMENT_TURNS", "20000"),
    // Games of each kind in which every view comes back from its document.
    ("NEULAND_VIEW_GAMES", "1"),
    // Bots that choose alike from it at each decision of such a game, others each time.
    ("NEULAND_VIEW_BOTS", "2"),
    // Bots of each game that play the same as processes and inside, the strongest first.
    ("NEULAND_OUTSIDE_BOTS", "2"),
    // Planted defects of bots for each check of the conformance kit, which must fail that check alone.
    ("NEULAND_DEFECTS", "1"),
    // How often the server is killed in mid-game.
    ("NEULAND_CRASH_CYCLES", "16"),
    // How often the server on a database is killed, or the database restarted.
    ("NEULAND_DATABASE_CRASHES", "4"),
    // Faults of a cluster of three nodes, most of them two at once.
    ("NEULAND_NODE_FAULTS", "6"),
    // Simulated worlds in which it lives.
    ("NEULAND_SIM_WORLDS", "2"),
    // The same with a disk that lies.
    ("NEULAND_SIM_LYING_WORLDS", "4"),
    // Simulated worlds in which several nodes live.
    ("NEULAND_CLUSTER_WORLDS", "4"),
    // Mistakes that are planted there, each of which must be found.
    ("NEULAND_CLUSTER_MISTAKES", "6"),
    // Positions of all five games in which two worlds are told apart by nobody who may not.
    ("NEULAND_SECRETS_POSITIONS", "6000"),
    // How often every route gets every hostile request.
    ("NEULAND_HOSTILE_ROUNDS", "2"),
    // For how long each reader of text is fed damaged input.
    ("NEULAND_HOSTILE_SECONDS", "1"),
    // Games of each of four kinds in which two that search must not help each other; of Catan four times as many.
    ("NEULAND_SEARCH_GAMES", "3"),
    // Games of Carcassonne that an expert has to win against a surveyor, on the whole.
    ("NEULAND_EXPERT_GAMES", "4"),
    // Games of each of two kinds in which bots bother people with few offers: those who refuse all, and those who accept good ones.
    ("NEULAND_OFFER_GAMES", "25"),
    // Levels of bots that meet, from the weakest; each searching one takes several times as long as the one below.
    ("NEULAND_LEVELS", "4"),
];

/// In `cargo xtask night`.
const NIGHT: Sizes = [
    ("NEULAND_AGREEMENT_ACTIONS", "1000000"),
    ("NEULAND_AGREEMENT_TURNS", "500000"),
    ("NEULAND_VIEW_GAMES", "100"),
    ("NEULAND_VIEW_BOTS", "100"),
    ("NEULAND_OUTSIDE_BOTS", "100"),
    ("NEULAND_DEFECTS", "100"),
    ("NEULAND_CRASH_CYCLES", "200"),
    ("NEULAND_DATABASE_CRASHES", "60"),
    ("NEULAND_NODE_FAULTS", "200"),
    ("NEULAND_SIM_WORLDS", "70"),
    ("NEULAND_SIM_LYING_WORLDS", "24"),
    ("NEULAND_CLUSTER_WORLDS", "60"),
    ("NEULAND_CLUSTER_MISTAKES", "100"),
    ("NEULAND_SECRETS_POSITIONS", "100000"),
    ("NEULAND_HOSTILE_ROUNDS", "50"),
    ("NEULAND_HOSTILE_SECONDS", "60"),
    ("NEULAND_SEARCH_GAMES", "12"),
    ("NEULAND_EXPERT_GAMES", "16"),
    ("NEULAND_OFFER_GAMES", "100"),
    ("NEULAND_LEVELS", "6"),
];

/// The tests that read [`Sizes`].
const SIZED: &str = "test(agreement::) + test(levels::) + test(crash::) + test(simulation::) + test(worlds::) + test(hostile::) \
                     + binary(hostile) + test(a_view_comes_back_from_its_document) + test(inside_and_outside) \
                     + test(bots_choose_from_a_document) + test(two_that_search) + test(each_defect) + test(an_expert_beats) + test(people_hear_few_offers) \
                     + test(random_faults)";

/// All tests of the workspace: every target with `test = true`. So of the examples only the one that holds a test; compiling the others
/// takes 80 s of processor time, and clippy looks at all of them. Naming `--lib` would compile libraries without tests as well.
const ALL: [&str; 3] = ["--workspace", SAMPLE, "--tests"];

/// [`ALL`] tests, the Python module, and the examples that tests start as programs, which the test runner would build as tests.
const BUILT: [&str; 9] =
    ["build", "--workspace", SAMPLE, "--lib", "--tests", "--example", "bot", "--example", "own_bot"];

/// All Rust tests. The sample game takes part in all that runs over every game.
pub(crate) fn test() -> Result<(), String> {
    cargo(&BUILT)?;
    run_tests("ci", &ALL, &GATE)?;
    // The examples in the documentation, which are no programs of their own.
    cargo(&["test", "--quiet", "--doc", "--workspace", SAMPLE])
}

/// The tests that can play for any time, with the numbers of the night, and with the seed of the day.
pub(crate) fn full() -> Result<(), String> {
    cargo(&BUILT)?;
    let today = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let seed = std::env::var(SEED).unwrap_or_else(|_| format!("day-{}", today.as_secs() / 86_400));
    run_tests("night", &[&ALL[..], &["-E", SIZED]].concat(), &[&NIGHT[..], &[(SEED, &seed)]].concat())
}

/// Tests whole games as released: without debug assertions and overflow checks. Builds the packages of the step
/// `instructions`, so that both share their dependencies.
pub(crate) fn release() -> Result<(), String> {
    let mut what = vec!["--release", "--test", "released"];
    MEASURED.iter().for_each(|package| what.extend(["-p", package]));
    run_tests("ci", &what, &GATE)
}

/// Runs all tests of the rules as released. Other crates are tested with assertions only.
pub(crate) fn released() -> Result<(), String> {
    run_tests("night", &["--release", "-p", "catan", "-p", "carcassonne", "-p", "game", "-p", "fair"], &GATE)
}

/// Runs tests and prints which took longest.
fn run_tests(profile: &str, what: &[&str], sizes: &[(&str, &str)]) -> Result<(), String> {
    let report = target().join("nextest").join(profile).join("junit.xml");
    let _ = std::fs::remove_file(&report);
    // One more than there are cores, since a test of a server or a bot waits now and then.
    let threads = std::thread::available_parallelism().map_or(2, |cores| cores.get() + 1).to_string();
    let run_all = ["run", "--profile", profile, "--test-threads", &threads];
    let mut tests = nextest()?;
    tests.args(run_all).args(what).envs(sizes.iter().copied());
    if let Some(path) = interpreter_first() {
        tests.env("PATH", path);
    }
    let done = run(&mut tests);
    if let Ok(report) = std::fs::read_to_string(&report) {
        let slowest = slowest(&report);
        println!("{} tests; the slowest, in seconds:", slowest.len());
        slowest.iter().take(LISTED).for_each(|(seconds, name)| println!("{seconds:8.1}  {name}"));
    }
    done
}

/// The search path with the folder of the interpreter itself in front, so that `python3` is no script of a version manager:
/// such a script starts thirty processes before Python, and the tests of bots start Python more than a thousand times.
fn interpreter_first() -> Option<OsString> {
    let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
    let python = PathBuf::from(String::from_utf8(asked.stdout).ok()?.trim());
    let path = std::env::var_os("PATH")?;
    let folders = std::iter::once(python.parent()?.to_path_buf()).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).ok()
}

/// The tests of a report of nextest, slowest first. It writes a test as
/// `<testcase name="module::test" classname="package::binary" timestamp="…" time="1.234"`.
fn slowest(report: &str) -> Vec<(f64, String)> {
    let value = |head: &str, key: &str| {
        let (_, rest) = head.split_once(&format!(" {key}=\""))?;
        rest.split_once('"').map(|(value, _)| value.to_owned())
    };
    let tests = report.split("<testcase").skip(1).filter_map(|test| {
        let head = test.split_once('>')?.0;
        let seconds = value(head, "time")?.parse().ok()?;
        Some((seconds, format!("{} {}", value(head, "classname")?, value(head, "name")?)))
    });
    let mut tests: Vec<(f64, String)> = tests.collect();
    tests.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    tests
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_test_of_a_report_comes_first() {
        let report = r#"<testsuites name="neuland"><testsuite name="catan::it">
            <testcase name="perft::a" classname="catan::it" timestamp="2026-01-01" time="0.250"></testcase>
            <testcase name="perft::b" classname="catan::it" timestamp="2026-01-01" time="12.5">
                <failure type="test failure">x</failure></testcase></testsuite></testsuites>"#;
        let found = slowest(report);
        assert_eq!(found, [(12.5, "catan::it perft::b".to_owned()), (0.25, "catan::it perft::a".to_owned())]);
        assert!(slowest("").is_empty());
    }

    #[test]
    fn the_night_plays_at_least_what_the_gate_plays() {
        for ((name, gate), (again, night)) in GATE.iter().zip(NIGHT) {
            let number = |text: &str| text.parse::<u64>().expect("a number");
            assert!(*name == again && number(gate) < number(night), "{name}");
        }
    }
}
