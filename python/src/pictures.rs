//! Boards as pictures, and the frames of a replay.

use crate::errors;
use crate::events::Events;
use ::draw::any::picture;
use ::draw::{Pixels, Style, Theme, Words};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use shelf::{AnyGame, Timeline};

/// The style sheet, and the number, caption and picture of each frame.
pub(crate) type Frames = (String, Vec<(usize, String, String)>);

fn theme(py: Python<'_>, name: &str) -> PyResult<Theme> {
    match name {
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        "auto" => Ok(Theme::Auto),
        _ => {
            Err(errors::parse(py, format!("'{name}' is not a theme; themes are 'light', 'dark' and 'auto'")))
        }
    }
}

/// The description of a picture for screen readers.
fn words(game: &AnyGame) -> Words {
    let points: Vec<String> =
        game.points_open().iter().map(|(seat, points)| format!("{seat} {points}")).collect();
    let description = format!("turn {}, points {}", game.turns(), points.join(", "));
    Words { title: format!("The board of {}", game.kind()), description }
}

/// The board of a position.
pub(crate) fn svg(
    py: Python<'_>,
    game: &AnyGame,
    theme: &str,
    coordinates: bool,
    events: Option<&Events>,
) -> PyResult<String> {
    let theme = self::theme(py, theme)?;
    // Pictures of one notebook page need ids that differ from those of other pictures.
    let setup = serde_json::Value::Object(game.to_named_setup()).to_string();
    let id_prefix = format!("n{:x}-", draw::shown::digest(&setup));
    let style =
        Style { theme, coordinates, words: words(game), id_prefix, place_ids: false, ..Style::default() };
    Ok(picture(game, events.and_then(|events| events.steps.last()), &style))
}

/// The board of a position as an array of pixels: rows, columns, and red, green and blue.
pub(crate) fn pixels<'py>(
    py: Python<'py>,
    game: &AnyGame,
    width: u32,
    theme: &str,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let background = if theme == "dark" { [0x18; 3] } else { [0xff; 3] };
    let picture = svg(py, game, theme, false, None)?;
    let drawn = py.detach(|| ::draw::pixels(&picture, width, background));
    let Pixels { width, height, rgb } = drawn.map_err(|error| errors::parse(py, error))?;
    PyArray1::from_vec(py, rgb).reshape([height as usize, width as usize, 3])
}

/// The style sheet, and the number, caption and picture of at most `limit` positions that take at most `bytes` together, at equal
/// distances, the first and the last among them.
pub(crate) fn frames(
    py: Python<'_>,
    timeline: &Timeline,
    limit: usize,
    bytes: usize,
    theme: &str,
) -> PyResult<Frames> {
    let style =
        Style { theme: self::theme(py, theme)?, embed_css: false, place_ids: false, ..Style::default() };
    let last = timeline.steps().len();
    // One of them is shown at a time, so all can have the same ids, and most elements are the same from one to the next.
    let frame = |at: usize| {
        let game = timeline.at(at)?;
        let (step, events) = match at.checked_sub(1) {
            Some(before) => (timeline.steps().get(before), timeline.events().get(before)),
            None => (None, None),
        };
        let style = Style { words: words(&game), id_prefix: "f-".to_owned(), ..style.clone() };
        let caption = step.map_or_else(|| "the beginning".to_owned(), ToString::to_string);
        Some((at, caption, picture(&game, events, &style)))
    };
    let css = draw::stylesheet(&style);
    let mut count = limit.clamp(1, last + 1);
    loop {
        let places = places(last, count);
        let mut size = css.len();
        let mut frames = Vec::new();
        for at in places {
            let Some(made) = frame(at) else { continue };
            size += made.1.len() + made.2.len();
            frames.push(made);
            if size > bytes && count > 1 {
                break;
            }
        }
        if size <= bytes || count == 1 {
            return Ok((css, frames));
        }
        count = count.div_ceil(2).min(count - 1);
        py.check_signals()?;
    }
}

/// Picks `count` of the positions 0 to `last`, at equal distances; a single one is the last.
fn places(last: usize, count: usize) -> Vec<usize> {
    match count {
        0 | 1 => vec![last],
        _ => (0..count).map(|n| n * last / (count - 1)).collect(),
    }
}
