//! The reader of a page: language and settings.

use super::topic::{Topic, Topics};
use std::fmt;

/// A language of the interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[allow(missing_docs)]
pub enum Lang {
    #[default]
    En,
    De,
}

/// Returns the language of the rulebooks for readers of a language.
#[must_use]
pub fn rulebook_lang(lang: Lang) -> rulebook::Lang {
    match lang {
        Lang::En => rulebook::Lang::En,
        Lang::De => rulebook::Lang::De,
    }
}

impl Lang {
    /// All languages.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::De];

    /// Returns `en` or `de`: the text form, for `lang` attributes and URLs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::De => "de",
        }
    }

    /// Returns the language's name for itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Lang::En => "English",
            Lang::De => "Deutsch",
        }
    }

    /// Returns the language of a tag such as `de-AT`, if it is one of ours.
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Lang> {
        let primary = tag.trim().split(['-', '_', '.']).next().unwrap_or_default();
        Lang::ALL.into_iter().find(|lang| lang.code().eq_ignore_ascii_case(primary))
    }

    /// Returns the best language for an `Accept-Language` header; English if it names none of ours.
    ///
    /// ```
    /// use pages::Lang;
    /// assert_eq!(Lang::negotiate("fr, de-CH;q=0.8, en;q=0.5"), Lang::De);
    /// assert_eq!(Lang::negotiate("pt"), Lang::En);
    /// ```
    #[must_use]
    pub fn negotiate(accept_language: &str) -> Lang {
        let mut best = (0.0, Lang::En);
        for part in accept_language.split(',') {
            let (tag, rest) = part.split_once(';').unwrap_or((part, ""));
            let weight = rest.trim().strip_prefix("q=").map_or(1.0, |q| q.parse().unwrap_or(0.0));
            if let Some(lang) = Lang::of_tag(tag)
                && weight > best.0
            {
                best = (weight, lang);
            }
        }
        best.1
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

macro_rules! setting {
    ($(#[$doc:meta])* $Name:ident { $($(#[$vdoc:meta])* $value:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub enum $Name { $($(#[$vdoc])* $value),* }
        impl $Name {
            /// All values, the default first.
            pub const ALL: &'static [$Name] = &[$($Name::$value),*];
            /// Returns the text form of the value.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $($Name::$value => $text),* }
            }
            fn of(text: &str) -> Option<$Name> {
                $Name::ALL.iter().copied().find(|value| value.text() == text)
            }
        }
    };
}

setting!(
    /// The colours of the page.
    Theme {
        /// The device's choice.
        #[default]
        Auto = "auto",
        /// Light.
        Light = "light",
        /// Dark.
        Dark = "dark",
    }
);
setting!(
    /// The presentation of a table.
    Mode {
        /// With the picture of the board.
        #[default]
        Picture = "picture",
        /// In words: headings, lists and forms.
        Text = "text",
    }
);
setting!(
    /// Whether the reader has to confirm a place that they tapped.
    Confirm {
        /// On touch screens, where fingers miss.
        #[default]
        Touch = "touch",
        /// Always.
        Always = "always",
        /// Never.
        Never = "never",
    }
);
setting!(
    /// The amount of motion.
    Motion {
        /// The device's choice.
        #[default]
        Auto = "auto",
        /// Motion at twice the speed.
        Quick = "quick",
        /// The least motion possible.
        Reduced = "reduced",
    }
);
setting!(
    /// Whether events make a sound.
    Sounds {
        /// Silence.
        #[default]
        Off = "off",
        /// Short tones, synthesised by the browser.
        On = "on",
    }
);
setting!(
    /// Whether the board shows the names of places.
    PlaceNames {
        /// No names on the picture.
        #[default]
        Off = "off",
        /// The name of every hex, intersection and path.
        On = "on",
    }
);

setting!(
    /// Whether single keys are shortcuts at the table.
    Keys {
        /// Shortcuts are on.
        #[default]
        On = "on",
        /// Shortcuts are off: some readers use these keys for their own tools.
        Off = "off",
    }
);

setting!(
    /// Whether tables explain what matters for the first time.
    Explanations {
        /// Each topic is explained once.
        #[default]
        On = "on",
        /// Nothing is explained.
        Off = "off",
    }
);

setting!(
    /// The colours of the board.
    BoardLook {
        /// The colours that match the page.
        #[default]
        Usual = "usual",
        /// Few strong colours with black lines.
        Contrast = "contrast",
        /// Pale colours, as on paper.
        Paper = "paper",
    }
);
setting!(
    /// Whether a table does something by itself, or asks before it does something.
    Switch {
        /// Off.
        #[default]
        Off = "off",
        /// On.
        On = "on",
    }
);

/// An aid that a table allows its readers. The first eight spare readers of a tile-laying game the counting: drawn over the board, or
/// shown beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aid {
    /// The owner of each field, and the number of cities that count for it.
    Fields,
    /// The owner of each city.
    Cities,
    /// The owner of each road.
    Roads,
    /// The edges at which roads and cities are still open.
    Open,
    /// The number of remaining tiles that fit each empty place.
    Fits,
    /// The tiles left.
    Tiles,
    /// The points if the game ended now.
    Projected,
    /// The effects of a placement or figure, before it is confirmed.
    Preview,
    /// What the strongest bot would do, and why; at tables of every game.
    Hint,
    /// The chances to win as spectators may know them, on their pages; at tables of every game.
    Chances,
}

impl Aid {
    /// All of them.
    pub const ALL: [Aid; 10] = [
        Aid::Fields,
        Aid::Cities,
        Aid::Roads,
        Aid::Open,
        Aid::Fits,
        Aid::Tiles,
        Aid::Projected,
        Aid::Preview,
        Aid::Hint,
        Aid::Chances,
    ];

    /// Returns the name in cookies and forms: `fields`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Aid::Fields => "fields",
            Aid::Cities => "cities",
            Aid::Roads => "roads",
            Aid::Open => "open",
            Aid::Fits => "fits",
            Aid::Tiles => "tiles",
            Aid::Projected => "projected",
            Aid::Preview => "preview",
            Aid::Hint => "hint",
            Aid::Chances => "chances",
        }
    }

    fn of(text: &str) -> Option<Aid> {
        Aid::ALL.into_iter().find(|aid| aid.name() == text)
    }
}

/// A set of aids. Text form: their names joined by dots, `none` for none.
///
/// ```
/// use pages::{Aid, Aids};
/// let aids: Aids = "fields.tiles".parse().unwrap();
/// assert!(aids.contains(Aid::Tiles) && !aids.contains(Aid::Open));
/// assert_eq!(aids.with(Aid::Open, true).to_string(), "fields.open.tiles");
/// assert_eq!(Aids::NONE.to_string(), "none");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Aids(u16);

impl Aids {
    /// No aids.
    pub const NONE: Aids = Aids(0);
    /// All aids.
    pub const ALL: Aids = Aids((1 << Aid::ALL.len()) - 1);
    /// The aids that the form for a new table proposes: all but the chances for spectators, at which people who play could look
    /// as well.
    pub const PROPOSED: Aids = Aids::ALL.with(Aid::Chances, false);
    /// The aids of a table whose opener chose none: those that the form proposes but hints, to which everybody at the table
    /// should have been invited.
    pub const UNCHOSEN: Aids = Aids::PROPOSED.with(Aid::Hint, false);

    /// Returns the aids that a table allows its readers, by the text in its log; hardly any if that cannot be read.
    #[must_use]
    pub fn allowed(text: Option<&str>) -> Aids {
        text.map_or(Aids::UNCHOSEN, |text| text.parse().unwrap_or_default())
    }

    /// Whether the aid is among them.
    #[must_use]
    pub const fn contains(self, aid: Aid) -> bool {
        self.0 >> aid as u16 & 1 == 1
    }

    /// Returns these aids with the given one switched on or off.
    #[must_use]
    pub const fn with(self, aid: Aid, on: bool) -> Aids {
        let bit = 1 << aid as u16;
        Aids(if on { self.0 | bit } else { self.0 & !bit })
    }

    /// Returns the aids that are in both.
    #[must_use]
    pub const fn and(self, other: Aids) -> Aids {
        Aids(self.0 & other.0)
    }
}

impl Default for Aids {
    /// The aids beside the board, and none of those drawn over it.
    fn default() -> Aids {
        Aids::NONE.with(Aid::Tiles, true).with(Aid::Projected, true).with(Aid::Preview, true)
    }
}

impl fmt::Display for Aids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> =
            Aid::ALL.into_iter().filter(|&aid| self.contains(aid)).map(Aid::name).collect();
        f.write_str(if names.is_empty() { "none" } else { "" })?;
        f.write_str(&names.join("."))
    }
}

impl std::str::FromStr for Aids {
    type Err = String;
    fn from_str(text: &str) -> Result<Aids, String> {
        if text == "none" {
            return Ok(Aids::NONE);
        }
        text.split('.').try_fold(Aids::NONE, |aids, name| {
            let aid = Aid::of(name).ok_or_else(|| format!("`{name}` is not an aid"))?;
            Ok(aids.with(aid, true))
        })
    }
}

/// A reader's settings. One cookie stores them, in the text form of this type.
///
/// ```
/// use pages::{Lang, Mode, Settings};
/// let mut settings = Settings::read("lang=de&mode=text");
/// assert_eq!((settings.lang, settings.mode), (Some(Lang::De), Mode::Text));
/// assert!(settings.set("mode", "picture"));
/// assert!(!settings.set("mode", "hologram"));
/// assert_eq!(settings.to_string(), "lang=de");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// The language; `None` follows the browser.
    pub lang: Option<Lang>,
    /// The colours.
    pub theme: Theme,
    /// The colours of the board.
    pub board: BoardLook,
    /// The presentation of tables.
    pub mode: Mode,
    /// The confirmation of places.
    pub confirm: Confirm,
    /// The amount of motion.
    pub motion: Motion,
    /// Sounds.
    pub sounds: Sounds,
    /// The names of places on the board.
    pub names: PlaceNames,
    /// The keyboard shortcuts.
    pub keys: Keys,
    /// Whether the page rolls the dice if nothing else is possible.
    pub auto_roll: Switch,
    /// Whether the page rejects offers that the reader cannot pay.
    pub auto_reject: Switch,
    /// Whether the page asks before the end of a turn in which the reader could still build or buy something.
    pub ask_end: Switch,
    /// The aids for tables of tile-laying games, as far as the table allows them.
    pub aids: Aids,
    /// The first-time explanations.
    pub explanations: Explanations,
    /// The topics that the reader needs no explanation of any more.
    pub known: Topics,
}

impl Settings {
    /// The name of the cookie that holds them.
    pub const COOKIE: &'static str = "neuland-settings";

    /// Reads the text form; unreadable settings keep their default, since cookies are not to be trusted.
    #[must_use]
    pub fn read(text: &str) -> Settings {
        let mut settings = Settings::default();
        for (name, value) in text.split('&').filter_map(|pair| pair.split_once('=')) {
            settings.set(name, value);
        }
        settings
    }

    /// Sets one setting by its name (`lang`, `theme`, `board`, `mode`, `confirm`, `motion`, `sounds`, `names`, `keys`,
    /// `auto_roll`, `auto_reject`, `ask_end`, `aids`, `explanations`, `known`; `aid-fields` and the like turn one aid `on` or `off`,
    /// `known-robber` and the like with `on` end one explanation), as the fields of `POST /settings` are called. `again` for
    /// `explanations` begins with all of them anew. Returns whether there is such a setting with such a value.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        fn assign<T>(field: &mut T, value: Option<T>) -> bool {
            let known = value.is_some();
            if let Some(value) = value {
                *field = value;
            }
            known
        }
        match name {
            "lang" if value == "auto" => assign(&mut self.lang, Some(None)),
            "lang" => assign(&mut self.lang, Lang::of_tag(value).map(Some)),
            "theme" => assign(&mut self.theme, Theme::of(value)),
            "board" => assign(&mut self.board, BoardLook::of(value)),
            "mode" => assign(&mut self.mode, Mode::of(value)),
            "confirm" => assign(&mut self.confirm, Confirm::of(value)),
            "motion" => assign(&mut self.motion, Motion::of(value)),
            "sounds" => assign(&mut self.sounds, Sounds::of(value)),
            "names" => assign(&mut self.names, PlaceNames::of(value)),
            "keys" => assign(&mut self.keys, Keys::of(value)),
            "auto_roll" => assign(&mut self.auto_roll, Switch::of(value)),
            "auto_reject" => assign(&mut self.auto_reject, Switch::of(value)),
            "ask_end" => assign(&mut self.ask_end, Switch::of(value)),
            "aids" => assign(&mut self.aids, value.parse().ok()),
            "explanations" if value == "again" => {
                (self.explanations, self.known) = (Explanations::On, Topics::default());
                true
            }
            "explanations" => assign(&mut self.explanations, Explanations::of(value)),
            "known" => assign(&mut self.known, Some(Topics::read(value))),
            _ => match (name.strip_prefix("aid-").and_then(Aid::of), value) {
                (Some(aid), "on" | "off") => {
                    self.aids = self.aids.with(aid, value == "on");
                    true
                }
                (None, "on") => match name.strip_prefix("known-").and_then(Topic::of) {
                    Some(topic) => {
                        self.known = self.known.with(topic);
                        true
                    }
                    None => false,
                },
                _ => false,
            },
        }
    }
}

impl fmt::Display for Settings {
    /// Writes `name=value` pairs joined by `&`, without defaults: fit for a cookie.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Settings::default();
        let mut parts = Vec::new();
        if let Some(lang) = self.lang {
            parts.push(format!("lang={lang}"));
        }
        macro_rules! part {
            ($field:ident) => {
                if self.$field != default.$field {
                    parts.push(format!(concat!(stringify!($field), "={}"), self.$field.text()));
                }
            };
        }
        part!(theme);
        part!(board);
        part!(mode);
        part!(confirm);
        part!(motion);
        part!(sounds);
        part!(names);
        part!(keys);
        part!(auto_roll);
        part!(auto_reject);
        part!(ask_end);
        if self.aids != default.aids {
            parts.push(format!("aids={}", self.aids));
        }
        part!(explanations);
        if self.known != default.known {
            parts.push(format!("known={}", self.known));
        }
        f.write_str(&parts.join("&"))
    }
}

/// The reader of a page, and the place where they read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reader {
    /// The language: the chosen one, or else the browser's.
    pub lang: Lang,
    /// The settings that they have chosen.
    pub settings: Settings,
    /// The reader's last nickname; fills name fields.
    pub name: Option<String>,
    /// The path and query of the page, so that the settings form can return to it: `/t/abc?mode=text`.
    pub here: String,
    /// The origin at which the reader reached the server, for links to be sent to others: `http://192.168.1.5:7170`.
    pub origin: Option<String>,
    /// The origin at which others in the network reach the server, if the reader is on the machine itself and the server listens
    /// for others too.
    pub network: Option<String>,
    /// The name that the host has given the site.
    pub house: Option<String>,
    /// The command that restarts the server so that others in the network reach it, if only this machine does now.
    pub for_others: Option<String>,
    /// The number of open reports, if the reader is a moderator.
    pub moderates: Option<usize>,
    /// The pages that the host has written.
    pub host: HostLinks,
    /// Whether the reader's own browser answers instead of a server, so that nobody else can come to their tables.
    pub alone: bool,
}

/// The pages that the host has written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HostLinks {
    /// Whether there is a contact page.
    pub contact: bool,
    /// Whether there is a legal notice.
    pub notice: bool,
}

impl Reader {
    /// Whether the reader reached the server by an address that means another machine everywhere else.
    #[must_use]
    pub fn is_on_this_machine(&self) -> bool {
        let origin = self.origin.as_deref().unwrap_or_default();
        let host = origin.split_once("://").map_or(origin, |(_, host)| host);
        ["localhost", "127.", "[::1]"].iter().any(|local| host.starts_with(local))
    }

    /// Whether a browser trusts the connection: over TLS, or on the machine itself.
    #[must_use]
    pub fn trusts_connection(&self) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.starts_with("https://")) || self.is_on_this_machine()
    }

    /// Returns the origin for links that others follow, if there is an address at which they reach the server.
    #[must_use]
    pub fn origin_for_others(&self) -> Option<&str> {
        if self.is_on_this_machine() { self.network.as_deref() } else { self.origin.as_deref() }
    }
}

/// The theme in which a separate picture (`board/{seq}.svg`) is drawn for this reader.
impl From<Theme> for ::draw::Theme {
    fn from(theme: Theme) -> ::draw::Theme {
        match theme {
            Theme::Auto => ::draw::Theme::Auto,
            Theme::Light => ::draw::Theme::Light,
            Theme::Dark => ::draw::Theme::Dark,
        }
    }
}

/// The colours in which such a picture is drawn.
impl From<BoardLook> for ::draw::Look {
    fn from(look: BoardLook) -> ::draw::Look {
        match look {
            BoardLook::Usual => ::draw::Look::Usual,
            BoardLook::Contrast => ::draw::Look::Contrast,
            BoardLook::Paper => ::draw::Look::Paper,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_their_text_form() {
        let mut settings = Settings::default();
        assert_eq!(settings.to_string(), "");
        for (name, value) in [
            ("lang", "de"),
            ("theme", "dark"),
            ("board", "paper"),
            ("mode", "text"),
            ("confirm", "never"),
            ("motion", "reduced"),
            ("sounds", "on"),
            ("names", "on"),
            ("keys", "off"),
            ("auto_roll", "on"),
            ("auto_reject", "on"),
            ("ask_end", "on"),
            ("aids", "open.tiles"),
            ("aid-fields", "on"),
            ("aid-tiles", "off"),
            ("explanations", "off"),
            ("known-robber", "on"),
            ("known-fields", "on"),
        ] {
            assert!(settings.set(name, value), "{name}");
        }
        assert_eq!(Settings::read(&settings.to_string()), settings);
        assert_eq!(settings.aids.to_string(), "fields.open");
        assert_eq!(settings.known.to_string(), "robber.fields");
        assert!(settings.set("explanations", "again"));
        assert_eq!((settings.explanations, settings.known), (Explanations::On, Topics::default()));
        assert!(!settings.set("known-weather", "on") && !settings.set("known-robber", "off"));
        assert!(!settings.set("aid-fields", "maybe") && !settings.set("aid-weather", "on"));
        assert_eq!(Settings::read("theme=pink&&=&lang=xx&sounds=on").to_string(), "sounds=on");
    }

    #[test]
    fn links_for_others_are_told_from_links_for_this_machine() {
        for (origin, local) in [
            ("http://localhost:7170", true),
            ("http://127.0.0.1:7170", true),
            ("http://[::1]:7170", true),
            ("http://192.168.1.5:7170", false),
            ("https://neuland.example", false),
        ] {
            let reader = Reader { origin: Some(origin.to_owned()), ..Reader::default() };
            assert_eq!(reader.is_on_this_machine(), local, "{origin}");
            assert_eq!(reader.origin_for_others(), (!local).then_some(origin));
            assert_eq!(reader.trusts_connection(), local || origin.starts_with("https:"), "{origin}");
            let network = Some("http://192.168.1.5:7170".to_owned());
            let listening = Reader { network: network.clone(), ..reader };
            assert_eq!(listening.origin_for_others(), if local { network.as_deref() } else { Some(origin) });
        }
        assert!(!Reader::default().is_on_this_machine());
    }

    #[test]
    fn languages_are_negotiated_by_weight() {
        for (header, lang) in [
            ("", Lang::En),
            ("de", Lang::De),
            ("en-GB,en;q=0.9,de;q=0.8", Lang::En),
            ("de;q=0.9,en;q=0.1", Lang::De),
            ("en;q=0.1, DE-at", Lang::De),
            ("*;q=0.5, de;q=bad", Lang::En),
        ] {
            assert_eq!(Lang::negotiate(header), lang, "{header}");
        }
    }
}
