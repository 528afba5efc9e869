//! Every word that a person reads, from `locales/` (Project Fluent), in the reader's language.
//!
//! ```
//! use pages::{Lang, Words, msg};
//! let words = Words::new(Lang::De);
//! assert_eq!(msg!(words, "resource-brick"), "Lehm");
//! assert_eq!(msg!(words, "cards-wool", n = 2), "2 Wolle");
//! ```

use super::reader::Lang;
use ::draw::shown::QuickMap;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement};
use std::sync::LazyLock;

/// Returns a message by its key and arguments: `msg!(words, "cards-wool", n = 2)`.
#[macro_export]
macro_rules! msg {
    ($words:expr, $key:expr $(, $name:ident = $value:expr)* $(,)?) => {{
        #[allow(unused_mut)]
        let mut args = $crate::FluentArgs::new();
        $(args.set(stringify!($name), $value);)*
        $words.format($key, &args)
    }};
}
pub use msg;

/// Includes files of one language.
macro_rules! locale {
    ($lang:literal: $($name:literal)*) => {
        &[$(include_str!(concat!("../../../../locales/", $lang, "/", $name, ".ftl"))),*]
    };
}

/// The files that the pages of games use.
macro_rules! of_games {
    ($lang:literal) => {
        locale!($lang: "pages" "table" "catan" "cities-and-knights" "carcassonne" "people" "talk" "teaching")
    };
}

/// The other files. Many readers never come to a page that uses them.
macro_rules! of_more {
    ($lang:literal) => {
        &[
            #[cfg(feature = "sample-game")]
            include_str!(concat!("../../../../locales/", $lang, "/kerbe.ftl")),
            include_str!(concat!("../../../../locales/", $lang, "/replay.ftl")),
            include_str!(concat!("../../../../locales/", $lang, "/lessons.ftl")),
            include_str!(concat!("../../../../locales/", $lang, "/coach.ftl")),
            include_str!(concat!("../../../../locales/", $lang, "/account.ftl")),
            include_str!(concat!("../../../../locales/", $lang, "/blocks.ftl")),
            include_str!(concat!("../../../../locales/", $lang, "/moderation.ftl")),
            include_str!(concat!("../../../../locales/", $lang, "/admin.ftl")),
            include_str!(concat!("../../../../locales/", $lang, "/fairness.ftl")),
            include_str!(concat!("../../../../locales/", $lang, "/mcp.ftl")),
            include_str!(concat!("../../../../locales/", $lang, "/unreadable.ftl")),
            include_str!(concat!("../../../../locales/", $lang, "/cli.ftl")),
        ]
    };
}

/// The files of each language, in two parts: a message of one refers to none of the other.
#[cfg(test)]
pub(crate) const FILES: [[&[&str]; 2]; 2] =
    [[of_games!("en"), of_more!("en")], [of_games!("de"), of_more!("de")]];

/// The messages of some files.
struct Messages {
    bundle: FluentBundle<FluentResource>,
    /// The messages that are plain text.
    plain: QuickMap<String, String>,
}

/// The messages by language and part. Each is read when a page first needs it.
static MESSAGES: [[LazyLock<Messages>; 2]; 2] = [
    [
        LazyLock::new(|| Messages::read(Lang::En, of_games!("en"))),
        LazyLock::new(|| Messages::read(Lang::En, of_more!("en"))),
    ],
    [
        LazyLock::new(|| Messages::read(Lang::De, of_games!("de"))),
        LazyLock::new(|| Messages::read(Lang::De, of_more!("de"))),
    ],
];

impl Messages {
    fn read(lang: Lang, files: &[&str]) -> Messages {
        let id = lang.code().parse().expect("a language tag");
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // The marks that would part inserted words from the sentence show up in copied text, and names of players are
        // isolated by their elements already.
        bundle.set_use_isolating(false);
        let mut plain = QuickMap::default();
        for file in files {
            let resource = FluentResource::try_new((*file).to_owned()).unwrap_or_else(|(_, errors)| {
                panic!("locales/{lang} cannot be read: {errors:?}");
            });
            for entry in resource.entries() {
                if let Entry::Message(Message { id, value: Some(pattern), .. }) = entry
                    && let [PatternElement::TextElement { value }] = pattern.elements.as_slice()
                {
                    plain.insert((*id.name).to_owned(), (*value).to_owned());
                }
            }
            bundle.add_resource(resource).unwrap_or_else(|errors| panic!("locales/{lang}: {errors:?}"));
        }
        Messages { bundle, plain }
    }
}

/// All messages of one language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    lang: Lang,
}

impl Words {
    /// Returns the words of a language.
    #[must_use]
    pub fn new(lang: Lang) -> Words {
        Words { lang }
    }

    /// Returns the language.
    #[must_use]
    pub fn lang(self) -> Lang {
        self.lang
    }

    /// Returns a message by its key, with its arguments filled in. [`msg!`](crate::msg) writes it shorter.
    ///
    /// # Panics
    /// If there is no such message or an argument is missing: a bug, which the tests of this crate look for.
    #[must_use]
    pub fn format(self, key: &str, args: &FluentArgs<'_>) -> String {
        let messages = self.part_with(key);
        let messages = messages.unwrap_or_else(|| panic!("locales/{} has no message `{key}`", self.lang));
        // A page has hundreds of words and few sentences.
        if args.iter().next().is_none()
            && let Some(text) = messages.plain.get(key)
        {
            return text.clone();
        }
        let bundle = &messages.bundle;
        let pattern = bundle.get_message(key).and_then(|message| message.value());
        let pattern = pattern.unwrap_or_else(|| panic!("locales/{}: `{key}` has no text", self.lang));
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
        self.part_with(key).is_some()
    }

    /// The messages among which one is.
    fn part_with(self, key: &str) -> Option<&'static Messages> {
        let parts = MESSAGES[self.lang as usize].iter();
        parts.map(|part| &**part).find(|part| part.bundle.has_message(key))
    }

    /// Returns a message by a key from outside the crate; `other` if there is none.
    #[must_use]
    pub fn or(self, key: &str, other: &str) -> String {
        if self.has(key) { self.format(key, &FluentArgs::new()) } else { other.to_owned() }
    }

    /// Returns the title of the game with this name on the shelf.
    #[must_use]
    pub fn game_title(self, name: &str) -> String {
        self.or(&format!("game-{name}"), name)
    }

    /// Returns the title of the option with this name: `SeatOccupant begins` for `start_player`.
    #[must_use]
    pub fn option_title(self, name: &str) -> String {
        self.or(&format!("option-{name}"), name)
    }

    /// Joins several items into a list: `a, b and c`.
    #[must_use]
    pub fn list(self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [most @ .., last] => {
                msg!(self, "list-and", most = most.join(", "), last = last.as_str())
            }
        }
    }
}

/// Returns a message that consists only of text and names, as Fluent would; `None` if the message has a selector or formats a
/// number.
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
