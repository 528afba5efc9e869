//! Table activity beside the game, for its pages: clocks, chat and the people its reader has muted, pending requests, and
//! rejected offers.

use super::App;
use super::answer::{keep_muted, see_other, with_cookies};
use super::request::{Form, TablePath, Visitor};
use crate::blocks::Blocked;
use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use game::{Seat, SeatSet};
use pages::{ChatMessage, Clocks, CloseAsked, Declined, SeatClock, TableContext, Talker, UndoAsked};
use std::fmt;
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

/// The maximum number of people muted at a table: more than ever sit at one.
const MUTED_MAX: usize = 32;

/// The people of a table whom its reader has muted, by their ids.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Muted(Vec<String>);

impl Muted {
    /// The cookie with their ids; each table has its own.
    pub(crate) const COOKIE: &str = "neuland-mute";

    /// Parses the text of the cookie: ids joined by dots. Malformed ids are left out.
    pub(crate) fn read(text: &str) -> Muted {
        let is_id = |id: &&str| (2..=20).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric());
        Muted(text.split('.').filter(is_id).take(MUTED_MAX).map(str::to_owned).collect())
    }

    /// Whether the person with this id is one of them.
    pub(crate) fn contains(&self, id: &str) -> bool {
        self.0.iter().any(|other| other == id)
    }

    fn set(&mut self, id: &str, mute: bool) {
        self.0.retain(|other| other != id);
        if mute {
            self.0.push(id.to_owned());
            *self = Muted::read(&self.to_string());
        }
    }
}

impl fmt::Display for Muted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("."))
    }
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

#[cfg(test)]
mod tests {
    use super::Muted;

    #[test]
    fn a_cookie_is_read_with_care() {
        let mut muted = Muted::read("3B.0A..<script>.x;y.0A");
        assert_eq!(muted.0, ["3B", "0A", "0A"]);
        muted.set("0A", false);
        muted.set("12C", true);
        muted.set("12C\r\nSet-Cookie: x", true);
        assert_eq!(muted.0, ["3B", "12C"]);
        let many: Vec<String> = (10..99).map(|n| format!("{n}A")).collect();
        assert_eq!(Muted::read(&many.join(".")).0.len(), 32);
    }
}
