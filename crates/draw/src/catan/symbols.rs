//! Symbols of Catan for harbours, cards, buttons: drawn within 32 units around (0, 0), with colours that serve on
//! light and dark ground alike.

use super::pieces;
use crate::icons::icon;
use crate::palette::SeatLook;
use ::catan::{DevelopmentCard, Piece, Resource};

/// The markup of a resource's symbol, without the `<svg>` around it.
pub(super) const fn resource_markup(resource: Resource) -> &'static str {
    match resource {
        Resource::Brick => {
            r##"<g fill="#c9623a" stroke="#6e2f17" stroke-width="1.6" stroke-linejoin="round"><path d="M-14.5 2h14v9h-14zM.5 2h14v9h-14zM-7 -8h14v9h-14z"/></g><path fill="#fff" fill-opacity=".35" d="M-13 3.5h11v2.2h-11zM2 3.5h11v2.2h-11zM-5.5 -6.5h11v2.2h-11z"/>"##
        }
        Resource::Lumber => {
            r##"<g stroke="#4c2f17" stroke-width="1.6" stroke-linejoin="round"><path fill="#8a5a2e" d="M-6 -11H9.5a5 5 0 0 1 0 10H-6z"/><circle cx="-6.5" cy="-6" r="5" fill="#e3ba7d"/><path fill="#8a5a2e" d="M-9 1H10a5 5 0 0 1 0 10H-9z"/><circle cx="-9.5" cy="6" r="5" fill="#e3ba7d"/></g><g fill="none" stroke="#a87540" stroke-width="1.3"><circle cx="-6.5" cy="-6" r="2.2"/><circle cx="-9.5" cy="6" r="2.2"/><path stroke-linecap="round" stroke="#5f3c1c" d="M2 -7.5h6M5 -4.5h4M0 4.5h5M3 8h6"/></g>"##
        }
        Resource::Wool => {
            r##"<path fill="#3d362f" d="M-7 6h3.4v7.5h-3.4zM3 6h3.4v7.5h-3.4z"/><path fill="#fdfcf7" stroke="#55603f" stroke-width="1.6" stroke-linejoin="round" d="M-9.5 8.5a5 5 0 0 1 -3 -8a5.2 5.2 0 0 1 5 -7.5a6 6 0 0 1 9.5 -1a5.5 5.5 0 0 1 7 6a5.2 5.2 0 0 1 0 10.5z"/><path fill="none" stroke="#9aa384" stroke-width="1.4" stroke-linecap="round" d="M-7 -1q2 -3 5 -1M-2 4q3 -3 5.5 0M-8 4.5q1.5 -1.5 3 0"/><path fill="#3d362f" d="M7 -6q5 -2.5 8 2.5q1 6 -3.5 7q-4.5 -.5 -5.5 -5.5z"/><circle cx="11.5" cy="-2" r="1" fill="#fff"/>"##
        }
        Resource::Grain => {
            r##"<path fill="none" stroke="#7d5510" stroke-width="1.8" stroke-linecap="round" d="M0 14V-6M-1 14Q-5 4 -9 -3M1 14Q5 4 9 -3"/><g fill="#efb92f" stroke="#7d5510" stroke-width="1.2" stroke-linejoin="round"><path d="M0 -15q3 3 0 7q-3 -4 0 -7zM0 -7.5q1 -4 5 -4.5q0 4.5 -5 6.5q-5 -2 -5 -6.5q4 .5 5 4.5zM0 -1.5q1 -4 5 -4.5q0 4.5 -5 6.5q-5 -2 -5 -6.5q4 .5 5 4.5zM-10.5 -11q3.5 1.5 2.5 6q-4.5 -1.5 -2.5 -6zM-8.3 -3.5q-.5 -4 2.5 -6.2q2 4.2 -1 7.7q-5 .2 -7 -3.8q3.5 -1 5.5 2.3zM10.5 -11q-3.5 1.5 -2.5 6q4.5 -1.5 2.5 -6zM8.3 -3.5q.5 -4 -2.5 -6.2q-2 4.2 1 7.7q5 .2 7 -3.8q-3.5 -1 -5.5 2.3z"/></g>"##
        }
        Resource::Ore => {
            r##"<path fill="#8792a5" stroke="#353d4a" stroke-width="1.6" stroke-linejoin="round" d="M-14 8L-11 -4L-3 -11L6 -10L13 -2L14.5 8L6 12H-8z"/><path fill="#b9c2d0" d="M-9.8 -3.5L-3 -9.8L1 -2L-4 3z"/><path fill="#d7dde6" d="M-2 -9.8L5.5 -9L2 -2.5z"/><path fill="#5d687b" d="M2 -1L6.5 -8.5L12 -1.5L13.3 7.5L6 10.8L3 4z"/><path fill="#74809a" d="M-12.8 7.3L-10 -2L-4.5 4L-1 10.8H-8z"/>"##
        }
    }
}

/// A resource's symbol as an icon of its own.
#[must_use]
pub fn resource_symbol(resource: Resource) -> String {
    icon(resource.name(), 32, resource_markup(resource))
}

/// A development card's symbol as an icon of its own.
#[must_use]
pub fn development_symbol(card: DevelopmentCard) -> String {
    let body = match card {
        // A shield before a sword.
        DevelopmentCard::Knight => {
            r##"<g stroke="#2f333b" stroke-width="1.6" stroke-linejoin="round"><path fill="#d5dbe4" d="M11 -15L15 -15L15 -11L-7 11L-11 7z"/><path fill="#b98a3c" d="M-13 4.5L-10.5 2L-2 10.5L-4.5 13zM-10.5 8.5L-14.5 12.5L-12.5 14.5L-8.5 10.5z"/><path fill="#b3392f" d="M-4 -9Q4 -8 6 -11Q9 -8 14.5 -8.5Q16 6 4.5 14Q-6 6 -4 -9z"/></g><path fill="#f1d9a0" d="M4 -6.5h2.6v5h5v2.6h-5v7.5h-2.6v-7.5h-5v-2.6h5z"/>"##
        }
        // A road that runs to the horizon.
        DevelopmentCard::RoadBuilding => {
            r##"<path fill="#9cc069" stroke="#48662b" stroke-width="1.6" stroke-linejoin="round" d="M-15 13V0Q-8 -7 0 -3Q8 -9 15 -2V13z"/><path fill="#d8c093" stroke="#6b5128" stroke-width="1.6" stroke-linejoin="round" d="M-11 13Q-2 6 -1.5 2T3 -4.5L6 -5.3Q3 -1 5.5 3T9 13z"/><path fill="none" stroke="#fff8e6" stroke-width="1.8" stroke-linecap="round" stroke-dasharray="3 3.2" d="M-1 12Q2.5 7 2 2.5T4 -3"/>"##
        }
        // A basket full of the harvest.
        DevelopmentCard::YearOfPlenty => {
            r##"<path fill="none" stroke="#7a4f22" stroke-width="2.2" d="M-10 2Q-10 -14 0 -14T10 2"/><g stroke-width="1.5"><circle cx="-6" cy="-1" r="5" fill="#c9402f" stroke="#6e1d14"/><circle cx="6" cy="-1" r="5" fill="#e9a72c" stroke="#80560c"/><circle cy="-4.5" r="5" fill="#8db84b" stroke="#435f1b"/></g><path fill="#c08b4b" stroke="#5e3b16" stroke-width="1.6" stroke-linejoin="round" d="M-14 1H14L10.5 14H-10.5z"/><path fill="none" stroke="#5e3b16" stroke-width="1.3" d="M-12.5 5.5h25M-11.5 9.8h23M-6 1.5l1.5 12M6 1.5l-1.5 12M0 1.5v12"/>"##
        }
        // A crown above coins.
        DevelopmentCard::Monopoly => {
            r##"<path fill="#f0b93a" stroke="#6d4a0b" stroke-width="1.6" stroke-linejoin="round" d="M-11 3L-14 -9L-6 -4L0 -13L6 -4L14 -9L11 3z"/><g fill="#fbe7ac" stroke="#6d4a0b" stroke-width="1.2"><circle cx="-14" cy="-9.5" r="1.8"/><circle cy="-13.5" r="1.8"/><circle cx="14" cy="-9.5" r="1.8"/></g><circle cy="-1.5" r="2.4" fill="#b5303a"/><g fill="#d9a02b" stroke="#6d4a0b" stroke-width="1.4"><rect x="-11.5" y="9.3" width="23" height="4.7" rx="2.3"/><rect x="-11.5" y="4.6" width="23" height="4.7" rx="2.3"/></g>"##
        }
        // A star in a wreath.
        DevelopmentCard::VictoryPoint => {
            r##"<path fill="none" stroke="#4f7d37" stroke-width="2" stroke-linecap="round" d="M-2 14Q-15 9 -11.5 -8M2 14Q15 9 11.5 -8"/><path fill="#76a84f" stroke="#3d6329" stroke-width="1" stroke-linejoin="round" d="M-11.5 -8q-3 -3 -1 -6.5q3.5 2 1 6.5zM-12.5 -1q-4 -1.5 -3 -5.5q4 .5 3 5.5zM-11.5 5q-4.5 0 -4.5 -4q4.5 -.5 4.5 4zM-8 10.5q-4 1.5 -5.5 -2q4 -2 5.5 2zM11.5 -8q3 -3 1 -6.5q-3.5 2 -1 6.5zM12.5 -1q4 -1.5 3 -5.5q-4 .5 -3 5.5zM11.5 5q4.5 0 4.5 -4q-4.5 -.5 -4.5 4zM8 10.5q4 1.5 5.5 -2q-4 -2 -5.5 2z"/><path fill="#f5c443" stroke="#7a5410" stroke-width="1.5" stroke-linejoin="round" d="M0 -10.5L2.9 -3.6L10 -3L4.6 1.8L6.3 9L0 5.2L-6.3 9L-4.6 1.8L-10 -3L-2.9 -3.6z"/>"##
        }
    };
    icon(card.name(), 32, body)
}

/// A piece in a seat's colour and mark as an icon of its own.
#[must_use]
pub fn piece_symbol(piece: Piece, look: SeatLook) -> String {
    let form = pieces::form(piece);
    let (outline, (x, y, scale)) = (form.outline, form.mark);
    let turn = if piece == Piece::Road { "rotate(-30)" } else { "translate(-1 2)" };
    let mut body = format!("<g transform=\"{turn}\" stroke-linejoin=\"round\">");
    // A light edge keeps the dark outline visible on dark ground.
    body += &format!("<path stroke=\"#fff\" stroke-opacity=\".75\" stroke-width=\"6\" d=\"{outline}\"/>");
    body +=
        &format!("<path fill=\"{}\" stroke=\"#241a14\" stroke-width=\"2.4\" d=\"{outline}\"/>", look.fill);
    body += &format!("<path fill=\"#fff\" fill-opacity=\".3\" d=\"{}\"/>", form.light);
    body += &format!("<path fill-opacity=\".2\" d=\"{}\"/></g>", form.shade);
    body += &format!(
        "<path fill=\"{}\" transform=\"translate({} {}) scale({scale})\" d=\"{}\"/>",
        look.ink,
        if piece == Piece::Road { x } else { x - 1.0 },
        if piece == Piece::Road { y } else { y + 2.0 },
        look.mark.path()
    );
    icon(piece.name(), 60, &body)
}

/// The robber as an icon of its own.
#[must_use]
pub fn robber_symbol() -> String {
    let colours = [
        ("casing", "fill=\"#fdf6e3\" stroke=\"#fdf6e3\" stroke-linejoin=\"round\""),
        ("cloak", "fill=\"#35303d\""),
        ("cloak-light", "fill=\"#57505f\""),
        ("pale", "fill=\"#fdf6e3\""),
        ("sack", "fill=\"#b98450\" stroke=\"#6d4526\" stroke-width=\"1.5\""),
    ];
    let coloured = colours.iter().fold(pieces::ROBBER.to_owned(), |markup, (class, attributes)| {
        markup.replace(&format!("class=\"~{class}\""), attributes)
    });
    icon("robber", 64, &coloured)
}

/// The resources, with their names.
pub(crate) fn resources() -> Vec<(String, String)> {
    Resource::ALL.map(|kind| (kind.name().to_owned(), resource_symbol(kind))).to_vec()
}

/// The development cards, with their names.
pub(crate) fn development_cards() -> Vec<(String, String)> {
    DevelopmentCard::ALL.map(|card| (card.name().to_owned(), development_symbol(card))).to_vec()
}

/// The pieces of a seat, with their names.
pub(crate) fn pieces(look: SeatLook) -> Vec<(String, String)> {
    let pieces = [Piece::Road, Piece::Settlement, Piece::City];
    pieces.map(|piece| (piece.name().to_owned(), piece_symbol(piece, look))).to_vec()
}
