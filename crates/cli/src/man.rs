//! `neuland man`: the manual pages, one for each command.

use crate::context::Context;
use crate::failure::Failure;
use crate::{files, help};
use clap::Command;
use clap_mangen::Man;
use pages::{Words, msg};
use std::io;
use std::path::PathBuf;

/// The arguments of `neuland man`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The folder.
    folder: PathBuf,
}

/// Writes a page for the program and one for each command: `neuland.1`, `neuland-simulate.1`, `neuland-admin-mute.1`, …
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    files::refuse_standard_output("FOLDER", Some(&args.folder), context.words)?;
    std::fs::create_dir_all(&args.folder)
        .map_err(|error| files::unwritable(&args.folder, &error, context.words))?;
    let mut command = help::command(context);
    command.build();
    write(&with_variables(command), args, context)
}

/// Writes the page of a command, and those of its commands.
fn write(command: &Command, args: &Args, context: &Context) -> Result<(), Failure> {
    for part in command.get_subcommands() {
        write(part, args, context)?;
    }
    let man =
        Man::new(command.clone()).manual("Neuland").source(concat!("neuland ", env!("CARGO_PKG_VERSION")));
    files::write(&args.folder.join(man.get_filename()), &page(&man, command, context.words)?, context)
}

/// The page in the reader's language: clap knows English headings for four of its sections.
fn page(man: &Man, command: &Command, words: Words) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    page.extend(section(&msg!(words, "cli-man-name"), |text| man.render_name_section(text))?);
    page.extend(section(&msg!(words, "cli-help-usage"), |text| man.render_synopsis_section(text))?);
    page.extend(section(&msg!(words, "cli-man-description"), |text| man.render_description_section(text))?);
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        page.extend(section(&msg!(words, "cli-help-commands"), |text| man.render_subcommands_section(text))?);
    }
    Ok(page)
}

/// A section under another heading than the one that it is rendered with.
fn section(heading: &str, render: impl Fn(&mut Vec<u8>) -> io::Result<()>) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    render(&mut text)?;
    let text = String::from_utf8(text).map_err(io::Error::other)?;
    let (before, body) = text.split_once(".SH ").unwrap_or(("", &text));
    let (_, body) = body.split_once('\n').unwrap_or((body, ""));
    Ok(format!("{before}.SH \"{}\"\n{body}", heading.to_uppercase()).into_bytes())
}

/// The commands with the variables that stand for their options, which `--help` prints by itself.
fn with_variables(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let Some(variable) = arg.get_env().map(|name| name.to_string_lossy().into_owned()) else {
            return arg;
        };
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        arg.help(format!("{help} [env: {variable}]"))
    });
    let names: Vec<String> = command.get_subcommands().map(|part| part.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, with_variables))
}
