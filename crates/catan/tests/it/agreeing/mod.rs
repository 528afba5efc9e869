//! The common part of the comparisons between engine and slow reference: many games on all cores, a tally of what happened, and
//! the way back to a game that failed.
//!
//! `NEULAND_AGREEMENT_ACTIONS` sets how many actions are played, and `NEULAND_AGREEMENT_GAME` replays one game alone; a failure
//! prints the line to type.

// Each test that includes this module uses another part of it.
#![allow(unreachable_pub)]

use crate::played::Played;
use crate::reference::Clause;
use crate::reference::trading::{Deal, Said, Trading};
use catan::options::BankRates;
use catan::{Answer, Exchange, Layout, Rates, Vocabulary};
use game::{Draws, IllegalReason, Legal, Seat, Substream};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Debug;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Plays games until the wanted number of actions is played, or replays the one game that the environment asks for. Returns the
/// wanted number and the tally, or `None` if it was only one game.
pub fn play_many(usual: u64, play_game: impl Fn(u64, &mut Tally) -> u64 + Sync) -> Option<(u64, Tally)> {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect(name));
    if let Some(game) = number("NEULAND_AGREEMENT_GAME") {
        play_game(game, &mut Tally::default());
        return None;
    }
    let tally = Mutex::new(Tally::default());
    let wanted = number("NEULAND_AGREEMENT_ACTIONS").unwrap_or(usual);
    let (games, actions) = (AtomicU64::new(0), AtomicU64::new(0));
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut mine = Tally::default();
                while actions.load(Ordering::Relaxed) < wanted {
                    let played = play_game(games.fetch_add(1, Ordering::Relaxed), &mut mine);
                    actions.fetch_add(played, Ordering::Relaxed);
                }
                tally.lock().expect("no thread panicked").add(&mine);
            });
        }
    });
    let tally = tally.into_inner().expect("no thread panicked");
    println!("{} games, {} actions: {:#?}", games.into_inner(), actions.into_inner(), tally.0);
    Some((wanted, tally))
}

/// Counts how often each thing happened, so that a comparison that met nothing cannot pass.
#[derive(Default)]
pub struct Tally(pub BTreeMap<String, u64>);

impl Tally {
    pub fn count(&mut self, what: &str) {
        match self.0.get_mut(what) {
            Some(n) => *n += 1,
            None => {
                self.0.insert(what.to_owned(), 1);
            }
        }
    }

    fn add(&mut self, other: &Tally) {
        for (what, n) in &other.0 {
            *self.0.entry(what.clone()).or_default() += n;
        }
    }

    pub fn of(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or(0)
    }
}

/// Says which game and step failed, and how to see it again.
pub struct Whereabouts {
    pub test: &'static str,
    pub game: u64,
    pub step: u64,
    pub action: String,
}

impl Whereabouts {
    pub fn of(test: &'static str, game: u64) -> Whereabouts {
        Whereabouts { test, game, step: 0, action: "nothing".into() }
    }
}

impl Drop for Whereabouts {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!(
                "game {}, step {}, after `{}`; replay with\n  \
                 NEULAND_AGREEMENT_GAME={} cargo test -p catan --test {} the_engine",
                self.game, self.step, self.action, self.game, self.test
            );
        }
    }
}

pub fn same<T: PartialEq + Debug>(what: &str, engine: T, reference: T, game: &dyn Debug, table: &dyn Debug) {
    if engine != reference {
        panic!("{what}: the engine says {engine:?}, the reference {reference:?}\n\n{game:?}\n\n{table:?}");
    }
}

/// Asserts that the engine lists for a seat exactly the actions that the reference allows; `objections` explains a difference.
pub fn compare_lists<G: Played<Action: std::hash::Hash + Eq>>(
    engine: &G,
    seat: Seat,
    expected: impl IntoIterator<Item = G::Action>,
    objections: impl Fn(G::Action) -> Vec<Clause>,
) {
    let legal = engine.legal_actions(seat);
    let mut expected: HashSet<G::Action> = expected.into_iter().collect();
    assert_eq!(legal.len(), legal.into_iter().count(), "the length of seat {seat}'s list");
    for action in legal {
        assert!(
            expected.remove(&action),
            "seat {seat} may {action} says the engine (or says it twice); against it stands {:?}",
            objections(action)
        );
    }
    assert!(expected.is_empty(), "seat {seat} may {expected:?} says the reference");
}

/// Asserts that engine and reference both accept, or that both refuse: then the reference must know the engine's reason, and
/// nothing may change.
pub fn judge<G: Played>(engine: &G, seat: Seat, action: G::Action, objections: &[Clause], tally: &mut Tally) {
    match engine.check(seat, action) {
        Ok(()) => assert!(objections.is_empty(), "the engine allows {seat} {action} against {objections:?}"),
        Err(illegal) => {
            tally.count("refused");
            let clause = illegal.clause();
            assert!(
                objections.contains(&clause),
                "{seat} {action}: the engine refuses it under {clause} ({illegal}), the reference under {objections:?}"
            );
            let mut copy = *engine;
            let mut events: Vec<G::Event> = Vec::new();
            assert_eq!(copy.play(seat, action, &mut events), Err(illegal));
            assert!(copy == *engine && events.is_empty(), "{seat} {action} is refused and changes something");
        }
    }
}

/// Asserts that the possible outcomes are the same, with the same shares of all weights.
pub fn compare_outcomes<G: Played>(engine: &G, mut expected: Vec<(G::Chance, u32)>) {
    let listed: Vec<_> = engine.chance_outcomes().into_iter().collect();
    assert_eq!(listed.len(), expected.len(), "{listed:?} and {expected:?}");
    let weight = |list: &[(G::Chance, u32)]| list.iter().map(|&(_, weight)| weight).sum::<u32>();
    let (all, all_expected) = (weight(&listed), weight(&expected));
    for (chance, weight_of_it) in &listed {
        let at = expected.iter().position(|(other, _)| other == chance).expect("an outcome of the reference");
        assert_eq!(weight_of_it * all_expected, expected[at].1 * all, "{chance}");
        expected[at].1 = 0;
    }
}

/// Asserts that engine and reference judge outcomes alike that may or may not be due.
pub fn judge_outcomes<G: Played>(engine: &G, tries: Vec<G::Chance>, can_come: impl Fn(G::Chance) -> bool) {
    for chance in tries {
        let mut copy = *engine;
        match copy.resolve(chance, &mut ()) {
            Ok(()) => assert!(can_come(chance), "the reference refuses {chance}"),
            Err(illegal) => {
                assert!(!can_come(chance), "the engine refuses {chance}: {illegal}");
                assert!(copy == *engine, "{chance} is refused and changes something");
            }
        }
    }
}

/// Up to two cards that a hand holds; now and then, if it may be `anything`, others.
fn some_of<const N: usize>(hand: &[u32; N], anything: bool, draws: &mut Substream) -> [u8; N] {
    let mut some = [0; N];
    for _ in 0..=draws.below(2) {
        let kind = draws.below(N as u32) as usize;
        if u32::from(some[kind]) < hand[kind] || anything && draws.below(4) == 0 {
            some[kind] += 1;
        }
    }
    some
}

/// An exchange that a seat might propose: some of its cards, mostly for what another seat could give.
pub fn sensible_exchange<const N: usize>(
    hands: &[[u32; N]],
    seat: usize,
    draws: &mut Substream,
) -> ([u8; N], [u8; N]) {
    let give = some_of(&hands[seat], false, draws);
    let other = (seat + 1 + draws.below(hands.len() as u32 - 1) as usize) % hands.len();
    (give, some_of(&hands[other], true, draws))
}

/// Any numbers of cards, most of them small.
pub fn wild_cards<const N: usize>(draws: &mut Substream) -> [u8; N] {
    let mut cards = [0; N];
    for _ in 0..draws.below(6) {
        let count = match draws.below(24) {
            0 => draws.below(256) as u8,
            1..=4 => draws.below(5) as u8,
            _ => 1,
        };
        cards[draws.below(N as u32) as usize] = count;
    }
    cards
}

/// Offers, answers and proposals of both; `deal` writes the engine's bundles as the reference's.
pub fn compare_trading<R: Vocabulary, const N: usize>(
    engine: &catan::Trading<R>,
    reference: &Trading<N>,
    over: bool,
    deal: impl Fn(Exchange<R::Kind>) -> Deal<N>,
) {
    let same = |what, left: &dyn Debug, right: &dyn Debug, alike: bool| {
        assert!(alike, "{what}: the engine says {left:?}, the reference {right:?}");
    };
    let offer = engine.offer().map(|(exchange, to)| {
        let to: Vec<usize> = to.into_iter().map(Seat::index).collect();
        (deal(exchange), to)
    });
    let expected = reference.offer.as_ref().map(|offer| (offer.deal, offer.to.clone()));
    same("offer", &offer, &expected, offer == expected);
    for seat in Seat::first(reference.made.len()) {
        let said = match engine.answer(seat) {
            Answer::Open => Said::Nothing,
            Answer::Accepted => Said::Yes,
            Answer::Rejected => Said::No,
            Answer::Countered(exchange) => Said::Rather(deal(exchange)),
        };
        let expected = reference.offer.as_ref().map_or(Said::Nothing, |offer| offer.said[seat.index()]);
        same("answer", &said, &expected, said == expected);
        let proposal = engine.proposal(seat).map(&deal);
        let expected = reference.proposals[seat.index()];
        same("proposal", &proposal, &expected, proposal == expected);
        if over {
            continue;
        }
        let made = u32::from(engine.made(seat));
        // The engine counts to 255, beyond which only a limit of 255 could ask.
        let expected = reference.made[seat.index()].min(255);
        same("offers made", &made, &expected, made == expected);
    }
}

/// Islands with one thing changed, of which most cannot be.
pub fn layouts_like(layout: &Layout, draws: &mut Substream) -> impl Iterator<Item = Layout> {
    (0..20).map(move |_| {
        let mut other = *layout;
        match draws.below(4) {
            0 => other.harbours.swap(draws.below(9) as usize, draws.below(9) as usize),
            1 => other.numbers.0.swap(draws.below(19) as usize, draws.below(19) as usize),
            2 => other.terrain.0.swap(draws.below(19) as usize, draws.below(19) as usize),
            _ => {
                let (a, b) = (draws.below(19) as usize, draws.below(19) as usize);
                other.terrain.0.swap(a, b);
                other.numbers.0.swap(a, b);
            }
        }
        other
    })
}

/// The best rate, and the rates that may be used, against all to which the reference says a seat is entitled
/// (`CATAN-MAR-4`).
pub fn compare_rates(best: u8, usable: Rates, mut entitled: Vec<u32>, option: BankRates) {
    entitled.sort_unstable();
    entitled.dedup();
    assert_eq!(u32::from(best), entitled[0], "the best rate");
    if option == BankRates::Best {
        entitled.truncate(1);
    }
    assert_eq!(usable.iter().map(u32::from).collect::<Vec<_>>(), entitled, "the rates");
}
