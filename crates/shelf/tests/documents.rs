//! The examples of the format documents hold.

use shelf::{AnyGame, GameKind, cases};

/// The first fenced block of a document.
fn first_block(document: &str) -> &str {
    let start = document.find("\n```").expect("a fenced block") + 1;
    let body = &document[start..][document[start..].find('\n').expect("a line") + 1..];
    &body[..body.find("```").expect("the end of the block")]
}

#[test]
fn the_examples_of_the_case_format_pass() {
    let mut rest = include_str!("../../../docs/cases.md");
    let mut examples = 0;
    while rest.contains("\n```") {
        let example = first_block(rest);
        let summary = cases::run_text("docs/cases.md", example);
        assert_eq!(summary.to_string(), "2 passed, 0 failed", "{:?}", summary.failures);
        let end = rest.find(example).expect("it is from there") + example.len() + "```".len();
        rest = &rest[end..];
        examples += 1;
    }
    assert_eq!(examples, 2, "one of Catan, one of Carcassonne");
}

#[test]
fn the_example_of_the_setup_format_is_a_position() {
    let example = first_block(include_str!("../../../docs/setup.md"));
    let setup = serde_json::from_str(example).expect("JSON");
    let game = AnyGame::from_setup(GameKind::Catan, &setup).expect("a possible position");
    assert_eq!(game.points().into_values().collect::<Vec<_>>(), [1, 2, 0, 0]);
}

#[test]
fn the_case_format_lists_every_event_that_there_is() {
    let listed = include_str!("../../../docs/view.md");
    let events = include_str!("../../catan/src/event.rs");
    let body = &events[events.find("pub enum Event {").expect("the events")
        ..events.find("pub enum Place").expect("their end")];
    // Variants are the lines that begin with a capital letter, indented once.
    for line in
        body.lines().filter(|line| line.starts_with("    ") && line[4..].starts_with(char::is_uppercase))
    {
        let name: String = line.trim().chars().take_while(char::is_ascii_alphanumeric).collect();
        let kebab: String = name
            .char_indices()
            .map(|(at, c)| {
                if c.is_uppercase() && at > 0 {
                    format!("-{}", c.to_lowercase())
                } else {
                    c.to_lowercase().to_string()
                }
            })
            .collect();
        assert!(listed.contains(&format!("`{kebab}`")), "docs/view.md does not list `{kebab}`");
    }
}
