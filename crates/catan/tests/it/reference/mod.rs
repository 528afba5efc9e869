//! A second implementation of Catan, written from `rulebook/catan.md` alone: slow, obvious, and sharing no rule with
//! the engine. Only the words of the public vocabulary are common: `Action`, `Chance`, `Options`.
//!
//! Everything is a list or a number. Nothing is remembered that can be counted, longest roads are found by walking
//! every trail, and an action is legal exactly if [`Table::objections`] finds no clause against it.

// Each test that includes this module uses another part of it.
#![allow(unreachable_pub)]

mod apply;
pub mod common;
pub mod island;
mod objections;
pub mod trading;

use catan::options::{NumberPlacement, RedAdjacency, SetupKind, SpiralDirection};
use catan::{
    Action, Chance, DevelopmentCard, Die, Harbour, Layout, Options, OwnAction, OwnChance, Resource, Terrain,
};
pub use common::{StartRolls, holds, minus, plus, total};
use game::Seat;
use island::ISLAND;
pub use trading::{Deal, Message, Trading};

/// The id of a clause of the rulebook.
pub type Clause = &'static str;

/// Cards by kind: brick, lumber, wool, grain, ore.
pub type Hand = [u32; 5];

/// A development card in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    pub kind: DevelopmentCard,
    pub bought_this_turn: bool,
}

/// The decision or outcome that the table waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnStage {
    LayOut,
    DrawStart,
    RollForStart(StartRolls),
    FoundSettlement,
    FoundRoad {
        at: usize,
    },
    BeforeRoll,
    Rolling,
    /// The number of cards that each seat must hand in, and those it has handed in.
    Discarding {
        owed: Vec<u32>,
        chosen: Vec<Option<Hand>>,
    },
    Robber,
    Victim {
        eligible: Vec<usize>,
    },
    Stealing {
        victim: usize,
    },
    Acting,
    FreeRoads {
        left: usize,
        placed: usize,
    },
    Buying,
    Over {
        winner: Option<usize>,
    },
}

/// All of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub options: Options,
    pub seats: usize,
    pub terrain: Vec<Terrain>,
    /// 0 where no token lies.
    pub numbers: Vec<u8>,
    pub harbours: Vec<Harbour>,
    pub robber: usize,
    /// Of each path, whose road lies there.
    pub roads: Vec<Option<usize>>,
    /// Of each intersection, whose settlement (`false`) or city (`true`) stands there.
    pub buildings: Vec<Option<(usize, bool)>>,
    pub supply: Hand,
    pub hands: Vec<Hand>,
    pub deck: Vec<DevelopmentCard>,
    pub held: Vec<Vec<Held>>,
    pub played: Vec<(usize, DevelopmentCard)>,
    pub longest_road: Option<usize>,
    pub largest_army: Option<usize>,
    pub stage: TurnStage,
    pub start: Option<usize>,
    pub active: usize,
    /// The seats in the order in which they found, both rounds; how many settlements are placed.
    pub founding: Vec<usize>,
    pub founded: usize,
    pub turn: u32,
    pub rolled: bool,
    pub dice: Option<(Die, Die)>,
    /// Kinds of which the last roll owed more than the supply had.
    pub short: Vec<Resource>,
    pub built: bool,
    pub card_played: bool,
    pub trading: Trading,
}

/// The seats as the engine names them.
pub fn seat(n: usize) -> Seat {
    Seat::new(n).expect("a seat")
}

/// `CATAN-COST-1`, in the order brick, lumber, wool, grain, ore.
pub const ROAD_PRICE: Hand = [1, 1, 0, 0, 0];
pub const SETTLEMENT_PRICE: Hand = [1, 1, 1, 1, 0];
pub const CITY_PRICE: Hand = [0, 0, 0, 2, 3];
pub const DEVELOPMENT_PRICE: Hand = [0, 0, 1, 1, 1];

/// `CATAN-COMP-6`.
fn box_of_development_cards() -> Vec<DevelopmentCard> {
    use DevelopmentCard as D;
    let mut deck = vec![D::Knight; 14];
    deck.extend([
        D::RoadBuilding,
        D::RoadBuilding,
        D::YearOfPlenty,
        D::YearOfPlenty,
        D::Monopoly,
        D::Monopoly,
    ]);
    deck.extend([D::VictoryPoint; 5]);
    deck
}

fn remove_one(deck: &mut Vec<DevelopmentCard>, kind: DevelopmentCard) {
    let at = deck.iter().position(|&card| card == kind).expect("a card of the box");
    deck.remove(at);
}

impl Table {
    pub fn new(options: &Options) -> Table {
        let seats = usize::from(options.players);
        Table {
            options: *options,
            seats,
            terrain: Vec::new(),
            numbers: Vec::new(),
            harbours: Vec::new(),
            robber: usize::MAX,
            roads: vec![None; 72],
            buildings: vec![None; 54],
            supply: [19; 5],
            hands: vec![[0; 5]; seats],
            deck: box_of_development_cards(),
            held: vec![Vec::new(); seats],
            played: Vec::new(),
            longest_road: None,
            largest_army: None,
            stage: TurnStage::LayOut,
            start: None,
            active: 0,
            founding: Vec::new(),
            founded: 0,
            turn: 0,
            rolled: false,
            dice: None,
            short: Vec::new(),
            built: false,
            card_played: false,
            trading: Trading::new(seats),
        }
    }

    /// The facts of a position of the engine, before or after the roll, without open offers. What follows from them is
    /// worked out here.
    pub fn of(game: &catan::Catan) -> Table {
        let view = game.view(game::Viewer::Everything);
        let layout = view.layout().expect("an island");
        let mut table = Table::new(game.options());
        table.terrain = layout.terrain.0.to_vec();
        table.numbers = layout.numbers.0.to_vec();
        table.harbours = layout.harbours.to_vec();
        table.robber = view.robber().index();
        table.supply = view.supply().counts().map(u32::from);
        table.start = view.start_player().map(Seat::index);
        table.active = view.active().index();
        table.turn = view.turns();
        table.rolled = view.has_rolled();
        table.built = view.has_built();
        table.card_played = view.has_played_card();
        table.dice = view.dice();
        table.longest_road = view.longest_road().map(Seat::index);
        table.largest_army = view.largest_army().map(Seat::index);
        table.stage = if table.rolled { TurnStage::Acting } else { TurnStage::BeforeRoll };
        let bought = view.bought().expect("everything is seen");
        let mut played = view.played();
        for s in 0..table.seats {
            for path in view.roads(seat(s)) {
                table.roads[path.index()] = Some(s);
            }
            for i in view.settlements(seat(s)) {
                table.buildings[i.index()] = Some((s, false));
            }
            for i in view.cities(seat(s)) {
                table.buildings[i.index()] = Some((s, true));
            }
            table.hands[s] = view.hand(seat(s)).expect("everything is seen").counts().map(u32::from);
            let held = view.development(seat(s)).expect("everything is seen");
            for kind in DevelopmentCard::ALL {
                for n in 0..held[kind.index()] {
                    let bought_this_turn = s == table.active && n < bought[kind.index()];
                    table.held[s].push(Held { kind, bought_this_turn });
                }
            }
            for _ in 0..view.knights(seat(s)) {
                table.played.push((s, DevelopmentCard::Knight));
                played[DevelopmentCard::Knight.index()] -= 1;
            }
        }
        for kind in DevelopmentCard::ALL {
            // Whose progress cards these were makes no difference any more.
            table.played.extend((0..played[kind.index()]).map(|_| (0, kind)));
        }
        for (_, card) in &table.played {
            remove_one(&mut table.deck, *card);
        }
        for card in table.held.iter().flatten() {
            remove_one(&mut table.deck, card.kind);
        }
        table
    }

    // What is on the board.

    pub fn roads_of(&self, seat: usize) -> Vec<usize> {
        (0..72).filter(|&p| self.roads[p] == Some(seat)).collect()
    }

    pub fn settlements_of(&self, seat: usize) -> Vec<usize> {
        (0..54).filter(|&i| self.buildings[i] == Some((seat, false))).collect()
    }

    pub fn cities_of(&self, seat: usize) -> Vec<usize> {
        (0..54).filter(|&i| self.buildings[i] == Some((seat, true))).collect()
    }

    pub fn owner(&self, intersection: usize) -> Option<usize> {
        self.buildings[intersection].map(|(seat, _)| seat)
    }

    /// `CATAN-SETT-3` b.
    pub fn keeps_distance(&self, intersection: usize) -> bool {
        self.buildings[intersection].is_none()
            && ISLAND.neighbours[intersection].iter().all(|&i| self.buildings[i].is_none())
    }

    pub fn road_ends_at(&self, seat: usize, intersection: usize) -> bool {
        ISLAND.paths_at[intersection].iter().any(|&p| self.roads[p] == Some(seat))
    }

    /// Whether an empty path connects at one of its ends (`CATAN-ROAD-3`).
    fn connects_at(&self, seat: usize, path: usize, end: usize) -> bool {
        match self.owner(end) {
            Some(owner) => owner == seat,
            None => {
                ISLAND.paths_at[end].iter().any(|&other| other != path && self.roads[other] == Some(seat))
            }
        }
    }

    /// `CATAN-ROAD-3`: what can be built on if it is paid for.
    pub fn road_fits(&self, seat: usize, path: usize) -> bool {
        let (a, b) = ISLAND.ends[path];
        self.roads[path].is_none() && (self.connects_at(seat, path, a) || self.connects_at(seat, path, b))
    }

    pub fn free_road_possible(&self, seat: usize) -> bool {
        self.roads_of(seat).len() < 15 && (0..72).any(|path| self.road_fits(seat, path))
    }

    pub fn road_length(&self, seat: usize) -> usize {
        common::road_length(&self.roads_of(seat), &|i| self.owner(i).is_some_and(|owner| owner != seat))
    }

    pub fn knights(&self, seat: usize) -> usize {
        self.played.iter().filter(|&&card| card == (seat, DevelopmentCard::Knight)).count()
    }

    // Points (`CATAN-WIN-1`).

    pub fn visible_points(&self, seat: usize) -> usize {
        self.settlements_of(seat).len()
            + 2 * self.cities_of(seat).len()
            + if self.longest_road == Some(seat) { 2 } else { 0 }
            + if self.largest_army == Some(seat) { 2 } else { 0 }
    }

    pub fn points(&self, seat: usize) -> usize {
        let hidden = self.held[seat].iter().filter(|card| card.kind == DevelopmentCard::VictoryPoint).count();
        self.visible_points(seat) + hidden
    }

    // Trade.

    /// All rates that a player is entitled to, whether or not an option leaves only the best.
    pub fn rates(&self, seat: usize, kind: Resource) -> Vec<u32> {
        common::harbour_rates(&self.harbours, Some(kind), |i| self.owner(i) == Some(seat))
    }

    /// Whether the trade step lasts, if the stage allows trade at all (`CATAN-TURN-4`, `CATAN-TURN-5`).
    pub fn trade_lasts(&self) -> bool {
        self.options.trade_build == catan::options::TradeBuild::Combined || !self.built
    }

    // The robber.

    /// `CATAN-ROB-5`.
    pub fn victims_at(&self, hex: usize) -> Vec<usize> {
        let any = self.options.robber_victims == catan::options::RobberVictims::AnyAdjacent;
        (0..self.seats)
            .filter(|&seat| {
                seat != self.active
                    && ISLAND.corners[hex].iter().any(|&i| self.owner(i) == Some(seat))
                    && (any || total(&self.hands[seat]) > 0)
            })
            .collect()
    }

    /// Whether somebody with few points is spared here (`CATAN-ROB-9`).
    fn spared(&self, hex: usize) -> bool {
        self.terrain[hex] != Terrain::Desert
            && ISLAND.corners[hex].iter().any(|&i| {
                self.owner(i).is_some_and(|seat| seat != self.active && self.visible_points(seat) <= 2)
            })
    }

    /// `CATAN-ROB-2`, `CATAN-ROB-9`.
    pub fn robber_targets(&self) -> Vec<usize> {
        let others: Vec<usize> = (0..19).filter(|&hex| hex != self.robber).collect();
        common::friendly(others, self.options.friendly_robber, |hex| self.spared(hex))
    }

    // Who acts.

    pub fn chance_is_due(&self) -> bool {
        matches!(
            self.stage,
            TurnStage::LayOut
                | TurnStage::DrawStart
                | TurnStage::RollForStart(_)
                | TurnStage::Rolling
                | TurnStage::Stealing { .. }
                | TurnStage::Buying
        )
    }

    /// The seats that may have something to say: those that must choose, and, while offers are open, those that were addressed or
    /// that proposed.
    pub fn asked(&self) -> Vec<usize> {
        match &self.stage {
            TurnStage::Over { .. } => Vec::new(),
            TurnStage::Discarding { owed, chosen } => {
                (0..self.seats).filter(|&s| owed[s] > 0 && chosen[s].is_none()).collect()
            }
            TurnStage::Acting => {
                (0..self.seats).filter(|&s| s == self.active || self.trading.concerns(s)).collect()
            }
            _ if self.chance_is_due() => Vec::new(),
            _ => vec![self.active],
        }
    }

    /// Every outcome that can come now with its weight, but for layouts (`CATAN-PROD-1`, `CATAN-ROB-6`).
    pub fn outcomes(&self) -> Vec<(Chance, u32)> {
        match &self.stage {
            TurnStage::DrawStart => (0..self.seats).map(|s| (Chance::StartPlayer(seat(s)), 1)).collect(),
            TurnStage::RollForStart(_) | TurnStage::Rolling => {
                Die::ALL.into_iter().flat_map(|a| Die::ALL.map(|b| (Chance::Dice(a, b), 1))).collect()
            }
            TurnStage::Stealing { victim } => Resource::ALL
                .into_iter()
                .map(|kind| (Chance::StolenCard(kind), self.hands[*victim][kind.index()]))
                .filter(|&(_, weight)| weight > 0)
                .collect(),
            TurnStage::Buying => DevelopmentCard::ALL
                .into_iter()
                .map(|kind| {
                    let left = self.deck.iter().filter(|&&card| card == kind).count();
                    (Chance::Own(OwnChance::DevelopmentCard(kind)), left as u32)
                })
                .filter(|&(_, weight)| weight > 0)
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Every action without open ends that this seat may do now, found by trying.
    pub fn listed(&self, seat: usize) -> Vec<Action> {
        let mut all: Vec<Action> =
            closed_actions().iter().copied().filter(|&action| self.allows(seat, action)).collect();
        if let TurnStage::Discarding { owed, .. } = &self.stage
            && seat < self.seats
        {
            all.extend(
                common::choices(&self.hands[seat], owed[seat])
                    .into_iter()
                    .map(|choice| Action::Discard(catan::Bundle(choice.map(|n| n as u8))))
                    .filter(|&action| self.allows(seat, action)),
            );
        }
        all
    }

    pub fn allows(&self, seat: usize, action: Action) -> bool {
        self.objections(seat, action).is_empty()
    }
}

/// Every action without open ends, each written in one way only; discards left out.
pub fn closed_actions() -> &'static [Action] {
    use std::sync::LazyLock;
    static ALL: LazyLock<Vec<Action>> = LazyLock::new(|| {
        let mut all = vec![
            Action::Roll,
            Action::Own(OwnAction::BuyDevelopmentCard),
            Action::Own(OwnAction::PlayKnight),
            Action::Own(OwnAction::PlayRoadBuilding),
            Action::Stop,
            Action::AcceptOffer,
            Action::RejectOffer,
            Action::WithdrawOffer,
            Action::WithdrawProposal,
            Action::EndTurn,
            Action::DeclareVictory,
        ];
        all.extend(catan::EdgeId::all().map(Action::BuildRoad));
        all.extend(catan::VertexId::all().flat_map(|i| [Action::BuildSettlement(i), Action::BuildCity(i)]));
        all.extend(catan::HexId::all().map(Action::MoveRobber));
        for other in (0..Seat::MAX).map(seat) {
            all.extend([
                Action::Steal(other),
                Action::Execute(other),
                Action::AcceptProposal(other),
                Action::RejectProposal(other),
            ]);
        }
        for (n, &kind) in Resource::ALL.iter().enumerate() {
            all.extend([
                Action::Own(OwnAction::PlayMonopoly(kind)),
                Action::Own(OwnAction::PlayYearOfPlenty(kind, None)),
            ]);
            all.extend(
                Resource::ALL[n..]
                    .iter()
                    .map(|&other| Action::Own(OwnAction::PlayYearOfPlenty(kind, Some(other)))),
            );
            for get in Resource::ALL {
                for count in 1..=5 {
                    let mut give = [0; 5];
                    give[n] = count;
                    all.push(Action::MaritimeTrade { give: catan::Bundle(give), get });
                }
            }
        }
        all
    });
    &ALL
}

/// Whether the options can give this island (`CATAN-BEG-1`, `CATAN-VAR`), piece by piece.
pub fn layout_can_be(options: &Options, layout: &Layout) -> bool {
    let terrain = layout.terrain.0.to_vec();
    let numbers = layout.numbers.0.to_vec();
    let count = |t: Terrain| terrain.iter().filter(|&&other| other == t).count();
    let right_hexes = count(Terrain::Forest) == 4
        && count(Terrain::Pasture) == 4
        && count(Terrain::Fields) == 4
        && count(Terrain::Hills) == 3
        && count(Terrain::Mountains) == 3
        && count(Terrain::Desert) == 1;
    if !right_hexes {
        return false;
    }
    let desert = terrain.iter().position(|&t| t == Terrain::Desert).expect("one desert");
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    if sorted != [0, 2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12] || numbers[desert] != 0 {
        return false;
    }
    let names = |harbours: &[Harbour]| harbours.iter().map(ToString::to_string).collect::<Vec<_>>();
    let fixed = ["3:1", "grain", "ore", "3:1", "wool", "3:1", "3:1", "brick", "lumber"];
    let mut in_box = fixed.map(str::to_owned).to_vec();
    in_box.sort();
    let mut laid = names(&layout.harbours);
    laid.sort();
    if laid != in_box {
        return false;
    }
    let must_be_fixed = match options.harbours {
        Some(placement) => placement == catan::options::HarbourPlacement::Fixed,
        None => options.setup != SetupKind::Variable,
    };
    if must_be_fixed && names(&layout.harbours) != fixed {
        return false;
    }
    if options.setup != SetupKind::Variable {
        use Terrain::{Desert, Fields, Forest, Hills, Mountains, Pasture};
        return terrain
            == [
                Mountains, Pasture, Forest, Fields, Hills, Pasture, Hills, Fields, Forest, Desert, Forest,
                Mountains, Forest, Mountains, Fields, Pasture, Hills, Fields, Pasture,
            ]
            && numbers == [10, 2, 9, 12, 6, 4, 10, 9, 11, 0, 3, 8, 8, 3, 4, 5, 5, 6, 11];
    }
    match options.numbers {
        NumberPlacement::Random => {
            let red = |hex: usize| numbers[hex] == 6 || numbers[hex] == 8;
            options.red_adjacency == RedAdjacency::Allow
                || (0..19).all(|hex| !red(hex) || ISLAND.hex_neighbours[hex].iter().all(|&other| !red(other)))
        }
        NumberPlacement::Spiral => {
            // `CATAN-VAR-4`; corners come every second place of the outer ring, and the inner ring has half as many.
            let outer = [0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1];
            let inner = [4, 8, 13, 14, 10, 5];
            let letters = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11];
            (0..6).any(|corner| {
                let step = |ring: &[usize], start: usize, n: usize| match options.spiral_direction {
                    SpiralDirection::Ccw => ring[(start + n) % ring.len()],
                    SpiralDirection::Cw => ring[(start + ring.len() - n) % ring.len()],
                };
                let mut order: Vec<usize> = (0..12).map(|n| step(&outer, 2 * corner, n)).collect();
                order.extend((0..6).map(|n| step(&inner, corner, n)));
                order.push(9);
                let along: Vec<u8> =
                    order.into_iter().filter(|&hex| hex != desert).map(|hex| numbers[hex]).collect();
                along == letters
            })
        }
    }
}
