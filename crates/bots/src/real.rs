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
