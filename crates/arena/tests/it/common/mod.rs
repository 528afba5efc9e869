//! Randomness for simulated matches.

/// SplitMix64 (Steele, Lea and Flood, 2014).
pub(crate) struct Random(u64);

impl Random {
    /// The generator of one series of one test.
    pub(crate) fn new(test: u64, series: u64) -> Self {
        let mut random = Self(test);
        random.0 = random.bits() ^ series;
        random
    }

    /// 64 random bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from 0 to below 1.
    pub(crate) fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Whether something of this probability happens.
    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.uniform() < probability
    }

    /// A number from 0 to below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.uniform() * bound as f64) as usize
    }
}
