//! People at a table: presence, leaving and returning, bots that stand in, and rematches.

use super::alone::share_button;
use super::command::command_fields;
use super::part::made_of;
use super::report::{self, Reporter};
use super::seats;
use super::shell::{close_button, icon};
use super::terms::{Terms, dice, terms};
use crate::model::{BOT_NAMES, SeatInfo, SeatOccupant, TablePage, TableStage};
use crate::words::{Words, msg};
use bots::any::level_above;
use game::{Seat, SeatSet};
use maud::{Markup, html};

/// Renders the players of the table, each as a part by `player`.
pub(crate) fn players(
    words: Words,
    page: &TablePage<'_>,
    player: impl Fn(&SeatInfo<'_>) -> Markup,
) -> Markup {
    html! {
        section id="players" class="panel" aria-labelledby="players-title" data-key="p" tabindex="-1" {
            h2 id="players-title" { (msg!(words, "players")) }
            ul class={ "players of-" (page.seats.len()) } {
                @for info in page.seats { li { (player(info)) } }
            }
            (panel(page))
        }
    }
}

/// Renders a form that sends a table command with a few fields.
pub(crate) fn wish(page: &TablePage<'_>, name: &str, more: &[(&str, String)], button: Markup) -> Markup {
    wish_with(page.table, &command_fields(page), name, more, button)
}

/// Renders the same form with these fields of every command.
fn wish_with(table: &str, fields: &Markup, name: &str, more: &[(&str, String)], button: Markup) -> Markup {
    html! {
        form method="post" action={ "/t/" (table) "/wish" } {
            (fields)
            input type="hidden" name="wish" value=(name);
            @for (name, value) in more { input type="hidden" name=(name) value=(value); }
            (button)
        }
    }
}

/// Renders an action that the reader has to unfold before they can confirm it.
fn after_all(id: &str, head: &str, text: &str, form: Markup) -> Markup {
    html! {
        details class="after-all" id=(id) {
            summary { (head) }
            div { p { (text) } (form) }
        }
    }
}

/// Renders the form that closes a table whose game has not begun.
pub(crate) fn close(words: Words, page: &TablePage<'_>) -> Markup {
    let button = html! { button type="submit" class="danger" { (msg!(words, "close-yes")) } };
    after_all(
        "close",
        &msg!(words, "close-table"),
        &msg!(words, "close-about"),
        wish(page, "close", &[], button),
    )
}

/// Renders the button that lets a bot play on for somebody.
fn replace(words: Words, class: &str) -> Markup {
    html! { button type="submit" class=(class) { (icon("bot")) (msg!(words, "replace")) } }
}

/// Renders the notices and questions that come first: that the table was closed, and whether the reader comes back.
pub(crate) fn asked(words: Words, page: &TablePage<'_>) -> Markup {
    let own = page.seats.iter().find(|info| page.you == Some(info.seat));
    html! {
        @if let Some(why) = page.people.closed {
            section id="ended" class="card" aria-labelledby="ended-title" {
                h2 id="ended-title" { (msg!(words, "room-closed")) }
                p { (msg!(words, "room-ended", why = why.name())) }
                (again(words, page))
                (afterwards(words, page))
            }
        }
        @if page.stage == TableStage::Playing && let Some(you) = own && let SeatOccupant::Person { stand_in: Some(_), .. } = you.who {
            section id="back" class="card decision" aria-labelledby="back-title" {
                h2 id="back-title" { (icon("bot")) (msg!(words, "back-title", bot = BOT_NAMES[you.seat.index()])) }
                @if page.people.spent.contains(you.seat) {
                    p class="hint" { (msg!(words, "spent-about")) }
                } @else {
                    p class="hint" { (msg!(words, "back-about")) }
                    (wish(page, "return", &[], html! {
                        button type="submit" class="primary large" { (msg!(words, "back")) }
                    }))
                }
            }
        }
    }
}

/// Renders the question whether a bot takes over for a missing player for whom the table waits. It stands below the reader's own
/// decisions.
pub(crate) fn missing(words: Words, page: &TablePage<'_>) -> Markup {
    let people = &page.people;
    let info = |seat: Seat| page.seats.iter().find(|info| info.seat == seat);
    let is_out = |seat: Seat| {
        let clocks = page.beside.clocks.as_ref();
        clocks.and_then(|clocks| clocks.seats.get(seat.index())).is_some_and(|clock| clock.up)
    };
    html! {
        @if page.stage == TableStage::Playing {
            @for seat in people.replaceable {
                @if people.due.contains(seat) && let Some(info) = info(seat) {
                    @let name = seats::name(words, info);
                    section id={ "missing-" (seat) } class="card decision" aria-labelledby={ "missing-title-" (seat) } {
                        h2 id={ "missing-title-" (seat) } {
                            (seats::mark(words, seat))
                            @if is_out(seat) { (msg!(words, "missing-time", name = name)) }
                            @else if people.stalling.contains(seat) { (msg!(words, "missing-stalled", name = name)) }
                            @else { (msg!(words, "missing", name = name)) }
                        }
                        p class="hint" { (msg!(words, "missing-about")) }
                        (wish(page, "replace", &[("seat", seat.to_string())], replace(words, "")))
                    }
                }
            }
        }
    }
}

/// The inputs of the list of people.
#[derive(Hash)]
struct Panel<'a> {
    reader: Reporter<'a>,
    seats: &'a [SeatInfo<'a>],
    stage: TableStage,
    spectators: usize,
    shows_chances: bool,
    terms: Terms<'a>,
    commitment: Option<&'a str>,
    nonces: SeatSet,
    replaceable: SeatSet,
    can_ask_close: bool,
    close_voters: SeatSet,
}

/// Renders the list of people with their presence and stand-ins, and the ways to leave; folded during the game.
pub(crate) fn panel(page: &TablePage<'_>) -> Markup {
    let (people, beside) = (&page.people, &page.beside);
    // A game that is looked at again has no people around it.
    if people.presence.is_empty() {
        return html! {};
    }
    let inputs = Panel {
        reader: page.into(),
        seats: page.seats,
        stage: page.stage,
        spectators: people.spectators,
        shows_chances: beside.chances.allowed && page.stage == TableStage::Playing,
        terms: people.into(),
        commitment: people.commitment,
        nonces: people.nonces,
        replaceable: people.replaceable,
        can_ask_close: beside.can_ask_close,
        close_voters: beside.close_voters,
    };
    made_of(page, ("details", "people"), &inputs, |words, panel, fields| panel.render(words, fields))
}

impl Panel<'_> {
    fn render(&self, words: Words, fields: &Markup) -> Markup {
        let playing = self.stage == TableStage::Playing;
        html! {
            details id="people" class="menu people" {
                summary {
                    (icon("people"))
                    span class="menu-label" { (msg!(words, "people")) }
                    // The number has its room before anybody looks on.
                    span class={ "count" @if self.spectators == 0 { " none" } } {
                        span aria-hidden="true" { "+" (self.spectators) }
                        @if self.spectators > 0 { span class="unseen" { " " (msg!(words, "spectators", n = self.spectators)) } }
                    }
                }
                div class="pop" {
                    (close_button(words))
                    ul class="chairs" {
                        @for info in self.seats { li { (self.chair(words, info, fields)) } }
                    }
                    p class="hint watchers" { (icon("preview")) (msg!(words, "spectators", n = self.spectators)) }
                    @if self.shows_chances { p id="shows-chances" class="hint" { (msg!(words, "aid-chances")) } }
                    (terms(words, &self.terms))
                    @if let Some(commitment) = self.commitment {
                        @let names = seats::names(words, self.seats, self.reader.you);
                        @let added: Vec<String> =
                            self.nonces.into_iter().map(|seat| names.plain(words, seat)).collect();
                        @let table = (self.stage != TableStage::Over).then_some(self.reader.table);
                        (dice(words, table, commitment, &added, None))
                    }
                    @if playing && self.reader.you.is_some() && !self.is_away() { (self.leave(words, fields)) }
                    @if playing && self.can_ask_close { (self.ask_close(words, fields)) }
                }
            }
        }
    }

    /// Renders a player with what they are doing now.
    fn chair(&self, words: Words, info: &SeatInfo<'_>, fields: &Markup) -> Markup {
        let is_replaceable = self.stage == TableStage::Playing && self.replaceable.contains(info.seat);
        let seat = [("seat", info.seat.to_string())];
        html! {
            (seats::mark(words, info.seat))
            span class="who" {
                span class="name" { (seats::name(words, info)) }
                span class="hint" { (state(words, self.reader.you, info)) }
            }
            @if is_replaceable {
                (wish_with(self.reader.table, fields, "replace", &seat, replace(words, "quiet")))
            }
            (report::of_seat(words, self.reader, info))
        }
    }

    /// Whether a bot plays for the reader.
    fn is_away(&self) -> bool {
        let is_stood_in =
            |info: &SeatInfo<'_>| matches!(info.who, SeatOccupant::Person { stand_in: Some(_), .. });
        self.seats.iter().any(|info| self.reader.you == Some(info.seat) && is_stood_in(info))
    }

    fn leave(&self, words: Words, fields: &Markup) -> Markup {
        let button = html! { button type="submit" class="danger" { (msg!(words, "leave-yes")) } };
        let form = wish_with(self.reader.table, fields, "leave", &[], button);
        after_all("leave", &msg!(words, "leave"), &msg!(words, "leave-about"), form)
    }

    /// Renders the form that closes a game in progress, if the others agree.
    fn ask_close(&self, words: Words, fields: &Markup) -> Markup {
        let voters = self.close_voters;
        let names = seats::names(words, self.seats, self.reader.you);
        let voting: Vec<String> = voters.into_iter().map(|seat| names.plain(words, seat)).collect();
        let about = match voters.len() {
            0 => msg!(words, "close-about-game"),
            n => msg!(words, "close-about-voters", n = n, names = words.list(&voting)),
        };
        let button = html! {
            button type="submit" class="danger" {
                @if voters.is_empty() { (msg!(words, "close-yes")) } @else { (msg!(words, "close-ask")) }
            }
        };
        let form = wish_with(self.reader.table, fields, "close", &[], button);
        after_all("close", &msg!(words, "close-table"), &about, form)
    }
}

/// Describes what a player is doing now.
fn state(words: Words, you: Option<Seat>, info: &SeatInfo<'_>) -> String {
    match info.who {
        SeatOccupant::Open => msg!(words, "seat-open"),
        SeatOccupant::Bot { kind, .. } => words.or(&format!("bot-{kind}-short"), kind),
        SeatOccupant::Person { stand_in: Some(_), .. } => {
            msg!(words, "stand-in", bot = BOT_NAMES[info.seat.index()], name = seats::name(words, info))
        }
        SeatOccupant::Person { .. } if you == Some(info.seat) => msg!(words, "seat-you"),
        SeatOccupant::Person { online: true, .. } => msg!(words, "seat-here"),
        SeatOccupant::Person { .. } => msg!(words, "seat-away"),
    }
}

/// Renders the links after the end, besides playing again.
pub(crate) fn afterwards(words: Words, page: &TablePage<'_>) -> Markup {
    // A lesson has no table, and its card says what comes next.
    if page.beside.teaches() {
        return html! {};
    }
    html! {
        div class="row" id="afterwards" {
            (again_link(words, page.table))
            (record_links(words, page))
            a class="button" href="/" { (msg!(words, "result-again")) }
        }
        (again_dice(words, page))
    }
}

/// Renders the first choice after the end: playing again with the same people, or following them to their table.
pub(crate) fn again(words: Words, page: &TablePage<'_>) -> Markup {
    let people = &page.people;
    html! {
        @if people.next.is_some() && people.next_expects {
            (again_form(page, "again-come", words))
        } @else if let Some(next) = people.next {
            a id="next" class="button primary" href={ "/t/" (next) } { (icon("turn")) (msg!(words, "again-open")) }
        } @else if page.you.is_some() && people.may_play_again {
            div class="row again" {
                (again_form(page, "again", words))
                (stronger(words, page))
            }
        }
    }
}

/// Renders the form that opens a table of the same rules where each bot plays one level up, for a reader who played against bots
/// alone, some of them below the strongest level.
fn stronger(words: Words, page: &TablePage<'_>) -> Markup {
    let kind = page.game.kind();
    let are_bots = page.seats.iter().all(|info| match info.who {
        SeatOccupant::Bot { .. } => true,
        _ => page.you == Some(info.seat),
    });
    let upper = |info: &SeatInfo<'_>| match info.who {
        SeatOccupant::Bot { kind: bot, .. } => level_above(kind, bot),
        _ => None,
    };
    let own = page.seats.iter().find(|info| page.you == Some(info.seat)).map(|info| info.who);
    let can_rise = are_bots && page.seats.iter().any(|info| upper(info).is_some());
    let Some(SeatOccupant::Person { name, .. }) = own.filter(|_| can_rise) else {
        return html! {};
    };
    html! {
        form id="stronger" method="post" action="/tables" {
            input type="hidden" name="game" value=(kind);
            input type="hidden" name="name" value=(name);
            input type="hidden" name="nonce" value="";
            @for info in page.seats {
                @let who = match info.who {
                    SeatOccupant::Bot { kind: bot, .. } => format!("bot:{}", upper(info).unwrap_or(bot)),
                    _ => "me".to_owned(),
                };
                input type="hidden" name={ "seat-" (info.seat) } value=(who);
            }
            @if !page.beside.hints.allowed { input type="hidden" name="allow-hint" value="off"; }
            @if page.beside.chances.allowed { input type="hidden" name="allow-chances" value="on"; }
            @for (option, value) in page.people.options {
                input type="hidden" name={ "option-" (option) } value=(value);
            }
            button type="submit" { (msg!(words, "again-stronger")) }
        }
    }
}

/// Renders the form that leads to the table where the same people play again, and adds to its dice.
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

/// Renders the dice of the table at which the same people would play again.
fn again_dice(words: Words, page: &TablePage<'_>) -> Markup {
    let commitment = page.people.next_commitment.filter(|_| page.you.is_some());
    html! { @if let Some(commitment) = commitment { (dice(words, None, commitment, &[], None)) } }
}

/// Renders the link from the end of a game to its replay.
fn again_link(words: Words, table: &str) -> Markup {
    html! {
        a class="button" id="replay" href={ "/t/" (table) "/replay" } { (icon("then")) (msg!(words, "replay-link-over")) }
    }
}

/// Renders the links to the record of a game and to the verification of its dice.
fn record_links(words: Words, page: &TablePage<'_>) -> Markup {
    let table = page.table;
    let record = format!("/t/{table}/record");
    html! {
        a class="button" href=(record) download={ (table) ".neuland" } {
            (icon("out")) (msg!(words, "result-record"))
        }
        @if page.reader.alone { (share_button(words, &record)) }
        a class="button" href={ "/fairness?table=" (table) } { (icon("check")) (msg!(words, "verify-link")) }
    }
}
