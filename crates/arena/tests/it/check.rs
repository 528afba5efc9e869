//! The conformance kit finds each defect, counts it for the right check alone, and finds nothing wrong with good bots.

use crate::outside::{example, needs, path, scratch};
use arena::check::{Check, Problem, Report, Settings, Verdict, examine};
use shelf::GameKind;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Each defect of `defective.py`, and the check that it fails; `~` before one that it only warns of.
const DEFECTS: &[(&str, &str)] = &[
    // These two wait a minute in all, so they begin first.
    ("slow-to-end", "~quit"),
    ("repeats", "slow-host"),
    ("exits-at-once", "start"),
    ("no-hello-first", "start"),
    ("unflushed", "flush"),
    ("banner", "messages"),
    ("thinks-aloud", "messages"),
    ("acton", "messages"),
    ("no-line-feed", "messages"),
    ("long-line", "messages"),
    ("wrong-type", "messages"),
    ("long-name", "hello"),
    ("no-name", "hello"),
    ("old-version", "version"),
    ("echoes-version", "version"),
    ("plays-chess", "games"),
    ("misspells-a-game", "~games"),
    ("one-option", "ready"),
    ("one-seat", "ready"),
    ("never-ready", "ready"),
    ("slow-to-start", "ready"),
    ("answers-events", "answers"),
    ("twice", "answers"),
    ("many-lines", "answers"),
    ("wrong-number", "answers"),
    ("says-good-game", "answers"),
    ("illegal", "legal"),
    ("unreadable", "legal"),
    ("silent", "time"),
    ("dies", "running"),
    ("counts-on", "several-games"),
    ("no-position", "position"),
    ("short-lists", "long-list"),
    ("chooses-open", "open"),
    ("strict-fields", "unknown-fields"),
    ("strict-events", "unknown-fields"),
    ("strict-types", "unknown-types"),
    ("answers-unknown", "unknown-types"),
    ("blank-line", "blank-lines"),
    ("carriage-return", "blank-lines"),
    ("short-buffer", "long-lines"),
    ("one-batch", "events"),
    ("counts-batches", "~events"),
    ("one-read-one-line", "pieces"),
    ("needs-a-clock", "no-clock"),
    ("null-is-a-view", "nulls"),
    ("ascii", "text"),
    ("offended", "fault"),
    ("apologises", "fault"),
    ("needs-a-winner", "broken-off"),
    ("only-played", "broken-off"),
    ("needs-a-lock", "two-seats"),
    ("long-comment", "~remarks"),
    ("many-candidates", "~remarks"),
    ("sure-of-itself", "~remarks"),
    ("unseeded", "~determinism"),
    ("carries-over", "~determinism"),
    ("ignores-quit", "quit"),
    ("ignores-the-end", "end-of-input"),
];

/// The defects of bots that are silent when the host waits for them: nothing but the time limit ends the wait.
const SILENT: &[&str] =
    &["unflushed", "no-line-feed", "acton", "wrong-type", "never-ready", "slow-to-start", "silent"];

/// The defects that show in the second game of a process: the first one must come to its end.
const IN_WHOLE_GAMES: &[&str] = &["counts-on", "says-good-game"];

/// Limits that no bot reaches which answers, ends and has no defect, on a slow machine either.
fn settings(command: String, kind: GameKind) -> Settings {
    let patience = Duration::from_secs(120);
    Settings {
        games: Some(vec![kind]),
        decision: patience,
        start: patience,
        whole_games: Duration::from_secs(3_600),
        end: patience,
        ..Settings::new(command)
    }
}

/// The limits for a bot with a defect. Where the time limit is what finds the defect, it is short; each is far from what the
/// bot does otherwise, and from what it does with the defect.
fn settings_for(defect: &str, command: String, kind: GameKind) -> Settings {
    let mut settings = settings(command, kind);
    // Whole games take long and show nothing else.
    if !IN_WHOLE_GAMES.contains(&defect) {
        settings.whole_games = Duration::from_millis(300);
    }
    if SILENT.contains(&defect) {
        (settings.decision, settings.start) = (Duration::from_secs(3), Duration::from_secs(4));
    }
    match defect {
        // It repeats itself after a second and a half.
        "repeats" => settings.slowness = Duration::from_secs(3),
        // It takes three seconds, which is more than two and a half and less than ten; the other two never end.
        "slow-to-end" => settings.end = Duration::from_millis(2_500),
        "ignores-quit" | "ignores-the-end" => settings.end = Duration::from_millis(500),
        _ => {}
    }
    settings
}

/// The checks that failed, and those with warnings, with `~` before them.
fn found(report: &Report) -> BTreeSet<String> {
    let shown = |check: Check, verdict| match verdict {
        Verdict::Fail => Some(check.to_string()),
        Verdict::Warn => Some(format!("~{check}")),
        Verdict::Pass | Verdict::Skip => None,
    };
    report.results.iter().filter_map(|result| shown(result.check, result.verdict())).collect()
}

fn defective(defect: &str) -> Report {
    let file = scratch(defect);
    let file = file.display();
    let script = path("crates/arena/tests/bots/defective.py");
    let command = format!("exec python3 -SE '{script}' {defect} '{file}'");
    let kind = if defect == "chooses-open" { GameKind::Catan } else { GameKind::Carcassonne };
    examine(&settings_for(defect, command, kind), &mut |_| {})
}

/// `NEULAND_DEFECTS` sets how many defects of each check are tried, all unless said otherwise; `NEULAND_DEFECT` names those that
/// are.
#[test]
fn each_defect_fails_its_check_alone() {
    needs("python3");
    let next = AtomicUsize::new(0);
    let only = std::env::var("NEULAND_DEFECT").ok();
    let most = std::env::var("NEULAND_DEFECTS").map_or(usize::MAX, |text| text.parse().expect("a number"));
    let work = || {
        let mut wrong = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((defect, expected)) = DEFECTS.get(number) else { break };
            let same = DEFECTS[..number].iter().filter(|(_, check)| check == expected).count();
            if same >= most
                || only.as_deref().is_some_and(|only| !only.split(',').any(|only| only == *defect))
            {
                continue;
            }
            let started = Instant::now();
            let report = defective(defect);
            println!("{defect}: {:?} in {} ms", found(&report), started.elapsed().as_millis());
            let mut findings = report.results.iter().flat_map(|result| &result.findings);
            assert!(findings.all(|finding| Problem::KEYS.contains(&finding.problem.key())));
            if found(&report) != BTreeSet::from([(*expected).to_owned()]) {
                let findings = report.results.iter().filter(|result| !result.findings.is_empty());
                wrong.push(format!("{defect}: {expected} is expected; {:#?}", findings.collect::<Vec<_>>()));
            }
        }
        wrong
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_check_has_a_defect() {
    let planted: BTreeSet<&str> = DEFECTS.iter().map(|(_, check)| check.trim_start_matches('~')).collect();
    let all: BTreeSet<&str> = Check::ALL.iter().map(|check| check.name()).collect();
    assert_eq!(planted, all);
}

/// Fails unless a bot passes every check of a game, without a warning.
#[track_caller]
fn passes(command: String, kind: GameKind) {
    let report = examine(&settings(command.clone(), kind), &mut |_| {});
    let findings: Vec<_> = report.results.iter().filter(|result| !result.findings.is_empty()).collect();
    assert!(findings.is_empty(), "{command}: {findings:#?}");
    // What a game has no use for is not checked, and nothing else.
    let skipped = report.results.iter().filter(|result| result.verdict() == Verdict::Skip);
    assert!(skipped.map(|result| result.check).all(|check| check == Check::Open), "{command}");
    assert!(report.games_whole > 1 && report.longest() >= report.median());
}

#[test]
fn good_bots_pass() {
    needs("python3");
    needs("node");
    let python = || format!("exec python3 '{}'", path("examples/bots/python/random_bot.py"));
    passes(python(), GameKind::Catan);
    passes(python(), GameKind::Carcassonne);
    passes(format!("exec node '{}'", path("examples/bots/javascript/bot.mjs")), GameKind::Mayflower);
    passes(format!("exec sh '{}'", path("examples/bots/shell/first.sh")), GameKind::Carcassonne);
    passes(format!("exec '{}'", example("bot")), GameKind::TradersAndBuilders);
    passes(format!("exec '{}' settler", example("own_bot")), GameKind::CitiesAndKnights);
    passes(format!("exec '{}' surveyor", example("own_bot")), GameKind::Mayflower);
}

/// A report refers its reader to the section of the specification that states the rule.
#[test]
fn the_specification_says_what_is_checked() {
    let text = std::fs::read_to_string(path("docs/bot-protocol.md")).expect("the specification");
    let anchor = |heading: &str| {
        let kept = heading.to_lowercase().replace(' ', "-");
        kept.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect::<String>()
    };
    let mut sections: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match line.trim_start_matches('#').strip_prefix(' ') {
            Some(heading) if line.starts_with('#') => sections.push((anchor(heading), String::new())),
            _ => {
                if let Some((_, text)) = sections.last_mut() {
                    text.push_str(line.trim());
                    text.push(' ');
                }
            }
        }
    }
    for check in Check::ALL {
        let said = |(section, text): &(String, String)| {
            section == check.section() && text.replace("**", "").contains(check.rule())
        };
        assert!(sections.iter().any(said), "{check}: {} does not say `{}`", check.section(), check.rule());
    }
}
