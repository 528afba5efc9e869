//! The reader's games with a filter and statistics, and the page of a person with ratings.

use super::mine::{goes_on, over};
use crate::model::{SeatOccupant, TableStage, TableSummary};
use crate::parts::moment::day;
use crate::parts::shell::Shell;
use crate::words::{Reader, Words, msg};
use maud::{Markup, html};
use shelf::GameKind;

/// `GET /games`: the reader's games.
#[derive(Clone, Debug)]
pub struct GamesPage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The reader's latest tables, before they are filtered, the latest first.
    pub tables: &'a [TableSummary<'a>],
    /// The filter.
    pub filter: GamesFilter,
    /// The reader's ratings.
    pub ratings: &'a [RatingLine<'a>],
    /// The reader's own page; guests have none.
    pub own: Option<OwnPage<'a>>,
}

/// The reader's own page for others.
#[derive(Clone, Copy, Debug)]
pub struct OwnPage<'a> {
    /// The name of the account.
    pub name: &'a str,
    /// Whether others see the page.
    pub shown: bool,
}

/// `GET /people/{name}`: a person who shows a page to others.
#[derive(Clone, Debug)]
pub struct PersonPage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The name of the account.
    pub name: &'a str,
    /// The time since when the person is known, as `2026-11-21T08:40:00Z`.
    pub since: &'a str,
    /// Their ratings.
    pub ratings: &'a [RatingLine<'a>],
}

/// A rating in one game with one number of seats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingLine<'a> {
    /// The game's name on the shelf.
    pub game: &'a str,
    /// The number of seats.
    pub seats: usize,
    /// Games that counted.
    pub games: u32,
    /// Games won among them.
    pub won: u32,
    /// The rating, rounded.
    pub value: i32,
    /// The distance within which the true strength lies in about 95 of 100 cases.
    pub uncertainty: i32,
}

/// The games to list. The default lists all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GamesFilter {
    /// The game.
    pub game: Option<GameKind>,
    /// The result.
    pub result: Option<ResultFilter>,
    /// The opponents.
    pub opponents: Option<OpponentFilter>,
}

/// A result to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultFilter {
    /// Games that the reader won, alone or with others.
    Won,
    /// Games that the reader played to the end without winning.
    Lost,
    /// Games that go on or have yet to begin.
    Open,
    /// Tables closed before the end.
    Closed,
}

/// Opponents to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpponentFilter {
    /// At least one other person.
    People,
    /// Bots alone.
    Bots,
}

impl ResultFilter {
    const ALL: [ResultFilter; 4] =
        [ResultFilter::Won, ResultFilter::Lost, ResultFilter::Open, ResultFilter::Closed];

    fn name(self) -> &'static str {
        match self {
            ResultFilter::Won => "won",
            ResultFilter::Lost => "lost",
            ResultFilter::Open => "open",
            ResultFilter::Closed => "closed",
        }
    }

    fn said(self, w: Words) -> String {
        match self {
            ResultFilter::Won => msg!(w, "games-won"),
            ResultFilter::Lost => msg!(w, "games-lost"),
            ResultFilter::Open => msg!(w, "games-open"),
            ResultFilter::Closed => msg!(w, "games-closed"),
        }
    }

    fn of(table: &TableSummary<'_>) -> Option<ResultFilter> {
        match &table.ending {
            None => Some(ResultFilter::Open),
            Some(ending) if ending.is_closed => Some(ResultFilter::Closed),
            Some(ending) => {
                ending.place.map(|place| if place == 1 { ResultFilter::Won } else { ResultFilter::Lost })
            }
        }
    }
}

impl OpponentFilter {
    const ALL: [OpponentFilter; 2] = [OpponentFilter::People, OpponentFilter::Bots];

    fn name(self) -> &'static str {
        match self {
            OpponentFilter::People => "people",
            OpponentFilter::Bots => "bots",
        }
    }

    fn said(self, w: Words) -> String {
        match self {
            OpponentFilter::People => msg!(w, "games-people"),
            OpponentFilter::Bots => msg!(w, "games-bots"),
        }
    }

    fn of(table: &TableSummary<'_>) -> OpponentFilter {
        let is_other = |info: &&crate::model::SeatInfo<'_>| Some(info.seat) != table.you;
        let mut others = table.seats.iter().filter(is_other);
        match others.all(|info| matches!(info.who, SeatOccupant::Bot { .. })) {
            true => OpponentFilter::Bots,
            false => OpponentFilter::People,
        }
    }
}

impl GamesFilter {
    /// Reads the fields of the form; what cannot be read filters nothing.
    #[must_use]
    pub fn read(fields: &[(String, String)]) -> GamesFilter {
        let value =
            |name: &str| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str());
        GamesFilter {
            game: value("game").and_then(|name| name.parse().ok()),
            result: value("result")
                .and_then(|name| ResultFilter::ALL.into_iter().find(|of| of.name() == name)),
            opponents: value("opponents")
                .and_then(|name| OpponentFilter::ALL.into_iter().find(|of| of.name() == name)),
        }
    }

    fn takes(self, table: &TableSummary<'_>) -> bool {
        self.game.is_none_or(|game| game.name() == table.game)
            && self.result.is_none_or(|result| ResultFilter::of(table) == Some(result))
            && self.opponents.is_none_or(|opponents| OpponentFilter::of(table) == opponents)
    }
}

/// `GET /games`.
#[must_use]
pub fn games(page: &GamesPage<'_>) -> Markup {
    let w = Words::new(page.reader.lang);
    let title = msg!(w, "games-title");
    let listed: Vec<&TableSummary<'_>> =
        page.tables.iter().filter(|table| page.filter.takes(table)).collect();
    let main = html! {
        main id="main" class="narrow games-page" {
            h1 { (title) }
            (filter(w, page.filter))
            section class="card" aria-labelledby="games-list" {
                h2 id="games-list" { (msg!(w, "games-listed", n = listed.len())) }
                @if listed.is_empty() { p class="empty" { (msg!(w, "games-none")) } }
                ul class="tables" {
                    @for table in listed {
                        li {
                            @if table.stage == TableStage::Over { (over(w, table)) } @else { (goes_on(w, table)) }
                        }
                    }
                }
            }
            (statistics(w, page.tables))
            (ratings(w, page.ratings))
            p { a class="button" href="/puzzles" { (msg!(w, "nav-puzzles")) } }
            (own_page(w, page.own))
        }
    };
    Shell::new(page.reader, &title, main).render()
}

/// Renders the form of the filter.
fn filter(w: Words, filter: GamesFilter) -> Markup {
    let choice = |name: &str, label: String, chosen: Option<&str>, values: Vec<(&'static str, String)>| {
        html! {
            label {
                span { (label) }
                select name=(name) {
                    option value="" { (msg!(w, "games-all")) }
                    @for (value, text) in values {
                        option value=(value) selected[chosen == Some(value)] { (text) }
                    }
                }
            }
        }
    };
    let games = GameKind::ALL.iter().map(|kind| (kind.name(), w.game_title(kind.name()))).collect();
    let results = ResultFilter::ALL.map(|result| (result.name(), result.said(w))).to_vec();
    let opponents = OpponentFilter::ALL.map(|opponents| (opponents.name(), opponents.said(w))).to_vec();
    html! {
        form class="inline filter" method="get" action="/games" {
            (choice("game", msg!(w, "games-game"), filter.game.map(GameKind::name), games))
            (choice("result", msg!(w, "games-result"), filter.result.map(ResultFilter::name), results))
            (choice("opponents", msg!(w, "games-opponents"), filter.opponents.map(OpponentFilter::name), opponents))
            button type="submit" { (msg!(w, "games-filter")) }
        }
    }
}

/// Renders, for each game and number of seats, how many games the reader played to the end, and how many they won.
fn statistics(w: Words, tables: &[TableSummary<'_>]) -> Markup {
    let mut rows: Vec<(&str, usize, u32, u32)> = Vec::new();
    for table in tables {
        let Some(result @ (ResultFilter::Won | ResultFilter::Lost)) = ResultFilter::of(table) else {
            continue;
        };
        let (game, seats) = (table.game, table.seats.len());
        let at = rows.iter().position(|row| (row.0, row.1) == (game, seats)).unwrap_or_else(|| {
            rows.push((game, seats, 0, 0));
            rows.len() - 1
        });
        rows[at].2 += 1;
        rows[at].3 += u32::from(result == ResultFilter::Won);
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.2));
    html! {
        @if !rows.is_empty() {
            section class="card" id="statistics" aria-labelledby="statistics-title" {
                h2 id="statistics-title" { (msg!(w, "games-statistics")) }
                table class="numbers" {
                    thead { tr {
                        th scope="col" { (msg!(w, "games-game")) }
                        th scope="col" { (msg!(w, "games-seats")) }
                        th scope="col" { (msg!(w, "games-played")) }
                        th scope="col" { (msg!(w, "games-won")) }
                    } }
                    tbody {
                        @for (game, seats, played, won) in rows {
                            tr {
                                th scope="row" { (w.game_title(game)) }
                                td { (seats) } td { (played) } td { (won) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Renders ratings with their uncertainty.
fn ratings(w: Words, ratings: &[RatingLine<'_>]) -> Markup {
    html! {
        section class="card" id="ratings" aria-labelledby="ratings-title" {
            h2 id="ratings-title" { (msg!(w, "ratings-title")) }
            @if ratings.is_empty() { p class="empty" { (msg!(w, "ratings-none")) } } @else {
                table class="numbers" {
                    thead { tr {
                        th scope="col" { (msg!(w, "games-game")) }
                        th scope="col" { (msg!(w, "games-seats")) }
                        th scope="col" { (msg!(w, "ratings-rating")) }
                        th scope="col" { (msg!(w, "games-played")) }
                        th scope="col" { (msg!(w, "games-won")) }
                    } }
                    tbody {
                        @for line in ratings {
                            tr {
                                th scope="row" { (w.game_title(line.game)) }
                                td { (line.seats) }
                                td { (line.value) " ± " (line.uncertainty) }
                                td { (line.games) } td { (line.won) }
                            }
                        }
                    }
                }
            }
            p class="hint" { (msg!(w, "ratings-about")) }
        }
    }
}

/// Renders the switch by which the reader shows a page to others.
fn own_page(w: Words, own: Option<OwnPage<'_>>) -> Markup {
    html! {
        section class="card" id="own-page" aria-labelledby="own-page-title" {
            h2 id="own-page-title" { (msg!(w, "person-own")) }
            @match own {
                None => { p { (msg!(w, "person-guest")) } },
                Some(own) => {
                    p {
                        @if own.shown { (msg!(w, "person-shown")) } @else { (msg!(w, "person-hidden")) }
                        @if own.shown { " " a href=(person_url(own.name)) { (own.name) } }
                    }
                    form method="post" action="/games/page" {
                        input type="hidden" name="shown" value=(if own.shown { "no" } else { "yes" });
                        button type="submit" {
                            @if own.shown { (msg!(w, "person-hide")) } @else { (msg!(w, "person-show")) }
                        }
                    }
                },
            }
        }
    }
}

/// Returns the address of the page of the person with this name.
fn person_url(name: &str) -> String {
    let escaped: String = name
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                char::from(byte).to_string()
            }
            byte => format!("%{byte:02X}"),
        })
        .collect();
    format!("/people/{escaped}")
}

/// `GET /people/{name}`.
#[must_use]
pub fn person(page: &PersonPage<'_>) -> Markup {
    let w = Words::new(page.reader.lang);
    let main = html! {
        main id="main" class="narrow games-page" {
            h1 { (page.name) }
            p class="lead" { (msg!(w, "person-since")) " " (day(w, page.since)) }
            (ratings(w, page.ratings))
        }
    };
    Shell::new(page.reader, page.name, main).render()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Ending, SeatInfo};
    use game::{Seat, SeatSet};

    fn seats(other: SeatOccupant<'static>) -> [SeatInfo<'static>; 2] {
        let you = SeatOccupant::Person { name: "Ada", online: true, stand_in: None };
        [SeatInfo { seat: Seat::A, who: you }, SeatInfo { seat: Seat::B, who: other }]
    }

    fn table<'a>(
        game: &'a str,
        seats: &'a [SeatInfo<'a>],
        place: Option<u8>,
        closed: bool,
    ) -> TableSummary<'a> {
        let ending = (place.is_some() || closed).then_some(Ending {
            at: "2026-11-21T08:40:00Z",
            place,
            is_shared: false,
            is_closed: closed,
        });
        TableSummary {
            id: "abc",
            game,
            seats,
            you: Some(Seat::A),
            stage: if ending.is_some() { TableStage::Over } else { TableStage::Playing },
            your_turn: false,
            turns: 3,
            from_position: false,
            due: SeatSet::EMPTY,
            left: None,
            ending,
        }
    }

    #[test]
    fn the_filter_takes_games_by_game_result_and_opponents() {
        let ben = seats(SeatOccupant::Person { name: "Ben", online: false, stand_in: None });
        let bot = seats(SeatOccupant::Bot { name: "Bruno", kind: "settler" });
        let tables = [
            table("catan", &ben, Some(1), false),
            table("catan", &bot, Some(2), false),
            table("mayflower", &bot, None, true),
            table("mayflower", &ben, None, false),
        ];
        let taken = |query: &[(&str, &str)]| -> Vec<usize> {
            let fields: Vec<_> = query.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
            let filter = GamesFilter::read(&fields);
            (0..tables.len()).filter(|&n| filter.takes(&tables[n])).collect()
        };
        assert_eq!(taken(&[]), [0, 1, 2, 3]);
        assert_eq!(taken(&[("game", ""), ("result", "nonsense")]), [0, 1, 2, 3]);
        assert_eq!(taken(&[("game", "mayflower")]), [2, 3]);
        assert_eq!(taken(&[("result", "won")]), [0]);
        assert_eq!(taken(&[("result", "lost")]), [1]);
        assert_eq!(taken(&[("result", "closed")]), [2]);
        assert_eq!(taken(&[("result", "open")]), [3]);
        assert_eq!(taken(&[("opponents", "people")]), [0, 3]);
        assert_eq!(taken(&[("opponents", "bots"), ("game", "catan")]), [1]);
    }

    #[test]
    fn names_are_escaped_in_addresses() {
        assert_eq!(person_url("Ada 1/ä"), "/people/Ada%201%2F%C3%A4");
    }
}
