//! The suite that every store passes, and what can befall only a database.

use std::sync::Arc;
use store::moderation::{Act, Actor, Moderation, NewAuditEntry, Step, Subject};
use store::{Batch, Change, Mark, Store, StoreError, conformance};
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
    sql(&database, "UPDATE neuland.format SET version = 99").unwrap();
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
        assert_eq!(conformance::append(&store, one(table, 0)), Ok(()));
    }
    let back =
        "DROP TABLE neuland.nodes, neuland.changes, neuland.cluster, neuland.workers, neuland.thinking;
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
    assert!(once.starts_with("3|") && once.ends_with("|4") && once.len() == 2 + 64 + 2, "{once}");
    assert_eq!(of_now(open(&url).unwrap()), once);
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
