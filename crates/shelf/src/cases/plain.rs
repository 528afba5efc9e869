//! The words of cases of a game that has none of its own: a line is a field of its setup.
//!
//! `die 4` sets a field, `notches a1 c4` a list, and `set players 3` an option. What can be expected beside what every game
//! understands is the same: `expect die 4`, and the points of a seat, `expect A points 3`, or one of their parts.

use super::expected::{number, same};
use super::{Expectation, HasCases, Language};
use crate::Refusal;
use crate::any::{begin, from_setup, object};
use crate::shelved::Shelved;
use game::record::Object;
use game::{Points, Seat};
use serde_json::{Value, json};
use std::marker::PhantomData;

/// A position being described.
pub(crate) struct Plain<G> {
    options: Vec<(String, String)>,
    fields: Vec<(String, String)>,
    game: PhantomData<G>,
}

impl<G> Default for Plain<G> {
    fn default() -> Self {
        Plain { options: Vec::new(), fields: Vec::new(), game: PhantomData }
    }
}

#[cfg(feature = "sample-game")]
impl HasCases for kerbe::Kerbe {
    type Given = Plain<kerbe::Kerbe>;
}

impl<G: HasCases<Given = Plain<G>>> Language for Plain<G> {
    type Game = G;

    fn line(&mut self, text: &str) -> Expectation {
        let (word, rest) = first_word(text);
        if word == "set" {
            let (name, value) = first_word(rest);
            self.options.push((name.to_owned(), value.to_owned()));
            return Ok(());
        }
        field::<G>(&object(&G::new(&G::Options::default()).to_setup()), word)?;
        self.fields.push((word.to_owned(), rest.to_owned()));
        Ok(())
    }

    fn build(&self) -> Result<G, Vec<Refusal>> {
        let new: G = begin(self.options.iter().map(|(name, value)| (name.as_str(), Some(value.clone()))))?;
        let mut setup = object(&new.to_setup());
        for (name, text) in &self.fields {
            let value = value(text, &setup[name]);
            setup.insert(name.clone(), value);
        }
        from_setup(setup.into())
    }

    fn expect(game: &G, text: &str) -> Expectation {
        let (word, rest) = first_word(text);
        if let Ok(seat) = word.parse::<Seat>() {
            let (part, wanted) = first_word(rest);
            let points = game.points(seat);
            let found = match G::parts(&points).into_iter().find(|(name, _)| *name == part) {
                Some((_, points)) => points,
                None if part == "points" => points.total(),
                None => return Err(format!("`{part}` is not understood after a seat").into()),
            };
            return same(&format!("the {part} of seat {seat}"), found, number(wanted)?);
        }
        let setup = object(&game.to_setup());
        let found = field::<G>(&setup, word)?;
        same(word, found.to_string(), value(rest, found).to_string())
    }
}

/// A field of a setup.
fn field<'a, G: Shelved>(setup: &'a Object, name: &str) -> Result<&'a Value, String> {
    setup.get(name).ok_or_else(|| {
        let known: Vec<&str> = setup.keys().map(String::as_str).collect();
        format!("`{name}` is not understood here; a position of {} has set, {}", G::NAME, known.join(", "))
    })
}

/// A text as the value of a field that has been `like` this: JSON, a list of words, or a word.
fn value(text: &str, like: &Value) -> Value {
    match serde_json::from_str(text) {
        Ok(value) => value,
        Err(_) if like.is_array() => text.split_whitespace().collect(),
        Err(_) => json!(text),
    }
}

fn first_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}
