//! Test mode: tables at which nothing is left to chance.
//!
//! Everything that other servers draw from the operating system follows from a word, the *test seed*: the secrets of
//! tables, the choices of bots, table ids and join codes. Ids and codes follow from the name of the test as well
//! ([`in_name_of`]), so neither the order of tests nor tests that run beside each other change them. Time stands still until
//! it is advanced, and bots move when they are told to ([`Hub::move_bots`](crate::hub::Hub::move_bots)).
//!
//! Whoever knows the seed knows all dice. Three rules keep such a server from ever having a real table:
//!
//! 1. It starts on a loopback address alone, without a public address and without a proxy; the server checks that before it
//!    listens.
//! 2. Its store bears another mark than every other store. A server in test mode refuses a folder of real tables, and
//!    without test mode no command opens, continues, archives or restores a store of test mode
//!    ([`store::Mark`]).
//! 3. The seed is part of the configuration of one process; nothing that is stored can switch test mode on.

use crate::lock::lock;
use crate::time::Time;
use fair::Secret;
use game::{Seat, Seed};
use shelf::Prompt;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use table::keys::TableId;

/// The longest test seed and the longest name of a test, in bytes.
const WORD_MAX: usize = 64;

tokio::task_local! {
    /// The test for which this task runs.
    static TEST: Word;
}

/// A word of 1 to 64 letters, digits, `-` and `_`: a test seed, or the name of a test.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Word(Arc<str>);

/// The text is not a [`Word`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseWordError;

impl fmt::Display for ParseWordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a word of 1 to {WORD_MAX} letters, digits, `-` and `_` is needed here")
    }
}

impl std::error::Error for ParseWordError {}

impl FromStr for Word {
    type Err = ParseWordError;
    fn from_str(text: &str) -> Result<Word, ParseWordError> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let fits = (1..=WORD_MAX).contains(&text.len()) && text.bytes().all(is_plain);
        if fits { Ok(Word(text.into())) } else { Err(ParseWordError) }
    }
}

/// The configuration of test mode.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestMode {
    /// The word from which everything follows.
    pub seed: Word,
    /// Whether bots wait until they are told to move; else they pause as at any table.
    pub manual_bots: bool,
}

/// A bot that has something to decide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DueBot {
    pub seat: Seat,
    /// At this version of the table.
    pub seq: u64,
    pub(crate) prompt: Prompt,
}

/// The state of a hub in test mode.
pub(crate) struct Testing {
    root: Secret,
    manual_bots: bool,
    /// The time that has passed on the clock of the tables, in milliseconds.
    passed: Arc<AtomicU64>,
    /// The number of ids each test has asked for.
    ids: Mutex<HashMap<Word, u64>>,
    /// The bots that wait for being told to move.
    due: Mutex<HashMap<TableId, BTreeMap<Seat, DueBot>>>,
}

impl Testing {
    pub(crate) fn new(mode: &TestMode) -> Testing {
        // The word is short; what follows from it must not be.
        let root = Secret::from_bytes([0; 32]).derive(&format!("test seed {}", mode.seed.0));
        Testing {
            root,
            manual_bots: mode.manual_bots,
            passed: Arc::default(),
            ids: Mutex::default(),
            due: Mutex::default(),
        }
    }

    /// The secret from which those of the tables are made.
    pub(crate) fn secret(&self) -> Secret {
        self.root.derive("secret")
    }

    /// The seed of the bots.
    pub(crate) fn bot_seed(&self) -> Seed {
        Seed(self.number("bots"))
    }

    /// The clock of the tables.
    pub(crate) fn time(&self) -> Time {
        Time::planted(store::now, Arc::clone(&self.passed))
    }

    /// Lets time pass.
    pub(crate) fn advance(&self, by: Duration) {
        self.passed.fetch_add(crate::time::millis(by), Ordering::Relaxed);
    }

    /// The next id of the test for which this task runs.
    pub(crate) fn table_id(&self) -> TableId {
        let test = TEST.try_with(Word::clone).unwrap_or_else(|_| Word("no-test".into()));
        let count = {
            let mut ids = lock(&self.ids);
            let count = ids.entry(test.clone()).or_default();
            *count += 1;
            *count
        };
        TableId::new(self.number(&format!("table {count} of {}", test.0)) >> 4).expect("60 bits")
    }

    /// The join code that a table gets at this try.
    pub(crate) fn join_code(&self, table: TableId, attempt: u32) -> String {
        table::keys::join_code_of(self.number(&format!("code {attempt} of {table}")))
    }

    fn number(&self, name: &str) -> u64 {
        let digits = self.root.derive(name).reveal();
        u64::from_str_radix(&digits[..16], 16).expect("hexadecimal digits")
    }

    /// Notes a bot that has something to decide, if bots wait for being told.
    pub(crate) fn holds_back(&self, table: TableId, bot: DueBot) -> bool {
        if self.manual_bots {
            lock(&self.due).entry(table).or_default().insert(bot.seat, bot);
        }
        self.manual_bots
    }

    /// Takes the lowest seat whose bot decides at this version of the table. A bot that waits for answers to its offer is
    /// left alone unless `patience_ends`.
    pub(crate) fn take_due(&self, table: TableId, version: u64, patience_ends: bool) -> Option<DueBot> {
        let mut due = lock(&self.due);
        let of_table = due.get_mut(&table)?;
        of_table.retain(|_, bot| bot.seq == version);
        let is_next = |bot: &&DueBot| patience_ends || bot.prompt != Prompt::Waiting;
        let next = of_table.values().find(is_next).copied()?;
        of_table.remove(&next.seat)
    }
}

/// Runs what a request asks for in the name of its test.
pub async fn in_name_of<F: Future>(test: Option<Word>, request: F) -> F::Output {
    match test {
        Some(test) => TEST.scope(test, request).await,
        None => request.await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn testing(seed: &str) -> Testing {
        Testing::new(&TestMode { seed: seed.parse().unwrap(), manual_bots: true })
    }

    fn ids_of(testing: &Testing, test: &str) -> Vec<TableId> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let test = test.parse().unwrap();
        runtime.block_on(in_name_of(Some(test), async { (0..3).map(|_| testing.table_id()).collect() }))
    }

    #[test]
    fn ids_follow_from_the_seed_and_the_test_alone() {
        let (one, other) = (testing("x"), testing("x"));
        let expected = (ids_of(&one, "a"), ids_of(&one, "b"));
        let (b, a) = (ids_of(&other, "b"), ids_of(&other, "a"));
        assert_eq!((a, b), expected, "the order of tests does not matter");
        assert_ne!(expected.0, expected.1);
        assert_ne!(ids_of(&testing("y"), "a"), expected.0);
        assert_ne!(testing("y").secret(), one.secret());
        assert_eq!(one.join_code(expected.0[0], 1), other.join_code(expected.0[0], 1));
        assert_ne!(one.join_code(expected.0[0], 1), one.join_code(expected.0[0], 2));
    }

    #[test]
    fn a_word_has_letters_digits_and_dashes() {
        for word in ["x", "night-7", &"y".repeat(64)] {
            assert!(word.parse::<Word>().is_ok(), "{word}");
        }
        for wrong in ["", "a b", "ä", &"y".repeat(65)] {
            assert_eq!(wrong.parse::<Word>(), Err(ParseWordError), "{wrong}");
        }
    }
}
