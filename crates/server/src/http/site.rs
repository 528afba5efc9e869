//! The pages: what a browser asks for, as links and forms. The client in the browser uses the same addresses.

use super::App;
use super::answer::{for_ever, keep_key, keep_name, keep_settings, page, see_other, with_cookies};
use super::events::{self, Detail};
use super::problem::{ErrorCode, Problem, faults_of, shorten};
use super::request::{AtTable, Caller, Form, Visitor, asked, params, query};
use super::{people, talk};
use crate::hub::{self, Glance, Live, NotOpened};
use axum::Router;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use game::{Seat, SeatSet, Viewer};
use pages::carcassonne::{AnyView, CarcassonneTable};
use pages::catan::CatanTable;
use pages::cities_and_knights::CitiesAndKnightsTable;
use pages::forms::{NewTable, SeatChoice};
use pages::{
    Aids, Fault, GameTable, Happened, JoinPage, Lang, LogLine, Names, Notice, PlaceNames, PublicTable,
    RulesPage, SeatInfo, Settings, Stage, Standing, StartPage, TablePage, TableSummary, Who,
};
use serde_json::json;
use shelf::{AnyGame, Events, GameKind};
use std::sync::Arc;
use store::now;
use table::entry::{Chair, clean_name};
use table::games::{bots_for, new_game};
use table::host::{Change, Command, Host, Occupant, Plan, Refusal, Sender, What, Why, Wish};
use table::keys::{Key, KeyHash};

/// The routes of the pages.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/", get(start))
        .route("/tables", post(open_table))
        .route("/t/{id}", get(table))
        .route("/t/{id}/main", get(main))
        .route("/t/{id}/join", post(join))
        .route("/t/{id}/fill", post(fill))
        .route("/t/{id}/act", post(act))
        .route("/t/{id}/undo", post(undo))
        .route("/t/{id}/events", get(table_events))
        .route("/t/{id}/board/{picture}", get(board))
        .route("/t/{id}/record", get(record))
        .route("/j", get(find_code))
        .route("/j/{code}", get(by_code))
        .route("/rules", get(all_rules))
        .route("/rules/{what}", get(rules))
        .route("/assets/{hash}/{name}", get(asset))
        .route("/settings", post(settings))
}

/// The last parts of an address.
pub(crate) struct Tail<const N: usize>(pub(super) [String; N]);

impl<const N: usize> FromRequestParts<App> for Tail<N> {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let mut tail = params(parts, app).await?;
        let from = tail.len().saturating_sub(N);
        let tail: Vec<String> = tail.drain(from..).map(|(_, value)| value).collect();
        tail.try_into().map(Tail).map_err(|_| Problem::not_found())
    }
}

/// `GET /`
async fn start(State(app): State<App>, visitor: Visitor, uri: Uri) -> Result<Response, Problem> {
    let game = asked(&uri, "game").and_then(|name| name.parse().ok()).unwrap_or(GameKind::ALL[0]);
    start_page(&app, &visitor, game, None, &[], StatusCode::OK).await
}

async fn start_page(
    app: &App,
    visitor: &Visitor,
    game: GameKind,
    sent: Option<&NewTable>,
    faults: &[Fault],
    status: StatusCode,
) -> Result<Response, Problem> {
    let tables = match visitor.holder() {
        Some(holder) => app.hub.tables_of(holder).await?,
        None => Vec::new(),
    };
    let lines: Vec<Line> = tables.into_iter().map(|table| Line::new(table, visitor.holder())).collect();
    let seats: Vec<Vec<SeatInfo<'_>>> = lines.iter().map(Line::seats).collect();
    let summaries: Vec<TableSummary<'_>> =
        lines.iter().zip(&seats).map(|(line, seats)| line.summary(seats)).collect();
    let lobby = people::lobby_of(app, visitor.holder()).await?;
    let public_seats: Vec<Vec<SeatInfo<'_>>> = lobby.iter().map(|table| table.line.seats()).collect();
    let public: Vec<PublicTable<'_>> =
        lobby.iter().zip(&public_seats).map(|(table, seats)| table.public(seats)).collect();
    let (promised, commitment) = app.hub.promise();
    let (promised, commitment) = (promised.to_string(), commitment.to_string());
    let bots = bots_for(game);
    let html = pages::start(&StartPage {
        reader: &visitor.reader,
        game,
        tables: &summaries,
        public: &public,
        promised: (&promised, &commitment),
        bots: &bots,
        sent,
        faults,
    });
    Ok(page(status, html.into_string()))
}

/// `POST /tables`
async fn open_table(
    State(app): State<App>,
    Caller(from): Caller,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    let sent = NewTable::read(&form.0);
    // A field that was left empty leaves the option at its default.
    let options: Vec<(String, String)> =
        sent.options.iter().filter(|(_, value)| !value.is_empty()).cloned().collect();
    let (holder, new) = visitor.holder_or_new();
    let mut faults = Vec::new();
    let name = clean_name(&sent.name);
    let mut chairs = Vec::new();
    for choice in &sent.seats {
        chairs.push(match (choice, &name) {
            (SeatChoice::Open, _) => Chair::Open,
            (SeatChoice::Bot(kind), _) => Chair::Bot(kind.clone()),
            (SeatChoice::Me, Some(name)) => Chair::Person { name: name.clone(), key: holder },
            (SeatChoice::Me, None) => {
                faults.push(Fault::BadName);
                Chair::Open
            }
        });
    }
    if sent.seats.iter().filter(|choice| **choice == SeatChoice::Me).count() > 1 {
        faults.push(Fault::BadRequest);
    }
    let game = new_game(&sent.game, sent.seats.len(), &options);
    let aids = (sent.aids != Aids::ALL).then(|| sent.aids.to_string());
    faults.extend(game.as_ref().err().into_iter().flat_map(faults_of));
    let clock = people::clock_of(&sent.clock);
    faults.extend(clock.as_ref().err().cloned());
    let nonce = people::nonce_of(&sent.nonce);
    faults.extend(nonce.as_ref().err().cloned());
    let promised = people::promised_to(&app, sent.promised.as_ref());
    let me = sent.seats.iter().position(|choice| *choice == SeatChoice::Me).and_then(Seat::new);
    let mut refused = None;
    let opened = match (game, clock, nonce, promised) {
        (Ok(game), Ok(clock), Ok(nonce), Ok(promised)) if faults.is_empty() => {
            let nonces = me.zip(nonce).into_iter().collect();
            let plan = Plan { chairs, promised, nonces, aids, public: sent.public, clock, ..Plan::default() };
            match app.open_table(from, &game, plan, holder).await {
                Ok((live, _)) => Some(live),
                Err(NotOpened::Bad(bad)) => {
                    faults.extend(faults_of(&bad));
                    None
                }
                Err(NotOpened::NotPromised) => {
                    faults.push(Fault::PromiseGone);
                    None
                }
                // What was chosen is shown again, to be sent later.
                Err(too_many @ NotOpened::TooMany(_)) => {
                    let problem = Problem::from(too_many);
                    faults.push(problem.fault());
                    refused = Some(problem);
                    None
                }
                Err(error) => return Err(error.into()),
            }
        }
        (.., Err(fault)) if faults.is_empty() => {
            faults.push(fault);
            None
        }
        _ => None,
    };
    let Some(live) = opened else {
        faults.dedup();
        let game = sent.game.parse().unwrap_or(GameKind::ALL[0]);
        let status =
            refused.as_ref().map_or(StatusCode::UNPROCESSABLE_ENTITY, |problem| problem.error.status());
        let shown = start_page(&app, &visitor, game, Some(&sent), &faults, status).await?;
        return Ok(match refused {
            Some(problem) => problem.on(shown),
            None => shown,
        });
    };
    let cookies = new.as_ref().map(keep_key).into_iter().chain(name.as_deref().map(keep_name));
    Ok(with_cookies(see_other(&format!("/t/{}", live.id())), cookies))
}

/// What a page shows of a table, copied so that nobody has to wait while it is drawn.
pub(crate) struct Seen {
    pub(crate) id: String,
    version: u64,
    occupants: Vec<(Occupant, bool)>,
    pub(crate) you: Option<Seat>,
    pub(crate) stage: Stage,
    pub(crate) code: Option<String>,
    pub(crate) start: AnyGame,
    game: AnyGame,
    can_undo: bool,
    can_fill: bool,
    aids: Aids,
}

impl Seen {
    pub(crate) fn new(live: &Live, holder: Option<KeyHash>) -> Seen {
        let host = live.look();
        Seen::of(live, &host, holder)
    }

    pub(crate) fn of<T>(live: &Live, host: &Host<T>, holder: Option<KeyHash>) -> Seen {
        let you = holder.and_then(|key| host.seat_of(key));
        // A table that exists has a game to begin with.
        let start = host.start().unwrap_or_else(|| AnyGame::from(catan::Catan::new(&Default::default())));
        let over = host.game().is_some_and(|game| game.outcome().is_some());
        let online = |(occupant, seat)| (occupant, live.is_online(host, seat));
        Seen {
            id: live.id().to_string(),
            version: host.version(),
            occupants: host.occupants().into_iter().zip(Seat::first(Seat::MAX)).map(online).collect(),
            you,
            stage: match host.game() {
                Some(_) if over => Stage::Over,
                _ if host.is_closed() => Stage::Over,
                Some(_) => Stage::Playing,
                None => Stage::Waiting,
            },
            code: host.code().map(str::to_owned),
            start,
            game: host.game().copied().unwrap_or(start),
            can_undo: you.is_some_and(|seat| host.can_undo(seat)),
            aids: host.aids().map_or(Aids::ALL, |aids| aids.parse().unwrap_or_default()),
            can_fill: host.game().is_none()
                && !host.is_closed()
                && holder.is_some_and(|key| host.is_opener(key)),
        }
    }

    pub(crate) fn seats(&self) -> Vec<SeatInfo<'_>> {
        seats_of(self.occupants.iter().map(|(occupant, online)| (occupant, *online)))
    }

    fn names(&self, lang: Lang) -> Names {
        let words = pages::Words::new(lang);
        let names = self.seats().into_iter().map(|info| match info.who {
            Who::Person { name, .. } | Who::Bot { name, .. } => name.to_owned(),
            Who::Open => Names::letters().plain(words, info.seat),
        });
        Names::new(names.collect(), self.you)
    }

    fn viewer(&self) -> Viewer {
        self.you.map_or(Viewer::Spectator, Viewer::Seat)
    }
}

/// Who sits where, as the pages say it, in the order of seats; with whether they are there.
fn seats_of<'a>(occupants: impl Iterator<Item = (&'a Occupant, bool)>) -> Vec<SeatInfo<'a>> {
    let seat = |((occupant, online), seat): ((&'a Occupant, bool), Seat)| {
        let who = match occupant {
            Occupant::Open => Who::Open,
            Occupant::Person { name, stand_in } => {
                Who::Person { name, online, stand_in: stand_in.as_deref() }
            }
            Occupant::Bot { kind } => Who::Bot { name: pages::BOT_NAMES[seat.index()], kind },
        };
        SeatInfo { seat, who }
    };
    occupants.zip(Seat::first(Seat::MAX)).map(seat).collect()
}

/// A line of a list of tables, for one reader.
pub(crate) struct Line {
    id: String,
    pub(crate) table: Arc<Glance>,
    you: Option<Seat>,
}

impl Line {
    pub(crate) fn new(table: Arc<Glance>, holder: Option<KeyHash>) -> Line {
        Line { id: table.id.to_string(), you: holder.and_then(|key| table.seat_of(key)), table }
    }

    pub(crate) fn seats(&self) -> Vec<SeatInfo<'_>> {
        let online = Seat::first(Seat::MAX).map(|seat| self.table.online.contains(seat));
        seats_of(self.table.occupants.iter().zip(online))
    }

    /// The same for the page.
    pub(crate) fn summary<'a>(&'a self, seats: &'a [SeatInfo<'a>]) -> TableSummary<'a> {
        let playing = self.table.stage == hub::Stage::Playing;
        let left = self.table.clocks.as_ref().and_then(|(left, running)| {
            let own = self.you.filter(|&you| running.contains(you)).map(|you| left[you.index()]);
            own.or_else(|| running.into_iter().map(|seat| left[seat.index()]).min())
        });
        TableSummary {
            id: &self.id,
            game: self.table.kind.name(),
            seats,
            you: self.you,
            stage: match self.table.stage {
                hub::Stage::Waiting => Stage::Waiting,
                hub::Stage::Playing => Stage::Playing,
                hub::Stage::Over | hub::Stage::Closed => Stage::Over,
            },
            your_turn: self.you.is_some_and(|you| match self.table.stage {
                hub::Stage::Waiting => self.table.expected.contains(you),
                hub::Stage::Playing => self.table.to_decide.contains(you),
                hub::Stage::Over | hub::Stage::Closed => false,
            }),
            turns: self.table.turns,
            due: if playing { self.table.due } else { SeatSet::EMPTY },
            left: left.filter(|_| playing),
        }
    }
}

/// The log of a table in the words of its game, as a viewer may read it.
pub(super) enum Log {
    Catan(Vec<LogLine<catan::Event>>),
    CitiesAndKnights(Vec<LogLine<catan::cities_and_knights::Event>>),
    Carcassonne(Vec<LogLine<carcassonne::Event>>),
}

impl Log {
    fn new(game: &AnyGame, changes: &[Change], viewer: Viewer) -> Log {
        match game {
            AnyGame::Catan(_) => Log::Catan(lines(changes, |events| {
                let events = events.as_catan().unwrap_or_default();
                events.iter().map(|event| event.redact(viewer)).collect()
            })),
            AnyGame::CitiesAndKnights(_) => Log::CitiesAndKnights(lines(changes, |events| {
                let events = events.as_cities_and_knights().unwrap_or_default();
                events.iter().map(|event| event.redact(viewer)).collect()
            })),
            AnyGame::Carcassonne(_) | AnyGame::TradersAndBuilders(_) | AnyGame::Mayflower(_) => {
                let told = |events: &Events| events.as_carcassonne().unwrap_or_default().to_vec();
                Log::Carcassonne(lines(changes, told))
            }
        }
    }
}

/// The lines of a log; `told` takes the game's events out, as the reader may know them.
fn lines<E>(changes: &[Change], told: impl Fn(&Events) -> Vec<E>) -> Vec<LogLine<E>> {
    let mut lines = Vec::new();
    for change in changes {
        let mut add = |what| lines.push(LogLine { seq: change.seq, what });
        match change.what {
            // What the game tells, the talk beside it, and what is somebody's own business.
            What::Created | What::Played | What::Said { .. } | What::Declines => {}
            What::Joined(seat) => add(Happened::Joined(seat)),
            What::Filled => add(Happened::Filled),
            What::Swapped(one, other) => add(Happened::Swapped(one, other)),
            What::Left { seat, bot } => add(Happened::Left { seat, bot }),
            What::Returned(seat) => add(Happened::Returned(seat)),
            What::Replaced { seat, by } => add(Happened::Replaced { seat, by }),
            What::Undone { seat, .. } => add(Happened::Undone(seat)),
            What::UndoAsked(seat) => add(Happened::UndoAsked(seat)),
            What::UndoAnswered { seat, agrees } => add(Happened::UndoAnswered { seat, agrees }),
            What::TimeUp { seat, bot } => add(Happened::TimeUp { seat, bot }),
            What::StoodStill => add(Happened::StoodStill),
            What::Next(_) => add(Happened::Next),
            What::Closed => add(Happened::Closed),
        }
        for event in change.events.iter().flat_map(&told) {
            add(Happened::Game(event));
        }
    }
    lines
}

/// How the points went, turn by turn: those everybody sees, and all of them once the game is over.
fn course<T>(host: &Host<T>) -> Vec<Standing> {
    let is_over = host.game().is_some_and(|game| game.outcome().is_some());
    host.course().iter().map(|moment| if is_over { moment.points } else { moment.open }).collect()
}

/// What the page shows of the game.
fn game_table<'a>(
    game: &'a AnyGame,
    viewer: Viewer,
    log: &'a Log,
    (course, rolls): (&'a [Standing], &'a [u32; 13]),
    aids: Aids,
) -> GameTable<'a> {
    let catan = |game: &'a catan::Catan| {
        let Log::Catan(log) = log else { unreachable!("the log is of this game") };
        GameTable::Catan(CatanTable { view: game.view(viewer), log, course, rolls })
    };
    let cities_and_knights = |game: &'a catan::CitiesAndKnights| {
        let Log::CitiesAndKnights(log) = log else { unreachable!("the log is of this game") };
        GameTable::CitiesAndKnights(CitiesAndKnightsTable { view: game.view(viewer), log, course, rolls })
    };
    let carcassonne = |view| {
        let Log::Carcassonne(log) = log else { unreachable!("the log is of this game") };
        GameTable::Carcassonne(CarcassonneTable { view, log, course, aids })
    };
    match game {
        AnyGame::Catan(game) => catan(game),
        AnyGame::CitiesAndKnights(game) => cities_and_knights(game),
        AnyGame::Carcassonne(game) => carcassonne(AnyView::Carcassonne(game.view(viewer))),
        AnyGame::TradersAndBuilders(game) => carcassonne(AnyView::TradersAndBuilders(game.view(viewer))),
        AnyGame::Mayflower(game) => carcassonne(AnyView::Mayflower(game.view(viewer))),
    }
}

/// The page of a table, or the part of it that changes.
pub(crate) fn table_page(
    app: &App,
    live: &Live,
    visitor: &Visitor,
    notice: Option<Notice>,
    whole: bool,
) -> String {
    let next = visitor.holder().and_then(|holder| app.hub.expected_after(live, holder));
    let (seen, beside, around, changes, course, rolls) = {
        let host = live.look();
        if let Some(holder) = visitor.holder()
            && host.seat_of(holder).is_some()
        {
            live.note(holder);
        }
        let seen = Seen::of(live, &host, visitor.holder());
        let around = people::Seen::new(&app.hub, live, &host, visitor.holder(), next);
        let beside = talk::Seen::new(&host, seen.you, now());
        let changes = host.told(host.version(), pages::LOG_LINES);
        (seen, beside, around, changes, course(&host), *host.rolls())
    };
    let (people, said) = (beside.people(&visitor.muted), beside.said());
    let log = Log::new(&seen.game, &changes, seen.viewer());
    // Once it is over, all of it may be known.
    let over = seen.game.outcome().is_some();
    let film = over.then(|| app.replays.of_table(live).ok()).flatten();
    let command = Key::random().reveal();
    let table = TablePage {
        reader: &visitor.reader,
        table: &seen.id,
        code: seen.code.as_deref(),
        seats: &seen.seats(),
        you: seen.you,
        stage: seen.stage,
        seq: seen.version,
        version: seen.version,
        command: &command,
        can_undo: seen.can_undo,
        can_fill: seen.can_fill,
        bot: bots_for(seen.game.kind()).first().copied().unwrap_or_default(),
        notice,
        statistics: film.as_ref().map(|film| film.statistics()),
        beside: beside.page(&people, &said),
        people: around.page(),
        game: game_table(&seen.game, seen.viewer(), &log, (&course, &rolls), seen.aids),
    };
    if whole { pages::table(&table) } else { pages::main(&table) }.into_string()
}

/// `GET /t/{id}`; with `?mode=text` or `?mode=picture` the choice is kept, for the forms of the page lead on to others.
async fn table(State(app): State<App>, AtTable(live): AtTable, visitor: Visitor, uri: Uri) -> Response {
    let cookies = asked(&uri, "mode").map(|_| keep_settings(&visitor.reader.settings));
    with_cookies(page(StatusCode::OK, table_page(&app, &live, &visitor, None, true)), cookies)
}

/// `GET /t/{id}/main`
async fn main(State(app): State<App>, AtTable(live): AtTable, mut visitor: Visitor) -> Response {
    // Forms on the part lead back to the whole.
    visitor.reader.here = visitor.reader.here.replacen("/main", "", 1);
    page(StatusCode::OK, table_page(&app, &live, &visitor, None, false))
}

/// Carries a command of a form out.
pub(crate) async fn command(
    app: &App,
    live: &Arc<Live>,
    mut visitor: Visitor,
    (seen, id): (u64, String),
    wish: Wish,
) -> Result<Response, Problem> {
    let back = format!("/t/{}", live.id());
    let action = match &wish {
        Wish::Act(action) => action.clone(),
        _ => String::new(),
    };
    let answer = match visitor.holder() {
        Some(key) => {
            let command = Command { sender: Sender::Holder(key), id: Some(id), seen, wish };
            app.hub.submit(live, command).await
        }
        None => {
            let seq = live.look().version();
            Err(Refusal { why: Why::NotSeated, seq, legal: Vec::new() })
        }
    };
    match answer {
        Ok(done) if visitor.json => Ok(axum::Json(json!({"ok": true, "seq": done.seq})).into_response()),
        Ok(_) => Ok(see_other(&back)),
        Err(refusal) => {
            let illegal = match &refusal.why {
                Why::Illegal(illegal) => Some(illegal.clone()),
                _ => None,
            };
            let is_action = matches!(refusal.why, Why::NotAnAction(_));
            let mut problem = Problem::from(refusal);
            if is_action {
                let mut text = action.clone();
                shorten(&mut text);
                problem = problem.with_fault(Fault::NotAnAction(text));
            }
            if visitor.json {
                // Said here, where the names of the players are known; the pages' words are those for people.
                let names = Seen::new(live, visitor.holder()).names(visitor.reader.lang);
                let head = problem.head();
                let fault = problem.fault();
                let mut said = problem.localized(visitor.reader.lang, &names);
                if illegal.is_none() {
                    said.message = pages::fault(visitor.reader.lang, &fault);
                }
                return Ok((head.status(), head.headers().clone(), axum::Json(said)).into_response());
            }
            let notice = match illegal {
                Some(why) => Notice::Refused { action, why },
                None => Notice::Fault(problem.fault()),
            };
            visitor.reader.here = back;
            Ok(page(problem.error.status(), table_page(app, live, &visitor, Some(notice), true)))
        }
    }
}

/// `POST /t/{id}/act`
async fn act(
    State(app): State<App>,
    AtTable(live): AtTable,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    let kind = live.look().kind().unwrap_or(GameKind::ALL[0]);
    let action = pages::forms::action(kind, &form.0)
        .ok_or_else(|| Problem::new(ErrorCode::BadRequest, "the form lacks the field `action`"))?;
    command(&app, &live, visitor, form.command()?, Wish::Act(action)).await
}

/// `POST /t/{id}/undo`
async fn undo(
    State(app): State<App>,
    AtTable(live): AtTable,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    command(&app, &live, visitor, form.command()?, Wish::Undo).await
}

/// `POST /t/{id}/fill`
async fn fill(
    State(app): State<App>,
    AtTable(live): AtTable,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    let bot = form.need("bot")?.to_owned();
    // Filling twice does nothing more, so the form needs no id of its own.
    let id = Key::random().reveal();
    command(&app, &live, visitor, (0, id), Wish::Fill { bot }).await
}

/// `POST /t/{id}/join`
async fn join(
    State(app): State<App>,
    AtTable(live): AtTable,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    let name = form.need("name")?.to_owned();
    let seat = match pages::forms::field(&form.0, "seat") {
        Some(text) if !text.is_empty() => {
            Some(text.parse::<Seat>().map_err(|message| Problem::new(ErrorCode::BadRequest, message))?)
        }
        _ => None,
    };
    let (holder, new) = visitor.holder_or_new();
    let refused = |problem: Problem| match visitor.json {
        true => Err(problem),
        false => Ok(join_page(&live, &visitor, Some(problem.fault()), problem.error.status())),
    };
    let nonce = match people::nonce_field(&form) {
        Ok(nonce) => nonce,
        Err(problem) => return refused(problem),
    };
    let wish = Wish::Join { seat, name: name.clone(), nonce };
    let command = Command { sender: Sender::Holder(holder), id: None, seen: 0, wish };
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
        Err(refusal) => refused(Problem::from(refusal).without_legal()),
    }
}

fn join_page(live: &Live, visitor: &Visitor, fault: Option<Fault>, status: StatusCode) -> Response {
    let seen = Seen::new(live, visitor.holder());
    let options = people::options_of(&seen.start);
    let (pace, is_public, commitment) = {
        let host = live.look();
        let commitment = host.commitment().map(|commitment| commitment.to_string());
        (host.clock().map(people::pace_of), host.is_public(), commitment)
    };
    let html = pages::join(&JoinPage {
        reader: &visitor.reader,
        table: &seen.id,
        game: seen.start.kind().name(),
        seats: &seen.seats(),
        options: &options,
        code: None,
        pace,
        is_public,
        commitment: commitment.as_deref(),
        fault,
    });
    page(status, html.into_string())
}

/// `GET /j?code=…`, the form on the start page.
async fn find_code(uri: Uri) -> Response {
    // People paste the whole link as well.
    let code = asked(&uri, "code").unwrap_or_default();
    let code = code.trim().trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let code: String = form_urlencoded::byte_serialize(code.as_bytes()).collect();
    see_other(&format!("/j/{code}"))
}

/// `GET /j/{code}`
async fn by_code(
    State(app): State<App>,
    visitor: Visitor,
    Tail([code]): Tail<1>,
) -> Result<Response, Problem> {
    let id = app.hub.table_by_code(&code).await.map_err(|trouble| match trouble {
        crate::hub::Trouble::Unknown => Problem::no_table().with_fault(Fault::BadCode),
        other => other.into(),
    })?;
    let live = app.hub.table(id).await?;
    if visitor.holder().is_some_and(|key| live.look().seat_of(key).is_some()) {
        return Ok(see_other(&format!("/t/{id}")));
    }
    Ok(join_page(&live, &visitor, None, StatusCode::OK))
}

/// `GET /t/{id}/events`: only numbers; the page then fetches what it shows.
async fn table_events(
    State(app): State<App>,
    AtTable(live): AtTable,
    visitor: Visitor,
    opening: events::Opening,
) -> Response {
    events::stream(&app, live, opening, visitor.holder(), Detail::Number).into_response()
}

/// How many changes before a position its picture may mark.
const MARKED: usize = 40;

/// `GET /t/{id}/board/{seq}.svg`: what everybody may see of the position after an entry. It never changes; once the
/// position was taken back, there is no picture of it.
async fn board(AtTable(live): AtTable, uri: Uri, Tail([picture]): Tail<1>) -> Result<Response, Problem> {
    let none =
        || Problem::new(ErrorCode::NotFound, "pictures are named by versions of the table, such as 17.svg");
    let taken_back =
        || Problem::new(ErrorCode::NotFound, "this version was taken back, and has no picture any more");
    let seq: u64 = picture
        .strip_suffix(".svg")
        .filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|number| number.parse().ok())
        .ok_or_else(none)?;
    let (game, changes) = {
        let host = live.look();
        if seq > host.version() {
            return Err(none());
        }
        let game = match host.game_at(seq) {
            Some(game) => game,
            None if host.has_begun_at(seq) => return Err(taken_back()),
            None => host.start().ok_or_else(none)?,
        };
        (game, host.told(seq, MARKED))
    };
    let log = Log::new(&game, &changes, Viewer::Spectator);
    let table = game_table(&game, Viewer::Spectator, &log, (&[], &[0; 13]), Aids::NONE);
    Ok(picture_of(&table, &uri))
}

/// The picture of a position, in the colours that the address asks for and with names of places where it does.
pub(super) fn picture_of(game: &GameTable<'_>, uri: &Uri) -> Response {
    let mut settings = Settings::default();
    for (name, value) in query(uri) {
        if matches!(name.as_str(), "theme" | "names") {
            settings.set(&name, &value);
        }
    }
    let style = draw::Style {
        theme: settings.theme.into(),
        coordinates: settings.names == PlaceNames::On,
        ..draw::Style::default()
    };
    for_ever("image/svg+xml", pages::board(game, &style))
}

/// `GET /t/{id}/record`
async fn record(AtTable(live): AtTable) -> Result<Response, Problem> {
    super::api::record_of(&live)
}

/// `GET /rules`
async fn all_rules() -> Response {
    see_other(&format!("/rules/{}", GameKind::ALL[0]))
}

/// `GET /rules/{game}`, or `GET /rules/{clause}`, which leads to its place.
async fn rules(visitor: Visitor, uri: Uri, Tail([what]): Tail<1>) -> Result<Response, Problem> {
    let asked = asked(&uri, "lang").and_then(|tag| Lang::of_tag(&tag));
    if let Some(html) = pages::rules(&RulesPage { reader: &visitor.reader, game: &what, lang: asked }) {
        return Ok((Html(html.into_string())).into_response());
    }
    match pages::clause_url(&what, asked.unwrap_or(visitor.reader.lang)) {
        Some(url) => Ok(see_other(&url)),
        None => {
            let message = "the rulebook has no such game and no such clause";
            Err(Problem::new(ErrorCode::NotFound, message).with_fault(Fault::NoClause(what)))
        }
    }
}

/// `GET /assets/{hash}/{name}`
async fn asset(Tail([hash, name]): Tail<2>) -> Result<Response, Problem> {
    let asset = pages::assets().iter().find(|asset| asset.name == name);
    let asset = asset.ok_or_else(|| Problem::new(ErrorCode::NotFound, "there is no such file"))?;
    if hash != pages::assets_hash() {
        // A page from before an update asks; it gets what there is now.
        return Ok(see_other(&pages::asset_url(asset.name)));
    }
    Ok(for_ever(asset.content_type, asset.bytes.clone().into_owned()))
}

/// `POST /settings`
async fn settings(visitor: Visitor, form: Form) -> Response {
    let mut settings = visitor.reader.settings;
    for (name, value) in &form.0 {
        settings.set(name, value);
    }
    let back = pages::forms::field(&form.0, "back").filter(|back| is_local(back)).unwrap_or("/");
    let response = if visitor.json { StatusCode::NO_CONTENT.into_response() } else { see_other(back) };
    with_cookies(response, [keep_settings(&settings)])
}

/// Whether a path leads to one of our own pages.
fn is_local(path: &str) -> bool {
    let mut letters = path.chars();
    letters.next() == Some('/')
        && !matches!(letters.next(), Some('/' | '\\'))
        && !path.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::is_local;

    #[test]
    fn settings_lead_back_to_own_pages_only() {
        for path in ["/", "/t/abc?mode=text", "/rules/catan#CATAN-SETT-3"] {
            assert!(is_local(path), "{path}");
        }
        for path in
            ["", "//evil.example", "/\\evil.example", "https://evil.example", "javascript:x", "/a\r\nb"]
        {
            assert!(!is_local(path), "{path}");
        }
    }
}
