//! Base Carcassonne: the combination of no expansions.

use crate::expansion::Combination;
use crate::land::{Size, extent};
use crate::options::Options;
use crate::{Definition, Kinds};

/// Base Carcassonne, 72 tiles (`CARC-COMP-1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base;

extent!(Base, Kinds::BASE, Size::of(Kinds::BASE));

impl Definition for Base {
    type Options = Options;
    type Own = ();
    const NAME: &'static str = "carcassonne";
    const VERSIONS: &'static [u32] = &[1];
}

impl Combination for Base {
    type Expansions = ();

    #[inline]
    fn base(options: &Options) -> &Options {
        options
    }
}
