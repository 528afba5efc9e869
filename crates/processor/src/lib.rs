//! Tells whether this processor has the instructions that the program was built for.
//!
//! The workspace builds for `x86-64-v3` (`.cargo/config.toml`). An older processor meets an instruction that it does not know
//! and ends the program with a signal that nobody understands. So a program asks [`is_too_old`] before anything else.
//!
//! The macro of the standard library does not answer that: for a feature that the build takes for granted it returns `true` without a look.

// One instruction, which some versions of Rust count as safe. Everything else but `heap` and the Python module forbids `unsafe`.
#![cfg_attr(target_arch = "x86_64", allow(unsafe_code, unused_unsafe))]

/// The message for the user, in English and German, since nothing may run that would find out their language.
pub const TOO_OLD: &str = "\
neuland: this build needs an x86-64 processor with AVX2, BMI2 and FMA, as made since 2013; this one lacks them.
Install one of the packages, which run on every x86-64 processor, or build it anew: RUSTFLAGS=\"\" cargo install --locked --path crates/cli
neuland: Dieses Programm braucht einen x86-64-Prozessor mit AVX2, BMI2 und FMA, wie es sie seit 2013 gibt; diesem fehlen sie.
Nimm eines der Pakete, die auf jedem x86-64-Prozessor laufen, oder baue es neu: RUSTFLAGS=\"\" cargo install --locked --path crates/cli
";

/// Whether this processor lacks an instruction of this build. It uses only what every processor of the architecture has.
#[must_use]
#[inline(never)]
pub fn is_too_old() -> bool {
    #[cfg(target_arch = "x86_64")]
    return x86::NEEDED.lacks(x86::Features::of_this_processor());
    #[cfg(not(target_arch = "x86_64"))]
    false
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{__cpuid, __cpuid_count};

    /// The bits in which a processor says what it can: `ecx` of leaf 1, `ebx` of leaf 7, and `ecx` of leaf 0x8000_0001.
    #[derive(Clone, Copy)]
    pub(crate) struct Features {
        pub(crate) basic: u32,
        pub(crate) extended: u32,
        pub(crate) amd: u32,
    }

    /// A bit, if this build takes its feature for granted.
    macro_rules! bit {
        ($feature:literal, $bit:literal) => {
            (cfg!(target_feature = $feature) as u32) << $bit
        };
    }

    /// The features of this build; none of a plain one.
    pub(crate) const NEEDED: Features = Features {
        // SSE3, SSSE3, FMA, CMPXCHG16B, SSE4.1, SSE4.2, MOVBE, POPCNT, OSXSAVE (the system keeps the wide registers), AVX, F16C.
        basic: bit!("sse3", 0)
            | bit!("ssse3", 9)
            | bit!("fma", 12)
            | bit!("cmpxchg16b", 13)
            | bit!("sse4.1", 19)
            | bit!("sse4.2", 20)
            | bit!("movbe", 22)
            | bit!("popcnt", 23)
            | bit!("avx", 27)
            | bit!("avx", 28)
            | bit!("f16c", 29),
        extended: bit!("bmi1", 3) | bit!("avx2", 5) | bit!("bmi2", 8),
        amd: bit!("lzcnt", 5),
    };

    impl Features {
        /// The features of the processor that runs this.
        pub(crate) fn of_this_processor() -> Features {
            // SAFETY: every x86-64 processor has the instruction. Leaves that it does not have are not asked for.
            unsafe {
                let extended = if __cpuid(0).eax >= 7 { __cpuid_count(7, 0).ebx } else { 0 };
                let amd = if __cpuid(0x8000_0000).eax >= 0x8000_0001 { __cpuid(0x8000_0001).ecx } else { 0 };
                Features { basic: __cpuid(1).ecx, extended, amd }
            }
        }

        /// Whether `there` lacks one of these features.
        pub(crate) const fn lacks(self, there: Features) -> bool {
            (self.basic & !there.basic) | (self.extended & !there.extended) | (self.amd & !there.amd) != 0
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::x86::{Features, NEEDED};

    /// The features of an Intel Core 2 Duo of 2006.
    const OF_2006: Features = Features { basic: 0x0000_2201, extended: 0, amd: 1 };
    /// The features of an Intel Haswell of 2013.
    const OF_2013: Features = Features { basic: 0x7FFA_FBBF, extended: 0x0000_27AB, amd: 0x21 };

    #[test]
    fn a_processor_is_too_old_for_what_it_lacks() {
        let everything = Features { basic: 0x38D8_3201, extended: 0x128, amd: 0x20 };
        assert!(!everything.lacks(OF_2013) && everything.lacks(OF_2006));
        let nothing = Features { basic: 0, extended: 0, amd: 0 };
        assert!(!nothing.lacks(OF_2006));
        for without in [
            Features { basic: OF_2013.basic & !(1 << 28), ..OF_2013 },
            Features { extended: OF_2013.extended & !(1 << 8), ..OF_2013 },
            Features { amd: 0, ..OF_2013 },
        ] {
            assert!(everything.lacks(without));
        }
    }

    #[test]
    fn this_build_asks_for_what_it_was_built_with() {
        assert_eq!(NEEDED.lacks(OF_2006), cfg!(target_feature = "avx2"));
        // These tests run here, so this processor has what they need.
        assert!(!super::is_too_old());
    }
}
