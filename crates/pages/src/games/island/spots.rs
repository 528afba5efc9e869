//! The places on the picture of the island that events change.

use crate::parts::pins::Spot;
use ::draw::CatanPicture;
use ::draw::catan::{Changes, Mark, geometry};

/// Returns the place that an event has changed, if it changed one.
pub(crate) fn spot(event: &impl Changes) -> Option<Spot> {
    let at = match *event.marks(&CatanPicture::default()).last()? {
        Mark::Path(edge) => geometry::path(edge),
        Mark::Intersection(vertex) | Mark::Knight { to: vertex, .. } => geometry::intersection(vertex),
        Mark::Hex(hex) | Mark::Robber { to: hex, .. } => geometry::hex(hex),
        Mark::Ship => return None,
    };
    Some((at.x, at.y))
}
