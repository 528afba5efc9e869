//! The panels beside the board: public facts about players, figures, the barbarians, and the lines of the log.

use super::table::Table;
use super::{calendar, knights};
use crate::games::island::side::{Deck, Figure, Price, figures as shared};
use crate::games::island::words::{Narrator, piece_key};
use crate::model::{Cues, RenderedLine};
use crate::parts::holdings::{Fact, Part};
use crate::parts::shell::columns;
use crate::parts::standings::PointPart;
use crate::words::msg;
use ::catan::Piece;
use ::catan::cities_and_knights::{Area, Event, Hand, OwnEvent, Progress, Strength};
use game::Seat;
use maud::{Markup, html};

/// The ship's way: the attack comes when it gets there (`CK-COMP-7`).
const WAY: u8 = 7;

/// All parts that points can have.
pub(crate) fn points(table: &Table<'_>, seat: Seat) -> Vec<PointPart> {
    let (w, points) = (table.words, table.view.points(seat));
    let part = |key: &str, points: u8, each: Option<u32>| PointPart {
        name: msg!(w, key),
        points: points.into(),
        each,
    };
    vec![
        part("points-settlements", points.settlements, None),
        part("points-cities", points.cities, Some(2)),
        part("points-metropolises", points.metropolises, Some(2)),
        part("points-longest-road", points.longest_road, None),
        part("points-defender", points.defender, None),
        part("points-progress", points.victory_cards, None),
        part("points-merchant", points.merchant, None),
    ]
}

/// The strength of all knights of a seat, active or not.
fn strength(table: &Table<'_>, seat: Seat) -> u32 {
    let of =
        |strength: Strength| u32::from(strength.value()) * table.view.knights(seat, strength).len() as u32;
    Strength::ALL.into_iter().map(of).sum()
}

/// Returns the strength of the active knights of a seat (`CK-BARB-2`).
fn active_strength(table: &Table<'_>, seat: Seat) -> u32 {
    table.view.knight_strengths()[seat].into()
}

/// Returns the public facts about a player.
pub(crate) fn facts(table: &Table<'_>, seat: Seat) -> Vec<Fact> {
    let (w, view) = (table.words, &table.view);
    let fact =
        |icon: &str, label: String, value: u32, class| Fact { icon: icon.to_owned(), label, value, class };
    let award = |has: bool| if has { "award" } else { "" };
    let over = view.hand_len(seat) > view.hand_limit(seat);
    let progress: u8 = Area::ALL.into_iter().map(|area| view.progress_len(seat, area)).sum();
    let mut facts = vec![
        fact("hand", msg!(w, "fact-hand"), view.hand_len(seat), if over { "over" } else { "" }),
        fact("card", msg!(w, "fact-progress"), progress.into(), ""),
        fact("knights", msg!(w, "fact-active-strength"), active_strength(table, seat), ""),
        fact(
            "route",
            msg!(w, "fact-road"),
            view.road_length(seat).into(),
            award(view.longest_road() == Some(seat)),
        ),
    ];
    for area in Area::ALL {
        let held = view.metropolis(area).is_some_and(|city| view.cities(seat).contains(city));
        let label = msg!(w, "fact-level", area = table.area(area));
        facts.push(fact(&format!("area-{area}"), label, view.level(seat, area).into(), award(held)));
    }
    facts
}

/// Returns the further details in a player's unfolded panel.
pub(crate) fn left(table: &Table<'_>, seat: Seat) -> Vec<Part> {
    let (w, view) = (table.words, &table.view);
    let mut left: Vec<Part> = vec![
        (msg!(w, "hand-limit"), view.hand_limit(seat)),
        (msg!(w, "strength-all"), strength(table, seat)),
    ];
    for area in Area::ALL {
        left.push((msg!(w, "progress-of", area = table.area(area)), view.progress_len(seat, area).into()));
    }
    for (piece, key) in
        [(Piece::Road, "left-roads"), (Piece::Settlement, "left-settlements"), (Piece::City, "left-cities")]
    {
        left.push((msg!(w, key), view.pieces_left(seat, piece).into()));
    }
    left.push((msg!(w, "left-walls"), view.walls_left(seat).into()));
    for strength in Strength::ALL {
        left.push((
            msg!(w, "left-knights", strength = strength.value()),
            view.knights_left(seat, strength).into(),
        ));
    }
    left
}

/// Renders the distance of the barbarians, their strength, and that of the knights.
pub(crate) fn barbarians(table: &Table<'_>) -> Markup {
    let view = &table.view;
    let (left, attack, defence) = (WAY - view.ship(), view.barbarian_strength(), view.knight_strength());
    html! { p id="barbarians" { (msg!(table.words, "barbarians-told", left = left, attack = attack, defence = defence)) } }
}

/// Barbarians, improvements, knights; then bank, costs, dice and the course of the points.
pub(crate) fn figures(table: &Table<'_>) -> Markup {
    let w = table.words;
    let figure = |id: &'static str, key: &str, body: fn(&Table<'_>) -> Markup| Figure {
        id,
        name: msg!(w, key),
        open: true,
        body: Box::new(move || body(table)),
    };
    let own = vec![
        figure("barbarians", "figure-barbarians", attack),
        figure("levels", "figure-levels", calendar::figure),
        figure("knights", "figure-knights", knights::figure),
    ];
    shared(table, own, decks, prices)
}

fn decks(table: &Table<'_>) -> Vec<Deck> {
    let deck = |area| {
        let name = msg!(table.words, "deck-of", area = table.area(area));
        (format!("progress-{area}"), name, table.view.deck_len(area).into())
    };
    Area::ALL.into_iter().map(deck).collect()
}

fn prices(table: &Table<'_>) -> Vec<Price<::catan::cities_and_knights::Knights>> {
    let w = table.words;
    let piece = |piece| msg!(w, piece_key(piece));
    vec![
        (piece(Piece::Road), Hand::ROAD.into(), msg!(w, "cost-road")),
        (piece(Piece::Settlement), Hand::SETTLEMENT.into(), msg!(w, "cost-settlement")),
        (piece(Piece::City), Hand::CITY.into(), msg!(w, "cost-city")),
        (msg!(w, "piece-wall"), Hand::WALL.into(), msg!(w, "cost-wall")),
        (msg!(w, "piece-knight"), Hand::KNIGHT.into(), msg!(w, "cost-knight")),
        (msg!(w, "knight-activate"), Hand::ACTIVATION.into(), msg!(w, "cost-activation")),
        (msg!(w, "knight-promote"), Hand::KNIGHT.into(), msg!(w, "cost-promotion")),
    ]
}

/// Renders the defence that an attack would meet now, seat by seat.
fn attack(table: &Table<'_>) -> Markup {
    let (w, view) = (table.words, &table.view);
    html! {
        @if !table.text { (barbarians(table)) }
        @if !view.robber_is_free() { p class="hint" { (msg!(w, "robber-locked")) } }
        table class="numbers" {
            (columns([
                msg!(w, "player-column"), msg!(w, "cities-at-risk"), msg!(w, "fact-active-strength"),
                msg!(w, "points-defender"),
            ]))
            tbody {
                @for seat in table.seats() {
                    @let safe = Area::ALL.into_iter().filter_map(|area| view.metropolis(area));
                    @let safe = safe.filter(|&city| view.cities(seat).contains(city)).count();
                    tr {
                        th scope="row" { (crate::parts::seats::mark(w, seat)) (table.name(seat)) }
                        td { (view.cities(seat).len() - safe) }
                        td { (active_strength(table, seat)) }
                        td { (view.defenders(seat)) }
                    }
                }
            }
        }
        @if let Some((owner, hex)) = view.merchant() {
            p { (msg!(w, "merchant-at", name = table.name(owner), place = table.brief().hex(hex))) }
        }
    }
}

/// Renders a line of the log, without cues.
pub(crate) fn line(narrator: &Narrator<'_>, event: &Event) -> RenderedLine {
    RenderedLine {
        seat: actor(event),
        sign: None,
        sentence: narrator.event(event),
        sound: sound(event),
        place: place(event),
        ends_turn: matches!(event, Event::TurnEnded { .. }),
        cues: Cues::NONE,
        toast: false,
    }
}

/// Returns the seat whose mark stands before the log line of an event.
fn actor(event: &Event) -> Option<Seat> {
    match *event {
        Event::RolledForStart { seat, .. }
        | Event::Starts { seat }
        | Event::BuiltRoad { seat, .. }
        | Event::BuiltSettlement { seat, .. }
        | Event::BuiltCity { seat, .. }
        | Event::Own(OwnEvent::BuiltWall { seat, .. })
        | Event::Own(OwnEvent::BuiltKnight { seat, .. })
        | Event::Own(OwnEvent::Activated { seat, .. })
        | Event::Own(OwnEvent::Promoted { seat, .. })
        | Event::Own(OwnEvent::MovedKnight { seat, .. })
        | Event::Own(OwnEvent::Displaced { seat, .. })
        | Event::Own(OwnEvent::Retreated { seat, .. })
        | Event::Own(OwnEvent::Deserted { seat, .. })
        | Event::Own(OwnEvent::PlacedDeserter { seat, .. })
        | Event::Own(OwnEvent::ChasedRobber { seat, .. })
        | Event::Own(OwnEvent::Improved { seat, .. })
        | Event::Own(OwnEvent::PlacedMetropolis { seat, .. })
        | Event::Own(OwnEvent::LeftMetropolis { seat, .. })
        | Event::StartingCards { seat, .. }
        | Event::Own(OwnEvent::Rolled { seat, .. })
        | Event::Own(OwnEvent::Mustered { seat, .. })
        | Event::Own(OwnEvent::Pillaged { seat, .. })
        | Event::Own(OwnEvent::LostRoad { seat, .. })
        | Event::Own(OwnEvent::Defended { seat })
        | Event::Own(OwnEvent::DrewProgress { seat, .. })
        | Event::Own(OwnEvent::DeclinedDraw { seat })
        | Event::Own(OwnEvent::HandedInProgress { seat })
        | Event::Own(OwnEvent::DroppedProgress { seat, .. })
        | Event::Own(OwnEvent::TookByAqueduct { seat, .. })
        | Event::HandedInDiscard { seat }
        | Event::MovedRobber { seat, .. }
        | Event::TradedWithSupply { seat, .. }
        | Event::Offered { seat, .. }
        | Event::AcceptedOffer { seat }
        | Event::RejectedOffer { seat }
        | Event::Countered { seat, .. }
        | Event::WithdrewOffer { seat }
        | Event::Proposed { seat, .. }
        | Event::WithdrewProposal { seat }
        | Event::RejectedProposal { seat, .. }
        | Event::Lapsed { seat }
        | Event::Own(OwnEvent::PlayedProgress { seat, .. })
        | Event::TookFromSupply { seat, .. }
        | Event::Monopolized { seat, .. }
        | Event::Own(OwnEvent::HandedInGift { seat })
        | Event::Own(OwnEvent::TookProgress { seat, .. })
        | Event::Own(OwnEvent::LookedAtHand { seat, .. })
        | Event::Own(OwnEvent::LookedAtProgress { seat, .. })
        | Event::Own(OwnEvent::LeftProgress { seat, .. })
        | Event::Own(OwnEvent::Forced { seat, .. })
        | Event::Own(OwnEvent::ActivatedAll { seat, .. })
        | Event::Own(OwnEvent::PlacedMerchant { seat, .. })
        | Event::Own(OwnEvent::ChoseFleet { seat, .. })
        | Event::Own(OwnEvent::RemovedRoad { seat, .. })
        | Event::DeclinedTheft { seat }
        | Event::RoadBuildingEnded { seat }
        | Event::TurnEnded { seat, .. } => Some(seat),
        Event::Stole { thief, .. } | Event::StoleNothing { thief, .. } => Some(thief),
        Event::Traded { active, .. } => Some(active),
        Event::Own(OwnEvent::Gave { from, .. }) => Some(from),
        Event::LongestRoad { holder, .. } => holder,
        Event::Over { outcome, .. } => outcome.winners.lowest(),
        Event::LaidOut { .. }
        | Event::Own(OwnEvent::ShipMoved { .. })
        | Event::Own(OwnEvent::Attacked { .. })
        | Event::Own(OwnEvent::AttackOver)
        | Event::Produced { .. }
        | Event::Blocked { .. }
        | Event::Shortage { .. }
        | Event::Discarded { .. }
        | Event::Own(OwnEvent::ChoseDice { .. })
        | Event::Own(OwnEvent::SwappedNumbers { .. })
        | Event::OffersEnded => None,
    }
}

/// Returns the icon for the subject of a log line.
pub(crate) fn sign(event: &OwnEvent) -> Option<String> {
    use OwnEvent as E;
    let road = |seat| format!("{}-{seat}", Piece::Road.name());
    Some(match *event {
        E::BuiltWall { .. } => "wall".to_owned(),
        E::BuiltKnight { seat, .. } => format!("knight-{}-off-{seat}", Strength::Basic.value()),
        E::Promoted { seat, strength, .. } => format!("knight-{}-off-{seat}", strength.value()),
        E::PlacedDeserter { seat, strength, active, .. } => {
            format!("knight-{}-{}-{seat}", strength.value(), if active { "on" } else { "off" })
        }
        E::Activated { .. }
        | E::ActivatedAll { .. }
        | E::MovedKnight { .. }
        | E::Displaced { .. }
        | E::Retreated { .. }
        | E::Deserted { .. }
        | E::Mustered { .. } => "knights".to_owned(),
        E::ChasedRobber { .. } => "robber".to_owned(),
        E::Improved { area, .. } | E::PlacedMetropolis { area, .. } | E::LeftMetropolis { area, .. } => {
            format!("area-{area}")
        }
        E::ShipMoved { .. } | E::AttackOver => "ship".to_owned(),
        E::Attacked { .. } | E::Pillaged { .. } => "barbarian".to_owned(),
        E::LostRoad { seat, .. } => road(seat),
        E::RemovedRoad { owner, .. } => road(owner),
        E::Defended { .. } => "defender".to_owned(),
        E::DrewProgress { area, .. } | E::DroppedProgress { area, .. } | E::TookProgress { area, .. } => {
            format!("progress-{area}")
        }
        E::PlayedProgress { card, .. } => format!("progress-{}", card.area()),
        E::LookedAtProgress { .. } | E::LeftProgress { .. } => {
            format!("progress-{}", Progress::Spy.area())
        }
        E::LookedAtHand { .. } => format!("progress-{}", Progress::MasterMerchant.area()),
        E::Rolled { .. }
        | E::PlacedMerchant { .. }
        | E::DeclinedDraw { .. }
        | E::HandedInProgress { .. }
        | E::TookByAqueduct { .. }
        | E::ChoseDice { .. }
        | E::SwappedNumbers { .. }
        | E::Gave { .. }
        | E::HandedInGift { .. }
        | E::Forced { .. }
        | E::ChoseFleet { .. } => return None,
    })
}

/// Returns the sound of an event, for readers who have sounds on.
fn sound(event: &Event) -> &'static str {
    match event {
        Event::Own(OwnEvent::Rolled { .. }) | Event::RolledForStart { .. } => "roll",
        Event::BuiltRoad { .. }
        | Event::BuiltSettlement { .. }
        | Event::BuiltCity { .. }
        | Event::Own(OwnEvent::BuiltWall { .. })
        | Event::Own(OwnEvent::BuiltKnight { .. })
        | Event::Own(OwnEvent::Promoted { .. })
        | Event::Own(OwnEvent::Improved { .. }) => "build",
        Event::MovedRobber { .. }
        | Event::Stole { .. }
        | Event::Monopolized { .. }
        | Event::Own(OwnEvent::Attacked { .. })
        | Event::Own(OwnEvent::Pillaged { .. })
        | Event::Own(OwnEvent::Displaced { .. }) => "robber",
        Event::Traded { .. } | Event::TradedWithSupply { .. } | Event::Own(OwnEvent::Gave { .. }) => "trade",
        Event::Offered { .. } | Event::Countered { .. } | Event::Proposed { .. } => "offer",
        Event::LongestRoad { .. }
        | Event::Own(OwnEvent::Defended { .. })
        | Event::Own(OwnEvent::PlacedMetropolis { .. }) => "award",
        Event::Over { .. } => "win",
        _ => "none",
    }
}

/// The place on the board that a line speaks of.
fn place(event: &Event) -> Option<String> {
    match *event {
        Event::BuiltRoad { edge, .. } => Some(edge.to_string()),
        Event::BuiltSettlement { vertex, .. }
        | Event::BuiltCity { vertex, .. }
        | Event::Own(OwnEvent::BuiltWall { vertex, .. })
        | Event::Own(OwnEvent::BuiltKnight { vertex, .. })
        | Event::Own(OwnEvent::Activated { vertex, .. })
        | Event::Own(OwnEvent::Promoted { vertex, .. })
        | Event::Own(OwnEvent::Deserted { vertex, .. })
        | Event::Own(OwnEvent::PlacedDeserter { vertex, .. })
        | Event::Own(OwnEvent::PlacedMetropolis { vertex, .. })
        | Event::Own(OwnEvent::Pillaged { vertex, .. }) => Some(vertex.to_string()),
        Event::Own(OwnEvent::MovedKnight { to, .. }) | Event::Own(OwnEvent::Displaced { to, .. }) => {
            Some(to.to_string())
        }
        Event::Own(OwnEvent::Retreated { to, .. }) => to.map(|to| to.to_string()),
        Event::Own(OwnEvent::LostRoad { edge, .. }) | Event::Own(OwnEvent::RemovedRoad { edge, .. }) => {
            Some(edge.to_string())
        }
        Event::MovedRobber { to, .. } => Some(to.to_string()),
        Event::Own(OwnEvent::PlacedMerchant { hex, .. }) | Event::Blocked { hex } => Some(hex.to_string()),
        _ => None,
    }
}
