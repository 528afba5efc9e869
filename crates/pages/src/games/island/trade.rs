//! Trade between players: making offers, answering them, carrying them out.

use super::bank::swaps;
use super::cards::{cards, stepper};
use super::table::{Island, Table};
use super::talk::{Cards, Talk, obstacles, sample};
use super::{bank, panel};
use crate::model::{SeatOccupant, TableStage};
use crate::parts::command::command_fields;
use crate::parts::shell::{close_button, icon};
use crate::words::msg;
use ::catan::action::Action;
use ::catan::{Answer, Bundle, CommonOptions as _, Counts, Exchange, Kind};
use game::{Seat, SeatSet};
use maud::{Markup, html};

/// Renders the open trades: the reader's own offer with its answers, an offer made to the reader, proposals.
pub(crate) fn offers<R: Island>(table: &Table<'_, R>) -> Markup {
    let view = &table.view;
    if table.page.stage != TableStage::Playing {
        return html! {};
    }
    let active = table.active();
    html! {
        @if let Some((offer, to)) = view.offer() {
            @if table.is_yours() {
                (own_offer(table, offer, to))
            } @else if let Some(you) = table.you.filter(|you| to.contains(*you)) {
                (incoming(table, active, you, offer))
            } @else {
                (foreign(table, active, offer, to))
            }
        }
        @for seat in table.seats() {
            @if let Some(proposal) = view.proposal(seat) { (proposal_card(table, seat, proposal)) }
        }
    }
}

/// Renders the two sides of an exchange as pictures; `give` and `get` are those of the reader if `yours`, otherwise of the other
/// player.
fn exchange<R: Island>(
    table: &Table<'_, R>,
    give: Bundle<R::Kind>,
    get: Bundle<R::Kind>,
    yours: bool,
) -> Markup {
    let w = table.words;
    html! {
        div class="exchange-line" {
            div class="side" {
                span class="side-label" { @if yours { (msg!(w, "you-give")) } @else { (msg!(w, "they-give")) } }
                (cards(table, give))
            }
            span class="arrows" { (icon("trade")) }
            div class="side" {
                span class="side-label" { @if yours { (msg!(w, "you-get")) } @else { (msg!(w, "they-get")) } }
                (cards(table, get))
            }
        }
    }
}

/// Renders the reader's own offer: the answers, and the players to trade with.
fn own_offer<R: Island>(table: &Table<'_, R>, offer: Exchange<R::Kind>, to: SeatSet) -> Markup {
    let w = table.words;
    html! {
        section id="own-offer" class="card offer" aria-labelledby="own-offer-title" {
            h2 id="own-offer-title" { (msg!(w, "offer-yours")) }
            (exchange(table, offer.give, offer.want, true))
            ul class="answers" {
                @for seat in to {
                    li { (answer(table, seat)) }
                }
            }
            // A card of the active player's may ask for something else first.
            @if table.may(Action::WithdrawOffer) {
                div class="row" {
                    (table.act(Action::WithdrawOffer, "quiet", Some("x"), html! { (msg!(w, "action-withdraw")) }))
                    (change(table, "change-own", offer.give, offer.want, Some(to)))
                }
            }
        }
    }
}

/// Renders the button that loads an exchange into the trade panel, as the reader would give and get it, to change it and send it
/// to `to`, or to the player who made the offer. In text mode a separate form serves for that.
fn change<R: Island>(
    table: &Table<'_, R>,
    id: &str,
    give: Cards<R>,
    want: Cards<R>,
    to: Option<SeatSet>,
) -> Markup {
    let to = to.map(|to| to.into_iter().map(|seat| seat.to_string()).collect::<String>());
    html! {
        @if !table.text {
            button type="button" id=(id) class="js-only" data-change={ (give) " for " (want) } data-to=[to] {
                (icon("trade")) (msg!(table.words, "trade-change"))
            }
        }
    }
}

/// Renders an addressee's answer, with the button that carries out the trade.
fn answer<R: Island>(table: &Table<'_, R>, seat: Seat) -> Markup {
    let w = table.words;
    let answer = table.view.answer(seat);
    let (sign, text) = match answer {
        Answer::Open => ("wait", msg!(w, "answer-open")),
        Answer::Accepted => ("check", msg!(w, "answer-accepted")),
        Answer::Rejected => ("cross", msg!(w, "answer-rejected")),
        Answer::Countered(_) => ("trade", msg!(w, "answer-countered")),
    };
    let agreed = matches!(answer, Answer::Accepted | Answer::Countered(_));
    html! {
        div class={ "answer answer-" (sign) } {
            (icon(&format!("seat-{seat}")))
            span class="name" { (table.name(seat)) }
            span class="said" { (icon(sign)) (text) }
            @if let Answer::Countered(counter) = answer {
                (exchange(table, counter.want, counter.give, true))
            }
            @if table.may(Action::Execute(seat)) {
                (table.act(Action::Execute(seat), "primary", Some("a"), html! {
                    (msg!(w, "action-execute", name = table.name(seat)))
                }))
            } @else if table.is_yours() && agreed {
                @if let Err(why) = table.check(Action::Execute(seat)) { (table.why(&why)) }
            }
        }
    }
}

/// An offer made to the reader.
fn incoming<R: Island>(table: &Table<'_, R>, from: Seat, you: Seat, offer: Exchange<R::Kind>) -> Markup {
    let w = table.words;
    let answered = table.view.answer(you);
    let is_open = answered == Answer::Open;
    html! {
        section id="incoming-offer" class={ "card offer" @if !is_open { " answered" } } aria-labelledby="incoming-offer-title" {
            h2 id="incoming-offer-title" {
                (icon(&format!("seat-{from}")))
                @match answered {
                    Answer::Open => (msg!(w, "offer-incoming", name = table.name(from))),
                    Answer::Accepted => (msg!(w, "offer-accepted", name = table.name(from))),
                    Answer::Rejected => (msg!(w, "offer-rejected", name = table.name(from))),
                    Answer::Countered(_) => (msg!(w, "offer-countered", name = table.name(from))),
                }
            }
            (exchange(table, offer.want, offer.give, true))
            @if let Answer::Countered(counter) = answered {
                p class="hint" { (msg!(w, "answer-you-countered")) }
                (exchange(table, counter.give, counter.want, true))
            } @else if answered == Answer::Accepted {
                p class="hint" { (msg!(w, "answer-you-accepted", name = table.name(from))) }
            }
            div class="row" {
                @if table.may(Action::AcceptOffer) {
                    (table.move_on(Action::AcceptOffer, if is_open { "primary" } else { "" }, Some("a"), html! {
                        (icon("check")) @if is_open { (msg!(w, "accept")) } @else { (msg!(w, "accept-after-all")) }
                    }))
                } @else if answered != Answer::Accepted {
                    @if let Err(why) = table.check(Action::AcceptOffer) { (table.why(&why)) }
                }
                @if table.may(Action::RejectOffer) {
                    (table.move_on(Action::RejectOffer, "", Some("x"), html! {
                        (icon("cross")) @if is_open { (msg!(w, "reject")) } @else { (msg!(w, "reject-after-all")) }
                    }))
                }
                @if table.view.trade_is_open() { (change(table, "change-offer", offer.want, offer.give, None)) }
            }
            @if is_open { (crate::parts::asks::no_more(w, table.page, &table.names, from)) }
            @if table.text && table.view.trade_is_open() {
                details class="counter" id="counter" {
                    summary { (msg!(w, "counter")) }
                    @let hand = table.view.hand(you).map(Bundle::from).unwrap_or_default();
                    (builder(table, you, hand, &Talk::saying(table, you, hand, "counter", (offer.want, offer.give))))
                }
            }
        }
    }
}

/// An offer between others, open to everybody.
fn foreign<R: Island>(table: &Table<'_, R>, from: Seat, offer: Exchange<R::Kind>, to: SeatSet) -> Markup {
    let w = table.words;
    html! {
        section id="foreign-offer" class="card offer" aria-labelledby="foreign-offer-title" {
            h2 id="foreign-offer-title" {
                (icon(&format!("seat-{from}"))) (msg!(w, "offer-foreign", name = table.name(from)))
            }
            (exchange(table, offer.give, offer.want, false))
            ul class="answers" { @for seat in to { li { (answer(table, seat)) } } }
        }
    }
}

/// A proposal to the active player.
fn proposal_card<R: Island>(table: &Table<'_, R>, seat: Seat, proposal: Exchange<R::Kind>) -> Markup {
    let w = table.words;
    let own = table.you == Some(seat);
    let mine = table.is_yours();
    html! {
        section id={ "proposal-" (seat) } class="card offer" aria-labelledby={ "proposal-" (seat) "-title" } {
            h2 id={ "proposal-" (seat) "-title" } {
                (icon(&format!("seat-{seat}")))
                @if own { (msg!(w, "proposal-yours")) }
                @else { (msg!(w, "proposal-of", name = table.name(seat))) }
            }
            @if mine {
                (exchange(table, proposal.want, proposal.give, true))
            } @else {
                (exchange(table, proposal.give, proposal.want, own))
            }
            div class="row" {
                @if table.may(Action::AcceptProposal(seat)) {
                    (table.act(Action::AcceptProposal(seat), "primary", Some("a"), html! { (icon("check")) (msg!(w, "accept")) }))
                } @else if mine {
                    @if let Err(why) = table.check(Action::AcceptProposal(seat)) { (table.why(&why)) }
                }
                @if table.may(Action::RejectProposal(seat)) {
                    (table.act(Action::RejectProposal(seat), "", Some("x"), html! { (icon("cross")) (msg!(w, "reject")) }))
                    (change(table, &format!("change-{seat}"), proposal.want, proposal.give, Some(SeatSet::one(seat))))
                }
                @if own && table.may(Action::WithdrawProposal) {
                    (table.act(Action::WithdrawProposal, "quiet", None, html! { (msg!(w, "action-withdraw-proposal")) }))
                }
            }
        }
    }
}

/// The tool that opens trade: beside the board the panel, in words the builder of offers or proposals, and the bank.
pub(crate) fn tool<R: Island>(table: &Table<'_, R>) -> Markup {
    if !table.text {
        return panel::tool(table);
    }
    let w = table.words;
    let Some(you) = table.you else { return html! {} };
    let Some(hand) = table.view.hand(you).map(Bundle::from) else { return html! {} };
    if table.view.options().offer_limit() == Some(0) {
        return bank_tool(table);
    }
    let verb = if table.is_yours() { "offer" } else { "propose" };
    let is_open = table.page.stage == TableStage::Playing;
    let talk = Talk::saying(table, you, hand, verb, Default::default());
    let ready = is_open && sample::<R>(hand).is_some() && talk.why.is_none();
    html! {
        details class={ "tool trade" @if ready { " ready" } @else { " off" } } id="trade" name="tool" {
            summary data-key="t" {
                (icon("trade"))
                span class="label" { (msg!(w, "tool-trade")) }
            }
            div class="pop wide" {
                (close_button(w))
                @if ready {
                    h3 { (talk.title(table)) }
                    (builder(table, you, hand, &talk))
                } @else {
                    h3 { (msg!(w, "tool-trade")) }
                    @match talk.why.filter(|_| is_open) {
                        Some(why) => (table.why(&why)),
                        None => p class="why" { (msg!(w, "trade-no-cards")) },
                    }
                }
                @if table.is_yours() { (bank::bank(table)) }
            }
        }
    }
}

/// Renders the tool for games without trade between players: the bank alone, and only for the active player.
fn bank_tool<R: Island>(table: &Table<'_, R>) -> Markup {
    if !table.is_yours() {
        return html! {};
    }
    let ready = !swaps(table, R::Kind::KINDS, |rates| rates.iter().collect()).is_empty();
    html! {
        details class={ "tool trade" @if ready { " ready" } @else { " off" } } id="trade" name="tool" {
            summary data-key="t" {
                (icon("trade"))
                span class="label" { (msg!(table.words, "tool-trade")) }
            }
            div class="pop wide" { (close_button(table.words)) (bank::bank(table)) }
        }
    }
}

/// The form that puts an exchange together.
fn builder<R: Island>(table: &Table<'_, R>, you: Seat, hand: Cards<R>, talk: &Talk<R>) -> Markup {
    let (w, page) = (table.words, table.page);
    let form = format!("{}-form", talk.verb);
    let kinds = || R::Kind::KINDS.iter().copied().zip(hand.0.as_ref().iter().copied());
    html! {
        form id=(form) class="exchange" method="post" action=(page.act_address()) {
            (command_fields(page))
            input type="hidden" name="action" value=(talk.verb);
            div class="sides" {
                fieldset class="give" {
                    legend { (msg!(w, "you-give")) }
                    @for ((kind, most), &give) in kinds().zip(talk.give.0.as_ref()) {
                        (stepper(table, &form, "give", kind, give.min(most), most))
                    }
                }
                fieldset class="want" {
                    legend { (msg!(w, "you-get")) }
                    @for ((kind, _), &want) in kinds().zip(talk.want.0.as_ref()) {
                        (stepper(table, &form, "want", kind, want, Counts::<R::Kind>::BOX.count(kind)))
                    }
                }
            }
            @if talk.verb == "offer" {
                fieldset class="to" {
                    legend { (msg!(w, "trade-to")) }
                    @for info in page.seats.iter().filter(|info| info.seat != you) {
                        label {
                            input type="checkbox" name="to" value=(info.seat) checked[info.who != SeatOccupant::Open];
                            (icon(&format!("seat-{}", info.seat)))
                            span { (table.name(info.seat)) }
                        }
                    }
                }
            }
            (talk.send(table))
            (obstacles(table, you, hand, talk))
        }
    }
}
