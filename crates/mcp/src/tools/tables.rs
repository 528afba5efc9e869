//! Tools for tables: which games there are, opening, joining, filling, leaving.

use super::{
    Arguments, Caller, Effect, Language, bounded, command_id, new_id, next_step, paragraphs, state,
    state_in_words, table_id,
};
use crate::outcome::{Answer, Outcome, Refused};
use pages::{Words, say};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The longest text that any argument of these tools may have.
const TEXT: usize = 1_200;

/// The name of a model that names itself nowhere.
const NAME: &str = "Model";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListGames {
    /// The name of one game, such as `catan`: then its options are told as well.
    game: Option<String>,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for ListGames {
    const NAME: &'static str = "list_games";
    const ABOUT: &'static str = "Lists the games that can be played, with their seats and bots. With `game`, tells the options of that game.";
    const EFFECT: Effect = Effect::Reads;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer {
        let words = caller.words();
        let mut games = caller.get("/games").await?["games"].take();
        let list = games.as_array_mut().into_iter().flatten();
        let (mut lines, mut shown) = (Vec::new(), Vec::new());
        let mut names = Vec::new();
        for game in list {
            let name = game["name"].as_str().unwrap_or_default().to_owned();
            names.push(name.clone());
            if self.game.as_ref().is_some_and(|wanted| *wanted != name) {
                continue;
            }
            let title = words.or(&format!("game-{name}"), &name);
            game["title"] = title.as_str().into();
            let bots = super::strings(&game["bots"]).join(", ");
            let (least, most) = (game["seats_min"].as_u64(), game["seats_max"].as_u64());
            lines.push(say!(
                words,
                "mcp-game",
                name = name,
                title = title,
                least = least.unwrap_or(0),
                most = most.unwrap_or(0),
                bots = bots
            ));
            if self.game.is_some() {
                lines.extend(options_in_words(&mut game["options"], words));
            } else if let Some(game) = game.as_object_mut() {
                game.remove("options");
            }
            shown.push(game.take());
        }
        if let Some(wanted) = self.game.filter(|_| shown.is_empty()) {
            let message =
                format!("there is no game `{}`; the games are {}", short(&wanted), names.join(", "));
            return Err(Refused::new("no-game", message));
        }
        Ok(Outcome { text: lines.join("\n"), data: json!({ "games": shown }) })
    }
}

/// The options of a game, one a line, with what they decide.
fn options_in_words(options: &mut Value, words: Words) -> Vec<String> {
    let mut lines = Vec::new();
    for option in options.as_array_mut().into_iter().flatten() {
        let text = |name: &str| option[name].as_str().unwrap_or_default().to_owned();
        let (name, clause) = (text("name"), text("clause"));
        // Of who begins each family of games has its own rule.
        let key = match clause.as_str() {
            "CATAN-OPT-2" => "cli-option-start-player-catan".to_owned(),
            _ => format!("cli-option-{}", name.replace('_', "-")),
        };
        let about = words.or(&key, &text("about"));
        let mut values = super::strings(&option["values"]);
        if let (Some(least), Some(most)) = (option["range"][0].as_u64(), option["range"][1].as_u64()) {
            values.push(format!("{least}–{most}"));
        }
        values.extend(option["none"].as_str().map(str::to_owned));
        let default = text("default");
        option["about"] = about.as_str().into();
        lines.push(format!("- {name} = {default} ({clause}): {about} [{}]", values.join(", ")));
    }
    lines
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenTable {
    /// The name of the game, such as `catan`.
    game: String,
    /// Who sits where, from seat A on: `me` (once), `open` for a person who joins later, or `bot:` and a kind of bot, such as
    /// `bot:settler`.
    seats: Vec<String>,
    /// The name you play under, 1 to 24 characters; `Model` if left out.
    name: Option<String>,
    /// Options of the game by name, such as {"victory_points": 8}; those left out have their default.
    #[serde(default)]
    options: Map<String, Value>,
    /// Whether strangers find the table in the lobby.
    #[serde(default)]
    public: bool,
    /// How long seats may think: `decision SECONDS bot`, `bank SECONDS INCREMENT bot`, or with `replace` in place of `bot`.
    clock: Option<String>,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for OpenTable {
    const NAME: &'static str = "open_table";
    const ABOUT: &'static str = "Opens a table and sits down at it. Answers with the table's id, your seat, and the link by which \
                                 people join or look on. The game begins when no seat is open.";
    const EFFECT: Effect = Effect::Does;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer {
        bounded("game", &self.game, 64)?;
        if self.seats.len() > 16 || self.seats.iter().any(|seat| seat.len() > 64) {
            return Err(Refused::new(
                "bad-seats",
                "`seats` has at most 16 short entries: `me`, `open`, or `bot:` and a kind",
            ));
        }
        bounded("name", self.name.as_deref().unwrap_or_default(), TEXT)?;
        bounded("clock", self.clock.as_deref().unwrap_or_default(), 64)?;
        // With a promised id the server opens one table, however often the request is sent.
        let promised = caller.post("/tables/promise", json!({})).await?;
        let mut body = json!({
            "game": self.game, "seats": self.seats, "name": self.name.as_deref().unwrap_or(NAME),
            "options": self.options, "public": self.public, "promised": promised["table"],
        });
        if let Some(clock) = self.clock {
            body["clock"] = clock.into();
        }
        seated(caller, caller.post("/tables", body).await?).await
    }
}

/// The answer to somebody who has sat down.
async fn seated(caller: &Caller<'_>, seated: Value) -> Answer {
    let table = seated["table"].as_str().unwrap_or_default().to_owned();
    let state = state(caller, table_id(&table)?).await?;
    let (decides, next) = next_step(caller, &table, &state).await?;
    let text = paragraphs(&[&state_in_words(&state, caller.words()), &next]);
    let data = json!({
        "table": table, "seat": state["you"], "page": state["page"], "code": state["code"], "version": state["version"],
        "state": state, "your_decision": decides,
    });
    Ok(Outcome { text, data })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinTable {
    /// The link to the table, its join code of eight letters and digits, or its id.
    table: String,
    /// The name you play under, 1 to 24 characters; `Model` if left out.
    name: Option<String>,
    /// The seat, `A` to `F`; without it the first that is open.
    seat: Option<String>,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for JoinTable {
    const NAME: &'static str = "join_table";
    const ABOUT: &'static str = "Sits down at a table that somebody else opened, found by its link, join code or id. Who sits there \
                                 already keeps the seat.";
    const EFFECT: Effect = Effect::DoesOnce;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer {
        bounded("table", &self.table, 400)?;
        bounded("name", self.name.as_deref().unwrap_or_default(), TEXT)?;
        bounded("seat", self.seat.as_deref().unwrap_or_default(), 8)?;
        let table = match place(&self.table, caller.api.address())? {
            Place::Table(id) => table_id(&id)?.to_owned(),
            Place::Code(code) => {
                let found = caller.get(format!("/codes/{code}")).await?;
                table_id(found["table"].as_str().unwrap_or_default())?.to_owned()
            }
        };
        let mut body = json!({ "name": self.name.as_deref().unwrap_or(NAME) });
        if let Some(seat) = self.seat {
            body["seat"] = seat.into();
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

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer {
        let words = caller.words();
        let data = caller.get(if self.public { "/tables/public" } else { "/tables" }).await?;
        let told = data["tables"].as_array().into_iter().flatten().map(|table| state_in_words(table, words));
        let told: Vec<String> = told.collect();
        let text = if told.is_empty() { say!(words, "mcp-no-tables") } else { told.join("\n\n") };
        Ok(Outcome { text, data })
    }
}

/// A tool that sends one command to a table and tells how the table stands.
macro_rules! command {
    ($Tool:ident, $name:literal, $about:literal, $effect:expr, { $($(#[$doc:meta])* $field:ident: $type:ty),* }, $send:expr) => {
        #[derive(Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $Tool {
            /// The id of the table.
            table: String,
            $($(#[$doc])* $field: $type,)*
            /// The language of the answer: `en` or `de`.
            language: Option<Language>,
        }

        impl Arguments for $Tool {
            const NAME: &'static str = $name;
            const ABOUT: &'static str = $about;
            const EFFECT: Effect = $effect;

            fn language(&self) -> Option<Language> {
                self.language
            }
            async fn run(self, caller: &Caller<'_>) -> Answer {
                let table = table_id(&self.table)?.to_owned();
                let version = caller.get(format!("/tables/{table}")).await?["version"].as_u64().unwrap_or(0);
                let send: fn($Tool, u64) -> Result<(&'static str, Value), Refused> = $send;
                let (path, body) = send(self, version)?;
                caller.post(format!("/tables/{table}{path}"), body).await?;
                let state = state(caller, &table).await?;
                Ok(Outcome { text: state_in_words(&state, caller.words()), data: json!({ "state": state }) })
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
        bot: String
    },
    |asked, version| {
        bounded("bot", &asked.bot, 64)?;
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
        /// What is said.
        text: String
    },
    |asked, version| {
        bounded("text", &asked.text, TEXT)?;
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

/// What somebody asks the others at a table.
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
        /// What is asked: `undo` or `close`.
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
    table: String,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for PlayAgain {
    const NAME: &'static str = "play_again";
    const ABOUT: &'static str =
        "Opens a rematch of a finished game for the same people and bots, each one seat on.";
    const EFFECT: Effect = Effect::DoesOnce;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer {
        let table = table_id(&self.table)?;
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
