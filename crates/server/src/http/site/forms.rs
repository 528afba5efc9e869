//! Forms: tables opened, seats taken, commands carried out.

use super::{Start, start_page};
use crate::http::App;
use crate::http::answer::{
    drop_here_at, keep_here, keep_here_at, keep_key, keep_name, page, see_other, with_cookies,
};
use crate::http::problem::{ErrorCode, Problem};
use crate::http::request::{Caller, Form, TablePath, Visitor};
use crate::http::view::{refused_to, snapshot, table_page};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use fair::Nonce;
use game::Seat;
use live::hub::{LiveTable, OpenError};
use pages::forms::{NewTable, field};
use pages::{Fault, JoinPage, Notice, UserError};
use present::company::options_of;
use present::faults::{faults_of, shorten};
use present::opening::{Opening, nonce_of};
use present::people::pace_of;
use serde_json::json;
use shelf::{AnyGame, GameKind};
use std::net::IpAddr;
use std::sync::Arc;
use table::entry::clean_name;
use table::games::{BadGame, bots_for, new_game};
use table::host::{Command, Intent, RejectReason, Rejection, Sender};
use table::keys::{Key, TableId};

/// `POST /tables`
pub(super) async fn open_table(
    State(app): State<App>,
    Caller(from): Caller,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    let mut sent = NewTable::read(&form.0);
    if let (true, Ok(game)) = (sent.at_once, sent.game.parse()) {
        sent.begin_at_once(game, &bots_for(game));
        if sent.name.is_empty() {
            sent.name = pages::ready_name(visitor.reader.lang, &app.hub.new_id().to_string());
        }
    }
    // A field that was left empty leaves the option at its default.
    let options: Vec<(String, String)> =
        sent.options.iter().filter(|(_, value)| !value.is_empty()).cloned().collect();
    let game = |seats| new_game(&sent.game, seats, &options);
    let NewTableError { faults, refused } = match open_from(&app, from, &visitor, &sent, game).await? {
        Ok(opened) => return Ok(opened),
        Err(not_opened) => not_opened,
    };
    let game = sent.game.parse().unwrap_or(GameKind::ALL[0]);
    let status = refused.as_ref().map_or(StatusCode::UNPROCESSABLE_ENTITY, |problem| problem.status());
    // What has to be chosen otherwise is shown.
    let unfolds = !sent.at_once || refused.is_none();
    let shown = Start { game, sent: Some(&sent), faults: &faults, unfolds };
    let shown = start_page(&app, &visitor, shown, status).await?;
    Ok(match refused {
        Some(problem) => problem.on(shown),
        None => shown,
    })
}

/// The reason why a form opened no table.
pub(crate) struct NewTableError {
    /// The faults in the form; shown with the choices.
    pub(crate) faults: Vec<UserError>,
    /// The temporary refusal of a sound form, such as a rate limit.
    pub(crate) refused: Option<Problem>,
}

/// Opens the table of a form; `game` makes the game from the number of its seats. Returns the redirect to the table.
pub(crate) async fn open_from(
    app: &App,
    from: IpAddr,
    visitor: &Visitor,
    sent: &NewTable,
    game: impl FnOnce(usize) -> Result<AnyGame, BadGame>,
) -> Result<Result<Response, NewTableError>, Problem> {
    let (holder, new) = visitor.holder_or_new();
    let promised = promised_to(app, sent.promised.as_ref());
    let Opening { game, plan, name, keys_here } =
        match Opening::read(sent, holder, visitor.reader.lang, promised, game) {
            Ok(opening) => opening,
            Err(faults) => return Ok(Err(NewTableError { faults, refused: None })),
        };
    let (mut faults, mut refused) = (Vec::new(), None);
    let opened = match app.open_table(from, &game, plan, holder).await {
        Ok((live, _)) => Some(live),
        Err(OpenError::Bad(bad)) => {
            faults.extend(faults_of(&bad));
            None
        }
        Err(OpenError::NotPromised) => {
            faults.push(Fault::PromiseGone.into());
            None
        }
        // What was chosen is shown again, to be sent later.
        Err(too_many @ (OpenError::TooMany(_) | OpenError::DiskSpent(_) | OpenError::TooManyOpen { .. })) => {
            let problem = Problem::from(too_many);
            faults.push(problem.fault());
            refused = Some(problem);
            None
        }
        Err(error) => return Err(error.into()),
    };
    let Some(live) = opened else {
        faults.dedup();
        return Ok(Err(NewTableError { faults, refused }));
    };
    let cookies = new.as_ref().map(keep_key).into_iter().chain(name.as_deref().map(keep_name));
    let path = format!("/t/{}", live.id());
    let cookies = cookies.chain((!keys_here.is_empty()).then(|| keep_here(&keys_here, &path)));
    Ok(Ok(with_cookies(see_other(&path), cookies)))
}

/// Carries out a command of a form.
pub(crate) async fn command(
    app: &App,
    live: &Arc<LiveTable>,
    mut visitor: Visitor,
    (seen, id): (u64, String),
    intent: Intent,
) -> Result<Response, Problem> {
    let back = format!("/t/{}", live.id());
    let action = match &intent {
        Intent::Act(action) => action.clone(),
        _ => String::new(),
    };
    let answer = match visitor.holder() {
        Some(key) => {
            let command = Command { sender: Sender::Holder(key), id: Some(id), seen, intent };
            app.hub.submit(live, command).await
        }
        None => {
            let seq = live.look().version();
            Err(Rejection { reason: RejectReason::NotSeated, seq })
        }
    };
    match answer {
        Ok(done) if visitor.json => Ok(axum::Json(json!({"ok": true, "seq": done.seq})).into_response()),
        Ok(_) => Ok(see_other(&back)),
        Err(refusal) => {
            let illegal = match &refusal.reason {
                RejectReason::Illegal(illegal) => Some(illegal.clone()),
                _ => None,
            };
            let is_action = matches!(refusal.reason, RejectReason::NotAnAction(_));
            let with_list = visitor.json && !matches!(refusal.reason, RejectReason::NotSeated);
            let mut problem = Problem::from(refusal);
            if let Some(key) = visitor.holder().filter(|_| with_list) {
                // Only clients read the list; a page shows what may be done anyway.
                let moves = live.look().moves_of(key);
                problem = problem.with_legal(&moves);
            }
            if is_action {
                let mut text = action.clone();
                shorten(&mut text);
                problem = problem.with_fault(UserError::NotAnAction(text));
            }
            if visitor.json {
                // Worded here, where the names of the players and the settings of the reader are known.
                problem.message = match &illegal {
                    Some(why) => refused_to(live, &visitor, why),
                    None => pages::fault(visitor.reader.lang, &problem.fault()),
                };
                let head = problem.head();
                return Ok((head.status(), head.headers().clone(), axum::Json(problem)).into_response());
            }
            let notice = match illegal {
                Some(why) => Notice::Refused { action, why },
                None => Notice::Fault(problem.fault()),
            };
            visitor.reader.here = back;
            let html = table_page(app, live, visitor, Some(notice), true).await?;
            Ok(page(problem.status(), html))
        }
    }
}

/// `POST /t/{id}/act`
pub(super) async fn act(
    State(app): State<App>,
    TablePath(live): TablePath,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    let kind = live.look().kind().unwrap_or(GameKind::ALL[0]);
    let action = pages::forms::action(kind, &form.0)
        .ok_or_else(|| Problem::new(ErrorCode::BadRequest, "the form lacks the field `action`"))?;
    // Whose move brings the first card goes on uncovered.
    let first = visitor.here().filter(|here| kind.has_secrets() && !here.hides).and_then(|here| here.open);
    let done = command(&app, &live, visitor, form.command()?, Intent::Act(action)).await?;
    Ok(with_cookies(done, first.map(|seat| keep_here_at(seat, &format!("/t/{}", live.id())))))
}

/// `POST /t/{id}/undo`
pub(super) async fn undo(
    State(app): State<App>,
    TablePath(live): TablePath,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    command(&app, &live, visitor, form.command()?, Intent::Undo).await
}

/// `POST /t/{id}/fill`
pub(super) async fn fill(
    State(app): State<App>,
    TablePath(live): TablePath,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    let bot = form.need("bot")?.to_owned();
    // Filling twice does nothing more, so the form needs no id of its own.
    let id = Key::random().reveal();
    command(&app, &live, visitor, (0, id), Intent::Fill { bot }).await
}

/// `POST /t/{id}/join`
pub(super) async fn join(
    State(app): State<App>,
    TablePath(live): TablePath,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    let name = form.need("name")?.to_owned();
    let seat = match field(&form.0, "seat") {
        Some(text) if !text.is_empty() => Some(
            text.parse::<Seat>().map_err(|error| Problem::new(ErrorCode::BadRequest, error.to_string()))?,
        ),
        _ => None,
    };
    let (holder, new) = visitor.holder_or_new();
    let refused = |problem: Problem| match visitor.json {
        true => Err(problem),
        false => Ok(join_page(&live, &visitor, Some(problem.fault()), problem.status())),
    };
    let nonce = match nonce_field(&form) {
        Ok(nonce) => nonce,
        Err(problem) => return refused(problem),
    };
    let intent = Intent::Join { seat, name: name.clone(), nonce };
    let command = Command { sender: Sender::Holder(holder), id: None, seen: 0, intent };
    match app.hub.submit(&live, command).await {
        Ok(done) => {
            let cookies = new.as_ref().map(keep_key).into_iter();
            let cookies = cookies.chain(clean_name(&name).as_deref().map(keep_name));
            let response = if visitor.json {
                axum::Json(json!({"ok": true, "seq": done.seq, "seat": done.seat})).into_response()
            } else {
                see_other(&format!("/t/{}", live.id()))
            };
            Ok(with_cookies(response, cookies))
        }
        Err(refusal) => refused(refusal.into()),
    }
}

pub(super) fn join_page(
    live: &LiveTable,
    visitor: &Visitor,
    fault: Option<UserError>,
    status: StatusCode,
) -> Response {
    let seen = snapshot(live, visitor.holder());
    let options = options_of(&seen.game);
    let (pace, is_public, from_position, commitment) = {
        let host = live.look();
        let commitment = host.commitment().map(|commitment| commitment.to_string());
        (host.clock().map(pace_of), host.is_public(), host.is_from_position(), commitment)
    };
    let html = pages::join(&JoinPage {
        reader: &visitor.reader,
        table: &seen.id,
        game: seen.game.kind().name(),
        seats: &seen.seats(),
        options: &options,
        code: None,
        pace,
        is_public,
        from_position,
        commitment: commitment.as_deref(),
        fault,
    });
    page(status, html.into_string())
}

/// `POST /t/{id}/here`: shows the hand of a seat at this device, or covers it.
pub(super) async fn uncover(TablePath(live): TablePath, visitor: Visitor, form: Form) -> Response {
    let table = format!("/t/{}", live.id());
    let seat = field(&form.0, "seat").and_then(|text| text.parse::<Seat>().ok());
    let sits_here = |seat: &Seat| visitor.here().is_some_and(|here| here.seats.contains(*seat));
    let cookie = match seat.filter(sits_here) {
        Some(seat) => keep_here_at(seat, &table),
        None => drop_here_at(&table),
    };
    with_cookies(see_other(&table), [cookie])
}

/// Parses the field `nonce` of a form; a malformed nonce is a [`Problem`].
pub(crate) fn nonce_field(form: &Form) -> Result<Option<Nonce>, Problem> {
    let message = "`nonce` is 16 to 64 hexadecimal digits";
    nonce_of(field(&form.0, "nonce").unwrap_or_default()).map_err(|fault| Problem::new(fault, message))
}

/// The table promised to a form, if its dice would still match the commitment that the form showed.
fn promised_to(app: &App, promised: Option<&(String, String)>) -> Result<Option<TableId>, UserError> {
    let Some((id, commitment)) = promised else { return Ok(None) };
    let id: TableId = id.parse().map_err(|_| ErrorCode::BadRequest)?;
    if app.hub.commitment_of(id).to_string() == *commitment {
        Ok(Some(id))
    } else {
        Err(Fault::PromiseGone.into())
    }
}
