//! The additions of Cities & Knights to the referee of base Catan: events that come before production, knights, improvements.

use super::Weights;
use super::game::{everything, knights_of};
use super::improvements::Improvements;
use crate::BotGame as _;
use crate::catan::settler::island::Island;
use crate::catan::settler::referee::{RefereedGame, sum_of};
use catan::Layout;
use catan::cities_and_knights::{
    Action, Chance, ChanceKind, CitiesAndKnights, OwnAction, OwnChance, OwnChanceKind, OwnPhase, Phase,
};
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
