//! Results of games, in every store.

use super::change;
use crate::{Change, GameResult, ResultChange, Store};
use table::keys::{Key, KeyHash, TableId};

fn result(seats: &[(KeyHash, u8)]) -> GameResult {
    GameResult {
        table: TableId::random(),
        at: 1_700_000_000_000,
        game: "catan".to_owned(),
        seats: seats.to_vec(),
    }
}

fn add(result: &GameResult) -> Change {
    Change::Results(ResultChange::Add(result.clone()))
}

/// The results that name one of these people, in their order.
fn of(store: &dyn Store, people: &[KeyHash]) -> Vec<GameResult> {
    let all = store.results(0, usize::MAX >> 1).unwrap();
    assert!(all.is_sorted_by_key(|(number, _)| *number));
    let names = |result: &GameResult| result.seats.iter().any(|(person, _)| people.contains(person));
    all.into_iter().map(|(_, result)| result).filter(names).collect()
}

/// Runs this part of the suite.
pub(super) fn run(store: &dyn Store) {
    let [ada, ben, eve, dan] = std::array::from_fn(|_| Key::random().hash());
    let (first, second) = (result(&[(ada, 1), (ben, 2)]), result(&[(eve, 2), (ada, 1), (ben, 3)]));
    let third = result(&[(ben, 1), (eve, 2)]);
    assert_eq!(change(store, vec![add(&first), add(&second), add(&third)]), Ok(()));
    let again = GameResult { at: 9, ..first.clone() };
    assert_eq!(change(store, vec![add(&again)]), Ok(()), "twice is once");
    assert_eq!(of(store, &[ada, ben, eve]), [first.clone(), second.clone(), third.clone()]);
    let numbers: Vec<u64> = store.results(0, 1000).unwrap().into_iter().map(|(number, _)| number).collect();
    let rest = store.results(numbers[0], 1).unwrap();
    assert_eq!(rest.len(), 1);
    assert!(rest[0].0 > numbers[0], "after a number, at most as many as wanted");

    // A guest becomes somebody else; where that person sat as well, the game no longer counts.
    let hand_on = |table, from, to| vec![Change::HandOn { table, from, to }];
    assert_eq!(change(store, hand_on(first.table, ben, Some(dan))), Ok(()));
    let moved = GameResult { seats: vec![(ada, 1), (dan, 2)], ..first.clone() };
    assert_eq!(of(store, &[ada]), [moved.clone(), second.clone()]);
    assert_eq!(change(store, hand_on(second.table, eve, Some(ben))), Ok(()));
    assert_eq!(of(store, &[ada, ben, eve]), [moved.clone(), third.clone()]);
    assert_eq!(change(store, hand_on(third.table, eve, None)), Ok(()));
    assert_eq!(of(store, &[ada, ben, eve]), [moved.clone()]);

    let show = |person, shown| vec![Change::Results(ResultChange::Show { person, shown })];
    assert_eq!(store.is_shown(dan), Ok(false));
    assert_eq!(change(store, [show(dan, true), show(dan, true), show(eve, true)].concat()), Ok(()));
    assert_eq!((store.is_shown(dan), store.is_shown(eve)), (Ok(true), Ok(true)));
    assert_eq!(change(store, show(eve, false)), Ok(()));
    assert_eq!(store.is_shown(eve), Ok(false));

    let last = result(&[(ada, 2), (eve, 1)]);
    assert_eq!(change(store, vec![add(&last)]), Ok(()));
    assert_eq!(change(store, vec![Change::Forget(dan)]), Ok(()));
    assert_eq!(of(store, &[ada, dan]), [last.clone()], "nothing of a forgotten person is left");
    assert_eq!(store.is_shown(dan), Ok(false));
    assert_eq!(change(store, vec![Change::Results(ResultChange::Remove(last.table))]), Ok(()));
    assert_eq!(of(store, &[ada, eve]), []);
}
