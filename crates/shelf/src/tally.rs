//! Cards that come and go, counted from the events of a step.

use game::{BySeat, Seat};
use std::collections::BTreeMap;

/// A number for each seat; 0 for seats that do not play.
pub type PerSeat<T> = BySeat<T, { Seat::MAX }>;

/// Cards that came and went.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize)]
pub struct Flow {
    /// The number of cards that came.
    pub gained: u32,
    /// The number of cards that went.
    pub lost: u32,
}

/// The reason why cards come and go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Starting cards.
    Start,
    /// The yield of a roll.
    Production,
    /// Exchanges with other seats.
    Trade,
    /// Exchanges with the supply.
    Supply,
    /// The robber.
    Robbery,
    /// Discards after a seven, and what the barbarians take.
    Discards,
    /// Development and progress cards.
    Cards,
    /// Payments for roads, buildings, knights, improvements and cards.
    Payments,
}

impl Reason {
    /// All of them, in order.
    pub const ALL: [Reason; 8] = [
        Reason::Start,
        Reason::Production,
        Reason::Trade,
        Reason::Supply,
        Reason::Robbery,
        Reason::Discards,
        Reason::Cards,
        Reason::Payments,
    ];

    /// Its name in documents and in the keys of messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Start => "start",
            Reason::Production => "production",
            Reason::Trade => "trade",
            Reason::Supply => "supply",
            Reason::Robbery => "robbery",
            Reason::Discards => "discards",
            Reason::Cards => "cards",
            Reason::Payments => "payments",
        }
    }
}

/// An exchange that was carried out.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Trade {
    /// The step in which it was.
    pub step: usize,
    /// The seat whose turn it was.
    pub seat: Seat,
    /// The other seat; `None` for the supply.
    pub partner: Option<Seat>,
    /// The cards that `seat` gave.
    pub gave: CardCounts,
    /// The cards that `seat` got.
    pub got: CardCounts,
}

/// The most kinds of cards that a game has.
const KINDS_MAX: usize = 8;

/// Cards by kind, in a few bytes: a table keeps every exchange. As a document it is a map from names to numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardCounts {
    kinds: &'static [&'static str],
    counts: [u8; KINDS_MAX],
}

impl CardCounts {
    /// Creates wares from numbers of cards, by the place of their kind among the names of all kinds.
    pub(crate) fn new(
        kinds: &'static [&'static str],
        cards: impl IntoIterator<Item = (usize, u8)>,
    ) -> CardCounts {
        let mut counts = [0; KINDS_MAX];
        cards.into_iter().for_each(|(kind, count)| counts[kind] += count);
        CardCounts { kinds, counts }
    }

    /// The kinds there are, by name and in the order of names, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u8)> {
        let mut kinds: Vec<_> = self.kinds.iter().copied().zip(self.counts).collect();
        kinds.sort_unstable();
        kinds.into_iter().filter(|(_, count)| *count > 0)
    }

    /// Returns the number of cards.
    fn count(&self) -> u32 {
        self.counts.iter().copied().map(u32::from).sum()
    }
}

impl serde::Serialize for CardCounts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// A counter of the events of one step.
pub(crate) struct Tally<'s> {
    pub(crate) step: usize,
    pub(crate) cards: &'s mut BTreeMap<Reason, PerSeat<Flow>>,
    pub(crate) trades: &'s mut Vec<Trade>,
    /// The change of each seat's hand that the events of this step explain.
    pub(crate) explained: PerSeat<i64>,
}

impl Tally<'_> {
    /// Cards come to a seat.
    pub(crate) fn gains(&mut self, seat: Seat, why: Reason, count: u32) {
        self.cards.entry(why).or_default()[seat].gained += count;
        self.explained[seat] += i64::from(count);
    }

    /// Cards leave a seat.
    pub(crate) fn loses(&mut self, seat: Seat, why: Reason, count: u32) {
        self.cards.entry(why).or_default()[seat].lost += count;
        self.explained[seat] -= i64::from(count);
    }

    /// Cards go from one seat to another.
    pub(crate) fn passes(&mut self, from: Seat, to: Seat, why: Reason, count: u32) {
        self.loses(from, why, count);
        self.gains(to, why, count);
    }

    /// An exchange is carried out, with the supply if there is no partner.
    pub(crate) fn trades(&mut self, seat: Seat, partner: Option<Seat>, gave: CardCounts, got: CardCounts) {
        let why = if partner.is_some() { Reason::Trade } else { Reason::Supply };
        self.loses(seat, why, gave.count());
        self.gains(seat, why, got.count());
        if let Some(partner) = partner {
            self.gains(partner, why, gave.count());
            self.loses(partner, why, got.count());
        }
        self.trades.push(Trade { step: self.step, seat, partner, gave, got });
    }
}
