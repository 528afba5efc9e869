//! The result of a match.

use super::group::{GameResult, Group};
use super::plan::{Plan, SprtSettings};
use crate::fault::{FaultKind, Faults};
use crate::stats::{
    Controlled, Elo, Estimate, Groups, Hypotheses, Interval, Moments, Paired, Rating, RoundRobin, Seating,
    SprtResult, Wins, Z95, wilson,
};
use crate::timed::Stopwatch;
use game::Seat;
use serde::Serialize;
use serde_json::{Map, Value};

/// The result of a match. As JSON it is the output of `neuland match --json`; intervals are of 95 %. `docs/matches.md` defines
/// each number.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// Everything that decides the games ([`Plan::document`]).
    pub plan: Map<String, Value>,
    /// The names of the bots of each table, in the order in which they sit.
    pub tables: Vec<Vec<String>>,
    /// The groups that were played.
    pub groups: u64,
    /// Their games.
    pub games: u64,
    /// Games that ended without a winner.
    pub unfinished: u64,
    /// Games that a forfeit ended.
    pub forfeited: u64,
    /// Turns a game, of games that were played to their end.
    pub turns: Measure,
    /// Decisions a game, of games that were played to their end.
    pub actions: Measure,
    /// The results of each bot, in the order in which they were named.
    pub bots: Vec<BotSummary>,
    /// The results of each seat, all bots together.
    pub seats: Vec<SeatSummary>,
    /// The results of each two bots that met at a table.
    pub pairings: Vec<Pairing>,
    /// The ratings of all bots together, relative to the first.
    pub ratings: Vec<Rating>,
    /// The sequential test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSummary>,
}

/// A mean with its spread; members are `null` where there are too few values.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Measure {
    /// The mean.
    pub mean: Option<f64>,
    /// The standard deviation.
    pub deviation: Option<f64>,
}

impl From<&Moments> for Measure {
    fn from(moments: &Moments) -> Measure {
        Measure { mean: moments.mean(), deviation: moments.deviation() }
    }
}

/// The results of a bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BotSummary {
    /// Its name.
    pub name: String,
    /// The games in which it sat.
    pub games: u64,
    /// The games that it won of them; shared wins count in part.
    pub wins: f64,
    /// The share of its games that it won.
    pub share: Option<f64>,
    /// The share that a bot as strong as the others would win.
    pub fair_share: f64,
    /// The Wilson interval of the share, as if games were independent.
    pub share_wilson: Interval,
    /// The interval of the share from groups of games.
    pub share_interval: Interval,
    /// The Elo difference to the bots on the other seats, with the interval from groups.
    pub elo: Option<Elo>,
    /// The number of groups with each value, by sixtieths of a won game.
    pub group_values: Groups,
    /// For pairs of games: the numbers of those that won 0, ½, 1, 1½ and 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pentanomial: Option<[u64; 5]>,
    /// The points of its seats, in games that were played to their end.
    pub points: Measure,
    /// Its best seat's points less those of the best other bot's seat, as the mean of groups; `null` below two groups.
    pub margin: Option<Estimate>,
    /// The interval of that.
    pub margin_interval: Option<Interval>,
    /// Its results on each seat.
    pub seats: Vec<SeatSummary>,
    /// Games that it lost by a fault.
    pub lost: u64,
    /// Games in which its process broke.
    pub broke: u64,
    /// Its faults.
    pub faults: Faults,
    /// The first fault of each kind, in the order in which they happened.
    pub first_faults: Vec<MatchFault>,
    /// The result with luck taken out, if luck was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<LuckSummary>,
}

/// The first fault of its kind that a bot made in a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MatchFault {
    /// Its kind.
    pub kind: FaultKind,
    /// The group of the game.
    pub group: u64,
    /// The rotation.
    pub rotation: usize,
    /// The seat of the bot.
    pub seat: Seat,
    /// A description of the fault in English.
    pub message: String,
    /// The last lines of its standard error in this game.
    pub errors: String,
}

/// The results of a seat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SeatSummary {
    /// The seat.
    pub seat: Seat,
    /// The games.
    pub games: u64,
    /// The games that were won on it; shared wins count in part.
    pub wins: f64,
    /// The share of them.
    pub share: Option<f64>,
    /// The points, in games that were played to their end.
    pub points: Measure,
}

/// The share of wins of a bot with its luck taken out. All are means of groups, in shares of won games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct LuckSummary {
    /// The mean luck; by chance alone it differs from 0.
    pub luck: Estimate,
    /// The share without adjustment.
    pub plain: Estimate,
    /// Its interval.
    pub plain_interval: Interval,
    /// The share less the luck: unbiased, and therefore beyond 0 or 1 at times.
    pub adjusted: Controlled,
    /// Whether the adjusted share says more than the plain one. It does not where the results vary less without adjustment, as
    /// when one bot wins nearly everything, nor where it is no share at all. What follows is `None` then.
    pub applies: bool,
    /// The interval of the adjusted share, within 0 and 1.
    pub adjusted_interval: Option<Interval>,
    /// The Elo difference of the adjusted share.
    pub adjusted_elo: Option<Elo>,
    /// The number of games that would have had the same error without adjustment.
    pub games_without: Option<f64>,
    /// The share less a fitted multiple of the luck: slightly biased.
    pub regressed: Option<Controlled>,
}

impl LuckSummary {
    /// The luck of a bot in so many games, from the means of its groups; `None` below two groups.
    fn new(groups: &Paired, games: u64, seating: Seating) -> Option<LuckSummary> {
        let adjusted = groups.adjusted()?;
        let plain = groups.results().estimate()?;
        let share = adjusted.estimate.value;
        let applies = adjusted.variance_factor >= 1.0 && (0.0..=1.0).contains(&share);
        let adjusted_interval = applies.then(|| adjusted.estimate.interval(Z95).bounded(0.0, 1.0));
        Some(LuckSummary {
            luck: groups.lucks().estimate()?,
            plain,
            plain_interval: plain.interval(Z95).bounded(0.0, 1.0),
            adjusted,
            applies,
            adjusted_interval,
            adjusted_elo: adjusted_interval.map(|interval| seating.rate(share, interval)),
            games_without: applies.then_some(games as f64 * adjusted.variance_factor),
            regressed: groups.regressed(),
        })
    }
}

/// Two bots that met.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairing {
    /// Their names.
    pub bots: [String; 2],
    /// The games in which both sat.
    pub games: u64,
    /// The games that each won of them; shared wins count in part.
    pub wins: [f64; 2],
    /// The share of the first in the games that one of the two won.
    pub share: Option<f64>,
    /// The Elo difference of the first to the second, from the ratings of all bots, with its standard error.
    pub elo: Option<Estimate>,
}

/// A sequential test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtSummary {
    /// The requested test.
    #[serde(flatten)]
    pub settings: SprtSettings,
    /// The hypotheses as shares of won games.
    #[serde(flatten)]
    pub hypotheses: Hypotheses,
    /// The state of the test.
    #[serde(flatten)]
    pub verdict: SprtResult,
}

/// The counts of a bot.
struct BotCount {
    games: u64,
    wins: Wins,
    groups: Groups,
    points: Moments,
    margins: Moments,
    seats: Vec<SeatCount>,
    lost: u64,
    broke: u64,
    faults: Faults,
    first_faults: Vec<MatchFault>,
    luck: Paired,
}

/// The counts of a seat.
#[derive(Clone, Default)]
struct SeatCount {
    games: u64,
    wins: Wins,
    points: Moments,
}

impl SeatCount {
    fn add(&mut self, game: &GameResult, seat: Seat) {
        self.games += 1;
        self.wins += game.won(seat);
        if game.gave_up.is_none() {
            self.points.add(f64::from(game.points[seat.index()]));
        }
    }

    fn summary(&self, seat: Seat) -> SeatSummary {
        SeatSummary {
            seat,
            games: self.games,
            wins: self.wins.games(),
            share: (self.games > 0).then(|| self.wins.games() / self.games as f64),
            points: Measure::from(&self.points),
        }
    }
}

impl Summary {
    /// Summarises groups of a match, given in their order.
    #[must_use]
    pub fn new(plan: &Plan, groups: &[Group]) -> Summary {
        let bots = plan.bots();
        let mut counts: Vec<BotCount> = (0..bots.len()).map(|_| BotCount::new(plan)).collect();
        let mut seats = vec![SeatCount::default(); plan.seats()];
        let mut pairs = Pairs::new(plan);
        let (mut games, mut unfinished, mut forfeited) = (0, 0, 0);
        let (mut turns, mut actions) = (Moments::default(), Moments::default());
        for group in groups {
            for (bot, count) in counts.iter_mut().enumerate() {
                count.add(plan, group, bot);
            }
            pairs.add(plan, group);
            for game in &group.games {
                games += 1;
                unfinished += u64::from(game.winners.is_empty());
                Seat::first(seats.len()).for_each(|seat| seats[seat.index()].add(game, seat));
                if game.gave_up.is_some() {
                    forfeited += 1;
                } else {
                    turns.add(f64::from(game.turns));
                    actions.add(f64::from(game.actions));
                }
            }
        }
        let tested = &counts[0].groups;
        let sprt = plan.sprt().zip(plan.settings().sprt).map(|(sprt, settings)| SprtSummary {
            settings,
            hypotheses: sprt.hypotheses(),
            verdict: sprt.judge(tested),
        });
        let (pairings, ratings) = pairs.summary();
        Summary {
            plan: plan.document(),
            tables: plan
                .tables()
                .iter()
                .map(|table| table.bots().iter().map(|&bot| bots[bot].name.clone()).collect())
                .collect(),
            groups: groups.len() as u64,
            games,
            unfinished,
            forfeited,
            turns: Measure::from(&turns),
            actions: Measure::from(&actions),
            bots: counts.iter().enumerate().map(|(bot, count)| count.summary(plan, bot)).collect(),
            seats: Seat::first(seats.len()).map(|seat| seats[seat.index()].summary(seat)).collect(),
            pairings,
            ratings,
            sprt,
        }
    }
}

impl BotCount {
    fn new(plan: &Plan) -> BotCount {
        BotCount {
            games: 0,
            wins: Wins::NONE,
            groups: Groups::new(plan.tables()[0].rotations() as u32),
            points: Moments::default(),
            margins: Moments::default(),
            seats: vec![SeatCount::default(); plan.seats()],
            lost: 0,
            broke: 0,
            faults: Faults::default(),
            first_faults: Vec::new(),
            luck: Paired::default(),
        }
    }

    fn add(&mut self, plan: &Plan, group: &Group, bot: usize) {
        let table = plan.table(group.group);
        if table.held(bot) == 0 {
            return;
        }
        let (mut won, mut luck, mut margins) = (Wins::NONE, None, Moments::default());
        for (rotation, game) in group.games.iter().enumerate() {
            let lineup = table.rotated(rotation);
            let seats = || Seat::first(lineup.len()).filter(|seat| lineup[seat.index()] == bot);
            for seat in seats() {
                won += game.won(seat);
                self.seats[seat.index()].add(game, seat);
                if let Some(&faults) = game.faults.get(seat.index()) {
                    self.faults += faults;
                }
                if let Some(lucks) = &game.luck {
                    *luck.get_or_insert(0.0) += lucks[seat.index()];
                }
                if game.gave_up.is_none() {
                    self.points.add(f64::from(game.points[seat.index()]));
                }
            }
            self.first_faults.extend(first_faults(&lineup, game, bot, group.group, rotation));
            self.games += 1;
            self.lost += u64::from(seats().any(|seat| game.lost.contains(seat)));
            self.broke += u64::from(seats().any(|seat| game.broke.contains(seat)));
            if let Some(margin) = margin(&lineup, game, bot) {
                margins.add(f64::from(margin));
            }
        }
        self.wins += won;
        self.groups.add(won);
        if let Some(margin) = margins.mean() {
            self.margins.add(margin);
        }
        if let Some(luck) = luck {
            let games = group.games.len() as f64;
            self.luck.add(won.games() / games, luck / games);
        }
    }

    fn summary(&self, plan: &Plan, bot: usize) -> BotSummary {
        let seating = plan.seating(bot);
        let share_interval = self.groups.interval(Z95);
        BotSummary {
            name: plan.bots()[bot].name.clone(),
            games: self.games,
            wins: self.wins.games(),
            share: self.groups.mean(),
            fair_share: seating.fair_share(),
            share_wilson: wilson(self.wins.games(), self.games, Z95),
            share_interval,
            elo: self.groups.mean().map(|share| seating.rate(share, share_interval)),
            group_values: self.groups.clone(),
            pentanomial: self.groups.pentanomial(),
            points: Measure::from(&self.points),
            margin: self.margins.estimate(),
            margin_interval: self.margins.interval(Z95),
            seats: Seat::first(self.seats.len()).map(|seat| self.seats[seat.index()].summary(seat)).collect(),
            lost: self.lost,
            broke: self.broke,
            faults: self.faults,
            first_faults: self.first_faults.clone(),
            luck: LuckSummary::new(&self.luck, self.games, plan.seating(bot)),
        }
    }
}

/// The first faults of a bot in a game.
fn first_faults(
    lineup: &[usize],
    game: &GameResult,
    bot: usize,
    group: u64,
    rotation: usize,
) -> impl Iterator<Item = MatchFault> {
    let own = game.first_faults.iter().filter(move |fault| lineup[fault.seat.index()] == bot);
    own.map(move |fault| MatchFault {
        kind: fault.kind,
        group,
        rotation,
        seat: fault.seat,
        message: fault.message.clone(),
        errors: fault.errors.clone(),
    })
}

/// The points by which the best seat of a bot is ahead of the best seat of the others; `None` if a forfeit ended the game.
pub fn margin(lineup: &[usize], game: &GameResult, bot: usize) -> Option<i32> {
    let best = |own: bool| {
        let seats = lineup.iter().zip(&game.points).filter(|(other, _)| (**other == bot) == own);
        seats.map(|(_, &points)| points).max()
    };
    game.gave_up.is_none().then_some(best(true)? - best(false)?)
}

/// The times of each bot's decisions, in the order in which they were named: zero where none were measured.
#[must_use]
pub fn times(plan: &Plan, groups: &[Group]) -> Vec<Stopwatch> {
    let mut times = vec![Stopwatch::default(); plan.bots().len()];
    for group in groups {
        for (rotation, game) in group.games.iter().enumerate() {
            let lineup = plan.table(group.group).rotated(rotation);
            for (&bot, &watch) in lineup.iter().zip(game.times.iter().flatten()) {
                times[bot] += watch;
            }
        }
    }
    times
}

/// The results of each two bots, and of all together.
struct Pairs {
    all: RoundRobin,
    /// For each two bots that met: their games, and what each won.
    met: std::collections::BTreeMap<(usize, usize), (u64, [Wins; 2])>,
    names: Vec<String>,
}

impl Pairs {
    fn new(plan: &Plan) -> Pairs {
        let names: Vec<String> = plan.bots().iter().map(|bot| bot.name.clone()).collect();
        Pairs { all: RoundRobin::new(names.clone()), met: Default::default(), names }
    }

    fn add(&mut self, plan: &Plan, group: &Group) {
        let table = plan.table(group.group);
        for (rotation, game) in group.games.iter().enumerate() {
            let lineup = table.rotated(rotation);
            let seats: Vec<Seat> = Seat::first(lineup.len()).collect();
            let winners = seats.iter().filter(|seat| game.won(**seat) > Wins::NONE);
            let winners: Vec<usize> = winners.map(|seat| seat.index()).collect();
            self.all.add(&lineup, &winners).expect("tables have two to six seats, and somebody wins");
            let won = |bot: usize| -> Wins {
                seats.iter().filter(|seat| lineup[seat.index()] == bot).map(|seat| game.won(*seat)).sum()
            };
            let mut bots = lineup.clone();
            bots.sort_unstable();
            bots.dedup();
            for (at, &first) in bots.iter().enumerate() {
                for &second in &bots[at + 1..] {
                    let (games, wins) = self.met.entry((first, second)).or_default();
                    *games += 1;
                    wins[0] += won(first);
                    wins[1] += won(second);
                }
            }
        }
    }

    fn summary(&self) -> (Vec<Pairing>, Vec<Rating>) {
        let ratings = self.all.rate().anchored(&self.names[0]).expect("the first bot is rated");
        let pairings = self.met.iter().map(|(&(a, b), &(games, wins))| {
            let bots = [self.names[a].clone(), self.names[b].clone()];
            let decided = (wins[0] + wins[1]).games();
            Pairing {
                games,
                wins: wins.map(Wins::games),
                share: (decided > 0.0).then(|| wins[0].games() / decided),
                elo: ratings.difference(&bots[0], &bots[1]),
                bots,
            }
        });
        (pairings.collect(), ratings.rows().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(groups: impl IntoIterator<Item = (f64, f64)>) -> LuckSummary {
        let mut paired = Paired::default();
        let mut games = 0;
        for (share, luck) in groups {
            paired.add(share, luck);
            games += 2;
        }
        LuckSummary::new(&paired, games, Seating::ONE_ON_ONE).expect("two groups at least")
    }

    #[test]
    fn luck_is_not_taken_out_of_a_result_that_varies_less() {
        // One bot wins everything; its luck, a little bad on average, varies all the same.
        let one_sided = summary((0..50).map(|n| (1.0, if n % 2 == 0 { 0.1 } else { -0.2 })));
        assert!(one_sided.adjusted.estimate.value > 1.0 && one_sided.adjusted.variance_factor < 1.0);
        assert!(!one_sided.applies);
        let derived = (one_sided.adjusted_interval, one_sided.adjusted_elo, one_sided.games_without);
        assert_eq!(derived, (None, None, None));
        assert_eq!(one_sided.plain_interval, Interval { low: 1.0, high: 1.0 });
        // The same in the middle of the range: the luck has nothing to do with the result.
        let unrelated = summary((0..100).map(|n| (f64::from(n % 2), f64::from(n / 2 % 2) - 0.5)));
        assert!(!unrelated.applies && (unrelated.adjusted.estimate.value - 0.5).abs() < 1e-9);
        // Less variance, but no share.
        let beyond = summary([(1.0, 0.0), (1.0, -0.1), (0.5, -0.6), (1.0, 0.0)]);
        assert!(beyond.adjusted.variance_factor > 1.0 && beyond.adjusted.estimate.value > 1.0);
        assert!(!beyond.applies && beyond.adjusted_interval.is_none());
    }

    #[test]
    fn shares_without_luck_stay_between_0_and_1() {
        let good = summary([(1.0, 0.0), (1.0, -0.1), (0.5, -0.45), (1.0, 0.1), (1.0, 0.02)]);
        assert!(good.applies && good.adjusted.variance_factor > 1.0);
        let interval = good.adjusted_interval.expect("it applies");
        assert!(interval.contains(good.adjusted.estimate.value) && interval.high == 1.0, "{interval:?}");
        assert!(good.games_without.expect("it applies") > 10.0);
        assert!(good.adjusted_elo.is_some());
    }
}
