//! Card counting by the events of Cities & Knights.

use crate::island::knights::know::{Deck, KnightsKnowledge, places};
use catan::cities_and_knights::{Event, Hand, OwnEvent, Progress};
use game::Seat;

/// Resources among the kinds of hand cards.
const RESOURCES: std::ops::Range<usize> = 0..5;
/// Commodities among them.
const COMMODITIES: std::ops::Range<usize> = 5..8;

impl KnightsKnowledge {
    fn pay(&mut self, seat: Seat, price: Hand) {
        self.certain.lose(seat.index(), price.counts());
    }
    fn gain(&mut self, seat: Seat, cards: Hand) {
        self.certain.gain(seat.index(), cards.counts());
    }
    fn pass(&mut self, from: Seat, to: Seat, cards: Hand) {
        self.pay(from, cards);
        self.gain(to, cards);
    }

    pub(super) fn hear(&mut self, event: &Event) {
        let effect = self.effect.take();
        match *event {
            Event::LaidOut { .. } => *self = KnightsKnowledge { decks: [Deck::FULL; 3], ..Self::default() },
            Event::StartingCards { seat, cards } | Event::TookFromSupply { seat, cards } => {
                self.gain(seat, cards);
            }
            Event::Produced { cards } => cards.iter().for_each(|(seat, &cards)| self.gain(seat, cards)),
            Event::Discarded { cards } => cards.iter().for_each(|(seat, &cards)| self.pay(seat, cards)),
            Event::BuiltRoad { seat, paid: true, .. } => self.pay(seat, Hand::ROAD),
            Event::BuiltSettlement { seat, paid: true, .. } => self.pay(seat, Hand::SETTLEMENT),
            Event::BuiltCity { seat, paid: true, .. } => {
                let cheaper = effect == Some(Progress::Medicine);
                self.pay(seat, if cheaper { Hand::MEDICINE } else { Hand::CITY });
            }
            Event::TradedWithSupply { seat, give, get } => {
                self.pay(seat, give);
                self.gain(seat, Hand::of(get, 1));
            }
            Event::Traded { active, partner, gave, got } => {
                self.pass(active, partner, gave);
                self.pass(partner, active, got);
            }
            Event::Monopolized { seat, kind, counts } => {
                let most = if kind.is_commodity() { 1 } else { 2 };
                for (other, &count) in counts.iter().filter(|&(other, _)| other != seat) {
                    self.pass(other, seat, Hand::of(kind, count));
                    if count < most {
                        self.certain.0[other.index()][kind.index()] = 0;
                    }
                }
            }
            Event::Stole { thief, victim, card: Some(kind) } => self.pass(victim, thief, Hand::of(kind, 1)),
            Event::Stole { victim, card: None, .. } => self.certain.lose_unseen(victim.index(), 1, 0..8),
            Event::Own(own) => self.hear_own(own, effect),
            _ => {}
        }
    }

    fn hear_own(&mut self, event: OwnEvent, effect: Option<Progress>) {
        match event {
            OwnEvent::TookByAqueduct { seat, kind } => self.gain(seat, Hand::of(kind, 1)),
            OwnEvent::BuiltWall { seat, paid: true, .. } => self.pay(seat, Hand::WALL),
            OwnEvent::BuiltKnight { seat, .. } => self.pay(seat, Hand::KNIGHT),
            OwnEvent::Activated { seat, .. } => self.pay(seat, Hand::ACTIVATION),
            // Smith promotes up to two knights for nothing.
            OwnEvent::Promoted { .. } if effect == Some(Progress::Smith) => self.effect = effect,
            OwnEvent::Promoted { seat, .. } => self.pay(seat, Hand::KNIGHT),
            OwnEvent::Improved { seat, area, level, crane } => {
                self.pay(seat, Hand::of(area.commodity(), level - u8::from(crane)));
            }
            OwnEvent::Gave { from, to, cards: Some(cards), .. } => self.pass(from, to, cards),
            OwnEvent::Gave { from, count, cards: None, .. } => {
                self.certain.lose_unseen(from.index(), count, 0..8);
            }
            OwnEvent::Forced { seat, victim, gave: Some(gave), got: Some(got), .. } => {
                self.pass(seat, victim, Hand::of(gave, 1));
                self.pass(victim, seat, Hand::of(got, 1));
            }
            OwnEvent::Forced { seat, victim, exchanged: true, .. } => {
                self.certain.lose_unseen(seat.index(), 1, RESOURCES);
                self.certain.lose_unseen(victim.index(), 1, COMMODITIES);
            }
            // Nothing was exchanged, so there was no commodity.
            OwnEvent::Forced { victim, exchanged: false, .. } => {
                self.certain.0[victim.index()][COMMODITIES].fill(0);
            }
            OwnEvent::PlayedProgress { seat, card } => {
                self.effect = Some(card);
                self.lose_card(seat, card);
                self.decks[card.area().index()].push(Some(card));
            }
            OwnEvent::DrewProgress { seat, area, card } => {
                let known = self.decks[area.index()].draw().or(card);
                if let Some(card) = known.filter(|card| !card.is_victory_point()) {
                    self.progress.0[seat.index()][card.index()] += 1;
                }
            }
            OwnEvent::DroppedProgress { seat, area, card } => {
                match card {
                    Some(card) => self.lose_card(seat, card),
                    None => self.progress.lose_unseen(seat.index(), 1, places(area)),
                }
                self.decks[area.index()].push(card);
            }
            OwnEvent::TookProgress { seat, victim, area, card } => match card {
                Some(card) => {
                    self.lose_card(victim, card);
                    self.progress.0[seat.index()][card.index()] += 1;
                }
                None => self.progress.lose_unseen(victim.index(), 1, places(area)),
            },
            _ => {}
        }
    }

    fn lose_card(&mut self, seat: Seat, card: Progress) {
        let held = &mut self.progress.0[seat.index()][card.index()];
        *held = held.saturating_sub(1);
    }
}
