//! The rates of exchange with the supply.

use std::fmt;

/// The rates at which a seat may exchange cards of one kind with the supply: 2:1, 3:1, 4:1, or several of them.
///
/// ```
/// use catan::Rates;
/// let rates = Rates::of(4).with(2);
/// assert_eq!(rates.best(), 2);
/// assert!(rates.contains(4) && !rates.contains(3));
/// assert_eq!(rates.to_string(), "2:1 or 4:1");
/// assert_eq!(rates.iter().collect::<Vec<_>>(), [2, 4]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rates(u8);

impl Rates {
    /// The rate of everybody, with or without a harbour (`CATAN-MAR-1`).
    pub const BASIC: u8 = 4;
    /// The rate of a generic harbour (`CATAN-MAR-2`).
    pub const GENERIC: u8 = 3;
    /// The rate of a special harbour (`CATAN-MAR-3`).
    pub const SPECIAL: u8 = 2;

    /// A single rate: 2 to 4 cards for one.
    #[must_use]
    pub const fn of(rate: u8) -> Rates {
        Rates(1 << rate)
    }
    /// These and one more.
    #[must_use]
    pub const fn with(self, rate: u8) -> Rates {
        Rates(self.0 | 1 << rate)
    }
    /// Whether `rate` cards may be given for one.
    #[must_use]
    pub const fn contains(self, rate: u8) -> bool {
        rate < 8 && self.0 >> rate & 1 != 0
    }
    /// The best one: the fewest cards.
    #[must_use]
    pub const fn best(self) -> u8 {
        self.0.trailing_zeros() as u8
    }
    /// All of them, the best first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (Rates::SPECIAL..=Rates::BASIC).filter(move |&rate| self.contains(rate))
    }
}

impl fmt::Display for Rates {
    /// Writes the rates as English text: `2:1, 3:1 or 4:1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.iter().count() - 1;
        for (n, rate) in self.iter().enumerate() {
            let gap = match n {
                0 => "",
                _ if n == last => " or ",
                _ => ", ",
            };
            write!(f, "{gap}{rate}:1")?;
        }
        Ok(())
    }
}
