use super::*;
use crate::{Action, DevelopmentCard};
use game::{Draws, Seed, Substream, Turn};

/// Plays a random game with many offers, and shows every position to `look`.
fn random_game(options: &Options, seed: Seed, mut look: impl FnMut(&Catan)) {
    let mut draws = seed.substream("play", 0);
    let mut game = Catan::new(options);
    for _ in 0..20_000 {
        look(&game);
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut seed.substream(purpose, index));
                game.resolve(chance, &mut ()).unwrap();
            }
            Turn::Decide(seats) => {
                let talker = Seat::new(draws.below(u32::from(options.players)) as usize).unwrap();
                if draws.below(4) == 0 {
                    let talk = talk(&game, talker, &mut draws);
                    if game.play(talker, talk, &mut ()).is_ok() {
                        continue;
                    }
                }
                let seat = seats.nth(draws.below(seats.len() as u32) as usize).unwrap();
                let legal = game.legal_actions(seat);
                // Who was made an offer and cannot pay has no listed action once it is rejected.
                let n = draws.below((legal.len() as u32).max(1)) as usize;
                if let Some(action) = legal.get(n) {
                    game.play(seat, action, &mut ()).unwrap();
                }
            }
        }
    }
}

fn talk(game: &Catan, seat: Seat, draws: &mut Substream) -> Action {
    let mut one = || {
        let mut bundle = Bundle::<crate::Resource>::default();
        bundle.0[draws.below(5) as usize] = 1 + draws.below(2) as u8;
        bundle
    };
    let (give, want) = (one(), one());
    if seat == game.active {
        let to = SeatSet::from_bits(draws.below(16) as u8).without(seat);
        Action::Offer { give, want, to }
    } else if draws.below(2) == 0 {
        Action::CounterOffer { give, want }
    } else {
        Action::Propose { give, want }
    }
}

fn tables() -> Vec<Options> {
    let mut tables = vec![Options::default()];
    for set in [
        &[("players", "2"), ("friendly_robber", "true"), ("victory_points", "15"), ("discard_limit", "3")][..],
        &[
            ("players", "3"),
            ("start_player", "highest_roll"),
            ("numbers", "random"),
            ("trade_build", "combined"),
        ],
        &[("setup", "beginner_full"), ("start_player", "random"), ("auto_declare", "false")],
        &[
            ("setup", "beginner_board_free_placement"),
            ("robber_victims", "any_adjacent"),
            ("turn_limit", "60"),
        ],
        &[
            ("road_building_may_stop", "false"),
            ("trade_same_kind", "forbid_identical_only"),
            ("offer_limit", "3"),
        ],
    ] {
        let mut options = Options::default();
        for (name, value) in set {
            options.set(name, value).unwrap();
        }
        tables.push(options);
    }
    tables
}

#[test]
fn every_position_of_random_games_goes_through_a_setup_unchanged() {
    let mut positions = 0;
    for (n, options) in tables().into_iter().enumerate() {
        let mut kinds = std::collections::BTreeSet::new();
        for seed in 0..4 {
            let mut step = 0;
            random_game(&options, Seed(seed), |game| {
                let setup = game.to_setup();
                match Catan::from_setup(&setup) {
                    Ok(again) => assert_eq!(again, *game, "table {n}, seed {seed}, step {step}"),
                    Err(faults) => panic!("table {n}, seed {seed}, step {step}: {faults:?}\n{game:?}"),
                }
                if step % 10 == 0 {
                    let json = serde_json::to_string(&setup).unwrap();
                    assert_eq!(serde_json::from_str::<Setup>(&json).unwrap(), setup, "{json}");
                }
                kinds.insert(format!("{:?}", game.phase).split([' ', '(']).next().unwrap_or("").to_owned());
                step += 1;
                positions += 1;
            });
        }
        assert!(kinds.len() > 10, "table {n} sees only {kinds:?}");
    }
    assert!(positions > 10_000);
}

#[test]
fn every_derived_field_equals_its_value_from_scratch() {
    for options in tables() {
        for seed in 10..14 {
            random_game(&options, Seed(seed), |game| {
                if game.phase != Phase::LayingOut {
                    let mut again = *game;
                    again.derive_all();
                    assert_eq!(again, *game);
                }
            });
        }
    }
}

fn setup(json: &str) -> Setup {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

#[test]
fn the_shortest_setup_is_seat_a_after_the_roll() {
    let game = Catan::from_setup(&setup("{}")).unwrap();
    assert_eq!(game, Catan::from_setup(&Setup::default()).unwrap());
    assert_eq!(game.turn(), Turn::Decide(SeatSet::one(Seat::A)));
    assert!(game.own.rolled && game.phase == Phase::Building && game.turns == 1);
    assert_eq!(game.layout(), Some(&Layout::beginner()));
    assert_eq!(game.supply, Cards::BOX);
    assert_eq!(game.own.deck, DevelopmentCard::BOX);
}

#[test]
fn chains_of_roads_and_derived_awards() {
    let game = Catan::from_setup(&setup(
        r#"{"seats": {"A": {"roads": ["16-22-17-23-18-24-19", "P71"], "knights": 3},
                      "B": {"roads": ["36-41-45"], "knights": 2, "development": {"monopoly": 1}}}}"#,
    ))
    .unwrap();
    assert_eq!((game.longest_road, game.own.largest_army), (Some(Seat::A), Some(Seat::A)));
    assert_eq!((game.roads[Seat::A].len(), game.road_lengths[Seat::A]), (7, 6));
    assert_eq!(game.own.deck, [9, 2, 2, 1, 5]);
    assert!(Setup::chain("16-23").unwrap_err().to_string().contains("`16-23` is not a path"));
    assert!(Setup::chain("16").unwrap_err().to_string().contains("write P24, 16-22 or 16-22-17-23"));
}

#[test]
fn pending_decisions_can_be_described() {
    let game = Catan::from_setup(&setup(
        r#"{"phase": "discarding", "dice": [3, 4],
            "seats": {"A": {"hand": {"ore": 9}}, "B": {"hand": {"wool": 8}, "handed_in": {"wool": 4}}}}"#,
    ))
    .unwrap();
    assert_eq!(game.turn(), Turn::Decide(SeatSet::one(Seat::A)));
    let game = Catan::from_setup(&setup(
        r#"{"seats": {"A": {"hand": {"ore": 1}}, "B": {"hand": {"wool": 2}, "proposal": {"give": {"wool": 2}, "want": {"ore": 1}}}},
            "offer": {"give": {"ore": 1}, "want": {"wool": 1}, "to": ["B", "C"],
                      "answers": {"B": "accepted", "C": {"countered": {"give": {"brick": 1}, "want": {"ore": 1}}}}}}"#,
    ))
    .unwrap();
    let mut copy = game;
    assert_eq!(copy.play(Seat::A, Action::Execute(Seat::B), &mut ()), Ok(()));
    assert_eq!(copy.hands[Seat::B], Cards::new([0, 0, 1, 0, 1]));
}

#[test]
fn every_fault_is_reported_with_its_clause() {
    for (json, clauses) in [
        (r#"{"options": {"players": 3}, "seats": {"D": {"hand": {"ore": 1}}}}"#, &["CATAN-OPT-17"][..]),
        (r#"{"options": {"players": 2}, "active": "C"}"#, &["CATAN-OPT-17"]),
        (r#"{"seats": {"A": {"settlements": ["I0", "I3"]}}}"#, &["CATAN-SETT-3"]),
        (r#"{"seats": {"A": {"settlements": ["I0"]}, "B": {"cities": ["I0"]}}}"#, &["CATAN-SETT-3"]),
        (r#"{"seats": {"A": {"settlements": ["I0"], "cities": ["I0"]}}}"#, &["CATAN-CITY-1"]),
        (r#"{"seats": {"A": {"roads": ["P5"]}, "B": {"roads": ["P5"]}}}"#, &["CATAN-ROAD-2"]),
        (
            r#"{"seats": {"A": {"cities": ["I0", "I1", "I2", "I7", "I9"]}}, "options": {"victory_points": 20}}"#,
            &["CATAN-COMP-7"],
        ),
        (r#"{"seats": {"A": {"hand": {"ore": 20}}}}"#, &["CATAN-COMP-9"]),
        (
            r#"{"seats": {"A": {"hand": {"ore": 2}}}, "supply": {"brick": 19, "lumber": 19, "wool": 19, "grain": 19, "ore": 18}}"#,
            &["CATAN-COMP-9"],
        ),
        (
            r#"{"seats": {"A": {"development": {"monopoly": 2}}, "B": {"development": {"monopoly": 1}}}}"#,
            &["CATAN-COMP-9"],
        ),
        (r#"{"deck": {"knight": 13, "road-building": 2, "victory-point": 5}}"#, &["CATAN-COMP-9"]),
        (r#"{"bought": {"knight": 1}}"#, &["CATAN-DEV-3"]),
        (r#"{"longest_road": "A"}"#, &["CATAN-LR-6"]),
        (r#"{"seats": {"A": {"roads": ["16-22-17-23-18-24"]}}, "longest_road": "nobody"}"#, &["CATAN-LR-6"]),
        (r#"{"largest_army": "B"}"#, &["CATAN-LA-2"]),
        (r#"{"seats": {"A": {"knights": 3}}, "largest_army": "nobody"}"#, &["CATAN-LA-1"]),
        (r#"{"seats": {"A": {"knights": 3}, "B": {"knights": 3}}}"#, &["CATAN-LA-2"]),
        (r#"{"phase": "before-roll", "rolled": true}"#, &["CATAN-TURN-1"]),
        (r#"{"phase": "building", "rolled": false}"#, &["CATAN-TURN-6"]),
        (r#"{"phase": "moving-robber", "rolled": false, "played_card": false}"#, &["CATAN-ROB-1"]),
        (r#"{"phase": "choosing-victim"}"#, &["CATAN-ROB-5"]),
        (r#"{"phase": {"stealing": {"victim": "B"}}}"#, &["CATAN-ROB-5"]),
        (r#"{"phase": "discarding"}"#, &["CATAN-SEVEN-7"]),
        (
            r#"{"phase": "discarding", "dice": [1, 2], "seats": {"A": {"hand": {"ore": 8}}}}"#,
            &["CATAN-SEVEN-2"],
        ),
        (r#"{"seats": {"A": {"hand": {"ore": 8}, "handed_in": {"ore": 4}}}}"#, &["CATAN-SEVEN-7"]),
        (r#"{"phase": {"free-roads": {"left": 2}}}"#, &["CATAN-DEV-8"]),
        (r#"{"phase": {"over": {"winners": ["B"]}}}"#, &["CATAN-WIN-6", "CATAN-WIN-2"]),
        (r#"{"phase": {"over": {"winners": ["A"]}}}"#, &["CATAN-WIN-2"]),
        (
            r#"{"seats": {"A": {"development": {"victory-point": 5}, "settlements": ["I0", "I8", "I10", "I20", "I30"]}}}"#,
            &["CATAN-WIN-4"],
        ),
        (
            r#"{"phase": "founding-settlement", "seats": {"A": {"settlements": ["I0"], "roads": ["P0"]}}}"#,
            &["CATAN-SETUP-4"],
        ),
        (
            r#"{"phase": "founding-settlement", "active": "B", "seats": {"A": {"settlements": ["I0"]}}}"#,
            &["CATAN-SETUP-3"],
        ),
        (r#"{"phase": "founding-settlement", "turn": 3}"#, &["CATAN-SETUP-7"]),
        (r#"{"phase": "founding-settlement", "options": {"setup": "beginner_full"}}"#, &["CATAN-BEG-4"]),
        (r#"{"board": null}"#, &["CATAN-SETUP-1"]),
        (
            r#"{"offer": {"give": {"ore": 1}, "want": {"ore": 2}, "to": ["A"]}}"#,
            &["CATAN-DOM-4", "CATAN-DOM-7"],
        ),
        (
            r#"{"offer": {"give": {"ore": 1}, "want": {}, "to": ["B"]}, "phase": "before-roll"}"#,
            &["CATAN-DOM-9", "CATAN-DOM-3"],
        ),
        (r#"{"options": {"discard_limit": 7, "start_player": "D", "players": 3}}"#, &["CATAN-OPT-2"]),
    ] {
        let faults = Catan::from_setup(&setup(json)).expect_err(json);
        let found: Vec<_> = faults.iter().filter_map(|fault| fault.clause).collect();
        assert_eq!(found, clauses, "{json}: {faults:?}");
    }
}

#[test]
fn all_faults_come_at_once() {
    let faults = Catan::from_setup(&setup(
        r#"{"options": {"players": 2}, "active": "D", "longest_road": "A", "largest_army": "A",
            "seats": {"A": {"settlements": ["I0", "I3"], "hand": {"ore": 30}}, "C": {"knights": 1}}}"#,
    ))
    .unwrap_err();
    assert_eq!(faults.len(), 6, "{faults:#?}");
}

#[test]
fn faults_in_the_text_say_what_is_expected() {
    for (json, expected) in [
        (r#"{"seat": {}}"#, "unknown field `seat`"),
        (r#"{"board": "round"}"#, "a layout is 19 hexes"),
        (r#"{"seats": {"E": {}}}"#, "`E` is not a seat that plays; seats are A to D"),
        (r#"{"seats": {"A": {"roads": ["1-2"]}}}"#, "is not a path"),
        (r#"{"seats": {"A": {"hand": {"gold": 1}}}}"#, "unknown variant `gold`"),
        (r#"{"phase": "sleeping"}"#, "unknown variant `sleeping`"),
        (r#"{"longest_road": "X"}"#, "or `nobody`"),
        (r#"{"dice": [0, 9]}"#, "`0` is not a die; a die shows 1 to 6"),
    ] {
        let error = serde_json::from_str::<Setup>(json).unwrap_err().to_string();
        assert!(error.contains(expected), "{json}: {error}");
    }
}

/// A position with a few of its parts changed at random: possible or not.
fn damaged(mut setup: Setup, draws: &mut Substream) -> Setup {
    for _ in 0..=draws.below(3) {
        let seat = Seat::new(draws.below(4) as usize).unwrap();
        let other = Seat::new(draws.below(4) as usize).unwrap();
        let has = &mut setup.seats[seat];
        match draws.below(24) {
            0 => has.settlements.insert(VertexId::new(draws.below(54) as usize).unwrap()),
            1 => has.cities.insert(VertexId::new(draws.below(54) as usize).unwrap()),
            2 => has.roads.insert(EdgeId::new(draws.below(72) as usize).unwrap()),
            3 => has.settlements = VertexSet::EMPTY,
            4 => has.roads = EdgeSet::EMPTY,
            5 => has.hand = Cards::of(crate::Resource::ALL[draws.below(5) as usize], draws.below(24) as u8),
            6 => has.development.0[draws.below(5) as usize] = draws.below(4) as u8,
            7 => has.knights = draws.below(6) as u8,
            8 => has.handed_in.0[draws.below(5) as usize] = draws.below(9) as u8,
            9 => has.offers_made = draws.below(5) as u8,
            10 => {
                let bundle = |n: u32| Bundle([(n % 3) as u8, 0, (n / 3 % 3) as u8, 0, 200]);
                has.proposal = Some(Exchange { give: bundle(draws.below(9)), want: bundle(draws.below(9)) });
            }
            11 => setup.phase = PhaseSetup::MovingRobber,
            12 => setup.phase = PhaseSetup::Stealing { victim: other },
            13 => setup.phase = PhaseSetup::ChoosingVictim,
            14 => setup.phase = PhaseSetup::Discarding,
            15 => {
                setup.phase =
                    PhaseSetup::FreeRoads { left: draws.below(4) as u8, may_stop: draws.below(2) == 0 }
            }
            16 => setup.phase = [PhaseSetup::Building, PhaseSetup::BeforeRoll][draws.below(2) as usize],
            17 => setup.phase = [PhaseSetup::BuyingCard, PhaseSetup::Rolling][draws.below(2) as usize],
            18 => setup.active = other,
            19 => setup.robber = HexId::new(draws.below(19) as usize),
            20 => setup.supply = None,
            21 => {
                (setup.deck, setup.longest_road, setup.largest_army) = (None, Award::Derived, Award::Derived);
            }
            22 => (setup.rolled, setup.built, setup.played_card) = (None, None, None),
            _ => {
                let offer = Bundle([1, 0, 0, 0, 0]);
                let to = SeatSet::from_bits(draws.below(16) as u8);
                setup.offer = Some(OfferSetup {
                    give: offer,
                    want: Bundle([0, 255, 0, 0, 0]),
                    to,
                    answers: PerSeat::default(),
                });
            }
        }
    }
    setup
}

#[test]
fn damaged_positions_are_refused_or_can_be_played_on() {
    let mut draws = Seed(99).substream("damage", 0);
    let (mut accepted, mut refused) = (0, 0);
    for (n, options) in tables().into_iter().enumerate() {
        let mut positions = Vec::new();
        random_game(&options, Seed(50 + n as u64), |game| positions.push(*game));
        for _ in 0..1500 {
            let position = positions[draws.below(positions.len() as u32) as usize];
            let mut setup = damaged(position.to_setup(), &mut draws);
            if draws.below(2) == 0 {
                setup.supply = None;
            }
            let Ok(game) = Catan::from_setup(&setup) else {
                refused += 1;
                continue;
            };
            accepted += 1;
            assert_eq!(Catan::from_setup(&game.to_setup()), Ok(game));
            play_on(game, &mut draws);
        }
    }
    assert!(accepted > 1000 && refused > 1000, "{accepted} accepted, {refused} refused");
}

/// Forty random steps, with the assertions of debug builds watching.
fn play_on(mut game: Catan, draws: &mut Substream) {
    for _ in 0..40 {
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance(_) => {
                let chance = game.draw(draws);
                game.resolve(chance, &mut ()).unwrap();
            }
            Turn::Decide(seats) => {
                let seat = seats.nth(draws.below(seats.len() as u32) as usize).unwrap();
                let legal = game.legal_actions(seat);
                if !legal.is_empty() {
                    let action = legal.get(draws.below(legal.len() as u32) as usize).unwrap();
                    game.play(seat, action, &mut ()).unwrap();
                }
            }
        }
        let held = game.hands.0.into_iter().fold(game.supply, |sum, hand| sum + hand);
        assert_eq!(held, Cards::BOX, "CATAN-COMP-9");
    }
    if game.phase != Phase::LayingOut {
        let mut again = game;
        again.derive_all();
        assert_eq!(again, game);
    }
}
