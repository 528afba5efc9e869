//! A view of Cities & Knights as a picture.

use crate::model::{LogEvent, LogLine};
use ::catan::VertexId;
use ::catan::cities_and_knights::{Event, OwnEvent, View};
use ::draw::CatanPicture;
use ::draw::catan::{Changes as _, Mark};

/// Returns the picture of the board of `view`, with the latest changes in `log` marked.
#[must_use]
pub fn picture(view: &View<'_>, log: &[LogLine<Event>]) -> CatanPicture {
    let mut picture = CatanPicture::from_view(view);
    picture.marks = marks(&picture, log);
    // A piece that was taken back, or went on since, is not there to be marked.
    let (roads, settlements, cities) = (picture.roads, picture.settlements, picture.cities);
    let standing = |vertex: VertexId| {
        settlements.0.iter().chain(&cities.0).any(|set| set.contains(vertex))
            || view.knight_at(vertex).is_some()
    };
    picture.marks.retain(|mark| match *mark {
        Mark::Path(edge) => roads.0.iter().any(|set| set.contains(edge)),
        Mark::Intersection(vertex) | Mark::Knight { to: vertex, .. } => standing(vertex),
        Mark::Robber { to, .. } => to == view.robber(),
        Mark::Hex(_) | Mark::Ship => true,
    });
    picture
}

/// Returns marks for everything placed or moved in the current turn, or else in the one before it.
fn marks(picture: &CatanPicture, log: &[LogLine<Event>]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for line in log.iter().rev() {
        let LogEvent::Game(event) = line.what else { continue };
        match event {
            Event::TurnEnded { .. } if !marks.is_empty() => break,
            // The set-up has no turns: the last pair of pieces is enough.
            Event::BuiltSettlement { paid: false, .. } | Event::BuiltCity { paid: false, .. }
                if !marks.is_empty() =>
            {
                marks.extend(event.marks(picture));
                break;
            }
            // What a roll gives is told by the dice and the log.
            Event::Own(OwnEvent::Rolled { .. }) => {}
            other => marks.extend(other.marks(picture)),
        }
    }
    marks
}

/// Whether a picture marks an event, and whether a turn ends with it.
pub(crate) fn traces(event: &Event) -> (bool, bool) {
    // What a roll gives is no mark, and what else is one does not depend on the picture.
    let marks = !matches!(event, Event::Own(OwnEvent::Rolled { .. }))
        && !event.marks(&CatanPicture::default()).is_empty();
    (marks, matches!(event, Event::TurnEnded { .. }))
}
