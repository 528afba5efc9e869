//! The tools. Each is a type with its arguments; its schema, its description and what it does follow from that type.

mod tables;
mod play;
mod follow;
mod rules;

use crate::api::{Api, Request};
use crate::outcome::{Answer, Refused};
use crate::person::Person;
use pages::{Lang, Words, say};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::sync::LazyLock;

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

/// What a tool does to a table.
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
    /// What it does, for the model that chooses a tool.
    const ABOUT: &'static str;
    const EFFECT: Effect;

    fn language(&self) -> Option<Language>;
    async fn run(self, caller: &Caller<'_>) -> Answer;
}

macro_rules! tools {
    ($($Tool:ty),* $(,)?) => {
        static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| vec![$(described::<$Tool>()),*]);

        /// Calls a tool by its name; `None` if there is no such tool.
        pub(crate) async fn call(caller: Caller<'_>, name: &str, arguments: JsonObject) -> Option<Answer> {
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
    let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = match settings.into_generator().into_root_schema_for::<T>().to_value() {
        Value::Object(schema) => schema,
        _ => Map::new(),
    };
    schema.remove("title");
    schema.remove("description");
    let hints = ToolAnnotations::new()
        .read_only(T::EFFECT == Effect::Reads)
        .idempotent(T::EFFECT != Effect::Does)
        .destructive(false)
        .open_world(false);
    let mut tool = Tool::new(T::NAME, T::ABOUT, schema);
    tool.annotations = Some(hints);
    tool
}

async fn run<T: Arguments>(caller: Caller<'_>, arguments: JsonObject) -> Answer {
    let tool: T = game::json::from_value(&Value::Object(arguments)).map_err(|fault| {
        Refused::arguments(format!("the arguments of `{}` do not fit its schema: {fault}", T::NAME))
    })?;
    let lang = tool.language().map_or(caller.lang, Lang::from);
    tool.run(&Caller { lang, ..caller }).await
}

/// The id of a table as a part of an address. Anything else is refused here, so that no argument leads elsewhere.
fn table_id(text: &str) -> Result<&str, Refused> {
    let is_id = text.len() == 12 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_id {
        return Ok(text);
    }
    let shown: String = text.chars().take(40).collect();
    Err(Refused::arguments(format!(
        "`table`: `{shown}` is not the id of a table, which has twelve letters and digits"
    )))
}

/// Refuses a text that is longer than anything that could be meant.
fn bounded<'a>(name: &str, text: &'a str, most: usize) -> Result<&'a str, Refused> {
    if text.len() <= most {
        return Ok(text);
    }
    Err(Refused::arguments(format!("`{name}` has {} bytes, more than the {most} that are read", text.len())))
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
async fn state(caller: &Caller<'_>, table: &str) -> Result<Value, Refused> {
    let mut state = caller.get(format!("/tables/{table}")).await?;
    let page = match state["code"].as_str() {
        Some(code) => format!("{}/j/{code}", caller.api.address()),
        None => format!("{}/t/{table}", caller.api.address()),
    };
    state["page"] = page.into();
    Ok(state)
}

/// The same in words: the game, who sits where, how far it is.
fn state_in_words(state: &Value, words: Words) -> String {
    let text = |name: &str| state[name].as_str().unwrap_or_default();
    let game = words.or(&format!("game-{}", text("game")), text("game"));
    let version = state["version"].as_u64().unwrap_or(0);
    let mut lines = vec![say!(words, "mcp-table", table = text("table"), game = game, version = version)];
    for (n, seat) in state["seats"].as_array().into_iter().flatten().enumerate() {
        let letter = seat["seat"].as_str().unwrap_or_default();
        let bot = seat["bot"].as_str().unwrap_or_default();
        let line = match (seat["kind"].as_str(), seat["name"].as_str()) {
            (Some("person"), Some(name)) if bot.is_empty() => {
                say!(words, "mcp-seat-person", seat = letter, name = name)
            }
            (Some("person"), Some(name)) => {
                say!(words, "mcp-seat-stand-in", seat = letter, name = name, kind = bot)
            }
            (Some("bot"), _) => {
                let name = pages::BOT_NAMES.get(n).copied().unwrap_or(bot);
                say!(words, "mcp-seat-bot", seat = letter, name = name, kind = bot)
            }
            _ => say!(words, "mcp-seat-open", seat = letter),
        };
        let is_you = state["you"].as_str() == Some(letter);
        lines.push(if is_you { format!("{line} {}", say!(words, "mcp-seat-you")) } else { line });
    }
    lines.push(match text("stage") {
        "waiting" => say!(words, "mcp-stage-waiting", page = text("page"), code = text("code")),
        "over" => {
            let winners: Vec<String> = strings(&state["winners"]);
            match winners.is_empty() {
                true => say!(words, "mcp-stage-over-nobody"),
                false => say!(words, "mcp-stage-over", seats = words.list(&winners)),
            }
        }
        "closed" => say!(words, "mcp-stage-closed"),
        _ => say!(
            words,
            "mcp-stage-playing",
            seats = words.list(&strings(&state["to_decide"])),
            page = text("page")
        ),
    });
    lines.join("\n")
}

/// A list of texts.
fn strings(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The lines of a log, one below the other.
fn log_in_words(log: &Value) -> String {
    let lines = log["lines"].as_array().into_iter().flatten().filter_map(|line| line["text"].as_str());
    lines.collect::<Vec<_>>().join("\n")
}

/// What is to be done next by this person.
async fn next_step(caller: &Caller<'_>, table: &str, state: &Value) -> Result<(bool, String), Refused> {
    let words = caller.words();
    if state["stage"] != "playing" || state["you"].is_null() {
        return Ok((false, String::new()));
    }
    let legal = caller.get(format!("/tables/{table}/legal")).await?;
    let decides = legal["legal"].as_array().is_some_and(|legal| !legal.is_empty());
    let text = if decides { say!(words, "mcp-you-decide") } else { say!(words, "mcp-others-decide") };
    Ok((decides, paragraphs(&[&requests(words, state), &text])))
}

/// What others ask of this person, in words; empty if they ask nothing.
fn requests(words: Words, state: &Value) -> String {
    let of_others = |key: &str| state[key].as_str().filter(|seat| state["you"].as_str() != Some(*seat));
    let undo = of_others("undo_asked").map(|seat| say!(words, "mcp-undo-asked", seat = seat));
    let close = of_others("close_asked").map(|seat| say!(words, "mcp-close-asked", seat = seat));
    undo.into_iter().chain(close).collect::<Vec<_>>().join("\n")
}

/// Several paragraphs, without those that are empty.
fn paragraphs(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().map(|part| part.trim_end()).filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}
