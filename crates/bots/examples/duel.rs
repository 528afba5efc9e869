//! Lets settlers with different weights play each other: two against two, seats and layouts shared.
//!
//! `cargo run --release -p bots --example duel -- 400 growth=0.8 market=0.7` plays 400 games of the changed weights
//! against the default ones and prints the share of games that the changed ones won, with its 95 % interval. Further
//! words: `cities-and-knights` for that game; `alone` for one against three; `people` where the others are to take the
//! changed ones for people, whom they offer little; `vs` before the weights of the others; the names of bots, as `expert vs settler`;
//! `search` for changed ones that search, with `nodes=150`, `turns=4` and `lines=6`; `seed=7` for other games;
//! `times` measures decisions, in one thread.

use bots::island::Master;
use bots::{BotGame, Depth, Match, Player, catan, cities_and_knights};
use game::{Seat, SeatSet, Seed};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Sets weights by `name=value`.
fn set(settings: &[String], mut apply: impl FnMut(&str, f32) -> bool) {
    for setting in settings {
        let (name, value) = setting.split_once('=').expect("name=value");
        let value: f32 = value.parse().expect("a number");
        assert!(apply(name, value), "no weight is called {name}");
    }
}

/// The set-up of a series of games.
struct Series {
    games: u64,
    seed: Seed,
    alone: bool,
    /// Whether the others take the changed ones for people.
    people: bool,
    times: bool,
}

/// A bot whose decisions are timed.
struct Timed<B> {
    bot: B,
    clock: bool,
    decisions: u64,
    spent: Duration,
    longest: Duration,
}

impl<G: BotGame, B: Player<G> + Clone> Player<G> for Timed<B> {
    fn choose(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        if !self.clock {
            return self.bot.choose(view, legal);
        }
        // Other work may run beside this: of several times the shortest counts.
        let mut spent = Duration::MAX;
        for _ in 0..4 {
            let mut copy = self.bot.clone();
            let start = Instant::now();
            copy.choose(view, legal);
            spent = spent.min(start.elapsed());
        }
        let action = self.bot.choose(view, legal);
        self.decisions += 1;
        self.spent += spent;
        self.longest = self.longest.max(spent);
        action
    }
    fn observe(&mut self, event: &G::Event) {
        self.bot.observe(event);
    }
    fn listens(&self) -> bool {
        self.bot.listens()
    }
    fn meet(&mut self, people: SeatSet) {
        self.bot.meet(people);
    }
}

fn play<G: BotGame, B: Player<G> + Clone>(
    series: &Series,
    new: impl Fn(Seed) -> Match<G> + Sync,
    bot: impl Fn(bool, Seat, Seed) -> B + Sync,
) {
    let (next, wins, turns) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let (decisions, spent, longest) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let games = series.games;
    // Each layout is played with the sides in every seat.
    let rotations = if series.alone { 4 } else { 2 };
    std::thread::scope(|scope| {
        for _ in 0..if series.times { 1 } else { 2 } {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    let seed = series.seed.derive(number / rotations);
                    let is_changed = |seat: Seat| (seat.index() as u64 + number).is_multiple_of(rotations);
                    let mut bots: Vec<Timed<B>> = Seat::first(4)
                        .map(|seat| Timed {
                            bot: bot(is_changed(seat), seat, seed),
                            clock: series.times && is_changed(seat),
                            decisions: 0,
                            spent: Duration::ZERO,
                            longest: Duration::ZERO,
                        })
                        .collect();
                    if series.people {
                        let people: SeatSet = Seat::first(4).filter(|&seat| is_changed(seat)).collect();
                        bots.iter_mut().for_each(|bot| bot.meet(people));
                    }
                    let played = new(seed).play(&mut bots, &mut ()).expect("legal");
                    let won = played.outcome.winners.lowest().is_some_and(is_changed);
                    wins.fetch_add(u64::from(won), Ordering::Relaxed);
                    turns.fetch_add(u64::from(played.turns), Ordering::Relaxed);
                    for bot in &bots {
                        decisions.fetch_add(bot.decisions, Ordering::Relaxed);
                        spent.fetch_add(bot.spent.as_nanos() as u64, Ordering::Relaxed);
                        longest.fetch_max(bot.longest.as_nanos() as u64, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let (n, share) = (games as f64, wins.load(Ordering::Relaxed) as f64 / games as f64);
    let z = 1.96;
    let centre = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
    println!(
        "{:.1} % of {games} games ({:.1} % to {:.1} %), {:.1} turns a game",
        100.0 * share,
        100.0 * (centre - spread),
        100.0 * (centre + spread),
        turns.load(Ordering::Relaxed) as f64 / n
    );
    if series.times {
        let decisions = decisions.load(Ordering::Relaxed);
        println!(
            "{decisions} decisions, {:.3} ms on average, {:.2} ms at most",
            spent.load(Ordering::Relaxed) as f64 / decisions as f64 / 1e6,
            longest.load(Ordering::Relaxed) as f64 / 1e6
        );
    }
}

/// Takes the parameters of a search out of the settings.
fn depth(settings: &mut Vec<String>) -> Depth {
    let mut depth = Depth::new(6, 150, 4);
    settings.retain(|setting| {
        let Some((name, value)) = setting.split_once('=') else { return true };
        value.parse().is_ok_and(|value| !depth.set(name, value)) || value.contains('.')
    });
    depth
}

fn main() {
    let mut series = Series { games: 200, seed: Seed(0), alone: false, people: false, times: false };
    let mut knights = false;
    let (mut versus, mut search) = (false, false);
    // The names of the others and of the changed ones.
    let mut names: [Option<String>; 2] = [None, None];
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for word in std::env::args().skip(1) {
        match word.as_str() {
            "cities-and-knights" => knights = true,
            "alone" => series.alone = true,
            "people" => series.people = true,
            "times" => series.times = true,
            "vs" => versus = true,
            "search" => search = true,
            word if catan::BOTS.iter().any(|bot| bot.name == word) => {
                names[usize::from(!versus)] = Some(word.to_owned());
            }
            word => match (word.parse(), word.strip_prefix("seed=")) {
                (Ok(games), _) => series.games = games,
                (_, Some(seed)) => series.seed = Seed(seed.parse().expect("a number")),
                _ if versus => theirs.push(word.to_owned()),
                _ => ours.push(word.to_owned()),
            },
        }
    }
    let depth = depth(&mut ours);
    if knights {
        let weights = [&theirs, &ours].map(|settings| {
            let mut weights = cities_and_knights::Weights::default();
            set(settings, |name, value| weights.set(name, value));
            weights
        });
        let new =
            |seed| cities_and_knights::Match::new(&::catan::cities_and_knights::Options::default(), seed);
        play(&series, new, |changed, seat, seed| match (&names[usize::from(changed)], changed) {
            (Some(name), _) => cities_and_knights::Bot::new(name, seat, seed).expect("a bot of that name"),
            (_, true) if search => {
                let draws = seed.substream("bot", seat.index() as u64);
                cities_and_knights::Bot::Master(Box::new(Master::new(depth, draws)))
            }
            _ => cities_and_knights::Bot::Settler(Box::new(cities_and_knights::Settler::new(
                weights[usize::from(changed)],
            ))),
        });
    } else {
        let weights = [&theirs, &ours].map(|settings| {
            let mut weights = catan::Weights::default();
            set(settings, |name, value| weights.set(name, value));
            weights
        });
        let new = |seed| catan::Match::new(&::catan::Options::default(), seed);
        play(&series, new, |changed, seat, seed| match (&names[usize::from(changed)], changed) {
            (Some(name), _) => catan::Bot::new(name, seat, seed).expect("a bot of that name"),
            (_, true) if search => {
                let draws = seed.substream("bot", seat.index() as u64);
                catan::Bot::Master(Box::new(Master::new(depth, draws)))
            }
            _ => catan::Bot::Settler(Box::new(catan::Settler::new(weights[usize::from(changed)]))),
        });
    }
}
