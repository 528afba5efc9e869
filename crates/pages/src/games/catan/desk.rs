//! The player's controls: pending decisions, the hand, development cards, tools, and the next move.

use super::table::Table;
use super::words::{card_about_key, piece_key};
use crate::games::island::cards::{cards, pick, why_not};
use crate::games::island::desk::{Steppers, Tool, kind_choices, nowhere, steppers, tool, victims};
use crate::games::island::trade;
use crate::model::TableStage;
use crate::parts::clause::clause_link;
use crate::parts::command::command_fields;
use crate::parts::part::part;
use crate::parts::shell::{breakable, close_button, icon};
use crate::words::msg;
use ::catan::{Action, Cards, DevelopmentCard, Illegal, OwnAction, OwnIllegal, Phase, Piece, Resource};
use game::Seat;
use maud::{Markup, html};

/// Decisions that must be made before anything else: cards to discard, somebody to rob.
pub(crate) fn decisions(table: &Table<'_>) -> Markup {
    html! {
        @if table.legal.discards_owed() > 0 { (discard(table)) }
        @if !table.legal.victims().is_empty() {
            (victims(table, &table.legal.victims().into_iter().map(|seat| (seat, Action::Steal(seat))).collect::<Vec<_>>()))
        }
    }
}

fn discard(table: &Table<'_>) -> Markup {
    let w = table.words;
    let owed = table.legal.discards_owed();
    let Some(hand) = table.you.and_then(|you| table.view.hand(you)) else { return html! {} };
    let hint = html! { (msg!(w, "discard-hint", hand = hand.len())) " " (clause_link(w, "CATAN-SEVEN-2")) };
    let asked = Steppers {
        verb: "discard",
        title: msg!(w, "discard-title", n = owed),
        hint,
        hand: hand.into(),
        is_own: true,
        owed,
        button: msg!(w, "discard-button"),
    };
    steppers(table, &asked)
}

/// The reader's development cards: what each does, and the way to play it or the reason why not.
pub(crate) fn development(table: &Table<'_>) -> Markup {
    let w = table.words;
    let Some(you) = table.you else { return html! {} };
    let Some(held) = table.view.development(you) else { return html! {} };
    let total: u8 = held.iter().sum();
    html! {
        section id="development" aria-labelledby="development-title" class=[(total == 0).then_some("bare")] {
            h2 id="development-title" { (msg!(w, "development")) " " span class="count" { (total) } }
            @if total == 0 {
                p class="empty" { (msg!(w, "development-none")) }
            } @else {
                ul class="hand" {
                    @for card in DevelopmentCard::ALL {
                        @let count = held[card.index()];
                        @if count > 0 { li id={ "held-" (card) } { (development_card(table, card, count)) } }
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
                span class="label" { (breakable(w, &table.narrator().card(card))) }
                @if count > 1 || table.text { strong class="amount" { (msg!(w, "times", n = count)) } }
            }
            div class="pop" {
                (close_button(w))
                h3 { (table.narrator().card(card)) }
                p { (msg!(w, card_about_key(card))) }
                @if bought > 0 && bought < count { p class="hint" { (msg!(w, "development-new", n = bought)) } }
                @if playable {
                    (play_form(table, card))
                } @else if card != DevelopmentCard::VictoryPoint {
                    (why_not(table, actions.into_iter()))
                }
            }
        }
    }
}

/// All ways to play a card.
fn play_actions(table: &Table<'_>, card: DevelopmentCard) -> Vec<Action> {
    match card {
        DevelopmentCard::Knight => vec![Action::Own(OwnAction::PlayKnight)],
        DevelopmentCard::RoadBuilding => vec![Action::Own(OwnAction::PlayRoadBuilding)],
        DevelopmentCard::YearOfPlenty => {
            let listed: Vec<Action> = table
                .legal
                .into_iter()
                .filter(|action| matches!(action, Action::Own(OwnAction::PlayYearOfPlenty(..))))
                .collect();
            if listed.is_empty() {
                vec![Action::Own(OwnAction::PlayYearOfPlenty(Resource::Brick, Some(Resource::Lumber)))]
            } else {
                listed
            }
        }
        DevelopmentCard::Monopoly => {
            Resource::ALL.map(|it| Action::Own(OwnAction::PlayMonopoly(it))).to_vec()
        }
        DevelopmentCard::VictoryPoint => Vec::new(),
    }
}

fn play_form(table: &Table<'_>, card: DevelopmentCard) -> Markup {
    let (w, page) = (table.words, table.page);
    match card {
        DevelopmentCard::Knight => {
            table.act(Action::Own(OwnAction::PlayKnight), "primary", None, html! { (msg!(w, "play")) })
        }
        DevelopmentCard::RoadBuilding => {
            table.act(Action::Own(OwnAction::PlayRoadBuilding), "primary", None, html! { (msg!(w, "play")) })
        }
        DevelopmentCard::Monopoly => {
            kind_choices(table, &Resource::ALL.map(|kind| (kind, Action::Own(OwnAction::PlayMonopoly(kind)))))
        }
        DevelopmentCard::YearOfPlenty if table.view.supply().len() == 1 => {
            let only = table.view.supply().only_kind().unwrap_or(Resource::Brick);
            let action = Action::Own(OwnAction::PlayYearOfPlenty(only, None));
            table.act(action, "primary", None, html! { (table.narrator().action(action)) })
        }
        DevelopmentCard::YearOfPlenty => html! {
            form id="plenty" method="post" action=(page.act_address()) {
                (command_fields(page))
                input type="hidden" name="action" value="year-of-plenty";
                @for n in 1..=2 {
                    @let kinds = table.view.supply().kinds().map(|kind| (kind.to_string(), kind.to_string(), table.kind(kind)));
                    (pick(&format!("card-{n}"), &msg!(w, "plenty-card", n = n), kinds))
                }
                button type="submit" class="primary" { (msg!(w, "play")) }
            }
        },
        DevelopmentCard::VictoryPoint => html! {},
    }
}

/// Renders the tools for building and buying: each shows its price and the number of pieces left, and opens its places or the
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
                @for (piece, key) in [(Piece::Road, "1"), (Piece::Settlement, "2"), (Piece::City, "3")] {
                    li { (piece_tool(table, piece, key)) }
                }
                li { (buy_tool(table)) }
                li { (part(table.page, "details", "trade", trade::tool(table))) }
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

fn piece_tool(table: &Table<'_>, piece: Piece, key: &str) -> Markup {
    let Some(you) = table.you else { return html! {} };
    let shown = Tool {
        verb: piece.name(),
        key,
        icon: format!("{}-{you}", piece.name()),
        name: msg!(table.words, piece_key(piece)),
        left: table.view.pieces_left(you, piece),
        price: price(piece).into(),
        places: placements(table, piece),
        nowhere: no_place(table, you, piece),
    };
    tool(table, &shown)
}

/// Explains why a piece cannot be built anywhere: the rules' answer for the likeliest place, or that there is no such place.
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
                | Illegal::Own(OwnIllegal::InSetup)
                | Illegal::RollFirst
                | Illegal::ChanceDue
                | Illegal::GameOver
        )
    };
    let w = table.words;
    let otherwise = match piece {
        Piece::Road => html! { (msg!(w, "no-place-road")) " " (clause_link(w, "CATAN-ROAD-3")) },
        Piece::Settlement => html! { (msg!(w, "no-place-settlement")) " " (clause_link(w, "CATAN-SETT-3")) },
        Piece::City => html! { (msg!(w, "no-place-city")) " " (clause_link(w, "CATAN-CITY-1")) },
    };
    nowhere(table, likeliest, any, moment, otherwise)
}

fn buy_tool(table: &Table<'_>) -> Markup {
    let w = table.words;
    let body = html! {
        (icon("card"))
        @if table.text {
            span class="label" { (msg!(w, "tool-buy")) }
        } @else {
            span class="unseen" { (msg!(w, "tool-buy")) }
            span class="label" aria-hidden="true" { (msg!(w, "tool-buy-short")) }
        }
        span class="left" { span class="unseen" { (msg!(w, "deck-left")) " " } (table.view.deck_len()) }
        (cards(table, Cards::DEVELOPMENT.into()))
    };
    let buy = Action::Own(OwnAction::BuyDevelopmentCard);
    if table.may(buy) {
        let button = html! {
            button type="submit" id="buy-card" form="act" name="action" value=(buy) data-action=(buy)
                class="tool-button ready" data-key="4" { (body) }
        };
        return part(table.page, "button", "buy-card", button);
    }
    let tool = html! {
        details class="tool build off" id="build-card" name="tool" {
            summary data-key="4" { (body) }
            div class="pop" {
                (close_button(w))
                h3 { (msg!(w, "tool-buy")) }
                (why_not(table, std::iter::once(buy)))
            }
        }
    };
    part(table.page, "details", "build-card", tool)
}

/// Renders the buttons that advance the turn: roll, end, stop, declare.
pub(crate) fn moves(table: &Table<'_>) -> Markup {
    let w = table.words;
    let Some(_) = table.you else { return html! {} };
    let large = |action: Action, key: Option<&str>| {
        table.move_on(action, "primary large", key, html! { (table.narrator().action(action)) })
    };
    html! {
        @for (action, key) in [
            (Action::DeclareVictory, None),
            (Action::Roll, Some("r")),
            (Action::Stop, Some("e")),
            (Action::EndTurn, Some("e")),
        ] {
            @if table.may(action) {
                @if action == Action::EndTurn {
                    (table.move_on(action, "primary large end", key, html! { (msg!(w, "action-end")) }))
                } @else if action == Action::Stop {
                    (table.move_on(action, "large", key, html! { (table.narrator().decline(table.view.phase())) }))
                } @else {
                    (large(action, key))
                }
            }
        }
        @if table.legal.is_empty() && !table.is_over() && table.page.stage == TableStage::Playing {
            p class="waiting" { (icon("wait")) (waiting(table)) }
        }
    }
}

/// Names the players the table waits for, other than the reader.
fn waiting(table: &Table<'_>) -> String {
    let w = table.words;
    match table.view.phase() {
        Phase::Discarding { .. } => msg!(w, "wait-discard"),
        _ => msg!(w, "wait-for", name = table.name(table.view.active())),
    }
}
