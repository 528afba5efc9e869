//! Style sheets, scripts and pictures that the pages refer to, inside the binary.
//!
//! All of them are addressed below one hash of everything, `/assets/{hash}/{name}`, so that every answer can be cached for ever.
//! What a page needs of a kind comes in one file: its modules are linked ([`link`]), its style sheets one after the other.

use crate::parts::linked::link;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// A file that pages refer to.
#[derive(Clone, Debug)]
pub struct Asset {
    /// The last part of its URL: `app.js`.
    pub name: &'static str,
    /// The value of the `Content-Type` header.
    pub content_type: &'static str,
    /// The content.
    pub bytes: Cow<'static, [u8]>,
}

const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const WOFF2: &str = "font/woff2";

macro_rules! file {
    ($name:literal, $content_type:expr) => {
        Asset {
            name: $name,
            content_type: $content_type,
            bytes: Cow::Borrowed(include_bytes!(concat!("../../web/", $name))),
        }
    };
}

/// The style sheets of tables and replays, in the order of the cascade: one file, so that a page requests it once.
const APP: &str = concat!(
    include_str!("../../web/app/look.css"),
    include_str!("../../web/app/pages.css"),
    include_str!("../../web/app/table.css"),
    include_str!("../../web/app/games.css"),
    include_str!("../../web/app/narrow.css"),
    include_str!("../../web/app/desk.css"),
    include_str!("../../web/app/lesson.css"),
    include_str!("../../web/app/teach.css"),
    include_str!("../../web/app/input.css"),
    include_str!("../../web/app/show.css"),
    include_str!("../../web/people.css"),
);

/// The style sheets of pages that show neither a table nor a replay.
const PAGES: &str = concat!(
    include_str!("../../web/app/look.css"),
    include_str!("../../web/app/pages.css"),
    include_str!("../../web/app/narrow.css"),
    include_str!("../../web/people.css"),
    include_str!("../../web/app/start.css"),
    include_str!("../../web/app/rules.css"),
    include_str!("../../web/app/admin.css"),
);

macro_rules! modules {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../../web/", $name)))),*]
    };
}

/// The modules, one file each.
const MODULES: [(&str, &str); 40] = modules! {
    "account.js" "act.js" "advice.js" "app.js" "auto.js" "board.js" "call.js" "choice.js" "clocks.js" "copy.js" "desk.js" "fairness.js"
    "fields.js" "guard.js" "hint.js" "install.js" "keys.js" "live.js" "lobby.js" "morph.js" "nonce.js" "notify.js" "obstacles.js" "outbox.js"
    "page.js" "painted.js" "pages.js" "replay.js" "sent.js" "settings.js" "sheets.js" "show.js" "sound.js" "stage.js" "start.js" "talk.js" "tile.js" "trade.js"
    "verify.js" "zoom.js"
};

/// The entry modules: of tables and replays, of the page about fair dice, and of all other pages.
const ENTRIES: [&str; 3] = ["app.js", "fairness.js", "pages.js"];

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let mut assets = vec![
        made("app.css", CSS, without_comments(APP)),
        made("pages.css", CSS, without_comments(PAGES)),
        made("board.css", CSS, board_css()),
        made("signs.svg", SVG, sprite(true)),
        made("icons.svg", SVG, sprite(false)),
        made("portraits.svg", SVG, ::draw::portraits::portraits_svg()),
        file!("replay.css", CSS),
        file!("games.svg", SVG),
        file!("favicon.svg", SVG),
        file!("favicon-turn.svg", SVG),
        file!("early.js", JS),
        file!("barlow-400.woff2", WOFF2),
        file!("barlow-600.woff2", WOFF2),
        icon("icon-192.png", 192, false),
        icon("icon-512.png", 512, false),
        icon("icon-maskable.png", 512, true),
    ];
    assets.extend(ENTRIES.map(|entry| made(entry, JS, link(entry, &module))));
    assets
});

fn module(name: &str) -> &'static str {
    let found = MODULES.iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("no module {name}")).1
}

static HASH: LazyLock<String> = LazyLock::new(|| {
    // FNV-1a: only equality matters, nobody attacks the names of our own files.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for asset in ASSETS.iter() {
        for &byte in asset.name.as_bytes().iter().chain(asset.bytes.iter()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
});

fn made(name: &'static str, content_type: &'static str, text: String) -> Asset {
    Asset { name, content_type, bytes: Cow::Owned(text.into_bytes()) }
}

/// Returns a style sheet without comments and indentation, which browsers need not download. No text in it holds the beginning of a
/// comment.
fn without_comments(sheet: &str) -> String {
    let mut parts = sheet.split("/*");
    let first = parts.next().unwrap_or_default();
    let rules = parts.map(|part| part.split_once("*/").expect("a comment ends").1);
    let text: String = std::iter::once(first).chain(rules).collect();
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Draws the icon of the site as a PNG, for systems on which it is installed. A maskable one fills the whole square, since the system
/// cuts its own shape out of it.
fn icon(name: &'static str, width: u32, maskable: bool) -> Asset {
    const ICON: &str = include_str!("../../web/favicon.svg");
    let svg = if maskable {
        let (head, rest) = ICON.split_once('>').expect("an element");
        let body = rest.trim_end().strip_suffix("</svg>").expect("the end of the element");
        format!(
            "{head}><path d=\"M0 0h32v32H0z\" fill=\"#0d6470\"/><g transform=\"translate(4 4) scale(.75)\">{body}</g></svg>"
        )
    } else {
        ICON.to_owned()
    };
    let png = ::draw::png(&svg, width).expect("the icon is SVG");
    Asset { name, content_type: "image/png", bytes: Cow::Owned(png) }
}

/// Returns every file that pages refer to.
#[must_use]
pub fn assets() -> &'static [Asset] {
    &ASSETS
}

/// Returns the hash in the addresses: it changes when any file does.
#[must_use]
pub fn assets_hash() -> &'static str {
    &HASH
}

/// Returns the address of a file: `/assets/{hash}/{name}`.
#[must_use]
pub fn asset_url(name: &str) -> String {
    debug_assert!(ASSETS.iter().any(|asset| asset.name == name), "no asset {name}");
    format!("/assets/{}/{name}", *HASH)
}

/// Returns the style of boards inside a page; the pictures leave it out.
fn board_css() -> String {
    let style = ::draw::Style { theme: ::draw::Theme::Auto, ..::draw::Style::default() };
    ::draw::stylesheet(&style)
}

/// Whether a small picture is an icon that all pages use: of the interface, or of a seat. The others belong to games.
pub(crate) fn is_sign(name: &str) -> bool {
    name.starts_with("seat-") || LINES.iter().any(|(line, _)| *line == name)
}

/// The start of the address of a symbol in its file. No element of a page has an id that begins with `_`: Firefox applies the
/// page's rules for an id to symbols of that id too.
pub(crate) const SYMBOL: &str = "#_";

/// Joins all icons, or all small pictures of games, as the symbols of one file, so that a page refers to each in a few bytes.
fn sprite(signs: bool) -> String {
    let mut sprite = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\">");
    let mut add = |name: &str, svg: &str| {
        // An icon is a whole `<svg>`; its view box and its content go over.
        let (head, rest) = svg.split_once('>').expect("an element");
        let body = rest.strip_suffix("</svg>").expect("the end of the element");
        let view_box = head.split("viewBox=\"").nth(1).and_then(|rest| rest.split('"').next());
        let view_box = view_box.expect("an icon has a view box");
        write!(sprite, "<symbol id=\"_{name}\" viewBox=\"{view_box}\">{body}</symbol>").expect("a string");
    };
    for (name, svg) in ::draw::symbols().into_iter().filter(|(name, _)| is_sign(name) == signs) {
        add(&name, &svg);
    }
    for (name, body) in LINES.iter().filter(|_| signs) {
        add(
            name,
            &format!(
                "<svg viewBox=\"0 0 24 24\"><g fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\">{body}</g></svg>"
            ),
        );
    }
    sprite.push_str("</svg>");
    sprite
}

/// The icons of the interface, each drawn with one line in the colour of the text.
const LINES: [(&str, &str); 44] = [
    ("plus", "<path d=\"M12 5v14M5 12h14\"/>"),
    ("minus", "<path d=\"M5 12h14\"/>"),
    ("search", "<path d=\"M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5L21 21\"/>"),
    ("bulb", "<path d=\"M9 18h6M10 21h4M8.5 15.5a6 6 0 1 1 7 0V18h-7z\"/>"),
    ("fit", "<path d=\"M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5\"/>"),
    ("undo", "<path d=\"M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3\"/>"),
    (
        "menu",
        "<path d=\"M4 7h9M17 7h3M4 17h3M11 17h9\"/><circle cx=\"15\" cy=\"7\" r=\"2\"/><circle cx=\"9\" cy=\"17\" r=\"2\"/>",
    ),
    ("check", "<path d=\"M5 12.5l4.5 4.5L19 7.5\"/>"),
    ("cross", "<path d=\"M6 6l12 12M18 6L6 18\"/>"),
    ("wait", "<circle cx=\"12\" cy=\"12\" r=\"8\"/><path d=\"M12 8v4.5l3 2\"/>"),
    ("trade", "<path d=\"M4 9h15l-4-4M20 15H5l4 4\"/>"),
    ("hurry", "<circle cx=\"12\" cy=\"12\" r=\"9\"/><path d=\"M12 7v6M12 16.800h.01\"/>"),
    ("talk", "<path d=\"M4 5h16v11h-9l-4.500 4v-4H4z\"/>"),
    ("muted", "<path d=\"M4 5h16v11h-9l-4.500 4v-4H4zM9 8l6 5M15 8l-6 5\"/>"),
    ("send", "<path d=\"M4 5l16 7-16 7 3-7zM7 12h8\"/>"),
    ("flag", "<path d=\"M6 21V4M6 5c4-2.500 8 2.500 12 0v9c-4 2.500-8-2.500-12 0\"/>"),
    ("bell", "<path d=\"M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500h4\"/>"),
    ("log", "<path d=\"M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01\"/>"),
    ("chart", "<path d=\"M4 20h16M7 16v-5M12 16V6M17 16v-7\"/>"),
    (
        "people",
        "<circle cx=\"9\" cy=\"8\" r=\"3.5\"/><path d=\"M3 20a6 6 0 0 1 12 0M15.5 5a3.5 3.5 0 0 1 0 6.5M18 14.5a6 6 0 0 1 3 5.5\"/>",
    ),
    (
        "bot",
        "<rect x=\"5\" y=\"9\" width=\"14\" height=\"10\" rx=\"3\"/><path d=\"M12 9V5M9.5 13.5v1M14.5 13.5v1M3 13v3M21 13v3\"/>",
    ),
    (
        "hand",
        "<rect x=\"8\" y=\"5\" width=\"9\" height=\"14\" rx=\"2\" transform=\"rotate(10 12 12)\"/><path d=\"M7 7.5L5 8.2a2 2 0 0 0-1.2 2.5L7 19\"/>",
    ),
    ("card", "<rect x=\"6\" y=\"4\" width=\"12\" height=\"16\" rx=\"2.5\"/><path d=\"M12 9v6M9 12h6\"/>"),
    (
        "shield",
        "<path d=\"M12 4c2.5 1.8 5 2.3 7 2.3 0 6.500-2.500 11-7 13.700-4.500-2.700-7-7.200-7-13.700 2 0 4.500-.5 7-2.300z\"/>",
    ),
    (
        "stack",
        "<rect x=\"5\" y=\"9\" width=\"11\" height=\"11\" rx=\"1.5\"/><path d=\"M8 6h9a2 2 0 0 1 2 2v9\"/>",
    ),
    ("turn", "<path d=\"M19 12a7 7 0 1 1-2.500-5.400L19 9M19 4v5h-5\"/>"),
    ("none", "<circle cx=\"12\" cy=\"12\" r=\"8\"/><path d=\"M6.500 17.500l11-11\"/>"),
    ("fields", "<path d=\"M4 19h16M7 19c0-6 2-9 5-11M12 19c0-5 2-8 5-9M12 19c0-6-2-10-5-12\"/>"),
    ("cities", "<path d=\"M4 20V9h3v2h3V6h4v5h3V9h3v11zM10 20v-4h4v4\"/>"),
    ("open", "<path d=\"M4 8h6M4 16h6M14 8h.01M18 8h.01M14 16h.01M18 16h.01\"/>"),
    (
        "fits",
        "<rect x=\"4\" y=\"4\" width=\"16\" height=\"16\" rx=\"2\" stroke-dasharray=\"3 3\"/><path d=\"M10 10l2-1.500V16\"/>",
    ),
    (
        "preview",
        "<path d=\"M3 12s3.500-6 9-6 9 6 9 6-3.500 6-9 6-9-6-9-6z\"/><circle cx=\"12\" cy=\"12\" r=\"2.500\"/>",
    ),
    ("then", "<path d=\"M4 6h16v11H4zM8 21h8M4 14l5-4 4 3 3-2 4 3\"/>"),
    ("route", "<path d=\"M4 19c6 0 2-7 8-7s2-7 8-7\"/>"),
    ("text", "<path d=\"M5 6h14M12 6v13M8 19h8\"/>"),
    ("first", "<path d=\"M18 6l-7 6 7 6M6 6v12\"/>"),
    ("turn-back", "<path d=\"M12 6l-6 6 6 6M19 6l-6 6 6 6\"/>"),
    ("back", "<path d=\"M15 6l-6 6 6 6\"/>"),
    ("on", "<path d=\"M9 6l6 6-6 6\"/>"),
    ("turn-on", "<path d=\"M12 6l6 6-6 6M5 6l6 6-6 6\"/>"),
    ("last", "<path d=\"M6 6l7 6-7 6M18 6v12\"/>"),
    ("play", "<path d=\"M8 5l11 7-11 7z\"/>"),
    ("pause", "<path d=\"M9 5v14M15 5v14\"/>"),
    ("out", "<path d=\"M10 5H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h4M15 8l4 4-4 4M19 12H9\"/>"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_client_is_served() {
        let linked: String = ENTRIES.iter().map(|entry| link(entry, &module)).collect();
        for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/web")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            // The rest is for the type checker, parts of the style sheets, and the service worker, which has an address of its own.
            let is_other = name.ends_with(".json") || name.ends_with(".d.ts");
            if is_other || ["app", "people.css", "worker.js"].contains(&&*name) {
                continue;
            }
            let is_served = assets().iter().any(|asset| asset.name == name);
            let stem = name.trim_end_matches(".js");
            assert!(is_served || linked.contains(&format!("const ${stem} = ")), "web/{name} is left out");
        }
    }

    #[test]
    fn every_part_of_the_look_is_served() {
        for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/web/app")).unwrap() {
            let path = entry.unwrap().path();
            let part = std::fs::read_to_string(&path).unwrap();
            assert!(APP.contains(&part) || PAGES.contains(&part), "{} is left out", path.display());
        }
    }

    #[test]
    fn no_rule_of_a_page_names_a_symbol() {
        for name in ["icons.svg", "signs.svg"] {
            let asset = assets().iter().find(|asset| asset.name == name).unwrap();
            let text = std::str::from_utf8(&asset.bytes).unwrap();
            assert!(text.matches("<symbol").count() > 10, "{name}");
            assert_eq!(text.matches(" id=\"").count(), text.matches("<symbol id=\"_").count(), "{name}");
        }
        for sheet in assets().iter().filter(|asset| asset.name.ends_with(".css")) {
            let text = std::str::from_utf8(&sheet.bytes).unwrap();
            // Addresses of pictures name symbols, in quotation marks.
            let rules = text.split('"').step_by(2).collect::<String>();
            assert!(!rules.contains(SYMBOL), "{}", sheet.name);
        }
    }

    #[test]
    fn the_board_and_the_symbols_need_no_inline_style() {
        for name in ["icons.svg", "signs.svg", "favicon.svg"] {
            let asset = assets().iter().find(|asset| asset.name == name).unwrap();
            let text = std::str::from_utf8(&asset.bytes).unwrap();
            assert!(!text.contains("style=") && !text.contains("<style"), "{name}");
        }
    }
}
