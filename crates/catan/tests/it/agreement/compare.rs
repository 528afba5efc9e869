//! Comparing positions.

use crate::agreeing::{compare_rates, compare_trading, same};
use crate::reference;
use crate::reference::{Deal, Table, TurnStage};
use catan::{Cards, Catan, ChanceKind, OwnChanceKind, OwnPhase, Phase, Piece, Resource};
use game::{Seat, SeatSet, Turn, Viewer};

fn cards(hand: reference::Hand) -> Cards {
    Cards::new(hand.map(|n| n as u8))
}

pub(crate) fn compare(game: &Catan, table: &Table) {
    let view = game.view(Viewer::Everything);
    macro_rules! same {
        ($what:expr, $engine:expr, $reference:expr) => {
            same($what, $engine, $reference, &game, &table)
        };
    }
    same!("turn", turn_of(game), turn_of_reference(table));
    compare_phase(game, table);
    same!("start player", view.start_player().map(Seat::index), table.start);
    same!("active", view.active().index(), table.active);
    same!("turns", view.turns(), table.turn);
    same!("supply", view.supply(), cards(table.supply));
    same!("deck", usize::from(view.deck_len()), table.deck.len());
    let mut played = [0; 5];
    for (_, card) in &table.played {
        played[card.index()] += 1;
    }
    same!("played cards", view.played(), played);
    same!("has built", view.has_built(), table.built);
    same!("has played a card", view.has_played_card(), table.card_played);
    same!("dice", view.dice(), table.dice);
    if !matches!(table.stage, TurnStage::LayOut) {
        let layout = view.layout().expect("an island");
        same!("terrain", layout.terrain.0.to_vec(), table.terrain.clone());
        same!("numbers", layout.numbers.0.to_vec(), table.numbers.clone());
        same!("harbours", layout.harbours.to_vec(), table.harbours.clone());
        same!("robber", view.robber().index(), table.robber);
    }
    if table.stage == TurnStage::Acting {
        same!("trade is open", view.trade_is_open(), table.trade_lasts());
    }
    same!("longest road", view.longest_road().map(Seat::index), table.longest_road);
    same!("largest army", view.largest_army().map(Seat::index), table.largest_army);
    let unsettleable: Vec<usize> = (0..54).filter(|&i| !table.keeps_distance(i)).collect();
    same!(
        "unsettleable",
        view.unsettleable().into_iter().map(|i| i.index()).collect::<Vec<_>>(),
        unsettleable
    );
    for seat in Seat::first(table.seats) {
        let s = seat.index();
        same!("roads", view.roads(seat).into_iter().map(|p| p.index()).collect(), table.roads_of(s));
        same!(
            "settlements",
            view.settlements(seat).into_iter().map(|i| i.index()).collect(),
            table.settlements_of(s)
        );
        same!("cities", view.cities(seat).into_iter().map(|i| i.index()).collect(), table.cities_of(s));
        let left = |piece| usize::from(view.pieces_left(seat, piece));
        same!("road pieces", left(Piece::Road), 15 - table.roads_of(s).len());
        same!("settlement pieces", left(Piece::Settlement), 5 - table.settlements_of(s).len());
        same!("city pieces", left(Piece::City), 4 - table.cities_of(s).len());
        same!("hand", view.hand(seat).expect("seen"), cards(table.hands[s]));
        let mut held = [0; 5];
        let mut bought = [0; 5];
        for card in &table.held[s] {
            held[card.kind.index()] += 1;
            bought[card.kind.index()] += u8::from(card.bought_this_turn);
        }
        same!("development cards", view.development(seat).expect("seen"), held);
        if s == table.active {
            same!("bought cards", view.bought().expect("seen"), bought);
        }
        same!("knights", usize::from(view.knights(seat)), table.knights(s));
        same!("road length", usize::from(view.road_length(seat)), table.road_length(s));
        let points = game.points(seat);
        same!("points", usize::from(points.total()), table.points(s));
        let sum = points.settlements
            + points.cities
            + points.longest_road
            + points.largest_army
            + points.victory_cards;
        same!("parts of the points", points.total(), sum);
        same!("visible points", usize::from(game.visible_points(seat).total()), table.visible_points(s));
        let empty_in_reach = |p: &usize| table.roads[*p].is_none();
        same!(
            "reach",
            view.reach(seat).into_iter().map(|p| p.index()).filter(empty_in_reach).collect(),
            (0..72).filter(|&p| table.road_fits(s, p)).collect::<Vec<_>>()
        );
        same!(
            "road ends",
            view.road_ends(seat).into_iter().map(|i| i.index()).collect(),
            (0..54).filter(|&i| table.road_ends_at(s, i)).collect::<Vec<_>>()
        );
        if !table.harbours.is_empty() {
            for kind in Resource::ALL {
                let (best, usable) = (view.rate(seat, kind), view.rates(seat, kind));
                compare_rates(best, usable, table.rates(s, kind), table.options.bank_rates);
            }
        }
        same!("handed in", view.handed_in(seat).expect("seen"), handed_in(table, s));
    }
    let over = matches!(table.stage, TurnStage::Over { .. });
    compare_trading(view.trading(), &table.trading, over, |exchange| Deal {
        give: exchange.give.0.map(u32::from),
        want: exchange.want.0.map(u32::from),
    });
}

fn handed_in(table: &Table, seat: usize) -> Cards {
    match &table.stage {
        TurnStage::Discarding { chosen, .. } => cards(chosen[seat].unwrap_or_default()),
        _ => Cards::NONE,
    }
}

/// Describes the turn in words that both understand.
fn turn_of(game: &Catan) -> String {
    match game.turn() {
        Turn::Decide(seats) => format!("{:?}", seats.into_iter().map(Seat::index).collect::<Vec<_>>()),
        Turn::Over(outcome) => {
            format!("over {:?}", outcome.winners.into_iter().map(Seat::index).collect::<Vec<_>>())
        }
        Turn::Chance(kind) => match kind {
            ChanceKind::Layout => "layout".to_owned(),
            ChanceKind::StartPlayer => "start player".to_owned(),
            ChanceKind::StartRoll(seat) => format!("start roll of {}", seat.index()),
            ChanceKind::Dice => "dice".to_owned(),
            ChanceKind::StolenCard { thief, victim } => {
                format!("{} steals from {}", thief.index(), victim.index())
            }
            ChanceKind::Own(OwnChanceKind::DevelopmentCard) => "development card".to_owned(),
        },
    }
}

fn turn_of_reference(table: &Table) -> String {
    match &table.stage {
        TurnStage::LayOut => "layout".to_owned(),
        TurnStage::DrawStart => "start player".to_owned(),
        TurnStage::RollForStart(rolls) => format!("start roll of {}", rolls.waiting[0]),
        TurnStage::Rolling => "dice".to_owned(),
        TurnStage::Stealing { victim } => format!("{} steals from {victim}", table.active),
        TurnStage::Buying => "development card".to_owned(),
        TurnStage::Over { winner } => format!("over {:?}", winner.iter().collect::<Vec<_>>()),
        _ => format!("{:?}", table.asked()),
    }
}

fn compare_phase(game: &Catan, table: &Table) {
    let seats = |list: &[usize]| list.iter().map(|&s| reference::seat(s)).collect::<SeatSet>();
    let alike = match (game.phase(), &table.stage) {
        (Phase::LayingOut, TurnStage::LayOut)
        | (Phase::DrawingStart, TurnStage::DrawStart)
        | (Phase::BeforeRoll, TurnStage::BeforeRoll)
        | (Phase::Rolling, TurnStage::Rolling)
        | (Phase::MovingRobber { .. }, TurnStage::Robber)
        | (Phase::Building, TurnStage::Acting)
        | (Phase::Own(OwnPhase::BuyingCard), TurnStage::Buying) => true,
        (Phase::RollingForStart { waiting, leaders, best, .. }, TurnStage::RollForStart(rolls)) => {
            waiting == seats(&rolls.waiting)
                && leaders == seats(&rolls.leaders())
                && u32::from(best) == rolls.best()
        }
        (Phase::FoundingSettlement { placed }, TurnStage::FoundSettlement) => {
            usize::from(placed) == table.founded
        }
        (Phase::FoundingRoad { placed, at }, TurnStage::FoundRoad { at: expected }) => {
            usize::from(placed) == table.founded && at.index() == *expected
        }
        (Phase::Discarding { owed }, TurnStage::Discarding { owed: expected, .. }) => {
            (0..table.seats).all(|s| u32::from(owed.0[s]) == expected[s])
        }
        (Phase::ChoosingVictim { victims }, TurnStage::Victim { eligible }) => victims == seats(eligible),
        (Phase::Stealing { victim, .. }, TurnStage::Stealing { victim: expected }) => {
            victim.index() == *expected
        }
        (Phase::FreeRoads { left, may_stop }, TurnStage::FreeRoads { left: expected, placed }) => {
            usize::from(left) == *expected
                && may_stop == (*placed > 0 && table.options.road_building_may_stop)
        }
        (Phase::Over(_), TurnStage::Over { .. }) => true,
        _ => false,
    };
    assert!(alike, "the engine is in {:?}, the reference in {:?}", game.phase(), table.stage);
}
