//! The words of the cases of Carcassonne, Traders & Builders and Mayflower: positions line by line, and what can be
//! expected of one.

use super::error::shown_as_text;
use super::expected::{number, read_json, same};
use super::{CaseError, Expectation, HasCases, Language};
use crate::any::{begin, from_setup, object};
use crate::shelved::carcassonne::ShelvedTileGame;
use crate::{Events, OnShelf, Refusal};
use carcassonne::{
    Action, Base, Cell, Event, FeatureId, Figure, Game, Good, Illegal, NewWorld, Phase, Place, Points,
    Rotation, Rules, TileKind, Traders,
};
use game::options::NamedOptions;
use game::{ParseError, Seat, SeatSet};
use serde_json::{Map, Value, json};
use std::marker::PhantomData;

shown_as_text!(Cell, Rotation);

/// A position of one of the three games being described: its setup, as it grows line by line.
pub(crate) struct Given<R> {
    rules: PhantomData<R>,
    setup: Map<String, Value>,
    /// Options by name, as they were written.
    options: Vec<(String, String)>,
    /// A game from its start, instead of a position.
    start: bool,
}

impl<R> Default for Given<R> {
    fn default() -> Given<R> {
        Given { rules: PhantomData, setup: Map::new(), options: Vec::new(), start: false }
    }
}

impl<R: ShelvedTileGame + Own> HasCases for Game<R>
where
    Game<R>: OnShelf<Action = Action, Event = Event, Illegal = Illegal>,
{
    type Given = Given<R>;
}

impl<R: ShelvedTileGame + Own> Language for Given<R>
where
    Game<R>: OnShelf<Action = Action, Event = Event, Illegal = Illegal>,
{
    type Game = Game<R>;
    const FINAL_SCORING: Option<fn(&mut Game<R>) -> Events> = Some(|game| {
        let mut events = Vec::new();
        game.finish(&mut events);
        <Game<R> as OnShelf>::events(events)
    });

    fn line(&mut self, text: &str) -> Expectation {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        if let Ok(seat) = word.parse::<Seat>() {
            return self.seat_line(seat, rest);
        }
        match word {
            "setup" => {
                self.setup = read_json("setup", rest)?;
            }
            "start" if rest.is_empty() => self.start = true,
            "set" => {
                for pair in rest.split_whitespace() {
                    let (name, value) =
                        pair.split_once('=').ok_or_else(|| format!("`{pair}` is not `option=value`"))?;
                    self.set(name, value)?;
                }
            }
            "players" => self.set(word, rest)?,
            "tiles" => {
                let tiles = words(rest, "a tile on the table, such as U@(1,0)r1")?;
                self.list("tiles").extend(tiles.into_iter().map(Value::from));
            }
            "stack" | "removed" if rest == "empty" || rest == "nothing" => {
                let nothing = if word == "stack" { json!({}) } else { json!([]) };
                self.setup.insert(word.to_owned(), nothing);
            }
            "stack" => {
                let mut left = Map::new();
                for kind in kinds(rest)? {
                    let before = left.get(kind.id()).and_then(Value::as_u64).unwrap_or(0);
                    left.insert(kind.id().to_owned(), json!(before + 1));
                }
                self.setup.insert(word.to_owned(), left.into());
            }
            "removed" => self.list(word).extend(kinds(rest)?.into_iter().map(|kind| json!(kind.id()))),
            "hand" => {
                let kind: TileKind = rest.parse()?;
                self.setup.insert("phase".to_owned(), json!({ "placing": kind.id() }));
            }
            "last-turn" if rest.is_empty() => {
                self.setup.insert("stack".to_owned(), json!({}));
                self.setup.insert("phase".to_owned(), json!("deploying"));
            }
            "phase" => {
                self.setup.insert(word.to_owned(), phase(rest)?);
            }
            "active" | "first" => {
                let seat: Seat = rest.parse()?;
                let field = if word == "first" { "start" } else { word };
                self.setup.insert(field.to_owned(), json!(seat.to_string()));
            }
            "turn" | "part" => {
                self.setup.insert(word.to_owned(), json!(number::<u16>(rest)?));
            }
            "surveyors" => {
                let columns = columns(rest)?;
                self.setup.insert(word.to_owned(), json!(columns));
            }
            _ => {
                return Err(format!(
                    "`{word}` is not understood here; a position is described with seats (`A on (1,0).r1`) and with setup, \
                     start, set, players, tiles, stack, removed, hand, last-turn, phase, active, first, turn, part and surveyors"
                ).into());
            }
        }
        Ok(())
    }

    fn build(&self) -> Result<Game<R>, Vec<Refusal>> {
        let pairs = self.options.iter().map(|(name, value)| (name.as_str(), Some(value.clone())));
        let new: Game<R> = begin(pairs)?;
        if self.start {
            return Ok(new);
        }
        let mut setup = self.setup.clone();
        let all = object(new.options());
        let switches = setup.entry("options").or_insert_with(|| json!({}));
        for (name, _) in &self.options {
            // What is left to an edition is left out.
            switches[name] = all.get(name).cloned().unwrap_or_default();
        }
        from_setup(setup.into())
    }

    fn expect(game: &Game<R>, text: &str) -> Expectation {
        expect(game, text)
    }
}

impl<R: Rules> Given<R> {
    /// Values are checked with the position, so that a case can be about one that is refused.
    fn set(&mut self, name: &str, value: &str) -> Expectation {
        if R::Options::TABLE.iter().all(|option| option.name != name) {
            return Err(format!("`{name}` is not an option of {}", R::NAME).into());
        }
        self.options.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    fn list(&mut self, field: &str) -> &mut Vec<Value> {
        let list = self.setup.entry(field).or_insert_with(|| json!([]));
        if !list.is_array() {
            *list = json!([]);
        }
        list.as_array_mut().expect("made a list")
    }

    fn seat_line(&mut self, seat: Seat, text: &str) -> Expectation {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let figure = match word {
            "on" => Some((String::new(), rest)),
            "builder" | "pig" => {
                let rest = rest.strip_prefix("on ").ok_or_else(|| {
                    format!(
                        "write where it stands: `{seat} {word} on (1,0).r1`; otherwise it is in the supply"
                    )
                })?;
                Some((format!("{word} "), rest.trim()))
            }
            _ => None,
        };
        if let Some((figure, places)) = figure {
            for place in words(places, "a segment on the table, such as (1,0).r1")? {
                let place: Place = place.parse()?;
                self.list("figures").push(json!(format!("{seat} {figure}{place}")));
            }
            return Ok(());
        }
        let (field, value) = match word {
            "points" => ("score", points_given(rest)?),
            "followers" => (word, json!(number::<u8>(rest)?)),
            "goods" => (word, goods_given(rest)?),
            _ => {
                return Err(format!(
                    "`{word}` is not understood after a seat; a seat has on, builder on, pig on, points, followers and goods; \
                     what it does is written with a colon: `{seat}: pass`"
                ).into());
            }
        };
        let seats = self.setup.entry("seats").or_insert_with(|| json!({}));
        seats[seat.to_string()][field] = value;
        Ok(())
    }
}

/// The words that only one of the three games has; `None` for words it does not know.
pub(crate) trait Own: Rules {
    fn expect_seat(_: &Game<Self>, _: Seat, _word: &str, _rest: &str) -> Option<Expectation> {
        None
    }
    fn expect_table(_: &Game<Self>, _word: &str, _rest: &str) -> Option<Expectation> {
        None
    }
}

impl Own for Base {}

impl Own for Traders {
    fn expect_seat(game: &Game<Self>, seat: Seat, word: &str, rest: &str) -> Option<Expectation> {
        let figure = match word {
            "goods" => {
                let held = game.goods(seat);
                let found = Good::ALL.map(|good| held.of(good));
                return Some(goods(rest).and_then(|wanted| {
                    same(&format!("wine, grain and cloth of seat {seat}"), found, wanted)
                }));
            }
            "builder" => Figure::Builder,
            "pig" => Figure::Pig,
            _ => return None,
        };
        let what = format!("the {figure} of seat {seat}");
        Some(match rest.strip_prefix("on ") {
            Some(place) => standing(game, seat, figure, place),
            None if rest == "in-supply" => same(
                &what,
                if game.has_in_supply(seat, figure) { "in the supply" } else { "not in the supply" },
                "in the supply",
            ),
            None => Err(format!("write `{word} on (1,0).r1` or `{word} in-supply`").into()),
        })
    }

    fn expect_table(game: &Game<Self>, word: &str, rest: &str) -> Option<Expectation> {
        (word == "part").then(|| same("the part of the turn", game.part(), number(rest)?))
    }
}

impl Own for NewWorld {
    fn expect_table(game: &Game<Self>, word: &str, rest: &str) -> Option<Expectation> {
        (word == "surveyors").then(|| {
            let mut wanted = columns(rest)?;
            wanted.sort_unstable();
            same("the columns of the surveyors", game.surveyors(), wanted)
        })
    }
}

/// Checks a line of a case against the game. One arm a word: it is as long as the language.
fn expect<R: Own>(game: &Game<R>, text: &str) -> Expectation {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    if let Ok(seat) = word.parse::<Seat>() {
        return expect_seat(game, seat, rest);
    }
    match word {
        "active" => same("the active seat", game.active().to_string(), rest.to_owned()),
        "first" => same("the first seat", game.start_player().to_string(), rest.to_owned()),
        "turn" => same("the turn", game.turns(), number(rest)?),
        "drawn" => same("the number of tiles drawn", game.drawn(), number(rest)?),
        "phase" => same("the phase", phase_text(game), rest.to_owned()),
        "stack" => same("the number of tiles in the stack", game.stack_len(), number(rest)?),
        "left" => {
            let words: Vec<&str> = rest.split_whitespace().collect();
            let (pairs, odd) = words.as_chunks::<2>();
            if pairs.is_empty() || !odd.is_empty() {
                return Err("tiles left are counts and kinds, such as `left 8 U 0 C`".into());
            }
            pairs.iter().try_for_each(|[count, kind]| {
                let kind: TileKind = kind.parse()?;
                if !game.kinds().contains(kind) {
                    return Err(format!("the box has no tile {kind}").into());
                }
                same(&format!("the number of tiles {kind} left"), game.tiles_left(kind), number(count)?)
            })
        }
        "removed" => {
            let copies = |(kind, count): (TileKind, u8)| (0..count).map(move |_| kind.id().to_owned());
            let found: Vec<String> = game.removed().flat_map(copies).collect();
            let mut wanted: Vec<TileKind> = if rest == "nothing" { Vec::new() } else { kinds(rest)? };
            wanted.sort_unstable();
            let wanted = wanted.into_iter().map(|kind| kind.id().to_owned()).collect();
            same("the tiles removed from the game", found, wanted)
        }
        "lies" => words(rest, "a tile on the table, such as U@(1,0)r1")?.into_iter().try_for_each(|tile| {
            let (kind, place) = tile
                .split_once('@')
                .ok_or_else(|| format!("`{tile}` is not a tile on the table, such as U@(1,0)r1"))?;
            let (cell, rotation) = placement(place)?;
            let found = lying(game, cell)
                .map_or("nothing".to_owned(), |at| format!("{}@{}{}", at.kind, at.cell, at.rotation));
            same(&format!("what lies on {cell}"), found, format!("{kind}@{cell}{rotation}"))
        }),
        "empty" => words(rest, "a place, such as (1,0)")?.into_iter().try_for_each(|cell| {
            let cell: Cell = cell.parse()?;
            match lying(game, cell) {
                None => Ok(()),
                Some(at) => Err(CaseError::unmet(format!("tile {} lies on {cell}", at.kind))),
            }
        }),
        "places" => {
            in_hand(game)?;
            let mut found: Vec<Cell> =
                game.legal_actions(game.active()).placements().iter().map(|fit| fit.cell).collect();
            found.sort_unstable();
            let mut wanted: Vec<Cell> =
                rest.split_whitespace().map(str::parse).collect::<Result<_, ParseError>>()?;
            wanted.sort_unstable();
            same("the places for the tile in hand", found, wanted)
        }
        "rotations" => {
            in_hand(game)?;
            let mut given = rest.split_whitespace();
            let cell: Cell = given.next().unwrap_or_default().parse()?;
            let wanted: Vec<Rotation> =
                given.filter(|word| *word != "none").map(str::parse).collect::<Result<_, ParseError>>()?;
            let legal = game.legal_actions(game.active());
            let found = Rotation::ALL
                .into_iter()
                .filter(|&rotation| legal.contains(Action::Place { cell, rotation }))
                .collect();
            same(&format!("the rotations that fit on {cell}"), found, wanted)
        }
        "deploy" | "deploy-builder" | "deploy-pig" => {
            let figure = match word {
                "deploy" => Figure::Follower,
                "deploy-builder" => Figure::Builder,
                _ => Figure::Pig,
            };
            let found = game.legal_actions(game.active()).into_iter().filter_map(|action| match action {
                Action::Deploy { figure: deployed, segment } if deployed == figure => {
                    Some(segment.to_string())
                }
                _ => None,
            });
            let wanted = rest.split_whitespace().filter(|word| *word != "nowhere").map(str::to_owned);
            same(&format!("where the {figure} may go"), sorted(found), sorted(wanted))
        }
        "same" => {
            let ids = features(game, rest)?;
            if ids.iter().all(|id| *id == ids[0]) {
                Ok(())
            } else {
                Err(CaseError::unmet(format!("{rest} are not all in the same feature")))
            }
        }
        "different" => {
            let ids = features(game, rest)?;
            if ids.iter().enumerate().all(|(n, id)| !ids[..n].contains(id)) {
                Ok(())
            } else {
                Err(CaseError::unmet(format!("some of {rest} are in the same feature")))
            }
        }
        "completed" | "incomplete" => words(rest, PLACE)?.into_iter().try_for_each(|place| {
            let found = game.is_completed(feature(game, place)?);
            same(&format!("whether the feature of {place} is completed"), found, word == "completed")
        }),
        "tiles" | "symbols" | "worth" | "open-ends" => {
            let (count, place) = rest.split_once(' ').ok_or_else(|| format!("write `{word} 4 (1,0).r1`"))?;
            let id = feature(game, place)?;
            let found = match word {
                "tiles" => u16::from(game.land().tile_count(id)),
                "symbols" => u16::from(game.land().feature(id).symbols()),
                "open-ends" => u16::from(game.land().feature(id).open()),
                _ => game.value(id),
            };
            same(&format!("the {word} of the feature of {}", place.trim()), found, number(count)?)
        }
        "majority" => {
            let (place, seats) = rest.split_once(' ').ok_or("write `majority (1,0).r1 A B` or `… nobody`")?;
            let found = game.majority(feature(game, place)?);
            same(&format!("who has the majority on the feature of {place}"), found, self::seats(seats)?)
        }
        "free" => words(rest, PLACE)?.into_iter().try_for_each(|place| {
            let id = feature(game, place)?;
            match game.figures().find(|&(_, _, at)| game.land().feature_at(at) == Some(id)) {
                None => Ok(()),
                Some((seat, figure, at)) => Err(CaseError::unmet(format!(
                    "a {figure} of seat {seat} stands on {at}, which is the same feature as {place}"
                ))),
            }
        }),
        _ => match R::expect_table(game, word, rest) {
            Some(found) => found,
            None => Err(format!(
                "`{word}` is not understood after expect; expected can be a seat (`A points 4`) or active, first, turn, drawn, \
                 phase, stack, left, removed, lies, empty, places, rotations, deploy, deploy-builder, deploy-pig, same, \
                 different, completed, incomplete, tiles, symbols, worth, open-ends, majority, free, decides, due, over, \
                 outcomes, weight, events, event, no-event and view; in Traders & Builders part, in Mayflower surveyors"
            ).into()),
        },
    }
}

fn expect_seat<R: Own>(game: &Game<R>, seat: Seat, text: &str) -> Expectation {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    match word {
        "points" => {
            let found = game.points(seat);
            let words: Vec<&str> = rest.split_whitespace().collect();
            let Some((total, parts)) = words.split_first() else {
                return Err("write `A points 12` or `A points 12 cities 8 roads 4`".into());
            };
            same(&format!("the points of seat {seat}"), found.total(), number(total)?)?;
            let (pairs, odd) = parts.as_chunks::<2>();
            if !odd.is_empty() {
                return Err("the parts of points are pairs, such as `cities 8 roads 4`".into());
            }
            pairs.iter().try_for_each(|[part, value]| {
                same(&format!("the points of seat {seat} for {part}"), part_of(found, part)?, number(value)?)
            })
        }
        "followers" => {
            same(&format!("the followers in the supply of seat {seat}"), game.followers(seat), number(rest)?)
        }
        "on" => standing(game, seat, Figure::Follower, rest),
        _ => match R::expect_seat(game, seat, word, rest) {
            Some(found) => found,
            None => Err(format!(
                "`{word}` is not understood of a seat; expected can be points, followers, on and legal, in Traders & Builders \
                 goods, builder and pig too"
            ).into()),
        },
    }
}

/// The figures of this kind that a seat has on the table stand exactly there.
fn standing<R: Rules>(game: &Game<R>, seat: Seat, figure: Figure, places: &str) -> Expectation {
    let found = game.figures().filter(|&(owner, kind, _)| (owner, kind) == (seat, figure));
    let wanted = places.split_whitespace().filter(|word| *word != "nothing");
    let wanted =
        wanted.map(|place| Ok(place.parse::<Place>()?.to_string())).collect::<Result<Vec<_>, CaseError>>()?;
    same(
        &format!("where seat {seat} has a {figure}"),
        sorted(found.map(|(_, _, place)| place.to_string())),
        sorted(wanted),
    )
}

const PLACE: &str = "a segment on the table, such as (1,0).r1";

fn feature<R: Rules>(game: &Game<R>, place: &str) -> Result<FeatureId, CaseError> {
    let place: Place = place.trim().parse()?;
    game.land().feature_at(place).ok_or_else(|| format!("there is no {place} on the table").into())
}

fn features<R: Rules>(game: &Game<R>, places: &str) -> Result<Vec<FeatureId>, CaseError> {
    let places = words(places, PLACE)?;
    if places.len() < 2 {
        return Err("at least two segments are compared".into());
    }
    places.into_iter().map(|place| feature(game, place)).collect()
}

fn lying<R: Rules>(game: &Game<R>, cell: Cell) -> Option<carcassonne::PlacedTile> {
    game.land().tile_at(cell).map(|tile| *game.land().tile(tile))
}

fn in_hand<R: Rules>(game: &Game<R>) -> Result<TileKind, CaseError> {
    let none = || format!("no tile is in hand; the phase is `{}`", phase_text(game)).into();
    game.tile_in_hand().ok_or_else(none)
}

/// The phase as the line `phase …` has it.
fn phase_text<R: Rules>(game: &Game<R>) -> String {
    match game.phase() {
        Phase::DrawingStart => "drawing-start".to_owned(),
        Phase::Drawing => "drawing".to_owned(),
        Phase::Placing { tile } => format!("placing {tile}"),
        Phase::Deploying { cell } => format!("deploying {cell}"),
        Phase::OfferingSecond => "offering-second".to_owned(),
        Phase::Settling => "settling".to_owned(),
        Phase::Over(_) => "over".to_owned(),
    }
}

/// A phase for the setup: `placing` and `settling` with what belongs to them, the others by name.
fn phase(text: &str) -> Result<Value, CaseError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Ok(match words[..] {
        ["placing", kind] => json!({ "placing": kind }),
        ["settling", ref places @ ..] if !places.is_empty() => json!({ "settling": places }),
        [name] => json!(name),
        _ if text.starts_with('{') => game::json::read(text).map_err(CaseError::json("phase"))?,
        _ => {
            return Err(format!(
                "`{text}` is not a phase; phases are drawing-start, drawing, placing V, deploying, deploying-first, \
                 offering-second, over and `settling (-2,4).c1 (-2,4).r1`"
            ).into());
        }
    })
}

/// `(1,-2)r3`, or `(1,-2)` for a tile that is not turned.
fn placement(text: &str) -> Result<(Cell, Rotation), CaseError> {
    match format!("place {text}").parse()? {
        Action::Place { cell, rotation } => Ok((cell, rotation)),
        _ => Err(format!("`{text}` is not a place, such as (1,-2)r3").into()),
    }
}

fn words<'a>(text: &'a str, what: &str) -> Result<Vec<&'a str>, CaseError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() { Err(format!("{what}, is missing").into()) } else { Ok(words) }
}

/// Kinds of tiles, each with a count before it or not: `U 2 V`.
fn kinds(text: &str) -> Result<Vec<TileKind>, CaseError> {
    let mut found = Vec::new();
    let mut count = 1;
    for word in words(text, "a kind of tile, such as V")? {
        match word.parse::<usize>() {
            Ok(copies) => count = copies,
            Err(_) => {
                let kind: TileKind = word.parse()?;
                found.extend(std::iter::repeat_n(kind, std::mem::replace(&mut count, 1)));
            }
        }
    }
    Ok(found)
}

fn columns(text: &str) -> Result<[i8; 2], CaseError> {
    let columns: Vec<i8> = text.split_whitespace().map(number).collect::<Result<_, _>>()?;
    columns.try_into().map_err(|_| "two surveyors have two columns, such as `surveyors -1 -2`".into())
}

fn seats(text: &str) -> Result<SeatSet, CaseError> {
    let seats = text.split_whitespace().filter(|word| *word != "nobody").map(str::parse);
    Ok(seats.collect::<Result<SeatSet, ParseError>>()?)
}

/// Counts of goods in the order wine, grain, cloth: `2 wine 1 cloth`, or `nothing`.
fn goods(text: &str) -> Result<[u8; 3], CaseError> {
    let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "nothing").collect();
    let (pairs, odd) = words.as_chunks::<2>();
    if !odd.is_empty() || text.is_empty() {
        return Err(format!("`{text}` are not counts and goods, such as `2 wine 1 cloth`").into());
    }
    let mut counts = [0; 3];
    for [count, name] in pairs {
        let good = Good::ALL.iter().position(|good| good.name() == *name);
        let good =
            good.ok_or_else(|| format!("`{name}` is not a kind of goods; they are wine, grain and cloth"))?;
        counts[good] += number::<u8>(count)?;
    }
    Ok(counts)
}

fn goods_given(text: &str) -> Result<Value, CaseError> {
    let [wine, grain, cloth] = goods(text)?;
    Ok(json!({ "wine": wine, "grain": grain, "cloth": cloth }))
}

/// Points from before, or by their parts: `12`, `cities 8 roads 4`.
fn points_given(text: &str) -> Result<Value, CaseError> {
    if let Ok(points) = number::<u16>(text) {
        return Ok(json!(points));
    }
    let words = words(text, "the points, such as 12 or `cities 8 roads 4`")?;
    let (pairs, odd) = words.as_chunks::<2>();
    if !odd.is_empty() {
        return Err(format!("`{text}` are not points; write `points 12` or `points cities 8 roads 4`").into());
    }
    let mut parts = Map::new();
    for [part, value] in pairs {
        part_of(Points::default(), part)?;
        parts.insert((*part).to_owned(), json!(number::<u16>(value)?));
    }
    Ok(parts.into())
}

fn part_of(points: Points, part: &str) -> Result<u16, CaseError> {
    Ok(match part {
        "roads" => points.roads,
        "cities" => points.cities,
        "monasteries" => points.monasteries,
        "fields" => points.fields,
        "goods" => points.goods,
        "extra" => points.extra,
        "earlier" => points.earlier,
        _ => {
            return Err(format!(
                "points have no part `{part}`; the parts are roads, cities, monasteries, fields, goods, extra and earlier"
            ).into());
        }
    })
}

fn sorted(texts: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.into_iter().collect();
    texts.sort_unstable();
    texts
}
