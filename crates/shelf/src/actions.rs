//! Actions and legal lists of any game as values: no text is made until somebody reads it.
//!
//! [`AnyStep`](crate::AnyStep) is for tables, which keep steps of many games behind one pointer. These two are for callers that
//! play fast and hold the game as [`AnyGame`]: a list knows its length, its n-th action and its members without a single text.

use crate::any::read_action;
use crate::{AnyGame, Events, GameKind, OnShelf, Refusal, each, for_each_game};
use game::{Game, Legal, ParseError, Seat};
use std::fmt;

/// The variants that a game has in [`AnyAction`] and [`AnyLegal`].
pub trait ActionsOnShelf: OnShelf {
    /// An action of this game as one of any game.
    fn any_action(action: Self::Action) -> AnyAction;
    /// The action, if it is one of this game.
    fn of_action(action: &AnyAction) -> Option<Self::Action>;
    /// A legal list of this game as one of any game.
    fn any_legal(legal: Self::LegalActions) -> AnyLegal;
}

macro_rules! actions {
    ({} $($(#[$about:meta])+ $Name:ident = $name:literal: $Game:ty;)+) => {
        /// An action of a game of any kind. Text form: the game's (`road P25`).
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub enum AnyAction {
            $($(#[$about])+ $Name(<$Game as Game>::Action),)+
        }

        impl AnyAction {
            /// Returns the kind of game.
            #[must_use]
            pub fn kind(&self) -> GameKind {
                match self {
                    $(AnyAction::$Name(_) => GameKind::$Name,)+
                }
            }

            /// Reads the text form of an action of this game.
            ///
            /// # Errors
            /// What is wrong with the text.
            pub fn read(kind: GameKind, text: &str) -> Result<AnyAction, ParseError> {
                match kind {
                    $(GameKind::$Name => text.parse().map(AnyAction::$Name),)+
                }
            }
        }

        impl fmt::Display for AnyAction {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(AnyAction::$Name(action) => fmt::Display::fmt(action, f),)+
                }
            }
        }

        /// The legal actions of a seat in a game of any kind, in the game's order.
        ///
        /// ```
        /// use game::{Seat, Seed};
        /// use shelf::{AnyGame, GameKind};
        /// let mut game = AnyGame::with_options(GameKind::Catan, []).unwrap();
        /// game.resolve(&game.draw(Seed(7)).unwrap()).unwrap();
        /// let legal = game.legal(Seat::A).unwrap();
        /// assert_eq!(legal.len(), 54);
        /// let action = legal.get(17).unwrap();
        /// assert_eq!(action.to_string(), "settlement I17");
        /// assert!(legal.contains(&action));
        /// game.play_action(Seat::A, &action).unwrap();
        /// assert!(game.check_action(Seat::A, &action).is_err());
        /// ```
        #[derive(Clone, Copy)]
        #[allow(clippy::large_enum_variant)] // As `AnyGame`.
        pub enum AnyLegal {
            $($(#[$about])+ $Name(<$Game as Game>::LegalActions),)+
        }

        impl AnyLegal {
            /// Returns the kind of game.
            #[must_use]
            pub fn kind(&self) -> GameKind {
                match self {
                    $(AnyLegal::$Name(_) => GameKind::$Name,)+
                }
            }

            /// Returns the number of listed actions.
            #[must_use]
            pub fn len(&self) -> usize {
                match self {
                    $(AnyLegal::$Name(legal) => Legal::len(legal),)+
                }
            }

            /// Whether nothing is listed.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// The action at position `n` of the list.
            #[must_use]
            pub fn get(&self, n: usize) -> Option<AnyAction> {
                match self {
                    $(AnyLegal::$Name(legal) => Legal::get(legal, n).map(AnyAction::$Name),)+
                }
            }

            /// Whether an action is listed; an action of another game never is.
            #[must_use]
            pub fn contains(&self, action: &AnyAction) -> bool {
                match (self, action) {
                    $((AnyLegal::$Name(legal), AnyAction::$Name(action)) => Legal::contains(legal, *action),)+
                    // With one game on the shelf this arm would be unreachable.
                    #[allow(unreachable_patterns)]
                    _ => false,
                }
            }

            /// The position of an action in the list, found by going through it.
            #[must_use]
            pub fn position(&self, action: &AnyAction) -> Option<usize> {
                match (self, action) {
                    $((AnyLegal::$Name(legal), AnyAction::$Name(action)) => {
                        let is_listed = Legal::contains(legal, *action);
                        is_listed.then(|| (*legal).into_iter().position(|listed| listed == *action))?
                    })+
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }
        }

        $(impl ActionsOnShelf for $Game {
            fn any_action(action: Self::Action) -> AnyAction {
                AnyAction::$Name(action)
            }
            fn of_action(action: &AnyAction) -> Option<Self::Action> {
                match action {
                    AnyAction::$Name(action) => Some(*action),
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }
            fn any_legal(legal: Self::LegalActions) -> AnyLegal {
                AnyLegal::$Name(legal)
            }
        })+
    };
}
for_each_game!(actions {});

impl AnyAction {
    /// The action as one of this game, by the name that the legal list has for it.
    ///
    /// # Errors
    /// If it is an action of another game.
    pub fn of<G: ActionsOnShelf>(&self, game: &G) -> Result<G::Action, Refusal> {
        let own = G::of_action(self).map(|action| game.canonical(action));
        own.ok_or_else(|| {
            let (kind, this) = (self.kind(), G::KIND);
            Refusal::of_text(format!("`{self}` is an action of {kind}; this is a game of {this}"))
        })
    }
}

impl fmt::Debug for AnyLegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyLegal({}, {} actions)", self.kind(), self.len())
    }
}

impl AnyGame {
    /// The legal actions of a seat as a value; `None` for a seat that does not play.
    #[must_use]
    pub fn legal(&self, seat: Seat) -> Option<AnyLegal> {
        each!(self, game => list(game, seat))
    }

    /// An action from its text, by the name that the legal list has for it.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn action(&self, text: &str) -> Result<AnyAction, ParseError> {
        each!(self, game => action(game, text))
    }

    /// Whether a seat may do this now.
    ///
    /// # Errors
    /// Why not: it is an action of another game, or a clause stands against it.
    pub fn check_action(&self, seat: Seat, action: &AnyAction) -> Result<(), Refusal> {
        each!(self, game => check(game, seat, action))
    }

    /// Does it, and says what happened.
    ///
    /// # Errors
    /// As [`AnyGame::check_action`]; the game is then untouched.
    pub fn play_action(&mut self, seat: Seat, action: &AnyAction) -> Result<Events, Refusal> {
        each!(self, game => play(game, seat, action))
    }
}

fn list<G: ActionsOnShelf>(game: &G, seat: Seat) -> Option<AnyLegal> {
    (seat.index() < Game::seats(game)).then(|| G::any_legal(Game::legal_actions(game, seat)))
}

fn action<G: ActionsOnShelf>(game: &G, text: &str) -> Result<AnyAction, ParseError> {
    read_action(game, text).map(G::any_action)
}

fn check<G: ActionsOnShelf>(game: &G, seat: Seat, action: &AnyAction) -> Result<(), Refusal> {
    Game::check(game, seat, action.of(game)?).map_err(Refusal::by_rule::<G>)
}

fn play<G: ActionsOnShelf>(game: &mut G, seat: Seat, action: &AnyAction) -> Result<Events, Refusal> {
    let action = action.of(game)?;
    let mut events = Vec::new();
    Game::play(game, seat, action, &mut events).map_err(Refusal::by_rule::<G>)?;
    Ok(G::events(events))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Seed;
    use game::record::{Object, Step};

    /// A list by value has the members that the list by text has, and both drive the same game.
    #[test]
    fn values_say_what_their_texts_say() {
        for &kind in GameKind::ALL {
            let mut text = AnyGame::new(kind, &Object::new()).unwrap();
            let mut typed = text;
            let mut choice = Seed(11).substream("choice", 0);
            for _ in 0..300 {
                let Some(step) = text.random_step(Seed(5), &mut choice) else { break };
                for seat in Seat::first(typed.seats()) {
                    let legal = typed.legal(seat).unwrap();
                    assert_eq!(legal.len(), text.legal_len(seat), "{kind}");
                    let last = legal.len().saturating_sub(1);
                    for n in [0, last] {
                        let Some(action) = legal.get(n) else { continue };
                        assert_eq!(Some(action.to_string()), text.legal_action(seat, n), "{kind}");
                        assert!(legal.contains(&action) && typed.check_action(seat, &action).is_ok());
                        assert_eq!(legal.position(&action), Some(n), "{kind}");
                        assert_eq!(typed.action(&action.to_string()), Ok(action), "{kind}");
                    }
                    assert_eq!(legal.get(legal.len()), None);
                }
                let events = match &step {
                    Step::Action { seat, action } => {
                        let action = typed.action(action).unwrap();
                        typed.play_action(*seat, &action)
                    }
                    Step::Outcome(outcome) => typed.resolve(outcome),
                };
                assert_eq!(events, text.apply(&step), "{kind}");
                assert_eq!(typed, text, "{kind}");
            }
        }
    }

    #[test]
    fn an_action_of_another_game_is_refused() {
        let mut game = AnyGame::new(GameKind::Carcassonne, &Object::new()).unwrap();
        let foreign = AnyAction::read(GameKind::Catan, "road P25").unwrap();
        let refusal = game.play_action(Seat::A, &foreign).unwrap_err();
        assert_eq!(refusal.to_string(), "`road P25` is an action of catan; this is a game of carcassonne");
        let legal = game.legal(Seat::A).unwrap();
        assert!(!legal.contains(&foreign) && legal.position(&foreign).is_none());
        assert!(game.legal(Seat::F).is_none());
    }
}
