//! The faults of a world, and the counts of its events.

use std::fmt;

/// The faults of a world. A chance of `n` is one in `n`; 0 is never.
#[derive(Clone, Copy)]
pub(crate) struct Weather {
    pub(crate) lost: u32,
    pub(crate) repeated: u32,
    pub(crate) slow_network: u64,
    pub(crate) cut: u32,
    pub(crate) write_fails: u32,
    pub(crate) seems_to_fail: u32,
    pub(crate) read_fails: u32,
    pub(crate) slow_disk: u64,
    /// Virtual milliseconds between crashes, on average.
    pub(crate) crash: u64,
    pub(crate) evict: u32,
    pub(crate) lies: usize,
}

impl Weather {
    /// Another one for every seed: from fair to all at once.
    pub(crate) fn of(seed: u64) -> Weather {
        let storm = seed % 4;
        Weather {
            lost: [0, 30, 15, 8][storm as usize],
            repeated: [10, 6, 4, 3][storm as usize],
            slow_network: [50, 400, 2_000, 12_000][storm as usize],
            cut: [0, 400, 200, 80][storm as usize],
            write_fails: if seed.is_multiple_of(3) { 0 } else { 40 / (storm as u32 + 1) },
            seems_to_fail: if seed % 3 == 1 { 0 } else { 60 / (storm as u32 + 1) },
            read_fails: if seed.is_multiple_of(5) { 0 } else { 12 },
            slow_disk: [10, 40, 1_500, 200][storm as usize],
            crash: [240_000, 90_000, 40_000, 15_000][storm as usize],
            evict: 40,
            lies: 0,
        }
    }

    /// One whose disk forgets up to so many batches at a crash that it had confirmed.
    pub(crate) fn with_a_lying_disk(seed: u64) -> Weather {
        Weather { lies: 6, seems_to_fail: 0, ..Weather::of(seed) }
    }

    pub(crate) fn fair(self) -> Weather {
        Weather {
            lost: 0,
            cut: 0,
            write_fails: 0,
            seems_to_fail: 0,
            read_fails: 0,
            slow_disk: 10,
            slow_network: 50,
            crash: u64::MAX,
            ..self
        }
    }
}

/// The counts of events.
#[derive(Clone, Default)]
pub(crate) struct Counts {
    pub(crate) trace: u64,
    pub(crate) worlds: u64,
    pub(crate) tables: u64,
    pub(crate) games_over: u64,
    pub(crate) rematches: u64,
    pub(crate) played: u64,
    /// Time that processors took, in nanoseconds.
    pub(crate) took: u64,
    pub(crate) commands: u64,
    pub(crate) arrived: u64,
    pub(crate) repeated: u64,
    pub(crate) lost: u64,
    pub(crate) late: u64,
    pub(crate) acknowledged: u64,
    pub(crate) again: u64,
    pub(crate) refused: u64,
    pub(crate) shown: u64,
    pub(crate) resumed: u64,
    pub(crate) crashes: u64,
    pub(crate) failed: u64,
    pub(crate) seemed_to_fail: u64,
    pub(crate) reread: u64,
    pub(crate) unread: u64,
    pub(crate) evicted: u64,
    pub(crate) pages_fetched: u64,
    pub(crate) pages_patched: u64,
    pub(crate) pages_compared: u64,
    pub(crate) pages_anew: u64,
    pub(crate) pages_cut: u64,
    pub(crate) exports: u64,
    pub(crate) exports_broken: u64,
    pub(crate) records: u64,
    pub(crate) archived: u64,
    pub(crate) brought_back: u64,
    pub(crate) undone: u64,
    pub(crate) times_up: u64,
    pub(crate) stood_still: u64,
    pub(crate) replaced: u64,
    pub(crate) agreed: u64,
    pub(crate) deserted: u64,
    pub(crate) closed_by_host: u64,
    pub(crate) spent: u64,
    pub(crate) lost_by_lies: u64,
    pub(crate) told_of_loss: u64,
}

impl Counts {
    pub(crate) fn hours(&self) -> f64 {
        self.played as f64 / 3_600_000.0
    }

    fn rows(&self) -> [(&'static str, u64); 40] {
        [
            ("worlds", self.worlds),
            ("tables", self.tables),
            ("games over", self.games_over),
            ("rematches", self.rematches),
            ("commands", self.commands),
            ("requests arrived", self.arrived),
            ("of these repeated", self.repeated),
            ("overtaken by later ones", self.late),
            ("messages lost", self.lost),
            ("acknowledged", self.acknowledged),
            ("acknowledged again", self.again),
            ("refused", self.refused),
            ("versions shown", self.shown),
            ("streams resumed", self.resumed),
            ("crashes", self.crashes),
            ("writes failed", self.failed),
            ("only seemed to fail", self.seemed_to_fail),
            ("logs read again", self.reread),
            ("reads failed", self.unread),
            ("tables evicted", self.evicted),
            ("pages fetched", self.pages_fetched),
            ("pages led on to another state", self.pages_patched),
            ("of these compared with one fetched", self.pages_compared),
            ("pages whose state nobody knew", self.pages_anew),
            ("connections of pages lost", self.pages_cut),
            ("exports read to their end", self.exports),
            ("exports that broke off", self.exports_broken),
            ("records read", self.records),
            ("tables archived", self.archived),
            ("brought back by a commit", self.brought_back),
            ("taken back", self.undone),
            ("times up", self.times_up),
            ("clocks stood still", self.stood_still),
            ("replaced", self.replaced),
            ("closed by agreement", self.agreed),
            ("closed as nobody came", self.deserted),
            ("closed by the host", self.closed_by_host),
            ("shares of a log used up", self.spent),
            ("confirmed, then lost by a lying disk", self.lost_by_lies),
            ("told of such a loss", self.told_of_loss),
        ]
    }

    pub(crate) fn add(&mut self, other: &Counts) {
        macro_rules! add { ($($field:ident)*) => { $(self.$field += other.$field;)* } }
        add!(worlds tables games_over rematches played took commands arrived repeated lost late acknowledged again refused
            shown resumed crashes failed seemed_to_fail reread unread evicted pages_fetched pages_patched pages_compared pages_anew
            pages_cut exports exports_broken records archived brought_back undone times_up stood_still replaced agreed
            deserted closed_by_host spent lost_by_lies
            told_of_loss);
        self.trace ^= other.trace;
    }

    /// Everything that could go wrong did, and often enough.
    pub(crate) fn assert_that_it_was_a_test(&self) {
        for (what, count) in self.rows().into_iter().take(37) {
            assert!(count >= 10, "{what}: only {count}\n{self}");
        }
        assert!(self.spent > 0, "{self}");
        assert!(self.acknowledged > 20_000 && self.crashes > 500, "{self}");
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, count) in self.rows() {
            writeln!(f, "{count:>9} {what}")?;
        }
        write!(f, "    0 lost, 0 twice, 0 gaps, every position equal to a replay of its log")
    }
}
