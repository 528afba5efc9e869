//! Mayflower: the coast, settlers and trappers, surveyors.

mod settling;
mod surveyors;

use crate::land::{FeatureSet, Size, TileIndex, extent};
use crate::legal::Choices;
use crate::options::{LayoutLimit, MayflowerOptions, SEGMENTS_MAX, StartPlayer};
use crate::tiles::Described;
use crate::{
    Action, Cell, Clause, Definition, Event, Extras, FeatureId, Game, Kinds, Points, Reason, Rules,
    SegmentKind, Setup, TileKind,
};
use game::{Faults, Observer};

/// Mayflower, 95 tiles at the coast (`MAY-COMP-1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewWorld;

/// The state of Mayflower beside the common parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MayflowerState {
    /// The columns of the two surveyors (`MAY-COMP-3`), the western one first (`MAY-SURVEYOR-3`).
    pub(crate) surveyors: [i8; 2],
    /// Completed buildings that are not settled yet: a tile and an index each.
    pub(crate) waiting: [(u8, u8); Self::WAITING_MAX],
    pub(crate) waiting_len: u8,
}

impl MayflowerState {
    /// A tile completes at most what its own eight segments belong to, and the farms around it.
    const WAITING_MAX: usize = 16;
}

/// The tiles and start spaces; the segments of any box and of the board; the kinds of the list and those that an owner describes.
const SIZE: Size = Size::new(
    Kinds::MAYFLOWER.printed_tiles_and_segments().0 + TileKind::COAST_SPACES,
    SEGMENTS_MAX + TileKind::COAST_SEGMENTS,
    Kinds::MAYFLOWER.printed() + Described::MAX,
);

extent!(NewWorld, Kinds::MAYFLOWER, SIZE);

impl Definition for NewWorld {
    type Options = MayflowerOptions;
    type Own = MayflowerState;
    const NAME: &'static str = "mayflower";
    const VERSIONS: &'static [u32] = &[1];
}

impl Rules for NewWorld {
    const SEATS_MAX: usize = 5;
    /// Five of the six settlers (`MAY-SETUP-5`); the other one would count points (`MAY-COMP-2`).
    const FOLLOWERS: u8 = 5;
    /// There is no start tile (`MAY-COMP-6`).
    const IMPLIED_TILES: usize = 0;

    fn players(options: &MayflowerOptions) -> usize {
        options.players.into()
    }
    #[inline]
    fn kinds(options: &MayflowerOptions) -> Kinds {
        options.tiles.kinds()
    }
    fn copies(options: &MayflowerOptions, kind: TileKind) -> u8 {
        options.tiles.of(kind)
    }
    fn parts(points: &Points) -> Vec<(&'static str, u16)> {
        let mut parts = points.base_parts();
        parts.insert(3, ("extra", points.extra));
        parts
    }
    /// Anybody the table names (`MAY-SETUP-6`).
    fn start_player(options: &MayflowerOptions) -> StartPlayer {
        options.start_player
    }
    /// The start board forms column 0, both surveyors on it (`MAY-SETUP-1` to `MAY-SETUP-3`).
    fn set_up(game: &mut Game<Self>) {
        let options = game.options;
        game.land.place_coast(|cell| Self::may_lie(&options, cell));
    }
    /// Nothing lies in the sea or on the start spaces (`MAY-TILE-4`). Beyond the ends of the board tiles may lie in
    /// column 0 too (`MAY-TILE-5`), unless the layout is limited to the rows of the board (`MAY-OPT-NS`).
    #[inline]
    fn may_lie(options: &MayflowerOptions, cell: Cell) -> bool {
        match options.layout_limit {
            LayoutLimit::Free => cell.x < 0 || (cell.x == 0 && !beside_board(cell)),
            LayoutLimit::Board => cell.x < 0 && beside_board(cell),
        }
    }
    #[inline]
    fn has_farmers(_: &MayflowerOptions) -> bool {
        true
    }
    #[inline]
    fn deployed(game: &mut Game<Self>, observer: &mut impl Observer<Event>) {
        game.settle_completed(game.land.last(), None, observer);
        game.settle_on(observer);
    }
    #[inline]
    fn completed(
        game: &mut Game<Self>,
        id: FeatureId,
        tile: TileIndex,
        index: usize,
        observer: &mut impl Observer<Event>,
    ) {
        game.waits(id, tile, index, observer);
    }
    /// Completed: a road 1 a tile and 2 a trading post, a town 2 a tile and 2 a flag, a farm 9 (`MAY-SCORE-1` to
    /// `MAY-SCORE-3`), a plain nothing (`MAY-PLAIN-2`). At the end: 1 a tile, symbols by option (`MAY-FINAL-1`, `MAY-FINAL-2`).
    fn value(game: &Game<Self>, id: FeatureId, completed: bool) -> u16 {
        let feature = game.land.feature(id);
        let symbols = u16::from(feature.symbols());
        let symbol = if completed { 2 } else { u16::from(game.options.final_symbol_points) };
        match feature.kind() {
            SegmentKind::Road => game.tiles_that_count(id) + symbol * symbols,
            SegmentKind::City => {
                (if completed { 2 } else { 1 }) * game.tiles_that_count(id) + symbol * symbols
            }
            SegmentKind::Monastery => crate::rules::scoring::monastery_value(game, id),
            SegmentKind::Field => 0,
        }
    }
    /// Scores the incomplete features, without extra points unless the option says so (`MAY-BONUS-6`), then the plains.
    fn final_scoring(game: &mut Game<Self>, observer: &mut impl Observer<Event>) {
        let with_extra = game.options.bonus_in_final_scoring;
        game.score_incomplete(observer, |game, id, _, seats, observer| {
            if with_extra {
                game.give_extra_points(id, seats, observer);
            }
        });
        game.score_plains(observer);
    }

    fn choices(game: &Game<Self>) -> Choices {
        game.buildings_to_choose()
    }
    fn canonical(game: &Game<Self>, action: Action) -> Action {
        game.canonical_settle(action)
    }
    fn check_choice(game: &Game<Self>, action: Action) -> Result<(), Reason> {
        game.check_settle(action)
    }
    fn choose(game: &mut Game<Self>, action: Action, observer: &mut impl Observer<Event>) {
        if let Action::Settle(place) = action {
            game.settle_chosen(place, observer);
        }
    }
    fn extras(game: &Game<Self>) -> Extras {
        let mut extras = Extras { surveyors: Some(game.own.surveyors), ..Extras::NONE };
        for (slot, place) in extras.waiting.iter_mut().zip(game.waiting()) {
            *slot = Some(place);
        }
        extras
    }
    fn set_extras(game: &mut Game<Self>, extras: &Extras) {
        game.own.surveyors = extras.surveyors.unwrap_or_default();
        for place in extras.waiting() {
            if let Some(tile) = game.land.tile_at(place.cell)
                && let Some(index) = game.land.tile(tile).kind.index_of(place.segment)
            {
                game.own.waiting[usize::from(game.own.waiting_len)] = (tile.to_byte(), index as u8);
                game.own.waiting_len += 1;
            }
        }
    }
    /// A surveyor is never west of all tiles (`MAY-SURVEYOR-8`, `MAY-SURVEYOR-10`), but a setup may leave out those it
    /// walked over: the situations of `rulebook/carcassonne-questions.md` set the columns directly.
    fn check_setup(_: &Game<Self>, setup: &Setup<Self>, _: usize, faults: &mut Faults) {
        let beyond = -(Kinds::MAYFLOWER.tiles() as i8);
        if let Some(column) = setup.surveyors.into_iter().flatten().find(|&column| column < beyond) {
            let message =
                format!("a surveyor cannot be in column {column}: no layout reaches so far to the west");
            faults.add("MAY-SURVEYOR-8", "surveyors", message);
        }
    }
    fn clause(why: &Reason) -> Clause {
        match why {
            Reason::NotYourTurn { .. }
            | Reason::NatureFirst
            | Reason::PlaceFirst { .. }
            | Reason::FigureFirst { .. }
            | Reason::NothingToPass
            | Reason::NotInThisGame
            | Reason::SecondFirst
            | Reason::MustTakeSecond
            | Reason::NoSpecial { .. }
            | Reason::WrongGround { .. }
            | Reason::NoOwnFollower { .. }
            | Reason::FarmersOff
            | Reason::NotDue => "MAY-TURN-1",
            Reason::Over => "MAY-END-1",
            Reason::SettleFirst | Reason::NotCompleted { .. } => "MAY-SCORE-8",
            // Beyond the ends of the board only the option forbids it; in the sea everybody is forbidden.
            Reason::NoPlace { cell } if cell.x <= 0 && !beside_board(*cell) => "MAY-OPT-NS",
            Reason::Taken { .. } | Reason::NoPlace { .. } => "MAY-TILE-4",
            Reason::TouchesNothing { .. } => "MAY-TILE-1",
            Reason::Mismatch { .. } => "MAY-TILE-2",
            Reason::NoSuchSegment { .. } => "MAY-SETTLER-2",
            Reason::NoFollower => "MAY-SETTLER-8",
            Reason::Occupied { .. } => "MAY-SETTLER-3",
            Reason::NoneLeft { .. } => "MAY-SETUP-4",
            Reason::NoSuchSeat { .. } => "MAY-COMP-5",
        }
    }
    fn own_clause(base: Clause) -> Clause {
        match base {
            "CARC-MEEPLE-1" => "MAY-SETTLER-1",
            "CARC-MEEPLE-2" => "MAY-SETTLER-2",
            "CARC-MEEPLE-10" => "MAY-SETTLER-8",
            "CARC-SCORE-5" => "MAY-SCORE-5",
            "CARC-SETUP-5" => "MAY-SETTLER-4",
            "CARC-TILE-6" => "MAY-TILE-3",
            other => other,
        }
    }
}

/// Whether a place is in a row of the board (`MAY-SETUP-2`).
#[inline]
fn beside_board(cell: Cell) -> bool {
    (1..=TileKind::COAST_SPACES as i8).contains(&cell.y)
}

impl Game<NewWorld> {
    /// The tiles of a road or town, start spaces included unless they do not count (`MAY-OPT-STARTCOUNT`).
    fn tiles_that_count(&self, id: FeatureId) -> u16 {
        let mut tiles = u16::from(self.land.tile_count(id));
        if !self.options.start_spaces_count {
            for (index, data) in TileKind::coast(1).segments().iter().enumerate() {
                if self.land.feature_of(TileIndex::FIRST, index) == id {
                    tiles -= u16::from(data.tiles);
                }
            }
        }
        tiles
    }

    /// The trappers' scoring: who has the most on a plain gets a point for each animal on it, tied seats in full
    /// (`MAY-FINAL-3`); towns do not matter (`MAY-FINAL-4`).
    fn score_plains(&mut self, observer: &mut impl Observer<Event>) {
        let mut done = FeatureSet::default();
        for tile in self.land.tiles_with_figures() {
            let placed = self.land.tile(tile).figure.expect("a tile with a figure");
            let (id, feature) = self.feature_of_figure(tile, placed);
            if feature.kind() != SegmentKind::Field || !done.insert(id) {
                continue;
            }
            let (seats, animals) = (self.majority(id), u16::from(feature.symbols()));
            for seat in seats {
                self.points[seat].fields += animals;
            }
            let place = self.land.place_of(tile, usize::from(placed.index));
            observer.observe(Event::PlainScored { place, seats, animals });
        }
    }
}
