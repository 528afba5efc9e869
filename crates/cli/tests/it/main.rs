//! The program: its commands, its server, and what a kill leaves behind.

#[cfg(target_os = "linux")]
mod bots;
mod cli;
mod crash;
mod host;
mod load;
#[cfg(all(unix, feature = "postgres"))]
mod nodes;
