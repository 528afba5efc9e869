//! Positions that play would hardly come to, under any options.

use crate::reference;
use crate::reference::Table;
use crate::reference::island::ISLAND;
use catan::{Award, Cards, Catan, DevelopmentCard, HexId, Options, Setup};
use game::{Draws, Seat, Substream};

/// Returns the same island and seats with other cards, roads, buildings and options; `None` if the result is impossible. It is
/// long because it changes everything that a setup holds, one thing after another.
pub(crate) fn rearrange(game: &Catan, draws: &mut Substream) -> Option<Catan> {
    let mut setup: Setup = game.to_setup();
    let players = setup.options.players;
    let island = (setup.options.setup, setup.options.numbers, setup.options.spiral_direction);
    let (adjacency, harbours) = (setup.options.red_adjacency, setup.options.harbours);
    setup.options = Options { players, start_player: setup.options.start_player, ..random_options(draws) };
    (setup.options.setup, setup.options.numbers, setup.options.spiral_direction) = island;
    (setup.options.red_adjacency, setup.options.harbours) = (adjacency, harbours);
    setup.options.turn_limit = Some(setup.turn.unwrap_or(0) as u16 + 1 + draws.below(40) as u16);
    setup.offer = None;
    (setup.supply, setup.deck) = (None, None);
    (setup.longest_road, setup.largest_army) = (Award::Derived, Award::Derived);
    setup.robber = HexId::new(draws.below(19) as usize);
    // Cards: hands of any size, now and then nearly all cards of the box.
    let mut box_left = [19_u8; 5];
    let hand_limit = [3, 8, 12, 40][draws.below(4) as usize];
    let mut deck = DevelopmentCard::BOX;
    for seat in Seat::first(players.into()) {
        let has = &mut setup.seats[seat];
        (has.proposal, has.offers_made) = (None, 0);
        let mut hand = [0; 5];
        for _ in 0..draws.below(hand_limit) {
            let kind = draws.below(5) as usize;
            if box_left[kind] > 0 {
                box_left[kind] -= 1;
                hand[kind] += 1;
            }
        }
        if seat.index() + 1 == usize::from(players) && draws.below(8) == 0 {
            // A supply of nought, one or two cards.
            let mut rest = draws.below(3);
            for (kind, left) in box_left.into_iter().enumerate() {
                let stays = u32::from(left).min(rest);
                rest -= stays;
                hand[kind] += left - stays as u8;
            }
        }
        has.hand = Cards::new(hand);
        has.development.0 = [0; 5];
        for _ in 0..draws.below(4) {
            let kind = draws.below(5) as usize;
            if deck[kind] > 0 {
                deck[kind] -= 1;
                has.development.0[kind] += 1;
            }
        }
        has.knights = draws.below(4).min(deck[0].into()) as u8;
        deck[0] -= has.knights;
    }
    setup.bought.0 = [0; 5];
    if setup.rolled == Some(true) && draws.below(2) == 0 {
        setup.bought.0 = setup.seats[setup.active].development.0.map(|held| held.min(draws.below(2) as u8));
        setup.built = Some(true);
    }
    setup.played_card = Some(draws.below(4) == 0);
    if draws.below(2) == 0 {
        setup.deck = Some(catan::DevelopmentCards(deck.map(|left| left.min(draws.below(4) as u8))));
        setup.deck.as_mut()?.0[0] = deck[0];
        setup.deck.as_mut()?.0[4] = deck[4];
    }
    // Roads: walks that start anywhere, up to the last piece.
    let mut free: Vec<bool> = vec![true; 72];
    for seat in Seat::first(players.into()) {
        for path in setup.seats[seat].roads {
            free[path.index()] = false;
        }
    }
    for seat in Seat::first(players.into()) {
        let mut at = draws.below(54) as usize;
        for _ in 0..draws.below(16) {
            let paths = &ISLAND.paths_at[at];
            let path = paths[draws.below(paths.len() as u32) as usize];
            if free[path] && setup.seats[seat].roads.len() < 15 {
                free[path] = false;
                setup.seats[seat].roads.insert(catan::EdgeId::new(path)?);
            }
            let (a, b) = ISLAND.ends[path];
            at = if a == at { b } else { a };
        }
    }
    // Buildings: more of them, wherever they keep their distance.
    let table = Table::of(game);
    let mut stands: Vec<bool> = (0..54).map(|i| table.owner(i).is_some()).collect();
    for _ in 0..draws.below(12) {
        let i = draws.below(54) as usize;
        let has = &mut setup.seats[reference::seat(draws.below(players.into()) as usize)];
        if !stands[i] && ISLAND.neighbours[i].iter().all(|&n| !stands[n]) {
            stands[i] = true;
            let vertex = catan::VertexId::new(i)?;
            if draws.below(3) == 0 && has.cities.len() < 4 {
                has.cities.insert(vertex);
            } else if has.settlements.len() < 5 {
                has.settlements.insert(vertex);
            } else {
                stands[i] = false;
            }
        }
    }
    // The only way in which a friendly robber has nowhere to go but the desert, or nowhere at all (`CATAN-ROB-9`).
    if players == 4 && table.terrain[9] == catan::Terrain::Desert && draws.below(4) == 0 {
        let pairs = [[8, 14], [22, 31], [39, 45]];
        setup.options.friendly_robber = true;
        for has in &mut setup.seats.0 {
            (has.settlements, has.cities) = Default::default();
        }
        for (seat, pair) in Seat::first(4).filter(|&seat| seat != setup.active).zip(pairs) {
            setup.seats[seat].settlements = pair.into_iter().filter_map(catan::VertexId::new).collect();
        }
        setup.seats[setup.active].development.0[0] = deck[0].min(1);
        setup.robber = HexId::new([9, 9, 3][draws.below(3) as usize]);
    }
    Catan::from_setup(&setup).ok()
}

/// Any options, the whole range of each.
pub(crate) fn random_options(draws: &mut Substream) -> Options {
    use catan::options::*;
    fn any<T: Copy>(draws: &mut Substream, values: &[T]) -> T {
        values[draws.below(values.len() as u32) as usize]
    }
    fn value<T: Copy>(draws: &mut Substream, values: &[(T, &str)]) -> T {
        any(draws, values).0
    }
    let players = any(draws, &[2, 3, 3, 4, 4, 4]);
    Options {
        players,
        setup: value(draws, SetupKind::VALUES),
        start_player: match draws.below(3) {
            0 => StartPlayer::Random,
            1 => StartPlayer::HighestRoll,
            _ => StartPlayer::Seat(reference::seat(draws.below(u32::from(players)) as usize)),
        },
        beginner_positions: BeginnerPositions::V1,
        numbers: value(draws, NumberPlacement::VALUES),
        spiral_direction: value(draws, SpiralDirection::VALUES),
        red_adjacency: value(draws, RedAdjacency::VALUES),
        harbours: any(draws, &[None, Some(HarbourPlacement::Fixed), Some(HarbourPlacement::Shuffled)]),
        trade_build: value(draws, TradeBuild::VALUES),
        robber_victims: value(draws, RobberVictims::VALUES),
        friendly_robber: any(draws, &[false, true]),
        discard_limit: any(draws, &[1, 4, 7, 7, 7, 7, 9, 30, 95]),
        victory_points: any(draws, &[3, 5, 8, 10, 10, 10, 12, 15, 22]),
        trade_same_kind: value(draws, TradeSameKind::VALUES),
        road_building_may_stop: any(draws, &[false, true]),
        auto_declare: any(draws, &[false, true]),
        shortage_single_player: value(draws, ShortageSinglePlayer::VALUES),
        offer_limit: any(draws, &[None, Some(0), Some(1), Some(255)]),
        // Some styles of play never win.
        turn_limit: Some(any(draws, &[1, 50, 200, 300, 300])),
        bank_rates: value(draws, BankRates::VALUES),
        robber_theft: value(draws, RobberTheft::VALUES),
        bank_same_kind: value(draws, BankSameKind::VALUES),
    }
}
