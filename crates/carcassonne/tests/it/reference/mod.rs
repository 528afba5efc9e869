//! A second implementation of the three Carcassonne games, written from `rulebook/` alone: slow, obvious, and sharing
//! nothing with the engine but the words of the notation.
//!
//! What is known is a list of tiles and a list of figures. After every tile the features are found anew by flood fill
//! over the whole layout, and who occupies what, who has the majority, what is completed and what it is worth is
//! counted from the two lists whenever somebody asks.

// Each test that includes this module uses another part of it.
#![allow(unreachable_pub)]

mod layout;
mod position;
mod scoring;
mod tiles;

use layout::{Layout, Part};
use std::collections::BTreeMap;
pub use tiles::{Kind, What};

/// The game that a table plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    Base,
    Traders,
    Mayflower,
}

/// Revision of the farmers' scoring (`CARC-OPT-FARM`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Revision {
    First,
    Second,
    Third,
}

/// The tiles after the first that must be taken (`TB-OPT-DOUBLE`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MustTake {
    None,
    Second,
    All,
}

/// Every option of every game; each game looks at its own.
#[derive(Clone, Debug)]
pub struct Options {
    pub players: usize,
    /// `None`: drawn.
    pub start_player: Option<usize>,
    pub farm_scoring: Revision,
    pub small_city_half: bool,
    pub farmers: bool,
    /// Builder and pig stay without followers, and occupy.
    pub followers_2003: bool,
    /// They also count for the majority.
    pub special_counted: bool,
    /// Further tiles of a turn that nobody is asked about.
    pub must_take: MustTake,
    pub immediate: bool,
    pub builder_chain: bool,
    pub goods_percent: bool,
    pub goods_consolation: bool,
    pub only_without_majority: bool,
    pub board_only: bool,
    pub start_spaces_count: bool,
    pub bonus_per_player: bool,
    pub bonus_in_final_scoring: bool,
    pub remove_without_move: bool,
    pub final_symbol_points: u32,
    /// The counts of the box, as the option writes them.
    pub tiles: String,
}

/// The kind of a figure on a segment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// A follower; in Mayflower a settler.
    Follower,
    Builder,
    Pig,
}

/// A figure on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure {
    pub seat: usize,
    pub role: Role,
    pub on: Part,
}

/// The parts of a score.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Points {
    /// Of a set position that names only a sum.
    pub earlier: u32,
    pub roads: u32,
    pub cities: u32,
    /// Monasteries, or farms.
    pub monasteries: u32,
    /// Farmers, or trappers.
    pub fields: u32,
    pub goods: u32,
    /// For surveyors.
    pub extra: u32,
}

impl Points {
    pub fn total(&self) -> u32 {
        self.earlier + self.roads + self.cities + self.monasteries + self.fields + self.goods + self.extra
    }
}

/// The decision or draw that the table waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnStage {
    DrawingStart,
    Drawing,
    /// A tile of this kind is in hand.
    Placing(usize),
    /// A figure for this tile.
    Deploying(usize),
    OfferingSecond,
    Settling,
    Over,
}

/// All of a game.
#[derive(Clone, Debug)]
pub struct Table {
    pub which: Which,
    pub options: Options,
    pub kinds: &'static [Kind],
    pub layout: Layout,
    pub figures: Vec<Figure>,
    /// Followers, builders and pigs that each seat has, on the table or in the supply.
    pub owned: Vec<[usize; 3]>,
    pub points: Vec<Points>,
    /// Wine, grain and cloth of each seat.
    pub goods: Vec<[u32; 3]>,
    /// Copies left of each kind.
    pub stack: Vec<u32>,
    /// Kinds that nobody could place, in the order drawn.
    pub removed: Vec<usize>,
    pub drawn: u32,
    pub surveyors: [i32; 2],
    pub start: Option<usize>,
    pub active: usize,
    pub turn: u32,
    pub stage: TurnStage,
    /// 1 for the first part of a turn; only a double turn has more.
    pub part: u32,
    /// The last tile extended the builder's feature, and another part may follow.
    pub another_part: bool,
    /// Tiles placed and not yet scored, and those of them on which a figure may still be deployed.
    pub fresh: Vec<usize>,
    pub to_deploy_on: Vec<usize>,
    /// The number of occurrences of each event.
    pub met: BTreeMap<&'static str, u64>,
}

/// The letter of a seat.
pub fn letter(seat: usize) -> char {
    char::from(b'A' + seat as u8)
}

impl Table {
    pub fn new(which: Which, options: &Options) -> Self {
        let kinds = tiles::kinds(which, &options.tiles);
        let mut layout = Layout::new();
        let mut stack: Vec<u32> = kinds.iter().map(|kind| kind.count).collect();
        for (index, kind) in kinds.iter().enumerate() {
            if let Some(space) = kind.start_space {
                // MAY-SETUP-2: the spaces are the rows 1 to 10 of column 0.
                layout.put(index, 0, space, 0);
            }
            if kind.id == "D" {
                // CARC-SETUP-1
                layout.put(index, 0, 0, 0);
                stack[index] -= 1;
            }
        }
        layout.look(kinds);
        // CARC-COMP-2, TB-COMP-3, MAY-SETUP-5
        let owned = match which {
            Which::Base => [7, 0, 0],
            Which::Traders => [7, 1, 1],
            Which::Mayflower => [5, 0, 0],
        };
        Self {
            which,
            options: options.clone(),
            kinds,
            layout,
            figures: Vec::new(),
            owned: vec![owned; options.players],
            points: vec![Points::default(); options.players],
            goods: vec![[0; 3]; options.players],
            stack,
            removed: Vec::new(),
            drawn: 0,
            surveyors: [0, 0],
            start: options.start_player,
            active: options.start_player.unwrap_or(0),
            turn: 1,
            stage: if options.start_player.is_some() { TurnStage::Drawing } else { TurnStage::DrawingStart },
            part: 1,
            another_part: false,
            fresh: Vec::new(),
            to_deploy_on: Vec::new(),
            met: BTreeMap::new(),
        }
    }

    // What can be asked.

    /// The seat that decides, nature, or the winners.
    pub fn turn_of(&self) -> String {
        match self.stage {
            TurnStage::DrawingStart => "start".to_owned(),
            TurnStage::Drawing => "tile".to_owned(),
            TurnStage::Over => format!("over {}", self.winners().into_iter().map(letter).collect::<String>()),
            _ => letter(self.active).to_string(),
        }
    }

    /// Returns everything that can happen next: the actions of the active seat, or the outcomes of nature.
    pub fn legal(&self) -> Vec<String> {
        match &self.stage {
            TurnStage::DrawingStart => {
                (0..self.options.players).map(|s| format!("start {}", letter(s))).collect()
            }
            TurnStage::Drawing => {
                let left = (0..self.kinds.len()).filter(|&k| self.stack[k] > 0);
                left.map(|k| format!("tile {}", self.kinds[k].id)).collect()
            }
            TurnStage::Placing(kind) => self.placements(*kind).into_iter().map(place_text).collect(),
            TurnStage::Deploying(piece) => {
                let mut list = self.deployments(*piece);
                list.push("pass".to_owned());
                list
            }
            TurnStage::OfferingSecond => {
                // TB-OPT-DOUBLE is asked about only where it is voluntary.
                vec!["second".to_owned(), "end".to_owned()]
            }
            TurnStage::Settling => self
                .waiting_buildings()
                .into_iter()
                .map(|f| format!("settle {}", self.building_name(f)))
                .collect(),
            TurnStage::Over => Vec::new(),
        }
    }

    /// `CARC-WIN-1`, `CARC-WIN-2`, `MAY-WIN-1`
    pub fn winners(&self) -> Vec<usize> {
        let most = self.points.iter().map(Points::total).max().unwrap_or(0);
        (0..self.options.players).filter(|&s| self.points[s].total() == most).collect()
    }

    /// Returns the supply of a seat: followers, builders, pigs.
    pub fn supply(&self, seat: usize) -> [usize; 3] {
        let on_table =
            |role| self.figures.iter().filter(|figure| figure.seat == seat && figure.role == role).count();
        let [followers, builders, pigs] = self.owned[seat];
        [followers - on_table(Role::Follower), builders - on_table(Role::Builder), pigs - on_table(Role::Pig)]
    }

    /// Every place and rotation in which a tile of this kind fits (`CARC-TILE-1` to `CARC-TILE-4`).
    pub fn placements(&self, kind: usize) -> Vec<(i32, i32, usize)> {
        let mut found = Vec::new();
        for (x, y) in self.layout.places_beside_tiles() {
            if self.is_land(x, y) {
                let fitting = (0..4).filter(|&r| self.layout.fits(self.kinds, kind, x, y, r));
                found.extend(fitting.map(|r| (x, y, r)));
            }
        }
        found
    }

    /// Whether a tile can ever lie there (`MAY-TILE-4`, `MAY-TILE-5`, `MAY-OPT-NS`).
    fn is_land(&self, x: i32, y: i32) -> bool {
        match self.which {
            Which::Mayflower if self.options.board_only => x <= -1 && (1..=10).contains(&y),
            Which::Mayflower => x <= 0,
            _ => true,
        }
    }

    /// Every figure that can go on this tile, without `pass`.
    fn deployments(&self, piece: usize) -> Vec<String> {
        let [followers, builders, pigs] = self.supply(self.active);
        let mut found = Vec::new();
        for (index, segment) in self.kinds[self.layout.pieces[piece].kind].segments.iter().enumerate() {
            if segment.what == What::Field && !self.options.farmers {
                continue; // CARC-OPT-FARMERS
            }
            let there = self.figures_on(self.layout.feature_of((piece, index)));
            let own_follower =
                there.iter().any(|figure| figure.seat == self.active && figure.role == Role::Follower);
            // CARC-MEEPLE-3; builder and pig occupy nothing by themselves (TB-DEPLOY-3, TB-OPT-FIGURE).
            let occupied =
                there.iter().any(|figure| figure.role == Role::Follower || self.options.followers_2003);
            if followers > 0 && !occupied {
                found.push(format!("deploy {}", segment.id));
            }
            if builders > 0 && own_follower && matches!(segment.what, What::Road | What::City) {
                found.push(format!("deploy builder {}", segment.id)); // TB-BUILDER-1
            }
            if pigs > 0 && own_follower && segment.what == What::Field {
                found.push(format!("deploy pig {}", segment.id)); // TB-PIG-1
            }
        }
        found
    }

    pub fn figures_on(&self, feature: usize) -> Vec<Figure> {
        let there = self.figures.iter().filter(|figure| self.layout.feature_of(figure.on) == feature);
        there.copied().collect()
    }

    /// Returns the index of the first piece behind the start tile or the start spaces.
    pub fn first_piece(&self) -> usize {
        match self.which {
            Which::Mayflower => 10,
            _ => 1,
        }
    }

    // What can be done.

    /// Plays an action or an outcome that is in the list.
    pub fn play(&mut self, text: &str) {
        if !matches!(self.stage, TurnStage::Placing(_)) {
            assert!(self.legal().iter().any(|one| one == text), "`{text}` is not among {:?}", self.legal());
        }
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        match verb {
            "start" => {
                let seat = (0..6).find(|&s| rest == letter(s).to_string()).expect("a seat");
                self.start = Some(seat);
                self.active = seat;
                self.stage = TurnStage::Drawing;
            }
            "tile" => self.draw(self.kind_named(rest)),
            "place" => {
                let TurnStage::Placing(kind) = self.stage else { panic!("no tile in hand") };
                let (place, rotation) = rest.split_once(")r").expect("a place and a rotation");
                let ((x, y), rotation) = (position::numbers(place), rotation.parse().expect("a rotation"));
                assert!(self.placements(kind).contains(&(x, y, rotation)), "`{text}` is no legal place");
                self.place(kind, x, y, rotation);
            }
            "deploy" => {
                let TurnStage::Deploying(piece) = self.stage else { panic!("nothing to deploy on") };
                let (role, segment) = match rest.split_once(' ') {
                    Some(("builder", segment)) => (Role::Builder, segment),
                    Some(("pig", segment)) => (Role::Pig, segment),
                    _ => (Role::Follower, rest),
                };
                let on = self.part_named(piece, segment);
                self.figures.push(Figure { seat: self.active, role, on });
                self.to_deploy_on.remove(0);
                self.deploy_on_next();
            }
            "pass" => {
                self.to_deploy_on.remove(0);
                self.deploy_on_next();
            }
            "second" => self.begin_another_part(),
            "end" if self.fresh.is_empty() => self.next_seat(),
            "end" => self.begin_deploying(), // TB-TIMING-1: declined before the first deployment
            "settle" => {
                let mut waiting = self.waiting_buildings().into_iter();
                let feature = waiting.find(|&f| self.building_name(f) == rest).expect("a waiting building");
                self.count("an order chosen");
                self.settle(feature);
                self.settle_all_without_choice();
            }
            _ => panic!("`{text}` is no action"),
        }
    }

    pub fn kind_named(&self, id: &str) -> usize {
        self.kinds.iter().position(|kind| kind.id == id).unwrap_or_else(|| panic!("no tile `{id}`"))
    }

    fn part_named(&self, piece: usize, segment: &str) -> Part {
        let kind = &self.kinds[self.layout.pieces[piece].kind];
        let index = kind.segments.iter().position(|one| one.id == segment);
        (piece, index.unwrap_or_else(|| panic!("no segment `{segment}` on {}", kind.id)))
    }

    /// `CARC-TURN-4`, `CARC-TILE-6`, `CARC-TILE-7`
    fn draw(&mut self, kind: usize) {
        self.stack[kind] -= 1;
        self.drawn += 1;
        if !self.placements(kind).is_empty() {
            self.stage = TurnStage::Placing(kind);
            return;
        }
        self.removed.push(kind);
        self.count("a tile removed");
        if self.stack_is_empty() {
            self.count("the stack ran out by removing");
            if self.fresh.is_empty() {
                self.finish();
            } else {
                // TB-TIMING-4: the first tile of the turn still gets its figure and its scoring.
                self.count("no second tile could be placed");
                self.part -= 1;
                self.begin_deploying();
            }
        }
    }

    pub fn stack_is_empty(&self) -> bool {
        self.stack.iter().all(|&left| left == 0)
    }

    fn place(&mut self, kind: usize, x: i32, y: i32, rotation: usize) {
        let piece = self.layout.put(kind, x, y, rotation);
        self.layout.look(self.kinds);
        self.fresh.push(piece);
        // TB-DOUBLE-1, -2, -5, -17: an own builder on a road or city to which the new tile belongs.
        let extends = self.layout.features_of_piece(piece).into_iter().any(|feature| {
            let is_mine = |figure: &Figure| figure.seat == self.active && figure.role == Role::Builder;
            self.figures_on(feature).iter().any(is_mine)
        });
        // TB-DOUBLE-9, TB-HOUSE-1
        self.another_part = extends && (self.part == 1 || self.options.builder_chain);
        if self.options.immediate && self.another_part && !self.stack_is_empty() {
            self.offer_another_part();
        } else {
            self.begin_deploying();
        }
    }

    /// `TB-DOUBLE-7`, `TB-OPT-DOUBLE`
    fn offer_another_part(&mut self) {
        self.count("a double turn");
        let must = match self.options.must_take {
            MustTake::None => false,
            MustTake::Second => self.part < 2, // TB-HOUSE-4: further ones are a permission
            MustTake::All => true,
        };
        if must {
            if self.part > 1 {
                self.count("a third part without asking");
            }
            self.begin_another_part();
        } else {
            if self.part > 1 && self.options.must_take == MustTake::Second {
                self.count("a third part offered after a second that was due");
            }
            self.stage = TurnStage::OfferingSecond;
        }
    }

    fn begin_another_part(&mut self) {
        self.part += 1;
        self.another_part = false;
        if self.part > 2 {
            self.count("a third part");
        }
        self.stage = TurnStage::Drawing;
    }

    /// Step 2 of the turn, on each tile that is not scored yet (`CARC-TURN-1`, `TB-TIMING-2`).
    fn begin_deploying(&mut self) {
        self.another_part &= !self.options.immediate;
        self.to_deploy_on = self.fresh.clone();
        self.deploy_on_next();
    }

    fn deploy_on_next(&mut self) {
        while let Some(&piece) = self.to_deploy_on.first() {
            if !self.deployments(piece).is_empty() {
                self.stage = TurnStage::Deploying(piece);
                return;
            }
            self.count("nothing to deploy");
            self.to_deploy_on.remove(0);
        }
        self.score_what_is_completed();
    }

    fn next_part_or_seat(&mut self) {
        self.fresh.clear();
        if self.stack_is_empty() {
            self.finish(); // CARC-END-1, TB-DOUBLE-16, MAY-END-1
        } else if self.another_part {
            self.offer_another_part(); // TB-DOUBLE-8
        } else {
            self.next_seat();
        }
    }

    fn next_seat(&mut self) {
        self.active = (self.active + 1) % self.options.players;
        self.turn += 1;
        self.part = 1;
        self.another_part = false;
        self.stage = TurnStage::Drawing;
    }

    /// The final scoring, wherever the game is.
    pub fn finish(&mut self) {
        self.fresh.clear();
        self.score_finally();
        if self.winners().len() > 1 {
            self.count("a shared victory");
        }
        self.stage = TurnStage::Over;
    }

    fn count(&mut self, what: &'static str) {
        *self.met.entry(what).or_default() += 1;
    }
}

fn place_text((x, y, rotation): (i32, i32, usize)) -> String {
    format!("place ({x},{y})r{rotation}")
}
