//! Bots bother people with few offers, and with none once they have refused three.

use crate::table;
use bots::{BotGame, Match, Player, Recorder};
use catan::action::Action;
use catan::base::Base;
use catan::cities_and_knights::Knights;
use catan::event::Event;
use catan::{Island, Rules};
use game::{Game, Seat, SeatSet, Seed};

/// The seat of the person; bots play on the others.
const PERSON: Seat = Seat::A;

/// A player that stands for a person, or a bot.
struct Sitter<B> {
    plays: B,
    /// Whether it refuses every offer; otherwise it accepts what is good for it, as a settler sees it.
    refuses: bool,
}

impl<R: Rules, B: Player<Island<R>>> Player<Island<R>> for Sitter<B>
where
    Island<R>: Game<Action = Action<R>, Event = Event<R>>,
{
    fn choose(
        &mut self,
        view: &<Island<R> as Game>::View<'_>,
        legal: &<Island<R> as Game>::LegalActions,
    ) -> Action<R> {
        match self.plays.choose(view, legal) {
            Action::AcceptOffer | Action::CounterOffer { .. } if self.refuses => Action::RejectOffer,
            action => action,
        }
    }
    fn observe(&mut self, event: &Event<R>) {
        self.plays.observe(event);
    }
    fn listens(&self) -> bool {
        self.plays.listens()
    }
}

/// The offers of bots to the person in one game, and to bots.
#[derive(Default)]
struct Heard {
    to_the_person: u32,
    accepted: u32,
    refused: u32,
    among_bots: u32,
    /// Whether the open offer is one of a bot to the person.
    open: bool,
}

impl<R: Rules> Recorder<Island<R>> for Heard
where
    Island<R>: Game<Action = Action<R>, Event = Event<R>>,
{
    const EVENTS: bool = true;
    fn action(&mut self, _: &Island<R>, seat: Seat, action: Action<R>) {
        match action {
            Action::Offer { to, .. } if seat != PERSON => {
                self.open = to.contains(PERSON);
                self.to_the_person += u32::from(self.open);
                self.among_bots += u32::from(to != SeatSet::one(PERSON));
                assert!(!self.open || self.refused < 3, "another offer after three refusals");
            }
            Action::Offer { .. } => self.open = false,
            Action::RejectOffer if seat == PERSON && self.open => self.refused += 1,
            Action::AcceptOffer | Action::CounterOffer { .. } if seat == PERSON && self.open => {
                self.accepted += 1;
            }
            _ => {}
        }
    }
    fn outcome(&mut self, _: &Island<R>, _: &<Island<R> as Game>::Chance) {}
}

/// The offers of a series of games.
#[derive(Default, Debug)]
struct Sum {
    to_the_person: u32,
    most: u32,
    accepted: u32,
    among_bots: u32,
}

/// The number of games of each kind with each kind of people, which `NEULAND_OFFER_GAMES` sets.
fn games() -> u64 {
    std::env::var("NEULAND_OFFER_GAMES").map_or(50, |text| text.parse().expect("a number"))
}

fn play<R: Rules>(refuses: bool) -> Sum
where
    Island<R>: BotGame + Game<Action = Action<R>, Event = Event<R>>,
{
    let games = games();
    let mut sum = Sum::default();
    for seed in 0..games {
        let mut table: Vec<_> = Seat::first(4)
            .map(|seat| {
                let mut plays = table::bot::<Island<R>>("settler", seat, seed);
                plays.meet(SeatSet::one(PERSON));
                Sitter { plays, refuses: refuses && seat == PERSON }
            })
            .collect();
        let game = <Island<R> as Game>::new(&Default::default());
        let mut heard = Heard::default();
        Match::from_position(game, Seed(seed)).play(&mut table, &mut heard).expect("a legal game");
        sum.to_the_person += heard.to_the_person;
        sum.most = sum.most.max(heard.to_the_person);
        sum.accepted += heard.accepted;
        sum.among_bots += heard.among_bots;
    }
    assert!(sum.most <= 10, "{} offers to a person in one game", sum.most);
    assert!(sum.among_bots > 5 * games as u32, "bots trade among themselves as ever: {sum:?}");
    sum
}

/// Checks both kinds of people: one who refuses hears three offers at most, and one who is willing accepts most of them.
fn people_hear_few_offers<R: Rules>()
where
    Island<R>: BotGame + Game<Action = Action<R>, Event = Event<R>>,
{
    let refusing = play::<R>(true);
    assert!(refusing.most == 3, "three offers were refused, and no more came: {refusing:?}");
    let willing = play::<R>(false);
    assert!(willing.most > 3, "who accepts hears more: {willing:?}");
    assert!(3 * willing.accepted >= 2 * willing.to_the_person, "two of three are accepted: {willing:?}");
}

#[test]
fn people_hear_few_offers_in_catan() {
    people_hear_few_offers::<Base>();
}

#[test]
fn people_hear_few_offers_in_cities_and_knights() {
    people_hear_few_offers::<Knights>();
}
