//! Catan on the shelf.

use super::{Shelved, island};
use crate::Prompt;
use crate::choose::Choose;
use crate::tally::Tally;
use catan::{Action, Catan, Event, LegalActions, OwnEvent, Phase};
use game::{Seat, Viewer};

impl Shelved for Catan {
    const DICE: bool = true;
    const LESSON: Option<&'static str> = Some(include_str!("../../../../rulebook/lessons/catan.cases"));

    fn choice(legal: &LegalActions) -> Option<Choose> {
        legal.choice().map(Choose::from)
    }
    fn awaits(&self) -> Vec<(Seat, Prompt)> {
        let discards = matches!(self.phase(), Phase::Discarding { .. });
        island::awaits(self, |_| if discards { Prompt::Answer } else { Prompt::Turn })
    }
    fn commute(earlier: (Seat, Action), later: (Seat, Action)) -> bool {
        island::commute(earlier, later)
    }
    fn reveals(event: &Event) -> bool {
        let reveals = matches!(event, Event::Own(OwnEvent::Rolled { .. } | OwnEvent::BoughtCard { .. }));
        reveals || island::reveals(event)
    }
    fn rolled(event: &Event) -> Option<u8> {
        match event {
            Event::Own(OwnEvent::Rolled { dice, .. }) => Some(dice.0 + dice.1),
            _ => None,
        }
    }
    fn hand(&self, seat: Seat) -> u32 {
        self.view(Viewer::Spectator).hand_len(seat)
    }
    fn count(event: &Event, tally: &mut Tally<'_>) {
        island::count(event, tally);
    }
}
