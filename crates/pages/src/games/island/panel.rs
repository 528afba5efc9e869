//! Trade beside the board: the reader taps cards of the hand to give and kinds of cards to want, and one panel shows what the
//! bank and the others would do. The client shows the parts that apply to the chosen cards; without scripts the same panel is a
//! form with number fields and a list of the bank's exchanges.

use super::bank::{swaps, takes};
use super::cards::{card_face, one_kind, total};
use super::table::{Island, Table, counted};
use super::talk::{Cards, Talk, obstacles};
use crate::model::{SeatOccupant, TableStage};
use crate::parts::command::command_fields;
use crate::parts::shell::{close_button, icon};
use crate::words::msg;
use ::catan::{Bundle, CommonOptions as _, Counts, Kind};
use game::Seat;
use maud::{Markup, html};

/// A card of the hand: the client lets it be given.
pub(crate) fn card<R: Island>(table: &Table<'_, R>, you: Seat, kind: R::Kind, count: u8) -> Markup {
    html! {
        button type="button" class="tool-button res" id={ "hand-" (kind) } data-give=(kind) disabled {
            (card_face(table, you, kind, count))
        }
    }
}

/// The tool that opens trade.
pub(crate) fn tool<R: Island>(table: &Table<'_, R>) -> Markup {
    let w = table.words;
    let Some(you) = table.you else { return html! {} };
    let Some(hand) = table.view.hand(you).map(Bundle::from) else { return html! {} };
    let alone = table.view.options().offer_limit() == Some(0);
    if alone && !table.is_yours() {
        return html! {};
    }
    let talk = Talk::of(table, you, hand);
    let is_open = table.page.stage == TableStage::Playing && total::<R>(&hand) > 0;
    let speaks = is_open && !alone && talk.why.is_none();
    let swaps = swaps(table, R::Kind::KINDS, |rates| rates.iter().collect());
    let ready = speaks || !swaps.is_empty();
    html! {
        details class={ "tool trade" @if ready { " ready" } @else { " off" } } id="trade" name="tool" {
            summary data-key="t" {
                (icon("trade"))
                span class="label" { (msg!(w, "tool-trade")) }
            }
            div class="pop trading" {
                (close_button(w))
                h3 { @if speaks { (talk.title(table)) } @else if ready { (msg!(w, "bank-title")) } @else { (msg!(w, "tool-trade")) } }
                @if speaks || ready { (form(table, you, hand, &talk, speaks)) }
                @if !speaks && !alone {
                    @match talk.why {
                        Some(why) => (table.why(&why)),
                        None => p class="why" { (msg!(w, "trade-no-cards")) },
                    }
                }
                @if table.is_yours() && is_open && table.view.trade_is_open() { (bank(table, hand)) }
            }
        }
    }
}

/// Renders the form of the chosen cards: one field for each kind given or wanted, which the client shows as a card that a tap
/// takes back. If `speaks` is not set, only the bank is left, and the form sends nothing.
fn form<R: Island>(table: &Table<'_, R>, you: Seat, hand: Cards<R>, talk: &Talk<R>, speaks: bool) -> Markup {
    let (w, page) = (table.words, table.page);
    let kinds = || R::Kind::KINDS.iter().copied();
    let field =
        |side: &str, kind: R::Kind, value: u8, most: u8| chosen(table, side, kind, value.min(most), most);
    html! {
        form id={ @if speaks { (talk.verb) } @else { "bank" } "-form" } class={ "exchange" @if !speaks { " js-only" } }
            method="post" action=(page.act_address()) {
            (command_fields(page))
            input type="hidden" name="action" value=(talk.verb);
            div class="sides" {
                fieldset class="give" {
                    legend { (msg!(w, "you-give")) }
                    span class="hint js-only" aria-hidden="true" { (msg!(w, "trade-tap-hand")) }
                    @for ((kind, &most), &give) in kinds().zip(hand.0.as_ref()).zip(talk.give.0.as_ref()) {
                        (field("give", kind, give, most))
                    }
                }
                @if speaks {
                    fieldset class="want" {
                        legend { (msg!(w, "you-get")) }
                        span class="hint js-only" aria-hidden="true" { (msg!(w, "trade-tap-kinds")) }
                        @for (kind, &want) in kinds().zip(talk.want.0.as_ref()) {
                            (field("want", kind, want, Counts::<R::Kind>::BOX.count(kind)))
                        }
                    }
                }
            }
            @if speaks {
                div class="kinds js-only" role="group" aria-label=(msg!(w, "you-get")) {
                    @for kind in kinds() {
                        button type="button" data-want=(kind) { (icon(&kind.to_string())) span class="unseen" { (table.kind(kind)) } }
                    }
                }
                div class="send" {
                    @if talk.verb == "offer" { (addressees(table, you)) }
                    (talk.send(table))
                }
                (obstacles(table, you, hand, talk))
                @if let Some(limit) = table.view.options().offer_limit().filter(|_| talk.verb != "counter") {
                    p class="hint" { (msg!(w, "trade-left", n = limit.saturating_sub(table.view.trading().made(you)))) }
                }
                div class="recent row js-only" role="group" aria-label=(msg!(w, "trade-recent")) data-own {}
            }
        }
    }
}

/// One kind on one side of an exchange: a field, and the card that takes one of it back.
fn chosen<R: Island>(table: &Table<'_, R>, side: &str, kind: R::Kind, value: u8, most: u8) -> Markup {
    let name = format!("{side}-{kind}");
    html! {
        div class="stepper" {
            label for=(name) data-most=(most) { (icon(&kind.to_string())) span { (table.kind(kind)) } }
            input type="number" inputmode="numeric" id=(name) name=(name) value=(value) min="0" max=(most);
            button type="button" class="js-only" data-step="-1" { b {} (icon(&kind.to_string())) }
        }
    }
}

/// Renders the choice of an offer's addressees: initially every seat with a player.
fn addressees<R: Island>(table: &Table<'_, R>, you: Seat) -> Markup {
    let others: Vec<_> = table.page.seats.iter().filter(|info| info.seat != you).collect();
    html! {
        @if let [only] = others[..] {
            input type="hidden" name="to" value=(only.seat);
        } @else {
            fieldset class="to" {
                legend { (msg!(table.words, "trade-to")) }
                @for info in others {
                    label title=(table.name(info.seat)) {
                        input type="checkbox" name="to" value=(info.seat) checked[info.who != SeatOccupant::Open];
                        (icon(&format!("seat-{}", info.seat)))
                        span { (table.name(info.seat)) }
                    }
                }
            }
        }
    }
}

/// Renders the bank's exchanges: for each kind and each of its rates, the cards it gives. A hint covers the kinds it does not
/// take; the client shows it once such cards are chosen and as long as they may be meant for the bank.
fn bank<R: Island>(table: &Table<'_, R>, hand: Cards<R>) -> Markup {
    let w = table.words;
    let you = table.active();
    let held: Vec<R::Kind> = counted::<R>(&hand).map(|(kind, _)| kind).collect();
    html! {
        section class="bank" aria-label=(msg!(w, "bank-title")) {
            p class="hint js-only" data-bank="" { (msg!(w, "trade-tap-bank")) }
            @for &kind in &held {
                @let listed = swaps(table, &[kind], |rates| rates.iter().collect());
                @if listed.is_empty() {
                    div class="js-only" data-bank=(kind) data-hint { (takes(table, you, kind)) }
                }
                @for rate in table.view.rates(you, kind).iter() {
                    @let give = one_kind(kind, rate);
                    @let listed: Vec<_> = listed.iter().filter(|swap| swap.1 == give).collect();
                    @if !listed.is_empty() {
                        div data-bank=(kind) data-rate=(rate) {
                            p { (msg!(w, "bank-for", give = table.some(kind, rate))) }
                            div class="choices" {
                                @for &&(action, _, get) in &listed {
                                    (table.act(action, "choice", None, html! {
                                        (icon(&get.to_string())) span class="unseen" { (table.narrator().action(action)) }
                                    }))
                                }
                            }
                        }
                    }
                }
            }
            @if held.len() > 1 {
                div class="js-only" data-bank="mixed" data-hint { p class="hint" { (msg!(w, "bank-one-kind")) } }
            }
        }
    }
}
