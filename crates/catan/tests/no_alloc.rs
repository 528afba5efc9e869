//! A game has no heap: playing one from the first draw to the win allocates nothing, and neither does asking for
//! views, lists and judgements on the way.

// A counting allocator cannot be had without `unsafe`; it passes everything on to the system's.
#![allow(unsafe_code)]

use catan::{Action, Catan, Options};
use game::{Draws, Seat, Seed, Turn, Viewer};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Allocations of this thread; the test harness has threads of its own.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is passed on unchanged to the system's allocator, which keeps the promises.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of `dealloc`, and the pointer came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

/// Plays a game with random listed actions; returns how many.
fn play(seed: Seed, options: &Options) -> u64 {
    let mut draws = seed.substream("choice", 0);
    let mut game = Catan::new(options);
    let mut actions = 0;
    loop {
        match game.turn() {
            Turn::Over(_) => return actions,
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut seed.substream(purpose, index));
                assert!(game.check_chance(chance).is_ok());
                let listed = game.chance_outcomes().any(|(outcome, _)| outcome == chance);
                assert!(listed || game.layout().is_none());
                game.resolve(chance, &mut ()).expect("a drawn outcome");
            }
            Turn::Decide(seats) => {
                let seat = seats.nth(draws.below(seats.len() as u32) as usize).expect("a seat");
                let view = game.view(Viewer::Seat(seat));
                let legal = view.legal_actions();
                let action = legal.get(draws.below(legal.len() as u32) as usize).expect("an action");
                assert!(legal.into_iter().any(|listed| listed == action) && view.check(action).is_ok());
                game.play(seat, action, &mut ()).expect("a listed action");
                // Refusals allocate nothing either.
                assert!(game.check(Seat::F, Action::Roll).is_err());
                actions += 1;
            }
        }
    }
}

#[test]
fn a_whole_game_allocates_nothing() {
    let noticed = allocations();
    drop(std::hint::black_box(Box::new(1)));
    assert!(allocations() > noticed, "the counter counts");
    for players in 2..=4 {
        let options = Options { players, ..Options::default() };
        for seed in 0..5 {
            let before = allocations();
            let actions = play(Seed(seed), &options);
            assert_eq!(allocations(), before, "seed {seed}, {players} seats, {actions} actions");
            assert!(actions > 100);
        }
    }
}

#[test]
fn a_playout_from_a_copy_allocates_nothing() {
    let mut draws = Seed(6).substream("playout", 0);
    let mut middle = Catan::new(&Options::default());
    middle.playout_within(400, &mut draws);
    let before = allocations();
    for _ in 0..20 {
        let mut copy = middle;
        assert!(copy.playout(&mut draws).outcome.is_some());
    }
    assert_eq!(allocations(), before);
}
