//! A game has no heap: playing one from the first draw to the win allocates nothing, and neither does asking for
//! views, lists and judgements on the way.

use crate::played::Played;
use catan::{Catan, CitiesAndKnights, cities_and_knights};
use game::{Draws, Legal, Seat, Seed, Turn, Viewer};
use measure::{CountingAllocator, allocations};

#[global_allocator]
static COUNTING: CountingAllocator = CountingAllocator;

/// Plays a game with random listed actions; returns how many. Of every position `ask` may ask what it likes.
fn play<G: Played>(seed: Seed, mut game: G, refused: G::Action, ask: impl Fn(&G, Option<Seat>)) -> u64 {
    let mut draws = seed.substream("choice", 0);
    let mut actions = 0;
    loop {
        match game.turn() {
            Turn::Over(_) => return actions,
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut seed.substream(purpose, index));
                ask(&game, None);
                game.resolve(chance, &mut ()).expect("a drawn outcome");
            }
            Turn::Decide(seats) => {
                let seat = seats.nth(draws.below(seats.len() as u32) as usize).expect("a seat");
                let legal = game.legal_actions(seat);
                let action = legal.get(draws.below(legal.len() as u32) as usize).expect("an action");
                ask(&game, Some(seat));
                game.play(seat, action, &mut ()).expect("a listed action");
                // Refusals allocate nothing either.
                assert!(game.check(Seat::F, refused).is_err());
                actions += 1;
            }
        }
    }
}

/// Asserts that asking counts, and that nothing else does.
fn assert_no_allocation<G: Played>(
    name: &str,
    start: fn(u8) -> G,
    refused: G::Action,
    ask: fn(&G, Option<Seat>),
) {
    let noticed = allocations();
    drop(std::hint::black_box(Box::new(1)));
    assert!(allocations() > noticed, "the counter counts");
    for players in 2..=4 {
        for seed in 0..5 {
            let game = start(players);
            let before = allocations();
            let actions = play(Seed(seed), game, refused, ask);
            assert_eq!(allocations(), before, "{name}: seed {seed}, {players} seats, {actions} actions");
            assert!(actions > 100);
        }
    }
}

#[test]
fn a_whole_game_allocates_nothing() {
    let start = |players| Catan::new(&catan::Options { players, ..Default::default() });
    assert_no_allocation("Catan", start, catan::Action::Roll, |game, seat| match seat {
        Some(seat) => {
            let view = game.view(Viewer::Seat(seat));
            assert!(view.legal_actions().into_iter().all(|action| view.check(action).is_ok()));
        }
        None => assert!(game.layout().is_none() || game.chance_outcomes().next().is_some()),
    });
}

#[test]
fn a_whole_game_with_knights_allocates_nothing() {
    let start =
        |players| CitiesAndKnights::new(&cities_and_knights::Options { players, ..Default::default() });
    assert_no_allocation("Cities & Knights", start, cities_and_knights::Action::Roll, |game, seat| {
        if let Some(seat) = seat {
            let view = game.view(Viewer::Seat(seat));
            assert!(view.legal_actions().into_iter().take(200).all(|action| view.check(action).is_ok()));
        }
    });
}

/// Asserts it of copies of a position after 400 actions.
fn assert_no_allocation_in_playouts<G: Played>(mut middle: G) {
    let mut draws = Seed(6).substream("playout", 0);
    assert_eq!(middle.playout_within(400, &mut draws).outcome, None);
    let before = allocations();
    for _ in 0..20 {
        let mut copy = middle;
        assert!(copy.playout_within(u32::MAX, &mut draws).outcome.is_some());
    }
    assert_eq!(allocations(), before);
}

#[test]
fn a_playout_from_a_copy_allocates_nothing() {
    assert_no_allocation_in_playouts(Catan::new(&Default::default()));
    assert_no_allocation_in_playouts(CitiesAndKnights::new(&Default::default()));
}
