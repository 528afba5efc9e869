//! The rules, one topic a file. Every rule has one home here; every trigger calls it.

use crate::Kind;
use crate::action::{OwnAction, OwnText};
use crate::event::OwnEvent;
use crate::illegal::{Clause, Illegal, OwnIllegal};
use crate::options::CommonOptions;
use std::fmt::{Debug, Display};
use std::hash::Hash;

/// What distinguishes the games on the island.
pub trait Rules: Copy + Ord + Hash + Debug + Default + 'static {
    /// The kinds of hand cards.
    type Kind: Kind;
    /// The rule switches.
    type Options: CommonOptions;
    /// What the game keeps beside the common things.
    type Own: Copy + Eq + Debug;
    /// Actions that only this game has.
    type OwnAction: OwnAction;
    /// Outcomes of nature that only this game has.
    type OwnChance: OwnText;
    /// Kinds of them.
    type OwnChanceKind: OwnText;
    /// Events that only this game has.
    type OwnEvent: OwnEvent;
    /// Phases that only this game has.
    type OwnPhase: Copy + Eq + Debug;
    /// Why the robber moves.
    type Cause: Copy + Eq + Debug + Default;
    /// Refusals that only this game has.
    type OwnIllegal: OwnIllegal;
    /// What can be open and must be decided first, as in "first the robber must be moved".
    type Decision: Copy + Eq + Debug + Display;
    /// The clause behind a refusal, where this game has its own.
    #[must_use]
    fn clause(_: &Illegal<Self>) -> Option<Clause> {
        None
    }
    /// What it keeps when a new game begins.
    fn own(options: &Self::Options) -> Self::Own;
    /// Whether the second building of the set-up phase is a city.
    const SECOND_IS_CITY: bool;
    /// Whether everybody sees all points.
    const POINTS_ARE_OPEN: bool;
}

pub mod founding;
pub mod turn;
pub mod production;
pub mod robber;
pub mod trade;
pub mod building;
pub mod development;
pub mod longest_road;
