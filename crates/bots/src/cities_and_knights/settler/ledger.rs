//! Counting the eight kinds of cards, and guessing progress cards.

use crate::catan::settler::ledger::{Tally, pick};
use catan::SEATS;
use catan::cities_and_knights::{Area, CardKind, Event, Guess, Hand, OwnEvent, Progress, View};
use game::{Seat, Substream};

/// The cards counted by what happened openly.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ledger {
    cards: Tally<8>,
    /// The card played last, as long as what follows is its effect.
    effect: Option<Progress>,
}

impl Ledger {
    pub(super) fn new() -> Ledger {
        Ledger { cards: Tally::new(), effect: None }
    }

    fn pay(&mut self, seat: Seat, price: Hand) {
        self.cards.lose(seat, price.counts());
    }

    /// Follows what happened.
    pub(super) fn observe(&mut self, event: &Event) {
        let effect = self.effect.take();
        match *event {
            Event::LaidOut { .. } => *self = Ledger::new(),
            Event::StartingCards { seat, cards } | Event::TookFromSupply { seat, cards } => {
                self.cards.gain(seat, cards.counts());
            }
            Event::Own(OwnEvent::TookByAqueduct { seat, kind }) => {
                self.cards.gain(seat, Hand::of(kind, 1).counts());
            }
            Event::Produced { cards } => {
                for seat in Seat::first(SEATS) {
                    self.cards.gain(seat, cards[seat].counts());
                }
            }
            Event::Discarded { cards } => {
                for seat in Seat::first(SEATS) {
                    self.pay(seat, cards[seat]);
                }
            }
            Event::BuiltRoad { seat, paid: true, .. } => self.pay(seat, Hand::ROAD),
            Event::BuiltSettlement { seat, paid: true, .. } => self.pay(seat, Hand::SETTLEMENT),
            Event::BuiltCity { seat, paid: true, .. } => {
                let cheaper = effect == Some(Progress::Medicine);
                self.pay(seat, if cheaper { Hand::MEDICINE } else { Hand::CITY });
            }
            Event::Own(OwnEvent::BuiltWall { seat, paid: true, .. }) => self.pay(seat, Hand::WALL),
            Event::Own(OwnEvent::BuiltKnight { seat, .. }) => self.pay(seat, Hand::KNIGHT),
            Event::Own(OwnEvent::Activated { seat, .. }) => self.pay(seat, Hand::ACTIVATION),
            // Smith promotes up to two knights for nothing.
            Event::Own(OwnEvent::Promoted { .. }) if effect == Some(Progress::Smith) => self.effect = effect,
            Event::Own(OwnEvent::Promoted { seat, .. }) => self.pay(seat, Hand::KNIGHT),
            Event::Own(OwnEvent::Improved { seat, area, level, crane }) => {
                self.pay(seat, Hand::of(area.commodity(), level - u8::from(crane)));
            }
            Event::TradedWithSupply { seat, give, get } => {
                self.pay(seat, give);
                self.cards.gain(seat, Hand::of(get, 1).counts());
            }
            Event::Traded { active, partner, gave, got } => {
                self.cards.pass(active, partner, gave.counts());
                self.cards.pass(partner, active, got.counts());
            }
            Event::Monopolized { seat, kind, counts } => {
                let most = if kind.is_commodity() { 1 } else { 2 };
                for other in Seat::first(SEATS).filter(|&other| other != seat) {
                    self.cards.pass(other, seat, Hand::of(kind, counts[other]).counts());
                    if counts[other] < most {
                        self.cards.lose_all(other, kind.index());
                    }
                }
            }
            Event::Stole { thief, victim, card: Some(kind) } => {
                self.cards.pass(victim, thief, Hand::of(kind, 1).counts());
            }
            Event::Stole { thief, victim, card: None } => self.cards.pass_unseen(victim, thief),
            Event::Own(OwnEvent::Gave { from, to, cards: Some(cards), .. }) => {
                self.cards.pass(from, to, cards.counts());
            }
            Event::Own(OwnEvent::Gave { from, to, count, cards: None }) => {
                for _ in 0..count {
                    self.cards.pass_unseen(from, to);
                }
            }
            Event::Own(OwnEvent::Forced { seat, victim, gave: Some(gave), got: Some(got), .. }) => {
                self.cards.pass(seat, victim, Hand::of(gave, 1).counts());
                self.cards.pass(victim, seat, Hand::of(got, 1).counts());
            }
            Event::Own(OwnEvent::PlayedProgress { card, .. }) => self.effect = Some(card),
            _ => {}
        }
    }

    /// The likeliest hands that agree with everything open, and progress cards in proportion to what is unseen.
    pub(super) fn guess(&self, view: &View<'_>, me: Seat, mut draws: Option<&mut Substream>) -> Guess {
        let mut guess = Guess::default();
        let others = || Seat::first(view.seats()).filter(move |&seat| seat != me);
        let mut kinds = Hand::BOX.counts();
        let mut lens = [0u32; SEATS];
        let mut left = |cards: Hand| {
            for (left, count) in kinds.iter_mut().zip(cards.counts()) {
                *left = left.saturating_sub(count);
            }
        };
        left(view.supply());
        left(view.hand(me).unwrap_or_default());
        for seat in others() {
            match view.hand(seat) {
                // Master Merchant shows a hand for a while.
                Some(hand) => left(hand),
                None => lens[seat.index()] = view.hand_len(seat),
            }
        }
        let hands = self.cards.deal(lens, kinds.map(u32::from), draws.as_deref_mut());
        for seat in others() {
            guess.hands[seat] = Hand::new(hands[seat.index()]);
        }
        let mut unseen = unseen_progress(view, me);
        for seat in others().filter(|&seat| view.progress(seat).is_none()) {
            for area in Area::ALL {
                for _ in 0..view.progress_len(seat, area) {
                    // Of equals the last.
                    let cards: Vec<usize> = Progress::of_area(area).map(Progress::index).collect();
                    let last = cards.last().copied().unwrap_or(0);
                    let weighed = cards.into_iter().rev().map(|card| (f32::from(unseen[card]), card));
                    let held = weighed.filter(|(count, _)| *count > 0.0);
                    let card = pick(held, draws.as_deref_mut()).unwrap_or(last);
                    unseen[card] = unseen[card].saturating_sub(1);
                    guess.progress[seat][card] += 1;
                }
            }
        }
        guess
    }
}

/// Progress cards by kind that this seat cannot see: in the decks, or hidden before the others.
fn unseen_progress(view: &View<'_>, me: Seat) -> [u8; 25] {
    let mut unseen = Progress::BOX;
    for seat in Seat::first(view.seats()) {
        if seat == me || view.progress(seat).is_some() {
            for (left, held) in unseen.iter_mut().zip(view.progress(seat).unwrap_or([0; 25])) {
                *left = left.saturating_sub(held);
            }
        }
    }
    for (card, owner) in view.revealed() {
        unseen[card.index()] = unseen[card.index()].saturating_sub(u8::from(owner.is_some()));
    }
    unseen
}

/// The lane of a kind that an area's improvements cost.
pub(super) const fn lane(area: Area) -> usize {
    area.commodity().index()
}

const _: () = assert!(CardKind::ALL.len() == crate::catan::settler::island::LANES);
