//! Catan in words: places, cards, events, refusals.

use crate::{Lang, Names, Words, say};
use catan::{
    Action, Bundle, Cards, DevelopmentCard, EdgeId, Event, Harbour, HexId, Illegal, Layout, OwnAction, Phase,
    Piece, Rates, Required, Resource, Terrain, VertexId,
};
use game::{BySeat, Seat, SeatSet};

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

/// The message key of cards of a kind with their number.
pub(crate) const fn cards_key(kind: Resource) -> &'static str {
    match kind {
        Resource::Brick => "cards-brick",
        Resource::Lumber => "cards-lumber",
        Resource::Wool => "cards-wool",
        Resource::Grain => "cards-grain",
        Resource::Ore => "cards-ore",
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

/// The message key of a development card's name.
#[must_use]
pub const fn card_key(card: DevelopmentCard) -> &'static str {
    match card {
        DevelopmentCard::Knight => "card-knight",
        DevelopmentCard::RoadBuilding => "card-road-building",
        DevelopmentCard::YearOfPlenty => "card-year-of-plenty",
        DevelopmentCard::Monopoly => "card-monopoly",
        DevelopmentCard::VictoryPoint => "card-victory-point",
    }
}

/// The message key of what a development card does.
#[must_use]
pub const fn card_about_key(card: DevelopmentCard) -> &'static str {
    match card {
        DevelopmentCard::Knight => "card-knight-about",
        DevelopmentCard::RoadBuilding => "card-road-building-about",
        DevelopmentCard::YearOfPlenty => "card-year-of-plenty-about",
        DevelopmentCard::Monopoly => "card-monopoly-about",
        DevelopmentCard::VictoryPoint => "card-victory-point-about",
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

/// A sentence of a [`Teller`] that addresses the reader where it is the reader's seat that acts.
macro_rules! by {
    ($teller:expr, $seat:expr, $key:expr $(, $arg:ident = $value:expr)* $(,)?) => {
        say!(
            $teller.words,
            $key,
            you = $teller.names.you($seat),
            name = $teller.name($seat)
            $(, $arg = $value)*
        )
    };
}
pub(crate) use by;

/// Tells a game of Catan in one language, to one reader.
#[derive(Clone, Copy, Debug)]
pub struct Teller<'a> {
    /// The language.
    pub words: Words,
    /// What the seats are called.
    pub names: &'a Names,
    /// The island, for places with their surroundings; without it places are told by their number.
    pub layout: Option<&'a Layout>,
    /// Whether intersections and paths are told by their number alone, because a picture shows where they are.
    pub brief: bool,
}

impl<'a> Teller<'a> {
    /// Tells places with their surroundings where the island is given.
    #[must_use]
    pub fn new(words: Words, names: &'a Names, layout: Option<&'a Layout>) -> Teller<'a> {
        Teller { words, names, layout, brief: false }
    }

    /// What a seat is called.
    pub(crate) fn name(&self, seat: Seat) -> String {
        self.names.plain(self.words, seat)
    }

    /// What several seats are called.
    pub(crate) fn seats(&self, seats: SeatSet) -> String {
        let names: Vec<String> = seats.into_iter().map(|seat| self.name(seat)).collect();
        self.words.list(&names)
    }

    /// Cards with their counts: `1 brick and 2 wool`.
    #[must_use]
    pub fn cards(&self, cards: Cards) -> String {
        self.counted(cards.kinds().map(|kind| (cards_key(kind), cards.count(kind))))
    }

    /// Things with their counts by the keys of their messages.
    pub(crate) fn counted(&self, things: impl Iterator<Item = (&'static str, u8)>) -> String {
        let parts: Vec<String> = things.map(|(key, n)| say!(self.words, key, n = n)).collect();
        if parts.is_empty() { say!(self.words, "cards-none") } else { self.words.list(&parts) }
    }

    fn bundle(&self, cards: Bundle) -> String {
        self.cards(cards.into())
    }

    /// A resource by its name.
    #[must_use]
    pub fn resource(&self, kind: Resource) -> String {
        say!(self.words, resource_key(kind))
    }

    /// A development card by its name.
    #[must_use]
    pub fn card(&self, card: DevelopmentCard) -> String {
        say!(self.words, card_key(card))
    }

    /// A hex by terrain and number: `hills 6`; by its number alone before the island is laid out.
    #[must_use]
    pub fn land(&self, hex: HexId) -> String {
        let Some(layout) = self.layout else { return hex.to_string() };
        let terrain = say!(self.words, terrain_key(layout.terrain[hex]));
        match layout.numbers[hex] {
            0 => terrain,
            number => format!("{terrain} {number}"),
        }
    }

    /// A hex with its number on the board: `H4, hills 6`.
    #[must_use]
    pub fn hex(&self, hex: HexId) -> String {
        match self.layout {
            Some(_) => say!(self.words, "place-hex", id = hex.to_string(), land = self.land(hex)),
            None => hex.to_string(),
        }
    }

    /// What lies around an intersection: hexes, the coast, a harbour.
    #[must_use]
    pub fn around(&self, vertex: VertexId) -> String {
        let mut parts: Vec<String> = vertex.hexes().into_iter().map(|hex| self.land(hex)).collect();
        if parts.len() < 3 {
            parts.push(say!(self.words, "place-coast"));
        }
        match self.layout.and_then(|layout| layout.harbour_at(vertex)) {
            None => {}
            Some(Harbour::Generic) => parts.push(say!(self.words, "harbour-generic")),
            Some(Harbour::Special(kind)) => {
                parts.push(say!(self.words, "harbour-special", kind = self.resource(kind)));
            }
        }
        self.words.list(&parts)
    }

    /// An intersection with its surroundings: `I17, between hills 6, forest 11 and pasture 2`.
    #[must_use]
    pub fn vertex(&self, vertex: VertexId) -> String {
        match self.layout {
            Some(_) if !self.brief => {
                say!(self.words, "place-intersection", id = vertex.to_string(), around = self.around(vertex))
            }
            _ => vertex.to_string(),
        }
    }

    /// A path with its ends and the hexes it runs between: `P25 from I17 to I22, between fields 9 and forest 11`.
    #[must_use]
    pub fn edge(&self, edge: EdgeId) -> String {
        if self.layout.is_none() || self.brief {
            return edge.to_string();
        }
        let [from, to] = edge.ends().map(|end| end.to_string());
        let mut parts: Vec<String> = edge.hexes().into_iter().map(|hex| self.land(hex)).collect();
        if parts.len() < 2 {
            parts.push(say!(self.words, "place-sea"));
        }
        let around = self.words.list(&parts);
        say!(self.words, "place-path", id = edge.to_string(), from = from, to = to, around = around)
    }

    /// Where an action takes place, in words; what it does, for one that has no place.
    #[must_use]
    pub fn place_of(&self, action: Action) -> String {
        match action {
            Action::BuildRoad(edge) => self.edge(edge),
            Action::BuildSettlement(vertex) | Action::BuildCity(vertex) => self.vertex(vertex),
            Action::MoveRobber(hex) => self.hex(hex),
            other => self.action(other),
        }
    }

    /// What [`Action::Stop`] leaves in this phase, as the words of a button.
    #[must_use]
    pub fn decline(&self, phase: Phase) -> String {
        match phase {
            Phase::ChoosingVictim { .. } => say!(self.words, "action-decline-theft"),
            _ => self.action(Action::Stop),
        }
    }

    /// What stands against a rate that a seat has not got: those that it has.
    pub(crate) fn wrong_rate(&self, kind: String, rates: Rates) -> String {
        let w = self.words;
        let named: Vec<String> = rates.iter().map(|rate| format!("{rate}:1")).collect();
        say!(w, "refusal-wrong-rate", kind = kind, n = named.len(), rates = w.list(&named))
    }

    /// What stands against a rate where only the best may be used.
    pub(crate) fn not_best_rate(&self, kind: String, best: u8) -> String {
        say!(self.words, "refusal-not-best-rate", kind = kind, rate = best)
    }

    /// What an action does, as the words of a button: `Road on P25`.
    #[must_use]
    pub fn action(&self, action: Action) -> String {
        let w = self.words;
        match action {
            Action::Roll => say!(w, "action-roll"),
            Action::BuildRoad(edge) => say!(w, "action-road", place = self.edge(edge)),
            Action::BuildSettlement(vertex) => say!(w, "action-settlement", place = self.vertex(vertex)),
            Action::BuildCity(vertex) => say!(w, "action-city", place = self.vertex(vertex)),
            Action::Own(OwnAction::BuyDevelopmentCard) => say!(w, "action-buy"),
            Action::Own(OwnAction::PlayKnight) => say!(w, "action-knight"),
            Action::Own(OwnAction::PlayRoadBuilding) => say!(w, "action-road-building"),
            Action::Own(OwnAction::PlayYearOfPlenty(first, second)) => {
                let second = second.map_or(Cards::NONE, |kind| Cards::of(kind, 1));
                let cards = Cards::of(first, 1) + second;
                say!(w, "action-year-of-plenty", cards = self.cards(cards))
            }
            Action::Own(OwnAction::PlayMonopoly(kind)) => {
                say!(w, "action-monopoly", kind = self.resource(kind))
            }
            Action::Stop => say!(w, "action-stop"),
            Action::MoveRobber(hex) => say!(w, "action-robber", place = self.hex(hex)),
            Action::Steal(seat) => say!(w, "action-steal", name = self.name(seat)),
            Action::Discard(cards) => say!(w, "action-discard", cards = self.bundle(cards)),
            Action::MaritimeTrade { give, get } => {
                let get = self.cards(Cards::of(get, 1));
                say!(w, "action-bank", give = self.bundle(give), get = get)
            }
            Action::Offer { give, want, to } => say!(
                w,
                "action-offer",
                give = self.bundle(give),
                want = self.bundle(want),
                names = self.seats(to)
            ),
            Action::AcceptOffer => say!(w, "action-accept"),
            Action::RejectOffer => say!(w, "action-reject"),
            Action::CounterOffer { give, want } => {
                say!(w, "action-counter", give = self.bundle(give), want = self.bundle(want))
            }
            Action::Execute(seat) => say!(w, "action-execute", name = self.name(seat)),
            Action::WithdrawOffer => say!(w, "action-withdraw"),
            Action::Propose { give, want } => {
                say!(w, "action-propose", give = self.bundle(give), want = self.bundle(want))
            }
            Action::WithdrawProposal => say!(w, "action-withdraw-proposal"),
            Action::AcceptProposal(seat) => say!(w, "action-accept-proposal", name = self.name(seat)),
            Action::RejectProposal(seat) => say!(w, "action-reject-proposal", name = self.name(seat)),
            Action::EndTurn => say!(w, "action-end"),
            Action::DeclareVictory => say!(w, "action-declare-victory"),
        }
    }

    /// What happened, as a sentence.
    #[must_use]
    pub fn event(&self, event: &Event) -> String {
        let w = self.words;
        match *event {
            Event::LaidOut { .. } => say!(w, "event-laid-out"),
            Event::RolledForStart { seat, dice } => {
                by!(
                    self,
                    seat,
                    "event-rolled-for-start",
                    first = dice.0,
                    second = dice.1,
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
            Event::BuiltCity { seat, vertex } => {
                by!(self, seat, "event-built-city", place = self.vertex(vertex))
            }
            Event::StartingCards { seat, cards } => {
                by!(self, seat, "event-starting-cards", cards = self.cards(cards))
            }
            Event::Rolled { seat, dice } => {
                by!(self, seat, "event-rolled", first = dice.0, second = dice.1, sum = dice.0 + dice.1)
            }
            Event::Produced { cards } => self.produced(self.all_cards(&cards)),
            Event::Blocked { hex } => say!(w, "event-blocked", place = self.hex(hex)),
            Event::Shortage { kind } => say!(w, "event-shortage", kind = self.resource(kind)),
            Event::HandedInDiscard { seat } => by!(self, seat, "event-handed-in-discard"),
            Event::Discarded { cards } => self.discarded(self.all_cards(&cards)),
            Event::MovedRobber { seat, from, to } => {
                by!(self, seat, "event-moved-robber", from = self.hex(from), to = self.hex(to))
            }
            Event::Stole { thief, victim, card } => {
                self.stole(thief, victim, card.map(|kind| self.cards(Cards::of(kind, 1))))
            }
            Event::StoleNothing { thief, victim } => {
                let robbed = self.names.you(victim);
                by!(self, thief, "event-stole-nothing", victim = self.name(victim), robbed = robbed)
            }
            Event::DeclinedTheft { seat } => by!(self, seat, "event-declined-theft"),
            Event::BoughtCard { seat, card } => match card {
                Some(card) => by!(self, seat, "event-bought-card", card = self.card(card)),
                None => by!(self, seat, "event-bought-hidden-card"),
            },
            Event::PlayedCard { seat, card } => by!(self, seat, "event-played-card", card = self.card(card)),
            Event::TookFromSupply { seat, cards } => {
                by!(self, seat, "event-took-from-supply", cards = self.cards(cards))
            }
            Event::Monopolized { seat, kind, counts } => {
                let total: u32 = counts.0.iter().copied().map(u32::from).sum();
                by!(self, seat, "event-monopolized", kind = self.resource(kind), total = total)
            }
            Event::TradedWithSupply { seat, give, get } => {
                let get = self.cards(Cards::of(get, 1));
                by!(self, seat, "event-traded-with-supply", give = self.cards(give), get = get)
            }
            Event::Offered { seat, give, want, to } => by!(
                self,
                seat,
                "event-offered",
                give = self.cards(give),
                want = self.cards(want),
                names = self.seats(to)
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
                by!(self, seat, "event-rejected-proposal", proposer = self.name(proposer))
            }
            Event::Lapsed { seat } => by!(self, seat, "event-lapsed"),
            Event::OffersEnded => say!(w, "event-offers-ended"),
            Event::Traded { active, partner, gave, got } => {
                self.traded(active, partner, self.cards(gave), self.cards(got))
            }
            Event::LongestRoad { holder: Some(seat), length } => {
                by!(self, seat, "event-longest-road", length = length)
            }
            Event::LongestRoad { holder: None, .. } => say!(w, "event-longest-road-aside"),
            Event::LargestArmy { holder, knights } => {
                by!(self, holder, "event-largest-army", knights = knights)
            }
            Event::RoadBuildingEnded { seat } => by!(self, seat, "event-road-building-ended"),
            Event::TurnEnded { seat, next } => by!(self, seat, "event-turn-ended", next = self.name(next)),
            Event::Over { outcome, .. } => match outcome.winners.lowest() {
                Some(seat) => by!(self, seat, "event-won"),
                None => say!(w, "event-no-winner"),
            },
        }
    }

    /// The cards of the seats that have any.
    fn all_cards(&self, cards: &BySeat<Cards, 4>) -> Vec<(Seat, String)> {
        cards.iter().filter(|(_, cards)| !cards.is_empty()).map(|(seat, &c)| (seat, self.cards(c))).collect()
    }

    /// What a roll gave, told with the cards in words.
    pub(crate) fn produced(&self, cards: Vec<(Seat, String)>) -> String {
        if cards.is_empty() {
            return say!(self.words, "event-produced-nothing");
        }
        let part = |(seat, cards)| by!(self, seat, "event-produced-part", cards = cards);
        let parts: Vec<String> = cards.into_iter().map(part).collect();
        say!(self.words, "event-produced", parts = parts.join("; "))
    }

    /// What was discarded, told with the cards in words.
    pub(crate) fn discarded(&self, cards: Vec<(Seat, String)>) -> String {
        let part = |(seat, cards)| by!(self, seat, "event-discarded-part", cards = cards);
        let parts: Vec<String> = cards.into_iter().map(part).collect();
        say!(self.words, "event-discarded", parts = parts.join("; "))
    }

    /// A theft, told with the card in words, where it is known.
    pub(crate) fn stole(&self, thief: Seat, victim: Seat, card: Option<String>) -> String {
        let card = card.unwrap_or_else(|| say!(self.words, "event-stole-hidden"));
        // Who is robbed stands in an oblique case, so the message knows whether it is the reader.
        let robbed = self.names.you(victim);
        by!(self, thief, "event-stole", victim = self.name(victim), robbed = robbed, card = card)
    }

    /// An exchange, told with the cards in words and from the reader's side where the reader is the partner.
    pub(crate) fn traded(&self, active: Seat, partner: Seat, gave: String, got: String) -> String {
        let (first, second, gave, got) = if self.names.is_you(partner) {
            (partner, active, got, gave)
        } else {
            (active, partner, gave, got)
        };
        by!(self, first, "event-traded", partner = self.name(second), gave = gave, got = got)
    }

    /// Why something is refused, as a sentence, without the clause.
    #[must_use]
    pub fn refusal(&self, why: &Illegal) -> String {
        let w = self.words;
        use Illegal as I;
        match *why {
            I::GameOver => say!(w, "refusal-game-over"),
            I::NoSuchSeat { seat } => say!(w, "refusal-no-such-seat", seat = seat.to_string()),
            I::ChanceDue => say!(w, "refusal-chance-due"),
            I::ChanceNotDue => say!(w, "refusal-chance-not-due"),
            I::ImpossibleChance { reason, .. } => say!(w, "refusal-impossible-chance", reason = reason),
            I::NotYourTurn { deciding } => say!(w, "refusal-not-your-turn", name = self.seats(deciding)),
            I::OffersFromActive { active } => {
                say!(w, "refusal-offers-from-active", name = self.name(active))
            }
            I::OwnTurn => say!(w, "refusal-own-turn"),
            I::DecisionOpen { decision } => match decision {
                Required::Settlement => say!(w, "refusal-decision-settlement"),
                Required::Road => say!(w, "refusal-decision-road"),
                Required::Discards => say!(w, "refusal-decision-discards"),
                Required::Robber => say!(w, "refusal-decision-robber"),
                Required::Victim => say!(w, "refusal-decision-victim"),
                Required::FreeRoad => say!(w, "refusal-decision-free-road"),
            },
            I::NotAsked { .. } => say!(w, "refusal-not-asked"),
            I::InSetup => say!(w, "refusal-in-setup"),
            I::RollFirst => say!(w, "refusal-roll-first"),
            I::AlreadyRolled => say!(w, "refusal-already-rolled"),
            I::CannotPay { price } => say!(w, "refusal-cannot-pay", price = self.cards(price)),
            I::NoPieceLeft { piece } => match piece {
                Piece::Road => say!(w, "refusal-no-road-left"),
                Piece::Settlement => say!(w, "refusal-no-settlement-left"),
                Piece::City => say!(w, "refusal-no-city-left"),
            },
            I::PathTaken { edge } => say!(w, "refusal-path-taken", place = edge.to_string()),
            I::NotConnected { edge } => say!(w, "refusal-not-connected", place = edge.to_string()),
            I::RoadBlocked { edge, vertex } => {
                say!(w, "refusal-road-blocked", place = edge.to_string(), building = vertex.to_string())
            }
            I::NotAtNewBuilding { edge, vertex } => say!(
                w,
                "refusal-not-at-new-settlement",
                place = edge.to_string(),
                settlement = vertex.to_string()
            ),
            I::IntersectionTaken { vertex } => {
                say!(w, "refusal-intersection-taken", place = vertex.to_string())
            }
            I::TooClose { vertex, neighbor } => {
                say!(w, "refusal-too-close", place = vertex.to_string(), neighbor = neighbor.to_string())
            }
            I::NoRoadTo { vertex } => say!(w, "refusal-no-road-to", place = vertex.to_string()),
            I::NotOwnSettlement { vertex } => {
                say!(w, "refusal-not-own-settlement", place = vertex.to_string())
            }
            I::TradeOver => say!(w, "refusal-trade-over"),
            I::DeckEmpty => say!(w, "refusal-deck-empty"),
            I::NoSuchCard { card } => say!(w, "refusal-no-such-card", card = self.card(card)),
            I::BoughtThisTurn { card } => say!(w, "refusal-bought-this-turn", card = self.card(card)),
            I::AlreadyPlayedCard => say!(w, "refusal-already-played-card"),
            I::NoRoadToPlace => say!(w, "refusal-no-road-to-place"),
            I::MustPlaceRoad => say!(w, "refusal-must-place-road"),
            I::TakeTwo => say!(w, "refusal-take-two"),
            I::SupplyLacks { kind, .. } => say!(w, "refusal-supply-lacks", kind = self.resource(kind)),
            I::RobberStays { hex } => say!(w, "refusal-robber-stays", place = self.hex(hex)),
            I::FriendlyRobber { hex, seat } => {
                say!(w, "refusal-friendly-robber", place = self.hex(hex), name = self.name(seat))
            }
            I::NotAVictim { seat } => say!(w, "refusal-not-a-victim", name = self.name(seat)),
            I::MustSteal => say!(w, "refusal-must-steal"),
            I::NothingToDiscard => say!(w, "refusal-nothing-to-discard"),
            I::AlreadyHandedIn => say!(w, "refusal-already-discarded"),
            I::WrongCount { owed, given, .. } => say!(w, "refusal-wrong-discard", owed = owed, given = given),
            I::NotInHand { cards, .. } => say!(w, "refusal-not-in-hand", cards = self.cards(cards)),
            I::MixedKinds => say!(w, "refusal-mixed-kinds"),
            I::SameKind { kind } => say!(w, "refusal-same-kind", kind = self.resource(kind)),
            I::WrongRate { kind, rates } => self.wrong_rate(self.resource(kind), rates),
            I::NotBestRate { kind, best } => self.not_best_rate(self.resource(kind), best),
            I::Gift => say!(w, "refusal-gift"),
            I::KindOnBothSides { kind } => say!(w, "refusal-kind-on-both-sides", kind = self.resource(kind)),
            I::BadAddressees => say!(w, "refusal-bad-addressees"),
            I::NoOffer => say!(w, "refusal-no-offer"),
            I::NotAddressed => say!(w, "refusal-not-addressed"),
            I::SameAnswer => say!(w, "refusal-same-answer"),
            I::NotAgreed { seat } => say!(w, "refusal-not-agreed", name = self.name(seat)),
            I::NoProposal { seat } => say!(w, "refusal-no-proposal", name = self.name(seat)),
            I::OfferLimit { limit } => say!(w, "refusal-offer-limit", limit = limit),
            I::TooFewPoints { points, goal } => {
                say!(w, "refusal-too-few-points", points = points, goal = goal)
            }
            I::DeclaredAutomatically => say!(w, "refusal-declared-automatically"),
        }
    }
}

/// Why something is refused, as a sentence in `lang`, with seats called by `names`.
///
/// ```
/// use catan::Illegal;
/// use pages::{Lang, Names, catan::refusal};
/// let why = Illegal::TooClose { vertex: "I17".parse().unwrap(), neighbor: "I12".parse().unwrap() };
/// assert_eq!(
///     refusal(Lang::De, &Names::letters(), &why),
///     "I17 liegt direkt neben dem Gebäude auf I12; dazwischen muss eine Kreuzung frei bleiben."
/// );
/// ```
#[must_use]
pub fn refusal(lang: Lang, names: &Names, why: &Illegal) -> String {
    Teller::new(Words::new(lang), names, None).refusal(why)
}
