//! The parts of the comparison with the reference of Cities & Knights.

mod compare;
mod rearrange;

pub(crate) use compare::{Lengths, compare};
pub(crate) use rearrange::{random_options, rearrange};
