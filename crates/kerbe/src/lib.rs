//! The rules of Kerbe, a little game of one die and a grid. It is the sample that shows how a game is added
//! (`docs/new-game.md`), and part of the program only with the feature `sample-game`.
//!
//! From the top to the bottom: cells, what is done, told and refused; then the position and what may be done in it.

#![forbid(unsafe_code)]

use game::options::Values;
use game::{
    Faults, Game, InlineVec, Observer, Outcome, ParseError, Points, Seat, SeatSet, SetupError, Turn, Viewer,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The number of columns, and of rows, in the grid (`KERBE-GRID-1`).
pub const SIDE: usize = 6;

/// A cell of the grid. Text form: `3-4`, column 3, row 4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// Every cell, row by row.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..SIDE * SIDE).map(|n| Cell(n as u8))
    }

    /// The numbers of its column and its row, from 1.
    #[must_use]
    pub fn lines(self) -> [u8; 2] {
        [self.0 % SIDE as u8 + 1, self.0 / SIDE as u8 + 1]
    }

    /// Whether the two share an edge (`KERBE-GRID-2`).
    #[must_use]
    pub fn adjoins(self, other: Cell) -> bool {
        let ([column, row], [other_column, other_row]) = (self.lines(), other.lines());
        column.abs_diff(other_column) + row.abs_diff(other_row) == 1
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [column, row] = self.lines();
        write!(f, "{column}-{row}")
    }
}

impl FromStr for Cell {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Cell, ParseError> {
        let found = Cell::all().find(|cell| cell.to_string() == text);
        found.ok_or_else(|| ParseError::unknown(text, "a cell", "cells are 1-1 to 6-6"))
    }
}

game::as_text!(Cell);

game::word! {
    /// The one decision of a turn: which cell is notched.
    pub struct Notch(Cell) = "an action": "notch";
}

game::word! {
    /// The outcome of the die.
    pub struct Roll(u8) = "an outcome": "die";
}

game::events! {
    /// An event of the game.
    pub enum Event for 4 seats {
        /// A seat rolled.
        Rolled { seat: Seat, die: u8 [1..=6] },
        /// A seat notched a cell.
        Notched { seat: Seat, cell: Cell },
        /// A seat has more points now.
        Scored { seat: Seat, points: i32 },
        /// A seat's turn is over, and the game is not.
        TurnEnded { seat: Seat },
        /// The game is over.
        Over { outcome: Outcome },
    }
}

game::event_fields!(Cell);

game::refusals! {
    /// The reason for a refusal.
    pub enum Illegal {
        Over: "KERBE-END-1", "the game is over";
        NotYourTurn { turn: Seat }: "KERBE-TURN-1", "it is the turn of seat {turn}";
        NotRolled: "KERBE-TURN-2", "the die was not rolled yet";
        NoSuchRoll { die: u8 }: "KERBE-TURN-2", "the die cannot show {die} now";
        Taken { cell: Cell }: "KERBE-TURN-3", "{cell} is notched already";
        OutOfLine { cell: Cell, die: u8 }: "KERBE-TURN-3", "{cell} is in neither column nor row {die}";
    }
}

game::options! {
    /// The options of Kerbe.
    pub struct Options of "kerbe" {
        players: u8 = "2", Values::Range(2, 4), "KERBE-OPT-1", "seats at the table";
    }
}

/// Any position as plain data, also one that cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The options it is played with.
    pub options: Options,
    /// The notches in the order in which they were made.
    pub notches: InlineVec<Cell, { SIDE * SIDE }>,
    /// The active seat's roll, if it has rolled.
    pub die: Option<u8>,
}

/// A position. All else follows from the notches. Nothing is hidden: it is its own view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Kerbe(Setup);

impl Kerbe {
    /// Each notch with its seat: A, then the others in turn (`KERBE-TURN-1`).
    pub fn notches(&self) -> impl Iterator<Item = (Cell, Seat)> {
        let seats = self.seats();
        self.0.notches.into_iter().zip((0..seats).filter_map(Seat::new).cycle())
    }

    /// Returns the seat whose notch is in a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Seat> {
        self.notches().find(|(notched, _)| *notched == cell).map(|(_, seat)| seat)
    }

    /// Returns the active seat's roll, if it has rolled.
    #[must_use]
    pub fn die(&self) -> Option<u8> {
        self.0.die
    }

    /// The seat whose turn it is.
    #[must_use]
    pub fn active(&self) -> Seat {
        Seat::new(self.notches().count() % self.seats()).expect("one of the seats")
    }

    /// Whether the position can be, the options aside.
    fn is_possible(&self) -> bool {
        let cells: Vec<Cell> = self.notches().map(|(cell, _)| cell).collect();
        let is_twice = |(n, cell)| cells[..n].contains(cell);
        !cells.iter().enumerate().any(is_twice)
            && self.0.die.is_none_or(|die| (1..=6).contains(&die) && cells.len() < SIDE * SIDE)
    }
}

impl Game for Kerbe {
    const SEATS: RangeInclusive<usize> = 2..=4;
    const RULES: &'static [u32] = &[1];
    const HAS_SECRETS: bool = false;
    type Options = Options;
    type Setup = Setup;
    type Action = Notch;
    type LegalActions = InlineVec<Notch, { SIDE * SIDE }>;
    type ChanceKind = &'static str;
    type Chance = Roll;
    type Illegal = Illegal;
    type Event = Event;
    type Points = [(&'static str, i32); 2];
    type View<'a> = Kerbe;

    fn new(options: &Options) -> Kerbe {
        Kerbe::from_setup(&Setup { options: *options, ..Setup::default() }).expect("valid options")
    }
    fn from_setup(setup: &Setup) -> Result<Kerbe, Vec<SetupError>> {
        setup
            .options
            .validate()
            .map_err(|errors| errors.into_iter().map(SetupError::from).collect::<Vec<_>>())?;
        let (kerbe, mut faults) = (Kerbe(*setup), Faults::default());
        faults.need(kerbe.is_possible(), "KERBE-TURN-3", (), || {
            "each cell is notched once, and the die shows 1 to 6 or, at the end, nothing".to_owned()
        });
        faults.or(kerbe)
    }
    fn to_setup(&self) -> Setup {
        self.0
    }
    fn options(&self) -> &Options {
        &self.0.options
    }
    fn seats(&self) -> usize {
        self.0.options.players.into()
    }
    fn turns(&self) -> u32 {
        self.notches().count() as u32 + u32::from(self.die().is_some())
    }

    /// First the die (`KERBE-TURN-2`), then the notch, until every cell has one (`KERBE-END-1`); then most points win
    /// (`KERBE-END-2`).
    fn turn(&self) -> Turn<&'static str> {
        if self.notches().count() < SIDE * SIDE {
            return if self.die().is_some() {
                Turn::Decide(SeatSet::one(self.active()))
            } else {
                Turn::Chance("die")
            };
        }
        let total = |seat| self.points(seat).total();
        let most = Seat::first(self.seats()).map(total).max();
        let winners = Seat::first(self.seats()).filter(|&seat| Some(total(seat)) == most).collect();
        Turn::Over(Outcome { winners })
    }

    /// The free cells of the column and the row (`KERBE-TURN-3`); all free cells if there is none (`KERBE-TURN-4`).
    fn legal_actions(&self, seat: Seat) -> Self::LegalActions {
        let Some(die) = self.die().filter(|_| seat == self.active()) else { return InlineVec::default() };
        let (aligned, others): (Vec<Cell>, Vec<Cell>) =
            Cell::all().filter(|&cell| self.at(cell).is_none()).partition(|cell| cell.lines().contains(&die));
        if aligned.is_empty() { others } else { aligned }.into_iter().map(Notch).collect()
    }

    fn check(&self, seat: Seat, Notch(cell): Notch) -> Result<(), Illegal> {
        let turn = self.active();
        let fits = |cell: Cell, die| cell.lines().contains(&die) && self.at(cell).is_none();
        match (self.turn(), self.die()) {
            (Turn::Over(_), _) => Err(Illegal::Over),
            _ if seat != turn => Err(Illegal::NotYourTurn { turn }),
            (_, None) => Err(Illegal::NotRolled),
            _ if self.at(cell).is_some() => Err(Illegal::Taken { cell }),
            (_, Some(die)) if !fits(cell, die) && Cell::all().any(|other| fits(other, die)) => {
                Err(Illegal::OutOfLine { cell, die })
            }
            _ => Ok(()),
        }
    }

    fn play_unchecked(&mut self, seat: Seat, Notch(cell): Notch, observer: &mut impl Observer<Event>) {
        debug_assert_eq!(self.check(seat, Notch(cell)), Ok(()), "{seat} {cell}");
        let before = *self;
        self.0.notches = self.0.notches.into_iter().chain([cell]).collect();
        self.0.die = None;
        observer.observe(Event::Notched { seat, cell });
        for seat in Seat::first(self.seats()) {
            let total = |game: &Kerbe| game.points(seat).total();
            let points = total(self) - total(&before);
            if points > 0 {
                observer.observe(Event::Scored { seat, points });
            }
        }
        observer.observe(match self.turn() {
            Turn::Over(outcome) => Event::Over { outcome },
            _ => Event::TurnEnded { seat },
        });
    }

    fn chance_outcomes(&self) -> impl IntoIterator<Item = (Roll, u32)> {
        let is_due = matches!(self.turn(), Turn::Chance(_));
        (1..=6).filter(move |_| is_due).map(|die| (Roll(die), 1))
    }
    fn chance_key(&self) -> (&'static str, u64) {
        ("roll", self.turns().into())
    }
    fn resolve(&mut self, Roll(die): Roll, observer: &mut impl Observer<Event>) -> Result<(), Illegal> {
        if !matches!(self.turn(), Turn::Chance(_)) || !(1..=6).contains(&die) {
            return Err(Illegal::NoSuchRoll { die });
        }
        self.0.die = Some(die);
        observer.observe(Event::Rolled { seat: self.active(), die });
        Ok(())
    }

    /// One point for each pair of own notches that adjoin (`KERBE-SCORE-1`), and three for each full line in which no other
    /// seat has as many notches (`KERBE-SCORE-2`).
    fn points(&self, seat: Seat) -> Self::Points {
        let own = || self.notches().filter(|(_, owner)| *owner == seat);
        let pairs =
            own().flat_map(|(cell, _)| own().filter(move |(other, _)| cell.adjoins(*other))).count() / 2;
        let is_won = |(axis, number): (usize, u8)| {
            let line: Vec<Seat> = self
                .notches()
                .filter(|(cell, _)| cell.lines()[axis] == number)
                .map(|(_, owner)| owner)
                .collect();
            let count = |of| line.iter().filter(|owner| **owner == of).count();
            line.len() == SIDE
                && Seat::first(self.seats()).all(|other| other == seat || count(other) < count(seat))
        };
        let lines = (0..2)
            .flat_map(|axis| (1..=6).map(move |number| (axis, number)))
            .filter(|line| is_won(*line))
            .count();
        [("pairs", pairs as i32), ("lines", 3 * lines as i32)]
    }
    fn parts(points: &Self::Points) -> Vec<(&'static str, i32)> {
        points.to_vec()
    }
    fn view(&self, _: Viewer) -> Kerbe {
        *self
    }
}
