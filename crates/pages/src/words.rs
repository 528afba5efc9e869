//! Every word a person reads, from `locales/` (Project Fluent), in the reader's language.
//!
//! ```
//! use pages::{Lang, Words, say};
//! let words = Words::new(Lang::De);
//! assert_eq!(say!(words, "resource-brick"), "Lehm");
//! assert_eq!(say!(words, "cards-wool", n = 2), "2 Wolle");
//! ```

use crate::Lang;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement};
use game::Seat;
use shelf::{AnyIllegal, Reason, Refusal};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The files of one language.
macro_rules! locale {
    ($lang:literal) => {
        &[
            include_str!(concat!("../../../locales/", $lang, "/pages.ftl")),
            include_str!(concat!("../../../locales/", $lang, "/table.ftl")),
            include_str!(concat!("../../../locales/", $lang, "/catan.ftl")),
            include_str!(concat!("../../../locales/", $lang, "/cities-and-knights.ftl")),
            include_str!(concat!("../../../locales/", $lang, "/carcassonne.ftl")),
            include_str!(concat!("../../../locales/", $lang, "/people.ftl")),
            include_str!(concat!("../../../locales/", $lang, "/talk.ftl")),
            include_str!(concat!("../../../locales/", $lang, "/replay.ftl")),
            include_str!(concat!("../../../locales/", $lang, "/account.ftl")),
            include_str!(concat!("../../../locales/", $lang, "/fairness.ftl")),
            include_str!(concat!("../../../locales/", $lang, "/cli.ftl")),
        ]
    };
}

const ENGLISH: &[&str] = locale!("en");
const GERMAN: &[&str] = locale!("de");

type Bundle = FluentBundle<FluentResource>;

static BUNDLES: LazyLock<[Bundle; 2]> =
    LazyLock::new(|| [bundle(Lang::En, ENGLISH), bundle(Lang::De, GERMAN)]);

/// The messages that are nothing but text.
static PLAIN: LazyLock<[HashMap<String, String>; 2]> = LazyLock::new(|| {
    [ENGLISH, GERMAN].map(|files| {
        let mut plain = HashMap::new();
        for file in files {
            let resource =
                FluentResource::try_new((*file).to_owned()).unwrap_or_else(|(resource, _)| resource);
            for entry in resource.entries() {
                if let Entry::Message(Message { id, value: Some(pattern), .. }) = entry
                    && let [PatternElement::TextElement { value }] = pattern.elements.as_slice()
                {
                    plain.insert((*id.name).to_owned(), (*value).to_owned());
                }
            }
        }
        plain
    })
});

fn bundle(lang: Lang, files: &[&str]) -> Bundle {
    let id = lang.code().parse().expect("a language tag");
    let mut bundle = FluentBundle::new_concurrent(vec![id]);
    // The marks that would part inserted words from the sentence show up in copied text, and names of players are
    // isolated by their elements already.
    bundle.set_use_isolating(false);
    for file in files {
        let resource = FluentResource::try_new((*file).to_owned()).unwrap_or_else(|(_, errors)| {
            panic!("locales/{lang} cannot be read: {errors:?}");
        });
        bundle.add_resource(resource).unwrap_or_else(|errors| panic!("locales/{lang}: {errors:?}"));
    }
    bundle
}

/// All messages of one language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    lang: Lang,
}

impl Words {
    /// The words of a language.
    #[must_use]
    pub fn new(lang: Lang) -> Words {
        Words { lang }
    }

    /// The language.
    #[must_use]
    pub fn lang(self) -> Lang {
        self.lang
    }

    /// A message by its key, with its arguments filled in. [`say!`](crate::say) writes it shorter.
    ///
    /// # Panics
    /// If there is no such message or an argument is missing: our mistake, and the tests of this crate look for it.
    #[must_use]
    pub fn format(self, key: &str, args: &FluentArgs<'_>) -> String {
        // A page has hundreds of words and few sentences.
        if args.iter().next().is_none()
            && let Some(text) = PLAIN[self.lang as usize].get(key)
        {
            return text.clone();
        }
        let bundle = &BUNDLES[self.lang as usize];
        let pattern = bundle
            .get_message(key)
            .and_then(|message| message.value())
            .unwrap_or_else(|| panic!("locales/{} has no message `{key}`", self.lang));
        if let Some(text) = filled_in(pattern, args) {
            return text;
        }
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, Some(args), &mut errors).into_owned();
        assert!(errors.is_empty(), "locales/{}: `{key}`: {errors:?}", self.lang);
        text
    }

    /// Whether there is such a message.
    #[must_use]
    pub fn has(self, key: &str) -> bool {
        BUNDLES[self.lang as usize].has_message(key)
    }

    /// A message by a key that comes from outside; `other` if there is none.
    #[must_use]
    pub fn or(self, key: &str, other: &str) -> String {
        if self.has(key) { self.format(key, &FluentArgs::new()) } else { other.to_owned() }
    }

    /// Several things in a row: `a, b and c`.
    #[must_use]
    pub fn list(self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [most @ .., last] => {
                crate::say!(self, "list-and", most = most.join(", "), last = last.as_str())
            }
        }
    }
}

/// A message of words and names alone, which is what Fluent would make of it; `None` if there is anything to decide or a
/// number to be written.
fn filled_in(pattern: &Pattern<&str>, args: &FluentArgs<'_>) -> Option<String> {
    let mut text = String::new();
    for element in &pattern.elements {
        text += match element {
            PatternElement::TextElement { value } => value,
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::VariableReference { id }),
            } => match args.get(id.name)? {
                FluentValue::String(value) => value.as_ref(),
                _ => return None,
            },
            PatternElement::Placeable { .. } => return None,
        };
    }
    Some(text)
}

/// Why something is refused, as a sentence in `lang`, with seats called by `names`. What no rule stands against, a text
/// that cannot be read or a position that cannot be, is said in English.
#[must_use]
pub fn refusal(lang: Lang, names: &Names, why: &Refusal) -> String {
    match why.reason() {
        Reason::Rule(illegal) => match &**illegal {
            AnyIllegal::Catan(illegal) => crate::catan::refusal(lang, names, illegal),
            AnyIllegal::CitiesAndKnights(illegal) => crate::catan::refusal(lang, names, illegal),
            AnyIllegal::Carcassonne(illegal)
            | AnyIllegal::TradersAndBuilders(illegal)
            | AnyIllegal::Mayflower(illegal) => crate::carcassonne::refusal(lang, names, illegal),
        },
        _ => why.message.clone(),
    }
}

/// What the seats are called, and which of them is the reader's.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Names {
    names: Vec<String>,
    you: Option<Seat>,
}

impl Names {
    /// Names in the order of seats; `you` is addressed as such.
    #[must_use]
    pub fn new(names: Vec<String>, you: Option<Seat>) -> Names {
        Names { names, you }
    }

    /// Nobody has a name: `seat B`. For the command line and foreign clients.
    #[must_use]
    pub fn letters() -> Names {
        Names::default()
    }

    /// The name of a seat, also where it is the reader's.
    #[must_use]
    pub fn plain(&self, words: Words, seat: Seat) -> String {
        match self.names.get(seat.index()) {
            Some(name) => name.clone(),
            None => crate::say!(words, "seat-letter", seat = seat.to_string()),
        }
    }

    /// Whether this is the reader's seat.
    #[must_use]
    pub fn is_you(&self, seat: Seat) -> bool {
        self.you == Some(seat)
    }

    /// `yes` or `no`, for messages that address the reader.
    pub(crate) fn you(&self, seat: Seat) -> &'static str {
        if self.is_you(seat) { "yes" } else { "no" }
    }
}

/// A message by its key and arguments: `say!(words, "cards-wool", n = 2)`.
#[macro_export]
macro_rules! say {
    ($words:expr, $key:expr $(, $name:ident = $value:expr)* $(,)?) => {{
        #[allow(unused_mut)]
        let mut args = $crate::FluentArgs::new();
        $(args.set(stringify!($name), $value);)*
        $words.format($key, &args)
    }};
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cities_and_knights::words::{card_key, card_text_key, level_key};
    use ::catan::cities_and_knights::{Area, Progress};
    use shelf::GameKind;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// The keys of some files.
    fn messages(files: &[&str]) -> BTreeSet<String> {
        let lines = files.iter().flat_map(|file| file.lines()).filter(|line| !line.starts_with(['#', ' ']));
        lines.filter_map(|line| line.split_once(" =").map(|(key, _)| key.to_owned())).collect()
    }

    /// Every text between quotes in the sources of this crate and of those that use its words.
    fn literals() -> BTreeSet<String> {
        fn visit(path: &Path, found: &mut BTreeSet<String>) {
            for entry in std::fs::read_dir(path).into_iter().flatten() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    visit(&path, found);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    found.extend(text.split('"').map(str::to_owned));
                }
            }
        }
        let mut found = BTreeSet::new();
        for used in ["pages", "server", "cli"] {
            visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(used).join("src"), &mut found);
        }
        found
    }

    #[test]
    fn every_message_is_used_and_every_used_message_is_there() {
        // The command line puts some of its keys together, and looks after them itself.
        let messages = messages(&ENGLISH[..ENGLISH.len() - 1]);
        let literals = literals();
        let mut made: BTreeSet<String> = BTreeSet::new();
        // Keys that are put together: options with their values, games, bots.
        for option in GameKind::ALL.iter().flat_map(|kind| kind.options()) {
            made.insert(format!("option-{}", option.name));
            made.insert(crate::start::about_key(option));
            for value in option.values.names() {
                // Seats have a word of their own, and so have switches.
                if value.parse::<Seat>().is_err() && !matches!(value.as_str(), "true" | "false") {
                    made.insert(format!("option-{}-{value}", option.name));
                }
            }
            if let Some(none) = option.values.allows_none() {
                made.insert(format!("option-{}-{none}", option.name));
            }
        }
        for card in Progress::ALL {
            made.insert(card_key(card));
            made.insert(card_text_key(card));
        }
        for area in Area::ALL {
            made.extend((1..=5).map(|level| level_key(area, level)));
        }
        for misfit in GameKind::ALL.iter().flat_map(|kind| kind.misfits()) {
            made.insert(format!("misfit-{}", misfit.name));
        }
        for chapter in rulebook::chapters(rulebook::Lang::En) {
            made.insert(format!("game-{}", chapter.game));
        }
        for bot in GameKind::ALL.iter().flat_map(|&kind| bots::any::roster(kind)) {
            made.insert(format!("bot-{}", bot.name));
            made.insert(format!("bot-{}-short", bot.name));
            made.insert(format!("bot-{}-about", bot.name));
        }
        for why in shelf::statistics::Reason::ALL {
            made.insert(format!("reason-{}", why.name()));
        }
        for key in &made {
            assert!(messages.contains(key), "`{key}` is missing");
        }
        for key in &messages {
            assert!(made.contains(key) || literals.contains(key), "`{key}` is used nowhere");
        }
    }

    #[test]
    fn every_literal_key_exists() {
        let messages = messages(ENGLISH);
        for file in ["src", "src/catan", "src/cities_and_knights", "src/carcassonne"] {
            for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap() {
                let path = entry.unwrap().path();
                let Ok(text) = std::fs::read_to_string(&path) else { continue };
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                for call in code.split("say!(").skip(1) {
                    let mut parts = call.split(',');
                    let (_, key) = (parts.next(), parts.next().unwrap_or_default().trim());
                    if let Some(key) = key.strip_prefix('"') {
                        let key = key.split('"').next().unwrap_or_default();
                        assert!(messages.contains(key), "{}: `{key}` is missing", path.display());
                    }
                }
            }
        }
    }
}
