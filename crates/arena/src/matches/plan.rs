//! The plan of a match.

use super::table::{Format, FormatError, Table};
use crate::external::{Setting, Terms};
use crate::guest::{GuestFactory, GuestPlayer, GuestSeat};
use crate::process::{Launch, Limits};
use crate::stats::{ErrorRates, Hypotheses, Seating, Sprt, SprtError};
use bots::any::roster;
use game::{Seat, Seed};
use serde::Serialize;
use serde_json::{Map, Value, json};
use shelf::AnyGame;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A bot of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entrant {
    /// Its name.
    pub name: String,
    /// The command line that starts it; `None` for a bot of ours, of that name.
    pub command: Option<String>,
}

/// A sequential test: is the first bot `elo0` or `elo1` stronger than the others?
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtSettings {
    /// The Elo difference of H0.
    pub elo0: f64,
    /// The Elo difference of H1.
    pub elo1: f64,
    /// Its error rates.
    #[serde(flatten)]
    pub rates: ErrorRates,
}

/// The settings of a match.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game before its first step, with its options.
    pub start: AnyGame,
    /// The bots. Their names differ.
    pub bots: Vec<Entrant>,
    /// The format, which decides which bots meet.
    pub format: Format,
    /// The number of games, rounded up to whole rounds; with a sequential test, the most.
    pub games: u64,
    /// The test that ends the match.
    pub sprt: Option<SprtSettings>,
    /// The seed that all seeds of games are derived from.
    pub seed: Seed,
    /// The terms on which bots in processes of their own play.
    pub terms: Terms,
    /// The limits of their processes.
    pub limits: Limits,
    /// Whether the luck of every game is measured.
    pub luck: bool,
}

/// A match that can be played: its tables, and how many groups of games.
///
/// A *group* is all the games on one seed at one table, in which everybody takes every seat in turn
/// ([`Table::rotations`]). A *round* is one group at each table, all on the same seed. Group `g` is played at table
/// `g % tables` in round `g / tables`.
#[derive(Clone, Debug)]
pub struct Plan {
    settings: Settings,
    tables: Vec<Table>,
    rounds: u64,
    sprt: Option<Sprt>,
    guests: Guests,
    labels: Labels,
}

/// Bots of another program in this process, by their names.
pub type Guests = BTreeMap<String, Arc<dyn GuestFactory>>;

/// Bots of ours that play under other names, by those: so one of them can meet itself.
pub type Labels = BTreeMap<String, String>;

impl Plan {
    /// A plan for these settings.
    ///
    /// # Errors
    /// If the bots cannot be seated, two have one name, one does not exist, or the sequential test cannot be made.
    pub fn new(settings: Settings) -> Result<Plan, PlanError> {
        Plan::with_guests(settings, Guests::new())
    }

    /// A plan in which the bots with these names and no command are guests.
    ///
    /// # Errors
    /// As [`Plan::new`].
    pub fn with_guests(settings: Settings, guests: Guests) -> Result<Plan, PlanError> {
        Plan::with_labels(settings, guests, Labels::new())
    }

    /// [`Plan::with_guests`], with bots of ours that may play under other names.
    ///
    /// # Errors
    /// As [`Plan::new`].
    pub fn with_labels(settings: Settings, guests: Guests, labels: Labels) -> Result<Plan, PlanError> {
        let (bots, seats) = (&settings.bots, settings.start.seats());
        for (at, bot) in bots.iter().enumerate() {
            if bots[..at].iter().any(|other| other.name == bot.name) {
                return Err(PlanError::NamedTwice { name: bot.name.clone() });
            }
            let own = labels.get(&bot.name).unwrap_or(&bot.name);
            let is_ours = roster(settings.start.kind()).iter().any(|known| known.name == own);
            if bot.command.is_none() && !is_ours && !guests.contains_key(&bot.name) {
                return Err(PlanError::UnknownBot { name: own.clone() });
            }
        }
        let tables = settings.format.tables(bots.len(), seats).map_err(PlanError::Format)?;
        let games_of_a_round: u64 = tables.iter().map(|table| table.rotations() as u64).sum();
        let rounds = settings.games.div_ceil(games_of_a_round).max(1);
        let sprt = match (settings.sprt, &tables[..]) {
            (None, _) => None,
            (Some(_), [_, _, ..]) => return Err(PlanError::SprtOfManyTables { tables: tables.len() }),
            (Some(test), _) => {
                let seating = seating(&tables, 0);
                let hypotheses = Hypotheses::elo(seating, test.elo0, test.elo1);
                Some(Sprt::new(hypotheses, test.rates).map_err(PlanError::Sprt)?)
            }
        };
        Ok(Plan { settings, tables, rounds, sprt, guests, labels })
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The bots.
    #[must_use]
    pub fn bots(&self) -> &[Entrant] {
        &self.settings.bots
    }

    /// The number of seats at each table.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.settings.start.seats()
    }

    /// The tables of a round.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The most groups that are played.
    #[must_use]
    pub fn groups(&self) -> u64 {
        self.rounds * self.tables.len() as u64
    }

    /// The most games that are played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.rounds * self.tables.iter().map(|table| table.rotations() as u64).sum::<u64>()
    }

    /// The table of a group.
    #[must_use]
    pub fn table(&self, group: u64) -> &Table {
        &self.tables[(group % self.tables.len() as u64) as usize]
    }

    /// The seed of all games of a group.
    #[must_use]
    pub fn seed(&self, group: u64) -> Seed {
        self.settings.seed.derive(group / self.tables.len() as u64)
    }

    /// The sequential test of the first bot.
    #[must_use]
    pub fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// The division of the seats between a bot and the others, at all tables where it sits.
    #[must_use]
    pub fn seating(&self, bot: usize) -> Seating {
        seating(&self.tables, bot)
    }

    /// The name of the bot of ours that plays as this one.
    pub(super) fn own(&self, bot: usize) -> &str {
        let name = &self.settings.bots[bot].name;
        self.labels.get(name).unwrap_or(name)
    }

    /// The setting of a game, for its bots.
    pub(super) fn setting(&self, group: u64, rotation: usize) -> Setting {
        Setting::new(format!("{group}-{rotation}"), self.seed(group))
    }

    /// The launch of a bot's process; `None` for a bot of ours.
    pub(super) fn launch(&self, bot: usize) -> Option<Launch> {
        let command = self.settings.bots[bot].command.as_ref()?;
        Some(Launch::new(command).with_limits(self.settings.limits))
    }

    /// The bot as a guest in a game with this seed; `None` if it is none.
    pub(super) fn guest(&self, bot: usize, seat: Seat, seed: Seed) -> Option<GuestPlayer> {
        let Entrant { name, command } = &self.settings.bots[bot];
        let factory = self.guests.get(name).filter(|_| command.is_none())?;
        let kind = self.settings.start.kind();
        Some(GuestPlayer::new(&**factory, GuestSeat { kind, seat, seed }))
    }

    /// Everything that decides the results of the games, as JSON. Two matches with the same document play the same games,
    /// one perhaps more of them, as far as their bots do the same again.
    #[must_use]
    pub fn document(&self) -> Map<String, Value> {
        let Settings { start, bots, format, seed, sprt, luck, terms, limits, .. } = &self.settings;
        let has_external = bots.iter().any(|bot| bot.command.is_some());
        let processes = has_external.then(|| {
            json!({
                "on_fault": terms.on_fault,
                "decision_ms": terms.decision.as_millis() as u64,
                "start_ms": terms.start.as_millis() as u64,
                "memory_bytes": limits.memory_bytes,
                "cpu_seconds": limits.cpu_seconds,
                "processes": limits.processes,
            })
        });
        let document = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "game": start.kind().name(),
            "rules": start.rules(),
            "options": start.options(),
            "seats": start.seats(),
            "bots": bots,
            "format": format,
            "seed": seed,
            "sprt": sprt,
            "luck": luck,
            "external": processes,
        });
        match document {
            Value::Object(mut members) => {
                if !self.labels.is_empty() {
                    members.insert("labels".to_owned(), json!(self.labels));
                }
                members
            }
            _ => unreachable!("the document is an object"),
        }
    }
}

fn seating(tables: &[Table], bot: usize) -> Seating {
    let sits = || tables.iter().filter(|table| table.held(bot) > 0);
    let held: usize = sits().map(|table| table.held(bot)).sum();
    let seats: usize = sits().map(|table| table.bots().len()).sum();
    // The same ratio in the smallest numbers: many tables have more seats than a byte counts.
    let by = (1..=held).rev().find(|by| held.is_multiple_of(*by) && seats.is_multiple_of(*by)).unwrap_or(1);
    Seating::new((held / by) as u8, (seats / by) as u8).expect("every table has two bots")
}

/// The reason why there is no plan.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum PlanError {
    /// Two bots have one name.
    NamedTwice {
        /// The name.
        name: String,
    },
    /// There is no bot of ours of this name.
    UnknownBot {
        /// The name.
        name: String,
    },
    /// The bots cannot be seated.
    Format(FormatError),
    /// The sequential test cannot be made.
    Sprt(SprtError),
    /// A sequential test judges one bot at one table.
    SprtOfManyTables {
        /// The number of tables.
        tables: usize,
    },
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::NamedTwice { name } => write!(f, "the bot `{name}` is named twice"),
            PlanError::UnknownBot { name } => write!(f, "there is no bot `{name}`"),
            PlanError::Format(error) => error.fmt(f),
            PlanError::Sprt(error) => error.fmt(f),
            PlanError::SprtOfManyTables { tables } => {
                write!(f, "a sequential test needs one table, not {tables}")
            }
        }
    }
}

impl std::error::Error for PlanError {}
