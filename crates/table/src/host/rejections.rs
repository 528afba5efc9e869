//! Remembers rejections, so that a retry of the command gets the first answer.

use super::{Command, Intent, RejectReason, Rejection, Sender};
use std::collections::VecDeque;

/// The number of refusals that a table remembers.
const REFUSALS: usize = 16;
/// The number of bytes that they may take; the last one is remembered whatever its size.
const REFUSED_BYTES: usize = 16 * 1024;

/// The refusals that a table remembers, the latest last.
#[derive(Default)]
pub(super) struct RejectionCache {
    kept: VecDeque<Kept>,
    bytes: usize,
}

struct Kept {
    command: Command,
    reason: RejectReason,
    seq: u64,
}

impl RejectionCache {
    /// The answer that the same command got before.
    pub(super) fn find(&self, command: &Command) -> Option<Rejection> {
        let kept = self.kept.iter().find(|kept| kept.command == *command)?;
        Some(Rejection { reason: kept.reason.clone(), seq: kept.seq })
    }

    /// Remembers an answer, and forgets the oldest ones for it.
    pub(super) fn keep(&mut self, command: Command, refusal: &Rejection) {
        let kept = Kept { command, reason: refusal.reason.clone(), seq: refusal.seq };
        self.bytes += kept.size();
        self.kept.push_back(kept);
        while self.kept.len() > REFUSALS || (self.bytes > REFUSED_BYTES && self.kept.len() > 1) {
            self.bytes -= self.kept.pop_front().map_or(0, |oldest| oldest.size());
        }
    }

    /// Forgets what somebody was refused.
    pub(super) fn forget(&mut self, sender: Sender) {
        self.kept.retain(|kept| kept.command.sender != sender);
        self.bytes = self.kept.iter().map(Kept::size).sum();
    }
}

impl Kept {
    /// About how many bytes it takes.
    fn size(&self) -> usize {
        let intent = match &self.command.intent {
            Intent::Act(text)
            | Intent::Say(text)
            | Intent::Fill { bot: text }
            | Intent::Join { name: text, .. } => text.len(),
            _ => 0,
        };
        let reason = match &self.reason {
            RejectReason::NotAnAction(error) => error.to_string().len(),
            RejectReason::NoBot(text) => text.len(),
            RejectReason::Illegal(illegal) => illegal.message.len(),
            _ => 0,
        };
        size_of::<Kept>() + self.command.id.as_ref().map_or(0, String::len) + intent + reason
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{ParseError, Seat};

    fn refused(n: u64, words: usize) -> (Command, Rejection) {
        let intent = Intent::Act(format!("an action that is not allowed {n}"));
        let command = Command { sender: Sender::Bot(Seat::A), id: Some(format!("id-{n}")), seen: n, intent };
        let reason = RejectReason::NotAnAction(ParseError::unknown(
            &"no ".repeat(words),
            "an action",
            "there are none",
        ));
        (command, Rejection { reason, seq: n })
    }

    #[test]
    fn the_first_answer_is_given_again() {
        let mut all = RejectionCache::default();
        for n in 0..3 {
            let (command, refusal) = refused(n, n as usize * 40);
            all.keep(command, &refusal);
        }
        for n in 0..3 {
            let (command, refusal) = refused(n, n as usize * 40);
            assert_eq!(all.find(&command), Some(refusal));
        }
        let (command, _) = refused(0, 0);
        assert_eq!(all.find(&Command { seen: 7, ..command.clone() }), None, "it is another command");
        all.forget(command.sender);
        assert_eq!((all.find(&command), all.bytes), (None, 0));
    }

    #[test]
    fn they_are_bounded_by_number_and_by_bytes() {
        for (words, most) in [(0, REFUSALS), (400, REFUSALS - 1), (100_000, 1)] {
            let mut all = RejectionCache::default();
            for n in 0..100 {
                let (command, refusal) = refused(n, words);
                all.keep(command.clone(), &refusal);
                assert_eq!(all.find(&command), Some(refusal), "the last one is remembered");
                assert!(all.kept.len() <= most, "{} of them with {words} words", all.kept.len());
                assert!(all.bytes <= REFUSED_BYTES || all.kept.len() == 1, "{} bytes", all.bytes);
                assert_eq!(all.bytes, all.kept.iter().map(Kept::size).sum::<usize>());
            }
        }
    }
}
