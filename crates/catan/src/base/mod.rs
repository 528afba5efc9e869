//! Base Catan: what distinguishes it from the other game on the island, development cards above all.

mod action;
mod cards;
mod check;
mod development;
mod event;
mod from_view;
mod illegal;
mod play;
mod production;
mod state;
mod view;

pub use action::{OwnAction, OwnChance, OwnChanceKind};
pub use cards::DevelopmentCard;
pub(crate) use cards::PLAYABLE;
pub use event::OwnEvent;
pub(crate) use from_view::setup_of_view;
pub use illegal::{Decision, OwnIllegal};
pub use play::BEGINNER_POSITIONS;
pub use state::{Catan, Development, Points};
pub use view::Guess;

use crate::seats::{PerSeat, SEATS, SeatValue};
use crate::vocabulary::{Clauses, Vocabulary};
use crate::{BaseMap, Options, Resource};

/// The rules of base Catan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Base;

impl Vocabulary for Base {
    type Map = BaseMap;
    const SEATS: usize = SEATS;
    type PerSeat<T: SeatValue> = PerSeat<T>;
    type Kind = Resource;
    type Options = Options;
    type Own = Development;
    type OwnAction = OwnAction;
    type OwnChance = OwnChance;
    type OwnChanceKind = OwnChanceKind;
    type OwnEvent = OwnEvent;
    type OwnPhase = OwnPhase;
    type Cause = ();
    type OwnIllegal = OwnIllegal;
    type Decision = Decision;
    const CLAUSES: Clauses = illegal::CLAUSES;
}

/// A phase that only base Catan has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnPhase {
    /// A development card was paid for; nature is due.
    BuyingCard,
}
