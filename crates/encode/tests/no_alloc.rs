//! Observing, masking, choosing and playing by codes allocate nothing.

// A counting allocator cannot be had without `unsafe`; it passes everything on to the system's.
#![allow(unsafe_code)]

use encode::{Encode, Information, Tracked, layout, sample};
use game::Seed;
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

fn plays_without_heap<G: Encode>() {
    let size = layout(G::KIND, Information::Seat).size.max(layout(G::KIND, Information::Everything).size);
    let (mut out, mut mask) = (vec![0.0; size], vec![0; G::ACTIONS]);
    let seed = Seed(4);
    let mut draws = seed.substream("choice", 0);
    let mut table = Tracked::new(G::new(&G::Options::default()));
    let before = ALLOCATIONS.with(Cell::get);
    let mut steps = 0;
    while steps < 2000 && table.advance(&seed).is_none() {
        let seat = table.to_act().expect("nature has acted");
        for information in Information::ALL {
            table.observe(seat, information, &mut out[..layout(G::KIND, information).size]);
        }
        table.mask(seat, &mut mask);
        let code = sample(&mask, &mut draws).expect("something is legal");
        table.play(seat, code).expect("the mask allows it");
        steps += 1;
    }
    let allocated = ALLOCATIONS.with(Cell::get) - before;
    assert_eq!(allocated, 0, "{}: {steps} steps", G::NAME);
    assert!(steps > 50, "{}: {steps} steps", G::NAME);
}

#[test]
fn no_game_allocates() {
    plays_without_heap::<catan::Catan>();
    plays_without_heap::<catan::CitiesAndKnights>();
    plays_without_heap::<carcassonne::Carcassonne>();
    plays_without_heap::<carcassonne::TradersAndBuilders>();
    plays_without_heap::<carcassonne::Mayflower>();
}
