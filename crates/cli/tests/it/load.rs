//! The load program against the real program, for a moment: its figures are for `docs/load.md`, but that everything
//! is answered and delivered once must hold at any speed.

use load::{Attack, Plan, Report, SoakPhase, SoakPlan, Target};
use std::time::Duration;

/// A few tables of all games for some seconds, as fast as they go.
fn plan() -> Plan {
    let games = ["catan", "cities-and-knights", "carcassonne", "traders-and-builders", "mayflower"];
    Plan {
        target: Target::Start { program: env!("CARGO_BIN_EXE_neuland").into(), bot_pause: 0 },
        tables: 10,
        seats: 2,
        watchers: 1,
        browsers: false,
        attacks: Vec::new(),
        attack_rate: None,
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
    }
}

/// Runs a plan in which nothing may go wrong.
fn run(plan: &Plan) -> Report {
    let report = load::run(plan).unwrap();
    assert_eq!((report.errors, report.gaps, report.undelivered), (0, 0, 0), "{report}");
    report
}

#[test]
fn tables_of_all_games_are_played_over_sockets_and_streams_leave_nothing_out() {
    let report = run(&plan());
    assert_eq!((report.sockets, report.streams), (10 * (2 * 2 + 1), 10 * 3), "{report}");
    assert!(report.moves >= 10 && report.said > 0, "{report}");
    assert!(report.acknowledged.count > 0 && report.delivered.count > report.acknowledged.count, "{report}");
}

#[test]
fn browsers_see_every_move_on_their_pages() {
    let report = run(&Plan { browsers: true, views: false, ..plan() });
    assert_eq!((report.sockets, report.streams), (10 * 2 * (2 + 1), 10 * 3), "{report}");
    assert!(report.moves >= 10, "{report}");
    assert!(report.patches.is_some() && report.refetches.is_some(), "{report}");
    assert!(report.acknowledged.count > 0 && report.delivered.count > report.acknowledged.count, "{report}");
}

#[test]
fn others_play_on_while_one_address_attacks() {
    let attacks = vec![Attack::Passwords, Attack::Streams];
    let report = run(&Plan { attacks, tables: 4, bots: 0, chat: 0.0, rate: Some(8.0), ..plan() });
    assert!(report.moves > 0 && report.healthz.is_some_and(|healthz| healthz.count > 0), "{report}");
    assert_eq!(report.attacks.len(), 2, "{report}");
    for attack in &report.attacks {
        assert!(attack.limited > 0 && attack.failed == 0, "{report}");
    }
}

#[test]
fn a_paced_attacker_stays_below_the_limit_of_requests() {
    let attacks = vec![Attack::Uploads];
    let rate = Some(20.0);
    let report =
        run(&Plan { attacks, attack_rate: rate, tables: 2, bots: 0, chat: 0.0, rate: Some(4.0), ..plan() });
    let [attack] = &report.attacks[..] else { panic!("{report}") };
    // Four seconds, and what is under way at their end.
    assert!((20..=20 * 4 + 32).contains(&attack.sent) && attack.done > 0 && attack.failed == 0, "{report}");
}

#[test]
fn a_soak_does_everything_and_says_what_the_server_keeps() {
    let plan = SoakPlan {
        program: env!("CARGO_BIN_EXE_neuland").into(),
        rounds: 2,
        tables: 5,
        moves: 24,
        every: Duration::from_millis(200),
        rest: Duration::ZERO,
        settle: Duration::ZERO,
        seed: 3,
    };
    let mut lines = Vec::new();
    let report = load::soak(&plan, |line| lines.push(line.to_owned())).unwrap();
    let deeds = &report.deeds;
    assert_eq!((deeds.errors, deeds.tables, deeds.exports, deeds.uploads), (0, 10, 10, 20), "{deeds:?}");
    // What is done follows from the seed: two games are played to their end, and some guests delete themselves.
    assert_eq!((deeds.finished, deeds.deleted), (2, 6), "{deeds:?}");
    assert!(deeds.moves > 9 * 24 && deeds.looks > 0 && deeds.streams > 30, "{deeds:?}");
    let stages: Vec<SoakPhase> = report.samples.iter().map(|sample| sample.stage).collect();
    for stage in
        [SoakPhase::Before, SoakPhase::Round(1), SoakPhase::Round(2), SoakPhase::Rest, SoakPhase::Settle]
    {
        assert!(stages.contains(&stage), "{stage} is missing: {stages:?}");
    }
    assert_eq!(lines.len(), 1 + report.samples.len(), "a title, and a line a sample: {lines:?}");
    let last = report.samples.last().unwrap();
    assert!(last.tables.is_some_and(|tables| (1..=10).contains(&tables)), "{last:?}");
    for (what, told) in [
        ("resident", last.resident),
        ("anonymous", last.anonymous),
        ("files", last.files),
        ("threads", last.threads),
        ("log", Some(last.log)),
        ("data", Some(last.data)),
    ] {
        assert!(told.is_some_and(|told| told > 0), "{what}: {last:?}");
    }
    if let (Some(held), Some(used)) = (last.held, last.used) {
        assert!(held >= used && report.ratio().is_some_and(|ratio| ratio >= 1.0), "{last:?}");
    }
}
