//! Prompts: what a person can start with one choice, in place of typing it.

use crate::outcome::Refused;
use crate::resources::{self, protocol_error};
use crate::tools::{Caller, strings, table_id};
use pages::{Lang, Words, msg};
use rmcp::model::{ErrorData, GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::Value;

const PLAY: &str = "play_game";
const EXPLAIN: &str = "explain_position";
/// The game of somebody who names none: it is explained fastest.
const GAME: &str = "carcassonne";

/// The prompts as the protocol lists them.
pub(crate) fn list(lang: Lang) -> Vec<Prompt> {
    let words = Words::new(lang);
    let argument = |name: &str, about: String, required: bool| {
        PromptArgument::new(name).with_description(about).with_required(required)
    };
    let language = || argument("language", msg!(words, "mcp-prompt-language"), false);
    let play = vec![
        argument("game", msg!(words, "mcp-prompt-play-game", game = GAME), false),
        argument("bot", msg!(words, "mcp-prompt-play-bot"), false),
        language(),
    ];
    let explain = vec![argument("table", msg!(words, "mcp-prompt-explain-table"), true), language()];
    vec![
        Prompt::new(PLAY, Some(msg!(words, "mcp-prompt-play-about")), Some(play))
            .with_title(msg!(words, "mcp-prompt-play-title")),
        Prompt::new(EXPLAIN, Some(msg!(words, "mcp-prompt-explain-about")), Some(explain))
            .with_title(msg!(words, "mcp-prompt-explain-title")),
    ]
}

/// The messages of a prompt.
pub(crate) async fn get(
    caller: &Caller<'_>,
    name: &str,
    arguments: &JsonObject,
) -> Result<GetPromptResult, ErrorData> {
    let all = list(caller.lang);
    let Some(prompt) = all.iter().find(|prompt| prompt.name == name) else {
        let names: Vec<&str> = all.iter().map(|prompt| prompt.name.as_str()).collect();
        return wrong(format!("there is no prompt `{}`; the prompts are {}", short(name), names.join(", ")));
    };
    let known: Vec<&str> = prompt.arguments.iter().flatten().map(|argument| argument.name.as_str()).collect();
    for (name, value) in arguments {
        if !known.contains(&name.as_str()) {
            return wrong(format!("`{}` is no argument of it; they are {}", short(name), known.join(", ")));
        }
        if !value.is_string() {
            return wrong(format!("`{name}` is a text"));
        }
    }
    let text =
        |name: &str| arguments.get(name).and_then(Value::as_str).map(str::trim).filter(|it| !it.is_empty());
    let lang = match text("language") {
        None => caller.lang,
        Some(code) => match Lang::ALL.into_iter().find(|lang| lang.code() == code) {
            Some(lang) => lang,
            None => return wrong(format!("`language`: `{}` is neither `en` nor `de`", short(code))),
        },
    };
    let caller = Caller { lang, ..*caller };
    let messages = if name == PLAY {
        vec![play(&caller, text("game").unwrap_or(GAME), text("bot")).await?]
    } else {
        let Some(table) = text("table") else {
            return wrong("`table` is missing: the id of a table".to_owned());
        };
        explain(&caller, table).await?
    };
    let about = prompt.description.clone().unwrap_or_default();
    Ok(GetPromptResult::new(messages).with_description(about))
}

fn wrong<T>(message: String) -> Result<T, ErrorData> {
    Err(ErrorData::invalid_params(message, None))
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Asks to play a game against bots of a kind, or with an open seat.
async fn play(caller: &Caller<'_>, game: &str, bot: Option<&str>) -> Result<PromptMessage, ErrorData> {
    let words = Words::new(caller.lang);
    let games = caller.get("/games").await.map_err(protocol_error)?;
    let games = games["games"].as_array().map_or(&[][..], Vec::as_slice);
    let Some(found) = games.iter().find(|one| one["name"] == game) else {
        let names: Vec<&str> = games.iter().filter_map(|one| one["name"].as_str()).collect();
        return wrong(format!("there is no game `{}`; the games are {}", short(game), names.join(", ")));
    };
    let bots = strings(&found["bots"]);
    let other = match bot {
        None => bots.first().map_or_else(|| "open".to_owned(), |kind| format!("bot:{kind}")),
        Some("open") => "open".to_owned(),
        Some(kind) if bots.iter().any(|known| known == kind) => format!("bot:{kind}"),
        Some(kind) => {
            let known = bots.join(", ");
            return wrong(format!(
                "`bot`: `{}` does not play {game}; `open` or one of {known} does",
                short(kind)
            ));
        }
    };
    let others = found["seats_min"].as_u64().unwrap_or(2).clamp(2, 6) - 1;
    let seats: Vec<String> = (0..others).map(|_| other.clone()).collect();
    let seats = serde_json::json!([vec!["me".to_owned()], seats].concat()).to_string();
    let title = words.or(&format!("game-{game}"), game);
    let asked = msg!(words, "mcp-prompt-play", title = title, game = game, seats = seats);
    Ok(PromptMessage::new_text(Role::User, asked))
}

/// Asks to explain the position of a table, which lies beside the question.
async fn explain(caller: &Caller<'_>, table: &str) -> Result<Vec<PromptMessage>, ErrorData> {
    let table =
        table_id(table).map_err(|Refused { message, .. }| ErrorData::invalid_params(message, None))?;
    let uri = format!("neuland://table/{table}/position/{}", caller.lang);
    let position = resources::read(caller, &uri).await?;
    let asked = msg!(Words::new(caller.lang), "mcp-prompt-explain", table = table);
    Ok(vec![
        PromptMessage::new_text(Role::User, asked),
        PromptMessage::new(Role::User, rmcp::model::ContentBlock::resource(position)),
    ])
}
