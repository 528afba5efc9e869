//! Time to think: the rule that a table is opened with, and the clocks that run by it.
//!
//! A clock runs while the game waits for a person. It is a function of the log alone: entries say when they were made, and
//! time in which the server was down is entered as having stood still.

use game::{BySeat, ParseError, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The time limit of the seats at a table. Text form: `decision 60 bot`, `bank 600 10 replace`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Clock {
    /// The time that each seat has.
    pub time: Time,
    /// The consequence for a seat that runs out of time.
    pub at_zero: TimeoutPolicy,
}

/// The time that a seat has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// A fixed time for every decision.
    Decision {
        /// Seconds, from 5 to 30 days.
        seconds: u32,
    },
    /// A stock of time for the whole game, with an increment for every decision.
    Bank {
        /// Seconds at the start, from 5 to 30 days.
        seconds: u32,
        /// Seconds for each decision made, up to a day.
        increment: u32,
    },
}

/// The consequence for a seat that runs out of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeoutPolicy {
    /// A bot plays on for it until its owner is back.
    #[default]
    Bot,
    /// The others may let a bot play on for it.
    Replace,
}

/// The longest time that can be given: 30 days, in seconds.
const LONGEST: u32 = 30 * 24 * 3600;
/// The most time that a seat has left when it decides after its time was up, in milliseconds.
const GRACE: u64 = 15_000;

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.time {
            Time::Decision { seconds } => write!(f, "decision {seconds}")?,
            Time::Bank { seconds, increment } => write!(f, "bank {seconds} {increment}")?,
        }
        f.write_str(match self.at_zero {
            TimeoutPolicy::Bot => " bot",
            TimeoutPolicy::Replace => " replace",
        })
    }
}

impl FromStr for Clock {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Clock, ParseError> {
        let wrong = || {
            ParseError::malformed(
                text,
                "a clock",
                format!(
                    "write `decision SECONDS`, or `bank SECONDS INCREMENT`, with 5 to {LONGEST} seconds, and then `bot` \
                     or `replace`"
                ),
            )
        };
        let seconds = |text: &str| text.parse().ok().filter(|seconds| (5..=LONGEST).contains(seconds));
        let words: Vec<&str> = text.split_whitespace().collect();
        let (words, at_zero) = match words.split_last() {
            Some((&"bot", words)) => (words, TimeoutPolicy::Bot),
            Some((&"replace", words)) => (words, TimeoutPolicy::Replace),
            _ => (&words[..], TimeoutPolicy::Bot),
        };
        let time = match *words {
            ["decision", time] => Time::Decision { seconds: seconds(time).ok_or_else(wrong)? },
            ["bank", time, more] => Time::Bank {
                seconds: seconds(time).ok_or_else(wrong)?,
                increment: more.parse().ok().filter(|more| *more <= 24 * 3600).ok_or_else(wrong)?,
            },
            _ => return Err(wrong()),
        };
        Ok(Clock { time, at_zero })
    }
}

impl TryFrom<String> for Clock {
    type Error = ParseError;
    fn try_from(text: String) -> Result<Clock, ParseError> {
        text.parse()
    }
}

impl From<Clock> for String {
    fn from(clock: Clock) -> String {
        clock.to_string()
    }
}

/// The clocks of a table at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    rule: Clock,
    /// The time that each seat had left at `since`, in milliseconds.
    left: BySeat<u64, { Seat::MAX }>,
    running: SeatSet,
    since: u64,
    /// The seats whose time is up.
    out: SeatSet,
    /// The time that each seat gained with its last decision, in milliseconds.
    got: BySeat<u64, { Seat::MAX }>,
    /// The seats that continue a decision they had begun, and keep the time they have left for it.
    going_on: SeatSet,
}

impl Clocks {
    pub(crate) fn new(rule: Clock, at: u64) -> Clocks {
        let (Time::Decision { seconds } | Time::Bank { seconds, .. }) = rule.time;
        Clocks {
            rule,
            left: BySeat([u64::from(seconds) * 1000; Seat::MAX]),
            running: SeatSet::EMPTY,
            since: at,
            out: SeatSet::EMPTY,
            got: BySeat([0; Seat::MAX]),
            going_on: SeatSet::EMPTY,
        }
    }

    /// Time passes until `at`.
    pub(crate) fn pass(&mut self, at: u64) {
        let passed = at.saturating_sub(self.since);
        for seat in self.running {
            self.left[seat] = self.left[seat].saturating_sub(passed);
        }
        self.since = self.since.max(at);
    }

    /// Stops all clocks until `to`.
    pub(crate) fn stand_still(&mut self, to: u64) {
        self.since = self.since.max(to);
    }

    /// A seat decided something itself.
    pub(crate) fn decided(&mut self, seat: Seat) {
        let was_out = self.out.contains(seat);
        self.out.remove(seat);
        match self.rule.time {
            Time::Decision { seconds } => {
                let whole = u64::from(seconds) * 1000;
                self.got[seat] = whole.saturating_sub(self.left[seat]);
                self.left[seat] = whole;
            }
            Time::Bank { seconds, increment } => {
                self.got[seat] = u64::from(increment) * 1000;
                self.left[seat] += self.got[seat];
                if was_out {
                    // Whose time is up never has more than the table gave.
                    let whole = u64::from(seconds) * 1000;
                    self.left[seat] = self.left[seat].max(GRACE.min(whole));
                }
            }
        }
    }

    /// A decision of a seat is taken back, and with it the time that it brought: to decide and take back is no way to think
    /// for ever.
    pub(crate) fn undo_decision(&mut self, seat: Seat) {
        self.left[seat] = self.left[seat].saturating_sub(self.got[seat]);
        if let Time::Decision { .. } = self.rule.time {
            self.got[seat] = 0;
        }
    }

    /// A seat goes on with a decision that it had begun: it gets no new time for it when the game waits for it again.
    pub(crate) fn resume_decision(&mut self, seat: Seat) {
        self.going_on.insert(seat);
    }

    /// The game waits for these persons now.
    pub(crate) fn run(&mut self, waiting: SeatSet) {
        if let Time::Decision { seconds } = self.rule.time {
            let begins = |seat: &Seat| !self.running.contains(*seat) && !self.going_on.contains(*seat);
            for seat in waiting.into_iter().filter(begins) {
                self.left[seat] = u64::from(seconds) * 1000;
                self.got[seat] = 0;
            }
        }
        self.going_on = SeatSet::EMPTY;
        self.running = waiting.into_iter().filter(|&seat| !self.out.contains(seat)).collect();
    }

    /// The time of a seat is up.
    pub(crate) fn time_out(&mut self, seat: Seat) {
        self.left[seat] = 0;
        self.out.insert(seat);
        self.running.remove(seat);
    }

    pub(crate) fn rule(&self) -> Clock {
        self.rule
    }

    pub(crate) fn is_out(&self, seat: Seat) -> bool {
        self.out.contains(seat)
    }

    /// Returns the seats whose clocks are running.
    pub(crate) fn running(&self) -> SeatSet {
        self.running
    }

    /// Returns the time that a seat has left at `at`, in milliseconds.
    pub(crate) fn left(&self, seat: Seat, at: u64) -> u64 {
        let passed = if self.running.contains(seat) { at.saturating_sub(self.since) } else { 0 };
        self.left[seat].saturating_sub(passed)
    }

    /// Returns the time at which the next clock reaches zero.
    pub(crate) fn alarm(&self) -> Option<u64> {
        self.running.into_iter().map(|seat| self.since + self.left[seat]).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(rule: &str) -> Clocks {
        Clocks::new(rule.parse().unwrap(), 1_000)
    }

    #[test]
    fn rules_read_as_they_are_written() {
        for text in ["decision 60 bot", "bank 600 10 replace", "decision 2592000 replace"] {
            assert_eq!(text.parse::<Clock>().map(|clock| clock.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("decision 60".parse::<Clock>().unwrap().at_zero, TimeoutPolicy::Bot);
        for wrong in
            ["", "decision", "decision 4", "decision 2592001", "bank 600", "bank 600 -1", "decision x bot"]
        {
            assert!(wrong.parse::<Clock>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_decision_has_its_time_anew() {
        let mut clocks = clocks("decision 10");
        clocks.run(SeatSet::one(Seat::A));
        clocks.pass(5_000);
        assert_eq!((clocks.left(Seat::A, 5_000), clocks.alarm()), (6_000, Some(11_000)));
        assert_eq!(clocks.left(Seat::A, 7_000), 4_000);
        clocks.decided(Seat::A);
        clocks.run(SeatSet::one(Seat::B));
        assert_eq!((clocks.left(Seat::A, 9_000), clocks.left(Seat::B, 9_000)), (10_000, 6_000));
        clocks.pass(20_000);
        clocks.time_out(Seat::B);
        assert_eq!((clocks.alarm(), clocks.is_out(Seat::B)), (None, true));
    }

    #[test]
    fn a_bank_is_used_up_and_stands_still() {
        let mut clocks = clocks("bank 100 5 replace");
        clocks.run(SeatSet::one(Seat::A));
        clocks.pass(31_000);
        clocks.stand_still(500_000);
        assert_eq!(clocks.left(Seat::A, 510_000), 60_000);
        clocks.pass(510_000);
        clocks.decided(Seat::A);
        clocks.run(SeatSet::EMPTY);
        assert_eq!(clocks.left(Seat::A, 900_000), 65_000);
        clocks.run(SeatSet::one(Seat::A));
        clocks.time_out(Seat::A);
        clocks.decided(Seat::A);
        assert_eq!(clocks.left(Seat::A, 510_000), GRACE);
    }

    #[test]
    fn running_out_does_not_pay() {
        for (rule, left) in [("bank 5 0 replace", 5_000), ("bank 14 0", 14_000), ("bank 600 0", GRACE)] {
            let mut clocks = clocks(rule);
            clocks.run(SeatSet::one(Seat::A));
            let start = clocks.left(Seat::A, 1_000);
            clocks.time_out(Seat::A);
            clocks.decided(Seat::A);
            clocks.run(SeatSet::EMPTY);
            assert_eq!(clocks.left(Seat::A, 1_000), left, "{rule}");
            assert!(left <= start, "{rule}");
        }
    }
}
