//! Tools to play: the position, the actions, acting, and why something is refused.

use super::{
    Arguments, Caller, Effect, Language, bounded, command_id, log_in_words, next_step, paragraphs, state,
    state_in_words, strings, table_id,
};
use crate::outcome::{Answer, Outcome, Refused};
use pages::say;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt::Write;

/// The longest action that a server reads.
const ACTION: usize = 400;

/// How many actions are listed unless the model asks for fewer or more, and at most.
const ACTIONS: usize = 100;
const ACTIONS_MAX: usize = 300;

/// How a position is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Format {
    /// In words.
    #[default]
    Words,
    /// As the JSON document of docs/view.md.
    Data,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadPosition {
    /// The id of the table.
    table: String,
    /// `words` for text, `data` for the JSON document of the view.
    #[serde(default)]
    format: Format,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for ReadPosition {
    const NAME: &'static str = "read_position";
    const ABOUT: &'static str = "Reads the position of a table as your seat may know it, in words or as data: whose turn it is, what \
                                 everybody has, the board. Without a seat it is what a spectator sees.";
    const EFFECT: Effect = Effect::Reads;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer {
        let table = table_id(&self.table)?;
        let state = state(caller, table).await?;
        if self.format == Format::Data {
            let view = caller.get(format!("/tables/{table}/view")).await?;
            let text = view["view"].to_string();
            return Ok(Outcome {
                text,
                data: json!({ "version": view["version"], "view": view["view"], "state": state }),
            });
        }
        let position = caller.get(format!("/tables/{table}/words")).await?;
        let told = position["text"].as_str().unwrap_or_default();
        let text = paragraphs(&[&state_in_words(&state, caller.words()), told]);
        let data = json!({
            "version": position["version"], "headline": position["headline"], "text": position["text"], "state": state,
        });
        Ok(Outcome { text, data })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListActions {
    /// The id of the table.
    table: String,
    /// How many actions to skip, for long lists.
    #[serde(default)]
    skip: usize,
    /// How many to list, 1 to 300; 100 if left out.
    limit: Option<usize>,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for ListActions {
    const NAME: &'static str = "list_actions";
    const ABOUT: &'static str = "Lists what your seat may do now, each action with its number, its text and its meaning, and the \
                                 version of the table to act on. An empty list means that others decide: follow the table. Trade \
                                 offers are not listed, since there are too many; send one as text.";
    const EFFECT: Effect = Effect::Reads;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer {
        let table = table_id(&self.table)?;
        let limit = self.limit.unwrap_or(ACTIONS);
        if !(1..=ACTIONS_MAX).contains(&limit) {
            return Err(Refused::arguments(format!("`limit` is a number from 1 to {ACTIONS_MAX}")));
        }
        let legal = caller.get(format!("/tables/{table}/legal?words=true")).await?;
        let words = caller.words();
        let (actions, meanings) = (strings(&legal["legal"]), strings(&legal["words"]));
        let version = legal["version"].as_u64().unwrap_or(0);
        let total = legal["total"].as_u64().unwrap_or(actions.len() as u64);
        let listed: Vec<Value> = actions
            .iter()
            .zip(&meanings)
            .enumerate()
            .skip(self.skip)
            .take(limit)
            .map(|(n, (action, meaning))| json!({ "number": n + 1, "action": action, "meaning": meaning }))
            .collect();
        let mut text = match total {
            0 => say!(words, "mcp-actions-none", version = version),
            _ => say!(words, "mcp-actions", total = total, version = version),
        };
        for action in &listed {
            let field = |name: &str| action[name].as_str().unwrap_or_default();
            let _ = write!(text, "\n{}. {} — {}", action["number"], field("action"), field("meaning"));
        }
        let shown_to = self.skip.saturating_add(listed.len());
        if shown_to < actions.len() {
            let _ = write!(
                text,
                "\n{}",
                say!(words, "mcp-actions-more", n = actions.len() - shown_to, skip = shown_to)
            );
        }
        if let Some(choose) = legal["choose"].as_object() {
            let of: Vec<String> = choose["of"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(kind, count)| format!("{count} {kind}"))
                .collect();
            let verb = choose["verb"].as_str().unwrap_or_default();
            let count = choose["count"].as_u64().unwrap_or(0);
            let _ = write!(
                text,
                "\n{}",
                say!(words, "mcp-choose", verb = verb, count = count, of = of.join(", "))
            );
        }
        let mut data =
            json!({ "version": version, "seat": legal["seat"], "total": total, "actions": listed });
        if !legal["choose"].is_null() {
            data["choose"] = legal["choose"].clone();
        }
        Ok(Outcome { text, data })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Act {
    /// The id of the table.
    table: String,
    /// The version of the table you decided on, as `list_actions` told it.
    version: u64,
    /// The text of the action, such as `road P25` or `offer 1 wool for 1 brick to B C`. Give either this or `number`.
    action: Option<String>,
    /// The number of the action in the list of that version.
    number: Option<usize>,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for Act {
    const NAME: &'static str = "act";
    const ABOUT: &'static str = "Does an action, named by its text or by its number in the list of actions, at the version it was \
                                 listed for. The same call again does nothing twice. Answers with what happened since.";
    const EFFECT: Effect = Effect::DoesOnce;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer {
        let table = table_id(&self.table)?;
        let action = match (self.action, self.number) {
            (Some(action), None) => bounded("action", action.trim(), ACTION)?.to_owned(),
            (None, Some(number)) => numbered(caller, table, self.version, number).await?,
            _ => {
                return Err(Refused::arguments(
                    "give either `action`, a text, or `number`, a number of the list",
                ));
            }
        };
        let version = self.version.to_string();
        let id = command_id(&["act", table, &version, &action]);
        let body = json!({ "seq": self.version, "id": id, "action": action });
        caller.post(format!("/tables/{table}/act"), body).await?;
        happened(caller, table, self.version, &action).await
    }
}

/// The action of this number in the list of this version.
async fn numbered(caller: &Caller<'_>, table: &str, version: u64, number: usize) -> Result<String, Refused> {
    let legal = caller.get(format!("/tables/{table}/legal")).await?;
    let now = legal["version"].as_u64().unwrap_or(0);
    if now != version {
        let message = format!(
            "the table is at version {now} and not {version} any more: list the actions again and decide anew"
        );
        return Err(Refused { more: json!({ "version": now }), ..Refused::new("stale", message) });
    }
    let actions = strings(&legal["legal"]);
    let action = number.checked_sub(1).and_then(|n| actions.get(n)).cloned();
    action.ok_or_else(|| {
        Refused::arguments(format!("`number`: the list has the numbers 1 to {}, not {number}", actions.len()))
    })
}

/// The answer to a command: what happened since, and what is next.
async fn happened(caller: &Caller<'_>, table: &str, since: u64, what: &str) -> Answer {
    let log = caller.get(format!("/tables/{table}/log?after={since}")).await?;
    let state = state(caller, table).await?;
    let (decides, next) = next_step(caller, table, &state).await?;
    let version = state["version"].as_u64().unwrap_or(0);
    let done = say!(caller.words(), "mcp-done", action = what, version = version);
    let over =
        if state["stage"] == "playing" { String::new() } else { state_in_words(&state, caller.words()) };
    let text = paragraphs(&[&done, &log_in_words(&log), &next, &over]);
    let data = json!({ "version": version, "lines": log["lines"], "state": state, "your_decision": decides });
    Ok(Outcome { text, data })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WhyNot {
    /// The id of the table.
    table: String,
    /// The text of the action, such as `settlement I17`.
    action: String,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for WhyNot {
    const NAME: &'static str = "why_not";
    const ABOUT: &'static str = "Says whether your seat may do an action now, and if not, why, with the clause of the rulebook. Nothing is done.";
    const EFFECT: Effect = Effect::Reads;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer {
        let table = table_id(&self.table)?;
        let action = bounded("action", self.action.trim(), ACTION)?;
        let words = caller.words();
        match caller.post(format!("/tables/{table}/check"), json!({ "action": action })).await {
            Ok(checked) => {
                let text = say!(words, "mcp-legal", action = action);
                Ok(Outcome { text, data: json!({ "legal": true, "version": checked["seq"] }) })
            }
            Err(Refused { code, message, clause, more })
                if matches!(code.as_str(), "illegal" | "not-an-action") =>
            {
                let mut text = message.clone();
                let mut data =
                    json!({ "legal": false, "reason": message, "error": code, "version": more["version"] });
                if let Some(clause) = clause {
                    let told = super::rules::clause_in_words(&clause, caller.lang);
                    text = format!("{text} ({clause})\n\n{}", told.as_deref().unwrap_or_default());
                    data["clause"] = clause.into();
                    data["clause_text"] = told.into();
                }
                Ok(Outcome { text: text.trim_end().to_owned(), data })
            }
            Err(refused) => Err(refused),
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    /// The id of the table.
    table: String,
    /// The version of the table you decided on.
    version: u64,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for Undo {
    const NAME: &'static str = "undo";
    const ABOUT: &'static str =
        "Takes your last action back, as long as it has revealed nothing and nobody has acted since.";
    const EFFECT: Effect = Effect::DoesOnce;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer {
        let table = table_id(&self.table)?;
        let id = command_id(&["undo", table, &self.version.to_string()]);
        caller.post(format!("/tables/{table}/undo"), json!({ "seq": self.version, "id": id })).await?;
        happened(caller, table, self.version, "undo").await
    }
}
