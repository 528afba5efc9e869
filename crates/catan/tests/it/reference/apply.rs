//! The effects of legal actions and of outcomes of nature.

use super::island::ISLAND;
use super::objections::{hand, message};
use super::{
    CITY_PRICE, DEVELOPMENT_PRICE, Hand, Held, ROAD_PRICE, SETTLEMENT_PRICE, StartRolls, Table, TurnStage,
    common, layout_can_be, minus, plus, total,
};
use catan::options::{RobberTheft, SetupKind, StartPlayer};
use catan::{Action, Chance, DevelopmentCard, OwnAction, OwnChance, Resource};

impl Table {
    /// Carries out an action against which nothing stands.
    pub fn act(&mut self, seat: usize, action: Action) {
        use Action as A;
        assert!(self.allows(seat, action), "{action} by seat {seat}");
        if let Some(message) = message(action) {
            self.trading.carry_out(self.active, seat, message, &mut self.hands);
            self.see_whether_won();
            return;
        }
        match action {
            A::Roll => self.stage = TurnStage::Rolling,
            A::EndTurn => {
                if self.options.turn_limit.is_some_and(|limit| self.turn >= u32::from(limit)) {
                    self.finish(None);
                } else {
                    self.begin_turn((self.active + 1) % self.seats);
                }
            }
            A::BuildRoad(path) => self.build_road(seat, path.index()),
            A::BuildSettlement(i) => self.build_settlement(seat, i.index()),
            A::BuildCity(i) => {
                self.buildings[i.index()] = Some((seat, true));
                self.pay_for_building(seat, CITY_PRICE);
            }
            A::Own(OwnAction::BuyDevelopmentCard) => {
                self.pay_for_building(seat, DEVELOPMENT_PRICE);
                self.stage = TurnStage::Buying;
            }
            A::Own(OwnAction::PlayKnight) => {
                self.show_card(seat, DevelopmentCard::Knight);
                self.evaluate_largest_army();
                self.start_robber();
            }
            A::Own(OwnAction::PlayRoadBuilding) => {
                self.show_card(seat, DevelopmentCard::RoadBuilding);
                let pieces = 15 - self.roads_of(seat).len();
                self.stage = TurnStage::FreeRoads { left: pieces.min(2), placed: 0 };
            }
            A::Own(OwnAction::PlayYearOfPlenty(first, second)) => {
                self.show_card(seat, DevelopmentCard::YearOfPlenty);
                for kind in [Some(first), second].into_iter().flatten() {
                    self.supply[kind.index()] -= 1;
                    self.hands[seat][kind.index()] += 1;
                }
            }
            A::Own(OwnAction::PlayMonopoly(kind)) => {
                self.show_card(seat, DevelopmentCard::Monopoly);
                for other in (0..self.seats).filter(|&other| other != seat) {
                    self.hands[seat][kind.index()] += self.hands[other][kind.index()];
                    self.hands[other][kind.index()] = 0;
                }
            }
            A::Stop => self.go_on(),
            A::MoveRobber(hex) => self.move_robber(hex.index()),
            A::Steal(victim) => self.rob(victim.index()),
            A::Discard(cards) => self.hand_in(seat, hand(cards)),
            A::MaritimeTrade { give, get } => {
                self.hands[seat] = minus(self.hands[seat], hand(give));
                self.supply = plus(self.supply, hand(give));
                self.supply[get.index()] -= 1;
                self.hands[seat][get.index()] += 1;
            }
            A::DeclareVictory => self.finish(Some(seat)),
            _ => unreachable!("{action} is a message"),
        }
        self.see_whether_won();
    }

    /// Whether this outcome can come now.
    pub fn can_come(&self, chance: Chance) -> bool {
        match (&self.stage, chance) {
            (TurnStage::LayOut, Chance::Layout(layout)) => layout_can_be(&self.options, &layout),
            _ => self.outcomes().iter().any(|&(other, _)| other == chance),
        }
    }

    /// Lets nature move.
    pub fn befall(&mut self, chance: Chance) {
        assert!(self.can_come(chance), "{chance}");
        match chance {
            Chance::Layout(layout) => {
                self.terrain = layout.terrain.0.to_vec();
                self.numbers = layout.numbers.0.to_vec();
                self.harbours = layout.harbours.to_vec();
                // `CATAN-VAR-7`
                self.robber =
                    self.terrain.iter().position(|&t| t == catan::Terrain::Desert).expect("a desert");
                match self.options.start_player {
                    StartPlayer::Seat(seat) => self.begin(seat.index()),
                    StartPlayer::Random => self.stage = TurnStage::DrawStart,
                    StartPlayer::HighestRoll => {
                        self.stage = TurnStage::RollForStart(StartRolls::of((0..self.seats).collect()));
                    }
                }
            }
            Chance::StartPlayer(seat) => self.begin(seat.index()),
            Chance::Dice(a, b) => match &mut self.stage {
                TurnStage::RollForStart(rolls) => {
                    if let Some(first) = rolls.roll(u32::from(a + b)) {
                        self.begin(first);
                    }
                }
                _ => {
                    self.rolled = true;
                    self.dice = Some((a, b));
                    if a + b == 7 { self.seven() } else { self.produce(a + b) }
                }
            },
            Chance::StolenCard(kind) => {
                let TurnStage::Stealing { victim } = self.stage else { unreachable!() };
                self.hands[victim][kind.index()] -= 1;
                self.hands[self.active][kind.index()] += 1;
                self.go_on();
            }
            Chance::Own(OwnChance::DevelopmentCard(kind)) => {
                let top = self.deck.iter().position(|&card| card == kind).expect("a card of the deck");
                self.deck.remove(top);
                self.held[self.active].push(Held { kind, bought_this_turn: true });
                self.go_on();
            }
        }
        self.see_whether_won();
    }

    // The beginning.

    fn begin(&mut self, start: usize) {
        self.start = Some(start);
        self.active = start;
        if self.options.setup == SetupKind::BeginnerFull {
            // `CATAN-BEG-3`: settlements, the star settlement first, and roads.
            let slots =
                [([8, 28], [13, 41]), ([14, 40], [15, 58]), ([17, 31], [25, 37]), ([39, 41], [56, 52])];
            for (seat, (settlements, roads)) in slots.into_iter().enumerate().take(self.seats) {
                for i in settlements {
                    self.buildings[i] = Some((seat, false));
                }
                for path in roads {
                    self.roads[path] = Some(seat);
                }
                self.take_starting_cards(seat, settlements[0]);
            }
            self.begin_turn(start);
        } else {
            self.founding = common::snake(start, self.seats);
            self.stage = TurnStage::FoundSettlement;
        }
    }

    /// `CATAN-SETUP-6`.
    fn take_starting_cards(&mut self, seat: usize, settlement: usize) {
        for &hex in &ISLAND.hexes_at[settlement] {
            if let Some(kind) = self.terrain[hex].resource() {
                self.supply[kind.index()] -= 1;
                self.hands[seat][kind.index()] += 1;
            }
        }
    }

    // The turn.

    fn begin_turn(&mut self, seat: usize) {
        self.active = seat;
        self.turn += 1;
        self.rolled = false;
        self.built = false;
        self.card_played = false;
        for card in self.held.iter_mut().flatten() {
            card.bought_this_turn = false;
        }
        self.trading = super::Trading::new(self.seats);
        self.stage = TurnStage::BeforeRoll;
    }

    /// After a decision the turn goes on where it was.
    fn go_on(&mut self) {
        self.stage = if self.rolled { TurnStage::Acting } else { TurnStage::BeforeRoll };
    }

    fn finish(&mut self, winner: Option<usize>) {
        self.trading.close();
        self.stage = TurnStage::Over { winner };
    }

    /// `CATAN-WIN-2` to `CATAN-WIN-5`: the active player, in the own turn, by itself.
    fn see_whether_won(&mut self) {
        let in_a_turn = self.turn > 0 && !matches!(self.stage, TurnStage::Over { .. });
        if in_a_turn
            && self.options.auto_declare
            && self.points(self.active) >= usize::from(self.options.victory_points)
        {
            self.finish(Some(self.active));
        }
    }

    // Production and the 7.

    fn produce(&mut self, number: u8) {
        let mut owed = vec![[0; 5]; self.seats];
        for hex in 0..19 {
            if self.numbers[hex] != number || self.robber == hex {
                continue;
            }
            let kind = self.terrain[hex].resource().expect("a number lies on a productive hex");
            for &i in &ISLAND.corners[hex] {
                if let Some((seat, city)) = self.buildings[i] {
                    owed[seat][kind.index()] += if city { 2 } else { 1 };
                }
            }
        }
        let rule = self.options.shortage_single_player;
        let short = common::pay_out(&mut owed, rule, &mut self.supply, &mut self.hands);
        self.short = short.into_iter().map(|kind| Resource::ALL[kind]).collect();
        self.go_on();
    }

    fn seven(&mut self) {
        let limit = u32::from(self.options.discard_limit);
        let owed: Vec<u32> =
            self.hands.iter().map(total).map(|cards| if cards > limit { cards / 2 } else { 0 }).collect();
        if owed.iter().all(|&cards| cards == 0) {
            self.start_robber();
        } else {
            self.stage = TurnStage::Discarding { owed, chosen: vec![None; self.seats] };
        }
    }

    /// `CATAN-SEVEN-3`: applied together when all have chosen.
    fn hand_in(&mut self, seat: usize, cards: Hand) {
        let TurnStage::Discarding { owed, chosen } = &mut self.stage else { unreachable!() };
        chosen[seat] = Some(cards);
        if (0..self.seats).any(|s| owed[s] > 0 && chosen[s].is_none()) {
            return;
        }
        for (seat, choice) in chosen.clone().into_iter().enumerate() {
            let cards = choice.unwrap_or_default();
            self.hands[seat] = minus(self.hands[seat], cards);
            self.supply = plus(self.supply, cards);
        }
        self.start_robber();
    }

    // The robber.

    fn start_robber(&mut self) {
        self.stage = TurnStage::Robber;
        // `CATAN-TURN-10`; a knight that wins ends the game before (`CATAN-WIN-4`).
        self.see_whether_won();
        if let [only] = self.robber_targets()[..]
            && self.stage == TurnStage::Robber
        {
            self.move_robber(only);
        }
    }

    fn move_robber(&mut self, hex: usize) {
        self.robber = hex;
        let eligible = self.victims_at(hex);
        match eligible[..] {
            [] => self.go_on(),
            // A duty with one answer is no question; who may decline is asked (`CATAN-TURN-10`).
            [only] if self.options.robber_theft == RobberTheft::Must => self.rob(only),
            _ => self.stage = TurnStage::Victim { eligible },
        }
    }

    fn rob(&mut self, victim: usize) {
        if total(&self.hands[victim]) > 0 {
            self.stage = TurnStage::Stealing { victim };
        } else {
            self.go_on();
        }
    }

    // Building.

    fn pay_for_building(&mut self, seat: usize, price: Hand) {
        self.hands[seat] = minus(self.hands[seat], price);
        self.supply = plus(self.supply, price);
        self.built = true;
        if !self.trade_lasts() {
            self.trading.close();
        }
    }

    fn build_road(&mut self, seat: usize, path: usize) {
        self.roads[path] = Some(seat);
        self.evaluate_longest_road();
        match self.stage {
            TurnStage::FoundRoad { .. } => {
                if self.founded == self.founding.len() {
                    self.begin_turn(self.founding[0]);
                } else {
                    self.active = self.founding[self.founded];
                    self.stage = TurnStage::FoundSettlement;
                }
            }
            TurnStage::FreeRoads { left, placed } => {
                if left > 1 && self.free_road_possible(seat) {
                    self.stage = TurnStage::FreeRoads { left: left - 1, placed: placed + 1 };
                } else {
                    self.go_on();
                }
            }
            _ => self.pay_for_building(seat, ROAD_PRICE),
        }
    }

    fn build_settlement(&mut self, seat: usize, i: usize) {
        self.buildings[i] = Some((seat, false));
        self.evaluate_longest_road();
        if self.stage == TurnStage::FoundSettlement {
            self.founded += 1;
            if self.founded > self.seats {
                self.take_starting_cards(seat, i);
            }
            self.stage = TurnStage::FoundRoad { at: i };
        } else {
            self.pay_for_building(seat, SETTLEMENT_PRICE);
        }
    }

    fn evaluate_longest_road(&mut self) {
        let lengths: Vec<usize> = (0..self.seats).map(|seat| self.road_length(seat)).collect();
        self.longest_road = common::holder_of_longest_road(self.longest_road, &lengths);
    }

    /// `CATAN-LA-1`, `CATAN-LA-2`.
    fn evaluate_largest_army(&mut self) {
        for seat in 0..self.seats {
            let more_than_holder =
                self.largest_army.is_none_or(|holder| self.knights(seat) > self.knights(holder));
            if self.knights(seat) >= 3 && more_than_holder {
                self.largest_army = Some(seat);
            }
        }
    }

    // Cards and trade.

    fn show_card(&mut self, seat: usize, kind: DevelopmentCard) {
        let at = self.held[seat]
            .iter()
            .position(|card| card.kind == kind && !card.bought_this_turn)
            .expect("a card to play");
        self.held[seat].remove(at);
        self.played.push((seat, kind));
        self.card_played = true;
    }
}
