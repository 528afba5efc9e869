//! Tables, and the formats that make them.

use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The format of a match: the choice of bots for each table. Text form: `one`, `half`, `round-robin`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// One table: the first bot has one seat, the others fill the rest, in their order and repeated.
    One,
    /// One table: two bots sit in turn, each on half of the seats.
    Half,
    /// A table for every choice of as many bots as there are seats. If there are fewer bots than seats, the bots repeat: at one
    /// table if that is even, otherwise at one table for each bot, which then begins the row.
    #[default]
    RoundRobin,
}

impl Format {
    /// Every format.
    pub const ALL: &'static [Format] = &[Format::One, Format::Half, Format::RoundRobin];

    /// The text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::One => "one",
            Format::Half => "half",
            Format::RoundRobin => "round-robin",
        }
    }

    /// The tables of a match of so many bots, which are numbered in the order in which they were named.
    ///
    /// # Errors
    /// If the format has no table for so many bots and seats.
    ///
    /// ```
    /// use arena::matches::Format;
    /// let rows = |format: Format, bots, seats| -> Vec<Vec<usize>> {
    ///     format.tables(bots, seats).unwrap().iter().map(|table| table.bots().to_vec()).collect()
    /// };
    /// assert_eq!(rows(Format::One, 2, 4), [[0, 1, 1, 1]]);
    /// assert_eq!(rows(Format::One, 3, 4), [[0, 1, 2, 1]]);
    /// assert_eq!(rows(Format::Half, 2, 4), [[0, 1, 0, 1]]);
    /// assert_eq!(rows(Format::RoundRobin, 3, 2), [[0, 1], [0, 2], [1, 2]]);
    /// assert_eq!(rows(Format::RoundRobin, 2, 4), [[0, 1, 0, 1]]);
    /// assert_eq!(rows(Format::RoundRobin, 2, 3), [[0, 1, 0], [1, 0, 1]]);
    /// ```
    pub fn tables(self, bots: usize, seats: usize) -> Result<Vec<Table>, FormatError> {
        if bots < 2 {
            return Err(FormatError::TooFewBots);
        }
        match self {
            Format::One if bots > seats => Err(FormatError::TooManyBots { bots, seats }),
            Format::One => {
                let others = (0..seats - 1).map(|place| 1 + place % (bots - 1));
                Ok(vec![Table { bots: std::iter::once(0).chain(others).collect() }])
            }
            Format::Half if bots != 2 || seats % 2 == 1 => Err(FormatError::NotHalf { bots, seats }),
            Format::Half => Ok(vec![Table { bots: (0..seats).map(|place| place % 2).collect() }]),
            Format::RoundRobin if bots < seats => {
                let tables = if seats.is_multiple_of(bots) { 1 } else { bots };
                let row = |first| Table { bots: (0..seats).map(|place| (first + place) % bots).collect() };
                Ok((0..tables).map(row).collect())
            }
            Format::RoundRobin => {
                let mut tables = Vec::new();
                choose(bots, seats, &mut Vec::new(), &mut tables)?;
                Ok(tables)
            }
        }
    }
}

/// The most tables of a match.
const TABLES_MAX: usize = 10_000;

/// Adds every table of `seats` bots in ascending order that begins with `chosen`.
fn choose(
    bots: usize,
    seats: usize,
    chosen: &mut Vec<usize>,
    tables: &mut Vec<Table>,
) -> Result<(), FormatError> {
    if chosen.len() == seats {
        if tables.len() == TABLES_MAX {
            return Err(FormatError::TooManyTables { most: TABLES_MAX });
        }
        tables.push(Table { bots: chosen.clone() });
        return Ok(());
    }
    for bot in chosen.last().map_or(0, |last| last + 1)..bots {
        chosen.push(bot);
        choose(bots, seats, chosen, tables)?;
        chosen.pop();
    }
    Ok(())
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;
    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        Format::ALL.iter().copied().find(|format| format.name() == text).ok_or(UnknownFormat)
    }
}

/// A text that names no format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownFormat;

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        write!(f, "formats are {}", names.join(", "))
    }
}

impl std::error::Error for UnknownFormat {}

/// The reason why a format has no tables for some bots and seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FormatError {
    /// A match is between two bots or more.
    TooFewBots,
    /// Not every bot gets a seat.
    TooManyBots {
        /// The number of named bots.
        bots: usize,
        /// The number of seats.
        seats: usize,
    },
    /// Half of the seats each needs two bots and an even number of seats.
    NotHalf {
        /// The number of named bots.
        bots: usize,
        /// The number of seats.
        seats: usize,
    },
    /// There would be too many tables.
    TooManyTables {
        /// The most that are allowed.
        most: usize,
    },
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::TooFewBots => f.write_str("a match needs at least two bots"),
            FormatError::TooManyBots { bots, seats } => write!(f, "{bots} bots are named for {seats} seats"),
            FormatError::NotHalf { bots, seats } => {
                write!(
                    f,
                    "half needs two bots and an even number of seats, not {bots} bots and {seats} seats"
                )
            }
            FormatError::TooManyTables { most } => {
                write!(f, "the bots would meet at more than {most} tables")
            }
        }
    }
}

impl std::error::Error for FormatError {}

/// A row of bots, by number, that sit next to each other in this order; which of them sits at seat A rotates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Table {
    bots: Vec<usize>,
}

impl Table {
    /// The bots in their order.
    #[must_use]
    pub fn bots(&self) -> &[usize] {
        &self.bots
    }

    /// The number of seats on which a bot sits.
    #[must_use]
    pub fn held(&self, bot: usize) -> usize {
        self.bots.iter().filter(|&&other| other == bot).count()
    }

    /// The number of different rotations: as many as seats, or fewer if the row repeats itself.
    #[must_use]
    pub fn rotations(&self) -> usize {
        let seats = self.bots.len();
        (1..seats)
            .find(|&by| (0..seats).all(|at| self.bots[at] == self.bots[(at + by) % seats]))
            .unwrap_or(seats)
    }

    /// The bot of each seat, everybody `by` seats on from the first rotation.
    ///
    /// ```
    /// use arena::matches::Format;
    /// let table = &Format::One.tables(3, 3).unwrap()[0];
    /// assert_eq!(table.rotated(1), [2, 0, 1]);
    /// ```
    #[must_use]
    pub fn rotated(&self, by: usize) -> Vec<usize> {
        let seats = self.bots.len();
        (0..seats).map(|seat| self.bots[(seat + seats - by % seats) % seats]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_sits_on_each_seat_equally_often() {
        for seats in 2..=6 {
            for bots in 2..=7 {
                for format in Format::ALL {
                    let Ok(tables) = format.tables(bots, seats) else { continue };
                    let mut sat = vec![vec![0; seats]; bots];
                    for table in &tables {
                        for by in 0..table.rotations() {
                            for (seat, bot) in table.rotated(by).into_iter().enumerate() {
                                sat[bot][seat] += 1;
                            }
                        }
                    }
                    let what = format!("{format} {bots} {seats}: {sat:?}");
                    assert!(
                        sat.iter().all(|sat| sat[0] > 0 && sat.iter().all(|&games| games == sat[0])),
                        "{what}"
                    );
                    if *format != Format::One {
                        assert!(sat.iter().all(|sat| *sat == tables_of(&tables, seats)), "{what}");
                    }
                }
            }
        }
    }

    /// The number of games of each bot on each seat if all bots have equally many seats.
    fn tables_of(tables: &[Table], seats: usize) -> Vec<usize> {
        let bots = 1 + tables.iter().flat_map(Table::bots).max().unwrap();
        let games: usize = tables.iter().map(Table::rotations).sum();
        vec![games / bots; seats]
    }

    #[test]
    fn a_row_that_repeats_itself_has_fewer_rotations() {
        for (row, rotations) in
            [(&[0, 1][..], 2), (&[0, 1, 0, 1], 2), (&[0, 1, 1, 1], 4), (&[0, 1, 2, 0, 1, 2], 3)]
        {
            assert_eq!(Table { bots: row.to_vec() }.rotations(), rotations, "{row:?}");
        }
    }

    #[test]
    fn formats_refuse_what_they_cannot_seat() {
        assert_eq!(Format::One.tables(1, 4), Err(FormatError::TooFewBots));
        assert_eq!(Format::One.tables(5, 4), Err(FormatError::TooManyBots { bots: 5, seats: 4 }));
        assert_eq!(Format::Half.tables(3, 4), Err(FormatError::NotHalf { bots: 3, seats: 4 }));
        assert_eq!(Format::Half.tables(2, 3), Err(FormatError::NotHalf { bots: 2, seats: 3 }));
        assert_eq!(Format::RoundRobin.tables(40, 6), Err(FormatError::TooManyTables { most: TABLES_MAX }));
    }
}
