//! The referee's estimate of the chances of all seats: the settler's races, with every card visible.

use super::Weights;
use super::base::{self, Development, Unseen};
use super::island::Island;
use super::learned::{LearnedGame, row_of};
use super::prospects::{Moment, Prospects, Survey};
use super::race::{Extras as _, Race};
use crate::luck::{Estimator, Horizon, Shares, softmax, won};
use crate::net::Row;
use catan::phase::Phase;
use catan::{Catan, Chance, ChanceKind, CommonOptions as _, Layout, SEATS};
use game::{BySeat, Seat, Turn, Viewer};

/// A game whose races a referee can judge.
pub(crate) trait RefereedGame: LearnedGame {
    /// The island as this game reads it.
    fn read(layout: &Layout) -> Island;
    /// Returns the knowledge that the estimates need beside the common weights, with nothing hidden.
    fn open(&self) -> Self::Known;
    /// The position when all that the outcome sets off is over, as far as a referee can tell.
    fn settled(&self) -> Self {
        *self
    }
    /// Whether what follows an outcome is played on before it is judged ([`crate::luck::Foreseen`]).
    const FORESEES: bool;
    /// Returns the treatment of the outcome that is due, if the game foresees.
    fn horizon(&self) -> Horizon {
        Horizon::End
    }
    /// Returns the class of an outcome, like [`Estimator::class`].
    fn class(&self, chance: &Self::Chance) -> Option<u32>;
}

/// The number of races of a seat that are cached: a roll has eleven sums.
const REMEMBERED: usize = 16;

/// The estimator of the games on the island: the odds of the races that settlers see, if every seat shows its cards.
#[derive(Clone, Debug)]
#[expect(private_bounds, reason = "only the games of this crate are refereed, by what their settlers know")]
pub struct Referee<G: RefereedGame> {
    island: Option<Box<Island>>,
    weights: Weights,
    /// Whether the network that has learned from games corrects the fitted estimate.
    is_learned: bool,
    /// Races that were run lately, and how many rolls they took: most outcomes change one or two of them.
    run: BySeat<Vec<(Race<G::Extras>, f32)>, SEATS>,
}

impl<G: RefereedGame> Default for Referee<G> {
    fn default() -> Self {
        Referee {
            island: None,
            weights: Weights::default(),
            is_learned: true,
            run: BySeat(std::array::from_fn(|_| Vec::new())),
        }
    }
}

#[expect(private_bounds, reason = "as above")]
impl<G: RefereedGame> Referee<G> {
    /// A referee by the fitted estimate alone.
    pub(crate) fn plain() -> Self {
        Referee { is_learned: false, ..Referee::default() }
    }

    /// A referee that judges alike, and has judged nothing yet.
    pub(crate) fn another(&self) -> Self {
        Referee { is_learned: self.is_learned, ..Referee::default() }
    }

    /// The rolls that a race takes.
    fn rolls(&mut self, seat: Seat, race: &Race<G::Extras>) -> f32 {
        let run = &mut self.run[seat];
        if let Some((_, rolls)) = run.iter().find(|(other, _)| race == other) {
            return *rolls;
        }
        let rolls = race.rolls_to_win(&self.weights);
        if run.len() == REMEMBERED {
            run.remove(0);
        }
        run.push((*race, rolls));
        rolls
    }

    /// Runs the races of a position, and returns what `judge` makes of them; `None` while the game is set up.
    fn judged<T>(
        &mut self,
        game: &G,
        judge: impl FnOnce(&Survey<'_, G>, &Prospects<'_, G>) -> T,
    ) -> Option<T> {
        let seats = game.seats();
        let view = game.shown();
        let is_founded =
            !game.is_founding() && Seat::first(seats).all(|seat| !view.road_ends(seat).is_empty());
        let layout = view.layout().filter(|_| is_founded)?;
        let island = self.take_island(layout);
        let (weights, known) = (self.weights, game.open());
        let mut survey = Survey::new(game, &island, &weights, &known, game.on_turn(), Moment::Now);
        survey.open = true;
        let mut prospects = survey.races();
        hand_in(game, &mut prospects);
        for seat in Seat::first(seats) {
            prospects.rolls[seat] = self.rolls(seat, &prospects.races[seat]);
        }
        let judged = judge(&survey, &prospects);
        self.put_island(island);
        Some(judged)
    }

    /// Takes out the island of this layout, which is read unless it is the one of before.
    pub(crate) fn take_island(&mut self, layout: &Layout) -> Box<Island> {
        match self.island.take() {
            Some(island) if island.layout == *layout => island,
            _ => {
                self.run.0.iter_mut().for_each(Vec::clear);
                Box::new(G::read(layout))
            }
        }
    }

    /// Keeps an island for the next position.
    pub(crate) fn put_island(&mut self, island: Box<Island>) {
        self.island = Some(island);
    }

    /// Returns the fitted strength of each seat in a position that is not over, and what a network is shown of it; `None` while
    /// the game is set up.
    #[doc(hidden)]
    pub fn rows(&mut self, game: &G) -> Option<Vec<(f64, Row)>> {
        let game = game.settled();
        if game.ended().is_some() {
            return None;
        }
        self.judged(&game, |survey, prospects| {
            let seats = Seat::first(survey.seats);
            seats.map(|seat| (G::fitted(prospects, seat), row_of(survey, prospects, seat))).collect()
        })
    }
}

impl<G: RefereedGame> Estimator<G> for Referee<G> {
    fn shares(&mut self, game: &G) -> Shares {
        let (game, seats) = (&game.settled(), game.seats());
        if let Some(outcome) = game.ended() {
            return won(outcome, seats);
        }
        let is_learned = self.is_learned;
        let shares = self.judged(game, |survey, prospects| {
            let corrected = |seat| f64::from(G::net().value(&row_of(survey, prospects, seat)));
            softmax(seats, |seat| G::fitted(prospects, seat) + if is_learned { corrected(seat) } else { 0.0 })
        });
        // Who begins counts little.
        shares.unwrap_or_else(|| softmax(seats, |_| 0.0))
    }

    fn class(game: &G, chance: &G::Chance) -> Option<u32> {
        G::class(game, chance)
    }
}

/// Takes from each hand what it owes to a 7, one kind like the other, and gives the robber's card to the active seat.
fn hand_in<G: RefereedGame>(game: &G, prospects: &mut Prospects<'_, G>) {
    let active = game.on_turn();
    match game.island().phase() {
        Phase::Discarding { owed } => {
            for seat in Seat::first(game.seats()) {
                let len: u8 = game.hand_of(seat).iter().sum();
                let kept = 1.0 - f32::from(owed[seat]) / f32::from(len.max(1));
                for count in &mut prospects.races[seat].hand {
                    if *count > 0.0 {
                        *count *= kept;
                    }
                }
            }
        }
        Phase::MovingRobber { .. } | Phase::ChoosingVictim { .. } => {}
        _ => return,
    }
    let others = || Seat::first(game.seats()).filter(move |&seat| seat != active);
    let each = 1.0 / (game.seats() - 1) as f32;
    for victim in others() {
        prospects.steal(active, victim, each);
    }
}

/// The class of a roll whose sum alone counts.
pub(crate) fn sum_of<R: catan::Vocabulary>(chance: &catan::action::Chance<R>) -> Option<u32> {
    match chance {
        catan::action::Chance::Dice(first, second) => Some((*first + *second).into()),
        _ => None,
    }
}

impl RefereedGame for Catan {
    fn read(layout: &Layout) -> Island {
        Island::new(layout, &Development::WORTH, base::cards_of)
    }
    fn open(&self) -> Unseen {
        Unseen { cards: self.view(Viewer::Everything).deck().unwrap_or_default() }
    }
    const FORESEES: bool = true;
    /// A roll is looked through where a seat misses one point.
    fn horizon(&self) -> Horizon {
        match self.turn() {
            Turn::Chance(ChanceKind::Dice) => {
                let most = Seat::first(self.seats()).map(|seat| self.points(seat).total()).max();
                let is_late = most.unwrap_or_default() + 1 >= self.options().victory_points();
                if is_late { Horizon::Last } else { Horizon::End }
            }
            Turn::Chance(_) => Horizon::Within,
            _ => Horizon::End,
        }
    }
    fn class(&self, chance: &Chance) -> Option<u32> {
        sum_of(chance)
    }
}

#[cfg(all(test, feature = "cities-and-knights"))]
mod tests {
    use super::*;
    use crate::{BotGame, Match, Recorder};
    use catan::cities_and_knights::CitiesAndKnights;
    use game::Seed;

    /// The shares that both estimates give before each roll of a game.
    struct Judge<G: RefereedGame> {
        referees: [Referee<G>; 2],
        shares: Vec<[Shares; 2]>,
    }

    impl<G: RefereedGame> Recorder<G> for Judge<G> {
        const EVENTS: bool = false;
        fn action(&mut self, _: &G, _: Seat, _: G::Action) {}
        fn outcome(&mut self, game: &G, _: &G::Chance) {
            let [fitted, learned] = &mut self.referees;
            self.shares.push([fitted.shares(game), learned.shares(game)]);
        }
    }

    /// The sums of −ln of the winner's share over games of settlers that no network has seen, by the fitted estimate and by the
    /// learned one.
    fn losses<G: RefereedGame + BotGame<Estimator = Referee<G>>>(games: u64) -> [f64; 2] {
        let mut losses = [0.0; 2];
        for number in 0..games {
            let seed = Seed(1).derive(number);
            let seats = Seat::first(4);
            let mut bots: Vec<_> =
                seats.map(|seat| <G as BotGame>::bot("settler", seat, seed).expect("a bot")).collect();
            let mut judge =
                Judge::<G> { referees: [Referee::plain(), Referee::default()], shares: Vec::new() };
            let played =
                Match::<G>::new(&G::Options::default(), seed).play(&mut bots, &mut judge).expect("legal");
            let winner = played.outcome.winners.lowest().expect("a winner");
            for shares in &judge.shares {
                losses.iter_mut().zip(shares).for_each(|(loss, it)| *loss -= libm::log(it[winner].max(1e-6)));
            }
        }
        losses
    }

    #[test]
    fn the_networks_foresee_more_than_the_fitted_estimates() {
        for [fitted, learned] in [losses::<Catan>(8), losses::<CitiesAndKnights>(6)] {
            assert!(learned < 0.99 * fitted, "{learned} and {fitted}");
        }
    }
}
