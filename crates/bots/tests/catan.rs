//! What every Catan bot must keep to, over seeded games with all sorts of options.

use bots::catan::{BOTS, Bot, Match};
use bots::{Player, Recorder};
use catan::options::*;
use catan::{
    Action, Cards, Catan, Chance, DevelopmentCard, Event, Guess, LegalActions, Options, Resource, View,
};
use game::{Draws, Seat, Seed, Substream, Turn, Viewer};

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
        ..Options::default()
    }
}

fn bot(name: &str, seat: Seat, seed: Seed) -> Bot {
    Bot::new(name, seat, seed).unwrap_or_else(|| panic!("{name} is listed"))
}

/// Bots of all sorts at one table, which differ from seed to seed.
fn mixed(seed: u64, seats: u8) -> Vec<Bot> {
    let mut draws = Seed(seed).substream("bots", 0);
    Seat::first(usize::from(seats))
        .map(|seat| bot(BOTS[draws.below(BOTS.len() as u32) as usize].name, seat, Seed(seed)))
        .collect()
}

/// Writes everything down.
#[derive(Default, PartialEq, Debug)]
struct Log {
    lines: Vec<String>,
    offers: u32,
    trades: u32,
}

impl Recorder<Catan> for Log {
    const EVENTS: bool = true;
    fn action(&mut self, game: &Catan, seat: Seat, action: Action) {
        assert_eq!(game.check(seat, action), Ok(()), "{seat} {action}");
        let Turn::Decide(seats) = game.turn() else { panic!("{action} while nobody decides") };
        assert!(seats.contains(seat), "{seat} {action} in {:?}", game.phase());
        self.lines.push(format!("{seat} {action}"));
        self.offers += u32::from(matches!(action, Action::Offer { .. }));
    }
    fn outcome(&mut self, game: &Catan, chance: &Chance) {
        assert_eq!(game.check_chance(*chance), Ok(()));
        self.lines.push(chance.to_string());
    }
    fn event(&mut self, event: &Event) {
        self.trades += u32::from(matches!(event, Event::Traded { .. }));
    }
}

fn play(seed: u64, options: &Options, bots: &mut [impl Player<Catan>]) -> Log {
    let mut log = Log::default();
    let played = Match::new(options, Seed(seed))
        .play(bots, &mut log)
        .unwrap_or_else(|foul| panic!("seed {seed}: {foul}"));
    assert!(played.turns > 0, "seed {seed}");
    log
}

#[test]
fn bots_do_only_what_is_legal_and_games_end() {
    let mut trades = 0;
    for seed in 0..30 {
        let options = options(seed);
        trades += play(seed, &options, &mut mixed(seed, options.players)).trades;
    }
    assert!(trades > 0, "no two bots ever traded");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for seed in 40..46 {
        let options = options(seed);
        let first = play(seed, &options, &mut mixed(seed, options.players));
        let second = play(seed, &options, &mut mixed(seed, options.players));
        assert_eq!(first, second, "seed {seed}");
    }
}

/// At every decision, shows a copy of the bot another world that looks the same from its seat; it must do the same.
struct Doubting {
    bot: Bot,
    seat: Seat,
    draws: Substream,
    worlds: u32,
}

impl Player<Catan> for Doubting {
    fn choose(&mut self, view: &View<'_>, legal: &LegalActions) -> Action {
        let other = another_world(view, self.seat, &mut self.draws);
        let mut copy = self.bot.clone();
        let there = copy.choose(&other.view(Viewer::Seat(self.seat)), &other.legal_actions(self.seat));
        let here = self.bot.choose(view, legal);
        assert_eq!(here, there, "seat {} in {:?}", self.seat, view.phase());
        let everything = Viewer::Everything;
        for seat in Seat::first(view.seats()).filter(|&seat| seat != self.seat) {
            // The worlds do differ where something is hidden; counted to know that the test tests something.
            self.worlds += u32::from(other.view(everything).hand(seat).is_some_and(|hand| hand.len() > 3));
        }
        here
    }
    fn observe(&mut self, event: &Event) {
        self.bot.observe(event);
    }
    fn listens(&self) -> bool {
        self.bot.listens()
    }
}

/// A game that looks the same from `me`: what the others hold face down is dealt to them anew.
fn another_world(view: &View<'_>, me: Seat, draws: &mut Substream) -> Catan {
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
    view.imagine(&guess).expect("the cards of the box, dealt to hands of the right sizes")
}

#[test]
fn a_bot_decides_by_what_its_seat_knows() {
    let mut worlds = 0;
    for seed in 60..66 {
        let options = options(seed);
        let mut bots: Vec<Doubting> = Seat::first(usize::from(options.players))
            .map(|seat| Doubting {
                bot: bot("settler", seat, Seed(seed)),
                seat,
                draws: Seed(seed).substream("worlds", seat.index() as u64),
                worlds: 0,
            })
            .collect();
        play(seed, &options, &mut bots);
        worlds += bots.iter().map(|bot| bot.worlds).sum::<u32>();
    }
    assert!(worlds > 1_000, "only {worlds} hidden hands were dealt anew");
}

/// Who listens to nothing must be able to go on in the middle of a game, as after a restart of its host.
#[test]
fn a_settler_may_join_in_the_middle() {
    struct Deaf(Bot);
    impl Player<Catan> for Deaf {
        fn choose(&mut self, view: &View<'_>, legal: &LegalActions) -> Action {
            self.0.choose(view, legal)
        }
    }
    for seed in 80..84 {
        let options = options(seed);
        let mut bots: Vec<Deaf> = Seat::first(usize::from(options.players))
            .map(|seat| Deaf(bot("settler", seat, Seed(seed))))
            .collect();
        play(seed, &options, &mut bots);
    }
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
    for seed in 90..96 {
        let seed = Seed(seed);
        let mut offers = Offers { turn: 0, made: Vec::new(), most: 0 };
        let mut bots: Vec<Bot> = Seat::first(4).map(|seat| bot("settler", seat, seed)).collect();
        Match::new(&Options::default(), seed).play(&mut bots, &mut offers).unwrap();
        assert!((1..=3).contains(&offers.most), "{} offers in one turn", offers.most);
    }
}

/// A small sample with a generous bound; the measured strength stands in `docs/bots.md`.
#[test]
fn a_settler_beats_random_play() {
    let mut wins = 0;
    let games = 24;
    for seed in 0..games {
        let players = if seed % 2 == 0 { 2 } else { 4 };
        let options = Options { players, turn_limit: Some(5_000), ..Options::default() };
        let mut bots: Vec<Bot> = Seat::first(usize::from(players))
            .map(|seat| bot(if seat == Seat::A { "settler" } else { "random" }, seat, Seed(seed)))
            .collect();
        let played = Match::new(&options, Seed(seed)).play(&mut bots, &mut ()).unwrap();
        wins += u64::from(played.outcome.winners.contains(Seat::A));
    }
    assert!(wins + 3 >= games, "{wins} of {games}");
}

/// Far ahead of a harmless opponent every step is small beside what is already certain; it must be taken all the same.
#[test]
fn a_settler_far_ahead_goes_on_building() {
    for seed in 100..110 {
        let options = Options { players: 2, turn_limit: Some(5_000), ..Options::default() };
        let mut bots = [bot("settler", Seat::A, Seed(seed)), bot("random", Seat::B, Seed(seed))];
        let played = Match::new(&options, Seed(seed)).play(&mut bots, &mut ()).unwrap();
        assert!(played.turns < 300, "seed {seed}: {} turns", played.turns);
    }
}
