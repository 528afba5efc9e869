//! Requests between the people at a table: undoing an action, closing the table, and declining trades in advance.

use crate::model::{Declined, TablePage};
use crate::parts::command::command_fields;
use crate::parts::seats;
use crate::parts::shell::{close_button, icon};
use crate::words::{Names, Words, msg};
use game::{Seat, SeatSet};
use maud::{Markup, html};

/// Returns a text that identifies what the table currently asks of the reader, different for every request; `None` if it does not
/// wait for them. `acts` says that the game waits for them, `title` is the headline, `own` says that it is the reader's turn.
pub(crate) fn call(page: &TablePage<'_>, acts: bool, own: bool, title: &str) -> Option<String> {
    let turns = page.beside.turns;
    if page.people.next_expects {
        return Some("again".to_owned());
    }
    let is_asked = |open: SeatSet| page.you.is_some_and(|you| open.contains(you));
    if let Some(asked) = page.beside.close.filter(|asked| is_asked(asked.open)) {
        return Some(format!("close {} {}", asked.seat, asked.entry));
    }
    match page.beside.undo.filter(|asked| is_asked(asked.open)) {
        Some(asked) => Some(format!("undo {} {}", asked.seat, asked.to)),
        None if acts && own => Some(format!("turn {turns}")),
        None if acts => Some(format!("turn {turns}: {title}")),
        None => None,
    }
}

/// Marks the title of a page that waits for its reader.
pub(crate) fn marked(title: String, call: Option<&String>) -> String {
    if call.is_some() { format!("● {title}") } else { title }
}

/// Returns the title without the mark.
pub(crate) fn unmarked(title: String) -> String {
    title.strip_prefix("● ").map(str::to_owned).unwrap_or(title)
}

/// Renders a form that sends a table command.
fn wish(page: &TablePage<'_>, wish: &str, id: &str, body: Markup) -> Markup {
    html! {
        form id=(id) method="post" action={ "/t/" (page.table) "/wish" } {
            (command_fields(page))
            input type="hidden" name="wish" value=(wish);
            (body)
        }
    }
}

/// Renders the pending requests: as a question to those who have to agree, as a status to the others.
pub(crate) fn questions(words: Words, page: &TablePage<'_>) -> Markup {
    html! {
        (close_question(words, page))
        (undo_question(words, page))
    }
}

/// Renders the question whether to close the table. A voter may withdraw their agreement, and the asker the request.
fn close_question(words: Words, page: &TablePage<'_>) -> Markup {
    let Some(asked) = page.beside.close else { return html! {} };
    let names = seats::names(words, page.seats, page.you);
    let own = page.you == Some(asked.seat);
    let answers = page.you.is_some_and(|you| asked.open.contains(you));
    let agreed = page.you.is_some_and(|you| asked.agreed.contains(you));
    html! {
        section id="close-request" class="card decision" aria-labelledby="close-request-title" {
            h2 id="close-request-title" {
                (icon(&format!("seat-{}", asked.seat)))
                @if own { (msg!(words, "close-you-ask")) }
                @else { (msg!(words, "close-asked", name = names.plain(words, asked.seat))) }
            }
            p class="hint" {
                @if answers { (msg!(words, "close-asked-hint")) }
                @else { (msg!(words, "undo-waits", names = list(words, &names, asked.open))) }
            }
            @if answers || agreed || own {
                (wish(page, "answer-close", "answer-close", html! {
                    div class="row" {
                        @if answers {
                            button type="submit" name="agrees" value="yes" class="primary" {
                                (icon("check")) (msg!(words, "close-agree"))
                            }
                        }
                        button type="submit" name="agrees" value="no" {
                            (icon("cross"))
                            @if own { (msg!(words, "close-withdraw")) } @else { (msg!(words, "close-refuse")) }
                        }
                    }
                }))
            }
        }
    }
}

/// Renders the question whether to undo an action.
fn undo_question(words: Words, page: &TablePage<'_>) -> Markup {
    let Some(asked) = page.beside.undo else { return html! {} };
    let names = seats::names(words, page.seats, page.you);
    let own = page.you == Some(asked.seat);
    let answers = page.you.is_some_and(|you| asked.open.contains(you));
    html! {
        section id="undo-request" class="card decision" aria-labelledby="undo-request-title" {
            h2 id="undo-request-title" {
                (icon(&format!("seat-{}", asked.seat)))
                @if own { (msg!(words, "undo-you-ask")) }
                @else { (msg!(words, "undo-asked", name = names.plain(words, asked.seat))) }
            }
            p class="hint" {
                @if answers { (msg!(words, "undo-asked-hint")) }
                @else { (msg!(words, "undo-waits", names = list(words, &names, asked.open))) }
                @if own { " · " (msg!(words, "undo-own-hint")) }
            }
            @if answers {
                (wish(page, "answer-undo", "answer-undo", html! {
                    div class="row" {
                        button type="submit" name="agrees" value="yes" class="primary" {
                            (icon("check")) (msg!(words, "undo-agree"))
                        }
                        button type="submit" name="agrees" value="no" { (icon("cross")) (msg!(words, "undo-refuse")) }
                    }
                }))
            } @else if own {
                (wish(page, "answer-undo", "withdraw-undo", html! {
                    button type="submit" name="agrees" value="no" { (icon("cross")) (msg!(words, "close-withdraw")) }
                }))
            }
        }
    }
}

fn list(words: Words, names: &Names, seats: SeatSet) -> String {
    let names: Vec<String> = seats.into_iter().map(|seat| names.plain(words, seat)).collect();
    words.list(&names)
}

/// Names the people who have to agree.
fn on_whom_it_depends(words: Words, names: &Names, voters: SeatSet) -> String {
    msg!(words, "undo-ask-voters", n = voters.len(), names = list(words, names, voters))
}

/// Renders the form that asks the others to agree to an undo, if the reader cannot undo alone. It goes far back, so it takes more
/// than one press.
pub(crate) fn ask_undo(words: Words, page: &TablePage<'_>) -> Markup {
    if page.can_undo || !page.beside.can_ask_undo {
        return html! {};
    }
    let names = seats::names(words, page.seats, page.you);
    let voters = page.beside.voters;
    html! {
        details class="tool ask" id="ask-undo" {
            summary data-key="u" { (icon("undo")) span class="label" { (msg!(words, "undo-ask")) } }
            div class="pop" {
                (close_button(words))
                p { (msg!(words, "undo-ask-hint")) }
                @if !voters.is_empty() { p class="hint" { (on_whom_it_depends(words, &names, voters)) } }
                (wish(page, "ask-undo", "ask-undo-form", html! {
                    button type="submit" class="primary" {
                        @if voters.is_empty() { (msg!(words, "undo-ask-alone")) } @else { (msg!(words, "undo-ask-button")) }
                    }
                }))
            }
        }
    }
}

/// Renders a form that sets which offers the page rejects on the reader's behalf.
fn decline(page: &TablePage<'_>, id: &str, offers: Declined, button: Markup) -> Markup {
    wish(
        page,
        "decline",
        id,
        html! {
            @if offers.turn { input type="hidden" name="turn" value="on"; }
            @for seat in offers.from { input type="hidden" name="from" value=(seat); }
            (button)
        },
    )
}

/// Renders the buttons beside the answers to an offer of `from` that reject further offers.
pub(crate) fn no_more(words: Words, page: &TablePage<'_>, names: &Names, from: Seat) -> Markup {
    let now = page.beside.declined;
    html! {
        div class="row no-more" {
            (decline(page, "decline-turn", Declined { turn: true, ..now }, html! {
                button type="submit" class="quiet" { (msg!(words, "decline-turn")) }
            }))
            (decline(page, "decline-from", Declined { from: now.from.with(from), ..now }, html! {
                button type="submit" class="quiet" { (msg!(words, "decline-from", name = names.plain(words, from))) }
            }))
        }
    }
}

/// Lists the offers that are rejected without asking the reader, each with a button that ends it.
pub(crate) fn declined(words: Words, page: &TablePage<'_>, names: &Names) -> Markup {
    let now = page.beside.declined;
    let end = || html! { (icon("cross")) span class="unseen" { (msg!(words, "decline-end")) } };
    html! {
        @if page.you.is_some() && (now.turn || !now.from.is_empty()) {
            div id="declined" class="row" role="group" aria-label=(msg!(words, "declined")) {
                @if now.turn {
                    (decline(page, "allow-turn", Declined { turn: false, ..now }, html! {
                        button type="submit" title=(msg!(words, "decline-end")) { (msg!(words, "declined-turn")) (end()) }
                    }))
                }
                @for seat in now.from {
                    (decline(page, &format!("allow-{seat}"), Declined { from: now.from.without(seat), ..now }, html! {
                        button type="submit" title=(msg!(words, "decline-end")) {
                            (msg!(words, "declined-from", name = names.plain(words, seat))) (end())
                        }
                    }))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::on_whom_it_depends;
    use crate::words::{Lang, Names, Words};
    use game::{Seat, SeatSet};

    #[test]
    fn one_agrees_and_several_agree() {
        let names = Names::new(vec!["Ada".into(), "Gül".into(), "Ben".into()], Some(Seat::A));
        let (one, both) = (SeatSet::one(Seat::B), SeatSet::first(3).without(Seat::A));
        for (lang, voters, expected) in [
            (Lang::En, one, "if Gül agrees."),
            (Lang::En, both, "if Gül and Ben agree."),
            (Lang::De, one, "wenn Gül einverstanden ist."),
            (Lang::De, both, "wenn Gül und Ben einverstanden sind."),
        ] {
            let said = on_whom_it_depends(Words::new(lang), &names, voters);
            assert!(said.replace(['\u{2068}', '\u{2069}'], "").ends_with(expected), "{said}");
        }
    }
}
