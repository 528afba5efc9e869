//! People at tables: their commands other than playing, as the forms of the pages send them; the public tables; the people around
//! a table as its pages show them.

use super::App;
use super::answer::{keep_here, page, see_other, with_cookies};
use super::problem::{ErrorCode, Problem};
use super::request::{Caller, Form, TablePath, Visitor, asked};
use super::site::{Line, command, table_page};
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use axum::routing::{get, post};
use fair::{Commitment, Nonce};
use game::{Closing, Seat, SeatSet};
use live::hub::{Hub, LiveTable, Summary, options_of};
use pages::forms::{ClockChoice, SideCommand, field};
use pages::{Fault, Lang, Notice, Pace, People, PublicTable, SeatInfo, UserError};
use std::net::IpAddr;
use std::sync::Arc;
use table::clock::{Clock, Time, TimeoutPolicy};
use table::entry::Declined;
use table::games::bots_for;
use table::host::{Command, Host, Intent, Sender};
use table::keys::{Key, KeyHash, TableId};

/// The routes of these pages and forms.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/lobby", get(lobby))
        .route("/fairness", get(fairness))
        .route("/t/{id}/wish", post(wish))
        .route("/t/{id}/again", post(again))
}

/// A clock as the pages call it.
pub(crate) fn pace_of(clock: Clock) -> Pace {
    let replace = clock.at_zero == TimeoutPolicy::Replace;
    match clock.time {
        Time::Decision { seconds } => Pace { seconds, increment: None, replace },
        Time::Bank { seconds, increment } => Pace { seconds, increment: Some(increment), replace },
    }
}

/// The clock that a form asks for.
pub(crate) fn clock_of(choice: &ClockChoice) -> Result<Option<Clock>, UserError> {
    let pace = choice.pace().ok_or(Fault::BadClock)?;
    pace.map(|pace| pace.to_string().parse().map_err(|_| Fault::BadClock.into())).transpose()
}

/// Parses a form's contribution to the dice; `None` if the field is empty.
pub(crate) fn nonce_of(text: &str) -> Result<Option<Nonce>, UserError> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.parse().map_err(|_| Fault::BadNonce.into())).transpose()
}

/// Parses the field `nonce` of a form; a malformed nonce is a [`Problem`].
pub(crate) fn nonce_field(form: &Form) -> Result<Option<Nonce>, Problem> {
    let message = "`nonce` is 16 to 64 hexadecimal digits";
    nonce_of(field(&form.0, "nonce").unwrap_or_default()).map_err(|fault| Problem::new(fault, message))
}

/// The table promised to a form, if its dice would still match the commitment that the form showed.
pub(crate) fn promised_to(
    app: &App,
    promised: Option<&(String, String)>,
) -> Result<Option<TableId>, UserError> {
    let Some((id, commitment)) = promised else { return Ok(None) };
    let id: TableId = id.parse().map_err(|_| ErrorCode::BadRequest)?;
    if app.hub.commitment_of(id).to_string() == *commitment {
        Ok(Some(id))
    } else {
        Err(Fault::PromiseGone.into())
    }
}

/// The commitments of the rematch.
#[derive(Clone, Copy, Default)]
pub(crate) struct RematchCommitments {
    /// The commitment of the existing rematch, if the reader is expected there.
    pub(crate) expected: Option<Commitment>,
    /// The commitment of a rematch that nobody has opened yet.
    pub(crate) possible: Option<Commitment>,
}

impl RematchCommitments {
    pub(crate) fn of(hub: &Hub, live: &LiveTable, holder: Option<KeyHash>) -> RematchCommitments {
        let expected = holder.and_then(|holder| hub.expected_after(live, holder));
        RematchCommitments { expected, possible: hub.commitment_after(live, &live.look()) }
    }
}

/// The people around a table, copied so that rendering blocks nobody.
pub(crate) struct TablePeople {
    is_in_charge: bool,
    is_public: bool,
    from_position: bool,
    closed: Option<Closing>,
    may_play_again: bool,
    has_begun: bool,
    pace: Option<Pace>,
    options: Arc<[(&'static str, String)]>,
    bots: Vec<&'static str>,
    spectators: usize,
    presence: String,
    due: SeatSet,
    replaceable: SeatSet,
    stalling: SeatSet,
    spent: SeatSet,
    commitment: Option<String>,
    nonces: SeatSet,
    expected: SeatSet,
    next: Option<String>,
    next_expects: bool,
    next_commitment: Option<String>,
}

impl TablePeople {
    pub(crate) fn new<T>(
        live: &LiveTable,
        host: &Host<T>,
        holder: Option<KeyHash>,
        next: RematchCommitments,
    ) -> TablePeople {
        let you = holder.and_then(|holder| host.seat_of(holder));
        let is_away =
            |seat: Seat| live.is_gone(host, seat) || live.is_stalled(host, seat) || host.is_out_of_time(seat);
        let is_slow = |seat: &Seat| live.is_stalled(host, *seat) && !live.is_gone(host, *seat);
        let plays = |seat: Seat| host.holder_of(seat).is_some() && host.bot_at(seat).is_none();
        let may_be_replaced =
            |seat: &Seat| you.is_some_and(|you| you != *seat) && plays(*seat) && is_away(*seat);
        let terms = live.terms(host);
        TablePeople {
            is_in_charge: holder.is_some_and(|holder| host.is_in_charge(holder)),
            is_public: host.is_public(),
            from_position: host.is_from_position(),
            closed: host.closed(),
            may_play_again: host.may_play_again(),
            has_begun: host.game().is_some(),
            pace: host.clock().map(pace_of),
            options: Arc::clone(terms),
            bots: host.kind().map(bots_for).unwrap_or_default(),
            spectators: live.spectators(host),
            presence: live.presence(host),
            due: host.awaited(),
            replaceable: Seat::first(host.occupants().len()).filter(may_be_replaced).collect(),
            stalling: Seat::first(host.occupants().len()).filter(is_slow).collect(),
            spent: host.spent(),
            commitment: host.commitment().map(|commitment| commitment.to_string()),
            nonces: host.nonces().keys().copied().collect(),
            expected: host.expected(),
            next: host.next().map(|next| next.to_string()),
            next_expects: next.expected.is_some(),
            next_commitment: next.expected.or(next.possible).map(|shown| shown.to_string()),
        }
    }

    /// All of it for the page.
    pub(crate) fn page(&self) -> People<'_> {
        People {
            is_in_charge: self.is_in_charge,
            is_public: self.is_public,
            from_position: self.from_position,
            closed: self.closed,
            may_play_again: self.may_play_again,
            has_begun: self.has_begun,
            pace: self.pace,
            options: &self.options,
            bots: &self.bots,
            spectators: self.spectators,
            presence: &self.presence,
            due: self.due,
            replaceable: self.replaceable,
            stalling: self.stalling,
            spent: self.spent,
            commitment: self.commitment.as_deref(),
            nonces: self.nonces,
            expected: self.expected,
            next: self.next.as_deref(),
            next_expects: self.next_expects,
            next_commitment: self.next_commitment.as_deref(),
            here: None,
        }
    }
}

/// A public table as it is listed.
pub(crate) struct Listed {
    pub(crate) line: Line,
    pace: Option<Pace>,
    options: Vec<(&'static str, String)>,
}

impl Listed {
    /// The table as the page lists it.
    pub(crate) fn public<'a>(&'a self, seats: &'a [SeatInfo<'a>]) -> PublicTable<'a> {
        PublicTable {
            summary: self.line.summary(seats),
            code: self.line.table.code.as_deref(),
            pace: self.pace,
            options: &self.options,
            spectators: self.line.table.spectators,
        }
    }
}

/// The public tables, those with open seats first.
pub(crate) async fn lobby_of(app: &App, holder: Option<KeyHash>) -> Result<Vec<Listed>, Problem> {
    let tables = app.hub.public_tables(holder, 50, &app.limits.tables).await?;
    app.work(move |_| listed(tables, holder)).await
}

fn listed(tables: Vec<Arc<Summary>>, holder: Option<KeyHash>) -> Vec<Listed> {
    let listed = |table: Arc<Summary>| Listed {
        pace: table.clock.map(pace_of),
        options: table.start().as_ref().map(options_of).unwrap_or_default(),
        line: Line::new(table, holder),
    };
    let mut listed: Vec<Listed> = tables.into_iter().map(listed).collect();
    listed.sort_by_key(|table| table.line.table.code.is_none());
    listed
}

/// `GET /lobby`: the part of the start page that changes by itself.
async fn lobby(State(app): State<App>, visitor: Visitor) -> Result<Response, Problem> {
    let listed = lobby_of(&app, visitor.holder()).await?;
    let html = app.work(move |_| render_lobby(visitor.reader.lang, &listed)).await?;
    Ok(page(StatusCode::OK, html))
}

fn render_lobby(lang: Lang, listed: &[Listed]) -> String {
    let seats: Vec<Vec<SeatInfo<'_>>> = listed.iter().map(|table| table.line.seats()).collect();
    let public: Vec<PublicTable<'_>> =
        listed.iter().zip(&seats).map(|(table, seats)| table.public(seats)).collect();
    pages::lobby(lang, &public).into_string()
}

/// `GET /fairness`, and `GET /fairness?table=…`, where the record of a table is checked at once.
async fn fairness(visitor: Visitor, uri: Uri) -> Response {
    let table = asked(&uri, "table").and_then(|id| id.parse::<TableId>().ok());
    let record = table.map(|id| format!("/t/{id}/record"));
    page(StatusCode::OK, pages::fairness(&visitor.reader, record.as_deref()).into_string())
}

/// `POST /t/{id}/again`: leads to the table where the same people play again.
async fn again(
    State(app): State<App>,
    TablePath(live): TablePath,
    Caller(from): Caller,
    mut visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    let answer = play_again(&app, from, &live, &visitor, &form).await;
    match answer {
        Ok(next) => {
            let path = format!("/t/{next}");
            let cookie = come_along(&app, &visitor, next).await.map(|keys| keep_here(&keys, &path));
            Ok(with_cookies(see_other(&path), cookie))
        }
        Err(problem) => {
            visitor.reader.here = format!("/t/{}", live.id());
            let notice = Some(Notice::Fault(problem.fault()));
            let html = table_page(&app, &live, visitor, notice, true).await?;
            let shown = page(problem.status(), html);
            Ok(problem.on(shown))
        }
    }
}

/// Seats those who sit at the same device at the next table as well; returns their keys for the browser.
async fn come_along(app: &App, visitor: &Visitor, next: TableId) -> Option<Vec<String>> {
    let keys = visitor.keys_here()?;
    let live = app.hub.table(next).await.ok()?;
    for key in keys.iter().filter_map(|key| key.parse::<Key>().ok()) {
        let holder = app.accounts.holder(&key).await.ok()??;
        let expected = live.look().expected_name(holder);
        let Some((seat, name)) = expected else { continue };
        let intent = Intent::Join { seat: Some(seat), name, nonce: None };
        let command = Command { sender: Sender::Holder(holder), id: None, seen: 0, intent };
        // Who could not come is still expected, and can come by the page.
        let _ = app.hub.submit(&live, command).await;
    }
    Some(keys)
}

async fn play_again(
    app: &App,
    from: IpAddr,
    live: &Arc<LiveTable>,
    visitor: &Visitor,
    form: &Form,
) -> Result<TableId, Problem> {
    let nonce = nonce_field(form)?;
    let holder =
        visitor.holder().ok_or_else(|| Problem::new(ErrorCode::NotSeated, "you have no seat here"))?;
    if let Some(shown) = field(&form.0, "commitment") {
        let next = live.look().next();
        if let Some(next) = next
            && app.hub.expected_after(live, holder).is_some_and(|now| now.to_string() != shown)
        {
            // What was added was meant for other dice: the page there shows its own.
            return Ok(next);
        }
        let now = app.hub.commitment_after(live, &live.look());
        if now.is_some_and(|now| now.to_string() != shown) {
            let message = "the dice were promised anew since the form was made";
            return Err(Problem::new(Fault::PromiseGone, message));
        }
    }
    app.play_again(from, live, holder, nonce).await
}

/// `POST /t/{id}/wish`: redirects to the table, or answers with the result as JSON if the request asks for that.
async fn wish(
    State(app): State<App>,
    TablePath(live): TablePath,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    let wished = pages::forms::wish(&form.0)
        .ok_or_else(|| Problem::new(ErrorCode::BadRequest, "the form holds no wish that can be read"))?;
    let intent = match wished {
        SideCommand::Say(text) => Intent::Say(text),
        SideCommand::Leave => Intent::Leave,
        SideCommand::Return => Intent::Return,
        SideCommand::Replace(seat) => live.replace_intent(seat),
        SideCommand::Swap(one, other) => Intent::Swap { one, other },
        SideCommand::AskUndo => Intent::AskUndo,
        SideCommand::AnswerUndo(agrees) => Intent::AnswerUndo { agrees },
        SideCommand::Decline { turn, from } => Intent::Decline(Declined { turn, from }),
        SideCommand::Close => live.close_intent(),
        SideCommand::AnswerClose(agrees) => Intent::AnswerClose { agrees },
    };
    command(&app, &live, visitor, form.command()?, intent).await
}
