//! Tests of the messages of the whole crate: the code uses every message, and every message that it uses exists.

use crate::cities_and_knights::words::{card_key, card_text_key, level_key};
use crate::words::about_key;
use crate::words::fluent::FILES;
use crate::words::key_of;
use ::catan::cities_and_knights::{Area, Progress};
use game::Seat;
use shelf::GameKind;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use store::moderation::{Act, Outcome, Reason, Role};

/// Returns the keys of some files.
fn messages(files: &[&str]) -> BTreeSet<String> {
    let lines = files.iter().flat_map(|file| file.lines()).filter(|line| !line.starts_with(['#', ' ']));
    lines.filter_map(|line| line.split_once(" =").map(|(key, _)| key.to_owned())).collect()
}

/// Returns the sources of a crate, with their paths.
fn sources(name: &str) -> Vec<(PathBuf, String)> {
    fn visit(path: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, found);
            } else if path.ends_with("kerbe.rs") && cfg!(not(feature = "sample-game")) {
                // Neither the code of the sample game nor its words are in this build.
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src"), &mut found);
    found
}

/// Returns every string literal in the sources of crates.
fn quoted(crates: &[&str]) -> BTreeSet<String> {
    let files = crates.iter().flat_map(|name| sources(name));
    let quoted = |(_, text): (PathBuf, String)| text.split('"').map(str::to_owned).collect::<Vec<_>>();
    files.flat_map(quoted).collect()
}

#[test]
fn every_message_is_used_and_every_used_message_is_there() {
    // The command line puts some of its keys together, and looks after them itself.
    let english = FILES[0].concat();
    let messages = messages(&english[..english.len() - 1]);
    let literals = quoted(&["pages", "live", "server", "mcp", "cli"]);
    let mut made: BTreeSet<String> = BTreeSet::new();
    // Keys that are put together: options with their values, games, bots.
    for option in GameKind::ALL.iter().flat_map(|kind| kind.options()) {
        made.insert(format!("option-{}", option.name));
        made.insert(about_key(option));
        for value in option.values.names() {
            // Seats have a word of their own, and so have switches.
            if value.parse::<Seat>().is_err() && !matches!(value.as_str(), "true" | "false") {
                made.insert(format!("option-{}-{value}", option.name));
            }
        }
        if let Some(none) = option.values.allows_none() {
            made.insert(format!("option-{}-{none}", option.name));
        }
    }
    for card in Progress::ALL {
        made.insert(card_key(card));
        made.insert(card_text_key(card));
    }
    for area in Area::ALL {
        made.extend((1..=5).map(|level| level_key(area, level)));
    }
    for conflict in GameKind::ALL.iter().flat_map(|kind| kind.conflicts()) {
        made.insert(format!("conflict-{}", conflict.name));
    }
    for chapter in rulebook::chapters(rulebook::Lang::En) {
        made.insert(format!("game-{}", chapter.game));
    }
    for bot in GameKind::ALL.iter().flat_map(|&kind| bots::any::roster(kind)) {
        made.insert(format!("bot-{}", bot.name));
        made.insert(format!("bot-{}-short", bot.name));
        made.insert(format!("bot-{}-about", bot.name));
    }
    for new in GameKind::ALL.iter().map(|&kind| shelf::AnyGame::new(kind, &Default::default()).unwrap()) {
        let mut statistics = shelf::Statistics::of(&new);
        statistics.finish(&new);
        // Parts of points that are called otherwise in some games have other keys.
        made.extend(
            statistics
                .points
                .iter()
                .map(|(name, _)| format!("points-{name}"))
                .filter(|key| messages.contains(key)),
        );
    }
    // A game without a time and a picture of its own has none on the start page, as the sample game.
    made.extend(
        GameKind::ALL.iter().map(|kind| format!("start-time-{kind}")).filter(|key| messages.contains(key)),
    );
    for topic in crate::words::Topic::ALL {
        made.extend([format!("explain-{}", topic.name()), format!("explain-{}-text", topic.name())]);
    }
    for lesson in GameKind::ALL.iter().filter_map(|&kind| shelf::Lesson::of(kind)) {
        made.extend(crate::lesson_keys(lesson));
    }
    for source in analysis::Source::ALL.map(analysis::Source::name) {
        made.extend([format!("coach-luck-{source}"), format!("coach-source-{source}")]);
    }
    for cause in analysis::Cause::ALL.map(analysis::Cause::name) {
        made.extend([format!("coach-others-{cause}"), format!("exercise-kind-{cause}")]);
    }
    made.extend(analysis::Mark::THRESHOLDS.map(|(mark, _)| format!("coach-{}", mark.name())));
    made.extend(["lucky", "very-lucky", "unlucky", "very-unlucky"].map(|luck| format!("coach-is-{luck}")));
    made.extend(
        ["games", "wins", "adjusted", "luck", "per-decision"].map(|name| format!("coach-column-{name}")),
    );
    for why in shelf::statistics::Reason::ALL {
        made.insert(format!("reason-{}", why.name()));
    }
    made.extend(of_moderation());
    made.extend(game::ErrorCode::ALL.iter().map(|code| code.key().to_owned()));
    // What can be expected of a text stands in the crates that read texts.
    let readers = ["game", "catan", "carcassonne", "kerbe", "shelf", "encode", "fair", "table", "arena"];
    made.extend(quoted(&readers).iter().map(|text| key_of(text)).filter(|key| messages.contains(key)));
    // The names of faults in the description of a kind stand where they are told.
    let faults = quoted(&["carcassonne"]);
    let faults = faults.iter().map(|name| format!("kind-fault-{name}"));
    made.extend(faults.filter(|key| messages.contains(key)));
    for key in &made {
        assert!(messages.contains(key), "`{key}` is missing");
    }
    for key in &messages {
        assert!(made.contains(key) || literals.contains(key), "`{key}` is used nowhere");
    }
}

/// Every bot that people can choose has a portrait; the sample game, which no release has, needs none.
#[test]
fn every_bot_has_a_portrait() {
    let bots = GameKind::ALL.iter().flat_map(|&kind| bots::any::roster(kind));
    for bot in bots.filter(|bot| bot.name != "carver") {
        assert!(draw::portraits::has_portrait(bot.name), "{} has no portrait", bot.name);
    }
}

/// Returns the keys whose suffixes are words of moderation. Pages get those words as texts.
fn of_moderation() -> Vec<String> {
    use crate::parts::moderation::{DURATIONS, REASONS};
    let reasons: Vec<&str> = Reason::ALL.iter().map(|reason| reason.name()).collect();
    assert_eq!(reasons, REASONS, "the reasons of the forms are those of reports");
    let mut keys: Vec<String> = reasons.iter().map(|of| format!("moderation-reason-{of}")).collect();
    keys.extend(Act::ALL.iter().map(|act| format!("admin-act-{}", act.name())));
    // The page of a table, and the code for a password, say themselves what was done.
    let done = Act::ALL.iter().filter(|act| !matches!(act, Act::ViewTable | Act::ResetPassword));
    keys.extend(done.map(|act| format!("admin-done-{}", act.name())));
    keys.extend(Outcome::ALL.iter().map(|outcome| format!("admin-outcome-{}", outcome.name())));
    keys.extend(DURATIONS.iter().map(|(_, duration)| format!("admin-duration-{duration}")));
    for role in Role::ALL.iter().map(|role| role.name()) {
        keys.extend([format!("admin-role-{role}"), format!("admin-role-{role}-about")]);
    }
    // A measure is named as the act that imposes it.
    let measures = [Act::Mute, Act::Suspend, Act::SuspendNetwork, Act::HideTable];
    keys.extend(measures.iter().map(|measure| format!("admin-measure-{}", measure.name())));
    keys
}

#[test]
fn every_literal_key_exists() {
    let messages = messages(&FILES[0].concat());
    for (path, text) in sources("pages") {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for call in code.split("msg!(").skip(1) {
            let mut parts = call.split(',');
            let (_, key) = (parts.next(), parts.next().unwrap_or_default().trim());
            if let Some(key) = key.strip_prefix('"') {
                let key = key.split('"').next().unwrap_or_default();
                assert!(messages.contains(key), "{}: `{key}` is missing", path.display());
            }
        }
    }
}

#[test]
fn messages_refer_to_messages_of_their_part() {
    for parts in FILES {
        let all = messages(&parts.concat());
        for files in parts {
            let known = messages(files);
            let lines = files.iter().flat_map(|file| file.lines()).filter(|line| !line.starts_with('#'));
            let inner =
                lines.flat_map(|line| line.split('{').skip(1)).filter_map(|rest| rest.split('}').next());
            for name in inner.map(str::trim).filter(|name| all.contains(*name)) {
                assert!(known.contains(name), "`{name}` is in no file of the same part");
            }
        }
    }
}

#[test]
fn a_tile_has_one_german_name() {
    for text in FILES[1].concat() {
        assert!(!text.to_lowercase().contains("plättchen"), "a tile is called Karte");
    }
}
