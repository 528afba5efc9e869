//! The help texts, in the reader's language: clap knows the arguments, `locales/*/cli.ftl` says what they do.
//!
//! A command says what it does in `cli-help-COMMAND`, its argument `x` in `cli-help-COMMAND-x`; what all commands
//! share is in `cli-help-x`. A test walks through all of them.

use crate::context::Context;
use crate::failure::Failure;
use crate::near::nearest;
use crate::{Cli, usage};
use clap::{ArgAction, Command, CommandFactory};
use pages::{Words, msg};

/// The command to explain.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A command, and a command of it.
    #[arg(value_name = "COMMAND")]
    of: Vec<String>,
}

/// Prints what `--help` prints after these commands.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let mut command = command(context);
    let mut at = &command;
    let mut asked = "neuland".to_owned();
    for name in &args.of {
        let Some(sub) = at.find_subcommand(name) else {
            let words = context.words;
            let mut said = msg!(words, "cli-usage-subcommand", name = name.as_str());
            let near = nearest(name, at.get_subcommands().map(Command::get_name));
            if !near.is_empty() {
                said = format!("{said}\n{}", msg!(words, "cli-usage-near", near = near.join(", ")));
            }
            return Err(Failure::usage(usage::with_help(said, &asked, context)));
        };
        asked = format!("{asked} {name}");
        at = sub;
    }
    let line = asked.split(' ').chain(["--help"]);
    match command.try_get_matches_from_mut(line.collect::<Vec<_>>()) {
        Ok(_) => Ok(()),
        Err(help) => usage::answer(&help, &asked, context),
    }
}

/// The command line with its help texts.
pub(crate) fn command(context: &Context) -> Command {
    let words = context.words;
    let mut command = Cli::command().about(msg!(words, "cli-help-neuland")).term_width(context.help_width());
    // Clap adds its own `--help` and `--version` late, with English texts: so these are ours.
    command = command.disable_help_flag(true).disable_version_flag(true);
    let help = clap::Arg::new("help").short('h').long("help").action(ArgAction::Help).global(true);
    let version = clap::Arg::new("version").short('V').long("version").action(ArgAction::Version);
    command = command.arg(help).arg(version);
    command = command.mut_args(|arg| {
        // `cli-help-help` is what the command of this name does.
        let id = if arg.get_id() == "help" { "flag" } else { arg.get_id().as_str() };
        let key = format!("cli-help-{id}");
        described(arg, &key, words)
    });
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(&name, |sub| {
            let about = msg!(words, &format!("cli-help-{name}"));
            let sub = sub.mut_args(|arg| {
                let key = format!("cli-help-{name}-{}", arg.get_id());
                described(arg, &key, words)
            });
            in_parts(frame(sub, words).about(about), &name, words)
        });
    }
    frame(command, words)
}

/// The help texts of the commands of a command: an argument has the same meaning in all of them.
fn in_parts(mut command: Command, name: &str, words: Words) -> Command {
    let parts: Vec<String> = command.get_subcommands().map(|part| part.get_name().to_owned()).collect();
    for part in parts {
        command = command.mut_subcommand(&part, |sub| {
            let about = msg!(words, &format!("cli-help-{name}-{part}"));
            let sub = sub.mut_args(|arg| {
                let key = format!("cli-help-{name}-arg-{}", arg.get_id());
                described(arg, &key, words)
            });
            frame(sub, words).about(about)
        });
    }
    command.disable_help_subcommand(true)
}

fn described(arg: clap::Arg, key: &str, words: Words) -> clap::Arg {
    let heading = if arg.is_positional() { "cli-help-arguments" } else { "cli-help-options" };
    let mut help = msg!(words, key);
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if arg.get_action().takes_values() && !defaults.is_empty() {
        help.push(' ');
        help.push_str(&msg!(words, "cli-help-default", value = defaults.join(",")));
    }
    let takes_values = arg.get_action().takes_values();
    // What every command has comes last.
    let order = if arg.is_global_set() { 900 } else { 0 };
    arg.help(help)
        .display_order(order)
        .help_heading(msg!(words, heading))
        .hide_possible_values(takes_values)
        .hide_default_value(takes_values)
        // The name of the variable, but not what it is set to.
        .hide_env_values(true)
}

/// The frame around what clap lists.
fn frame(command: Command, words: Words) -> Command {
    command
        .help_template(format!(
            "{{about}}\n\n{}: {{usage}}\n\n{{all-args}}{{after-help}}",
            msg!(words, "cli-help-usage")
        ))
        .subcommand_help_heading(msg!(words, "cli-help-commands"))
        .subcommand_value_name(msg!(words, "cli-help-command"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pages::Lang;

    #[test]
    fn help_fits_into_the_terminal() {
        for (lang, width) in Lang::ALL.into_iter().flat_map(|lang| [80, 72].map(|width| (lang, width))) {
            let mut command = command(&Context { width: Some(width), ..Context::new(lang) });
            let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
            command.build();
            for name in names {
                let help =
                    command.find_subcommand_mut(&name).expect("a command").render_long_help().to_string();
                for line in help.lines().filter(|line| line.contains("  ")) {
                    assert!(unicode_width::UnicodeWidthStr::width(line) <= width, "{name}: {line}");
                }
            }
        }
    }

    #[test]
    fn every_argument_is_described_in_both_languages() {
        for lang in Lang::ALL {
            let mut command = command(&Context::new(lang));
            let help = command.render_help().to_string();
            let unbroken = help.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(unbroken.contains(&msg!(Words::new(lang), "cli-help-rules")), "{help}");
            let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
            assert!(names.len() > 1);
            for name in names {
                let sub = command.find_subcommand_mut(&name).expect("a name of the list");
                for sub in std::iter::once(&*sub).chain(sub.get_subcommands()) {
                    for arg in sub.get_arguments() {
                        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                        let (part, id) = (sub.get_name(), arg.get_id());
                        assert!(
                            !help.is_empty() && !help.starts_with("cli-help"),
                            "{name} {part} {id}: {help}"
                        );
                    }
                    let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
                    assert!(!about.is_empty() && !about.starts_with("cli-help"), "{name}: {about}");
                }
            }
            command.debug_assert();
        }
    }
}
