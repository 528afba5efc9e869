//! Metrics of the machine: the disk, the journal, reads of the store, slow tables, and payers in debt.

use super::{Counter, Gauge, MICROS, Metrics, Times, head, times};
use crate::log_throttle::LogThrottle;
use std::fmt::Write as _;
use std::time::{Duration, Instant};
use store::Footprint;
use table::keys::TableId;

/// The time from which on something at a table is slow enough for the log.
const SLOW: Duration = Duration::from_secs(1);

/// The kinds of work at a table whose time is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableWork {
    /// Deciding about a command.
    Command,
    /// Storing the result.
    Commit,
    /// Reading its log and playing it again.
    Replay,
}

impl TableWork {
    const ALL: [(TableWork, &'static str); 3] =
        [(TableWork::Command, "command"), (TableWork::Commit, "commit"), (TableWork::Replay, "replay")];
}

/// The owners of budgets of processor time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Payer {
    Address,
    Network,
    Person,
    Table,
}

impl Payer {
    pub(crate) const ALL: [(Payer, &'static str); 4] = [
        (Payer::Address, "address"),
        (Payer::Network, "network"),
        (Payer::Person, "person"),
        (Payer::Table, "table"),
    ];
}

/// The metrics of the machine.
#[derive(Debug)]
pub struct Machine {
    /// Reads of the store that run.
    pub reads_running: Gauge,
    /// Reads of the store that wait for a thread.
    pub reads_waiting: Gauge,
    /// The time that reads of the store took.
    pub read_times: Times,
    /// Times at which the journal was taken into the main file.
    pub checkpoint_times: Times,
    table_times: [Times; TableWork::ALL.len()],
    slow: [LogThrottle; TableWork::ALL.len()],
    cost_refused: [Counter; Payer::ALL.len()],
}

impl Machine {
    pub(super) const fn new() -> Machine {
        Machine {
            reads_running: Gauge::new(),
            reads_waiting: Gauge::new(),
            read_times: times(),
            checkpoint_times: times(),
            table_times: [const { times() }; TableWork::ALL.len()],
            slow: [const { LogThrottle::new(LogThrottle::MINUTE) }; TableWork::ALL.len()],
            cost_refused: [const { Counter::new() }; Payer::ALL.len()],
        }
    }
}

/// Values that are taken when the metrics are read.
#[derive(Clone, Default, Debug)]
pub struct Now {
    /// The disk space of the store, if it can be read.
    pub footprint: Option<Footprint>,
    /// The number of payers of each kind that owe processor time.
    pub debtors: Vec<(&'static str, usize)>,
}

impl Metrics {
    /// Notes how long something took at a table. Slow ones come into the log, by the first letters of their names, at most
    /// once a minute.
    pub fn note_table(&self, work: TableWork, table: TableId, took: Duration) {
        let place = work as usize;
        self.machine.table_times[place].note_time(took);
        if took >= SLOW
            && let Some(times) = self.machine.slow[place].count(Instant::now())
        {
            let (what, millis) = (TableWork::ALL[place].1, took.as_millis() as u64);
            tracing::warn!(table = table.brief(), what, millis, times, "a table is slow");
        }
    }

    /// Counts a request that was refused because a budget of processor time was spent.
    pub(crate) fn note_spent(&self, payer: Payer) {
        self.machine.cost_refused[payer as usize].add_one();
    }

    pub(super) fn render_machine(&self, out: &mut String, now: &Now) {
        let machine = &self.machine;
        if let Some(footprint) = &now.footprint {
            head(
                out,
                "neuland_disk_bytes",
                "gauge",
                "What the data folder takes of the disk, by kind of file.",
            );
            for (kind, bytes) in
                [("main", footprint.main), ("journal", footprint.journal), ("archive", footprint.archive)]
            {
                let _ = writeln!(out, "neuland_disk_bytes{{kind=\"{kind}\"}} {bytes}");
            }
            gauge(out, "neuland_archived_tables", "Tables in archive files.", footprint.archived as f64);
            if let Some((free, all)) = footprint.folder.as_deref().and_then(space) {
                gauge(
                    out,
                    "neuland_disk_free_bytes",
                    "Free bytes of the file system of the data folder.",
                    free,
                );
                gauge(out, "neuland_disk_free_share", "Their share of all bytes of it.", free / all.max(1.0));
            }
        }
        for (name, help, count) in [
            ("neuland_tables_archived_total", "Tables moved into the archive.", &self.tables_archived),
            (
                "neuland_tables_deleted_total",
                "Tables of guests deleted after their time.",
                &self.tables_deleted,
            ),
        ] {
            head(out, name, "counter", help);
            let _ = writeln!(out, "{name} {}", count.get());
        }
        gauge(
            out,
            "neuland_store_reads_running",
            "Reads of the store that run.",
            machine.reads_running.get() as f64,
        );
        let waiting = machine.reads_waiting.get() as f64;
        gauge(out, "neuland_store_reads_waiting", "Reads of the store that wait for a thread.", waiting);
        head(out, "neuland_store_read_seconds", "histogram", "How long reads of the store took.");
        machine.read_times.write(out, "neuland_store_read_seconds", "", MICROS);
        let help = "How long it took to take the journal into the main file.";
        head(out, "neuland_checkpoint_seconds", "histogram", help);
        machine.checkpoint_times.write(out, "neuland_checkpoint_seconds", "", MICROS);
        let help = "How long commands were decided on, stored, and logs replayed, at one table each.";
        head(out, "neuland_table_seconds", "histogram", help);
        for ((_, kind), times) in TableWork::ALL.iter().zip(&machine.table_times) {
            times.write(out, "neuland_table_seconds", &format!("kind=\"{kind}\""), MICROS);
        }
        head(out, "neuland_cost_refused_total", "counter", "Refusals because a budget was spent, by whose.");
        for ((_, whose), count) in Payer::ALL.iter().zip(&machine.cost_refused) {
            let _ = writeln!(out, "neuland_cost_refused_total{{whose=\"{whose}\"}} {}", count.get());
        }
        head(out, "neuland_cost_debtors", "gauge", "How many owe processor time now.");
        for (whose, count) in &now.debtors {
            let _ = writeln!(out, "neuland_cost_debtors{{whose=\"{whose}\"}} {count}");
        }
    }
}

fn gauge(out: &mut String, name: &str, help: &str, value: f64) {
    head(out, name, "gauge", help);
    let _ = writeln!(out, "{name} {value}");
}

/// The bytes of a file system that are free for us, and all of them.
#[cfg(unix)]
fn space(folder: &std::path::Path) -> Option<(f64, f64)> {
    let path = std::os::unix::ffi::OsStrExt::as_bytes(folder.as_os_str());
    let found = rustix::fs::statvfs(path).ok()?;
    let block = found.f_frsize as f64;
    Some((found.f_bavail as f64 * block, found.f_blocks as f64 * block))
}

#[cfg(not(unix))]
fn space(_: &std::path::Path) -> Option<(f64, f64)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_is_written_as_prometheus_reads_it() {
        let metrics = Metrics::new();
        metrics.note_table(TableWork::Replay, TableId::random(), Duration::from_millis(3));
        metrics.note_spent(Payer::Network);
        metrics.machine.checkpoint_times.note_time(Duration::from_millis(1));
        let footprint = Footprint { main: 7, journal: 8, archive: 9, archived: 2, folder: Some("/".into()) };
        let now = Now { footprint: Some(footprint), debtors: vec![("person", 3)] };
        let text = metrics.render(0, 0.0, &now);
        for line in [
            "neuland_disk_bytes{kind=\"main\"} 7",
            "neuland_disk_bytes{kind=\"journal\"} 8",
            "neuland_disk_bytes{kind=\"archive\"} 9",
            "neuland_archived_tables 2",
            "neuland_store_reads_waiting 0",
            "neuland_checkpoint_seconds_count 1",
            "neuland_table_seconds_bucket{kind=\"replay\",le=\"0.0025\"} 0",
            "neuland_table_seconds_bucket{kind=\"replay\",le=\"0.005\"} 1",
            "neuland_table_seconds_count{kind=\"command\"} 0",
            "neuland_cost_refused_total{whose=\"network\"} 1",
            "neuland_cost_refused_total{whose=\"table\"} 0",
            "neuland_cost_debtors{whose=\"person\"} 3",
        ] {
            assert!(text.lines().any(|known| known == line), "{line}\n{text}");
        }
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).unwrap();
            line.parse::<f64>().unwrap()
        };
        if cfg!(unix) {
            assert!(value("neuland_disk_free_bytes") > 0.0);
            assert!((0.0..=1.0).contains(&value("neuland_disk_free_share")));
        }
        for (place, (work, _)) in TableWork::ALL.into_iter().enumerate() {
            assert_eq!(work as usize, place);
        }
        for (place, (payer, _)) in Payer::ALL.into_iter().enumerate() {
            assert_eq!(payer as usize, place);
        }
    }
}
