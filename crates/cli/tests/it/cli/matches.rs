//! `neuland match`: the same result for any number of threads, after a kill and with hostile bots; and what it refuses.

use super::{bare, folder, neuland};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[track_caller]
fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The files of a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let named = entries.map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), path));
    named.map(|(name, path)| (name, std::fs::read(path).expect("a file"))).collect()
}

#[test]
fn threads_change_no_byte() {
    let run = |threads: &str| {
        let folder = folder(&format!("match-threads-{threads}"));
        let (journal, records, page) =
            (folder.join("journal"), folder.join("records"), folder.join("page.html"));
        let mut args =
            words("match catan --bots settler,random --seats 3 --games 18 --seed 3 --json --threads");
        args.push(threads);
        let paths = [("--journal", &journal), ("--records", &records), ("--report", &page)];
        args.extend(paths.iter().flat_map(|(arg, path)| [*arg, path.to_str().expect("UTF-8")]));
        let out = neuland(&args).ok();
        let both = [&journal, &page].map(|path| std::fs::read_to_string(path).expect("a file"));
        (out, both, files(&records))
    };
    let (one, four) = (run("1"), run("4"));
    assert!(one == four, "{}\n{}", one.0, four.0);
    assert_eq!(one.2.len(), 18);
    let table = |threads: &str| {
        let mut args = words("match catan --bots settler,random --games 6 --threads");
        args.push(threads);
        neuland(&args).ok()
    };
    assert_eq!(table("1"), table("3"));
}

#[test]
fn every_bot_sits_on_every_seat_equally_often() {
    for (bots, seats, format, sat) in [
        ("settler,random", "2", "round-robin", [6, 6]),
        ("settler,random", "4", "one", [3, 9]),
        ("settler,random", "4", "half", [6, 6]),
        ("settler,random", "3", "round-robin", [6, 6]),
    ] {
        let folder = folder("match-seats");
        let records = folder.to_str().expect("UTF-8");
        let args = ["match", "catan", "--bots", bots, "--seats", seats, "--format", format, "--games", "12"];
        let extra = ["--json", "--records", records, "--set", "turn_limit=3"];
        let document = json(&neuland(&[&args[..], &extra[..]].concat()).ok());
        assert_eq!(document["games"], 12, "{format} {seats}");
        assert_eq!(document["unfinished"], 12);
        // What the records say is what the format promises.
        let mut counts: BTreeMap<(String, usize), u64> = BTreeMap::new();
        for (name, bytes) in files(&folder) {
            let header = json(String::from_utf8(bytes).expect("UTF-8").lines().next().expect("a header"));
            let names = header["seats"].as_array().expect("seats").clone();
            assert_eq!(names.len().to_string(), seats, "{name}");
            for (seat, name) in names.into_iter().enumerate() {
                *counts.entry((name.as_str().expect("a name").to_owned(), seat)).or_default() += 1;
            }
        }
        for (bot, expected) in bots.split(',').zip(sat) {
            for seat in 0..seats.parse().expect("a number") {
                assert_eq!(counts[&(bot.to_owned(), seat)], expected, "{format} {seats}: {bot} {seat}");
            }
        }
        let names: Vec<&str> = bots.split(',').collect();
        for (bot, name) in names.iter().enumerate() {
            let seat =
                |seat: usize| document["bots"][bot]["seats"][seat]["games"].as_u64().expect("a number");
            assert_eq!(document["bots"][bot]["name"], *name);
            assert_eq!(seat(0), counts[&((*name).to_owned(), 0)]);
        }
    }
}

#[test]
fn a_sequential_test_stops_where_one_thread_would() {
    let run = |threads| {
        let mut args =
            words("match catan --bots settler,random --seats 4 --format one --sprt 0,100 --json --threads");
        args.push(threads);
        neuland(&args).ok()
    };
    let one = run("1");
    assert_eq!(one, run("5"));
    let document = json(&one);
    assert_eq!(document["sprt"]["decision"], "accept-h1", "{one}");
    assert!(document["games"].as_u64().expect("a number") < 400, "{one}");
}

#[test]
fn records_replay_to_what_was_counted() {
    let folder = folder("match-records");
    let records = folder.to_str().expect("UTF-8");
    let mut args = words("match carcassonne --bots random,novice --games 4 --json --records");
    args.push(records);
    let document = json(&neuland(&args).ok());
    let mut wins = BTreeMap::new();
    for name in files(&folder).keys() {
        let path = folder.join(name);
        let path = path.to_str().expect("UTF-8");
        let replayed = json(&neuland(&["replay", path, "--json"]).ok());
        let winners = replayed["result"]["winners"].as_array().expect("winners").clone();
        for winner in &winners {
            let seat = if winner == "A" { 0 } else { 1 };
            let name = replayed["seats"][seat].as_str().expect("a name").to_owned();
            *wins.entry(name).or_insert(0.0) += 1.0 / winners.len() as f64;
        }
        // Drawn from a seed and not by a table: there is a record, and no proof.
        assert_eq!(neuland(&["verify", path]).code, 1);
    }
    for bot in 0..2 {
        let name = document["bots"][bot]["name"].as_str().expect("a name");
        assert_eq!(document["bots"][bot]["wins"], *wins.get(name).unwrap_or(&0.0), "{name}");
    }
    // A second match does not overwrite them.
    let again = neuland(&args);
    assert!(again.code == 1 && again.err.contains("it already exists"), "{again:?}");
}

#[test]
fn a_killed_match_goes_on_to_the_same_result() {
    let folder = folder("match-killed");
    let (journal, records) = (folder.join("journal"), folder.join("records"));
    let args = |journal: &Path, records: &Path| -> Vec<String> {
        let line = "match carcassonne --bots random,novice --games 30 --threads 2 --json --journal";
        let mut args: Vec<String> = line.split(' ').map(str::to_owned).collect();
        args.extend([journal.display().to_string(), "--records".to_owned(), records.display().to_string()]);
        args
    };
    let whole = bare().args(args(&folder.join("whole"), &folder.join("all"))).output().expect("it runs");
    assert!(whole.status.success(), "{whole:?}");
    for lines in [1, 3, 10] {
        let mut child = bare()
            .args(args(&journal, &records))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let written = || std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
        testkit::until("it writes its journal", || written() > lines);
        // It may have come to its end meanwhile: the result must be the same whenever it is killed.
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    // A line that was not completely written, as after a crash of the machine.
    let mut text = std::fs::read(&journal).expect("a journal");
    text.extend_from_slice(br#"{"group":9"#);
    std::fs::write(&journal, text).expect("a journal");
    let resumed = bare().args(args(&journal, &records)).output().expect("it runs");
    let err = String::from_utf8(resumed.stderr).expect("UTF-8");
    assert!(err.contains("was not completely written"), "{err}");
    assert!(resumed.stdout == whole.stdout, "{}", String::from_utf8_lossy(&resumed.stdout));
    assert_eq!(std::fs::read(&journal).ok(), std::fs::read(folder.join("whole")).ok());
    assert!(files(&records) == files(&folder.join("all")));
    // A match that is over is not played again.
    let again = bare().args(args(&journal, &records)).output().expect("it runs");
    assert!(again.stdout == whole.stdout && again.stderr.is_empty());
    let mut other = args(&journal, &records);
    other.extend(["--seed", "2", "--set", "farmers=false"].map(str::to_owned));
    let other: Vec<&str> = other.iter().map(String::as_str).collect();
    let refused = neuland(&other);
    assert!(
        refused.code == 2 && refused.err.contains("options.farmers is true in the journal and false here"),
        "{refused:?}"
    );
    assert!(refused.err.contains("\nseed is \"0000000000000001\""), "{refused:?}");
}

#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let folder = folder("match-full");
    let journal = folder.join("journal");
    let args = "match catan --bots settler,random --games 40 --json --journal";
    // Files of at most a few blocks of 512 bytes.
    let script = format!("trap '' XFSZ; ulimit -f 6; exec \"$0\" {args} \"$1\"");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_neuland")])
        .arg(&journal)
        .args(["--lang", "en"])
        .output()
        .expect("a shell");
    let err = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(output.status.code() == Some(1) && output.stdout.is_empty(), "{err}");
    assert!(err.starts_with("error: ") && err.contains("journal"), "{err}");
    let mut args = words(args);
    args.push(journal.to_str().expect("UTF-8"));
    let resumed = neuland(&args);
    assert_eq!(resumed.code, 0, "{resumed:?}");
    args.truncate(args.len() - 2);
    assert_eq!(resumed.out, neuland(&args).ok());
}

/// A bot in shell, by its name and by what it does when it is asked for a decision.
macro_rules! scripted {
    ($name:literal, $decide:literal) => {
        concat!(
            $name,
            r#"=while read -r line; do case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":""#,
            $name,
            r#"","events":false,"view":false}' ;;
    *'"type":"new-game"'*) echo '{"type":"ready"}' ;;
    *'"type":"decide"'*) "#,
            $decide,
            r#" ;;
esac; done"#
        )
    };
}

/// A bot that always plays the first listed action, and one that dies at its first decision.
const FIRST: &str = scripted!(
    "first",
    r#"printf '%s\n' "$line" | sed -E 's/.*"decision":([0-9]+).*"legal":\["([^"]*)".*/{"type":"action","decision":\1,"action":"\2"}/'"#
);
const DEAD: &str = scripted!("dead", "exit 1");

#[test]
fn bots_in_processes_of_their_own_play_and_stop_nothing() {
    let run = |threads: &str| {
        let mut args = words("match carcassonne --bots random,first,dead --games 36 --json --bot");
        args.extend([FIRST, "--bot", DEAD, "--threads", threads]);
        neuland(&args).ok()
    };
    let text = run("1");
    assert_eq!(text, run("3"));
    let document = json(&text);
    let [random, first, dead] = [0, 1, 2].map(|bot| &document["bots"][bot]);
    assert_eq!(
        (&dead["games"], &dead["wins"], &dead["lost"]),
        (&24.into(), &0.0.into(), &24.into()),
        "{text}"
    );
    assert!((3..=4).contains(&dead["faults"]["crash"].as_u64().expect("crashes")), "{text}");
    for bot in [random, first] {
        assert_eq!((&bot["lost"], &bot["faults"]), (&0.into(), &serde_json::json!({})), "{text}");
    }
    assert!(
        document["external"].is_null() && document["plan"]["external"]["on_fault"] == "forfeit",
        "{text}"
    );

    let mut args = words("match carcassonne --bots random,dead --games 6 --on-fault resign --bot");
    args.push(DEAD);
    let out = neuland(&args).ok();
    assert!(out.contains("dead: 6 games lost through faults; faults: "), "{out}");
}

/// A bot that writes a traceback at its first decision, and one that chooses something illegal.
const RAISES: &str = scripted!("raises", r#"printf 'Traceback:\n  in choose\nKeyError: wool\n' >&2; exit 1"#);
const ILLEGAL: &str = scripted!(
    "illegal",
    r#"echo 'thinking' >&2; printf '%s\n' "$line" | sed -E 's/.*"decision":([0-9]+).*/{"type":"action","decision":\1,"action":"fly"}/'"#
);

#[test]
fn the_first_fault_of_each_kind_says_why() {
    let folder = folder("first-faults");
    let (journal, page) = (folder.join("journal"), folder.join("page.html"));
    let mut args = words("match carcassonne --bots random,raises,illegal --games 36 --threads 2 --bot");
    args.extend([RAISES, "--bot", ILLEGAL, "--journal", journal.to_str().expect("UTF-8")]);
    args.extend(["--report", page.to_str().expect("UTF-8")]);
    let table = neuland(&args).ok();
    let crash = "crash, first in game 0-0 in seat B: ended with exit status: 1; its last words: KeyError: wool\n    | \
                 Traceback:\n    |   in choose\n    | KeyError: wool";
    let illegal = "illegal-action, first in game 1-0 in seat B: chose `fly`, which is not an action: ";
    let page = std::fs::read_to_string(&page).expect("a page");
    for text in [&table, &page] {
        assert!(text.contains(crash) && text.contains(illegal), "{text}");
    }
    assert_eq!(table.matches("in choose").count(), 1, "once a kind: {table}");
    // The journal has them as well, and whoever goes on from it reads them again.
    let written = std::fs::read_to_string(&journal).expect("a journal");
    assert_eq!(written.lines().skip(1).filter(|line| line.contains("in choose")).count(), 1, "{written}");
    args.push("--json");
    let document = json(&neuland(&args).ok());
    let first = &document["bots"][1]["first_faults"];
    assert_eq!(first.as_array().map(Vec::len), Some(1), "{first}");
    assert_eq!((&first[0]["kind"], &first[0]["seat"]), (&"crash".into(), &"B".into()), "{first}");
    assert_eq!((&first[0]["group"], &first[0]["rotation"]), (&0.into(), &0.into()), "{first}");
    assert_eq!(first[0]["errors"], "Traceback:\n  in choose\nKeyError: wool");
    assert_eq!(document["bots"][2]["first_faults"][0]["errors"], "thinking");
    assert_eq!(document["bots"][0]["first_faults"], serde_json::json!([]));

    let mut args = words("simulate carcassonne --bots random,raises --games 6 --lang de --bot");
    args.push(RAISES);
    let said = neuland(&args).ok();
    assert!(said.contains("crash, zuerst in Partie 0 auf Platz B: ended with exit status: 1"), "{said}");
    assert!(said.contains("\n    |   in choose\n"), "{said}");
    args.push("--json");
    let document = json(&neuland(&args).ok());
    let first = &document["first_faults"];
    assert_eq!((&first[0], &first[1][0]["game"]), (&serde_json::json!([]), &0.into()), "{first}");
    assert!(first[1][0]["message"].as_str().is_some_and(|text| text.contains("KeyError: wool")), "{first}");
}

#[test]
fn a_bot_that_never_starts_ends_the_run() {
    let records = folder("never-starts").join("records");
    for command in ["match", "simulate"] {
        for (bot, said) in [
            (
                "x=./does-not-exist",
                "the bot x does not start, so no games were played:\n    | failed to start: ended with",
            ),
            ("x=echo hello; echo why >&2; sleep 9", "sent something that is not a message: "),
            (
                r#"x=read -r l; echo '{"type":"hello","protocol":1,"name":"x","games":["catan"]}'; cat >&2"#,
                "it does not play carcassonne; it plays catan",
            ),
        ] {
            let mut args = words(command);
            args.extend(words("carcassonne --bots random,x --games 6 --records"));
            args.extend([records.to_str().expect("UTF-8"), "--bot", bot]);
            let answer = neuland(&args);
            assert!(answer.code == 1 && answer.out.is_empty(), "{answer:?}");
            assert!(answer.err.contains(said), "{command}: {}", answer.err);
        }
        // Our part is in the reader's language, and the bot's own words stand below it.
        let mut args = words(command);
        args.extend(words("carcassonne --bots random,x --games 6 --lang de --bot x=./does-not-exist"));
        let said = "der Bot x startet nicht, darum wurde nichts gespielt:\n    | failed to start: ";
        let answer = neuland(&args);
        assert!(answer.err.contains(said), "{command}: {}", answer.err);
    }
    assert!(files(&records).is_empty(), "nothing was played");
}

#[test]
fn a_series_seats_bots_in_processes_of_their_own() {
    let records = folder("series");
    let args = words("simulate carcassonne --bots first,random,dead --games 9 --rotate --json --times --bot");
    let run = |threads: &str, more: &[&str]| {
        let args = [&args[..], &[FIRST, "--bot", DEAD, "--threads", threads], more].concat();
        let mut document = json(&neuland(&args).ok());
        for timed in ["seconds", "games_per_second", "actions_per_second", "threads", "times"] {
            assert!(document.as_object_mut().expect("an object").remove(timed).is_some(), "{timed}");
        }
        document
    };
    let document = run("1", &["--records", records.to_str().expect("UTF-8")]);
    assert_eq!(run("2", &[]), document);
    assert_eq!(document["faults"], serde_json::json!([{}, {}, {"crash": 9}]), "{document}");
    assert_eq!(document["lost"], serde_json::json!([0, 0, 9]), "{document}");
    assert_eq!(document["wins"][2], 0);
    assert_eq!(files(&records).len(), 9);
    std::fs::remove_dir_all(&records).expect("the folder is there");

    let mut args = words("simulate carcassonne --bots first,dead --games 2 --bot");
    args.extend([FIRST, "--bot", DEAD]);
    let out = neuland(&args).ok();
    assert!(out.contains("dead: 2 games lost through faults; faults: 2 crash"), "{out}");
    args.extend(["--lang", "de"]);
    assert!(neuland(&args).ok().contains("dead: 2 Partien durch Fehler verloren"));

    let refused = neuland(&["simulate", "carcassonne", "--bot", FIRST]);
    assert!(
        refused.code == 2 && refused.err.contains("the bot first of --bot is not among --bots"),
        "{refused:?}"
    );
    let refused = neuland(&["simulate", "carcassonne", "--bots", "first", "--bot", "first"]);
    assert!(refused.code == 2 && refused.err.contains("write --bot NAME=COMMAND"), "{refused:?}");
}

#[test]
fn an_interrupted_series_goes_on_to_the_same_result() {
    let folder = folder("series-killed");
    let run = |records: &Path, more: &[&str]| {
        let mut args =
            words("simulate carcassonne --bots random,surveyor --rotate --games 30 --threads 2 --json");
        args.extend(["--records", records.to_str().expect("UTF-8")]);
        args.extend(more);
        bare().args(args).output().expect("it runs")
    };
    let counts = |output: &std::process::Output| {
        assert!(output.status.success(), "{output:?}");
        let mut document = json(std::str::from_utf8(&output.stdout).expect("UTF-8"));
        for timed in
            ["seconds", "cpu_seconds", "games_per_second", "games_per_cpu_second", "actions_per_second"]
        {
            assert!(document.as_object_mut().expect("an object").remove(timed).is_some(), "{timed}");
        }
        document
    };
    let (whole, records) = (folder.join("whole"), folder.join("killed"));
    let expected = counts(&run(&whole, &[]));
    let names: Vec<String> = files(&whole).into_keys().collect();
    assert!(names.len() == 30 && names.iter().all(|name| name.ends_with(".neuland")), "{names:?}");
    for least in [1, 10] {
        let mut child = bare()
            .args(words("simulate carcassonne --bots random,surveyor --rotate --games 30 --threads 2 --json --records"))
            .arg(&records)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let written = || {
            let entries = std::fs::read_dir(&records).into_iter().flatten().flatten();
            entries.filter(|entry| entry.path().extension().is_some_and(|end| end == "neuland")).count()
        };
        testkit::until("it writes records", || {
            written() > least || child.try_wait().ok().flatten().is_some()
        });
        let _ = child.kill();
        child.wait().expect("it ends");
        // Whatever has the name of a record is one.
        for name in files(&records).into_keys().filter(|name| name.ends_with(".neuland")) {
            let path = records.join(name);
            let document = json(&neuland(&["replay", path.to_str().expect("UTF-8"), "--json"]).ok());
            assert!(document["result"].is_object(), "{}", path.display());
        }
    }
    // Another series does not take them for its own.
    let was_killed = records.join("carcassonne-0000000000000001.unfinished").exists();
    if was_killed {
        let other = run(&records, &["--set", "farmers=false"]);
        let err = String::from_utf8(other.stderr).expect("UTF-8");
        assert!(other.status.code() == Some(2) && err.contains("belongs to another series"), "{err}");
        assert_eq!(counts(&run(&records, &[])), expected);
    }
    assert!(files(&records) == files(&whole), "{:?}", files(&records).keys());
    // A series that is over is not played again, and loses nothing.
    let again = run(&records, &[]);
    let err = String::from_utf8(again.stderr).expect("UTF-8");
    assert!(again.status.code() == Some(1) && err.contains("it already exists"), "{err}");
}

/// Of what an interrupted series has left, whole records count as they are; what is cut off is played again.
#[test]
fn a_series_counts_whole_records_only() {
    let [folder, long] = ["series-torn", "series-long"].map(folder);
    let line = "simulate carcassonne --bots random --json --games 3 --records";
    let run = || neuland(&[&words(line)[..], &[folder.to_str().expect("UTF-8")]].concat());
    run().ok();
    let whole = files(&folder);
    let names: Vec<&String> = whole.keys().collect();
    // The mark of the same series, only longer.
    let mut child = bare()
        .args(words(&line.replace("--games 3", "--games 1000000")))
        .arg(&long)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mark = "carcassonne-0000000000000001.unfinished";
    let read = || std::fs::read_to_string(long.join(mark)).unwrap_or_default();
    testkit::until("the series is marked", || read().ends_with('\n'));
    child.kill().expect("it runs");
    child.wait().expect("it ends");

    let (kept, cut) = (folder.join(names[0]), folder.join(names[1]));
    let longer = [&whole[names[0]][..], b"\n"].concat();
    std::fs::write(&kept, &longer).expect("a file");
    std::fs::write(&cut, &whole[names[1]][..200]).expect("a file");
    std::fs::remove_file(folder.join(names[2])).expect("a file");
    std::fs::write(folder.join(format!("{}.part", names[2])), "{").expect("a file");
    std::fs::write(folder.join(mark), read()).expect("a file");
    run().ok();
    let mut expected = whole.clone();
    expected.insert(names[0].clone(), longer);
    assert!(files(&folder) == expected, "{:?}", files(&folder).keys());
    // Without a mark these are the records of a series that is over.
    let again = run();
    assert!(again.code == 1 && again.err.contains("it already exists"), "{again:?}");
}

#[test]
fn luck_is_not_taken_out_of_one_sided_games() {
    let args = words("match catan --bots settler,random --games 20 --luck");
    let run = |more: &[&str]| neuland(&[&args[..], more].concat()).ok();
    for (lang, said) in [
        ("en", "the games were too one-sided. The result with luck stands."),
        ("de", "Die Partien waren zu einseitig. Es gilt das Ergebnis mit Glück."),
    ] {
        let text = run(&["--lang", lang]);
        let lines = text.lines().filter(|line| line.contains(said)).count();
        assert_eq!(lines, 2, "one for each bot: {text}");
        assert!(!text.contains("as exact") && !text.contains("so genau"), "{text}");
    }
    for bot in json(&run(&["--json"]))["bots"].as_array().expect("bots") {
        let luck = &bot["luck"];
        assert!(luck["applies"] == false && luck["adjusted_interval"].is_null(), "{luck}");
        assert!(luck["adjusted"]["variance_factor"].as_f64().expect("a factor") < 1.0, "{luck}");
    }
}

#[test]
fn a_page_shows_every_result_without_scripts() {
    let folder = folder("match-page");
    for (name, line, parts) in [
        ("a", "match catan --bots settler,random --sprt 0,200", &["Sequential test", "H1 (+200 Elo)"][..]),
        (
            "b",
            "match carcassonne --bots random,novice,surveyor --games 6 --times",
            &["Who beats whom", "Times", "surveyor"],
        ),
        (
            "c",
            "match catan --bots random,settler --games 4 --lang de --set turn_limit=9",
            &["Ergebnis", "Vorsprünge"],
        ),
    ] {
        let path = folder.join(name);
        let mut args = words(line);
        args.extend(["--report", path.to_str().expect("UTF-8")]);
        let table = neuland(&args).ok();
        let page = std::fs::read_to_string(&path).expect("a page");
        for part in parts {
            assert!(page.contains(part), "{name}: {part}: {page}");
        }
        assert!(page.contains("prefers-color-scheme: dark") && page.contains("<caption>"), "{name}");
        assert!(!page.contains("<script") && !page.contains("http") && !page.contains("NaN"), "{name}");
        // The page has what the terminal has.
        assert!(page.contains(table.lines().next().expect("a heading")), "{table}");
    }
}

#[test]
fn the_documentation_names_the_fields_of_a_match() {
    let page = include_str!("../../../../../docs/matches.md");
    fn names(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => members.iter().for_each(|(name, value)| {
                // Options, faults and counts have names of their own.
                if !["options", "faults", "counts"].contains(&name.as_str()) {
                    names(value, found);
                }
                found.push(name.clone());
            }),
            Value::Array(values) => values.iter().for_each(|value| names(value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    let mut args =
        words("match carcassonne --bots random,novice,surveyor,first --games 2 --json --times --luck --bot");
    args.push(FIRST);
    names(&json(&neuland(&args).ok()), &mut found);
    names(
        &json(&neuland(&words("match catan --bots random,settler --games 4 --sprt 0,9 --json")).ok()),
        &mut found,
    );
    for field in found {
        assert!(page.contains(&format!("`{field}`")), "{field} is not documented");
    }
}

#[test]
fn wrong_matches_are_usage_errors() {
    for (line, english, german) in [
        (
            "match carcassonne",
            "a required argument is missing: --bots <NAME>",
            "es fehlt etwas: --bots <NAME>",
        ),
        ("match chess --bots a,b", "there is no game chess", "das Spiel chess gibt es nicht"),
        (
            "match catan --bots settler,surveyor",
            "there is no bot surveyor; the bots are random, beginner, ",
            "den Bot surveyor",
        ),
        ("match catan --bots settler", "a match needs at least two bots", "mindestens zwei Bots"),
        (
            "match catan --bots settler,settler",
            "the bot settler is named twice",
            "der Bot settler ist doppelt genannt",
        ),
        ("match catan --bots settler,random --seats 7", "(CATAN-OPT", "(CATAN-OPT"),
        (
            "match catan --bots settler,random --seats 3 --set players=4",
            "the number of seats and",
            "die Zahl der Plätze",
        ),
        ("match catan --bots settler,random --set dice", "write --set OPTION=VALUE", "--set OPTION=WERT"),
        (
            "match catan --bots settler,random --format two",
            "two is not a valid value for --format",
            "two ist kein Wert",
        ),
        (
            "match catan --bots settler,random --format half --seats 3",
            "needs two bots and an even",
            "gerade Zahl",
        ),
        (
            "match carcassonne --bots random,novice,surveyor --format one --seats 2",
            "3 bots are named for 2 seats",
            "3 Bots sind für 2 Plätze genannt",
        ),
        (
            "match carcassonne --bots random,novice,surveyor --sprt 0,5",
            "these meet at 3",
            "diese treffen sich an 3",
        ),
        ("match catan --bots settler,random --sprt 5,0", "the lower one first, such as 0,10", "etwa 0,10"),
        (
            "match catan --bots settler,random --sprt 5",
            "two differences in Elo points",
            "zwei Elo-Differenzen",
        ),
        (
            "match catan --bots settler,random --alpha 0.1",
            "a required argument is missing: --sprt",
            "es fehlt etwas: --sprt",
        ),
        (
            "match catan --bots settler,random --sprt 0,5 --alpha 1",
            "a number between 0 and 1",
            "eine Zahl zwischen 0 und 1",
        ),
        (
            "match catan --bots settler,random --sprt 0,5 --alpha 0.6 --beta 0.6",
            "--alpha and --beta must add up to less than 1",
            "müssen zusammen unter 1 liegen",
        ),
        ("match catan --bots settler,random --games 0", "a whole number from 1", "eine ganze Zahl von 1"),
        (
            "match catan --bots settler,random --on-fault cry",
            "cry is not a valid value for --on-fault",
            "cry ist kein Wert",
        ),
        (
            "match catan --bots settler,mine --bot mine",
            "write --bot NAME=COMMAND",
            "richtig ist --bot NAME=BEFEHL",
        ),
        (
            "match catan --bots settler,mine --bot m,n=cat",
            "write --bot NAME=COMMAND",
            "richtig ist --bot NAME=BEFEHL",
        ),
        (
            "match catan --bots settler,random --bot mine=cat",
            "mine of --bot is not among",
            "mine aus --bot fehlt",
        ),
    ] {
        for (lang, expected) in [("en", english), ("de", german)] {
            let mut args = words(line);
            args.extend(["--lang", lang]);
            let answer = neuland(&args);
            assert!(answer.code == 2 && answer.out.is_empty(), "{line}: {answer:?}");
            assert!(answer.err.contains(expected), "{line}: {}", answer.err);
        }
    }
}

#[test]
fn files_that_cannot_be_written_are_told_before_a_game_is_played() {
    let folder = folder("match-unwritable");
    let file = super::file(&folder, "file", "no journal\n");
    for (arg, path, expected) in [
        ("--journal", file.clone(), "line 1, is not a line of a journal"),
        ("--journal", folder.display().to_string(), "cannot be written"),
        ("--records", format!("{file}/records"), "cannot be created"),
        ("--report", folder.display().to_string(), "cannot be written"),
    ] {
        let answer = neuland(&["match", "catan", "--bots", "settler,random", "--games", "2", arg, &path]);
        assert!(answer.code == 1 && answer.out.is_empty(), "{answer:?}");
        assert!(answer.err.contains(expected), "{arg}: {}", answer.err);
    }
    assert_eq!(std::fs::read_to_string(&file).ok().as_deref(), Some("no journal\n"));
}
