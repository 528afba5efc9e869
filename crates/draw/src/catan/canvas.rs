//! The canvas on which every part of a picture is drawn.

use super::geometry::At;
use super::picture::CatanPicture;
use crate::shown::{Edits, Item, Shown};
use crate::svg::{Num, Svg};
use crate::{Style, glyphs};
use game::Seat;

/// A picture that is being drawn.
pub(in crate::catan) struct Canvas<'a> {
    pub(in crate::catan) svg: Svg,
    pub(in crate::catan) picture: &'a CatanPicture,
    pub(in crate::catan) style: &'a Style,
    pub(in crate::catan) prefix: String,
    pub(in crate::catan) shown: &'a Shown<'a>,
}

pub(in crate::catan) fn translate(at: At) -> String {
    format!("translate({} {})", Num(at.x), Num(at.y))
}

impl Canvas<'_> {
    pub(in crate::catan) fn reference(&self, name: &str) -> String {
        format!("#{}{name}", self.prefix)
    }

    /// Markup of this crate with the prefixes filled in: `@` for ids, `~` for the classes of definitions.
    pub(in crate::catan) fn markup(&self, markup: &str) -> String {
        let mut filled = String::with_capacity(markup.len() * 5 / 4);
        for part in markup.split_inclusive(['@', '~', '\n']) {
            let (text, sign) = part.split_at(part.len() - usize::from(part.ends_with(['@', '~', '\n'])));
            filled += text;
            match sign {
                "@" => filled += &self.prefix,
                "~" => filled += self.style.theme.class_prefix(),
                _ => {}
            }
        }
        filled
    }

    pub(in crate::catan) fn draw_markup(&mut self, markup: &str) {
        let filled = self.markup(markup);
        self.svg.raw(&filled);
    }

    pub(in crate::catan) fn paint(&self, name: &str) -> String {
        format!("url(#{}{name})", self.prefix)
    }

    /// Places a symbol of the definitions.
    pub(in crate::catan) fn place(&mut self, name: &str, class: &str, transform: &str) {
        let href = self.reference(name);
        match (class, transform) {
            ("", "") => self.svg.leaf("use", &[("href", &href)]),
            (_, "") => self.svg.leaf("use", &[("class", &class), ("href", &href)]),
            ("", _) => self.svg.leaf("use", &[("href", &href), ("transform", &transform)]),
            _ => self.svg.leaf("use", &[("class", &class), ("href", &href), ("transform", &transform)]),
        }
    }

    /// Opens a part of the picture; `false` if the page shows it already ([`Svg::open_part`]).
    pub(in crate::catan) fn opens(
        &mut self,
        element: &'static str,
        name: &str,
        class: &str,
        inputs: &impl std::hash::Hash,
    ) -> bool {
        let id = format!("{}{name}-part", self.prefix);
        self.svg.open_part(self.shown, (element, &id, class), inputs)
    }

    /// Opens a group of many places; says which of them are to be drawn ([`Svg::open_list`]).
    pub(in crate::catan) fn opens_list(
        &mut self,
        name: &str,
        places: impl IntoIterator<Item = Item>,
    ) -> Edits {
        let id = format!("{}{name}-part", self.prefix);
        self.svg.open_list(self.shown, ("g", &id, name), places)
    }

    /// The robber on its hex, beside the number if there is one.
    pub(in crate::catan) fn robber(&mut self, has_number: bool) {
        let transform = if has_number { "translate(-43 -3)" } else { "translate(0 -4)" };
        self.place("robber", "robber", transform);
    }

    /// Opens the group of a place.
    pub(in crate::catan) fn open_place(
        &mut self,
        id: &dyn std::fmt::Display,
        class: &str,
        at: At,
        angle: Option<i16>,
        lit: bool,
    ) {
        let class = format!("{class}{}", if lit { " lit" } else { "" });
        let mut transform = translate(at);
        if let Some(angle) = angle {
            transform += &format!(" rotate({angle})");
        }
        if self.style.place_ids {
            self.svg
                .open("g", &[("id", id), ("class", &class), ("data-place", id), ("transform", &transform)]);
        } else {
            self.svg.open("g", &[("class", &class), ("data-place", id), ("transform", &transform)]);
        }
    }

    /// Characters `cap` high around `at`; `weight` in glyph units.
    pub(in crate::catan) fn lettering(&mut self, text: &str, class: &str, at: At, cap: f32, weight: f32) {
        let class = self.markup(&format!("~{class} ~ink"));
        let transform = format!("{} scale({})", translate(at), cap / glyphs::CAP);
        self.svg.leaf(
            "path",
            &[
                ("class", &class),
                ("transform", &transform),
                ("stroke-width", &weight),
                ("d", &glyphs::centred(text, 0.0, 0.0)),
            ],
        );
    }

    /// Opens the group of a piece; `last` if it was placed last, which shows around the form of this name, turned
    /// like the piece.
    pub(in crate::catan) fn open_piece(
        &mut self,
        class: &str,
        seat: Seat,
        name: &str,
        turn: &str,
        last: bool,
    ) {
        self.svg.open("g", &[("class", &format!("piece {class} seat-{seat}"))]);
        let form = self.reference(&format!("{name}-form"));
        for (class, width) in [("last-under", 16), ("last", 11)].into_iter().filter(|_| last) {
            let mut attrs: Vec<(&'static str, &dyn std::fmt::Display)> =
                vec![("href", &form), ("class", &class), ("stroke-width", &width)];
            if !turn.is_empty() {
                attrs.push(("transform", &turn));
            }
            self.svg.leaf("use", &attrs);
        }
    }
}
