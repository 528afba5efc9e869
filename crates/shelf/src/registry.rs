//! The one list of the games: every enum and every match over all games is generated from it.

/// For the macros, which name the types of the games.
#[doc(hidden)]
#[cfg(feature = "sample-game")]
pub use ::kerbe;
#[doc(hidden)]
pub use {::carcassonne, ::catan};

use game::Game;
use serde::{Deserialize, Serialize};

/// Hands the list of games to a macro, behind what is given in braces: a documentation, a name in Rust, a name as text and
/// the type of each game. A game is added to the program by adding it here.
///
/// ```
/// macro_rules! count {
///     ({ $start:expr } $($(#[$about:meta])+ $Name:ident = $name:literal: $Game:ty;)+) => {
///         $start $(+ { let _ = stringify!($Name); 1 })+
///     };
/// }
/// assert_eq!(shelf::for_each_game!(count { 0 }), shelf::GameKind::ALL.len());
/// ```
#[macro_export]
macro_rules! for_each_game {
    ($($then:tt)::+ { $($given:tt)* }) => {
        $crate::with_sample_game! {
            $($then)::+ { $($given)* }
            /// The base game of Catan.
            Catan = "catan": $crate::registry::catan::Catan;
            /// Catan with Cities & Knights.
            CitiesAndKnights = "cities-and-knights": $crate::registry::catan::CitiesAndKnights;
            /// Base Carcassonne.
            Carcassonne = "carcassonne": $crate::registry::carcassonne::Carcassonne;
            /// Carcassonne with Traders & Builders.
            TradersAndBuilders = "traders-and-builders": $crate::registry::carcassonne::TradersAndBuilders;
            /// Carcassonne Mayflower.
            Mayflower = "mayflower": $crate::registry::carcassonne::Mayflower;
        }
    };
}

/// Adds the sample game to the list, if this crate has the feature `sample-game`.
#[cfg(feature = "sample-game")]
#[doc(hidden)]
#[macro_export]
macro_rules! with_sample_game {
    ($($then:tt)::+ { $($given:tt)* } $($games:tt)*) => {
        $($then)::+! {
            { $($given)* }
            $($games)*
            /// The sample game.
            Kerbe = "kerbe": $crate::registry::kerbe::Kerbe;
        }
    };
}

/// Adds nothing to the list: the program has no sample game.
#[cfg(not(feature = "sample-game"))]
#[doc(hidden)]
#[macro_export]
macro_rules! with_sample_game {
    ($($then:tt)::+ { $($given:tt)* } $($games:tt)*) => {
        $($then)::+! { { $($given)* } $($games)* }
    };
}

/// Evaluates an expression for whichever game an [`AnyGame`](crate::AnyGame) is.
///
/// ```
/// use game::Game;
/// use shelf::{AnyGame, GameKind, each};
/// let any = AnyGame::with_options(GameKind::Mayflower, [("players", "5")]).unwrap();
/// assert_eq!(each!(&any, game => Game::seats(game)), 5);
/// ```
#[macro_export]
macro_rules! each {
    ($any:expr, $game:ident => $result:expr) => {
        $crate::for_each_game!($crate::each_of { $any, $game => $result })
    };
}

/// Evaluates an expression with the type of the game of a [`GameKind`](crate::GameKind).
///
/// ```
/// use shelf::{GameKind, of_kind};
/// assert!(of_kind!(GameKind::Catan, G => size_of::<G>()) < of_kind!(GameKind::Mayflower, G => size_of::<G>()));
/// ```
#[macro_export]
macro_rules! of_kind {
    ($kind:expr, $Game:ident => $result:expr) => {
        $crate::for_each_game!($crate::of_kind_of { $kind, $Game => $result })
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! each_of {
    ({ $any:expr, $game:ident => $result:expr } $($(#[$about:meta])+ $Name:ident = $name:literal: $Game:ty;)+) => {
        match $any {
            $($crate::AnyGame::$Name($game) => $result,)+
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! of_kind_of {
    ({ $kind:expr, $Alias:ident => $result:expr } $($(#[$about:meta])+ $Name:ident = $name:literal: $Game:ty;)+) => {
        match $kind {
            $($crate::GameKind::$Name => {
                type $Alias = $Game;
                $result
            })+
        }
    };
}

/// A game that is in the list: its variants of the enums over all games.
pub trait OnShelf: Game + Into<AnyGame> {
    /// The game.
    const KIND: GameKind;
    /// See [`AnyGame::of`].
    fn of_game(game: &AnyGame) -> Option<&Self>;
    /// See [`Events::of`].
    fn of_events(events: &Events) -> Option<&[Self::Event]>;
    /// See [`AnyIllegal::of`].
    fn of_illegal(illegal: &AnyIllegal) -> Option<&Self::Illegal>;
    /// Its events as those of any game.
    fn events(events: Vec<Self::Event>) -> Events;
    /// Its refusal as one of any game.
    fn illegal(illegal: Self::Illegal) -> AnyIllegal;
}

macro_rules! enums {
    ({} $($(#[$about:meta])+ $Name:ident = $name:literal: $Game:ty;)+) => {
        /// A game on the shelf. Text form: its name, `catan`.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum GameKind {
            $($(#[$about])+ #[serde(rename = $name)] $Name,)+
        }

        impl GameKind {
            /// Every game, in the order of the shelf.
            pub const ALL: &'static [GameKind] = &[$(GameKind::$Name),+];

            /// The name, the same everywhere: records, URLs, the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(GameKind::$Name => $name,)+
                }
            }
        }

        /// A game of any kind on the shelf.
        ///
        /// The text path is for the edges, where a text comes in or goes out anyway. Whoever plays fast takes the concrete
        /// game out of its variant.
        #[derive(Clone, Copy, PartialEq, Debug)]
        // A table of tiles takes more room than an island. At the edges, where games are texts, a few kilobytes to copy do
        // not count, and a value without heap stays `Copy`.
        #[allow(clippy::large_enum_variant)]
        pub enum AnyGame {
            $($(#[$about])+ $Name($Game),)+
        }

        impl AnyGame {
            /// Returns the kind of game.
            #[must_use]
            pub fn kind(&self) -> GameKind {
                match self {
                    $(AnyGame::$Name(_) => GameKind::$Name,)+
                }
            }
        }

        /// The events of one step, in order.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Events {
            $($(#[$about])+ $Name(Vec<<$Game as Game>::Event>),)+
        }

        impl Events {
            /// Returns the kind of game.
            #[must_use]
            pub fn kind(&self) -> GameKind {
                match self {
                    $(Events::$Name(_) => GameKind::$Name,)+
                }
            }
        }

        /// The reason why a game of any kind refuses something.
        #[derive(Clone, PartialEq, Debug)]
        pub enum AnyIllegal {
            $($(#[$about])+ $Name(<$Game as Game>::Illegal),)+
        }

        impl AnyIllegal {
            /// Returns the kind of the game that refuses.
            #[must_use]
            pub fn kind(&self) -> GameKind {
                match self {
                    $(AnyIllegal::$Name(_) => GameKind::$Name,)+
                }
            }

            /// The reason in the game's own terms, if it is a rule of this game.
            #[must_use]
            pub fn of<G: OnShelf>(&self) -> Option<&G::Illegal> {
                G::of_illegal(self)
            }
        }

        $(impl From<$Game> for AnyGame {
            fn from(game: $Game) -> AnyGame {
                AnyGame::$Name(game)
            }
        }

        impl OnShelf for $Game {
            const KIND: GameKind = GameKind::$Name;

            fn of_game(game: &AnyGame) -> Option<&$Game> {
                match game {
                    AnyGame::$Name(game) => Some(game),
                    _ => None,
                }
            }
            fn of_events(events: &Events) -> Option<&[Self::Event]> {
                match events {
                    Events::$Name(events) => Some(events),
                    _ => None,
                }
            }
            fn of_illegal(illegal: &AnyIllegal) -> Option<&Self::Illegal> {
                match illegal {
                    AnyIllegal::$Name(illegal) => Some(illegal),
                    _ => None,
                }
            }
            fn events(events: Vec<Self::Event>) -> Events {
                Events::$Name(events)
            }
            fn illegal(illegal: Self::Illegal) -> AnyIllegal {
                AnyIllegal::$Name(illegal)
            }
        })+
    };
}
crate::for_each_game!(enums {});
