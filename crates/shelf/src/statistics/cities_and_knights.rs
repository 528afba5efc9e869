//! What is counted in Cities & Knights.

use super::{Counted, Reason, Tally, Wares};
use ::catan::CitiesAndKnights;
use ::catan::cities_and_knights::{Event, Hand, OwnEvent};
use game::{Seat, Viewer};

impl Counted for CitiesAndKnights {
    const DICE: bool = true;

    fn hand(&self, seat: Seat) -> u32 {
        self.view(Viewer::Spectator).hand_len(seat)
    }

    fn count(event: &Event, tally: &mut Tally<'_>) {
        match *event {
            Event::Own(OwnEvent::Rolled { red, other, .. }) => tally.rolled(red + other),
            Event::StartingCards { seat, cards } => tally.gains(seat, Reason::Start, cards.len()),
            Event::Produced { cards } => {
                for (seat, cards) in cards.iter() {
                    tally.gains(seat, Reason::Production, cards.len());
                }
            }
            Event::Own(OwnEvent::TookByAqueduct { seat, .. }) => tally.gains(seat, Reason::Production, 1),
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
            Event::Own(OwnEvent::Gave { from, to, count, .. }) => {
                tally.passes(from, to, Reason::Cards, count.into());
            }
            Event::Own(OwnEvent::Forced { seat, victim, exchanged: true, .. }) => {
                tally.passes(seat, victim, Reason::Cards, 1);
                tally.passes(victim, seat, Reason::Cards, 1);
            }
            Event::TradedWithSupply { seat, give, get } => {
                tally.trades(seat, None, kinds(give), Wares::from_iter([(get, 1)]));
            }
            Event::Traded { active, partner, gave, got } => {
                tally.trades(active, Some(partner), kinds(gave), kinds(got));
            }
            _ => {}
        }
    }
}

fn kinds(cards: Hand) -> Wares {
    cards.kinds().map(|kind| (kind, cards.count(kind))).collect()
}
