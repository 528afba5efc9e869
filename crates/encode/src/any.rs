//! Any game of the shelf by numbers, for callers that do not know at compile time which one it is.

use crate::code::{Choice, CodeError};
use crate::encode::Encode;
use crate::layout::{Information, Layout};
use crate::tracked::{Played, Tracked};
use game::{Draws, Game, Outcome, Seat, SeatSet, Seed};
use serde_json::Value;
use shelf::{AnyAction, AnyGame, Events, GameKind, Refusal, each, for_each_game, of_kind};
use std::fmt;
use std::sync::OnceLock;

/// The layout of a game. It is made once and kept.
#[must_use]
pub fn layout(kind: GameKind, information: Information) -> &'static Layout {
    macro_rules! kept {
        ({ } $($(#[$about:meta])+ $Name:ident = $name:literal: $Game:ty;)+) => {
            match kind {
                $(GameKind::$Name => {
                    static KEPT: [OnceLock<Layout>; 2] = [const { OnceLock::new() }; 2];
                    KEPT[information as usize].get_or_init(|| <$Game>::make_layout(information))
                })+
            }
        };
    }
    for_each_game!(kept {})
}

/// Describes a code of a game in words; `None` if there is no such code.
#[must_use]
pub fn describe(kind: GameKind, code: usize) -> Option<&'static str> {
    let blocks = &layout(kind, Information::Seat).blocks;
    let block = blocks.iter().find(|block| (block.first..block.first + block.len).contains(&code))?;
    Some(&block.codes[code - block.first])
}

/// Returns the size of a game's action space.
#[must_use]
pub fn actions(kind: GameKind) -> usize {
    of_kind!(kind, G => G::ACTIONS)
}

macro_rules! any_tracked {
    ({} $($(#[$about:meta])+ $Name:ident = $name:literal: $Game:ty;)+) => {
        /// A game of any kind with its counters and half-made choices.
        #[derive(Clone, Copy, PartialEq, Debug)]
        // A value without heap stays `Copy`; see `shelf::AnyGame`.
        #[allow(clippy::large_enum_variant)]
        pub enum AnyTracked {
            $($(#[$about])+ $Name(Tracked<$Game>),)+
        }

        /// The knowledge of a seat in a game of any kind.
        #[derive(Clone, Copy, PartialEq, Debug)]
        #[allow(clippy::large_enum_variant)]
        pub enum AnyKnowledge {
            $($(#[$about])+ $Name(<$Game as Encode>::Knowledge),)+
        }

        impl AnyTracked {
            /// Starts tracking a game, with nothing counted yet.
            #[must_use]
            pub fn new(game: AnyGame) -> AnyTracked {
                match game {
                    $(AnyGame::$Name(game) => AnyTracked::$Name(Tracked::new(game)),)+
                }
            }
            /// Returns the kind of game.
            #[must_use]
            pub fn kind(&self) -> GameKind {
                match self {
                    $(AnyTracked::$Name(_) => GameKind::$Name,)+
                }
            }
            /// The position.
            #[must_use]
            pub fn game(&self) -> AnyGame {
                match self {
                    $(AnyTracked::$Name(table) => AnyGame::$Name(*table.game()),)+
                }
            }
            /// Everything the seats have counted and half chosen, as a document.
            #[must_use]
            pub fn memory(&self) -> Value {
                match self {
                    $(AnyTracked::$Name(table) => table.memory(),)+
                }
            }
            /// Resumes tracking a game with the memory that [`AnyTracked::memory`] returned.
            ///
            /// # Errors
            /// As [`Tracked::with_memory`].
            pub fn with_memory(game: AnyGame, memory: &Value) -> Result<AnyTracked, String> {
                Ok(match game {
                    $(AnyGame::$Name(game) => AnyTracked::$Name(Tracked::with_memory(game, memory)?),)+
                })
            }
            /// Returns the knowledge of a seat.
            #[must_use]
            pub fn knowledge(&self, seat: Seat) -> AnyKnowledge {
                match self {
                    $(AnyTracked::$Name(table) => AnyKnowledge::$Name(*table.knowledge(seat)),)+
                }
            }
        }

        impl AnyKnowledge {
            /// Returns the knowledge of a newcomer to this game.
            #[must_use]
            pub fn new(kind: GameKind) -> AnyKnowledge {
                match kind {
                    $(GameKind::$Name => AnyKnowledge::$Name(Default::default()),)+
                }
            }
            /// Updates the knowledge of `me` with unredacted events, redacting them first. Ignores events of another game.
            pub fn hear(&mut self, me: Seat, events: &Events) {
                match self {
                    $(AnyKnowledge::$Name(knowledge) => {
                        for &event in events.of::<$Game>().unwrap_or_default() {
                            let event = <$Game>::redact(event, game::Viewer::Seat(me));
                            <$Game as Encode>::hear(knowledge, me, &event);
                        }
                    })+
                }
            }
            /// A random world that agrees with all that `me` knows ([`Encode::determinize`]); `None` if the game is of another
            /// kind than the knowledge, or has no such seat.
            #[must_use]
            pub fn determinize(&self, game: &AnyGame, me: Seat, draws: &mut impl Draws) -> Option<AnyGame> {
                match (self, game) {
                    $((AnyKnowledge::$Name(knowledge), AnyGame::$Name(game)) if me.index() < game.seats() => {
                        Some(AnyGame::$Name(game.determinize(me, knowledge, draws)))
                    })+
                    _ => None,
                }
            }
        }

        impl AnyTracked {
            fn table(&self) -> &dyn Table {
                match self {
                    $(AnyTracked::$Name(table) => table,)+
                }
            }
            fn table_mut(&mut self) -> &mut dyn Table {
                match self {
                    $(AnyTracked::$Name(table) => table,)+
                }
            }
            /// A random world that agrees with all that the seat knows, with the same counters.
            ///
            /// # Errors
            /// If there is no such seat.
            pub fn determinize(&self, seat: Seat, seed: Seed) -> Result<AnyTracked, Misuse> {
                self.check_seat(seat)?;
                let draws = &mut seed.substream("determinize", 0);
                Ok(match self {
                    $(AnyTracked::$Name(table) => AnyTracked::$Name(table.determinize(seat, draws)),)+
                })
            }
        }
    };
}
for_each_game!(any_tracked {});

/// A request that cannot be answered: a wrong length, or a seat that does not play.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Misuse {
    /// A buffer's length differs from that of the layout.
    Length {
        /// The purpose of the buffer: `mask` or `observation`.
        what: &'static str,
        /// Its length.
        has: usize,
        /// The required length.
        needs: usize,
    },
    /// The box describes kinds of tiles of its own, for which no layout has a row.
    DescribedKinds,
    /// The seat does not play.
    NoSuchSeat {
        /// The seat.
        seat: Seat,
        /// The number of seats that play.
        seats: usize,
    },
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misuse::Length { what, has, needs } => {
                write!(f, "the {what} has {has} elements; by the layout of this game it must have {needs}")
            }
            Misuse::DescribedKinds => f.write_str(
                "the box has kinds of tiles that it describes itself, and no layout has a row for them; leave them out of `tiles`",
            ),
            Misuse::NoSuchSeat { seat, seats } => {
                write!(f, "seat {seat} does not play; there are {seats} seats, A to {}", last(*seats))
            }
        }
    }
}

impl std::error::Error for Misuse {}

fn last(seats: usize) -> Seat {
    Seat::new(seats.saturating_sub(1)).unwrap_or(Seat::A)
}

/// Checks that a game has a layout.
///
/// # Errors
/// [`Misuse::DescribedKinds`], if its box has kinds of tiles that no layout knows.
pub fn check_layout(game: &AnyGame) -> Result<(), Misuse> {
    let has_layout = each!(game, game => Encode::has_layout(game));
    if has_layout { Ok(()) } else { Err(Misuse::DescribedKinds) }
}

/// The effect of a code in a game of any kind.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyPlayed {
    /// The choice needs more codes; the game is as before.
    Pending,
    /// The code completed an action, which was played; the events, unredacted, if the caller asked for them.
    Done(Option<Events>),
}

/// The reason why a code of any game is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AnyCodeError {
    /// The code is not legal.
    Code(CodeError),
    /// There is no such seat.
    Misuse(Misuse),
}

impl fmt::Display for AnyCodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyCodeError::Code(error) => error.fmt(f),
            AnyCodeError::Misuse(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AnyCodeError {}

impl From<CodeError> for AnyCodeError {
    fn from(error: CodeError) -> AnyCodeError {
        AnyCodeError::Code(error)
    }
}

impl From<Misuse> for AnyCodeError {
    fn from(error: Misuse) -> AnyCodeError {
        AnyCodeError::Misuse(error)
    }
}

/// The methods of a [`Tracked`], without its type.
trait Table {
    fn seats(&self) -> usize;
    fn deciding(&self) -> SeatSet;
    fn to_act(&self) -> Option<Seat>;
    fn choice(&self, seat: Seat) -> Choice;
    fn cancel(&mut self, seat: Seat);
    fn mask(&self, seat: Seat, mask: &mut [u8]);
    fn observe(&mut self, seat: Seat, information: Information, out: &mut [f32]);
    fn play(&mut self, seat: Seat, code: usize, listen: bool) -> Result<AnyPlayed, CodeError>;
    fn act(&mut self, seat: Seat, action: &AnyAction) -> Result<Events, Refusal>;
    fn resolve(&mut self, chance: &str) -> Result<Events, Refusal>;
    fn advance(&mut self, seed: Seed, listen: bool) -> (Option<Outcome>, Option<Events>);
    fn codes_of(&self, seat: Seat, action: &AnyAction) -> Result<Result<Vec<usize>, CodeError>, Refusal>;
}

impl<G: Encode> Table for Tracked<G> {
    fn seats(&self) -> usize {
        self.game().seats()
    }
    fn deciding(&self) -> SeatSet {
        Tracked::deciding(self)
    }
    fn to_act(&self) -> Option<Seat> {
        Tracked::to_act(self)
    }
    fn choice(&self, seat: Seat) -> Choice {
        *Tracked::choice(self, seat)
    }
    fn cancel(&mut self, seat: Seat) {
        Tracked::cancel(self, seat);
    }
    fn mask(&self, seat: Seat, mask: &mut [u8]) {
        Tracked::mask(self, seat, mask);
    }
    fn observe(&mut self, seat: Seat, information: Information, out: &mut [f32]) {
        Tracked::observe(self, seat, information, out);
    }
    fn play(&mut self, seat: Seat, code: usize, listen: bool) -> Result<AnyPlayed, CodeError> {
        let mut events = Vec::new();
        let played = if listen {
            self.play_observed(seat, code, &mut events)?
        } else {
            Tracked::play(self, seat, code)?
        };
        Ok(match played {
            Played::Pending => AnyPlayed::Pending,
            Played::Action(_) => AnyPlayed::Done(listen.then(|| G::events(events))),
        })
    }
    fn act(&mut self, seat: Seat, action: &AnyAction) -> Result<Events, Refusal> {
        let action = action.of(self.game())?;
        let mut events = Vec::new();
        Tracked::act(self, seat, action, &mut events).map_err(Refusal::by_rule::<G>)?;
        Ok(G::events(events))
    }
    fn resolve(&mut self, chance: &str) -> Result<Events, Refusal> {
        let chance: G::Chance = chance.parse()?;
        let mut events = Vec::new();
        Tracked::resolve(self, chance, &mut events).map_err(Refusal::by_rule::<G>)?;
        Ok(G::events(events))
    }
    fn advance(&mut self, seed: Seed, listen: bool) -> (Option<Outcome>, Option<Events>) {
        if listen {
            let mut events = Vec::new();
            let outcome = self.advance_observed(&seed, &mut events);
            (outcome, Some(G::events(events)))
        } else {
            (Tracked::advance(self, &seed), None)
        }
    }
    fn codes_of(&self, seat: Seat, action: &AnyAction) -> Result<Result<Vec<usize>, CodeError>, Refusal> {
        Ok(self.game().codes_of(seat, action.of(self.game())?))
    }
}

impl AnyTracked {
    fn check_seat(&self, seat: Seat) -> Result<(), Misuse> {
        let seats = self.seats();
        if seat.index() < seats { Ok(()) } else { Err(Misuse::NoSuchSeat { seat, seats }) }
    }

    /// Returns the number of seats that play.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.table().seats()
    }
    /// The seats that decide now.
    #[must_use]
    pub fn deciding(&self) -> SeatSet {
        self.table().deciding()
    }
    /// The seat that acts next where one must be named ([`Tracked::to_act`]).
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        self.table().to_act()
    }
    /// The choice that a seat has half made.
    ///
    /// # Errors
    /// If there is no such seat.
    pub fn choice(&self, seat: Seat) -> Result<Choice, Misuse> {
        self.check_seat(seat)?;
        Ok(self.table().choice(seat))
    }
    /// Drops a half-made choice, so that the seat starts over.
    pub fn cancel(&mut self, seat: Seat) {
        self.table_mut().cancel(seat);
    }
    /// Writes the mask of the codes that a seat may play next: one byte per code, 1 or 0.
    ///
    /// # Errors
    /// If there is no such seat, or the buffer does not fit.
    pub fn mask(&self, seat: Seat, mask: &mut [u8]) -> Result<(), Misuse> {
        self.check_seat(seat)?;
        check_layout(&self.game())?;
        check_length("mask", mask.len(), actions(self.kind()))?;
        self.table().mask(seat, mask);
        Ok(())
    }
    /// Writes the observation of a seat.
    ///
    /// # Errors
    /// If there is no such seat, the buffer does not fit, or the game has no layout.
    pub fn observe(&mut self, seat: Seat, information: Information, out: &mut [f32]) -> Result<(), Misuse> {
        self.check_seat(seat)?;
        check_layout(&self.game())?;
        check_length("observation", out.len(), layout(self.kind(), information).size)?;
        self.table_mut().observe(seat, information, out);
        Ok(())
    }
    /// Plays a code for a seat. With `listen` it returns the events, unredacted.
    ///
    /// # Errors
    /// If the mask does not allow it, or there is no such seat; nothing changes then.
    pub fn play(&mut self, seat: Seat, code: usize, listen: bool) -> Result<AnyPlayed, AnyCodeError> {
        self.check_seat(seat)?;
        Ok(self.table_mut().play(seat, code, listen)?)
    }
    /// Plays an action in its text form; returns the events, unredacted.
    ///
    /// # Errors
    /// If it cannot be read, or the rules refuse it; nothing changes then.
    pub fn act(&mut self, seat: Seat, action: &str) -> Result<Events, Refusal> {
        self.play_action(seat, &AnyAction::read(self.kind(), action)?)
    }
    /// Plays an action; returns the events, unredacted.
    ///
    /// # Errors
    /// If it is one of another game, or the rules refuse it; nothing changes then.
    pub fn play_action(&mut self, seat: Seat, action: &AnyAction) -> Result<Events, Refusal> {
        self.check_seat(seat).map_err(|misuse| Refusal::of_text(misuse.to_string()))?;
        self.table_mut().act(seat, action)
    }
    /// Applies a chance outcome in its text form; returns the events, unredacted.
    ///
    /// # Errors
    /// If it cannot be read, none is due, or this one is impossible; nothing changes then.
    pub fn resolve(&mut self, chance: &str) -> Result<Events, Refusal> {
        self.table_mut().resolve(chance)
    }
    /// Resolves chance events from the seed until a seat decides; returns the outcome if the game is over. With `listen` it also
    /// returns the events, unredacted.
    pub fn advance(&mut self, seed: Seed, listen: bool) -> (Option<Outcome>, Option<Events>) {
        self.table_mut().advance(seed, listen)
    }
    /// Returns the codes that make an action, given in its text form, in order.
    ///
    /// # Errors
    /// If it cannot be read or has no code.
    pub fn codes_of(&self, seat: Seat, action: &str) -> Result<Vec<usize>, Refusal> {
        self.codes_of_action(seat, &AnyAction::read(self.kind(), action)?)
    }
    /// Returns the codes that make an action, in order.
    ///
    /// # Errors
    /// If it is one of another game or has no code.
    pub fn codes_of_action(&self, seat: Seat, action: &AnyAction) -> Result<Vec<usize>, Refusal> {
        self.check_seat(seat).map_err(|misuse| Refusal::of_text(misuse.to_string()))?;
        self.table().codes_of(seat, action)?.map_err(|error| Refusal::of_text(error.to_string()))
    }
}

fn check_length(what: &'static str, has: usize, needs: usize) -> Result<(), Misuse> {
    if has == needs { Ok(()) } else { Err(Misuse::Length { what, has, needs }) }
}
