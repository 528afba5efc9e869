//! Card counting in base Catan, by every card that changes hands openly.

use crate::deal::{HiddenCards, KnownCards};
use catan::{Cards, Catan, DevelopmentCard, Event, OwnEvent, Resource, SEATS};
use game::{Seat, Viewer};

/// The resource cards that each seat holds for certain, as far as one of them could see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CatanKnowledge {
    pub(crate) certain: KnownCards<5, SEATS>,
}

impl CatanKnowledge {
    /// Returns the number of cards of each kind that a seat holds for certain, as far as this counter has seen.
    #[must_use]
    pub fn certain(&self, seat: Seat) -> [u8; 5] {
        self.certain.0.get(seat.index()).copied().unwrap_or_default()
    }

    pub(super) fn hear(&mut self, event: &Event) {
        let certain = &mut self.certain;
        let mut pay = |seat: Seat, cards: Cards| certain.lose(seat.index(), cards.counts());
        match *event {
            Event::LaidOut { .. } => *self = CatanKnowledge::default(),
            Event::StartingCards { seat, cards } | Event::TookFromSupply { seat, cards } => {
                certain.gain(seat.index(), cards.counts());
            }
            Event::Produced { cards } => {
                for (seat, cards) in cards.iter() {
                    certain.gain(seat.index(), cards.counts());
                }
            }
            Event::Discarded { cards } => {
                for (seat, cards) in cards.iter() {
                    certain.lose(seat.index(), cards.counts());
                }
            }
            Event::BuiltRoad { seat, paid: true, .. } => pay(seat, Cards::ROAD),
            Event::BuiltSettlement { seat, paid: true, .. } => pay(seat, Cards::SETTLEMENT),
            Event::BuiltCity { seat, .. } => pay(seat, Cards::CITY),
            Event::Own(OwnEvent::BoughtCard { seat, .. }) => pay(seat, Cards::DEVELOPMENT),
            Event::TradedWithSupply { seat, give, get } => {
                pay(seat, give);
                certain.gain(seat.index(), Cards::of(get, 1).counts());
            }
            Event::Traded { active, partner, gave, got } => {
                pay(active, gave);
                pay(partner, got);
                certain.gain(active.index(), got.counts());
                certain.gain(partner.index(), gave.counts());
            }
            Event::Monopolized { seat, kind, counts } => {
                let mut all = 0;
                for (other, &count) in counts.iter().filter(|&(other, _)| other != seat) {
                    certain.0[other.index()][kind.index()] = 0;
                    all += count;
                }
                certain.gain(seat.index(), Cards::of(kind, all).counts());
            }
            Event::Stole { thief, victim, card: Some(kind) } => {
                pay(victim, Cards::of(kind, 1));
                certain.gain(thief.index(), Cards::of(kind, 1).counts());
            }
            Event::Stole { victim, card: None, .. } => certain.lose_unseen(victim.index(), 1, 0..5),
            _ => {}
        }
    }

    /// The resource cards that the viewer does not see, with what is certain of them.
    #[inline]
    pub(super) fn hidden(&self, game: &Catan, viewer: Viewer) -> HiddenCards<5, SEATS> {
        let view = game.view(viewer);
        let mut seen = view.supply();
        let mut lens = [0; SEATS];
        let mut certain = self.certain;
        for seat in Seat::first(view.seats()) {
            match view.hand(seat) {
                Some(hand) => {
                    seen += hand;
                    certain.0[seat.index()] = [0; 5];
                }
                None => lens[seat.index()] = view.hand_len(seat),
            }
        }
        let unseen = Resource::ALL.map(|kind| u32::from(Resource::CARDS.saturating_sub(seen.count(kind))));
        HiddenCards::new(unseen, lens, &certain)
    }

    /// Development cards by kind that the viewer does not see: in the deck, or face down before the others.
    #[inline]
    pub(super) fn unseen_development(game: &Catan, viewer: Viewer) -> [u32; 5] {
        let view = game.view(viewer);
        let mut unseen = DevelopmentCard::BOX;
        let own = Seat::first(view.seats()).filter_map(|seat| view.development(seat));
        for seen in own.chain([view.played()]) {
            unseen.iter_mut().zip(seen).for_each(|(left, count)| *left -= count);
        }
        unseen.map(u32::from)
    }
}
