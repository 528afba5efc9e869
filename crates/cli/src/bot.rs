//! `neuland bot`: one of our bots behind the bot protocol, on standard input and output.

use crate::context::Context;
use crate::failure::{Failure, tell};
use crate::games::kind;
use crate::series::unknown_bot;
use arena::serve::{ServeError, serve};
use bots::any::roster;
use pages::msg;
use shelf::GameKind;
use std::io::{self, ErrorKind, IsTerminal};

/// The arguments of `neuland bot`.
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
        return Err(unknown_bot(&kinds, &args.name, words));
    }
    if io::stdin().is_terminal() {
        tell(&msg!(words, "cli-bot-waits"));
    }
    serve(&args.name, &kinds, io::stdin().lock(), io::stdout().lock()).map_err(|error| match error {
        // The host has closed its end.
        ServeError::Stream(error) if error.kind() == ErrorKind::BrokenPipe => Failure::Unread,
        error => Failure::failed(msg!(words, "cli-bot-ended", why = error.to_string())),
    })
}
