//! The tables in the database, in a schema of their own, and the mark that says what they are for.

use crate::connection::{DatabaseUrl, Link};
use store::{Mark, SHARDS, StoreError};

/// The format of the data, counted up when the schema below changes.
const VERSION: i64 = 5;

/// The number by which nodes that prepare the same database wait for each other: `Neul` in ASCII.
const TURN: i64 = Mark::Tables.application();

/// The columns are those of the SQLite file (`docs/durability.md`). `entries` is the truth; `holders` and `codes` only find it.
const SCHEMA: &str = "
    CREATE TABLE format (
        version bigint NOT NULL,
        mark bigint NOT NULL
    );
    CREATE TABLE shards (
        shard bigint PRIMARY KEY,
        owner text,
        epoch bigint NOT NULL DEFAULT 0,
        expires timestamptz,
        alive bigint
    ) WITH (fillfactor = 20);
    CREATE TABLE entries (
        table_id bigint NOT NULL,
        seq bigint NOT NULL,
        at bigint NOT NULL,
        command text,
        body text NOT NULL,
        PRIMARY KEY (table_id, seq)
    );
    CREATE UNIQUE INDEX commands ON entries (table_id, command) WHERE command IS NOT NULL;
    CREATE TABLE holders (
        holder bytea NOT NULL,
        table_id bigint NOT NULL,
        PRIMARY KEY (holder, table_id)
    );
    CREATE TABLE codes (
        code text PRIMARY KEY,
        table_id bigint NOT NULL
    );
    CREATE TABLE tags (
        tag text NOT NULL,
        at bigint NOT NULL,
        table_id bigint NOT NULL,
        PRIMARY KEY (table_id, tag, at)
    );
    CREATE INDEX tags_by_time ON tags (tag, at);
    CREATE TABLE archived (
        table_id bigint PRIMARY KEY,
        entries bigint NOT NULL,
        at bigint NOT NULL,
        log bytea NOT NULL
    );
    ALTER TABLE archived ALTER COLUMN log SET STORAGE EXTERNAL;
    CREATE TABLE archive_size (
        tables bigint NOT NULL,
        bytes bigint NOT NULL
    );
    INSERT INTO archive_size VALUES (0, 0);
    CREATE TABLE persons (
        person bytea PRIMARY KEY,
        since bigint NOT NULL,
        name text,
        folded text CONSTRAINT names_are_had_once UNIQUE,
        password text
    );
    CREATE TABLE sessions (
        key bytea PRIMARY KEY,
        person bytea NOT NULL,
        since bigint NOT NULL,
        seen bigint NOT NULL,
        until bigint NOT NULL,
        device text NOT NULL
    );
    CREATE INDEX sessions_of ON sessions (person);
    CREATE TABLE forgetting (person bytea PRIMARY KEY);
    CREATE TABLE recovery (
        person bytea NOT NULL,
        code bytea NOT NULL,
        kind bigint NOT NULL,
        since bigint NOT NULL,
        until bigint,
        used bigint,
        PRIMARY KEY (person, code)
    );
    CREATE TABLE blocks (
        person bytea NOT NULL,
        blocked bytea NOT NULL,
        id bigint NOT NULL,
        name text NOT NULL,
        at bigint NOT NULL,
        PRIMARY KEY (person, blocked)
    );
    CREATE INDEX blocks_of ON blocks (blocked);
    CREATE TABLE results (
        number bigint PRIMARY KEY,
        table_id bigint NOT NULL UNIQUE,
        at bigint NOT NULL,
        game text NOT NULL
    );
    CREATE TABLE result_seats (
        number bigint NOT NULL,
        seat bigint NOT NULL,
        person bytea NOT NULL,
        place bigint NOT NULL,
        PRIMARY KEY (number, seat)
    );
    CREATE INDEX results_of ON result_seats (person);
    CREATE TABLE profiles (person bytea PRIMARY KEY);
    CREATE TABLE roles (
        person bytea PRIMARY KEY,
        role text NOT NULL,
        at bigint NOT NULL,
        by bytea
    );
    CREATE TABLE reports (
        id bigint PRIMARY KEY,
        at bigint NOT NULL,
        table_id bigint NOT NULL,
        version bigint NOT NULL,
        seat bigint NOT NULL,
        reported bytea NOT NULL,
        name text NOT NULL,
        line bigint,
        said text,
        reason text NOT NULL,
        text text,
        reporter bytea NOT NULL,
        resolved_at bigint,
        resolved_by bytea,
        outcome text
    );
    CREATE INDEX reports_open ON reports (id) WHERE outcome IS NULL;
    CREATE INDEX reports_resolved ON reports (id, resolved_at) WHERE outcome IS NOT NULL;
    CREATE INDEX reports_about ON reports (reported, id);
    CREATE INDEX reports_by ON reports (reporter, id);
    CREATE INDEX reports_at ON reports (table_id, id);
    CREATE TABLE sanctions (
        id bigint PRIMARY KEY,
        measure text NOT NULL,
        person bytea,
        network text,
        table_id bigint,
        since bigint NOT NULL,
        until bigint,
        reason text NOT NULL,
        text text,
        by bytea,
        lifted_at bigint,
        lifted_by bytea
    );
    CREATE INDEX sanctions_on ON sanctions (person, id) WHERE person IS NOT NULL;
    CREATE INDEX sanctions_not_lifted ON sanctions (id) WHERE lifted_at IS NULL;
    CREATE TABLE last_numbers (
        reports bigint NOT NULL,
        sanctions bigint NOT NULL,
        results bigint NOT NULL
    );
    INSERT INTO last_numbers VALUES (0, 0, 0);
    CREATE TABLE audit (
        seq bigint PRIMARY KEY,
        at bigint NOT NULL,
        by bytea,
        act text NOT NULL,
        person bytea,
        table_id bigint,
        number bigint,
        reason text,
        digest bytea,
        before bytea NOT NULL
    );
    CREATE INDEX audit_of ON audit (person) WHERE person IS NOT NULL;
    CREATE TABLE audit_details (
        seq bigint PRIMARY KEY,
        salt bytea NOT NULL,
        text text NOT NULL
    );
    CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'the audit log is append-only'; END
    $$;
    CREATE TRIGGER audit_is_never_changed BEFORE UPDATE OR DELETE ON audit
        FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
    CREATE TRIGGER audit_is_never_emptied BEFORE TRUNCATE ON audit
        FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
    CREATE TRIGGER audit_details_are_never_changed BEFORE UPDATE ON audit_details
        FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
";

/// What version 2 adds: the nodes of a cluster, the number of changes of what they cache, and the secret that they share. Nodes of
/// version 1 go on beside it.
const CLUSTER: &str = "
    CREATE TABLE nodes (
        name text PRIMARY KEY,
        address text NOT NULL,
        expires timestamptz NOT NULL
    );
    CREATE TABLE changes (
        topic text PRIMARY KEY,
        number bigint NOT NULL
    );
    INSERT INTO changes VALUES ('people', 0), ('blocks', 0), ('moderation', 0), ('results', 0);
    CREATE TABLE cluster (key bytea NOT NULL);
";

/// The additions of version 3: workers, and the decisions of bots that they make. Nodes of version 2 go on beside it. A crash of the
/// database empties both tables, which nothing depends on.
const WORKERS: &str = "
    CREATE UNLOGGED TABLE workers (
        name text PRIMARY KEY,
        version text NOT NULL,
        expires timestamptz NOT NULL
    );
    CREATE UNLOGGED TABLE thinking (
        id bigint PRIMARY KEY,
        table_id bigint NOT NULL,
        seq bigint NOT NULL,
        seat bigint NOT NULL,
        bot text NOT NULL,
        seed bigint NOT NULL,
        version text NOT NULL,
        asked timestamptz NOT NULL,
        until timestamptz NOT NULL,
        answered boolean NOT NULL DEFAULT false,
        action text
    );
";

/// The additions of version 4: the formats of logs that nodes read and shards need, and the oldest version whose programs may still use
/// the schema. Nodes of version 3 go on beside it; they read logs of format 2.
const FORMATS: &str = "
    ALTER TABLE nodes ADD COLUMN reads bigint NOT NULL DEFAULT 2;
    ALTER TABLE shards ADD COLUMN needs bigint NOT NULL DEFAULT 0;
    ALTER TABLE format ADD COLUMN oldest bigint NOT NULL DEFAULT 1;
";

/// The additions of version 5: rows of tables at which something becomes due by itself ([`store::DueNote`]). Triggers add and remove the
/// row of a table with clocks, so that nodes of version 4, which go on beside it, and moves from a data folder do it too. A table with a
/// clock from before has one that no owner has looked at.
const DUE: &str = "
    CREATE TABLE due (
        table_id bigint PRIMARY KEY,
        shard bigint NOT NULL,
        at timestamptz NOT NULL,
        seen bigint NOT NULL,
        claimed bigint,
        held timestamptz
    );
    CREATE INDEX due_by_time ON due (at);
    CREATE INDEX due_by_shard ON due (shard, seen);
    CREATE FUNCTION clocked_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO neuland.due (table_id, shard, at, seen)
            SELECT NEW.table_id, shard, clock_timestamp() + interval '1 min', epoch FROM neuland.shards
            WHERE shard = NEW.table_id & 255 ON CONFLICT DO NOTHING;
            RETURN NULL;
        END
    $$;
    CREATE FUNCTION over_is_not_due() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM neuland.due WHERE table_id = OLD.table_id;
            RETURN NULL;
        END
    $$;
    CREATE TRIGGER clocked_is_due AFTER INSERT ON tags FOR EACH ROW WHEN (NEW.tag = 'clocked')
        EXECUTE FUNCTION clocked_is_due();
    CREATE TRIGGER over_is_not_due AFTER DELETE ON tags FOR EACH ROW WHEN (OLD.tag = 'open')
        EXECUTE FUNCTION over_is_not_due();
    INSERT INTO due (table_id, shard, at, seen)
    SELECT table_id, table_id & 255, now(), 0 FROM tags WHERE tag = 'clocked' ON CONFLICT DO NOTHING;
";

/// Fails unless the database has a schema `neuland`.
pub(crate) async fn require(url: &DatabaseUrl, link: &Link) -> Result<(), StoreError> {
    let there = "SELECT to_regclass('neuland.format') IS NOT NULL";
    let row = link.client.query_one(there, &[]).await.map_err(|error| url.explain(&error))?;
    if row.get(0) { Ok(()) } else { Err(url.damaged("it has no schema `neuland`")) }
}

/// Checks that the database is ours, or makes it ours if it has no schema `neuland`.
pub(crate) async fn prepare(url: &DatabaseUrl, link: &mut Link, mark: Mark) -> Result<(), StoreError> {
    let explain = |error| url.explain(&error);
    let encoding: String = link.client.query_one("SHOW server_encoding", &[]).await.map_err(explain)?.get(0);
    if encoding != "UTF8" {
        let reason = format!("its encoding is {encoding}; make a database with ENCODING 'UTF8'");
        return Err(StoreError::Database { database: url.to_string(), reason });
    }
    let transaction = link.client.transaction().await.map_err(explain)?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&TURN]).await.map_err(explain)?;
    let there = "SELECT to_regnamespace('neuland') IS NOT NULL, to_regclass('neuland.format') IS NOT NULL";
    let row = transaction.query_one(there, &[]).await.map_err(explain)?;
    match (row.get(0), row.get(1)) {
        (false, _) => {
            let make = format!(
                "CREATE SCHEMA neuland; {SCHEMA} {CLUSTER} {WORKERS} {FORMATS} {DUE} {}
                 INSERT INTO format VALUES ({VERSION}, {}, 1);
                 INSERT INTO shards (shard) SELECT generate_series(0, {SHARDS} - 1);",
                shared_key(),
                mark.application()
            );
            transaction.batch_execute(&make).await.map_err(explain)?;
        }
        (true, false) => return Err(url.damaged("its schema `neuland` is not ours")),
        (true, true) => {
            let row =
                transaction.query_one("SELECT version, mark FROM format", &[]).await.map_err(explain)?;
            let (version, found): (i64, i64) = (row.get(0), row.get(1));
            if found != mark.application() {
                let marks = [Mark::Tables, Mark::Tests];
                let known = marks.into_iter().find(|known| known.application() == found);
                let path = url.to_string().into();
                return Err(match known {
                    Some(found) => StoreError::OtherMark { path, found },
                    None => url.damaged("nothing marks it as a store of Neuland"),
                });
            }
            if version > VERSION {
                let oldest = "SELECT oldest FROM format";
                let oldest: i64 = transaction.query_one(oldest, &[]).await.map_err(explain)?.get(0);
                if oldest > VERSION {
                    return Err(StoreError::Newer { path: url.to_string().into(), version });
                }
                tracing::info!(version, "a newer version has prepared the database; this one may use it");
            }
            if version < 2 {
                let add = format!("{CLUSTER} {}", shared_key());
                transaction.batch_execute(&add).await.map_err(explain)?;
            }
            if version < 3 {
                transaction.batch_execute(WORKERS).await.map_err(explain)?;
            }
            if version < 4 {
                transaction.batch_execute(FORMATS).await.map_err(explain)?;
            }
            if version < 5 {
                let add = format!("{DUE} UPDATE format SET version = {VERSION};");
                transaction.batch_execute(&add).await.map_err(explain)?;
            }
        }
    }
    transaction.commit().await.map_err(explain)
}

/// Returns the statement that stores a new secret for the nodes of a cluster.
fn shared_key() -> String {
    let key: [u8; 32] = table::keys::random_bytes();
    let digits: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("INSERT INTO cluster VALUES ('\\x{digits}');")
}
