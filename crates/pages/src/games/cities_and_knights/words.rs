//! Cities & Knights in words: cards, improvements, knights, events, refusals, and prompts. The [`Teller`](island::Teller) of the
//! island supplies the words shared with base Catan.

use crate::games::island::words::{self as island, Named, Tells, by, resource_key};
use crate::words::{Names, Words, say};
use ::catan::cities_and_knights::{
    Area, CardKind, Decision, Event, EventFace, Hand, Illegal, Knights, OwnAction, OwnEvent, OwnIllegal,
    OwnPhase, Phase, Play, Progress, Strength, View,
};
use ::catan::{Layout, PerSeat, VertexSet};
use game::{SeatSet, Turn};

/// The message key of a kind of card.
#[must_use]
pub fn kind_key(kind: CardKind) -> &'static str {
    match (kind, kind.resource()) {
        (_, Some(resource)) => resource_key(resource),
        (CardKind::Cloth, _) => "commodity-cloth",
        (CardKind::Coin, _) => "commodity-coin",
        _ => "commodity-paper",
    }
}

/// The message key of an area.
#[must_use]
pub const fn area_key(area: Area) -> &'static str {
    match area {
        Area::Trade => "area-trade",
        Area::Politics => "area-politics",
        Area::Science => "area-science",
    }
}

/// Returns the message key for a face of the event die.
#[must_use]
pub const fn face_key(face: EventFace) -> &'static str {
    match face {
        EventFace::Ship => "face-ship",
        EventFace::Trade => "face-trade",
        EventFace::Politics => "face-politics",
        EventFace::Science => "face-science",
    }
}

/// The message key of a knight of this strength.
#[must_use]
pub const fn knight_key(strength: Strength) -> &'static str {
    match strength {
        Strength::Basic => "knight-basic",
        Strength::Strong => "knight-strong",
        Strength::Mighty => "knight-mighty",
    }
}

/// The message key of an improvement's name (`CK-IMP-6`).
#[must_use]
pub fn level_key(area: Area, level: u8) -> String {
    format!("level-{area}-{level}")
}

/// The message key of a progress card's name.
#[must_use]
pub fn card_key(card: Progress) -> String {
    format!("card-{card}")
}

/// Returns the message key for the effect of a progress card.
#[must_use]
pub fn card_text_key(card: Progress) -> String {
    format!("card-{card}-text")
}

impl Named for CardKind {
    fn key(self) -> &'static str {
        kind_key(self)
    }
    fn cards_key(self) -> &'static str {
        match (self, self.resource()) {
            (_, Some(resource)) => resource.cards_key(),
            (CardKind::Cloth, _) => "cards-cloth",
            (CardKind::Coin, _) => "cards-coin",
            _ => "cards-paper",
        }
    }
}

impl Tells for Knights {
    const STOP: &'static str = "action-decline";

    fn action(teller: &island::Teller<'_>, action: OwnAction) -> String {
        Teller { base: *teller }.own_action(action)
    }
    fn place(teller: &island::Teller<'_>, action: OwnAction) -> Option<String> {
        match action {
            OwnAction::BuildWall(vertex)
            | OwnAction::BuildKnight(vertex)
            | OwnAction::Activate(vertex)
            | OwnAction::Promote(vertex)
            | OwnAction::Chase(vertex)
            | OwnAction::PlaceMetropolis(vertex)
            | OwnAction::Pillage(vertex)
            | OwnAction::Retreat(vertex)
            | OwnAction::RemoveKnight(vertex)
            | OwnAction::PlaceKnight(vertex, None) => Some(teller.vertex(vertex)),
            OwnAction::Move { to, .. } | OwnAction::Displace { to, .. } => Some(teller.vertex(to)),
            OwnAction::Play(play) => Teller { base: *teller }.target(play),
            _ => None,
        }
    }
    fn event(teller: &island::Teller<'_>, event: &OwnEvent) -> String {
        Teller { base: *teller }.own_event(event)
    }
    fn event_otherwise(teller: &island::Teller<'_>, event: &Event) -> Option<String> {
        Some(match *event {
            Event::Shortage { kind } => say!(teller.words, "event-shortage-of", kind = teller.kind(kind)),
            Event::Monopolized { seat, kind, counts } => {
                let cards = Hand::of(kind, counts.0.iter().sum());
                by!(teller, seat, "event-collected", cards = teller.cards(cards))
            }
            _ => return None,
        })
    }
    fn decision(teller: &island::Teller<'_>, decision: Decision) -> String {
        Teller { base: *teller }.decision_open(decision)
    }
    fn refusal(teller: &island::Teller<'_>, why: &OwnIllegal) -> String {
        Teller { base: *teller }.own_refusal(why)
    }
    fn refusal_otherwise(teller: &island::Teller<'_>, why: &Illegal) -> Option<String> {
        use Illegal as I;
        let w = teller.words;
        Some(match *why {
            I::NoSuchSeat { seat } => say!(w, "refusal-no-opponent", seat = seat.to_string()),
            I::NotYourTurn { deciding } => say!(w, "refusal-not-yours", names = teller.seats(deciding)),
            I::RoadBlocked { edge, vertex, .. } => {
                say!(w, "refusal-way-blocked", place = teller.way(edge), vertex = teller.corner(vertex))
            }
            I::NotAtNewBuilding { edge, vertex } => {
                say!(
                    w,
                    "refusal-not-at-new-building",
                    place = teller.way(edge),
                    vertex = teller.corner(vertex)
                )
            }
            I::RobberStays { .. } => say!(w, "refusal-robber-elsewhere"),
            I::FriendlyRobber { seat, .. } => say!(w, "refusal-robber-spares", name = teller.name(seat)),
            I::SupplyLacks { kind, .. } => say!(w, "refusal-supply-empty", kind = teller.kind(kind)),
            I::WrongCount { owed, given, .. } => say!(w, "refusal-wrong-count", owed = owed, given = given),
            I::AlreadyHandedIn => say!(w, "refusal-handed-in-already"),
            _ => return None,
        })
    }
}

/// Tells a game of Cities & Knights in one language, to one reader.
#[derive(Clone, Copy, Debug)]
pub struct Teller<'a> {
    /// The teller of players, places, and everything shared with base Catan.
    pub base: island::Teller<'a>,
}

impl<'a> Teller<'a> {
    /// Tells places with their surroundings where the island is given.
    #[must_use]
    pub fn new(words: Words, names: &'a Names, layout: Option<&'a Layout>) -> Teller<'a> {
        Teller { base: island::Teller::new(words, names, layout) }
    }

    fn one(&self, kind: CardKind) -> String {
        self.base.one(kind)
    }

    fn cards(&self, cards: Hand) -> String {
        self.base.cards(cards)
    }

    fn kind(&self, kind: CardKind) -> String {
        self.base.kind(kind)
    }

    /// An area by its name.
    #[must_use]
    pub fn area(&self, area: Area) -> String {
        say!(self.base.words, area_key(area))
    }

    /// A progress card by its name.
    #[must_use]
    pub fn card(&self, card: Progress) -> String {
        say!(self.base.words, &card_key(card))
    }

    /// Describes the effect of a progress card.
    #[must_use]
    pub fn card_text(&self, card: Progress) -> String {
        say!(self.base.words, &card_text_key(card))
    }

    /// A progress card in a sentence; only its deck where it is not known.
    fn progress(&self, card: Option<Progress>, area: Area) -> String {
        match card {
            Some(card) => say!(self.base.words, "progress-known", card = self.card(card)),
            None => say!(self.base.words, "progress-hidden", area = self.area(area)),
        }
    }

    /// An improvement by its name, for levels 1 to 5.
    #[must_use]
    pub fn level(&self, area: Area, level: u8) -> String {
        say!(self.base.words, &level_key(area, level))
    }

    /// Describes the benefits of a level, one sentence each: the draws (`CK-PROG-2`), the ability of level 3, the metropolis.
    #[must_use]
    pub fn level_texts(&self, area: Area, level: u8) -> Vec<String> {
        let w = self.base.words;
        let mut texts = vec![say!(w, "level-draws", red = level + 1)];
        match (area, level) {
            (Area::Trade, 3) => texts.push(say!(w, "level-trade-3-text")),
            (Area::Politics, 3) => texts.push(say!(w, "level-politics-3-text")),
            (Area::Science, 3) => texts.push(say!(w, "level-science-3-text")),
            (_, 4) => texts.push(say!(w, "level-4-text")),
            (_, 5) => texts.push(say!(w, "level-5-text")),
            _ => {}
        }
        texts
    }

    /// A knight by strength and state: `strong knight, active`.
    #[must_use]
    pub fn knight(&self, strength: Strength, active: bool) -> String {
        let w = self.base.words;
        let state = if active { say!(w, "knight-active") } else { say!(w, "knight-inactive") };
        format!("{}, {state}", say!(w, knight_key(strength)))
    }

    fn vertices(&self, places: VertexSet) -> String {
        let places: Vec<String> = places.into_iter().map(|vertex| self.base.corner(vertex)).collect();
        self.base.words.list(&places)
    }

    /// Returns the button label of an action: `City wall on I17`.
    fn own_action(&self, action: OwnAction) -> String {
        let w = self.base.words;
        let at = |vertex| self.base.vertex(vertex);
        match action {
            OwnAction::BuildWall(vertex) => say!(w, "action-wall", place = at(vertex)),
            OwnAction::BuildKnight(vertex) => {
                say!(w, "action-build-knight", place = at(vertex))
            }
            OwnAction::Activate(vertex) => say!(w, "action-activate", place = at(vertex)),
            OwnAction::Promote(vertex) => say!(w, "action-promote", place = at(vertex)),
            OwnAction::Move { from, to } => {
                say!(w, "action-move", from = self.base.corner(from), to = at(to))
            }
            OwnAction::Displace { from, to } => {
                say!(w, "action-displace", from = self.base.corner(from), to = at(to))
            }
            OwnAction::Chase(vertex) => say!(w, "action-chase", place = at(vertex)),
            OwnAction::Improve(area) => say!(w, "action-improve", area = self.area(area)),
            OwnAction::PlaceMetropolis(vertex) => {
                say!(w, "action-metropolis", place = at(vertex))
            }
            OwnAction::Pillage(vertex) => say!(w, "action-pillage", place = at(vertex)),
            OwnAction::Fight(knights) if knights.is_empty() => say!(w, "action-fight-none"),
            OwnAction::Fight(knights) => {
                say!(w, "action-fight", places = self.vertices(knights))
            }
            OwnAction::ChooseDeck(area) => say!(w, "action-deck", area = self.area(area)),
            OwnAction::Draw => say!(w, "action-draw"),
            OwnAction::Drop(card) => say!(w, "action-drop", card = self.card(card)),
            OwnAction::TakeResource(kind) => say!(w, "action-take", cards = self.one(kind)),
            OwnAction::TakeCards(cards) => say!(w, "action-take", cards = self.cards(cards.cards())),
            OwnAction::TakeProgress(card) => {
                say!(w, "action-take-card", card = self.card(card))
            }
            OwnAction::Give(cards) => say!(w, "action-give", cards = self.cards(cards.cards())),
            OwnAction::GiveCommodity(kind) => say!(w, "action-give", cards = self.one(kind)),
            OwnAction::Retreat(vertex) => say!(w, "action-retreat", place = at(vertex)),
            OwnAction::RemoveKnight(vertex) => {
                say!(w, "action-remove-knight", place = at(vertex))
            }
            OwnAction::PlaceKnight(vertex, None) => {
                say!(w, "action-place-knight", place = at(vertex))
            }
            OwnAction::PlaceKnight(vertex, Some(strength)) => {
                say!(w, "action-place-knight-of", strength = strength.value(), place = at(vertex))
            }
            OwnAction::Force(seat, kind) => {
                say!(w, "action-force", name = self.base.name(seat), cards = self.one(kind))
            }
            OwnAction::Play(play) => {
                let card = self.card(play.card());
                match self.target(play) {
                    Some(target) => say!(w, "action-play-on", card = card, target = target),
                    None => say!(w, "action-play", card = card),
                }
            }
        }
    }

    /// Returns the label of the button that declines with [`Stop`](::catan::action::Action::Stop) in this phase.
    #[must_use]
    pub fn decline(&self, phase: Phase) -> String {
        let w = self.base.words;
        match phase {
            Phase::Own(OwnPhase::OfferingDraw { .. }) => say!(w, "action-decline-draw"),
            Phase::ChoosingVictim { .. } => say!(w, "action-decline-theft"),
            Phase::Own(OwnPhase::Aqueduct { .. }) => say!(w, "action-decline-aqueduct"),
            Phase::Own(OwnPhase::PlayingEarly) => say!(w, "action-decline-early"),
            Phase::Own(OwnPhase::Spying { .. }) => say!(w, "action-decline-spy"),
            Phase::Own(OwnPhase::PlacingDeserter { .. }) => say!(w, "action-decline-knight"),
            Phase::Own(OwnPhase::ReplacingRoad { .. }) => say!(w, "action-decline-road"),
            Phase::FreeRoads { .. } => say!(w, "action-stop"),
            Phase::Own(OwnPhase::PlacingMetropolis { .. }) => say!(w, "action-decline-metropolis"),
            _ => say!(w, "action-decline"),
        }
    }

    /// Describes the target of a card; `None` for a card that needs no choice.
    #[must_use]
    pub fn target(&self, play: Play) -> Option<String> {
        let w = self.base.words;
        Some(match play {
            Play::Alchemist(red, other) => {
                say!(w, "target-alchemist", red = red.pips(), other = other.pips())
            }
            Play::Engineer(vertex) => say!(w, "target-engineer", place = self.base.vertex(vertex)),
            Play::Inventor(first, second) => {
                say!(w, "target-inventor", first = self.base.hex(first), second = self.base.hex(second))
            }
            Play::Medicine(vertex) => say!(w, "target-medicine", place = self.base.vertex(vertex)),
            Play::Smith(vertex, None) => say!(w, "target-smith", place = self.base.vertex(vertex)),
            Play::Smith(first, Some(second)) => {
                say!(w, "target-smith-two", place = self.base.corner(first), other = self.base.corner(second))
            }
            Play::Diplomat(edge) => say!(w, "target-diplomat", place = self.base.edge(edge)),
            Play::Intrigue(vertex) => say!(w, "target-intrigue", place = self.base.vertex(vertex)),
            Play::Deserter(seat) | Play::Spy(seat) | Play::MasterMerchant(seat) => self.base.name(seat),
            Play::Merchant(hex) => self.base.hex(hex),
            Play::ResourceMonopoly(kind) | Play::TradeMonopoly(kind) | Play::MerchantFleet(kind) => {
                self.kind(kind)
            }
            Play::Crane
            | Play::Irrigation
            | Play::Mining
            | Play::RoadBuilding
            | Play::Bishop
            | Play::Saboteur
            | Play::Warlord
            | Play::Wedding
            | Play::CommercialHarbor => return None,
        })
    }

    /// Describes an event in a sentence. One match arm per event makes it as long as their list, and the compiler reports a
    /// missing one.
    fn own_event(&self, event: &OwnEvent) -> String {
        use OwnEvent as E;
        let (base, w) = (&self.base, self.base.words);
        // Places have their surroundings only where they end a sentence.
        let at = |vertex| base.vertex(vertex);
        // Who suffers stands in an oblique case, so the message knows whether it is the reader.
        let you = |seat| base.names.you(seat);
        match *event {
            E::BuiltWall { seat, vertex, .. } => by!(base, seat, "event-built-wall", place = at(vertex)),
            E::BuiltKnight { seat, vertex } => by!(base, seat, "event-built-knight", place = at(vertex)),
            E::Activated { seat, vertex } => by!(base, seat, "event-activated", place = at(vertex)),
            E::ActivatedAll { seat, knights } => {
                by!(base, seat, "event-activated-all", places = self.vertices(knights))
            }
            E::Promoted { seat, vertex, strength } => {
                by!(
                    base,
                    seat,
                    "event-promoted",
                    place = self.base.corner(vertex),
                    strength = strength.value()
                )
            }
            E::MovedKnight { seat, from, to } => {
                by!(base, seat, "event-moved-knight", from = self.base.corner(from), to = at(to))
            }
            E::Displaced { seat, from, to, victim } => by!(
                base,
                seat,
                "event-displaced",
                from = self.base.corner(from),
                to = self.base.corner(to),
                victim = base.name(victim),
                driven = you(victim)
            ),
            E::Retreated { seat, from, to: Some(to) } => {
                by!(base, seat, "event-retreated", from = self.base.corner(from), to = at(to))
            }
            E::Retreated { seat, from, to: None } => {
                by!(base, seat, "event-retreated-off", from = self.base.corner(from))
            }
            E::Deserted { seat, vertex, strength } => {
                by!(
                    base,
                    seat,
                    "event-deserted",
                    place = self.base.corner(vertex),
                    strength = strength.value()
                )
            }
            E::PlacedDeserter { seat, vertex, strength, active } => {
                let key = if active { "knight-placed-active" } else { "knight-placed-inactive" };
                let knight = say!(w, key, strength = strength.value());
                by!(base, seat, "event-placed-deserter", place = at(vertex), knight = knight)
            }
            E::ChasedRobber { seat, vertex } => {
                by!(base, seat, "event-chased-robber", place = self.base.corner(vertex))
            }
            E::Improved { seat, area, level, .. } => by!(
                base,
                seat,
                "event-improved",
                area = self.area(area),
                level = level,
                building = self.level(area, level)
            ),
            E::PlacedMetropolis { seat, area, vertex, from: None } => {
                by!(
                    base,
                    seat,
                    "event-placed-metropolis",
                    place = self.base.corner(vertex),
                    area = self.area(area)
                )
            }
            E::PlacedMetropolis { seat, area, vertex, from: Some(from) } => by!(
                base,
                seat,
                "event-took-metropolis",
                place = at(vertex),
                area = self.area(area),
                from = self.base.corner(from)
            ),
            E::LeftMetropolis { seat, area } => {
                by!(base, seat, "event-left-metropolis", area = self.area(area))
            }
            E::Rolled { seat, face, red, other } => by!(
                base,
                seat,
                "event-rolled-three",
                red = base.die(red, "die-red"),
                other = base.die(other, "die"),
                sum = red + other,
                face = base.pictured([(format!("event-{}", face.name()), 1)], say!(w, face_key(face)))
            ),
            E::ShipMoved { space } => say!(w, "event-ship-moved", space = space),
            E::Mustered { seat, knights } => by!(base, seat, "event-mustered", n = knights),
            E::Attacked { barbarians, knights, strengths } => self.attacked(barbarians, knights, &strengths),
            E::Pillaged { seat, vertex, settlement } => {
                let key = if settlement { "event-pillaged" } else { "event-razed" };
                by!(base, seat, key, place = self.base.corner(vertex))
            }
            E::LostRoad { seat, edge } => by!(base, seat, "event-lost-road", place = base.way(edge)),
            E::Defended { seat } => by!(base, seat, "event-defended"),
            E::AttackOver => say!(w, "event-attack-over"),
            E::DrewProgress { seat, area, card } => {
                let shown = card.is_some_and(Progress::is_victory_point);
                let key = if shown { "event-revealed-progress" } else { "event-drew-progress" };
                by!(base, seat, key, card = self.progress(card, area))
            }
            E::DeclinedDraw { seat } => by!(base, seat, "event-declined-draw"),
            E::HandedInProgress { seat } => by!(base, seat, "event-handed-in-progress"),
            E::DroppedProgress { seat, area, card } => {
                by!(base, seat, "event-dropped-progress", card = self.progress(card, area))
            }
            E::TookByAqueduct { seat, kind } => {
                by!(base, seat, "event-took-by-aqueduct", cards = self.one(kind))
            }
            E::PlayedProgress { seat, card } => by!(base, seat, "event-played-card", card = self.card(card)),
            E::ChoseDice { red, other } => {
                say!(w, "event-chose-dice", red = base.die(red, "die-red"), other = base.die(other, "die"))
            }
            E::SwappedNumbers { first, second } => {
                // The numbers themselves have changed since.
                say!(w, "event-swapped-numbers", first = base.ground(first), second = base.ground(second))
            }
            E::Gave { from, to, count, cards } => {
                let cards = match cards {
                    Some(cards) => self.cards(cards),
                    None => base.covered(count, say!(w, "cards-count", n = count)),
                };
                by!(base, from, "event-gave", receiver = base.name(to), receives = you(to), cards = cards)
            }
            E::HandedInGift { seat } => by!(base, seat, "event-handed-in-gift"),
            E::TookProgress { seat, victim, area, card } => by!(
                base,
                seat,
                "event-took-progress",
                victim = base.name(victim),
                robbed = you(victim),
                card = self.progress(card, area)
            ),
            E::LookedAtHand { seat, victim } => {
                by!(base, seat, "event-looked-at-hand", victim = base.name(victim), seen = you(victim))
            }
            E::LookedAtProgress { seat, victim } => {
                by!(base, seat, "event-looked-at-progress", victim = base.name(victim), seen = you(victim))
            }
            E::LeftProgress { seat, victim } => {
                by!(base, seat, "event-left-progress", victim = base.name(victim), seen = you(victim))
            }
            E::Forced { seat, victim, exchanged: false, .. } => {
                by!(base, seat, "event-forced-nothing", victim = base.name(victim), forced = you(victim))
            }
            E::Forced { seat, victim, gave, got, .. } => {
                let gave = gave.map_or_else(|| say!(w, "forced-resource"), |kind| self.one(kind));
                let got = got.map_or_else(|| say!(w, "forced-commodity"), |kind| self.one(kind));
                let (name, forced) = (base.name(victim), you(victim));
                by!(base, seat, "event-forced", victim = name, forced = forced, gave = gave, got = got)
            }
            E::PlacedMerchant { seat, hex, .. } => {
                by!(base, seat, "event-placed-merchant", place = base.hex(hex))
            }
            E::ChoseFleet { seat, kind } => by!(base, seat, "event-chose-fleet", kind = self.kind(kind)),
            E::RemovedRoad { seat, owner, edge } => {
                // The road of the one who removes it, or of the reader.
                let owns = if seat == owner { "own" } else { you(owner) };
                let (name, place) = (base.name(owner), base.edge(edge));
                by!(base, seat, "event-removed-road", owner = name, owns = owns, place = place)
            }
        }
    }

    /// Describes the outcome of a barbarian attack.
    fn attacked(&self, barbarians: u8, knights: u8, strengths: &PerSeat<u8>) -> String {
        let w = self.base.words;
        let part = |(seat, &strength)| by!(self.base, seat, "event-attacked-part", strength = strength);
        let brave = strengths.iter().filter(|&(_, &strength)| strength > 0);
        let parts: Vec<String> = brave.map(part).collect();
        let winner = if barbarians > knights { "barbarians" } else { "knights" };
        if parts.is_empty() {
            return say!(w, "event-attacked-nobody", barbarians = barbarians, winner = winner);
        }
        let parts = parts.join(", ");
        say!(w, "event-attacked", barbarians = barbarians, knights = knights, parts = parts, winner = winner)
    }

    /// Explains a refusal in a sentence, without the clause.
    fn own_refusal(&self, why: &OwnIllegal) -> String {
        use OwnIllegal as I;
        let w = self.base.words;
        // A message about an intersection.
        let at = |key, vertex| say!(w, key, place = self.base.corner(vertex));
        match *why {
            I::SamePath { edge } => say!(w, "refusal-same-path", place = self.base.way(edge)),
            I::KnightThere { vertex } => at("refusal-knight-there", vertex),
            I::LaidCityFirst => say!(w, "refusal-laid-city-first"),
            I::NotOwnCity { vertex, .. } => at("refusal-not-own-city", vertex),
            I::HasWall { vertex } => at("refusal-has-wall", vertex),
            I::HasMetropolis { vertex, .. } => at("refusal-has-metropolis", vertex),
            I::NoWallLeft => say!(w, "refusal-no-wall-left"),
            I::NoKnightLeft { strength } => say!(w, "refusal-no-knight-left", strength = strength.value()),
            I::NotOwnKnight { vertex, .. } => at("refusal-not-own-knight", vertex),
            I::AlreadyActive { vertex } => at("refusal-already-active", vertex),
            I::Inactive { vertex } => at("refusal-inactive", vertex),
            I::CannotAct { vertex } => at("refusal-cannot-act", vertex),
            I::PromotedAlready { vertex } => at("refusal-promoted-already", vertex),
            I::AlreadyMighty { vertex } => at("refusal-already-mighty", vertex),
            I::NeedsFortress => say!(w, "refusal-needs-fortress"),
            I::NotFree { vertex, .. } => at("refusal-not-free", vertex),
            I::NoRoute { to, .. } => at("refusal-no-route", to),
            I::NoForeignKnight { vertex, .. } => at("refusal-no-foreign-knight", vertex),
            I::NotWeaker { vertex } => at("refusal-not-weaker", vertex),
            I::RobberNotNear { vertex } => at("refusal-robber-not-near", vertex),
            I::RobberLocked => say!(w, "refusal-robber-locked"),
            I::NoNumber { hex } => say!(w, "refusal-no-number", place = self.base.hex(hex)),
            I::HighestLevel { area } => say!(w, "refusal-highest-level", area = self.area(area)),
            I::NeedsCity => say!(w, "refusal-needs-city"),
            I::NeedsPlainCity => say!(w, "refusal-needs-plain-city"),
            I::NeedsCities { cities } => say!(w, "refusal-needs-cities", n = cities),
            I::NoSuchCard { card, .. } => say!(w, "refusal-not-held", card = self.card(card)),
            I::NotNow { card: Progress::Alchemist, .. } => {
                say!(w, "refusal-before-roll-only", card = self.card(Progress::Alchemist))
            }
            I::NotNow { card, .. } => say!(w, "refusal-after-roll-only", card = self.card(card)),
            I::KnownNull { card } => say!(w, null_key(card), card = self.card(card)),
            I::BadTarget { card, .. } => say!(w, wrong_key(card), card = self.card(card)),
            I::StrengthIsGiven { strength } => {
                say!(w, "refusal-strength-is-given", strength = strength.value())
            }
            I::StrengthToChoose => say!(w, "refusal-strength-to-choose"),
            I::StrongerThanDeserter { strength } => {
                say!(w, "refusal-stronger-than-deserter", strength = strength.value())
            }
            I::ForcedAlready { seat } => say!(w, "refusal-forced-already", name = self.base.name(seat)),
            I::NoCommercialHarborPlayed => say!(w, "refusal-no-commercial-harbor-played"),
            I::NotACommodity { .. } => say!(w, "refusal-not-a-commodity"),
            I::NotAResource { .. } => say!(w, "refusal-not-a-resource"),
            I::EmptyDeck { area } => say!(w, "refusal-deck-empty-of", area = self.area(area)),
        }
    }

    /// Names the decision that must be taken before anything else.
    fn decision_open(&self, decision: Decision) -> String {
        let w = self.base.words;
        match decision {
            Decision::Founding => say!(w, "refusal-decision-founding"),
            Decision::Muster => say!(w, "refusal-decision-muster"),
            Decision::Pillage => say!(w, "refusal-decision-pillage"),
            Decision::Deck => say!(w, "refusal-decision-deck"),
            Decision::Draw => say!(w, "refusal-decision-draw"),
            Decision::FifthCard => say!(w, "refusal-decision-fifth-card"),
            Decision::EarlyCards => say!(w, "refusal-decision-early-cards"),
            Decision::Aqueduct => say!(w, "refusal-decision-aqueduct"),
            Decision::Discards => say!(w, "refusal-decision-hands"),
            Decision::Robber => say!(w, "refusal-decision-robber"),
            Decision::Victim => say!(w, "refusal-decision-victim"),
            Decision::FreeRoad => say!(w, "refusal-decision-free-road"),
            Decision::Retreat => say!(w, "refusal-decision-retreat"),
            Decision::Deserter => say!(w, "refusal-decision-deserter"),
            Decision::PlacingDeserter => say!(w, "refusal-decision-placing-deserter"),
            Decision::ReplacingRoad => say!(w, "refusal-decision-replacing-road"),
            Decision::Spy => say!(w, "refusal-decision-spy"),
            Decision::TakingCards => say!(w, "refusal-decision-taking-cards"),
            Decision::Gifts => say!(w, "refusal-decision-gifts"),
            Decision::ForcedExchange => say!(w, "refusal-decision-forced-exchange"),
            Decision::Metropolis => say!(w, "refusal-decision-metropolis"),
        }
    }

    /// Describes the current state of play in one line, addressing the reader if it is the reader who decides.
    #[must_use]
    pub fn asked(&self, view: &View<'_>) -> String {
        let (base, w) = (&self.base, self.base.words);
        let active = view.active();
        let deciding = match (view.phase(), view.turn()) {
            // Offers are answered while the active seat has its turn.
            (Phase::Building, _) => SeatSet::one(active),
            (Phase::Own(OwnPhase::DrawingCard { seat, .. }), _) => SeatSet::one(seat),
            (_, Turn::Decide(seats)) => seats,
            _ => SeatSet::one(active),
        };
        let you = deciding.into_iter().find(|&seat| base.names.is_you(seat));
        let names = base.seats(deciding);
        macro_rules! ask {
            ($you:literal, $other:literal $(, $arg:ident = $value:expr)*) => {{
                let key = if you.is_some() { $you } else { $other };
                say!(w, key, name = names.as_str(), names = names.as_str() $(, $arg = $value)*)
            }};
        }
        match view.phase() {
            Phase::LayingOut => say!(w, "turn-laying-out"),
            Phase::DrawingStart | Phase::RollingForStart { .. } => say!(w, "turn-rolling-for-start"),
            Phase::FoundingSettlement { .. } => ask!("turn-founding-you", "turn-founding"),
            Phase::Own(OwnPhase::FoundingCity { .. }) => ask!("turn-founding-city-you", "turn-founding-city"),
            Phase::FoundingRoad { .. } => ask!("turn-founding-road-you", "turn-founding-road"),
            Phase::BeforeRoll | Phase::Rolling | Phase::Own(OwnPhase::RollingEventDie { .. }) => {
                ask!("turn-roll-you", "turn-roll")
            }
            Phase::Own(OwnPhase::Mustering { .. }) => ask!("turn-muster-you", "turn-muster"),
            Phase::Own(OwnPhase::Pillaging { .. }) => ask!("turn-pillage-you", "turn-pillage"),
            Phase::Own(OwnPhase::ChoosingDeck { .. }) => ask!("turn-deck-you", "turn-deck"),
            Phase::Own(OwnPhase::OfferingDraw { area, .. }) => {
                ask!("turn-draw-you", "turn-draw", area = self.area(area))
            }
            Phase::Own(OwnPhase::DrawingCard { .. }) => ask!("turn-drawing-you", "turn-drawing"),
            Phase::Own(OwnPhase::DroppingCards { .. }) => ask!("turn-drop-you", "turn-drop"),
            Phase::Own(OwnPhase::Aqueduct { .. }) => ask!("turn-aqueduct-you", "turn-aqueduct"),
            Phase::Discarding { owed } | Phase::Own(OwnPhase::Sabotage { owed }) => {
                ask!("turn-discard-you", "turn-discard", n = you.map_or(0, |seat| owed[seat]))
            }
            Phase::MovingRobber { .. } => ask!("turn-robber-you", "turn-robber"),
            Phase::ChoosingVictim { .. } => ask!("turn-victim-you", "turn-victim"),
            Phase::Building if !view.trade_is_open() => {
                ask!("turn-only-building-you", "turn-only-building")
            }
            Phase::Building | Phase::Stealing { .. } => ask!("turn-building-you", "turn-building"),
            Phase::FreeRoads { left, .. } => ask!("turn-free-roads-you", "turn-free-roads", n = left),
            Phase::Own(OwnPhase::Retreating { .. }) => ask!("turn-retreat-you", "turn-retreat"),
            Phase::Own(OwnPhase::Deserting { .. }) => ask!("turn-desert-you", "turn-desert"),
            Phase::Own(OwnPhase::PlacingDeserter { .. }) => {
                ask!("turn-place-knight-you", "turn-place-knight")
            }
            Phase::Own(OwnPhase::ReplacingRoad { .. }) => ask!("turn-replace-road-you", "turn-replace-road"),
            Phase::Own(OwnPhase::Spying { victim }) => {
                let seen = base.names.you(victim);
                ask!("turn-spy-you", "turn-spy", victim = base.name(victim), seen = seen)
            }
            Phase::Own(OwnPhase::TakingCards { victim, count }) => {
                let seen = base.names.you(victim);
                ask!("turn-take-you", "turn-take", victim = base.name(victim), seen = seen, n = count)
            }
            Phase::Own(OwnPhase::Giving { owed }) => {
                let n = you.map_or(0, |seat| owed[seat]);
                ask!("turn-gift-you", "turn-gift", to = base.name(active), n = n)
            }
            Phase::Own(OwnPhase::ForcedExchange { .. }) => {
                ask!("turn-forced-you", "turn-forced", to = base.name(active))
            }
            Phase::Own(OwnPhase::PlacingMetropolis { area }) => {
                ask!("turn-metropolis-you", "turn-metropolis", area = self.area(area))
            }
            Phase::Own(OwnPhase::PlayOrDrop) => ask!("turn-play-or-drop-you", "turn-play-or-drop"),
            Phase::Own(OwnPhase::PlayingEarly) => ask!("turn-early-you", "turn-early"),
            Phase::Over(outcome) => match outcome.winners.lowest() {
                Some(winner) if base.names.is_you(winner) => say!(w, "turn-won-you"),
                Some(winner) => say!(w, "turn-won", name = base.name(winner)),
                None => say!(w, "turn-no-winner"),
            },
        }
    }
}

/// The message key of why a card is known to do nothing (`CK-PROG-13`).
const fn null_key(card: Progress) -> &'static str {
    match card {
        Progress::Inventor => "null-inventor",
        Progress::Irrigation => "null-irrigation",
        Progress::Mining => "null-mining",
        Progress::RoadBuilding => "null-road-building",
        Progress::Deserter => "null-deserter",
        Progress::Saboteur => "null-saboteur",
        Progress::Spy => "null-spy",
        Progress::Warlord => "null-warlord",
        Progress::Wedding => "null-wedding",
        Progress::MasterMerchant => "null-master-merchant",
        Progress::Merchant => "null-merchant",
        Progress::ResourceMonopoly | Progress::TradeMonopoly => "null-monopoly",
        _ => "null-other",
    }
}

/// Returns the message key for the reason why a card cannot be played on the chosen target.
const fn wrong_key(card: Progress) -> &'static str {
    match card {
        Progress::Alchemist => "wrong-alchemist",
        Progress::Inventor => "wrong-inventor",
        Progress::Smith => "wrong-smith",
        Progress::Diplomat => "wrong-diplomat",
        Progress::Intrigue => "wrong-intrigue",
        Progress::MasterMerchant => "wrong-master-merchant",
        Progress::Merchant => "wrong-merchant",
        Progress::ResourceMonopoly => "wrong-resource-monopoly",
        Progress::TradeMonopoly => "wrong-trade-monopoly",
        _ => "wrong-other",
    }
}
