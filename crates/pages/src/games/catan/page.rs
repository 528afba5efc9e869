//! The table of Catan, put together.

use super::table::{CatanTable, Table};
use super::{desk, forms, picture, plain, side};
use crate::games::contract::PageGame;
use crate::games::island::page::{IslandPage, Parts};
use crate::games::island::side::HiddenCards;
use crate::games::island::spots::spot;
use crate::games::island::table::Island;
use crate::games::island::topics::topics;
use crate::games::island::words::{self, Narrator};
use crate::model::forms::Fields;
use crate::model::{GameTable, History, LogLine, RenderedLine, TableStage, told};
use crate::parts::holdings::{Fact, Part};
use crate::parts::part::part;
use crate::parts::pins::Spot;
use crate::parts::shell::icon;
use crate::parts::standings::PointPart;
use crate::words::{Aids, Lang, Names, Topic, Words, msg};
use ::catan::{
    Action, Base, Catan, DevelopmentCard, Event, Illegal, OwnAction, OwnEvent, OwnPhase, Phase, View,
};
use ::draw::CatanPicture;
use game::{Seat, Turn, Viewer};
use maud::{Markup, html};
use shelf::{Events, GameKind, Refusal};

impl PageGame for Catan {
    const FEATURED: &'static [&'static str] =
        &["setup", "victory_points", "trade_build", "friendly_robber", "start_player"];

    fn otherwise(option: &str) -> Option<&'static str> {
        (option == "trade_build").then_some("start-trade-build-catan")
    }
    fn action(verb: &str, fields: &Fields) -> String {
        forms::action(verb, fields)
    }
    fn table<'a>(&'a self, viewer: Viewer, history: &History<'a>, _: Aids) -> GameTable<'a> {
        let redacted = |events: &'a Events| {
            events.of::<Catan>().unwrap_or_default().iter().map(move |event| event.redact(viewer))
        };
        GameTable::from(CatanTable {
            view: self.view(viewer),
            log: told(&history.log, redacted).into(),
            course: history.course,
            rolls: history.rolls,
        })
    }
    fn refusal(lang: Lang, names: &Names, why: &Illegal) -> String {
        words::refusal(lang, names, why)
    }
    fn traces(event: &Event) -> (bool, bool) {
        picture::traces(event)
    }
    fn spot(&self, event: &Event) -> Option<Spot> {
        spot(event)
    }
}

impl Island for Base {
    fn sign(event: &OwnEvent) -> Option<String> {
        match *event {
            OwnEvent::BoughtCard { card: None, .. } => Some("card".to_owned()),
            OwnEvent::BoughtCard { card: Some(card), .. } | OwnEvent::PlayedCard { card, .. } => {
                Some(card.name().to_owned())
            }
            OwnEvent::LargestArmy { .. } => Some("shield".to_owned()),
            OwnEvent::Rolled { .. } => None,
        }
    }
    fn line(narrator: &Narrator<'_>, event: &Event) -> RenderedLine {
        side::line(narrator, event)
    }
    fn point_parts(table: &Table<'_>, seat: Seat) -> Vec<PointPart> {
        side::points(table, seat)
    }
    fn bought(action: Action) -> Option<&'static str> {
        match action {
            Action::Own(OwnAction::BuyDevelopmentCard) => Some("piece-development-card"),
            _ => words::built(action).map(words::piece_key),
        }
    }
    fn facts(table: &Table<'_>, seat: Seat) -> Vec<Fact> {
        side::facts(table, seat)
    }
    fn left(table: &Table<'_>, seat: Seat) -> Vec<Part> {
        side::left(table, seat)
    }
}

impl IslandPage for Base {
    const KIND: GameKind = GameKind::Catan;
    const RULE: fn(&Refusal) -> Option<&Illegal> = Refusal::as_illegal::<Catan>;

    fn keys(words: Words) -> Vec<(&'static str, String)> {
        vec![
            ("r", msg!(words, "keys-roll")),
            ("e", msg!(words, "keys-end")),
            ("1", msg!(words, "keys-road")),
            ("2", msg!(words, "keys-settlement")),
            ("3", msg!(words, "keys-city")),
            ("4", msg!(words, "keys-buy")),
            ("t", msg!(words, "keys-trade")),
            ("1–5", msg!(words, "keys-trade-cards")),
            ("a", msg!(words, "keys-accept")),
            ("x", msg!(words, "keys-reject")),
            ("u", msg!(words, "keys-undo")),
            ("b", msg!(words, "keys-board")),
            ("h", msg!(words, "keys-hand")),
            ("p", msg!(words, "keys-players")),
            ("l", msg!(words, "keys-log")),
        ]
    }
    fn headline(table: &Table<'_>) -> (String, String) {
        headline(table)
    }
    fn acts(table: &Table<'_>) -> bool {
        acts(table)
    }
    fn topics(table: &Table<'_>) -> Vec<Topic> {
        let mut topics = topics(table, table.legal.discards_owed() > 0);
        let held = table.you.and_then(|you| table.view.development(you));
        if held.is_some_and(|held| held.iter().any(|&count| count > 0)) {
            topics.push(Topic::Development);
        }
        topics
    }
    fn parts(table: &Table<'_>) -> Parts {
        let asked = table.you.filter(|_| !table.is_yours() && acts(table) && table.legal.discards_owed() > 0);
        Parts {
            class: "",
            mark: asked.unwrap_or(table.active()),
            top: dice(table),
            tries: tries(table),
            single: places_only(table),
            places: plain::places(table),
            decisions: desk::decisions(table),
            cards: part(table.page, "section", "development", desk::development(table)),
            tools: desk::tools(table),
            moves: desk::moves(table),
            figures: side::figures(table),
        }
    }
    fn picture(view: &View<'_>, log: &[LogLine<Event>]) -> CatanPicture {
        picture::picture(view, log)
    }
    fn declined(narrator: &Narrator<'_>, phase: Phase) -> String {
        narrator.decline(phase)
    }
    fn in_words(table: &Table<'_>) -> Markup {
        plain::board(table)
    }
    fn kept(table: &Table<'_>, seat: Seat) -> HiddenCards {
        let w = table.words;
        HiddenCards {
            label: msg!(w, "development"),
            count: table.view.development_len(seat).into(),
            cards: table.view.development(seat).map(|held| {
                let cards = DevelopmentCard::ALL.into_iter().filter(|card| held[card.index()] > 0);
                cards
                    .map(|card| (card.name().to_owned(), table.narrator().card(card), held[card.index()]))
                    .collect()
            }),
        }
    }
}

/// Renders the roll of the dice.
fn dice(table: &Table<'_>) -> Markup {
    let Some((first, second)) = table.view.dice() else { return html! {} };
    let fresh = table.view.has_rolled();
    let sum = first + second;
    html! {
        p id="dice" class=(if fresh { "dice fresh" } else { "dice" }) data-roll=(table.view.turns()) {
            span class="unseen" { (msg!(table.words, "dice-last", sum = sum, first = first.pips(), second = second.pips())) }
            span aria-hidden="true" class="faces" {
                (icon(&format!("die-{first}"))) (icon(&format!("die-{second}")))
                strong { (sum) }
            }
        }
    }
}

/// Whether the reader has something to decide. An answer that could be changed, or a proposal that could be taken
/// back, is nothing the table waits for.
fn acts(table: &Table<'_>) -> bool {
    match (table.you, table.view.turn()) {
        (Some(you), Turn::Decide(seats)) if table.page.stage == TableStage::Playing => {
            seats.contains(you)
                && (table.is_yours() || table.legal.discards_owed() > 0 || table.is_offered(you))
        }
        _ => false,
    }
}

/// Returns the verbs that a click on an unlit hex, intersection or path tries, so that the rules can explain their refusal.
fn tries(table: &Table<'_>) -> [Option<&'static str>; 3] {
    if table.you.is_none() || table.page.stage != TableStage::Playing {
        return [None, None, None];
    }
    let robber = matches!(table.view.phase(), Phase::MovingRobber { .. });
    [robber.then_some("robber"), Some("settlement"), Some("road")]
}

/// Whether nothing but a place of one kind is asked for, so that other places need not answer.
fn places_only(table: &Table<'_>) -> bool {
    let phase = table.view.phase();
    matches!(
        phase,
        Phase::FoundingSettlement { .. }
            | Phase::FoundingRoad { .. }
            | Phase::FreeRoads { .. }
            | Phase::MovingRobber { .. }
    )
}

/// Returns the status line, and the line below it that says what to do.
pub(crate) fn headline(table: &Table<'_>) -> (String, String) {
    let w = table.words;
    let view = &table.view;
    if table.page.stage == TableStage::Waiting {
        return (msg!(w, "turn-waiting"), msg!(w, "turn-waiting-hint"));
    }
    let active = view.active();
    let yours = table.is_yours();
    let name = table.name(active);
    let none = String::new;
    macro_rules! by {
        ($you:literal, $other:literal) => {
            if yours { msg!(w, $you) } else { msg!(w, $other, name = name.as_str()) }
        };
    }
    match view.phase() {
        Phase::LayingOut => (msg!(w, "turn-laying-out"), none()),
        Phase::DrawingStart | Phase::RollingForStart { .. } => (msg!(w, "turn-rolling-for-start"), none()),
        Phase::FoundingSettlement { .. } => {
            (by!("turn-founding-you", "turn-founding"), table.hint(yours, "hint-founding-settlement"))
        }
        Phase::FoundingRoad { .. } => {
            (by!("turn-founding-road-you", "turn-founding-road"), table.hint(yours, "hint-founding-road"))
        }
        Phase::BeforeRoll => (by!("turn-roll-you", "turn-roll"), none()),
        Phase::Rolling => (by!("turn-roll-you", "turn-roll"), none()),
        Phase::Discarding { owed } => {
            let waiting = view.seats_to_discard();
            match table.you.filter(|you| waiting.contains(*you)) {
                Some(you) => (msg!(w, "turn-discard-you", n = owed[you]), none()),
                None => (msg!(w, "turn-discard", names = table.list(waiting)), none()),
            }
        }
        Phase::MovingRobber { .. } => {
            (by!("turn-robber-you", "turn-robber"), table.hint(yours, "hint-robber"))
        }
        Phase::ChoosingVictim { .. } => (by!("turn-victim-you", "turn-victim"), none()),
        Phase::Stealing { .. } | Phase::Own(OwnPhase::BuyingCard) => {
            (by!("turn-building-you", "turn-building"), none())
        }
        Phase::Building => {
            let offered = table.you.is_some_and(|you| table.is_offered(you));
            if offered {
                (msg!(w, "turn-offered", name = name), none())
            } else if view.trade_is_open() {
                (by!("turn-building-you", "turn-building"), none())
            } else {
                (by!("turn-only-building-you", "turn-only-building"), none())
            }
        }
        Phase::FreeRoads { left, .. } => (
            if yours {
                msg!(w, "turn-free-roads-you", n = left)
            } else {
                msg!(w, "turn-free-roads", name = name)
            },
            table.hint(yours, "hint-road"),
        ),
        Phase::Over(outcome) => match outcome.winners.lowest() {
            Some(winner) if table.you == Some(winner) => (msg!(w, "turn-won-you"), none()),
            Some(winner) => (msg!(w, "turn-won", name = table.name(winner)), none()),
            None => (msg!(w, "turn-no-winner"), none()),
        },
    }
}
