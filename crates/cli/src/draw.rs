//! `neuland draw`: the picture of a position.

use crate::cases::in_words;
use crate::context::Context;
use crate::failure::Failure;
use crate::files::{open, refused, shown, unreadable, write};
use crate::games;
use crate::numbers;
use crate::own_box;
use crate::position::turn_in_words;
use crate::replay::{Replayed, replayed};
use draw::any::{kinds, picture};
use draw::{PNG_WIDTH_MAX, Style, Theme, png};
use pages::{Words, json_error, kinds_in_words, msg};
use shelf::{AnyGame, Events, GameKind, cases};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The arguments of `neuland draw`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A record, a setup or a case file; `-` is standard input.
    #[arg(value_name = "FILE", required_unless_present = "kinds")]
    file: Option<PathBuf>,
    /// The game whose kinds of tiles are drawn instead of a position.
    #[arg(long, value_name = "GAME", conflicts_with_all = ["file", "case", "at", "coordinates"])]
    kinds: Option<String>,
    /// The box whose kinds are drawn: with those that its owner described.
    #[arg(long, value_name = "FILE", requires = "kinds")]
    tiles: Option<PathBuf>,
    /// The case of a case file.
    #[arg(long, value_name = "NAME")]
    case: Option<String>,
    /// The position after so many steps of the record or the case.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::from_to::<usize>(0, u64::MAX))]
    at: Option<usize>,
    /// The picture: `x.svg` or `x.png`; `-` is standard output, as SVG.
    #[arg(short, long, value_name = "FILE.svg|FILE.png")]
    output: PathBuf,
    /// Light or dark.
    #[arg(long, value_name = "light|dark", default_value = "light", value_parser = ["light", "dark"])]
    theme: String,
    /// Pixels across.
    #[arg(long, value_name = "PX", allow_negative_numbers = true, value_parser = numbers::from_to::<u32>(1, PNG_WIDTH_MAX.into()))]
    width: Option<u32>,
    /// Whether places carry their names.
    #[arg(long)]
    coordinates: bool,
}

/// Pixels across, if nothing else is asked for.
const WIDTH: u32 = 1200;

/// The format of the picture, from the extension of the file name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
}

/// Draws a position of a record, or a setup.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    let is_standard = args.output == Path::new("-");
    let extension = args.output.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let format = match extension.to_ascii_lowercase().as_str() {
        "svg" => Format::Svg,
        _ if is_standard => Format::Svg,
        "png" => Format::Png,
        _ => return Err(Failure::usage(msg!(words, "cli-draw-extension", file = shown(&args.output)))),
    };
    if format == Format::Svg && args.width.is_some() {
        return Err(Failure::usage(msg!(words, "cli-draw-width")));
    }
    let mut style = Style {
        theme: if args.theme == "dark" { Theme::Dark } else { Theme::Light },
        coordinates: args.coordinates,
        ..Style::default()
    };
    let svg = match (&args.kinds, &args.file) {
        (None, Some(file)) => {
            let subject = subject(file, args, context)?;
            style.words = draw::Words {
                title: msg!(words, "cli-draw-title", game = subject.game.kind().name()),
                description: turn_in_words(&subject.game, &subject.names, words),
            };
            picture(&subject.game, subject.events.as_ref(), &style)
        }
        (game, _) => {
            let game = games::kind(game.as_deref().unwrap_or_default(), words)?;
            own_box::settings(args.tiles.as_deref(), game, &[], words)?;
            kinds_of(game, style, words)?
        }
    };
    if is_standard {
        return context.print(&svg);
    }
    let bytes = match format {
        Format::Svg => svg.into_bytes(),
        Format::Png => png(&svg, args.width.unwrap_or(WIDTH)).map_err(Failure::failed)?,
    };
    write(&args.output, &bytes, context)
}

/// The picture of the kinds of tiles in the box of a game.
fn kinds_of(game: GameKind, mut style: Style, words: Words) -> Result<String, Failure> {
    style.words = draw::Words {
        title: msg!(words, "kinds-title", game = words.game_title(game.name())),
        description: kinds_in_words(game, words).unwrap_or_default(),
    };
    kinds(game, &style).ok_or_else(|| {
        let with: Vec<&str> = GameKind::ALL
            .iter()
            .filter(|&&kind| kinds(kind, &Style::default()).is_some())
            .map(|kind| kind.name())
            .collect();
        Failure::usage(msg!(words, "cli-draw-no-kinds", game = game.name(), games = with.join(", ")))
    })
}

/// The position to draw.
struct Subject {
    game: AnyGame,
    names: Vec<Option<String>>,
    /// The latest events, which the picture marks.
    events: Option<Events>,
}

/// Reads a record, a setup or a case, whichever it is.
fn subject(path: &Path, args: &Args, context: &Context) -> Result<Subject, Failure> {
    let (at, words) = (args.at, context.words);
    let mut text = String::new();
    open(path, context)?.read_to_string(&mut text).map_err(|error| unreadable(path, &error, words))?;
    // A case file names its game first; in front of that it has comments at most.
    let first = game::json::without_mark(&text)
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with('#'));
    if first.is_some_and(|line| line.split_whitespace().next() == Some("game")) {
        return case(&text, path, args, words);
    }
    if args.case.is_some() {
        return Err(Failure::usage(msg!(words, "cli-draw-no-cases", file = shown(path))));
    }
    // A record says in its first line which format it has; a setup is one JSON object, however it is broken into lines.
    let is_record = game::json::without_mark(&text)
        .trim_start()
        .lines()
        .next()
        .is_some_and(|line| line.contains("\"neuland\""));
    if !is_record {
        let neither =
            |why: String| Failure::failed(msg!(words, "cli-draw-neither", file = shown(path), why = why));
        let setup: serde_json::Value =
            game::json::read(&text).map_err(|fault| neither(json_error(words, &fault)))?;
        if !setup.is_object() {
            return Err(neither(msg!(words, "cli-draw-no-object")));
        }
        if at.is_some() {
            return Err(Failure::usage(msg!(words, "cli-draw-setup-at", file = shown(path))));
        }
        let game = AnyGame::from_named_setup(setup).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(|fault| refused(fault, words)).collect();
            Failure::failed(msg!(words, "cli-draw-setup", file = shown(path), faults = faults.join("\n")))
        })?;
        return Ok(Subject { names: vec![None; game.seats()], game, events: None });
    }
    let Replayed { header, position, .. } = replayed(text.as_bytes(), path, at, context)?;
    Ok(Subject { game: position.game, names: header.seats, events: position.events })
}

/// The position of a case: of the first, or of the one that was named.
fn case(text: &str, path: &Path, args: &Args, words: Words) -> Result<Subject, Failure> {
    let failed = |failure: cases::Failure| Failure::failed(in_words(&failure, words));
    let file = shown(path);
    let all = cases::parse(&file, text).map_err(failed)?;
    let named = |case: &&cases::Case| args.case.as_ref().is_none_or(|name| case.name == *name);
    let case = all.iter().find(named).ok_or_else(|| {
        let name = args.case.clone().unwrap_or_default();
        Failure::usage(msg!(words, "cli-draw-no-case", file = file.as_str(), name = name))
    })?;
    let game = cases::position(case, args.at.unwrap_or(0)).map_err(failed)?;
    Ok(Subject { names: vec![None; game.seats()], game, events: None })
}
