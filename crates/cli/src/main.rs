//! The program `neuland`: one subcommand a file.

#![forbid(unsafe_code)]

mod failure;
mod simulate;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Plays board games exactly by their rulebooks.
#[derive(Parser)]
#[command(name = "neuland", version, about, disable_help_subcommand = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Lets bots play games and counts
    Simulate(simulate::Args),
}

fn main() -> ExitCode {
    // Clap itself prints usage errors on standard error and exits with 2.
    let cli = Cli::parse();
    let done = match cli.command {
        Command::Simulate(args) => simulate::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
