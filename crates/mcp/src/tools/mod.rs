//! The tools. Each is a type with its arguments; its schema, its description and what it does follow from that type.

mod schema;
mod answers;
mod tables;
mod play;
mod follow;
mod rules;

use crate::api::{Api, Request};
use crate::outcome::{Answer, Outcome, Refused};
use crate::person::Person;
use answers::{Kind, Line, Progress, TableStage, TableState};
use pages::{Lang, Words, msg};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schema::{answer_schema, check_limits, schema_of};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::LazyLock;

pub(crate) use follow::SECONDS_MAX as WAIT_MAX;
pub(crate) use rules::{Page, page_of_rules};

/// The caller of a tool, and the server that the tool asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller<'a> {
    pub(crate) api: &'a Api,
    pub(crate) person: &'a Person,
    /// The language of a call that names none.
    pub(crate) lang: Lang,
}

impl Caller<'_> {
    fn words(&self) -> Words {
        Words::new(self.lang)
    }

    pub(crate) async fn get(&self, path: impl Into<String>) -> Result<Value, Refused> {
        self.api.json(self.person, Request::get(path, self.lang)).await
    }

    async fn post(&self, path: impl Into<String>, body: Value) -> Result<Value, Refused> {
        self.api.json(self.person, Request::post(path, self.lang, body)).await
    }
}

/// The language of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Language {
    En,
    De,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Lang {
        match language {
            Language::En => Lang::En,
            Language::De => Lang::De,
        }
    }
}

/// The effect of a tool on a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Nothing.
    Reads,
    /// Something, and the same call again does it no second time.
    DoesOnce,
    /// Something each time.
    Does,
}

/// The arguments of a tool, and the tool.
pub(crate) trait Arguments: DeserializeOwned + JsonSchema {
    const NAME: &'static str;
    /// The description of the tool, for the model that chooses one.
    const ABOUT: &'static str;
    const EFFECT: Effect;
    /// The structured answer of the tool.
    type Data: Serialize + JsonSchema;

    fn language(&self) -> Option<Language>;
    async fn run(self, caller: &Caller<'_>) -> Answer<Self::Data>;
}

macro_rules! tools {
    ($($Tool:ty),* $(,)?) => {
        static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| vec![$(described::<$Tool>()),*]);

        /// Calls a tool by its name; `None` if there is no such tool.
        pub(crate) async fn call(caller: Caller<'_>, name: &str, arguments: JsonObject) -> Option<Answer<Value>> {
            match name {
                $(<$Tool as Arguments>::NAME => Some(run::<$Tool>(caller, arguments).await),)*
                _ => None,
            }
        }
    };
}

tools!(
    tables::ListGames,
    tables::OpenTable,
    tables::JoinTable,
    tables::ListTables,
    tables::FillTable,
    play::ReadPosition,
    play::ListActions,
    play::Act,
    play::WhyNot,
    play::Undo,
    follow::Follow,
    rules::LookUpClause,
    tables::Say,
    tables::LeaveTable,
    tables::CloseTable,
    tables::AnswerRequest,
    tables::PlayAgain,
);

/// Every tool as the protocol lists it.
pub(crate) fn all() -> Vec<Tool> {
    TOOLS.clone()
}

fn described<T: Arguments>() -> Tool {
    let hints = ToolAnnotations::new()
        .read_only(T::EFFECT == Effect::Reads)
        .idempotent(T::EFFECT != Effect::Does)
        .destructive(false)
        .open_world(false);
    Tool::new(T::NAME, T::ABOUT, schema_of::<T>(false))
        .with_raw_output_schema(answer_schema::<T::Data>().into())
        .with_annotations(hints)
}

async fn run<T: Arguments>(caller: Caller<'_>, mut arguments: JsonObject) -> Answer<Value> {
    schema::whole(&mut arguments);
    let arguments = Value::Object(arguments);
    let tool: T = game::json::from_value(&arguments).map_err(|fault| {
        Refused::arguments(format!("the arguments of `{}` do not fit its schema: {fault}", T::NAME))
    })?;
    if let (Some(known), Value::Object(arguments)) =
        (TOOLS.iter().find(|tool| tool.name == T::NAME), &arguments)
    {
        check_limits(&known.input_schema, arguments)?;
    }
    let lang = tool.language().map_or(caller.lang, Lang::from);
    let Outcome { text, data } = tool.run(&Caller { lang, ..caller }).await?;
    let data = serde_json::to_value(data).map_err(|error| caller.api.strange(&error.to_string()))?;
    Ok(Outcome { text, data })
}

/// The id of a table as a part of an address. Anything else is refused here, so that no argument leads elsewhere.
pub(crate) fn table_id(text: &str) -> Result<&str, Refused> {
    let is_id = text.len() == 12 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_id {
        return Ok(text);
    }
    let shown: String = text.chars().take(40).collect();
    Err(Refused::arguments(format!(
        "`{shown}` is not the id of a table, which has twelve letters and digits"
    )))
}

/// An id for a command that is the same for the same command, so that a repeated call does nothing twice.
fn command_id(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().as_str()[..32].to_owned()
}

/// An id for a command that is meant each time.
fn new_id() -> String {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).expect("the operating system has random numbers");
    bits.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The state of a table, and a link for people who want to sit down or look on.
async fn state(caller: &Caller<'_>, table: &str) -> Result<TableState, Refused> {
    let state = caller.get(format!("/tables/{table}")).await?;
    Ok(with_page(caller, caller.read(&state)?))
}

fn with_page(caller: &Caller<'_>, mut state: TableState) -> TableState {
    state.page = match &state.code {
        Some(code) => format!("{}/j/{code}", caller.api.address()),
        None => format!("{}/t/{}", caller.api.address(), state.table),
    };
    state
}

/// Describes the state of a table in words: the game, the players at the seats, the stage.
fn state_in_words(state: &TableState, words: Words) -> String {
    let game = words.or(&format!("game-{}", state.game), &state.game);
    let (table, page) = (state.table.as_str(), state.page.as_str());
    let mut lines = vec![msg!(words, "mcp-table", table = table, game = game, version = state.version)];
    for (n, seat) in state.seats.iter().enumerate() {
        let (letter, bot) = (seat.seat.as_str(), seat.bot.as_deref().unwrap_or_default());
        let line = match (seat.kind, seat.name.as_deref()) {
            (Kind::Person, Some(name)) if bot.is_empty() => {
                msg!(words, "mcp-seat-person", seat = letter, name = name)
            }
            (Kind::Person, Some(name)) => {
                msg!(words, "mcp-seat-stand-in", seat = letter, name = name, kind = bot)
            }
            (Kind::Bot, _) => {
                let name = pages::BOT_NAMES.get(n).copied().unwrap_or(bot);
                msg!(words, "mcp-seat-bot", seat = letter, name = name, kind = bot)
            }
            _ => msg!(words, "mcp-seat-open", seat = letter),
        };
        let is_you = state.you.as_deref() == Some(letter);
        lines.push(if is_you { format!("{line} {}", msg!(words, "mcp-seat-you")) } else { line });
    }
    let Progress { stage, to_decide, winners, .. } = &state.progress;
    lines.push(match (stage, winners.as_deref().unwrap_or_default()) {
        (TableStage::Waiting, _) => {
            msg!(words, "mcp-stage-waiting", page = page, code = state.code.as_deref().unwrap_or_default())
        }
        (TableStage::Over, []) => msg!(words, "mcp-stage-over-nobody"),
        (TableStage::Over, winners) => msg!(words, "mcp-stage-over", seats = words.list(winners)),
        (TableStage::Closed, _) => msg!(words, "mcp-stage-closed"),
        (TableStage::Playing, _) => {
            msg!(words, "mcp-stage-playing", seats = words.list(to_decide), page = page)
        }
    });
    lines.join("\n")
}

/// A list of texts.
pub(crate) fn strings(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The lines of a log after a version.
async fn log(caller: &Caller<'_>, table: &str, after: u64) -> Result<Vec<Line>, Refused> {
    let log = caller.get(format!("/tables/{table}/log?after={after}")).await?;
    caller.read(&log["lines"])
}

/// The lines of a log, one below the other.
fn log_in_words(log: &[Line]) -> String {
    log.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Returns whether this person has something to decide, and says in words what to do next.
async fn next_step(caller: &Caller<'_>, state: &TableState) -> Result<(bool, String), Refused> {
    let words = caller.words();
    if state.progress.stage != TableStage::Playing || state.you.is_none() {
        return Ok((false, String::new()));
    }
    let legal = caller.get(format!("/tables/{}/legal", state.table)).await?;
    let decides = legal["legal"].as_array().is_some_and(|legal| !legal.is_empty());
    let text = if decides { msg!(words, "mcp-you-decide") } else { msg!(words, "mcp-others-decide") };
    Ok((decides, paragraphs(&[&requests(words, state), &text])))
}

/// The open requests of other players to this person, in words; empty if there are none.
fn requests(words: Words, state: &TableState) -> String {
    let of_others = |seat: &'_ Option<String>| seat.clone().filter(|_| *seat != state.you);
    let undo = of_others(&state.progress.undo_asked).map(|seat| msg!(words, "mcp-undo-asked", seat = seat));
    let close =
        of_others(&state.progress.close_asked).map(|seat| msg!(words, "mcp-close-asked", seat = seat));
    undo.into_iter().chain(close).collect::<Vec<_>>().join("\n")
}

/// Several paragraphs, without those that are empty.
fn paragraphs(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().map(|part| part.trim_end()).filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}
