//! The pieces on the island at the time of each line of a log: the log tells of moments before now, and in a replay also of
//! moments after the one shown.

use crate::model::{LogEvent, LogLine};
use ::catan::event::Event;
use ::catan::view::View;
use ::catan::{BaseMap, HexId, Layout, PerSeat, Rules, VertexSet};
use game::{Seat, TableEvent};

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
pub(crate) trait ApplyEvents: Rules<Map = BaseMap> {
    /// Follows an event of this game alone.
    fn follow(_: &mut IslandSnapshot, _: &Self::OwnEvent, _: Way) {}
}

impl IslandSnapshot {
    /// Returns the state of the island now.
    pub(crate) fn of<R: Rules<Map = BaseMap>>(view: &View<'_, R>) -> IslandSnapshot {
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
///
/// After an action that was taken back the game goes on from an earlier state, so the states form a tree: each is known by the
/// number of the lines that led there, and a line leads on from the state before it.
pub(crate) struct Walk<'a, R: Rules> {
    lines: &'a [LogLine<Event<R>>],
    /// The state at which the walk stands.
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
        let (mut here, mut there) = (self.state(self.at), self.state(line));
        let mut ahead = Vec::new();
        // Back to the state that both have in common.
        while here != there {
            if here > there {
                here -= 1;
                self.follow(here, Way::Back);
                here = self.state(here);
            } else {
                there -= 1;
                ahead.push(there);
                there = self.state(there);
            }
        }
        for line in ahead.into_iter().rev() {
            self.follow(line, Way::On);
        }
        self.at = line;
        Moment { past: &self.past, earlier: &self.lines[..line] }
    }

    /// Returns the state after so many lines: if the last of them took actions back, that is an earlier one.
    fn state(&self, mut lines: usize) -> usize {
        while let Some(last) = lines.checked_sub(1)
            && let LogEvent::Table(TableEvent::Undone { to, .. }) = self.lines[last].what
        {
            lines = self.lines[..last].partition_point(|line| line.seq <= to);
        }
        lines
    }

    fn follow(&mut self, line: usize, way: Way) {
        if let LogEvent::Game(event) = &self.lines[line].what {
            self.past.follow(event, way);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::catan::{Base, Island, action::Action, cities_and_knights as knights};
    use game::{Draws, Game, Legal, Seed, Turn, Viewer};

    /// A played game: its log, and the state before some lines, as recorded then.
    type Played<R> = (Island<R>, Vec<LogLine<Event<R>>>, Vec<(usize, IslandSnapshot)>);

    /// Plays at random; one in so many steps takes a few others back, if it is given.
    fn played<R: ApplyEvents>(mut game: Island<R>, seed: u64, steps: u64, undo: Option<u32>) -> Played<R>
    where
        Island<R>: Game<Action = Action<R>, Event = Event<R>>,
        for<'a> Island<R>: Game<View<'a> = View<'a, R>>,
    {
        let seed = Seed(seed);
        let mut choose = seed.substream("choice", 0);
        let (mut lines, mut stood) = (Vec::new(), Vec::new());
        let mut saved = vec![(0, game)];
        for seq in 1..=steps {
            stood.push((lines.len(), IslandSnapshot::of(&Island::view(&game, Viewer::Spectator))));
            saved.drain(..saved.len().saturating_sub(6));
            if undo.is_some_and(|steps| choose.below(steps) == 0) {
                saved.truncate(1 + choose.below(saved.len() as u32) as usize);
                let (to, earlier) = *saved.last().expect("at least one is left");
                game = earlier;
                saved.push((seq, game));
                let undone = TableEvent::Undone { seat: Seat::A, to };
                lines.push(LogLine { seq, what: LogEvent::Table(undone) });
                continue;
            }
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
            saved.push((seq, game));
        }
        (game, lines, stood)
    }

    /// Checks that a walk finds the recorded states: back from the end, on from the beginning, and to and fro from the middle.
    fn is_found<R: ApplyEvents>(
        game: Island<R>,
        seed: u64,
        steps: u64,
        undo: Option<u32>,
    ) -> Vec<LogLine<Event<R>>>
    where
        Island<R>: Game<Action = Action<R>, Event = Event<R>>,
        for<'a> Island<R>: Game<View<'a> = View<'a, R>>,
    {
        let (over, lines, stood) = played(game, seed, steps, undo);
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
            is_found::<Base>(::catan::Catan::new(&options), seed, 3000, None);
        }
    }

    #[test]
    fn what_stood_on_the_island_is_found_although_actions_were_taken_back() {
        for seed in 0..8 {
            is_found::<Base>(::catan::Catan::new(&Default::default()), seed, 1500, Some(12));
            let game = knights::CitiesAndKnights::new(&Default::default());
            is_found::<knights::Knights>(game, seed, 1500, Some(12));
        }
    }

    #[test]
    fn what_stood_on_the_island_of_knights_is_found() {
        let (mut swapped, mut pillaged, mut removed) = (0, 0, 0);
        for seed in 0..40 {
            let options = knights::Options { turn_limit: Some(400), ..Default::default() };
            let game = knights::CitiesAndKnights::new(&options);
            for line in is_found::<knights::Knights>(game, seed, 6000, None) {
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
