//! The pieces on the island at the time of each line of a log: the log tells of moments before now, and in a replay also of
//! moments after the one shown.

use crate::model::{LogEvent, LogLine};
use ::catan::event::Event;
use ::catan::view::View;
use ::catan::{HexId, Layout, PerSeat, Rules, VertexSet};
use game::Seat;

/// The island and its pieces at one moment.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct IslandSnapshot {
    /// The island, once it is laid out, with its number tokens.
    pub(crate) layout: Option<Layout>,
    /// The hex of the robber, once the island is laid out.
    pub(crate) robber: Option<HexId>,
    /// The settlements of each seat; a city laid on its side counts as one.
    pub(crate) settlements: PerSeat<VertexSet>,
    /// The cities of each seat.
    pub(crate) cities: PerSeat<VertexSet>,
}

/// The direction in which to follow an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// From the state before it to the state after it.
    On,
    /// From the state after it to the state before it.
    Back,
}

/// A game on the island that can apply its own events to a [`IslandSnapshot`].
pub(crate) trait ApplyEvents: Rules {
    /// Follows an event of this game alone.
    fn follow(_: &mut IslandSnapshot, _: &Self::OwnEvent, _: Way) {}
}

impl IslandSnapshot {
    /// Returns the state of the island now.
    pub(crate) fn of<R: Rules>(view: &View<'_, R>) -> IslandSnapshot {
        let layout = view.layout().copied();
        let mut past = IslandSnapshot {
            layout,
            robber: layout.map(|_| view.robber()),
            settlements: PerSeat::default(),
            cities: PerSeat::default(),
        };
        for seat in Seat::first(view.seats()) {
            past.settlements[seat] = view.settlements(seat);
            past.cities[seat] = view.cities(seat);
        }
        past
    }

    /// Follows an event.
    pub(crate) fn follow<R: ApplyEvents>(&mut self, event: &Event<R>, way: Way) {
        match (event, way) {
            (Event::LaidOut { layout }, Way::On) => {
                (self.layout, self.robber) = (Some(*layout), Some(layout.desert()));
            }
            (Event::LaidOut { .. }, Way::Back) => (self.layout, self.robber) = (None, None),
            (&Event::MovedRobber { to, .. }, Way::On) => self.robber = Some(to),
            (&Event::MovedRobber { from, .. }, Way::Back) => self.robber = Some(from),
            (&Event::BuiltSettlement { seat, vertex, .. }, Way::On) => self.settlements[seat].insert(vertex),
            (&Event::BuiltSettlement { seat, vertex, .. }, Way::Back) => {
                self.settlements[seat].remove(vertex);
            }
            (&Event::BuiltCity { seat, vertex, .. }, Way::On) => {
                self.settlements[seat].remove(vertex);
                self.cities[seat].insert(vertex);
            }
            // A starting city stands where nothing was.
            (&Event::BuiltCity { seat, vertex, paid }, Way::Back) => {
                self.cities[seat].remove(vertex);
                if paid {
                    self.settlements[seat].insert(vertex);
                }
            }
            (Event::Own(own), way) => R::follow(self, own, way),
            _ => {}
        }
    }
}

/// A line of the log, with the state before it.
pub(crate) struct Moment<'w, R: Rules> {
    /// The state of the island.
    pub(crate) past: &'w IslandSnapshot,
    /// The lines before it, as far as they are known.
    pub(crate) earlier: &'w [LogLine<Event<R>>],
}

impl<R: Rules> Moment<'_, R> {
    /// Iterates over the events before it, latest first.
    pub(crate) fn before(&self) -> impl Iterator<Item = &Event<R>> {
        self.earlier.iter().rev().filter_map(|line| match &line.what {
            LogEvent::Game(event) => Some(event),
            LogEvent::Table(_) => None,
        })
    }
}

/// A walk along a log that tracks the state of the island before each line.
pub(crate) struct Walk<'a, R: Rules> {
    lines: &'a [LogLine<Event<R>>],
    /// The number of lines that have happened.
    at: usize,
    past: IslandSnapshot,
}

impl<'a, R: ApplyEvents> Walk<'a, R> {
    /// Begins at the position of `view`, after `at` lines.
    pub(crate) fn new(view: &View<'_, R>, lines: &'a [LogLine<Event<R>>], at: usize) -> Walk<'a, R> {
        Walk { lines, at, past: IslandSnapshot::of(view) }
    }

    /// Goes to the moment before a line.
    pub(crate) fn to(&mut self, line: usize) -> Moment<'_, R> {
        let on = self.lines.get(self.at..line).into_iter().flatten().map(|line| (line, Way::On));
        let back = self.lines.get(line..self.at).into_iter().flatten().rev().map(|line| (line, Way::Back));
        for (line, way) in on.chain(back) {
            if let LogEvent::Game(event) = &line.what {
                self.past.follow(event, way);
            }
        }
        self.at = line;
        Moment { past: &self.past, earlier: &self.lines[..line] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::catan::{Base, Island, action::Action, cities_and_knights as knights};
    use game::{Draws, Game, Legal, Seed, Turn, Viewer};

    /// A played game: its log, and the state before some lines, as recorded then.
    type Played<R> = (Island<R>, Vec<LogLine<Event<R>>>, Vec<(usize, IslandSnapshot)>);

    /// Plays at random.
    fn played<R: ApplyEvents>(mut game: Island<R>, seed: u64, steps: u64) -> Played<R>
    where
        Island<R>: Game<Action = Action<R>, Event = Event<R>>,
        for<'a> Island<R>: Game<View<'a> = View<'a, R>>,
    {
        let seed = Seed(seed);
        let mut choose = seed.substream("choice", 0);
        let (mut lines, mut stood) = (Vec::new(), Vec::new());
        for seq in 0..steps {
            stood.push((lines.len(), IslandSnapshot::of(&Island::view(&game, Viewer::Spectator))));
            let mut events = Vec::new();
            match Game::turn(&game) {
                Turn::Chance(_) => {
                    let (purpose, index) = Game::chance_key(&game);
                    let chance = Game::draw(&game, &mut seed.substream(purpose, index));
                    Game::resolve(&mut game, chance, &mut events).unwrap();
                }
                Turn::Decide(seats) => {
                    let able = seats.into_iter().find(|&seat| !Game::legal_actions(&game, seat).is_empty());
                    let seat = able.expect("somebody can act");
                    let legal = Game::legal_actions(&game, seat);
                    let action = legal.get(choose.below(legal.len() as u32) as usize).expect("it is listed");
                    Game::play(&mut game, seat, action, &mut events).unwrap();
                }
                Turn::Over(_) => break,
            }
            lines.extend(events.into_iter().map(|event| LogLine { seq, what: LogEvent::Game(event) }));
        }
        (game, lines, stood)
    }

    /// Checks that a walk finds the recorded states: back from the end, on from the beginning, and to and fro from the middle.
    fn is_found<R: ApplyEvents>(game: Island<R>, seed: u64, steps: u64) -> Vec<LogLine<Event<R>>>
    where
        Island<R>: Game<Action = Action<R>, Event = Event<R>>,
        for<'a> Island<R>: Game<View<'a> = View<'a, R>>,
    {
        let (over, lines, stood) = played(game, seed, steps);
        let mut back = Walk::new(&Island::view(&over, Viewer::Spectator), &lines, lines.len());
        for (line, past) in stood.iter().rev() {
            assert_eq!(back.to(*line).past, past, "line {line} of seed {seed}");
        }
        for (line, past) in &stood {
            assert_eq!(back.to(*line).past, past, "line {line} of seed {seed}");
        }
        let mut draws = Seed(seed).substream("lines", 0);
        for _ in 0..200 {
            let (line, past) = &stood[draws.below(stood.len() as u32) as usize];
            let moment = back.to(*line);
            assert_eq!((moment.past, moment.earlier.len()), (past, *line), "seed {seed}");
        }
        lines
    }

    #[test]
    fn what_stood_on_the_island_is_found() {
        for seed in 0..12 {
            let options = ::catan::Options { players: 2 + (seed % 3) as u8, ..Default::default() };
            is_found::<Base>(::catan::Catan::new(&options), seed, 3000);
        }
    }

    #[test]
    fn what_stood_on_the_island_of_knights_is_found() {
        let (mut swapped, mut pillaged, mut removed) = (0, 0, 0);
        for seed in 0..40 {
            let options = knights::Options { turn_limit: Some(400), ..Default::default() };
            for line in is_found::<knights::Knights>(knights::CitiesAndKnights::new(&options), seed, 6000) {
                use knights::OwnEvent as E;
                match line.what {
                    LogEvent::Game(Event::Own(E::SwappedNumbers { .. })) => swapped += 1,
                    LogEvent::Game(Event::Own(E::Pillaged { settlement, .. })) => {
                        pillaged += 1;
                        removed += u32::from(!settlement);
                    }
                    _ => {}
                }
            }
        }
        assert!(
            swapped > 5 && pillaged > 20,
            "{swapped} swaps, {pillaged} cities lost, {removed} of them whole"
        );
    }
}
