//! What stood on the island at the time of each line of a log: the log tells of moments before now, and in a replay of
//! moments after the one that is looked at.

use crate::model::{Happened, LogLine};
use ::catan::event::Event;
use ::catan::view::View;
use ::catan::{HexId, Layout, PerSeat, Rules, VertexSet};
use game::Seat;

/// What stood on the island at one moment.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Past {
    /// The island, once it is laid out, with its number tokens.
    pub(crate) layout: Option<Layout>,
    /// Where the robber stood, once the island is laid out.
    pub(crate) robber: Option<HexId>,
    /// The settlements of each seat; a city laid on its side counts as one.
    pub(crate) settlements: PerSeat<VertexSet>,
    /// The cities of each seat.
    pub(crate) cities: PerSeat<VertexSet>,
}

/// Which way an event is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// From what stood before it to what stood after it.
    On,
    /// From what stood after it to what stood before it.
    Back,
}

/// A game on the island that knows what its own events change of a [`Past`].
pub(crate) trait Remembers: Rules {
    /// Follows an event of this game alone.
    fn follow(_: &mut Past, _: &Self::OwnEvent, _: Way) {}
}

impl Past {
    /// What stands there now.
    pub(crate) fn of<R: Rules>(view: &View<'_, R>) -> Past {
        let layout = view.layout().copied();
        let mut past = Past {
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
    pub(crate) fn follow<R: Remembers>(&mut self, event: &Event<R>, way: Way) {
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

/// A line of the log with what was so before it.
pub(crate) struct Moment<'w, R: Rules> {
    /// What stood on the island.
    pub(crate) past: &'w Past,
    /// The lines before it, as far as they are known.
    pub(crate) earlier: &'w [LogLine<Event<R>>],
}

impl<R: Rules> Moment<'_, R> {
    /// What happened before, latest first.
    pub(crate) fn before(&self) -> impl Iterator<Item = &Event<R>> {
        self.earlier.iter().rev().filter_map(|line| match &line.what {
            Happened::Game(event) => Some(event),
            Happened::Table(_) => None,
        })
    }
}

/// Goes along a log, and knows what stood on the island before each line.
pub(crate) struct Walk<'a, R: Rules> {
    lines: &'a [LogLine<Event<R>>],
    /// How many lines have happened.
    at: usize,
    past: Past,
}

impl<'a, R: Remembers> Walk<'a, R> {
    /// Begins where `view` is, after so many lines.
    pub(crate) fn new(view: &View<'_, R>, lines: &'a [LogLine<Event<R>>], at: usize) -> Walk<'a, R> {
        Walk { lines, at, past: Past::of(view) }
    }

    /// Goes to the moment before a line.
    pub(crate) fn to(&mut self, line: usize) -> Moment<'_, R> {
        let on = self.lines.get(self.at..line).into_iter().flatten().map(|line| (line, Way::On));
        let back = self.lines.get(line..self.at).into_iter().flatten().rev().map(|line| (line, Way::Back));
        for (line, way) in on.chain(back) {
            if let Happened::Game(event) = &line.what {
                self.past.follow(event, way);
            }
        }
        self.at = line;
        Moment { past: &self.past, earlier: &self.lines[..line] }
    }
}
