//! A view of Catan as a picture.

use crate::model::{Happened, LogLine};
use crate::say;
use crate::words::{PlaceNames, Reader, Theme, Words};
use ::catan::event::Place;
use ::catan::{Event, View};
use ::draw::catan::Mark;
use ::draw::shown::Shown;
use ::draw::{CatanPicture, Purpose, Style};

/// What is to be seen: the board of `view`, with what happened last in `log` marked.
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

/// What was placed or moved in the turn that goes on, or else in the one before it.
fn marks(log: &[LogLine<Event>]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for line in log.iter().rev() {
        let Happened::Game(event) = line.what else { continue };
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

/// The board as SVG for a page of this reader: without its style sheet, which the page links to.
#[must_use]
pub fn svg(view: &View<'_>, log: &[LogLine<Event>], reader: &Reader, shown: &Shown<'_>) -> String {
    ::draw::catan_svg_after(&picture(view, log), &style(reader), shown)
}

/// How the island is drawn in a page of this reader.
pub(crate) fn style(reader: &Reader) -> Style {
    let words = Words::new(reader.lang);
    Style {
        // The page's own attribute decides, so that a change of theme needs no new picture.
        theme: ::draw::Theme::Auto,
        coordinates: reader.settings.names == PlaceNames::On,
        words: ::draw::Words {
            title: say!(words, "board-title"),
            description: say!(words, "board-description"),
        },
        purpose: Purpose::Table,
        embed_css: false,
        ..Style::default()
    }
}

/// The theme in which a picture of its own (`board/{seq}.svg`) is drawn for this reader.
impl From<Theme> for ::draw::Theme {
    fn from(theme: Theme) -> ::draw::Theme {
        match theme {
            Theme::Auto => ::draw::Theme::Auto,
            Theme::Light => ::draw::Theme::Light,
            Theme::Dark => ::draw::Theme::Dark,
        }
    }
}
