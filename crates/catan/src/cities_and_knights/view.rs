//! The part of a view that only Cities & Knights has (`CK-INFO`): kinds of hand cards and of progress cards are hidden
//! (`CK-INFO-2`), the order of a deck from everybody (`CK-INFO-5`).

use crate::cities_and_knights::cards::ProgressHand;
use crate::cities_and_knights::phase::TurnStage;
use crate::cities_and_knights::state::Points;
use crate::cities_and_knights::{
    Action, Area, Bundle, CardKind, CitiesAndKnights, EventFace, Hand, Knights, OwnAction, OwnPhase, Phase,
    Progress, Strength,
};
use crate::seats::{PerSeat, SEATS};
use crate::{Die, EdgeSet, HexId, VertexId, VertexSet};
use game::{Seat, Viewer};

/// A game of Cities & Knights as a viewer may know it.
pub type View<'a> = crate::view::View<'a, Knights>;

/// A viewer's assumption about the hidden cards, to think with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Guess {
    /// The hands of the seats that the viewer does not see.
    pub hands: PerSeat<Hand>,
    /// Their hidden progress cards.
    pub progress: PerSeat<[u8; 25]>,
}

impl View<'_> {
    /// The resource offered by Commercial Harbor, for a viewer who may know it.
    #[must_use]
    pub fn forced_resource(&self) -> Option<CardKind> {
        match self.game.phase {
            Phase::Own(OwnPhase::ForcedExchange { kind, .. }) if self.viewer.sees(self.game.active) => {
                Some(kind)
            }
            _ => None,
        }
    }
    /// The stage of the turn.
    #[must_use]
    pub fn stage(&self) -> TurnStage {
        self.game.own.stage
    }
    /// The last dice: event die, red die, the other one.
    #[must_use]
    pub fn dice(&self) -> Option<(EventFace, Die, Die)> {
        self.game.own.event.zip(self.game.dice).map(|(event, (red, other))| (event, red, other))
    }
    /// Whether anything may move the robber (`CK-ROB-1`).
    #[must_use]
    pub fn robber_is_free(&self) -> bool {
        self.game.own.robber_is_free
    }
    /// The ship's space, 0 to 6.
    #[must_use]
    pub fn ship(&self) -> u8 {
        self.game.own.ship
    }
    /// Free paths where a seat's roads may go on (`CATAN-ROAD-3`, `CK-KNIGHT-6`).
    #[must_use]
    pub fn reach(&self, seat: Seat) -> EdgeSet {
        self.game.road_paths(seat)
    }
    /// Intersections where the distance rule or a knight forbids a building (`CATAN-SETT-2`, `CK-KNIGHT-6`).
    #[must_use]
    pub fn unsettleable(&self) -> VertexSet {
        !self.game.open_intersections()
    }
    /// Cities on their side (`CK-BARB-9`).
    #[must_use]
    pub fn laid(&self) -> VertexSet {
        self.game.own.laid
    }
    /// Intersections with a wall.
    #[must_use]
    pub fn walls(&self) -> VertexSet {
        self.game.own.walls
    }
    /// The intersection of an area's metropolis.
    #[must_use]
    pub fn metropolis(&self, area: Area) -> Option<VertexId> {
        self.game.own.metropolises[area.index()]
    }
    /// A seat's knights of a strength.
    #[must_use]
    pub fn knights(&self, seat: Seat, strength: Strength) -> VertexSet {
        self.game.own.knights[seat][strength.index()]
    }
    /// The knight on an intersection: whose, and how strong.
    #[must_use]
    pub fn knight_at(&self, vertex: VertexId) -> Option<(Seat, Strength)> {
        self.game.knight_at(vertex)
    }
    /// Active knights of all seats.
    #[must_use]
    pub fn active_knights(&self) -> VertexSet {
        self.game.own.active_knights
    }
    /// The strength of the barbarians if they came now (`CK-BARB-1`).
    #[must_use]
    pub fn barbarian_strength(&self) -> u8 {
        self.game.barbarian_strength()
    }
    /// The strength of each seat's active knights (`CK-BARB-2`).
    #[must_use]
    pub fn knight_strengths(&self) -> PerSeat<u8> {
        self.game.strengths(self.game.own.active_knights)
    }
    /// The strength of all seats' active knights together.
    #[must_use]
    pub fn knight_strength(&self) -> u8 {
        self.knight_strengths().0.iter().sum()
    }
    /// The strength of the active knights of all seats, and of the barbarians, after a step of the viewer's own seat; `None` for
    /// an action that the seat may not take now. Both are open to everybody (`CK-BARB-1`, `CK-BARB-2`).
    #[must_use]
    pub fn strengths_after(&self, action: OwnAction) -> Option<(u8, u8)> {
        let Viewer::Seat(seat) = self.viewer else { return None };
        let mut game = *self.game;
        game.play(seat, Action::Own(action), &mut ()).ok()?;
        let after = game.view(self.viewer);
        Some((after.knight_strength(), after.barbarian_strength()))
    }
    /// Knights of the active seat that may still act in this turn.
    #[must_use]
    pub fn ready_knights(&self) -> VertexSet {
        self.game.own.ready
    }
    /// Knights promoted in this turn.
    #[must_use]
    pub fn promoted_knights(&self) -> VertexSet {
        self.game.own.promoted
    }
    /// Knights that fought in the attack that is being resolved; they are still active (`CK-BARB-17`).
    #[must_use]
    pub fn fighting_knights(&self) -> VertexSet {
        self.game.own.fighting
    }
    /// Knights of a strength in a seat's supply.
    #[must_use]
    pub fn knights_left(&self, seat: Seat, strength: Strength) -> u8 {
        self.game.knights_left(seat, strength)
    }
    /// Walls in a seat's supply.
    #[must_use]
    pub fn walls_left(&self, seat: Seat) -> u8 {
        self.game.walls_left(seat)
    }
    /// The level of an area (`CK-IMP-5`).
    #[must_use]
    pub fn level(&self, seat: Seat, area: Area) -> u8 {
        self.game.own.levels[seat][area.index()]
    }
    /// Hidden progress cards of a seat by area (`CK-INFO-1`).
    #[must_use]
    pub fn progress_len(&self, seat: Seat, area: Area) -> u8 {
        self.game.own.progress[seat].count_of(area)
    }
    /// The hidden progress cards of a seat, for a viewer who may know them: the owner, and a seat that plays Spy on it until it
    /// has chosen.
    #[must_use]
    pub fn progress(&self, seat: Seat) -> Option<[u8; 25]> {
        let shown = matches!(self.game.phase, Phase::Own(OwnPhase::Spying { victim }) if victim == seat);
        let sees = self.viewer.sees(seat) || (shown && self.viewer.sees(self.game.active));
        sees.then(|| self.game.own.progress[seat].counts())
    }
    /// Printer and Constitution, each with the seat that turned it up.
    #[must_use]
    pub fn revealed(&self) -> [(Progress, Option<Seat>); 2] {
        [(Progress::Printer, self.game.own.revealed[0]), (Progress::Constitution, self.game.own.revealed[1])]
    }
    /// Cards in a deck.
    #[must_use]
    pub fn deck_len(&self, area: Area) -> u8 {
        self.game.deck_len(area)
    }
    /// The cards of a deck, those that lie under it included: only for a viewer who sees everything (`CK-INFO-2`).
    pub fn deck(&self, area: Area) -> Option<impl Iterator<Item = (Progress, u8)> + use<'_>> {
        let under =
            move |card| self.game.own.under[area.index()].iter().filter(|&other| other == card).count();
        let count = move |card: Progress| self.game.own.deck[card.index()] + under(card) as u8;
        let all = move || Progress::of_area(area).map(move |card| (card, count(card)));
        (self.viewer == Viewer::Everything).then(all)
    }
    /// The merchant: whose, and on which hex.
    #[must_use]
    pub fn merchant(&self) -> Option<(Seat, HexId)> {
        self.game.own.merchant
    }
    /// Defender cards of a seat.
    #[must_use]
    pub fn defenders(&self, seat: Seat) -> u8 {
        self.game.own.defenders[seat]
    }
    /// Cranes that wait for an improvement.
    #[must_use]
    pub fn cranes(&self) -> u8 {
        self.game.own.cranes
    }
    /// Kinds that Merchant Fleet lets go two for one in this turn.
    pub fn fleet(&self) -> impl Iterator<Item = CardKind> + use<> {
        let fleet = self.game.own.fleet;
        CardKind::ALL.into_iter().filter(move |kind| fleet >> kind.index() & 1 == 1)
    }
    /// Commercial Harbors played in this turn; like all that lasts until its end they are open to all (`CK-PROG-12`).
    #[must_use]
    pub fn commercial_harbors(&self) -> u8 {
        self.game.own.commercial_harbors
    }
    /// The number of times that this seat was forced to an exchange in this turn (`CK-TRD-1`).
    #[must_use]
    pub fn forced(&self, seat: Seat) -> u8 {
        self.game.own.forced[seat]
    }
    /// Whether the active seat may force this one to an exchange.
    #[must_use]
    pub fn may_force(&self, seat: Seat) -> bool {
        seat != self.game.active && self.game.may_force(seat)
    }
    /// The points of a seat; all of them are open.
    #[must_use]
    pub fn points(&self, seat: Seat) -> Points {
        self.game.points(seat)
    }
    /// The price of the active seat's next improvement of an area; `None` at the highest level.
    #[must_use]
    pub fn improvement_price(&self, area: Area) -> Option<Hand> {
        (self.level(self.game.active, area) < 5).then(|| self.game.improvement_price(area))
    }
    /// The most cards a seat may hold on a 7.
    #[must_use]
    pub fn hand_limit(&self, seat: Seat) -> u32 {
        self.game.hand_limit(seat)
    }
    /// Whether a seat has handed in what it owes, while others have yet to.
    #[must_use]
    pub fn has_handed_in(&self, seat: Seat) -> bool {
        let asked = match self.game.phase {
            Phase::Discarding { owed }
            | Phase::Own(OwnPhase::Sabotage { owed })
            | Phase::Own(OwnPhase::Giving { owed }) => owed[seat] > 0,
            Phase::Own(OwnPhase::DroppingCards { seats }) => seats.contains(seat),
            _ => false,
        };
        asked && !self.game.deciding().contains(seat)
    }
    /// The progress card a seat has handed in, for itself.
    #[must_use]
    pub fn dropped(&self, seat: Seat) -> Option<Progress> {
        self.game.own.dropped[seat].filter(|_| self.viewer.sees(seat))
    }
    /// A whole game to think with, in which what the viewer does not know is as guessed; the cards of the decks are in
    /// no known order. `None` if the guess contradicts what the viewer knows.
    #[must_use]
    pub fn imagine(&self, guess: &Guess) -> Option<CitiesAndKnights> {
        let mut game = *self.game;
        let mut cards = game.supply;
        for seat in Seat::first(SEATS) {
            if self.hand(seat).is_none() {
                if guess.hands[seat].len() != self.hand_len(seat) {
                    return None;
                }
                game.hands[seat] = guess.hands[seat];
                game.handed_in[seat] = Bundle::default();
            }
            if self.progress(seat).is_none() {
                let guessed = ProgressHand::new(guess.progress[seat]);
                let fits = |area| guessed.count_of(area) == self.progress_len(seat, area);
                if !Area::ALL.into_iter().all(fits) {
                    return None;
                }
                game.own.progress[seat] = guessed;
                game.own.dropped[seat] = None;
            }
            cards = cards.checked_add(game.hands[seat])?;
        }
        if cards != Hand::BOX {
            return None;
        }
        // All that nobody holds lies in the decks.
        game.own.deck = Progress::BOX;
        game.own.under = CitiesAndKnights::new(&game.options).own.under;
        for seat in Seat::first(SEATS) {
            for (left, held) in game.own.deck.iter_mut().zip(game.own.progress[seat].counts()) {
                *left = left.checked_sub(held)?;
            }
        }
        for (card, owner) in self.revealed() {
            game.own.deck[card.index()] -= u8::from(owner.is_some());
        }
        if let Phase::Own(OwnPhase::ForcedExchange { victim, .. }) = game.phase
            && !self.viewer.sees(game.active)
        {
            let kind = game.hands[game.active].resources().kinds().next()?;
            game.phase = Phase::Own(OwnPhase::ForcedExchange { victim, kind });
        }
        Some(game)
    }
}
