//! A position of Carcassonne, Traders & Builders or Mayflower in words.

use super::Shown;
use carcassonne::{Figure, Game, Good, Phase, Points, Rules, View};
use game::{Seat, Viewer};
use pages::{Names, Words, msg};
use shelf::OnShelf;
use std::fmt::Write;

impl<R: Rules> Shown for Game<R>
where
    Game<R>: OnShelf,
{
    fn describe(&self, names: &Names, words: Words) -> String {
        describe(&self.view(Viewer::Everything), names, words)
    }
    fn turn_in_words(&self, names: &Names, words: Words) -> String {
        turn_in_words(&self.view(Viewer::Everything), names, words)
    }
}

/// The whole position: what is to be done, the tiles row by row, the figures, the seats, and what is left.
fn describe<R: Rules>(view: &View<'_, R>, names: &Names, words: Words) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}\n", turn_in_words(view, names, words));
    let extras = view.extras();
    let mut tiles: Vec<_> = view.land().tiles().iter().filter(|tile| !tile.kind.is_coast()).collect();
    tiles.sort_by_key(|tile| (tile.cell.y, tile.cell.x));
    let _ = writeln!(out, "{}:", msg!(words, "cli-position-tiles", tiles = tiles.len()));
    for row in tiles.chunk_by(|a, b| a.cell.y == b.cell.y) {
        let row: Vec<String> =
            row.iter().map(|tile| format!("{}@{}{}", tile.kind, tile.cell, tile.rotation)).collect();
        let _ = writeln!(out, "  {}", row.join(" "));
    }
    if let Some([west, east]) = extras.surveyors {
        let _ = writeln!(
            out,
            "{}",
            msg!(words, "cli-position-surveyors", west = west.to_string(), east = east.to_string())
        );
    }
    out.push('\n');
    for seat in Seat::first(view.seats()) {
        out.push_str(&one_seat(view, seat, names, words));
    }
    let left: Vec<String> = view
        .kinds()
        .iter()
        .filter(|&kind| view.tiles_left(kind) > 0)
        .map(|kind| match view.tiles_left(kind) {
            1 => kind.to_string(),
            copies => format!("{copies} {kind}"),
        })
        .collect();
    let _ = write!(out, "\n{}", msg!(words, "cli-position-stack", tiles = view.stack_len()));
    out += &if left.is_empty() { "\n".to_owned() } else { format!(": {}\n", left.join(", ")) };
    let removed: Vec<String> = view.removed().map(|(kind, copies)| format!("{copies} {kind}")).collect();
    if !removed.is_empty() {
        let _ = writeln!(out, "{}: {}", msg!(words, "cli-position-removed"), removed.join(", "));
    }
    out
}

/// Describes the turn and the pending decision.
fn turn_in_words<R: Rules>(view: &View<'_, R>, names: &Names, words: Words) -> String {
    let name = names.plain(words, view.active());
    let turn = msg!(words, "cli-position-turn", turn = view.turns(), name = name.as_str());
    let now = match view.phase() {
        Phase::DrawingStart => msg!(words, "cli-phase-drawing-start"),
        Phase::Drawing => msg!(words, "cli-phase-drawing", name = name),
        Phase::Placing { tile } => msg!(words, "cli-phase-placing", name = name, tile = tile.to_string()),
        Phase::Deploying { cell } => {
            msg!(words, "cli-phase-deploying", name = name, cell = cell.to_string())
        }
        Phase::OfferingSecond => {
            let part = view.extras().part.unwrap_or(1) + 1;
            msg!(words, "cli-phase-offering-second", name = name, part = part)
        }
        Phase::Settling => {
            let places: Vec<String> = view.extras().waiting().map(|place| place.to_string()).collect();
            msg!(words, "cli-phase-settling", name = name, places = places.join(", "))
        }
        Phase::Over(outcome) => {
            let winners: Vec<String> =
                outcome.winners.into_iter().map(|seat| names.plain(words, seat)).collect();
            msg!(words, "cli-phase-over", names = words.list(&winners))
        }
    };
    format!("{turn} {now}")
}

fn one_seat<R: Rules>(view: &View<'_, R>, seat: Seat, names: &Names, words: Words) -> String {
    let points = view.points(seat);
    let mut out = format!(
        "{}: {}",
        names.plain(words, seat),
        msg!(words, "cli-position-points", points = points.total())
    );
    let parts = point_parts::<R>(points, words);
    if !parts.is_empty() {
        let _ = write!(out, " ({})", parts.join(", "));
    }
    out.push('\n');
    let mut line = |key: &str, text: String| {
        if !text.is_empty() {
            let _ = writeln!(out, "  {}: {text}", msg!(words, key));
        }
    };
    let extras = view.extras();
    let followers = if words.has(&format!("cli-position-followers-{}", R::NAME)) {
        msg!(words, "cli-position-followers-mayflower", followers = view.followers(seat))
    } else {
        msg!(words, "cli-position-followers", followers = view.followers(seat))
    };
    let mut supply = vec![followers];
    for (figure, key) in [(Figure::Builder, "cli-figure-builder"), (Figure::Pig, "cli-figure-pig")] {
        if extras.has_in_supply(seat, figure) == Some(true) {
            supply.push(msg!(words, key));
        }
    }
    line("cli-position-in-supply", supply.join(", "));
    let figures: Vec<String> = view
        .figures()
        .filter(|&(owner, ..)| owner == seat)
        .map(|(_, figure, place)| match figure {
            Figure::Follower => place.to_string(),
            Figure::Builder => format!("{} {place}", msg!(words, "cli-figure-builder")),
            Figure::Pig => format!("{} {place}", msg!(words, "cli-figure-pig")),
        })
        .collect();
    line("cli-position-figures", figures.join(", "));
    if let Some(goods) = extras.goods {
        let goods: Vec<String> =
            [(Good::Wine, "cli-good-wine"), (Good::Grain, "cli-good-grain"), (Good::Cloth, "cli-good-cloth")]
                .into_iter()
                .map(|(good, key)| (goods[seat].of(good), key))
                .filter(|&(tokens, _)| tokens > 0)
                .map(|(tokens, key)| format!("{tokens} {}", msg!(words, key)))
                .collect();
        line("cli-position-goods", goods.join(", "));
    }
    out
}

/// A word by its key; the games do not call everything the same.
fn word<R: Rules>(words: Words, key: &str) -> String {
    words.or(&format!("{key}-{}", R::NAME), &words.or(key, key))
}

fn point_parts<R: Rules>(points: Points, words: Words) -> Vec<String> {
    [
        ("cli-points-roads", points.roads),
        ("cli-points-cities", points.cities),
        ("cli-points-monasteries", points.monasteries),
        ("cli-points-fields", points.fields),
        ("cli-points-goods", points.goods),
        ("cli-points-extra", points.extra),
        ("cli-points-earlier", points.earlier),
    ]
    .into_iter()
    .filter(|&(_, points)| points > 0)
    .map(|(key, points)| format!("{} {points}", word::<R>(words, key)))
    .collect()
}
