//! Comparing positions, and what events tell of them.

use crate::reference::{Points, Table, TurnStage, What};
use carcassonne::{Base, ChanceKind, Event, Game, NewWorld, Phase, Rules, Traders};
use game::options::NamedOptions;
use game::{Seat, Turn};

/// Everything that both know, after every step.
pub(crate) fn compare<R: Compared>(engine: &Game<R>, table: &Table) {
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
        Phase::DrawingStart => TurnStage::DrawingStart,
        Phase::Drawing => TurnStage::Drawing,
        Phase::Placing { tile } => TurnStage::Placing(table.kind_named(tile.id())),
        Phase::Deploying { cell } => {
            TurnStage::Deploying(table.layout.at(cell.x.into(), cell.y.into()).expect("a tile"))
        }
        Phase::OfferingSecond => TurnStage::OfferingSecond,
        Phase::Settling => TurnStage::Settling,
        Phase::Over(_) => TurnStage::Over,
    };
    assert_eq!(
        (engine.active().index(), phase),
        (table.active, table.stage.clone()),
        "the active seat and phase"
    );
    R::compare_own(engine, table);
}

/// A game with its own comparison of the state beside the common parts.
pub(crate) trait Compared: Rules<Options: NamedOptions> {
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
        if table.stage != TurnStage::Over {
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

pub(crate) fn compare_removed<R: Rules>(engine: &Game<R>, table: &Table) {
    let removed: Vec<(String, u8)> = engine.removed().map(|(kind, n)| (kind.to_string(), n)).collect();
    let copies = |k: usize| table.removed.iter().filter(|&&removed| removed == k).count() as u8;
    let expected = (0..table.kinds.len()).map(|k| (table.kinds[k].id.clone(), copies(k)));
    assert_eq!(removed, expected.filter(|pair| pair.1 > 0).collect::<Vec<_>>(), "tiles removed");
}

/// Compares the points of a final scoring as things lie, once everything completed is scored.
pub(crate) fn compare_points_if_over<R: Compared>(engine: &Game<R>, table: &Table) {
    if !table.fresh.is_empty() || table.stage == TurnStage::Over {
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

/// The changes of a step as its events tell them: people read the events, so they must tell all of it.
#[derive(Default)]
pub(crate) struct EventChanges {
    points: [u32; 6],
    figures: Vec<OnTable>,
    tiles: usize,
    drawn: usize,
    goods: u32,
    surveyor_steps: i32,
    over: bool,
}

impl EventChanges {
    pub(crate) fn of<R: Compared>(engine: &Game<R>) -> Self {
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

    pub(crate) fn tell(&mut self, event: Event) {
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

    pub(crate) fn assert_same(mut self, engine: &Self) {
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

/// Compares what the engine says about features, to those who draw them and to bots.
pub(crate) fn compare_features<R: Rules>(engine: &Game<R>, table: &Table) {
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

/// Returns whose move it is, in words that both understand.
pub(crate) fn turn_of<R: Rules>(engine: &Game<R>) -> String {
    match engine.turn() {
        Turn::Decide(seats) => seats.into_iter().map(|seat| seat.to_string()).collect(),
        Turn::Over(outcome) => {
            format!("over {}", outcome.winners.into_iter().map(|seat| seat.to_string()).collect::<String>())
        }
        Turn::Chance(ChanceKind::Tile) => "tile".to_owned(),
        Turn::Chance(ChanceKind::StartPlayer) => "start".to_owned(),
    }
}
