//! The rules that distinguish Cities & Knights from base Catan: its implementation of [`Rules`].

use crate::cities_and_knights::options::{Board, ChasedRobber, Options};
use crate::cities_and_knights::rules::dice::LANDING;
use crate::cities_and_knights::{
    Action, Area, Bundle, CardKind, Chance, ChanceKind, CitiesAndKnights, Event, EventFace, Hand, Illegal,
    Knights, LegalActions, OwnAction, OwnChance, OwnChanceKind, OwnIllegal, OwnPhase, OwnState, Phase,
    Progress, RobberCause, TurnStage,
};
use crate::play::impossible;
use crate::rules::Rules;
use crate::seats::PerSeat;
use crate::{Clause, Die, EdgeId, HexId, HexSet, Layout, Piece, VertexId, VertexSet};
use game::{Draws, Observer, Seat, Turn, Viewer};

impl Rules for Knights {
    type LegalActions = LegalActions;
    fn legal_actions(game: &CitiesAndKnights, seat: Seat) -> LegalActions {
        game.legal_actions(seat)
    }
    /// With Commercial Harbor the resource is hidden from all but the active seat until the commodity is chosen
    /// (`CK-INFO-3`); see [`View::forced_resource`](super::View::forced_resource).
    fn shown_phase(game: &CitiesAndKnights, viewer: Viewer) -> Phase {
        match game.phase {
            // Any resource stands for one that is not known.
            Phase::Own(OwnPhase::ForcedExchange { victim, .. }) if !viewer.sees(game.active) => {
                Phase::Own(OwnPhase::ForcedExchange { victim, kind: CardKind::Brick })
            }
            phase => phase,
        }
    }
    /// Whether a viewer may see a hand: its owner may, and so may a seat that plays Master Merchant on it until it has chosen
    /// (`CK-INFO-3`).
    fn sees_hand(game: &CitiesAndKnights, viewer: Viewer, seat: Seat) -> bool {
        let victim = matches!(game.phase, Phase::Own(OwnPhase::TakingCards { victim, .. }) if victim == seat);
        viewer.sees(seat) || (victim && viewer.sees(game.active))
    }
    fn has_rolled(game: &CitiesAndKnights) -> bool {
        game.has_rolled()
    }

    const WINS_AFTER_STEP: bool = true;
    const ROLLS_TWO_DICE: bool = false;

    fn own(options: &Options) -> OwnState {
        OwnState::new(options)
    }

    fn check_layout(options: &Options, layout: &Layout) -> Result<(), (&'static str, Clause)> {
        match options.ck_board {
            Board::CkBeginner if *layout == beginner_map() => Ok(()),
            Board::CkBeginner => Err(("this is not the beginner map of the expansion", "CK-DATA-1")),
            Board::Variable => layout.check(&options.board()),
        }
    }
    fn draw_layout(options: &Options, draws: &mut impl Draws) -> Layout {
        match options.ck_board {
            Board::CkBeginner => beginner_map(),
            Board::Variable => Layout::draw(&options.board(), draws),
        }
    }
    #[inline]
    fn founding_city(phase: Phase) -> Option<u8> {
        match phase {
            Phase::Own(OwnPhase::FoundingCity { placed }) => Some(placed),
            _ => None,
        }
    }
    fn founding(placed: u8, second: bool) -> Phase {
        if second {
            Phase::Own(OwnPhase::FoundingCity { placed })
        } else {
            Phase::FoundingSettlement { placed }
        }
    }

    fn turn(game: &CitiesAndKnights, phase: OwnPhase) -> Turn<ChanceKind> {
        match phase {
            OwnPhase::RollingEventDie { red, other } => {
                Turn::Chance(ChanceKind::Own(OwnChanceKind::EventDie { red, other }))
            }
            OwnPhase::DrawingCard { seat, area, .. } => {
                Turn::Chance(ChanceKind::Own(OwnChanceKind::ProgressCard { seat, area }))
            }
            _ => Turn::Decide(game.deciding()),
        }
    }
    /// Knights that are active now may act in this turn (`CK-KNIGHT-8`).
    fn turn_begins(game: &mut CitiesAndKnights) {
        game.own.stage = TurnStage::BeforeRoll;
        game.own.ready = game.knights_of(game.active) & game.own.active_knights;
        game.own.promoted = VertexSet::EMPTY;
    }
    fn end_turn(game: &mut CitiesAndKnights, observer: &mut impl Observer<Event>) {
        game.drop_at_end(observer);
    }
    fn resume(game: &mut CitiesAndKnights, observer: &mut impl Observer<Event>) {
        game.go_on(observer);
    }
    fn game_ends(game: &mut CitiesAndKnights) {
        game.own.dropped = PerSeat::default();
        game.own.fighting = VertexSet::EMPTY;
    }

    #[inline]
    fn points(game: &CitiesAndKnights, seat: Seat) -> u8 {
        game.points(seat).total()
    }

    /// Opponents' buildings, and their knights (`CK-KNIGHT-6`).
    #[inline]
    fn obstacles(game: &CitiesAndKnights, seat: Seat) -> VertexSet {
        (game.all_buildings() - game.buildings(seat)) | (game.all_knights() - game.knights_of(seat))
    }
    #[inline]
    fn laid_cities(game: &CitiesAndKnights, seat: Seat) -> usize {
        (game.own.laid & game.settlements[seat]).len()
    }
    fn building_placed(game: &mut CitiesAndKnights, seat: Seat, _: VertexId) {
        game.derive_of_buildings(seat);
    }
    /// A laid city is set upright (`CK-BARB-9`).
    fn city_placed(game: &mut CitiesAndKnights, _: Seat, vertex: VertexId) {
        game.own.laid.remove(vertex);
    }

    #[inline]
    fn hand_limit(game: &CitiesAndKnights, seat: Seat) -> u32 {
        game.hand_limit(seat)
    }
    fn owed(game: &CitiesAndKnights) -> PerSeat<u8> {
        match game.phase {
            Phase::Discarding { owed }
            | Phase::Own(OwnPhase::Sabotage { owed } | OwnPhase::Giving { owed }) => owed,
            _ => PerSeat::default(),
        }
    }
    #[inline]
    fn two_for_one(game: &CitiesAndKnights, seat: Seat) -> u8 {
        game.two_for_one(seat)
    }

    fn robber_is_free(game: &CitiesAndKnights) -> bool {
        game.own.robber_is_free
    }
    fn robber_range(game: &CitiesAndKnights, cause: RobberCause) -> HexSet {
        if cause == RobberCause::Chase && game.options.ck_chased_robber == ChasedRobber::NumberedOnly {
            HexSet::ALL.into_iter().filter(|&hex| game.layout.numbers[hex] != 0).collect()
        } else {
            HexSet::ALL
        }
    }
    fn check_robber(game: &CitiesAndKnights, cause: RobberCause, hex: HexId) -> Result<(), Illegal> {
        let numbered_only = game.options.ck_chased_robber == ChasedRobber::NumberedOnly;
        if cause == RobberCause::Chase && numbered_only && game.layout.numbers[hex] == 0 {
            return Err(Illegal::Own(OwnIllegal::NoNumber { hex }));
        }
        Ok(())
    }
    fn robs_each(cause: RobberCause) -> bool {
        cause == RobberCause::Bishop
    }

    fn check_moment(game: &CitiesAndKnights, seat: Seat, action: Action) -> Result<(), Illegal> {
        game.check_step(seat, action)
    }
    fn check(game: &CitiesAndKnights, seat: Seat, action: OwnAction) -> Result<(), Illegal> {
        game.check_own(seat, action)
    }
    fn check_discard(game: &CitiesAndKnights, seat: Seat, cards: Bundle) -> Result<(), Illegal> {
        game.check_handed_in(seat, cards)
    }
    fn must_place_road() -> Illegal {
        Illegal::NotAsked { clause: "CATAN-DEV-8" }
    }
    /// The road that Diplomat removed does not go back (`CK-POL-10`).
    fn check_path(game: &CitiesAndKnights, edge: EdgeId) -> Result<(), Illegal> {
        match game.phase {
            Phase::Own(OwnPhase::ReplacingRoad { removed }) if removed == edge => {
                Err(Illegal::Own(OwnIllegal::SamePath { edge }))
            }
            _ => Ok(()),
        }
    }
    fn blocks(game: &CitiesAndKnights, vertex: VertexId) -> Clause {
        if game.knight_at(vertex).is_some() { "CK-KNIGHT-6" } else { "CATAN-ROAD-4" }
    }
    fn check_vacant(game: &CitiesAndKnights, vertex: VertexId) -> Result<(), Illegal> {
        match game.knight_at(vertex) {
            Some(_) => Err(Illegal::Own(OwnIllegal::KnightThere { vertex })),
            None => Ok(()),
        }
    }
    /// A laid city has its piece, and comes before others (`CK-BARB-9`, `CK-BARB-18`).
    fn check_city_piece(game: &CitiesAndKnights, vertex: VertexId) -> Result<(), Illegal> {
        if game.own.laid.contains(vertex) {
            return Ok(());
        }
        if Knights::laid_cities(game, game.active) > 0 {
            return Err(Illegal::Own(OwnIllegal::LaidCityFirst));
        }
        game.check_pieces(game.active, Piece::City)
    }
    fn play(game: &mut CitiesAndKnights, seat: Seat, action: OwnAction, observer: &mut impl Observer<Event>) {
        match action {
            OwnAction::BuildWall(vertex) => game.build_wall(vertex, true, observer),
            OwnAction::BuildKnight(vertex) => game.build_knight(vertex, observer),
            OwnAction::Activate(vertex) => game.activate(vertex, observer),
            OwnAction::Promote(vertex) => {
                game.pay(Hand::KNIGHT, observer);
                game.promote(vertex, observer);
            }
            OwnAction::Move { from, to } => game.move_knight(from, to, observer),
            OwnAction::Displace { from, to } => game.displace(from, to, observer),
            OwnAction::Chase(vertex) => game.chase(vertex, observer),
            OwnAction::Improve(area) => game.improve(area, observer),
            OwnAction::PlaceMetropolis(vertex) => {
                if let Phase::Own(OwnPhase::PlacingMetropolis { area }) = game.phase {
                    game.place_metropolis(area, vertex, observer);
                }
            }
            OwnAction::Pillage(vertex) => game.pillage(vertex, observer),
            OwnAction::Fight(knights) => game.mustered(seat, knights, observer),
            OwnAction::ChooseDeck(area) => game.choose_deck(area),
            OwnAction::Draw => game.answer_draw(true, observer),
            OwnAction::Drop(card) => game.drop_card(seat, card, observer),
            OwnAction::TakeResource(kind) => game.take_by_aqueduct(Some(kind), observer),
            OwnAction::TakeCards(cards) => game.take_cards(cards, observer),
            OwnAction::TakeProgress(card) => game.take_progress(card, observer),
            OwnAction::Give(cards) => game.give(seat, cards, observer),
            OwnAction::GiveCommodity(kind) => game.give_commodity(kind, observer),
            OwnAction::Retreat(to) => {
                if let Phase::Own(OwnPhase::Retreating { seat, from, strength, active }) = game.phase {
                    game.retreat(seat, from, strength, active, to, observer);
                }
            }
            OwnAction::RemoveKnight(vertex) => game.remove_knight(vertex, observer),
            OwnAction::PlaceKnight(vertex, strength) => game.place_deserter(vertex, strength, observer),
            OwnAction::Force(victim, kind) => game.force(victim, kind, observer),
            OwnAction::Play(play) => game.play_progress(play, observer),
        }
    }
    fn place_road(game: &mut CitiesAndKnights, edge: EdgeId, observer: &mut impl Observer<Event>) {
        game.replace_road(Some(edge), observer);
    }
    fn stop(game: &mut CitiesAndKnights, phase: OwnPhase, observer: &mut impl Observer<Event>) {
        match phase {
            OwnPhase::Aqueduct { .. } => game.take_by_aqueduct(None, observer),
            OwnPhase::OfferingDraw { .. } => game.answer_draw(false, observer),
            OwnPhase::PlayingEarly => game.production(observer),
            OwnPhase::PlacingDeserter { .. } => game.deserter_done(observer),
            OwnPhase::ReplacingRoad { .. } => game.replace_road(None, observer),
            OwnPhase::PlacingMetropolis { area } => game.leave_metropolis(area, observer),
            OwnPhase::Spying { victim } => game.leave_progress(victim, observer),
            _ => game.resume(observer),
        }
    }

    fn check_chance(game: &CitiesAndKnights, chance: OwnChance) -> Result<(), Illegal> {
        match (game.phase, chance) {
            (
                Phase::Rolling | Phase::Own(OwnPhase::RollingEventDie { .. }),
                OwnChance::Dice(_, red, other),
            ) => match game.phase {
                Phase::Own(OwnPhase::RollingEventDie { red: chosen, other: second })
                    if (chosen, second) != (red, other) =>
                {
                    impossible("the Alchemist chose other values", "CK-SCI-1")
                }
                _ => Ok(()),
            },
            (Phase::Own(OwnPhase::DrawingCard { area, .. }), OwnChance::ProgressCard(card)) => {
                let on_top = if game.deck_unknown(area) > 0 {
                    card.area() == area && game.own.deck[card.index()] > 0
                } else {
                    game.own.under[area.index()].first() == Some(card)
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
    /// Attacks and drawn cards look for the win themselves; nothing else here gives points.
    fn resolve(game: &mut CitiesAndKnights, chance: OwnChance, observer: &mut impl Observer<Event>) {
        match chance {
            OwnChance::Dice(event, red, other) => game.rolled(event, red, other, observer),
            OwnChance::ProgressCard(card) => game.drew(card, observer),
        }
    }
    #[inline]
    fn roll(draws: &mut impl Draws) -> Chance {
        let (red, other) = Die::roll_two(draws);
        Chance::Own(OwnChance::Dice(event_die(draws), red, other))
    }
    fn let_dice_fall(
        game: &mut CitiesAndKnights,
        draws: &mut impl Draws,
        observer: &mut impl Observer<Event>,
    ) {
        let (red, other) = Die::roll_two(draws);
        game.rolled(event_die(draws), red, other, observer);
    }
    fn draw(game: &CitiesAndKnights, phase: OwnPhase, draws: &mut impl Draws) -> Chance {
        match phase {
            OwnPhase::RollingEventDie { red, other } => {
                Chance::Own(OwnChance::Dice(event_die(draws), red, other))
            }
            OwnPhase::DrawingCard { area, .. } => {
                Chance::Own(OwnChance::ProgressCard(game.draw_progress(area, draws)))
            }
            _ => panic!("no outcome is due in {phase:?}"),
        }
    }
    fn chance_key(game: &CitiesAndKnights, phase: OwnPhase) -> (&'static str, u64) {
        match phase {
            OwnPhase::DrawingCard { area, .. } => {
                const PURPOSES: [&str; 3] = ["progress-trade", "progress-politics", "progress-science"];
                (PURPOSES[area.index()], u64::from(game.own.drawn[area.index()]))
            }
            _ => ("roll", u64::from(game.turns)),
        }
    }
}

impl CitiesAndKnights {
    /// The top card of a deck.
    fn draw_progress(&self, area: Area, draws: &mut impl Draws) -> Progress {
        let unknown = self.deck_unknown(area);
        if unknown == 0 {
            return self.own.under[area.index()].first().expect("the deck has a card");
        }
        let mut n = draws.below(u32::from(unknown));
        let card = Progress::of_area(area).find(|card| {
            let copies = u32::from(self.own.deck[card.index()]);
            let found = n < copies;
            n = n.wrapping_sub(copies);
            found
        });
        card.expect("below the number of cards")
    }

    /// The outcomes that are possible now, with their weights; none for the layout, which has too many.
    #[must_use]
    pub fn chance_outcomes(&self) -> Vec<(Chance, u32)> {
        match self.turn() {
            Turn::Chance(ChanceKind::StartPlayer) => {
                Seat::first(self.seats()).map(|seat| (Chance::StartPlayer(seat), 1)).collect()
            }
            Turn::Chance(ChanceKind::StartRoll(_)) => {
                Die::PAIRS.map(|(first, second)| (Chance::Dice(first, second), 1)).to_vec()
            }
            Turn::Chance(ChanceKind::Dice) => {
                Die::PAIRS.into_iter().flat_map(|(red, other)| with_event_die(red, other)).collect()
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

    /// The ship's space; the attack comes with the seventh.
    #[must_use]
    pub fn ship(&self) -> u8 {
        debug_assert!(self.own.ship <= LANDING);
        self.own.ship
    }
}

/// The outcomes with these production dice, with their weights.
fn with_event_die(red: Die, other: Die) -> [(Chance, u32); 4] {
    EventFace::FACES.map(|(event, weight)| (Chance::Own(OwnChance::Dice(event, red, other)), weight))
}

/// Draws the face of the event die.
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
