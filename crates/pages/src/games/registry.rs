//! Which games there are: the one file of this crate that names them all.

use super::{carcassonne, catan};
use crate::words::{Lang, Names};
use ::draw::CatanPicture;
use ::draw::catan::Changes;
use shelf::{Events, Reason, Refusal};

/// Why something is refused, as a sentence in `lang`, with seats called by `names`. What no rule stands against, a text
/// that cannot be read or a position that cannot be, is said in English.
#[must_use]
pub fn refusal(lang: Lang, names: &Names, why: &Refusal) -> String {
    match why.reason() {
        Reason::Catan(illegal) => catan::refusal(lang, names, illegal),
        Reason::CitiesAndKnights(illegal) => catan::refusal(lang, names, illegal),
        Reason::Carcassonne(illegal) => carcassonne::refusal(lang, names, illegal),
        _ => why.message.clone(),
    }
}

/// Whether all that the picture of a position marks, which is what was placed or moved in its turn or in the last one
/// before in which something was, happened in these steps. They come latest first.
pub fn shows_last_turn<'e>(past: impl IntoIterator<Item = &'e Events>) -> bool {
    let mut is_marked = false;
    for events in past {
        for event in (0..events.len()).rev() {
            let (marks, ends_turn) = match events {
                Events::Catan(events) => {
                    use ::catan::Event as E;
                    let event = events[event];
                    let marks = event.placed().is_some() || matches!(event, E::MovedRobber { .. });
                    (marks, matches!(event, E::TurnEnded { .. }))
                }
                Events::CitiesAndKnights(events) => {
                    use ::catan::cities_and_knights::{Event as E, OwnEvent};
                    let event = events[event];
                    // What a roll gives is no mark, and what else is one does not depend on the picture.
                    let marks = !matches!(event, E::Own(OwnEvent::Rolled { .. }))
                        && !event.marks(&CatanPicture::default()).is_empty();
                    (marks, matches!(event, E::TurnEnded { .. }))
                }
                Events::Carcassonne(events) => {
                    use ::carcassonne::Event as E;
                    let event = events[event];
                    (matches!(event, E::Placed { .. }), matches!(event, E::TurnEnded { .. }))
                }
            };
            if ends_turn && is_marked {
                return true;
            }
            is_marked |= marks;
        }
    }
    false
}
