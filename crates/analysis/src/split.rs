//! The split of a recorded game.

use crate::analysed::{Analysed, Cause, Source};
use crate::answers::{Answer, Answers};
use crate::deep;
use crate::estimate::Model;
use crate::moments::{Bounds, Choice, Done, Judge, Judged, JudgedStep, Moment};
use crate::notes::{Measured, Notes};
use crate::report::{
    Analysis, AnalysisError, Decision, LuckEvent, Mark, STEPS_MAX, SeatSplit, Trade, Unsure,
};
use bots::luck::{Shares, won};
use encode::Tracked;
use game::record::{Header, Step};
use game::{Game, Seat, SeatSet};
use shelf::replay::replay;
use shelf::{AnyGame, of_kind};
use std::collections::BTreeMap;
use std::io::BufRead;

/// The effort of an analysis. The result depends on it, but not on `threads`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The worlds that agree with what a seat knows, in which each decision with hidden cards is judged.
    pub worlds: u64,
    /// The most actions of a decision that are compared.
    pub listed: usize,
    /// The threads that share the work.
    pub threads: usize,
    /// The nodes of rollouts that each marked decision may take; `None` without rollouts.
    pub deep: Option<u64>,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { worlds: 3, listed: 150, threads: 1, deep: None }
    }
}

/// The number of steps that are judged at once.
const BLOCK: usize = 256;

/// Analyses the record of a finished game.
///
/// # Errors
/// If the record does not replay, its game is not over, or it has more than [`STEPS_MAX`] steps.
pub fn analyse(input: impl BufRead, effort: &Effort) -> Result<Analysis, AnalysisError> {
    analyse_while(input, effort, &|| true)
}

/// Analyses a record like [`analyse`], as long as `goes_on` returns true. It is called every few steps, on every thread.
///
/// # Errors
/// The errors of [`analyse`], and [`AnalysisError::Stopped`].
pub fn analyse_while(
    input: impl BufRead,
    effort: &Effort,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Result<Analysis, AnalysisError> {
    analyse_with_answers(input, effort, goes_on, &(), |_| Vec::new()).map(|(analysis, _)| analysis)
}

/// Analyses a record like [`analyse`], and passes what rollouts have measured to `notes`, which may know it already.
///
/// # Errors
/// The errors of [`analyse`].
pub fn analyse_noting(
    input: impl BufRead,
    effort: &Effort,
    notes: &dyn Notes,
) -> Result<Analysis, AnalysisError> {
    analyse_with_answers(input, effort, &|| true, notes, |_| Vec::new()).map(|(analysis, _)| analysis)
}

/// Analyses a record like [`analyse_while`], and returns the costs of all compared actions of those decisions whose steps `pick`
/// chooses, in order.
pub(crate) fn analyse_with_answers(
    input: impl BufRead,
    effort: &Effort,
    goes_on: &(dyn Fn() -> bool + Sync),
    notes: &dyn Notes,
    pick: fn(&Analysis) -> Vec<usize>,
) -> Result<(Analysis, Vec<Answers>), AnalysisError> {
    let mut replay = replay(input)?;
    let header = replay.header().clone();
    let (mut start, mut steps) = (None, Vec::new());
    for position in replay.by_ref() {
        let position = position?;
        match position.step {
            None => start = Some(position.game),
            Some(_) if steps.len() == STEPS_MAX => return Err(AnalysisError::TooLong),
            Some(step) => steps.push(step),
        }
    }
    let start = start.expect("a replay begins with a position");
    let Some(outcome) = replay.game().outcome() else { return Err(AnalysisError::Unfinished) };
    let analysis = of_kind!(start.kind(), G => {
        let game = shelf::OnShelf::of_game(&start).expect("the game is of its kind");
        let split = Split::<G>::new(*game, won(outcome, start.seats()), effort, goes_on, notes);
        split.run(&header, &start, &steps, outcome.winners, pick)
    });
    analysis.ok_or(AnalysisError::Stopped)
}

/// The reasons why the estimate may be off in a game that begins like this.
fn unsure(start: &AnyGame, header: &Header) -> Vec<Unsure> {
    let changed = start.options_changed().into_iter().map(|(option, _)| option.name);
    let changed: Vec<String> = changed.filter(|&name| name != "players").map(str::to_owned).collect();
    let fitted = &Model::built_in().fitted;
    let is_fitted = fitted.iter().any(|it| it.game == header.game && it.seats == start.seats());
    let options = (!changed.is_empty()).then_some(Unsure::Options(changed));
    let position = header.setup.is_some().then_some(Unsure::Position);
    let seats = (!is_fitted).then_some(Unsure::Seats(start.seats()));
    options.into_iter().chain(position).chain(seats).collect()
}

/// A decision that counts, before its cost is known.
struct Counted<A> {
    decision: Decision,
    /// The outcomes of nature before it.
    outcomes: usize,
    choice: Choice<A>,
}

/// A split in progress.
struct Split<'a, G: Analysed> {
    table: Tracked<G>,
    effort: &'a Effort,
    goes_on: &'a (dyn Fn() -> bool + Sync),
    notes: &'a dyn Notes,
    result: Shares,
    seats: Vec<SeatSplit>,
    counted: Vec<Counted<G::Action>>,
    /// The moments of decisions with a choice, by step, if rollouts are to look at some of them.
    kept: BTreeMap<usize, Moment<G>>,
    luck: Vec<LuckEvent>,
    trades: Vec<Trade>,
}

impl<'a, G: Analysed> Split<'a, G> {
    fn new(
        game: G,
        result: Shares,
        effort: &'a Effort,
        goes_on: &'a (dyn Fn() -> bool + Sync),
        notes: &'a dyn Notes,
    ) -> Self {
        let seats = Game::seats(&game);
        let split = |seat| SeatSplit {
            seat,
            name: None,
            prior: 1.0 / seats as f64,
            luck: BTreeMap::new(),
            mistakes: 0.0,
            unforeseen: 0.0,
            others: BTreeMap::new(),
            outcome: result[seat],
            decisions: 0,
            rating: 0.0,
            rating_error: None,
        };
        Split {
            table: Tracked::new(game),
            effort,
            goes_on,
            notes,
            result,
            seats: Seat::first(seats).map(split).collect(),
            counted: Vec::new(),
            kept: BTreeMap::new(),
            luck: Vec::new(),
            trades: Vec::new(),
        }
    }

    /// Splits the game, and lists the answers to the decisions that `pick` chooses; `None` if it was stopped.
    fn run(
        mut self,
        header: &Header,
        start: &AnyGame,
        steps: &[Step],
        winners: SeatSet,
        pick: fn(&Analysis) -> Vec<usize>,
    ) -> Option<(Analysis, Vec<Answers>)> {
        let first = self.table;
        let mut judged = Vec::with_capacity(steps.len());
        let mut moments = Vec::with_capacity(BLOCK);
        for (n, step) in steps.iter().enumerate() {
            moments.push(self.advance(n + 1, step));
            if moments.len() == BLOCK || n + 1 == steps.len() {
                let block = self.judge(&moments)?;
                self.keep(&moments, &block);
                judged.extend(block);
                moments.clear();
            }
        }
        let course = self.positions(&judged);
        self.follow(steps, &judged, &course);
        self.weigh();
        self.look_deeper()?;
        self.sum_up();
        self.seats.iter_mut().zip(&header.seats).for_each(|(seat, name)| seat.name.clone_from(name));
        let seats = self.seats.len();
        let analysis = Analysis {
            game: header.game.clone(),
            rules: header.rules,
            estimator: Model::built_in().hash.clone(),
            unsure: unsure(start, header),
            steps: steps.len(),
            winners,
            seats: std::mem::take(&mut self.seats),
            course: course.iter().map(|shares| shares.0[..seats].to_vec()).collect(),
            decisions: self.counted.iter().map(|it| it.decision.clone()).collect(),
            luck: std::mem::take(&mut self.luck),
            trades: std::mem::take(&mut self.trades),
        };
        self.table = first;
        let answers = self.answers(steps, &pick(&analysis))?;
        Some((analysis, answers))
    }

    /// Plays the game again, and lists the answers to decisions; `None` if it was stopped.
    fn answers(&mut self, steps: &[Step], wanted: &[usize]) -> Option<Vec<Answers>> {
        let mut judge = Judge::new(self.bounds());
        let mut found = Vec::with_capacity(wanted.len());
        let mut wanted = wanted.iter().copied().peekable();
        for (n, step) in steps.iter().enumerate() {
            let Some(&next) = wanted.peek() else { break };
            let moment = self.advance(n + 1, step);
            if next != n + 1 {
                continue;
            }
            wanted.next();
            if !(self.goes_on)() {
                return None;
            }
            let at = self.counted.binary_search_by_key(&next, |it| it.decision.step).ok()?;
            let Counted { decision, choice, .. } = &self.counted[at];
            let mut costs = judge.costs(&moment, decision.seat, choice);
            // What the seat really did next is known.
            costs[0].1 = decision.cost;
            costs.sort_by(|a, b| b.1.total_cmp(&a.1));
            let answer =
                |(action, cost): &(G::Action, f64)| Answer { action: action.to_string(), cost: *cost };
            let list = costs.iter().map(answer).collect();
            found.push(Answers { kind: G::cause(&choice.best().0), list });
        }
        Some(found)
    }

    /// The bounds of judgements.
    fn bounds(&self) -> Bounds {
        Bounds { worlds: self.effort.worlds.max(1), listed: self.effort.listed.max(1) }
    }

    /// Does a step, and returns it with the position before it.
    fn advance(&mut self, number: usize, step: &Step) -> Moment<G> {
        let before = self.table;
        let done = match step {
            Step::Action { seat, action } => {
                let action = action.parse().map(|action| before.game().canonical(action));
                let action = action.unwrap_or_else(|_| unreachable!("the record was replayed"));
                self.table.act_unchecked(*seat, action, &mut ());
                Done::Action(*seat, action)
            }
            Step::Outcome(text) => {
                let chance = text.parse().unwrap_or_else(|_| unreachable!("the record was replayed"));
                let resolved = self.table.resolve(chance, &mut ());
                debug_assert!(resolved.is_ok(), "the record was replayed");
                Done::Outcome(chance)
            }
        };
        Moment { number, before, done }
    }

    /// Judges steps on all threads; each is judged by itself, so the result does not depend on their number. `None` if it was
    /// stopped.
    fn judge(&self, moments: &[Moment<G>]) -> Option<Vec<Judged<G::Action>>> {
        let bounds = self.bounds();
        let judge = |part: &[Moment<G>]| {
            let mut judge = Judge::new(bounds);
            part.iter().map(|moment| judge.judge(moment)).collect::<Vec<_>>()
        };
        let threads = self.effort.threads.max(1);
        // Small parts, dealt in turn: some steps take much more time than others.
        let parts: Vec<&[Moment<G>]> = moments.chunks(8).collect();
        let goes_on = self.goes_on;
        let worker = |own: usize| {
            let parts = parts.iter().skip(own).step_by(threads);
            parts.map_while(|part| goes_on().then(|| judge(part))).collect::<Vec<_>>()
        };
        let worker = &worker;
        let mut done: Vec<_> = std::thread::scope(|scope| {
            let workers: Vec<_> = (1..threads).map(|own| scope.spawn(move || worker(own))).collect();
            let first = std::iter::once(worker(0));
            let others = workers.into_iter().map(|worker| worker.join().expect("a judge does not panic"));
            first.chain(others).map(Vec::into_iter).collect()
        });
        let judged: Option<Vec<_>> = (0..parts.len()).map(|part| done[part % threads].next()).collect();
        Some(judged?.into_iter().flatten().collect())
    }

    /// Keeps the moments of decisions with a choice, if rollouts are to look at some of them.
    fn keep(&mut self, moments: &[Moment<G>], judged: &[Judged<G::Action>]) {
        if self.effort.deep.is_some() {
            let has_choice =
                |it: &Judged<G::Action>| matches!(it.step, JudgedStep::Decision { choice: Some(_), .. });
            let kept = moments.iter().zip(judged).filter(|(_, judged)| has_choice(judged));
            self.kept.extend(kept.map(|(moment, _)| (moment.number, *moment)));
        }
    }

    /// The shares at every position: where nature moves, the mean over its outcomes; where these are too many, those of the position
    /// after what happened; at the end the result.
    fn positions(&self, judged: &[Judged<G::Action>]) -> Vec<Shares> {
        let mut course = vec![self.result; judged.len() + 1];
        for n in (0..judged.len()).rev() {
            let follows_luck = n > 0 && matches!(judged[n - 1].step, JudgedStep::Outcome { .. });
            course[n] = match &judged[n].step {
                JudgedStep::Decision { shares, .. } => *shares,
                // The luck of the outcome before was counted with the position as it stands.
                JudgedStep::Outcome { before, .. } if follows_luck => *before,
                JudgedStep::Outcome { mean, .. } => *mean,
                JudgedStep::Unlisted => course[n + 1],
            };
        }
        course
    }

    /// Follows the game from position to position, and gives every change to what brought it about.
    fn follow(&mut self, steps: &[Step], judged: &[Judged<G::Action>], course: &[Shares]) {
        let mut prior = Shares::default();
        Seat::first(self.seats.len()).for_each(|seat| prior[seat] = 1.0 / self.seats.len() as f64);
        self.lucky(0, 0, Source::Order, String::new(), &less(&course[0], &prior));
        let mut outcomes = 0;
        for (n, (judged, step)) in judged.iter().zip(steps).enumerate() {
            let change = less(&course[n + 1], &course[n]);
            match (&judged.step, step) {
                (JudgedStep::Decision { .. }, Step::Action { action, .. }) => {
                    self.decided(n + 1, judged, action, &change, outcomes);
                }
                (JudgedStep::Outcome { source, mean, face, after, .. }, Step::Outcome(text)) => {
                    outcomes += 1;
                    let start = face.unwrap_or(*mean);
                    if face.is_some() {
                        self.lucky(n + 1, judged.turn, Source::EventDie, text.clone(), &less(&start, mean));
                    }
                    self.lucky(n + 1, judged.turn, *source, text.clone(), &less(after, &start));
                    // Where two outcomes follow each other, the mean over the second need not be the position as it stands.
                    self.decided_by(judged.on_turn, None, Cause::Other, &less(&change, &less(after, mean)));
                }
                _ => outcomes += 1,
            }
        }
    }

    /// Notes the luck of an outcome.
    fn lucky(&mut self, step: usize, turn: u32, source: Source, outcome: String, luck: &Shares) {
        for split in &mut self.seats {
            *split.luck.entry(source).or_default() += luck[split.seat];
        }
        let luck = luck.0[..self.seats.len()].to_vec();
        self.luck.push(LuckEvent { step, turn, source, outcome, luck });
    }

    /// Notes a change by a decision: for those who made it together their own, for the rest an effect of others.
    fn decided_by(&mut self, seat: Seat, partner: Option<Seat>, cause: Cause, change: &Shares) {
        for split in &mut self.seats {
            let change = change[split.seat];
            if split.seat == seat || Some(split.seat) == partner {
                split.unforeseen += change;
            } else if change != 0.0 {
                *split.others.entry(cause).or_default() += change;
            }
        }
    }

    /// Notes a decision.
    fn decided(
        &mut self,
        step: usize,
        judged: &Judged<G::Action>,
        action: &str,
        change: &Shares,
        outcomes: usize,
    ) {
        let JudgedStep::Decision { seat, cause, partner, known, choice, exchange, .. } = &judged.step else {
            return;
        };
        let is_free = choice.is_some() || partner.is_some();
        self.decided_by(*seat, *partner, if is_free { *cause } else { Cause::Other }, change);
        if let (Some(partner), Some(exchange)) = (partner, exchange) {
            // The partner agreed, so a loss that it could foresee is its own.
            let loss = exchange[1].min(0.0);
            let split = &mut self.seats[partner.index()];
            split.mistakes += loss;
            split.unforeseen -= loss;
            let gains = change.0[..self.seats.len()].to_vec();
            self.trades.push(Trade { step, seat: *seat, partner: *partner, gains, known: *exchange });
        }
        if let Some(choice) = choice.as_ref().filter(|choice| !choice.values.is_empty()) {
            let decision = Decision {
                step,
                turn: judged.turn,
                seat: *seat,
                action: action.to_owned(),
                choices: choice.choices,
                known: *known,
                best: choice.best().0.to_string(),
                cost: 0.0,
                error: None,
                mark: None,
            };
            self.counted.push(Counted { decision, outcomes, choice: choice.clone() });
        }
    }

    /// Works out what every decision cost. What a seat leaves for later in its turn, before nature moves again, is not lost: the
    /// value of its next decision counts for the one before.
    fn weigh(&mut self) {
        let mut next: [Option<(u32, usize, f64)>; Seat::MAX] = [None; Seat::MAX];
        for counted in self.counted.iter_mut().rev() {
            let (decision, choice) = (&mut counted.decision, &counted.choice);
            let (best, place) = (choice.best().1, decision.seat.index());
            let later = next[place].filter(|it| (it.0, it.1) == (decision.turn, counted.outcomes));
            let reached = later.map_or(choice.played(), |(.., later)| later.max(choice.played()));
            decision.set_cost((reached - best).min(0.0));
            next[place] = Some((decision.turn, counted.outcomes, best));
        }
    }

    /// Compares the costly decisions by rollouts, as far as the effort allows. `None` if it was stopped.
    fn look_deeper(&mut self) -> Option<()> {
        let Some(nodes) = self.effort.deep else { return Some(()) };
        for counted in self.counted.iter_mut().filter(|it| it.decision.mark.is_some()) {
            if !(self.goes_on)() {
                return None;
            }
            let step = counted.decision.step;
            let Some(moment) = self.kept.get(&step) else { continue };
            let known = self.notes.known(step);
            let measured = known.clone().or_else(|| {
                let bounds = deep::Budget { nodes, threads: self.effort.threads.max(1) };
                let found = deep::compare(moment, counted.decision.seat, &counted.choice, bounds)?;
                Some(Measured { best: found.best.to_string(), cost: found.cost, error: found.error })
            });
            if let Some(measured) = measured {
                if known.is_none() {
                    self.notes.note(step, &measured);
                }
                counted.decision.best = measured.best;
                counted.decision.error = Some(measured.error);
                counted.decision.set_cost(measured.cost);
            }
        }
        Some(())
    }

    /// Adds up what the decisions of each seat cost.
    fn sum_up(&mut self) {
        for split in &mut self.seats {
            let own = self.counted.iter().filter(|it| it.decision.seat == split.seat);
            let costs: Vec<f64> = own.map(|it| -it.decision.cost).collect();
            let (sum, count) = (costs.iter().sum::<f64>(), costs.len() as f64);
            split.mistakes -= sum;
            split.unforeseen += sum;
            split.decisions = costs.len() as u64;
            split.rating = 1000.0 * sum / count.max(1.0);
            split.rating_error = (costs.len() > 1).then(|| {
                let mean = sum / count;
                let squares: f64 = costs.iter().map(|cost| (cost - mean).powi(2)).sum();
                1000.0 * (squares / (count - 1.0) / count).sqrt()
            });
        }
    }
}

impl Decision {
    fn set_cost(&mut self, cost: f64) {
        // Not −0: what costs nothing is printed as 0.
        self.cost = if cost < 0.0 { cost } else { 0.0 };
        self.mark = Mark::of(self.cost);
        if self.cost == 0.0 {
            self.best.clone_from(&self.action);
        }
    }
}

/// The difference of two shares, seat by seat.
fn less(one: &Shares, other: &Shares) -> Shares {
    let mut difference = *one;
    difference.0.iter_mut().zip(other.0).for_each(|(share, other)| *share -= other);
    difference
}
