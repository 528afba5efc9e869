//! The words of Catan's cases: positions line by line, and what can be expected of one.

use super::Language;
use super::expected::{number, same};
use crate::{AnyGame, GameKind, Refusal};
use catan::{
    Action, Award, Cards, Catan, Chance, DevelopmentCards, EdgeId, EdgeSet, Layout, OfferSetup, Options,
    PhaseSetup, Piece, Resource, Setup, VertexId, VertexSet,
};
use game::{Seat, SeatSet, Viewer};
use std::borrow::Cow;

/// A position of Catan being described.
#[derive(Default)]
pub(super) struct Given {
    setup: Setup,
    /// A game from its start, instead of a position.
    start: bool,
    options: Options,
    /// Seats that hold all cards of a kind but so many.
    hoards: Vec<(Seat, Resource, u8)>,
    /// What the supply was said to hold.
    supply: Vec<(Resource, u8)>,
}

impl Language for Given {
    fn new(_: GameKind) -> Given {
        Given::default()
    }

    fn line(&mut self, text: &str) -> Result<(), String> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        if let Ok(seat) = word.parse::<Seat>() {
            return self.seat_line(seat, rest);
        }
        let setup = &mut self.setup;
        match word {
            "setup" => {
                *setup = serde_json::from_str(rest)
                    .map_err(|error| format!("the setup cannot be read: {error}"))?;
                self.options = setup.options;
            }
            "start" if rest.is_empty() => self.start = true,
            "set" => {
                for pair in rest.split_whitespace() {
                    let (name, value) =
                        pair.split_once('=').ok_or_else(|| format!("`{pair}` is not `option=value`"))?;
                    self.options.set(name, value).map_err(|error| error.to_string())?;
                }
            }
            "players" => self.options.set(word, rest).map_err(|error| error.to_string())?,
            "board" if rest == "beginner" => setup.board = Some(Layout::beginner()),
            "board" => setup.board = Some(rest.parse()?),
            "robber" => setup.robber = Some(rest.parse()?),
            "active" => setup.active = rest.parse()?,
            "first" => setup.start = rest.parse()?,
            "phase" => setup.phase = phase(rest)?,
            "rolled" => setup.rolled = Some(yes(rest)?),
            "built" => setup.built = Some(yes(rest)?),
            "played-card" => setup.played_card = Some(yes(rest)?),
            "bought" => setup.bought = rest.parse()?,
            "deck" => setup.deck = Some(rest.parse()?),
            "longest-road" => setup.longest_road = rest.parse()?,
            "largest-army" => setup.largest_army = rest.parse()?,
            "dice" => match format!("dice {rest}").parse()? {
                Chance::Dice(first, second) => setup.dice = Some((first, second)),
                _ => return Err(format!("`{rest}` are not two dice")),
            },
            "turn" => setup.turn = Some(number(rest)?),
            "thefts" => setup.thefts = number(rest)?,
            "supply" => self.supply.extend(counts(rest)?),
            _ => {
                return Err(format!(
                    "`{word}` is not understood here; a position is described with seats (`A settlement I8`) and with \
                     setup, start, set, players, board, robber, active, first, phase, rolled, built, played-card, bought, \
                     deck, supply, longest-road, largest-army, dice, turn and thefts"
                ));
            }
        }
        Ok(())
    }

    fn build(&self) -> Result<AnyGame, Vec<Refusal>> {
        if self.start {
            self.options
                .validate()
                .map_err(|faults| faults.into_iter().map(Refusal::from).collect::<Vec<_>>())?;
            return Ok(Catan::new(&self.options).into());
        }
        let mut setup = Setup { options: self.options, ..self.setup };
        for &(hoarder, kind, left) in &self.hoards {
            let held: u32 = setup.seats.0.iter().map(|has| u32::from(has.hand.count(kind))).sum();
            let all = u32::from(Resource::CARDS).checked_sub(held + u32::from(left)).ok_or_else(|| {
                vec![Refusal::of_text(format!(
                    "{held} {kind} are in hands already, so {left} cannot be left"
                ))]
            })?;
            setup.seats[hoarder].hand += Cards::of(kind, all as u8);
        }
        let game = Catan::from_setup(&setup)
            .map_err(|faults| faults.into_iter().map(Refusal::from).collect::<Vec<_>>())?;
        let supply = game.view(Viewer::Everything).supply();
        for &(kind, count) in &self.supply {
            if supply.count(kind) != count {
                return Err(vec![Refusal::of_text(format!(
                    "the hands leave {} {kind} in the supply, not {count}; let a seat hold the rest: `D hand all but \
                     {count} {kind}`",
                    supply.count(kind)
                ))]);
            }
        }
        Ok(game.into())
    }

    /// `chance layout beginner` is short for the layout of `CATAN-BEG-1`.
    fn outcome_text(text: &str) -> Cow<'_, str> {
        if text == "layout beginner" {
            Cow::Owned(format!("layout {}", Layout::beginner()))
        } else {
            Cow::Borrowed(text)
        }
    }

    fn expect(game: &AnyGame, text: &str) -> Result<(), String> {
        match game {
            AnyGame::Catan(game) => expect(game, text),
            _ => unreachable!("the case is of this language's game"),
        }
    }
}

impl Given {
    fn seat_line(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        if seat.index() >= catan::SEATS {
            return Err(format!("seat {seat} is not one of catan's seats A to D"));
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        if let ("hand", Some(left)) = (word, rest.strip_prefix("all but ")) {
            self.hoards.extend(counts(left)?.into_iter().map(|(kind, count)| (seat, kind, count)));
            return Ok(());
        }
        let (active, offer) = (self.setup.active, &mut self.setup.offer);
        let has = &mut self.setup.seats[seat];
        let mut answer = |answer| match offer {
            Some(offer) => {
                offer.answers[seat] = answer;
                Ok(())
            }
            None => Err(
                "there is no offer to answer; write it before its answers: `A offers 1 ore for 1 wool to B`"
                    .to_owned(),
            ),
        };
        match word {
            "settlement" => has.settlements = has.settlements | places::<VertexId, VertexSet>(rest)?,
            "city" => has.cities = has.cities | places::<VertexId, VertexSet>(rest)?,
            "road" => has.roads = has.roads | roads(rest)?,
            "hand" => {
                let cards: Cards = rest.parse()?;
                has.hand = has.hand.checked_add(cards).ok_or("no hand has so many cards")?;
            }
            "cards" => has.development = rest.parse()?,
            "knights" => has.knights = number(rest)?,
            "handed-in" => has.handed_in = rest.parse()?,
            "offers-made" => has.offers_made = number(rest)?,
            "offers" if seat == active => {
                let Ok(Action::Offer { give, want, to }) = format!("offer {rest}").parse() else {
                    return Err(format!("`{rest}` is not an offer, such as `1 ore for 1 wool to B C`"));
                };
                *offer = Some(OfferSetup { give, want, to, answers: Default::default() });
            }
            "offers" => {
                return Err(format!("seat {active} is active; the others propose: `{seat} proposes …`"));
            }
            "proposes" => has.proposal = Some(exchange(rest)?),
            "accepted" => answer(catan::Answer::Accepted)?,
            "rejected" => answer(catan::Answer::Rejected)?,
            "counters" => answer(catan::Answer::Countered(exchange(rest)?))?,
            _ => {
                return Err(format!(
                    "`{word}` is not understood after a seat; a seat has settlement, city, road, hand, cards, knights, \
                     handed-in, offers, offers-made, proposes, accepted, rejected and counters; what it does is written \
                     with a colon: `{seat}: roll`"
                ));
            }
        }
        Ok(())
    }
}

fn expect(catan: &Catan, text: &str) -> Result<(), String> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    if let Ok(seat) = word.parse::<Seat>() {
        if seat.index() >= catan.seats() {
            return Err(format!("seat {seat} does not play in this game"));
        }
        return expect_seat(catan, seat, rest);
    }
    let view = catan.view(Viewer::Everything);
    let holder = |holder: Option<Seat>| holder.map_or("nobody".to_owned(), |seat| seat.to_string());
    match word {
        "supply" => counts(rest)?.into_iter().try_for_each(|(kind, count)| {
            same(&format!("the supply of {kind}"), view.supply().count(kind), count)
        }),
        "deck" => same("the deck", view.deck_len(), number(rest)?),
        "longest-road" => {
            rest.parse::<Award>()?;
            same("the holder of Longest Road", holder(view.longest_road()), rest.to_owned())
        }
        "largest-army" => {
            rest.parse::<Award>()?;
            same("the holder of Largest Army", holder(view.largest_army()), rest.to_owned())
        }
        "robber" => same("the robber's hex", view.robber(), rest.parse()?),
        "active" => same("the active seat", view.active().to_string(), rest.to_owned()),
        "first" => same("the first seat", holder(view.start_player()), rest.to_owned()),
        "phase" => same("the phase", PhaseSetup::from(view.phase()), phase(rest)?),
        "turn" => same("the turn", view.turns(), number(rest)?),
        "free" => rest.split_whitespace().try_for_each(|place| free(catan, place)),
        "offer" => {
            let found = view.offer().map_or("none".to_owned(), |(exchange, to)| {
                Action::Offer { give: exchange.give, want: exchange.want, to }.to_string()["offer ".len()..]
                    .to_owned()
            });
            let wanted = match rest {
                "none" => "none".to_owned(),
                _ => format!("offer {rest}").parse::<Action>()?.to_string()["offer ".len()..].to_owned(),
            };
            same("the open offer", found, wanted)
        }
        _ => Err(format!(
            "`{word}` is not understood after expect; expected can be a seat (`A hand 2 ore`) or supply, deck, longest-road, \
             largest-army, robber, active, first, phase, turn, free, decides, due, over, outcomes, weight, offer, events, \
             event, no-event and view"
        )),
    }
}

fn expect_seat(game: &Catan, seat: Seat, text: &str) -> Result<(), String> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let view = game.view(Viewer::Everything);
    let what = |what: &str| format!("the {what} of seat {seat}");
    match word {
        "hand" => match rest.strip_prefix("size ") {
            Some(size) => same(&what("hand size"), view.hand_len(seat), number(size)?),
            None => same(&what("hand"), view.hand(seat).unwrap_or_default(), rest.parse()?),
        },
        "cards" => {
            let cards = DevelopmentCards(view.development(seat).unwrap_or_default());
            match rest.strip_prefix("size ") {
                Some(size) => same(&what("number of development cards"), cards.len(), number(size)?),
                None => same(
                    &what("development cards"),
                    cards.to_string(),
                    rest.parse::<DevelopmentCards>()?.to_string(),
                ),
            }
        }
        "points" | "visible-points" => {
            let points = if word == "points" { game.points(seat) } else { game.visible_points(seat) };
            let mut words = rest.split_whitespace();
            same(&what("points"), points.total(), number(words.next().unwrap_or_default())?)?;
            let words: Vec<&str> = words.collect();
            let (parts, odd) = words.as_chunks::<2>();
            if !odd.is_empty() {
                return Err(
                    "the parts of points are pairs, such as `settlements 3 longest-road 2`".to_owned()
                );
            }
            parts.iter().try_for_each(|[part, value]| {
                let found = match *part {
                    "settlements" => points.settlements,
                    "cities" => points.cities,
                    "longest-road" => points.longest_road,
                    "largest-army" => points.largest_army,
                    "victory-cards" => points.victory_cards,
                    _ => return Err(format!("points have no part `{part}`; the parts are settlements, cities, longest-road, largest-army and victory-cards")),
                };
                same(&what(&format!("points for {part}")), found, number(value)?)
            })
        }
        "left" => {
            let words: Vec<&str> = rest.split_whitespace().collect();
            let (pairs, odd) = words.as_chunks::<2>();
            if pairs.is_empty() || !odd.is_empty() {
                return Err("pieces left are pairs, such as `left 14 road 3 settlement`".to_owned());
            }
            pairs.iter().try_for_each(|[count, piece]| {
                let piece = [Piece::Road, Piece::Settlement, Piece::City]
                    .into_iter()
                    .find(|kind| kind.name() == *piece)
                    .ok_or_else(|| {
                        format!("`{piece}` is not a piece; pieces are road, settlement and city")
                    })?;
                same(
                    &what(&format!("{} pieces left", piece.name())),
                    view.pieces_left(seat, piece),
                    number(count)?,
                )
            })
        }
        "road-length" => same(&what("road length"), view.road_length(seat), number(rest)?),
        "knights" => same(&what("knights"), view.knights(seat), number(rest)?),
        "rate" => {
            let (kind, rate) = rest.split_once(' ').ok_or("write `rate ore 3`")?;
            same(&what(&format!("rate for {kind}")), view.rate(seat, kind.parse()?), number(rate)?)
        }
        "has" => {
            let (piece, places) = rest.split_once(' ').ok_or("write `has city I8`, `has road 8-13`")?;
            let missing = match piece {
                "settlement" => (self::places::<VertexId, VertexSet>(places)? - view.settlements(seat)).len(),
                "city" => (self::places::<VertexId, VertexSet>(places)? - view.cities(seat)).len(),
                "road" => (roads(places)? - view.roads(seat)).len(),
                _ => return Err(format!("`{piece}` is not a piece; pieces are road, settlement and city")),
            };
            if missing == 0 {
                Ok(())
            } else {
                Err(format!("seat {seat} has no {piece} on {missing} of {places}"))
            }
        }
        "owes" => {
            let owed = match view.phase() {
                catan::Phase::Discarding { owed } => owed[seat],
                _ => 0,
            };
            same(&what("discard owed"), owed, number(rest)?)
        }
        "answer" => {
            let found = match view.answer(seat) {
                catan::Answer::Open => "open".to_owned(),
                catan::Answer::Accepted => "accepted".to_owned(),
                catan::Answer::Rejected => "rejected".to_owned(),
                catan::Answer::Countered(exchange) => {
                    format!("counters {} for {}", exchange.give, exchange.want)
                }
            };
            same(&what("answer"), found, rest.to_owned())
        }
        "proposal" => {
            let text = |exchange: catan::Exchange| format!("{} for {}", exchange.give, exchange.want);
            let found = view.proposal(seat).map_or("none".to_owned(), text);
            same(
                &what("proposal"),
                found,
                if rest == "none" { rest.to_owned() } else { text(exchange(rest)?) },
            )
        }
        _ => Err(format!(
            "`{word}` is not understood of a seat; expected can be hand, cards, points, visible-points, left, road-length, \
             knights, rate, has, owes, answer, proposal and legal"
        )),
    }
}

fn free(game: &Catan, place: &str) -> Result<(), String> {
    let view = game.view(Viewer::Everything);
    let taken = if place.starts_with('I') {
        view.building_at(place.parse()?).map(|(seat, _)| seat)
    } else {
        let edge: EdgeId = place.parse()?;
        Seat::first(game.seats()).find(|&seat| view.roads(seat).contains(edge))
    };
    match taken {
        None => Ok(()),
        Some(seat) => Err(format!("seat {seat} has a piece on {place}")),
    }
}

fn yes(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("`{text}` is neither yes nor no")),
    }
}

/// Counts and kinds, where 0 counts too.
fn counts(text: &str) -> Result<Vec<(Resource, u8)>, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (pairs, odd) = words.as_chunks::<2>();
    if pairs.is_empty() || !odd.is_empty() {
        return Err(format!("`{text}` are not counts and kinds, such as `2 lumber 0 ore`"));
    }
    pairs.iter().map(|[count, kind]| Ok((kind.parse()?, number(count)?))).collect()
}

fn exchange(text: &str) -> Result<catan::Exchange, String> {
    match format!("propose {text}").parse()? {
        Action::Propose { give, want } => Ok(catan::Exchange { give, want }),
        _ => Err(format!("`{text}` is not an exchange, such as `1 ore for 1 wool`")),
    }
}

fn places<T: std::str::FromStr<Err = String>, S: FromIterator<T>>(text: &str) -> Result<S, String> {
    if text.is_empty() {
        return Err("a place is missing, such as I8".to_owned());
    }
    text.split_whitespace().map(str::parse).collect()
}

fn roads(text: &str) -> Result<EdgeSet, String> {
    if text.is_empty() {
        return Err("a road is missing, such as P24 or 16-22-17".to_owned());
    }
    text.split_whitespace().try_fold(EdgeSet::EMPTY, |all, chain| Ok(all | Setup::chain(chain)?))
}

/// A phase by its name, with what belongs to it: `founding-road I17`, `stealing B`, `free-roads 1 may-stop`, `over A`.
fn phase(text: &str) -> Result<PhaseSetup, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Ok(match words[..] {
        ["founding-road", settlement] => PhaseSetup::FoundingRoad { settlement: settlement.parse()? },
        ["stealing", victim] => PhaseSetup::Stealing { victim: victim.parse()? },
        ["free-roads", left] => PhaseSetup::FreeRoads { left: number(left)?, may_stop: false },
        ["free-roads", left, "may-stop"] => PhaseSetup::FreeRoads { left: number(left)?, may_stop: true },
        ["over", "nobody"] => PhaseSetup::Over { winners: SeatSet::EMPTY },
        ["over", winner] => PhaseSetup::Over { winners: SeatSet::one(winner.parse()?) },
        _ => {
            let json = if text.starts_with('{') { text.to_owned() } else { format!("\"{text}\"") };
            serde_json::from_str(&json).map_err(|error| {
                format!("`{text}` is not a phase: {error}; phases with more to say are `founding-road I17`, `stealing B`, `free-roads 2`, `free-roads 1 may-stop` and `over A`")
            })?
        }
    })
}
