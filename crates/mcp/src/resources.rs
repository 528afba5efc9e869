//! Resources: the rulebooks, and of each table its record, its log and its position.

use crate::api::Request;
use crate::outcome::Refused;
use crate::tools::{Caller, Page, page_of_rules};
use pages::{Lang, Words};
use rmcp::model::{ErrorCode, ErrorData, Resource, ResourceContents, ResourceTemplate};
use serde_json::{Value, json};

const MARKDOWN: &str = "text/markdown";
const PLAIN: &str = "text/plain";
const RECORD: &str = "application/x-ndjson";

/// The resource that a URI names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Named<'a> {
    Rulebook(&'a str, Lang),
    Clause(&'a str, Lang),
    Record(&'a str),
    Log(&'a str, Lang),
    Position(&'a str, Lang),
}

/// Reads a URI; `None` if it names nothing of ours.
fn named(uri: &str) -> Option<Named<'_>> {
    let lang = |text: &str| Lang::ALL.into_iter().find(|lang| lang.code() == text);
    let is_table = |id: &str| id.len() == 12 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let parts: Vec<&str> = uri.strip_prefix("neuland://")?.split('/').collect();
    Some(match parts[..] {
        ["rulebook", game, code] => Named::Rulebook(game, lang(code)?),
        ["clause", id, code] => Named::Clause(id, lang(code)?),
        ["table", id, "record"] if is_table(id) => Named::Record(id),
        ["table", id, "log", code] if is_table(id) => Named::Log(id, lang(code)?),
        ["table", id, "position", code] if is_table(id) => Named::Position(id, lang(code)?),
        _ => return None,
    })
}

/// The rulebooks in both languages, and what there is of this person's tables.
pub(crate) async fn list(caller: &Caller<'_>) -> Result<Vec<Resource>, ErrorData> {
    let mut all = Vec::new();
    for lang in Lang::ALL {
        let words = Words::new(lang);
        for book in rulebook::chapters(rulebook::Lang::En) {
            let title = words.or(&format!("game-{}", book.game), book.game);
            let uri = format!("neuland://rulebook/{}/{lang}", book.game);
            let name = format!("rulebook-{}-{lang}", book.game);
            all.push(Resource::new(uri, name).with_title(title).with_mime_type(MARKDOWN));
        }
    }
    let tables = caller.get("/tables").await.map_err(protocol_error)?;
    for table in tables["tables"].as_array().into_iter().flatten() {
        let Some(id) = table["table"].as_str() else { continue };
        let game = table["game"].as_str().unwrap_or_default();
        let title = Words::new(caller.lang).or(&format!("game-{game}"), game);
        let lang = caller.lang;
        let log = Resource::new(format!("neuland://table/{id}/log/{lang}"), format!("log-{id}"));
        all.push(log.with_title(title.clone()).with_mime_type(PLAIN));
        if table["stage"] == "over" {
            let record = Resource::new(format!("neuland://table/{id}/record"), format!("record-{id}"));
            all.push(record.with_title(title).with_mime_type(RECORD));
        }
    }
    Ok(all)
}

/// The forms of URIs that are no list.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let template = |uri: &str, name: &str, about: &str, kind: &str| {
        ResourceTemplate::new(uri, name).with_description(about).with_mime_type(kind)
    };
    vec![
        template(
            "neuland://rulebook/{game}/{language}",
            "rulebook",
            "The rules of a game, clause by clause; `en` or `de`",
            MARKDOWN,
        ),
        template(
            "neuland://clause/{clause}/{language}",
            "clause",
            "One clause of a rulebook, such as CATAN-ROB-5",
            MARKDOWN,
        ),
        template(
            "neuland://table/{table}/record",
            "record",
            "The record of a finished game (docs/record.md)",
            RECORD,
        ),
        template(
            "neuland://table/{table}/log/{language}",
            "log",
            "What has happened at a table, as your seat may know it",
            PLAIN,
        ),
        template(
            "neuland://table/{table}/position/{language}",
            "position",
            "The position as your seat may know it",
            PLAIN,
        ),
    ]
}

/// Reads a resource.
pub(crate) async fn read(caller: &Caller<'_>, uri: &str) -> Result<ResourceContents, ErrorData> {
    let unknown = || {
        let shown: String = uri.chars().take(200).collect();
        ErrorData::resource_not_found(
            format!("there is no resource `{shown}`; `resources/templates/list` tells which there are"),
            Some(json!({ "uri": shown })),
        )
    };
    let named = named(uri).ok_or_else(unknown)?;
    let text_of = |value: &Value| value["text"].as_str().unwrap_or_default().to_owned();
    let in_lang = |lang| Caller { lang, ..*caller };
    let (text, kind) = match named {
        Named::Rulebook(game, lang) => (page_of_rules(Page::Game(game), lang).ok_or_else(unknown)?, MARKDOWN),
        Named::Clause(id, lang) => (page_of_rules(Page::Clause(id), lang).ok_or_else(unknown)?, MARKDOWN),
        Named::Record(id) => {
            let request = Request::get(format!("/tables/{id}/record"), caller.lang);
            (caller.api.text(caller.person, request).await.map_err(protocol_error)?, RECORD)
        }
        Named::Log(id, lang) => {
            let log = in_lang(lang).get(format!("/tables/{id}/log")).await.map_err(protocol_error)?;
            let lines: Vec<String> = log["lines"].as_array().into_iter().flatten().map(text_of).collect();
            (lines.join("\n"), PLAIN)
        }
        Named::Position(id, lang) => {
            let position = in_lang(lang).get(format!("/tables/{id}/words")).await.map_err(protocol_error)?;
            (text_of(&position), PLAIN)
        }
    };
    Ok(ResourceContents::text(text, uri).with_mime_type(kind))
}

/// A refusal where the protocol knows no results with errors.
pub(crate) fn protocol_error(Refused { code, message, .. }: Refused) -> ErrorData {
    let kind = match code.as_str() {
        "no-table" | "not-found" => ErrorCode::RESOURCE_NOT_FOUND,
        "unreachable" | "strange-answer" | "storage" | "internal" => ErrorCode::INTERNAL_ERROR,
        _ => ErrorCode::INVALID_REQUEST,
    };
    ErrorData::new(kind, format!("{code}: {message}"), Some(json!({ "error": code })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uri_names_one_thing() {
        assert_eq!(named("neuland://rulebook/catan/de"), Some(Named::Rulebook("catan", Lang::De)));
        assert_eq!(named("neuland://table/abcdefghijkl/record"), Some(Named::Record("abcdefghijkl")));
        for uri in [
            "",
            "file:///etc/passwd",
            "neuland://rulebook/catan",
            "neuland://rulebook/catan/fr",
            "neuland://table/../../x/record",
            "neuland://table/abcdefghijk?/record",
            "neuland://table/abcdefghijkl/view",
            "neuland://rulebook/catan/de/more",
        ] {
            assert_eq!(named(uri), None, "{uri}");
        }
    }
}
