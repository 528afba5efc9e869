//! The pictures of the games; no other crate knows how a game looks.
//!
//! A renderer takes a position as plain data and returns SVG text; with the feature `png`, a default, [`png()`] rasterises it. The pictures include their own style
//! sheet, symbols and characters, so they look the same in a page, in a file and on a machine without fonts. All art is drawn for
//! this project.
//!
//! Reading order: [`palette`] (seats, themes), [`icons`] (dice, seat marks), [`portraits`] (of bots), [`catan`] (the island and its symbols, and in
//! [`catan::cities_and_knights`] what that expansion adds to it), [`carcassonne`] (the land of the three tile games, drawn from
//! the tiles' data), with the feature `any` [`any`] (a position of any game by one call).

#![forbid(unsafe_code)]

#[cfg(feature = "any")]
pub mod any;
pub mod catan;
pub mod carcassonne;
mod glyphs;
#[cfg(feature = "sample-game")]
pub mod kerbe;
pub mod icons;
pub mod palette;
#[cfg(feature = "png")]
mod png;
pub mod portraits;
mod shades;
pub mod shown;
mod svg;
#[cfg(all(test, feature = "png"))]
mod vision;

pub use crate::carcassonne::{CarcassonnePicture, carcassonne_svg, carcassonne_svg_after};
pub use crate::catan::{CatanPicture, catan_svg, catan_svg_after};
pub use crate::palette::{SeatLook, SeatMark, Theme, seat_look};
#[cfg(feature = "png")]
pub use crate::png::{PNG_WIDTH_MAX, Pixels, PngError, pixels, png};
pub use crate::shades::Look;

/// The style sheets of all boards, for pages that serve them once instead of with every picture ([`Style::embed_css`]).
#[must_use]
pub fn stylesheet(style: &Style) -> String {
    let sheets = [
        catan::stylesheet,
        carcassonne::stylesheet,
        #[cfg(feature = "sample-game")]
        kerbe::stylesheet,
    ];
    sheets.map(|sheet| sheet(style)).concat()
}

/// The small pictures of all games with their names, for pages that serve them once: each is a whole `<svg>`. Those of a
/// seat end with its letter, `city-A`.
#[must_use]
pub fn symbols() -> Vec<(String, String)> {
    let mut symbols = catan::symbols::resources();
    symbols.push(("robber".to_owned(), catan::robber_symbol()));
    symbols.extend(catan::cities_and_knights::named());
    symbols.extend(catan::symbols::development_cards());
    symbols.extend(carcassonne::named());
    symbols.extend(icons::dice());
    for seat in game::Seat::first(game::Seat::MAX) {
        let look = seat_look(seat);
        let own = [("seat".to_owned(), icons::seat_mark(look))];
        let pieces = catan::symbols::pieces(look).into_iter().chain(catan::cities_and_knights::knights(look));
        let all = own.into_iter().chain(pieces).chain(carcassonne::figures(look));
        symbols.extend(all.map(|(name, svg)| (format!("{name}-{seat}"), svg)));
    }
    symbols
}

/// The style of a picture, independent of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// The theme: light, dark, or that of the page.
    pub theme: Theme,
    /// The colours of the board. A picture inside a page leaves this to the page (`data-board`).
    pub look: Look,
    /// Whether places carry their names.
    pub coordinates: bool,
    /// The looks of the seats.
    pub seats: [SeatLook; game::Seat::MAX],
    /// The texts for screen readers.
    pub words: Words,
    /// Whether the picture is to look at or to play on.
    pub purpose: Purpose,
    /// The ground around the tiles of a land.
    pub margin: Margin,
    /// The prefix of the ids of gradients and symbols; only letters, digits, `-` and `_` are kept. Two pictures in one page need
    /// different prefixes.
    pub id_prefix: String,
    /// Whether places have their name as `id`. A page with two boards turns it off for one; `data-place` stays.
    pub place_ids: bool,
    /// Whether the style sheet is inside. A page that has it already (see [`catan::stylesheet`] and
    /// [`carcassonne::stylesheet`]) can leave it out.
    pub embed_css: bool,
}

impl Style {
    /// Returns the prefix without the characters that ids must not contain.
    fn prefix(&self) -> String {
        self.id_prefix.chars().filter(|&c| c.is_ascii_alphanumeric() || c == '-' || c == '_').collect()
    }
}

impl Default for Style {
    fn default() -> Self {
        Style {
            theme: Theme::Light,
            look: Look::Usual,
            coordinates: false,
            seats: palette::SEATS,
            words: Words::default(),
            purpose: Purpose::Picture,
            margin: Margin::Wide,
            id_prefix: "b-".to_owned(),
            place_ids: true,
            embed_css: true,
        }
    }
}

/// The words of a picture, in the reader's language; empty ones are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    /// The title of the picture, in a few words.
    pub title: String,
    /// A description of its contents.
    pub description: String,
}

/// The ground that a picture of a land shows around its tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Margin {
    /// Room for more tiles on all sides, so that the picture of a growing land keeps its size as long as possible.
    #[default]
    Wide,
    /// A rim: for a picture of one position. Of a coast it shows the rows where tiles have been placed.
    Narrow,
    /// A rim; of a coast only the rows around the tile that was placed last: for a picture of a single move.
    Close,
}

/// The purpose of a picture, which determines its role for assistive technology.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Purpose {
    /// To look at: one image.
    #[default]
    Picture,
    /// To play on: a group, whose places the page makes focusable and names.
    Table,
}
