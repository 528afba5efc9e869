//! A position being described under a version of the rules.

use super::{CaseError, Expectation, Language};
use crate::any::upgrade_setup;
use crate::shelved::Shelved;
use crate::{OnShelf, Refusal};
use game::record::Object;
use serde_json::Value;

/// A position as the lines of a case describe it, with the version of the rules that the file names. Where it names one, options
/// that are left out are those of that version.
pub(super) struct Described<L> {
    given: L,
    rules: Option<u32>,
    /// Options that were named, as they would stand in a setup.
    named: Object,
}

impl<L: Language> Described<L> {
    pub(super) fn new(rules: Option<u32>) -> Described<L> {
        Described { given: L::default(), rules, named: Object::new() }
    }

    /// Takes in one line about the position.
    pub(super) fn line(&mut self, text: &str) -> Expectation {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match (word, if word == "setup" { game::json::read(rest) } else { Ok(Value::Null) }) {
            ("setup", Ok(Value::Object(setup))) => return self.setup(setup),
            ("setup", Err(fault)) => return Err(CaseError::json("setup")(fault)),
            ("set", _) => {
                let pairs = rest.split_whitespace().filter_map(|pair| pair.split_once('='));
                self.named.extend(pairs.map(|(name, value)| (name.to_owned(), value.into())));
            }
            ("players", _) => {
                self.named.insert(word.to_owned(), rest.trim().into());
            }
            _ => {}
        }
        self.given.line(text)
    }

    /// A whole setup may name a version itself.
    fn setup(&mut self, mut setup: Object) -> Expectation {
        upgrade_setup(<L::Game as OnShelf>::KIND, self.rules, &mut setup).map_err(CaseError::Position)?;
        if let Some(Value::Object(options)) = setup.get("options") {
            self.named = options.clone();
        }
        self.given.line(&format!("setup {}", Value::Object(setup)))
    }

    /// The position, or everything that is wrong with it.
    pub(super) fn build(&mut self) -> Result<L::Game, Vec<Refusal>> {
        if let Some(rules) = self.rules {
            let mut options = self.named.clone();
            L::Game::upgrade_options(rules, &mut options);
            for (name, value) in options {
                if self.named.get(&name) == Some(&value) {
                    continue;
                }
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let line = self.given.line(&format!("set {name}={text}"));
                line.map_err(|error| vec![Refusal::of_text(error.to_string())])?;
            }
        }
        self.given.build()
    }
}
