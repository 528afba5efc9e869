//! Two searching bots at a table for four do not collude: they rob each other as often as others, and trade no more with each other.

use crate::table;
use bots::{BotGame, Match, Recorder};
use catan::action::Action;
use catan::base::Base;
use catan::cities_and_knights::Knights;
use catan::event::Event;
use catan::{Island, Rules};
use game::{Game, Seat, SeatSet, Seed};

/// The thefts and trades of the searching bots: those between the two, and all of them.
struct Dealings {
    searching: SeatSet,
    thefts: [u32; 2],
    trades: [u32; 2],
}

/// Counts a theft or trade if the bot at the first seat searches.
fn note(counts: &mut [u32; 2], searching: SeatSet, from: Seat, to: Seat) {
    if searching.contains(from) {
        counts[0] += u32::from(searching.contains(to));
        counts[1] += 1;
    }
}

impl<R: Rules> Recorder<Island<R>> for Dealings
where
    Island<R>: Game<Action = Action<R>, Event = Event<R>>,
{
    const EVENTS: bool = true;
    fn action(&mut self, _: &Island<R>, _: Seat, _: Action<R>) {}
    fn outcome(&mut self, _: &Island<R>, _: &<Island<R> as Game>::Chance) {}
    fn event(&mut self, event: &Event<R>) {
        match *event {
            Event::Stole { thief, victim, .. } => note(&mut self.thefts, self.searching, thief, victim),
            Event::Traded { active, partner, .. } => {
                note(&mut self.trades, self.searching, active, partner);
                note(&mut self.trades, self.searching, partner, active);
            }
            _ => {}
        }
    }
}

/// Plays games and bounds both shares. One of three opponents is the other searching bot. Without collusion a bot robs it at least
/// about a third of the time, since it is the stronger one, and makes about a third of its trades with it.
fn deal_with_each_other_as_with_others<R: Rules>(games: u64)
where
    Island<R>: BotGame + Game<Action = Action<R>, Event = Event<R>>,
{
    let (mut thefts, mut trades) = ([0; 2], [0; 2]);
    for seed in 0..games {
        let first = Seat::new(seed as usize % 4).expect("a seat");
        let searching: SeatSet = [first, first.next(4).next(4)].into_iter().collect();
        let mut bots: Vec<_> = Seat::first(4)
            .map(|seat| if searching.contains(seat) { "expert" } else { "settler" })
            .zip(Seat::first(4))
            .map(|(name, seat)| table::bot::<Island<R>>(name, seat, seed))
            .collect();
        let mut dealings = Dealings { searching, thefts, trades };
        let game = <Island<R> as Game>::new(&Default::default());
        Match::from_position(game, Seed(seed)).play(&mut bots, &mut dealings).expect("a legal game");
        (thefts, trades) = (dealings.thefts, dealings.trades);
    }
    println!(
        "{games} games: {} of {} thefts and {} of {} trades among the two",
        thefts[0], thefts[1], trades[0], trades[1]
    );
    assert!(4 * thefts[0] >= thefts[1], "they spare each other: {} of {} thefts", thefts[0], thefts[1]);
    assert!(2 * trades[0] <= trades[1], "they trade with each other: {} of {} trades", trades[0], trades[1]);
    assert!(trades[1] > 0, "nobody trades");
}

/// The number in `NEULAND_SEARCH_GAMES`.
fn games() -> u64 {
    std::env::var("NEULAND_SEARCH_GAMES").map_or(6, |text| text.parse().expect("a number"))
}

/// Plays four times as many games: there are fewer thefts, and they take a sixth of the time.
#[test]
fn two_that_search_are_no_fellows_in_catan() {
    deal_with_each_other_as_with_others::<Base>(4 * games());
}

#[test]
fn two_that_search_are_no_fellows_in_cities_and_knights() {
    deal_with_each_other_as_with_others::<Knights>(games());
}
