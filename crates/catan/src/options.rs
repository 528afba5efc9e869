//! The named rule switches of `CATAN-OPT`.
//!
//! ```
//! use catan::Options;
//! let mut options = Options::default();
//! options.set("discard_limit", "9").unwrap();
//! assert_eq!(options.discard_limit, 9);
//! let error = options.set("trade_build", "mixed").unwrap_err();
//! assert_eq!(error.to_string(), "`mixed` is not a value of trade_build; it must be separate or combined");
//! ```

use crate::{Rates, SEATS};
use game::Seat;
use game::choice;
use game::options::{OptionValue, Values};

choice! {
    /// The set-up of the game (`CATAN-OPT-1`, `CATAN-BEG-5`).
    pub enum SetupKind { Variable = "variable", BeginnerFull = "beginner_full",
        BeginnerBoardFreePlacement = "beginner_board_free_placement" }
}
choice! {
    /// The starting positions of the beginner set-up (`CATAN-OPT-3`).
    pub enum BeginnerPositions { V1 = "v1" }
}
choice! {
    /// The way in which number tokens are laid (`CATAN-OPT-4`).
    pub enum NumberPlacement { Spiral = "spiral", Random = "random" }
}
choice! {
    /// The direction of the spiral (`CATAN-OPT-5`).
    pub enum SpiralDirection { Ccw = "ccw", Cw = "cw" }
}
choice! {
    /// Whether two red numbers may be neighbours (`CATAN-OPT-6`).
    pub enum RedAdjacency { Forbid = "forbid", Allow = "allow" }
}
choice! {
    /// The way in which harbours are laid (`CATAN-OPT-7`).
    pub enum HarbourPlacement { Shuffled = "shuffled", Fixed = "fixed" }
}
choice! {
    /// Whether trade ends with the first building of a turn (`CATAN-OPT-8`).
    pub enum TradeBuild { Separate = "separate", Combined = "combined" }
}
choice! {
    /// The seats that may be robbed (`CATAN-OPT-9`).
    pub enum RobberVictims { WithCards = "with_cards", AnyAdjacent = "any_adjacent" }
}
choice! {
    /// The exchanges of a kind for itself that are forbidden (`CATAN-OPT-13`).
    pub enum TradeSameKind {
        ForbidAnyOverlap = "forbid_any_overlap",
        ForbidIdenticalOnly = "forbid_identical_only",
    }
}
choice! {
    /// The payment to a single player in a shortage (`CATAN-OPT-16`).
    pub enum ShortageSinglePlayer { PayRest = "pay_rest", PayNothing = "pay_nothing" }
}

choice! {
    /// The rates that a player may use at the supply, among those to which the player is entitled (`CATAN-OPT-20`).
    pub enum BankRates { All = "all", Best = "best" }
}
choice! {
    /// Whether the theft after moving the robber may be declined (`CATAN-OPT-21`).
    pub enum RobberTheft { Must = "must", May = "may" }
}
choice! {
    /// Whether the supply gives a card of the kind that it is given (`CATAN-OPT-22`).
    pub enum BankSameKind { Forbid = "forbid", Allow = "allow" }
}

impl BankRates {
    /// Returns the rates that may be used, out of those to which a player is entitled (`CATAN-MAR-1`, `CATAN-MAR-4`).
    pub(crate) const fn usable(self, entitled: Rates) -> Rates {
        match self {
            BankRates::All => entitled,
            BankRates::Best => Rates::of(entitled.best()),
        }
    }
}

/// The choice of the starting player (`CATAN-OPT-2`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StartPlayer {
    /// A seat named by the table, for example the oldest player's.
    Seat(Seat),
    /// Any seat, with equal chances.
    Random,
    /// The highest roll of two dice, as with the variable set-up for experienced players; the tied roll again
    /// (`CATAN-SETUP-2`).
    HighestRoll,
}

impl Default for StartPlayer {
    fn default() -> Self {
        StartPlayer::Seat(Seat::A)
    }
}

impl OptionValue for StartPlayer {
    fn read(text: &str, values: &Values) -> Option<StartPlayer> {
        match text {
            "random" => Some(StartPlayer::Random),
            "highest_roll" => Some(StartPlayer::HighestRoll),
            _ => values.seat(text).map(StartPlayer::Seat),
        }
    }
    fn write(self, _values: &Values) -> String {
        match self {
            StartPlayer::Seat(seat) => seat.to_string(),
            StartPlayer::Random => "random".to_owned(),
            StartPlayer::HighestRoll => "highest_roll".to_owned(),
        }
    }
}

game::options! {
    /// All rule switches of a game, with the defaults of `CATAN-OPT`.
    pub struct Options of "catan" {
        setup: SetupKind = "variable", Values::Names(SetupKind::NAMES),
            "CATAN-OPT-1", "how the game begins";
        start_player: StartPlayer = "A", Values::SeatOr(SEATS as u8, &["random", "highest_roll"]),
            "CATAN-OPT-2",
            "who begins: a seat (for example the oldest player's), any seat, or, as experienced players do with the \
             variable set-up, the highest roll of two dice";
        beginner_positions: BeginnerPositions = "v1", Values::Names(BeginnerPositions::NAMES),
            "CATAN-OPT-3", "which starting positions the beginner set-up has";
        numbers: NumberPlacement = "spiral", Values::Names(NumberPlacement::NAMES),
            "CATAN-OPT-4", "how number tokens are laid";
        spiral_direction: SpiralDirection = "ccw", Values::Names(SpiralDirection::NAMES),
            "CATAN-OPT-5", "which way the spiral of number tokens runs";
        red_adjacency: RedAdjacency = "forbid", Values::Names(RedAdjacency::NAMES),
            "CATAN-OPT-6", "whether 6 and 8 may be neighbours when numbers are random";
        /// `None` means shuffled with the variable set-up and fixed with a beginner board.
        harbours: Option<HarbourPlacement> = "default", Values::NamesOrDefault(HarbourPlacement::NAMES),
            "CATAN-OPT-7",
            "how harbours are laid; by default shuffled with the variable set-up, fixed with a beginner board";
        trade_build: TradeBuild = "separate", Values::Names(TradeBuild::NAMES),
            "CATAN-OPT-8", "whether trade ends with the first building of a turn";
        robber_victims: RobberVictims = "with_cards", Values::Names(RobberVictims::NAMES),
            "CATAN-OPT-9", "who can be robbed";
        friendly_robber: bool = "false", Values::Switch,
            "CATAN-OPT-10", "whether the robber spares players with 2 or fewer visible points";
        discard_limit: u8 = "7", Values::Range(1, 95),
            "CATAN-OPT-11", "who holds more cards discards half on a 7";
        victory_points: u8 = "10", Values::Range(3, 22),
            "CATAN-OPT-12", "how many points win";
        trade_same_kind: TradeSameKind = "forbid_any_overlap", Values::Names(TradeSameKind::NAMES),
            "CATAN-OPT-13", "which exchanges of a kind for itself are forbidden between players";
        road_building_may_stop: bool = "true", Values::Switch,
            "CATAN-OPT-14", "whether the second free road may be left";
        auto_declare: bool = "true", Values::Switch,
            "CATAN-OPT-15", "whether victory is declared by itself as soon as it is reached";
        shortage_single_player: ShortageSinglePlayer = "pay_rest", Values::Names(ShortageSinglePlayer::NAMES),
            "CATAN-OPT-16", "what a single player gets of a kind that runs short";
        /// 2 to 4; 2 only as the plain rules with two seats (`CATAN-X2-1`).
        players: u8 = "4", Values::Range(2, SEATS as u16),
            "CATAN-OPT-17", "seats at the table";
        offer_limit: Option<u8> = "none", Values::RangeOrNone(0, 255),
            "CATAN-OPT-18", "how many offers and proposals each seat may make in a turn; 0: no trade between players";
        turn_limit: Option<u16> = "none", Values::RangeOrNone(1, 65535),
            "CATAN-OPT-19", "after how many turns the game ends without a winner";
        bank_rates: BankRates = "all", Values::Names(BankRates::NAMES),
            "CATAN-OPT-20", "which rates may be used at the supply: all that a player has, or the best alone";
        robber_theft: RobberTheft = "must", Values::Names(RobberTheft::NAMES),
            "CATAN-OPT-21", "whether the theft after moving the robber may be declined";
        bank_same_kind: BankSameKind = "forbid", Values::Names(BankSameKind::NAMES),
            "CATAN-OPT-22", "whether the supply gives a card of the kind that it is given";
    }
}

/// Hands the options that all games on the island have, under the same names, to a macro.
macro_rules! with_common_options {
    ($then:ident) => {
        $then! {
            /// The choice of the starting player (`CATAN-OPT-2`).
            start_player: StartPlayer;
            /// Whether trade ends with the first payment of a turn (`CATAN-OPT-8`, `CK-OPT-2`).
            trade_build: TradeBuild;
            /// The seats that may be robbed (`CATAN-OPT-9`).
            robber_victims: RobberVictims;
            /// Whether the robber spares players with few points (`CATAN-OPT-10`).
            friendly_robber: bool;
            /// The most cards that a seat may hold without discarding half on a 7 (`CATAN-OPT-11`).
            discard_limit: u8;
            /// The number of points that wins the game (`CATAN-OPT-12`, `CK-OPT-1`).
            victory_points: u8;
            /// The exchanges of a kind for itself that are forbidden (`CATAN-OPT-13`).
            trade_same_kind: TradeSameKind;
            /// Whether the second free road may be left (`CATAN-OPT-14`).
            road_building_may_stop: bool;
            /// Whether victory is declared by itself (`CATAN-OPT-15`).
            auto_declare: bool;
            /// The payment to a single player of a kind that runs short (`CATAN-OPT-16`).
            shortage_single_player: ShortageSinglePlayer;
            /// Seats at the table (`CATAN-OPT-17`).
            players: u8;
            /// The number of offers and proposals that each seat may make in a turn (`CATAN-OPT-18`).
            offer_limit: Option<u8>;
            /// The number of turns after which the game ends without a winner (`CATAN-OPT-19`).
            turn_limit: Option<u16>;
            /// The rates that may be used at the supply (`CATAN-OPT-20`).
            bank_rates: BankRates;
            /// Whether the theft may be declined (`CATAN-OPT-21`).
            robber_theft: RobberTheft;
            /// Whether the supply gives a card of the kind that it is given (`CATAN-OPT-22`).
            bank_same_kind: BankSameKind;
        }
    };
}

macro_rules! declare_common_options {
    ($($(#[$doc:meta])* $name:ident: $Type:ty;)*) => {
        /// The options that all games on the island have.
        pub trait CommonOptions: Copy + Eq + std::fmt::Debug {
            $($(#[$doc])* fn $name(&self) -> $Type;)*
        }
    };
}

/// Implements [`CommonOptions`] for the `Options` of the module in which it stands.
macro_rules! implement_common_options {
    ($($(#[$doc:meta])* $name:ident: $Type:ty;)*) => {
        impl CommonOptions for Options {
            $(#[inline] fn $name(&self) -> $Type { self.$name })*
        }
    };
}

with_common_options!(declare_common_options);
with_common_options!(implement_common_options);
pub(crate) use {implement_common_options, with_common_options};

impl Options {
    /// Returns the placement of the harbours, with the default that fits the set-up (`CATAN-OPT-7`).
    #[must_use]
    pub fn harbours(&self) -> HarbourPlacement {
        self.harbours.unwrap_or(match self.setup {
            SetupKind::Variable => HarbourPlacement::Shuffled,
            _ => HarbourPlacement::Fixed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::options::{OptionError, OptionInfo};

    /// Some value of each option that is not its default; the one-valued option keeps it.
    fn other(option: &OptionInfo) -> String {
        let names = option.values.names();
        match option.values.range() {
            Some((_, max)) if max.to_string() != option.default => max.to_string(),
            Some((min, _)) => min.to_string(),
            None => {
                names.into_iter().rfind(|name| name != option.default).unwrap_or(option.default.to_owned())
            }
        }
    }

    #[test]
    fn catan_opt_every_option_has_its_row_and_default() {
        let clauses: Vec<String> = Options::TABLE.iter().map(|option| option.clause.to_owned()).collect();
        assert_eq!(clauses, (1..=22).map(|n| format!("CATAN-OPT-{n}")).collect::<Vec<_>>());
        let options = Options::default();
        for option in Options::TABLE {
            assert_eq!(options.get(option.name).unwrap(), option.default, "{}", option.name);
        }
        assert_eq!(options.validate(), Ok(()));
        assert_eq!(options.changed().count(), 0);
    }

    #[test]
    fn every_option_can_be_set_and_read_by_name() {
        let mut all = Options::default();
        for option in Options::TABLE {
            let value = other(option);
            all.set(option.name, &value).unwrap();
            assert_eq!(all.get(option.name).unwrap(), value);
            for name in option.values.names() {
                Options::default().set(option.name, &name).unwrap();
            }
        }
        assert_eq!(all.changed().count(), 21, "all but beginner_positions, which has one value");
        let json = serde_json::to_string(&all).unwrap();
        assert_eq!(serde_json::from_str::<Options>(&json).unwrap(), all);
    }

    #[test]
    fn json_fills_defaults_and_refuses_what_it_does_not_know() {
        let read = |json: &str| serde_json::from_str::<Options>(json).map_err(|error| error.to_string());
        assert_eq!(read("{}"), Ok(Options::default()));
        let written = serde_json::to_string(&Options::default()).unwrap();
        assert!(written.starts_with(r#"{"setup":"variable","start_player":"A""#), "{written}");
        assert!(
            written.ends_with(
                r#""turn_limit":null,"bank_rates":"all","robber_theft":"must","bank_same_kind":"forbid"}"#
            ),
            "{written}"
        );
        assert_eq!(read(&written), Ok(Options::default()));
        let three =
            read(r#"{"players": "3", "harbours": null, "friendly_robber": true, "turn_limit": 9}"#).unwrap();
        assert_eq!((three.players, three.friendly_robber, three.turn_limit), (3, true, Some(9)));
        for (json, expected) in [
            (r#"{"playres": 3}"#, "the options are setup, start_player"),
            (r#"{"players": 5}"#, "a number from 2 to 4"),
            (r#"{"players": null}"#, "a number from 2 to 4"),
            (r#"{"players": -1}"#, "a number from 2 to 4"),
            (r#"{"players": 3.5}"#, "a whole number"),
            (r#"{"players": [3]}"#, "a whole number"),
            (r#"{"players": 3, "players": 4}"#, "players is given twice"),
            (r#"{"start_player": "F"}"#, "a seat (A to D) or random or highest_roll"),
            (r#"[]"#, "an object of options by name"),
        ] {
            let error = read(json).unwrap_err();
            assert!(error.contains(expected), "{json}: {error}");
        }
    }

    #[test]
    fn validate_reports_all_faults_at_once() {
        let options = Options {
            players: 7,
            discard_limit: 0,
            victory_points: 23,
            turn_limit: Some(0),
            ..Options::default()
        };
        let faults = options.validate().unwrap_err();
        let clauses: Vec<_> = faults.iter().filter_map(OptionError::clause).collect();
        assert_eq!(clauses, ["CATAN-OPT-11", "CATAN-OPT-12", "CATAN-OPT-17", "CATAN-OPT-19"]);
        let mut options = Options::default();
        options.set("players", "2").unwrap();
        options.set("start_player", "C").unwrap();
        let faults = options.validate().unwrap_err();
        assert_eq!(
            faults,
            [OptionError::NoSeat {
                option: Options::info("start_player").unwrap(),
                seat: Seat::C,
                players: 2
            }]
        );
        assert!(faults[0].to_string().contains("choose another seat or more players"));
    }
}
