//! Every route that the server has is tried here.

use super::*;

/// The routes that the source of the server names, as method and path.
fn routes_in_source() -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    let mut unread = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http")];
    while let Some(path) = unread.pop() {
        if path.is_dir() {
            unread.extend(std::fs::read_dir(path).unwrap().map(|file| file.unwrap().path()));
            continue;
        }
        // Only servers in test mode have these.
        if path.ends_with("testing.rs") {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        for part in text.split(".route(").skip(1) {
            let Some((_, rest)) = part.split_once('"') else { continue };
            let (path, rest) = rest.split_once('"').unwrap();
            // What follows belongs to this route up to the end of its line or statement.
            let handlers = rest.split(".route(").next().unwrap();
            let handlers = handlers.split(['\n', ';', '}']).next().unwrap();
            for method in ["get", "post", "put", "delete", "patch", "any"] {
                if handlers.contains(&format!("{method}(")) {
                    found.insert((method.to_uppercase(), path.to_owned()));
                }
            }
        }
    }
    assert!(found.len() > 30, "{found:?}");
    found
}

#[test]
fn no_route_is_forgotten() {
    let known: BTreeSet<(String, String)> =
        routes().iter().map(|route| (route.method.to_owned(), route.path.to_owned())).collect();
    let source = routes_in_source();
    let has = |set: &BTreeSet<(String, String)>, method: &str, path: &str| {
        set.contains(&(method.to_owned(), path.to_owned()))
    };
    for (method, path) in &source {
        let there = has(&known, method, path) || has(&known, method, &format!("/api/v1{path}"));
        assert!(
            there,
            "{method} {path} is not in the table of routes of this test: add it with what it takes"
        );
    }
    for (method, path) in &known {
        let there = has(&source, method, path) || has(&source, method, path.trim_start_matches("/api/v1"));
        assert!(there, "{method} {path} is in the table of this test, but not in the server");
    }
    // The description of the API names the same.
    let described: Value = serde_json::from_str(&server::http::openapi::description()).unwrap();
    for (path, methods) in described["paths"].as_object().unwrap() {
        for method in methods
            .as_object()
            .unwrap()
            .keys()
            .filter(|key| ["get", "post", "put", "delete"].contains(&key.as_str()))
        {
            assert!(
                has(&known, &method.to_uppercase(), path),
                "{method} {path} is described, but not in the table"
            );
        }
    }
}
