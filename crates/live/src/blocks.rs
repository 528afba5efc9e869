//! Blocks between people. A blocked person's messages are hidden from the person who blocked them, at every table, and the
//! blocked person cannot sit down at that person's tables.

use crate::buckets::{Buckets, Rate};
use crate::lock::lock;
use crate::metrics::{Limit, METRICS};
use crate::shared_state::SharedState;
use crate::storing::{change_then, read};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use store::{Block, BlockChange, Change, Store, StoreError, now};
use table::keys::{KeyHash, random_u64};

/// The size of each of the two generations of the cache: the most lists, and the most people on them. A list of 500 takes 16 KiB.
const REMEMBERED: (usize, usize) = (20_000, 200_000);

/// The people whom one person has blocked. Most have blocked nobody, which takes no memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Blocked(Option<Arc<[KeyHash]>>);

impl Blocked {
    fn new(mut keys: Vec<KeyHash>) -> Blocked {
        keys.sort_unstable_by_key(|key| key.0);
        Blocked((!keys.is_empty()).then(|| keys.into()))
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Whether this person is blocked.
    pub fn contains(&self, person: KeyHash) -> bool {
        self.0.as_ref().is_some_and(|keys| keys.binary_search_by_key(&person.0, |key| key.0).is_ok())
    }

    /// The blocked people among these: what differs from reader to reader at one table.
    pub fn blocked_among(&self, people: impl Iterator<Item = KeyHash>) -> Blocked {
        if self.is_empty() {
            return Blocked::default();
        }
        Blocked::new(people.filter(|person| self.contains(*person)).collect())
    }

    fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |keys| keys.len())
    }
}

/// The reason a block was not set or lifted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BlockError {
    /// The person has blocked as many people as the store allows.
    Full,
    /// Too many blocks were set or lifted from one network; the next may be after this time.
    TooMany(Duration),
    /// It could not be stored or read.
    Store(StoreError),
}

impl From<StoreError> for BlockError {
    fn from(error: StoreError) -> BlockError {
        BlockError::Store(error)
    }
}

/// The lists that were asked for lately.
#[derive(Default)]
struct BlockCache {
    young: HashMap<KeyHash, Blocked>,
    old: HashMap<KeyHash, Blocked>,
    /// The number of people on the young lists.
    people: usize,
    /// Counts changes: what was read before one is not remembered after it.
    changes: u64,
}

impl BlockCache {
    fn get(&mut self, person: KeyHash) -> Option<Blocked> {
        if let Some(found) = self.young.get(&person) {
            return Some(found.clone());
        }
        let found = self.old.remove(&person)?;
        self.put(person, found.clone());
        Some(found)
    }

    fn put(&mut self, person: KeyHash, found: Blocked) {
        if self.young.len() >= REMEMBERED.0 || self.people >= REMEMBERED.1 {
            self.old = std::mem::take(&mut self.young);
            self.people = 0;
        }
        self.people += found.len();
        self.young.insert(person, found);
    }

    fn clear(&mut self) {
        *self = BlockCache { changes: self.changes + 1, ..BlockCache::default() };
    }

    fn forget(&mut self, person: KeyHash) {
        self.changes += 1;
        self.people -= self.young.remove(&person).map_or(0, |list| list.len());
        self.old.remove(&person);
    }
}

/// The blocks of all people.
pub struct BlockLists {
    store: Arc<dyn Store>,
    memory: Arc<Mutex<BlockCache>>,
    /// Blocks set and lifted.
    changes: Buckets<IpAddr>,
}

impl BlockLists {
    /// The block lists in a store.
    pub fn new(store: Arc<dyn Store>) -> BlockLists {
        let changes = Buckets::new(Rate::one_per(Duration::from_secs(10), 60));
        BlockLists { store, memory: Arc::default(), changes }
    }

    /// The limit that the nodes of a cluster have in common.
    pub fn shared(&self) -> (&'static str, &dyn SharedState) {
        ("blocks", &self.changes)
    }

    /// Forgets the lists, as another node has changed some.
    pub fn refresh(&self) {
        lock(&self.memory).clear();
    }

    /// Returns the people this person has blocked; none if there is no person.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn of(&self, person: Option<KeyHash>) -> Result<Blocked, StoreError> {
        let Some(person) = person else { return Ok(Blocked::default()) };
        let changes = {
            let mut memory = lock(&self.memory);
            if let Some(found) = memory.get(person) {
                return Ok(found);
            }
            memory.changes
        };
        let rows = read(&self.store, move |store| store.blocks_of(person)).await?;
        let found = Blocked::new(rows.into_iter().map(|block| block.blocked).collect());
        let mut memory = lock(&self.memory);
        if memory.changes == changes {
            memory.put(person, found.clone());
        }
        Ok(found)
    }

    /// Returns the blocks of a person with all their stored data, the latest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn list(&self, person: KeyHash) -> Result<Vec<Block>, StoreError> {
        read(&self.store, move |store| store.blocks_of(person)).await
    }

    /// Returns those of `others` who have blocked this person or are blocked by them.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn blocked_either_way(
        &self,
        person: KeyHash,
        others: Vec<KeyHash>,
    ) -> Result<Vec<KeyHash>, StoreError> {
        let own = self.of(Some(person)).await?;
        let mut blocked_either_way: Vec<KeyHash> =
            others.iter().copied().filter(|other| own.contains(*other)).collect();
        blocked_either_way.extend(read(&self.store, move |store| store.blocked_by(person, &others)).await?);
        Ok(blocked_either_way)
    }

    /// Makes a change, and forgets with it what that concerns in memory: also if it failed, since whether it is stored is not
    /// known then.
    async fn change(
        &self,
        changes: BlockChange,
        forget: impl FnOnce(&mut BlockCache) + Send + 'static,
    ) -> Result<(), StoreError> {
        let memory = Arc::clone(&self.memory);
        change_then(&self.store, vec![Change::Blocks(changes)], move |_| forget(&mut lock(&memory))).await
    }

    /// Counts a change against the limit of a network.
    fn count(&self, network: Option<IpAddr>) -> Result<(), BlockError> {
        let Some(network) = network else { return Ok(()) };
        self.changes.take(&network, Instant::now()).map_err(|wait| {
            METRICS.note_refused(Limit::Accounts);
            BlockError::TooMany(wait)
        })
    }

    /// Blocks a person, who plays under this name; idempotent.
    ///
    /// # Errors
    /// If the person has as many blocks as one can have, or it cannot be stored.
    pub async fn add(
        &self,
        person: KeyHash,
        (blocked, name): (KeyHash, String),
        network: Option<IpAddr>,
    ) -> Result<Block, BlockError> {
        self.count(network)?;
        let block = Block { person, blocked, id: random_u64(), name, at: now() };
        self.change(BlockChange::Add(block), move |memory| memory.forget(person)).await?;
        let rows = self.list(person).await?;
        rows.into_iter().find(|block| block.blocked == blocked).ok_or(BlockError::Full)
    }

    /// Lifts a block; does nothing if there is none.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn lift(&self, person: KeyHash, id: u64, network: Option<IpAddr>) -> Result<(), BlockError> {
        self.count(network)?;
        Ok(self.change(BlockChange::Lift { person, id }, move |memory| memory.forget(person)).await?)
    }

    /// Hands the blocks of a guest on to another person, those they made and those of them.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn reassign(&self, from: KeyHash, to: KeyHash) -> Result<(), StoreError> {
        // Whoever had blocked the guest has blocked somebody else now, and nobody knows who that was.
        let forget_all = |memory: &mut BlockCache| {
            *memory = BlockCache { changes: memory.changes + 1, ..BlockCache::default() }
        };
        self.change(BlockChange::HandOn { from, to }, forget_all).await
    }

    /// Drops the list of a person from the cache.
    pub fn forget(&self, person: KeyHash) {
        lock(&self.memory).forget(person);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::MemoryStore;
    use table::keys::Key;

    fn keys<const N: usize>() -> [KeyHash; N] {
        std::array::from_fn(|_| Key::random().hash())
    }

    #[tokio::test]
    async fn lists_are_as_they_are_stored() {
        let lists = BlockLists::new(Arc::new(MemoryStore::new()));
        let [ada, ben, eve] = keys();
        assert!(lists.of(Some(ada)).await.unwrap().is_empty());
        let block = lists.add(ada, (eve, "Eve".to_owned()), None).await.unwrap();
        assert!(lists.of(Some(ada)).await.unwrap().contains(eve));
        assert!(!lists.of(Some(ada)).await.unwrap().contains(ben));
        assert!(lists.of(None).await.unwrap().is_empty());
        assert_eq!(
            lists.blocked_either_way(eve, vec![ben, ada]).await.unwrap(),
            [ada],
            "the other way round as well"
        );
        assert_eq!(lists.blocked_either_way(ada, vec![ben, eve]).await.unwrap(), [eve]);
        lists.reassign(eve, ben).await.unwrap();
        assert!(lists.of(Some(ada)).await.unwrap().contains(ben), "who was blocked cannot leave that behind");
        lists.lift(ada, block.id, None).await.unwrap();
        assert!(lists.of(Some(ada)).await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn memory_is_bounded_by_what_stands_on_the_lists() {
        let mut memory = BlockCache::default();
        let long: Blocked = Blocked::new((0..500).map(|_| Key::random().hash()).collect());
        for _ in 0..1_000 {
            memory.put(Key::random().hash(), long.clone());
            assert!(memory.people <= REMEMBERED.1 + 500);
        }
        assert!(memory.young.len() + memory.old.len() <= 2 * (REMEMBERED.1 / 500 + 1));
        for _ in 0..3 * REMEMBERED.0 {
            memory.put(Key::random().hash(), Blocked::default());
        }
        assert!(memory.young.len() <= REMEMBERED.0 && memory.old.len() <= REMEMBERED.0);
    }

    #[tokio::test]
    async fn changes_are_limited_by_network() {
        let lists = BlockLists::new(Arc::new(MemoryStore::new()));
        let network = Some(IpAddr::from([203, 0, 113, 1]));
        let [ada, eve] = keys();
        for _ in 0..60 {
            lists.add(ada, (eve, "Eve".to_owned()), network).await.unwrap();
        }
        let refused = lists.add(ada, (eve, "Eve".to_owned()), network).await;
        assert!(matches!(refused, Err(BlockError::TooMany(_))), "{refused:?}");
    }
}
