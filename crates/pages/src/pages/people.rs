//! People at a table: the waiting room, coming and going, bots that play for somebody, playing again.

use crate::model::{BOT_NAMES, SeatInfo, Stage, TablePage, TableSummary, Who};
use crate::pages::start::option_value;
use crate::pages::table::{command_fields, notice};
use crate::parts::seats;
use crate::parts::shell::icon;
use crate::say;
use crate::words::Words;
use game::{Seat, SeatSet};
use maud::{Markup, html};
use std::fmt;

/// What a table page shows of the people beside their game.
#[derive(Clone, Debug, Default)]
pub struct People<'a> {
    /// Whether the reader opened the table.
    pub is_opener: bool,
    /// Whether strangers find it.
    pub is_public: bool,
    /// Whether it was closed before its game was over.
    pub is_closed: bool,
    /// Whether its game has begun.
    pub has_begun: bool,
    /// How long the seats may think.
    pub pace: Option<Pace>,
    /// The options that differ from their default, as name and value.
    pub options: &'a [(&'a str, String)],
    /// The kinds of bots that play this game, strongest first.
    pub bots: &'a [&'a str],
    /// How many look on.
    pub spectators: usize,
    /// Who is there, and how many look on, in a few letters: changes when that does.
    pub presence: &'a str,
    /// Whom the game waits for.
    pub due: SeatSet,
    /// For whom the reader may let a bot play on.
    pub replaceable: SeatSet,
    /// The commitment to the secret of the dice.
    pub commitment: Option<&'a str>,
    /// Who has added to the dice.
    pub nonces: SeatSet,
    /// Whose chair is kept, and who has yet to come before the game begins.
    pub expected: SeatSet,
    /// Where the same people play again.
    pub next: Option<&'a str>,
    /// Whether the reader is expected there.
    pub next_expects: bool,
    /// The commitment that the dice have there, as long as the reader can add to them.
    pub next_commitment: Option<&'a str>,
}

/// How long the seats may think. Its text form is that of the API: `decision 60 bot`, `bank 600 10 replace`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// How many seconds there are, for each decision or in the bank.
    pub seconds: u32,
    /// With a bank: how many seconds each decision adds.
    pub increment: Option<u32>,
    /// Whether nothing happens by itself when the time is up: the others may let a bot play on. Otherwise it does so
    /// at once.
    pub replace: bool,
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.increment {
            None => write!(f, "decision {}", self.seconds)?,
            Some(increment) => write!(f, "bank {} {increment}", self.seconds)?,
        }
        f.write_str(if self.replace { " replace" } else { " bot" })
    }
}

/// So many seconds, in the largest unit that says it: `3 days`, `90 seconds`.
fn span(words: Words, seconds: u32) -> String {
    match seconds {
        0 => say!(words, "span-seconds", n = 0),
        n if n % 86_400 == 0 => say!(words, "span-days", n = n / 86_400),
        n if n % 3_600 == 0 => say!(words, "span-hours", n = n / 3_600),
        n if n % 60 == 0 => say!(words, "span-minutes", n = n / 60),
        n => say!(words, "span-seconds", n = n),
    }
}

/// How long the seats may think, in words.
pub(crate) fn pace(words: Words, pace: Option<Pace>) -> String {
    let Some(pace) = pace else { return say!(words, "pace-none") };
    let time = span(words, pace.seconds);
    match pace.increment {
        None => say!(words, "pace-decision", time = time),
        Some(0) => say!(words, "pace-bank", time = time),
        Some(more) => say!(words, "pace-bank-more", time = time, more = span(words, more)),
    }
}

/// What happens when the time is up.
fn at_zero(words: Words, pace: Pace) -> String {
    if pace.replace { say!(words, "pace-replace") } else { say!(words, "pace-bot") }
}

/// The rules of a table: what differs from the rulebook, how long one may think, and who may come.
pub(crate) fn terms(words: Words, options: &[(&str, String)], time: Option<Pace>, is_public: bool) -> Markup {
    html! {
        dl class="options-list" {
            @for (option, value) in options {
                dt { (words.or(&format!("option-{option}"), option)) }
                dd { (option_value(words, option, value)) }
            }
            @if options.is_empty() {
                dt { (say!(words, "terms-rules")) }
                dd { (say!(words, "terms-by-the-book")) }
            }
            dt { (say!(words, "terms-time")) }
            dd {
                (pace(words, time))
                @if let Some(time) = time { span class="hint" { " · " (at_zero(words, time)) } }
            }
            dt { (say!(words, "terms-who")) }
            dd { @if is_public { (say!(words, "terms-public")) } @else { (say!(words, "terms-private")) } }
        }
    }
}

/// What the dice of a table follow from; with a field for the reader's share of them where they may add one. `table` is the
/// one whose commitment it is, by which the reader's browser remembers what it was shown.
pub(crate) fn dice(
    words: Words,
    table: Option<&str>,
    commitment: &str,
    added: &[String],
    field: Option<&str>,
) -> Markup {
    html! {
        details class="more dice-promise" {
            summary { (say!(words, "dice-fair")) }
            p class="hint" {
                (say!(words, "dice-settled")) " " a href="/fairness" { (say!(words, "dice-how")) }
            }
            p class="commitment" {
                span { (say!(words, "dice-commitment")) } " "
                code data-of=[table] { (commitment) }
            }
            @if !added.is_empty() {
                p class="hint" { (say!(words, "dice-added", names = words.list(added))) }
            }
            @if let Some(id) = field {
                div class="field" {
                    label for=(id) { (say!(words, "dice-share")) }
                    input id=(id) name="nonce" pattern="[0-9a-f]{16,64}" maxlength="64" autocomplete="off"
                        autocapitalize="none" spellcheck="false" aria-describedby={ (id) "-about" };
                    p id={ (id) "-about" } class="hint" { (say!(words, "dice-share-about")) }
                }
            }
        }
    }
}

/// A form that sends a wish of a few words.
fn wish(page: &TablePage<'_>, name: &str, more: &[(&str, String)], button: Markup) -> Markup {
    html! {
        form method="post" action={ "/t/" (page.table) "/wish" } {
            (command_fields(page))
            input type="hidden" name="wish" value=(name);
            @for (name, value) in more { input type="hidden" name=(name) value=(value); }
            (button)
        }
    }
}

/// Something that is done only after a second look.
fn after_all(id: &str, head: &str, text: &str, form: Markup) -> Markup {
    html! {
        details class="after-all" id=(id) {
            summary { (head) }
            div { p { (text) } (form) }
        }
    }
}

fn leave(words: Words, page: &TablePage<'_>) -> Markup {
    let button = html! { button type="submit" class="danger" { (say!(words, "leave-yes")) } };
    after_all("leave", &say!(words, "leave"), &say!(words, "leave-about"), wish(page, "leave", &[], button))
}

fn close(words: Words, page: &TablePage<'_>) -> Markup {
    let button = html! { button type="submit" class="danger" { (say!(words, "close-yes")) } };
    after_all(
        "close",
        &say!(words, "close-table"),
        &say!(words, "close-about"),
        wish(page, "close", &[], button),
    )
}

fn replace(words: Words, page: &TablePage<'_>, seat: Seat, class: &str) -> Markup {
    let button = html! {
        button type="submit" class=(class) { (icon("bot")) (say!(words, "replace")) }
    };
    wish(page, "replace", &[("seat", seat.to_string())], button)
}

/// `<main>` while seats are open, and of a table that was closed before its game began.
pub(crate) fn waiting(page: &TablePage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let people = &page.people;
    let names = seats::names(words, page.seats, page.you);
    let kind = page.game.kind();
    let game = words.or(&format!("game-{kind}"), kind.name());
    let open = page.seats.iter().filter(|info| info.who == Who::Open).count();
    let (title, hint) = if people.is_closed {
        (say!(words, "room-closed"), say!(words, "room-closed-hint"))
    } else if is_expected(page) {
        (say!(words, "turn-waiting"), say!(words, "room-expects-you"))
    } else if open == 0 {
        let missing: Vec<String> = people.expected.into_iter().map(|seat| names.plain(words, seat)).collect();
        let hint = say!(words, "room-expected", n = missing.len(), names = words.list(&missing));
        (say!(words, "turn-waiting"), hint)
    } else {
        (say!(words, "turn-waiting"), say!(words, "room-open", n = open))
    };
    html! {
        main id="main" class="room" data-table=(page.table) data-seq=(page.seq) data-version=(page.version)
            data-title=(title) data-stage="waiting" data-presence=(people.presence) {
            header class="hero" {
                p class="game" { (game) }
                h1 id="turn" tabindex="-1" { (title) }
                p class="lead" { (hint) }
            }
            div id="notices" { (notice(words, page, |why| crate::words::refusal(words.lang(), &names, why))) }
            @if people.is_closed {
                p { a class="button primary" href="/" { (say!(words, "error-back")) } }
            } @else {
                div id="lobby" class="rooms" {
                    (places(words, page))
                    div class="column" {
                        (invitation(words, page))
                        section class="card" aria-labelledby="terms-title" {
                            h2 id="terms-title" { (say!(words, "join-options")) }
                            (terms(words, people.options, people.pace, people.is_public))
                            @if people.spectators > 0 {
                                p class="hint watchers" { (icon("preview")) (say!(words, "spectators", n = people.spectators)) }
                            }
                            // Where the reader can still add to the dice, they stand there.
                            @let adds = is_expected(page) || (page.you.is_none() && page.code.is_some());
                            @if let Some(commitment) = people.commitment.filter(|_| !adds) {
                                @let added: Vec<String> =
                                    people.nonces.into_iter().map(|seat| names.plain(words, seat)).collect();
                                (dice(words, Some(page.table), commitment, &added, None))
                            }
                        }
                        (crate::parts::talk::panel(words, page))
                    }
                }
            }
        }
    }
}

/// Whether the reader has a chair that is kept and has yet to come.
fn is_expected(page: &TablePage<'_>) -> bool {
    page.you.is_some_and(|you| page.people.expected.contains(you))
}

/// Who sits where, and what the reader may do about it.
fn places(words: Words, page: &TablePage<'_>) -> Markup {
    let people = &page.people;
    let best = people.bots.first().copied().unwrap_or(page.bot);
    html! {
        section class="card" aria-labelledby="lobby-title" {
            h2 id="lobby-title" { (say!(words, "lobby-title")) }
            @if page.you.is_none() && page.code.is_some() { (sit(words, page)) }
            @if is_expected(page) { (come(words, page)) }
            ul class="places" {
                @for info in page.seats {
                    li id={ "place-" (info.seat) } class=[(info.who == Who::Open).then_some("open")] {
                        @if people.expected.contains(info.seat) { (seats::expected(words, info)) }
                        @else { (seats::head(words, info, page.you == Some(info.seat), false)) }
                        @match (info.who, page.you) {
                            (Who::Open, None) => {
                                button type="submit" form="sit" name="seat" value=(info.seat) class="primary" {
                                    (say!(words, "sit-here"))
                                    span class="unseen" { ": " (say!(words, "seat-letter", seat = info.seat.to_string())) }
                                }
                            }
                            (Who::Open, Some(you)) => {
                                (wish(page, "swap", &[("one", you.to_string()), ("other", info.seat.to_string())], html! {
                                    button type="submit" {
                                        (say!(words, "move-here"))
                                        span class="unseen" { ": " (say!(words, "seat-letter", seat = info.seat.to_string())) }
                                    }
                                }))
                            }
                            (_, Some(you)) if you == info.seat => {
                                (wish(page, "leave", &[], html! {
                                    button type="submit" class="quiet" { (say!(words, "stand-up")) }
                                }))
                            }
                            _ => {}
                        }
                    }
                }
            }
            @if page.can_fill {
                form id="fill" class="inline" method="post" action={ "/t/" (page.table) "/fill" } {
                    @let is_open = page.seats.iter().any(|info| info.who == Who::Open);
                    label {
                        span { @if is_open { (say!(words, "lobby-fill")) } @else { (say!(words, "fill-expected")) } }
                        select name="bot" {
                            @for kind in people.bots {
                                option value=(kind) selected[*kind == best] { (words.or(&format!("bot-{kind}"), kind)) }
                            }
                        }
                    }
                    button type="submit" {
                        (icon("bot"))
                        @if is_open { (say!(words, "fill-begin")) } @else { (say!(words, "begin-now")) }
                    }
                }
            }
            @if people.is_opener && page.you.is_some() { (swap_any(words, page)) }
            @if people.is_opener { (close(words, page)) }
        }
    }
}

/// Who opened the table may change any two seats.
fn swap_any(words: Words, page: &TablePage<'_>) -> Markup {
    let choice = |field: &str, label: String, chosen: usize| {
        html! {
            label {
                span { (label) }
                select name=(field) {
                    @for (n, info) in page.seats.iter().enumerate() {
                        option value=(info.seat) selected[n == chosen] {
                            (info.seat) ": " (seats::name(words, info))
                        }
                    }
                }
            }
        }
    };
    html! {
        details class="after-all" id="swap" {
            summary { (say!(words, "swap-any")) }
            form class="inline" method="post" action={ "/t/" (page.table) "/wish" } {
                (command_fields(page))
                input type="hidden" name="wish" value="swap";
                (choice("one", say!(words, "swap-one"), 0))
                (choice("other", say!(words, "swap-other"), 1))
                button type="submit" { (icon("trade")) (say!(words, "swap")) }
            }
        }
    }
}

/// The name for who wants to sit down; the buttons stand beside the seats.
fn sit(words: Words, page: &TablePage<'_>) -> Markup {
    html! {
        form id="sit" class="sit-down" method="post" action={ "/t/" (page.table) "/join" } {
            div class="field" {
                label for="name" { (say!(words, "your-name")) }
                input id="name" name="name" value=[page.reader.name.as_deref()] required maxlength="24"
                    autocomplete="nickname";
            }
            @if let Some(commitment) = page.people.commitment {
                (dice(words, Some(page.table), commitment, &[], Some("nonce")))
            }
        }
    }
}

/// For who has a chair that is kept: to come, and to add to the dice.
fn come(words: Words, page: &TablePage<'_>) -> Markup {
    let own = page.seats.iter().find(|info| page.you == Some(info.seat));
    html! {
        form id="come" class="sit-down" method="post" action={ "/t/" (page.table) "/join" } {
            @if let Some(info) = own {
                input type="hidden" name="name" value=(seats::name(words, info));
                input type="hidden" name="seat" value=(info.seat);
            }
            button type="submit" class="primary large" { (icon("check")) (say!(words, "come-in")) }
            @if let Some(commitment) = page.people.commitment {
                (dice(words, Some(page.table), commitment, &[], Some("nonce")))
            }
        }
    }
}

/// How others come.
fn invitation(words: Words, page: &TablePage<'_>) -> Markup {
    html! {
        @if let Some(code) = page.code {
            section class="card" aria-labelledby="invite-title" {
                h2 id="invite-title" { (say!(words, "invite-title")) }
                p { (say!(words, "lobby-invite")) }
                p class="invite" {
                    a id="invite" href={ "/j/" (code) } { (page.reader.origin.as_deref().unwrap_or_default()) "/j/" (code) }
                }
                p class="row js-only" {
                    button type="button" data-copy="invite" { (say!(words, "lobby-copy")) }
                    button type="button" data-share="invite" hidden { (say!(words, "invite-share")) }
                }
                p class="hint" { (say!(words, "invite-code")) " " code class="code" { (code) } }
                @if page.reader.is_on_this_machine() {
                    p class="hint" { (say!(words, "lobby-alone")) " " code class="command" { "neuland play --addr 0.0.0.0:7170" } }
                }
            }
        }
    }
}

/// What the reader is told and asked first: that the table was closed, and whether to come back.
pub(crate) fn asked(words: Words, page: &TablePage<'_>) -> Markup {
    let own = page.seats.iter().find(|info| page.you == Some(info.seat));
    html! {
        @if page.people.is_closed {
            p id="ended" class="notice" { (say!(words, "room-ended")) }
        }
        @if page.stage == Stage::Playing && let Some(you) = own && let Who::Person { stand_in: Some(_), .. } = you.who {
            section id="back" class="card decision" aria-labelledby="back-title" {
                h2 id="back-title" { (icon("bot")) (say!(words, "back-title", bot = BOT_NAMES[you.seat.index()])) }
                p class="hint" { (say!(words, "back-about")) }
                (wish(page, "return", &[], html! {
                    button type="submit" class="primary large" { (say!(words, "back")) }
                }))
            }
        }
    }
}

/// Whether a bot shall play on for somebody the table waits for; after what the reader has to decide.
pub(crate) fn missing(words: Words, page: &TablePage<'_>) -> Markup {
    let people = &page.people;
    let info = |seat: Seat| page.seats.iter().find(|info| info.seat == seat);
    let is_out = |seat: Seat| {
        let clocks = page.beside.clocks.as_ref();
        clocks.and_then(|clocks| clocks.seats.get(seat.index())).is_some_and(|clock| clock.up)
    };
    html! {
        @if page.stage == Stage::Playing {
            @for seat in people.replaceable {
                @if people.due.contains(seat) && let Some(info) = info(seat) {
                    @let name = seats::name(words, info);
                    section id={ "missing-" (seat) } class="card decision" aria-labelledby={ "missing-title-" (seat) } {
                        h2 id={ "missing-title-" (seat) } {
                            (seats::mark(words, seat))
                            @if is_out(seat) { (say!(words, "missing-time", name = name)) }
                            @else { (say!(words, "missing", name = name)) }
                        }
                        p class="hint" { (say!(words, "missing-about")) }
                        (replace(words, page, seat, ""))
                    }
                }
            }
        }
    }
}

/// Who is there, who plays for whom, and the ways out; folded away during the game.
pub(crate) fn panel(words: Words, page: &TablePage<'_>) -> Markup {
    let people = &page.people;
    // A game that is looked at again has no people around it.
    if people.presence.is_empty() {
        return html! {};
    }
    let playing = page.stage == Stage::Playing;
    let is_away = page
        .seats
        .iter()
        .any(|info| page.you == Some(info.seat) && matches!(info.who, Who::Person { stand_in: Some(_), .. }));
    html! {
        details id="people" class="menu people" {
            summary {
                (icon("people"))
                span class="menu-label" { (say!(words, "people")) }
                @if people.spectators > 0 {
                    span class="count" {
                        span aria-hidden="true" { "+" (people.spectators) }
                        span class="unseen" { " " (say!(words, "spectators", n = people.spectators)) }
                    }
                }
            }
            div class="pop" {
                ul class="places" {
                    @for info in page.seats {
                        li {
                            (seats::mark(words, info.seat))
                            span class="who" {
                                span class="name" { (seats::name(words, info)) }
                                span class="hint" { (state(words, page, info)) }
                            }
                            @if playing && people.replaceable.contains(info.seat) { (replace(words, page, info.seat, "quiet")) }
                        }
                    }
                }
                p class="hint watchers" { (icon("preview")) (say!(words, "spectators", n = people.spectators)) }
                (terms(words, people.options, people.pace, people.is_public))
                @if let Some(commitment) = people.commitment {
                    @let names = seats::names(words, page.seats, page.you);
                    @let added: Vec<String> =
                        people.nonces.into_iter().map(|seat| names.plain(words, seat)).collect();
                    @let table = (page.stage != Stage::Over).then_some(page.table);
                    (dice(words, table, commitment, &added, None))
                }
                @if playing && page.you.is_some() && !is_away { (leave(words, page)) }
                @if playing && people.is_opener { (close(words, page)) }
            }
        }
    }
}

/// What somebody does at this moment.
fn state(words: Words, page: &TablePage<'_>, info: &SeatInfo<'_>) -> String {
    match info.who {
        Who::Open => say!(words, "seat-open"),
        Who::Bot { kind, .. } => words.or(&format!("bot-{kind}-short"), kind),
        Who::Person { stand_in: Some(_), .. } => {
            say!(words, "stand-in", bot = BOT_NAMES[info.seat.index()], name = seats::name(words, info))
        }
        Who::Person { .. } if page.you == Some(info.seat) => say!(words, "seat-you"),
        Who::Person { online: true, .. } => say!(words, "seat-here"),
        Who::Person { .. } => say!(words, "seat-away"),
    }
}

/// After the end: what can be done next, the same people once more first.
pub(crate) fn afterwards(words: Words, page: &TablePage<'_>) -> Markup {
    html! {
        div class="row" id="afterwards" {
            (again(words, page))
            (crate::pages::replay::again(words, page.table))
            (crate::pages::verify::record_links(words, page.table))
            a class="button" href="/" { (say!(words, "result-again")) }
        }
        (again_dice(words, page))
    }
}

/// The same people once more, or where they went.
fn again(words: Words, page: &TablePage<'_>) -> Markup {
    let people = &page.people;
    html! {
        @if people.next.is_some() && people.next_expects {
            (again_form(page, "again-come", words))
        } @else if let Some(next) = people.next {
            a id="next" class="button primary" href={ "/t/" (next) } { (icon("turn")) (say!(words, "again-open")) }
        } @else if page.you.is_some() && !people.is_closed {
            (again_form(page, "again", words))
        }
    }
}

/// Goes to the table where the same people play again, and adds to its dice.
fn again_form(page: &TablePage<'_>, button: &str, words: Words) -> Markup {
    html! {
        form id="again" method="post" action={ "/t/" (page.table) "/again" } {
            input type="hidden" name="nonce" value="";
            @if let Some(commitment) = page.people.next_commitment {
                input type="hidden" name="commitment" value=(commitment);
            }
            button type="submit" class="primary" { (icon("turn")) (words.or(button, "")) }
        }
    }
}

/// The dice of the table at which the same people would play again.
fn again_dice(words: Words, page: &TablePage<'_>) -> Markup {
    let commitment = page.people.next_commitment.filter(|_| page.you.is_some());
    html! { @if let Some(commitment) = commitment { (dice(words, None, commitment, &[], None)) } }
}

/// A public table.
#[derive(Clone, Debug)]
pub struct PublicTable<'a> {
    /// What all lists of tables show.
    pub summary: TableSummary<'a>,
    /// The invitation code, as long as a seat is open.
    pub code: Option<&'a str>,
    /// How long the seats may think.
    pub pace: Option<Pace>,
    /// The options that differ from their default.
    pub options: &'a [(&'a str, String)],
    /// How many look on.
    pub spectators: usize,
}

/// `GET /lobby`: the public tables, as a part of the start page.
#[must_use]
pub fn lobby(lang: crate::words::Lang, tables: &[PublicTable<'_>]) -> Markup {
    let words = Words::new(lang);
    html! {
        section id="public" class="card" aria-labelledby="public-title" {
            h2 id="public-title" { (say!(words, "public-tables")) }
            @if tables.is_empty() {
                p class="empty" { (say!(words, "public-none")) }
            } @else {
                ul class="tables" { @for table in tables { li id={ "public-" (table.summary.id) } { (public_table(words, table)) } } }
            }
        }
    }
}

fn public_table(words: Words, table: &PublicTable<'_>) -> Markup {
    let summary = &table.summary;
    let open = summary.seats.iter().filter(|info| info.who == Who::Open).count();
    let stage = match summary.stage {
        Stage::Waiting => say!(words, "public-open", n = open, of = summary.seats.len()),
        Stage::Playing => say!(words, "table-turn", turn = summary.turns),
        Stage::Over => say!(words, "table-over"),
    };
    let options: Vec<String> = table
        .options
        .iter()
        .map(|(option, value)| {
            format!(
                "{}: {}",
                words.or(&format!("option-{option}"), option),
                option_value(words, option, value)
            )
        })
        .collect();
    html! {
        div class="table-link public" {
            span class="game" { (words.or(&format!("game-{}", summary.game), summary.game)) }
            " "
            span class="stage" { (stage) }
            (seats::row(words, summary.seats, summary.you))
            p class="hint facts-line" {
                span { (icon("wait")) (pace(words, table.pace)) }
                @if table.spectators > 0 { span { (icon("preview")) (say!(words, "spectators", n = table.spectators)) } }
                @if !options.is_empty() { span { (options.join(" · ")) } }
            }
            p class="row" {
                @if summary.you.is_some() {
                    a class="button" href={ "/t/" (summary.id) } { (say!(words, "public-back")) }
                } @else {
                    @if let Some(code) = table.code {
                        a class="button primary" href={ "/j/" (code) } { (say!(words, "public-join")) }
                    }
                    a class="button" href={ "/t/" (summary.id) } { (icon("preview")) (say!(words, "public-watch")) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Lang;

    #[test]
    fn times_to_think_are_said_in_the_largest_unit() {
        let say = |seconds, increment| {
            let time = Pace { seconds, increment, replace: false };
            (pace(Words::new(Lang::En), Some(time)), pace(Words::new(Lang::De), Some(time)), time.to_string())
        };
        assert_eq!(
            say(60, None),
            (
                "1 minute for each decision".to_owned(),
                "1 Minute für jede Entscheidung".to_owned(),
                "decision 60 bot".to_owned()
            )
        );
        assert_eq!(say(3 * 86_400, None).0, "3 days for each decision");
        assert_eq!(say(90, Some(0)).0, "90 seconds for the whole game");
        let (en, de, text) = say(600, Some(10));
        assert_eq!(en, "10 minutes for the whole game, and 10 seconds more for each decision");
        assert_eq!(de, "10 Minuten für die ganze Partie, dazu 10 Sekunden für jede Entscheidung");
        assert_eq!(text, "bank 600 10 bot");
    }
}
