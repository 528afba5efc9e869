//! What a game tells the shelf beside what every game has: one implementation for each game.

mod carcassonne;
mod catan;
mod cities_and_knights;

use crate::listed::Choose;
use crate::{AnyGame, GameKind, Prompt, Refusal};
use game::options::NamedOptions;
use game::record::Object;
use game::{Game, Seat, SeatSet, Viewer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::str::FromStr;

/// A game that stands on the shelf.
pub(crate) trait Shelved:
    Game<
        Action: FromStr<Err = String> + Display,
        Chance: FromStr<Err = String> + Display,
        ChanceKind: Display,
        Illegal: Into<Refusal>,
    > + Into<AnyGame>
{
    /// Its place on the shelf.
    const KIND: GameKind;
    /// The fewest and the most seats.
    const SEATS: (usize, usize);
    /// The versions of its rules under which records replay; the last is the one new games are played under.
    const RULES: &'static [u32];
    /// Rewrites the options of a game that began under an older version of its rules into those under which today's
    /// engine plays it as it was played then. Options that say the same in both versions stay as they are.
    fn upgrade_options(_rules: u32, _options: &mut Object) {}
    /// Its rule switches.
    type Options: NamedOptions + Serialize;
    /// Any of its positions as plain data.
    type Setup: Serialize + DeserializeOwned;
    /// What is wrong with a setup.
    type SetupFault: Into<Refusal>;

    /// A new game with options that were checked.
    fn begin(options: &Self::Options) -> Self;
    /// The position that a setup describes, or everything in it that cannot be.
    fn from_setup(setup: &Self::Setup) -> Result<Self, Vec<Self::SetupFault>>;
    /// The position as a setup.
    fn position(&self) -> Self::Setup;
    /// The options it is played with.
    fn switches(&self) -> &Self::Options;
    /// An action by the name that the legal list has for it, where it can be said in several ways.
    fn canonical(&self, action: Self::Action) -> Self::Action {
        action
    }
    /// Whether two actions are the same, now or when they were done.
    fn is_same_action(&self, one: Self::Action, other: Self::Action) -> bool {
        one == other
    }
    /// Whether the seat's legal list has this; `None` for open-ended actions, which are never listed.
    fn lists(&self, seat: Seat, action: Self::Action) -> Option<bool>;
    /// How many actions a list has.
    fn list_len(legal: &Self::LegalActions) -> usize;
    /// The action at this number of a list, found without the others.
    fn list_nth(legal: &Self::LegalActions, n: usize) -> Option<Self::Action>;
    /// The choice of cards that a list consists of, if it is one.
    fn choice(_: &Self::LegalActions) -> Option<Choose> {
        None
    }
    /// Every outcome of nature that is possible now, with its weight; none if none is due.
    fn outcomes(&self) -> Vec<(Self::Chance, u32)>;
    /// The points of a seat, hidden ones included.
    fn points_total(&self, seat: Seat) -> i32;
    /// The points of a seat that everybody sees.
    fn points_open(&self, seat: Seat) -> i32 {
        self.points_total(seat)
    }
    /// Turns begun.
    fn turns_begun(&self) -> u32;
    /// What a viewer may know, to be written as a document.
    fn view_for(&self, viewer: Viewer) -> impl Serialize;
    /// What happened, as a viewer may know it, to be written as a document.
    fn event_for(event: &Self::Event, viewer: Viewer) -> impl Serialize;
    /// As [`AnyGame::awaited`].
    fn awaits(&self) -> Vec<(Seat, Prompt)>;
    /// As [`AnyGame::commutes`].
    fn commute(earlier: (Seat, Self::Action), later: (Seat, Self::Action)) -> bool;
    /// As [`Events::reveal`](crate::Events::reveal).
    fn reveals(event: &Self::Event) -> bool;
}

/// What games answer by methods of their own, which have the same names in all of them.
macro_rules! by_own_methods {
    () => {
        fn begin(options: &Self::Options) -> Self {
            Self::new(options)
        }
        fn from_setup(setup: &Self::Setup) -> Result<Self, Vec<Self::SetupFault>> {
            Self::from_setup(setup)
        }
        fn position(&self) -> Self::Setup {
            self.to_setup()
        }
        fn switches(&self) -> &Self::Options {
            self.options()
        }
        fn list_len(legal: &Self::LegalActions) -> usize {
            legal.len()
        }
        fn list_nth(legal: &Self::LegalActions, n: usize) -> Option<Self::Action> {
            legal.get(n)
        }
        fn outcomes(&self) -> Vec<(Self::Chance, u32)> {
            self.chance_outcomes().into_iter().collect()
        }
        fn points_total(&self, seat: ::game::Seat) -> i32 {
            self.points(seat).total().into()
        }
        fn turns_begun(&self) -> u32 {
            self.turns()
        }
        fn view_for(&self, viewer: ::game::Viewer) -> impl ::serde::Serialize {
            self.view(viewer)
        }
    };
}
pub(crate) use by_own_methods;

/// Who is waited for while the active seat's turn goes on and these seats are asked about an offer.
fn turn_and_answers(active: Seat, asked: SeatSet) -> Vec<(Seat, Prompt)> {
    let turn = if asked.is_empty() { Prompt::Turn } else { Prompt::Waiting };
    let answers = asked.into_iter().map(|seat| (seat, Prompt::Answer));
    answers.chain([(active, turn)]).collect()
}
