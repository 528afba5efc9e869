//! The state of a game.

use crate::land::TileIndex;
use crate::{
    Cell, Feature, FeatureId, Figure, Kinds, Land, Place, PlacedFigure, Rules, SegmentKind, Store, TileKind,
};
use game::{BySeat, Outcome, Seat, SeatSet, Turn, Viewer};

/// The most seats: five colours and the sixth (`CARC-COMP-4`).
pub const SEATS: usize = 6;

/// Something for every seat.
pub type PerSeat<T> = BySeat<T, SEATS>;

/// A position of one of the three games: always one that the rules allow.
///
/// It is one value without heap. Its owner knows everything that the players know, and no more: the number of tiles left of each
/// kind is open, and their order is not in it (`CARC-SETUP-2`), because nature draws them from outside.
#[derive(Clone, Copy, Debug)]
pub struct Game<R: Rules> {
    pub(crate) options: R::Options,
    pub(crate) land: Land<R>,
    /// Tiles left to draw, by kind.
    pub(crate) stack: R::Counts,
    pub(crate) stack_len: u8,
    /// Tiles drawn, those included that were removed (`CARC-TILE-6`).
    pub(crate) drawn: u8,
    pub(crate) phase: Phase,
    pub(crate) seats: u8,
    pub(crate) active: Seat,
    pub(crate) start: Seat,
    /// Turns begun.
    pub(crate) turns: u16,
    /// Followers in the supply (`CARC-TERM-15`).
    pub(crate) followers: PerSeat<u8>,
    /// Plain totals, without the limit of a scoring track (`CARC-COMP-3`).
    pub(crate) points: PerSeat<Points>,
    /// The game's own state beside all that.
    pub(crate) own: R::Own,
}

impl<R: Rules> PartialEq for Game<R> {
    fn eq(&self, other: &Self) -> bool {
        self.options == other.options
            && self.land == other.land
            && self.stack == other.stack
            && self.drawn == other.drawn
            && self.phase == other.phase
            && (self.active, self.start, self.turns) == (other.active, other.start, other.turns)
            && self.followers == other.followers
            && self.points == other.points
            && self.own == other.own
    }
}

/// The decision or draw that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Nature says who begins.
    DrawingStart,
    /// Nature draws a tile for the active seat (`CARC-TURN-1`).
    Drawing,
    /// The active seat places this tile (`CARC-TILE-5`).
    Placing {
        /// The tile in hand.
        tile: TileKind,
    },
    /// The active seat deploys a figure on the tile on this place, or passes (`CARC-TURN-2`).
    Deploying {
        /// The place of the tile.
        cell: Cell,
    },
    /// The active seat takes the second tile of a double turn, or ends the turn (`TB-DOUBLE-7`).
    OfferingSecond,
    /// The active seat says which of several completed buildings is settled next (`MAY-SCORE-8`).
    Settling,
    /// The game is over.
    Over(Outcome),
}

/// A kind of outcome that nature owes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceKind {
    /// A tile of the stack.
    Tile,
    /// The seat that begins.
    StartPlayer,
}

/// The points of a seat with their parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Points {
    /// From roads.
    pub roads: u16,
    /// From cities; towns in Mayflower.
    pub cities: u16,
    /// From monasteries; farms in Mayflower.
    pub monasteries: u16,
    /// From fields; plains in Mayflower.
    pub fields: u16,
    /// From trade goods (`TB-FINAL-1`).
    pub goods: u16,
    /// From surveyors (`MAY-BONUS-1`).
    pub extra: u16,
    /// From before the position that the game began with.
    pub earlier: u16,
}

impl Points {
    /// The parts, in the order of the fields.
    #[must_use]
    pub const fn parts(self) -> [u16; 7] {
        [self.roads, self.cities, self.monasteries, self.fields, self.goods, self.extra, self.earlier]
    }

    /// Returns the parts that every game has, by name.
    pub(crate) fn base_parts(&self) -> Vec<(&'static str, u16)> {
        vec![
            ("roads", self.roads),
            ("cities", self.cities),
            ("monasteries", self.monasteries),
            ("fields", self.fields),
        ]
    }

    /// Returns the sum of all parts.
    #[must_use]
    pub const fn total(self) -> u16 {
        self.roads + self.cities + self.monasteries + self.fields + self.goods + self.extra + self.earlier
    }

    /// The part for features of this kind.
    #[must_use]
    pub fn of(&mut self, kind: SegmentKind) -> &mut u16 {
        match kind {
            SegmentKind::Road => &mut self.roads,
            SegmentKind::City => &mut self.cities,
            SegmentKind::Monastery => &mut self.monasteries,
            SegmentKind::Field => &mut self.fields,
        }
    }
}

impl<R: Rules> Game<R> {
    /// A new game: the start tile lies, or the coast, and nature draws the first tile. The options stay what they are
    /// (`CARC-OPT-1`).
    ///
    /// # Panics
    /// If the options do not fit together; see `validate` of the options.
    #[must_use]
    pub fn new(options: &R::Options) -> Game<R> {
        let seats = R::players(options);
        assert!((2..=R::SEATS_MAX).contains(&seats), "{} is not for {seats} seats", R::NAME);
        let (start, phase) = match R::start_player(options) {
            crate::StartPlayer::Seat(seat) => (seat, Phase::Drawing),
            crate::StartPlayer::Random => (Seat::A, Phase::DrawingStart),
        };
        let mut stack = R::Counts::filled(0);
        R::kinds(options).iter().enumerate().for_each(|(n, kind)| {
            stack.as_mut()[n] = R::copies(options, kind);
        });
        let mut game = Game {
            options: *options,
            land: Land::empty(),
            stack,
            stack_len: const { R::KINDS.printed_tiles_and_segments().0 as u8 },
            drawn: 0,
            phase,
            seats: seats as u8,
            active: start,
            start,
            turns: 1,
            followers: PerSeat::default(),
            points: PerSeat::default(),
            own: R::Own::default(),
        };
        for seat in Seat::first(seats) {
            game.followers[seat] = R::FOLLOWERS;
        }
        R::set_up(&mut game);
        game
    }

    /// The rule switches.
    #[must_use]
    pub fn options(&self) -> &R::Options {
        &self.options
    }

    /// Returns the number of seats that play.
    #[must_use]
    #[inline]
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    /// Returns the decision or draw that is due.
    #[must_use]
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the seat whose turn it is.
    #[must_use]
    #[inline]
    pub fn active(&self) -> Seat {
        self.active
    }

    /// Returns the seat that began.
    #[must_use]
    pub fn start_player(&self) -> Seat {
        self.start
    }

    /// Turns begun.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.turns.into()
    }

    /// Returns whose move it is: nature's or a seat's, or the outcome if the game is over.
    #[must_use]
    #[inline]
    pub fn turn(&self) -> Turn<ChanceKind> {
        match self.phase {
            Phase::Drawing => Turn::Chance(ChanceKind::Tile),
            Phase::DrawingStart => Turn::Chance(ChanceKind::StartPlayer),
            Phase::Over(outcome) => Turn::Over(outcome),
            _ => Turn::Decide(SeatSet::one(self.active)),
        }
    }

    /// Tiles, features and figures on the table.
    #[must_use]
    #[inline]
    pub fn land(&self) -> &Land<R> {
        &self.land
    }

    /// The tile in hand, once it is drawn and not yet placed.
    #[must_use]
    pub fn tile_in_hand(&self) -> Option<TileKind> {
        match self.phase {
            Phase::Placing { tile } => Some(tile),
            _ => None,
        }
    }

    /// Tiles left to draw.
    #[must_use]
    #[inline]
    pub fn stack_len(&self) -> usize {
        usize::from(self.stack_len)
    }

    /// Tiles of this kind left to draw.
    ///
    /// # Panics
    /// If the box does not hold this kind.
    #[must_use]
    #[inline]
    pub fn tiles_left(&self, kind: TileKind) -> u8 {
        self.stack.as_ref()[self.kind_index(kind)]
    }

    /// Tiles drawn so far, those included that fitted nowhere.
    #[must_use]
    pub fn drawn(&self) -> usize {
        usize::from(self.drawn)
    }

    /// The tiles in the box.
    #[must_use]
    #[inline]
    pub fn kinds(&self) -> Kinds {
        R::kinds(&self.options)
    }

    /// Returns the index of a kind in the box. The game's own kinds are found without reading the options.
    #[inline]
    pub(crate) fn kind_index(&self, kind: TileKind) -> usize {
        R::KINDS.find_printed(kind).unwrap_or_else(|| self.described_index(kind))
    }

    #[cold]
    #[inline(never)]
    fn described_index(&self, kind: TileKind) -> usize {
        self.kinds().index(kind)
    }

    /// The kind number `n` of the box.
    #[inline]
    pub(crate) fn kind_at(&self, n: usize) -> TileKind {
        if n < R::KINDS.len() { R::KINDS.get(n) } else { self.described_at(n) }
    }

    #[cold]
    #[inline(never)]
    fn described_at(&self, n: usize) -> TileKind {
        self.kinds().get(n)
    }

    /// Tiles that were removed from the game because they fitted nowhere (`CARC-TILE-6`), by kind.
    pub fn removed(&self) -> impl Iterator<Item = (TileKind, u8)> + '_ {
        self.kinds().iter().filter_map(move |kind| {
            let lying = self.land.tiles().iter().filter(|tile| tile.kind == kind).count() as u8;
            let in_hand = u8::from(self.tile_in_hand() == Some(kind));
            let removed = R::copies(&self.options, kind) - lying - in_hand - self.tiles_left(kind);
            (removed > 0).then_some((kind, removed))
        })
    }

    /// Followers in a seat's supply.
    #[must_use]
    #[inline]
    pub fn followers(&self, seat: Seat) -> u8 {
        self.followers[seat]
    }

    /// The points of a seat.
    #[must_use]
    #[inline]
    pub fn points(&self, seat: Seat) -> Points {
        self.points[seat]
    }

    /// Returns the state of this game beside the common parts: goods, surveyors.
    #[must_use]
    #[inline]
    pub fn own(&self) -> &R::Own {
        &self.own
    }

    /// Whether a feature is completed: a road or city without open end, a monastery with eight neighbours; never a
    /// field (`CARC-ROAD-1`, `CARC-CITY-1`, `CARC-MON-1`, `CARC-FIELD-1`).
    #[must_use]
    pub fn is_completed(&self, id: FeatureId) -> bool {
        let feature = self.land.feature(id);
        match feature.kind() {
            SegmentKind::Road | SegmentKind::City | SegmentKind::Monastery => feature.open() == 0,
            SegmentKind::Field => false,
        }
    }

    /// Returns the seats with the most figures that count on a feature, ties included (`CARC-TERM-18`, `CARC-SCORE-4`); none if
    /// there are no such figures. Followers count, and builder and pig where the game says so (`TB-OPT-FIGURE`).
    #[must_use]
    #[inline]
    pub fn majority(&self, id: FeatureId) -> SeatSet {
        let feature = self.land.feature(id);
        if R::counts_special(&self.options) {
            feature.majority_of_figures()
        } else {
            feature.majority_of_followers()
        }
    }

    /// Returns the number of a seat's figures that count for the majority of a feature.
    #[must_use]
    #[inline]
    pub fn counted(&self, seat: Seat, id: FeatureId) -> u8 {
        let feature = self.land.feature(id);
        let special = R::counts_special(&self.options) && feature.has_special(seat);
        feature.followers(seat) + u8::from(special)
    }

    /// Returns the present value of a feature to each seat that has the majority on it: its points if it is completed, otherwise
    /// those of the final scoring as things lie.
    #[must_use]
    pub fn value(&self, id: FeatureId) -> u16 {
        match self.land.feature(id).kind() {
            SegmentKind::Field => 0,
            _ => R::value(self, id, self.is_completed(id)),
        }
    }

    /// Returns the view of `viewer`: everything, as nothing in these games is hidden but the order of the stack.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> crate::View<'_, R> {
        crate::View::new(self, viewer)
    }

    pub(crate) fn feature_of_figure(&self, tile: TileIndex, figure: PlacedFigure) -> (FeatureId, Feature) {
        let id = self.land.feature_of(tile, usize::from(figure.index));
        (id, self.land.feature(id))
    }

    /// Every figure on the table: whose, which, and where.
    pub fn figures(&self) -> impl Iterator<Item = (Seat, Figure, Place)> + '_ {
        let place = |(tile, placed): (TileIndex, PlacedFigure)| {
            (placed.seat, placed.figure, self.land.place_of(tile, usize::from(placed.index)))
        };
        self.land.figures().map(place)
    }
}
