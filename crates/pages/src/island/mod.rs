//! What the tables of Catan and of Cities & Knights have in common: cards of some kinds, places on the island, trade,
//! and how a table is laid out. Each game says in [`Island`] what it calls and allows; the rest is written once here.

pub(crate) mod desk;
pub(crate) mod forms;
pub(crate) mod plain;
pub(crate) mod side;
pub(crate) mod table;
pub(crate) mod trade;

pub(crate) use side::{Fact, Part};
pub(crate) use table::{Parts, Table};

use crate::catan::words::Named;
use crate::log::Told;
use ::catan::{Answer, Bundle, Exchange, HexId, Kind, Layout, Rates};
use game::{Clause, Game, Seat, SeatSet};
use std::fmt::Display;

/// One of the two games on the island of Catan, as far as their tables are alike.
pub(crate) trait Island: Game<Action: Display, LegalActions: Default> + 'static {
    /// A kind of card in the hand.
    type Kind: Named;

    /// The action that says this about trade.
    fn deal(deal: Deal<Self::Kind>) -> Self::Action;

    /// What the viewer may do.
    fn legal(view: &Self::View<'_>) -> Self::LegalActions;
    /// Whether an action is among them.
    fn lists(legal: &Self::LegalActions, action: Self::Action) -> bool;
    /// Whether the viewer may do this.
    fn allows(view: &Self::View<'_>, action: Self::Action) -> Result<(), Self::Illegal>;
    /// The clause behind a refusal.
    fn clause(why: &Self::Illegal) -> Clause;
    /// How many seats play.
    fn seats_of(view: &Self::View<'_>) -> usize;
    /// Whose turn it is.
    fn active(view: &Self::View<'_>) -> Seat;
    /// Whether the game is over.
    fn is_over(view: &Self::View<'_>) -> bool;
    /// The island, once it lies.
    fn layout<'v>(view: &'v Self::View<'_>) -> Option<&'v Layout>;
    /// Where the robber stands.
    fn robber(view: &Self::View<'_>) -> HexId;
    /// Cards in a hand.
    fn hand_len(view: &Self::View<'_>, seat: Seat) -> u32;
    /// Which ones, for who may know.
    fn hand(view: &Self::View<'_>, seat: Seat) -> Option<Bundle<Self::Kind>>;
    /// What the supply holds.
    fn supply(view: &Self::View<'_>) -> Bundle<Self::Kind>;
    /// The rates at which a seat may exchange a kind with the supply.
    fn rates(view: &Self::View<'_>, seat: Seat, kind: Self::Kind) -> Rates;
    /// Whether trade is open.
    fn trade_is_open(view: &Self::View<'_>) -> bool;
    /// The open offer and its addressees.
    fn offer(view: &Self::View<'_>) -> Option<(Exchange<Self::Kind>, SeatSet)>;
    /// A seat's answer to it.
    fn answer(view: &Self::View<'_>, seat: Seat) -> Answer<Self::Kind>;
    /// A seat's open proposal.
    fn proposal(view: &Self::View<'_>, seat: Seat) -> Option<Exchange<Self::Kind>>;
    /// Who is to act; in step 4 that is the active seat, whoever else may say something about trade.
    fn due(view: &Self::View<'_>) -> SeatSet;
    /// How many points win.
    fn goal(view: &Self::View<'_>) -> u8;

    /// What a place says on the board of what is done there, where the place alone would leave that open.
    fn label_in_words(_table: &Table<'_, Self>, _action: Self::Action) -> Option<String> {
        None
    }
    /// Where an action takes place; what it does, for one that has no place.
    fn place_in_words(table: &Table<'_, Self>, action: Self::Action) -> String;
    /// Why something is refused, without the clause.
    fn refusal_in_words(table: &Table<'_, Self>, why: &Self::Illegal) -> String;
    /// What happened.
    fn tell(table: &Table<'_, Self>, event: &Self::Event) -> Told;
    /// All parts that points can have, with those of a seat.
    fn points(table: &Table<'_, Self>, seat: Seat) -> Vec<Part>;
    /// What is open about a seat; for all seats the same things.
    fn facts(table: &Table<'_, Self>, seat: Seat) -> Vec<Fact>;
    /// Pieces that a seat has left, and what else is told where it is unfolded.
    fn left(table: &Table<'_, Self>, seat: Seat) -> Vec<Part>;
}

/// What can be said about trade, whatever the cards.
#[derive(Clone, Copy)]
pub(crate) enum Deal<K: Kind> {
    /// Exchange with the supply.
    Supply { give: Bundle<K>, get: K },
    /// Offer this to these.
    Offer { give: Bundle<K>, want: Bundle<K>, to: SeatSet },
    /// Propose this to the active player.
    Propose { give: Bundle<K>, want: Bundle<K> },
    /// Accept the open offer.
    Accept,
    /// Reject it.
    Reject,
    /// Carry it out with this seat.
    Execute(Seat),
    /// Take it back.
    Withdraw,
    /// Accept this seat's proposal.
    AcceptProposal(Seat),
    /// Reject it.
    RejectProposal(Seat),
    /// Take the own proposal back.
    WithdrawProposal,
}
