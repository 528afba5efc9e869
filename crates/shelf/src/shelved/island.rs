//! The answers to the shelf that both games on the island share.

use crate::Prompt;
use crate::choose::Choose;
use crate::tally::{CardCounts, Reason, Tally};
use ::catan::action::Action;
use ::catan::cities_and_knights::CardKind;
use ::catan::event::Event;
use ::catan::phase::Phase;
use ::catan::{CardChoice, Counts, Island, Kind, Rules, Seats as _};
use game::{Seat, Turn, Viewer};

impl<K: Kind> From<CardChoice<Counts<K>>> for Choose {
    fn from(CardChoice { verb, count, of }: CardChoice<Counts<K>>) -> Choose {
        Choose { verb, count, of: of.kinds().map(|kind| (kind.name(), of.count(kind))).collect() }
    }
}

/// Returns the seats that the game waits for: while the active seat's turn goes on, that seat and those that have yet to answer
/// its offer; in other phases the seats that decide, for what `prompt` says.
pub(super) fn awaits<R: Rules>(game: &Island<R>, prompt: impl Fn(Seat) -> Prompt) -> Vec<(Seat, Prompt)> {
    let Turn::Decide(seats) = game.turn() else { return Vec::new() };
    if game.phase() != Phase::Building {
        return seats.into_iter().map(|seat| (seat, prompt(seat))).collect();
    }
    let asked = game.view(Viewer::Spectator).trading().unanswered();
    let turn = if asked.is_empty() { Prompt::Turn } else { Prompt::Waiting };
    asked.into_iter().map(|seat| (seat, Prompt::Answer)).chain([(game.active(), turn)]).collect()
}

/// Discards of several seats commute, answers to an offer by several seats, and what the active player does while others
/// answer, as long as it does not refer to the answer that changed.
pub(super) fn commute<R: Rules>((by, earlier): (Seat, Action<R>), (seat, later): (Seat, Action<R>)) -> bool {
    use Action as A;
    let is_answer = matches!(
        earlier,
        A::AcceptOffer | A::RejectOffer | A::CounterOffer { .. } | A::Propose { .. } | A::WithdrawProposal
    );
    by != seat
        && match later {
            A::Discard(_) => matches!(earlier, A::Discard(_)),
            A::Execute(with) | A::AcceptProposal(with) | A::RejectProposal(with) => is_answer && with != by,
            _ => is_answer,
        }
}

/// Whether somebody learns by an event what cannot be unlearned, as far as both games know it.
pub(super) fn reveals<R: Rules>(event: &Event<R>) -> bool {
    use Event as E;
    matches!(
        event,
        E::LaidOut { .. }
            | E::RolledForStart { .. }
            | E::Starts { .. }
            | E::Discarded { .. }
            | E::Stole { .. }
            | E::StoleNothing { .. }
            | E::Monopolized { .. }
            | E::Lapsed { .. }
            | E::Over { .. }
    )
}

/// Counts an event that both games know.
pub(super) fn count<R: Rules>(event: &Event<R>, tally: &mut Tally<'_>) {
    match *event {
        Event::StartingCards { seat, cards } => tally.gains(seat, Reason::Start, cards.len()),
        Event::Produced { cards } => {
            for (seat, cards) in cards.iter() {
                tally.gains(seat, Reason::Production, cards.len());
            }
        }
        Event::Discarded { cards } => {
            for (seat, cards) in cards.iter() {
                tally.loses(seat, Reason::Discards, cards.len());
            }
        }
        Event::Stole { thief, victim, .. } => tally.passes(victim, thief, Reason::Robbery, 1),
        Event::TookFromSupply { seat, cards } => tally.gains(seat, Reason::Cards, cards.len()),
        Event::Monopolized { seat, counts, .. } => {
            for (victim, &count) in counts.iter() {
                tally.passes(victim, seat, Reason::Cards, count.into());
            }
        }
        Event::TradedWithSupply { seat, give, get } => {
            tally.trades(seat, None, wares(give), CardCounts::new(KINDS, [(get.index(), 1)]));
        }
        Event::Traded { active, partner, gave, got } => {
            tally.trades(active, Some(partner), wares(gave), wares(got));
        }
        _ => {}
    }
}

/// The names of all kinds. The resources come first, so they have the same places in both games.
const KINDS: &[&str] = &{
    let mut names = [""; CardKind::ALL.len()];
    let mut n = 0;
    while n < names.len() {
        names[n] = CardKind::ALL[n].name();
        n += 1;
    }
    names
};

fn wares<K: Kind>(cards: Counts<K>) -> CardCounts {
    CardCounts::new(KINDS, cards.kinds().map(|kind| (kind.index(), cards.count(kind))))
}
