//! Actions and outcomes as text: what records, the API and cases write.
//!
//! ```
//! use carcassonne::{Action, Cell, Figure, Rotation};
//! let action: Action = "place (1,-2)r3".parse().unwrap();
//! assert_eq!(action, Action::Place { cell: Cell::new(1, -2), rotation: Rotation::new(3) });
//! assert_eq!("deploy builder r1".parse::<Action>().unwrap().to_string(), "deploy builder r1");
//! assert_eq!("place (0,1)".parse::<Action>().unwrap().to_string(), "place (0,1)r0");
//! ```

use crate::{Action, Cell, Chance, Figure, Rotation};
use game::ParseError;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Figure::Follower => "follower",
            Figure::Builder => "builder",
            Figure::Pig => "pig",
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place { cell, rotation } => write!(f, "place {cell}{rotation}"),
            Action::Deploy { figure: Figure::Follower, segment } => write!(f, "deploy {segment}"),
            Action::Deploy { figure, segment } => write!(f, "deploy {figure} {segment}"),
            Action::Pass => f.write_str("pass"),
            Action::TakeSecond => f.write_str("second"),
            Action::EndTurn => f.write_str("end"),
            Action::Settle(place) => write!(f, "settle {place}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["place", at] => {
                let (cell, rotation) = placement(at)?;
                Ok(Action::Place { cell, rotation })
            }
            ["deploy", segment] => Ok(Action::Deploy { figure: Figure::Follower, segment: segment.parse()? }),
            ["deploy", "builder", segment] => {
                Ok(Action::Deploy { figure: Figure::Builder, segment: segment.parse()? })
            }
            ["deploy", "pig", segment] => {
                Ok(Action::Deploy { figure: Figure::Pig, segment: segment.parse()? })
            }
            ["pass"] => Ok(Action::Pass),
            ["second"] => Ok(Action::TakeSecond),
            ["end"] => Ok(Action::EndTurn),
            ["settle", place] => Ok(Action::Settle(place.parse()?)),
            _ => Err(ParseError::unknown(
                text,
                "an action",
                "actions are `place (1,-2)r3`, `deploy c1`, `deploy builder r1`, `deploy pig f1`, `pass`, `second`, \
                 `end`, `settle (-2,4).c1`",
            )),
        }
    }
}

/// `(1,-2)r3`, or `(1,-2)` for a tile that is not turned.
pub(crate) fn placement(text: &str) -> Result<(Cell, Rotation), ParseError> {
    let end = text.find(')').map_or(text.len(), |at| at + 1);
    let (cell, rotation) = text.split_at(end);
    let rotation = if rotation.is_empty() { Rotation::default() } else { rotation.parse()? };
    Ok((cell.parse()?, rotation))
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Tile(tile) => write!(f, "tile {tile}"),
            Chance::StartPlayer(seat) => write!(f, "start {seat}"),
        }
    }
}

impl FromStr for Chance {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Chance, ParseError> {
        match text.split_whitespace().collect::<Vec<&str>>()[..] {
            ["tile", tile] => Ok(Chance::Tile(tile.parse()?)),
            ["start", seat] => Ok(Chance::StartPlayer(seat.parse()?)),
            _ => Err(ParseError::unknown(text, "an outcome", "outcomes are `tile V` and `start B`")),
        }
    }
}

impl fmt::Display for crate::ChanceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            crate::ChanceKind::Tile => "tile",
            crate::ChanceKind::StartPlayer => "start",
        })
    }
}

game::as_text!(Action, Chance, Cell, Rotation, crate::Place, crate::Segment, crate::TileKind);
game::places!(Cell, crate::Place);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_read_as_they_are_written() {
        for text in [
            "place (1,-2)r3",
            "deploy farm",
            "deploy pig f2",
            "deploy builder c1",
            "pass",
            "second",
            "end",
            "settle (-2,4).c1",
        ] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        for text in ["tile TB-24", "start C"] {
            assert_eq!(text.parse::<Chance>().unwrap().to_string(), text);
        }
        for wrong in
            ["", "place", "place 1,2", "place (1,2)r4", "deploy", "deploy x1", "settle c1", "tile coast-1"]
        {
            assert!(wrong.parse::<Action>().is_err() && wrong.parse::<Chance>().is_err(), "{wrong}");
        }
    }
}
