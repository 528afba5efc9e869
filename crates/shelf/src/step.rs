//! Steps of any game as values: a text is read once where it comes in, and written once where it goes out.

use crate::any::read_action;
use crate::{AnyGame, Events, OnShelf, Refusal, each};
use game::record::Step;
use game::{Game, ParseError, Seat, Source};
use std::any::Any;
use std::fmt::{self, Display};

/// An action of a seat or an outcome of nature, of a game of any kind.
pub struct AnyStep(Box<dyn Erased>);

/// A step of one game.
#[derive(Clone, Copy)]
enum Of<Action, Chance> {
    Action(Seat, Action),
    Outcome(Chance),
}

/// A step whose game is not known.
trait Erased: Any + Send + Sync {
    fn to_record(&self) -> Step;
}

impl<Action, Chance> Erased for Of<Action, Chance>
where
    Action: Display + Send + Sync + 'static,
    Chance: Display + Send + Sync + 'static,
{
    fn to_record(&self) -> Step {
        match self {
            Of::Action(seat, action) => Step::Action { seat: *seat, action: action.to_string() },
            Of::Outcome(chance) => Step::Outcome(chance.to_string()),
        }
    }
}

impl AnyStep {
    fn new<G>(_: &G, step: Of<G::Action, G::Chance>) -> AnyStep
    where
        G: Game<Action: Display + Send + Sync + 'static, Chance: Display + Send + Sync + 'static>,
    {
        AnyStep(Box::new(step))
    }

    /// The action and its seat, if it is an action of a game of this type.
    pub(crate) fn action_of<G>(&self, _: &G) -> Option<(Seat, G::Action)>
    where
        G: Game<Action: 'static, Chance: 'static>,
    {
        let step: &dyn Any = &*self.0;
        match step.downcast_ref()? {
            &Of::<G::Action, G::Chance>::Action(seat, action) => Some((seat, action)),
            Of::Outcome(_) => None,
        }
    }

    /// The step as a record has it.
    #[must_use]
    pub fn to_record(&self) -> Step {
        self.0.to_record()
    }
}

impl fmt::Debug for AnyStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_record(), f)
    }
}

impl AnyGame {
    /// An action of a seat from its text, by the name that the legal list has for it.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse_action(&self, seat: Seat, text: &str) -> Result<AnyStep, ParseError> {
        each!(self, game => {
            let action = read_action(game, text)?;
            Ok(AnyStep::new(game, Of::Action(seat, action)))
        })
    }

    /// The outcome of nature that is due, as this source has it; `None` if none is due.
    #[must_use]
    pub fn draw_step(&self, source: impl Source) -> Option<AnyStep> {
        let (purpose, index) = self.chance_key()?;
        each!(self, game => {
            Some(AnyStep::new(game, Of::Outcome(Game::draw(game, &mut source.stream(purpose, index)))))
        })
    }

    /// Does a step, and says what happened.
    ///
    /// # Errors
    /// If the step is of another game, or a clause stands against it; the game is then untouched.
    pub fn apply_step(&mut self, step: &AnyStep) -> Result<Events, Refusal> {
        each!(self, game => apply(game, step))
    }
}

fn apply<G: OnShelf<Action: 'static, Chance: 'static>>(
    game: &mut G,
    AnyStep(step): &AnyStep,
) -> Result<Events, Refusal> {
    let step: &dyn Any = &**step;
    let mut events = Vec::new();
    match step.downcast_ref() {
        Some(&Of::<G::Action, G::Chance>::Action(seat, action)) => {
            Game::play(game, seat, action, &mut events).map_err(Refusal::by_rule::<G>)?;
        }
        Some(&Of::Outcome(chance)) => {
            Game::resolve(game, chance, &mut events).map_err(Refusal::by_rule::<G>)?;
        }
        None => return Err(Refusal::of_text("the step is one of another game")),
    }
    Ok(G::events(events))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameKind;
    use game::record::Object;
    use game::{Draws, Seed};

    /// A game driven by values and the same driven by their texts are the same game, and refuse the same.
    #[test]
    fn values_say_what_their_texts_say() {
        for &kind in GameKind::ALL {
            let mut typed = AnyGame::new(kind, &Object::new()).unwrap();
            let mut text = typed;
            let mut choice = Seed(3).substream("step", 0);
            for _ in 0..300 {
                let Some(step) = text.random_step(Seed(5), &mut choice) else { break };
                let value = match &step {
                    Step::Action { seat, action } => typed.parse_action(*seat, action).unwrap(),
                    Step::Outcome(_) => typed.draw_step(Seed(5)).unwrap(),
                };
                assert_eq!(value.to_record(), step, "{kind}");
                let seat = Seat::first(typed.seats()).nth(choice.below(2) as usize).unwrap();
                if let Step::Action { action, .. } = &step {
                    let (value, before) = (typed.parse_action(seat, action).unwrap(), typed);
                    let mut other = typed;
                    assert_eq!(other.apply_step(&value).is_ok(), text.check(seat, action).is_ok());
                    assert!(text.check(seat, action).is_ok() || other == before, "a refusal changes nothing");
                }
                assert_eq!(typed.apply_step(&value).unwrap(), text.apply(&step).unwrap(), "{kind}");
                assert_eq!(typed, text, "{kind}");
            }
        }
    }

    #[test]
    fn a_step_of_another_game_is_refused() {
        let game = |kind| AnyGame::new(kind, &Object::new()).unwrap();
        let layout = game(GameKind::Catan).draw_step(Seed(1)).unwrap();
        assert!(game(GameKind::Mayflower).apply_step(&layout).is_err());
    }
}
