//! The journal of a match: the finished groups, so that a match that was stopped can go on.

use super::group::Group;
use super::plan::Plan;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The version of the format.
const FORMAT: u32 = 1;

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    #[serde(rename = "neuland-match")]
    format: u32,
    plan: Map<String, Value>,
}

/// A file with a line for the plan of a match, and one for each group, in ascending order of their numbers. Each line is written
/// whole, as soon as the group has its turn.
///
/// While it is open nobody else opens it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    groups: Vec<Group>,
    torn: bool,
    new: bool,
}

impl Journal {
    /// Opens the journal at `path` for a match, or begins one if there is no file or an empty one. A line that was not
    /// written whole, at the end, is dropped.
    ///
    /// # Errors
    /// If the file cannot be read or written, is no journal, is another match's, or is open elsewhere.
    pub fn open(path: &Path, plan: &Plan) -> Result<Journal, JournalError> {
        let io = |error| JournalError::Io { path: path.to_owned(), error };
        let file = File::options().read(true).append(true).create(true).open(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let mut journal =
            Journal { path: path.to_owned(), file, groups: Vec::new(), torn: false, new: false };
        let whole = journal.read(plan)?;
        if journal.torn {
            journal.file.set_len(whole).map_err(io)?;
        }
        if whole == 0 {
            journal.new = true;
            journal.line(&Heading { format: FORMAT, plan: plan.document() }).map_err(io)?;
        }
        Ok(journal)
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The groups that it had when it was opened.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Whether it was begun when it was opened.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.new
    }

    /// Whether a line at its end was not written whole, and was dropped.
    #[must_use]
    pub fn was_torn(&self) -> bool {
        self.torn
    }

    /// Writes a group.
    ///
    /// # Errors
    /// If the file does not take it. What was written before stays.
    pub(super) fn write(&mut self, group: &Group) -> io::Result<()> {
        self.line(group)
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut bytes = serde_json::to_vec(line)?;
        bytes.push(b'\n');
        self.file.write_all(&bytes)
    }

    /// Reads the file, and returns how many bytes of it are whole lines.
    fn read(&mut self, plan: &Plan) -> Result<u64, JournalError> {
        let path = &self.path;
        let io = |error| JournalError::Io { path: path.clone(), error };
        // A device, such as a full one, has no end.
        if !self.file.metadata().map_err(io)?.is_file() {
            return Ok(0);
        }
        (&self.file).seek(SeekFrom::Start(0)).map_err(io)?;
        let mut reader = BufReader::new(&self.file);
        let (mut whole, mut number, mut line) = (0, 0, Vec::new());
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(io)? as u64;
            if !line.ends_with(b"\n") {
                self.torn = length > 0;
                return Ok(whole);
            }
            number += 1;
            let damaged = |why: String| JournalError::Damaged { path: path.clone(), line: number, why };
            if number == 1 {
                let heading: Heading =
                    game::json::parse_bytes(&line).map_err(|fault| damaged(fault.to_string()))?;
                if heading.format != FORMAT {
                    return Err(damaged(format!("the format {} is not known", heading.format)));
                }
                let differences = differences(&heading.plan, &plan.document());
                if !differences.is_empty() {
                    return Err(JournalError::OtherMatch { path: path.clone(), differences });
                }
            } else {
                let group: Group =
                    game::json::parse_bytes(&line).map_err(|fault| damaged(fault.to_string()))?;
                let expected = self.groups.len() as u64;
                if group.group != expected {
                    return Err(damaged(format!("group {} follows, not {expected}", group.group)));
                }
                check(&group, plan).map_err(|why| damaged(why.to_owned()))?;
                self.groups.push(group);
            }
            whole += length;
        }
    }
}

/// Whether a group can be one of this match.
fn check(group: &Group, plan: &Plan) -> Result<(), &'static str> {
    let seats = plan.seats();
    if group.games.len() != plan.table(group.group).rotations() {
        return Err("the group does not have as many games as its table has rotations");
    }
    let fits = |lengths: &[Option<usize>]| lengths.iter().flatten().all(|&length| length == seats);
    for game in &group.games {
        let faults = (!game.faults.is_empty()).then_some(game.faults.len());
        let (luck, times) = (game.luck.as_ref().map(Vec::len), game.times.as_ref().map(Vec::len));
        if !fits(&[Some(game.points.len()), faults, luck, times]) {
            return Err("a game does not have as many members as the table has seats");
        }
        let first = game.first_faults.iter().map(|fault| fault.seat).collect();
        let named = [game.winners, game.lost, game.broke, game.gave_up.into_iter().collect(), first];
        if named.into_iter().flatten().any(|seat| seat.index() >= seats) {
            return Err("a game names a seat that the table does not have");
        }
    }
    Ok(())
}

/// A setting that differs between a journal and the match that shall go on with it. Values are JSON; `null` where there is
/// none.
#[derive(Clone, PartialEq, Debug)]
pub struct SettingDifference {
    /// The setting, as a path: `options.players`.
    pub setting: String,
    /// The value in the journal.
    pub journal: Value,
    /// The value of the match.
    pub asked: Value,
}

fn differences(journal: &Map<String, Value>, asked: &Map<String, Value>) -> Vec<SettingDifference> {
    let mut found = Vec::new();
    let names: std::collections::BTreeSet<&String> = journal.keys().chain(asked.keys()).collect();
    for name in names {
        match (journal.get(name).unwrap_or(&Value::Null), asked.get(name).unwrap_or(&Value::Null)) {
            (Value::Object(ours), Value::Object(theirs)) => {
                let inner = differences(ours, theirs).into_iter();
                found.extend(inner.map(|inner| SettingDifference {
                    setting: format!("{name}.{}", inner.setting),
                    ..inner
                }));
            }
            (ours, theirs) if ours != theirs => {
                let (journal, asked) = (ours.clone(), theirs.clone());
                found.push(SettingDifference { setting: name.clone(), journal, asked });
            }
            _ => {}
        }
    }
    found
}

/// The reason why a match cannot continue from a journal.
#[derive(Debug)]
#[non_exhaustive]
pub enum JournalError {
    /// The file cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// A line is malformed.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// The defect, in English.
        why: String,
    },
    /// It is the journal of another match.
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The differing settings; never empty.
        differences: Vec<SettingDifference>,
    },
    /// Another match has it open.
    InUse {
        /// The file.
        path: PathBuf,
    },
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            JournalError::Damaged { path, line, why } => write!(f, "{}, line {line}: {why}", path.display()),
            JournalError::OtherMatch { path, differences } => {
                write!(f, "{} is the journal of another match:", path.display())?;
                for SettingDifference { setting, journal, asked } in differences {
                    write!(f, " {setting} is {journal} there and {asked} here;")?;
                }
                Ok(())
            }
            JournalError::InUse { path } => write!(f, "another match is using {}", path.display()),
        }
    }
}

impl std::error::Error for JournalError {}
