//! Fits the estimator to games between bots, or measures it on others.
//!
//! ```text
//! cargo run --release -p analysis --example fit -- write          # writes crates/analysis/src/estimate.json
//! cargo run --release -p analysis --example fit -- measure        # prints the tables of docs/analysis.md
//! cargo run --release -p analysis --example fit -- measure 200 catan
//! ```
//!
//! The second word is the number of games for each game and number of seats, the third one game. Games for `write` and for `measure`
//! come from different seeds, so what is measured was never fitted.

use analysis::estimate::{Fitted, Model, shares_of};
use analysis::fit::{BINS, Calibration, Sample, fit, fit_naive, naive_shares, play};
use game::{Game, Seed};
use shelf::{GameKind, of_kind};
use std::sync::atomic::{AtomicU64, Ordering};

/// The seed of the games to which the estimator is fitted.
const FITTED: u64 = 1;
/// The seed of the games on which it is measured.
const HELD_OUT: u64 = 2;
/// The games to which the single coefficient of the naive estimator is fitted.
const NAIVE: u64 = 100;
/// One in so many positions is taken.
const ONE_IN: u32 = 12;

/// Games by default: fewer where one takes longer.
fn games(kind: GameKind) -> u64 {
    match kind.name() {
        "catan" => 1200,
        "carcassonne" | "mayflower" => 800,
        "cities-and-knights" => 400,
        _ => 200,
    }
}

/// The samples of games on all processors, in the order of the games.
fn samples(kind: GameKind, seats: usize, seed: u64, games: u64) -> Vec<Sample> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(0);
    let work = || {
        let mut own = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                return own;
            }
            own.push((number, of_kind!(kind, G => play::<G>(seats, Seed(seed), number, ONE_IN))));
        }
    };
    let mut played: Vec<(u64, Vec<Sample>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no game panics")).collect()
    });
    played.sort_by_key(|(number, _)| *number);
    played.into_iter().flat_map(|(_, samples)| samples).collect()
}

fn write(kinds: &[GameKind], asked: Option<u64>) {
    let mut fitted = if kinds.len() == 1 { Model::built_in().fitted.clone() } else { Vec::new() };
    fitted.retain(|it| kinds.iter().all(|kind| kind.name() != it.game));
    for &kind in kinds {
        for seats in of_kind!(kind, G => G::SEATS) {
            let games = asked.unwrap_or(games(kind));
            let samples = samples(kind, seats, FITTED, games);
            let weights = fit(&samples).map(|weight| (weight * 1e4).round() / 1e4);
            eprintln!("{kind} {seats}: {} positions, {weights:?}", samples.len());
            let (game, positions) = (kind.name().to_owned(), samples.len() as u64);
            fitted.push(Fitted { game, seats, games, positions, weights });
        }
    }
    let order = |it: &Fitted| (GameKind::ALL.iter().position(|kind| kind.name() == it.game), it.seats);
    fitted.sort_by_key(order);
    let model = Model { seed: FITTED, hash: Model::hash_of(&fitted), fitted };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/estimate.json");
    let text = serde_json::to_string_pretty(&model).expect("numbers are JSON");
    std::fs::write(path, text + "\n").expect("the file can be written");
}

/// The stages of a game, by their lower ends.
const STAGES: [(&str, f64); 3] = [("early", 0.0), ("middle", 1.0 / 3.0), ("late", 2.0 / 3.0)];

fn measure(kinds: &[GameKind], asked: Option<u64>) {
    println!("| game | stage | positions | Brier | log loss | ECE | naive: Brier | log loss | ECE |");
    println!("|---|---|---|---|---|---|---|---|---|");
    let (mut diagrams, mut by_seats) = (Vec::new(), Vec::new());
    for &kind in kinds {
        let mut stages = [(Calibration::default(), Calibration::default()); STAGES.len() + 1];
        for seats in of_kind!(kind, G => G::SEATS) {
            let mut here = [Calibration::default(); STAGES.len() + 1];
            let games = asked.unwrap_or(games(kind));
            let weights = Model::built_in().of(kind.name(), seats);
            let naive = fit_naive(&samples(kind, seats, FITTED, games.min(NAIVE)));
            for sample in samples(kind, seats, HELD_OUT, games) {
                let stage = STAGES.iter().rposition(|(_, from)| sample.stage >= *from).unwrap_or_default();
                let (own, points) = (shares_of(&sample.rows, &weights), naive_shares(&sample.points, naive));
                for place in [stage, STAGES.len()] {
                    here[place].add(&own, &sample.result, seats);
                    stages[place].0.add(&own, &sample.result, seats);
                    stages[place].1.add(&points, &sample.result, seats);
                }
            }
            let all = &here[STAGES.len()];
            let errors = here.iter().map(|it| format!("{:.3}", it.error())).collect::<Vec<_>>().join(" | ");
            let (n, brier, loss) = (all.positions, all.brier(), all.log_loss());
            by_seats.push(format!("| {kind} | {seats} | {n} | {brier:.3} | {loss:.3} | {errors} |"));
        }
        for ((own, naive), name) in stages.iter().zip(STAGES.iter().map(|it| it.0).chain(["all"])) {
            let (n, own_error, naive_error) = (own.positions, own.error(), naive.error());
            let scores =
                [own.brier(), own.log_loss(), own_error, naive.brier(), naive.log_loss(), naive_error];
            let scores = scores.map(|score| format!("{score:.3}")).join(" | ");
            println!("| {kind} | {name} | {n} | {scores} |");
        }
        diagrams.push((kind, stages[STAGES.len()].0));
    }
    println!("\n| game | seats | positions | Brier | log loss | ECE: early | middle | late | all |");
    println!("|---|---|---|---|---|---|---|---|---|\n{}", by_seats.join("\n"));
    let titles: Vec<String> = (0..BINS).map(|n| format!("{}–{} %", 10 * n, 10 * n + 10)).collect();
    println!("\n| game | {} |\n|---|{}", titles.join(" | "), "---|".repeat(BINS));
    for (kind, diagram) in diagrams {
        let cell = |&(count, _, result): &(u64, f64, f64)| match count {
            0 => "–".to_owned(),
            count => format!("{:.1} %", 100.0 * result / count as f64),
        };
        println!("| {kind} | {} |", diagram.bins.iter().map(cell).collect::<Vec<_>>().join(" | "));
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let asked = words.get(1).and_then(|word| word.parse().ok());
    let named = words.get(2).map(|word| word.parse().expect("a game of `neuland games`"));
    let kinds: Vec<GameKind> = named.map_or_else(|| GameKind::ALL.to_vec(), |kind| vec![kind]);
    match words.first().map(String::as_str) {
        Some("write") => write(&kinds, asked),
        Some("measure") => measure(&kinds, asked),
        _ => eprintln!("write or measure, then the number of games, then a game"),
    }
}
