//! The rules that every game on this island shares, on plain lists: counting cards, walking roads, using harbours.

use super::island::{HARBOUR_PATHS, ISLAND};
use catan::options::{BankRates, ShortageSinglePlayer};
use catan::{Harbour, Resource};

pub fn total<const N: usize>(hand: &[u32; N]) -> u32 {
    hand.iter().sum()
}

pub fn holds<const N: usize>(hand: &[u32; N], part: &[u32; N]) -> bool {
    (0..N).all(|k| hand[k] >= part[k])
}

pub fn plus<const N: usize>(a: [u32; N], b: [u32; N]) -> [u32; N] {
    std::array::from_fn(|k| a[k] + b[k])
}

pub fn minus<const N: usize>(a: [u32; N], b: [u32; N]) -> [u32; N] {
    std::array::from_fn(|k| a[k] - b[k])
}

/// Returns every way to take `count` cards out of a hand.
pub fn choices<const N: usize>(hand: &[u32; N], count: u32) -> Vec<[u32; N]> {
    let mut ways = vec![[0; N]];
    for kind in 0..N {
        ways = ways
            .iter()
            .flat_map(|way| {
                let room = count - total(way);
                (0..=hand[kind].min(room)).map(move |n| {
                    let mut more = *way;
                    more[kind] = n;
                    more
                })
            })
            .collect();
    }
    ways.retain(|way| total(way) == count);
    ways
}

/// `CATAN-LR-2`, `CATAN-LR-3`: every trail along these roads is walked; none passes through a place that is `barred`.
pub fn road_length(roads: &[usize], barred: &impl Fn(usize) -> bool) -> usize {
    let mut free = [false; 72];
    for &path in roads {
        free[path] = true;
    }
    let mut starts: Vec<usize> = roads.iter().flat_map(|&p| [ISLAND.ends[p].0, ISLAND.ends[p].1]).collect();
    starts.sort_unstable();
    starts.dedup();
    starts.into_iter().map(|i| longest_trail_from(i, &mut free, barred, true)).max().unwrap_or(0)
}

/// The most segments of a trail that goes on from here. `free` are the own segments not used yet.
fn longest_trail_from(
    from: usize,
    free: &mut [bool; 72],
    barred: &impl Fn(usize) -> bool,
    first: bool,
) -> usize {
    if !first && barred(from) {
        return 0;
    }
    let mut longest = 0;
    for &path in &ISLAND.paths_at[from] {
        if free[path] {
            let (a, b) = ISLAND.ends[path];
            free[path] = false;
            let length = 1 + longest_trail_from(if a == from { b } else { a }, free, barred, false);
            free[path] = true;
            longest = longest.max(length);
        }
    }
    longest
}

/// Returns the holder of Longest Road with these lengths (`CATAN-LR-6`).
pub fn holder_of_longest_road(holder: Option<usize>, lengths: &[usize]) -> Option<usize> {
    let longest = *lengths.iter().max().expect("a seat");
    let leaders: Vec<usize> = (0..lengths.len()).filter(|&seat| lengths[seat] == longest).collect();
    if longest < 5 {
        None
    } else if let Some(holder) = holder.filter(|holder| leaders.contains(holder)) {
        Some(holder)
    } else if let [sole] = leaders[..] {
        Some(sole)
    } else {
        None
    }
}

/// The rates that everybody has and that harbours give to a seat with buildings wherever `has_building` says (`CATAN-MAR-1` to
/// `CATAN-MAR-3`); `kind` is `None` for cards that no special harbour takes.
pub fn harbour_rates(
    harbours: &[Harbour],
    kind: Option<Resource>,
    has_building: impl Fn(usize) -> bool,
) -> Vec<u32> {
    let mut rates = vec![4];
    for (spot, &path) in HARBOUR_PATHS.iter().enumerate() {
        let (a, b) = ISLAND.ends[path];
        if has_building(a) || has_building(b) {
            match harbours[spot] {
                Harbour::Generic => rates.push(3),
                Harbour::Special(special) if Some(special) == kind => rates.push(2),
                Harbour::Special(_) => {}
            }
        }
    }
    rates
}

/// Objects to giving `given` cards of a kind if the seat is entitled to `rates` (`CATAN-MAR-4`, `CATAN-OPT-20`).
pub fn object_to_rate(
    given: u32,
    rates: &[u32],
    option: BankRates,
    no_such_rate: &[game::Clause],
    no: &mut Vec<game::Clause>,
) {
    let best = rates.iter().min().expect("four for one at least");
    if !rates.contains(&given) {
        no.extend(no_such_rate);
    } else if option == BankRates::Best && given != *best {
        no.push("CATAN-MAR-4");
    }
}

/// Pays out what a roll owes, as far as the supply goes; returns the kinds that ran short (`CATAN-PROD-5` to
/// `CATAN-PROD-8`).
pub fn pay_out<const N: usize>(
    owed: &mut [[u32; N]],
    rule: ShortageSinglePlayer,
    supply: &mut [u32; N],
    hands: &mut [[u32; N]],
) -> Vec<usize> {
    let mut short = Vec::new();
    for kind in 0..N {
        let sum: u32 = owed.iter().map(|cards| cards[kind]).sum();
        let creditors: Vec<usize> = (0..owed.len()).filter(|&seat| owed[seat][kind] > 0).collect();
        if sum > supply[kind] {
            let rest = supply[kind];
            short.push(kind);
            for cards in owed.iter_mut() {
                cards[kind] = 0;
            }
            // `CATAN-PROD-6`
            if let [sole] = creditors[..]
                && rule == ShortageSinglePlayer::PayRest
            {
                owed[sole][kind] = rest;
            }
        }
    }
    for (seat, cards) in owed.iter().enumerate() {
        *supply = minus(*supply, *cards);
        hands[seat] = plus(hands[seat], *cards);
    }
    short
}

/// Seats that roll for the start, in order, and the rolls of this round (`CATAN-SETUP-2`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartRolls {
    pub waiting: Vec<usize>,
    pub rolls: Vec<(usize, u32)>,
}

impl StartRolls {
    pub fn of(waiting: Vec<usize>) -> StartRolls {
        StartRolls { waiting, rolls: Vec::new() }
    }

    /// Records a roll: the seat with the highest begins, tied seats roll again. Returns the seat that begins, once it is known.
    pub fn roll(&mut self, sum: u32) -> Option<usize> {
        self.rolls.push((self.waiting.remove(0), sum));
        if !self.waiting.is_empty() {
            return None;
        }
        let tied = self.leaders();
        if let [sole] = tied[..] {
            return Some(sole);
        }
        *self = StartRolls::of(tied);
        None
    }

    pub fn best(&self) -> u32 {
        self.rolls.iter().map(|&(_, roll)| roll).max().unwrap_or(0)
    }

    pub fn leaders(&self) -> Vec<usize> {
        self.rolls.iter().filter(|&&(_, roll)| roll == self.best()).map(|&(seat, _)| seat).collect()
    }
}

/// The seats in the order in which they found: clockwise, and back (`CATAN-SETUP-3`, `CATAN-SETUP-4`).
pub fn snake(start: usize, seats: usize) -> Vec<usize> {
    let round: Vec<usize> = (0..seats).map(|n| (start + n) % seats).collect();
    round.iter().copied().chain(round.iter().rev().copied()).collect()
}

/// The hexes the robber may go to out of `elsewhere`, where some are `spared` (`CATAN-ROB-9`).
pub fn friendly(elsewhere: Vec<usize>, friendly_robber: bool, spared: impl Fn(usize) -> bool) -> Vec<usize> {
    let kind: Vec<usize> = elsewhere.iter().copied().filter(|&hex| !spared(hex)).collect();
    if friendly_robber && !kind.is_empty() { kind } else { elsewhere }
}
