//! The layers of a picture above the ground: tiles, areas, spaces, segments, figures, numbers, the tile in hand.

use super::canvas::{Canvas, translate};
use super::geometry::{self, At, TILE};
use super::picture::{CarcassonnePicture, Figure, Number, Sign, Target, Tile};
use super::pieces;
use super::plan::{SPOT, plan};
use super::tiles::{Extent, Found, Tiles, find};
use crate::glyphs;
use crate::shown::Item;
use crate::svg::Num;
use ::carcassonne::{Place, SegmentKind};
use game::Seat;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

impl Canvas<'_> {
    pub(super) fn tile(&mut self, tile: Tile, last: bool) {
        let at = geometry::middle(tile.cell);
        let class = if last { "tile last" } else { "tile" };
        let href = self.reference(&format!("{}{}", tile.kind, tile.rotation.index()));
        let mut attrs: Vec<(&'static str, &dyn Display)> = Vec::new();
        if self.style.place_ids {
            attrs.push(("id", &tile.cell));
        }
        attrs.extend::<[(&'static str, &dyn Display); 5]>([
            ("class", &class),
            ("data-place", &tile.cell),
            ("href", &href),
            ("x", &at.x),
            ("y", &at.y),
        ]);
        self.svg.leaf("use", &attrs);
    }

    /// Draws the owners of segments: all segments of a seat in its pattern.
    pub(super) fn areas(&mut self, picture: &CarcassonnePicture, tiles: &Tiles) {
        if picture.areas.is_empty() {
            return;
        }
        let under = |place: Place| tiles.at(place.cell).map(|tile| (tile.kind, tile.rotation));
        let inputs: Vec<_> =
            picture.areas.iter().map(|area| (area.place, area.owners, under(area.place))).collect();
        if !self.opens("areas", &inputs) {
            return;
        }
        let mut paths: BTreeMap<Seat, String> = BTreeMap::new();
        for area in &picture.areas {
            let Some(Found { tile, index, .. }) = find(tiles, area.place) else { continue };
            let path = plan(tile.kind).area(index, tile.rotation, geometry::middle(tile.cell));
            for seat in area.owners {
                *paths.entry(seat).or_default() += &path;
            }
        }
        for (seat, path) in paths {
            let (class, paint) = (format!("own own-{seat}"), format!("url(#{}own-{seat})", self.prefix));
            self.svg.leaf("path", &[("class", &class), ("fill", &paint), ("d", &path)]);
        }
        self.svg.close();
    }

    /// Frames around the tiles placed last.
    pub(super) fn last(&mut self, picture: &CarcassonnePicture) {
        for cell in &picture.last {
            let At { x, y } = geometry::middle(*cell);
            let frame = format!("M{} {}h98v98h-98z", x - 49.0, y - 49.0);
            for class in ["frame-under", "frame"] {
                self.svg.leaf("path", &[("class", &class), ("d", &frame)]);
            }
        }
    }

    /// The columns in which the surveyors stand (`MAY-SURVEYOR-3`).
    pub(super) fn columns(&mut self, picture: &CarcassonnePicture, extent: &Extent) {
        for x in picture.surveyors.iter().collect::<BTreeSet<_>>() {
            let left = f32::from(*x) * TILE - 50.0;
            let band = format!("M{left} {}h100v{}h-100z", extent.from.y, extent.height());
            self.svg.leaf("path", &[("class", &"column"), ("d", &band)]);
        }
    }

    pub(super) fn surveyors(&mut self, picture: &CarcassonnePicture, extent: &Extent) {
        if picture.surveyors.is_empty() {
            return;
        }
        let inputs = (&picture.surveyors, [extent.from.x, extent.from.y, extent.to.y].map(f32::to_bits));
        if !self.opens("surveyors", &inputs) {
            return;
        }
        let columns: BTreeSet<i8> = picture.surveyors.iter().copied().collect();
        let lines: String = columns
            .iter()
            .map(|x| {
                let left = f32::from(*x) * TILE - 50.0;
                let (top, height) = (extent.from.y, extent.height());
                format!("M{left} {top}v{height}M{} {top}v{height}", left + 100.0)
            })
            .collect();
        for class in ["column-under", "column-line"] {
            self.svg.leaf("path", &[("class", &class), ("d", &lines)]);
        }
        for x in columns {
            let here = picture.surveyors.iter().filter(|column| **column == x).count();
            for n in 0..here {
                let aside = 34.0 * (n as f32 - (here as f32 - 1.0) / 2.0);
                for (y, is_upper) in [(extent.from.y + 58.0, true), (extent.to.y - 58.0, false)] {
                    let at = translate(At::new(f32::from(x) * TILE + aside, y));
                    // The upper one of a column can be found by name.
                    if self.style.place_ids && is_upper && n == 0 {
                        let name = format!("surveyor-{x}");
                        let attrs: [(_, &dyn Display); 3] =
                            [("id", &name), ("class", &"surveyor"), ("transform", &at)];
                        self.svg.open("g", &attrs);
                    } else {
                        self.svg.open("g", &[("class", &"surveyor"), ("transform", &at)]);
                    }
                    self.place("surveyor", "", "scale(1.1)");
                    self.svg.close();
                }
            }
        }
        self.svg.close();
    }

    /// Opens the group of a place.
    pub(super) fn open_place(&mut self, name: &dyn Display, class: &str, at: At) {
        let (name, transform) = (name.to_string(), translate(at));
        let attrs: [(&'static str, &dyn Display); 4] =
            [("id", &name), ("class", &class), ("data-place", &name), ("transform", &transform)];
        self.svg.open("g", &attrs[usize::from(!self.style.place_ids)..]);
    }

    pub(super) fn spaces(&mut self, picture: &CarcassonnePicture) {
        if picture.spaces.is_empty() {
            return;
        }
        // A page that follows lights the places by its list of placements, so being lit is no change.
        let items = picture.spaces.iter().map(|space| Item::new(&space.cell, &space.fitting));
        let edits = self.opens_list("spaces", items);
        let mut marks = String::new();
        for (_, space) in picture.spaces.iter().enumerate().filter(|&(n, _)| edits.writes(n)) {
            let dead = space.fitting == Some(0);
            let class =
                format!("space{}{}", if space.lit { " lit" } else { "" }, if dead { " dead" } else { "" });
            self.open_place(&space.cell, &class, geometry::middle(space.cell));
            // The same in every space.
            if marks.is_empty() {
                let before = self.svg.len();
                self.place("cell", "hit", "");
                self.place("space", "halo", "");
                marks = self.svg.since(before).to_owned();
            } else {
                self.svg.raw(&marks);
            }
            if dead {
                self.svg.leaf("path", &[("class", &"cross"), ("d", &"M-24 -24L24 24M24 -24L-24 24")]);
            } else if let Some(fitting) = space.fitting {
                self.lettering(&fitting.to_string(), "count", At::new(0.0, 0.0), 26.0, 1.5);
            }
            self.svg.close();
        }
        self.svg.close();
    }

    pub(super) fn segments(&mut self, picture: &CarcassonnePicture, tiles: &Tiles) {
        if picture.segments.is_empty() {
            return;
        }
        self.svg.open("g", &[("class", &"segments")]);
        // Wide areas first, so that a road is not below its fields.
        let found = |target: &Target| Some((*target, find(tiles, target.place)?));
        let mut targets: Vec<(Target, Found)> = picture.segments.iter().filter_map(found).collect();
        targets.sort_by_key(|(_, Found { tile, index, .. })| match tile.kind.segments()[*index].kind {
            SegmentKind::Field => 0,
            SegmentKind::City => 1,
            SegmentKind::Road | SegmentKind::Monastery => 2,
        });
        for (target, Found { tile, index, at }) in targets {
            let kind = match tile.kind.segments()[index].kind {
                SegmentKind::Road => "road",
                SegmentKind::City => "city",
                SegmentKind::Monastery => "monastery",
                SegmentKind::Field => "field",
            };
            let class = format!("segment {kind}{}", if target.lit { " lit" } else { "" });
            let middle = geometry::middle(tile.cell);
            let at = At::new(at.x - middle.x, at.y - middle.y);
            self.open_place(&target.place, &class, middle);
            let area = plan(tile.kind).area(index, tile.rotation, At::new(0.0, 0.0));
            self.svg.leaf("path", &[("class", &"area"), ("d", &area)]);
            // Around a figure that stands there already.
            let halo =
                if picture.figures.iter().any(|figure| figure.place == target.place) { 21.0 } else { 10.0 };
            for (class, radius) in [("hit", SPOT), ("halo", halo)] {
                self.svg.leaf(
                    "circle",
                    &[("class", &class), ("cx", &Num(at.x)), ("cy", &Num(at.y)), ("r", &Num(radius))],
                );
            }
            self.svg.close();
        }
        self.svg.close();
    }

    pub(super) fn figures(&mut self, picture: &CarcassonnePicture, tiles: &Tiles) {
        if picture.figures.is_empty() {
            return;
        }
        let targets: Vec<Place> = picture.segments.iter().map(|target| target.place).collect();
        let mut figures: Vec<(Found, &Figure)> =
            picture.figures.iter().filter_map(|figure| Some((find(tiles, figure.place)?, figure))).collect();
        figures.sort_by(|(a, _), (b, _)| a.at.y.total_cmp(&b.at.y));
        let inputs = |found: &Found, figure: &Figure| {
            let target = targets.contains(&figure.place);
            (figure.look, figure.seat, target, found.tile.kind, found.tile.rotation)
        };
        let items = figures.iter().map(|(found, figure)| Item::new(&figure.place, &inputs(found, figure)));
        let edits = self.opens_list("figures", items);
        let written = figures.into_iter().enumerate().filter(|&(n, _)| edits.writes(n));
        for (_, (Found { tile, index, at }, figure)) in written {
            let form = pieces::form(figure.look);
            let class = format!("piece {} seat-{}", form.name, figure.seat);
            if targets.contains(&figure.place) {
                self.svg.open("g", &[("class", &class), ("transform", &translate(at))]);
            } else {
                self.open_place(&figure.place, &class, at);
            }
            // In a narrow corner it is smaller, so that it does not seem to stand elsewhere.
            let narrow = plan(tile.kind).is_narrow(index);
            if narrow {
                self.svg.open("g", &[("transform", &"scale(.72)")]);
            }
            self.place(form.name, "", "");
            let mark = format!("mark-{}", figure.seat);
            self.place(&mark, "mark", &translate(At::new(form.mark.0, form.mark.1)));
            if narrow {
                self.svg.close();
            }
            self.svg.close();
        }
        self.svg.close();
    }

    /// Numbers on segments, beside the figure if there is one.
    pub(super) fn numbers(&mut self, picture: &CarcassonnePicture, tiles: &Tiles) {
        if picture.numbers.is_empty() {
            return;
        }
        let numbers: Vec<(&Number, Found, bool)> = picture
            .numbers
            .iter()
            .filter_map(|number| {
                let taken = picture.figures.iter().any(|figure| figure.place == number.place);
                Some((number, find(tiles, number.place)?, taken))
            })
            .collect();
        let items = numbers.iter().map(|(number, Found { tile, .. }, taken)| {
            Item::new(&number.place, &(number.number, number.sign, tile.kind, tile.rotation, taken))
        });
        let edits = self.opens_list("numbers", items);
        let written = numbers.into_iter().enumerate().filter(|&(n, _)| edits.writes(n));
        for (_, (number, Found { at, .. }, taken)) in written {
            let at = if taken { at.plus(At::new(15.0, -15.0)) } else { at };
            let text = number.number.to_string();
            let sign = match number.sign {
                Sign::Cities => "M-6 5V-2L-3.5 -6L-1 -2V0H1V-2L3.5 -6L6 -2V5H1.4V2.6a1.4 1.4 0 0 0 -2.8 0V5z",
                Sign::Animals => {
                    "M-6 1.4C-6 -1.8 -4 -2.8 -1.2 -3C.4 -5.6 3.8 -5.2 4.8 -2.6C6.4 -2 6.8 .2 6 2L3.6 2L3.4 5H1.8L1.4 2.4H-2.8L-3.2 5H-4.8L-5 2.4z"
                }
                Sign::Plain => "",
            };
            let scale = 11.0 / glyphs::CAP;
            let (text_width, sign_width) =
                (glyphs::width(&text) * scale, if sign.is_empty() { 0.0 } else { 13.0 });
            let half = (text_width + sign_width) / 2.0 + 6.0;
            self.svg.open("g", &[("class", &"badge"), ("transform", &translate(at))]);
            let plate =
                format!("M{} -9H{1}a9 9 0 0 1 0 18H{0}a9 9 0 0 1 0 -18z", Num(4.0 - half), Num(half - 4.0));
            self.svg.leaf("path", &[("class", &"plate"), ("d", &plate)]);
            if !sign.is_empty() {
                let transform = translate(At::new(11.5 - half, 0.0));
                self.svg.leaf("path", &[("class", &"sign"), ("d", &sign), ("transform", &transform)]);
            }
            self.lettering(&text, "digits", At::new(sign_width / 2.0, 0.0), 11.0, 1.7);
            self.svg.close();
        }
        self.svg.close();
    }

    pub(super) fn open_edges(&mut self, picture: &CarcassonnePicture) {
        if picture.open.is_empty() {
            return;
        }
        if !self.opens("open", &picture.open) {
            return;
        }
        for &(cell, side) in &picture.open {
            let At { x, y } = geometry::middle(cell).plus(geometry::edge_middle(side));
            self.svg.leaf("path", &[("d", &format!("M{x} {}l9 9l-9 9l-9 -9z", y - 9.0))]);
        }
        self.svg.close();
    }

    pub(super) fn hand(&mut self, picture: &CarcassonnePicture) {
        let Some(hand) = picture.hand else { return };
        let (cell, rotation) = hand.shown.unwrap_or_default();
        let class = if hand.shown.is_some() { "hand" } else { "hand away" };
        self.svg.open("g", &[("class", &class), ("transform", &translate(geometry::middle(cell)))]);
        self.place(&format!("{}{}", hand.kind, rotation.index()), "", "");
        self.svg.leaf("path", &[("class", &"hand-frame"), ("d", &"M-49 -49h98v98h-98z")]);
        self.svg.close();
    }

    /// Characters `cap` high around `at`; `weight` in glyph units.
    pub(super) fn lettering(&mut self, text: &str, class: &str, at: At, cap: f32, weight: f32) {
        let transform = format!("{} scale({})", translate(at), Num(cap / glyphs::CAP));
        let path = glyphs::centred(text, 0.0, 0.0);
        let class = format!("ink {class}");
        self.svg.leaf(
            "path",
            &[("class", &class), ("transform", &transform), ("stroke-width", &weight), ("d", &path)],
        );
    }

    /// The numbers of columns and rows along the edges of the picture.
    pub(super) fn coordinates(&mut self, extent: &Extent) {
        let mut path = String::new();
        let scale = 1.6;
        let mut put = |text: String, x: f32, y: f32| path += &glyphs::centred(&text, x / scale, y / scale);
        let cells = |from: f32, to: f32| {
            let first = (from / TILE + 0.8).round() as i16;
            let last = (to / TILE - 0.8).round() as i16;
            first..=last
        };
        for x in cells(extent.from.x, extent.to.x) {
            for y in [extent.from.y + 16.0, extent.to.y - 16.0] {
                put(x.to_string(), f32::from(x) * TILE, y);
            }
        }
        for y in cells(extent.from.y, extent.to.y) {
            for x in [extent.from.x + 18.0, extent.to.x - 18.0] {
                put(y.to_string(), x, f32::from(y) * TILE);
            }
        }
        let transform = format!("scale({scale})");
        self.svg.leaf("path", &[("class", &"ink coordinates"), ("transform", &transform), ("d", &path)]);
    }
}
