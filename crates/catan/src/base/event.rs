//! What only base Catan tells.

use crate::Die;
use crate::base::DevelopmentCard;
use crate::vocabulary;
use game::{Seat, Viewer};

/// What only base Catan tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum OwnEvent {
    /// Production dice.
    Rolled { seat: Seat, dice: (Die, Die) },
    /// A development card was bought; which one only the buyer knows.
    BoughtCard { seat: Seat, card: Option<DevelopmentCard> },
    /// A development card was played.
    PlayedCard { seat: Seat, card: DevelopmentCard },
    /// The Largest Army card went to a seat; `from` had it before.
    LargestArmy { holder: Seat, from: Option<Seat>, knights: u8 },
}

impl vocabulary::OwnEvent for OwnEvent {
    /// Which card was bought only the buyer knows (`CATAN-INFO-8`).
    fn redact(self, viewer: Viewer) -> OwnEvent {
        match self {
            OwnEvent::BoughtCard { seat, .. } if !viewer.sees(seat) => {
                OwnEvent::BoughtCard { seat, card: None }
            }
            open => open,
        }
    }
}
