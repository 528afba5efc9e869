//! Tools for tables: which games there are, opening, joining, filling, leaving.

use super::answers::{CommandResult, GameOption, Games, Seated, Tables};
use super::schema::TableId;
use super::{
    Arguments, Caller, Effect, Language, command_id, new_id, next_step, paragraphs, state, state_in_words,
    table_id, with_page,
};
use crate::outcome::{Answer, Outcome, Refused};
use pages::{Words, msg};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The longest name of a game, a bot or a seat of a new table, and the longest description of a clock.
const WORD: usize = 64;

/// The most seats of a new table.
const SEATS: usize = 6;

/// The longest name of a person, and the longest remark.
const NAME_MAX: usize = 24;
const TEXT_MAX: usize = 300;

/// The name of a model that names itself nowhere.
const NAME: &str = "Model";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListGames {
    /// The name of one game, such as `catan`: then its options are told as well.
    #[schemars(length(min = 1, max = WORD))]
    game: Option<String>,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for ListGames {
    const NAME: &'static str = "list_games";
    const ABOUT: &'static str = "Lists the games that can be played, with their seats and bots. With `game`, tells the options of that game.";
    const EFFECT: Effect = Effect::Reads;
    type Data = Games;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer<Games> {
        let words = caller.words();
        let Games { mut games } = caller.read(&caller.get("/games").await?)?;
        if let Some(wanted) = &self.game
            && games.iter().all(|game| game.name != *wanted)
        {
            let names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
            let message = format!("there is no game `{}`; the games are {}", short(wanted), names.join(", "));
            return Err(Refused::new("no-game", message));
        }
        games.retain(|game| self.game.as_ref().is_none_or(|wanted| game.name == *wanted));
        let mut lines = Vec::new();
        for game in &mut games {
            game.title = words.or(&format!("game-{}", game.name), &game.name);
            lines.push(msg!(
                words,
                "mcp-game",
                name = game.name.as_str(),
                title = game.title.as_str(),
                least = game.seats_min,
                most = game.seats_max,
                bots = game.bots.join(", ")
            ));
            if self.game.is_none() {
                game.options = None;
            }
            lines.extend(game.options.iter_mut().flatten().map(|option| option_in_words(option, words)));
        }
        Ok(Outcome { text: lines.join("\n"), data: Games { games } })
    }
}

/// An option of a game in a line, with what it decides, which becomes a part of the data in the language of the reader.
fn option_in_words(option: &mut GameOption, words: Words) -> String {
    // Of who begins each family of games has its own rule.
    let key = match option.clause.as_str() {
        "CATAN-OPT-2" => "cli-option-start-player-catan".to_owned(),
        _ => format!("cli-option-{}", option.name.replace('_', "-")),
    };
    option.about = words.or(&key, &option.about);
    let mut values = option.values.clone();
    values.extend(option.range.map(|(least, most)| format!("{least}–{most}")));
    values.extend(option.none.clone());
    let GameOption { name, default, clause, about, .. } = option;
    format!("- {name} = {default} ({clause}): {about} [{}]", values.join(", "))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenTable {
    /// The name of the game, such as `catan`.
    #[schemars(length(min = 1, max = WORD))]
    game: String,
    /// The players from seat A on: `me` (once), `open` for a person who joins later, or `bot:` and a kind of bot, such as
    /// `bot:settler`.
    #[schemars(length(min = 1, max = SEATS), inner(length(min = 1, max = WORD)))]
    seats: Vec<String>,
    /// The name you play under.
    #[schemars(length(min = 1, max = NAME_MAX), extend("default" = NAME))]
    name: Option<String>,
    /// Options of the game by name, such as {"victory_points": 8}; those left out have their default.
    options: Option<Map<String, Value>>,
    /// Whether strangers find the table in the lobby.
    #[serde(default)]
    public: bool,
    /// The time limit of each seat: `decision SECONDS bot`, `bank SECONDS INCREMENT bot`, or with `replace` in place of `bot`.
    #[schemars(length(min = 1, max = WORD))]
    clock: Option<String>,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for OpenTable {
    const NAME: &'static str = "open_table";
    const ABOUT: &'static str = "Opens a table and sits down at it. Answers with the table's id, your seat, and the link by which \
                                 people join or look on. The game begins when no seat is open.";
    const EFFECT: Effect = Effect::Does;
    type Data = Seated;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer<Seated> {
        // With a promised id the server opens one table, however often the request is sent.
        let promised = caller.post("/tables/promise", json!({})).await?;
        let mut body = json!({
            "game": self.game, "seats": self.seats, "name": self.name.as_deref().unwrap_or(NAME),
            "options": self.options.unwrap_or_default(), "public": self.public, "promised": promised["table"],
        });
        if let Some(clock) = self.clock {
            body["clock"] = clock.into();
        }
        seated(caller, caller.post("/tables", body).await?).await
    }
}

/// The answer to somebody who has sat down.
async fn seated(caller: &Caller<'_>, seated: Value) -> Answer<Seated> {
    let state = state(caller, table_id(seated["table"].as_str().unwrap_or_default())?).await?;
    let (decides, next) = next_step(caller, &state).await?;
    let text = paragraphs(&[&state_in_words(&state, caller.words()), &next]);
    let data = Seated {
        table: state.table.clone(),
        seat: state.you.clone(),
        page: state.page.clone(),
        code: state.code.clone(),
        version: state.version,
        state,
        your_decision: decides,
    };
    Ok(Outcome { text, data })
}

/// A seat of a table.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
enum Letter {
    A,
    B,
    C,
    D,
    E,
    F,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinTable {
    /// The link to the table, its join code of eight letters and digits, or its id.
    #[schemars(length(min = 1, max = 400))]
    table: String,
    /// The name you play under.
    #[schemars(length(min = 1, max = NAME_MAX), extend("default" = NAME))]
    name: Option<String>,
    /// The seat; without it the first that is open.
    seat: Option<Letter>,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for JoinTable {
    const NAME: &'static str = "join_table";
    const ABOUT: &'static str = "Sits down at a table that somebody else opened, found by its link, join code or id. Who sits there \
                                 already keeps the seat.";
    const EFFECT: Effect = Effect::DoesOnce;
    type Data = Seated;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer<Seated> {
        let table = match place(&self.table, caller.api.address())? {
            Place::Table(id) => table_id(&id)?.to_owned(),
            Place::Code(code) => {
                let found = caller.get(format!("/codes/{code}")).await?;
                table_id(found["table"].as_str().unwrap_or_default())?.to_owned()
            }
        };
        let mut body = json!({ "name": self.name.as_deref().unwrap_or(NAME) });
        if let Some(seat) = self.seat {
            body["seat"] = json!(seat);
        }
        seated(caller, caller.post(format!("/tables/{table}/join"), body).await?).await
    }
}

/// The target of a link or code.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Table(String),
    Code(String),
}

/// Reads a link of the server at this address, a join code or an id.
fn place(text: &str, server: &str) -> Result<Place, Refused> {
    let text = text.trim();
    let path = match text.split_once("://") {
        None => text,
        Some((_, rest)) => {
            let own = server.split_once("://").map_or(server, |(_, host)| host);
            let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
            if !host.eq_ignore_ascii_case(own) {
                let message = format!(
                    "`table`: this link leads to {}, and the tools play at {server} alone; start them with `--server`",
                    short(host)
                );
                return Err(Refused::arguments(message));
            }
            path
        }
    };
    let path = path.split(['?', '#']).next().unwrap_or_default().trim_matches('/');
    let is_plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match path.split_once('/') {
        Some(("j", code)) if is_plain(code) && code.len() <= 16 => Ok(Place::Code(code.to_owned())),
        Some(("t", rest)) => Ok(Place::Table(rest.split('/').next().unwrap_or_default().to_owned())),
        None if is_plain(path) && path.len() == 12 => Ok(Place::Table(path.to_owned())),
        None if is_plain(path) && path.len() <= 16 => Ok(Place::Code(path.to_owned())),
        _ => Err(Refused::arguments(format!(
            "`table`: `{}` is neither a link to a table nor a join code",
            short(text)
        ))),
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListTables {
    /// Whether the public tables of others are listed in place of your own.
    #[serde(default)]
    public: bool,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for ListTables {
    const NAME: &'static str = "list_tables";
    const ABOUT: &'static str =
        "Lists your tables, or with `public` those at which strangers may sit down; the latest first.";
    const EFFECT: Effect = Effect::Reads;
    type Data = Tables;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer<Tables> {
        let words = caller.words();
        let found = caller.get(if self.public { "/tables/public" } else { "/tables" }).await?;
        let Tables { tables } = caller.read(&found)?;
        let tables: Vec<_> = tables.into_iter().map(|state| with_page(caller, state)).collect();
        let told: Vec<String> = tables.iter().map(|state| state_in_words(state, words)).collect();
        let text = if told.is_empty() { msg!(words, "mcp-no-tables") } else { told.join("\n\n") };
        Ok(Outcome { text, data: Tables { tables } })
    }
}

/// A tool that sends one command to a table and tells how the table stands.
macro_rules! command {
    ($Tool:ident, $name:literal, $about:literal, $effect:expr, { $($(#[$doc:meta])* $field:ident: $type:ty),* }, $send:expr) => {
        #[derive(Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $Tool {
            /// The id of the table.
            table: TableId,
            $($(#[$doc])* $field: $type,)*
            /// The language of the answer: `en` or `de`.
            language: Option<Language>,
        }

        impl Arguments for $Tool {
            const NAME: &'static str = $name;
            const ABOUT: &'static str = $about;
            const EFFECT: Effect = $effect;
            type Data = CommandResult;

            fn language(&self) -> Option<Language> {
                self.language
            }
            async fn run(self, caller: &Caller<'_>) -> Answer<CommandResult> {
                let table = self.table.clone();
                let table = &*table;
                let version = caller.get(format!("/tables/{table}")).await?["version"].as_u64().unwrap_or(0);
                let send: fn($Tool, u64) -> Result<(&'static str, Value), Refused> = $send;
                let (path, body) = send(self, version)?;
                caller.post(format!("/tables/{table}{path}"), body).await?;
                let state = state(caller, table).await?;
                Ok(Outcome { text: state_in_words(&state, caller.words()), data: CommandResult { state } })
            }
        }
    };
}

/// A wish, with an id that is the same as long as the table is.
fn wish(table: &str, version: u64, wish: Value) -> (&'static str, Value) {
    let id = command_id(&["wish", table, &version.to_string(), &wish.to_string()]);
    ("/wish", json!({ "seq": version, "id": id, "wish": wish }))
}

command!(
    FillTable,
    "fill_table",
    "Puts bots on all open seats of a table that you opened, so that the game begins.",
    Effect::DoesOnce,
    {
        /// The kind of bot, as `list_games` names them.
        #[schemars(length(min = 1, max = WORD))]
        bot: String
    },
    |asked, version| {
        let id = command_id(&["fill", &asked.table, &version.to_string(), &asked.bot]);
        Ok(("/fill", json!({ "id": id, "bot": asked.bot })))
    }
);
command!(
    Say,
    "say",
    "Says something to all at the table: at most 300 characters, five times in ten seconds.",
    Effect::Does,
    {
        /// The message.
        #[schemars(length(min = 1, max = TEXT_MAX))]
        text: String
    },
    |asked, version| {
        Ok(("/wish", json!({ "seq": version, "id": new_id(), "wish": { "say": asked.text } })))
    }
);
command!(
    LeaveTable,
    "leave_table",
    "Gets up from a table. A bot plays on for you until you act again; before the game begins the seat is open again.",
    Effect::DoesOnce,
    {},
    |asked, version| Ok(wish(&asked.table, version, json!("leave")))
);
command!(
    CloseTable,
    "close_table",
    "Closes a table that you opened before its game begins. While the game goes on, asks the other people to close it; it closes \
     at once where nobody else has to agree.",
    Effect::DoesOnce,
    {},
    |asked, version| Ok((
        "/close",
        json!({ "id": command_id(&["close", &asked.table, &version.to_string()]) })
    ))
);

/// A request to the other people at a table.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Request {
    /// To take back their last action and everything after it.
    Undo,
    /// To close the table before its game is over.
    Close,
}

command!(
    AnswerRequest,
    "answer_request",
    "Agrees or refuses when another player asks to take back their last action, or to close the table. Nothing happens until all \
     who are asked agree; one refusal ends the request.",
    Effect::DoesOnce,
    {
        /// The request to answer: `undo` or `close`.
        request: Request,
        /// Whether you agree.
        agrees: bool
    },
    |asked, version| {
        let agrees = json!({ "agrees": asked.agrees });
        let answer = match asked.request {
            Request::Undo => json!({ "answer-undo": agrees }),
            Request::Close => json!({ "answer-close": agrees }),
        };
        Ok(wish(&asked.table, version, answer))
    }
);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayAgain {
    /// The id of the table whose game is over.
    table: TableId,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for PlayAgain {
    const NAME: &'static str = "play_again";
    const ABOUT: &'static str =
        "Opens a rematch of a finished game for the same people and bots, each one seat on.";
    const EFFECT: Effect = Effect::DoesOnce;
    type Data = Seated;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer<Seated> {
        let table = &*self.table;
        seated(caller, caller.post(format!("/tables/{table}/again"), json!({})).await?).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_a_code_and_an_id_lead_to_a_table() {
        let server = "http://127.0.0.1:7170";
        for (text, found) in [
            ("k7mw2xqp", Place::Code("k7mw2xqp".to_owned())),
            (" /j/k7mw2xqp ", Place::Code("k7mw2xqp".to_owned())),
            ("http://127.0.0.1:7170/j/k7mw2xqp?x#y", Place::Code("k7mw2xqp".to_owned())),
            ("https://127.0.0.1:7170/t/abcdefghijkl/replay", Place::Table("abcdefghijkl".to_owned())),
            ("abcdefghijkl", Place::Table("abcdefghijkl".to_owned())),
        ] {
            assert_eq!(place(text, server).unwrap(), found, "{text}");
        }
        for text in [
            "",
            "/",
            "http://other.example/j/k7mw2xqp",
            "../x",
            "/j/a/b",
            "a b",
            "/j/%2e%2e",
            "/x/abcdefghijkl",
        ] {
            assert_eq!(place(text, server).unwrap_err().code, "bad-arguments", "{text}");
        }
    }
}
