//! Several nodes on one database.

use crate::store::{one, open, sql, url};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{Mark, Store, StoreError, conformance};
use store_postgres::PostgresStore;
use table::TableId;
use testkit::Database;

/// Lets the leases of all shards end.
fn end_leases(database: &Database) {
    sql(database, "UPDATE neuland.shards SET expires = now() - interval '1 s' WHERE owner IS NOT NULL")
        .unwrap();
    sql(database, "UPDATE neuland.nodes SET expires = now() - interval '1 s'").unwrap();
}

#[test]
fn nodes_conform() {
    let database = Database::start("nodes");
    let url = url(&database);
    let node = || PostgresStore::open_node(&url, Mark::Tables, Arc::new(())).unwrap();
    conformance::nodes::run(node, || end_leases(&database));
}

/// A second server that is to be alone is told who is there; one that comes after a crash waits for the end of the leases.
#[test]
fn a_lone_node_is_alone() {
    let database = Database::start("alone");
    let url = url(&database);
    let first = open(&url).unwrap();
    let renewing = AtomicBool::new(true);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while renewing.load(Ordering::Relaxed) {
                first.alive(1_000).unwrap();
            }
        });
        let error = open(&url).unwrap_err();
        renewing.store(false, Ordering::Relaxed);
        assert!(matches!(error, StoreError::Owned { .. }), "{error:?}");
        assert!(error.to_string().contains(&std::process::id().to_string()), "{error}");
    });
    end_leases(&database);
    assert_eq!(conformance::append(&open(&url).unwrap(), one(TableId::random(), 0)), Ok(()));
}
