//! The result of a series, as text.

use crate::series::{FirstFault, faults_in_words, rate};
use arena::series::SeriesReport;
use game::Seat;
use pages::{Words, msg};
use std::fmt::Write;

/// For the person at the terminal; `default` says who played, where nobody named a bot.
pub(super) fn in_words(report: &SeriesReport, default: Option<&str>, words: Words) -> String {
    // Numbers come as texts, so that what is aligned here stays aligned in every language.
    let whole = |number: f64| format!("{number:.0}");
    let tenths = |number: f64| format!("{number:.1}");
    let mut out = msg!(
        words,
        "cli-report-series",
        games = report.games,
        game = report.game,
        seconds = format!("{:.2}", report.seconds),
        threads = report.threads,
        games_per_second = rate(report.games_per_second),
        actions_per_second = rate(report.actions_per_second)
    );
    out.push('\n');
    if let (Some(seconds), Some(games)) = (report.cpu_seconds, report.games_per_cpu_second) {
        out += &msg!(words, "cli-report-cpu", seconds = format!("{seconds:.2}"), games = rate(games));
        out.push('\n');
    }
    if let Some(default) = default {
        out += default;
        out.push('\n');
    }
    let turns = &report.lengths.turns;
    out += &msg!(
        words,
        "cli-report-lengths",
        mean = tenths(turns.mean),
        median = turns.median.to_string(),
        p5 = turns.p5.to_string(),
        p95 = turns.p95.to_string(),
        max = turns.max.to_string(),
        actions = whole(report.lengths.actions.mean)
    );
    out.push('\n');
    if report.unfinished > 0 {
        out += &msg!(words, "cli-report-unfinished", games = report.unfinished);
        out.push('\n');
    }
    let seat_or_bot = if report.rotate { "cli-report-bot" } else { "cli-report-seat" };
    let _ = writeln!(
        out,
        "\n{:<6}{:<16}{:>8}{:>8}   {:<17}{:>8}",
        msg!(words, seat_or_bot),
        msg!(words, "cli-report-name"),
        msg!(words, "cli-report-wins"),
        msg!(words, "cli-report-share"),
        msg!(words, "cli-report-interval"),
        msg!(words, "cli-report-points")
    );
    for (n, name) in report.bots.iter().enumerate() {
        let [low, high] = report.win_interval[n];
        let place = if report.rotate {
            (n + 1).to_string()
        } else {
            Seat::new(n).map_or(String::new(), |seat| seat.to_string())
        };
        let _ = writeln!(
            out,
            "{place:<6}{name:<16}{:>8}{:>7.1}%   {:>5.1}% – {:>5.1}%   {:>8.2}",
            report.wins[n],
            100.0 * report.wins[n] as f64 / report.games.max(1) as f64,
            100.0 * low,
            100.0 * high,
            report.points[n]
        );
    }
    for (name, times) in report.bots.iter().zip(report.times.iter().flatten()) {
        out.push('\n');
        out += &msg!(
            words,
            "cli-report-times",
            name = name.as_str(),
            decisions = times.decisions.to_string(),
            mean = format!("{:.3}", times.mean_ms),
            max = format!("{:.3}", times.max_ms)
        );
    }
    if report.times.is_some() {
        out.push('\n');
    }
    out += &faults(report, words);
    out
}

/// Lists the faults of bots in processes of their own by number, and the first of each kind.
fn faults(report: &SeriesReport, words: Words) -> String {
    let mut out = String::new();
    let lost = report.lost.iter().flatten();
    let faults = report.faults.iter().flatten().zip(report.first_faults.iter().flatten());
    for ((name, lost), (faults, firsts)) in report.bots.iter().zip(lost).zip(faults) {
        if *lost > 0 || faults.total() > 0 {
            let _ = writeln!(out, "\n{}", faults_in_words(name, *lost, faults, words));
        }
        for first in firsts {
            let (kind, game, seat) = (first.kind, first.game.to_string(), first.seat);
            let first = FirstFault { kind, game, seat, message: &first.message, errors: &first.errors };
            let _ = writeln!(out, "{}", first.in_words(words));
        }
    }
    out
}
