//! The interface that every game implements.

use crate::options::NamedOptions;
use crate::view_document::{Field, ViewError};
use crate::{Clause, Draws, ParseError, ReadEvent, Seat, SetupError, Turn};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The viewer of a game, which determines what may be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Viewer {
    /// A player: sees everything open and the secrets of this seat.
    Seat(Seat),
    /// A spectator: sees everything open.
    Spectator,
    /// The referee, or anybody once the game is over: sees everything the state holds.
    Everything,
}

impl Viewer {
    /// Whether this viewer may see what is known to `seat` alone.
    #[must_use]
    #[inline]
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Viewer::Seat(own) => own == seat,
            Viewer::Spectator => false,
            Viewer::Everything => true,
        }
    }
}

/// A listener for the events of a game. `()` listens to nothing and costs nothing.
pub trait Observer<Event> {
    /// Called for every event, in order.
    fn observe(&mut self, event: Event);
}

impl<Event> Observer<Event> for () {
    #[inline(always)]
    fn observe(&mut self, _event: Event) {}
}

impl<Event> Observer<Event> for Vec<Event> {
    fn observe(&mut self, event: Event) {
        self.push(event);
    }
}

/// The legal actions of a seat: one flat value that knows its length and its n-th action without listing the others. It
/// iterates in a documented, stable order.
pub trait Legal<Action>: Copy + IntoIterator<Item = Action> {
    /// Returns the number of actions listed.
    fn len(&self) -> usize;
    /// Whether nothing is listed.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Whether `action` is listed.
    fn contains(&self, action: Action) -> bool;
    /// The action at position `n` of the list.
    fn get(&self, n: usize) -> Option<Action>;
}

/// The reason why a game refuses an action or an outcome. `Display` writes it in English.
pub trait IllegalReason: Clone + PartialEq + Debug + Display + 'static {
    /// The clause that stands against it.
    fn clause(&self) -> Clause;
}

/// The points of a seat.
pub trait Points: Copy {
    /// All together.
    fn total(&self) -> i32;
}

/// Points by what they are for.
impl<const N: usize> Points for [(&'static str, i32); N] {
    fn total(&self) -> i32 {
        self.iter().map(|(_, points)| points).sum()
    }
}

/// A game that can be driven without knowing which one it is.
///
/// Two things hold for every implementation and are tested over random games: `check` accepts exactly the actions
/// that `legal_actions` lists plus the open-ended ones, and `play` leaves the state untouched when it refuses.
pub trait Game: Copy + PartialEq + Debug + 'static {
    /// The name, the same everywhere: records, URLs, the command line.
    const NAME: &'static str = <Self::Options as NamedOptions>::GAME;
    /// The numbers of seats that can play.
    const SEATS: RangeInclusive<usize>;
    /// The versions of its rules under which records replay; the last is the one new games are played under.
    const RULES: &'static [u32];
    /// Whether a position holds what not every viewer may know.
    const HAS_SECRETS: bool;

    /// Its rule switches.
    type Options: NamedOptions + Serialize;
    /// Any of its positions as plain data.
    type Setup: Serialize + DeserializeOwned;
    /// One decision of one seat.
    type Action: Copy + PartialEq + Debug + Display + FromStr<Err = ParseError>;
    /// The listed actions of a seat.
    type LegalActions: Legal<Self::Action>;
    /// The kind of outcome that nature owes.
    type ChanceKind: Copy + Display;
    /// One outcome of nature.
    type Chance: Copy + PartialEq + Debug + Display + FromStr<Err = ParseError>;
    /// The reason for refusing an action or an outcome.
    type Illegal: IllegalReason;
    /// An event of the game; `game::events!` declares it, with its document and the way back.
    type Event: Copy + PartialEq + Debug + ReadEvent + Send;
    /// The points of a seat.
    type Points: Points;
    /// The game as one viewer may see it; borrows the state. `docs/view.md` describes its document.
    type View<'a>: Serialize
    where
        Self: 'a;

    /// A new game.
    ///
    /// # Panics
    /// If the options are not valid.
    fn new(options: &Self::Options) -> Self;
    /// The position that a setup describes.
    ///
    /// # Errors
    /// Everything in it that cannot be.
    fn from_setup(setup: &Self::Setup) -> Result<Self, Vec<SetupError>>;
    /// The position as a setup.
    fn to_setup(&self) -> Self::Setup;
    /// The setup of a position of which this is the document of a seat's view: what the seat knows, and something possible
    /// in place of what it does not. It may contradict the rules, or what the document says beside; see
    /// [`SeatPosition`](crate::SeatPosition). By default the document is the setup, as in a game that hides nothing and
    /// shows just that.
    ///
    /// # Errors
    /// What cannot be read.
    fn setup_of_view(view: &Field<'_>) -> Result<Self::Setup, ViewError> {
        view.read()
    }
    /// The options it is played with.
    fn options(&self) -> &Self::Options;
    /// Returns the number of seats in play.
    fn seats(&self) -> usize;
    /// Turns begun.
    fn turns(&self) -> u32;
    /// The seats to act, the outcome of nature that is due, or the result of the game.
    fn turn(&self) -> Turn<Self::ChanceKind>;

    /// Everything listable that `seat` may do now; empty if it is not the seat's to act.
    fn legal_actions(&self, seat: Seat) -> Self::LegalActions;
    /// Whether an action is never listed, since there are too many of its kind.
    fn is_open_ended(_: Self::Action) -> bool {
        false
    }
    /// An action by the name that the legal list has for it, where it can be said in several ways.
    fn canonical(&self, action: Self::Action) -> Self::Action {
        action
    }
    /// Whether two actions are the same, now or when they were done.
    fn is_same_action(&self, one: Self::Action, other: Self::Action) -> bool {
        one == other
    }
    /// Whether `seat` may do `action` now. Written independently of `legal_actions`.
    ///
    /// # Errors
    /// Why not.
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), Self::Illegal>;
    /// Does `action` for `seat` and tells `observer`.
    ///
    /// # Errors
    /// As [`Game::check`]; the game is then untouched.
    fn play(
        &mut self,
        seat: Seat,
        action: Self::Action,
        observer: &mut impl Observer<Self::Event>,
    ) -> Result<(), Self::Illegal> {
        self.check(seat, action)?;
        self.play_unchecked(seat, action, observer);
        Ok(())
    }
    /// Does what the caller knows to be legal; debug builds check it again.
    fn play_unchecked(&mut self, seat: Seat, action: Self::Action, observer: &mut impl Observer<Self::Event>);

    /// Every outcome of nature that is possible now, with its weight; none if none is due, or where there are too many.
    fn chance_outcomes(&self) -> impl IntoIterator<Item = (Self::Chance, u32)>;
    /// Draws the outcome that is due, with the weights of the rules. Panics if none is due.
    fn draw(&self, draws: &mut impl Draws) -> Self::Chance {
        let outcomes = || self.chance_outcomes().into_iter();
        let mut drawn = draws.below(outcomes().map(|(_, weight)| weight).sum());
        for (chance, weight) in outcomes() {
            match drawn.checked_sub(weight) {
                Some(left) => drawn = left,
                None => return chance,
            }
        }
        unreachable!("what is drawn is below the sum of the weights")
    }
    /// Identifies the draw for the outcome that is due: a purpose (`"roll"`, `"steal"`, …) and its running number. A seed and
    /// this key determine the draw.
    fn chance_key(&self) -> (&'static str, u64);
    /// Applies an outcome of nature.
    ///
    /// # Errors
    /// If none is due or this one cannot be; the game is then untouched.
    fn resolve(
        &mut self,
        chance: Self::Chance,
        observer: &mut impl Observer<Self::Event>,
    ) -> Result<(), Self::Illegal>;
    /// Applies an outcome that the caller knows to be possible; debug builds check it again.
    fn resolve_unchecked(&mut self, chance: Self::Chance, observer: &mut impl Observer<Self::Event>) {
        let resolved = self.resolve(chance, observer);
        debug_assert_eq!(resolved, Ok(()), "{chance:?}");
    }

    /// The points of a seat, hidden ones included.
    fn points(&self, seat: Seat) -> Self::Points;
    /// The points of a seat that everybody sees.
    fn visible_points(&self, seat: Seat) -> Self::Points {
        self.points(seat)
    }
    /// Returns the points by their parts, in the game's own order: `settlements`, `roads`, …
    fn parts(points: &Self::Points) -> Vec<(&'static str, i32)>;
    /// Returns the game as `viewer` may see it.
    fn view(&self, viewer: Viewer) -> Self::View<'_>;
    /// Returns the event as `viewer` may know it.
    fn redact(event: Self::Event, _viewer: Viewer) -> Self::Event {
        event
    }
}

/// Implements [`Game`], [`Legal`] or [`IllegalReason`] for a type whose own methods have the same names, so that they need no
/// import. What is left to say stands in the braces: constants, associated types, and what the type has no method for.
/// Parameters of the type stand in brackets, `impl[R: Rules] Game for Table<R>`.
#[macro_export]
macro_rules! by_own_methods {
    (impl $([$($parameters:tt)+])? Game for $Own:ty { $($own:tt)* }) => {
        impl $(<$($parameters)+>)? $crate::Game for $Own {
            $($own)*

            fn new(options: &Self::Options) -> Self {
                <$Own>::new(options)
            }
            fn from_setup(setup: &Self::Setup) -> Result<Self, Vec<$crate::SetupError>> {
                <$Own>::from_setup(setup)
            }
            fn to_setup(&self) -> Self::Setup {
                <$Own>::to_setup(self)
            }
            #[inline]
            fn options(&self) -> &Self::Options {
                <$Own>::options(self)
            }
            #[inline]
            fn seats(&self) -> usize {
                <$Own>::seats(self)
            }
            #[inline]
            fn turns(&self) -> u32 {
                <$Own>::turns(self)
            }
            #[inline]
            fn turn(&self) -> $crate::Turn<Self::ChanceKind> {
                <$Own>::turn(self)
            }
            #[inline]
            fn legal_actions(&self, seat: $crate::Seat) -> Self::LegalActions {
                <$Own>::legal_actions(self, seat)
            }
            #[inline]
            fn check(&self, seat: $crate::Seat, action: Self::Action) -> Result<(), Self::Illegal> {
                <$Own>::check(self, seat, action)
            }
            #[inline]
            fn play(
                &mut self,
                seat: $crate::Seat,
                action: Self::Action,
                observer: &mut impl $crate::Observer<Self::Event>,
            ) -> Result<(), Self::Illegal> {
                <$Own>::play(self, seat, action, observer)
            }
            #[inline]
            fn play_unchecked(
                &mut self,
                seat: $crate::Seat,
                action: Self::Action,
                observer: &mut impl $crate::Observer<Self::Event>,
            ) {
                <$Own>::play_unchecked(self, seat, action, observer);
            }
            fn chance_outcomes(&self) -> impl IntoIterator<Item = (Self::Chance, u32)> {
                <$Own>::chance_outcomes(self)
            }
            #[inline]
            fn draw(&self, draws: &mut impl $crate::Draws) -> Self::Chance {
                <$Own>::draw(self, draws)
            }
            #[inline]
            fn chance_key(&self) -> (&'static str, u64) {
                <$Own>::chance_key(self)
            }
            #[inline]
            fn resolve(
                &mut self,
                chance: Self::Chance,
                observer: &mut impl $crate::Observer<Self::Event>,
            ) -> Result<(), Self::Illegal> {
                <$Own>::resolve(self, chance, observer)
            }
            #[inline]
            fn resolve_unchecked(&mut self, chance: Self::Chance, observer: &mut impl $crate::Observer<Self::Event>) {
                <$Own>::resolve_unchecked(self, chance, observer);
            }
            #[inline]
            fn points(&self, seat: $crate::Seat) -> Self::Points {
                <$Own>::points(self, seat)
            }
            #[inline]
            fn view(&self, viewer: $crate::Viewer) -> Self::View<'_> {
                <$Own>::view(self, viewer)
            }
        }
    };
    (impl $([$($parameters:tt)+])? Legal<$Action:ty> for $Own:ty {}) => {
        impl $(<$($parameters)+>)? $crate::Legal<$Action> for $Own {
            #[inline]
            fn len(&self) -> usize {
                <$Own>::len(self)
            }
            #[inline]
            fn contains(&self, action: $Action) -> bool {
                <$Own>::contains(self, action)
            }
            #[inline]
            fn get(&self, n: usize) -> Option<$Action> {
                <$Own>::get(self, n)
            }
        }
    };
    (impl $([$($parameters:tt)+])? IllegalReason for $Own:ty {}) => {
        impl $(<$($parameters)+>)? $crate::IllegalReason for $Own {
            fn clause(&self) -> $crate::Clause {
                <$Own>::clause(self)
            }
        }
    };
    (impl $([$($parameters:tt)+])? Points for $Own:ty {}) => {
        impl $(<$($parameters)+>)? $crate::Points for $Own {
            #[inline]
            fn total(&self) -> i32 {
                <$Own>::total(*self).into()
            }
        }
    };
}
