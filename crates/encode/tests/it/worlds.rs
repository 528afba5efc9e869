//! Worlds that agree with what a seat or a spectator knows: the same document of its view, byte for byte, the same legal list, the same
//! observation; and hidden cards in the documented distribution.
//!
//! `NEULAND_ENCODE_WORLDS` sets among how many positions of each game, 3,000 unless said otherwise; worlds are drawn at one in
//! four of them.

use crate::support::{decides, play, share};
use catan::{Cards, Catan, CitiesAndKnights, DevelopmentCard, Resource};
use encode::{Encode, Information, Tracked};
use game::{Draws, Game, Legal, Seat, Seed, Viewer};
use std::sync::atomic::{AtomicU64, Ordering};

fn document<G: Game>(game: &G, seat: Seat) -> String {
    serde_json::to_string(&game.view(Viewer::Seat(seat))).expect("a view has a document")
}

/// The world of a spectator who has counted nothing looks to every spectator like the position, and as much may be done in it.
fn agree_for_spectators<G: Encode>(game: &G, draws: &mut game::Substream) -> u64 {
    let document = |game: &G| serde_json::to_string(&game.view(Viewer::Spectator)).expect("a document");
    let world = game.determinize_for(Viewer::Spectator, &G::Knowledge::default(), draws);
    assert_eq!(document(&world), document(game), "{}", G::NAME);
    for seat in Seat::first(game.seats()) {
        assert_eq!(decides(game, seat), decides(&world, seat), "{}", G::NAME);
    }
    assert!(game.determinize_for(Viewer::Everything, &G::Knowledge::default(), draws) == *game);
    assert!(G::HAS_SECRETS || world == *game, "{}: nothing is hidden", G::NAME);
    u64::from(world != *game)
}

fn observation<G: Encode>(game: &G, seat: Seat, knowledge: &G::Knowledge, out: &mut [f32]) {
    game.observe(seat, &encode::Choice::NONE, knowledge, Information::Seat, out);
}

/// One world of each seat at a position; says whether any of them differed from the truth.
fn agree<G: Encode>(table: &Tracked<G>, draws: &mut game::Substream, buffers: &mut [Vec<f32>; 2]) -> u64 {
    let game = table.game();
    let mut differing = 0;
    for seat in Seat::first(game.seats()) {
        let world = game.determinize(seat, table.knowledge(seat), draws);
        let truth = document(game, seat);
        assert_eq!(document(&world, seat), truth, "{}", G::NAME);
        let (here, there) = (game.legal_actions(seat), world.legal_actions(seat));
        assert_eq!(here.len(), there.len(), "{}: {truth}", G::NAME);
        for n in 0..here.len().min(100) {
            assert_eq!(here.get(n), there.get(n), "{}: {truth}", G::NAME);
        }
        assert_eq!(decides(game, seat), decides(&world, seat), "{}", G::NAME);
        let [one, two] = &mut *buffers;
        observation(game, seat, table.knowledge(seat), one);
        observation(&world, seat, table.knowledge(seat), two);
        assert_eq!(one, two, "{}: equal views, other observations: {truth}", G::NAME);
        // A counter that knows nothing, or of another game, gives a world too.
        let unknowing = game.determinize(seat, &G::Knowledge::default(), draws);
        assert_eq!(document(&unknowing, seat), truth, "{}", G::NAME);
        let other = Seat::first(game.seats()).last().unwrap_or(seat);
        let misled = game.determinize(seat, table.knowledge(other), draws);
        assert_eq!(document(&misled, seat), truth, "{}", G::NAME);
        differing += u64::from(world != *game);
        if !G::HAS_SECRETS {
            assert!(world == *game, "{}: nothing is hidden", G::NAME);
        }
    }
    differing
}

fn worlds_agree<G: Encode>() {
    let said = std::env::var("NEULAND_ENCODE_WORLDS").ok().and_then(|text| text.parse().ok());
    let (differing, watched) = (AtomicU64::new(0), AtomicU64::new(0));
    share(said.unwrap_or(3000), |seed, positions| {
        let mut draws = seed.substream("worlds", 0);
        let size = encode::layout(G::KIND, Information::Seat).size;
        let mut buffers = [vec![0.0; size], vec![0.0; size]];
        play::<G>(seed, positions, |table, _| {
            if draws.below(4) == 0 {
                differing.fetch_add(agree(table, &mut draws, &mut buffers), Ordering::Relaxed);
                watched.fetch_add(agree_for_spectators(table.game(), &mut draws), Ordering::Relaxed);
            }
        });
    });
    let differing = differing.into_inner();
    println!("{}: {differing} worlds differed from the truth", G::NAME);
    assert_eq!(differing > 0, G::HAS_SECRETS, "{}", G::NAME);
    assert_eq!(watched.into_inner() > 0, G::HAS_SECRETS, "{}", G::NAME);
}

/// Worlds for spectators drawn alike in a position and in another that only differs in what they do not see.
fn watched_alike<G: Encode>(twin: impl Fn(&G, Viewer, &mut game::Substream) -> Option<G>) {
    let seed = Seed(0x5eed);
    let (mut draws, mut compared) = (seed.substream("twins", 0), 0);
    play::<G>(seed, 1500, |table, _| {
        let Some(other) = twin(table.game(), Viewer::Spectator, &mut draws) else { return };
        let world = |game: &G| {
            let mut draws = Seed(compared).substream("world", 0);
            game.determinize_for(Viewer::Spectator, &G::Knowledge::default(), &mut draws)
        };
        assert!(world(table.game()) == world(&other), "{}: {:?}", G::NAME, table.game());
        compared += u64::from(other != *table.game());
    });
    assert!(compared > 500, "{}: {compared} positions have other worlds", G::NAME);
}

#[test]
fn worlds_for_spectators_depend_on_nothing_hidden() {
    watched_alike::<Catan>(testkit::worlds::of_catan);
    watched_alike::<CitiesAndKnights>(testkit::worlds::of_cities_and_knights);
}

#[test]
fn worlds_of_catan_agree() {
    worlds_agree::<Catan>();
}

#[test]
fn worlds_of_cities_and_knights_agree() {
    worlds_agree::<CitiesAndKnights>();
}

#[test]
fn worlds_of_tiles_are_the_truth() {
    worlds_agree::<carcassonne::Carcassonne>();
    worlds_agree::<carcassonne::TradersAndBuilders>();
    worlds_agree::<carcassonne::Mayflower>();
}

fn ends_as_it_is<G: Encode>(seed: Seed) {
    let mut draws = seed.substream("over", 0);
    let mut table = Tracked::new(G::new(&G::Options::default()));
    let mut mask = vec![0; G::ACTIONS];
    while table.advance(&seed).is_none() {
        let seat = table.to_act().expect("nature has acted");
        table.mask(seat, &mut mask);
        let code = encode::sample(&mask, &mut draws).expect("something to do");
        table.play(seat, code).expect("the mask allows it");
    }
    for seat in Seat::first(table.game().seats()) {
        assert!(table.game().determinize(seat, table.knowledge(seat), &mut draws) == *table.game());
    }
}

/// Other cards would not have won.
#[test]
fn a_game_that_is_over_is_its_own_world() {
    for seed in 0..5 {
        ends_as_it_is::<Catan>(Seed(seed));
        ends_as_it_is::<CitiesAndKnights>(Seed(seed));
    }
}

fn catan(setup: &str) -> Catan {
    Catan::from_setup(&serde_json::from_str(setup).expect("a setup")).expect("a position")
}

/// Pearson's statistic of counts against expected counts.
fn chi_square(counts: &[f64], expected: &[f64]) -> f64 {
    counts.iter().zip(expected).map(|(count, expected)| (count - expected).powi(2) / expected).sum()
}

/// Ways to choose.
fn choose(n: u32, k: u32) -> f64 {
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}

#[test]
fn hidden_hands_are_dealt_hypergeometrically() {
    // B and C hold five cards that A does not see: two ore, three wool. B has two of them, one of which is a wool for
    // certain: it took it from the supply before an unseen theft gave it another card.
    let game = catan(
        r#"{"seats": {"A": {"hand": {"brick": 1}}, "B": {"hand": {"wool": 1, "ore": 1}}, "C": {"hand": {"wool": 2, "ore": 1}}},
            "options": {"players": 3}, "phase": "before-roll"}"#,
    );
    let mut knowledge = encode::CatanKnowledge::default();
    let wool = Cards::of(Resource::Wool, 1);
    Catan::hear(&mut knowledge, Seat::A, &catan::Event::TookFromSupply { seat: Seat::B, cards: wool });
    let stole = catan::Event::Stole { thief: Seat::B, victim: Seat::C, card: None };
    Catan::hear(&mut knowledge, Seat::A, &stole);
    assert_eq!(knowledge.certain(Seat::B)[Resource::Wool.index()], 1);
    // The unknown card of B is one of two wool and two ore.
    let mut draws = Seed(11).substream("worlds", 0);
    let n = 20_000;
    let mut ore = 0u32;
    for _ in 0..n {
        let world = game.determinize(Seat::A, &knowledge, &mut draws);
        ore += u32::from(world.view(Viewer::Everything).hand(Seat::B).unwrap().count(Resource::Ore));
    }
    let half = f64::from(n) / 2.0;
    let chi = chi_square(&[f64::from(ore), f64::from(n - ore)], &[half, half]);
    assert!(chi < 10.8, "chi-square {chi} with 1 degree of freedom: {ore} of {n}");
    // The observation says so beforehand.
    let layout = encode::layout(shelf::GameKind::Catan, Information::Seat);
    let mut out = vec![0.0; layout.size];
    observation(&game, Seat::A, &knowledge, &mut out);
    let player = layout.array("player").unwrap();
    let channel = |name: &str| player.channels.iter().position(|channel| channel.name == name).unwrap();
    let of_b = |name: &str| out[player.offset + player.shape[1] + channel(name)];
    assert_eq!((of_b("hand wool"), of_b("hand ore"), of_b("hand brick")), (1.5, 0.5, 0.0));

    // Without the counter: two of five cards, of which two are ore.
    let unknowing = encode::CatanKnowledge::default();
    let mut counts = [0.0; 3];
    for _ in 0..n {
        let world = game.determinize(Seat::A, &unknowing, &mut draws);
        counts[usize::from(world.view(Viewer::Everything).hand(Seat::B).unwrap().count(Resource::Ore))] +=
            1.0;
    }
    let expected: Vec<f64> =
        (0..3).map(|k| f64::from(n) * choose(2, k) * choose(3, 2 - k) / choose(5, 2)).collect();
    let chi = chi_square(&counts, &expected);
    assert!(chi < 13.8, "chi-square {chi} with 2 degrees of freedom: {counts:?}, expected {expected:?}");
}

#[test]
fn hidden_development_cards_give_nobody_a_victory_already() {
    // B, whose turn it is, shows 9 of 10 points and holds two cards: none of them is a victory point, or B had won.
    let game = catan(
        r#"{"seats": {"B": {"cities": ["I0", "I8", "I10", "I28"], "settlements": ["I20"], "development": {"knight": 2}},
                     "C": {"development": {"knight": 1}}},
            "active": "B", "options": {"players": 3}}"#,
    );
    let mut draws = Seed(5).substream("worlds", 0);
    let n = 20_000;
    let victory = DevelopmentCard::VictoryPoint.index();
    let mut of_c = 0u32;
    for _ in 0..n {
        let world = game.determinize(Seat::A, &encode::CatanKnowledge::default(), &mut draws);
        let view = world.view(Viewer::Everything);
        assert_eq!(view.development(Seat::B).unwrap()[victory], 0);
        of_c += u32::from(view.development(Seat::C).unwrap()[victory]);
    }
    // A spectator does not see the hand of A either, and knows as much of B.
    for _ in 0..200 {
        let knowledge = encode::CatanKnowledge::default();
        let world = game.determinize_for(Viewer::Spectator, &knowledge, &mut draws);
        assert_eq!(world.view(Viewer::Everything).development(Seat::B).unwrap()[victory], 0);
    }
    // With B's two cards among the 20 others, the card of C is one of 23, of which 5 are victory points.
    let share = 5.0 / 23.0 * f64::from(n);
    let chi = chi_square(&[f64::from(of_c), f64::from(n - of_c)], &[share, f64::from(n) - share]);
    assert!(chi < 10.8, "chi-square {chi} with 1 degree of freedom: {of_c} of {n}");
}

#[test]
fn discards_that_spectators_do_not_see_are_part_of_a_hand() {
    // A and B have handed in four cards each, face down; C is still to choose.
    let game = catan(
        r#"{"seats": {"A": {"hand": {"brick": 8}, "handed_in": {"brick": 4}},
                      "B": {"hand": {"ore": 8}, "handed_in": {"ore": 4}}, "C": {"hand": {"wool": 8}}},
            "options": {"players": 3}, "phase": "discarding"}"#,
    );
    let mut draws = Seed(7).substream("worlds", 0);
    let mut mixed = 0;
    for _ in 0..50 {
        let knowledge = encode::CatanKnowledge::default();
        let world = game.determinize_for(Viewer::Spectator, &knowledge, &mut draws).to_setup();
        for seat in [Seat::A, Seat::B] {
            let (hand, given) = (world.seats[seat].hand.counts(), world.seats[seat].handed_in.0);
            assert_eq!(given.iter().sum::<u8>(), 4);
            assert!(given.iter().zip(hand).all(|(&given, held)| given <= held), "{given:?} of {hand:?}");
            mixed += usize::from(given.iter().filter(|&&count| count > 0).count() > 1);
        }
        assert!(world.seats[Seat::C].handed_in.is_empty());
    }
    assert!(mixed > 50, "{mixed} of 100 discards are of several kinds");
}

#[test]
fn what_a_counter_knows_for_certain_is_true() {
    for number in 0..2 {
        play::<Catan>(Seed(number), 1500, |table, _| {
            for me in Seat::first(table.game().seats()) {
                let view = table.game().view(Viewer::Everything);
                for seat in Seat::first(table.game().seats()).filter(|&seat| seat != me) {
                    let hand = view.hand(seat).unwrap().counts();
                    let certain = table.knowledge(me).certain(seat);
                    let holds = certain.iter().zip(hand).all(|(&certain, held)| certain <= held);
                    assert!(holds, "{me} is certain of {certain:?}, {seat} has {hand:?}");
                }
            }
        });
        play::<CitiesAndKnights>(Seed(number), 1500, |table, _| {
            for me in Seat::first(table.game().seats()) {
                let view = table.game().view(Viewer::Everything);
                for seat in Seat::first(table.game().seats()).filter(|&seat| seat != me) {
                    let hand = view.hand(seat).unwrap().counts();
                    let certain = table.knowledge(me).certain(seat);
                    let holds = certain.iter().zip(hand).all(|(&certain, held)| certain <= held);
                    assert!(holds, "{me} is certain of {certain:?}, {seat} has {hand:?}");
                    let cards = view.progress(seat).unwrap();
                    let certain = table.knowledge(me).certain_progress(seat);
                    let holds = certain.iter().zip(cards).all(|(&certain, held)| certain <= held);
                    assert!(holds, "{me} is certain of {certain:?}, {seat} has {cards:?}");
                }
            }
        });
    }
}
