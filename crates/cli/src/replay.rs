//! `neuland replay`: re-plays and checks a record, and prints a position of it.

use crate::context::Context;
use crate::failure::{Failure, sanitized};
use crate::files::{open, shown, wrong_record};
use crate::numbers;
use crate::position::{describe, seat_name};
use game::record::{FinalLine, Header, Step};
use game::{Seat, Turn, Viewer};
use pages::{Words, msg};
use serde_json::json;
use shelf::replay::replay;
use shelf::{Choose, Position};
use std::fmt::Write;
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// The arguments of `neuland replay`.
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
    /// The perspective: only what this seat may know.
    #[arg(long = "as", value_name = "SEAT", requires = "json", value_parser = ["A", "B", "C", "D", "E", "F"])]
    seat: Option<String>,
}

/// A record that holds from its first line to its last, and one of its positions.
pub(crate) struct Replayed {
    /// The first line.
    pub(crate) header: Header,
    /// The number of steps.
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
        return Err(Failure::usage(msg!(
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
        let viewer = match &args.seat {
            None => Viewer::Everything,
            Some(name) => Viewer::Seat(seat_at(name, &replayed, context.words)?),
        };
        return context.print(&document(&replayed, viewer));
    }
    // What a file says is printed, and not obeyed.
    context.print(&sanitized(&in_words(&replayed, context.words)))
}

/// The seat of this name, if it plays in this game.
fn seat_at(name: &str, replayed: &Replayed, words: Words) -> Result<Seat, Failure> {
    let seats = replayed.position.game.seats();
    let seat = name.parse().ok().filter(|seat: &Seat| seat.index() < seats);
    seat.ok_or_else(|| {
        Failure::usage(msg!(words, "cli-replay-no-seat", seat = name, seats = seats.to_string()))
    })
}

fn in_words(replayed: &Replayed, words: Words) -> String {
    let Replayed { header, steps, position, result } = replayed;
    let mut text = msg!(
        words,
        "cli-replay-position",
        game = header.game.as_str(),
        rules = header.rules.to_string(),
        at = position.number.to_string(),
        steps = steps.to_string()
    );
    if let Some(step) = &position.step {
        let after =
            msg!(words, "cli-replay-after", line = position.line.to_string(), step = step.to_string());
        let _ = write!(text, " {after}");
    }
    let _ = writeln!(text, "\n{}", describe(&position.game, &header.seats, words));
    text += &match result {
        None if header.closed.is_some() => msg!(words, "cli-replay-closed"),
        None => msg!(words, "cli-replay-unfinished"),
        Some(result) => {
            let winners: Vec<String> =
                result.winners.into_iter().map(|seat| seat_name(seat, &header.seats)).collect();
            let points: Vec<String> =
                result.points.iter().map(|(seat, points)| format!("{seat} {points}")).collect();
            let points = points.join(", ");
            match winners.as_slice() {
                [] => msg!(words, "cli-replay-no-winner", points = points),
                _ => msg!(words, "cli-replay-result", winners = words.list(&winners), points = points),
            }
        }
    };
    text.push('\n');
    text
}

/// The maximum number of actions listed for a seat: more than any position has, choices of cards aside.
const LISTED_MAX: usize = 1_024;

/// Everything as one JSON object, as far as the viewer may know it: with all open, what is secret in the game is in it, as a
/// record holds it anyway.
fn document(replayed: &Replayed, viewer: Viewer) -> String {
    let Replayed { header, steps, position, result } = replayed;
    let game = &position.game;
    let turn = match game.turn() {
        Turn::Decide(seats) => json!({ "decide": seats }),
        Turn::Chance(kind) => json!({ "chance": kind }),
        Turn::Over(outcome) => json!({ "over": { "winners": outcome.winners } }),
    };
    let is_open = viewer == Viewer::Everything;
    // Of what nature and others did, a seat is told by the events alone.
    let step = position.step.as_ref().filter(|step| match step {
        Step::Action { seat, .. } => viewer.sees(*seat),
        Step::Outcome(_) => is_open,
    });
    let mut points = if is_open { game.points() } else { game.points_open() };
    let mut legal = serde_json::Map::new();
    let mut choose = serde_json::Map::new();
    for seat in Seat::first(game.seats()).filter(|&seat| viewer.sees(seat)) {
        points.insert(seat, game.points()[&seat]);
        let listed = game.listed(seat, LISTED_MAX);
        legal.insert(seat.to_string(), json!(listed.actions));
        if let Some(Choose { verb, count, of }) = listed.choose {
            let all = json!({ "verb": verb, "count": count, "of": of, "total": listed.total });
            choose.insert(seat.to_string(), all);
        }
    }
    let document = json!({
        "game": header.game,
        "rules": header.rules,
        "options": game.options(),
        "seats": header.seats,
        "seed": header.seed.filter(|_| is_open),
        "at": position.number,
        "steps": steps,
        "line": position.line,
        "step": step,
        "events": position.events.as_ref().map(|events| events.documents(viewer)),
        "turn": turn,
        "points": points,
        "legal": legal,
        "choose": choose,
        "view": game.view(viewer),
        "setup": is_open.then(|| game.to_named_setup()),
        "result": result.as_ref().filter(|_| is_open || game.outcome().is_some()),
    });
    format!("{document:#}\n")
}
