//! Lets bots play a whole game.

use crate::luck::Foresight;
use crate::{BotInfo, Player};
use game::{
    BySeat, Clause, Game, IllegalReason, Legal, Observer, Outcome, Points, Seat, SeatSet, Seed, Turn, Viewer,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::marker::PhantomData;

/// The most decisions one turn may take before the host stops asking and ends the turn by itself: more than any
/// sensible turn needs, so that no bot can keep a game from ending.
pub const DECISIONS_PER_TURN: u32 = 500;

/// The most turns of a game between bots: far more than any game needs in which somebody tries to win, so that bots that do
/// nothing end as well. Nobody has won then.
pub const TURNS_PER_GAME: u32 = 100_000;

/// A game that bots play: which bots there are, and what a host must know to let them.
pub trait BotGame: Game {
    /// Any of its bots; asking one costs a branch, not a virtual call. As a document it is what it has heard and drawn: one that is
    /// read back goes on as the bot would have.
    type Bot: Player<Self> + Clone + Send + Serialize + DeserializeOwned;
    /// The estimator by which the luck of a game is measured.
    type Estimator: Foresight<Self>;
    /// Every bot that plays it, the weakest first.
    const BOTS: &'static [BotInfo];
    /// The action that ends a turn that takes too long, in games where a turn could.
    const END_TURN: Option<Self::Action> = None;

    /// The bot with this name for `seat` in the game with this seed; `None` if there is no such bot.
    fn bot(name: &str, seat: Seat, seed: Seed) -> Option<Self::Bot>;
    /// The words with which the open-ended actions begin that the viewer of `view` may do now beside the listed ones
    /// (see [`Game::is_open_ended`]): `offer`, `counter`, `propose`. Empty if there are none.
    fn open_kinds(view: &Self::View<'_>) -> Vec<&'static str> {
        let _ = view;
        Vec::new()
    }
    /// Returns the seat that a host asks next if it waits for all of them. Called only where a seat is to decide.
    fn next_to_ask(&self) -> Seat {
        match self.turn() {
            Turn::Decide(seats) => seats.lowest().expect("somebody is to decide"),
            _ => unreachable!("a seat is to decide"),
        }
    }
}

/// An observer of a game as it is played: it gets every decision, every outcome of nature, and every event, secrets included.
/// `()` looks at nothing and costs nothing.
pub trait Recorder<G: Game> {
    /// Whether [`Recorder::event`] wants to be called.
    const EVENTS: bool;
    /// A seat is about to play this action; `game` is the position before.
    fn action(&mut self, game: &G, seat: Seat, action: G::Action);
    /// Nature is about to draw this outcome; `game` is the position before.
    fn outcome(&mut self, game: &G, chance: &G::Chance);
    /// An event happened.
    fn event(&mut self, event: &G::Event) {
        let _ = event;
    }
}

impl<G: Game> Recorder<G> for () {
    const EVENTS: bool = false;
    #[inline(always)]
    fn action(&mut self, _: &G, _: Seat, _: G::Action) {}
    #[inline(always)]
    fn outcome(&mut self, _: &G, _: &G::Chance) {}
}

/// Looks at nothing where there is none.
impl<G: Game, R: Recorder<G>> Recorder<G> for Option<R> {
    const EVENTS: bool = R::EVENTS;
    fn action(&mut self, game: &G, seat: Seat, action: G::Action) {
        if let Some(recorder) = self {
            recorder.action(game, seat, action);
        }
    }
    fn outcome(&mut self, game: &G, chance: &G::Chance) {
        if let Some(recorder) = self {
            recorder.outcome(game, chance);
        }
    }
    fn event(&mut self, event: &G::Event) {
        if let Some(recorder) = self {
            recorder.event(event);
        }
    }
}

/// Forwards every call to both recorders.
impl<G: Game, A: Recorder<G>, B: Recorder<G>> Recorder<G> for (A, B) {
    const EVENTS: bool = A::EVENTS || B::EVENTS;
    fn action(&mut self, game: &G, seat: Seat, action: G::Action) {
        self.0.action(game, seat, action);
        self.1.action(game, seat, action);
    }
    fn outcome(&mut self, game: &G, chance: &G::Chance) {
        self.0.outcome(game, chance);
        self.1.outcome(game, chance);
    }
    fn event(&mut self, event: &G::Event) {
        self.0.event(event);
        self.1.event(event);
    }
}

impl<G: Game, R: Recorder<G>> Recorder<G> for &mut R {
    const EVENTS: bool = R::EVENTS;
    #[inline]
    fn action(&mut self, game: &G, seat: Seat, action: G::Action) {
        (**self).action(game, seat, action);
    }
    #[inline]
    fn outcome(&mut self, game: &G, chance: &G::Chance) {
        (**self).outcome(game, chance);
    }
    #[inline]
    fn event(&mut self, event: &G::Event) {
        (**self).event(event);
    }
}

/// A bot did something illegal, so its game cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    /// The seat of the bot.
    pub seat: Seat,
    /// The action that it chose.
    pub action: String,
    /// The reason why the action is illegal.
    pub illegal: String,
    /// The clause that forbids it.
    pub clause: Clause,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalMove { seat, action, illegal, clause } = self;
        write!(f, "the bot of seat {seat} chose `{action}`, which is illegal: {illegal} ({clause})")
    }
}

impl std::error::Error for IllegalMove {}

/// A game that was played to its end, until a seat gave it up, or until the match stopped it.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// The winners. If a seat gave up, all other seats won together; nobody has won after [`TURNS_PER_GAME`].
    pub outcome: Outcome,
    /// The seat that gave up, which ended the game.
    pub gave_up: Option<Seat>,
    /// Whether the match stopped the game because of its length ([`TURNS_PER_GAME`]).
    pub is_stopped: bool,
    /// The points that each seat reached; 0 for seats that do not play.
    pub points: BySeat<i32, { Seat::MAX }>,
    /// Decisions made by seats.
    pub actions: u32,
    /// Turns begun, a set-up not counted.
    pub turns: u32,
}

/// A game between bots: nature's outcomes come from a seed, the decisions from the bots.
#[derive(Clone, Copy, Debug)]
pub struct Match<G> {
    game: G,
    seed: Seed,
}

impl<G: BotGame> Match<G> {
    /// A new game; the seed decides all chance.
    ///
    /// # Panics
    /// If the options are not valid for the table.
    #[must_use]
    pub fn new(options: &G::Options, seed: Seed) -> Match<G> {
        Match::from_position(G::new(options), seed)
    }

    /// A game that goes on from a position.
    #[must_use]
    pub fn from_position(game: G, seed: Seed) -> Match<G> {
        Match { game, seed }
    }

    /// The position.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Lets `bots`, the first of them at seat A, play to the end, or until one of them gives up.
    ///
    /// # Errors
    /// If a bot chooses something illegal, and nothing legal instead ([`Player::choose_instead`]).
    ///
    /// # Panics
    /// If there are fewer bots than seats.
    pub fn play<B: Player<G>>(
        &mut self,
        bots: &mut [B],
        recorder: &mut impl Recorder<G>,
    ) -> Result<Played, IllegalMove> {
        assert!(bots.len() >= self.game.seats(), "a bot for every seat");
        let bots = &mut bots[..self.game.seats()];
        let given_up = Seat::first(bots.len()).find(|seat| bots[seat.index()].has_given_up());
        if let Some(seat) = given_up {
            return Ok(self.given_up(seat, 0));
        }
        if wants_events(bots, recorder) {
            self.run::<B, _, true>(bots, recorder)
        } else {
            self.run::<B, _, false>(bots, recorder)
        }
    }

    /// Plays to the end. Without `EVENTS`, where nobody listens, no events are generated.
    fn run<B: Player<G>, R: Recorder<G>, const EVENTS: bool>(
        &mut self,
        bots: &mut [B],
        recorder: &mut R,
    ) -> Result<Played, IllegalMove> {
        let mut actions = 0;
        let mut turn = (0, 0);
        loop {
            match self.game.turn() {
                Turn::Chance(_) => {
                    let (purpose, index) = self.game.chance_key();
                    let chance = self.game.draw(&mut self.seed.substream(purpose, index));
                    recorder.outcome(&self.game, &chance);
                    if EVENTS {
                        self.game.resolve_unchecked(
                            chance,
                            &mut Audience { bots, recorder, game: PhantomData::<G> },
                        );
                    } else {
                        self.game.resolve_unchecked(chance, &mut ());
                    }
                }
                Turn::Decide(_) => {
                    let seat = self.game.next_to_ask();
                    let turns = self.game.turns();
                    if turn.0 != turns {
                        if turns > TURNS_PER_GAME {
                            let (points, outcome) = (self.points(), Outcome { winners: SeatSet::EMPTY });
                            return Ok(Played {
                                outcome,
                                gave_up: None,
                                is_stopped: true,
                                points,
                                actions,
                                turns,
                            });
                        }
                        turn = (turns, 0);
                    }
                    turn.1 += 1;
                    let is_tired = turn.1 > DECISIONS_PER_TURN;
                    let Some(action) = self.ask(seat, &mut bots[seat.index()], is_tired)? else {
                        return Ok(self.given_up(seat, actions));
                    };
                    recorder.action(&self.game, seat, action);
                    if EVENTS {
                        self.game.play_unchecked(
                            seat,
                            action,
                            &mut Audience { bots, recorder, game: PhantomData::<G> },
                        );
                    } else {
                        self.game.play_unchecked(seat, action, &mut ());
                    }
                    actions += 1;
                }
                Turn::Over(outcome) => {
                    let (points, turns) = (self.points(), self.game.turns());
                    return Ok(Played { outcome, gave_up: None, is_stopped: false, points, actions, turns });
                }
            }
        }
    }

    /// Returns the action of the player of `seat`, always a legal one; `None` if it gives up. A turn that `is_tired`, since it
    /// has taken too many decisions, is ended if possible.
    #[inline(always)]
    fn ask<B: Player<G>>(
        &self,
        seat: Seat,
        bot: &mut B,
        is_tired: bool,
    ) -> Result<Option<G::Action>, IllegalMove> {
        let legal = self.game.legal_actions(seat);
        let view = self.game.view(Viewer::Seat(seat));
        let mut action = bot.choose(&view, &legal);
        if let Some(end) = G::END_TURN
            && is_tired
            && legal.contains(end)
        {
            action = end;
        }
        let action = judge(&self.game, seat, bot, &view, &legal, action)?;
        Ok((!bot.has_given_up()).then_some(action))
    }

    /// The game as it stands when `seat` gives it up.
    fn given_up(&self, seat: Seat, actions: u32) -> Played {
        let winners = SeatSet::first(self.game.seats()).without(seat);
        let (points, turns) = (self.points(), self.game.turns());
        Played {
            outcome: Outcome { winners },
            gave_up: Some(seat),
            is_stopped: false,
            points,
            actions,
            turns,
        }
    }

    fn points(&self) -> BySeat<i32, { Seat::MAX }> {
        let mut points = BySeat::default();
        for seat in Seat::first(self.game.seats()) {
            points[seat] = self.game.points(seat).total();
        }
        points
    }
}

/// The action that is played for a bot that chose `action`: this one if it is legal, else the listed one that the bot
/// chooses instead ([`Player::choose_instead`]).
///
/// # Errors
/// Why `action` is illegal, if the bot chooses nothing legal instead.
#[inline(always)]
pub fn judge<G: BotGame, B: Player<G>>(
    game: &G,
    seat: Seat,
    bot: &mut B,
    view: &G::View<'_>,
    legal: &G::LegalActions,
    action: G::Action,
) -> Result<G::Action, IllegalMove> {
    // What is listed is legal; only open-ended actions, and mistakes, are judged one by one.
    if legal.contains(action) {
        return Ok(action);
    }
    match game.check(seat, action) {
        Ok(()) => Ok(action),
        Err(illegal) => ask_again(bot, view, legal, seat, action, illegal),
    }
}

/// A listed action of a bot whose first choice is illegal.
#[cold]
fn ask_again<G: BotGame, B: Player<G>>(
    bot: &mut B,
    view: &G::View<'_>,
    legal: &G::LegalActions,
    seat: Seat,
    action: G::Action,
    illegal: G::Illegal,
) -> Result<G::Action, IllegalMove> {
    let clause = illegal.clause();
    let refused = IllegalMove { seat, action: action.to_string(), illegal: illegal.to_string(), clause };
    match bot.choose_instead(view, legal, &refused) {
        Some(instead) if legal.contains(instead) => Ok(instead),
        _ => Err(refused),
    }
}

fn wants_events<G: BotGame, B: Player<G>, R: Recorder<G>>(bots: &[B], _: &R) -> bool {
    R::EVENTS || bots.iter().any(Player::listens)
}

/// Hands events on: to the recorder whole, to each bot as its seat may know them.
struct Audience<'a, G, B, R> {
    bots: &'a mut [B],
    recorder: &'a mut R,
    game: PhantomData<G>,
}

impl<G: BotGame, B: Player<G>, R: Recorder<G>> Observer<G::Event> for Audience<'_, G, B, R> {
    fn observe(&mut self, event: G::Event) {
        if R::EVENTS {
            self.recorder.event(&event);
        }
        for (seat, bot) in Seat::first(Seat::MAX).zip(self.bots.iter_mut()) {
            if bot.listens() {
                bot.observe(&G::redact(event, Viewer::Seat(seat)));
            }
        }
    }
}
