//! The coach: finished games are analysed in a pool of their own, while somebody waits for the result.

use crate::lock::lock;
use crate::work::{Work, WorkError};
use analysis::{AnalysisError, Coached, Effort, coach};
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The time after which an analysis stops that nobody has asked for again.
const PATIENCE: Duration = Duration::from_secs(30);

/// The most results that are kept.
const KEPT: usize = 64;

/// The most games that wait for each one that is analysed.
const WAITING: usize = 8;

/// The result of an analysis.
pub type CoachResult = Result<Arc<Coached>, Arc<AnalysisError>>;

/// The state of an analysis.
#[derive(Clone, Debug)]
pub enum Progress {
    /// It is done.
    Done(CoachResult),
    /// It waits or runs; ask again soon, since it stops when nobody does.
    Working,
}

/// A pool that analyses finished games and keeps the latest results.
#[derive(Clone, Debug)]
pub struct Coach(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// `None` where the coach is switched off.
    pool: Option<Work>,
    state: Mutex<State>,
}

#[derive(Default, Debug)]
struct State {
    /// The results, the latest first, by the keys of their games.
    results: VecDeque<(String, CoachResult)>,
    /// The games that wait or are analysed, with the time at which somebody asked last.
    jobs: HashMap<String, Instant>,
    /// The games that found no place.
    refused: HashMap<String, WorkError>,
}

impl Coach {
    /// A coach that analyses so many games at once; with 0 it is switched off.
    #[must_use]
    pub fn new(at_once: usize) -> Coach {
        let pool = (at_once > 0).then(|| Work::new(at_once, at_once * WAITING));
        Coach(Arc::new(Inner { pool, state: Mutex::default() }))
    }

    /// Whether it analyses games.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.0.pool.is_some()
    }

    /// Returns what is known of a game, and begins to analyse it if nobody has asked for it before. `address` is that of whoever asks,
    /// if it counts; `admit` is called before an analysis begins, and `record` then returns the text of the finished game.
    ///
    /// # Errors
    /// The error of `admit`; or that of the pool, if the game found no place in it.
    pub fn ask<E: From<WorkError>>(
        &self,
        key: &str,
        address: Option<IpAddr>,
        admit: impl FnOnce() -> Result<(), E>,
        record: impl FnOnce() -> Vec<u8> + Send + 'static,
    ) -> Result<Progress, E> {
        let Some(pool) = &self.0.pool else { return Err(WorkError::Failed.into()) };
        let mut state = lock(&self.0.state);
        if let Some(refused) = state.refused.remove(key) {
            return Err(refused.into());
        }
        if let Some(at) = state.results.iter().position(|(known, _)| known == key) {
            let found = state.results.remove(at).expect("it is there");
            let result = found.1.clone();
            state.results.push_front(found);
            return Ok(Progress::Done(result));
        }
        if let Some(asked) = state.jobs.get_mut(key) {
            *asked = Instant::now();
            return Ok(Progress::Working);
        }
        admit()?;
        state.jobs.insert(key.to_owned(), Instant::now());
        drop(state);
        let (own, key, pool) = (self.clone(), key.to_owned(), pool.clone());
        tokio::spawn(async move {
            let work = pool.run_unbilled(address, move |token| {
                coach(&record(), &Effort::default(), &|| !token.is_cancelled())
            });
            let done = tokio::select! {
                done = work => Some(done),
                () = own.abandoned(&key) => None,
            };
            own.finish(key, done);
        });
        Ok(Progress::Working)
    }

    /// Waits until nobody has asked for a game for long.
    async fn abandoned(&self, key: &str) {
        loop {
            let Some(asked) = lock(&self.0.state).jobs.get(key).copied() else { return };
            let left = PATIENCE.saturating_sub(asked.elapsed());
            if left.is_zero() {
                return;
            }
            tokio::time::sleep(left).await;
        }
    }

    /// Keeps what has become of a game; nothing if it was abandoned.
    fn finish(&self, key: String, done: Option<Result<Result<Coached, AnalysisError>, WorkError>>) {
        let mut state = lock(&self.0.state);
        state.jobs.remove(&key);
        match done {
            None | Some(Ok(Err(AnalysisError::Stopped))) => {}
            Some(Ok(result)) => {
                state.results.push_front((key, result.map(Arc::new).map_err(Arc::new)));
                state.results.truncate(KEPT);
            }
            Some(Err(refused)) => {
                // Whoever waits for it asks again within seconds; what nobody asks for must not pile up.
                if state.refused.len() >= KEPT {
                    state.refused.clear();
                }
                state.refused.insert(key, refused);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Seed;
    use shelf::{AnyGame, GameKind, Recorder};
    use std::sync::mpsc;

    /// A game of random moves.
    fn record() -> Vec<u8> {
        let mut game = AnyGame::with_options(GameKind::Carcassonne, []).unwrap();
        let (mut recorder, mut choice) = (Recorder::new(&game), Seed(3).substream("choice", 0));
        while let Some(step) = game.random_step(Seed(3), &mut choice) {
            game.apply(&step).unwrap();
            recorder.push(step);
        }
        recorder.finish(&game).to_string().into_bytes()
    }

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
    }

    /// Asks until the result is there.
    async fn result(coach: &Coach, key: &str, text: Vec<u8>) -> CoachResult {
        loop {
            let text = text.clone();
            match coach.ask(key, None, || Ok::<(), WorkError>(()), move || text).unwrap() {
                Progress::Done(result) => return result,
                Progress::Working => tokio::task::yield_now().await,
            }
        }
    }

    #[test]
    fn a_game_is_analysed_once_and_its_result_kept() {
        let (runtime, coach) = (runtime(), Coach::new(1));
        runtime.block_on(async {
            let first = result(&coach, "a", record()).await.unwrap();
            assert!(!first.turning_points.is_empty(), "random play is marked");
            let again = result(&coach, "a", Vec::new()).await.unwrap();
            assert!(Arc::ptr_eq(&first, &again));
            assert!(result(&coach, "b", b"no record".to_vec()).await.is_err());
        });
    }

    #[test]
    fn what_is_not_admitted_does_not_begin() {
        let (runtime, coach) = (runtime(), Coach::new(1));
        runtime.block_on(async {
            let refuse = || Err::<(), _>(WorkError::Busy);
            let asked = coach.ask("a", None, refuse, Vec::new);
            assert!(matches!(asked, Err(WorkError::Busy)));
            assert!(lock(&coach.0.state).jobs.is_empty());
            assert!(!Coach::new(0).is_on());
        });
    }

    #[test]
    fn a_full_queue_is_said_to_whoever_asks_again() {
        let (runtime, coach) = (runtime(), Coach::new(1));
        let (go_on, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let ask = |key: String| {
            let held = Arc::clone(&held);
            let record = move || {
                let _ = lock(&held).recv();
                Vec::new()
            };
            coach.ask(&key, Some([192, 0, 2, 1].into()), || Ok::<(), WorkError>(()), record)
        };
        runtime.block_on(async {
            // One runs, a quarter of the queue is this address's, and the next one has no place.
            for n in 0..4 {
                ask(n.to_string()).unwrap();
            }
            while lock(&coach.0.state).refused.is_empty() {
                tokio::task::yield_now().await;
            }
            let refused = lock(&coach.0.state).refused.keys().next().cloned().unwrap();
            assert!(matches!(ask(refused), Err(WorkError::Busy)));
        });
        drop(go_on);
    }

    #[test]
    fn nobody_waits_for_what_was_abandoned() {
        let (runtime, coach) = (runtime(), Coach::new(1));
        runtime.block_on(async {
            let long_ago = Instant::now().checked_sub(PATIENCE).unwrap();
            lock(&coach.0.state).jobs.insert("a".to_owned(), long_ago);
            coach.abandoned("a").await;
            coach.finish("a".to_owned(), None);
            assert!(lock(&coach.0.state).jobs.is_empty());
            // Asked again, it is analysed after all.
            assert!(result(&coach, "a", record()).await.is_ok());
        });
    }
}
