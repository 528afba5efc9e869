//! The islands among the games of the shelf.

use super::{CatanPicture, Changes, Position, catan_svg};
use crate::Style;
use crate::any::Drawable;
use ::catan::Catan;
use ::catan::cities_and_knights::CitiesAndKnights;
use game::Viewer;

impl Drawable for Catan {
    fn picture(&self, events: &[Self::Event], style: &Style) -> String {
        island(&self.view(Viewer::Everything), events, style)
    }
}

impl Drawable for CitiesAndKnights {
    fn picture(&self, events: &[Self::Event], style: &Style) -> String {
        island(&self.view(Viewer::Everything), events, style)
    }
}

/// The island with what just happened marked.
fn island(view: &impl Position, events: &[impl Changes], style: &Style) -> String {
    let mut picture = CatanPicture::from_view(view);
    events.iter().for_each(|event| picture.mark(event));
    catan_svg(&picture, style)
}
