//! The levels of the games: each beats the one below it. Seeds fix the games, so a match always ends the same way; it goes red
//! when a level falls below the one beneath it.

use arena::stats::{Decision, ErrorRates, Groups, Hypotheses, Seating, Sprt, Wins};
use bots::levels::{OF_ISLAND, OF_TILES};
use bots::{BotGame, BotInfo, Match};
use carcassonne::{Base, Game, NewWorld, Traders};
use catan::Catan;
use catan::cities_and_knights::CitiesAndKnights;
use game::options::NamedOptions;
use game::{Seat, Seed};

/// The most pairs of games of a match.
const PAIRS_MAX: u64 = 150;

/// The games that `name` wins of two with the same luck, one on each seat.
fn pair<G: BotGame<Options: NamedOptions>>(name: &str, below: &str, seed: Seed) -> Wins {
    let mut options = G::Options::default();
    options.set("players", "2").expect("a game for two");
    let wins = Seat::first(2).map(|own| {
        let named = |seat| if seat == own { name } else { below };
        let mut bots: Vec<_> =
            Seat::first(2).map(|seat| G::bot(named(seat), seat, seed).expect("a bot")).collect();
        let played = Match::<G>::new(&options, seed).play(&mut bots, &mut ()).expect("legal play");
        let winners = played.outcome.winners;
        if winners.contains(own) { Wins::shared(winners.len()).expect("a winner") } else { Wins::NONE }
    });
    wins.reduce(|one, other| one + other).expect("two games")
}

/// Plays two levels until a sequential test knows whether the upper one is 100 Elo stronger or 100 Elo weaker.
fn decides<G: BotGame<Options: NamedOptions>>(below: &str, name: &str) -> (Decision, Groups) {
    let rates = ErrorRates { alpha: 0.1, beta: 0.1 };
    let sprt = Sprt::new(Hypotheses::elo(Seating::ONE_ON_ONE, -100.0, 100.0), rates).expect("a test");
    let mut groups = Groups::new(2);
    for number in 0..PAIRS_MAX {
        groups.add(pair::<G>(name, below, Seed(41).derive(number)));
        let decision = sprt.judge(&groups).decision;
        if decision != Decision::Continue {
            return (decision, groups);
        }
    }
    (Decision::Continue, groups)
}

fn each_level_beats_the_one_below<G: BotGame<Options: NamedOptions>>(levels: &[&str]) {
    // The highest take long: at night all meet.
    let number = std::env::var("NEULAND_LEVELS").map_or(4, |text| text.parse().expect("a number"));
    for levels in levels[..number.min(levels.len())].windows(2) {
        let (decision, groups) = decides::<G>(levels[0], levels[1]);
        let share = 100.0 * groups.mean().expect("games");
        let told = format!("{} against {}: {share:.1} % of {}", levels[1], levels[0], groups.games());
        println!("{told}");
        assert_eq!(decision, Decision::AcceptH1, "{told}");
    }
}

#[test]
fn each_level_of_carcassonne_beats_the_one_below() {
    each_level_beats_the_one_below::<Game<Base>>(&OF_TILES);
}

#[test]
fn each_level_of_traders_and_builders_beats_the_one_below() {
    each_level_beats_the_one_below::<Game<Traders>>(&OF_TILES);
}

#[test]
fn each_level_of_mayflower_beats_the_one_below() {
    each_level_beats_the_one_below::<Game<NewWorld>>(&OF_TILES);
}

#[test]
fn each_level_of_catan_beats_the_one_below() {
    each_level_beats_the_one_below::<Catan>(&OF_ISLAND);
}

#[test]
fn each_level_of_cities_and_knights_beats_the_one_below() {
    each_level_beats_the_one_below::<CitiesAndKnights>(&OF_ISLAND);
}

#[test]
fn a_level_that_is_too_weak_is_noticed() {
    assert_eq!(decides::<Game<Base>>("surveyor", "novice").0, Decision::AcceptH0);
}

#[test]
fn every_level_is_a_bot() {
    for (bots, levels) in [
        (Game::<Base>::BOTS, &OF_TILES[..]),
        (Catan::BOTS, &OF_ISLAND[..]),
        (CitiesAndKnights::BOTS, &OF_ISLAND[..]),
    ] {
        let names = bots.iter().map(|bot: &BotInfo| bot.name);
        assert_eq!(names.filter(|name| levels.contains(name)).collect::<Vec<_>>(), levels, "weakest first");
    }
}
