//! Figures, in their own coordinates around (0, 0), about 32 wide on the picture. They take the seat's colour from outside. In the
//! markup `@` stands for the prefix of ids and `~` for that of classes.

use super::picture::FigureLook;
use crate::palette::SeatLook;
use game::Seat;

/// A figure in its own coordinates.
pub(super) struct Form {
    /// The name in ids and classes.
    pub(super) name: &'static str,
    /// The silhouette.
    pub(super) outline: &'static str,
    /// Markup below it.
    pub(super) below: &'static str,
    /// Markup above it.
    pub(super) above: &'static str,
    /// The position of the seat's mark.
    pub(super) mark: (f32, f32),
}

/// The form of a figure.
pub(super) const fn form(look: FigureLook) -> Form {
    match look {
        FigureLook::Standing => Form {
            name: "follower",
            outline: "M-3.4 -4.4A6 6 0 1 1 3.4 -4.4C8 -3.6 12.4 .4 13.4 3.4C14 5.4 11.8 7 10 5.9L8 4.8L10.6 12.2Q11 14 9.4 14H-9.4Q-11 14 -10.6 12.2L-8 4.8L-10 5.9C-11.8 7 -14 5.4 -13.4 3.4C-12.4 .4 -8 -3.6 -3.4 -4.4z",
            below: "<ellipse class=\"~c-shade\" cx=\"2\" cy=\"14.5\" rx=\"13\" ry=\"3.4\"/>",
            above: "<path class=\"~c-shine\" d=\"M-3.6 -10.6a4 4 0 0 1 3.6 -3.4M-9.4 2.2q2.4 -3.4 6 -4.4\"/>",
            mark: (0.0, 6.7),
        },
        FigureLook::Lying => Form {
            name: "lying",
            outline: "M-4.4 3.4A6 6 0 1 1 -4.4 -3.4C-3.6 -8 .4 -12.4 3.4 -13.4C5.4 -14 7 -11.8 5.9 -10L4.8 -8L12.2 -10.6Q14 -11 14 -9.4V9.4Q14 11 12.2 10.6L4.8 8L5.9 10C7 11.8 5.4 14 3.4 13.4C.4 12.4 -3.6 8 -4.4 3.4z",
            below: "<ellipse class=\"~c-shade\" cx=\"1.5\" cy=\"3\" rx=\"16\" ry=\"12\"/>",
            above: "<path class=\"~c-shine\" d=\"M-14 .6a4 4 0 0 1 3.4 -4.4\"/>",
            mark: (6.2, 0.0),
        },
        FigureLook::Builder => Form {
            name: "builder",
            outline: "M-8 -7.4Q-8 -9.4 -5.8 -9.6V-11A5.8 5.8 0 0 1 5.8 -11V-9.6Q8 -9.4 8 -7.4H5.4L4.6 -4.4H9.6L12 4.6L8.6 5.6L8.4 14.5H1.6V9H-1.6V14.5H-8.4L-8.6 5.6L-12 4.6L-9.6 -4.4H-4.6L-5.4 -7.4z",
            below: "<ellipse class=\"~c-shade\" cx=\"2\" cy=\"14.8\" rx=\"12\" ry=\"3\"/><path class=\"~c-plank ~c-pl\" d=\"M-14.4 -1.4L13 -14.6L14.6 -11.4L-12.8 1.8z\"/>",
            above: "<path class=\"~c-shade\" d=\"M-8 -7.4Q-8 -9.4 -5.8 -9.6H5.8Q8 -9.4 8 -7.4z\"/>",
            mark: (0.0, 2.4),
        },
        FigureLook::Pig => Form {
            name: "pig",
            outline: "M-13.4 -1.6C-13.4 -7.4 -7.4 -9.8 -1 -9.8C1.4 -9.8 3.4 -9.4 5 -8.8L8.4 -12.2L10 -7C11.4 -6 12.2 -5 12.6 -3.6H15.2V3.4H12C11 5.4 9.6 6.6 8 7.2V12H3.4V8H-4.6V12H-9.2V7C-12 5.4 -13.4 2.4 -13.4 -1.6z",
            below: "<ellipse class=\"~c-shade\" cx=\"1\" cy=\"12.2\" rx=\"14\" ry=\"3\"/><path class=\"~c-curl\" d=\"M-13 -3q-4.6 -.6 -3.4 -3.6q2.6 -2 2.6 1.4\"/>",
            above: "<path class=\"~c-deep\" d=\"M8.4 -4.6h1.8v2h-1.8zM13.2 -1.2h1v2h-1z\"/>",
            mark: (-2.9, -1.0),
        },
    }
}

/// The definition of a figure.
pub(super) fn definition(look: FigureLook) -> String {
    let Form { name, outline, below, above, .. } = form(look);
    format!(
        "<g id=\"@{name}\" transform=\"scale(1.2)\">{below}<path class=\"~c-halo\" d=\"{outline}\"/><path class=\"~c-form\" d=\"{outline}\"/>{above}</g>"
    )
}

/// A surveyor: a white figure with a ranging pole.
pub(super) const SURVEYOR: &str = r##"<g id="@surveyor"><ellipse class="~c-shade" cx="3" cy="14.5" rx="15" ry="3.4"/><path class="~c-casing" d="M11.4 15V-19.5h5.2V15z"/><path class="~c-badge" d="M12.6 14V-18.3h2.8V14z"/><path class="~c-red" d="M12.6 -18.3h2.8v6.4h-2.8zM12.6 -5.5h2.8V1h-2.8zM12.6 7.4h2.8V14h-2.8z"/><path class="~c-halo" d="M-3.4 -4.4A6 6 0 1 1 3.4 -4.4C8 -3.6 12.4 .4 13.4 3.4C14 5.4 11.8 7 10 5.9L8 4.8L10.6 12.2Q11 14 9.4 14H-9.4Q-11 14 -10.6 12.2L-8 4.8L-10 5.9C-11.8 7 -14 5.4 -13.4 3.4C-12.4 .4 -8 -3.6 -3.4 -4.4z"/><path class="~c-form ~c-badge" d="M-3.4 -4.4A6 6 0 1 1 3.4 -4.4C8 -3.6 12.4 .4 13.4 3.4C14 5.4 11.8 7 10 5.9L8 4.8L10.6 12.2Q11 14 9.4 14H-9.4Q-11 14 -10.6 12.2L-8 4.8L-10 5.9C-11.8 7 -14 5.4 -13.4 3.4C-12.4 .4 -8 -3.6 -3.4 -4.4z"/><path class="~c-deep" d="M-8.4 -11.4H8.4L6 -13.6H4.8V-17H-4.8v3.4H-6z"/></g>"##;

/// Returns the pattern that fills the segments of a seat: its colour, with lines that differ from seat to seat. It repeats every
/// 20 units, so it continues from tile to tile.
pub(super) fn pattern(seat: Seat, look: SeatLook) -> String {
    let lines = match seat {
        Seat::A => "M-2 22L22 -2M-2 2L2 -2M18 22L22 18",
        Seat::B => "M-2 -2L22 22M18 -2L22 2M-2 18L2 22",
        Seat::C => "M0 5H20M0 15H20",
        Seat::D => "M5 0V20M15 0V20",
        Seat::E => "M10 3v14M3 10h14",
        _ => "M10 3l7 7l-7 7l-7 -7z",
    };
    format!(
        "<pattern id=\"@own-{seat}\" width=\"20\" height=\"20\" patternUnits=\"userSpaceOnUse\">\
         <path fill=\"{0}\" fill-opacity=\".34\" d=\"M0 0h20v20h-20z\"/>\
         <path fill=\"none\" stroke=\"{0}\" stroke-opacity=\".85\" stroke-width=\"2.6\" d=\"{lines}\"/></pattern>",
        look.fill
    )
}
