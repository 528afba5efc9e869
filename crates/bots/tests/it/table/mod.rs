//! Helpers for the tests of all bots: options of all sorts, a log that judges, and bots under special conditions.
#![allow(dead_code, reason = "each test uses what it needs")]

use bots::{BotGame, BotInfo, Depth, Match, Player, Recorder};
use game::options::{NamedOptions, Values};
use game::{Draws, Seat, Seed, Substream, Turn};
use std::fmt::Debug;
use std::ops::Range;

/// Options that differ from seed to seed, so that all values of all switches are met.
pub(crate) fn options<O: NamedOptions>(seed: u64) -> O {
    let mut draws = Seed(seed).substream("options", 0);
    loop {
        let mut options = O::default();
        for row in O::TABLE {
            let values = match row.values {
                Values::Range(low, high) => (low..=high).map(|number| number.to_string()).collect(),
                // The strictest few.
                Values::RangeOrNone(low, high) => {
                    (low..=high.min(low + 3)).map(|number| number.to_string()).collect()
                }
                values => values.names(),
            };
            // Half of the time everything is as usual.
            if row.name == "players" || draws.below(2) == 1 {
                let value = &values[draws.below(values.len() as u32) as usize];
                options.set(row.name, value).expect("one of its values");
            }
        }
        if options.validate().is_ok() {
            return options;
        }
    }
}

/// The bot of this name.
pub(crate) fn bot<G: BotGame>(name: &str, seat: Seat, seed: u64) -> G::Bot {
    G::bot(name, seat, Seed(seed)).unwrap_or_else(|| panic!("{name} is listed"))
}

/// The bots of a game that do not search: those have tests of their own.
pub(crate) fn quick<G: BotGame>() -> Vec<&'static BotInfo> {
    G::BOTS.iter().filter(|bot| !bot.searches()).collect()
}

/// The name of one of the bots that have a plan: with consecutive numbers all of them.
pub(crate) fn planning<G: BotGame>(number: u64) -> &'static str {
    let planning = &quick::<G>()[1..];
    planning[number as usize % planning.len()].name
}

/// Bots of all sorts at one table, which differ from seed to seed.
pub(crate) fn mixed<G: BotGame>(seed: u64, seats: usize) -> Vec<G::Bot> {
    let mut draws = Seed(seed).substream("bots", 0);
    let quick = quick::<G>();
    Seat::first(seats)
        .map(|seat| bot::<G>(quick[draws.below(quick.len() as u32) as usize].name, seat, seed))
        .collect()
}

/// Writes everything down, looks whether it was legal, and counts events of interest.
pub(crate) struct Log<G: BotGame> {
    pub(crate) lines: Vec<String>,
    pub(crate) counted: u32,
    counts: fn(&G::Event) -> bool,
}

impl<G: BotGame> Recorder<G> for Log<G> {
    const EVENTS: bool = true;
    fn action(&mut self, game: &G, seat: Seat, action: G::Action) {
        if let Err(illegal) = game.check(seat, action) {
            panic!("{seat} {action}: {illegal}");
        }
        let Turn::Decide(seats) = game.turn() else { panic!("{action} while nobody decides") };
        assert!(seats.contains(seat), "{seat} {action} while {seats} decide");
        self.lines.push(format!("{seat} {action}"));
    }
    fn outcome(&mut self, game: &G, chance: &G::Chance) {
        assert!(matches!(game.turn(), Turn::Chance(_)), "{chance} while nothing is due");
        self.lines.push(chance.to_string());
    }
    fn event(&mut self, event: &G::Event) {
        self.counted += u32::from((self.counts)(event));
    }
}

/// Plays a game to its end, counting events.
pub(crate) fn play<G: BotGame>(
    game: G,
    seed: u64,
    bots: &mut [impl Player<G>],
    counts: fn(&G::Event) -> bool,
) -> Log<G> {
    let mut log = Log { lines: Vec::new(), counted: 0, counts };
    let played = Match::from_position(game, Seed(seed))
        .play(bots, &mut log)
        .unwrap_or_else(|illegal| panic!("seed {seed}: {illegal}"));
    assert!(played.turns > 0, "seed {seed}");
    log
}

/// At every decision, shows a copy of the bot another world that looks the same from its seat; it must do the same.
pub(crate) struct Doubting<G: BotGame> {
    pub(crate) bot: G::Bot,
    pub(crate) seat: Seat,
    pub(crate) draws: Substream,
    /// Another game that looks the same from the seat, and how many hidden hands it deals anew.
    pub(crate) other: fn(&G::View<'_>, Seat, &mut Substream) -> (G, u32),
    pub(crate) worlds: u32,
}

impl<G: BotGame<Bot: Clone, Action: Debug + PartialEq>> Doubting<G> {
    /// Bots that doubt what they see, from seed to seed others of the roster.
    pub(crate) fn table(
        seats: usize,
        seed: u64,
        other: fn(&G::View<'_>, Seat, &mut Substream) -> (G, u32),
    ) -> Vec<Self> {
        Seat::first(seats)
            .map(|seat| Doubting {
                bot: bot::<G>(planning::<G>(seed + seat.index() as u64), seat, seed),
                seat,
                draws: Seed(seed).substream("worlds", seat.index() as u64),
                other,
                worlds: 0,
            })
            .collect()
    }
}

impl<G: BotGame<Bot: Clone, Action: Debug + PartialEq>> Player<G> for Doubting<G> {
    fn choose(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        let (other, worlds) = (self.other)(view, self.seat, &mut self.draws);
        self.worlds += worlds;
        let mut copy = self.bot.clone();
        let viewer = game::Viewer::Seat(self.seat);
        // Reasons are dearer than the choice, so they are compared at every eighth decision.
        let mut advised = None;
        if self.draws.below(8) == 0 {
            let mut copies = [self.bot.clone(), self.bot.clone()];
            let here = copies[0].advise(view, legal);
            assert_eq!(here, copies[1].advise(&other.view(viewer), &other.legal_actions(self.seat)));
            advised = here.first().map(|choice| choice.action);
        }
        let there = copy.choose(&other.view(viewer), &other.legal_actions(self.seat));
        let here = self.bot.choose(view, legal);
        assert_eq!(here, there, "seat {}", self.seat);
        assert!(advised.is_none_or(|advised| advised == here), "seat {}: advice differs", self.seat);
        here
    }
    fn observe(&mut self, event: &G::Event) {
        self.bot.observe(event);
    }
    fn listens(&self) -> bool {
        self.bot.listens()
    }
}

/// Games with trade, under options that differ from seed to seed, and what every bot must keep to in them.
pub(crate) struct Games<G: BotGame> {
    pub(crate) start: fn(u64) -> G,
    pub(crate) is_trade: fn(&G::Event) -> bool,
}

impl<G: BotGame<Bot: Clone, Action: Debug + PartialEq>> Games<G> {
    fn play_mixed(&self, seed: u64) -> Log<G> {
        let game = (self.start)(seed);
        play(game, seed, &mut mixed::<G>(seed, game.seats()), self.is_trade)
    }

    pub(crate) fn bots_do_only_what_is_legal_and_games_end(&self, seeds: Range<u64>) {
        let trades: u32 = seeds.map(|seed| self.play_mixed(seed).counted).sum();
        assert!(trades > 0, "no two bots ever traded");
    }

    pub(crate) fn the_same_seed_gives_the_same_game(&self, seeds: Range<u64>) {
        for seed in seeds {
            assert_eq!(self.play_mixed(seed).lines, self.play_mixed(seed).lines, "seed {seed}");
        }
    }

    /// `other` is that of [`Doubting`].
    pub(crate) fn a_bot_decides_by_what_its_seat_knows(
        &self,
        seeds: Range<u64>,
        other: fn(&G::View<'_>, Seat, &mut Substream) -> (G, u32),
    ) {
        let mut worlds = 0;
        for seed in seeds {
            let game = (self.start)(seed);
            let mut bots = Doubting::<G>::table(game.seats(), seed, other);
            play(game, seed, &mut bots, self.is_trade);
            worlds += bots.iter().map(|bot| bot.worlds).sum::<u32>();
        }
        assert!(worlds > 1_000, "only {worlds} hidden hands were dealt anew");
    }

    /// A bot that searches sees no more than others, and chooses alike with any number of threads: one whole game, with little effort
    /// at each decision.
    pub(crate) fn a_search_decides_by_what_its_seat_knows(
        &self,
        seed: u64,
        searching: fn(Depth, Substream) -> G::Bot,
        other: fn(&G::View<'_>, Seat, &mut Substream) -> (G, u32),
    ) {
        let lines = [1, 3].map(|threads| {
            let game = (self.start)(seed);
            let mut depth = Depth::new(3, 12, 1).bargaining();
            depth.set("threads", threads);
            let mut bots = Doubting::<G>::table(game.seats(), seed, other);
            for bot in &mut bots {
                bot.bot = searching(depth, bot.draws);
            }
            let played = play(game, seed, &mut bots, self.is_trade);
            let worlds = bots.iter().map(|bot| bot.worlds).sum::<u32>();
            assert!(worlds > 100, "only {worlds} hidden hands were dealt anew");
            played.lines
        });
        assert_eq!(lines[0], lines[1], "the number of threads changes nothing");
    }

    /// A bot that listens to nothing must be able to go on in the middle of a game, as after a restart of its host.
    pub(crate) fn a_settler_may_join_in_the_middle(&self, seeds: Range<u64>) {
        for seed in seeds {
            let game = (self.start)(seed);
            let mut bots: Vec<_> =
                Seat::first(game.seats()).map(|seat| Deaf(bot::<G>("settler", seat, seed))).collect();
            play(game, seed, &mut bots, self.is_trade);
        }
    }
}

/// A bot that hears no events.
pub(crate) struct Deaf<B>(pub(crate) B);

impl<G: BotGame, B: Player<G>> Player<G> for Deaf<B> {
    fn choose(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        self.0.choose(view, legal)
    }
}

/// Returns the number of games, one for each of these seeds, that the bot of this name wins from seat A against bots of another
/// name.
pub(crate) fn wins<G: BotGame>(
    name: &str,
    others: &str,
    seeds: impl Iterator<Item = u64>,
    new: impl Fn(u64) -> G,
) -> usize {
    let won = |seed: u64| {
        let game = new(seed);
        let mut bots: Vec<G::Bot> = Seat::first(game.seats())
            .map(|seat| bot::<G>(if seat == Seat::A { name } else { others }, seat, seed))
            .collect();
        let played = Match::from_position(game, Seed(seed)).play(&mut bots, &mut ()).unwrap();
        played.outcome.winners.contains(Seat::A)
    };
    seeds.filter(|&seed| won(seed)).count()
}
