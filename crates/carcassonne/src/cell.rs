//! Places on the table.

use crate::Segment;
use game::ParseError;
use std::fmt;
use std::str::FromStr;

/// A place for a tile: `x` grows to the east, `y` to the south. Text form: `(1,-2)`.
///
/// The base game's start tile lies on (0,0). In Mayflower `x` is the column, 0 for the coast, and `y` the row, 1 to 10
/// beside the start spaces (`MAY-SETUP-2`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cell {
    /// To the east.
    pub x: i8,
    /// To the south.
    pub y: i8,
}

impl Cell {
    /// Names a place.
    #[must_use]
    #[inline]
    pub const fn new(x: i8, y: i8) -> Cell {
        Cell { x, y }
    }

    /// The place at this side: 0 north, 1 east, 2 south, 3 west.
    #[must_use]
    #[inline]
    pub const fn beside(self, side: usize) -> Cell {
        let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][side];
        Cell { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) }
    }

    /// The eight places around, corners included.
    pub fn around(self) -> impl Iterator<Item = Cell> {
        const AROUND: [(i8, i8); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        AROUND.into_iter().map(move |(dx, dy)| Cell::new(self.x.wrapping_add(dx), self.y.wrapping_add(dy)))
    }

    /// Whether `other` is this place or one of the eight around it.
    #[must_use]
    #[inline]
    pub const fn is_near(self, other: Cell) -> bool {
        let (dx, dy) = (self.x.wrapping_sub(other.x), self.y.wrapping_sub(other.y));
        // Not `&&`: both are asked, so that there is nothing to predict.
        (dx.unsigned_abs() <= 1) & (dy.unsigned_abs() <= 1)
    }
}

impl Ord for Cell {
    /// Row by row from the north, in a row from the west: as one reads.
    fn cmp(&self, other: &Cell) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Cell) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Pages and pictures have hundreds of these, and the formatter of numbers takes its time.
        let mut text = *b"(-128,-128)";
        let mut end = 1;
        for (part, after) in [(self.x, b','), (self.y, b')')] {
            if part < 0 {
                text[end] = b'-';
                end += 1;
            }
            let digits = part.unsigned_abs();
            for place in [100, 10, 1] {
                if digits >= place || place == 1 {
                    text[end] = b'0' + digits / place % 10;
                    end += 1;
                }
            }
            text[end] = after;
            end += 1;
        }
        f.write_str(std::str::from_utf8(&text[..end]).expect("digits and signs"))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

impl FromStr for Cell {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Cell, ParseError> {
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let pair = inner.and_then(|inner| inner.split_once(','));
        let number = |text: &str| text.trim().parse::<i8>().ok();
        let cell = pair.and_then(|(x, y)| Some(Cell::new(number(x)?, number(y)?)));
        cell.ok_or_else(|| {
            ParseError::unknown(text, "a place", "places are written (1,-2), from (-128,-128) to (127,127)")
        })
    }
}

/// A segment on the table: a tile's place and a segment of that tile. Text form: `(1,-2).c1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The place of the tile.
    pub cell: Cell,
    /// The segment of the tile.
    pub segment: Segment,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.cell, self.segment)
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Place {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Place, ParseError> {
        let (cell, segment) = text.rsplit_once('.').ok_or_else(|| {
            ParseError::unknown(text, "a segment on the table", "those are written (1,-2).c1")
        })?;
        Ok(Place { cell: cell.parse()?, segment: segment.parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_read_as_they_are_written() {
        for text in ["(0,0)", "(-95,3)", "(127,-128)"] {
            assert_eq!(text.parse::<Cell>().unwrap().to_string(), text);
        }
        for wrong in ["", "1,2", "(1;2)", "(1,2", "(200,0)", "(a,b)"] {
            assert_eq!(wrong.parse::<Cell>().unwrap_err().expected(), "a place", "{wrong}");
        }
    }
}
