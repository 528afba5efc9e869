//! `neuland bot-check`: whether a bot keeps to the bot protocol.

use crate::context::Context;
use crate::failure::{Failure, sanitized};
use crate::games::kind;
use crate::numbers;
use arena::check::{Check, CheckResult, Finding, Problem, Report, Scene, Settings, Verdict, examine};
use game::Seed;
use indicatif::{ProgressBar, ProgressStyle};
use pages::{FluentArgs, Lang, Words, msg};
use serde_json::{Value, json};
use std::fmt::Write;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The page with the rules of the protocol.
const SPECIFICATION: &str = "docs/bot-protocol.md";

/// The arguments of `neuland bot-check`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The command line of the bot, which `sh -c` runs: "python3 my_bot.py"
    command: String,
    /// The games that are played [default: all that the bot plays]
    #[arg(long, value_name = "GAME", value_delimiter = ',')]
    games: Vec<String>,
    /// The seed of all games
    #[arg(long, default_value = "1", allow_negative_numbers = true, value_parser = numbers::seed)]
    seed: Seed,
    /// The time limit of the bot for a decision, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5000, allow_negative_numbers = true, value_parser = numbers::from_to::<u64>(10, 3_600_000))]
    move_time: u64,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    let games = args.games.iter().map(|game| kind(game, words)).collect::<Result<Vec<_>, _>>()?;
    let settings = Settings {
        games: Some(games).filter(|games| !games.is_empty()),
        seed: args.seed,
        decision: Duration::from_millis(args.move_time),
        ..Settings::new(args.command.clone())
    };
    let bar = if args.json || !std::io::stderr().is_terminal() {
        ProgressBar::hidden()
    } else {
        let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is well-formed");
        ProgressBar::new_spinner().with_style(style)
    };
    bar.enable_steady_tick(Duration::from_millis(100));
    let started = Instant::now();
    let report = examine(&settings, &mut |check| bar.set_message(about(check, words)));
    let took = started.elapsed();
    bar.finish_and_clear();
    if args.json {
        let document = document(args, &report, took);
        context.print(&format!("{document:#}\n"))?;
    } else {
        context.print(&sanitized(&in_words(&report, took, context)))?;
    }
    if report.has_passed() { Ok(()) } else { Err(Failure::Said) }
}

/// Describes a check: "starts and introduces itself".
fn about(check: Check, words: Words) -> String {
    msg!(words, &format!("cli-bot-check-about-{check}"))
}

/// The sentence of a problem.
fn sentence(problem: &Problem, words: Words) -> String {
    let mut arguments = FluentArgs::new();
    for (name, value) in problem.arguments() {
        arguments.set(name, value);
    }
    words.format(&format!("cli-bot-check-problem-{}", problem.key()), &arguments)
}

fn in_words(report: &Report, took: Duration, context: &Context) -> String {
    let words = context.words;
    let mut text = String::new();
    if let Some(hello) = &report.hello {
        let name = sanitized(&hello.name);
        let games = hello.games.as_ref().map(|games| sanitized(&games.join(", ")));
        let games = games.unwrap_or_else(|| msg!(words, "cli-bot-check-all-games"));
        let _ = writeln!(text, "{}", msg!(words, "cli-bot-check-bot", name = name, games = games));
    }
    let width = report.results.iter().map(|result| result.check.name().len()).max().unwrap_or(0);
    for result in &report.results {
        let verdict = msg!(words, &format!("cli-bot-check-{}", result.verdict().name()));
        let line = format!("{verdict:14}{:width$}  {}", result.check.name(), about(result.check, words));
        let _ = writeln!(text, "{}", line.trim_end());
        text.push_str(&findings(result, words));
    }
    let seconds = format!("{:.1}", took.as_secs_f64());
    let _ = writeln!(
        text,
        "\n{}",
        msg!(
            words,
            "cli-bot-check-games",
            whole = report.games_whole,
            cut = report.games_cut,
            seconds = seconds
        )
    );
    if let (Some(median), Some(longest)) = (report.median(), report.longest()) {
        let count = report.times.len();
        let (median, longest) = (millis(median), millis(longest));
        let times = msg!(words, "cli-bot-check-times", count = count, median = median, longest = longest);
        let _ = writeln!(text, "{times}");
    }
    let [passed, warned, failed, skipped] =
        [Verdict::Pass, Verdict::Warn, Verdict::Fail, Verdict::Skip].map(|verdict| report.count(verdict));
    let _ = writeln!(
        text,
        "{}",
        msg!(
            words,
            "cli-bot-check-summary",
            passed = passed,
            warned = warned,
            failed = failed,
            skipped = skipped
        )
    );
    text
}

/// The findings of a check, and where the specification says otherwise.
fn findings(result: &CheckResult, words: Words) -> String {
    let mut text = String::new();
    for Finding { problem, scene, sent, line, .. } in &result.findings {
        let what = sanitized(&sentence(problem, words));
        let _ = writeln!(text, "    {what}");
        if let Some(Scene { game, options, seats, seat }) = scene {
            let (seat, seats) = (seat.to_string(), seats.to_string());
            let mut scene = msg!(words, "cli-bot-check-scene", game = *game, seat = seat, seats = seats);
            for (number, (name, value)) in options.iter().enumerate() {
                let _ = write!(scene, "{} {name}={value}", if number == 0 { ":" } else { "," });
            }
            let _ = writeln!(text, "    {scene}");
        }
        for (sign, message) in [('>', sent), ('<', line)] {
            if let Some(message) = message {
                let _ = writeln!(text, "    {sign} {message}");
            }
        }
    }
    if !result.findings.is_empty() {
        let check = result.check;
        let _ = writeln!(text, "    {SPECIFICATION}#{}: {}", check.section(), check.rule());
    }
    text
}

fn millis(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1000.0)
}

/// The report as JSON: the same in every language.
fn document(args: &Args, report: &Report, took: Duration) -> Value {
    let english = Words::new(Lang::En);
    let results = report.results.iter().map(|result| {
        let findings: Vec<Value> = result.findings.iter().map(|finding| as_json(finding, english)).collect();
        json!({
            "check": result.check.name(),
            "verdict": result.verdict().name(),
            "section": format!("{SPECIFICATION}#{}", result.check.section()),
            "rule": result.check.rule(),
            "findings": findings,
        })
    });
    let ms = |time: Option<Duration>| time.map(|time| time.as_secs_f64() * 1000.0);
    json!({
        "command": args.command,
        "seed": args.seed.to_string(),
        "move_time_ms": args.move_time,
        "bot": report.hello,
        "passed": report.has_passed(),
        "checks": results.collect::<Vec<Value>>(),
        "games": { "whole": report.games_whole, "cut": report.games_cut },
        "decisions": {
            "count": report.times.len(),
            "median_ms": ms(report.median()),
            "max_ms": ms(report.longest()),
        },
        "seconds": took.as_secs_f64(),
    })
}

fn as_json(finding: &Finding, words: Words) -> Value {
    let arguments: serde_json::Map<String, Value> = finding
        .problem
        .arguments()
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect();
    let scene = finding.scene.as_ref().map(|scene| {
        let options: serde_json::Map<String, Value> =
            scene.options.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
        json!({ "game": scene.game, "seat": scene.seat.to_string(), "seats": scene.seats, "options": options })
    });
    json!({
        "problem": finding.problem.key(),
        "message": sentence(&finding.problem, words),
        "details": arguments,
        "game": scene,
        "sent": finding.sent,
        "line": finding.line,
    })
}
