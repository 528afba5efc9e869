//! What just happened, for logs, pictures and card counters.

use crate::cities_and_knights::{Area, CardKind, EventFace, Hand, Progress};
use crate::state::PerSeat;
use crate::{EdgeId, HexId, Layout, VertexId, VertexSet};
use game::{Outcome, Seat, SeatSet, Viewer};

/// What just happened. Fields that not everybody may know are `Option`s and empty in the redacted form. As a document
/// (`docs/view.md`) each is an object with its name under `event`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    /// The island was laid out.
    LaidOut {
        #[serde(serialize_with = "crate::document::as_text")]
        layout: Layout,
    },
    RolledForStart {
        seat: Seat,
        dice: (u8, u8),
    },
    Starts {
        seat: Seat,
    },
    BuiltRoad {
        seat: Seat,
        edge: EdgeId,
        paid: bool,
    },
    BuiltSettlement {
        seat: Seat,
        vertex: VertexId,
        paid: bool,
    },
    BuiltCity {
        seat: Seat,
        vertex: VertexId,
        paid: bool,
    },
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
        strength: u8,
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
        strength: u8,
    },
    /// A knight was placed for it.
    PlacedDeserter {
        seat: Seat,
        vertex: VertexId,
        strength: u8,
        active: bool,
    },
    ChasedRobber {
        seat: Seat,
        vertex: VertexId,
    },
    Improved {
        seat: Seat,
        area: Area,
        level: u8,
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
    StartingCards {
        seat: Seat,
        cards: Hand,
    },
    Rolled {
        seat: Seat,
        face: EventFace,
        red: u8,
        other: u8,
    },
    /// The barbarian ship moved to this space (`CK-DICE-2`).
    ShipMoved {
        space: u8,
    },
    /// The barbarians attack: their strength, and that of the knights (`CK-BARB-3`).
    Attacked {
        barbarians: u8,
        knights: u8,
        #[serde(serialize_with = "crate::document::by_seat")]
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
    /// What the roll gave each seat.
    Produced {
        #[serde(serialize_with = "crate::document::by_seat")]
        cards: PerSeat<Hand>,
    },
    Blocked {
        hex: HexId,
    },
    Shortage {
        kind: CardKind,
    },
    /// The Aqueduct's resource (`CK-IMP-8`).
    TookByAqueduct {
        seat: Seat,
        kind: CardKind,
    },
    HandedInDiscard {
        seat: Seat,
    },
    Discarded {
        #[serde(serialize_with = "crate::document::by_seat")]
        cards: PerSeat<Hand>,
    },
    MovedRobber {
        seat: Seat,
        from: HexId,
        to: HexId,
    },
    /// A card was stolen; which one only the two seats know (`CK-INFO-3`).
    Stole {
        thief: Seat,
        victim: Seat,
        card: Option<CardKind>,
    },
    StoleNothing {
        thief: Seat,
        victim: Seat,
    },
    /// The theft was declined (`CATAN-ROB-5`).
    DeclinedTheft {
        seat: Seat,
    },
    TradedWithSupply {
        seat: Seat,
        give: Hand,
        get: CardKind,
    },
    Offered {
        seat: Seat,
        give: Hand,
        want: Hand,
        to: SeatSet,
    },
    AcceptedOffer {
        seat: Seat,
    },
    RejectedOffer {
        seat: Seat,
    },
    Countered {
        seat: Seat,
        give: Hand,
        want: Hand,
    },
    WithdrewOffer {
        seat: Seat,
    },
    Proposed {
        seat: Seat,
        give: Hand,
        want: Hand,
    },
    WithdrewProposal {
        seat: Seat,
    },
    RejectedProposal {
        seat: Seat,
        proposer: Seat,
    },
    Lapsed {
        seat: Seat,
    },
    OffersEnded,
    Traded {
        active: Seat,
        partner: Seat,
        gave: Hand,
        got: Hand,
    },
    /// A progress card was played (`CK-PROG-8`).
    PlayedProgress {
        seat: Seat,
        card: Progress,
    },
    /// Alchemist: the chosen values.
    ChoseDice {
        red: u8,
        other: u8,
    },
    /// Inventor: two tokens changed places.
    SwappedNumbers {
        first: HexId,
        second: HexId,
    },
    /// Cards from the supply, by Irrigation or Mining.
    TookFromSupply {
        seat: Seat,
        cards: Hand,
    },
    /// Monopolies: what each opponent gave (`CK-INFO-4`).
    Monopolized {
        seat: Seat,
        kind: CardKind,
        #[serde(serialize_with = "crate::document::by_seat")]
        counts: PerSeat<u8>,
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
        #[serde(serialize_with = "places")]
        knights: VertexSet,
    },
    /// The merchant stands there.
    PlacedMerchant {
        seat: Seat,
        hex: HexId,
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
    RoadBuildingEnded {
        seat: Seat,
    },
    LongestRoad {
        holder: Option<Seat>,
        length: u8,
    },
    TurnEnded {
        seat: Seat,
        next: Seat,
    },
    Over {
        outcome: Outcome,
    },
}

impl Event {
    /// The event as `viewer` may know it (`CK-INFO`).
    #[must_use]
    pub fn redact(self, viewer: Viewer) -> Event {
        let known = |seats: &[Seat]| seats.iter().any(|&seat| viewer.sees(seat));
        match self {
            Event::DrewProgress { seat, area, card } if !known(&[seat]) => {
                // Victory points are turned up at once (CK-PROG-5).
                Event::DrewProgress { seat, area, card: card.filter(|card| card.is_victory_point()) }
            }
            // Others see the colour of the deck (CK-INFO-5).
            Event::DroppedProgress { seat, area, .. } if !known(&[seat]) => {
                Event::DroppedProgress { seat, area, card: None }
            }
            Event::Stole { thief, victim, .. } if !known(&[thief, victim]) => {
                Event::Stole { thief, victim, card: None }
            }
            Event::Gave { from, to, count, .. } if !known(&[from, to]) => {
                Event::Gave { from, to, count, cards: None }
            }
            Event::TookProgress { seat, victim, area, .. } if !known(&[seat, victim]) => {
                Event::TookProgress { seat, victim, area, card: None }
            }
            Event::Forced { seat, victim, exchanged, .. } if !known(&[seat, victim]) => {
                Event::Forced { seat, victim, exchanged, gave: None, got: None }
            }
            other => other,
        }
    }
}

/// A set of intersections as a list of names.
fn places<S: serde::Serializer>(places: &VertexSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(*places)
}
