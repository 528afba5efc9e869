//! The other pages, one struct each.

use super::forms::NewTable;
use super::people::{Pace, PublicTable, SeatInfo, TableSummary};
use crate::words::{Fault, Lang, Reader};
use shelf::GameKind;

/// `GET /`: make a table, or go back to one.
#[derive(Clone, Debug)]
pub struct StartPage<'a> {
    /// Who reads.
    pub reader: &'a Reader,
    /// The game that the form is for.
    pub game: GameKind,
    /// The reader's tables, latest first.
    pub tables: &'a [TableSummary<'a>],
    /// The public tables, latest first.
    pub public: &'a [PublicTable<'a>],
    /// The table that is promised to the form, and the commitment to the secret of its dice.
    pub promised: (&'a str, &'a str),
    /// The kinds of bots that play this game, strongest first: `settler`, `random`.
    pub bots: &'a [&'a str],
    /// What was sent, where a table could not be made; fills the form again.
    pub sent: Option<&'a NewTable>,
    /// Why it could not be made.
    pub faults: &'a [Fault],
    /// Whether everything that can be chosen is unfolded.
    pub unfolds: bool,
}

/// `GET /j/{code}`, and `GET /t/{id}` for somebody who could sit down.
#[derive(Clone, Debug)]
pub struct JoinPage<'a> {
    /// Who reads.
    pub reader: &'a Reader,
    /// The table's id in the URL; the form goes to `/t/{id}/join`.
    pub table: &'a str,
    /// The game's name on the shelf.
    pub game: &'a str,
    /// Who sits there; the open ones can be chosen.
    pub seats: &'a [SeatInfo<'a>],
    /// The options that differ from their default, as name and value.
    pub options: &'a [(&'a str, String)],
    /// The invitation code to be sent along, where one is needed to sit down.
    pub code: Option<&'a str>,
    /// How long the seats may think.
    pub pace: Option<Pace>,
    /// Whether strangers find the table.
    pub is_public: bool,
    /// Whether its game was played on from a position.
    pub from_position: bool,
    /// The commitment to the secret of the dice.
    pub commitment: Option<&'a str>,
    /// Why the reader could not sit down just now.
    pub fault: Option<Fault>,
}

/// A rulebook page: `GET /rules/{game}`.
#[derive(Clone, Debug)]
pub struct RulesPage<'a> {
    /// Who reads.
    pub reader: &'a Reader,
    /// The game's name on the shelf.
    pub game: &'a str,
    /// The language wanted for the rules, where it differs from that of the page.
    pub lang: Option<Lang>,
}

/// The kinds of tiles in a box: `GET /rules/{game}/kinds`.
#[derive(Clone, Debug)]
pub struct KindsPage<'a> {
    /// Who reads.
    pub reader: &'a Reader,
    /// The game's name on the shelf.
    pub game: &'a str,
    /// What the reader counted: kinds with their counts, as they were entered.
    pub counted: &'a [(String, String)],
}

/// Something went wrong: any path.
#[derive(Clone, Debug)]
pub struct ErrorPage<'a> {
    /// Who reads.
    pub reader: &'a Reader,
    /// The HTTP status: 404.
    pub status: u16,
    /// What went wrong.
    pub fault: Fault,
}
