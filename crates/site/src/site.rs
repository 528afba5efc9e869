//! The site for its driver: requests, what the database answers, what bots choose, and the streams of open pages.

use crate::desk::{Desk, Ticket};
use crate::effect::{Effect, KeptEntry, Task};
use crate::kept::name;
use crate::message::{HTML, Request, Response};
use crate::relocate::relocated;
use crate::request_error::RequestError;
use crate::state::{Outcome, Parked, Stream};
pub use crate::state::{Setting, Site};
use crate::visitor::Visitor;
use crate::{lessons, play, puzzles, replays, rules, start};
use game::{ErrorCode, Seat};
use shelf::Prompt;
use std::path::PathBuf;
use table::host::{Answer, Command, Effect as TableEffect, Host, Intent, RejectReason, Sender};
use table::keys::TableId;
use table::stored::{StoreError, StoredEntry};

impl Site {
    /// What is to be done, after what tables ask for.
    fn take(&mut self) -> Vec<Effect> {
        while let Some((id, effect)) = self.pending.pop_front() {
            self.settle(id, effect);
        }
        std::mem::take(&mut self.effects)
    }

    /// Takes a request; `now` is in milliseconds since 1970.
    #[must_use]
    pub fn request(&mut self, number: u32, request: Request, now: u64) -> Vec<Effect> {
        self.now = now;
        self.answer(number, request);
        self.take()
    }

    fn answer(&mut self, number: u32, request: Request) {
        let visitor = Visitor::of(&self.kept, self.owner, &self.setting.languages, &request);
        let outcome = self.route(number, &request, &visitor);
        match outcome {
            Ok(Outcome::Now(response)) => self.reply(number, response),
            Ok(Outcome::Later) => {}
            Ok(Outcome::Tables(tables)) => {
                for table in tables {
                    self.ask(Effect::Load { table: table.to_string(), from: 0 });
                }
                self.parked.push(Parked { number, request });
            }
            Ok(Outcome::Value(key)) => {
                self.ask(Effect::Recall { key });
                self.parked.push(Parked { number, request });
            }
            Err(error) => {
                let response = error.say(&visitor.reader, visitor.json);
                self.reply(number, response);
            }
        }
    }

    pub(crate) fn reply(&mut self, request: u32, mut response: Response) {
        if response.content_type == HTML {
            response.body = relocated(&response.body, &self.setting.folder);
        }
        self.ask(Effect::Reply { request, response });
    }

    /// Finds what answers an address.
    fn route(&mut self, number: u32, request: &Request, visitor: &Visitor) -> Result<Outcome, RequestError> {
        let path = request.bare_path().to_owned();
        let parts: Vec<&str> = path.split('/').skip(1).filter(|part| !part.is_empty()).collect();
        match (&parts[..], request.post) {
            ([], false) => start::start(self, request, visitor),
            (["tables"], true) => start::open_table(self, number, request, visitor),
            (["settings"], true) => Ok(Outcome::Now(start::settings(self, request, visitor))),
            (["elsewhere"], false) => start::elsewhere(request),
            (["t", id, rest @ ..], post) => {
                let id = id.parse().map_err(|_| ErrorCode::NoTable)?;
                match self.desks.contains_key(&id) {
                    true => play::route(self, number, id, rest, post, request, visitor),
                    false if self.unknown.contains(&id) => Err(ErrorCode::NoTable.into()),
                    false => Ok(Outcome::Tables(vec![id])),
                }
            }
            (["learn", game, rest @ ..], post) => lessons::route(self, game, rest, post, request, visitor),
            (["puzzles", rest @ ..], post) => puzzles::route(self, rest, post, request, visitor),
            (["rules", rest @ ..], false) => rules::route(rest, request, visitor).map(Outcome::Now),
            (["replay"], post) => Ok(Outcome::Now(replays::upload(self, post, request, visitor))),
            (["r", hash, rest @ ..], post) => {
                let key = format!("{}{hash}", name::RECORD);
                if self.records.find(hash).is_none() && !self.absent.contains(&key) {
                    return Ok(Outcome::Value(key));
                }
                replays::route(self, number, (hash, rest), post, request, visitor)
            }
            (["api", "v1", "draws"], true) => Ok(Outcome::Now(replays::draws(&request.body))),
            (["fairness"], false) => {
                let table = request.asked("table").filter(|id| id.parse::<TableId>().is_ok());
                let record = table.map(|id| format!("/t/{id}/record"));
                let html = pages::fairness(&visitor.reader, record.as_deref()).into_string();
                Ok(Outcome::Now(Response::page(200, html)))
            }
            _ => Err(RequestError::not_found()),
        }
    }
}

/// What the driver reports.
impl Site {
    /// Takes the entries of a table from the first one that was asked for on; none if the browser has no such table.
    #[must_use]
    pub fn loaded(&mut self, table: &str, entries: Vec<KeptEntry>, now: u64) -> Vec<Effect> {
        self.now = now;
        if let Ok(id) = table.parse() {
            self.take_in(id, entries.into_iter().map(StoredEntry::from).collect());
            self.go_on();
        }
        self.take()
    }

    fn take_in(&mut self, id: TableId, entries: Vec<StoredEntry>) {
        let now = self.now;
        let Some(desk) = self.desks.get_mut(&id) else {
            match Host::load(id, entries) {
                Ok(Some(mut host)) => {
                    let effects = host.resume(None, now);
                    self.desks.insert(id, Desk::new(host));
                    self.carry_out(id, effects);
                }
                _ => self.unknown.push(id),
            }
            return;
        };
        if std::mem::take(&mut desk.rereads) {
            let effects = desk.host.reread(Ok(entries));
            self.carry_out(id, effects);
            return;
        }
        let before = desk.host.version();
        // Another window has gone on with the table. What is being stored here is refused then, and read again.
        if desk.stores {
            return;
        }
        for entry in entries.into_iter().skip_while(|entry| entry.seq <= before) {
            if desk.host.follow(entry).is_err() {
                break;
            }
        }
        if desk.host.version() > before {
            let effects = desk.host.resume(None, now);
            self.tell(id);
            self.carry_out(id, effects);
        }
    }

    /// Takes up again the requests that waited.
    fn go_on(&mut self) {
        for Parked { number, request } in std::mem::take(&mut self.parked) {
            self.answer(number, request);
        }
        // What they ask for was asked for before.
        let mut seen: Vec<Effect> = Vec::new();
        self.effects.retain(|effect| match effect {
            Effect::Load { .. } | Effect::Recall { .. } if seen.contains(effect) => false,
            Effect::Load { .. } | Effect::Recall { .. } => {
                seen.push(effect.clone());
                true
            }
            _ => true,
        });
    }

    /// Another window has changed a table.
    #[must_use]
    pub fn changed(&mut self, table: &str) -> Vec<Effect> {
        let Ok(id) = table.parse::<TableId>() else { return Vec::new() };
        self.unknown.retain(|&other| other != id);
        if !self.listed.contains(&id) {
            self.listed.insert(0, id);
        }
        if let Some(desk) = self.desks.get(&id) {
            let from = desk.host.version() + 1;
            self.ask(Effect::Load { table: table.to_owned(), from });
        }
        self.take()
    }

    /// Takes the browser's answer to [`Effect::Store`].
    #[must_use]
    pub fn stored(&mut self, table: &str, result: Stored, now: u64) -> Vec<Effect> {
        self.now = now;
        let Ok(id) = table.parse::<TableId>() else { return Vec::new() };
        let Some(desk) = self.desks.get_mut(&id).filter(|desk| desk.stores) else { return Vec::new() };
        desk.stores = false;
        let result = match result {
            Stored::Done => Ok(()),
            Stored::Taken => Err(StoreError::Conflict { table: id, seq: desk.host.version() }),
            Stored::Full => Err(StoreError::Full { path: PathBuf::from("the browser's storage") }),
            Stored::Failed => {
                let reason = "the browser could not store it".to_owned();
                Err(StoreError::Io { path: PathBuf::from("the browser's storage"), reason })
            }
        };
        let effects = desk.host.stored(result);
        if !desk.host.exists() {
            self.desks.remove(&id);
        } else if !self.listed.contains(&id) {
            self.listed.insert(0, id);
        }
        self.carry_out(id, effects);
        self.take()
    }

    /// Takes a value that was to be read.
    #[must_use]
    pub fn recalled(&mut self, key: &str, value: Option<String>, now: u64) -> Vec<Effect> {
        self.now = now;
        if let Some(game) = key.strip_prefix(name::COACHED) {
            self.coach_recalled(game, value);
            self.go_on();
            return self.take();
        }
        let record = key.strip_prefix(name::RECORD).zip(value);
        if !record.is_some_and(|(hash, text)| self.records.keep(hash, text)) {
            self.absent.push(key.to_owned());
        }
        self.go_on();
        self.take()
    }

    /// Takes what the coach has found about a game, as [`coach`](crate::thinker::coach) writes it; `None` if it failed.
    #[must_use]
    pub fn coached(&mut self, key: &str, document: Option<String>, now: u64) -> Vec<Effect> {
        self.now = now;
        self.take_coached(key, document);
        self.take()
    }

    /// A page follows a table from the version and the state that its address names.
    #[must_use]
    pub fn follow(&mut self, stream: u32, path: &str, now: u64) -> Vec<Effect> {
        self.now = now;
        let asked = Request::get(path);
        let table = asked.bare_path().split('/').nth(2).and_then(|id| id.parse::<TableId>().ok());
        let Some(table) = table.filter(|table| self.desks.contains_key(table)) else { return Vec::new() };
        let state = asked.asked("state").and_then(|state| u64::from_str_radix(&state, 16).ok());
        let last = asked.asked("after").and_then(|after| after.parse().ok()).unwrap_or(0);
        let visitor = Visitor::of(&self.kept, self.owner, &self.setting.languages, &asked);
        let desk = &self.desks[&table];
        let holder = visitor.at_table(&self.kept, &desk.host).holder;
        let known = state.filter(|digest| desk.state(*digest).is_some());
        self.streams.push(Stream { id: stream, table, asked, state: known, last, holder });
        if known.is_none() || desk.host.version() != last {
            self.tell(table);
        }
        self.take()
    }

    /// A page does not follow any more.
    pub fn unfollow(&mut self, stream: u32) {
        self.streams.retain(|other| other.id != stream);
    }

    /// Takes the choice of a bot; `None` if it failed.
    #[must_use]
    pub fn chosen(&mut self, task: &Task, action: Option<String>, now: u64) -> Vec<Effect> {
        self.now = now;
        let (Ok(id), Ok(seat)) = (task.table.parse::<TableId>(), task.seat.parse::<Seat>()) else {
            return Vec::new();
        };
        let Some(desk) = self.desks.get(&id).filter(|desk| desk.host.version() == task.seq) else {
            return Vec::new();
        };
        let Some(game) = desk.host.game() else { return Vec::new() };
        if let Some(action) = action.or_else(|| game.legal_action(seat, 0)) {
            self.play_bot(id, seat, action);
        }
        self.take()
    }

    /// The visitor does not want to wait for a bot that searches: the strongest one that does not chooses in its place.
    #[must_use]
    pub fn hurry(&mut self, task: &Task, now: u64) -> Vec<Effect> {
        let quick = || {
            let (id, seat) = (task.table.parse::<TableId>().ok()?, task.seat.parse::<Seat>().ok()?);
            let host = &self.desks.get(&id)?.host;
            play::quick_choice(host, seat, self.seed_of(id, host.version(), seat))
        };
        let action = quick();
        self.chosen(task, action, now)
    }

    fn play_bot(&mut self, id: TableId, seat: Seat, action: String) {
        let Some(desk) = self.desks.get_mut(&id) else { return };
        let seen = desk.host.version();
        let command = Command { sender: Sender::Bot(seat), id: None, seen, intent: Intent::Act(action) };
        let effects = desk.host.submit(command, self.now, Ticket::Bot { seat, seq: seen });
        self.carry_out(id, effects);
    }

    /// The bots that are due at a table think from now on in this window.
    #[must_use]
    pub fn drive(&mut self, table: &str, now: u64) -> Vec<Effect> {
        self.now = now;
        if let Ok(id) = table.parse::<TableId>()
            && let Some(desk) = self.desks.get_mut(&id)
            && !desk.stores
        {
            let effects = desk.host.resume(None, now);
            self.carry_out(id, effects);
        }
        self.take()
    }

    /// Lets a table look at its time.
    #[must_use]
    pub fn tick(&mut self, table: &str, now: u64) -> Vec<Effect> {
        self.now = now;
        if let Ok(id) = table.parse::<TableId>()
            && let Some(desk) = self.desks.get_mut(&id)
        {
            let effects = desk.host.tick(now);
            self.carry_out(id, effects);
        }
        self.take()
    }

    /// Does what a table asks for.
    fn settle(&mut self, id: TableId, effect: TableEffect<Ticket>) {
        let table = id.to_string();
        match effect {
            TableEffect::Append(batch) => {
                if let Some(desk) = self.desks.get_mut(&id) {
                    desk.stores = true;
                }
                let entries = batch.entries.into_iter().map(KeptEntry::from).collect();
                self.ask(Effect::Store { table, entries });
            }
            TableEffect::Reread => {
                if let Some(desk) = self.desks.get_mut(&id) {
                    desk.rereads = true;
                }
                self.ask(Effect::Load { table, from: 0 });
            }
            TableEffect::Reply(ticket, answer) => self.answered(id, ticket, answer),
            TableEffect::Publish(_) => {
                self.tell(id);
                self.ask(Effect::Publish { table });
            }
            TableEffect::Wake { seat, seq, prompt, retry } => self.wake(id, seat, seq, prompt, retry),
            TableEffect::Alarm { at } => self.ask(Effect::Alarm { table, at }),
        }
    }

    fn wake(&mut self, id: TableId, seat: Seat, seq: u64, prompt: Prompt, retry: bool) {
        const RETRY: u64 = 2_000;
        let pause = self.setting.pause.before(self.bots_of(id), seq, seat, prompt);
        let pause = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX).max(if retry { RETRY } else { 0 });
        let visitor = Visitor::of(&self.kept, self.owner, &self.setting.languages, &Request::default());
        let words = pages::Words::new(visitor.reader.lang);
        let says = pages::bot_thinks(words, pages::BOT_NAMES[seat.index()]);
        let seed = self.seed_of(id, seq, seat).to_string();
        let (table, seat) = (id.to_string(), seat.to_string());
        self.ask(Effect::Think(Task {
            table,
            seat,
            seq,
            pause,
            seed,
            says,
            hurry: pages::bot_hurries(words),
        }));
    }

    fn answered(&mut self, id: TableId, ticket: Ticket, answer: Answer) {
        match ticket {
            Ticket::None => {}
            Ticket::Opening(request) => {
                let response = match answer {
                    Ok(_) => Response::see_other(&format!("/t/{id}")),
                    Err(rejection) => {
                        let visitor =
                            Visitor::of(&self.kept, self.owner, &self.setting.languages, &Request::default());
                        RequestError::rejected(&rejection).say(&visitor.reader, false)
                    }
                };
                self.reply(request, response);
            }
            Ticket::Command { request, asked } => {
                let visitor = Visitor::of(&self.kept, self.owner, &self.setting.languages, &asked);
                let response = play::answer(self, id, &asked, visitor, answer);
                self.reply(request, response);
            }
            Ticket::Bot { seat, seq } => {
                // A bot chose what is not allowed: its first choice is played.
                let refused =
                    matches!(&answer, Err(rejection) if matches!(rejection.reason, RejectReason::Illegal(_)));
                let first = self.desks.get(&id).filter(|desk| refused && desk.host.version() == seq);
                if let Some(action) = first.and_then(|desk| desk.host.game()?.legal_action(seat, 0)) {
                    self.play_bot(id, seat, action);
                }
            }
        }
    }
}

/// The browser's answer to [`Effect::Store`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// It is stored.
    Done,
    /// Another window has stored an entry of this number.
    Taken,
    /// There is no room.
    Full,
    /// The browser failed otherwise.
    Failed,
}
