//! The questions that only a table of people asks of a game: whom it waits for, and which steps came at the same time.

use crate::any::read_action;
use crate::shelved::Shelved;
use crate::{AnyGame, AnyStep, each};
use game::{Game, ParseError, Seat, SeatSet};

/// The kind of decision that a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prompt {
    /// The seat's own turn.
    Turn,
    /// An answer for which others wait: to an offer, or a discard.
    Answer,
    /// It is the seat's turn, but others have yet to answer its offer.
    Waiting,
}

impl AnyGame {
    /// Returns the seats that the game waits for, each with the kind of decision.
    ///
    /// This is narrower than [`AnyGame::turn`]: a seat that has answered an offer may still change the answer, but the game does
    /// not wait for it.
    #[must_use]
    pub fn awaited(&self) -> Vec<(Seat, Prompt)> {
        each!(self, game => game.awaits())
    }

    /// The seats that could go on with the game now: those of whom one says "it is your turn".
    #[must_use]
    pub fn to_decide(&self) -> SeatSet {
        let waits = |(seat, prompt)| (prompt != Prompt::Waiting).then_some(seat);
        self.awaited().into_iter().filter_map(waits).collect()
    }

    /// Whether this position holds what not every viewer may know.
    #[must_use]
    pub fn hides(&self) -> bool {
        each!(self, game => Game::hides(game))
    }

    /// Turns begun.
    #[must_use]
    pub fn turns(&self) -> u32 {
        each!(self, game => Game::turns(game))
    }

    /// An action as this game writes it: `road  P25 ` becomes `road P25`, `year-of-plenty ore wool` becomes
    /// `year-of-plenty wool ore`, and a building is settled by the name that the legal list has for it.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read_action(&self, text: &str) -> Result<String, ParseError> {
        each!(self, game => Ok(read_action(game, text)?.to_string()))
    }

    /// Whether two texts say the same action, now or in a position that has gone by.
    #[must_use]
    pub fn is_same_action(&self, one: &str, other: &str) -> bool {
        each!(self, game => is_same(game, one, other))
    }

    /// An outcome of nature as this game writes it.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read_outcome(&self, text: &str) -> Result<String, ParseError> {
        each!(self, game => Ok(read_chance(game, text)?.to_string()))
    }

    /// Whether the seat of `later` would have decided the same, had it known that `earlier` comes first: so it is where
    /// several seats decide at the same time. Outcomes, and steps of another game, commute with nothing.
    #[must_use]
    pub fn commutes(&self, earlier: &AnyStep, later: &AnyStep) -> bool {
        each!(self, game => match (earlier.action_of(game), later.action_of(game)) {
            (Some(earlier), Some(later)) => commute(game, earlier, later),
            _ => false,
        })
    }
}

fn is_same<G: Shelved>(game: &G, one: &str, other: &str) -> bool {
    match (one.parse(), other.parse()) {
        (Ok(one), Ok(other)) => game.is_same_action(one, other),
        _ => false,
    }
}

/// An outcome of nature in this game from its text.
fn read_chance<G: Shelved>(_: &G, text: &str) -> Result<G::Chance, ParseError> {
    text.parse()
}

fn commute<G: Shelved>(_: &G, earlier: (Seat, G::Action), later: (Seat, G::Action)) -> bool {
    G::commute(earlier, later)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameKind;
    use serde_json::json;

    fn game(setup: serde_json::Value) -> AnyGame {
        AnyGame::from_setup(GameKind::Catan, &setup).unwrap()
    }

    #[test]
    fn an_offer_waits_for_answers_and_not_for_those_who_gave_one() {
        let mut game = game(json!({
            "seats": {
                "A": {"settlements": ["I0"], "roads": ["0-4"], "hand": {"ore": 2}},
                "B": {"settlements": ["I28"], "hand": {"brick": 3}},
                "C": {"settlements": ["I20"]}
            },
            "options": {"trade_build": "combined", "players": 3}, "dice": [2, 3]
        }));
        assert_eq!(game.awaited(), [(Seat::A, Prompt::Turn)]);
        game.play(Seat::A, "offer 1 ore for 1 brick to B C").unwrap();
        assert_eq!(
            game.awaited(),
            [(Seat::B, Prompt::Answer), (Seat::C, Prompt::Answer), (Seat::A, Prompt::Waiting)]
        );
        assert!(!game.to_decide().contains(Seat::A));
        game.play(Seat::C, "reject").unwrap();
        game.play(Seat::B, "accept").unwrap();
        assert_eq!(game.awaited(), [(Seat::A, Prompt::Turn)]);
        assert!(!game.play(Seat::A, "execute B").unwrap().reveal());
    }

    #[test]
    fn an_action_said_in_two_ways_is_one_action() {
        let catan = AnyGame::new(GameKind::Catan, &Default::default()).unwrap();
        assert_eq!(catan.read_action("year-of-plenty ore  wool").unwrap(), "year-of-plenty wool ore");
        assert!(catan.is_same_action("year-of-plenty ore wool", "year-of-plenty wool ore"));
        assert!(!catan.is_same_action("year-of-plenty ore wool", "year-of-plenty ore ore"));

        let setup = json!({
            "surveyors": [-1, -2], "active": "B", "phase": {"settling": ["(-1,4).r1", "(-2,4).c1"]},
            "tiles": ["MF-25@(-1,3)", "MF-21a@(-1,4)r1", "MF-16a@(-2,3)r2", "MF-20@(-2,4)"],
            "figures": ["B (-1,4).r1", "A (-2,3).c1"]
        });
        let mut game = AnyGame::from_setup(GameKind::Mayflower, &setup).unwrap();
        assert_eq!(game.read_action("settle (-1,4).r1").unwrap(), "settle (-2,4).r1");
        game.play(Seat::B, "settle (-1,4).r1").unwrap();
        // A command that is sent again is known for what was done with it.
        assert!(game.is_same_action("settle (-1,4).r1", "settle (-2,4).r1"));
        assert!(!game.is_same_action("settle (-1,4).r1", "settle (-2,4).c1"));
    }

    #[test]
    fn what_is_said_at_the_same_time_commutes() {
        let game = AnyGame::new(GameKind::Catan, &Default::default()).unwrap();
        let (a, b, c) = (Seat::A, Seat::B, Seat::C);
        for (earlier, later, commutes) in [
            ((b, "discard 1 ore"), (c, "discard 2 wool"), true),
            ((b, "accept"), (c, "reject"), true),
            ((b, "accept"), (c, "propose 1 ore for 1 wool"), true),
            ((b, "accept"), (a, "road P3"), true),
            ((b, "accept"), (a, "execute C"), true),
            ((b, "counter 1 ore for 1 wool"), (a, "execute B"), false),
            ((b, "propose 1 ore for 1 wool"), (a, "accept-proposal B"), false),
            ((a, "withdraw"), (b, "accept"), false),
            ((a, "offer 1 ore for 1 wool to B"), (b, "accept"), false),
            ((b, "accept"), (b, "reject"), false),
            ((a, "end"), (b, "roll"), false),
            ((b, "accept"), (c, "discard 1 ore"), false),
        ] {
            let step = |(seat, text)| game.parse_action(seat, text).unwrap();
            assert_eq!(game.commutes(&step(earlier), &step(later)), commutes, "{earlier:?} {later:?}");
        }
        let layout = game.draw_step(game::Seed(1)).unwrap();
        assert!(!game.commutes(&layout, &game.parse_action(c, "reject").unwrap()));
    }
}
