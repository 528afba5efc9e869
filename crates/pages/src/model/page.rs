//! The other pages, one struct each.

use super::forms::NewTable;
use super::people::{Pace, PublicTable, SeatInfo, TableSummary};
use crate::words::{Lang, Reader, UserError};
use shelf::GameKind;

/// `GET /`: the page that opens a table or leads back to one.
#[derive(Clone, Debug)]
pub struct StartPage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The game that the form is for.
    pub game: GameKind,
    /// The reader's tables, latest first.
    pub tables: &'a [TableSummary<'a>],
    /// The public tables, latest first.
    pub public: &'a [PublicTable<'a>],
    /// The table id that is promised to the form, and the commitment to the secret of its dice.
    pub promised: (&'a str, &'a str),
    /// The kinds of bots that play this game, strongest first: `settler`, `random`.
    pub bots: &'a [&'a str],
    /// The form as it was sent, if the table could not be made; refills the form.
    pub sent: Option<&'a NewTable>,
    /// The reasons why the table could not be made.
    pub faults: &'a [UserError],
    /// Whether all options are unfolded.
    pub unfolds: bool,
    /// The lessons that the reader has begun, each with the number of the step they are at.
    pub lessons: &'a [(GameKind, usize)],
}

/// `GET /j/{code}`, and `GET /t/{id}` for somebody who could sit down.
#[derive(Clone, Debug)]
pub struct JoinPage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The table's id in the URL; the form goes to `/t/{id}/join`.
    pub table: &'a str,
    /// The game's name on the shelf.
    pub game: &'a str,
    /// The seats; the open ones can be chosen.
    pub seats: &'a [SeatInfo<'a>],
    /// The options that differ from their default, as name and value.
    pub options: &'a [(&'a str, String)],
    /// The invitation code that the form sends along, if one is needed to sit down.
    pub code: Option<&'a str>,
    /// The time control.
    pub pace: Option<Pace>,
    /// Whether the table is listed publicly.
    pub is_public: bool,
    /// Whether its game was played on from a position.
    pub from_position: bool,
    /// The commitment to the secret of the dice.
    pub commitment: Option<&'a str>,
    /// The reason why the reader could not sit down.
    pub fault: Option<UserError>,
}

/// A rulebook page: `GET /rules/{game}`.
#[derive(Clone, Debug)]
pub struct RulesPage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The game's name on the shelf.
    pub game: &'a str,
    /// The language of the rules, if it is not that of the page.
    pub lang: Option<Lang>,
    /// The table or lesson from which the reader came.
    pub from: Option<&'a str>,
}

/// `GET /rules/search`
#[derive(Clone, Copy, Debug)]
pub struct RulesSearch<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The words that are looked for.
    pub words: &'a str,
    /// The game in whose rules they are looked for; all of them if `None`.
    pub game: Option<&'a str>,
    /// The language of the rules, if it is not that of the page.
    pub lang: Option<Lang>,
}

/// The kinds of tiles in a box: `GET /rules/{game}/kinds`.
#[derive(Clone, Debug)]
pub struct KindsPage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The game's name on the shelf.
    pub game: &'a str,
    /// The kinds that the reader counted, each with its count as it was entered.
    pub counted: &'a [(String, String)],
}

/// The error page, at any path.
#[derive(Clone, Debug)]
pub struct ErrorPage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The HTTP status: 404.
    pub status: u16,
    /// The error.
    pub fault: UserError,
}
