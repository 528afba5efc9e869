//! The reasons why an action or an outcome is refused.

use crate::{Cell, Figure, Place, Segment, Terrain, TileKind};
use game::Seat;
use std::fmt;

/// The name of a clause of the rulebook: `CARC-TILE-3`.
pub type Clause = &'static str;

/// A refusal: the reason, and the clause that stands behind it in the game that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// The reason.
    pub why: Reason,
    pub(crate) clause: Clause,
}

impl Illegal {
    /// The clause that stands behind it.
    #[must_use]
    pub const fn clause(&self) -> Clause {
        self.clause
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}

impl std::error::Error for Illegal {}

/// The reason why something cannot be done now. Each has its words in every language, so the list is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It is another seat's turn.
    NotYourTurn {
        /// The seat whose turn it is.
        turn: Seat,
    },
    /// Nature has to draw first.
    NatureFirst,
    /// The game is over.
    Over,
    /// The tile in hand is to be placed first.
    PlaceFirst {
        /// The tile.
        tile: TileKind,
    },
    /// Something must be placed; this step cannot be passed (`CARC-TILE-5`).
    NothingToPass,
    /// A figure is to be deployed on the tile here, or not.
    FigureFirst {
        /// The place of the tile.
        cell: Cell,
    },
    /// The seat has to say first whether it takes another tile.
    SecondFirst,
    /// The seat has to say first which building is settled next.
    SettleFirst,
    /// This game has no such figure or decision.
    NotInThisGame,
    /// A tile lies there.
    Taken {
        /// The place.
        cell: Cell,
    },
    /// No tile may ever lie there.
    NoPlace {
        /// The place.
        cell: Cell,
    },
    /// The place touches no tile by a whole edge.
    TouchesNothing {
        /// The place.
        cell: Cell,
    },
    /// An edge does not match the neighbour's.
    Mismatch {
        /// The place.
        cell: Cell,
        /// The side: 0 north, 1 east, 2 south, 3 west.
        side: u8,
        /// The terrain that the tile would show there.
        edge: Terrain,
        /// The terrain that the neighbour shows.
        neighbour: Terrain,
    },
    /// The tile has no such segment.
    NoSuchSegment {
        /// The tile.
        tile: TileKind,
        /// The segment.
        segment: Segment,
    },
    /// No follower is left in the supply.
    NoFollower,
    /// Somebody stands on the feature already.
    Occupied {
        /// The place where the figure should have gone.
        place: Place,
        /// The place where another figure stands.
        by: Place,
        /// The owner of that figure.
        seat: Seat,
    },
    /// Nobody may be deployed in a field.
    FarmersOff,
    /// The builder or pig is not in the supply.
    NoSpecial {
        /// The figure.
        figure: Figure,
    },
    /// The builder or pig does not go on such a segment.
    WrongGround {
        /// The figure.
        figure: Figure,
        /// The place where it should have gone.
        place: Place,
    },
    /// The builder or pig goes only where an own follower is.
    NoOwnFollower {
        /// The figure.
        figure: Figure,
        /// The place where it should have gone.
        place: Place,
    },
    /// The second tile, or a further one, cannot be declined, or was taken already (`TB-OPT-DOUBLE`).
    MustTakeSecond,
    /// No completed building waits there to be settled.
    NotCompleted {
        /// The place.
        place: Place,
    },
    /// No such outcome of nature is due.
    NotDue,
    /// No such tile is left.
    NoneLeft {
        /// The tile.
        tile: TileKind,
    },
    /// There is no such seat at the table.
    NoSuchSeat {
        /// The seat.
        seat: Seat,
    },
}

/// The sides of a tile from the north on.
const SIDES: [&str; 4] = ["north", "east", "south", "west"];

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Terrain::Field => "field",
            Terrain::Road => "road",
            Terrain::City => "city",
        })
    }
}

impl Reason {
    /// Returns the clause of base Carcassonne behind it.
    pub(crate) fn base_clause(&self) -> Clause {
        match self {
            Reason::NotYourTurn { .. } | Reason::NatureFirst => "CARC-TURN-1",
            Reason::Over => "CARC-END-1",
            Reason::PlaceFirst { .. } | Reason::FigureFirst { .. } => "CARC-TURN-3",
            Reason::NothingToPass => "CARC-TILE-5",
            Reason::NotInThisGame | Reason::SecondFirst | Reason::SettleFirst => "CARC-TURN-1",
            Reason::Taken { .. } => "CARC-TILE-8",
            Reason::NoPlace { .. } | Reason::TouchesNothing { .. } => "CARC-TILE-2",
            Reason::Mismatch { .. } => "CARC-TILE-3",
            Reason::NoSuchSegment { .. } => "CARC-MEEPLE-2",
            Reason::NoFollower => "CARC-MEEPLE-1",
            Reason::Occupied { .. } => "CARC-MEEPLE-3",
            Reason::FarmersOff => "CARC-OPT-FARMERS",
            Reason::NotDue => "CARC-TURN-1",
            Reason::NoneLeft { .. } => "CARC-SETUP-2",
            Reason::NoSuchSeat { .. } => "CARC-COMP-4",
            Reason::NoSpecial { .. }
            | Reason::WrongGround { .. }
            | Reason::NoOwnFollower { .. }
            | Reason::MustTakeSecond
            | Reason::NotCompleted { .. } => "CARC-TURN-1",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NotYourTurn { turn } => write!(f, "it is seat {turn}'s turn"),
            Reason::NatureFirst => f.write_str("a tile must be drawn first"),
            Reason::Over => f.write_str("the game is over"),
            Reason::PlaceFirst { tile } => write!(f, "tile {tile} must be placed first"),
            Reason::NothingToPass => f.write_str("the tile must be placed; it fits somewhere"),
            Reason::FigureFirst { cell } => {
                write!(f, "first deploy a figure on the tile at {cell}, or `pass`")
            }
            Reason::SecondFirst => f.write_str("first say `second` or `end`: whether you take another tile"),
            Reason::SettleFirst => f.write_str("first choose which completed building is settled next"),
            Reason::NotInThisGame => f.write_str("there is no such action in this game"),
            Reason::Taken { cell } => write!(f, "there is already a tile on {cell}"),
            Reason::NoPlace { cell } => write!(f, "no tile may be placed on {cell}"),
            Reason::TouchesNothing { cell } => write!(f, "{cell} does not share an edge with any tile"),
            Reason::Mismatch { cell, side, edge, neighbour } => {
                let side = SIDES[usize::from(*side)];
                write!(
                    f,
                    "to the {side} of {cell}, the tile would show {edge}, but its neighbour shows {neighbour}"
                )
            }
            Reason::NoSuchSegment { tile, segment } => write!(f, "tile {tile} has no segment {segment}"),
            Reason::NoFollower => f.write_str("no follower is left in the supply"),
            Reason::Occupied { place, by, seat } => {
                write!(f, "the feature of {place} is occupied: a figure of seat {seat} stands on {by}")
            }
            Reason::FarmersOff => f.write_str("nobody may be deployed in a field"),
            Reason::NoSpecial { figure } => write!(f, "the {figure} is not in the supply"),
            Reason::WrongGround { figure: Figure::Pig, place } => {
                write!(f, "the pig can go only into a field, and {place} is not one")
            }
            Reason::WrongGround { figure, place } => {
                write!(f, "the {figure} can go only on a road or into a city, and {place} is neither")
            }
            Reason::NoOwnFollower { figure, place } => {
                write!(
                    f,
                    "the {figure} can go only where a follower of the same seat is, and there is none on the feature of {place}"
                )
            }
            Reason::MustTakeSecond => f.write_str("this tile can no longer be declined"),
            Reason::NotCompleted { place } => {
                write!(f, "no completed building waits on {place} to be settled")
            }
            Reason::NotDue => f.write_str("no such outcome is due"),
            Reason::NoneLeft { tile } => write!(f, "there is no tile {tile} left in the stack"),
            Reason::NoSuchSeat { seat } => write!(f, "no seat {seat} is at the table"),
        }
    }
}
