//! Bots in processes of their own at the tables of `neuland play` and `neuland serve`.

use crate::failure::{Failure, harmless};
use crate::numbers::from_to;
use arena::OnFault;
use arena::external::{Room, Terms, invitation};
use arena::process::{Launch, Limits};
use pages::{Words, say};
use std::time::Duration;

/// Which bots come from outside, and what they may do.
#[derive(clap::Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct Args {
    /// A bot in a process of its own; may be given several times
    #[arg(long = "bot", value_name = "NAME=COMMAND")]
    pub(crate) external: Vec<String>,
    /// How long it may think
    #[arg(long, value_name = "MS", default_value_t = 10_000, allow_negative_numbers = true, value_parser = from_to::<u64>(1, 600_000))]
    move_time: u64,
    /// What follows from a fault
    #[arg(long, value_parser = ["random", "resign"], default_value = "resign")]
    on_fault: String,
    /// How many of their processes run at once
    #[arg(long, value_name = "N", default_value_t = 16, allow_negative_numbers = true, value_parser = from_to::<usize>(1, 10_000))]
    bot_places: usize,
    /// The memory of each of their processes
    #[arg(long, value_name = "MB", allow_negative_numbers = true, value_parser = from_to::<u64>(1, 1 << 40))]
    bot_memory: Option<u64>,
    /// The processor time of each of their processes
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = from_to::<u64>(1, u64::from(u32::MAX)))]
    bot_cpu: Option<u64>,
    /// How many processes their user may have
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = from_to::<u64>(1, u64::from(u32::MAX)))]
    bot_processes: Option<u64>,
}

impl Args {
    /// Starts each of them for a moment to hear what it plays, and lets it sit at tables from now on.
    pub(crate) fn invite(&self, words: Words) -> Result<(), Failure> {
        if self.external.is_empty() {
            return Ok(());
        }
        let decision = Duration::from_millis(self.move_time);
        let on_fault = if self.on_fault == "random" { OnFault::Random } else { OnFault::Resign };
        let terms = Terms { on_fault, decision, ..Terms::default() };
        let limits = Limits {
            memory_bytes: self.bot_memory.map(|megabytes| megabytes << 20),
            cpu_seconds: self.bot_cpu,
            processes: self.bot_processes,
        };
        limits.warnings().iter().for_each(|warning| tracing::warn!("{warning}"));
        let room = Room::new(
            self.bot_places,
            Box::new(|bot, seat, fault| tracing::warn!(bot, %seat, "a bot in a process of its own: {fault}")),
        );
        let mut guests = Vec::new();
        for text in &self.external {
            let named = text.split_once('=').filter(|(_, command)| !command.trim().is_empty());
            let (name, command) =
                named.ok_or_else(|| Failure::usage(say!(words, "cli-guest-form", text = text.as_str())))?;
            let launch = Launch::new(command).with_limits(limits);
            guests.push(invitation(name, &launch, terms, &room).map_err(|(fault, errors)| {
                let why = [fault.to_string(), harmless(errors.trim_end())].join("\n");
                Failure::failed(say!(words, "cli-guest-start", name = name, why = why.trim_end()))
            })?);
        }
        bots::guests::invite(guests).map_err(Failure::usage)
    }
}
