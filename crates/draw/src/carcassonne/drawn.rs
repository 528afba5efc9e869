//! The games of tiles among the games of the shelf.

use super::{CarcassonnePicture, carcassonne_svg, kinds_svg};
use crate::Style;
use crate::any::Drawable;
use ::carcassonne::own_box::box_of;
use ::carcassonne::{Game, Rules};
use game::Viewer;
use shelf::OnShelf;

impl<R: Rules> Drawable for Game<R>
where
    Game<R>: OnShelf,
{
    fn kinds(style: &Style) -> Option<String> {
        Some(kinds_svg(&box_of(R::KINDS), style))
    }
    fn picture(&self, _: &[Self::Event], style: &Style) -> String {
        let mut picture = CarcassonnePicture::from_view(&self.view(Viewer::Everything));
        picture.mark_last();
        picture.light(self, &Game::legal_actions(self, self.active()));
        carcassonne_svg(&picture, style)
    }
}
