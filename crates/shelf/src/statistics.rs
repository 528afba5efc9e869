//! A game in numbers: how the points went and where they came from, dice, cards, trades.
//!
//! Everything is counted from events and positions, so a table that was played here and a record from elsewhere give
//! the same. Nothing in it is secret while a game goes on, except the points that not everybody sees: those are kept
//! apart ([`Moment::points`] beside [`Moment::open`]).

use crate::shelved::Shelved;
use crate::tally::Tally;
pub use crate::tally::{CardCounts, Flow, PerSeat, Reason, Trade};
use crate::{AnyGame, Events, each};
use game::{Game, Seat};
use std::collections::BTreeMap;

/// The game in numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Statistics {
    /// The number of seats that play.
    pub seats: usize,
    /// The points when the first turn begins, at the end of each turn, and at the end of the game.
    pub course: Vec<Moment>,
    /// The points of each seat by their source, in the game's own order: `settlements`, `roads`, …
    pub points: Vec<(&'static str, PerSeat<i32>)>,
    /// The points that everybody sees, by their source.
    pub open: Vec<(&'static str, PerSeat<i32>)>,
    /// The number of times that two dice showed each sum; 0 and 1 stay empty. `None` in games without dice.
    pub rolls: Option<[u32; 13]>,
    /// Cards that each seat got and gave away, by reason. Empty in games without cards.
    pub cards: BTreeMap<Reason, PerSeat<Flow>>,
    /// Exchanges, in order.
    pub trades: Vec<Trade>,
    hands: PerSeat<u32>,
}

/// The points at one moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moment {
    /// The number of steps made by then.
    pub step: usize,
    /// The number of turns begun by then.
    pub turn: u32,
    /// The points of each seat, hidden ones included.
    pub points: PerSeat<i32>,
    /// The points that everybody sees.
    pub open: PerSeat<i32>,
}

/// Notes the points of a position, which so many steps led to, if they belong to the course of the game. The set-up is
/// one moment: as long as it goes on, as it began; then as it ended. So the moment with the number 17 is that after 17
/// turns.
pub fn mark(course: &mut Vec<Moment>, step: usize, game: &AnyGame) {
    let is_over = game.outcome().is_some();
    match course.last() {
        Some(last) if last.turn == game.turns() && !is_over => return,
        Some(last) if last.turn == 0 => course.clear(),
        _ => {}
    }
    let per_seat = |points: BTreeMap<Seat, i32>| {
        let mut all = PerSeat::default();
        points.into_iter().for_each(|(seat, points)| all[seat] = points);
        all
    };
    let (points, open) = (per_seat(game.points()), per_seat(game.points_open()));
    course.push(Moment { step, turn: game.turns(), points, open });
}

/// The sums that [`Statistics`] keep without a list, up to a position. With that position it is enough to count on from there.
#[derive(Clone, Default, Debug)]
pub struct Sums {
    rolls: Option<[u32; 13]>,
    /// The reasons for which cards came and went.
    reasons: Box<[Reason]>,
    /// The flows of each of them, seat by seat.
    flows: Box<[Flow]>,
}

/// The parts of a seat's points; `open` for those that everybody sees.
fn parts_of<G: Game>(game: &G, seat: Seat, open: bool) -> Vec<(&'static str, i32)> {
    G::parts(&if open { game.visible_points(seat) } else { game.points(seat) })
}

impl Statistics {
    /// Begins to count, from the first position of a game on.
    #[must_use]
    pub fn of(start: &AnyGame) -> Statistics {
        let mut statistics = Statistics {
            seats: start.seats(),
            course: Vec::new(),
            points: Vec::new(),
            open: Vec::new(),
            rolls: None,
            cards: BTreeMap::new(),
            trades: Vec::new(),
            hands: PerSeat::default(),
        };
        each!(start, game => statistics.begin(game));
        mark(&mut statistics.course, 0, start);
        statistics
    }

    fn begin<G: Shelved>(&mut self, game: &G) {
        self.rolls = G::DICE.then_some([0; 13]);
        self.hold(game);
    }

    fn hold<G: Shelved>(&mut self, game: &G) {
        for seat in Seat::first(self.seats) {
            self.hands[seat] = game.hand(seat);
        }
    }

    /// The sums so far.
    #[must_use]
    pub fn sums(&self) -> Sums {
        let reasons = Reason::ALL.into_iter().filter(|why| self.cards.contains_key(why)).collect();
        let flows = self.cards.values().flat_map(|flows| Seat::first(self.seats).map(|seat| flows[seat]));
        Sums { rolls: self.rolls, reasons, flows: flows.collect() }
    }

    /// Counts on from a position with these sums. The course and the exchanges before it are not in the lists.
    #[must_use]
    pub fn going_on(sums: &Sums, game: &AnyGame) -> Statistics {
        let mut statistics = Statistics { course: Vec::new(), ..Statistics::of(game) };
        statistics.set(sums);
        statistics
    }

    /// Goes back to the position after so many steps, which had these sums. The course is empty afterwards if it was begun
    /// later.
    pub fn take_back(&mut self, steps: usize, sums: &Sums, game: &AnyGame) {
        self.course.retain(|moment| moment.step <= steps);
        self.trades.retain(|trade| trade.step <= steps);
        self.set(sums);
        each!(game, game => self.hold(game));
    }

    fn set(&mut self, sums: &Sums) {
        self.rolls = sums.rolls;
        self.cards.clear();
        for (&why, flows) in sums.reasons.iter().zip(sums.flows.chunks(self.seats)) {
            let all = self.cards.entry(why).or_default();
            Seat::first(self.seats).zip(flows).for_each(|(seat, flow)| all[seat] = *flow);
        }
    }

    /// Counts a step that led to this position.
    pub fn count(&mut self, step: usize, game: &AnyGame, events: &Events) {
        each!(game, game => self.count_of(step, game, events));
        mark(&mut self.course, step, game);
    }

    fn count_of<G: Shelved>(&mut self, step: usize, game: &G, events: &Events) {
        let (cards, trades) = (&mut self.cards, &mut self.trades);
        let mut tally = Tally { step, cards, trades, explained: PerSeat::default() };
        for event in events.list::<G>() {
            match G::rolled(event) {
                Some(sum) => {
                    let count = self.rolls.as_mut().and_then(|rolls| rolls.get_mut(usize::from(sum)));
                    count.into_iter().for_each(|count| *count += 1);
                }
                None => G::count(event, &mut tally),
            }
        }
        let explained = tally.explained;
        for seat in Seat::first(self.seats) {
            let now = game.hand(seat);
            // What no event speaks of was paid.
            let paid = i64::from(self.hands[seat]) + explained[seat] - i64::from(now);
            debug_assert!(paid >= 0, "step {step}: seat {seat} got {} cards out of nowhere", -paid);
            if let Ok(paid @ 1..) = u32::try_from(paid) {
                self.cards.entry(Reason::Payments).or_default()[seat].lost += paid;
            }
            self.hands[seat] = now;
        }
    }

    /// Says where the points of a position come from: the last one that was counted.
    pub fn finish(&mut self, game: &AnyGame) {
        let over = game.outcome().is_some();
        for open in [false, true] {
            let mut parts: Vec<(&'static str, PerSeat<i32>)> = Vec::new();
            each!(game, game => {
                for seat in Seat::first(self.seats) {
                    for (n, (name, points)) in parts_of(game, seat, open && !over).into_iter().enumerate() {
                        if n == parts.len() {
                            parts.push((name, PerSeat::default()));
                        }
                        parts[n].1[seat] = points;
                    }
                }
            });
            if open { self.open = parts } else { self.points = parts }
        }
    }

    /// The statistics as a document (`docs/api.md`); with hidden points only where `all` says so.
    #[must_use]
    pub fn document(&self, all: bool) -> serde_json::Value {
        let seats = || Seat::first(self.seats);
        let by_seat = |points: &PerSeat<i32>| -> BTreeMap<Seat, i32> {
            seats().map(|seat| (seat, points[seat])).collect()
        };
        let course: Vec<serde_json::Value> = self
            .course
            .iter()
            .map(|moment| {
                let points = if all { &moment.points } else { &moment.open };
                serde_json::json!({"step": moment.step, "turn": moment.turn, "points": by_seat(points)})
            })
            .collect();
        let parts = if all { &self.points } else { &self.open };
        let points: Vec<serde_json::Value> = parts
            .iter()
            .map(|(name, points)| serde_json::json!({"from": name, "points": by_seat(points)}))
            .collect();
        let rolls = self.rolls.map(|rolls| -> BTreeMap<String, u32> {
            (2..=12).map(|sum: usize| (sum.to_string(), rolls[sum])).collect()
        });
        let cards: Vec<serde_json::Value> = self
            .cards
            .iter()
            .map(|(why, flows)| {
                let flows: BTreeMap<Seat, Flow> = seats().map(|seat| (seat, flows[seat])).collect();
                serde_json::json!({"reason": why, "seats": flows})
            })
            .collect();
        serde_json::json!({
            "course": course, "points": points, "rolls": rolls, "cards": cards, "trades": self.trades,
        })
    }
}
