//! Bots in processes of their own on the command line.

use crate::failure::{Failure, sanitized, tell};
use crate::numbers::from_to;
use crate::series;
use arena::OnFault;
use arena::external::{ProcessPool, Terms, registration};
use arena::matches::Entrant;
use arena::process::{Launch, Limits};
use bots::any::roster;
use pages::{Words, msg};
use shelf::GameKind;
use std::time::Duration;

/// The bots that run in processes of their own, and the limits of these processes.
#[derive(clap::Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct ExternalBots {
    /// A bot in a process of its own; may be given several times
    #[arg(long = "bot", value_name = "NAME=COMMAND")]
    external: Vec<String>,
    /// The memory of each of its processes
    #[arg(long, value_name = "MB", allow_negative_numbers = true, value_parser = from_to::<u64>(1, 1 << 40))]
    bot_memory: Option<u64>,
    /// The processor time of each of its processes
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = from_to::<u64>(1, u64::from(u32::MAX)))]
    bot_cpu: Option<u64>,
    /// The number of processes that their user may have
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = from_to::<u64>(1, u64::from(u32::MAX)))]
    bot_processes: Option<u64>,
}

impl ExternalBots {
    /// Each bot as it was given, with its name and its command if the text has both.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&str, Option<(&str, &str)>)> {
        self.external.iter().map(|text| {
            let named = text.split_once('=').filter(|(_, command)| !command.trim().is_empty());
            (text.as_str(), named)
        })
    }

    /// The bots that `--bots` names: ours, and those of `--bot`. `all` is all of them.
    pub(crate) fn entrants(
        &self,
        names: &[String],
        kind: GameKind,
        words: Words,
    ) -> Result<Vec<Entrant>, Failure> {
        let mut external: Vec<Entrant> = Vec::new();
        for (text, named) in self.named() {
            let Some((name, command)) = named.filter(|(name, _)| is_name(name)) else {
                return Err(Failure::usage(msg!(words, "cli-match-external", text = text)));
            };
            external.push(Entrant { name: name.to_owned(), command: Some(command.to_owned()) });
        }
        let ours = roster(kind).iter().map(|bot| Entrant { name: bot.name.to_owned(), command: None });
        if names == ["all"] {
            return Ok(ours.chain(external).collect());
        }
        let mut bots = Vec::new();
        for name in names {
            let own = || ours.clone().find(|bot| bot.name == *name);
            let found = external.iter().find(|bot| bot.name == *name).cloned().or_else(own);
            bots.push(found.ok_or_else(|| series::unknown_bot(&[kind], name, words))?);
        }
        match external.iter().find(|bot| !bots.contains(bot)) {
            Some(bot) => Err(Failure::usage(msg!(words, "cli-match-not-named", name = bot.name.as_str()))),
            None => Ok(bots),
        }
    }

    /// Tells on standard error that a limit has no effect.
    pub(crate) fn warn(&self, words: Words) {
        if !self.external.is_empty() && !self.limits().warnings().is_empty() {
            tell(&msg!(words, "cli-match-root"));
        }
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits {
            memory_bytes: self.bot_memory.map(|megabytes| megabytes << 20),
            cpu_seconds: self.bot_cpu,
            processes: self.bot_processes,
        }
    }
}

/// Whether a bot can be called that: it must fit into a table, and `--bots` parts names by commas.
fn is_name(name: &str) -> bool {
    let fits = |letter: char| letter.is_alphanumeric() || "-_.+".contains(letter);
    (1..=32).contains(&name.chars().count()) && name.chars().all(fits) && name != "all"
}

/// The external bots of a series of games, and the terms on which they play.
#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
pub(crate) struct SeriesBots {
    #[command(flatten)]
    pub(crate) bots: ExternalBots,
    /// The time limit for a decision of a bot in a process of its own
    #[arg(long, value_name = "MS", default_value_t = 10_000, allow_negative_numbers = true, value_parser = from_to::<u64>(1, 86_400_000))]
    move_time: u64,
    /// The consequence of a fault of such a bot
    #[arg(long, value_parser = ["forfeit", "random", "resign"], default_value = "forfeit")]
    on_fault: String,
}

impl SeriesBots {
    pub(crate) fn terms(&self) -> Terms {
        let on_fault = OnFault::ALL.iter().copied().find(|policy| policy.name() == self.on_fault);
        Terms {
            on_fault: on_fault.unwrap_or_default(),
            decision: Duration::from_millis(self.move_time),
            ..Terms::default()
        }
    }
}

/// The external bots at the tables of a server, and the terms on which they play there.
#[derive(clap::Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct TableBots {
    #[command(flatten)]
    bots: ExternalBots,
    /// The time limit for a decision of such a bot
    #[arg(long, value_name = "MS", default_value_t = 10_000, allow_negative_numbers = true, value_parser = from_to::<u64>(1, 600_000))]
    move_time: u64,
    /// The consequence of a fault
    #[arg(long, value_parser = ["random", "resign"], default_value = "resign")]
    on_fault: String,
    /// The number of their processes that run at once
    #[arg(long, value_name = "N", default_value_t = 16, allow_negative_numbers = true, value_parser = from_to::<usize>(1, 10_000))]
    bot_places: usize,
}

impl TableBots {
    /// Probes each bot for the games that it plays, and registers those that start for the tables of this program. It does
    /// without the others, and says so.
    pub(crate) fn register(&self, words: Words) -> Result<(), Failure> {
        if self.bots.external.is_empty() {
            return Ok(());
        }
        let on_fault = if self.on_fault == "random" { OnFault::Random } else { OnFault::Resign };
        let decision = Duration::from_millis(self.move_time);
        let terms = Terms { on_fault, decision, ..Terms::default() };
        let limits = self.bots.limits();
        limits.warnings().iter().for_each(|warning| tracing::warn!("{warning}"));
        let pool = ProcessPool::new(
            self.bot_places,
            Box::new(|bot, seat, fault| tracing::warn!(bot, %seat, "an external bot: {fault}")),
        );
        let mut bots = Vec::new();
        for (text, named) in self.bots.named() {
            let (name, command) =
                named.ok_or_else(|| Failure::usage(msg!(words, "cli-external-form", text = text)))?;
            let launch = Launch::new(command).with_limits(limits);
            match registration(name, &launch, terms, &pool) {
                Ok(bot) => bots.push(bot),
                Err((fault, errors)) => {
                    let why = [fault.to_string(), sanitized(errors.trim_end())].join("\n");
                    tell(&msg!(words, "cli-external-start", name = name, why = why.trim_end()));
                    tracing::error!(bot = name, %fault, "an external bot does not start; tables do without it");
                    live::metrics::METRICS.bots_missing.add_one();
                }
            }
        }
        bots::registry::register(bots).map_err(Failure::usage)
    }
}
