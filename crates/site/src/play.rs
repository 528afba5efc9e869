//! A table: its page, what is done at it, and what its open pages are told.

use crate::coach::{self, Played};
use crate::desk::{Desk, Ticket};
use crate::effect::Effect;
use crate::message::{Request, Response};
use crate::pictures::picture_of;
use crate::relocate::relocated;
use crate::replays;
use crate::request_error::RequestError;
use crate::state::{Outcome, Site};
use crate::visitor::{Visitor, at_name};
use bots::advice::Advised;
use bots::any::{Listener, advise, roster};
use game::{ErrorCode, Seat, Seed, Viewer};
use pages::forms::{SideCommand, field};
use pages::shown::{Contents, Shown};
use pages::{Aid, Aids, Fault, GameTable, History, Margin, Notice, Restrictions, TablePage, UserError};
use present::company::Alone;
use present::faults::shorten;
use present::hot_seat::PageOwner;
use present::opening::nonce_of;
use present::people::RematchCommitments;
use present::view::{Frame, TableView, lines, with_state};
use serde_json::json;
use shelf::GameKind;
use table::entry::{Declined, SeatHolder};
use table::host::{Answer, Chance, Command, EventCursor, Host, Intent, Opening, RejectReason, Sender};
use table::keys::{Key, KeyHash, TableId, join_code};

/// The number of changes before a position that are searched for what its picture marks.
const MARKED: usize = 40;

/// What a page shows beside the table.
#[derive(Default)]
struct Around {
    notice: Option<Notice>,
    advice: Vec<Advised<String>>,
}

impl Site {
    /// Renders the page of a table for its owner at this device.
    fn with_page<T>(
        &self,
        id: TableId,
        visitor: &Visitor,
        owner: PageOwner,
        around: Around,
        shown: &Shown<'_>,
        render: impl FnOnce(&TablePage<'_>) -> T,
    ) -> T {
        let desk = &self.desks[&id];
        let host = &desk.host;
        let possible = host.may_play_again() && host.next().is_none();
        let possible = possible.then(|| self.secret_of(id.after()).commitment());
        let next = RematchCommitments { expected: None, possible };
        let view =
            TableView::new(host, &Alone(host), desk.tail.current(host), owner.holder, (next, self.now));
        let frame = Frame {
            reader: &visitor.reader,
            unfolded: &visitor.unfolded,
            here: owner.here,
            is_muted: &|_| false,
            is_blocked: &|_| false,
            notice: around.notice,
            advice: &around.advice,
            chances: None,
            restrictions: &Restrictions::default(),
            shown,
        };
        view.render(frame, render)
    }

    /// Renders the whole page, or its main part, and notes what it shows.
    fn page(&mut self, id: TableId, visitor: &Visitor, around: Around, whole: bool) -> String {
        let owner = self.owner_of(id, visitor);
        let shown = Shown::after(None);
        let render = |page: &TablePage<'_>| if whole { pages::table(page) } else { pages::main(page) };
        let html = self.with_page(id, visitor, owner, around, &shown, render).into_string();
        let contents = shown.finish();
        match self.desks.get_mut(&id) {
            Some(desk) => with_state(html, desk.note(contents)),
            None => html,
        }
    }

    fn owner_of(&self, id: TableId, visitor: &Visitor) -> PageOwner {
        visitor.at_table(&self.kept, &self.desks[&id].host)
    }

    /// Tells the pages that follow a table what has changed for them.
    pub(crate) fn tell(&mut self, id: TableId) {
        let mut streams = std::mem::take(&mut self.streams);
        for stream in streams.iter_mut().filter(|stream| stream.table == id) {
            let visitor = Visitor::of(&self.kept, self.owner, &self.setting.languages, &stream.asked);
            let owner = self.owner_of(id, &visitor);
            // What follows a change of hands at one device is for the next page: that of whoever uncovers theirs.
            if owner.holder != stream.holder {
                stream.holder = owner.holder;
                stream.state = None;
            }
            let version = self.desks[&id].host.version();
            let from = stream.state.take().and_then(|digest| self.desks[&id].state(digest));
            let data = match &from {
                Some(from) => {
                    let (data, to) = self.patch(id, &visitor, owner, from);
                    stream.state = Some(to);
                    Some(data)
                }
                None => None,
            };
            stream.last = version;
            let (event, data) = match data {
                Some(data) => ("page", data),
                None => ("version", format!("{{\"version\":{version}}}")),
            };
            self.ask(Effect::Event { stream: stream.id, event, data });
        }
        self.streams = streams;
    }

    /// The patch that leads a page from what it shows to what there is now, and the digest of that.
    fn patch(
        &mut self,
        id: TableId,
        visitor: &Visitor,
        owner: PageOwner,
        from: &(u64, Contents),
    ) -> (String, u64) {
        let shown = Shown::after(Some(&from.1));
        let html = self.with_page(id, visitor, owner, Around::default(), &shown, pages::main).into_string();
        let contents = shown.finish();
        let version = self.desks[&id].host.version();
        let to = self.desks.get_mut(&id).map_or(0, |desk| desk.note(contents));
        let html = relocated(&with_state(html, to), &self.setting.folder);
        (format!("{{\"version\":{version},\"from\":\"{:016x}\"}}\n{html}", from.0), to)
    }

    /// Sends a command of the owner of the page.
    fn command(
        &mut self,
        number: u32,
        id: TableId,
        request: &Request,
        owner: PageOwner,
        intent: Intent,
    ) -> Result<Outcome, RequestError> {
        let holder = owner.holder.ok_or(ErrorCode::NotSeated)?;
        let seen = need(request, "seq")?.parse().map_err(|_| ErrorCode::BadRequest)?;
        let command = Command {
            sender: Sender::Holder(holder),
            id: Some(need(request, "id")?.to_owned()),
            seen,
            intent,
        };
        let ticket = Ticket::Command { request: number, asked: Box::new(request.clone()) };
        let now = self.now;
        if let Some(desk) = self.desks.get_mut(&id) {
            let effects = desk.host.submit(command, now, ticket);
            self.carry_out(id, effects);
        }
        Ok(Outcome::Later)
    }

    /// Opens a table, and answers when it is stored.
    pub(crate) fn open(
        &mut self,
        id: TableId,
        game: &shelf::AnyGame,
        plan: table::host::Plan,
        opener: KeyHash,
        ticket: Ticket,
    ) -> Result<(), UserError> {
        let opening = Opening {
            nonces: plan.nonces,
            aids: plan.aids,
            ..Opening::new(plan.chairs, Chance::Secret(self.secret_of(id)), join_code(), opener)
        };
        let opened = Host::open(id, game, opening, self.now, ticket);
        let (host, effects) = opened.map_err(|bad| {
            let fault = present::faults::faults_of(&bad).into_iter().next();
            fault.unwrap_or(ErrorCode::BadOption.into())
        })?;
        self.desks.insert(id, Desk::new(host));
        self.carry_out(id, effects);
        Ok(())
    }
}

fn need<'a>(request: &'a Request, name: &str) -> Result<&'a str, RequestError> {
    field(&request.fields, name).ok_or_else(|| ErrorCode::BadRequest.into())
}

/// Answers an address of a table.
pub(crate) fn route(
    site: &mut Site,
    number: u32,
    id: TableId,
    rest: &[&str],
    post: bool,
    request: &Request,
    visitor: &Visitor,
) -> Result<Outcome, RequestError> {
    let owner = site.owner_of(id, visitor);
    match (rest, post) {
        ([], false) => {
            if request.asked("mode").is_some() {
                site.keep(crate::kept::name::SETTINGS.to_owned(), Some(visitor.reader.settings.to_string()));
            }
            cover(site, id, owner);
            Ok(Outcome::Now(Response::page(200, site.page(id, visitor, Around::default(), true))))
        }
        (["main"], false) => {
            let mut visitor = visitor.clone();
            // Forms on the part lead back to the whole.
            visitor.reader.here = visitor.reader.here.replacen("/main", "", 1);
            cover(site, id, owner);
            Ok(Outcome::Now(Response::page(200, site.page(id, &visitor, Around::default(), false))))
        }
        (["preview"], false) => {
            let action = request.asked("action").unwrap_or_default();
            let render = |page: &TablePage<'_>| pages::preview(page, &action).map(|html| html.into_string());
            let html = site.with_page(id, visitor, owner, Around::default(), &Shown::NOTHING, render);
            Ok(Outcome::Now(html.map_or_else(|| Response::empty(204), |html| Response::page(200, html))))
        }
        (["hint"], false) => hint(site, id, visitor, owner).map(Outcome::Now),
        (["board", picture], false) => board(site, id, picture, request).map(Outcome::Now),
        (["record"], false) => {
            let host = &site.desks[&id].host;
            let record = host.record().ok_or(ErrorCode::StillSecret)?;
            Ok(Outcome::Now(Response::file(
                format!("{}-{id}.neuland", record.header.game),
                record.to_string(),
            )))
        }
        (["act"], true) => {
            let kind = site.desks[&id].host.kind().unwrap_or(GameKind::ALL[0]);
            let action = pages::forms::action(kind, &request.fields).ok_or(ErrorCode::BadRequest)?;
            // Whose move brings the first card goes on uncovered.
            let first =
                owner.here.filter(|here| kind.has_secrets() && !here.hides).and_then(|here| here.open);
            if let Some(seat) = first {
                site.keep(at_name(id), Some(seat.to_string()));
            }
            site.command(number, id, request, owner, Intent::Act(action))
        }
        (["undo"], true) => site.command(number, id, request, owner, Intent::Undo),
        (["wish"], true) => {
            let wished = pages::forms::wish(&request.fields).ok_or(ErrorCode::BadRequest)?;
            let intent = intent_of(wished, &site.desks[&id].host);
            site.command(number, id, request, owner, intent)
        }
        (["here"], true) => {
            let seat = field(&request.fields, "seat").and_then(|text| text.parse::<Seat>().ok());
            let seat = seat.filter(|seat| owner.here.is_some_and(|here| here.seats.contains(*seat)));
            site.keep(at_name(id), seat.map(|seat| seat.to_string()));
            Ok(Outcome::Now(Response::see_other(&format!("/t/{id}"))))
        }
        (["again"], true) => again(site, number, id, request, owner),
        (["coach", rest @ ..], post) => coach::route(site, &Played::table(id, visitor), rest, post, request),
        (["replay", rest @ ..], post) => replays::of_table(site, number, id, rest, post, request, visitor),
        _ => Err(RequestError::not_found()),
    }
}

/// Covers the hand that was open when it is another one's turn.
fn cover(site: &mut Site, id: TableId, owner: PageOwner) {
    if owner.is_over {
        site.keep(at_name(id), None);
    }
}

fn intent_of(wished: SideCommand, host: &Host<Ticket>) -> Intent {
    match wished {
        SideCommand::Say(text) => Intent::Say(text),
        SideCommand::Leave => Intent::Leave,
        SideCommand::Return => Intent::Return,
        SideCommand::Replace(seat) => Intent::Replace { seat, online: true },
        SideCommand::Swap(one, other) => Intent::Swap { one, other },
        SideCommand::AskUndo => Intent::AskUndo,
        SideCommand::AnswerUndo(agrees) => Intent::AnswerUndo { agrees },
        SideCommand::Decline { turn, from } => Intent::Decline(Declined { turn, from }),
        SideCommand::Close if host.game().is_some() => Intent::AskClose,
        SideCommand::Close => Intent::Close,
        SideCommand::AnswerClose(agrees) => Intent::AnswerClose { agrees },
    }
}

/// The answer to a request whose command was carried out or refused.
pub(crate) fn answer(
    site: &mut Site,
    id: TableId,
    request: &Request,
    mut visitor: Visitor,
    answer: Answer,
) -> Response {
    let rejection = match answer {
        Ok(done) if visitor.json => return Response::json(200, &json!({ "ok": true, "seq": done.seq })),
        Ok(_) => return Response::see_other(&format!("/t/{id}")),
        Err(rejection) => rejection,
    };
    let owner = site.owner_of(id, &visitor);
    let mut error = RequestError::rejected(&rejection);
    if let RejectReason::NotAnAction(_) = &rejection.reason {
        let mut text =
            pages::forms::action(site.desks[&id].host.kind().unwrap_or(GameKind::ALL[0]), &request.fields)
                .unwrap_or_default();
        shorten(&mut text);
        error.fault = UserError::NotAnAction(text);
    }
    let illegal = match &error.fault {
        UserError::Illegal(why) => Some(why.clone()),
        _ => None,
    };
    if visitor.json {
        let message = match &illegal {
            Some(why) => {
                let words = |page: &TablePage<'_>| pages::refused(page, why);
                site.with_page(id, &visitor, owner, Around::default(), &Shown::NOTHING, words)
            }
            None => error.words(visitor.reader.lang),
        };
        return error.document(&message);
    }
    let status = error.status();
    let notice = match illegal {
        Some(why) => {
            let action = field(&request.fields, "action").unwrap_or_default().to_owned();
            Notice::Refused { action, why }
        }
        None => Notice::Fault(error.fault),
    };
    visitor.reader.here = format!("/t/{id}");
    let around = Around { notice: Some(notice), ..Around::default() };
    Response::page(status, site.page(id, &visitor, around, true))
}

/// What the strongest bot that does not search would do for the owner of the page.
fn hint(site: &mut Site, id: TableId, visitor: &Visitor, owner: PageOwner) -> Result<Response, RequestError> {
    let host = &site.desks[&id].host;
    let seat = owner.holder.and_then(|key| host.seat_of(key)).ok_or(ErrorCode::NotSeated)?;
    if !Aids::allowed(host.aids()).contains(Aid::Hint) {
        return Err(Fault::NoHints.into());
    }
    let game =
        host.game().filter(|_| !host.is_closed() && !host.is_revealed()).ok_or(Fault::NothingToDecide)?;
    let past = host.events_since(&mut EventCursor::default()).unwrap_or_default();
    let seed = site.seed_of(id, host.version(), seat);
    let advice = advise(game, quick_bot(game.kind()), seat, seed, &past);
    if advice.is_empty() {
        return Err(Fault::NothingToDecide.into());
    }
    let around = Around { advice, ..Around::default() };
    if !visitor.json {
        return Ok(Response::page(200, site.page(id, visitor, around, true)));
    }
    let card = |page: &TablePage<'_>| pages::hint(page).into_string();
    let card = site.with_page(id, visitor, owner, around, &Shown::NOTHING, card);
    Ok(Response::json(200, &json!({ "card": relocated(&card, &site.setting.folder) })))
}

/// The game's strongest bot that does not search.
fn quick_bot(kind: GameKind) -> &'static str {
    roster(kind).iter().rfind(|bot| !bot.searches()).map_or("random", |bot| bot.name)
}

/// What that bot would play on a seat.
pub(crate) fn quick_choice(host: &Host<Ticket>, seat: Seat, seed: Seed) -> Option<String> {
    let game = host.game()?;
    let mut listener = Listener::new(game.kind(), quick_bot(game.kind()), seat)?;
    if host.is_from_position() {
        listener.begin(&host.start()?);
    }
    for events in host.events_since(&mut EventCursor::default())? {
        listener.hear(&events);
    }
    listener.choose(game, seed)
}

/// The picture of the public part of a position.
fn board(site: &Site, id: TableId, picture: &str, request: &Request) -> Result<Response, RequestError> {
    let seq = picture.strip_suffix(".svg").and_then(|number| number.parse::<u64>().ok());
    let host = &site.desks[&id].host;
    let seq = seq.filter(|&seq| seq <= host.version()).ok_or_else(RequestError::not_found)?;
    let game = match host.game_at(seq) {
        Some(game) => Some(game),
        None if host.has_begun_at(seq) => None,
        None => host.start(),
    };
    let game = game.ok_or_else(RequestError::not_found)?;
    let changes = host.log_tail(seq, MARKED);
    let history = History { log: lines(&changes), ..History::default() };
    let table = GameTable::new(&game, Viewer::Spectator, &history, Aids::NONE);
    Ok(picture_of(&table, request, Margin::Wide))
}

/// Opens the table at which the same people play again. Everybody is at this device, so nobody is waited for.
fn again(
    site: &mut Site,
    number: u32,
    id: TableId,
    request: &Request,
    owner: PageOwner,
) -> Result<Outcome, RequestError> {
    let host = &site.desks[&id].host;
    if let Some(next) = host.next() {
        return Ok(Outcome::Now(Response::see_other(&format!("/t/{next}"))));
    }
    let holder = owner.holder.ok_or(ErrorCode::NotSeated)?;
    let nonce = nonce_of(field(&request.fields, "nonce").unwrap_or_default())?;
    let (start, mut plan) = host.again(holder).map_err(|why| present::faults::fault_of(&why))?;
    plan.expected = game::SeatSet::EMPTY;
    let own = |chair: &SeatHolder| matches!(chair, SeatHolder::Person { key, .. } if *key == holder);
    let own = plan.chairs.iter().position(own).and_then(Seat::new);
    plan.nonces = own.zip(nonce).into_iter().collect();
    let next = id.after();
    let here = format!("{}{next}", crate::kept::name::HERE);
    let keys: Vec<String> = site.kept.here(id).iter().map(Key::reveal).collect();
    if !keys.is_empty() {
        site.keep(here, Some(keys.join(".")));
    }
    site.open(next, &start, plan, holder, Ticket::Opening(number))?;
    let seen = site.desks[&id].host.version();
    let command = Command { sender: Sender::Holder(holder), id: None, seen, intent: Intent::Next(next) };
    let now = site.now;
    if let Some(desk) = site.desks.get_mut(&id) {
        let effects = desk.host.submit(command, now, Ticket::None);
        site.carry_out(id, effects);
    }
    Ok(Outcome::Later)
}
