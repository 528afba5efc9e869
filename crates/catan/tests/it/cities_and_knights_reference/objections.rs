//! The objections to an action: every clause that it breaks, not only the first.

use super::{
    ACTIVATION_PRICE, CITY_PRICE, GRAIN, Hand, House, KNIGHT_PRICE, Knight, MEDICINE_PRICE, ORE, Question,
    ROAD_PRICE, SETTLEMENT_PRICE, Table, WALL_PRICE,
};
use crate::reference::common;
use crate::reference::island::ISLAND;
use crate::reference::trading::{Switches, message_about_trade};
use crate::reference::{Clause, Message, holds, total};
use catan::Terrain;
use catan::cities_and_knights::options::{CommercialHarbor, MerchantOnDesert};
use catan::cities_and_knights::{Action, Area, Bundle, CardKind, OwnAction, Play, Progress, RobberCause};
use catan::options::{BankSameKind, RobberTheft};

pub fn hand(bundle: Bundle) -> Hand {
    bundle.0.map(u32::from)
}

/// The action as a message about trade, if it is one (`CK-TRADE-5`).
pub fn message(action: Action) -> Option<Message<8>> {
    message_about_trade!(action, Action)
}

impl Table {
    pub fn allows(&self, seat: usize, action: Action) -> bool {
        self.objections(seat, action).is_empty()
    }

    /// Every clause that stands against `action` by `seat`; none means that it is legal.
    pub fn objections(&self, seat: usize, action: Action) -> Vec<Clause> {
        if let Question::Over { .. } = self.question {
            return vec!["CATAN-WIN-7", "CK-WIN-2"];
        }
        if self.chance_is_due() {
            return vec!["CATAN-INFO-14", "CK-TURN-1"];
        }
        if seat >= self.seats {
            return vec!["CATAN-OPT-17", "CK-TURN-4", "CK-TURN-5", "CATAN-DOM-1"];
        }
        let mut no = Vec::new();
        self.object_to_the_moment(seat, action, &mut no);
        if let Some(message) = message(action) {
            let switches =
                Switches { same_kind: self.options.trade_same_kind, limit: self.options.offer_limit };
            self.trading.object(seat, &self.hands[seat], &message, switches, &mut no);
        } else {
            self.object_to_the_matter(seat, action, &mut no);
        }
        no
    }

    /// Objects to an action of a seat that may not act now, or that must do something else first.
    fn object_to_the_moment(&self, seat: usize, action: Action, no: &mut Vec<Clause>) {
        use Action as A;
        use Question as Q;
        let message = message(action);
        let for_others = message.as_ref().is_some_and(Message::is_for_others);
        // `CK-TURN-5`: who may act.
        let may = match &self.question {
            Q::Acting if for_others => seat != self.active,
            Q::Acting => seat == self.active,
            Q::Drop { seats, .. } => seats.contains(&seat),
            Q::Discard { owed, .. } | Q::Give { owed, .. } => owed[seat] > 0,
            _ => self.asked().contains(&seat),
        };
        if !may {
            no.extend(["CK-TURN-5", "CATAN-TURN-8"]);
            match message {
                Some(Message::Offer { .. }) => no.push("CATAN-DOM-1"),
                Some(_) => no.push("CATAN-DOM-7"),
                None => {}
            }
        }
        // `CK-TURN-4`: what must be finished before anything else.
        let fits = match &self.question {
            Q::FoundSettlement => matches!(action, A::BuildSettlement(_)),
            Q::FoundCity => matches!(action, A::BuildCity(_)),
            Q::FoundRoad { .. } => matches!(action, A::BuildRoad(_)),
            Q::BeforeRoll => {
                matches!(action, A::Roll | A::DeclareVictory | A::Own(OwnAction::Play(Play::Alchemist(..))))
            }
            Q::Muster(_) => matches!(action, A::Own(OwnAction::Fight(_))),
            Q::Pillage(_) => matches!(action, A::Own(OwnAction::Pillage(_))),
            Q::Deck(_) => matches!(action, A::Own(OwnAction::ChooseDeck(_))),
            Q::OfferDraw(..) => matches!(action, A::Own(OwnAction::Draw) | A::Stop),
            Q::Drop { .. } => matches!(action, A::Own(OwnAction::Drop(_))),
            Q::Aqueduct(_) => matches!(action, A::Own(OwnAction::TakeResource(_)) | A::Stop),
            Q::Discard { .. } => matches!(action, A::Discard(_)),
            Q::Robber(_) => matches!(action, A::MoveRobber(_)),
            Q::Victim { .. } => matches!(action, A::Steal(_) | A::Stop),
            Q::FreeRoads { .. } | Q::ReplaceRoad { .. } => matches!(action, A::BuildRoad(_) | A::Stop),
            Q::Retreat { .. } => matches!(action, A::Own(OwnAction::Retreat(_))),
            Q::RemoveKnight(_) => matches!(action, A::Own(OwnAction::RemoveKnight(_))),
            Q::PlaceKnight { .. } => matches!(action, A::Own(OwnAction::PlaceKnight(..)) | A::Stop),
            Q::Spy(_) => matches!(action, A::Own(OwnAction::TakeProgress(_)) | A::Stop),
            Q::TakeCards { .. } => matches!(action, A::Own(OwnAction::TakeCards(_))),
            Q::Give { .. } => matches!(action, A::Own(OwnAction::Give(_))),
            Q::ForcedExchange { .. } => matches!(action, A::Own(OwnAction::GiveCommodity(_))),
            Q::Metropolis(area) => {
                matches!(action, A::Own(OwnAction::PlaceMetropolis(_)))
                    || action == A::Stop && self.may_decline_metropolis(*area)
            }
            Q::PlayOrDrop => matches!(action, A::Own(OwnAction::Play(_)) | A::Own(OwnAction::Drop(_))),
            Q::PlayEarly => matches!(action, A::Own(OwnAction::Play(_)) | A::Stop),
            // What answers a question that nobody has asked is refused below.
            _ => true,
        };
        if !fits {
            no.push("CK-TURN-4");
            match self.question {
                Q::BeforeRoll => no.push("CK-TURN-3"),
                Q::FoundSettlement | Q::FoundCity | Q::FoundRoad { .. } => no.push("CATAN-SETUP-3"),
                Q::PlayOrDrop => no.push("CK-PROG-15"),
                _ => {}
            }
        }
        // `CK-TURN-6`: after a payment.
        let is_trade = message.is_some() || matches!(action, A::MaritimeTrade { .. });
        if is_trade && self.turn > 0 && !self.trade_lasts() {
            no.push("CK-TURN-6");
        }
    }

    /// Objects to an action whose own conditions are not met. One arm an action: it is as long as the list of actions.
    fn object_to_the_matter(&self, seat: usize, action: Action, no: &mut Vec<Clause>) {
        use Action as A;
        use Question as Q;
        match action {
            A::Roll => {
                if self.rolled {
                    no.push("CK-TURN-1");
                }
            }
            A::EndTurn => {}
            A::BuildRoad(path) => self.object_to_road(seat, path.index(), no),
            A::BuildSettlement(i) => self.object_to_settlement(seat, i.index(), no),
            A::BuildCity(i) => self.object_to_city(seat, i.index(), CITY_PRICE, no),
            A::Own(OwnAction::BuildWall(i)) => {
                self.object_to_wall(seat, i.index(), no);
                self.object_to_price(seat, WALL_PRICE, no);
            }
            A::Own(OwnAction::BuildKnight(i)) => {
                // `CK-KNIGHT-1`, `CK-KNIGHT-2`
                if !self.is_free(i.index()) || !self.road_ends_at(seat, i.index()) {
                    no.push("CK-KNIGHT-1");
                }
                if self.knights_left(seat, 1) == 0 {
                    no.push("CK-KNIGHT-2");
                }
                self.object_to_price(seat, KNIGHT_PRICE, no);
            }
            A::Own(OwnAction::Activate(i)) => {
                match self.own_knight(seat, i.index()) {
                    Some(knight) if !knight.active => {}
                    _ => no.push("CK-KNIGHT-3"),
                }
                self.object_to_price(seat, ACTIVATION_PRICE, no);
            }
            A::Own(OwnAction::Promote(i)) => {
                self.object_to_promotion(seat, i.index(), no);
                self.object_to_price(seat, KNIGHT_PRICE, no);
            }
            A::Own(OwnAction::Move { from, to }) => {
                self.object_to_knight_action(seat, from.index(), no);
                if !self.is_free(to.index()) {
                    no.push("CK-KNIGHT-10");
                }
                if self.own_knight(seat, from.index()).is_some()
                    && !self.knight_gets_to(seat, from.index(), to.index())
                {
                    no.push("CK-KNIGHT-9");
                }
            }
            A::Own(OwnAction::Displace { from, to }) => {
                self.object_to_knight_action(seat, from.index(), no);
                if let Some(knight) = self.own_knight(seat, from.index()) {
                    match self.knights[to.index()] {
                        Some(other) if other.seat != seat && other.strength < knight.strength => {}
                        _ => no.push("CK-KNIGHT-11"),
                    }
                    if !self.knight_gets_to(seat, from.index(), to.index()) {
                        no.push("CK-KNIGHT-9");
                    }
                }
            }
            A::Own(OwnAction::Chase(i)) => {
                self.object_to_knight_action(seat, i.index(), no);
                if !self.robber_moves() {
                    no.push("CK-ROB-1");
                }
                if !ISLAND.hexes_at[i.index()].contains(&self.robber) {
                    no.push("CK-KNIGHT-13");
                }
            }
            A::Own(OwnAction::Improve(area)) => self.object_to_improvement(seat, area, no),
            A::Own(OwnAction::PlaceMetropolis(i)) => match self.question {
                Q::Metropolis(_) => {
                    if !self.plain_cities_of(seat).contains(&i.index()) {
                        no.extend(["CK-METRO-1", "CK-METRO-2"]);
                    }
                }
                _ => no.push("CK-METRO-1"),
            },
            A::MoveRobber(hex) => match self.question {
                Q::Robber(cause) => {
                    if hex.index() == self.robber {
                        no.push("CATAN-ROB-2");
                    } else if !self.robber_targets(cause).contains(&hex.index()) {
                        no.push("CATAN-ROB-9");
                        if cause == RobberCause::Chase {
                            no.push("CK-KNIGHT-13");
                        }
                    }
                }
                _ => no.push("CATAN-ROB-1"),
            },
            A::Steal(victim) => match &self.question {
                Q::Victim { eligible } => {
                    if !eligible.contains(&victim.index()) {
                        no.push("CATAN-ROB-5");
                    }
                }
                _ => no.push("CATAN-ROB-4"),
            },
            A::Discard(cards) => match &self.question {
                Q::Discard { owed, chosen, sabotage } => {
                    let clause = if *sabotage { "CK-POL-6" } else { "CK-SEVEN-1" };
                    self.object_to_bundle(seat, hand(cards), owed, chosen, clause, no);
                }
                _ => no.push("CK-SEVEN-1"),
            },
            A::Own(OwnAction::Give(cards)) => match &self.question {
                Q::Give { owed, chosen } => {
                    self.object_to_bundle(seat, hand(cards), owed, chosen, "CK-POL-9", no);
                }
                _ => no.push("CK-POL-9"),
            },
            A::MaritimeTrade { give, get } => self.object_to_maritime(seat, hand(give), get, no),
            A::Own(OwnAction::Pillage(i)) => match self.question {
                Q::Pillage(_) if self.plain_cities_of(seat).contains(&i.index()) => {}
                _ => no.push("CK-BARB-7"),
            },
            A::Own(OwnAction::Fight(knights)) => match self.question {
                Q::Muster(_) => {
                    let active = self.active_knights_of(seat);
                    if knights.into_iter().any(|i| !active.contains(&i.index())) {
                        no.push("CK-BARB-15");
                    }
                }
                _ => no.push("CK-BARB-15"),
            },
            A::Own(OwnAction::ChooseDeck(area)) => match self.question {
                Q::Deck(_) if self.decks_with_cards().contains(&area) => {}
                Q::Deck(_) => no.push("CK-BARB-16"),
                _ => no.push("CK-BARB-12"),
            },
            A::Own(OwnAction::Draw) => {
                if !matches!(self.question, Q::OfferDraw(..)) {
                    no.push("CK-PROG-3");
                }
            }
            A::Own(OwnAction::Drop(card)) => match &self.question {
                Q::Drop { chosen, .. } if chosen.contains_key(&seat) => {
                    no.extend(["CK-TURN-5", "CATAN-SEVEN-7"]);
                }
                Q::Drop { .. } | Q::PlayOrDrop if self.held[seat].contains(&card) => {}
                Q::Drop { .. } | Q::PlayOrDrop => no.push("CK-PROG-6"),
                // `CK-PROG-16`: nobody discards voluntarily.
                _ => no.extend(["CK-PROG-6", "CK-PROG-16"]),
            },
            A::Own(OwnAction::TakeResource(kind)) => match self.question {
                Q::Aqueduct(_) => {
                    if kind.index() >= 5 {
                        no.push("CK-IMP-8");
                    } else if self.supply[kind.index()] == 0 {
                        no.extend(["CK-IMP-8", "CK-PROG-10"]);
                    }
                }
                _ => no.push("CK-IMP-8"),
            },
            A::Own(OwnAction::TakeCards(cards)) => match self.question {
                Q::TakeCards { victim, count }
                    if total(&hand(cards)) == count && holds(&self.hands[victim], &hand(cards)) => {}
                _ => no.push("CK-TRD-2"),
            },
            A::Own(OwnAction::TakeProgress(card)) => match self.question {
                Q::Spy(victim) if self.held[victim].contains(&card) => {}
                _ => no.push("CK-POL-7"),
            },
            A::Own(OwnAction::GiveCommodity(kind)) => match self.question {
                Q::ForcedExchange { .. } if kind.index() >= 5 && self.hands[seat][kind.index()] > 0 => {}
                _ => no.push("CK-TRD-1"),
            },
            A::Own(OwnAction::Retreat(i)) => match &self.question {
                Q::Retreat { places, .. } if places.contains(&i.index()) => {}
                // Where the knight was driven from is not free.
                Q::Retreat { from, .. } if *from == i.index() => no.extend(["CK-KNIGHT-12", "CK-KNIGHT-17"]),
                _ => no.push("CK-KNIGHT-12"),
            },
            A::Own(OwnAction::RemoveKnight(i)) => match self.question {
                Q::RemoveKnight(_) if self.own_knight(seat, i.index()).is_some() => {}
                _ => no.push("CK-POL-3"),
            },
            A::Own(OwnAction::PlaceKnight(i, named)) => {
                self.object_to_deserter(seat, i.index(), named.map(|named| named.value().into()), no);
            }
            A::Stop => match self.question {
                Q::OfferDraw(..)
                | Q::Aqueduct(_)
                | Q::PlaceKnight { .. }
                | Q::ReplaceRoad { .. }
                | Q::PlayEarly
                | Q::Spy(_) => {}
                Q::Metropolis(area) if self.may_decline_metropolis(area) => {}
                Q::FreeRoads { placed, .. } if placed > 0 && self.options.road_building_may_stop => {}
                Q::FreeRoads { .. } => no.push("CATAN-DEV-8"),
                Q::Victim { .. } => {
                    if self.options.robber_theft == RobberTheft::Must {
                        no.push("CATAN-ROB-5");
                    }
                }
                _ => no.push("CK-TURN-4"),
            },
            A::Own(OwnAction::Force(victim, kind)) => self.object_to_force(seat, victim.index(), kind, no),
            A::Own(OwnAction::Play(play)) => self.object_to_play(seat, play, no),
            A::DeclareVictory => {
                let goal = usize::from(self.options.victory_points);
                if self.options.auto_declare || self.points(seat) < goal {
                    no.extend(["CATAN-WIN-5", "CK-WIN-2"]);
                }
            }
            _ => unreachable!("{action} is a message"),
        }
    }

    fn own_knight(&self, seat: usize, i: usize) -> Option<Knight> {
        self.knights[i].filter(|knight| knight.seat == seat)
    }

    fn object_to_price(&self, seat: usize, price: Hand, no: &mut Vec<Clause>) {
        if !holds(&self.hands[seat], &price) {
            no.push("CATAN-COST-2");
        }
    }

    fn object_to_road(&self, seat: usize, path: usize, no: &mut Vec<Clause>) {
        if self.roads[path].is_some() {
            no.push("CATAN-ROAD-2");
        }
        let (a, b) = ISLAND.ends[path];
        match self.question {
            Question::FoundSettlement | Question::FoundCity => {}
            Question::FoundRoad { at } => {
                if a != at && b != at {
                    no.extend(["CATAN-SETUP-3", "CATAN-SETUP-4"]);
                }
            }
            _ => {
                if self.roads_left(seat) == 0 {
                    no.push("CATAN-BUILD-2");
                }
                if self.roads[path].is_none() && !self.road_fits(seat, path) {
                    // With a road of one's own beyond a foreign piece it is that piece that parts them; there may be one
                    // at either end.
                    let mut parted = [a, b]
                        .into_iter()
                        .filter(|&end| self.is_foreign(seat, end) && self.road_ends_at(seat, end))
                        .peekable();
                    if parted.peek().is_none() {
                        no.push("CATAN-ROAD-3");
                    }
                    no.extend(parted.map(|end| match self.owner(end) {
                        Some(_) => "CATAN-ROAD-4",
                        None => "CK-KNIGHT-6",
                    }));
                }
                match self.question {
                    Question::FreeRoads { .. } => {}
                    // `CK-POL-10`
                    Question::ReplaceRoad { removed } => {
                        if path == removed {
                            no.push("CK-POL-10");
                        }
                    }
                    _ => self.object_to_price(seat, ROAD_PRICE, no),
                }
            }
        }
    }

    fn object_to_settlement(&self, seat: usize, i: usize, no: &mut Vec<Clause>) {
        if !self.keeps_distance(i) {
            no.push("CATAN-SETT-3");
        }
        // `CK-KNIGHT-6` a
        if self.knights[i].is_some() {
            no.push("CK-KNIGHT-6");
        }
        let founding = matches!(
            self.question,
            Question::FoundSettlement | Question::FoundCity | Question::FoundRoad { .. }
        );
        if !founding {
            if !self.road_ends_at(seat, i) {
                no.push("CATAN-SETT-3");
            }
            if self.settlements_left(seat) == 0 {
                no.extend(["CATAN-SETT-5", "CATAN-BUILD-2"]);
            }
            self.object_to_price(seat, SETTLEMENT_PRICE, no);
        }
    }

    fn object_to_city(&self, seat: usize, i: usize, price: Hand, no: &mut Vec<Clause>) {
        if self.question == Question::FoundCity {
            // `CK-SETUP-2`
            if !self.keeps_distance(i) {
                no.push("CATAN-SETT-3");
            }
            return;
        }
        let laid = self.laid_cities_of(seat);
        if laid.is_empty() {
            if self.houses[i] != Some((seat, House::Settlement)) {
                no.push("CATAN-CITY-1");
            }
            if self.cities_left(seat) == 0 {
                no.extend(["CATAN-CITY-3", "CATAN-BUILD-2"]);
            }
        } else if !laid.contains(&i) {
            // `CK-BARB-9`, `CK-BARB-18`
            no.extend(["CATAN-CITY-1", "CK-BARB-18"]);
        }
        self.object_to_price(seat, price, no);
    }

    /// `CK-WALL-1`.
    fn object_to_wall(&self, seat: usize, i: usize, no: &mut Vec<Clause>) {
        if self.houses[i] != Some((seat, House::City { wall: false })) || self.walls_left(seat) == 0 {
            no.push("CK-WALL-1");
        }
    }

    /// `CK-KNIGHT-4`, `CK-KNIGHT-5`, `CK-KNIGHT-2`.
    fn object_to_promotion(&self, seat: usize, i: usize, no: &mut Vec<Clause>) {
        let Some(knight) = self.own_knight(seat, i) else { return no.push("CK-KNIGHT-4") };
        if knight.promoted || knight.strength == 3 {
            no.push("CK-KNIGHT-4");
            return;
        }
        if self.knights_left(seat, knight.strength + 1) == 0 {
            no.extend(["CK-KNIGHT-4", "CK-KNIGHT-2"]);
        }
        if knight.strength == 2 && self.level(seat, Area::Politics) < 3 {
            no.extend(["CK-KNIGHT-5", "CK-IMP-9"]);
        }
    }

    /// `CK-KNIGHT-8`.
    fn object_to_knight_action(&self, seat: usize, from: usize, no: &mut Vec<Clause>) {
        if !self.own_knight(seat, from).is_some_and(|knight| knight.active && knight.may_act) {
            no.push("CK-KNIGHT-8");
        }
    }

    fn object_to_improvement(&self, seat: usize, area: Area, no: &mut Vec<Clause>) {
        if self.level(seat, area) == 5 {
            no.push("CK-IMP-1");
            return;
        }
        if self.cities_of(seat).is_empty() {
            no.push("CK-IMP-2");
        }
        if self.needs_plain_city(seat, area) && self.plain_cities_of(seat).is_empty() {
            no.push("CK-IMP-3");
        }
        if self.cities_of(seat).len() < self.cities_needed(seat, area) {
            no.push("CK-IMP-3");
        }
        self.object_to_price(seat, self.improvement_price(seat, area), no);
    }

    fn object_to_bundle(
        &self,
        seat: usize,
        cards: Hand,
        owed: &[u32],
        chosen: &[Option<Hand>],
        clause: Clause,
        no: &mut Vec<Clause>,
    ) {
        if owed[seat] == 0 || total(&cards) != owed[seat] || !holds(&self.hands[seat], &cards) {
            no.push(clause);
        }
        // `CATAN-SEVEN-7`: what is handed in is final.
        if owed[seat] > 0 && chosen[seat].is_some() {
            no.push("CATAN-SEVEN-7");
        }
    }

    fn object_to_maritime(&self, seat: usize, give: Hand, get: CardKind, no: &mut Vec<Clause>) {
        let given: Vec<usize> = (0..8).filter(|&kind| give[kind] > 0).collect();
        let [kind] = given[..] else {
            no.extend(["CATAN-MAR-5", "CK-TRADE-2"]);
            return;
        };
        if kind == get.index() && self.options.bank_same_kind == BankSameKind::Forbid {
            no.extend(["CATAN-MAR-5", "CK-TRADE-2"]);
        }
        let clauses = ["CK-TRADE-2", "CK-TRADE-3"];
        let rates = self.rates(seat, kind);
        common::object_to_rate(give[kind], &rates, self.options.bank_rates, &clauses, no);
        if !holds(&self.hands[seat], &give) {
            // No clause says it in so many words: who has not got the cards cannot give them.
            no.extend(["CK-TRADE-2", "CATAN-MAR-1"]);
        }
        if self.supply[get.index()] == 0 {
            no.push("CATAN-MAR-5");
        }
    }

    /// `CK-POL-3`.
    fn object_to_deserter(&self, seat: usize, i: usize, named: Option<u32>, no: &mut Vec<Clause>) {
        let Question::PlaceKnight { strength: lost, .. } = self.question else {
            no.push("CK-POL-3");
            return;
        };
        if !self.is_free(i) || !self.road_ends_at(seat, i) {
            no.push("CK-KNIGHT-1");
        }
        // The strength is named where it may be chosen, and only there.
        let choice = self.options.ck_deserter_substitute
            == catan::cities_and_knights::options::DeserterSubstitute::AnyLower;
        let right = match named {
            Some(strength) => choice && self.substitutes(lost).contains(&strength),
            None => !choice,
        };
        if !right {
            no.push("CK-POL-3");
        }
        if named == Some(3) && !self.may_place_mighty() {
            no.push("CK-KNIGHT-5");
        }
    }

    /// `CK-TRD-1`.
    fn object_to_force(&self, seat: usize, victim: usize, kind: CardKind, no: &mut Vec<Clause>) {
        if self.question != Question::Acting {
            no.push("CK-TURN-4");
        }
        if self.commercial_harbors == 0 {
            no.push("CK-TRD-1");
        }
        if victim >= self.seats || victim == seat {
            no.push("CATAN-OPT-17");
            return;
        }
        let allowed = match self.options.ck_commercial_harbor {
            CommercialHarbor::PerTurn => self.commercial_harbors.min(1),
            CommercialHarbor::PerCard => self.commercial_harbors,
        };
        if self.forced[victim] >= allowed || kind.index() >= 5 || self.hands[seat][kind.index()] == 0 {
            no.push("CK-TRD-1");
        }
        // `CK-PROG-14`: a target for which the effect is known to be nothing.
        if !self.null_plays_allowed() && total(&self.hands[victim]) == 0 {
            no.extend(["CK-PROG-9", "CK-PROG-14"]);
        }
    }

    /// The card itself (`CK-PROG-8`), its target, and whether it is known to do nothing (`CK-PROG-13`). One arm a
    /// card: it is as long as the list of cards.
    fn object_to_play(&self, seat: usize, play: Play, no: &mut Vec<Clause>) {
        if !self.held[seat].contains(&play.card()) {
            no.push("CK-PROG-8");
        }
        if play.card() == Progress::Alchemist {
            // `CK-SCI-1`
            if self.question != Question::BeforeRoll {
                no.push("CK-SCI-1");
            }
        } else if !matches!(self.question, Question::Acting | Question::PlayOrDrop | Question::PlayEarly) {
            no.extend(["CK-TURN-3", "CK-SCI-1"]);
        }
        let own = self.points(seat);
        let opponents: Vec<usize> = (0..self.seats).filter(|&other| other != seat).collect();
        let any = |is: &dyn Fn(usize) -> bool| opponents.iter().any(|&other| is(other));
        let cards = |other: usize| total(&self.hands[other]);
        let names_opponent = |other: game::Seat, no: &mut Vec<Clause>| {
            let named = opponents.contains(&other.index());
            if !named {
                no.push("CATAN-OPT-17");
            }
            named
        };
        let does_something = match play {
            Play::Alchemist(..) | Play::Crane | Play::MerchantFleet(_) | Play::CommercialHarbor => true,
            Play::Engineer(i) => {
                self.object_to_wall(seat, i.index(), no);
                true
            }
            Play::Inventor(a, b) => {
                let (first, second) = (self.numbers[a.index()], self.numbers[b.index()]);
                if [first, second].iter().any(|n| [0, 2, 12, 6, 8].contains(n)) || a.index() >= b.index() {
                    no.push("CK-SCI-4");
                }
                first != second
            }
            Play::Irrigation => {
                self.supply[GRAIN] > 0 && self.hexes_with_own_building(seat, Terrain::Fields) > 0
            }
            Play::Mining => {
                self.supply[ORE] > 0 && self.hexes_with_own_building(seat, Terrain::Mountains) > 0
            }
            Play::Medicine(i) => {
                self.object_to_city(seat, i.index(), MEDICINE_PRICE, no);
                true
            }
            Play::RoadBuilding => self.free_road_possible(seat),
            Play::Smith(a, b) => {
                self.object_to_smith(seat, a.index(), b.map(|b| b.index()), no);
                true
            }
            Play::Bishop => {
                if !self.robber_moves() {
                    no.push("CK-ROB-1");
                }
                true
            }
            Play::Deserter(other) => !names_opponent(other, no) || !self.knights_of(other.index()).is_empty(),
            Play::Diplomat(path) => {
                if self.open_road(path.index()).is_none() {
                    no.push("CK-POL-4");
                }
                true
            }
            Play::Intrigue(i) => {
                let foreign = self.knights[i.index()].is_some_and(|knight| knight.seat != seat);
                if !foreign || !self.road_ends_at(seat, i.index()) {
                    no.push("CK-POL-5");
                }
                true
            }
            Play::Saboteur => any(&|other| self.points(other) >= own && cards(other) >= 2),
            Play::Spy(other) => !names_opponent(other, no) || !self.held[other.index()].is_empty(),
            Play::Warlord => {
                self.knights.iter().flatten().any(|knight| knight.seat == seat && !knight.active)
            }
            Play::Wedding => any(&|other| self.points(other) > own && cards(other) > 0),
            Play::MasterMerchant(other) => {
                if names_opponent(other, no) {
                    if self.points(other.index()) <= own {
                        no.push("CK-TRD-2");
                    }
                    cards(other.index()) > 0
                } else {
                    true
                }
            }
            Play::Merchant(hex) => {
                let desert = self.terrain[hex.index()] == Terrain::Desert;
                if !self.has_building_at(seat, hex.index()) {
                    no.push("CK-MERCH-1");
                }
                if desert && self.options.ck_merchant_on_desert == MerchantOnDesert::Forbid {
                    no.extend(["CK-MERCH-1", "CK-MERCH-5"]);
                }
                self.merchant != Some((seat, hex.index()))
            }
            Play::ResourceMonopoly(kind) => {
                if kind.index() >= 5 {
                    no.push("CK-TRD-4");
                }
                any(&|other| cards(other) > 0)
            }
            Play::TradeMonopoly(kind) => {
                if kind.index() < 5 {
                    no.push("CK-TRD-5");
                }
                any(&|other| cards(other) > 0)
            }
        };
        if !does_something && !self.null_plays_allowed() {
            no.extend(["CK-PROG-9", "CK-PROG-14"]);
        }
    }

    /// `CK-SCI-10`: the pieces freed by the first promotion may serve the second, whichever is the first.
    fn object_to_smith(&self, seat: usize, a: usize, b: Option<usize>, no: &mut Vec<Clause>) {
        let Some(b) = b else { return self.object_to_promotion(seat, a, no) };
        if a >= b {
            no.push("CK-SCI-10");
        }
        let mut against = Vec::new();
        for (first, second) in [(a, b), (b, a)] {
            let mut objections = Vec::new();
            self.object_to_promotion(seat, first, &mut objections);
            if objections.is_empty() {
                let mut after = self.clone();
                after.promote(first);
                after.object_to_promotion(seat, second, &mut objections);
            }
            if objections.is_empty() {
                return;
            }
            against.extend(objections);
        }
        no.extend(against);
    }
}
