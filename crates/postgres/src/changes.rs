//! Changes of what is stored of people, each in the transaction of its list.

use crate::archive::bring_back;
use crate::connection::DatabaseUrl;
use crate::moderation;
use crate::shards::{self, Owned};
use crate::work::{Refusal, Work, execute};
use store::{BLOCKS_MAX, BlockChange, Change, CodeChange, GameResult, ResultChange, StoreError};
use table::keys::{KeyHash, TableId};

/// Makes a change.
///
/// # Errors
/// The reason why the whole list is refused.
pub(crate) async fn write(
    transaction: &Work<'_>,
    url: &DatabaseUrl,
    change: &Change,
    owned: &Owned,
) -> Result<(), Refusal> {
    match change {
        Change::Keep(_) | Change::Rename { .. } | Change::Password { .. } | Change::Expect { .. } => {
            write_account(transaction, change).await
        }
        Change::Begin(_) | Change::Used { .. } | Change::End(_) | Change::EndOthers { .. } => {
            write_session(transaction, change).await
        }
        Change::Forgetting(person) => {
            let note = "INSERT INTO forgetting (person) VALUES ($1) ON CONFLICT DO NOTHING";
            execute(transaction, note, &[&&person.0[..]]).await.map(drop)
        }
        Change::Forget(person) => forget(transaction, *person).await,
        Change::Amend { table, bodies, commands, numbers } => {
            shards::hold(transaction, owned, *table).await?;
            bring_back(transaction, url, *table, u64::MAX).await?;
            let bound = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
            let between = (bound(*numbers.start()), bound(*numbers.end()));
            amend(transaction, *table, bodies, commands, between).await
        }
        Change::HandOn { table, from, to } => hand_on(transaction, *table, *from, *to).await,
        Change::Blocks(change) => write_block(transaction, change).await,
        Change::Results(change) => write_result(transaction, change).await,
        Change::Moderate(step) => moderation::write(transaction, step).await,
        Change::Code(change) => write_code(transaction, change).await,
    }
}

async fn write_account(transaction: &Work<'_>, change: &Change) -> Result<(), Refusal> {
    match change {
        Change::Keep(person) => {
            let account = person.account.as_ref();
            let (name, folded, password) = (
                account.map(|account| &account.name),
                account.map(|account| &account.folded),
                account.map(|account| &account.password),
            );
            execute(
                transaction,
                "INSERT INTO persons (person, since, name, folded, password) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (person) DO UPDATE SET since = excluded.since, name = excluded.name,
                     folded = excluded.folded, password = excluded.password",
                &[&&person.id.0[..], &person.since.cast_signed(), &name, &folded, &password],
            )
            .await?;
        }
        Change::Rename { person, name, folded } => {
            let rename = "UPDATE persons SET name = $2, folded = $3 WHERE person = $1 AND name IS NOT NULL";
            execute(transaction, rename, &[&&person.0[..], name, folded]).await?;
        }
        Change::Password { person, password } => {
            let set = "UPDATE persons SET password = $2 WHERE person = $1 AND name IS NOT NULL";
            execute(transaction, set, &[&&person.0[..], password]).await?;
        }
        Change::Expect { person, password } => {
            // With a lock, so that nobody changes it before this transaction ends.
            let find = "SELECT 1 FROM persons WHERE person = $1 AND password = $2 FOR UPDATE";
            if transaction.query_opt(find, &[&&person.0[..], password]).await?.is_none() {
                return Err(StoreError::Stale.into());
            }
        }
        _ => {}
    }
    Ok(())
}

async fn write_session(transaction: &Work<'_>, change: &Change) -> Result<(), Refusal> {
    match change {
        Change::Begin(session) => {
            execute(
                transaction,
                "INSERT INTO sessions (key, person, since, seen, until, device) VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (key) DO UPDATE SET person = excluded.person, since = excluded.since,
                     seen = excluded.seen, until = excluded.until, device = excluded.device",
                &[
                    &&session.key.0[..],
                    &&session.person.0[..],
                    &session.since.cast_signed(),
                    &session.seen.cast_signed(),
                    &session.until.cast_signed(),
                    &session.device,
                ],
            )
            .await?;
        }
        Change::Used { key, at, until } => {
            let used = "UPDATE sessions SET seen = $2, until = $3 WHERE key = $1";
            execute(transaction, used, &[&&key.0[..], &at.cast_signed(), &until.cast_signed()]).await?;
        }
        Change::End(key) => {
            execute(transaction, "DELETE FROM sessions WHERE key = $1", &[&&key.0[..]]).await?;
        }
        Change::EndOthers { person, but } => {
            let but = but.as_ref().map(|key| &key.0[..]);
            let end = "DELETE FROM sessions WHERE person = $1 AND key IS DISTINCT FROM $2";
            execute(transaction, end, &[&&person.0[..], &but]).await?;
        }
        _ => {}
    }
    Ok(())
}

async fn forget(transaction: &Work<'_>, person: KeyHash) -> Result<(), Refusal> {
    let id = &person.0[..];
    for sql in [
        "DELETE FROM recovery WHERE person = $1",
        "DELETE FROM sessions WHERE person = $1",
        "DELETE FROM forgetting WHERE person = $1",
        "DELETE FROM blocks WHERE person = $1 OR blocked = $1",
        "DELETE FROM results WHERE number IN (SELECT number FROM result_seats WHERE person = $1)",
        "DELETE FROM result_seats WHERE number IN (SELECT number FROM result_seats WHERE person = $1)",
        "DELETE FROM profiles WHERE person = $1",
        "DELETE FROM persons WHERE person = $1",
    ] {
        execute(transaction, sql, &[&id]).await?;
    }
    moderation::forget(transaction, person).await
}

async fn amend(
    transaction: &Work<'_>,
    table: TableId,
    bodies: &[(u64, String)],
    (before, after): &(String, String),
    (from, to): (i64, i64),
) -> Result<(), Refusal> {
    let table = table.number().cast_signed();
    execute(
        transaction,
        "UPDATE entries SET command = $3::text || substr(command, length($2::text) + 1)
         WHERE table_id = $1 AND seq BETWEEN $4 AND $5 AND left(command, length($2::text)) = $2::text",
        &[&table, before, after, &from, &to],
    )
    .await?;
    let seqs: Vec<i64> = bodies.iter().map(|(seq, _)| seq.cast_signed()).collect();
    let bodies: Vec<&str> = bodies.iter().map(|(_, body)| body.as_str()).collect();
    execute(
        transaction,
        "UPDATE entries SET body = new.body FROM unnest($2::bigint[], $3::text[]) AS new (seq, body)
         WHERE entries.table_id = $1 AND entries.seq = new.seq",
        &[&table, &seqs, &bodies],
    )
    .await
    .map(drop)
}

/// Removes the result of a table.
async fn remove_result(transaction: &Work<'_>, table: i64) -> Result<(), Refusal> {
    for sql in [
        "DELETE FROM result_seats WHERE number IN (SELECT number FROM results WHERE table_id = $1)",
        "DELETE FROM results WHERE table_id = $1",
    ] {
        execute(transaction, sql, &[&table]).await?;
    }
    Ok(())
}

async fn hand_on(
    transaction: &Work<'_>,
    table: TableId,
    from: KeyHash,
    to: Option<KeyHash>,
) -> Result<(), Refusal> {
    let number = table.number().cast_signed();
    let sits = "SELECT 1 FROM results JOIN result_seats USING (number) WHERE table_id = $1 AND person = $2";
    if transaction.query_opt(sits, &[&number, &&from.0[..]]).await?.is_some() {
        // Where both sat, the game no longer counts.
        let to_here = match to {
            Some(to) if transaction.query_opt(sits, &[&number, &&to.0[..]]).await?.is_none() => Some(to),
            _ => None,
        };
        match to_here {
            None => remove_result(transaction, number).await?,
            Some(to) => {
                let move_seat = "UPDATE result_seats SET person = $3
                     WHERE person = $2 AND number = (SELECT number FROM results WHERE table_id = $1)";
                execute(transaction, move_seat, &[&number, &&from.0[..], &&to.0[..]]).await?;
            }
        }
    }
    let drop_holder = "DELETE FROM holders WHERE holder = $1 AND table_id = $2";
    execute(transaction, drop_holder, &[&&from.0[..], &number]).await?;
    if let Some(to) = to {
        let add = "INSERT INTO holders (holder, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        execute(transaction, add, &[&&to.0[..], &number]).await?;
    }
    Ok(())
}

async fn write_block(transaction: &Work<'_>, change: &BlockChange) -> Result<(), Refusal> {
    let most = BLOCKS_MAX as i64;
    match change {
        BlockChange::Add(block) => {
            execute(
                transaction,
                "INSERT INTO blocks (person, blocked, id, name, at)
                 SELECT $1::bytea, $2::bytea, $3::bigint, $4::text, $5::bigint WHERE (SELECT count(*) FROM blocks WHERE person = $1) < $6
                 ON CONFLICT DO NOTHING",
                &[
                    &&block.person.0[..],
                    &&block.blocked.0[..],
                    &block.id.cast_signed(),
                    &block.name,
                    &block.at.cast_signed(),
                    &most,
                ],
            )
            .await?;
        }
        BlockChange::Lift { person, id } => {
            let lift = "DELETE FROM blocks WHERE person = $1 AND id = $2";
            execute(transaction, lift, &[&&person.0[..], &id.cast_signed()]).await?;
        }
        BlockChange::HandOn { from, to } => {
            let (from, to) = (&from.0[..], &to.0[..]);
            execute(
                transaction,
                "INSERT INTO blocks (person, blocked, id, name, at)
                 SELECT $2::bytea, blocked, id, name, at FROM blocks WHERE person = $1 AND blocked <> $2
                 ORDER BY at DESC LIMIT greatest(0, $3 - (SELECT count(*) FROM blocks WHERE person = $2))
                 ON CONFLICT DO NOTHING",
                &[&from, &to, &most],
            )
            .await?;
            execute(transaction, "DELETE FROM blocks WHERE person = $1", &[&from]).await?;
            execute(
                transaction,
                "UPDATE blocks SET blocked = $2 WHERE blocked = $1 AND person <> $2
                 AND NOT EXISTS (SELECT 1 FROM blocks AS own WHERE own.person = blocks.person AND own.blocked = $2)",
                &[&from, &to],
            )
            .await?;
            execute(transaction, "DELETE FROM blocks WHERE blocked = $1", &[&from]).await?;
        }
    }
    Ok(())
}

async fn write_result(transaction: &Work<'_>, change: &ResultChange) -> Result<(), Refusal> {
    match change {
        ResultChange::Add(result) => add_result(transaction, result).await,
        ResultChange::Remove(table) => remove_result(transaction, table.number().cast_signed()).await,
        ResultChange::Show { person, shown } => {
            let sql = if *shown {
                "INSERT INTO profiles (person) VALUES ($1) ON CONFLICT DO NOTHING"
            } else {
                "DELETE FROM profiles WHERE person = $1"
            };
            execute(transaction, sql, &[&&person.0[..]]).await.map(drop)
        }
    }
}

async fn add_result(transaction: &Work<'_>, result: &GameResult) -> Result<(), Refusal> {
    // The lock on the row of last numbers lets results become visible in the order of their numbers: whoever reads those above a
    // number misses none.
    let next = "UPDATE last_numbers SET results = results + 1 RETURNING results";
    let number: i64 = transaction.query_one(next, &[]).await?.get(0);
    let table = result.table.number().cast_signed();
    let add =
        "INSERT INTO results (number, table_id, at, game) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    if execute(transaction, add, &[&number, &table, &result.at.cast_signed(), &result.game]).await? == 0 {
        return Ok(());
    }
    let persons: Vec<&[u8]> = result.seats.iter().map(|(person, _)| &person.0[..]).collect();
    let places: Vec<i64> = result.seats.iter().map(|(_, place)| i64::from(*place)).collect();
    execute(
        transaction,
        "INSERT INTO result_seats (number, seat, person, place)
         SELECT $1::bigint, seat - 1, person, place
         FROM unnest($2::bytea[], $3::bigint[]) WITH ORDINALITY AS s (person, place, seat)",
        &[&number, &persons, &places],
    )
    .await
    .map(drop)
}

async fn write_code(transaction: &Work<'_>, change: &CodeChange) -> Result<(), Refusal> {
    match change {
        CodeChange::Replace { person, kind, codes } => {
            let kind = kind.number();
            let all = "DELETE FROM recovery WHERE person = $1 AND kind = $2";
            execute(transaction, all, &[&&person.0[..], &kind]).await?;
            for code in codes {
                execute(
                    transaction,
                    "INSERT INTO recovery (person, code, kind, since, until, used) VALUES ($1, $2, $3, $4, $5, $6)
                     ON CONFLICT (person, code) DO UPDATE SET kind = excluded.kind, since = excluded.since,
                         until = excluded.until, used = excluded.used",
                    &[
                        &&person.0[..],
                        &&code.hash[..],
                        &kind,
                        &code.since.cast_signed(),
                        &code.until.map(u64::cast_signed),
                        &code.used.map(u64::cast_signed),
                    ],
                )
                .await?;
            }
            Ok(())
        }
        CodeChange::Use { person, hash, at } => {
            let used = execute(
                transaction,
                "UPDATE recovery SET used = $3 WHERE person = $1 AND code = $2 AND used IS NULL
                 AND (until IS NULL OR until > $3)",
                &[&&person.0[..], &&hash[..], &at.cast_signed()],
            )
            .await?;
            if used == 1 { Ok(()) } else { Err(StoreError::CodeSpent.into()) }
        }
    }
}
