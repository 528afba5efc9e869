//! Words that the cases of Catan and of Cities & Knights share: places, counts, exchanges, and the lines about a
//! position that are the same in both.

use super::error::{Shown, list, shown_as_text};
use super::expected::{number, same};
use super::{CaseError, Expectation};
use catan::{
    Answer, Award, Bundle, Counts, EdgeSet, Exchange, HexId, Kind, Layout, Setup, VertexId, VertexSet,
};
use game::{ParseError, Seat, SeatSet};
use std::fmt::Display;
use std::str::FromStr;

shown_as_text!(HexId, VertexId);

impl Shown for VertexSet {
    fn shown(&self) -> String {
        list(self.into_iter().map(|vertex| vertex.to_string()))
    }
}

/// The first word of a line, and the rest of it.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// The parts of a setup that both games describe alike.
pub(super) struct Common<'a> {
    pub(super) board: &'a mut Option<Layout>,
    pub(super) robber: &'a mut Option<catan::HexId>,
    pub(super) active: &'a mut Seat,
    pub(super) first: &'a mut Seat,
    pub(super) longest_road: &'a mut Award,
    pub(super) turn: &'a mut Option<u32>,
    pub(super) thefts: &'a mut u16,
}

impl Common<'_> {
    /// Takes in a line about one of these parts; says whether it was one.
    pub(super) fn line(self, word: &str, rest: &str) -> Result<bool, CaseError> {
        match word {
            "board" if rest == "beginner" => *self.board = Some(Layout::beginner()),
            "board" => *self.board = Some(rest.parse()?),
            "robber" => *self.robber = Some(rest.parse()?),
            "active" => *self.active = rest.parse()?,
            "first" => *self.first = rest.parse()?,
            "longest-road" => *self.longest_road = rest.parse()?,
            "turn" => *self.turn = Some(number(rest)?),
            "thefts" => *self.thefts = number(rest)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Options by name: `set name=value …`, and `players 3` as a short form of one. Says whether the line was about them.
pub(super) fn set_options<E: Display>(
    word: &str,
    rest: &str,
    mut set: impl FnMut(&str, &str) -> Result<(), E>,
) -> Result<bool, CaseError> {
    match word {
        "set" => {
            for pair in rest.split_whitespace() {
                let (name, value) =
                    pair.split_once('=').ok_or_else(|| format!("`{pair}` is not `option=value`"))?;
                set(name, value).map_err(|error| error.to_string())?;
            }
        }
        "players" => set(word, rest).map_err(|error| error.to_string())?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// The lines about the supply: seats that hold all cards of a kind except this many, and counts to be checked.
pub(super) struct Stock<K> {
    hoards: Vec<(Seat, K, u8)>,
    supply: Vec<(K, u8)>,
}

impl<K> Default for Stock<K> {
    fn default() -> Self {
        Stock { hoards: Vec::new(), supply: Vec::new() }
    }
}

impl<K: Copy + Display + FromStr<Err = ParseError>> Stock<K> {
    /// `hand all but 2 lumber` of a seat.
    pub(super) fn hoard(&mut self, seat: Seat, left: &str) -> Expectation {
        self.hoards.extend(counts(left)?.into_iter().map(|(kind, count)| (seat, kind, count)));
        Ok(())
    }

    /// `supply 2 lumber`.
    pub(super) fn claim(&mut self, text: &str) -> Expectation {
        self.supply.extend(counts(text)?);
        Ok(())
    }

    /// Gives the hoarders their cards: `all` of a kind there are, less those that are `held` and those to be left.
    pub(super) fn fill<S>(
        &self,
        setup: &mut S,
        all: impl Fn(K) -> u8,
        held: impl Fn(&S, K) -> u32,
        give: impl Fn(&mut S, Seat, K, u8),
    ) -> Result<(), String> {
        for &(hoarder, kind, left) in &self.hoards {
            let held = held(setup, kind);
            let rest = u32::from(all(kind))
                .checked_sub(held + u32::from(left))
                .ok_or_else(|| format!("{held} {kind} are in hands already, so {left} cannot be left"))?;
            give(setup, hoarder, kind, rest as u8);
        }
        Ok(())
    }

    /// Whether the supply holds what was said of it.
    pub(super) fn check(&self, count: impl Fn(K) -> u8) -> Result<(), String> {
        match self.supply.iter().find(|&&(kind, wanted)| count(kind) != wanted) {
            None => Ok(()),
            Some(&(kind, wanted)) => Err(format!(
                "the hands leave {} {kind} in the supply, not {wanted}; let a seat hold the rest: `D hand all but \
                 {wanted} {kind}`",
                count(kind)
            )),
        }
    }
}

pub(super) fn yes(text: &str) -> Result<bool, CaseError> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("`{text}` is neither yes nor no").into()),
    }
}

/// Words two by two; `example` says how such a list is written.
pub(super) fn pairs<'a>(text: &'a str, example: &str) -> Result<Vec<[&'a str; 2]>, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_chunks::<2>() {
        (pairs, []) => Ok(pairs.to_vec()),
        _ => Err(format!("`{text}` are not pairs, such as `{example}`")),
    }
}

/// Counts and kinds, where 0 counts too.
pub(super) fn counts<K: FromStr<Err = ParseError>>(text: &str) -> Result<Vec<(K, u8)>, CaseError> {
    let pairs = pairs(text, "2 lumber 0 ore")?;
    if pairs.is_empty() {
        return Err("counts and kinds are missing, such as `2 lumber 0 ore`".into());
    }
    pairs.iter().map(|[count, kind]| Ok((kind.parse()?, number(count)?))).collect()
}

/// `1 ore for 1 wool`: cards of a hand, as a message carries them.
pub(super) fn exchange<K: Kind>(text: &str) -> Result<Exchange<K>, CaseError> {
    let (give, want) = text
        .split_once(" for ")
        .ok_or_else(|| format!("`{text}` is not an exchange, such as `1 ore for 1 wool`"))?;
    let cards = |text: &str| text.trim().parse::<Counts<K>>().map(Bundle::from);
    Ok(Exchange { give: cards(give)?, want: cards(want)? })
}

/// `1 ore for 1 wool to B C`.
pub(super) fn offer<K: Kind>(text: &str) -> Result<(Exchange<K>, SeatSet), CaseError> {
    let (terms, to) = text
        .split_once(" to ")
        .ok_or_else(|| format!("`{text}` is not an offer, such as `1 ore for 1 wool to B C`"))?;
    Ok((exchange(terms)?, seats(to)?))
}

/// An exchange as cases write it.
pub(super) fn exchange_text<K: Kind>(exchange: &Exchange<K>) -> String {
    format!("{} for {}", exchange.give, exchange.want)
}

/// An open offer is as expected: `none`, or `1 ore for 1 wool to B C`.
pub(super) fn expect_offer<K: Kind>(found: Option<(Exchange<K>, SeatSet)>, wanted: &str) -> Expectation {
    let text = |(exchange, to): (Exchange<K>, SeatSet)| format!("{} to {to}", exchange_text(&exchange));
    let wanted = match wanted {
        "none" => None,
        _ => Some(offer(wanted)?),
    };
    same("the open offer", found.map(text), wanted.map(text))
}

/// A seat's proposal is as expected: `none`, or `1 ore for 1 wool`.
pub(super) fn expect_proposal<K: Kind>(what: &str, found: Option<Exchange<K>>, wanted: &str) -> Expectation {
    let wanted = match wanted {
        "none" => None,
        _ => Some(exchange(wanted)?),
    };
    let text = |exchange: Exchange<K>| exchange_text(&exchange);
    same(what, found.map(text), wanted.map(text))
}

/// An answer as cases write it: `open`, `accepted`, `rejected`, `counters 2 brick for 1 wool`.
pub(super) fn answer_text<K: Kind>(answer: &Answer<K>) -> String {
    match answer {
        Answer::Open => "open".to_owned(),
        Answer::Accepted => "accepted".to_owned(),
        Answer::Rejected => "rejected".to_owned(),
        Answer::Countered(exchange) => format!("counters {}", exchange_text(exchange)),
    }
}

/// Reads the answer of an addressee of an offer, by the word of its line: `accepted`, `rejected`, `counters …`.
pub(super) fn answer<K: Kind>(word: &str, rest: &str) -> Result<Answer<K>, CaseError> {
    Ok(match word {
        "accepted" => Answer::Accepted,
        "rejected" => Answer::Rejected,
        _ => Answer::Countered(exchange(rest)?),
    })
}

/// The message where an answer stands before its offer.
pub(super) fn no_offer() -> String {
    "there is no offer to answer; write it before its answers: `A offers 1 ore for 1 wool to B`".to_owned()
}

/// The message where a seat makes offers in another one's turn.
pub(super) fn only_active_offers(active: Seat, seat: Seat) -> String {
    format!("seat {active} is active; the others propose: `{seat} proposes …`")
}

/// Checks the holder of a special card: a seat, or `nobody`.
pub(super) fn expect_holder(what: &str, found: Option<Seat>, wanted: &str) -> Expectation {
    wanted.parse::<Award>()?;
    let found = found.map_or("nobody".to_owned(), |seat| seat.to_string());
    same(&format!("the holder of {what}"), found, wanted.to_owned())
}

/// Points are as expected: `10`, or with parts, `10 cities 8 longest-road 2`.
pub(super) fn expect_points(what: &str, total: u8, parts: &[(&str, u8)], wanted: &str) -> Expectation {
    let (first, rest) = first_word(wanted);
    same(what, total, number(first)?)?;
    for [part, value] in pairs(rest, "settlements 3 longest-road 2")? {
        let Some(&(_, found)) = parts.iter().find(|(name, _)| *name == part) else {
            let names: Vec<&str> = parts.iter().map(|&(name, _)| name).collect();
            return Err(format!("points have no part `{part}`; the parts are {}", names.join(", ")).into());
        };
        same(&format!("{what} for {part}"), found, number(value)?)?;
    }
    Ok(())
}

/// Pieces left are as expected: `14 road 3 settlement`.
pub(super) fn expect_left(what: &str, pieces: &[(&str, u8)], wanted: &str) -> Expectation {
    let wanted = pairs(wanted, "left 14 road 3 settlement")?;
    if wanted.is_empty() {
        return Err("pieces left are pairs, such as `left 14 road 3 settlement`".into());
    }
    wanted.iter().try_for_each(|[count, piece]| {
        let Some(&(_, found)) = pieces.iter().find(|(name, _)| name == piece) else {
            let names: Vec<&str> = pieces.iter().map(|&(name, _)| name).collect();
            return Err(format!("`{piece}` is not a piece; pieces are {}", names.join(", ")).into());
        };
        same(&format!("the {piece} pieces left of {what}"), found, number(count)?)
    })
}

/// A rate at the supply is as expected: `ore 3`.
pub(super) fn expect_rate<K: FromStr<Err = ParseError>>(
    what: &str,
    rate: impl Fn(K) -> u8,
    wanted: &str,
) -> Expectation {
    let (kind, wanted) = wanted.split_once(' ').ok_or("write `rate ore 3`")?;
    same(&format!("the rate for {kind} of {what}"), rate(kind.parse()?), number(wanted)?)
}

pub(super) fn places<T: FromStr<Err = ParseError>, S: FromIterator<T>>(text: &str) -> Result<S, CaseError> {
    if text.is_empty() {
        return Err("a place is missing, such as I8".into());
    }
    Ok(text.split_whitespace().map(str::parse).collect::<Result<S, ParseError>>()?)
}

pub(super) fn intersections(text: &str) -> Result<VertexSet, CaseError> {
    places::<VertexId, VertexSet>(text)
}

pub(super) fn roads(text: &str) -> Result<EdgeSet, CaseError> {
    if text.is_empty() {
        return Err("a road is missing, such as P24 or 16-22-17".into());
    }
    text.split_whitespace().try_fold(EdgeSet::EMPTY, |all, chain| Ok(all | Setup::chain(chain)?))
}

/// Seats by their letters; `nobody` is none.
pub(super) fn seats(text: &str) -> Result<SeatSet, CaseError> {
    let seats = text.split_whitespace().filter(|&word| word != "nobody").map(str::parse);
    Ok(seats.collect::<Result<SeatSet, ParseError>>()?)
}
