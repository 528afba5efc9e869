//! The rules of Cities & Knights, one file a topic: what is refused, what is listed and what is done, side by side and each
//! without looking at the others.

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
