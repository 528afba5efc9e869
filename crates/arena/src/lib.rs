//! Matches between bots, in this process or in processes of their own.
//!
//! [`protocol`] has the messages of the bot protocol, [`fault`] what can go wrong with a bot. On Unix, [`process`] drives
//! the process of a bot, [`external`] lets it play, and [`check`] finds out whether it keeps to the protocol. [`serve`] is
//! the other side: it lets a bot of ours speak the protocol. [`stats`] turns the results of games into ratings, intervals
//! and decisions. [`series`] plays and counts games on fixed seats. On Unix, [`mod@matches`] plays whole matches: which bots
//! meet on which seats, with which seeds, on many threads, and what came of it; [`guest`] lets bots of another program take
//! part in both.

#![forbid(unsafe_code)]

mod first_fault;
mod record_writer;
mod timed;
pub mod fault;
pub mod protocol;
#[cfg(unix)]
pub mod process;
#[cfg(unix)]
pub mod external;
#[cfg(unix)]
pub mod check;
#[cfg(unix)]
pub mod guest;
pub mod series;
pub mod serve;
pub mod stats;
#[cfg(unix)]
pub mod matches;

pub use fault::{Fault, FaultKind, Faults, OnFault};
pub use first_fault::FirstFault;
pub use record_writer::RecordWriter;
pub use timed::{Stopwatch, Timed};
