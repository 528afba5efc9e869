//! Following a game: waiting, for a bounded time, until there is something to do.

use super::{
    Arguments, Caller, Effect, Language, log, log_in_words, next_step, paragraphs, requests, state,
    state_in_words,
};
use crate::outcome::{Answer, Outcome};
use crate::tools::answers::{Happened, TableStage};
use crate::tools::schema::{TableId, WHOLE_MAX};
use pages::msg;
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::Duration;
use tokio::time::Instant;

/// The default and the maximum wait of a call, in seconds.
const SECONDS: u64 = 20;
pub(crate) const SECONDS_MAX: u64 = 50;
/// The maximum wait of one request to the server, in seconds.
const REQUEST_SECONDS: u64 = 20;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Follow {
    /// The id of the table.
    table: TableId,
    /// The last version of the table you have seen: what happened after it is told. Without it, what happens from now on.
    #[schemars(range(max = WHOLE_MAX))]
    after: Option<u64>,
    /// The maximum time to wait, in seconds.
    #[schemars(range(max = SECONDS_MAX), extend("default" = SECONDS))]
    seconds: Option<u64>,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for Follow {
    const NAME: &'static str = "follow";
    const ABOUT: &'static str = "Waits until you have something to decide at a table, another player asks you something, its game is over, or the time is up, and tells \
                                 what has happened since a version. Call it again as long as others decide.";
    const EFFECT: Effect = Effect::Reads;
    type Data = Happened;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer<Happened> {
        let table = &*self.table;
        let until = Instant::now() + Duration::from_secs(self.seconds.unwrap_or(SECONDS));
        let mut now = state(caller, table).await?;
        let after = self.after.unwrap_or(now.version);
        let (decides, next) = loop {
            let (decides, next) = next_step(caller, &now).await?;
            // Whoever has no seat, or waits for the beginning, is told of every change.
            let looks_on = now.you.is_none() || now.progress.stage == TableStage::Waiting;
            let is_over = matches!(now.progress.stage, TableStage::Over | TableStage::Closed);
            // A request is told once: nobody can be asked again and again by following on.
            let is_asked = !requests(caller.words(), &now).is_empty() && now.you.is_some();
            let left = until.saturating_duration_since(Instant::now()).as_secs();
            if decides || is_over || left == 0 || ((looks_on || is_asked) && now.version > after) {
                break (decides, next);
            }
            let (version, wait) = (now.version, left.min(REQUEST_SECONDS));
            caller.get(format!("/tables/{table}/log?after={version}&wait={wait}")).await?;
            now = state(caller, table).await?;
        };
        let (lines, words) = (log(caller, table, after).await?, caller.words());
        let told = match log_in_words(&lines) {
            lines if lines.is_empty() => msg!(words, "mcp-nothing-new", version = now.version),
            lines => lines,
        };
        let around = if now.progress.stage == TableStage::Playing {
            String::new()
        } else {
            state_in_words(&now, words)
        };
        let text = paragraphs(&[&told, &next, &around]);
        let data = Happened { version: now.version, lines, state: now.progress, your_decision: decides };
        Ok(Outcome { text, data })
    }
}
