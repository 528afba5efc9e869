//! Carrying actions and outcomes out, and handing them to the rule they belong to.

use crate::cities_and_knights::options::Board;
use crate::cities_and_knights::rules::dice::LANDING;
use crate::cities_and_knights::{
    Action, Chance, ChanceKind, CitiesAndKnights, Event, EventFace, Hand, Illegal, OwnAction, OwnChance,
    OwnChanceKind, OwnPhase, Phase, Progress,
};
use crate::play::two_dice;
use crate::rules::trade::{Answer, Exchange};
use crate::{HexId, Layout};
use game::{Draws, Observer, Outcome, Seat, Turn};

impl CitiesAndKnights {
    /// Does `action` for `seat` and tells `observer` what happens.
    ///
    /// # Errors
    /// What [`CitiesAndKnights::check`] says; the game is then untouched.
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
    pub fn play_unchecked(&mut self, seat: Seat, action: Action, observer: &mut impl Observer<Event>) {
        debug_assert_eq!(self.check(seat, action), Ok(()), "{seat} {action:?}");
        match action {
            // Neither gives points, and a turn looks for the win when it begins.
            Action::Roll => return self.phase = Phase::Rolling,
            Action::EndTurn => return self.end_turn(observer),
            Action::BuildRoad(edge) => match self.phase {
                Phase::FoundingRoad { placed, .. } => self.found_road(edge, placed, observer),
                Phase::FreeRoads { left, .. } => self.place_free_road(edge, left, observer),
                Phase::Own(OwnPhase::ReplacingRoad { .. }) => self.replace_road(Some(edge), observer),
                _ => {
                    self.pay(Hand::ROAD, observer);
                    self.place_road(seat, edge, true, observer);
                }
            },
            Action::BuildSettlement(vertex) => match self.phase {
                Phase::FoundingSettlement { placed } => self.found(vertex, placed, observer),
                _ => self.build_settlement(vertex, observer),
            },
            Action::BuildCity(vertex) => match self.phase {
                Phase::Own(OwnPhase::FoundingCity { placed }) => self.found(vertex, placed, observer),
                _ => self.build_city(vertex, Hand::CITY, observer),
            },
            Action::Own(OwnAction::BuildWall(vertex)) => self.build_wall(vertex, true, observer),
            Action::Own(OwnAction::BuildKnight(vertex)) => self.build_knight(vertex, observer),
            Action::Own(OwnAction::Activate(vertex)) => self.activate(vertex, observer),
            Action::Own(OwnAction::Promote(vertex)) => {
                self.pay(Hand::KNIGHT, observer);
                self.promote(vertex, observer);
            }
            Action::Own(OwnAction::Move { from, to }) => self.move_knight(from, to, observer),
            Action::Own(OwnAction::Displace { from, to }) => self.displace(from, to, observer),
            Action::Own(OwnAction::Chase(vertex)) => self.chase(vertex, observer),
            Action::Own(OwnAction::Improve(area)) => self.improve(area, observer),
            Action::Own(OwnAction::PlaceMetropolis(vertex)) => {
                if let Phase::Own(OwnPhase::PlacingMetropolis { area }) = self.phase {
                    self.place_metropolis(area, vertex, observer);
                }
            }
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
            Action::Own(OwnAction::Pillage(vertex)) => self.pillage(vertex, observer),
            Action::Own(OwnAction::Fight(knights)) => self.mustered(seat, knights, observer),
            Action::Own(OwnAction::ChooseDeck(area)) => self.choose_deck(area),
            Action::Own(OwnAction::Draw) => self.answer_draw(true, observer),
            Action::Own(OwnAction::Drop(card)) => self.drop_card(seat, card, observer),
            Action::Own(OwnAction::TakeResource(kind)) => self.take_by_aqueduct(Some(kind), observer),
            Action::Own(OwnAction::TakeCards(cards)) => self.take_cards(cards, observer),
            Action::Own(OwnAction::TakeProgress(card)) => self.take_progress(card, observer),
            Action::Own(OwnAction::Give(cards)) => self.give(seat, cards, observer),
            Action::Own(OwnAction::GiveCommodity(kind)) => self.give_commodity(kind, observer),
            Action::Own(OwnAction::Retreat(to)) => {
                if let Phase::Own(OwnPhase::Retreating { seat, from, strength, active }) = self.phase {
                    self.retreat(seat, from, strength, active, to, observer);
                }
            }
            Action::Own(OwnAction::RemoveKnight(vertex)) => self.remove_knight(vertex, observer),
            Action::Own(OwnAction::PlaceKnight(vertex, strength)) => {
                self.place_deserter(vertex, strength, observer)
            }
            Action::Stop => self.stop(observer),
            Action::Own(OwnAction::Force(victim, kind)) => self.force(victim, kind, observer),
            Action::Own(OwnAction::Play(play)) => self.play_progress(play, observer),
            Action::DeclareVictory => self.finish(Outcome::won_by(seat), observer),
        }
        self.wins_now(observer);
    }

    /// What is optional is left.
    fn stop(&mut self, observer: &mut impl Observer<Event>) {
        match self.phase {
            Phase::FreeRoads { .. } => self.end_road_building(observer),
            Phase::ChoosingVictim { .. } => self.decline_theft(observer),
            Phase::Own(OwnPhase::Aqueduct { .. }) => self.take_by_aqueduct(None, observer),
            Phase::Own(OwnPhase::OfferingDraw { .. }) => self.answer_draw(false, observer),
            Phase::Own(OwnPhase::PlacingDeserter { .. }) => self.deserter_done(observer),
            Phase::Own(OwnPhase::ReplacingRoad { .. }) => self.replace_road(None, observer),
            Phase::Own(OwnPhase::PlacingMetropolis { area }) => self.leave_metropolis(area, observer),
            _ => self.resume(observer),
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

    /// Applies an outcome that is due and possible, for example one that [`CitiesAndKnights::draw`] gave.
    pub fn resolve_unchecked(&mut self, chance: Chance, observer: &mut impl Observer<Event>) {
        debug_assert_eq!(self.check_chance(chance), Ok(()), "{chance:?}");
        // Attacks and drawn cards look for the win themselves; nothing else here gives points.
        match chance {
            Chance::Layout(ref layout) => self.lay_out(layout, observer),
            Chance::StartPlayer(seat) => self.begin_with(seat, observer),
            Chance::Dice(first, second) => self.rolled_for_start((first, second), observer),
            Chance::Own(OwnChance::Dice(event, red, other)) => self.rolled(event, red, other, observer),
            Chance::StolenCard(kind) => self.stolen(kind, observer),
            Chance::Own(OwnChance::ProgressCard(card)) => self.drew(card, observer),
        }
    }

    /// Whether this outcome is due and possible.
    ///
    /// # Errors
    /// Why not.
    pub fn check_chance(&self, chance: Chance) -> Result<(), Illegal> {
        let Turn::Chance(kind) = self.turn() else { return Err(Illegal::ChanceNotDue) };
        let impossible = |reason, clause| Err(Illegal::ImpossibleChance { reason, clause });
        let die = |value: u8| (1..=6).contains(&value);
        use {ChanceKind as K, OwnChanceKind as O};
        match (kind, chance) {
            (ChanceKind::Layout, Chance::Layout(layout)) => self.check_layout(&layout),
            (ChanceKind::StartPlayer, Chance::StartPlayer(seat)) if seat.index() < self.seats() => Ok(()),
            (ChanceKind::StartPlayer, Chance::StartPlayer(seat)) => Err(Illegal::NoSuchSeat { seat }),
            (ChanceKind::StartRoll(_), Chance::Dice(first, second)) if die(first) && die(second) => Ok(()),
            (K::Dice | K::Own(O::EventDie { .. }), Chance::Own(OwnChance::Dice(_, red, other)))
                if !(die(red) && die(other)) =>
            {
                impossible("a die shows 1 to 6", "CK-COMP-6")
            }
            (K::Own(O::EventDie { red, other }), Chance::Own(OwnChance::Dice(_, shown, second)))
                if (red, other) != (shown, second) =>
            {
                impossible("the Alchemist chose other values", "CK-SCI-1")
            }
            (K::Dice | K::Own(O::EventDie { .. }), Chance::Own(OwnChance::Dice(..))) => Ok(()),
            (ChanceKind::StartRoll(_), Chance::Dice(..)) => impossible("a die shows 1 to 6", "CK-COMP-6"),
            (ChanceKind::StolenCard { victim, .. }, Chance::StolenCard(kind)) => {
                if self.hands[victim].count(kind) > 0 {
                    Ok(())
                } else {
                    impossible("the robbed seat has no such card", "CATAN-ROB-6")
                }
            }
            (
                ChanceKind::Own(OwnChanceKind::ProgressCard { area, .. }),
                Chance::Own(OwnChance::ProgressCard(card)),
            ) => {
                let on_top = if self.deck_unknown(area) > 0 {
                    card.area() == area && self.own.deck[card.index()] > 0
                } else {
                    self.own.under[area.index()].first() == Some(card)
                };
                if on_top {
                    Ok(())
                } else {
                    impossible("no such card can be on top of the deck", "CK-PROG-2")
                }
            }
            _ => Err(Illegal::ChanceNotDue),
        }
    }

    fn check_layout(&self, layout: &Layout) -> Result<(), Illegal> {
        let impossible = |(reason, clause)| Illegal::ImpossibleChance { reason, clause };
        if self.options.ck_board == Board::CkBeginner {
            return if *layout == beginner_map() {
                Ok(())
            } else {
                Err(impossible(("this is not the beginner map of the expansion", "CK-DATA-1")))
            };
        }
        layout.check(&self.options.board()).map_err(impossible)
    }

    /// Draws the outcome that is due, with the weights of the rules.
    ///
    /// # Panics
    /// If no outcome is due.
    pub fn draw(&self, draws: &mut impl Draws) -> Chance {
        match self.phase {
            Phase::LayingOut if self.options.ck_board == Board::CkBeginner => Chance::Layout(beginner_map()),
            Phase::LayingOut => Chance::Layout(Layout::draw(&self.options.board(), draws)),
            Phase::DrawingStart => {
                Chance::StartPlayer(Seat::new(draws.below(self.seats() as u32) as usize).expect("a seat"))
            }
            Phase::RollingForStart { .. } => {
                let (first, second) = two_dice(draws);
                Chance::Dice(first, second)
            }
            Phase::Rolling => {
                let (red, other) = two_dice(draws);
                Chance::Own(OwnChance::Dice(event_die(draws), red, other))
            }
            Phase::Own(OwnPhase::RollingEventDie { red, other }) => {
                Chance::Own(OwnChance::Dice(event_die(draws), red, other))
            }
            Phase::Stealing { victim, .. } => {
                let hand = self.hands[victim];
                Chance::StolenCard(hand.card_at(draws.below(hand.len())))
            }
            Phase::Own(OwnPhase::DrawingCard { area, .. }) => {
                let unknown = self.deck_unknown(area);
                if unknown == 0 {
                    return Chance::Own(OwnChance::ProgressCard(
                        self.own.under[area.index()].first().expect("the deck has a card"),
                    ));
                }
                let mut n = draws.below(u32::from(unknown));
                let card = Progress::of_area(area).find(|card| {
                    let copies = u32::from(self.own.deck[card.index()]);
                    let found = n < copies;
                    n = n.wrapping_sub(copies);
                    found
                });
                Chance::Own(OwnChance::ProgressCard(card.expect("below the number of cards")))
            }
            _ => panic!("no outcome is due in {:?}", self.phase),
        }
    }

    /// [`CitiesAndKnights::draw`] and [`CitiesAndKnights::resolve_unchecked`] in one, for whoever has no use for the outcome
    /// itself.
    ///
    /// # Panics
    /// If no outcome is due.
    pub fn let_nature_act(&mut self, draws: &mut impl Draws, observer: &mut impl Observer<Event>) {
        if self.phase == Phase::Rolling {
            let (red, other) = two_dice(draws);
            self.rolled(event_die(draws), red, other, observer);
        } else {
            self.resolve_unchecked(self.draw(draws), observer);
        }
    }

    /// The outcomes that are possible now, with their weights; none for the layout, which has too many.
    #[must_use]
    pub fn chance_outcomes(&self) -> Vec<(Chance, u32)> {
        let dice = || (1..=6).flat_map(|first| (1..=6).map(move |second| (first, second)));
        match self.turn() {
            Turn::Chance(ChanceKind::StartPlayer) => {
                Seat::first(self.seats()).map(|seat| (Chance::StartPlayer(seat), 1)).collect()
            }
            Turn::Chance(ChanceKind::StartRoll(_)) => {
                dice().map(|(first, second)| (Chance::Dice(first, second), 1)).collect()
            }
            Turn::Chance(ChanceKind::Dice) => {
                dice().flat_map(|(red, other)| with_event_die(red, other)).collect()
            }
            Turn::Chance(ChanceKind::Own(OwnChanceKind::EventDie { red, other })) => {
                with_event_die(red, other).to_vec()
            }
            Turn::Chance(ChanceKind::StolenCard { victim, .. }) => {
                let hand = self.hands[victim];
                hand.kinds().map(|kind| (Chance::StolenCard(kind), u32::from(hand.count(kind)))).collect()
            }
            Turn::Chance(ChanceKind::Own(OwnChanceKind::ProgressCard { area, .. })) => {
                if self.deck_unknown(area) == 0 {
                    let card = self.own.under[area.index()].first().expect("the deck has a card");
                    return vec![(Chance::Own(OwnChance::ProgressCard(card)), 1)];
                }
                Progress::of_area(area)
                    .filter(|card| self.own.deck[card.index()] > 0)
                    .map(|card| {
                        (Chance::Own(OwnChance::ProgressCard(card)), u32::from(self.own.deck[card.index()]))
                    })
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Which draw of a seed the due outcome is: a purpose and its running number.
    #[must_use]
    pub fn chance_key(&self) -> (&'static str, u64) {
        match self.phase {
            Phase::LayingOut => ("board", 0),
            Phase::DrawingStart => ("start", 0),
            Phase::RollingForStart { rolls, .. } => ("start", u64::from(rolls)),
            Phase::Stealing { .. } => ("steal", u64::from(self.thefts)),
            Phase::Own(OwnPhase::DrawingCard { area, .. }) => {
                const PURPOSES: [&str; 3] = ["progress-trade", "progress-politics", "progress-science"];
                (PURPOSES[area.index()], u64::from(self.own.drawn[area.index()]))
            }
            _ => ("roll", u64::from(self.turns)),
        }
    }

    /// The ship's space; the attack comes with the seventh.
    #[must_use]
    pub fn ship(&self) -> u8 {
        debug_assert!(self.own.ship <= LANDING);
        self.own.ship
    }
}

/// The outcomes with these production dice, with their weights.
fn with_event_die(red: u8, other: u8) -> [(Chance, u32); 4] {
    EventFace::FACES.map(|(event, weight)| (Chance::Own(OwnChance::Dice(event, red, other)), weight))
}

/// What the event die shows.
#[inline]
fn event_die(draws: &mut impl Draws) -> EventFace {
    EventFace::on_die(draws.below(6))
}

/// The beginner map of the expansion (`CK-DATA-1`).
#[must_use]
pub fn beginner_map() -> Layout {
    use crate::Harbour::{Generic, Special};
    use crate::Resource::{Brick, Grain, Lumber, Ore, Wool};
    use crate::Terrain::{Desert, Fields, Forest, Hills, Mountains, Pasture};
    debug_assert_eq!(HexId::COUNT, 19);
    Layout {
        terrain: crate::ByHex([
            Hills, Mountains, Hills, Forest, Mountains, Desert, Forest, Forest, Fields, Hills, Pasture,
            Fields, Pasture, Fields, Mountains, Pasture, Fields, Pasture, Forest,
        ]),
        numbers: crate::ByHex([6, 2, 5, 3, 9, 0, 10, 8, 4, 11, 3, 8, 10, 5, 6, 4, 9, 12, 11]),
        harbours: [
            Special(Brick),
            Special(Ore),
            Special(Lumber),
            Special(Grain),
            Generic,
            Generic,
            Generic,
            Special(Wool),
            Generic,
        ],
    }
}
