//! Functions of real numbers that have the same results on every machine, bit by bit. Those of the standard library come from the system:
//! under Linux from its C library, in WebAssembly from the compiler. Where they differ in the last bit, a bot chooses another of
//! two actions that are nearly as good, and a seed gives another game. `clippy.toml` forbids them in this crate.

/// Returns e to the power of `x`.
#[cfg(any(feature = "catan", feature = "carcassonne"))]
pub(crate) fn exp(x: f32) -> f32 {
    libm::expf(x)
}

/// Returns e to the power of `x`.
pub(crate) fn exp_64(x: f64) -> f64 {
    libm::exp(x)
}

/// Returns the natural logarithm of `x`.
#[cfg(any(feature = "catan", feature = "carcassonne"))]
pub(crate) fn ln(x: f32) -> f32 {
    libm::logf(x)
}

/// Returns `base` to the power of `exponent`.
#[cfg(any(feature = "catan", feature = "carcassonne"))]
pub(crate) fn pow(base: f32, exponent: f32) -> f32 {
    libm::powf(base, exponent)
}

#[cfg(all(test, any(feature = "catan", feature = "carcassonne")))]
mod tests {
    use super::*;

    /// Values at which the C library of Debian 12 has another last bit.
    #[test]
    fn results_are_the_same_on_every_system() {
        assert_eq!([exp(-19.25), exp(-17.875)].map(f32::to_bits), [0x3195_ed6c, 0x3294_3e5e]);
        assert_eq!([ln(0.75), ln(2.625)].map(f32::to_bits), [0xbe93_4b10, 0x3f77_0f8a]);
        assert_eq!([pow(2.375, 0.3), pow(3.125, 0.3)].map(f32::to_bits), [0x3fa5_ec88, 0x3fb4_29aa]);
        let wide = [exp_64(-18.375), exp_64(-15.5)].map(f64::to_bits);
        assert_eq!(wide, [0x3e46_7a83_d694_2bde, 0x3e88_e713_8077_168c]);
    }
}
