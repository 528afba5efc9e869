//! The animations of log lines on the board, for the client to play.

use game::Seat;
use std::fmt::{self, Display, Write as _};

/// The supply, as one end of a flight.
pub(crate) const SUPPLY: &str = "@";

/// A seat, as one end of a flight: its chip beside the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chip(pub(crate) Seat);

impl Display for Chip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.0)
    }
}

/// The simultaneous animations of a log line. Their text is the attribute `data-cue`, whose grammar is in `docs/pages.md`; places
/// are named by their ids in the picture.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Cues(String);

impl Cues {
    /// No animation.
    pub(crate) const NONE: Cues = Cues(String::new());

    /// Returns the text, if there is any animation.
    pub(crate) fn text(&self) -> Option<&str> {
        Some(self.0.as_str()).filter(|text| !text.is_empty())
    }

    fn add(&mut self, cue: fmt::Arguments<'_>) {
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        self.0.write_fmt(cue).expect("a string takes all");
    }

    /// Adds the roll of two dice.
    pub(crate) fn dice(&mut self, first: impl Display, second: impl Display) {
        self.add(format_args!("dice:{first}:{second}"));
    }
    /// Adds the roll of two dice and of a third one with a face of its own.
    pub(crate) fn three_dice(&mut self, first: impl Display, second: impl Display, face: impl Display) {
        self.add(format_args!("dice:{first}:{second}:{face}"));
    }
    /// Adds a place that lights up for a moment.
    pub(crate) fn light(&mut self, place: impl Display) {
        self.add(format_args!("light:{place}"));
    }
    /// Adds a place that is blocked, so that it yields nothing.
    pub(crate) fn block(&mut self, place: impl Display) {
        self.add(format_args!("block:{place}"));
    }
    /// Adds `count` things that fly from one end to the other; `what` names a symbol.
    pub(crate) fn fly(&mut self, from: impl Display, to: impl Display, what: impl Display, count: u32) {
        match count {
            0 => {}
            1 => self.add(format_args!("fly:{from}:{to}:{what}")),
            _ => self.add(format_args!("fly:{from}:{to}:{what}:{count}")),
        }
    }
    /// Adds a piece that appears at a place.
    pub(crate) fn come(&mut self, place: impl Display) {
        self.add(format_args!("come:{place}"));
    }
    /// Adds a piece that returns from a place to its owner.
    pub(crate) fn go(&mut self, place: impl Display, owner: Seat) {
        self.add(format_args!("go:{place}:{}", Chip(owner)));
    }
    /// Adds a figure that moves from one place to another.
    pub(crate) fn shift(&mut self, figure: &str, from: impl Display, to: impl Display) {
        self.add(format_args!("move:{figure}:{from}:{to}"));
    }
    /// Adds a tile that slides into its place.
    pub(crate) fn slide(&mut self, place: impl Display) {
        self.add(format_args!("slide:{place}"));
    }
    /// Adds points that rise from a place, which may be empty, and go to a seat.
    pub(crate) fn score(&mut self, place: impl Display, seat: Seat, points: impl Display) {
        self.add(format_args!("score:{place}:{}:{points}", Chip(seat)));
    }
    /// Adds the barbarian ship, which arrives at a space.
    pub(crate) fn ship(&mut self, space: u8) {
        self.add(format_args!("ship:{space}"));
    }
    /// Adds an attack of the barbarians, with their strength and that of the knights.
    pub(crate) fn attack(&mut self, barbarians: u8, knights: u8) {
        self.add(format_args!("attack:{barbarians}:{knights}"));
    }
    /// Adds the loss of a seat's city in an attack.
    pub(crate) fn lose(&mut self, seat: Seat, city: impl Display) {
        self.add(format_args!("lose:{}:{city}", Chip(seat)));
    }
    /// Adds that a seat has another turn at once.
    pub(crate) fn again(&mut self, seat: Seat) {
        self.add(format_args!("again:{}", Chip(seat)));
    }
    /// Adds that a seat has won.
    pub(crate) fn win(&mut self, seat: Seat) {
        self.add(format_args!("win:{}", Chip(seat)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cues_stand_side_by_side() {
        let mut cues = Cues::default();
        assert_eq!(cues.text(), None);
        cues.dice(3, 4);
        cues.fly("H5", Chip(Seat::B), "wool", 2);
        cues.fly(SUPPLY, Chip(Seat::A), "ore", 1);
        cues.fly(SUPPLY, Chip(Seat::A), "ore", 0);
        assert_eq!(cues.text(), Some("dice:3:4 fly:H5:@B:wool:2 fly:@:@A:ore"));
    }
}
