//! Table activity beside the game, for its pages: clocks, chat and the people its reader has muted, pending requests, and
//! rejected offers.

use super::App;
use super::answer::{keep_muted, see_other, with_cookies};
use super::request::{Form, TablePath, Visitor};
use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use game::{Seat, SeatSet};
use live::blocks::Blocked;
use pages::{ChatMessage, Clocks, CloseAsked, Declined, SeatClock, TableContext, Talker, UndoAsked};
use table::clock::Time;
use table::host::Host;
use table::moment::iso_8601;
use table::talk::Talk;

/// The routes of these forms.
pub(crate) fn router() -> Router<App> {
    Router::new().route("/t/{id}/mute", post(mute))
}

/// The activity beside the game, copied so that rendering blocks nobody.
pub(crate) struct TalkSnapshot {
    clocks: Option<Clocks>,
    talk: Talk,
    moments: Vec<String>,
    now: u64,
    turns: u32,
    can_ask_undo: bool,
    voters: SeatSet,
    undo: Option<UndoAsked>,
    can_ask_close: bool,
    close_voters: SeatSet,
    close: Option<CloseAsked>,
    declined: Declined,
}

impl TalkSnapshot {
    pub(crate) fn new<T>(host: &Host<T>, you: Option<Seat>, now: u64) -> TalkSnapshot {
        let now = host.table_time(now);
        let talk = host.talk();
        let declined = you.and_then(|you| host.declined(you)).unwrap_or_default();
        TalkSnapshot {
            clocks: clocks(host, now),
            moments: talk.said.iter().map(|remark| iso_8601(remark.at)).collect(),
            talk,
            now,
            turns: host.game().map_or(0, |game| game.turns()),
            can_ask_undo: you.is_some_and(|you| host.can_ask_undo(you)),
            voters: you.map_or(SeatSet::EMPTY, |you| host.to_agree(you)),
            undo: host.undo_request().map(|asked| UndoAsked {
                seat: asked.seat,
                to: asked.to,
                agreed: asked.agreed,
                open: host
                    .to_agree(asked.seat)
                    .into_iter()
                    .filter(|&seat| !asked.agreed.contains(seat))
                    .collect(),
            }),
            can_ask_close: you.is_some_and(|you| host.can_ask_close(you)),
            close_voters: you.map_or(SeatSet::EMPTY, |you| host.to_close(you, now)),
            close: host.close_request().map(|asked| CloseAsked {
                seat: asked.seat,
                entry: asked.entry,
                agreed: asked.agreed,
                open: host.to_close(asked.seat, now),
            }),
            declined: Declined { turn: declined.turn, from: declined.from },
        }
    }

    /// The people who talk, as a reader who muted or blocked some of them sees them.
    pub(crate) fn people(&self, reader: &Visitor) -> Vec<Talker<'_>> {
        let people = self.talk.people.iter();
        people
            .map(|person| Talker {
                id: &person.id,
                name: &person.name,
                seat: person.seat,
                muted: reader.muted.contains(&person.id),
                blocked: reader.blocked.contains(person.key),
            })
            .collect()
    }

    /// The lines of the chat.
    pub(crate) fn said(&self) -> Vec<ChatMessage<'_>> {
        self.talk
            .said
            .iter()
            .zip(&self.moments)
            .map(|(said, moment)| ChatMessage {
                seq: said.seq,
                at: said.at,
                moment,
                by: said.by,
                text: &said.text,
            })
            .collect()
    }

    /// All of it for the page.
    pub(crate) fn page<'a>(
        &'a self,
        people: &'a [Talker<'a>],
        said: &'a [ChatMessage<'a>],
    ) -> TableContext<'a> {
        TableContext {
            lesson: None,
            hints: pages::Hints::default(),
            clocks: self.clocks.clone(),
            talk: pages::Talk { people, said, now: self.now },
            turns: self.turns,
            can_ask_undo: self.can_ask_undo,
            voters: self.voters,
            undo: self.undo,
            can_ask_close: self.can_ask_close,
            close_voters: self.close_voters,
            close: self.close,
            declined: self.declined,
            restrictions: pages::Restrictions::default(),
        }
    }
}

/// The people who sit or sat at a table and whom the reader has blocked.
pub(crate) fn blocked_here<T>(host: &Host<T>, blocked: &Blocked) -> Blocked {
    if blocked.is_empty() {
        return Blocked::default();
    }
    blocked.blocked_among(host.talk().people.iter().map(|person| person.key))
}

/// The clocks of a table at this moment.
fn clocks<T>(host: &Host<T>, now: u64) -> Option<Clocks> {
    let (Time::Decision { seconds } | Time::Bank { seconds, .. }) = host.clock()?.time;
    let (left, running) = host.clocks(now)?;
    let clock =
        |(left, seat)| SeatClock { left, runs: running.contains(seat), up: host.is_out_of_time(seat) };
    let seats = left.into_iter().zip(Seat::first(Seat::MAX)).map(clock).collect();
    Some(Clocks { full: u64::from(seconds) * 1000, seats })
}

/// `POST /t/{id}/mute`: hides from its reader what a person says (`mute`), or shows it again (`unmute`). Only the reader's
/// browser knows.
async fn mute(TablePath(live): TablePath, visitor: Visitor, form: Form) -> Response {
    let mut muted = visitor.muted;
    for (name, id) in &form.0 {
        match name.as_str() {
            "mute" => muted.set(id, true),
            "unmute" => muted.set(id, false),
            _ => {}
        }
    }
    let path = format!("/t/{}", live.id());
    let response = if visitor.json {
        StatusCode::NO_CONTENT.into_response()
    } else {
        see_other(&format!("{path}#talk"))
    };
    with_cookies(response, [keep_muted(&muted, &path)])
}
