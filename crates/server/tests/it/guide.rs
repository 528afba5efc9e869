//! The commands of `docs/api.md`, run as they stand there: a small reader of `curl` lines instead of a shell, so that the
//! test needs neither.

use serde_json::Value;
use std::collections::HashMap;
use testkit::RunningServer;

/// A fenced block of the guide: its language and text.
fn blocks(guide: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in guide.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => open = Some((language.to_owned(), String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some((_, text)), None) => *text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block without an end");
    blocks
}

/// Words of a shell line: quotes hold together, `$NAME` is filled in except in single quotes.
fn words(line: &str, variables: &HashMap<&str, String>) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    let mut letters = line.replace("\\\n", " ").trim().chars().collect::<Vec<_>>().into_iter().peekable();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\'' | '"', None) => quote = Some(letter),
            (letter, Some(open)) if letter == open => quote = None,
            ('$', None | Some('"')) => {
                let mut name = String::new();
                while let Some(next) = letters.next_if(|next| next.is_ascii_uppercase()) {
                    name.push(next);
                }
                word += variables.get(name.as_str()).unwrap_or_else(|| panic!("${name} is not set"));
            }
            (' ' | '\n', None) => words.extend((!word.is_empty()).then(|| std::mem::take(&mut word))),
            (letter, _) => word.push(letter),
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// Carries a `curl` line out; a stream gives its first event.
fn curl(running: &RunningServer, words: &[String]) -> Value {
    let mut client = running.client();
    let (mut path, mut body) = (None, None);
    let mut rest = words.iter();
    assert_eq!(rest.next().map(String::as_str), Some("curl"));
    while let Some(word) = rest.next() {
        match word.as_str() {
            "-s" | "-sN" => {}
            "-H" => {
                let (name, value) = rest.next().and_then(|header| header.split_once(": ")).expect("a header");
                client.headers.push((name.to_owned(), value.to_owned()));
            }
            "-d" => body = rest.next(),
            url => path = Some(url.strip_prefix("http://127.0.0.1:7170").expect("the server's address")),
        }
    }
    let path = path.expect("an address");
    if path.contains("/events") {
        return client.follow(path).next().expect("an event").1;
    }
    let (method, body) = if body.is_some() { ("POST", body) } else { ("GET", None) };
    client.send(method, path, None, body.map_or(b"", |body| body.as_bytes())).json()
}

#[test]
fn every_command_of_the_guide_works_as_it_says() {
    let guide = include_str!("../../../../docs/api.md");
    let running = RunningServer::start();
    let mut variables = HashMap::from([("N", "http://127.0.0.1:7170".to_owned())]);
    let mut last: Option<Value> = None;
    let mut tried = 0;
    for (language, text) in blocks(guide) {
        match language.as_str() {
            "sh" if text.starts_with("curl") => {
                assert!(last.is_none(), "an answer of the guide is missing");
                let answer = curl(&running, &words(&text, &variables));
                for (name, field) in [("TABLE", "table"), ("TOKEN", "token")] {
                    if let Some(value) = answer[field].as_str() {
                        variables.entry(name).or_insert_with(|| value.to_owned());
                    }
                }
                last = Some(answer);
                tried += 1;
            }
            "sh" => assert_eq!(text.trim(), "N=http://127.0.0.1:7170"),
            _ => {
                let said: Value =
                    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                let answer = last.take().expect("an answer to compare with");
                for (field, value) in said.as_object().expect("an object") {
                    let found = &answer[field];
                    assert!(!found.is_null(), "the guide says {field}, the server {answer}");
                    // Names, numbers and lists that are the same every time are compared; the others are examples.
                    let varies = matches!(
                        field.as_str(),
                        "table" | "token" | "code" | "at" | "seats" | "games" | "view" | "events"
                    );
                    if field == "legal" {
                        let (said, found) = (value.as_array().unwrap(), found.as_array().unwrap());
                        assert!(said.iter().all(|action| found.contains(action)), "{said:?} {found:?}");
                    } else if !varies {
                        assert_eq!(found, value, "{field} of {answer}");
                    }
                }
            }
        }
    }
    assert!(tried >= 9, "only {tried} commands were found");
}
