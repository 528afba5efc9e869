//! A table on the island: the context that its parts share, and the parts that differ between the games.

use super::cues::GameCues;
use super::words::{IslandWords, Named as _, Narrator, Places};
use crate::model::{LogLine, RenderedLine, Standing, TablePage, TableStage};
use crate::parts::clause::clause_link;
use crate::parts::holdings::{Fact, Part};
use crate::parts::log::until;
use crate::parts::standings::PointPart;
use crate::parts::{asks, seats};
use crate::words::{Mode, Names, PlaceNames, Switch, Words, msg};
use ::catan::action::Action;
use ::catan::event::Event;
use ::catan::illegal::Illegal;
use ::catan::phase::Phase;
use ::catan::view::{Outlook, View};
use ::catan::{Bundle, Kind, Rules};
use game::{Legal, Seat, SeatSet, Turn};
use maud::{Markup, html};
use std::borrow::Cow;

/// A game on the island of Catan: the parts of its table that differ between the two.
pub(crate) trait Island: IslandWords + GameCues {
    /// Returns the label of a place on the board for screen readers: the effect of the action there.
    fn label(narrator: &Narrator<'_>, action: Action<Self>) -> String {
        narrator.place_of(action)
    }
    /// Returns facts about the place of an action of this game alone, in addition to those that every step has.
    fn facts_of(_: &Table<'_, Self>, _: Self::OwnAction, _: &Outlook<Self::PerSeat<u8>>) -> Vec<String> {
        Vec::new()
    }
    /// The icon of the piece that such an action puts on the board.
    fn piece_of(_: &Table<'_, Self>, _: Self::OwnAction) -> Option<String> {
        None
    }
    /// Returns the icon for the subject of a log line about an event of this game alone.
    fn sign(event: &Self::OwnEvent) -> Option<String>;
    /// Renders a line of the log, without cues.
    fn line(narrator: &Narrator<'_>, event: &Event<Self>) -> RenderedLine;
    /// All parts that points can have, with those of a seat.
    fn point_parts(table: &Table<'_, Self>, seat: Seat) -> Vec<PointPart>;
    /// Returns the message key of the piece or card that an action pays for from the hand.
    fn bought(action: Action<Self>) -> Option<&'static str>;
    /// Returns the public facts about a seat, the same set for every seat.
    fn facts(table: &Table<'_, Self>, seat: Seat) -> Vec<Fact>;
    /// Returns the pieces that a seat has left, and the further details in its unfolded panel.
    fn left(table: &Table<'_, Self>, seat: Seat) -> Vec<Part>;
}

/// The data that a table of a game on the island shows.
#[derive(Clone, Debug)]
pub struct IslandTable<'a, R: Rules> {
    /// The game from the reader's perspective.
    pub view: View<'a, R>,
    /// The log, oldest line first, redacted for the reader. The page shows the end of it.
    pub log: Cow<'a, [LogLine<Event<R>>]>,
    /// The points of each seat at the end of each turn, oldest first, the set-up first of all: those everybody
    /// sees, and all of them once the game is over.
    pub course: &'a [Standing],
    /// The number of times the two production dice showed each sum; 0 and 1 stay empty.
    pub rolls: &'a [u32; 13],
}

/// Everything the parts of the table need.
pub(crate) struct Table<'a, R: Island> {
    pub(crate) words: Words,
    pub(crate) page: &'a TablePage<'a>,
    pub(crate) view: View<'a, R>,
    pub(crate) log: &'a [LogLine<Event<R>>],
    pub(crate) course: &'a [Standing],
    pub(crate) rolls: &'a [u32; 13],
    pub(crate) names: Names,
    /// The reader's legal actions; empty while seats are open.
    pub(crate) legal: R::LegalActions,
    pub(crate) you: Option<Seat>,
    /// Whether the board is shown in words.
    pub(crate) text: bool,
}

impl<'a, R: Island> Table<'a, R> {
    pub(crate) fn new(page: &'a TablePage<'a>, data: &'a IslandTable<'a, R>) -> Table<'a, R> {
        let words = Words::new(page.reader.lang);
        let you = page.you;
        let playing = page.stage == TableStage::Playing;
        let legal = if playing { data.view.legal_actions() } else { R::LegalActions::default() };
        Table {
            words,
            page,
            view: data.view,
            log: &data.log,
            course: data.course,
            rolls: data.rolls,
            names: seats::names(words, page.seats, you),
            legal,
            you,
            text: page.reader.settings.mode == Mode::Text,
        }
    }

    /// Returns the table of a past position: its log ends there.
    pub(crate) fn again(page: &'a TablePage<'a>, data: &'a IslandTable<'a, R>) -> Table<'a, R> {
        Table { log: until(&data.log, page.seq), ..Table::new(page, data) }
    }

    /// Tells places with their surroundings.
    pub(crate) fn narrator(&self) -> Narrator<'_> {
        Narrator {
            words: self.words,
            names: &self.names,
            layout: self.view.layout(),
            places: Places::Whole,
            pictures: false,
        }
    }

    /// Tells places as briefly as the picture beside it allows.
    pub(crate) fn brief(&self) -> Narrator<'_> {
        Narrator { places: places(self.page), ..self.narrator() }
    }

    /// Returns the label of a place on the board for screen readers: its name, with its surroundings unless the facts describe
    /// them. `None` in text mode, which has no board.
    pub(crate) fn label(&self, action: Action<R>) -> Option<String> {
        let places = if yields(action) { Places::Named } else { Places::Whole };
        (!self.text).then(|| R::label(&Narrator { places, ..self.narrator() }, action))
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

    /// Returns the seats that must act; in step 4 only the active seat, although others may still trade.
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

    /// Returns the call to act if the table waits for the reader.
    pub(crate) fn call(&self, acts: bool, title: &str) -> Option<String> {
        asks::call(self.page, acts, self.is_yours(), title)
    }

    /// Whether the reader has this listed.
    pub(crate) fn may(&self, action: Action<R>) -> bool {
        self.legal.contains(action)
    }

    /// A button that does `action`.
    pub(crate) fn act(&self, action: Action<R>, class: &str, key: Option<&str>, body: Markup) -> Markup {
        html! {
            button type="submit" form="act" name="action" value=(action) data-action=(action) class=(class)
                data-key=[key] data-auto=[self.by_itself(action)] { (body) }
        }
    }

    /// A button that moves the turn on. It has an id, so that the next one is another: each has a spot of its own.
    pub(crate) fn move_on(&self, action: Action<R>, class: &str, key: Option<&str>, body: Markup) -> Markup {
        let text = action.to_string();
        let verb = text.split(' ').next().unwrap_or_default();
        let question = self.question_before(action);
        let answer = question.is_some().then(|| msg!(self.words, "action-end"));
        html! {
            button type="submit" form="act" id={ "do-" (verb) } name="action" value=(text) data-action=(text) class=(class)
                data-key=[key] data-auto=[self.by_itself(action)] data-ask=[question] data-do=[answer] { (body) }
        }
    }

    /// Returns the message for an action that the page performs automatically; `None` for actions it leaves to the reader.
    fn by_itself(&self, action: Action<R>) -> Option<String> {
        let (w, settings) = (self.words, &self.page.reader.settings);
        match action {
            // Alone in the list: no card can be played before. Nor does it overtake a question about undoing what was before.
            Action::Roll => {
                let is_all = self.legal.len() == 1 && self.page.beside.undo.is_none();
                (settings.auto_roll == Switch::On && is_all).then(|| msg!(w, "auto-rolled"))
            }
            Action::RejectOffer => {
                let (offer, _) = self.view.offer()?;
                let is_open = self.you.is_some_and(|you| self.is_offered(you));
                self.rejects(offer.want, is_open).then(|| self.rejected(self.active()))
            }
            Action::RejectProposal(seat) => {
                let proposal = self.view.proposal(seat)?;
                self.rejects(proposal.want, true).then(|| self.rejected(seat))
            }
            _ => None,
        }
    }

    /// Whether the page automatically rejects a request for these cards: the reader has that setting on and lacks some of them.
    fn rejects(&self, wanted: Bundle<R::Kind>, is_open: bool) -> bool {
        let hand = self.you.and_then(|you| self.view.hand(you)).map(Bundle::from);
        let lacks = |hand: Bundle<R::Kind>| {
            hand.0.as_ref().iter().zip(wanted.0.as_ref()).any(|(held, wanted)| held < wanted)
        };
        self.page.reader.settings.auto_reject == Switch::On && is_open && hand.is_some_and(lacks)
    }

    fn rejected(&self, from: Seat) -> String {
        msg!(self.words, "auto-rejected", name = self.name(from))
    }

    /// Returns the confirmation question before an action, if the reader's settings ask for one.
    fn question_before(&self, action: Action<R>) -> Option<String> {
        if action != Action::EndTurn || self.page.reader.settings.ask_end == Switch::Off {
            return None;
        }
        let mut keys = Vec::new();
        for key in self.legal.into_iter().filter_map(R::bought) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let things: Vec<String> = keys.into_iter().map(|key| msg!(self.words, key)).collect();
        (!things.is_empty()).then(|| msg!(self.words, "ask-end", things = self.words.list(&things)))
    }

    /// Renders the reason for a refusal, with the clause.
    pub(crate) fn why(&self, why: &Illegal<R>) -> Markup {
        html! {
            p class="why" { (self.brief().refusal(why)) " " (clause_link(self.words, why.clause())) }
        }
    }

    /// Checks whether the reader, if seated, could do this now; returns the game's own answer.
    pub(crate) fn check(&self, action: Action<R>) -> Result<(), Illegal<R>> {
        self.view.check(action)
    }

    /// Describes a number of cards of a kind: `2 wool`.
    pub(crate) fn some(&self, kind: R::Kind, count: u8) -> String {
        msg!(self.words, kind.cards_key(), n = count)
    }

    /// A kind by its name.
    pub(crate) fn kind(&self, kind: R::Kind) -> String {
        msg!(self.words, kind.key())
    }

    /// Cards with their counts, in words: `1 brick and 2 wool`.
    pub(crate) fn cards(&self, cards: Bundle<R::Kind>) -> String {
        in_words::<R>(self.words, &counted::<R>(&cards).collect::<Vec<_>>())
    }

    /// Returns the hint about the board for the player who decides; empty in text mode, where the list below says it.
    pub(crate) fn hint(&self, yours: bool, key: &str) -> String {
        if yours && !self.text { self.words.or(key, "") } else { String::new() }
    }
}

/// Returns how fully places must be named, given the picture of the board, if there is one.
pub(crate) fn places(page: &TablePage<'_>) -> Places {
    match (page.reader.settings.mode, page.reader.settings.names) {
        (Mode::Text, _) => Places::Whole,
        (Mode::Picture, PlaceNames::On) => Places::Named,
        (Mode::Picture, PlaceNames::Off) => Places::Seen,
    }
}

/// Whether the facts of an action include the yield of an intersection.
const fn yields<R: Rules>(action: Action<R>) -> bool {
    matches!(action, Action::BuildSettlement(_) | Action::BuildCity(_))
}

/// Describes kinds of cards with their counts: `1 brick and 2 wool`.
pub(crate) fn in_words<R: Island>(words: Words, cards: &[(R::Kind, u8)]) -> String {
    let some = |&(kind, count): &(R::Kind, u8)| msg!(words, kind.cards_key(), n = count);
    let parts: Vec<String> = cards.iter().map(some).collect();
    if parts.is_empty() { msg!(words, "cards-none") } else { words.list(&parts) }
}

/// The kinds there are, with their counts.
pub(crate) fn counted<R: Island>(cards: &Bundle<R::Kind>) -> impl Iterator<Item = (R::Kind, u8)> {
    let counts = R::Kind::KINDS.iter().copied().zip(cards.0.as_ref().iter().copied());
    counts.filter(|&(_, count)| count > 0)
}
