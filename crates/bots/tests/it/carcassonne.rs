//! The requirements on every bot for Carcassonne, Traders & Builders and Mayflower, over seeded games with all sorts of options.

use crate::table;
use bots::carcassonne::{Bot, Master, Match, SurveyorGame};
use bots::{Depth, Player};
use carcassonne::{Action, Base, Cell, Figure, Game, NewWorld, Place, Setup, TileKind, Traders};
use game::options::NamedOptions;
use game::{Seat, Seed, Turn, Viewer};

/// A game between bots of all sorts, written down.
fn play_mixed<R: SurveyorGame<Options: NamedOptions>>(seed: u64) -> Vec<String> {
    let options: R::Options = table::options(seed);
    let mut bots = table::mixed::<Game<R>>(seed, R::players(&options));
    table::play(Game::<R>::new(&options), seed, &mut bots, |_| false).lines
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
fn beats_random_play<R: SurveyorGame<Options: NamedOptions>>(margin: i32) {
    let games = 12;
    let (mut wins, mut sum) = (0, 0);
    for seed in 0..games {
        let mut options = R::Options::default();
        options.set("players", if seed % 3 == 2 { "4" } else { "2" }).expect("a number of seats");
        let seats = R::players(&options);
        let me = Seat::new(seed as usize % seats).expect("a seat");
        let mut bots: Vec<Bot> = Seat::first(seats)
            .map(|seat| table::bot::<Game<R>>(if seat == me { "surveyor" } else { "random" }, seat, seed))
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

/// A game between two that search, in so many threads, written down.
fn play_searching<R: SurveyorGame<Options: NamedOptions>>(seed: u64, threads: usize) -> Vec<String> {
    let mut depth = Depth::new(4, 30, 2);
    depth.threads = threads;
    let mut bots: Vec<Bot> = Seat::first(2)
        .map(|seat| Seed(seed).substream("bot", seat.index() as u64))
        .map(|draws| Bot::Master(Box::new(Master::new(depth, draws))))
        .collect();
    let mut options = R::Options::default();
    options.set("players", "2").expect("a number of seats");
    table::play(Game::<R>::new(&options), seed, &mut bots, |_| false).lines
}

#[test]
fn a_search_does_only_what_is_legal_and_the_same_in_any_number_of_threads() {
    assert_eq!(play_searching::<Base>(1, 1), play_searching::<Base>(1, 3));
    assert_eq!(play_searching::<Traders>(2, 1), play_searching::<Traders>(2, 3));
    assert_eq!(play_searching::<NewWorld>(3, 1), play_searching::<NewWorld>(3, 3));
}

/// A small sample, of `NEULAND_EXPERT_GAMES` games; the measured strength stands in `docs/bots.md`.
#[test]
fn an_expert_beats_surveyors() {
    let games = std::env::var("NEULAND_EXPERT_GAMES").map_or(8, |text| text.parse().expect("a number"));
    let mut sum = 0;
    for seed in 0..games {
        let me = Seat::new(seed as usize % 2).expect("a seat");
        let mut bots: Vec<Bot> = Seat::first(2)
            .map(|seat| table::bot::<Game<Base>>(if seat == me { "expert" } else { "surveyor" }, seat, seed))
            .collect();
        let played = Match::<Base>::new(&Default::default(), Seed(seed)).play(&mut bots, &mut ());
        let points = played.expect("legal play").points;
        sum += points[me] - points[me.next(2)];
    }
    assert!(sum > 0, "margin {sum} in {games} games");
}

/// Lets nature act until a seat has to decide, or the game is over.
fn draw<R: SurveyorGame>(game: &mut Game<R>, seed: Seed) {
    while let Turn::Chance(_) = game.turn() {
        let (purpose, index) = game.chance_key();
        let chance = game.draw(&mut seed.substream(purpose, index));
        game.resolve(chance, &mut ()).expect("it is due");
    }
}

/// Returns the best end that A can reach alone, for two seats: the share of the win, in sixtieths, and then the margin.
fn best_end<R: SurveyorGame>(game: &Game<R>) -> (usize, i32) {
    let me = Seat::A;
    if let Turn::Over(outcome) = game.turn() {
        let share = if outcome.winners.contains(me) { 60 / outcome.winners.len() } else { 0 };
        let points = |seat| i32::from(game.points(seat).total());
        return (share, points(me) - points(me.next(2)));
    }
    assert_eq!(game.active(), me, "nobody else acts after the last tile");
    let after = |action| {
        let mut then = *game;
        then.play_unchecked(me, action, &mut ());
        best_end(&then)
    };
    game.legal_actions(me).into_iter().map(after).max().expect("something is legal")
}

/// Plays games up to the last tile with surveyors, and the rest with one that searches.
fn ends_as_well_as_possible<R: SurveyorGame<Options: NamedOptions>>(games: u64) {
    let mut met = 0;
    for number in 0..games {
        let seed = Seed(9).derive(number);
        let mut options = R::Options::default();
        options.set("players", "2").expect("a number of seats");
        let mut game = Game::<R>::new(&options);
        let mut bots = [Seat::A, Seat::B].map(|seat| Bot::new("surveyor", seat, seed).expect("a bot"));
        let mut best = None;
        loop {
            draw(&mut game, seed);
            if matches!(game.turn(), Turn::Over(_)) {
                break;
            }
            let me = game.active();
            if best.is_none() && me == Seat::A && game.stack_len() == 0 {
                best = Some(best_end(&game));
                bots[0] = Bot::new("expert", me, seed).expect("a bot");
            }
            let action = bots[me.index()].choose(&game.view(Viewer::Seat(me)), &game.legal_actions(me));
            game.play(me, action, &mut ()).expect("legal play");
        }
        if let Some(best) = best {
            assert_eq!(best_end(&game), best, "game {number}");
            met += 1;
        }
    }
    assert!(met > 1, "only {met} games end with that seat");
}

#[test]
fn a_search_plays_the_last_tile_as_well_as_possible() {
    ends_as_well_as_possible::<Base>(6);
    ends_as_well_as_possible::<Traders>(6);
    ends_as_well_as_possible::<NewWorld>(6);
}

/// Returns the points that two who search give each other with their own actions, and those that they give to a surveyor at the same
/// table, all together.
fn gifts<R: SurveyorGame<Options: NamedOptions>>(games: u64) -> [i32; 2] {
    let mut given = [0; 2];
    for number in 0..games {
        let seed = Seed(3).derive(number / 3);
        let mut options = R::Options::default();
        options.set("players", "3").expect("a number of seats");
        let mut game = Game::<R>::new(&options);
        let third = Seat::new(number as usize % 3).expect("a seat");
        let mut bots: Vec<Bot> = Seat::first(3)
            .map(|seat| match seat == third {
                true => Bot::new("surveyor", seat, seed).expect("a bot"),
                false => {
                    let draws = seed.substream("bot", seat.index() as u64);
                    Bot::Master(Box::new(Master::new(Depth::new(4, 24, 3), draws)))
                }
            })
            .collect();
        loop {
            draw(&mut game, seed);
            if matches!(game.turn(), Turn::Over(_)) {
                break;
            }
            let me = game.active();
            let action = bots[me.index()].choose(&game.view(Viewer::Seat(me)), &game.legal_actions(me));
            let before = game;
            game.play(me, action, &mut ()).expect("legal play");
            // The points of the end are not given with an action.
            if me != third && !matches!(game.turn(), Turn::Over(_)) {
                for seat in Seat::first(3).filter(|&seat| seat != me) {
                    let points = |game: &Game<R>| i32::from(game.points(seat).total());
                    given[usize::from(seat == third)] += points(&game) - points(&before);
                }
            }
        }
    }
    given
}

/// Each of two who search could give to two seats. If they worked together, they would give more to each other than to the third. Few
/// actions give anything, so the three kinds count together. `NEULAND_SEARCH_GAMES` sets how many games of each are played.
#[test]
fn two_that_search_give_each_other_no_more_than_a_third() {
    let games = std::env::var("NEULAND_SEARCH_GAMES").map_or(6, |text| text.parse().expect("a number"));
    let given = [gifts::<Base>(games), gifts::<Traders>(games), gifts::<NewWorld>(games)];
    let [fellow, third] = [0, 1].map(|to| given.iter().map(|given| given[to]).sum::<i32>());
    assert!(third > 0, "nobody gives anything");
    assert!(4 * fellow <= 5 * third, "{fellow} points to each other, {third} to the third: {given:?}");
}

/// B's builder waits on a road that the tile in hand extends: the second tile that follows belongs to the line.
#[test]
fn a_search_counts_the_second_tile_of_a_double_turn() {
    let setup = r#"{
        "tiles": ["U@(1,0)r1", "U@(2,0)r1"],
        "figures": ["A (1,0).r1", "A builder (2,0).r1"],
        "phase": {"placing": "U"}
    }"#;
    let setup: Setup<Traders> = serde_json::from_str(setup).expect("a setup");
    let mut game = Game::from_setup(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    let me = game.active();
    let mut bot = Bot::Master(Box::new(Master::new(Depth::new(6, 80, 1), Seed(1).substream("bot", 0))));
    while game.turn() == Turn::Decide(game::SeatSet::one(me)) {
        let action = bot.choose(&game.view(Viewer::Seat(me)), &game.legal_actions(me));
        game.play(me, action, &mut ()).expect("legal play");
    }
    assert_eq!((game.active(), game.part()), (me, 2), "it plays on");
}

/// Returns the actions of the surveyor in a position until its turn, or its part of a double turn, is over; and the position
/// then.
fn decide<R: SurveyorGame>(setup: &str) -> (Vec<String>, Game<R>) {
    let setup: Setup<R> = serde_json::from_str(setup).expect("a setup");
    let mut game = Game::from_setup(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    let me = game.active();
    let mut bot = Bot::new("surveyor", me, Seed(0)).expect("a bot of that name");
    let mut done = Vec::new();
    while game.turn() == Turn::Decide(game::SeatSet::one(me)) {
        let action = bot.choose(&game.view(Viewer::Seat(me)), &game.legal_actions(me));
        game.play(me, action, &mut ()).expect("legal play");
        done.push(action.to_string());
    }
    (done, game)
}

fn cell(text: &str) -> Cell {
    text.parse().expect("a place")
}

/// A hole in the middle of eight tiles, and the monastery that fits there in hand.
#[test]
fn a_surveyor_takes_nine_points_at_once() {
    let (done, game) = decide::<Base>(
        r#"{
            "tiles": ["U@(-1,0)r1", "U@(1,0)r1", "V@(-1,1)r0", "V@(1,1)r3", "U@(-1,2)r0", "U@(1,2)r0", "E@(0,2)r2"],
            "phase": {"placing": "B"}
        }"#,
    );
    assert_eq!(done[1], "deploy m", "{done:?}");
    assert_eq!((game.points(Seat::A).monasteries, game.followers(Seat::A)), (9, 7));
}

/// The city over the start tile needs one of the four caps that are left; a road into its open place would make that
/// impossible for ever. Nobody has a follower to spare, so that nothing else speaks for or against a place.
fn city_at_stake(knight: &str) -> bool {
    let setup = r#"{
        "tiles": ["F@(0,-1)r1", "U@(1,0)r1", "A@(2,0)r1", "A@(-1,0)r3", "B@(1,-1)r0"],
        "figures": ["KNIGHT (0,-1).c1"],
        "seats": {"A": {"followers": 0}, "B": {"followers": 0}},
        "stack": {"E": 4, "B": 2},
        "phase": {"placing": "V"}
    }"#;
    let (_, game) = decide::<Base>(&setup.replace("KNIGHT", knight));
    let cap: TileKind = "E".parse().expect("a tile");
    !game.land().rotations(cap, cell("(0,-2)")).is_empty()
}

#[test]
fn a_surveyor_traps_others_and_not_itself() {
    assert!(city_at_stake("A"), "the own knight can never come home");
    assert!(!city_at_stake("B"), "the other's knight is left in peace");
}

/// B's farmer has two completed cities; one tile joins A's field, which has none, with it.
#[test]
fn a_surveyor_joins_a_field() {
    let (done, game) = decide::<Base>(
        r#"{
            "tiles": ["E@(0,-1)r2", "E@(1,-1)r0", "E@(1,-2)r2", "U@(1,0)r1"],
            "figures": ["A (1,0).f1", "B (1,-1).f1"],
            "seats": {"A": {"followers": 0}, "B": {"followers": 0}},
            "stack": {"U": 3, "V": 3},
            "phase": {"placing": "A"}
        }"#,
    );
    let field = |place: &str| game.land().feature_at(place.parse::<Place>().expect("a place"));
    assert_eq!(field("(1,0).f1"), field("(1,-1).f1"), "{done:?}");
}

#[test]
fn a_surveyor_extends_its_builders_road_and_takes_the_double_turn() {
    let (done, game) = decide::<Traders>(
        r#"{
            "tiles": ["U@(1,0)r1", "U@(2,0)r1"],
            "figures": ["A (1,0).r1", "A builder (2,0).r1"],
            "phase": {"placing": "U"}
        }"#,
    );
    assert_eq!(done.last().map(String::as_str), Some("second"), "{done:?}");
    assert_eq!((game.active(), game.part()), (Seat::A, 2));
}

/// Returns the number of builders that two surveyors deploy in `games` games, and the number of them that came straight back.
fn builders(games: u64) -> (u32, u32) {
    let (mut deployed, mut useless) = (0, 0);
    for number in 0..games {
        let seed = Seed(1).derive(number);
        let mut game = Game::<Traders>::new(&Default::default());
        let mut bots = [Seat::A, Seat::B].map(|seat| Bot::new("surveyor", seat, seed).expect("a bot"));
        loop {
            match game.turn() {
                Turn::Chance(_) => draw(&mut game, seed),
                Turn::Decide(_) => {
                    let me = game.active();
                    let view = game.view(Viewer::Seat(me));
                    let action = bots[me.index()].choose(&view, &game.legal_actions(me));
                    game.play(me, action, &mut ()).expect("legal play");
                    if matches!(action, Action::Deploy { figure: Figure::Builder, .. }) {
                        deployed += 1;
                        let stands = |(seat, figure, _)| (seat, figure) == (me, Figure::Builder);
                        useless += u32::from(!game.figures().any(stands));
                    }
                }
                Turn::Over(_) => break,
            }
        }
    }
    (deployed, useless)
}

#[test]
fn a_surveyor_keeps_a_builder_that_would_come_straight_back() {
    let (deployed, useless) = builders(10);
    assert!(deployed > 10, "only {deployed} builders were deployed");
    assert_eq!(useless, 0, "of {deployed} builders");
}

/// One tile completed A's town and B's road in a surveyor's column; whose building is settled second, loses its settler.
#[test]
fn a_surveyor_settles_its_own_building_first() {
    let settle = |seat: &str| {
        let setup = r#"{
            "tiles": ["MF-25@(-1,3)", "MF-21a@(-1,4)r1", "MF-16a@(-2,3)r2", "MF-20@(-2,4)r0"],
            "figures": ["B (-1,4).r1", "A (-2,3).c1"],
            "surveyors": [-1, -2],
            "active": "ACTIVE",
            "phase": {"settling": ["(-2,4).c1", "(-2,4).r1"]}
        }"#;
        decide::<NewWorld>(&setup.replace("ACTIVE", seat))
    };
    let (done, game) = settle("A");
    assert_eq!(done, ["settle (-2,4).c1"]);
    assert_eq!((game.points(Seat::A).total(), game.points(Seat::B).total()), (8, 0));
    let (done, game) = settle("B");
    assert_eq!(done, ["settle (-2,4).r1"]);
    assert!(game.points(Seat::B).total() > 0);
}
