//! Lets bots play a whole game.

use super::CatanBot;
use catan::{Action, Catan, Chance, Event, Illegal, Options, PerSeat, Phase, Points, SEATS};
use game::{Observer, Outcome, Seat, Seed, Turn, Viewer};
use std::fmt;

/// The most decisions one turn may take before the host stops asking and ends the turn by itself: more than any
/// sensible turn needs, so that no bot can keep a game from ending.
pub const DECISIONS_PER_TURN: u32 = 500;

/// Is shown a game as it is played: every decision, every outcome of nature, and every event, secrets included.
/// `()` looks at nothing and costs nothing.
pub trait Recorder {
    /// Whether [`Recorder::event`] wants to be called.
    const EVENTS: bool;
    /// A seat is about to do this; `game` is the position before.
    fn action(&mut self, game: &Catan, seat: Seat, action: Action);
    /// Nature is about to do this; `game` is the position before.
    fn outcome(&mut self, game: &Catan, chance: &Chance);
    /// This happened.
    fn event(&mut self, event: &Event) {
        let _ = event;
    }
}

impl Recorder for () {
    const EVENTS: bool = false;
    #[inline(always)]
    fn action(&mut self, _: &Catan, _: Seat, _: Action) {}
    #[inline(always)]
    fn outcome(&mut self, _: &Catan, _: &Chance) {}
}

/// A bot did something illegal, so its game cannot go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foul {
    /// Whose bot it was.
    pub seat: Seat,
    /// What it wanted to do.
    pub action: Action,
    /// Why it may not.
    pub illegal: Illegal,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Foul { seat, action, illegal } = self;
        write!(
            f,
            "the bot of seat {seat} chose `{action}`, which is illegal: {illegal} ({})",
            illegal.clause()
        )
    }
}

impl std::error::Error for Foul {}

/// A game that was played to its end.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// Who won.
    pub outcome: Outcome,
    /// What each seat reached.
    pub points: PerSeat<Points>,
    /// Decisions made by seats.
    pub actions: u32,
    /// Turns begun, the set-up not counted.
    pub turns: u32,
}

/// A game between bots: nature's outcomes come from a seed, the decisions from the bots.
#[derive(Clone, Copy, Debug)]
pub struct Match {
    game: Catan,
    seed: Seed,
}

impl Match {
    /// A new game; the seed decides all chance.
    ///
    /// # Panics
    /// If the options are not valid for the table.
    #[must_use]
    pub fn new(options: &Options, seed: Seed) -> Match {
        Match { game: Catan::new(options), seed }
    }

    /// A game that goes on from a position.
    #[must_use]
    pub fn from_position(game: Catan, seed: Seed) -> Match {
        Match { game, seed }
    }

    /// The position.
    #[must_use]
    pub fn game(&self) -> &Catan {
        &self.game
    }

    /// Lets `bots`, the first of them at seat A, play to the end.
    ///
    /// # Errors
    /// If a bot chooses something illegal.
    ///
    /// # Panics
    /// If there are fewer bots than seats.
    pub fn play<B: CatanBot>(
        &mut self,
        bots: &mut [B],
        recorder: &mut impl Recorder,
    ) -> Result<Played, Foul> {
        assert!(bots.len() >= self.game.seats(), "a bot for every seat");
        let bots = &mut bots[..self.game.seats()];
        if wants_events(bots, recorder) {
            self.run::<B, _, true>(bots, recorder)
        } else {
            self.run::<B, _, false>(bots, recorder)
        }
    }

    /// Where nobody listens, no event is made.
    fn run<B: CatanBot, R: Recorder, const EVENTS: bool>(
        &mut self,
        bots: &mut [B],
        recorder: &mut R,
    ) -> Result<Played, Foul> {
        let mut actions = 0;
        let mut turn = (0, 0);
        loop {
            match self.game.turn() {
                Turn::Chance(_) => {
                    let (purpose, index) = self.game.chance_key();
                    let chance = self.game.draw(&mut self.seed.substream(purpose, index));
                    recorder.outcome(&self.game, &chance);
                    if EVENTS {
                        self.game.resolve_unchecked(chance, &mut Audience { bots, recorder });
                    } else {
                        self.game.resolve_unchecked(chance, &mut ());
                    }
                }
                Turn::Decide(_) => {
                    let seat = next_to_ask(&self.game);
                    let legal = self.game.legal_actions(seat);
                    let mut action = bots[seat.index()].choose(&self.game.view(Viewer::Seat(seat)), &legal);
                    if turn.0 != self.game.turns() {
                        turn = (self.game.turns(), 0);
                    }
                    turn.1 += 1;
                    if turn.1 > DECISIONS_PER_TURN && legal.contains(Action::EndTurn) {
                        action = Action::EndTurn;
                    }
                    // What is listed is legal; only open-ended actions, and mistakes, are judged one by one.
                    if !legal.contains(action)
                        && let Err(illegal) = self.game.check(seat, action)
                    {
                        return Err(Foul { seat, action, illegal });
                    }
                    recorder.action(&self.game, seat, action);
                    if EVENTS {
                        self.game.play_unchecked(seat, action, &mut Audience { bots, recorder });
                    } else {
                        self.game.play_unchecked(seat, action, &mut ());
                    }
                    actions += 1;
                }
                Turn::Over(outcome) => {
                    let mut points = PerSeat::default();
                    for seat in Seat::first(self.game.seats()) {
                        points[seat] = self.game.points(seat);
                    }
                    return Ok(Played { outcome, points, actions, turns: self.game.turns() });
                }
            }
        }
    }
}

/// Which seat a host that waits for everybody asks next: addressees of an open offer answer first, then the active
/// seat decides; seats that owe a discard are asked in their order.
///
/// # Panics
/// If no seat is to decide anything.
#[must_use]
#[inline]
pub fn next_to_ask(game: &Catan) -> Seat {
    match game.phase() {
        Phase::Building => {
            let trading = game.view(Viewer::Spectator).trading();
            trading.unanswered().lowest().unwrap_or(game.active())
        }
        Phase::Discarding { .. } => {
            let seats = game.view(Viewer::Spectator).seats_to_discard();
            seats.lowest().expect("somebody owes a discard")
        }
        _ => game.active(),
    }
}

fn wants_events<B: CatanBot, R: Recorder>(bots: &[B], _: &R) -> bool {
    R::EVENTS || bots.iter().any(CatanBot::listens)
}

/// Hands events on: to the recorder whole, to each bot as its seat may know them.
struct Audience<'a, B, R> {
    bots: &'a mut [B],
    recorder: &'a mut R,
}

impl<B: CatanBot, R: Recorder> Observer<Event> for Audience<'_, B, R> {
    fn observe(&mut self, event: Event) {
        if R::EVENTS {
            self.recorder.event(&event);
        }
        for (seat, bot) in Seat::first(SEATS).zip(self.bots.iter_mut()) {
            if bot.listens() {
                bot.observe(&event.redact(Viewer::Seat(seat)));
            }
        }
    }
}
