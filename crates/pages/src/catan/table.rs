//! The table of Catan, put together.

use crate::catan::CatanTable;
use crate::catan::words::Teller;
use crate::catan::{desk, picture, plain, side, trade};
use crate::rules::clause_link;
use crate::shell::icon;
use crate::table::{act_form, chooser, lobby, notice, sheets, undo, watching, zoom};
use crate::{Mode, Names, Stage, TablePage, Words, say, seats};
use ::catan::{Action, Illegal, LegalActions, Phase, View};
use game::{Seat, SeatSet, Turn};
use maud::{Markup, PreEscaped, html};
use shelf::Refusal;

/// Everything the parts of the table need.
pub(crate) struct Table<'a> {
    pub(crate) words: Words,
    pub(crate) page: &'a TablePage<'a>,
    pub(crate) catan: &'a CatanTable<'a>,
    pub(crate) view: View<'a>,
    pub(crate) names: Names,
    /// What the reader may do; nothing while seats are open.
    pub(crate) legal: LegalActions,
    pub(crate) you: Option<Seat>,
    /// Whether the board is told in words.
    pub(crate) text: bool,
}

impl<'a> Table<'a> {
    pub(crate) fn new(page: &'a TablePage<'a>, catan: &'a CatanTable<'a>) -> Table<'a> {
        let words = Words::new(page.reader.lang);
        let you = page.you;
        let playing = page.stage == Stage::Playing;
        Table {
            words,
            page,
            catan,
            view: catan.view,
            names: seats::names(words, page.seats, you),
            legal: if playing { catan.view.legal_actions() } else { LegalActions::default() },
            you,
            text: page.reader.settings.mode == Mode::Text,
        }
    }

    /// Tells places with their surroundings.
    pub(crate) fn teller(&self) -> Teller<'_> {
        Teller { words: self.words, names: &self.names, layout: self.view.layout(), brief: false }
    }

    /// Tells places as briefly as the picture beside it allows.
    pub(crate) fn brief(&self) -> Teller<'_> {
        Teller { brief: !self.text, ..self.teller() }
    }

    pub(crate) fn name(&self, seat: Seat) -> String {
        self.names.plain(self.words, seat)
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::first(self.view.seats())
    }

    pub(crate) fn is_yours(&self) -> bool {
        self.you == Some(self.view.active())
    }

    /// Whether the reader has this listed.
    pub(crate) fn may(&self, action: Action) -> bool {
        self.legal.contains(action)
    }

    /// A button that does `action`.
    pub(crate) fn act(&self, action: Action, class: &str, key: Option<&str>, body: Markup) -> Markup {
        html! {
            button type="submit" form="act" name="action" value=(action) data-action=(action) class=(class)
                data-key=[key] { (body) }
        }
    }

    /// Why something cannot be done, with the clause.
    pub(crate) fn why(&self, why: &Illegal) -> Markup {
        html! { p class="why" { (self.teller().refusal(why)) " " (clause_link(self.words, why.clause())) } }
    }

    /// What the reader, if seated, would hear if they did this now; the game's own answer.
    pub(crate) fn check(&self, action: Action) -> Result<(), Illegal> {
        self.view.check(action)
    }
}

/// The title of the page: whose turn it is, and what for.
pub(crate) fn title(page: &TablePage<'_>, catan: &CatanTable<'_>) -> String {
    headline(&Table::new(page, catan)).0
}

/// The shortcuts of this game: the keys that carry a `data-key` below.
pub(crate) fn keys(words: Words) -> Vec<(&'static str, String)> {
    vec![
        ("r", say!(words, "keys-roll")),
        ("e", say!(words, "keys-end")),
        ("1", say!(words, "keys-road")),
        ("2", say!(words, "keys-settlement")),
        ("3", say!(words, "keys-city")),
        ("4", say!(words, "keys-buy")),
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
pub(crate) fn main(page: &TablePage<'_>, catan: &CatanTable<'_>) -> Markup {
    let table = Table::new(page, catan);
    if table.text { text(&table) } else { desk_of(&table) }
}

/// With the picture of the board.
fn desk_of(table: &Table<'_>) -> Markup {
    let (words, page) = (table.words, table.page);
    let (title, hint) = headline(table);
    let tries = tries(table);
    html! {
        main id="main" class="desk" data-table=(page.table) data-seq=(page.seq) data-version=(page.version)
            data-title=(title) data-your-turn=[acts(table).then_some("true")] {
            (act_form(page))
            header id="banner" { (banner(table, &title, &hint)) }
            section id="board-panel" aria-labelledby="board-heading" {
                h2 id="board-heading" class="unseen" { (say!(words, "board-title")) }
                div id="notices" { (notice(words, page, |why| refusal(table, why))) }
                div id="board" data-key="b" data-try-hex=[tries.0] data-try-intersection=[tries.1]
                    data-try-path=[tries.2] data-single=[places_only(table).then_some("true")] {
                    (PreEscaped(picture::svg(&table.view, catan_log(table), page.reader)))
                }
                // The client lights these on the board instead.
                div class="without-js" { (plain::places(table)) }
                (zoom(words))
                (chooser())
            }
            div id="decision" {
                @if page.stage == Stage::Waiting { (lobby(words, page)) }
                (desk::decisions(table))
                (trade::offers(table))
            }
            @if table.view.phase_is_over() { (side::result(table)) }
            section id="dock" aria-label=(say!(words, "dock")) {
                (watching(words, page))
                @if page.stage != Stage::Waiting {
                    (desk::hand(table))
                    (desk::development(table))
                    (desk::tools(table))
                }
            }
            div id="moves" class="moves" { (undo(words, page)) (desk::moves(table)) }
            aside id="side" aria-label=(say!(words, "side")) {
                (side::players(table))
                (side::figures(table))
                (side::log(table))
            }
            (sheets(words, &say!(words, "figures")))
        }
    }
}

/// In words: headings, lists and forms.
fn text(table: &Table<'_>) -> Markup {
    let (words, page) = (table.words, table.page);
    let (title, hint) = headline(table);
    html! {
        main id="main" class="plain" data-table=(page.table) data-seq=(page.seq) data-version=(page.version)
            data-title=(title) data-your-turn=[acts(table).then_some("true")] {
            (act_form(page))
            header id="banner" { (banner(table, &title, &hint)) }
            div id="notices" { (notice(words, page, |why| refusal(table, why))) }
            @if page.stage == Stage::Waiting { (lobby(words, page)) }
            @if table.view.phase_is_over() { (side::result(table)) }
            (watching(words, page))
            section id="dock" aria-labelledby="dock-title" {
                h2 id="dock-title" { (say!(words, "dock")) }
                div id="moves" class="moves" { (desk::moves(table)) (undo(words, page)) }
                (desk::decisions(table))
                (trade::offers(table))
                (plain::places(table))
                (desk::tools(table))
                (desk::hand(table))
                (desk::development(table))
            }
            (side::players_in_words(table))
            (plain::board(table))
            (side::figures(table))
            (side::log(table))
        }
    }
}

/// Why something was refused; the rules of Catan say it with the places' surroundings.
fn refusal(table: &Table<'_>, why: &Refusal) -> String {
    match why.as_catan() {
        Some(illegal) => table.teller().refusal(&illegal),
        None => crate::refusal(table.words.lang(), &table.names, why),
    }
}

fn catan_log<'a>(table: &Table<'a>) -> &'a [crate::LogLine<::catan::Event>] {
    table.catan.log
}

/// Whose turn it is, what is to be done, and what the dice showed.
fn banner(table: &Table<'_>, title: &str, hint: &str) -> Markup {
    let words = table.words;
    let over = table.view.phase_is_over();
    html! {
        @let asked = table.you.filter(|_| !table.is_yours() && acts(table) && table.legal.discards_owed() > 0);
        @if !over && table.page.stage == Stage::Playing {
            (seats::mark(words, asked.unwrap_or(table.view.active())))
        }
        div class="turn" {
            h1 id="turn" tabindex="-1" { (title) }
            @if !hint.is_empty() { p id="hint" { (hint) } }
        }
        @if let Some((first, second)) = table.view.dice().filter(|_| table.page.stage != Stage::Waiting) {
            @let fresh = table.view.has_rolled();
            p id="dice" class=(if fresh { "dice fresh" } else { "dice" }) data-roll=(table.view.turns()) {
                span class="unseen" { (say!(words, "dice-last", sum = first + second, first = first, second = second)) }
                span aria-hidden="true" class="faces" {
                    (icon(&format!("die-{first}"))) (icon(&format!("die-{second}")))
                    strong { (first + second) }
                }
            }
        }
    }
}

/// Whether the reader has something to decide. An answer that could be changed, or a proposal that could be taken
/// back, is nothing the table waits for.
fn acts(table: &Table<'_>) -> bool {
    match (table.you, table.view.turn()) {
        (Some(you), Turn::Decide(seats)) if table.page.stage == Stage::Playing => {
            seats.contains(you)
                && (table.is_yours() || table.legal.discards_owed() > 0 || is_offered(table, you))
        }
        _ => false,
    }
}

/// Whether an open offer waits for this seat's answer.
fn is_offered(table: &Table<'_>, seat: Seat) -> bool {
    table.view.offer().is_some_and(|(_, to)| to.contains(seat))
        && table.view.answer(seat) == ::catan::Answer::Open
}

/// What a click on a place that is not lit would try, so that the rules can say why not: for hexes, intersections
/// and paths.
fn tries(table: &Table<'_>) -> (Option<&'static str>, Option<&'static str>, Option<&'static str>) {
    if table.you.is_none() || table.page.stage != Stage::Playing {
        return (None, None, None);
    }
    let robber = matches!(table.view.phase(), Phase::MovingRobber);
    (robber.then_some("robber"), Some("settlement"), Some("road"))
}

/// Whether nothing but a place of one kind is asked for, so that other places need not answer.
fn places_only(table: &Table<'_>) -> bool {
    let phase = table.view.phase();
    matches!(
        phase,
        Phase::FoundingSettlement { .. }
            | Phase::FoundingRoad { .. }
            | Phase::FreeRoads { .. }
            | Phase::MovingRobber
    )
}

/// The one line that says what goes on, and the one below it that says what to do.
pub(crate) fn headline(table: &Table<'_>) -> (String, String) {
    let w = table.words;
    let view = &table.view;
    if table.page.stage == Stage::Waiting {
        return (say!(w, "turn-waiting"), say!(w, "turn-waiting-hint"));
    }
    let active = view.active();
    let yours = table.is_yours();
    let name = table.name(active);
    let none = String::new;
    macro_rules! by {
        ($you:literal, $other:literal) => {
            if yours { say!(w, $you) } else { say!(w, $other, name = name.as_str()) }
        };
    }
    match view.phase() {
        Phase::LayingOut => (say!(w, "turn-laying-out"), none()),
        Phase::DrawingStart | Phase::RollingForStart { .. } => (say!(w, "turn-rolling-for-start"), none()),
        Phase::FoundingSettlement { .. } => {
            (by!("turn-founding-you", "turn-founding"), hint(table, yours, "hint-founding-settlement"))
        }
        Phase::FoundingRoad { .. } => {
            (by!("turn-founding-road-you", "turn-founding-road"), hint(table, yours, "hint-founding-road"))
        }
        Phase::BeforeRoll => (by!("turn-roll-you", "turn-roll"), none()),
        Phase::Rolling => (by!("turn-roll-you", "turn-roll"), none()),
        Phase::Discarding { owed } => {
            let waiting = view.seats_to_discard();
            match table.you.filter(|you| waiting.contains(*you)) {
                Some(you) => (say!(w, "turn-discard-you", n = owed[you]), none()),
                None => (say!(w, "turn-discard", names = list(table, waiting)), none()),
            }
        }
        Phase::MovingRobber => (by!("turn-robber-you", "turn-robber"), hint(table, yours, "hint-robber")),
        Phase::ChoosingVictim { .. } => (by!("turn-victim-you", "turn-victim"), none()),
        Phase::Stealing { .. } | Phase::BuyingCard => (by!("turn-building-you", "turn-building"), none()),
        Phase::Building => {
            let offered = table.you.is_some_and(|you| is_offered(table, you));
            if offered {
                (say!(w, "turn-offered", name = name), none())
            } else if view.trade_is_open() {
                (by!("turn-building-you", "turn-building"), none())
            } else {
                (by!("turn-only-building-you", "turn-only-building"), none())
            }
        }
        Phase::FreeRoads { left, .. } => (
            if yours {
                say!(w, "turn-free-roads-you", n = left)
            } else {
                say!(w, "turn-free-roads", name = name)
            },
            hint(table, yours, "hint-road"),
        ),
        Phase::Over(outcome) => match outcome.winners.lowest() {
            Some(winner) if table.you == Some(winner) => (say!(w, "turn-won-you"), none()),
            Some(winner) => (say!(w, "turn-won", name = table.name(winner)), none()),
            None => (say!(w, "turn-no-winner"), none()),
        },
    }
}

/// What to do on the board, for the one who does it; in text mode the list below says it.
fn hint(table: &Table<'_>, yours: bool, key: &str) -> String {
    if yours && !table.text { table.words.or(key, "") } else { String::new() }
}

fn list(table: &Table<'_>, seats: SeatSet) -> String {
    let names: Vec<String> = seats.into_iter().map(|seat| table.name(seat)).collect();
    table.words.list(&names)
}

/// Small questions to a view that several parts ask.
pub(crate) trait ViewExt {
    /// Whether the game is over.
    fn phase_is_over(&self) -> bool;
}

impl ViewExt for View<'_> {
    fn phase_is_over(&self) -> bool {
        matches!(self.phase(), Phase::Over(_))
    }
}
