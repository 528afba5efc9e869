//! The changes that a view predicts for a step are those that the step then makes, and no other viewer learns anything.

use catan::view::View;
use catan::{
    Action as BaseAction, Catan, CitiesAndKnights, Island, Options, Rules, action::Action, cities_and_knights,
};
use game::{Draws as _, Game, Seat, Seed, Turn, Viewer};

/// Plays random games, and calls `look` for listed actions of the seats to act.
fn walk<R: Rules>(
    start: impl Fn() -> Island<R>,
    games: u64,
    mut look: impl FnMut(&Island<R>, Seat, Action<R>),
) where
    Island<R>: Game<Action = Action<R>, Event = catan::event::Event<R>>,
    R::LegalActions: IntoIterator<Item = Action<R>>,
{
    for seed in 0..games {
        let seed = Seed(seed);
        let mut choose = seed.substream("choice", 0);
        let mut game = start();
        for _ in 0..700 {
            match Game::turn(&game) {
                Turn::Chance(_) => {
                    let (purpose, index) = game.chance_key();
                    let chance = Game::draw(&game, &mut seed.substream(purpose, index));
                    assert!(Game::resolve(&mut game, chance, &mut ()).is_ok());
                }
                Turn::Decide(seats) => {
                    let listed: Vec<(Seat, Action<R>)> = seats
                        .into_iter()
                        .flat_map(|seat| {
                            R::legal_actions(&game, seat).into_iter().map(move |action| (seat, action))
                        })
                        .collect();
                    for &(seat, action) in listed.iter().take(60) {
                        look(&game, seat, action);
                    }
                    let (seat, action) = listed[choose.below(listed.len() as u32) as usize];
                    assert!(Game::play(&mut game, seat, action, &mut ()).is_ok());
                }
                Turn::Over(_) => break,
            }
        }
    }
}

/// Compares the outlook of an action with its result; returns whether it gives the Longest Road card to the seat.
fn compare<R: Rules>(
    game: &Island<R>,
    seat: Seat,
    action: Action<R>,
    points: impl Fn(&View<'_, R>) -> u8,
) -> bool {
    let view = game.view(Viewer::Seat(seat));
    for other in [Viewer::Spectator, Viewer::Everything] {
        assert_eq!(game.view(other).outlook(action), None, "{action:?} for {other:?}");
    }
    let Some(outlook) = view.outlook(action) else {
        let places = [
            matches!(action, Action::BuildRoad(_)),
            matches!(action, Action::BuildSettlement(_)),
            matches!(action, Action::BuildCity(_)),
            matches!(action, Action::MoveRobber(_)),
        ];
        assert!(!places.contains(&true), "nothing is said of {action:?}");
        return false;
    };
    let mut next = *game;
    next.play(seat, action, &mut ()).unwrap();
    let after = next.view(Viewer::Seat(seat));
    assert_eq!(i16::from(points(&view)) + i16::from(outlook.points), i16::from(points(&after)), "{action:?}");
    for other in Seat::first(game.seats()) {
        assert_eq!(outlook.road_lengths[other], after.road_length(other), "{action:?}: {other}");
    }
    assert_eq!(outlook.longest_road, after.longest_road(), "{action:?}");
    let has_won = matches!(next.turn(), Turn::Over(outcome) if outcome.winners.contains(seat));
    assert_eq!(outlook.wins, has_won, "{action:?}");
    outlook.longest_road == Some(seat) && view.longest_road() != Some(seat)
}

#[test]
fn the_outlook_of_base_catan_comes_true() {
    let (mut awards, mut wins) = (0, 0);
    walk(
        || Catan::new(&Options::default()),
        25,
        |game, seat, action: BaseAction| {
            let points = |view: &View<'_, catan::Base>| view.points(seat).total();
            awards += u32::from(compare(game, seat, action, points));
            wins +=
                u32::from(game.view(Viewer::Seat(seat)).outlook(action).is_some_and(|outlook| outlook.wins));
        },
    );
    assert!(awards > 5, "{awards} awards");
    assert!(wins > 0, "nobody won");
}

#[test]
fn the_outlook_of_cities_and_knights_comes_true() {
    let (mut awards, mut limits, mut strengths) = (0, 0, 0);
    walk(
        || CitiesAndKnights::new(&Default::default()),
        8,
        |game, seat, action: cities_and_knights::Action| {
            let view = game.view(Viewer::Seat(seat));
            let points = |view: &View<'_, cities_and_knights::Knights>| view.points(seat).total();
            awards += u32::from(compare(game, seat, action, points));
            let Action::Own(own) = action else { return };
            if let cities_and_knights::OwnAction::BuildWall(_) = own {
                let outlook = view.outlook(action).expect("it is listed");
                assert_eq!(outlook.hand_limit, view.hand_limit(seat) + 2);
                limits += 1;
            }
            if let cities_and_knights::OwnAction::Activate(at) = own {
                let (_, strength) = view.knight_at(at).expect("a knight");
                let after = (view.knight_strength() + strength.value(), view.barbarian_strength());
                assert_eq!(view.strengths_after(own), Some(after));
                assert_eq!(game.view(Viewer::Spectator).strengths_after(own), None);
                strengths += 1;
            }
        },
    );
    assert!(awards > 0 && limits > 0 && strengths > 0, "{awards} {limits} {strengths}");
}

/// Whether a partner can pay shows only when an exchange is executed (`CATAN-DOM-11`): no outlook tells it before.
#[test]
fn an_exchange_has_no_outlook() {
    walk(
        || Catan::new(&Options::default()),
        2,
        |game, seat, action: BaseAction| {
            let is_on_board = matches!(
                action,
                Action::BuildRoad(_)
                    | Action::BuildSettlement(_)
                    | Action::BuildCity(_)
                    | Action::MoveRobber(_)
                    | Action::Own(_)
            );
            assert_eq!(game.view(Viewer::Seat(seat)).outlook(action).is_some(), is_on_board, "{action:?}");
        },
    );
    let game = Catan::new(&Options::default());
    assert_eq!(game.view(Viewer::Seat(Seat::A)).outlook(Action::Execute(Seat::B)), None);
}

#[test]
fn pips_are_the_ways_in_which_two_dice_fall() {
    let mut game = Catan::new(&Options::default());
    let (purpose, index) = game.chance_key();
    let chance = Game::draw(&game, &mut Seed(3).substream(purpose, index));
    Game::resolve(&mut game, chance, &mut ()).unwrap();
    let layout = game.layout().expect("it is laid out");
    for hex in catan::HexId::all() {
        let sums = (1..=6u8).flat_map(|first| (1..=6u8).map(move |second| first + second));
        let ways = sums.filter(|&sum| sum == layout.numbers[hex]).count();
        assert_eq!(usize::from(layout.pips(hex)), ways, "{hex}");
    }
}
