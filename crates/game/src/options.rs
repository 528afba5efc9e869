//! Rule switches by name: how every game describes, sets, reads, checks and writes its options.
//!
//! A game declares its options once, as one table of rows ([`options!`](crate::options!)): a field with its type,
//! default, values, clause and what it decides. Everything else follows from the table: the struct, its defaults,
//! setting and reading by name, the JSON object, and the faults.
//!
//! ```
//! use game::options::{StartPlayer, Values};
//!
//! game::choice! {
//!     /// How many points a small city gives.
//!     pub enum SmallCity { Full = "full", Half = "half" }
//! }
//! game::options! {
//!     /// The switches of a little game.
//!     pub struct Options of "little" {
//!         players: u8 = "2", Values::Range(2, 6), "LIT-OPT-1", "seats at the table";
//!         start_player: StartPlayer = "A", Values::SeatOr(6, &["random"]), "LIT-OPT-2", "who begins";
//!         small_city: SmallCity = "full", Values::Names(SmallCity::NAMES), "LIT-OPT-3", "points of a small city";
//!         six: bool = "true", Values::Switch, "LIT-OPT-4", "whether a sixth player is admitted";
//!     }
//!     conflicts {
//!         "no_sixth", "LIT-OPT-4", "six seats need six=true", |options| options.players == 6 && !options.six;
//!     }
//! }
//! game::options! {
//!     /// The switches with an expansion: all of `Options`, then its own.
//!     pub struct Expanded of "expanded" extends base: Options {
//!         pigs: u8 = "1", Values::Range(0, 2), "EXP-OPT-1", "pigs a player has";
//!     }
//! }
//!
//! let mut options = Options::default();
//! options.set("small_city", "half").unwrap();
//! options.set("players", "6").unwrap();
//! options.set("six", "off").unwrap();
//! let faults = options.validate().unwrap_err();
//! assert_eq!(faults[0].to_string(), "six seats need six=true");
//! assert_eq!(faults[0].clause(), Some("LIT-OPT-4"));
//! let error = options.set("players", "7").unwrap_err();
//! assert_eq!(error.to_string(), "`7` is not a value of players; it must be a number from 2 to 6");
//!
//! let more: Expanded = serde_json::from_str(r#"{"pigs": 2, "players": 3}"#).unwrap();
//! assert_eq!((more.pigs, more.base.players), (2, 3));
//! assert_eq!(Expanded::TABLE.len(), 5);
//! ```

mod document;
mod table;
mod value;

pub use document::{deserialize, serialize};
pub use table::{NamedOptions, OptionConflict, OptionError, OptionInfo, joined};
pub use value::{CountError, KindError, OptionValue, StartPlayer, Values};

/// Declares an enum whose values have names: the type of an option with [`Values::Names`].
///
/// The first value is the default. See [`options`](mod@crate::options) for an example.
#[macro_export]
macro_rules! choice {
    (
        $(#[$doc:meta])*
        $vis:vis enum $Name:ident { $first:ident = $ftext:literal $(, $other:ident = $otext:literal)* $(,)? }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        #[repr(u8)]
        #[allow(missing_docs)]
        $vis enum $Name {
            #[default]
            $first,
            $($other,)*
        }
        impl $Name {
            /// Every value with its name; the first is the default.
            pub const VALUES: &'static [($Name, &'static str)] =
                &[($Name::$first, $ftext) $(, ($Name::$other, $otext))*];
            /// The names of [`Self::VALUES`].
            pub const NAMES: &'static [&'static str] = &[$ftext $(, $otext)*];
        }
        impl ::std::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(match self { $Name::$first => $ftext $(, $Name::$other => $otext)* })
            }
        }
        impl $crate::options::OptionValue for $Name {
            fn read(text: &str, _values: &$crate::options::Values) -> Option<$Name> {
                $Name::VALUES.iter().find(|(_, name)| *name == text).map(|(value, _)| *value)
            }
            fn write(self, _values: &$crate::options::Values) -> String {
                self.to_string()
            }
        }
    };
}

/// Declares the options of a game: a struct, and the table of its rows.
///
/// A row is `field: Type = "default", values, "CLAUSE", "what it decides";`. The type is an
/// [`OptionValue`](crate::options::OptionValue); every table has a row `players`, and a seat that is an option's
/// value ([`Values::SeatOr`](crate::options::Values::SeatOr)) must be one that plays. What else must not be together
/// is a row of `conflicts`: `"name", "CLAUSE", "what is wrong and what to do", |options| condition;`. A game that
/// `extends` another, or several expansions, has all their options in front, in the fields that are named there.
#[macro_export]
macro_rules! options {
    (
        $(#[$doc:meta])*
        $vis:vis struct $Name:ident of $game:literal $(extends $($base:ident: $Base:ty),+)? {
            $(
                $(#[$more:meta])*
                $field:ident: $Type:ty = $default:literal, $values:expr, $clause:literal, $about:literal;
            )*
        }
        $(conflicts {
            $($conflict:literal, $against:literal, $message:literal, |$options:ident| $wrong:expr;)*
        })?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis struct $Name {
            $($(
                /// Options of what this game extends.
                pub $base: $Base,
            )+)?
            $(
                #[doc = concat!("`", $clause, "`: ", $about, ".")]
                $(#[$more])*
                pub $field: $Type,
            )*
        }

        impl $crate::options::NamedOptions for $Name {
            const GAME: &'static str = $game;
            const TABLE: &'static [$crate::options::OptionInfo] = {
                const OWN: &[$crate::options::OptionInfo] = &[$($crate::options::OptionInfo {
                    name: stringify!($field),
                    clause: $clause,
                    default: $default,
                    values: $values,
                    about: $about,
                }),*];
                $crate::options!(@joined $crate::options::OptionInfo, TABLE, $($($Base,)+)? ; OWN)
            };
            const CONFLICTS: &'static [$crate::options::OptionConflict] = {
                const OWN: &[$crate::options::OptionConflict] = &[$($($crate::options::OptionConflict {
                    name: $conflict,
                    clause: $against,
                    message: $message,
                }),*)?];
                $crate::options!(@joined $crate::options::OptionConflict, CONFLICTS, $($($Base,)+)? ; OWN)
            };

            fn try_set(&mut self, option: &$crate::options::OptionInfo, value: &str) -> Option<()> {
                $(
                    if option.name == stringify!($field) {
                        self.$field = <$Type as $crate::options::OptionValue>::read(value, &option.values)?;
                        return Some(());
                    }
                )*
                $($(
                    if $crate::options::NamedOptions::try_set(&mut self.$base, option, value).is_some() {
                        return Some(());
                    }
                )+)?
                None
            }

            fn count_errors(
                option: &$crate::options::OptionInfo,
                value: &str,
            ) -> Vec<$crate::options::CountError> {
                $(
                    if option.name == stringify!($field) {
                        return <$Type as $crate::options::OptionValue>::count_errors(value, &option.values);
                    }
                )*
                #[allow(unused_mut)]
                let mut of_bases = Vec::new();
                $($(of_bases.extend(<$Base as $crate::options::NamedOptions>::count_errors(option, value));)+)?
                of_bases
            }

            fn text(&self, option: &$crate::options::OptionInfo) -> Option<String> {
                $(
                    if option.name == stringify!($field) {
                        return Some($crate::options::OptionValue::write(self.$field, &option.values));
                    }
                )*
                $($(
                    if let Some(text) = $crate::options::NamedOptions::text(&self.$base, option) {
                        return Some(text);
                    }
                )+)?
                None
            }

            fn text_complete(&self, option: &$crate::options::OptionInfo) -> Option<String> {
                $(
                    if option.name == stringify!($field) {
                        return Some($crate::options::OptionValue::write_complete(self.$field, &option.values));
                    }
                )*
                $($(
                    if let Some(text) = $crate::options::NamedOptions::text_complete(&self.$base, option) {
                        return Some(text);
                    }
                )+)?
                None
            }

            #[allow(unused_variables)]
            fn conflicts(&self, found: &mut Vec<$crate::options::OptionConflict>) {
                $($($crate::options::NamedOptions::conflicts(&self.$base, found);)+)?
                $($(
                    let $options: &$Name = self;
                    if $wrong {
                        found.push($crate::options::OptionConflict {
                            name: $conflict,
                            clause: $against,
                            message: $message,
                        });
                    }
                )*)?
            }
        }

        impl Default for $Name {
            fn default() -> Self {
                $(
                    let values: $crate::options::Values = $values;
                    let $field: $Type = $crate::options::OptionValue::read($default, &values)
                        .expect(concat!("the default of ", stringify!($field), " is one of its values"));
                )*
                $Name { $($($base: <$Base>::default(),)+)? $($field),* }
            }
        }

        impl $Name {
            /// Every option, in the order of the rulebook.
            pub const TABLE: &'static [$crate::options::OptionInfo] =
                <$Name as $crate::options::NamedOptions>::TABLE;

            /// The row of the option with this name.
            ///
            /// # Errors
            /// If there is none; the error lists the names.
            pub fn info(
                name: &str,
            ) -> Result<&'static $crate::options::OptionInfo, $crate::options::OptionError> {
                <$Name as $crate::options::NamedOptions>::info(name)
            }

            /// Sets one option by its name.
            ///
            /// # Errors
            /// If no option has this name, or it cannot have this value.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), $crate::options::OptionError> {
                $crate::options::NamedOptions::set(self, name, value)
            }

            /// The value of an option as text: what `set` reads.
            ///
            /// # Errors
            /// If no option has this name.
            pub fn get(&self, name: &str) -> Result<String, $crate::options::OptionError> {
                $crate::options::NamedOptions::get(self, name)
            }

            /// The options that differ from their default, with their values as text.
            pub fn changed(
                &self,
            ) -> impl Iterator<Item = (&'static $crate::options::OptionInfo, String)> + '_ {
                $crate::options::NamedOptions::changed(self)
            }

            /// Whether a game can be played with these options.
            ///
            /// # Errors
            /// Everything that stands against it: values out of range, and options that do not fit together.
            pub fn validate(&self) -> Result<(), Vec<$crate::options::OptionError>> {
                $crate::options::NamedOptions::validate(self)
            }
        }

        impl serde::Serialize for $Name {
            /// One object with every option by its name, in the order of the table.
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::options::serialize(self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $Name {
            /// From an object: options that are left out have their default, unknown names are refused. Does not
            /// check how options fit together.
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::options::deserialize(deserializer)
            }
        }
    };
    // The rows of the bases, then its own.
    (@joined $Row:ty, $rows:ident, ; $own:expr) => { $own };
    (@joined $Row:ty, $rows:ident, $Base:ty, $($more:ty,)* ; $own:expr) => {{
        const FIRST: &[$Row] = <$Base as $crate::options::NamedOptions>::$rows;
        const REST: &[$Row] = $crate::options!(@joined $Row, $rows, $($more,)* ; $own);
        const ALL: [$Row; FIRST.len() + REST.len()] = $crate::options::joined(FIRST, REST, <$Row>::NONE);
        &ALL
    }};
}
