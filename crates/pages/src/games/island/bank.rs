//! Trade with the supply: exchanges at the rates of harbours, one press each.

use super::cards::{cards, one_kind, refused};
use super::table::{Island, Table};
use crate::parts::shell::icon;
use crate::words::msg;
use ::catan::action::Action;
use ::catan::illegal::Illegal;
use ::catan::{Bundle, Kind, Rates, Vocabulary};
use game::Seat;
use maud::{Markup, html};

/// Everything the bank would do now, one click each: at the best rates, and folded away at the others.
pub(crate) fn bank<R: Island>(table: &Table<'_, R>) -> Markup {
    let w = table.words;
    let listed = swaps(table, R::Kind::KINDS, |rates| rates.iter().take(1).collect());
    html! {
        section class="bank" aria-labelledby="bank-title" {
            h3 id="bank-title" { (msg!(w, "bank-title")) }
            @if listed.is_empty() {
                p class="empty" { (msg!(w, "bank-none")) }
            } @else {
                (choices(table, &listed))
                (other_rates(table, R::Kind::KINDS, "rates"))
            }
        }
    }
}

/// Renders the bank's exchanges of these kinds at rates other than the best, folded under a heading.
pub(crate) fn other_rates<R: Island>(table: &Table<'_, R>, kinds: &[R::Kind], id: &str) -> Markup {
    let listed = swaps(table, kinds, |rates| rates.iter().skip(1).collect());
    html! {
        @if !listed.is_empty() {
            details class="other-rates" id=(id) {
                summary { (msg!(table.words, "bank-other-rates")) }
                (choices(table, &listed))
            }
        }
    }
}

/// An exchange with the bank: the action, the cards given, the kind taken.
pub(crate) type Swap<R> = (Action<R>, Bundle<<R as Vocabulary>::Kind>, <R as Vocabulary>::Kind);

/// The exchanges of these kinds that are legal now, at those of their rates that `chosen` picks; those for the kind given,
/// where there are any (`CATAN-OPT-22`), come last.
pub(crate) fn swaps<R: Island>(
    table: &Table<'_, R>,
    kinds: &[R::Kind],
    chosen: impl Fn(Rates) -> Vec<u8>,
) -> Vec<Swap<R>> {
    let you = table.active();
    let mut listed = Vec::new();
    for &kind in kinds {
        for rate in chosen(table.view.rates(you, kind)) {
            for &get in R::Kind::KINDS {
                let give = one_kind(kind, rate);
                let action = Action::MaritimeTrade { give, get };
                if table.may(action) {
                    let same = get == kind;
                    listed.push((same, (action, give, get)));
                }
            }
        }
    }
    listed.sort_by_key(|&(same, _)| same);
    listed.into_iter().map(|(_, swap)| swap).collect()
}

/// Explains what the bank would take of a kind that the reader cannot exchange now. Missing cards are shown as a hint, not as a
/// refusal, since nobody has asked for the exchange yet.
pub(crate) fn takes<R: Island>(table: &Table<'_, R>, you: Seat, kind: R::Kind) -> Markup {
    let w = table.words;
    let rate = table.view.rates(you, kind).best();
    let others = R::Kind::KINDS.iter().copied().filter(|&get| get != kind);
    match refused(table, others.map(|get| Action::MaritimeTrade { give: one_kind(kind, rate), get })) {
        Some(Illegal::NotInHand { .. }) => {
            let held = table.view.hand(you).map_or(0, |hand| hand.count(kind));
            html! { p class="hint" { (msg!(w, "bank-takes", give = table.some(kind, rate), held = held)) } }
        }
        Some(Illegal::SupplyLacks { .. }) => html! { p class="hint" { (msg!(w, "bank-empty")) } },
        Some(why) => table.why(&why),
        None => html! { p class="why" { (msg!(w, "not-now")) } },
    }
}

fn choices<R: Island>(table: &Table<'_, R>, listed: &[Swap<R>]) -> Markup {
    html! {
        ul class="choices" {
            @for &(action, give, get) in listed {
                li {
                    (table.act(action, "choice small", None, html! {
                        (cards(table, give)) (icon("trade")) (cards(table, one_kind(get, 1)))
                    }))
                }
            }
        }
    }
}
