//! Any position as plain data, checked on the way in.

mod check;

use crate::notation::placement;
use crate::{Cell, Extras, Figure, Game, Goods, Phase, Place, Points, Rotation, Rules, TileKind};
use game::{ParseError, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A position as plain public data, which may be impossible; [`Game::from_setup`] says so.
///
/// Short ones are short: what is left out follows from the rest or has a sensible value. Text form: a JSON object
/// (`docs/setup.md`).
///
/// ```
/// use carcassonne::{Base, Carcassonne, Setup};
/// use game::Seat;
/// let setup: Setup<Base> = serde_json::from_str(r#"{
///     "tiles": ["E@(0,-1)r2", "U@(1,0)r1"],
///     "figures": ["A (1,0).r1"],
///     "active": "B"
/// }"#).unwrap();
/// let game = Carcassonne::from_setup(&setup).unwrap();
/// assert_eq!(game.followers(Seat::A), 6);
/// assert_eq!(Carcassonne::from_setup(&game.to_setup()), Ok(game));
/// ```
///
/// Accepted is what contradicts no clause, whether or not a game could have come to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, bound = "")]
pub struct Setup<R: Rules> {
    /// The rule switches.
    pub options: R::Options,
    /// The tiles on the table in the order they were placed; the start tile or start board is not among them. Another
    /// order is accepted as long as the tiles can be placed somehow one after the other.
    pub tiles: Vec<TileSetup>,
    /// The figures on them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<FigureSetup>,
    /// The possessions of each seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub seats: BTreeMap<Seat, SeatSetup>,
    /// The tiles left to draw; if left out, all that are not on the table, in hand or removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<BTreeMap<TileKind, u8>>,
    /// The tiles removed because they fitted nowhere; where the stack is given, what is missing was removed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<TileKind>,
    /// The seat whose turn it is.
    pub active: Seat,
    /// The seat that began.
    pub start: Seat,
    /// Turns begun; if left out, one for every tile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
    /// The decision or draw that is due.
    pub phase: PhaseSetup,
    /// The part of a double turn (Traders & Builders); 1 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<u8>,
    /// The columns of the surveyors (Mayflower); the start board if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surveyors: Option<[i8; 2]>,
}

impl<R: Rules> Default for Setup<R> {
    fn default() -> Self {
        Setup {
            options: R::Options::default(),
            tiles: Vec::new(),
            figures: Vec::new(),
            seats: BTreeMap::new(),
            stack: None,
            removed: Vec::new(),
            active: Seat::A,
            start: Seat::A,
            turn: None,
            phase: PhaseSetup::Drawing,
            part: None,
            surveyors: None,
        }
    }
}

impl<R: Rules> Setup<R> {
    /// The setup with the kinds of its own box: a text names a described kind by its id, and another game may call another kind
    /// the same.
    #[must_use]
    pub fn with_own_kinds(mut self) -> Setup<R> {
        let kinds = R::kinds(&self.options);
        let own = |kind: &mut TileKind| *kind = kinds.own(*kind);
        self.tiles.iter_mut().for_each(|tile| own(&mut tile.tile));
        self.removed.iter_mut().for_each(own);
        if let Some(stack) = &mut self.stack {
            *stack =
                std::mem::take(stack).into_iter().map(|(kind, count)| (kinds.own(kind), count)).collect();
        }
        if let PhaseSetup::Placing(tile) = &mut self.phase {
            own(tile);
        }
        self
    }
}

/// A tile on the table. Text form: `V@(1,-2)r3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileSetup {
    /// The kind.
    pub tile: TileKind,
    /// The place.
    pub cell: Cell,
    /// The rotation.
    pub rotation: Rotation,
}

/// A figure on the table. Text form: `A (0,-1).c1`, `B builder (1,0).r1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FigureSetup {
    /// The owner.
    pub seat: Seat,
    /// The figure.
    pub figure: Figure,
    /// The place.
    pub place: Place,
}

/// The possessions of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SeatSetup {
    /// Points: a number, or by their parts.
    #[serde(with = "score")]
    pub score: Points,
    /// Followers in the supply; if left out, those that are not on the table. Fewer means that some are out of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub followers: Option<u8>,
    /// Goods tokens (Traders & Builders).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goods: Option<Goods>,
}

/// The decision or draw that is due.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseSetup {
    /// Nature says who begins.
    DrawingStart,
    /// Nature draws a tile.
    #[default]
    Drawing,
    /// This tile is to be placed.
    Placing(TileKind),
    /// A figure may be deployed on the last tile.
    Deploying,
    /// A figure may be deployed on the last tile but one: both tiles of a double turn lie (`TB-TIMING-2`).
    DeployingFirst,
    /// The second tile may be taken (`TB-DOUBLE-7`).
    OfferingSecond,
    /// A building is to be settled, one of these completed ones (`MAY-SCORE-8`).
    Settling(Vec<Place>),
    /// The game is over: the seats with the most points have won.
    Over,
}

impl fmt::Display for TileSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}{}", self.tile, self.cell, self.rotation)
    }
}

impl FromStr for TileSetup {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<TileSetup, ParseError> {
        let (tile, at) = text.split_once('@').ok_or_else(|| {
            ParseError::unknown(text, "a tile on the table", "those are written V@(1,-2)r3")
        })?;
        let (cell, rotation) = placement(at)?;
        Ok(TileSetup { tile: tile.parse()?, cell, rotation })
    }
}

impl fmt::Display for FigureSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.figure {
            Figure::Follower => write!(f, "{} {}", self.seat, self.place),
            figure => write!(f, "{} {figure} {}", self.seat, self.place),
        }
    }
}

impl FromStr for FigureSetup {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<FigureSetup, ParseError> {
        let wrong = || {
            ParseError::unknown(
                text,
                "a figure on the table",
                "those are written `A (0,-1).c1` or `B builder (1,0).r1`",
            )
        };
        let (seat, figure, place) = match text.split_whitespace().collect::<Vec<&str>>()[..] {
            [seat, place] => (seat, Figure::Follower, place),
            [seat, name, place] => {
                let figure = Figure::ALL.into_iter().find(|figure| figure.to_string() == name);
                (seat, figure.ok_or_else(wrong)?, place)
            }
            _ => return Err(wrong()),
        };
        Ok(FigureSetup { seat: seat.parse().map_err(|_| wrong())?, figure, place: place.parse()? })
    }
}

game::as_text!(TileSetup, FigureSetup);

/// A score is a number, or an object of its parts.
mod score {
    use crate::Points;
    use game::ParseError;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Score {
        Total(u16),
        Parts(Points),
    }

    pub(super) fn serialize<S: Serializer>(points: &Points, serializer: S) -> Result<S::Ok, S::Error> {
        let only_earlier = Points { earlier: points.earlier, ..Points::default() };
        let score =
            if *points == only_earlier { Score::Total(points.earlier) } else { Score::Parts(*points) };
        score.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        let score = Score::deserialize(deserializer).map_err(|_| {
            serde::de::Error::custom(ParseError::missing(
                "a score",
                "a score is a number of points, or an object of its parts",
            ))
        })?;
        Ok(match score {
            Score::Total(earlier) => Points { earlier, ..Points::default() },
            Score::Parts(points) => points,
        })
    }
}

impl<R: Rules> Game<R> {
    /// The position as plain data; [`Game::from_setup`] makes it again.
    #[must_use]
    pub fn to_setup(&self) -> Setup<R> {
        let Extras { goods, part, for_first_tile, surveyors, .. } = self.extras();
        let placed = self.land.tiles().iter().filter(|tile| !tile.kind.is_coast());
        let tiles: Vec<TileSetup> = placed
            .map(|tile| TileSetup { tile: tile.kind, cell: tile.cell, rotation: tile.rotation })
            .collect();
        let implied = R::IMPLIED_TILES;
        let seats = Seat::first(self.seats()).map(|seat| {
            let on_table =
                self.figures().filter(|&(owner, figure, _)| (owner, figure) == (seat, Figure::Follower));
            let all = self.followers[seat] + on_table.count() as u8;
            let setup = SeatSetup {
                score: self.points[seat],
                followers: (all != R::FOLLOWERS).then_some(self.followers[seat]),
                goods: goods.map(|goods| goods[seat]),
            };
            (seat, setup)
        });
        let phase = match self.phase {
            Phase::DrawingStart => PhaseSetup::DrawingStart,
            Phase::Drawing => PhaseSetup::Drawing,
            Phase::Placing { tile } => PhaseSetup::Placing(tile),
            Phase::Deploying { .. } if for_first_tile => PhaseSetup::DeployingFirst,
            Phase::Deploying { .. } => PhaseSetup::Deploying,
            Phase::OfferingSecond => PhaseSetup::OfferingSecond,
            Phase::Settling => PhaseSetup::Settling(self.extras().waiting().collect()),
            Phase::Over(_) => PhaseSetup::Over,
        };
        let removed = self.removed().flat_map(|(kind, number)| std::iter::repeat_n(kind, number.into()));
        Setup {
            options: self.options,
            tiles: tiles[implied..].to_vec(),
            figures: self
                .figures()
                .map(|(seat, figure, place)| FigureSetup { seat, figure, place })
                .collect(),
            seats: seats.collect(),
            stack: None,
            removed: removed.collect(),
            active: self.active,
            start: self.start,
            turn: Some(self.turns),
            phase,
            part: part.filter(|&part| part != 1),
            surveyors,
        }
    }

    /// Returns the state that only this game has, as plain data.
    #[must_use]
    pub fn extras(&self) -> Extras {
        R::extras(self)
    }

    pub(crate) fn leaders(&self) -> SeatSet {
        let most = Seat::first(self.seats()).map(|seat| self.points[seat].total()).max().unwrap_or(0);
        Seat::first(self.seats()).filter(|&seat| self.points[seat].total() == most).collect()
    }
}
