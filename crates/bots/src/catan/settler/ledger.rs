//! Counting cards: who holds what, as far as everybody could see.

use catan::{Cards, DevelopmentCard, Event, Guess, OwnEvent, PerSeat, Resource, SEATS, View};
use game::{BySeat, Draws, Seat, Substream};

/// The expected number of cards of each kind that every seat holds, by what happened openly. Thefts that this seat could not see
/// are spread over what the victim may have held.
///
/// A bot that joins in the middle of a game starts with nothing counted; the guess then follows from what is open at any time:
/// the number of cards that each seat holds, and the number of each kind that is not in the supply.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(into = "Vec<Vec<f32>>", try_from = "Vec<Vec<f32>>")]
pub(crate) struct Tally<const KINDS: usize> {
    expected: PerSeat<[f32; KINDS]>,
}

impl<const KINDS: usize> From<Tally<KINDS>> for Vec<Vec<f32>> {
    fn from(tally: Tally<KINDS>) -> Self {
        tally.expected.0.iter().map(|held| held.to_vec()).collect()
    }
}

impl<const KINDS: usize> TryFrom<Vec<Vec<f32>>> for Tally<KINDS> {
    type Error = String;
    fn try_from(rows: Vec<Vec<f32>>) -> Result<Self, String> {
        let wrong = || format!("a tally has {SEATS} rows of {KINDS} numbers of cards");
        let is_count = |held: &f32| (0.0..=1000.0).contains(held);
        if !rows.iter().flatten().all(is_count) {
            return Err(wrong());
        }
        game::json::rows(rows).map(|expected| Tally { expected: BySeat(expected) }).ok_or_else(wrong)
    }
}

/// A kind of which nothing was seen is still a little likely.
const TRACE: f32 = 0.03;

impl<const KINDS: usize> Tally<KINDS> {
    pub(crate) fn new() -> Self {
        Tally { expected: BySeat([[0.0; KINDS]; SEATS]) }
    }

    pub(crate) fn gain(&mut self, seat: Seat, cards: [u8; KINDS]) {
        self.change(seat, cards, 1.0);
    }

    pub(crate) fn lose(&mut self, seat: Seat, cards: [u8; KINDS]) {
        self.change(seat, cards, -1.0);
    }

    fn change(&mut self, seat: Seat, cards: [u8; KINDS], sign: f32) {
        for (held, count) in self.expected[seat].iter_mut().zip(cards) {
            *held = (*held + sign * f32::from(count)).max(0.0);
        }
    }

    /// One card of this kind changes hands openly.
    pub(crate) fn pass(&mut self, from: Seat, to: Seat, cards: [u8; KINDS]) {
        self.lose(from, cards);
        self.gain(to, cards);
    }

    /// A seat gave all it had of a kind.
    pub(crate) fn lose_all(&mut self, seat: Seat, kind: usize) {
        self.expected[seat][kind] = 0.0;
    }

    /// A card that was not seen changes hands, each card being as likely.
    pub(crate) fn pass_unseen(&mut self, from: Seat, to: Seat) {
        let held: f32 = self.expected[from].iter().sum();
        for kind in 0..KINDS {
            let share = if held > 0.0 { self.expected[from][kind] / held } else { 1.0 / KINDS as f32 };
            self.expected[from][kind] = (self.expected[from][kind] - share).max(0.0);
            self.expected[to][kind] += share;
        }
    }

    /// Returns hands of these sizes that together hold these numbers of cards of each kind: the likeliest ones, or drawn ones.
    pub(crate) fn deal(
        &self,
        mut lens: [u32; SEATS],
        mut kinds: [u32; KINDS],
        mut draws: Option<&mut Substream>,
    ) -> [[u8; KINDS]; SEATS] {
        let mut table = self.fit(&lens, &kinds);
        let mut hands = [[0u8; KINDS]; SEATS];
        for seat in 0..SEATS {
            for kind in 0..KINDS {
                let whole = (table[seat][kind] as u32).min(lens[seat]).min(kinds[kind]);
                hands[seat][kind] = whole as u8;
                lens[seat] -= whole;
                kinds[kind] -= whole;
                table[seat][kind] -= whole as f32;
            }
        }
        // The rest goes where the largest fractions are, or by chance in proportion to them; since the open totals agree, it always
        // goes up.
        while lens.iter().any(|&len| len > 0) {
            let places = (0..SEATS).flat_map(|seat| (0..KINDS).map(move |kind| (seat, kind)));
            let free = places.filter(|&(seat, kind)| lens[seat] > 0 && kinds[kind] > 0);
            let weighed = free.map(|(seat, kind)| (table[seat][kind], (seat, kind)));
            let Some((seat, kind)) = pick(weighed, draws.as_deref_mut()) else { break };
            hands[seat][kind] += 1;
            lens[seat] -= 1;
            kinds[kind] -= 1;
            table[seat][kind] -= 1.0;
        }
        hands
    }

    /// The counted hands, scaled by turns to the open hand sizes and the open totals by kind.
    fn fit(&self, lens: &[u32; SEATS], kinds: &[u32; KINDS]) -> [[f32; KINDS]; SEATS] {
        let mut table = [[0.0f32; KINDS]; SEATS];
        for seat in 0..SEATS {
            if lens[seat] > 0 {
                for kind in 0..KINDS {
                    if kinds[kind] > 0 {
                        table[seat][kind] = self.expected.0[seat][kind] + TRACE;
                    }
                }
            }
        }
        for _ in 0..3 {
            for kind in 0..KINDS {
                let sum: f32 = table.iter().map(|row| row[kind]).sum();
                if sum > 0.0 {
                    let scale = kinds[kind] as f32 / sum;
                    table.iter_mut().for_each(|row| row[kind] *= scale);
                }
            }
            for (row, &len) in table.iter_mut().zip(lens) {
                let sum: f32 = row.iter().sum();
                if sum > 0.0 {
                    let scale = len as f32 / sum;
                    row.iter_mut().for_each(|held| *held *= scale);
                }
            }
        }
        table
    }
}

/// Returns the heaviest of these, the first of equals; with draws, one by chance in proportion to its weight.
pub(crate) fn pick<T>(weighed: impl Iterator<Item = (f32, T)>, draws: Option<&mut Substream>) -> Option<T> {
    let Some(draws) = draws else {
        let heavier = |best: (f32, T), next: (f32, T)| if next.0 > best.0 { next } else { best };
        return weighed.reduce(heavier).map(|(_, item)| item);
    };
    // Whole numbers, so that a sum does not depend on rounding; nothing is impossible.
    let weight = |weight: f32| (weight.max(0.0) * 1000.0) as u32 + 1;
    let weighed: Vec<(u32, T)> = weighed.map(|(share, item)| (weight(share), item)).collect();
    let mut left = draws.below(weighed.iter().map(|(weight, _)| weight).sum::<u32>().max(1));
    for (weight, item) in weighed {
        match left.checked_sub(weight) {
            Some(rest) => left = rest,
            None => return Some(item),
        }
    }
    None
}

/// The cards of base Catan, counted.
pub(super) type Ledger = Tally<5>;

impl Ledger {
    fn pay(&mut self, seat: Seat, cards: Cards) {
        self.lose(seat, cards.counts());
    }

    /// Follows what happened.
    pub(super) fn observe(&mut self, event: &Event) {
        match *event {
            Event::LaidOut { .. } => *self = Ledger::new(),
            Event::StartingCards { seat, cards } | Event::TookFromSupply { seat, cards } => {
                self.gain(seat, cards.counts());
            }
            Event::Produced { cards } => {
                for seat in Seat::first(SEATS) {
                    self.gain(seat, cards[seat].counts());
                }
            }
            Event::Discarded { cards } => {
                for seat in Seat::first(SEATS) {
                    self.pay(seat, cards[seat]);
                }
            }
            Event::BuiltRoad { seat, paid: true, .. } => self.pay(seat, Cards::ROAD),
            Event::BuiltSettlement { seat, paid: true, .. } => self.pay(seat, Cards::SETTLEMENT),
            Event::BuiltCity { seat, .. } => self.pay(seat, Cards::CITY),
            Event::Own(OwnEvent::BoughtCard { seat, .. }) => self.pay(seat, Cards::DEVELOPMENT),
            Event::TradedWithSupply { seat, give, get } => {
                self.pay(seat, give);
                self.gain(seat, Cards::of(get, 1).counts());
            }
            Event::Traded { active, partner, gave, got } => {
                self.pass(active, partner, gave.counts());
                self.pass(partner, active, got.counts());
            }
            Event::Monopolized { seat, kind, counts } => {
                for other in Seat::first(SEATS).filter(|&other| other != seat) {
                    self.lose_all(other, kind.index());
                    self.gain(seat, Cards::of(kind, counts[other]).counts());
                }
            }
            Event::Stole { thief, victim, card: Some(kind) } => {
                self.pass(victim, thief, Cards::of(kind, 1).counts());
            }
            Event::Stole { thief, victim, card: None } => self.pass_unseen(victim, thief),
            _ => {}
        }
    }

    /// Returns hands that agree with everything open, the likeliest ones or drawn ones, and development cards of what is unseen.
    pub(super) fn guess(&self, view: &View<'_>, me: Seat, mut draws: Option<&mut Substream>) -> Guess {
        let mut guess = Guess::default();
        let own = view.hand(me).unwrap_or_default();
        // Of each kind, what is neither in the supply nor in this hand is in the others' hands.
        let kinds: [u32; 5] = Resource::ALL.map(|kind| {
            u32::from(Resource::CARDS - view.supply().count(kind).min(Resource::CARDS) - own.count(kind))
        });
        let mut lens = [0u32; SEATS];
        for seat in Seat::first(view.seats()).filter(|&seat| seat != me) {
            lens[seat.index()] = view.hand_len(seat);
        }
        let hands = self.deal(lens, kinds, draws.as_deref_mut());
        for seat in Seat::first(SEATS) {
            guess.hands[seat] = Cards::new(hands[seat.index()]);
        }
        let mut unseen = unseen_development(view, me);
        for seat in Seat::first(view.seats()).filter(|&seat| seat != me) {
            for _ in 0..view.development_len(seat) {
                // Of equals the last.
                let weighed = (0..5).rev().map(|kind| (f32::from(unseen[kind]), kind));
                let held = weighed.filter(|(count, _)| *count > 0.0);
                let kind = pick(held, draws.as_deref_mut()).unwrap_or(0);
                if unseen[kind] > 0 {
                    unseen[kind] -= 1;
                    guess.development[seat][kind] += 1;
                }
            }
        }
        guess
    }
}

/// Development cards by kind that this seat has not seen: in the deck, or face down before the others.
pub(super) fn unseen_development(view: &View<'_>, me: Seat) -> [u8; 5] {
    let mut unseen = DevelopmentCard::BOX;
    let own = view.development(me).unwrap_or_default();
    for ((left, played), own) in unseen.iter_mut().zip(view.played()).zip(own) {
        *left = left.saturating_sub(played + own);
    }
    unseen
}
