//! Measures how much of the results of games is luck, with bots of one name on all seats, or one bot against others.
//!
//! `cargo run --release -p arena --example luck -- catan 400 players=4` plays 400 games of four settlers and prints how
//! many times fewer games the luck-adjusted results need. Further words: the name of another bot, or of the first
//! one and of the others, who then rotate; options of the game as
//! `name=value`; `seed=7` for other games; `threads=2`; `calibration` to compare the estimates with the results; `planted=0.2` to see a known difference in strength
//! recovered: in so many of the games, drawn at random, seat A is counted as the winner.

use analysis::{Analysed, Chances};
use arena::stats::{Paired, Z95};
use bots::luck::{Estimator, Foreseen, Luck, Shares, won};
use bots::{Match, Recorder};
use game::options::NamedOptions;
use game::{Draws, Outcome, Seat, SeatSet, Seed};
use shelf::{GameKind, of_kind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The measurements of a game.
struct Record {
    result: Shares,
    luck: Shares,
    events: u32,
    took: Duration,
    all: Duration,
    /// Estimates before outcomes, with how much of the game was over.
    estimates: Vec<(u32, Shares)>,
}

/// Times the luck, and keeps the estimates where they are asked for.
struct Watch<G: Analysed> {
    luck: Luck<G, Foreseen<Chances<G>>>,
    took: Duration,
    estimator: Option<Chances<G>>,
    estimates: Vec<(u32, Shares)>,
}

impl<G: Analysed> Recorder<G> for Watch<G> {
    const EVENTS: bool = false;
    fn action(&mut self, _: &G, _: Seat, _: G::Action) {}
    fn outcome(&mut self, game: &G, chance: &G::Chance) {
        if let Some(estimator) = &mut self.estimator {
            self.estimates.push((game.turns(), estimator.shares(game)));
        }
        let start = Instant::now();
        self.luck.outcome(game, chance);
        self.took += start.elapsed();
    }
}

struct Orders {
    games: u64,
    seed: Seed,
    threads: usize,
    bots: Vec<String>,
    calibration: bool,
    planted: f64,
    options: Vec<(String, String)>,
}

fn play<G: Analysed>(orders: &Orders, options: &G::Options, number: u64) -> Record {
    let seed = orders.seed.derive(number);
    let seats = G::new(options).seats();
    let best = G::BOTS.iter().rfind(|bot| !bot.searches()).expect("every game has bots").name;
    let names = |place: usize| orders.bots.get(place).or(orders.bots.last()).map_or(best, String::as_str);
    // Several bots rotate: the first one has a place of its own, and what follows is told by place.
    let turn = if orders.bots.len() > 1 { number as usize % seats } else { 0 };
    let place = |seat: Seat| (seat.index() + seats - turn) % seats;
    let mut bots: Vec<G::Bot> = Seat::first(seats)
        .map(|seat| G::bot(names(place(seat)), seat, seed).expect("a bot of that name"))
        .collect();
    let estimator = orders.calibration.then(Chances::default);
    let mut watch =
        Watch::<G> { luck: Luck::by_estimator(), took: Duration::ZERO, estimator, estimates: Vec::new() };
    let start = Instant::now();
    let played = Match::<G>::new(options, seed).play(&mut bots, &mut watch).expect("legal");
    let by_place = |shares: &Shares| {
        let mut placed = Shares::default();
        Seat::first(seats).for_each(|seat| placed.0[place(seat)] = shares[seat]);
        placed
    };
    Record {
        result: by_place(&won(played.outcome, seats)),
        luck: by_place(watch.luck.total()),
        events: watch.luck.events(),
        took: watch.took,
        all: start.elapsed(),
        estimates: watch.estimates,
    }
}

fn measure<G: Analysed<Options: Sync>>(orders: &Orders) {
    let mut options = G::Options::default();
    for (name, value) in &orders.options {
        options.set(name, value).unwrap_or_else(|error| panic!("{name}={value}: {error:?}"));
    }
    let next = AtomicU64::new(0);
    let work = || {
        let mut records = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= orders.games {
                return records;
            }
            records.push((number, play::<G>(orders, &options, number)));
        }
    };
    let mut records: Vec<(u64, Record)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..orders.threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    records.sort_by_key(|(number, _)| *number);
    let seats = G::new(&options).seats();
    report(G::NAME, seats, &records);
    if orders.planted > 0.0 {
        plant(orders, &mut records);
        let share = orders.planted + (1.0 - orders.planted) / seats as f64;
        println!("\nplanted: A wins {share:.3} if seats are equal, as above they need not be");
        report(G::NAME, seats, &records);
    }
    if orders.calibration {
        calibrate(G::new(&options).seats(), &records);
    }
}

/// Makes seat A the winner of some of the games.
fn plant(orders: &Orders, records: &mut [(u64, Record)]) {
    for (number, record) in records {
        let drawn = orders.seed.substream("planted", *number).below(1_000_000);
        if f64::from(drawn) < orders.planted * 1e6 {
            record.result = won(Outcome { winners: SeatSet::one(Seat::A) }, 1);
        }
    }
}

fn report(name: &str, seats: usize, records: &[(u64, Record)]) {
    let mut all = Paired::default();
    for seat in Seat::first(seats) {
        let mut pairs = Paired::default();
        for (_, record) in records {
            pairs.add(record.result[seat], record.luck[seat]);
            all.add(record.result[seat], record.luck[seat]);
        }
        let (Some(plain), Some(luck), Some(adjusted)) =
            (pairs.results().estimate(), pairs.lucks().estimate(), pairs.adjusted())
        else {
            return println!("too few games");
        };
        println!(
            "{seat}: won {:.3} ± {:.3}, luck {:+.3} ± {:.3}, adjusted {:.3} ± {:.3}, factor {:.2}",
            plain.value,
            Z95 * plain.error,
            luck.value,
            Z95 * luck.error,
            adjusted.estimate.value,
            Z95 * adjusted.estimate.error,
            adjusted.variance_factor
        );
    }
    let (Some(adjusted), Some(regressed)) = (all.adjusted(), all.regressed()) else { return };
    let n = records.len() as f64;
    let each = |of: fn(&Record) -> f64| records.iter().map(|(_, record)| of(record)).sum::<f64>() / n;
    println!(
        "{name}, {seats} seats, {n} games: factor {:.2}; {:.2} with coefficient {:.2}; {:.0} outcomes, {:.1} ms of {:.1} ms a game",
        adjusted.variance_factor,
        regressed.variance_factor,
        regressed.coefficient,
        each(|record| record.events.into()),
        each(|record| 1e3 * record.took.as_secs_f64()),
        each(|record| 1e3 * record.all.as_secs_f64())
    );
}

/// Whether shares come true, and which power of them would come true better.
fn calibrate(seats: usize, records: &[(u64, Record)]) {
    const STAGES: usize = 4;
    for stage in 0..STAGES {
        let mut bins = [(0.0, 0.0, 0u32); 10];
        let mut losses = [0.0; 13];
        let mut len = 0u32;
        for (_, record) in records {
            let last = record.estimates.last().map_or(1, |(turn, _)| turn + 1);
            for (turn, shares) in &record.estimates {
                if *turn as usize * STAGES / last as usize != stage {
                    continue;
                }
                len += 1;
                for seat in Seat::first(seats) {
                    let bin = &mut bins[((shares[seat] * 10.0) as usize).min(9)];
                    *bin = (bin.0 + shares[seat], bin.1 + record.result[seat], bin.2 + 1);
                }
                for (n, loss) in losses.iter_mut().enumerate() {
                    let power = 0.4 + 0.1 * n as f64;
                    let sum: f64 = Seat::first(seats).map(|seat| shares[seat].powf(power)).sum();
                    for seat in Seat::first(seats) {
                        *loss -= record.result[seat] * (shares[seat].powf(power) / sum).max(1e-9).ln();
                    }
                }
            }
        }
        print!("quarter {}:", stage + 1);
        for (shares, won, count) in bins.into_iter().filter(|bin| bin.2 > 0) {
            print!(" {:.2}→{:.2}", shares / f64::from(count), won / f64::from(count));
        }
        println!();
        let best = (0..losses.len()).min_by(|a, b| losses[*a].total_cmp(&losses[*b])).unwrap_or(0);
        println!(
            "  loss {:.4}; {:.4} with power {:.1}; {:.4} knowing nothing",
            losses[6] / f64::from(len),
            losses[best] / f64::from(len),
            0.4 + 0.1 * best as f64,
            (seats as f64).ln()
        );
    }
}

fn main() {
    let mut orders = Orders {
        games: 200,
        seed: Seed(0),
        threads: 1,
        bots: Vec::new(),
        calibration: false,
        planted: 0.0,
        options: Vec::new(),
    };
    let mut kind = GameKind::Catan;
    for word in std::env::args().skip(1) {
        let named = GameKind::ALL.iter().find(|kind| kind.name() == word);
        match (word.split_once('='), word.parse(), named) {
            (_, Ok(games), _) => orders.games = games,
            (_, _, Some(&named)) => kind = named,
            (Some(("seed", value)), ..) => orders.seed = value.parse().expect("a seed"),
            (Some(("planted", value)), ..) => orders.planted = value.parse().expect("a share"),
            (Some(("threads", value)), ..) => orders.threads = value.parse().expect("a number"),
            (Some((name, value)), ..) => orders.options.push((name.to_owned(), value.to_owned())),
            _ if word == "calibration" => orders.calibration = true,
            _ => orders.bots.push(word),
        }
    }
    of_kind!(kind, G => measure::<G>(&orders));
}
