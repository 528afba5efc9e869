//! The objections to an action: every clause that it breaks, not only the first.

use super::island::ISLAND;
use super::trading::{Switches, message_about_trade};
use super::{
    CITY_PRICE, Clause, DEVELOPMENT_PRICE, Hand, Message, ROAD_PRICE, SETTLEMENT_PRICE, Table, TurnStage,
    holds, total,
};
use catan::options::{BankSameKind, RobberTheft};
use catan::{Action, Bundle, DevelopmentCard, OwnAction, Resource};

pub fn hand(bundle: Bundle) -> Hand {
    bundle.0.map(u32::from)
}

/// The action as a message about trade, if it is one.
pub fn message(action: Action) -> Option<Message> {
    message_about_trade!(action, Action)
}

impl Table {
    /// Every clause that stands against `action` by `seat`; none means that it is legal.
    pub fn objections(&self, seat: usize, action: Action) -> Vec<Clause> {
        if let TurnStage::Over { .. } = self.stage {
            return vec!["CATAN-WIN-7"];
        }
        if seat >= self.seats {
            return vec!["CATAN-OPT-17"];
        }
        if self.chance_is_due() {
            return vec!["CATAN-INFO-14"];
        }
        let mut no = Vec::new();
        self.object_to_the_moment(seat, action, &mut no);
        self.object_to_the_matter(seat, action, &mut no);
        no
    }

    /// Objects to an action of a seat that may not act now, or that must do something else first.
    fn object_to_the_moment(&self, seat: usize, action: Action, no: &mut Vec<Clause>) {
        use Action as A;
        // `CATAN-TURN-8`: who may act.
        let message = message(action);
        let for_others = message.as_ref().is_some_and(Message::is_for_others);
        let for_all = matches!(action, A::Discard(_));
        let others_may = match self.stage {
            TurnStage::Acting => for_others,
            TurnStage::Discarding { .. } => for_all,
            _ => false,
        };
        if seat != self.active && !others_may {
            no.push("CATAN-TURN-8");
            if matches!(action, A::Offer { .. }) {
                no.push("CATAN-DOM-1");
            }
        }
        if seat == self.active && for_others {
            no.push("CATAN-DOM-7");
        }
        let is_trade = message.is_some() || matches!(action, A::MaritimeTrade { .. });
        // `CATAN-TURN-7`, `CATAN-DOM-9`: what must be finished before anything else.
        let fits = match &self.stage {
            TurnStage::FoundSettlement => matches!(action, A::BuildSettlement(_)),
            TurnStage::FoundRoad { .. } => matches!(action, A::BuildRoad(_)),
            TurnStage::Discarding { .. } => matches!(action, A::Discard(_)),
            TurnStage::Robber => matches!(action, A::MoveRobber(_)),
            TurnStage::Victim { .. } => matches!(action, A::Steal(_) | A::Stop),
            TurnStage::FreeRoads { .. } => matches!(action, A::BuildRoad(_) | A::Stop),
            _ => true,
        };
        if !fits {
            no.push("CATAN-TURN-7");
            if matches!(self.stage, TurnStage::FoundSettlement | TurnStage::FoundRoad { .. }) {
                no.push("CATAN-SETUP-3");
            }
        }
        // `CATAN-TURN-6`: before the roll.
        if self.stage == TurnStage::BeforeRoll
            && (is_trade
                || matches!(
                    action,
                    A::BuildRoad(_)
                        | A::BuildSettlement(_)
                        | A::BuildCity(_)
                        | A::Own(OwnAction::BuyDevelopmentCard)
                        | A::EndTurn
                ))
        {
            no.push("CATAN-TURN-6");
        }
        // `CATAN-TURN-4`: after building.
        if is_trade && self.turn > 0 && !self.trade_lasts() {
            no.push("CATAN-TURN-4");
        }
    }

    /// Objects to an action whose own conditions are not met.
    fn object_to_the_matter(&self, seat: usize, action: Action, no: &mut Vec<Clause>) {
        use Action as A;
        if let Some(message) = message(action) {
            let switches =
                Switches { same_kind: self.options.trade_same_kind, limit: self.options.offer_limit };
            self.trading.object(seat, &self.hands[seat], &message, switches, no);
            return;
        }
        match action {
            A::Roll => {
                if self.rolled {
                    no.push("CATAN-TURN-1");
                }
            }
            A::EndTurn => {}
            A::BuildRoad(path) => self.object_to_road(seat, path.index(), no),
            A::BuildSettlement(i) => self.object_to_settlement(seat, i.index(), no),
            A::BuildCity(i) => {
                if self.buildings[i.index()] != Some((seat, false)) {
                    no.push("CATAN-CITY-1");
                }
                if self.cities_of(seat).len() >= 4 {
                    no.push("CATAN-CITY-3");
                }
                self.object_to_price(seat, CITY_PRICE, no);
            }
            A::Own(OwnAction::BuyDevelopmentCard) => {
                if self.deck.is_empty() {
                    no.push("CATAN-DEV-1");
                }
                self.object_to_price(seat, DEVELOPMENT_PRICE, no);
            }
            A::Own(OwnAction::PlayKnight) => self.object_to_card(seat, DevelopmentCard::Knight, no),
            A::Own(OwnAction::PlayRoadBuilding) => {
                self.object_to_card(seat, DevelopmentCard::RoadBuilding, no);
                if !self.free_road_possible(seat) {
                    no.push("CATAN-DEV-8");
                }
            }
            A::Own(OwnAction::PlayYearOfPlenty(first, second)) => {
                self.object_to_card(seat, DevelopmentCard::YearOfPlenty, no);
                let mut taken = [0; 5];
                taken[first.index()] += 1;
                if let Some(second) = second {
                    taken[second.index()] += 1;
                }
                let should_take = total(&self.supply).min(2);
                if total(&taken) != should_take || !holds(&self.supply, &taken) {
                    no.push("CATAN-DEV-9");
                }
            }
            A::Own(OwnAction::PlayMonopoly(_)) => self.object_to_card(seat, DevelopmentCard::Monopoly, no),
            A::Stop => match self.stage {
                TurnStage::FreeRoads { placed, .. } if placed > 0 && self.options.road_building_may_stop => {}
                TurnStage::Victim { .. } => {
                    if self.options.robber_theft == RobberTheft::Must {
                        no.push("CATAN-ROB-5");
                    }
                }
                _ => no.push("CATAN-DEV-8"),
            },
            A::MoveRobber(hex) => {
                if self.stage != TurnStage::Robber {
                    no.push("CATAN-ROB-1");
                } else if hex.index() == self.robber {
                    no.push("CATAN-ROB-2");
                } else if !self.robber_targets().contains(&hex.index()) {
                    no.push("CATAN-ROB-9");
                }
            }
            A::Steal(victim) => match &self.stage {
                TurnStage::Victim { eligible } => {
                    if !eligible.contains(&victim.index()) {
                        no.push("CATAN-ROB-5");
                    }
                }
                _ => no.push("CATAN-ROB-4"),
            },
            A::Discard(cards) => self.object_to_discard(seat, hand(cards), no),
            A::MaritimeTrade { give, get } => self.object_to_maritime(seat, hand(give), get, no),
            A::DeclareVictory => {
                let goal = usize::from(self.options.victory_points);
                if self.options.auto_declare || self.points(seat) < goal {
                    no.push("CATAN-WIN-5");
                }
            }
            _ => unreachable!("{action} is a message"),
        }
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
        match self.stage {
            TurnStage::FoundSettlement => {}
            TurnStage::FoundRoad { at } => {
                if a != at && b != at {
                    no.push("CATAN-SETUP-4");
                }
            }
            _ => {
                if self.roads_of(seat).len() >= 15 {
                    no.push("CATAN-BUILD-2");
                }
                if self.roads[path].is_none() && !self.road_fits(seat, path) {
                    // With a road of one's own beyond a foreign building it is that building that parts them.
                    let parted = [a, b].into_iter().any(|end| {
                        self.owner(end).is_some_and(|owner| owner != seat) && self.road_ends_at(seat, end)
                    });
                    no.push(if parted { "CATAN-ROAD-4" } else { "CATAN-ROAD-3" });
                }
                if !matches!(self.stage, TurnStage::FreeRoads { .. }) {
                    self.object_to_price(seat, ROAD_PRICE, no);
                }
            }
        }
    }

    fn object_to_settlement(&self, seat: usize, i: usize, no: &mut Vec<Clause>) {
        if !self.keeps_distance(i) {
            no.push("CATAN-SETT-3");
        }
        if !matches!(self.stage, TurnStage::FoundSettlement | TurnStage::FoundRoad { .. }) {
            if !self.road_ends_at(seat, i) {
                no.push("CATAN-SETT-3");
            }
            if self.settlements_of(seat).len() >= 5 {
                no.push("CATAN-SETT-5");
            }
            self.object_to_price(seat, SETTLEMENT_PRICE, no);
        }
    }

    fn object_to_card(&self, seat: usize, kind: DevelopmentCard, no: &mut Vec<Clause>) {
        let copies: Vec<_> = self.held[seat].iter().filter(|card| card.kind == kind).collect();
        if copies.is_empty() {
            no.push("CATAN-DEV-4");
        } else if copies.iter().all(|card| card.bought_this_turn) {
            no.push("CATAN-DEV-3");
        }
        if self.card_played {
            no.push("CATAN-DEV-2");
        }
    }

    fn object_to_discard(&self, seat: usize, cards: Hand, no: &mut Vec<Clause>) {
        let TurnStage::Discarding { owed, chosen } = &self.stage else {
            no.push("CATAN-SEVEN-2");
            return;
        };
        if owed[seat] == 0 {
            no.push("CATAN-SEVEN-2");
            return;
        }
        if chosen[seat].is_some() || total(&cards) != owed[seat] || !holds(&self.hands[seat], &cards) {
            no.push("CATAN-SEVEN-7");
        }
    }

    fn object_to_maritime(&self, seat: usize, give: Hand, get: Resource, no: &mut Vec<Clause>) {
        let given: Vec<Resource> = Resource::ALL.into_iter().filter(|kind| give[kind.index()] > 0).collect();
        let [kind] = given[..] else {
            no.push("CATAN-MAR-5");
            return;
        };
        if kind == get && self.options.bank_same_kind == BankSameKind::Forbid {
            no.push("CATAN-MAR-5");
        }
        let clauses = ["CATAN-MAR-1", "CATAN-MAR-2", "CATAN-MAR-3"];
        let rates = self.rates(seat, kind);
        super::common::object_to_rate(give[kind.index()], &rates, self.options.bank_rates, &clauses, no);
        if !holds(&self.hands[seat], &give) {
            // No clause says it in so many words: who has not got the cards cannot give them.
            no.push("CATAN-MAR-1");
        }
        if self.supply[get.index()] == 0 {
            no.push("CATAN-MAR-5");
        }
    }
}
