//! What keeps an exchange from being sent: the reasons, of which the client shows the first that holds beside the button.

use super::panel::{Cards, Talk, sample};
use super::table::{Island, Table};
use crate::parts::clause::clause_link;
use crate::words::say;
use ::catan::illegal::Illegal;
use game::Seat;
use maud::{Markup, html};

/// The id of the reasons, for the button that they describe.
pub(super) fn id<R: Island>(talk: &Talk<R>) -> String {
    format!("{}-why", talk.verb)
}

/// All reasons against an exchange that can be put together in a form, hidden until the client shows the one that holds. What is
/// merely not chosen yet is a hint; what the rules forbid has its clause.
pub(super) fn obstacles<R: Island>(
    table: &Table<'_, R>,
    you: Seat,
    hand: Cards<R>,
    talk: &Talk<R>,
) -> Markup {
    let w = table.words;
    html! {
        div id=(id(talk)) class="obstacles js-only" {
            p class="hint" data-obstacle="sides" hidden { (say!(w, "trade-lacks-sides")) }
            p class="hint" data-obstacle="give" hidden { (say!(w, "trade-lacks-give")) }
            p class="hint" data-obstacle="want" hidden { (say!(w, "trade-lacks-want")) }
            @if let Some((obstacle, key, clause)) = both_sides(table, you, hand, talk) {
                p class="why" data-obstacle=(obstacle) hidden { (say!(w, key)) " " (clause_link(w, clause)) }
            }
            p class="why" data-obstacle="many" hidden { (say!(w, "trade-too-many")) }
            @if talk.verb == "offer" {
                p class="hint" data-obstacle="to" hidden { (say!(w, "trade-lacks-addressees")) }
            }
        }
    }
}

/// What the rules say where a kind is on both sides: `both` where any such exchange is refused, `alone` where only that of a kind
/// for itself is. With the words for it and the clause.
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
