//! Card counting in Cities & Knights: hand cards, progress cards, and the cards under the decks.

use crate::deal::{HiddenCards, KnownCards};
use catan::SEATS;
use catan::cities_and_knights::{Area, CardKind, CitiesAndKnights, Hand, Progress, View};
use game::{Seat, Viewer};
use std::ops::Range;

/// Progress cards by kind, and of a deck.
pub(crate) const CARDS: usize = 25;
const DECK: usize = 18;
/// A card under a deck that this seat did not see.
const UNSEEN: u8 = u8::MAX;

/// A progress deck as one seat knows it: cards whose order nobody knows, and under them those that were put there, the
/// next one first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(into = "DeckDocument", try_from = "DeckDocument")]
pub(crate) struct Deck {
    top: u8,
    under: [u8; DECK],
    len: u8,
    /// Whether it was followed from the beginning.
    is_followed: bool,
}

/// A [`Deck`] as a document: the cards that were put under it have their names, unseen ones `null`.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckDocument {
    top: u8,
    under: Vec<Option<Progress>>,
    is_followed: bool,
}

impl From<Deck> for DeckDocument {
    fn from(deck: Deck) -> DeckDocument {
        let under = &deck.under[..usize::from(deck.len)];
        let card = |&card: &u8| Progress::ALL.get(usize::from(card)).copied();
        DeckDocument { top: deck.top, under: under.iter().map(card).collect(), is_followed: deck.is_followed }
    }
}

impl TryFrom<DeckDocument> for Deck {
    type Error = String;
    fn try_from(document: DeckDocument) -> Result<Deck, String> {
        let DeckDocument { top, under, is_followed } = document;
        if usize::from(top) > DECK || under.len() > DECK {
            return Err(format!("a deck has {DECK} cards at most"));
        }
        let mut deck = Deck { top, is_followed, ..Deck::default() };
        under.into_iter().for_each(|card| deck.push(card));
        Ok(deck)
    }
}

impl Default for Deck {
    fn default() -> Self {
        Deck { top: DECK as u8, under: [UNSEEN; DECK], len: 0, is_followed: false }
    }
}

impl Deck {
    pub(super) const FULL: Deck = Deck { top: DECK as u8, under: [UNSEEN; DECK], len: 0, is_followed: true };

    pub(super) fn push(&mut self, card: Option<Progress>) {
        if usize::from(self.len) < DECK {
            self.under[usize::from(self.len)] = card.map_or(UNSEEN, |card| card.index() as u8);
            self.len += 1;
        }
    }
    /// Draws a card; returns it if it is known.
    pub(super) fn draw(&mut self) -> Option<Progress> {
        if self.top > 0 {
            self.top -= 1;
            return None;
        }
        let first = self.under[0];
        if self.len > 0 {
            self.under.copy_within(1.., 0);
            self.under[DECK - 1] = UNSEEN;
            self.len -= 1;
        }
        Progress::ALL.get(usize::from(first)).copied()
    }
    /// Returns the cards under a deck of this length; empty if the deck was not followed from the beginning.
    pub(super) fn under(&self, deck_len: u8) -> &[u8] {
        let fits = self.is_followed && self.top.checked_add(self.len) == Some(deck_len);
        if fits { &self.under[..usize::from(self.len)] } else { &[] }
    }
}

/// The cards that each seat holds for certain, and the decks, as far as one seat could see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnightsKnowledge {
    pub(crate) certain: KnownCards<8, SEATS>,
    pub(crate) progress: KnownCards<CARDS, SEATS>,
    pub(crate) decks: [Deck; 3],
    /// The card played last, as long as what follows is its effect.
    pub(super) effect: Option<Progress>,
}

/// Returns the range of an area's kinds among all progress cards.
pub(crate) const fn places(area: Area) -> Range<usize> {
    const BISHOP: usize = Progress::Bishop as usize;
    const COMMERCIAL_HARBOR: usize = Progress::CommercialHarbor as usize;
    match area {
        Area::Science => 0..BISHOP,
        Area::Politics => BISHOP..COMMERCIAL_HARBOR,
        Area::Trade => COMMERCIAL_HARBOR..CARDS,
    }
}

/// Progress cards that a seat does not see.
#[derive(Clone, Copy, Debug)]
pub(super) struct HiddenProgress {
    pub(super) certain: [[u8; CARDS]; SEATS],
    /// Cards of each kind that lie in decks or that no seat holds for certain; victory points are open or on top of a
    /// deck, so they are not among them.
    pub(super) pool: [u32; CARDS],
    /// Unknown cards of each seat, by area.
    pub(super) unknown: [[u32; 3]; SEATS],
    /// The cards known to lie under the decks.
    pub(super) under: [([u8; DECK], u8); 3],
}

impl HiddenProgress {
    /// Cards of an area in the pool.
    #[inline]
    pub(super) fn all(&self, area: Area) -> u32 {
        self.pool[places(area)].iter().sum()
    }
    /// Returns the expected number of cards of each kind that a seat holds.
    #[inline]
    pub(super) fn expected(&self, seat: Seat) -> [f32; CARDS] {
        let at = seat.index();
        let mut expected = self.certain[at].map(f32::from);
        for area in Area::ALL {
            let (unknown, all) = (self.unknown[at][area.index()], self.all(area));
            if unknown > 0 && all > 0 {
                let share = unknown as f32 / all as f32;
                for card in places(area) {
                    expected[card] += share * self.pool[card] as f32;
                }
            }
        }
        expected
    }
}

impl KnightsKnowledge {
    /// Returns the number of hand cards of each kind that a seat holds for certain, as far as this counter has seen.
    #[must_use]
    pub fn certain(&self, seat: Seat) -> [u8; 8] {
        self.certain.0.get(seat.index()).copied().unwrap_or_default()
    }
    /// Returns the number of progress cards of each kind that a seat holds for certain, as far as this counter has seen.
    #[must_use]
    pub fn certain_progress(&self, seat: Seat) -> [u8; CARDS] {
        self.progress.0.get(seat.index()).copied().unwrap_or_default()
    }

    /// Remembers hands and progress cards that the seat is shown for a while.
    #[inline]
    pub(super) fn look(&mut self, game: &CitiesAndKnights, me: Seat) {
        let view = game.view(Viewer::Seat(me));
        for seat in Seat::first(view.seats()).filter(|&seat| seat != me) {
            if let Some(hand) = view.hand(seat) {
                self.certain.0[seat.index()] = hand.counts();
            }
            if let Some(cards) = view.progress(seat) {
                self.progress.0[seat.index()] = cards;
            }
        }
    }

    /// The hand cards that the viewer does not see, with what is certain of them.
    #[inline]
    pub(super) fn hidden(&self, view: &View<'_>) -> HiddenCards<8, SEATS> {
        let mut seen = view.supply();
        let mut lens = [0; SEATS];
        let mut certain = self.certain;
        for seat in Seat::first(view.seats()) {
            match view.hand(seat) {
                Some(hand) => {
                    seen += hand;
                    certain.0[seat.index()] = [0; 8];
                }
                None => lens[seat.index()] = view.hand_len(seat),
            }
        }
        let unseen =
            CardKind::ALL.map(|kind| u32::from(Hand::BOX.count(kind).saturating_sub(seen.count(kind))));
        HiddenCards::new(unseen, lens, &certain)
    }

    /// The progress cards that the viewer does not see, with what is certain of them.
    #[inline]
    pub(super) fn hidden_progress(&self, view: &View<'_>) -> HiddenProgress {
        let mut pool = Progress::BOX.map(u32::from);
        pool[Progress::Printer.index()] = 0;
        pool[Progress::Constitution.index()] = 0;
        let mut unknown = [[0; 3]; SEATS];
        let mut certain = self.progress.0;
        for seat in Seat::first(view.seats()) {
            let at = seat.index();
            if let Some(seen) = view.progress(seat) {
                certain[at] = [0; CARDS];
                for (left, held) in pool.iter_mut().zip(seen) {
                    *left = left.saturating_sub(u32::from(held));
                }
                continue;
            }
            for area in Area::ALL {
                unknown[at][area.index()] = view.progress_len(seat, area).into();
            }
        }
        let mut under = [([UNSEEN; DECK], 0); 3];
        for area in Area::ALL {
            let known = self.decks[area.index()].under(view.deck_len(area));
            // A counter that contradicts the table is not believed.
            let mut left = pool;
            let fits = known.iter().filter(|&&card| card != UNSEEN).all(|&card| {
                let left = &mut left[usize::from(card)];
                std::mem::replace(left, left.saturating_sub(1)) > 0
            });
            if fits {
                pool = left;
                under[area.index()].0[..known.len()].copy_from_slice(known);
                under[area.index()].1 = known.len() as u8;
            }
        }
        for seat in Seat::first(view.seats()) {
            let at = seat.index();
            for area in Area::ALL {
                let held: u32 = certain[at][places(area)].iter().map(|&count| u32::from(count)).sum();
                let fits = held <= unknown[at][area.index()]
                    && places(area).all(|card| u32::from(certain[at][card]) <= pool[card]);
                if fits {
                    unknown[at][area.index()] -= held;
                    places(area).for_each(|card| pool[card] -= u32::from(certain[at][card]));
                } else {
                    certain[at][places(area)].fill(0);
                }
            }
        }
        HiddenProgress { certain, pool, unknown, under }
    }
}

/// Whether a card under a deck is one that this seat did not see.
pub(super) fn is_unseen(card: u8) -> bool {
    card == UNSEEN
}
