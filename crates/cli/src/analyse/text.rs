//! The analysis in words.

use analysis::{Analysis, Cause, Decision, Season, SeatSplit, Source};
use pages::{
    Words, coach_heading, largest_trades, luck_in_words, lucky_events, most_changed, msg, unsure_in_words,
};
use std::fmt::Write;
use std::path::PathBuf;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The most decisions and events that are listed.
const LISTED: usize = 10;

/// The widths of the first column and of the others.
const COLUMNS: (usize, usize) = (30, 10);

/// Text that fills a column, cut off where it is longer.
fn fit(text: &str, width: usize, right: bool) -> String {
    let mut cut = String::new();
    let mut used = 0;
    for letter in text.chars() {
        let wide = letter.width().unwrap_or(0);
        if used + wide > width {
            break;
        }
        used += wide;
        cut.push(letter);
    }
    let blank = " ".repeat(width - used);
    if right { blank + &cut } else { cut + &blank }
}

/// A share as a percentage.
fn share(value: f64) -> String {
    format!("{:.1} %", 100.0 * value)
}

/// A change as a percentage with its sign; nothing that would be printed as 0 has one.
fn change(value: f64) -> String {
    let text = format!("{:.1}", 100.0 * value.abs());
    match text.as_str() {
        "0.0" => text,
        _ if value < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

/// A rating with its error.
fn rating(value: f64, error: Option<f64>) -> String {
    match error {
        Some(error) => format!("{value:.1} ± {error:.1}"),
        None => format!("{value:.1}"),
    }
}

/// The seats of a game with their names.
pub(super) fn names(game: &Analysis) -> Vec<String> {
    game.seats.iter().map(named).collect()
}

/// The letter of a seat, with the name of its player.
fn named(split: &SeatSplit) -> String {
    split.name.as_ref().map_or_else(|| split.seat.to_string(), |name| format!("{} {name}", split.seat))
}

/// A game in full.
pub(super) fn game(game: &Analysis, words: Words) -> String {
    let mut out = heading(game, words);
    out.push('\n');
    for unsure in &game.unsure {
        let _ = writeln!(out, "{}", unsure_in_words(words, unsure));
    }
    let _ = writeln!(out, "\n{}", table(game, words));
    decisions(game, words, &mut out);
    events(game, words, &mut out);
    trades(game, words, &mut out);
    let _ = writeln!(out, "{}", msg!(words, "coach-error-note"));
    out
}

fn heading(game: &Analysis, words: Words) -> String {
    coach_heading(words, game, &names(game))
}

/// The split, a row for each part.
fn table(game: &Analysis, words: Words) -> String {
    let mut out = String::new();
    let mut row = |name: &str, cell: &dyn Fn(&SeatSplit) -> String| {
        let cells: String = game.seats.iter().map(|split| fit(&cell(split), COLUMNS.1, true)).collect();
        let _ = writeln!(out, "{}{cells}", fit(name, COLUMNS.0, false));
    };
    // One column between the names is always free.
    row("", &|split| fit(&named(split), COLUMNS.1 - 1, true));
    row(&msg!(words, "coach-prior"), &|split| share(split.prior));
    for source in Source::ALL {
        if game.seats.iter().any(|split| split.luck.contains_key(&source)) {
            let name = msg!(words, &format!("coach-luck-{}", source.name()));
            row(&name, &|split| change(split.luck.get(&source).copied().unwrap_or_default()));
        }
    }
    row(&msg!(words, "coach-mistakes"), &|split| change(split.mistakes));
    row(&msg!(words, "coach-unforeseen"), &|split| change(split.unforeseen));
    for cause in Cause::ALL {
        if game.seats.iter().any(|split| split.others.contains_key(&cause)) {
            let name = msg!(words, &format!("coach-others-{}", cause.name()));
            row(&name, &|split| change(split.others.get(&cause).copied().unwrap_or_default()));
        }
    }
    row(&msg!(words, "coach-outcome"), &|split| share(split.outcome));
    row("", &|_| String::new());
    row(&msg!(words, "coach-decisions"), &|split| split.decisions.to_string());
    row(&msg!(words, "coach-rating"), &|split| format!("{:.1}", split.rating));
    row(&msg!(words, "coach-rating-error"), &|split| {
        split.rating_error.map_or_else(|| "–".to_owned(), |error| format!("± {error:.1}"))
    });
    out.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The decisions that cost most.
fn decisions(game: &Analysis, words: Words, out: &mut String) {
    let mut marked: Vec<&Decision> = game.decisions.iter().filter(|it| it.mark.is_some()).collect();
    marked.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.step.cmp(&b.step)));
    let _ = writeln!(out, "{}", msg!(words, "coach-costly", count = marked.len()));
    for decision in marked.into_iter().take(LISTED) {
        let mark = decision.mark.map_or("", analysis::Mark::name);
        let cost = change(decision.cost);
        let cost = match decision.error {
            Some(error) => format!("{cost} ± {:.1}", 100.0 * error),
            None => cost,
        };
        let line = msg!(
            words,
            "coach-decision",
            step = decision.step.to_string(),
            turn = decision.turn.to_string(),
            seat = decision.seat.to_string(),
            action = decision.action.as_str(),
            mark = msg!(words, &format!("coach-{mark}")),
            cost = cost,
            best = decision.best.as_str()
        );
        let _ = writeln!(out, "  {line}");
    }
    out.push('\n');
}

/// The outcomes that moved the chances most.
fn events(game: &Analysis, words: Words, out: &mut String) {
    let lucky = lucky_events(game);
    let _ = writeln!(out, "{}", msg!(words, "coach-lucky", count = lucky.len()));
    for event in lucky.into_iter().take(LISTED) {
        let (seat, luck) = most_changed(event);
        let line = msg!(
            words,
            "coach-event",
            step = event.step.to_string(),
            turn = event.turn.to_string(),
            seat = seat.to_string(),
            outcome = event.outcome.as_str(),
            mark = luck_in_words(words, luck),
            luck = change(luck)
        );
        let _ = writeln!(out, "  {line}");
    }
    out.push('\n');
}

/// The exchanges, judged for both sides.
fn trades(game: &Analysis, words: Words, out: &mut String) {
    if game.trades.is_empty() {
        return;
    }
    let _ = writeln!(out, "{}", msg!(words, "coach-trades", count = game.trades.len()));
    for trade in largest_trades(&game.trades).into_iter().take(LISTED) {
        let line = msg!(
            words,
            "coach-trade",
            step = trade.step.to_string(),
            seat = trade.seat.to_string(),
            gain = change(trade.known[0]),
            partner = trade.partner.to_string(),
            gained = change(trade.known[1])
        );
        let _ = writeln!(out, "  {line}");
    }
    out.push('\n');
}

/// Several games: a line for each, and the players.
pub(super) fn season(games: &[(&PathBuf, Analysis)], words: Words) -> String {
    let mut out = String::new();
    let mut season = Season::default();
    for (file, game) in games {
        season.add(game);
        let _ = writeln!(out, "{}: {}", file.display(), heading(game, words));
        for unsure in &game.unsure {
            let _ = writeln!(out, "  {}", unsure_in_words(words, unsure));
        }
    }
    let players = season.players();
    let wide = players.iter().map(|it| it.name.width()).max().unwrap_or_default().clamp(8, 24);
    let columns = ["games", "wins", "adjusted", "luck", "per-decision"];
    let titles: String =
        columns.iter().map(|name| fit(&msg!(words, &format!("coach-column-{name}")), 17, true)).collect();
    let _ = writeln!(out, "\n{}{titles}", fit(&msg!(words, "coach-column-player"), wide, false));
    for player in players {
        let spread = |it: analysis::season::Spread| match it.error {
            Some(error) => format!("{} ± {:.1} %", change(it.mean), 100.0 * error),
            None => format!("{} %", change(it.mean)),
        };
        let cells = [
            player.games.to_string(),
            format!("{:.1}", player.wins),
            spread(player.adjusted),
            spread(player.luck),
            rating(player.rating, player.rating_error) + " ‰",
        ];
        let cells: String = cells.iter().map(|cell| fit(cell, 17, true)).collect();
        let _ = writeln!(out, "{}{cells}", fit(&player.name, wide, false));
    }
    let _ = writeln!(out, "\n{}", msg!(words, "coach-error-note"));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_they_should_be() {
        assert_eq!(fit("Würfel", 8, false), "Würfel  ");
        assert_eq!(fit("−1.5", 6, true), "  −1.5");
        assert_eq!(fit("桌子桌", 5, false), "桌子 ");
        assert_eq!(change(-0.0001), "0.0");
        assert_eq!(change(-0.0123), "−1.2");
    }
}
