//! Trade by codes: exchanges with the supply, and a menu of offers.
//!
//! Offers can be almost anything (`CATAN-DOM-5`); the menu has those that are made at tables: one card for one of another
//! kind, one for two, and two for one.

use catan::action::Action;
use catan::{Bundle, Counts, Exchange, Island, Kind, Rates, Rules};
use game::{Seat, SeatSet};

/// The numbers of cards given and taken in each part of the menu.
pub(crate) const RATIOS: [(u8, u8); 3] = [(1, 1), (1, 2), (2, 1)];

/// Returns the number of codes in the menu for a number of kinds.
pub(crate) const fn menu_len(kinds: usize) -> usize {
    RATIOS.len() * kinds * (kinds - 1)
}
/// Returns the number of codes for exchanges with the supply for a number of kinds: by rate, two to four, then the kind given,
/// then the kind taken.
pub(crate) const fn bank_len(kinds: usize) -> usize {
    3 * kinds * kinds
}

/// Decodes an entry of the menu: the ratio, the kind given and the kind taken, by their numbers.
#[inline]
pub(crate) fn entry(kinds: usize, n: usize) -> (usize, usize, usize) {
    let pairs = kinds * (kinds - 1);
    let (ratio, pair) = (n / pairs, n % pairs);
    let (give, other) = (pair / (kinds - 1), pair % (kinds - 1));
    (ratio, give, other + usize::from(other >= give))
}

/// The number of an entry.
#[inline]
pub(crate) fn number(kinds: usize, (ratio, give, want): (usize, usize, usize)) -> usize {
    (ratio * kinds + give) * (kinds - 1) + want - usize::from(want > give)
}

/// The exchange of an entry.
pub(crate) fn exchange<K: Kind>(n: usize) -> Exchange<K> {
    let (ratio, give, want) = entry(K::KINDS.len(), n);
    let side = |kind: usize, count: u8| -> Bundle<K> { Counts::of(K::KINDS[kind], count).into() };
    Exchange { give: side(give, RATIOS[ratio].0), want: side(want, RATIOS[ratio].1) }
}

/// The entry of an exchange, if the menu has it.
pub(crate) fn entry_of<K: Kind>(give: Bundle<K>, want: Bundle<K>) -> Option<usize> {
    let (give, want) = (Counts::from(give), Counts::from(want));
    let (gives, wants) = (give.only_kind()?, want.only_kind()?);
    let ratio = RATIOS.iter().position(|&ratio| ratio == (give.count(gives), want.count(wants)))?;
    (gives != wants).then(|| number(K::KINDS.len(), (ratio, gives.index(), wants.index())))
}

/// An entry in words.
pub(crate) fn in_words<K: Kind>(n: usize) -> String {
    let Exchange { give, want } = exchange::<K>(n);
    format!("give {} for {}", Counts::from(give), Counts::from(want))
}

/// Returns the exchange with the supply of this number: several cards of one kind for one of another.
#[inline]
pub(crate) fn bank<K: Kind, R: Rules<Kind = K>>(n: usize) -> Action<R> {
    let kinds = K::KINDS.len();
    let (rate, give, get) = (n / (kinds * kinds), n / kinds % kinds, n % kinds);
    let give = Counts::of(K::KINDS[give], Rates::SPECIAL + rate as u8).into();
    Action::MaritimeTrade { give, get: K::KINDS[get] }
}

/// The number of an exchange with the supply.
#[inline]
pub(crate) fn bank_number<K: Kind>(give: Bundle<K>, get: K) -> Option<usize> {
    let kinds = K::KINDS.len();
    let give = Counts::from(give);
    let kind = give.only_kind()?;
    let rate = give.count(kind).checked_sub(Rates::SPECIAL).filter(|&rate| rate < 3)?;
    Some((usize::from(rate) * kinds + kind.index()) * kinds + get.index())
}

/// Describes an exchange with the supply in words.
pub(crate) fn bank_in_words<K: Kind>(n: usize) -> String {
    let kinds = K::KINDS.len();
    let (rate, give, get) = (n / (kinds * kinds), n / kinds % kinds, n % kinds);
    format!("bank {} {} for {}", rate + 2, K::KINDS[give], K::KINDS[get])
}

/// The kind of message that carries an entry of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Message {
    /// An offer to all others.
    Offer,
    /// A counter-offer.
    Counter,
    /// A proposal to the active seat.
    Propose,
}

impl Message {
    pub(crate) const ALL: [Message; 3] = [Message::Offer, Message::Counter, Message::Propose];
    pub(crate) const NAMES: [&'static str; 3] =
        ["offer to all others …", "counter-offer …", "propose to the active seat …"];

    /// The action of this message.
    #[inline]
    pub(crate) fn action<R: Rules>(self, n: usize, me: Seat, seats: usize) -> Action<R> {
        let Exchange { give, want } = exchange::<R::Kind>(n);
        match self {
            Message::Offer => Action::Offer { give, want, to: SeatSet::first(seats).without(me) },
            Message::Counter => Action::CounterOffer { give, want },
            Message::Propose => Action::Propose { give, want },
        }
    }

    /// The message and entry of an action, if it is one of the menu.
    pub(crate) fn of<R: Rules>(
        action: Action<R>,
        me: Seat,
        seats: usize,
    ) -> Result<Option<(Message, usize)>, &'static str> {
        const NOT_LISTED: &str =
            "the menu has one card for one of another kind, one for two, and two for one";
        let (message, give, want) = match action {
            Action::Offer { to, .. } if to != SeatSet::first(seats).without(me) => {
                return Err("the menu has offers to all others only");
            }
            Action::Offer { give, want, .. } => (Message::Offer, give, want),
            Action::CounterOffer { give, want } => (Message::Counter, give, want),
            Action::Propose { give, want } => (Message::Propose, give, want),
            _ => return Ok(None),
        };
        entry_of(give, want).map(|n| Some((message, n))).ok_or(NOT_LISTED)
    }

    /// Whether the seat may send it with this entry.
    #[inline]
    pub(crate) fn is_legal<R: Rules>(self, game: &Island<R>, me: Seat, n: usize) -> bool {
        game.check(me, self.action(n, me, game.seats())).is_ok()
    }

    /// Whether the seat may send it with any entry of the menu.
    #[inline]
    pub(crate) fn has_entry<R: Rules>(self, game: &Island<R>, me: Seat) -> bool {
        let view = game.view(game::Viewer::Seat(me));
        let right = match self {
            Message::Offer => game.active() == me,
            Message::Counter => game.active() != me && view.offer().is_some_and(|(_, to)| to.contains(me)),
            Message::Propose => game.active() != me,
        };
        if !right || !view.trade_is_open() {
            return false;
        }
        let Some(gives) = view.hand(me).and_then(|hand| hand.kinds().next()) else { return false };
        // With a card to give, what forbids one message forbids all; only the counter-offer that is open cannot be repeated.
        let kinds = R::Kind::KINDS.len();
        let wants = (0..kinds).filter(|&want| want != gives.index()).take(2);
        wants.into_iter().any(|want| self.is_legal(game, me, number(kinds, (0, gives.index(), want))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catan::Resource;
    use catan::cities_and_knights::CardKind;

    fn entries_are_numbered<K: Kind>() {
        let kinds = K::KINDS.len();
        for n in 0..menu_len(kinds) {
            assert_eq!(number(kinds, entry(kinds, n)), n);
            let Exchange { give, want } = exchange::<K>(n);
            assert_eq!(entry_of(give, want), Some(n));
        }
    }

    #[test]
    fn the_menu_has_each_exchange_once() {
        entries_are_numbered::<Resource>();
        entries_are_numbered::<CardKind>();
    }
}
