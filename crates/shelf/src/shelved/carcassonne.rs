//! Carcassonne, Traders & Builders and Mayflower on the shelf.

use super::Shelved;
use crate::any::Reason;
use crate::{AnyGame, Prompt, Refusal};
use carcassonne::{Action, Base, DoubleTurn, Event, Game, Illegal, NewWorld, Rules, Traders, TradersOptions};
use game::options::NamedOptions;
use game::record::Object;
use game::{Seat, Turn};

/// Which of the games on this machinery it is.
pub(crate) trait Named: Rules<Options: NamedOptions> {
    /// As [`Shelved::upgrade_options`].
    fn upgrade_options(_rules: u32, _options: &mut Object) {}
}

impl Named for Base {}
impl Named for Traders {
    /// In version 1 `mandatory` took away the choice of every further tile of the chain (`TB-HOUSE-4`), and what was left
    /// out did not depend on an edition (`TB-OPT-PRESET`).
    fn upgrade_options(rules: u32, options: &mut Object) {
        if rules > 1 {
            return;
        }
        for (name, then) in [
            ("special_figures", "no_followers"),
            ("double_turn", "optional"),
            ("second_tile", "after_first_part"),
        ] {
            options.entry(name).or_insert_with(|| then.into());
        }
        // Options that cannot be read are refused later, with their reasons.
        let read = serde_json::from_value::<TradersOptions>(options.clone().into());
        if read.is_ok_and(|read| read.house_builder_chain && read.double_turn() == DoubleTurn::Mandatory) {
            options.insert("double_turn".to_owned(), DoubleTurn::MandatoryAll.to_string().into());
        }
    }
}
impl Named for NewWorld {}

impl<R: Named> Shelved for Game<R>
where
    AnyGame: From<Game<R>>,
{
    fn upgrade_options(rules: u32, options: &mut Object) {
        R::upgrade_options(rules, options);
    }

    fn awaits(&self) -> Vec<(Seat, Prompt)> {
        match self.turn() {
            Turn::Decide(seats) => seats.into_iter().map(|seat| (seat, Prompt::Turn)).collect(),
            _ => Vec::new(),
        }
    }

    /// One seat decides at a time.
    fn commute(_: (Seat, Action), _: (Seat, Action)) -> bool {
        false
    }

    /// A placed tile and a deployed figure may be taken back until the next tile is drawn.
    fn reveals(event: &Event) -> bool {
        matches!(
            event,
            Event::Starts { .. } | Event::Drew { .. } | Event::Removed { .. } | Event::Over { .. }
        )
    }
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Refusal {
        Refusal::by_rule(illegal.to_string(), illegal.clause(), Reason::Carcassonne(illegal))
    }
}
