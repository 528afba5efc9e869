//! Winning chances from what spectators may know: they sum up to 1 in every position of a game, from the layout to the end, and
//! nothing that spectators do not see changes a bit of them.

use catan::Catan;
use game::{Draws as _, Seat, Substream, Viewer};
use shelf::{AnyGame, GameKind};

/// The game in another world, if there is one.
fn twin(game: &AnyGame, draws: &mut Substream) -> Option<AnyGame> {
    match game {
        AnyGame::Catan(game) => testkit::worlds::of_catan(game, Viewer::Spectator, draws).map(AnyGame::Catan),
        AnyGame::CitiesAndKnights(game) => {
            testkit::worlds::of_cities_and_knights(game, Viewer::Spectator, draws)
                .map(AnyGame::CitiesAndKnights)
        }
        _ => None,
    }
}

fn bits(game: &AnyGame) -> Vec<u64> {
    let shares = analysis::spectator_chances(game);
    Seat::first(Seat::MAX).map(|seat| shares[seat].to_bits()).collect()
}

/// Plays random games of a kind to their ends, or for so many steps, and checks some of their positions.
fn follow(kind: GameKind, points: Option<u8>, steps: usize) {
    let (mut checked, mut alike, mut ended) = (0, 0, false);
    for number in 0..3 {
        let seed = testkit::seed("analysis-spectator").derive(number);
        let (mut choice, mut draws) = (seed.substream("choice", 0), seed.substream("twins", 0));
        let options = points.map(|points| ("victory_points".to_owned(), points.into()));
        let mut game = AnyGame::new(kind, &options.into_iter().collect()).expect("a game");
        for at in 0..steps {
            // The beginning is looked at step by step: the layout, the roll for the start, the set-up.
            if at < 30 || choice.below(8) == 0 || game.outcome().is_some() {
                let shares = analysis::spectator_chances(&game);
                let of_seats: Vec<f64> = Seat::first(game.seats()).map(|seat| shares[seat]).collect();
                assert!((of_seats.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{kind}: {of_seats:?}");
                assert!(of_seats.iter().all(|share| (0.0..=1.0).contains(share)), "{kind}: {of_seats:?}");
                assert_eq!(bits(&game), bits(&game), "{kind}: the same position");
                checked += 1;
                if game.outcome().is_none()
                    && let Some(other) = twin(&game, &mut draws)
                {
                    assert_eq!(bits(&other), bits(&game), "{kind}: {game:?}\n{other:?}");
                    alike += usize::from(other != game);
                }
            }
            let Some(step) = game.random_step(seed, &mut choice) else {
                ended = true;
                break;
            };
            game.apply(&step).expect("a step that is listed");
        }
    }
    assert!(checked > 60, "{kind}: {checked} positions");
    assert!(ended, "{kind}: no game came to its end");
    let hides = matches!(kind, GameKind::Catan | GameKind::CitiesAndKnights);
    assert_eq!(alike > 30, hides, "{kind}: {alike} positions have another world");
}

#[test]
fn chances_in_catan_depend_on_nothing_hidden() {
    follow(GameKind::Catan, Some(4), 3000);
}

#[test]
fn chances_in_cities_and_knights_depend_on_nothing_hidden() {
    follow(GameKind::CitiesAndKnights, Some(8), 3000);
}

#[test]
fn chances_on_open_tables_are_those_of_the_position() {
    for kind in [GameKind::Carcassonne, GameKind::TradersAndBuilders, GameKind::Mayflower] {
        follow(kind, None, 3000);
    }
}

/// Spectators do not see a hand that wins at once, so it does not show in what they are told.
#[test]
fn a_hand_that_nobody_sees_counts_for_nothing() {
    let game = |development: &str| {
        let setup = format!(
            r#"{{"seats": {{"A": {{"cities": ["I0", "I8", "I10", "I28"], "settlements": ["I20"],
                 "development": {development}}}}}, "active": "B", "options": {{"players": 3}}, "phase": "before-roll"}}"#
        );
        Catan::from_setup(&serde_json::from_str(&setup).expect("a setup")).expect("a position")
    };
    let (knights, victory) = (game(r#"{"knight": 1}"#), game(r#"{"victory-point": 1}"#));
    assert_ne!(knights, victory);
    assert_eq!(bits(&AnyGame::Catan(knights)), bits(&AnyGame::Catan(victory)));
}
