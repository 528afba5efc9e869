//! Catan on the shelf.

use super::Shelved;
use crate::any::Reason;
use crate::listed::Choose;
use crate::{GameKind, Prompt, Refusal};
use catan::{
    Action, CardChoice, Catan, Event, Illegal, LegalActions, Options, OwnEvent, Phase, Setup, SetupFault,
};
use game::{Seat, Turn, Viewer};
use serde::Serialize;

impl Shelved for Catan {
    const KIND: GameKind = GameKind::Catan;
    const SEATS: (usize, usize) = (2, catan::SEATS);
    const RULES: &'static [u32] = catan::RULES_VERSIONS;
    type Options = Options;
    type Setup = Setup;
    type SetupFault = SetupFault;

    super::by_own_methods!();

    fn lists(&self, seat: Seat, action: Action) -> Option<bool> {
        match action {
            Action::Offer { .. } | Action::CounterOffer { .. } | Action::Propose { .. } => None,
            action => Some(seat.index() < self.seats() && self.legal_actions(seat).contains(action)),
        }
    }
    fn choice(legal: &LegalActions) -> Option<Choose> {
        legal.choice().map(|CardChoice { verb, count, of }| Choose {
            verb,
            count,
            of: of.kinds().map(|kind| (kind.name(), of.count(kind))).collect(),
        })
    }
    fn points_open(&self, seat: Seat) -> i32 {
        self.visible_points(seat).total().into()
    }
    fn event_for(event: &Event, viewer: Viewer) -> impl Serialize {
        event.redact(viewer)
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

impl From<SetupFault> for Refusal {
    fn from(fault: SetupFault) -> Refusal {
        Refusal::of_setup(fault.message, fault.clause)
    }
}
