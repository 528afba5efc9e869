//! `neuland games`: the shelf.

use crate::context::Context;
use crate::failure::Failure;
use crate::options::{about_key, in_each_language, values};
use game::Seat;
use game::options::{OptionInfo, Values};
use pages::{Lang, Words, msg, option_meaning};
use serde_json::{Map, Value, json};
use shelf::{GameInfo, GameKind};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// The arguments of `neuland games`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// One game, with the meaning of each value of its options.
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Prints every game with its options, or one of them with what each value means.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let one = args.game.as_ref().map(|name| kind(name, context.words)).transpose()?;
    if args.json {
        let all = GameKind::ALL.iter().filter(|kind| one.is_none_or(|one| one == **kind));
        let games = all.map(|kind| document(*kind)).collect::<Result<Vec<_>, _>>()?;
        return context.print(&format!("{:#}\n", json!({ "games": games })));
    }
    if let Some(kind) = one {
        return context.print(&explained(kind, context.words));
    }
    let texts: Vec<String> = GameKind::ALL.iter().map(|kind| in_words(&kind.info(), context.words)).collect();
    context.print(&texts.join("\n"))
}

fn in_words(game: &GameInfo, words: Words) -> String {
    let mut text = heading(game, words);
    for option in &game.options {
        let about = msg!(words, &about_key(option.name, option.clause));
        let _ = writeln!(text, "  {} = {}  ({})", option.name, option.default, option.clause);
        let values = msg!(
            words,
            "cli-games-values",
            values = values(&option.values, option.range, option.none, option.counts.as_ref(), words)
        );
        let _ = writeln!(text, "      {about}\n      {values}");
    }
    text
}

/// The name and the seats of a game, and what follows.
fn heading(game: &GameInfo, words: Words) -> String {
    let seats =
        msg!(words, "cli-games-seats", least = game.seats_min.to_string(), most = game.seats_max.to_string());
    // The name stands alone at its line's beginning, for the eye and for grep.
    format!("{}: {seats}\n\n{}\n", game.name, msg!(words, "cli-games-options"))
}

/// A game with what each value of its options means.
fn explained(kind: GameKind, words: Words) -> String {
    let mut text = heading(&kind.info(), words);
    for option in kind.options() {
        let about = msg!(words, &about_key(option.name, option.clause));
        let _ = writeln!(text, "\n  {} = {}  ({})", option.name, option.default, option.clause);
        let _ = writeln!(text, "      {}: {about}", words.option_title(option.name));
        let rows = meanings(option, words);
        let width = rows.iter().map(|(value, _)| value.width()).max().unwrap_or_default();
        for (value, meaning) in rows {
            let space = " ".repeat(width - value.width());
            let _ = writeln!(text, "{}", format!("      {value}{space}   {meaning}").trim_end());
        }
    }
    text
}

/// The values of an option as they are listed, each with its meaning. Seats are one row, and so are numbers.
fn meanings(option: &OptionInfo, words: Words) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    let named = |value: &str| (value.to_owned(), option_meaning(words, option.name, value));
    match option.values {
        Values::SeatOr(seats, _) => {
            let seats: Vec<String> = Seat::first(usize::from(seats)).map(|seat| seat.to_string()).collect();
            rows.push((seats.join(", "), msg!(words, "cli-games-seat")));
        }
        Values::Counts(kinds) => {
            let kinds = kinds.iter().copied().collect();
            rows.push((values(&[], None, None, Some(&kinds), words), String::new()));
        }
        _ => {}
    }
    if let Some((least, most)) = option.values.range() {
        let range = msg!(words, "cli-options-range", least = least.to_string(), most = most.to_string());
        rows.push((range, String::new()));
    }
    let names = option.values.names();
    rows.extend(names.iter().filter(|name| name.parse::<Seat>().is_err()).map(|name| named(name)));
    // Counts name it among their values.
    if let Some(none) = option.values.allows_none().filter(|none| !names.iter().any(|name| name == none)) {
        rows.push(named(none));
    }
    rows
}

/// The JSON document of a game, with its texts in each language.
fn document(kind: GameKind) -> Result<Value, Failure> {
    let mut game = serde_json::to_value(kind.info()).map_err(Failure::failed)?;
    game["title"] = in_each_language(|lang| Words::new(lang).game_title(kind.name()));
    let rows = game["options"].as_array_mut().map(Vec::as_mut_slice).unwrap_or_default();
    for (row, option) in rows.iter_mut().zip(kind.options()) {
        let none = option.values.allows_none().map(str::to_owned);
        let meanings: Map<String, Value> = option
            .values
            .names()
            .into_iter()
            .chain(none)
            .map(|value| {
                let meaning = |lang: Lang| option_meaning(Words::new(lang), option.name, &value);
                let meaning = in_each_language(meaning);
                (value, meaning)
            })
            .collect();
        row["title"] = in_each_language(|lang| Words::new(lang).option_title(option.name));
        row["meanings"] = Value::Object(meanings);
    }
    Ok(game)
}

/// The game of this name; a usage failure if there is none.
pub(crate) fn kind(name: &str, words: Words) -> Result<GameKind, Failure> {
    name.parse().map_err(|_| Failure::usage(unknown_game(name, words)))
}

/// Says that there is no game of this name, and lists those there are.
pub(crate) fn unknown_game(name: &str, words: Words) -> String {
    let names: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.name()).collect();
    msg!(words, "cli-games-unknown", name = name, names = names.join(", "))
}
