//! How a table on the island is laid out, with a picture or in words.

use super::desk::hand;
use super::picture::style;
use super::side::{self, Kept};
use super::table::{Island, IslandTable, Table};
use super::trade;
use crate::model::{GameTable, LogLine, Looked, Stage, TablePage, Tabletop};
use crate::parts::command::act_form;
use crate::parts::controls::{chooser, sheets, undo, watching, zoom};
use crate::parts::log::window;
use crate::parts::part::part;
use crate::parts::{asks, people, seats, talk};
use crate::words::{Words, say};
use ::catan::event::Event;
use ::catan::view::View;
use ::draw::{CatanPicture, Style};
use game::Seat;
use maud::{Markup, PreEscaped, html};
use shelf::GameKind;

/// The parts of a page that each game makes for itself.
pub(crate) struct Parts {
    /// A class of its own for the page.
    pub(crate) class: &'static str,
    /// Whose sign stands at the top.
    pub(crate) mark: Seat,
    /// What else stands at the top: the dice.
    pub(crate) top: Markup,
    /// What a click on a place that is not lit would try: on hexes, intersections and paths.
    pub(crate) tries: [Option<&'static str>; 3],
    /// Whether nothing but a place of one kind is asked for, so that other places need not answer.
    pub(crate) single: bool,
    /// Places that are asked for and belong to no tool; the client lights them on the board instead.
    pub(crate) places: Markup,
    /// Decisions that wait.
    pub(crate) decisions: Markup,
    /// Cards of other sorts than the hand, tools, and what moves the turn on.
    pub(crate) cards: Markup,
    pub(crate) tools: Markup,
    pub(crate) moves: Markup,
    /// What lies beside the board besides players and log.
    pub(crate) figures: Markup,
    /// What is to be said on top.
    pub(crate) notices: Markup,
}

/// A game on the island, as its page asks for it.
pub(crate) trait IslandPage: Island {
    /// Which game it is.
    const KIND: GameKind;
    /// The shortcuts of the game: the keys that carry a `data-key`.
    fn keys(words: Words) -> Vec<(&'static str, String)>;
    /// The one line that says what goes on, and the one below it that says what to do.
    fn headline(table: &Table<'_, Self>) -> (String, String);
    /// Whether the reader has something to decide. An answer that could be changed, or a proposal that could be taken
    /// back, is nothing the table waits for.
    fn acts(table: &Table<'_, Self>) -> bool;
    /// The parts that it makes for itself.
    fn parts(table: &Table<'_, Self>) -> Parts;
    /// What is to be seen of the board, with what happened last marked.
    fn picture(view: &View<'_, Self>, log: &[LogLine<Event<Self>>]) -> CatanPicture;
    /// The board in words.
    fn in_words(table: &Table<'_, Self>) -> Markup;
    /// The other cards of a seat.
    fn kept(table: &Table<'_, Self>, seat: Seat) -> Kept;
}

impl<'a, R: IslandPage> From<IslandTable<'a, R>> for GameTable<'a> {
    fn from(table: IslandTable<'a, R>) -> GameTable<'a> {
        GameTable::of(table)
    }
}

impl<R: IslandPage> Tabletop for IslandTable<'_, R> {
    fn kind(&self) -> GameKind {
        R::KIND
    }
    fn title(&self, page: &TablePage<'_>) -> String {
        let table = &Table::new(page, self);
        let (title, _) = R::headline(table);
        let call = table.call(R::acts(table), &title);
        asks::marked(title, call.as_ref())
    }
    fn main(&self, page: &TablePage<'_>) -> Markup {
        let table = &Table::new(page, self);
        let whole = Whole { headline: R::headline(table), acts: R::acts(table), parts: R::parts(table) };
        if table.text { text(table, &whole) } else { desk(table, &whole) }
    }
    fn keys(&self, words: Words) -> Vec<(&'static str, String)> {
        R::keys(words)
    }
    fn board(&self, style: &Style) -> String {
        ::draw::catan_svg(&R::picture(&self.view, &self.log), style)
    }
    fn replay(&self, page: &TablePage<'_>) -> Looked {
        let table = &Table::again(page, self);
        side::replay(table, board(table), window(&self.log, page.seq), |seat| R::kept(table, seat))
    }
}

/// The board, as a picture or in words. The picture has no style sheet inside; the page links to it.
fn board<R: IslandPage>(table: &Table<'_, R>) -> Markup {
    if table.text {
        return R::in_words(table);
    }
    let (picture, page) = (R::picture(&table.view, table.log), table.page);
    PreEscaped(::draw::catan_svg_after(&picture, &style(page.reader), page.shown))
}

/// What the layout of a page needs.
struct Whole {
    headline: (String, String),
    acts: bool,
    parts: Parts,
}

impl Whole {
    /// The end, once the game is over.
    fn result<R: Island>(&self, table: &Table<'_, R>) -> Markup {
        if table.is_over() {
            side::result(table)
        } else {
            html! {}
        }
    }
}

/// With the picture of the board.
fn desk<R: IslandPage>(table: &Table<'_, R>, whole: &Whole) -> Markup {
    let (words, page, parts) = (table.words, table.page, &whole.parts);
    let [hex, intersection, path] = parts.tries;
    html! {
        main id="main" class={ "desk" (parts.class) } data-table=(page.table) data-seq=(page.seq)
            data-version=(page.version) data-title=(whole.headline.0) data-your-turn=[whole.acts.then_some("true")]
            data-presence=(page.people.presence) data-call=[table.call(whole.acts, &whole.headline.0)] {
            (act_form(page))
            (banner(table, whole))
            section id="board-panel" aria-labelledby="board-heading" {
                h2 id="board-heading" class="unseen" { (say!(words, "board-title")) }
                div id="notices" { (parts.notices) }
                div id="board" data-key="b" data-try-hex=[hex] data-try-intersection=[intersection]
                    data-try-path=[path] data-single=[parts.single.then_some("true")] { (board(table)) }
                // The client lights these on the board instead.
                div class="without-js" { (parts.places) }
                (zoom(words))
                (chooser())
            }
            div id="decision" {
                (people::asked(words, page))
                (asks::question(words, page))
                (parts.decisions)
                (trade::offers(table))
                (people::missing(words, page))
            }
            (whole.result(table))
            section id="dock" aria-label=(say!(words, "dock")) {
                (watching(words, page))
                (asks::declined(words, page, &table.names))
                (hand(table)) (parts.cards) (parts.tools)
            }
            div id="moves" class="moves" { (undo(words, page)) (parts.moves) }
            aside id="side" aria-label=(say!(words, "side")) {
                (side::players(table))
                (parts.figures)
                (side::log(table))
                (part(page, "section", "talk", talk::panel(words, page)))
            }
            (part(page, "nav", "sheets", sheets(words, page, &say!(words, "figures"))))
        }
    }
}

/// In words: headings, lists and forms.
fn text<R: IslandPage>(table: &Table<'_, R>, whole: &Whole) -> Markup {
    let (words, page, parts) = (table.words, table.page, &whole.parts);
    html! {
        main id="main" class={ "plain" (parts.class) } data-table=(page.table) data-seq=(page.seq)
            data-version=(page.version) data-title=(whole.headline.0) data-your-turn=[whole.acts.then_some("true")]
            data-presence=(page.people.presence) data-call=[table.call(whole.acts, &whole.headline.0)] {
            (act_form(page))
            (banner(table, whole))
            div id="notices" { (parts.notices) }
            (people::asked(words, page))
            (people::missing(words, page))
            (whole.result(table))
            (watching(words, page))
            section id="dock" aria-labelledby="dock-title" {
                h2 id="dock-title" { (say!(words, "dock")) }
                div id="moves" class="moves" { (parts.moves) (undo(words, page)) }
                (asks::question(words, page))
                (parts.decisions)
                (trade::offers(table))
                (asks::declined(words, page, &table.names))
                (parts.places)
                (parts.tools)
                (hand(table))
                (parts.cards)
            }
            (side::players(table))
            (people::panel(words, page))
            (board(table))
            (parts.figures)
            (side::log(table))
            (part(page, "section", "talk", talk::panel(words, page)))
        }
    }
}

/// Whose turn it is, what is to be done, and what the dice showed.
fn banner<R: Island>(table: &Table<'_, R>, whole: &Whole) -> Markup {
    let (title, hint) = &whole.headline;
    html! {
        header id="banner" {
            @if !table.is_over() && table.page.stage == Stage::Playing { (seats::mark(table.words, whole.parts.mark)) }
            div class="turn" {
                h1 id="turn" tabindex="-1" { (title) }
                @if !hint.is_empty() { p id="hint" { (hint) } }
            }
            (whole.parts.top)
        }
    }
}
