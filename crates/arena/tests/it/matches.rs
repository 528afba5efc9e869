//! Matches: the same for any number of threads, resumed, decided early, and not stopped by hostile bots.

use crate::outside;
use crate::outside::{hostile, scratch, terms};
use arena::external::Terms;
use arena::matches::{
    Entrant, Format, Group, Journal, JournalError, Plan, PlanError, RunOptions, Settings, SprtSettings,
    Summary, run,
};
use arena::process::Limits;
use arena::stats::{Decision, ErrorRates};
use arena::{FaultKind, OnFault};
use game::{Seat, Seed};
use shelf::{AnyGame, GameKind};
use std::path::Path;

/// A match of carcassonne between these bots of ours.
fn settings(bots: &[&str], format: Format, seats: &str, games: u64) -> Settings {
    let ours = |name: &&str| Entrant { name: (*name).to_owned(), command: None };
    Settings {
        start: AnyGame::with_options(GameKind::Carcassonne, [("players", seats)]).expect("known options"),
        bots: bots.iter().map(ours).collect(),
        format,
        games,
        sprt: None,
        seed: Seed(5),
        terms: Terms::default(),
        limits: Limits::default(),
        luck: false,
    }
}

fn played(plan: &Plan, threads: usize) -> Vec<Group> {
    run(plan, RunOptions { threads, ..RunOptions::default() }).expect("our bots play by the rules")
}

fn journaled(plan: &Plan, path: &Path) -> Vec<Group> {
    let journal = Some(Journal::open(path, plan).expect("a journal"));
    run(plan, RunOptions { threads: 2, journal, ..RunOptions::default() })
        .expect("our bots play by the rules")
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn threads_change_nothing() {
    let plan =
        Plan::new(settings(&["random", "novice", "surveyor"], Format::RoundRobin, "3", 12)).expect("a plan");
    assert_eq!((plan.games(), plan.groups(), plan.tables().len()), (12, 4, 1));
    let (one, many) = (played(&plan, 1), played(&plan, 5));
    assert_eq!(one, many);
    let summary = serde_json::to_string(&Summary::new(&plan, &one)).expect("a document");
    assert_eq!(summary, serde_json::to_string(&Summary::new(&plan, &many)).expect("a document"));
}

#[test]
fn rounds_are_whole_and_tables_share_their_seeds() {
    let plan =
        Plan::new(settings(&["random", "novice", "surveyor"], Format::RoundRobin, "2", 7)).expect("a plan");
    assert_eq!((plan.tables().len(), plan.groups(), plan.games()), (3, 6, 12));
    assert_eq!(plan.seed(0), plan.seed(2));
    assert_ne!(plan.seed(2), plan.seed(3));
    let summary = Summary::new(&plan, &played(&plan, 2));
    assert_eq!(summary.games, 12);
    for bot in &summary.bots {
        assert_eq!((bot.games, bot.seats[0].games, bot.seats[1].games), (8, 4, 4), "{}", bot.name);
    }
    let wins: f64 = summary.bots.iter().map(|bot| bot.wins).sum();
    assert_eq!(wins, 12.0);
    assert_eq!((summary.ratings.len(), summary.pairings.len()), (3, 3));
}

#[test]
fn a_sequential_test_stops_at_the_same_group_with_any_number_of_threads() {
    let rates = ErrorRates::default();
    let sprt = Some(SprtSettings { elo0: 0.0, elo1: 400.0, rates });
    let settings = Settings { sprt, ..settings(&["surveyor", "random"], Format::Half, "2", 1000) };
    let plan = Plan::new(settings.clone()).expect("a plan");
    let (one, many) = (played(&plan, 1), played(&plan, 4));
    assert_eq!(one, many);
    assert!(one.len() < 20, "{}", one.len());
    let verdict = Summary::new(&plan, &one).sprt.expect("a test").verdict;
    assert_eq!(verdict.decision, Decision::AcceptH1);
    let before = Summary::new(&plan, &one[..one.len() - 1]).sprt.expect("a test").verdict;
    assert_eq!(before.decision, Decision::Continue);
    // Neither many tables nor hypotheses in the wrong order.
    let sprt = Some(SprtSettings { elo0: 5.0, elo1: 0.0, rates });
    assert!(matches!(Plan::new(Settings { sprt, ..settings.clone() }), Err(PlanError::Sprt(_))));
    let mut three = settings;
    three.bots.push(Entrant { name: "novice".to_owned(), command: None });
    three.format = Format::RoundRobin;
    assert!(matches!(Plan::new(three), Err(PlanError::SprtOfManyTables { tables: 3 })));
}

#[test]
fn a_match_goes_on_after_any_cut_of_its_journal() {
    let folder = folder("journal");
    let plan = Plan::new(settings(&["surveyor", "novice"], Format::Half, "2", 4)).expect("a plan");
    let whole = folder.join("whole");
    let groups = journaled(&plan, &whole);
    assert_eq!(groups, played(&plan, 1));
    let text = std::fs::read(&whole).expect("a journal");
    let first_line = text.iter().position(|&byte| byte == b'\n').expect("lines") + 1;
    for cut in [0, 1, first_line - 1, first_line, first_line + 40, text.len() - 1, text.len()] {
        let path = folder.join(format!("cut-{cut}"));
        std::fs::write(&path, &text[..cut]).expect("a file");
        let journal = Journal::open(&path, &plan).expect("a journal");
        assert_eq!(journal.was_torn(), ![0, first_line, text.len()].contains(&cut), "{cut}");
        drop(journal);
        assert_eq!(journaled(&plan, &path), groups, "{cut}");
        assert_eq!(std::fs::read(&path).expect("a journal"), text, "{cut}");
    }
    // More games of the same match continue it.
    let more = Plan::new(settings(&["surveyor", "novice"], Format::Half, "2", 6)).expect("a plan");
    let longer = journaled(&more, &whole);
    assert_eq!(longer, played(&more, 1));
    assert_eq!(longer[..2], groups[..]);
}

#[test]
fn a_journal_of_another_match_is_refused() {
    let folder = folder("foreign-journal");
    let path = folder.join("journal");
    let plan = Plan::new(settings(&["surveyor", "novice"], Format::Half, "2", 2)).expect("a plan");
    journaled(&plan, &path);
    let mut other = settings(&["surveyor", "random"], Format::Half, "2", 2);
    other.seed = Seed(6);
    let error = Journal::open(&path, &Plan::new(other).expect("a plan")).expect_err("another match");
    let JournalError::OtherMatch { differences, .. } = &error else { panic!("{error}") };
    let names: Vec<&str> = differences.iter().map(|difference| difference.setting.as_str()).collect();
    assert_eq!(names, ["bots", "seed"], "{error}");

    let open = Journal::open(&path, &plan).expect("a journal");
    assert!(matches!(Journal::open(&path, &plan), Err(JournalError::InUse { .. })));
    drop(open);
    let text = std::fs::read_to_string(&path).expect("a journal");
    for (what, damaged) in [
        ("no journal", "hello\n".to_owned()),
        ("another version", text.replacen("\"neuland-match\":1", "\"neuland-match\":2", 1)),
        ("a group twice", format!("{text}{}\n", text.lines().last().expect("a group"))),
        ("a game less", text.replacen("\"games\":[", "\"games\":[],\"no\":[", 1)),
    ] {
        std::fs::write(&path, damaged).expect("a file");
        let error = Journal::open(&path, &plan).expect_err(what);
        assert!(matches!(error, JournalError::Damaged { .. }), "{what}: {error}");
    }
}

#[test]
fn a_hostile_bot_loses_its_games_and_stops_nothing() {
    for (mode, kind, faults) in [("dies", FaultKind::Crash, 3), ("illegal", FaultKind::IllegalAction, 20)] {
        let processes = scratch(&format!("matches-{mode}"));
        let mut settings = settings(&["random"], Format::Half, "2", 20);
        let command = Some(hostile(mode, &processes).command);
        settings.bots.push(Entrant { name: "hostile".to_owned(), command });
        settings.terms = terms(OnFault::Forfeit);
        let plan = Plan::new(settings).expect("a plan");
        let (one, many) = (played(&plan, 1), played(&plan, 3));
        assert_eq!(one, many, "{mode}");
        let summary = Summary::new(&plan, &one);
        let [random, bot] = &summary.bots[..] else { panic!("two bots") };
        assert_eq!((summary.forfeited, random.wins, random.lost, bot.lost), (20, 20.0, 0, 20), "{mode}");
        // A process that breaks in three games in a row is not started again after that group.
        assert!((faults..=faults + 1).contains(&bot.faults.total()), "{mode}: {bot:?}");
        assert_eq!(bot.faults.count(kind), bot.faults.total(), "{mode}");
        let [first] = &bot.first_faults[..] else { panic!("{bot:?}") };
        assert_eq!(
            (first.kind, first.group, first.errors.is_empty()),
            (kind, 0, mode != "dies"),
            "{first:?}"
        );
        assert_eq!(bot.broke, if mode == "dies" { u64::from(bot.faults.total()) } else { 0 });
        outside::assert_groups_are_gone(&processes);
    }
}

#[test]
fn the_win_of_a_game_without_a_winner_is_shared_by_all() {
    let game = |winners: &str| -> arena::matches::GameResult {
        serde_json::from_str(&format!(r#"{{"winners":{winners},"points":[1,2,3],"turns":1,"actions":1}}"#))
            .expect("a game")
    };
    assert_eq!(game("[]").won(Seat::B).games(), 1.0 / 3.0);
    assert_eq!(game(r#"["A","C"]"#).won(Seat::C).games(), 0.5);
    assert_eq!(game(r#"["A","C"]"#).won(Seat::B).games(), 0.0);
}
