//! The island in words: places, cards, events and refusals that all games on it share. Each game adds its own words in [`IslandWords`].

use crate::parts::pictures::pictured;
use crate::words::{Lang, Names, Words, msg};
use catan::{
    BaseMap, Counts, Die, EdgeId, Harbour, HexId, HexSet, Kind, Layout, Piece, Rates, Resource, Rules, Seats,
    Terrain, VertexId, action, event, illegal,
};
use game::{Seat, SeatSet};

/// The message key of a resource's name.
#[must_use]
pub const fn resource_key(kind: Resource) -> &'static str {
    match kind {
        Resource::Brick => "resource-brick",
        Resource::Lumber => "resource-lumber",
        Resource::Wool => "resource-wool",
        Resource::Grain => "resource-grain",
        Resource::Ore => "resource-ore",
    }
}

/// The message key of a terrain's name.
#[must_use]
pub const fn terrain_key(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Hills => "terrain-hills",
        Terrain::Forest => "terrain-forest",
        Terrain::Pasture => "terrain-pasture",
        Terrain::Fields => "terrain-fields",
        Terrain::Mountains => "terrain-mountains",
        Terrain::Desert => "terrain-desert",
    }
}

/// The message key of a piece's name.
#[must_use]
pub const fn piece_key(piece: Piece) -> &'static str {
    match piece {
        Piece::Road => "piece-road",
        Piece::Settlement => "piece-settlement",
        Piece::City => "piece-city",
    }
}

/// The piece that an action takes from the supply for its price.
pub(crate) const fn built<R: Rules>(action: action::Action<R>) -> Option<Piece> {
    match action {
        action::Action::BuildRoad(_) => Some(Piece::Road),
        action::Action::BuildSettlement(_) => Some(Piece::Settlement),
        action::Action::BuildCity(_) => Some(Piece::City),
        _ => None,
    }
}

/// A sentence of a [`Narrator`] that addresses the reader where it is the reader's seat that acts.
macro_rules! by {
    ($narrator:expr, $seat:expr, $key:expr $(, $arg:ident = $value:expr)* $(,)?) => {
        msg!(
            $narrator.words,
            $key,
            you = $narrator.names.you($seat),
            name = $narrator.name($seat)
            $(, $arg = $value)*
        )
    };
}
pub(crate) use by;

/// A kind of card as messages name it.
pub trait Named: Kind {
    /// The message key of its name.
    fn key(self) -> &'static str;
    /// The message key of cards of the kind with their number.
    fn cards_key(self) -> &'static str;
}

/// An intersection or a path, identified by its surroundings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spot {
    Corner(VertexId),
    Side(EdgeId),
}

impl Spot {
    fn hexes(self) -> HexSet {
        match self {
            Spot::Corner(vertex) => vertex.hexes(),
            Spot::Side(edge) => edge.hexes(),
        }
    }

    /// Returns its direction from its hex, if it has only one: in twelfths of a circle, clockwise from the north.
    fn direction(self) -> Option<usize> {
        let mut hexes = self.hexes().into_iter();
        let corners = hexes.next().filter(|_| hexes.next().is_none())?.vertices();
        match self {
            Spot::Corner(vertex) => corners.iter().position(|&corner| corner == vertex).map(|at| 2 * at),
            Spot::Side(edge) => (0..6)
                .find(|&at| edge.ends().iter().all(|end| [corners[at], corners[(at + 1) % 6]].contains(end)))
                .map(|at| 2 * at + 1),
        }
    }

    /// Returns the number of places of its kind in this direction whose hexes have the same numbers, the number of those whose
    /// hexes also have the same terrains, and how many of the latter precede it. Places are ordered by rows from the north.
    fn likes(self, layout: &Layout) -> (usize, usize, usize) {
        let direction = self.direction();
        // What the words say of a hex.
        let ground = |hex: HexId| (layout.numbers[hex], layout.terrain[hex] as u8);
        let around = |spot: Spot| {
            let mut around = [(u8::MAX, u8::MAX); 3];
            around.iter_mut().zip(spot.hexes()).for_each(|(told, hex)| *told = ground(hex));
            around.sort_unstable();
            around
        };
        let own = around(self);
        let (mut by_number, mut by_land, mut before, mut is_past) = (0, 0, 0, false);
        let mut compare = |other: Spot| {
            let others = around(other);
            let same = |(a, b): (&(u8, u8), &(u8, u8))| a.0 == b.0 && (a.0 > 0 || a.1 == b.1);
            if own.iter().zip(&others).all(same) && other.direction() == direction {
                by_number += 1;
                is_past |= other == self;
                by_land += usize::from(own == others);
                before += usize::from(own == others && !is_past);
            }
        };
        match self {
            Spot::Corner(_) => VertexId::all().for_each(|vertex| compare(Spot::Corner(vertex))),
            Spot::Side(_) => EdgeId::all().for_each(|edge| compare(Spot::Side(edge))),
        }
        (by_number, by_land, before)
    }
}

/// The message keys of directions, in twelfths of a circle clockwise from the north.
const DIRECTIONS: [&str; 12] = [
    "seen-north",
    "seen-upper-right",
    "seen-north-east",
    "seen-right",
    "seen-south-east",
    "seen-lower-right",
    "seen-south",
    "seen-lower-left",
    "seen-south-west",
    "seen-left",
    "seen-north-west",
    "seen-upper-left",
];

impl Named for Resource {
    fn key(self) -> &'static str {
        resource_key(self)
    }
    fn cards_key(self) -> &'static str {
        match self {
            Resource::Brick => "cards-brick",
            Resource::Lumber => "cards-lumber",
            Resource::Wool => "cards-wool",
            Resource::Grain => "cards-grain",
            Resource::Ore => "cards-ore",
        }
    }
}

/// The words peculiar to one game on the island; a [`Narrator`] supplies those of both games.
pub trait IslandWords: Rules<Map = BaseMap, Kind: Named> {
    /// The message key of the button that declines an option.
    const STOP: &'static str;

    /// Returns the button label of an action of this game alone.
    fn action(narrator: &Narrator<'_>, action: Self::OwnAction) -> String;
    /// Describes the place of such an action, if it has one.
    fn place(_: &Narrator<'_>, _: Self::OwnAction) -> Option<String> {
        None
    }
    /// Describes an event of this game alone.
    fn event(narrator: &Narrator<'_>, event: &Self::OwnEvent) -> String;
    /// Describes an event of both games for which this one has words of its own.
    fn event_otherwise(_: &Narrator<'_>, _: &event::Event<Self>) -> Option<String> {
        None
    }
    /// Names the decision that must be taken before anything else.
    fn decision(narrator: &Narrator<'_>, decision: Self::Decision) -> String;
    /// Explains a refusal of this game alone.
    fn refusal(narrator: &Narrator<'_>, why: &Self::OwnIllegal) -> String;
    /// Explains a refusal of both games for which this one has words of its own.
    fn refusal_otherwise(_: &Narrator<'_>, _: &illegal::Illegal<Self>) -> Option<String> {
        None
    }
}

/// The way in which texts refer to places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Places {
    /// By its name and what lies around it: `I17, between hills 6, forest 11 and pasture 2`.
    Whole,
    /// By its name alone, where a picture with names shows the rest: `I17`.
    Named,
    /// By the features that a picture without names shows: `intersection 6 · 11 · 2`.
    Seen,
}

/// Tells a game of Catan in one language, to one reader.
#[derive(Clone, Copy, Debug)]
pub struct Narrator<'a> {
    /// The language.
    pub words: Words,
    /// The names of the seats.
    pub names: &'a Names,
    /// The island, for places with their surroundings; without it texts name places by their id.
    pub layout: Option<&'a Layout>,
    /// The way in which texts refer to places.
    pub places: Places,
    /// Whether pictures of cards and dice replace their words, as in the log beside a picture of the board.
    pub(crate) pictures: bool,
}

impl<'a> Narrator<'a> {
    /// Tells places with their surroundings where the island is given.
    #[must_use]
    pub fn new(words: Words, names: &'a Names, layout: Option<&'a Layout>) -> Narrator<'a> {
        Narrator { words, names, layout, places: Places::Whole, pictures: false }
    }

    /// Returns the name of a seat.
    pub(crate) fn name(&self, seat: Seat) -> String {
        self.names.plain(self.words, seat)
    }

    /// Returns the names of several seats as a list.
    pub(crate) fn seats(&self, seats: SeatSet) -> String {
        let names: Vec<String> = seats.into_iter().map(|seat| self.name(seat)).collect();
        self.words.list(&names)
    }

    /// Cards with their counts: `1 brick and 2 wool`.
    #[must_use]
    pub fn cards<K: Named>(&self, cards: Counts<K>) -> String {
        let kinds = cards.kinds().map(|kind| msg!(self.words, kind.cards_key(), n = cards.count(kind)));
        let parts: Vec<String> = kinds.collect();
        if parts.is_empty() {
            return msg!(self.words, "cards-none");
        }
        self.pictured(
            cards.kinds().map(|kind| (kind.to_string(), cards.count(kind))),
            self.words.list(&parts),
        )
    }

    /// Cards that are not known.
    pub(crate) fn covered(&self, count: u8, words: String) -> String {
        self.pictured([("card".to_owned(), count)], words)
    }

    /// Returns the number on a die, as a picture or a digit.
    pub(crate) fn die(&self, die: Die, icon: &str) -> String {
        self.pictured([(format!("{icon}-{die}"), 1)], die.to_string())
    }

    /// These words, or pictures in their place.
    pub(crate) fn pictured(&self, icons: impl IntoIterator<Item = (String, u8)>, words: String) -> String {
        if self.pictures { pictured(icons, &words) } else { words }
    }

    /// One card of a kind: `1 ore`.
    pub(crate) fn one<K: Named>(&self, kind: K) -> String {
        self.cards(Counts::of(kind, 1))
    }

    /// A kind of card by its name.
    #[must_use]
    pub fn kind(&self, kind: impl Named) -> String {
        self.pictured([(kind.to_string(), 1)], msg!(self.words, kind.key()))
    }

    /// A hex by terrain and number: `hills 6`; by its number alone before the island is laid out.
    #[must_use]
    pub fn land(&self, hex: HexId) -> String {
        let Some(layout) = self.layout else { return hex.to_string() };
        let terrain = msg!(self.words, terrain_key(layout.terrain[hex]));
        match layout.numbers[hex] {
            0 => terrain,
            number => format!("{terrain} {number}"),
        }
    }

    /// Describes a place by its visible surroundings, uniquely among places of its kind: by the numbers of its hexes, or the
    /// terrain of a hex without one, `6 · 11 · 2`; on the coast, where one hex has several such places, with the direction from
    /// its middle, `12 (north)`; with the terrains too if the numbers occur twice; and if these do as well, with its row.
    fn seen(&self, layout: &Layout, spot: Spot) -> String {
        let number = |hex| match layout.numbers[hex] {
            0 => msg!(self.words, terrain_key(layout.terrain[hex])),
            number => number.to_string(),
        };
        let (by_number, by_land, before) = spot.likes(layout);
        let hexes = spot.hexes().into_iter();
        let mut told: Vec<String> = if by_number == 1 {
            hexes.map(number).collect()
        } else {
            hexes.map(|hex| self.land(hex)).collect()
        };
        told = vec![told.join(" · ")];
        if let Some(direction) = spot.direction() {
            told.push(format!("({})", msg!(self.words, DIRECTIONS[direction])));
        }
        if by_land > 1 {
            told.push(format!("({})", msg!(self.words, "seen-row", n = before + 1)));
        }
        told.join(" ")
    }

    /// A hex with its number on the board: `H4, hills 6`.
    #[must_use]
    pub fn hex(&self, hex: HexId) -> String {
        match self.layout {
            Some(_) if self.places == Places::Seen => self.land(hex),
            Some(_) => msg!(self.words, "place-hex", id = hex.to_string(), land = self.land(hex)),
            None => hex.to_string(),
        }
    }

    /// An intersection in a few words, within a sentence.
    pub(crate) fn corner(&self, vertex: VertexId) -> String {
        if self.places == Places::Seen { self.vertex(vertex) } else { vertex.to_string() }
    }

    /// A path in a few words, within a sentence.
    pub(crate) fn way(&self, edge: EdgeId) -> String {
        if self.places == Places::Seen { self.edge(edge) } else { edge.to_string() }
    }

    /// A hex without its number, which moves.
    pub(crate) fn ground(&self, hex: HexId) -> String {
        match self.layout {
            Some(layout) if self.places == Places::Seen => msg!(self.words, terrain_key(layout.terrain[hex])),
            _ => hex.to_string(),
        }
    }

    /// Describes the surroundings of an intersection: hexes, the coast, a harbour.
    #[must_use]
    pub fn around(&self, vertex: VertexId) -> String {
        let mut parts: Vec<String> = vertex.hexes().into_iter().map(|hex| self.land(hex)).collect();
        if parts.len() < 3 {
            parts.push(msg!(self.words, "place-coast"));
        }
        let harbour = self.layout.and_then(|layout| layout.harbour_at(vertex));
        parts.extend(harbour.map(|harbour| self.harbour(harbour)));
        self.words.list(&parts)
    }

    /// A harbour with its rate: `2:1 wool harbour`.
    pub(crate) fn harbour(&self, harbour: Harbour) -> String {
        match harbour {
            Harbour::Generic => msg!(self.words, "harbour-generic"),
            Harbour::Special(kind) => msg!(self.words, "harbour-special", kind = self.kind(kind)),
        }
    }

    /// An intersection with its surroundings: `I17, between hills 6, forest 11 and pasture 2`.
    #[must_use]
    pub fn vertex(&self, vertex: VertexId) -> String {
        match (self.layout, self.places) {
            (Some(_), Places::Whole) => {
                msg!(self.words, "place-intersection", id = vertex.to_string(), around = self.around(vertex))
            }
            (Some(layout), Places::Seen) => {
                msg!(self.words, "seen-intersection", hexes = self.seen(layout, Spot::Corner(vertex)))
            }
            _ => vertex.to_string(),
        }
    }

    /// A path with its ends and the hexes it runs between: `P25 from I17 to I22, between fields 9 and forest 11`.
    #[must_use]
    pub fn edge(&self, edge: EdgeId) -> String {
        match (self.layout, self.places) {
            (Some(_), Places::Whole) => {}
            (Some(layout), Places::Seen) => {
                return msg!(self.words, "seen-path", hexes = self.seen(layout, Spot::Side(edge)));
            }
            _ => return edge.to_string(),
        }
        let [from, to] = edge.ends().map(|end| end.to_string());
        let mut parts: Vec<String> = edge.hexes().into_iter().map(|hex| self.land(hex)).collect();
        if parts.len() < 2 {
            parts.push(msg!(self.words, "place-sea"));
        }
        let around = self.words.list(&parts);
        msg!(self.words, "place-path", id = edge.to_string(), from = from, to = to, around = around)
    }

    /// Describes the place of an action; for an action without a place, the action.
    #[must_use]
    pub fn place_of<R: IslandWords>(&self, action: action::Action<R>) -> String {
        use action::Action;
        match action {
            Action::BuildRoad(edge) => self.edge(edge),
            Action::BuildSettlement(vertex) | Action::BuildCity(vertex) => self.vertex(vertex),
            Action::MoveRobber(hex) => self.hex(hex),
            Action::Own(own) => R::place(self, own).unwrap_or_else(|| self.action(action)),
            other => self.action(other),
        }
    }

    /// Explains the refusal of a rate that a seat does not have, listing those it has.
    fn wrong_rate(&self, kind: String, rates: Rates) -> String {
        let w = self.words;
        let named: Vec<String> = rates.iter().map(|rate| format!("{rate}:1")).collect();
        msg!(w, "refusal-wrong-rate", kind = kind, n = named.len(), rates = w.list(&named))
    }

    /// Explains the refusal of a rate where only the best may be used.
    fn not_best_rate(&self, kind: String, best: u8) -> String {
        msg!(self.words, "refusal-not-best-rate", kind = kind, rate = best)
    }

    /// Returns the button label of an action: `Road on P25`.
    #[must_use]
    pub fn action<R: IslandWords>(&self, action: action::Action<R>) -> String {
        use action::Action;
        let w = self.words;
        match action {
            Action::Roll => msg!(w, "action-roll"),
            Action::BuildRoad(edge) => msg!(w, "action-road", place = self.edge(edge)),
            Action::BuildSettlement(vertex) => msg!(w, "action-settlement", place = self.vertex(vertex)),
            Action::BuildCity(vertex) => msg!(w, "action-city", place = self.vertex(vertex)),
            Action::Stop => msg!(w, R::STOP),
            Action::MoveRobber(hex) => msg!(w, "action-robber", place = self.hex(hex)),
            Action::Steal(seat) => msg!(w, "action-steal", name = self.name(seat)),
            Action::Discard(cards) => msg!(w, "action-discard", cards = self.cards(cards.cards())),
            Action::MaritimeTrade { give, get } => {
                msg!(w, "action-bank", give = self.cards(give.cards()), get = self.one(get))
            }
            Action::Offer { give, want, to } => msg!(
                w,
                "action-offer",
                give = self.cards(give.cards()),
                want = self.cards(want.cards()),
                names = self.seats(to)
            ),
            Action::AcceptOffer => msg!(w, "action-accept"),
            Action::RejectOffer => msg!(w, "action-reject"),
            Action::CounterOffer { give, want } => {
                msg!(w, "action-counter", give = self.cards(give.cards()), want = self.cards(want.cards()))
            }
            Action::Execute(seat) => msg!(w, "action-execute", name = self.name(seat)),
            Action::WithdrawOffer => msg!(w, "action-withdraw"),
            Action::Propose { give, want } => {
                msg!(w, "action-propose", give = self.cards(give.cards()), want = self.cards(want.cards()))
            }
            Action::WithdrawProposal => msg!(w, "action-withdraw-proposal"),
            Action::AcceptProposal(seat) => msg!(w, "action-accept-proposal", name = self.name(seat)),
            Action::RejectProposal(seat) => msg!(w, "action-reject-proposal", name = self.name(seat)),
            Action::EndTurn => msg!(w, "action-end"),
            Action::Own(own) => R::action(self, own),
            Action::DeclareVictory => msg!(w, "action-declare-victory"),
        }
    }

    /// Describes an event in a sentence.
    #[must_use]
    pub fn event<R: IslandWords>(&self, event: &event::Event<R>) -> String {
        use event::Event;
        if let Some(said) = R::event_otherwise(self, event) {
            return said;
        }
        let w = self.words;
        match *event {
            Event::LaidOut { .. } => msg!(w, "event-laid-out"),
            Event::RolledForStart { seat, dice } => {
                by!(
                    self,
                    seat,
                    "event-rolled-for-start",
                    first = self.die(dice.0, "die"),
                    second = self.die(dice.1, "die"),
                    sum = dice.0 + dice.1
                )
            }
            Event::Starts { seat } => by!(self, seat, "event-starts"),
            Event::BuiltRoad { seat, edge, .. } => {
                by!(self, seat, "event-built-road", place = self.edge(edge))
            }
            Event::BuiltSettlement { seat, vertex, .. } => {
                by!(self, seat, "event-built-settlement", place = self.vertex(vertex))
            }
            Event::BuiltCity { seat, vertex, .. } => {
                by!(self, seat, "event-built-city", place = self.vertex(vertex))
            }
            Event::StartingCards { seat, cards } => {
                by!(self, seat, "event-starting-cards", cards = self.cards(cards))
            }
            Event::Produced { cards } => self.produced(self.all_cards(&cards)),
            Event::Blocked { hex } => msg!(w, "event-blocked", place = self.hex(hex)),
            Event::Shortage { kind } => msg!(w, "event-shortage", kind = self.kind(kind)),
            Event::HandedInDiscard { seat } => by!(self, seat, "event-handed-in-discard"),
            Event::Discarded { cards } => self.discarded(self.all_cards(&cards)),
            Event::MovedRobber { seat, from, to } => {
                by!(self, seat, "event-moved-robber", from = self.hex(from), to = self.hex(to))
            }
            Event::Stole { thief, victim, card } => {
                self.stole(thief, victim, card.map(|kind| self.one(kind)))
            }
            Event::StoleNothing { thief, victim } => {
                let robbed = self.names.you(victim);
                by!(self, thief, "event-stole-nothing", victim = self.name(victim), robbed = robbed)
            }
            Event::DeclinedTheft { seat } => by!(self, seat, "event-declined-theft"),
            Event::TookFromSupply { seat, cards } => {
                by!(self, seat, "event-took-from-supply", cards = self.cards(cards))
            }
            Event::Monopolized { seat, kind, counts } => {
                let total: u32 = counts.as_ref().iter().copied().map(u32::from).sum();
                by!(self, seat, "event-monopolized", kind = self.kind(kind), total = total)
            }
            Event::TradedWithSupply { seat, give, get } => {
                by!(self, seat, "event-traded-with-supply", give = self.cards(give), get = self.one(get))
            }
            Event::Offered { seat, give, want, to } => by!(
                self,
                seat,
                "event-offered",
                give = self.cards(give),
                want = self.cards(want),
                names = self.names.listed(w, to, "you-receiving")
            ),
            Event::AcceptedOffer { seat } => by!(self, seat, "event-accepted-offer"),
            Event::RejectedOffer { seat } => by!(self, seat, "event-rejected-offer"),
            Event::Countered { seat, give, want } => {
                by!(self, seat, "event-countered", give = self.cards(give), want = self.cards(want))
            }
            Event::WithdrewOffer { seat } => by!(self, seat, "event-withdrew-offer"),
            Event::Proposed { seat, give, want } => {
                by!(self, seat, "event-proposed", give = self.cards(give), want = self.cards(want))
            }
            Event::WithdrewProposal { seat } => by!(self, seat, "event-withdrew-proposal"),
            Event::RejectedProposal { seat, proposer } => {
                let own = self.names.you(proposer);
                by!(self, seat, "event-rejected-proposal", proposer = self.name(proposer), own = own)
            }
            Event::Lapsed { seat } => by!(self, seat, "event-lapsed"),
            Event::OffersEnded => msg!(w, "event-offers-ended"),
            Event::Traded { active, partner, gave, got } => {
                self.traded(active, partner, self.cards(gave), self.cards(got))
            }
            Event::LongestRoad { holder: Some(seat), length, .. } => {
                by!(self, seat, "event-longest-road", length = length)
            }
            Event::LongestRoad { holder: None, .. } => msg!(w, "event-longest-road-aside"),
            Event::RoadBuildingEnded { seat } => by!(self, seat, "event-road-building-ended"),
            Event::TurnEnded { seat, next } => {
                by!(self, seat, "event-turn-ended", next = self.name(next), follows = self.names.you(next))
            }
            Event::Own(own) => R::event(self, &own),
            Event::Over { outcome, .. } => match outcome.winners.lowest() {
                Some(seat) => by!(self, seat, "event-won"),
                None => msg!(w, "event-no-winner"),
            },
        }
    }

    /// The cards of the seats that have any.
    fn all_cards<K: Named>(&self, cards: &impl Seats<Counts<K>>) -> Vec<(Seat, String)> {
        cards.iter().filter(|(_, cards)| !cards.is_empty()).map(|(seat, &c)| (seat, self.cards(c))).collect()
    }

    /// Describes the production of a roll, with the cards already in words.
    fn produced(&self, cards: Vec<(Seat, String)>) -> String {
        if cards.is_empty() {
            return msg!(self.words, "event-produced-nothing");
        }
        let part = |(seat, cards)| by!(self, seat, "event-produced-part", cards = cards);
        let parts: Vec<String> = cards.into_iter().map(part).collect();
        msg!(self.words, "event-produced", parts = parts.join("; "))
    }

    /// Describes discarded cards, with the cards already in words.
    fn discarded(&self, cards: Vec<(Seat, String)>) -> String {
        let part = |(seat, cards)| by!(self, seat, "event-discarded-part", cards = cards);
        let parts: Vec<String> = cards.into_iter().map(part).collect();
        msg!(self.words, "event-discarded", parts = parts.join("; "))
    }

    /// Describes a theft, with the card already in words, if it is known.
    fn stole(&self, thief: Seat, victim: Seat, card: Option<String>) -> String {
        let card = card.unwrap_or_else(|| self.covered(1, msg!(self.words, "event-stole-hidden")));
        // Who is robbed stands in an oblique case, so the message knows whether it is the reader.
        let robbed = self.names.you(victim);
        by!(self, thief, "event-stole", victim = self.name(victim), robbed = robbed, card = card)
    }

    /// Describes an exchange, with the cards already in words, and from the reader's side if the reader is the partner.
    fn traded(&self, active: Seat, partner: Seat, gave: String, got: String) -> String {
        let (first, second, gave, got) = if self.names.is_you(partner) {
            (partner, active, got, gave)
        } else {
            (active, partner, gave, got)
        };
        by!(self, first, "event-traded", partner = self.name(second), gave = gave, got = got)
    }

    /// Explains a refusal in a sentence, without the clause.
    #[must_use]
    pub fn refusal<R: IslandWords>(&self, why: &illegal::Illegal<R>) -> String {
        let said = R::refusal_otherwise(self, why).unwrap_or_else(|| self.shared_refusal(why));
        // Some begin with their place: with its name, or with what is seen of it.
        if self.places == Places::Seen { capitalized(&said) } else { said }
    }

    /// Explains a refusal in the words shared by both games.
    fn shared_refusal<R: IslandWords>(&self, why: &illegal::Illegal<R>) -> String {
        use illegal::Illegal as I;
        let w = self.words;
        match *why {
            I::GameOver => msg!(w, "refusal-game-over"),
            I::NoSuchSeat { seat } => msg!(w, "refusal-no-such-seat", seat = seat.to_string()),
            I::ChanceDue => msg!(w, "refusal-chance-due"),
            I::ChanceNotDue => msg!(w, "refusal-chance-not-due"),
            I::ImpossibleChance { reason, .. } => msg!(w, "refusal-impossible-chance", reason = reason),
            I::NotYourTurn { deciding } => msg!(w, "refusal-not-your-turn", name = self.seats(deciding)),
            I::OffersFromActive { active } => {
                msg!(w, "refusal-offers-from-active", name = self.name(active))
            }
            I::OwnTurn => msg!(w, "refusal-own-turn"),
            I::DecisionOpen { decision } => R::decision(self, decision),
            I::NotAsked { .. } => msg!(w, "refusal-not-asked"),
            I::RollFirst => msg!(w, "refusal-roll-first"),
            I::AlreadyRolled => msg!(w, "refusal-already-rolled"),
            I::CannotPay { price } => msg!(w, "refusal-cannot-pay", price = self.cards(price)),
            I::NoPieceLeft { piece } => match piece {
                Piece::Road => msg!(w, "refusal-no-road-left"),
                Piece::Settlement => msg!(w, "refusal-no-settlement-left"),
                Piece::City => msg!(w, "refusal-no-city-left"),
            },
            I::PathTaken { edge } => msg!(w, "refusal-path-taken", place = self.way(edge)),
            I::NotConnected { edge } => msg!(w, "refusal-not-connected", place = self.way(edge)),
            I::RoadBlocked { edge, vertex, .. } => {
                msg!(w, "refusal-road-blocked", place = self.way(edge), building = self.corner(vertex))
            }
            I::NotAtNewBuilding { edge, vertex } => msg!(
                w,
                "refusal-not-at-new-settlement",
                place = self.way(edge),
                settlement = self.corner(vertex)
            ),
            I::IntersectionTaken { vertex } => {
                msg!(w, "refusal-intersection-taken", place = self.corner(vertex))
            }
            I::TooClose { vertex, neighbour } => {
                msg!(w, "refusal-too-close", place = self.corner(vertex), neighbour = self.corner(neighbour))
            }
            I::NoRoadTo { vertex, .. } => msg!(w, "refusal-no-road-to", place = self.corner(vertex)),
            I::NotOwnSettlement { vertex } => {
                msg!(w, "refusal-not-own-settlement", place = self.corner(vertex))
            }
            I::TradeOver => msg!(w, "refusal-trade-over"),
            I::SupplyLacks { kind, .. } => msg!(w, "refusal-supply-lacks", kind = self.kind(kind)),
            I::RobberStays { hex } => msg!(w, "refusal-robber-stays", place = self.hex(hex)),
            I::FriendlyRobber { hex, seat } => {
                msg!(w, "refusal-friendly-robber", place = self.hex(hex), name = self.name(seat))
            }
            I::NotAVictim { seat } => msg!(w, "refusal-not-a-victim", name = self.name(seat)),
            I::MustSteal => msg!(w, "refusal-must-steal"),
            I::AlreadyHandedIn => msg!(w, "refusal-already-discarded"),
            I::WrongCount { owed, given, .. } => msg!(w, "refusal-wrong-discard", owed = owed, given = given),
            I::NotInHand { cards, .. } => msg!(w, "refusal-not-in-hand", cards = self.cards(cards)),
            I::MixedKinds => msg!(w, "refusal-mixed-kinds"),
            I::SameKind { kind } => msg!(w, "refusal-same-kind", kind = self.kind(kind)),
            I::WrongRate { kind, rates } => self.wrong_rate(self.kind(kind), rates),
            I::NotBestRate { kind, best } => self.not_best_rate(self.kind(kind), best),
            I::Gift => msg!(w, "refusal-gift"),
            I::KindOnBothSides { kind } => msg!(w, "refusal-kind-on-both-sides", kind = self.kind(kind)),
            I::BadAddressees => msg!(w, "refusal-bad-addressees"),
            I::NoOffer => msg!(w, "refusal-no-offer"),
            I::NotAddressed => msg!(w, "refusal-not-addressed"),
            I::SameAnswer => msg!(w, "refusal-same-answer"),
            I::NotAgreed { seat } => msg!(w, "refusal-not-agreed", name = self.name(seat)),
            I::NoProposal { seat } => msg!(w, "refusal-no-proposal", name = self.name(seat)),
            I::OfferLimit { limit } => msg!(w, "refusal-offer-limit", limit = limit),
            I::TooFewPoints { points, goal } => {
                msg!(w, "refusal-too-few-points", points = points, goal = goal)
            }
            I::Own(own) => R::refusal(self, &own),
            I::DeclaredAutomatically => msg!(w, "refusal-declared-automatically"),
        }
    }
}

/// A sentence with a capital letter in front.
fn capitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Explains a refusal in a sentence in `lang`, with seats named by `names`.
///
/// ```
/// use catan::Illegal;
/// use pages::{Lang, Names, catan::refusal};
/// let why = Illegal::TooClose { vertex: "I17".parse().unwrap(), neighbour: "I12".parse().unwrap() };
/// assert_eq!(
///     refusal(Lang::De, &Names::letters(), &why),
///     "I17 liegt direkt neben dem Gebäude auf I12; dazwischen muss eine Kreuzung frei bleiben."
/// );
/// ```
#[must_use]
pub fn refusal<R: IslandWords>(lang: Lang, names: &Names, why: &illegal::Illegal<R>) -> String {
    Narrator::new(Words::new(lang), names, None).refusal(why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use catan::{Catan, Options};
    use game::{Seed, Viewer};
    use std::collections::BTreeSet;

    #[test]
    fn no_two_places_are_told_alike_beside_the_board() {
        let names = Names::letters();
        let mut options = Options::default();
        options.set("setup", "variable").unwrap();
        options.set("numbers", "random").unwrap();
        let drawn = |seed| {
            let mut game = Catan::new(&options);
            let layout = game.draw(&mut Seed(seed).substream("layout", 0));
            game.resolve(layout, &mut ()).unwrap();
            *game.view(Viewer::Spectator).layout().unwrap()
        };
        let layouts: Vec<Layout> = (0..40).map(drawn).chain([Layout::beginner()]).collect();
        for layout in &layouts {
            for lang in [Lang::En, Lang::De] {
                let narrator = Narrator {
                    places: Places::Seen,
                    ..Narrator::new(Words::new(lang), &names, Some(layout))
                };
                let corners: BTreeSet<String> =
                    VertexId::all().map(|vertex| narrator.vertex(vertex)).collect();
                assert_eq!(corners.len(), VertexId::all().count(), "{corners:?}");
                let paths: BTreeSet<String> = EdgeId::all().map(|edge| narrator.edge(edge)).collect();
                assert_eq!(paths.len(), EdgeId::all().count(), "{paths:?}");
            }
        }
    }
}
