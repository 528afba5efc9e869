//! Cities & Knights on the shelf.

use super::Shelved;
use crate::any::Reason;
use crate::listed::Choose;
use crate::{Prompt, Refusal};
use catan::CardChoice;
use catan::cities_and_knights::{
    Action, CitiesAndKnights, Event, Illegal, LegalActions, OwnAction, OwnEvent, Phase, Progress,
};
use game::record::Object;
use game::{Seat, Turn, Viewer};

impl Shelved for CitiesAndKnights {
    /// In version 1 a progress card was drawn without a question where the options did not say otherwise.
    fn upgrade_options(rules: u32, options: &mut Object) {
        if rules < 2 {
            options.entry("ck_progress_draw").or_insert_with(|| "automatic".into());
        }
    }

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
            // What is asked of a seat outside its turn is an answer.
            _ => seats
                .into_iter()
                .map(|seat| (seat, if seat == self.active() { Prompt::Turn } else { Prompt::Answer }))
                .collect(),
        }
    }

    /// So it is with discards, gifts and progress cards that several seats hand in, with answers to an offer by several
    /// seats, and with what the active player does while others answer, as long as it does not refer to the answer
    /// that changed.
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
                A::Own(OwnAction::Give(_)) => matches!(earlier, A::Own(OwnAction::Give(_))),
                A::Own(OwnAction::Drop(_)) => matches!(earlier, A::Own(OwnAction::Drop(_))),
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
                | E::Own(OwnEvent::DrewProgress { .. })
                | E::Own(OwnEvent::DroppedProgress { .. })
                | E::Discarded { .. }
                | E::Stole { .. }
                | E::StoleNothing { .. }
                | E::Monopolized { .. }
                | E::Own(OwnEvent::Gave { .. })
                | E::Own(OwnEvent::TookProgress { .. })
                | E::Own(OwnEvent::Forced { .. })
                | E::Lapsed { .. }
                | E::Over { .. }
                // Who plays these sees what is in a hand.
                | E::Own(OwnEvent::PlayedProgress { card: Progress::Spy | Progress::MasterMerchant, .. })
        )
    }
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Refusal {
        Refusal::by_rule(illegal.to_string(), illegal.clause(), Reason::CitiesAndKnights(Box::new(illegal)))
    }
}
