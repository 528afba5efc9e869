//! Base Carcassonne: the combination of no expansions.

use crate::expansion::Combination;
use crate::land::{Size, extent};
use crate::options::Options;
use crate::{Cell, Clause, Game, Kinds, Reason, Rotation, Rules, TileKind};

/// Base Carcassonne, 72 tiles (`CARC-COMP-1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base;

extent!(Base, Kinds::BASE, Size::of(Kinds::BASE));

impl Combination for Base {
    type Options = Options;
    type Own = ();
    type Expansions = ();
    const NAME: &'static str = "carcassonne";
    const VERSIONS: &'static [u32] = &[1];

    #[inline]
    fn base(options: &Options) -> &Options {
        options
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
