//! A view of Catan as a picture.

use crate::model::{LogEvent, LogLine};
use ::catan::event::Place;
use ::catan::{Event, View};
use ::draw::CatanPicture;
use ::draw::catan::Mark;

/// Returns the picture of the board of `view`, with the latest changes in `log` marked.
#[must_use]
pub fn picture(view: &View<'_>, log: &[LogLine<Event>]) -> CatanPicture {
    let mut picture = CatanPicture { marks: marks(log), ..CatanPicture::from_view(view) };
    // A piece that was taken back is not there to be marked.
    let (roads, settlements, cities) = (picture.roads, picture.settlements, picture.cities);
    picture.marks.retain(|mark| match *mark {
        Mark::Path(edge) => roads.0.iter().any(|set| set.contains(edge)),
        Mark::Intersection(vertex) => settlements.0.iter().chain(&cities.0).any(|set| set.contains(vertex)),
        Mark::Robber { to, .. } => to == view.robber(),
        Mark::Hex(_) | Mark::Knight { .. } | Mark::Ship => true,
    });
    picture
}

/// Returns marks for everything placed or moved in the current turn, or else in the one before it.
fn marks(log: &[LogLine<Event>]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for line in log.iter().rev() {
        let LogEvent::Game(event) = line.what else { continue };
        match event {
            Event::MovedRobber { from, to, .. } => marks.push(Mark::Robber { from, to }),
            Event::TurnEnded { .. } if !marks.is_empty() => break,
            // The set-up has no turns: the last pair of pieces is enough.
            Event::BuiltSettlement { paid: false, .. } if !marks.is_empty() => {
                marks.extend(mark(event));
                break;
            }
            other => marks.extend(mark(other)),
        }
    }
    marks
}

fn mark(event: Event) -> Option<Mark> {
    match event.placed()? {
        (_, _, Place::Edge(edge)) => Some(Mark::Path(edge)),
        (_, _, Place::Vertex(vertex)) => Some(Mark::Intersection(vertex)),
    }
}

/// Whether a picture marks an event, and whether a turn ends with it.
pub(crate) fn traces(event: &Event) -> (bool, bool) {
    let marks = event.placed().is_some() || matches!(event, Event::MovedRobber { .. });
    (marks, matches!(event, Event::TurnEnded { .. }))
}
