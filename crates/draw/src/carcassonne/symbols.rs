//! Figures and goods as small pictures beside names, on buttons and in lists.

use super::picture::FigureLook;
use super::pieces::form;
use crate::icons::icon;
use crate::palette::SeatLook;
use ::carcassonne::Good;

/// A figure of a seat.
#[must_use]
pub fn figure_symbol(look: FigureLook, seat: SeatLook) -> String {
    let form = form(look);
    let body = format!(
        "<path d=\"{0}\" fill=\"{1}\" stroke=\"#fff\" stroke-opacity=\".75\" stroke-width=\"4.5\" stroke-linejoin=\"round\"/>\
         <path d=\"{0}\" fill=\"{1}\" stroke=\"#2a211a\" stroke-width=\"2\" stroke-linejoin=\"round\"/>",
        form.outline, seat.fill
    );
    icon("figure", 36, &body)
}

/// A kind of goods.
#[must_use]
pub fn good_symbol(good: Good) -> String {
    let body = match good {
        Good::Wine => {
            "<path d=\"M0 -13q5 -3 9 -1q-3 5 -9 4z\" fill=\"#3c8438\" stroke=\"#2a211a\" stroke-width=\"1.4\"/>\
             <g fill=\"#7a2461\" stroke=\"#2a211a\" stroke-width=\"1.5\"><circle cx=\"-7\" cy=\"-4\" r=\"4.6\"/>\
             <circle cx=\"0\" cy=\"-5\" r=\"4.6\"/><circle cx=\"7\" cy=\"-4\" r=\"4.6\"/><circle cx=\"-3.6\" cy=\"3\" r=\"4.6\"/>\
             <circle cx=\"3.6\" cy=\"3\" r=\"4.6\"/><circle cx=\"0\" cy=\"10\" r=\"4.6\"/></g>"
        }
        Good::Grain => {
            "<path d=\"M0 15V-12\" stroke=\"#8a6206\" stroke-width=\"2.4\" fill=\"none\"/>\
             <g fill=\"#f0b429\" stroke=\"#2a211a\" stroke-width=\"1.4\"><path d=\"M0 -14q4 4 0 9q-4 -5 0 -9z\"/>\
             <path d=\"M1 -2q2 -7 8 -7q0 7 -8 7zM-1 -2q-2 -7 -8 -7q0 7 8 7zM1 6q2 -7 8 -7q0 7 -8 7zM-1 6q-2 -7 -8 -7q0 7 8 7z\"/></g>"
        }
        Good::Cloth => {
            "<g stroke=\"#2a211a\" stroke-width=\"1.6\" stroke-linejoin=\"round\">\
             <path d=\"M-13 -8H8a5 8 0 0 1 0 16H-13z\" fill=\"#2f6fc4\"/><path d=\"M-13 -2.500H12M-13 3H12\" stroke=\"#d8e6fb\" fill=\"none\"/>\
             <ellipse cx=\"-13\" cy=\"0\" rx=\"3.6\" ry=\"8\" fill=\"#173f7d\"/></g>"
        }
    };
    icon("good", 34, body)
}

/// Kinds of goods, with their names.
pub(crate) fn named() -> Vec<(String, String)> {
    Good::ALL.map(|good| (format!("good-{}", good.name()), good_symbol(good))).to_vec()
}

/// The figures of a seat, with their names.
pub(crate) fn figures(look: SeatLook) -> Vec<(String, String)> {
    let figures = [
        ("follower", FigureLook::Standing),
        ("lying", FigureLook::Lying),
        ("builder", FigureLook::Builder),
        ("pig", FigureLook::Pig),
    ];
    figures.map(|(name, figure)| (name.to_owned(), figure_symbol(figure, look))).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Seat;

    #[test]
    fn symbols_are_pictures_without_ids_or_styles() {
        let figures = [FigureLook::Standing, FigureLook::Lying, FigureLook::Builder, FigureLook::Pig]
            .map(|look| figure_symbol(look, crate::seat_look(Seat::B)));
        for svg in figures.into_iter().chain(Good::ALL.map(good_symbol)) {
            roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
            assert!(!svg.contains(" id=") && !svg.contains("style=") && svg.contains("fill=\"#"), "{svg}");
        }
    }
}
