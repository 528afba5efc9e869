//! Rows of tables at which something is due.

use crate::store::{one, sql, url};
use std::sync::Arc;
use std::time::Duration;
use store::{
    Batch, DueNote, DueRequest, Index, Mark, OwnedShard, Ownership, ShardSet, ShareRequest, Tag, conformance,
};
use store_postgres::PostgresStore;
use table::TableId;
use testkit::Database;

/// A node that owns every shard.
fn owner(database: &Database) -> (PostgresStore, Vec<OwnedShard>) {
    let store = PostgresStore::open_node(&url(database), Mark::Tables, Arc::new(())).unwrap();
    let request = ShareRequest {
        address: "http://node".to_owned(),
        now: 1,
        informed: ShardSet::ALL,
        reads: table::entry::FORMAT,
        beyond: ShardSet::default(),
    };
    let gained = store.keep_share(request).unwrap().gained;
    (store, gained.iter().map(|gained| OwnedShard { shard: gained.shard, epoch: gained.epoch }).collect())
}

/// Checks that a claim passes over a row that another transaction has locked, and does not wait for it.
#[test]
fn a_claim_waits_for_no_other() {
    let database = Database::start("due");
    let (store, share) = owner(&database);
    let (locked, free) = (TableId::random(), TableId::random());
    let notes = [locked, free].map(|table| DueNote { table, after: Some(Duration::ZERO) });
    store.note_due(share.clone(), notes.to_vec()).unwrap();
    let folder = database.folder().to_str().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let place = format!("host={folder} user=neuland dbname=neuland");
        let (client, connection) = tokio_postgres::connect(&place, tokio_postgres::NoTls).await.unwrap();
        let connected = tokio::spawn(connection);
        let lock = format!(
            "BEGIN; SELECT FROM neuland.due WHERE table_id = {} FOR UPDATE",
            locked.number().cast_signed()
        );
        client.batch_execute(&lock).await.unwrap();
        let claim = || {
            let request = DueRequest {
                share: share.clone(),
                taken_over: ShardSet::default(),
                most: 2,
                hold: Duration::from_secs(3600),
            };
            store.claim_due(request).unwrap().tables.iter().map(|due| due.table).collect::<Vec<_>>()
        };
        // One that waited would fail: this transaction ends after it.
        let while_locked = std::thread::scope(|scope| scope.spawn(claim).join().unwrap());
        assert_eq!(while_locked, [free]);
        client.batch_execute("ROLLBACK").await.unwrap();
        drop(client);
        connected.await.unwrap().unwrap();
        assert_eq!(claim(), [locked]);
    });
}

/// Checks that a table gets its row from whoever opens it, also from a program that knows nothing of rows.
#[test]
fn a_table_with_clocks_has_a_row_to_its_end() {
    let database = Database::start("clocked");
    let (store, _) = owner(&database);
    let table = TableId::random();
    let rows = || sql(&database, "SELECT count(*) FROM neuland.due").unwrap();
    let index = vec![Index::Tag(Tag::Open), Index::Tag(Tag::Clocked)];
    assert_eq!(conformance::append(&store, Batch { index, ..one(table, 0) }), Ok(()));
    assert_eq!(rows(), "1");
    let untag = vec![Tag::Public, Tag::Clocked, Tag::Open];
    assert_eq!(conformance::append(&store, Batch { untag, ..one(table, 1) }), Ok(()));
    assert_eq!(rows(), "0");
    // As a move from a data folder does it.
    let moved = format!("INSERT INTO neuland.tags VALUES ('clocked', 1, {})", table.number().cast_signed());
    sql(&database, &moved).unwrap();
    assert_eq!(rows(), "1");
}
