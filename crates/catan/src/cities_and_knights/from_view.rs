//! From the document of a view of Cities & Knights back to a position.

use crate::cities_and_knights::setup::{OfferSetup, PhaseSetup, SeatSetup, Setup};
use crate::cities_and_knights::{Area, Bundle, CardKind, EventFace, Hand, Options, Progress};
use crate::from_view::{OpenOffer, Unseen, award, board, hands, proposal, seats, some_of, viewer};
use crate::seats::PerSeat;
use crate::{Die, SEATS};
use game::{Field, Seat, ViewError};
use std::collections::BTreeMap;

type Seats<'a> = [(Seat, Field<'a>)];

/// The setup of a view: hidden hands and progress cards are dealt out of what the viewer does not see.
pub(super) fn setup_of_view(view: &Field<'_>) -> Result<Setup, ViewError> {
    let options: Options = view.field("options").read()?;
    let viewer = viewer(view, options.players)?;
    let seats = seats(view, options.players)?;
    let active: Seat = view.field("active").read()?;
    let forced = view.field("phase").field("forced-exchange");
    let hands = dealt_hands(view, &seats, viewer, active, &forced)?;
    let progress = dealt_progress(&seats, viewer)?;
    let phase = if forced.is_given() {
        forced_exchange(&forced, hands.0.get(active.index()).copied().unwrap_or_default())?
    } else {
        view.field("phase").read()?
    };
    let mut setups = BTreeMap::new();
    let mut forced = PerSeat::<u8>::default();
    for (seat, has) in &seats {
        setups.insert(*seat, seat_setup(*seat, has, &phase, hands[*seat], progress[*seat])?);
        forced[*seat] = has.field("forced").read()?;
    }
    let offer = OpenOffer::read(view, &seats)?.map(|OpenOffer { give, want, to, answers }| {
        let asked = to.into_iter().filter(|seat| seat.index() < SEATS);
        OfferSetup { give, want, to, answers: asked.map(|seat| (seat, answers[seat])).collect() }
    });
    Ok(Setup {
        options,
        board: board(view)?,
        robber: view.field("robber").given()?,
        attacked: view.field("robber_is_free").read()?,
        ship: view.field("ship").read()?,
        seats: setups,
        metropolises: view.field("metropolises").read()?,
        revealed: view.field("revealed").read()?,
        under: BTreeMap::new(),
        drawn: BTreeMap::new(),
        merchant: view.field("merchant").read()?,
        supply: Some(view.field("supply").read()?),
        longest_road: award(&view.field("longest_road"))?,
        active,
        start: view.field("start").given()?.unwrap_or(Seat::A),
        phase,
        stage: Some(view.field("stage").read()?),
        built: view.field("built").read()?,
        ready: Some(view.field("ready_knights").list()?),
        promoted: view.field("promoted_knights").list()?,
        fighting: if view.field("fighting_knights").is_given() {
            view.field("fighting_knights").list()?
        } else {
            crate::VertexSet::EMPTY
        },
        cranes: view.field("cranes").read()?,
        fleet: view.field("fleet").list()?,
        commercial_harbors: view.field("harbors").read()?,
        forced,
        dice: dice(&view.field("dice"))?,
        turn: view.field("turns").given()?,
        thefts: 0,
        offer,
    })
}

/// Deals the hands. The seat that offers a resource by Commercial Harbor gets one, and the seat that it asks gets a commodity
/// (`CK-TRD-1`).
fn dealt_hands(
    view: &Field<'_>,
    seats: &Seats<'_>,
    viewer: Seat,
    active: Seat,
    forced: &Field<'_>,
) -> Result<PerSeat<Hand>, ViewError> {
    let is_resource = |kind: CardKind| !kind.is_commodity();
    let is_commodity = CardKind::is_commodity;
    let mut first: Vec<(Seat, &dyn Fn(CardKind) -> bool)> = Vec::new();
    if forced.is_given() {
        first.push((active, &is_resource));
        first.push((forced.field("victim").read()?, &is_commodity));
        first.retain(|(seat, _)| seat.index() < SEATS);
    }
    hands(view, seats, viewer, &first, "CK-COMP-9")
}

/// The phase of a forced exchange: where the viewer may not know the resource, it is one that the active seat holds.
fn forced_exchange(forced: &Field<'_>, hand: Hand) -> Result<PhaseSetup, ViewError> {
    let kind = forced.field("kind").given()?.or_else(|| hand.resources().kinds().next());
    let kind = kind.ok_or_else(|| {
        forced.against("CK-TRD-1", "the active seat cannot hold a resource, so it can offer none")
    })?;
    Ok(PhaseSetup::ForcedExchange { victim: forced.field("victim").read()?, kind })
}

fn seat_setup(
    seat: Seat,
    has: &Field<'_>,
    phase: &PhaseSetup,
    hand: Hand,
    progress: [u8; 25],
) -> Result<SeatSetup, ViewError> {
    let is_done = has.field("has_handed_in").given()?.unwrap_or(false);
    let owed = match phase {
        PhaseSetup::Discarding { owed, .. } | PhaseSetup::Giving { owed } => owed.get(&seat).copied(),
        _ => None,
    };
    let handed_in: Option<Bundle> = has.field("handed_in").given()?;
    let dropped: Option<Progress> = has.field("dropped").given()?;
    let drops = matches!(phase, PhaseSetup::DroppingCards { .. }) && is_done;
    let any_card = || Progress::ALL.into_iter().find(|card| progress[card.index()] > 0);
    let hides = handed_in.is_none() && is_done;
    let held = Progress::ALL.into_iter().map(|card| (card, progress[card.index()]));
    Ok(SeatSetup {
        settlements: has.field("settlements").list()?,
        laid: has.field("laid").list()?,
        cities: has.field("cities").list()?,
        walls: has.field("walls").list()?,
        roads: has.field("roads").list()?,
        knights: has.field("knights").read()?,
        active: has.field("active_knights").list()?,
        hand,
        levels: has.field("levels").read()?,
        progress: held.filter(|&(_, count)| count > 0).collect(),
        defenders: has.field("defenders").read()?,
        handed_in: match owed {
            Some(owed) if hides => some_of(hand, owed.into()),
            _ => handed_in.unwrap_or_default(),
        },
        dropped: if drops { dropped.or_else(any_card) } else { dropped },
        proposal: proposal(has)?,
        offers_made: has.field("offers_made").given()?.unwrap_or(0),
    })
}

/// Hidden progress cards of all seats. What nobody holds lies in the decks; victory points are never hidden
/// (`CK-PROG-5`).
fn dealt_progress(seats: &Seats<'_>, viewer: Seat) -> Result<PerSeat<[u8; 25]>, ViewError> {
    let mut held = game::BySeat([[0; 25]; SEATS]);
    let mut unseen = Unseen(Progress::BOX);
    let mut hidden = Vec::new();
    for (seat, has) in seats {
        let field = has.field("progress");
        let shown: Option<BTreeMap<Progress, u8>> =
            if *seat == viewer { Some(field.read()?) } else { field.given()? };
        let Some(shown) = shown else {
            hidden.push((*seat, has.field("progress_sizes")));
            continue;
        };
        for (card, count) in shown {
            held[*seat][card.index()] = count;
            let left = &mut unseen.0[card.index()];
            *left = left.checked_sub(count).ok_or_else(|| {
                let all = Progress::BOX[card.index()];
                field.against(
                    "CK-COMP-9",
                    format!("with {count} {card} there are more than the {all} of the box"),
                )
            })?;
        }
    }
    for (seat, sizes) in hidden {
        for area in Area::ALL {
            let count: u32 = sizes.field(&area.to_string()).read()?;
            let cards = Progress::of_area(area).filter(|card| !card.is_victory_point());
            let dealt = unseen.take(count, cards.map(Progress::index));
            held[seat].iter_mut().zip(dealt).for_each(|(held, dealt)| *held += dealt);
        }
    }
    Ok(held)
}

fn dice(field: &Field<'_>) -> Result<Option<(EventFace, Die, Die)>, ViewError> {
    if field.is_null() {
        return Ok(None);
    }
    Ok(Some((field.field("event").read()?, field.field("red").read()?, field.field("other").read()?)))
}
