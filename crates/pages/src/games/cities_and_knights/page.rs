//! The table of Cities & Knights, put together.

use super::table::{CitiesAndKnightsTable, Table};
use super::words::face_key;
use super::{desk, facts, forms, knights, picture, plain, progress, side};
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
use ::catan::CitiesAndKnights;
use ::catan::cities_and_knights::{
    Action, Area, CardKind, Event, EventFace, Illegal, Knights, OwnAction, OwnEvent, OwnPhase, Phase,
    Progress, Strength, View,
};
use ::catan::view::Outlook;
use ::draw::CatanPicture;
use game::{Seat, Turn, Viewer};
use maud::{Markup, html};
use shelf::{Events, GameKind, Refusal};

impl PageGame for CitiesAndKnights {
    const FEATURED: &'static [&'static str] =
        &["ck_board", "victory_points", "trade_build", "friendly_robber", "start_player"];
    const ASKS_AIDS: bool = true;

    fn otherwise(option: &str) -> Option<&'static str> {
        (option == "trade_build").then_some("start-trade-build-knights")
    }
    fn action(verb: &str, fields: &Fields) -> String {
        forms::action(verb, fields)
    }
    fn table<'a>(&'a self, viewer: Viewer, history: &History<'a>, _: Aids) -> GameTable<'a> {
        let redacted = |events: &'a Events| {
            let events = events.of::<CitiesAndKnights>().unwrap_or_default();
            events.iter().map(move |event| event.redact(viewer))
        };
        GameTable::from(CitiesAndKnightsTable {
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

impl Island for Knights {
    fn label(narrator: &Narrator<'_>, action: Action) -> String {
        narrator.action(action)
    }
    fn facts_of(table: &Table<'_>, action: OwnAction, outlook: &Outlook) -> Vec<String> {
        facts::facts_of(table, action, outlook)
    }
    fn piece_of(table: &Table<'_>, action: OwnAction) -> Option<String> {
        facts::piece_of(table, action)
    }
    fn sign(event: &OwnEvent) -> Option<String> {
        side::sign(event)
    }
    fn line(narrator: &Narrator<'_>, event: &Event) -> RenderedLine {
        side::line(narrator, event)
    }
    fn point_parts(table: &Table<'_>, seat: Seat) -> Vec<PointPart> {
        side::points(table, seat)
    }
    fn bought(action: Action) -> Option<&'static str> {
        match action {
            Action::Own(OwnAction::BuildWall(_)) => Some("piece-wall"),
            Action::Own(OwnAction::BuildKnight(_)) => Some("piece-knight"),
            Action::Own(OwnAction::Activate(_)) => Some("affordable-activation"),
            Action::Own(OwnAction::Promote(_)) => Some("affordable-promotion"),
            Action::Own(OwnAction::Improve(_)) => Some("affordable-improvement"),
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

impl IslandPage for Knights {
    const KIND: GameKind = GameKind::CitiesAndKnights;
    const RULE: fn(&Refusal) -> Option<&Illegal> = Refusal::as_illegal::<CitiesAndKnights>;

    fn keys(words: Words) -> Vec<(&'static str, String)> {
        vec![
            ("r", msg!(words, "keys-roll")),
            ("e", msg!(words, "keys-end-or-decline")),
            ("1", msg!(words, "keys-road")),
            ("2", msg!(words, "keys-settlement")),
            ("3", msg!(words, "keys-city")),
            ("4", msg!(words, "keys-wall")),
            ("5", msg!(words, "keys-knight")),
            ("k", msg!(words, "keys-knights")),
            ("i", msg!(words, "keys-improve")),
            ("c", msg!(words, "keys-progress")),
            ("t", msg!(words, "keys-trade")),
            ("1–8", msg!(words, "keys-trade-cards")),
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
        let owes = table.you.is_some_and(|you| match table.view.phase() {
            Phase::Discarding { owed } => owed[you] > 0 && !table.legal.is_empty(),
            _ => false,
        });
        let mut topics = topics(table, owes);
        let Some(you) = table.you else { return topics };
        let view = &table.view;
        let mut matters = |topic, now: bool| {
            if now {
                topics.push(topic);
            }
        };
        matters(Topic::Progress, view.progress(you).is_some_and(|held| held.iter().any(|&count| count > 0)));
        let commodities = view
            .hand(you)
            .is_some_and(|hand| CardKind::COMMODITIES.into_iter().any(|kind| hand.count(kind) > 0));
        matters(Topic::Improvement, commodities && table.is_yours());
        matters(Topic::Knight, Strength::ALL.into_iter().any(|it| !view.knights(you, it).is_empty()));
        matters(Topic::Barbarians, view.ship() > 0 && table.is_yours());
        topics
    }
    fn parts(table: &Table<'_>) -> Parts {
        let asked = table.you.filter(|&you| acts(table) && table.due().contains(you));
        let first = table.due().lowest();
        Parts {
            class: " knights",
            mark: asked.or(first).unwrap_or(table.active()),
            top: html! { @if table.text { (side::barbarians(table)) } (dice(table)) },
            tries: tries(table),
            single: places_only(table),
            places: desk::places(table),
            decisions: desk::decisions(table),
            cards: part(table.page, "section", "progress", progress::hand(table)),
            tools: desk::tools(table),
            moves: desk::moves(table),
            figures: side::figures(table),
        }
    }
    fn picture(view: &View<'_>, log: &[LogLine<Event>]) -> CatanPicture {
        picture::picture(view, log)
    }
    fn declined(narrator: &Narrator<'_>, phase: Phase) -> String {
        super::words::Narrator { base: *narrator }.decline(phase)
    }
    fn in_words(table: &Table<'_>) -> Markup {
        plain::board(table)
    }
    fn kept(table: &Table<'_>, seat: Seat) -> HiddenCards {
        let w = table.words;
        HiddenCards {
            label: msg!(w, "progress"),
            count: Area::ALL.into_iter().map(|area| u32::from(table.view.progress_len(seat, area))).sum(),
            cards: table.view.progress(seat).map(|held| {
                let told = |(card, count): (Progress, u8)| {
                    (format!("progress-{}", card.area()), table.knights_narrator().card(card), count)
                };
                progress::held(held).map(told).collect()
            }),
        }
    }
}

/// Renders the roll of the dice.
fn dice(table: &Table<'_>) -> Markup {
    let w = table.words;
    let Some((face, red, other)) = table.view.dice() else { return html! {} };
    let fresh = table.view.has_rolled();
    let sum = red + other;
    html! {
        p id="dice" class=(if fresh { "dice fresh" } else { "dice" }) data-roll=(table.view.turns()) {
            span class="unseen" {
                (msg!(w, "dice-last-three", sum = sum, red = red.pips(), other = other.pips(), face = msg!(w, face_key(face))))
            }
            span aria-hidden="true" class="faces" {
                (icon(&event_icon(face))) (icon(&format!("die-red-{red}"))) (icon(&format!("die-{other}")))
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
                && (table.view.phase() != Phase::Building || table.is_yours() || table.is_offered(you))
        }
        _ => false,
    }
}

/// Returns the verbs that a click on an unlit hex, intersection or path tries, so that the rules can explain their refusal.
fn tries(table: &Table<'_>) -> [Option<&'static str>; 3] {
    if table.you.is_none() || table.page.stage != TableStage::Playing {
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

/// Returns the status line, and the line below it that says what to do.
pub(crate) fn headline(table: &Table<'_>) -> (String, String) {
    let w = table.words;
    if table.page.stage == TableStage::Waiting {
        return (msg!(w, "turn-waiting"), msg!(w, "turn-waiting-hint"));
    }
    let offered = table.view.phase() == Phase::Building && table.you.is_some_and(|you| table.is_offered(you));
    if offered {
        return (msg!(w, "turn-offered", name = table.name(table.active())), String::new());
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
        _ => return (table.knights_narrator().asked(&table.view), String::new()),
    };
    (table.knights_narrator().asked(&table.view), table.hint(asked, hint))
}

/// The sign of a face of the event die.
fn event_icon(face: EventFace) -> String {
    format!("event-{}", face.name())
}
