//! Waits for what happens at a table of a server, by its events.

use crate::Client;
use serde_json::Value;

/// Waits until something is true of a table as this client sees it, and returns the table. What happens at the table wakes
/// it: it reads the events and asks again after each change.
///
/// # Panics
/// If the events end first.
pub fn until_table(client: &mut Client, table: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let path = format!("/api/v1/tables/{table}");
    let mut events = None;
    loop {
        let state = client.get(&path).json();
        if is_so(&state) {
            return state;
        }
        let version = state["version"].as_u64().unwrap_or_else(|| panic!("no table: {state}"));
        let events = events.get_or_insert_with(|| client.follow(&format!("{path}/events?after={version}")));
        assert!(events.any(|(newer, _)| newer > version), "the events of table {table} end at {version}");
    }
}

/// Waits until the game at a table is over.
pub fn until_over(client: &mut Client, table: &str) {
    until_table(client, table, |state| state["stage"] == "over");
}

/// Waits until this client has something to choose at a table, and returns its list with the version; `None` once the game
/// is over.
pub fn until_turn(client: &mut Client, table: &str) -> Option<Value> {
    let path = format!("/api/v1/tables/{table}/legal");
    loop {
        let legal = client.get(&path).json();
        if legal["legal"].as_array().is_some_and(|list| !list.is_empty()) {
            return Some(legal);
        }
        // Whatever changed since then is a reason to look again.
        let version = &legal["version"];
        let state =
            until_table(client, table, |state| state["stage"] == "over" || state["version"] != *version);
        if state["stage"] == "over" {
            return None;
        }
    }
}
