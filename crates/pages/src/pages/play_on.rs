//! The form that opens a table from the position that a replay shows.

use super::new_table::visibility;
use crate::games::fault;
use crate::model::SeatInfo;
use crate::model::forms::{NewTable, SeatChoice};
use crate::parts::nickname::nickname;
use crate::parts::seats::mark;
use crate::parts::shell::icon;
use crate::parts::terms::dice;
use crate::words::{Names, Reader, UserError, Words, msg, ready_name};
use game::record::Step;
use game::{ErrorCode, Seat};
use maud::{Markup, html};
use shelf::AnyGame;

/// The form that plays a game on from a position.
#[derive(Clone, Copy, Debug)]
pub struct PlayOn<'a> {
    /// Whether the game is over in the position, so that nobody can play on.
    pub is_over: bool,
    /// The seat whose turn it is: the reader's seat, unless they choose another one.
    pub turn: Seat,
    /// The kinds of bots that play the game, the strongest first.
    pub bots: &'a [&'a str],
    /// The id of the table that is promised to the form, and the commitment to its dice.
    pub promised: (&'a str, &'a str),
    /// The choices as they were sent, if they were rejected.
    pub sent: Option<&'a NewTable>,
    /// The reasons for the rejection.
    pub faults: &'a [UserError],
}

impl<'a> PlayOn<'a> {
    /// The form for a position to which this step led; `sent` are the choices of a form that failed, with its faults.
    #[must_use]
    pub fn new(
        position: &AnyGame,
        step: Option<&Step>,
        bots: &'a [&'a str],
        promised: &'a (String, String),
        sent: Option<&'a (NewTable, Vec<UserError>)>,
    ) -> PlayOn<'a> {
        // Where nature is to move, it is most often the turn of whoever decided last.
        let decided = match step {
            Some(Step::Action { seat, .. }) => Some(*seat),
            _ => None,
        };
        let (sent, faults) = sent.map(|(sent, faults)| (sent, &faults[..])).unzip();
        PlayOn {
            is_over: position.outcome().is_some(),
            turn: position.to_decide().into_iter().next().or(decided).unwrap_or(Seat::A),
            bots,
            promised: (&promised.0, &promised.1),
            sent,
            faults: faults.unwrap_or_default(),
        }
    }
}

/// The data that the form needs from the page around it.
pub(super) struct ShownStep<'a> {
    pub(super) reader: &'a Reader,
    /// The address of the replay.
    pub(super) base: &'a str,
    /// The number of the position that is shown.
    pub(super) at: usize,
    pub(super) seats: &'a [SeatInfo<'a>],
    pub(super) play_on: Option<PlayOn<'a>>,
}

/// Renders the form, folded unless a choice was rejected.
pub(super) fn play_on(words: Words, page: &ShownStep<'_>, names: &Names) -> Markup {
    let Some(play_on) = &page.play_on else { return html! {} };
    let sent = play_on.sent;
    html! {
        details id="play-on" class="panel" open[sent.is_some()] {
            summary { (icon("play")) (msg!(words, "play-on")) }
            @if play_on.is_over {
                p class="hint" { (msg!(words, "play-on-over")) }
            } @else {
                form method="post" action={ (page.base) "/" (page.at) } {
                    (faults(page, play_on.faults))
                    p class="hint" { (msg!(words, "play-on-about")) }
                    @let ready = ready_name(words.lang(), page.base);
                    @let name = sent.map(|sent| sent.name.as_str()).or(page.reader.name.as_deref()).unwrap_or(&ready);
                    (nickname(words, Some(name), play_on.faults.contains(&ErrorCode::BadName.into())))
                    (seats(words, page, play_on, names))
                    @if !page.reader.alone { (visibility(words, sent.is_some_and(|sent| sent.public))) }
                    input type="hidden" name="promised" value=(play_on.promised.0);
                    input type="hidden" name="commitment" value=(play_on.promised.1);
                    (dice(words, Some(play_on.promised.0), play_on.promised.1, &[], Some("nonce")))
                    button type="submit" class="primary" { (msg!(words, "play-on-send", at = page.at)) }
                }
            }
        }
    }
}

/// Renders the faults, except those shown at their fields.
fn faults(page: &ShownStep<'_>, faults: &[UserError]) -> Markup {
    let is_elsewhere = |found: &&UserError| **found != UserError::from(ErrorCode::BadName);
    let faults: Vec<&UserError> = faults.iter().filter(is_elsewhere).collect();
    html! {
        @if !faults.is_empty() {
            div class="notice bad" role="alert" {
                ul { @for found in faults { li { (fault(page.reader.lang, found)) } } }
            }
        }
    }
}

/// Renders the choice of an occupant for each seat: the reader for the seat whose turn it is, bots for the others.
fn seats(words: Words, page: &ShownStep<'_>, play_on: &PlayOn<'_>, names: &Names) -> Markup {
    let best = play_on.bots.first().map_or_else(|| "open".to_owned(), |kind| format!("bot:{kind}"));
    let sent = play_on.sent.map(|sent| &sent.seats).filter(|seats| seats.len() == page.seats.len());
    let chosen = |seat: Seat| match sent.and_then(|seats| seats[seat.index()].as_ref()) {
        Some(SeatChoice::Me | SeatChoice::Here(_)) => "me".to_owned(),
        Some(SeatChoice::Open) => "open".to_owned(),
        Some(SeatChoice::Bot(kind)) => format!("bot:{kind}"),
        None if seat == play_on.turn => "me".to_owned(),
        None => best.clone(),
    };
    html! {
        fieldset class="seats" {
            legend { (msg!(words, "start-seats")) }
            @for info in page.seats {
                @let seat = info.seat;
                @let chosen = chosen(seat);
                @let name = names.plain(words, seat);
                div class="seat" {
                    (mark(words, seat))
                    span class="name" { (name) }
                    select name={ "seat-" (seat) } aria-label=(msg!(words, "play-on-seat", seat = seat.to_string(), name = name)) {
                        option value="me" selected[chosen == "me"] { (msg!(words, "choice-me")) }
                        @for kind in play_on.bots {
                            @let value = format!("bot:{kind}");
                            option value=(value) selected[chosen == value] { (words.or(&format!("bot-{kind}"), kind)) }
                        }
                        @if !page.reader.alone {
                            option value="open" selected[chosen == "open"] { (msg!(words, "choice-open")) }
                        }
                    }
                }
            }
        }
    }
}
