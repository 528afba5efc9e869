//! The result of a match for other programs, and for the person at the terminal.

use crate::series::{FirstFault, faults_in_words};
use arena::matches::{BotSummary, Group, LuckSummary, Measure, Plan, SprtSummary, Summary, times};
use arena::stats::{Decision, Elo, Interval, Z95};
use pages::{Words, msg};
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

/// The document that `--json` prints.
#[derive(Serialize)]
pub(super) struct Document {
    #[serde(flatten)]
    pub(super) summary: Summary,
    /// The measured times: the only part that differs from run to run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) times: Option<Times>,
}

/// The time it took.
#[derive(Serialize)]
pub(super) struct Times {
    seconds: f64,
    threads: usize,
    bots: Vec<BotTimes>,
}

#[derive(Serialize)]
struct BotTimes {
    name: String,
    decisions: u64,
    mean_ms: f64,
    max_ms: f64,
}

impl Times {
    pub(super) fn new(plan: &Plan, groups: &[Group], threads: usize, elapsed: Duration) -> Times {
        let bots = plan.bots().iter().zip(times(plan, groups)).map(|(bot, watch)| BotTimes {
            name: bot.name.clone(),
            decisions: watch.decisions,
            mean_ms: watch.mean_ms(),
            max_ms: watch.max_ms(),
        });
        Times { seconds: elapsed.as_secs_f64(), threads, bots: bots.collect() }
    }

    /// One line for each bot.
    pub(super) fn lines(&self, words: Words) -> Vec<String> {
        let line = |bot: &BotTimes| {
            msg!(
                words,
                "cli-report-times",
                name = bot.name.as_str(),
                decisions = bot.decisions.to_string(),
                mean = format!("{:.3}", bot.mean_ms),
                max = format!("{:.3}", bot.max_ms)
            )
        };
        let whole = msg!(
            words,
            "cli-match-times",
            seconds = format!("{:.1}", self.seconds),
            threads = self.threads.to_string()
        );
        std::iter::once(whole).chain(self.bots.iter().map(line)).collect()
    }
}

/// A share of games: `53.5%`.
pub(super) fn percent(share: f64) -> String {
    format!("{}%", minus(100.0 * share))
}

/// An interval of shares: `50.1 – 56.9%`.
pub(super) fn percents(interval: Interval) -> String {
    format!("{} – {}%", minus(100.0 * interval.low), minus(100.0 * interval.high))
}

/// A number with one decimal; without luck, shares may leave the range from 0 to 1.
fn minus(value: f64) -> String {
    signed(value, 1).trim_start_matches('+').to_owned()
}

/// An Elo difference: `+24`, `−∞`.
pub(super) fn elo(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "+∞" } else { "−∞" }.to_owned();
    }
    signed(value, 0)
}

/// A number with its sign.
pub(super) fn signed(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", value.abs());
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    match value {
        _ if is_zero => text,
        _ if value < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

pub(super) fn elos(elo_: &Elo) -> String {
    format!("{} … {}", elo(elo_.interval.low), elo(elo_.interval.high))
}

/// A value that may be missing.
pub(super) fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "–".to_owned())
}

/// A mean and its standard deviation.
pub(super) fn spread(measure: &Measure) -> String {
    or_dash(measure.mean.map(|mean| match measure.deviation {
        Some(deviation) => format!("{mean:.1} ± {deviation:.1}"),
        None => format!("{mean:.1}"),
    }))
}

/// A mean margin and half the width of its interval.
pub(super) fn margin(bot: &BotSummary) -> String {
    let both = bot.margin.zip(bot.margin_interval);
    or_dash(both.map(|(margin, interval)| {
        format!("{} ± {:.1}", signed(margin.value, 1), interval.high - margin.value)
    }))
}

/// Games won, with a decimal if wins were shared.
pub(super) fn wins(wins: f64) -> String {
    if wins.fract() == 0.0 { format!("{wins:.0}") } else { format!("{wins:.1}") }
}

/// A line about the games.
pub(super) fn heading(summary: &Summary, words: Words) -> String {
    let text = |name: &str| {
        summary.plan.get(name).map_or(String::new(), |value| match value.as_str() {
            Some(text) => text.to_owned(),
            None => value.to_string(),
        })
    };
    msg!(
        words,
        "cli-match-heading",
        game = text("game"),
        seats = text("seats"),
        games = summary.games,
        groups = summary.groups,
        tables = summary.tables.len(),
        seed = text("seed")
    )
}

/// Returns the notes on the games that go beside the table.
pub(super) fn notes(summary: &Summary, words: Words) -> Vec<String> {
    let mut notes = Vec::new();
    if let (Some(turns), Some(actions)) = (summary.turns.mean, summary.actions.mean) {
        let (turns, actions) = (format!("{turns:.1}"), format!("{actions:.0}"));
        notes.push(msg!(words, "cli-match-lengths", turns = turns, actions = actions));
    }
    if summary.unfinished > 0 {
        notes.push(msg!(words, "cli-report-unfinished", games = summary.unfinished));
    }
    if summary.forfeited > 0 {
        notes.push(msg!(words, "cli-match-forfeited", games = summary.forfeited));
    }
    notes
}

/// Lists the faults of each bot by number, and the first of each kind.
pub(super) fn faults(summary: &Summary, words: Words) -> Vec<String> {
    let faulty = summary.bots.iter().filter(|bot| bot.faults.total() > 0 || bot.lost > 0);
    faulty
        .map(|bot| {
            let mut text = faults_in_words(&bot.name, bot.lost, &bot.faults, words);
            for first in &bot.first_faults {
                let game = format!("{}-{}", first.group, first.rotation);
                let (kind, seat) = (first.kind, first.seat);
                let first = FirstFault { kind, game, seat, message: &first.message, errors: &first.errors };
                let _ = write!(text, "\n{}", first.in_words(words));
            }
            text
        })
        .collect()
}

/// A sentence about a sequential test.
pub(super) fn verdict(sprt: &SprtSummary, name: &str, words: Words) -> String {
    let key = match sprt.verdict.decision {
        Decision::AcceptH1 => "cli-match-sprt-h1",
        Decision::AcceptH0 => "cli-match-sprt-h0",
        Decision::Continue => "cli-match-sprt-open",
    };
    let settings = &sprt.settings;
    let said = msg!(words, key, name = name, elo0 = elo(settings.elo0), elo1 = elo(settings.elo1));
    let llr = msg!(
        words,
        "cli-match-llr",
        llr = signed(sprt.verdict.llr, 2),
        lower = signed(sprt.verdict.lower, 2),
        upper = signed(sprt.verdict.upper, 2)
    );
    format!("{said} {llr}")
}

/// The luck of a bot, in a line.
pub(super) fn luck(bot: &BotSummary, luck: &LuckSummary, words: Words) -> String {
    let (name, had) = (bot.name.as_str(), signed(100.0 * luck.luck.value, 1));
    let factor = format!("{:.2}", luck.adjusted.variance_factor);
    let (Some(interval), Some(games)) = (luck.adjusted_interval, luck.games_without) else {
        let key = if luck.adjusted.variance_factor < 1.0 {
            "cli-match-luck-one-sided"
        } else {
            "cli-match-luck-no-share"
        };
        return msg!(words, key, name = name, luck = had, factor = factor);
    };
    let adjusted = msg!(
        words,
        "cli-match-luck",
        name = name,
        luck = had,
        adjusted = percent(luck.adjusted.estimate.value),
        interval = percents(interval)
    );
    let saved = games - bot.games as f64;
    let saved = if saved >= 0.5 {
        let (games, saved) = (format!("{games:.0}"), format!("{saved:.0}"));
        msg!(words, "cli-match-luck-saved", saved = saved, games = games, factor = factor)
    } else {
        msg!(words, "cli-match-luck-worse", factor = factor)
    };
    format!("{adjusted} {saved}")
}

/// For the person at the terminal.
pub(super) fn in_words(document: &Document, words: Words) -> String {
    let summary = &document.summary;
    let mut out = format!("{}\n", heading(summary, words));
    for note in notes(summary, words).into_iter().chain(faults(summary, words)) {
        let _ = writeln!(out, "{note}");
    }
    out.push('\n');
    out += &columns(&standings(summary, words));
    if summary.bots.len() > 2 {
        let _ = writeln!(out, "\n{}", msg!(words, "cli-match-cross-heading"));
        out += &columns(&cross(summary, words));
    }
    out.push('\n');
    for seat in &summary.seats {
        let line = msg!(
            words,
            "cli-match-seat",
            seat = seat.seat.to_string(),
            share = or_dash(seat.share.map(percent)),
            points = spread(&seat.points)
        );
        let _ = writeln!(out, "{line}");
    }
    if let Some(sprt) = &summary.sprt {
        let _ = writeln!(out, "\n{}", verdict(sprt, &summary.bots[0].name, words));
    }
    let lucks: Vec<String> =
        summary.bots.iter().filter_map(|bot| Some(luck(bot, bot.luck.as_ref()?, words))).collect();
    if !lucks.is_empty() {
        let _ = writeln!(out, "\n{}", lucks.join("\n"));
    }
    if let Some(times) = &document.times {
        let _ = writeln!(out, "\n{}", times.lines(words).join("\n"));
    }
    out
}

/// The result of each bot as rows of cells, the heading first.
pub(super) fn standings(summary: &Summary, words: Words) -> Vec<Vec<String>> {
    let keys = ["name", "games", "wins", "share", "wilson", "elo", "elo-interval", "points", "margin"];
    let heading = keys.iter().map(|key| msg!(words, &format!("cli-match-column-{key}")));
    let mut rows: Vec<Vec<String>> = vec![heading.collect()];
    // Of two bots, the Elo difference says it already.
    let rates_all = summary.bots.len() > 2;
    if rates_all {
        rows[0].push(msg!(words, "cli-match-column-rating"));
    }
    for (bot, rating) in summary.bots.iter().zip(&summary.ratings) {
        let mut row = vec![
            bot.name.clone(),
            bot.games.to_string(),
            wins(bot.wins),
            or_dash(bot.share.map(percent)),
            percents(bot.share_wilson),
            or_dash(bot.elo.map(|value| elo(value.value))),
            or_dash(bot.elo.as_ref().map(elos)),
            spread(&bot.points),
            margin(bot),
        ];
        if rates_all {
            row.push(format!("{} ± {:.0}", elo(rating.elo), Z95 * rating.error));
        }
        rows.push(row);
    }
    rows
}

/// The share that each bot won against each other, as rows of cells.
pub(super) fn cross(summary: &Summary, words: Words) -> Vec<Vec<String>> {
    let names = summary.bots.iter().map(|bot| &bot.name);
    let mut rows = vec![vec![msg!(words, "cli-match-column-name")]];
    rows[0].extend(names.clone().cloned());
    for row in names.clone() {
        let mut cells = vec![row.clone()];
        for column in names.clone() {
            let share = summary.pairings.iter().find_map(|pair| match &pair.bots {
                [a, b] if a == row && b == column => pair.share,
                [a, b] if b == row && a == column => pair.share.map(|share| 1.0 - share),
                _ => None,
            });
            cells.push(if row == column { "·".to_owned() } else { or_dash(share.map(percent)) });
        }
        rows.push(cells);
    }
    rows
}

/// Rows of cells as lines: the first column to the left, the others to the right.
fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.iter().map(Vec::len).max().unwrap_or(0)).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            let _ =
                if column == 0 { write!(line, "{cell:<width$}") } else { write!(line, "  {cell:>width$}") };
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_sign() {
        assert_eq!(
            (signed(-0.04, 1), signed(1.25, 1), signed(-3.0, 0)),
            ("0.0".into(), "+1.2".into(), "−3".into())
        );
        assert_eq!(
            (elo(f64::INFINITY), elo(f64::NEG_INFINITY), elo(0.2)),
            ("+∞".into(), "−∞".into(), "0".into())
        );
    }

    #[test]
    fn columns_stand_under_each_other() {
        let rows =
            [["name", "won"], ["a", "1"], ["longest", "100"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(columns(&rows), "name     won\na          1\nlongest  100\n");
    }
}
