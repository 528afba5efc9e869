//! Positions that play would hardly come to.

use crate::cities_and_knights_reference::area_of;
use crate::reference::island::ISLAND;
use catan::cities_and_knights::{
    Area, Bundle, CardKind, CitiesAndKnights, Hand, Options, PhaseSetup, Progress, SeatSetup, Setup, options,
};
use catan::{Award, EdgeId, HexId, Terrain, VertexId, VertexSet};
use game::{BySeat, Draws, Seat, Substream};

/// Returns the same island and seats with other cards, pieces and options; `None` if the result is impossible. It is long because
/// it changes everything that a setup holds, one thing after another.
pub(crate) fn rearrange(game: &CitiesAndKnights, draws: &mut Substream) -> Option<CitiesAndKnights> {
    let mut setup: Setup = game.to_setup();
    let players = setup.options.players;
    let seats: Vec<Seat> = Seat::first(players.into()).collect();
    let any_seat = |draws: &mut Substream| seats[draws.below(seats.len() as u32) as usize];
    let kept = setup.options;
    setup.options = random_options(draws);
    setup.options.players = players;
    setup.options.start_player = kept.start_player;
    setup.options.ck_board = kept.ck_board;
    setup.options.numbers = kept.numbers;
    setup.options.spiral_direction = kept.spiral_direction;
    setup.options.red_adjacency = kept.red_adjacency;
    setup.options.harbours = kept.harbours;
    setup.options.turn_limit = Some(setup.turn.unwrap_or(0) as u16 + 1 + draws.below(40) as u16);
    (setup.offer, setup.supply, setup.longest_road) = (None, None, Award::Derived);
    setup.phase = if draws.below(3) == 0 { PhaseSetup::BeforeRoll } else { PhaseSetup::Building };
    setup.stage = None;
    // Now and then barbarians who count knights are near, and settlement pieces are not.
    let siege = draws.below(6) == 0;
    if siege {
        setup.phase = PhaseSetup::BeforeRoll;
        setup.options.barbarian_loser = options::BarbarianLoser::Count;
        setup.options.ck_barbarian_variant = options::BarbarianVariant::All;
        setup.options.ck_pillage_no_settlement = options::Pillage::SeedRemove;
        setup.options.ck_pillaged_roads = options::PillagedRoads::Connected;
    }
    let rolled = setup.phase == PhaseSetup::Building;
    // Or a metropolis can be taken from another seat, or a mighty knight deserts.
    let grabbed = (rolled && draws.below(6) == 0).then(|| Area::ALL[draws.below(3) as usize]);
    if grabbed.is_some() {
        setup.options.ck_metropolis_takeover = options::MetropolisTakeover::AnyLevel5;
        if draws.below(2) == 0 {
            setup.options.ck_level4_city = options::Level4City::OnlyIfAwarded;
        }
    }
    let deserted = rolled && draws.below(8) == 0;
    if deserted {
        setup.options.ck_deserter_mighty = options::DeserterMighty::WithFortress;
    }
    setup.built = rolled && draws.below(8) == 0;
    setup.attacked = draws.below(4) > 0;
    setup.ship = if siege || draws.below(2) == 0 { 6 } else { draws.below(7) as u8 };
    let desert = setup.board?.terrain.0.iter().position(|&terrain| terrain == Terrain::Desert)?;
    let moves = setup.attacked || setup.options.ck_robber_start == options::RobberStart::DesertFree;
    setup.robber = HexId::new(if moves { draws.below(19) as usize } else { desert });
    setup.merchant = None;
    if draws.below(3) == 0 {
        let hex = HexId::new(draws.below(19) as usize)?;
        setup.merchant = Some(catan::cities_and_knights::setup::MerchantSetup { seat: any_seat(draws), hex });
    }
    (setup.cranes, setup.commercial_harbors, setup.fleet) = (0, 0, Vec::new());
    setup.forced = BySeat([0; 4]);
    if rolled {
        setup.cranes = draws.below(6).saturating_sub(3) as u8;
        setup.commercial_harbors = draws.below(6).saturating_sub(3) as u8;
        if draws.below(4) == 0 {
            setup.fleet.push(CardKind::ALL[draws.below(8) as usize]);
        }
    }
    let few_points = !siege && grabbed.is_none() && draws.below(4) == 0;

    // Cards: hands of any size, now and then nearly all cards of the box.
    let mut left = [19_u8, 19, 19, 19, 19, 12, 12, 12];
    let hand_limit = [2, 5, 12, 16, 22, 26][draws.below(6) as usize];
    for &seat in &seats {
        let mut hand = [0; 8];
        for _ in 0..draws.below(hand_limit) {
            let kind = draws.below(8) as usize;
            if left[kind] > 0 {
                left[kind] -= 1;
                hand[kind] += 1;
            }
        }
        if seat == setup.active && (grabbed.is_some() || draws.below(3) == 0) {
            // Enough for the highest level of an area.
            let any = CardKind::COMMODITIES[draws.below(3) as usize];
            let kind = grabbed.map_or(any, Area::commodity).index();
            let more = left[kind].min(5);
            left[kind] -= more;
            hand[kind] += more;
        }
        if seat.index() + 1 == usize::from(players) && draws.below(10) == 0 {
            // A supply of nought, one or two cards of each kind.
            let rest = draws.below(3) as u8;
            for (kind, left) in left.into_iter().enumerate() {
                hand[kind] += left.saturating_sub(rest);
            }
        }
        let has = setup.seats.entry(seat).or_default();
        has.hand = Hand::new(hand);
        (has.proposal, has.offers_made, has.handed_in, has.dropped) = (None, 0, Bundle::default(), None);
        has.defenders = if draws.below(6) == 0 { draws.below(4) as u8 } else { 0 };
    }

    // Progress cards; now and then one deck is nearly in the hands, and what lies under the decks is known.
    setup.revealed.clear();
    setup.under.clear();
    setup.drawn.clear();
    let hunted = (draws.below(3) == 0).then(|| Area::ALL[draws.below(3) as usize]);
    for card in [Progress::Printer, Progress::Constitution] {
        if hunted.is_some() || draws.below(4) == 0 {
            setup.revealed.insert(card, any_seat(draws));
        }
    }
    let mut decks: Vec<Progress> = Progress::ALL
        .into_iter()
        .filter(|card| !card.is_victory_point())
        .flat_map(|card| vec![card; Progress::BOX[card.index()].into()])
        .collect();
    shuffle(&mut decks, draws);
    if let Some(area) = hunted {
        decks.sort_by_key(|&card| area_of(card) == area);
    }
    for &seat in &seats {
        let has = setup.seats.get_mut(&seat)?;
        has.progress.clear();
        for _ in 0..if hunted.is_some() { 4 } else { draws.below(5) } {
            *has.progress.entry(decks.pop()?).or_default() += 1;
        }
    }
    if deserted && let Some(at) = decks.iter().position(|&card| card == Progress::Deserter) {
        decks.remove(at);
        let held = &mut setup.seats.get_mut(&setup.active)?.progress;
        held.clear();
        held.insert(Progress::Deserter, 1);
    }
    let mut rest = decks.clone();
    if draws.below(3) == 0 {
        // All that is left lies under the decks, but for a card or none of each.
        shuffle(&mut rest, draws);
        for card in rest {
            if draws.below(10) > 0 {
                setup.under.entry(area_of(card)).or_default().push(card);
            }
        }
        for (card, area) in [(Progress::Printer, Area::Science), (Progress::Constitution, Area::Politics)] {
            if !setup.revealed.contains_key(&card) {
                setup.under.entry(area).or_default().push(card);
            }
        }
    }

    // Roads: walks that start anywhere, up to the last piece.
    let mut free: Vec<bool> = vec![true; 72];
    if draws.below(3) == 0 {
        setup.seats.values_mut().for_each(|has| has.roads = Default::default());
    }
    for has in setup.seats.values() {
        has.roads.into_iter().for_each(|path| free[path.index()] = false);
    }
    let walks = draws.below(14);
    for &seat in &seats {
        let mut at = draws.below(54) as usize;
        for _ in 0..draws.below(walks + 1) {
            let paths = &ISLAND.paths_at[at];
            let path = paths[draws.below(paths.len() as u32) as usize];
            let has = setup.seats.get_mut(&seat)?;
            if free[path] && has.roads.len() < 15 {
                free[path] = false;
                has.roads.insert(EdgeId::new(path)?);
            }
            let (a, b) = ISLAND.ends[path];
            at = if a == at { b } else { a };
        }
    }

    // Buildings, wherever they keep their distance: anew, or more of them; walls, and laid cities where there can be.
    setup.metropolises.clear();
    let anew = draws.below(2) == 0;
    for has in setup.seats.values_mut() {
        if anew {
            (has.settlements, has.cities, has.walls, has.laid) = Default::default();
        }
        if setup.options.ck_pillage_no_settlement == options::Pillage::SeedRemove {
            has.settlements = has.settlements - has.laid;
            has.laid = VertexSet::EMPTY;
        }
        has.knights = Default::default();
        (has.active, has.levels) = Default::default();
    }
    setup.ready = Some(Vec::new());
    setup.promoted = VertexSet::EMPTY;
    let mut stands = [false; 54];
    for has in setup.seats.values() {
        (has.settlements | has.cities).into_iter().for_each(|i| stands[i.index()] = true);
    }
    let cities_too = siege || draws.below(6) > 0;
    // Now and then settlement pieces run out.
    let crowded = siege || draws.below(3) == 0;
    let tip = setup.options.ck_pillage_no_settlement == options::Pillage::OfficialTip;
    for _ in 0..if few_points { 6 } else { draws.below(if crowded { 200 } else { 40 }) } {
        let i = draws.below(54) as usize;
        let seat = if crowded && draws.below(2) == 0 { setup.active } else { any_seat(draws) };
        let near_road = ISLAND.paths_at[i].iter().any(|&path| {
            EdgeId::new(path)
                .is_some_and(|path| setup.seats.get(&seat).is_some_and(|has| has.roads.contains(path)))
        });
        let has = setup.seats.get_mut(&seat)?;
        let keeps_distance = !stands[i] && ISLAND.neighbours[i].iter().all(|&n| !stands[n]);
        if !keeps_distance || !near_road && draws.below(3) > 0 {
            continue;
        }
        stands[i] = true;
        let vertex = VertexId::new(i)?;
        let pieces = has.cities.len() + has.laid.len();
        let settled = has.settlements.len() - has.laid.len() == 5;
        let wants_city = if crowded { settled || draws.below(3) == 0 } else { draws.below(2) == 0 };
        if cities_too && !few_points && wants_city && pieces < 4 {
            if tip && draws.below(2) == 0 {
                has.settlements.insert(vertex);
                has.laid.insert(vertex);
            } else {
                has.cities.insert(vertex);
                if draws.below(3) == 0 && has.walls.len() < 3 {
                    has.walls.insert(vertex);
                }
            }
        } else if has.settlements.len() - has.laid.len() < 5 {
            has.settlements.insert(vertex);
        } else {
            stands[i] = false;
        }
    }

    // Knights, mostly at own roads, and more often than not active.
    let armed = if siege { 1 + draws.below(3) } else { draws.below(8) } as usize;
    for _ in 0..4 * armed {
        let seat = any_seat(draws);
        let roads = setup.seats.get(&seat)?.roads;
        let i = if roads.is_empty() || draws.below(12) == 0 {
            draws.below(54) as usize
        } else {
            let path = roads.nth(draws.below(roads.len() as u32) as usize)?;
            path.ends()[draws.below(2) as usize].index()
        };
        if stands[i] {
            continue;
        }
        let vertex = VertexId::new(i)?;
        let has = setup.seats.get_mut(&seat)?;
        let knights = [&mut has.knights.basic, &mut has.knights.strong, &mut has.knights.mighty];
        let [basic, strong, mighty] = knights;
        let of_strength = match draws.below(4) {
            0 | 1 => basic,
            2 => strong,
            _ => mighty,
        };
        if of_strength.len() == 2 {
            continue;
        }
        of_strength.insert(vertex);
        stands[i] = true;
        if draws.below(3) > 0 {
            has.active.insert(vertex);
            if seat == setup.active && draws.below(4) > 0 {
                setup.ready.as_mut()?.push(vertex);
            }
        }
        if seat == setup.active && rolled && draws.below(6) == 0 {
            setup.promoted.insert(vertex);
        }
    }

    // Levels, and the metropolises that go with them.
    for area in Area::ALL {
        let highest = [2, 4, 5, 6, 6][draws.below(5) as usize];
        for &seat in &seats {
            let level = if draws.below(5) == 0 { 4 } else { draws.below(highest) as u8 };
            setup.seats.get_mut(&seat)?.levels.insert(area, level);
        }
        if grabbed == Some(area) {
            for &seat in &seats {
                let level = if seat == setup.active { 4 } else { 4 + draws.below(2) as u8 };
                setup.seats.get_mut(&seat)?.levels.insert(area, level);
            }
        }
        let taken: Vec<VertexId> = setup.metropolises.values().copied().collect();
        let can_carry = |has: &SeatSetup| has.cities.into_iter().find(|city| !taken.contains(city));
        let mut candidates: Vec<(u8, Seat, VertexId)> = seats
            .iter()
            .filter_map(|seat| Some((setup.seats[seat].levels[&area], *seat, can_carry(&setup.seats[seat])?)))
            .filter(|&(level, ..)| level >= 4)
            .collect();
        candidates.sort_by_key(|&(level, seat, _)| (level, seat != setup.active));
        let declined = setup.options.ck_metropolis_placing == options::MetropolisPlacing::May;
        match candidates.last() {
            // All who could place it have declined (`CK-METRO-8`).
            Some(_) if declined && draws.below(4) == 0 => {}
            Some(&(.., city)) => {
                setup.metropolises.insert(area, city);
            }
            None => {
                for &seat in &seats {
                    let levels = &mut setup.seats.get_mut(&seat)?.levels;
                    levels.insert(area, levels[&area].min(3));
                }
            }
        }
    }

    // The only way in which a friendly robber has nowhere to go but the desert, or nowhere at all (`CATAN-ROB-9`).
    if players == 4 && draws.below(20) == 0 {
        let pairs = [[8, 14], [22, 31], [39, 45]];
        let board = setup.board.as_mut()?;
        board.terrain.0.swap(desert, 9);
        board.numbers.0.swap(desert, 9);
        setup.options.friendly_robber = true;
        setup.attacked = true;
        setup.phase = PhaseSetup::Building;
        setup.metropolises.clear();
        (setup.merchant, setup.promoted, setup.ready) = (None, VertexSet::EMPTY, Some(Vec::new()));
        setup.revealed.clear();
        setup.under.clear();
        for has in setup.seats.values_mut() {
            (has.settlements, has.cities, has.walls, has.laid) = Default::default();
            (has.knights, has.active, has.defenders, has.roads) = Default::default();
            has.levels.clear();
            has.progress.clear();
        }
        setup.seats.get_mut(&setup.active)?.progress.insert(Progress::Bishop, 1);
        let others = seats.iter().copied().filter(|&seat| seat != setup.active);
        for (seat, pair) in others.zip(pairs) {
            let has = setup.seats.get_mut(&seat)?;
            has.settlements = pair.into_iter().filter_map(VertexId::new).collect();
        }
        setup.robber = HexId::new([9, 9, 3][draws.below(3) as usize]);
    }
    // Now and then one point is missing.
    if draws.below(4) == 0 {
        let position = CitiesAndKnights::from_setup(&setup).ok()?;
        setup.options.victory_points = (position.points(position.active()).total() + 1).max(3);
    }
    let position = CitiesAndKnights::from_setup(&setup).ok()?;
    // A game that is won by itself would be over.
    let won = position.points(position.active()).total() >= setup.options.victory_points;
    (!won || !setup.options.auto_declare).then_some(position)
}

fn shuffle<T>(things: &mut [T], draws: &mut Substream) {
    for n in (1..things.len()).rev() {
        things.swap(n, draws.below(n as u32 + 1) as usize);
    }
}

/// Any options, the whole range of each.
pub(crate) fn random_options(draws: &mut Substream) -> Options {
    let mut options = Options::default();
    for row in Options::TABLE {
        let names = row.values.names();
        if !names.is_empty() {
            let name = &names[draws.below(names.len() as u32) as usize];
            options.set(row.name, name).expect("a value of the table");
        }
    }
    let mut any = |values: &[u16]| values[draws.below(values.len() as u32) as usize];
    options.players = any(&[2, 3, 3, 4, 4, 4]) as u8;
    options.start_player = match any(&[0, 1, 2, 2]) {
        0 => catan::options::StartPlayer::Random,
        1 => catan::options::StartPlayer::HighestRoll,
        _ => catan::options::StartPlayer::Seat(crate::reference::seat(
            any(&[0, 1, 2, 3]) as usize % usize::from(options.players),
        )),
    };
    options.discard_limit = any(&[1, 4, 7, 7, 7, 7, 9, 30, 95]) as u8;
    options.victory_points = any(&[4, 6, 9, 13, 13, 13, 16, 20, 30]) as u8;
    options.offer_limit = [None, Some(0), Some(1), Some(200)][usize::from(any(&[0, 1, 2, 3]))];
    // Some styles of play never win.
    options.turn_limit = Some(any(&[1, 50, 200, 300, 300]));
    options
}
