//! The table of Kerbe.

use super::contract::PageGame;
use super::plain::{self, PlainGame};
use crate::model::{GameTable, History};
use crate::parts::pins::Spot;
use crate::words::{Aids, Lang, Names, Words, msg};
use ::draw::{Style, kerbe::kerbe_svg};
use ::kerbe::{Event, Illegal, Kerbe, Notch};
use game::{Seat, Turn, Viewer};

/// Nobody bargains.
impl crate::parts::bargain::Logged for ::kerbe::Event {}

impl PageGame for Kerbe {
    fn table<'a>(&'a self, _: Viewer, history: &History<'a>, _: Aids) -> GameTable<'a> {
        plain::table(self, history)
    }
    fn refusal(lang: Lang, names: &Names, why: &Illegal) -> String {
        let w = Words::new(lang);
        match *why {
            Illegal::Over => msg!(w, "kerbe-refused-over"),
            Illegal::NotYourTurn { turn } => msg!(w, "kerbe-refused-turn", name = names.plain(w, turn)),
            Illegal::NotRolled | Illegal::NoSuchRoll { .. } => msg!(w, "kerbe-refused-die"),
            Illegal::Taken { cell } => msg!(w, "kerbe-refused-taken", cell = cell.to_string()),
            Illegal::OutOfLine { cell, die } => {
                msg!(w, "kerbe-refused-line", cell = cell.to_string(), die = die)
            }
        }
    }
    fn traces(event: &Event) -> (bool, bool) {
        (matches!(event, Event::Notched { .. }), matches!(event, Event::TurnEnded { .. }))
    }
    fn spot(&self, event: &Event) -> Option<Spot> {
        let Event::Notched { cell, .. } = event else { return None };
        Some(cell.lines().map(|number| 100.0 * f32::from(number)).into())
    }
}

impl PlainGame for Kerbe {
    const TRIES: &'static str = "notch";

    fn headline(&self, w: Words, names: &Names, acts: bool) -> String {
        match (game::Game::turn(self), self.die()) {
            (Turn::Decide(_), Some(die)) if acts => msg!(w, "kerbe-turn-you", die = die),
            (Turn::Decide(_), _) => msg!(w, "kerbe-turn", name = names.plain(w, self.active())),
            _ => msg!(w, "kerbe-rolls", name = names.plain(w, self.active())),
        }
    }
    fn description(w: Words) -> String {
        msg!(w, "kerbe-board")
    }
    fn picture(&self, legal: &[Notch], style: &Style) -> String {
        kerbe_svg(self, legal, style)
    }
    fn in_words(&self, w: Words, names: &Names) -> Vec<String> {
        self.notches().map(|(cell, seat)| format!("{cell}: {}", names.plain(w, seat))).collect()
    }
    fn button(w: Words, Notch(cell): Notch) -> (String, String) {
        (cell.to_string(), msg!(w, "kerbe-notch", cell = cell.to_string()))
    }
    fn tell(w: Words, names: &Names, event: &Event) -> (Option<Seat>, String, Option<String>) {
        let name = |seat| names.plain(w, seat);
        match *event {
            Event::Rolled { seat, die } => {
                (Some(seat), msg!(w, "kerbe-event-rolled", name = name(seat), die = die), None)
            }
            Event::Notched { seat, cell } => {
                let told = msg!(w, "kerbe-event-notched", name = name(seat), cell = cell.to_string());
                (Some(seat), told, Some(cell.to_string()))
            }
            Event::Scored { seat, points } => {
                (Some(seat), msg!(w, "kerbe-event-scored", name = name(seat), points = points), None)
            }
            Event::TurnEnded { seat } => {
                (Some(seat), msg!(w, "kerbe-event-turn-ended", name = name(seat)), None)
            }
            Event::Over { outcome } => (None, plain::won(w, names, outcome.winners), None),
        }
    }
}
