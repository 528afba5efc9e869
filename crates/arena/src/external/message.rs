//! The messages of a game, made of the game itself.

use super::{Setting, bot_seed};
use crate::fault::{Fault, excerpt};
use crate::protocol::{BotHello, Decide, DecisionClock, Document, GameClock, NewGame};
use bots::BotGame;
use game::{Legal, ParseError, Seat, Viewer};
use serde::Serialize;
use serde::ser::SerializeSeq;

/// Announces a game that starts from this position to the bot at `seat`, with its time limit of each decision in milliseconds.
pub(crate) fn announcement<G: BotGame>(
    start: &G,
    seat: Seat,
    setting: &Setting,
    limit_ms: Option<u64>,
) -> NewGame {
    NewGame {
        id: setting.id.chars().take(64).collect(),
        game: G::NAME.to_owned(),
        rules: G::RULES.last().copied().unwrap_or(1),
        options: Document::of(start.options()),
        seat,
        seats: start.seats() as u8,
        people: setting.people.into_iter().collect(),
        clock: GameClock { decision_ms: limit_ms },
        seed: bot_seed(setting.seed, seat),
        view: (*start != G::new(start.options())).then(|| Document::of(&start.view(Viewer::Seat(seat)))),
    }
}

/// Asks the bot that introduced itself with `hello` for a decision.
pub(crate) fn question<'a, 'g, G: BotGame>(
    decision: u32,
    hello: &BotHello,
    view: &'a G::View<'g>,
    legal: &'a G::LegalActions,
    limit_ms: Option<u64>,
) -> Decide<&'a G::View<'g>, Listed<'a, G>> {
    Decide {
        decision,
        legal: hello.legal.then_some(Listed(legal)),
        open: G::open_kinds(view).into_iter().map(Into::into).collect(),
        clock: DecisionClock { left_ms: limit_ms },
        view: hello.view.then_some(view),
    }
}

/// Reads an action from its text form.
///
/// # Errors
/// The fault of a bot that sent something else.
pub(crate) fn read_action<G: BotGame>(text: &str) -> Result<G::Action, Fault> {
    text.parse().map_err(|error: ParseError| Fault::IllegalAction {
        action: excerpt(text),
        why: error.to_string(),
        clause: None,
    })
}

/// A legal list as JSON.
pub(crate) struct Listed<'a, G: BotGame>(pub(crate) &'a G::LegalActions);

impl<G: BotGame> Serialize for Listed<'_, G> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// The text form of an action.
        struct Text<A>(A);
        impl<A: std::fmt::Display> Serialize for Text<A> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&self.0)
            }
        }
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        self.0.into_iter().try_for_each(|action| list.serialize_element(&Text(action)))?;
        list.end()
    }
}
