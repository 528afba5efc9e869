//! Making a game of a setup, and everything that can be wrong with one.

use super::{PhaseSetup, Setup};
use crate::cities_and_knights::cards::ProgressHand;
use crate::cities_and_knights::options::ProgressPlay;
use crate::cities_and_knights::phase::TurnStage;
use crate::cities_and_knights::rules::dice::LANDING;
use crate::cities_and_knights::state::{KNIGHTS, WALLS};
use crate::cities_and_knights::{Area, Bundle, CardKind, CitiesAndKnights, Hand, OwnPhase, Phase, Progress};
use crate::options::TradeBuild;
use crate::rules::longest_road::longest_road_holder;
use crate::seats::{PerSeat, SEATS};
use crate::setup::Award;
use crate::trading::{Exchange, Trading};
use crate::{EdgeSet, Layout, Piece, VertexSet};
use game::{Faults, Seat, SeatSet, SetupError};

/// More turns than any game has, and far from where counting would overflow.
const TURNS_MAX: u32 = 1_000_000_000;

/// The game of a setup, or its faults.
pub(super) fn game_of(setup: &Setup) -> Result<CitiesAndKnights, Vec<SetupError>> {
    if let Err(errors) = setup.options.validate() {
        return Err(errors.into_iter().map(SetupError::from).collect());
    }
    let mut faults = Faults::default();
    let mut game = CitiesAndKnights::new(&setup.options);
    island(setup, &mut game, &mut faults);
    seats(setup, &mut game, &mut faults);
    pieces(&game, &mut faults);
    cards(setup, &mut game, &mut faults);
    progress(setup, &mut game, &mut faults);
    common(setup, &mut game, &mut faults);
    if !faults.is_empty() {
        return faults.or(game);
    }
    for seat in Seat::first(SEATS) {
        game.road_ends[seat] = game.roads[seat].into_iter().flat_map(crate::EdgeId::ends).collect();
        game.derive_of_buildings(seat);
        game.measure(seat);
    }
    longest_road(setup, &mut game, &mut faults);
    phase(setup, &mut game, &mut faults);
    trade(setup, &mut game, &mut faults);
    faults.or(game)
}

fn island(setup: &Setup, game: &mut CitiesAndKnights, faults: &mut Faults) {
    match setup.board {
        Some(layout) => {
            if let Err((reason, clause)) = layout.check_components() {
                return faults.add(clause, "board", reason);
            }
            game.layout = layout;
            game.index_numbers();
            game.robber = setup.robber.unwrap_or_else(|| layout.desert());
        }
        None => {
            faults.need(setup.phase == PhaseSetup::LayingOut, "CK-SETUP-1", "board", || {
                "`board` is null, but the island lies in this phase".to_owned()
            });
            game.layout = Layout::beginner();
        }
    }
}

fn seats(setup: &Setup, game: &mut CitiesAndKnights, faults: &mut Faults) {
    let playing = SeatSet::first(game.seats());
    for seat in [setup.active, setup.start].into_iter().chain(setup.seats.keys().copied()) {
        faults.need(playing.contains(seat), "CATAN-OPT-17", seat, || {
            format!("no seat {seat} plays in this game")
        });
    }
    game.active = setup.active;
    game.start = setup.start;
    let mut up = VertexSet::EMPTY;
    for (&seat, has) in setup.seats.iter().filter(|(seat, _)| playing.contains(**seat)) {
        game.settlements[seat] = has.settlements;
        game.cities[seat] = has.cities;
        game.roads[seat] = has.roads;
        game.own.knights[seat] = [has.knights.basic, has.knights.strong, has.knights.mighty];
        game.hands[seat] = has.hand;
        game.own.defenders[seat] = has.defenders;
        game.handed_in[seat] = has.handed_in;
        game.own.dropped[seat] = has.dropped;
        faults.need((has.laid - has.settlements).is_empty(), "CK-BARB-9", (seat, "laid"), || {
            format!("laid cities of seat {seat} must be among its settlements")
        });
        faults.need((has.walls - has.cities).is_empty(), "CK-WALL-1", (seat, "walls"), || {
            format!("a wall of seat {seat} stands under no city of its own")
        });
        game.own.laid = game.own.laid | has.laid;
        game.own.walls = game.own.walls | has.walls;
        let knights = game.knights_of(seat);
        faults.need((has.active - knights).is_empty(), "CK-TERM-10", (seat, "active_knights"), || {
            format!("seat {seat} has an active knight where it has none")
        });
        up = up | has.active;
        for (&area, &level) in &has.levels {
            faults.need(level <= Area::LEVELS, "CK-IMP-1", (seat, "levels"), || {
                format!("{area} of seat {seat} is above level {}", Area::LEVELS)
            });
            game.own.levels[seat][area.index()] = level.min(Area::LEVELS);
        }
        let mut progress = [0; 25];
        for (&card, &count) in &has.progress {
            faults.need(!card.is_victory_point(), "CK-PROG-5", (seat, "progress"), || {
                format!("{card} is never hidden; it belongs into `revealed`")
            });
            progress[card.index()] = count;
        }
        game.own.progress[seat] = ProgressHand::new(progress);
    }
    game.own.active_knights = up;
}

fn pieces(game: &CitiesAndKnights, faults: &mut Faults) {
    let mut buildings = VertexSet::EMPTY;
    let mut knights = VertexSet::EMPTY;
    let mut roads = EdgeSet::EMPTY;
    for seat in Seat::first(SEATS) {
        let laid = (game.own.laid & game.settlements[seat]).len();
        for (piece, placed) in [
            (Piece::Road, game.roads[seat].len()),
            (Piece::Settlement, game.settlements[seat].len() - laid),
            (Piece::City, game.cities[seat].len() + laid),
        ] {
            faults.need(placed <= usize::from(piece.count()), "CATAN-COMP-7", seat, || {
                format!(
                    "seat {seat} has {placed} pieces of the kind {} on the board; there are {}",
                    piece.name(),
                    piece.count()
                )
            });
        }
        let walls = (game.own.walls & game.cities[seat]).len();
        faults.need(walls <= WALLS, "CK-COMP-3", seat, || {
            format!("seat {seat} has {walls} walls; there are {WALLS}")
        });
        for (own, word) in game.own.knights[seat].into_iter().zip(["basic", "strong", "mighty"]) {
            faults.need(own.len() <= KNIGHTS, "CK-KNIGHT-2", seat, || {
                format!("seat {seat} has {} {word} knights; there are {KNIGHTS}", own.len())
            });
            for vertex in knights & own {
                faults.add("CK-KNIGHT-1", vertex, format!("two knights on {vertex}"));
            }
            knights = knights | own;
        }
        let own = game.settlements[seat] | game.cities[seat];
        for vertex in game.settlements[seat] & game.cities[seat] {
            let message = format!("seat {seat} has a settlement and a city on {vertex}");
            faults.add("CATAN-CITY-1", (seat, vertex), message);
        }
        for vertex in buildings & own {
            faults.add("CATAN-SETT-3", vertex, format!("two seats have a building on {vertex}"));
        }
        buildings = buildings | own;
        for edge in roads & game.roads[seat] {
            faults.add("CATAN-ROAD-2", edge, format!("two roads on {edge}"));
        }
        roads = roads | game.roads[seat];
    }
    for vertex in buildings & knights {
        faults.add("CK-KNIGHT-1", vertex, format!("a building and a knight on {vertex}"));
    }
    for vertex in buildings {
        faults.need((vertex.neighbours() & buildings).is_empty(), "CATAN-SETT-3", vertex, || {
            format!("{vertex} is next to another building")
        });
    }
}

fn cards(setup: &Setup, game: &mut CitiesAndKnights, faults: &mut Faults) {
    let mut left = Hand::BOX.counts().map(i32::from);
    for seat in Seat::first(SEATS) {
        for (left, held) in left.iter_mut().zip(game.hands[seat].counts()) {
            *left -= i32::from(held);
        }
    }
    for (kind, &left) in CardKind::ALL.into_iter().zip(&left) {
        faults.need(left >= 0, "CK-COMP-9", (), || {
            format!("the hands hold {} {kind} more than there are", -left)
        });
    }
    let rest = Hand::new(left.map(|left| left.clamp(0, 19) as u8));
    faults.need(setup.supply.is_none_or(|supply| supply == rest), "CK-COMP-9", "supply", || {
        format!("with these hands the supply has {rest}")
    });
    game.supply = rest;
}

fn progress(setup: &Setup, game: &mut CitiesAndKnights, faults: &mut Faults) {
    for (&card, &owner) in &setup.revealed {
        match card {
            Progress::Printer => game.own.revealed[0] = Some(owner),
            Progress::Constitution => game.own.revealed[1] = Some(owner),
            _ => {
                faults.add(
                    "CK-PROG-5",
                    "revealed",
                    format!("{card} is not turned up; only printer and constitution are"),
                );
            }
        }
        faults.need(owner.index() < game.seats(), "CATAN-OPT-17", (owner, "revealed"), || {
            format!("no seat {owner} plays in this game")
        });
    }
    let mut left = Progress::BOX.map(i32::from);
    for seat in Seat::first(SEATS) {
        for (left, held) in left.iter_mut().zip(game.own.progress[seat].counts()) {
            *left -= i32::from(held);
        }
    }
    for (card, owner) in [Progress::Printer, Progress::Constitution].into_iter().zip(game.own.revealed) {
        left[card.index()] -= i32::from(owner.is_some());
    }
    for (&area, cards) in &setup.under {
        for &card in cards.iter().take(18) {
            faults.need(card.area() == area, "CK-PROG-8", (), || {
                format!("{card} does not belong under the {area} deck")
            });
            left[card.index()] -= 1;
            if card.area() == area {
                game.own.under[area.index()].push(card);
            }
        }
        faults.need(cards.len() <= 18, "CK-COMP-2", (), || format!("the {area} deck has 18 cards"));
    }
    for (card, &left) in Progress::ALL.into_iter().zip(&left) {
        faults.need(left >= 0, "CK-COMP-9", (), || {
            format!("there are {} {card}, and {} too many are named", Progress::BOX[card.index()], -left)
        });
        game.own.deck[card.index()] = left.max(0) as u8;
    }
    for (&area, &drawn) in &setup.drawn {
        game.own.drawn[area.index()] = drawn;
    }
}

fn common(setup: &Setup, game: &mut CitiesAndKnights, faults: &mut Faults) {
    game.own.ship = setup.ship;
    game.set_attacked(setup.attacked);
    let at_home = setup.board.is_none() || game.robber == game.layout.desert();
    faults.need(at_home || game.own.robber_is_free, "CK-ROB-1", "robber", || {
        format!(
            "before the first attack the robber stays on the desert, {}, not on {}; after it, `attacked` is true",
            game.layout.desert(),
            game.robber
        )
    });
    for (&area, &city) in &setup.metropolises {
        game.set_metropolis(area, city);
        let owner = Seat::first(SEATS).find(|&seat| game.cities[seat].contains(city));
        match owner {
            None => faults.add(
                "CK-METRO-1",
                (city, "metropolises"),
                format!("the metropolis on {city} stands on no city"),
            ),
            Some(owner) => {
                faults.need(
                    game.own.levels[owner][area.index()] >= 4,
                    "CK-METRO-1",
                    (owner, (city, "levels")),
                    || format!("seat {owner} has the metropolis of {area} below level 4"),
                );
            }
        }
        let twice = setup.metropolises.values().filter(|&&other| other == city).count() > 1;
        faults.need(!twice, "CK-METRO-2", (city, "metropolises"), || format!("two metropolises on {city}"));
    }
    if let Some(merchant) = setup.merchant {
        faults.need(
            merchant.seat.index() < game.seats(),
            "CATAN-OPT-17",
            (merchant.seat, "merchant"),
            || format!("no seat {} plays in this game", merchant.seat),
        );
        game.own.merchant = Some((merchant.seat, merchant.hex));
    }
    if let Some((event, red, other)) = setup.dice {
        game.own.event = Some(event);
        game.dice = Some((red, other));
    }
    let mine = game.knights_of(setup.active);
    let ready: VertexSet = match &setup.ready {
        Some(ready) => ready.iter().copied().collect(),
        None => mine & game.own.active_knights,
    };
    faults.need(
        (ready - (mine & game.own.active_knights)).is_empty(),
        "CK-KNIGHT-8",
        "ready_knights",
        || "only active knights of the active seat can be `ready`".to_owned(),
    );
    faults.need((setup.promoted - mine).is_empty(), "CK-KNIGHT-4", "promoted_knights", || {
        "only knights of the active seat can be `promoted` in its turn".to_owned()
    });
    game.own.ready = ready;
    game.own.promoted = setup.promoted;
    faults.need(
        (setup.fighting - game.own.active_knights).is_empty(),
        "CK-BARB-17",
        "fighting_knights",
        || "only active knights can have fought".to_owned(),
    );
    game.own.fighting = setup.fighting;
    faults.need(setup.cranes <= 2 && setup.commercial_harbors <= 2, "CK-COMP-2", (), || {
        "there are two Cranes and two Commercial Harbors".to_owned()
    });
    game.own.cranes = setup.cranes;
    game.own.commercial_harbors = setup.commercial_harbors;
    game.own.forced = setup.forced;
    for kind in &setup.fleet {
        game.own.fleet |= 1 << kind.index();
    }
    game.built = setup.built;
    game.thefts = setup.thefts;
    let in_setup = matches!(
        setup.phase,
        PhaseSetup::LayingOut
            | PhaseSetup::DrawingStart
            | PhaseSetup::RollingForStart { .. }
            | PhaseSetup::FoundingSettlement { .. }
            | PhaseSetup::FoundingCity { .. }
            | PhaseSetup::FoundingRoad { .. }
    );
    game.turns = setup.turn.unwrap_or(u32::from(!in_setup));
    faults.need(game.turns <= TURNS_MAX, "CATAN-OPT-19", "turns", || {
        format!("no game has {} turns", game.turns)
    });
}

fn longest_road(setup: &Setup, game: &mut CitiesAndKnights, faults: &mut Faults) {
    game.longest_road = match setup.longest_road {
        Award::Derived => longest_road_holder(None, &game.road_lengths),
        Award::Nobody => None,
        Award::Held(seat) => {
            faults.need(seat.index() < game.seats(), "CATAN-OPT-17", (seat, "longest_road"), || {
                format!("no seat {seat} plays in this game")
            });
            Some(seat)
        }
    };
    // While pieces are being moved the card may still lie with whoever had it (CK-LR-4).
    let settled = !matches!(
        setup.phase,
        PhaseSetup::Retreating { .. }
            | PhaseSetup::PlacingDeserter { .. }
            | PhaseSetup::ReplacingRoad { .. }
            | PhaseSetup::Pillaging { .. }
            | PhaseSetup::Over { .. }
    );
    let right = longest_road_holder(game.longest_road, &game.road_lengths);
    faults.need(!settled || right == game.longest_road, "CATAN-LR-6", "longest_road", || {
        format!(
            "with these roads Longest Road would be with {}",
            right.map_or("nobody".to_owned(), |seat| seat.to_string())
        )
    });
}

fn phase(setup: &Setup, game: &mut CitiesAndKnights, faults: &mut Faults) {
    game.phase = Phase::from(&setup.phase);
    game.own.stage = setup.stage.unwrap_or_else(|| usual_stage(&game.phase));
    // The ship is on the landing only while an attack is being resolved.
    faults.need(
        setup.ship < LANDING + u8::from(game.own.stage == TurnStage::Attack),
        "CK-COMP-7",
        "ship",
        || format!("the ship is on a space 0 to 6, not {}", setup.ship),
    );
    let compared =
        game.own.stage == TurnStage::Attack && !matches!(game.phase, Phase::Own(OwnPhase::Mustering { .. }));
    faults.need(compared || setup.fighting.is_empty(), "CK-BARB-17", "fighting_knights", || {
        "knights have fought only while an attack is being resolved".to_owned()
    });
    faults.need(!misfits(game), "CK-TURN-4", "phase", || {
        "the phase does not fit the rest of the position".to_owned()
    });
    handed_in(game, faults);
}

/// Whether the phase does not fit the rest of the position.
fn misfits(game: &CitiesAndKnights) -> bool {
    let playing = SeatSet::first(game.seats());
    let n = game.seats() as u8;
    let no_opponent = |seat: Seat| seat == game.active || !playing.contains(seat);
    let misses = |seats: SeatSet| seats.is_empty() || !seats.is_subset(playing);
    match game.phase {
        Phase::RollingForStart { waiting, leaders, .. } => misses(waiting) || !leaders.is_subset(playing),
        Phase::FoundingSettlement { placed } => placed >= n,
        Phase::Own(OwnPhase::FoundingCity { placed }) => !(n..2 * n).contains(&placed),
        Phase::FoundingRoad { placed, at } => {
            !(1..=2 * n).contains(&placed) || !game.buildings(game.active).contains(at)
        }
        Phase::Own(OwnPhase::Mustering { waiting, fighting }) => {
            misses(waiting)
                || !(fighting - game.own.active_knights).is_empty()
                || waiting
                    .into_iter()
                    .any(|seat| (game.knights_of(seat) & game.own.active_knights).is_empty())
        }
        Phase::Own(OwnPhase::Pillaging { losers }) => {
            misses(losers) || losers.into_iter().any(|seat| game.plain_cities(seat).is_empty())
        }
        Phase::Own(OwnPhase::ChoosingDeck { waiting }) => {
            misses(waiting) || Area::ALL.into_iter().filter(|&area| game.deck_len(area) > 0).count() < 2
        }
        Phase::Own(OwnPhase::OfferingDraw { waiting, area }) => misses(waiting) || game.deck_len(area) == 0,
        Phase::Own(OwnPhase::DrawingCard { seat, area, waiting, .. }) => {
            !playing.contains(seat) || !waiting.is_subset(playing) || game.deck_len(area) == 0
        }
        Phase::Own(OwnPhase::DroppingCards { seats }) => {
            let too_many = |seat: Seat| game.progress_len(seat) > CitiesAndKnights::PROGRESS_MAX;
            misses(seats) || !seats.into_iter().all(too_many) || game.deciding().is_empty()
        }
        Phase::Own(OwnPhase::Aqueduct { waiting }) => misses(waiting) || game.supply.resources().is_empty(),
        Phase::Discarding { owed }
        | Phase::Own(OwnPhase::Sabotage { owed })
        | Phase::Own(OwnPhase::Giving { owed }) => {
            let too_much = |seat: Seat| u32::from(owed[seat]) > game.hands[seat].len();
            Seat::first(SEATS).any(too_much) || game.yet_to_hand_in(owed).is_empty()
        }
        Phase::MovingRobber { cause } => !game.own.robber_is_free || game.robber_targets(cause).is_empty(),
        Phase::ChoosingVictim { victims } => {
            misses(victims) || victims.contains(game.active) || victims != game.victims_at(game.robber)
        }
        Phase::Stealing { victim, waiting } => {
            no_opponent(victim)
                || game.hands[victim].is_empty()
                || waiting.into_iter().any(|seat| !playing.contains(seat) || game.hands[seat].is_empty())
        }
        Phase::FreeRoads { left, .. } => {
            !(1..=2).contains(&left)
                || left > game.pieces_left(game.active, Piece::Road)
                || game.road_paths(game.active).is_empty()
        }
        Phase::Own(OwnPhase::Retreating { seat, from, strength, .. }) => {
            !playing.contains(seat)
                || game.knights_left(seat, strength) == 0
                || game.routes(seat, from).free.len() < 2
        }
        Phase::Own(OwnPhase::Deserting { victim }) => {
            no_opponent(victim) || game.knights_of(victim).is_empty()
        }
        Phase::Own(OwnPhase::PlacingDeserter { strength, .. }) => {
            game.knight_places(game.active).is_empty() || game.deserter_strengths(strength).is_empty()
        }
        Phase::Own(OwnPhase::ReplacingRoad { removed }) => {
            game.all_roads().contains(removed)
                || game.pieces_left(game.active, Piece::Road) == 0
                || game.replacements(removed).is_empty()
        }
        Phase::Own(OwnPhase::Spying { victim }) => no_opponent(victim) || game.progress_len(victim) == 0,
        Phase::Own(OwnPhase::TakingCards { victim, count }) => {
            no_opponent(victim) || count == 0 || u32::from(count) >= game.hands[victim].len()
        }
        Phase::Own(OwnPhase::ForcedExchange { victim, kind }) => {
            no_opponent(victim)
                || kind.is_commodity()
                || game.hands[game.active].count(kind) == 0
                || game.hands[victim].commodities().is_empty()
        }
        Phase::Own(OwnPhase::PlacingMetropolis { area }) => {
            game.plain_cities(game.active).is_empty() || game.own.levels[game.active][area.index()] < 4
        }
        Phase::Own(OwnPhase::PlayOrDrop) => game.progress_len(game.active) <= CitiesAndKnights::PROGRESS_MAX,
        Phase::Own(OwnPhase::PlayingEarly) => {
            game.options.ck_progress_play != ProgressPlay::AfterDice
                || game.progress_len(game.active) == 0
                || game.own.stage != TurnStage::Event
        }
        Phase::Over(outcome) => !outcome.winners.is_subset(playing),
        Phase::LayingOut
        | Phase::DrawingStart
        | Phase::BeforeRoll
        | Phase::Rolling
        | Phase::Own(OwnPhase::RollingEventDie { .. })
        | Phase::Building => false,
    }
}

/// Checks that the cards handed in are those that the phase asks for.
fn handed_in(game: &CitiesAndKnights, faults: &mut Faults) {
    let hands_in = matches!(
        game.phase,
        Phase::Discarding { .. }
            | Phase::Own(OwnPhase::Sabotage { .. })
            | Phase::Own(OwnPhase::Giving { .. })
    );
    for seat in Seat::first(game.seats()) {
        let handed_in = game.handed_in[seat];
        let given: u32 = handed_in.0.iter().map(|&count| u32::from(count)).sum();
        let owed = match game.phase {
            Phase::Discarding { owed }
            | Phase::Own(OwnPhase::Sabotage { owed })
            | Phase::Own(OwnPhase::Giving { owed }) => u32::from(owed[seat]),
            _ => 0,
        };
        let fits = handed_in == Bundle::default()
            || (hands_in && given == owed && game.hands[seat].contains(handed_in.into()));
        faults.need(fits, "CATAN-SEVEN-7", seat, || {
            format!("seat {seat} cannot have handed in {}", Hand::from(handed_in))
        });
        let dropped = match (game.own.dropped[seat], game.phase) {
            (None, _) => true,
            (Some(card), Phase::Own(OwnPhase::DroppingCards { seats })) => {
                seats.contains(seat) && game.own.progress[seat].contains(card)
            }
            (Some(_), _) => false,
        };
        faults.need(dropped, "CK-PROG-6", (seat, "dropped"), || {
            format!("seat {seat} cannot have handed in that progress card")
        });
    }
}

/// The stage that a phase suggests.
fn usual_stage(phase: &Phase) -> TurnStage {
    match phase {
        Phase::Own(OwnPhase::Mustering { .. })
        | Phase::Own(OwnPhase::Pillaging { .. })
        | Phase::Own(OwnPhase::ChoosingDeck { .. }) => TurnStage::Attack,
        Phase::Own(OwnPhase::DrawingCard { defence: true, .. }) => TurnStage::Attack,
        Phase::Own(OwnPhase::OfferingDraw { .. })
        | Phase::Own(OwnPhase::DrawingCard { .. })
        | Phase::Own(OwnPhase::DroppingCards { .. })
        | Phase::Own(OwnPhase::PlayingEarly) => TurnStage::Event,
        Phase::Own(OwnPhase::Aqueduct { .. }) | Phase::Discarding { .. } => TurnStage::Production,
        Phase::MovingRobber { cause: super::RobberCause::Seven } => TurnStage::Production,
        Phase::LayingOut
        | Phase::DrawingStart
        | Phase::RollingForStart { .. }
        | Phase::FoundingSettlement { .. }
        | Phase::Own(OwnPhase::FoundingCity { .. })
        | Phase::FoundingRoad { .. }
        | Phase::BeforeRoll
        | Phase::Rolling
        | Phase::Own(OwnPhase::RollingEventDie { .. }) => TurnStage::BeforeRoll,
        _ => TurnStage::Main,
    }
}

fn trade(setup: &Setup, game: &mut CitiesAndKnights, faults: &mut Faults) {
    let mut trading = Trading::closed();
    let mut made = PerSeat::<u8>::default();
    // Offers stay open while a required decision is made (CATAN-DOM-9).
    let ended = setup.built && game.options.trade_build == TradeBuild::Separate;
    let open = game.own.stage == TurnStage::Main && game.outcome().is_none() && !ended;
    let none_made = setup.offer.is_none() && setup.seats.values().all(|has| has.proposal.is_none());
    faults.need(none_made || game.options.offer_limit != Some(0), "CATAN-OPT-18", (), || {
        "no offer can be open where players do not trade with each other".to_owned()
    });
    if let Some(offer) = &setup.offer {
        let to_opponents = !offer.to.is_empty()
            && offer.to.is_subset(SeatSet::first(game.seats()))
            && !offer.to.contains(game.active);
        faults.need(open && to_opponents, "CATAN-DOM-8", "offer", || {
            "an offer is open only in step 4, and made to opponents".to_owned()
        });
        if to_opponents {
            trading.set_offer(Exchange { give: offer.give, want: offer.want }, offer.to);
            for (&seat, &answer) in &offer.answers {
                faults.need(offer.to.contains(seat), "CATAN-DOM-7", (seat, "answer"), || {
                    format!("seat {seat} was not asked")
                });
                if offer.to.contains(seat) {
                    trading.set_answer(seat, answer);
                }
            }
        }
    }
    for (&seat, has) in setup.seats.iter().filter(|(seat, _)| seat.index() < game.seats()) {
        made[seat] = has.offers_made;
        if let Some(proposal) = has.proposal {
            faults.need(open && seat != game.active, "CATAN-DOM-8", (seat, "proposal"), || {
                format!("seat {seat} cannot have a proposal open")
            });
            trading.set_proposal(seat, proposal);
        }
    }
    trading.set_made(made);
    game.trading = trading;
}
