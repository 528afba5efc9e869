//! A list for games in which a seat never has many actions.

use crate::Legal;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// At most `N` actions, or other small things, one after the other. A game whose legal lists are long has a list of its own
/// that counts without writing them out.
///
/// ```
/// use game::{InlineVec, Legal};
/// let even: InlineVec<u8, 8> = (1..=8).filter(|n| n % 2 == 0).collect();
/// assert_eq!((even.len(), even.get(1), even.contains(5)), (4, Some(4), false));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlineVec<Action, const N: usize>([Option<Action>; N]);

impl<Action: Copy + PartialEq, const N: usize> Legal<Action> for InlineVec<Action, N> {
    fn len(&self) -> usize {
        self.into_iter().count()
    }
    fn contains(&self, action: Action) -> bool {
        self.0.contains(&Some(action))
    }
    fn get(&self, n: usize) -> Option<Action> {
        self.0.get(n).copied().flatten()
    }
}

impl<Action: Copy, const N: usize> Default for InlineVec<Action, N> {
    /// Nothing.
    fn default() -> Self {
        InlineVec([None; N])
    }
}

impl<Action: Copy, const N: usize> FromIterator<Action> for InlineVec<Action, N> {
    /// # Panics
    /// If there are more than `N` actions.
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> Self {
        let mut few = InlineVec::default();
        actions.into_iter().enumerate().for_each(|(n, action)| few.0[n] = Some(action));
        few
    }
}

impl<Action, const N: usize> IntoIterator for InlineVec<Action, N> {
    type Item = Action;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<Action>, N>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().flatten()
    }
}

impl<Action: Copy + Serialize, const N: usize> Serialize for InlineVec<Action, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de, Action: Copy + Deserialize<'de>, const N: usize> Deserialize<'de> for InlineVec<Action, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let actions = Vec::deserialize(deserializer)?;
        let len = actions.len();
        if len > N {
            Err(D::Error::invalid_length(len, &"a shorter list"))
        } else {
            Ok(actions.into_iter().collect())
        }
    }
}
