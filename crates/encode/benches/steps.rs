//! Measures steps per second: `cargo bench -p encode`.
//!
//! Random legal play by codes, everything included: at each decision the program writes the observation and the mask of the
//! acting seat, draws a legal code from the mask, plays it, and resolves the chance events; each code of a long choice is a step.
//! The second line writes no observation; the third writes none and draws a world for each step.

use encode::{Encode, Information, Tracked, sample};
use game::{Seed, Substream};
use measure::Workload;
use std::cell::RefCell;

const GAMES: u64 = 4;
/// Random games of Cities & Knights are long; this much of each is enough.
const STEPS_MAX: u64 = 2_000;

struct Buffers {
    observation: Vec<f32>,
    mask: Vec<u8>,
}

fn table<G: Encode>() -> Tracked<G> {
    let mut options = G::Options::default();
    game::options::NamedOptions::set(&mut options, "players", "4").expect("a game for four");
    Tracked::new(G::new(&options))
}

/// Plays a game by random codes; counts the steps.
#[inline(always)]
fn play<G: Encode>(
    index: u64,
    buffers: &mut Buffers,
    mut at: impl FnMut(&mut Tracked<G>, game::Seat, &mut Vec<f32>, &mut Substream),
) -> u64 {
    let seed = Seed(index);
    let mut draws = seed.substream("choice", 0);
    let mut table = table::<G>();
    let mut steps = 0;
    while steps < STEPS_MAX && table.advance(&seed).is_none() {
        let seat = table.to_act().expect("nature has acted");
        at(&mut table, seat, &mut buffers.observation, &mut draws);
        table.mask(seat, &mut buffers.mask);
        let code = sample(&buffers.mask, &mut draws).expect("a seat that acts has a legal code");
        table.play(seat, code).expect("the mask allows it");
        steps += 1;
    }
    steps
}

macro_rules! workloads {
    ($Game:ty) => {{
        thread_local! {
            static BUFFERS: RefCell<Buffers> = RefCell::new(Buffers {
                observation: vec![0.0; encode::layout(<$Game as shelf::OnShelf>::KIND, Information::Seat).size],
                mask: vec![0; <$Game as Encode>::ACTIONS],
            });
        }
        fn observed(index: u64) -> u64 {
            BUFFERS.with_borrow_mut(|buffers| {
                play::<$Game>(index, buffers, |table, seat, out, _| table.observe(seat, Information::Seat, out))
            })
        }
        fn masked(index: u64) -> u64 {
            BUFFERS.with_borrow_mut(|buffers| play::<$Game>(index, buffers, |_, _, _, _| ()))
        }
        fn worlds(index: u64) -> u64 {
            BUFFERS.with_borrow_mut(|buffers| {
                play::<$Game>(index, buffers, |table, seat, _, _| {
                    let mut draws = Seed(index).substream("worlds", 0);
                    std::hint::black_box(table.determinize(seat, &mut draws));
                })
            })
        }
        let layout = encode::layout(<$Game as shelf::OnShelf>::KIND, Information::Seat);
        println!("\n{}: {} numbers, {} codes", layout.game, layout.size, layout.actions);
        let workloads = [
            Workload { name: "observation and mask", game: observed, without: None },
            Workload { name: "mask alone", game: masked, without: None },
            Workload { name: "mask, and a world each step", game: worlds, without: None },
        ];
        measure::time("step", GAMES, &workloads);
    }};
}

fn main() {
    workloads!(catan::Catan);
    workloads!(catan::CitiesAndKnights);
    workloads!(carcassonne::Carcassonne);
    workloads!(carcassonne::TradersAndBuilders);
    workloads!(carcassonne::Mayflower);
}
