//! Worlds of Cities & Knights that agree with what a seat or a spectator knows.

use crate::deal::{some_of, take};
use crate::island::knights::know::{CARDS, KnightsKnowledge, is_unseen, places};
use catan::cities_and_knights::{Area, CardKind, CitiesAndKnights, Hand, PhaseSetup, Progress, Setup, View};
use catan::{Bundle, SEATS};
use game::{Draws, Seat, Turn, Viewer};
use std::collections::BTreeMap;

/// The number of random deals of hands to try before taking one that meets the needs of a forced exchange in any case.
const TRIES: usize = 10_000;

pub(super) fn determinize(
    game: &CitiesAndKnights,
    viewer: Viewer,
    knowledge: &KnightsKnowledge,
    draws: &mut impl Draws,
) -> CitiesAndKnights {
    // Hidden cards won a game that is over: others would contradict the end.
    if viewer == Viewer::Everything || matches!(game.turn(), Turn::Over(_)) {
        return *game;
    }
    let view = game.view(viewer);
    let mut setup = game.to_setup();
    let hands = deal_hands(&view, knowledge, &setup.phase, draws);
    let (progress, under) = deal_progress(&view, knowledge, draws);
    let owed = match &setup.phase {
        PhaseSetup::Discarding { owed, .. } | PhaseSetup::Giving { owed } => owed.clone(),
        _ => BTreeMap::new(),
    };
    for (&seat, has) in &mut setup.seats {
        let at = seat.index();
        if view.hand(seat).is_none() {
            has.hand = Hand::new(hands[at]);
            if !has.handed_in.is_empty() {
                let count = owed.get(&seat).copied().unwrap_or_default();
                has.handed_in = Bundle(some_of(hands[at], count.into(), draws));
            }
        }
        if view.progress(seat).is_none() {
            has.progress = named(progress[at]);
        }
        if !viewer.sees(seat) && has.dropped.is_some() {
            let held = view.progress(seat).unwrap_or(progress[at]);
            has.dropped = any_of(held, draws);
        }
    }
    setup.under = under;
    if let PhaseSetup::ForcedExchange { kind, .. } = &mut setup.phase
        && view.forced_resource().is_none()
    {
        let resources = Hand::new(hands[view.active().index()]).resources();
        if !resources.is_empty() {
            *kind = resources.card_at(draws.below(resources.len()));
        }
    }
    world(&setup)
}

fn world(setup: &Setup) -> CitiesAndKnights {
    match CitiesAndKnights::from_setup(setup) {
        Ok(world) => world,
        Err(faults) => unreachable!("hidden cards were dealt within the rules: {faults:?}"),
    }
}

fn named(cards: [u8; CARDS]) -> BTreeMap<Progress, u8> {
    let held = Progress::ALL.into_iter().map(|card| (card, cards[card.index()]));
    held.filter(|&(_, count)| count > 0).collect()
}

/// Draws one of these cards at random, each as likely as the others.
fn any_of(cards: [u8; CARDS], draws: &mut impl Draws) -> Option<Progress> {
    let mut pool = cards.map(u32::from);
    let mut left: u32 = pool.iter().sum();
    (left > 0).then(|| Progress::ALL[take(&mut pool, &mut left, draws)])
}

/// Deals hand cards. In a forced exchange the active seat holds a resource and the one that is asked a commodity
/// (`CK-TRD-1`): hands without them are dealt again.
fn deal_hands(
    view: &View<'_>,
    knowledge: &KnightsKnowledge,
    phase: &PhaseSetup,
    draws: &mut impl Draws,
) -> [[u8; 8]; SEATS] {
    let mut hidden = knowledge.hidden(view);
    let PhaseSetup::ForcedExchange { victim, .. } = *phase else { return hidden.deal(draws).0 };
    let active = view.active();
    let fits = |hands: &[[u8; 8]; SEATS]| {
        let has = |seat: Seat, kinds: std::ops::Range<usize>| {
            view.hand(seat).is_some() || hands[seat.index()][kinds].iter().any(|&count| count > 0)
        };
        has(active, 0..5) && has(victim, 5..8)
    };
    for _ in 0..TRIES {
        let (hands, _) = hidden.deal(draws);
        if fits(&hands) {
            return hands;
        }
    }
    // So rare a hand is dealt from what it must have.
    for (seat, kinds) in [(active, 0..5), (victim, 5..8)] {
        let at = seat.index();
        let has =
            view.hand(seat).is_some() || hidden.certain[at][kinds.clone()].iter().any(|&count| count > 0);
        if let Some(kind) =
            kinds.clone().find(|&kind| hidden.pool[kind] > 0).filter(|_| !has && hidden.unknown[at] > 0)
        {
            hidden.certain[at][kind] += 1;
            hidden.pool[kind] -= 1;
            hidden.unknown[at] -= 1;
        }
    }
    hidden.deal(draws).0
}

/// Deals progress cards to hands and to what lies unseen under the decks; the rest lies on top, victory points among it.
fn deal_progress(
    view: &View<'_>,
    knowledge: &KnightsKnowledge,
    draws: &mut impl Draws,
) -> ([[u8; CARDS]; SEATS], BTreeMap<Area, Vec<Progress>>) {
    let hidden = knowledge.hidden_progress(view);
    let mut held = hidden.certain;
    let mut under = BTreeMap::new();
    for area in Area::ALL {
        let mut pool = [0; CARDS];
        pool[places(area)].copy_from_slice(&hidden.pool[places(area)]);
        let mut left: u32 = pool.iter().sum();
        for seat in Seat::first(view.seats()) {
            for _ in 0..hidden.unknown[seat.index()][area.index()].min(left) {
                held[seat.index()][take(&mut pool, &mut left, draws)] += 1;
            }
        }
        let (cards, len) = hidden.under[area.index()];
        let mut lying = Vec::new();
        for &card in &cards[..usize::from(len)] {
            if !is_unseen(card) {
                lying.push(Progress::ALL[usize::from(card)]);
            } else if left > 0 {
                lying.push(Progress::ALL[take(&mut pool, &mut left, draws)]);
            }
        }
        if !lying.is_empty() {
            under.insert(area, lying);
        }
    }
    (held, under)
}

const _: () = assert!(CardKind::ALL.len() == 8);
