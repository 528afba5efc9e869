//! Finding the n-th member of a set of bits.

/// The position of set bit number `n` (from 0, ascending) of `bits`; there must be more than `n`.
#[inline]
pub(crate) fn select(mut bits: u64, n: u32) -> u32 {
    debug_assert!(n < bits.count_ones());
    for step in 0..4 {
        let next = bits & bits.wrapping_sub(1);
        bits = std::hint::select_unpredictable(step < n, next, bits);
    }
    for _ in 4..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}

/// [`select`] in 128 bits.
#[inline]
pub(crate) fn select_wide(bits: u128, n: u32) -> u32 {
    let (low, high) = (bits as u64, (bits >> 64) as u64);
    let below = low.count_ones();
    if n < below { select(low, n) } else { 64 + select(high, n - below) }
}

/// The positions of the set bits, ascending.
#[inline]
pub(crate) fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let position = bits.trailing_zeros();
        bits &= bits - 1;
        Some(position as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn select_finds_every_bit_in_order() {
        for bits in [1, 1 << 127, u128::MAX, 0b1011 << 62, 0xdead_beef_0bad_cafe_0123_4567_89ab_cdef] {
            let set = (0..128).filter(|&bit| bits >> bit & 1 != 0);
            assert!(set.enumerate().all(|(n, bit)| select_wide(bits, n as u32) == bit), "{bits:x}");
        }
    }

    #[test]
    fn ones_are_the_set_bits() {
        for bits in [0, 1, 1 << 31, u32::MAX, 0b1011 << 20] {
            let set = (0..32).filter(|&bit| bits >> bit & 1 != 0);
            assert!(ones(bits).eq(set), "{bits:x}");
        }
    }
}
