//! The suite that every store passes, and what can befall only a database.

use std::sync::Arc;
use store::moderation::{Act, Actor, Moderation, NewAuditEntry, Step, Subject};
use store::{
    Batch, Change, Index, Mark, Ownership, ShardSet, ShareRequest, Store, StoreError, Tag, conformance,
};
use store_postgres::{DatabaseUrl, PostgresStore};
use table::TableId;
use testkit::Database;

pub(crate) fn url(database: &Database) -> DatabaseUrl {
    database.url("neuland").parse().unwrap()
}

pub(crate) fn open(url: &DatabaseUrl) -> Result<PostgresStore, StoreError> {
    PostgresStore::open(url, Mark::Tables, Arc::new(()))
}

pub(crate) fn one(table: TableId, seq: u64) -> Batch {
    Batch { table, entries: vec![conformance::entry(seq, None)], index: Vec::new(), untag: Vec::new() }
}

/// Runs SQL as the owner of the database would.
pub(crate) fn sql(database: &Database, sql: &str) -> Result<String, String> {
    let arguments = ["-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-U", "neuland", "-d"];
    let folder = database.folder().to_str().unwrap();
    let done = database.run("psql", &[&arguments[..], &["neuland", "-h", folder, "-c", sql]].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if done.status.success() { Ok(text(&done.stdout)) } else { Err(text(&done.stderr)) }
}

#[test]
fn postgres_conforms() {
    let database = Database::start("conforms");
    let url = url(&database);
    conformance::run(|| open(&url).unwrap(), true);
}

#[test]
fn dropping_the_store_finishes_what_waits() {
    let database = Database::start("drop");
    let url = url(&database);
    let table = TableId::random();
    {
        let store = open(&url).unwrap();
        for seq in 0..1_000 {
            store.append(one(table, seq), Box::new(|result| assert_eq!(result, Ok(()))));
        }
    }
    assert_eq!(open(&url).unwrap().load(table).unwrap().len(), 1_000);
}

/// Checks that what is refused in a group takes nothing else with it.
#[test]
fn a_group_stores_what_it_can() {
    let database = Database::start("group");
    let store = open(&url(&database)).unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    let tables: Vec<TableId> = (0..100).map(|_| TableId::random()).collect();
    for &table in &tables {
        assert_eq!(conformance::append(&store, one(table, 0)), Ok(()));
    }
    for (n, &table) in tables.iter().enumerate() {
        let mut batch = one(table, 1);
        match n % 5 {
            0 => batch.entries[0].seq = 2,
            1 => batch.entries.push(conformance::entry(3, None)),
            2 => batch.entries[0].command = Some("twice".to_owned()),
            3 => batch.entries[0].body = "a letter that no text of the database has: \0".to_owned(),
            _ => {}
        }
        if n % 5 == 2 {
            let again = conformance::entry(2, Some("twice"));
            batch.entries.push(again);
        }
        let sender = sender.clone();
        store.append(batch, Box::new(move |result| sender.send((n, result)).unwrap()));
    }
    drop(sender);
    for (n, result) in receiver {
        match n % 5 {
            0..3 => assert!(matches!(result, Err(StoreError::Conflict { .. })), "{n}: {result:?}"),
            3 => assert!(matches!(result, Err(StoreError::Database { .. })), "{n}: {result:?}"),
            _ => assert_eq!(result, Ok(()), "{n}"),
        }
        assert_eq!(store.load(tables[n]).unwrap().len(), if n % 5 == 4 { 2 } else { 1 }, "{n}");
    }
}

#[test]
fn a_foreign_or_newer_database_is_refused_and_left_alone() {
    let database = Database::start("foreign");
    let url = url(&database);
    sql(&database, "CREATE SCHEMA neuland; CREATE TABLE neuland.aunts (name text)").unwrap();
    assert!(matches!(open(&url), Err(StoreError::Damaged { .. })));
    sql(&database, "DROP SCHEMA neuland CASCADE").unwrap();
    drop(open(&url).unwrap());
    let other = PostgresStore::open(&url, Mark::Tests, Arc::new(()));
    assert!(matches!(other, Err(StoreError::OtherMark { found: Mark::Tables, .. })), "{other:?}");
    sql(&database, "UPDATE neuland.format SET version = 99, oldest = 98").unwrap();
    assert!(matches!(open(&url), Err(StoreError::Newer { version: 99, .. })));
    let missing: DatabaseUrl = database.url("nothing").parse().unwrap();
    let error = open(&missing).unwrap_err();
    assert!(matches!(error, StoreError::Database { .. }), "{error:?}");
    assert!(error.to_string().contains("\"nothing\" does not exist"), "{error}");
}

/// Checks that a database without what nodes share gets it, once, and keeps its logs.
#[test]
fn a_database_of_version_1_goes_on() {
    let database = Database::start("earlier");
    let url = url(&database);
    let table = TableId::random();
    {
        let store = open(&url).unwrap();
        let index = vec![Index::Tag(Tag::Clocked)];
        assert_eq!(conformance::append(&store, Batch { index, ..one(table, 0) }), Ok(()));
    }
    let back =
        "DROP TABLE neuland.nodes, neuland.changes, neuland.cluster, neuland.workers, neuland.thinking, neuland.due;
                DROP FUNCTION neuland.clocked_is_due, neuland.over_is_not_due CASCADE;
                ALTER TABLE neuland.shards DROP COLUMN needs;
                ALTER TABLE neuland.format DROP COLUMN oldest;
                UPDATE neuland.format SET version = 1";
    sql(&database, back).unwrap();
    let shared = "SELECT version, (SELECT encode(key, 'hex') FROM neuland.cluster), (SELECT count(*) FROM neuland.changes)
                  FROM neuland.format";
    let of_now = |store: PostgresStore| {
        assert_eq!(store.load(table).unwrap().len(), 1);
        drop(store);
        sql(&database, shared).unwrap()
    };
    let once = of_now(open(&url).unwrap());
    assert!(once.starts_with("5|") && once.ends_with("|4") && once.len() == 2 + 64 + 2, "{once}");
    assert_eq!(of_now(open(&url).unwrap()), once);
    // A table with clocks from before waits for its next owner.
    let due = "SELECT table_id FROM neuland.due JOIN neuland.shards USING (shard) WHERE seen < epoch";
    assert_eq!(sql(&database, due).unwrap(), table.number().cast_signed().to_string());
}

/// Checks that a node goes on and another one of its version starts when a newer version has added to the schema, and that what an
/// earlier version wrote still works.
#[test]
fn versions_share_a_schema_that_only_grows() {
    let database = Database::start("grown");
    let url = url(&database);
    let node = || PostgresStore::open_node(&url, Mark::Tables, Arc::new(()));
    let (running, table) = (node().unwrap(), TableId::random());
    let keep = |store: &PostgresStore| {
        let request = ShareRequest {
            address: "http://node".to_owned(),
            now: 1,
            informed: ShardSet::ALL,
            reads: table::entry::FORMAT,
            beyond: ShardSet::default(),
        };
        store.keep_share(request).unwrap()
    };
    assert_eq!(keep(&running).owned(), ShardSet::ALL);
    assert_eq!(conformance::append(&running, one(table, 0)), Ok(()));
    // As the next version would do it.
    let add = "BEGIN; ALTER TABLE neuland.entries ADD COLUMN more text;
               ALTER TABLE neuland.shards ADD COLUMN more bigint NOT NULL DEFAULT 7;
               ALTER TABLE neuland.nodes ADD COLUMN more bigint NOT NULL DEFAULT 7;
               CREATE TABLE neuland.more (name text PRIMARY KEY);
               UPDATE neuland.format SET version = 99; COMMIT";
    sql(&database, add).unwrap();
    assert_eq!(conformance::append(&running, one(table, 1)), Ok(()));
    assert_eq!(running.load(table).unwrap().len(), 2);
    assert_eq!(keep(&running).owned(), ShardSet::ALL);
    let started = node().unwrap();
    assert_eq!((keep(&started).nodes.len(), started.load(table).unwrap().len()), (2, 2));
    assert_eq!(sql(&database, "SELECT version FROM neuland.format").unwrap(), "99", "it takes nothing back");
    // A node of version 3 does not know the columns that came after it.
    let earlier = "INSERT INTO neuland.nodes (name, address, expires) VALUES ('earlier', 'http://earlier', now() + interval '1 h')";
    sql(&database, earlier).unwrap();
    assert_eq!((keep(&started).nodes.len(), keep(&started).newest), (3, table::entry::FORMAT));
}

/// No statement can change the audit log, and what is changed by other means shows.
#[test]
fn the_audit_log_is_append_only() {
    let database = Database::start("audit");
    let store = open(&url(&database)).unwrap();
    for at in 1..=3 {
        let (by, act, subject) = (Actor::Host, Act::Mute, Subject::Number);
        let entry = NewAuditEntry { at, by, act, subject, number: None, reason: None, detail: None };
        conformance::change(&store, vec![Change::Moderate(Step::Audit(Box::new(entry)))]).unwrap();
    }
    for statement in [
        "UPDATE neuland.audit SET act = 'lift' WHERE seq = 2",
        "DELETE FROM neuland.audit WHERE seq = 3",
        "TRUNCATE neuland.audit",
    ] {
        let refused = sql(&database, statement).unwrap_err();
        assert!(refused.contains("append-only"), "{statement}: {refused}");
    }
    assert_eq!(store.check_audit().unwrap().broken, None);
    sql(&database, "ALTER TABLE neuland.audit DISABLE TRIGGER ALL").unwrap();
    sql(&database, "UPDATE neuland.audit SET act = 'lift' WHERE seq = 2").unwrap();
    assert_eq!(store.check_audit().unwrap().broken, Some(3), "the third does not follow the second any more");
}

/// Checks that a connection is encrypted, that certificate and name are checked, and that the password counts.
#[test]
fn connections_are_encrypted_and_need_a_password() {
    let mut database = Database::start("secured");
    let (address, certificate) = database.secure();
    let certificate = certificate.to_str().unwrap();
    let try_open = |url: String| open(&url.parse().unwrap());
    let trusted = format!("{address}?sslmode=require&sslrootcert={certificate}");
    let store = try_open(trusted.clone()).unwrap();
    assert_eq!(conformance::append(&store, one(TableId::random(), 0)), Ok(()));
    drop(store);
    let error = try_open(format!("{address}?sslmode=require")).unwrap_err();
    assert!(error.to_string().contains("certificate"), "a certificate that nobody vouches for: {error}");
    let error = try_open(trusted.replace("@localhost", "@127.0.0.1")).unwrap_err();
    assert!(error.to_string().contains("certificate"), "a certificate of another name: {error}");
    let error = try_open(trusted.replace("secret", "guessed")).unwrap_err();
    assert!(error.to_string().contains("password") && !error.to_string().contains("guessed"), "{error}");
    let error = try_open(format!("{address}?sslmode=disable")).unwrap_err();
    assert!(error.to_string().contains("pg_hba.conf"), "{error}");
}
