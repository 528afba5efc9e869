//! The words of the cases of Cities & Knights: positions line by line, and what can be expected of one.

use super::error::{shown_as_json, shown_as_text};
use super::expected::{number, read_json, same};
use super::island::{
    Common, Stock, answer, answer_text, counts, exchange, expect_holder, expect_left, expect_offer,
    expect_points, expect_proposal, expect_rate, first_word, intersections, no_offer, offer,
    only_active_offers, pairs, places, roads, seats, set_options, yes,
};
use super::{CaseError, Expectation, HasCases, Language};
use crate::Refusal;
use crate::any::refusals;
use catan::cities_and_knights::setup::{KnightsSetup, MerchantSetup, OfferSetup};
use catan::cities_and_knights::{
    Area, CardKind, Chance, CitiesAndKnights, Hand, Options, OwnChance, OwnPhase, Phase, PhaseSetup,
    Progress, RobberCause, SeatSetup, Setup, Strength, TurnStage, View, beginner_map,
};
use catan::{EdgeId, Layout, Piece, VertexId, VertexSet};
use game::{Seat, Viewer};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

shown_as_text!(Hand, Progress);
shown_as_json!(PhaseSetup);

/// A position of Cities & Knights being described.
#[derive(Default)]
pub(crate) struct Given {
    setup: Setup,
    /// A game from its start, instead of a position.
    start: bool,
    options: Options,
    stock: Stock<CardKind>,
    /// Seats that hold all progress cards of a deck but these.
    collectors: Vec<(Seat, Area, Vec<Progress>)>,
    /// Decks that are empty.
    emptied: Vec<Area>,
}

impl HasCases for CitiesAndKnights {
    type Given = Given;
}

impl Language for Given {
    type Game = CitiesAndKnights;

    fn line(&mut self, text: &str) -> Expectation {
        let (word, rest) = first_word(text);
        if let Ok(seat) = word.parse::<Seat>() {
            return self.seat_line(seat, rest);
        }
        let setup = &mut self.setup;
        let common = Common {
            board: &mut setup.board,
            robber: &mut setup.robber,
            active: &mut setup.active,
            first: &mut setup.start,
            longest_road: &mut setup.longest_road,
            turn: &mut setup.turn,
            thefts: &mut setup.thefts,
        };
        if word == "board" && rest == "ck_beginner" {
            setup.board = Some(beginner_map());
            return Ok(());
        }
        if common.line(word, rest)? || set_options(word, rest, |name, value| self.options.set(name, value))? {
            return Ok(());
        }
        match word {
            "setup" => {
                *setup = read_json("setup", rest)?;
                self.options = setup.options;
            }
            "start" if rest.is_empty() => self.start = true,
            "phase" => setup.phase = phase(rest)?,
            "stage" => setup.stage = Some(stage(rest)?),
            "built" => setup.built = yes(rest)?,
            "attacked" => setup.attacked = yes(rest)?,
            "ship" => setup.ship = number(rest)?,
            "ready" => setup.ready = Some(knights(rest)?.into_iter().collect()),
            "fighting" => setup.fighting = intersections(rest)?,
            "promoted" => setup.promoted = intersections(rest)?,
            "cranes" => setup.cranes = number(rest)?,
            "harbors" => setup.commercial_harbors = number(rest)?,
            "fleet" => setup.fleet = places(rest)?,
            "under" => {
                let (area, cards) = first_word(rest);
                setup.under.insert(area.parse()?, places(cards)?);
            }
            "deck" => match rest.strip_suffix("empty") {
                Some(areas) => self.emptied.extend(places::<Area, Vec<Area>>(areas.trim())?),
                None => {
                    return Err(format!("`{rest}` is not an empty deck, such as `deck science empty`").into());
                }
            },
            "dice" => match format!("dice {rest}").parse()? {
                Chance::Own(OwnChance::Dice(event, red, other)) => setup.dice = Some((event, red, other)),
                _ => return Err(format!("`{rest}` are not the event die and two dice").into()),
            },
            "supply" => self.stock.claim(rest)?,
            _ => {
                return Err(format!(
                    "`{word}` is not understood here; a position is described with seats (`A city I8`) and with setup, \
                     start, set, players, board, robber, active, first, phase, stage, built, attacked, ship, fighting, \
                     ready, promoted, cranes, harbors, fleet, deck, under, supply, longest-road, dice, turn and thefts"
                ).into());
            }
        }
        Ok(())
    }

    fn build(&self) -> Result<CitiesAndKnights, Vec<Refusal>> {
        if self.start {
            self.options.validate().map_err(refusals)?;
            return Ok(CitiesAndKnights::new(&self.options));
        }
        let mut setup = Setup { options: self.options, ..self.setup.clone() };
        let of_text = |message| vec![Refusal::of_text(message)];
        self.stock
            .fill(
                &mut setup,
                |kind| Hand::BOX.count(kind),
                |setup, kind| setup.seats.values().map(|has| u32::from(has.hand.count(kind))).sum(),
                |setup, seat, kind, count| {
                    setup.seats.entry(seat).or_default().hand += Hand::of(kind, count);
                },
            )
            .map_err(of_text)?;
        for (collector, area, left) in &self.collectors {
            collect(&mut setup, *collector, *area, left);
        }
        // What an empty deck had, somebody holds: a seat whose turn it is not, so that nothing has to be discarded.
        let players = usize::from(setup.options.players);
        let mut others = Seat::first(players).filter(|&seat| seat != setup.active);
        if let Some(other) = others.next_back() {
            for &area in &self.emptied {
                collect(&mut setup, other, area, &[]);
            }
        }
        let game = CitiesAndKnights::from_setup(&setup).map_err(refusals)?;
        let supply = game.view(Viewer::Everything).supply();
        self.stock.check(|kind| supply.count(kind)).map_err(of_text)?;
        Ok(game)
    }

    /// `chance layout beginner` is short for the layout of `CATAN-BEG-1`, `chance layout ck_beginner` for that of
    /// `CK-DATA-1`.
    fn outcome_text(text: &str) -> Cow<'_, str> {
        match text {
            "layout beginner" => Cow::Owned(format!("layout {}", Layout::beginner())),
            "layout ck_beginner" => Cow::Owned(format!("layout {}", beginner_map())),
            _ => Cow::Borrowed(text),
        }
    }

    fn expect(game: &CitiesAndKnights, text: &str) -> Expectation {
        expect(game, text)
    }
}

impl Given {
    /// Reads a line of a case that gives a seat something. One arm a word: it is as long as the language.
    fn seat_line(&mut self, seat: Seat, text: &str) -> Expectation {
        if seat.index() >= catan::SEATS {
            return Err(format!("seat {seat} is not one of the seats A to D").into());
        }
        let (word, rest) = first_word(text);
        match (word, rest.strip_prefix("all but "), rest.strip_prefix("all of ")) {
            ("hand", Some(left), _) => return self.stock.hoard(seat, left),
            ("cards", _, Some(decks)) => {
                let (decks, left) = decks.split_once(" but ").unwrap_or((decks, ""));
                let left: Vec<Progress> =
                    left.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
                for area in places::<Area, Vec<Area>>(decks)? {
                    self.collectors.push((seat, area, left.clone()));
                }
                return Ok(());
            }
            _ => {}
        }
        let active = self.setup.active;
        let setup = &mut self.setup;
        let has: &mut SeatSetup = setup.seats.entry(seat).or_default();
        match word {
            "settlement" => has.settlements = has.settlements | intersections(rest)?,
            "laid" => {
                has.laid = has.laid | intersections(rest)?;
                has.settlements = has.settlements | has.laid;
            }
            "city" => has.cities = has.cities | intersections(rest)?,
            "wall" => has.walls = has.walls | intersections(rest)?,
            "road" => has.roads = has.roads | roads(rest)?,
            "basic" | "strong" | "mighty" => {
                let (up, rest) = match rest.strip_prefix("active") {
                    Some(rest) => (true, rest.trim()),
                    None => (false, rest),
                };
                let places = intersections(rest)?;
                let KnightsSetup { basic, strong, mighty } = &mut has.knights;
                let knights = match word {
                    "basic" => basic,
                    "strong" => strong,
                    _ => mighty,
                };
                *knights = *knights | places;
                if up {
                    has.active = has.active | places;
                }
            }
            "hand" => {
                let cards: Hand = rest.parse()?;
                has.hand = has.hand.checked_add(cards).ok_or("no hand has that many cards")?;
            }
            "level" => {
                for [area, level] in pairs(rest, "level science 3 trade 1")? {
                    has.levels.insert(area.parse()?, number(level)?);
                }
            }
            "cards" => {
                for (card, count) in counts::<Progress>(rest)? {
                    has.progress.insert(card, count);
                }
            }
            "defenders" => has.defenders = number(rest)?,
            "handed-in" => has.handed_in = rest.parse::<Hand>()?.into(),
            "dropped" => has.dropped = Some(rest.parse()?),
            "offers-made" => has.offers_made = number(rest)?,
            "proposes" => has.proposal = Some(exchange(rest)?),
            "revealed" => {
                for card in places::<Progress, Vec<Progress>>(rest)? {
                    setup.revealed.insert(card, seat);
                }
            }
            "metropolis" => {
                for [area, city] in pairs(rest, "metropolis science I8")? {
                    let city: VertexId = city.parse()?;
                    has.cities.insert(city);
                    setup.metropolises.insert(area.parse()?, city);
                }
            }
            "merchant" => setup.merchant = Some(MerchantSetup { seat, hex: rest.parse()? }),
            "forced" => setup.forced[seat] = number(rest)?,
            "offers" if seat == active => {
                let (terms, to) = offer(rest)?;
                let answers = BTreeMap::new();
                setup.offer = Some(OfferSetup { give: terms.give, want: terms.want, to, answers });
            }
            "offers" => return Err(only_active_offers(active, seat).into()),
            "accepted" | "rejected" | "counters" => {
                let offer = setup.offer.as_mut().ok_or_else(no_offer)?;
                offer.answers.insert(seat, answer(word, rest)?);
            }
            _ => {
                return Err(format!(
                    "`{word}` is not understood after a seat; a seat has settlement, laid, city, wall, metropolis, road, \
                     basic, strong, mighty, hand, level, cards, revealed, defenders, merchant, forced, handed-in, dropped, \
                     offers, offers-made, proposes, accepted, rejected and counters; what it does is written with a \
                     colon: `{seat}: roll`"
                ).into());
            }
        }
        Ok(())
    }
}

/// Gives a seat all progress cards of a deck that nobody has and that do not lie under it, but `left`.
fn collect(setup: &mut Setup, collector: Seat, area: Area, left: &[Progress]) {
    for card in Progress::of_area(area) {
        let count = |cards: &[Progress]| cards.iter().filter(|&&other| other == card).count() as u8;
        let held: u8 = setup.seats.values().filter_map(|has| has.progress.get(&card)).sum();
        let under = setup.under.get(&area).map_or(0, |cards| count(cards));
        let rest = Progress::BOX[card.index()].saturating_sub(held + under + count(left));
        match (rest, card.is_victory_point()) {
            (0, _) => {}
            (_, true) => {
                setup.revealed.entry(card).or_insert(collector);
            }
            (_, false) => {
                *setup.seats.entry(collector).or_default().progress.entry(card).or_default() += rest;
            }
        }
    }
}

fn expect(game: &CitiesAndKnights, text: &str) -> Expectation {
    let (word, rest) = first_word(text);
    if let Ok(seat) = word.parse::<Seat>() {
        if seat.index() >= game.seats() {
            return Err(format!("seat {seat} does not play in this game").into());
        }
        return expect_seat(game, seat, rest);
    }
    let view = game.view(Viewer::Everything);
    match word {
        "supply" => counts::<CardKind>(rest)?.into_iter().try_for_each(|(kind, count)| {
            same(&format!("the supply of {kind}"), view.supply().count(kind), count)
        }),
        "deck" => pairs(rest, "deck science 17")?.iter().try_for_each(|[area, size]| {
            same(&format!("the {area} deck"), view.deck_len(area.parse()?), number(size)?)
        }),
        "longest-road" => expect_holder("Longest Road", view.longest_road(), rest),
        "robber" => match rest {
            "free" | "locked" => same("whether the robber is free", view.robber_is_free(), rest == "free"),
            _ => same("the robber's hex", view.robber(), rest.parse()?),
        },
        "active" => same("the active seat", view.active().to_string(), rest.to_owned()),
        "first" => expect_holder("the first place", view.start_player(), rest),
        "phase" => same("the phase", PhaseSetup::from(view.phase()), phase(rest)?),
        "turn" => same("the turn", view.turns(), number(rest)?),
        "ship" => same("the ship's space", view.ship(), number(rest)?),
        "free" => rest.split_whitespace().try_for_each(|place| free(&view, place)),
        "offer" => expect_offer(view.offer(), rest),
        "ready" => same("the knights that may act", view.ready_knights(), knights(rest)?),
        "metropolis" => {
            let (area, wanted) = first_word(rest);
            let found = view.metropolis(area.parse()?).map_or("nowhere".to_owned(), |city| city.to_string());
            same(&format!("the metropolis of {area}"), found, wanted.to_owned())
        }
        "merchant" => {
            let found = view.merchant().map_or("nobody".to_owned(), |(seat, hex)| format!("{seat} {hex}"));
            same("the merchant", found, rest.to_owned())
        }
        "price" => {
            let (area, price) = first_word(rest);
            let found = view.improvement_price(area.parse()?).unwrap_or_default();
            same(&format!("the price of {area}"), found, price.parse()?)
        }
        "number" => pairs(rest, "number H3 12")?.iter().try_for_each(|[hex, wanted]| {
            let layout = view.layout().ok_or("the island does not lie yet")?;
            same(&format!("the number on {hex}"), layout.numbers[hex.parse()?], number(wanted)?)
        }),
        _ => Err(format!(
            "`{word}` is not understood after expect; expected can be a seat (`A hand 2 ore`) or supply, deck, longest-road, \
             robber, active, first, phase, turn, ship, free, offer, ready, metropolis, merchant, price, number, decides, due, \
             over, outcomes, weight, events, event, no-event and view"
        ).into()),
    }
}

/// Checks a line of a case against a seat. One arm a word: it is as long as the language.
fn expect_seat(game: &CitiesAndKnights, seat: Seat, text: &str) -> Expectation {
    let (word, rest) = first_word(text);
    let view = game.view(Viewer::Everything);
    let what = |what: &str| format!("the {what} of seat {seat}");
    let knights_at = |strength| view.knights(seat, strength);
    let all_knights =
        knights_at(Strength::Basic) | knights_at(Strength::Strong) | knights_at(Strength::Mighty);
    match word {
        "hand" => match rest.strip_prefix("size ") {
            Some(size) => same(&what("hand size"), view.hand_len(seat), number(size)?),
            None => same(&what("hand"), view.hand(seat).unwrap_or_default(), rest.parse()?),
        },
        "cards" => match rest.strip_prefix("size ") {
            Some(size) => {
                let sizes = Area::ALL.map(|area| view.progress_len(seat, area));
                same(&what("number of hidden progress cards"), sizes.iter().sum(), number::<u8>(size)?)
            }
            None => {
                let held = view.progress(seat).unwrap_or_default();
                let found: BTreeMap<Progress, u8> =
                    Progress::ALL.into_iter().zip(held).filter(|&(_, count)| count > 0).collect();
                let wanted = if rest == "nothing" { Vec::new() } else { counts(rest)? };
                let wanted = wanted.into_iter().collect();
                same(&what("hidden progress cards"), found, wanted)
            }
        },
        "revealed" => {
            let found: Vec<Progress> = view
                .revealed()
                .into_iter()
                .filter(|&(_, owner)| owner == Some(seat))
                .map(|(card, _)| card)
                .collect();
            let wanted = if rest == "nothing" { Vec::new() } else { places(rest)? };
            same(&what("cards turned up"), found, wanted)
        }
        "points" => {
            let points = view.points(seat);
            let parts = [
                ("settlements", points.settlements),
                ("cities", points.cities),
                ("metropolises", points.metropolises),
                ("longest-road", points.longest_road),
                ("defender", points.defender),
                ("victory-cards", points.victory_cards),
                ("merchant", points.merchant),
            ];
            expect_points(&what("points"), points.total(), &parts, rest)
        }
        "left" => {
            let left = [
                (Piece::Road.name(), view.pieces_left(seat, Piece::Road)),
                (Piece::Settlement.name(), view.pieces_left(seat, Piece::Settlement)),
                (Piece::City.name(), view.pieces_left(seat, Piece::City)),
                ("wall", view.walls_left(seat)),
                ("basic", view.knights_left(seat, Strength::Basic)),
                ("strong", view.knights_left(seat, Strength::Strong)),
                ("mighty", view.knights_left(seat, Strength::Mighty)),
            ];
            expect_left(&format!("seat {seat}"), &left, rest)
        }
        "level" => pairs(rest, "level science 3")?.iter().try_for_each(|[area, level]| {
            same(&what(&format!("level of {area}")), view.level(seat, area.parse()?), number(level)?)
        }),
        "basic" => same(&what("basic knights"), knights_at(Strength::Basic), knights(rest)?),
        "strong" => same(&what("strong knights"), knights_at(Strength::Strong), knights(rest)?),
        "mighty" => same(&what("mighty knights"), knights_at(Strength::Mighty), knights(rest)?),
        "active" => same(&what("active knights"), all_knights & view.active_knights(), knights(rest)?),
        "defenders" => same(&what("Defender cards"), view.defenders(seat), number(rest)?),
        "limit" => same(&what("hand limit"), view.hand_limit(seat), number(rest)?),
        "road-length" => same(&what("road length"), view.road_length(seat), number(rest)?),
        "rate" => expect_rate(&format!("seat {seat}"), |kind| view.rate(seat, kind), rest),
        "has" => {
            let (piece, places) = rest.split_once(' ').ok_or("write `has city I8`, `has road 8-13`")?;
            let missing = match piece {
                "settlement" => (intersections(places)? - view.settlements(seat)).len(),
                "laid" => (intersections(places)? - (view.settlements(seat) & view.laid())).len(),
                "city" => (intersections(places)? - view.cities(seat)).len(),
                "wall" => (intersections(places)? - (view.cities(seat) & view.walls())).len(),
                "road" => (roads(places)? - view.roads(seat)).len(),
                _ => {
                    return Err(format!(
                        "`{piece}` is not a piece here; pieces are road, settlement, laid, city and wall; knights are written \
                         `{seat} basic I3 I9`"
                    ).into());
                }
            };
            if missing == 0 {
                Ok(())
            } else {
                Err(CaseError::unmet(format!("seat {seat} has no {piece} on {missing} of {places}")))
            }
        }
        "owes" => {
            let owed = match view.phase() {
                Phase::Discarding { owed }
                | Phase::Own(OwnPhase::Sabotage { owed })
                | Phase::Own(OwnPhase::Giving { owed }) => owed[seat],
                _ => 0,
            };
            same(&what("cards owed"), owed, number(rest)?)
        }
        "answer" => same(&what("answer"), answer_text(&view.answer(seat)), rest.to_owned()),
        "proposal" => expect_proposal(&what("proposal"), view.proposal(seat), rest),
        _ => Err(format!(
            "`{word}` is not understood of a seat; expected can be hand, cards, revealed, points, left, level, basic, strong, \
             mighty, active, defenders, limit, road-length, rate, has, owes, answer, proposal and legal"
        ).into()),
    }
}

fn free(view: &View<'_>, place: &str) -> Expectation {
    let everybody = || Seat::first(view.seats());
    let taken = if place.starts_with('I') {
        let vertex: VertexId = place.parse()?;
        let built = everybody().find(|&seat| (view.settlements(seat) | view.cities(seat)).contains(vertex));
        built.or_else(|| view.knight_at(vertex).map(|(seat, _)| seat))
    } else {
        let edge: EdgeId = place.parse()?;
        everybody().find(|&seat| view.roads(seat).contains(edge))
    };
    match taken {
        None => Ok(()),
        Some(seat) => Err(CaseError::unmet(format!("seat {seat} has a piece on {place}"))),
    }
}

/// Intersections; `none` is none.
fn knights(text: &str) -> Result<VertexSet, CaseError> {
    if text == "none" { Ok(VertexSet::EMPTY) } else { intersections(text) }
}

fn stage(text: &str) -> Result<TurnStage, CaseError> {
    game::json::from_value(&text.into()).map_err(CaseError::json("stage"))
}

/// Reads the number of cards that each seat owes: `A 4 C 2`.
fn owed(text: &str) -> Result<BTreeMap<Seat, u8>, CaseError> {
    pairs(text, "A 4 C 2")?.iter().map(|[seat, count]| Ok((seat.parse()?, number(count)?))).collect()
}

/// The strength of a knight and its status: `strong active`.
fn knight(strength: &str, status: &str) -> Result<(Strength, bool), CaseError> {
    let strength = strength.parse()?;
    match status {
        "active" => Ok((strength, true)),
        "inactive" => Ok((strength, false)),
        _ => Err(format!("`{status}` is neither active nor inactive").into()),
    }
}

/// A phase by its name, with what belongs to it: `stealing B`, `dropping-cards A B`, `discarding A 4 B 3`.
fn phase(text: &str) -> Result<PhaseSetup, CaseError> {
    use PhaseSetup as P;
    let (word, rest) = first_word(text);
    let words: Vec<&str> = rest.split_whitespace().collect();
    Ok(match (word, &words[..]) {
        ("founding-settlement", [placed]) => P::FoundingSettlement { placed: number(placed)? },
        ("founding-city", [placed]) => P::FoundingCity { placed: number(placed)? },
        ("founding-road", [placed, at]) => P::FoundingRoad { placed: number(placed)?, at: at.parse()? },
        ("rolling", []) => P::Rolling { chosen: None },
        ("rolling", [red, other]) => P::Rolling { chosen: Some((number(red)?, number(other)?)) },
        ("mustering", _) => {
            let (waiting, fighting) = rest.split_once(" with ").unwrap_or((rest, "none"));
            P::Mustering { waiting: seats(waiting)?, fighting: knights(fighting)?.into_iter().collect() }
        }
        ("pillaging", _) => P::Pillaging { losers: seats(rest)? },
        ("choosing-deck", _) => P::ChoosingDeck { waiting: seats(rest)? },
        ("offering-draw", [area, waiting @ ..]) => {
            P::OfferingDraw { waiting: seats(&waiting.join(" "))?, area: area.parse()? }
        }
        ("drawing-card", [seat, area, rest @ ..]) => {
            let (defence, waiting) = match rest {
                ["defence", rest @ ..] => (true, rest),
                _ => (false, rest),
            };
            let waiting = seats(&waiting.join(" "))?;
            P::DrawingCard { seat: seat.parse()?, area: area.parse()?, waiting, defence }
        }
        ("dropping-cards", _) => P::DroppingCards { seats: seats(rest)? },
        ("aqueduct", _) => P::Aqueduct { waiting: seats(rest)? },
        ("discarding", _) => P::Discarding { owed: owed(rest)?, sabotage: false },
        ("sabotage", _) => P::Discarding { owed: owed(rest)?, sabotage: true },
        ("moving-robber", []) => P::MovingRobber { cause: RobberCause::Seven },
        ("moving-robber", ["chase"]) => P::MovingRobber { cause: RobberCause::Chase },
        ("moving-robber", ["bishop"]) => P::MovingRobber { cause: RobberCause::Bishop },
        ("choosing-victim", _) => P::ChoosingVictim { victims: seats(rest)? },
        ("stealing", [victim, waiting @ ..]) => {
            P::Stealing { victim: victim.parse()?, waiting: seats(&waiting.join(" "))? }
        }
        ("free-roads", [left]) => P::FreeRoads { left: number(left)?, may_stop: false },
        ("free-roads", [left, "may-stop"]) => P::FreeRoads { left: number(left)?, may_stop: true },
        ("retreating", [seat, from, strength, status]) => {
            let (strength, active) = knight(strength, status)?;
            P::Retreating { seat: seat.parse()?, from: from.parse()?, strength, active }
        }
        ("deserting", [victim]) => P::Deserting { victim: victim.parse()? },
        ("placing-deserter", [strength, status]) => {
            let (strength, active) = knight(strength, status)?;
            P::PlacingDeserter { strength, active }
        }
        ("replacing-road", [removed]) => P::ReplacingRoad { removed: removed.parse()? },
        ("spying", [victim]) => P::Spying { victim: victim.parse()? },
        ("taking-cards", [victim, count]) => {
            P::TakingCards { victim: victim.parse()?, count: number(count)? }
        }
        ("giving", _) => P::Giving { owed: owed(rest)? },
        ("forced-exchange", [victim, kind]) => {
            P::ForcedExchange { victim: victim.parse()?, kind: kind.parse()? }
        }
        ("placing-metropolis", [area]) => P::PlacingMetropolis { area: area.parse()? },
        ("over", _) => P::Over { winners: seats(rest)? },
        _ => {
            let json = if text.starts_with('{') { text.to_owned() } else { Value::from(text).to_string() };
            read_json("phase", &json)?
        }
    })
}
