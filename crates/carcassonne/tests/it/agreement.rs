//! The engine against the slow reference: random games under random options, compared at every step.
//!
//! `NEULAND_AGREEMENT_TURNS` sets how many turns are played of each game (200,000 unless said otherwise), and
//! `NEULAND_AGREEMENT_GAME` replays one game alone; a failure prints the line to type.

mod choose;
mod compare;
mod options;
mod positions;

use crate::reference::{Options, Table, TurnStage, Which};
use carcassonne::{Action, Base, Event, Game, NewWorld, Rules, Traders};
use choose::{choose, random_style};
use compare::{Compared, EventChanges, compare, compare_features, compare_points_if_over, compare_removed};
use game::options::NamedOptions;
use game::{Draws, Seat, Seed, Substream, Turn};
use options::random_options;
use positions::{last_turns, rearranged};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// All games derive from this.
const SERIES: Seed = Seed(0x6e65_756c_616e_6433);

#[test]
fn the_engine_agrees_with_the_reference_on_carcassonne() {
    play_many::<Base>(Which::Base, &BASE_EVENTS);
}

#[test]
fn the_engine_agrees_with_the_reference_on_traders_and_builders() {
    play_many::<Traders>(Which::Traders, &TRADERS_EVENTS);
}

#[test]
fn the_engine_agrees_with_the_reference_on_mayflower() {
    play_many::<NewWorld>(Which::Mayflower, &MAYFLOWER_EVENTS);
}

/// The events that must occur in 40,000 turns, most of them many times; an agreement about nothing cannot pass.
const BASE_EVENTS: [&str; 12] = [
    "a city scored",
    "a monastery scored",
    "a road scored",
    "a shared victory",
    "a tie",
    "a tile removed",
    "a tile twice in one completed feature",
    "completed, nobody there",
    "nothing deployed",
    "nothing to deploy",
    "the first seat drawn",
    "the stack ran out by removing",
];
const TRADERS_EVENTS: [&str; 17] = [
    "a builder decided a majority",
    "a builder deployed",
    "a builder returned",
    "a pig decided a majority",
    "a pig deployed",
    "a pig paid",
    "a second tile declined",
    "a second tile taken",
    "a third part",
    "a third part offered after a second that was due",
    "a third part without asking",
    "a tie",
    "a tile removed",
    "goods taken",
    "no token left",
    "no second tile could be placed",
    "the stack ran out by removing",
];
const MAYFLOWER_EVENTS: [&str; 8] = [
    "a described tile drawn",
    "a shared victory",
    "a tie",
    "a tile removed",
    "an order chosen",
    "no surveyor could move",
    "settlers removed in the east",
    "the stack ran out by removing",
];

fn play_many<R: Compared>(which: Which, events: &[&str]) {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect(name));
    if let Some(game) = number("NEULAND_AGREEMENT_GAME") {
        play_game::<R>(which, game, &mut BTreeMap::new());
        return;
    }
    let wanted = number("NEULAND_AGREEMENT_TURNS").unwrap_or(200_000);
    let (mut met, mut games, mut turns) = (BTreeMap::new(), 0, 0);
    while turns < wanted {
        turns += play_game::<R>(which, games, &mut met);
        games += 1;
    }
    println!("{which:?}: {games} games, {turns} turns: {met:#?}");
    for what in events {
        assert!(wanted < 40_000 || met.contains_key(what), "never in {turns} turns: {what}");
    }
}

/// Says which game and step failed, and how to see it again.
struct Whereabouts {
    which: Which,
    game: u64,
    step: u64,
    options: String,
    action: String,
}

impl Drop for Whereabouts {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let test = match self.which {
                Which::Base => "carcassonne",
                Which::Traders => "traders_and_builders",
                Which::Mayflower => "mayflower",
            };
            eprintln!(
                "{test}, game {}, step {}, after `{}`, options {}; replay with\n  \
                 NEULAND_AGREEMENT_GAME={} cargo test -p carcassonne --test it agreement::reference_on_{test}",
                self.game, self.step, self.action, self.options, self.game
            );
        }
    }
}

/// One game from the first draw to its end; returns how many tiles were placed.
fn play_game<R: Compared>(which: Which, number: u64, met: &mut BTreeMap<&'static str, u64>) -> u64 {
    let seed = SERIES.derive(number);
    let options = random_options(which, &mut seed.substream("options", 0));
    let played = Value::Object(options.clone());
    let (options_text, action) = (played.to_string(), "nothing".into());
    let mut at = Whereabouts { which, game: number, step: 0, options: options_text, action };
    let mut draws = seed.substream("choice", 0);
    let style = random_style(&mut draws);
    let mut table = Table::new(which, &Options::from_json(&played));
    let mut engine = Game::<R>::new(&engine_options(&options));
    if number % 4 == 3 {
        let setup = last_turns(which, &options, &mut draws);
        at.action = format!("{setup}");
        (engine, table) = (from_json(&setup), Table::at(which, &setup));
    }
    // Half of the games are interrupted again and again and go on from positions that play would hardly come to.
    let rearranging = draws.below(2) == 0;
    let mut turns = 0;
    loop {
        compare(&engine, &table);
        if draws.below(16) == 0 {
            compare_features(&engine, &table);
            compare_removed(&engine, &table);
            compare_points_if_over(&engine, &table);
        }
        at.step += 1;
        if rearranging && table.stage == TurnStage::Drawing && table.part == 1 && draws.below(40) == 0 {
            let setup = rearranged(&table, &options, &mut draws);
            at.action = format!("{setup}");
            engine = from_json(&setup);
            let met = std::mem::take(&mut table.met);
            table = Table { met, ..Table::at(which, &setup) };
            *table.met.entry("everything was rearranged").or_default() += 1;
            continue;
        }
        if draws.below(64) == 0 {
            // The same position, written down and read again.
            let setup = serde_json::to_value(engine.to_setup()).expect("JSON");
            let again = from_json::<R>(&setup);
            assert_eq!(again, engine, "the setup is of another position: {setup}");
            engine = again;
            if !matches!(setup["phase"].as_str(), Some("over" | "deploying-first")) {
                compare(&engine, &Table::at(which, &setup));
            }
        }
        let legal = table.legal();
        let mut told = EventChanges::of(&engine);
        let mut events = Vec::new();
        match engine.turn() {
            Turn::Over(_) => break,
            Turn::Chance(_) => {
                let (purpose, index) = engine.chance_key();
                let chance = engine.draw(&mut seed.substream(purpose, index));
                at.action = chance.to_string();
                assert!(legal.contains(&at.action), "the reference refuses `{chance}`");
                engine
                    .resolve(chance, &mut events)
                    .unwrap_or_else(|e| panic!("the engine refuses `{chance}`: {e}"));
            }
            Turn::Decide(seats) => {
                let seat = seats.into_iter().next().expect("a seat");
                let text = &legal[choose(&table, &legal, style, &mut draws)];
                try_any_action(&engine, &table, &legal, &mut draws);
                turns += u64::from(matches!(table.stage, TurnStage::Placing(_)));
                at.action.clone_from(text);
                let action: Action = text.parse().unwrap_or_else(|e| panic!("`{text}` cannot be read: {e}"));
                engine
                    .play(seat, action, &mut events)
                    .unwrap_or_else(|e| panic!("the engine refuses `{text}`: {e}"));
            }
        }
        let stayed = count_of(&events, |event| matches!(event, Event::SurveyorStayed { .. }));
        let parts: Vec<u8> = events.iter().filter_map(part_of).collect();
        events.into_iter().for_each(|event| told.tell(event));
        told.assert_same(&EventChanges::of(&engine));
        let kind_of_step = match at.action.split(' ').collect::<Vec<_>>()[..] {
            ["tile", kind] if kind.starts_with("MY-") => "a described tile drawn",
            ["deploy", "builder", _] => "a builder deployed",
            ["deploy", "pig", _] => "a pig deployed",
            ["second"] => "a second tile taken",
            ["end"] => "a second tile declined",
            ["pass"] => "nothing deployed",
            ["start", _] => "the first seat drawn",
            _ => "another step",
        };
        *table.met.entry(kind_of_step).or_default() += 1;
        let (before, part) = (table.met.get("no surveyor could move").copied().unwrap_or(0), table.part);
        table.play(&at.action);
        let after = table.met.get("no surveyor could move").copied().unwrap_or(0);
        assert_eq!(stayed, after - before, "moves of a surveyor that were left out, by the events");
        assert!(parts.iter().all(|&said| u32::from(said) == part + 1), "parts {parts:?} after part {part}");
    }
    for (what, n) in table.met {
        *met.entry(what).or_default() += n;
    }
    turns
}

fn count_of(events: &[Event], is_meant: fn(&Event) -> bool) -> u64 {
    events.iter().filter(|event| is_meant(event)).count() as u64
}

/// The part of a turn that begins, or that is declined.
fn part_of(event: &Event) -> Option<u8> {
    match *event {
        Event::TookSecond { part, .. } | Event::DeclinedSecond { part, .. } => Some(part),
        _ => None,
    }
}

/// An action that is hardly ever legal: `check` must accept it exactly if the reference lists it.
fn try_any_action<R: Rules>(engine: &Game<R>, table: &Table, legal: &[String], draws: &mut Substream) {
    let near = |draws: &mut Substream| {
        let piece = pick(draws, &table.layout.pieces);
        let far = if draws.below(8) == 0 { 130 } else { 1 };
        let mut beside = |at: i32| (at + draws.below(2 * far + 1) as i32 - far as i32).clamp(-128, 127);
        (beside(piece.x), beside(piece.y))
    };
    let segment =
        |draws: &mut Substream| *pick(draws, &["c1", "c2", "r1", "r2", "m", "farm", "f1", "f2", "f3"]);
    let text = match draws.below(8) {
        0..4 => {
            let (x, y) = near(draws);
            format!("place ({x},{y})r{}", draws.below(4))
        }
        4 | 5 => format!("deploy {}{}", pick(draws, &["", "builder ", "pig "]), segment(draws)),
        6 => (*pick(draws, &["pass", "second", "end"])).to_owned(),
        _ => {
            let (x, y) = near(draws);
            format!("settle ({x},{y}).{}", segment(draws))
        }
    };
    let action: Action = text.parse().unwrap_or_else(|e| panic!("`{text}` cannot be read: {e}"));
    for seat in Seat::first(table.options.players) {
        let expected = seat.index() == table.active && legal.contains(&text);
        let answer = engine.check(seat, action);
        assert_eq!(answer.is_ok(), expected, "{seat} `{text}`: the engine says {answer:?}");
    }
}

fn from_json<R: Rules>(setup: &Value) -> Game<R> {
    let setup = serde_json::from_value(setup.clone()).unwrap_or_else(|e| panic!("a setup: {e}"));
    Game::from_setup(&setup).unwrap_or_else(|faults| panic!("a possible setup: {faults:?}"))
}

fn engine_options<O: NamedOptions + Default>(options: &Map<String, Value>) -> O {
    let mut all = O::default();
    for (name, value) in options {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        all.set(name, &text).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
    all
}

fn pick<'a, T>(draws: &mut Substream, from: &'a [T]) -> &'a T {
    &from[draws.below(from.len() as u32) as usize]
}
