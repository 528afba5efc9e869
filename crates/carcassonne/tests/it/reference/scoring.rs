//! Points: during the game, at its end, and what follows from a scoring.

use super::layout::Part;
use super::tiles::{GOODS, What};
use super::{Figure, MustTake, Options, Revision, Role, Table, Which};
use serde_json::Value;

impl Table {
    // Majority and value.

    /// Returns the number of figures of each seat on a feature that count for the majority: followers, not builder and pig
    /// (`TB-BUILDER-8`, `TB-PIG-3`), unless those count as a follower each (`TB-OPT-FIGURE`).
    fn counted_on(&self, feature: usize) -> Vec<u32> {
        let mut counted = vec![0; self.options.players];
        for figure in self.figures_on(feature) {
            if figure.role == Role::Follower || self.options.special_counted {
                counted[figure.seat] += 1;
            }
        }
        counted
    }

    /// Returns the seats with the most figures there, alone or tied (`CARC-SCORE-4`).
    pub fn majority(&self, feature: usize) -> Vec<usize> {
        most(&self.counted_on(feature))
    }

    /// Notes a scoring in which builder or pig made a difference.
    fn count_special(&mut self, feature: usize) {
        let mut plain = self.clone();
        plain.options.special_counted = false;
        if self.options.special_counted && plain.majority(feature) != self.majority(feature) {
            self.count(match self.layout.features[feature].what {
                What::Field => "a pig decided a majority",
                _ => "a builder decided a majority",
            });
        }
    }

    fn tiles_of(&self, feature: usize) -> u32 {
        let counts = |&piece: &usize| {
            let is_start_space = self.kinds[self.layout.pieces[piece].kind].start_space.is_some();
            !is_start_space || self.options.start_spaces_count
        };
        self.layout.pieces_of(feature).into_iter().filter(counts).count() as u32
    }

    fn symbols_of(&self, feature: usize) -> u32 {
        self.layout.features[feature].parts.iter().map(|&part| self.segment(part).symbols).sum()
    }

    fn segment(&self, (piece, segment): Part) -> &'static super::tiles::Segment {
        &self.kinds[self.layout.pieces[piece].kind].segments[segment]
    }

    fn value_completed(&self, feature: usize) -> u32 {
        let (tiles, symbols) = (self.tiles_of(feature), self.symbols_of(feature));
        match (self.layout.features[feature].what, self.which) {
            (What::Road, Which::Mayflower) => tiles + 2 * symbols, // MAY-SCORE-1
            (What::Road, _) => tiles,                              // CARC-SCORE-6
            (What::City, Which::Mayflower) => 2 * tiles + 2 * symbols, // MAY-SCORE-2
            (What::City, _) if tiles == 2 && self.options.small_city_half => tiles + symbols, // CARC-SCORE-8
            (What::City, _) => 2 * tiles + 2 * symbols,            // CARC-SCORE-7
            (What::Monastery, _) => 9,                             // CARC-SCORE-9, MAY-SCORE-3
            (What::Field, _) => unreachable!("a field is never completed"),
        }
    }

    fn value_incomplete(&self, feature: usize) -> u32 {
        let (tiles, symbols) = (self.tiles_of(feature), self.symbols_of(feature));
        match (self.layout.features[feature].what, self.which) {
            // MAY-FINAL-1, MAY-FINAL-2
            (What::Road | What::City, Which::Mayflower) => tiles + self.options.final_symbol_points * symbols,
            (What::Road, _) => tiles,           // CARC-FINAL-2
            (What::City, _) => tiles + symbols, // CARC-FINAL-3
            // CARC-FINAL-4
            (What::Monastery, _) => {
                1 + self.layout.pieces_round(self.layout.features[feature].parts[0].0).len() as u32
            }
            (What::Field, _) => unreachable!("a field is scored by itself"),
        }
    }

    /// Returns its value as things lie.
    pub fn value(&self, feature: usize) -> u32 {
        if self.layout.is_completed(feature) {
            self.value_completed(feature)
        } else {
            self.value_incomplete(feature)
        }
    }

    fn give(&mut self, seat: usize, what: What, value: u32) {
        let points = &mut self.points[seat];
        match what {
            What::Road => points.roads += value,
            What::City => points.cities += value,
            What::Monastery => points.monasteries += value,
            What::Field => points.fields += value,
        }
    }

    // Step 3 of a turn.

    /// Features that the tiles just placed have completed (`CARC-SCORE-1`).
    fn completed_now(&self) -> Vec<usize> {
        let mut features = Vec::new();
        for &piece in &self.fresh {
            features.extend(self.layout.features_of_piece(piece));
            for near in self.layout.pieces_round(piece) {
                let near = self.layout.features_of_piece(near);
                features
                    .extend(near.into_iter().filter(|&f| self.layout.features[f].what == What::Monastery));
            }
        }
        features.sort_unstable();
        features.dedup();
        features.retain(|&feature| self.layout.is_completed(feature));
        features
    }

    pub(super) fn score_what_is_completed(&mut self) {
        if self.which == Which::Mayflower {
            return self.settle_all_without_choice();
        }
        for feature in self.completed_now() {
            let what = self.layout.features[feature].what;
            let (value, winners) = (self.value_completed(feature), self.majority(feature));
            self.count(match (what, winners.len()) {
                (_, 0) => "completed, nobody there",
                (What::City, 1) => "a city scored",
                (What::Road, 1) => "a road scored",
                (What::Monastery, _) => "a monastery scored",
                _ => "a tie",
            });
            self.count_special(feature);
            if self.layout.pieces_of(feature).len() < self.layout.features[feature].parts.len() {
                self.count("a tile twice in one completed feature");
            }
            for &seat in &winners {
                self.give(seat, what, value);
            }
            // TB-GOODS-1, -2, -4: whoever placed the tile takes them.
            for part in self.layout.features[feature].parts.clone() {
                if let Some(good) = self.segment(part).good {
                    // TB-COMP-2: in a game the tokens cannot run out, in a set position they can.
                    if self.goods.iter().map(|has| has[good]).sum::<u32>() < [9, 6, 5][good] {
                        self.goods[self.active][good] += 1;
                        self.count("goods taken");
                    } else {
                        self.count("no token left");
                    }
                }
            }
            // CARC-SCORE-5, TB-BUILDER-9, TB-BUILDER-12: all figures go home.
            self.take_back(feature);
        }
        self.next_part_or_seat();
    }

    fn take_back(&mut self, feature: usize) {
        for figure in self.figures_on(feature) {
            if figure.role == Role::Builder {
                self.count("a builder returned");
            }
        }
        let layout = &self.layout;
        self.figures.retain(|figure| layout.feature_of(figure.on) != feature);
    }

    // Mayflower: one building after the other (`MAY-SCORE-7`, `MAY-SCORE-8`).

    /// Completed buildings with a settler; plains are never among them.
    pub(super) fn waiting_buildings(&self) -> Vec<usize> {
        let mut waiting = self.completed_now();
        waiting.retain(|&feature| !self.figures_on(feature).is_empty());
        waiting
    }

    /// The first segment of the building on the tile just placed; of a farm beside it, that farm.
    pub(super) fn building_name(&self, feature: usize) -> String {
        let parts = &self.layout.features[feature].parts;
        let here = parts.iter().filter(|part| self.fresh.contains(&part.0)).min_by_key(|part| part.1);
        let &part = here.unwrap_or(&parts[0]);
        let piece = self.layout.pieces[part.0];
        format!("({},{}).{}", piece.x, piece.y, self.segment(part).id)
    }

    pub(super) fn settle_all_without_choice(&mut self) {
        loop {
            match self.waiting_buildings()[..] {
                [] => return self.next_part_or_seat(),
                [only] => self.settle(only),
                _ => {
                    self.stage = super::TurnStage::Settling;
                    return;
                }
            }
        }
    }

    /// `MAY-SURVEYOR-1`: score the building, move a surveyor, remove settlers in the east.
    pub(super) fn settle(&mut self, feature: usize) {
        let what = self.layout.features[feature].what;
        let (value, winners) = (self.value_completed(feature), self.majority(feature));
        for &seat in &winners {
            self.give(seat, what, value);
            self.points[seat].extra += self.extra_points(feature, seat);
        }
        if winners.len() > 1 {
            self.count("a tie");
        }
        self.take_back(feature);
        let moved = self.move_surveyor();
        if moved || self.options.remove_without_move {
            self.remove_settlers_in_the_east();
        }
    }

    /// `MAY-BONUS-1` to `MAY-BONUS-5`, for a seat with a share in the points.
    fn extra_points(&self, feature: usize, seat: usize) -> u32 {
        let of_settler = |figure: &Figure| {
            let column = self.layout.pieces[figure.on.0].x;
            4 * self.surveyors.iter().filter(|&&surveyor| surveyor == column).count() as u32
        };
        let settlers = self.figures_on(feature);
        let extras = settlers.iter().filter(|figure| figure.seat == seat).map(of_settler);
        if self.options.bonus_per_player { extras.max().unwrap_or(0) } else { extras.sum() }
    }

    /// `MAY-SURVEYOR-2`, `-4`, `-8`, `-10`; whether one moved.
    fn move_surveyor(&mut self) -> bool {
        let [one, other] = self.surveyors;
        if one == other && !self.layout.pieces.iter().any(|piece| piece.x < one) {
            self.count("no surveyor could move");
            return false;
        }
        // The one nearer to the coast; from a common column either.
        let eastern = usize::from(other > one);
        self.surveyors[eastern] -= 1;
        true
    }

    /// `MAY-EAST-1` to `MAY-EAST-3`, `MAY-EAST-9`
    fn remove_settlers_in_the_east(&mut self) {
        let [one, other] = self.surveyors;
        let before = self.figures.len();
        let (layout, kinds) = (&self.layout, self.kinds);
        self.figures.retain(|figure| {
            let piece = layout.pieces[figure.on.0];
            let is_trapper = kinds[piece.kind].segments[figure.on.1].what == What::Field;
            is_trapper || !(piece.x > one && piece.x > other)
        });
        if self.figures.len() < before {
            self.count("settlers removed in the east");
        }
    }

    // The end of the game.

    pub(super) fn score_finally(&mut self) {
        // CARC-FINAL-1, MAY-FINAL-1
        for feature in 0..self.layout.features.len() {
            let what = self.layout.features[feature].what;
            if what == What::Field || self.layout.is_completed(feature) {
                continue;
            }
            let winners = self.majority(feature);
            if winners.is_empty() {
                continue;
            }
            let value = self.value_incomplete(feature);
            for seat in winners {
                self.give(seat, what, value);
                if self.options.bonus_in_final_scoring {
                    self.points[seat].extra += self.extra_points(feature, seat);
                }
            }
        }
        if self.which == Which::Mayflower {
            self.score_trappers();
            return;
        }
        match self.options.farm_scoring {
            Revision::Third => self.score_farmers_field_by_field(),
            Revision::Second => self.score_farmers_each_city_once(),
            Revision::First => self.score_farmers_city_by_city(),
        }
        self.score_goods();
    }

    /// `MAY-FINAL-3`
    fn score_trappers(&mut self) {
        for plain in self.occupied_fields() {
            let animals = self.symbols_of(plain);
            for seat in self.majority(plain) {
                self.give(seat, What::Field, animals);
            }
        }
    }

    fn occupied_fields(&self) -> Vec<usize> {
        let features = 0..self.layout.features.len();
        features
            .filter(|&f| self.layout.features[f].what == What::Field && !self.majority(f).is_empty())
            .collect()
    }

    /// Completed cities that border a field, each once (`CARC-FIELD-3`, `CARC-FARM-6`).
    fn cities_at(&self, field: usize) -> Vec<usize> {
        let mut cities = Vec::new();
        for &(piece, segment) in &self.layout.features[field].parts {
            for &city in &self.segment((piece, segment)).borders {
                cities.push(self.layout.feature_of((piece, city)));
            }
        }
        cities.sort_unstable();
        cities.dedup();
        cities.retain(|&city| self.layout.is_completed(city));
        cities
    }

    fn has_pig(&self, seat: usize, field: usize) -> bool {
        self.figures_on(field).iter().any(|figure| figure.seat == seat && figure.role == Role::Pig)
    }

    /// `CARC-FARM-2`, `TB-PIG-4`
    fn score_farmers_field_by_field(&mut self) {
        for field in self.occupied_fields() {
            self.count_special(field);
            let cities = self.cities_at(field).len() as u32;
            for seat in self.majority(field) {
                let each = if self.has_pig(seat, field) { 4 } else { 3 };
                if each == 4 && cities > 0 {
                    self.count("a pig paid");
                }
                self.give(seat, What::Field, each * cities);
            }
        }
    }

    /// `CARC-OPT-FARM` second, `TB-OPT-PIGVALUE` second
    fn score_farmers_each_city_once(&mut self) {
        for seat in 0..self.options.players {
            let mut paid: Vec<(usize, u32)> = Vec::new();
            for field in self.occupied_fields() {
                if !self.majority(field).contains(&seat) {
                    continue;
                }
                let each = if self.has_pig(seat, field) { 4 } else { 3 };
                for city in self.cities_at(field) {
                    match paid.iter_mut().find(|(other, _)| *other == city) {
                        Some((_, best)) => *best = each.max(*best),
                        None => paid.push((city, each)),
                    }
                }
            }
            let sum = paid.iter().map(|(_, each)| each).sum();
            self.give(seat, What::Field, sum);
        }
    }

    /// `CARC-OPT-FARM` first, `TB-OPT-PIGVALUE` first
    fn score_farmers_city_by_city(&mut self) {
        let fields: Vec<(usize, Vec<usize>)> =
            self.occupied_fields().into_iter().map(|field| (field, self.cities_at(field))).collect();
        for city in 0..self.layout.features.len() {
            let mut farmers = vec![0; self.options.players];
            let round: Vec<usize> =
                fields.iter().filter(|(_, cities)| cities.contains(&city)).map(|(field, _)| *field).collect();
            for &field in &round {
                for (seat, count) in self.counted_on(field).into_iter().enumerate() {
                    farmers[seat] += count;
                }
            }
            for seat in most(&farmers) {
                let pig = round.iter().any(|&field| self.has_pig(seat, field));
                self.give(seat, What::Field, if pig { 5 } else { 4 });
            }
        }
    }

    /// `TB-FINAL-1`, `TB-FINAL-2`, `TB-HOUSE-2`, `TB-HOUSE-3`, `TB-HOUSE-6`
    fn score_goods(&mut self) {
        let totals: Vec<u32> = self.points.iter().map(super::Points::total).collect();
        let mut winners_of_any: Vec<usize> = Vec::new();
        for good in 0..GOODS.len() {
            winners_of_any.extend(most(&self.goods.iter().map(|has| has[good]).collect::<Vec<u32>>()));
        }
        for good in 0..GOODS.len() {
            let tokens: Vec<u32> = self.goods.iter().map(|has| has[good]).collect();
            let winners = most(&tokens);
            for seat in 0..self.options.players {
                self.points[seat].goods += if winners.contains(&seat) {
                    if self.options.goods_percent { (totals[seat] / 10).max(10) } else { 10 }
                } else if self.options.goods_consolation
                    && !(self.options.only_without_majority && winners_of_any.contains(&seat))
                {
                    2 * tokens[seat]
                } else {
                    0
                };
            }
        }
    }
}

/// Returns the seats with the most, alone or tied; none if there is nothing.
fn most(counts: &[u32]) -> Vec<usize> {
    let most = counts.iter().copied().max().unwrap_or(0);
    (0..counts.len()).filter(|&seat| most > 0 && counts[seat] == most).collect()
}

impl Options {
    /// Options by the names of the rulebook's tables, as in a setup; whatever is not named has its default.
    pub fn from_json(json: &Value) -> Self {
        let value = |name: &str| match &json[name] {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        };
        let is = |name: &str, wanted: &str| value(name).is_some_and(|text| text == wanted);
        let is_on = |name: &str| is(name, "on") || is(name, "true");
        let is_off = |name: &str| is(name, "off") || is(name, "false");
        let start = value("start_player").unwrap_or_else(|| "A".to_owned());
        // CARC-OPT-PRESET
        let (farm, small) = match value("edition").as_deref() {
            Some("c1_2000") => ("first", "half"),
            Some("c1_2001") => ("second", "half"),
            _ => ("third", "full"),
        };
        // TB-OPT-PRESET: what is not said one by one is as in the edition; `double_turn` is the same in both.
        let of_2003 = is("traders_edition", "first");
        let said = |name: &str, of_edition: &str| match value(name) {
            Some(text) if text != "default" => text,
            _ => of_edition.to_owned(),
        };
        let figures = said("special_figures", if of_2003 { "followers_2003" } else { "no_followers" });
        let timing = said("second_tile", if of_2003 { "immediate" } else { "after_first_part" });
        let players = value("players").map_or(2, |text| text.parse().expect("a number of players"));
        Self {
            players,
            start_player: (0..6).find(|&seat| start == super::letter(seat).to_string()),
            farm_scoring: match value("farm_scoring").as_deref().unwrap_or(farm) {
                "first" => Revision::First,
                "second" => Revision::Second,
                _ => Revision::Third,
            },
            small_city_half: value("small_city").as_deref().unwrap_or(small) == "half",
            farmers: !is_off("farmers"),
            followers_2003: figures.starts_with("followers_2003"),
            special_counted: figures == "followers_2003_counted",
            must_take: match said("double_turn", "optional").as_str() {
                "mandatory" => MustTake::Second,
                "mandatory_all" => MustTake::All,
                _ => MustTake::None,
            },
            immediate: timing == "immediate",
            builder_chain: is_on("house_builder_chain"),
            goods_percent: is_on("house_goods_percent"),
            goods_consolation: is_on("house_goods_consolation"),
            only_without_majority: is("house_goods_consolation_for", "no_majority"),
            board_only: is("layout_limit", "board"),
            start_spaces_count: !is_off("start_spaces_count"),
            bonus_per_player: is("bonus", "per_player"),
            bonus_in_final_scoring: is_on("bonus_in_final_scoring"),
            remove_without_move: !is_off("remove_without_move"),
            final_symbol_points: value("final_symbol_points")
                .map_or(1, |text| text.parse().expect("a number")),
            tiles: value("tiles").unwrap_or_else(|| "default".to_owned()),
        }
    }
}
