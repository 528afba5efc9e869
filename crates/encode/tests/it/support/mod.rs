//! Random games for the tests of this crate.
#![allow(unreachable_pub)]

use encode::{Encode, Tracked, sample};
use game::options::{NamedOptions, Values};
use game::{Draws, Game, Legal, Seat, Seed, Substream, Turn};

/// Random options, any number of seats among them.
pub fn some_options<G: Encode>(draws: &mut Substream) -> G::Options {
    loop {
        let mut options = G::Options::default();
        for option in G::Options::TABLE {
            let often = if option.name == "players" { 1 } else { 3 };
            if draws.below(often) > 0 {
                continue;
            }
            let value = match (option.values.range(), option.values.names()) {
                _ if matches!(option.values, Values::Counts(_)) => continue,
                (Some((low, high)), _) => {
                    let (low, high) = (u32::from(low), u32::from(high));
                    let high = if option.name.ends_with("_limit") { high.min(250) } else { high };
                    (low + draws.below(high - low + 1)).to_string()
                }
                (None, names) => names[draws.below(names.len() as u32) as usize].to_string(),
            };
            // Seats that do not play are refused, and so are options that do not go together.
            let _ = NamedOptions::set(&mut options, option.name, &value);
        }
        if NamedOptions::validate(&options).is_ok() {
            return options;
        }
    }
}

/// Random games, position by position: calls `at` with every position where seats decide.
pub fn play<G: Encode>(seed: Seed, positions: usize, mut at: impl FnMut(&mut Tracked<G>, Seat)) {
    step_by_step::<G>(seed, positions, |table, seat| {
        if table.choice(seat).is_empty() {
            at(table, seat);
        }
    });
}

/// Plays random games, and calls `at` with every position and every half-made choice.
pub fn step_by_step<G: Encode>(seed: Seed, positions: usize, mut at: impl FnMut(&mut Tracked<G>, Seat)) {
    let mut draws = seed.substream("play", 0);
    let mut mask = vec![0; G::ACTIONS];
    let mut seen = 0;
    for number in 0.. {
        let options = some_options::<G>(&mut draws);
        let nature = seed.derive(number);
        let mut table = Tracked::new(G::new(&options));
        // Many games begin in a test, and some come to their end.
        let mut left = draws.below(3000);
        while table.advance(&nature).is_none() && left > 0 {
            if seen >= positions {
                return;
            }
            let seat = table.to_act().expect("nature has acted");
            if table.choice(seat).is_empty() {
                (seen, left) = (seen + 1, left - 1);
            }
            at(&mut table, seat);
            table.mask(seat, &mut mask);
            let code = sample(&mask, &mut draws)
                .unwrap_or_else(|| panic!("{}: {seat} has nothing to do in {:?}", G::NAME, table.game()));
            table.play(seat, code).unwrap_or_else(|error| panic!("{}: {error}", G::NAME));
        }
    }
}

/// Whether everything listed can be looked at one by one.
pub fn is_short<L: Legal<A>, A>(legal: &L) -> bool {
    legal.len() <= 300
}

/// Returns the number of positions of each game that a test checks: `least`, or the number in the environment.
pub fn positions(least: usize) -> usize {
    std::env::var("NEULAND_ENCODE_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(least)
}

/// Does a share of the work on each processor: `work` gets its seed and how many positions.
pub fn share(positions: usize, work: impl Fn(Seed, usize) + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(positions);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let work = &work;
            scope.spawn(move || work(Seed(0x5eed).derive(thread as u64), positions.div_ceil(threads)));
        }
    });
}

/// Whether a seat is among those that decide now.
pub fn decides<G: Game>(game: &G, seat: Seat) -> bool {
    matches!(game.turn(), Turn::Decide(seats) if seats.contains(seat))
}
