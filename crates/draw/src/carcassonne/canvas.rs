//! What every part of a picture is drawn with.

use super::geometry::At;
use super::look;
use crate::palette::themed;
use crate::shown::{Edits, Item, Shown};
use crate::svg::{Num, Svg};
use crate::{Purpose, Style};
use game::Seat;
use std::fmt::{Display, Write as _};
use std::hash::Hash;

/// The style sheet of [`carcassonne_svg`](super::carcassonne_svg) and of single tiles, for pages that serve it once instead of with every
/// picture ([`Style::embed_css`]).
#[must_use]
pub fn stylesheet(style: &Style) -> String {
    let mut css = themed(look::SHEET, look::TONES, style.theme);
    let root = style.theme.class();
    for (seat, look) in Seat::first(style.seats.len()).zip(style.seats) {
        writeln!(
            css,
            ".{root}.land .seat-{seat}{{fill:{0}}}.{root}.land .seat-{seat} .mark{{fill:{1}}}",
            look.fill, look.ink
        )
        .expect("a string takes everything");
    }
    css
}

/// A picture that is being drawn.
pub(super) struct Canvas<'a> {
    pub(super) svg: Svg,
    pub(super) style: &'a Style,
    pub(super) prefix: String,
    pub(super) shown: &'a Shown<'a>,
}

pub(super) fn translate(at: At) -> String {
    format!("translate({} {})", Num(at.x), Num(at.y))
}

impl<'a> Canvas<'a> {
    pub(super) fn new(style: &'a Style) -> Canvas<'a> {
        let mut prefix: String = style.id_prefix.clone();
        prefix.retain(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        Canvas { svg: Svg::new(), style, prefix, shown: &Shown::NOTHING }
    }

    /// Opens a part of the picture; `false` if the page shows it already ([`Svg::open_part`]).
    pub(super) fn opens(&mut self, name: &str, inputs: &impl Hash) -> bool {
        let id = format!("{}{name}-part", self.prefix);
        self.svg.open_part(self.shown, ("g", &id, name), inputs)
    }

    /// Opens a group of many things; says which of them are to be drawn ([`Svg::open_list`]).
    pub(super) fn opens_list(&mut self, name: &str, items: impl IntoIterator<Item = Item>) -> Edits {
        let id = format!("{}{name}-part", self.prefix);
        let (element, class) = if name == "defs" { ("defs", "") } else { ("g", name) };
        self.svg.open_list(self.shown, (element, &id, class), items)
    }

    pub(super) fn reference(&self, name: &str) -> String {
        format!("#{}{name}", self.prefix)
    }

    /// Writes markup of this crate with the prefixes filled in: `@` for ids, `~` for the classes of definitions.
    pub(super) fn markup(&mut self, markup: &str) {
        let mut filled = String::with_capacity(markup.len() * 5 / 4);
        for part in markup.split_inclusive(['@', '~']) {
            let (text, sign) = part.split_at(part.len() - usize::from(part.ends_with(['@', '~'])));
            filled += text;
            match sign {
                "@" => filled += &self.prefix,
                "~" => filled += self.style.theme.class_prefix(),
                _ => {}
            }
        }
        self.svg.raw(&filled);
    }

    /// Places a symbol of the definitions.
    pub(super) fn place(&mut self, name: &str, class: &str, transform: &str) {
        let href = self.reference(name);
        let all: [(&'static str, &dyn Display); 3] =
            [("class", &class), ("href", &href), ("transform", &transform)];
        let given = &all[usize::from(class.is_empty())..all.len() - usize::from(transform.is_empty())];
        self.svg.leaf("use", given);
    }

    /// Opens the picture and says what it is.
    pub(super) fn root(&mut self, class: &str, view_box: &str) {
        let role = match self.style.purpose {
            Purpose::Picture => "img",
            Purpose::Table => "group",
        };
        let words = &self.style.words;
        let (title, description) = (format!("{}title", self.prefix), format!("{}desc", self.prefix));
        let mut attrs: Vec<(&'static str, &dyn Display)> = vec![
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("class", &class),
            ("viewBox", &view_box),
            ("role", &role),
        ];
        if !words.title.is_empty() {
            attrs.push(("aria-labelledby", &title));
        }
        if !words.description.is_empty() {
            attrs.push(("aria-describedby", &description));
        }
        self.svg.open("svg", &attrs);
        if !words.title.is_empty() {
            self.svg.text("title", &[("id", &title)], &words.title);
        }
        if !words.description.is_empty() {
            self.svg.text("desc", &[("id", &description)], &words.description);
        }
        self.style_sheet();
    }

    pub(super) fn style_sheet(&mut self) {
        if self.style.embed_css {
            self.svg.raw("<style>");
            self.svg.raw(&stylesheet(self.style));
            self.svg.raw("</style>");
        }
    }
}
