//! Lists of legal actions are made as far as they are asked for, and large choices of cards are described.

// A counting allocator cannot be had without `unsafe`; it passes everything on to the system's.
#![allow(unsafe_code)]

use game::{Draws, Seat, Seed};
use serde_json::{Value, json};
use shelf::listed::CHOICES_MAX;
use shelf::{AnyGame, Choose, GameKind, Listed};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeMap;

thread_local! {
    /// Allocations of this thread, and their bytes.
    static ALLOCATED: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
}

struct Counting;

// SAFETY: every call is passed on unchanged to the system's allocator, which keeps the promises.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let add = |count: &Cell<(u64, u64)>| {
            let (times, bytes) = count.get();
            count.set((times + 1, bytes + layout.size() as u64));
        };
        let _ = ALLOCATED.try_with(add);
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of `dealloc`, and the pointer came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Returns the number of allocations that `work` makes, their bytes, and its result.
fn allocated<T>(work: impl FnOnce() -> T) -> (u64, u64, T) {
    let (times, bytes) = ALLOCATED.with(Cell::get);
    let result = work();
    let (times_after, bytes_after) = ALLOCATED.with(Cell::get);
    (times_after - times, bytes_after - bytes, result)
}

const KINDS: [&str; 8] = ["brick", "lumber", "wool", "grain", "ore", "paper", "cloth", "coin"];
/// The number of cards of each kind in the boxes.
const BOX: [u32; 8] = [19, 19, 19, 19, 19, 12, 12, 12];

fn hand(counts: &[u32]) -> Value {
    KINDS
        .into_iter()
        .zip(counts)
        .filter(|&(_, &count)| count > 0)
        .map(|(kind, &count)| (kind.to_owned(), json!(count)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// Seat A of Cities & Knights chooses `count` cards of a hand: to discard, to give, or to take from seat B.
fn choosing(verb: &str, counts: &[u32], count: u32) -> AnyGame {
    let (seat, active, phase) = match verb {
        "discard" => ("A", "A", json!({"discarding": {"owed": {"A": count}, "sabotage": false}})),
        "give" => ("A", "B", json!({"giving": {"owed": {"A": count}}})),
        _ => ("B", "A", json!({"taking-cards": {"victim": "B", "count": count}})),
    };
    let setup = json!({
        "options": {"players": 2, "discard_limit": 2},
        "seats": {seat: {"hand": hand(counts)}},
        "active": active,
        "phase": phase,
    });
    AnyGame::from_setup(GameKind::CitiesAndKnights, &setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Seat A of Catan discards cards of a hand to a 7.
fn discarding(counts: &[u32; 5]) -> AnyGame {
    let setup = json!({
        "options": {"players": 2, "discard_limit": 2},
        "seats": {"A": {"hand": hand(counts)}},
        "phase": "discarding",
    });
    AnyGame::from_setup(GameKind::Catan, &setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The largest choice that there is: a list of all would not fit into any memory.
#[test]
fn the_whole_box_in_one_hand_is_described_by_counts() {
    for verb in ["discard", "give", "take"] {
        let all: u32 = BOX.iter().sum();
        let owed = if verb == "discard" { all / 2 } else { 2 };
        let game = choosing(verb, &BOX, owed);
        let (times, bytes, listed) = allocated(|| game.listed(Seat::A, usize::MAX));
        if verb == "discard" {
            assert!(listed.total > 50_000_000, "{} choices", listed.total);
            let texts: usize = listed.actions.iter().map(|text| text.len() + 3).sum();
            assert!(texts < 60 * 1024, "{texts} bytes of text");
            assert_eq!(listed.actions.len(), CHOICES_MAX);
            let of: BTreeMap<&str, u8> = KINDS.into_iter().zip(BOX.map(|count| count as u8)).collect();
            assert_eq!(listed.choose, Some(Choose { verb: "discard", count: 65, of }));
            assert!(
                times < 16 * CHOICES_MAX as u64 && bytes < 256 * 1024,
                "{times} allocations, {bytes} bytes"
            );
        } else {
            assert!(listed.is_whole() && listed.choose.is_none(), "{listed:?}");
        }
    }
    let listed = discarding(&[19; 5]).listed(Seat::A, usize::MAX);
    assert_eq!((listed.actions.len(), listed.choose.unwrap().count), (CHOICES_MAX, 47));
}

#[test]
fn no_more_actions_are_made_than_asked_for() {
    let game = choosing("discard", &BOX, 65);
    // A text with its parts takes so many allocations, whichever it is.
    let (one, ..) = allocated(|| game.listed(Seat::A, 1));
    let (most, bytes, listed) = allocated(|| game.listed(Seat::A, 256));
    assert_eq!(listed.actions.len(), 256);
    assert!(most <= 257 * one, "{most} allocations for 256 actions, {one} for one");
    assert!(bytes < 128 * 1024, "{bytes} bytes");
    let (last, _, action) = allocated(|| game.legal_action(Seat::A, listed.total - 1));
    assert!(action.is_some() && last <= one, "{last} allocations");
    assert_eq!(game.legal_action(Seat::A, listed.total), None);
    // Bots and tests that choose at random make but the one they choose.
    let (random, ..) = allocated(|| game.random_step(Seed(1), &mut Seed(2).substream("choice", 0)).unwrap());
    assert!(random <= 2 * one, "{random} allocations");
}

/// The description covers exactly what the rules allow, and what would be listed if there were room.
#[test]
fn what_is_described_is_what_check_accepts() {
    let mut draws = Seed(7).substream("hands", 0);
    let mut described = 0;
    for round in 0..400 {
        let verb = ["discard", "give", "take"][round % 3];
        let counts = BOX.map(|most| draws.below((round as u32 / 8).min(most) + 1));
        let cards: u32 = counts.iter().sum();
        if cards < 4 {
            continue;
        }
        let owed = if verb == "discard" { cards / 2 } else { 2 };
        let game = choosing(verb, &counts, owed);
        let listed = game.listed(Seat::A, usize::MAX);
        assert_eq!(listed.total, game.legal_len(Seat::A));
        assert_eq!(listed.choose.is_some(), listed.total > CHOICES_MAX, "{listed:?}");
        assert_eq!(listed.actions.len(), listed.total.min(CHOICES_MAX));
        for (n, action) in listed.actions.iter().enumerate() {
            game.check(Seat::A, action).unwrap();
            assert_eq!(game.legal_action(Seat::A, n).as_ref(), Some(action));
        }
        let Some(choose) = listed.choose else { continue };
        described += 1;
        assert_eq!((choose.verb, u32::from(choose.count)), (verb, owed));
        for _ in 0..200 {
            let bundle = bundle(&counts, owed, &mut draws);
            let accepted = bundle.values().sum::<u32>() == u32::from(choose.count)
                && bundle
                    .iter()
                    .all(|(kind, &count)| count <= choose.of.get(kind).copied().unwrap_or(0).into());
            let words: Vec<String> = bundle.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
            let action = format!("{verb} {}", words.join(" "));
            let checked = game.check(Seat::A, &action);
            assert_eq!(accepted, checked.is_ok(), "{action} of {choose:?}: {checked:?}");
            assert_eq!(game.is_listed(Seat::A, &action), Some(accepted), "{action}");
        }
    }
    assert!(described > 60, "{described} hands were described");
}

/// Some cards: mostly as many as owed and out of the hand, sometimes one too many, or of a kind of which there are fewer.
fn bundle(counts: &[u32; 8], owed: u32, draws: &mut impl Draws) -> BTreeMap<&'static str, u32> {
    let mut left = *counts;
    let mut bundle = BTreeMap::new();
    let odd = draws.below(4);
    for n in 0..owed + u32::from(odd == 1) - u32::from(odd == 2) {
        let kinds: Vec<usize> = (0..8).filter(|&kind| left[kind] > 0).collect();
        let mut kind = kinds[draws.below(kinds.len() as u32) as usize];
        if odd == 3 && n == 0 {
            kind = draws.below(8) as usize;
        }
        left[kind] = left[kind].saturating_sub(1);
        *bundle.entry(KINDS[kind]).or_insert(0) += 1;
    }
    bundle
}

/// Ordinary lists stay as they are, in every game.
#[test]
fn ordinary_lists_are_whole() {
    for &kind in GameKind::ALL {
        let mut game = AnyGame::with_options(kind, [("players", "2")]).unwrap();
        let mut choice = Seed(3).substream("choice", 0);
        while let Some(step) = game.random_step(Seed(4), &mut choice) {
            for seat in Seat::first(game.seats()) {
                let all = game.legal_actions(seat);
                let listed = game.listed(seat, 1_024);
                if listed.choose.is_none() {
                    assert_eq!(listed, Listed { total: all.len(), actions: all, choose: None });
                } else {
                    assert!(all.len() > CHOICES_MAX && all.starts_with(&listed.actions));
                }
            }
            game.apply(&step).unwrap();
        }
        assert_eq!(game.listed(Seat::D, 9), Listed::default(), "nobody sits there");
    }
}

/// The number of events in one step of a game is bounded by what lies on the table, above all when the last of it is counted.
#[test]
fn the_events_of_a_step_are_few() {
    for &kind in GameKind::ALL {
        let (mut most, mut bytes) = (0, 0);
        for seed in 0..6 {
            let players = kind.info().seats_max.to_string();
            let mut game = AnyGame::with_options(kind, [("players", players.as_str())]).unwrap();
            let mut choice = Seed(seed).substream("choice", 0);
            while let Some(step) = game.random_step(Seed(seed), &mut choice) {
                let events = game.apply(&step).unwrap();
                most = most.max(events.len());
                bytes = bytes.max(events.documents_text(game::Viewer::Everything).get().len());
            }
        }
        assert!(most <= 64 && bytes <= 8 * 1024, "{kind}: {most} events, {bytes} bytes");
    }
}
