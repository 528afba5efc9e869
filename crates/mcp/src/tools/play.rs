//! Tools to play: the position, the actions, acting, and why something is refused.

use super::answers::{Actions, Choose, Happened, Listed, Position, TableStage, Verdict};
use super::schema::{TableId, WHOLE_MAX};
use super::{
    Arguments, Caller, Effect, Language, command_id, log, log_in_words, next_step, paragraphs, state,
    state_in_words, strings,
};
use crate::outcome::{Answer, Outcome, Refused};
use pages::msg;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::fmt::Write;

/// The longest action that a server reads.
const ACTION: usize = 400;

/// The default and the maximum number of actions in a list.
const ACTIONS: usize = 100;
const ACTIONS_MAX: usize = 300;

/// The longest list that a server has.
const LISTED_MAX: usize = 1_024;

/// The format of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Format {
    /// Text in words.
    #[default]
    Words,
    /// The JSON document of docs/view.md.
    Data,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadPosition {
    /// The id of the table.
    table: TableId,
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
    type Data = Position;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer<Position> {
        let table = &*self.table;
        let state = state(caller, table).await?;
        if self.format == Format::Data {
            let found = caller.get(format!("/tables/{table}/view")).await?;
            let text = found["view"].to_string();
            let version = caller.read(&found["version"])?;
            let view = Some(caller.read(&found["view"])?);
            return Ok(Outcome { text, data: Position { version, headline: None, text: None, view, state } });
        }
        let found = caller.get(format!("/tables/{table}/words")).await?;
        let version = caller.read(&found["version"])?;
        let (headline, told): (String, String) =
            (caller.read(&found["headline"])?, caller.read(&found["text"])?);
        let text = paragraphs(&[&state_in_words(&state, caller.words()), &told]);
        let data = Position { version, headline: Some(headline), text: Some(told), view: None, state };
        Ok(Outcome { text, data })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListActions {
    /// The id of the table.
    table: TableId,
    /// The number of actions to skip, for long lists.
    #[serde(default)]
    #[schemars(range(max = LISTED_MAX))]
    skip: usize,
    /// The maximum number of actions to list.
    #[schemars(range(min = 1, max = ACTIONS_MAX), extend("default" = ACTIONS))]
    limit: Option<usize>,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for ListActions {
    const NAME: &'static str = "list_actions";
    const ABOUT: &'static str = "Lists what your seat may do now, each action with its number, its text and its meaning, and the \
                                 version of the table to act on; in front of it, hands, the tile to be placed and the players. An empty list means that others decide: follow the table. Trade \
                                 offers are not listed, since there are too many; send one as text.";
    const EFFECT: Effect = Effect::Reads;
    type Data = Actions;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer<Actions> {
        let table = &*self.table;
        let found = caller.get(format!("/tables/{table}/legal?words=true")).await?;
        let (actions, meanings) = (strings(&found["legal"]), strings(&found["words"]));
        let version = caller.read(&found["version"])?;
        let total = found["total"].as_u64().unwrap_or(actions.len() as u64);
        let listed =
            actions.iter().zip(meanings).zip(1..).skip(self.skip).take(self.limit.unwrap_or(ACTIONS));
        let listed = listed.map(|((action, meaning), number)| Listed {
            number,
            action: action.clone(),
            meaning: Some(meaning).filter(|meaning| meaning != action),
        });
        let told = found["summary"].as_str().map(|summary| summary.trim_end().to_owned());
        let data = Actions {
            version,
            seat: caller.read(&found["seat"])?,
            total,
            actions: listed.collect(),
            // With the rest of a long list it was told before.
            summary: told.filter(|told| total > 0 && self.skip == 0 && !told.is_empty()),
            choose: caller.read(&found["choose"])?,
        };
        let text = in_words(
            &data,
            actions.len().saturating_sub(self.skip.saturating_add(data.actions.len())),
            caller,
        );
        Ok(Outcome { text, data })
    }
}

/// A list of actions as text; so many more are left.
fn in_words(data: &Actions, left: usize, caller: &Caller<'_>) -> String {
    let words = caller.words();
    let mut list = match data.total {
        0 => msg!(words, "mcp-actions-none", version = data.version),
        total => msg!(words, "mcp-actions", total = total, version = data.version),
    };
    for Listed { number, action, meaning } in &data.actions {
        let _ = match meaning {
            Some(meaning) => write!(list, "\n{number}. {action} — {meaning}"),
            None => write!(list, "\n{number}. {action}"),
        };
    }
    if let Some(last) = data.actions.last().filter(|_| left > 0) {
        let _ = write!(list, "\n{}", msg!(words, "mcp-actions-more", n = left, skip = last.number));
    }
    if let Some(Choose { verb, count, of }) = &data.choose {
        let of: Vec<String> = of.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let choose = msg!(words, "mcp-choose", verb = verb.as_str(), count = *count, of = of.join(", "));
        let _ = write!(list, "\n{choose}");
    }
    paragraphs(&[data.summary.as_deref().unwrap_or_default(), &list])
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Act {
    /// The id of the table.
    table: TableId,
    /// The version of the table you decided on, as `list_actions` told it.
    #[schemars(range(max = WHOLE_MAX))]
    version: u64,
    /// The text of the action, such as `road P25` or `offer 1 wool for 1 brick to B C`. Give either this or `number`.
    #[schemars(length(min = 1, max = ACTION))]
    action: Option<String>,
    /// The number of the action in the list of that version.
    #[schemars(range(min = 1, max = LISTED_MAX))]
    number: Option<usize>,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for Act {
    const NAME: &'static str = "act";
    const ABOUT: &'static str = "Does an action, named by its text or by its number in the list of actions, at the version it was \
                                 listed for. The same call again does nothing twice. Answers with what happened since.";
    const EFFECT: Effect = Effect::DoesOnce;
    type Data = Happened;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer<Happened> {
        let table = &*self.table;
        let action = match (self.action, self.number) {
            (Some(action), None) => action.trim().to_owned(),
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
async fn happened(caller: &Caller<'_>, table: &str, since: u64, what: &str) -> Answer<Happened> {
    let (lines, state) = (log(caller, table, since).await?, state(caller, table).await?);
    let (decides, next) = next_step(caller, &state).await?;
    let version = state.version;
    let done = msg!(caller.words(), "mcp-done", action = what, version = version);
    let is_playing = state.progress.stage == TableStage::Playing;
    let over = if is_playing { String::new() } else { state_in_words(&state, caller.words()) };
    let text = paragraphs(&[&done, &log_in_words(&lines), &next, &over]);
    Ok(Outcome { text, data: Happened { version, lines, state: state.progress, your_decision: decides } })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WhyNot {
    /// The id of the table.
    table: TableId,
    /// The text of the action, such as `settlement I17`.
    #[schemars(length(min = 1, max = ACTION))]
    action: String,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for WhyNot {
    const NAME: &'static str = "why_not";
    const ABOUT: &'static str = "Says whether your seat may do an action now, and if not, why, with the clause of the rulebook. Nothing is done.";
    const EFFECT: Effect = Effect::Reads;
    type Data = Verdict;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer<Verdict> {
        let table = &*self.table;
        let action = self.action.trim();
        let words = caller.words();
        match caller.post(format!("/tables/{table}/check"), json!({ "action": action })).await {
            Ok(checked) => {
                let text = msg!(words, "mcp-legal", action = action);
                let version = caller.read(&checked["seq"])?;
                let data = Verdict {
                    legal: true,
                    version,
                    error: None,
                    reason: None,
                    clause: None,
                    clause_text: None,
                };
                Ok(Outcome { text, data })
            }
            Err(Refused { code, message, clause, more })
                if matches!(code.as_str(), "illegal" | "not-an-action") =>
            {
                let told =
                    clause.as_ref().and_then(|clause| super::rules::clause_in_words(clause, caller.lang));
                let named = clause.as_ref().map_or_else(String::new, |clause| format!(" ({clause})"));
                let text = paragraphs(&[&format!("{message}{named}"), told.as_deref().unwrap_or_default()]);
                let data = Verdict {
                    legal: false,
                    version: more["version"].as_u64(),
                    error: Some(code),
                    reason: Some(message),
                    clause,
                    clause_text: told,
                };
                Ok(Outcome { text, data })
            }
            Err(refused) => Err(refused),
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    /// The id of the table.
    table: TableId,
    /// The version of the table you decided on.
    #[schemars(range(max = WHOLE_MAX))]
    version: u64,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for Undo {
    const NAME: &'static str = "undo";
    const ABOUT: &'static str =
        "Takes your last action back, as long as it has revealed nothing and nobody has acted since.";
    const EFFECT: Effect = Effect::DoesOnce;
    type Data = Happened;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer<Happened> {
        let table = &*self.table;
        let id = command_id(&["undo", table, &self.version.to_string()]);
        caller.post(format!("/tables/{table}/undo"), json!({ "seq": self.version, "id": id })).await?;
        happened(caller, table, self.version, "undo").await
    }
}
