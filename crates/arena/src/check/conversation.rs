//! A conversation with one process of the bot, in which every deviation is noted.

use super::manner::{Manner, UNKNOWN_TYPE};
use super::problem::Problem;
use super::rule::Check;
use super::{Settings, Severity};
use crate::external::{HOST, NAME_CHARS_MAX, millis, unexpected};
use crate::fault::{Fault, FaultKind, OnFault, excerpt};
use crate::process::{Launch, Process};
use crate::protocol::{
    Action, BotHello, BotMessage, CANDIDATES_MAX, COMMENT_CHARS_MAX, FaultNotice, HostHello, HostMessage,
    VERSION, VERSIONS, line,
};
use shelf::GameKind;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The time for which the host waits for unsolicited output.
const UNASKED: Duration = Duration::from_millis(20);

/// The pause between two pieces of a line.
const PIECE_PAUSE: Duration = Duration::from_millis(2);

/// The number of questions of a conversation that are slow, or come in pieces.
const ODD_QUESTIONS: u32 = 4;

/// A finding that is not yet attributed to a game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Note {
    pub(super) check: Check,
    pub(super) severity: Severity,
    pub(super) problem: Problem,
    /// The last message of the host, shortened.
    pub(super) sent: Option<String>,
    /// The line of the bot, shortened.
    pub(super) line: Option<String>,
}

/// The conversation cannot go on; the reason has been noted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop;

/// The answer that the host waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Awaited {
    Hello,
    Ready,
    Action,
}

impl Awaited {
    /// The check that a fault counts for.
    fn check(self, fault: &Fault) -> Check {
        match (fault, self) {
            (Fault::Garbage { .. } | Fault::Flood { .. } | Fault::TooLong { .. }, _) => Check::Messages,
            (Fault::IllegalAction { .. }, _) => Check::Legal,
            (Fault::StartFailure { .. }, _) | (_, Awaited::Hello) => Check::Start,
            (Fault::WrongDecision { .. }, _) => Check::Answers,
            (Fault::Crash { .. } | Fault::Silence { .. }, Awaited::Ready) => Check::Ready,
            (Fault::Crash { .. }, Awaited::Action) => Check::Running,
            (Fault::Silence { .. }, Awaited::Action) => Check::Time,
        }
    }
}

/// The conversation.
pub(super) struct Conversation {
    process: Process,
    hello: BotHello,
    pub(super) manner: Manner,
    decision: Duration,
    start: Duration,
    slowness: Duration,
    end: Duration,
    sent: String,
    /// The number of questions since the last game began.
    questions: u32,
    /// The number of games it was ready for.
    games: u32,
    /// Whether the process ended after a game, which it may.
    pub(super) is_over: bool,
    /// Whether a line that is no message stands in the place of an awaited answer.
    garbled: bool,
    pub(super) notes: Vec<Note>,
}

impl Conversation {
    /// Starts the process and exchanges `hello`.
    pub(super) fn start(settings: &Settings, manner: Manner) -> Result<Conversation, Vec<Note>> {
        let launch = Launch::new(settings.command.clone());
        let process = Process::start(&launch).map_err(|fault| {
            let check = Check::Start;
            vec![Note {
                check,
                severity: Severity::Fail,
                problem: Problem::Fault(fault),
                sent: None,
                line: None,
            }]
        })?;
        let mut talk = Conversation {
            process,
            hello: BotHello::new(""),
            manner,
            decision: settings.decision,
            start: settings.start,
            slowness: settings.slowness,
            end: settings.end,
            sent: String::new(),
            questions: 0,
            games: 0,
            is_over: false,
            garbled: false,
            notes: Vec::new(),
        };
        match talk.introduce() {
            Ok(()) => Ok(talk),
            Err(Stop) => Err(talk.notes),
        }
    }

    /// The bot's introduction.
    pub(super) fn hello(&self) -> &BotHello {
        &self.hello
    }

    /// The time limit reported to the bot, in milliseconds.
    pub(super) fn limit_ms(&self) -> Option<u64> {
        (self.manner != Manner::NoClock).then(|| millis(self.decision))
    }

    fn introduce(&mut self) -> Result<(), Stop> {
        let deadline = Instant::now() + self.start;
        let newer = VERSION + 98;
        let (protocol, protocols) = match self.manner {
            Manner::NewerHost => (newer, VERSIONS.iter().copied().chain([newer]).collect()),
            _ => (VERSION, VERSIONS.to_vec()),
        };
        let ours = HostHello { protocol, protocols: protocols.clone(), host: HOST.to_owned() };
        self.send(Awaited::Hello, &HostMessage::Hello(ours), deadline)?;
        let (message, text) = self.answer(Awaited::Hello, self.start, deadline)?;
        let BotMessage::Hello(hello) = message else {
            let fault = unexpected(&message, "hello");
            return self.stop(Check::Start, Problem::Fault(fault), Some(text));
        };
        self.hello = hello;
        let said = self.hello.protocol;
        if said != VERSION {
            return self.stop(Check::Version, Problem::Version { said, offered: protocols }, Some(text));
        }
        let characters = self.hello.name.chars().count();
        if characters == 0 || characters > NAME_CHARS_MAX {
            self.note(Check::Hello, Problem::NameLength { characters }, Some(text.clone()));
        }
        for name in self.hello.games.clone().unwrap_or_default() {
            if !GameKind::ALL.iter().any(|kind| kind.name() == name) {
                self.warn(Check::Games, Problem::UnknownGame { name }, Some(text.clone()));
            }
        }
        if !GameKind::ALL.iter().any(|kind| self.hello.plays(kind.name())) {
            return self.stop(Check::Games, Problem::PlaysNone, Some(text));
        }
        Ok(())
    }

    /// Announces a game and waits until the bot is ready.
    pub(super) fn begin(&mut self, message: &HostMessage) -> Result<(), Stop> {
        let deadline = Instant::now() + self.start;
        self.questions = 0;
        self.garbled = false;
        self.process.begin().or_else(|fault| self.fault(Awaited::Ready, fault))?;
        self.expect_silence(Duration::ZERO)?;
        self.send(Awaited::Ready, message, deadline)?;
        let (message, text) = self.answer(Awaited::Ready, self.start, deadline)?;
        match message {
            BotMessage::Ready => {
                self.games += 1;
                Ok(())
            }
            other => {
                let fault = unexpected(&other, "ready");
                self.stop(Check::Answers, Problem::Fault(fault), Some(text))
            }
        }
    }

    /// Sends messages that want no answer, as lines.
    pub(super) fn tell(&mut self, lines: &[String]) -> Result<(), Stop> {
        let deadline = Instant::now() + self.decision;
        lines.iter().try_for_each(|line| self.send_line(Awaited::Action, line.clone(), deadline))
    }

    /// Sends the bot events and asks for an action. Returns it with the time that it took.
    pub(super) fn ask(
        &mut self,
        events: &[String],
        question: String,
        decision: u32,
    ) -> Result<(Action, Duration), Stop> {
        self.process.begin().or_else(|fault| self.fault(Awaited::Action, fault))?;
        self.expect_silence(Duration::ZERO)?;
        let started = Instant::now();
        let deadline = started + self.decision;
        self.questions += 1;
        self.garbled = false;
        self.tell(events)?;
        self.send_line(Awaited::Action, question, deadline)?;
        let is_slow = self.manner == Manner::SlowHost && self.questions <= ODD_QUESTIONS;
        if is_slow {
            sleep(self.slowness);
        }
        let (message, text) = self.answer(Awaited::Action, self.decision, deadline.max(Instant::now()))?;
        let took = started.elapsed();
        let action = match message {
            BotMessage::Action(action) if action.decision == decision => action,
            other => {
                let fault = unexpected(&other, &format!("an action for decision {decision}"));
                return self.stop(Check::Answers, Problem::Fault(fault), Some(text));
            }
        };
        self.look_at_remarks(&action, &text);
        if is_slow {
            self.expect_silence(UNASKED)?;
        }
        self.tell_of_a_fault()?;
        Ok((action, took))
    }

    /// Tells the bot after some answers that they were faults, if that is the manner.
    fn tell_of_a_fault(&mut self) -> Result<(), Stop> {
        let (kind, clause) = match self.questions {
            2 => (FaultKind::IllegalAction, Some("CHECK-FAULT-1")),
            4 => (FaultKind::Silence, None),
            _ => return Ok(()),
        };
        if self.manner != Manner::Faults {
            return Ok(());
        }
        let notice = FaultNotice {
            kind,
            message: "this is a check of how the bot takes a fault".to_owned(),
            clause: clause.map(Into::into),
            consequence: OnFault::Random,
        };
        self.send(Awaited::Action, &HostMessage::Fault(notice), Instant::now() + self.decision)
    }

    fn look_at_remarks(&mut self, action: &Action, text: &str) {
        let characters = action.comment.as_ref().map_or(0, |comment| comment.chars().count());
        if characters > COMMENT_CHARS_MAX {
            self.warn(Check::Remarks, Problem::LongComment { characters }, Some(text.to_owned()));
        }
        let count = action.candidates.as_ref().map_or(0, Vec::len);
        if count > CANDIDATES_MAX {
            self.warn(Check::Remarks, Problem::ManyCandidates { count }, Some(text.to_owned()));
        }
        let mut values = action.evaluation.iter().flat_map(|seats| seats.values());
        if let Some(value) = values.find(|value| !(0.0..=1.0).contains(*value)) {
            let value = value.to_string();
            self.warn(Check::Remarks, Problem::NoProbability { value }, Some(text.to_owned()));
        }
    }

    /// Fails if the bot says something unasked within this time.
    pub(super) fn expect_silence(&mut self, time: Duration) -> Result<(), Stop> {
        let deadline = Instant::now() + time;
        loop {
            let found = if time.is_zero() {
                self.process.line_at_hand().map(|line| line.map(<[u8]>::to_vec))
            } else {
                match self.process.line(time, deadline) {
                    Ok(line) => Ok(Some(line.to_vec())),
                    // A process may end after a game; the next message finds that out.
                    Err(Fault::Silence { .. } | Fault::Crash { .. }) => Ok(None),
                    Err(fault) => Err(fault),
                }
            };
            let Some(found) = found.or_else(|fault| self.fault(Awaited::Action, fault).map(|()| None))?
            else {
                return Ok(());
            };
            let text = shown(&found);
            match BotMessage::read(&found) {
                Ok(message) => {
                    let fault = unexpected(&message, "nothing");
                    return self.stop(Check::Answers, Problem::Fault(fault), Some(text));
                }
                Err(why) => self.note_garbage(why, text),
            }
        }
    }

    /// Whether the bot stays quiet for a moment after the last message to it.
    pub(super) fn settle(&mut self) -> Result<(), Stop> {
        self.expect_silence(UNASKED)
    }

    /// The number of games it was ready for.
    pub(super) fn games(&self) -> u32 {
        self.games
    }

    /// Ends the conversation as a match does.
    pub(super) fn quit(mut self) -> Vec<Note> {
        self.process.finish(line(&HostMessage::<(), ()>::Quit).as_bytes(), self.end);
        self.notes
    }

    /// Ends the conversation with `quit`, or by closing the input alone, and looks whether the process ends by itself.
    pub(super) fn end_by(mut self, check: Check) -> Vec<Note> {
        let patience = self.end * 4;
        let started = Instant::now();
        let deadline = started + patience;
        self.sent.clear();
        if check == Check::Quit {
            if self.send(Awaited::Action, &HostMessage::Quit, deadline).is_err() {
                return self.notes;
            }
        } else {
            self.process.close_input();
        }
        while !self.process.has_ended() && Instant::now() < deadline {
            let _ = self.process.begin();
            self.process.forget();
            sleep(Duration::from_millis(2));
        }
        let took = started.elapsed();
        if !self.process.has_ended() {
            self.note(check, Problem::GoesOn { waited: patience }, None);
        } else if took > self.end {
            self.warn(check, Problem::SlowEnd { took }, None);
        }
        self.notes
    }

    fn send(&mut self, awaited: Awaited, message: &HostMessage, deadline: Instant) -> Result<(), Stop> {
        self.send_line(awaited, line(message), deadline)
    }

    fn send_line(&mut self, awaited: Awaited, line: String, deadline: Instant) -> Result<(), Stop> {
        let line = self.manner.dress(line);
        self.sent = excerpt(line.trim());
        let around = if self.manner == Manner::UnknownTypes { UNKNOWN_TYPE } else { "" };
        let is_last = line.starts_with(r#"{"type":"quit""#);
        let bytes = format!("{around}{line}{}", if is_last { "" } else { around });
        if self.manner == Manner::Pieces && self.questions <= ODD_QUESTIONS {
            return self.send_pieces(awaited, bytes.as_bytes(), deadline);
        }
        let patience = self.patience(awaited);
        self.process.send(bytes.as_bytes(), patience, deadline).or_else(|fault| self.fault(awaited, fault))
    }

    fn send_pieces(&mut self, awaited: Awaited, bytes: &[u8], deadline: Instant) -> Result<(), Stop> {
        let (patience, third) = (self.patience(awaited), bytes.len() / 3);
        let ends = [0, 1, third, 2 * third, bytes.len() - 1, bytes.len()];
        for ends in ends.windows(2) {
            let piece = &bytes[ends[0]..ends[1].max(ends[0])];
            self.process.send(piece, patience, deadline).or_else(|fault| self.fault(awaited, fault))?;
            sleep(PIECE_PAUSE);
        }
        Ok(())
    }

    fn patience(&self, awaited: Awaited) -> Duration {
        if awaited == Awaited::Action { self.decision } else { self.start }
    }

    /// The next message, and its line, shortened. Lines that are no messages are noted and passed over.
    fn answer(
        &mut self,
        awaited: Awaited,
        patience: Duration,
        deadline: Instant,
    ) -> Result<(BotMessage, String), Stop> {
        loop {
            let line = match self.process.line(patience, deadline) {
                Ok(line) => line.to_vec(),
                Err(fault) => return self.fault(awaited, fault).and(Err(Stop)),
            };
            match BotMessage::read(&line) {
                Ok(message) => return Ok((message, shown(&line))),
                Err(why) => self.note_garbage(why, shown(&line)),
            }
        }
    }

    fn note_garbage(&mut self, why: String, text: String) {
        self.garbled = true;
        let fault = Fault::Garbage { why, line: text.clone() };
        self.note(Check::Messages, Problem::Fault(fault), Some(text));
    }

    /// Notes a fault of the process. Always an error.
    fn fault(&mut self, awaited: Awaited, fault: Fault) -> Result<(), Stop> {
        let was_silent = matches!(fault, Fault::Silence { heard: true, .. });
        if was_silent && self.garbled {
            // The line that is no message was to be the answer.
            return Err(Stop);
        }
        if let Fault::Crash { is_success, .. } = fault
            && awaited == Awaited::Ready
            && self.games > 0
        {
            // A bot may end its process after a game, unless that is how it takes the end of the game.
            if is_success {
                self.is_over = true;
                return Err(Stop);
            }
            return self.stop(Check::Running, Problem::Fault(fault), None);
        }
        let said = if was_silent { self.last_words(awaited) } else { None };
        match said {
            Some((check, problem, text)) => self.stop(check, problem, Some(text)),
            None => self.stop(awaited.check(&fault), Problem::Fault(fault), None),
        }
    }

    /// Finds a message that a silent bot kept in a buffer: sent without a line feed, or only once its input ends.
    fn last_words(&mut self, awaited: Awaited) -> Option<(Check, Problem, String)> {
        let is_message = |line: &[u8]| BotMessage::read(line).is_ok();
        let rest = self.process.incomplete().to_vec();
        if is_message(&rest) {
            return Some((Check::Messages, Problem::NoLineFeed, shown(&rest)));
        }
        self.process.close_input();
        let patience = self.patience(awaited);
        let line = self.process.line(patience, Instant::now() + patience).ok()?.to_vec();
        is_message(&line).then(|| (Check::Flush, Problem::Unflushed, shown(&line)))
    }

    pub(super) fn note(&mut self, check: Check, problem: Problem, line: Option<String>) {
        self.add(check, Severity::Fail, problem, line);
    }

    fn warn(&mut self, check: Check, problem: Problem, line: Option<String>) {
        self.add(check, Severity::Warn, problem, line);
    }

    fn add(&mut self, check: Check, severity: Severity, problem: Problem, line: Option<String>) {
        // One of a kind tells what is to be told.
        let is_known = |note: &Note| note.check == check && note.problem.key() == problem.key();
        if !self.notes.iter().any(is_known) {
            let sent = Some(self.sent.clone()).filter(|sent| !sent.is_empty());
            self.notes.push(Note { check, severity, problem, sent, line });
        }
    }

    fn stop<T>(&mut self, check: Check, problem: Problem, line: Option<String>) -> Result<T, Stop> {
        self.note(check, problem, line);
        Err(Stop)
    }
}

fn shown(line: &[u8]) -> String {
    excerpt(&String::from_utf8_lossy(line))
}
