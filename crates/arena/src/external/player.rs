//! A bot in a process of its own as a player.

use super::message::{announcement, question, read_action};
use super::session::Session;
use super::{Setting, Terms, bot_seed};
use crate::fault::{Fault, FaultKind, Faults, OnFault};
use crate::first_fault::{FirstFault, last_words};
use crate::process::{Launch, Tail};
use crate::protocol::{Action, BotHello, FaultNotice, GameOver, HostMessage, Reason, write_line};
use bots::{BotGame, IllegalMove, Player};
use game::{Draws, Legal, Seat, Substream};
use std::time::Duration;

/// The number of games in a row with a broken process after which a bot is out.
pub(crate) const BROKEN_GAMES_MAX: u32 = 3;

/// The number of missed decisions in a row after which the host stops asking a bot in this game.
const MISSED_MAX: u32 = 3;

/// The number of bytes of events at which the host sends them between two decisions.
const EVENT_BYTES: usize = 256 << 10;

/// The time for a process to end by itself after `quit`.
const GRACE: Duration = Duration::from_millis(500);

/// The time for a bot to read a message that it does not answer.
const NOTICE: Duration = Duration::from_millis(100);

/// The standing of a bot in its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotStanding {
    /// It plays, or the host plays for it and the result counts.
    Playing,
    /// A fault lost it the game, which ends.
    Forfeited,
    /// A fault lost it the game, which the host plays on.
    Resigned,
}

/// A bot in a process of its own that plays on a seat of `G`, one game after the other.
///
/// [`External::begin`] starts the process where needed and announces the game, the match asks it as any [`Player`], and
/// [`External::end`] announces the result; [`super::play`] does all three. Nothing is started before the first game. Every
/// call returns in the time of its [`Terms`], whatever the process does.
pub struct External<G: BotGame> {
    launch: Launch,
    terms: Terms,
    session: Option<Session>,
    /// The standard error of the last process that ended.
    errors: Tail,
    faults: Faults,
    broken_games: u32,
    broke: bool,
    last_fault: Option<Fault>,
    /// The first fault of each kind in the current game, or else in the last one.
    first_faults: Vec<FirstFault>,
    current: Option<Current<G>>,
    /// The buffer of the messages to send next, reused for its memory.
    out: Vec<u8>,
}

/// The current game.
struct Current<G: BotGame> {
    seat: Seat,
    standing: BotStanding,
    /// Whether the host plays all decisions from here on.
    host_plays: bool,
    /// The number of decisions that the bot was asked for.
    decisions: u32,
    missed: u32,
    broke: bool,
    faults: Faults,
    /// A fault between two decisions, which has its consequences at the next one.
    pending: Option<Fault>,
    /// The events not sent yet, as the members of a JSON array.
    events: Vec<u8>,
    wants_events: bool,
    draws: Substream,
    stand_in: Option<G::Bot>,
    thought: Option<Action>,
}

impl<G: BotGame> External<G> {
    /// A bot that is started for its first game.
    #[must_use]
    pub fn new(launch: Launch, terms: Terms) -> External<G> {
        External {
            launch,
            terms,
            session: None,
            errors: Tail::default(),
            faults: Faults::default(),
            broken_games: 0,
            broke: false,
            last_fault: None,
            first_faults: Vec::new(),
            current: None,
            out: Vec::new(),
        }
    }

    /// Begins a game on `seat`: starts the process if none runs, announces the game and waits until the bot is ready.
    ///
    /// A fault has its consequences for the game as during play. A bot that is out forfeits.
    pub fn begin(&mut self, game: &G, seat: Seat, setting: &Setting) {
        let seed = bot_seed(setting.seed, seat);
        let stands_in = self.terms.on_fault == OnFault::Resign;
        let strongest = G::BOTS.iter().rfind(|bot| stands_in && !bot.searches());
        let mut stand_in = strongest.and_then(|bot| G::bot(bot.name, seat, seed));
        if let Some(bot) = &mut stand_in {
            bot.meet(setting.people);
        }
        self.first_faults.clear();
        self.current = Some(Current {
            seat,
            standing: BotStanding::Playing,
            host_plays: false,
            decisions: 0,
            missed: 0,
            broke: false,
            faults: Faults::default(),
            pending: None,
            events: Vec::new(),
            wants_events: false,
            draws: seed.substream("host", seat.index() as u64),
            stand_in,
            thought: None,
        });
        if self.is_out() {
            self.lose(BotStanding::Forfeited);
            return;
        }
        let limit = Some(millis(self.terms.decision));
        let message = HostMessage::<(), ()>::NewGame(announcement(game, seat, setting, limit));
        self.out.clear();
        write_line(&message, &mut self.out);
        if let Err(fault) = self.open() {
            self.handle_fault(fault);
        }
        if let (Some(current), Some(session)) = (&mut self.current, &self.session) {
            current.wants_events = session.hello().events;
        }
    }

    /// Gets a bot that is ready for the game whose announcement is in `out`.
    fn open(&mut self) -> Result<(), Fault> {
        if self.session.as_ref().is_some_and(|session| session.process().has_ended()) {
            self.close();
        }
        if let Some(session) = &mut self.session {
            session.mark_errors();
            match session.begin(&self.out, self.terms.start) {
                // It may end its process after a game.
                Err(Fault::Crash { .. }) => self.close(),
                other => return other,
            }
        }
        let started = Session::start(&self.launch, self.terms.start);
        let mut session = started.map_err(|(fault, errors)| {
            self.errors = errors;
            fault
        })?;
        if !session.hello().plays(G::NAME) {
            return Err(Fault::other_games(session.hello().games.as_deref(), G::NAME));
        }
        let ready = session.begin(&self.out, self.terms.start);
        self.session = Some(session);
        ready
    }

    /// Ends the game: sends the bot the remaining events and the result. Returns the bot's faults in the game.
    pub fn end(&mut self, over: &GameOver) -> Faults {
        let Some(current) = &mut self.current else { return Faults::default() };
        if let Some(fault) = current.pending.take() {
            self.handle_fault(fault);
        }
        let Some(current) = &mut self.current else { return Faults::default() };
        let faults = current.faults;
        let reason = match current.standing {
            BotStanding::Playing => over.reason,
            BotStanding::Forfeited | BotStanding::Resigned => Reason::Forfeit,
        };
        self.out.clear();
        current.take_events(&mut self.out);
        write_line(
            &HostMessage::<(), ()>::GameOver(GameOver { reason, faults, ..over.clone() }),
            &mut self.out,
        );
        if let Some(session) = &mut self.session
            && session.tell(&self.out, self.terms.decision).is_err()
        {
            // The game is over already: the process is only started anew for the next one.
            self.close();
        }
        self.broke = self.current.take().is_some_and(|current| current.broke);
        if !self.is_out() {
            self.broken_games = if self.broke { self.broken_games + 1 } else { 0 };
        }
        faults
    }

    /// Ends the process: asks it to end, waits half a second, and kills its group.
    pub fn quit(&mut self) {
        if let Some(session) = self.session.take() {
            self.errors = session.quit(GRACE);
        }
    }

    /// The bot's introduction, while its process runs.
    #[must_use]
    pub fn hello(&self) -> Option<&BotHello> {
        self.session.as_ref().map(Session::hello)
    }

    /// Its faults in all its games.
    #[must_use]
    pub fn faults(&self) -> Faults {
        self.faults
    }

    /// Its last fault.
    #[must_use]
    pub fn last_fault(&self) -> Option<&Fault> {
        self.last_fault.as_ref()
    }

    /// The first fault of each kind in its game, or in its last one if none is played; in the order in which they happened.
    #[must_use]
    pub fn first_faults(&self) -> &[FirstFault] {
        &self.first_faults
    }

    /// The last 64 KiB of the standard error of its process, or of the last one if none runs.
    #[must_use]
    pub fn errors(&self) -> String {
        match &self.session {
            Some(session) => session.process().errors(),
            None => self.errors.text(),
        }
    }

    /// The process id of its group, while its process runs.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        self.session.as_ref().map(|session| session.process().id())
    }

    /// Whether its process broke in three games in a row: it is not started again, and forfeits its remaining games.
    #[must_use]
    pub fn is_out(&self) -> bool {
        self.broken_games >= BROKEN_GAMES_MAX
    }

    /// Whether its process broke in its last game.
    #[must_use]
    pub fn broke(&self) -> bool {
        self.broke
    }

    /// Counts the games in which its process broke from 0 again, so that the bot is not [out](External::is_out).
    pub fn readmit(&mut self) {
        self.broken_games = 0;
    }

    /// Makes the bot [out](External::is_out), and kills its process.
    pub fn rule_out(&mut self) {
        self.broken_games = BROKEN_GAMES_MAX;
        self.close();
    }

    /// Its standing in its game; playing if there is none.
    #[must_use]
    pub fn standing(&self) -> BotStanding {
        self.current.as_ref().map_or(BotStanding::Playing, |current| current.standing)
    }

    /// Its last decision, with its remarks; `None` if the host made the last decision.
    #[must_use]
    pub fn thought(&self) -> Option<&Action> {
        self.current.as_ref()?.thought.as_ref()
    }

    /// Kills the process.
    fn close(&mut self) {
        if let Some(session) = self.session.take() {
            self.errors = session.kill();
        }
    }

    /// The bot has lost the game.
    fn lose(&mut self, standing: BotStanding) {
        if let Some(current) = &mut self.current {
            (current.standing, current.host_plays) = (standing, true);
        }
    }

    /// Counts a fault and carries out its consequences for the game.
    fn handle_fault(&mut self, fault: Fault) {
        let kind = fault.kind();
        self.faults.record(kind);
        let Some(current) = &mut self.current else { return };
        current.faults.record(kind);
        current.thought = None;
        current.missed = if kind == FaultKind::Silence { current.missed + 1 } else { 0 };
        let consequence = self.terms.on_fault;
        let goes_on = match &fault {
            // It may still come: the host plays this decision, and asks again for the next one.
            Fault::Silence { heard: true, .. } => {
                consequence == OnFault::Random && current.decisions > 0 && current.missed < MISSED_MAX
            }
            _ => !kind.breaks_process(),
        };
        if !goes_on {
            (current.broke, current.host_plays) = (true, true);
            self.close();
        }
        self.keep_first(&fault);
        let notice = FaultNotice {
            kind,
            message: fault.to_string(),
            clause: fault.clause().map(Into::into),
            consequence,
        };
        self.last_fault = Some(fault);
        match consequence {
            OnFault::Forfeit => self.lose(BotStanding::Forfeited),
            OnFault::Resign => self.lose(BotStanding::Resigned),
            OnFault::Random => {}
        }
        self.out.clear();
        write_line(&HostMessage::<(), ()>::Fault(notice), &mut self.out);
        if let Some(session) = &mut self.session
            && session.tell(&self.out, NOTICE).is_err()
        {
            // Half a message may be in the pipe: nothing can be said after it.
            self.close();
            if let Some(current) = &mut self.current {
                (current.broke, current.host_plays) = (true, true);
            }
        }
    }

    /// Keeps a fault with the standard error of the game, if it is the first of its kind.
    fn keep_first(&mut self, fault: &Fault) {
        let kind = fault.kind();
        let Some(current) = &self.current else { return };
        if self.first_faults.iter().any(|first| first.kind == kind) {
            return;
        }
        let errors = self.session.as_mut().map_or(&self.errors, Session::tail);
        let errors = last_words(&errors.new_text());
        self.first_faults.push(FirstFault { kind, seat: current.seat, message: fault.to_string(), errors });
    }

    /// Asks the bot. `None` after a fault.
    fn ask(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> Option<G::Action> {
        let current = self.current.as_mut()?;
        if let Some(fault) = current.pending.take() {
            self.handle_fault(fault);
            return None;
        }
        let session = self.session.as_mut()?;
        current.decisions += 1;
        let decision = current.decisions;
        self.out.clear();
        current.take_events(&mut self.out);
        let limit = Some(millis(self.terms.decision));
        let message = question::<G>(decision, session.hello(), view, legal, limit);
        write_line(&HostMessage::Decide(message), &mut self.out);
        let answer = session.ask(&self.out, decision, self.terms.decision);
        let chosen = answer.and_then(|thought| Ok((read_action::<G>(&thought.action)?, thought)));
        match chosen {
            Ok((action, thought)) => {
                current.missed = 0;
                current.thought = Some(thought);
                Some(action)
            }
            Err(fault) => {
                self.handle_fault(fault);
                None
            }
        }
    }

    /// Chooses in place of the bot.
    fn decide_for(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        let first = || legal.get(0).expect("a match asks only seats that can do something");
        let Some(current) = &mut self.current else { return first() };
        current.thought = None;
        match (current.standing, &mut current.stand_in) {
            (BotStanding::Forfeited, _) => first(),
            (_, Some(bot)) => bot.choose(view, legal),
            (_, None) => legal.get(current.draws.below(legal.len() as u32) as usize).unwrap_or_else(first),
        }
    }
}

impl<G: BotGame> Current<G> {
    /// Moves the events that were not sent yet into a message at the end of `out`, if there are any.
    fn take_events(&mut self, out: &mut Vec<u8>) {
        if !self.events.is_empty() {
            out.extend_from_slice(br#"{"type":"events","events":["#);
            out.append(&mut self.events);
            out.extend_from_slice(b"]}\n");
        }
    }
}

impl<G: BotGame> Player<G> for External<G> {
    /// Asks the bot. After a fault the host decides, as [`Terms::on_fault`] says.
    ///
    /// # Panics
    /// If [`External::begin`] was not called.
    fn choose(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        let current = self.current.as_ref().expect("a game begins before its first decision");
        let chosen = if current.host_plays { None } else { self.ask(view, legal) };
        chosen.unwrap_or_else(|| self.decide_for(view, legal))
    }

    fn choose_instead(
        &mut self,
        view: &G::View<'_>,
        legal: &G::LegalActions,
        refused: &IllegalMove,
    ) -> Option<G::Action> {
        self.handle_fault(refused.into());
        Some(self.decide_for(view, legal))
    }

    fn observe(&mut self, event: &G::Event) {
        let Some(current) = &mut self.current else { return };
        if let Some(bot) = &mut current.stand_in
            && bot.listens()
        {
            bot.observe(event);
        }
        if !current.wants_events || current.host_plays || current.pending.is_some() {
            return;
        }
        if !current.events.is_empty() {
            current.events.push(b',');
        }
        serde_json::to_writer(&mut current.events, event).expect("events are documents");
        if current.events.len() >= EVENT_BYTES
            && let Some(session) = &mut self.session
        {
            self.out.clear();
            current.take_events(&mut self.out);
            current.pending = session.tell(&self.out, self.terms.decision).err();
        }
    }

    fn listens(&self) -> bool {
        let Some(current) = &self.current else { return false };
        let hears = |bot: &G::Bot| bot.listens();
        (current.wants_events && !current.host_plays) || current.stand_in.as_ref().is_some_and(hears)
    }

    fn has_given_up(&self) -> bool {
        self.standing() == BotStanding::Forfeited
    }
}

pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
