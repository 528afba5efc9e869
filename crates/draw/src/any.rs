//! The picture of a position of any game of the shelf.

use crate::Style;
use shelf::{AnyGame, Events, GameKind, OnShelf, each, of_kind};

/// A game that has a picture. The folder of each game implements it.
pub(crate) trait Drawable: OnShelf {
    /// The kinds of tiles in the box as SVG, if it is one of the games that have some.
    fn kinds(_style: &Style) -> Option<String> {
        None
    }
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
    fn of<G: Drawable>(game: &G, events: Option<&Events>, style: &Style) -> String {
        game.picture(events.and_then(Events::of::<G>).unwrap_or_default(), style)
    }
    each!(game, game => of(game, events, style))
}

/// The kinds of tiles in the box of a game, with their ids and how many there are of each; `None` if it has no tiles.
///
/// ```
/// use draw::{Style, any::kinds};
/// use shelf::GameKind;
/// assert!(kinds(GameKind::Mayflower, &Style::default()).unwrap().starts_with("<svg"));
/// assert!(kinds(GameKind::Catan, &Style::default()).is_none());
/// ```
#[must_use]
pub fn kinds(kind: GameKind, style: &Style) -> Option<String> {
    of_kind!(kind, G => <G as Drawable>::kinds(style))
}
