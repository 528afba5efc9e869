//! The process of a bot: pipes that block, limits of the operating system, and an end that leaves nothing.

use crate::outside;
use crate::outside::{against_random, assert_group_is_gone, faults, needs, terms};
use arena::external::{External, Terms};
use arena::fault::FaultKind;
use arena::process::{FLOOD_BYTES_MAX, Launch, Limits, Process};
use arena::{Fault, OnFault};
use carcassonne::Carcassonne;
use game::Seat;
use std::time::{Duration, Instant};

/// The time for a process that never does what the host waits for.
const SHORT: Duration = outside::QUICK;

/// The time for a process that does something which ends the wait.
const LONG: Duration = outside::PATIENT;

fn start(command: &str) -> Process {
    Process::start(&Launch::new(command)).expect("it starts")
}

fn soon() -> Instant {
    Instant::now() + LONG
}

#[test]
fn lines_go_both_ways_in_any_pieces() {
    let mut cat = start("exec cat");
    cat.send(b"one\n\n  \r\ntwo", LONG, soon()).unwrap();
    assert_eq!(cat.line(LONG, soon()).unwrap(), b"one");
    let late = cat.line(SHORT, Instant::now() + SHORT).unwrap_err();
    assert_eq!(late, Fault::Silence { waited: SHORT, heard: true });
    cat.send(" ü\nthree\n".as_bytes(), LONG, soon()).unwrap();
    assert_eq!(cat.line(LONG, soon()).unwrap(), "two ü".as_bytes());
    assert_eq!(cat.line(LONG, soon()).unwrap(), b"three");
    cat.begin().unwrap();
    // A line of half a megabyte is far more than the pipes hold: both sides read and write at the same time.
    let mut long = vec![b'x'; 1 << 19];
    long.push(b'\n');
    cat.send(&long, LONG, soon()).unwrap();
    assert_eq!(cat.line(LONG, soon()).unwrap().len(), 1 << 19);
}

#[test]
fn a_process_that_does_not_read_is_noticed() {
    let mut sleeper = start("exec sleep 60");
    let fault = sleeper.send(&vec![b' '; 1 << 20], SHORT, Instant::now() + SHORT).unwrap_err();
    assert_eq!(fault, Fault::Silence { waited: SHORT, heard: false });
    assert_eq!(fault.to_string(), "did not read its messages for 150 ms");
}

/// Neither does a process that only writes block the host that writes to it.
#[test]
fn a_process_that_writes_and_does_not_read_is_noticed() {
    let mut babbler = start("exec yes");
    let fault = babbler.send(&vec![b' '; 1 << 20], LONG, soon()).unwrap_err();
    assert!(matches!(fault, Fault::Flood { bytes } if bytes <= FLOOD_BYTES_MAX + (64 << 10)), "{fault:?}");
}

/// The process's end decides between a crash and silence, not whether the host looked in time: the output stays open in the
/// background, so that nothing but the deadline ends the wait.
#[test]
fn a_process_that_has_ended_by_the_deadline_has_crashed() {
    let mut process = start("sleep 60 & exit 3");
    testkit::until("the shell ends", || process.has_ended());
    for late in [Instant::now(), Instant::now() + SHORT] {
        let fault = process.line(SHORT, late).unwrap_err();
        assert!(matches!(fault, Fault::Crash { .. }), "{fault:?}");
    }
    assert_group_is_gone(process.id());
}

/// A host that runs again only after the deadline finds the answer that is there.
#[test]
fn an_answer_that_is_there_counts() {
    let answered = outside::scratch("answered");
    let mut process = start(&format!("echo answer; : >'{}'; exec sleep 60", answered.display()));
    testkit::until("it answers", || answered.exists());
    assert_eq!(process.line(SHORT, Instant::now()).unwrap(), b"answer");
    let silence = Fault::Silence { waited: SHORT, heard: true };
    assert_eq!(process.line(SHORT, Instant::now()), Err(silence));
    let _ = std::fs::remove_file(&answered);
}

#[test]
fn a_process_that_ends_is_described() {
    let mut process = start("echo hello; echo trouble >&2; exit 7");
    assert_eq!(process.line(LONG, soon()).unwrap(), b"hello");
    let fault = process.line(LONG, soon()).unwrap_err();
    assert_eq!(fault.to_string(), "ended with exit status: 7; its last words: trouble");
    assert_eq!(process.errors(), "trouble\n");
    assert!(process.has_ended());
}

/// The whole group is killed: what ignores signals, and what runs in the background.
#[test]
fn nothing_is_left_when_it_is_dropped() {
    let mut process = start(
        "trap '' TERM HUP INT; sleep 60 & sleep 60 & (sleep 60; sleep 60) & echo ready; wait; sleep 60",
    );
    assert_eq!(process.line(LONG, soon()).unwrap(), b"ready");
    let group = process.id();
    assert!(outside::members(group).len() >= 4);
    drop(process);
    assert_group_is_gone(group);
}

/// The leader of the group may be gone before the others.
#[test]
fn what_a_process_leaves_behind_is_killed() {
    let mut process = start("sleep 60 >/dev/null 2>&1 & echo ready");
    assert_eq!(process.line(LONG, soon()).unwrap(), b"ready");
    assert!(matches!(process.line(LONG, soon()), Err(Fault::Crash { .. })));
    assert_group_is_gone(process.id());
}

#[test]
fn a_process_is_asked_to_end_and_then_made_to() {
    // It says what it heard, and has ended by itself long before its grace is over.
    let mut polite = start("read -r line; echo \"$line\" >&2");
    polite.finish(b"quit\n", LONG);
    assert_eq!(polite.errors(), "quit\n");
    let mut rude = start("while :; do sleep 1; done");
    rude.finish(b"quit\n", SHORT);
    assert_group_is_gone(rude.id());
}

/// `prlimit` keeps a bot from taking all the memory.
#[test]
fn memory_is_limited() {
    needs("prlimit");
    needs("python3");
    let limits = Limits { memory_bytes: Some(400 << 20), ..Limits::default() };
    let greedy = "exec python3 -c 'print(len(bytearray(1 << 20)), flush=True); bytearray(1 << 30)'";
    let mut process = Process::start(&Launch::new(greedy).with_limits(limits)).expect("it starts");
    assert_eq!(process.line(LONG, soon()).unwrap(), b"1048576");
    let fault = process.line(LONG, soon()).unwrap_err();
    assert_eq!(fault.to_string(), "ended with exit status: 1; its last words: MemoryError");
}

#[test]
fn processor_time_is_limited() {
    needs("prlimit");
    let limits = Limits { cpu_seconds: Some(1), ..Limits::default() };
    let mut process =
        Process::start(&Launch::new("while :; do :; done").with_limits(limits)).expect("it starts");
    let fault = process.line(LONG, soon()).unwrap_err();
    assert!(matches!(&fault, Fault::Crash { how, .. } if how.contains("signal")), "{fault}");
}

/// A fork bomb within a limit of processes loses its bot the game, and nothing of it is left. Root has no such limit, so
/// root runs the bot as nobody.
#[test]
fn a_fork_bomb_is_contained() {
    needs("prlimit");
    let bot = "while read -r line; do case $line in \
         *'\"type\":\"hello\"'*) echo '{\"type\":\"hello\",\"protocol\":1,\"name\":\"bomb\"}' ;; \
         *'\"type\":\"new-game\"'*) echo '{\"type\":\"ready\"}' ;; \
         *'\"type\":\"decide\"'*) bomb() { bomb | bomb & }; bomb; sleep 60 ;; \
         esac; done";
    let root = is_root();
    let (command, own) = if root {
        needs("setpriv");
        let quoted = bot.replace('\'', r"'\''");
        (format!("exec setpriv --reuid=65534 --clear-groups sh -c '{quoted}'"), 0)
    } else {
        (bot.to_owned(), threads_of_this_user())
    };
    let limits = Limits { processes: Some(own + 40), ..Limits::default() };
    assert_eq!(limits.warnings().is_empty(), !root);
    let launch = Launch::new(command).with_limits(limits);
    // It never answers: its decisions are missed, or its shell cannot go on and ends.
    let terms = Terms { decision: SHORT, ..terms(OnFault::Random) };
    let mut bot = External::<Carcassonne>::new(launch, terms);
    bot.begin(&game::Game::new(&carcassonne::Options::default()), Seat::A, &setting());
    let group = bot.process_id().unwrap_or_else(|| panic!("it runs: {:?}", bot.last_fault()));
    let (finished, bot) = against_random(bot, 1);
    let counted = finished.faults[Seat::A];
    assert!(counted.total() > 0, "the bomb went off");
    assert_eq!(counted.count(FaultKind::Silence) + counted.count(FaultKind::Crash), counted.total());
    drop(bot);
    assert_group_is_gone(group);
}

fn setting() -> arena::external::Setting {
    arena::external::Setting::new("0", game::Seed(1))
}

fn is_root() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").expect("these tests need /proc");
    let uids = status.lines().find(|line| line.starts_with("Uid:")).expect("a user");
    uids.split_whitespace().nth(2) == Some("0")
}

/// Counts the threads of the user of this process.
fn threads_of_this_user() -> u64 {
    use std::os::unix::fs::MetadataExt;
    let own = std::fs::metadata("/proc/self").expect("these tests need /proc").uid();
    let processes = std::fs::read_dir("/proc").expect("these tests need /proc").flatten();
    let ours = processes.filter(|entry| entry.metadata().is_ok_and(|file| file.uid() == own));
    ours.map(|entry| std::fs::read_dir(entry.path().join("task")).map_or(0, Iterator::count) as u64).sum()
}

/// A limit that leaves no room for any program is a start failure.
#[test]
fn a_limit_may_be_too_small() {
    let limits = Limits { memory_bytes: Some(1 << 20), ..Limits::default() };
    let launch = Launch::new("exec sleep 60").with_limits(limits);
    let (finished, bot) = against_random(External::<Carcassonne>::new(launch, terms(OnFault::Forfeit)), 1);
    assert_eq!(finished.faults[Seat::A], faults(FaultKind::StartFailure, 1), "{:?}", bot.last_fault());
}

/// A process that leaves the group, and one whose parent has ended besides, end with the bot.
#[test]
fn what_has_left_the_group_ends_with_the_bot() {
    needs("setsid");
    for command in [
        "setsid sh -c 'echo $$; exec sleep 600' & cat >/dev/null",
        "setsid sh -c 'sh -c \"echo \\$\\$; exec sleep 600\" & exit 0' & cat >/dev/null",
    ] {
        let mut process = start(command);
        let line = process.line(LONG, soon()).unwrap().to_vec();
        let number: u32 = String::from_utf8(line).unwrap().trim().parse().unwrap();
        let runs = || {
            let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
        };
        assert!(runs(), "{command}");
        drop(process);
        testkit::until("it ends", || !runs());
    }
}

/// The output stays open in another process, and nothing but the end of the first one ends the wait.
#[test]
fn a_process_that_forks_and_ends_has_crashed_at_once() {
    let mut process = start("sleep 600 & exit 3");
    let fault = process.line(LONG, Instant::now() + LONG).unwrap_err();
    assert!(matches!(&fault, Fault::Crash { how, .. } if how.contains('3')), "{fault:?}");
    // What it said before that counts.
    let mut process = start("echo answer; sleep 600 & exit 0");
    assert_eq!(process.line(LONG, Instant::now() + LONG).unwrap(), b"answer");
    assert!(matches!(process.line(LONG, Instant::now() + LONG), Err(Fault::Crash { .. })));
}
