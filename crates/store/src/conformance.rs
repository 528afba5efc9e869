//! The behaviour required of every store, as one suite that runs against each of them.

mod archive;
mod blocks;
mod due;
mod moderation;
pub mod nodes;
mod results;

use super::{
    Account, Batch, Change, Code, CodeChange, CodeKind, Index, KeyState, LastAlive, Person, PersonLookup,
    Session, Shard, ShardSet, ShareRequest, Store, StoreError, StoredEntry, Tag,
};
use std::sync::mpsc;
use table::keys::{Key, KeyHash, TableId};

/// An entry for tests.
#[must_use]
pub fn entry(seq: u64, command: Option<&str>) -> StoredEntry {
    StoredEntry {
        seq,
        at: 1_000 + seq,
        command: command.map(str::to_owned),
        body: format!("{{\"chance\":\"{seq} ä €\"}}"),
    }
}

/// Appends and waits for the answer.
///
/// # Errors
/// What the store answers.
///
/// # Panics
/// If the store drops a batch without an answer.
pub fn append(store: &dyn Store, batch: Batch) -> Result<(), StoreError> {
    let (sender, receiver) = mpsc::channel();
    store.append(batch, Box::new(move |result| sender.send(result).unwrap()));
    receiver.recv().expect("every append is answered")
}

/// Changes the stored data of people and waits for the answer.
///
/// # Errors
/// The store's error.
///
/// # Panics
/// If the store drops the changes without an answer.
pub fn change(store: &dyn Store, changes: Vec<Change>) -> Result<(), StoreError> {
    let (sender, receiver) = mpsc::channel();
    store.change(changes, Box::new(move |result| sender.send(result).unwrap()));
    receiver.recv().expect("every change is answered")
}

/// A request of a node that reads all logs, at this moment of its clock.
fn request(address: &str, now: u64, informed: ShardSet) -> ShareRequest {
    ShareRequest {
        address: address.to_owned(),
        now,
        informed,
        reads: table::entry::FORMAT,
        beyond: ShardSet::default(),
    }
}

fn batch(table: TableId, entries: Vec<StoredEntry>) -> Batch {
    Batch { table, entries, index: Vec::new(), untag: Vec::new() }
}

/// Runs the whole suite. `open` opens the same empty store; it is called again to see what is left after the first
/// one was dropped, unless `durable` says that nothing is.
///
/// # Panics
/// If the store does not do what it must.
pub fn run<S: Store>(open: impl Fn() -> S, durable: bool) {
    let (a, b) = (TableId::random(), TableId::random());
    let (ada, ben) = (Key::random().hash(), Key::random().hash());
    let log = {
        let store = open();
        entries_come_back_in_order(&store, a);
        conflicts_leave_nothing_behind(&store, a);
        tables_are_apart(&store, a, b);
        tables_are_found(&store, ada, ben);
        tags_come_and_go(&store);
        codes_end_and_are_used_again(&store);
        unfinished_tables_are_counted(&store);
        nodes::a_lone_node_owns_everything(&store);
        due::nobody_claims_nothing(&store);
        it_is_noted_that_the_server_runs(&store);
        many_writers_lose_nothing(&store);
        sessions_begin_and_end(&store);
        who_is_to_be_forgotten_is_noted(&store);
        names_are_had_once(&store);
        entries_are_amended(&store);
        blocks::run(&store);
        blocks::prepare(&store, ada);
        moderation::run(&store);
        results::run(&store);
        codes_are_used_once(&store);
        codes_go_with_their_person(&store);
        archive::all(&store);
        assert_eq!(change(&store, vec![Change::Keep(person(ada, None))]), Ok(()));
        store.load(a).unwrap()
    };
    if durable {
        let store = open();
        assert_eq!(store.load(a).unwrap(), log, "everything answered is there after opening again");
        assert_eq!(store.tables_of(ada, 10).unwrap().len(), 2);
        assert_eq!(store.known(ada), Ok(KeyState::Ended));
        blocks::lasting(&store, ada);
        assert!(store.table_by_code("code0001").unwrap().is_some());
        let next = log.len() as u64;
        assert_eq!(append(&store, batch(a, vec![entry(next, None)])), Ok(()));
        assert!(matches!(
            append(&store, batch(a, vec![entry(next + 1, Some("A:one"))])),
            Err(StoreError::Conflict { .. })
        ));
    }
}

fn entries_come_back_in_order(store: &impl Store, table: TableId) {
    assert_eq!(store.load(table).unwrap(), []);
    assert_eq!(append(store, batch(table, vec![entry(0, None)])), Ok(()));
    let more = vec![entry(1, Some("A:one")), entry(2, None), entry(3, Some("B:one"))];
    assert_eq!(append(store, batch(table, more.clone())), Ok(()));
    assert_eq!(store.load(table).unwrap()[1..], more);
    let part = |from, most| store.load_part(table, from, most).unwrap();
    assert_eq!([part(0, 1), part(1, 2), part(3, 9)].concat(), store.load(table).unwrap(), "in parts");
    assert_eq!([part(4, 9), part(u64::MAX, 9)], [[], []], "nothing comes after the end");
    assert_eq!(store.load_part(TableId::random(), 0, 9).unwrap(), [], "nor of a table that is not there");
}

fn conflicts_leave_nothing_behind(store: &impl Store, table: TableId) {
    let before = store.load(table).unwrap();
    let conflicts = [
        ("a number again", vec![entry(3, None)]),
        ("a gap", vec![entry(5, None)]),
        ("a gap inside", vec![entry(4, None), entry(6, None)]),
        ("a command again", vec![entry(4, None), entry(5, Some("A:one"))]),
        ("a command twice", vec![entry(4, Some("C:x")), entry(5, Some("C:x"))]),
    ];
    for (what, entries) in conflicts {
        let first = entries[0].seq;
        let result = append(store, batch(table, entries));
        assert_eq!(result, Err(StoreError::Conflict { table, seq: first }), "{what}");
        assert_eq!(store.load(table).unwrap(), before, "{what}");
    }
    assert_eq!(append(store, batch(table, vec![entry(4, None), entry(5, Some("C:x"))])), Ok(()));
}

fn tables_are_apart(store: &impl Store, a: TableId, b: TableId) {
    let before = store.load(a).unwrap();
    assert_eq!(append(store, batch(b, vec![entry(0, Some("A:one"))])), Ok(()));
    assert_eq!(store.load(a).unwrap(), before);
    assert_eq!(store.load(b).unwrap().len(), 1);
}

fn tables_are_found(store: &impl Store, ada: table::KeyHash, ben: table::KeyHash) {
    let mut ids = Vec::new();
    for n in 0..2u64 {
        let table = TableId::random();
        let mut first = entry(0, None);
        first.at = 5_000 + n;
        let index = vec![Index::Holder(ada), Index::Code(format!("code{n:04}"))];
        assert_eq!(append(store, Batch { table, entries: vec![first], index, untag: Vec::new() }), Ok(()));
        assert_eq!(store.table_by_code(&format!("code{n:04}")).unwrap(), Some(table));
        ids.push(table);
    }
    assert_eq!(store.tables_of(ada, 10).unwrap(), [ids[1], ids[0]], "the latest first");
    assert_eq!(store.tables_of(ada, 1).unwrap(), [ids[1]]);
    assert_eq!(store.tables_of(ben, 10).unwrap(), []);
    assert_eq!(store.table_by_code("nocode00").unwrap(), None);
    let mut second = entry(1, None);
    second.at = 9_000;
    let index = vec![Index::Holder(ben), Index::Holder(ada)];
    assert_eq!(
        append(store, Batch { table: ids[0], entries: vec![second], index, untag: Vec::new() }),
        Ok(())
    );
    assert_eq!(store.tables_of(ada, 10).unwrap(), [ids[0], ids[1]], "held twice, listed once");
    assert_eq!(store.tables_of(ben, 10).unwrap(), [ids[0]]);
}

fn many_writers_lose_nothing(store: &impl Store) {
    let tables: Vec<TableId> = (0..8).map(|_| TableId::random()).collect();
    std::thread::scope(|scope| {
        for &table in &tables {
            scope.spawn(move || {
                for seq in 0..50 {
                    assert_eq!(append(store, batch(table, vec![entry(seq, None)])), Ok(()));
                }
            });
        }
    });
    for table in tables {
        let log = store.load(table).unwrap();
        assert_eq!(log, (0..50).map(|seq| entry(seq, None)).collect::<Vec<_>>());
    }
}

fn tags_come_and_go(store: &dyn Store) {
    let a = TableId::random();
    let mut others = std::iter::repeat_with(TableId::random);
    let b = others.find(|b| Shard::of(*b) != Shard::of(a)).expect("one of another shard");
    for (n, table) in [a, b].into_iter().enumerate() {
        let mut first = entry(0, None);
        first.at = 5_000 + n as u64;
        let index = vec![Index::Tag(Tag::Public), Index::Tag(Tag::Clocked)];
        assert_eq!(append(store, Batch { table, entries: vec![first], index, untag: Vec::new() }), Ok(()));
    }
    assert_eq!(store.tagged(Tag::Public, ShardSet::ALL, 10).unwrap(), [b, a], "the latest first");
    assert_eq!(store.tagged(Tag::Public, ShardSet::ALL, 1).unwrap(), [b]);
    let entries = vec![entry(1, None)];
    let untag = vec![Tag::Public];
    assert_eq!(append(store, Batch { table: b, entries, index: Vec::new(), untag }), Ok(()));
    assert_eq!(store.tagged(Tag::Public, ShardSet::ALL, 10).unwrap(), [a]);
    assert_eq!(store.tagged(Tag::Clocked, ShardSet::ALL, 10).unwrap(), [b, a]);
    for (table, other) in [(a, b), (b, a)] {
        let mut shards = ShardSet::ALL;
        shards.remove(Shard::of(other));
        assert_eq!(store.tagged(Tag::Clocked, shards, 10).unwrap(), [table], "those of some shards");
    }
}

fn codes_end_and_are_used_again(store: &dyn Store) {
    let (a, b) = (TableId::random(), TableId::random());
    let with = |table, seq, index: Index| {
        append(store, Batch { table, entries: vec![entry(seq, None)], index: vec![index], untag: Vec::new() })
    };
    let (has, no) = (|code: &str| Index::Code(code.to_owned()), |code: &str| Index::NoCode(code.to_owned()));
    assert_eq!(with(a, 0, has("code5555")), Ok(()));
    let taken = Err(StoreError::Conflict { table: b, seq: 0 });
    assert_eq!(with(b, 0, has("code5555")), taken, "a code leads to one table");
    assert_eq!(store.load(b).unwrap(), []);
    assert_eq!(with(b, 0, no("code5555")), Ok(()));
    assert_eq!(store.table_by_code("code5555"), Ok(Some(a)), "a table ends its own code alone");
    assert_eq!(with(a, 1, no("code5555")), Ok(()));
    assert_eq!(store.table_by_code("code5555"), Ok(None));
    assert_eq!(with(b, 1, has("code5555")), Ok(()), "it is free again");
    assert_eq!(store.table_by_code("code5555"), Ok(Some(b)));
}

fn unfinished_tables_are_counted(store: &dyn Store) {
    let [ada, ben] = [Key::random().hash(), Key::random().hash()];
    let tables: Vec<TableId> = (0..3).map(|_| TableId::random()).collect();
    for &table in &tables {
        let index = vec![Index::Holder(ada), Index::Tag(Tag::Open)];
        let entries = vec![entry(0, None)];
        assert_eq!(append(store, Batch { table, entries, index, untag: Vec::new() }), Ok(()));
    }
    let index = vec![Index::Holder(ben)];
    let (table, entries, untag) = (tables[0], vec![entry(1, None)], vec![Tag::Public]);
    assert_eq!(append(store, Batch { table, entries, index, untag }), Ok(()));
    assert_eq!((store.unfinished_of(ada, 9), store.unfinished_of(ada, 2)), (Ok(3), Ok(2)));
    assert_eq!(store.unfinished_of(ben, 9), Ok(1), "whoever sits down has it as well");
    let (entries, untag) = (vec![entry(2, None)], vec![Tag::Open]);
    assert_eq!(append(store, Batch { table, entries, index: Vec::new(), untag }), Ok(()));
    assert_eq!((store.unfinished_of(ada, 9), store.unfinished_of(ben, 9)), (Ok(2), Ok(0)));
    assert_eq!(store.unfinished_of(Key::random().hash(), 9), Ok(0));
}

fn it_is_noted_that_the_server_runs(store: &dyn Store) {
    assert_eq!(store.last_alive(), Ok(LastAlive::everywhere(None)));
    store.alive(7_000).unwrap();
    store.alive(9_000).unwrap();
    assert_eq!(store.last_alive(), Ok(LastAlive::everywhere(Some(9_000))));
}

fn person(id: KeyHash, name: Option<&str>) -> Person {
    let account = name.map(|name| Account {
        name: name.to_owned(),
        folded: name.to_lowercase(),
        password: "$argon2id$".to_owned(),
    });
    Person { id, since: 1_000, account }
}

fn session(person: KeyHash, seen: u64) -> Session {
    let key = Key::random().hash();
    Session { key, person, since: 1_000, seen, until: seen + 10_000, device: "Firefox ä".to_owned() }
}

fn sessions_begin_and_end(store: &dyn Store) {
    let [ada, ben] = [Key::random().hash(), Key::random().hash()];
    assert_eq!(store.known(ada), Ok(KeyState::Stranger), "guests need no row");
    assert_eq!(store.person(PersonLookup::Id(ada)), Ok(None));
    let (phone, desk, other) = (session(ada, 5_000), session(ada, 6_000), session(ben, 7_000));
    let kept = person(ada, None);
    let begun = [&phone, &desk, &other].map(|session| Change::Begin(session.clone()));
    let changes = [vec![Change::Keep(kept.clone())], begun.to_vec()].concat();
    assert_eq!(change(store, changes), Ok(()));
    assert_eq!(store.known(ada), Ok(KeyState::Ended), "a first key without a session is good no longer");
    assert_eq!(store.known(phone.key), Ok(KeyState::Session(phone.clone())));
    assert_eq!(store.person(PersonLookup::Id(ada)), Ok(Some(kept)));
    assert_eq!(store.sessions(ada), Ok(vec![desk.clone(), phone.clone()]), "the last used first");
    let used = Change::Used { key: phone.key, at: 8_000, until: 20_000 };
    assert_eq!(change(store, vec![used]), Ok(()));
    let phone = Session { seen: 8_000, until: 20_000, ..phone };
    assert_eq!(store.sessions(ada), Ok(vec![phone.clone(), desk.clone()]));
    assert_eq!(change(store, vec![Change::EndOthers { person: ada, but: Some(phone.key) }]), Ok(()));
    assert_eq!(store.sessions(ada), Ok(vec![phone.clone()]));
    assert_eq!(store.known(desk.key), Ok(KeyState::Stranger));
    assert_eq!(store.sessions(ben).map(|sessions| sessions.len()), Ok(1), "others keep theirs");
    assert_eq!(change(store, vec![Change::Begin(desk), Change::End(phone.key)]), Ok(()));
    assert_eq!(change(store, vec![Change::EndOthers { person: ada, but: None }]), Ok(()));
    assert_eq!(store.sessions(ada), Ok(vec![]));
    assert_eq!(change(store, vec![Change::Begin(phone.clone()), Change::Forget(ada)]), Ok(()));
    assert_eq!(store.known(phone.key), Ok(KeyState::Stranger));
    assert_eq!(store.person(PersonLookup::Id(ada)), Ok(None));
}

fn who_is_to_be_forgotten_is_noted(store: &dyn Store) {
    let [ada, ben] = [Key::random().hash(), Key::random().hash()];
    assert_eq!(store.forgetting(), Ok(vec![]));
    assert_eq!(change(store, vec![Change::Forgetting(ada), Change::Forgetting(ben)]), Ok(()));
    assert_eq!(change(store, vec![Change::Forgetting(ada)]), Ok(()), "twice is once");
    assert_eq!(store.forgetting().map(|noted| noted.len()), Ok(2));
    assert_eq!(change(store, vec![Change::Forget(ada)]), Ok(()));
    assert_eq!(store.forgetting(), Ok(vec![ben]));
    assert_eq!(change(store, vec![Change::Forget(ben)]), Ok(()));
}

fn names_are_had_once(store: &dyn Store) {
    let [ada, eve] = [Key::random().hash(), Key::random().hash()];
    let kept = person(ada, Some("Ada"));
    assert_eq!(change(store, vec![Change::Keep(kept.clone())]), Ok(()));
    assert_eq!(store.person(PersonLookup::Name("ada")), Ok(Some(kept.clone())));
    assert_eq!(store.person(PersonLookup::Name("Ada")), Ok(None), "names are looked for as they are folded");
    let begun = session(eve, 1);
    let changes = vec![Change::Begin(begun.clone()), Change::Keep(person(eve, Some("ADA")))];
    assert_eq!(change(store, changes), Err(StoreError::NameTaken));
    assert_eq!(store.known(begun.key), Ok(KeyState::Stranger), "all or nothing");
    assert_eq!(store.person(PersonLookup::Name("ada")), Ok(Some(kept)));
    // Guests have no name, and are not in each other's way.
    assert_eq!(change(store, vec![Change::Keep(person(eve, None))]), Ok(()));
    assert_eq!(change(store, vec![Change::Keep(person(Key::random().hash(), None))]), Ok(()));
    assert_eq!(
        change(store, vec![Change::Keep(person(eve, Some("Eve")))]),
        Ok(()),
        "an account is got later"
    );
    assert_eq!(change(store, vec![Change::Forget(ada), Change::Keep(person(eve, Some("Ada")))]), Ok(()));
    assert_eq!(store.person(PersonLookup::Name("eve")), Ok(None));
}

fn entries_are_amended(store: &dyn Store) {
    let [ada, ben] = [Key::random().hash(), Key::random().hash()];
    let table = TableId::random();
    let index = vec![Index::Holder(ada)];
    let entries = vec![entry(0, None), entry(1, Some("A:x")), entry(2, None)];
    assert_eq!(append(store, Batch { table, entries, index, untag: Vec::new() }), Ok(()));
    let amend = |seq: u64, numbers| Change::Amend {
        table,
        bodies: vec![(seq, "new".to_owned())],
        commands: ("A:".to_owned(), "Bä:".to_owned()),
        numbers,
    };
    let reassign = |from, to| Change::HandOn { table, from, to };
    assert_eq!(change(store, vec![amend(7, 2..=u64::MAX)]), Ok(()), "what is not stored is left out");
    assert_eq!(store.load(table).unwrap()[1], entry(1, Some("A:x")), "other numbers stay");
    assert_eq!(change(store, vec![amend(1, 0..=1), reassign(ada, Some(ben))]), Ok(()));
    let mut expected = vec![entry(0, None), entry(1, Some("A:x")), entry(2, None)];
    expected[1].body = "new".to_owned();
    expected[1].command = Some("Bä:x".to_owned());
    assert_eq!(store.load(table).unwrap(), expected, "number and time stay, and the client's part of the id");
    assert_eq!((store.tables_of(ada, 9), store.tables_of(ben, 9)), (Ok(vec![]), Ok(vec![table])));
    assert_eq!(change(store, vec![reassign(ben, None)]), Ok(()));
    assert_eq!(store.load(table).unwrap(), expected);
    assert_eq!(store.tables_of(ben, 9), Ok(vec![]));
    assert_eq!(append(store, batch(table, vec![entry(3, None)])), Ok(()), "the log goes on");
}

fn code(n: u8, kind: CodeKind, until: Option<u64>) -> Code {
    Code { hash: [n; 32], kind, since: 1_000, until, used: None }
}

fn codes_of(store: &dyn Store, person: KeyHash) -> Vec<Code> {
    let mut codes = store.codes(person).unwrap();
    codes.sort_by_key(|code| code.hash);
    codes
}

fn codes_are_used_once(store: &dyn Store) {
    let [ada, ben] = [Key::random().hash(), Key::random().hash()];
    let replace = |person, kind, codes: &[Code]| {
        change(store, vec![CodeChange::Replace { person, kind, codes: codes.to_vec() }.into()])
    };
    let spend = |person, n: u8, at| Change::from(CodeChange::Use { person, hash: [n; 32], at });
    assert_eq!(codes_of(store, ada), []);
    let made = [code(1, CodeKind::Recovery, None), code(2, CodeKind::Recovery, None)];
    assert_eq!(replace(ada, CodeKind::Recovery, &made), Ok(()));
    assert_eq!(replace(ben, CodeKind::Recovery, &made), Ok(()), "equal hashes of two people do not meet");
    let issued = [code(3, CodeKind::Reset, Some(5_000))];
    assert_eq!(replace(ada, CodeKind::Reset, &issued), Ok(()));
    assert_eq!(codes_of(store, ada), [made.as_slice(), &issued].concat(), "one kind leaves the other");
    assert_eq!(change(store, vec![spend(ada, 1, 2_000)]), Ok(()));
    let spent = Code { used: Some(2_000), ..made[0].clone() };
    assert_eq!(codes_of(store, ada)[0], spent);
    assert_eq!(codes_of(store, ben), made, "others keep theirs");
    // What cannot be used takes everything with it that was to be done by its means.
    let begun = session(ada, 1);
    for (n, at, why) in [(1, 3_000, "used"), (9, 3_000, "unknown"), (3, 5_000, "past its time")] {
        let changes = vec![Change::Begin(begun.clone()), spend(ada, n, at)];
        assert_eq!(change(store, changes), Err(StoreError::CodeSpent), "{why}");
        assert_eq!(store.known(begun.key), Ok(KeyState::Stranger), "{why}");
    }
    assert_eq!(change(store, vec![spend(ada, 3, 4_999)]), Ok(()));
    assert_eq!(replace(ada, CodeKind::Reset, &issued), Ok(()), "a new one may be issued");
    assert_eq!(replace(ada, CodeKind::Recovery, &[code(4, CodeKind::Recovery, None)]), Ok(()));
    let left: Vec<u8> = codes_of(store, ada).iter().map(|code| code.hash[0]).collect();
    assert_eq!(left, [3, 4], "a set is replaced as a whole, used codes included");
}

fn codes_go_with_their_person(store: &dyn Store) {
    let [ada, ben] = [Key::random().hash(), Key::random().hash()];
    for person in [ada, ben] {
        let codes = vec![code(7, CodeKind::Recovery, None)];
        let made = CodeChange::Replace { person, kind: CodeKind::Recovery, codes };
        assert_eq!(change(store, vec![made.into()]), Ok(()));
    }
    assert_eq!(change(store, vec![Change::Forget(ada)]), Ok(()));
    assert_eq!((codes_of(store, ada).len(), codes_of(store, ben).len()), (0, 1));
}
