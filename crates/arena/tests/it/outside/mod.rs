//! Helpers for tests of bots in processes of their own: games against a bot of ours, and a look at process groups.

use arena::external::{External, Finished, Mixed, Setting, Terms, play};
use arena::process::Launch;
use arena::{FaultKind, Faults, OnFault};
use bots::{BotGame, Match};
use game::options::NamedOptions;
use game::{Seat, Seed};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The path of a file of the repository.
pub(crate) fn path(relative: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(relative);
    let path = path.canonicalize().unwrap_or_else(|error| panic!("{relative}: {error}"));
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// The path of an example of this crate, which `cargo test -p arena` builds.
pub(crate) fn example(name: &str) -> String {
    let test = std::env::current_exe().expect("the path of this test");
    let target = test.parent().and_then(Path::parent).expect("a target folder");
    let built = target.join("examples").join(name);
    assert!(built.exists(), "{} is missing: cargo build -p arena --examples", built.display());
    built.to_str().expect("a path in UTF-8").to_owned()
}

/// Fails with a clear message if a program that the tests need is missing.
pub(crate) fn needs(program: &str) {
    let found = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    assert!(found, "this test needs the program `{program}`; install it");
}

/// A file for the ids of process groups, and for other output of a test.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

/// The hostile bot in one of its modes.
pub(crate) fn hostile(mode: &str, groups: &Path) -> Launch {
    needs("python3");
    let script = path("crates/arena/tests/bots/hostile.py");
    Launch::new(format!("exec python3 '{script}' {mode} '{}'", groups.display()))
}

/// The time for a bot that never answers, so that nothing but its end can end the wait. How long it is decides nothing.
pub(crate) const QUICK: Duration = Duration::from_millis(150);

/// The time for a bot that answers or breaks: what it does ends the wait, on a slow machine too.
pub(crate) const PATIENT: Duration = Duration::from_secs(300);

/// Terms under which what the bot does ends every wait.
pub(crate) fn terms(on_fault: OnFault) -> Terms {
    Terms { on_fault, decision: PATIENT, start: PATIENT }
}

/// A game for two, the external bot at seat A against our random bot.
pub(crate) fn against_random<G: BotGame>(bot: External<G>, seed: u64) -> (Finished, External<G>) {
    let mut options = G::Options::default();
    options.set("players", "2").expect("a game for two");
    let seed = Seed(seed);
    let mut table = [
        Mixed::External(Box::new(bot)),
        Mixed::own("random", Seat::B, seed).expect("every game has a random bot"),
    ];
    let mut game = Match::<G>::new(&options, seed);
    let setting = Setting::new(format!("test {}", seed.0), seed);
    let finished = play(&mut game, &mut table, &setting, &mut ()).expect("our bots play by the rules");
    let [Mixed::External(bot), _] = table else { unreachable!("the external bot sits first") };
    (finished, *bot)
}

/// The faults of one kind.
pub(crate) fn faults(kind: FaultKind, count: u32) -> Faults {
    let mut faults = Faults::default();
    (0..count).for_each(|_| faults.record(kind));
    faults
}

/// Fails unless every process group whose id is in the file is gone, apart from zombies that another process must
/// collect.
pub(crate) fn assert_groups_are_gone(file: &Path) {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    for group in text.lines() {
        assert_group_is_gone(group.parse().expect("the id of a process group"));
    }
    let _ = std::fs::remove_file(file);
}

/// Waits until a process group is gone. The system takes its members away some time after they were killed, and tells
/// only their parents.
pub(crate) fn assert_group_is_gone(group: u32) {
    testkit::until(&format!("group {group} is gone"), || members(group).is_empty());
}

/// The processes of a group, as the system describes them, without zombies whose parent is not this process.
pub(crate) fn members(group: u32) -> Vec<String> {
    let own = std::process::id().to_string();
    let processes = std::fs::read_dir("/proc").expect("these tests need /proc");
    let stats = processes.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path().join("stat")).ok());
    stats
        .filter(|stat| {
            // `pid (name) state parent group …`, and the name may hold anything.
            let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
            let fields: Vec<&str> = after_name.split_whitespace().collect();
            let is_foreign_zombie = fields[0] == "Z" && fields[1] != own;
            fields[2] == group.to_string() && !is_foreign_zombie
        })
        .collect()
}
