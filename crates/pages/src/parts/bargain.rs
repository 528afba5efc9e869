//! The lines that a log shows while players bargain: a player can change an answer as often as they like, and each change is a
//! step of the game, but the log has one line for the answer, which changes in place.

use game::{BySeat, Seat};

/// A step of the bargaining between players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bargain {
    /// This seat makes an offer, which replaces the open one.
    Offers(Seat),
    /// This seat withdraws its offer.
    Withdraws(Seat),
    /// This seat answers or proposes, or its answer or proposal ends.
    Answers(Seat),
    /// An exchange takes place, or all offers end.
    Ends,
}

/// An event of a game in its log.
pub(crate) trait Logged {
    /// Returns the step of the bargaining between players, if the event is one.
    fn bargain(&self) -> Option<Bargain> {
        None
    }
    /// Returns whether the log tells the event in one entry with the event before it.
    fn goes_on(&self) -> bool {
        false
    }
    /// Returns whether its entry tells the event already, by the events before and after it in the entry.
    fn is_implied(&self, _before: Option<&Self>, _after: Option<&Self>) -> bool {
        false
    }
}

/// A line that a log shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shown {
    /// The index of the line whose position it takes: that of the first line that it replaces, or its own.
    pub(crate) place: usize,
    /// The index of the line whose text it shows.
    pub(crate) line: usize,
}

/// Returns the lines that a log shows, in order, given the bargaining step of each line.
///
/// Each seat has one answer to each offer, its last one. An offer that is repeated before anybody has answered replaces the
/// earlier one and its withdrawal.
pub(crate) fn shown(bargains: impl IntoIterator<Item = Option<Bargain>>) -> Vec<Shown> {
    let mut shown: Vec<(Shown, Option<Bargain>)> = Vec::new();
    // Where the answer of each seat to the open offer is shown.
    let mut answers: BySeat<Option<usize>, { Seat::MAX }> = BySeat::default();
    for (line, bargain) in bargains.into_iter().enumerate() {
        let replaced = match bargain {
            Some(Bargain::Answers(seat)) => *answers[seat].get_or_insert(shown.len()),
            Some(Bargain::Offers(seat)) => {
                let (offers, withdraws) = (bargain, Some(Bargain::Withdraws(seat)));
                let before = |back: usize| shown.len().checked_sub(back).map(|at| shown[at].1);
                match (before(2), before(1)) {
                    (Some(older), Some(last)) if older == offers && last == withdraws => {
                        shown.pop();
                        shown.len() - 1
                    }
                    (_, Some(last)) if last == offers => shown.len() - 1,
                    _ => shown.len(),
                }
            }
            _ => shown.len(),
        };
        if matches!(bargain, Some(Bargain::Offers(_) | Bargain::Withdraws(_) | Bargain::Ends)) {
            answers = BySeat::default();
        }
        match shown.get_mut(replaced) {
            Some((shown, _)) => shown.line = line,
            None => shown.push((Shown { place: line, line }, bargain)),
        }
    }
    shown.into_iter().map(|(shown, _)| shown).collect()
}

/// Returns, for each line, whether a log needs it, either for its text or for its place. A log of these lines alone shows the
/// same.
///
/// ```
/// use game::Seat;
/// use pages::Bargain::{Answers, Offers};
/// let lines = [Offers(Seat::A), Answers(Seat::B), Answers(Seat::B), Answers(Seat::B)].map(Some);
/// assert_eq!(pages::needed_lines(lines), [true, true, false, true]);
/// ```
#[must_use]
pub fn needed_lines(
    bargains: impl IntoIterator<Item = Option<Bargain>, IntoIter: ExactSizeIterator>,
) -> Vec<bool> {
    let bargains = bargains.into_iter();
    let mut needed = vec![false; bargains.len()];
    for Shown { place, line } in shown(bargains) {
        needed[place] = true;
        needed[line] = true;
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use Bargain::{Answers, Ends, Offers, Withdraws};
    use game::Draws;

    const A: Seat = Seat::A;
    const B: Seat = Seat::B;
    const C: Seat = Seat::C;

    /// Returns the place and the line of each shown line.
    fn pairs(lines: &[Option<Bargain>]) -> Vec<(usize, usize)> {
        shown(lines.iter().copied()).into_iter().map(|Shown { place, line }| (place, line)).collect()
    }

    #[test]
    fn an_answer_that_changes_is_one_line() {
        let lines = [Offers(A), Answers(B), Answers(C), Answers(B), Answers(B), Answers(C)].map(Some);
        assert_eq!(pairs(&lines), [(0, 0), (1, 4), (2, 5)]);
        // A new offer, and what ends all offers, begin anew; what is no part of a bargain does not.
        let lines = [Some(Answers(B)), None, Some(Answers(B)), Some(Ends), Some(Answers(B)), Some(Offers(A))];
        assert_eq!(pairs(&lines), [(0, 2), (1, 1), (3, 3), (4, 4), (5, 5)]);
        let lines = [Offers(A), Answers(B), Offers(A), Answers(B), Withdraws(A), Answers(B)].map(Some);
        assert_eq!(pairs(&lines), (0..6).map(|n| (n, n)).collect::<Vec<_>>());
    }

    #[test]
    fn an_offer_that_nobody_has_answered_is_made_again_in_its_place() {
        let lines = [Offers(A), Withdraws(A), Offers(A), Withdraws(A)].map(Some);
        assert_eq!(pairs(&lines), [(0, 2), (3, 3)]);
        assert_eq!(pairs(&[Offers(A), Offers(A), Answers(B), Offers(A)].map(Some)), [(0, 1), (2, 2), (3, 3)]);
        assert_eq!(pairs(&[Withdraws(A), Offers(A)].map(Some)), [(0, 0), (1, 1)]);
    }

    /// However often answers change, only a few lines are needed, and those lines show the same log.
    #[test]
    fn needed_lines_are_few_and_show_the_same() {
        let mut draws = game::Seed(7).substream("lines", 0);
        for _ in 0..200 {
            let lines: Vec<Option<Bargain>> = (0..300)
                .map(|_| match draws.below(40) {
                    0 => Some(Ends),
                    1 | 2 => Some(Offers(A)),
                    3 => Some(Withdraws(A)),
                    4 => None,
                    n if n % 2 == 0 => Some(Answers(B)),
                    _ => Some(Answers(C)),
                })
                .collect();
            let needed = needed_lines(lines.iter().copied());
            let kept: Vec<usize> = (0..lines.len()).filter(|&n| needed[n]).collect();
            let of_kept: Vec<Option<Bargain>> = kept.iter().map(|&n| lines[n]).collect();
            let again: Vec<(usize, usize)> =
                pairs(&of_kept).into_iter().map(|(place, line)| (kept[place], kept[line])).collect();
            assert_eq!(again, pairs(&lines));
            assert!(needed_lines(of_kept).iter().all(|needed| *needed));
        }
        let flipping = std::iter::once(Offers(A)).chain([Answers(B); 9999]).map(Some).collect::<Vec<_>>();
        assert_eq!(needed_lines(flipping).into_iter().filter(|needed| *needed).count(), 3);
    }
}
