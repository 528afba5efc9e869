//! The layout of a table page, with a picture of the board or in words.

use crate::model::{TablePage, TableStage};
use crate::parts::command::act_form;
use crate::parts::controls::{chooser, sheets, undo, watching, zoom};
use crate::parts::notice::notice;
use crate::parts::{asks, exercise, explanation, hint, hot_seat, lesson, people, seats, talk};
use crate::words::{Mode, PlaceNames, Reader, Topic, Words, msg};
use ::draw::{Purpose, Style};
use game::Seat;
use maud::{Markup, html};

/// The game's content for the page of its table. Parts that the game does not have stay empty.
#[derive(Default)]
pub(crate) struct Layout {
    /// Extra classes of the page, each with a leading space.
    pub(crate) class: &'static str,
    /// The headline that says what is going on, and the hint below it that says what to do.
    pub(crate) headline: (String, String),
    /// Whether the reader has something to decide.
    pub(crate) acts: bool,
    /// The text that identifies what the table waits for from the reader ([`asks::call`]).
    pub(crate) call: Option<String>,
    /// The seat whose mark stands at the top.
    pub(crate) mark: Option<Seat>,
    /// The other content at the top: the dice.
    pub(crate) top: Markup,
    /// The topics that matter to the reader now, the most urgent one first.
    pub(crate) topics: Vec<Topic>,
    /// The title of the board.
    pub(crate) board_title: String,
    /// The actions that a click on an unlit place would try: on hexes, intersections, paths and spaces.
    pub(crate) tries: [Option<&'static str>; 4],
    /// Whether only a place of one kind is asked for, so that other places need not respond.
    pub(crate) single: bool,
    /// The board, as a picture or in words.
    pub(crate) board: Markup,
    /// The texts that appear when the pointer rests on places.
    pub(crate) facts: Markup,
    /// The buttons for places. The client lights the places up on the board instead.
    pub(crate) places: Markup,
    /// The aids drawn over the board, and their switches.
    pub(crate) aids: Markup,
    /// The pending decisions.
    pub(crate) decisions: Markup,
    /// The result, once the game is over.
    pub(crate) result: Markup,
    /// With a picture: the whole dock, if it is more than its label. In words: its content.
    pub(crate) dock: Markup,
    /// The buttons that move the turn on.
    pub(crate) moves: Markup,
    /// The players.
    pub(crate) players: Markup,
    /// The content beside the board besides players and log, and its title on phones.
    pub(crate) figures: Markup,
    pub(crate) figures_title: String,
    /// The log.
    pub(crate) log: Markup,
}

/// Renders the `<main>` of the page.
pub(crate) fn main(words: Words, page: &TablePage<'_>, layout: &Layout) -> Markup {
    let text = page.reader.settings.mode == Mode::Text;
    let class = if text { "plain" } else { "desk" };
    let learns = page.beside.teaches();
    let main = html! {
        main id="main" class={ (class) (layout.class) @if learns { " learns" } } data-table=(page.table)
            data-at=[learns.then(|| page.address())] data-seq=(page.seq)
            data-version=(page.version) data-title=(headline(words, page, layout).0)
            data-here=[page.people.here.and_then(|here| here.open)]
            data-your-turn=[layout.acts.then_some("true")] data-presence=(page.people.presence)
            data-call=[layout.call.as_ref()] {
            (act_form(page))
            (banner(words, page, layout))
            (lesson::card(words, page))
            (exercise::card(words, page))
            (hint::card(page))
            @if text { (in_words(words, page, layout)) } @else { (desk(words, page, layout)) }
        }
    };
    hint::highlight(page, exercise::highlight(page, lesson::highlight(page, main)))
}

/// Renders the table with the picture of the board.
fn desk(words: Words, page: &TablePage<'_>, layout: &Layout) -> Markup {
    let [hex, intersection, path, space] = layout.tries;
    html! {
        section id="board-panel" aria-labelledby="board-heading" {
            h2 id="board-heading" class="unseen" { (layout.board_title) }
            div id="notices" { (notice(words, page)) }
            div id="board" data-key="b" data-try-hex=[hex] data-try-intersection=[intersection] data-try-path=[path]
                data-try-space=[space] data-single=[layout.single.then_some("true")] { (layout.board) }
            (layout.facts)
            div class="without-js" { (layout.places) }
            (zoom(page))
            (layout.aids)
            (chooser())
        }
        div id="decision" {
            (people::asked(words, page))
            (asks::questions(words, page))
            (layout.decisions)
            (people::missing(words, page))
        }
        (layout.result)
        @if layout.dock.0.is_empty() { (dock(words, page, html! {})) } @else { (layout.dock) }
        div id="moves" class="moves" { (undo(words, page)) (hint::ask(words, page, layout.acts)) (layout.moves) }
        aside id="side" aria-label=(msg!(words, "side")) {
            (layout.players)
            (layout.figures)
            (layout.log)
            (talk::panel(page))
        }
        (sheets(page, &layout.figures_title))
    }
}

/// Renders the player's dock.
pub(crate) fn dock(words: Words, page: &TablePage<'_>, what: Markup) -> Markup {
    html! {
        section id="dock" aria-label=(msg!(words, "dock")) { (watching(words, page)) (what) }
    }
}

/// Renders the table in words: headings, lists and forms.
fn in_words(words: Words, page: &TablePage<'_>, layout: &Layout) -> Markup {
    html! {
        div id="notices" { (notice(words, page)) }
        (people::asked(words, page))
        (people::missing(words, page))
        (layout.result)
        (watching(words, page))
        section id="dock" aria-labelledby="dock-title" {
            h2 id="dock-title" { (msg!(words, "dock")) }
            div id="moves" class="moves" { (layout.moves) (undo(words, page)) (hint::ask(words, page, layout.acts)) }
            (asks::questions(words, page))
            (layout.decisions)
            (layout.dock)
            (layout.places)
        }
        (layout.players)
        (people::panel(page))
        (layout.board)
        (layout.figures)
        (layout.log)
        (talk::panel(page))
    }
}

/// Returns the style of a board inside a page of this reader.
pub(crate) fn board_style(reader: &Reader, title: String, description: String) -> Style {
    Style {
        // The page's own attribute decides, so that a change of theme needs no new picture.
        theme: ::draw::Theme::Auto,
        coordinates: reader.settings.names == PlaceNames::On,
        words: ::draw::Words { title, description },
        purpose: Purpose::Table,
        embed_css: false,
        ..Style::default()
    }
}

/// Returns the headline and the hint; no hint at a closed table.
fn headline(words: Words, page: &TablePage<'_>, layout: &Layout) -> (String, String) {
    match page.people.closed {
        Some(_) => (msg!(words, "room-closed"), String::new()),
        None => {
            let (title, hint) = layout.headline.clone();
            (hot_seat::named(words, page, layout.acts, &title).unwrap_or(title), hint)
        }
    }
}

/// Renders the banner: whose turn it is, what to do, and the roll of the dice.
fn banner(words: Words, page: &TablePage<'_>, layout: &Layout) -> Markup {
    let (title, hint) = headline(words, page, layout);
    // Without scripts nothing is chosen on the board.
    let listed = layout.acts && page.reader.settings.mode != Mode::Text;
    html! {
        header id="banner" {
            @if let Some(seat) = layout.mark.filter(|_| page.stage == TableStage::Playing) { (seats::mark(words, seat)) }
            div class="turn" {
                h1 id="turn" tabindex="-1" { (title) }
                @if !hint.is_empty() {
                    p id="hint" class=[listed.then_some("js-only")] { (hint) }
                    @if listed { p class="hint without-js" { (msg!(words, "hint-listed")) } }
                }
            }
            (explanation::banner(words, page, &layout.topics))
            (layout.top)
            (hot_seat::hand_over(words, page))
        }
    }
}
