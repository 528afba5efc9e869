//! What only a table of people asks of a game: for whom it waits, what came at the same time, what was shown.

use crate::{AnyGame, Events, Refusal};
use catan::{Action, Event, Phase};
use game::{Seat, SeatSet, Turn, Viewer};

/// For what a game waits.
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
    /// Which seats the game waits for, and for what.
    ///
    /// Narrower than [`AnyGame::turn`]: who has answered an offer may still change the answer, but is not waited for.
    #[must_use]
    pub fn awaited(&self) -> Vec<(Seat, Prompt)> {
        let AnyGame::Catan(game) = self;
        let Turn::Decide(seats) = game.turn() else { return Vec::new() };
        match game.phase() {
            Phase::Building => {
                let asked = game.view(Viewer::Spectator).trading().unanswered();
                let turn = if asked.is_empty() { Prompt::Turn } else { Prompt::Waiting };
                let answers = asked.into_iter().map(|seat| (seat, Prompt::Answer));
                answers.chain([(game.active(), turn)]).collect()
            }
            Phase::Discarding { .. } => seats.into_iter().map(|seat| (seat, Prompt::Answer)).collect(),
            _ => seats.into_iter().map(|seat| (seat, Prompt::Turn)).collect(),
        }
    }

    /// The seats that could go on with the game now: those of whom one says "it is your turn".
    #[must_use]
    pub fn to_decide(&self) -> SeatSet {
        let waits = |(seat, prompt)| (prompt != Prompt::Waiting).then_some(seat);
        self.awaited().into_iter().filter_map(waits).collect()
    }

    /// Turns begun.
    #[must_use]
    pub fn turns(&self) -> u32 {
        let AnyGame::Catan(game) = self;
        game.turns()
    }

    /// An action as this game writes it: `road  P25 ` becomes `road P25`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read_action(&self, text: &str) -> Result<String, Refusal> {
        let AnyGame::Catan(_) = self;
        let action: Action = text.parse().map_err(Refusal::of_text)?;
        Ok(action.to_string())
    }

    /// Whether `seat` would have decided `later` all the same, had it known that `by` decides `earlier` first.
    ///
    /// So it is with discards of several seats, with answers to an offer by several seats, and with what the active
    /// player does while others answer, as long as it does not refer to the answer that changed. Texts that are no
    /// actions commute with nothing.
    #[must_use]
    pub fn commutes(&self, (by, earlier): (Seat, &str), (seat, later): (Seat, &str)) -> bool {
        use Action as A;
        let AnyGame::Catan(_) = self;
        let (Ok(earlier), Ok(later)) = (earlier.parse::<Action>(), later.parse::<Action>()) else {
            return false;
        };
        let is_answer = matches!(
            earlier,
            A::AcceptOffer
                | A::RejectOffer
                | A::CounterOffer { .. }
                | A::Propose { .. }
                | A::WithdrawProposal
        );
        by != seat
            && match later {
                A::Discard(_) => matches!(earlier, A::Discard(_)),
                A::Execute(with) | A::AcceptProposal(with) | A::RejectProposal(with) => {
                    is_answer && with != by
                }
                _ => is_answer,
            }
    }
}

impl Events {
    /// Whether somebody learned by this what cannot be unlearned, so that it cannot be taken back.
    #[must_use]
    pub fn reveal(&self) -> bool {
        use Event as E;
        let Events::Catan(events) = self;
        events.iter().any(|event| {
            matches!(
                event,
                E::LaidOut { .. }
                    | E::RolledForStart { .. }
                    | E::Starts { .. }
                    | E::Rolled { .. }
                    | E::Discarded { .. }
                    | E::Stole { .. }
                    | E::StoleNothing { .. }
                    | E::BoughtCard { .. }
                    | E::Monopolized { .. }
                    | E::Lapsed { .. }
                    | E::Over { .. }
            )
        })
    }
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
            ((b, "nonsense"), (c, "reject"), false),
        ] {
            assert_eq!(game.commutes(earlier, later), commutes, "{earlier:?} {later:?}");
        }
    }
}
