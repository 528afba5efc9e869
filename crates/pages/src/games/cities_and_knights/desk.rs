//! The player's controls: pending decisions, tools, and the next move.

use super::table::Table;
use super::{calendar, knights, progress};
use crate::games::island::desk::{
    Steppers, Tool, kind_choices, nowhere, place_buttons, steppers, tool, victims,
};
use crate::games::island::trade;
use crate::games::island::words::piece_key;
use crate::model::TableStage;
use crate::parts::clause::clause_link;
use crate::parts::command::command_fields;
use crate::parts::part::part;
use crate::parts::shell::icon;
use crate::words::msg;
use ::catan::cities_and_knights::{Action, Area, Hand, Illegal, OwnAction, OwnPhase, Phase, Strength};
use ::catan::{EdgeId, HexId, Piece, VertexId, VertexSet};
use game::Seat;
use maud::{Markup, html};

/// Decisions that must be made before anything else, each with the clause that asks for it.
pub(crate) fn decisions(table: &Table<'_>) -> Markup {
    let Some(you) = table.you.filter(|_| !table.legal.is_empty() || is_mustering(table)) else {
        return html! {};
    };
    match table.view.phase() {
        Phase::Discarding { owed } => discard(table, you, owed[you], false),
        Phase::Own(OwnPhase::Sabotage { owed }) => discard(table, you, owed[you], true),
        Phase::Own(OwnPhase::Giving { owed }) => gifts(table, you, owed[you]),
        Phase::Own(OwnPhase::TakingCards { victim, count }) => taking(table, victim, count),
        Phase::ChoosingVictim { .. } => victims(table, &table.on(Action::Steal)),
        Phase::Own(OwnPhase::Aqueduct { .. }) => aqueduct(table),
        Phase::Own(OwnPhase::ForcedExchange { .. }) => forced(table),
        Phase::Own(OwnPhase::ChoosingDeck { .. }) => decks(table),
        Phase::Own(OwnPhase::OfferingDraw { area, .. }) => offered_draw(table, you, area),
        Phase::Own(OwnPhase::DroppingCards { .. }) | Phase::Own(OwnPhase::PlayOrDrop) => {
            progress::fifth(table)
        }
        Phase::Own(OwnPhase::PlayingEarly) => early(table),
        Phase::Own(OwnPhase::Spying { victim }) => progress::spied(table, victim),
        Phase::Own(OwnPhase::Mustering { .. }) => muster(table, you),
        _ => html! {},
    }
}

/// Whether the reader chooses the knights that fight, even if none can.
fn is_mustering(table: &Table<'_>) -> bool {
    matches!(table.view.phase(), Phase::Own(OwnPhase::Mustering { .. }))
        && table.you.is_some_and(|you| table.due().contains(you))
}

/// A decision with a title and choices.
fn asked(table: &Table<'_>, id: &str, [title, hint]: [&str; 2], clause: &str, choices: &Markup) -> Markup {
    let w = table.words;
    html! {
        section id=(id) class="card decision knights-decision" aria-labelledby={ (id) "-title" } {
            h2 id={ (id) "-title" } { (msg!(w, title)) }
            p class="hint" { (msg!(w, hint)) " " (clause_link(w, clause)) }
            (choices)
        }
    }
}

fn discard(table: &Table<'_>, you: Seat, owed: u8, sabotage: bool) -> Markup {
    let w = table.words;
    let Some(hand) = table.view.hand(you) else { return html! {} };
    let hint = if sabotage {
        html! { (msg!(w, "sabotage-hint", name = table.name(table.active()))) " " (clause_link(w, "CK-POL-6")) }
    } else {
        let limit = table.view.hand_limit(you);
        html! { (msg!(w, "discard-hint-limit", hand = hand.len(), limit = limit)) " " (clause_link(w, "CK-SEVEN-1")) }
    };
    let form = Steppers {
        verb: "discard",
        title: msg!(w, "discard-title", n = owed),
        hint,
        hand: hand.into(),
        is_own: true,
        owed,
        button: msg!(w, "discard-button"),
    };
    steppers(table, &form)
}

fn gifts(table: &Table<'_>, you: Seat, owed: u8) -> Markup {
    let w = table.words;
    let Some(hand) = table.view.hand(you) else { return html! {} };
    let form = Steppers {
        verb: "give",
        title: msg!(w, "gift-title", n = owed, name = table.name(table.active())),
        hint: html! { (msg!(w, "gift-hint")) " " (clause_link(w, "CK-POL-9")) },
        hand: hand.into(),
        is_own: true,
        owed,
        button: msg!(w, "gift-button"),
    };
    steppers(table, &form)
}

fn taking(table: &Table<'_>, victim: Seat, count: u8) -> Markup {
    let w = table.words;
    let Some(hand) = table.view.hand(victim) else { return html! {} };
    let shown = msg!(w, "taking-hand", name = table.name(victim), cards = table.cards(hand.into()));
    let form = Steppers {
        verb: "take",
        title: msg!(w, "taking-title", n = count, name = table.name(victim)),
        hint: html! { (shown) " " (msg!(w, "taking-hint")) " " (clause_link(w, "CK-TRD-2")) },
        hand: hand.into(),
        is_own: false,
        owed: count,
        button: msg!(w, "taking-button"),
    };
    steppers(table, &form)
}

fn aqueduct(table: &Table<'_>) -> Markup {
    asked(
        table,
        "aqueduct",
        ["aqueduct", "aqueduct-hint"],
        "CK-IMP-8",
        &kind_choices(table, &table.of(|it| Action::Own(OwnAction::TakeResource(it)))),
    )
}

fn forced(table: &Table<'_>) -> Markup {
    asked(
        table,
        "forced",
        ["forced", "forced-hint"],
        "CK-TRD-1",
        &kind_choices(table, &table.of(|it| Action::Own(OwnAction::GiveCommodity(it)))),
    )
}

fn decks(table: &Table<'_>) -> Markup {
    let choices = html! {
        ul class="choices" {
            @for area in Area::ALL {
                @if table.may(Action::Own(OwnAction::ChooseDeck(area))) {
                    li {
                        (table.act(Action::Own(OwnAction::ChooseDeck(area)), "choice", None, html! {
                            (icon(&format!("progress-{area}"))) span { (table.area(area)) }
                            span class="count" { (msg!(table.words, "cards-count", n = table.view.deck_len(area))) }
                        }))
                    }
                }
            }
        }
    };
    asked(table, "decks", ["decks", "decks-hint"], "CK-BARB-12", &choices)
}

fn offered_draw(table: &Table<'_>, you: Seat, area: Area) -> Markup {
    let held: u8 = Area::ALL.into_iter().map(|area| table.view.progress_len(you, area)).sum();
    let hint = if held >= 4 { "offered-draw-fifth-hint" } else { "offered-draw-hint" };
    let body = html! { (icon(&format!("progress-{area}"))) span { (table.narrator().action(Action::Own(OwnAction::Draw))) } };
    asked(
        table,
        "offered-draw",
        ["offered-draw", hint],
        "CK-PROG-3",
        &table.act(Action::Own(OwnAction::Draw), "primary", None, body),
    )
}

/// Progress cards before the production: those in the hand can be played, and stopping goes on with the roll.
fn early(table: &Table<'_>) -> Markup {
    asked(table, "early", ["early", "early-hint"], "CK-PROG-19", &html! {})
}

/// Renders the choice of the active knights that fight, where the rules leave that to the player.
fn muster(table: &Table<'_>, you: Seat) -> Markup {
    let (w, page) = (table.words, table.page);
    let own = |strength| table.view.knights(you, strength) & table.view.active_knights();
    let knights = Strength::ALL
        .into_iter()
        .flat_map(|strength| own(strength).into_iter().map(move |vertex| (vertex, strength)));
    html! {
        form id="muster" class="card decision knights-decision" method="post" action=(page.act_address()) aria-labelledby="muster-title" {
            (command_fields(page))
            input type="hidden" name="action" value="fight";
            h2 id="muster-title" { (msg!(w, "muster")) }
            p class="hint" { (msg!(w, "muster-hint")) " " (clause_link(w, "CK-BARB-15")) }
            @for (vertex, strength) in knights {
                label class="check" {
                    input type="checkbox" name="knight" value=(vertex) checked;
                    (icon(&format!("knight-{}-on-{you}", strength.value())))
                    span { (knights::called(table, vertex)) }
                }
            }
            button type="submit" class="primary" { (msg!(w, "muster-button")) }
        }
    }
}

/// Places that are asked for now and belong to no tool.
pub(crate) fn places(table: &Table<'_>) -> Markup {
    let w = table.words;
    let hexes = || HexId::all().map(|hex| (hex.to_string(), Action::MoveRobber(hex)));
    let (key, kind, places) = match table.view.phase() {
        Phase::MovingRobber { .. } => {
            ("robber-places", "robber", hexes().filter(|&(_, action)| table.may(action)).collect())
        }
        Phase::Own(OwnPhase::PlacingMetropolis { .. }) => {
            ("places-metropolis", "metropolis", table.at(|it| Action::Own(OwnAction::PlaceMetropolis(it))))
        }
        Phase::Own(OwnPhase::Pillaging { .. }) => {
            ("places-pillage", "pillage", table.at(|it| Action::Own(OwnAction::Pillage(it))))
        }
        Phase::Own(OwnPhase::Retreating { .. }) => {
            ("places-retreat", "retreat", table.at(|it| Action::Own(OwnAction::Retreat(it))))
        }
        Phase::Own(OwnPhase::Deserting { .. }) => {
            ("places-remove", "remove", table.at(|it| Action::Own(OwnAction::RemoveKnight(it))))
        }
        Phase::Own(OwnPhase::PlacingDeserter { .. }) => {
            let mut places = table.at(|vertex| Action::Own(OwnAction::PlaceKnight(vertex, None)));
            for strength in Strength::ALL {
                places.extend(table.at(|vertex| Action::Own(OwnAction::PlaceKnight(vertex, Some(strength)))));
            }
            ("places-deserter", "place-knight", places)
        }
        _ => return html! {},
    };
    html! {
        @if !places.is_empty() {
            section id="robber-places" aria-labelledby="robber-places-title" {
                h3 id="robber-places-title" { (msg!(w, key)) }
                (place_buttons(table, kind, &places))
            }
        }
    }
}

/// Renders the tools for building and trading: each shows its price and the number of pieces left, and opens its places or the
/// reason why there are none.
pub(crate) fn tools(table: &Table<'_>) -> Markup {
    let w = table.words;
    if table.you.is_none() || table.is_over() {
        return html! {};
    }
    html! {
        section id="tools" aria-labelledby="tools-title" {
            h2 id="tools-title" { (msg!(w, "tools")) }
            ul class="tools" {
                @for (n, built) in [Built::Road, Built::Settlement, Built::City, Built::Wall, Built::Knight].into_iter().enumerate() {
                    li { (build_tool(table, built, &(n + 1).to_string())) }
                }
                li { (part(table.page, "details", "knights", knights::tool(table))) }
                li { (part(table.page, "details", "calendar", calendar::tool(table))) }
                li { (part(table.page, "details", "trade", trade::tool(table))) }
            }
        }
    }
}

/// A piece that is built from the supply for a price.
#[derive(Clone, Copy)]
enum Built {
    Road,
    Settlement,
    City,
    Wall,
    Knight,
}

fn build_tool(table: &Table<'_>, built: Built, key: &str) -> Markup {
    let (w, view) = (table.words, &table.view);
    let Some(you) = table.you else { return html! {} };
    let roads = EdgeId::all().filter(|&edge| table.may(Action::BuildRoad(edge)));
    let piece =
        |piece: Piece| (format!("{}-{you}", piece.name()), piece_key(piece), view.pieces_left(you, piece));
    let (verb, (icon, name, left), price, places) = match built {
        Built::Road => (
            "road",
            piece(Piece::Road),
            Hand::ROAD,
            roads.map(|edge| (edge.to_string(), Action::BuildRoad(edge))).collect(),
        ),
        Built::Settlement => {
            ("settlement", piece(Piece::Settlement), Hand::SETTLEMENT, table.at(Action::BuildSettlement))
        }
        Built::City => ("city", piece(Piece::City), Hand::CITY, table.at(Action::BuildCity)),
        Built::Wall => {
            let left = view.walls_left(you);
            (
                "wall",
                ("wall".to_owned(), "tool-wall", left),
                Hand::WALL,
                table.at(|it| Action::Own(OwnAction::BuildWall(it))),
            )
        }
        Built::Knight => {
            let left = view.knights_left(you, Strength::Basic);
            let sign = (format!("knight-1-off-{you}"), "tool-knight", left);
            ("knight", sign, Hand::KNIGHT, table.at(|it| Action::Own(OwnAction::BuildKnight(it))))
        }
    };
    let shown = Tool {
        verb,
        key,
        icon,
        name: msg!(w, name),
        left,
        price: price.into(),
        places,
        nowhere: no_place(table, you, built),
    };
    tool(table, &shown)
}

/// Explains why something cannot be built anywhere.
fn no_place(table: &Table<'_>, you: Seat, built: Built) -> Markup {
    let (w, view) = (table.words, &table.view);
    let ends = || view.roads(you).into_iter().flat_map(|edge| edge.ends());
    let taken = |vertex: &VertexId| is_taken(table, *vertex);
    let near = |vertex: &VertexId| vertex.neighbours().into_iter().any(|other| is_built(table, other));
    let first = |set: VertexSet| set.into_iter().next();
    let any = VertexId::all().next();
    let (likeliest, any, key, clause) = match built {
        Built::Road => {
            // A path at one of the own roads or buildings that nobody has taken.
            let own = ends().chain(view.settlements(you)).chain(view.cities(you));
            let free = |edge: &EdgeId| table.seats().all(|seat| !view.roads(seat).contains(*edge));
            let path = own.flat_map(|vertex| vertex.edges()).find(free);
            (
                path.map(Action::BuildRoad),
                EdgeId::all().next().map(Action::BuildRoad),
                "no-place-road",
                "CATAN-ROAD-3",
            )
        }
        Built::Settlement => {
            let place = ends().find(|vertex| !taken(vertex) && !near(vertex));
            let make = Action::BuildSettlement;
            (place.map(make), any.map(make), "no-place-settlement", "CATAN-SETT-3")
        }
        Built::City => {
            let make = Action::BuildCity;
            (first(view.settlements(you)).map(make), any.map(make), "no-place-city", "CATAN-CITY-1")
        }
        Built::Wall => {
            let make = |vertex| Action::Own(OwnAction::BuildWall(vertex));
            (first(view.cities(you) - view.walls()).map(make), any.map(make), "no-place-wall", "CK-WALL-1")
        }
        Built::Knight => {
            let make = |vertex| Action::Own(OwnAction::BuildKnight(vertex));
            (ends().find(|vertex| !taken(vertex)).map(make), any.map(make), "no-place-knight", "CK-KNIGHT-1")
        }
    };
    nowhere(table, likeliest, any, is_moment, html! { (msg!(w, key)) " " (clause_link(w, clause)) })
}

fn is_built(table: &Table<'_>, vertex: VertexId) -> bool {
    let view = &table.view;
    table.seats().any(|seat| view.settlements(seat).contains(vertex) || view.cities(seat).contains(vertex))
}

fn is_taken(table: &Table<'_>, vertex: VertexId) -> bool {
    is_built(table, vertex) || table.view.knight_at(vertex).is_some()
}

/// Whether the timing causes a refusal, rather than the place.
pub(crate) fn is_moment(why: &Illegal) -> bool {
    matches!(
        why,
        Illegal::NotYourTurn { .. }
            | Illegal::DecisionOpen { .. }
            | Illegal::RollFirst
            | Illegal::ChanceDue
            | Illegal::GameOver
    )
}

/// Renders the buttons that advance the turn: roll, end, decline an option, declare.
pub(crate) fn moves(table: &Table<'_>) -> Markup {
    let w = table.words;
    if table.you.is_none() {
        return html! {};
    }
    let narrator = table.knights_narrator();
    html! {
        @for (action, key, class) in [
            (Action::DeclareVictory, None, "primary large"),
            (Action::Roll, Some("r"), "primary large"),
            (Action::Stop, Some("e"), "large"),
            (Action::EndTurn, Some("e"), "primary large end"),
        ] {
            @if table.may(action) {
                @let label = if action == Action::Stop { narrator.decline(table.view.phase()) } else { table.narrator().action(action) };
                (table.move_on(action, class, key, html! { (label) }))
            }
        }
        @if table.legal.is_empty() && !is_mustering(table) && !table.is_over() && table.page.stage == TableStage::Playing {
            p class="waiting" { (icon("wait")) (msg!(w, "wait-for", name = waited_for(table))) }
        }
    }
}

/// Names the players the table waits for, other than the reader.
fn waited_for(table: &Table<'_>) -> String {
    let due = table.due();
    if due.is_empty() { table.name(table.active()) } else { table.list(due) }
}
