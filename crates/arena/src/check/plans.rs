//! The games of the kit: odd options, every seat, positions.

use super::table::GamePlan;
use bots::{BotGame, Match, Player};
use game::options::{OptionInfo, Values};
use game::{Draws, Legal, Seat, SeatSet, Seed, Substream};
use shelf::{AnyGame, GameKind, each};

/// The option whose value 0 rules out every kind of action that is not listed, in games that have such kinds.
const OFFERS: &str = "offer_limit";

/// The number of random games searched for a long list.
const SEARCHED: u64 = 8;

/// Whether the game has kinds of actions that are not listed.
pub(super) fn has_open_kinds(kind: GameKind) -> bool {
    kind.options().iter().any(|option| option.name == OFFERS)
}

/// A game with usual options; `is_open` says whether actions that are not listed may be legal.
pub(super) fn usual(kind: GameKind, seats: usize, is_open: bool) -> AnyGame {
    with(kind, &base(kind, seats, is_open)).expect("usual options fit together")
}

fn base(kind: GameKind, seats: usize, is_open: bool) -> Vec<(&'static str, String)> {
    let mut options = vec![("players", seats.to_string())];
    if !is_open && has_open_kinds(kind) {
        options.push((OFFERS, "0".to_owned()));
    }
    options
}

fn with(kind: GameKind, options: &[(&'static str, String)]) -> Option<AnyGame> {
    AnyGame::with_options(kind, options.iter().map(|(name, value)| (*name, value.as_str()))).ok()
}

/// A game whose options have unusual values: the smallest, the largest, those that are not the default.
fn odd(kind: GameKind, seats: usize, draws: &mut Substream) -> AnyGame {
    let mut options = base(kind, seats, false);
    for option in kind.options() {
        if options.iter().any(|(name, _)| *name == option.name) {
            continue;
        }
        let values = extremes(option);
        let value = values[draws.below(values.len() as u32) as usize].clone();
        options.push((option.name, value));
        if with(kind, &options).is_none() {
            // It does not fit the others.
            options.pop();
        }
    }
    with(kind, &options).expect("each option was tried")
}

/// The values of an option at its ends. Where it can have none, that is likelier: limits make games short.
fn extremes(option: &OptionInfo) -> Vec<String> {
    let mut values = option.values.names();
    if let Some((least, most)) = option.values.range() {
        values.extend([least.to_string(), most.to_string()]);
    }
    match option.values {
        Values::RangeOrNone(..) => values.extend(["none"; 4].map(str::to_owned)),
        Values::Range(..) => values.push(option.default.to_owned()),
        _ => values.extend(option.values.allows_none().map(str::to_owned)),
    }
    values
}

/// The whole games of one kind: every number of seats, every seat, and people in every other game. The first one has usual
/// options, all others odd ones.
pub(super) fn whole_games(kind: GameKind, seed: Seed, decisions_max: u32) -> Vec<GamePlan> {
    let info = kind.info();
    let most = info.seats_max;
    let mut draws = seed.substream("odd options", 0);
    let tables = (0..most).map(|seat| (seat.max(info.seats_min - 1) + 1, seat));
    tables
        .enumerate()
        .map(|(number, (seats, seat))| {
            let start = if number == 0 { usual(kind, seats, false) } else { odd(kind, seats, &mut draws) };
            let seat = Seat::first(seats).nth(seat).expect("one of the seats");
            let others = SeatSet::first(seats).without(seat);
            GamePlan {
                start,
                seats: SeatSet::one(seat),
                seed: seed.derive(number as u64),
                people: if number % 2 == 1 { others } else { SeatSet::EMPTY },
                decisions_max,
                deadline: None,
            }
        })
        .collect()
}

/// A short game with usual options, the bot on one seat.
pub(super) fn short_game(kind: GameKind, seed: Seed, number: u64, decisions_max: u32) -> GamePlan {
    let seats = kind.info().seats_max.min(3);
    let seat = Seat::first(seats).nth(number as usize % seats).expect("one of the seats");
    GamePlan {
        start: usual(kind, seats, false),
        seats: SeatSet::one(seat),
        seed: seed.derive(1000 + number),
        people: SeatSet::EMPTY,
        decisions_max,
        deadline: None,
    }
}

/// The game of a plan from a position in which its bot, which then sits where somebody is to decide, has to choose.
///
/// It is that after `decisions` of one seat, or earlier if the game is over then.
pub(super) fn from_position(plan: &GamePlan, decisions: usize) -> GamePlan {
    let (start, seat) = each!(&plan.start, start => {
        let steps = decide_at_random(start, plan.seed, &|_, number, _| number >= decisions);
        let (start, seat) = steps.stopped.unwrap_or((*start, Seat::A));
        (AnyGame::from(start), seat)
    });
    GamePlan { start, seats: SeatSet::one(seat), ..plan.clone() }
}

/// The game of a plan from the position with the longest legal list of a few random games.
pub(super) fn from_long_list(plan: &GamePlan) -> GamePlan {
    let (start, seat) = each!(&plan.start, start => {
        let games = (0..SEARCHED).map(|number| {
            let seed = plan.seed.derive(number);
            (decide_at_random(start, seed, &|_, _, _| false).longest, seed)
        });
        let (longest, seed) = games.max_by_key(|(longest, _)| *longest).expect("games were played");
        let steps = decide_at_random(start, seed, &|_, _, length| length >= longest);
        let (start, seat) = steps.stopped.unwrap_or((*start, Seat::A));
        (AnyGame::from(start), seat)
    });
    GamePlan { start, seats: SeatSet::one(seat), ..plan.clone() }
}

/// A random game.
struct Steps<G> {
    /// The position where it was stopped, and the seat to decide there.
    stopped: Option<(G, Seat)>,
    /// The most actions that a list had.
    longest: usize,
}

/// Plays at random until `stop` says so of a seat, the number of its decision from 0, and the length of its list.
fn decide_at_random<G: BotGame>(
    start: &G,
    seed: Seed,
    stop: &dyn Fn(Seat, usize, usize) -> bool,
) -> Steps<G> {
    let mut game = Match::from_position(*start, seed);
    let mut table: Vec<Wanderer<'_, G>> = Seat::first(start.seats())
        .map(|seat| {
            let bot = G::bot(G::BOTS[0].name, seat, seed).expect("a bot of the list");
            Wanderer { bot, seat, stop, decisions: 0, longest: 0, has_stopped: false }
        })
        .collect();
    let played = game.play(&mut table, &mut ()).expect("our bots play by the rules");
    let longest = table.iter().map(|wanderer| wanderer.longest).max().unwrap_or(0);
    Steps { stopped: played.gave_up.map(|seat| (*game.game(), seat)), longest }
}

/// The number of decisions of a seat after which a game is long enough.
const WANDERING_MAX: usize = 1_000;

struct Wanderer<'a, G: BotGame> {
    bot: G::Bot,
    seat: Seat,
    stop: &'a dyn Fn(Seat, usize, usize) -> bool,
    decisions: usize,
    longest: usize,
    has_stopped: bool,
}

impl<G: BotGame> Player<G> for Wanderer<'_, G> {
    fn choose(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        self.has_stopped =
            (self.stop)(self.seat, self.decisions, legal.len()) || self.decisions == WANDERING_MAX;
        self.decisions += 1;
        self.longest = self.longest.max(legal.len());
        self.bot.choose(view, legal)
    }
    fn has_given_up(&self) -> bool {
        self.has_stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_games_have_every_seat_and_number_of_seats() {
        for &kind in GameKind::ALL {
            let plans = whole_games(kind, Seed(1), 10);
            let info = kind.info();
            let seats: SeatSet = plans.iter().flat_map(|plan| plan.seats).collect();
            assert_eq!(seats.len(), info.seats_max, "{kind}");
            for count in info.seats_min..=info.seats_max {
                assert!(plans.iter().any(|plan| plan.seats_count() == count), "{kind} for {count}");
            }
            assert!(plans.iter().any(|plan| !plan.people.is_empty()));
            let usual = usual(kind, plans[1].seats_count(), false);
            assert!(kind.options().len() < 3 || plans[1..].iter().all(|plan| plan.start != usual), "{kind}");
        }
    }

    #[test]
    fn positions_are_in_the_midst_of_a_game_and_lists_are_long() {
        for &kind in GameKind::ALL {
            let plan = short_game(kind, Seed(1), 1, 5);
            let (midst, long) = (from_position(&plan, 8), from_long_list(&plan));
            for plan in [&midst, &long] {
                let seat = plan.seats.lowest().expect("a seat");
                assert!(!plan.start.legal_actions(seat).is_empty(), "{kind}");
            }
            let count =
                |plan: &GamePlan| plan.start.legal_actions(plan.seats.lowest().expect("a seat")).len();
            println!("{kind}: {} and {} actions", count(&midst), count(&long));
            assert!(count(&long) >= count(&midst), "{kind}");
        }
    }
}
