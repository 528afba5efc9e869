//! The engine against the slow reference: random games under random options, compared at every step.
//!
//! `NEULAND_AGREEMENT_TURNS` sets how many turns are played of each game (200,000 unless said otherwise), and
//! `NEULAND_AGREEMENT_GAME` replays one game alone; a failure prints the line to type.

#[path = "agreement/options.rs"]
mod options;
mod reference;

use carcassonne::{Action, Base, ChanceKind, Event, Game, NewWorld, Phase, Rules, Traders};
use game::options::NamedOptions;
use game::{Draws, Seat, Seed, Substream, Turn};
use options::{random_options, without_chain_at_once};
use reference::{Figure, Options, Points, Role, Stage, Table, What, Which};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// All games derive from this.
const SERIES: Seed = Seed(0x6e65_756c_616e_6433);

#[test]
fn the_engine_agrees_with_the_reference_on_carcassonne() {
    play_many::<Base>(Which::Base, &BASE_EVENTS);
}

#[test]
fn the_engine_agrees_with_the_reference_on_traders_and_builders() {
    play_many::<Traders>(Which::Traders, &TRADERS_EVENTS);
}

#[test]
fn the_engine_agrees_with_the_reference_on_mayflower() {
    play_many::<NewWorld>(Which::Mayflower, &MAYFLOWER_EVENTS);
}

/// What happens many times in 100,000 turns; an agreement about nothing cannot pass.
const BASE_EVENTS: [&str; 12] = [
    "a city scored",
    "a monastery scored",
    "a road scored",
    "a shared victory",
    "a tie",
    "a tile removed",
    "a tile twice in one completed feature",
    "completed, nobody there",
    "nothing deployed",
    "nothing to deploy",
    "the first seat drawn",
    "the stack ran out by removing",
];
const TRADERS_EVENTS: [&str; 17] = [
    "a builder decided a majority",
    "a builder deployed",
    "a builder returned",
    "a pig decided a majority",
    "a pig deployed",
    "a pig paid",
    "a second tile declined",
    "a second tile taken",
    "a third part",
    "a third part offered after a second that was due",
    "a third part without asking",
    "a tie",
    "a tile removed",
    "goods taken",
    "no token left",
    "no second tile could be placed",
    "the stack ran out by removing",
];
const MAYFLOWER_EVENTS: [&str; 7] = [
    "a shared victory",
    "a tie",
    "a tile removed",
    "an order chosen",
    "no surveyor could move",
    "settlers removed in the east",
    "the stack ran out by removing",
];

fn play_many<R: Compared>(which: Which, events: &[&str]) {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect(name));
    if let Some(game) = number("NEULAND_AGREEMENT_GAME") {
        play_game::<R>(which, game, &mut BTreeMap::new());
        return;
    }
    let wanted = number("NEULAND_AGREEMENT_TURNS").unwrap_or(200_000);
    let (mut met, mut games, mut turns) = (BTreeMap::new(), 0, 0);
    while turns < wanted {
        turns += play_game::<R>(which, games, &mut met);
        games += 1;
    }
    println!("{which:?}: {games} games, {turns} turns: {met:#?}");
    for what in events {
        assert!(wanted < 100_000 || met.contains_key(what), "never in {turns} turns: {what}");
    }
}

/// Says which game and step failed, and how to see it again.
struct Whereabouts {
    which: Which,
    game: u64,
    step: u64,
    options: String,
    action: String,
}

impl Drop for Whereabouts {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let test = match self.which {
                Which::Base => "carcassonne",
                Which::Traders => "traders_and_builders",
                Which::Mayflower => "mayflower",
            };
            eprintln!(
                "{test}, game {}, step {}, after `{}`, options {}; replay with\n  \
                 NEULAND_AGREEMENT_GAME={} cargo test -p carcassonne --test agreement reference_on_{test}",
                self.game, self.step, self.action, self.options, self.game
            );
        }
    }
}

/// One game from the first draw to its end; returns how many tiles were placed.
fn play_game<R: Compared>(which: Which, number: u64, met: &mut BTreeMap<&'static str, u64>) -> u64 {
    let seed = SERIES.derive(number);
    let options = random_options(which, &mut seed.substream("options", 0));
    let mut at = Whereabouts {
        which,
        game: number,
        step: 0,
        options: Value::Object(options.clone()).to_string(),
        action: "nothing".into(),
    };
    let mut draws = seed.substream("choice", 0);
    let style = random_style(&mut draws);
    let mut table = Table::new(which, &Options::from_json(&Value::Object(options.clone())));
    let mut engine = Game::<R>::new(&engine_options(&options));
    if number % 4 == 3 {
        let setup = last_turns(which, &options, &mut draws);
        at.action = format!("{setup}");
        (engine, table) = (from_json(&setup), Table::at(which, &setup));
    }
    // Half of the games are interrupted again and again and go on from positions that play would hardly come to.
    let rearranging = draws.below(2) == 0;
    let mut turns = 0;
    loop {
        compare(&engine, &table);
        if draws.below(16) == 0 {
            compare_features(&engine, &table);
            compare_removed(&engine, &table);
            compare_points_if_over(&engine, &table);
        }
        at.step += 1;
        if rearranging && table.stage == Stage::Drawing && table.part == 1 && draws.below(40) == 0 {
            let setup = rearranged(&table, &options, &mut draws);
            at.action = format!("{setup}");
            engine = from_json(&setup);
            let met = std::mem::take(&mut table.met);
            table = Table { met, ..Table::at(which, &setup) };
            *table.met.entry("everything was rearranged").or_default() += 1;
            continue;
        }
        if draws.below(64) == 0 {
            // The same position, written down and read again.
            let setup = serde_json::to_value(engine.to_setup()).expect("JSON");
            let again = from_json::<R>(&setup);
            assert_eq!(again, engine, "the setup is of another position: {setup}");
            engine = again;
            if !matches!(setup["phase"].as_str(), Some("over" | "deploying-first")) {
                compare(&engine, &Table::at(which, &setup));
            }
        }
        let legal = table.legal();
        let mut told = Told::of(&engine);
        let mut events = Vec::new();
        match engine.turn() {
            Turn::Over(_) => break,
            Turn::Chance(_) => {
                let (purpose, index) = engine.chance_key();
                let chance = engine.draw(&mut seed.substream(purpose, index));
                at.action = chance.to_string();
                assert!(legal.contains(&at.action), "the reference refuses `{chance}`");
                engine
                    .resolve(chance, &mut events)
                    .unwrap_or_else(|e| panic!("the engine refuses `{chance}`: {e}"));
            }
            Turn::Decide(seats) => {
                let seat = seats.into_iter().next().expect("a seat");
                let text = &legal[choose(&table, &legal, style, &mut draws)];
                try_any_action(&engine, &table, &legal, &mut draws);
                turns += u64::from(matches!(table.stage, Stage::Placing(_)));
                at.action.clone_from(text);
                let action: Action = text.parse().unwrap_or_else(|e| panic!("`{text}` cannot be read: {e}"));
                engine
                    .play(seat, action, &mut events)
                    .unwrap_or_else(|e| panic!("the engine refuses `{text}`: {e}"));
            }
        }
        let stayed = count_of(&events, |event| matches!(event, Event::SurveyorStayed { .. }));
        let parts: Vec<u8> = events.iter().filter_map(part_of).collect();
        events.into_iter().for_each(|event| told.tell(event));
        told.assert_same(&Told::of(&engine));
        let kind_of_step = match at.action.split(' ').collect::<Vec<_>>()[..] {
            ["deploy", "builder", _] => "a builder deployed",
            ["deploy", "pig", _] => "a pig deployed",
            ["second"] => "a second tile taken",
            ["end"] => "a second tile declined",
            ["pass"] => "nothing deployed",
            ["start", _] => "the first seat drawn",
            _ => "another step",
        };
        *table.met.entry(kind_of_step).or_default() += 1;
        let (before, part) = (table.met.get("no surveyor could move").copied().unwrap_or(0), table.part);
        table.play(&at.action);
        let after = table.met.get("no surveyor could move").copied().unwrap_or(0);
        assert_eq!(stayed, after - before, "moves of a surveyor that were left out, by the events");
        assert!(parts.iter().all(|&said| u32::from(said) == part + 1), "parts {parts:?} after part {part}");
    }
    for (what, n) in table.met {
        *met.entry(what).or_default() += n;
    }
    turns
}

fn count_of(events: &[Event], is_meant: fn(&Event) -> bool) -> u64 {
    events.iter().filter(|event| is_meant(event)).count() as u64
}

/// The part of a turn that begins, or that is declined.
fn part_of(event: &Event) -> Option<u8> {
    match *event {
        Event::TookSecond { part, .. } | Event::DeclinedSecond { part, .. } => Some(part),
        _ => None,
    }
}

// Comparing.

/// Everything that both know, after every step.
fn compare<R: Compared>(engine: &Game<R>, table: &Table) {
    assert_eq!(turn_of(engine), table.turn_of(), "who acts");
    let seat = |n: usize| Seat::new(n).expect("a seat");
    let mut legal = table.legal();
    legal.sort_unstable();
    let mut listed: Vec<String> = match engine.turn() {
        Turn::Decide(seats) => {
            let seat = seats.into_iter().next().expect("a seat");
            engine.legal_actions(seat).into_iter().map(|action| action.to_string()).collect()
        }
        Turn::Chance(_) => engine.chance_outcomes().map(|(chance, _)| chance.to_string()).collect(),
        Turn::Over(_) => Vec::new(),
    };
    listed.sort_unstable();
    if listed != legal {
        let more: Vec<_> = listed.iter().filter(|text| !legal.contains(text)).collect();
        let less: Vec<_> = legal.iter().filter(|text| !listed.contains(text)).collect();
        panic!("only the engine lists {more:?}, only the reference {less:?}");
    }
    for (index, kind) in engine.kinds().iter().enumerate() {
        assert_eq!(u32::from(engine.tiles_left(kind)), table.stack[index], "copies left of {kind}");
    }
    assert_eq!(engine.drawn() as u32, table.drawn, "tiles drawn");
    assert_eq!(engine.turns(), table.turn, "turns");
    for s in 0..table.options.players {
        let (points, expected) = (engine.points(seat(s)), table.points[s]);
        let parts = [points.earlier, points.roads, points.cities, points.monasteries, points.fields];
        let parts = parts.map(u32::from);
        let Points { earlier, roads, cities, monasteries, fields, .. } = expected;
        assert_eq!(parts, [earlier, roads, cities, monasteries, fields], "points of {}", seat(s));
        let more = [points.goods, points.extra].map(u32::from);
        assert_eq!(more, [expected.goods, expected.extra], "goods and extra points of {}", seat(s));
        assert_eq!(usize::from(engine.followers(seat(s))), table.supply(s)[0], "followers of {}", seat(s));
    }
    let text = |(seat, figure, place)| match figure {
        carcassonne::Figure::Follower => format!("{seat} {place}"),
        other => format!("{seat} {other} {place}"),
    };
    let mut figures: Vec<String> = engine.figures().map(text).collect();
    figures.sort_unstable();
    assert_eq!(figures, table.figure_texts(), "figures on the table");
    let phase = match engine.phase() {
        Phase::DrawingStart => Stage::DrawingStart,
        Phase::Drawing => Stage::Drawing,
        Phase::Placing { tile } => Stage::Placing(table.kind_named(tile.id())),
        Phase::Deploying { cell } => {
            Stage::Deploying(table.layout.at(cell.x.into(), cell.y.into()).expect("a tile"))
        }
        Phase::OfferingSecond => Stage::OfferingSecond,
        Phase::Settling => Stage::Settling,
        Phase::Over(_) => Stage::Over,
    };
    assert_eq!(
        (engine.active().index(), phase),
        (table.active, table.stage.clone()),
        "the active seat and phase"
    );
    R::compare_own(engine, table);
}

/// What one of the games keeps beside the common things.
trait Compared: Rules<Options: NamedOptions> {
    fn compare_own(engine: &Game<Self>, table: &Table);
}

impl Compared for Base {
    fn compare_own(_: &Game<Self>, _: &Table) {}
}

impl Compared for Traders {
    fn compare_own(engine: &Game<Self>, table: &Table) {
        for seat in Seat::first(table.options.players) {
            let goods = engine.goods(seat);
            let goods = [goods.wine, goods.grain, goods.cloth].map(u32::from);
            assert_eq!(goods, table.goods[seat.index()], "goods of {seat}");
            let special = [carcassonne::Figure::Builder, carcassonne::Figure::Pig];
            let special = special.map(|figure| usize::from(engine.has_in_supply(seat, figure)));
            assert_eq!(special[..], table.supply(seat.index())[1..], "builder and pig of {seat}");
        }
        if table.stage != Stage::Over {
            assert_eq!(u32::from(engine.part()), table.part, "part of the turn");
        }
    }
}

impl Compared for NewWorld {
    fn compare_own(engine: &Game<Self>, table: &Table) {
        let (mut columns, mut expected) = (engine.surveyors().map(i32::from), table.surveyors);
        columns.sort_unstable();
        expected.sort_unstable();
        assert_eq!(columns, expected, "columns of the surveyors");
    }
}

fn compare_removed<R: Rules>(engine: &Game<R>, table: &Table) {
    let removed: Vec<(String, u8)> = engine.removed().map(|(kind, n)| (kind.to_string(), n)).collect();
    let copies = |k: usize| table.removed.iter().filter(|&&removed| removed == k).count() as u8;
    let expected = (0..table.kinds.len()).map(|k| (table.kinds[k].id.clone(), copies(k)));
    assert_eq!(removed, expected.filter(|pair| pair.1 > 0).collect::<Vec<_>>(), "tiles removed");
}

/// What the final scoring would give as things lie, once everything completed is scored.
fn compare_points_if_over<R: Compared>(engine: &Game<R>, table: &Table) {
    if !table.fresh.is_empty() || table.stage == Stage::Over {
        return;
    }
    let mut ended = table.clone();
    ended.finish();
    let points = engine.points_if_over(&mut ());
    for (seat, expected) in Seat::first(table.options.players).zip(&ended.points) {
        assert_eq!(
            u32::from(points[seat].total()),
            expected.total(),
            "points of {seat} if the game ended now"
        );
    }
}

type OnTable = (Seat, carcassonne::Figure, carcassonne::Place);

/// What a step changed, told by its events: they are what people read, so they must tell all of it.
#[derive(Default)]
struct Told {
    points: [u32; 6],
    figures: Vec<OnTable>,
    tiles: usize,
    drawn: usize,
    goods: u32,
    surveyor_steps: i32,
    over: bool,
}

impl Told {
    fn of<R: Compared>(engine: &Game<R>) -> Self {
        let extras = engine.extras();
        let mut points = [0; 6];
        for seat in Seat::first(engine.seats()) {
            points[seat.index()] = u32::from(engine.points(seat).total());
        }
        let goods = extras.goods.map_or(0, |goods| goods.iter().map(|(_, has)| u32::from(has.total())).sum());
        Self {
            points,
            figures: engine.figures().collect(),
            tiles: engine.land().tiles().len(),
            drawn: engine.drawn(),
            goods,
            surveyor_steps: extras.surveyors.map_or(0, |[a, b]| i32::from(a) + i32::from(b)),
            over: matches!(engine.phase(), Phase::Over(_)),
        }
    }

    fn tell(&mut self, event: Event) {
        let mut pay = |seats: &mut dyn Iterator<Item = Seat>, points: u16| {
            seats.for_each(|seat| self.points[seat.index()] += u32::from(points));
        };
        match event {
            Event::Scored { seats, points, .. } => pay(&mut seats.into_iter(), points),
            Event::PlainScored { seats, animals, .. } => pay(&mut seats.into_iter(), animals),
            Event::ExtraPoints { seat, points }
            | Event::FieldScored { seat, points, .. }
            | Event::GoodsScored { seat, points, .. } => pay(&mut std::iter::once(seat), points),
            Event::Deployed { seat, figure, place } => self.figures.push((seat, figure, place)),
            Event::Returned { seat, figure, place } => self.take((seat, figure, place)),
            Event::SettlerRemoved { seat, place } => {
                self.take((seat, carcassonne::Figure::Follower, place));
            }
            Event::TookGoods { wine, grain, cloth, .. } => {
                self.goods += [wine, grain, cloth].map(u32::from).iter().sum::<u32>();
            }
            Event::Placed { .. } => self.tiles += 1,
            Event::Drew { .. } => self.drawn += 1,
            Event::SurveyorMoved { from, to } => {
                assert_eq!(to, from - 1, "a surveyor goes one column west");
                self.surveyor_steps -= 1;
            }
            Event::Over { .. } => self.over = true,
            _ => (),
        }
    }

    fn take(&mut self, figure: OnTable) {
        let at = self.figures.iter().position(|&one| one == figure);
        self.figures.remove(at.unwrap_or_else(|| panic!("{figure:?} returned, but was not there")));
    }

    fn assert_same(mut self, engine: &Self) {
        let by_place = |figure: &OnTable| figure.2;
        self.figures.sort_unstable_by_key(by_place);
        let mut figures = engine.figures.clone();
        figures.sort_unstable_by_key(by_place);
        assert_eq!(self.figures, figures, "figures by the events");
        assert_eq!(self.points, engine.points, "points by the events");
        assert_eq!(
            (self.tiles, self.drawn, self.goods, self.surveyor_steps, self.over),
            (engine.tiles, engine.drawn, engine.goods, engine.surveyor_steps, engine.over),
            "tiles, drawn tiles, goods, surveyors and the end by the events"
        );
    }
}

/// What the engine tells of the features, to those who draw them and to bots.
fn compare_features<R: Rules>(engine: &Game<R>, table: &Table) {
    let layout = &table.layout;
    let mut met: Vec<Option<carcassonne::FeatureId>> = vec![None; layout.features.len()];
    for (piece, placed) in layout.pieces.iter().enumerate().skip(table.first_piece()) {
        for (index, segment) in table.kinds[placed.kind].segments.iter().enumerate() {
            let place = format!("({},{}).{}", placed.x, placed.y, segment.id).parse().expect("a place");
            let id = engine.land().feature_at(place).expect("a feature");
            let feature = layout.feature_of((piece, index));
            if let Some(other) = met[feature] {
                assert_eq!(id, other, "{place} is of the same feature as before");
                continue;
            }
            assert!(!met.contains(&Some(id)), "{place} is of another feature");
            met[feature] = Some(id);
            let known = engine.land().feature(id);
            let majority: Vec<usize> = engine.majority(id).into_iter().map(Seat::index).collect();
            assert_eq!(majority, table.majority(feature), "majority at {place}");
            assert_eq!(engine.is_completed(id), layout.is_completed(feature), "completed at {place}");
            if matches!(segment.what, What::City | What::Road) {
                assert_eq!(usize::from(known.open()), layout.features[feature].open, "open ends at {place}");
            }
            if segment.what != What::Field {
                assert_eq!(u32::from(engine.value(id)), table.value(feature), "value at {place}");
            }
        }
    }
}

/// Who acts, in words that both understand.
fn turn_of<R: Rules>(engine: &Game<R>) -> String {
    match engine.turn() {
        Turn::Decide(seats) => seats.into_iter().map(|seat| seat.to_string()).collect(),
        Turn::Over(outcome) => {
            format!("over {}", outcome.winners.into_iter().map(|seat| seat.to_string()).collect::<String>())
        }
        Turn::Chance(ChanceKind::Tile) => "tile".to_owned(),
        Turn::Chance(ChanceKind::StartPlayer) => "start".to_owned(),
    }
}

/// An action that is hardly ever legal: `check` must accept it exactly if the reference lists it.
fn try_any_action<R: Rules>(engine: &Game<R>, table: &Table, legal: &[String], draws: &mut Substream) {
    let near = |draws: &mut Substream| {
        let piece = pick(draws, &table.layout.pieces);
        let far = if draws.below(8) == 0 { 130 } else { 1 };
        let mut beside = |at: i32| (at + draws.below(2 * far + 1) as i32 - far as i32).clamp(-128, 127);
        (beside(piece.x), beside(piece.y))
    };
    let segment =
        |draws: &mut Substream| *pick(draws, &["c1", "c2", "r1", "r2", "m", "farm", "f1", "f2", "f3"]);
    let text = match draws.below(8) {
        0..4 => {
            let (x, y) = near(draws);
            format!("place ({x},{y})r{}", draws.below(4))
        }
        4 | 5 => format!("deploy {}{}", pick(draws, &["", "builder ", "pig "]), segment(draws)),
        6 => (*pick(draws, &["pass", "second", "end"])).to_owned(),
        _ => {
            let (x, y) = near(draws);
            format!("settle ({x},{y}).{}", segment(draws))
        }
    };
    let action: Action = text.parse().unwrap_or_else(|e| panic!("`{text}` cannot be read: {e}"));
    for seat in Seat::first(table.options.players) {
        let expected = seat.index() == table.active && legal.contains(&text);
        let answer = engine.check(seat, action);
        assert_eq!(answer.is_ok(), expected, "{seat} `{text}`: the engine says {answer:?}");
    }
}

fn from_json<R: Rules>(setup: &Value) -> Game<R> {
    let setup = serde_json::from_value(setup.clone()).unwrap_or_else(|e| panic!("a setup: {e}"));
    Game::from_setup(&setup).unwrap_or_else(|faults| panic!("a possible setup: {faults:?}"))
}

fn engine_options<O: NamedOptions + Default>(options: &Map<String, Value>) -> O {
    let mut all = O::default();
    for (name, value) in options {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        all.set(name, &text).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
    all
}

fn pick<'a, T>(draws: &mut Substream, from: &'a [T]) -> &'a T {
    &from[draws.below(from.len() as u32) as usize]
}

// Choosing.

/// Which places the seats of a game prefer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Places {
    Any,
    WithManyNeighbours,
    WithFewNeighbours,
    /// Where features with figures are completed, looking at some of the places.
    ThatComplete,
}

/// What the seats of a game are after.
#[derive(Clone, Copy)]
struct Style {
    places: Places,
    /// Of eight chances to deploy they take so many.
    deploys: u32,
    /// What they like to occupy.
    likes: Option<What>,
    /// With so few followers in the supply they lay none of them down in a field.
    reserve: usize,
    /// They occupy nothing else.
    nothing_else: bool,
    /// They take builders, pigs and second tiles whenever they can.
    special: bool,
}

fn random_style(draws: &mut Substream) -> Style {
    use Places::*;
    Style {
        places: *pick(
            draws,
            &[Any, WithManyNeighbours, WithManyNeighbours, WithFewNeighbours, ThatComplete, ThatComplete],
        ),
        deploys: *pick(draws, &[1, 4, 7, 8, 8]),
        likes: *pick(
            draws,
            &[None, None, Some(What::Field), Some(What::City), Some(What::Road), Some(What::Monastery)],
        ),
        reserve: *pick(draws, &[0, 0, 2, 4, 7]),
        nothing_else: draws.below(3) == 0,
        special: draws.below(3) > 0,
    }
}

fn choose(table: &Table, legal: &[String], style: Style, draws: &mut Substream) -> usize {
    let any = |draws: &mut Substream, list: &[usize]| *pick(draws, list);
    let all: Vec<usize> = (0..legal.len()).collect();
    let with = |wanted: &dyn Fn(&str) -> bool| {
        all.iter().copied().filter(|&n| wanted(&legal[n])).collect::<Vec<usize>>()
    };
    match table.stage {
        Stage::Placing(kind)
            if style.special && draws.below(3) == 0 && !beside_builder(table, kind).is_empty() =>
        {
            any(draws, &beside_builder(table, kind))
        }
        Stage::Placing(kind) if style.places == Places::ThatComplete && draws.below(2) == 0 => {
            let places = table.placements(kind);
            let few: Vec<usize> = (0..5).map(|_| any(draws, &all)).collect();
            let completed = |&n: &usize| {
                let (mut layout, (x, y, rotation)) = (table.layout.clone(), places[n]);
                layout.put(kind, x, y, rotation);
                layout.look(table.kinds);
                let mut worth = 0;
                let mut features: Vec<usize> =
                    table.figures.iter().map(|figure| layout.feature_of(figure.on)).collect();
                features.sort_unstable();
                for n in 0..features.len() {
                    if layout.is_completed(features[n]) {
                        worth += if n > 0 && features[n] == features[n - 1] { 3 } else { 2 };
                    }
                }
                worth
            };
            few.into_iter().max_by_key(completed).expect("a place")
        }
        Stage::Placing(kind)
            if matches!(style.places, Places::WithManyNeighbours | Places::WithFewNeighbours)
                && draws.below(8) > 0 =>
        {
            let places = table.placements(kind);
            let neighbours: Vec<usize> =
                places.into_iter().map(|(x, y, _)| table.layout.neighbours(x, y)).collect();
            let many = style.places == Places::WithManyNeighbours;
            let wanted = if many { neighbours.iter().max() } else { neighbours.iter().min() };
            let best: Vec<usize> = all.iter().copied().filter(|&n| Some(&neighbours[n]) == wanted).collect();
            any(draws, &best)
        }
        Stage::Deploying(piece) => {
            if draws.below(8) >= style.deploys {
                return legal.len() - 1;
            }
            let special = with(&|text| text.contains("builder") || text.contains("pig"));
            if style.special && !special.is_empty() {
                return any(draws, &special);
            }
            let is_what = |text: &str, what: What| {
                let kind = &table.kinds[table.layout.pieces[piece].kind];
                let named = |id: &str| kind.segments.iter().any(|one| one.id == id && one.what == what);
                text.strip_prefix("deploy ").is_some_and(named)
            };
            let few = table.supply(table.active)[0] <= style.reserve;
            let liked = with(&|text| style.likes.is_some_and(|what| is_what(text, what)));
            let lays_down = !few || style.likes != Some(What::Field);
            if lays_down && !liked.is_empty() {
                return any(draws, &liked);
            }
            if style.nothing_else && style.likes.is_some() {
                return legal.len() - 1;
            }
            let rest = with(&|text| text != "pass" && !(few && is_what(text, What::Field)));
            if rest.is_empty() { legal.len() - 1 } else { any(draws, &rest) }
        }
        Stage::OfferingSecond if style.special => 0,
        _ => any(draws, &all),
    }
}

/// Placements beside a road or city with the builder of the active seat, by their place in the list.
fn beside_builder(table: &Table, kind: usize) -> Vec<usize> {
    let mine = |figure: &&Figure| figure.seat == table.active && figure.role == Role::Builder;
    let Some(builder) = table.figures.iter().find(mine) else { return Vec::new() };
    let pieces = table.layout.pieces_of(table.layout.feature_of(builder.on));
    let is_beside = |&(x, y, _): &(i32, i32, usize)| {
        let near = |&piece: &usize| {
            let at = table.layout.pieces[piece];
            (at.x - x).abs() + (at.y - y).abs() == 1
        };
        pieces.iter().any(near)
    };
    let places = table.placements(kind);
    (0..places.len()).filter(|&n| is_beside(&places[n])).collect()
}

// Positions that play would hardly come to.

/// The last turns of a game in which a tile that is city on all sides fits nowhere (`CARC-TILE-7`, `TB-TIMING-4`,
/// `MAY-END-2`).
fn last_turns(which: Which, options: &Map<String, Value>, draws: &mut Substream) -> Value {
    let (tiles, figures, stack) = match which {
        Which::Base => (
            vec!["E@(0,-1)r2", "U@(1,0)r1", "U@(-1,0)r1"],
            vec!["A (0,-1).f1", "B (1,0).r1"],
            json!({ "C": 1, "U": draws.below(3), "V": draws.below(2) }),
        ),
        Which::Traders => (
            vec!["E@(0,-1)r2", "A@(-1,0)r3", "U@(1,0)r1"],
            vec!["A (-1,0).r1", "A builder (1,0).r1"],
            json!({ "C": 1, "U": 1, "TB-23": draws.below(4) / 3, "TB-24": draws.below(4) / 3 }),
        ),
        Which::Mayflower => (
            vec!["MF-16a@(-1,2)r1", "MF-16a@(-1,5)r1", "MF-16a@(-1,9)r1"],
            vec!["A (-1,2).f1", "B (-1,5).f1"],
            json!({ "MF-03": 1, "MF-25": draws.below(3), "MF-23a": draws.below(2) }),
        ),
    };
    let stack: Map<String, Value> = stack.as_object().expect("kinds").clone();
    let stack: Map<String, Value> = stack.into_iter().filter(|(_, left)| *left != json!(0)).collect();
    let mut options = options.clone();
    options.remove("start_player");
    options.remove("farmers");
    if which == Which::Traders && draws.below(2) == 0 {
        options.insert("second_tile".into(), json!("immediate"));
        options.remove("house_builder_chain");
    }
    json!({ "options": options, "tiles": tiles, "figures": figures, "stack": stack, "turn": 4 })
}

/// A setup with the same tiles on the table and other figures, scores, goods, surveyors and options; the stack is often
/// almost empty.
fn rearranged(table: &Table, options: &Map<String, Value>, draws: &mut Substream) -> Value {
    let (which, seats) = (table.which, table.options.players);
    let mut options = Map::clone(options);
    for (name, value) in random_options(which, draws) {
        if !matches!(name.as_str(), "players" | "start_player" | "layout_limit") {
            options.insert(name, value);
        }
    }
    without_chain_at_once(&mut options);
    options.remove("start_player");
    let rules = Options::from_json(&Value::Object(options.clone()));
    let mut crowd = Table { figures: Vec::new(), options: rules.clone(), ..table.clone() };
    for seat in 0..seats {
        crowd.owned[seat] = match which {
            Which::Base => [7, 0, 0],
            Which::Traders => [7, 1, 1],
            Which::Mayflower => [5, 0, 0],
        };
    }
    // Figures: one on a tile at most, none on the start, none on what is completed.
    let share = *pick(draws, &[1, 3, 6]);
    let liked = *pick(draws, &[None, None, Some(What::Field), Some(What::City), Some(What::Road)]);
    for piece in crowd.first_piece()..table.layout.pieces.len() {
        if draws.below(8) >= share {
            continue;
        }
        let segments = &table.kinds[table.layout.pieces[piece].kind].segments;
        let fitting: Vec<usize> = (0..segments.len())
            .filter(|&n| !crowd.layout.is_completed(crowd.layout.feature_of((piece, n))))
            .filter(|&n| segments[n].what != What::Field || rules.farmers)
            .collect();
        let wanted: Vec<usize> =
            fitting.iter().copied().filter(|&n| Some(segments[n].what) == liked).collect();
        let from = if wanted.is_empty() { &fitting } else { &wanted };
        let seat = draws.below(seats as u32) as usize;
        if from.is_empty() {
            continue;
        }
        let on = (piece, *pick(draws, from));
        let feature = crowd.layout.feature_of(on);
        let there = crowd.figures_on(feature);
        let own = there.iter().any(|figure| figure.seat == seat && figure.role == Role::Follower);
        let role = match segments[on.1].what {
            What::Road | What::City if own && draws.below(2) == 0 => Role::Builder,
            What::Field if own && draws.below(2) == 0 => Role::Pig,
            _ => Role::Follower,
        };
        if crowd.supply(seat)[role as usize] > 0 {
            crowd.figures.push(Figure { seat, role, on });
        }
    }
    // The tokens taken so far in front of other seats, or any tokens.
    let mut goods = vec![[0; 3]; seats];
    let any_tokens = draws.below(3) == 0;
    for good in 0..3 {
        let taken = table.goods.iter().map(|has| has[good]).sum::<u32>();
        let tokens = if any_tokens { draws.below([10, 7, 6][good]) } else { taken };
        for _ in 0..tokens {
            goods[draws.below(seats as u32) as usize][good] += 1;
        }
    }
    let mut has = Map::new();
    for (seat, &[wine, grain, cloth]) in goods.iter().enumerate() {
        let mut part = || draws.below(40);
        let mut score = json!({ "roads": part(), "cities": part(), "monasteries": part() });
        let mut about = Map::new();
        match which {
            Which::Base => (),
            Which::Traders => {
                about.insert("goods".into(), json!({ "wine": wine, "grain": grain, "cloth": cloth }));
            }
            Which::Mayflower => {
                score["extra"] = json!(4 * draws.below(6));
            }
        }
        about.insert("score".into(), score);
        if draws.below(4) == 0 {
            let supply = crowd.supply(seat)[0] as u32;
            about.insert("followers".into(), json!(draws.below(supply + 1)));
        }
        has.insert(reference::letter(seat).to_string(), Value::Object(about));
    }
    let mut stack = table.stack.clone();
    if draws.below(2) == 0 {
        // The last tiles, now and then of the kind that often fits nowhere.
        let most = *pick(draws, &[3, 12]);
        let few = 1 + draws.below(most);
        let keeps_towns = draws.below(2) == 0;
        while stack.iter().sum::<u32>() > few {
            let left: Vec<usize> = (0..stack.len()).filter(|&k| stack[k] > 0).collect();
            let is_town = |&k: &usize| table.kinds[k].segments[0].contacts.len() >= 3;
            let others: Vec<usize> = left.iter().copied().filter(|k| !(keeps_towns && is_town(k))).collect();
            stack[*pick(draws, if others.is_empty() { &left } else { &others })] -= 1;
        }
    }
    let stack: Map<String, Value> = (0..stack.len())
        .filter(|&k| stack[k] > 0)
        .map(|k| (table.kinds[k].id.clone(), json!(stack[k])))
        .collect();
    let mut setup = json!({
        "options": options,
        "tiles": table.tile_texts(),
        "figures": crowd.figure_texts(),
        "seats": has,
        "stack": stack,
        "active": reference::letter(draws.below(seats as u32) as usize).to_string(),
        "start": reference::letter(draws.below(seats as u32) as usize).to_string(),
        "turn": table.turn,
    });
    if which == Which::Mayflower {
        let west = table.layout.pieces.iter().map(|piece| piece.x).min().unwrap_or(0);
        let one = -(draws.below(1 + west.unsigned_abs()) as i32);
        let other = if one > west && draws.below(2) == 0 { one - 1 } else { one };
        setup["surveyors"] = json!([one, other]);
    }
    setup
}
