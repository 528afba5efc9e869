//! Worlds of base Catan that agree with what a seat or a spectator knows.

use crate::deal::{some_of, take};
use crate::island::base::know::CatanKnowledge;
use catan::{Bundle, Cards, Catan, DevelopmentCard, DevelopmentCards, Phase, SEATS};
use game::{Draws, Seat, Turn, Viewer};

/// The number of random deals of development cards to try before taking a deal that meets the bounds in any case.
const TRIES: usize = 10_000;

pub(super) fn determinize(
    game: &Catan,
    viewer: Viewer,
    knowledge: &CatanKnowledge,
    draws: &mut impl Draws,
) -> Catan {
    // Hidden cards won a game that is over: others would contradict the end.
    if viewer == Viewer::Everything || matches!(game.turn(), Turn::Over(_)) {
        return *game;
    }
    let view = game.view(viewer);
    let mut setup = game.to_setup();
    let (hands, _) = knowledge.hidden(game, viewer).deal(draws);
    let (development, deck) = deal_development(game, viewer, draws);
    let owed = match view.phase() {
        Phase::Discarding { owed } => owed,
        _ => catan::PerSeat::default(),
    };
    for seat in Seat::first(view.seats()).filter(|&seat| !viewer.sees(seat)) {
        let has = &mut setup.seats[seat];
        has.hand = Cards::new(hands[seat.index()]);
        has.development = DevelopmentCards(development[seat.index()]);
        if !has.handed_in.is_empty() {
            has.handed_in = Bundle(some_of(hands[seat.index()], owed[seat].into(), draws));
        }
    }
    setup.deck = Some(DevelopmentCards(deck));
    if !viewer.sees(view.active()) {
        let held = development[view.active().index()];
        setup.bought = DevelopmentCards(some_of(held, view.bought_len().into(), draws));
    }
    match Catan::from_setup(&setup) {
        Ok(world) => world,
        Err(faults) => unreachable!("hidden cards were dealt within the rules: {faults:?}"),
    }
}

/// Deals development cards that the viewer does not see to the others and the deck, each way to do so that gives nobody a
/// victory already being as likely as the others.
fn deal_development(game: &Catan, viewer: Viewer, draws: &mut impl Draws) -> ([[u8; 5]; SEATS], [u8; 5]) {
    const VICTORY: usize = DevelopmentCard::VictoryPoint.index();
    let view = game.view(viewer);
    let most = victory_cards_max(game, viewer);
    let unseen = CatanKnowledge::unseen_development(game, viewer);
    let mut dealt = [[0; 5]; SEATS];
    let mut pool = unseen;
    for attempt in 0..=TRIES {
        (dealt, pool) = ([[0; 5]; SEATS], unseen);
        let mut left: u32 = pool.iter().sum();
        for seat in Seat::first(view.seats()).filter(|&seat| !viewer.sees(seat)) {
            let cards = &mut dealt[seat.index()];
            for _ in 0..view.development_len(seat) {
                let is_full = attempt == TRIES && cards[VICTORY] >= most[seat.index()];
                if is_full && pool[VICTORY] < left {
                    // The last attempt never takes too many: it leaves victory points aside.
                    let aside = std::mem::take(&mut pool[VICTORY]);
                    left -= aside;
                    cards[take(&mut pool, &mut left, draws)] += 1;
                    pool[VICTORY] = aside;
                    left += aside;
                } else if left > 0 {
                    cards[take(&mut pool, &mut left, draws)] += 1;
                }
            }
        }
        if dealt.iter().zip(most).all(|(cards, most)| cards[VICTORY] <= most) {
            break;
        }
    }
    if let Viewer::Seat(me) = viewer {
        dealt[me.index()] = view.development(me).unwrap_or_default();
    }
    (dealt, pool.map(|count| count as u8))
}

/// The most victory point cards that each seat can hold without having won in a turn of its own (`CATAN-WIN-4`). Points of
/// the Longest Road count for the active seat alone, since the card may have come to another seat after its turn. Once
/// the game is over, these cards are open (`CATAN-WIN-7`): then it is what each seat holds.
fn victory_cards_max(game: &Catan, viewer: Viewer) -> [u8; SEATS] {
    let view = game.view(viewer);
    let goal = game.options().victory_points;
    let mut most = [u8::MAX; SEATS];
    for seat in Seat::first(view.seats()) {
        if !game.options().auto_declare {
            continue;
        }
        let points = game.visible_points(seat);
        let since = if seat == view.active() { 0 } else { points.longest_road };
        most[seat.index()] = goal.saturating_sub(1).saturating_sub(points.total() - since);
    }
    most
}
