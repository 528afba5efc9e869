//! Metrics for the host: counters, gauges and histograms in the text format that Prometheus reads.
//!
//! They belong to the process, as its memory does, so that code that counts something needs nothing handed down. Labels name
//! routes, methods and kinds of things; never a person, an address, a table, or anything that was said.

mod machine;

use crate::lock::lock;
pub(crate) use machine::Payer;
pub use machine::{Machine, Now, TableWork};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;
use store::StoreObserver;

/// The metrics of this process.
pub static METRICS: Metrics = Metrics::new();

/// A number that only grows.
#[derive(Debug)]
pub struct Counter(AtomicU64);

impl Counter {
    const fn new() -> Counter {
        Counter(AtomicU64::new(0))
    }

    /// One more.
    pub fn add_one(&self) {
        self.add(1);
    }

    /// Adds to the count.
    pub fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// Returns the count.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The current number of something.
#[derive(Debug)]
pub struct Gauge(AtomicI64);

impl Gauge {
    const fn new() -> Gauge {
        Gauge(AtomicI64::new(0))
    }

    /// Counts one in until the guard is dropped.
    #[must_use]
    pub fn enter(&'static self) -> Entered {
        self.0.fetch_add(1, Ordering::Relaxed);
        Entered(self)
    }

    /// Sets the number.
    pub fn set(&self, number: i64) {
        self.0.store(number, Ordering::Relaxed);
    }

    /// Returns the current number.
    #[must_use]
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A guard that counts as one in a [`Gauge`] until it is dropped.
#[derive(Debug)]
pub struct Entered(&'static Gauge);

impl Drop for Entered {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The distribution of values over intervals.
#[derive(Debug)]
pub struct Histogram<const N: usize> {
    bounds: [u64; N],
    /// Values up to each bound, but above the one before; the last counts what is above all.
    counts: [AtomicU64; N],
    above: AtomicU64,
    sum: AtomicU64,
}

impl<const N: usize> Histogram<N> {
    const fn new(bounds: [u64; N]) -> Histogram<N> {
        Histogram {
            bounds,
            counts: [const { AtomicU64::new(0) }; N],
            above: AtomicU64::new(0),
            sum: AtomicU64::new(0),
        }
    }

    /// Notes a value.
    pub fn note(&self, value: u64) {
        let place = self.bounds.iter().position(|&bound| value <= bound);
        let count = place.map_or(&self.above, |place| &self.counts[place]);
        count.fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(value, Ordering::Relaxed);
    }

    /// Writes its lines; the values are divided by `unit`, as Prometheus wants seconds.
    fn write(&self, out: &mut String, name: &str, labels: &str, unit: f64) {
        let comma = if labels.is_empty() { "" } else { "," };
        let braces = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
        let mut total = 0;
        for (bound, count) in self.bounds.iter().zip(&self.counts) {
            total += count.load(Ordering::Relaxed);
            let bound = *bound as f64 / unit;
            let _ = writeln!(out, "{name}_bucket{{{labels}{comma}le=\"{bound}\"}} {total}");
        }
        total += self.above.load(Ordering::Relaxed);
        let _ = writeln!(out, "{name}_bucket{{{labels}{comma}le=\"+Inf\"}} {total}");
        let _ = writeln!(out, "{name}_sum{braces} {}", self.sum.load(Ordering::Relaxed) as f64 / unit);
        let _ = writeln!(out, "{name}_count{braces} {total}");
    }
}

/// Times in microseconds, from half a millisecond to ten seconds.
pub type Times = Histogram<14>;

const fn times() -> Times {
    Histogram::new([
        500, 1_000, 2_500, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 640_000, 1_280_000,
        2_560_000, 10_000_000,
    ])
}

impl Times {
    /// Notes how long something took.
    pub fn note_time(&self, time: Duration) {
        self.note(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }
}

/// A limit by which something was turned away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Too many requests from one address.
    Requests,
    /// Too many event streams from one address.
    Streams,
    /// Too many connections in all.
    Connections,
    /// Too many connections from one address.
    ConnectionsPerAddress,
    /// A body that is too large.
    Body,
    /// A request that took too long.
    Time,
    /// Too many tables in memory.
    Tables,
    /// Too many tables opened from one address.
    TablesPerAddress,
    /// Too many records brought along from one address.
    Records,
    /// Too many games analysed for one address.
    Analyses,
    /// Too many passwords or codes tried, or sessions begun and ended, for one name or from one address.
    Accounts,
    /// More at one table than it takes: commands that wait, or entries of its log.
    Commands,
    /// More processor time than an address, a network or a person has.
    Cost,
    /// More processor time than a table has.
    TableCost,
    /// More work than waits in the queue.
    Work,
    /// Too many exports of one person's data, for one person or to one address.
    Exports,
    /// More written for one address than a day allows.
    Disk,
    /// Too many reports by one person, from one network or about one table, or too many that are open.
    Reports,
    /// Something sent from a network that is suspended.
    Suspended,
    /// Too many tables under way, of one person or from one address.
    OpenTables,
}

impl Limit {
    const ALL: [(Limit, &'static str); 20] = [
        (Limit::Requests, "requests"),
        (Limit::Streams, "streams"),
        (Limit::Connections, "connections"),
        (Limit::ConnectionsPerAddress, "connections-per-address"),
        (Limit::Body, "body"),
        (Limit::Time, "time"),
        (Limit::Tables, "tables"),
        (Limit::TablesPerAddress, "tables-per-address"),
        (Limit::Records, "records"),
        (Limit::Analyses, "analyses"),
        (Limit::Accounts, "accounts"),
        (Limit::Commands, "commands"),
        (Limit::Cost, "cost"),
        (Limit::TableCost, "table-cost"),
        (Limit::Work, "work"),
        (Limit::Exports, "exports"),
        (Limit::Disk, "disk-per-address"),
        (Limit::Reports, "reports"),
        (Limit::Suspended, "suspended"),
        (Limit::OpenTables, "open-tables"),
    ];
}

/// The outcome of a decision that a node had workers make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkerOutcome {
    /// The bot did what the worker chose.
    Played,
    /// The table went on meanwhile.
    Overtaken,
    /// No worker claimed it in time, and the node thought itself.
    Unclaimed,
    /// No answer came in time, and the node thought itself.
    Late,
    /// The worker could not say, and the node thought itself.
    Declined,
    /// The rules do not allow what the worker chose, and the node thought itself.
    Refused,
}

impl WorkerOutcome {
    const ALL: [(WorkerOutcome, &'static str); 6] = [
        (WorkerOutcome::Played, "played"),
        (WorkerOutcome::Overtaken, "overtaken"),
        (WorkerOutcome::Unclaimed, "unclaimed"),
        (WorkerOutcome::Late, "late"),
        (WorkerOutcome::Declined, "declined"),
        (WorkerOutcome::Refused, "refused"),
    ];
}

/// The responses of one route, by method and status, and the times they took.
#[derive(Debug)]
struct Route {
    answers: BTreeMap<(&'static str, u16), u64>,
    times: Times,
}

/// All metrics of a process.
#[derive(Debug)]
pub struct Metrics {
    routes: Mutex<BTreeMap<String, Route>>,
    /// Connections that are open.
    pub connections: Gauge,
    /// Event streams that are open.
    pub streams: Gauge,
    /// Bots that think.
    pub bots_thinking: Gauge,
    /// External bots that did not start with the program, which goes on without them.
    pub bots_missing: Counter,
    /// The time that bots thought.
    pub bot_times: Times,
    /// Tables read from the store.
    pub tables_loaded: Counter,
    /// Tables opened.
    pub tables_opened: Counter,
    /// Tables moved into the archive.
    pub tables_archived: Counter,
    /// Tables of guests deleted after their time.
    pub tables_deleted: Counter,
    /// Commands of people and bots that were stored and answered.
    pub acknowledged: Counter,
    /// Commits to the store.
    pub commit_times: Times,
    /// Batches in one commit.
    pub commit_batches: Histogram<9>,
    /// Batches that could not be stored.
    pub store_errors: Counter,
    /// Shards that this node of a cluster owns.
    pub shards_owned: Gauge,
    /// Shards that it began to own.
    pub shards_gained: Counter,
    /// Shards that other nodes took over from it.
    pub shards_lost: Counter,
    /// Batches that were refused because another node owns their table.
    pub fenced: Counter,
    /// Attempts to read a table to which a newer version wrote.
    pub tables_beyond: Counter,
    /// Rows of tables at which something is due that this node has claimed.
    pub due_claimed: Counter,
    /// Requests that it passed on to the owner of a table.
    pub forwarded: Counter,
    /// Event streams of spectators that it served for tables of other nodes.
    pub relayed: Counter,
    /// One if the broker between the nodes cannot be reached.
    pub broker_missing: Gauge,
    /// Workers that run.
    pub workers: Gauge,
    /// Processor time that requests used, in microseconds.
    pub cost: Counter,
    /// Pieces of work that run in the pool.
    pub work_running: Gauge,
    /// Pieces of work that wait for it.
    pub work_queued: Gauge,
    /// Pieces of work that nobody waited for any more.
    pub work_cancelled: Counter,
    /// The metrics of the machine.
    pub machine: Machine,
    refused: [Counter; Limit::ALL.len()],
    worker_outcomes: [Counter; WorkerOutcome::ALL.len()],
}

/// Receives the store's events and counts them.
impl StoreObserver for &'static Metrics {
    fn committed(&self, time: Duration, batches: usize) {
        self.commit_times.note_time(time);
        self.commit_batches.note(batches as u64);
    }

    fn failed(&self, batches: usize) {
        self.store_errors.add(batches as u64);
    }

    fn checkpointed(&self, time: Duration) {
        self.machine.checkpoint_times.note_time(time);
    }
}

impl Metrics {
    const fn new() -> Metrics {
        Metrics {
            routes: Mutex::new(BTreeMap::new()),
            connections: Gauge::new(),
            streams: Gauge::new(),
            bots_thinking: Gauge::new(),
            bots_missing: Counter::new(),
            bot_times: times(),
            tables_loaded: Counter::new(),
            tables_opened: Counter::new(),
            tables_archived: Counter::new(),
            tables_deleted: Counter::new(),
            acknowledged: Counter::new(),
            commit_times: times(),
            commit_batches: Histogram::new([1, 2, 4, 8, 16, 32, 64, 128, 256]),
            store_errors: Counter::new(),
            shards_owned: Gauge::new(),
            shards_gained: Counter::new(),
            shards_lost: Counter::new(),
            fenced: Counter::new(),
            tables_beyond: Counter::new(),
            due_claimed: Counter::new(),
            forwarded: Counter::new(),
            relayed: Counter::new(),
            broker_missing: Gauge::new(),
            workers: Gauge::new(),
            cost: Counter::new(),
            work_running: Gauge::new(),
            work_queued: Gauge::new(),
            work_cancelled: Counter::new(),
            machine: Machine::new(),
            refused: [const { Counter::new() }; Limit::ALL.len()],
            worker_outcomes: [const { Counter::new() }; WorkerOutcome::ALL.len()],
        }
    }

    /// Notes a request: its route as the router knows it, such as `/t/{id}`, the method, the status and the time.
    pub fn note_request(&self, route: &str, method: &'static str, status: u16, time: Duration) {
        let mut routes = lock(&self.routes);
        if !routes.contains_key(route) {
            routes.insert(route.to_owned(), Route { answers: BTreeMap::new(), times: times() });
        }
        if let Some(route) = routes.get_mut(route) {
            *route.answers.entry((method, status)).or_default() += 1;
            route.times.note_time(time);
        }
    }

    /// Notes that something was turned away.
    pub fn note_refused(&self, limit: Limit) {
        self.refused[limit as usize].add_one();
    }

    /// Notes what came of a decision that workers were asked for.
    pub fn note_worker(&self, outcome: WorkerOutcome) {
        self.worker_outcomes[outcome as usize].add_one();
    }

    /// The text that Prometheus reads; `tables` are those in memory, `up_since` is in seconds since 1970.
    #[must_use]
    pub fn render(&self, tables: usize, up_since: f64, now: &Now) -> String {
        let mut out = String::with_capacity(16 * 1024);
        self.requests(&mut out);
        let mut one = |kind: &str, name: &str, help: &str, value: f64| {
            head(&mut out, name, kind, help);
            let _ = writeln!(out, "{name} {value}");
        };
        one("gauge", "neuland_connections", "Connections that are open.", self.connections.get() as f64);
        one("gauge", "neuland_event_streams", "Event streams that are open.", self.streams.get() as f64);
        one("gauge", "neuland_tables", "Tables in memory.", tables as f64);
        one(
            "counter",
            "neuland_tables_loaded_total",
            "Tables read from the store.",
            self.tables_loaded.get() as f64,
        );
        one("counter", "neuland_tables_opened_total", "Tables opened.", self.tables_opened.get() as f64);
        one(
            "counter",
            "neuland_commands_acknowledged_total",
            "Commands of people and bots that were stored and answered.",
            self.acknowledged.get() as f64,
        );
        one(
            "counter",
            "neuland_store_errors_total",
            "Batches that could not be stored.",
            self.store_errors.get() as f64,
        );
        for (kind, name, help, value) in self.of_node() {
            one(kind, name, help, value);
        }
        let cost = self.cost.get() as f64 / MICROS;
        one("counter", "neuland_cost_seconds_total", "Processor time that requests used.", cost);
        let running = self.work_running.get() as f64;
        one("gauge", "neuland_work_running", "Pieces of work that run in the pool.", running);
        let queued = self.work_queued.get() as f64;
        one("gauge", "neuland_work_queued", "Pieces of work that wait for the pool.", queued);
        let cancelled = self.work_cancelled.get() as f64;
        one("counter", "neuland_work_cancelled_total", "Work that nobody waited for any more.", cancelled);
        one("gauge", "neuland_bots_thinking", "Bots that think.", self.bots_thinking.get() as f64);
        let missing = self.bots_missing.get() as f64;
        one(
            "gauge",
            "neuland_external_bots_missing",
            "External bots that did not start; tables do without them.",
            missing,
        );
        one("gauge", "process_start_time_seconds", "When the process started.", up_since);
        if let Some(bytes) = resident_bytes() {
            one("gauge", "process_resident_memory_bytes", "Memory of the process.", bytes as f64);
        }
        if let Some(files) = open_files() {
            one("gauge", "process_open_fds", "Open files of the process.", files as f64);
        }
        if let Some(heap::Usage { held, used }) = heap::usage() {
            let help = "What the allocator holds, and what of that is in use.";
            head(&mut out, "neuland_allocator_bytes", "gauge", help);
            for (kind, bytes) in [("held", held), ("used", used)] {
                let _ = writeln!(out, "neuland_allocator_bytes{{kind=\"{kind}\"}} {bytes}");
            }
        }
        head(
            &mut out,
            "neuland_refused_total",
            "counter",
            "What was turned away, by the limit that was hit.",
        );
        for (limit, name) in Limit::ALL {
            let count = self.refused[limit as usize].get();
            let _ = writeln!(out, "neuland_refused_total{{limit=\"{name}\"}} {count}");
        }
        let help = "Decisions of bots that workers were asked for, by what came of them.";
        head(&mut out, "neuland_worker_decisions_total", "counter", help);
        for (outcome, name) in WorkerOutcome::ALL {
            let count = self.worker_outcomes[outcome as usize].get();
            let _ = writeln!(out, "neuland_worker_decisions_total{{outcome=\"{name}\"}} {count}");
        }
        head(&mut out, "neuland_commit_seconds", "histogram", "How long commits to the store took.");
        self.commit_times.write(&mut out, "neuland_commit_seconds", "", MICROS);
        head(&mut out, "neuland_commit_batches", "histogram", "Batches of tables in one commit.");
        self.commit_batches.write(&mut out, "neuland_commit_batches", "", 1.0);
        head(&mut out, "neuland_bot_seconds", "histogram", "How long bots thought.");
        self.bot_times.write(&mut out, "neuland_bot_seconds", "", MICROS);
        self.render_machine(&mut out, now);
        head(&mut out, "neuland_build_info", "gauge", "The version that runs.");
        let _ = writeln!(out, "neuland_build_info{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION"));
        out
    }

    /// Returns the kind, name, help and value of each metric that only the nodes of a cluster have.
    fn of_node(&self) -> [(&'static str, &'static str, &'static str, f64); 10] {
        let count = |name, help, counter: &Counter| ("counter", name, help, counter.get() as f64);
        [
            ("gauge", "neuland_shards", "Shards that this node owns.", self.shards_owned.get() as f64),
            count("neuland_shards_gained_total", "Shards that this node began to own.", &self.shards_gained),
            count(
                "neuland_shards_lost_total",
                "Shards that others took over from this node.",
                &self.shards_lost,
            ),
            count(
                "neuland_fenced_total",
                "Batches refused because another node owns their table.",
                &self.fenced,
            ),
            count(
                "neuland_tables_beyond_total",
                "Attempts to read a table to which a newer version wrote.",
                &self.tables_beyond,
            ),
            count(
                "neuland_due_claimed_total",
                "Rows of tables at which something is due that this node claimed.",
                &self.due_claimed,
            ),
            count("neuland_forwarded_total", "Requests passed on to the owner of a table.", &self.forwarded),
            count(
                "neuland_relayed_streams_total",
                "Event streams of spectators that this node served for tables of others.",
                &self.relayed,
            ),
            (
                "gauge",
                "neuland_broker_missing",
                "Whether the broker cannot be reached.",
                self.broker_missing.get() as f64,
            ),
            ("gauge", "neuland_workers", "Workers of this version that run.", self.workers.get() as f64),
        ]
    }

    fn requests(&self, out: &mut String) {
        let routes = lock(&self.routes);
        head(
            out,
            "neuland_requests_total",
            "counter",
            "Requests that were answered, by route, method and status.",
        );
        for (route, answered) in routes.iter() {
            for ((method, status), count) in &answered.answers {
                let _ = writeln!(
                    out,
                    "neuland_requests_total{{route=\"{route}\",method=\"{method}\",status=\"{status}\"}} {count}"
                );
            }
        }
        head(out, "neuland_request_seconds", "histogram", "How long requests took until their answer began.");
        for (route, answered) in routes.iter() {
            answered.times.write(out, "neuland_request_seconds", &format!("route=\"{route}\""), MICROS);
        }
    }
}

/// Microseconds in a second.
const MICROS: f64 = 1_000_000.0;

fn head(out: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

/// The memory that the process occupies, where the system says so in a file.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

fn open_files() -> Option<usize> {
    Some(std::fs::read_dir("/proc/self/fd").ok()?.count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_written_as_prometheus_reads_it() {
        let metrics = Metrics::new();
        metrics.note_request("/t/{id}", "GET", 200, Duration::from_micros(700));
        metrics.note_request("/t/{id}", "GET", 200, Duration::from_secs(60));
        metrics.note_request("/t/{id}", "GET", 404, Duration::ZERO);
        metrics.note_refused(Limit::Body);
        metrics.acknowledged.add(3);
        metrics.commit_batches.note(300);
        metrics.cost.add(2_500_000);
        metrics.work_cancelled.add_one();
        let text = metrics.render(7, 1.5, &Now::default());
        for line in [
            "# TYPE neuland_requests_total counter",
            "neuland_requests_total{route=\"/t/{id}\",method=\"GET\",status=\"200\"} 2",
            "neuland_requests_total{route=\"/t/{id}\",method=\"GET\",status=\"404\"} 1",
            "neuland_request_seconds_bucket{route=\"/t/{id}\",le=\"0.0005\"} 1",
            "neuland_request_seconds_bucket{route=\"/t/{id}\",le=\"0.001\"} 2",
            "neuland_request_seconds_bucket{route=\"/t/{id}\",le=\"10\"} 2",
            "neuland_request_seconds_bucket{route=\"/t/{id}\",le=\"+Inf\"} 3",
            "neuland_request_seconds_sum{route=\"/t/{id}\"} 60.0007",
            "neuland_refused_total{limit=\"body\"} 1",
            "neuland_refused_total{limit=\"requests\"} 0",
            "neuland_commands_acknowledged_total 3",
            "neuland_commit_batches_bucket{le=\"256\"} 0",
            "neuland_commit_batches_count 1",
            "neuland_tables 7",
            "neuland_cost_seconds_total 2.5",
            "neuland_work_queued 0",
            "neuland_work_cancelled_total 1",
            "neuland_refused_total{limit=\"table-cost\"} 0",
            "process_start_time_seconds 1.5",
        ] {
            assert!(text.lines().any(|known| known == line), "{line}\n{text}");
        }
        let told = ["held", "used"].map(|kind| {
            let name = format!("neuland_allocator_bytes{{kind=\"{kind}\"}} ");
            text.lines().find_map(|line| line.strip_prefix(&name)?.parse::<usize>().ok())
        });
        assert_eq!(told.map(|bytes| bytes.is_some()), [heap::usage().is_some(); 2], "{text}");
    }

    #[test]
    fn every_limit_has_its_own_counter() {
        for (place, (limit, _)) in Limit::ALL.into_iter().enumerate() {
            assert_eq!(limit as usize, place);
        }
    }

    #[test]
    fn gauges_go_down_again() {
        static GAUGE: Gauge = Gauge::new();
        let first = GAUGE.enter();
        let second = GAUGE.enter();
        assert_eq!(GAUGE.get(), 2);
        drop((first, second));
        assert_eq!(GAUGE.get(), 0);
    }
}
