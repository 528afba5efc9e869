//! Set positions, in the JSON form of a setup.

use super::layout::Part;
use super::tiles::GOODS;
use super::{Figure, Options, Role, Table, TurnStage, Which, letter};
use serde_json::Value;

impl Table {
    /// The position that a setup describes. It must be a possible one: nothing is checked.
    pub fn at(which: Which, setup: &Value) -> Self {
        let options = Options::from_json(&setup["options"]);
        let mut table = Self::new(which, &options);
        for tile in texts(&setup["tiles"]) {
            let (kind, place) = tile.split_once('@').expect("KIND@(x,y)rN");
            let (place, rotation) = place.split_once(')').expect("a place");
            let (x, y) = numbers(place);
            let rotation = rotation.strip_prefix('r').map_or(0, |text| text.parse().expect("a rotation"));
            let kind = table.kind_named(kind);
            table.stack[kind] = table.stack[kind].checked_sub(1).expect("a copy left");
            table.layout.put(kind, x, y, rotation);
        }
        table.layout.look(table.kinds);
        for kind in texts(&setup["removed"]) {
            let kind = table.kind_named(kind);
            table.stack[kind] -= 1;
            table.removed.push(kind);
        }
        for figure in texts(&setup["figures"]) {
            let words: Vec<&str> = figure.split(' ').collect();
            let (seat, role, on) = match words[..] {
                [seat, on] => (seat, Role::Follower, on),
                [seat, "builder", on] => (seat, Role::Builder, on),
                [seat, "pig", on] => (seat, Role::Pig, on),
                _ => panic!("`{figure}` is no figure"),
            };
            let figure = Figure { seat: seat_named(seat), role, on: table.part_at(on) };
            table.figures.push(figure);
        }
        for seat in 0..options.players {
            table.take_seat(seat, &setup["seats"][letter(seat).to_string()]);
        }
        table.active = setup["active"].as_str().map_or(table.active, seat_named);
        table.turn = setup["turn"].as_u64().unwrap_or(1) as u32;
        table.part = setup["part"].as_u64().unwrap_or(1) as u32;
        if let Some(columns) = setup["surveyors"].as_array() {
            table.surveyors = [0, 1].map(|n| columns[n].as_i64().expect("a column") as i32);
        }
        table.stage = table.stage_of(&setup["phase"]);
        if let TurnStage::Placing(kind) = table.stage {
            // A tile in hand is no longer in the stack; `stack`, where it is given, knows that already.
            table.stack[kind] -= u32::from(setup["stack"].is_null());
        }
        if let Some(left) = setup["stack"].as_object() {
            let given: Vec<u32> =
                table.kinds.iter().map(|kind| left.get(&kind.id).map_or(0, count)).collect();
            for (kind, &left) in given.iter().enumerate() {
                // What is missing was removed; a tile in hand is not missing.
                let in_hand = u32::from(table.stage == TurnStage::Placing(kind));
                let missing = table.stack[kind] - left - in_hand;
                table.removed.extend(std::iter::repeat_n(kind, missing as usize));
            }
            table.stack = given;
        }
        let start = u32::from(which != Which::Mayflower);
        let all = table.kinds.iter().map(|kind| kind.count).sum::<u32>() - start;
        table.drawn = all - table.stack.iter().sum::<u32>();
        table
    }

    fn take_seat(&mut self, seat: usize, has: &Value) {
        let points = &mut self.points[seat];
        if let Some(score) = has["score"].as_u64() {
            points.earlier = score as u32;
        } else {
            let part = |name: &str| count(&has["score"][name]);
            points.earlier = part("earlier");
            (points.roads, points.cities) = (part("roads"), part("cities"));
            (points.monasteries, points.fields) = (part("monasteries"), part("fields"));
            (points.goods, points.extra) = (part("goods"), part("extra"));
        }
        self.goods[seat] = GOODS.map(|good| count(&has["goods"][good]));
        if let Some(followers) = has["followers"].as_u64() {
            let on_table = self.owned[seat][0] - self.supply(seat)[0];
            self.owned[seat][0] = on_table + followers as usize;
        }
    }

    fn stage_of(&mut self, phase: &Value) -> TurnStage {
        let last = self.layout.pieces.len() - 1;
        if let Some(kind) = phase["placing"].as_str() {
            return TurnStage::Placing(self.kind_named(kind));
        }
        if !phase["settling"].is_null() {
            self.fresh = vec![last];
            return TurnStage::Settling;
        }
        match phase.as_str() {
            Some("deploying") => {
                (self.fresh, self.to_deploy_on) = (vec![last], vec![last]);
                TurnStage::Deploying(last)
            }
            Some("offering-second") => {
                self.another_part = true;
                TurnStage::OfferingSecond
            }
            Some("drawing-start") => TurnStage::DrawingStart,
            None | Some("drawing") => TurnStage::Drawing,
            Some(other) => panic!("no phase `{other}`"),
        }
    }

    /// The segment that a text like `(1,-2).c1` names.
    pub fn part_at(&self, text: &str) -> Part {
        let (place, segment) = text.split_once(").").expect("(x,y).segment");
        let (x, y) = numbers(place);
        let piece = self.layout.at(x, y).unwrap_or_else(|| panic!("no tile at ({x},{y})"));
        self.part_named(piece, segment)
    }

    /// The figures on the table, in the words of a setup, sorted.
    pub fn figure_texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.figures.iter().map(|figure| self.figure_text(figure)).collect();
        texts.sort_unstable();
        texts
    }

    fn figure_text(&self, figure: &Figure) -> String {
        let piece = self.layout.pieces[figure.on.0];
        let role = match figure.role {
            Role::Follower => "",
            Role::Builder => "builder ",
            Role::Pig => "pig ",
        };
        let segment = &self.kinds[piece.kind].segments[figure.on.1].id;
        format!("{} {role}({},{}).{segment}", letter(figure.seat), piece.x, piece.y)
    }

    /// The tiles on the table in the words of a setup, in the order placed, without the start.
    pub fn tile_texts(&self) -> Vec<String> {
        let text = |piece: &super::layout::Piece| {
            format!("{}@({},{})r{}", self.kinds[piece.kind].id, piece.x, piece.y, piece.rotation)
        };
        self.layout.pieces[self.first_piece()..].iter().map(text).collect()
    }
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().map(|list| list.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

fn count(value: &Value) -> u32 {
    value.as_u64().unwrap_or(0) as u32
}

pub(super) fn numbers(place: &str) -> (i32, i32) {
    let (x, y) = place.trim_start_matches('(').split_once(',').expect("x and y");
    (x.parse().expect("x"), y.parse().expect("y"))
}

fn seat_named(name: &str) -> usize {
    (0..6).find(|&seat| name == letter(seat).to_string()).expect("a seat")
}
