//! Work that takes a while: rendering, replaying, compressing, exporting.
//!
//! It keeps neither the sockets' threads nor a table busy: a handler copies what it needs, and gives the rest to this pool. At
//! most as many pieces run at once as there are workers; a bounded number waits; what comes beyond that is refused. The queue
//! serves one address after the other in turn, so that a caller who asks for much delays only themselves.
//!
//! A caller who goes away, or has waited longer than a request may take, drops the future, and that cancels the work: what waits
//! never starts, and what runs stops when it next looks at its [`Token`].
//!
//! The threads are those of [`spawn_blocking`](tokio::task::spawn_blocking), which the store uses as well: they exist anyway,
//! come and go with the load, and end with the runtime. What bounds the work is the count of permits here.

use crate::cost::{BudgetExceeded, CostAccount, Metered};
use crate::lock::lock;
use crate::metrics::{Limit, METRICS};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::oneshot;

/// The share of the queue that one address may fill, as a divisor.
const SHARE: usize = 4;

/// Says to work whether anybody still wants it.
#[derive(Clone, Default, Debug)]
pub struct Token(Arc<AtomicBool>);

impl Token {
    /// Whether nobody waits for the work any more.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Cancels work when it is dropped before the work is done.
struct CancelOnDrop(Option<Token>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if let Some(token) = &self.0 {
            token.0.store(true, Ordering::Relaxed);
            METRICS.work_cancelled.add_one();
        }
    }
}

/// The reason work was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkError {
    /// Too much waits already.
    Busy,
    /// A budget is spent.
    Spent(BudgetExceeded),
    /// It panicked, or the server stops.
    Failed,
}

/// The pool.
#[derive(Clone, Debug)]
pub struct Work(Arc<Pool>);

#[derive(Debug)]
struct Pool {
    workers: usize,
    is_in_place: bool,
    queue: usize,
    state: Mutex<State>,
}

/// The address under which work queues; `None` for callers who are not counted, and for the server's own work.
type Lane = Option<IpAddr>;

#[derive(Default, Debug)]
struct State {
    running: usize,
    waiting: usize,
    /// The waiters, address by address; the first address is served next. No list is empty.
    lanes: VecDeque<(Lane, VecDeque<Waiter>)>,
    /// The next queue ticket.
    next: u64,
}

#[derive(Debug)]
struct Waiter {
    number: u64,
    permit: oneshot::Sender<Permit>,
}

impl State {
    /// Takes out the next waiter.
    fn pop(&mut self) -> Option<Waiter> {
        let (lane, mut waiters) = self.lanes.pop_front()?;
        let first = waiters.pop_front();
        self.waiting -= usize::from(first.is_some());
        if !waiters.is_empty() {
            self.lanes.push_back((lane, waiters));
        }
        first
    }

    /// Takes out a waiter who has given up.
    fn remove(&mut self, lane: Lane, number: u64) {
        let Some(at) = self.lanes.iter().position(|(known, _)| *known == lane) else { return };
        let waiters = &mut self.lanes[at].1;
        let before = waiters.len();
        waiters.retain(|waiter| waiter.number != number);
        self.waiting -= before - waiters.len();
        if waiters.is_empty() {
            self.lanes.remove(at);
        }
    }
}

/// The right to work; another one gets it when this is dropped.
#[derive(Debug)]
struct Permit(Arc<Pool>);

impl Drop for Permit {
    fn drop(&mut self) {
        let next = {
            let mut state = lock(&self.0.state);
            let next = state.pop();
            state.running -= usize::from(next.is_none());
            next
        };
        if let Some(waiter) = next {
            // Who went away meanwhile gives it back by dropping it.
            drop(waiter.permit.send(Permit(Arc::clone(&self.0))));
        }
    }
}

/// A place in the queue, given up when this is dropped.
struct Waits<'a> {
    pool: &'a Pool,
    lane: Lane,
    number: u64,
    _counted: crate::metrics::Entered,
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        lock(&self.pool.state).remove(self.lane, self.number);
    }
}

impl Work {
    /// Creates a pool of `workers` pieces at once, with room for `queue` waiters. Without workers, each piece is done at once by the
    /// task that asks for it: for tests in which nothing may happen at the same time.
    pub fn new(workers: usize, queue: usize) -> Work {
        Work(Arc::new(Pool {
            workers: workers.max(1),
            is_in_place: workers == 0,
            queue,
            state: Mutex::default(),
        }))
    }

    /// Waits for the right to work. What nobody asked for is the server's own work, and is never refused.
    async fn permit(&self, lane: Lane, is_own: bool) -> Result<Permit, WorkError> {
        let pool = &*self.0;
        let (number, granted) = {
            let mut state = lock(&pool.state);
            if state.running < pool.workers {
                state.running += 1;
                return Ok(Permit(Arc::clone(&self.0)));
            }
            let at = state.lanes.iter().position(|(known, _)| *known == lane);
            let before = at.map_or(0, |at| state.lanes[at].1.len());
            let is_greedy = lane.is_some() && before >= pool.queue.div_ceil(SHARE);
            if !is_own && (state.waiting >= pool.queue || is_greedy) {
                METRICS.note_refused(Limit::Work);
                return Err(WorkError::Busy);
            }
            let number = state.next;
            let (permit, granted) = oneshot::channel();
            let waiter = Waiter { number, permit };
            match at {
                Some(at) => state.lanes[at].1.push_back(waiter),
                None => state.lanes.push_back((lane, VecDeque::from([waiter]))),
            }
            state.next += 1;
            state.waiting += 1;
            (number, granted)
        };
        let _waits = Waits { pool, lane, number, _counted: METRICS.work_queued.enter() };
        granted.await.map_err(|_| WorkError::Failed)
    }

    /// Does a piece of work at the cost of the request for which this task runs.
    ///
    /// # Errors
    /// If it is not done. What is refused has not begun.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Token) -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let tab = CostAccount::current();
        let lane = tab.as_ref().and_then(|tab| tab.lane());
        let token = Token::default();
        let mut cancel = CancelOnDrop(Some(token.clone()));
        let permit = self.permit(lane, tab.is_none()).await.inspect_err(|_| cancel.0 = None)?;
        if let Some(tab) = &tab {
            // What ran while this waited may have spent the budget.
            tab.check(Instant::now()).map_err(|spent| {
                cancel.0 = None;
                WorkError::Spent(spent)
            })?;
        }
        Work::start(permit, token, cancel, tab, work).await
    }

    /// Does a piece of work that nobody is billed for, as one of those that this address may have waiting.
    ///
    /// # Errors
    /// If it is not done.
    pub async fn run_unbilled<T: Send + 'static>(
        &self,
        address: Option<IpAddr>,
        work: impl FnOnce(&Token) -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let token = Token::default();
        let mut cancel = CancelOnDrop(Some(token.clone()));
        let permit = self.permit(address, false).await.inspect_err(|_| cancel.0 = None)?;
        Work::start(permit, token, cancel, None, work).await
    }

    /// Runs what has the right to run.
    async fn start<T: Send + 'static>(
        permit: Permit,
        token: Token,
        mut cancel: CancelOnDrop,
        tab: Option<Arc<CostAccount>>,
        work: impl FnOnce(&Token) -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let is_in_place = permit.0.is_in_place;
        let piece = move || {
            let _permit = permit;
            if token.is_cancelled() {
                return None;
            }
            let _counted = METRICS.work_running.enter();
            let _metered = Metered::begin(tab);
            Some(work(&token))
        };
        let done = if is_in_place { Ok(piece()) } else { tokio::task::spawn_blocking(piece).await };
        cancel.0 = None;
        done.ok().flatten().ok_or(WorkError::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::{Budget, CostSource, Costs};
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;
    use std::time::Duration;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
    }

    /// A budget that is never spent.
    fn costs() -> Arc<Costs> {
        let budget = Budget { per_second: Duration::from_secs(1), burst: Duration::from_secs(1_000) };
        Arc::new(Costs::new(CostSource::Declared(Duration::from_secs(1)), budget, budget))
    }

    fn tab(costs: &Arc<Costs>, address: &str) -> Arc<CostAccount> {
        CostAccount::new(costs, Some(address.parse().unwrap()))
    }

    /// Waits until this number of callers wait.
    async fn until_waiting(work: &Work, number: usize) {
        while lock(&work.0.state).waiting != number {
            tokio::task::yield_now().await;
        }
    }

    /// Work that says that it runs, and goes on when it is let.
    fn held() -> (impl FnOnce(&Token) + Send, mpsc::Receiver<()>, mpsc::Sender<()>) {
        let ((begun, begins), (lets_go, go)) = (mpsc::channel(), mpsc::channel::<()>());
        let work = move |_: &Token| {
            let _ = begun.send(());
            let _ = go.recv();
        };
        (work, begins, lets_go)
    }

    #[test]
    fn cancelled_work_stops_at_its_next_step() {
        let (runtime, work) = (runtime(), Work::new(1, 4));
        static STEPS: AtomicUsize = AtomicUsize::new(0);
        let ((at_five, reached), (lets_go, go)) = (mpsc::channel(), mpsc::channel::<()>());
        let steps = move |token: &Token| {
            for step in 0..1_000 {
                if token.is_cancelled() {
                    return;
                }
                if step == 5 {
                    at_five.send(()).unwrap();
                    go.recv().unwrap();
                }
                STEPS.fetch_add(1, Ordering::SeqCst);
            }
        };
        let running = {
            let work = work.clone();
            runtime.spawn(async move { work.run(steps).await })
        };
        reached.recv().unwrap();
        running.abort();
        assert!(runtime.block_on(running).unwrap_err().is_cancelled());
        lets_go.send(()).unwrap();
        // The next one gets the worker once the first has ended.
        runtime.block_on(work.run(|_| ())).unwrap();
        assert_eq!(STEPS.load(Ordering::SeqCst), 6, "only the step that was under way is finished");
    }

    #[test]
    fn what_waits_and_is_not_wanted_any_more_never_starts() {
        let (runtime, work) = (runtime(), Work::new(1, 4));
        let (first, begins, lets_go) = held();
        let running = runtime.spawn({
            let work = work.clone();
            async move { work.run(first).await }
        });
        begins.recv().unwrap();
        static STARTED: AtomicBool = AtomicBool::new(false);
        let waiting = runtime.spawn({
            let work = work.clone();
            async move { work.run(|_| STARTED.store(true, Ordering::SeqCst)).await }
        });
        runtime.block_on(until_waiting(&work, 1));
        waiting.abort();
        assert!(runtime.block_on(waiting).unwrap_err().is_cancelled());
        assert_eq!(lock(&work.0.state).waiting, 0, "it holds no place either");
        lets_go.send(()).unwrap();
        runtime.block_on(running).unwrap().unwrap();
        runtime.block_on(work.run(|_| ())).unwrap();
        assert!(!STARTED.load(Ordering::SeqCst));
        assert_eq!(lock(&work.0.state).running, 0);
    }

    #[test]
    fn a_full_queue_refuses_and_an_address_has_a_share_of_it() {
        let (runtime, work, costs) = (runtime(), Work::new(1, 8), costs());
        let (first, begins, lets_go) = held();
        let mut running = vec![runtime.spawn({
            let work = work.clone();
            async move { work.run(first).await }
        })];
        begins.recv().unwrap();
        let ask = |address: &str| {
            let (work, tab) = (work.clone(), tab(&costs, address));
            async move { tab.pay_for(work.run(|_| ())).await }
        };
        for n in 1..=8 {
            let address = format!("10.0.{}.1", (n - 1) / 2);
            running.push(runtime.spawn(ask(&address)));
            runtime.block_on(until_waiting(&work, n));
            if n == 2 {
                // A fourth of the queue is the share of one address, or of one network of 48 bits.
                assert_eq!(runtime.block_on(ask("10.0.0.1")), Err(WorkError::Busy));
            }
        }
        assert_eq!(runtime.block_on(ask("10.0.9.1")), Err(WorkError::Busy), "all of it is full");
        assert_eq!(lock(&work.0.state).waiting, 8);
        lets_go.send(()).unwrap();
        for one in running {
            runtime.block_on(one).unwrap().unwrap();
        }
        assert_eq!(runtime.block_on(ask("10.0.9.1")), Ok(()));
    }

    #[test]
    fn addresses_are_served_in_turn() {
        let (runtime, work, costs) = (runtime(), Work::new(1, 64), costs());
        let (first, begins, lets_go) = held();
        let mut running = vec![runtime.spawn({
            let work = work.clone();
            async move { work.run(first).await }
        })];
        begins.recv().unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let asked = ["2001:db8:1:1::", "2001:db8:1:2::", "2001:db8:1:3::", "192.0.2.1", "192.0.2.2"];
        for (n, address) in asked.into_iter().enumerate() {
            let (pool, tab, order) = (work.clone(), tab(&costs, address), Arc::clone(&order));
            running.push(
                runtime.spawn(async move { tab.pay_for(pool.run(move |_| lock(&order).push(n))).await }),
            );
            runtime.block_on(until_waiting(&work, n + 1));
        }
        lets_go.send(()).unwrap();
        for one in running {
            runtime.block_on(one).unwrap().unwrap();
        }
        assert_eq!(*lock(&order), [0, 3, 4, 1, 2], "48 bits of IPv6 are one who asks for three");
    }

    #[test]
    fn work_that_panics_gives_its_place_back_and_is_charged() {
        let (runtime, work) = (runtime(), Work::new(1, 4));
        let budget = Budget { per_second: Duration::from_millis(1), burst: Duration::from_millis(500) };
        let costs = Arc::new(Costs::new(CostSource::Declared(Duration::from_secs(1)), budget, budget));
        let tab = tab(&costs, "192.0.2.1");
        let panics = work.run(|_| panic!("on purpose"));
        assert_eq!(runtime.block_on(tab.pay_for(panics)), Err::<(), _>(WorkError::Failed));
        let spent = runtime.block_on(tab.pay_for(work.run(|_| ())));
        assert!(matches!(spent, Err(WorkError::Spent(_))), "{spent:?}");
        assert_eq!(runtime.block_on(work.run(|_| 7)), Ok(7));
    }
}
