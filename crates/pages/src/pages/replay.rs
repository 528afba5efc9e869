//! The replay of a game: a position with the log around it, and the controls that step through all positions.

use super::play_on::{PlayOn, ShownStep, play_on};
use crate::model::{GameTable, People, RenderedLine, SeatInfo, TableContext, TablePage, TableStage};
use crate::parts::alone::share_button;
use crate::parts::controls::zoom;
use crate::parts::log::sentence;
use crate::parts::shell::{Load, Shell, client_words, icon};
use crate::parts::{charts, seats};
use crate::words::{Mode, Names, Reader, Words, msg};
use ::draw::shown::Shown;
use game::{Seat, Viewer};
use maud::{Markup, html};
use shelf::Statistics;

/// `GET /t/{id}/replay/{n}` and `GET /r/{hash}/{n}`.
#[derive(Clone, Debug)]
pub struct ReplayPage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The address of the positions: with `/t/abc/replay`, position 17 is at `/t/abc/replay/17`.
    pub base: &'a str,
    /// The address of the picture of this position.
    pub picture: &'a str,
    /// The address of the record, if the reader may have it.
    pub record: Option<&'a str>,
    /// The address of the coach, if the reader may have the game analysed.
    pub coach: Option<&'a str>,
    /// The table where the game was played; `None` for records from elsewhere.
    pub table: Option<&'a str>,
    /// The maximum number of hours for which the server keeps a record from elsewhere.
    pub kept: Option<u64>,
    /// The position shown: the number of steps that led to it.
    pub at: usize,
    /// The number of steps.
    pub steps: usize,
    /// The first position in which somebody decides, where a replay begins.
    pub opening: usize,
    /// The positions in which a turn begins, each with the number of turns begun by then: at least those around this position.
    pub turns: &'a [(usize, u32)],
    /// The seats.
    pub seats: &'a [SeatInfo<'a>],
    /// The reader's own seat.
    pub you: Option<Seat>,
    /// The perspective that is shown.
    pub eyes: Viewer,
    /// The perspectives that the reader may choose.
    pub choices: &'a [Viewer],
    /// The position from that perspective, with the log around it: at least [`REPLAY_LINES`](crate::REPLAY_LINES) before and
    /// after it, and as far back as [`shows_last_turn`](crate::shows_last_turn) asks. The numbers of its lines are positions.
    pub game: GameTable<'a>,
    /// The game in numbers, once all of it may be known.
    pub statistics: Option<&'a Statistics>,
    /// Whether the reader needs the charts of the statistics.
    pub charts: ReplayCharts,
    /// The form that plays the game on from this position; `None` while the game goes on at its table.
    pub play_on: Option<PlayOn<'a>>,
}

/// The charts of a replay cover the whole game, so a page that has them does not need them again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayCharts {
    /// The response includes the charts.
    Sent,
    /// The page already has the charts, with links from the same perspective.
    There,
}

/// Returns a perspective as a text for addresses: `B`, `watch`, `all`.
#[must_use]
pub fn perspective_text(eyes: Viewer) -> String {
    match eyes {
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::Spectator => "watch".to_owned(),
        Viewer::Everything => "all".to_owned(),
    }
}

/// Reads a perspective from such a text.
#[must_use]
pub fn parse_perspective(text: &str) -> Option<Viewer> {
    match text {
        "watch" => Some(Viewer::Spectator),
        "all" => Some(Viewer::Everything),
        seat => seat.parse().ok().map(Viewer::Seat),
    }
}

/// Renders the whole page.
#[must_use]
pub fn replay(page: &ReplayPage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let text = page.reader.settings.mode == Mode::Text;
    let after = html! {
        (said(words))
        (keys_dialog(words, page))
        div id="live" class="unseen" aria-live="polite" {}
        div id="toast" role="alert" {}
    };
    Shell {
        reader: page.reader,
        title: &title(words, page),
        class: if text { "page replay text" } else { "page replay" },
        main: replay_main(page),
        after,
        load: if text { Load::Table } else { Load::Board },
        game: Some(page.game.kind()),
        clause: None,
        preview: None,
    }
    .render()
}

fn title(words: Words, page: &ReplayPage<'_>) -> String {
    msg!(words, "replay-title", at = page.at, steps = page.steps, game = game_name(words, page))
}

fn game_name(words: Words, page: &ReplayPage<'_>) -> String {
    words.game_title(page.game.kind().name())
}

/// Renders the `<main>` of the page: the part that changes from position to position.
#[must_use]
pub fn replay_main(page: &ReplayPage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let shown = shown(page);
    let parts = page.game.0.replay(&shown);
    let names = seats::names(words, page.seats, page.you);
    let happened: Vec<&RenderedLine> =
        parts.log.iter().filter(|(at, _)| *at == page.at as u64).map(|(_, told)| told).collect();
    let turn = page.turns.iter().rev().find(|(from, _)| *from <= page.at).map(|(_, turn)| *turn);
    let text = page.reader.settings.mode == Mode::Text;
    html! {
        main id="main" class=(if text { "looking plain" } else { "looking" }) data-replay=(page.base) data-at=(page.at)
            data-steps=(page.steps) data-opening=(page.opening) data-query=(query(page)) data-title=(title(words, page)) {
            header id="banner" {
                div class="turn" {
                    h1 id="turn" tabindex="-1" { (msg!(words, "replay-heading", game = game_name(words, page))) }
                    p id="where" {
                        (msg!(words, "replay-at", at = page.at, steps = page.steps))
                        @if let Some(turn) = turn { " · " (msg!(words, "replay-turn", n = turn)) }
                    }
                }
                @if let Some(table) = page.table {
                    a class="button" href={ "/t/" (table) } { (msg!(words, "replay-table")) }
                }
            }
            @if text {
                div id="board-panel" { (parts.board) }
            } @else {
                section id="board-panel" aria-labelledby="board-heading" {
                    h2 id="board-heading" class="unseen" { (msg!(words, "board-title")) }
                    div id="board" { (parts.board) }
                    (zoom(&shown))
                }
            }
            section id="step" aria-labelledby="step-heading" {
                h2 id="step-heading" class="unseen" { (msg!(words, "replay-step")) }
                (controls(words, page))
                div id="happened" role="status" {
                    @if happened.is_empty() {
                        p class="empty" {
                            @if page.at == 0 { (msg!(words, "replay-beginning")) }
                            @else { (msg!(words, "replay-nothing")) }
                        }
                    }
                    @for told in &happened {
                        p {
                            (sentence(told))
                        }
                    }
                }
            }
            (log(words, page, &parts.log))
            aside id="side" aria-label=(msg!(words, "side")) {
                (eyes(words, page, &names))
                (play_on(words, &ShownStep { reader: page.reader, base: page.base, at: page.at, seats: page.seats, play_on: page.play_on }, &names))
                (parts.players)
                (parts.hands)
            }
            @match (page.statistics, page.charts) {
                (Some(statistics), ReplayCharts::Sent) => {
                    (charts::closing(words, &charts::Closing {
                        names: &named(page, &names, words),
                        statistics,
                        goal: parts.goal,
                        world: parts.world,
                        at: Some(page.at),
                        base: page.base,
                        query: &query(page),
                        open: text,
                    }))
                },
                (Some(statistics), ReplayCharts::There) => { (charts::stay(statistics, page.at)) },
                (None, _) => {},
            }
            (more(words, page))
        }
    }
}

/// Returns the seats with their names.
fn named(page: &ReplayPage<'_>, names: &Names, words: Words) -> Vec<(Seat, String)> {
    page.seats.iter().map(|info| (info.seat, names.plain(words, info.seat))).collect()
}

/// Returns the replay as a table page, on which nobody can act.
fn shown<'a>(page: &'a ReplayPage<'a>) -> TablePage<'a> {
    let shown = on_position(page.reader, page.seats, page.you, page.at, page.game.clone());
    TablePage { table: page.table.unwrap_or_default(), ..shown }
}

/// Returns a position of a game that is over as a table page, on which nobody can act.
pub(super) fn on_position<'a>(
    reader: &'a Reader,
    seats: &'a [SeatInfo<'a>],
    you: Option<Seat>,
    at: usize,
    game: GameTable<'a>,
) -> TablePage<'a> {
    TablePage {
        shown: &Shown::NOTHING,
        unfolded: "",
        reader,
        table: "",
        code: None,
        seats,
        you,
        stage: TableStage::Over,
        seq: at as u64,
        version: at as u64,
        command: "",
        can_undo: false,
        can_fill: false,
        bot: "",
        notice: None,
        statistics: None,
        beside: TableContext::default(),
        people: People::default(),
        game,
    }
}

/// Returns the query that follows a position's number in its address.
fn query(page: &ReplayPage<'_>) -> String {
    if page.choices.len() > 1 { format!("?eyes={}", perspective_text(page.eyes)) } else { String::new() }
}

fn link(page: &ReplayPage<'_>, at: usize) -> String {
    format!("{}/{at}{}", page.base, query(page))
}

/// Renders the controls: links, a field that works as a form, and a client that plays.
fn controls(words: Words, page: &ReplayPage<'_>) -> Markup {
    let (at, steps) = (page.at, page.steps);
    let before =
        page.turns.iter().rev().map(|(from, _)| *from).find(|&from| from < at).or((at > 0).then_some(0));
    let after =
        page.turns.iter().map(|(from, _)| *from).find(|&from| from > at).or((at < steps).then_some(steps));
    // Before play begins there is little to see: whoever wants to see it goes on from the opening.
    let first = if at > page.opening { Some(page.opening) } else { (at > 0).then_some(0) };
    let go = |id: &str, sign: &str, label: String, to: Option<usize>| {
        html! {
            @match to {
                Some(to) => a class="button" id=(id) href=(link(page, to)) title=(label) data-go=(to) { (icon(sign)) span class="unseen" { (label) } },
                None => a class="button" id=(id) role="link" aria-disabled="true" title=(label) { (icon(sign)) span class="unseen" { (label) } },
            }
        }
    };
    html! {
        form id="scrub" method="get" action=(page.base) {
            @if page.choices.len() > 1 { input type="hidden" name="eyes" value=(perspective_text(page.eyes)); }
            label for="n" class="unseen" { (msg!(words, "replay-scrub")) }
            input type="range" id="n" name="n" min="0" max=(steps) value=(at) autocomplete="off"
                aria-valuetext=(msg!(words, "replay-at", at = at, steps = steps));
            button type="submit" class="without-js" { (msg!(words, "replay-go")) }
            label class="js-only speed" {
                span class="unseen" { (msg!(words, "replay-speed")) }
                select id="speed" {
                    option value="2400" { (msg!(words, "replay-speed-slow")) }
                    option value="1200" selected { (msg!(words, "replay-speed-normal")) }
                    option value="500" { (msg!(words, "replay-speed-fast")) }
                    option value="200" { (msg!(words, "replay-speed-faster")) }
                }
            }
        }
        div class="steps" role="group" aria-label=(msg!(words, "replay-controls")) {
            (go("go-first", "first", msg!(words, "replay-first"), first))
            (go("go-turn-back", "turn-back", msg!(words, "replay-turn-back"), before))
            (go("go-back", "back", msg!(words, "replay-back"), at.checked_sub(1)))
            button type="button" id="play" class="js-only primary" aria-pressed="false" title=(msg!(words, "replay-play")) {
                span class="off" { (icon("play")) } span class="on" { (icon("pause")) }
                span class="unseen" { (msg!(words, "replay-play")) }
            }
            (go("go-on", "on", msg!(words, "replay-on"), (at < steps).then_some(at + 1)))
            (go("go-turn-on", "turn-on", msg!(words, "replay-turn-on"), after))
            (go("go-last", "last", msg!(words, "replay-last"), (at < steps).then_some(steps)))
        }
    }
}

/// Renders the choice of a perspective, if there is one.
fn eyes(words: Words, page: &ReplayPage<'_>, names: &Names) -> Markup {
    if page.choices.len() < 2 {
        return html! {};
    }
    html! {
        nav id="eyes" aria-labelledby="eyes-title" {
            h2 id="eyes-title" { (msg!(words, "replay-eyes")) }
            ul {
                @for &choice in page.choices {
                    li {
                        a class="button" href={ (page.base) "/" (page.at) "?eyes=" (perspective_text(choice)) } data-eyes=(perspective_text(choice))
                            aria-current=[(choice == page.eyes).then_some("true")] {
                            @match choice {
                                Viewer::Seat(seat) => { (icon(&format!("seat-{seat}"))) (names.plain(words, seat)) },
                                Viewer::Spectator => (msg!(words, "replay-eyes-watch")),
                                Viewer::Everything => (msg!(words, "replay-eyes-all")),
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the log around this position; each line links to its own position.
fn log(words: Words, page: &ReplayPage<'_>, log: &[(u64, RenderedLine)]) -> Markup {
    let here = log.iter().rposition(|(at, _)| *at == page.at as u64);
    html! {
        section id="log" class="panel" aria-labelledby="log-title" tabindex="-1" {
            h2 id="log-title" { (msg!(words, "log")) }
            @if log.is_empty() { p class="empty" { (msg!(words, "log-empty")) } }
            ol id="log-lines" tabindex="0" aria-labelledby="log-title" {
                @for (n, (at, told)) in log.iter().enumerate() {
                    @let current = *at == page.at as u64;
                    li class=[told.ends_turn.then_some("turn-end")] data-here=[(here == Some(n)).then_some("true")]
                        data-show=[told.place.as_deref()] data-cue=[told.cues.text().filter(|_| current)] data-toast[told.toast && current] {
                        a href=(link(page, *at as usize)) data-go=(at) class=(if *at > page.at as u64 { "later" } else { "line" })
                            aria-current=[current.then_some("step")] {
                            (sentence(told))
                        }
                    }
                }
            }
        }
    }
}

/// Renders the links for the position and for the whole game.
fn more(words: Words, page: &ReplayPage<'_>) -> Markup {
    html! {
        footer id="more" {
            p class="row" {
                a class="button" id="link" href=(link(page, page.at)) { (icon("then")) (msg!(words, "replay-link")) }
                button type="button" class="button js-only" data-copy="link" { (msg!(words, "lobby-copy")) }
                a class="button" href=(page.picture) { (icon("fit")) (msg!(words, "replay-picture")) }
                @if let Some(coach) = page.coach {
                    a class="button" id="coach" href=(coach) { (icon("bulb")) (msg!(words, "coach-link")) }
                }
                @if let Some(record) = page.record {
                    a class="button" href=(record) download { (icon("out")) (msg!(words, "result-record")) }
                    @if page.reader.alone { (share_button(words, record)) }
                }
            }
            @if let Some(hours) = page.kept { p class="hint" { (msg!(words, "replay-kept", hours = hours)) } }
        }
    }
}

/// Renders the client's own messages.
fn said(words: Words) -> Markup {
    let texts = [
        ("copied", msg!(words, "client-copied")),
        ("close", msg!(words, "client-close")),
        ("failed", msg!(words, "client-failed")),
        ("play", msg!(words, "replay-play")),
        ("pause", msg!(words, "replay-pause")),
        ("ended", msg!(words, "replay-ended")),
    ];
    client_words(&texts)
}

fn keys_dialog(words: Words, page: &ReplayPage<'_>) -> Markup {
    let keys = [
        ("← →", msg!(words, "replay-keys-step")),
        ("Shift ← →", msg!(words, "replay-keys-turn")),
        ("Home End", msg!(words, "replay-keys-ends")),
        ("Space", msg!(words, "replay-keys-play")),
        ("+ − 0", msg!(words, "keys-zoom")),
        ("?", msg!(words, "keys-help")),
    ];
    html! {
        dialog id="keys" aria-labelledby="keys-title" data-keys=(page.reader.settings.keys.text()) {
            h2 id="keys-title" { (msg!(words, "keys-title")) }
            dl { @for (key, text) in &keys { dt { kbd { (key) } } dd { (text) } } }
            form method="dialog" { button class="primary" { (msg!(words, "client-close")) } }
        }
    }
}
