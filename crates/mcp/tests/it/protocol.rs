//! Lines and bodies that are no requests, and prompts.

use crate::common::Model;
use mcp::{Api, Neuland, Person};
use pages::Lang;
use serde_json::{Value, json};
use testkit::RunningServer;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

/// A client that writes lines and reads lines.
struct Lines {
    input: WriteHalf<DuplexStream>,
    output: tokio::io::Lines<BufReader<ReadHalf<DuplexStream>>>,
}

impl Lines {
    async fn send(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    /// The next line.
    async fn read(&mut self) -> Value {
        let line = self.output.next_line().await.unwrap().expect("a line");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Sends a line, and returns the code and the message of the error with this id.
    async fn fails(&mut self, line: &str, id: Value) -> (i64, String) {
        self.send(line).await;
        let told = self.read().await;
        assert_eq!((told.get("id"), &told["jsonrpc"]), (Some(&id), &json!("2.0")), "{line}: {told}");
        let error = &told["error"];
        (error["code"].as_i64().expect("a code"), error["message"].as_str().expect("words").to_owned())
    }
}

fn hello() -> String {
    let client = json!({ "name": "test", "version": "1" });
    let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    json!({ "jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": params }).to_string()
}

#[test]
fn a_line_that_is_no_request_is_answered_and_ends_nothing() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let neuland = Neuland::new(Api::new("http://127.0.0.1:9").unwrap(), Person::random(), Lang::En);
        let (near, far) = tokio::io::duplex(1 << 12);
        let (input, output) = tokio::io::split(far);
        let serving = tokio::spawn(mcp::over_lines(neuland, input, output));
        let (output, input) = tokio::io::split(near);
        let mut lines = Lines { input, output: BufReader::new(output).lines() };
        // Before the conversation begins, and then once more.
        for has_begun in [false, true] {
            for (line, code, id) in [
                ("this is no message", -32700, json!(null)),
                ("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method", -32700, json!(null)),
                ("\u{1}\u{7f}", -32700, json!(null)),
                ("[]", -32600, json!(null)),
                (r#"[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]"#, -32600, json!(null)),
                ("null", -32600, json!(null)),
                (r#"{"id": 7, "method": "ping"}"#, -32600, json!(7)),
                (r#"{"jsonrpc": "2.0", "id": 8, "method": "castle/build"}"#, -32601, json!(8)),
                (r#"{"jsonrpc": "2.0", "id": 9, "method": "completion/complete"}"#, -32601, json!(9)),
                (
                    r#"{"jsonrpc": "2.0", "id": "x", "method": "tools/call", "params": {}}"#,
                    -32602,
                    json!("x"),
                ),
                (&"x".repeat(300_000), -32600, json!(null)),
                (&"[".repeat(200_000), -32700, json!(null)),
            ] {
                let (found, words) = lines.fails(line, id).await;
                let line: String = line.chars().take(80).collect();
                assert_eq!(found, code, "{line}: {words}");
                let is_debug = ["Some(", "Error {", "::", "\\\""].iter().any(|word| words.contains(word));
                assert!(words.len() > 20 && words.len() < 300 && !is_debug, "{line}: {words}");
            }
            let (_, words) = lines.fails(r#"{"jsonrpc": "2.0", "id": 8, "method": "a/b"}"#, json!(8)).await;
            assert!(words.starts_with("there is no method `a/b`; the methods are initialize, "), "{words}");
            // Nobody answers these, at any time.
            lines.send(r#"{"jsonrpc": "2.0", "method": "notifications/unknown"}"#).await;
            lines.send(r#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#).await;
            lines.send("").await;
            if !has_begun {
                lines.send(&hello()).await;
                let told = lines.read().await;
                assert_eq!(
                    (&told["id"], &told["result"]["serverInfo"]["name"]),
                    (&json!("hello"), &json!("neuland"))
                );
            }
            lines.send(r#"{"jsonrpc": "2.0", "id": 5, "method": "ping"}"#).await;
            assert_eq!(lines.read().await, json!({ "jsonrpc": "2.0", "id": 5, "result": {} }));
        }
        lines.input.shutdown().await.unwrap();
        serving.await.unwrap().unwrap();
    });
}

#[test]
fn prompts_start_a_game_and_explain_a_position() {
    let running = RunningServer::start();
    for (lang, play, explain) in [
        (Lang::En, "Play a game of Catan", "Explain the position"),
        (Lang::De, "eine Partie Catan", "Erkläre"),
    ] {
        let model = Model::of(running.addr, Person::random(), lang);
        let prompts = model.prompts();
        let names: Vec<&str> = prompts.iter().map(|prompt| prompt.name.as_str()).collect();
        assert_eq!(names, ["play_game", "explain_position"]);
        for prompt in &prompts {
            let about = |text: &Option<String>| text.as_ref().is_some_and(|text| text.len() > 10);
            assert!(about(&prompt.title) && about(&prompt.description), "{prompt:?}");
            let arguments = prompt.arguments.as_ref().expect("arguments");
            assert!(arguments.iter().all(|argument| about(&argument.description)), "{prompt:?}");
        }
        let text = |messages: &Value| messages[0]["content"]["text"].as_str().expect("a text").to_owned();
        let told = text(&model.prompt("play_game", json!({ "game": "catan", "bot": "random" })).unwrap());
        assert!(told.contains(play) && told.contains(r#"["me","bot:random"]"#), "{told}");
        assert!(
            ["open_table", "list_actions", "follow", "act"].iter().all(|tool| told.contains(tool)),
            "{told}"
        );
        let told =
            text(&model.prompt("play_game", json!({ "game": "cities-and-knights", "bot": "open" })).unwrap());
        assert!(told.contains(r#""open"]"#), "{told}");
        // The seats of the prompt are seats of a table.
        let told = text(&model.prompt("play_game", json!({})).unwrap());
        let seats = told.split_once('[').and_then(|(_, rest)| rest.split_once(']')).expect("a list").0;
        let seats: Value = serde_json::from_str(&format!("[{seats}]")).expect("JSON");
        let opened = model.does("open_table", json!({ "game": "carcassonne", "seats": seats }));
        let table = opened.data["table"].as_str().expect("an id");
        let other = if lang == Lang::En { "de" } else { "en" };
        for language in [None, Some(other)] {
            let mut arguments = json!({ "table": table });
            arguments.as_object_mut().unwrap().extend(language.map(|it| ("language".to_owned(), json!(it))));
            let messages = model.prompt("explain_position", arguments).unwrap();
            let told = text(&messages);
            assert!(told.contains(table) && told.contains(explain) == language.is_none(), "{told}");
            let position = &messages[1]["content"]["resource"];
            let code = language.unwrap_or(lang.code());
            assert_eq!(position["uri"], format!("neuland://table/{table}/position/{code}"));
            let headline = if code == "en" { "# Your turn" } else { "# Du bist dran" };
            assert!(position["text"].as_str().is_some_and(|text| text.contains(headline)), "{position}");
        }
    }
}

#[test]
fn a_prompt_says_what_is_wrong() {
    let running = RunningServer::start();
    let model = Model::new(running.addr);
    for (name, arguments, words) in [
        ("castle", json!({}), "there is no prompt `castle`; the prompts are play_game, explain_position"),
        ("play_game", json!({ "game": "chess" }), "there is no game `chess`; the games are catan"),
        (
            "play_game",
            json!({ "bot": "settler" }),
            "`bot`: `settler` does not play carcassonne; `open` or one of surveyor",
        ),
        (
            "play_game",
            json!({ "games": "catan" }),
            "`games` is no argument of it; they are game, bot, language",
        ),
        ("play_game", json!({ "game": 1 }), "`game` is a text"),
        ("play_game", json!({ "language": "fr" }), "neither `en` nor `de`"),
        ("explain_position", json!({}), "`table` is missing"),
        ("explain_position", json!({ "table": "../me" }), "twelve letters"),
        ("explain_position", json!({ "table": "000000000000" }), "no-table"),
    ] {
        let error = model.prompt(name, arguments.clone()).unwrap_err().to_string();
        assert!(error.contains(words), "{name} {arguments}: {error}");
    }
}
