//! From the document of a view of base Catan back to a position.

use crate::base::DevelopmentCard;
use crate::from_view::{OpenOffer, Unseen, award, board, hands, proposal, seats, some_of, viewer};
use crate::seats::PerSeat;
use crate::{Cards, DevelopmentCards, OfferSetup, Options, PhaseSetup, SeatSetup, Setup};
use game::{Field, Seat, ViewError};

/// The setup of a view: hidden hands and development cards are dealt out of what the viewer does not see.
pub(crate) fn setup_of_view(view: &Field<'_>) -> Result<Setup, ViewError> {
    let options: Options = view.field("options").read()?;
    let viewer = viewer(view, options.players)?;
    let seats = seats(view, options.players)?;
    let phase: PhaseSetup = view.field("phase").read()?;
    let active: Seat = view.field("active").read()?;
    let hands = hands::<crate::Resource>(view, &seats, viewer, &[], "CATAN-COMP-9")?;
    let cards = Development::deal(view, &seats, viewer, active, phase)?;
    let mut setups = PerSeat::<SeatSetup>::default();
    for (seat, has) in &seats {
        setups[*seat] = SeatSetup {
            settlements: has.field("settlements").list()?,
            cities: has.field("cities").list()?,
            roads: has.field("roads").list()?,
            hand: hands[*seat],
            development: DevelopmentCards(cards.held[*seat]),
            knights: has.field("knights").read()?,
            handed_in: handed_in(has, hands[*seat], phase)?,
            proposal: proposal(has)?,
            offers_made: has.field("offers_made").given()?.unwrap_or(0),
        };
    }
    let offer = OpenOffer::read(view, &seats)?;
    Ok(Setup {
        options,
        board: board(view)?,
        robber: view.field("robber").given()?,
        seats: setups,
        supply: Some(view.field("supply").read()?),
        deck: Some(DevelopmentCards(cards.deck)),
        longest_road: award(&view.field("longest_road"))?,
        largest_army: award(&view.field("largest_army"))?,
        active,
        start: view.field("start").given()?.unwrap_or(Seat::A),
        phase,
        rolled: Some(view.field("rolled").read()?),
        built: Some(view.field("built").read()?),
        played_card: Some(view.field("played_card").read()?),
        bought: DevelopmentCards(cards.bought),
        dice: view.field("dice").given()?,
        turn: view.field("turns").given()?,
        thefts: 0,
        offer: offer.map(|OpenOffer { give, want, to, answers }| OfferSetup { give, want, to, answers }),
    })
}

/// Returns the cards that a seat has handed in. A seat knows its own; for another seat, any cards of the hand dealt to it will
/// do.
fn handed_in(has: &Field<'_>, hand: Cards, phase: PhaseSetup) -> Result<crate::Bundle, ViewError> {
    if let Some(cards) = has.field("discarded").given()? {
        return Ok(cards);
    }
    let is_done = has.field("has_discarded").given()?.unwrap_or(false);
    let hides = phase == PhaseSetup::Discarding && is_done;
    Ok(if hides { some_of(hand, hand.len() / 2) } else { crate::Bundle::default() })
}

/// Development cards by where they are.
struct Development {
    held: PerSeat<[u8; 5]>,
    bought: [u8; 5],
    deck: [u8; 5],
}

impl Development {
    /// The kinds in the order in which hidden cards are dealt: victory points last, since a seat that has won with them
    /// would have ended the game (`CATAN-WIN-4`).
    const ORDER: [DevelopmentCard; 5] = [
        DevelopmentCard::Knight,
        DevelopmentCard::RoadBuilding,
        DevelopmentCard::YearOfPlenty,
        DevelopmentCard::Monopoly,
        DevelopmentCard::VictoryPoint,
    ];

    fn deal(
        view: &Field<'_>,
        seats: &[(Seat, Field<'_>)],
        viewer: Seat,
        active: Seat,
        phase: PhaseSetup,
    ) -> Result<Development, ViewError> {
        let in_order = || Development::ORDER.into_iter().map(DevelopmentCard::index);
        let mut held = PerSeat::<[u8; 5]>::default();
        let mut hidden: Vec<(Seat, &Field<'_>, u32)> = Vec::new();
        let mut unseen = Unseen(DevelopmentCard::BOX);
        let played = view.field("played");
        let shown: DevelopmentCards = played.read()?;
        unseen.remove(shown, &played)?;
        let mut knights = 0;
        for (seat, has) in seats {
            knights += u32::from(has.field("knights").read::<u8>()?);
            if *seat == viewer {
                let own = has.field("development");
                held[*seat] = own.read::<DevelopmentCards>()?.0;
                unseen.remove(DevelopmentCards(held[*seat]), &own)?;
            } else {
                hidden.push((*seat, has, has.field("development_size").read()?));
            }
        }
        if knights != u32::from(shown.count(DevelopmentCard::Knight)) {
            let message = format!("the seats have played {knights} knights, so `knight` must be that number");
            return Err(played.against("CATAN-COMP-9", message));
        }
        let deck_size: u32 = view.field("deck_size").read()?;
        let sizes: u64 = hidden.iter().map(|&(_, _, size)| u64::from(size)).sum();
        if sizes + u64::from(deck_size) != u64::from(unseen.len()) {
            return Err(view.field("deck_size").against(
                "CATAN-COMP-9",
                format!(
                    "the deck has {deck_size} cards and seats hold {sizes} that are not shown; together they must be {}",
                    unseen.len()
                ),
            ));
        }
        let victory = DevelopmentCard::VictoryPoint.index();
        let mut deck = [0; 5];
        if let PhaseSetup::Over { .. } = phase {
            // Those who hold victory points have shown them (CATAN-WIN-7).
            for &(seat, has, size) in &hidden {
                let shown: u32 = has.field("points").field("victory_cards").given()?.unwrap_or(0);
                held[seat] = unseen.take(shown.min(size), [victory]);
            }
        } else {
            deck = unseen.take(deck_size, [victory]);
        }
        // Who is active would have won first, so it gets the other kinds first.
        hidden.sort_by_key(|&(seat, ..)| seat != active);
        for (seat, _, size) in hidden {
            let has: u32 = held[seat].iter().map(|&count| u32::from(count)).sum();
            add(&mut held[seat], unseen.take(size - has, in_order()));
        }
        add(&mut deck, unseen.0);
        let bought = match seats.iter().find(|(seat, _)| *seat == active) {
            Some((_, has)) if active == viewer => {
                has.field("bought").given::<DevelopmentCards>()?.unwrap_or_default().0
            }
            Some((_, has)) => {
                let size = has.field("bought_size").given()?.unwrap_or(0);
                Unseen(held[active]).take(size, in_order())
            }
            None => [0; 5],
        };
        Ok(Development { held, bought, deck })
    }
}

impl Unseen<5> {
    /// Takes cards out that the viewer sees.
    fn remove(&mut self, cards: DevelopmentCards, seen: &Field<'_>) -> Result<(), ViewError> {
        for card in DevelopmentCard::ALL {
            let left = &mut self.0[card.index()];
            *left = left.checked_sub(cards.count(card)).ok_or_else(|| {
                let all = DevelopmentCard::BOX[card.index()];
                seen.against(
                    "CATAN-COMP-9",
                    format!("with {} {card} there are more than the {all} of the box", cards.count(card)),
                )
            })?;
        }
        Ok(())
    }
}

fn add(cards: &mut [u8; 5], more: [u8; 5]) {
    cards.iter_mut().zip(more).for_each(|(count, more)| *count += more);
}
