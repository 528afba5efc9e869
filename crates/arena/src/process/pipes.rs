//! A process and the three pipes to it.

use super::family::Family;
use super::tail::Tail;
use super::{Launch, PRLIMIT};
use crate::fault::{Fault, excerpt};
use crate::protocol::LINE_BYTES_MAX;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::array::from_fn;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The most bytes that a process may send before it is asked again: 2 MiB.
pub const FLOOD_BYTES_MAX: usize = 2 << 20;

/// The most unread lines that a process may leave.
pub const FLOOD_LINES_MAX: usize = 64;

/// The size of one read.
const CHUNK: usize = 64 << 10;

/// The time within which a process that has closed its output may still end, instead of counting as one that runs on without
/// output. A process that ends closes its output on the way; on a machine with other work its exit status may come much later.
const ENDING: Duration = Duration::from_secs(2);

/// The time for which the host waits for a process that it has killed.
const UNKILLABLE: Duration = Duration::from_secs(2);

/// A running process that speaks in lines.
///
/// Its process group is killed when it is dropped, and no zombie is left. On Linux so are the processes that left the group, as
/// with `setsid`: see [`Family`].
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// `None` once the host has closed it.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// `None` once the process has closed it.
    stderr: Option<ChildStderr>,
    errors: Tail,
    /// Bytes read and not yet consumed.
    input: Vec<u8>,
    /// The start of the next line in `input`.
    start: usize,
    /// Up to where in `input` no line break was found.
    scanned: usize,
    /// The bytes that were read since [`Process::begin`].
    received: usize,
    /// The exit status, once the group is killed.
    ended: Option<ExitStatus>,
    /// The processes that it has started.
    family: Family,
    /// Becomes readable when the process ends, even if another process still holds its pipes; `None` if the system has no such
    /// descriptor.
    end: Option<OwnedFd>,
    chunk: Box<[u8]>,
}

/// The outcome of a wait.
enum Ready {
    /// The process can be written to, or something was read.
    Some,
    /// The deadline has passed.
    Late,
    /// The process has closed its output.
    Closed,
}

/// The looks at a process until a deadline: any number before it, and one after it. A host that was kept from running
/// past the deadline so still finds the answer that came in time, and a process that dribbles cannot put the end off.
struct Looks {
    deadline: Instant,
    is_over: bool,
}

impl Looks {
    fn until(deadline: Instant) -> Looks {
        Looks { deadline, is_over: false }
    }

    /// The timeout of the next look; `None` after the last one.
    fn next(&mut self) -> Option<Duration> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let was_over = std::mem::replace(&mut self.is_over, left.is_zero());
        (!was_over).then_some(left)
    }
}

impl Process {
    /// Starts a process.
    ///
    /// # Errors
    /// A start failure, if the system cannot start it. A command that the shell cannot find starts, and ends at once.
    pub fn start(launch: &Launch) -> Result<Process, Fault> {
        let failed = |error: io::Error| {
            let is_missing = error.kind() == ErrorKind::NotFound && !launch.limits.is_empty();
            let hint = format!("; limits need the program {PRLIMIT} of util-linux");
            Fault::StartFailure { why: format!("{error}{}", if is_missing { &hint } else { "" }) }
        };
        let (mut command, family) = (launch.to_command(), Family::new());
        family.mark(&mut command);
        let mut child = command.spawn().map_err(failed)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            unreachable!("all three streams are pipes");
        };
        let unblocked = rustix::io::ioctl_fionbio(&stdin, true)
            .and_then(|()| rustix::io::ioctl_fionbio(&stdout, true))
            .and_then(|()| rustix::io::ioctl_fionbio(&stderr, true));
        let end = end_of(Pid::from_child(&child));
        let process = Process {
            child,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            errors: Tail::default(),
            input: Vec::new(),
            start: 0,
            scanned: 0,
            received: 0,
            ended: None,
            family,
            end,
            chunk: vec![0; CHUNK].into(),
        };
        match unblocked {
            Ok(()) => Ok(process),
            Err(errno) => Err(failed(errno.into())),
        }
    }

    /// The process id of the group.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The last 64 KiB that the process wrote to its standard error, as far as they were read. The host reads while it
    /// waits for the process.
    #[must_use]
    pub fn errors(&self) -> String {
        self.errors.text()
    }

    /// The standard error as far as it was written, without waiting for more.
    pub(crate) fn tail(&mut self) -> &Tail {
        self.read_errors();
        &self.errors
    }

    /// Marks where the standard error of a game begins.
    pub(crate) fn mark_errors(&mut self) {
        self.read_errors();
        self.errors.mark();
    }

    /// Kills the process group, and returns what it has written to its standard error.
    pub(crate) fn into_tail(mut self) -> Tail {
        self.kill();
        self.read_errors();
        std::mem::take(&mut self.errors)
    }

    /// Starts to count anew how much the process sends, and reads what is there already.
    ///
    /// # Errors
    /// A crash or a flood.
    pub fn begin(&mut self) -> Result<(), Fault> {
        self.received = self.input.len() - self.start;
        self.drain()
    }

    /// Sends bytes, and reads meanwhile, so that neither side waits for the other one's pipe.
    ///
    /// # Errors
    /// A crash, a flood, or silence if the process has not read all of it by the deadline.
    pub fn send(&mut self, mut bytes: &[u8], waited: Duration, deadline: Instant) -> Result<(), Fault> {
        let mut looks = Looks::until(deadline);
        while !bytes.is_empty() {
            let Some(stdin) = &mut self.stdin else { return Err(self.crash()) };
            match stdin.write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => match self.wait(true, &mut looks)? {
                    Ready::Some => {}
                    Ready::Late => return Err(self.missed(Fault::Silence { waited, heard: false })),
                    Ready::Closed => return Err(self.crash()),
                },
                // What it said before it ended is not an answer to what it never read.
                Err(_) => return Err(self.crash()),
            }
        }
        Ok(())
    }

    /// The next line that is not blank, without its line break.
    ///
    /// # Errors
    /// A crash, a flood, a line that is too long, or silence if no line is complete by the deadline.
    pub fn line(&mut self, waited: Duration, deadline: Instant) -> Result<&[u8], Fault> {
        let mut looks = Looks::until(deadline);
        loop {
            match self.take_line()? {
                Some((from, to)) if self.input[from..to].iter().all(u8::is_ascii_whitespace) => {}
                Some((from, to)) => return Ok(&self.input[from..to]),
                None => match self.wait(false, &mut looks)? {
                    Ready::Some => {}
                    Ready::Late => return Err(self.missed(Fault::Silence { waited, heard: true })),
                    Ready::Closed => return Err(self.crash()),
                },
            }
        }
    }

    /// The next line that was read already and is not blank, without its line break.
    ///
    /// # Errors
    /// A line that is too long.
    pub fn line_at_hand(&mut self) -> Result<Option<&[u8]>, Fault> {
        while let Some((from, to)) = self.take_line()? {
            if !self.input[from..to].iter().all(u8::is_ascii_whitespace) {
                return Ok(Some(&self.input[from..to]));
            }
        }
        Ok(None)
    }

    /// Reads what is there, without waiting, and fails if more than [`FLOOD_LINES_MAX`] lines are unread then.
    ///
    /// # Errors
    /// A crash or a flood.
    pub fn drain(&mut self) -> Result<(), Fault> {
        loop {
            match self.read_output()? {
                Ready::Some => {}
                Ready::Late => break,
                // Complete lines before the end are read first; the next wait finds the end again.
                Ready::Closed => break,
            }
        }
        let lines = self.input[self.start..].iter().filter(|&&byte| byte == b'\n').count();
        if lines > FLOOD_LINES_MAX { Err(Fault::Flood { bytes: self.received }) } else { Ok(()) }
    }

    /// Whether the process has ended; it may still have processes in its group.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // The child is not waited for: while it is a zombie its id, and so that of the group, is not given away.
        self.ended.is_some() || !matches!(waitid(WaitId::Pid(self.group()), options), Ok(None))
    }

    /// Lets the process end by itself: sends `last`, closes its input, and waits at most so long. Then kills the group.
    pub fn finish(&mut self, last: &[u8], grace: Duration) {
        let deadline = Instant::now() + grace;
        let heard = self.send(last, grace, deadline).is_ok();
        self.stdin = None;
        while heard && !self.has_ended() && Instant::now() < deadline {
            // What it still says is read, so that it does not block.
            self.forget();
            self.received = 0;
            let soon = deadline.min(Instant::now() + Duration::from_millis(20));
            if !matches!(self.wait(false, &mut Looks::until(soon)), Ok(Ready::Some | Ready::Late)) {
                sleep(Duration::from_millis(1));
            }
        }
        self.kill();
        self.read_errors();
    }

    /// Closes the input of the process. Its output can still be read.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// The part of an incomplete line that was read.
    #[must_use]
    pub fn incomplete(&self) -> &[u8] {
        let rest = &self.input[self.start..];
        &rest[rest.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)..]
    }

    /// Drops the complete lines that were read and not taken.
    pub fn forget(&mut self) {
        let end = self.input.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        if end > self.start {
            self.input.drain(..end);
            (self.start, self.scanned) = (0, 0);
        }
    }

    /// Kills the process group and waits for the process. Idempotent.
    pub fn kill(&mut self) {
        if self.ended.is_some() {
            return;
        }
        // As long as the leader runs, what descends from it can be told by that.
        self.family.kill(self.group());
        // The group may be gone already; only its leader is sure to be there, as a zombie at least.
        let _ = kill_process_group(self.group(), Signal::KILL);
        self.family.kill(self.group());
        let _ = self.child.kill();
        // A process that became another user's cannot be killed; the host does not wait for it for ever.
        let deadline = Instant::now() + UNKILLABLE;
        while self.ended.is_none() && Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(None) => sleep(Duration::from_micros(200)),
                Ok(ended) => self.ended = ended,
                Err(_) => break,
            }
        }
    }

    fn group(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// The fault of a process that has missed its deadline: a crash if it has ended. What a process did tells the two
    /// apart, not whether the host looked before or after the deadline.
    fn missed(&mut self, silence: Fault) -> Fault {
        if self.has_ended() { self.crash() } else { silence }
    }

    /// Describes the crash, after killing the group.
    fn crash(&mut self) -> Fault {
        let deadline = Instant::now() + ENDING;
        while !self.has_ended() && Instant::now() < deadline {
            sleep(Duration::from_millis(1));
        }
        let ended = self.has_ended();
        self.kill();
        self.read_errors();
        let status = self.ended.filter(|_| ended);
        let how = status.map_or("closed its standard input or output".to_owned(), |status| {
            format!("ended with {status}")
        });
        let is_success = status.is_some_and(|status| status.success());
        Fault::Crash { how, is_success, last_words: excerpt(&self.errors.last_line()) }
    }

    /// Takes the next line from what was read: its range without the line break.
    fn take_line(&mut self) -> Result<Option<(usize, usize)>, Fault> {
        let unscanned = &self.input[self.scanned..];
        let Some(length) = unscanned.iter().position(|&byte| byte == b'\n') else {
            self.scanned = self.input.len();
            if self.input.len() - self.start >= LINE_BYTES_MAX {
                return Err(Fault::TooLong { limit: LINE_BYTES_MAX });
            }
            if self.start > 0 {
                self.input.drain(..self.start);
                (self.start, self.scanned) = (0, self.input.len());
            }
            return Ok(None);
        };
        let (from, to) = (self.start, self.scanned + length);
        (self.start, self.scanned) = (to + 1, to + 1);
        if to + 1 - from > LINE_BYTES_MAX {
            return Err(Fault::TooLong { limit: LINE_BYTES_MAX });
        }
        Ok(Some((from, to)))
    }

    /// Waits until the process says something or, if `writing`, can be written to, and reads what it says.
    ///
    /// What is there when the host looks counts, even if the host itself first looks after the deadline.
    fn wait(&mut self, writing: bool, looks: &mut Looks) -> Result<Ready, Fault> {
        loop {
            let Some(left) = looks.next() else { return Ok(Ready::Late) };
            let timeout = Timespec::try_from(left).ok();
            let mut fds: [PollFd<'_>; 4] = from_fn(|_| PollFd::new(&self.stdout, PollFlags::IN));
            let mut count = 1;
            if let Some(stderr) = &self.stderr {
                fds[count] = PollFd::new(stderr, PollFlags::IN);
                count += 1;
            }
            let end = self.end.as_ref().map(|end| {
                fds[count] = PollFd::new(end, PollFlags::IN);
                count += 1;
                count - 1
            });
            // That the process has closed its input is reported without being asked for.
            if let Some(stdin) = &self.stdin {
                let wanted = if writing { PollFlags::OUT } else { PollFlags::empty() };
                fds[count] = PollFd::new(stdin, wanted);
                count += 1;
            }
            match poll(&mut fds[..count], timeout.as_ref()) {
                Ok(0) => return Ok(Ready::Late),
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(errno) => {
                    let how = format!("cannot be waited for: {errno}");
                    return Err(Fault::Crash { how, is_success: false, last_words: String::new() });
                }
            }
            let spoke = !fds[0].revents().is_empty();
            let complained = self.stderr.is_some() && !fds[1].revents().is_empty();
            let has_ended = end.is_some_and(|at| !fds[at].revents().is_empty());
            let input = if self.stdin.is_some() { fds[count - 1].revents() } else { PollFlags::empty() };
            if complained {
                self.read_errors();
            }
            if spoke {
                match self.read_output()? {
                    Ready::Late => {}
                    ready => return Ok(ready),
                }
            }
            // Another process may still hold its pipes, but the bot itself will not write any more.
            if has_ended {
                return match self.read_output()? {
                    Ready::Some => Ok(Ready::Some),
                    Ready::Late | Ready::Closed => Ok(Ready::Closed),
                };
            }
            if input.contains(PollFlags::OUT) {
                return Ok(Ready::Some);
            }
            if !input.is_empty() {
                return Ok(Ready::Closed);
            }
        }
    }

    /// Reads once from the output; late if there is nothing.
    fn read_output(&mut self) -> Result<Ready, Fault> {
        match self.stdout.read(&mut self.chunk) {
            Ok(0) => Ok(Ready::Closed),
            Ok(read) => {
                self.received += read;
                if self.received > FLOOD_BYTES_MAX {
                    return Err(Fault::Flood { bytes: self.received });
                }
                self.input.extend_from_slice(&self.chunk[..read]);
                Ok(Ready::Some)
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                Ok(Ready::Late)
            }
            Err(_) => Ok(Ready::Closed),
        }
    }

    /// Reads some of the standard error: a process that writes without end is not read without end.
    fn read_errors(&mut self) {
        for _ in 0..16 {
            let Some(stderr) = &mut self.stderr else { return };
            match stderr.read(&mut self.chunk) {
                Ok(0) => self.stderr = None,
                Ok(read) => self.errors.push(&self.chunk[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.stderr = None,
            }
        }
    }
}

/// A descriptor that becomes readable when the process ends; `None` if the system has none.
#[cfg(target_os = "linux")]
fn end_of(process: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(process, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn end_of(_: Pid) -> Option<OwnedFd> {
    None
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
