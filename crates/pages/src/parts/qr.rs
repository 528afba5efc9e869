//! A link as a QR code.

use maud::{Markup, html};
use qrcode::{Color, EcLevel, QrCode};
use std::fmt::Write as _;

/// The width of the quiet zone around the code, in modules, as the standard requires.
const QUIET: usize = 4;

/// Renders the QR code of a link, dark on light in every theme, since that is what readers expect. `None` if the link is too
/// long.
pub(crate) fn code(link: &str, alt: &str) -> Option<Markup> {
    let code = QrCode::with_error_correction_level(link, EcLevel::M).ok()?;
    let (width, modules) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (y, row) in modules.chunks(width).enumerate() {
        let mut x = 0;
        while x < width {
            let length = row[x..].iter().take_while(|module| **module == Color::Dark).count();
            if length > 0 {
                write!(path, "M{} {}h{length}v1h-{length}z", x + QUIET, y + QUIET).expect("a string");
            }
            x += length.max(1);
        }
    }
    let side = width + 2 * QUIET;
    Some(html! {
        svg class="qr" viewBox={ "0 0 " (side) " " (side) } role="img" aria-label=(alt) shape-rendering="crispEdges" {
            path fill="#fff" d={ "M0 0h" (side) "v" (side) "H0z" } {}
            path fill="#000" d=(path) {}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{QUIET, code};

    #[test]
    fn a_link_is_a_square_with_three_finders() {
        let svg = code("http://192.168.1.5:7170/j/k7mw2xqp", "Code").unwrap().into_string();
        // Version 3 has 29 modules a side.
        assert!(svg.contains("viewBox=\"0 0 37 37\""), "{svg}");
        let end = QUIET + 22;
        for (x, y) in [(QUIET, QUIET), (end, QUIET), (QUIET, end)] {
            assert!(svg.contains(&format!("M{x} {y}h7v1h-7z")), "a finder begins at {x}, {y}: {svg}");
        }
        assert!(svg.contains("aria-label=\"Code\""));
        assert!(code(&"x".repeat(5000), "").is_none());
    }
}
