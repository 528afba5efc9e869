//! What the site knows of games that the coach looks at.

use analysis::Coached;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// The results of the coach, and the games that it looks at.
#[derive(Debug, Default)]
pub(crate) struct CoachResults {
    /// The latest results, by the keys of their games.
    pub(crate) done: VecDeque<(String, Rc<Coached>)>,
    /// What was read or found, before it is matched with its game.
    pub(crate) documents: BTreeMap<String, String>,
    /// The games that the worker looks at.
    pub(crate) working: BTreeSet<String>,
    /// The games at which it failed.
    pub(crate) failed: BTreeSet<String>,
}
