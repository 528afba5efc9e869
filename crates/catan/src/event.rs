//! The events of a game, for logs, pictures and card counters.

use crate::board::Board;
use crate::topology::{Edges, Map, Vertices};
use crate::trading::{Answer, Exchange};
use crate::vocabulary::{OwnEvent as _, Vocabulary};
use crate::{Bundle, Counts, Die, Edge, Hex, Kind, Layout, Piece, Vertex};
use game::{Outcome, Seat, SeatSet, Viewer};
use std::fmt::Debug;

game::events! {
    /// Something that just happened. Fields that not everybody may know are `Option`s and empty in the redacted form.
    pub enum Event<R: Vocabulary> for (R::SEATS) seats {
        /// The island was laid out.
        LaidOut { layout: Layout<R::Map> },
        /// A seat rolled for the start (`CATAN-SETUP-2`).
        RolledForStart { seat: Seat, dice: (Die, Die) },
        /// This seat begins.
        Starts { seat: Seat },
        /// A piece was built: a road on a path.
        BuiltRoad { seat: Seat, edge: Edge<R::Map>, paid: bool },
        /// A settlement was built.
        BuiltSettlement { seat: Seat, vertex: Vertex<R::Map>, paid: bool },
        /// A city was built: of a settlement, or as a starting city.
        BuiltCity {
            seat: Seat,
            vertex: Vertex<R::Map>,
            #[serde(skip_serializing_if = "cities_are_bought::<R>")]
            paid: bool = (!R::SECOND_IS_CITY).then_some(true),
        },
        /// Starting cards for the second settlement (`CATAN-SETUP-6`).
        StartingCards { seat: Seat, cards: Counts<R::Kind> },
        /// The cards that the roll gave to each seat, paid out at the same time.
        Produced { cards: R::PerSeat<Counts<R::Kind>> },
        /// The robber kept this hex from producing, although buildings stand there (`CATAN-PROD-4`).
        Blocked { hex: Hex<R::Map> },
        /// The supply could not pay all that was owed of this kind (`CATAN-PROD-5`, `CATAN-PROD-6`).
        Shortage { kind: R::Kind },
        /// A seat handed in its discard; which cards is open only when all have (`CATAN-INFO-12`).
        HandedInDiscard { seat: Seat },
        /// The discards, applied together.
        Discarded { cards: R::PerSeat<Counts<R::Kind>> },
        /// The robber moved.
        MovedRobber { seat: Seat, from: Hex<R::Map>, to: Hex<R::Map> },
        /// A card was stolen; which one only thief and victim know.
        Stole { thief: Seat, victim: Seat, card: Option<R::Kind> },
        /// A seat was chosen that had no card (`CATAN-ROB-5`, option `any_adjacent`).
        StoleNothing { thief: Seat, victim: Seat },
        /// The theft was declined (`CATAN-ROB-5`, option `robber_theft`).
        DeclinedTheft { seat: Seat },
        /// Year of Plenty took these.
        TookFromSupply { seat: Seat, cards: Counts<R::Kind> },
        /// Monopoly: what each opponent handed over (`CATAN-DEV-10`, `CK-INFO-4`).
        Monopolized { seat: Seat, kind: R::Kind, counts: R::PerSeat<u8> [0..=95] },
        /// An exchange with the supply.
        TradedWithSupply { seat: Seat, give: Counts<R::Kind>, get: R::Kind },
        /// An offer was made; it replaces an older one.
        Offered { seat: Seat, give: Counts<R::Kind>, want: Counts<R::Kind>, to: SeatSet },
        /// The open offer was accepted (not yet carried out).
        AcceptedOffer { seat: Seat },
        /// The open offer was rejected.
        RejectedOffer { seat: Seat },
        /// A counter-offer was made.
        Countered { seat: Seat, give: Counts<R::Kind>, want: Counts<R::Kind> },
        /// The open offer was taken back.
        WithdrewOffer { seat: Seat },
        /// A proposal was made to the active player; it replaces an older one.
        Proposed { seat: Seat, give: Counts<R::Kind>, want: Counts<R::Kind> },
        /// A proposal was taken back.
        WithdrewProposal { seat: Seat },
        /// A proposal was rejected.
        RejectedProposal { seat: Seat, proposer: Seat },
        /// An answer or proposal lapsed because it could no longer be carried out (`CATAN-DOM-11`).
        Lapsed { seat: Seat },
        /// Open offers and proposals ended with the trade step (`CATAN-DOM-9`).
        OffersEnded,
        /// An exchange between players: what the active seat gave and got.
        Traded { active: Seat, partner: Seat, gave: Counts<R::Kind>, got: Counts<R::Kind> },
        /// The Longest Road card went to a seat, or was set aside; `from` had it before.
        LongestRoad { holder: Option<Seat>, from: Option<Seat>, length: u8 [0..=15] },
        /// The free roads are placed, or the seat stopped, or no further one fits (`CATAN-DEV-8`).
        RoadBuildingEnded { seat: Seat },
        /// The turn passed on.
        TurnEnded { seat: Seat, next: Seat },
        /// The game is over; everybody's victory point cards are open now (`CATAN-WIN-7`).
        Over {
            outcome: Outcome,
            #[serde(skip_serializing_if = "points_are_open::<R>")]
            victory_cards: R::PerSeat<u8> [0..=5] = R::POINTS_ARE_OPEN.then(Default::default),
        },
        /// An event that only this game has.
        #[serde(untagged)]
        Own(R::OwnEvent),
    }
}

game::event_fields!(Die, crate::Resource);

impl<K: Kind> game::EventField for Counts<K> {}
impl<K: Kind> game::EventField for Bundle<K> {}
impl<K: Kind> game::EventField for Exchange<K> {}
impl<K: Kind> game::EventField for Answer<K> {}
impl<M: Map> game::EventField for Hex<M> {}
impl<M: Map> game::EventField for Vertex<M> {}
impl<M: Map> game::EventField for Edge<M> {}
impl<M: Map> game::EventField for Vertices<M> {}
impl<M: Map> game::EventField for Edges<M> {}
impl<M: Board> game::EventField for Layout<M> {}

/// Whether every city is paid for, so that events need not say so.
fn cities_are_bought<R: Vocabulary>(_: &bool) -> bool {
    !R::SECOND_IS_CITY
}

/// Whether nothing is revealed when the game is over.
fn points_are_open<R: Vocabulary>(_: &R::PerSeat<u8>) -> bool {
    R::POINTS_ARE_OPEN
}

/// A kind of piece and where it stands, as events tell it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Place<M: Map> {
    Edge(Edge<M>),
    Vertex(Vertex<M>),
}

impl<R: Vocabulary> Event<R> {
    /// The piece that this event put on the board, if it did.
    #[must_use]
    pub fn placed(self) -> Option<(Seat, Piece, Place<R::Map>)> {
        match self {
            Event::BuiltRoad { seat, edge, .. } => Some((seat, Piece::Road, Place::Edge(edge))),
            Event::BuiltSettlement { seat, vertex, .. } => {
                Some((seat, Piece::Settlement, Place::Vertex(vertex)))
            }
            Event::BuiltCity { seat, vertex, .. } => Some((seat, Piece::City, Place::Vertex(vertex))),
            _ => None,
        }
    }

    /// The event as `viewer` may know it: all of it (`CATAN-INFO-5`), but for the kind of a stolen card (`CATAN-ROB-7`,
    /// `CATAN-INFO-6`) and for what a game keeps secret itself (`CATAN-INFO-8`, `CK-INFO-3`).
    #[must_use]
    pub fn redact(self, viewer: Viewer) -> Event<R> {
        match self {
            Event::Stole { thief, victim, .. } if !viewer.sees(thief) && !viewer.sees(victim) => {
                Event::Stole { thief, victim, card: None }
            }
            Event::Own(own) => Event::Own(own.redact(viewer)),
            open => open,
        }
    }
}
