//! Cities & Knights in words: cards, improvements, knights, events, refusals, and prompts. The [`Narrator`](island::Narrator) of the
//! island supplies the words shared with base Catan.

use crate::games::island::words::{self as island, IslandWords, Named, by, resource_key};
use crate::words::{Names, Words, msg};
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

impl IslandWords for Knights {
    const STOP: &'static str = "action-decline";

    fn action(narrator: &island::Narrator<'_>, action: OwnAction) -> String {
        Narrator { base: *narrator }.own_action(action)
    }
    fn place(narrator: &island::Narrator<'_>, action: OwnAction) -> Option<String> {
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
            | OwnAction::PlaceKnight(vertex, None) => Some(narrator.vertex(vertex)),
            OwnAction::Move { to, .. } | OwnAction::Displace { to, .. } => Some(narrator.vertex(to)),
            OwnAction::Play(play) => Narrator { base: *narrator }.target(play),
            _ => None,
        }
    }
    fn event(narrator: &island::Narrator<'_>, event: &OwnEvent) -> String {
        Narrator { base: *narrator }.own_event(event)
    }
    fn event_otherwise(narrator: &island::Narrator<'_>, event: &Event) -> Option<String> {
        Some(match *event {
            Event::Shortage { kind } => msg!(narrator.words, "event-shortage-of", kind = narrator.kind(kind)),
            Event::Monopolized { seat, kind, counts } => {
                let cards = Hand::of(kind, counts.0.iter().sum());
                by!(narrator, seat, "event-collected", cards = narrator.cards(cards))
            }
            _ => return None,
        })
    }
    fn decision(narrator: &island::Narrator<'_>, decision: Decision) -> String {
        Narrator { base: *narrator }.decision_open(decision)
    }
    fn refusal(narrator: &island::Narrator<'_>, why: &OwnIllegal) -> String {
        Narrator { base: *narrator }.own_refusal(why)
    }
    fn refusal_otherwise(narrator: &island::Narrator<'_>, why: &Illegal) -> Option<String> {
        use Illegal as I;
        let w = narrator.words;
        Some(match *why {
            I::NoSuchSeat { seat } => msg!(w, "refusal-no-opponent", seat = seat.to_string()),
            I::NotYourTurn { deciding } => msg!(w, "refusal-not-yours", names = narrator.seats(deciding)),
            I::RoadBlocked { edge, vertex, .. } => {
                msg!(w, "refusal-way-blocked", place = narrator.way(edge), vertex = narrator.corner(vertex))
            }
            I::NotAtNewBuilding { edge, vertex } => {
                msg!(
                    w,
                    "refusal-not-at-new-building",
                    place = narrator.way(edge),
                    vertex = narrator.corner(vertex)
                )
            }
            I::RobberStays { .. } => msg!(w, "refusal-robber-elsewhere"),
            I::FriendlyRobber { seat, .. } => msg!(w, "refusal-robber-spares", name = narrator.name(seat)),
            I::SupplyLacks { kind, .. } => msg!(w, "refusal-supply-empty", kind = narrator.kind(kind)),
            I::WrongCount { owed, given, .. } => msg!(w, "refusal-wrong-count", owed = owed, given = given),
            I::AlreadyHandedIn => msg!(w, "refusal-handed-in-already"),
            _ => return None,
        })
    }
}

/// Tells a game of Cities & Knights in one language, to one reader.
#[derive(Clone, Copy, Debug)]
pub struct Narrator<'a> {
    /// The narrator of players, places, and everything shared with base Catan.
    pub base: island::Narrator<'a>,
}

impl<'a> Narrator<'a> {
    /// Tells places with their surroundings where the island is given.
    #[must_use]
    pub fn new(words: Words, names: &'a Names, layout: Option<&'a Layout>) -> Narrator<'a> {
        Narrator { base: island::Narrator::new(words, names, layout) }
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
        msg!(self.base.words, area_key(area))
    }

    /// A progress card by its name.
    #[must_use]
    pub fn card(&self, card: Progress) -> String {
        msg!(self.base.words, &card_key(card))
    }

    /// Describes the effect of a progress card.
    #[must_use]
    pub fn card_text(&self, card: Progress) -> String {
        msg!(self.base.words, &card_text_key(card))
    }

    /// A progress card in a sentence; only its deck where it is not known.
    fn progress(&self, card: Option<Progress>, area: Area) -> String {
        match card {
            Some(card) => msg!(self.base.words, "progress-known", card = self.card(card)),
            None => msg!(self.base.words, "progress-hidden", area = self.area(area)),
        }
    }

    /// An improvement by its name, for levels 1 to 5.
    #[must_use]
    pub fn level(&self, area: Area, level: u8) -> String {
        msg!(self.base.words, &level_key(area, level))
    }

    /// Describes the benefits of a level, one sentence each: the draws (`CK-PROG-2`), the ability of level 3, the metropolis.
    #[must_use]
    pub fn level_texts(&self, area: Area, level: u8) -> Vec<String> {
        let w = self.base.words;
        let mut texts = vec![msg!(w, "level-draws", red = level + 1)];
        match (area, level) {
            (Area::Trade, 3) => texts.push(msg!(w, "level-trade-3-text")),
            (Area::Politics, 3) => texts.push(msg!(w, "level-politics-3-text")),
            (Area::Science, 3) => texts.push(msg!(w, "level-science-3-text")),
            (_, 4) => texts.push(msg!(w, "level-4-text")),
            (_, 5) => texts.push(msg!(w, "level-5-text")),
            _ => {}
        }
        texts
    }

    /// A knight by strength and state: `strong knight, active`.
    #[must_use]
    pub fn knight(&self, strength: Strength, active: bool) -> String {
        let w = self.base.words;
        let state = if active { msg!(w, "knight-active") } else { msg!(w, "knight-inactive") };
        format!("{}, {state}", msg!(w, knight_key(strength)))
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
            OwnAction::BuildWall(vertex) => msg!(w, "action-wall", place = at(vertex)),
            OwnAction::BuildKnight(vertex) => {
                msg!(w, "action-build-knight", place = at(vertex))
            }
            OwnAction::Activate(vertex) => msg!(w, "action-activate", place = at(vertex)),
            OwnAction::Promote(vertex) => msg!(w, "action-promote", place = at(vertex)),
            OwnAction::Move { from, to } => {
                msg!(w, "action-move", from = self.base.corner(from), to = at(to))
            }
            OwnAction::Displace { from, to } => {
                msg!(w, "action-displace", from = self.base.corner(from), to = at(to))
            }
            OwnAction::Chase(vertex) => msg!(w, "action-chase", place = at(vertex)),
            OwnAction::Improve(area) => msg!(w, "action-improve", area = self.area(area)),
            OwnAction::PlaceMetropolis(vertex) => {
                msg!(w, "action-metropolis", place = at(vertex))
            }
            OwnAction::Pillage(vertex) => msg!(w, "action-pillage", place = at(vertex)),
            OwnAction::Fight(knights) if knights.is_empty() => msg!(w, "action-fight-none"),
            OwnAction::Fight(knights) => {
                msg!(w, "action-fight", places = self.vertices(knights))
            }
            OwnAction::ChooseDeck(area) => msg!(w, "action-deck", area = self.area(area)),
            OwnAction::Draw => msg!(w, "action-draw"),
            OwnAction::Drop(card) => msg!(w, "action-drop", card = self.card(card)),
            OwnAction::TakeResource(kind) => msg!(w, "action-take", cards = self.one(kind)),
            OwnAction::TakeCards(cards) => msg!(w, "action-take", cards = self.cards(cards.cards())),
            OwnAction::TakeProgress(card) => {
                msg!(w, "action-take-card", card = self.card(card))
            }
            OwnAction::Give(cards) => msg!(w, "action-give", cards = self.cards(cards.cards())),
            OwnAction::GiveCommodity(kind) => msg!(w, "action-give", cards = self.one(kind)),
            OwnAction::Retreat(vertex) => msg!(w, "action-retreat", place = at(vertex)),
            OwnAction::RemoveKnight(vertex) => {
                msg!(w, "action-remove-knight", place = at(vertex))
            }
            OwnAction::PlaceKnight(vertex, None) => {
                msg!(w, "action-place-knight", place = at(vertex))
            }
            OwnAction::PlaceKnight(vertex, Some(strength)) => {
                msg!(w, "action-place-knight-of", strength = strength.value(), place = at(vertex))
            }
            OwnAction::Force(seat, kind) => {
                msg!(w, "action-force", name = self.base.name(seat), cards = self.one(kind))
            }
            OwnAction::Play(play) => {
                let card = self.card(play.card());
                match self.target(play) {
                    Some(target) => msg!(w, "action-play-on", card = card, target = target),
                    None => msg!(w, "action-play", card = card),
                }
            }
        }
    }

    /// Returns the label of the button that declines with [`Stop`](::catan::action::Action::Stop) in this phase.
    #[must_use]
    pub fn decline(&self, phase: Phase) -> String {
        let w = self.base.words;
        match phase {
            Phase::Own(OwnPhase::OfferingDraw { .. }) => msg!(w, "action-decline-draw"),
            Phase::ChoosingVictim { .. } => msg!(w, "action-decline-theft"),
            Phase::Own(OwnPhase::Aqueduct { .. }) => msg!(w, "action-decline-aqueduct"),
            Phase::Own(OwnPhase::PlayingEarly) => msg!(w, "action-decline-early"),
            Phase::Own(OwnPhase::Spying { .. }) => msg!(w, "action-decline-spy"),
            Phase::Own(OwnPhase::PlacingDeserter { .. }) => msg!(w, "action-decline-knight"),
            Phase::Own(OwnPhase::ReplacingRoad { .. }) => msg!(w, "action-decline-road"),
            Phase::FreeRoads { .. } => msg!(w, "action-stop"),
            Phase::Own(OwnPhase::PlacingMetropolis { .. }) => msg!(w, "action-decline-metropolis"),
            _ => msg!(w, "action-decline"),
        }
    }

    /// Describes the target of a card; `None` for a card that needs no choice.
    #[must_use]
    pub fn target(&self, play: Play) -> Option<String> {
        let w = self.base.words;
        Some(match play {
            Play::Alchemist(red, other) => {
                msg!(w, "target-alchemist", red = red.pips(), other = other.pips())
            }
            Play::Engineer(vertex) => msg!(w, "target-engineer", place = self.base.vertex(vertex)),
            Play::Inventor(first, second) => {
                msg!(w, "target-inventor", first = self.base.hex(first), second = self.base.hex(second))
            }
            Play::Medicine(vertex) => msg!(w, "target-medicine", place = self.base.vertex(vertex)),
            Play::Smith(vertex, None) => msg!(w, "target-smith", place = self.base.vertex(vertex)),
            Play::Smith(first, Some(second)) => {
                msg!(w, "target-smith-two", place = self.base.corner(first), other = self.base.corner(second))
            }
            Play::Diplomat(edge) => msg!(w, "target-diplomat", place = self.base.edge(edge)),
            Play::Intrigue(vertex) => msg!(w, "target-intrigue", place = self.base.vertex(vertex)),
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
                let knight = msg!(w, key, strength = strength.value());
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
                face = base.pictured([(format!("event-{}", face.name()), 1)], msg!(w, face_key(face)))
            ),
            E::ShipMoved { space } => msg!(w, "event-ship-moved", space = space),
            E::Mustered { seat, knights } => by!(base, seat, "event-mustered", n = knights),
            E::Attacked { barbarians, knights, strengths } => self.attacked(barbarians, knights, &strengths),
            E::Pillaged { seat, vertex, settlement } => {
                let key = if settlement { "event-pillaged" } else { "event-razed" };
                by!(base, seat, key, place = self.base.corner(vertex))
            }
            E::LostRoad { seat, edge } => by!(base, seat, "event-lost-road", place = base.way(edge)),
            E::Defended { seat } => by!(base, seat, "event-defended"),
            E::AttackOver => msg!(w, "event-attack-over"),
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
                msg!(w, "event-chose-dice", red = base.die(red, "die-red"), other = base.die(other, "die"))
            }
            E::SwappedNumbers { first, second } => {
                // The numbers themselves have changed since.
                msg!(w, "event-swapped-numbers", first = base.ground(first), second = base.ground(second))
            }
            E::Gave { from, to, count, cards } => {
                let cards = match cards {
                    Some(cards) => self.cards(cards),
                    None => base.covered(count, msg!(w, "cards-count", n = count)),
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
                let gave = gave.map_or_else(|| msg!(w, "forced-resource"), |kind| self.one(kind));
                let got = got.map_or_else(|| msg!(w, "forced-commodity"), |kind| self.one(kind));
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
            return msg!(w, "event-attacked-nobody", barbarians = barbarians, winner = winner);
        }
        let parts = parts.join(", ");
        msg!(w, "event-attacked", barbarians = barbarians, knights = knights, parts = parts, winner = winner)
    }

    /// Explains a refusal in a sentence, without the clause.
    fn own_refusal(&self, why: &OwnIllegal) -> String {
        use OwnIllegal as I;
        let w = self.base.words;
        // A message about an intersection.
        let at = |key, vertex| msg!(w, key, place = self.base.corner(vertex));
        match *why {
            I::SamePath { edge } => msg!(w, "refusal-same-path", place = self.base.way(edge)),
            I::KnightThere { vertex } => at("refusal-knight-there", vertex),
            I::LaidCityFirst => msg!(w, "refusal-laid-city-first"),
            I::NotOwnCity { vertex, .. } => at("refusal-not-own-city", vertex),
            I::HasWall { vertex } => at("refusal-has-wall", vertex),
            I::HasMetropolis { vertex, .. } => at("refusal-has-metropolis", vertex),
            I::NoWallLeft => msg!(w, "refusal-no-wall-left"),
            I::NoKnightLeft { strength } => msg!(w, "refusal-no-knight-left", strength = strength.value()),
            I::NotOwnKnight { vertex, .. } => at("refusal-not-own-knight", vertex),
            I::AlreadyActive { vertex } => at("refusal-already-active", vertex),
            I::Inactive { vertex } => at("refusal-inactive", vertex),
            I::CannotAct { vertex } => at("refusal-cannot-act", vertex),
            I::PromotedAlready { vertex } => at("refusal-promoted-already", vertex),
            I::AlreadyMighty { vertex } => at("refusal-already-mighty", vertex),
            I::NeedsFortress => msg!(w, "refusal-needs-fortress"),
            I::NotFree { vertex, .. } => at("refusal-not-free", vertex),
            I::NoRoute { to, .. } => at("refusal-no-route", to),
            I::NoForeignKnight { vertex, .. } => at("refusal-no-foreign-knight", vertex),
            I::NotWeaker { vertex } => at("refusal-not-weaker", vertex),
            I::RobberNotNear { vertex } => at("refusal-robber-not-near", vertex),
            I::RobberLocked => msg!(w, "refusal-robber-locked"),
            I::NoNumber { hex } => msg!(w, "refusal-no-number", place = self.base.hex(hex)),
            I::HighestLevel { area } => msg!(w, "refusal-highest-level", area = self.area(area)),
            I::NeedsCity => msg!(w, "refusal-needs-city"),
            I::NeedsPlainCity => msg!(w, "refusal-needs-plain-city"),
            I::NeedsCities { cities } => msg!(w, "refusal-needs-cities", n = cities),
            I::NoSuchCard { card, .. } => msg!(w, "refusal-not-held", card = self.card(card)),
            I::NotNow { card: Progress::Alchemist, .. } => {
                msg!(w, "refusal-before-roll-only", card = self.card(Progress::Alchemist))
            }
            I::NotNow { card, .. } => msg!(w, "refusal-after-roll-only", card = self.card(card)),
            I::KnownNull { card } => msg!(w, null_key(card), card = self.card(card)),
            I::BadTarget { card, .. } => msg!(w, wrong_key(card), card = self.card(card)),
            I::StrengthIsGiven { strength } => {
                msg!(w, "refusal-strength-is-given", strength = strength.value())
            }
            I::StrengthToChoose => msg!(w, "refusal-strength-to-choose"),
            I::StrongerThanDeserter { strength } => {
                msg!(w, "refusal-stronger-than-deserter", strength = strength.value())
            }
            I::ForcedAlready { seat } => msg!(w, "refusal-forced-already", name = self.base.name(seat)),
            I::NoCommercialHarborPlayed => msg!(w, "refusal-no-commercial-harbor-played"),
            I::NotACommodity { .. } => msg!(w, "refusal-not-a-commodity"),
            I::NotAResource { .. } => msg!(w, "refusal-not-a-resource"),
            I::EmptyDeck { area } => msg!(w, "refusal-deck-empty-of", area = self.area(area)),
        }
    }

    /// Names the decision that must be taken before anything else.
    fn decision_open(&self, decision: Decision) -> String {
        let w = self.base.words;
        match decision {
            Decision::Founding => msg!(w, "refusal-decision-founding"),
            Decision::Muster => msg!(w, "refusal-decision-muster"),
            Decision::Pillage => msg!(w, "refusal-decision-pillage"),
            Decision::Deck => msg!(w, "refusal-decision-deck"),
            Decision::Draw => msg!(w, "refusal-decision-draw"),
            Decision::FifthCard => msg!(w, "refusal-decision-fifth-card"),
            Decision::EarlyCards => msg!(w, "refusal-decision-early-cards"),
            Decision::Aqueduct => msg!(w, "refusal-decision-aqueduct"),
            Decision::Discards => msg!(w, "refusal-decision-hands"),
            Decision::Robber => msg!(w, "refusal-decision-robber"),
            Decision::Victim => msg!(w, "refusal-decision-victim"),
            Decision::FreeRoad => msg!(w, "refusal-decision-free-road"),
            Decision::Retreat => msg!(w, "refusal-decision-retreat"),
            Decision::Deserter => msg!(w, "refusal-decision-deserter"),
            Decision::PlacingDeserter => msg!(w, "refusal-decision-placing-deserter"),
            Decision::ReplacingRoad => msg!(w, "refusal-decision-replacing-road"),
            Decision::Spy => msg!(w, "refusal-decision-spy"),
            Decision::TakingCards => msg!(w, "refusal-decision-taking-cards"),
            Decision::Gifts => msg!(w, "refusal-decision-gifts"),
            Decision::ForcedExchange => msg!(w, "refusal-decision-forced-exchange"),
            Decision::Metropolis => msg!(w, "refusal-decision-metropolis"),
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
                msg!(w, key, name = names.as_str(), names = names.as_str() $(, $arg = $value)*)
            }};
        }
        match view.phase() {
            Phase::LayingOut => msg!(w, "turn-laying-out"),
            Phase::DrawingStart | Phase::RollingForStart { .. } => msg!(w, "turn-rolling-for-start"),
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
                Some(winner) if base.names.is_you(winner) => msg!(w, "turn-won-you"),
                Some(winner) => msg!(w, "turn-won", name = base.name(winner)),
                None => msg!(w, "turn-no-winner"),
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
