//! The processes that a bot has started, including those that have left its process group.

use rustix::process::{Pid, Signal, kill_process};
use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of passes over the process table: a process may start others while it is being killed.
const ROUNDS: u32 = 16;

/// The variable that a bot's processes inherit.
const VARIABLE: &str = "NEULAND_BOT_PROCESS";

/// The processes of one bot: those that descend from its process, and those that have its mark in the environment in which they
/// were started. A process that clears its environment, leaves the group and loses its parent is not found, and none is on systems
/// without `/proc`: run hostile bots in containers.
#[derive(Debug)]
pub(super) struct Family {
    mark: String,
}

impl Family {
    pub(super) fn new() -> Family {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mut random = RandomState::new().build_hasher();
        random.write_u64(COUNT.fetch_add(1, Ordering::Relaxed));
        Family { mark: format!("{}-{:016x}", std::process::id(), random.finish()) }
    }

    /// Marks the processes that a command starts.
    pub(super) fn mark(&self, command: &mut Command) {
        command.env(VARIABLE, &self.mark);
    }

    /// Kills the family of a process, but not that process itself, which its parent kills and waits for.
    pub(super) fn kill(&self, head: Pid) {
        let mut killed = HashSet::new();
        for _ in 0..ROUNDS {
            let members = self.members(head.as_raw_nonzero().get());
            let mut is_new = false;
            for process in members {
                is_new |= killed.insert(process);
                if let Some(process) = Pid::from_raw(process) {
                    // It may have ended meanwhile.
                    let _ = kill_process(process, Signal::KILL);
                }
            }
            if !is_new {
                return;
            }
        }
    }

    /// The processes of the family that run now.
    fn members(&self, head: i32) -> Vec<i32> {
        let mark = format!("{VARIABLE}={}", self.mark);
        let Ok(listed) = std::fs::read_dir("/proc") else { return Vec::new() };
        let numbers = listed.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
        let all: Vec<(i32, i32)> = numbers.filter_map(|number| Some((number, parent_of(number)?))).collect();
        let is_marked = |number: i32| {
            let environment = std::fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes())
        };
        let marked = all.iter().map(|&(number, _)| number).filter(|&number| is_marked(number));
        let mut family: HashSet<i32> = marked.chain([head]).collect();
        loop {
            let before = family.len();
            let children =
                all.iter().filter(|(_, parent)| family.contains(parent)).map(|&(number, _)| number);
            let children: Vec<i32> = children.collect();
            family.extend(children);
            if family.len() == before {
                break;
            }
        }
        family.remove(&head);
        family.into_iter().collect()
    }
}

/// The parent of a process, unless it is a zombie: those are gone but for their number.
fn parent_of(process: i32) -> Option<i32> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name stands in parentheses and may have any of them in it.
    let (_, rest) = text.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    let state = fields.next()?;
    fields.next()?.parse().ok().filter(|_| state != "Z")
}
