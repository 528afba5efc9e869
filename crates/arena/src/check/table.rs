//! A game that the bot plays for a check.

use super::conversation::{Conversation, Stop};
use super::manner::Manner;
use super::problem::Problem;
use super::rule::Check;
use crate::external::{Mixed, Setting, announcement, question, read_action};
use crate::fault::{Fault, Faults, excerpt};
use crate::protocol::{GameOver, HostMessage, Reason, line};
use bots::{BotGame, IllegalMove, Match, Player};
use game::{BySeat, Legal, Seat, SeatSet, Seed};
use shelf::{AnyGame, GameKind, each};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The plan of a game.
#[derive(Clone, Debug)]
pub(super) struct GamePlan {
    /// The position that it starts from.
    pub(super) start: AnyGame,
    /// The seats of the bot.
    pub(super) seats: SeatSet,
    /// The seed that its dice, and the seeds of all bots, are derived from.
    pub(super) seed: Seed,
    /// The seats on which people play, as the bot is told.
    pub(super) people: SeatSet,
    /// The number of decisions on a seat of the bot after which the game is broken off.
    pub(super) decisions_max: u32,
    /// The time by which the game has to end.
    pub(super) deadline: Option<Instant>,
}

impl GamePlan {
    pub(super) fn kind(&self) -> GameKind {
        self.start.kind()
    }

    /// The number of seats.
    pub(super) fn seats_count(&self) -> usize {
        self.start.seats()
    }
}

/// A game that was played.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayedGame {
    /// Whether it was played to its end.
    pub(super) is_whole: bool,
    /// Whether the conversation cannot go on.
    pub(super) is_stopped: bool,
    /// The bot's actions on its first seat.
    pub(super) actions: Vec<String>,
    /// The time of each decision.
    pub(super) times: Vec<Duration>,
    /// The length of the longest list of actions.
    pub(super) longest_list: usize,
}

/// The end of a game that is broken off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BreakOff {
    /// The host tells the bot that the game was stopped.
    Told,
    /// The host says nothing: the conversation ends as well.
    Silent,
}

/// Plays the game with a conversation for each seat of the bot.
pub(super) fn play(plan: &GamePlan, talks: &mut [Conversation], break_off: BreakOff) -> PlayedGame {
    each!(&plan.start, start => play_from(start, plan, talks, break_off))
}

fn play_from<G: BotGame>(
    start: &G,
    plan: &GamePlan,
    talks: &mut [Conversation],
    break_off: BreakOff,
) -> PlayedGame {
    let mut talks = talks.iter_mut();
    let mut table: Vec<Mixed<G, Probe<'_, G>>> = Seat::first(start.seats())
        .map(|seat| {
            let talk = if plan.seats.contains(seat) { talks.next() } else { None };
            match talk {
                Some(talk) => Mixed::External(Box::new(Probe::begin(talk, start, seat, plan))),
                None => Mixed::Own(opponent::<G>(seat, plan)),
            }
        })
        .collect();
    let mut game = Match::from_position(*start, plan.seed);
    let played =
        game.play(&mut table, &mut ()).expect("our bots, and what replaces others, play by the rules");
    let is_whole = played.gave_up.is_none();
    let over = GameOver {
        winners: if is_whole { played.outcome.winners.into_iter().collect() } else { Vec::new() },
        points: points(start.seats(), &played.points),
        reason: if is_whole { Reason::Played } else { Reason::Stopped },
        faults: Faults::default(),
    };
    let mut course = PlayedGame { is_whole, ..PlayedGame::default() };
    for (number, probe) in table.iter_mut().filter_map(Mixed::external_mut).enumerate() {
        if !probe.is_stopped && (is_whole || break_off == BreakOff::Told) {
            probe.end(&over);
        }
        course.is_stopped |= probe.is_stopped;
        course.times.append(&mut probe.times);
        course.longest_list = course.longest_list.max(probe.longest_list);
        if number == 0 {
            course.actions = std::mem::take(&mut probe.actions);
        }
    }
    course
}

fn points(seats: usize, points: &BySeat<i32, { Seat::MAX }>) -> BTreeMap<Seat, i32> {
    Seat::first(seats).map(|seat| (seat, points[seat])).collect()
}

/// A bot of ours: all that do not search take their turns.
fn opponent<G: BotGame>(seat: Seat, plan: &GamePlan) -> G::Bot {
    let quick: Vec<_> = G::BOTS.iter().filter(|bot| !bot.searches()).collect();
    let number = (plan.seed.0 as usize).wrapping_add(seat.index()) % quick.len();
    let mut bot = G::bot(quick[number].name, seat, plan.seed).expect("a bot of the list");
    bot.meet(plan.people);
    bot
}

/// The bot on one seat.
struct Probe<'a, G: BotGame> {
    talk: &'a mut Conversation,
    decisions: u32,
    decisions_max: u32,
    deadline: Option<Instant>,
    /// The events that the bot has not heard yet.
    events: Vec<String>,
    is_stopped: bool,
    has_given_up: bool,
    actions: Vec<String>,
    times: Vec<Duration>,
    longest_list: usize,
    game: std::marker::PhantomData<G>,
}

impl<'a, G: BotGame> Probe<'a, G> {
    fn begin(talk: &'a mut Conversation, start: &G, seat: Seat, plan: &GamePlan) -> Probe<'a, G> {
        let id = talk.manner.id(plan.seed.0 as u32 % 1000);
        let setting = Setting { id, seed: plan.seed, people: plan.people };
        let message = HostMessage::NewGame(announcement(start, seat, &setting, talk.limit_ms()));
        let is_stopped = talk.begin(&message).is_err();
        Probe {
            talk,
            decisions: 0,
            decisions_max: plan.decisions_max,
            deadline: plan.deadline,
            events: Vec::new(),
            is_stopped,
            has_given_up: is_stopped,
            actions: Vec::new(),
            times: Vec::new(),
            longest_list: 0,
            game: std::marker::PhantomData,
        }
    }

    /// The events that the bot has not heard yet, as messages.
    fn take_events(&mut self) -> Vec<String> {
        let message = |events: &str| format!("{{\"type\":\"events\",\"events\":[{events}]}}\n");
        match self.talk.manner {
            Manner::SingleEvents => self.events.drain(..).map(|event| message(&event)).collect(),
            _ if self.events.is_empty() => Vec::new(),
            _ => vec![message(&std::mem::take(&mut self.events).join(","))],
        }
    }

    fn end(&mut self, over: &GameOver) {
        let mut lines = self.take_events();
        lines.push(line(&HostMessage::<(), ()>::GameOver(over.clone())));
        self.is_stopped = self.talk.tell(&lines).and_then(|()| self.talk.settle()).is_err();
    }

    fn ask(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> Result<G::Action, Stop> {
        self.decisions += 1;
        let question = question::<G>(self.decisions, self.talk.hello(), view, legal, self.talk.limit_ms());
        let (question, events) = (line(&HostMessage::Decide(question)), self.take_events());
        let (action, took) = self.talk.ask(&events, question, self.decisions)?;
        self.times.push(took);
        self.longest_list = self.longest_list.max(legal.len());
        let read = read_action::<G>(&action.action);
        self.actions.push(action.action);
        read.map_err(|fault| {
            self.refuse(fault);
            Stop
        })
    }

    fn refuse(&mut self, fault: Fault) {
        let line = self.actions.last().map(|action| excerpt(action));
        self.talk.note(Check::Legal, Problem::Fault(fault), line);
        (self.is_stopped, self.has_given_up) = (true, true);
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }
}

fn first<G: BotGame>(legal: &G::LegalActions) -> G::Action {
    legal.get(0).expect("a match asks only seats that can do something")
}

impl<G: BotGame> Player<G> for Probe<'_, G> {
    fn choose(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        if self.decisions == self.decisions_max || self.is_late() {
            self.has_given_up = true;
            return first::<G>(legal);
        }
        self.ask(view, legal).unwrap_or_else(|Stop| {
            (self.is_stopped, self.has_given_up) = (true, true);
            first::<G>(legal)
        })
    }

    fn choose_instead(
        &mut self,
        _: &G::View<'_>,
        legal: &G::LegalActions,
        refused: &IllegalMove,
    ) -> Option<G::Action> {
        self.refuse(refused.into());
        Some(first::<G>(legal))
    }

    fn observe(&mut self, event: &G::Event) {
        if self.listens() {
            self.events.push(serde_json::to_string(event).expect("events are documents"));
        }
    }

    fn listens(&self) -> bool {
        self.talk.hello().events && !self.has_given_up
    }

    fn has_given_up(&self) -> bool {
        self.has_given_up
    }
}
