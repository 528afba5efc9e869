//! `neuland completions`: the script with which a shell completes the command line.

use crate::context::Context;
use crate::failure::Failure;
use crate::help;
use bots::any::roster;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::{Shell, generate};
use shelf::GameKind;

/// The shell to complete for.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let mut command = with_names(help::command(context));
    let mut script = Vec::new();
    generate(args.shell, &mut command, "neuland", &mut script);
    context.print(&String::from_utf8(script).map_err(Failure::failed)?)
}

/// The command line with the possible names of games, bots, chapters and commands. Only completion uses them: each command
/// checks its own arguments, and has a message for an unknown name.
fn with_names(mut command: Command) -> Command {
    let games: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.name()).collect();
    let mut bots: Vec<&str> =
        GameKind::ALL.iter().flat_map(|&kind| roster(kind)).map(|bot| bot.name).collect();
    bots.sort_unstable();
    bots.dedup();
    let commands: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in &commands {
        let one_of = |names: &[&str]| PossibleValuesParser::new(names.iter().map(|&name| name.to_owned()));
        let named = |arg: Arg| match (name.as_str(), arg.get_id().as_str()) {
            ("games" | "simulate" | "match" | "bot", "game") | ("bot-check", "games") | ("rules", "name") => {
                arg.value_parser(one_of(&games))
            }
            ("simulate" | "match", "bots") | ("bot", "name") => arg.value_parser(one_of(&bots)),
            ("help", "of") => arg.value_parser(PossibleValuesParser::new(commands.clone())),
            _ => arg,
        };
        command = command.mut_subcommand(name, |sub| sub.mut_args(named));
    }
    command
}
