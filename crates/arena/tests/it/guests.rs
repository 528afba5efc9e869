//! Guests: bots of another program in series and matches, and runs that are stopped.

use arena::external::{Terms, bot_seed};
use arena::guest::{Guest, GuestFactory, GuestSeat, Question};
use arena::matches::{Entrant, Format, Guests, Plan, PlanError, RunError, RunOptions, Settings, run};
use arena::process::Limits;
use arena::series::{BotKind, Series, SeriesBot, SeriesError, SeriesOptions, SeriesReport, play};
use game::{Draws, Seat, Seed};
use shelf::{AnyAction, AnyGame, Events, GameKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The behaviour of a factory's guests.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Manner {
    /// Any listed action, as its own seed says.
    Random,
    /// It gives up at the first decision.
    GivesUp,
    /// An action that is never legal.
    Cheats,
    /// An action of another game.
    IsConfused,
}

#[derive(Debug)]
struct Factory {
    manner: Manner,
    heard: AtomicU64,
}

fn factory(manner: Manner) -> Arc<Factory> {
    Arc::new(Factory { manner, heard: AtomicU64::new(0) })
}

struct Bot {
    manner: Manner,
    seat: Seat,
    draws: game::Substream,
    factory: Arc<Factory>,
}

/// The factory as the arena holds it.
#[derive(Debug)]
struct Shared(Arc<Factory>);

impl GuestFactory for Shared {
    fn make(&self, place: GuestSeat) -> Box<dyn Guest> {
        let draws = bot_seed(place.seed, place.seat).substream("guest", 0);
        Box::new(Bot { manner: self.0.manner, seat: place.seat, draws, factory: self.0.clone() })
    }
}

impl Guest for Bot {
    fn choose(&mut self, question: Question) -> Option<AnyAction> {
        assert_eq!(question.seat, self.seat);
        assert!(question.view.get().contains("\"viewer\""));
        match self.manner {
            Manner::Random => question.legal.get(self.draws.below(question.legal.len() as u32) as usize),
            Manner::GivesUp => None,
            Manner::Cheats => {
                Some(AnyAction::read(GameKind::Carcassonne, "place (99,99)r0").expect("an action"))
            }
            Manner::IsConfused => Some(AnyAction::read(GameKind::Catan, "end").expect("an action")),
        }
    }
    fn listens(&self) -> bool {
        true
    }
    fn hear(&mut self, events: Events) {
        self.factory.heard.fetch_add(events.len() as u64, Ordering::Relaxed);
    }
}

fn series(manner: Manner) -> (Series, Arc<Factory>) {
    let factory = factory(manner);
    let guest = BotKind::Guest(Arc::new(Shared(factory.clone())));
    let series = Series {
        start: AnyGame::with_options(GameKind::Carcassonne, [("players", "2")]).expect("known options"),
        bots: vec![
            SeriesBot { name: "guest".to_owned(), kind: guest },
            SeriesBot { name: "surveyor".to_owned(), kind: BotKind::Own },
        ],
        seed: Seed(3),
        games: 6,
        rotate: true,
        times: false,
        records: None,
        terms: Terms::default(),
    };
    (series, factory)
}

#[test]
fn guests_play_a_series_that_threads_do_not_change() {
    let report = |threads| {
        let (series, factory) = series(Manner::Random);
        let tally = play(&series, SeriesOptions { threads, ..SeriesOptions::default() }).expect("a series");
        assert!(factory.heard.load(Ordering::Relaxed) > 100);
        // How much processor time it took is never the same twice.
        let report = SeriesReport::new(&series, 1, &tally, Duration::from_secs(1));
        SeriesReport { cpu_seconds: None, games_per_cpu_second: None, ..report }
    };
    let one = report(1);
    assert_eq!(one, report(4));
    assert_eq!((one.games, one.wins.as_slice()), (6, &[0, 6][..]));
    assert_eq!(one.faults, None);
}

#[test]
fn a_guest_that_gives_up_or_answers_for_another_game_loses() {
    for manner in [Manner::GivesUp, Manner::IsConfused] {
        let tally = play(&series(manner).0, SeriesOptions::default()).expect("a series");
        let report = SeriesReport::new(&series(manner).0, 1, &tally, Duration::from_secs(1));
        assert_eq!(report.wins, [0, 6], "{manner:?}");
    }
}

#[test]
fn an_illegal_choice_of_a_guest_ends_the_series() {
    let error = play(&series(Manner::Cheats).0, SeriesOptions::default()).expect_err("an illegal choice");
    let SeriesError::OwnBot { seed, illegal, .. } = &error else { panic!("{error}") };
    assert_eq!((*seed, illegal.action.as_str()), (Seed(3).derive(0), "place (99,99)r0"));
}

#[test]
fn a_series_is_refused_that_cannot_be() {
    let (mut series, _) = series(Manner::Random);
    series.bots.push(SeriesBot { name: "random".to_owned(), kind: BotKind::Own });
    let error = play(&series, SeriesOptions::default()).expect_err("three bots");
    assert_eq!(error.to_string(), "3 bots are named for 2 seats");
    series.bots.remove(0);
    series.bots[0].name = "settler".to_owned();
    let error = play(&series, SeriesOptions::default()).expect_err("an unknown bot");
    assert_eq!(error.to_string(), "there is no bot `settler`");
}

#[test]
fn a_watcher_stops_a_series() {
    let (mut series, _) = series(Manner::Random);
    series.games = u64::MAX / 4;
    let watch = Box::new(|games| games < 3);
    let stopped = play(&series, SeriesOptions { threads: 2, watch });
    assert!(matches!(stopped, Err(SeriesError::Stopped)), "{stopped:?}");
}

fn settings(games: u64) -> Settings {
    let named = |name: &str| Entrant { name: name.to_owned(), command: None };
    Settings {
        start: AnyGame::with_options(GameKind::Carcassonne, [("players", "2")]).expect("known options"),
        bots: vec![named("guest"), named("surveyor")],
        format: Format::RoundRobin,
        games,
        sprt: None,
        seed: Seed(5),
        terms: Terms::default(),
        limits: Limits::default(),
        luck: false,
    }
}

fn guests(manner: Manner) -> Guests {
    Guests::from([("guest".to_owned(), Arc::new(Shared(factory(manner))) as Arc<dyn GuestFactory>)])
}

#[test]
fn guests_play_a_match() {
    let unknown = Plan::new(settings(4)).expect_err("nobody has that name");
    assert_eq!(unknown, PlanError::UnknownBot { name: "guest".to_owned() });
    let plan = Plan::with_guests(settings(8), guests(Manner::Random)).expect("a plan");
    let played = |threads| run(&plan, RunOptions { threads, ..RunOptions::default() }).expect("a match");
    let groups = played(1);
    assert_eq!(groups, played(3));
    assert_eq!(groups.iter().map(|group| group.games.len()).sum::<usize>(), 8);
    let cheat = Plan::with_guests(settings(4), guests(Manner::Cheats)).expect("a plan");
    assert!(matches!(run(&cheat, RunOptions::default()), Err(RunError::OwnBot(_))));
}

#[test]
fn a_watcher_stops_a_match() {
    let plan = Plan::with_guests(settings(1_000_000), guests(Manner::Random)).expect("a plan");
    let watch = Box::new(|games| games < 4);
    let stopped = run(&plan, RunOptions { threads: 2, watch, ..RunOptions::default() });
    assert!(matches!(stopped, Err(RunError::Stopped)));
}
