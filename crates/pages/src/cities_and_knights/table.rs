//! The table of Cities & Knights, put together.

use super::words::{Teller, face_key};
use super::{CitiesAndKnightsTable, desk, knights, picture, plain, progress, side};
use crate::island::{self, Fact, Island, Part, Parts};
use crate::log::Told;
use crate::part::part;
use crate::shell::icon;
use crate::table::notice;
use crate::{LogLine, Stage, TablePage, Words, say};
use ::catan::VertexId;
use ::catan::cities_and_knights::{
    Action, Area, CardKind, Event, EventFace, Knights, OwnPhase, Phase, Progress,
};
use game::{Seat, Turn};
use maud::{Markup, PreEscaped, html};
use shelf::Refusal;

/// Everything the parts of the table need.
pub(crate) type Table<'a> = island::Table<'a, Knights>;

fn table<'a>(page: &'a TablePage<'a>, data: &'a CitiesAndKnightsTable<'a>) -> Table<'a> {
    Table::new(page, data.view, data.log, data.course, data.rolls)
}

impl Table<'_> {
    /// Tells what is of this game alone.
    pub(crate) fn knights_teller(&self) -> Teller<'_> {
        Teller { base: self.teller() }
    }

    /// The listed actions that `make` makes of an intersection, with their places.
    pub(crate) fn at(&self, make: impl Fn(VertexId) -> Action) -> Vec<(String, Action)> {
        let actions = VertexId::all().map(|vertex| (vertex, make(vertex)));
        let listed = actions.filter(|&(_, action)| self.may(action));
        listed.map(|(vertex, action)| (vertex.to_string(), action)).collect()
    }

    /// The listed actions that `make` makes of an opponent.
    pub(crate) fn on(&self, make: impl Fn(Seat) -> Action) -> Vec<(Seat, Action)> {
        self.seats().map(|seat| (seat, make(seat))).filter(|&(_, action)| self.may(action)).collect()
    }

    /// The listed actions that `make` makes of a kind of card.
    pub(crate) fn of(&self, make: impl Fn(CardKind) -> Action) -> Vec<(CardKind, Action)> {
        CardKind::ALL
            .into_iter()
            .map(|kind| (kind, make(kind)))
            .filter(|&(_, action)| self.may(action))
            .collect()
    }

    /// An area by its name.
    pub(crate) fn area(&self, area: Area) -> String {
        self.knights_teller().area(area)
    }
}

impl Island for Knights {
    fn label_in_words(table: &Table<'_>, action: Action) -> Option<String> {
        Some(table.teller().action(action))
    }
    fn tell(table: &Table<'_>, event: &Event) -> Told {
        side::tell(table, event)
    }
    fn point_parts(table: &Table<'_>, seat: Seat) -> Vec<Part> {
        side::points(table, seat)
    }
    fn facts(table: &Table<'_>, seat: Seat) -> Vec<Fact> {
        side::facts(table, seat)
    }
    fn left(table: &Table<'_>, seat: Seat) -> Vec<Part> {
        side::left(table, seat)
    }
}

/// The title of the page: whose turn it is, and what for.
pub(crate) fn title(page: &TablePage<'_>, data: &CitiesAndKnightsTable<'_>) -> String {
    let table = &table(page, data);
    let (title, _) = headline(table);
    let call = table.call(acts(table), &title);
    crate::asks::marked(title, call.as_ref())
}

/// The shortcuts of this game: the keys that carry a `data-key` below.
pub(crate) fn keys(words: Words) -> Vec<(&'static str, String)> {
    vec![
        ("r", say!(words, "keys-roll")),
        ("e", say!(words, "keys-end-or-decline")),
        ("1", say!(words, "keys-road")),
        ("2", say!(words, "keys-settlement")),
        ("3", say!(words, "keys-city")),
        ("4", say!(words, "keys-wall")),
        ("5", say!(words, "keys-knight")),
        ("k", say!(words, "keys-knights")),
        ("i", say!(words, "keys-improve")),
        ("c", say!(words, "keys-progress")),
        ("t", say!(words, "keys-trade")),
        ("a", say!(words, "keys-accept")),
        ("x", say!(words, "keys-reject")),
        ("u", say!(words, "keys-undo")),
        ("b", say!(words, "keys-board")),
        ("h", say!(words, "keys-hand")),
        ("p", say!(words, "keys-players")),
        ("l", say!(words, "keys-log")),
    ]
}

/// The `<main>` of the page.
pub(crate) fn main(page: &TablePage<'_>, data: &CitiesAndKnightsTable<'_>) -> Markup {
    let table = &table(page, data);
    let headline = headline(table);
    let asked = table.you.filter(|&you| acts(table) && table.due().contains(you));
    let first = table.due().lowest();
    island::table::main(
        table,
        &Parts {
            class: " knights",
            acts: acts(table),
            mark: asked.or(first).unwrap_or(table.active()),
            top: html! { @if table.text { (side::barbarians(table)) } (dice(table)) },
            board: board(table),
            tries: tries(table),
            single: places_only(table),
            notices: notice(table.words, page, |why| refusal(table, why)),
            places: desk::places(table),
            decisions: desk::decisions(table),
            hand: island::desk::hand(table),
            cards: part(table.page, "section", "progress", progress::hand(table)),
            tools: desk::tools(table),
            moves: desk::moves(table),
            result: table.is_over().then(|| island::side::result(table, &headline.0)),
            players: island::side::players(table),
            figures: side::figures(table),
            log: island::side::log(table),
            headline,
        },
    )
}

/// The board, as a picture or in words.
fn board(table: &Table<'_>) -> Markup {
    if table.text {
        plain::board(table)
    } else {
        PreEscaped(picture::svg(&table.view, table.log, table.page.reader, table.page.shown))
    }
}

/// A position of the game as it is looked at again.
pub(crate) fn replay(
    page: &TablePage<'_>,
    data: &CitiesAndKnightsTable<'_>,
    lines: &[LogLine<Event>],
) -> crate::replay::Parts {
    let table = &table(page, data);
    let w = table.words;
    island::side::replay(table, board(table), lines, |seat| island::side::Kept {
        label: say!(w, "progress"),
        count: Area::ALL.into_iter().map(|area| u32::from(table.view.progress_len(seat, area))).sum(),
        cards: table.view.progress(seat).map(|held| {
            let told = |(card, count): (Progress, u8)| {
                (format!("progress-{}", card.area()), table.knights_teller().card(card), count)
            };
            progress::held(held).map(told).collect()
        }),
    })
}

/// Why something was refused; the rules say it with the places' surroundings.
fn refusal(table: &Table<'_>, why: &Refusal) -> String {
    match why.as_illegal::<::catan::CitiesAndKnights>() {
        Some(illegal) => table.teller().refusal(illegal),
        None => crate::refusal(table.words.lang(), &table.names, why),
    }
}

/// What the dice showed.
fn dice(table: &Table<'_>) -> Markup {
    let w = table.words;
    let Some((face, red, other)) = table.view.dice() else { return html! {} };
    let fresh = table.view.has_rolled();
    let sum = red + other;
    html! {
        p id="dice" class=(if fresh { "dice fresh" } else { "dice" }) data-roll=(table.view.turns()) {
            span class="unseen" {
                (say!(w, "dice-last-three", sum = sum, red = red, other = other, face = say!(w, face_key(face))))
            }
            span aria-hidden="true" class="faces" {
                (icon(&event_icon(face))) (icon(&format!("die-red-{red}"))) (icon(&format!("die-{other}")))
                strong { (sum) }
            }
        }
    }
}

/// The sign of a face of the event die.
pub(crate) fn event_icon(face: EventFace) -> String {
    format!("event-{}", face.name())
}

/// Whether the reader has something to decide. An answer that could be changed, or a proposal that could be taken
/// back, is nothing the table waits for.
fn acts(table: &Table<'_>) -> bool {
    match (table.you, table.view.turn()) {
        (Some(you), Turn::Decide(seats)) if table.page.stage == Stage::Playing => {
            seats.contains(you)
                && (table.view.phase() != Phase::Building || table.is_yours() || table.is_offered(you))
        }
        _ => false,
    }
}

/// What a click on a place that is not lit would try, so that the rules can say why not: for hexes, intersections
/// and paths.
fn tries(table: &Table<'_>) -> [Option<&'static str>; 3] {
    if table.you.is_none() || table.page.stage != Stage::Playing {
        return [None, None, None];
    }
    let hex = matches!(table.view.phase(), Phase::MovingRobber { .. }).then_some("robber");
    let intersection = match table.view.phase() {
        Phase::Own(OwnPhase::FoundingCity { .. }) => "city",
        Phase::Own(OwnPhase::Pillaging { .. }) => "pillage",
        Phase::Own(OwnPhase::Retreating { .. }) => "retreat",
        Phase::Own(OwnPhase::Deserting { .. }) => "remove",
        Phase::Own(OwnPhase::PlacingDeserter { .. }) => "place-knight",
        Phase::Own(OwnPhase::PlacingMetropolis { .. }) => "metropolis",
        _ => "settlement",
    };
    [hex, Some(intersection), Some("road")]
}

/// Whether nothing but a place of one kind is asked for, so that other places need not answer.
fn places_only(table: &Table<'_>) -> bool {
    let founding = matches!(
        table.view.phase(),
        Phase::FoundingSettlement { .. }
            | Phase::Own(OwnPhase::FoundingCity { .. })
            | Phase::FoundingRoad { .. }
    );
    founding
        || matches!(
            table.view.phase(),
            Phase::Own(OwnPhase::Pillaging { .. })
                | Phase::MovingRobber { .. }
                | Phase::FreeRoads { .. }
                | Phase::Own(OwnPhase::Retreating { .. })
                | Phase::Own(OwnPhase::Deserting { .. })
                | Phase::Own(OwnPhase::PlacingDeserter { .. })
                | Phase::Own(OwnPhase::ReplacingRoad { .. })
                | Phase::Own(OwnPhase::PlacingMetropolis { .. })
        )
}

/// The one line that says what goes on, and the one below it that says what to do.
pub(crate) fn headline(table: &Table<'_>) -> (String, String) {
    let w = table.words;
    if table.page.stage == Stage::Waiting {
        return (say!(w, "turn-waiting"), say!(w, "turn-waiting-hint"));
    }
    let offered = table.view.phase() == Phase::Building && table.you.is_some_and(|you| table.is_offered(you));
    if offered {
        return (say!(w, "turn-offered", name = table.name(table.active())), String::new());
    }
    let asked = table.you.is_some_and(|you| table.due().contains(you));
    let hint = match table.view.phase() {
        Phase::FoundingSettlement { .. }
        | Phase::Own(OwnPhase::FoundingCity { .. })
        | Phase::Own(OwnPhase::Retreating { .. })
        | Phase::Own(OwnPhase::PlacingDeserter { .. }) => "hint-founding-settlement",
        Phase::FoundingRoad { .. } => "hint-founding-road",
        Phase::FreeRoads { .. } | Phase::Own(OwnPhase::ReplacingRoad { .. }) => "hint-road",
        Phase::MovingRobber { .. } => "hint-robber",
        Phase::Own(OwnPhase::Pillaging { .. }) | Phase::Own(OwnPhase::PlacingMetropolis { .. }) => {
            "hint-city"
        }
        Phase::Own(OwnPhase::Deserting { .. }) => "hint-knight",
        Phase::Building if knights::can_act(table) => "hint-knights",
        _ => return (table.knights_teller().asked(&table.view), String::new()),
    };
    (table.knights_teller().asked(&table.view), table.hint(asked, hint))
}
