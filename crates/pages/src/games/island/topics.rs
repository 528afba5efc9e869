//! The topics that matter to the reader now, on any island.

use super::table::{Island, Table};
use crate::words::Topic;
use ::catan::phase::Phase;

/// Returns the topics of both games that matter now, the most urgent one first. `owes` says whether the reader has cards to give
/// back.
pub(crate) fn topics<R: Island>(table: &Table<'_, R>, owes: bool) -> Vec<Topic> {
    let Some(you) = table.you else { return Vec::new() };
    let mut topics = Vec::new();
    let view = &table.view;
    if owes {
        topics.push(Topic::Seven);
    }
    if table.is_yours() && matches!(view.phase(), Phase::MovingRobber { .. }) {
        topics.push(Topic::Robber);
    }
    if table.is_offered(you) {
        topics.push(Topic::Offer);
    }
    let own = view.settlements(you) | view.cities(you);
    let is_at_harbour =
        |layout: &::catan::Layout| own.into_iter().any(|vertex| layout.harbour_at(vertex).is_some());
    if table.is_yours() && matches!(view.phase(), Phase::Building) && view.layout().is_some_and(is_at_harbour)
    {
        topics.push(Topic::Harbour);
    }
    topics
}
