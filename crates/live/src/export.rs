//! The export of one person's data: what is stored about them, beside the logs of their tables and in them, as one document.

use crate::accounts::PersonalData;
use game::Seat;
use serde_json::{Value, json};
use store::moderation::{Page, ReportFilter, SanctionFilter};
use store::{CodeKind, PersonLookup, Store, StoreError};
use table::keys::{KeyHash, TableId};
use table::moment::iso_8601;
use table::personal::{Excerpt, pretty};

/// Tables that one export tells of at most.
const TABLES: usize = 100_000;

/// The approximate size of a piece of a table, in bytes.
const PIECE: usize = 64 << 10;

/// The number of log entries that are read at once.
const ENTRIES: usize = 256;

/// The export of a person's data: the text of a JSON document, written piece by piece. Never more than a part of a log is in
/// memory, however long the logs are and however many there are.
#[derive(Debug)]
pub struct Export {
    person: KeyHash,
    /// The part of the document before the tables, until it is given.
    head: Option<String>,
    /// The tables that are still to come, the next one last.
    tables: Vec<TableId>,
    /// The table of which a part was given.
    current: Option<Excerpt>,
    /// Whether a table was given already, and whether the end was.
    begun: bool,
    ended: bool,
}

/// Reports and sanctions of one person that one export tells of at most.
const OF_PERSON: Page = Page::first(10_000);

/// Returns the reports a person has made.
fn reports(store: &dyn Store, person: KeyHash) -> Result<Vec<Value>, StoreError> {
    let made = store.reports(ReportFilter::By(person), OF_PERSON)?.into_iter().map(|report| {
        json!({
            "at": iso_8601(report.at),
            "table": report.table.to_string(),
            "seat": Seat::new(report.seat.into()),
            "line": report.line,
            "reason": report.reason.name(),
            "text": report.text,
            "outcome": report.resolved.map(|resolved| resolved.outcome.name()),
        })
    });
    Ok(made.collect())
}

/// Returns the sanctions against a person.
fn sanctions(store: &dyn Store, person: KeyHash) -> Result<Vec<Value>, StoreError> {
    let imposed = store.sanctions(SanctionFilter::On(person), OF_PERSON)?.into_iter().map(|sanction| {
        json!({
            "measure": sanction.measure.act().name(),
            "since": iso_8601(sanction.since),
            "until": sanction.until.map(iso_8601),
            "reason": sanction.reason.name(),
            "text": sanction.text,
            "lifted": sanction.lifted.map(|(at, _)| iso_8601(at)),
        })
    });
    Ok(imposed.collect())
}

impl Export {
    /// Reads the data of a person except for their tables. Blocks.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn of(store: &dyn Store, person: KeyHash) -> Result<Export, StoreError> {
        let known = store.person(PersonLookup::Id(person))?;
        let account = known.as_ref().and_then(|person| person.account.as_ref());
        let sessions: Vec<Value> = store
            .sessions(person)?
            .into_iter()
            .map(|session| {
                json!({
                    "device": session.device,
                    "since": iso_8601(session.since),
                    "last_used": iso_8601(session.seen),
                    "until": iso_8601(session.until),
                })
            })
            .collect();
        let blocks: Vec<Value> = store
            .blocks_of(person)?
            .into_iter()
            .map(|block| json!({"name": block.name, "since": iso_8601(block.at)}))
            .collect();
        let codes: Vec<Value> = store
            .codes(person)?
            .into_iter()
            .map(|code| {
                json!({
                    "kind": if code.kind == CodeKind::Reset { "reset" } else { "recovery" },
                    "code": "only a hash of it is kept (blake3)",
                    "since": iso_8601(code.since),
                    "until": code.until.map(iso_8601),
                    "used": code.used.map(iso_8601),
                })
            })
            .collect();
        let head = pretty(
            &json!({
                "account": account.map(|account| json!({
                    "name": account.name,
                    "compared_as": account.folded,
                    "password": "only a hash of it is kept (argon2id)",
                })),
                "kept_since": known.map(|person| iso_8601(person.since)),
                "sessions": sessions,
                "blocks": blocks,
                "reports": reports(store, person)?,
                "sanctions": sanctions(store, person)?,
                "recovery_codes": codes,
                "shows_page": store.is_shown(person)?,
            }),
            0,
        );
        let head = format!("{},\n  \"tables\": [", head.trim_end_matches("\n}"));
        let mut tables = store.tables_of(person, TABLES)?;
        tables.reverse();
        Ok(Export { person, head: Some(head), tables, current: None, begun: false, ended: false })
    }

    /// The next piece of the document; `None` after the last one. Blocks.
    ///
    /// # Errors
    /// If the store cannot be read. The document is incomplete then.
    pub fn next_piece(&mut self, store: &dyn Store) -> Result<Option<String>, StoreError> {
        if let Some(head) = self.head.take() {
            return Ok(Some(head));
        }
        // What comes before the first piece of a table.
        let mut separator = "";
        loop {
            if let Some(mut table) = self.current.take() {
                let id = table.id();
                let piece = match table.next_piece(PIECE, |from| store.load_part(id, from, ENTRIES)) {
                    Ok(Some(piece)) => {
                        self.current = Some(table);
                        piece
                    }
                    Ok(None) => continue,
                    // The other tables are told of all the same.
                    Err(StoreError::Damaged { path, reason }) => {
                        tracing::error!(table = id.brief(), path = %path.display(), reason, "a table is damaged; a document leaves it out");
                        table.cut_off()
                    }
                    Err(error) => return Err(error),
                };
                return Ok(Some(format!("{separator}{piece}")));
            }
            let Some(id) = self.tables.pop() else { break };
            separator = if std::mem::replace(&mut self.begun, true) { ",\n    " } else { "\n    " };
            self.current = Some(Excerpt::new(id, self.person));
        }
        let end = if self.begun { "\n  ]\n}\n" } else { "]\n}\n" };
        Ok((!std::mem::replace(&mut self.ended, true)).then(|| end.to_owned()))
    }
}

/// Whether nothing but the key is stored of a person.
#[must_use]
pub fn is_plain_guest(kept: &PersonalData) -> bool {
    kept.name.is_none() && kept.sessions.len() <= 1
}
