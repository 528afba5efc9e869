//! `--tiles FILE`: the box of Mayflower as its owner has counted and described it.

use crate::failure::Failure;
use crate::files::{shown, unreadable};
use pages::{Words, count_error, json_error, msg};
use shelf::{BoxError, GameKind, has_own_box, take_box};
use std::path::Path;

/// Reads the box, from whose kinds this program may play from now on. Returns the value of the option `tiles` that plays with it.
pub(crate) fn take(file: Option<&Path>, words: Words) -> Result<Option<String>, Failure> {
    let Some(file) = file else { return Ok(None) };
    let text = std::fs::read_to_string(file).map_err(|error| unreadable(file, &error, words))?;
    let taken = take_box(&text).map_err(|fault| {
        let faults = match fault {
            BoxError::Json(fault) => vec![json_error(words, &fault)],
            BoxError::Counts(faults) => faults.iter().map(|fault| count_error(words, fault)).collect(),
        };
        Failure::failed(msg!(words, "cli-box", file = shown(file), faults = faults.join("\n")))
    })?;
    Ok(Some(taken))
}

/// The settings of a game, played with the box unless they say another one.
pub(crate) fn settings(
    file: Option<&Path>,
    kind: GameKind,
    options: &[String],
    words: Words,
) -> Result<Vec<String>, Failure> {
    let mut settings = options.to_vec();
    if let Some(tiles) = take(file, words)? {
        if !has_own_box(kind) {
            return Err(Failure::usage(msg!(words, "cli-box-game", game = kind.name())));
        }
        if !options.iter().any(|setting| setting.starts_with("tiles=")) {
            settings.push(format!("tiles={tiles}"));
        }
    }
    Ok(settings)
}
