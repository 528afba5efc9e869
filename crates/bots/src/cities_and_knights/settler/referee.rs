//! The additions of Cities & Knights to the referee of base Catan: events that come before production, knights, improvements.

use super::Weights;
use super::game::{everything, knights_of};
use super::improvements::Improvements;
use crate::BotGame as _;
use crate::catan::settler::island::Island;
use crate::catan::settler::learned::{LearnedGame, Own};
use crate::catan::settler::prospects::Survey;
use crate::catan::settler::referee::{RefereedGame, sum_of};
use crate::net::Net;
use catan::Layout;
use catan::cities_and_knights::{
    Action, Area, Chance, ChanceKind, CitiesAndKnights, OwnAction, OwnChance, OwnChanceKind, OwnPhase, Phase,
    Strength,
};
use game::{Seat, Turn};
use std::sync::OnceLock;

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

    const FORESEES: bool = false;
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

impl LearnedGame for CitiesAndKnights {
    fn describe(survey: &Survey<'_, Self>, seat: Seat, extras: &Improvements) -> Own {
        let (view, mut own) = (everything(survey.game), Own::default());
        for area in Area::ALL.map(Area::index) {
            own[area] = f32::from(extras.levels[area]) / 3.0;
            own[3 + area] = extras.prizes[area].points;
            own[6 + area] = f32::from(u8::from(extras.prizes[area].holds));
        }
        own[9] = f32::from(extras.plain) / 2.0;
        own[10] = f32::from(extras.cities) / 2.0;
        own[11] = extras.dry;
        own[12] = extras.defence.gain;
        own[13] = extras.lean;
        let strength = |seat| f32::from(view.knight_strengths()[seat]);
        let all =
            |strength: Strength| f32::from(strength.value()) * view.knights(seat, strength).len() as f32;
        own[14] = strength(seat) / 3.0;
        own[15] = Strength::ALL.into_iter().map(all).sum::<f32>() / 3.0;
        let others = survey.others(seat).map(strength);
        own[16] = (strength(seat) - others.fold(f32::INFINITY, f32::min)).clamp(-4.0, 4.0) / 2.0;
        own[17] = (f32::from(view.knight_strength()) - f32::from(view.barbarian_strength())) / 4.0;
        own[18] = f32::from(view.ship()) / 7.0;
        own[19] = own[17].clamp(-1.0, 1.0) * own[18] * own[18];
        let cards = Area::ALL.map(|area| view.progress_len(seat, area));
        own[20] = f32::from(cards.iter().sum::<u8>()) / 4.0;
        own[21] = (view.cities(seat) & view.walls()).len() as f32 / 2.0;
        own[22] = if view.merchant().is_some_and(|(owner, _)| owner == seat) { 1.0 } else { 0.0 };
        own[23] = f32::from(view.defenders(seat)) / 2.0;
        own
    }

    fn net() -> &'static Net {
        static NET: OnceLock<Net> = OnceLock::new();
        NET.get_or_init(|| Net::from_file(include_bytes!("cities-and-knights.net")))
    }
}
