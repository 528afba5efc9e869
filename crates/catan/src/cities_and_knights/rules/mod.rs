//! The rules of Cities & Knights, one file a topic: refusing, listing and playing actions, side by side and each independent of
//! the others.

pub(crate) mod turn;
pub(crate) mod dice;
pub(crate) mod production;
pub(crate) mod barbarians;
pub(crate) mod building;
pub(crate) mod walls;
pub(crate) mod knights;
pub(crate) mod improvements;
pub(crate) mod metropolises;
pub(crate) mod trade;
pub(crate) mod merchant;
pub(crate) mod progress;
pub(crate) mod science;
pub(crate) mod politics;
pub(crate) mod commerce;
