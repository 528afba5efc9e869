//! What a referee of Cities & Knights sees beside that of base Catan: progress cards that are about to be drawn.

use super::Weights;
use super::game::everything;
use super::improvements::{Improvements, worth};
use crate::catan::settler::island::Island;
use crate::catan::settler::prospects::{Prospects, Survey};
use crate::catan::settler::referee::{Refereed, sum_of};
use catan::Layout;
use catan::cities_and_knights::{Area, Chance, CitiesAndKnights, EventFace, OwnChance, OwnPhase, Phase};
use game::Seat;

impl Refereed for CitiesAndKnights {
    const CERTAINTY: f64 = 1.0;

    fn read(layout: &Layout) -> Island {
        Improvements::island(layout)
    }
    fn open(&self) -> Weights {
        Weights::default()
    }

    /// A card that is still to be drawn counts what the deck holds on average.
    fn anticipate(survey: &Survey<'_, Self>, prospects: &mut Prospects<'_, Self>) {
        let (area, drawing) = match survey.game.phase() {
            Phase::Own(OwnPhase::DrawingCard { seat, area, waiting, defence: false }) => (area, waiting.with(seat)),
            Phase::Own(OwnPhase::OfferingDraw { waiting, area }) => (area, waiting),
            _ => return,
        };
        let (mut sum, mut len) = (0.0, 0.0);
        for (card, count) in everything(survey.game).deck(area).into_iter().flatten() {
            sum += f32::from(count) * worth(card);
            len += f32::from(count);
        }
        for seat in drawing {
            prospects.races[seat].extras.lean += survey.known.lean_progress * sum / f32::max(len, 1.0);
        }
    }

    /// Of the dice, the sum counts; with a gate also who draws a card (`CK-PROG-2`).
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
