//! The luck of a game: how much each outcome of nature moved the chances of the seats.
//!
//! An [`Estimator`] gives the share of the win that each seat may expect in a position: V. The luck of seat i in an
//! outcome o of a position is
//!
//! ```text
//! luck_i = V_i(after o) − Σ_o' p(o') · V_i(after o')
//! ```
//!
//! over *all* outcomes with the exact weights of [`Game::chance_outcomes`]. Whatever V is, the expectation of luck is 0
//! before the outcome is known, so the luck of a whole game is a control variate: `result − luck` has the mean of the
//! result and, if V is any good, a smaller variance. A poor V saves less and biases nothing. Outcomes that are too many
//! to list (the layout of an island) count as no luck, which is unbiased too.
//!
//! Decisions are no part of it, so [`Luck`] may watch any bots, and people.
//!
//! ```
//! use bots::catan::{Bot, Match};
//! use bots::luck::Luck;
//! use catan::{Catan, Options};
//! use game::{Seat, Seed};
//!
//! let mut bots: Vec<Bot> =
//!     Seat::first(4).map(|seat| Bot::new("settler", seat, Seed(1)).expect("a bot of that name")).collect();
//! let mut luck = Luck::<Catan>::new();
//! let played = Match::new(&Options::default(), Seed(1)).play(&mut bots, &mut luck).unwrap();
//! // Who wins was lucky as a rule, and what one seat gains the others lose.
//! let winner = played.outcome.winners.lowest().unwrap();
//! assert!(luck.total()[winner] > 0.0);
//! assert!(luck.total().0.iter().sum::<f64>().abs() < 1e-9);
//! ```

mod foresight;

pub use foresight::{Foreseen, Foresight, Horizon};

use crate::{BotGame, Recorder};
use game::{BySeat, Game, Outcome, Seat};

/// Shares of one win by seat, or differences of them; 0 for seats that do not play.
pub type Shares = BySeat<f64, { Seat::MAX }>;

/// A fixed estimate of what share of the win each seat may expect.
///
/// It is the referee's: it may look at the whole position, hidden cards included. It must depend on the position alone,
/// never on what was asked before, a clock or an order of hashing; what it keeps between two calls only saves time.
pub trait Estimator<G: Game>: Default {
    /// The share of the win of each seat, which sum up to 1; at the end of a game the true ones ([`won`]).
    fn shares(&mut self, game: &G) -> Shares;

    /// A number that two outcomes have in common only if [`Estimator::shares`] is the same after both: one of them is
    /// then enough. `None` for an outcome that has none like it.
    fn class(game: &G, chance: &G::Chance) -> Option<u32> {
        let _ = (game, chance);
        None
    }
}

/// The shares of a game that is over: the winners have equal parts. Where nobody won, all seats have.
#[must_use]
pub fn won(outcome: Outcome, seats: usize) -> Shares {
    let winners = outcome.winners;
    let mut shares = Shares::default();
    for seat in Seat::first(seats).filter(|&seat| winners.is_empty() || winners.contains(seat)) {
        shares[seat] = 1.0 / if winners.is_empty() { seats } else { winners.len() } as f64;
    }
    shares
}

/// The shares of seats that win with odds proportional to `exp` of these strengths.
pub(crate) fn softmax(seats: usize, strength: impl Fn(Seat) -> f64) -> Shares {
    let most = Seat::first(seats).map(&strength).fold(f64::NEG_INFINITY, f64::max);
    let mut shares = Shares::default();
    for seat in Seat::first(seats) {
        shares[seat] = crate::real::exp_64(strength(seat) - most);
    }
    let sum: f64 = shares.0.iter().sum();
    shares.0.iter_mut().for_each(|share| *share /= sum);
    shares
}

/// An estimator that looks one outcome of nature ahead.
#[derive(Clone, Default, Debug)]
pub struct Outlook<E> {
    estimator: E,
    /// Outcomes of one position that were valued, by class.
    valued: Vec<(u32, Shares)>,
}

impl<E> Outlook<E> {
    /// The shares in a position as it stands.
    pub fn shares<G: Game>(&mut self, game: &G) -> Shares
    where
        E: Estimator<G>,
    {
        self.estimator.shares(game)
    }

    /// The mean of the shares after those outcomes of a position that `counts` accepts, by their exact weights; `None` if there
    /// are none. Each of them is passed to `visit` with the shares after it.
    pub fn mean<G: Game>(
        &mut self,
        game: &G,
        counts: impl Fn(&G::Chance) -> bool,
        mut visit: impl FnMut(&G::Chance, &Shares),
    ) -> Option<Shares>
    where
        E: Estimator<G>,
    {
        let (mut mean, mut weights) = (Shares::default(), 0u32);
        self.valued.clear();
        for (outcome, weight) in game.chance_outcomes().into_iter().filter(|(outcome, _)| counts(outcome)) {
            let shares = self.after(game, &outcome);
            weights += weight;
            mean.0.iter_mut().zip(shares.0).for_each(|(sum, share)| *sum += f64::from(weight) * share);
            visit(&outcome, &shares);
        }
        mean.0.iter_mut().for_each(|sum| *sum /= f64::from(weights));
        (weights > 0).then_some(mean)
    }

    /// The shares after an outcome; one of each class is looked at.
    fn after<G: Game>(&mut self, game: &G, outcome: &G::Chance) -> Shares
    where
        E: Estimator<G>,
    {
        let class = E::class(game, outcome);
        if let Some(&(_, shares)) = self.valued.iter().find(|(valued, _)| Some(*valued) == class) {
            return shares;
        }
        let mut next = *game;
        next.resolve_unchecked(*outcome, &mut ());
        let shares = self.estimator.shares(&next);
        self.valued.extend(class.map(|class| (class, shares)));
        shares
    }
}

/// An outcome of nature and the luck it was.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LuckEvent<C> {
    /// The outcome.
    pub outcome: C,
    /// The gain or loss of each seat; all 0 where the possible outcomes are too many to list.
    pub luck: Shares,
}

/// Adds up the luck of each seat while a game is played, by the estimator of the bots or by another one.
#[derive(Clone, Debug)]
pub struct Luck<G: BotGame, E = <G as BotGame>::Estimator> {
    outlook: Outlook<E>,
    total: Shares,
    events: u32,
    listed: Option<Vec<LuckEvent<G::Chance>>>,
}

impl<G: BotGame> Default for Luck<G> {
    fn default() -> Self {
        Luck::new()
    }
}

impl<G: BotGame> Luck<G> {
    /// Keeps the sums only.
    #[must_use]
    pub fn new() -> Luck<G> {
        Luck::by_estimator()
    }
}

impl<G: BotGame, E: Estimator<G>> Luck<G, E> {
    /// Keeps the sums only, of the luck that the estimator `E` sees.
    #[must_use]
    pub fn by_estimator() -> Luck<G, E> {
        Luck { outlook: Outlook::default(), total: Shares::default(), events: 0, listed: None }
    }

    /// Keeps every outcome with its luck, too: [`Luck::listed`].
    #[must_use]
    pub fn listing(self) -> Self {
        Luck { listed: Some(Vec::new()), ..self }
    }

    /// The luck of each seat so far; over all seats it sums up to 0.
    #[must_use]
    pub fn total(&self) -> &Shares {
        &self.total
    }

    /// The number of outcomes that were luck: those whose alternatives can be listed.
    #[must_use]
    pub fn events(&self) -> u32 {
        self.events
    }

    /// Every outcome of the game in order; nothing unless [`Luck::listing`].
    #[must_use]
    pub fn listed(&self) -> &[LuckEvent<G::Chance>] {
        self.listed.as_deref().unwrap_or_default()
    }

    /// The luck of this outcome, which is due in `game`; `None` if the possible outcomes are too many to list.
    ///
    /// # Panics
    /// If the outcome is not one of those that are listed.
    pub fn of(&mut self, game: &G, chance: &G::Chance) -> Option<Shares> {
        let mut happened = None;
        let is_it = |outcome: &G::Chance, shares: &Shares| {
            if outcome == chance {
                happened = Some(*shares);
            }
        };
        let mean = self.outlook.mean(game, |_| true, is_it)?;
        let mut luck = happened.expect("what happens is listed");
        luck.0.iter_mut().zip(mean.0).for_each(|(luck, mean)| *luck -= mean);
        Some(luck)
    }
}

impl<G: BotGame, E: Estimator<G>> Recorder<G> for Luck<G, E> {
    const EVENTS: bool = false;

    fn action(&mut self, _: &G, _: Seat, _: G::Action) {}

    fn outcome(&mut self, game: &G, chance: &G::Chance) {
        let luck = self.of(game, chance);
        self.events += u32::from(luck.is_some());
        let luck = luck.unwrap_or_default();
        for (sum, luck) in self.total.0.iter_mut().zip(luck.0) {
            *sum += luck;
        }
        if let Some(listed) = &mut self.listed {
            listed.push(LuckEvent { outcome: *chance, luck });
        }
    }
}
