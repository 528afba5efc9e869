//! A million draws of fair dice, of every kind that the five games have, against what the rules expect of each.

use fair::{Dice, Nonce, Secret};
use game::{Draws, Seat, Seed, Turn};
use shelf::{AnyGame, GameKind};
use std::collections::{BTreeMap, BTreeSet};

/// Draws in all.
const DRAWS: usize = 1_000_000;
/// Islands that are laid out beside them, each from some 44 numbers.
const ISLANDS: usize = 4_000;

/// The dice of table number `n`.
fn dice(n: usize) -> Dice {
    let nonce: Nonce = "00112233445566778899aabbccddeeff".parse().unwrap();
    Dice::new(&Secret::from_bytes([11; 32]), &format!("t{n}"), &BTreeMap::from([(Seat::A, nonce)]))
}

/// For each purpose of a game the position of a few random games that has the most different outcomes.
fn positions(kind: GameKind, options: &[(&str, &str)]) -> BTreeMap<&'static str, AnyGame> {
    let mut found: BTreeMap<&'static str, AnyGame> = BTreeMap::new();
    for seed in 0..6 {
        let mut game = AnyGame::with_options(kind, options.iter().copied()).unwrap();
        let mut choice = Seed(seed).substream("choice", 0);
        for _ in 0..1_500 {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance(_) => {
                    let (purpose, _) = game.chance_key().unwrap();
                    let outcomes = |game: &AnyGame| game.chance_outcomes().len();
                    if found.get(purpose).is_none_or(|known| outcomes(known) < outcomes(&game)) {
                        found.insert(purpose, game);
                    }
                    let outcome = game.draw(Seed(seed)).unwrap();
                    game.resolve(&outcome).unwrap();
                }
                Turn::Decide(seats) => {
                    let seat = seats.nth(choice.below(seats.len() as u32) as usize).unwrap();
                    let legal = game.legal_actions(seat);
                    if !legal.is_empty() {
                        let action = &legal[choice.below(legal.len() as u32) as usize];
                        game.play(seat, action).unwrap();
                    }
                }
            }
        }
    }
    found
}

/// Between these bounds lies a sum of squares with so many degrees of freedom, but for one time in ten thousand on either
/// side (Wilson and Hilferty). Too little says that something is drawn too evenly.
fn bounds(freedom: usize) -> (f64, f64) {
    let (k, z) = (freedom as f64, 3.719);
    let at = |z: f64| k * (1.0 - 2.0 / (9.0 * k) + z * (2.0 / (9.0 * k)).sqrt()).powi(3);
    (at(-z).max(0.0), at(z))
}

/// Holds counts against weights.
fn compare(what: &str, counts: &BTreeMap<String, u32>, weights: &BTreeMap<String, u32>) {
    let names = |map: &BTreeMap<String, u32>| map.keys().cloned().collect::<BTreeSet<String>>();
    assert_eq!(names(counts), names(weights), "{what}: what can come comes, and nothing else");
    let (drawn, all) = (counts.values().sum::<u32>(), weights.values().sum::<u32>());
    let square = weights.iter().map(|(name, &weight)| {
        let expected = f64::from(drawn) * f64::from(weight) / f64::from(all);
        assert!(expected >= 5.0, "{what}: {name} is expected {expected} times");
        (f64::from(counts[name]) - expected).powi(2) / expected
    });
    let square: f64 = square.sum();
    let (low, high) = bounds(weights.len() - 1);
    println!(
        "{what}: {drawn} draws, {} outcomes, chi-square {square:.1} ({low:.1} to {high:.1})",
        weights.len()
    );
    assert!((low..=high).contains(&square), "{what}: {square}: {counts:?}");
}

#[test]
fn a_million_draws_of_every_kind_are_what_the_rules_expect() {
    let mut all: Vec<(String, AnyGame)> = Vec::new();
    let mut purposes = BTreeSet::new();
    for &kind in GameKind::ALL {
        let mut random_start = vec![("players", "3"), ("start_player", "random")];
        random_start.retain(|(name, _)| kind.options().iter().any(|option| option.name == *name));
        for (purpose, game) in positions(kind, &random_start) {
            purposes.insert(purpose);
            if purpose != "board" {
                all.push((format!("{kind} {purpose}"), game));
            }
        }
    }
    let known = [
        "board",
        "deck",
        "progress-politics",
        "progress-science",
        "progress-trade",
        "roll",
        "start",
        "steal",
        "tile",
    ];
    assert_eq!(purposes, BTreeSet::from(known), "every purpose that docs/fairness.md names, and no other");
    let share = DRAWS.div_ceil(all.len());
    for (what, game) in all {
        let weights: BTreeMap<String, u32> =
            game.chance_outcomes().into_iter().filter(|(_, weight)| *weight > 0).collect();
        assert!(weights.len() > 1, "{what}: {weights:?}");
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for n in 0..share {
            *counts.entry(game.draw(dice(n)).unwrap()).or_default() += 1;
        }
        compare(&what, &counts, &weights);
    }
}

/// Each terrain, number and harbour lies everywhere as often as there are of it.
#[test]
fn shuffled_islands_are_what_the_box_holds() {
    for (kind, setup) in
        [(GameKind::Catan, ("setup", "variable")), (GameKind::CitiesAndKnights, ("ck_board", "variable"))]
    {
        let options = [setup, ("numbers", "random"), ("red_adjacency", "allow"), ("harbours", "shuffled")];
        let game = AnyGame::with_options(kind, options).unwrap();
        // For each place what lay there, and how often.
        let mut places: BTreeMap<(&str, usize), BTreeMap<String, u32>> = BTreeMap::new();
        for n in 0..ISLANDS {
            let layout = game.draw(dice(n)).unwrap();
            let (hexes, harbours) = layout.strip_prefix("layout ").unwrap().split_once(" | ").unwrap();
            let mut note = |part, place, what: &str| {
                *places.entry((part, place)).or_default().entry(what.to_owned()).or_default() += 1;
            };
            for (place, hex) in hexes.split(' ').enumerate() {
                let (terrain, number) = hex.split_once(':').unwrap_or((hex, "none"));
                note("terrain", place, terrain);
                note("number", place, number);
            }
            harbours.split(' ').enumerate().for_each(|(place, harbour)| note("harbour", place, harbour));
        }
        let box_of = |text: &str| -> BTreeMap<String, u32> {
            text.split(' ')
                .map(|part| part.rsplit_once('*').unwrap())
                .map(|(what, n)| (what.to_owned(), n.parse().unwrap()))
                .collect()
        };
        for ((part, place), counts) in &places {
            let weights = box_of(match *part {
                "terrain" => "desert*1 fields*4 forest*4 hills*3 mountains*3 pasture*4",
                "number" => "none*1 2*1 3*2 4*2 5*2 6*2 8*2 9*2 10*2 11*2 12*1",
                _ => "3:1*4 brick*1 grain*1 lumber*1 ore*1 wool*1",
            });
            compare(&format!("{kind} {part} {place}"), counts, &weights);
        }
        assert_eq!(places.len(), 19 + 19 + 9);
    }
}
