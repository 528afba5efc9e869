//! The events of the games, for logs and pictures. Nothing in these games is hidden, so events have no redacted form.

use crate::{Cell, Figure, Good, Place, Rotation, SEATS, SegmentKind, TileKind};
use game::{Outcome, Seat, SeatSet};

game::events! {
    /// An event of a game.
    pub enum Event for SEATS seats {
        /// This seat begins.
        Starts { seat: Seat },
        /// A tile was drawn and shown to everybody (`CARC-TURN-4`).
        Drew { seat: Seat, tile: TileKind },
        /// It fits nowhere and left the game (`CARC-TILE-6`).
        Removed { tile: TileKind },
        /// A tile was placed.
        Placed { seat: Seat, tile: TileKind, cell: Cell, rotation: Rotation },
        /// A figure was deployed.
        Deployed { seat: Seat, figure: Figure, place: Place },
        /// Nothing was deployed, although something could have been.
        Passed { seat: Seat },
        /// A feature was completed on which nobody stands (`CARC-SCORE-3`).
        Completed { kind: SegmentKind, place: Place },
        /// A feature was scored: each of `seats` got `points`. At the end of the game also such as are not completed.
        Scored { kind: SegmentKind, place: Place, completed: bool, seats: SeatSet, points: u16 },
        /// A figure returned to its owner.
        Returned { seat: Seat, figure: Figure, place: Place },
        /// A seat took goods tokens for a completed city (`TB-GOODS-1`).
        TookGoods { seat: Seat, wine: u8, grain: u8, cloth: u8 },
        /// The double turn goes on with another tile (`TB-DOUBLE-1`). `part` is the part of the turn that begins: 2, or more
        /// with `TB-HOUSE-1`.
        TookSecond { seat: Seat, part: u8 },
        /// The second tile, or a further one, was declined (`TB-DOUBLE-7`). `part` is the part that does not come.
        DeclinedSecond { seat: Seat, part: u8 },
        /// Extra points for settlers in a surveyor's column (`MAY-BONUS-1`).
        ExtraPoints { seat: Seat, points: u16 },
        /// A surveyor moved to the west (`MAY-SURVEYOR-2`).
        SurveyorMoved { from: i8, to: i8 },
        /// A building was scored, but no surveyor moved: both are in this column, and no tile lies farther west
        /// (`MAY-SURVEYOR-8`).
        SurveyorStayed { column: i8 },
        /// A settler in the east went back without points (`MAY-EAST-1`).
        SettlerRemoved { seat: Seat, place: Place },
        /// A field was scored for a seat (`CARC-FARM-2`): so many completed cities.
        FieldScored { seat: Seat, place: Place, cities: u16, points: u16 },
        /// The trappers of a plain were scored (`MAY-FINAL-3`): each of `seats` got a point for each animal.
        PlainScored { place: Place, seats: SeatSet, animals: u16 },
        /// A kind of goods was scored (`TB-FINAL-1`).
        GoodsScored { seat: Seat, good: Good, tokens: u8, points: u16 },
        /// The turn passed on.
        TurnEnded { seat: Seat, next: Seat },
        /// The game is over.
        Over { outcome: Outcome },
    }
}

game::event_fields!(Cell, Figure, Good, Place, Rotation, SegmentKind, TileKind);
