//! The turn as a list of tasks that are still to happen, in the order of the clauses.

use super::{Area, House, Knight, Question, Table, Task, yields};
use crate::reference::common;
use crate::reference::island::ISLAND;
use crate::reference::{minus, plus, total};
use catan::Die;
use catan::cities_and_knights::options::{
    BarbarianLoser, BarbarianVariant, Compared, FifthCard, Pillage, PillagedRoads, ProgressPlay,
};
use catan::cities_and_knights::{EventFace, Progress, RobberCause};
use catan::options::RobberTheft;

impl Table {
    /// Puts tasks before all others, in this order.
    pub fn first(&mut self, tasks: impl IntoIterator<Item = Task>) {
        for (n, task) in tasks.into_iter().enumerate() {
            self.agenda.insert(n, task);
        }
    }

    /// Goes on until a seat must decide, or the game is won (`CK-WIN-4`: the check follows each single change).
    pub fn go_on(&mut self) {
        self.question = Question::Acting;
        loop {
            self.see_whether_won();
            if self.question != Question::Acting {
                return;
            }
            match self.agenda.pop_front() {
                Some(task) => self.happen(task),
                None => break,
            }
        }
        // `CK-PROG-15`
        if self.options.ck_fifth_card == FifthCard::ActiveMayPlayNow && self.held[self.active].len() > 4 {
            self.question = Question::PlayOrDrop;
        }
    }

    /// `CK-WIN-2`, `CK-WIN-3`: the active player, in the own turn.
    pub fn see_whether_won(&mut self) {
        let in_a_turn = self.turn > 0 && !matches!(self.question, Question::Over { .. });
        if in_a_turn
            && self.options.auto_declare
            && self.points(self.active) >= usize::from(self.options.victory_points)
        {
            self.finish(Some(self.active));
        }
    }

    pub fn finish(&mut self, winner: Option<usize>) {
        self.trading.close();
        self.agenda.clear();
        self.question = Question::Over { winner };
    }

    fn happen(&mut self, task: Task) {
        match task {
            Task::Event(EventFace::Ship) => self.sail(),
            Task::Event(EventFace::Trade) => self.open_gate(Area::Trade),
            Task::Event(EventFace::Politics) => self.open_gate(Area::Politics),
            Task::Event(EventFace::Science) => self.open_gate(Area::Science),
            Task::Muster(seat) => self.question = Question::Muster(seat),
            Task::Compare => self.compare_strengths(),
            Task::Lose(seat) => match self.plain_cities_of(seat)[..] {
                // `CK-BARB-7`
                [only] => self.lose_city(only),
                _ => self.question = Question::Pillage(seat),
            },
            Task::LongestRoad => self.evaluate_longest_road(),
            Task::DrawAsDefender(seat) => {
                // `CK-BARB-16`; a single deck left is no choice (`CATAN-TURN-10`).
                match self.decks_with_cards()[..] {
                    [] => {}
                    [area] => self.question = Question::DrawCard { seat, area, defence: true },
                    _ => self.question = Question::Deck(seat),
                }
            }
            Task::DrawAtGate(seat, area) => {
                // `CK-PROG-3`
                if self.decks[&area].len() > 0 {
                    self.question = if self.is_offered_draw(seat) {
                        Question::OfferDraw(seat, area)
                    } else {
                        Question::DrawCard { seat, area, defence: false }
                    };
                }
            }
            Task::DropCards { ending } => {
                let seats: Vec<usize> = (0..self.seats).filter(|&s| self.must_drop(s, ending)).collect();
                if !seats.is_empty() {
                    self.question = Question::Drop { seats, chosen: Default::default(), ending };
                }
            }
            // `CK-PROG-19`
            Task::PlayEarly => {
                if self.options.ck_progress_play == ProgressPlay::AfterDice
                    && !self.held[self.active].is_empty()
                {
                    self.question = Question::PlayEarly;
                }
            }
            Task::AfterAttack => self.end_attack(),
            Task::Numbers => {
                let (_, red, other) = self.dice.expect("a roll");
                if red + other == 7 { self.seven() } else { self.produce(red + other) }
            }
            Task::Aqueduct(seat) => {
                // `CK-IMP-11`: only while the supply holds a resource.
                if self.supply[..5].iter().any(|&count| count > 0) {
                    self.question = Question::Aqueduct(seat);
                }
            }
            Task::Robber(cause) => match self.robber_targets(cause)[..] {
                // `CATAN-TURN-10`
                [only] => self.move_robber(only, cause),
                _ => self.question = Question::Robber(cause),
            },
            Task::Rob(victim) => {
                if total(&self.hands[victim]) > 0 {
                    self.question = Question::Stealing { victim };
                }
            }
            Task::Retreat { knight, from } => self.retreat(knight, from),
            Task::NextTurn => {
                // Lasting effects end (`CK-PROG-12`).
                self.cranes = 0;
                self.fleet.clear();
                self.commercial_harbors = 0;
                self.forced = vec![0; self.seats];
                if self.options.turn_limit.is_some_and(|limit| self.turn >= u32::from(limit)) {
                    self.finish(None);
                } else {
                    self.begin_turn((self.active + 1) % self.seats);
                }
            }
        }
    }

    // The beginning.

    pub fn begin(&mut self, start: usize) {
        self.start = Some(start);
        self.active = start;
        self.founding = common::snake(start, self.seats);
        self.question = Question::FoundSettlement;
    }

    /// `CK-SETUP-3`: one resource for each productive hex, no commodities.
    pub fn take_starting_cards(&mut self, seat: usize, city: usize) {
        for &hex in &ISLAND.hexes_at[city] {
            if let Some((cards, _)) = yields(self.terrain[hex]) {
                self.supply = minus(self.supply, cards);
                self.hands[seat] = plus(self.hands[seat], cards);
            }
        }
    }

    pub fn begin_turn(&mut self, seat: usize) {
        self.active = seat;
        self.turn += 1;
        self.rolled = false;
        self.paid = false;
        self.trading = crate::reference::Trading::new(self.seats);
        for knight in self.knights.iter_mut().flatten() {
            knight.may_act = knight.seat == seat && knight.active;
            knight.promoted = false;
        }
        self.question = Question::BeforeRoll;
        self.see_whether_won();
    }

    /// `CK-DICE-1`: the event die completely, then production or the 7.
    pub fn rolled(&mut self, face: EventFace, red: Die, other: Die) {
        self.dice = Some((face, red, other));
        self.rolled = true;
        self.agenda =
            [Task::Event(face), Task::DropCards { ending: false }, Task::PlayEarly, Task::Numbers].into();
        self.go_on();
    }

    // The barbarians.

    /// `CK-DICE-2`, `CK-COMP-7`.
    fn sail(&mut self) {
        self.ship += 1;
        if self.ship < 7 {
            return;
        }
        // `CK-BARB-17`: compare, losses or reward, discards of a fifth card, deactivation; then production.
        self.fighting.clear();
        let mut attack = Vec::new();
        for seat in self.clockwise() {
            let active = self.active_knights_of(seat);
            if self.options.ck_barbarian_variant == BarbarianVariant::Choose {
                // `CK-BARB-15`; without an active knight there is nothing to say.
                if !active.is_empty() {
                    attack.push(Task::Muster(seat));
                }
            } else {
                self.fighting.extend(active);
            }
        }
        attack.extend([Task::Compare, Task::DropCards { ending: false }, Task::AfterAttack]);
        self.first(attack);
    }

    pub fn active_knights_of(&self, seat: usize) -> Vec<usize> {
        self.knights_of(seat).into_iter().filter(|&i| self.knights[i].expect("a knight").active).collect()
    }

    fn compare_strengths(&mut self) {
        // `CK-BARB-1`, `CK-BARB-2`
        let barbarians: usize = (0..self.seats).map(|seat| self.cities_of(seat).len()).sum();
        let mut strength = vec![0; self.seats];
        for &i in &self.fighting {
            let knight = self.knights[i].expect("a knight that fights");
            strength[knight.seat] += knight.strength;
        }
        // `CK-BARB-3`
        if barbarians > strength.iter().sum::<u32>() as usize {
            // `CK-BARB-4` to `CK-BARB-6`
            let measure = match self.options.barbarian_loser {
                BarbarianLoser::Strength => strength,
                BarbarianLoser::Count => self.fighters_by_seat(),
            };
            let can_lose = |s: &usize| !self.plain_cities_of(*s).is_empty();
            let mut compared = self.clockwise();
            if self.options.ck_barbarian_compared == Compared::WithPlainCity {
                compared.retain(can_lose);
            }
            let lowest = compared.iter().map(|&s| measure[s]).min();
            let losses: Vec<Task> = compared
                .into_iter()
                .filter(|s| Some(measure[*s]) == lowest && can_lose(s))
                .map(Task::Lose)
                .chain([Task::LongestRoad])
                .collect();
            self.first(losses);
            return;
        }
        let highest = *strength.iter().max().expect("a seat");
        // `CK-BARB-13`
        if highest == 0 && !self.options.ck_zero_defence_reward {
            return;
        }
        let best: Vec<usize> = self.clockwise().into_iter().filter(|&s| strength[s] == highest).collect();
        if let [sole] = best[..] {
            // `CK-BARB-11`, `CK-COMP-5`
            if self.defender_cards_left() {
                self.defender_cards[sole] += 1;
            }
        } else {
            // `CK-BARB-12`
            self.first(best.into_iter().map(Task::DrawAsDefender).collect::<Vec<_>>());
        }
    }

    /// Returns the number of each seat's knights that fight, whatever their strength (`CK-BARB-5`).
    fn fighters_by_seat(&self) -> Vec<u32> {
        let mut fighters = vec![0; self.seats];
        for &i in &self.fighting {
            fighters[self.knights[i].expect("a knight that fights").seat] += 1;
        }
        fighters
    }

    /// Whether the own roads at this intersection hang together for `ck_pillaged_roads = connected` (`CK-BARB-9`).
    fn leads_on(&self, seat: usize, i: usize) -> bool {
        self.houses[i].is_none() && self.knights[i].is_none_or(|knight| knight.seat == seat)
    }

    /// The roads that go with a city that was just removed (`CK-BARB-9`).
    fn take_roads_of(&mut self, seat: usize, city: usize) {
        let mut from = vec![city];
        while let Some(i) = from.pop() {
            for &path in &ISLAND.paths_at[i] {
                if self.roads[path] == Some(seat) {
                    self.roads[path] = None;
                    let (a, b) = ISLAND.ends[path];
                    let far = if a == i { b } else { a };
                    if self.options.ck_pillaged_roads == PillagedRoads::Connected && self.leads_on(seat, far)
                    {
                        from.push(far);
                    }
                }
            }
        }
    }

    /// `CK-BARB-8`, `CK-BARB-9`.
    pub fn lose_city(&mut self, city: usize) {
        let (seat, _) = self.houses[city].expect("a city");
        if self.settlements_left(seat) > 0 {
            self.houses[city] = Some((seat, House::Settlement));
        } else if self.options.ck_pillage_no_settlement == Pillage::OfficialTip {
            self.houses[city] = Some((seat, House::LaidCity));
        } else {
            self.houses[city] = None;
            self.take_roads_of(seat, city);
        }
    }

    pub fn decks_with_cards(&self) -> Vec<Area> {
        Area::ALL.into_iter().filter(|area| self.decks[area].len() > 0).collect()
    }

    /// `CK-BARB-14`; with `choose` only those that fought are deactivated (`CK-BARB-15`).
    fn end_attack(&mut self) {
        for &i in &self.fighting {
            let knight = self.knights[i].as_mut().expect("a knight that fought");
            knight.active = false;
            knight.may_act = false;
        }
        self.fighting.clear();
        self.ship = 0;
        self.attacked = true;
    }

    // Progress cards.

    /// `CK-PROG-2`.
    fn open_gate(&mut self, area: Area) {
        let (_, red, _) = self.dice.expect("a roll");
        let draws: Vec<Task> = self
            .clockwise()
            .into_iter()
            .filter(|&seat| {
                let level = self.level(seat, area);
                level >= 1 && u32::from(red.pips()) <= level + 1
            })
            .map(|seat| Task::DrawAtGate(seat, area))
            .collect();
        self.first(draws);
    }

    pub fn receive(&mut self, seat: usize, card: Progress) {
        // `CK-PROG-5`
        if matches!(card, Progress::Printer | Progress::Constitution) {
            self.turned_up.push((seat, card));
        } else {
            self.held[seat].push(card);
        }
    }

    /// Takes a hidden card out of a hand and puts it under its deck (`CK-PROG-8`).
    pub fn put_under(&mut self, seat: usize, card: Progress) {
        self.take_hidden(seat, card);
        self.decks.get_mut(&super::area_of(card)).expect("a deck").under.push_back(card);
    }

    pub fn take_hidden(&mut self, seat: usize, card: Progress) {
        let at = self.held[seat].iter().position(|&other| other == card).expect("a card of the hand");
        self.held[seat].remove(at);
    }

    // Production and the 7.

    fn produce(&mut self, number: u8) {
        let mut owed = vec![[0; 8]; self.seats];
        for hex in 0..19 {
            // `CK-PROD-4`
            if self.numbers[hex] != number || self.robber == hex {
                continue;
            }
            let (settlement, city) = yields(self.terrain[hex]).expect("a number lies on a productive hex");
            for &i in &ISLAND.corners[hex] {
                match self.houses[i] {
                    Some((seat, House::City { .. })) => owed[seat] = plus(owed[seat], city),
                    Some((seat, _)) => owed[seat] = plus(owed[seat], settlement),
                    None => {}
                }
            }
        }
        // `CK-PROD-5`
        let rule = self.options.shortage_single_player;
        self.short = common::pay_out(&mut owed, rule, &mut self.supply, &mut self.hands);
        // `CK-IMP-8`: got no card at all, for whatever reason.
        let aqueducts: Vec<Task> = self
            .clockwise()
            .into_iter()
            .filter(|&seat| self.level(seat, Area::Science) >= 3 && total(&owed[seat]) == 0)
            .map(Task::Aqueduct)
            .collect();
        self.first(aqueducts);
    }

    fn seven(&mut self) {
        // `CK-SEVEN-1`
        let owed: Vec<u32> = (0..self.seats)
            .map(|seat| {
                let cards = total(&self.hands[seat]);
                if cards > self.hand_limit(seat) { cards / 2 } else { 0 }
            })
            .collect();
        // `CK-SEVEN-2`, `CK-SEVEN-3`
        if self.robber_moves() {
            self.first([Task::Robber(RobberCause::Seven)]);
        }
        self.discard(owed, false);
    }

    pub fn discard(&mut self, owed: Vec<u32>, sabotage: bool) {
        if owed.iter().any(|&cards| cards > 0) {
            self.question = Question::Discard { owed, chosen: vec![None; self.seats], sabotage };
        }
    }

    // The robber.

    pub fn move_robber(&mut self, hex: usize, cause: RobberCause) {
        self.robber = hex;
        if cause == RobberCause::Bishop {
            // `CK-POL-1`
            self.first(self.opponents_at(hex).into_iter().map(Task::Rob).collect::<Vec<_>>());
            return;
        }
        let eligible = self.victims_at(hex);
        match eligible[..] {
            [] => {}
            // A duty with one answer is no question; who may decline is asked (`CATAN-TURN-10`).
            [only] if self.options.robber_theft == RobberTheft::Must => self.first([Task::Rob(only)]),
            _ => self.question = Question::Victim { eligible },
        }
    }

    // Knights.

    /// `CK-KNIGHT-12`, `CK-KNIGHT-17`: where it can go from the place it was driven from.
    fn retreat(&mut self, knight: Knight, from: usize) {
        let places: Vec<usize> =
            self.routes(knight.seat, from).into_iter().filter(|&i| self.is_free(i) && i != from).collect();
        match places[..] {
            [] => {}
            [only] => self.knights[only] = Some(knight),
            _ => self.question = Question::Retreat { knight, from, places },
        }
    }

    /// `CATAN-LR-6`.
    pub fn evaluate_longest_road(&mut self) {
        let lengths: Vec<usize> = (0..self.seats).map(|seat| self.road_length(seat)).collect();
        self.longest_road = common::holder_of_longest_road(self.longest_road, &lengths);
    }
}
