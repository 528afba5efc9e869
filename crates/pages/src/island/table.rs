//! A table of either game: what its parts need, and how they are laid out.

use super::Island;
use crate::catan::words::{Named as _, Teller};
use crate::part::part;
use crate::rules::clause_link;
use crate::table::{act_form, chooser, sheets, undo, watching, zoom};
use crate::{LogLine, Mode, Names, Stage, Standing, TablePage, Words, say, seats};
use ::catan::Bundle;
use ::catan::action::Action;
use ::catan::event::Event;
use ::catan::illegal::Illegal;
use ::catan::phase::Phase;
use ::catan::view::View;
use game::{Legal, Seat, SeatSet, Turn};
use maud::{Markup, html};

/// Everything the parts of the table need.
pub(crate) struct Table<'a, R: Island> {
    pub(crate) words: Words,
    pub(crate) page: &'a TablePage<'a>,
    pub(crate) view: View<'a, R>,
    pub(crate) log: &'a [LogLine<Event<R>>],
    pub(crate) course: &'a [Standing],
    pub(crate) rolls: &'a [u32; 13],
    pub(crate) names: Names,
    /// What the reader may do; nothing while seats are open.
    pub(crate) legal: R::LegalActions,
    pub(crate) you: Option<Seat>,
    /// Whether the board is told in words.
    pub(crate) text: bool,
}

impl<'a, R: Island> Table<'a, R> {
    pub(crate) fn new(
        page: &'a TablePage<'a>,
        view: View<'a, R>,
        log: &'a [LogLine<Event<R>>],
        course: &'a [Standing],
        rolls: &'a [u32; 13],
    ) -> Table<'a, R> {
        let words = Words::new(page.reader.lang);
        let you = page.you;
        let playing = page.stage == Stage::Playing;
        let legal = if playing { view.legal_actions() } else { R::LegalActions::default() };
        Table {
            words,
            page,
            view,
            log,
            course,
            rolls,
            names: seats::names(words, page.seats, you),
            legal,
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

    /// Several names in a row.
    pub(crate) fn list(&self, seats: SeatSet) -> String {
        let names: Vec<String> = seats.into_iter().map(|seat| self.name(seat)).collect();
        self.words.list(&names)
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<R> {
        Seat::first(self.view.seats())
    }

    pub(crate) fn active(&self) -> Seat {
        self.view.active()
    }

    /// Who is to act; in step 4 that is the active seat, whoever else may say something about trade.
    pub(crate) fn due(&self) -> SeatSet {
        match self.view.turn() {
            Turn::Decide(_) if self.view.phase() == Phase::Building => SeatSet::one(self.view.active()),
            Turn::Decide(seats) => seats,
            _ => SeatSet::EMPTY,
        }
    }

    pub(crate) fn is_yours(&self) -> bool {
        self.you == Some(self.active())
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.view.phase(), Phase::Over(_))
    }

    /// Whether an open offer waits for this seat's answer.
    pub(crate) fn is_offered(&self, seat: Seat) -> bool {
        self.view.offer().is_some_and(|(_, to)| to.contains(seat))
            && self.view.answer(seat) == ::catan::Answer::Open
    }

    /// What the table waits for from the reader.
    pub(crate) fn call(&self, acts: bool, title: &str) -> Option<String> {
        crate::asks::call(self.page, acts, self.is_yours(), title)
    }

    /// Whether the reader has this listed.
    pub(crate) fn may(&self, action: Action<R>) -> bool {
        self.legal.contains(action)
    }

    /// A button that does `action`.
    pub(crate) fn act(&self, action: Action<R>, class: &str, key: Option<&str>, body: Markup) -> Markup {
        html! {
            button type="submit" form="act" name="action" value=(action) data-action=(action) class=(class)
                data-key=[key] { (body) }
        }
    }

    /// Why something cannot be done, with the clause.
    pub(crate) fn why(&self, why: &Illegal<R>) -> Markup {
        html! {
            p class="why" { (self.teller().refusal(why)) " " (clause_link(self.words, why.clause())) }
        }
    }

    /// What the reader, if seated, would hear if they did this now; the game's own answer.
    pub(crate) fn check(&self, action: Action<R>) -> Result<(), Illegal<R>> {
        self.view.check(action)
    }

    /// So many cards of a kind, in words: `2 wool`.
    pub(crate) fn some(&self, kind: R::Kind, count: u8) -> String {
        say!(self.words, kind.cards_key(), n = count)
    }

    /// A kind by its name.
    pub(crate) fn kind(&self, kind: R::Kind) -> String {
        say!(self.words, kind.key())
    }

    /// Cards with their counts, in words: `1 brick and 2 wool`.
    pub(crate) fn cards(&self, cards: Bundle<R::Kind>) -> String {
        let parts: Vec<String> =
            super::desk::counted::<R>(&cards).map(|(kind, count)| self.some(kind, count)).collect();
        if parts.is_empty() { say!(self.words, "cards-none") } else { self.words.list(&parts) }
    }

    /// What to do on the board, for the one who does it; in text mode the list below says it.
    pub(crate) fn hint(&self, yours: bool, key: &str) -> String {
        if yours && !self.text { self.words.or(key, "") } else { String::new() }
    }
}

/// The parts of a table that depend on the game.
pub(crate) struct Parts {
    /// A class of its own for the page.
    pub(crate) class: &'static str,
    /// The one line that says what goes on, and the one below it that says what to do.
    pub(crate) headline: (String, String),
    /// Whether the reader has something to decide.
    pub(crate) acts: bool,
    /// Whose sign stands at the top.
    pub(crate) mark: Seat,
    /// What else stands at the top: the dice.
    pub(crate) top: Markup,
    /// The board as a picture, or in words.
    pub(crate) board: Markup,
    /// What a click on a place that is not lit would try: on hexes, intersections and paths.
    pub(crate) tries: [Option<&'static str>; 3],
    /// Whether nothing but a place of one kind is asked for, so that other places need not answer.
    pub(crate) single: bool,
    /// Places that are asked for and belong to no tool; the client lights them on the board instead.
    pub(crate) places: Markup,
    /// Decisions that wait.
    pub(crate) decisions: Markup,
    /// The reader's hand, cards of other sorts, tools, and what moves the turn on.
    pub(crate) hand: Markup,
    pub(crate) cards: Markup,
    pub(crate) tools: Markup,
    pub(crate) moves: Markup,
    /// The end, once the game is over.
    pub(crate) result: Option<Markup>,
    /// What lies beside the board.
    pub(crate) players: Markup,
    pub(crate) figures: Markup,
    pub(crate) log: Markup,
    /// What is to be said on top.
    pub(crate) notices: Markup,
}

/// The `<main>` of the page.
pub(crate) fn main<R: Island>(table: &Table<'_, R>, parts: &Parts) -> Markup {
    if table.text { text(table, parts) } else { desk(table, parts) }
}

/// With the picture of the board.
fn desk<R: Island>(table: &Table<'_, R>, parts: &Parts) -> Markup {
    let (words, page) = (table.words, table.page);
    let [hex, intersection, path] = parts.tries;
    html! {
        main id="main" class={ "desk" (parts.class) } data-table=(page.table) data-seq=(page.seq)
            data-version=(page.version) data-title=(parts.headline.0) data-your-turn=[parts.acts.then_some("true")]
            data-presence=(page.people.presence) data-call=[table.call(parts.acts, &parts.headline.0)] {
            (act_form(page))
            (banner(table, parts))
            section id="board-panel" aria-labelledby="board-heading" {
                h2 id="board-heading" class="unseen" { (say!(words, "board-title")) }
                div id="notices" { (parts.notices) }
                div id="board" data-key="b" data-try-hex=[hex] data-try-intersection=[intersection]
                    data-try-path=[path] data-single=[parts.single.then_some("true")] { (parts.board) }
                // The client lights these on the board instead.
                div class="without-js" { (parts.places) }
                (zoom(words))
                (chooser())
            }
            div id="decision" {
                (crate::people::asked(words, page))
                (crate::asks::question(words, page))
                (parts.decisions)
                (super::trade::offers(table))
                (crate::people::missing(words, page))
            }
            @if let Some(result) = &parts.result { (result) }
            section id="dock" aria-label=(say!(words, "dock")) {
                (watching(words, page))
                (crate::asks::declined(words, page, &table.names))
                (parts.hand) (parts.cards) (parts.tools)
            }
            div id="moves" class="moves" { (undo(words, page)) (parts.moves) }
            aside id="side" aria-label=(say!(words, "side")) {
                (parts.players)
                (parts.figures)
                (parts.log)
                (part(page, "section", "talk", crate::talk::panel(words, page)))
            }
            (part(page, "nav", "sheets", sheets(words, page, &say!(words, "figures"))))
        }
    }
}

/// In words: headings, lists and forms.
fn text<R: Island>(table: &Table<'_, R>, parts: &Parts) -> Markup {
    let (words, page) = (table.words, table.page);
    html! {
        main id="main" class={ "plain" (parts.class) } data-table=(page.table) data-seq=(page.seq)
            data-version=(page.version) data-title=(parts.headline.0) data-your-turn=[parts.acts.then_some("true")]
            data-presence=(page.people.presence) data-call=[table.call(parts.acts, &parts.headline.0)] {
            (act_form(page))
            (banner(table, parts))
            div id="notices" { (parts.notices) }
            (crate::people::asked(words, page))
            (crate::people::missing(words, page))
            @if let Some(result) = &parts.result { (result) }
            (watching(words, page))
            section id="dock" aria-labelledby="dock-title" {
                h2 id="dock-title" { (say!(words, "dock")) }
                div id="moves" class="moves" { (parts.moves) (undo(words, page)) }
                (crate::asks::question(words, page))
                (parts.decisions)
                (super::trade::offers(table))
                (crate::asks::declined(words, page, &table.names))
                (parts.places)
                (parts.tools)
                (parts.hand)
                (parts.cards)
            }
            (parts.players)
            (crate::people::panel(words, page))
            (parts.board)
            (parts.figures)
            (parts.log)
            (part(page, "section", "talk", crate::talk::panel(words, page)))
        }
    }
}

/// Whose turn it is, what is to be done, and what the dice showed.
fn banner<R: Island>(table: &Table<'_, R>, parts: &Parts) -> Markup {
    let (title, hint) = &parts.headline;
    html! {
        header id="banner" {
            @if !table.is_over() && table.page.stage == Stage::Playing { (seats::mark(table.words, parts.mark)) }
            div class="turn" {
                h1 id="turn" tabindex="-1" { (title) }
                @if !hint.is_empty() { p id="hint" { (hint) } }
            }
            (parts.top)
        }
    }
}
