//! The page of a table, for one reader.

use crate::company::Company;
use crate::log_tail::LogTail;
use crate::people::{RematchCommitments, TablePeople};
use crate::talk::TalkSnapshot;
use bots::advice::Advised;
use bots::luck::Shares;
use game::{Seat, TableEvent, Viewer};
use pages::shown::Shown;
use pages::{
    Aid, Aids, GameTable, Hints, History, HotSeat, LogEvent, LogLine, Notice, People, Reader, Restrictions,
    SeatInfo, SeatOccupant, SpectatorChances, Standing, TableContext, TablePage, TableStage,
};
use shelf::{AnyGame, Events, GameKind, Statistics};
use std::borrow::Borrow;
use std::fmt;
use table::games::bots_for;
use table::host::{Change, Host, Occupant};
use table::keys::{Key, KeyHash};

/// The perspective of the holder of a key.
#[must_use]
pub fn viewer_of<T>(host: &Host<T>, you: Option<KeyHash>) -> Viewer {
    you.and_then(|key| host.seat_of(key)).map_or(Viewer::Spectator, Viewer::Seat)
}

/// The table as a page shows it, copied so that rendering blocks nobody.
#[derive(Debug)]
pub struct TableSnapshot {
    /// The id of the table.
    pub id: String,
    version: u64,
    occupants: Vec<(Occupant, bool)>,
    /// The seat of the reader.
    pub you: Option<Seat>,
    /// The stage of the table.
    pub stage: TableStage,
    /// The join code, as long as it leads anywhere.
    pub code: Option<String>,
    /// The current position; before the game begins, its first position.
    pub game: Box<AnyGame>,
    /// Whether the game has begun. Before that nobody sees a seat's hand: everybody may still take another seat.
    has_begun: bool,
    can_undo: bool,
    can_fill: bool,
    aids: Aids,
}

impl TableSnapshot {
    /// Copies it for the holder of this key.
    #[must_use]
    pub fn new<T>(host: &Host<T>, company: &impl Company, holder: Option<KeyHash>) -> TableSnapshot {
        let you = holder.and_then(|key| host.seat_of(key));
        // A table that exists has a game to begin with; reading it again is work.
        let default = || AnyGame::with_options(GameKind::ALL[0], []).expect("every option has a default");
        let start = || host.start().unwrap_or_else(default);
        let online = |(occupant, seat)| (occupant, company.is_online(seat));
        TableSnapshot {
            id: host.id().to_string(),
            version: host.version(),
            occupants: company.occupants().into_iter().zip(Seat::first(Seat::MAX)).map(online).collect(),
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

    /// Returns the seats with their occupants and presence.
    #[must_use]
    pub fn seats(&self) -> Vec<SeatInfo<'_>> {
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
pub fn seats_of<'a>(occupants: impl Iterator<Item = (&'a Occupant, bool)>) -> Vec<SeatInfo<'a>> {
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

/// The log of a table.
#[must_use]
pub fn lines(changes: &[impl Borrow<Change>]) -> Vec<LogLine<&Events>> {
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

/// The reader of a page, and what their page shows beside the table.
pub struct Frame<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The id of the figure that is unfolded on the page.
    pub unfolded: &'a str,
    /// The people who share the device, if its pages depend on them.
    pub here: Option<HotSeat>,
    /// Whether the reader has muted the person with this id.
    pub is_muted: &'a dyn Fn(&str) -> bool,
    /// Whether the reader has blocked the holder of this key.
    pub is_blocked: &'a dyn Fn(KeyHash) -> bool,
    /// The notice at the top.
    pub notice: Option<Notice>,
    /// The hint that the page shows.
    pub advice: &'a [Advised<String>],
    /// The chances of the position that the page shows, if [`TableView::position_for_spectators`] named one.
    pub chances: Option<Shares>,
    /// The restrictions that moderators have put on the reader.
    pub restrictions: &'a Restrictions,
    /// The parts that the page shows already.
    pub shown: &'a Shown<'a>,
}

impl fmt::Debug for Frame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frame").field("reader", self.reader).finish_non_exhaustive()
    }
}

/// Everything that the page of a table shows of it, copied so that rendering blocks nobody.
#[derive(Debug)]
pub struct TableView {
    seen: TableSnapshot,
    people: TablePeople,
    beside: TalkSnapshot,
    changes: LogTail,
    course: Vec<Standing>,
    rolls: [u32; 13],
    /// The game in numbers, once it is over: all of it may be known then.
    statistics: Option<Statistics>,
}

impl TableView {
    /// Copies it for the holder of this key. `changes` is the tail of the log, and `now` in milliseconds since 1970.
    #[must_use]
    pub fn new<T>(
        host: &Host<T>,
        company: &impl Company,
        changes: LogTail,
        holder: Option<KeyHash>,
        (next, now): (RematchCommitments, u64),
    ) -> TableView {
        let seen = TableSnapshot::new(host, company, holder);
        let over = host.is_revealed();
        TableView {
            people: TablePeople::new(host, company, holder, next),
            beside: TalkSnapshot::new(host, seen.you, now),
            changes,
            course: course(host),
            rolls: *host.rolls(),
            statistics: over.then(|| host.statistics()).flatten(),
            seen,
        }
    }

    /// The position whose chances the page shows: the table allows it, its game goes on, and the reader has no seat.
    #[must_use]
    pub fn position_for_spectators(&self) -> Option<&AnyGame> {
        let seen = &self.seen;
        let shows =
            seen.you.is_none() && seen.stage == TableStage::Playing && seen.aids.contains(Aid::Chances);
        shows.then_some(&*seen.game)
    }

    /// Renders the page in this frame.
    pub fn render<T>(&self, frame: Frame<'_>, render: impl FnOnce(&TablePage<'_>) -> T) -> T {
        let TableView { seen, people: people_around, beside, changes, course, rolls, statistics } = self;
        let (people, said) = (beside.people(frame.is_muted, frame.is_blocked), beside.said());
        let history = History { log: lines(changes), course, rolls };
        // In a patch the client fills it in.
        let command = if frame.shown.is_patch() { String::new() } else { Key::random().reveal() };
        render(&TablePage {
            reader: frame.reader,
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
            notice: frame.notice,
            statistics: statistics.as_ref(),
            beside: TableContext {
                restrictions: frame.restrictions.clone(),
                hints: Hints { allowed: seen.aids.contains(Aid::Hint), shown: frame.advice },
                chances: SpectatorChances { allowed: seen.aids.contains(Aid::Chances), shown: frame.chances },
                ..beside.page(&people, &said)
            },
            people: People { here: frame.here, ..people_around.page() },
            game: GameTable::new(&seen.game, seen.viewer(), &history, seen.aids),
            unfolded: frame.unfolded,
            shown: frame.shown,
        })
    }
}

/// Marks the main part of a page with the state it shows.
#[must_use]
pub fn with_state(mut html: String, state: u64) -> String {
    const MAIN: &str = "<main id=\"main\"";
    if let Some(at) = html.find(MAIN) {
        html.insert_str(at + MAIN.len(), &format!(" data-state=\"{state:016x}\""));
    }
    html
}
