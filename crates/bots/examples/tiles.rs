//! Lets bots play Carcassonne, Traders & Builders or Mayflower against each other: same tiles, seats rotated.
//!
//! `cargo run --release -p bots --example tiles -- carcassonne 400 follower=4 vs thrift=0.8` plays 400 games of a surveyor
//! with one changed weight against one with another, and prints the share of games that the first one won (a shared
//! victory counts in part), its points and the margin, each with a 95 % interval, and what its decisions took. `random`
//! stands for a bot of that name, `search` for one that searches with `nodes=150`, `turns=4`, `lines=8` and `exact=3`, and ends its decisions after `ms=20`, `players=4` for four
//! seats of which the first bot has one, `option:farmers=false` for an option of the game, `seed=7` for other tiles, `times` for
//! taking every decision five times to time it well.

use bots::carcassonne::{Bot, Master, Match, Surveyor, SurveyorGame};
use bots::{Depth, Player};
use carcassonne::{Action, Base, Game, LegalActions, NewWorld, Traders, View};
use game::{Seat, Seed};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A bot that is timed.
struct Timed {
    bot: Bot,
    took: Vec<Duration>,
    tries: u32,
}

impl<R: SurveyorGame> Player<Game<R>> for Timed {
    fn choose(&mut self, view: &View<'_, R>, legal: &LegalActions<R>) -> Action {
        let time = |mut bot: Bot| {
            let start = Instant::now();
            let action = bot.choose(view, legal);
            (start.elapsed(), action, bot)
        };
        // On a busy machine the shortest of several tries is nearest to the truth.
        let tries = (1..self.tries).map(|_| time(self.bot.clone()).0).min();
        let (took, action, bot) = time(self.bot.clone());
        self.bot = bot;
        self.took.push(tries.map_or(took, |least| least.min(took)));
        action
    }
}

/// The clock of searches that end after a time.
fn now() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    1e3 * START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

#[derive(Clone, Default)]
struct Side {
    name: Option<String>,
    weights: Vec<(String, f32)>,
}

impl Side {
    /// The depth of a search: the default with what was ordered.
    fn depth(&self) -> Depth {
        let mut depth = Depth::new(8, 150, 4);
        for (name, value) in self.weights.iter().filter(|(name, _)| name != "ms") {
            assert!(depth.set(name, *value as u32), "no number of a search is called {name}");
        }
        depth
    }

    fn bot<R: SurveyorGame>(&self, seat: Seat, seed: Seed, tries: u32) -> Timed {
        let bot = match &self.name {
            Some(name) if name == "search" => {
                let draws = seed.substream("bot", seat.index() as u64);
                let master = Master::new(self.depth(), draws);
                let milliseconds = self.weights.iter().find(|(name, _)| name == "ms");
                Bot::Master(Box::new(match milliseconds {
                    Some(&(_, milliseconds)) => master.within(milliseconds.into(), now),
                    None => master,
                }))
            }
            Some(name) => Bot::new(name, seat, seed).unwrap_or_else(|| panic!("no bot is called {name}")),
            None => {
                let mut weights = R::weights();
                for (name, value) in &self.weights {
                    assert!(weights.set(name, *value), "no weight is called {name}");
                }
                Bot::Surveyor(Box::new(Surveyor::new(weights)))
            }
        };
        Timed { bot, took: Vec::new(), tries }
    }
}

#[derive(Default)]
struct Orders {
    games: u64,
    seed: u64,
    tries: u32,
    options: Vec<(String, String)>,
    sides: [Side; 2],
}

fn orders(mut args: impl Iterator<Item = String>) -> Orders {
    let games = args.next().map_or(200, |text| text.parse().expect("a number of games"));
    let mut orders = Orders { games, tries: 1, ..Orders::default() };
    let mut side = 0;
    for arg in args {
        match arg.split_once('=') {
            None if arg == "vs" => side = 1,
            None if arg == "times" => orders.tries = 5,
            None => orders.sides[side].name = Some(arg),
            Some(("seed", value)) => orders.seed = value.parse().expect("a number"),
            Some(("players", _)) => {
                let (name, value) = arg.split_once('=').expect("just split");
                orders.options.push((name.to_owned(), value.to_owned()));
            }
            Some((name, value)) => match name.strip_prefix("option:") {
                Some(name) => orders.options.push((name.to_owned(), value.to_owned())),
                None => {
                    let value = value.parse().expect("a number");
                    orders.sides[side].weights.push((name.to_owned(), value));
                }
            },
        }
    }
    orders
}

fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, 1.96 * (variance / n).sqrt())
}

fn play<R: SurveyorGame>(orders: &Orders, options: &R::Options) {
    let (mut shares, mut margins, mut firsts, mut others) = (vec![], vec![], vec![], vec![]);
    let (mut took, mut parts) = (Vec::new(), [0.0; 6]);
    let seats = R::players(options);
    for number in 0..orders.games {
        let seed = Seed(orders.seed).derive(number / seats as u64);
        let first = Seat::new((number % seats as u64) as usize).expect("a seat");
        let mut bots: Vec<Timed> = Seat::first(seats)
            .map(|seat| orders.sides[usize::from(seat != first)].bot::<R>(seat, seed, orders.tries))
            .collect();
        let mut series = Match::<R>::new(options, seed);
        let played = series.play(&mut bots, &mut ()).unwrap_or_else(|illegal| panic!("{illegal}"));
        let winners = played.outcome.winners;
        shares.push(if winners.contains(first) { 1.0 / winners.len() as f64 } else { 0.0 });
        let best = Seat::first(seats).filter(|&seat| seat != first).map(|seat| played.points[seat]);
        margins.push(f64::from(played.points[first] - best.clone().max().expect("another seat")));
        firsts.push(f64::from(played.points[first]));
        others.extend(best.map(f64::from));
        took.append(&mut bots[first.index()].took);
        let points = series.game().points(first);
        let of = [points.roads, points.cities, points.monasteries, points.fields, points.goods, points.extra];
        parts.iter_mut().zip(of).for_each(|(sum, points)| *sum += f64::from(points));
    }
    took.sort();
    let (n, share) = (orders.games as f64, mean(&shares).0);
    let z = 1.96;
    let centre = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
    let (margin, wide) = mean(&margins);
    println!(
        "won {:.1} % of {} ({:.1} to {:.1} %), margin {margin:+.2} ± {wide:.2}, points {:.1} against {:.1}",
        100.0 * share,
        orders.games,
        100.0 * (centre - spread).max(0.0),
        100.0 * (centre + spread),
        mean(&firsts).0,
        mean(&others).0,
    );
    let [roads, cities, monasteries, fields, goods, extra] = parts.map(|sum| sum / n);
    println!(
        "  roads {roads:.1}, cities {cities:.1}, monasteries {monasteries:.1}, fields {fields:.1}, goods {goods:.1}, \
         extra {extra:.1}"
    );
    let milliseconds = |share: f64| 1e3 * took[((took.len() - 1) as f64 * share) as usize].as_secs_f64();
    println!(
        "  {} decisions took {:.2} ms on average, 99 % at most {:.2}, 99.9 % {:.2}, the longest {:.2}",
        took.len(),
        1e3 * took.iter().sum::<Duration>().as_secs_f64() / took.len() as f64,
        milliseconds(0.99),
        milliseconds(0.999),
        milliseconds(1.0),
    );
}

/// Plays with the options as they were ordered.
macro_rules! game {
    ($rules:ty, $orders:expr) => {{
        let mut options = <$rules as carcassonne::Definition>::Options::default();
        for (name, value) in &$orders.options {
            options.set(name, value).unwrap_or_else(|error| panic!("{name}={value}: {error:?}"));
        }
        play::<$rules>(&$orders, &options);
    }};
}

fn main() {
    let mut args = std::env::args().skip(1);
    let game = args.next().unwrap_or_else(|| "carcassonne".to_owned());
    let orders = orders(args);
    match game.as_str() {
        "carcassonne" => game!(Base, orders),
        "traders-and-builders" => game!(Traders, orders),
        "mayflower" => game!(NewWorld, orders),
        _ => panic!("no game here is called {game}"),
    }
}
