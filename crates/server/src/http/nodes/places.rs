//! The place to which a request belongs: the owner of a table, the node that looks after accounts, or any node.

use axum::http::{HeaderMap, Method, Uri, header};
use live::hub::Hub;
use live::nodes::Nodes;
use live::storing::read;
use store::Shard;
use table::keys::{TableId, read_join_code};

/// The place to which a request belongs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Any node.
    Anywhere,
    /// The owner of a shard.
    At(Shard),
    /// The owner of the table that waits for players under this join code.
    Code(String),
    /// The owner of the table that was promised to the request, as its body says.
    Promised,
}

/// Determines the place of a request from its head.
pub(super) fn place_of(method: &Method, uri: &Uri) -> Place {
    let path = uri.path();
    let mut parts = path.strip_prefix("/api/v1").unwrap_or(path).split('/').skip(1);
    let is_api = path.starts_with("/api/v1/");
    let (first, second, third) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    let table =
        |id: Option<&str>| id.and_then(|id| id.parse::<TableId>().ok()).map(|id| Place::At(Shard::of(id)));
    let home = Place::At(Nodes::HOME);
    match first {
        "t" if !is_api => table(second).unwrap_or(Place::Anywhere),
        "tables" if is_api && second.is_some() => table(second).unwrap_or(Place::Anywhere),
        "tables" if *method == Method::POST => Place::Promised,
        "admin" if second == Some("tables") => table(third).unwrap_or(home),
        "j" | "codes" => match second.filter(|code| !code.is_empty()) {
            Some(code) => Place::Code(code.to_owned()),
            None => Place::Anywhere,
        },
        // Attempts at accounts are counted in one place, codes for other devices are known there, and what moderators do gets its
        // numbers there. Uploaded records are in the memory of one node.
        "account" | "continue" | "admin" | "session" | "me" | "recovery" | "replay" | "r" => home,
        _ => Place::Anywhere,
    }
}

/// Returns the shard of the table that a body names as promised to it.
pub(super) fn promised(headers: &HeaderMap, body: &[u8]) -> Option<Shard> {
    let kind = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let id: TableId = if kind.starts_with("application/json") {
        serde_json::from_slice::<serde_json::Value>(body).ok()?["promised"].as_str()?.parse().ok()?
    } else {
        form_urlencoded::parse(body).find(|(name, _)| name == "promised")?.1.parse().ok()?
    };
    Some(Shard::of(id))
}

/// Returns the shard of the table with this join code; `None` if there is none, or the store cannot be read.
pub(super) async fn shard_of_code(hub: &Hub, code: &str) -> Option<Shard> {
    let code = read_join_code(code)?;
    read(hub.store(), move |store| store.table_by_code(&code)).await.ok()?.map(Shard::of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_have_places() {
        let id = TableId::random();
        let own = Place::At(Shard::of(id));
        let home = Place::At(Nodes::HOME);
        let at = |method: Method, path: &str| {
            place_of(&method, &path.replace("ID", &id.to_string()).parse().unwrap())
        };
        for path in [
            "/t/ID",
            "/t/ID/events?state=1",
            "/t/ID/board/3.svg",
            "/api/v1/tables/ID",
            "/api/v1/tables/ID/view",
        ] {
            assert_eq!(at(Method::GET, path), own, "{path}");
        }
        for path in
            ["/t/ID/act", "/api/v1/tables/ID/act", "/admin/tables/ID/close", "/api/v1/admin/tables/ID/close"]
        {
            assert_eq!(at(Method::POST, path), own, "{path}");
        }
        for path in [
            "/account",
            "/continue",
            "/api/v1/me",
            "/api/v1/session",
            "/admin",
            "/admin/reports/7",
            "/r/abc/3",
        ] {
            assert_eq!(at(Method::GET, path), home, "{path}");
        }
        for path in [
            "/",
            "/t",
            "/t/x",
            "/lobby",
            "/rules/catan",
            "/api/v1/tables",
            "/api/v1/tables/public",
            "/api/v1/games",
            "/j",
        ] {
            assert_eq!(at(Method::GET, path), Place::Anywhere, "{path}");
        }
        assert_eq!(at(Method::POST, "/api/v1/tables/promise"), Place::Anywhere);
        for path in ["/tables", "/api/v1/tables"] {
            assert_eq!(at(Method::POST, path), Place::Promised, "{path}");
        }
        for path in ["/j/abcd", "/j/abcd/", "/api/v1/codes/abcd"] {
            assert_eq!(at(Method::GET, path), Place::Code("abcd".to_owned()), "{path}");
        }
    }

    #[test]
    fn a_body_names_what_was_promised() {
        let id = TableId::random();
        let of = |kind: &str, body: String| {
            let headers = [(header::CONTENT_TYPE, kind.parse().unwrap())].into_iter().collect();
            promised(&headers, body.as_bytes())
        };
        assert_eq!(of("application/json", format!(r#"{{"promised":"{id}"}}"#)), Some(Shard::of(id)));
        assert_eq!(of("application/json", r#"{"game":"catan"}"#.to_owned()), None);
        let form = "application/x-www-form-urlencoded; charset=utf-8";
        assert_eq!(of(form, format!("game=catan&promised={id}")), Some(Shard::of(id)));
        assert_eq!(of(form, "promised=&game=catan".to_owned()), None);
    }
}
