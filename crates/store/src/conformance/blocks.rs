//! The blocks of people, in every store.

use super::{change, person};
use crate::{BLOCKS_MAX, Block, BlockChange, Change, Store};
use table::keys::{Key, KeyHash};

fn block(person: KeyHash, blocked: KeyHash, id: u64) -> Block {
    Block { person, blocked, id, name: format!("Eve ä {id}"), at: 1_000 + (id & 0xff) }
}

fn add(block: &Block) -> Vec<Change> {
    vec![Change::Blocks(BlockChange::Add(block.clone()))]
}

/// Runs this part of the suite.
pub(super) fn run(store: &dyn Store) {
    blocks_are_set_and_lifted(store);
    blocks_are_bounded(store);
    blocks_go_with_the_person(store);
    a_guest_takes_blocks_along(store);
    blocks_move_within_the_bound(store);
}

/// Checks what must be there after the store was opened again.
pub(super) fn lasting(store: &dyn Store, ada: KeyHash) {
    assert_eq!(store.blocks_of(ada), Ok(vec![block(ada, KeyHash([7; 32]), u64::MAX)]));
}

/// Stores what [`lasting`] looks for.
pub(super) fn prepare(store: &dyn Store, ada: KeyHash) {
    // The largest id is kept as it is, too.
    assert_eq!(change(store, add(&block(ada, KeyHash([7; 32]), u64::MAX))), Ok(()));
    lasting(store, ada);
}

fn blocks_are_set_and_lifted(store: &dyn Store) {
    let [ada, ben, eve] = [Key::random().hash(), Key::random().hash(), Key::random().hash()];
    assert_eq!(store.blocks_of(ada), Ok(vec![]));
    let (first, second, other) = (block(ada, eve, 1), block(ada, ben, 2), block(ben, eve, 3));
    assert_eq!(change(store, [add(&first), add(&second), add(&other)].concat()), Ok(()));
    assert_eq!(store.blocks_of(ada), Ok(vec![second.clone(), first.clone()]), "the latest first");
    assert_eq!(change(store, add(&block(ada, eve, 9))), Ok(()), "twice is once");
    assert_eq!(store.blocks_of(ada), Ok(vec![second.clone(), first]));
    assert_eq!(store.blocked_by(eve, &[ben, ada, eve]), Ok(vec![ben, ada]));
    assert_eq!(store.blocked_by(ada, &[ben, eve]), Ok(vec![]), "only one way");
    let lift = |person, id| vec![Change::Blocks(BlockChange::Lift { person, id })];
    assert_eq!(change(store, lift(ben, 1)), Ok(()), "somebody else's stays");
    assert_eq!(store.blocks_of(ada).map(|all| all.len()), Ok(2));
    assert_eq!(change(store, lift(ada, 1)), Ok(()));
    assert_eq!(store.blocks_of(ada), Ok(vec![second]));
    assert_eq!(store.blocked_by(eve, &[ada, ben]), Ok(vec![ben]));
}

fn blocks_are_bounded(store: &dyn Store) {
    let ada = Key::random().hash();
    let changes = |count: usize| -> Vec<Change> {
        (0..count).flat_map(|n| add(&block(ada, Key::random().hash(), n as u64))).collect()
    };
    assert_eq!(change(store, changes(BLOCKS_MAX - 1)), Ok(()));
    assert_eq!(change(store, changes(2)), Ok(()));
    assert_eq!(store.blocks_of(ada).map(|all| all.len()), Ok(BLOCKS_MAX), "one more than fits is left out");
}

fn blocks_go_with_the_person(store: &dyn Store) {
    let [ada, ben, eve] = [Key::random().hash(), Key::random().hash(), Key::random().hash()];
    let kept = vec![Change::Keep(person(ada, None))];
    let set = [add(&block(ada, eve, 1)), add(&block(ben, ada, 2)), add(&block(ben, eve, 3))];
    assert_eq!(change(store, [kept, set.concat()].concat()), Ok(()));
    assert_eq!(change(store, vec![Change::Forget(ada)]), Ok(()));
    assert_eq!(store.blocks_of(ada), Ok(vec![]));
    assert_eq!(store.blocks_of(ben), Ok(vec![block(ben, eve, 3)]), "nor does anybody have the name of Ada");
}

fn a_guest_takes_blocks_along(store: &dyn Store) {
    let [guest, ada, ben, eve] = [0; 4].map(|_| Key::random().hash());
    let set = [
        block(guest, eve, 1),
        block(guest, ben, 2),
        block(guest, ada, 3),
        block(ada, ben, 4),
        block(ben, guest, 5),
        block(eve, guest, 6),
        block(eve, ada, 7),
        block(ada, guest, 8),
    ];
    assert_eq!(change(store, set.iter().flat_map(add).collect()), Ok(()));
    let reassign = Change::Blocks(BlockChange::HandOn { from: guest, to: ada });
    assert_eq!(change(store, vec![reassign]), Ok(()));
    assert_eq!(store.blocks_of(guest), Ok(vec![]));
    assert_eq!(
        store.blocks_of(ada),
        Ok(vec![block(ada, ben, 4), block(ada, eve, 1)]),
        "nobody blocks themselves"
    );
    assert_eq!(store.blocks_of(ben), Ok(vec![block(ben, ada, 5)]));
    assert_eq!(store.blocks_of(eve), Ok(vec![block(eve, ada, 7)]), "once");
}

fn blocks_move_within_the_bound(store: &dyn Store) {
    let [guest, ada] = [0; 2].map(|_| Key::random().hash());
    let some = |of: KeyHash, count: usize| -> Vec<Change> {
        (0..count).flat_map(|n| add(&block(of, Key::random().hash(), n as u64))).collect()
    };
    assert_eq!(change(store, [some(guest, 20), some(ada, BLOCKS_MAX - 5)].concat()), Ok(()));
    let reassign = Change::Blocks(BlockChange::HandOn { from: guest, to: ada });
    assert_eq!(change(store, vec![reassign]), Ok(()));
    assert_eq!(store.blocks_of(ada).map(|all| all.len()), Ok(BLOCKS_MAX));
    assert_eq!(store.blocks_of(guest), Ok(vec![]));
}
