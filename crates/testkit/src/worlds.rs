//! Other worlds: positions that look the same to a viewer, in which everything that it cannot know is dealt anew. `None`
//! where the deal is one that the viewer could exclude.

use catan::cities_and_knights::{self, Area, CardKind, CitiesAndKnights, Hand, OwnPhase, Phase, Progress};
use catan::{Bundle, Cards, Catan, DevelopmentCard};
use game::{Draws, Seat, Substream, Viewer};

/// A game of Catan in another world.
pub fn of_catan(game: &Catan, viewer: Viewer, draws: &mut Substream) -> Option<Catan> {
    let all = game.view(Viewer::Everything);
    let (mut cards, mut development) = (Vec::new(), Vec::new());
    let pile = |counts: [u8; 5]| (0..5).flat_map(move |kind| vec![kind; counts[kind].into()]);
    let hidden: Vec<Seat> = Seat::first(game.seats()).filter(|&seat| !viewer.sees(seat)).collect();
    for &seat in &hidden {
        cards.extend(pile(all.hand(seat).expect("seen").counts()));
        development.extend(pile(all.development(seat).expect("seen")));
    }
    let mut deck = DevelopmentCard::BOX;
    for (kind, left) in deck.iter_mut().enumerate() {
        *left -= all.played()[kind];
        *left -= Seat::first(4).map(|seat| all.development(seat).expect("seen")[kind]).sum::<u8>();
    }
    development.extend(pile(deck));
    draws.shuffle(&mut cards);
    draws.shuffle(&mut development);
    let (mut cards, mut development) = (cards.into_iter(), development.into_iter());
    let mut guess = catan::Guess::default();
    for &seat in &hidden {
        guess.hands[seat] = Cards::new(deal(&mut cards, all.hand_len(seat) as usize));
        guess.development[seat] = deal(&mut development, all.development_len(seat).into());
    }
    let mut world = game.view(viewer).imagine(&guess).expect("a possible guess");
    // A seat that had enough points would have won already.
    let goal = game.options().victory_points;
    let excluded =
        game.options().auto_declare && world.points(game.active()).total() >= goal && game.turns() > 0;
    if excluded {
        return None;
    }
    if let catan::Phase::Discarding { owed } = game.phase() {
        // Who has chosen is open; what, is not (`CATAN-INFO-12`).
        let mut setup = world.to_setup();
        for &seat in &hidden {
            if owed[seat] > 0 && !all.seats_to_discard().contains(seat) {
                let mut hand: Vec<usize> = pile(guess.hands[seat].counts()).collect();
                draws.shuffle(&mut hand);
                setup.seats[seat].handed_in = Bundle(deal(&mut hand.into_iter(), owed[seat].into()));
            }
        }
        world = Catan::from_setup(&setup).expect("a possible position");
    }
    Some(world)
}

/// Deals `cards` in their order to piles of these sizes, by kind.
fn deal(cards: &mut impl Iterator<Item = usize>, size: usize) -> [u8; 5] {
    let mut pile = [0; 5];
    for kind in cards.take(size) {
        pile[kind] += 1;
    }
    pile
}

/// A game of Cities & Knights in another world.
pub fn of_cities_and_knights(
    game: &CitiesAndKnights,
    viewer: Viewer,
    draws: &mut Substream,
) -> Option<CitiesAndKnights> {
    let (all, view) = (game.view(Viewer::Everything), game.view(viewer));
    let seats = || Seat::first(game.seats());
    let mut guess = cities_and_knights::Guess::default();
    let closed: Vec<Seat> = seats().filter(|&seat| view.hand(seat).is_none()).collect();
    let mut cards: Vec<CardKind> = Vec::new();
    for &seat in &closed {
        let hand = all.hand(seat).expect("seen");
        cards.extend(hand.kinds().flat_map(|kind| vec![kind; hand.count(kind).into()]));
    }
    draws.shuffle(&mut cards);
    for &seat in &closed {
        let rest = cards.split_off(view.hand_len(seat) as usize);
        guess.hands[seat] = cards.iter().fold(Hand::NONE, |hand, &kind| hand + Hand::of(kind, 1));
        cards = rest;
    }
    for area in Area::ALL {
        // What nobody shows may be held or lie in the deck; victory points would be turned up.
        let mut pile = Vec::new();
        for card in Progress::of_area(area).filter(|card| !card.is_victory_point()) {
            let shown: u8 =
                seats().filter_map(|seat| view.progress(seat)).map(|held| held[card.index()]).sum();
            pile.extend(vec![card; (Progress::BOX[card.index()] - shown).into()]);
        }
        draws.shuffle(&mut pile);
        for seat in seats().filter(|&seat| view.progress(seat).is_none()) {
            for card in pile.drain(..usize::from(view.progress_len(seat, area))) {
                guess.progress[seat][card.index()] += 1;
            }
        }
    }
    let world = view.imagine(&guess);
    // Who offers a resource by Commercial Harbor has one: that the viewer knows (`CK-TRD-1`).
    let offers = matches!(game.phase(), Phase::Own(OwnPhase::ForcedExchange { .. }));
    assert!(world.is_some() || offers, "a possible guess: {guess:?}");
    let world = world?;
    let handed_in = |seat: Seat| !viewer.sees(seat) && view.has_handed_in(seat);
    if !seats().any(handed_in) {
        return Some(world);
    }
    // Who has handed something in is open; what, is not (`CATAN-INFO-12`).
    let mut setup = world.to_setup();
    for seat in seats().filter(|&seat| handed_in(seat)) {
        let setup = setup.seats.get_mut(&seat).expect("a seat with cards");
        match game.phase() {
            Phase::Own(OwnPhase::DroppingCards { .. }) => {
                setup.dropped = setup.progress.keys().next().copied();
            }
            Phase::Discarding { owed }
            | Phase::Own(OwnPhase::Sabotage { owed })
            | Phase::Own(OwnPhase::Giving { owed }) => {
                let hand = guess.hands[seat];
                let mut cards: Vec<CardKind> =
                    hand.kinds().flat_map(|kind| vec![kind; hand.count(kind).into()]).collect();
                draws.shuffle(&mut cards);
                cards.truncate(owed[seat].into());
                let given = cards.iter().fold(Hand::NONE, |hand, &kind| hand + Hand::of(kind, 1));
                setup.handed_in = given.into();
            }
            phase => panic!("nothing is handed in at {phase:?}"),
        }
    }
    Some(CitiesAndKnights::from_setup(&setup).expect("a possible position"))
}
