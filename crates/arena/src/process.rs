//! The process of a bot: how it is started, what limits it, and the pipes to it.
//!
//! [`Process`] moves lines, and knows no message. Everything it does ends by a deadline and in bounded memory, whatever the
//! process does. The thread that asks is the thread that reads and writes: nothing is handed over to another one.

mod family;
mod pipes;
mod tail;

pub use pipes::{FLOOD_BYTES_MAX, FLOOD_LINES_MAX, Process};
pub use tail::STDERR_BYTES_MAX;
pub(crate) use tail::Tail;

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The command and the limits of a bot process.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Launch {
    /// The command line, which `sh -c` runs.
    pub command: String,
    /// The directory that it runs in; `None` is that of the host.
    pub directory: Option<PathBuf>,
    /// The limits of the process.
    pub limits: Limits,
}

impl Launch {
    /// This command line in the host's directory, without limits.
    #[must_use]
    pub fn new(command: impl Into<String>) -> Launch {
        Launch { command: command.into(), directory: None, limits: Limits::default() }
    }

    /// This launch with these limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Launch {
        Launch { limits, ..self }
    }

    /// The command that runs it: in a process group of its own, with pipes to all three standard streams.
    fn to_command(&self) -> Command {
        use std::os::unix::process::CommandExt;

        let shell = ["sh", "-c", &self.command];
        let arguments = self.limits.to_arguments();
        let mut command = if arguments.is_empty() {
            let mut command = Command::new(shell[0]);
            command.args(&shell[1..]);
            command
        } else {
            let mut command = Command::new(PRLIMIT);
            command.args(arguments).args(shell);
            command
        };
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// The program that limits a process, of util-linux.
const PRLIMIT: &str = "prlimit";

/// Resource limits for the processes of a bot; `None` is no limit beside those of the host. The operating system enforces them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// The address space of each process in bytes (`RLIMIT_AS`).
    pub memory_bytes: Option<u64>,
    /// The processor time of each process in seconds, over its whole life (`RLIMIT_CPU`). What exceeds it is killed.
    pub cpu_seconds: Option<u64>,
    /// The number of processes and threads of the user who runs the bot, including those outside the bot (`RLIMIT_NPROC`). It has
    /// no effect on root.
    pub processes: Option<u64>,
}

impl Limits {
    /// Whether anything is limited.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Limits::default()
    }

    /// Warnings for the person who sets these limits: those that have no effect here.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.processes.is_some() && rustix::process::geteuid().is_root() {
            warnings.push(
                "the limit of processes has no effect on bots that run as root; run them as another user, for \
                 example with `setpriv --reuid=65534 --regid=65534 --clear-groups COMMAND`"
                    .to_owned(),
            );
        }
        warnings
    }

    fn to_arguments(self) -> Vec<String> {
        let limits = [("as", self.memory_bytes), ("cpu", self.cpu_seconds), ("nproc", self.processes)];
        limits.iter().filter_map(|(name, limit)| limit.map(|limit| format!("--{name}={limit}"))).collect()
    }
}
