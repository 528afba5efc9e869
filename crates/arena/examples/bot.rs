//! A bot in Rust that uses nothing but `serde_json`: it plays the first listed action.
//!
//! It plays every game; build it with `cargo build --release -p arena --example bot`. The protocol is described in
//! docs/bot-protocol.md. A bot that thinks would ask for the view and the events too.

use serde_json::{Value, json};
use std::io::{BufRead, Write, stdin, stdout};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut output = stdout().lock();
    for line in stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let message: Value = serde_json::from_str(&line)?;
        let answer = match message["type"].as_str() {
            Some("hello") => {
                json!({"type": "hello", "protocol": 1, "name": "first-rust", "events": false, "view": false})
            }
            Some("new-game") => json!({"type": "ready"}),
            Some("decide") => {
                json!({"type": "action", "decision": message["decision"], "action": message["legal"][0]})
            }
            Some("quit") => break,
            // Nothing else wants an answer, and types may be added.
            _ => continue,
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}
