//! The frame of all pages: head, header, settings, footer.

use crate::parts::addresses::asset_url;
use crate::parts::lesson_address;
use crate::parts::signs::{SYMBOL, is_sign};
use crate::words::{
    BoardLook, Confirm, Explanations, Lang, Mode, Motion, PlaceNames, Reader, Sounds, Switch, Theme, Words,
    msg,
};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use shelf::GameKind;
use std::sync::LazyLock;

/// The files of the typeface, which every page reads.
pub(crate) const FONTS: [&str; 2] = ["barlow-400.woff2", "barlow-600.woff2"];

/// Renders a small picture of one of the sprites.
pub(crate) fn icon(name: &str) -> Markup {
    let sprite = sprite(name);
    debug_assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "no name: {name}");
    // A page has hundreds of them.
    let head = "<svg class=\"icon icon-";
    let middle = "\" aria-hidden=\"true\" focusable=\"false\"><use href=\"";
    PreEscaped([head, name, middle, sprite, SYMBOL, name, "\"></use></svg>"].concat())
}

/// Renders the × that closes an element over the page.
pub(crate) fn close_button(words: Words) -> Markup {
    html! {
        button type="button" class="close js-only" data-close aria-label=(msg!(words, "client-close")) { "✕" }
    }
}

/// Returns the address of a small picture, for the client's drawings.
pub(crate) fn icon_address(name: &str) -> String {
    [sprite(name), SYMBOL, name].concat()
}

/// Returns the file that has a small picture.
fn sprite(name: &str) -> &'static str {
    static SPRITES: LazyLock<[String; 2]> = LazyLock::new(|| ["signs.svg", "icons.svg"].map(asset_url));
    &SPRITES[usize::from(!is_sign(name))]
}

/// Renders the head of a table: the names of its columns.
pub(crate) fn columns<const N: usize>(names: [String; N]) -> Markup {
    html! {
        thead { tr { @for name in names { th scope="col" { (name) } } } }
    }
}

/// The style sheets and scripts of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Load {
    /// A page of words and forms.
    Page,
    /// A page of words and forms, with the style sheet of boards for pictures of tiles.
    Kinds,
    /// The page that verifies dice.
    Fairness,
    /// A table without its board.
    Table,
    /// A table with its board.
    Board,
}

/// The whole document around the content of a page.
pub(crate) struct Shell<'a> {
    pub(crate) reader: &'a Reader,
    /// The title, without the name of the site.
    pub(crate) title: &'a str,
    /// A class of `<body>`.
    pub(crate) class: &'a str,
    /// The `<main>` element, which must have the id `main`.
    pub(crate) main: Markup,
    /// The elements after `<main>`: dialogs.
    pub(crate) after: Markup,
    /// The style sheets and scripts.
    pub(crate) load: Load,
    /// The game that the page is about: its rules are a link away. Without one the link leads to all rulebooks.
    pub(crate) game: Option<GameKind>,
    /// The clause that the page is about, as after a refusal: the link leads there.
    pub(crate) clause: Option<&'a str>,
    /// What a link to the page looks like in a chat, if such links are sent around.
    pub(crate) preview: Option<LinkPreview<'a>>,
}

/// A title and the table whose board a chat shows beside a link to it.
pub(crate) struct LinkPreview<'a> {
    pub(crate) title: String,
    pub(crate) table: &'a str,
}

impl<'a> Shell<'a> {
    /// A page of words that is about no game.
    pub(crate) fn new(reader: &'a Reader, title: &'a str, main: Markup) -> Shell<'a> {
        Shell {
            reader,
            title,
            class: "page",
            main,
            after: html! {},
            load: Load::Page,
            game: None,
            clause: None,
            preview: None,
        }
    }

    /// Whether the page shows a table or a replay, and not only words around one.
    fn is_of_board(&self) -> bool {
        self.class.split(' ').any(|class| matches!(class, "replay" | "table"))
    }

    /// Renders the link to the rules. The client points it to the clause of a refusal while it shows that refusal.
    fn rules_link(&self, text: &str) -> Markup {
        let rules = self.game.map_or_else(|| "/rules".to_owned(), |game| format!("/rules/{game}"));
        let here = self.clause.map(|clause| format!("/rules/{clause}"));
        html! { a href=(here.as_ref().unwrap_or(&rules)) data-rules=(rules) { (text) } }
    }

    /// Renders the end of the menu where the board fills the window: the links that have no other place there.
    fn board_links(&self, words: Words) -> Markup {
        html! {
            @if self.is_of_board() {
                @if let Some(game) = self.game {
                    @let name = words.game_title(game.name());
                    p class="menu-links" { (self.rules_link(&msg!(words, "rules-title", game = name.as_str()))) }
                    @if let Some(lesson) = lesson_address(game) {
                        p class="menu-links" { a href={ "/rules/" (game) "/how-to-play" } { (msg!(words, "how-to-play")) } }
                        p class="menu-links" { a href=(lesson) { (msg!(words, "lesson-of", game = name)) } }
                    }
                }
                (host_links(words, self.reader))
            }
        }
    }

    pub(crate) fn render(self) -> Markup {
        let words = Words::new(self.reader.lang);
        let settings = &self.reader.settings;
        let theme = (settings.theme != Theme::Auto).then(|| settings.theme.text());
        let board = (settings.board != BoardLook::Usual).then(|| settings.board.text());
        let motion = (settings.motion != Motion::Auto).then(|| settings.motion.text());
        html! {
            (DOCTYPE)
            html lang=(words.lang()) data-theme=[theme] data-board=[board] data-motion=[motion] data-confirm=(settings.confirm.text())
                data-sounds=(settings.sounds.text()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                    meta name="color-scheme" content=(match settings.theme {
                        Theme::Auto => "light dark",
                        Theme::Light => "light",
                        Theme::Dark => "dark",
                    });
                    title { (self.title) " · " (self.reader.house.as_deref().unwrap_or("Neuland")) }
                    (link_preview(words, self.reader, self.preview.as_ref()))
                    link rel="manifest" href={ "/manifest.webmanifest?lang=" (self.reader.lang) };
                    link rel="apple-touch-icon" href=(asset_url("icon-maskable.png"));
                    link id="icon" rel="icon" type="image/svg+xml" href=(asset_url("favicon.svg"))
                        data-turn=[self.game.is_some().then(|| asset_url("favicon-turn.svg"))];
                    @let (look, script) = match self.load {
                        Load::Page | Load::Kinds => ("pages.css", "pages.js"),
                        Load::Fairness => ("pages.css", "fairness.js"),
                        Load::Table | Load::Board => ("app.css", "app.js"),
                    };
                    // Before the style sheet names them: a page takes them only if they are there in time.
                    @for font in FONTS {
                        link rel="preload" href=(asset_url(font)) as="font" type="font/woff2" crossorigin;
                    }
                    link rel="stylesheet" href=(asset_url(look));
                    @if matches!(self.load, Load::Board | Load::Kinds) {
                        link rel="stylesheet" href=(asset_url("board.css"));
                    }
                    @if self.is_of_board() {
                        link rel="stylesheet" href=(asset_url("replay.css"));
                    }
                    script src=(asset_url("early.js")) {}
                    script type="module" src=(asset_url(script)) {}
                }
                body class=(self.class) {
                    a class="skip" href="#main" { (msg!(words, "skip-to-content")) }
                    header class="top" {
                        a class="brand" href="/" {
                            img src=(asset_url("favicon.svg")) alt="" width="28" height="28";
                            span { "Neuland" @if let Some(house) = &self.reader.house { small class="house" { (house) } } }
                        }
                        nav aria-label=(msg!(words, "nav-label")) {
                            a href="/" { (msg!(words, "nav-tables")) }
                            (self.rules_link(&msg!(words, "nav-rules")))
                            a href="/replay" { (msg!(words, "nav-replay")) }
                            @if !self.reader.alone { a href="/account" { (msg!(words, "nav-account")) } }
                            @if let Some(open) = self.reader.moderates {
                                a class="moderates" href="/admin" {
                                    (msg!(words, "nav-admin"))
                                    @if open > 0 {
                                        " " span class="unread" {
                                            span aria-hidden="true" { (open) }
                                            span class="unseen" { (msg!(words, "admin-open", n = open)) }
                                        }
                                    }
                                }
                            }
                        }
                        @if self.is_of_board() {
                            button type="button" class="keys-open js-only" data-open-keys title=(msg!(words, "keys-help")) {
                                kbd aria-hidden="true" { "?" } span { (msg!(words, "keys-title")) }
                            }
                        }
                        (languages(words, self.reader))
                        (settings_menu(words, self.reader, &self.board_links(words)))
                    }
                    (self.main)
                    @if !self.is_of_board() { (host_links(words, self.reader)) }
                    (self.after)
                }
            }
        }
    }
}

/// Renders what chats read to show a link to this page. They fetch the picture from anywhere, so its address is a whole one.
fn link_preview(words: Words, reader: &Reader, preview: Option<&LinkPreview<'_>>) -> Markup {
    let (Some(LinkPreview { title, table }), Some(origin)) = (preview, &reader.origin) else {
        return html! {};
    };
    html! {
        meta property="og:type" content="website";
        meta property="og:site_name" content=(reader.house.as_deref().unwrap_or("Neuland"));
        meta property="og:title" content=(title);
        meta property="og:description" content=(msg!(words, "install-description"));
        meta property="og:image" content={ (origin) "/t/" (table) "/picture.png" };
    }
}

/// Renders the links to the pages of the host, if there are any.
fn host_links(words: Words, reader: &Reader) -> Markup {
    let host = reader.host;
    let links = [
        (host.contact, "/contact", msg!(words, "host-contact")),
        (host.notice, "/notice", msg!(words, "host-notice")),
    ];
    html! {
        @if host.contact || host.notice {
            footer class="host-links" {
                @for (_, address, text) in links.iter().filter(|(is_there, ..)| *is_there) {
                    a href=(address) { (text) }
                }
            }
        }
    }
}

/// Renders the client's own messages, for `word` of `web/page.js`.
pub(crate) fn client_words(texts: &[(&str, String)]) -> Markup {
    html! {
        dl id="words" hidden {
            @for (key, text) in texts { dt { (key) } dd { (text) } }
        }
    }
}

/// Returns a text whose long words may be broken where their parts meet: browsers rarely know where that is.
pub(crate) fn breakable(words: Words, text: &str) -> String {
    let joints = msg!(words, "word-joints");
    joints.split_whitespace().fold(text.to_owned(), |text, word| {
        text.replace(&word.replace('|', ""), &word.replace('|', "\u{ad}"))
    })
}

/// Returns the address to which a change of settings leads back: the page, without the query fields that settings replace.
fn back(here: &str) -> String {
    let Some((path, query)) = here.split_once('?') else { return here.to_owned() };
    let kept: Vec<&str> =
        query.split('&').filter(|pair| !pair.starts_with("mode=") && !pair.starts_with("lang=")).collect();
    if kept.is_empty() { path.to_owned() } else { format!("{path}?{}", kept.join("&")) }
}

/// Renders one button for each language; the current one is marked.
fn languages(words: Words, reader: &Reader) -> Markup {
    html! {
        form class="languages" method="post" action="/settings" aria-label=(msg!(words, "settings-lang")) {
            input type="hidden" name="back" value=(back(&reader.here));
            @for lang in Lang::ALL {
                button type="submit" name="lang" value=(lang) lang=(lang) aria-pressed=(lang == words.lang())
                    title=(lang.name()) {
                    span aria-hidden="true" { (lang.code().to_uppercase()) }
                    span class="unseen" { (lang.name()) }
                }
            }
        }
    }
}

fn settings_menu(words: Words, reader: &Reader, end: &Markup) -> Markup {
    let settings = &reader.settings;
    let choice = |name: &str, label: &str, current: &str, values: &[(&str, String)]| {
        html! {
            label {
                span { (label) }
                select name=(name) {
                    @for (value, text) in values {
                        option value=(value) selected[*value == current] { (text) }
                    }
                }
            }
        }
    };
    // Without scripts the last value counts: a switch that is off sends only the first.
    let switch = |name: &str, label: &str, is_on: bool| {
        html! {
            label class="switch" {
                span { (label) }
                input type="hidden" name=(name) value="off";
                input type="checkbox" role="switch" name=(name) value="on" checked[is_on];
            }
        }
    };
    html! {
        details class="menu settings" id="settings" {
            summary { (icon("menu")) span class="menu-label" { (msg!(words, "settings")) } }
            form class="pop" method="post" action="/settings" {
                input type="hidden" name="back" value=(back(&reader.here));
                (choice("mode", &msg!(words, "settings-mode"), settings.mode.text(), &[
                    (Mode::Picture.text(), msg!(words, "settings-mode-picture")),
                    (Mode::Text.text(), msg!(words, "settings-mode-text")),
                ]))
                (choice("theme", &msg!(words, "settings-theme"), settings.theme.text(), &[
                    (Theme::Auto.text(), msg!(words, "settings-auto")),
                    (Theme::Light.text(), msg!(words, "settings-theme-light")),
                    (Theme::Dark.text(), msg!(words, "settings-theme-dark")),
                ]))
                (choice("board", &msg!(words, "settings-board"), settings.board.text(), &[
                    (BoardLook::Usual.text(), msg!(words, "settings-board-usual")),
                    (BoardLook::Contrast.text(), msg!(words, "settings-board-contrast")),
                    (BoardLook::Paper.text(), msg!(words, "settings-board-paper")),
                ]))
                (choice("confirm", &msg!(words, "settings-confirm"), settings.confirm.text(), &[
                    (Confirm::Touch.text(), msg!(words, "settings-confirm-touch")),
                    (Confirm::Always.text(), msg!(words, "settings-always")),
                    (Confirm::Never.text(), msg!(words, "settings-never")),
                ]))
                (switch("names", &msg!(words, "settings-names"), settings.names == PlaceNames::On))
                (choice("motion", &msg!(words, "settings-motion"), settings.motion.text(), &[
                    (Motion::Auto.text(), msg!(words, "settings-motion-normal")),
                    (Motion::Quick.text(), msg!(words, "settings-motion-quick")),
                    (Motion::Reduced.text(), msg!(words, "settings-motion-reduced")),
                ]))
                (switch("sounds", &msg!(words, "settings-sounds"), settings.sounds == Sounds::On))
                (switch("keys", &msg!(words, "settings-keys"), settings.keys.text() == "on"))
                @for (name, label, now) in [
                    ("auto_roll", msg!(words, "settings-auto-roll"), settings.auto_roll),
                    ("auto_reject", msg!(words, "settings-auto-reject"), settings.auto_reject),
                    ("ask_end", msg!(words, "settings-ask-end"), settings.ask_end),
                ] {
                    (switch(name, &label, now == Switch::On))
                }
                (choice("explanations", &msg!(words, "settings-explanations"), settings.explanations.text(), &[
                    (Explanations::On.text(), msg!(words, "settings-on")),
                    (Explanations::Off.text(), msg!(words, "settings-off")),
                    ("again", msg!(words, "settings-explanations-again")),
                ]))
                // Kept by the browser, which is asked for its permission when this is pressed.
                div id="notify" hidden {
                    button type="button" data-notify data-on=(msg!(words, "notify-on")) data-off=(msg!(words, "notify-off"))
                        aria-pressed="false" aria-describedby="notify-hint" {
                        (icon("bell")) span { (msg!(words, "notify-off")) }
                    }
                    p id="notify-hint" class="hint" role="status" data-denied=(msg!(words, "notify-denied")) { (msg!(words, "notify-hint")) }
                }
                button type="submit" class="primary without-js" { (msg!(words, "settings-save")) }
                (end)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{back, breakable};
    use crate::words::{Lang, Words, msg};

    /// No card of a hand has a word that is too wide for it and cannot be broken.
    #[test]
    fn long_words_on_cards_can_be_broken() {
        /// About so many letters are as wide as the narrowest card.
        const LETTERS: usize = 11;
        let (de, en) = (Words::new(Lang::De), Words::new(Lang::En));
        assert_eq!(breakable(de, "Handelsmonopol"), "Handels\u{ad}monopol");
        for words in [de, en] {
            let names = ::catan::DevelopmentCard::ALL
                .map(|card| msg!(words, &format!("card-{}", card.name())))
                .to_vec();
            let progress =
                ::catan::cities_and_knights::Progress::ALL.map(|card| msg!(words, &format!("card-{card}")));
            for name in names.into_iter().chain(progress) {
                let parts = breakable(words, &name);
                let longest = parts.split([' ', '\u{ad}']).map(|part| part.chars().count()).max();
                assert!(longest <= Some(LETTERS), "{name}: {longest:?} letters");
            }
        }
    }

    #[test]
    fn settings_are_not_overruled_by_the_address_they_lead_back_to() {
        for (here, expected) in [
            ("/t/abc", "/t/abc"),
            ("/t/abc?mode=text", "/t/abc"),
            ("/rules/catan?x=1&lang=de", "/rules/catan?x=1"),
        ] {
            assert_eq!(back(here), expected);
        }
    }
}
