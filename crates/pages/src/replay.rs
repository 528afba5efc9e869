//! Looking at a game again: a position with what led to it, and controls that go through all of them.

use crate::log::Told;
use crate::record::record_fault;
use crate::rules::clause_link;
use crate::shell::{Shell, client_words, icon};
use crate::{GameTable, LogLine, Mode, Names, Reader, SeatInfo, Stage, TablePage, Words, charts, say, seats};
use ::draw::CatanPicture;
use ::draw::catan::Changes;
use ::draw::shown::Shown;
use game::{Seat, Viewer};
use maud::{Markup, html};
use shelf::{Events, ReplayError, Statistics};

/// How many lines of the log stand before the one that is looked at, and after it.
pub const REPLAY_LINES: usize = 40;

/// `GET /t/{id}/replay/{n}` and `GET /r/{hash}/{n}`.
#[derive(Clone, Debug)]
pub struct ReplayPage<'a> {
    /// Who reads.
    pub reader: &'a Reader,
    /// Where the positions are: `/t/abc/replay`, so that position 17 is at `/t/abc/replay/17`.
    pub base: &'a str,
    /// Where the picture of this position is.
    pub picture: &'a str,
    /// Where the record is, if it may be had.
    pub record: Option<&'a str>,
    /// The table it is the game of; `None` for records from elsewhere.
    pub table: Option<&'a str>,
    /// For how many hours a record from elsewhere is kept at most.
    pub kept: Option<u64>,
    /// Which position is shown: how many steps led to it.
    pub at: usize,
    /// How many steps there are.
    pub steps: usize,
    /// The positions with which a turn begins, with how many have begun then: those around this position at least.
    pub turns: &'a [(usize, u32)],
    /// Who sits where.
    pub seats: &'a [SeatInfo<'a>],
    /// The reader's own seat.
    pub you: Option<Seat>,
    /// Through whose eyes the game is seen.
    pub eyes: Viewer,
    /// Through whose eyes the reader may see it.
    pub choices: &'a [Viewer],
    /// The position as they see it, with the log up to it: as far back as [`shows_last_turn`] asks.
    pub game: GameTable<'a>,
    /// The log around it, as they may read it: [`REPLAY_LINES`] before and after it at least. The numbers of its lines are
    /// positions.
    pub lines: Lines<'a>,
    /// The game in numbers, once all of it may be known.
    pub statistics: Option<&'a Statistics>,
    /// Whether the reader needs the charts made of them.
    pub charts: ReplayCharts,
}

/// The charts of a replay are of the whole game: a page that has them needs them no second time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayCharts {
    /// The reader gets them.
    Sent,
    /// The reader has them, with links through the same eyes.
    There,
}

/// The lines of a log of any game.
#[derive(Clone, Copy, Debug)]
pub enum Lines<'a> {
    /// Of Catan.
    Catan(&'a [LogLine<::catan::Event>]),
    /// Of Cities & Knights.
    CitiesAndKnights(&'a [LogLine<::catan::cities_and_knights::Event>]),
    /// Of the three games of Carcassonne.
    Carcassonne(&'a [LogLine<::carcassonne::Event>]),
}

/// Eyes as a text for addresses: `B`, `watch`, `all`.
#[must_use]
pub fn eyes_text(eyes: Viewer) -> String {
    match eyes {
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::Spectator => "watch".to_owned(),
        Viewer::Everything => "all".to_owned(),
    }
}

/// Eyes from such a text.
#[must_use]
pub fn read_eyes(text: &str) -> Option<Viewer> {
    match text {
        "watch" => Some(Viewer::Spectator),
        "all" => Some(Viewer::Everything),
        seat => seat.parse().ok().map(Viewer::Seat),
    }
}

/// What a game shows of a position.
pub(crate) struct Parts {
    /// The board, as a picture or in words.
    pub(crate) board: Markup,
    /// Everybody with what is open about them.
    pub(crate) players: Markup,
    /// What each seat holds, in games in which that is hidden from others.
    pub(crate) hands: Markup,
    /// Lines of the log with their positions.
    pub(crate) log: Vec<(u64, Told)>,
    /// How many points win, where there is such a number.
    pub(crate) goal: Option<i32>,
}

/// Which lines of a log are shown beside position `at`.
pub(crate) fn window<E>(lines: &[LogLine<E>], at: usize) -> &[LogLine<E>] {
    let here = lines.partition_point(|line| line.seq <= at as u64);
    &lines[here.saturating_sub(REPLAY_LINES)..lines.len().min(here + REPLAY_LINES)]
}

/// Whether all that the picture of a position marks, which is what was placed or moved in its turn or in the last one
/// before in which something was, happened in these steps. They come latest first.
pub fn shows_last_turn<'e>(past: impl IntoIterator<Item = &'e Events>) -> bool {
    let mut is_marked = false;
    for events in past {
        for event in (0..events.len()).rev() {
            let (marks, ends_turn) = match events {
                Events::Catan(events) => {
                    use ::catan::Event as E;
                    let event = events[event];
                    let marks = event.placed().is_some() || matches!(event, E::MovedRobber { .. });
                    (marks, matches!(event, E::TurnEnded { .. }))
                }
                Events::CitiesAndKnights(events) => {
                    use ::catan::cities_and_knights::{Event as E, OwnEvent};
                    let event = events[event];
                    // What a roll gives is no mark, and what else is one does not depend on the picture.
                    let marks = !matches!(event, E::Own(OwnEvent::Rolled { .. }))
                        && !event.marks(&CatanPicture::default()).is_empty();
                    (marks, matches!(event, E::TurnEnded { .. }))
                }
                Events::Carcassonne(events)
                | Events::TradersAndBuilders(events)
                | Events::Mayflower(events) => {
                    use ::carcassonne::Event as E;
                    let event = events[event];
                    (matches!(event, E::Placed { .. }), matches!(event, E::TurnEnded { .. }))
                }
            };
            if ends_turn && is_marked {
                return true;
            }
            is_marked |= marks;
        }
    }
    false
}

/// The whole page.
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
        board: !text,
        game: Some(page.game.kind()),
    }
    .render()
}

fn title(words: Words, page: &ReplayPage<'_>) -> String {
    say!(words, "replay-title", at = page.at, steps = page.steps, game = game_name(words, page))
}

fn game_name(words: Words, page: &ReplayPage<'_>) -> String {
    words.or(&format!("game-{}", page.game.kind()), page.game.kind().name())
}

/// The `<main>` of the page: what changes from position to position.
#[must_use]
pub fn replay_main(page: &ReplayPage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let shown = shown(page);
    let parts = match (&page.game, page.lines) {
        (GameTable::Catan(table), Lines::Catan(lines)) => {
            crate::catan::table::replay(&shown, table, window(lines, page.at))
        }
        (GameTable::CitiesAndKnights(table), Lines::CitiesAndKnights(lines)) => {
            crate::cities_and_knights::table::replay(&shown, table, window(lines, page.at))
        }
        (GameTable::Carcassonne(table), Lines::Carcassonne(lines)) => {
            crate::carcassonne::table::replay(&shown, table, window(lines, page.at))
        }
        _ => unreachable!("the lines are of the game"),
    };
    let names = seats::names(words, page.seats, page.you);
    let happened: Vec<&Told> =
        parts.log.iter().filter(|(at, _)| *at == page.at as u64).map(|(_, told)| told).collect();
    let turn = page.turns.iter().rev().find(|(from, _)| *from <= page.at).map(|(_, turn)| *turn);
    let text = page.reader.settings.mode == Mode::Text;
    html! {
        main id="main" class=(if text { "looking plain" } else { "looking" }) data-replay=(page.base) data-at=(page.at)
            data-steps=(page.steps) data-query=(query(page)) data-title=(title(words, page)) {
            header id="banner" {
                div class="turn" {
                    h1 id="turn" tabindex="-1" { (say!(words, "replay-heading", game = game_name(words, page))) }
                    p id="where" {
                        (say!(words, "replay-at", at = page.at, steps = page.steps))
                        @if let Some(turn) = turn { " · " (say!(words, "replay-turn", n = turn)) }
                    }
                }
                @if let Some(table) = page.table {
                    a class="button" href={ "/t/" (table) } { (say!(words, "replay-table")) }
                }
            }
            @if text {
                div id="board-panel" { (parts.board) }
            } @else {
                section id="board-panel" aria-labelledby="board-heading" {
                    h2 id="board-heading" class="unseen" { (say!(words, "board-title")) }
                    div id="board" { (parts.board) }
                    (crate::table::zoom(words))
                }
            }
            section id="step" aria-labelledby="step-heading" {
                h2 id="step-heading" class="unseen" { (say!(words, "replay-step")) }
                (controls(words, page))
                div id="happened" role="status" {
                    @if happened.is_empty() {
                        p class="empty" {
                            @if page.at == 0 { (say!(words, "replay-beginning")) }
                            @else { (say!(words, "replay-nothing")) }
                        }
                    }
                    @for told in &happened {
                        p {
                            @if let Some(seat) = told.seat { (icon(&format!("seat-{seat}"))) }
                            span { (told.sentence) }
                        }
                    }
                }
                (eyes(words, page, &names))
            }
            aside id="side" aria-label=(say!(words, "side")) {
                (parts.players)
                (parts.hands)
                (log(words, page, &parts.log))
            }
            @match (page.statistics, page.charts) {
                (Some(statistics), ReplayCharts::Sent) => {
                    (charts::closing(words, &charts::Closing {
                        names: &named(page, &names, words),
                        statistics,
                        goal: parts.goal,
                        mayflower: page.game.kind() == shelf::GameKind::Mayflower,
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

/// The seats with their names.
fn named(page: &ReplayPage<'_>, names: &Names, words: Words) -> Vec<(Seat, String)> {
    page.seats.iter().map(|info| (info.seat, names.plain(words, info.seat))).collect()
}

/// The table as the parts of a table page know it: nobody acts, whatever the position.
fn shown<'a>(page: &'a ReplayPage<'a>) -> TablePage<'a> {
    TablePage {
        shown: &Shown::NOTHING,
        unfolded: "",
        reader: page.reader,
        table: page.table.unwrap_or_default(),
        code: None,
        seats: page.seats,
        you: page.you,
        stage: Stage::Over,
        seq: page.at as u64,
        version: page.at as u64,
        command: "",
        can_undo: false,
        can_fill: false,
        bot: "",
        notice: None,
        statistics: None,
        beside: crate::Beside::default(),
        people: crate::People::default(),
        game: page.game.clone(),
    }
}

/// What follows the number of a position in its address.
fn query(page: &ReplayPage<'_>) -> String {
    if page.choices.len() > 1 { format!("?eyes={}", eyes_text(page.eyes)) } else { String::new() }
}

fn link(page: &ReplayPage<'_>, at: usize) -> String {
    format!("{}/{at}{}", page.base, query(page))
}

/// Going through the positions: links, a field that works as a form, and a client that plays.
fn controls(words: Words, page: &ReplayPage<'_>) -> Markup {
    let (at, steps) = (page.at, page.steps);
    let before =
        page.turns.iter().rev().map(|(from, _)| *from).find(|&from| from < at).or((at > 0).then_some(0));
    let after =
        page.turns.iter().map(|(from, _)| *from).find(|&from| from > at).or((at < steps).then_some(steps));
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
            @if page.choices.len() > 1 { input type="hidden" name="eyes" value=(eyes_text(page.eyes)); }
            label for="n" class="unseen" { (say!(words, "replay-scrub")) }
            input type="range" id="n" name="n" min="0" max=(steps) value=(at) autocomplete="off"
                aria-valuetext=(say!(words, "replay-at", at = at, steps = steps));
            button type="submit" class="without-js" { (say!(words, "replay-go")) }
        }
        div class="steps" role="group" aria-label=(say!(words, "replay-controls")) {
            (go("go-first", "first", say!(words, "replay-first"), (at > 0).then_some(0)))
            (go("go-turn-back", "turn-back", say!(words, "replay-turn-back"), before))
            (go("go-back", "back", say!(words, "replay-back"), at.checked_sub(1)))
            button type="button" id="play" class="js-only primary" aria-pressed="false" title=(say!(words, "replay-play")) {
                span class="off" { (icon("play")) } span class="on" { (icon("pause")) }
                span class="unseen" { (say!(words, "replay-play")) }
            }
            (go("go-on", "on", say!(words, "replay-on"), (at < steps).then_some(at + 1)))
            (go("go-turn-on", "turn-on", say!(words, "replay-turn-on"), after))
            (go("go-last", "last", say!(words, "replay-last"), (at < steps).then_some(steps)))
            label class="js-only speed" {
                span class="unseen" { (say!(words, "replay-speed")) }
                select id="speed" {
                    option value="2400" { (say!(words, "replay-speed-slow")) }
                    option value="1200" selected { (say!(words, "replay-speed-normal")) }
                    option value="500" { (say!(words, "replay-speed-fast")) }
                    option value="200" { (say!(words, "replay-speed-faster")) }
                }
            }
        }
    }
}

/// Through whose eyes the game is seen, where there is a choice.
fn eyes(words: Words, page: &ReplayPage<'_>, names: &Names) -> Markup {
    if page.choices.len() < 2 {
        return html! {};
    }
    html! {
        nav id="eyes" aria-labelledby="eyes-title" {
            h2 id="eyes-title" { (say!(words, "replay-eyes")) }
            ul {
                @for &choice in page.choices {
                    li {
                        a class="button" href={ (page.base) "/" (page.at) "?eyes=" (eyes_text(choice)) } data-eyes=(eyes_text(choice))
                            aria-current=[(choice == page.eyes).then_some("true")] {
                            @match choice {
                                Viewer::Seat(seat) => { (icon(&format!("seat-{seat}"))) (names.plain(words, seat)) },
                                Viewer::Spectator => (say!(words, "replay-eyes-watch")),
                                Viewer::Everything => (say!(words, "replay-eyes-all")),
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The log around this position; each line leads to its own.
fn log(words: Words, page: &ReplayPage<'_>, log: &[(u64, Told)]) -> Markup {
    let here = log.iter().rposition(|(at, _)| *at == page.at as u64);
    html! {
        section id="log" class="panel" aria-labelledby="log-title" tabindex="-1" {
            h2 id="log-title" { (say!(words, "log")) }
            @if log.is_empty() { p class="empty" { (say!(words, "log-empty")) } }
            ol id="log-lines" tabindex="0" aria-labelledby="log-title" {
                @for (n, (at, told)) in log.iter().enumerate() {
                    @let current = *at == page.at as u64;
                    li class=[told.ends_turn.then_some("turn-end")] data-here=[(here == Some(n)).then_some("true")] {
                        a href=(link(page, *at as usize)) data-go=(at) class=(if *at > page.at as u64 { "later" } else { "line" })
                            aria-current=[current.then_some("step")] {
                            @if let Some(seat) = told.seat { (icon(&format!("seat-{seat}"))) }
                            span { (told.sentence) }
                        }
                    }
                }
            }
        }
    }
}

/// Links that belong to the position and to the whole game.
fn more(words: Words, page: &ReplayPage<'_>) -> Markup {
    html! {
        footer id="more" {
            p class="row" {
                a class="button" id="link" href=(link(page, page.at)) { (icon("then")) (say!(words, "replay-link")) }
                button type="button" class="button js-only" data-copy="link" { (say!(words, "lobby-copy")) }
                a class="button" href=(page.picture) { (icon("fit")) (say!(words, "replay-picture")) }
                @if let Some(record) = page.record {
                    a class="button" href=(record) download { (icon("out")) (say!(words, "result-record")) }
                }
            }
            @if let Some(hours) = page.kept { p class="hint" { (say!(words, "replay-kept", hours = hours)) } }
        }
    }
}

/// Words the client says by itself.
fn said(words: Words) -> Markup {
    let texts = [
        ("copied", say!(words, "client-copied")),
        ("close", say!(words, "client-close")),
        ("failed", say!(words, "client-failed")),
        ("play", say!(words, "replay-play")),
        ("pause", say!(words, "replay-pause")),
        ("ended", say!(words, "replay-ended")),
    ];
    client_words(&texts)
}

fn keys_dialog(words: Words, page: &ReplayPage<'_>) -> Markup {
    let keys = [
        ("← →", say!(words, "replay-keys-step")),
        ("Shift ← →", say!(words, "replay-keys-turn")),
        ("Home End", say!(words, "replay-keys-ends")),
        ("Space", say!(words, "replay-keys-play")),
        ("+ − 0", say!(words, "keys-zoom")),
        ("?", say!(words, "keys-help")),
    ];
    html! {
        dialog id="keys" aria-labelledby="keys-title" data-keys=(page.reader.settings.keys.text()) {
            h2 id="keys-title" { (say!(words, "keys-title")) }
            dl { @for (key, text) in &keys { dt { kbd { (key) } } dd { (text) } } }
            form method="dialog" { button class="primary" { (say!(words, "client-close")) } }
        }
    }
}

/// From the end of a game to its replay.
pub(crate) fn again(words: Words, table: &str) -> Markup {
    html! {
        a class="button" id="replay" href={ "/t/" (table) "/replay" } { (icon("then")) (say!(words, "replay-link-over")) }
    }
}

/// From the log of a game to its earlier positions.
pub(crate) fn look_back(words: Words, table: &str) -> Markup {
    html! { a class="look-back" href={ "/t/" (table) "/replay" } { (say!(words, "replay-link-playing")) } }
}

/// `GET /replay`: bring a record along.
#[derive(Debug)]
pub struct UploadPage<'a> {
    /// Who reads.
    pub reader: &'a Reader,
    /// The largest record that is taken, in kilobytes.
    pub most: usize,
    /// For how many hours it is kept at most.
    pub hours: u64,
    /// Why the last one was not taken.
    pub fault: Option<UploadFault<'a>>,
    /// What was pasted; stands in the form again.
    pub pasted: &'a str,
}

/// Why a record is not shown.
#[derive(Debug)]
pub enum UploadFault<'a> {
    /// There was none.
    Empty,
    /// It is too large.
    TooLarge,
    /// Too many came from one address.
    TooMany,
    /// The server has much to do.
    Busy,
    /// It cannot be read, or a step is not allowed.
    Wrong(&'a ReplayError),
}

/// The page where a record is brought along.
#[must_use]
pub fn upload(page: &UploadPage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let wrong = page.fault.is_some().then_some("upload-fault");
    let main = html! {
        main id="main" class="upload" {
            h1 { (say!(words, "upload-title")) }
            p class="lead" { (say!(words, "upload-about")) }
            @if let Some(fault) = &page.fault {
                div id="upload-fault" class="notice bad" role="alert" { (upload_fault(words, fault, page.most)) }
            }
            form id="upload" method="post" action="/replay" enctype="multipart/form-data" class="card" {
                label {
                    span { (say!(words, "upload-file")) }
                    input type="file" name="file" accept=".neuland,.jsonl,.txt,application/x-ndjson,text/plain" aria-describedby=[wrong];
                }
                label {
                    span { (say!(words, "upload-paste")) }
                    textarea name="text" rows="7" spellcheck="false" autocomplete="off" aria-describedby=[wrong]
                        placeholder="{\"neuland\":1,\"game\":\"catan\", …}" { (page.pasted) }
                }
                button type="submit" class="primary" { (say!(words, "upload-send")) }
            }
            p class="hint" { (say!(words, "upload-kept", hours = page.hours, most = page.most)) }
        }
    };
    let title = say!(words, "upload-title");
    Shell { class: "page replay", ..Shell::new(page.reader, &title, main) }.render()
}

fn upload_fault(words: Words, fault: &UploadFault<'_>, most: usize) -> Markup {
    match fault {
        UploadFault::Empty => html! { p { (say!(words, "upload-empty")) } },
        UploadFault::TooLarge => html! { p { (say!(words, "upload-too-large", most = most)) } },
        UploadFault::TooMany => html! { p { (say!(words, "upload-too-many")) } },
        UploadFault::Busy => html! { p { (say!(words, "upload-busy")) } },
        UploadFault::Wrong(error) => html! {
            p {
                strong { (say!(words, "upload-line", line = error.line().to_string())) } " "
                (shortened(&record_fault(words, error)))
                @if let Some(clause) = error.clause() { " " (clause_link(words, clause)) }
            }
        },
    }
}

/// A sentence that may carry foreign text stays short enough to be read.
fn shortened(text: &str) -> String {
    const MOST: usize = 600;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
