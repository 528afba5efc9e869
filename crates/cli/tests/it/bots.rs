//! Bots in processes of their own, as a person meets them: `neuland bot` plays the same games as the bot inside a match,
//! `neuland bot-check` finds what is wrong with one, and the example bots pass it and play against each other.

use arena::RecordWriter;
use arena::external::{External, Mixed, Setting, Terms, play};
use arena::process::Launch;
use bots::{BotGame, Match};
use game::options::NamedOptions;
use game::{Seat, SeatSet, Seed};
use serde_json::Value;
use shelf::{AnyGame, GameKind, OnShelf, of_kind};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const NEULAND: &str = env!("CARGO_BIN_EXE_neuland");

fn path(relative: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(relative);
    let path = path.canonicalize().unwrap_or_else(|error| panic!("{relative}: {error}"));
    path.to_str().expect("a path in UTF-8").to_owned()
}

fn neuland(arguments: &[&str]) -> Output {
    let mut command = Command::new(NEULAND);
    command.args(arguments).env("NEULAND_LANG", "en").stdin(Stdio::null());
    command.output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn outside<G: BotGame>(command: String) -> Mixed<G> {
    Mixed::External(Box::new(External::new(Launch::new(command), Terms::default())))
}

/// The record of a game, in which nobody may lose by a fault.
fn record<G: BotGame + OnShelf>(options: &G::Options, seed: Seed, table: &mut [Mixed<G>]) -> String {
    let start: AnyGame = G::new(options).into();
    let mut record = RecordWriter::new(Vec::new(), &start, ["X", "Y", "X"], seed).expect("memory");
    let setting = Setting { people: SeatSet::one(Seat::B), ..Setting::new("a record", seed) };
    let finished = play(&mut Match::new(options, seed), table, &setting, &mut record).expect("legal play");
    for player in table.iter().filter_map(Mixed::external) {
        assert_eq!(player.faults().total(), 0, "{}: {:?}", G::NAME, player.last_fault());
    }
    text(&record.finish(&finished.played).expect("memory"))
}

/// Three seats: the bot at A and C, and the strongest one at B, always inside.
fn plays_the_same_game<G: BotGame + OnShelf>(name: &str, seed: Seed) {
    let mut options = G::Options::default();
    options.set("players", "3").expect("a game for three");
    let strongest = G::BOTS.iter().rfind(|bot| !bot.searches()).expect("a bot").name;
    let own = |name: &str, seat, seed| Mixed::<G>::own(name, seat, seed).expect("a bot of ours");
    let command = || format!("exec '{NEULAND}' bot {name} {}", G::NAME);
    let mut far = [outside(command()), own(strongest, Seat::B, seed), outside(command())];
    let mut near = [own(name, Seat::A, seed), own(strongest, Seat::B, seed), own(name, Seat::C, seed)];
    let [near, far] = [&mut near[..], &mut far[..]].map(|table| record(&options, seed, table));
    assert!(near.lines().count() > 30, "{near}");
    assert_eq!(near, far, "{}, {name}, seed {seed}", G::NAME);
}

/// `NEULAND_OUTSIDE_BOTS` sets how many bots of each game play, the strongest first: all of them unless said otherwise.
#[test]
fn bots_play_the_same_games_inside_and_outside() {
    let said = std::env::var("NEULAND_OUTSIDE_BOTS").map(|text| text.parse().expect("a number"));
    let number = said.unwrap_or(usize::MAX);
    for &kind in GameKind::ALL {
        of_kind!(kind, G => {
            let playing = G::BOTS.iter().rev().filter(|bot| !bot.searches()).take(number);
            playing.zip(5..).for_each(|(bot, seed)| plays_the_same_game::<G>(bot.name, Seed(seed)));
        });
    }
}

#[test]
fn bots_are_told_apart_by_name_and_end_quietly() {
    for (arguments, said) in [
        (
            &["bot", "magician"][..],
            "there is no bot magician; the bots are random, beginner, novice, apprentice, pathfinder, scholar, mason, merchant, raider, settler, ",
        ),
        (
            &["bot", "settler", "mayflower"],
            "there is no bot settler; the bots are random, beginner, novice, ",
        ),
        (&["bot", "settler", "chess"], "there is no game chess; the games are catan"),
        (&["bot"], "a required argument is missing: <NAME>"),
    ] {
        let answer = neuland(arguments);
        assert_eq!((answer.status.code(), text(&answer.stdout)), (Some(2), String::new()), "{arguments:?}");
        assert!(text(&answer.stderr).contains(said), "{arguments:?}: {}", text(&answer.stderr));
    }
    // The end of its input is the end of its work.
    let ended = neuland(&["bot", "settler"]);
    assert_eq!((ended.status.code(), ended.stdout, ended.stderr), (Some(0), Vec::new(), Vec::new()));
    let hello = r#"{"type":"hello","protocol":1,"protocols":[1],"host":"a test"}"#;
    let shell = |script: &str| {
        let output = Command::new("sh").args(["-c", script, NEULAND]).env("NEULAND_LANG", "en").output();
        output.expect("the shell starts")
    };
    let answer = shell(&format!("echo '{hello}' | \"$0\" bot settler"));
    let games = r#""games":["catan","cities-and-knights"]"#;
    assert!(text(&answer.stdout).contains(games), "{}", text(&answer.stdout));
    // Nobody reads what it says.
    let many = format!("yes '{hello}' | head -n 10000 | (\"$0\" bot settler; echo $? >&2) | head -n 1");
    assert_eq!(text(&shell(&many).stderr), "0\n");
    let broken = shell("echo roll | \"$0\" bot random catan");
    assert_eq!(broken.status.code(), Some(1));
    assert!(
        text(&broken.stderr).starts_with("error: the conversation with the host ended: line 1 of the host")
    );
}

/// The example bots, each with a game.
fn examples() -> [(String, &'static str); 3] {
    [
        (format!("exec python3 '{}'", path("examples/bots/python/random_bot.py")), "catan"),
        (format!("exec node '{}'", path("examples/bots/javascript/bot.mjs")), "cities-and-knights"),
        (format!("exec sh '{}'", path("examples/bots/shell/first.sh")), "carcassonne"),
    ]
}

/// An example, and a bot of ours as a process; the kit itself is tried with more of them in `arena`.
#[test]
fn bots_pass_the_check_of_the_command_line() {
    let [_, javascript, _] = examples();
    for (command, game) in [javascript, (format!("exec '{NEULAND}' bot settler"), "catan")] {
        let answer = neuland(&["bot-check", &command, "--games", game, "--json", "--seed", "2"]);
        let report: Value = serde_json::from_slice(&answer.stdout).unwrap_or_else(|error| {
            panic!("{command}: {error}: {}{}", text(&answer.stdout), text(&answer.stderr))
        });
        assert_eq!(answer.status.code(), Some(0), "{command}: {report:#}");
        assert_eq!((&report["passed"], &report["command"]), (&true.into(), &command.as_str().into()));
        let checks = report["checks"].as_array().expect("checks");
        assert_eq!(checks.len(), arena::check::Check::ALL.len());
        let noticed =
            checks.iter().filter(|check| !["pass", "skip"].contains(&check["verdict"].as_str().unwrap()));
        assert_eq!(noticed.count(), 0, "{command}: {report:#}");
        let skipped = checks.iter().filter(|check| check["verdict"] == "skip");
        assert!(skipped.count() <= 2, "{command}: {report:#}");
        assert!(report["decisions"]["max_ms"].as_f64() >= report["decisions"]["median_ms"].as_f64());
    }
}

#[test]
fn a_report_says_in_words_what_is_wrong() {
    let bot = r#"read -r line; echo '{"type":"hello","protocol":7,"name":"old"}'; cat > /dev/null"#;
    for (lang, words) in [
        ("en", ["FAILED        version", "it speaks version 7; the host listed 1", "1 failed", "skipped"]),
        (
            "de",
            [
                "FEHLER        version",
                "er spricht Version 7; der Gastgeber nannte 1",
                "1 gescheitert",
                "nicht geprüft",
            ],
        ),
    ] {
        let answer = neuland(&["bot-check", bot, "--lang", lang]);
        assert_eq!(answer.status.code(), Some(1));
        let report = text(&answer.stdout);
        for word in words {
            assert!(report.contains(word), "{word}: {report}");
        }
        assert!(report.contains(r#"    < {"type":"hello","protocol":7,"name":"old"}"#), "{report}");
        assert!(report.contains("docs/bot-protocol.md#versions: the bot chooses the newest that it knows"));
    }
    let answer = neuland(&["bot-check", bot, "--json"]);
    let report: Value = serde_json::from_slice(&answer.stdout).expect("JSON");
    let version =
        report["checks"].as_array().expect("checks").iter().find(|check| check["check"] == "version");
    let finding = &version.expect("the check")["findings"][0];
    assert_eq!((&finding["problem"], &finding["details"]["said"]), (&"version".into(), &"7".into()));
    assert_eq!((&report["passed"], &report["bot"]), (&false.into(), &Value::Null));
    for (arguments, said) in [
        (&["bot-check", "true", "--games", "catan,chess"][..], "there is no game chess"),
        (&["bot-check", "true", "--move-time", "0"], "a whole number from 10 to 3600000"),
        (&["bot-check"], "a required argument is missing: <COMMAND>"),
    ] {
        let answer = neuland(arguments);
        assert_eq!(answer.status.code(), Some(2), "{arguments:?}");
        assert!(text(&answer.stderr).contains(said), "{arguments:?}: {}", text(&answer.stderr));
    }
}

/// Every problem and every check has its words; that is all that a report needs.
#[test]
fn every_check_and_problem_has_words() {
    use arena::check::{Check, Problem};
    for lang in pages::Lang::ALL {
        let words = pages::Words::new(lang);
        for check in Check::ALL {
            assert!(words.has(&format!("cli-bot-check-about-{check}")), "{check}");
        }
        for key in Problem::KEYS {
            assert!(words.has(&format!("cli-bot-check-problem-{key}")), "{key}");
        }
    }
}

#[test]
fn example_bots_play_a_match_against_each_other() {
    let [(python, _), (javascript, _), _] = examples();
    let mut options = catan::Options { players: 2, ..catan::Options::default() };
    options.set("turn_limit", "300").expect("an option");
    let mut table = [outside::<catan::Catan>(python), outside(javascript)];
    let mut games = Vec::new();
    for seed in [1, 2, 1].map(Seed) {
        games.push(record(&options, seed, &mut table));
        assert!(games.last().is_some_and(|game| game.lines().count() > 100));
    }
    assert_eq!(games[0], games[2], "the same seed gives the same game");
    assert_ne!(games[0], games[1]);
}
