//! Longest Road (`CATAN-LR`): in Cities & Knights interrupted by opponents' knights too (`CK-LR-1`).

use crate::event::Event;
use crate::rules::Rules;
use crate::state::Island;
use crate::topology::Map;
use crate::{Edge, Edges, Vertex, Vertices};
use game::{Observer, Seat};

/// Returns the holder of the Longest Road card once `lengths` has changed.
///
/// Fewer than five segments hold nothing (`CATAN-LR-1`); the holder keeps a tie (`CATAN-LR-5`); a tie among others sets the card
/// aside (`CATAN-LR-6`), and it is awarded as soon as one seat alone leads (`CATAN-LR-7`).
///
/// ```
/// use catan::rules::longest_road::longest_road_holder;
/// use game::{BySeat, Seat};
/// let a = Some(Seat::A);
/// assert_eq!(longest_road_holder(a, &BySeat([5, 5, 0, 0])), a);
/// assert_eq!(longest_road_holder(a, &BySeat([3, 6, 6, 0])), None); // A was cut, B and C tie
/// ```
#[must_use]
pub fn longest_road_holder(holder: Option<Seat>, lengths: &impl AsRef<[u8]>) -> Option<Seat> {
    let lengths = lengths.as_ref();
    let longest = lengths.iter().copied().max().filter(|&length| length >= 5)?;
    let mut leaders = Seat::first(lengths.len()).filter(|seat| lengths[seat.index()] == longest);
    match (holder, leaders.next(), leaders.next()) {
        (Some(seat), ..) if lengths[seat.index()] == longest => Some(seat),
        (_, sole, None) => sole,
        _ => None,
    }
}

/// The length of the longest trail along `roads` (`CATAN-LR-2`): no path twice, intersections as often as one likes,
/// but never through one of `blocked`, the intersections with opponents' buildings; it may start or end there
/// (`CATAN-LR-3`, `CATAN-LR-4`).
#[must_use]
pub fn longest_trail<M: Map>(roads: Edges<M>, blocked: Vertices<M>) -> u8 {
    // Where two roads meet in the open, a trail along one of them goes on along the other: no longest one starts there, but on a
    // ring that nothing else meets.
    let is_end = |start: Vertex<M>| blocked.contains(start) || (start.edges() & roads).len() != 2;
    let longest = longest_starting(is_end, roads, blocked);
    // Such a ring is longer only if it has more roads than the trail found, which are others.
    if roads.len() > 2 * usize::from(longest) { longest_starting(|_| true, roads, blocked) } else { longest }
}

/// The longest trail that starts at one of these intersections.
#[inline]
fn longest_starting<M: Map>(
    is_start: impl Fn(Vertex<M>) -> bool,
    roads: Edges<M>,
    blocked: Vertices<M>,
) -> u8 {
    let mut longest = 0;
    for edge in roads {
        // Every trail starts with some road away from some intersection.
        for start in edge.ends().into_iter().filter(|&start| is_start(start)) {
            let onward = longest_from(edge.other_end(start), roads - Edges::one(edge), blocked);
            longest = longest.max(1 + onward);
        }
    }
    longest
}

/// The longest trail that uses `edge`, one of `roads`.
///
/// A new road lengthens a seat's longest trail only by being part of it, so no other trail matters after a new road. The trails
/// beyond the two ends are two searches, unless a ring joins them: then the two halves of the trail may compete for the same
/// roads.
#[must_use]
pub fn longest_trail_through<M: Map>(edge: Edge<M>, roads: Edges<M>, blocked: Vertices<M>) -> u8 {
    let [a, b] = edge.ends();
    let rest = roads - Edges::one(edge);
    let open = |end: Vertex<M>| !(end.edges() & rest).is_empty() && !blocked.contains(end);
    match (open(a), open(b)) {
        (false, false) => 1,
        (true, false) => 1 + longest_from(a, rest, blocked),
        (false, true) => 1 + longest_from(b, rest, blocked),
        (true, true) if (reachable_from(a, rest, blocked) & b.edges()).is_empty() => {
            1 + longest_from(a, rest, blocked) + longest_from(b, rest, blocked)
        }
        (true, true) => 1 + longest_both_ways(a, b, rest, blocked),
    }
}

/// The longest trail onward from `vertex` along `roads`, at most two of which meet there.
fn longest_from<M: Map>(mut vertex: Vertex<M>, mut roads: Edges<M>, blocked: Vertices<M>) -> u8 {
    let mut length = 0;
    // Walks along as long as there is one way on, and searches both at a fork.
    loop {
        let mut onward = (vertex.edges() & roads).into_iter();
        let Some(first) = onward.next() else { return length };
        if blocked.contains(vertex) {
            return length;
        }
        if let Some(second) = onward.next() {
            let by_second = longest_from(second.other_end(vertex), roads - Edges::one(second), blocked);
            let by_first = longest_from(first.other_end(vertex), roads - Edges::one(first), blocked);
            return length + 1 + by_first.max(by_second);
        }
        length += 1;
        roads.remove(first);
        vertex = first.other_end(vertex);
    }
}

/// The longest pair of trails onward from `a` and from `b` that share no road.
fn longest_both_ways<M: Map>(a: Vertex<M>, b: Vertex<M>, roads: Edges<M>, blocked: Vertices<M>) -> u8 {
    let mut longest = longest_from(b, roads, blocked);
    if blocked.contains(a) {
        return longest;
    }
    for edge in a.edges() & roads {
        let onward = longest_both_ways(edge.other_end(a), b, roads - Edges::one(edge), blocked);
        longest = longest.max(1 + onward);
    }
    longest
}

/// All of `roads` that some trail from `vertex` uses.
fn reachable_from<M: Map>(vertex: Vertex<M>, roads: Edges<M>, blocked: Vertices<M>) -> Edges<M> {
    let mut reached = Edges::EMPTY;
    let mut ahead = vertex.edges() & roads;
    while let Some(edge) = ahead.into_iter().next() {
        reached.insert(edge);
        for end in edge.ends() {
            if !blocked.contains(end) {
                ahead = ahead | (end.edges() & roads);
            }
        }
        ahead = ahead - reached;
    }
    reached
}

impl<R: Rules> Island<R> {
    /// A road of `seat` was placed on `edge`: its longest trail may have grown, and only through it.
    #[inline]
    pub(crate) fn measure_through(
        &mut self,
        seat: Seat,
        edge: Edge<R::Map>,
        obstacles: Vertices<R::Map>,
        observer: &mut impl Observer<Event<R>>,
    ) {
        let length = longest_trail_through(edge, self.roads[seat], obstacles);
        if length > self.road_lengths[seat] {
            self.road_lengths[seat] = length;
            self.award_longest_road(observer);
        }
    }

    /// Measures the roads of others that pass an intersection where a piece of `owner` has come or gone (`CATAN-LR-8`,
    /// `CK-LR-2`); they are whole again if a knight left (`CK-KNIGHT-7`). Returns whether there are any; the caller awards the
    /// card once its step is done (`CK-LR-4`).
    pub(crate) fn measure_past(&mut self, owner: Seat, vertex: Vertex<R::Map>) -> bool {
        let mut passed = false;
        for seat in Seat::first(R::SEATS) {
            // A single road that ends here was never passed through.
            if seat != owner && (vertex.edges() & self.roads[seat]).len() >= 2 {
                self.measure(seat);
                passed = true;
            }
        }
        passed
    }

    /// Measures the roads of others that pass an intersection which a piece of `owner` has left (`CK-KNIGHT-7`). Only a trail past
    /// it can be longer than before; it takes two of at most three roads there, so leaving one out loses none.
    pub(crate) fn measure_through_left(&mut self, owner: Seat, vertex: Vertex<R::Map>) {
        for seat in Seat::first(R::SEATS) {
            let here = vertex.edges() & self.roads[seat];
            if seat != owner && here.len() >= 2 {
                let obstacles = R::obstacles(self, seat);
                for edge in here.into_iter().skip(1) {
                    let length = longest_trail_through(edge, self.roads[seat], obstacles);
                    self.road_lengths[seat] = self.road_lengths[seat].max(length);
                }
            }
        }
    }

    /// Measures all roads of a seat.
    pub(crate) fn measure(&mut self, seat: Seat) {
        self.road_lengths[seat] = longest_trail(self.roads[seat], R::obstacles(self, seat));
    }

    /// Evaluates the card (`CATAN-LR-5` to `CATAN-LR-7`, `CATAN-LR-9`); a road that is whole again has no older right to it
    /// (`CK-LR-3`).
    pub(crate) fn award_longest_road(&mut self, observer: &mut impl Observer<Event<R>>) {
        let holder = longest_road_holder(self.longest_road, &self.road_lengths);
        if holder != self.longest_road {
            let from = std::mem::replace(&mut self.longest_road, holder);
            let length = holder.map_or(0, |seat| self.road_lengths[seat]);
            observer.observe(Event::LongestRoad { holder, from, length });
        }
    }
}
