//! Uploaded records, and their games while somebody views them: bounded, and in memory alone.

use crate::http::body_slots::BodySlots;
use crate::http::cancellable::Cancellable;
use axum::body::Bytes;
use live::lock::lock;
use live::work::Token;
use shelf::{ReplayError, Timeline};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use table::entry::clean_name;

/// The time for which a record is kept after somebody last viewed it.
pub(super) const KEPT: Duration = Duration::from_secs(24 * 3600);
/// The maximum total size of the kept records in bytes, and their maximum number.
const KEPT_BYTES: usize = 32 * 1024 * 1024;
const KEPT_MOST: usize = 500;
/// The maximum total size of the games of viewed records, in bytes.
const RECORDINGS_BYTES: usize = 24 * 1024 * 1024;

/// The time for which the game of a record is kept after somebody last viewed it; then it is read from the record again.
const LOOKED_AT: Duration = Duration::from_secs(600);

/// The game of a record.
#[derive(Debug)]
pub(super) struct Recording {
    pub(super) timeline: Timeline,
    /// The names of the seats, where the record names them.
    pub(super) names: Vec<Option<String>>,
}

/// Uploaded records and their games; all of it bounded, all of it in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Replays {
    pub(super) recordings: Arc<Mutex<Recordings>>,
    pub(super) records: Arc<Mutex<Records>>,
    pub(super) arrivals: Arc<BodySlots>,
}

/// The games looked at last, the latest first, by the hashes of their records.
#[derive(Default, Debug)]
pub(super) struct Recordings {
    recordings: VecDeque<LookedAt>,
}

#[derive(Debug)]
struct LookedAt {
    hash: String,
    recording: Arc<Recording>,
    looked: Instant,
}

impl Recordings {
    fn find(&mut self, hash: &str, now: Instant) -> Option<Arc<Recording>> {
        let at = self.recordings.iter().position(|known| known.hash == hash)?;
        let mut found = self.recordings.remove(at)?;
        found.looked = now;
        let recording = Arc::clone(&found.recording);
        self.recordings.push_front(found);
        Some(recording)
    }

    pub(super) fn keep(&mut self, hash: String, recording: &Arc<Recording>, now: Instant) {
        self.recordings.retain(|known| known.hash != hash);
        self.recordings.push_front(LookedAt { hash, recording: Arc::clone(recording), looked: now });
        let mut bytes = 0;
        let fits = self.recordings.iter().take_while(|known| {
            bytes += known.recording.timeline.size();
            bytes <= RECORDINGS_BYTES
        });
        let fitting = fits.count().max(1);
        self.recordings.truncate(fitting);
    }

    /// Forgets games that nobody has looked at lately. Returns whether there were any.
    fn forget(&mut self, now: Instant) -> bool {
        let before = self.recordings.len();
        self.recordings.retain(|known| now.saturating_duration_since(known.looked) < LOOKED_AT);
        self.recordings.len() < before
    }
}

/// Records by the hash of their content.
#[derive(Default, Debug)]
pub(super) struct Records {
    kept: HashMap<String, Kept>,
    bytes: usize,
}

#[derive(Debug)]
struct Kept {
    text: Bytes,
    looked: Instant,
}

impl Records {
    pub(super) fn find(&mut self, hash: &str, now: Instant) -> Option<Bytes> {
        self.forget(now);
        let kept = self.kept.get_mut(hash)?;
        kept.looked = now;
        Some(kept.text.clone())
    }

    pub(super) fn keep(&mut self, hash: String, text: Bytes, now: Instant) {
        self.forget(now);
        self.remove(&hash);
        self.bytes += text.len();
        self.kept.insert(hash, Kept { text, looked: now });
        while self.kept.len() > KEPT_MOST || self.bytes > KEPT_BYTES {
            let oldest = self.kept.iter().min_by_key(|(_, kept)| kept.looked).map(|(hash, _)| hash.clone());
            let Some(oldest) = oldest else { break };
            self.remove(&oldest);
        }
    }

    fn forget(&mut self, now: Instant) {
        self.kept.retain(|_, kept| now.saturating_duration_since(kept.looked) < KEPT);
        self.bytes = self.kept.values().map(|kept| kept.text.len()).sum();
    }

    fn remove(&mut self, hash: &str) {
        if let Some(kept) = self.kept.remove(hash) {
            self.bytes -= kept.text.len();
        }
    }
}

impl Replays {
    /// The game of an uploaded record; `None` if it is not kept any more.
    pub(super) fn of_record(&self, hash: &str, token: &Token) -> Option<Arc<Recording>> {
        let text = lock(&self.records).find(hash, Instant::now())?;
        if let Some(recording) = lock(&self.recordings).find(hash, Instant::now()) {
            return Some(recording);
        }
        let recording = Arc::new(read_recording(&text, token).ok()?);
        lock(&self.recordings).keep(hash.to_owned(), &recording, Instant::now());
        Some(recording)
    }

    /// Forgets the games that nobody views any more, and gives their memory back, while anybody else holds the games.
    pub(crate) fn run_cleanup(&self) -> impl Future<Output = ()> + Send + use<> {
        let recordings = Arc::downgrade(&self.recordings);
        async move {
            loop {
                tokio::time::sleep(LOOKED_AT / 10).await;
                let Some(recordings) = recordings.upgrade() else { break };
                let forgot = lock(&recordings).forget(Instant::now());
                if forgot {
                    live::hub::give_back_memory().await;
                }
            }
        }
    }
}

pub(super) fn read_recording(text: &[u8], token: &Token) -> Result<Recording, ReplayError> {
    let (header, timeline, _) = Timeline::read(Cancellable { text, token })?;
    let names = header.seats.iter().map(|name| name.as_deref().and_then(clean_name)).collect();
    Ok(Recording { timeline, names })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_nobody_looks_at_are_forgotten() {
        let start = Instant::now();
        let game = table::games::new_game("catan", 2, &[]).unwrap();
        let timeline = Timeline::of(game, []).unwrap();
        let recording = Arc::new(Recording { timeline, names: Vec::new() });
        let mut recordings = Recordings::default();
        let later = |seconds| start + Duration::from_secs(seconds);
        recordings.keep("old".to_owned(), &recording, start);
        recordings.keep("seen".to_owned(), &recording, start);
        assert!(!recordings.forget(later(599)));
        assert!(recordings.find("seen", later(599)).is_some());
        assert!(recordings.forget(later(600)));
        assert!(
            recordings.find("old", later(600)).is_none() && recordings.find("seen", later(600)).is_some()
        );
        assert!(recordings.forget(later(1_200)));
        assert_eq!(Arc::strong_count(&recording), 1);
    }

    #[test]
    fn records_are_kept_within_bounds_and_the_oldest_goes_first() {
        let (mut records, start) = (Records::default(), Instant::now());
        let later = |seconds| start + Duration::from_secs(seconds);
        for n in 0..KEPT_MOST as u64 {
            records.keep(n.to_string(), Bytes::from("x"), later(n));
        }
        assert!(records.find("0", later(1000)).is_some(), "looking keeps it");
        records.keep("new".to_owned(), Bytes::from("x"), later(1001));
        assert!(records.find("1", later(1001)).is_none());
        assert!(records.find("0", later(1001)).is_some());
        records.keep("large".to_owned(), Bytes::from(vec![0; KEPT_BYTES]), later(1002));
        assert_eq!(records.kept.keys().collect::<Vec<_>>(), ["large"]);
        assert!(records.find("large", later(1002) + KEPT).is_none(), "not for ever");
        assert_eq!(records.bytes, 0);
    }
}
