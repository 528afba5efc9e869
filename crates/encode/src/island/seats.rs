//! The channels of each seat and of the trade step, shared by both games.

use crate::seats::has;
use crate::sink::{Sink, flag, many, one_hot};
use catan::view::View;
use catan::{Answer, Counts, Exchange, Kind, Piece, Rules};
use game::{Seat, SeatSet, Turn, Viewer};

/// Channels of [`common`] beside those for each kind of card.
pub(crate) const SEAT_CHANNELS: usize = 4 + 3 + 1 + 2 + 2 + 4 + 1 + 1;
/// Channels of [`common`] for each kind of card: held, rate, both sides of a counter-offer and of a proposal.
pub(crate) const SEAT_CHANNELS_OF_KIND: usize = 6;

static ANSWERS: [&str; 4] = ["open", "accepted", "rejected", "countered"];

/// The counts as numbers.
#[inline(always)]
pub(crate) fn numbers<K: Kind, const N: usize>(cards: Counts<K>) -> [f32; N] {
    let lanes = cards.lanes();
    std::array::from_fn(|kind| f32::from(lanes[kind]))
}

/// Returns an exchange by kinds: the cards given, and the cards wanted. An offer may ask for more than any box holds, so both are
/// capped at 95.
#[inline(always)]
pub(crate) fn sides<K: Kind, const N: usize>(exchange: Option<Exchange<K>>) -> ([f32; N], [f32; N]) {
    match exchange {
        Some(Exchange { give, want }) => {
            let of = |bundle: catan::Bundle<K>| -> [f32; N] {
                std::array::from_fn(|kind| f32::from(bundle.0.as_ref()[kind].min(95)))
            };
            (of(give), of(want))
        }
        None => ([0.0; N], [0.0; N]),
    }
}

/// A seat: pieces, cards, roads, answers and proposals. `hand` is what it holds of each kind, as far as is known.
#[inline(always)]
pub(crate) fn common<R: Rules, const N: usize>(
    view: &View<'_, R>,
    seat: Seat,
    deciding: SeatSet,
    kinds: &'static [&'static str; N],
    hand: [f32; N],
    owes: u8,
    sink: &mut impl Sink,
) {
    flag(sink, "plays", "whether somebody sits there; all else is 0 if not", true);
    flag(sink, "active", "whether it is the seat's turn", view.active() == seat);
    flag(sink, "decides", "whether the seat may act now", deciding.contains(seat));
    flag(sink, "started", "whether the seat placed first", view.start_player() == Some(seat));
    let left = |piece| f32::from(view.pieces_left(seat, piece));
    sink.put("roads left", 15, "roads in its supply", left(Piece::Road));
    sink.put("settlements left", 5, "settlements in its supply", left(Piece::Settlement));
    sink.put("cities left", 4, "cities in its supply", left(Piece::City));
    sink.put("hand size", 131, "hand cards", view.hand_len(seat) as f32);
    many(
        sink,
        "hand",
        kinds,
        95,
        "hand cards of the kind; a mean over what is possible where it is hidden",
        hand,
    );
    sink.put("road length", 15, "its longest road", f32::from(view.road_length(seat)));
    flag(sink, "longest road", "whether it has the Longest Road card", view.longest_road() == Some(seat));
    sink.put("owes", 65, "cards it must hand in, whether or not it has", f32::from(owes));
    sink.put(
        "offers made",
        255,
        "offers and proposals it made in this turn",
        f32::from(view.trading().made(seat)),
    );
    let rates = R::Kind::KINDS.iter().map(|&kind| f32::from(view.rate(seat, kind)));
    let mut of_kind = [0.0; N];
    of_kind.iter_mut().zip(rates).for_each(|(rate, value)| *rate = value);
    many(sink, "rate", kinds, 4, "cards of the kind that the supply takes for one, at best", of_kind);
    let addressed = view.offer().is_some_and(|(_, to)| to.contains(seat));
    let answer = view.answer(seat);
    let (number, countered) = match answer {
        Answer::Open => (0, None),
        Answer::Accepted => (1, None),
        Answer::Rejected => (2, None),
        Answer::Countered(exchange) => (3, Some(exchange)),
    };
    one_hot(
        sink,
        "answer",
        &ANSWERS,
        "its answer to the open offer, if it is addressed",
        addressed.then_some(number),
    );
    let (give, want) = sides::<R::Kind, N>(countered);
    many(sink, "counter gives", kinds, 95, "what it gives in its counter-offer", give);
    many(sink, "counter wants", kinds, 95, "what it wants in its counter-offer", want);
    let proposal = view.proposal(seat);
    flag(sink, "proposes", "whether it has an open proposal", proposal.is_some());
    let (give, want) = sides::<R::Kind, N>(proposal);
    many(sink, "proposal gives", kinds, 95, "what it gives in its proposal", give);
    many(sink, "proposal wants", kinds, 95, "what it wants in its proposal", want);
    flag(sink, "looks", "whether this is the seat that looks", view.viewer() == Viewer::Seat(seat));
}

/// The seats that decide.
#[inline(always)]
pub(crate) fn deciding<R: Rules>(view: &View<'_, R>) -> SeatSet {
    match view.turn() {
        Turn::Decide(seats) => seats,
        _ => SeatSet::EMPTY,
    }
}

/// Channels of [`offer`], beside two for each kind.
pub(crate) const OFFER_CHANNELS: usize = 1 + 3 + 1;

/// The open offer of the active seat.
#[inline(always)]
pub(crate) fn offer<R: Rules, const N: usize>(
    view: &View<'_, R>,
    me: Seat,
    kinds: &'static [&'static str; N],
    sink: &mut impl Sink,
) {
    let offer = view.offer();
    flag(sink, "trade is open", "whether trade is possible now", view.trade_is_open());
    let (give, want) = sides::<R::Kind, N>(offer.map(|(exchange, _)| exchange));
    many(sink, "offer gives", kinds, 95, "what the active seat gives in its open offer", give);
    many(sink, "offer wants", kinds, 95, "what the active seat wants in its open offer", want);
    let to = offer.map_or(SeatSet::EMPTY, |(_, to)| to);
    let addressed: [f32; 3] = std::array::from_fn(|n| f32::from(u8::from(has(to, n + 1, me, view.seats()))));
    many(sink, "offered to", &crate::island::OTHERS, 1, "whether the seat is addressed", addressed);
    flag(sink, "offered to me", "whether this seat is addressed", to.contains(me));
}
