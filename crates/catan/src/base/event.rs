//! Events that only base Catan has.

use crate::base::DevelopmentCard;
use crate::vocabulary;
use crate::{Die, SEATS};
use game::{Seat, Viewer};

game::events! {
    /// An event that only base Catan has.
    pub enum OwnEvent for SEATS seats {
        /// Production dice.
        Rolled { seat: Seat, dice: (Die, Die) },
        /// A development card was bought; which one only the buyer knows.
        BoughtCard { seat: Seat, card: Option<DevelopmentCard> },
        /// A development card was played.
        PlayedCard { seat: Seat, card: DevelopmentCard },
        /// The Largest Army card went to a seat; `from` had it before.
        LargestArmy { holder: Seat, from: Option<Seat>, knights: u8 [0..=14] },
    }
}

game::event_fields!(DevelopmentCard);

impl vocabulary::OwnEvent for OwnEvent {
    /// Hides which card was bought from everybody but the buyer (`CATAN-INFO-8`).
    fn redact(self, viewer: Viewer) -> OwnEvent {
        match self {
            OwnEvent::BoughtCard { seat, .. } if !viewer.sees(seat) => {
                OwnEvent::BoughtCard { seat, card: None }
            }
            open => open,
        }
    }
}
