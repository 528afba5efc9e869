//! The records of a series: each under another name until it is whole, and counted again where a series goes on.

use super::tally::Counted;
use super::{BotKind, Series, SeriesError};
#[cfg(unix)]
use crate::fault::OnFault;
use bots::Played;
use game::record::Step;
use game::{BySeat, Outcome, Seat};
use serde_json::{Map, Value, json};
use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The folder with the records of a series.
///
/// While the series is played, a file beside them says which one it is. It is locked, and removed at the end: where it is still there, the
/// series was interrupted, and the same series goes on.
#[derive(Debug)]
pub(super) struct RecordFolder {
    marker: PathBuf,
    /// Holds the lock.
    _file: File,
    /// Whether whole records that are there count.
    counts: bool,
}

impl RecordFolder {
    /// Takes the folder for the series. Nothing is written but the marker.
    ///
    /// # Errors
    /// If one of its records is there and no interrupted series has left it, another series is under way there, or the folder cannot
    /// be written.
    pub(super) fn open(series: &Series, folder: &Path) -> Result<RecordFolder, SeriesError> {
        let marker = folder.join(format!("{}-{}.unfinished", series.start.kind().name(), series.seed));
        let io = |error| SeriesError::Io { path: marker.clone(), error };
        std::fs::create_dir_all(folder)
            .map_err(|error| SeriesError::Io { path: folder.to_owned(), error })?;
        let was_there = marker.exists();
        if !was_there {
            let mut paths = (0..series.games).map(|number| series.record_path(folder, number));
            if let Some(path) = paths.find(|path| path.exists()) {
                return Err(SeriesError::Io { path, error: io::ErrorKind::AlreadyExists.into() });
            }
        }
        let opened = File::options().read(true).write(true).create(true).truncate(false).open(&marker);
        let mut file = opened.map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(SeriesError::InUse { path: marker }),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let plan = format!("{}\n", Value::Object(plan(series)));
        let mut written = String::new();
        file.read_to_string(&mut written).map_err(io)?;
        // A series that ended while it wrote this has played nothing.
        let is_resumed = written.ends_with('\n');
        if is_resumed && written != plan {
            return Err(SeriesError::OtherSeries { path: marker });
        }
        if !is_resumed {
            file.rewind()
                .and_then(|()| file.set_len(0))
                .and_then(|()| file.write_all(plan.as_bytes()))
                .map_err(io)?;
        }
        Ok(RecordFolder { marker, _file: file, counts: is_resumed && tells_all(series) })
    }

    /// The result of a game, if its record is whole and of this series.
    pub(super) fn counted(&self, series: &Series, path: &Path, number: u64) -> Option<Counted> {
        if !self.counts {
            return None;
        }
        let mut replay = shelf::replay::replay(BufReader::new(File::open(path).ok()?)).ok()?;
        let header = replay.header().clone();
        let seats = Seat::first(series.bots.len());
        let named = seats.map(|seat| Some(series.bots[series.bot_at(seat, number)].name.clone()));
        let is_ours = header.seed == Some(series.seed.derive(number)) && named.eq(header.seats);
        let mut actions = 0;
        for position in replay.by_ref() {
            actions += u32::from(matches!(position.ok()?.step, Some(Step::Action { .. })));
        }
        let result = replay.result().filter(|_| is_ours)?;
        let mut points = BySeat::default();
        for (&seat, &reached) in &result.points {
            points[seat] = reached;
        }
        let outcome = Outcome { winners: result.winners };
        let turns = replay.game().turns();
        Some(super::counted(Played { outcome, gave_up: None, is_stopped: false, points, actions, turns }))
    }

    /// The series has come to its end.
    ///
    /// # Errors
    /// If the marker cannot be removed.
    pub(super) fn finish(self) -> Result<(), SeriesError> {
        std::fs::remove_file(&self.marker).map_err(|error| SeriesError::Io { path: self.marker, error })
    }
}

/// The name of a record that is being written.
pub(super) fn unfinished(path: &Path) -> PathBuf {
    path.with_extension("neuland.part")
}

/// Whether the whole records of a series say all that it counts. Times are in none of them, faults only where they end the game; and a
/// bot of another program in this process may be another one under the same name.
fn tells_all(series: &Series) -> bool {
    let does = |kind: &BotKind| match kind {
        BotKind::Own => true,
        #[cfg(unix)]
        BotKind::External(_) => series.terms.on_fault == OnFault::Forfeit,
        #[cfg(unix)]
        BotKind::Guest(_) => false,
    };
    !series.times && series.bots.iter().all(|bot| does(&bot.kind))
}

/// Everything that decides the games of a series.
fn plan(series: &Series) -> Map<String, Value> {
    let bot = |bot: &super::SeriesBot| match &bot.kind {
        BotKind::Own => json!({ "name": bot.name }),
        #[cfg(unix)]
        BotKind::External(launch) => json!({ "name": bot.name, "command": launch.command }),
        #[cfg(unix)]
        BotKind::Guest(_) => json!({ "name": bot.name, "guest": true }),
    };
    let bots: Vec<Value> = series.bots.iter().map(bot).collect();
    #[cfg(unix)]
    let terms = series.has_external().then(|| {
        json!({ "on_fault": series.terms.on_fault, "decision_ms": series.terms.decision.as_millis() as u64 })
    });
    #[cfg(not(unix))]
    let terms: Option<Value> = None;
    let document = json!({
        "neuland-series": 1,
        "version": env!("CARGO_PKG_VERSION"),
        "rules": series.start.rules(),
        "start": series.start.to_named_setup(),
        "options": series.start.options(),
        "bots": bots,
        "rotate": series.rotate,
        "seed": series.seed,
        "external": terms,
    });
    match document {
        Value::Object(members) => members,
        _ => unreachable!("the document is an object"),
    }
}
