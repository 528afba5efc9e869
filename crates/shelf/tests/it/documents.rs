//! The examples of the format documents hold.

use game::ReadEvent;
use game::options::Values;
use shelf::{AnyGame, GameKind, cases};

/// The first fenced block of a document.
fn first_block(document: &str) -> &str {
    let start = document.find("\n```").expect("a fenced block") + 1;
    let body = &document[start..][document[start..].find('\n').expect("a line") + 1..];
    &body[..body.find("```").expect("the end of the block")]
}

#[test]
fn the_examples_of_the_case_format_pass() {
    let mut rest = include_str!("../../../../docs/cases.md");
    let mut examples = 0;
    while rest.contains("\n```") {
        let example = first_block(rest);
        let summary = cases::run_text("docs/cases.md", example);
        assert!(summary.failures.is_empty() && summary.passed > 0, "{:?}", summary.failures);
        let end = rest.find(example).expect("it is from there") + example.len() + "```".len();
        rest = &rest[end..];
        examples += 1;
    }
    assert_eq!(examples, 3, "one of Catan, one of Cities & Knights, one of Carcassonne");
}

#[test]
fn the_examples_of_the_setup_format_are_positions() {
    let document = include_str!("../../../../docs/setup.md");
    let (catan, knights) = document.split_once("## Cities & Knights").expect("the chapter");
    for (kind, document, points) in
        [(GameKind::Catan, catan, [1, 2, 0, 0]), (GameKind::CitiesAndKnights, knights, [6, 4, 0, 0])]
    {
        let setup = serde_json::from_str(first_block(document)).expect("JSON");
        let game = AnyGame::from_setup(kind, &setup).expect("a possible position");
        assert_eq!(game.points().into_values().collect::<Vec<_>>(), points);
    }
}

/// The names of an enum's variants in a source, as documents write them.
fn variants<'a>(source: &'a str, name: &str) -> impl Iterator<Item = String> + use<'a> {
    let from = source.find(&format!("pub enum {name} {{")).expect("the enum");
    let body = &source[from..][..source[from..].find("\n}").expect("its end")];
    // Variants are the lines that begin with a capital letter, indented once.
    let lines =
        body.lines().filter(|line| line.starts_with("    ") && line[4..].starts_with(char::is_uppercase));
    lines.map(|line| {
        let name = line.trim().chars().take_while(char::is_ascii_alphanumeric);
        let words =
            name.flat_map(|c| if c.is_uppercase() { vec!['-', c.to_ascii_lowercase()] } else { vec![c] });
        words.skip(1).collect()
    })
}

/// The names of a struct's public fields in a source, as documents write them.
fn fields<'a>(source: &'a str, name: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let from = source.find(&format!("pub struct {name} {{")).expect("the struct");
    let body = &source[from..][..source[from..].find("\n}").expect("its end")];
    let mut renamed = None;
    body.lines().filter_map(move |line| {
        if let Some((_, rest)) = line.split_once("rename = \"") {
            renamed = rest.split('"').next();
        }
        let (name, _) = line.strip_prefix("    pub ")?.split_once(':')?;
        Some(renamed.take().unwrap_or(name))
    })
}

#[test]
fn the_documents_list_every_event_and_phase_that_there_is() {
    let views = include_str!("../../../../docs/view.md");
    let setups = include_str!("../../../../docs/setup.md");
    let (catan, knights) = views.split_once("### Events of Cities & Knights").expect("the chapter");
    let (knights, tiles) = knights.split_once("### Events of Carcassonne").expect("the chapter");
    let catan_events = catan::Event::names();
    for event in &catan_events {
        assert!(catan.contains(&format!("`{event}`")), "docs/view.md does not list `{event}`");
    }
    for event in catan::cities_and_knights::Event::names() {
        let listed = knights.contains(&format!("`{event}`")) || catan_events.contains(&event);
        assert!(listed, "docs/view.md does not list `{event}` of Cities & Knights");
    }
    for event in carcassonne::Event::names() {
        assert!(tiles.contains(&format!("`{event}`")), "docs/view.md does not list `{event}` of Carcassonne");
    }
    let source = include_str!("../../../catan/src/cities_and_knights/setup.rs");
    for field in fields(source, "Setup").chain(fields(source, "SeatSetup")) {
        assert!(setups.contains(&format!("`{field}`")), "docs/setup.md does not list `{field}`");
    }
    let (_, setups) = setups.split_once("## Cities & Knights").expect("the chapter");
    for phase in variants(source, "PhaseSetup") {
        assert!(setups.contains(&format!("\"{phase}\"")), "docs/setup.md does not list `{phase}`");
    }
}

#[test]
fn the_texts_of_the_record_format_are_actions_and_outcomes() {
    use catan::cities_and_knights::{Action, Chance};
    let document = include_str!("../../../../docs/record.md");
    let (_, own) = document.split_once("Its own (`catan::cities_and_knights").expect("the chapter");
    let (own, _) = own.split_once("The texts of Carcassonne").expect("its end");
    let (decisions, outcomes) = own.split_once("| outcomes |").expect("two tables");
    let texts = |table: &'static str| {
        let rows = table.lines().filter_map(|row| row.strip_prefix("| ")?.split_once(" | "));
        rows.flat_map(|(_, cell)| cell.split('`').skip(1).step_by(2)).filter(|text| !text.starts_with("CK-"))
    };
    let (mut actions, mut chances) = (0, 0);
    for text in texts(decisions) {
        assert!(text.parse::<Action>().is_ok(), "{text}");
        actions += 1;
    }
    for text in texts(outcomes) {
        assert!(text.parse::<Chance>().is_ok(), "{text}");
        chances += 1;
    }
    assert!(actions > 50 && chances == 5, "{actions} and {chances}");
}

/// The rulebook's table of options writes the values of a switch as `true` and `false`, as `neuland games` does.
#[test]
fn the_rulebook_writes_switches_as_they_are_set() {
    let mut rows = 0;
    for lang in [rulebook::Lang::En, rulebook::Lang::De] {
        for game in GameKind::ALL {
            for option in game.options().iter().filter(|option| option.values == Values::Switch) {
                let clause = rulebook::clause(option.clause, lang).expect("the clause of an option");
                let words: Vec<&str> = clause
                    .text
                    .split(|c: char| !c.is_alphanumeric())
                    .filter(|word| !word.is_empty())
                    .collect();
                let at = |word: &str| words.iter().position(|&other| other == word);
                let name = words.len();
                let first = [at("true"), at("false")].map(|found| found.unwrap_or(name));
                let default =
                    if option.default == "true" { first[0] < first[1] } else { first[1] < first[0] };
                assert!(default, "{lang:?}: {}", clause.text);
                assert!(!clause.text.contains("`on`") && !clause.text.contains("`off`"), "{}", clause.text);
                rows += 1;
            }
        }
    }
    assert!(rows > 20, "only {rows} switches were found");
}
