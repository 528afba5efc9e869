//! The verbs every game has.

use crate::{Draws, Seat, Turn};

/// A clause of a rulebook: `CATAN-ROAD-4`, `CARC-TILE-6`.
pub type Clause = &'static str;

/// Who looks at a game, and so what may be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Viewer {
    /// Somebody who plays: sees what is open and the own secrets.
    Seat(Seat),
    /// Somebody who watches: sees what is open.
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

/// Is told what happens in a game. `()` listens to nothing and costs nothing.
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

/// A game that can be driven without knowing which one it is.
///
/// Two things hold for every implementation and are tested over random games: `check` accepts exactly the actions
/// that `legal_actions` lists plus the open-ended ones its documentation names, and `play` leaves the state
/// untouched when it refuses.
pub trait Game: Copy {
    /// One decision of one seat.
    type Action: Copy + PartialEq;
    /// The listed actions of a seat, as one flat value; iterates in a documented, stable order.
    type LegalActions: Copy + IntoIterator<Item = Self::Action>;
    /// Which kind of outcome nature owes.
    type ChanceKind: Copy;
    /// One outcome of nature.
    type Chance: Copy + PartialEq;
    /// Why an action or outcome is refused; names a clause.
    type Illegal;
    /// What happened.
    type Event;
    /// What one viewer may know; borrows the state.
    type View<'a>
    where
        Self: 'a;

    /// How many seats play.
    fn seats(&self) -> usize;
    /// Who acts now.
    fn turn(&self) -> Turn<Self::ChanceKind>;
    /// Everything listable that `seat` may do now; empty if it is not the seat's to act.
    fn legal_actions(&self, seat: Seat) -> Self::LegalActions;
    /// Whether `seat` may do `action` now, and if not, why. Written independently of `legal_actions`.
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), Self::Illegal>;
    /// Does `action` for `seat` and tells `observer`; refuses what `check` refuses and is then untouched.
    fn play(
        &mut self,
        seat: Seat,
        action: Self::Action,
        observer: &mut impl Observer<Self::Event>,
    ) -> Result<(), Self::Illegal>;
    /// Draws the outcome that is due, with the weights of the rules. Panics if none is due.
    fn draw(&self, draws: &mut impl Draws) -> Self::Chance;
    /// Which draw this is for a seed: a purpose (`"roll"`, `"steal"`, …) and its running number.
    fn chance_key(&self) -> (&'static str, u64);
    /// Applies an outcome of nature; refuses an impossible one and is then untouched.
    fn resolve(
        &mut self,
        chance: Self::Chance,
        observer: &mut impl Observer<Self::Event>,
    ) -> Result<(), Self::Illegal>;
    /// What `viewer` may know.
    fn view(&self, viewer: Viewer) -> Self::View<'_>;
}

/// Implements [`Game`] for a type whose own methods have the same names, so that they need no import. What is left to say
/// are the associated types; parameters of the type stand in brackets, `impl[R: Rules] Game for Table<R>`.
#[macro_export]
macro_rules! by_own_methods {
    (impl $([$($parameters:tt)+])? Game for $Own:ty { $($types:tt)* }) => {
        impl $(<$($parameters)+>)? $crate::Game for $Own {
            $($types)*

            fn seats(&self) -> usize {
                <$Own>::seats(self)
            }
            fn turn(&self) -> $crate::Turn<Self::ChanceKind> {
                <$Own>::turn(self)
            }
            fn legal_actions(&self, seat: $crate::Seat) -> Self::LegalActions {
                <$Own>::legal_actions(self, seat)
            }
            fn check(&self, seat: $crate::Seat, action: Self::Action) -> Result<(), Self::Illegal> {
                <$Own>::check(self, seat, action)
            }
            fn play(
                &mut self,
                seat: $crate::Seat,
                action: Self::Action,
                observer: &mut impl $crate::Observer<Self::Event>,
            ) -> Result<(), Self::Illegal> {
                <$Own>::play(self, seat, action, observer)
            }
            fn draw(&self, draws: &mut impl $crate::Draws) -> Self::Chance {
                <$Own>::draw(self, draws)
            }
            fn chance_key(&self) -> (&'static str, u64) {
                <$Own>::chance_key(self)
            }
            fn resolve(
                &mut self,
                chance: Self::Chance,
                observer: &mut impl $crate::Observer<Self::Event>,
            ) -> Result<(), Self::Illegal> {
                <$Own>::resolve(self, chance, observer)
            }
            fn view(&self, viewer: $crate::Viewer) -> Self::View<'_> {
                <$Own>::view(self, viewer)
            }
        }
    };
}
