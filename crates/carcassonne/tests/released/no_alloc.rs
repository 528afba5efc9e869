//! A game has no heap: playing one from the first draw to the final scoring allocates nothing, and neither does asking
//! for views, lists and judgements on the way.

use carcassonne::{Action, Base, Game, NewWorld, Rules, Traders};
use game::options::NamedOptions;
use game::{Draws, Seat, Seed, Turn, Viewer};
use measure::{CountingAllocator, allocations};

#[global_allocator]
static COUNTING: CountingAllocator = CountingAllocator;

/// Plays a game with random listed actions; returns how many.
fn play<R: Rules>(seed: Seed, options: &R::Options) -> u64 {
    let mut draws = seed.substream("choice", 0);
    let mut game = Game::<R>::new(options);
    let mut actions = 0;
    loop {
        match game.turn() {
            Turn::Over(_) => return actions,
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut seed.substream(purpose, index));
                assert!(game.check_chance(chance).is_ok());
                assert!(game.chance_outcomes().any(|(outcome, _)| outcome == chance));
                game.resolve(chance, &mut ()).expect("a drawn outcome");
            }
            Turn::Decide(seats) => {
                let seat = seats.lowest().expect("a seat");
                let view = game.view(Viewer::Seat(seat));
                let legal = view.legal_actions(seat);
                let action = legal.get(draws.below(legal.len() as u32) as usize).expect("an action");
                assert!(legal.into_iter().any(|listed| listed == action) && view.check(seat, action).is_ok());
                let worth = game.land().features().map(|(id, _)| game.value(id)).max();
                assert!(worth > Some(0));
                game.play(seat, action, &mut ()).expect("a listed action");
                // Refusals allocate nothing either.
                assert!(game.check(Seat::F, Action::EndTurn).is_err());
                actions += 1;
            }
        }
    }
}

fn plays_without_heap<R: Rules>(options: &[&[(&str, &str)]]) {
    let noticed = allocations();
    drop(std::hint::black_box(Box::new(1)));
    assert!(allocations() > noticed, "the counter counts");
    for pairs in options {
        let mut options = R::Options::default();
        pairs.iter().for_each(|(name, value)| options.set(name, value).expect("an option"));
        for seed in 0..5 {
            let before = allocations();
            let actions = play::<R>(Seed(seed), &options);
            assert_eq!(allocations(), before, "seed {seed}, {pairs:?}, {actions} actions");
            assert!(actions > 71);
        }
        let mut draws = Seed(6).substream("playout", 0);
        let before = allocations();
        for _ in 0..20 {
            Game::<R>::new(&options).play_out(&mut draws);
        }
        assert_eq!(allocations(), before, "playouts, {pairs:?}");
    }
}

#[test]
fn a_whole_game_of_carcassonne_allocates_nothing() {
    plays_without_heap::<Base>(&[
        &[],
        &[("players", "6"), ("start_player", "random")],
        &[("farm_scoring", "first")],
        &[("farm_scoring", "second")],
    ]);
}

#[test]
fn a_whole_game_of_traders_and_builders_allocates_nothing() {
    plays_without_heap::<Traders>(&[&[], &[("players", "4"), ("second_tile", "immediate")]]);
}

#[test]
fn a_whole_game_of_mayflower_allocates_nothing() {
    plays_without_heap::<NewWorld>(&[&[], &[("players", "5")]]);
}
