//! The waiting room of a table.

use crate::model::{SeatOccupant, TablePage};
use crate::parts::bots::all_bots;
use crate::parts::command::command_fields;
use crate::parts::lesson_address;
use crate::parts::nickname::nickname;
use crate::parts::notice::notice;
use crate::parts::people::{close, wish};
use crate::parts::qr;
use crate::parts::report;
use crate::parts::shell::icon;
use crate::parts::terms::{dice, terms};
use crate::parts::{seats, talk};
use crate::words::{Words, msg};
use maud::{Markup, html};

/// Renders the `<main>` while seats are open, and of a table that was closed before its game began.
pub(crate) fn waiting(page: &TablePage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let people = &page.people;
    let names = seats::names(words, page.seats, page.you);
    let kind = page.game.kind();
    let game = words.game_title(kind.name());
    let open = page.seats.iter().filter(|info| info.who == SeatOccupant::Open).count();
    let (title, hint) = if people.closed.is_some() {
        (msg!(words, "room-closed"), msg!(words, "room-closed-hint"))
    } else if is_expected(page) {
        (msg!(words, "turn-waiting"), msg!(words, "room-expects-you"))
    } else if open == 0 {
        let missing: Vec<String> = people.expected.into_iter().map(|seat| names.plain(words, seat)).collect();
        let hint = msg!(words, "room-expected", n = missing.len(), names = words.list(&missing));
        (msg!(words, "turn-waiting"), hint)
    } else {
        (msg!(words, "turn-waiting"), msg!(words, "room-open", n = open))
    };
    html! {
        main id="main" class="room" data-table=(page.table) data-seq=(page.seq) data-version=(page.version)
            data-title=(title) data-stage="waiting" data-presence=(people.presence) {
            header class="hero" {
                p class="game" { (game) }
                h1 id="turn" tabindex="-1" { (title) }
                p class="lead" { (hint) }
                @if people.closed.is_none() && let Some(lesson) = lesson_address(kind) {
                    p { a href=(lesson) target="_blank" rel="noopener" { (msg!(words, "lesson-meanwhile")) } }
                }
            }
            div id="notices" { (notice(words, page)) }
            @if people.closed.is_some() {
                p { a class="button primary" href="/" { (msg!(words, "error-back")) } }
            } @else {
                div id="lobby" class="rooms" {
                    (places(words, page))
                    div class="column" {
                        (invitation(words, page))
                        section class="card" aria-labelledby="terms-title" {
                            h2 id="terms-title" { (msg!(words, "join-options")) }
                            (terms(words, &people.into()))
                            @if people.spectators > 0 {
                                p class="hint watchers" { (icon("preview")) (msg!(words, "spectators", n = people.spectators)) }
                            }
                            // Where the reader can still add to the dice, they stand there.
                            @let adds = is_expected(page) || (page.you.is_none() && page.code.is_some());
                            @if let Some(commitment) = people.commitment.filter(|_| !adds) {
                                @let added: Vec<String> =
                                    people.nonces.into_iter().map(|seat| names.plain(words, seat)).collect();
                                (dice(words, Some(page.table), commitment, &added, None))
                            }
                        }
                        (talk::panel(page))
                    }
                }
            }
        }
    }
}

/// Whether a seat is reserved for the reader, who has yet to take it.
fn is_expected(page: &TablePage<'_>) -> bool {
    page.you.is_some_and(|you| page.people.expected.contains(you))
}

/// Renders the seats, with the reader's options for each.
fn places(words: Words, page: &TablePage<'_>) -> Markup {
    let people = &page.people;
    let best = people.bots.first().copied().unwrap_or(page.bot);
    html! {
        section class="card" aria-labelledby="lobby-title" {
            h2 id="lobby-title" { (msg!(words, "lobby-title")) }
            @if page.you.is_none() && page.code.is_some() { (sit(words, page)) }
            @if is_expected(page) { (come(words, page)) }
            ul class="chairs" {
                @for info in page.seats {
                    li id={ "place-" (info.seat) } class=[(info.who == SeatOccupant::Open).then_some("open")] {
                        @if people.expected.contains(info.seat) { (seats::expected(words, info)) }
                        @else { (seats::head(words, info, page.you == Some(info.seat), false)) }
                        @match (info.who, page.you) {
                            (SeatOccupant::Open, None) => {
                                button type="submit" form="sit" name="seat" value=(info.seat) class="primary" {
                                    (msg!(words, "sit-here"))
                                    span class="unseen" { ": " (msg!(words, "seat-letter", seat = info.seat.to_string())) }
                                }
                            }
                            (SeatOccupant::Open, Some(you)) => {
                                (wish(page, "swap", &[("one", you.to_string()), ("other", info.seat.to_string())], html! {
                                    button type="submit" {
                                        (msg!(words, "move-here"))
                                        span class="unseen" { ": " (msg!(words, "seat-letter", seat = info.seat.to_string())) }
                                    }
                                }))
                            }
                            (_, Some(you)) if you == info.seat => {
                                (wish(page, "leave", &[], html! {
                                    button type="submit" class="quiet" { (msg!(words, "stand-up")) }
                                }))
                            }
                            _ => {}
                        }
                        (report::of_seat(words, page.into(), info))
                    }
                }
            }
            @if page.can_fill {
                form id="fill" class="inline" method="post" action={ "/t/" (page.table) "/fill" } {
                    @let is_open = page.seats.iter().any(|info| info.who == SeatOccupant::Open);
                    label {
                        span { @if is_open { (msg!(words, "lobby-fill")) } @else { (msg!(words, "fill-expected")) } }
                        select name="bot" {
                            @for kind in people.bots {
                                option value=(kind) selected[*kind == best] { (words.or(&format!("bot-{kind}"), kind)) }
                            }
                        }
                    }
                    button type="submit" {
                        (icon("bot"))
                        @if is_open { (msg!(words, "fill-begin")) } @else { (msg!(words, "begin-now")) }
                    }
                }
                (all_bots(words, people.bots))
            }
            @if people.is_in_charge && page.you.is_some() { (swap_any(words, page)) }
            @if people.is_in_charge { (close(words, page)) }
        }
    }
}

/// Renders the form that swaps any two seats, for the player who is in charge.
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
            summary { (msg!(words, "swap-any")) }
            form class="inline" method="post" action={ "/t/" (page.table) "/wish" } {
                (command_fields(page))
                input type="hidden" name="wish" value="swap";
                (choice("one", msg!(words, "swap-one"), 0))
                (choice("other", msg!(words, "swap-other"), 1))
                button type="submit" { (icon("trade")) (msg!(words, "swap")) }
            }
        }
    }
}

/// Renders the nickname field for somebody who wants to take a seat; the buttons stand beside the seats.
fn sit(words: Words, page: &TablePage<'_>) -> Markup {
    html! {
        form id="sit" class="sit-down" method="post" action={ "/t/" (page.table) "/join" } {
            (nickname(words, page.reader.name.as_deref(), false))
            @if let Some(commitment) = page.people.commitment {
                (dice(words, Some(page.table), commitment, &[], Some("nonce")))
            }
        }
    }
}

/// Renders the form with which a player takes their reserved seat and adds to the dice.
fn come(words: Words, page: &TablePage<'_>) -> Markup {
    let own = page.seats.iter().find(|info| page.you == Some(info.seat));
    html! {
        form id="come" class="sit-down" method="post" action={ "/t/" (page.table) "/join" } {
            @if let Some(info) = own {
                input type="hidden" name="name" value=(seats::name(words, info));
                input type="hidden" name="seat" value=(info.seat);
            }
            button type="submit" class="primary large" { (icon("check")) (msg!(words, "come-in")) }
            @if let Some(commitment) = page.people.commitment {
                (dice(words, Some(page.table), commitment, &[], Some("nonce")))
            }
        }
    }
}

/// Renders the invitation for others.
fn invitation(words: Words, page: &TablePage<'_>) -> Markup {
    // No other machine reaches an address that means this one.
    let for_others = page.reader.origin_for_others();
    let link = |code: &str| for_others.map(|origin| format!("{origin}/j/{code}"));
    let picture = page.code.and_then(link).and_then(|link| qr::code(&link, &msg!(words, "invite-qr")));
    // On this machine the link is whole, since it leads to another address than that of the page.
    let begin =
        page.reader.network.as_deref().filter(|_| page.reader.is_on_this_machine()).unwrap_or_default();
    let origin = for_others.or(page.reader.origin.as_deref()).unwrap_or_default();
    html! {
        @if let Some(code) = page.code {
            section class="card" aria-labelledby="invite-title" {
                h2 id="invite-title" { (msg!(words, "invite-title")) }
                p { (msg!(words, "lobby-invite")) }
                div class="invite-ways" {
                    @if let Some(picture) = picture { (picture) }
                    div {
                        p class="invite" {
                            a id="invite" href={ (begin) "/j/" (code) } { (origin) "/j/" (code) }
                        }
                        p class="row js-only" {
                            button type="button" data-copy="invite" { (msg!(words, "lobby-copy")) }
                            button type="button" data-share="invite" hidden { (msg!(words, "invite-share")) }
                        }
                    }
                }
                p class="hint" { (msg!(words, "invite-code")) " " code class="code" { (code) } }
                @if page.reader.is_on_this_machine() && for_others.is_some() {
                    p class="hint" { (msg!(words, "lobby-network")) }
                } @else if page.reader.is_on_this_machine() {
                    @if let Some(command) = &page.reader.for_others {
                        p class="hint" { (msg!(words, "lobby-alone")) " " code class="command" { (command) } }
                    } @else {
                        p class="hint" { (msg!(words, "lobby-elsewhere")) }
                    }
                }
            }
        }
    }
}
