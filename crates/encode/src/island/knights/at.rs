//! The first code of each block.

use crate::island::trade::{bank_len, menu_len};

/// The number of kinds of cards.
pub(super) const KINDS: usize = 8;

macro_rules! blocks {
    ($($Name:ident: $len:expr;)+) => {
        blocks!(@next 0; $($Name: $len;)+);
    };
    (@next $first:expr; $Name:ident: $len:expr; $($rest:tt)*) => {
        pub(in crate::island::knights) const $Name: usize = $first;
        blocks!(@next $Name + $len; $($rest)*);
    };
    (@next $first:expr;) => {
        pub(in crate::island::knights) const END: usize = $first;
    };
}

blocks! {
    SIMPLE: 9;
    DONE: 1;
    ROAD: 72;
    SETTLEMENT: 54;
    CITY: 54;
    WALL: 54;
    KNIGHT: 54;
    ACTIVATE: 54;
    PROMOTE: 54;
    CHASE: 54;
    MOVE: 54;
    ROBBER: 19;
    STEAL: 3;
    EXECUTE: 3;
    ACCEPT_PROPOSAL: 3;
    REJECT_PROPOSAL: 3;
    FORCE: 3;
    BANK: bank_len(KINDS);
    PLAY: 25;
    DROP: 25;
    TAKE_PROGRESS: 25;
    IMPROVE: 3;
    DECK: 3;
    DISCARD: KINDS;
    GIVE: KINDS;
    TAKE: KINDS;
    MESSAGE: 3;
    MENU: menu_len(KINDS);
    VERTEX: 54;
    EDGE: 72;
    HEX: 19;
    SEAT: 3;
    KIND: KINDS;
    DIE: 6;
    STRENGTH: 3;
}
