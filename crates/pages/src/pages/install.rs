//! The parts of the site that make it an app: its manifest, the service worker, and the page that stands for all others while the
//! server cannot be reached.

use crate::parts::addresses::{asset_url, assets_hash};
use crate::parts::shell::{FONTS, Shell};
use crate::words::{Lang, Reader, Words, msg};
use maud::{Markup, html};
use serde_json::json;

/// The script of the service worker, without the names of what it keeps.
const WORKER: &str = include_str!("../../web/worker.js");

/// The colours of the page behind everything and of the bar above it, before any style sheet is there.
const PAPER: &str = "#f5ede0";
const BAR: &str = "#fffdf7";

/// Returns the address of the page that is shown while the server cannot be reached.
fn offline_address(lang: Lang) -> String {
    format!("/offline?lang={lang}")
}

/// `GET /manifest.webmanifest`: how the site is installed as an app, as JSON.
#[must_use]
pub fn manifest(lang: Lang, house: Option<&str>) -> String {
    let words = Words::new(lang);
    let name = house.map_or_else(|| "Neuland".to_owned(), |house| format!("Neuland · {house}"));
    let icon = |file: &str, sizes: &str, kind: &str, purpose: &str| json!({ "src": asset_url(file), "sizes": sizes, "type": kind, "purpose": purpose });
    json!({
        "id": "/",
        "name": name,
        "short_name": "Neuland",
        "description": msg!(words, "install-description"),
        "lang": lang.code(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": BAR,
        "categories": ["games"],
        "icons": [
            icon("favicon.svg", "any", "image/svg+xml", "any"),
            icon("icon-192.png", "192x192", "image/png", "any"),
            icon("icon-512.png", "512x512", "image/png", "any"),
            icon("icon-maskable.png", "512x512", "image/png", "maskable"),
        ],
    })
    .to_string()
}

/// `GET /sw.js`: the service worker for readers of a language. It keeps the page without a connection and what that page needs.
#[must_use]
pub fn service_worker(lang: Lang) -> String {
    let files = ["pages.css", "early.js", "pages.js", "favicon.svg", "signs.svg"];
    let files: Vec<String> = files.into_iter().chain(FONTS).map(asset_url).collect();
    let offline = offline_address(lang);
    let kept =
        json!({ "name": format!("neuland-{}-{lang}", assets_hash()), "files": files, "offline": offline });
    format!("globalThis.kept = {kept};\n{WORKER}")
}

/// `GET /offline`: the page that the service worker shows in place of any other while the server cannot be reached.
#[must_use]
pub fn offline(reader: &Reader) -> Markup {
    let words = Words::new(reader.lang);
    let title = msg!(words, "offline-title");
    let main = html! {
        main id="main" class="narrow" data-offline {
            h1 { (title) }
            p { (msg!(words, "offline-text")) }
            p { a class="button primary" href="" { (msg!(words, "offline-again")) } }
        }
    };
    Shell::new(reader, &title, main).render()
}
