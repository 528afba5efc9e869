//! The start page, new tables, settings, and the way to a server.

use crate::desk::Ticket;
use crate::kept::name;
use crate::message::{Request, Response};
use crate::request_error::RequestError;
use crate::state::{Outcome, Site};
use crate::visitor::Visitor;
use game::ErrorCode;
use pages::forms::{NewTable, field};
use pages::{Fault, SeatInfo, StartPage, TableSummary, UserError};
use present::opening::Opening;
use present::summary::Line;
use shelf::{AnyGame, GameKind};
use std::sync::Arc;
use table::games::{BadGame, bots_for, new_game};
use table::keys::TableId;

/// The state of the form for a new table.
struct Form<'a> {
    game: GameKind,
    sent: Option<&'a NewTable>,
    faults: &'a [UserError],
    unfolds: bool,
}

/// `GET /`, also when another game is chosen in the form.
pub(crate) fn start(site: &mut Site, request: &Request, visitor: &Visitor) -> Result<Outcome, RequestError> {
    let unread = site.unread();
    if !unread.is_empty() {
        return Ok(Outcome::Tables(unread));
    }
    let fields = request.query();
    let game = field(&fields, "game").and_then(|name| name.parse().ok()).unwrap_or(GameKind::ALL[0]);
    let kept = NewTable::kept(&fields, game);
    let unfolds = field(&fields, "game").is_some();
    let form = Form { game, sent: kept.as_ref(), faults: &[], unfolds };
    Ok(Outcome::Now(Response::page(200, page(site, visitor, &form))))
}

fn page(site: &mut Site, visitor: &Visitor, form: &Form<'_>) -> String {
    let id = site.promise();
    let (promised, commitment) = (id.to_string(), site.secret_of(id).commitment().to_string());
    let bots = bots_for(form.game);
    let progress = site.kept.lessons();
    let summaries = site.latest().filter_map(|desk| desk.summary(site.now));
    let lines: Vec<Line> = summaries.map(|table| Line::new(Arc::new(table), Some(site.owner))).collect();
    let seats: Vec<Vec<SeatInfo<'_>>> = lines.iter().map(Line::seats).collect();
    let tables: Vec<TableSummary<'_>> =
        lines.iter().zip(&seats).map(|(line, seats)| line.summary(seats)).collect();
    pages::start(&StartPage {
        reader: &visitor.reader,
        game: form.game,
        tables: &tables,
        public: &[],
        promised: (&promised, &commitment),
        bots: &bots,
        sent: form.sent,
        faults: form.faults,
        unfolds: form.unfolds,
        lessons: progress.begun(),
    })
    .into_string()
}

/// `POST /tables`
pub(crate) fn open_table(
    site: &mut Site,
    number: u32,
    request: &Request,
    visitor: &Visitor,
) -> Result<Outcome, RequestError> {
    let mut sent = NewTable::read(&request.fields);
    if let (true, Ok(game)) = (sent.at_once, sent.game.parse()) {
        sent.begin_at_once(game, &bots_for(game));
        if sent.name.is_empty() {
            sent.name = pages::ready_name(visitor.reader.lang, &site.promise().to_string());
        }
    }
    // A field that was left empty leaves the option at its default.
    let options: Vec<(String, String)> =
        sent.options.iter().filter(|(_, value)| !value.is_empty()).cloned().collect();
    let name = sent.game.clone();
    match open_from(site, number, visitor, &sent, |seats| new_game(&name, seats, &options)) {
        Ok(()) => Ok(Outcome::Later),
        Err(faults) => {
            let unread = site.unread();
            if !unread.is_empty() {
                return Ok(Outcome::Tables(unread));
            }
            let game = sent.game.parse().unwrap_or(GameKind::ALL[0]);
            let form = Form { game, sent: Some(&sent), faults: &faults, unfolds: true };
            Ok(Outcome::Now(Response::page(422, page(site, visitor, &form))))
        }
    }
}

/// Opens the table of a form; the answer follows when it is stored. The error is what is wrong with the form.
pub(crate) fn open_from(
    site: &mut Site,
    number: u32,
    visitor: &Visitor,
    sent: &NewTable,
    game: impl FnOnce(usize) -> Result<AnyGame, BadGame>,
) -> Result<(), Vec<UserError>> {
    let promised = promised(site, sent);
    let opening = Opening::read(sent, site.owner, visitor.reader.lang, promised, game)?;
    let id = opening.plan.promised.unwrap_or_else(|| site.promise());
    if site.desks.contains_key(&id) {
        return Err(vec![Fault::PromiseGone.into()]);
    }
    if let Some(own) = opening.name {
        site.keep(name::NAME.to_owned(), Some(own));
    }
    if !opening.keys_here.is_empty() {
        site.keep(format!("{}{id}", name::HERE), Some(opening.keys_here.join(".")));
    }
    let owner = site.owner;
    site.open(id, &opening.game, opening.plan, owner, Ticket::Opening(number)).map_err(|fault| vec![fault])
}

/// The table that was promised to a form, if its dice would still match the commitment that the form showed.
fn promised(site: &Site, sent: &NewTable) -> Result<Option<TableId>, UserError> {
    let Some((id, commitment)) = &sent.promised else { return Ok(None) };
    let id: TableId = id.parse().map_err(|_| ErrorCode::BadRequest)?;
    let is_kept = site.secret_of(id).commitment().to_string() == *commitment;
    if is_kept { Ok(Some(id)) } else { Err(Fault::PromiseGone.into()) }
}

/// `POST /settings`
pub(crate) fn settings(site: &mut Site, request: &Request, visitor: &Visitor) -> Response {
    let mut settings = visitor.reader.settings;
    for (name, value) in &request.fields {
        settings.set(name, value);
    }
    site.keep(name::SETTINGS.to_owned(), Some(settings.to_string()));
    if visitor.json {
        return Response::empty(204);
    }
    let back = field(&request.fields, "back").filter(|back| back.starts_with('/') && !back.starts_with("//"));
    Response::see_other(back.unwrap_or("/"))
}

/// `GET /elsewhere?server=…`: leads to a server.
pub(crate) fn elsewhere(request: &Request) -> Result<Outcome, RequestError> {
    let named = request.asked("server").unwrap_or_default();
    let named = named.trim().trim_end_matches('/');
    let (scheme, host) = match named.split_once("://") {
        Some((scheme @ ("http" | "https"), host)) => (scheme, host),
        Some(_) => return Err(ErrorCode::BadRequest.into()),
        // A machine in the same network has no certificate.
        None if named.starts_with("localhost")
            || named.starts_with("127.")
            || named.starts_with("192.168.") =>
        {
            ("http", named)
        }
        None => ("https", named),
    };
    let is_host =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']' | '/' | '_' | '~');
    if host.is_empty() || host.starts_with('/') || !host.chars().all(is_host) {
        return Err(ErrorCode::BadRequest.into());
    }
    Ok(Outcome::Now(Response::see_other(&format!("{scheme}://{host}/"))))
}
