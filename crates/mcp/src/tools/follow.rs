//! Following a game: waiting, for a bounded time, until there is something to do.

use super::{
    Arguments, Caller, Effect, Language, log_in_words, next_step, paragraphs, requests, state,
    state_in_words, table_id,
};
use crate::outcome::{Answer, Outcome, Refused};
use pages::say;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

/// How long a call waits unless it says so, and at most.
const SECONDS: u64 = 20;
const SECONDS_MAX: u64 = 50;
/// How long one request to the server waits at most.
const REQUEST_SECONDS: u64 = 20;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Follow {
    /// The id of the table.
    table: String,
    /// The last version of the table you have seen: what happened after it is told. Without it, what happens from now on.
    after: Option<u64>,
    /// How many seconds to wait at most, 0 to 50; 20 if left out.
    seconds: Option<u64>,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for Follow {
    const NAME: &'static str = "follow";
    const ABOUT: &'static str = "Waits until you have something to decide at a table, another player asks you something, its game is over, or the time is up, and tells \
                                 what has happened since a version. Call it again as long as others decide.";
    const EFFECT: Effect = Effect::Reads;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer {
        let table = table_id(&self.table)?;
        let seconds = self.seconds.unwrap_or(SECONDS);
        if seconds > SECONDS_MAX {
            return Err(Refused::arguments(format!("`seconds` is a number from 0 to {SECONDS_MAX}")));
        }
        let until = Instant::now() + Duration::from_secs(seconds);
        let first = state(caller, table).await?;
        let after = self.after.or_else(|| first["version"].as_u64()).unwrap_or(0);
        let mut now = first;
        let (decides, next) = loop {
            let (decides, next) = next_step(caller, table, &now).await?;
            let version = now["version"].as_u64().unwrap_or(0);
            // Whoever has no seat, or waits for the beginning, is told of every change.
            let looks_on = now["you"].is_null() || now["stage"] == "waiting";
            let is_over = matches!(now["stage"].as_str(), Some("over" | "closed"));
            // A request is told once: nobody can be asked again and again by following on.
            let is_asked = !requests(caller.words(), &now).is_empty() && now["you"].is_string();
            let left = until.saturating_duration_since(Instant::now()).as_secs();
            if decides || is_over || left == 0 || ((looks_on || is_asked) && version > after) {
                break (decides, next);
            }
            let wait = left.min(REQUEST_SECONDS);
            caller.get(format!("/tables/{table}/log?after={version}&wait={wait}")).await?;
            now = state(caller, table).await?;
        };
        let log = caller.get(format!("/tables/{table}/log?after={after}")).await?;
        let (version, words) = (now["version"].as_u64().unwrap_or(0), caller.words());
        let told = match log_in_words(&log) {
            lines if lines.is_empty() => say!(words, "mcp-nothing-new", version = version),
            lines => lines,
        };
        let around = if now["stage"] == "playing" { String::new() } else { state_in_words(&now, words) };
        let text = paragraphs(&[&told, &next, &around]);
        let data =
            json!({ "version": version, "lines": log["lines"], "state": now, "your_decision": decides });
        Ok(Outcome { text, data })
    }
}
