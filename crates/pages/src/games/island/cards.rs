//! Cards as small pictures, fields that count them, and why something cannot be done.

use super::table::{Island, Table, counted, in_words};
use crate::model::TableStage;
use crate::parts::shell::icon;
use crate::words::{Words, msg};
use ::catan::action::Action;
use ::catan::illegal::Illegal;
use ::catan::{Bundle, Counts, Kind};
use game::Seat;
use maud::{Markup, html};

/// Returns `count` cards of one kind, in the form that actions carry.
pub(crate) fn one_kind<K: Kind>(kind: K, count: u8) -> Bundle<K> {
    Counts::of(kind, count).into()
}

/// Returns the number of cards.
pub(crate) fn total<R: Island>(cards: &Bundle<R::Kind>) -> u32 {
    cards.0.as_ref().iter().copied().map(u32::from).sum()
}

/// Renders the cards of a price or a trade as small pictures, with words for screen readers.
pub(crate) fn cards<R: Island>(table: &Table<'_, R>, cards: Bundle<R::Kind>) -> Markup {
    kinds_of_cards::<R>(table.words, &counted::<R>(&cards).collect::<Vec<_>>())
}

/// Renders the same of kinds of cards with their counts.
pub(crate) fn kinds_of_cards<R: Island>(words: Words, cards: &[(R::Kind, u8)]) -> Markup {
    html! {
        span class="cards" {
            span class="unseen" { (in_words::<R>(words, cards)) }
            @for &(kind, count) in cards {
                span class="some" aria-hidden="true" {
                    @if count > 1 { b { (count) } }
                    (icon(&kind.to_string()))
                }
            }
        }
    }
}

/// Renders a kind of card in the hand: its number, and the number that the bank takes.
pub(crate) fn card_face<R: Island>(table: &Table<'_, R>, you: Seat, kind: R::Kind, count: u8) -> Markup {
    let w = table.words;
    html! {
        (icon(&kind.to_string()))
        span class="unseen" {
            @if count == 0 { (msg!(w, "cards-none")) " (" (table.kind(kind)) ")" }
            @else { (table.some(kind, count)) }
        }
        span class="label" aria-hidden="true" { (table.kind(kind)) }
        strong class="amount" aria-hidden="true" { (count) }
        span class="rate" {
            span class="unseen" { (msg!(w, "rate")) " " }
            (table.view.rates(you, kind).best()) ":1"
        }
    }
}

/// A number field with a button on each side. `prefix` and the kind make the name of the field.
pub(crate) fn stepper<R: Island>(
    table: &Table<'_, R>,
    form: &str,
    prefix: &str,
    kind: R::Kind,
    value: u8,
    max: u8,
) -> Markup {
    let name = format!("{prefix}-{kind}");
    let id = format!("{form}-{name}");
    html! {
        div class={ "stepper" @if max == 0 { " none" } } {
            label for=(id) data-most=(max) { (icon(&kind.to_string())) span { (table.kind(kind)) } }
            button type="button" class="js-only" data-step="-1" tabindex="-1" aria-hidden="true" { (icon("minus")) }
            input type="number" inputmode="numeric" id=(id) name=(name) value=(value) min="0" max=(max);
            button type="button" class="js-only" data-step="1" tabindex="-1" aria-hidden="true" { (icon("plus")) }
        }
    }
}

/// Returns the best explanation why none of these can be done: the first refusal.
pub(crate) fn refused<R: Island>(
    table: &Table<'_, R>,
    mut actions: impl Iterator<Item = Action<R>>,
) -> Option<Illegal<R>> {
    if table.page.stage != TableStage::Playing {
        return None;
    }
    actions.find_map(|action| table.check(action).err())
}

/// Renders that explanation for the reader.
pub(crate) fn why_not<R: Island>(table: &Table<'_, R>, actions: impl Iterator<Item = Action<R>>) -> Markup {
    match refused(table, actions) {
        Some(why) => table.why(&why),
        None => html! { p class="why" { (msg!(table.words, "not-now")) } },
    }
}

/// Renders a single choice, side by side: each option has a value, an icon and a label. None is preselected.
pub(crate) fn pick(
    name: &str,
    legend: &str,
    choices: impl Iterator<Item = (String, String, String)>,
) -> Markup {
    html! {
        fieldset class="pick" {
            legend { (legend) }
            @for (value, sign, called) in choices {
                label title=(called) {
                    input type="radio" name=(name) value=(value) required;
                    (icon(&sign)) span { (called) }
                }
            }
        }
    }
}
