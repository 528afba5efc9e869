//! The one list of the games: every enum and every match over all games is generated from it.

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
        $($then)::+! {
            { $($given)* }
            /// The base game of Catan.
            Catan = "catan": $crate::catan::Catan;
            /// Catan with Cities & Knights.
            CitiesAndKnights = "cities-and-knights": $crate::catan::CitiesAndKnights;
            /// Base Carcassonne.
            Carcassonne = "carcassonne": $crate::carcassonne::Carcassonne;
            /// Carcassonne with Traders & Builders.
            TradersAndBuilders = "traders-and-builders": $crate::carcassonne::TradersAndBuilders;
            /// Carcassonne Mayflower.
            Mayflower = "mayflower": $crate::carcassonne::Mayflower;
        }
    };
}

/// Evaluates an expression for whichever game an [`AnyGame`](crate::AnyGame) is.
///
/// ```
/// use shelf::{AnyGame, GameKind, each};
/// let any = AnyGame::with_options(GameKind::Mayflower, [("players", "5")]).unwrap();
/// assert_eq!(each!(&any, game => game.seats()), 5);
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
