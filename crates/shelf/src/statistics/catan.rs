//! What is counted in Catan.

use super::{Counted, Reason, Tally, Wares};
use ::catan::{Cards, Catan, Event, OwnEvent};
use game::{Seat, Viewer};

impl Counted for Catan {
    const DICE: bool = true;

    fn hand(&self, seat: Seat) -> u32 {
        self.view(Viewer::Spectator).hand_len(seat)
    }

    fn count(event: &Event, tally: &mut Tally<'_>) {
        match *event {
            Event::Own(OwnEvent::Rolled { dice, .. }) => tally.rolled(dice.0 + dice.1),
            Event::StartingCards { seat, cards } => tally.gains(seat, Reason::Start, cards.len()),
            Event::Produced { cards } => {
                for (seat, cards) in cards.iter() {
                    tally.gains(seat, Reason::Production, cards.len());
                }
            }
            Event::Discarded { cards } => {
                for (seat, cards) in cards.iter() {
                    tally.loses(seat, Reason::Discards, cards.len());
                }
            }
            Event::Stole { thief, victim, .. } => tally.passes(victim, thief, Reason::Robbery, 1),
            Event::TookFromSupply { seat, cards } => tally.gains(seat, Reason::Cards, cards.len()),
            Event::Monopolized { seat, counts, .. } => {
                for (victim, &count) in counts.iter() {
                    tally.passes(victim, seat, Reason::Cards, count.into());
                }
            }
            Event::TradedWithSupply { seat, give, get } => {
                tally.trades(seat, None, kinds(give), Wares::from_iter([(get.into(), 1)]));
            }
            Event::Traded { active, partner, gave, got } => {
                tally.trades(active, Some(partner), kinds(gave), kinds(got));
            }
            _ => {}
        }
    }
}

fn kinds(cards: Cards) -> Wares {
    cards.kinds().map(|kind| (kind.into(), cards.count(kind))).collect()
}
