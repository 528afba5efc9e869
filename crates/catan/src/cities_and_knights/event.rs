//! The events of Cities & Knights, for logs, pictures and card counters.

use crate::cities_and_knights::{Area, CardKind, EventFace, Hand, Knights, Progress, Strength};
use crate::seats::{PerSeat, SEATS};
use crate::{Die, EdgeId, HexId, VertexId, VertexSet, event, vocabulary};
use game::{Seat, Viewer};

/// An event in Cities & Knights.
pub type Event = event::Event<Knights>;

game::events! {
    /// An event that only Cities & Knights has. Fields that not everybody may know are `Option`s and empty in the redacted form.
    pub enum OwnEvent for SEATS seats {
        BuiltWall {
            seat: Seat,
            vertex: VertexId,
            paid: bool,
        },
        BuiltKnight {
            seat: Seat,
            vertex: VertexId,
        },
        Activated {
            seat: Seat,
            vertex: VertexId,
        },
        /// A knight is stronger now: 2 strong, 3 mighty.
        Promoted {
            seat: Seat,
            vertex: VertexId,
            strength: Strength,
        },
        MovedKnight {
            seat: Seat,
            from: VertexId,
            to: VertexId,
        },
        /// A knight drove a weaker one away (`CK-KNIGHT-11`).
        Displaced {
            seat: Seat,
            from: VertexId,
            to: VertexId,
            victim: Seat,
        },
        /// A displaced knight went there, or off the board (`CK-KNIGHT-12`).
        Retreated {
            seat: Seat,
            from: VertexId,
            to: Option<VertexId>,
        },
        /// A knight left the board for Deserter.
        Deserted {
            seat: Seat,
            vertex: VertexId,
            strength: Strength,
        },
        /// A knight was placed for it.
        PlacedDeserter {
            seat: Seat,
            vertex: VertexId,
            strength: Strength,
            active: bool,
        },
        ChasedRobber {
            seat: Seat,
            vertex: VertexId,
        },
        Improved {
            seat: Seat,
            area: Area,
            level: u8 [1..=5],
            crane: bool,
        },
        /// A metropolis stands on this city (`CK-METRO-1`); taken from another city, if there was one (`CK-METRO-3`).
        PlacedMetropolis {
            seat: Seat,
            area: Area,
            vertex: VertexId,
            from: Option<VertexId>,
        },
        /// A metropolis that could have been placed was left (`CK-METRO-7`, `CK-METRO-8`).
        LeftMetropolis {
            seat: Seat,
            area: Area,
        },
        Rolled {
            seat: Seat,
            face: EventFace,
            red: Die,
            other: Die,
        },
        /// The barbarian ship moved to this space (`CK-DICE-2`).
        ShipMoved {
            space: u8 [0..=7],
        },
        /// The barbarians attack: their strength, and that of the knights (`CK-BARB-3`).
        Attacked {
            barbarians: u8,
            knights: u8,
            strengths: PerSeat<u8>,
        },
        /// These knights fight (`CK-BARB-15`).
        Mustered {
            seat: Seat,
            knights: u8,
        },
        /// A city was lost (`CK-BARB-8`): a settlement stands there now, or nothing.
        Pillaged {
            seat: Seat,
            vertex: VertexId,
            settlement: bool,
        },
        /// A road was lost with it, or by Diplomat.
        LostRoad {
            seat: Seat,
            edge: EdgeId,
        },
        /// The only best defender (`CK-BARB-11`).
        Defended {
            seat: Seat,
        },
        /// All knights are inactive, the ship is back (`CK-BARB-14`).
        AttackOver,
        /// A progress card was drawn; which one only its owner knows, victory points everybody (`CK-PROG-4`).
        DrewProgress {
            seat: Seat,
            area: Area,
            card: Option<Progress>,
        },
        /// The draw was declined (`CK-PROG-3`).
        DeclinedDraw {
            seat: Seat,
        },
        /// A seat handed in the progress card it discards; applied when all have.
        HandedInProgress {
            seat: Seat,
        },
        /// A progress card went under its deck (`CK-PROG-6`).
        DroppedProgress {
            seat: Seat,
            area: Area,
            card: Option<Progress>,
        },
        /// The Aqueduct's resource (`CK-IMP-8`).
        TookByAqueduct {
            seat: Seat,
            kind: CardKind,
        },
        /// A progress card was played (`CK-PROG-8`).
        PlayedProgress {
            seat: Seat,
            card: Progress,
        },
        /// Alchemist: the chosen values.
        ChoseDice {
            red: Die,
            other: Die,
        },
        /// Inventor: two tokens changed places.
        SwappedNumbers {
            first: HexId,
            second: HexId,
        },
        /// Cards went from one seat to another unseen: Wedding, Master Merchant (`CK-INFO-3`).
        Gave {
            from: Seat,
            to: Seat,
            count: u8,
            cards: Option<Hand>,
        },
        /// A seat handed in its gift; applied when all have.
        HandedInGift {
            seat: Seat,
        },
        /// A seat looks at the hand of another one with Master Merchant, and sees all of it (`CK-INFO-3`).
        LookedAtHand {
            seat: Seat,
            victim: Seat,
        },
        /// A seat looks at the hidden progress cards of another one with Spy, and sees all of them (`CK-INFO-3`).
        LookedAtProgress {
            seat: Seat,
            victim: Seat,
        },
        /// Spy: none of the progress cards was taken (`CK-POL-7`).
        LeftProgress {
            seat: Seat,
            victim: Seat,
        },
        /// Spy: a progress card changed hands; which one only the two seats know.
        TookProgress {
            seat: Seat,
            victim: Seat,
            area: Area,
            card: Option<Progress>,
        },
        /// Commercial Harbor: an exchange was forced; nothing changes hands without a commodity.
        Forced {
            seat: Seat,
            victim: Seat,
            exchanged: bool,
            gave: Option<CardKind>,
            got: Option<CardKind>,
        },
        /// Warlord: all own knights are active.
        ActivatedAll {
            seat: Seat,
            knights: VertexSet,
        },
        /// The merchant stands there, and stood at `from` before if it was on the island.
        PlacedMerchant {
            seat: Seat,
            hex: HexId,
            from: Option<HexId>,
        },
        /// This kind goes two for one until the end of the turn.
        ChoseFleet {
            seat: Seat,
            kind: CardKind,
        },
        /// Diplomat: a road was taken off the board.
        RemovedRoad {
            seat: Seat,
            owner: Seat,
            edge: EdgeId,
        },
    }
}

game::event_fields!(CardKind, Area, Strength, EventFace, Progress);

impl vocabulary::OwnEvent for OwnEvent {
    /// The event as `viewer` may know it (`CK-INFO`).
    fn redact(self, viewer: Viewer) -> OwnEvent {
        let known = |seats: &[Seat]| seats.iter().any(|&seat| viewer.sees(seat));
        match self {
            OwnEvent::DrewProgress { seat, area, card } if !known(&[seat]) => {
                // Victory points are turned up at once (CK-PROG-5).
                OwnEvent::DrewProgress { seat, area, card: card.filter(|card| card.is_victory_point()) }
            }
            // Others see the colour of the deck (CK-INFO-5).
            OwnEvent::DroppedProgress { seat, area, .. } if !known(&[seat]) => {
                OwnEvent::DroppedProgress { seat, area, card: None }
            }
            OwnEvent::Gave { from, to, count, .. } if !known(&[from, to]) => {
                OwnEvent::Gave { from, to, count, cards: None }
            }
            OwnEvent::TookProgress { seat, victim, area, .. } if !known(&[seat, victim]) => {
                OwnEvent::TookProgress { seat, victim, area, card: None }
            }
            OwnEvent::Forced { seat, victim, exchanged, .. } if !known(&[seat, victim]) => {
                OwnEvent::Forced { seat, victim, exchanged, gave: None, got: None }
            }
            other => other,
        }
    }
}
