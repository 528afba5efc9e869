//! Elo differences, for two seats and for more.

use super::Interval;
use serde::Serialize;

/// The division of the seats: the rated bot sits on some, its opponent on all others.
///
/// ```
/// use arena::stats::Seating;
/// // One new bot against three copies of the old one. A quarter is the fair share.
/// let table = Seating::new(1, 4).unwrap();
/// assert_eq!(table.fair_share(), 0.25);
/// assert_eq!(table.elo(0.25), 0.0);
/// // Half of the games is three times the odds of a fair share: 400·log10(3).
/// assert!((table.elo(0.5) - 190.85).abs() < 0.005);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Seating {
    held: u8,
    seats: u8,
}

impl Seating {
    /// Two seats, one for each bot.
    pub const ONE_ON_ONE: Self = Self { held: 1, seats: 2 };

    /// The rated bot holds `held` of `seats` seats; `None` unless both bots hold at least one.
    pub const fn new(held: u8, seats: u8) -> Option<Self> {
        if held == 0 || held >= seats { None } else { Some(Self { held, seats }) }
    }

    /// The share of wins that equal bots expect: the rated bot's seats by all seats, between 0 and 1.
    pub fn fair_share(self) -> f64 {
        f64::from(self.held) / f64::from(self.seats)
    }

    /// The Elo difference between the rated bot and its opponent, from the share of games that the rated bot's seats win.
    ///
    /// With k seats of strength a against m seats of strength b, one of the k wins with probability
    /// p = ka / (ka + mb) (Bradley–Terry, Plackett–Luce). Hence a/b = (p/k) / ((1−p)/m), and the difference is
    /// 400·log10(a/b). For [`Seating::ONE_ON_ONE`] this is the usual logistic Elo.
    ///
    /// A share of 0 or below gives negative infinity, a share of 1 or above infinity.
    pub fn elo(self, share: f64) -> f64 {
        let share = share.clamp(0.0, 1.0);
        400.0 * (share / (1.0 - share) / self.fair_odds()).log10()
    }

    /// The share of games that the rated bot's seats win, 0 to 1, if it is stronger by `elo`; the inverse of
    /// [`Seating::elo`], infinities included.
    pub fn share(self, elo: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf(-elo / 400.0) / self.fair_odds())
    }

    /// The Elo difference for a share and the interval of that share, as [`wilson`](super::wilson) or
    /// [`Groups::interval`](super::Groups::interval) return it.
    pub fn rate(self, share: f64, interval: Interval) -> Elo {
        Elo { value: self.elo(share), interval: interval.map(|share| self.elo(share)) }
    }

    fn fair_odds(self) -> f64 {
        f64::from(self.held) / f64::from(self.seats - self.held)
    }
}

/// An Elo difference and its interval.
///
/// The interval is that of the share, carried over: it is not symmetric about the value. A value or an end is infinite
/// where the share is 0 or 1; JSON has no infinity, so `serde_json` writes `null` there.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// The difference, positive if the rated bot is stronger.
    pub value: f64,
    /// The interval, of the confidence that the share's interval has.
    pub interval: Interval,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Z95, wilson};

    #[test]
    fn two_seats_have_logistic_elo() {
        // Elo's table: 0.76 for 200 points in the logistic form, ten to one for 400.
        assert!((Seating::ONE_ON_ONE.share(200.0) - 0.7597).abs() < 5e-5);
        assert!((Seating::ONE_ON_ONE.elo(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert_eq!(Seating::ONE_ON_ONE.elo(0.5), 0.0);
    }

    #[test]
    fn elo_and_share_are_inverse() {
        for (held, seats) in [(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (2, 6), (5, 6)] {
            let seating = Seating::new(held, seats).unwrap();
            assert!(seating.elo(seating.fair_share()).abs() < 1e-9);
            for elo in [-800.0, -35.5, 0.0, 1.0, 400.0] {
                assert!((seating.elo(seating.share(elo)) - elo).abs() < 1e-9, "{seating:?} {elo}");
            }
            for (share, elo) in [(0.0, f64::NEG_INFINITY), (1.0, f64::INFINITY)] {
                assert_eq!((seating.elo(share), seating.share(elo)), (elo, share));
            }
        }
    }

    #[test]
    fn the_two_sides_of_a_table_have_opposite_elo() {
        let (ours, theirs) = (Seating::new(1, 4).unwrap(), Seating::new(3, 4).unwrap());
        for share in [0.1, 0.25, 0.6] {
            assert!((ours.elo(share) + theirs.elo(1.0 - share)).abs() < 1e-9);
        }
    }

    #[test]
    fn a_seating_needs_two_sides() {
        assert_eq!((Seating::new(0, 4), Seating::new(4, 4), Seating::new(1, 0)), (None, None, None));
    }

    #[test]
    fn a_rating_carries_the_interval_over() {
        let elo = Seating::ONE_ON_ONE.rate(1.0, wilson(20.0, 20, Z95));
        assert_eq!((elo.value, elo.interval.high), (f64::INFINITY, f64::INFINITY));
        // 20 of 20: the lower end is 1/(1 + z²/20), so the odds are 20/z².
        assert!((elo.interval.low - 400.0 * (20.0 / (Z95 * Z95)).log10()).abs() < 1e-9);
        assert!(serde_json::to_string(&elo).unwrap().contains("\"value\":null"));
    }
}
