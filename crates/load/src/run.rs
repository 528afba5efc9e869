//! A run from the start of the server to its end.

use crate::attack::{self, AttackReport};
use crate::context::{Context, Counts, Phase};
use crate::figures::Report;
use crate::plan::{Plan, Target};
use crate::process::{Server, cpu, cpu_of_tree, files_max, load_average, memory};
use crate::random::Random;
use crate::table;
use crate::wire::{Connection, Dialer, Request};
use std::cell::RefCell;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};
use tokio::time::sleep;

/// Tables that are opened at the same moment.
const OPENING: usize = 32;
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

/// The processes that are measured.
struct Processes {
    /// The server that was started for the run, which ends with it.
    _started: Option<Server>,
    addrs: Vec<SocketAddr>,
    servers: Vec<u32>,
    /// The process numbers of what works for the servers.
    beside: Vec<u32>,
}

impl Processes {
    /// Starts the server of a plan, or finds those that run.
    fn of(plan: &Plan) -> io::Result<Processes> {
        Ok(match &plan.target {
            Target::Start { program, bot_pause } => {
                let server = Server::start(program, *bot_pause, !plan.attacks.is_empty())?;
                let (addrs, servers) = (vec![server.addr], vec![server.id()]);
                Processes { _started: Some(server), addrs, servers, beside: Vec::new() }
            }
            Target::Running { addrs, processes, beside } => Processes {
                _started: None,
                addrs: addrs.clone(),
                servers: processes.clone(),
                beside: beside.clone(),
            },
        })
    }

    /// Adds up a figure of these processes.
    fn sum(ids: &[u32], measure: fn(u32) -> Option<f64>) -> io::Result<f64> {
        let gone = |id: u32| io::Error::other(format!("there is no process {id} to look at any more"));
        ids.iter().map(|&id| measure(id).ok_or_else(|| gone(id))).sum()
    }

    /// Returns the memory of the servers, in MiB.
    fn memory(&self) -> io::Result<f64> {
        Processes::sum(&self.servers, memory)
    }

    /// Returns the processor seconds of the servers, of this program, and of what works beside.
    fn consumed(&self) -> io::Result<[f64; 3]> {
        Ok([
            Processes::sum(&self.servers, cpu)?,
            Processes::sum(&[std::process::id()], cpu)?,
            Processes::sum(&self.beside, cpu_of_tree)?,
        ])
    }
}

async fn measure(plan: &Plan) -> io::Result<Report> {
    let processes = Processes::of(plan)?;
    let server_memory_idle = processes.memory()?;
    let dialer = Dialer::new(&processes.addrs);
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
        processes.memory()?;
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

    let first = processes.addrs[0];
    let attacked = targets.map(|targets| {
        let context = Rc::clone(&context);
        (
            attack::launch(first, targets, until),
            tokio::task::spawn_local(async move { probe(&context, until).await }),
        )
    });
    let begun = Instant::now();
    let before = processes.consumed()?;
    let (at_beginning, mut fewest, mut most) = (context.dialer.sockets(), usize::MAX, 0.0f64);
    while Instant::now() < until {
        fewest = fewest.min(context.dialer.sockets());
        most = most.max(processes.memory().unwrap_or(0.0));
        sleep(Duration::from_millis(100)).await;
    }
    let took = begun.elapsed().as_secs_f64();
    let after = processes.consumed()?;
    for table in tables {
        // A table that panicked is a mistake of this program.
        table.await.map_err(io::Error::other)?;
    }
    let mut attacks = Vec::new();
    if let Some((attacker, prober)) = attacked {
        prober.await.map_err(io::Error::other)?;
        attacks = attacker.join().map_err(|_| io::Error::other("the attacker panicked"))??;
    }
    let has_beside = !processes.beside.is_empty();
    drop(processes);
    let counts = std::mem::take(&mut *context.counts.borrow_mut());
    let measured = Measured {
        seconds: plan.seconds.as_secs_f64(),
        sockets: at_beginning,
        sockets_min: fewest,
        reconnected: context.dialer.reopened(),
        server_memory: most,
        server_memory_idle,
        cpu: [0, 1, 2].map(|who| (after[who] - before[who]) / took),
        has_beside,
        load_average: (average, load_average()),
    };
    Ok(report(plan, counts, attacks, measured))
}

/// The measurements beside the counters of the tables.
struct Measured {
    seconds: f64,
    sockets: usize,
    sockets_min: usize,
    reconnected: u64,
    server_memory: f64,
    server_memory_idle: f64,
    /// Processor seconds a second of the servers, of this program, and of what works beside.
    cpu: [f64; 3],
    has_beside: bool,
    load_average: (f64, f64),
}

/// Builds the report of a run.
fn report(plan: &Plan, counts: Counts, attacks: Vec<AttackReport>, measured: Measured) -> Report {
    Report {
        tables: plan.tables,
        sockets: measured.sockets,
        sockets_min: measured.sockets_min,
        streams: counts.streams,
        seconds: measured.seconds,
        rate: plan.rate,
        moves: counts.moves,
        moves_per_second: counts.moves as f64 / measured.seconds,
        acknowledged: counts.acknowledged.latency(),
        delivered: counts.delivered.latency(),
        listed: counts.listed.latency(),
        viewed: plan.views.then(|| counts.viewed.latency()),
        events: counts.events,
        patches: plan.browsers.then_some(counts.patches),
        refetches: plan.browsers.then_some(counts.refetches),
        refetched: plan.browsers.then(|| counts.refetched.latency()),
        healthz: (!attacks.is_empty()).then(|| counts.healthy.latency()),
        attacks,
        said: counts.said,
        games_over: counts.games_over,
        stale: counts.stale,
        nobodys_turn: counts.nobodys_turn,
        reconnected: measured.reconnected,
        undelivered: counts.undelivered,
        gaps: counts.gaps,
        errors: counts.errors,
        examples: counts.examples,
        server_memory: measured.server_memory,
        server_memory_idle: measured.server_memory_idle,
        server_cpu: measured.cpu[0],
        load_cpu: measured.cpu[1],
        beside_cpu: measured.has_beside.then_some(measured.cpu[2]),
        load_average: measured.load_average,
    }
}

/// Asks whether the server is well, 20 times a second at moments fixed beforehand, from an address that does nothing else.
async fn probe(context: &Context, until: Instant) {
    const INTERVAL: Duration = Duration::from_millis(50);
    let mut line = Connection::closed(&context.dialer.for_client(Ipv4Addr::new(198, 51, 100, 7)));
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
