//! A position of any game as one seat knows it, made of the document of the seat's view.

use crate::any::document;
use crate::{ActionsOnShelf, AnyLegal, GameKind, Refusal, for_each_game};
use game::{Game, Legal, Seat, SeatPosition, ViewError};
use serde_json::value::RawValue;

macro_rules! any_seat_position {
    ({} $($(#[$about:meta])+ $Name:ident = $name:literal: $Game:ty;)+) => {
        /// A position of any game as one seat knows it ([`SeatPosition`]): what another program's view document leads to.
        ///
        /// ```
        /// use game::{Seat, Seed, Viewer};
        /// use shelf::{AnyGame, AnySeatPosition, GameKind};
        /// let mut game = AnyGame::with_options(GameKind::Catan, []).unwrap();
        /// game.resolve(&game.draw(Seed(7)).unwrap()).unwrap();
        /// let document = game.view_text(Viewer::Seat(Seat::A));
        /// let position = AnySeatPosition::from_document(GameKind::Catan, document.get()).unwrap();
        /// assert_eq!(position.legal_action(0).as_deref(), Some("settlement I0"));
        /// assert_eq!(position.view_text().get(), document.get());
        ///
        /// let faults = AnySeatPosition::from_document(GameKind::Mayflower, document.get()).unwrap_err();
        /// assert_eq!(faults[0].to_string(), "$.game: this is a view of `catan`, not of `mayflower`");
        /// ```
        #[derive(Clone, Copy, PartialEq, Debug)]
        #[allow(clippy::large_enum_variant)] // As `AnyGame`.
        pub enum AnySeatPosition {
            $($(#[$about])+ $Name(SeatPosition<$Game>),)+
        }

        impl AnySeatPosition {
            /// The position of which this text is the document of a seat's view.
            ///
            /// # Errors
            /// What is wrong with the document, each fault with its path.
            pub fn from_document(kind: GameKind, text: &str) -> Result<AnySeatPosition, Vec<ViewError>> {
                match kind {
                    $(GameKind::$Name => SeatPosition::from_document(text).map(AnySeatPosition::$Name),)+
                }
            }

            /// Returns the kind of game.
            #[must_use]
            pub fn kind(&self) -> GameKind {
                match self {
                    $(AnySeatPosition::$Name(_) => GameKind::$Name,)+
                }
            }

            /// Returns the seat whose view it is.
            #[must_use]
            pub fn seat(&self) -> Seat {
                match self {
                    $(AnySeatPosition::$Name(position) => position.seat(),)+
                }
            }

            /// The view as the text of a document, in our own order of fields.
            ///
            /// # Panics
            /// Never: a view always has a document.
            #[must_use]
            pub fn view_text(&self) -> Box<RawValue> {
                match self {
                    $(AnySeatPosition::$Name(position) => document(&position.view()),)+
                }
            }

            /// The legal actions of the seat as a value.
            #[must_use]
            pub fn legal(&self) -> AnyLegal {
                match self {
                    $(AnySeatPosition::$Name(position) => <$Game>::any_legal(position.legal_actions()),)+
                }
            }

            /// Returns the number of actions listed for the seat; 0 if it is not the seat's to act.
            #[must_use]
            pub fn legal_len(&self) -> usize {
                match self {
                    $(AnySeatPosition::$Name(position) => Legal::len(&position.legal_actions()),)+
                }
            }

            /// The listed action number `n`, in the game's order.
            #[must_use]
            pub fn legal_action(&self, n: usize) -> Option<String> {
                match self {
                    $(AnySeatPosition::$Name(position) => {
                        Legal::get(&position.legal_actions(), n).map(|action| action.to_string())
                    })+
                }
            }

            /// Whether the seat may do this now.
            ///
            /// # Errors
            /// Why not: the text cannot be read, or a clause stands against it.
            pub fn check(&self, action: &str) -> Result<(), Refusal> {
                match self {
                    $(AnySeatPosition::$Name(position) => {
                        let action: <$Game as Game>::Action = action.parse()?;
                        position.check(position.canonical(action)).map_err(Refusal::by_rule::<$Game>)
                    })+
                }
            }
        }
    };
}
for_each_game!(any_seat_position {});
