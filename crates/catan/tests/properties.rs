//! What holds in every position of every game: played out over seeded random games, offers and answers included.
//! A failure prints the seed of its game.

use catan::{Action, Bundle, Cards, Catan, Chance, DevelopmentCard, Event, Options, Phase, Resource};
use game::{Draws, Seat, SeatSet, Seed, Substream, Turn, Viewer};

/// A game option set that differs from seed to seed, so that all switches are met.
fn options(seed: u64) -> Options {
    use catan::options::*;
    let mut draws = Seed(seed).substream("options", 0);
    let mut flip = || draws.below(2) == 1;
    Options {
        players: 2 + (seed % 3) as u8,
        trade_build: if flip() { TradeBuild::Separate } else { TradeBuild::Combined },
        robber_victims: if flip() { RobberVictims::WithCards } else { RobberVictims::AnyAdjacent },
        friendly_robber: flip(),
        numbers: if flip() { NumberPlacement::Spiral } else { NumberPlacement::Random },
        road_building_may_stop: flip(),
        auto_declare: flip(),
        shortage_single_player: if flip() {
            ShortageSinglePlayer::PayRest
        } else {
            ShortageSinglePlayer::PayNothing
        },
        setup: if flip() { SetupKind::Variable } else { SetupKind::BeginnerFull },
        start_player: if flip() { StartPlayer::Random } else { StartPlayer::HighestRoll },
        trade_same_kind: if flip() {
            TradeSameKind::ForbidAnyOverlap
        } else {
            TradeSameKind::ForbidIdenticalOnly
        },
        offer_limit: if flip() { Some(3) } else { None },
        turn_limit: Some(600),
        ..Options::default()
    }
}

fn random_bundle(draws: &mut Substream) -> Bundle {
    let mut bundle = Bundle::default();
    for _ in 0..=draws.below(3) {
        bundle.0[draws.below(5) as usize] += 1;
    }
    bundle
}

/// Something a seat might try: mostly listed actions, sometimes an offer, a counter-offer or a proposal.
fn random_action(game: &Catan, draws: &mut Substream) -> Option<(Seat, Action)> {
    let Turn::Decide(seats) = game.turn() else { return None };
    let seat = seats.nth(draws.below(seats.len() as u32) as usize).expect("a seat");
    if game.phase() == Phase::Building && draws.below(8) == 0 {
        let seat = Seat::new(draws.below(game.seats() as u32) as usize).expect("a seat");
        let (give, want) = (random_bundle(draws), random_bundle(draws));
        let action = match draws.below(3) {
            0 => Action::Offer { give, want, to: SeatSet::from_bits(draws.below(16) as u8) },
            1 => Action::CounterOffer { give, want },
            _ => Action::Propose { give, want },
        };
        if game.check(seat, action).is_ok() {
            return Some((seat, action));
        }
    }
    let legal = game.legal_actions(seat);
    if legal.is_empty() {
        // Only an addressee or proposer who has said all there is to say may find nothing listed.
        assert_ne!(seat, game.active(), "{:?}", game.phase());
        return Some((
            game.active(),
            game.legal_actions(game.active()).get(0).expect("the active seat can act"),
        ));
    }
    legal.get(draws.below(legal.len() as u32) as usize).map(|action| (seat, action))
}

/// Plays a random game and shows `visit` every position with the events that led to it.
fn play_out(seed: u64, mut visit: impl FnMut(&Catan, &[Event])) {
    let mut game = Catan::new(&options(seed));
    let mut draws = Seed(seed).substream("choice", 0);
    let mut events = Vec::new();
    loop {
        events.clear();
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut Seed(seed).substream(purpose, index));
                game.resolve(chance, &mut events).unwrap_or_else(|e| panic!("seed {seed}: {chance:?}: {e}"));
            }
            Turn::Decide(_) => {
                let (seat, action) = random_action(&game, &mut draws).expect("somebody acts");
                game.play(seat, action, &mut events)
                    .unwrap_or_else(|e| panic!("seed {seed}: {seat} {action}: {e}"));
            }
        }
        visit(&game, &events);
    }
}

/// All actions without open ends, legal or not, that any seat could name.
fn all_actions() -> Vec<Action> {
    use catan::{EdgeId, HexId, VertexId};
    let mut all = vec![
        Action::Roll,
        Action::BuyDevelopmentCard,
        Action::PlayKnight,
        Action::PlayRoadBuilding,
        Action::StopRoadBuilding,
        Action::AcceptOffer,
        Action::RejectOffer,
        Action::WithdrawOffer,
        Action::WithdrawProposal,
        Action::EndTurn,
        Action::DeclareVictory,
    ];
    all.extend(EdgeId::all().map(Action::BuildRoad));
    all.extend(VertexId::all().map(Action::BuildSettlement));
    all.extend(VertexId::all().map(Action::BuildCity));
    all.extend(HexId::all().map(Action::MoveRobber));
    for seat in Seat::first(4) {
        all.extend([
            Action::Steal(seat),
            Action::Execute(seat),
            Action::AcceptProposal(seat),
            Action::RejectProposal(seat),
        ]);
    }
    for kind in Resource::ALL {
        all.push(Action::PlayMonopoly(kind));
        all.push(Action::PlayYearOfPlenty(kind, None));
        for other in Resource::ALL {
            all.push(Action::PlayYearOfPlenty(kind, Some(other)));
            for count in 1..=5 {
                let give = Cards::of(kind, count).into();
                all.push(Action::MaritimeTrade { give, get: other });
            }
        }
    }
    all
}

#[test]
fn check_accepts_exactly_what_is_listed() {
    let all = all_actions();
    let mut positions = 0;
    for seed in 0..12 {
        play_out(seed, |game, _| {
            positions += 1;
            if positions % 5 != 0 && game.phase() == Phase::Building {
                return;
            }
            for seat in Seat::first(game.seats()) {
                let legal = game.legal_actions(seat);
                let listed: Vec<Action> = legal.into_iter().collect();
                assert_eq!(listed.len(), legal.len(), "seed {seed}");
                for &action in &listed {
                    assert_eq!(game.check(seat, action), Ok(()), "seed {seed}: {seat} {action} is listed");
                    assert!(legal.contains(action), "seed {seed}: {seat} {action} is listed");
                }
                for &action in &all {
                    let contained = legal.contains(action);
                    let checked = game.check(seat, action);
                    assert_eq!(contained, checked.is_ok(), "seed {seed}: {seat} {action}: {checked:?}");
                }
                let invited = matches!(game.turn(), Turn::Decide(seats) if seats.contains(seat));
                assert!(invited || listed.is_empty(), "seed {seed}: idle seat {seat} has {listed:?}");
            }
        });
    }
    assert!(positions > 5_000);
}

#[test]
fn catan_comp_9_nothing_is_lost_or_made() {
    for seed in 100..140 {
        play_out(seed, |game, _| {
            let view = game.view(Viewer::Everything);
            let mut cards = view.supply();
            let mut development = view.deck_len();
            for seat in Seat::first(4) {
                cards += view.hand(seat).expect("everything is seen");
                development += view.development_len(seat);
            }
            assert_eq!(cards, Cards::BOX, "seed {seed}");
            assert_eq!(development + view.played().iter().sum::<u8>(), 25, "seed {seed}");
            let knights: u8 = Seat::first(4).map(|seat| view.knights(seat)).sum();
            assert_eq!(knights, view.played()[DevelopmentCard::Knight.index()], "seed {seed}");
        });
    }
}

#[test]
fn a_refused_action_changes_nothing() {
    let all = all_actions();
    for seed in 200..206 {
        let mut tried = 0;
        play_out(seed, |game, _| {
            for (n, &action) in all.iter().enumerate() {
                if (n + tried) % 7 != 0 {
                    continue;
                }
                for seat in Seat::first(4) {
                    let mut copy = *game;
                    let mut events: Vec<Event> = Vec::new();
                    if copy.play(seat, action, &mut events).is_err() {
                        assert!(copy == *game && events.is_empty(), "seed {seed}: {seat} {action}");
                    }
                }
            }
            tried += 1;
        });
    }
}

#[test]
fn impossible_outcomes_are_refused() {
    for seed in 300..306 {
        play_out(seed, |game, _| {
            let due: Vec<Chance> = game.chance_outcomes().map(|(chance, _)| chance).collect();
            let mut tries = vec![Chance::Dice(0, 3), Chance::Dice(7, 1), Chance::Dice(3, 4)];
            tries.extend(Resource::ALL.map(Chance::StolenCard));
            tries.extend(DevelopmentCard::ALL.map(Chance::DevelopmentCard));
            for chance in tries {
                let allowed = game.check_chance(chance).is_ok();
                assert_eq!(allowed, due.contains(&chance), "seed {seed}: {chance:?} in {:?}", game.phase());
            }
        });
    }
}
