//! Base Carcassonne: its own answers at the joints of [`Rules`].

use crate::land::{Extent, Feature, PlacedTile, Spot};
use crate::options::{Options, SmallCity, StartPlayer};
use crate::rules::scoring::base_value;
use crate::{Cell, Clause, Event, FeatureId, Game, Kinds, Reason, Rotation, Rules, TileKind};
use game::Observer;

/// Base Carcassonne, 72 tiles (`CARC-COMP-1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base;

impl Extent for Base {
    const KINDS: Kinds = Kinds::BASE;
    const CELLS: usize = 2813;
    const STRIDE: usize = 75;
    type Grid = [u8; 2813];
    type Tiles = [PlacedTile; 72];
    type Spots = [Spot; 160];
    type Fits = [u64; 10];
    type Labels = [u16; 256];
    type Features = [Feature; 256];
    type Counts = [u8; 24];
}

impl Rules for Base {
    type Options = Options;
    type Own = ();
    const NAME: &'static str = "carcassonne";
    const VERSIONS: &'static [u32] = &[1];
    const SEATS_MAX: usize = 6;
    /// Seven of the eight meeples (`CARC-SETUP-3`); the other one would count points (`CARC-COMP-2`).
    const FOLLOWERS: u8 = 7;
    const IMPLIED_TILES: usize = 1;

    fn players(options: &Options) -> usize {
        options.players.into()
    }
    fn start_player(options: &Options) -> StartPlayer {
        options.start_player
    }
    fn set_up(game: &mut Game<Self>) {
        lay_start_tile(game);
    }
    #[inline]
    fn has_farmers(options: &Options) -> bool {
        options.farmers
    }
    #[inline]
    fn value(game: &Game<Self>, id: FeatureId, completed: bool) -> u16 {
        base_value(game, id, completed, game.options.small_city() == SmallCity::Half)
    }
    /// Scores the incomplete features, then the fields (`CARC-FINAL-5`).
    fn final_scoring(game: &mut Game<Self>, observer: &mut impl Observer<Event>) {
        game.score_incomplete(observer, |_, _, _, _, _| ());
        game.score_fields(game.options.farm_scoring(), observer);
    }
    fn clause(why: &Reason) -> Clause {
        base_clause(why)
    }
}

/// The start tile lies in the middle, unrotated and without a meeple (`CARC-SETUP-1`, `CARC-SETUP-5`).
pub(crate) fn lay_start_tile<R: Rules>(game: &mut Game<R>) {
    game.stack.as_mut()[R::KINDS.index(TileKind::START)] -= 1;
    game.stack_len -= 1;
    game.land.place(TileKind::START, Rotation::default(), Cell::new(0, 0), |_| true);
}

/// The clauses of base Carcassonne behind refusals.
pub(crate) fn base_clause(why: &Reason) -> Clause {
    match why {
        Reason::NotYourTurn { .. } | Reason::NatureFirst => "CARC-TURN-1",
        Reason::Over => "CARC-END-1",
        Reason::PlaceFirst { .. } | Reason::FigureFirst { .. } => "CARC-TURN-3",
        Reason::NothingToPass => "CARC-TILE-5",
        Reason::NotInThisGame | Reason::SecondFirst | Reason::SettleFirst => "CARC-TURN-1",
        Reason::Taken { .. } => "CARC-TILE-8",
        Reason::NoPlace { .. } | Reason::TouchesNothing { .. } => "CARC-TILE-2",
        Reason::Mismatch { .. } => "CARC-TILE-3",
        Reason::NoSuchSegment { .. } => "CARC-MEEPLE-2",
        Reason::NoFollower => "CARC-MEEPLE-1",
        Reason::Occupied { .. } => "CARC-MEEPLE-3",
        Reason::FarmersOff => "CARC-OPT-FARMERS",
        Reason::NotDue => "CARC-TURN-1",
        Reason::NoneLeft { .. } => "CARC-SETUP-2",
        Reason::NoSuchSeat { .. } => "CARC-COMP-4",
        Reason::NoSpecial { .. }
        | Reason::WrongGround { .. }
        | Reason::NoOwnFollower { .. }
        | Reason::MustTakeSecond
        | Reason::NotCompleted { .. } => "CARC-TURN-1",
    }
}
