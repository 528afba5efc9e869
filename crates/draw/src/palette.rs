//! Colours and marks shared by all games: seats and themes.

use crate::shades::Look;
use game::Seat;

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Fixed colours for a light page.
    #[default]
    Light,
    /// Fixed colours for a dark page.
    Dark,
    /// Follows the page: CSS variables that react to `prefers-color-scheme` and, stronger, to `data-theme="dark"` or
    /// `data-theme="light"` on any element around the picture. For browsers only, not for PNG.
    Auto,
}

impl Theme {
    /// The class of a picture's root element: rules are bound to it, so pictures of different themes share a page.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Theme::Light => "board-light",
            Theme::Dark => "board-dark",
            Theme::Auto => "board-auto",
        }
    }

    /// Begins the classes inside definitions (see [`themed`]).
    pub(crate) const fn class_prefix(self) -> &'static str {
        match self {
            Theme::Light => "bl-",
            Theme::Dark => "bd-",
            Theme::Auto => "ba-",
        }
    }
}

/// A colour with a name, in both themes.
#[derive(Clone, Copy)]
pub(crate) struct Tone {
    pub(crate) name: &'static str,
    pub(crate) light: &'static str,
    pub(crate) dark: &'static str,
}

/// Fills in a style sheet written with `&` for the root, `~` for the dot and prefix of classes inside definitions, and
/// `$name` for a tone.
///
/// Definitions need classes of their own: what `<use>` shows is a tree by itself to a browser, in which a rule that
/// names the root finds nothing.
///
/// A fixed theme gets the colours themselves, as PNG makers know no variables; [`Theme::Auto`] gets variables and the
/// rules that set them.
///
/// Another look is stronger than either theme; with [`Theme::Auto`] the page names it, in `data-board` on any element around the
/// picture.
pub(crate) fn themed(sheet: &str, tones: &[Tone], theme: Theme, look: Look) -> String {
    let root = format!(".{}", theme.class());
    let class = format!(".{}", theme.class_prefix());
    let mut css = String::with_capacity(2 * sheet.len());
    if theme == Theme::Auto {
        let block = |selector: &str, pick: fn(&Tone) -> &'static str| {
            let colours: String =
                tones.iter().map(|tone| format!("--b-{}:{};", tone.name, pick(tone))).collect();
            format!("{selector}{{{colours}}}\n")
        };
        css += &block(&root, |tone| tone.light);
        css += "@media (prefers-color-scheme:dark){";
        css += &block(&format!("{root}:not([data-theme=light] *)"), |tone| tone.dark);
        css += "}\n";
        css += &block(&format!("[data-theme=dark] {root}"), |tone| tone.dark);
        // A picture in one look says so by itself, as strongly as the page would.
        let looks = Look::OTHERS.into_iter().filter(|&other| look == Look::Usual || look == other);
        for other in looks {
            let is_here = |name: &str| tones.iter().any(|tone| tone.name == name);
            let shades = other.shades().iter().filter(|(name, _)| is_here(name));
            let colours: String = shades.map(|(name, colour)| format!("--b-{name}:{colour};")).collect();
            if !colours.is_empty() {
                let page = format!("[data-board={}] ", other.name());
                let here = if look == other { &root } else { &page };
                css += &format!("{here}{root}{{{colours}}}\n");
            }
        }
    }
    let mut rest = sheet;
    while let Some(at) = rest.find(['&', '~', '$']) {
        css += &rest[..at];
        let sign = rest.as_bytes()[at];
        if sign != b'$' {
            css += if sign == b'&' { &root } else { &class };
            rest = &rest[at + 1..];
            continue;
        }
        let name_end = rest[at + 1..]
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .map_or(rest.len(), |n| at + 1 + n);
        let name = &rest[at + 1..name_end];
        let tone = tones.iter().find(|tone| tone.name == name);
        let tone = tone.unwrap_or_else(|| panic!("the style sheet names the unknown tone `{name}`"));
        match theme {
            Theme::Light => css += look.shade(name).unwrap_or(tone.light),
            Theme::Dark => css += look.shade(name).unwrap_or(tone.dark),
            Theme::Auto => css += &format!("var(--b-{name})"),
        }
        rest = &rest[name_end..];
    }
    css + rest
}

/// The look of a seat's pieces: a colour, and a mark so that nobody has to rely on the colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatLook {
    /// The colour of the pieces, `#rrggbb`.
    pub fill: &'static str,
    /// A colour for marks and letters on top of it, `#rrggbb`.
    pub ink: &'static str,
    /// The mark on the pieces.
    pub mark: SeatMark,
}

/// The shape on every piece of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum SeatMark {
    Disc,
    Square,
    Triangle,
    Diamond,
    Cross,
    Ring,
}

/// The looks of seats A to F.
///
/// Chosen so that any two differ clearly for every kind of colour vision; the test `seats_differ_for_everyone`
/// computes it.
pub const SEATS: [SeatLook; Seat::MAX] = [
    SeatLook { fill: "#b8142f", ink: "#ffffff", mark: SeatMark::Disc },
    SeatLook { fill: "#2a78e0", ink: "#ffffff", mark: SeatMark::Square },
    SeatLook { fill: "#fbf8ef", ink: "#33302b", mark: SeatMark::Triangle },
    SeatLook { fill: "#f59a1b", ink: "#33200a", mark: SeatMark::Diamond },
    SeatLook { fill: "#45b8b0", ink: "#0d2f2c", mark: SeatMark::Cross },
    SeatLook { fill: "#3f3a47", ink: "#ffffff", mark: SeatMark::Ring },
];

impl SeatMark {
    /// The shape as path data around (0, 0), about 10 wide, to be filled.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            SeatMark::Disc => "M-4.6 0a4.6 4.6 0 0 1 9.2 0a4.6 4.6 0 0 1 -9.2 0z",
            SeatMark::Square => "M-4.2 -4.2h8.4v8.4h-8.4z",
            SeatMark::Triangle => "M0 -5.2L5.4 4.2H-5.4z",
            SeatMark::Diamond => "M0 -6.2L5 0L0 6.2L-5 0z",
            SeatMark::Cross => "M-1.7 -5.2h3.4v3.5h3.5v3.4h-3.5v3.5h-3.4v-3.5h-3.5v-3.4h3.5z",
            SeatMark::Ring => {
                "M-5.2 0a5.2 5.2 0 0 1 10.4 0a5.2 5.2 0 0 1 -10.4 0zM-2.5 0a2.5 2.5 0 0 0 5 0a2.5 2.5 0 0 0 -5 0z"
            }
        }
    }
}

/// The look of a seat.
#[must_use]
pub const fn seat_look(seat: Seat) -> SeatLook {
    SEATS[seat.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::{VISIONS, contrast, difference};

    /// The least difference of any two seats: full vision 30, protanopia 18, deuteranopia 24, tritanopia 16. In grey
    /// it is 2 (D and E) for six seats and 11 for the four of a Catan table: there the marks tell.
    #[test]
    fn seats_differ_for_everyone() {
        let least = |seats: &[SeatLook], matrix| {
            let pairs =
                seats.iter().enumerate().flat_map(|(n, a)| seats[n + 1..].iter().map(move |b| (a, b)));
            pairs.map(|(a, b)| difference(a.fill, b.fill, matrix)).fold(f64::INFINITY, f64::min)
        };
        for (vision, matrix) in &VISIONS {
            let (four, six) = (least(&SEATS[..4], matrix), least(&SEATS, matrix));
            println!("{vision}: four seats {four:.1}, six seats {six:.1}");
            assert!(four > 10.0, "{vision}: {four}");
            assert!(six > 14.0 || *vision == "grey", "{vision}: {six}");
        }
        for (n, a) in SEATS.iter().enumerate() {
            assert!(SEATS[n + 1..].iter().all(|b| a.mark != b.mark), "{:?} is there twice", a.mark);
        }
    }

    #[test]
    fn marks_can_be_read_on_their_pieces() {
        for look in SEATS {
            let ratio = contrast(look.fill, look.ink);
            assert!(ratio >= 4.0, "{look:?}: {ratio:.1}");
        }
    }

    #[test]
    fn themes_fill_in_the_sheet() {
        let sea = [Tone { name: "sea-in", light: "#123456", dark: "#654321" }];
        let tones = [Tone { name: "sea", light: "#123456", dark: "#654321" }];
        assert_eq!(
            themed("& .x{fill:$sea}", &tones, Theme::Light, Look::Usual),
            ".board-light .x{fill:#123456}"
        );
        assert_eq!(themed("~x,~y{}", &tones, Theme::Light, Look::Usual), ".bl-x,.bl-y{}");
        assert_eq!(themed("&.y{fill:$sea}", &tones, Theme::Dark, Look::Usual), ".board-dark.y{fill:#654321}");
        let auto = themed("& .x{fill:$sea}", &tones, Theme::Auto, Look::Usual);
        assert!(auto.ends_with(".board-auto .x{fill:var(--b-sea)}"), "{auto}");
        let looks = [Theme::Light, Theme::Dark, Theme::Auto]
            .map(|theme| themed("& .x{fill:$sea-in}", &sea, theme, Look::Paper));
        assert!(looks[..2].iter().all(|css| css.ends_with(" .x{fill:#d5e3e0}")), "{looks:?}");
        assert!(looks[2].contains("\n.board-auto.board-auto{--b-sea-in:#d5e3e0;}"), "{looks:?}");
        let page = themed("& .x{fill:$sea-in}", &sea, Theme::Auto, Look::Usual);
        assert!(page.contains("[data-board=paper] .board-auto{--b-sea-in:#d5e3e0;}"), "{page}");
        assert!(auto.starts_with(".board-auto{--b-sea:#123456;}"), "{auto}");
        assert!(auto.contains("[data-theme=dark] .board-auto{--b-sea:#654321;}"), "{auto}");
    }
}
