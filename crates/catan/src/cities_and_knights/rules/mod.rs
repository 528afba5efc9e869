//! The rules of Cities & Knights, one file a topic.

pub(crate) mod founding;
pub(crate) mod building;
pub(crate) mod knights;
pub(crate) mod longest_road;
pub(crate) mod improvements;
pub(crate) mod dice;
pub(crate) mod barbarians;
pub(crate) mod production;
pub(crate) mod robber;
pub(crate) mod trade;
pub(crate) mod progress;
pub(crate) mod science;
pub(crate) mod politics;
pub(crate) mod commerce;
pub(crate) mod turn;
