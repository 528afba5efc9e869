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
//! come and go with the load, and end with the runtime. What bounds the work is the count of workers here: a thread that has
//! done a piece goes on with the next one that waits.

use crate::cost::{BudgetExceeded, CostAccount, Metered};
use crate::lock::lock;
use crate::metrics::{Limit, METRICS};
use std::collections::VecDeque;
use std::fmt;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
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

/// A piece of work with all that it needs. It tells the worker when it is done, before it tells whoever waits for it.
type Job = Box<dyn FnOnce(&mut Worker) + Send>;

struct Waiter {
    number: u64,
    job: Job,
}

impl fmt::Debug for Waiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Waiter({})", self.number)
    }
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
    fn remove(&mut self, lane: Lane, number: u64) -> Option<Waiter> {
        let at = self.lanes.iter().position(|(known, _)| *known == lane)?;
        let waiters = &mut self.lanes[at].1;
        let place = waiters.iter().position(|waiter| waiter.number == number)?;
        let given_up = waiters.remove(place);
        self.waiting -= 1;
        if waiters.is_empty() {
            self.lanes.remove(at);
        }
        given_up
    }
}

/// A thread with the right to work. It does one piece after the other, as long as any waits: waking another thread for each, and
/// whoever waits for the right to wake it, takes the processor a good part of what most pieces take.
struct Worker {
    pool: Arc<Pool>,
    /// Whether it still has the right to work.
    is_on: bool,
    /// The next piece, once the current one is done.
    next: Option<Job>,
    /// Whether the current piece is done.
    is_done: bool,
}

impl Worker {
    fn new(pool: &Arc<Pool>) -> Worker {
        Worker { pool: Arc::clone(pool), is_on: true, next: None, is_done: false }
    }

    /// Does a piece of work, and then those that wait.
    fn work(mut self, first: Job) {
        let mut next = Some(first);
        while let Some(job) = next {
            self.is_done = false;
            // The panic is told to whoever waits for this piece; it is not that of the next ones.
            let _ = catch_unwind(AssertUnwindSafe(|| job(&mut self)));
            if !self.is_done {
                self.done();
            }
            next = self.next.take();
        }
    }

    /// Takes the next piece on, or gives the right to work back if none waits.
    fn done(&mut self) {
        let mut state = lock(&self.pool.state);
        self.next = state.pop().map(|waiter| waiter.job);
        self.is_done = true;
        self.is_on = self.next.is_some();
        state.running -= usize::from(!self.is_on);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The runtime ended before the thread began.
        if self.is_on {
            lock(&self.pool.state).running -= 1;
        }
    }
}

/// A place in the queue, given up when this is dropped.
struct Waits<'a> {
    pool: &'a Pool,
    lane: Lane,
    /// The ticket; `None` once the piece has been taken out.
    number: Option<u64>,
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        let Some(number) = self.number else { return };
        let given_up = lock(&self.pool.state).remove(self.lane, number);
        // Whatever the work holds is dropped while nobody has to wait for the queue.
        drop(given_up);
    }
}

impl Work {
    /// Creates a pool of `workers` pieces at once, with room for `queue` waiters.
    pub fn new(workers: usize, queue: usize) -> Work {
        Work(Arc::new(Pool { workers: workers.max(1), queue, state: Mutex::default() }))
    }

    /// Begins a piece of work, or has it wait for its turn. What nobody asked for is the server's own work, and is never refused.
    fn begin(
        &self,
        lane: Lane,
        is_own: bool,
        job: impl FnOnce(&mut Worker) + Send + 'static,
    ) -> Result<Waits<'_>, WorkError> {
        let pool = &*self.0;
        let mut state = lock(&pool.state);
        if state.running < pool.workers {
            state.running += 1;
            drop(state);
            let worker = Worker::new(&self.0);
            tokio::task::spawn_blocking(move || worker.work(Box::new(job)));
            return Ok(Waits { pool, lane, number: None });
        }
        let at = state.lanes.iter().position(|(known, _)| *known == lane);
        let before = at.map_or(0, |at| state.lanes[at].1.len());
        let is_greedy = lane.is_some() && before >= pool.queue.div_ceil(SHARE);
        if !is_own && (state.waiting >= pool.queue || is_greedy) {
            METRICS.note_refused(Limit::Work);
            return Err(WorkError::Busy);
        }
        let (number, counted) = (state.next, METRICS.work_queued.enter());
        let job = move |worker: &mut Worker| {
            drop(counted);
            job(worker);
        };
        let waiter = Waiter { number, job: Box::new(job) };
        match at {
            Some(at) => state.lanes[at].1.push_back(waiter),
            None => state.lanes.push_back((lane, VecDeque::from([waiter]))),
        }
        state.next += 1;
        state.waiting += 1;
        Ok(Waits { pool, lane, number: Some(number) })
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
        let (lane, is_own) = (tab.as_ref().and_then(|tab| tab.lane()), tab.is_none());
        self.run_for(tab, lane, is_own, work).await
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
        self.run_for(None, address, false, work).await
    }

    /// Does a piece of work that waits in this lane and is billed to this account.
    async fn run_for<T: Send + 'static>(
        &self,
        tab: Option<Arc<CostAccount>>,
        lane: Lane,
        is_own: bool,
        work: impl FnOnce(&Token) -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let token = Token::default();
        let mut cancel = CancelOnDrop(Some(token.clone()));
        let (tell, told) = oneshot::channel();
        let job = move |worker: &mut Worker| {
            if token.is_cancelled() {
                return;
            }
            // What ran while this waited may have spent the budget.
            let spent = tab.as_ref().and_then(|tab| tab.check(Instant::now()).err());
            let done = match spent {
                Some(spent) => Err(WorkError::Spent(spent)),
                None => {
                    let _counted = METRICS.work_running.enter();
                    let _metered = Metered::begin(tab);
                    Ok(work(&token))
                }
            };
            worker.done();
            // Nobody may want it any more.
            drop(tell.send(done));
        };
        let mut waits = self.begin(lane, is_own, job).inspect_err(|_| cancel.0 = None)?;
        let done = told.await;
        (waits.number, cancel.0) = (None, None);
        done.unwrap_or(Err(WorkError::Failed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::{Budget, CostSource, Costs};
    use std::pin::pin;
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;
    use std::task::{Context, Waker};
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

    #[test]
    fn a_thread_goes_on_with_what_waits_although_nobody_looks() {
        let (runtime, work) = (runtime(), Work::new(1, 4));
        let _inside = runtime.enter();
        let ((first, begins, lets_go), (tells, told)) = (held(), mpsc::channel());
        let mut first = pin!(work.run(first));
        let mut panics = pin!(work.run(|_| panic!("on purpose")));
        let mut last = pin!(work.run(move |_| tells.send(()).unwrap()));
        let mut context = Context::from_waker(Waker::noop());
        assert!(first.as_mut().poll(&mut context).is_pending());
        begins.recv().unwrap();
        assert!(Future::poll(panics.as_mut(), &mut context).map(|done: Result<(), _>| done).is_pending());
        assert!(last.as_mut().poll(&mut context).is_pending());
        lets_go.send(()).unwrap();
        // Nothing but the thread that did the first can do the others: no waker wakes anything.
        told.recv_timeout(Duration::from_secs(60)).unwrap();
        assert_eq!(runtime.block_on(panics), Err(WorkError::Failed), "the others are not concerned");
        assert_eq!((runtime.block_on(first), runtime.block_on(last)), (Ok(()), Ok(())));
        let state = lock(&work.0.state);
        assert_eq!((state.running, state.waiting), (0, 0));
    }
}
