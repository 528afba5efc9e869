//! Options by name: the table of `CATAN-OPT`, and setting, reading, checking and writing options as text and JSON.

use super::{
    BeginnerPositions, HarbourPlacement, NumberPlacement, Options, RedAdjacency, RobberVictims, SetupKind,
    ShortageSinglePlayer, SpiralDirection, StartPlayer, TradeBuild, TradeSameKind,
};
use crate::{Clause, SEATS};
use game::Seat;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// Which values an option can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// One of these names; in JSON a string.
    Names(&'static [&'static str]),
    /// One of these names, or left to another option; in JSON a string, or nothing.
    NamesOrDefault(&'static [&'static str]),
    /// `true` or `false` (also read: `on`, `off`); in JSON a boolean.
    Switch,
    /// A number from the first to the second; in JSON a number.
    Range(u16, u16),
    /// `none`, or a number from the first to the second; in JSON `null` or a number.
    RangeOrNone(u16, u16),
    /// A seat of the table, or one of these names; in JSON a string.
    SeatOr(&'static [&'static str]),
}

impl fmt::Display for Values {
    /// In words, for help and errors: `separate or combined`, `a number from 1 to 95`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Names(names) => f.write_str(&names.join(" or ")),
            Values::NamesOrDefault(names) => write!(f, "{} or default", names.join(" or ")),
            Values::Switch => f.write_str("true or false"),
            Values::Range(min, max) => write!(f, "a number from {min} to {max}"),
            Values::RangeOrNone(min, max) => write!(f, "none or a number from {min} to {max}"),
            Values::SeatOr(names) => write!(f, "a seat (A to D) or {}", names.join(" or ")),
        }
    }
}

impl Values {
    /// The values one by one, where they are names; empty for numbers.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let texts = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        match self {
            Values::Names(names) | Values::NamesOrDefault(names) => texts(names),
            Values::Switch => texts(&["true", "false"]),
            Values::SeatOr(names) => {
                Seat::first(SEATS).map(|seat| seat.to_string()).chain(texts(names)).collect()
            }
            Values::Range(..) | Values::RangeOrNone(..) => Vec::new(),
        }
    }

    /// The word for "no value", where that is allowed.
    #[must_use]
    pub const fn allows_none(&self) -> Option<&'static str> {
        match self {
            Values::NamesOrDefault(_) => Some("default"),
            Values::RangeOrNone(..) => Some("none"),
            _ => None,
        }
    }

    /// The smallest and the greatest number, where numbers are allowed.
    #[must_use]
    pub const fn range(&self) -> Option<(u16, u16)> {
        match *self {
            Values::Range(min, max) | Values::RangeOrNone(min, max) => Some((min, max)),
            _ => None,
        }
    }
}

/// One row of `CATAN-OPT`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// The name, the same everywhere: `discard_limit`.
    pub name: &'static str,
    /// Its row: `CATAN-OPT-11`.
    pub clause: Clause,
    /// The default as text.
    pub default: &'static str,
    /// What it can be.
    pub values: Values,
    /// What it decides, in one line.
    pub about: &'static str,
}

/// Why an option cannot be set, or does not fit the others.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OptionError {
    /// No option has this name.
    Unknown {
        /// The name that was given.
        name: String,
    },
    /// The option cannot have this value.
    BadValue {
        /// The option.
        option: &'static OptionInfo,
        /// The value that was given.
        value: String,
    },
    /// The option is given twice.
    Twice {
        /// The option.
        option: &'static OptionInfo,
    },
    /// The starting seat is not at the table.
    NoStartSeat {
        /// The seat that should begin.
        seat: Seat,
        /// How many seats there are.
        players: u8,
    },
}

impl OptionError {
    /// The row of the options table that decides.
    #[must_use]
    pub fn clause(&self) -> Option<Clause> {
        match self {
            OptionError::Unknown { .. } => None,
            OptionError::BadValue { option, .. } | OptionError::Twice { option } => Some(option.clause),
            OptionError::NoStartSeat { .. } => Some("CATAN-OPT-2"),
        }
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown { name } => {
                let names: Vec<&str> = Options::TABLE.iter().map(|option| option.name).collect();
                write!(f, "`{name}` is not an option of catan; the options are {}", names.join(", "))
            }
            OptionError::BadValue { option, value } => {
                write!(f, "`{value}` is not a value of {}; it is {}", option.name, option.values)
            }
            OptionError::Twice { option } => write!(f, "{} is given twice; give it once", option.name),
            OptionError::NoStartSeat { seat, players } => {
                write!(
                    f,
                    "start_player is seat {seat}, but only {players} seats play; choose another seat or more players"
                )
            }
        }
    }
}

impl std::error::Error for OptionError {}

const fn row(
    name: &'static str,
    clause: Clause,
    default: &'static str,
    values: Values,
    about: &'static str,
) -> OptionInfo {
    OptionInfo { name, clause, default, values, about }
}

impl Options {
    /// Every option, in the order of `CATAN-OPT`.
    pub const TABLE: &'static [OptionInfo] = &[
        row("setup", "CATAN-OPT-1", "variable", Values::Names(SetupKind::NAMES), "how the game begins"),
        row(
            "start_player",
            "CATAN-OPT-2",
            "A",
            Values::SeatOr(&["random", "highest_roll"]),
            "who begins: a seat, any seat, or the highest roll of two dice",
        ),
        row(
            "beginner_positions",
            "CATAN-OPT-3",
            "v1",
            Values::Names(BeginnerPositions::NAMES),
            "which starting positions the beginner set-up has",
        ),
        row(
            "numbers",
            "CATAN-OPT-4",
            "spiral",
            Values::Names(NumberPlacement::NAMES),
            "how number tokens are laid",
        ),
        row(
            "spiral_direction",
            "CATAN-OPT-5",
            "ccw",
            Values::Names(SpiralDirection::NAMES),
            "which way the spiral of number tokens runs",
        ),
        row(
            "red_adjacency",
            "CATAN-OPT-6",
            "forbid",
            Values::Names(RedAdjacency::NAMES),
            "whether 6 and 8 may be neighbours when numbers are random",
        ),
        row(
            "harbours",
            "CATAN-OPT-7",
            "default",
            Values::NamesOrDefault(HarbourPlacement::NAMES),
            "how harbours are laid; by default shuffled with the variable set-up, fixed with a beginner board",
        ),
        row(
            "trade_build",
            "CATAN-OPT-8",
            "separate",
            Values::Names(TradeBuild::NAMES),
            "whether trade ends with the first building of a turn",
        ),
        row(
            "robber_victims",
            "CATAN-OPT-9",
            "with_cards",
            Values::Names(RobberVictims::NAMES),
            "who can be robbed",
        ),
        row(
            "friendly_robber",
            "CATAN-OPT-10",
            "false",
            Values::Switch,
            "whether the robber spares players with 2 or fewer visible points",
        ),
        row(
            "discard_limit",
            "CATAN-OPT-11",
            "7",
            Values::Range(1, 95),
            "who holds more cards discards half on a 7",
        ),
        row("victory_points", "CATAN-OPT-12", "10", Values::Range(3, 22), "how many points win"),
        row(
            "trade_same_kind",
            "CATAN-OPT-13",
            "forbid_any_overlap",
            Values::Names(TradeSameKind::NAMES),
            "which exchanges of a kind for itself are forbidden between players",
        ),
        row(
            "road_building_may_stop",
            "CATAN-OPT-14",
            "true",
            Values::Switch,
            "whether the second free road may be left",
        ),
        row(
            "auto_declare",
            "CATAN-OPT-15",
            "true",
            Values::Switch,
            "whether victory is declared by itself as soon as it is reached",
        ),
        row(
            "shortage_single_player",
            "CATAN-OPT-16",
            "pay_rest",
            Values::Names(ShortageSinglePlayer::NAMES),
            "what a single player gets of a kind that runs short",
        ),
        row("players", "CATAN-OPT-17", "4", Values::Range(2, SEATS as u16), "seats at the table"),
        row(
            "offer_limit",
            "CATAN-OPT-18",
            "none",
            Values::RangeOrNone(1, 255),
            "how many offers and proposals each seat may make in a turn",
        ),
        row(
            "turn_limit",
            "CATAN-OPT-19",
            "none",
            Values::RangeOrNone(1, 65535),
            "after how many turns the game ends without a winner",
        ),
    ];

    /// The row of the option with this name.
    ///
    /// # Errors
    /// If there is none; the error lists the names.
    pub fn info(name: &str) -> Result<&'static OptionInfo, OptionError> {
        Options::TABLE
            .iter()
            .find(|option| option.name == name)
            .ok_or_else(|| OptionError::Unknown { name: name.to_owned() })
    }

    /// Sets one option by its name.
    ///
    /// ```
    /// use catan::Options;
    /// let mut options = Options::default();
    /// options.set("discard_limit", "9").unwrap();
    /// assert_eq!(options.discard_limit, 9);
    /// let error = options.set("trade_build", "mixed").unwrap_err();
    /// assert_eq!(error.to_string(), "`mixed` is not a value of trade_build; it is separate or combined");
    /// ```
    ///
    /// # Errors
    /// If no option has this name, or it cannot have this value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let option = Options::info(name)?;
        self.try_set(option, value).ok_or_else(|| OptionError::BadValue { option, value: value.to_owned() })
    }

    /// Sets one option as JSON has it, where `null` means "no value" to the options that allow that.
    ///
    /// # Errors
    /// If no option has this name, or it cannot have this value.
    pub fn set_or_none(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let none = Options::info(name)?.values.allows_none().unwrap_or("null");
        self.set(name, value.unwrap_or(none))
    }

    fn try_set(&mut self, option: &OptionInfo, value: &str) -> Option<()> {
        fn assign<T>(field: &mut T, value: Option<T>) -> Option<()> {
            *field = value?;
            Some(())
        }
        let switch = || match value {
            "true" | "on" => Some(true),
            "false" | "off" => Some(false),
            _ => None,
        };
        let number = || {
            let (min, max) = option.values.range()?;
            value.parse::<u16>().ok().filter(|number| (min..=max).contains(number))
        };
        let small = || number().map(|number| number as u8);
        match option.name {
            "setup" => assign(&mut self.setup, SetupKind::named(value)),
            "start_player" => {
                let seat = |text: &str| {
                    text.parse().ok().filter(|seat: &Seat| seat.index() < SEATS).map(StartPlayer::Seat)
                };
                let start = match value {
                    "random" => Some(StartPlayer::Random),
                    "highest_roll" => Some(StartPlayer::HighestRoll),
                    _ => seat(value),
                };
                assign(&mut self.start_player, start)
            }
            "beginner_positions" => assign(&mut self.beginner_positions, BeginnerPositions::named(value)),
            "numbers" => assign(&mut self.numbers, NumberPlacement::named(value)),
            "spiral_direction" => assign(&mut self.spiral_direction, SpiralDirection::named(value)),
            "red_adjacency" => assign(&mut self.red_adjacency, RedAdjacency::named(value)),
            "harbours" if value == "default" => assign(&mut self.harbours, Some(None)),
            "harbours" => assign(&mut self.harbours, HarbourPlacement::named(value).map(Some)),
            "trade_build" => assign(&mut self.trade_build, TradeBuild::named(value)),
            "robber_victims" => assign(&mut self.robber_victims, RobberVictims::named(value)),
            "friendly_robber" => assign(&mut self.friendly_robber, switch()),
            "discard_limit" => assign(&mut self.discard_limit, small()),
            "victory_points" => assign(&mut self.victory_points, small()),
            "trade_same_kind" => assign(&mut self.trade_same_kind, TradeSameKind::named(value)),
            "road_building_may_stop" => assign(&mut self.road_building_may_stop, switch()),
            "auto_declare" => assign(&mut self.auto_declare, switch()),
            "shortage_single_player" => {
                assign(&mut self.shortage_single_player, ShortageSinglePlayer::named(value))
            }
            "players" => assign(&mut self.players, small()),
            "offer_limit" if value == "none" => assign(&mut self.offer_limit, Some(None)),
            "offer_limit" => assign(&mut self.offer_limit, small().map(Some)),
            "turn_limit" if value == "none" => assign(&mut self.turn_limit, Some(None)),
            "turn_limit" => assign(&mut self.turn_limit, number().map(Some)),
            _ => unreachable!("every row of the table is set here; a test sets them all"),
        }
    }

    /// The value of an option as text: what [`Options::set`] reads.
    ///
    /// # Errors
    /// If no option has this name.
    pub fn get(&self, name: &str) -> Result<String, OptionError> {
        fn or_none<T: ToString>(value: Option<T>) -> String {
            value.map_or_else(|| "none".to_owned(), |number| number.to_string())
        }
        Ok(match Options::info(name)?.name {
            "setup" => self.setup.to_string(),
            "start_player" => match self.start_player {
                StartPlayer::Seat(seat) => seat.to_string(),
                StartPlayer::Random => "random".to_owned(),
                StartPlayer::HighestRoll => "highest_roll".to_owned(),
            },
            "beginner_positions" => self.beginner_positions.to_string(),
            "numbers" => self.numbers.to_string(),
            "spiral_direction" => self.spiral_direction.to_string(),
            "red_adjacency" => self.red_adjacency.to_string(),
            "harbours" => self.harbours.map_or_else(|| "default".to_owned(), |value| value.to_string()),
            "trade_build" => self.trade_build.to_string(),
            "robber_victims" => self.robber_victims.to_string(),
            "friendly_robber" => self.friendly_robber.to_string(),
            "discard_limit" => self.discard_limit.to_string(),
            "victory_points" => self.victory_points.to_string(),
            "trade_same_kind" => self.trade_same_kind.to_string(),
            "road_building_may_stop" => self.road_building_may_stop.to_string(),
            "auto_declare" => self.auto_declare.to_string(),
            "shortage_single_player" => self.shortage_single_player.to_string(),
            "players" => self.players.to_string(),
            "offer_limit" => or_none(self.offer_limit),
            "turn_limit" => or_none(self.turn_limit),
            _ => unreachable!("every row of the table is read here; a test reads them all"),
        })
    }

    /// The options that differ from their default, with their values as text.
    pub fn changed(&self) -> impl Iterator<Item = (&'static OptionInfo, String)> {
        Options::TABLE.iter().filter_map(|option| {
            let value = self.get(option.name).expect("a row of the table");
            (value != option.default).then_some((option, value))
        })
    }

    /// Whether a game can be played with these options.
    ///
    /// # Errors
    /// Everything that stands against it: values out of range, and options that do not fit together.
    pub fn validate(&self) -> Result<(), Vec<OptionError>> {
        let mut faults: Vec<OptionError> = Options::TABLE
            .iter()
            .filter_map(|option| {
                let value = self.get(option.name).expect("a row of the table");
                let mut copy = *self;
                copy.set(option.name, &value).err()
            })
            .collect();
        if let StartPlayer::Seat(seat) = self.start_player
            && (usize::from(self.players)..SEATS).contains(&seat.index())
        {
            faults.push(OptionError::NoStartSeat { seat, players: self.players });
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}

impl Serialize for Options {
    /// One object with every option by its name, in the order of the table; `harbours` is left out where it follows
    /// the set-up.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for option in Options::TABLE {
            let text = self.get(option.name).expect("a row of the table");
            match option.values {
                Values::NamesOrDefault(_) if text == "default" => {}
                Values::Switch => map.serialize_entry(option.name, &(text == "true"))?,
                Values::Range(..) | Values::RangeOrNone(..) => {
                    map.serialize_entry(option.name, &text.parse::<u16>().ok())?;
                }
                Values::Names(_) | Values::NamesOrDefault(_) | Values::SeatOr(_) => {
                    map.serialize_entry(option.name, &text)?;
                }
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Options {
    /// From an object: options that are left out have their default, unknown names are refused, and a value may be
    /// written as text too (`"players": "3"`). Does not [`validate`](Options::validate) how options fit together.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ByName)
    }
}

struct ByName;

impl<'de> Visitor<'de> for ByName {
    type Value = Options;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of options by name, such as {\"players\": 3}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Options, A::Error> {
        let mut options = Options::default();
        let mut seen: Vec<&str> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            let option = Options::info(&name).map_err(serde::de::Error::custom)?;
            let Text(value) = map.next_value()?;
            if seen.contains(&option.name) {
                return Err(serde::de::Error::custom(OptionError::Twice { option }));
            }
            seen.push(option.name);
            options.set_or_none(option.name, value.as_deref()).map_err(serde::de::Error::custom)?;
        }
        Ok(options)
    }
}

/// A JSON string, number or boolean as the text of an option's value; `None` for null.
struct Text(Option<String>);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyText;
        impl Visitor<'_> for AnyText {
            type Value = Text;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the value of an option: a string, a whole number, a boolean or null")
            }
            fn visit_str<E>(self, value: &str) -> Result<Text, E> {
                Ok(Text(Some(value.to_owned())))
            }
            fn visit_bool<E>(self, value: bool) -> Result<Text, E> {
                Ok(Text(Some(value.to_string())))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Text, E> {
                Ok(Text(Some(value.to_string())))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Text, E> {
                Ok(Text(Some(value.to_string())))
            }
            fn visit_unit<E>(self) -> Result<Text, E> {
                Ok(Text(None))
            }
        }
        deserializer.deserialize_any(AnyText)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(clauses, (1..=19).map(|n| format!("CATAN-OPT-{n}")).collect::<Vec<_>>());
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
        assert_eq!(all.changed().count(), 18, "all but beginner_positions, which has one value");
        let json = serde_json::to_string(&all).unwrap();
        assert_eq!(serde_json::from_str::<Options>(&json).unwrap(), all);
    }

    #[test]
    fn json_fills_defaults_and_refuses_what_it_does_not_know() {
        let read = |json: &str| serde_json::from_str::<Options>(json).map_err(|error| error.to_string());
        assert_eq!(read("{}"), Ok(Options::default()));
        let written = serde_json::to_string(&Options::default()).unwrap();
        assert!(written.starts_with(r#"{"setup":"variable","start_player":"A""#), "{written}");
        assert!(written.ends_with(r#""players":4,"offer_limit":null,"turn_limit":null}"#), "{written}");
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
            offer_limit: Some(0),
            turn_limit: Some(0),
            ..Options::default()
        };
        let faults = options.validate().unwrap_err();
        let clauses: Vec<_> = faults.iter().filter_map(OptionError::clause).collect();
        assert_eq!(clauses, ["CATAN-OPT-11", "CATAN-OPT-12", "CATAN-OPT-17", "CATAN-OPT-18", "CATAN-OPT-19"]);
        let mut options = Options::default();
        options.set("players", "2").unwrap();
        options.set("start_player", "C").unwrap();
        let faults = options.validate().unwrap_err();
        assert_eq!(faults, [OptionError::NoStartSeat { seat: Seat::C, players: 2 }]);
        assert!(faults[0].to_string().contains("choose another seat or more players"));
    }
}
