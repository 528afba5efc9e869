//! The canvas on which every part of a picture is drawn, and the style sheet.

use super::geometry::At;
use super::look;
use crate::Style;
use crate::palette::themed;
use crate::shown::{Edits, Item, Shown};
use crate::svg::{Num, Svg};
use game::Seat;
use std::fmt::{Display, Write as _};
use std::hash::Hash;

/// The style sheet of [`carcassonne_svg`](super::carcassonne_svg) and of single tiles, for pages that serve it once instead of with every
/// picture ([`Style::embed_css`]).
#[must_use]
pub fn stylesheet(style: &Style) -> String {
    let mut css = themed(look::SHEET, look::TONES, style.theme, style.look);
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
        Canvas { svg: Svg::new(), style, prefix: style.prefix(), shown: &Shown::NOTHING }
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

    /// Opens the picture of some land.
    pub(super) fn root(&mut self, class: &str, view_box: &str) {
        self.svg.open_picture(self.style, class, view_box, stylesheet);
    }

    pub(super) fn style_sheet(&mut self) {
        if self.style.embed_css {
            self.svg.raw("<style>");
            self.svg.raw(&stylesheet(self.style));
            self.svg.raw("</style>");
        }
    }
}
