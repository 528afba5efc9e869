//! `examples/bots/python/language_model.py` in matches of `neuland match`, with an endpoint that answers as it likes.

use super::{bare, folder};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const KEY: &str = "sk-a-key-that-nobody-may-see";

/// The answer of the endpoint to a request.
enum Reply {
    /// With this text of the model.
    Text(String),
    /// With this status and body.
    Raw(&'static str, String),
    /// Not at all, for so long.
    Silence,
    /// Byte by byte, and never to the end.
    Drip,
}

/// A question as it arrived: its head, and its body.
type Asked = (String, Value);

/// An endpoint of the chat API, and what it was asked.
struct Endpoint {
    addr: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Endpoint {
    /// Answers the question of each number as `reply` says.
    fn start(reply: impl Fn(usize, &Value) -> Reply + Send + Sync + 'static) -> Endpoint {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let addr = listener.local_addr().expect("an address");
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let (told, reply) = (Arc::clone(&asked), Arc::new(reply));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (stream, told, reply) =
                    (stream.expect("a connection"), Arc::clone(&told), Arc::clone(&reply));
                std::thread::spawn(move || {
                    let _ = answer(stream, &told, &*reply);
                });
            }
        });
        Endpoint { addr, asked }
    }

    fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("nobody panicked").clone()
    }
}

fn answer(
    mut stream: TcpStream,
    told: &Mutex<Vec<Asked>>,
    reply: &dyn Fn(usize, &Value) -> Reply,
) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut head = String::new();
    while reader.read_line(&mut head)? > 2 {}
    let length =
        head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body)?;
    let question: Value = serde_json::from_slice(&body)?;
    let number = {
        let mut told = told.lock().expect("nobody panicked");
        told.push((head, question.clone()));
        told.len() - 1
    };
    let (status, body) = match reply(number, &question) {
        Reply::Text(text) => {
            let document = json!({ "choices": [{ "message": { "content": text } }], "usage": { "total_tokens": 1_000 } });
            ("200 OK", document.to_string())
        }
        Reply::Raw(status, body) => (status, body),
        Reply::Silence => {
            // Until whoever asked goes away.
            while stream.read(&mut [0])? > 0 {}
            return Ok(());
        }
        Reply::Drip => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n")?;
            // The pauses are what is tested: each is shorter than the time limit, and all of them are longer.
            stream.set_read_timeout(Some(Duration::from_millis(50)))?;
            while stream.read(&mut [0]).is_err() {
                stream.write_all(b" ")?;
            }
            return Ok(());
        }
    };
    write!(stream, "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len())
}

/// The result of a match.
struct Played {
    result: Value,
    transcript: Vec<Value>,
    text: String,
}

impl Played {
    fn lines(&self, what: &str) -> Vec<&Value> {
        self.transcript.iter().filter(|line| line["what"] == what).collect()
    }
}

/// Plays a short match of the bot, with these arguments of its own.
fn play(name: &str, game: &str, opponent: &str, url: &str, arguments: &str, set: &[&str]) -> Played {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots/python/language_model.py");
    let transcript = folder(&format!("model-{name}")).join("transcript.jsonl");
    let bot = format!(
        "gpt=exec python3 '{}' --url {url} --model test --key-env NEULAND_TEST_KEY --transcript '{}' {arguments}",
        script.display(),
        transcript.display()
    );
    let bots = format!("gpt,{opponent}");
    let mut command = bare();
    command.args([
        "match",
        game,
        "--bots",
        &bots,
        "--bot",
        &bot,
        "--games",
        "2",
        "--seats",
        "2",
        "--threads",
        "1",
        "--json",
    ]);
    for option in set {
        command.args(["--set", option]);
    }
    let output =
        command.env("NEULAND_TEST_KEY", KEY).env("NO_PROXY", "*").output().expect("the program starts");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{name}: {out}{err}");
    let text = std::fs::read_to_string(&transcript).unwrap_or_else(|error| panic!("{name}: {error}: {err}"));
    assert!(!text.contains(KEY) && !out.contains(KEY) && !err.contains(KEY), "{name}: the key is seen");
    let result: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{name}: {error}: {out}"));
    let transcript = text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let played = Played { result, transcript, text };
    assert_eq!(played.result["games"], 2, "{name}: {}", played.result);
    assert_eq!(faults(&played.result), 0, "{name}: {}", played.result);
    assert_eq!((played.lines("game").len(), played.lines("over").len()), (2, 2), "{name}: {}", played.text);
    played
}

/// The number of faults of all bots.
fn faults(result: &Value) -> u64 {
    fn count(value: &Value, inside: bool) -> u64 {
        match value {
            Value::Object(fields) => {
                fields.iter().map(|(name, value)| count(value, inside || name == "faults")).sum()
            }
            Value::Array(items) => items.iter().map(|value| count(value, inside)).sum(),
            Value::Number(number) if inside => number.as_u64().unwrap_or(1),
            _ => 0,
        }
    }
    count(result, false)
}

/// The last question of the chat.
fn question(asked: &Value) -> &str {
    asked["messages"]
        .as_array()
        .and_then(|messages| messages.last()?["content"].as_str())
        .expect("a question")
}

fn first() -> Reply {
    Reply::Text("I think.\n```json\n{\"number\": 1, \"reason\": \"the first one\"}\n```".to_owned())
}

#[test]
fn a_model_plays_against_settler() {
    let endpoint = Endpoint::start(|_, _| first());
    let url = format!("http://{}/v1", endpoint.addr);
    let played = play("settler", "catan", "settler", &url, "--game-tokens 10000000", &["victory_points=6"]);
    let asked = endpoint.asked();
    assert!(asked.len() > 10, "{} questions", asked.len());
    assert!(played.lines("fallback").is_empty(), "{:?}", played.lines("fallback"));
    assert!(
        played.lines("over").iter().all(|line| line["winners"] != json!([])),
        "{:?}",
        played.lines("over")
    );
    let (head, body) = &asked[0];
    assert!(head.starts_with("POST /v1/chat/completions HTTP/1.1"), "{head}");
    assert!(head.contains(&format!("Authorization: Bearer {KEY}")), "{head}");
    assert_eq!((&body["model"], &body["max_tokens"]), (&json!("test"), &json!(400)));
    let told = question(body);
    assert!(told.contains("The position:") && told.contains("\n1. settlement I"), "{told}");
    assert!(played.lines("asked").iter().all(|line| line["tokens"] == 1_000 && line["action"].is_string()));
    let spent: u64 = played.lines("over").iter().map(|line| line["spent"].as_u64().expect("tokens")).sum();
    assert_eq!(spent, 1_000 * asked.len() as u64);
}

#[test]
fn an_answer_that_is_no_legal_action_is_asked_for_again() {
    let wrong =
        ["{\"number\": 99999}", "{\"action\": \"castle\"}", "{\"number\": true}", "I resign.", "{{{{", "[]"];
    let endpoint = Endpoint::start(move |n, asked| {
        // Every second question is a repeated one, which says what was wrong.
        match question(asked).contains("Antworte noch einmal") {
            true => first(),
            false => Reply::Text(wrong[n / 2 % wrong.len()].to_owned()),
        }
    });
    let url = format!("http://{}/v1/chat/completions", endpoint.addr);
    let arguments = "--language de --position data --tries 2 --game-tokens 10000000";
    let played = play("illegal", "carcassonne", "random", &url, arguments, &[]);
    assert!(played.lines("fallback").is_empty() && played.lines("fault").is_empty(), "{}", played.text);
    let asked: Vec<String> = endpoint.asked().iter().map(|(_, body)| question(body).to_owned()).collect();
    for words in
        ["Nummer 99999", "`castle` ist keine erlaubte Aktion", "kein JSON-Objekt", "Die Stellung:\n{"]
    {
        assert!(asked.iter().any(|question| question.contains(words)), "{words}");
    }
    let illegal: u64 =
        played.lines("over").iter().map(|line| line["illegal"].as_u64().expect("a number")).sum();
    assert_eq!(illegal * 2, asked.len() as u64);
    // Without a further try the fallback plays. Half a character is not handed on.
    let answer = json!({ "choices": [{ "message": { "content": "{\"action\": \"castleHALF\"}" } }] });
    let answer = answer.to_string().replace("HALF", "\\ud800");
    let stubborn = Endpoint::start(move |_, _| Reply::Raw("200 OK", answer.clone()));
    let url = format!("http://{}", stubborn.addr);
    let arguments = "--tries 2 --position none --fallback first";
    let played = play("stubborn", "carcassonne", "random", &url, arguments, &[]);
    let fallbacks = played.lines("fallback");
    assert!(fallbacks.len() > 40, "{}", played.text);
    assert_eq!(fallbacks[0]["why"], "`castle?` is not a legal action.");
}

#[test]
fn an_endpoint_that_fails_is_given_up() {
    type Fails = fn() -> Reply;
    let silent: Fails = || Reply::Silence;
    let cases: [(&str, Fails, &str); 7] = [
        (
            "status",
            || Reply::Raw("500 Oops", format!("broken, and your key is {KEY}")),
            "with the status 500: broken, and your key is ***",
        ),
        ("limit", || Reply::Raw("429 Too Many", "slow down".to_owned()), "with the status 429: slow down"),
        ("garbage", || Reply::Raw("200 OK", "<html>".to_owned()), "is not of the chat API: <html>"),
        ("empty", || Reply::Raw("200 OK", "{\"choices\": []}".to_owned()), "is not of the chat API"),
        (
            "redirect",
            || Reply::Raw("302 Found\r\nlocation: http://127.0.0.1:9/", String::new()),
            "with the status 302",
        ),
        ("silent", silent, "did not answer"),
        ("drip", || Reply::Drip, "did not answer in time"),
    ];
    for (name, reply, words) in cases {
        let endpoint = Endpoint::start(move |_, _| reply());
        let url = format!("http://{}", endpoint.addr);
        let played =
            play(name, "carcassonne", "random", &url, "--timeout 0.3 --give-up 3 --position none", &[]);
        let failed = played.lines("failed");
        assert!(failed[0]["why"].as_str().expect("words").contains(words), "{name}: {}", failed[0]);
        // Three failures in each of two games, then nobody asks any more.
        assert_eq!((failed.len(), played.lines("stopped-asking").len()), (6, 2), "{name}: {}", played.text);
        assert!(played.lines("fallback").len() > 40, "{name}");
    }
    // Nothing listens.
    let nobody = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
    let played = play("nobody", "carcassonne", "random", &format!("http://{nobody}"), "--give-up 1", &[]);
    assert!(played.text.contains("the endpoint did not answer"), "{}", played.text);
}

#[test]
fn a_spent_budget_ends_the_questions_and_not_the_game() {
    let endpoint = Endpoint::start(|_, _| first());
    let url = format!("http://{}", endpoint.addr);
    let played =
        play("game-budget", "carcassonne", "random", &url, "--game-tokens 5000 --position none", &[]);
    let stopped = played.lines("stopped-asking");
    assert_eq!(stopped.len(), 2, "{}", played.text);
    assert!(
        stopped[0]["why"].as_str().expect("words").starts_with("the budget of the game is spent: "),
        "{}",
        stopped[0]
    );
    let spent: Vec<u64> =
        played.lines("over").iter().map(|line| line["spent"].as_u64().expect("tokens")).collect();
    assert!(spent.iter().all(|spent| (3_000..=5_000).contains(spent)), "{spent:?}");
    // The budget of the process holds for all of its games.
    let arguments = "--game-tokens 1000000 --total-tokens 5000 --position none";
    let played = play("total-budget", "carcassonne", "random", &url, arguments, &[]);
    let total = played.lines("over").iter().map(|line| line["spent_total"].as_u64().expect("tokens")).max();
    assert!(total <= Some(5_000), "{total:?}");
    assert!(played.text.contains("the budget of the match is spent"), "{}", played.text);
}

#[test]
fn the_bot_keeps_to_the_protocol_and_says_what_it_cannot_read() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots/python/language_model.py");
    let script = script.to_str().expect("UTF-8");
    for (arguments, words) in [
        (&["--model", "x"][..], "--url"),
        (&["--url", "ftp://x", "--model", "x"], "is no address such as"),
        (&["--url", "http://x", "--model", "x", "--tries", "0"], "a whole number from 1 to 20"),
        (&["--url", "http://x", "--model", "x", "--timeout", "nan"], "a number from 0.05 to 3600"),
        (&["--url", "http://x", "--model", "x", "--transcript", "/nowhere/x"], "--transcript"),
    ] {
        let output =
            std::process::Command::new("python3").arg(script).args(arguments).output().expect("python3");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(words), "{arguments:?}: {said}");
    }
    let command =
        format!("exec python3 '{script}' --url http://127.0.0.1:9 --model none --give-up 1 --timeout 0.5");
    let output = bare()
        .args(["bot-check", &command, "--games", "carcassonne", "--json"])
        .env("NO_PROXY", "*")
        .output();
    let report: Value =
        serde_json::from_slice(&output.expect("the program starts").stdout).expect("a report");
    assert_eq!(report["passed"], true, "{report:#}");
}
