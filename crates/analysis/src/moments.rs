//! The judgement of single steps, each by itself, so that threads can share them.

use crate::analysed::{Analysed, Cause, Source};
use crate::estimate::Chances;
use bots::luck::{Outlook, Shares};
use encode::Tracked;
use game::{Game, Legal as _, Seat, Seed, Turn};

/// A step that was done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Done<G: Game> {
    /// An action of a seat.
    Action(Seat, G::Action),
    /// An outcome of nature.
    Outcome(G::Chance),
}

/// A step and the position before it, with what every seat could know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment<G: Analysed> {
    /// The number of the step, from 1.
    pub(crate) number: usize,
    pub(crate) before: Tracked<G>,
    pub(crate) done: Done<G>,
}

/// The comparison of the action that was played with all that could be.
#[derive(Clone, Debug)]
pub(crate) struct Choice<A> {
    /// The number of listed actions.
    pub(crate) choices: usize,
    /// The actions that were compared with their values to the seat, from what it knew: the played one is the first.
    pub(crate) values: Vec<(A, f64)>,
}

impl<A: Copy> Choice<A> {
    /// The value of the action that was played.
    pub(crate) fn played(&self) -> f64 {
        self.values[0].1
    }

    /// The best action and its value: the first of equals, so the played one if none is better.
    pub(crate) fn best(&self) -> (A, f64) {
        let better = |best: (A, f64), it: &(A, f64)| if it.1 > best.1 { *it } else { best };
        self.values.iter().fold(self.values[0], better)
    }
}

/// A judged step.
#[derive(Clone, Debug)]
pub(crate) struct Judged<A> {
    /// The turn.
    pub(crate) turn: u32,
    /// The seat whose turn it is.
    pub(crate) on_turn: Seat,
    /// The judgement.
    pub(crate) step: JudgedStep<A>,
}

/// The judgement of a step.
#[derive(Clone, Debug)]
pub(crate) enum JudgedStep<A> {
    /// A decision.
    Decision {
        /// The seat that decided.
        seat: Seat,
        /// The kind of the decision.
        cause: Cause,
        /// The other seat of an exchange that it carries out.
        partner: Option<Seat>,
        /// The shares before it.
        shares: Shares,
        /// The seat's own share before it, from what it knew.
        known: f64,
        /// The comparison, if there was a choice.
        choice: Option<Choice<A>>,
        /// The gain of both sides of an exchange, from what each knew.
        exchange: Option<[f64; 2]>,
    },
    /// An outcome whose alternatives are listed.
    Outcome {
        /// The source of the luck.
        source: Source,
        /// The shares in the position before, as it stands.
        before: Shares,
        /// The mean of the shares over all outcomes.
        mean: Shares,
        /// This mean over the outcomes with the same face of the event die, where there is one.
        face: Option<Shares>,
        /// The shares after what happened.
        after: Shares,
    },
    /// An outcome whose alternatives are too many to list.
    Unlisted,
}

/// The bounds of a judgement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The worlds in which a decision with hidden cards is judged.
    pub(crate) worlds: u64,
    /// The most actions that are compared.
    pub(crate) listed: usize,
}

/// The judge of one thread.
pub(crate) struct Judge<G: Analysed> {
    outlook: Outlook<Chances<G>>,
    bounds: Bounds,
}

impl<G: Analysed> Judge<G> {
    pub(crate) fn new(bounds: Bounds) -> Judge<G> {
        Judge { outlook: Outlook::default(), bounds }
    }

    /// The most actions that are compared.
    pub(crate) fn most(&self) -> usize {
        self.bounds.listed
    }

    /// Judges a step.
    pub(crate) fn judge(&mut self, moment: &Moment<G>) -> Judged<G::Action> {
        let game = moment.before.game();
        let step = match moment.done {
            Done::Action(seat, action) => self.decision(moment, seat, action),
            Done::Outcome(chance) => self.outcome(game, &chance),
        };
        Judged { turn: game.turns(), on_turn: game.on_turn(), step }
    }

    /// The shares in a position as it stands; where nature moves next and can be followed, the mean over its outcomes.
    pub(crate) fn shares(&mut self, game: &G) -> Shares {
        match game.turn() {
            Turn::Chance(_) if game.is_listed() => {
                self.outlook.mean(game, |_| true, |_, _| ()).expect("nature has outcomes")
            }
            _ => self.outlook.shares(game),
        }
    }

    fn outcome(&mut self, game: &G, chance: &G::Chance) -> JudgedStep<G::Action> {
        if !game.is_listed() {
            return JudgedStep::Unlisted;
        }
        let before = self.outlook.shares(game);
        let mut after = None;
        let is_it = |outcome: &G::Chance, shares: &Shares| {
            if outcome == chance {
                after = Some(*shares);
            }
        };
        let mean = self.outlook.mean(game, |_| true, is_it).expect("nature has outcomes");
        let after = after.expect("what happens is listed");
        let face = G::event_face(chance);
        let same = |outcome: &G::Chance| G::event_face(outcome) == face;
        let face = face.and_then(|_| self.outlook.mean(game, same, |_, _| ()));
        JudgedStep::Outcome { source: G::source(chance), before, mean, face, after }
    }

    fn decision(&mut self, moment: &Moment<G>, seat: Seat, action: G::Action) -> JudgedStep<G::Action> {
        let game = moment.before.game();
        let shares = self.outlook.shares(game);
        let worlds = self.worlds(moment, seat);
        let known = self.mean_before(&worlds, seat);
        let legal = game.legal_actions(seat);
        let choice = (legal.len() > 1 && !G::is_message(&action)).then(|| {
            let candidates = self.candidates(game, &legal, action).into_iter();
            let value = |action| Some((action, self.mean_after(&worlds, seat, seat, action)?));
            Choice { choices: legal.len(), values: candidates.filter_map(value).collect() }
        });
        let partner = G::partner(&action);
        let exchange = partner.map(|partner| {
            let own = self.mean_after(&worlds, seat, seat, action).map_or(0.0, |after| after - known);
            let theirs = self.worlds(moment, partner);
            let before = self.mean_before(&theirs, partner);
            [own, self.mean_after(&theirs, partner, seat, action).map_or(0.0, |after| after - before)]
        });
        JudgedStep::Decision { seat, cause: G::cause(&action), partner, shares, known, choice, exchange }
    }

    /// Worlds that agree with all that a seat knows, the same for the same step; the position itself where nothing is hidden.
    pub(crate) fn worlds(&self, moment: &Moment<G>, seat: Seat) -> Vec<G> {
        let table = &moment.before;
        if !table.game().hides() {
            return vec![*table.game()];
        }
        let game = table.game();
        // Steps of one turn share their draws, so that they are compared in like worlds.
        let seed = Seed(game.turns().into());
        (0..self.bounds.worlds)
            .map(|number| *table.determinize(seat, &mut seed.substream("world", number)).game())
            .collect()
    }

    /// The actions that are compared, the played one first: all that are listed, or as many as the bounds allow, evenly spread over
    /// the list.
    fn candidates(&self, game: &G, legal: &G::LegalActions, played: G::Action) -> Vec<G::Action> {
        let (all, most) = (legal.len(), self.bounds.listed);
        let place =
            |n: usize| if all <= most { n } else { (n as u128 * all as u128 / most as u128) as usize };
        let listed = (0..all.min(most)).filter_map(|n| legal.get(place(n)));
        let others = listed.filter(|&action| !game.is_same_action(action, played));
        std::iter::once(played).chain(others).collect()
    }

    /// The mean share of `me` over worlds.
    fn mean_before(&mut self, worlds: &[G], me: Seat) -> f64 {
        worlds.iter().map(|world| self.outlook.shares(world)[me]).sum::<f64>() / worlds.len() as f64
    }

    /// The mean value to `me` of an action of `seat` over worlds; those in which it is not legal do not count. `None` if it is
    /// legal in none of them.
    pub(crate) fn mean_after(
        &mut self,
        worlds: &[G],
        me: Seat,
        seat: Seat,
        action: G::Action,
    ) -> Option<f64> {
        let (mut sum, mut count) = (0.0, 0.0);
        for world in worlds {
            let mut next = *world;
            if next.play(seat, action, &mut ()).is_ok() {
                let shares = if G::LOOKS_AHEAD { self.shares(&next) } else { self.outlook.shares(&next) };
                sum += shares[me];
                count += 1.0;
            }
        }
        (count > 0.0).then(|| sum / count)
    }
}
