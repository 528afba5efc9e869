//! From the document of a view back to a position: what both games read alike, and how hidden cards are dealt.

use crate::seats::{PerSeat, SEATS};
use crate::setup::Award;
use crate::{Answer, Bundle, Counts, Exchange, HexId, Kind, Layout, Terrain};
use game::{Clause, Field, Seat, SeatSet, ViewError};

/// The seats that play, each with its object in the document.
pub(crate) fn seats<'a>(view: &Field<'a>, players: u8) -> Result<Vec<(Seat, Field<'a>)>, ViewError> {
    view.field("seats").seats(usize::from(players).min(SEATS))
}

/// The seat that looks, which must be one of these.
pub(crate) fn viewer(view: &Field<'_>, players: u8) -> Result<Seat, ViewError> {
    let field = view.field("viewer");
    let seat: Seat = field.read()?;
    if seat.index() < usize::from(players).min(SEATS) {
        Ok(seat)
    } else {
        Err(field.fault(format!("seat {seat} does not play; there are {players} seats")))
    }
}

/// The island; `None` before it is laid out.
pub(crate) fn board(view: &Field<'_>) -> Result<Option<Layout>, ViewError> {
    let field = view.field("board");
    if field.is_null() {
        field.read::<()>()?;
        return Ok(None);
    }
    let mut layout = Layout::beginner();
    let (hexes, harbours) = (field.field("hexes"), field.field("harbours"));
    let items = hexes.items()?;
    if items.len() != HexId::COUNT {
        return Err(hexes.fault(format!("there are {} hexes, H0 to H18; not {}", HexId::COUNT, items.len())));
    }
    for (hex, item) in HexId::all().zip(&items) {
        layout.terrain[hex] = item.field("terrain").read::<Terrain>()?;
        layout.numbers[hex] = item.field("number").given()?.unwrap_or(0);
    }
    let items = harbours.items()?;
    if items.len() != layout.harbours.len() {
        return Err(harbours.fault(format!("there are 9 harbours, S1 to S9; not {}", items.len())));
    }
    for (harbour, item) in layout.harbours.iter_mut().zip(&items) {
        *harbour = item.field("harbour").read()?;
    }
    layout.check_components().map_err(|(reason, clause)| field.against(clause, reason))?;
    Ok(Some(layout))
}

/// Reads the holder of a special card: derived from the rest of the position if the field is missing, nobody if it is `null`.
pub(crate) fn award(field: &Field<'_>) -> Result<Award, ViewError> {
    Ok(if field.is_given() { field.given::<Seat>()?.into() } else { Award::Derived })
}

/// The open offer with the answers to it, which stand with the seats.
pub(crate) struct OpenOffer<K: Kind> {
    pub(crate) give: Bundle<K>,
    pub(crate) want: Bundle<K>,
    pub(crate) to: SeatSet,
    pub(crate) answers: PerSeat<Answer<K>>,
}

impl<K: Kind> OpenOffer<K> {
    pub(crate) fn read(
        view: &Field<'_>,
        seats: &[(Seat, Field<'_>)],
    ) -> Result<Option<OpenOffer<K>>, ViewError> {
        let field = view.field("offer");
        if field.is_null() {
            return Ok(None);
        }
        let mut answers = PerSeat::default();
        for (seat, has) in seats {
            answers[*seat] = has.field("answer").given()?.unwrap_or_default();
        }
        Ok(Some(OpenOffer {
            give: field.field("give").read()?,
            want: field.field("want").read()?,
            to: field.field("to").read()?,
            answers,
        }))
    }
}

/// A seat's open proposal.
pub(crate) fn proposal<K: Kind>(has: &Field<'_>) -> Result<Option<Exchange<K>>, ViewError> {
    has.field("proposal").given()
}

/// Cards that the viewer does not see, by kind, which are dealt out as far as their numbers are known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unseen<const KINDS: usize>(pub(crate) [u8; KINDS]);

impl<const KINDS: usize> Unseen<KINDS> {
    /// Takes `count` cards, those of earlier kinds first; fewer if there are not as many.
    pub(crate) fn take(&mut self, mut count: u32, kinds: impl IntoIterator<Item = usize>) -> [u8; KINDS] {
        let mut taken = [0; KINDS];
        for kind in kinds {
            let some = count.min(self.0[kind].into());
            count -= some;
            self.0[kind] -= some as u8;
            taken[kind] += some as u8;
        }
        taken
    }

    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }
}

/// The hands: those that the viewer sees as they are, the others dealt out of the cards that are neither in the supply nor
/// in a hand that is seen. A seat in `first` gets a card of one of its kinds before all else.
pub(crate) fn hands<K: Kind>(
    view: &Field<'_>,
    seats: &[(Seat, Field<'_>)],
    viewer: Seat,
    first: &[(Seat, &dyn Fn(K) -> bool)],
    clause: Clause,
) -> Result<PerSeat<Counts<K>>, ViewError> {
    let mut hands = PerSeat::<Counts<K>>::default();
    let mut sizes = PerSeat::<Option<u32>>::default();
    let supply: Counts<K> = view.field("supply").read()?;
    let mut seen = supply.lanes().map(u32::from);
    for (seat, has) in seats {
        let hand = has.field("hand");
        let shown = if *seat == viewer { Some(hand.read::<Counts<K>>()?) } else { hand.given()? };
        match shown {
            Some(cards) => {
                hands[*seat] = cards;
                seen.iter_mut().zip(cards.lanes()).for_each(|(sum, count)| *sum += u32::from(count));
            }
            None => sizes[*seat] = Some(has.field("hand_size").read()?),
        }
    }
    let mut unseen = Unseen([0; 8]);
    for &kind in K::KINDS {
        let (seen, all) = (seen[kind.index()], K::BOX.count(kind));
        unseen.0[kind.index()] = u32::from(all).checked_sub(seen).ok_or_else(|| {
            view.field("supply").against(
                clause,
                format!("supply and hands that are shown have {seen} {kind} together; there are {all}"),
            )
        })? as u8;
    }
    let hidden: u64 = sizes.0.iter().flatten().map(|&size| u64::from(size)).sum();
    if hidden != u64::from(unseen.len()) {
        return Err(view.field("seats").against(
            clause,
            format!(
                "the hands that are not shown have {hidden} cards by their `hand_size`; {} cards are neither in the \
                 supply nor in a hand that is shown",
                unseen.len()
            ),
        ));
    }
    let mut dealt = PerSeat::<[u8; 8]>::default();
    for (seat, wanted) in first.iter().filter(|(seat, _)| sizes[*seat].is_some_and(|size| size > 0)) {
        let kinds = K::KINDS.iter().filter(|&&kind| wanted(kind)).map(|kind| kind.index());
        dealt[*seat] = unseen.take(1, kinds);
    }
    for (seat, _) in seats {
        let Some(size) = sizes[*seat] else { continue };
        let has: u32 = dealt[*seat].iter().map(|&count| u32::from(count)).sum();
        let more = unseen.take(size - has, 0..8);
        let cards: [u8; 8] = std::array::from_fn(|kind| dealt[*seat][kind] + more[kind]);
        hands[*seat] = Counts::of_lanes(cards);
    }
    Ok(hands)
}

/// Returns any `count` cards of a hand, in place of those that a hidden hand has handed in.
pub(crate) fn some_of<K: Kind>(hand: Counts<K>, count: u32) -> Bundle<K> {
    Counts::<K>::of_lanes(Unseen(hand.lanes()).take(count, 0..8)).into()
}
