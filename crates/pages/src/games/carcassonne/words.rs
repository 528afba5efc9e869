//! Carcassonne, Traders & Builders and Mayflower in words: tiles, places, figures, events, refusals.

use crate::words::{Lang, Names, Words};

use crate::parts::pictures::pictured;
pub use crate::words::World;
use crate::words::msg;
use ::carcassonne::{
    Action, Cell, Event, Figure, Good, Illegal, Land, Place, Reason, RoadEnd, Rotation, Rules, SegmentData,
    SegmentKind, Terrain, TileKind,
};
use game::Seat;

/// The message key of a kind of goods.
#[must_use]
pub const fn good_key(good: Good) -> &'static str {
    match good {
        Good::Wine => "land-good-wine",
        Good::Grain => "land-good-grain",
        Good::Cloth => "land-good-cloth",
    }
}

/// The message key of a side of a tile: 0 north, 1 east, 2 south, 3 west.
#[must_use]
pub const fn side_key(side: usize) -> &'static str {
    match side {
        0 => "land-side-north",
        1 => "land-side-east",
        2 => "land-side-south",
        _ => "land-side-west",
    }
}

/// Tells a game of Carcassonne, Traders & Builders or Mayflower in one language, to one reader.
#[derive(Clone, Copy, Debug)]
pub struct Narrator<'a> {
    /// The language.
    pub words: Words,
    /// The names of the seats.
    pub names: &'a Names,
    /// The world that supplies the nouns.
    pub world: World,
    /// Whether to leave out the names of cells and segments, since the reader's board shows none.
    pub seen: bool,
    /// Whether pictures of goods replace their words, as in the log beside a picture of the board.
    pub(crate) pictures: bool,
}

impl Narrator<'_> {
    fn name(&self, seat: Seat) -> String {
        self.names.plain(self.words, seat)
    }

    /// Returns the noun for a segment or feature: `city`, in Mayflower `town`.
    #[must_use]
    pub fn feature(&self, kind: SegmentKind) -> String {
        let (w, world) = (self.words, self.world.key());
        match kind {
            SegmentKind::Road => msg!(w, "land-road", world = world),
            SegmentKind::City => msg!(w, "land-city", world = world),
            SegmentKind::Monastery => msg!(w, "land-monastery", world = world),
            SegmentKind::Field => msg!(w, "land-field", world = world),
        }
    }

    /// Returns the plural of that noun, which heads a column of points.
    #[must_use]
    pub fn features(&self, kind: SegmentKind) -> String {
        let (w, world) = (self.words, self.world.key());
        match kind {
            SegmentKind::Road => msg!(w, "land-roads", world = world),
            SegmentKind::City => msg!(w, "land-cities", world = world),
            SegmentKind::Monastery => msg!(w, "land-monasteries", world = world),
            SegmentKind::Field => msg!(w, "land-fields", world = world),
        }
    }

    /// Returns the noun for a figure by where it stands: `knight`, in Mayflower `sheriff`; `builder`.
    #[must_use]
    pub fn role(&self, figure: Figure, on: SegmentKind) -> String {
        let (w, world) = (self.words, self.world.key());
        match (figure, on) {
            (Figure::Builder, _) => msg!(w, "land-builder"),
            (Figure::Pig, _) => msg!(w, "land-pig"),
            (Figure::Follower, SegmentKind::Road) => msg!(w, "land-thief", world = world),
            (Figure::Follower, SegmentKind::City) => msg!(w, "land-knight", world = world),
            (Figure::Follower, SegmentKind::Monastery) => msg!(w, "land-monk", world = world),
            (Figure::Follower, SegmentKind::Field) => msg!(w, "land-farmer", world = world),
        }
    }

    /// Returns that noun as the object of a sentence: `a knight`.
    fn a_role(&self, figure: Figure, on: SegmentKind) -> String {
        let (w, world) = (self.words, self.world.key());
        match (figure, on) {
            (Figure::Builder, _) => msg!(w, "land-a-builder"),
            (Figure::Pig, _) => msg!(w, "land-a-pig"),
            (Figure::Follower, SegmentKind::Road) => msg!(w, "land-a-thief", world = world),
            (Figure::Follower, SegmentKind::City) => msg!(w, "land-a-knight", world = world),
            (Figure::Follower, SegmentKind::Monastery) => msg!(w, "land-a-monk", world = world),
            (Figure::Follower, SegmentKind::Field) => msg!(w, "land-a-farmer", world = world),
        }
    }

    /// Figures in general: `Followers`, in Mayflower `Settlers`.
    #[must_use]
    pub fn followers(&self) -> String {
        msg!(self.words, "land-followers", world = self.world.key())
    }

    /// Returns the noun for a figure that is not on the board: `follower`, `builder`.
    #[must_use]
    pub fn figure(&self, figure: Figure) -> String {
        match figure {
            Figure::Follower => msg!(self.words, "land-follower", world = self.world.key()),
            Figure::Builder => msg!(self.words, "land-builder"),
            Figure::Pig => msg!(self.words, "land-pig"),
        }
    }

    /// Describes a segment on the table with its kind: `city (1,-2).c1`; `city` where a picture shows which.
    #[must_use]
    pub fn place(&self, place: Place) -> String {
        self.told(kind_of(place), place)
    }

    /// A feature by one of its segments: `city (1,-2).c1`; `city` where a picture shows which.
    fn told(&self, kind: SegmentKind, place: Place) -> String {
        let feature = self.feature(kind);
        if self.seen { feature } else { format!("{feature} {place}") }
    }

    /// Describes a segment of a tile in a rotation, without the tile: `city c1`; `city (north and east)` if names are hidden.
    pub(crate) fn segment_on(&self, tile: TileKind, rotation: Rotation, place: Place) -> String {
        format!("{}{}", self.feature(kind_of(place)), self.which(tile, rotation, place))
    }

    /// Returns the words that distinguish a segment from the others of its tile, to follow a noun: its name, or the sides it
    /// touches.
    pub(crate) fn which(&self, tile: TileKind, rotation: Rotation, place: Place) -> String {
        if !self.seen {
            return self.segment_name(place);
        }
        let index = tile.segments().iter().position(|data| data.id == place.segment);
        let sides = index.map(|index| self.touched(tile, rotation, index)).filter(|sides| !sides.is_empty());
        sides.map_or_else(String::new, |sides| format!(" ({sides})"))
    }

    /// Returns the name of a segment, to follow a noun: ` c1`. Empty for a monastery, of which a tile has at most one, and if
    /// names are hidden.
    pub(crate) fn segment_name(&self, place: Place) -> String {
        let is_alone = kind_of(place) == SegmentKind::Monastery;
        if self.seen || is_alone { String::new() } else { format!(" {}", place.segment) }
    }

    /// Returns, for messages, whether the names of cells and segments are shown.
    pub(crate) const fn named(&self) -> &'static str {
        if self.seen { "no" } else { "yes" }
    }

    /// A kind of goods by its name.
    #[must_use]
    pub fn good(&self, good: Good) -> String {
        msg!(self.words, good_key(good))
    }

    /// Goods with their counts: `1 wine and 2 cloth`.
    fn goods(&self, goods: &[(Good, u8)]) -> String {
        let taken = || goods.iter().filter(|(_, count)| *count > 0);
        let words: Vec<String> =
            taken().map(|(good, count)| format!("{count} {}", self.good(*good))).collect();
        let words = self.words.list(&words);
        let icons = taken().map(|&(good, count)| (format!("good-{}", good.name()), count));
        if self.pictures { pictured(icons, &words) } else { words }
    }

    /// Returns the noun for the terrain at an edge.
    #[must_use]
    pub fn terrain(&self, terrain: Terrain) -> String {
        self.feature(match terrain {
            Terrain::Field => SegmentKind::Field,
            Terrain::Road => SegmentKind::Road,
            Terrain::City => SegmentKind::City,
        })
    }

    /// Describes a rotation: `as printed`, `turned once`.
    #[must_use]
    pub fn rotation(&self, rotation: Rotation) -> String {
        msg!(self.words, "land-turned", n = rotation.index())
    }

    /// The sides of a tile that a segment touches, in a row: `north and east`. Where another segment of its kind touches the same
    /// sides, which halves of them: `northern half in the east and eastern half in the south`.
    fn touched(&self, tile: TileKind, rotation: Rotation, index: usize) -> String {
        let w = self.words;
        let kind = tile.segments()[index].kind;
        let sides = touched(tile, rotation, index);
        let others =
            tile.segments().iter().enumerate().filter(|&(other, data)| other != index && data.kind == kind);
        let is_shared = others.map(|(other, _)| touched(tile, rotation, other)).any(|other| other == sides);
        let ring = tile.ring(rotation);
        let has = |at: usize| usize::from(ring[at]) == index;
        let told = sides.iter().map(|&side| match (has(3 * side), has(3 * side + 2)) {
            // Clockwise: a side begins at the corner that it has in common with the side before.
            (true, false) if is_shared => msg!(w, half_key((side + 3) % 4), side = side_name(side)),
            (false, true) if is_shared => msg!(w, half_key((side + 1) % 4), side = side_name(side)),
            _ => msg!(w, side_key(side)),
        });
        w.list(&told.collect::<Vec<String>>())
    }

    /// Everything printed on a tile that is turned so: `city c1 (north and east, coat of arms); road r1 (south and west)`.
    #[must_use]
    pub fn tile(&self, kind: TileKind, rotation: Rotation) -> String {
        let parts: Vec<String> = kind
            .segments()
            .iter()
            .enumerate()
            .map(|(index, data)| self.segment(kind, rotation, index, data))
            .collect();
        parts.join("; ")
    }

    fn segment(&self, kind: TileKind, rotation: Rotation, index: usize, data: &SegmentData) -> String {
        let w = self.words;
        let sides = self.touched(kind, rotation, index);
        let mut more: Vec<String> = Vec::new();
        if !sides.is_empty() {
            more.push(sides);
        }
        if data.symbols > 0 {
            let world = self.world.key();
            let kind = match data.kind {
                SegmentKind::Road => "road",
                SegmentKind::City => "city",
                SegmentKind::Monastery => "monastery",
                SegmentKind::Field => "field",
            };
            more.push(msg!(w, "land-symbols", n = data.symbols, kind = kind, world = world));
        }
        if let Some(good) = data.good {
            more.push(self.good(good));
        }
        match data.end {
            Some(RoadEnd::Junction) => more.push(msg!(w, "land-end-junction")),
            Some(RoadEnd::Monastery) => more.push(msg!(w, "land-end-monastery", world = self.world.key())),
            Some(RoadEnd::House) => more.push(msg!(w, "land-end-house")),
            Some(RoadEnd::City(_)) => more.push(msg!(w, "land-end-city", world = self.world.key())),
            Some(RoadEnd::Coast) => more.push(msg!(w, "land-end-coast")),
            None => {}
        }
        if data.over.is_some() {
            more.push(msg!(w, "land-bridge"));
        }
        let feature = self.feature(data.kind);
        let name = if self.seen { feature } else { format!("{feature} {}", data.id) };
        if more.is_empty() { name } else { format!("{name} ({})", more.join(", ")) }
    }

    /// Describes the edges of a tile in a rotation: `north: road, east: city`.
    #[must_use]
    pub fn edges(&self, kind: TileKind, rotation: Rotation) -> String {
        let edges = kind.edges(rotation).into_iter().enumerate();
        let parts: Vec<String> =
            edges.filter_map(|(side, terrain)| Some(self.side_with(side, terrain?))).collect();
        parts.join(", ")
    }

    fn side_with(&self, side: usize, terrain: Terrain) -> String {
        let side = msg!(self.words, side_key(side));
        msg!(self.words, "land-around-side", side = side, what = self.terrain(terrain))
    }

    /// Describes the edges around a place: `north: road, east: city`.
    #[must_use]
    pub fn around<R: Rules>(&self, land: &Land<R>, cell: Cell) -> String {
        let beside = |side: usize| {
            let tile = land.tile_at(cell.beside(side))?;
            let placed = land.tile(tile);
            Some(self.side_with(side, placed.kind.edges(placed.rotation)[side ^ 2]?))
        };
        let parts: Vec<String> = (0..4).filter_map(beside).collect();
        parts.join(", ")
    }

    /// Returns the button label of an action.
    #[must_use]
    pub fn action(&self, action: Action) -> String {
        let w = self.words;
        match action {
            Action::Place { cell, rotation } => self.action_on(&cell.to_string(), rotation),
            Action::Deploy { figure, segment } => {
                let kind = kind_of(Place { cell: Cell::new(0, 0), segment });
                msg!(
                    w,
                    "land-action-deploy",
                    named = self.named(),
                    figure = self.role(figure, kind),
                    segment = segment.to_string()
                )
            }
            Action::Pass => msg!(w, "land-action-pass", world = self.world.key()),
            // Which tile it is only the position says: named without its number.
            Action::TakeSecond => self.take_tile(0),
            Action::EndTurn => msg!(w, "land-action-end"),
            Action::Settle(place) => msg!(w, "land-action-settle", place = self.place(place)),
        }
    }

    /// Placing the tile on a cell that is turned so.
    pub(crate) fn action_on(&self, cell: &str, rotation: Rotation) -> String {
        let turned = self.rotation(rotation);
        msg!(self.words, "land-action-place", named = self.named(), cell = cell, turned = turned)
    }

    /// Taking the tile of this part of a turn: the second, or with `TB-HOUSE-1` a further one.
    #[must_use]
    pub fn take_tile(&self, part: u8) -> String {
        msg!(self.words, "land-action-second", part = part)
    }

    /// Describes an event in a sentence. Long, as it has a branch for each event.
    #[must_use]
    pub fn event(&self, event: &Event) -> String {
        let w = self.words;
        // Sentences address the reader where it is the reader who acts.
        macro_rules! by {
            ($seat:expr, $key:literal $(, $arg:ident = $value:expr)*) => {
                msg!(w, $key, you = self.names.you($seat), name = self.name($seat) $(, $arg = $value)*)
            };
        }
        match *event {
            Event::Starts { seat } => by!(seat, "land-event-starts"),
            Event::Drew { seat, tile } => {
                by!(seat, "land-event-drew", named = self.named(), tile = tile.to_string())
            }
            Event::Removed { tile } => {
                msg!(w, "land-event-removed", named = self.named(), tile = tile.to_string())
            }
            Event::Placed { seat, tile, cell, rotation } => by!(
                seat,
                "land-event-placed",
                named = self.named(),
                tile = tile.to_string(),
                cell = cell.to_string(),
                turned = self.rotation(rotation)
            ),
            Event::Deployed { seat, figure, place } => by!(
                seat,
                "land-event-deployed",
                named = self.named(),
                figure = self.a_role(figure, kind_of(place)),
                place = self.place(place)
            ),
            Event::Passed { seat } => by!(seat, "land-event-passed", world = self.world.key()),
            Event::Completed { kind, place } => {
                msg!(w, "land-event-completed", feature = self.told(kind, place))
            }
            Event::Scored { kind, place, completed, seats, points } => msg!(
                w,
                "land-event-scored",
                feature = self.told(kind, place),
                completed = if completed { "yes" } else { "no" },
                names = self.names.listed(w, seats, "you-object"),
                points = points
            ),
            Event::Returned { seat, figure, place } => by!(
                seat,
                "land-event-returned",
                named = self.named(),
                figure = self.role(figure, kind_of(place)),
                place = self.place(place)
            ),
            Event::TookGoods { seat, wine, grain, cloth } => {
                let goods = [(Good::Wine, wine), (Good::Grain, grain), (Good::Cloth, cloth)];
                by!(seat, "land-event-took-goods", goods = self.goods(&goods))
            }
            Event::TookSecond { seat, part } => by!(seat, "land-event-took-second", part = part),
            Event::DeclinedSecond { seat, part } => by!(seat, "land-event-declined-second", part = part),
            Event::ExtraPoints { seat, points } => by!(seat, "land-event-extra-points", points = points),
            Event::SurveyorMoved { from, to } => {
                msg!(w, "land-event-surveyor-moved", named = self.named(), from = from, to = to)
            }
            Event::SurveyorStayed { column } => {
                msg!(w, "land-event-surveyor-stayed", named = self.named(), column = column)
            }
            Event::SettlerRemoved { seat, place } => by!(
                seat,
                "land-event-settler-removed",
                figure = self.role(Figure::Follower, kind_of(place)),
                place = self.place(place)
            ),
            Event::FieldScored { seat, place, cities, points } => {
                by!(
                    seat,
                    "land-event-field-scored",
                    named = self.named(),
                    place = self.place(place),
                    cities = cities,
                    points = points
                )
            }
            Event::PlainScored { place, seats, animals } => {
                msg!(
                    w,
                    "land-event-plain-scored",
                    named = self.named(),
                    place = self.place(place),
                    names = self.names.listed(w, seats, "you-object"),
                    animals = animals
                )
            }
            Event::GoodsScored { seat, good, tokens, points } => {
                by!(seat, "land-event-goods-scored", good = self.good(good), tokens = tokens, points = points)
            }
            Event::TurnEnded { seat, next } => {
                by!(seat, "land-event-turn-ended", next = self.name(next), follows = self.names.you(next))
            }
            Event::Over { outcome } => match outcome.winners.len() {
                0 => msg!(w, "land-event-over"),
                winners => {
                    let (you, names) = self.names.winners(w, outcome.winners);
                    msg!(w, "land-event-won", you = you, names = names, n = winners)
                }
            },
        }
    }

    /// Describes an event for an entry that has told already who places the tile; `None` if its sentence is the same there.
    pub(crate) fn step(&self, event: &Event) -> Option<String> {
        let (w, world) = (self.words, self.world.key());
        match *event {
            Event::Deployed { figure, place, .. } => Some(msg!(
                w,
                "land-step-deployed",
                named = self.named(),
                figure = self.role(figure, kind_of(place)),
                place = self.place(place)
            )),
            Event::Passed { .. } => Some(msg!(w, "land-step-passed", world = world)),
            _ => None,
        }
    }

    /// Explains a refusal in a sentence.
    #[must_use]
    pub fn refusal(&self, illegal: &Illegal) -> String {
        let (w, world, named) = (self.words, self.world.key(), self.named());
        match illegal.why {
            Reason::NotYourTurn { turn } => msg!(w, "land-refusal-not-your-turn", name = self.name(turn)),
            Reason::NatureFirst => msg!(w, "land-refusal-nature-first"),
            Reason::Over => msg!(w, "land-refusal-over"),
            Reason::PlaceFirst { tile } => {
                msg!(w, "land-refusal-place-first", named = named, tile = tile.to_string())
            }
            Reason::NothingToPass => msg!(w, "land-refusal-nothing-to-pass"),
            Reason::FigureFirst { cell } => {
                msg!(w, "land-refusal-figure-first", named = named, cell = cell.to_string(), world = world)
            }
            Reason::SecondFirst => msg!(w, "land-refusal-second-first"),
            Reason::SettleFirst => msg!(w, "land-refusal-settle-first"),
            Reason::NotInThisGame => msg!(w, "land-refusal-not-in-this-game"),
            Reason::Taken { cell } => msg!(w, "land-refusal-taken", named = named, cell = cell.to_string()),
            Reason::NoPlace { cell } => {
                msg!(w, "land-refusal-no-place", named = named, cell = cell.to_string())
            }
            Reason::TouchesNothing { cell } => {
                msg!(w, "land-refusal-touches-nothing", named = named, cell = cell.to_string())
            }
            Reason::Mismatch { cell, side, edge, neighbour } => msg!(
                w,
                "land-refusal-mismatch",
                named = named,
                cell = cell.to_string(),
                side = msg!(w, side_key(side.into())),
                edge = self.terrain(edge),
                neighbour = self.terrain(neighbour)
            ),
            Reason::NoSuchSegment { tile, segment } => {
                msg!(
                    w,
                    "land-refusal-no-such-segment",
                    named = named,
                    tile = tile.to_string(),
                    segment = segment.to_string()
                )
            }
            Reason::NoFollower => msg!(w, "land-refusal-no-follower", world = world),
            Reason::Occupied { place, by, seat } => msg!(
                w,
                "land-refusal-occupied",
                named = named,
                feature = self.feature(kind_of(place)),
                place = place.to_string(),
                by = by.to_string(),
                name = self.name(seat)
            ),
            Reason::FarmersOff => msg!(w, "land-refusal-farmers-off"),
            Reason::NoSpecial { figure } => msg!(w, "land-refusal-no-special", figure = self.figure(figure)),
            Reason::WrongGround { figure: Figure::Pig, place } => {
                msg!(w, "land-refusal-pig-ground", named = named, place = self.place(place))
            }
            Reason::WrongGround { figure: _, place } => {
                msg!(w, "land-refusal-builder-ground", named = named, place = self.place(place))
            }
            Reason::NoOwnFollower { figure, place } => {
                msg!(
                    w,
                    "land-refusal-no-own-follower",
                    named = named,
                    figure = self.figure(figure),
                    place = self.place(place)
                )
            }
            Reason::MustTakeSecond => msg!(w, "land-refusal-must-take-second"),
            Reason::NotCompleted { place } => {
                msg!(w, "land-refusal-not-completed", named = named, place = self.place(place))
            }
            Reason::NotDue => msg!(w, "land-refusal-not-due"),
            Reason::NoneLeft { tile } => msg!(w, "land-refusal-none-left", tile = tile.to_string()),
            Reason::NoSuchSeat { seat } => msg!(w, "land-refusal-no-such-seat", seat = seat.to_string()),
        }
    }
}

/// Returns the message key for a half of a side, by its direction.
const fn half_key(half: usize) -> &'static str {
    match half {
        0 => "land-half-north",
        1 => "land-half-east",
        2 => "land-half-south",
        _ => "land-half-west",
    }
}

/// A side, for messages about halves.
const fn side_name(side: usize) -> &'static str {
    match side {
        0 => "north",
        1 => "east",
        2 => "south",
        _ => "west",
    }
}

/// The sides of a tile that is turned so which a segment touches: a field has a side where it fills it, and half of one
/// beside a road.
fn touched(tile: TileKind, rotation: Rotation, index: usize) -> Vec<usize> {
    let (ring, edges) = (tile.ring(rotation), tile.edges(rotation));
    let touches = |side: usize| {
        edges[side].is_some() && (3 * side..3 * side + 3).any(|at| usize::from(ring[at]) == index)
    };
    (0..4).filter(|&side| touches(side)).collect()
}

/// Returns the kind of a segment, which its name implies: `c1` is always a city.
#[must_use]
pub fn kind_of(place: Place) -> SegmentKind {
    let name = place.segment.to_string();
    match name.trim_start_matches('b').chars().next() {
        Some('c') | None => SegmentKind::City,
        Some('m') => SegmentKind::Monastery,
        Some('r') => SegmentKind::Road,
        Some(_) if name == "farm" => SegmentKind::Monastery,
        Some('f') => SegmentKind::Field,
        // What is printed on Mayflower's board: `b1` is a town.
        Some(_) => SegmentKind::City,
    }
}

/// Explains a refusal in a sentence in `lang`, with seats named by `names`. The clause determines which game supplies the nouns.
#[must_use]
pub fn refusal(lang: Lang, names: &Names, why: &Illegal) -> String {
    let world = if why.clause().starts_with("MAY-") { World::New } else { World::Old };
    Narrator { words: Words::new(lang), names, world, seen: false, pictures: false }.refusal(why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::carcassonne::Kinds;

    #[test]
    fn the_name_of_a_segment_says_what_it_is() {
        let coast = (1..=TileKind::COAST_SPACES).map(TileKind::coast);
        for kind in Kinds::TRADERS_AND_BUILDERS.iter().chain(Kinds::MAYFLOWER.iter()).chain(coast) {
            for data in kind.segments() {
                let place = Place { cell: Cell::new(0, 0), segment: data.id };
                assert_eq!(kind_of(place), data.kind, "{kind} {}", data.id);
            }
        }
    }

    /// Beside a picture, messages identify the segments of a tile by their sides; no two of a kind read alike.
    #[test]
    fn the_segments_of_a_tile_are_told_apart_without_their_names() {
        let names = Names::letters();
        let narrator = |lang, world| Narrator {
            words: Words::new(lang),
            names: &names,
            world,
            seen: true,
            pictures: false,
        };
        let turned = |tile: TileKind| Rotation::ALL.map(|turn| (tile, turn));
        for (lang, world) in
            [Lang::En, Lang::De].into_iter().flat_map(|lang| [(lang, World::Old), (lang, World::New)])
        {
            let kinds = if world == World::New { Kinds::MAYFLOWER } else { Kinds::TRADERS_AND_BUILDERS };
            for (tile, rotation) in kinds.iter().flat_map(turned) {
                let place = |segment| Place { cell: Cell::new(0, 0), segment };
                let segments = || tile.segments().iter();
                let told: std::collections::BTreeSet<String> = segments()
                    .map(|data| narrator(lang, world).segment_on(tile, rotation, place(data.id)))
                    .collect();
                assert_eq!(told.len(), segments().count(), "{tile} {rotation:?}: {told:?}");
            }
        }
    }

    #[test]
    fn every_tile_has_its_words_in_both_languages() {
        let names = Names::letters();
        for (lang, expected) in [
            (
                Lang::En,
                "city c1 (north and west, 1 coat of arms); road r1 (east and south); field f1 (northern half in the east and western half in the south); field f2 (southern half in the east and eastern half in the south)",
            ),
            (
                Lang::De,
                "Stadt c1 (Norden und Westen, 1 Wappen); Straße r1 (Osten und Süden); Wiese f1 (nördliche Hälfte im Osten und westliche Hälfte im Süden); Wiese f2 (südliche Hälfte im Osten und östliche Hälfte im Süden)",
            ),
        ] {
            let narrator = Narrator {
                words: Words::new(lang),
                names: &names,
                world: World::Old,
                seen: false,
                pictures: false,
            };
            let o: TileKind = "O".parse().unwrap();
            assert_eq!(narrator.tile(o, Rotation::default()), expected);
            let new = Narrator { world: World::New, ..narrator };
            for kind in Kinds::TRADERS_AND_BUILDERS.iter() {
                assert!(Rotation::ALL.iter().all(|&rotation| !narrator.tile(kind, rotation).is_empty()));
            }
            for kind in Kinds::MAYFLOWER.iter() {
                assert!(!new.tile(kind, Rotation::default()).is_empty());
            }
            // `MAY-OPT-KINDS`
            let described = r#"MF-25:1,{"id":"WORDS","count":1,"edges":["road","field","field","field"],"cities":[],
                "roads":[{"id":"r1","edges":["N"],"end":"house","trading_posts":2}],
                "fields":[{"id":"f1","halves":["Nw","Ne","En","Es","Se","Sw","Ws","Wn"],"cities":[],"animals":4}]}"#;
            let mut options = ::carcassonne::MayflowerOptions::default();
            options.set("tiles", described).unwrap();
            let (kind, _) = options.tiles.described().next().unwrap();
            let told = new.tile(kind, Rotation::default());
            assert!(told.contains("r1 (") && told.contains("4 "), "{told}");
        }
    }
}
