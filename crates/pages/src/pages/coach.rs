//! The page of the coach: luck and skill of a finished game.

use super::replay::on_position;
use super::table::board;
use crate::games::spot;
use crate::model::{GameTable, History, SeatInfo};
use crate::pages::record::record_error;
use crate::parts::chances::chances;
use crate::parts::charts::tenths;
use crate::parts::hint::in_words;
use crate::parts::pins::Spot;
use crate::parts::pins::{Pin, with_pins};
use crate::parts::seats;
use crate::parts::shell::{Load, Shell, icon};
use crate::words::{Aids, Mode, Reader, Settings, Words, msg};
use ::analysis::report::{LUCKY, STEPS_MAX};
use ::analysis::{
    Analysis, AnalysisError, Cause, Coached, LuckEvent, SeatSplit, Source, Trade, TurningPoint, Unsure,
};
use ::draw::Margin;
use game::{Seat, Viewer};
use maud::{Markup, html};
use shelf::{AnyGame, GameKind};

/// The most events of luck and the most trades that are listed.
const LISTED: usize = 10;

/// `GET /t/{id}/coach` and `GET /r/{hash}/coach`.
#[derive(Clone, Debug)]
pub struct CoachPage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The game.
    pub game: GameKind,
    /// The address of this page: the exercises of seat B are at `{address}/B`.
    pub address: &'a str,
    /// The address of the replay: with `/t/abc/replay`, position 17 is at `/t/abc/replay/17`.
    pub replay: &'a str,
    /// The seats.
    pub seats: &'a [SeatInfo<'a>],
    /// The reader's own seat.
    pub you: Option<Seat>,
    /// The state of the analysis.
    pub found: CoachState<'a>,
}

/// The state of an analysis, as its page shows it.
#[derive(Clone, Debug)]
pub enum CoachState<'a> {
    /// The analysis is under way.
    Working,
    /// The game cannot be analysed.
    Refused(&'a AnalysisError),
    /// The analysis.
    Done(&'a Coached),
}

/// Renders the page.
#[must_use]
pub fn coach(page: &CoachPage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let title = msg!(words, "coach-title", game = words.game_title(page.game.name()));
    let main = html! {
        main id="main" class="narrow coach" {
            h1 { (title) }
            p class="lead" { (msg!(words, "coach-about")) }
            p {
                a class="button" href=(page.replay) { (icon("back")) (msg!(words, "coach-back")) }
                " " a class="button quiet" href="/puzzles" { (msg!(words, "nav-puzzles")) }
            }
            @match &page.found {
                CoachState::Working => p role="status" class="card" { (msg!(words, "coach-working")) },
                CoachState::Refused(why) => p role="alert" class="card" { (msg!(words, "coach-cannot", why = coach_refusal(words, why))) },
                CoachState::Done(coached) => (found(words, page, coached)),
            }
        }
    };
    Shell { load: Load::Table, game: Some(page.game), ..Shell::new(page.reader, &title, main) }.render()
}

/// Says why a game cannot be analysed.
#[must_use]
pub fn coach_refusal(words: Words, error: &AnalysisError) -> String {
    match error {
        AnalysisError::Replay(error) => record_error(words, error),
        AnalysisError::Unfinished => msg!(words, "coach-unfinished"),
        AnalysisError::TooLong => msg!(words, "coach-too-long", steps = STEPS_MAX.to_string()),
        // What is new is said in English until it has its words.
        other => other.to_string(),
    }
}

/// Renders what was found.
fn found(words: Words, page: &CoachPage<'_>, coached: &Coached) -> Markup {
    let game = &coached.analysis;
    let names = seats::names(words, page.seats, page.you);
    let names: Vec<String> = game.seats.iter().map(|split| names.plain(words, split.seat)).collect();
    let place = |step: usize| format!("{}/{step}", page.replay);
    html! {
        p { (coach_heading(words, game, &names)) }
        @for unsure in &game.unsure { p class="hint" { (unsure_in_words(words, unsure)) } }
        h2 { (msg!(words, "coach-chances")) }
        (chances(words, game, &names, &place))
        h2 id="split" { (msg!(words, "coach-split")) }
        p class="hint" { (msg!(words, "coach-split-about")) }
        div class="scroll" tabindex="0" role="region" aria-labelledby="split" { (split(words, game, &names)) }
        h2 { (msg!(words, "coach-turning")) }
        (exercises(words, page, coached, &names))
        (turning_points(words, page, coached, &names))
        h2 { (msg!(words, "coach-luckiest")) }
        (luckiest(words, game, &names, &place))
        @if !game.trades.is_empty() {
            h2 { (msg!(words, "coach-trades-title")) }
            p class="hint" { (msg!(words, "coach-trades", count = game.trades.len())) }
            (trades(words, &game.trades, &names, &place))
        }
        h2 { (msg!(words, "coach-card")) }
        figure class="line" {
            img src={ (page.address) "/card.svg" } width="1200" height="630" loading="lazy" alt=(coach_heading(words, game, &names));
        }
        p { a class="button" href={ (page.address) "/card.svg" } download="neuland.svg" { (msg!(words, "coach-card-save")) } }
        p class="hint" { (msg!(words, "coach-error-note")) " " (calibration_in_words(words, &game.game)) }
    }
}

/// Says how far the estimate was off where it was measured.
fn calibration_in_words(words: Words, game: &str) -> String {
    match ::analysis::calibration(game) {
        Some(error) => {
            msg!(words, "coach-calibration", error = tenths(words, (1000.0 * error).round() as u32))
        }
        None => msg!(words, "coach-uncalibrated"),
    }
}

/// Says which game it is, how long it took, and who won.
#[must_use]
pub fn coach_heading(words: Words, game: &Analysis, names: &[String]) -> String {
    let winners = game.seats.iter().zip(names).filter(|(it, _)| game.winners.contains(it.seat));
    let winners: Vec<String> = winners.map(|(_, name)| name.clone()).collect();
    msg!(
        words,
        "coach-heading",
        game = words.game_title(&game.game),
        steps = game.steps.to_string(),
        winners = words.list(&winners)
    )
}

/// Says why the estimate may be off.
#[must_use]
pub fn unsure_in_words(words: Words, unsure: &Unsure) -> String {
    match unsure {
        Unsure::Options(options) => {
            let titles: Vec<String> = options.iter().map(|option| words.option_title(option)).collect();
            msg!(words, "coach-unsure-options", options = words.list(&titles))
        }
        Unsure::Position => msg!(words, "coach-unsure-position"),
        Unsure::Seats(seats) => msg!(words, "coach-unsure-seats", seats = seats.to_string()),
    }
}

/// A share as a percentage.
pub(crate) fn share(words: Words, value: f64) -> String {
    tenths(words, (1000.0 * value).round() as u32) + " %"
}

/// A change as a percentage with its sign; nothing that would be printed as 0 has one.
pub(crate) fn change(words: Words, value: f64) -> String {
    let rounded = (1000.0 * value.abs()).round() as u32;
    let sign = match rounded {
        0 => "",
        _ if value < 0.0 => "−",
        _ => "+",
    };
    format!("{sign}{}", tenths(words, rounded))
}

/// Renders the split: a row for each part, a column for each seat.
fn split(words: Words, game: &Analysis, names: &[String]) -> Markup {
    let row = |name: String, cell: &dyn Fn(&SeatSplit) -> String| {
        html! { tr { th scope="row" { (name) } @for split in &game.seats { td { (cell(split)) } } } }
    };
    let of = |kind: &str, name: &str| words.or(&format!("coach-{kind}-{name}"), name);
    let sources =
        Source::ALL.into_iter().filter(|it| game.seats.iter().any(|split| split.luck.contains_key(it)));
    let causes =
        Cause::ALL.into_iter().filter(|it| game.seats.iter().any(|split| split.others.contains_key(it)));
    let amount = |found: Option<&f64>| change(words, found.copied().unwrap_or_default());
    html! {
        table class="numbers" {
            thead { tr { td {} @for name in names { th scope="col" { (name) } } } }
            tbody {
                (row(msg!(words, "coach-prior"), &|split| share(words, split.prior)))
                @for source in sources {
                    (row(of("luck", source.name()), &|split| amount(split.luck.get(&source))))
                }
                (row(msg!(words, "coach-mistakes"), &|split| change(words, split.mistakes)))
                (row(msg!(words, "coach-unforeseen"), &|split| change(words, split.unforeseen)))
                @for cause in causes {
                    (row(of("others", cause.name()), &|split| amount(split.others.get(&cause))))
                }
                (row(msg!(words, "coach-outcome"), &|split| share(words, split.outcome)))
            }
            tbody {
                (row(msg!(words, "coach-decisions"), &|split| split.decisions.to_string()))
                (row(msg!(words, "coach-rating"), &|split| rating(words, split)))
            }
        }
    }
}

/// The cost of a decision in thousandths, with its standard error.
fn rating(words: Words, split: &SeatSplit) -> String {
    let number = |value: f64| tenths(words, (10.0 * value).round() as u32);
    match split.rating_error {
        Some(error) => format!("{} ± {}", number(split.rating), number(error)),
        None => number(split.rating),
    }
}

/// Renders the ways to the exercises: those of the reader first.
fn exercises(words: Words, page: &CoachPage<'_>, coached: &Coached, names: &[String]) -> Markup {
    let count = |seat: Seat| coached.exercises(seat).count();
    let mut seats: Vec<Seat> = Seat::first(names.len()).filter(|&seat| count(seat) > 0).collect();
    seats.sort_by_key(|&seat| page.you != Some(seat));
    html! {
        @if !seats.is_empty() {
            p { (msg!(words, "exercise-about")) }
            p class="row" {
                @for seat in seats {
                    a class=(if page.you == Some(seat) { "button primary" } else { "button" }) href={ (page.address) "/" (seat.to_string()) } {
                        (icon(&format!("seat-{seat}")))
                        @let name = names[seat.index()].as_str();
                        (msg!(words, "exercise-start", name = name, count = count(seat)))
                    }
                }
            }
        }
    }
}

/// Renders the decisions that cost most, in the order of the game.
fn turning_points(words: Words, page: &CoachPage<'_>, coached: &Coached, names: &[String]) -> Markup {
    let marked = coached.analysis.decisions.iter().filter(|it| it.mark.is_some()).count();
    let more = marked - coached.turning_points.len();
    html! {
        @if marked == 0 { p { (msg!(words, "coach-turning-none")) } }
        ol class="turning" {
            @for point in &coached.turning_points { li class="card" { (turning_point(words, page, point, names)) } }
        }
        @if more > 0 { p { (msg!(words, "coach-turning-more", count = more)) } }
    }
}

fn turning_point(words: Words, page: &CoachPage<'_>, point: &TurningPoint, names: &[String]) -> Markup {
    let TurningPoint { decision, position, reasons, .. } = point;
    let seat = decision.seat;
    let table = GameTable::new(position, Viewer::Seat(seat), &History::default(), Aids::NONE);
    let at = decision.step - 1;
    let shown = on_position(page.reader, page.seats, page.you, at, table);
    let action = |text: &str| shown.game.0.advised(&shown, text);
    let mark = decision.mark.map_or("", ::analysis::Mark::name);
    let mark = words.or(&format!("coach-{mark}"), mark);
    html! {
        h3 { (msg!(words, "coach-point", turn = decision.turn, name = names[seat.index()].as_str())) }
        p class="cost" { (msg!(words, "coach-cost", mark = mark, cost = change(words, decision.cost))) }
        p { (msg!(words, "coach-played", action = action(&decision.action))) }
        p { (msg!(words, "coach-better", action = action(&decision.best))) }
        @let then = then_in_words(page, point);
        @if !then.is_empty() { p { (msg!(words, "coach-then", actions = then.join("; "))) } }
        (line(words, page, point))
        @if !reasons.is_empty() {
            ul class="reasons" { @for reason in reasons { li { (in_words(words, &shown, reason)) } } }
        }
        p { a href={ (page.replay) "/" (at) "?eyes=" (seat.to_string()) } { (msg!(words, "coach-look")) } }
    }
}

/// The position before each action of the line after the better one, with the action.
fn line_of(point: &TurningPoint) -> impl Iterator<Item = (AnyGame, &str)> {
    let (mut game, seat) = (point.position, point.decision.seat);
    let mut last = point.decision.best.as_str();
    point.then.iter().map_while(move |action| {
        game.play(seat, last).ok()?;
        last = action;
        Some((game, action.as_str()))
    })
}

/// The actions of the line after the better one.
fn then_in_words(page: &CoachPage<'_>, point: &TurningPoint) -> Vec<String> {
    let (seat, at) = (point.decision.seat, point.decision.step - 1);
    let in_words = |(position, action): (AnyGame, &str)| {
        let table = GameTable::new(&position, Viewer::Seat(seat), &History::default(), Aids::NONE);
        let shown = on_position(page.reader, page.seats, page.you, at, table);
        shown.game.0.advised(&shown, action)
    };
    line_of(point).map(in_words).collect()
}

/// The places of the line after the better action, numbered from 2 on.
fn then_spots(point: &TurningPoint) -> Vec<(usize, Spot)> {
    let seat = point.decision.seat;
    let steps = line_of(point).zip(2..);
    steps.filter_map(|((position, action), number)| Some((number, spot(&position, seat, action)?))).collect()
}

/// The places of the action played and of the better one on the picture of the board.
fn spots(point: &TurningPoint) -> [Option<Spot>; 2] {
    let decision = &point.decision;
    [&decision.action, &decision.best].map(|action| spot(&point.position, decision.seat, action))
}

/// Renders the position as a picture with the action played and the better one marked, if one of them is a place on the board.
fn line(words: Words, page: &CoachPage<'_>, point: &TurningPoint) -> Markup {
    let settings = &page.reader.settings;
    let [played, better] = spots(point);
    if settings.mode == Mode::Text || (played.is_none() && better.is_none()) {
        return html! {};
    }
    let step = point.decision.step;
    let look = format!(
        "theme={}&board={}&names={}",
        settings.theme.text(),
        settings.board.text(),
        settings.names.text()
    );
    html! {
        figure class="line" {
            img src={ (page.address) "/board/" (step) ".svg?" (look) } loading="lazy" alt=(msg!(words, "coach-line"));
            figcaption {
                @if played.is_some() { span { (Pin::Played.sign()) " " (msg!(words, "coach-line-played")) } }
                @if better.is_some() { span { (Pin::Better.sign()) " " (msg!(words, "coach-line-better")) } }
                @for (number, _) in then_spots(point).into_iter().take(1) {
                    span { (Pin::Then(number).sign()) " " (msg!(words, "coach-line-then")) }
                }
            }
        }
    }
}

/// Draws the position of a decision in the colours of these settings, with the action played and the better one marked.
#[must_use]
pub fn coach_board(point: &TurningPoint, settings: &Settings) -> String {
    let table = GameTable::new(&point.position, Viewer::Spectator, &History::default(), Aids::NONE);
    let [played, better] = spots(point);
    with_pins(board(&table, settings, Margin::Wide), played, better, &then_spots(point))
}

/// The seat that an outcome changed most, and by how much.
#[must_use]
pub fn most_changed(event: &LuckEvent) -> (Seat, f64) {
    let seats = Seat::first(event.luck.len()).zip(event.luck.iter().copied());
    seats.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())).unwrap_or((Seat::A, 0.0))
}

/// The outcomes that are lucky or unlucky for a seat, the greatest change first.
#[must_use]
pub fn lucky_events(game: &Analysis) -> Vec<&LuckEvent> {
    let is_lucky = |event: &&LuckEvent| event.step > 0 && most_changed(event).1.abs() >= LUCKY[0];
    let mut lucky: Vec<&LuckEvent> = game.luck.iter().filter(is_lucky).collect();
    lucky.sort_by(|a, b| {
        most_changed(b).1.abs().total_cmp(&most_changed(a).1.abs()).then(a.step.cmp(&b.step))
    });
    lucky
}

/// The word for luck of this size: very lucky, unlucky.
#[must_use]
pub fn luck_in_words(words: Words, luck: f64) -> String {
    let very = if luck.abs() >= LUCKY[1] { "very-" } else { "" };
    let sign = if luck < 0.0 { "unlucky" } else { "lucky" };
    words.or(&format!("coach-is-{very}{sign}"), sign)
}

/// The trades that changed most, the greatest first.
#[must_use]
pub fn largest_trades(trades: &[Trade]) -> Vec<&Trade> {
    let gain = |trade: &Trade| trade.known[0].abs().max(trade.known[1].abs());
    let mut trades: Vec<&Trade> = trades.iter().collect();
    trades.sort_by(|a, b| gain(b).total_cmp(&gain(a)).then(a.step.cmp(&b.step)));
    trades
}

/// Renders the outcomes that moved the chances most.
fn luckiest(words: Words, game: &Analysis, names: &[String], place: &dyn Fn(usize) -> String) -> Markup {
    let lucky = lucky_events(game);
    html! {
        @if lucky.is_empty() { p { (msg!(words, "coach-luckiest-none")) } }
        ul {
            @for event in lucky.into_iter().take(LISTED) {
                @let (seat, luck) = most_changed(event);
                @let source = event.source.name();
                li {
                    a href=(place(event.step)) {
                        (msg!(
                            words,
                            "coach-luck-at",
                            turn = event.turn,
                            source = words.or(&format!("coach-source-{source}"), source),
                            mark = luck_in_words(words, luck),
                            name = names[seat.index()].as_str(),
                            luck = change(words, luck)
                        ))
                    }
                }
            }
        }
    }
}

/// Renders the trades that changed most.
fn trades(words: Words, trades: &[Trade], names: &[String], place: &dyn Fn(usize) -> String) -> Markup {
    html! {
        ul {
            @for trade in largest_trades(trades).into_iter().take(LISTED) {
                li {
                    a href=(place(trade.step)) {
                        (msg!(
                            words,
                            "coach-trade-at",
                            name = names[trade.seat.index()].as_str(),
                            gain = change(words, trade.known[0]),
                            partner = names[trade.partner.index()].as_str(),
                            gained = change(words, trade.known[1])
                        ))
                    }
                }
            }
        }
    }
}
