//! The trade messages open to the reader (an offer, a counter-offer or a proposal) and the obstacles to sending one. The form
//! contains every obstacle, and the client shows the first that applies beside the button.

use super::cards::one_kind;
use super::table::{Island, Table, counted};
use crate::parts::clause::clause_link;
use crate::words::msg;
use ::catan::action::Action;
use ::catan::illegal::Illegal;
use ::catan::{Bundle, Kind, Vocabulary};
use game::Seat;
use maud::{Markup, html};

/// Cards of the kinds that a game has.
pub(super) type Cards<R> = Bundle<<R as Vocabulary>::Kind>;

/// The trade message open to the reader now.
pub(super) struct Talk<R: Island> {
    /// `offer`, `counter` or `propose`.
    pub(super) verb: &'static str,
    /// The preselected cards: those of the offer being answered, if any.
    pub(super) give: Cards<R>,
    pub(super) want: Cards<R>,
    /// The reason if no message can be sent.
    pub(super) why: Option<Illegal<R>>,
}

impl<R: Island> Talk<R> {
    pub(super) fn of(table: &Table<'_, R>, you: Seat, hand: Cards<R>) -> Talk<R> {
        let none = Bundle::default();
        let (verb, give, want) = match table.view.offer() {
            _ if table.is_yours() => ("offer", none, none),
            Some((offer, to)) if to.contains(you) => ("counter", offer.want, offer.give),
            _ => ("propose", none, none),
        };
        Talk::saying(table, you, hand, verb, (give, want))
    }

    /// An offer, a counter-offer or a proposal.
    pub(super) fn saying(
        table: &Table<'_, R>,
        you: Seat,
        hand: Cards<R>,
        verb: &'static str,
        (give, want): (Cards<R>, Cards<R>),
    ) -> Talk<R> {
        let mut talk = Talk { verb, give, want, why: None };
        // Whether trade is possible at all now, asked with one card of the hand for one it may lack.
        talk.why = sample::<R>(hand).and_then(|(give, want)| talk.check(table, you, give, want));
        talk
    }

    /// Returns the rule that forbids sending this exchange, if any.
    pub(super) fn check(
        &self,
        table: &Table<'_, R>,
        you: Seat,
        give: Cards<R>,
        want: Cards<R>,
    ) -> Option<Illegal<R>> {
        let action = match self.verb {
            "offer" => Action::Offer { give, want, to: table.seats().filter(|&seat| seat != you).collect() },
            "counter" => Action::CounterOffer { give, want },
            _ => Action::Propose { give, want },
        };
        table.check(action).err()
    }

    pub(super) fn title(&self, table: &Table<'_, R>) -> String {
        match self.verb {
            "offer" => msg!(table.words, "trade-offer-title"),
            "counter" => msg!(table.words, "counter"),
            _ => msg!(table.words, "trade-propose-title", name = table.name(table.active())),
        }
    }

    /// The button that sends the exchange.
    pub(super) fn send(&self, table: &Table<'_, R>) -> Markup {
        let text = match self.verb {
            "offer" => msg!(table.words, "trade-offer-button"),
            "counter" => msg!(table.words, "trade-counter-button"),
            _ => msg!(table.words, "trade-propose-button"),
        };
        html! { button type="submit" class="primary" aria-describedby=(id(self)) { (text) } }
    }
}

/// The id of the reasons, for the button that they describe.
pub(super) fn id<R: Island>(talk: &Talk<R>) -> String {
    format!("{}-why", talk.verb)
}

/// Renders all obstacles to an exchange that a form can compose, hidden until the client shows the one that applies. A choice not
/// yet made is a hint; a refusal by the rules has its clause.
pub(super) fn obstacles<R: Island>(
    table: &Table<'_, R>,
    you: Seat,
    hand: Cards<R>,
    talk: &Talk<R>,
) -> Markup {
    let w = table.words;
    html! {
        div id=(id(talk)) class="obstacles js-only" {
            p class="hint" data-obstacle="sides" hidden { (msg!(w, "trade-lacks-sides")) }
            p class="hint" data-obstacle="give" hidden { (msg!(w, "trade-lacks-give")) }
            p class="hint" data-obstacle="want" hidden { (msg!(w, "trade-lacks-want")) }
            @if let Some((obstacle, key, clause)) = both_sides(table, you, hand, talk) {
                p class="why" data-obstacle=(obstacle) hidden { (msg!(w, key)) " " (clause_link(w, clause)) }
            }
            p class="why" data-obstacle="many" hidden { (msg!(w, "trade-too-many")) }
            @if talk.verb == "offer" {
                p class="hint" data-obstacle="to" hidden { (msg!(w, "trade-lacks-addressees")) }
            }
        }
    }
}

/// Returns the obstacle for a kind on both sides: `both` if the rules refuse every such exchange, `alone` if they refuse only
/// that of a kind for itself. The message key and the clause follow.
fn both_sides<R: Island>(
    table: &Table<'_, R>,
    you: Seat,
    hand: Cards<R>,
    talk: &Talk<R>,
) -> Option<(&'static str, &'static str, &'static str)> {
    let (give, other) = sample::<R>(hand)?;
    let mut mixed = give;
    for (count, &more) in mixed.0.as_mut().iter_mut().zip(other.0.as_ref()) {
        *count += more;
    }
    let clause = |want| match talk.check(table, you, give, want) {
        Some(why @ Illegal::KindOnBothSides { .. }) => Some(why.clause()),
        _ => None,
    };
    let any = clause(mixed).map(|clause| ("both", "trade-both-sides", clause));
    any.or_else(|| clause(give).map(|clause| ("alone", "trade-same-kind", clause)))
}

/// One card of the hand for one of another kind.
pub(crate) fn sample<R: Island>(hand: Cards<R>) -> Option<(Cards<R>, Cards<R>)> {
    let (give, _) = counted::<R>(&hand).next()?;
    let want = R::Kind::KINDS.iter().copied().find(|&kind| kind != give)?;
    Some((one_kind(give, 1), one_kind(want, 1)))
}
