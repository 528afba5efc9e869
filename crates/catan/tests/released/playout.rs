//! The playout kernel plays what the list plays: choice by choice with the same draws, and on the whole with others.

use crate::played::Played;
use catan::{Action, Bundle, Catan, CitiesAndKnights, Options, Playout, options::*};
use game::{Draws, Legal, Seat, SeatSet, Seed, Substream, Turn};

/// The loop that the kernel promises to be: list, number, action.
fn play_by_list<G: Played>(game: &mut G, limit: u32, draws: &mut Substream) -> Playout {
    let mut actions = 0;
    loop {
        match game.turn() {
            Turn::Over(outcome) => return Playout { outcome: Some(outcome), actions },
            Turn::Decide(_) if actions == limit => return Playout { outcome: None, actions },
            Turn::Chance(_) => {
                let chance = game.draw(draws);
                game.resolve(chance, &mut ()).expect("what is drawn is possible");
            }
            Turn::Decide(seats) => {
                let seat = game.next_to_act(seats);
                let legal = game.legal_actions(seat);
                let n = if legal.len() == 1 { 0 } else { draws.below(legal.len() as u32) };
                let action = legal.get(n as usize).expect("n is below len");
                game.play(seat, action, &mut ()).expect("what is listed is legal");
                actions += 1;
            }
        }
    }
}

/// A table of options that differs from seed to seed.
fn options(seed: u64) -> Options {
    let mut draws = Seed(seed).substream("options", 0);
    let mut flip = || draws.below(2) == 1;
    Options {
        players: 2 + (seed % 3) as u8,
        setup: if flip() { SetupKind::Variable } else { SetupKind::BeginnerFull },
        start_player: if flip() { StartPlayer::Random } else { StartPlayer::HighestRoll },
        numbers: if flip() { NumberPlacement::Spiral } else { NumberPlacement::Random },
        trade_build: if flip() { TradeBuild::Separate } else { TradeBuild::Combined },
        robber_victims: if flip() { RobberVictims::WithCards } else { RobberVictims::AnyAdjacent },
        friendly_robber: flip(),
        road_building_may_stop: flip(),
        auto_declare: flip(),
        turn_limit: flip().then_some(150),
        bank_rates: if flip() { BankRates::All } else { BankRates::Best },
        robber_theft: if flip() { RobberTheft::Must } else { RobberTheft::May },
        bank_same_kind: if flip() { BankSameKind::Forbid } else { BankSameKind::Allow },
        ..Options::default()
    }
}

fn assert_same_game<G: Played>(start: G, limit: u32, seed: u64) {
    let (mut listed, mut played) = (start, start);
    let (mut draws, mut same_draws) = (Seed(seed).substream("play", 0), Seed(seed).substream("play", 0));
    let by_list = play_by_list(&mut listed, limit, &mut draws);
    assert_eq!(played.playout_within(limit, &mut same_draws), by_list, "seed {seed}");
    assert!(played == listed, "seed {seed}: another position after {} actions", by_list.actions);
    assert_eq!(same_draws, draws, "seed {seed}: other draws");
}

#[test]
fn with_the_same_draws_it_is_the_same_game() {
    for seed in 0..400 {
        assert_same_game(Catan::new(&Options::default()), u32::MAX, seed);
    }
}

#[test]
fn with_knights_and_the_same_draws_it_is_the_same_game() {
    for seed in 0..100 {
        assert_same_game(CitiesAndKnights::new(&Default::default()), u32::MAX, seed);
        assert_same_game(CitiesAndKnights::new(&Default::default()), 7 * seed as u32, seed);
    }
}

#[test]
fn every_option_is_played_as_the_list_plays_it() {
    for seed in 0..300 {
        assert_same_game(Catan::new(&options(seed)), 5_000, seed);
    }
}

#[test]
fn a_limit_stops_at_that_action() {
    for seed in 0..40 {
        for limit in [0, 1, 2, 7, 17, 100, 301] {
            assert_same_game(Catan::new(&options(seed)), limit, seed);
        }
    }
}

#[test]
fn open_offers_wait_for_the_active_seat() {
    let mut with_offers = 0;
    for seed in 0..60 {
        let mut game = Catan::new(&Options::default());
        let mut draws = Seed(seed).substream("to the offer", 0);
        game.playout_within(100 + (seed as u32 * 7) % 300, &mut draws);
        let (give, want) = (Bundle([1, 0, 0, 0, 0]), Bundle([0, 0, 1, 0, 0]));
        let to = SeatSet::first(4).without(game.active());
        let offer = Action::Offer { give, want, to };
        let proposal = Action::Propose { give: want, want: give };
        let offered = game.play(game.active(), offer, &mut ()).is_ok();
        let proposed = Seat::first(4).any(|seat| game.play(seat, proposal, &mut ()).is_ok());
        if offered || proposed {
            with_offers += 1;
            for seat in Seat::first(4) {
                // Whoever has the cards accepts, so that there is something to carry out.
                let _ = game.play(seat, Action::AcceptOffer, &mut ());
            }
            assert_same_game(game, u32::MAX, seed);
        }
    }
    assert!(with_offers > 10, "{with_offers} positions with offers");
}

/// Statistics of many games.
#[derive(Default, Debug)]
struct Tally {
    games: f64,
    actions: f64,
    actions_squared: f64,
    wins: [f64; 4],
    roads: f64,
}

impl Tally {
    fn add(&mut self, game: &Catan, actions: u32) {
        let winner = game.outcome().expect("an end").winners.lowest().expect("a winner");
        let actions = f64::from(actions);
        self.games += 1.0;
        self.actions += actions;
        self.actions_squared += actions * actions;
        self.wins[winner.index()] += 1.0;
        self.roads += f64::from(game.points(winner).longest_road);
    }

    /// The mean length of a game, and the variance of that mean.
    fn length(&self) -> (f64, f64) {
        let mean = self.actions / self.games;
        (mean, (self.actions_squared / self.games - mean * mean) / self.games)
    }
}

#[test]
fn with_other_draws_games_look_the_same_on_the_whole() {
    const GAMES: u64 = 4_000;
    let (mut list, mut kernel) = (Tally::default(), Tally::default());
    for index in 0..GAMES {
        let mut game = Catan::new(&Options::default());
        let by_list = play_by_list(&mut game, u32::MAX, &mut Seed(1).substream("list", index));
        list.add(&game, by_list.actions);
        let mut game = Catan::new(&Options::default());
        let playout = game.playout(&mut Seed(1).substream("kernel", index));
        kernel.add(&game, playout.actions);
    }
    let ((by_list, variance), (by_kernel, other_variance)) = (list.length(), kernel.length());
    let deviations = (by_list - by_kernel).abs() / (variance + other_variance).sqrt();
    assert!(
        deviations < 3.3,
        "{by_list:.0} and {by_kernel:.0} actions a game are {deviations:.1} deviations apart"
    );
    // Chi-square with 3 degrees of freedom: 16.3 is the 0.1 % point.
    let pairs = list.wins.into_iter().zip(kernel.wins);
    let chi: f64 = pairs.map(|(a, b)| (a - b).powi(2) / (a + b)).sum();
    assert!(chi < 16.3, "wins {:?} and {:?}, chi-square {chi:.1}", list.wins, kernel.wins);
    let share = |tally: &Tally| tally.roads / (2.0 * tally.games);
    let spread = (share(&list) * (1.0 - share(&list)) * 2.0 / GAMES as f64).sqrt();
    let difference = (share(&list) - share(&kernel)).abs();
    assert!(difference < 3.3 * spread, "winners with Longest Road: {} and {}", share(&list), share(&kernel));
}
