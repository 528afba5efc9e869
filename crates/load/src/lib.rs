//! A load program: plays tables of all games over real sockets against a real `neuland` process, and says how long moves
//! took, how long it was until the others saw them, and what the server needed for it. Nothing of it ships.
//!
//! Each person at a table is two sockets, as a browser's tab is: one that follows the table as an event stream, and one
//! that asks and plays. Every move is chosen from the server's own legal list, sent with a command id, and counted
//! when the server says that it is stored.
//!
//! With a rate the load is *open*: each table has its next move at a moment fixed beforehand, whether the server is quick
//! or not, and latency counts from that moment. A server that stands still for a second is so charged for all moves that
//! were due in it, not for the one that waited. Without a rate the load is *closed*: each table moves again as soon as it
//! can, which measures throughput.
//!
//! Instead of programs there may be browsers at the tables, with all that a page asks for; and while people play, one
//! address may do its worst ([`Attack`]).
//!
//! A soak ([`soak`]) uses a server in rounds and watches what it keeps.
//!
//! Reading order: [`Plan`], [`run`], [`Report`], [`soak`]; inside: `wire`, `browser`, `table`, `attack`, `process`.

#![forbid(unsafe_code)]

mod attack;
mod browser;
mod figures;
mod process;
mod random;
mod wire;
mod plan;
mod context;
mod table;
mod run;
mod soak;

pub use attack::{Attack, AttackReport};
pub use figures::{Latency, Report};
pub use plan::{Plan, Target};
pub use run::run;
pub use soak::{Sample, SoakCounts, SoakPhase, SoakPlan, SoakReport, soak};
