//! The schema of each argument states exactly the limits that the tool enforces.

use crate::common::Model;
use serde_json::{Map, Value, json};
use testkit::RunningServer;

/// Arguments with which each tool can be called.
fn fitting(tool: &str, table: &str) -> Value {
    match tool {
        "list_games" | "list_tables" => json!({}),
        "open_table" => json!({ "game": "carcassonne", "seats": ["me", "open"] }),
        "act" => json!({ "table": table, "version": 0, "number": 1 }),
        "why_not" => json!({ "table": table, "action": "end" }),
        "undo" => json!({ "table": table, "version": 0 }),
        "follow" => json!({ "table": table, "seconds": 0 }),
        "fill_table" => json!({ "table": table, "bot": "random" }),
        "say" => json!({ "table": table, "text": "Hello" }),
        "answer_request" => json!({ "table": table, "request": "undo", "agrees": false }),
        "look_up_clause" => json!({ "clause": "CATAN-ROB-5" }),
        _ => json!({ "table": table }),
    }
}

/// Values at the borders of a schema and beyond them, of every kind.
fn tries(schema: &Value) -> Vec<Value> {
    let mut all = vec![
        json!(null),
        json!(true),
        json!("word"),
        json!(1.5),
        json!(-1),
        json!([]),
        json!({}),
        json!(["x"]),
    ];
    all.extend(schema["enum"].as_array().into_iter().flatten().cloned());
    for border in ["minimum", "maximum"] {
        if let Some(border) = schema[border].as_u64() {
            all.extend([border.saturating_sub(1), border, border + 1].map(|number| json!(number)));
            all.push(json!(border as f64));
        }
    }
    let letters = |n: u64| "ä".repeat(usize::try_from(n).expect("short"));
    for border in ["minLength", "maxLength"] {
        if let Some(border) = schema[border].as_u64() {
            all.extend([border.saturating_sub(1), border, border + 1].map(|n| json!(letters(n))));
        }
    }
    for border in ["minItems", "maxItems"] {
        if let Some(border) = schema[border].as_u64() {
            all.extend(
                [border.saturating_sub(1), border, border + 1].map(|n| json!(vec!["open"; n as usize])),
            );
        }
    }
    if let Some(most) = schema["items"]["maxLength"].as_u64() {
        all.extend([0, 1, most, most + 1].map(|n| json!([letters(n)])));
    }
    all
}

#[test]
fn a_tool_takes_what_its_schema_allows_and_nothing_else() {
    let running = RunningServer::start();
    let model = Model::new(running.addr);
    let opened = model.does("open_table", json!({ "game": "carcassonne", "seats": ["me", "open"] }));
    let table = opened.data["table"].as_str().expect("an id");
    let (mut tried, mut allowed, mut wrong) = (0, 0, Vec::new());
    for tool in model.tools() {
        let (name, schema) = (tool.name.as_ref(), &tool.input_schema);
        let base = fitting(name, table);
        assert!(model.schemas().allows(name, &base), "{name} {base}");
        let properties = schema["properties"].as_object().expect("properties");
        let mut calls = vec![json!({ "unknown": 1 })];
        calls.extend(base.as_object().expect("an object").keys().map(|missing| {
            let mut rest = base.clone();
            rest.as_object_mut().expect("an object").remove(missing);
            rest
        }));
        for (argument, schema) in properties {
            for value in tries(schema) {
                let mut call: Map<String, Value> = base.as_object().expect("an object").clone();
                // Either of two arguments is given.
                for (one, other) in [("action", "number"), ("search", "clause")] {
                    if argument == one && value.is_string() {
                        call.remove(other);
                    }
                }
                call.insert(argument.clone(), value);
                calls.push(Value::Object(call));
            }
        }
        for call in calls {
            // A wait would take its time.
            if name == "follow"
                && call["seconds"].as_f64().is_none_or(|seconds| (1.0..=50.0).contains(&seconds))
                && model.schemas().allows(name, &call)
            {
                continue;
            }
            let told = model.call(name, call.clone());
            let takes = !(told.refused && told.data["error"] == "bad-arguments");
            tried += 1;
            allowed += u32::from(takes);
            // What it is about is no matter of a schema: links, and which of two arguments is given.
            let is_sense = ["neither a link", "give either"].iter().any(|words| told.text.contains(words));
            if takes != model.schemas().allows(name, &call) && !is_sense {
                let call: String = call.to_string().chars().take(200).collect();
                wrong.push(format!("{name} {call}: {}", told.text));
            }
        }
    }
    println!("{tried} calls, {allowed} of them taken");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(allowed > 100 && tried - allowed > 300, "{tried}, {allowed}");
}

#[test]
fn limits_and_defaults_are_told() {
    let running = RunningServer::start();
    let tools = Model::new(running.addr).tools();
    let argument = |tool: &str, name: &str| {
        let tool = tools.iter().find(|one| one.name == tool).expect("a tool");
        tool.input_schema["properties"][name].clone()
    };
    let limits = |tool, name| {
        let schema = argument(tool, name);
        ["minimum", "maximum", "default"].map(|limit| schema[limit].as_u64())
    };
    assert_eq!(limits("act", "number"), [Some(1), Some(1_024), None]);
    assert_eq!(limits("list_actions", "limit"), [Some(1), Some(300), Some(100)]);
    assert_eq!(limits("list_actions", "skip"), [Some(0), Some(1_024), Some(0)]);
    assert_eq!(limits("follow", "seconds"), [Some(0), Some(50), Some(20)]);
    assert_eq!(argument("say", "text")["maxLength"], 300);
    assert_eq!(argument("open_table", "name")["maxLength"], 24);
    assert_eq!(argument("open_table", "seats")["maxItems"], 6);
    assert_eq!(argument("act", "table")["pattern"], "^[0-9A-Za-z]{12}$");
    for tool in &tools {
        let properties = tool.input_schema["properties"].as_object().expect("properties");
        for (name, schema) in properties {
            let text = schema.to_string();
            assert!(!text.contains("\"format\"") && !text.contains("$ref"), "{}.{name}: {text}", tool.name);
            assert!(schema["description"].is_string(), "{}.{name}: {text}", tool.name);
            let is_bare_text = schema["type"] == "string" || schema["type"] == json!(["string", "null"]);
            let is_bounded = ["maxLength", "pattern", "enum"].iter().any(|limit| schema.get(limit).is_some());
            assert!(!is_bare_text || is_bounded, "{}.{name}: {text}", tool.name);
        }
        assert_eq!(tool.input_schema["additionalProperties"], false, "{}", tool.name);
        assert_eq!(tool.output_schema.as_ref().expect("a schema")["type"], "object", "{}", tool.name);
    }
}
