//! Comparing positions.

use crate::agreeing::{compare_rates, compare_trading, same};
use crate::cities_and_knights_reference::{Question, Table};
use crate::reference::Deal;
use catan::cities_and_knights::{
    Area, CardKind, ChanceKind, CitiesAndKnights, Hand, OwnChanceKind, OwnPhase, Phase, Progress, Strength,
};
use catan::{Piece, VertexId, VertexSet};
use game::{BySeat, Seat, SeatSet, Turn, Viewer};
use std::collections::BTreeMap;

/// Road lengths of the last position: walking every trail is only needed when something on the board has changed.
#[derive(Default)]
pub(crate) struct Lengths {
    /// The owner of the road on each path, and of the piece on each intersection.
    roads: Vec<Option<usize>>,
    pieces: Vec<Option<usize>>,
    lengths: Vec<usize>,
}

impl Lengths {
    fn of(&mut self, table: &Table) -> &[usize] {
        let pieces: Vec<Option<usize>> =
            (0..54).map(|i| table.owner(i).or(table.knights[i].map(|knight| knight.seat))).collect();
        if self.lengths.is_empty() || self.roads != table.roads || self.pieces != pieces {
            (self.roads, self.pieces) = (table.roads.clone(), pieces);
            self.lengths = (0..table.seats).map(|seat| table.road_length(seat)).collect();
        }
        &self.lengths
    }
}

fn cards(hand: [u32; 8]) -> Hand {
    Hand::new(hand.map(|n| n as u8))
}

fn set(places: &[usize]) -> VertexSet {
    places.iter().filter_map(|&i| VertexId::new(i)).collect()
}

/// Compares all that there is of a position; it is as long as a position has parts.
pub(crate) fn compare(game: &CitiesAndKnights, table: &Table, lengths: &mut Lengths) {
    let view = game.view(Viewer::Everything);
    macro_rules! same {
        ($what:expr, $engine:expr, $reference:expr) => {
            same($what, $engine, $reference, &game, &table)
        };
    }
    same!("turn", turn_of(game), turn_of_reference(table));
    compare_phase(game, table);
    let over = matches!(table.question, Question::Over { .. });
    same!("start player", view.start_player().map(Seat::index), table.start);
    same!("active", view.active().index(), table.active);
    same!("turns", view.turns(), table.turn);
    same!("supply", view.supply(), cards(table.supply));
    same!("dice", view.dice(), table.dice);
    same!("something was paid for", view.has_built(), table.paid);
    same!("cranes", u32::from(view.cranes()), table.cranes);
    let mut fleet = table.fleet.clone();
    fleet.sort_unstable();
    fleet.dedup();
    same!("merchant fleet", view.fleet().map(CardKind::index).collect::<Vec<_>>(), fleet);
    if !over {
        same!("the ship", u32::from(view.ship()) % 7, table.ship % 7);
        same!("the robber is free", view.robber_is_free(), table.robber_moves());
    }
    same!("merchant", view.merchant().map(|(seat, hex)| (seat.index(), hex.index())), table.merchant);
    if !matches!(table.question, Question::LayOut) {
        let layout = view.layout().expect("an island");
        same!("terrain", &layout.terrain.0[..], &table.terrain[..]);
        same!("numbers", &layout.numbers.0[..], &table.numbers[..]);
        same!("harbours", &layout.harbours[..], &table.harbours[..]);
        same!("robber", view.robber().index(), table.robber);
    }
    if table.question == Question::Acting {
        same!("trade is open", view.trade_is_open(), table.trade_lasts());
    }
    for area in Area::ALL {
        same!("deck", usize::from(view.deck_len(area)), table.decks[&area].len());
        same!("metropolis", view.metropolis(area).map(|i| i.index()), table.metropolises.get(&area).copied());
    }
    let under: BTreeMap<Area, Vec<Progress>> = table
        .decks
        .iter()
        .filter(|(_, deck)| !deck.under.is_empty())
        .map(|(&area, deck)| (area, deck.under.iter().copied().collect()))
        .collect();
    same!("under the decks", under_the_decks(game), under);
    for (card, owner) in view.revealed() {
        let turned_up = table.turned_up.iter().find(|&&(_, other)| other == card).map(|&(seat, _)| seat);
        same!("turned up", owner.map(Seat::index), turned_up);
    }
    same!("longest road", view.longest_road().map(Seat::index), table.longest_road);
    let mut active_knights = VertexSet::EMPTY;
    let mut ready = VertexSet::EMPTY;
    let mut promoted = VertexSet::EMPTY;
    for (i, knight) in table.knights.iter().enumerate().filter_map(|(i, knight)| Some((i, (*knight)?))) {
        let vertex = VertexId::new(i).expect("an intersection");
        if knight.active {
            active_knights.insert(vertex);
        }
        if knight.may_act && knight.seat == table.active {
            ready.insert(vertex);
        }
        if knight.promoted {
            promoted.insert(vertex);
        }
    }
    same!("active knights", view.active_knights(), active_knights);
    if !over {
        same!("knights that may act", view.ready_knights(), ready);
        same!("knights promoted in this turn", view.promoted_knights(), promoted);
    }
    let mut walls = VertexSet::EMPTY;
    let mut laid = VertexSet::EMPTY;
    for seat in Seat::first(table.seats) {
        let s = seat.index();
        walls = walls | set(&table.walls_of(s));
        laid = laid | set(&table.laid_cities_of(s));
        same!("roads", view.roads(seat).into_iter().map(|p| p.index()).collect(), table.roads_of(s));
        same!("settlements", view.settlements(seat), set(&table.settlements_of(s)));
        same!("cities", view.cities(seat), set(&table.cities_of(s)));
        let left = |piece| usize::from(view.pieces_left(seat, piece));
        same!("road pieces", left(Piece::Road), table.roads_left(s));
        same!("settlement pieces", left(Piece::Settlement), table.settlements_left(s));
        same!("city pieces", left(Piece::City), table.cities_left(s));
        same!("wall pieces", usize::from(view.walls_left(seat)), table.walls_left(s));
        for strength in Strength::ALL {
            let count = u32::from(strength.value());
            let of_strength: Vec<usize> = table
                .knights_of(s)
                .into_iter()
                .filter(|&i| table.knights[i].is_some_and(|knight| knight.strength == count))
                .collect();
            same!("knights", view.knights(seat, strength), set(&of_strength));
            let left = table.knights_left(s, count);
            same!("knight pieces", usize::from(view.knights_left(seat, strength)), left);
        }
        same!("hand", view.hand(seat).expect("seen"), cards(table.hands[s]));
        let mut held = [0; 25];
        for card in &table.held[s] {
            held[card.index()] += 1;
        }
        same!("progress cards", view.progress(seat).expect("seen"), held);
        for area in Area::ALL {
            same!("level", u32::from(view.level(seat, area)), table.level(s, area));
        }
        same!("Defender cards", u32::from(view.defenders(seat)), table.defender_cards[s]);
        same!("road length", usize::from(view.road_length(seat)), lengths.of(table)[s]);
        let points = game.points(seat);
        same!("points", usize::from(points.total()), table.points(s));
        same!("hand limit", view.hand_limit(seat), table.hand_limit(s));
        if !table.harbours.is_empty() {
            for kind in CardKind::ALL {
                let (best, usable) = (view.rate(seat, kind), view.rates(seat, kind));
                compare_rates(best, usable, table.rates(s, kind.index()), table.options.bank_rates);
            }
        }
        if !over {
            same!("handed in", view.handed_in(seat).expect("seen"), cards(handed_in(table, s)));
        }
    }
    same!("walls", view.walls(), walls);
    same!("laid cities", view.laid(), laid);
    compare_trading(view.trading(), &table.trading, over, |exchange| Deal {
        give: exchange.give.0.map(u32::from),
        want: exchange.want.0.map(u32::from),
    });
}

fn under_the_decks(game: &CitiesAndKnights) -> BTreeMap<Area, Vec<Progress>> {
    game.to_setup().under
}

fn handed_in(table: &Table, seat: usize) -> [u32; 8] {
    match &table.question {
        Question::Discard { owed, chosen, .. } | Question::Give { owed, chosen } if owed[seat] > 0 => {
            chosen[seat].unwrap_or_default()
        }
        _ => [0; 8],
    }
}

/// Describes the turn in words that both understand.
fn turn_of(game: &CitiesAndKnights) -> String {
    match game.turn() {
        Turn::Decide(seats) => format!("{:?}", seats.into_iter().map(Seat::index).collect::<Vec<_>>()),
        Turn::Over(outcome) => {
            format!("over {:?}", outcome.winners.into_iter().map(Seat::index).collect::<Vec<_>>())
        }
        Turn::Chance(kind) => match kind {
            ChanceKind::Layout => "layout".to_owned(),
            ChanceKind::StartPlayer => "start player".to_owned(),
            ChanceKind::StartRoll(seat) => format!("start roll of {}", seat.index()),
            ChanceKind::Dice => "dice None".to_owned(),
            ChanceKind::Own(OwnChanceKind::EventDie { red, other }) => {
                format!("dice {:?}", Some((red, other)))
            }
            ChanceKind::StolenCard { thief, victim } => {
                format!("{} steals from {}", thief.index(), victim.index())
            }
            ChanceKind::Own(OwnChanceKind::ProgressCard { seat, area }) => {
                format!("{} draws {area}", seat.index())
            }
        },
    }
}

fn turn_of_reference(table: &Table) -> String {
    match &table.question {
        Question::LayOut => "layout".to_owned(),
        Question::DrawStart => "start player".to_owned(),
        Question::RollForStart(rolls) => format!("start roll of {}", rolls.waiting[0]),
        Question::Dice { chosen } => format!("dice {chosen:?}"),
        Question::Stealing { victim } => format!("{} steals from {victim}", table.active),
        Question::DrawCard { seat, area, .. } => format!("{seat} draws {area}"),
        Question::Over { winner } => format!("over {:?}", winner.iter().collect::<Vec<_>>()),
        _ => format!("{:?}", table.asked()),
    }
}

fn compare_phase(game: &CitiesAndKnights, table: &Table) {
    use Question as Q;
    let seats = |list: &[usize]| list.iter().map(|&s| crate::reference::seat(s)).collect::<SeatSet>();
    let owes =
        |owed: BySeat<u8, 4>, expected: &[u32]| (0..table.seats).all(|s| u32::from(owed.0[s]) == expected[s]);
    let alike = match (game.phase(), &table.question) {
        (Phase::LayingOut, Q::LayOut)
        | (Phase::DrawingStart, Q::DrawStart)
        | (Phase::BeforeRoll, Q::BeforeRoll)
        | (Phase::Building, Q::Acting)
        | (Phase::Own(OwnPhase::Mustering { .. }), Q::Muster(_))
        | (Phase::Own(OwnPhase::Pillaging { .. }), Q::Pillage(_))
        | (Phase::Own(OwnPhase::ChoosingDeck { .. }), Q::Deck(_))
        | (Phase::Own(OwnPhase::Aqueduct { .. }), Q::Aqueduct(_))
        | (Phase::Own(OwnPhase::PlayOrDrop), Q::PlayOrDrop)
        | (Phase::Own(OwnPhase::PlayingEarly), Q::PlayEarly)
        | (Phase::Over(_), Q::Over { .. }) => true,
        (Phase::RollingForStart { waiting, leaders, best, .. }, Q::RollForStart(rolls)) => {
            waiting == seats(&rolls.waiting)
                && leaders == seats(&rolls.leaders())
                && u32::from(best) == rolls.best()
        }
        (Phase::FoundingSettlement { placed }, Q::FoundSettlement)
        | (Phase::Own(OwnPhase::FoundingCity { placed }), Q::FoundCity) => {
            usize::from(placed) == table.founded
        }
        (Phase::FoundingRoad { placed, at }, Q::FoundRoad { at: expected }) => {
            usize::from(placed) == table.founded && at.index() == *expected
        }
        (Phase::Rolling, Q::Dice { chosen: expected }) => expected.is_none(),
        (Phase::Own(OwnPhase::RollingEventDie { red, other }), Q::Dice { chosen: expected }) => {
            *expected == Some((red, other))
        }
        (Phase::Own(OwnPhase::OfferingDraw { area, .. }), Q::OfferDraw(_, expected)) => area == *expected,
        (
            Phase::Own(OwnPhase::DrawingCard { seat, area, defence, .. }),
            Q::DrawCard { seat: drawer, area: deck, defence: for_defence },
        ) => seat.index() == *drawer && area == *deck && defence == *for_defence,
        (Phase::Own(OwnPhase::DroppingCards { seats: dropping }), Q::Drop { seats: expected, .. }) => {
            dropping == seats(expected)
        }
        (Phase::Discarding { owed }, Q::Discard { owed: expected, sabotage: false, .. })
        | (Phase::Own(OwnPhase::Sabotage { owed }), Q::Discard { owed: expected, sabotage: true, .. }) => {
            owes(owed, expected)
        }
        (Phase::MovingRobber { cause }, Q::Robber(expected)) => cause == *expected,
        (Phase::ChoosingVictim { victims }, Q::Victim { eligible }) => victims == seats(eligible),
        (Phase::Stealing { victim, .. }, Q::Stealing { victim: expected }) => victim.index() == *expected,
        (Phase::FreeRoads { left, may_stop }, Q::FreeRoads { left: expected, placed }) => {
            usize::from(left) == *expected
                && may_stop == (*placed > 0 && table.options.road_building_may_stop)
        }
        (
            Phase::Own(OwnPhase::Retreating { seat, from, strength, active: is_active }),
            Q::Retreat { knight, from: expected, .. },
        ) => {
            seat.index() == knight.seat
                && from.index() == *expected
                && u32::from(strength.value()) == knight.strength
                && is_active == knight.active
        }
        (Phase::Own(OwnPhase::Deserting { victim }), Q::RemoveKnight(seat)) => victim.index() == *seat,
        (
            Phase::Own(OwnPhase::PlacingDeserter { strength, active: is_active }),
            Q::PlaceKnight { strength: expected, active },
        ) => u32::from(strength.value()) == *expected && is_active == *active,
        (Phase::Own(OwnPhase::ReplacingRoad { removed }), Q::ReplaceRoad { removed: expected }) => {
            removed.index() == *expected
        }
        (Phase::Own(OwnPhase::Spying { victim }), Q::Spy(expected)) => victim.index() == *expected,
        (
            Phase::Own(OwnPhase::TakingCards { victim, count }),
            Q::TakeCards { victim: expected, count: cards },
        ) => victim.index() == *expected && u32::from(count) == *cards,
        (Phase::Own(OwnPhase::Giving { owed }), Q::Give { owed: expected, .. }) => owes(owed, expected),
        (
            Phase::Own(OwnPhase::ForcedExchange { victim, kind }),
            Q::ForcedExchange { victim: expected, kind: resource },
        ) => victim.index() == *expected && kind.index() == *resource,
        (Phase::Own(OwnPhase::PlacingMetropolis { area }), Q::Metropolis(expected)) => area == *expected,
        _ => false,
    };
    assert!(alike, "the engine is in {:?}, the reference in {:?}", game.phase(), table.question);
}
