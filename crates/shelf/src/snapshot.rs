//! Compact positions, for keeping many of them.

use crate::AnyGame;

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

macro_rules! boxed {
    ({} $($(#[$about:meta])+ $Name:ident = $name:literal: $Game:ty;)+) => {
        #[derive(Clone, Debug)]
        enum Boxed {
            $($Name(Box<$Game>),)+
        }

        impl Snapshot {
            /// A copy of this position.
            #[must_use]
            pub fn of(game: &AnyGame) -> Snapshot {
                Snapshot(match game {
                    $(AnyGame::$Name(game) => Boxed::$Name(Box::new(*game)),)+
                })
            }

            /// The position.
            #[must_use]
            pub fn game(&self) -> AnyGame {
                match &self.0 {
                    $(Boxed::$Name(game) => AnyGame::$Name(**game),)+
                }
            }
        }
    };
}
crate::for_each_game!(boxed {});
