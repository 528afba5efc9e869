//! Incremental rendering: a record of what a page already shows, so that only changes are written again.
//!
//! A page is made of parts with ids. A renderer asks a [`Shown`] before it writes a part: if the page has it with the same
//! contents, an empty element with the id and the attribute `data-stays` takes its place. Lists of many small items are compared
//! item by item ([`Shown::list`]). The result is a [`Contents`], the base of the next comparison.
//!
//! Contents are compared by 64-bit hashes, so that a base takes some kilobytes however long the page is.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher, Hash, Hasher, RandomState};
use std::sync::LazyLock;

/// A hash that is the same in every process of a build.
#[must_use]
pub fn digest(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A quick hash: each word is mixed in with one multiplication whose halves are joined, so that a difference in any letter
/// reaches every bit.
#[derive(Clone, Default, Debug)]
pub struct Quick(u64);

/// A map with keys of our own.
pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let last = rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.write_u64(last);
        }
    }
    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }
    fn write_u16(&mut self, value: u16) {
        self.write_u64(value.into());
    }
    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }
    fn write_u64(&mut self, value: u64) {
        // Not zero in the beginning, so that a leading zero counts.
        let product = u128::from(self.0 ^ value ^ 0x243f_6a88_85a3_08d3) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

/// The start of all hashes of contents. It is random in each process: names and messages are among the contents, and nobody may
/// write two that have the same hash, since the second would not be shown.
static START: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());

fn quick(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = Quick(*START);
    value.hash(&mut hasher);
    hasher.finish()
}

/// An item of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// The digest of its id.
    id: u64,
    /// The digest of the inputs it is made from.
    contents: u64,
}

impl Item {
    /// The item with this id, made from these inputs.
    #[must_use]
    pub fn new(id: &(impl Hash + ?Sized), inputs: &(impl Hash + ?Sized)) -> Item {
        Item { id: quick(id), contents: quick(inputs) }
    }

    /// The item that is its own id: it never changes.
    #[must_use]
    pub fn fixed(it: &(impl Hash + ?Sized)) -> Item {
        let id = quick(it);
        Item { id, contents: id }
    }
}

/// The contents of a page: its parts and lists by the digests of their ids.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    parts: QuickMap<u64, u64>,
    lists: QuickMap<u64, Vec<Item>>,
}

impl Contents {
    /// A number that differs for pages that differ in their parts.
    #[must_use]
    pub fn digest(&self) -> u64 {
        // The order of a hash map is not the same twice, a sum is.
        let parts = self.parts.iter().map(|part| quick(&part));
        let lists = self
            .lists
            .iter()
            .map(|(id, items)| items.iter().fold(*id, |sum, item| quick(&(sum, item.id, item.contents))));
        parts.chain(lists).fold(0, u64::wrapping_add)
    }
}

/// The edits that turn the list the page shows into the current one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edits {
    /// The steps for the attribute `data-list`, such as `k17 m1 d1 n2`. Each takes a count: `k` keeps old items, `d` drops them,
    /// `m` turns old items into the next new ones, and `n` inserts new ones. `None` if all items are written, because the page
    /// does not have the list.
    pub steps: Option<String>,
    written: Vec<bool>,
}

impl Edits {
    /// Whether the renderer must write the item with this index.
    #[must_use]
    pub fn writes(&self, index: usize) -> bool {
        self.steps.is_none() || self.written.get(index).copied().unwrap_or(true)
    }

    const ALL: Edits = Edits { steps: None, written: Vec::new() };
}

/// The contents a page shows before and after a rendering; see [the module](self).
#[derive(Debug, Default)]
pub struct Shown<'a> {
    before: Option<&'a Contents>,
    /// The new contents; `None` if the caller does not need them.
    now: Option<RefCell<Contents>>,
}

impl<'a> Shown<'a> {
    /// A complete rendering that records no contents.
    pub const NOTHING: Shown<'static> = Shown { before: None, now: None };

    /// For a page that shows `before`; all of it is written where that is `None`.
    #[must_use]
    pub fn after(before: Option<&'a Contents>) -> Shown<'a> {
        Shown { before, now: Some(RefCell::default()) }
    }

    /// Whether the contents are recorded for a later rendering, so that parts need their ids.
    #[must_use]
    pub fn is_noted(&self) -> bool {
        self.now.is_some()
    }

    /// Whether this rendering updates a page, rather than writing it whole.
    #[must_use]
    pub fn is_patch(&self) -> bool {
        self.before.is_some()
    }

    /// Records the part with this id, which is made from these inputs; returns whether the page already shows it.
    #[must_use]
    pub fn part(&self, id: &str, inputs: &(impl Hash + ?Sized)) -> bool {
        let Some(now) = &self.now else { return false };
        let (id, contents) = (quick(id), quick(inputs));
        now.borrow_mut().parts.insert(id, contents);
        self.before.is_some_and(|before| before.parts.get(&id) == Some(&contents))
    }

    /// Whether the page has the part with this id, with whatever contents.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.before.is_some_and(|before| before.parts.contains_key(&quick(id)))
    }

    /// Records the items of the list with this id; returns which of them must be written.
    #[must_use]
    pub fn list(&self, id: &str, items: impl IntoIterator<Item = Item>) -> Edits {
        let Some(now) = &self.now else { return Edits::ALL };
        let (id, items): (u64, Vec<Item>) = (quick(id), items.into_iter().collect());
        let changes = match self.before.and_then(|before| before.lists.get(&id)) {
            Some(old) => compare(old, &items),
            None => Edits::ALL,
        };
        now.borrow_mut().lists.insert(id, items);
        changes
    }

    /// Returns the contents of the page after this rendering.
    #[must_use]
    pub fn finish(self) -> Contents {
        self.now.map(RefCell::into_inner).unwrap_or_default()
    }
}

/// One walk over both lists: an old item that does not come again is dropped, one that comes later makes way for it.
fn compare(old: &[Item], new: &[Item]) -> Edits {
    let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    // Most lists have the same items, or some more, so the next old item is the likeliest, and looking through the rest of
    // a list that differs in one or two places is cheaper than an index of it.
    let find = |id: u64, next: usize| {
        let rest = old.get(next..).unwrap_or_default();
        rest.iter().position(|item| item.id == id).map(|at| next + at)
    };
    let mut steps: Vec<(char, usize)> = Vec::new();
    let mut step = |kind: char, count: usize| match steps.last_mut() {
        _ if count == 0 => {}
        Some((last, sum)) if *last == kind => *sum += count,
        _ => steps.push((kind, count)),
    };
    let mut written = vec![false; same];
    written.reserve(new.len() - same);
    step('k', same);
    let mut next = same;
    for item in &new[same..] {
        match find(item.id, next) {
            Some(found) => {
                step('d', found - next);
                let same = old[found].contents == item.contents;
                step(if same { 'k' } else { 'm' }, 1);
                written.push(!same);
                next = found + 1;
            }
            None => {
                step('n', 1);
                written.push(true);
            }
        }
    }
    step('d', old.len() - next);
    let mut text = String::new();
    for (kind, count) in steps {
        let space = if text.is_empty() { "" } else { " " };
        write!(text, "{space}{kind}{count}").expect("a string takes everything");
    }
    Edits { steps: Some(text), written }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Vec<Item> {
        text.chars().map(|c| Item::new(&c.to_ascii_lowercase(), &c)).collect()
    }

    /// Applies the steps as a page does.
    fn follow(old: &str, new: &str, changes: &Edits) -> String {
        let mut old = old.chars();
        let mut fresh = new.chars().enumerate().filter(|&(n, _)| changes.writes(n)).map(|(_, c)| c);
        let mut made = String::new();
        for step in changes.steps.as_deref().unwrap().split_whitespace() {
            let (kind, count) = step.split_at(1);
            for _ in 0..count.parse().unwrap() {
                match kind {
                    "k" => made.extend(old.next()),
                    "d" => drop(old.next().unwrap()),
                    "m" => {
                        old.next().unwrap();
                        made.extend(fresh.next());
                    }
                    _ => made.extend(fresh.next()),
                }
            }
        }
        assert_eq!((old.next(), fresh.next()), (None, None));
        made
    }

    #[test]
    fn steps_lead_from_any_list_to_any_other() {
        for (old, new, steps) in [
            ("abcd", "abcd", "k4"),
            ("abcd", "bcde", "d1 k3 n1"),
            ("abcd", "abCd", "k2 m1 k1"),
            ("", "ab", "n2"),
            ("ab", "", "d2"),
            ("abd", "abcd", "k2 n1 k1"),
            ("abc", "cab", "d2 k1 n2"),
            ("", "", ""),
        ] {
            let changes = compare(&items(old), &items(new));
            assert_eq!(changes.steps.as_deref(), Some(steps), "{old} to {new}");
            assert_eq!(follow(old, new, &changes), new);
        }
    }

    #[test]
    fn parts_that_stay_are_known_and_a_page_has_one_digest() {
        let first = Shown::after(None);
        assert!(!first.part("hand", "wool") && !first.part("log", &7));
        assert_eq!(first.list("tiles", items("ab")).steps, None);
        let first = first.finish();
        let second = Shown::after(Some(&first));
        assert!(second.part("hand", "wool") && !second.part("log", &8));
        assert!(second.has("log") && !second.has("dice") && !Shown::after(None).has("log"));
        assert_eq!(second.list("tiles", items("abc")).steps.as_deref(), Some("k2 n1"));
        let second = second.finish();
        assert_ne!(first.digest(), second.digest());
        let again = Shown::after(Some(&second));
        assert!(again.part("log", &8) && again.part("hand", "wool"));
        assert_eq!(again.list("tiles", items("abc")).steps.as_deref(), Some("k3"));
        assert_eq!(again.finish(), second);
        assert!(!Shown::NOTHING.part("hand", "wool"));
    }
}
