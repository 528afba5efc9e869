//! The words of the cases of Carcassonne, Traders & Builders and Mayflower.

use super::Language;
use crate::{AnyGame, GameKind, Refusal};

/// A position being described.
pub(super) struct Given {
    kind: GameKind,
    options: Vec<(String, String)>,
}

impl Language for Given {
    fn new(kind: GameKind) -> Given {
        Given { kind, options: Vec::new() }
    }

    fn line(&mut self, text: &str) -> Result<(), String> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            "start" if rest.is_empty() => {}
            "players" => self.options.push((word.to_owned(), rest.trim().to_owned())),
            "set" => {
                for pair in rest.split_whitespace() {
                    let (name, value) =
                        pair.split_once('=').ok_or_else(|| format!("`{pair}` is not `option=value`"))?;
                    self.options.push((name.to_owned(), value.to_owned()));
                }
            }
            _ => {
                return Err(format!(
                    "`{word}` is not understood here; a position has start, set and players"
                ));
            }
        }
        Ok(())
    }

    fn build(&self) -> Result<AnyGame, Vec<Refusal>> {
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        AnyGame::with_options(self.kind, options)
    }

    fn expect(_: &AnyGame, text: &str) -> Result<(), String> {
        Err(format!("`{text}` is not understood after expect"))
    }
}
