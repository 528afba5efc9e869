//! The summary of a table in a list.

use crate::company::Company;
use crate::names::disambiguated;
use crate::view::seats_of;
use fair::{Commitment, Nonce};
use game::{Closing, Seat, SeatSet};
use pages::{Aid, Aids, Ending, SeatInfo, TableStage, TableSummary};
use shelf::{AnyGame, GameKind};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::clock::Clock;
use table::host::{Host, Occupant};
use table::keys::{KeyHash, TableId};
use table::moment::iso_8601;

/// The stage of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Seats are open.
    Waiting,
    /// The game goes on.
    Playing,
    /// The game is over.
    Over,
    /// The table was closed before the end.
    Closed,
}

/// The summary of a table, for lists.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The table.
    pub id: TableId,
    /// The game that is played.
    pub kind: GameKind,
    /// Every option by name.
    pub options: game::record::Object,
    /// The stage of the table.
    pub stage: Stage,
    /// The occupant of each seat.
    pub occupants: Vec<Occupant>,
    /// The keys of the persons among them.
    pub keys: Vec<Option<KeyHash>>,
    /// The person who opened the table.
    pub opener: Option<KeyHash>,
    /// The seats whose people follow the table now.
    pub online: SeatSet,
    /// The number of spectators now.
    pub spectators: usize,
    /// Seats that could go on with the game now.
    pub to_decide: SeatSet,
    /// The seats that the game waits for.
    pub due: SeatSet,
    /// The number of turns begun.
    pub turns: u32,
    /// The winners, once the game is over.
    pub winners: Option<SeatSet>,
    /// The place of each seat, once the game is over.
    pub places: Option<Vec<u8>>,
    /// The time at which the game last went on or, once it is over, ended, in milliseconds since 1970.
    pub went_on_at: u64,
    /// The version.
    pub version: u64,
    /// The time of the last event, in milliseconds since 1970.
    pub changed_at: u64,
    /// The join code, as long as a seat is open.
    pub code: Option<String>,
    /// Whether strangers find it.
    pub is_public: bool,
    /// Whether everybody at the table may ask for hints.
    pub hints: bool,
    /// Whether the game was played on from a position instead of its start.
    pub from_position: bool,
    /// The time allowed to each seat.
    pub clock: Option<Clock>,
    /// The time left to each seat, in milliseconds, and the seats whose clocks run.
    pub clocks: Option<(Vec<u64>, SeatSet)>,
    /// The commitment to the secret of the dice.
    pub commitment: Option<Commitment>,
    /// The nonces that the seats contributed to the dice.
    pub nonces: BTreeMap<Seat, Nonce>,
    /// The seats that are reserved for people who have yet to come before the game begins.
    pub expected: SeatSet,
    /// The seat that asks to go back.
    pub undo_asked: Option<Seat>,
    /// Whether they may, as its game has ended.
    pub may_play_again: bool,
    /// The seat that asks to close the table.
    pub close_asked: Option<Seat>,
    /// The reason the table was closed before its game was over, if it was.
    pub closed: Option<Closing>,
    /// The table of the rematch.
    pub next: Option<TableId>,
}

impl Summary {
    /// Summarises a table with its presence; `None` if it is not stored yet.
    #[must_use]
    pub fn of<T>(host: &Host<T>, company: Option<&dyn Company>, now: u64) -> Option<Summary> {
        let (start, kind) = (host.start()?, host.kind()?);
        let game = host.game();
        let outcome = game.and_then(|game| game.outcome());
        let keys: Vec<Option<KeyHash>> =
            Seat::first(start.seats()).map(|seat| host.holder_of(seat)).collect();
        let is_online = |seat: &Seat| company.is_some_and(|company| company.is_online(*seat));
        Some(Summary {
            id: host.id(),
            kind,
            options: start.options(),
            stage: match game {
                Some(_) if outcome.is_some() => Stage::Over,
                _ if host.is_closed() => Stage::Closed,
                Some(_) => Stage::Playing,
                None => Stage::Waiting,
            },
            occupants: host.occupants(),
            online: Seat::first(start.seats()).filter(is_online).collect(),
            spectators: company.map_or(0, Company::spectators),
            keys,
            opener: host.opener(),
            to_decide: game.filter(|_| !host.is_closed()).map(AnyGame::to_decide).unwrap_or_default(),
            due: host.awaited(),
            turns: game.map_or(0, |game| game.turns()),
            winners: outcome.map(|outcome| outcome.winners),
            places: game.zip(outcome).map(|(game, outcome)| places(game, outcome.winners)),
            went_on_at: host.due_since(),
            version: host.version(),
            changed_at: host.changed_at(),
            code: host.code().map(str::to_owned),
            is_public: host.is_public(),
            hints: Aids::allowed(host.aids()).contains(Aid::Hint),
            from_position: host.is_from_position(),
            clock: host.clock(),
            clocks: host.clocks(now),
            commitment: host.commitment(),
            nonces: host.nonces().clone(),
            expected: host.expected(),
            undo_asked: host.undo_request().map(|asked| asked.seat),
            may_play_again: host.may_play_again(),
            close_asked: host.close_request().map(|asked| asked.seat),
            closed: host.closed(),
            next: host.next(),
        })
    }

    /// Returns the seat of the holder of this key.
    #[must_use]
    pub fn seat_of(&self, key: KeyHash) -> Option<Seat> {
        self.keys.iter().position(|own| *own == Some(key)).and_then(Seat::new)
    }

    /// The game before its first move.
    #[must_use]
    pub fn start(&self) -> Option<AnyGame> {
        AnyGame::new(self.kind, &self.options).ok()
    }

    /// Whether it is a public table to be shown: not one at which nothing more can happen.
    #[must_use]
    pub fn is_to_be_shown(&self) -> bool {
        matches!(self.stage, Stage::Waiting | Stage::Playing)
    }
}

/// Returns the place of each seat at the end: the winners share the first, the others are ranked by points.
#[must_use]
pub fn places(game: &AnyGame, winners: SeatSet) -> Vec<u8> {
    let points = game.points();
    let place = |(&seat, own): (&Seat, &i32)| {
        let better = points.iter().filter(|(other, more)| !winners.contains(**other) && more > &own).count();
        if winners.contains(seat) { 1 } else { (1 + winners.len() + better) as u8 }
    };
    points.iter().map(place).collect()
}

/// A line of a list of tables, for one reader.
#[derive(Debug)]
pub struct Line {
    id: String,
    /// The time at which it ended, if it has.
    ended: Option<String>,
    /// The table.
    pub table: Arc<Summary>,
    /// The occupants of the seats, with equal names told apart.
    occupants: Vec<Occupant>,
    you: Option<Seat>,
}

impl Line {
    /// The line of a table for the holder of this key.
    #[must_use]
    pub fn new(table: Arc<Summary>, holder: Option<KeyHash>) -> Line {
        let ended = match table.stage {
            Stage::Waiting | Stage::Playing => None,
            Stage::Over => Some(iso_8601(table.went_on_at)),
            Stage::Closed => Some(iso_8601(table.changed_at)),
        };
        Line {
            id: table.id.to_string(),
            ended,
            occupants: disambiguated(table.occupants.clone()),
            you: holder.and_then(|key| table.seat_of(key)),
            table,
        }
    }

    /// Returns the seats as the page shows them.
    #[must_use]
    pub fn seats(&self) -> Vec<SeatInfo<'_>> {
        let online = Seat::first(Seat::MAX).map(|seat| self.table.online.contains(seat));
        seats_of(self.occupants.iter().zip(online))
    }

    /// The line as the page shows it.
    #[must_use]
    pub fn summary<'a>(&'a self, seats: &'a [SeatInfo<'a>]) -> TableSummary<'a> {
        let playing = self.table.stage == Stage::Playing;
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
                Stage::Waiting => TableStage::Waiting,
                Stage::Playing => TableStage::Playing,
                Stage::Over | Stage::Closed => TableStage::Over,
            },
            your_turn: self.you.is_some_and(|you| match self.table.stage {
                Stage::Waiting => self.table.expected.contains(you),
                Stage::Playing => self.table.to_decide.contains(you),
                Stage::Over | Stage::Closed => false,
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
            is_closed: self.table.stage == Stage::Closed,
        }
    }
}
