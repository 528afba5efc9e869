//! Every legal action has exactly one sequence of codes, and back; masks allow what is legal and nothing else.
//!
//! `NEULAND_ENCODE_POSITIONS` sets at how many positions of each game: `NEULAND_ENCODE_POSITIONS=1000000 cargo test
//! --release -p encode --test it round_trip:: -- --nocapture`.

use crate::support;
use crate::support::{is_short, play, positions, share};
use encode::any::describe;
use encode::{Choice, CodeError, Encode, Step};
use game::{Draws, Legal, Seat, Substream};
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

struct Counts {
    positions: AtomicU64,
    actions: AtomicU64,
    codes: AtomicU64,
}

/// Walks along the codes of an action.
fn walk<G: Encode>(game: &G, me: Seat, codes: &[usize], mask: &mut [u8]) -> G::Action {
    let mut choice = Choice::NONE;
    for (n, &code) in codes.iter().enumerate() {
        game.mask(me, &choice, mask);
        assert_eq!(
            mask[code],
            1,
            "{}: code {n} of {codes:?}, {:?}, is masked",
            G::NAME,
            describe(G::KIND, code)
        );
        match game.step(me, &choice, code) {
            Ok(Step::Pending(next)) => {
                assert!(n + 1 < codes.len(), "{}: {codes:?} says nothing yet", G::NAME);
                choice = next;
            }
            Ok(Step::Action(action)) => {
                assert_eq!(n + 1, codes.len(), "{}: {codes:?} goes on behind its end", G::NAME);
                return action;
            }
            Err(error) => panic!("{}: {codes:?}: {error}", G::NAME),
        }
    }
    unreachable!("no codes")
}

/// Everything that the masks lead to, each with its codes.
fn reach<G: Encode>(
    game: &G,
    me: Seat,
    choice: &Choice,
    codes: &mut Vec<usize>,
    found: &mut Vec<(Vec<usize>, G::Action)>,
) {
    let mut mask = vec![0; G::ACTIONS];
    game.mask(me, choice, &mut mask);
    let legal: Vec<usize> = (0..G::ACTIONS).filter(|&code| mask[code] == 1).collect();
    assert!(choice.is_empty() || !legal.is_empty(), "{}: {codes:?} leads nowhere", G::NAME);
    for code in legal {
        codes.push(code);
        match game.step(me, choice, code) {
            Ok(Step::Pending(next)) => reach(game, me, &next, codes, found),
            Ok(Step::Action(action)) => found.push((codes.clone(), action)),
            Err(error) => panic!("{}: the mask allows {codes:?}: {error}", G::NAME),
        }
        codes.pop();
    }
}

fn check<G: Encode>(game: &G, me: Seat, draws: &mut Substream, counts: &Counts) {
    let legal = game.legal_actions(me);
    let mut mask = vec![0; G::ACTIONS];
    let listed: Vec<G::Action> = if is_short(&legal) {
        legal.into_iter().collect()
    } else {
        (0..40).filter_map(|_| legal.get(draws.below(legal.len() as u32) as usize)).collect()
    };
    if is_short(&legal) {
        let folded = legal.into_iter().fold(Vec::new(), |mut all, action| {
            all.push(action);
            all
        });
        assert_eq!(folded, listed, "{}: folding the list gives another one", G::NAME);
    }
    let mut sequences = HashSet::new();
    for &action in &listed {
        let codes = game.codes_of(me, action).unwrap_or_else(|error| panic!("{}: {error}", G::NAME));
        assert_eq!(walk(game, me, &codes, &mut mask), action, "{}: {codes:?}", G::NAME);
        counts.codes.fetch_add(codes.len() as u64, Ordering::Relaxed);
        assert!(sequences.insert(codes) || !is_short(&legal), "{}: {action} shares its codes", G::NAME);
    }
    counts.positions.fetch_add(1, Ordering::Relaxed);
    counts.actions.fetch_add(listed.len() as u64, Ordering::Relaxed);
    if is_short(&legal) {
        let mut found = Vec::new();
        reach(game, me, &Choice::NONE, &mut Vec::new(), &mut found);
        for (codes, action) in &found {
            let open = G::is_open_ended(*action);
            assert!(
                open || legal.contains(*action),
                "{}: {codes:?} is {action}, which is not listed",
                G::NAME
            );
            assert!(game.check(me, *action).is_ok(), "{}: {codes:?} is {action}", G::NAME);
            assert_eq!(game.codes_of(me, *action).as_ref(), Ok(codes), "{}: {action}", G::NAME);
        }
        let listed = found.iter().filter(|(_, action)| !G::is_open_ended(*action)).count();
        assert_eq!(listed, legal.len(), "{}: the masks lead to other actions than are listed", G::NAME);
    }
    // Refusals cost time, so they are not asked for everywhere.
    if draws.below(50) == 0 {
        game.mask(me, &Choice::NONE, &mut mask);
        for code in 0..G::ACTIONS + 2 {
            let allowed = mask.get(code) == Some(&1);
            match game.step(me, &Choice::NONE, code) {
                Ok(_) => {
                    assert!(allowed, "{}: code {code}, {:?}, is masked", G::NAME, describe(G::KIND, code))
                }
                Err(CodeError::OutOfRange { .. }) => assert!(code >= G::ACTIONS),
                Err(error) => {
                    assert!(!allowed, "{}: code {code}: {error}", G::NAME);
                    assert!(error.to_string().len() > 20, "{error}");
                }
            }
        }
        let idle = Seat::first(game.seats()).filter(|&seat| !support::decides(game, seat));
        for seat in idle {
            game.mask(seat, &Choice::NONE, &mut mask);
            let listed = game.legal_actions(seat).len();
            assert_eq!(listed, 0);
            // Only messages are open to those who are not asked.
            assert!(mask.iter().filter(|&&byte| byte == 1).count() <= 3, "{}: {seat} is idle", G::NAME);
        }
    }
}

fn round_trip<G: Encode>() {
    let all = positions(20_000);
    let counts = Counts { positions: 0.into(), actions: 0.into(), codes: 0.into() };
    let begun = std::time::Instant::now();
    share(all, |seed, positions| {
        let mut draws = seed.substream("check", 0);
        play::<G>(seed, positions, |table, seat| {
            let deciding = table.deciding();
            for other in deciding {
                if other == seat || draws.below(4) == 0 {
                    check(table.game(), other, &mut draws, &counts);
                }
            }
        });
    });
    let [positions, actions, codes] =
        [&counts.positions, &counts.actions, &counts.codes].map(|count| count.load(Ordering::Relaxed));
    assert!(positions >= all as u64);
    println!("{}: {positions} positions, {actions} actions, {codes} codes, {:.1?}", G::NAME, begun.elapsed());
}

#[test]
fn catan() {
    round_trip::<catan::Catan>();
}

#[test]
fn cities_and_knights() {
    round_trip::<catan::CitiesAndKnights>();
}

#[test]
fn carcassonne() {
    round_trip::<carcassonne::Carcassonne>();
}

#[test]
fn traders_and_builders() {
    round_trip::<carcassonne::TradersAndBuilders>();
}

#[test]
fn mayflower() {
    round_trip::<carcassonne::Mayflower>();
}
