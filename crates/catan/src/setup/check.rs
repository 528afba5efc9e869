//! Finds everything that a setup contradicts, clause by clause.

use super::{Award, PhaseSetup, SeatSetup, Setup};
use crate::options::{RobberTheft, RobberVictims, SetupKind, StartPlayer, TradeBuild, TradeSameKind};
use crate::rules::longest_road::{longest_road_holder, longest_trail};
use crate::seats::{PerSeat, SEATS};
use crate::trading::{Answer, Exchange};
use crate::{
    Bundle, Cards, DevelopmentCard, EdgeSet, HexId, Layout, Piece, Resource, Terrain, VertexId, VertexSet,
};
use crate::{OwnPhase, Phase};
use game::{About, Faults, Outcome, Seat, SeatSet, SetupError};

/// More turns than any game has, and far from where counting would overflow.
const TURNS_MAX: u32 = 1_000_000_000;

/// Returns what the game needs beside the setup itself.
///
/// # Errors
/// Everything that the setup contradicts.
pub(super) fn check(setup: &Setup) -> Result<Derived, Vec<SetupError>> {
    let mut checker = Checker { setup, faults: Faults::default() };
    let derived = checker.check();
    checker.faults.or(derived)
}

/// A setup with the faults found so far.
struct Checker<'a> {
    setup: &'a Setup,
    faults: Faults,
}

/// The values that the check derives and the game needs.
pub(super) struct Derived {
    pub(super) supply: Cards,
    pub(super) deck: [u8; 5],
    pub(super) longest_road: Option<Seat>,
    pub(super) largest_army: Option<Seat>,
    pub(super) robber: HexId,
    pub(super) phase: Phase,
}

impl Checker<'_> {
    /// The seats that play; all four if the options do not say a possible number.
    fn seats(&self) -> usize {
        Some(usize::from(self.setup.options.players))
            .filter(|seats| (2..=SEATS).contains(seats))
            .unwrap_or(SEATS)
    }

    fn playing(&self) -> SeatSet {
        SeatSet::first(self.seats())
    }

    fn check(&mut self) -> Derived {
        self.options();
        self.board();
        let supply = self.supply();
        let deck = self.deck();
        let robber = self.setup.robber.unwrap_or_else(|| {
            let layout = self.setup.board.unwrap_or(Layout::beginner());
            HexId::all()
                .find(|&hex| layout.terrain[hex] == Terrain::Desert)
                .unwrap_or(HexId::all().next().expect("a hex"))
        });
        let mut derived = Derived {
            supply,
            deck,
            longest_road: self.longest_road(),
            largest_army: self.largest_army(),
            robber,
            phase: Phase::Building,
        };
        self.flags();
        derived.phase = self.phase(&derived);
        self.discards();
        self.trade();
        self.points(&derived);
        derived
    }

    fn options(&mut self) {
        if let Err(faults) = self.setup.options.validate() {
            self.faults.extend(faults);
        }
        let seats = self.seats();
        for (name, seat) in [("active", self.setup.active), ("start", self.setup.start)] {
            self.faults.need(self.playing().contains(seat), "CATAN-OPT-17", (seat, name), || {
                format!("`{name}` is seat {seat}, who does not play in a game of {seats}")
            });
        }
        for (seat, has) in self.setup.seats.iter() {
            self.faults.need(
                self.playing().contains(seat) || *has == SeatSetup::default(),
                "CATAN-OPT-17",
                seat,
                || format!("seat {seat} has pieces or cards but does not play in a game of {seats}"),
            );
        }
    }

    fn board(&mut self) {
        let setup = self.setup;
        match &setup.board {
            Some(layout) => {
                if let Err((reason, clause)) = layout.check_components() {
                    self.faults.add(clause, "board", reason);
                }
            }
            None => self.faults.need(setup.phase == PhaseSetup::LayingOut, "CATAN-SETUP-1", "board", || {
                "`board` is null, but the island is laid out in this phase".to_owned()
            }),
        }
        for seat in Seat::first(SEATS) {
            let has = &setup.seats[seat];
            for (piece, placed) in [
                (Piece::Road, has.roads.len()),
                (Piece::Settlement, has.settlements.len()),
                (Piece::City, has.cities.len()),
            ] {
                self.faults.need(placed <= usize::from(piece.count()), "CATAN-COMP-7", seat, || {
                    format!(
                        "seat {seat} has {placed} pieces of the kind {} on the board; there are {}",
                        piece.name(),
                        piece.count()
                    )
                });
            }
            for vertex in has.settlements & has.cities {
                self.faults.add(
                    "CATAN-CITY-1",
                    (seat, vertex),
                    format!("seat {seat} has a settlement and a city on {vertex}"),
                );
            }
            for other in Seat::first(SEATS).filter(|&other| other > seat) {
                for edge in has.roads & setup.seats[other].roads {
                    self.faults.add(
                        "CATAN-ROAD-2",
                        (seat, (other, edge)),
                        format!("seats {seat} and {other} both have a road on {edge}"),
                    );
                }
                for vertex in setup.buildings(seat) & setup.buildings(other) {
                    self.faults.add(
                        "CATAN-SETT-3",
                        (seat, (other, vertex)),
                        format!("seats {seat} and {other} both have a building on {vertex}"),
                    );
                }
            }
        }
        let buildings = Seat::first(SEATS).fold(VertexSet::EMPTY, |all, seat| all | setup.buildings(seat));
        for vertex in buildings {
            for neighbour in vertex.neighbours() & buildings {
                self.faults.need(neighbour < vertex, "CATAN-SETT-3", (vertex, neighbour), || {
                    format!("the buildings on {vertex} and {neighbour} are next to each other")
                });
            }
        }
    }

    fn supply(&mut self) -> Cards {
        let mut held = [0u32; 5];
        for has in &self.setup.seats.0 {
            for (sum, count) in held.iter_mut().zip(has.hand.counts()) {
                *sum += u32::from(count);
            }
        }
        let mut supply = [0; 5];
        for kind in Resource::ALL {
            let held = held[kind.index()];
            let left = u32::from(Resource::CARDS).checked_sub(held);
            supply[kind.index()] = left.unwrap_or(0) as u8;
            match (left, self.setup.supply) {
                (None, _) => {
                    self.faults.add(
                        "CATAN-COMP-9",
                        (),
                        format!("the hands hold {held} {kind}; there are {}", Resource::CARDS),
                    );
                }
                (Some(left), Some(given)) => {
                    self.faults.need(u32::from(given.count(kind)) == left, "CATAN-COMP-9", (), || {
                        format!(
                            "the hands hold {held} {kind} and the supply {}; together they must be {}",
                            given.count(kind),
                            Resource::CARDS
                        )
                    });
                }
                (Some(_), None) => {}
            }
        }
        Cards::new(supply)
    }

    fn deck(&mut self) -> [u8; 5] {
        let mut deck = [0; 5];
        for card in DevelopmentCard::ALL {
            let in_hands: u32 =
                self.setup.seats.0.iter().map(|has| u32::from(has.development.count(card))).sum();
            let knights: u32 = self.setup.seats.0.iter().map(|has| u32::from(has.knights)).sum();
            let out = in_hands + if card == DevelopmentCard::Knight { knights } else { 0 };
            let in_box = u32::from(DevelopmentCard::BOX[card.index()]);
            let left = in_box.checked_sub(out);
            let given = self.setup.deck.map(|deck| u32::from(deck.count(card)));
            // Only progress cards leave the game (CATAN-DEV-5).
            let may_be_gone = !matches!(card, DevelopmentCard::Knight | DevelopmentCard::VictoryPoint);
            match (left, given) {
                (None, _) => {
                    self.faults.add(
                        "CATAN-COMP-9",
                        (),
                        format!("{out} {card} cards are in hands or played; there are {in_box}"),
                    );
                }
                (Some(left), Some(given)) if given > left || (given < left && !may_be_gone) => {
                    self.faults.add(
                        "CATAN-COMP-9",
                        "deck",
                        format!("the deck has {given} {card} cards; with {out} in hands or played it must have {left}"),
                    );
                }
                (Some(left), given) => deck[card.index()] = given.unwrap_or(left) as u8,
            }
        }
        let (active, bought) = (self.setup.active, self.setup.bought);
        if let Some(has) = self.setup.seats.0.get(active.index()) {
            let held = has.development;
            for card in DevelopmentCard::ALL {
                self.faults.need(bought.count(card) <= held.count(card), "CATAN-DEV-3", (active, "bought"), || {
                    format!(
                        "{} {card} cards were bought in this turn, but seat {active} holds {}; `bought` counts cards \
                         among `development`",
                        bought.count(card),
                        held.count(card)
                    )
                });
            }
        }
        deck
    }

    fn longest_road(&mut self) -> Option<Seat> {
        let setup = self.setup;
        // Counting is for positions that can be; too many roads are reported, and could take for ever.
        if setup.seats.0.iter().any(|has| has.roads.len() > usize::from(Piece::Road.count())) {
            return None;
        }
        let mut lengths = PerSeat::default();
        for seat in Seat::first(SEATS) {
            lengths[seat] = longest_trail(setup.seats[seat].roads, setup.foreign_buildings(seat));
        }
        let given = match setup.longest_road {
            Award::Derived => return longest_road_holder(None, &lengths),
            Award::Nobody => None,
            Award::Held(seat) if !self.playing().contains(seat) => {
                self.faults.add(
                    "CATAN-OPT-17",
                    (seat, "longest_road"),
                    format!("seat {seat}, who does not play, holds Longest Road"),
                );
                return None;
            }
            Award::Held(seat) => Some(seat),
        };
        let right = longest_road_holder(given, &lengths);
        self.faults.need(right == given, "CATAN-LR-6", "longest_road", || {
            let who =
                |holder: Option<Seat>| holder.map_or("nobody".to_owned(), |seat| format!("seat {seat}"));
            let lengths: Vec<String> =
                lengths.iter().map(|(seat, length)| format!("{seat} {length}")).collect();
            format!(
                "{} holds Longest Road, but by the lengths ({}) it must be {}",
                who(given),
                lengths.join(", "),
                who(right)
            )
        });
        given
    }

    fn largest_army(&mut self) -> Option<Seat> {
        let knights = |seat: Seat| self.setup.seats[seat].knights;
        let most = Seat::first(SEATS).map(knights).max().unwrap_or(0);
        let leaders: SeatSet = Seat::first(SEATS).filter(|&seat| knights(seat) == most).collect();
        match (self.setup.largest_army, most >= 3) {
            (Award::Derived, false) => None,
            (Award::Derived, true) => {
                self.faults.need(leaders.len() == 1, "CATAN-LA-2", (leaders, "largest_army"), || {
                    format!(
                        "seats {leaders} have {most} knights each; say with `largest_army` who had them first"
                    )
                });
                leaders.lowest()
            }
            (Award::Nobody, enough) => {
                self.faults.need(!enough, "CATAN-LA-1", (leaders, "largest_army"), || {
                    format!("nobody holds Largest Army, but seat {leaders} has played {most} knights")
                });
                None
            }
            (Award::Held(seat), enough) => {
                self.faults.need(enough && leaders.contains(seat), "CATAN-LA-2", (seat, "largest_army"), || {
                    format!(
                        "seat {seat} holds Largest Army, but has not played the most knights, at least three"
                    )
                });
                Some(seat).filter(|seat| seat.index() < SEATS)
            }
        }
    }

    fn flags(&mut self) {
        let setup = self.setup;
        let (rolled, built, played) = (setup.rolled(), setup.built(), setup.played_card());
        let phase = setup.phase;
        use PhaseSetup as P;
        match phase {
            P::Discarding | P::Building | P::BuyingCard => {
                self.faults.need(rolled, "CATAN-TURN-6", "rolled", || {
                    "this phase comes after the roll, but `rolled` is false".to_owned()
                });
            }
            P::BeforeRoll | P::Rolling => {
                self.faults.need(!rolled, "CATAN-TURN-1", "rolled", || {
                    "this phase comes before the roll, but `rolled` is true".to_owned()
                });
            }
            P::MovingRobber | P::ChoosingVictim | P::Stealing { .. } => {
                self.faults.need(rolled || played, "CATAN-ROB-1", "played_card", || {
                    "before the roll only a knight card moves the robber, but `played_card` is false"
                        .to_owned()
                });
            }
            P::FreeRoads { .. } => {
                self.faults.need(played, "CATAN-DEV-8", "played_card", || {
                    "free roads come from a card, but `played_card` is false".to_owned()
                });
            }
            _ => {}
        }
        if setup.in_set_up() {
            self.faults.need(
                !rolled && !built && !played && setup.dice.is_none(),
                "CATAN-SETUP-3",
                (),
                || "in the set-up phase nothing is rolled, bought or played".to_owned(),
            );
            self.faults.need(setup.turn() == 0, "CATAN-SETUP-7", "turns", || {
                "in the set-up phase no turn has begun".to_owned()
            });
        } else {
            self.faults.need(setup.turn() > 0, "CATAN-TURN-2", "turns", || {
                "`turn` counts turns begun, from 1".to_owned()
            });
            self.faults.need(rolled || !built, "CATAN-TURN-6", (), || {
                "before the roll nothing is built or bought".to_owned()
            });
            self.faults.need(built || setup.bought.is_empty(), "CATAN-TURN-4", "built", || {
                "a card was bought in this turn, but `built` is false".to_owned()
            });
        }
        if setup.turn() > TURNS_MAX {
            let message = format!("`turn` is {}; no game is longer than {TURNS_MAX} turns", setup.turn());
            self.faults.add(None, "turns", message);
        }
    }

    fn phase(&mut self, derived: &Derived) -> Phase {
        let setup = self.setup;
        if setup.before_founding() {
            let empty = setup.seats == PerSeat::default();
            self.faults.need(empty, "CATAN-SETUP-3", (), || {
                "before the first settlement nobody has pieces or cards".to_owned()
            });
        }
        match setup.phase {
            PhaseSetup::LayingOut => {
                self.faults.need(setup.board.is_none(), "CATAN-SETUP-1", "board", || {
                    "the island is yet to be laid out: `board` must be null".to_owned()
                });
                Phase::LayingOut
            }
            PhaseSetup::DrawingStart => {
                let is_drawn = setup.options.start_player == StartPlayer::Random;
                self.faults.need(is_drawn, "CATAN-OPT-2", "phase", || {
                    "the starting seat is drawn only with `start_player` random".to_owned()
                });
                Phase::DrawingStart
            }
            PhaseSetup::RollingForStart { waiting, leaders, best, rolls } => {
                self.rolling_for_start(waiting, leaders, best);
                Phase::RollingForStart { waiting, leaders, best, rolls }
            }
            PhaseSetup::FoundingSettlement => {
                let placed = self.founding(None);
                Phase::FoundingSettlement { placed }
            }
            PhaseSetup::FoundingRoad { settlement } => {
                let placed = self.founding(Some(settlement));
                Phase::FoundingRoad { placed, at: settlement }
            }
            PhaseSetup::BeforeRoll => Phase::BeforeRoll,
            PhaseSetup::Rolling => Phase::Rolling,
            PhaseSetup::Discarding => {
                let limit = u32::from(setup.options.discard_limit);
                let mut owed = PerSeat::default();
                for (seat, has) in setup.seats.iter() {
                    let cards = has.hand.len();
                    owed[seat] = if cards > limit { (cards / 2) as u8 } else { 0 };
                }
                self.faults.need(setup.dice.is_none_or(|(a, b)| a + b == 7), "CATAN-SEVEN-2", "dice", || {
                    "discards follow a 7, but `dice` is another roll".to_owned()
                });
                Phase::Discarding { owed }
            }
            PhaseSetup::MovingRobber => {
                let targets = self.robber_targets(derived);
                self.faults.need(targets > 1, "CATAN-TURN-10", (), || {
                    "the robber can go to one hex only, so it is there already".to_owned()
                });
                Phase::MovingRobber { cause: () }
            }
            PhaseSetup::ChoosingVictim => {
                let victims = self.victims(derived);
                let fewest = if setup.options.robber_theft == RobberTheft::May { 1 } else { 2 };
                self.faults.need(victims.len() >= fewest, "CATAN-ROB-5", (victims, derived.robber), || {
                    format!(
                        "there is nobody to choose from: {} can be robbed at {}",
                        if victims.is_empty() { "nobody".to_owned() } else { format!("only seat {victims}") },
                        derived.robber
                    )
                });
                Phase::ChoosingVictim { victims }
            }
            PhaseSetup::Stealing { victim } => {
                let can = self.victims(derived).contains(victim)
                    && !setup.seats.0.get(victim.index()).is_none_or(|has| has.hand.is_empty());
                self.faults.need(can, "CATAN-ROB-5", (victim, derived.robber), || {
                    format!(
                        "seat {victim} has no card, or no building at {}, and cannot be robbed there",
                        derived.robber
                    )
                });
                Phase::Stealing { victim, waiting: SeatSet::EMPTY }
            }
            PhaseSetup::Building => Phase::Building,
            PhaseSetup::FreeRoads { left, may_stop } => self.free_roads(left, may_stop),
            PhaseSetup::BuyingCard => {
                self.faults.need(derived.deck != [0; 5], "CATAN-DEV-1", (), || {
                    "no development card is left to be drawn".to_owned()
                });
                self.faults.need(setup.built(), "CATAN-TURN-4", "built", || {
                    "a card was paid for, but `built` is false".to_owned()
                });
                Phase::Own(OwnPhase::BuyingCard)
            }
            PhaseSetup::Over { winners } => {
                let can_be = winners.is_empty() || winners == SeatSet::one(setup.active);
                self.faults.need(can_be, "CATAN-WIN-6", "phase", || {
                    format!("the winners are {winners}; only the active seat can win, and alone")
                });
                Phase::Over(Outcome { winners })
            }
        }
    }

    /// Checks the seats that roll for the start, and the highest roll.
    fn rolling_for_start(&mut self, waiting: SeatSet, leaders: SeatSet, best: u8) {
        let (setup, playing) = (self.setup, self.playing());
        self.faults.need(
            setup.options.start_player == StartPlayer::HighestRoll,
            "CATAN-OPT-2",
            "phase",
            || "seats roll for the start only with `start_player` highest_roll".to_owned(),
        );
        let fits = !waiting.is_empty()
            && waiting.union(leaders).is_subset(playing)
            && waiting.intersection(leaders).is_empty()
            && if leaders.is_empty() { best == 0 } else { (2..=12).contains(&best) };
        self.faults.need(fits, "CATAN-SETUP-2", (), || {
            "somebody must have yet to roll for the start, and the leaders must have rolled 2 to 12"
                .to_owned()
        });
    }

    /// Checks the free roads that are left.
    fn free_roads(&mut self, left: u8, may_stop: bool) -> Phase {
        let (setup, active) = (self.setup, self.setup.active);
        let pieces = usize::from(Piece::Road.count())
            .saturating_sub(setup.seats.0.get(active.index()).map_or(0, |has| has.roads.len()));
        let paths = if active.index() < SEATS { setup.buildable_paths(active) } else { EdgeSet::EMPTY };
        self.faults.need((1..=2).contains(&left) && usize::from(left) <= pieces && !paths.is_empty(), "CATAN-DEV-8", (), || {
            format!("{left} free roads are left, with {pieces} road pieces and {} paths; there are 1 or 2, and they must fit", paths.len())
        });
        let option = setup.options.road_building_may_stop;
        self.faults.need(!may_stop || (left == 1 && option), "CATAN-DEV-8", (), || {
            "only the second free road may be left, and only with `road_building_may_stop`".to_owned()
        });
        self.faults.need(may_stop || left == 2 || !option || pieces == 1, "CATAN-DEV-8", "phase", || {
            "one free road is left, so one was placed: `may_stop` must be true".to_owned()
        });
        Phase::FreeRoads { left, may_stop }
    }

    /// Checks the snake of the set-up phase, and says how many settlements were placed.
    fn founding(&mut self, waiting_for_road: Option<VertexId>) -> u8 {
        let setup = self.setup;
        let seats = self.seats();
        self.faults.need(setup.options.setup != SetupKind::BeginnerFull, "CATAN-BEG-4", (), || {
            "the beginner set-up has no set-up phase".to_owned()
        });
        let total: usize = setup.seats.0.iter().map(|has| has.settlements.len()).sum();
        let turn_of = |n: usize| {
            let start = setup.start.index();
            let place = if n < seats { start + n } else { start + 2 * seats - 1 - n.min(2 * seats - 1) };
            Seat::new(place % seats).expect("a seat at the table")
        };
        let current = if waiting_for_road.is_some() { total.saturating_sub(1) } else { total };
        self.faults.need(current < 2 * seats, "CATAN-SETUP-4", (), || {
            format!("{total} starting settlements lie; {seats} players place {} in all", 2 * seats)
        });
        if current >= 2 * seats {
            return 0;
        }
        self.faults.need(
            turn_of(current) == setup.active,
            "CATAN-SETUP-4",
            (turn_of(current), "active"),
            || {
                format!(
                    "after {current} starting settlements seat {} places, not {}",
                    turn_of(current),
                    setup.active
                )
            },
        );
        for (seat, has) in setup.seats.iter() {
            let rounds = (0..current).filter(|&n| turn_of(n) == seat).count();
            let pending = usize::from(waiting_for_road.is_some() && seat == setup.active);
            let fits = has.settlements.len() == rounds + pending && has.roads.len() == rounds;
            self.faults.need(fits, "CATAN-SETUP-3", seat, || {
                format!(
                    "seat {seat} has {} settlements and {} roads; at this point of the set-up it must have {} and {rounds}",
                    has.settlements.len(),
                    has.roads.len(),
                    rounds + pending
                )
            });
            let nothing_else = has.cities.is_empty() && has.development.is_empty() && has.knights == 0;
            self.faults.need(nothing_else, "CATAN-SETUP-3", seat, || {
                format!("seat {seat} has cities or development cards, which nobody has in the set-up phase")
            });
        }
        if let Some(settlement) = waiting_for_road {
            let own = setup.seats.0.get(setup.active.index()).copied().unwrap_or_default();
            self.faults.need(
                own.settlements.contains(settlement) && (settlement.edges() & own.roads).is_empty(),
                "CATAN-SETUP-4",
                (setup.active, settlement),
                || {
                    format!(
                        "{settlement} is not a starting settlement of seat {} without a road",
                        setup.active
                    )
                },
            );
            let free = settlement.edges() - setup.all_roads();
            self.faults.need(!free.is_empty(), "CATAN-SETUP-3", settlement, || {
                format!("{settlement} has no free path for its road")
            });
        }
        total as u8
    }

    fn victims(&self, derived: &Derived) -> SeatSet {
        let any = self.setup.options.robber_victims == RobberVictims::AnyAdjacent;
        let corners = derived.robber.vertex_set();
        Seat::first(SEATS)
            .filter(|&seat| seat != self.setup.active)
            .filter(|&seat| !(self.setup.buildings(seat) & corners).is_empty())
            .filter(|&seat| any || !self.setup.seats[seat].hand.is_empty())
            .collect()
    }

    /// Returns the number of hexes to which the robber may move (`CATAN-ROB-9`).
    fn robber_targets(&self, derived: &Derived) -> usize {
        let others = HexId::COUNT - 1;
        if !self.setup.options.friendly_robber {
            return others;
        }
        let layout = self.setup.board.unwrap_or(Layout::beginner());
        let spared = |hex: HexId| {
            layout.terrain[hex] != Terrain::Desert
                && Seat::first(self.seats()).any(|seat| {
                    seat != self.setup.active
                        && !(self.setup.buildings(seat) & hex.vertex_set()).is_empty()
                        && self.setup.visible_points(seat, derived) <= 2
                })
        };
        match HexId::all().filter(|&hex| hex != derived.robber && !spared(hex)).count() {
            0 => others,
            targets => targets,
        }
    }

    /// Discards that were handed in.
    fn discards(&mut self) {
        let setup = self.setup;
        let limit = u32::from(setup.options.discard_limit);
        let mut open = 0;
        for (seat, has) in setup.seats.iter() {
            let owed = if has.hand.len() > limit { has.hand.len() / 2 } else { 0 };
            let handed: u32 = has.handed_in.0.into_iter().map(u32::from).sum();
            if setup.phase != PhaseSetup::Discarding {
                self.faults.need(handed == 0, "CATAN-SEVEN-7", seat, || {
                    format!("seat {seat} has handed in a discard, but no discards are due in this phase")
                });
            } else if handed > 0 {
                let held = has.hand.contains(has.handed_in.into());
                self.faults.need(handed == owed && held, "CATAN-SEVEN-7", seat, || {
                    format!(
                        "seat {seat} has handed in {}; it must be {owed} cards of its hand",
                        has.handed_in
                    )
                });
            } else {
                open += u32::from(owed > 0);
            }
        }
        self.faults.need(setup.phase != PhaseSetup::Discarding || open > 0, "CATAN-SEVEN-7", (), || {
            "nobody has to discard any more, so the discards are over".to_owned()
        });
    }

    fn trade(&mut self) {
        let setup = self.setup;
        let separate = setup.options.trade_build == TradeBuild::Separate;
        let over = matches!(setup.phase, PhaseSetup::Over { .. } | PhaseSetup::Discarding);
        let ended = setup.in_set_up() || over || (setup.built() && separate);
        let open = setup.rolled() && !ended;
        let proposers: SeatSet =
            setup.seats.iter().filter(|(_, has)| has.proposal.is_some()).map(|(seat, _)| seat).collect();
        let none_made = setup.offer.is_none() && proposers.is_empty();
        self.faults.need(open || none_made, "CATAN-DOM-9", (), || {
            "offers and proposals are open only in the trade step".to_owned()
        });
        self.faults.need(none_made || setup.options.offer_limit != Some(0), "CATAN-OPT-18", (), || {
            "no offer can be open where players do not trade with each other".to_owned()
        });
        self.faults.need(
            !proposers.contains(setup.active),
            "CATAN-DOM-7",
            (setup.active, "proposal"),
            || format!("seat {} is active and makes offers, not proposals", setup.active),
        );
        for (seat, has) in setup.seats.iter() {
            if let Some(limit) = setup.options.offer_limit {
                self.faults.need(has.offers_made <= limit, "CATAN-OPT-18", (seat, "offers_made"), || {
                    format!("seat {seat} has made {} offers; the limit is {limit}", has.offers_made)
                });
            }
            if let Some(proposal) = has.proposal {
                self.exchange((seat, "proposal"), &format!("the proposal of seat {seat}"), proposal);
            }
        }
        let Some(offer) = setup.offer else { return };
        self.exchange("offer", "the open offer", Exchange { give: offer.give, want: offer.want });
        let opponents = self.playing().without(setup.active);
        self.faults.need(
            !offer.to.is_empty() && offer.to.is_subset(opponents),
            "CATAN-DOM-7",
            "offer",
            || "the open offer must go to one or more opponents at the table".to_owned(),
        );
        for (seat, answer) in offer.answers.iter().filter(|(_, answer)| **answer != Answer::Open) {
            self.faults.need(offer.to.contains(seat), "CATAN-DOM-7", (seat, "answer"), || {
                format!("seat {seat} has answered an offer that was not made to it")
            });
            if let Answer::Countered(exchange) = answer {
                self.exchange((seat, "answer"), &format!("the counter-offer of seat {seat}"), *exchange);
            }
        }
    }

    fn exchange(&mut self, about: impl About + Copy, what: &str, Exchange { give, want }: Exchange) {
        let empty = Bundle::default();
        self.faults.need(give != empty && want != empty, "CATAN-DOM-3", about, || {
            format!("{what} has nothing on one side")
        });
        let overlap =
            Resource::ALL.into_iter().find(|kind| give.0[kind.index()] > 0 && want.0[kind.index()] > 0);
        let one_kind = |bundle: Bundle| bundle.0.into_iter().filter(|count| *count > 0).count() == 1;
        let forbidden = match self.setup.options.trade_same_kind {
            TradeSameKind::ForbidAnyOverlap => true,
            TradeSameKind::ForbidIdenticalOnly => one_kind(give) && one_kind(want),
        };
        if let Some(kind) = overlap.filter(|_| forbidden) {
            self.faults.add("CATAN-DOM-4", about, format!("{what} has {kind} on both sides"));
        }
    }

    fn points(&mut self, derived: &Derived) {
        let setup = self.setup;
        if setup.in_set_up() || setup.active.index() >= SEATS {
            return;
        }
        let active = setup.active;
        let cards = u32::from(setup.seats[active].development.count(DevelopmentCard::VictoryPoint));
        let points = setup.visible_points(active, derived) + cards;
        let goal = u32::from(setup.options.victory_points);
        match setup.phase {
            PhaseSetup::Over { winners } => {
                self.faults.need(winners.is_empty() || points >= goal, "CATAN-WIN-2", active, || {
                    format!("seat {active} has won with {points} points; the goal is {goal}")
                });
            }
            _ => self.faults.need(points < goal || !setup.options.auto_declare, "CATAN-WIN-4", active, || {
                format!("seat {active} has {points} points in the own turn and the goal is {goal}: the game would be over")
            }),
        }
    }
}
