//! Observing, masking, choosing and playing by codes allocate nothing.

use encode::{Encode, Information, Tracked, layout, sample};
use game::Seed;
use measure::{CountingAllocator, allocations};

#[global_allocator]
static COUNTING: CountingAllocator = CountingAllocator;

fn plays_without_heap<G: Encode>() {
    let size = layout(G::KIND, Information::Seat).size.max(layout(G::KIND, Information::Everything).size);
    let (mut out, mut mask) = (vec![0.0; size], vec![0; G::ACTIONS]);
    let seed = Seed(4);
    let mut draws = seed.substream("choice", 0);
    let mut table = Tracked::new(G::new(&G::Options::default()));
    let before = allocations();
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
    let allocated = allocations() - before;
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
