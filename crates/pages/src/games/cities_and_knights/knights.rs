//! The reader's knights and their possible actions, in one step or in two.

use super::table::Table;
use crate::games::island::cards::{cards, why_not};
use crate::games::island::desk::place_buttons;
use crate::games::island::facts::{fact_lines, piece};
use crate::parts::shell::{close_button, columns, icon};
use crate::words::msg;
use ::catan::VertexId;
use ::catan::cities_and_knights::{Action, Hand, OwnAction, Strength};
use game::Seat;
use maud::{Markup, html};

/// Whether a knight of the reader can do something now.
pub(crate) fn can_act(table: &Table<'_>) -> bool {
    let Some(you) = table.you.filter(|_| table.is_yours()) else { return false };
    own(table, you).any(|(vertex, _)| {
        !targets(table, vertex).is_empty() || table.may(Action::Own(OwnAction::Chase(vertex)))
    })
}

fn own(table: &Table<'_>, seat: Seat) -> impl Iterator<Item = (VertexId, Strength)> {
    let view = table.view;
    Strength::ALL.into_iter().flat_map(move |strength| {
        view.knights(seat, strength).into_iter().map(move |vertex| (vertex, strength))
    })
}

/// A knight with its strength, its state and its place.
pub(crate) fn called(table: &Table<'_>, vertex: VertexId) -> String {
    let Some((_, strength)) = table.view.knight_at(vertex) else { return table.brief().corner(vertex) };
    let knight = table.knights_narrator().knight(strength, table.view.active_knights().contains(vertex));
    msg!(table.words, "knight-at", knight = knight, place = table.brief().vertex(vertex))
}

/// The sign of a knight.
pub(crate) fn knight_icon(table: &Table<'_>, seat: Seat, strength: Strength, vertex: VertexId) -> String {
    let state = if table.view.active_knights().contains(vertex) { "on" } else { "off" };
    format!("knight-{}-{state}-{seat}", strength.value())
}

/// Returns the destinations of a knight, both free ones and those from which it displaces another.
fn targets(table: &Table<'_>, from: VertexId) -> Vec<(String, Action)> {
    let mut targets = table.at(|to| Action::Own(OwnAction::Move { from, to }));
    targets.extend(table.at(|to| Action::Own(OwnAction::Displace { from, to })));
    targets
}

/// The tool that lists them.
pub(crate) fn tool(table: &Table<'_>) -> Markup {
    let w = table.words;
    let Some(you) = table.you else { return html! {} };
    let knights: Vec<(VertexId, Strength)> = own(table, you).collect();
    let busy = |vertex: VertexId| {
        !targets(table, vertex).is_empty()
            || [
                Action::Own(OwnAction::Activate(vertex)),
                Action::Own(OwnAction::Promote(vertex)),
                Action::Own(OwnAction::Chase(vertex)),
            ]
            .into_iter()
            .any(|action| table.may(action))
    };
    let ready = knights.iter().any(|&(vertex, _)| busy(vertex));
    html! {
        details class={ "tool" @if ready { " ready" } @else { " off" } } id="knights" name="tool" {
            summary data-key="k" {
                (icon("knights"))
                span class="label" { (msg!(w, "tool-knights")) }
                span class="left" { span class="unseen" { (msg!(w, "knights-on-board")) " " } (knights.len()) }
            }
            div class="pop wide" {
                (close_button(w))
                h3 { (msg!(w, "tool-knights")) }
                @if knights.is_empty() { p class="empty" { (msg!(w, "knights-none")) } }
                ul class="knights" {
                    @for &(vertex, strength) in &knights {
                        li id={ "knight-" (vertex) } { (knight(table, you, vertex, strength)) }
                    }
                }
            }
        }
    }
}

/// Renders a knight and its possible actions.
fn knight(table: &Table<'_>, you: Seat, vertex: VertexId, strength: Strength) -> Markup {
    let w = table.words;
    let up = table.view.active_knights().contains(vertex);
    let go = targets(table, vertex);
    let chase = Action::Own(OwnAction::Chase(vertex));
    html! {
        h4 { (icon(&knight_icon(table, you, strength, vertex))) (called(table, vertex)) }
        div class="row" {
            (at_place(table, Action::Own(OwnAction::Activate(vertex)), vertex, &msg!(w, "knight-activate"), Some(Hand::ACTIVATION)))
            (at_place(table, Action::Own(OwnAction::Promote(vertex)), vertex, &msg!(w, "knight-promote"), Some(Hand::KNIGHT)))
            (at_place(table, chase, vertex, &msg!(w, "knight-chase"), None))
        }
        @if !go.is_empty() {
            (step(&Step {
                id: format!("move-{vertex}"),
                group: "step",
                mode: format!("move {vertex} to"),
                place: Some(vertex.to_string()),
                name: msg!(w, "knight-move"),
                prompt: msg!(w, "knight-move-prompt", knight = called(table, vertex)),
                body: place_buttons(table, "move", &go),
            }))
        } @else if up && table.is_yours() && !table.may(chase) {
            (why_not(table, neighbour(vertex).map(|to| Action::Own(OwnAction::Move { from: vertex, to })).into_iter()))
        }
    }
}

/// Returns an intersection to try, so that the rules explain why a knight cannot move.
fn neighbour(vertex: VertexId) -> Option<VertexId> {
    vertex.neighbours().into_iter().next()
}

/// A button for something done at a place, if it is listed; the client also offers it on the board.
fn at_place(table: &Table<'_>, action: Action, vertex: VertexId, label: &str, price: Option<Hand>) -> Markup {
    html! {
        @if table.may(action) {
            button type="submit" form="act" data-piece=[piece(table, action)] name="action" value=(action)
                data-action=(action) data-place=(vertex) data-kind="knight" data-choice=(label) data-label=[table.label(action)] class="choice" {
                span class="what" { (label) }
                (fact_lines(table, action))
                @if let Some(price) = price { (cards(table, price.into())) }
            }
        }
    }
}

/// The first of two choices, which unfolds the second. On the board only its places light up; without the client it simply
/// unfolds.
pub(crate) struct Step {
    /// Its id.
    pub(crate) id: String,
    /// Of these only one is unfolded at a time.
    pub(crate) group: &'static str,
    /// The beginning of the action, which the second place completes.
    pub(crate) mode: String,
    /// The place on the board that is the first choice.
    pub(crate) place: Option<String>,
    /// The label of the first choice.
    pub(crate) name: String,
    /// The prompt for the second choice.
    pub(crate) prompt: String,
    /// The second choices.
    pub(crate) body: Markup,
}

pub(crate) fn step(step: &Step) -> Markup {
    html! {
        details class="step" id=(step.id) name=(step.group) data-mode=(step.mode) data-prompt=(step.prompt) {
            summary data-place=[step.place.as_deref()] data-choice=(step.name) data-label=(step.prompt) { (step.name) }
            div class="pop-step" { p class="hint" { (step.prompt) } (step.body) }
        }
    }
}

/// The knights of all seats, with their strength, state and place.
pub(crate) fn figure(table: &Table<'_>) -> Markup {
    let w = table.words;
    html! {
        table class="numbers" {
            (columns([msg!(w, "player-column"), msg!(w, "tool-knights"), msg!(w, "walls-column")]))
            tbody {
                @for seat in table.seats() {
                    @let walls = (table.view.walls() & table.view.cities(seat)).len();
                    tr {
                        th scope="row" { (crate::parts::seats::mark(w, seat)) (table.name(seat)) }
                        td {
                            @if own(table, seat).next().is_none() { "–" }
                            @else { ul { @for (vertex, _) in own(table, seat) { li { (called(table, vertex)) } } } }
                        }
                        td { (walls) }
                    }
                }
            }
        }
    }
}
