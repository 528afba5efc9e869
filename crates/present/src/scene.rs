//! The view model of an earlier position: the position, the log around it, and the turns.
//!
//! A table's projection has a snapshot every few steps and the game in numbers, so a page replays at most 31 steps and those
//! whose lines it shows; nothing of the game is kept for its readers. Only if nothing was placed for long, [`LOOK_BACK`]
//! steps more are replayed to find what the picture marks.

use crate::names::mark;
use game::record::Step;
use game::{Seat, Viewer};
use pages::{
    Aids, GameTable, History, LogEvent, LogLine, Names, REPLAY_LINES, SeatInfo, SeatOccupant, Words,
    shows_last_turn,
};
use shelf::statistics::Moment;
use shelf::{AnyGame, Events, Statistics, Timeline};
use std::borrow::Borrow;
use std::collections::VecDeque;
use std::ops::{Deref, Range};
use table::host::Host;

/// The number of steps before the lines of a page that are searched for the last placed pieces.
const LOOK_BACK: usize = 256;
/// The number of steps searched at a time: at most those between two snapshots.
const AT_ONCE: usize = 32;

/// A position of a game with its surroundings.
#[derive(Debug)]
pub struct Scene {
    /// The number of steps that led to it.
    pub at: usize,
    /// The number of steps the game has so far.
    pub steps: usize,
    /// The first position in which somebody decides.
    pub opening: usize,
    /// The position.
    pub position: AnyGame,
    /// The positions around it at which a turn begins, with how many have begun then.
    pub turns: Vec<(usize, u32)>,
    /// The events of the steps around it, by the number of the position that each led to.
    pub events: VecDeque<(usize, Events)>,
}

/// The position and everything that the page needs of the table around it.
#[derive(Debug)]
pub struct TableScene {
    /// The position with its surroundings.
    pub scene: Scene,
    /// Whether the game is over.
    pub over: bool,
    /// The entry that led to the position; 0 for the first one.
    pub entry: u64,
    /// The step that led to it.
    pub step: Option<Step>,
    /// The game in numbers, once all of it may be known.
    pub statistics: Option<Statistics>,
}

impl TableScene {
    /// A position of a table with `lines` lines of the log before and after it; `None` if the game has no such position.
    #[must_use]
    pub fn new<T>(host: impl Deref<Target = Host<T>>, lines: usize, at: usize) -> Option<TableScene> {
        let steps = host.steps_len();
        let around = host.steps_around(at, lines);
        let excerpt = host.excerpt(around.clone())?;
        let over = host.is_revealed();
        let last = at.checked_sub(1);
        let entry = last.and_then(|step| host.entry_of_step(step)).unwrap_or(0);
        let step = last.and_then(|step| host.step(step));
        let statistics = over.then(|| host.statistics()).flatten();
        let turns = turns_around(turns(host.course()), at);
        let opening = opening_of(&*host);
        drop(host);
        let (mut position, mut events) = (None, VecDeque::new());
        excerpt.replay(|number, game, brought| {
            if number == at {
                position = Some(*game);
            }
            events.extend(brought.filter(|_| number > around.start).map(|brought| (number, brought)));
        });
        let scene = Scene { at, steps, opening, position: position?, turns, events };
        Some(TableScene { scene, over, entry, step, statistics })
    }

    /// The position with the lines that a page shows, and far enough back to find what the picture marks. `look` takes a look at
    /// the table, which others may change between two looks.
    #[must_use]
    pub fn with_log<T, H: Deref<Target = Host<T>>>(look: impl Fn() -> H, at: usize) -> Option<TableScene> {
        let mut table = TableScene::new(look(), REPLAY_LINES, at)?;
        table.scene.look_back(LOOK_BACK, |steps| {
            let excerpt = look().excerpt(steps.clone());
            let mut earlier = Vec::new();
            if let Some(excerpt) = excerpt {
                excerpt.replay(|number, _, events| {
                    earlier.extend(events.filter(|_| number > steps.start).map(|events| (number, events)));
                });
            }
            earlier
        });
        Some(table)
    }
}

impl Scene {
    /// A position of a record; `None` beyond its end.
    #[must_use]
    pub fn of_record(timeline: &Timeline, at: usize) -> Option<Scene> {
        let events = |steps: Range<usize>| {
            let numbers = steps.start + 1..;
            numbers.zip(timeline.events()[steps].iter().cloned())
        };
        let told = |steps: &mut dyn Iterator<Item = &Events>| {
            let mut lines = 0;
            let is_shown = |events: &&Events| {
                let is_shown = lines < REPLAY_LINES;
                lines += events.len();
                is_shown
            };
            steps.take_while(is_shown).count()
        };
        let position = timeline.at(at)?;
        let (before, after) = timeline.events().split_at(at);
        let around = at - told(&mut before.iter().rev())..at + told(&mut after.iter());
        let mut scene = Scene {
            at,
            steps: timeline.steps().len(),
            opening: opening(timeline.steps()),
            position,
            turns: turns_around(timeline.turns().iter().copied(), at),
            events: events(around).collect(),
        };
        scene.look_back(usize::MAX, |steps| events(steps).collect());
        Some(scene)
    }

    /// Adds earlier steps until they contain everything that the picture marks.
    fn look_back(&mut self, most: usize, earlier: impl Fn(Range<usize>) -> Vec<(usize, Events)>) {
        let mut from = self.events.front().map_or(self.at, |(number, _)| number - 1);
        let until = from.saturating_sub(most);
        while from > until {
            let past = self.events.iter().rev().filter(|(number, _)| *number <= self.at);
            if shows_last_turn(past.map(|(_, events)| events)) {
                return;
            }
            // A table has a snapshot there.
            let begin = (from - 1) / AT_ONCE * AT_ONCE;
            for step in earlier(begin..from).into_iter().rev() {
                self.events.push_front(step);
            }
            from = begin;
        }
    }

    /// The events of the step that led to this position.
    #[must_use]
    pub fn last_events(&self) -> Option<&Events> {
        self.events.iter().find(|(number, _)| *number == self.at).map(|(_, events)| events)
    }

    /// The position with the log around it, from this perspective; the lines are numbered by positions.
    #[must_use]
    pub fn table(&self, eyes: Viewer) -> GameTable<'_> {
        self.with_log(eyes, usize::MAX, Aids::NONE)
    }

    /// The position with the log that led to it, from this perspective, for a reader who is to decide.
    #[must_use]
    pub fn table_now(&self, eyes: Viewer, aids: Aids) -> GameTable<'_> {
        self.with_log(eyes, self.at, aids)
    }

    /// The position as everybody may see it, with the events that led to it, for a picture.
    #[must_use]
    pub fn picture(&self) -> GameTable<'_> {
        self.with_log(Viewer::Spectator, self.at, Aids::NONE)
    }

    fn with_log(&self, eyes: Viewer, until: usize, aids: Aids) -> GameTable<'_> {
        let steps = self.events.iter().take_while(|(number, _)| *number <= until);
        let lines =
            steps.map(|(number, events)| LogLine { seq: *number as u64, what: LogEvent::Game(events) });
        let history = History { log: lines.collect(), ..History::default() };
        GameTable::new(&self.position, eyes, &history, aids)
    }
}

/// The positions at which a turn begins, from the course of the points.
fn turns(course: &[Moment]) -> impl Iterator<Item = (usize, u32)> + '_ {
    let before = course.iter().map(|moment| Some(moment.turn));
    let begins = |(moment, before): (&Moment, Option<u32>)| {
        // The first position begins no turn unless the set-up has ended with it.
        let begins = before.map_or(moment.step > 0, |before| before != moment.turn);
        begins.then_some((moment.step, moment.turn))
    };
    course.iter().zip(std::iter::once(None).chain(before)).filter_map(begins)
}

/// The turns at or next to a position: the last before it, one at it, and the first after it.
fn turns_around(turns: impl Iterator<Item = (usize, u32)>, at: usize) -> Vec<(usize, u32)> {
    let mut around: Vec<(usize, u32)> = Vec::new();
    for turn in turns {
        if turn.0 < at {
            around.clear();
        }
        around.push(turn);
        if turn.0 > at {
            break;
        }
    }
    around
}

/// The default position of a table's replay, and the number of steps: where its play begins once the game is over, before that
/// the current position.
#[must_use]
pub fn default_position<T>(host: &Host<T>) -> (usize, usize) {
    let over = host.is_revealed();
    let steps = host.steps_len();
    (if over { opening_of(host) } else { steps }, steps)
}

/// The first position of a table in which somebody decides.
fn opening_of<T>(host: &Host<T>) -> usize {
    opening((0..host.steps_len()).map_while(|step| host.step(step)))
}

/// The first position in which somebody decides. In those before it nature lays out the game: there is no island yet, and no
/// tile to place.
#[must_use]
pub fn opening(steps: impl IntoIterator<Item = impl Borrow<Step>>) -> usize {
    steps.into_iter().take_while(|step| matches!(step.borrow(), Step::Outcome(_))).count()
}

/// The perspectives that a reader may choose for a game, of which this is a position.
#[must_use]
pub fn choices(game: &AnyGame, open: bool, own: Option<Seat>) -> Vec<Viewer> {
    if !game.kind().has_secrets() {
        return vec![Viewer::Spectator];
    }
    let seats = Seat::first(game.seats()).filter(|&seat| open || own == Some(seat)).map(Viewer::Seat);
    let all = open.then_some(Viewer::Everything);
    seats.chain([Viewer::Spectator]).chain(all).collect()
}

/// The names of a record's seats; their letters where it names nobody.
#[must_use]
pub fn names_of(names: &[Option<String>], words: Words) -> Vec<String> {
    // Four bots of a kind, as the record calls them, are told apart by their seats; one needs no letter.
    let mut names = names.to_vec();
    mark(&mut names, &[], |_| true);
    let called =
        |(name, seat): (Option<String>, Seat)| name.unwrap_or_else(|| Names::letters().plain(words, seat));
    names.into_iter().zip(Seat::first(Seat::MAX)).map(called).collect()
}

/// Returns the seats of a record under these names.
#[must_use]
pub fn seats_of(names: &[String]) -> Vec<SeatInfo<'_>> {
    names
        .iter()
        .zip(Seat::first(Seat::MAX))
        .map(|(name, seat)| SeatInfo {
            seat,
            who: SeatOccupant::Person { name, online: true, stand_in: None },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Seed;
    use pages::Settings;
    use shelf::GameKind;
    use table::entry::SeatHolder;
    use table::games::new_game;
    use table::host::{Chance, Command, Intent, Opening, Sender};
    use table::{Key, KeyHash, TableId};

    /// A game in which nobody builds anything after the set-up, so that what was placed or moved last is often long ago.
    fn idle_table(kind: GameKind, steps: usize) -> Host<()> {
        let keys: Vec<KeyHash> = (0..2).map(|_| Key::random().hash()).collect();
        let chairs = keys.iter().map(|&key| SeatHolder::Person { name: "Ada".to_owned(), key }).collect();
        let opening = Opening::new(chairs, Chance::Seed(Seed(5)), "k7mw2xqp".to_owned(), keys[0]);
        let start = new_game(kind.name(), 2, &[]).unwrap();
        let (mut host, _) = Host::open(TableId::random(), &start, opening, 0, ()).unwrap();
        let _ = host.stored(Ok(()));
        let builds = |action: &&String| {
            ["road", "settlement", "city", "buy"].iter().any(|verb| action.starts_with(verb))
        };
        while host.steps_len() < steps {
            let Some(seat) = host.game().unwrap().to_decide().into_iter().next() else { break };
            let (key, legal) = (keys[seat.index()], host.legal(seat, usize::MAX));
            let action = legal.iter().find(|action| !builds(action)).unwrap_or(&legal[0]);
            let (sender, seen) = (Sender::Holder(key), host.version());
            let command = Command { sender, id: None, seen, intent: Intent::Act(action.clone()) };
            let _ = host.submit(command, 0, ());
            let _ = host.stored(Ok(()));
            assert!(host.version() > seen, "{action} is refused");
        }
        host
    }

    /// A picture may mark pieces that were placed long before the lines of the page.
    #[test]
    fn a_picture_marks_what_was_placed_long_ago() {
        let host = idle_table(GameKind::Catan, 500);
        let start = host.start().unwrap();
        let steps = host.steps();
        let timeline = Timeline::of(start, steps.into_iter().map(|(_, step)| step)).unwrap();
        let picture =
            |scene: &Scene| pages::board(&scene.picture(), &Settings::default(), pages::Margin::Wide);
        let mut looked_back = 0;
        for at in 0..=timeline.steps().len() {
            let scene = TableScene::with_log(|| &host, at).unwrap().scene;
            let around = host.steps_around(at, REPLAY_LINES);
            assert_eq!(scene.position, timeline.at(at).unwrap());
            looked_back += usize::from(scene.events.len() > around.len());
            let events = timeline.events().iter().enumerate();
            let all = events.map(|(step, events)| (step + 1, events.clone())).collect();
            let whole = Scene { events: all, turns: Vec::new(), ..scene };
            let short = TableScene::with_log(|| &host, at).unwrap().scene;
            assert_eq!(picture(&short), picture(&whole), "position {at}");
            assert_eq!(
                picture(&Scene::of_record(&timeline, at).unwrap()),
                picture(&whole),
                "position {at} of a record"
            );
        }
        assert!(looked_back > 20, "only {looked_back} positions have nothing placed nearby");
    }
}
