//! The data that a table of one of the three games shows, and the context that its parts share.

use super::aids::{self, Claim, Gap};
use super::words::Narrator;
use crate::model::{LogLine, Standing, TablePage, TableStage};
use crate::parts::clause::clause_link;
use crate::parts::log::until;
use crate::parts::{asks, seats, standings};
use crate::words::{Aid, Aids, Mode, Names, PlaceNames, Words, World, msg};
use ::carcassonne::{
    Action, Base, Cell, Event, Extras, Illegal, NewWorld, PerSeat, Phase, Points, Rules, Traders, View,
};
use game::Seat;
use maud::{Markup, html};
use shelf::{GameKind, Refusal};
use std::borrow::Cow;

/// A table of one of the three games.
#[derive(Clone, Debug)]
pub struct CarcassonneTable<'a, R: Rules> {
    /// The game from the reader's perspective.
    pub view: View<'a, R>,
    /// The log, oldest line first. The page shows the end of it.
    pub log: Cow<'a, [LogLine<Event>]>,
    /// The points of each seat at the end of each turn, oldest first.
    pub course: &'a [Standing],
    /// The aids that the table allows its readers.
    pub aids: Aids,
}

/// A tile-laying game: the parts of its pages that differ from the other two.
pub(crate) trait TileGame: Rules {
    /// The game.
    const KIND: GameKind;
    /// Extracts the rule behind a refusal, if it is a rule of this game.
    const RULE: fn(&Refusal) -> Option<&Illegal>;
    /// The world that supplies the nouns.
    const WORLD: World = World::Old;
    /// The options that the start page shows up front.
    const FEATURED: &'static [&'static str];
}

impl TileGame for Base {
    const KIND: GameKind = GameKind::Carcassonne;
    const RULE: fn(&Refusal) -> Option<&Illegal> = Refusal::as_illegal::<::carcassonne::Carcassonne>;
    const FEATURED: &'static [&'static str] = &["start_player", "edition", "farmers"];
}

impl TileGame for Traders {
    const KIND: GameKind = GameKind::TradersAndBuilders;
    const RULE: fn(&Refusal) -> Option<&Illegal> = Refusal::as_illegal::<::carcassonne::TradersAndBuilders>;
    const FEATURED: &'static [&'static str] = &["start_player", "traders_edition", "double_turn", "farmers"];
}

impl TileGame for NewWorld {
    const KIND: GameKind = GameKind::Mayflower;
    const RULE: fn(&Refusal) -> Option<&Illegal> = Refusal::as_illegal::<::carcassonne::Mayflower>;
    const WORLD: World = World::New;
    const FEATURED: &'static [&'static str] = &["start_player", "layout_limit", "bonus"];
}

/// Everything the parts of the table need.
pub(crate) struct Table<'a, R: TileGame> {
    pub(crate) words: Words,
    pub(crate) page: &'a TablePage<'a>,
    pub(crate) view: View<'a, R>,
    pub(crate) log: &'a [LogLine<Event>],
    pub(crate) course: &'a [Standing],
    pub(crate) extras: Extras,
    pub(crate) names: Names,
    /// The reader's legal actions, in the order of the rules; empty while seats are open.
    pub(crate) legal: Vec<Action>,
    pub(crate) you: Option<Seat>,
    /// Whether the board is shown in words.
    pub(crate) text: bool,
    /// The aids that the table allows its readers.
    pub(crate) allowed: Aids,
    /// The allowed aids that the reader uses.
    pub(crate) aids: Aids,
    pub(crate) claims: Vec<Claim>,
    pub(crate) gaps: Vec<Gap>,
    /// The points of every seat if the game ended now.
    pub(crate) projected: PerSeat<Points>,
}

impl<'a, R: TileGame> Table<'a, R> {
    pub(crate) fn new(page: &'a TablePage<'a>, data: &'a CarcassonneTable<'a, R>) -> Table<'a, R> {
        let view = data.view;
        let words = Words::new(page.reader.lang);
        let you = page.you.filter(|_| page.stage == TableStage::Playing);
        Table {
            words,
            page,
            view,
            log: &data.log,
            course: data.course,
            extras: view.extras(),
            names: seats::names(words, page.seats, page.you),
            legal: you.map(|you| view.legal_actions(you).into_iter().collect()).unwrap_or_default(),
            you: page.you,
            text: page.reader.settings.mode == Mode::Text,
            allowed: data.aids,
            aids: page.reader.settings.aids.and(data.aids),
            claims: aids::claims(&view),
            gaps: aids::gaps(&view),
            projected: aids::projected(&view).0,
        }
    }

    /// Returns the table of a past position: its log ends there.
    pub(crate) fn again(page: &'a TablePage<'a>, data: &'a CarcassonneTable<'a, R>) -> Table<'a, R> {
        Table { log: until(&data.log, page.seq), ..Table::new(page, data) }
    }

    /// Tells things and events; without the names of places if the reader's board shows none.
    pub(crate) fn narrator(&self) -> Narrator<'_> {
        let seen = hides_names(self.page);
        Narrator { words: self.words, names: &self.names, world: self.world(), seen, pictures: false }
    }

    /// Tells labels for screen readers, always with the names of places.
    pub(crate) fn label_narrator(&self) -> Narrator<'_> {
        Narrator { seen: false, ..self.narrator() }
    }

    /// Describes what lies around an empty place. Where the board shows no names, and the tile in hand fits on several places with the
    /// same surroundings, returns the number of this one among them too, as one reads.
    pub(crate) fn surroundings(&self, cell: Cell) -> (String, Option<usize>) {
        let around = |cell| self.narrator().around(self.view.land(), cell);
        let own = around(cell);
        if !hides_names(self.page) {
            return (own, None);
        }
        let fitting = self.gaps.iter().filter(|gap| !gap.rotations.is_empty());
        let alike: Vec<Cell> = fitting.map(|gap| gap.cell).filter(|&gap| around(gap) == own).collect();
        let number = alike.iter().position(|&gap| gap == cell).filter(|_| alike.len() > 1);
        (own, number.map(|before| before + 1))
    }

    /// Returns the world that supplies the nouns.
    pub(crate) fn world(&self) -> World {
        R::WORLD
    }

    pub(crate) fn name(&self, seat: Seat) -> String {
        self.names.plain(self.words, seat)
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<R> {
        Seat::first(self.view.seats())
    }

    pub(crate) fn is_yours(&self) -> bool {
        self.you == Some(self.view.active())
    }

    /// Returns the call to act if the table waits for the reader.
    pub(crate) fn call(&self, title: &str) -> Option<String> {
        asks::call(self.page, !self.legal.is_empty(), self.is_yours(), title)
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.view.phase(), Phase::Over(_))
    }

    pub(crate) fn has(&self, aid: Aid) -> bool {
        self.aids.contains(aid)
    }

    /// Renders the reason for a refusal, with the clause.
    pub(crate) fn why(&self, why: &Illegal) -> Markup {
        html! { span class="why" { (self.narrator().refusal(why)) " " (clause_link(self.words, why.clause())) } }
    }

    /// The feature at a place.
    pub(crate) fn claim(&self, place: ::carcassonne::Place) -> Option<&Claim> {
        let id = self.view.land().feature_at(place)?;
        self.claims.iter().find(|claim| claim.id == id)
    }
}

/// Whether the reader sees a picture of the board without names.
pub(crate) fn hides_names(page: &TablePage<'_>) -> bool {
    let settings = &page.reader.settings;
    settings.mode == Mode::Picture && settings.names == PlaceNames::Off
}

/// Returns the status line, and the line below it that says what to do.
pub(crate) fn headline<R: TileGame>(table: &Table<'_, R>) -> (String, String) {
    let w = table.words;
    if table.page.stage == TableStage::Waiting {
        return (msg!(w, "turn-waiting"), msg!(w, "turn-waiting-hint"));
    }
    let yours = table.is_yours();
    let name = table.name(table.view.active());
    let world = table.world().key();
    let part = table.extras.part.unwrap_or(1);
    let hint = |key: &str| if yours && !table.text { w.or(key, "") } else { String::new() };
    macro_rules! by {
        ($you:literal, $other:literal) => {
            by!($you, $other, part)
        };
        ($you:literal, $other:literal, $part:expr) => {
            if yours {
                msg!(w, $you, world = world, part = $part)
            } else {
                msg!(w, $other, name = name.as_str(), world = world, part = $part)
            }
        };
    }
    match table.view.phase() {
        Phase::DrawingStart => (msg!(w, "land-turn-start"), String::new()),
        Phase::Drawing => (msg!(w, "land-turn-drawing", name = name), String::new()),
        Phase::Placing { .. } if part > 1 => {
            (by!("land-turn-placing-second-you", "land-turn-placing-second"), hint("land-hint-placing"))
        }
        Phase::Placing { .. } => {
            (by!("land-turn-placing-you", "land-turn-placing"), hint("land-hint-placing"))
        }
        Phase::Deploying { .. } => {
            (by!("land-turn-deploying-you", "land-turn-deploying"), hint("land-hint-deploying"))
        }
        Phase::OfferingSecond => {
            (by!("land-turn-second-you", "land-turn-second", part + 1), hint("land-hint-second"))
        }
        Phase::Settling => (by!("land-turn-settling-you", "land-turn-settling"), hint("land-hint-settling")),
        Phase::Over(outcome) => {
            let title = standings::won(w, &table.names, outcome.winners);
            (title, String::new())
        }
    }
}
