//! Carrying actions and outcomes out, and handing them to the rule they belong to.

use crate::rules::trade::{Answer, Exchange};
use crate::state::NO_HEX;
use crate::{
    Action, Cards, Catan, Chance, ChanceKind, DevelopmentCard, Event, Illegal, Layout, OwnAction, OwnChance,
    OwnChanceKind, OwnPhase, Phase, Resource,
};
use game::{Draws, Observer, Outcome, Seat, SeatSet, Turn};

impl Catan {
    /// Does `action` for `seat` and tells `observer` what happens.
    ///
    /// # Errors
    /// What [`Catan::check`] says; the game is then untouched.
    pub fn play(
        &mut self,
        seat: Seat,
        action: Action,
        observer: &mut impl Observer<Event>,
    ) -> Result<(), Illegal> {
        self.check(seat, action)?;
        self.play_unchecked(seat, action, observer);
        Ok(())
    }

    /// Does `action` for `seat`, which the caller knows to be legal, for example because it was listed. An illegal
    /// action leaves a meaningless game behind (and panics in debug builds).
    #[inline(always)]
    pub fn play_unchecked(&mut self, seat: Seat, action: Action, observer: &mut impl Observer<Event>) {
        debug_assert_eq!(self.check(seat, action), Ok(()), "{seat} {action:?}");
        match action {
            Action::Roll => self.phase = Phase::Rolling,
            Action::EndTurn => self.end_turn(observer),
            Action::BuildRoad(edge) => match self.phase {
                Phase::FoundingRoad { placed, .. } => self.found_road(edge, placed, observer),
                Phase::FreeRoads { left, .. } => self.place_free_road(edge, left, observer),
                _ => {
                    self.pay(Cards::ROAD, observer);
                    self.place_road(seat, edge, true, observer);
                    self.wins_now(observer);
                }
            },
            Action::BuildSettlement(vertex) => match self.phase {
                Phase::FoundingSettlement { placed } => self.found_settlement(vertex, placed, observer),
                _ => {
                    self.pay(Cards::SETTLEMENT, observer);
                    self.place_settlement(seat, vertex, true, observer);
                    self.wins_now(observer);
                }
            },
            Action::BuildCity(vertex) => {
                self.pay(Cards::CITY, observer);
                self.place_city(seat, vertex, observer);
                self.wins_now(observer);
            }
            Action::Own(OwnAction::BuyDevelopmentCard) => {
                self.pay(Cards::DEVELOPMENT, observer);
                self.phase = Phase::Own(OwnPhase::BuyingCard);
            }
            Action::Own(OwnAction::PlayKnight) => self.play_knight(observer),
            Action::Own(OwnAction::PlayRoadBuilding) => self.play_road_building(observer),
            Action::Own(OwnAction::PlayYearOfPlenty(first, second)) => {
                let second = second.map_or(Cards::NONE, |kind| Cards::of(kind, 1));
                self.play_year_of_plenty(Cards::of(first, 1) + second, observer);
            }
            Action::Own(OwnAction::PlayMonopoly(kind)) => self.play_monopoly(kind, observer),
            Action::Stop => self.stop(observer),
            Action::MoveRobber(hex) => self.move_robber(hex, observer),
            Action::Steal(victim) => self.rob(victim, observer),
            Action::Discard(cards) => self.discard(seat, cards, observer),
            Action::MaritimeTrade { give, get } => self.trade_with_supply(give.into(), get, observer),
            Action::Offer { give, want, to } => self.make_offer(Exchange { give, want }, to, observer),
            Action::AcceptOffer => self.answer(seat, Answer::Accepted, observer),
            Action::RejectOffer => self.answer(seat, Answer::Rejected, observer),
            Action::CounterOffer { give, want } => {
                self.answer(seat, Answer::Countered(Exchange { give, want }), observer);
            }
            Action::Execute(partner) => self.execute(partner, observer),
            Action::WithdrawOffer => self.withdraw_offer(observer),
            Action::Propose { give, want } => self.make_proposal(seat, Exchange { give, want }, observer),
            Action::WithdrawProposal => self.withdraw_proposal(seat, observer),
            Action::AcceptProposal(proposer) => self.accept_proposal(proposer, observer),
            Action::RejectProposal(proposer) => self.reject_proposal(proposer, observer),
            Action::DeclareVictory => self.finish(Outcome::won_by(seat), observer),
        }
    }

    /// What is optional is left: the second free road, or the theft.
    fn stop(&mut self, observer: &mut impl Observer<Event>) {
        match self.phase {
            Phase::ChoosingVictim { .. } => self.decline_theft(observer),
            _ => self.end_road_building(observer),
        }
    }

    /// Applies an outcome of nature and tells `observer` what happens.
    ///
    /// # Errors
    /// If no outcome of this kind is due, or this one cannot happen; the game is then untouched.
    pub fn resolve(&mut self, chance: Chance, observer: &mut impl Observer<Event>) -> Result<(), Illegal> {
        self.check_chance(chance)?;
        self.resolve_unchecked(chance, observer);
        Ok(())
    }

    /// Applies an outcome that is due and possible, for example one that [`Catan::draw`] gave.
    #[inline(always)]
    pub fn resolve_unchecked(&mut self, chance: Chance, observer: &mut impl Observer<Event>) {
        debug_assert_eq!(self.check_chance(chance), Ok(()), "{chance:?}");
        match (chance, self.phase) {
            (Chance::Dice(first, second), Phase::Rolling) => self.rolled((first, second), observer),
            // A layout is large, and this is rare.
            _ => self.resolve_other(&chance, observer),
        }
    }

    /// All outcomes but the one that comes every turn.
    #[inline(never)]
    fn resolve_other(&mut self, chance: &Chance, observer: &mut impl Observer<Event>) {
        match *chance {
            Chance::Dice(first, second) => self.rolled_for_start((first, second), observer),
            Chance::StolenCard(kind) => {
                if let Phase::Stealing { victim, .. } = self.phase {
                    self.stolen(victim, kind, observer);
                }
            }
            Chance::Own(OwnChance::DevelopmentCard(card)) => {
                self.drew_card(card, observer);
                self.wins_now(observer);
            }
            Chance::StartPlayer(seat) => self.begin_with(seat, observer),
            Chance::Layout(ref layout) => self.lay_out(layout, observer),
        }
    }

    /// Whether this outcome is due and possible.
    ///
    /// # Errors
    /// Why not.
    pub fn check_chance(&self, chance: Chance) -> Result<(), Illegal> {
        let Turn::Chance(kind) = self.turn() else { return Err(Illegal::ChanceNotDue) };
        let impossible = |reason, clause| Err(Illegal::ImpossibleChance { reason, clause });
        match (kind, chance) {
            (ChanceKind::Dice | ChanceKind::StartRoll(_), Chance::Dice(first, second)) => {
                if (1..=6).contains(&first) && (1..=6).contains(&second) {
                    Ok(())
                } else {
                    impossible("a die shows 1 to 6", "CATAN-COMP-8")
                }
            }
            (ChanceKind::StolenCard { victim, .. }, Chance::StolenCard(card)) => {
                if self.hands[victim].count(card) > 0 {
                    Ok(())
                } else {
                    impossible("the robbed seat has no such card", "CATAN-ROB-6")
                }
            }
            (
                ChanceKind::Own(OwnChanceKind::DevelopmentCard),
                Chance::Own(OwnChance::DevelopmentCard(card)),
            ) => {
                if self.own.deck[card.index()] > 0 {
                    Ok(())
                } else {
                    impossible("no such card is left in the deck", "CATAN-COMP-6")
                }
            }
            (ChanceKind::StartPlayer, Chance::StartPlayer(seat)) => {
                if seat.index() < self.seats() {
                    Ok(())
                } else {
                    Err(Illegal::NoSuchSeat { seat })
                }
            }
            (ChanceKind::Layout, Chance::Layout(layout)) => {
                layout.check(&self.options).or_else(|(reason, clause)| impossible(reason, clause))
            }
            _ => Err(Illegal::ChanceNotDue),
        }
    }

    /// Draws the outcome that is due, with the weights of the rules: each die face, each card of the hand
    /// (`CATAN-ROB-6`), each card of the deck alike.
    ///
    /// # Panics
    /// If no outcome is due.
    #[inline(always)]
    pub fn draw(&self, draws: &mut impl Draws) -> Chance {
        match self.phase {
            Phase::Rolling => {
                let (first, second) = two_dice(draws);
                Chance::Dice(first, second)
            }
            _ => self.draw_other(draws),
        }
    }

    /// All outcomes but the one that comes every turn.
    #[inline(never)]
    fn draw_other(&self, draws: &mut impl Draws) -> Chance {
        match self.phase {
            Phase::RollingForStart { .. } => {
                let (first, second) = two_dice(draws);
                Chance::Dice(first, second)
            }
            Phase::Stealing { victim, .. } => {
                let hand = self.hands[victim];
                Chance::StolenCard(hand.card_at(draws.below(hand.len())))
            }
            Phase::Own(OwnPhase::BuyingCard) => {
                let mut n = draws.below(u32::from(self.deck_len()));
                let mut cards = DevelopmentCard::ALL.into_iter();
                loop {
                    let card = cards.next().expect("n is below the number of cards");
                    let copies = u32::from(self.own.deck[card.index()]);
                    if n < copies {
                        return Chance::Own(OwnChance::DevelopmentCard(card));
                    }
                    n -= copies;
                }
            }
            Phase::DrawingStart => {
                let seat = Seat::new(draws.below(self.seats() as u32) as usize).expect("a seat");
                Chance::StartPlayer(seat)
            }
            Phase::LayingOut => Chance::Layout(Layout::draw(&self.options, draws)),
            _ => panic!("no outcome is due in {:?}", self.phase),
        }
    }

    /// [`Catan::draw`] and [`Catan::resolve_unchecked`] in one, for whoever has no use for the outcome itself.
    ///
    /// # Panics
    /// If no outcome is due.
    #[inline(always)]
    pub fn let_nature_act(&mut self, draws: &mut impl Draws, observer: &mut impl Observer<Event>) {
        if self.phase == Phase::Rolling {
            self.rolled(two_dice(draws), observer);
        } else {
            self.resolve_other(&self.draw_other(draws), observer);
        }
    }

    /// Every outcome that is due with its weight; the layout of the island, of which there are too many, is not
    /// listed.
    pub fn chance_outcomes(&self) -> impl Iterator<Item = (Chance, u32)> {
        (0..36).filter_map(|n| self.chance_outcome(n)).filter(|&(_, weight)| weight > 0)
    }

    /// Outcome number `n` with its weight; at most 36 outcomes are due, those of two dice.
    fn chance_outcome(&self, n: u8) -> Option<(Chance, u32)> {
        match self.turn() {
            Turn::Chance(ChanceKind::Dice | ChanceKind::StartRoll(_)) => {
                Some((Chance::Dice(n / 6 + 1, n % 6 + 1), 1))
            }
            Turn::Chance(ChanceKind::StolenCard { victim, .. }) => {
                let kind = *Resource::ALL.get(usize::from(n))?;
                Some((Chance::StolenCard(kind), self.hands[victim].count(kind).into()))
            }
            Turn::Chance(ChanceKind::Own(OwnChanceKind::DevelopmentCard)) => {
                let card = *DevelopmentCard::ALL.get(usize::from(n))?;
                Some((Chance::Own(OwnChance::DevelopmentCard(card)), self.own.deck[card.index()].into()))
            }
            Turn::Chance(ChanceKind::StartPlayer) => {
                let seat = Seat::first(self.seats()).nth(n.into())?;
                Some((Chance::StartPlayer(seat), 1))
            }
            _ => None,
        }
    }

    /// Which draw of a seed the due outcome is: a purpose and its running number.
    #[must_use]
    #[inline]
    pub fn chance_key(&self) -> (&'static str, u64) {
        match self.phase {
            Phase::Stealing { .. } => ("steal", u64::from(self.thefts)),
            Phase::Own(OwnPhase::BuyingCard) => ("deck", u64::from(25 - self.deck_len())),
            Phase::LayingOut => ("board", 0),
            Phase::DrawingStart => ("start", 0),
            Phase::RollingForStart { rolls, .. } => ("start", u64::from(rolls)),
            _ => ("roll", u64::from(self.turns)),
        }
    }

    /// Derives every field marked *derived* from the facts.
    #[allow(dead_code)] // positions described from outside call it
    pub(crate) fn derive_all(&mut self) {
        self.index_numbers();
        self.own.may_play_card = self.may_play_card_from_scratch();
        self.unsettleable = crate::VertexSet::EMPTY;
        self.own.weights = crate::ByHex([0; 19]);
        for seat in Seat::first(crate::SEATS) {
            for vertex in self.buildings(seat) {
                self.unsettleable = self.unsettleable | vertex.neighbors() | crate::VertexSet::one(vertex);
                let weight = 1 + u16::from(self.cities[seat].contains(vertex));
                for hex in vertex.hexes() {
                    self.own.weights[hex] += weight << (4 * seat.index());
                }
            }
            self.road_ends[seat] = self.roads[seat].into_iter().flat_map(crate::EdgeId::ends).collect();
            let foreign = self.foreign_buildings(seat);
            let joints = self.buildings(seat) | (self.road_ends[seat] - foreign);
            self.own.reach[seat] = crate::EdgeSet::EMPTY;
            for vertex in joints {
                self.own.reach[seat] = self.own.reach[seat] | vertex.edges();
            }
            self.road_lengths[seat] = crate::rules::longest_road::longest_trail(self.roads[seat], foreign);
            self.harbour_rates[seat] = Cards::by_kind(|kind| self.entitled_rates(seat, kind).best());
        }
        debug_assert!(self.by_number[7] == [NO_HEX; 2]);
        debug_assert!(self.seats_to_discard().is_subset(SeatSet::first(self.seats())));
    }
}

/// Both dice from one draw.
#[inline]
pub(crate) fn two_dice(draws: &mut impl Draws) -> (u8, u8) {
    let roll = draws.below(36) as u8;
    (roll / 6 + 1, roll % 6 + 1)
}
