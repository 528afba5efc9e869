//! The effects of legal actions and of outcomes of nature.

use super::{
    ACTIVATION_PRICE, CITY_PRICE, Hand, House, KNIGHT_PRICE, Knight, Question, ROAD_PRICE, SETTLEMENT_PRICE,
    Table, Task, WALL_PRICE, hand, message,
};
use crate::reference::common::StartRolls;
use crate::reference::{minus, plus, total};
use catan::cities_and_knights::{Action, Area, Chance, OwnAction, OwnChance, RobberCause};
use catan::options::StartPlayer;

impl Table {
    /// Carries out an action against which nothing stands. One arm an action: it is as long as the list of actions.
    pub fn act(&mut self, seat: usize, action: Action) {
        use Action as A;
        assert!(self.allows(seat, action), "{action} by seat {seat}");
        if let Some(message) = message(action) {
            self.trading.carry_out(self.active, seat, message, &mut self.hands);
            self.see_whether_won();
            return;
        }
        match action {
            A::Roll => {
                self.question = Question::Dice { chosen: None };
                return;
            }
            A::EndTurn => {
                // `CATAN-DOM-9`: with the trade step, also where a card is still to be discarded.
                self.trading.close();
                self.agenda = [Task::DropCards { ending: true }, Task::NextTurn].into();
            }
            A::BuildRoad(path) => return self.build_road(seat, path.index()),
            A::BuildSettlement(i) => return self.build_settlement(seat, i.index()),
            A::BuildCity(i) => return self.build_city(seat, i.index()),
            A::Own(OwnAction::BuildWall(i)) => {
                self.pay(seat, WALL_PRICE);
                self.houses[i.index()] = Some((seat, House::City { wall: true }));
            }
            A::Own(OwnAction::BuildKnight(i)) => {
                self.pay(seat, KNIGHT_PRICE);
                let knight = Knight { seat, strength: 1, active: false, may_act: false, promoted: false };
                self.knights[i.index()] = Some(knight);
                self.evaluate_longest_road();
            }
            A::Own(OwnAction::Activate(i)) => {
                self.pay(seat, ACTIVATION_PRICE);
                // `CK-KNIGHT-3`: it may not act in this turn.
                self.knight(i.index()).active = true;
            }
            A::Own(OwnAction::Promote(i)) => {
                self.pay(seat, KNIGHT_PRICE);
                self.promote(i.index());
            }
            A::Own(OwnAction::Move { from, to }) => {
                let knight = self.take_to_act(from.index());
                self.knights[to.index()] = Some(knight);
                self.evaluate_longest_road();
            }
            A::Own(OwnAction::Displace { from, to }) => {
                let knight = self.take_to_act(from.index());
                let driven = self.knights[to.index()].replace(knight).expect("a knight to displace");
                self.drive_away(driven, to.index());
            }
            A::Own(OwnAction::Chase(i)) => {
                let knight = self.take_to_act(i.index());
                self.knights[i.index()] = Some(knight);
                self.first([Task::Robber(RobberCause::Chase)]);
            }
            A::Own(OwnAction::Improve(area)) => self.improve(seat, area),
            A::Own(OwnAction::PlaceMetropolis(i)) => {
                let Question::Metropolis(area) = self.question else { unreachable!() };
                self.metropolises.insert(area, i.index());
            }
            A::MoveRobber(hex) => {
                let Question::Robber(cause) = self.question else { unreachable!() };
                self.resume(|table| table.move_robber(hex.index(), cause));
                return;
            }
            A::Steal(victim) => self.first([Task::Rob(victim.index())]),
            A::Discard(cards) => return self.hand_in(seat, hand(cards)),
            A::Own(OwnAction::Give(cards)) => return self.hand_in(seat, hand(cards)),
            A::MaritimeTrade { give, get } => {
                self.hands[seat] = minus(self.hands[seat], hand(give));
                self.supply = plus(self.supply, hand(give));
                self.supply[get.index()] -= 1;
                self.hands[seat][get.index()] += 1;
            }
            A::Own(OwnAction::Pillage(i)) => self.lose_city(i.index()),
            A::Own(OwnAction::Fight(knights)) => self.fighting.extend(knights.into_iter().map(|i| i.index())),
            A::Own(OwnAction::ChooseDeck(area)) => {
                self.question = Question::DrawCard { seat, area, defence: true };
                return;
            }
            A::Own(OwnAction::Draw) => {
                let Question::OfferDraw(_, area) = self.question else { unreachable!() };
                self.question = Question::DrawCard { seat, area, defence: false };
                return;
            }
            A::Own(OwnAction::Drop(card)) => {
                if let Question::Drop { seats, chosen, .. } = &mut self.question {
                    chosen.insert(seat, card);
                    if seats.iter().any(|s| !chosen.contains_key(s)) {
                        return;
                    }
                    // `CK-PROG-12`: under the decks clockwise from the active player.
                    let chosen = chosen.clone();
                    for seat in self.clockwise() {
                        if let Some(&card) = chosen.get(&seat) {
                            self.put_under(seat, card);
                        }
                    }
                } else {
                    self.put_under(seat, card);
                }
            }
            A::Own(OwnAction::TakeResource(kind)) => self.take_from_supply(seat, kind.index(), 1),
            A::Own(OwnAction::TakeCards(cards)) => {
                let Question::TakeCards { victim, .. } = self.question else { unreachable!() };
                self.hand_over(victim, seat, hand(cards));
            }
            A::Own(OwnAction::TakeProgress(card)) => {
                let Question::Spy(victim) = self.question else { unreachable!() };
                self.take_hidden(victim, card);
                self.receive(seat, card);
            }
            A::Own(OwnAction::GiveCommodity(kind)) => {
                let Question::ForcedExchange { victim, kind: resource } = self.question else {
                    unreachable!()
                };
                self.exchange_by_force(victim, resource, kind.index());
            }
            A::Own(OwnAction::Retreat(to)) => {
                let Question::Retreat { knight, .. } = self.question else { unreachable!() };
                self.knights[to.index()] = Some(knight);
            }
            A::Own(OwnAction::RemoveKnight(i)) => {
                self.resume(|table| table.desert(i.index()));
                return;
            }
            A::Own(OwnAction::PlaceKnight(i, strength)) => {
                let Question::PlaceKnight { strength: lost, active } = self.question else { unreachable!() };
                self.place_deserter(i.index(), strength.map(|named| named.value().into()), lost, active);
            }
            A::Stop => {}
            A::Own(OwnAction::Force(victim, kind)) => {
                self.forced[victim.index()] += 1;
                self.resume(|table| table.force(victim.index(), kind.index()));
                return;
            }
            A::Own(OwnAction::Play(play)) => {
                self.put_under(seat, play.card());
                return self.play_card(seat, play);
            }
            A::DeclareVictory => self.finish(Some(seat)),
            _ => unreachable!("{action} is a message"),
        }
        if !matches!(self.question, Question::Over { .. } | Question::Metropolis(_))
            || matches!(action, A::Own(OwnAction::PlaceMetropolis(_)) | A::Stop)
        {
            self.go_on();
        }
    }

    /// Does something that may ask somebody; if it does not, the turn goes on.
    pub fn resume(&mut self, step: impl FnOnce(&mut Table)) {
        self.question = Question::Acting;
        step(self);
        self.see_whether_won();
        if self.question == Question::Acting {
            self.go_on();
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
                // `CK-SETUP-1`
                self.robber =
                    self.terrain.iter().position(|&t| t == catan::Terrain::Desert).expect("a desert");
                match self.options.start_player {
                    StartPlayer::Seat(seat) => self.begin(seat.index()),
                    StartPlayer::Random => self.question = Question::DrawStart,
                    StartPlayer::HighestRoll => {
                        self.question = Question::RollForStart(StartRolls::of((0..self.seats).collect()));
                    }
                }
            }
            Chance::StartPlayer(seat) => self.begin(seat.index()),
            Chance::Dice(a, b) => {
                let Question::RollForStart(rolls) = &mut self.question else { unreachable!() };
                if let Some(first) = rolls.roll(u32::from(a + b)) {
                    self.begin(first);
                }
            }
            Chance::Own(OwnChance::Dice(face, red, other)) => self.rolled(face, red, other),
            Chance::StolenCard(kind) => {
                let Question::Stealing { victim } = self.question else { unreachable!() };
                self.hands[victim][kind.index()] -= 1;
                self.hands[self.active][kind.index()] += 1;
                self.go_on();
            }
            Chance::Own(OwnChance::ProgressCard(card)) => {
                let Question::DrawCard { seat, area, .. } = self.question else { unreachable!() };
                self.decks.get_mut(&area).expect("a deck").take(card);
                self.receive(seat, card);
                self.go_on();
            }
        }
    }

    pub fn knight(&mut self, i: usize) -> &mut Knight {
        self.knights[i].as_mut().expect("a knight")
    }

    /// Takes the knight off its place to act; afterwards it is inactive (`CK-KNIGHT-8`).
    fn take_to_act(&mut self, from: usize) -> Knight {
        let knight = self.knights[from].take().expect("a knight");
        Knight { active: false, may_act: false, ..knight }
    }

    /// The knight that stood here must go; Longest Road is evaluated after that (`CK-LR-4`).
    pub fn drive_away(&mut self, knight: Knight, from: usize) {
        self.first([Task::Retreat { knight, from }, Task::LongestRoad]);
    }

    pub fn promote(&mut self, i: usize) {
        let knight = self.knight(i);
        knight.strength += 1;
        knight.promoted = true;
    }

    // Cards.

    pub fn pay(&mut self, seat: usize, price: Hand) {
        self.hands[seat] = minus(self.hands[seat], price);
        self.supply = plus(self.supply, price);
        // `CK-TURN-6`; where nothing is to be paid nothing is paid.
        if total(&price) > 0 {
            self.paid = true;
            if !self.trade_lasts() {
                self.trading.close();
            }
        }
    }

    pub fn hand_over(&mut self, from: usize, to: usize, cards: Hand) {
        self.hands[from] = minus(self.hands[from], cards);
        self.hands[to] = plus(self.hands[to], cards);
    }

    /// Takes `count` cards from the supply, or as many as it has (`CK-PROG-10`).
    pub fn take_from_supply(&mut self, seat: usize, kind: usize, count: u32) {
        let taken = count.min(self.supply[kind]);
        self.supply[kind] -= taken;
        self.hands[seat][kind] += taken;
    }

    fn hand_in(&mut self, seat: usize, cards: Hand) {
        let (Question::Discard { chosen, .. } | Question::Give { chosen, .. }) = &mut self.question else {
            unreachable!()
        };
        chosen[seat] = Some(cards);
        self.apply_if_all_have_chosen();
        if self.question == Question::Acting {
            self.go_on();
        }
    }

    /// Applies the cards of all seats together, once all have handed theirs in (`CK-TURN-5`).
    pub fn apply_if_all_have_chosen(&mut self) {
        let giving = matches!(self.question, Question::Give { .. });
        let (Question::Discard { owed, chosen, .. } | Question::Give { owed, chosen }) =
            self.question.clone()
        else {
            unreachable!()
        };
        if (0..owed.len()).any(|s| owed[s] > 0 && chosen[s].is_none()) {
            return;
        }
        for (seat, choice) in chosen.into_iter().enumerate() {
            let cards = choice.unwrap_or_default();
            if giving {
                self.hand_over(seat, self.active, cards);
            } else {
                self.hands[seat] = minus(self.hands[seat], cards);
                self.supply = plus(self.supply, cards);
            }
        }
        self.question = Question::Acting;
    }

    // Building.

    fn build_road(&mut self, seat: usize, path: usize) {
        self.roads[path] = Some(seat);
        match self.question {
            Question::FoundRoad { .. } => {
                self.evaluate_longest_road();
                if self.founded == self.founding.len() {
                    self.begin_turn(self.founding[0]);
                } else {
                    self.active = self.founding[self.founded];
                    self.question = if self.founded < self.seats {
                        Question::FoundSettlement
                    } else {
                        Question::FoundCity
                    };
                }
            }
            Question::FreeRoads { left, placed } => {
                // `CK-LR-4`: after each road.
                self.evaluate_longest_road();
                self.resume(|table| table.offer_free_roads(seat, left - 1, placed + 1));
            }
            Question::ReplaceRoad { .. } => self.go_on(),
            _ => {
                self.pay(seat, ROAD_PRICE);
                self.evaluate_longest_road();
                self.go_on();
            }
        }
    }

    /// `CATAN-DEV-8` a, c.
    pub fn offer_free_roads(&mut self, seat: usize, left: usize, placed: usize) {
        let left = left.min(self.roads_left(seat));
        if left > 0 && self.free_road_possible(seat) {
            self.question = Question::FreeRoads { left, placed };
        }
    }

    fn build_settlement(&mut self, seat: usize, i: usize) {
        self.houses[i] = Some((seat, House::Settlement));
        if self.question == Question::FoundSettlement {
            self.founded += 1;
            self.question = Question::FoundRoad { at: i };
            return;
        }
        self.pay(seat, SETTLEMENT_PRICE);
        self.evaluate_longest_road();
        self.go_on();
    }

    fn build_city(&mut self, seat: usize, i: usize) {
        self.houses[i] = Some((seat, House::City { wall: false }));
        if self.question == Question::FoundCity {
            self.founded += 1;
            self.take_starting_cards(seat, i);
            self.question = Question::FoundRoad { at: i };
            return;
        }
        self.pay(seat, CITY_PRICE);
        self.go_on();
    }

    /// `CK-IMP-1`, `CK-METRO-1`, `CK-METRO-3`.
    fn improve(&mut self, seat: usize, area: Area) {
        self.pay(seat, self.improvement_price(seat, area));
        if self.crane_helps(self.level(seat, area) + 1) {
            self.cranes -= 1;
        }
        let metropolis = self.brings_metropolis(seat, area);
        let offered = self.offers_metropolis(seat, area);
        *self.levels.entry((seat, area)).or_insert(0) += 1;
        if offered {
            // `CK-METRO-7`, `CK-METRO-8`
            self.question = Question::Metropolis(area);
        } else if metropolis {
            // `CK-METRO-6`
            match self.plain_cities_of(seat)[..] {
                [only] => {
                    self.metropolises.insert(area, only);
                }
                _ => self.question = Question::Metropolis(area),
            }
        }
    }
}
