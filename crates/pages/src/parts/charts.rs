//! Charts as SVG without styles of their own, each with its numbers as a table beside it.

use crate::model::Standing;
use crate::words::{Words, World, msg};
use game::Seat;
use maud::{Markup, html};
use shelf::Statistics;
use shelf::statistics::{CardCounts, Flow, Reason};

/// The number of ways, of 36, in which two dice show each sum.
const WAYS: [u32; 13] = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

/// Renders the rolls of a game as bars, with the average of fair dice as steps.
pub(crate) fn rolls(words: Words, rolls: &[u32; 13]) -> Markup {
    let total: u32 = rolls.iter().sum();
    if total == 0 {
        return html! { p class="empty" { (msg!(words, "rolls-none")) } };
    }
    let expected = |sum: usize| f64::from(total) * f64::from(WAYS[sum]) / 36.0;
    let highest = (2..=12).map(|sum| expected(sum).max(f64::from(rolls[sum]))).fold(1.0, f64::max);
    let height = |value: f64| value / highest * 100.0;
    html! {
        figure class="chart" {
            svg class="rolls" viewBox="0 0 264 140" role="img"
                aria-label=(msg!(words, "rolls-label", total = total)) {
                @for sum in 2..=12_usize {
                    @let x = 24 * (sum - 2) + 2;
                    @let bar = height(f64::from(rolls[sum]));
                    rect class=(if matches!(sum, 6 | 8) { "bar red" } else if sum == 7 { "bar seven" } else { "bar" })
                        x=(x) y=(round(116.0 - bar)) width="18" height=(round(bar)) rx="3" {}
                    path class="expected" d={ "M" (x - 2) " " (round(116.0 - height(expected(sum)))) "h22" } {}
                    @if rolls[sum] > 0 {
                        text class="value" x=(x + 9) y=(round(112.0 - bar.max(height(expected(sum))))) text-anchor="middle" { (rolls[sum]) }
                    }
                    text class="label" x=(x + 9) y="133" text-anchor="middle" { (sum) }
                }
            }
            figcaption { (msg!(words, "rolls-caption", total = total)) }
        }
    }
}

/// Returns the sum whose number of rolls is farthest from what fair dice give on average, that number, and the average in tenths.
pub(crate) fn oddest(rolls: &[u32; 13]) -> Option<(usize, u32, u32)> {
    let total: u32 = rolls.iter().sum();
    let all = (2..=12).map(|sum| (sum, rolls[sum], total * WAYS[sum] * 10 / 36));
    all.max_by_key(|(_, times, tenths)| (10 * times).abs_diff(*tenths)).filter(|_| total > 0)
}

/// Renders the rolls as a table.
pub(crate) fn rolls_table(words: Words, rolls: &[u32; 13]) -> Markup {
    let total: u32 = rolls.iter().sum();
    html! {
        table class="numbers" {
            caption { (msg!(words, "rolls-label", total = total)) }
            thead {
                tr {
                    th scope="col" { (msg!(words, "rolls-sum")) }
                    th scope="col" { (msg!(words, "rolls-times")) }
                    th scope="col" { (msg!(words, "rolls-expected")) }
                }
            }
            tbody {
                @for sum in 2..=12_usize {
                    tr {
                        th scope="row" { (sum) }
                        td { (rolls[sum]) }
                        td { (tenths(words, total * WAYS[sum] * 10 / 36)) }
                    }
                }
            }
        }
    }
}

/// The width and height of the plot area in the course of the points.
const COURSE: (f64, f64) = (520.0, 200.0);

/// Returns the x coordinate of a moment in the course of the points, out of `moments`.
fn across(moment: usize, moments: usize) -> f64 {
    20.0 + (COURSE.0 - 20.0) * moment as f64 / (moments - 1) as f64
}

/// Returns the line that marks a moment in the course of the points, as the data of a path.
fn mark(moment: usize, moments: usize) -> String {
    format!("M{} 4V{}", round(across(moment, moments)), COURSE.1 + 8.0)
}

/// Renders the points of every seat over the turns, and the points that win, if there is such a number; `now` is the turn shown.
pub(crate) fn course(
    words: Words,
    names: &[(Seat, String)],
    course: &[Standing],
    goal: Option<i32>,
    now: Option<usize>,
    open: bool,
) -> Markup {
    let Some(last) = course.last() else { return html! {} };
    if course.len() < 2 {
        return html! { p class="empty" { (msg!(words, "course-none")) } };
    }
    let (width, height) = COURSE;
    let most = course.iter().flat_map(|points| points.0).chain(goal).max().unwrap_or(1).max(1);
    let x = |n: usize| across(n, course.len());
    let y = |points: i32| 8.0 + height - height * f64::from(points) / f64::from(most);
    // Equal lines would hide each other: each seat is moved by a pixel or two.
    let apart = |seat: Seat| (seat.index() as f64 - 1.5) * 2.0;
    let line = |seat: Seat| {
        let mut path = String::new();
        for (n, points) in course.iter().enumerate() {
            let command = if n == 0 { 'M' } else { 'L' };
            path += &format!("{command}{} {}", round(x(n)), round(y(points[seat]) + apart(seat)));
        }
        path
    };
    html! {
        figure class="chart" {
            svg class="course" viewBox="0 0 560 232" role="img" aria-label=(msg!(words, "course-label")) {
                @for points in (0..=most).step_by(step(most)) {
                    path class="grid" d={ "M20 " (round(y(points))) "H" (width) } {}
                    text class="label" x="14" y=(round(y(points) + 4.0)) text-anchor="end" { (points) }
                }
                @if let Some(goal) = goal { path class="goal" d={ "M20 " (round(y(goal))) "H" (width) } {} }
                @if let Some(now) = now { path class="now" d=(mark(now, course.len())) {} }
                @for (seat, name) in names {
                    @let look = ::draw::seat_look(*seat);
                    @let dashes = ["", "9 3", "2 3", "9 3 2 3", "14 4", "4 4"][seat.index()];
                    path class="under" d=(line(*seat)) {}
                    path class="line" stroke=(look.fill) stroke-dasharray=[(!dashes.is_empty()).then_some(dashes)]
                        d=(line(*seat)) { title { (name) } }
                }
                @for (seat, points) in spread(names, last, &y) {
                    @let look = ::draw::seat_look(seat);
                    g transform={ "translate(" (width + 14.0) " " (round(points)) ")" } {
                        rect class="end" x="-10" y="-10" width="20" height="20" rx="6" fill=(look.fill) {}
                        path fill=(look.ink) d=(look.mark.path()) {}
                    }
                }
                text class="label" x="20" y="228" { (msg!(words, "course-start")) }
                text class="label" x=(width) y="228" text-anchor="end" {
                    (msg!(words, "course-turn", turn = course.len() - 1))
                }
            }
        }
        details class="alternative" open[open] {
            summary { (msg!(words, "course-as-table")) }
            div class="scroll" tabindex="0" {
                table class="numbers" {
                    thead {
                        tr {
                            th scope="col" { (msg!(words, "course-turn-head")) }
                            @for (_, name) in names { th scope="col" { (name) } }
                        }
                    }
                    tbody {
                        @for (n, points) in course.iter().enumerate() {
                            tr {
                                th scope="row" { (n) }
                                @for (seat, _) in names { td { (points[*seat]) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Renders an amount of every seat, split into parts, as one bar for each seat. Each part has a letter, for readers who do not
/// tell the colours apart.
pub(crate) fn kinds(
    words: Words,
    label: &str,
    heads: &[String],
    bars: &[(Seat, String, Vec<u16>)],
    about: Option<&str>,
    open: bool,
) -> Markup {
    let most = bars.iter().map(|(_, _, parts)| parts.iter().sum::<u16>()).max().unwrap_or(0).max(1);
    let width = |points: u16| 400.0 * f64::from(points) / f64::from(most);
    let height = 34 * bars.len();
    html! {
        figure class="chart" {
            svg class="kinds" viewBox={ "0 0 560 " (height) } role="img" aria-label=(label) {
                @for (n, (seat, name, parts)) in bars.iter().enumerate() {
                    @let look = ::draw::seat_look(*seat);
                    @let y = 34 * n;
                    g transform={ "translate(16 " (y + 16) ")" } {
                        title { (name) }
                        rect class="end" x="-10" y="-10" width="20" height="20" rx="6" fill=(look.fill) {}
                        path fill=(look.ink) d=(look.mark.path()) {}
                    }
                    @for (part, &points) in parts.iter().enumerate().filter(|(_, points)| **points > 0) {
                        @let x = 36.0 + width(parts[..part].iter().sum());
                        rect class={ "part part-" (part) } x=(round(x)) y=(y + 4) width=(round(width(points))) height="24" {
                            title { (heads[part]) ": " (points) }
                        }
                        @if width(points) > 12.0 {
                            text class="on" x=(round(x + width(points) / 2.0)) y=(y + 20) text-anchor="middle" {
                                (letter(part)) @if width(points) > 34.0 { " " (points) }
                            }
                        }
                    }
                    @let total: u16 = parts.iter().sum();
                    text class="value" x=(round(44.0 + width(total))) y=(y + 20) { (total) }
                }
            }
            ul class="legend" {
                @for (part, head) in heads.iter().enumerate() {
                    li {
                        svg viewBox="0 0 16 16" aria-hidden="true" {
                            rect class={ "part part-" (part) } width="16" height="16" rx="3" {}
                            text class="on" x="8" y="12" text-anchor="middle" { (letter(part)) }
                        }
                        (head)
                    }
                }
            }
            @if let Some(about) = about { figcaption { (about) } }
        }
        details class="alternative" open[open] {
            summary { (msg!(words, "chart-as-table")) }
            (parts_table(words, label, heads, bars))
        }
    }
}

/// Renders the stacked bars as a table.
fn parts_table(words: Words, label: &str, heads: &[String], bars: &[(Seat, String, Vec<u16>)]) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="group" aria-label=(label) {
            table class="numbers" {
                thead {
                    tr {
                        th scope="col" { (msg!(words, "player-column")) }
                        @for head in heads { th scope="col" { (head) } }
                        th scope="col" { (msg!(words, "chart-total")) }
                    }
                }
                tbody {
                    @for (_, name, parts) in bars {
                        tr {
                            th scope="row" { (name) }
                            @for part in parts { td { (part) } }
                            td { strong { (parts.iter().sum::<u16>()) } }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the letter of a part.
fn letter(part: usize) -> char {
    char::from(b'a' + part as u8)
}

/// The data for the charts at the end of a game.
pub(crate) struct Closing<'c> {
    pub(crate) names: &'c [(Seat, String)],
    pub(crate) statistics: &'c Statistics,
    /// The number of points that wins, if there is one.
    pub(crate) goal: Option<i32>,
    /// The wording for features.
    pub(crate) world: World,
    /// The position that is shown.
    pub(crate) at: Option<usize>,
    /// The address of the positions; `query` follows their number.
    pub(crate) base: &'c str,
    pub(crate) query: &'c str,
    /// Whether the tables are unfolded, for those who read rather than look.
    pub(crate) open: bool,
}

/// Renders a game in charts: the course of the points, their sources, dice, cards and trades.
pub(crate) fn closing(words: Words, closing: &Closing<'_>) -> Markup {
    let statistics = closing.statistics;
    let standings: Vec<Standing> = statistics.course.iter().map(|moment| moment.points).collect();
    let now = closing.at.map(|at| moment_of(statistics, at));
    html! {
        section id="charts" aria-labelledby="charts-title" {
            h2 id="charts-title" { (msg!(words, "charts-title")) }
            div class="charts" {
                (chart("chart-course", &msg!(words, "figure-course"), closing.open, html! {
                    (course(words, closing.names, &standings, closing.goal, now, closing.open))
                }))
                (chart("chart-points", &msg!(words, "chart-points"), closing.open, points(words, closing)))
                @if let Some(counts) = &statistics.rolls {
                    (chart("chart-rolls", &msg!(words, "chart-rolls"), closing.open, html! {
                        (rolls(words, counts))
                        @if counts.iter().sum::<u32>() > 0 {
                            details class="alternative" open[closing.open] {
                                summary { (msg!(words, "chart-as-table")) }
                                (rolls_table(words, counts))
                            }
                        }
                    }))
                }
                (cards_and_trades(words, closing))
            }
        }
    }
}

/// Returns the moment in the course of the points to which a position belongs; positions of the set-up belong to the first.
fn moment_of(statistics: &Statistics, at: usize) -> usize {
    statistics.course.iter().rposition(|moment| moment.step <= at).unwrap_or(0)
}

/// Renders the placeholder of the charts for a reader who has them from another position of the same game: they stay, and only
/// the mark in the course of the points moves.
pub(crate) fn stay(statistics: &Statistics, at: usize) -> Markup {
    let moments = statistics.course.len();
    let now = (moments > 1).then(|| mark(moment_of(statistics, at), moments));
    html! { section id="charts" data-stays data-now=[now] {} }
}

/// Renders the charts that a game with cards has besides the points and dice.
pub(crate) fn cards_and_trades(words: Words, closing: &Closing<'_>) -> Markup {
    let statistics = closing.statistics;
    html! {
        @if statistics.rolls.is_some() {
            (chart("chart-gained", &msg!(words, "chart-gained"), closing.open, flows(words, closing, true)))
            (chart("chart-lost", &msg!(words, "chart-lost"), closing.open, flows(words, closing, false)))
            (chart("chart-trades", &msg!(words, "chart-trades"), closing.open, trades(words, closing)))
        }
    }
}

fn chart(id: &str, title: &str, open: bool, body: Markup) -> Markup {
    html! {
        section id=(id) class={ "card" @if open { " words" } } aria-labelledby={ (id) "-title" } {
            h3 id={ (id) "-title" } { (title) }
            (body)
        }
    }
}

/// Renders the sources of the points.
fn points(words: Words, closing: &Closing<'_>) -> Markup {
    let parts = &closing.statistics.points;
    let heads: Vec<String> = parts.iter().map(|(name, _)| part_name(words, name, closing)).collect();
    let bars: Vec<(Seat, String, Vec<u16>)> = closing
        .names
        .iter()
        .map(|(seat, name)| {
            let parts = parts.iter().map(|(_, points)| u16::try_from(points[*seat]).unwrap_or(0));
            (*seat, name.clone(), parts.collect())
        })
        .collect();
    kinds(words, &msg!(words, "chart-points"), &heads, &bars, None, closing.open)
}

fn part_name(words: Words, name: &str, closing: &Closing<'_>) -> String {
    let world = closing.world.key();
    match name {
        "roads" => msg!(words, "land-roads", world = world),
        "cities" if closing.statistics.rolls.is_none() => msg!(words, "land-cities", world = world),
        "monasteries" => msg!(words, "land-monasteries", world = world),
        "fields" => msg!(words, "land-fields", world = world),
        "goods" | "extra" | "earlier" => words.or(&format!("land-points-{name}"), name),
        _ => words.or(&format!("points-{name}"), name),
    }
}

/// Renders the cards gained, or those lost, by reason.
fn flows(words: Words, closing: &Closing<'_>, gained: bool) -> Markup {
    let count = |flow: Flow| if gained { flow.gained } else { flow.lost };
    let cards = &closing.statistics.cards;
    let reasons: Vec<Reason> = Reason::ALL
        .into_iter()
        .filter(|why| {
            cards.get(why).is_some_and(|flows| closing.names.iter().any(|(seat, _)| count(flows[*seat]) > 0))
        })
        .collect();
    if reasons.is_empty() {
        return html! { p class="empty" { (msg!(words, "chart-no-cards")) } };
    }
    let heads: Vec<String> =
        reasons.iter().map(|why| msg!(words, &format!("reason-{}", why.name()))).collect();
    let bars: Vec<(Seat, String, Vec<u16>)> = closing
        .names
        .iter()
        .map(|(seat, name)| {
            let parts = reasons.iter().map(|why| u16::try_from(count(cards[why][*seat])).unwrap_or(u16::MAX));
            (*seat, name.clone(), parts.collect())
        })
        .collect();
    let label = if gained { msg!(words, "chart-gained") } else { msg!(words, "chart-lost") };
    kinds(words, &label, &heads, &bars, None, closing.open)
}

/// Renders the number of trades between each pair of players, and every single trade.
fn trades(words: Words, closing: &Closing<'_>) -> Markup {
    let trades = &closing.statistics.trades;
    if trades.is_empty() {
        return html! { p class="empty" { (msg!(words, "chart-no-trades")) } };
    }
    let name = |seat: Seat| {
        let found = closing.names.iter().find(|(known, _)| *known == seat);
        found.map(|(_, name)| name.clone()).unwrap_or_default()
    };
    let between = |one: Seat, other: Seat| {
        let pair = [(one, Some(other)), (other, Some(one))];
        trades.iter().filter(|trade| pair.contains(&(trade.seat, trade.partner))).count()
    };
    let supply =
        |seat: Seat| trades.iter().filter(|trade| trade.seat == seat && trade.partner.is_none()).count();
    let cards = |cards: &CardCounts| {
        let told: Vec<String> =
            cards.iter().map(|(kind, count)| msg!(words, &format!("cards-{kind}"), n = count)).collect();
        if told.is_empty() { msg!(words, "cards-none") } else { words.list(&told) }
    };
    let turn = |step: usize| {
        closing
            .statistics
            .course
            .iter()
            .rev()
            .find(|moment| moment.step <= step)
            .map_or(0, |moment| moment.turn)
    };
    html! {
        div class="scroll" tabindex="0" role="group" aria-label=(msg!(words, "chart-partners")) {
            table class="numbers" {
                caption { (msg!(words, "chart-partners")) }
                thead {
                    tr {
                        th scope="col" { (msg!(words, "player-column")) }
                        @for (_, name) in closing.names { th scope="col" { (name) } }
                        th scope="col" { (msg!(words, "reason-supply")) }
                    }
                }
                tbody {
                    @for (seat, name) in closing.names {
                        tr {
                            th scope="row" { (name) }
                            @for (other, _) in closing.names {
                                td { @if seat == other { "–" } @else { (between(*seat, *other)) } }
                            }
                            td { (supply(*seat)) }
                        }
                    }
                }
            }
        }
        details class="alternative" open[closing.open] {
            summary { (msg!(words, "chart-every-trade", n = trades.len())) }
            div class="scroll" tabindex="0" role="group" aria-label=(msg!(words, "chart-trades")) {
                table class="numbers" {
                    thead {
                        tr {
                            th scope="col" { (msg!(words, "course-turn-head")) }
                            th scope="col" { (msg!(words, "player-column")) }
                            th scope="col" { (msg!(words, "trade-gave")) }
                            th scope="col" { (msg!(words, "trade-with")) }
                            th scope="col" { (msg!(words, "trade-got")) }
                        }
                    }
                    tbody {
                        @for trade in trades {
                            tr {
                                td { a href={ (closing.base) "/" (trade.step) (closing.query) } data-go=(trade.step) { (turn(trade.step)) } }
                                th scope="row" { (name(trade.seat)) }
                                td { (cards(&trade.gave)) }
                                td { @match trade.partner { Some(partner) => (name(partner)), None => (msg!(words, "reason-supply")) } }
                                td { (cards(&trade.got)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the heights of the marks at the ends of the lines, spread so that none covers another.
fn spread(names: &[(Seat, String)], last: &Standing, y: &dyn Fn(i32) -> f64) -> Vec<(Seat, f64)> {
    let mut ends: Vec<(Seat, f64)> = names.iter().map(|(seat, _)| (*seat, y(last[*seat]))).collect();
    ends.sort_by(|a, b| a.1.total_cmp(&b.1));
    for n in 1..ends.len() {
        ends[n].1 = ends[n].1.max(ends[n - 1].1 + 22.0);
    }
    // Back up from the bottom where they ran out of room.
    let mut floor = 210.0;
    for end in ends.iter_mut().rev() {
        end.1 = end.1.min(floor);
        floor = end.1 - 22.0;
    }
    ends
}

/// Returns the distance between the lines of the grid, chosen so that there are at most seven.
fn step(most: i32) -> usize {
    [1, 2, 5, 10, 20, 50].into_iter().find(|step| most / step < 7).unwrap_or(100) as usize
}

pub(crate) fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// Formats a number given in tenths, with the decimal sign of the language.
pub(crate) fn tenths(words: Words, tenths: u32) -> String {
    msg!(words, "decimal", whole = tenths / 10, tenth = tenths % 10)
}
