//! Catan on the shelf.

use super::Shelved;
use crate::any::Reason;
use crate::listed::Choose;
use crate::{Prompt, Refusal};
use catan::{Action, CardChoice, Catan, Event, Illegal, LegalActions, OwnEvent, Phase};
use game::{Seat, Turn, Viewer};

impl Shelved for Catan {
    fn choice(legal: &LegalActions) -> Option<Choose> {
        legal.choice().map(|CardChoice { verb, count, of }| Choose {
            verb,
            count,
            of: of.kinds().map(|kind| (kind.name(), of.count(kind))).collect(),
        })
    }

    fn awaits(&self) -> Vec<(Seat, Prompt)> {
        let Turn::Decide(seats) = self.turn() else { return Vec::new() };
        match self.phase() {
            Phase::Building => {
                let asked = self.view(Viewer::Spectator).trading().unanswered();
                super::turn_and_answers(self.active(), asked)
            }
            Phase::Discarding { .. } => seats.into_iter().map(|seat| (seat, Prompt::Answer)).collect(),
            _ => seats.into_iter().map(|seat| (seat, Prompt::Turn)).collect(),
        }
    }

    /// So it is with discards of several seats, with answers to an offer by several seats, and with what the active
    /// player does while others answer, as long as it does not refer to the answer that changed.
    fn commute((by, earlier): (Seat, Action), (seat, later): (Seat, Action)) -> bool {
        use Action as A;
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

    fn reveals(event: &Event) -> bool {
        use Event as E;
        matches!(
            event,
            E::LaidOut { .. }
                | E::RolledForStart { .. }
                | E::Starts { .. }
                | E::Own(OwnEvent::Rolled { .. })
                | E::Discarded { .. }
                | E::Stole { .. }
                | E::StoleNothing { .. }
                | E::Own(OwnEvent::BoughtCard { .. })
                | E::Monopolized { .. }
                | E::Lapsed { .. }
                | E::Over { .. }
        )
    }
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Refusal {
        Refusal::by_rule(illegal.to_string(), illegal.clause(), Reason::Catan(illegal))
    }
}
