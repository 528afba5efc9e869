//! `neuland analyse`: what was luck in finished games, and what was skill.

mod graph;
mod journal;
mod text;

use crate::context::Context;
use crate::failure::{Failure, sanitized, tell};
use crate::files::{open, refuse_standard_output, shown, unreadable, unwritable, write, wrong_record};
use crate::{numbers, series};
use analysis::{Analysis, AnalysisError, Effort, Season, analyse};
use journal::Journal;
use pages::{Words, coach_card, coach_refusal, msg};
use serde_json::json;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

/// The arguments of `neuland analyse`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Records of finished games; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The nodes of rollouts for each marked decision.
    #[arg(long, value_name = "NODES", allow_negative_numbers = true, value_parser = numbers::from_to::<u64>(100, 10_000_000))]
    deep: Option<u64>,
    /// The number of threads [default: one a processor]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = numbers::from_to::<u16>(1, 1024))]
    threads: Option<u16>,
    /// The file from which an analysis that was stopped goes on.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// The file for the graph of winning chances.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The file for the card of luck and skill.
    #[arg(long, value_name = "FILE")]
    card: Option<PathBuf>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Analyses records, and prints one game in full or several by player. A record that cannot be analysed is named, and does not keep
/// the others from being analysed.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    refuse_standard_output("--svg", args.svg.as_deref(), words)?;
    refuse_standard_output("--card", args.card.as_deref(), words)?;
    refuse_standard_output("--journal", args.journal.as_deref(), words)?;
    let picture = [("--svg", &args.svg), ("--card", &args.card)].into_iter().find(|(_, file)| file.is_some());
    if let Some((option, _)) = picture.filter(|_| args.files.len() > 1) {
        return Err(Failure::usage(msg!(words, "cli-analyse-one-graph", option = option)));
    }
    let effort = Effort { threads: series::threads(args.threads), deep: args.deep, ..Effort::default() };
    let journal = args.journal.as_deref().map(|path| opened(path, words)).transpose()?;
    if let [file] = &args.files[..] {
        let game = analysed(file, &effort, journal.as_ref(), context)?;
        if let Some(path) = &args.svg {
            write(path, graph::drawn(&game, words).as_bytes(), context)?;
        }
        if let Some(path) = &args.card {
            write(path, coach_card(words, &game, &text::names(&game)).as_bytes(), context)?;
        }
        let text = if args.json { document(&[(file, game)]) } else { text::game(&game, words) };
        return context.print(&if args.json { text } else { sanitized(&text) });
    }
    let (mut games, mut all) = (Vec::new(), true);
    for file in &args.files {
        match analysed(file, &effort, journal.as_ref(), context) {
            Ok(game) => games.push((file, game)),
            Err(Failure::Failed(message)) => {
                all = false;
                tell(&format!("{}: {}", msg!(words, "cli-error"), sanitized(&message)));
            }
            Err(other) => return Err(other),
        }
    }
    let text = if args.json { document(&games) } else { sanitized(&text::season(&games, words)) };
    context.print(&text)?;
    if all { Ok(()) } else { Err(Failure::Said) }
}

/// Opens the journal of a run.
fn opened(path: &Path, words: Words) -> Result<Journal, Failure> {
    Journal::open(path).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => {
            let (file, why) = (shown(path), error.to_string());
            Failure::failed(msg!(words, "cli-analyse-no-journal", file = file, why = why))
        }
        _ => unwritable(path, &error, words),
    })
}

fn analysed(
    file: &Path,
    effort: &Effort,
    journal: Option<&Journal>,
    context: &Context,
) -> Result<Analysis, Failure> {
    let mut input = open(file, context)?;
    let game = match journal {
        Some(journal) => {
            let mut record = Vec::new();
            input.read_to_end(&mut record).map_err(|error| unreadable(file, &error, context.words))?;
            journal.analysed(&record, effort)
        }
        None => analyse(input, effort),
    };
    game.map_err(|error| refused(file, &error, context.words))
}

/// The failure for a record that cannot be analysed.
fn refused(file: &Path, error: &AnalysisError, words: Words) -> Failure {
    if let AnalysisError::Replay(error) = error {
        return wrong_record(file, error, words);
    }
    let why = coach_refusal(words, error);
    Failure::failed(format!("{}: {why}", shown(file)))
}

/// The players of these games together.
fn players(games: &[(&PathBuf, Analysis)]) -> Season {
    let mut season = Season::default();
    games.iter().for_each(|(_, game)| season.add(game));
    season
}

/// Everything as one JSON object.
fn document(games: &[(&PathBuf, Analysis)]) -> String {
    let players = players(games).players();
    let games: Vec<serde_json::Value> = games
        .iter()
        .map(|(file, game)| {
            let mut game = json!(game);
            game["file"] = shown(file).into();
            game
        })
        .collect();
    format!("{:#}\n", json!({ "games": games, "players": players }))
}
