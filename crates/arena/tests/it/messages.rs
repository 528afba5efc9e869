//! Every message is as the schema says: those of the documentation, and those of whole games.

use crate::outside::{against_random, example, hostile, needs, path, scratch, terms};
use arena::external::External;
use arena::process::{FLOOD_BYTES_MAX, FLOOD_LINES_MAX, Launch, STDERR_BYTES_MAX};
use arena::protocol::{BotMessage, CANDIDATES_MAX, HostMessage, LINE_BYTES_MAX};
use arena::{FaultKind, OnFault};
use boon::{Compiler, SchemaIndex, Schemas};
use bots::BotGame;
use game::Seat;
use serde_json::Value;
use shelf::{GameKind, of_kind};
use std::collections::BTreeSet;

/// The schema, compiled for the messages of each side.
struct Validator {
    schemas: Schemas,
    host: SchemaIndex,
    bot: SchemaIndex,
}

impl Validator {
    fn new() -> Validator {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let schema = arena::protocol::schema();
        compiler.add_resource("bot-protocol.json", schema).expect("a schema");
        let mut side = |name: &str| {
            let location = format!("bot-protocol.json#/$defs/{name}");
            compiler.compile(&location, &mut schemas).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        let (host, bot) = (side("HostMessage"), side("BotMessage"));
        Validator { schemas, host, bot }
    }

    fn is_valid(&self, side: SchemaIndex, message: &Value) -> bool {
        self.schemas.validate(message, side).is_ok()
    }

    /// Fails unless the line is a message of the host, by the schema and by our reader. Returns its type.
    fn host(&self, line: &str) -> String {
        let message: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        if let Err(error) = self.schemas.validate(&message, self.host) {
            panic!("{error}: {line}");
        }
        let read = HostMessage::read(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        // What is written again is the same message.
        let again: Value = serde_json::to_value(read.expect("a known type")).expect("JSON");
        assert_eq!(again, message);
        message["type"].as_str().expect("a type").to_owned()
    }

    /// Fails unless the line is a message of the bot, by the schema and by our reader. Returns its type.
    fn bot(&self, line: &str) -> String {
        let message: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        if let Err(error) = self.schemas.validate(&message, self.bot) {
            panic!("{error}: {line}");
        }
        BotMessage::read(line.as_bytes()).unwrap_or_else(|error| panic!("{error}: {line}"));
        message["type"].as_str().expect("a type").to_owned()
    }
}

fn documentation() -> String {
    std::fs::read_to_string(path("docs/bot-protocol.md")).expect("the specification")
}

/// The lines of the fenced blocks of one language.
fn fenced<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let mut lines = text.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        if line.strip_prefix("```").is_some_and(|name| name == language) {
            found.extend(lines.by_ref().take_while(|line| *line != "```"));
        }
    }
    found
}

#[test]
fn the_session_of_the_documentation_is_valid() {
    let (validator, text) = (Validator::new(), documentation());
    let mut types = BTreeSet::new();
    for line in fenced(&text, "session") {
        match line.split_at(2) {
            ("> ", message) => types.insert(format!("> {}", validator.host(message))),
            ("< ", message) => types.insert(format!("< {}", validator.bot(message))),
            _ => {
                assert_eq!(line, ". . .");
                false
            }
        };
    }
    let all = ["> decide", "> events", "> fault", "> game-over", "> hello", "> new-game", "> quit"];
    let all = all.into_iter().chain(["< action", "< hello", "< ready"]).map(str::to_owned).collect();
    assert_eq!(types, all, "the session shows every message");
}

/// The refusal of the session is what the host says there.
#[test]
fn the_fault_of_the_documentation_is_true() {
    let text = documentation();
    let lines: Vec<Value> =
        fenced(&text, "session").iter().filter_map(|line| serde_json::from_str(&line[2..]).ok()).collect();
    let of_type = |name: &str| lines.iter().filter(|line| line["type"] == name).collect::<Vec<_>>();
    let (actions, fault) = (of_type("action"), of_type("fault")[0]);
    let own = |n: usize| ("A", actions[n]["action"].as_str().expect("an action"));
    let mut game = shelf::AnyGame::with_options(GameKind::Carcassonne, [("players", "2")]).expect("a game");
    let steps = [
        ("", "tile B"),
        own(0),
        own(1),
        ("", "tile P"),
        ("B", "place (1,0)r2"),
        ("B", "deploy r1"),
        ("", "tile V"),
    ];
    for (seat, step) in steps {
        let done = match seat.parse() {
            Ok(seat) => game.play(seat, step),
            Err(_) => game.resolve(step),
        };
        done.unwrap_or_else(|refusal| panic!("{step}: {refusal}"));
    }
    let (_, action) = own(2);
    let position: &carcassonne::Carcassonne = game.of().expect("Carcassonne");
    let illegal = position.check(Seat::A, action.parse().expect("an action")).expect_err("it is illegal");
    let clause = illegal.clause();
    assert_eq!(fault["message"], format!("chose `{action}`, which is illegal: {illegal} ({clause})"));
    assert_eq!(fault["clause"], clause);
}

/// The numbers and names of the documentation are those of the code.
#[test]
fn the_documentation_knows_kinds_policies_and_limits() {
    let text = documentation();
    for kind in FaultKind::ALL {
        let row = text.lines().find(|line| line.starts_with(&format!("| `{kind}` |")));
        let row = row.unwrap_or_else(|| panic!("`{kind}` is not in the table"));
        assert_eq!(row.contains("| ended"), kind.breaks_process(), "{row}");
    }
    for policy in OnFault::ALL {
        assert!(text.lines().any(|line| line.starts_with(&format!("| `{policy}`"))), "`{policy}`");
    }
    for kind in GameKind::ALL.iter().filter(|kind| kind.name() != "kerbe") {
        assert!(text.contains(&format!("`{}`", kind.name())), "{kind}");
    }
    assert_eq!((LINE_BYTES_MAX, STDERR_BYTES_MAX, FLOOD_BYTES_MAX), (1_048_576, 64 << 10, 2 << 20));
    assert_eq!((FLOOD_LINES_MAX, CANDIDATES_MAX, bots::host::DECISIONS_PER_TURN), (64, 64, 500));
    for number in [
        "1 MiB (1,048,576 bytes)",
        "last 64 KiB",
        "2 MiB",
        "64 unread",
        "1,000 char",
        "64 actions",
        "500 decisions",
    ] {
        assert!(text.contains(number), "{number}");
    }
    assert!(text.lines().count() <= 350, "it stays short");
}

/// The bot that the documentation shows plays.
#[test]
fn the_minimal_bot_plays() {
    needs("python3");
    let text = documentation();
    let lines = fenced(&text, "python");
    assert!(lines.iter().filter(|line| !line.is_empty()).count() <= 20, "it stays minimal");
    let file = scratch("minimal.py");
    std::fs::write(&file, lines.join("\n") + "\n").expect("a file");
    let launch = Launch::new(format!("exec python3 '{}'", file.display()));
    let terms = terms(OnFault::Forfeit);
    let (finished, bot) = against_random(External::<carcassonne::Carcassonne>::new(launch, terms), 1);
    assert_eq!(finished.faults[Seat::A].total(), 0, "{:?}", bot.last_fault());
}

/// Plays a game and checks every line of it. Returns how many there were.
fn every_line_is_valid<G: BotGame>(
    validator: &Validator,
    command: &str,
    seed: u64,
    on_fault: OnFault,
) -> usize {
    let (to, from) =
        (scratch(&format!("to-{}-{seed}", G::NAME)), scratch(&format!("from-{}-{seed}", G::NAME)));
    let launch = Launch::new(format!("tee '{}' | {command} | tee '{}'", to.display(), from.display()));
    let terms = terms(on_fault);
    let (_, mut bot) = against_random(External::<G>::new(launch, terms), seed);
    bot.quit();
    let (to, from) = (std::fs::read_to_string(to).unwrap(), std::fs::read_to_string(from).unwrap());
    let asked: Vec<String> = to.lines().map(|line| validator.host(line)).collect();
    let answered = from.lines().map(|line| validator.bot(line)).collect::<Vec<_>>().len();
    assert_eq!((asked[0].as_str(), asked.last().map(String::as_str)), ("hello", Some("quit")));
    assert!(asked.iter().any(|kind| kind == "game-over"));
    assert!(asked.len() > 6 && answered > 4, "{}: {} and {answered} lines", G::NAME, asked.len());
    if on_fault == OnFault::Random {
        assert!(asked.iter().any(|kind| kind == "fault"));
    }
    asked.len() + answered
}

#[test]
fn every_line_of_whole_games_is_valid() {
    needs("tee");
    let validator = Validator::new();
    for &kind in GameKind::ALL {
        of_kind!(kind, G => {
            let strongest = format!("'{}' {}", example("own_bot"), G::BOTS.iter().rfind(|bot| !bot.searches()).expect("a bot").name);
            every_line_is_valid::<G>(&validator, &strongest, 1, OnFault::Forfeit);
        });
    }
    let groups = scratch("groups");
    let twice = hostile("twice", &groups).command.replace("exec ", "");
    every_line_is_valid::<catan::Catan>(&validator, &twice, 2, OnFault::Random);
    let remarks = format!("node '{}'", path("examples/bots/javascript/bot.mjs"));
    every_line_is_valid::<catan::CitiesAndKnights>(&validator, &remarks, 2, OnFault::Forfeit);
}

/// The schema refuses what the reader refuses.
#[test]
fn schema_and_reader_refuse_alike() {
    let validator = Validator::new();
    let lines = [
        (r#"{"type":"ready"}"#, true),
        (r#"{"type":"ready","mood":"calm"}"#, true),
        (r#"{"type":"action","decision":1,"action":"roll","comment":null}"#, true),
        (r#"{"type":"action","decision":1,"action":"roll","evaluation":{"A":0.5}}"#, true),
        (
            r#"{"type":"action","decision":1,"action":"roll","candidates":[{"action":"roll","value":-3}]}"#,
            true,
        ),
        (r#"{"type":"hello","protocol":1,"name":"x","games":null,"events":false}"#, true),
        (r#"{"type":"acton","decision":1,"action":"roll"}"#, false),
        (r#"{"decision":1,"action":"roll"}"#, false),
        (r#"{"type":"action","decision":"1","action":"roll"}"#, false),
        (r#"{"type":"action","decision":-1,"action":"roll"}"#, false),
        (r#"{"type":"action","decision":1}"#, false),
        (r#"{"type":"action","decision":1,"action":"roll","comment":5}"#, false),
        (r#"{"type":"action","decision":1,"action":"roll","evaluation":{"G":0.5}}"#, false),
        (r#"{"type":"action","decision":1,"action":"roll","candidates":[{"action":"roll"}]}"#, false),
        (r#"{"type":"hello","protocol":1}"#, false),
        (r#"{"type":"hello","name":"x"}"#, false),
        (r#"["action",1,"roll"]"#, false),
    ];
    for (line, is_valid) in lines {
        let message: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(validator.is_valid(validator.bot, &message), is_valid, "schema: {line}");
        assert_eq!(BotMessage::read(line.as_bytes()).is_ok(), is_valid, "reader: {line}");
    }
}

/// Serde keeps no place within a message, whose type decides what else it has.
#[test]
fn what_is_wrong_with_a_message_has_its_place() {
    for (line, told) in [
        (r#"{"type":"acton"}"#, "`type`: `acton` is not one of hello, ready, action"),
        (r#"{"decision":1,"action":"roll"}"#, "`type` is missing"),
        (
            r#"{"type":"action","decision":"1","action":"roll"}"#,
            "`decision` is `\"1\"`; it must be a whole number from 0 to 4294967295",
        ),
        (
            r#"{"type":"action","decision":1,"action":"roll","candidates":[{"action":7}]}"#,
            "`candidates[0].action` is `7`; it must be a text in quotation marks",
        ),
        (r#"{"type":"hello","protocol":1}"#, "`name` is missing"),
        (r#""ready""#, "this is `\"ready\"`; it must be an object in braces"),
    ] {
        assert_eq!(BotMessage::read(line.as_bytes()).unwrap_err(), told);
    }
}
