//! What every bot for Carcassonne, Traders & Builders and Mayflower must keep to, over seeded games with all sorts of
//! options.

use bots::Recorder;
use bots::carcassonne::{BOTS, Bot, Match, Thinker};
use carcassonne::{Action, Base, Chance, Game, NewWorld, Traders};
use game::options::{NamedOptions, Values};
use game::{Draws, Seat, Seed, Turn};

/// Options that differ from seed to seed, so that all values of all switches are met.
fn options<O: NamedOptions>(seed: u64) -> O {
    let mut draws = Seed(seed).substream("options", 0);
    loop {
        let mut options = O::default();
        for row in O::TABLE {
            let values = match row.values {
                Values::Range(low, high) => (low..=high).map(|number| number.to_string()).collect(),
                values => values.names(),
            };
            // Half of the time everything is as usual.
            if row.name == "players" || draws.below(2) == 1 {
                let value = &values[draws.below(values.len() as u32) as usize];
                options.set(row.name, value).expect("one of its values");
            }
        }
        if options.validate().is_ok() {
            return options;
        }
    }
}

fn bot(name: &str, seat: Seat, seed: u64) -> Bot {
    Bot::new(name, seat, Seed(seed)).unwrap_or_else(|| panic!("{name} is listed"))
}

/// Writes everything down, and looks whether it was legal.
#[derive(Default, PartialEq, Debug)]
struct Log(Vec<String>);

impl<R: Thinker> Recorder<Game<R>> for Log {
    const EVENTS: bool = false;
    fn action(&mut self, game: &Game<R>, seat: Seat, action: Action) {
        assert_eq!(game.check(seat, action), Ok(()), "{seat} {action}");
        let Turn::Decide(seats) = game.turn() else { panic!("{action} while nobody decides") };
        assert!(seats.contains(seat), "{seat} {action} in {:?}", game.phase());
        self.0.push(format!("{seat} {action}"));
    }
    fn outcome(&mut self, _: &Game<R>, chance: &Chance) {
        self.0.push(chance.to_string());
    }
}

/// Bots of all sorts at one table, which differ from seed to seed.
fn play_mixed<R: Thinker<Options: NamedOptions>>(seed: u64) -> Log {
    let options: R::Options = options(seed);
    let mut draws = Seed(seed).substream("bots", 0);
    let mut bots: Vec<Bot> = Seat::first(R::players(&options))
        .map(|seat| bot(BOTS[draws.below(BOTS.len() as u32) as usize].name, seat, seed))
        .collect();
    let mut log = Log::default();
    Match::<R>::new(&options, Seed(seed))
        .play(&mut bots, &mut log)
        .unwrap_or_else(|foul| panic!("{seed}: {foul}"));
    log
}

#[test]
fn bots_do_only_what_is_legal_and_the_same_seed_gives_the_same_game() {
    for seed in 0..12 {
        assert_eq!(play_mixed::<Base>(seed), play_mixed::<Base>(seed), "seed {seed}");
        assert_eq!(play_mixed::<Traders>(seed), play_mixed::<Traders>(seed), "seed {seed}");
        assert_eq!(play_mixed::<NewWorld>(seed), play_mixed::<NewWorld>(seed), "seed {seed}");
    }
}

/// Small samples with generous bounds; the measured strength stands in `docs/bots.md`.
fn beats_random_play<R: Thinker<Options: NamedOptions>>(margin: i32) {
    let games = 12;
    let (mut wins, mut sum) = (0, 0);
    for seed in 0..games {
        let mut options = R::Options::default();
        options.set("players", if seed % 3 == 2 { "4" } else { "2" }).expect("a number of seats");
        let seats = R::players(&options);
        let me = Seat::new(seed as usize % seats).expect("a seat");
        let mut bots: Vec<Bot> = Seat::first(seats)
            .map(|seat| bot(if seat == me { "surveyor" } else { "random" }, seat, seed))
            .collect();
        let played = Match::<R>::new(&options, Seed(seed)).play(&mut bots, &mut ()).expect("legal play");
        wins += u64::from(played.outcome.winners.contains(me));
        let best = Seat::first(seats).filter(|&seat| seat != me).map(|seat| played.points[seat]).max();
        sum += played.points[me] - best.expect("another seat");
    }
    assert!(wins + 1 >= games, "{wins} of {games}");
    assert!(sum > margin * games as i32, "margin {} in {games} games", sum);
}

#[test]
fn a_surveyor_beats_random_play() {
    beats_random_play::<Base>(30);
    beats_random_play::<Traders>(50);
    beats_random_play::<NewWorld>(50);
}
