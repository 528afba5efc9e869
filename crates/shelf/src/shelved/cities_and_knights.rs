//! Cities & Knights on the shelf.

use super::{Shelved, island};
use crate::Prompt;
use crate::choose::Choose;
use crate::tally::{Reason, Tally};
use catan::cities_and_knights::{Action, CitiesAndKnights, Event, LegalActions, OwnAction, OwnEvent};
use game::record::Object;
use game::{Seat, Viewer};

impl Shelved for CitiesAndKnights {
    const DICE: bool = true;
    const LESSON: Option<&'static str> =
        Some(include_str!("../../../../rulebook/lessons/cities-and-knights.cases"));

    /// In version 1 a progress card was drawn without a question where the options did not say otherwise.
    fn upgrade_options(rules: u32, options: &mut Object) {
        if rules < 2 {
            options.entry("ck_progress_draw").or_insert_with(|| "automatic".into());
        }
    }
    fn choice(legal: &LegalActions) -> Option<Choose> {
        legal.choice().map(Choose::from)
    }
    /// Returns the awaited seats; a decision of a seat outside its turn is an answer.
    fn awaits(&self) -> Vec<(Seat, Prompt)> {
        island::awaits(self, |seat| if seat == self.active() { Prompt::Turn } else { Prompt::Answer })
    }
    /// Gifts and progress cards that several seats hand in commute like discards.
    fn commute(earlier: (Seat, Action), later: (Seat, Action)) -> bool {
        use OwnAction as O;
        match later.1 {
            Action::Own(O::Give(_)) => earlier.0 != later.0 && matches!(earlier.1, Action::Own(O::Give(_))),
            Action::Own(O::Drop(_)) => earlier.0 != later.0 && matches!(earlier.1, Action::Own(O::Drop(_))),
            _ => island::commute(earlier, later),
        }
    }
    fn reveals(event: &Event) -> bool {
        use OwnEvent as O;
        match event {
            Event::Own(own) => matches!(
                own,
                O::Rolled { .. }
                    | O::DrewProgress { .. }
                    | O::DroppedProgress { .. }
                    | O::Gave { .. }
                    | O::TookProgress { .. }
                    | O::Forced { .. }
                    | O::LookedAtHand { .. }
                    | O::LookedAtProgress { .. }
            ),
            _ => island::reveals(event),
        }
    }
    fn rolled(event: &Event) -> Option<u8> {
        match event {
            Event::Own(OwnEvent::Rolled { red, other, .. }) => Some(*red + *other),
            _ => None,
        }
    }
    fn hand(&self, seat: Seat) -> u32 {
        self.view(Viewer::Spectator).hand_len(seat)
    }
    fn count(event: &Event, tally: &mut Tally<'_>) {
        match *event {
            Event::Own(OwnEvent::TookByAqueduct { seat, .. }) => tally.gains(seat, Reason::Production, 1),
            Event::Own(OwnEvent::Gave { from, to, count, .. }) => {
                tally.passes(from, to, Reason::Cards, count.into());
            }
            Event::Own(OwnEvent::Forced { seat, victim, exchanged: true, .. }) => {
                tally.passes(seat, victim, Reason::Cards, 1);
                tally.passes(victim, seat, Reason::Cards, 1);
            }
            _ => island::count(event, tally),
        }
    }
}
