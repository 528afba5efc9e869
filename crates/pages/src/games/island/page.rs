//! The layout of a table on the island, with a picture or in words.

use super::desk::hand;
use super::side::{self, HiddenCards};
use super::table::{Island, IslandTable, Table, places};
use super::trade;
use super::words::Narrator;
use crate::model::{GameTable, LogLine, PlainLine, PositionView, TablePage, Tabletop};
use crate::parts::layout::{self, Layout};
use crate::parts::{asks, seats};
use crate::words::{Topic, Words, msg};
use ::catan::action::Action;
use ::catan::event::Event;
use ::catan::illegal::Illegal;
use ::catan::phase::Phase;
use ::catan::view::View;
use ::draw::{CatanPicture, Style};
use bots::advice::Reason;
use game::Seat;
use maud::{Markup, PreEscaped, html};
use shelf::{GameKind, Refusal};

/// The parts of a page that each game makes for itself.
pub(crate) struct Parts {
    /// A class of its own for the page.
    pub(crate) class: &'static str,
    /// The seat whose sign stands at the top.
    pub(crate) mark: Seat,
    /// The rest of the top: the dice.
    pub(crate) top: Markup,
    /// The verbs that a click on an unlit place tries: on hexes, intersections and paths.
    pub(crate) tries: [Option<&'static str>; 3],
    /// Whether nothing but a place of one kind is asked for, so that other places need not answer.
    pub(crate) single: bool,
    /// Places that are asked for and belong to no tool; the client lights them on the board instead.
    pub(crate) places: Markup,
    /// Decisions that wait.
    pub(crate) decisions: Markup,
    /// Cards other than the hand, tools, and the buttons that advance the turn.
    pub(crate) cards: Markup,
    pub(crate) tools: Markup,
    pub(crate) moves: Markup,
    /// The panels beside the board other than players and log.
    pub(crate) figures: Markup,
}

/// A game on the island, as its page asks for it.
pub(crate) trait IslandPage: Island {
    /// The game.
    const KIND: GameKind;
    /// Extracts the rule behind a refusal, if it is a rule of this game.
    const RULE: fn(&Refusal) -> Option<&Illegal<Self>>;
    /// The shortcuts of the game: the keys that carry a `data-key`.
    fn keys(words: Words) -> Vec<(&'static str, String)>;
    /// Returns the status line, and the line below it that says what to do.
    fn headline(table: &Table<'_, Self>) -> (String, String);
    /// Whether the reader has something to decide. An answer that could be changed, or a proposal that could be taken
    /// back, is nothing the table waits for.
    fn acts(table: &Table<'_, Self>) -> bool;
    /// Returns the topics that matter to the reader now, the most urgent one first.
    fn topics(table: &Table<'_, Self>) -> Vec<Topic>;
    /// The parts that it makes for itself.
    fn parts(table: &Table<'_, Self>) -> Parts;
    /// Returns the picture of the board, with the latest changes marked.
    fn picture(view: &View<'_, Self>, log: &[LogLine<Event<Self>>]) -> CatanPicture;
    /// Returns the label of the button that declines with [`Stop`](::catan::action::Action::Stop) in this phase.
    fn declined(narrator: &Narrator<'_>, phase: Phase<Self>) -> String;
    /// The board in words.
    fn in_words(table: &Table<'_, Self>) -> Markup;
    /// The other cards of a seat.
    fn kept(table: &Table<'_, Self>, seat: Seat) -> HiddenCards;
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
        layout::main(table.words, page, &laid_out(table))
    }
    fn keys(&self, words: Words) -> Vec<(&'static str, String)> {
        R::keys(words)
    }
    fn refusal(&self, page: &TablePage<'_>, why: &Refusal) -> String {
        let Some(illegal) = R::RULE(why) else { return why.message.clone() };
        let words = Words::new(page.reader.lang);
        let names = seats::names(words, page.seats, page.you);
        let narrator = Narrator { places: places(page), ..Narrator::new(words, &names, self.view.layout()) };
        narrator.refusal(illegal)
    }
    fn board(&self, style: &Style) -> String {
        ::draw::catan_svg(&R::picture(&self.view, &self.log), style)
    }
    fn replay(&self, page: &TablePage<'_>) -> PositionView {
        let table = &Table::again(page, self);
        side::replay(table, board(table), &self.log, |seat| R::kept(table, seat))
    }
    fn summary(&self, page: &TablePage<'_>) -> Markup {
        let table = &Table::new(page, self);
        let hands = side::hands(table, |seat| R::kept(table, seat));
        html! { (trade::offers(table)) (hands) (side::players(table)) }
    }
    fn position(&self, page: &TablePage<'_>) -> Markup {
        let table = &Table::new(page, self);
        html! { (self.summary(page)) (R::parts(table).figures) (board(table)) }
    }
    fn actions(&self, page: &TablePage<'_>, actions: &[String]) -> Vec<Option<String>> {
        let table = Table::new(page, self);
        let narrator = table.narrator();
        let in_words = |action: Action<R>| match action {
            Action::Stop => R::declined(&narrator, self.view.phase()),
            action => narrator.action(action),
        };
        actions.iter().map(|text| text.parse().ok().map(in_words)).collect()
    }
    fn clause_of(&self, reason: &Reason) -> Option<&'static str> {
        Some(match reason {
            Reason::Harbour { kind: Some(_) } => "CATAN-MAR-3",
            Reason::Harbour { kind: None } => "CATAN-MAR-2",
            Reason::LongestRoad { .. } => "CATAN-LR-1",
            Reason::LargestArmy { .. } => "CATAN-LA-1",
            Reason::Steals { .. } => "CATAN-ROB-4",
            Reason::Frees => "CATAN-ROB-3",
            Reason::SafeHand { .. } => "CATAN-SEVEN-2",
            Reason::Defence => "CK-BARB-1",
            Reason::Progress => "CK-PROG-2",
            _ => return None,
        })
    }
    fn plain_lines_after(&self, page: &TablePage<'_>, after: u64) -> Vec<PlainLine> {
        side::plain_lines_after(&Table::new(page, self), after)
    }
}

/// The board, as a picture or in words. The picture has no style sheet inside; the page links to it.
fn board<R: IslandPage>(table: &Table<'_, R>) -> Markup {
    if table.text {
        return R::in_words(table);
    }
    let (words, picture, page) = (table.words, R::picture(&table.view, table.log), table.page);
    let style =
        layout::board_style(page.reader, msg!(words, "board-title"), msg!(words, "board-description"));
    PreEscaped(::draw::catan_svg_after(&picture, &style, page.shown))
}

/// Lays out the page.
fn laid_out<R: IslandPage>(table: &Table<'_, R>) -> Layout {
    let (words, page) = (table.words, table.page);
    let (headline, acts, parts) = (R::headline(table), R::acts(table), R::parts(table));
    let [hex, intersection, path] = parts.tries;
    let declined = asks::declined(words, page, &table.names);
    // In words the places stand with the tools.
    let (dock, places) = if table.text {
        (html! { (declined) (parts.places) (parts.tools) (hand(table)) (parts.cards) }, html! {})
    } else {
        (
            layout::dock(words, page, html! { (declined) (hand(table)) (parts.cards) (parts.tools) }),
            parts.places,
        )
    };
    Layout {
        class: parts.class,
        topics: R::topics(table),
        call: table.call(acts, &headline.0),
        mark: (!table.is_over()).then_some(parts.mark),
        top: parts.top,
        board_title: msg!(words, "board-title"),
        tries: [hex, intersection, path, None],
        single: parts.single,
        board: board(table),
        facts: html! { p id="tip" class="js-only" aria-hidden="true" hidden {} },
        places,
        decisions: html! { (parts.decisions) (trade::offers(table)) },
        result: html! { @if table.is_over() { (side::result(table)) } },
        dock,
        moves: parts.moves,
        players: side::players(table),
        figures: parts.figures,
        figures_title: msg!(words, "figures"),
        log: side::log(table),
        headline,
        acts,
        ..Layout::default()
    }
}
