//! The counters and the report.

use crate::attack::AttackReport;
use serde::Serialize;
use std::fmt::{self, Write};
use std::time::Duration;

/// Sub-buckets for each power of two: a figure is at most 1.6 % too large.
const FINE: u64 = 64;

/// The number of times each latency was seen, in microseconds.
#[derive(Clone, Default, Debug)]
pub(crate) struct Histogram {
    counts: Vec<u64>,
    total: u64,
    max: u64,
}

impl Histogram {
    pub(crate) fn add(&mut self, latency: Duration) {
        let micros = u64::try_from(latency.as_micros()).unwrap_or(u64::MAX);
        let bucket = bucket(micros);
        if self.counts.len() <= bucket {
            self.counts.resize(bucket + 1, 0);
        }
        self.counts[bucket] += 1;
        self.total += 1;
        self.max = self.max.max(micros);
    }

    /// The latency that this share of all does not exceed, in milliseconds.
    fn quantile(&self, share: f64) -> f64 {
        let wanted = (share * self.total as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (bucket, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= wanted {
                return upper(bucket).min(self.max) as f64 / 1000.0;
            }
        }
        0.0
    }

    pub(crate) fn latency(&self) -> Latency {
        Latency {
            count: self.total,
            p50: self.quantile(0.5),
            p90: self.quantile(0.9),
            p99: self.quantile(0.99),
            p999: self.quantile(0.999),
            max: self.max as f64 / 1000.0,
        }
    }
}

/// Below [`FINE`] each microsecond has its bucket; above, each power of two has [`FINE`].
fn bucket(micros: u64) -> usize {
    let power = (micros / FINE).checked_ilog2().map_or(0, |power| u64::from(power) + 1);
    if power == 0 { micros as usize } else { (power * FINE + (micros >> (power - 1)) - FINE) as usize }
}

/// The largest latency of a bucket.
fn upper(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    if bucket < FINE {
        return bucket;
    }
    let (power, fine) = (bucket / FINE, bucket % FINE);
    ((FINE + fine + 1) << (power - 1)) - 1
}

/// The distribution of a latency, in milliseconds.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize)]
pub struct Latency {
    /// The number of measurements.
    pub count: u64,
    /// Half took no longer.
    pub p50: f64,
    /// Nine of ten took no longer.
    pub p90: f64,
    /// 99 of 100 took no longer.
    pub p99: f64,
    /// 999 of 1,000 took no longer.
    pub p999: f64,
    /// The longest.
    pub max: f64,
}

/// The result of a run. Rates and latencies cover only the measured seconds.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Tables that were played at once.
    pub tables: usize,
    /// Sockets that were open at the beginning of the measured time.
    pub sockets: usize,
    /// The fewest that were open at any moment of it.
    pub sockets_min: usize,
    /// The number of sockets that followed a table.
    pub streams: usize,
    /// The measured time, in seconds.
    pub seconds: f64,
    /// Moves a second that were to be made; `None` where each table moves as soon as it can.
    pub rate: Option<f64>,
    /// Moves that the server acknowledged.
    pub moves: u64,
    /// Moves a second.
    pub moves_per_second: f64,
    /// The latency from the time a move was due until its acknowledgement was read.
    pub acknowledged: Latency,
    /// The latency from the time a move was due until it was read on a stream, over all streams of its table.
    pub delivered: Latency,
    /// The latency from the request for a legal list until it was read.
    pub listed: Latency,
    /// The latency of requests for views, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewed: Option<Latency>,
    /// Everything that was read on streams.
    pub events: u64,
    /// With browsers: the number of these events that brought the changes of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patches: Option<u64>,
    /// With browsers: the number of times the changing part of a page was fetched, because the stream did not bring it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refetches: Option<u64>,
    /// The latency of these fetches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refetched: Option<Latency>,
    /// Under attack: the latency from the time a request for `/healthz` was due until its answer was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub healthz: Option<Latency>,
    /// The answers to each attack.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<AttackReport>,
    /// Chat lines that were said.
    pub said: u64,
    /// Games that came to their end; another one is then opened on the same table.
    pub games_over: u64,
    /// Moves that came too late, because a bot moved meanwhile.
    pub stale: u64,
    /// Moments at which a move was due and no person could move, because bots were thinking.
    pub nobodys_turn: u64,
    /// Connections that had to be opened again.
    pub reconnected: u64,
    /// Acknowledged moves that a stream did not bring.
    pub undelivered: u64,
    /// Versions that a stream left out, or brought twice.
    pub gaps: u64,
    /// Answers that should not have come.
    pub errors: u64,
    /// One example of each.
    pub examples: Vec<String>,
    /// The peak memory of the server's process during the measured time, in MiB.
    pub server_memory: f64,
    /// The memory of the server's process before the first table, in MiB.
    pub server_memory_idle: f64,
    /// Processor seconds a second that the server took.
    pub server_cpu: f64,
    /// Processor seconds a second that this program took.
    pub load_cpu: f64,
    /// Processor seconds a second that a database and a broker took, if they were named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside_cpu: Option<f64>,
    /// The load average of the machine over a minute, before and after.
    pub load_average: (f64, f64),
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let mut line = |name: &str, figure: String| {
            let _ = writeln!(text, "{name:22} {figure}");
        };
        line(
            "tables",
            format!("{} ({} sockets, never fewer than {})", self.tables, self.sockets, self.sockets_min),
        );
        let wanted =
            self.rate.map_or_else(|| "as fast as it goes".to_owned(), |rate| format!("of {rate} due"));
        line(
            "moves a second",
            format!("{:.0} ({wanted}; {} in {:.1} s)", self.moves_per_second, self.moves, self.seconds),
        );
        line("", format!("{:>8} {:>8} {:>8} {:>8} {:>8}  ms", "p50", "p90", "p99", "p99.9", "max"));
        let mut latencies = vec![
            ("acknowledged after", self.acknowledged),
            ("seen by all after", self.delivered),
            ("legal list after", self.listed),
        ];
        latencies.extend(self.viewed.map(|viewed| ("view after", viewed)));
        latencies.extend(self.refetched.map(|refetched| ("page fetched after", refetched)));
        latencies.extend(self.healthz.map(|healthz| ("/healthz after", healthz)));
        for (name, Latency { p50, p90, p99, p999, max, .. }) in latencies {
            line(name, format!("{p50:>8.2} {p90:>8.2} {p99:>8.2} {p999:>8.2} {max:>8.2}"));
        }
        line("events on streams", format!("{} on {} streams", self.events, self.streams));
        if let (Some(patches), Some(refetches)) = (self.patches, self.refetches) {
            line("pages", format!("{patches} changed by the stream, {refetches} fetched again"));
        }
        line("games over, said", format!("{}, {}", self.games_over, self.said));
        let per_move = |cpu: f64| format!("{:.2} ms a move", cpu * 1000.0 / self.moves_per_second);
        line(
            "server",
            format!(
                "{:.0} MiB at most ({:.0} before the first table), {:.0} % of a processor, {}",
                self.server_memory,
                self.server_memory_idle,
                self.server_cpu * 100.0,
                per_move(self.server_cpu)
            ),
        );
        if let Some(cpu) = self.beside_cpu {
            line("beside it", format!("{:.0} % of a processor, {}", cpu * 100.0, per_move(cpu)));
        }
        line(
            "this program",
            format!(
                "{:.0} % of a processor, {}; load average {:.2}, then {:.2}",
                self.load_cpu * 100.0,
                per_move(self.load_cpu),
                self.load_average.0,
                self.load_average.1
            ),
        );
        if self.stale + self.nobodys_turn + self.reconnected > 0 {
            line(
                "too late, not due",
                format!(
                    "{} stale, {} while bots thought, {} reconnected",
                    self.stale, self.nobodys_turn, self.reconnected
                ),
            );
        }
        for attack in &self.attacks {
            line(&format!("attack: {}", attack.name), attack.to_string());
        }
        line(
            "wrong",
            format!("{} errors, {} gaps, {} moves not delivered", self.errors, self.gaps, self.undelivered),
        );
        for example in &self.examples {
            line("", example.clone());
        }
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_at_most_two_percent_too_large() {
        let mut histogram = Histogram::default();
        for micros in 1..=100_000 {
            histogram.add(Duration::from_micros(micros));
        }
        let latency = histogram.latency();
        for (measured, exact) in [
            (latency.p50, 50.0),
            (latency.p90, 90.0),
            (latency.p99, 99.0),
            (latency.p999, 99.9),
            (latency.max, 100.0),
        ] {
            assert!((exact..=exact * 1.02).contains(&measured), "{measured} for {exact}");
        }
        assert_eq!(Histogram::default().latency(), Latency::default());
    }

    #[test]
    fn buckets_follow_one_another() {
        let mut last = 0;
        for micros in 0..200_000 {
            let bucket = bucket(micros);
            assert!(bucket == last || bucket == last + 1, "{micros}");
            assert!(micros <= upper(bucket), "{micros}");
            last = bucket;
        }
    }
}
