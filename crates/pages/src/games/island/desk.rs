//! The player's controls: cards, the bank's exchanges for them, and tools that light up places.

use super::cards::{card_face, kinds_of_cards, one_kind, refused, stepper, total};
use super::facts::{fact_lines, piece};
use super::table::{Island, Table, counted};
use super::{bank, panel};
use crate::parts::command::command_fields;
use crate::parts::part::{made_of, part};
use crate::parts::shell::{close_button, icon};
use crate::words::{Words, msg};
use ::catan::action::Action;
use ::catan::illegal::Illegal;
use ::catan::{Bundle, Kind};
use game::Seat;
use maud::{Markup, PreEscaped, html};

/// A decision that takes a number of cards from a hand.
pub(crate) struct Steppers<'t, B> {
    /// The verb of the action, the id of the form, and the prefix of its field names.
    pub(crate) verb: &'t str,
    /// The title of the decision.
    pub(crate) title: String,
    /// The reason for it, with advice.
    pub(crate) hint: Markup,
    /// The cards to choose from.
    pub(crate) hand: B,
    /// Whether they are the reader's own: then a press on a card of the hand chooses it.
    pub(crate) is_own: bool,
    /// The number of cards to choose.
    pub(crate) owed: u8,
    /// The button label.
    pub(crate) button: String,
}

/// The form that hands such cards in.
pub(crate) fn steppers<R: Island>(table: &Table<'_, R>, asked: &Steppers<'_, Bundle<R::Kind>>) -> Markup {
    let page = table.page;
    let (verb, owed) = (asked.verb, asked.owed);
    html! {
        form id=(verb) class="card decision" method="post" action=(page.act_address())
            data-sum=(owed) data-hand[asked.is_own] aria-labelledby={ (verb) "-title" } {
            (command_fields(page))
            input type="hidden" name="action" value=(verb);
            h2 id={ (verb) "-title" } { (asked.title) }
            p class="hint" { (asked.hint) }
            div class="steppers" {
                @for (kind, count) in counted::<R>(&asked.hand) { (stepper(table, verb, verb, kind, 0, count)) }
            }
            p id={ (verb) "-left" } class="left js-only" role="status" { span data-count="" { "0" } " / " (owed) }
            button type="submit" class="primary" aria-describedby={ (verb) "-left" } { (asked.button) }
        }
    }
}

/// Renders the choice of the player to rob.
pub(crate) fn victims<R: Island>(table: &Table<'_, R>, victims: &[(Seat, Action<R>)]) -> Markup {
    html! {
        section id="victims" class="card decision" aria-labelledby="victims-title" {
            h2 id="victims-title" { (msg!(table.words, "victims-title")) }
            (seat_choices(table, victims))
        }
    }
}

/// Renders opponents to choose from, with the sizes of their hands.
pub(crate) fn seat_choices<R: Island>(table: &Table<'_, R>, seats: &[(Seat, Action<R>)]) -> Markup {
    html! {
        ul class="choices" {
            @for &(seat, action) in seats {
                li {
                    (table.act(action, "choice", None, html! {
                        (icon(&format!("seat-{seat}")))
                        span { (table.name(seat)) }
                        span class="count" { (msg!(table.words, "cards-count", n = table.view.hand_len(seat))) }
                    }))
                }
            }
        }
    }
}

/// Kinds of cards to choose from.
pub(crate) fn kind_choices<R: Island>(table: &Table<'_, R>, kinds: &[(R::Kind, Action<R>)]) -> Markup {
    html! {
        ul class="choices" {
            @for &(kind, action) in kinds {
                li {
                    (table.act(action, "choice", None, html! {
                        (icon(&kind.to_string())) span { (table.kind(kind)) }
                    }))
                }
            }
        }
    }
}

/// Renders the reader's hand: each card can be given in trade; in words it opens the bank's exchanges for it.
pub(crate) fn hand<R: Island>(table: &Table<'_, R>) -> Markup {
    let w = table.words;
    let Some(you) = table.you else { return html! {} };
    let Some(hand) = table.view.hand(you).map(Bundle::from) else { return html! {} };
    let hand = html! {
        section id="hand" aria-labelledby="hand-title" data-key="h" tabindex="-1" {
            h2 id="hand-title" { (msg!(w, "hand")) " " span class="count" { (total::<R>(&hand)) } }
            ul class="hand" {
                @for (&kind, &count) in R::Kind::KINDS.iter().zip(hand.0.as_ref()) {
                    li class=(if count == 0 { "none" } else { "some" }) {
                        @if table.text { (hand_in_words(table, you, kind, count)) } @else { (panel::card(table, you, kind, count)) }
                    }
                }
            }
        }
    };
    part(table.page, "section", "hand", hand)
}

/// Cards of one kind in the hand.
fn hand_in_words<R: Island>(table: &Table<'_, R>, you: Seat, kind: R::Kind, count: u8) -> Markup {
    let w = table.words;
    html! {
        details class={ "tool res res-" (kind) } id={ "hand-" (kind) } name="tool" {
            summary { (card_face(table, you, kind, count)) }
            div class="pop" { (close_button(w)) (bank_for(table, you, kind)) }
        }
    }
}

/// Renders the bank's exchanges for cards of one kind: at the best rate, with the other rates folded away.
fn bank_for<R: Island>(table: &Table<'_, R>, you: Seat, kind: R::Kind) -> Markup {
    let w = table.words;
    let rate = table.view.rates(you, kind).best();
    let trade = |get: R::Kind| Action::MaritimeTrade { give: one_kind(kind, rate), get };
    let others = R::Kind::KINDS.iter().copied().filter(|&get| get != kind);
    // The same kind, where it may be taken (`CATAN-OPT-22`), comes behind the others.
    let legal: Vec<R::Kind> = others.chain([kind]).filter(|&get| table.may(trade(get))).collect();
    html! {
        h3 { (msg!(w, "bank-for", give = table.some(kind, rate))) }
        @if legal.is_empty() {
            (bank::takes(table, you, kind))
        } @else {
            ul class="choices" {
                @for get in legal {
                    li {
                        (table.act(trade(get), "choice", None, html! {
                            (icon(&get.to_string())) span { (table.some(get, 1)) }
                        }))
                    }
                }
            }
            (bank::other_rates(table, &[kind], &format!("rates-{kind}")))
        }
    }
}

/// The places where something can be done, as buttons; the client lights them on the board instead.
pub(crate) fn place_buttons<R: Island>(
    table: &Table<'_, R>,
    kind: &str,
    places: &[(String, Action<R>)],
) -> Markup {
    html! {
        ul class="places" data-piece=[places.first().and_then(|&(_, action)| piece(table, action))] {
            @for &(ref place, action) in places {
                li {
                    button type="submit" form="act" name="action" value=(action) data-action=(action)
                        data-place=(place) data-kind=(kind) data-label=[table.label(action)] {
                        span class="what" { (table.brief().place_of(action)) }
                        (fact_lines(table, action))
                    }
                }
            }
        }
    }
}

/// A tool that places something: it shows its price and the number of pieces left, and opens its places or the reason why there
/// are none.
pub(crate) struct Tool<'t, R: Island> {
    /// The verb of its action, and its id.
    pub(crate) verb: &'t str,
    /// The key that opens it.
    pub(crate) key: &'t str,
    /// Its sign.
    pub(crate) icon: String,
    /// Its label.
    pub(crate) name: String,
    /// The number of pieces left.
    pub(crate) left: u8,
    /// Its price.
    pub(crate) price: Bundle<R::Kind>,
    /// The places where it can be used.
    pub(crate) places: Vec<(String, Action<R>)>,
    /// The explanation if it can be used nowhere.
    pub(crate) nowhere: Markup,
}

/// The visible part of a tool.
#[derive(Hash)]
struct Face<'t, K> {
    verb: &'t str,
    key: &'t str,
    icon: &'t str,
    name: &'t str,
    left: u8,
    price: Vec<(K, u8)>,
}

/// Shows it.
pub(crate) fn tool<R: Island>(table: &Table<'_, R>, tool: &Tool<'_, R>) -> Markup {
    let face = Face {
        verb: tool.verb,
        key: tool.key,
        icon: &tool.icon,
        name: &tool.name,
        left: tool.left,
        price: counted::<R>(&tool.price).collect(),
    };
    let id = format!("build-{}", tool.verb);
    if tool.places.is_empty() {
        let inputs = (face, tool.nowhere.0.as_str());
        return made_of(table.page, ("details", &id), &inputs, |words, (face, nowhere), _| {
            unfolding::<R>(words, face, false, html! { h3 { (face.name) } (PreEscaped(nowhere)) })
        });
    }
    let places = html! {
        h3 { (msg!(table.words, "places-title", n = tool.places.len())) }
        (place_buttons(table, tool.verb, &tool.places))
    };
    part(table.page, "details", &id, unfolding::<R>(table.words, &face, true, places))
}

/// Renders a tool with what it opens.
fn unfolding<R: Island>(w: Words, face: &Face<'_, R::Kind>, ready: bool, what: Markup) -> Markup {
    html! {
        details class={ "tool build" @if ready { " ready" } @else { " off" } } id={ "build-" (face.verb) } name="tool"
            data-mode=[ready.then_some(face.verb)] {
            summary data-key=(face.key) {
                (icon(face.icon))
                span class="label" { (face.name) }
                span class="left" { span class="unseen" { (msg!(w, "pieces-left")) " " } (face.left) }
                (kinds_of_cards::<R>(w, &face.price))
            }
            div class="pop" { (close_button(w)) (what) }
        }
    }
}

/// Explains why something cannot be done anywhere: with the rules' answer for the likeliest place; if there is no place, with the
/// timing if that is the reason (not the reader's turn, dice first); or else with `otherwise`.
pub(crate) fn nowhere<R: Island>(
    table: &Table<'_, R>,
    likeliest: Option<Action<R>>,
    any: Option<Action<R>>,
    is_moment: impl Fn(&Illegal<R>) -> bool,
    otherwise: Markup,
) -> Markup {
    let why = refused(table, likeliest.into_iter())
        .or_else(|| refused(table, any.into_iter()).filter(|why| is_moment(why)));
    match why {
        Some(why) => table.why(&why),
        None => html! { p class="why" { (otherwise) } },
    }
}
