//! What a player has before them: decisions that wait, the hand, development cards, tools, and the next move.

use super::table::{Table, ViewExt as _};
use crate::catan::words::{card_about_key, piece_key, resource_key};
use crate::rules::clause_link;
use crate::shell::icon;
use crate::table::command_fields;
use crate::{Stage, say};
use ::catan::{Action, Cards, DevelopmentCard, Illegal, Phase, Piece, Resource};
use game::Seat;
use maud::{Markup, html};

/// The cards of a price or a trade as small pictures, with the words for those who do not see them.
pub(crate) fn cards(table: &Table<'_>, cards: Cards) -> Markup {
    html! {
        span class="cards" {
            span class="unseen" { (table.teller().cards(cards)) }
            @for kind in cards.kinds() {
                span class="some" aria-hidden="true" {
                    @if cards.count(kind) > 1 { b { (cards.count(kind)) } }
                    (icon(kind.name()))
                }
            }
        }
    }
}

/// A number field with a button on each side. `prefix` and the kind make the name of the field.
pub(crate) fn stepper(
    table: &Table<'_>,
    form: &str,
    prefix: &str,
    kind: Resource,
    value: u8,
    max: u8,
) -> Markup {
    let w = table.words;
    let name = format!("{prefix}-{kind}");
    let id = format!("{form}-{name}");
    let word = say!(w, resource_key(kind));
    html! {
        div class="stepper" {
            label for=(id) { (icon(kind.name())) span { (word) } }
            button type="button" class="js-only" data-step="-1" tabindex="-1" aria-hidden="true" { (icon("minus")) }
            input type="number" inputmode="numeric" id=(id) name=(name) value=(value) min="0" max=(max);
            button type="button" class="js-only" data-step="1" tabindex="-1" aria-hidden="true" { (icon("plus")) }
        }
    }
}

/// Decisions that must be made before anything else: cards to discard, somebody to rob.
pub(crate) fn decisions(table: &Table<'_>) -> Markup {
    html! {
        @if table.legal.discards_owed() > 0 { (discard(table)) }
        @if !table.legal.victims().is_empty() { (victims(table)) }
    }
}

fn discard(table: &Table<'_>) -> Markup {
    let (w, page) = (table.words, table.page);
    let owed = table.legal.discards_owed();
    let Some(hand) = table.you.and_then(|you| table.view.hand(you)) else { return html! {} };
    html! {
        form id="discard" class="card decision" method="post" action={ "/t/" (page.table) "/act" }
            data-sum=(owed) aria-labelledby="discard-title" {
            (command_fields(page))
            input type="hidden" name="action" value="discard";
            h2 id="discard-title" { (say!(w, "discard-title", n = owed)) }
            p class="hint" { (say!(w, "discard-hint", hand = hand.len())) " " (clause_link(w, "CATAN-SEVEN-2")) }
            div class="steppers" {
                @for kind in hand.kinds() {
                    (stepper(table, "discard", "discard", kind, 0, hand.count(kind)))
                }
            }
            p class="left js-only" data-left role="status" {
                span data-count="" { "0" } " / " (owed)
            }
            button type="submit" class="primary" { (say!(w, "discard-button")) }
        }
    }
}

fn victims(table: &Table<'_>) -> Markup {
    let w = table.words;
    html! {
        section id="victims" class="card decision" aria-labelledby="victims-title" {
            h2 id="victims-title" { (say!(w, "victims-title")) }
            ul class="choices" {
                @for seat in table.legal.victims() {
                    li {
                        (table.act(Action::Steal(seat), "choice", None, html! {
                            (icon(&format!("seat-{seat}")))
                            span { (table.name(seat)) }
                            span class="count" { (say!(w, "cards-count", n = table.view.hand_len(seat))) }
                        }))
                    }
                }
            }
        }
    }
}

/// The reader's resource cards; each opens what the bank gives for it.
pub(crate) fn hand(table: &Table<'_>) -> Markup {
    let w = table.words;
    let Some(you) = table.you else { return html! {} };
    let Some(hand) = table.view.hand(you) else { return html! {} };
    html! {
        section id="hand" aria-labelledby="hand-title" data-key="h" tabindex="-1" {
            h2 id="hand-title" { (say!(w, "hand")) " " span class="count" { (hand.len()) } }
            ul class="hand" {
                @for kind in Resource::ALL {
                    @let count = hand.count(kind);
                    li class=(if count == 0 { "none" } else { "some" }) {
                        details class={ "tool res res-" (kind) } id={ "hand-" (kind) } name="tool" {
                            summary {
                                (icon(kind.name()))
                                span class="unseen" { (table.teller().cards(Cards::of(kind, count))) @if count == 0 { " (" (say!(w, resource_key(kind))) ")" } }
                                span class="label" aria-hidden="true" { (say!(w, resource_key(kind))) }
                                strong class="amount" aria-hidden="true" { (count) }
                                span class="rate" {
                                    span class="unseen" { (say!(w, "rate")) " " }
                                    (table.view.rate(you, kind)) ":1"
                                }
                            }
                            div class="pop" { (bank_for(table, you, kind)) }
                        }
                    }
                }
            }
        }
    }
}

/// What the bank gives for cards of one kind.
fn bank_for(table: &Table<'_>, you: Seat, kind: Resource) -> Markup {
    let w = table.words;
    let give = Cards::of(kind, table.view.rate(you, kind));
    let trade = |get: Resource| Action::MaritimeTrade { give: give.into(), get };
    let others = || Resource::ALL.into_iter().filter(move |&get| get != kind);
    let legal: Vec<Resource> = others().filter(|&get| table.may(trade(get))).collect();
    html! {
        h3 { (say!(w, "bank-for", give = table.teller().cards(give))) }
        @if legal.is_empty() {
            @match refused(table, others().map(trade)) {
                Some(why) => (table.why(&why)),
                None => p class="why" { (say!(w, "not-now")) },
            }
        } @else {
            ul class="choices" {
                @for get in legal {
                    li {
                        (table.act(trade(get), "choice", None, html! {
                            (icon(get.name())) span { (table.teller().cards(Cards::of(get, 1))) }
                        }))
                    }
                }
            }
        }
    }
}

/// The best explanation why none of these can be done: that of the first which the rules refuse.
fn refused(table: &Table<'_>, actions: impl Iterator<Item = Action>) -> Option<Illegal> {
    if table.page.stage != Stage::Playing {
        return None;
    }
    actions.into_iter().find_map(|action| table.check(action).err())
}

/// The reader's development cards: what each does, and the way to play it or the reason why not.
pub(crate) fn development(table: &Table<'_>) -> Markup {
    let w = table.words;
    let Some(you) = table.you else { return html! {} };
    let Some(held) = table.view.development(you) else { return html! {} };
    let total: u8 = held.iter().sum();
    html! {
        section id="development" aria-labelledby="development-title" class=[(total == 0).then_some("bare")] {
            h2 id="development-title" { (say!(w, "development")) " " span class="count" { (total) } }
            @if total == 0 {
                p class="empty" { (say!(w, "development-none")) }
            } @else {
                ul class="hand" {
                    @for card in DevelopmentCard::ALL {
                        @let count = held[card.index()];
                        @if count > 0 { li { (development_card(table, card, count)) } }
                    }
                }
            }
        }
    }
}

fn development_card(table: &Table<'_>, card: DevelopmentCard, count: u8) -> Markup {
    let w = table.words;
    let bought =
        if table.is_yours() { table.view.bought().map_or(0, |bought| bought[card.index()]) } else { 0 };
    let actions = play_actions(table, card);
    let playable = actions.iter().any(|&action| table.may(action));
    html! {
        details class={ "tool dev" @if playable { " ready" } } id={ "dev-" (card) } name="tool" {
            summary {
                (icon(card.name()))
                span class="label" { (table.teller().card(card)) }
                @if count > 1 || table.text { strong class="amount" { (say!(w, "times", n = count)) } }
            }
            div class="pop" {
                h3 { (table.teller().card(card)) }
                p { (say!(w, card_about_key(card))) }
                @if bought > 0 && bought < count { p class="hint" { (say!(w, "development-new", n = bought)) } }
                @if playable {
                    (play_form(table, card))
                } @else if card != DevelopmentCard::VictoryPoint {
                    @match refused(table, actions.into_iter()) {
                        Some(why) => (table.why(&why)),
                        None => p class="why" { (say!(w, "not-now")) },
                    }
                }
            }
        }
    }
}

/// All ways to play a card.
fn play_actions(table: &Table<'_>, card: DevelopmentCard) -> Vec<Action> {
    match card {
        DevelopmentCard::Knight => vec![Action::PlayKnight],
        DevelopmentCard::RoadBuilding => vec![Action::PlayRoadBuilding],
        DevelopmentCard::YearOfPlenty => {
            let listed: Vec<Action> = table
                .legal
                .into_iter()
                .filter(|action| matches!(action, Action::PlayYearOfPlenty(..)))
                .collect();
            if listed.is_empty() {
                vec![Action::PlayYearOfPlenty(Resource::Brick, Some(Resource::Lumber))]
            } else {
                listed
            }
        }
        DevelopmentCard::Monopoly => Resource::ALL.map(Action::PlayMonopoly).to_vec(),
        DevelopmentCard::VictoryPoint => Vec::new(),
    }
}

fn play_form(table: &Table<'_>, card: DevelopmentCard) -> Markup {
    let (w, page) = (table.words, table.page);
    match card {
        DevelopmentCard::Knight => {
            table.act(Action::PlayKnight, "primary", None, html! { (say!(w, "play")) })
        }
        DevelopmentCard::RoadBuilding => {
            table.act(Action::PlayRoadBuilding, "primary", None, html! { (say!(w, "play")) })
        }
        DevelopmentCard::Monopoly => html! {
            ul class="choices" {
                @for kind in Resource::ALL {
                    li {
                        (table.act(Action::PlayMonopoly(kind), "choice", None, html! {
                            (icon(kind.name())) span { (say!(w, resource_key(kind))) }
                        }))
                    }
                }
            }
        },
        DevelopmentCard::YearOfPlenty if table.view.supply().len() == 1 => {
            let only = table.view.supply().only_kind().unwrap_or(Resource::Brick);
            let action = Action::PlayYearOfPlenty(only, None);
            table.act(action, "primary", None, html! { (table.teller().action(action)) })
        }
        DevelopmentCard::YearOfPlenty => html! {
            form id="plenty" method="post" action={ "/t/" (page.table) "/act" } {
                (command_fields(page))
                input type="hidden" name="action" value="year-of-plenty";
                @for n in 1..=2 {
                    label class="field" {
                        span { (say!(w, "plenty-card", n = n)) }
                        select name="card" {
                            @for kind in table.view.supply().kinds() {
                                option value=(kind) { (say!(w, resource_key(kind))) }
                            }
                        }
                    }
                }
                button type="submit" class="primary" { (say!(w, "play")) }
            }
        },
        DevelopmentCard::VictoryPoint => html! {},
    }
}

/// Building and buying: each tool says its price and how many pieces are left, and opens its places or the reason
/// why there are none.
pub(crate) fn tools(table: &Table<'_>) -> Markup {
    let w = table.words;
    if table.you.is_none() || table.view.phase_is_over() {
        return html! {};
    }
    html! {
        section id="tools" aria-labelledby="tools-title" {
            h2 id="tools-title" { (say!(w, "tools")) }
            ul class="tools" {
                @for (piece, key) in [(Piece::Road, "1"), (Piece::Settlement, "2"), (Piece::City, "3")] {
                    li { (piece_tool(table, piece, key)) }
                }
                li { (buy_tool(table)) }
                li { (super::trade::tool(table)) }
            }
        }
    }
}

/// The price of a piece.
const fn price(piece: Piece) -> Cards {
    match piece {
        Piece::Road => Cards::ROAD,
        Piece::Settlement => Cards::SETTLEMENT,
        Piece::City => Cards::CITY,
    }
}

/// The listed actions that place a piece, with their places.
pub(crate) fn placements(table: &Table<'_>, piece: Piece) -> Vec<(String, Action)> {
    match piece {
        Piece::Road => {
            table.legal.roads().into_iter().map(|edge| (edge.to_string(), Action::BuildRoad(edge))).collect()
        }
        Piece::Settlement => {
            let vertices = table.legal.settlements().into_iter();
            vertices.map(|vertex| (vertex.to_string(), Action::BuildSettlement(vertex))).collect()
        }
        Piece::City => {
            let vertices = table.legal.cities().into_iter();
            vertices.map(|vertex| (vertex.to_string(), Action::BuildCity(vertex))).collect()
        }
    }
}

/// The places where something can be done, as buttons; the client lights them on the board instead.
pub(crate) fn place_buttons(table: &Table<'_>, kind: &str, places: &[(String, Action)]) -> Markup {
    html! {
        ul class="places" {
            @for (place, action) in places {
                li {
                    button type="submit" form="act" name="action" value=(action) data-action=(action)
                        data-place=(place) data-kind=(kind) { (table.teller().place_of(*action)) }
                }
            }
        }
    }
}

fn piece_tool(table: &Table<'_>, piece: Piece, key: &str) -> Markup {
    let w = table.words;
    let Some(you) = table.you else { return html! {} };
    let places = placements(table, piece);
    let left = table.view.pieces_left(you, piece);
    let ready = !places.is_empty();
    html! {
        details class={ "tool build" @if ready { " ready" } @else { " off" } } id={ "build-" (piece.name()) } name="tool"
            data-mode=[ready.then_some(piece.name())] {
            summary data-key=(key) {
                (icon(&format!("{}-{you}", piece.name())))
                span class="label" { (say!(w, piece_key(piece))) }
                span class="left" { span class="unseen" { (say!(w, "pieces-left")) " " } (left) }
                (cards(table, price(piece)))
            }
            div class="pop" {
                @if ready {
                    h3 { (say!(w, "places-title", n = places.len())) }
                    (place_buttons(table, piece.name(), &places))
                } @else {
                    h3 { (say!(w, piece_key(piece))) }
                    (no_place(table, you, piece))
                }
            }
        }
    }
}

/// Why a piece cannot be built anywhere: the rules' answer for the likeliest place, or that there is no such place.
fn no_place(table: &Table<'_>, you: Seat, piece: Piece) -> Markup {
    let view = &table.view;
    let everything = Seat::first(view.seats()).map(|seat| view.roads(seat));
    let taken = everything.fold(::catan::EdgeSet::EMPTY, |all, roads| all | roads);
    let likeliest = match piece {
        Piece::Road => (view.reach(you) - taken).into_iter().next().map(Action::BuildRoad),
        Piece::Settlement => {
            let free = view.road_ends(you) - view.unsettleable();
            free.into_iter().next().map(Action::BuildSettlement)
        }
        Piece::City => view.settlements(you).into_iter().next().map(Action::BuildCity),
    };
    // Without any place the moment may still be the reason: not the reader's turn, dice first.
    let any = match piece {
        Piece::Road => ::catan::EdgeId::all().next().map(Action::BuildRoad),
        Piece::Settlement => ::catan::VertexId::all().next().map(Action::BuildSettlement),
        Piece::City => ::catan::VertexId::all().next().map(Action::BuildCity),
    };
    let moment = |why: &Illegal| {
        matches!(
            why,
            Illegal::NotYourTurn { .. }
                | Illegal::DecisionOpen { .. }
                | Illegal::InSetup
                | Illegal::RollFirst
                | Illegal::ChanceDue
                | Illegal::GameOver
        )
    };
    let why = refused(table, likeliest.into_iter())
        .or_else(|| refused(table, any.into_iter()).filter(|why| moment(why)));
    html! {
        @match why {
            Some(why) => (table.why(&why)),
            None => p class="why" {
                @match piece {
                    Piece::Road => { (say!(table.words, "no-place-road")) " " (clause_link(table.words, "CATAN-ROAD-3")) }
                    Piece::Settlement => {
                        (say!(table.words, "no-place-settlement")) " " (clause_link(table.words, "CATAN-SETT-3"))
                    }
                    Piece::City => { (say!(table.words, "no-place-city")) " " (clause_link(table.words, "CATAN-CITY-1")) }
                }
            },
        }
    }
}

fn buy_tool(table: &Table<'_>) -> Markup {
    let w = table.words;
    let body = html! {
        (icon("card"))
        @if table.text {
            span class="label" { (say!(w, "tool-buy")) }
        } @else {
            span class="unseen" { (say!(w, "tool-buy")) }
            span class="label" aria-hidden="true" { (say!(w, "tool-buy-short")) }
        }
        span class="left" { span class="unseen" { (say!(w, "deck-left")) " " } (table.view.deck_len()) }
        (cards(table, Cards::DEVELOPMENT))
    };
    if table.may(Action::BuyDevelopmentCard) {
        return table.act(Action::BuyDevelopmentCard, "tool-button ready", Some("4"), body);
    }
    html! {
        details class="tool build off" id="build-card" name="tool" {
            summary data-key="4" { (body) }
            div class="pop" {
                h3 { (say!(w, "tool-buy")) }
                @match refused(table, std::iter::once(Action::BuyDevelopmentCard)) {
                    Some(why) => (table.why(&why)),
                    None => p class="why" { (say!(w, "not-now")) },
                }
            }
        }
    }
}

/// What moves the turn on: roll, end, stop, declare.
pub(crate) fn moves(table: &Table<'_>) -> Markup {
    let w = table.words;
    let Some(_) = table.you else { return html! {} };
    let large = |action: Action, key: Option<&str>| {
        table.act(action, "primary large", key, html! { (table.teller().action(action)) })
    };
    html! {
        @for (action, key) in [
            (Action::DeclareVictory, None),
            (Action::Roll, Some("r")),
            (Action::StopRoadBuilding, Some("e")),
            (Action::EndTurn, Some("e")),
        ] {
            @if table.may(action) {
                @if action == Action::EndTurn {
                    (table.act(action, "primary large end", key, html! { (say!(w, "action-end")) }))
                } @else {
                    (large(action, key))
                }
            }
        }
        @if table.legal.is_empty() && !table.view.phase_is_over() && table.page.stage == Stage::Playing {
            p class="waiting" { (icon("wait")) (waiting(table)) }
        }
    }
}

/// Whom the table waits for, where it is not the reader.
fn waiting(table: &Table<'_>) -> String {
    let w = table.words;
    match table.view.phase() {
        Phase::Discarding { .. } => say!(w, "wait-discard"),
        _ => say!(w, "wait-for", name = table.name(table.view.active())),
    }
}
