//! The words of Catan's cases: positions line by line, and what can be expected of one.

use super::error::{shown_as_json, shown_as_text};
use super::expected::{number, read_json, same};
use super::island::{
    Common, Stock, answer, answer_text, counts, exchange, expect_holder, expect_left, expect_offer,
    expect_points, expect_proposal, expect_rate, first_word, intersections, no_offer, offer,
    only_active_offers, roads, set_options, yes,
};
use super::{CaseError, Expectation, HasCases, Language};
use crate::Refusal;
use crate::any::refusals;
use catan::{
    Cards, Catan, Chance, DevelopmentCards, EdgeId, Layout, OfferSetup, Options, PhaseSetup, Piece, Resource,
    Setup,
};
use game::{Seat, SeatSet, Viewer};
use serde_json::Value;
use std::borrow::Cow;

shown_as_text!(Cards);
shown_as_json!(PhaseSetup);

/// A position of Catan being described.
#[derive(Default)]
pub(crate) struct Given {
    setup: Setup,
    /// A game from its start, instead of a position.
    start: bool,
    options: Options,
    stock: Stock<Resource>,
}

impl HasCases for Catan {
    type Given = Given;
}

impl Language for Given {
    type Game = Catan;

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
            "rolled" => setup.rolled = Some(yes(rest)?),
            "built" => setup.built = Some(yes(rest)?),
            "played-card" => setup.played_card = Some(yes(rest)?),
            "bought" => setup.bought = rest.parse()?,
            "deck" => setup.deck = Some(rest.parse()?),
            "largest-army" => setup.largest_army = rest.parse()?,
            "dice" => match format!("dice {rest}").parse()? {
                Chance::Dice(first, second) => setup.dice = Some((first, second)),
                _ => return Err(format!("`{rest}` are not two dice").into()),
            },
            "supply" => self.stock.claim(rest)?,
            _ => {
                return Err(format!(
                    "`{word}` is not understood here; a position is described with seats (`A settlement I8`) and with \
                     setup, start, set, players, board, robber, active, first, phase, rolled, built, played-card, bought, \
                     deck, supply, longest-road, largest-army, dice, turn and thefts"
                ).into());
            }
        }
        Ok(())
    }

    fn build(&self) -> Result<Catan, Vec<Refusal>> {
        if self.start {
            self.options.validate().map_err(refusals)?;
            return Ok(Catan::new(&self.options));
        }
        let mut setup = Setup { options: self.options, ..self.setup };
        let of_text = |message| vec![Refusal::of_text(message)];
        self.stock
            .fill(
                &mut setup,
                |_| Resource::CARDS,
                |setup, kind| setup.seats.0.iter().map(|has| u32::from(has.hand.count(kind))).sum(),
                |setup, seat, kind, count| setup.seats[seat].hand += Cards::of(kind, count),
            )
            .map_err(of_text)?;
        let game = Catan::from_setup(&setup).map_err(refusals)?;
        let supply = game.view(Viewer::Everything).supply();
        self.stock.check(|kind| supply.count(kind)).map_err(of_text)?;
        Ok(game)
    }

    /// `chance layout beginner` is short for the layout of `CATAN-BEG-1`.
    fn outcome_text(text: &str) -> Cow<'_, str> {
        if text == "layout beginner" {
            Cow::Owned(format!("layout {}", Layout::beginner()))
        } else {
            Cow::Borrowed(text)
        }
    }

    fn expect(game: &Catan, text: &str) -> Expectation {
        expect(game, text)
    }
}

impl Given {
    fn seat_line(&mut self, seat: Seat, text: &str) -> Expectation {
        if seat.index() >= catan::SEATS {
            return Err(format!("seat {seat} is not one of catan's seats A to D").into());
        }
        let (word, rest) = first_word(text);
        if let ("hand", Some(left)) = (word, rest.strip_prefix("all but ")) {
            return self.stock.hoard(seat, left);
        }
        let (active, open) = (self.setup.active, &mut self.setup.offer);
        let has = &mut self.setup.seats[seat];
        match word {
            "settlement" => has.settlements = has.settlements | intersections(rest)?,
            "city" => has.cities = has.cities | intersections(rest)?,
            "road" => has.roads = has.roads | roads(rest)?,
            "hand" => {
                let cards: Cards = rest.parse()?;
                has.hand = has.hand.checked_add(cards).ok_or("no hand has that many cards")?;
            }
            "cards" => has.development = rest.parse()?,
            "knights" => has.knights = number(rest)?,
            "handed-in" => has.handed_in = rest.parse()?,
            "offers-made" => has.offers_made = number(rest)?,
            "offers" if seat == active => {
                let (terms, to) = offer(rest)?;
                let answers = Default::default();
                *open = Some(OfferSetup { give: terms.give, want: terms.want, to, answers });
            }
            "offers" => return Err(only_active_offers(active, seat).into()),
            "proposes" => has.proposal = Some(exchange(rest)?),
            "accepted" | "rejected" | "counters" => {
                let offer = open.as_mut().ok_or_else(no_offer)?;
                offer.answers[seat] = answer(word, rest)?;
            }
            _ => {
                return Err(format!(
                    "`{word}` is not understood after a seat; a seat has settlement, city, road, hand, cards, knights, \
                     handed-in, offers, offers-made, proposes, accepted, rejected and counters; what it does is written \
                     with a colon: `{seat}: roll`"
                ).into());
            }
        }
        Ok(())
    }
}

fn expect(catan: &Catan, text: &str) -> Expectation {
    let (word, rest) = first_word(text);
    if let Ok(seat) = word.parse::<Seat>() {
        if seat.index() >= catan.seats() {
            return Err(format!("seat {seat} does not play in this game").into());
        }
        return expect_seat(catan, seat, rest);
    }
    let view = catan.view(Viewer::Everything);
    match word {
        "supply" => counts::<Resource>(rest)?.into_iter().try_for_each(|(kind, count)| {
            same(&format!("the supply of {kind}"), view.supply().count(kind), count)
        }),
        "deck" => same("the deck", view.deck_len(), number(rest)?),
        "longest-road" => expect_holder("Longest Road", view.longest_road(), rest),
        "largest-army" => expect_holder("Largest Army", view.largest_army(), rest),
        "robber" => same("the robber's hex", view.robber(), rest.parse()?),
        "active" => same("the active seat", view.active().to_string(), rest.to_owned()),
        "first" => expect_holder("the first place", view.start_player(), rest),
        "phase" => same("the phase", PhaseSetup::from(view.phase()), phase(rest)?),
        "turn" => same("the turn", view.turns(), number(rest)?),
        "free" => rest.split_whitespace().try_for_each(|place| free(catan, place)),
        "offer" => expect_offer(view.offer(), rest),
        _ => Err(format!(
            "`{word}` is not understood after expect; expected can be a seat (`A hand 2 ore`) or supply, deck, longest-road, \
             largest-army, robber, active, first, phase, turn, free, decides, due, over, outcomes, weight, offer, events, \
             event, no-event and view"
        ).into()),
    }
}

fn expect_seat(game: &Catan, seat: Seat, text: &str) -> Expectation {
    let (word, rest) = first_word(text);
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
            let parts = [
                ("settlements", points.settlements),
                ("cities", points.cities),
                ("longest-road", points.longest_road),
                ("largest-army", points.largest_army),
                ("victory-cards", points.victory_cards),
            ];
            expect_points(&what("points"), points.total(), &parts, rest)
        }
        "left" => {
            let left = [Piece::Road, Piece::Settlement, Piece::City]
                .map(|piece| (piece.name(), view.pieces_left(seat, piece)));
            expect_left(&format!("seat {seat}"), &left, rest)
        }
        "road-length" => same(&what("road length"), view.road_length(seat), number(rest)?),
        "knights" => same(&what("knights"), view.knights(seat), number(rest)?),
        "rate" => expect_rate(&format!("seat {seat}"), |kind| view.rate(seat, kind), rest),
        "has" => {
            let (piece, places) = rest.split_once(' ').ok_or("write `has city I8`, `has road 8-13`")?;
            let missing = match piece {
                "settlement" => (intersections(places)? - view.settlements(seat)).len(),
                "city" => (intersections(places)? - view.cities(seat)).len(),
                "road" => (roads(places)? - view.roads(seat)).len(),
                _ => return Err(format!("`{piece}` is not a piece; pieces are road, settlement and city").into()),
            };
            if missing == 0 {
                Ok(())
            } else {
                Err(CaseError::unmet(format!("seat {seat} has no {piece} on {missing} of {places}")))
            }
        }
        "owes" => {
            let owed = match view.phase() {
                catan::Phase::Discarding { owed } => owed[seat],
                _ => 0,
            };
            same(&what("discard owed"), owed, number(rest)?)
        }
        "answer" => same(&what("answer"), answer_text(&view.answer(seat)), rest.to_owned()),
        "proposal" => expect_proposal(&what("proposal"), view.proposal(seat), rest),
        _ => Err(format!(
            "`{word}` is not understood of a seat; expected can be hand, cards, points, visible-points, left, road-length, \
             knights, rate, has, owes, answer, proposal and legal"
        ).into()),
    }
}

fn free(game: &Catan, place: &str) -> Expectation {
    let view = game.view(Viewer::Everything);
    let taken = if place.starts_with('I') {
        view.building_at(place.parse()?).map(|(seat, _)| seat)
    } else {
        let edge: EdgeId = place.parse()?;
        Seat::first(game.seats()).find(|&seat| view.roads(seat).contains(edge))
    };
    match taken {
        None => Ok(()),
        Some(seat) => Err(CaseError::unmet(format!("seat {seat} has a piece on {place}"))),
    }
}

/// A phase by its name, with what belongs to it: `founding-road I17`, `stealing B`, `free-roads 1 may-stop`, `over A`.
fn phase(text: &str) -> Result<PhaseSetup, CaseError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Ok(match words[..] {
        ["founding-road", settlement] => PhaseSetup::FoundingRoad { settlement: settlement.parse()? },
        ["stealing", victim] => PhaseSetup::Stealing { victim: victim.parse()? },
        ["free-roads", left] => PhaseSetup::FreeRoads { left: number(left)?, may_stop: false },
        ["free-roads", left, "may-stop"] => PhaseSetup::FreeRoads { left: number(left)?, may_stop: true },
        ["over", "nobody"] => PhaseSetup::Over { winners: SeatSet::EMPTY },
        ["over", winner] => PhaseSetup::Over { winners: SeatSet::one(winner.parse()?) },
        _ => {
            let json = if text.starts_with('{') { text.to_owned() } else { Value::from(text).to_string() };
            read_json("phase", &json)?
        }
    })
}
