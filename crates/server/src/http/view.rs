//! The view model of a table's page, for one reader.

use super::moderated::restrictions;
use super::problem::Problem;
use super::request::Visitor;
use super::table_people::{RematchCommitments, TablePeople};
use super::{App, messages, talk};
use bots::advice::Advised;
use game::{Seat, SeatSet, TableEvent, Viewer};
use live::feeds::{Audience, Feed, Moment, Patch, State};
use live::hub::{self, LiveTable, Summary};
use live::names::disambiguated;
use pages::shown::Shown;
use pages::{
    Aid, Aids, Ending, GameTable, Hints, History, LogEvent, LogLine, Notice, People, Reader, Restrictions,
    SeatInfo, SeatOccupant, Standing, TableContext, TablePage, TableStage, TableSummary,
};
use shelf::{AnyGame, Events, GameKind, Refusal};
use std::borrow::Borrow;
use std::sync::Arc;
use table::games::bots_for;
use table::host::{Change, Host, Occupant};
use table::keys::{Key, KeyHash};
use table::moment::iso_8601;

/// The perspective of the holder of a key.
pub(crate) fn viewer_of<T>(host: &Host<T>, you: Option<KeyHash>) -> Viewer {
    you.and_then(|key| host.seat_of(key)).map_or(Viewer::Spectator, Viewer::Seat)
}

/// The table as a page shows it, copied so that rendering blocks nobody.
pub(crate) struct TableSnapshot {
    pub(crate) id: String,
    version: u64,
    occupants: Vec<(Occupant, bool)>,
    pub(crate) you: Option<Seat>,
    pub(crate) stage: TableStage,
    pub(crate) code: Option<String>,
    /// The current position; before the game begins, its first position.
    pub(crate) game: Box<AnyGame>,
    /// Whether the game has begun. Before that nobody sees a seat's hand: everybody may still take another seat.
    has_begun: bool,
    can_undo: bool,
    can_fill: bool,
    aids: Aids,
}

impl TableSnapshot {
    pub(crate) fn new(live: &LiveTable, holder: Option<KeyHash>) -> TableSnapshot {
        let host = live.look();
        TableSnapshot::of(live, &host, holder)
    }

    pub(crate) fn of<T>(live: &LiveTable, host: &Host<T>, holder: Option<KeyHash>) -> TableSnapshot {
        let you = holder.and_then(|key| host.seat_of(key));
        // A table that exists has a game to begin with; reading it again is work.
        let default = || AnyGame::with_options(GameKind::ALL[0], []).expect("every option has a default");
        let start = || host.start().unwrap_or_else(default);
        let online = |(occupant, seat)| (occupant, live.is_online(host, seat));
        TableSnapshot {
            id: live.id().to_string(),
            version: host.version(),
            occupants: live.disambiguated(host).into_iter().zip(Seat::first(Seat::MAX)).map(online).collect(),
            you,
            stage: match host.game() {
                _ if host.is_closed() || host.is_revealed() => TableStage::Over,
                Some(_) => TableStage::Playing,
                None => TableStage::Waiting,
            },
            code: host.code().map(str::to_owned),
            game: host.game().map_or_else(|| Box::new(start()), boxed),
            has_begun: host.game().is_some(),
            can_undo: you.is_some_and(|seat| host.can_undo(seat)),
            aids: Aids::allowed(host.aids()),
            can_fill: host.game().is_none()
                && !host.is_closed()
                && holder.is_some_and(|key| host.is_in_charge(key)),
        }
    }

    pub(crate) fn seats(&self) -> Vec<SeatInfo<'_>> {
        seats_of(self.occupants.iter().map(|(occupant, online)| (occupant, *online)))
    }

    fn viewer(&self) -> Viewer {
        self.you.filter(|_| self.has_begun).map_or(Viewer::Spectator, Viewer::Seat)
    }
}

/// Copies a game to the heap, from where it need not be moved: games are large.
fn boxed(game: &AnyGame) -> Box<AnyGame> {
    Box::write(Box::new_uninit(), *game)
}

/// The seats in order with their occupants and presence, as the pages show them.
pub(crate) fn seats_of<'a>(occupants: impl Iterator<Item = (&'a Occupant, bool)>) -> Vec<SeatInfo<'a>> {
    let seat = |((occupant, online), seat): ((&'a Occupant, bool), Seat)| {
        let who = match occupant {
            Occupant::Open => SeatOccupant::Open,
            Occupant::Person { name, stand_in } => {
                SeatOccupant::Person { name, online, stand_in: stand_in.as_deref() }
            }
            Occupant::Bot { kind } => SeatOccupant::Bot { name: pages::BOT_NAMES[seat.index()], kind },
        };
        SeatInfo { seat, who }
    };
    occupants.zip(Seat::first(Seat::MAX)).map(seat).collect()
}

/// A line of a list of tables, for one reader.
pub(crate) struct Line {
    id: String,
    /// The time at which it ended, if it has.
    ended: Option<String>,
    pub(crate) table: Arc<Summary>,
    /// The occupants of the seats, with equal names told apart.
    occupants: Vec<Occupant>,
    you: Option<Seat>,
}

impl Line {
    pub(crate) fn new(table: Arc<Summary>, holder: Option<KeyHash>) -> Line {
        let ended = match table.stage {
            hub::TableStage::Waiting | hub::TableStage::Playing => None,
            hub::TableStage::Over => Some(iso_8601(table.went_on_at)),
            hub::TableStage::Closed => Some(iso_8601(table.changed_at)),
        };
        Line {
            id: table.id.to_string(),
            ended,
            occupants: disambiguated(table.occupants.clone()),
            you: holder.and_then(|key| table.seat_of(key)),
            table,
        }
    }

    pub(crate) fn seats(&self) -> Vec<SeatInfo<'_>> {
        let online = Seat::first(Seat::MAX).map(|seat| self.table.online.contains(seat));
        seats_of(self.occupants.iter().zip(online))
    }

    /// The line as the page shows it.
    pub(crate) fn summary<'a>(&'a self, seats: &'a [SeatInfo<'a>]) -> TableSummary<'a> {
        let playing = self.table.stage == hub::TableStage::Playing;
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
                hub::TableStage::Waiting => TableStage::Waiting,
                hub::TableStage::Playing => TableStage::Playing,
                hub::TableStage::Over | hub::TableStage::Closed => TableStage::Over,
            },
            your_turn: self.you.is_some_and(|you| match self.table.stage {
                hub::TableStage::Waiting => self.table.expected.contains(you),
                hub::TableStage::Playing => self.table.to_decide.contains(you),
                hub::TableStage::Over | hub::TableStage::Closed => false,
            }),
            turns: self.table.turns,
            from_position: self.table.from_position,
            due: if playing { self.table.due } else { SeatSet::EMPTY },
            left: left.filter(|_| playing),
            ending: self.ended.as_deref().map(|at| self.ending(at)),
        }
    }

    fn ending<'a>(&self, at: &'a str) -> Ending<'a> {
        let place = |you: Seat| self.table.places.as_ref()?.get(you.index()).copied();
        Ending {
            at,
            place: self.you.and_then(place),
            is_shared: self.table.winners.is_some_and(|winners| winners.len() > 1),
            is_closed: self.table.stage == hub::TableStage::Closed,
        }
    }
}

/// The log of a table.
pub(crate) fn lines(changes: &[impl Borrow<Change>]) -> Vec<LogLine<&Events>> {
    let mut lines = Vec::new();
    for change in changes {
        let change: &Change = change.borrow();
        // The game tells what was played, and nobody that the table was opened, unless its game begins from a position.
        let is_silent =
            matches!(change.what, TableEvent::Created { from_position: false } | TableEvent::Played);
        if change.what.shows_in_log() && !is_silent {
            lines.push(LogLine { seq: change.seq, what: LogEvent::Table(change.what.clone()) });
        }
        lines.extend(
            change.events.iter().map(|events| LogLine { seq: change.seq, what: LogEvent::Game(events) }),
        );
    }
    lines
}

/// The course of the points, turn by turn: those that everybody sees, and all of them once the game is over.
fn course<T>(host: &Host<T>) -> Vec<Standing> {
    let is_over = host.is_revealed();
    host.course().iter().map(|moment| if is_over { moment.points } else { moment.open }).collect()
}

/// Renders the page of a table, or the part of it that changes. The page's stream goes on from there.
pub(crate) async fn table_page(
    app: &App,
    live: &Arc<LiveTable>,
    mut visitor: Visitor,
    notice: Option<Notice>,
    whole: bool,
) -> Result<String, Problem> {
    visitor.read_blocks(app).await?;
    let (own, live) = (app.clone(), Arc::clone(live));
    app.work(move |_| render_table(&own, &live, &visitor, (notice, Vec::new()), whole)).await
}

/// Renders the whole page of a table with a hint for its reader.
pub(crate) async fn hint_page(
    app: &App,
    live: &Arc<LiveTable>,
    mut visitor: Visitor,
    advice: Vec<Advised<String>>,
) -> Result<String, Problem> {
    visitor.read_blocks(app).await?;
    let (own, live) = (app.clone(), Arc::clone(live));
    app.work(move |_| render_table(&own, &live, &visitor, (None, advice), true)).await
}

/// Renders the card of a hint for a page that is there already.
pub(crate) fn hint_card(live: &LiveTable, visitor: &Visitor, advice: Vec<Advised<String>>) -> String {
    let around = PageContext::with_hint(advice);
    let (html, _) = with_page(live, visitor, &around, (None, live.now()), &Shown::NOTHING, pages::hint);
    html.into_string()
}

/// Renders the page of a table on the calling thread.
fn render_table(
    app: &App,
    live: &LiveTable,
    visitor: &Visitor,
    (notice, advice): (Option<Notice>, Vec<Advised<String>>),
    whole: bool,
) -> String {
    for holder in visitor.present() {
        if live.look().seat_of(holder).is_some() {
            live.note(holder);
        }
    }
    let shown = Shown::after(None);
    let render = |page: &TablePage<'_>| if whole { pages::table(page) } else { pages::main(page) };
    let around = PageContext { advice, ..PageContext::of(app, live, visitor) };
    let (html, moment) = with_page(live, visitor, &around, (notice, live.now()), &shown, render);
    let state = State::new(shown.finish(), moment);
    let html = with_state(html.into_string(), state.digest);
    live.feeds.of(&audience(app, live, visitor)).note(state);
    html
}

/// The preview of an action of this reader; `None` if the action is not possible now, or has no preview.
pub(crate) fn preview_of(live: &LiveTable, visitor: &Visitor, action: &str) -> Option<String> {
    let render = |page: &TablePage<'_>| pages::preview(page, action);
    let (html, _) =
        with_page(live, visitor, &PageContext::default(), (None, live.now()), &Shown::NOTHING, render);
    html.map(|html| html.into_string())
}

/// The reason why the rules refuse something, in the words of this reader's page.
pub(crate) fn refused_to(live: &LiveTable, visitor: &Visitor, why: &Refusal) -> String {
    let render = |page: &TablePage<'_>| pages::refused(page, why);
    with_page(live, visitor, &PageContext::default(), (None, live.now()), &Shown::NOTHING, render).0
}

/// Marks the main part of a page with the state it shows.
pub(crate) fn with_state(mut html: String, state: u64) -> String {
    const MAIN: &str = "<main id=\"main\"";
    if let Some(at) = html.find(MAIN) {
        html.insert_str(at + MAIN.len(), &format!(" data-state=\"{state:016x}\""));
    }
    html
}

/// The audience of a reader: everything in which pages differ from reader to reader.
fn audience(app: &App, live: &LiveTable, visitor: &Visitor) -> Audience {
    let next = visitor.holder().and_then(|holder| app.hub.expected_after(live, holder));
    let host = live.look();
    let seat = visitor.holder().and_then(|holder| host.seat_of(holder));
    let is_known = |holder: &KeyHash| seat.is_some() || next.is_some() || host.is_opener(*holder);
    // Where a page leads back to, and how many reports are open, stands outside of its main part.
    let reader = Reader { here: String::new(), moderates: None, ..visitor.reader.clone() };
    Audience {
        seat,
        person: visitor.holder().filter(is_known),
        here: visitor.here().map(|here| (here.seats, here.open)),
        reader,
        muted: visitor.muted.clone(),
        blocked: talk::blocked_here(&host, &visitor.blocked),
        unfolded: visitor.unfolded.clone(),
    }
}

/// The feed to which a reader belongs.
pub(crate) fn feed(app: &App, live: &LiveTable, visitor: &Visitor) -> Arc<Feed> {
    live.feeds.of(&audience(app, live, visitor))
}

/// The patch that brings a reader's page from a state to the current one: rendered, unless another reader of the audience was
/// first. `compresses` says whether it is sent compressed.
pub(crate) async fn patch(
    app: &App,
    live: &Arc<LiveTable>,
    visitor: &Visitor,
    feed: &Arc<Feed>,
    (from, compresses): (&Arc<State>, bool),
) -> Result<Arc<Patch>, Problem> {
    let mut rendered = feed.rendering.lock().await;
    let moment = {
        let host = live.look();
        Moment { version: host.version(), presence: live.shown_presence(&host) }
    };
    if let Some(patch) = rendered.find(from.digest, &moment) {
        return Ok(patch);
    }
    let made = match &rendered.made {
        Some((of, made)) if *of == moment => *made,
        _ => live.now(),
    };
    let (own, of, visitor, before) = (app.clone(), Arc::clone(live), visitor.clone(), Arc::clone(from));
    let patch = app.work(move |_| render_patch(&own, &of, &visitor, &before, (made, compresses))).await?;
    let patch = Arc::new(patch);
    rendered.made = Some((patch.to.moment.clone(), made));
    rendered.keep(&patch, feed.is_shared());
    Ok(patch)
}

fn render_patch(
    app: &App,
    live: &LiveTable,
    visitor: &Visitor,
    from: &State,
    (made, compresses): (u64, bool),
) -> Patch {
    let shown = Shown::after(Some(&from.contents));
    let around = PageContext::of(app, live, visitor);
    let (html, moment) = with_page(live, visitor, &around, (None, made), &shown, pages::main);
    let to = State::new(shown.finish(), moment);
    let version = to.moment.version;
    let head = format!("{{\"version\":{version},\"from\":\"{:016x}\"}}\n", from.digest);
    let data = head + &with_state(html.into_string(), to.digest);
    let message = messages::event(Some(version), "page", &data);
    if compresses {
        // Here, in the pool, and not where sockets wait.
        messages::compressed(&message);
    }
    Patch { from: from.digest, to, message }
}

/// The parts of a page that the table alone does not know.
#[derive(Default)]
pub(crate) struct PageContext {
    next: RematchCommitments,
    /// The restrictions that moderators have put on the reader, if they have a seat.
    restrictions: Restrictions,
    /// The hint that the page shows.
    pub(crate) advice: Vec<Advised<String>>,
}

impl PageContext {
    /// The context of a hint alone.
    pub(crate) fn with_hint(advice: Vec<Advised<String>>) -> PageContext {
        PageContext { advice, ..PageContext::default() }
    }

    fn of(app: &App, live: &LiveTable, visitor: &Visitor) -> PageContext {
        let seated = visitor.holder().filter(|holder| live.look().seat_of(*holder).is_some());
        let standing = seated.map(|holder| app.moderation.standing(holder)).unwrap_or_default();
        PageContext {
            next: RematchCommitments::of(&app.hub, live, visitor.holder()),
            restrictions: restrictions(standing, None),
            advice: Vec::new(),
        }
    }
}

/// Copies the data of this reader's page, and renders it: at this moment, with this notice on top.
pub(crate) fn with_page<T>(
    live: &LiveTable,
    visitor: &Visitor,
    around: &PageContext,
    (notice, made): (Option<Notice>, u64),
    shown: &Shown<'_>,
    render: impl FnOnce(&TablePage<'_>) -> T,
) -> (T, Moment) {
    let (seen, beside, people_around, changes, course, rolls, statistics, moment) = {
        let host = live.look();
        let seen = TableSnapshot::of(live, &host, visitor.holder());
        let people_around = TablePeople::new(live, &host, visitor.holder(), around.next);
        let beside = talk::TalkSnapshot::new(&host, seen.you, made);
        let changes = live.log_tail(&host);
        let moment = Moment { version: host.version(), presence: live.shown_presence(&host) };
        // The game in numbers, once it is over: all of it may be known then.
        let over = host.is_revealed();
        let statistics = over.then(|| host.statistics()).flatten();
        (seen, beside, people_around, changes, course(&host), *host.rolls(), statistics, moment)
    };
    let (people, said) = (beside.people(visitor), beside.said());
    let history = History { log: lines(&changes), course: &course, rolls: &rolls };
    // In a patch the client fills it in.
    let command = if shown.is_patch() { String::new() } else { Key::random().reveal() };
    let page = TablePage {
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
        statistics: statistics.as_ref(),
        beside: TableContext {
            restrictions: around.restrictions.clone(),
            hints: Hints { allowed: seen.aids.contains(Aid::Hint), shown: &around.advice },
            ..beside.page(&people, &said)
        },
        people: People { here: visitor.here(), ..people_around.page() },
        game: GameTable::new(&seen.game, seen.viewer(), &history, seen.aids),
        unfolded: &visitor.unfolded,
        shown,
    };
    (render(&page), moment)
}
