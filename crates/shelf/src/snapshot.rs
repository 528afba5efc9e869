//! Positions that are kept in numbers.

use crate::AnyGame;
use carcassonne::{Carcassonne, Mayflower, TradersAndBuilders};
use catan::{Catan, CitiesAndKnights};

/// A position on the heap that takes only as much room as its game needs. An [`AnyGame`] has room for the largest game:
/// ten times what Catan needs.
///
/// ```
/// use shelf::{AnyGame, GameKind, Snapshot};
/// let game = AnyGame::with_options(GameKind::Catan, [("players", "3")]).unwrap();
/// assert_eq!(Snapshot::of(&game).game(), game);
/// ```
#[derive(Clone, Debug)]
pub struct Snapshot(Boxed);

#[derive(Clone, Debug)]
enum Boxed {
    Catan(Box<Catan>),
    CitiesAndKnights(Box<CitiesAndKnights>),
    Carcassonne(Box<Carcassonne>),
    TradersAndBuilders(Box<TradersAndBuilders>),
    Mayflower(Box<Mayflower>),
}

impl Snapshot {
    /// A copy of this position.
    #[must_use]
    pub fn of(game: &AnyGame) -> Snapshot {
        Snapshot(match game {
            AnyGame::Catan(game) => Boxed::Catan(Box::new(*game)),
            AnyGame::CitiesAndKnights(game) => Boxed::CitiesAndKnights(Box::new(*game)),
            AnyGame::Carcassonne(game) => Boxed::Carcassonne(Box::new(*game)),
            AnyGame::TradersAndBuilders(game) => Boxed::TradersAndBuilders(Box::new(*game)),
            AnyGame::Mayflower(game) => Boxed::Mayflower(Box::new(*game)),
        })
    }

    /// The position.
    #[must_use]
    pub fn game(&self) -> AnyGame {
        match &self.0 {
            Boxed::Catan(game) => AnyGame::Catan(**game),
            Boxed::CitiesAndKnights(game) => AnyGame::CitiesAndKnights(**game),
            Boxed::Carcassonne(game) => AnyGame::Carcassonne(**game),
            Boxed::TradersAndBuilders(game) => AnyGame::TradersAndBuilders(**game),
            Boxed::Mayflower(game) => AnyGame::Mayflower(**game),
        }
    }
}
