//! The report of a match: one page with tables and plots, without scripts and without anything that it must fetch.

use super::plots::{Frame, Layer, number, steps};
use super::report::{
    Document, cross, faults, heading, luck, notes, or_dash, percent, percents, signed, spread, standings,
    verdict,
};
use arena::matches::{Group, Plan, Summary, margin};
use arena::stats::{Groups, Sprt, Wins, Z95};
use game::Seat;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pages::{Lang, Words, msg};

/// The most bots that get plots of their own.
const BOTS_MAX: usize = 8;

/// The page.
pub(super) fn page(plan: &Plan, groups: &[Group], document: &Document, words: Words) -> Markup {
    let summary = &document.summary;
    let names: Vec<&str> = summary.bots.iter().map(|bot| bot.name.as_str()).collect();
    let game = plan.settings().start.kind().name();
    let title = msg!(words, "cli-match-page-title", game = game, bots = names.join(", "));
    // Of two bots, the plots of one say it all.
    let plotted = if names.len() == 2 { 1 } else { names.len().min(BOTS_MAX) };
    let settings = serde_json::to_string_pretty(&summary.plan).expect("a document");
    html! {
        (DOCTYPE)
        html lang=(match words.lang() { Lang::En => "en", Lang::De => "de" }) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                main {
                    h1 { (title) }
                    p { (heading(summary, words)) }
                    @for note in notes(summary, words) { p { (note) } }
                    @for fault in faults(summary, words) { pre { (fault) } }
                    section {
                        h2 { (msg!(words, "cli-match-page-result")) }
                        (table("cli-match-page-result-caption", &standings(summary, words), words))
                        @for bot in &summary.bots {
                            @if let Some(lucky) = &bot.luck { p { (luck(bot, lucky, words)) } }
                        }
                    }
                    @if names.len() > 2 {
                        section {
                            h2 { (msg!(words, "cli-match-page-cross")) }
                            (table("cli-match-page-cross-caption", &cross(summary, words), words))
                        }
                    }
                    div class="plots" {
                        @for bot in 0..plotted { (score(plan, groups, bot, words)) }
                        @if let (Some(test), Some(sprt)) = (&summary.sprt, plan.sprt()) {
                            (walk(plan, groups, sprt, &verdict(test, names[0], words), words))
                        }
                        @for bot in 0..plotted { (margins(plan, groups, bot, words)) }
                        (seats(summary, words))
                        @for bot in 0..plotted { (scatter(plan, groups, bot, words)) }
                    }
                    @if let Some(times) = &document.times {
                        section {
                            h2 { (msg!(words, "cli-match-page-times")) }
                            @for line in times.lines(words) { p { (line) } }
                        }
                    }
                    details {
                        summary { (msg!(words, "cli-match-page-plan")) }
                        pre { (settings) }
                    }
                }
            }
        }
    }
}

/// A table whose first row and column are headings.
fn table(caption: &str, rows: &[Vec<String>], words: Words) -> Markup {
    let (head, body) = rows.split_first().expect("a heading");
    html! {
        div class="scroll" tabindex="0" role="region" aria-label=(msg!(words, caption)) {
            table {
                caption { (msg!(words, caption)) }
                thead { tr { @for cell in head { th scope="col" { (cell) } } } }
                tbody {
                    @for row in body {
                        tr {
                            @for (column, cell) in row.iter().enumerate() {
                                @if column == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A plot with its heading and what it says.
fn figure(heading: &str, label: &str, plot: &Markup) -> Markup {
    html! {
        section {
            h2 { (heading) }
            figure {
                (plot)
                figcaption { (label) }
            }
        }
    }
}

/// The wins of a bot in each group where it sat.
fn won<'a>(plan: &'a Plan, groups: &'a [Group], bot: usize) -> impl Iterator<Item = (Wins, &'a Group)> {
    groups.iter().filter(move |group| plan.table(group.group).held(bot) > 0).map(move |group| {
        let table = plan.table(group.group);
        let of_game = |(rotation, game): (usize, &arena::matches::GameResult)| -> Wins {
            let lineup = table.rotated(rotation);
            let seats = Seat::first(lineup.len()).filter(|seat| lineup[seat.index()] == bot);
            seats.map(|seat| game.won(seat)).sum()
        };
        (group.games.iter().enumerate().map(of_game).sum(), group)
    })
}

/// The share of wins after each group, with its interval.
fn score(plan: &Plan, groups: &[Group], bot: usize, words: Words) -> Markup {
    let name = &plan.bots()[bot].name;
    let won: Vec<Wins> = won(plan, groups, bot).map(|(won, _)| won).collect();
    let mut so_far = Groups::new(plan.tables()[0].rotations() as u32);
    let (mut line, mut band, mut done) = (Vec::new(), Vec::new(), 0);
    for step in steps(won.len(), 120) {
        won[done..step].iter().for_each(|&won| so_far.add(won));
        done = step;
        let interval = so_far.interval(Z95);
        line.push((step as f64, so_far.mean().unwrap_or(0.0)));
        band.push((step as f64, interval.low, interval.high));
    }
    let fair = plan.seating(bot).fair_share();
    let label = msg!(
        words,
        "cli-match-page-score-label",
        name = name.as_str(),
        share = or_dash(so_far.mean().map(percent)),
        interval = percents(so_far.interval(Z95)),
        fair = percent(fair)
    );
    let frame = Frame {
        x: (0.0, won.len().max(1) as f64),
        y: (0.0, 1.0),
        x_title: &msg!(words, "cli-match-page-groups"),
        label: &label,
        y_text: |value| format!("{:.0}%", 100.0 * value),
        x_texts: &[],
    };
    let plot = frame.draw(&[Layer::Band(&band), Layer::Level(fair), Layer::Line(&line)]);
    let heading = msg!(words, "cli-match-page-score");
    figure(&format!("{heading}: {name}"), &label, &plot)
}

/// The log-likelihood ratio after each group, between its bounds.
fn walk(plan: &Plan, groups: &[Group], sprt: &Sprt, verdict: &str, words: Words) -> Markup {
    let won: Vec<Wins> = won(plan, groups, 0).map(|(won, _)| won).collect();
    let mut so_far = Groups::new(plan.tables()[0].rotations() as u32);
    let (mut line, mut done) = (vec![(0.0, 0.0)], 0);
    for step in steps(won.len(), 300) {
        won[done..step].iter().for_each(|&won| so_far.add(won));
        done = step;
        line.push((step as f64, sprt.llr(&so_far)));
    }
    let now = sprt.judge(&so_far);
    let label = msg!(
        words,
        "cli-match-page-llr-label",
        lower = signed(now.lower, 2),
        upper = signed(now.upper, 2),
        llr = signed(now.llr, 2)
    );
    let values = || line.iter().map(|point| point.1).chain([now.lower, now.upper]);
    let frame = Frame {
        x: (0.0, won.len().max(1) as f64),
        y: (values().fold(0.0, f64::min) - 0.3, values().fold(0.0, f64::max) + 0.3),
        x_title: &msg!(words, "cli-match-page-groups"),
        label: &label,
        y_text: number,
        x_texts: &[],
    };
    let plot = frame.draw(&[Layer::Level(now.lower), Layer::Level(now.upper), Layer::Line(&line)]);
    figure(&msg!(words, "cli-match-page-llr"), verdict, &plot)
}

/// The number of games by margin.
fn margins(plan: &Plan, groups: &[Group], bot: usize, words: Words) -> Markup {
    let name = &plan.bots()[bot].name;
    let mut found: Vec<i32> = Vec::new();
    for group in groups {
        let table = plan.table(group.group);
        if table.held(bot) > 0 {
            let games = group.games.iter().enumerate();
            found.extend(games.filter_map(|(rotation, game)| margin(&table.rotated(rotation), game, bot)));
        }
    }
    let heading = format!("{}: {name}", msg!(words, "cli-match-page-margins"));
    let (Some(&low), Some(&high)) = (found.iter().min(), found.iter().max()) else {
        let none = msg!(words, "cli-match-page-margins-none");
        return html! { section { h2 { (heading) } p { (none) } } };
    };
    // About 25 bars of whole points.
    let wide = ((high - low) / 25).max(1);
    let first = low.div_euclid(wide);
    let mut counts = vec![0u32; (high.div_euclid(wide) - first + 1) as usize];
    found.iter().for_each(|margin| counts[(margin.div_euclid(wide) - first) as usize] += 1);
    let from = |bar: usize| f64::from((first + bar as i32) * wide);
    let bars: Vec<(f64, f64, f64)> = counts
        .iter()
        .enumerate()
        .map(|(bar, &count)| (from(bar), f64::from(wide), f64::from(count)))
        .collect();
    let (least, most) = (signed(f64::from(low), 0), signed(f64::from(high), 0));
    let label = msg!(words, "cli-match-page-margins-label", name = name.as_str(), low = least, high = most);
    let frame = Frame {
        x: (from(0), from(counts.len())),
        y: (0.0, f64::from(counts.iter().copied().max().unwrap_or(1))),
        x_title: &msg!(words, "cli-match-page-points-ahead"),
        label: &label,
        y_text: number,
        x_texts: &[],
    };
    figure(&heading, &label, &frame.draw(&[Layer::Bars(&bars)]))
}

/// Mean points of each seat.
fn seats(summary: &Summary, words: Words) -> Markup {
    let mut rows = vec![vec![
        msg!(words, "cli-match-page-seat"),
        msg!(words, "cli-match-column-games"),
        msg!(words, "cli-match-column-share"),
        msg!(words, "cli-match-column-points"),
    ]];
    let (mut bars, mut whiskers, mut letters) = (Vec::new(), Vec::new(), Vec::new());
    for (at, seat) in summary.seats.iter().enumerate() {
        rows.push(vec![
            seat.seat.to_string(),
            seat.games.to_string(),
            or_dash(seat.share.map(percent)),
            spread(&seat.points),
        ]);
        if let (Some(mean), Some(deviation)) = (seat.points.mean, seat.points.deviation) {
            let x = at as f64 + 1.0;
            letters.push((x, seat.seat.to_string()));
            bars.push((x - 0.35, 0.7, mean));
            whiskers.push((x, mean - deviation, mean + deviation));
        }
    }
    let label = msg!(words, "cli-match-page-seats-label");
    let lowest = whiskers.iter().map(|ends| ends.1).fold(0.0, f64::min);
    let frame = Frame {
        x: (0.4, summary.seats.len() as f64 + 0.6),
        y: (lowest, whiskers.iter().map(|ends| ends.2).fold(1.0, f64::max)),
        x_title: &msg!(words, "cli-match-page-seat"),
        label: &label,
        y_text: number,
        x_texts: &letters,
    };
    html! {
        section {
            h2 { (msg!(words, "cli-match-page-seats")) }
            @if !bars.is_empty() {
                figure {
                    (frame.draw(&[Layer::Bars(&bars), Layer::Whiskers(&whiskers)]))
                    figcaption { (label) }
                }
            }
            (table("cli-match-page-seats-caption", &rows, words))
        }
    }
}

/// The luck and the result of each group, where luck was measured.
fn scatter(plan: &Plan, groups: &[Group], bot: usize, words: Words) -> Markup {
    let name = &plan.bots()[bot].name;
    let mut points: Vec<(f64, f64)> = Vec::new();
    for (won, group) in won(plan, groups, bot) {
        let table = plan.table(group.group);
        let mut luck = None;
        for (rotation, game) in group.games.iter().enumerate() {
            let lineup = table.rotated(rotation);
            let lucks = game.luck.iter().flatten().zip(&lineup).filter(|(_, other)| **other == bot);
            lucks.for_each(|(value, _)| *luck.get_or_insert(0.0) += value);
        }
        let games = group.games.len() as f64;
        points.extend(luck.map(|luck: f64| (luck / games, won.games() / games)));
    }
    if points.is_empty() {
        return html! {};
    }
    let shown: Vec<(f64, f64)> = steps(points.len(), 1500).into_iter().map(|step| points[step - 1]).collect();
    let wide = shown.iter().map(|point| point.0.abs()).fold(0.05, f64::max);
    let label = msg!(words, "cli-match-page-luck-label", name = name.as_str());
    let frame = Frame {
        x: (-wide, wide),
        y: (-0.03, 1.03),
        x_title: &msg!(words, "cli-match-page-luck-axis"),
        label: &label,
        y_text: |value| format!("{:.0}%", 100.0 * value),
        x_texts: &[],
    };
    let heading = msg!(words, "cli-match-page-luck");
    figure(&format!("{heading}: {name}"), &label, &frame.draw(&[Layer::Dots(&shown)]))
}
