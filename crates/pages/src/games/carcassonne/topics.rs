//! The topics that matter to the reader now.

use super::table::{Table, TileGame};
use super::words::kind_of;
use crate::words::Topic;
use ::carcassonne::{Action, Figure, Phase, Place, SegmentKind};

/// Returns the topics that matter now, the most urgent one first.
pub(crate) fn topics<R: TileGame>(table: &Table<'_, R>) -> Vec<Topic> {
    let Some(you) = table.you else { return Vec::new() };
    let mut topics = Vec::new();
    let deploys = |wanted: Figure| {
        table.legal.iter().any(|action| matches!(action, Action::Deploy { figure, .. } if *figure == wanted))
    };
    let on_field = |action: &Action| match (*action, table.view.phase()) {
        (Action::Deploy { figure: Figure::Follower, segment }, Phase::Deploying { cell }) => {
            kind_of(Place { cell, segment }) == SegmentKind::Field
        }
        _ => false,
    };
    let mut matters = |topic, now: bool| {
        if now {
            topics.push(topic);
        }
    };
    let is_yours = !table.legal.is_empty();
    matters(Topic::SecondTile, table.view.phase() == Phase::OfferingSecond && is_yours);
    matters(Topic::Settling, table.view.phase() == Phase::Settling && is_yours);
    matters(Topic::Figure, deploys(Figure::Follower));
    matters(Topic::Builder, deploys(Figure::Builder));
    matters(Topic::Pig, deploys(Figure::Pig));
    matters(Topic::Fields, table.legal.iter().any(on_field));
    matters(Topic::Goods, table.extras.goods.is_some_and(|goods| goods[you] != Default::default()));
    // They begin in one column, and matter once one of them has gone.
    let apart = table.extras.surveyors.is_some_and(|[west, east]| west != east);
    matters(Topic::Surveyors, apart && is_yours);
    topics
}
