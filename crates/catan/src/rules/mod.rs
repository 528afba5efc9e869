//! The rules, one topic a file. Every rule has one home here; every trigger calls it.

use crate::Kind;
use crate::action::{OwnAction, OwnText};
use std::fmt::Debug;
use std::hash::Hash;

/// What distinguishes the games on the island.
pub trait Rules: Copy + Ord + Hash + Debug + Default + 'static {
    /// The kinds of hand cards.
    type Kind: Kind;
    /// Actions that only this game has.
    type OwnAction: OwnAction;
    /// Outcomes of nature that only this game has.
    type OwnChance: OwnText;
    /// Kinds of them.
    type OwnChanceKind: OwnText;
}

pub mod founding;
pub mod turn;
pub mod production;
pub mod robber;
pub mod trade;
pub mod building;
pub mod development;
pub mod longest_road;
