//! The arena: external bots and their faults, matches, statistics.

#[cfg(unix)]
mod at_tables;
#[cfg(target_os = "linux")]
mod check;
mod common;
mod coverage;
mod endless;
#[cfg(target_os = "linux")]
mod examples;
#[cfg(unix)]
mod guests;
#[cfg(target_os = "linux")]
mod hostile;
mod levels;
#[cfg(unix)]
mod matches;
#[cfg(target_os = "linux")]
mod messages;
#[cfg(unix)]
mod outside;
#[cfg(target_os = "linux")]
mod process;
mod schema;
mod serve;
mod sprt;
