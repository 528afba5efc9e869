//! `neuland games`: the shelf.

use crate::context::Context;
use crate::failure::Failure;
use crate::options::values;
use pages::{Words, say};
use shelf::{GameInfo, GameKind};
use std::fmt::Write;

/// How to show it.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Prints every game with its options.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let games: Vec<GameInfo> = GameKind::ALL.iter().map(|kind| kind.info()).collect();
    if args.json {
        let document = serde_json::json!({ "games": games });
        return context.print(&format!("{document:#}\n"));
    }
    let texts: Vec<String> = games.iter().map(|game| in_words(game, context)).collect();
    context.print(&texts.join("\n"))
}

fn in_words(game: &GameInfo, context: &Context) -> String {
    let words = context.words;
    let seats =
        say!(words, "cli-games-seats", least = game.seats_min.to_string(), most = game.seats_max.to_string());
    // The name stands alone at its line's beginning, for the eye and for grep.
    let mut text = format!("{}: {seats}\n\n", game.name);
    let _ = writeln!(text, "{}", say!(words, "cli-games-options"));
    for option in &game.options {
        let about = say!(words, &crate::options::about_key(option.name, option.clause));
        let _ = writeln!(text, "  {} = {}  ({})", option.name, option.default, option.clause);
        let values = say!(
            words,
            "cli-games-values",
            values = values(&option.values, option.range, option.none, option.counts.as_ref(), words)
        );
        let _ = writeln!(text, "      {about}\n      {values}");
    }
    text
}

/// The game of this name; a usage failure if there is none.
pub(crate) fn kind(name: &str, words: Words) -> Result<GameKind, Failure> {
    name.parse().map_err(|_| Failure::usage(unknown_game(name, words)))
}

/// That there is no game of this name, and which there are.
pub(crate) fn unknown_game(name: &str, words: Words) -> String {
    let names: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.name()).collect();
    say!(words, "cli-games-unknown", name = name, names = names.join(", "))
}
