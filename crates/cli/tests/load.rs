//! The load program against the real program, for a moment: its figures are for `docs/load.md`, but that everything
//! is answered and delivered once must hold at any speed.

use load::{Plan, Target};
use std::time::Duration;

#[test]
fn tables_of_all_games_are_played_over_sockets_and_streams_leave_nothing_out() {
    let games = ["catan", "cities-and-knights", "carcassonne", "traders-and-builders", "mayflower"];
    let plan = Plan {
        target: Target::Start { program: env!("CARGO_BIN_EXE_neuland").into(), bot_pause: 0 },
        tables: 10,
        seats: 2,
        watchers: 1,
        bots: 1,
        bot: "random".to_owned(),
        games: games.map(str::to_owned).to_vec(),
        clock: Some("bank 600 10 bot".to_owned()),
        rate: None,
        seconds: Duration::from_secs(4),
        warm_up: Duration::ZERO,
        ramp: Duration::ZERO,
        views: true,
        chat: 0.05,
        seed: 1,
    };
    let report = load::run(&plan).unwrap();
    assert_eq!((report.errors, report.gaps, report.undelivered), (0, 0, 0), "{report}");
    assert_eq!((report.sockets, report.streams), (10 * (2 * 2 + 1), 10 * 3), "{report}");
    assert!(report.moves >= 10 && report.said > 0, "{report}");
    assert!(report.acknowledged.count > 0 && report.delivered.count > report.acknowledged.count, "{report}");
}
