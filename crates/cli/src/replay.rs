//! `neuland replay`: re-plays and checks a record, and prints a position of it.

use crate::context::Context;
use crate::failure::Failure;
use crate::files::{open, shown, wrong_record};
use crate::numbers;
use crate::position::{describe, seat_name};
use game::record::{FinalLine, Header};
use game::{Turn, Viewer};
use pages::{Words, say};
use serde_json::json;
use shelf::Position;
use shelf::replay::replay;
use std::fmt::Write;
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// What to re-play.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The record; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The position after so many steps, instead of the last.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::from_to::<usize>(0, u64::MAX))]
    at: Option<usize>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// A record that holds from its first line to its last, and one of its positions.
pub(crate) struct Replayed {
    /// The first line.
    pub(crate) header: Header,
    /// How many steps there are.
    pub(crate) steps: usize,
    /// The position that was asked for.
    pub(crate) position: Position,
    /// The last line, if the game was finished.
    pub(crate) result: Option<FinalLine>,
}

/// Re-plays a whole record, and keeps the position after `at` steps, or the last. `path` is for errors.
pub(crate) fn replayed(
    input: impl BufRead,
    path: &Path,
    at: Option<usize>,
    context: &Context,
) -> Result<Replayed, Failure> {
    let words = context.words;
    let wrong = |error| wrong_record(path, &error, words);
    let mut replay = replay(input).map_err(wrong)?;
    let header = replay.header().clone();
    let mut kept = None;
    let mut steps = 0;
    for position in replay.by_ref() {
        let position = position.map_err(wrong)?;
        steps = position.number;
        if at.is_none_or(|at| at == steps) {
            kept = Some(position);
        }
    }
    let Some(position) = kept else {
        return Err(Failure::usage(say!(
            words,
            "cli-replay-at",
            at = at.unwrap_or_default().to_string(),
            file = shown(path),
            steps = steps.to_string()
        )));
    };
    Ok(Replayed { header, steps, position, result: replay.result().cloned() })
}

/// Re-plays a record and prints a position.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let input = open(&args.file, context)?;
    let replayed = replayed(input, &args.file, args.at, context)?;
    if args.json {
        return context.print(&document(&replayed));
    }
    context.print(&in_words(&replayed, context.words))
}

fn in_words(replayed: &Replayed, words: Words) -> String {
    let Replayed { header, steps, position, result } = replayed;
    let mut text = say!(
        words,
        "cli-replay-position",
        game = header.game.as_str(),
        rules = header.rules.to_string(),
        at = position.number.to_string(),
        steps = steps.to_string()
    );
    if let Some(step) = &position.step {
        let after =
            say!(words, "cli-replay-after", line = position.line.to_string(), step = step.to_string());
        let _ = write!(text, " {after}");
    }
    let _ = writeln!(text, "\n{}", describe(&position.game, &header.seats, words));
    text += &match result {
        None => say!(words, "cli-replay-unfinished"),
        Some(result) => {
            let winners: Vec<String> =
                result.winners.into_iter().map(|seat| seat_name(seat, &header.seats)).collect();
            let points: Vec<String> =
                result.points.iter().map(|(seat, points)| format!("{seat} {points}")).collect();
            let points = points.join(", ");
            match winners.as_slice() {
                [] => say!(words, "cli-replay-no-winner", points = points),
                _ => say!(words, "cli-replay-result", winners = words.list(&winners), points = points),
            }
        }
    };
    text.push('\n');
    text
}

/// Everything as one JSON object; what is secret in the game is in it, as a record holds it anyway.
fn document(replayed: &Replayed) -> String {
    let Replayed { header, steps, position, result } = replayed;
    let game = &position.game;
    let turn = match game.turn() {
        Turn::Decide(seats) => json!({ "decide": seats }),
        Turn::Chance(kind) => json!({ "chance": kind }),
        Turn::Over(outcome) => json!({ "over": { "winners": outcome.winners } }),
    };
    let document = json!({
        "game": header.game,
        "rules": header.rules,
        "options": game.options(),
        "seats": header.seats,
        "seed": header.seed,
        "at": position.number,
        "steps": steps,
        "line": position.line,
        "step": position.step,
        "events": position.events.as_ref().map(|events| events.documents(Viewer::Everything)),
        "turn": turn,
        "points": game.points(),
        "view": game.view(Viewer::Everything),
        "setup": game.to_named_setup(),
        "result": result,
    });
    format!("{document:#}\n")
}
