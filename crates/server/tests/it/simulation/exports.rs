//! Exports while everybody plays on and commits fail: a person reads everything that is kept of them piece by piece, and
//! records of games are asked for before they are over and after.

use super::check::scoped;
use super::disk::Copy;
use super::world::{Event, World};
use serde_json::Value;
use server::driven::Reply;
use std::collections::BTreeSet;
use store::{Archive, Place, Store};
use table::TableId;
use table::entry::Body;
use testkit::InterceptedStore;

/// Whether a table is in the archive; it is in the main file otherwise.
fn is_in_archive(copy: &InterceptedStore<Copy>, table: TableId) -> bool {
    let is_in = |place| {
        let found = copy.resting(place, None, u64::MAX, usize::MAX).expect("the disk reads").tables;
        found.iter().any(|rests| rests.table == table)
    };
    let (main, archive) = (is_in(Place::Main), is_in(Place::Archive));
    assert!(!(main && archive), "a table is in one place");
    archive
}

/// A document that is being read.
pub(crate) struct Export {
    reply: Option<Reply>,
    text: String,
    /// The commands that were acknowledged to the person before, with their tables.
    acknowledged: Vec<(usize, String)>,
}

impl Export {
    /// The connection is lost.
    pub(crate) fn breaks(&mut self) {
        self.reply = None;
    }
}

impl World {
    /// A person asks for their data, or reads on.
    pub(crate) fn exports(&mut self, person: usize) {
        let Some(export) = self.exports.remove(&person) else {
            self.begin_export(person);
            return;
        };
        let Some(reply) = export.reply else {
            // It broke off with the connection.
            self.counts.exports_broken += 1;
            return;
        };
        self.read_export(person, Export { reply: Some(reply), ..export });
    }

    fn begin_export(&mut self, person: usize) {
        let table = self.below(self.tables.len() as u32) as usize;
        self.record_of(table);
        self.archives(table);
        let Some(process) = &self.process else { return };
        let authorization = format!("Bearer {}", self.people[person].token);
        let headers = [("authorization", authorization.as_str())];
        let reply = self.runtime.block_on(process.front.get("/api/v1/me/data", &headers));
        if reply.status == 429 {
            return;
        }
        assert_eq!(reply.status, 200);
        let done = self.people[person].done.iter();
        let acknowledged = done.map(|(id, (table, ..))| (*table, scoped(self.people[person].key, id)));
        let acknowledged = acknowledged.collect();
        self.exports.insert(person, Export { reply: Some(reply), text: String::new(), acknowledged });
        let pause = u64::from(self.below(4_000));
        self.at(pause, Event::Exports(person));
    }

    /// A table and what it was played after go into the archive: it is read there as before, and what is committed brings it back.
    fn archives(&mut self, table: usize) {
        let (copy, id) = (self.disk.copy(), self.tables[table]);
        let log = copy.load(id).expect("the disk reads");
        assert_eq!(Some(&log), self.disk.tables.get(&id).filter(|log| !log.is_empty()).or(Some(&Vec::new())));
        let before = self.disk.archived.len();
        self.disk.archived.retain(|id| is_in_archive(&copy, *id));
        self.counts.brought_back += (before - self.disk.archived.len()) as u64;
        if copy.archive(id, log.clone()).expect("the disk writes") {
            self.disk.archived.insert(id);
            self.counts.archived += 1;
            assert!(is_in_archive(&copy, id));
        }
        assert_eq!(copy.load(id), Ok(log));
    }

    fn read_export(&mut self, person: usize, mut export: Export) {
        let fails = self.one_in(self.weather.read_fails);
        self.disk.copy().fail(fails);
        let reply = export.reply.as_mut().expect("it is open");
        let piece = self.runtime.block_on(reply.piece());
        self.disk.copy().fail(false);
        match piece {
            Ok(Some(piece)) => {
                export.text += &piece;
                self.exports.insert(person, export);
                let pause = u64::from(self.below(4_000));
                self.at(pause, Event::Exports(person));
            }
            Ok(None) => self.check_export(person, &export),
            // A document that broke off does not look like a whole one.
            Err(_) => {
                assert!(serde_json::from_str::<Value>(&export.text).is_err(), "{}", export.text);
                self.counts.exports_broken += 1;
            }
        }
    }

    /// All that was acknowledged when it was asked for is in it, and nothing that is not stored.
    fn check_export(&mut self, person: usize, export: &Export) {
        let document: Value = serde_json::from_str(&export.text).expect("a whole document");
        let mut told: BTreeSet<(usize, u64)> = BTreeSet::new();
        for listed in document["tables"].as_array().expect("a list") {
            let table = self.tables.iter().position(|id| listed["table"] == id.to_string());
            let table = table.expect("a table of this world");
            let log = &self.disk.tables[&self.tables[table]];
            for entry in listed["entries"].as_array().expect("a list") {
                let number = entry["number"].as_u64().expect("a number");
                assert!(number < log.len() as u64, "entry {number} is told and not stored");
                told.insert((table, number));
            }
        }
        for (table, id) in &export.acknowledged {
            let log = &self.disk.tables[&self.tables[*table]];
            let Some(entry) = log.iter().find(|entry| entry.command.as_ref() == Some(id)) else { continue };
            let body: Body = serde_json::from_str(&entry.body).expect("an entry");
            if matches!(body, Body::Action { .. } | Body::Said { .. } | Body::Undo { .. }) {
                assert!(
                    told.contains(&(*table, entry.seq)),
                    "{person}: {id} was acknowledged and is not told"
                );
            }
        }
        self.counts.exports += 1;
    }

    /// There is a record of a game once its end or that it was closed is stored, and not before.
    fn record_of(&mut self, table: usize) {
        if self.disk.len(self.tables[table]) == 0 {
            return;
        }
        let Some((over, closed)) = self.look(table, |host| (host.is_revealed(), host.is_closed())) else {
            return;
        };
        let front = &self.process.as_ref().expect("it runs").front;
        let reply = self.runtime.block_on(front.get(&format!("/t/{}/record", self.tables[table]), &[]));
        assert_eq!(reply.status == 200, over, "{}", reply.status);
        if over {
            let text = self.runtime.block_on(reply.text()).expect("a record");
            let (_, timeline, result) = shelf::Timeline::read(text.as_bytes()).expect("a sound record");
            let stored = super::check::replay(&self.disk.tables[&self.tables[table]], |_, _| 0);
            assert_eq!(Some(timeline.last()), stored.game.as_ref(), "the record is of what is stored");
            assert_eq!(result.is_some(), !closed);
            self.counts.records += 1;
        }
    }

    /// Exports that are under way go on to their end.
    pub(crate) fn finish_exports(&mut self) {
        while let Some(&person) = self.exports.keys().next() {
            self.exports(person);
        }
    }
}
