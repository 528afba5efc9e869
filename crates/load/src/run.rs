//! A run from the start of the server to its end.

use crate::attack::{self, Attack};
use crate::figures::{Histogram, Latency, Report};
use crate::process::{Server, cpu, files_max, load_average, memory};
use crate::random::Random;
use crate::table;
use crate::wire::{Dialer, Line, Request};
use std::cell::RefCell;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};
use tokio::time::sleep;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// On which server.
    pub target: Target,
    /// Tables at once.
    pub tables: usize,
    /// Persons at each table; each has a stream and a connection for everything else.
    pub seats: usize,
    /// Spectators at each table; each has a stream, and a connection for everything else if they have browsers.
    pub watchers: usize,
    /// Whether everybody behaves like a browser with the page of the table open, instead of like a program.
    pub browsers: bool,
    /// What one address does to the server while others play.
    pub attacks: Vec<Attack>,
    /// Requests that the attacker sends a second; as fast as they go without one.
    pub attack_rate: Option<f64>,
    /// Bots at each table.
    pub bots: usize,
    /// Of which kind.
    pub bot: String,
    /// The games, by their names on the shelf; tables take turns.
    pub games: Vec<String>,
    /// The clock of each table, if there is to be one.
    pub clock: Option<String>,
    /// Moves a second over all tables; without it each table moves as soon as it can.
    pub rate: Option<f64>,
    /// How long is measured.
    pub seconds: Duration,
    /// How long is played before that.
    pub warm_up: Duration,
    /// Over which time tables are opened.
    pub ramp: Duration,
    /// Whether the view is asked for before each move.
    pub views: bool,
    /// Which share of the moves is followed by a word.
    pub chat: f64,
    /// Where the choices come from.
    pub seed: u64,
}

/// On which server to play.
#[derive(Clone, Debug)]
pub enum Target {
    /// On one that is started for the run with an empty data folder, and whose bots pause so many milliseconds.
    Start {
        /// The program `neuland`.
        program: PathBuf,
        /// Bots' pauses.
        bot_pause: u64,
    },
    /// On one that runs already on this machine.
    Running {
        /// Where it listens.
        addr: SocketAddr,
        /// Its process number.
        process: u32,
    },
}

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Phase {
    /// Tables are opened.
    Opening,
    /// Tables are played from here on; what is due between the two moments is measured.
    Playing { start: Instant, from: Instant, until: Instant },
}

/// What all tables share.
pub(crate) struct Context {
    pub(crate) plan: Plan,
    dialer: Dialer,
    pub(crate) opening: Semaphore,
    pub(crate) phase: watch::Receiver<Phase>,
    pub(crate) counts: RefCell<Counts>,
    random: Random,
}

/// What is counted.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) acknowledged: Histogram,
    pub(crate) delivered: Histogram,
    pub(crate) listed: Histogram,
    pub(crate) viewed: Histogram,
    pub(crate) refetched: Histogram,
    pub(crate) healthy: Histogram,
    pub(crate) ready: usize,
    pub(crate) streams: usize,
    pub(crate) moves: u64,
    pub(crate) events: u64,
    pub(crate) patches: u64,
    pub(crate) refetches: u64,
    pub(crate) said: u64,
    pub(crate) games_over: u64,
    pub(crate) stale: u64,
    pub(crate) nobodys_turn: u64,
    pub(crate) undelivered: u64,
    pub(crate) gaps: u64,
    pub(crate) errors: u64,
    pub(crate) examples: Vec<String>,
}

/// Tables that are opened at the same moment.
const OPENING: usize = 32;
/// Mistakes that are shown.
const EXAMPLES: usize = 5;

impl Context {
    /// A number below `count`. Choices are the same for the same seed as long as answers come in the same order, which
    /// over thousands of sockets they do not.
    pub(crate) fn below(&self, count: usize) -> usize {
        self.random.below(count)
    }

    /// A number from 0 up to 1.
    pub(crate) fn share(&self) -> f64 {
        self.random.share()
    }

    /// How a person connects. While the server is attacked everybody has an address and a network of their own: what the
    /// attacker spends, nobody else shares.
    pub(crate) fn dialer_of(&self, person: usize) -> Dialer {
        if self.plan.attacks.is_empty() {
            return self.dialer.clone();
        }
        let [.., network, host] = person.to_be_bytes();
        self.dialer.for_client(Ipv4Addr::new(10, network, host, 7))
    }

    /// Notes a mistake.
    pub(crate) fn wrong(&self, what: impl Into<String>) {
        let mut counts = self.counts.borrow_mut();
        counts.errors += 1;
        if counts.examples.len() < EXAMPLES {
            counts.examples.push(what.into());
        }
    }

    /// Whether what happens, or was due, at this moment is measured.
    pub(crate) fn measures(&self, at: Instant) -> bool {
        matches!(*self.phase.borrow(), Phase::Playing { from, until, .. } if (from..until).contains(&at))
    }
}

/// Plays, and says what came of it.
///
/// # Errors
/// If the server cannot be started or reached, tables cannot be opened, or this process may not open as many sockets.
pub fn run(plan: &Plan) -> io::Result<Report> {
    let pages = if plan.browsers { plan.watchers } else { 0 };
    let sockets = plan.tables * (2 * plan.seats + plan.watchers + pages);
    // Some files more are open than sockets, here and there.
    if let Some(max) = files_max().filter(|&max| max < sockets + 64) {
        let wanted = sockets + 256;
        return Err(io::Error::other(format!(
            "{sockets} sockets are wanted and {max} files may be open: say `ulimit -n {wanted}` before"
        )));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let local = tokio::task::LocalSet::new();
    local.block_on(&runtime, measure(plan))
}

async fn measure(plan: &Plan) -> io::Result<Report> {
    let (server, addr, process) = match &plan.target {
        Target::Start { program, bot_pause } => {
            let server = Server::start(program, *bot_pause, !plan.attacks.is_empty())?;
            let (addr, process) = (server.addr, server.id());
            (Some(server), addr, process)
        }
        Target::Running { addr, process } => (None, *addr, *process),
    };
    let unknown = || io::Error::other(format!("there is no process {process} to look at"));
    let server_memory_idle = memory(process).ok_or_else(unknown)?;
    let dialer = Dialer::new(addr);
    let targets = attack::prepare(&dialer, &plan.attacks, plan.attack_rate, plan.seed).await?;
    let (phase, follow) = watch::channel(Phase::Opening);
    let context = Rc::new(Context {
        plan: plan.clone(),
        dialer,
        opening: Semaphore::new(OPENING),
        phase: follow,
        counts: RefCell::default(),
        random: Random::new(plan.seed),
    });
    let tables: Vec<_> = (0..plan.tables)
        .map(|number| {
            let wait = plan.ramp.mul_f64(number as f64 / plan.tables as f64);
            let context = Rc::clone(&context);
            tokio::task::spawn_local(async move {
                sleep(wait).await;
                table::play(&context, number).await;
            })
        })
        .collect();
    while context.counts.borrow().ready < plan.tables {
        sleep(Duration::from_millis(20)).await;
        if memory(process).is_none() {
            return Err(io::Error::other("the server ended while tables were opened"));
        }
    }
    let opened = context.counts.borrow().errors == 0;
    if !opened {
        let examples = context.counts.borrow().examples.join("; ");
        return Err(io::Error::other(format!("tables could not be opened: {examples}")));
    }
    let average = load_average();
    let start = Instant::now();
    let (from, until) = (start + plan.warm_up, start + plan.warm_up + plan.seconds);
    phase.send_replace(Phase::Playing { start, from, until });
    sleep(plan.warm_up).await;

    let attacked = targets.map(|targets| {
        let context = Rc::clone(&context);
        (
            attack::launch(addr, targets, until),
            tokio::task::spawn_local(async move { probe(&context, until).await }),
        )
    });
    let begun = Instant::now();
    let cpu_of_both = || Some((cpu(process)?, cpu(std::process::id())?));
    let (server_before, own_before) = cpu_of_both().ok_or_else(unknown)?;
    let (at_beginning, mut fewest, mut most) = (context.dialer.sockets(), usize::MAX, 0.0f64);
    while Instant::now() < until {
        fewest = fewest.min(context.dialer.sockets());
        most = most.max(memory(process).unwrap_or(0.0));
        sleep(Duration::from_millis(100)).await;
    }
    let took = begun.elapsed().as_secs_f64();
    let (server_after, own_after) =
        cpu_of_both().ok_or_else(|| io::Error::other("the server ended while it was measured"))?;
    for table in tables {
        // A table that panicked is a mistake of this program.
        table.await.map_err(io::Error::other)?;
    }
    let mut attacks = Vec::new();
    if let Some((attacker, prober)) = attacked {
        prober.await.map_err(io::Error::other)?;
        attacks = attacker.join().map_err(|_| io::Error::other("the attacker panicked"))??;
    }
    drop(server);
    let counts = std::mem::take(&mut *context.counts.borrow_mut());
    let viewed: Latency = counts.viewed.latency();
    let seconds = plan.seconds.as_secs_f64();
    Ok(Report {
        tables: plan.tables,
        sockets: at_beginning,
        sockets_min: fewest,
        streams: counts.streams,
        seconds,
        rate: plan.rate,
        moves: counts.moves,
        moves_per_second: counts.moves as f64 / seconds,
        acknowledged: counts.acknowledged.latency(),
        delivered: counts.delivered.latency(),
        listed: counts.listed.latency(),
        viewed: plan.views.then_some(viewed),
        events: counts.events,
        patches: plan.browsers.then_some(counts.patches),
        refetches: plan.browsers.then_some(counts.refetches),
        refetched: plan.browsers.then_some(counts.refetched.latency()),
        healthz: (!attacks.is_empty()).then_some(counts.healthy.latency()),
        attacks,
        said: counts.said,
        games_over: counts.games_over,
        stale: counts.stale,
        nobodys_turn: counts.nobodys_turn,
        reconnected: context.dialer.reopened(),
        undelivered: counts.undelivered,
        gaps: counts.gaps,
        errors: counts.errors,
        examples: counts.examples,
        server_memory: most,
        server_memory_idle,
        server_cpu: (server_after - server_before) / took,
        load_cpu: (own_after - own_before) / took,
        load_average: (average, load_average()),
    })
}

/// Asks whether the server is well, 20 times a second at moments fixed beforehand, from an address that does nothing else.
async fn probe(context: &Context, until: Instant) {
    const INTERVAL: Duration = Duration::from_millis(50);
    let mut line = Line::closed(&context.dialer.for_client(Ipv4Addr::new(198, 51, 100, 7)));
    let mut due = Instant::now();
    while due < until {
        tokio::time::sleep_until(due.into()).await;
        match line.ask_once(Request::get("/healthz")).await {
            Ok(reply) if reply.status == 200 => context.counts.borrow_mut().healthy.add(due.elapsed()),
            Ok(reply) => context.wrong(format!("/healthz: status {}", reply.status)),
            Err(error) => context.wrong(format!("/healthz: {error}")),
        }
        due += INTERVAL;
    }
}
