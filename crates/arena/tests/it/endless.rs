//! A game of bots that do nothing ends, and its record says no more than it knows.

use arena::RecordWriter;
use bots::host::TURNS_PER_GAME;
use bots::{Match, Player};
use catan::{Action, Catan, LegalActions, Options, View};
use game::{SeatSet, Seed};
use shelf::AnyGame;

/// Ends its turn as soon as it may.
struct Idle;

impl Player<Catan> for Idle {
    fn choose(&mut self, _: &View<'_>, legal: &LegalActions) -> Action {
        let end = legal.into_iter().find(|action| action.to_string() == "end");
        end.or_else(|| legal.get(0)).expect("something is legal")
    }
}

#[test]
fn a_game_of_idle_bots_is_stopped() {
    let options = Options { players: 2, ..Options::default() };
    let start = AnyGame::from(Catan::new(&options));
    let mut writer =
        RecordWriter::new(Vec::new(), &start, ["idle", "idle"], Seed(1)).expect("memory takes everything");
    let played =
        Match::<Catan>::new(&options, Seed(1)).play(&mut [Idle, Idle], &mut writer).expect("it is legal");
    assert!(played.is_stopped && played.turns > TURNS_PER_GAME);
    assert_eq!((played.outcome.winners, played.gave_up), (SeatSet::EMPTY, None));
    let record = String::from_utf8(writer.finish(&played).expect("memory takes everything")).expect("UTF-8");
    assert!(!record.contains("\"result\""), "an unfinished game has no result");
}
