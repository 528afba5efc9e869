//! The part of a view that only base Catan has, and a whole game imagined from it.

use crate::base::{Catan, Points};
use crate::rules::Rules as _;
use crate::seats::{PerSeat, SEATS};
use crate::{Base, Bundle, Cards, DevelopmentCard, Die, EdgeSet, Piece, VertexId, VertexSet, View};
use game::{Seat, SeatSet, Viewer};

/// A guess at everything a viewer does not know; see [`View::imagine`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Guess {
    /// The hands; those the viewer knows are ignored.
    pub hands: PerSeat<Cards>,
    /// The unplayed development cards by kind; those the viewer knows are ignored.
    pub development: PerSeat<[u8; 5]>,
}

impl View<'_> {
    /// Whether the active seat has played a development card in this turn.
    #[must_use]
    pub fn has_played_card(&self) -> bool {
        self.game.own.played_card
    }
    /// The last production roll, if there was one.
    #[must_use]
    pub fn dice(&self) -> Option<(Die, Die)> {
        self.game.dice
    }
    /// The settlement or city on an intersection, with its owner.
    #[must_use]
    pub fn building_at(&self, vertex: VertexId) -> Option<(Seat, Piece)> {
        Seat::first(SEATS).find_map(|seat| {
            let piece = if self.settlements(seat).contains(vertex) {
                Piece::Settlement
            } else if self.cities(seat).contains(vertex) {
                Piece::City
            } else {
                return None;
            };
            Some((seat, piece))
        })
    }
    /// Intersections where no building is possible because of the distance rule.
    #[must_use]
    pub fn unsettleable(&self) -> VertexSet {
        self.game.unsettleable
    }
    /// Paths that adjoin own pieces (`CATAN-ROAD-3`), occupied ones included.
    #[must_use]
    pub fn reach(&self, seat: Seat) -> EdgeSet {
        self.game.own.reach[seat]
    }
    /// Returns the number of unplayed development cards that a seat holds (`CATAN-INFO-7`).
    #[must_use]
    pub fn development_len(&self, seat: Seat) -> u8 {
        self.game.own.development[seat].iter().sum()
    }
    /// A seat's unplayed development cards by kind (`CATAN-INFO-8`).
    #[must_use]
    pub fn development(&self, seat: Seat) -> Option<[u8; 5]> {
        self.viewer.sees(seat).then(|| self.game.own.development[seat])
    }
    /// Returns the number of development cards that the active seat bought in this turn (`CATAN-INFO-8`).
    #[must_use]
    pub fn bought_len(&self) -> u8 {
        self.game.own.bought.iter().sum()
    }
    /// The development cards that the active seat bought in this turn, by kind (`CATAN-INFO-8`).
    #[must_use]
    pub fn bought(&self) -> Option<[u8; 5]> {
        self.viewer.sees(self.game.active).then_some(self.game.own.bought)
    }
    /// Returns the number of cards left in the deck (`CATAN-INFO-7`).
    #[must_use]
    pub fn deck_len(&self) -> u8 {
        self.game.deck_len()
    }
    /// The cards left in the deck, by kind: only for a viewer who sees everything (`CATAN-INFO-7`).
    #[must_use]
    pub fn deck(&self) -> Option<[u8; 5]> {
        (self.viewer == Viewer::Everything).then_some(self.game.own.deck)
    }
    /// Knights a seat has played.
    #[must_use]
    pub fn knights(&self, seat: Seat) -> u8 {
        self.game.own.knights[seat]
    }
    /// Cards of each kind that were played by anybody: in the box, less deck and hands. Open, since every played
    /// card is shown (`CATAN-INFO-10`).
    #[must_use]
    pub fn played(&self) -> [u8; 5] {
        let mut played = DevelopmentCard::BOX;
        for (kind, left) in played.iter_mut().enumerate() {
            *left -= self.game.own.deck[kind];
            for seat in Seat::first(SEATS) {
                *left -= self.game.own.development[seat][kind];
            }
        }
        played
    }
    /// The holder of the Largest Army card.
    #[must_use]
    pub fn largest_army(&self) -> Option<Seat> {
        self.game.own.largest_army
    }
    /// A seat's points as far as this viewer knows them; all of them once the game is over (`CATAN-INFO-11`,
    /// `CATAN-WIN-7`).
    #[must_use]
    pub fn points(&self, seat: Seat) -> Points {
        if self.viewer.sees(seat) || self.game.outcome().is_some() {
            self.game.points(seat)
        } else {
            self.game.visible_points(seat)
        }
    }
    /// Seats that still owe a discard.
    #[must_use]
    pub fn seats_to_discard(&self) -> SeatSet {
        self.game.yet_to_hand_in(Base::owed(self.game))
    }
    /// A whole game as it could be: what this viewer knows, with a guess put in place of everything it does not
    /// know. Nothing hidden of the real game is left in it, so it may be searched and played on.
    ///
    /// Hands are taken from the guess (the supply is open and stays); the deck is what the box holds beyond the
    /// guessed and the played cards. Discards that others have handed in are forgotten, so those seats choose again.
    ///
    /// `None` if the guess contradicts what is open: a hand or a set of development cards of the wrong size, or
    /// cards that the box does not hold.
    #[must_use]
    pub fn imagine(&self, guess: &Guess) -> Option<Catan> {
        let mut game = *self.game;
        let mut hands = Cards::NONE;
        let mut deck = DevelopmentCard::BOX;
        let played = self.played();
        for seat in Seat::first(SEATS) {
            if !self.viewer.sees(seat) {
                if guess.hands[seat].len() != self.hand_len(seat)
                    || guess.development[seat].iter().sum::<u8>() != self.development_len(seat)
                {
                    return None;
                }
                game.hands[seat] = guess.hands[seat];
                game.own.development[seat] = guess.development[seat];
                game.handed_in[seat] = Bundle::default();
            }
            hands = hands.checked_add(game.hands[seat])?;
            for (kind, left) in deck.iter_mut().enumerate() {
                *left = left.checked_sub(game.own.development[seat][kind])?;
            }
        }
        for (left, played) in deck.iter_mut().zip(played) {
            *left = left.checked_sub(played)?;
        }
        game.own.deck = deck;
        if !self.viewer.sees(self.game.active) {
            game.own.bought = imagined_bought(&game, self.bought_len());
            game.own.may_play_card = game.may_play_card_from_scratch();
        }
        (hands + game.supply == Cards::BOX).then_some(game)
    }
}

/// Some `count` of the active seat's guessed cards, as those bought in this turn.
fn imagined_bought(game: &Catan, mut count: u8) -> [u8; 5] {
    let mut bought = game.own.development[game.active];
    for kind in &mut bought {
        *kind = (*kind).min(count);
        count -= *kind;
    }
    bought
}
