//! How the island is drawn in a page.

use crate::words::{PlaceNames, Reader, Words, say};
use ::draw::{Purpose, Style};

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
