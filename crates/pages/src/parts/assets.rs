//! Style sheets, scripts and pictures that the pages refer to, inside the binary.
//!
//! All of them are addressed below one hash of everything, `/assets/{hash}/{name}`, so that every answer can be cached for ever.
//! What a page needs of a kind comes in one file: its modules are linked ([`link`]), its style sheets one after the other.

use crate::parts::linked::link;
use crate::parts::signs::{LINES, is_sign};
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
const MODULES: [(&str, &str); 42] = modules! {
    "account.js" "act.js" "advice.js" "app.js" "auto.js" "board.js" "call.js" "choice.js" "clocks.js" "copy.js" "desk.js" "fairness.js"
    "fields.js" "guard.js" "hint.js" "install.js" "keys.js" "live.js" "lobby.js" "morph.js" "nonce.js" "notify.js" "obstacles.js" "outbox.js"
    "page.js" "painted.js" "pages.js" "replay.js" "sent.js" "settings.js" "sheets.js" "show.js" "sound.js" "stage.js" "start.js" "tables.js" "talk.js" "tile.js" "trade.js" "transport.js"
    "verify.js" "zoom.js"
};

/// The entry modules: of tables and replays, of the page about fair dice, and of all other pages.
const ENTRIES: [&str; 3] = ["app.js", "fairness.js", "pages.js"];

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let mut assets = vec![
        made("app.css", CSS, compact(APP)),
        made("pages.css", CSS, compact(PAGES)),
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

pub(crate) static HASH: LazyLock<String> = LazyLock::new(|| {
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

/// Returns a style sheet without comments and the space around its signs, which browsers need not download. No text in it holds the
/// beginning of a comment, or such a sign with a space.
fn compact(sheet: &str) -> String {
    let mut parts = sheet.split("/*");
    let first = parts.next().unwrap_or_default();
    let rules = parts.map(|part| part.split_once("*/").expect("a comment ends").1);
    let text: String = std::iter::once(first).chain(rules).collect();
    let mut made = String::with_capacity(text.len());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        // A value that goes on in the next line is separated from it.
        if !made.is_empty() && !made.ends_with(['{', '}', ';', ',']) {
            made.push('\n');
        }
        made += &line.replace(": ", ":").replace(" {", "{").replace("; ", ";");
    }
    made
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

/// Returns the style of boards inside a page; the pictures leave it out.
fn board_css() -> String {
    let style = ::draw::Style { theme: ::draw::Theme::Auto, ..::draw::Style::default() };
    ::draw::stylesheet(&style)
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::signs::SYMBOL;

    #[test]
    fn a_compact_sheet_says_the_same() {
        let sheet = "/* look */\n.a,\n.b > i {\n  color: red; margin: 0 1px\n    2px;\n}\n@media (width < 9rem) {\n  p { top: 0; }\n}\n";
        let wanted = ".a,.b > i{color:red;margin:0 1px\n2px;}@media (width < 9rem){p{ top:0;}}";
        assert_eq!(compact(sheet).replace(" }", "}"), wanted);
    }

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
