//! A position of Cities & Knights in words, with the island drawn in letters.

use super::Shown;
use super::catan::{board, join, none_for_zero, point_parts};
use crate::island::Standing;
use catan::cities_and_knights::{
    Area, CardKind, CitiesAndKnights, OwnPhase, Phase, Progress, Strength, View,
};
use catan::{EdgeId, HexId, VertexId};
use game::{Seat, Viewer};
use pages::cities_and_knights::Narrator;
use pages::cities_and_knights::words::{area_key, face_key};
use pages::{Names, Words, msg};
use std::fmt::Write;

impl Shown for CitiesAndKnights {
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
    let mut out = format!("{}\n\n", turn_in_words(view, names, words));
    if let Some(layout) = view.layout() {
        out.push_str(&board(view, layout, "cli-position-legend-knights", words));
    }
    for seat in Seat::first(view.seats()) {
        out.push_str(&one_seat(view, seat, &narrator));
    }
    let ship = msg!(
        words,
        "cli-position-ship",
        space = view.ship(),
        barbarians = view.barbarian_strength(),
        knights = view.knight_strength()
    );
    let _ = writeln!(out, "\n{ship}");
    if !view.robber_is_free() {
        let _ = writeln!(out, "{}", msg!(words, "cli-position-robber-waits"));
    }
    let mut line = |key: &str, text: String| {
        if !text.is_empty() {
            let _ = writeln!(out, "{}: {text}", msg!(words, key));
        }
    };
    if let Some((seat, hex)) = view.merchant() {
        line("cli-position-merchant", format!("{}, {}", names.plain(words, seat), narrator.base.hex(hex)));
    }
    line("cli-position-supply", narrator.base.cards(view.supply()));
    line("cli-position-decks", areas(words, |area| Some(view.deck_len(area).to_string())));
    line("cli-position-cranes", none_for_zero(view.cranes()));
    line("cli-position-fleet", list(view.fleet().map(|kind| narrator.base.kind(kind))));
    if let Some((exchange, to)) = view.offer() {
        let (give, want) =
            (narrator.base.cards(exchange.give.cards()), narrator.base.cards(exchange.want.cards()));
        let to: Vec<String> = to.into_iter().map(|seat| names.plain(words, seat)).collect();
        let to = words.list(&to);
        let _ = writeln!(out, "{}", msg!(words, "cli-position-offer", give = give, want = want, to = to));
    }
    out
}

/// Describes the number of the turn, the roll, and the pending decision with the seats that decide.
fn turn_in_words(view: &View<'_>, names: &Names, words: Words) -> String {
    let narrator = Narrator::new(words, names, None);
    let active = names.plain(words, view.active());
    let mut text = match view.turns() {
        0 => msg!(words, "cli-position-setup"),
        turns => msg!(words, "cli-position-turn", turn = turns, name = active),
    };
    if let Some((face, red, other)) = view.dice().filter(|_| view.has_rolled()) {
        let face = msg!(words, face_key(face));
        text.push(' ');
        text += &msg!(
            words,
            "cli-position-dice",
            red = red.pips(),
            other = other.pips(),
            sum = red + other,
            face = face
        );
    }
    format!("{text} {}.", narrator.asked(view))
}

impl Standing for View<'_> {
    fn robber(&self) -> HexId {
        View::robber(self)
    }
    fn road(&self, edge: EdgeId) -> Option<Seat> {
        Seat::first(self.seats()).find(|&seat| self.roads(seat).contains(edge))
    }
    fn mark(&self, vertex: VertexId) -> Option<String> {
        if let Some((seat, strength)) = self.knight_at(vertex) {
            let active = if self.active_knights().contains(vertex) { "!" } else { "" };
            return Some(format!("{seat}{}{active}", strength.value()));
        }
        let metropolis = Area::ALL.into_iter().any(|area| self.metropolis(area) == Some(vertex));
        Seat::first(self.seats()).find_map(|seat| match vertex {
            _ if self.settlements(seat).contains(vertex) => Some(format!("({seat})")),
            _ if !self.cities(seat).contains(vertex) => None,
            _ if metropolis => Some(format!("<{seat}>")),
            _ => Some(format!("[{seat}]")),
        })
    }
}

fn one_seat(view: &View<'_>, seat: Seat, narrator: &Narrator<'_>) -> String {
    let words = narrator.base.words;
    let points = view.points(seat);
    let total = msg!(words, "cli-position-points", points = points.total());
    let mut out = format!("{}: {total}", narrator.base.names.plain(words, seat));
    out.push_str(&point_parts(
        &[
            ("cli-position-settlements", points.settlements),
            ("cli-position-cities", points.cities),
            ("cli-position-metropolises", points.metropolises),
            ("cli-position-longest-road", points.longest_road),
            ("cli-position-defender", points.defender),
            ("cli-position-victory-cards", points.victory_cards),
            ("cli-position-merchant", points.merchant),
        ],
        words,
    ));
    let mut line = |key: &str, text: String| {
        if !text.is_empty() {
            let _ = writeln!(out, "  {}: {text}", msg!(words, key));
        }
    };
    line("cli-position-hand", view.hand(seat).map_or_else(String::new, |hand| narrator.base.cards(hand)));
    line("cli-position-progress", progress(view, seat, narrator));
    let revealed = view.revealed().into_iter().filter(|&(_, owner)| owner == Some(seat));
    line("cli-position-revealed", list(revealed.map(|(card, _)| narrator.card(card))));
    line(
        "cli-position-levels",
        areas(words, |area| {
            let level = view.level(seat, area);
            (level > 0).then(|| format!("{level} ({})", narrator.level(area, level)))
        }),
    );
    line("cli-position-knights-on-board", knights(view, seat, narrator));
    line("cli-position-settlements", join(view.settlements(seat)));
    line("cli-position-laid", join(view.laid() & view.settlements(seat)));
    line("cli-position-cities", join(view.cities(seat)));
    let own = |area| view.metropolis(area).filter(|&city| view.cities(seat).contains(city));
    line("cli-position-metropolises", areas(words, |area| own(area).map(|city| city.to_string())));
    line("cli-position-walls", join(view.walls() & view.cities(seat)));
    line("cli-position-roads", join(view.roads(seat)));
    line("cli-position-road-length", none_for_zero(view.road_length(seat)));
    let rates = CardKind::ALL.into_iter().filter(|&kind| view.rate(seat, kind) < 4);
    line(
        "cli-position-rates",
        list(rates.map(|kind| format!("{} {}:1", narrator.base.kind(kind), view.rate(seat, kind)))),
    );
    if let Phase::Discarding { owed }
    | Phase::Own(OwnPhase::Sabotage { owed })
    | Phase::Own(OwnPhase::Giving { owed }) = view.phase()
    {
        let left = if view.has_handed_in(seat) { 0 } else { owed[seat] };
        line("cli-position-owes", none_for_zero(left));
    }
    out
}

/// Something of each area, without those there is nothing of.
fn areas(words: Words, of: impl Fn(Area) -> Option<String>) -> String {
    list(
        Area::ALL
            .into_iter()
            .filter_map(|area| Some(format!("{} {}", msg!(words, area_key(area)), of(area)?))),
    )
}

fn progress(view: &View<'_>, seat: Seat, narrator: &Narrator<'_>) -> String {
    let Some(cards) = view.progress(seat) else { return String::new() };
    let held = Progress::ALL.into_iter().filter(|card| cards[card.index()] > 0);
    list(held.map(|card| format!("{} {}", cards[card.index()], narrator.card(card))))
}

fn knights(view: &View<'_>, seat: Seat, narrator: &Narrator<'_>) -> String {
    let all = Strength::ALL
        .into_iter()
        .flat_map(|strength| view.knights(seat, strength).into_iter().map(move |vertex| (vertex, strength)));
    list(all.map(|(vertex, strength)| {
        format!("{vertex} ({})", narrator.knight(strength, view.active_knights().contains(vertex)))
    }))
}

fn list(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}
