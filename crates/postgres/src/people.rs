//! Reading and writing tables and people.

use crate::archive::{entry, unpacked};
use crate::moderation::{hash, table as table_id};
use crate::writer::{Job, Write};
use crate::{PostgresStore, parameters};
use store::{
    Account, Batch, Block, Blocks, Change, Code, CodeKind, CommitCallback, GameResult, KeyState, LastAlive,
    Person, PersonLookup, Recovery, Results, Session, Shard, ShardSet, Store, StoreError, StoredEntry, Tag,
};
use table::keys::{KeyHash, TableId};
use tokio_postgres::Row;

fn moment(row: &Row, column: usize) -> u64 {
    row.get::<_, i64>(column).cast_unsigned()
}

fn maybe(row: &Row, column: usize) -> Option<u64> {
    row.get::<_, Option<i64>>(column).map(i64::cast_unsigned)
}

fn session(row: &Row) -> Result<Session, StoreError> {
    Ok(Session {
        key: hash(row, 0)?,
        person: hash(row, 1)?,
        since: moment(row, 2),
        seen: moment(row, 3),
        until: moment(row, 4),
        device: row.get(5),
    })
}

fn person(row: &Row) -> Result<Person, StoreError> {
    let account = match (row.get(2), row.get(3), row.get(4)) {
        (Some(name), Some(folded), Some(password)) => Some(Account { name, folded, password }),
        _ => None,
    };
    Ok(Person { id: hash(row, 0)?, since: moment(row, 1), account })
}

fn limited(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

impl PostgresStore {
    /// Reads some of a table's log. One statement sees one moment, so a table that moves meanwhile is found in one place.
    fn part(&self, table: TableId, from: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        const PART: &str = "
            SELECT seq, at, command, body, NULL::bytea FROM entries WHERE table_id = $1 AND seq >= $2
            UNION ALL
            SELECT entries, at, NULL, '', log FROM archived WHERE table_id = $1
            ORDER BY 1 LIMIT $3";
        let first = i64::try_from(from).unwrap_or(i64::MAX);
        let rows = self.query(PART, parameters![table.number().cast_signed(), first, limited(most)])?;
        if let Some(row) = rows.first()
            && let Some(packed) = row.get::<_, Option<&[u8]>>(4)
        {
            let log = unpacked(self.url(), table, row.get(0), packed)?;
            return Ok(log.into_iter().skip_while(|entry| entry.seq < from).collect());
        }
        let entries: Vec<StoredEntry> = rows.iter().map(entry).collect();
        match entries.iter().zip(from..).find(|(entry, seq)| entry.seq != *seq) {
            None => Ok(entries),
            Some((_, seq)) => Err(self.url().damaged(format!("entry {seq} of table {table} is missing"))),
        }
    }

    fn tables(&self, rows: Result<Vec<Row>, StoreError>) -> Result<Vec<TableId>, StoreError> {
        rows?.iter().map(|row| table_id(row, 0)).collect()
    }
}

impl Store for PostgresStore {
    fn append(&self, batch: Batch, done: CommitCallback) {
        self.write(Write::Batch(batch), done);
    }

    fn load(&self, table: TableId) -> Result<Vec<StoredEntry>, StoreError> {
        self.part(table, 0, usize::MAX)
    }

    fn load_part(&self, table: TableId, from: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        self.part(table, from, most)
    }

    fn tables_of(&self, holder: KeyHash, limit: usize) -> Result<Vec<TableId>, StoreError> {
        const SELECT: &str = "
            SELECT table_id FROM holders WHERE holder = $1 ORDER BY coalesce(
                (SELECT at FROM entries WHERE entries.table_id = holders.table_id ORDER BY seq DESC LIMIT 1),
                (SELECT at FROM archived WHERE archived.table_id = holders.table_id)
            ) DESC NULLS LAST LIMIT $2";
        self.tables(self.query(SELECT, parameters![holder.0.to_vec(), limited(limit)]))
    }

    fn table_by_code(&self, code: &str) -> Result<Option<TableId>, StoreError> {
        // No text of the database has this letter.
        if code.contains('\0') {
            return Ok(None);
        }
        let select = "SELECT table_id FROM codes WHERE code = $1";
        Ok(self.tables(self.query(select, parameters![code.to_owned()]))?.first().copied())
    }

    fn tagged(&self, tag: Tag, shards: ShardSet, limit: usize) -> Result<Vec<TableId>, StoreError> {
        // The shard of a table is its last byte.
        let select = "SELECT table_id FROM tags WHERE tag = $1 AND (table_id & 255) = ANY($2)
                      ORDER BY at DESC LIMIT $3";
        let shards: Vec<i64> = shards.iter().map(|shard| shard.number().into()).collect();
        self.tables(self.query(select, parameters![tag.name(), shards, limited(limit)]))
    }

    fn unfinished_of(&self, holder: KeyHash, limit: usize) -> Result<usize, StoreError> {
        const SELECT: &str = "
            SELECT count(*) FROM (
                SELECT 1 FROM holders JOIN tags USING (table_id) WHERE holder = $1 AND tag = $2 LIMIT $3
            ) AS unfinished";
        let values = parameters![holder.0.to_vec(), Tag::Open.name(), limited(limit)];
        let rows = self.query(SELECT, values)?;
        Ok(rows.first().map_or(0, |row| usize::try_from(row.get::<_, i64>(0)).unwrap_or(0)))
    }

    fn alive(&self, now: u64) -> Result<(), StoreError> {
        self.ask(|done| Job::Alive(now, done))
    }

    fn last_alive(&self) -> Result<LastAlive, StoreError> {
        let rows = self.query("SELECT shard, alive FROM shards WHERE alive IS NOT NULL", parameters![])?;
        let known = |row: &Row| {
            let shard = u16::try_from(row.get::<_, i64>(0)).ok().and_then(Shard::new)?;
            Some((shard, moment(row, 1)))
        };
        Ok(LastAlive::of_shards(rows.iter().filter_map(known)))
    }

    fn change(&self, changes: Vec<Change>, done: CommitCallback) {
        self.write(Write::Changes(changes), done);
    }

    fn forgetting(&self) -> Result<Vec<KeyHash>, StoreError> {
        self.query("SELECT person FROM forgetting", parameters![])?.iter().map(|row| hash(row, 0)).collect()
    }

    fn known(&self, key: KeyHash) -> Result<KeyState, StoreError> {
        const SELECT: &str = "
            SELECT key, person, since, seen, until, device FROM sessions WHERE key = $1
            UNION ALL
            SELECT NULL, NULL, NULL, NULL, NULL, NULL FROM persons WHERE person = $1";
        let rows = self.query(SELECT, parameters![key.0.to_vec()])?;
        match rows.iter().find(|row| row.get::<_, Option<&[u8]>>(0).is_some()) {
            Some(row) => session(row).map(KeyState::Session),
            None => Ok(if rows.is_empty() { KeyState::Stranger } else { KeyState::Ended }),
        }
    }

    fn person(&self, who: PersonLookup<'_>) -> Result<Option<Person>, StoreError> {
        let rows = match who {
            PersonLookup::Id(id) => self.query(
                "SELECT person, since, name, folded, password FROM persons WHERE person = $1",
                parameters![id.0.to_vec()],
            ),
            PersonLookup::Name(name) if name.contains('\0') => return Ok(None),
            PersonLookup::Name(name) => self.query(
                "SELECT person, since, name, folded, password FROM persons WHERE folded = $1",
                parameters![name.to_owned()],
            ),
        };
        rows?.first().map(person).transpose()
    }

    fn sessions(&self, person: KeyHash) -> Result<Vec<Session>, StoreError> {
        const SELECT: &str = "
            SELECT key, person, since, seen, until, device FROM sessions WHERE person = $1 ORDER BY seen DESC";
        self.query(SELECT, parameters![person.0.to_vec()])?.iter().map(session).collect()
    }
}

impl Recovery for PostgresStore {
    fn codes(&self, person: KeyHash) -> Result<Vec<Code>, StoreError> {
        let select = "SELECT code, kind, since, until, used FROM recovery WHERE person = $1";
        let code = |row: &Row| {
            Ok(Code {
                hash: hash(row, 0)?.0,
                kind: CodeKind::of(row.get(1)),
                since: moment(row, 2),
                until: maybe(row, 3),
                used: maybe(row, 4),
            })
        };
        self.query(select, parameters![person.0.to_vec()])?.iter().map(code).collect()
    }
}

impl Blocks for PostgresStore {
    fn blocks_of(&self, person: KeyHash) -> Result<Vec<Block>, StoreError> {
        let select = "SELECT blocked, id, name, at FROM blocks WHERE person = $1 ORDER BY at DESC, id";
        let block = |row: &Row| {
            Ok(Block {
                person,
                blocked: hash(row, 0)?,
                id: moment(row, 1),
                name: row.get(2),
                at: moment(row, 3),
            })
        };
        self.query(select, parameters![person.0.to_vec()])?.iter().map(block).collect()
    }

    fn blocked_by(&self, person: KeyHash, others: &[KeyHash]) -> Result<Vec<KeyHash>, StoreError> {
        const SELECT: &str = "
            SELECT other FROM unnest($1::bytea[]) WITH ORDINALITY AS o (other, place)
            WHERE EXISTS (SELECT 1 FROM blocks WHERE person = other AND blocked = $2) ORDER BY place";
        let others: Vec<Vec<u8>> = others.iter().map(|other| other.0.to_vec()).collect();
        let rows = self.query(SELECT, parameters![others, person.0.to_vec()])?;
        rows.iter().map(|row| hash(row, 0)).collect()
    }
}

impl Results for PostgresStore {
    fn results(&self, after: u64, limit: usize) -> Result<Vec<(u64, GameResult)>, StoreError> {
        const SELECT: &str = "
            SELECT number, table_id, at, game,
                array(SELECT person FROM result_seats AS s WHERE s.number = r.number ORDER BY seat),
                array(SELECT place FROM result_seats AS s WHERE s.number = r.number ORDER BY seat)
            FROM results AS r WHERE number > $1 ORDER BY number LIMIT $2";
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let rows = self.query(SELECT, parameters![after, limited(limit)])?;
        let result = |row: &Row| {
            let (persons, places): (Vec<&[u8]>, Vec<i64>) = (row.get(4), row.get(5));
            let seat = |(person, place): (&[u8], i64)| {
                let person = person.try_into().ok().map(KeyHash);
                person
                    .zip(u8::try_from(place).ok())
                    .ok_or_else(|| self.url().damaged("a result has no such seat"))
            };
            let seats = persons.into_iter().zip(places).map(seat).collect::<Result<_, _>>()?;
            let result = GameResult { table: table_id(row, 1)?, at: moment(row, 2), game: row.get(3), seats };
            Ok((moment(row, 0), result))
        };
        rows.iter().map(result).collect()
    }

    fn is_shown(&self, person: KeyHash) -> Result<bool, StoreError> {
        let select = "SELECT 1 FROM profiles WHERE person = $1";
        Ok(!self.query(select, parameters![person.0.to_vec()])?.is_empty())
    }
}
