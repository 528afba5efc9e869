//! The levels of the tile games: each beats the one below it. Seeds fix the games, so a match always ends the same way; it goes red
//! when a level falls below the one beneath it.

use arena::stats::{Decision, ErrorRates, Groups, Hypotheses, Seating, Sprt, Wins};
use bots::carcassonne::{LEVELS, Match, SurveyorGame};
use bots::{BotGame, BotInfo};
use carcassonne::{Base, Game, NewWorld, Traders};
use game::options::NamedOptions;
use game::{Seat, Seed};

/// The most pairs of games of a match.
const PAIRS_MAX: u64 = 150;

/// The games that `name` wins of two with the same tiles, one on each seat.
fn pair<R: SurveyorGame<Options: NamedOptions>>(name: &str, below: &str, seed: Seed) -> Wins {
    let mut options = R::Options::default();
    options.set("players", "2").expect("a game for two");
    let wins = Seat::first(2).map(|own| {
        let named = |seat| if seat == own { name } else { below };
        let mut bots: Vec<_> =
            Seat::first(2).map(|seat| Game::<R>::bot(named(seat), seat, seed).expect("a bot")).collect();
        let played = Match::<R>::new(&options, seed).play(&mut bots, &mut ()).expect("legal play");
        let winners = played.outcome.winners;
        if winners.contains(own) { Wins::shared(winners.len()).expect("a winner") } else { Wins::NONE }
    });
    wins.reduce(|one, other| one + other).expect("two games")
}

/// Plays two levels until a sequential test knows whether the upper one is 50 Elo stronger or 50 Elo weaker.
fn decides<R: SurveyorGame<Options: NamedOptions>>(below: &str, name: &str) -> (Decision, Groups) {
    let rates = ErrorRates { alpha: 0.1, beta: 0.1 };
    let sprt = Sprt::new(Hypotheses::elo(Seating::ONE_ON_ONE, -50.0, 50.0), rates).expect("a test");
    let mut groups = Groups::new(2);
    for number in 0..PAIRS_MAX {
        groups.add(pair::<R>(name, below, Seed(41).derive(number)));
        let decision = sprt.judge(&groups).decision;
        if decision != Decision::Continue {
            return (decision, groups);
        }
    }
    (Decision::Continue, groups)
}

fn each_level_beats_the_one_below<R: SurveyorGame<Options: NamedOptions>>() {
    // The highest take long: at night all meet.
    let number = std::env::var("NEULAND_LEVELS").map_or(4, |text| text.parse().expect("a number"));
    for levels in LEVELS[..number].windows(2) {
        let (decision, groups) = decides::<R>(levels[0], levels[1]);
        let share = 100.0 * groups.mean().expect("games");
        let told = format!("{} against {}: {share:.1} % of {}", levels[1], levels[0], groups.games());
        println!("{told}");
        assert_eq!(decision, Decision::AcceptH1, "{told}");
    }
}

#[test]
fn each_level_of_carcassonne_beats_the_one_below() {
    each_level_beats_the_one_below::<Base>();
}

#[test]
fn each_level_of_traders_and_builders_beats_the_one_below() {
    each_level_beats_the_one_below::<Traders>();
}

#[test]
fn each_level_of_mayflower_beats_the_one_below() {
    each_level_beats_the_one_below::<NewWorld>();
}

#[test]
fn a_level_that_is_too_weak_is_noticed() {
    assert_eq!(decides::<Base>("surveyor", "novice").0, Decision::AcceptH0);
}

#[test]
fn every_level_is_a_bot() {
    let names: Vec<&str> = Game::<Base>::BOTS.iter().map(|bot: &BotInfo| bot.name).collect();
    let levels: Vec<&str> = names.iter().copied().filter(|name| LEVELS.contains(name)).collect();
    assert_eq!(levels, LEVELS, "weakest first");
}
