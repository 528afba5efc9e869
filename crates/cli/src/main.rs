//! The program `neuland`: one subcommand a file, each with its `Args` and a `run` that does it.

#![forbid(unsafe_code)]

mod admin;
mod analyse;
mod backup;
mod bot;
#[cfg(unix)]
mod bot_check;
mod cases;
mod completions;
mod context;
mod draw;
#[cfg(unix)]
mod external;
mod failure;
mod files;
mod games;
mod help;
mod island;
mod location;
mod man;
mod markdown;
#[cfg(unix)]
mod matches;
mod mcp;
#[cfg(feature = "postgres")]
mod migrate;
mod near;
mod numbers;
mod options;
mod own_box;
mod person;
mod ratings;
mod play;
mod position;
mod replay;
mod rules;
mod serve;
mod series;
mod simulate;
mod usage;
mod verify;
#[cfg(feature = "postgres")]
mod worker;

use clap::{FromArgMatches, Parser, Subcommand};
use context::Context;
use failure::Failure;
use pages::{Lang, msg};
use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "neuland", version, disable_help_subcommand = true)]
struct Cli {
    #[arg(long, global = true, value_parser = ["de", "en"], ignore_case = true)]
    lang: Option<String>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    Serve(Box<serve::Args>),
    Backup(backup::Args),
    Restore(backup::RestoreArgs),
    #[cfg(feature = "postgres")]
    Migrate(migrate::Args),
    #[cfg(feature = "postgres")]
    Worker(worker::Args),
    Games(games::Args),
    Simulate(simulate::Args),
    #[cfg(unix)]
    Match(matches::Args),
    Mcp(Box<mcp::Args>),
    Bot(bot::Args),
    #[cfg(unix)]
    BotCheck(bot_check::Args),
    Replay(replay::Args),
    Analyse(analyse::Args),
    Verify(verify::Args),
    Person(person::Args),
    Ratings(ratings::Args),
    Admin(Box<admin::Args>),
    Cases(cases::Args),
    Draw(draw::Args),
    Rules(rules::Args),
    Completions(completions::Args),
    Man(man::Args),
    Help(help::Args),
}

fn main() -> ExitCode {
    if processor::is_too_old() {
        // No more than the standard library, which is built for every processor.
        let _ = std::io::stderr().write_all(processor::TOO_OLD.as_bytes());
        return ExitCode::FAILURE;
    }
    start()
}

/// Runs the command that was asked for. It is not inlined into `main`, which must not use instructions that a processor may lack.
#[inline(never)]
fn start() -> ExitCode {
    let args = play::by_default(std::env::args_os().collect());
    let lang = context::lang(&args, |name| std::env::var(name).ok()).unwrap_or(Lang::En);
    let context = Context::new(lang);
    match run(args, &context) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(&context.words),
    }
}

fn run(args: Vec<OsString>, context: &Context) -> Result<(), Failure> {
    let mut command = help::command(context);
    let asked = asked(&command, &args);
    let cli = match command.try_get_matches_from_mut(args) {
        Ok(matches) => {
            Cli::from_arg_matches(&matches).map_err(|error| usage::failure(&error, &asked, context))?
        }
        Err(error) => return usage::answer(&error, &asked, context),
    };
    match cli.command {
        Some(Command::Play(args)) => play::run(&args, context),
        Some(Command::Serve(args)) => serve::run(&args, context),
        Some(Command::Backup(args)) => backup::run(&args, context),
        Some(Command::Restore(args)) => backup::restore(&args, context),
        #[cfg(feature = "postgres")]
        Some(Command::Migrate(args)) => migrate::run(&args, context),
        #[cfg(feature = "postgres")]
        Some(Command::Worker(args)) => worker::run(&args, context),
        Some(Command::Games(args)) => games::run(&args, context),
        Some(Command::Replay(args)) => replay::run(&args, context),
        Some(Command::Analyse(args)) => analyse::run(&args, context),
        Some(Command::Verify(args)) => verify::run(&args, context),
        Some(Command::Admin(args)) => admin::run(*args, context),
        Some(Command::Person(args)) => person::run(&args, context),
        Some(Command::Ratings(args)) => ratings::run(&args, context),
        Some(Command::Cases(args)) => cases::run(&args, context),
        Some(Command::Draw(args)) => draw::run(&args, context),
        Some(Command::Simulate(args)) => simulate::run(&args, context),
        #[cfg(unix)]
        Some(Command::Match(args)) => matches::run(&args, context),
        Some(Command::Mcp(args)) => mcp::run(&args, context),
        Some(Command::Bot(args)) => bot::run(&args, context),
        #[cfg(unix)]
        Some(Command::BotCheck(args)) => bot_check::run(&args, context),
        Some(Command::Rules(args)) => rules::run(&args, context),
        Some(Command::Completions(args)) => completions::run(&args, context),
        Some(Command::Man(args)) => man::run(&args, context),
        Some(Command::Help(args)) => help::run(&args, context),
        // Only `neuland --` comes here; without any argument it is `play`.
        None => Err(Failure::usage(usage::with_help(
            msg!(context.words, "cli-usage-no-command"),
            &asked,
            context,
        ))),
    }
}

/// The command that was asked for, for the hint where help is: `neuland simulate`.
fn asked(command: &clap::Command, args: &[OsString]) -> String {
    let name = args.iter().skip(1).find_map(|arg| command.find_subcommand(arg));
    name.map_or_else(|| "neuland".to_owned(), |name| format!("neuland {}", name.get_name()))
}
