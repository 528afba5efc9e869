//! The journal of a long analysis: a run that was stopped goes on from it.

use analysis::{Analysis, AnalysisError, Effort, Measured, Model, Notes, analyse_noting};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::sync::Mutex;

/// The work that an entry belongs to. Another record, another budget or another estimator makes it another one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Work {
    /// The hash of the record.
    record: String,
    nodes: Option<u64>,
    estimator: String,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    work: Work,
    found: Found,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Found {
    /// A decision that rollouts have measured.
    Decision { step: usize, measured: Measured },
    /// The analysis of the whole game.
    Game(Box<Analysis>),
}

/// The beginning of every line.
const BEGIN: &str = "{\"work\":{";

/// The entries of a game: its measured decisions, and its whole analysis once it is finished.
#[derive(Default)]
struct Known {
    decisions: HashMap<usize, Measured>,
    game: Option<Box<Analysis>>,
}

/// A file with a line for each measured decision and each finished game. Each line is written whole.
pub(super) struct Journal {
    file: Mutex<File>,
    known: HashMap<Work, Known>,
}

impl Journal {
    /// Opens the journal, or begins one. A line that was not written whole, at the end, is dropped.
    pub(super) fn open(path: &Path) -> io::Result<Journal> {
        let mut file = File::options().read(true).append(true).create(true).open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        // Any other file is left as it is.
        let torn = &text[whole..];
        if !torn.starts_with(BEGIN) && !BEGIN.starts_with(torn) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "this is no journal"));
        }
        let mut known: HashMap<Work, Known> = HashMap::new();
        for (number, line) in text[..whole].lines().enumerate() {
            let Entry { work, found } = serde_json::from_str(line).map_err(|why| {
                io::Error::new(io::ErrorKind::InvalidData, format!("line {}: {why}", number + 1))
            })?;
            let known = known.entry(work).or_default();
            match found {
                Found::Decision { step, measured } => drop(known.decisions.insert(step, measured)),
                Found::Game(game) => known.game = Some(game),
            }
        }
        file.set_len(whole as u64)?;
        Ok(Journal { file: Mutex::new(file), known })
    }

    /// Analyses a record, or returns what the journal knows of it.
    pub(super) fn analysed(&self, record: &[u8], effort: &Effort) -> Result<Analysis, AnalysisError> {
        let work = Work {
            record: blake3::hash(record).to_hex().to_string(),
            nodes: effort.deep,
            estimator: Model::built_in().hash.clone(),
        };
        let known = self.known.get(&work);
        if let Some(game) = known.and_then(|known| known.game.as_deref()) {
            return Ok(game.clone());
        }
        let game = analyse_noting(record, effort, &Page { journal: self, work: &work, known })?;
        self.write(&Entry { work, found: Found::Game(Box::new(game.clone())) });
        Ok(game)
    }

    fn write(&self, entry: &Entry) {
        let line = serde_json::to_string(entry).expect("numbers and texts are JSON") + "\n";
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Err(error) = file.write_all(line.as_bytes()) {
            // The analysis itself is not lost.
            crate::failure::tell(&error.to_string());
        }
    }
}

/// The part of a journal about one game.
struct Page<'a> {
    journal: &'a Journal,
    work: &'a Work,
    known: Option<&'a Known>,
}

impl Notes for Page<'_> {
    fn known(&self, step: usize) -> Option<Measured> {
        self.known?.decisions.get(&step).cloned()
    }

    fn note(&self, step: usize, measured: &Measured) {
        let found = Found::Decision { step, measured: measured.clone() };
        self.journal.write(&Entry { work: self.work.clone(), found });
    }
}
