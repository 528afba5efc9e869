//! The island of Catan as a picture.

mod canvas;
#[cfg(feature = "any")]
mod drawn;
pub mod cities_and_knights;
pub mod geometry;
mod look;
mod picture;
mod pieces;
mod position;
pub mod symbols;
mod terrain;

use crate::palette::themed;
use crate::shown::{Item, Shown};
use crate::svg::{Num, Svg};
use crate::{Purpose, Style, glyphs};
use ::catan::{EdgeId, Harbour, HexId, Layout, Piece, Terrain, VertexId};
use canvas::{Canvas, translate};
use game::Seat;
use geometry::At;
pub use picture::{Barbarians, CatanPicture, CitiesAndKnights, Highlights, Mark};
pub use position::{Changes, Position};
pub use symbols::{development_symbol, piece_symbol, resource_symbol, robber_symbol};

/// The style sheet of [`catan_svg`], for pages that serve it once instead of with every picture
/// ([`Style::embed_css`]). It is for the pictures of Cities & Knights too.
#[must_use]
pub fn stylesheet(style: &Style) -> String {
    sheet(style, true)
}

/// The style sheet of pictures of the base game, or also of those of the expansion.
fn sheet(style: &Style, expansion: bool) -> String {
    let mut css = if expansion {
        let paints: String = cities_and_knights::PAINTS
            .iter()
            .map(|(class, paint)| format!("~{class}{{{paint}}}\n"))
            .collect();
        let tones = [look::TONES, cities_and_knights::TONES].concat();
        themed(
            &(look::SHEET.to_owned() + &paints + cities_and_knights::SHEET),
            &tones,
            style.theme,
            style.look,
        )
    } else {
        themed(look::SHEET, look::TONES, style.theme, style.look)
    };
    let root = style.theme.class();
    for (seat, look) in Seat::first(style.seats.len()).zip(style.seats) {
        css += &format!(
            ".{root}.catan .seat-{seat}{{fill:{}}}.{root}.catan .seat-{seat} .mark{{fill:{}}}\n",
            look.fill, look.ink
        );
    }
    css
}

/// The island as SVG.
///
/// The root is `<svg class="board catan board-light">` (or `-dark`, `-auto`) with a view box of 940 × 816 (see [`geometry`]).
/// Each of the 19 hexes, 54 intersections and 72 paths is a group with its name as `id` and `data-place`, its kind as
/// class, and inside a `hit` (an invisible target, about 44 pixels across when the board is 700 wide) and a `halo`
/// (shown when the group has the class `lit` or `chosen`, or the keyboard's focus). Pieces lie in the group of their
/// place, with the classes `piece`, their kind and `seat-A` to `seat-D`.
///
/// With [`CatanPicture::cities_and_knights`] knights are pieces of their intersections too, with the classes `knight`,
/// `knight-1` to `knight-3` and `active` or `inactive`. A strip above the island ([`Barbarians`]) is a group
/// `barbarians` that takes no pointer, and makes the view box 940 × 908.
///
/// The same picture and style always give the same text.
#[must_use]
pub fn catan_svg(picture: &CatanPicture, style: &Style) -> String {
    catan_svg_after(picture, style, &Shown::NOTHING)
}

/// Draws the island for a page, leaving out what the page already shows: parts have ids of their own, and unchanged parts become
/// empty elements (see [`crate::shown`]).
#[must_use]
pub fn catan_svg_after(picture: &CatanPicture, style: &Style, shown: &Shown<'_>) -> String {
    let mut canvas = Canvas { svg: Svg::new(), picture, style, prefix: style.prefix(), shown };
    canvas.draw();
    canvas.svg.finish()
}

impl Canvas<'_> {
    fn draw(&mut self) {
        let has_track =
            self.picture.cities_and_knights.as_ref().is_some_and(|more| more.barbarians.is_some());
        // At a table the sea has no frame, so the picture ends where the ships do; but the strip is as wide as the frame.
        let (width, height) = if self.style.purpose == Purpose::Table && !has_track {
            (geometry::WIDTH - 50, geometry::HEIGHT - 36)
        } else {
            (geometry::WIDTH, geometry::HEIGHT)
        };
        let track = if has_track { cities_and_knights::TRACK_HEIGHT } else { 0 };
        let view_box = format!("-{} -{} {width} {}", width / 2, height / 2 + track, height + track);
        let css = |style: &Style| sheet(style, self.picture.cities_and_knights.is_some());
        self.svg.open_picture(self.style, "board catan", &view_box, css);
        self.definitions();
        self.sea();
        self.track();
        if let Some(layout) = self.picture.layout {
            self.land(&layout);
        } else {
            self.unlaid();
        }
        self.marks();
        self.paths();
        self.intersections();
        self.figures();
        if self.style.coordinates {
            self.names();
        }
        self.svg.close();
    }

    fn definitions(&mut self) {
        // Apart, because knights come and go and the island stays.
        if let Some(expansion) = &self.picture.cities_and_knights
            && self.opens("defs", "more-defs", "", &expansion.symbols())
        {
            self.expansion_definitions(expansion);
            self.svg.close();
        }
        if !self.opens("defs", "defs", "", &self.picture.layout) {
            return;
        }
        self.draw_markup(
            "<radialGradient id=\"@sea\" gradientUnits=\"userSpaceOnUse\" cx=\"0\" cy=\"0\" r=\"450\">\
             <stop class=\"sea-in\" offset=\".35\"/><stop class=\"sea-out\" offset=\"1\"/></radialGradient>\
             <pattern id=\"@waves\" width=\"96\" height=\"64\" patternUnits=\"userSpaceOnUse\">\
             <path class=\"wave ~ln\" stroke-width=\"2\" d=\"M10 16q6 -6 12 0t12 0M58 48q6 -6 12 0t12 0\"/></pattern>",
        );
        for (name, hexagon) in
            [("hex-land", geometry::hexagon(1.0, 0.1)), ("hex", geometry::hexagon(0.93, 7.0))]
        {
            self.draw_markup(&format!("<path id=\"@{name}\" d=\"{hexagon}\"/>"));
        }
        self.draw_markup(pieces::SHARED);
        self.draw_markup(&format!("<g id=\"@robber\">{}</g>", pieces::ROBBER));
        for piece in [Piece::Road, Piece::Settlement, Piece::City] {
            self.draw_markup(&pieces::definition(piece));
        }
        for (seat, look) in Seat::first(4).zip(self.style.seats) {
            self.draw_markup(&format!("<path id=\"@mark-{seat}\" d=\"{}\"/>", look.mark.path()));
        }
        let Some(layout) = self.picture.layout else {
            self.svg.close();
            return;
        };
        let island: String = HexId::all()
            .map(|id| {
                let At { x, y } = geometry::hex(id);
                format!("M{} {}l71 41v82l-71 41l-71 -41v-82z", Num(x), Num(y - 82.0))
            })
            .collect();
        self.draw_markup(&format!("<path id=\"@island\" d=\"{island}\"/>"));
        self.draw_markup(terrain::SHARED);
        self.draw_markup("<clipPath id=\"@clip\"><use href=\"#@hex\"/></clipPath>");
        for terrain in Terrain::ALL.into_iter().filter(|terrain| layout.terrain.0.contains(terrain)) {
            self.draw_markup(&format!(
                "<g id=\"@{0}\"><use class=\"~{0}0\" href=\"#@hex\"/><g clip-path=\"url(#@clip)\">{1}</g>\
                 <use class=\"~bevel\" href=\"#@hex\"/></g>",
                terrain.name(),
                terrain::drawing(terrain)
            ));
        }
        for number in (2..=12).filter(|number| layout.numbers.0.contains(number)) {
            self.draw_markup(&format!("<g id=\"@n{number}\">{}</g>", pieces::token(number)));
        }
        self.svg.close();
    }

    fn sea(&mut self) {
        if !self.opens("g", "sea", "still", &()) {
            return;
        }
        // At a table the sea goes on beyond the view box, as far as the page shows it.
        let is_table = self.style.purpose == Purpose::Table;
        let inner =
            if is_table { "M-3000 -3000h6000v6000h-6000z".to_owned() } else { geometry::frame(456.0, 44.0) };
        if !is_table {
            self.svg.leaf("path", &[("class", &"rim"), ("d", &geometry::frame(467.0, 46.0))]);
        }
        for paint in [self.paint("sea"), self.paint("waves")] {
            self.svg.leaf("path", &[("fill", &paint), ("d", &inner)]);
        }
        if !is_table {
            self.svg.leaf("path", &[("class", &"rim-line"), ("d", &inner)]);
        }
        self.draw_markup(
            "<g class=\"compass\" transform=\"translate(-408 0)\"><path d=\"M0 -26L5 -5L26 0L5 5L0 26L-5 5L-26 0L-5 -5z\"/>\
             <path d=\"M12 -12L5 0L12 12L0 5L-12 12L-5 0L-12 -12L0 -5z\" fill-opacity=\".6\"/>\
             <circle class=\"~ln\" r=\"17\" stroke-width=\"1.5\"/></g>",
        );
        self.svg.close();
    }

    /// Before there is an island: where it will be.
    fn unlaid(&mut self) {
        self.svg.open("g", &[("class", &"hexes")]);
        for id in HexId::all() {
            self.open_place(&id, "hex", geometry::hex(id), None, self.picture.lit.hexes.contains(id));
            self.place("hex-land", "hit", "");
            self.place("hex", "unlaid", "");
            self.place("hex", "halo", "");
            self.svg.close();
        }
        self.svg.close();
    }

    fn land(&mut self, layout: &Layout) {
        self.coast(layout);
        let base = self.picture.cities_and_knights.is_none();
        let picture = self.picture;
        let inputs = |id: HexId| {
            let robbed = picture.robber == Some(id);
            (layout.terrain[id], layout.numbers[id], robbed, picture.lit.hexes.contains(id), base)
        };
        let edits = self.opens_list("hexes", HexId::all().map(|id| Item::new(&id, &inputs(id))));
        for id in HexId::all().filter(|id| edits.writes(id.index())) {
            let (terrain, number, robbed, ..) = inputs(id);
            let class = format!("hex {}{}", terrain.name(), if robbed { " robbed" } else { "" });
            self.open_place(&id, &class, geometry::hex(id), None, self.picture.lit.hexes.contains(id));
            self.place("hex-land", "hit", "");
            // Every second one is mirrored, so that equal neighbours do not look stamped.
            self.place(terrain.name(), "still", if id.index() % 2 == 1 { "scale(-1 1)" } else { "" });
            if robbed {
                self.place("hex", "veil", "");
            }
            if pieces::dots(number) > 0 {
                let token = format!("n{number}");
                self.place(&token, "number", "");
            }
            if robbed && base {
                self.robber(number != 0);
            }
            self.place("hex", "halo", "");
            self.svg.close();
        }
        self.svg.close();
    }

    /// The shoals around the island, and its harbours.
    fn coast(&mut self, layout: &Layout) {
        if !self.opens("g", "coast", "still", layout) {
            return;
        }
        let island = self.reference("island");
        for (class, width) in
            [("shoal", 104), ("shoal", 74), ("shoal", 46), ("beach-edge", 24), ("beach", 18)]
        {
            self.svg.leaf("use", &[("href", &island), ("class", &class), ("stroke-width", &width)]);
        }
        for spot in 0..9 {
            self.pier(spot);
        }
        for (spot, &harbour) in layout.harbours.iter().enumerate() {
            self.ship(spot, harbour);
        }
        self.svg.close();
    }

    /// Two planks from the intersections of a harbour towards its ship.
    fn pier(&mut self, spot: usize) {
        let ship = geometry::off_coast(Harbour::path(spot), geometry::HARBOUR_OFF);
        let lines: String = Harbour::intersections(spot)
            .into_iter()
            .map(|vertex| {
                let from = geometry::intersection(vertex);
                let to = from.towards(ship, 0.62);
                format!("M{} {}L{} {}", Num(from.x), Num(from.y), Num(to.x), Num(to.y))
            })
            .collect();
        self.svg.leaf("path", &[("class", &"wood"), ("stroke-width", &11), ("d", &lines)]);
        self.svg.leaf(
            "path",
            &[("class", &"plank"), ("stroke-width", &8), ("stroke-dasharray", &"4.5 1.5"), ("d", &lines)],
        );
    }

    /// The ship of a harbour: what it takes on the sail, the rate on the hull.
    fn ship(&mut self, spot: usize, harbour: Harbour) {
        let at = geometry::off_coast(Harbour::path(spot), geometry::HARBOUR_OFF);
        let (class, rate) = match harbour {
            Harbour::Generic => ("harbour harbour-generic".to_owned(), "3:1"),
            Harbour::Special(kind) => (format!("harbour harbour-{kind}"), "2:1"),
        };
        self.svg.open("g", &[("class", &class), ("transform", &translate(at))]);
        self.draw_markup(
            "<path class=\"~shadow\" d=\"M-31 20q31 18 62 0l-6 13q-25 8 -50 0z\"/>\
             <path class=\"hull\" d=\"M-1.5 -33h3v44h-3zM-32 9q32 7 64 0q-2 15 -12 20.5h-40q-10 -5.5 -12 -20.5z\"/>\
             <path class=\"sail\" d=\"M-22 -28Q0 -34 22 -28Q28 -10 21 6Q0 1 -21 6Q-28 -10 -22 -28z\"/>",
        );
        if let Harbour::Special(kind) = harbour {
            self.svg.open("g", &[("transform", &"translate(0 -12.5) scale(.95)")]);
            self.svg.raw(symbols::resource_markup(kind));
            self.svg.close();
            self.lettering(rate, "pale", At::new(0.0, 20.7), 11.0, 1.45);
        } else {
            self.lettering(rate, "dark", At::new(0.0, -12.5), 17.0, 1.6);
        }
        self.svg.close();
    }

    /// A piece with its seat's mark, which stays upright on ground turned by `angle`; `last` if it was placed last.
    /// What lies on it is given by the names of symbols.
    fn piece(&mut self, seat: Seat, piece: Piece, angle: i16, last: bool, on_top: &[String]) {
        let kind = piece.name();
        self.open_piece(kind, seat, kind, "", last);
        self.place(kind, "", "");
        let (x, y, scale) = pieces::form(piece).mark;
        let transform = match angle {
            0 => translate(At::new(x, y)),
            _ => format!("rotate({}) scale({scale})", -angle),
        };
        let mark = format!("mark-{seat}");
        self.place(&mark, "mark", &transform);
        for name in on_top {
            self.place(name, name, "");
        }
        self.svg.close();
    }

    fn paths(&mut self) {
        let picture = self.picture;
        let roads = picture.roads;
        let inputs = |id: EdgeId| {
            let owners = roads.0.map(|edges| edges.contains(id));
            (owners, picture.marks.contains(&Mark::Path(id)), picture.lit.paths.contains(id))
        };
        let edits = self.opens_list("paths", EdgeId::all().map(|id| Item::new(&id, &inputs(id))));
        for id in EdgeId::all().filter(|id| edits.writes(id.index())) {
            let (_, last, lit) = inputs(id);
            let angle = geometry::path_angle(id);
            self.open_place(&id, "path", geometry::path(id), Some(angle), lit);
            self.place("path-hit", "hit", "");
            for (seat, _) in roads.iter().filter(|(_, edges)| edges.contains(id)) {
                self.piece(seat, Piece::Road, angle, last, &[]);
            }
            self.place("path-halo", "halo", "");
            self.svg.close();
        }
        self.svg.close();
    }

    fn intersections(&mut self) {
        let picture = self.picture;
        let (settlements, cities, occupied) = (picture.settlements, picture.cities, self.occupied());
        let more = picture.cities_and_knights.as_ref();
        let inputs = |id: VertexId| {
            let buildings = (settlements.0.map(|all| all.contains(id)), cities.0.map(|all| all.contains(id)));
            let last = picture.marks.iter().any(|mark| match *mark {
                Mark::Intersection(at) | Mark::Knight { to: at, .. } => at == id,
                _ => false,
            });
            (buildings, last, picture.lit.intersections.contains(id), more.map(|more| more.at(id)))
        };
        let items = VertexId::all().map(|id| Item::new(&id, &inputs(id)));
        let edits = self.opens_list("intersections", items);
        for id in VertexId::all().filter(|id| edits.writes(id.index())) {
            let (_, last, lit, _) = inputs(id);
            self.open_place(&id, "intersection", geometry::intersection(id), None, lit);
            self.svg.leaf("circle", &[("class", &"hit"), ("r", &30)]);
            let radius = match () {
                () if self.has_knight(id) => 38,
                () if occupied.contains(id) => 30,
                () => 13,
            };
            self.svg.leaf("circle", &[("class", &"halo"), ("r", &radius)]);
            for (seat, _) in settlements.iter().filter(|(_, vertices)| vertices.contains(id)) {
                if self.is_laid(id) {
                    self.laid_city(seat, last);
                } else {
                    self.piece(seat, Piece::Settlement, 0, last, &[]);
                }
            }
            for (seat, _) in cities.iter().filter(|(_, vertices)| vertices.contains(id)) {
                self.piece(seat, Piece::City, 0, last, &self.on_city(id));
            }
            self.knight(id, last);
            self.svg.close();
        }
        self.svg.close();
    }

    /// Marks that belong to no piece; those of pieces lie around them.
    fn marks(&mut self) {
        self.svg.open("g", &[("class", &"marks still")]);
        for mark in &self.picture.marks {
            match *mark {
                Mark::Hex(hex) => {
                    let (href, at) = (self.reference("hex"), translate(geometry::hex(hex)));
                    for (class, width) in [("last-under", 9), ("last", 5)] {
                        self.svg.leaf(
                            "use",
                            &[
                                ("href", &href),
                                ("class", &class),
                                ("stroke-width", &width),
                                ("transform", &at),
                            ],
                        );
                    }
                }
                Mark::Robber { from, to } => self.trail(geometry::hex(from), geometry::hex(to)),
                Mark::Knight { from, to } => {
                    self.trail(geometry::intersection(from), geometry::intersection(to));
                }
                Mark::Path(_) | Mark::Intersection(_) | Mark::Ship => {}
            }
        }
        self.svg.close();
    }

    /// A dotted way from one place to another. It passes below the number tokens, which stay readable.
    fn trail(&mut self, from: At, to: At) {
        let length = (to.x - from.x).hypot(to.y - from.y);
        if length == 0.0 {
            return;
        }
        let (start, end) = (from.towards(to, 34.0 / length), from.towards(to, 1.0 - 52.0 / length));
        let numbers = self.picture.layout.iter().flat_map(|layout| {
            HexId::all().filter(|&id| pieces::dots(layout.numbers[id]) > 0).map(geometry::hex)
        });
        let line = dotted(start, end, &numbers.collect::<Vec<At>>());
        let dashes = format!(".1 {DOT_GAP}");
        for (class, width) in [("last-under", 9), ("last", 5)] {
            self.svg.leaf(
                "path",
                &[("class", &class), ("stroke-width", &width), ("stroke-dasharray", &dashes), ("d", &line)],
            );
        }
    }

    /// The names of all places, as two strokes of one path: a light ground and the ink.
    fn names(&mut self) {
        let built = self.occupied();
        if !self.opens("defs", "names", "", &built) {
            self.labels();
            return;
        }
        let mut path = String::new();
        for id in HexId::all() {
            let At { x, y } = geometry::hex(id);
            path += &glyphs::centred(&id.to_string(), x, y + 46.0);
        }
        for id in VertexId::all() {
            let At { x, y } = geometry::intersection(id);
            path += &glyphs::centred(&id.to_string(), x, if built.contains(id) { y + 25.0 } else { y });
        }
        for id in EdgeId::all() {
            let At { x, y } = geometry::path(id);
            // Below a building that hides the upper end, its name comes first.
            let y = if geometry::path_angle(id) == 90 && built.contains(id.ends()[0]) { y + 8.0 } else { y };
            path += &glyphs::centred(&id.to_string(), x, y);
        }
        let id = format!("{}names", self.prefix);
        self.svg.leaf("path", &[("id", &id), ("d", &path)]);
        self.svg.close();
        self.labels();
    }

    /// The names as two strokes.
    fn labels(&mut self) {
        let href = self.reference("names");
        self.svg.open("g", &[("class", &"coordinates still")]);
        self.svg.leaf("use", &[("href", &href), ("class", &self.markup("tags ~ink"))]);
        self.svg.leaf("use", &[("href", &href), ("class", &self.markup("names ~ink"))]);
        self.svg.close();
    }
}

/// From the middle of one dot of a trail to that of the next.
const DOT_GAP: f32 = 13.0;

/// The way from `start` to `end` as path data: a line for each run of dots that lie clear of the tokens around `numbers`.
fn dotted(start: At, end: At, numbers: &[At]) -> String {
    /// The radius of a token, that of a dot, and a little between them.
    const CLEAR: f32 = 28.0 + 4.5 + 2.0;
    let length = (end.x - start.x).hypot(end.y - start.y);
    let dots = (0..=(length / DOT_GAP) as usize).map(|n| start.towards(end, n as f32 * DOT_GAP / length));
    let mut line = String::new();
    let mut run: Option<(At, At)> = None;
    let mut close = |run: Option<(At, At)>| {
        if let Some((first, last)) = run {
            // A little longer than to the last dot, which a line without length would not have.
            line += &format!("M{} {}L{} {}", Num(first.x), Num(first.y), Num(last.x + 0.2), Num(last.y));
        }
    };
    for dot in dots {
        let is_clear = numbers.iter().all(|at| (dot.x - at.x).hypot(dot.y - at.y) >= CLEAR);
        run = match (run, is_clear) {
            (Some((first, _)), true) => Some((first, dot)),
            (None, true) => Some((dot, dot)),
            (run, false) => {
                close(run);
                None
            }
        };
    }
    close(run);
    line
}
