//! The animations and highlights for events of the tile-laying games.

use crate::model::{Chip, Cues, LogEvent, LogLine, SUPPLY};
use ::carcassonne::{Event, Good, Place, SegmentKind};

/// From how many points on a score matters to everybody.
const MANY_POINTS: u16 = 10;

/// Returns the cues for an event, given the log lines before it.
pub(crate) fn cues(earlier: &[LogLine<Event>], event: &Event) -> Cues {
    let mut cues = Cues::default();
    match *event {
        Event::Placed { cell, .. } => cues.slide(cell),
        Event::Deployed { place, .. } => cues.come(place),
        Event::Completed { place, .. } => cues.light(place),
        Event::Scored { place, seats, points, .. } | Event::PlainScored { place, seats, animals: points } => {
            cues.light(place);
            seats.into_iter().for_each(|seat| cues.score(place, seat, points));
        }
        Event::FieldScored { seat, place, points, .. } => {
            cues.light(place);
            cues.score(place, seat, points);
        }
        Event::GoodsScored { seat, points, .. } | Event::ExtraPoints { seat, points } => {
            cues.score("", seat, points);
        }
        Event::Returned { seat, place, .. } | Event::SettlerRemoved { seat, place } => cues.go(place, seat),
        Event::TookGoods { seat, wine, grain, cloth } => {
            let city = completed_city(earlier);
            for (good, count) in [(Good::Wine, wine), (Good::Grain, grain), (Good::Cloth, cloth)] {
                let sign = format_args!("good-{}", good.name());
                match city {
                    Some(city) => cues.fly(city, Chip(seat), sign, count.into()),
                    None => cues.fly(SUPPLY, Chip(seat), sign, count.into()),
                }
            }
        }
        Event::TookSecond { seat, .. } => cues.again(seat),
        Event::SurveyorMoved { to, .. } => cues.come(format_args!("surveyor-{to}")),
        Event::Over { outcome } => outcome.winners.into_iter().for_each(|seat| cues.win(seat)),
        Event::Starts { .. }
        | Event::Drew { .. }
        | Event::Removed { .. }
        | Event::Passed { .. }
        | Event::DeclinedSecond { .. }
        | Event::SurveyorStayed { .. }
        | Event::TurnEnded { .. } => {}
    }
    cues
}

/// The city that was completed just before.
fn completed_city(earlier: &[LogLine<Event>]) -> Option<Place> {
    earlier.iter().rev().find_map(|line| match line.what {
        LogEvent::Game(
            Event::Completed { kind: SegmentKind::City, place }
            | Event::Scored { kind: SegmentKind::City, place, .. },
        ) => Some(place),
        _ => None,
    })
}

/// Whether an event matters to everybody.
pub(crate) fn matters(event: &Event) -> bool {
    match *event {
        Event::Scored { points, completed: true, .. } => points >= MANY_POINTS,
        Event::Removed { .. }
        | Event::TookSecond { .. }
        | Event::SettlerRemoved { .. }
        | Event::Over { .. } => true,
        _ => false,
    }
}
