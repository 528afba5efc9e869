//! What one viewer may know (`CATAN-INFO`).

use crate::Base;
use crate::Phase;
use crate::rules::Rules as _;
use crate::rules::trade::{Answer, Exchange, Trading};
use crate::state::{Catan, PerSeat, Points, SEATS};
use crate::{
    Bundle, Cards, ChanceKind, DevelopmentCard, EdgeSet, HexId, Illegal, Layout, LegalActions, Options,
    Piece, Rates, Resource, VertexId, VertexSet,
};
use game::{Seat, SeatSet, Turn, Viewer};

/// What one viewer may know of a game: it borrows the game and shows only what the viewer may see, so a bot that is
/// given a view cannot cheat. Making one costs nothing.
///
/// Methods named after something hidden return `None` where this viewer may not know.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    game: &'a Catan,
    viewer: Viewer,
}

/// A guess at everything a viewer does not know; see [`View::imagine`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Guess {
    /// The hands; those the viewer knows are ignored.
    pub hands: PerSeat<Cards>,
    /// The unplayed development cards by kind; those the viewer knows are ignored.
    pub development: PerSeat<[u8; 5]>,
}

impl Catan {
    /// What `viewer` may know.
    #[must_use]
    #[inline]
    pub fn view(&self, viewer: Viewer) -> View<'_> {
        View { game: self, viewer }
    }
}

impl<'a> View<'a> {
    /// Who looks.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }
    /// How many seats play.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.game.seats()
    }
    /// The rule switches.
    #[must_use]
    pub fn options(&self) -> &'a Options {
        self.game.options()
    }
    /// Who acts now.
    #[must_use]
    pub fn turn(&self) -> Turn<ChanceKind> {
        self.game.turn()
    }
    /// What is to be decided now.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.game.phase
    }
    /// Whose turn it is; during set-up, who places.
    #[must_use]
    pub fn active(&self) -> Seat {
        self.game.active
    }
    /// Who placed first, once that is known.
    #[must_use]
    pub fn start_player(&self) -> Option<Seat> {
        self.game.start_player()
    }
    /// Turns begun so far.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.game.turns
    }
    /// Whether the active seat has rolled in this turn.
    #[must_use]
    pub fn has_rolled(&self) -> bool {
        self.game.own.rolled
    }
    /// Whether the active seat has built or bought in this turn.
    #[must_use]
    pub fn has_built(&self) -> bool {
        self.game.built
    }
    /// Whether the active seat has played a development card in this turn.
    #[must_use]
    pub fn has_played_card(&self) -> bool {
        self.game.own.played_card
    }
    /// Whether trade is possible now.
    #[must_use]
    pub fn trade_is_open(&self) -> bool {
        self.game.trade_is_open()
    }
    /// The last production roll, if there was one.
    #[must_use]
    pub fn dice(&self) -> Option<(u8, u8)> {
        (self.game.dice.0 > 0).then_some(self.game.dice)
    }
    /// The island, once it is laid out.
    #[must_use]
    pub fn layout(&self) -> Option<&'a Layout> {
        self.game.layout()
    }
    /// Where the robber is.
    #[must_use]
    pub fn robber(&self) -> HexId {
        self.game.robber
    }
    /// A seat's roads.
    #[must_use]
    pub fn roads(&self, seat: Seat) -> EdgeSet {
        self.game.roads[seat]
    }
    /// A seat's settlements.
    #[must_use]
    pub fn settlements(&self, seat: Seat) -> VertexSet {
        self.game.settlements[seat]
    }
    /// A seat's cities.
    #[must_use]
    pub fn cities(&self, seat: Seat) -> VertexSet {
        self.game.cities[seat]
    }
    /// Whose settlement or city stands here.
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
    /// Intersections where no building may come any more because of the distance rule.
    #[must_use]
    pub fn unsettleable(&self) -> VertexSet {
        self.game.unsettleable
    }
    /// Paths that adjoin own pieces (`CATAN-ROAD-3`), occupied ones included.
    #[must_use]
    pub fn reach(&self, seat: Seat) -> EdgeSet {
        self.game.own.reach[seat]
    }
    /// Intersections where a seat's roads end.
    #[must_use]
    pub fn road_ends(&self, seat: Seat) -> VertexSet {
        self.game.road_ends[seat]
    }
    /// Pieces left in a seat's own supply.
    #[must_use]
    pub fn pieces_left(&self, seat: Seat, piece: Piece) -> u8 {
        self.game.pieces_left(seat, piece)
    }
    /// The cards of the supply (`CATAN-INFO-4`).
    #[must_use]
    pub fn supply(&self) -> Cards {
        self.game.supply
    }
    /// How many resource cards a seat holds (`CATAN-INFO-2`).
    #[must_use]
    pub fn hand_len(&self, seat: Seat) -> u32 {
        self.game.hands[seat].len()
    }
    /// Which resource cards a seat holds (`CATAN-INFO-3`).
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Option<Cards> {
        self.viewer.sees(seat).then(|| self.game.hands[seat])
    }
    /// How many unplayed development cards a seat holds (`CATAN-INFO-7`).
    #[must_use]
    pub fn development_len(&self, seat: Seat) -> u8 {
        self.game.own.development[seat].iter().sum()
    }
    /// A seat's unplayed development cards by kind (`CATAN-INFO-8`).
    #[must_use]
    pub fn development(&self, seat: Seat) -> Option<[u8; 5]> {
        self.viewer.sees(seat).then(|| self.game.own.development[seat])
    }
    /// How many development cards the active seat bought in this turn (`CATAN-INFO-8`).
    #[must_use]
    pub fn bought_len(&self) -> u8 {
        self.game.own.bought.iter().sum()
    }
    /// Which development cards the active seat bought in this turn (`CATAN-INFO-8`).
    #[must_use]
    pub fn bought(&self) -> Option<[u8; 5]> {
        self.viewer.sees(self.game.active).then_some(self.game.own.bought)
    }
    /// How many cards are left in the deck (`CATAN-INFO-7`).
    #[must_use]
    pub fn deck_len(&self) -> u8 {
        self.game.deck_len()
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
    /// The length of a seat's longest road.
    #[must_use]
    pub fn road_length(&self, seat: Seat) -> u8 {
        self.game.road_lengths[seat]
    }
    /// Who has the Longest Road card.
    #[must_use]
    pub fn longest_road(&self) -> Option<Seat> {
        self.game.longest_road
    }
    /// Who has the Largest Army card.
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
    /// The rates at which a seat may exchange a kind with the supply (`CATAN-MAR`).
    #[must_use]
    pub fn rates(&self, seat: Seat, kind: Resource) -> Rates {
        self.game.rates(seat, kind)
    }
    /// The best of [`View::rates`]: the fewest cards that a seat gives to the supply for one of another kind.
    #[must_use]
    pub fn rate(&self, seat: Seat, kind: Resource) -> u8 {
        self.game.harbour_rates[seat].count(kind)
    }
    /// The open offer of the active seat, and its addressees.
    #[must_use]
    pub fn offer(&self) -> Option<(Exchange, SeatSet)> {
        self.game.trading.offer()
    }
    /// What a seat answered to the open offer.
    #[must_use]
    pub fn answer(&self, seat: Seat) -> Answer {
        self.game.trading.answer(seat)
    }
    /// A seat's open proposal.
    #[must_use]
    pub fn proposal(&self, seat: Seat) -> Option<Exchange> {
        self.game.trading.proposal(seat)
    }
    /// All open offers and answers.
    #[must_use]
    pub fn trading(&self) -> &'a Trading {
        &self.game.trading
    }
    /// Seats that still owe a discard.
    #[must_use]
    pub fn seats_to_discard(&self) -> SeatSet {
        self.game.yet_to_hand_in(Base::owed(self.game))
    }
    /// What a seat has handed in, while others still choose (`CATAN-INFO-12`).
    #[must_use]
    pub fn handed_in(&self, seat: Seat) -> Option<Cards> {
        self.viewer.sees(seat).then(|| Cards::from(self.game.handed_in[seat]))
    }
    /// What the viewer's own seat may do; nothing for a spectator.
    #[must_use]
    pub fn legal_actions(&self) -> LegalActions {
        match self.viewer {
            Viewer::Seat(seat) => self.game.legal_actions(seat),
            Viewer::Spectator | Viewer::Everything => LegalActions::default(),
        }
    }
    /// Whether the viewer's own seat may do this; a spectator may do nothing.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, action: crate::Action) -> Result<(), Illegal> {
        match self.viewer {
            Viewer::Seat(seat) => self.game.check(seat, action),
            Viewer::Spectator | Viewer::Everything => {
                Err(Illegal::NotYourTurn { deciding: SeatSet::one(self.game.active) })
            }
        }
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
