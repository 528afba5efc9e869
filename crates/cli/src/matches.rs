//! `neuland match`: bots meet on rotating seats, and the result is judged.

mod page;
mod plots;
mod report;

use crate::context::Context;
use crate::external::SeriesBots;
use crate::failure::{Failure, tell};
use crate::files::{refuse_standard_output, shown, unwritable, write};
use crate::games::kind;
use crate::series::Progress;
use crate::{numbers, own_box, series};
use arena::matches::{
    Format, FormatError, Journal, JournalError, Plan, PlanError, RunError, RunOptions, SettingDifference,
    Settings, SprtSettings, Summary, record_path,
};
use arena::stats::ErrorRates;
use game::Seed;
use pages::{Words, msg};
use report::{Document, Times};
use shelf::GameKind;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The games of a match without and with a sequential test, where nobody says how many.
const GAMES: u64 = 1000;
const GAMES_OF_A_TEST: u64 = 20_000;

/// Lets bots meet on rotating seats and judges the result
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, as `neuland games` names it: catan
    game: String,
    /// The bots, or `all`
    #[arg(long, value_name = "NAME", value_delimiter = ',', required = true)]
    bots: Vec<String>,
    #[command(flatten)]
    external: SeriesBots,
    /// Seats at each table
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::from_to::<usize>(0, u64::MAX))]
    seats: Option<usize>,
    /// The pairing of the bots
    #[arg(long, value_parser = ["one", "half", "round-robin"], default_value = "round-robin")]
    format: String,
    /// The number of games
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::from_to::<u64>(1, u64::from(u32::MAX)))]
    games: Option<u64>,
    /// Plays until a sequential test decides between two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = numbers::elos)]
    sprt: Option<(f64, f64)>,
    /// The probability that the test accepts ELO1 wrongly
    #[arg(long, value_name = "A", default_value = "0.05", requires = "sprt", value_parser = numbers::probability)]
    alpha: f64,
    /// The probability that the test accepts ELO0 wrongly
    #[arg(long, value_name = "B", default_value = "0.05", requires = "sprt", value_parser = numbers::probability)]
    beta: f64,
    /// The seed of the match
    #[arg(long, default_value = "1", allow_negative_numbers = true, value_parser = numbers::seed)]
    seed: Seed,
    /// The number of threads that play
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = numbers::from_to::<u16>(1, 1024))]
    threads: Option<u16>,
    /// A rule of the game
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    options: Vec<String>,
    /// The owner's box of Mayflower
    #[arg(long, value_name = "FILE")]
    tiles: Option<PathBuf>,
    /// Shows on standard error how far it is, also where that is no terminal
    #[arg(long)]
    progress: bool,
    /// Takes the luck out of the result
    #[arg(long)]
    luck: bool,
    /// Shows how long bots took
    #[arg(long)]
    times: bool,
    /// Writes every game to a record in this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Writes every finished group to this file, and goes on from it
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Writes a page with the result and plots
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    for (option, path) in
        [("--records", &args.records), ("--journal", &args.journal), ("--report", &args.report)]
    {
        refuse_standard_output(option, path.as_deref(), words)?;
    }
    let plan = plan(args, words)?;
    args.external.bots.warn(words);
    if let Some(folder) = &args.records {
        series::make_folder(folder, words)?;
    }
    let journal = args.journal.as_deref().map(|path| open_journal(path, &plan, words)).transpose()?;
    // Where a match goes on, records may exist: those of a group whose turn it was when the match stopped are written again.
    if let Some(folder) = &args.records
        && journal.as_ref().is_none_or(Journal::is_new)
    {
        let rotations = |group| (0..plan.table(group).rotations()).map(move |rotation| (group, rotation));
        let games = (0..plan.groups()).flat_map(rotations);
        let paths = games.map(|(group, rotation)| record_path(&plan, folder, group, rotation));
        series::refuse_existing(paths, words)?;
    }
    if let Some(path) = &args.report {
        // Long matches do not fail at their end for a wrong path.
        let opened = File::options().append(true).create(true).open(path);
        opened.map_err(|error| unwritable(path, &error, words))?;
    }
    let threads = series::threads(args.threads);
    let names: Vec<&str> = plan.bots().iter().map(|bot| bot.name.as_str()).collect();
    let what = msg!(words, "cli-simulate-what", game = args.game.as_str(), bots = names.join(", "));
    let mut progress = Progress::new(plan.games(), args.progress, &what, words);
    let started = Instant::now();
    let running = RunOptions {
        threads,
        journal,
        records: args.records.clone(),
        times: args.times,
        watch: Box::new(|games| {
            progress.at(games);
            true
        }),
    };
    let groups = arena::matches::run(&plan, running).map_err(|error| match error {
        RunError::OwnBot(error) => Failure::failed(msg!(
            words,
            "cli-match-own-bot",
            group = error.group.to_string(),
            seed = error.seed.to_string(),
            why = error.illegal.to_string()
        )),
        RunError::BotStart(error) => series::does_not_start(&error, words),
        RunError::Io { path, error } => unwritable(&path, &error, words),
        other => Failure::failed(other),
    })?;
    progress.finish();
    let times = args.times.then(|| Times::new(&plan, &groups, threads, started.elapsed()));
    let document = Document { summary: Summary::new(&plan, &groups), times };
    if args.json {
        let text = serde_json::to_string_pretty(&document).map_err(Failure::failed)?;
        context.print(&format!("{text}\n"))?;
    } else {
        context.print(&report::in_words(&document, words))?;
    }
    // Last, so that a disk that is full by now costs the page and not the result.
    match &args.report {
        Some(path) => {
            write(path, page::page(&plan, &groups, &document, words).into_string().as_bytes(), context)
        }
        None => Ok(()),
    }
}

/// The plan that the arguments ask for.
fn plan(args: &Args, words: Words) -> Result<Plan, Failure> {
    let kind = kind(&args.game, words)?;
    let bots = args.external.bots.entrants(&args.bots, kind, words)?;
    let format: Format = args.format.parse().map_err(Failure::usage)?;
    let seats = || match format {
        Format::One => bots.len().max(2).to_string(),
        Format::Half | Format::RoundRobin => "2".to_owned(),
    };
    let options = own_box::settings(args.tiles.as_deref(), kind, &args.options, words)?;
    let start = series::start(kind, &options, args.seats, seats, words)?;
    let rates = ErrorRates { alpha: args.alpha, beta: args.beta };
    let sprt = args.sprt.map(|(elo0, elo1)| SprtSettings { elo0, elo1, rates });
    let games = args.games.unwrap_or(if sprt.is_some() { GAMES_OF_A_TEST } else { GAMES });
    let settings = Settings {
        start,
        bots,
        format,
        games,
        sprt,
        seed: args.seed,
        terms: args.external.terms(),
        limits: args.external.bots.limits(),
        luck: args.luck,
    };
    Plan::new(settings).map_err(|error| refused(&error, kind, words))
}

/// The failure for a plan that is impossible.
fn refused(error: &PlanError, kind: GameKind, words: Words) -> Failure {
    Failure::usage(match error {
        PlanError::NamedTwice { name } => msg!(words, "cli-match-named-twice", name = name.as_str()),
        PlanError::UnknownBot { name } => return series::unknown_bot(&[kind], name, words),
        PlanError::Format(FormatError::TooFewBots) => msg!(words, "cli-match-too-few-bots"),
        PlanError::Format(FormatError::TooManyBots { bots, seats }) => {
            msg!(words, "cli-match-too-many-bots", bots = *bots, seats = *seats)
        }
        PlanError::Format(FormatError::NotHalf { .. }) => msg!(words, "cli-match-not-half"),
        PlanError::Format(FormatError::TooManyTables { most }) => {
            msg!(words, "cli-match-too-many-tables", most = most.to_string())
        }
        PlanError::Sprt(_) => msg!(words, "cli-match-sprt"),
        PlanError::SprtOfManyTables { tables } => {
            msg!(words, "cli-match-sprt-tables", tables = tables.to_string())
        }
        other => other.to_string(),
    })
}

fn open_journal(path: &Path, plan: &Plan, words: Words) -> Result<Journal, Failure> {
    let journal = Journal::open(path, plan).map_err(|error| match error {
        JournalError::Io { path, error } => unwritable(&path, &error, words),
        JournalError::Damaged { path, line, why } => Failure::failed(msg!(
            words,
            "cli-match-journal-damaged",
            file = shown(&path),
            line = line.to_string(),
            why = why
        )),
        JournalError::OtherMatch { path, differences } => {
            let mut text = msg!(words, "cli-match-journal-other", file = shown(&path));
            for SettingDifference { setting, journal, asked } in differences {
                let (journal, asked) = (journal.to_string(), asked.to_string());
                text.push('\n');
                text += &msg!(
                    words,
                    "cli-match-journal-difference",
                    setting = setting,
                    journal = journal,
                    asked = asked
                );
            }
            Failure::usage(text)
        }
        JournalError::InUse { path } => {
            Failure::failed(msg!(words, "cli-match-journal-in-use", file = shown(&path)))
        }
        other => Failure::failed(other),
    })?;
    if journal.was_torn() {
        tell(&msg!(words, "cli-match-journal-torn", file = shown(path)));
    }
    Ok(journal)
}
