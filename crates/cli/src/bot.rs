//! `neuland bot`: one of our bots behind the bot protocol, on standard input and output.

use crate::context::Context;
use crate::failure::Failure;
use crate::games::kind;
use arena::serve::{ServeError, serve};
use bots::any::roster;
use pages::{Words, say};
use shelf::GameKind;
use std::io::{self, ErrorKind, IsTerminal};

/// Which bot.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The bot, as `neuland bot` lists them where it does not know one: settler
    name: String,
    /// The game that it plays [default: every game that has a bot of this name]
    game: Option<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    let kinds = match &args.game {
        Some(game) => vec![kind(game, words)?],
        None => GameKind::ALL.to_vec(),
    };
    let has = |kind: &GameKind| roster(*kind).iter().any(|bot| bot.name == args.name);
    if !kinds.iter().any(has) {
        return Err(Failure::usage(unknown(&args.name, &kinds, words)));
    }
    if io::stdin().is_terminal() {
        eprintln!("{}", say!(words, "cli-bot-waits"));
    }
    serve(&args.name, &kinds, io::stdin().lock(), io::stdout().lock()).map_err(|error| match error {
        // The host has closed its end.
        ServeError::Stream(error) if error.kind() == ErrorKind::BrokenPipe => Failure::Unread,
        error => Failure::failed(say!(words, "cli-bot-ended", why = error.to_string())),
    })
}

/// That none of the games has a bot of this name, and which bots they have.
fn unknown(name: &str, kinds: &[GameKind], words: Words) -> String {
    let mut names: Vec<&str> = Vec::new();
    for bot in kinds.iter().flat_map(|&kind| roster(kind)) {
        if !names.contains(&bot.name) {
            names.push(bot.name);
        }
    }
    say!(words, "cli-series-bot", name = name, names = names.join(", "))
}
