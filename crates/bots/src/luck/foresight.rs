//! Estimates that look past the decisions that follow an outcome.

use super::{Estimator, Shares};
use game::Game;

/// How an estimate treats the outcome of nature that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horizon {
    /// It judges the position as it stands.
    End,
    /// The outcome belongs to a turn that goes on: it judges what comes of each possible one.
    Within,
    /// The outcome may decide the game: it judges what comes of each possible one, and looks no further.
    Last,
}

/// An estimator that can let the seats play on.
pub trait Foresight<G: Game>: Estimator<G> {
    /// Lets the strongest bots that do not search decide what is due, up to the next outcome of nature. Like
    /// [`Estimator::shares`], the result must depend on the position alone.
    fn play_on(&mut self, game: &mut G) {
        let _ = game;
    }

    /// The treatment of the outcome that is due.
    fn horizon(game: &G) -> Horizon {
        let _ = game;
        Horizon::End
    }
}

/// The number of outcomes within a turn that are looked through, one after the other.
const WITHIN: u32 = 1;

/// An estimator that judges a position by what the seats make of it: they decide what is due before it is judged.
///
/// An outcome that a seat turns into a settlement at once is then worth a settlement, not the cards that pay for it.
///
/// ```
/// use bots::BotGame;
/// use bots::catan::{Bot, Match};
/// use bots::luck::{Foreseen, Luck};
/// use catan::{Catan, Options};
/// use game::{Seat, Seed};
///
/// let mut bots: Vec<Bot> =
///     Seat::first(2).map(|seat| Bot::new("settler", seat, Seed(1)).expect("a bot of that name")).collect();
/// let mut luck = Luck::<Catan, Foreseen<<Catan as BotGame>::Estimator>>::by_estimator();
/// let options = Options { players: 2, ..Options::default() };
/// Match::new(&options, Seed(1)).play(&mut bots, &mut luck).unwrap();
/// assert!(luck.total().0.iter().sum::<f64>().abs() < 1e-9);
/// ```
#[derive(Clone, Default, Debug)]
pub struct Foreseen<E>(E);

impl<E> Foreseen<E> {
    /// The shares in a position, with so many outcomes within a turn to be looked through, and so many that may be the last.
    fn look<G: Game>(&mut self, game: &G, within: u32, last: u32) -> Shares
    where
        E: Foresight<G>,
    {
        let mut game = *game;
        self.0.play_on(&mut game);
        let (within, last) = match E::horizon(&game) {
            Horizon::Within if within > 0 => (within - 1, last),
            Horizon::Last if last > 0 => (within, last - 1),
            _ => return self.0.shares(&game),
        };
        let mut outcomes: Vec<(Option<u32>, G::Chance, u32)> = Vec::new();
        for (outcome, weight) in game.chance_outcomes() {
            let class = E::class(&game, &outcome);
            match outcomes.iter_mut().find(|(other, ..)| class.is_some() && *other == class) {
                Some((.., weights)) => *weights += weight,
                None => outcomes.push((class, outcome, weight)),
            }
        }
        let all: u32 = outcomes.iter().map(|(.., weight)| weight).sum();
        let mut mean = Shares::default();
        for (_, outcome, weight) in outcomes {
            let mut next = game;
            next.resolve_unchecked(outcome, &mut ());
            let shares = self.look(&next, within, last);
            let part = f64::from(weight) / f64::from(all);
            mean.0.iter_mut().zip(shares.0).for_each(|(sum, share)| *sum += part * share);
        }
        mean
    }
}

impl<G: Game, E: Foresight<G>> Estimator<G> for Foreseen<E> {
    fn shares(&mut self, game: &G) -> Shares {
        self.look(game, WITHIN, 1)
    }

    fn class(game: &G, chance: &G::Chance) -> Option<u32> {
        E::class(game, chance)
    }
}
