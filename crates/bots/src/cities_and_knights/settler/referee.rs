//! The additions of Cities & Knights to the referee of base Catan: events that come before production, knights, improvements.

use super::Weights;
use super::game::{everything, knights_of};
use super::improvements::Improvements;
use crate::BotGame as _;
use crate::catan::settler::island::Island;
use crate::catan::settler::prospects::{Prospects, Survey};
use crate::catan::settler::referee::{RefereedGame, SLACK, sum_of, weigh};
use crate::catan::settler::rules::SettlerGame as _;
use catan::cities_and_knights::{
    Action, Chance, ChanceKind, CitiesAndKnights, OwnAction, OwnChance, OwnChanceKind, OwnPhase, Phase,
    Strength,
};
use catan::{Layout, SEATS};
use game::{Seat, Turn};

impl RefereedGame for CitiesAndKnights {
    fn read(layout: &Layout) -> Island {
        Improvements::island(layout)
    }
    fn open(&self) -> Weights {
        Weights::default()
    }

    /// An event comes before production, so a roll shows its worth only when the event is over: all knights fight, of what is
    /// listed the first is done, and a card that is still to be drawn is the likeliest.
    fn settled(&self) -> Self {
        const STEPS: usize = 40;
        let mut game = *self;
        for _ in 0..STEPS {
            if let Turn::Chance(ChanceKind::Own(OwnChanceKind::ProgressCard { .. })) = game.turn() {
                let cards = game.chance_outcomes();
                // Of equals the first.
                let most = cards.iter().map(|(_, weight)| *weight).max();
                let card = cards.iter().find(|(_, weight)| Some(*weight) == most).expect("a deck with cards");
                game.resolve_unchecked(card.0, &mut ());
                continue;
            }
            let reply = match game.phase() {
                Phase::Own(OwnPhase::Mustering { .. }) => {
                    let seat = game.next_to_ask();
                    let fighting = knights_of(&game, seat) & everything(&game).active_knights();
                    Some(Action::Own(OwnAction::Fight(fighting)))
                }
                Phase::Own(OwnPhase::OfferingDraw { .. }) => Some(Action::Own(OwnAction::Draw)),
                Phase::Own(
                    OwnPhase::Pillaging { .. }
                    | OwnPhase::ChoosingDeck { .. }
                    | OwnPhase::DroppingCards { .. }
                    | OwnPhase::Aqueduct { .. },
                ) => game.legal_actions(game.next_to_ask()).get(0),
                _ => None,
            };
            let Some(reply) = reply else { break };
            let seat = game.next_to_ask();
            game.play_unchecked(seat, reply, &mut ());
        }
        game
    }

    fn strength(survey: &Survey<'_, Self>, prospects: &Prospects<'_, Self>, seat: Seat) -> f64 {
        const FITTED: [[f32; 12]; 3] = [
            [8.6, 0.27, 0.00, 0.064, 1.84, -0.076, 0.056, 3.21, 0.66, 0.168, 0.083, 0.209],
            [13.5, 0.01, 0.82, 0.054, 1.02, -0.035, 0.079, 0.36, 0.98, 0.123, 0.067, 0.078],
            [14.8, 0.08, 0.63, 0.064, 0.93, -0.028, 0.073, 1.14, 0.13, 0.048, 0.048, 0.096],
        ];
        let (race, view) = (&prospects.races[seat], everything(survey.game));
        let score = f32::from(survey.game.score(seat));
        let active = |strength: Strength| {
            let knights = view.knights(seat, strength) & view.active_knights();
            f32::from(strength.value()) * knights.len() as f32
        };
        let features = [
            1.0 / (prospects.rolls[seat] + SLACK),
            race.points - score,
            race.lasting(survey.weights).0,
            race.hand[..5].iter().sum(),
            race.income[..5].iter().sum(),
            race.offset,
            race.hand[5..].iter().sum(),
            race.income[5..].iter().sum(),
            race.extras.lean,
            race.extras.levels.map(f32::from).iter().sum(),
            Strength::ALL.into_iter().map(active).sum(),
            score,
        ];
        // The more seats, the more the estimates overrate a single roll: this lets the variance be least.
        const SURE: [f64; 3] = [1.0, 0.8, 0.65];
        SURE[survey.seats.clamp(2, SEATS) - 2] * weigh(&features, &FITTED, survey.seats)
    }

    /// Returns the class of a roll: its sum, and with a gate also the seats that draw a card (`CK-PROG-2`).
    fn class(&self, chance: &Chance) -> Option<u32> {
        let Chance::Own(OwnChance::Dice(event, red, other)) = *chance else { return sum_of(chance) };
        let sum = u32::from(red + other);
        let Some(area) = event.gate() else { return Some(sum) };
        let draws = |seat: &Seat| {
            let level = everything(self).level(*seat, area);
            level >= 1 && red.pips() <= level + 1
        };
        let drawing = Seat::first(self.seats()).filter(draws).fold(1, |bits, seat| bits | 2 << seat.index());
        let area = if drawing == 1 { 0 } else { area.index() as u32 };
        Some(sum | area << 4 | drawing << 8)
    }
}
