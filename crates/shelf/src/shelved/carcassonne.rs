//! Carcassonne, Traders & Builders and Mayflower on the shelf.

use super::Shelved;
use crate::OnShelf;
use carcassonne::options::TileCounts;
use carcassonne::{Action, Base, DoubleTurn, Event, Game, Illegal, NewWorld, Rules, Traders, TradersOptions};
use game::options::{OptionValue, Values};
use game::record::Object;
use serde_json::Value;

/// The answers to the shelf that differ between the games on this machinery.
pub(crate) trait ShelvedTileGame: Rules {
    /// See [`Shelved::LESSON`].
    const LESSON: &'static str;
    /// See [`Shelved::upgrade_options`].
    fn upgrade_options(_rules: u32, _options: &mut Object) {}
}

impl ShelvedTileGame for Base {
    const LESSON: &'static str = include_str!("../../../../rulebook/lessons/carcassonne.cases");
}
impl ShelvedTileGame for Traders {
    const LESSON: &'static str = include_str!("../../../../rulebook/lessons/traders-and-builders.cases");

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
impl ShelvedTileGame for NewWorld {
    const LESSON: &'static str = include_str!("../../../../rulebook/lessons/mayflower.cases");

    /// Records and tables did not name the counts of the usual box (`MAY-OPT-TILES`): what is left out under version 1 is as it
    /// was then, whatever is known of the box today. Counts that cannot be read are refused later.
    fn upgrade_options(rules: u32, options: &mut Object) {
        let said = match options.get("tiles") {
            None | Some(Value::Null) => "default",
            Some(Value::String(text)) => text,
            Some(_) => return,
        };
        let then = Values::Counts(&TileCounts::OF_VERSION_1);
        if rules == 1
            && let Ok(counts) = TileCounts::parse(said, &then)
        {
            options.insert("tiles".to_owned(), counts.write_complete(&then).into());
        }
    }
}

impl<R: ShelvedTileGame> Shelved for Game<R>
where
    Game<R>: OnShelf<Action = Action, Event = Event, Illegal = Illegal>,
{
    const LESSON: Option<&'static str> = Some(R::LESSON);

    fn upgrade_options(rules: u32, options: &mut Object) {
        R::upgrade_options(rules, options);
    }

    /// A placed tile and a deployed figure may be taken back until the next tile is drawn.
    fn reveals(event: &Event) -> bool {
        matches!(
            event,
            Event::Starts { .. } | Event::Drew { .. } | Event::Removed { .. } | Event::Over { .. }
        )
    }
}
