//! The conversation with the process of a bot.

use crate::fault::{Fault, excerpt};
use crate::process::{FLOOD_LINES_MAX, Launch, Process, Tail};
use crate::protocol::{Action, BotHello, BotMessage, HostHello, HostMessage, VERSION, VERSIONS, line};
use std::time::{Duration, Instant};

/// The name and version that this host gives itself.
pub(crate) const HOST: &str = concat!("neuland ", env!("CARGO_PKG_VERSION"));

/// The most decisions of a game that the host has settled and the bot may still answer late.
const SETTLED_MAX: usize = 64;

/// The most characters of the name of a bot.
pub(crate) const NAME_CHARS_MAX: usize = 64;

/// A bot that has introduced itself.
#[derive(Debug)]
pub(super) struct Session {
    process: Process,
    hello: BotHello,
    /// Decisions of this game that the host has settled without the bot, whose late answers it ignores.
    settled: Vec<u32>,
    /// Whether the game goes on after a fault before the bot's `ready`, which may still come.
    owes_ready: bool,
    /// Whether a fault was noticed in this game, so that lines of it may still come.
    is_out_of_step: bool,
}

impl Session {
    /// Starts the process and exchanges `hello`.
    ///
    /// # Errors
    /// A start failure, and what the process wrote to its standard error.
    pub(super) fn start(launch: &Launch, patience: Duration) -> Result<Session, (Fault, Tail)> {
        let mut process = Process::start(launch).map_err(|fault| (fault, Tail::default()))?;
        match introduce(&mut process, patience) {
            Ok(hello) => {
                let settled = Vec::new();
                Ok(Session { process, hello, settled, owes_ready: false, is_out_of_step: false })
            }
            Err(fault) => Err((fault.at_start(), process.into_tail())),
        }
    }

    /// The bot's introduction.
    pub(super) fn hello(&self) -> &BotHello {
        &self.hello
    }

    pub(super) fn process(&self) -> &Process {
        &self.process
    }

    /// The end of the standard error of the process.
    pub(super) fn tail(&mut self) -> &Tail {
        self.process.tail()
    }

    /// Marks where the standard error of the next game begins.
    pub(super) fn mark_errors(&mut self) {
        self.process.mark_errors();
    }

    /// Announces a game and waits until the bot is ready. Actions for the game before are ignored, and all that it still says
    /// about a game in which it was at fault.
    ///
    /// # Errors
    /// A fault other than an illegal action.
    pub(super) fn begin(&mut self, message: &[u8], patience: Duration) -> Result<(), Fault> {
        self.settled.clear();
        let was_out_of_step = std::mem::take(&mut self.is_out_of_step);
        self.owes_ready = false;
        let deadline = Instant::now() + patience;
        self.try_begin(message, patience, deadline, was_out_of_step).map_err(|fault| {
            let fault = self.unless_worse(fault);
            // A `ready` that is still on its way must not be taken for that of the next game.
            self.owes_ready = fault.kind().breaks_process() || !self.hears_ready(patience, deadline);
            self.process.forget();
            fault
        })
    }

    /// Waits for the bot's `ready` behind what it should not have said; whether it came.
    fn hears_ready(&mut self, patience: Duration, deadline: Instant) -> bool {
        (0..FLOOD_LINES_MAX)
            .map_while(|_| self.process.line(patience, deadline).ok().map(BotMessage::read))
            .any(|message| matches!(message, Ok(BotMessage::Ready)))
    }

    fn try_begin(
        &mut self,
        message: &[u8],
        patience: Duration,
        deadline: Instant,
        was_out_of_step: bool,
    ) -> Result<(), Fault> {
        self.process.begin()?;
        let unasked = if was_out_of_step { Ok(()) } else { self.unasked() };
        self.process.forget();
        self.process.send(message, patience, deadline)?;
        unasked?;
        loop {
            match read(self.process.line(patience, deadline)?)? {
                BotMessage::Ready => return Ok(()),
                BotMessage::Action(_) => {}
                other @ BotMessage::Hello(_) => return Err(unexpected(&other, "ready")),
            }
        }
    }

    /// Reads the lines that came before the game was announced: actions belong to the game before, anything else is a fault.
    fn unasked(&mut self) -> Result<(), Fault> {
        while let Some(line) = self.process.line_at_hand()? {
            match read(line)? {
                BotMessage::Action(_) => {}
                other => return Err(unexpected(&other, "nothing")),
            }
        }
        Ok(())
    }

    /// A fault was noticed. What else the bot sent is not judged line by line, but it must not be endless.
    fn fault_noticed(&mut self, fault: Fault) -> Fault {
        let fault = self.unless_worse(fault);
        self.process.forget();
        fault
    }

    /// The fault that was noticed, unless what the bot has sent behind it is endless. It stays to be read.
    fn unless_worse(&mut self, fault: Fault) -> Fault {
        self.is_out_of_step = true;
        if fault.kind().breaks_process() { fault } else { self.process.drain().err().unwrap_or(fault) }
    }

    /// Sends messages that the bot does not answer.
    ///
    /// # Errors
    /// A crash, a flood, or silence.
    pub(super) fn tell(&mut self, messages: &[u8], patience: Duration) -> Result<(), Fault> {
        self.process.send(messages, patience, Instant::now() + patience)
    }

    /// Sends messages of which the last one asks for this decision, and waits for the answer.
    ///
    /// # Errors
    /// A fault. The decision is then settled: a late answer to it is ignored.
    pub(super) fn ask(
        &mut self,
        messages: &[u8],
        decision: u32,
        patience: Duration,
    ) -> Result<Action, Fault> {
        self.try_ask(messages, decision, patience).map_err(|fault| {
            if self.settled.len() == SETTLED_MAX {
                self.settled.remove(0);
            }
            self.settled.push(decision);
            self.fault_noticed(fault)
        })
    }

    fn try_ask(&mut self, messages: &[u8], decision: u32, patience: Duration) -> Result<Action, Fault> {
        let deadline = Instant::now() + patience;
        self.process.begin()?;
        while let Some(line) = self.process.line_at_hand()? {
            let message = read(line)?;
            if !self.is_late(&message) {
                return Err(unexpected(&message, "nothing"));
            }
        }
        self.process.send(messages, patience, deadline)?;
        loop {
            match read(self.process.line(patience, deadline)?)? {
                BotMessage::Action(action) if action.decision == decision => {
                    return Ok(action.within_limits());
                }
                message if self.is_late(&message) => {}
                message => return Err(unexpected(&message, &format!("an action for decision {decision}"))),
            }
        }
    }

    /// Whether the message answers something that the host has settled: a decision, or the announcement of the game; one such
    /// answer is allowed.
    fn is_late(&mut self, message: &BotMessage) -> bool {
        if matches!(message, BotMessage::Ready) {
            return std::mem::take(&mut self.owes_ready);
        }
        let BotMessage::Action(action) = message else { return false };
        let found = self.settled.iter().position(|&decision| decision == action.decision);
        found.is_some_and(|at| {
            self.settled.remove(at);
            true
        })
    }

    /// Kills the process, and returns what it has written to its standard error.
    pub(super) fn kill(self) -> Tail {
        self.process.into_tail()
    }

    /// Asks the process to end, and kills what is left of its group after `grace`. Returns what it has written to its standard error.
    pub(super) fn quit(mut self, grace: Duration) -> Tail {
        self.process.finish(line(&HostMessage::<(), ()>::Quit).as_bytes(), grace);
        self.process.into_tail()
    }
}

/// Exchanges `hello`.
fn introduce(process: &mut Process, patience: Duration) -> Result<BotHello, Fault> {
    let deadline = Instant::now() + patience;
    let ours = HostHello { protocol: VERSION, protocols: VERSIONS.to_vec(), host: HOST.to_owned() };
    process.begin()?;
    process.send(line(&HostMessage::<(), ()>::Hello(ours)).as_bytes(), patience, deadline)?;
    let hello = match read(process.line(patience, deadline)?)? {
        BotMessage::Hello(hello) => hello,
        other => return Err(unexpected(&other, "hello")),
    };
    let refused = |why: String| Err(Fault::StartFailure { why });
    if !VERSIONS.contains(&hello.protocol) {
        return refused(format!("it speaks protocol {}; this host speaks {VERSIONS:?}", hello.protocol));
    }
    if hello.name.is_empty() || hello.name.chars().count() > NAME_CHARS_MAX {
        return refused(format!("its name must have 1 to {NAME_CHARS_MAX} characters"));
    }
    Ok(hello)
}

/// A line as a message.
fn read(line: &[u8]) -> Result<BotMessage, Fault> {
    BotMessage::read(line)
        .map_err(|why| Fault::Garbage { why, line: excerpt(&String::from_utf8_lossy(line)) })
}

pub(crate) fn unexpected(message: &BotMessage, expected: &str) -> Fault {
    let sent = match message {
        BotMessage::Hello(_) => "hello".to_owned(),
        BotMessage::Ready => "ready".to_owned(),
        BotMessage::Action(action) => format!("an action for decision {}", action.decision),
    };
    Fault::WrongDecision { sent, expected: expected.to_owned() }
}
