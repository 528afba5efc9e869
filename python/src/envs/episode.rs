//! Episodes of one game, one after the other: bots play until a seat that is played from outside is to decide.

use super::plan::{Learners, Opponent, Plan, Reward};
use crate::encodings::SavedTable;
use ::bots::host::{DECISIONS_PER_TURN, TURNS_PER_GAME, judge};
use ::bots::{BotGame, Player};
use arena::guest::Question;
use encode::{Encode, Information, Played, Tracked};
use game::{BySeat, Draws, Legal, Observer, Outcome, Points, Seat, SeatSet, Seed, Turn, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::to_raw_value;
use shelf::{ActionsOnShelf, AnyAction, AnyGame, Events, of_kind};
use std::sync::Arc;

/// The reason why an episode pauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pause {
    /// A seat that is played from outside is to decide.
    Learner(Seat),
    /// A bot in Python is to decide.
    Guest(Seat),
    /// The game is over.
    Over,
    /// Bots have played so many turns that the game is stopped ([`TURNS_PER_GAME`]).
    Stopped,
}

/// The interface of an [`Episode`] without its game type.
pub(crate) trait Hosted: Send {
    /// Begins the next episode, at the start of the plan or at another position of its game with as many seats. A new `base` begins
    /// the row of episodes that this seed has.
    fn begin(&mut self, base: Option<Seed>, start: Option<&AnyGame>);
    /// A copy of the episode that goes on by itself under an equal plan.
    fn copied(&self, plan: Arc<Plan>) -> Box<dyn Hosted>;
    /// All of it as a document.
    fn save(&self) -> Result<SavedEpisode, String>;
    /// Goes on where an episode was that was saved.
    ///
    /// # Errors
    /// If the document is not one of this plan: what is wrong. The episode is as before then.
    fn restore(&mut self, saved: SavedEpisode) -> Result<(), String>;
    /// The seed of the game.
    fn seed(&self) -> Seed;
    /// The seat that is played from outside, of one that has a single one.
    fn learner(&self) -> Seat;
    /// The seat that is to decide, if it is played from outside.
    fn due(&self) -> Option<Seat>;
    /// Lets nature and our bots act until something else is due.
    ///
    /// # Errors
    /// If a bot of ours did something illegal: its seat and why.
    fn run(&mut self) -> Result<Pause, (Seat, String)>;
    /// Gives a code for a seat.
    ///
    /// # Errors
    /// Why it is not legal; nothing changes then.
    fn play(&mut self, seat: Seat, code: usize) -> Result<(), String>;
    /// Does an action for a seat, as a bot in Python says it.
    ///
    /// # Errors
    /// Why it is not legal; nothing changes then.
    fn act(&mut self, seat: Seat, action: &AnyAction) -> Result<(), String>;
    /// The question for a bot in Python.
    fn question(&self, seat: Seat) -> Question;
    /// Keeps what happens for bots in Python, if they listen.
    fn keep_events(&mut self, keeps: bool);
    /// Takes the events since the last call.
    fn take_events(&mut self) -> Option<Events>;
    /// Writes what a seat knows.
    fn observe(&mut self, seat: Seat, information: Information, out: &mut [f32]);
    /// Writes which codes a seat may give.
    fn mask(&self, seat: Seat, mask: &mut [u8]);
    /// A code that a mask allows, drawn from the numbers of a stream; 0 if it allows none.
    fn draw(&mut self, mask: &[u8], stream: Stream) -> usize;
    /// The points of a seat, hidden ones included.
    fn points(&self, seat: Seat) -> i32;
    /// The outcome, if the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The reward of a seat since it was last asked.
    fn reward(&mut self, seat: Seat) -> f64;
    /// The position.
    fn game(&self) -> AnyGame;
}

/// The purpose of a random code: each has its own random numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Stream {
    /// To replace illegal ones.
    Resample,
    /// The caller asks for one.
    Sample,
}

/// The episodes of a plan.
pub(crate) fn host(plan: &Arc<Plan>) -> Box<dyn Hosted> {
    of_kind!(plan.kind(), G => Box::new(Episode::<G>::new(plan.clone())))
}

/// An episode as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedEpisode {
    base: Seed,
    number: u64,
    seed: Seed,
    learner: Seat,
    /// The position, and what was counted and half chosen.
    table: SavedTable,
    /// Everything our bots have heard and drawn, by seat.
    bots: Vec<Option<Value>>,
    pace: (u32, u32),
    streams: [game::Substream; 2],
    /// The points that the seats were rewarded for.
    points: Vec<i32>,
}

/// Episodes of a game.
#[derive(Clone)]
struct Episode<G: BotGame + Encode> {
    plan: Arc<Plan>,
    start: G,
    table: Tracked<G>,
    /// The seed from which the seeds of all episodes derive, and the number of this episode.
    base: Seed,
    number: u64,
    seed: Seed,
    learners: SeatSet,
    learner: Seat,
    guests: SeatSet,
    bots: [Option<G::Bot>; Seat::MAX],
    /// Whether a bot of ours listens.
    has_listeners: bool,
    keeps_events: bool,
    events: Vec<G::Event>,
    /// The turn, and how many decisions were made in it.
    pace: (u32, u32),
    streams: [game::Substream; 2],
    points: BySeat<i32, { Seat::MAX }>,
}

/// Tells the bots that listen, and keeps what happens for those in Python.
struct Audience<'a, G: BotGame> {
    bots: &'a mut [Option<G::Bot>; Seat::MAX],
    kept: Option<&'a mut Vec<G::Event>>,
}

impl<G: BotGame> Observer<G::Event> for Audience<'_, G> {
    fn observe(&mut self, event: G::Event) {
        for (seat, bot) in Seat::first(Seat::MAX).zip(self.bots.iter_mut()) {
            if let Some(bot) = bot.as_mut().filter(|bot| bot.listens()) {
                bot.observe(&G::redact(event, Viewer::Seat(seat)));
            }
        }
        if let Some(kept) = &mut self.kept {
            kept.push(event);
        }
    }
}

impl<G: BotGame + Encode + ActionsOnShelf> Episode<G> {
    fn new(plan: Arc<Plan>) -> Episode<G> {
        let start = *plan.start.of::<G>().expect("the plan is of this game");
        let seed = Seed(0);
        Episode {
            start,
            table: Tracked::new(start),
            base: seed,
            number: 0,
            seed,
            learners: SeatSet::EMPTY,
            learner: Seat::A,
            guests: SeatSet::EMPTY,
            bots: [const { None }; Seat::MAX],
            has_listeners: false,
            keeps_events: false,
            events: Vec::new(),
            pace: (0, 0),
            streams: [seed.substream("resample", 0), seed.substream("sample", 0)],
            points: BySeat::default(),
            plan,
        }
    }

    /// Does something with the table, with all who listen told.
    #[inline]
    fn with_audience<T>(
        &mut self,
        quietly: impl FnOnce(&mut Tracked<G>) -> T,
        aloud: impl FnOnce(&mut Tracked<G>, &mut Audience<'_, G>) -> T,
    ) -> T {
        if self.has_listeners || self.keeps_events {
            let kept = self.keeps_events.then_some(&mut self.events);
            aloud(&mut self.table, &mut Audience { bots: &mut self.bots, kept })
        } else {
            quietly(&mut self.table)
        }
    }

    fn advance(&mut self) -> Option<Outcome> {
        let seed = self.seed;
        self.with_audience(|table| table.advance(&seed), |table, ears| table.advance_observed(&seed, ears))
    }

    fn perform(&mut self, seat: Seat, action: G::Action) -> Result<(), G::Illegal> {
        self.with_audience(
            |table| table.act(seat, action, &mut ()),
            |table, ears| table.act(seat, action, ears),
        )
    }

    /// Lets a bot of ours decide.
    fn ask(&mut self, seat: Seat) -> Result<(), (Seat, String)> {
        let action = self.choice_of_bot(seat)?;
        self.with_audience(
            |table| table.act_unchecked(seat, action, &mut ()),
            |table, ears| table.act_unchecked(seat, action, ears),
        );
        Ok(())
    }

    /// Returns the action that a built-in bot chooses, checked to be legal.
    #[inline]
    fn choice_of_bot(&mut self, seat: Seat) -> Result<G::Action, (Seat, String)> {
        let game = self.table.game();
        let Some(bot) = &mut self.bots[seat.index()] else {
            return Err((seat, "nobody plays this seat".to_owned()));
        };
        let legal = game.legal_actions(seat);
        let view = game.view(Viewer::Seat(seat));
        let mut action = bot.choose(&view, &legal);
        if let Some(end) = G::END_TURN
            && self.pace.1 > DECISIONS_PER_TURN
            && legal.contains(end)
        {
            action = end;
        }
        judge(game, seat, bot, &view, &legal, action).map_err(|illegal| (illegal.seat, illegal.to_string()))
    }

    /// Seats the bots of this episode.
    fn seat_bots(&mut self) {
        let seats = self.start.seats();
        self.bots = [const { None }; Seat::MAX];
        self.guests = SeatSet::EMPTY;
        for (n, opponent) in self.plan.opponents.iter().enumerate() {
            let place = (self.learner.index() + 1 + n) % seats;
            let Some(seat) = Seat::new(place) else { continue };
            match opponent {
                Opponent::Named(name) => self.bots[place] = G::bot(name, seat, self.seed),
                Opponent::Guest(_) => self.guests.insert(seat),
            }
        }
        self.has_listeners = self.bots.iter().flatten().any(Player::listens);
    }
}

impl<G: BotGame + Encode + ActionsOnShelf + Send> Hosted for Episode<G> {
    fn begin(&mut self, base: Option<Seed>, start: Option<&AnyGame>) {
        let start = start.and_then(AnyGame::of::<G>).copied().unwrap_or(self.start);
        match base {
            Some(base) => (self.base, self.number) = (base, 0),
            None => self.number += 1,
        }
        self.seed = self.base.derive(self.number);
        let seats = self.start.seats();
        (self.learners, self.learner) = match self.plan.learners {
            Learners::All => (SeatSet::first(seats), Seat::A),
            Learners::One(seat) => (SeatSet::one(seat), seat),
            Learners::Drawn => {
                let drawn = self.seed.substream("learner", 0).below(seats as u32);
                let seat = Seat::new(drawn as usize).unwrap_or(Seat::A);
                (SeatSet::one(seat), seat)
            }
        };
        self.table = Tracked::new(start);
        self.seat_bots();
        self.events.clear();
        self.pace = (0, 0);
        self.streams = [self.seed.substream("resample", 0), self.seed.substream("sample", 0)];
        for seat in Seat::first(seats) {
            self.points[seat] = start.points(seat).total();
        }
    }

    fn copied(&self, plan: Arc<Plan>) -> Box<dyn Hosted> {
        Box::new(Episode { plan, ..self.clone() })
    }

    fn save(&self) -> Result<SavedEpisode, String> {
        let seats = self.start.seats();
        let memory = |bot: &Option<G::Bot>| bot.as_ref().map(serde_json::to_value).transpose();
        let bots: Result<Vec<Option<Value>>, _> = self.bots[..seats].iter().map(memory).collect();
        Ok(SavedEpisode {
            base: self.base,
            number: self.number,
            seed: self.seed,
            learner: self.learner,
            table: SavedTable::with(self.game(), self.table.memory()),
            bots: bots.map_err(|error| error.to_string())?,
            pace: self.pace,
            streams: self.streams,
            points: Seat::first(seats).map(|seat| self.points[seat]).collect(),
        })
    }

    fn restore(&mut self, saved: SavedEpisode) -> Result<(), String> {
        let seats = self.start.seats();
        let SavedEpisode { base, number, seed, learner, table, bots, pace, streams, points } = saved;
        let (game, memory) = table.position()?;
        let game = *game.of::<G>().ok_or_else(|| format!("it is a game of {}", game.kind()))?;
        if game.seats() != seats || points.len() != seats || bots.len() != seats {
            return Err(format!("it is a game of {} seats, and these are {seats}", game.seats()));
        }
        let learners = match self.plan.learners {
            Learners::All if learner == Seat::A => SeatSet::first(seats),
            Learners::One(seat) if learner == seat => SeatSet::one(seat),
            Learners::Drawn if learner.index() < seats => SeatSet::one(learner),
            _ => return Err(format!("seat {learner} is not played from outside")),
        };
        let mut other = Episode { base, number, seed, learners, learner, pace, streams, ..self.clone() };
        other.table = Tracked::with_memory(game, &memory)?;
        other.events.clear();
        other.seat_bots();
        for (bot, memory) in other.bots.iter_mut().zip(&bots) {
            *bot = match (&bot, memory) {
                (Some(bot), Some(memory)) => Some(::bots::any::with_memory::<G>(bot, memory)?),
                (None, None) => None,
                // No episode has begun, so no bot has sat down.
                (Some(_), None) if bots.iter().all(Option::is_none) => None,
                _ => return Err("other bots play in it".to_owned()),
            };
        }
        for (seat, points) in Seat::first(seats).zip(points) {
            other.points[seat] = points;
        }
        *self = other;
        Ok(())
    }

    fn seed(&self) -> Seed {
        self.seed
    }

    fn learner(&self) -> Seat {
        self.learner
    }

    fn due(&self) -> Option<Seat> {
        self.table.to_act().filter(|&seat| self.learners.contains(seat))
    }

    fn run(&mut self) -> Result<Pause, (Seat, String)> {
        loop {
            if self.advance().is_some() {
                return Ok(Pause::Over);
            }
            let Some(seat) = self.table.to_act() else { return Ok(Pause::Stopped) };
            if self.learners.contains(seat) {
                return Ok(Pause::Learner(seat));
            }
            let turns = self.table.game().turns();
            if self.pace.0 != turns {
                self.pace = (turns, 0);
            }
            if turns > TURNS_PER_GAME {
                return Ok(Pause::Stopped);
            }
            self.pace.1 += 1;
            if self.guests.contains(seat) {
                return Ok(Pause::Guest(seat));
            }
            self.ask(seat)?;
        }
    }

    fn play(&mut self, seat: Seat, code: usize) -> Result<(), String> {
        let played = self.with_audience(
            |table| table.play(seat, code),
            |table, ears| table.play_observed(seat, code, ears),
        );
        match played {
            Ok(Played::Pending | Played::Action(_)) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn act(&mut self, seat: Seat, action: &AnyAction) -> Result<(), String> {
        let read = G::of_action(action).ok_or_else(|| format!("`{action}` is an action of another game"))?;
        let read = self.table.game().canonical(read);
        self.perform(seat, read).map_err(|illegal| {
            format!("`{action}` is not legal: {illegal} ({})", game::IllegalReason::clause(&illegal))
        })
    }

    fn question(&self, seat: Seat) -> Question {
        let game = self.table.game();
        let view = to_raw_value(&game.view(Viewer::Seat(seat))).expect("views have a document");
        Question { seat, view, legal: G::any_legal(game.legal_actions(seat)) }
    }

    fn keep_events(&mut self, keeps: bool) {
        self.keeps_events = keeps;
    }

    fn take_events(&mut self) -> Option<Events> {
        if self.events.is_empty() {
            return None;
        }
        Some(G::events(std::mem::take(&mut self.events)))
    }

    fn observe(&mut self, seat: Seat, information: Information, out: &mut [f32]) {
        self.table.observe(seat, information, out);
    }

    fn mask(&self, seat: Seat, mask: &mut [u8]) {
        self.table.mask(seat, mask);
    }

    fn draw(&mut self, mask: &[u8], stream: Stream) -> usize {
        encode::sample(mask, &mut self.streams[stream as usize]).unwrap_or(0)
    }

    fn points(&self, seat: Seat) -> i32 {
        self.table.game().points(seat).total()
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.table.game().turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    fn reward(&mut self, seat: Seat) -> f64 {
        if self.plan.reward == Reward::Points {
            let points = self.points(seat);
            let before = std::mem::replace(&mut self.points[seat], points);
            return f64::from(points - before);
        }
        let Some(Outcome { winners }) = self.outcome() else { return 0.0 };
        match self.plan.reward {
            Reward::Outcome if winners.is_empty() => 0.0,
            Reward::Outcome => {
                if winners.contains(seat) {
                    1.0
                } else {
                    -1.0
                }
            }
            Reward::Win => f64::from(u8::from(winners.contains(seat))),
            Reward::Margin | Reward::Points => {
                let others = Seat::first(self.start.seats()).filter(|&other| other != seat);
                let best = others.map(|other| self.points(other)).max().unwrap_or(0);
                f64::from(self.points(seat) - best)
            }
        }
    }

    fn game(&self) -> AnyGame {
        (*self.table.game()).into()
    }
}
