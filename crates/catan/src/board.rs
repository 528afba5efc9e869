//! The island: terrain, number tokens and harbours, and how they are laid out.

use crate::options::{HarbourPlacement, NumberPlacement, Options, RedAdjacency, SetupKind, SpiralDirection};
use crate::topology::{Array as _, BaseMap, Map, base};
use crate::{ByHex, Edge, EdgeId, Hex, HexId, Hexes, Resource, Side, Vertex, VertexId, Vertices};
use game::{Draws, ParseError};
use std::fmt;
use std::str::FromStr;

/// The terrain of a hex (`CATAN-COMP-1`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Terrain {
    Hills,
    Forest,
    Pasture,
    Fields,
    Mountains,
    Desert,
}

impl Terrain {
    /// All six, in the order of [`Resource`], the desert last.
    pub const ALL: [Terrain; 6] = [
        Terrain::Hills,
        Terrain::Forest,
        Terrain::Pasture,
        Terrain::Fields,
        Terrain::Mountains,
        Terrain::Desert,
    ];
    /// Returns the number of hexes of this terrain in the box (`CATAN-COMP-1`).
    #[must_use]
    pub const fn copies(self) -> usize {
        base::TERRAIN[self as usize]
    }
    /// The resource that this terrain yields; `None` for the desert.
    #[must_use]
    #[inline]
    pub const fn resource(self) -> Option<Resource> {
        match self {
            Terrain::Hills => Some(Resource::Brick),
            Terrain::Forest => Some(Resource::Lumber),
            Terrain::Pasture => Some(Resource::Wool),
            Terrain::Fields => Some(Resource::Grain),
            Terrain::Mountains => Some(Resource::Ore),
            Terrain::Desert => None,
        }
    }
    /// The English word, in lower case: its text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Terrain::Hills => "hills",
            Terrain::Forest => "forest",
            Terrain::Pasture => "pasture",
            Terrain::Fields => "fields",
            Terrain::Mountains => "mountains",
            Terrain::Desert => "desert",
        }
    }
}

impl FromStr for Terrain {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Terrain::ALL.into_iter().find(|terrain| terrain.name() == text).ok_or_else(|| {
            ParseError::unknown(
                text,
                "a terrain",
                "terrains are hills, forest, pasture, fields, mountains and desert",
            )
        })
    }
}

/// The rate that a harbour offers (`CATAN-COMP-4`): 3:1 for any kind, or 2:1 for one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Harbour {
    /// 3 of any one kind for 1 (`CATAN-MAR-2`).
    Generic,
    /// 2 of this kind for 1 (`CATAN-MAR-3`).
    Special(Resource),
}

impl Harbour {
    /// The nine harbours in the box: four generic, one special of each kind (`CATAN-COMP-4`).
    pub const BOX: [Harbour; 9] = base::HARBOURS;
    /// The types printed on the standard frame, for spots S1 to S9 (`CATAN-HARB-3`).
    pub const STANDARD: [Harbour; 9] = base::FRAME;
    /// The hex and the side of each spot, S1 to S9 (`CATAN-HARB-2`).
    pub const SPOTS: [(usize, Side); 9] = base::SPOTS;
    /// The coastal path of spot S1 to S9 (0 to 8).
    ///
    /// # Panics
    /// If `spot` is above 8.
    #[must_use]
    #[inline]
    pub fn path(spot: usize) -> EdgeId {
        path(spot)
    }
    /// The two intersections from which spot S1 to S9 (0 to 8) is used (`CATAN-HARB-1`).
    #[must_use]
    #[inline]
    pub fn intersections(spot: usize) -> [VertexId; 2] {
        path(spot).ends()
    }
}

/// The coastal path of a harbour spot, by its number from 0.
#[inline]
fn path<M: Map>(spot: usize) -> Edge<M> {
    let (hex, side) = M::SPOTS[spot];
    Hex::new(hex).expect("a hex").edge(side)
}

impl fmt::Display for Harbour {
    /// `3:1`, or the kind of a special harbour.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Harbour::Generic => f.write_str("3:1"),
            Harbour::Special(kind) => kind.fmt(f),
        }
    }
}

impl FromStr for Harbour {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "3:1" {
            return Ok(Harbour::Generic);
        }
        text.parse().map(Harbour::Special).map_err(|_| {
            ParseError::unknown(text, "a harbour", "harbours are 3:1, brick, lumber, wool, grain and ore")
        })
    }
}

game::as_text!(Harbour);
game::as_text!([M: Board] Layout<M>);

/// The number of no hex, where a number has fewer hexes than slots.
pub(crate) const NO_HEX: u8 = u8::MAX;

/// A laid-out island: what chance decides before anybody places a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout<M: Map = BaseMap> {
    /// The terrain of each hex.
    pub terrain: ByHex<Terrain, M>,
    /// The number token on each hex; 0 where there is none (the desert).
    pub numbers: ByHex<u8, M>,
    /// The harbours on spots S1, S2, …
    pub harbours: M::OfSpots<Harbour>,
}

/// A map with the pieces that lie on it in the beginner set-up.
pub trait Board: Map {
    /// The beginner set-up (`CATAN-BEG-1`), with the harbours that are printed on the frame.
    const BEGINNER: Layout<Self>;
}

/// The number tokens by the letters on their backs, A to R (`CATAN-COMP-3`).
pub const TOKENS: [u8; 18] = base::TOKENS;

/// The corner hexes of the island, counter-clockwise from the top left (`CATAN-VAR-3`).
pub const CORNER_HEXES: [u8; 6] = base::CORNERS;

/// The order in which the spiral visits the hexes, from corner number `corner` of [`CORNER_HEXES`]: ring after ring, from the
/// outer one inwards (`CATAN-VAR-3`, `CATAN-VAR-4`).
#[must_use]
pub fn spiral(corner: usize, direction: SpiralDirection) -> [HexId; HexId::COUNT] {
    let mut order = base::RINGS.iter().flat_map(|ring| {
        let start = corner * ring.len() / 6;
        (0..ring.len()).map(move |n| match direction {
            SpiralDirection::Ccw => ring[(start + n) % ring.len()],
            SpiralDirection::Cw => ring[(start + ring.len() - n) % ring.len()],
        })
    });
    std::array::from_fn(|_| {
        let hex = order.next().expect("every hex is in a ring");
        HexId::new(hex.into()).expect("a hex")
    })
}

impl Layout {
    /// The board of the beginner set-up (`CATAN-BEG-1`).
    #[must_use]
    pub fn beginner() -> Layout {
        BaseMap::BEGINNER
    }

    /// Draws a layout as the options say (`CATAN-VAR-1` to `CATAN-VAR-7`); the beginner boards need no draws.
    pub fn draw(options: &Options, draws: &mut impl Draws) -> Layout {
        let mut layout = Layout::beginner();
        if options.setup == SetupKind::Variable {
            draws.shuffle(&mut layout.terrain.0);
            layout.numbers = match options.numbers {
                NumberPlacement::Spiral => {
                    let corner = draws.below(6) as usize;
                    layout.spiral_numbers(corner, options.spiral_direction)
                }
                NumberPlacement::Random => loop {
                    let numbers = layout.random_numbers(draws);
                    if options.red_adjacency == RedAdjacency::Allow || !red_numbers_touch(&numbers) {
                        break numbers;
                    }
                },
            };
        }
        if options.harbours() == HarbourPlacement::Shuffled {
            // CATAN-VAR-2
            layout.harbours = Harbour::BOX;
            draws.shuffle(&mut layout.harbours);
        }
        layout
    }

    /// The tokens A to R along a spiral, the desert skipped (`CATAN-VAR-3`). It keeps 6 and 8 apart by itself, so nothing
    /// has to be drawn again (`CATAN-VAR-5`).
    fn spiral_numbers(&self, corner: usize, direction: SpiralDirection) -> ByHex<u8> {
        let mut numbers = ByHex([0; 19]);
        let mut tokens = TOKENS.into_iter();
        for hex in spiral(corner, direction) {
            if self.terrain[hex] != Terrain::Desert {
                numbers[hex] = tokens.next().expect("18 tokens for 18 hexes");
            }
        }
        numbers
    }

    /// The tokens in random order on the productive hexes (`CATAN-VAR-6`).
    fn random_numbers(&self, draws: &mut impl Draws) -> ByHex<u8> {
        let mut tokens = TOKENS;
        draws.shuffle(&mut tokens);
        let mut tokens = tokens.into_iter();
        let mut numbers = ByHex([0; 19]);
        for hex in HexId::all().filter(|&hex| self.terrain[hex] != Terrain::Desert) {
            numbers[hex] = tokens.next().expect("18 tokens for 18 hexes");
        }
        numbers
    }

    /// Whether these options can produce this layout; the reason and its clause if not.
    ///
    /// # Errors
    /// The first thing that cannot be, with the clause it breaks.
    pub fn check(&self, options: &Options) -> Result<(), (&'static str, &'static str)> {
        self.check_components()?;
        if options.harbours() == HarbourPlacement::Fixed && self.harbours != Harbour::STANDARD {
            return Err(("the harbours are not those printed on the frame", "CATAN-HARB-3"));
        }
        if options.setup != SetupKind::Variable {
            let beginner = Layout::beginner();
            return if self.terrain == beginner.terrain && self.numbers == beginner.numbers {
                Ok(())
            } else {
                Err(("this is not the beginner board", "CATAN-BEG-1"))
            };
        }
        match options.numbers {
            NumberPlacement::Spiral => {
                let direction = options.spiral_direction;
                if (0..6).any(|corner| self.spiral_numbers(corner, direction) == self.numbers) {
                    Ok(())
                } else {
                    Err(("the numbers do not lie along a spiral", "CATAN-VAR-3"))
                }
            }
            NumberPlacement::Random => {
                if options.red_adjacency == RedAdjacency::Forbid && red_numbers_touch(&self.numbers) {
                    Err(("two red numbers (6, 8) are neighbours", "CATAN-VAR-6"))
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Whether the pieces are those of the box: hexes, tokens (none on the desert) and harbours.
    ///
    /// # Errors
    /// The first thing that is not, with the clause it breaks.
    pub fn check_components(&self) -> Result<(), (&'static str, &'static str)> {
        let copies = |terrain| self.terrain.0.iter().filter(|&&t| t == terrain).count();
        if Terrain::ALL.into_iter().any(|terrain| copies(terrain) != terrain.copies()) {
            return Err(("the hexes are not the 19 of the box", "CATAN-COMP-1"));
        }
        if HexId::all().any(|hex| (self.terrain[hex] == Terrain::Desert) != (self.numbers[hex] == 0)) {
            return Err(("every hex but the desert carries one number token", "CATAN-VAR-7"));
        }
        let laid = |number: u8| self.numbers.0.iter().filter(|&&n| n == number).count();
        if (2..=12).any(|number| laid(number) != TOKENS.iter().filter(|&&n| n == number).count()) {
            return Err(("the number tokens are not the 18 of the box", "CATAN-COMP-2"));
        }
        let harbours = |which: Harbour| self.harbours.iter().filter(|&&h| h == which).count();
        if harbours(Harbour::Generic) != 4
            || Resource::ALL.into_iter().any(|kind| harbours(Harbour::Special(kind)) != 1)
        {
            return Err(("the harbours are not the 9 of the box", "CATAN-COMP-4"));
        }
        Ok(())
    }
}

impl<M: Map> Layout<M> {
    /// The hex of the desert.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn desert(&self) -> Hex<M> {
        Hex::all().find(|&hex| self.terrain[hex] == Terrain::Desert).expect("a board has a desert")
    }

    /// For each sum of the dice the hexes with its token, or [`NO_HEX`].
    pub(crate) fn by_number(&self) -> [M::SameNumber; 13] {
        let mut all = [M::SameNumber::of(NO_HEX); 13];
        for hex in Hex::all() {
            // 0 marks the desert's missing token; its slots are never asked for.
            let slots = &mut all[usize::from(self.numbers[hex])];
            if let Some(free) = slots.as_mut().iter_mut().find(|slot| **slot == NO_HEX) {
                *free = hex.index() as u8;
            }
        }
        all
    }

    /// The hexes that carry `number`.
    #[must_use]
    pub fn hexes_with(&self, number: u8) -> Hexes<M> {
        Hex::all().filter(|&hex| number != 0 && self.numbers[hex] == number).collect()
    }

    /// The intersections from which a harbour of this type is used.
    #[must_use]
    #[inline]
    pub fn harbour_intersections(&self, harbour: Harbour) -> Vertices<M> {
        let mut at = Vertices::EMPTY;
        for (spot, &here) in self.harbours.as_ref().iter().enumerate() {
            let [a, b] = path(spot).ends();
            at = at | (Vertices::one(a) | Vertices::one(b)).only_if(here == harbour);
        }
        at
    }

    /// Returns the number of ways, out of the 36 in which two dice fall, that make a hex produce: the dots on its number token; 0
    /// without one.
    #[must_use]
    pub fn pips(&self, hex: Hex<M>) -> u8 {
        match self.numbers[hex] {
            0 => 0,
            number => 6 - number.abs_diff(7),
        }
    }

    /// The harbour usable from an intersection, if any.
    #[must_use]
    #[inline]
    pub fn harbour_at(&self, vertex: Vertex<M>) -> Option<Harbour> {
        (0..M::SPOTS.len()).find(|&spot| path(spot).ends().contains(&vertex)).map(|spot| self.harbours[spot])
    }
}

fn red_numbers_touch<M: Map>(numbers: &ByHex<u8, M>) -> bool {
    let red = |hex: Hex<M>| matches!(numbers[hex], 6 | 8);
    Hex::all().any(|hex| red(hex) && hex.neighbours().any(red))
}

impl<M: Map> fmt::Display for Layout<M> {
    /// The hexes in order as `terrain` or `terrain:number`, a bar, the harbours S1, S2, …
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for hex in Hex::all() {
            f.write_str(self.terrain[hex].name())?;
            if self.numbers[hex] != 0 {
                write!(f, ":{}", self.numbers[hex])?;
            }
            f.write_str(" ")?;
        }
        f.write_str("|")?;
        for harbour in self.harbours.as_ref() {
            write!(f, " {harbour}")?;
        }
        Ok(())
    }
}

impl<M: Board> FromStr for Layout<M> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (of_hexes, of_spots) = (M::HEXES, M::SPOTS.len());
        let parts = format!("a layout is {of_hexes} hexes, a bar `|`, and {of_spots} harbours");
        let (hexes, harbours) =
            text.split_once('|').ok_or_else(|| ParseError::missing("a layout", parts.clone()))?;
        let hexes: Vec<&str> = hexes.split_whitespace().collect();
        let harbours: Vec<&str> = harbours.split_whitespace().collect();
        if hexes.len() != of_hexes || harbours.len() != of_spots {
            let found = format!("{parts}; here are {} and {}", hexes.len(), harbours.len());
            return Err(ParseError::missing("a layout", found));
        }
        let mut layout = M::BEGINNER;
        for (hex, text) in Hex::all().zip(hexes) {
            let (terrain, number) = text.split_once(':').unwrap_or((text, "0"));
            layout.terrain[hex] = terrain.parse()?;
            layout.numbers[hex] = number
                .parse()
                .ok()
                .filter(|n| matches!(n, 0 | 2..=6 | 8..=12))
                .ok_or_else(|| ParseError::out_of_range(number, "a number token", None))?;
        }
        for (slot, text) in layout.harbours.as_mut().iter_mut().zip(harbours) {
            *slot = text.parse()?;
        }
        Ok(layout)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Seed;

    #[test]
    fn catan_var_4_the_spiral_from_h0() {
        let numbers: Vec<usize> = spiral(0, SpiralDirection::Ccw).into_iter().map(HexId::index).collect();
        assert_eq!(numbers, [0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1, 4, 8, 13, 14, 10, 5, 9]);
    }

    #[test]
    fn catan_var_5_the_spiral_keeps_red_numbers_apart() {
        let mut layout = Layout::beginner();
        for desert in HexId::all() {
            layout.terrain = ByHex([Terrain::Forest; 19]);
            layout.terrain[desert] = Terrain::Desert;
            for corner in 0..6 {
                for direction in [SpiralDirection::Ccw, SpiralDirection::Cw] {
                    let numbers = layout.spiral_numbers(corner, direction);
                    assert!(!red_numbers_touch(&numbers), "{desert}, corner {corner}, {direction}");
                }
            }
        }
    }

    #[test]
    fn catan_var_6_drawn_layouts_pass_their_own_check() {
        for seed in 0..300u64 {
            let options = Options {
                numbers: if seed % 2 == 0 { NumberPlacement::Random } else { NumberPlacement::Spiral },
                red_adjacency: if seed % 3 == 0 { RedAdjacency::Allow } else { RedAdjacency::Forbid },
                spiral_direction: if seed % 5 == 0 { SpiralDirection::Cw } else { SpiralDirection::Ccw },
                ..Options::default()
            };
            let layout = Layout::draw(&options, &mut Seed(seed).substream("board", 0));
            assert_eq!(layout.check(&options), Ok(()), "seed {seed}");
            assert_eq!(layout.to_string().parse(), Ok(layout), "seed {seed}");
        }
    }
}
