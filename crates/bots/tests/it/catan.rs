//! The requirements on every Catan bot, over seeded games with all sorts of options.

use crate::table;
use bots::Recorder;
use bots::catan::{Bot, Match};
use bots::island::Master;
use catan::options::*;
use catan::{Action, Cards, Catan, Chance, DevelopmentCard, Event, Guess, Options, Resource, View};
use game::{Draws, Seat, Seed, Substream};

/// Options that differ from seed to seed, so that all switches are met.
fn options(seed: u64) -> Options {
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
        setup: if seed % 5 == 4 { SetupKind::BeginnerFull } else { SetupKind::Variable },
        start_player: if flip() { StartPlayer::Random } else { StartPlayer::HighestRoll },
        trade_same_kind: if flip() {
            TradeSameKind::ForbidAnyOverlap
        } else {
            TradeSameKind::ForbidIdenticalOnly
        },
        offer_limit: if flip() { Some(1) } else { None },
        victory_points: if flip() { 10 } else { 13 },
        discard_limit: if flip() { 7 } else { 9 },
        turn_limit: Some(1200),
        bank_rates: if flip() { BankRates::All } else { BankRates::Best },
        robber_theft: if flip() { RobberTheft::Must } else { RobberTheft::May },
        bank_same_kind: if flip() { BankSameKind::Forbid } else { BankSameKind::Allow },
        ..Options::default()
    }
}

const GAMES: table::Games<Catan> = table::Games {
    start: |seed| Catan::new(&options(seed)),
    is_trade: |event| matches!(event, Event::Traded { .. }),
};

#[test]
fn bots_do_only_what_is_legal_and_games_end() {
    GAMES.bots_do_only_what_is_legal_and_games_end(0..30);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    GAMES.the_same_seed_gives_the_same_game(40..46);
}

#[test]
fn a_settler_may_join_in_the_middle() {
    GAMES.a_settler_may_join_in_the_middle(80..84);
}

#[test]
fn a_bot_decides_by_what_its_seat_knows() {
    GAMES.a_bot_decides_by_what_its_seat_knows(60..66, another_world);
}

#[test]
fn a_search_decides_by_what_its_seat_knows() {
    let searching = |depth, draws| Bot::Master(Box::new(Master::new(depth, draws)));
    GAMES.a_search_decides_by_what_its_seat_knows(61, searching, another_world);
}

/// A game that looks the same from `me`: what the others hold face down is dealt to them anew.
fn another_world(view: &View<'_>, me: Seat, draws: &mut Substream) -> (Catan, u32) {
    let mut cards = Vec::new();
    for kind in Resource::ALL {
        let own = view.hand(me).unwrap_or_default().count(kind);
        let hidden = Resource::CARDS - view.supply().count(kind) - own;
        cards.extend(std::iter::repeat_n(kind, usize::from(hidden)));
    }
    let mut development = Vec::new();
    for card in DevelopmentCard::ALL {
        let own = view.development(me).unwrap_or_default()[card.index()];
        let hidden = DevelopmentCard::BOX[card.index()] - view.played()[card.index()] - own;
        development.extend(std::iter::repeat_n(card, usize::from(hidden)));
    }
    draws.shuffle(&mut cards);
    draws.shuffle(&mut development);
    let mut guess = Guess::default();
    for seat in Seat::first(view.seats()).filter(|&seat| seat != me) {
        for kind in cards.split_off(cards.len() - view.hand_len(seat) as usize) {
            guess.hands[seat] += Cards::of(kind, 1);
        }
        for card in development.split_off(development.len() - usize::from(view.development_len(seat))) {
            guess.development[seat][card.index()] += 1;
        }
    }
    let other = view.imagine(&guess).expect("the cards of the box, dealt to hands of the right sizes");
    // The worlds do differ where something is hidden; counted to know that the test tests something.
    let large = |seat: &Seat| *seat != me && view.hand_len(*seat) > 3;
    (other, Seat::first(view.seats()).filter(large).count() as u32)
}

#[test]
fn offers_are_few_and_never_repeated() {
    struct Offers {
        turn: u32,
        made: Vec<Action>,
        most: usize,
    }
    impl Recorder<Catan> for Offers {
        const EVENTS: bool = false;
        fn action(&mut self, game: &Catan, seat: Seat, action: Action) {
            if self.turn != game.turns() {
                self.made.clear();
                self.turn = game.turns();
            }
            if let Action::Offer { give, want, .. } = action {
                assert!(!self.made.contains(&action), "{seat} repeats {action}");
                let len = |bundle| Cards::from(bundle).len();
                assert!(len(give) <= len(want), "{seat} gives more than it takes: {action}");
                self.made.push(action);
                self.most = self.most.max(self.made.len());
            }
            let helped = match action {
                Action::Execute(partner) => partner,
                Action::AcceptOffer => game.active(),
                _ => return,
            };
            let points = game.visible_points(helped).total();
            assert!(points < 7, "{seat} helps {helped}, who has {points} points");
        }
        fn outcome(&mut self, _: &Catan, _: &Chance) {}
    }
    for (seed, first) in (90..96).map(|seed| (seed, "settler")).chain([(96, "master")]) {
        let mut offers = Offers { turn: 0, made: Vec::new(), most: 0 };
        let bot = |seat| table::bot::<Catan>(if seat == Seat::A { first } else { "settler" }, seat, seed);
        let mut bots: Vec<_> = Seat::first(4).map(bot).collect();
        Match::new(&Options::default(), Seed(seed)).play(&mut bots, &mut offers).unwrap();
        assert!((1..=3).contains(&offers.most), "{} offers in one turn", offers.most);
    }
}

/// A small sample with a generous bound; the measured strength stands in `docs/bots.md`.
#[test]
fn a_settler_beats_random_play() {
    let games = 24;
    let wins = table::wins("settler", "random", 0..games, |seed| {
        let players = if seed % 2 == 0 { 2 } else { 4 };
        Catan::new(&Options { players, turn_limit: Some(5_000), ..Options::default() })
    });
    assert!(wins + 3 >= games as usize, "{wins} of {games}");
}

/// Far ahead of a harmless opponent every step is small beside what is already certain; it must be taken all the same.
#[test]
fn a_settler_far_ahead_goes_on_building() {
    for seed in 100..110 {
        let options = Options { players: 2, turn_limit: Some(5_000), ..Options::default() };
        let mut bots = [("settler", Seat::A), ("random", Seat::B)]
            .map(|(name, seat)| table::bot::<Catan>(name, seat, seed));
        let played = Match::new(&options, Seed(seed)).play(&mut bots, &mut ()).unwrap();
        assert!(played.turns < 300, "seed {seed}: {} turns", played.turns);
    }
}

/// Worse rates are listed by default; a settler has no use for them and plays as if they were not there.
#[test]
fn a_settler_exchanges_at_the_best_rate() {
    #[derive(Default)]
    struct Played(Vec<(Seat, Action)>);
    impl Recorder<Catan> for Played {
        const EVENTS: bool = false;
        fn action(&mut self, _: &Catan, seat: Seat, action: Action) {
            self.0.push((seat, action));
        }
        fn outcome(&mut self, _: &Catan, _: &Chance) {}
    }
    for seed in 100..103 {
        let [all, best] = [BankRates::All, BankRates::Best].map(|bank_rates| {
            let mut played = Played::default();
            let mut bots: Vec<_> =
                Seat::first(4).map(|seat| table::bot::<Catan>("settler", seat, seed)).collect();
            let options = Options { bank_rates, ..Options::default() };
            Match::new(&options, Seed(seed)).play(&mut bots, &mut played).unwrap();
            played.0
        });
        assert!(all.iter().any(|(_, action)| matches!(action, Action::MaritimeTrade { .. })), "seed {seed}");
        assert!(all == best, "seed {seed}: another game");
    }
}
