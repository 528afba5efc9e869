//! The named rule switches of `CATAN-OPT`.

mod named;

pub use named::{OptionError, OptionInfo, Values};

use game::Seat;
use std::fmt;

macro_rules! choice {
    ($(#[$doc:meta])* $Name:ident { $first:ident = $ftext:literal $(, $other:ident = $otext:literal)* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $Name {
            #[default]
            #[serde(rename = $ftext)]
            $first,
            $(#[serde(rename = $otext)] $other,)*
        }
        impl $Name {
            /// Every value with its name; the first is the default.
            pub const VALUES: &'static [($Name, &'static str)] =
                &[($Name::$first, $ftext) $(, ($Name::$other, $otext))*];
            /// The names of [`Self::VALUES`].
            pub const NAMES: &'static [&'static str] = &[$ftext $(, $otext)*];

            fn named(text: &str) -> Option<$Name> {
                Self::VALUES.iter().find(|(_, name)| *name == text).map(|(value, _)| *value)
            }
        }
        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $Name::$first => $ftext $(, $Name::$other => $otext)* })
            }
        }
    };
}

choice!(
    /// How the game begins (`CATAN-OPT-1`).
    SetupKind { Variable = "variable", BeginnerFull = "beginner_full",
        BeginnerBoardFreePlacement = "beginner_board_free_placement" }
);
choice!(
    /// Which starting positions the beginner set-up has (`CATAN-OPT-3`).
    BeginnerPositions { V1 = "v1" }
);
choice!(
    /// How number tokens are laid (`CATAN-OPT-4`).
    NumberPlacement { Spiral = "spiral", Random = "random" }
);
choice!(
    /// Which way the spiral runs (`CATAN-OPT-5`).
    SpiralDirection { Ccw = "ccw", Cw = "cw" }
);
choice!(
    /// Whether two red numbers may be neighbours (`CATAN-OPT-6`).
    RedAdjacency { Forbid = "forbid", Allow = "allow" }
);
choice!(
    /// How harbours are laid (`CATAN-OPT-7`).
    HarbourPlacement { Shuffled = "shuffled", Fixed = "fixed" }
);
choice!(
    /// Whether trade ends with the first building of a turn (`CATAN-OPT-8`).
    TradeBuild { Separate = "separate", Combined = "combined" }
);
choice!(
    /// Who may be robbed (`CATAN-OPT-9`).
    RobberVictims { WithCards = "with_cards", AnyAdjacent = "any_adjacent" }
);
choice!(
    /// Which exchanges of a kind for itself are forbidden (`CATAN-OPT-13`).
    TradeSameKind { ForbidAnyOverlap = "forbid_any_overlap", ForbidIdenticalOnly = "forbid_identical_only" }
);
choice!(
    /// What a single player gets in a shortage (`CATAN-OPT-16`).
    ShortageSinglePlayer { PayRest = "pay_rest", PayNothing = "pay_nothing" }
);

/// Who begins (`CATAN-OPT-2`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StartPlayer {
    /// A seat named by the table, for example the oldest player's.
    Seat(Seat),
    /// Any seat, with equal chances.
    Random,
    /// The highest roll of two dice; the tied roll again (`CATAN-SETUP-2`).
    HighestRoll,
}

impl Default for StartPlayer {
    fn default() -> Self {
        StartPlayer::Seat(Seat::A)
    }
}

/// All rule switches of a game, with the defaults of `CATAN-OPT`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Seats at the table, 2 to 4 (`CATAN-OPT-17`; 2 only as the plain rules with two seats, `CATAN-X2-1`).
    pub players: u8,
    /// `CATAN-OPT-1`
    pub setup: SetupKind,
    /// `CATAN-OPT-2`
    pub start_player: StartPlayer,
    /// `CATAN-OPT-3`
    pub beginner_positions: BeginnerPositions,
    /// `CATAN-OPT-4`
    pub numbers: NumberPlacement,
    /// `CATAN-OPT-5`
    pub spiral_direction: SpiralDirection,
    /// `CATAN-OPT-6`
    pub red_adjacency: RedAdjacency,
    /// `CATAN-OPT-7`; `None` means shuffled with the variable set-up and fixed with a beginner board.
    pub harbours: Option<HarbourPlacement>,
    /// `CATAN-OPT-8`
    pub trade_build: TradeBuild,
    /// `CATAN-OPT-9`
    pub robber_victims: RobberVictims,
    /// `CATAN-OPT-10`
    pub friendly_robber: bool,
    /// `CATAN-OPT-11`: who holds more cards than this discards half.
    pub discard_limit: u8,
    /// `CATAN-OPT-12`
    pub victory_points: u8,
    /// `CATAN-OPT-13`
    pub trade_same_kind: TradeSameKind,
    /// `CATAN-OPT-14`
    pub road_building_may_stop: bool,
    /// `CATAN-OPT-15`
    pub auto_declare: bool,
    /// `CATAN-OPT-16`
    pub shortage_single_player: ShortageSinglePlayer,
    /// `CATAN-OPT-18`: offers and proposals per seat and turn.
    pub offer_limit: Option<u8>,
    /// `CATAN-OPT-19`: the game ends without a winner after this many turns.
    pub turn_limit: Option<u16>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            players: 4,
            setup: SetupKind::default(),
            start_player: StartPlayer::default(),
            beginner_positions: BeginnerPositions::default(),
            numbers: NumberPlacement::default(),
            spiral_direction: SpiralDirection::default(),
            red_adjacency: RedAdjacency::default(),
            harbours: None,
            trade_build: TradeBuild::default(),
            robber_victims: RobberVictims::default(),
            friendly_robber: false,
            discard_limit: 7,
            victory_points: 10,
            trade_same_kind: TradeSameKind::default(),
            road_building_may_stop: true,
            auto_declare: true,
            shortage_single_player: ShortageSinglePlayer::default(),
            offer_limit: None,
            turn_limit: None,
        }
    }
}

impl Options {
    /// How harbours are laid, with the default that fits the set-up (`CATAN-OPT-7`).
    #[must_use]
    pub fn harbours(&self) -> HarbourPlacement {
        self.harbours.unwrap_or(match self.setup {
            SetupKind::Variable => HarbourPlacement::Shuffled,
            _ => HarbourPlacement::Fixed,
        })
    }
}
