//! The picture of a position of any game of the shelf.

use crate::catan::{Changes, Position};
use crate::{CarcassonnePicture, CatanPicture, Style, carcassonne_svg, catan_svg};
use ::carcassonne::Rules;
use ::catan::Catan;
use ::catan::cities_and_knights::CitiesAndKnights;
use game::Viewer;
use shelf::{AnyGame, Events, OnShelf, each};

/// A game that has a picture.
trait Drawn: OnShelf {
    /// The picture as SVG, with what just happened marked.
    fn picture(&self, events: &[Self::Event], style: &Style) -> String;
}

/// The whole position as SVG, with what just happened marked: on an island what the events changed, on a table of tiles the
/// last tile and where the tile in hand fits.
///
/// A picture shows the board, which is open to all: no hand, no deck.
///
/// ```
/// use draw::{Style, any::picture};
/// use shelf::{AnyGame, GameKind};
/// for &kind in GameKind::ALL {
///     let game = AnyGame::with_options(kind, []).unwrap();
///     assert!(picture(&game, None, &Style::default()).starts_with("<svg"));
/// }
/// ```
#[must_use]
pub fn picture(game: &AnyGame, events: Option<&Events>, style: &Style) -> String {
    fn of<G: Drawn>(game: &G, events: Option<&Events>, style: &Style) -> String {
        game.picture(events.and_then(Events::of::<G>).unwrap_or_default(), style)
    }
    each!(game, game => of(game, events, style))
}

impl Drawn for Catan {
    fn picture(&self, events: &[Self::Event], style: &Style) -> String {
        island(&self.view(Viewer::Everything), events, style)
    }
}

impl Drawn for CitiesAndKnights {
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

impl<R: Rules> Drawn for ::carcassonne::Game<R>
where
    ::carcassonne::Game<R>: OnShelf,
{
    fn picture(&self, _: &[Self::Event], style: &Style) -> String {
        let mut picture = CarcassonnePicture::from_view(&self.view(Viewer::Everything));
        picture.mark_last();
        picture.light(self, &::carcassonne::Game::legal_actions(self, self.active()));
        carcassonne_svg(&picture, style)
    }
}

#[cfg(feature = "sample-game")]
impl Drawn for ::kerbe::Kerbe {
    fn picture(&self, _: &[Self::Event], style: &Style) -> String {
        let legal: Vec<_> = game::Game::legal_actions(self, self.active()).into_iter().collect();
        crate::kerbe::kerbe_svg(self, &legal, style)
    }
}
