//! The rules of Cities & Knights, one file a topic.

pub(crate) mod building;
pub(crate) mod knights;
pub(crate) mod improvements;
pub(crate) mod dice;
pub(crate) mod barbarians;
pub(crate) mod production;
pub(crate) mod progress;
pub(crate) mod science;
pub(crate) mod politics;
pub(crate) mod commerce;
pub(crate) mod turn;
