//! A position of Catan in words, with the island drawn in letters.

use super::Shown;
use crate::island::{Standing, island};
use catan::{
    Catan, DevelopmentCard, EdgeId, Harbour, HexId, Layout, OwnPhase, Phase, Piece, Resource, VertexId, View,
};
use game::{Seat, Turn, Viewer};
use pages::catan::Narrator;
use pages::catan::words::{card_key, resource_key, terrain_key};
use pages::{Names, Words, msg};
use std::fmt::Write;

impl Shown for Catan {
    fn describe(&self, names: &Names, words: Words) -> String {
        describe(&self.view(Viewer::Everything), names, words)
    }
    fn turn_in_words(&self, names: &Names, words: Words) -> String {
        turn_in_words(&self.view(Viewer::Everything), names, words)
    }
}

/// The whole position.
fn describe(view: &View<'_>, names: &Names, words: Words) -> String {
    let narrator = Narrator::new(words, names, view.layout());
    let mut out = String::new();
    let _ = writeln!(out, "{}\n", turn(view, &narrator));
    if let Some(layout) = view.layout() {
        out.push_str(&board(view, layout, "cli-position-legend", words));
    }
    for seat in Seat::first(view.seats()) {
        out.push_str(&one_seat(view, seat, &narrator));
    }
    let _ = writeln!(out, "\n{}: {}", msg!(words, "cli-position-supply"), narrator.cards(view.supply()));
    let _ = writeln!(out, "{}", msg!(words, "cli-position-deck", cards = view.deck_len()));
    if let Some((exchange, to)) = view.offer() {
        let (give, want) = (narrator.cards(exchange.give.cards()), narrator.cards(exchange.want.cards()));
        let to: Vec<String> = to.into_iter().map(|seat| names.plain(words, seat)).collect();
        let to = words.list(&to);
        let _ = writeln!(out, "{}", msg!(words, "cli-position-offer", give = give, want = want, to = to));
    }
    out
}

impl Standing for View<'_> {
    fn robber(&self) -> HexId {
        View::robber(self)
    }
    fn road(&self, edge: EdgeId) -> Option<Seat> {
        Seat::first(self.seats()).find(|&seat| self.roads(seat).contains(edge))
    }
    fn mark(&self, vertex: VertexId) -> Option<String> {
        self.building_at(vertex).map(|(seat, piece)| match piece {
            Piece::City => format!("[{seat}]"),
            _ => format!("({seat})"),
        })
    }
}

/// The island in letters with what its signs mean, and its harbours.
pub(super) fn board(standing: &impl Standing, layout: &Layout, legend: &str, words: Words) -> String {
    let terrain = |terrain| {
        let key = terrain_key(terrain);
        msg!(words, &format!("cli-{key}"))
    };
    let harbour = |harbour| match harbour {
        Harbour::Generic => "3:1".to_owned(),
        Harbour::Special(kind) => format!("2:1 {}", msg!(words, resource_key(kind))),
    };
    let mut out = island(standing, layout, terrain, harbour);
    let _ = writeln!(out, "\n{}\n", msg!(words, legend));
    let spots: Vec<String> = layout
        .harbours
        .into_iter()
        .enumerate()
        .map(|(spot, kind)| {
            let [from, to] = Harbour::intersections(spot);
            format!("{} ({from}, {to})", harbour(kind))
        })
        .collect();
    let _ = writeln!(out, "{}: {}\n", msg!(words, "cli-position-harbours"), spots.join(", "));
    out
}

/// Describes the turn and the pending decision.
fn turn_in_words(view: &View<'_>, names: &Names, words: Words) -> String {
    turn(view, &Narrator::new(words, names, None))
}

/// Describes the number of the turn, the roll, and the pending decision with the seats that decide.
fn turn(view: &View<'_>, narrator: &Narrator<'_>) -> String {
    let words = narrator.words;
    let active = narrator.names.plain(words, view.active());
    let mut text = match view.turns() {
        0 => msg!(words, "cli-position-setup"),
        turns => msg!(words, "cli-position-turn", turn = turns, name = active.as_str()),
    };
    if let Some((first, second)) = view.dice().filter(|_| view.has_rolled()) {
        text.push(' ');
        text += &msg!(
            words,
            "cli-position-rolled",
            first = first.pips(),
            second = second.pips(),
            sum = first + second
        );
    }
    let key = match view.phase() {
        Phase::LayingOut => "laying-out",
        Phase::DrawingStart => "drawing-start",
        Phase::RollingForStart { .. } => "rolling-for-start",
        Phase::FoundingSettlement { .. } => "founding-settlement",
        Phase::FoundingRoad { .. } => "founding-road",
        Phase::BeforeRoll => "before-roll",
        Phase::Rolling => "rolling",
        Phase::Discarding { .. } => "discarding",
        Phase::MovingRobber { .. } => "moving-robber",
        Phase::ChoosingVictim { .. } => "choosing-victim",
        Phase::Stealing { .. } => "stealing",
        Phase::Building => "building",
        Phase::FreeRoads { .. } => "free-roads",
        Phase::Own(OwnPhase::BuyingCard) => "buying-card",
        Phase::Over(outcome) => {
            let winners: Vec<String> =
                outcome.winners.into_iter().map(|seat| narrator.names.plain(words, seat)).collect();
            let over = match winners.as_slice() {
                [] => msg!(words, "cli-phase-over-nobody"),
                _ => msg!(words, "cli-phase-over", names = words.list(&winners)),
            };
            return format!("{text} {over}");
        }
    };
    let who = match view.turn() {
        Turn::Decide(seats) => {
            let seats: Vec<String> =
                seats.into_iter().map(|seat| narrator.names.plain(words, seat)).collect();
            words.list(&seats)
        }
        _ => active,
    };
    format!("{text} {}", msg!(words, &format!("cli-phase-{key}"), names = who))
}

fn one_seat(view: &View<'_>, seat: Seat, narrator: &Narrator<'_>) -> String {
    let words = narrator.words;
    let points = view.points(seat);
    let mut out = format!(
        "{}: {}",
        narrator.names.plain(words, seat),
        msg!(words, "cli-position-points", points = points.total())
    );
    out.push_str(&point_parts(
        &[
            ("cli-position-settlements", points.settlements),
            ("cli-position-cities", points.cities),
            ("cli-position-longest-road", points.longest_road),
            ("cli-position-largest-army", points.largest_army),
            ("cli-position-victory-cards", points.victory_cards),
        ],
        words,
    ));
    let mut line = |key: &str, text: String| {
        if !text.is_empty() {
            let _ = writeln!(out, "  {}: {text}", msg!(words, key));
        }
    };
    line("cli-position-hand", view.hand(seat).map_or_else(String::new, |hand| narrator.cards(hand)));
    line("cli-position-development", development(view, seat, narrator));
    line("cli-position-knights", none_for_zero(view.knights(seat)));
    line("cli-position-settlements", join(view.settlements(seat)));
    line("cli-position-cities", join(view.cities(seat)));
    line("cli-position-roads", join(view.roads(seat)));
    line("cli-position-road-length", none_for_zero(view.road_length(seat)));
    let rates: Vec<String> = Resource::ALL
        .into_iter()
        .filter(|&kind| view.rate(seat, kind) < 4)
        .map(|kind| format!("{} {}:1", narrator.kind(kind), view.rate(seat, kind)))
        .collect();
    line("cli-position-rates", rates.join(", "));
    if let Phase::Discarding { owed } = view.phase() {
        let left = if view.seats_to_discard().contains(seat) { owed[seat] } else { 0 };
        line("cli-position-owes", none_for_zero(left));
    }
    out
}

/// The sources of a seat's points, to the end of the line.
pub(super) fn point_parts(parts: &[(&str, u8)], words: Words) -> String {
    let parts: Vec<String> = parts
        .iter()
        .filter(|&&(_, points)| points > 0)
        .map(|&(key, points)| format!("{} {points}", msg!(words, key)))
        .collect();
    if parts.is_empty() { "\n".to_owned() } else { format!(" ({})\n", parts.join(", ")) }
}

fn development(view: &View<'_>, seat: Seat, narrator: &Narrator<'_>) -> String {
    let Some(cards) = view.development(seat) else { return String::new() };
    let bought = view.bought().filter(|_| view.active() == seat).unwrap_or_default();
    let held = DevelopmentCard::ALL.into_iter().filter(|&card| cards[card as usize] > 0).map(|card| {
        let name = msg!(narrator.words, card_key(card));
        let text = format!("{} {name}", cards[card as usize]);
        match bought[card as usize] {
            0 => text,
            new => format!("{text} ({})", msg!(narrator.words, "cli-position-bought", cards = new)),
        }
    });
    held.collect::<Vec<_>>().join(", ")
}

/// Places in a row.
pub(super) fn join<T: ToString>(places: impl IntoIterator<Item = T>) -> String {
    places.into_iter().map(|place| place.to_string()).collect::<Vec<_>>().join(" ")
}

/// A number, or nothing for none.
pub(super) fn none_for_zero(number: u8) -> String {
    if number == 0 { String::new() } else { number.to_string() }
}
