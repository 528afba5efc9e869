//! Whole games between bots.

use crate::fault::Fault;
use crate::info::known_bot;
use crate::record::GameRecord;
use crate::state::State;
use bots::{BotGame, Match, Recorder};
use game::{Seat, Seed};
use shelf::{AnyGame, OnShelf, each};
use std::fmt;
use wasm_bindgen::prelude::*;

/// The reason why bots do not play a game.
#[derive(Clone, PartialEq, Debug)]
pub struct NotPlayed(Fault);

impl fmt::Display for NotPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for NotPlayed {}

/// Writes down what bots play.
struct Writer(shelf::Recorder);

impl<G: BotGame> Recorder<G> for Writer {
    const EVENTS: bool = false;
    fn action(&mut self, _: &G, seat: Seat, action: G::Action) {
        self.0.action(seat, action);
    }
    fn outcome(&mut self, _: &G, chance: &G::Chance) {
        self.0.outcome(chance);
    }
}

/// Lets bots play a game to its end, the first of them at seat A, and returns its record. The seed decides all chance, and what bots leave to
/// chance: the same arguments give the same record, byte for byte, on every machine.
///
/// # Errors
/// If there are more or fewer bots than seats, no bot has one of the names, or a bot chooses something illegal.
pub fn record_of(start: &AnyGame, bots: &[String], seed: Seed) -> Result<game::record::Record, NotPlayed> {
    played(start, bots, seed).map_err(NotPlayed)
}

fn played(start: &AnyGame, bots: &[String], seed: Seed) -> Result<game::record::Record, Fault> {
    if bots.len() != start.seats() {
        return Err(Fault::parse(format!("{} bots for {} seats", bots.len(), start.seats())));
    }
    bots.iter().try_for_each(|name| known_bot(start.kind(), name))?;
    let writer = shelf::Recorder::new(start).named(bots.iter().map(String::as_str)).seeded(seed);
    each!(start, start => run(start, bots, seed, Writer(writer)))
}

fn run<G: BotGame + OnShelf + Into<AnyGame>>(
    start: &G,
    names: &[String],
    seed: Seed,
    mut writer: Writer,
) -> Result<game::record::Record, Fault> {
    let seated = Seat::first(names.len()).zip(names);
    let bots: Option<Vec<G::Bot>> = seated.map(|(seat, name)| G::bot(name, seat, seed)).collect();
    let mut bots = bots.ok_or_else(|| Fault::parse("there is no such bot"))?;
    let mut game = Match::from_position(*start, seed);
    game.play(&mut bots, &mut writer)?;
    Ok(writer.0.finish(&(*game.game()).into()))
}

/// Lets bots play a game from a position to its end, the first of them at seat A, and returns its record. The seed decides all chance, and
/// what bots leave to chance: the same arguments give the same record, byte for byte, here and natively.
///
/// It returns when the game is over: milliseconds with most bots, minutes with those that search. Call it in a worker then.
///
/// Throws a `NeulandError` if there are more or fewer bots than seats, or no bot has one of the names.
#[wasm_bindgen(js_name = playGame)]
pub fn play_game(
    start: &State,
    bots: Vec<String>,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
) -> Result<GameRecord, Fault> {
    let record = played(&start.game, &bots, crate::convert::seed(seed)?)?;
    Ok(GameRecord::of(record))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::RecordWriter;
    use shelf::GameKind;

    /// A game of a series of matches, and the same game here.
    fn both<G: BotGame + OnShelf + Into<AnyGame>>(start: &G, names: &[&str], seed: Seed) -> [String; 2] {
        let any: AnyGame = (*start).into();
        let mut bots: Vec<G::Bot> = Seat::first(names.len())
            .zip(names)
            .map(|(seat, name)| G::bot(name, seat, seed).unwrap())
            .collect();
        let mut writer = RecordWriter::new(Vec::new(), &any, names.iter().copied(), seed).unwrap();
        let played = Match::from_position(*start, seed).play(&mut bots, &mut writer).unwrap();
        let series = String::from_utf8(writer.finish(&played).unwrap()).unwrap();
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        [series, record_of(&any, &names, seed).unwrap().to_string()]
    }

    #[test]
    fn a_record_is_that_of_a_series() {
        for &kind in GameKind::ALL {
            let start = AnyGame::with_options(kind, []).unwrap();
            let strong = bots::any::roster(kind).iter().rfind(|bot| !bot.searches()).unwrap().name;
            let names: Vec<&str> = Seat::first(start.seats())
                .map(|seat| if seat == Seat::B { strong } else { "random" })
                .collect();
            let [series, own] = each!(&start, start => both(start, &names, Seed(7)));
            assert_eq!(series, own, "{kind}");
        }
    }

    #[test]
    fn bots_fit_their_seats() {
        let start = AnyGame::with_options(GameKind::Catan, [("players", "2")]).unwrap();
        let refused = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            record_of(&start, &names, Seed(1)).unwrap_err().to_string()
        };
        assert_eq!(refused(&["random"]), "1 bots for 2 seats");
        assert!(
            refused(&["random", "nobody"]).starts_with("`nobody` is not a bot of catan; bots are random")
        );
    }
}
