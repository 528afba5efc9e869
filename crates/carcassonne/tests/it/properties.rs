//! The properties of every position of every game, for any play and any options. A failure prints the game and the seed.

use crate::common;
use crate::common::{any_options, header, random_step, replay, watch, watch_games};
use carcassonne::{
    Action, Base, Cell, Chance, Event, Figure, Game, Good, Kinds, NewWorld, Phase, Place, Points, Reason,
    Rotation, Rules, Segment, SegmentKind, Setup, TileKind, Traders,
};
use game::record::Record;
use game::{Seat, SeatPosition, SeatSet, Seed, Turn, Viewer};
use std::collections::{BTreeMap, BTreeSet};

/// Tiles and figures neither appear nor vanish.
fn conserves<R: Rules>(game: &Game<R>) {
    let removed: usize = game.removed().map(|(_, number)| usize::from(number)).sum();
    let lying = game.land().tiles().iter().filter(|tile| !tile.kind.is_coast()).count();
    let in_hand = usize::from(game.tile_in_hand().is_some());
    assert_eq!(lying + in_hand + removed + game.stack_len(), game.kinds().tiles());
    let extras = game.extras();
    for seat in Seat::first(game.seats()) {
        let on_table =
            |figure| game.figures().filter(|&(owner, kind, _)| owner == seat && kind == figure).count();
        assert_eq!(usize::from(game.followers(seat)) + on_table(Figure::Follower), usize::from(R::FOLLOWERS));
        for figure in [Figure::Builder, Figure::Pig] {
            let all = extras.has_in_supply(seat, figure).map(|has| usize::from(has) + on_table(figure));
            assert_eq!(all.unwrap_or(1), 1, "{seat} {figure}");
            assert!(all.is_some() || on_table(figure) == 0);
        }
    }
    if let Some(goods) = extras.goods {
        for good in Good::ALL {
            let held: usize = Seat::first(game.seats()).map(|seat| usize::from(goods[seat].of(good))).sum();
            assert_eq!(held, taken_symbols(game, good), "TB-GOODS-1: {}", good.name());
        }
    }
}

/// Symbols of this kind in completed cities that are settled.
fn taken_symbols<R: Rules>(game: &Game<R>, good: Good) -> usize {
    // Step 3 of the turn comes after the figure: what the last tiles completed is not settled before.
    let waiting = match game.phase() {
        Phase::Deploying { .. } | Phase::OfferingSecond | Phase::Drawing | Phase::Placing { .. } => {
            unsettled_tiles(game)
        }
        _ => 0,
    };
    let tiles = game.land().tiles().len();
    let in_cities = game
        .land()
        .indexed_tiles()
        .flat_map(|(tile, placed)| (0..placed.kind.segments().len()).map(move |n| (tile, placed, n)))
        .filter(|&(_, placed, n)| placed.kind.segments()[n].good == Some(good))
        .filter(|&(tile, _, n)| {
            let id = game.land().feature_of(tile, n);
            let waits = game.land().segments_of(id).any(|(of, _)| of.index() >= tiles - waiting);
            game.is_completed(id) && !waits
        });
    in_cities.count()
}

/// Returns the number of the last tiles that have not been settled yet.
fn unsettled_tiles<R: Rules>(game: &Game<R>) -> usize {
    let options = serde_json::to_value(game.options()).unwrap();
    let at_once = match options["second_tile"].as_str() {
        Some(said) => said == "immediate",
        None => options["traders_edition"] == "first",
    };
    let second = game.extras().part.is_some_and(|part| part > 1);
    match game.phase() {
        Phase::Deploying { .. } if at_once && second => 2,
        Phase::Deploying { .. } => 1,
        Phase::OfferingSecond | Phase::Drawing | Phase::Placing { .. } if at_once => {
            usize::from(second || game.phase() == Phase::OfferingSecond)
        }
        _ => 0,
    }
}

/// The list holds allowed actions only, each once, and only for the seat that acts.
fn lists_what_it_checks<R: Rules>(game: &Game<R>) {
    for seat in Seat::first(game.seats()) {
        let legal = game.legal_actions(seat);
        let listed: Vec<_> = legal.into_iter().collect();
        assert_eq!(listed.len(), legal.len());
        assert_eq!(listed.is_empty(), game.turn() != Turn::Decide(SeatSet::one(seat)));
        for (n, &action) in listed.iter().enumerate() {
            assert_eq!(legal.get(n), Some(action));
            assert!(!listed[..n].contains(&action), "{action} is listed twice");
            assert!(legal.contains(action));
            assert_eq!(game.check(seat, action), Ok(()), "{action}");
            assert_eq!(action.to_string().parse(), Ok(action));
        }
        assert_eq!(legal.get(listed.len()), None);
    }
}

#[test]
fn nothing_appears_or_vanishes_and_lists_are_right() {
    fn look<R: Rules>(game: &Game<R>, _: &[Event]) {
        conserves(game);
        lists_what_it_checks(game);
    }
    watch_games::<Base>(0..60, look);
    watch_games::<Traders>(0..60, look);
    watch_games::<NewWorld>(0..60, look);
}

/// Everything that a seat could name in a position, sensible or not: places on and around the table and at the ends of
/// the world, segments that any tile has, all figures, other games' decisions.
fn nameable<R: Rules>(game: &Game<R>) -> Vec<Action> {
    let mut all = vec![Action::Pass, Action::TakeSecond, Action::EndTurn];
    let cells = game.land().tiles().iter().map(|tile| tile.cell);
    let (xs, ys): (Vec<i8>, Vec<i8>) = cells.map(|cell| (cell.x, cell.y)).unzip();
    let span = |of: &[i8]| of.iter().min().unwrap() - 2..=of.iter().max().unwrap() + 2;
    let near = span(&ys).flat_map(|y| span(&xs).map(move |x| Cell::new(x, y)));
    let ends = [(127, 127), (-128, -128), (127, 0), (-128, 0), (0, 127), (0, -128)];
    for cell in near.chain(ends.map(|(x, y)| Cell::new(x, y))) {
        all.extend(Rotation::ALL.map(|rotation| Action::Place { cell, rotation }));
    }
    for segment in segments() {
        all.extend(Figure::ALL.map(|figure| Action::Deploy { figure, segment }));
    }
    for tile in game.land().tiles() {
        let segments = tile.kind.segments().iter();
        all.extend(segments.map(|data| Action::Settle(Place { cell: tile.cell, segment: data.id })));
    }
    all.extend(
        segments().into_iter().map(|segment| Action::Settle(Place { cell: Cell::new(90, 90), segment })),
    );
    all
}

/// The names of all segments of all tiles, and of the board of Mayflower.
fn segments() -> BTreeSet<Segment> {
    let kinds = [Kinds::TRADERS_AND_BUILDERS, Kinds::MAYFLOWER].into_iter().flat_map(Kinds::iter);
    let kinds = kinds.chain([TileKind::coast(1)]);
    kinds.flat_map(|kind| kind.segments()).map(|data| data.id).collect()
}

/// Refusals met on the way, by their name, with their clauses.
type Refusals = BTreeMap<String, BTreeSet<&'static str>>;

/// Among all that can be named, exactly the listed actions are allowed. What is refused has a clause and changes
/// nothing.
fn allows_exactly_what_it_lists<R: Rules>(game: &Game<R>, refusals: &mut Refusals) {
    for (n, action) in nameable(game).into_iter().enumerate() {
        for seat in Seat::first(Seat::MAX) {
            // The others have nothing to say, whatever it is: not everything needs to be tried.
            if seat != game.active() && n % 97 != seat.index() {
                continue;
            }
            let listed = game.legal_actions(seat).contains(action);
            let checked = game.check(seat, action);
            assert_eq!(listed, checked.is_ok(), "{seat} {action} in {:?}: {checked:?}", game.phase());
            let Err(illegal) = checked else { continue };
            let name = format!("{:?}", illegal.why).split([' ', '{']).next().unwrap_or("").to_owned();
            refusals.entry(name).or_default().insert(illegal.clause());
            assert!(!illegal.to_string().is_empty());
            if n % 31 == 0 {
                let mut copy = *game;
                let mut events: Vec<Event> = Vec::new();
                assert_eq!(copy.play(seat, action, &mut events), Err(illegal));
                assert!(
                    copy == *game && events.is_empty(),
                    "{seat} {action} was refused and changed something"
                );
            }
        }
    }
}

fn are_in_the_rulebook(refusals: &Refusals, games: &[&str]) {
    for (why, clauses) in refusals {
        for &clause in clauses {
            let found = rulebook::clause(clause, rulebook::Lang::En)
                .unwrap_or_else(|| panic!("{why} cites {clause}, which is in no rulebook"));
            assert!(games.contains(&found.game), "{why} cites {clause}, of another game");
        }
    }
}

#[test]
fn check_allows_exactly_what_is_listed_and_refuses_by_clause() {
    fn look<R: Rules>(seeds: std::ops::Range<u64>, games: &[&str], expected: &[&str]) {
        let mut refusals = Refusals::new();
        let mut position = 0;
        watch_games::<R>(seeds, |game, _| {
            position += 1;
            // Not every position, but every one of those that are rare.
            let is_second = game.phase() == Phase::Drawing && game.extras().part.is_some_and(|part| part > 1);
            let is_rare = matches!(game.phase(), Phase::OfferingSecond | Phase::Settling | Phase::Over(_));
            if position % 11 == 0 || is_second || is_rare {
                allows_exactly_what_it_lists(game, &mut refusals);
            }
        });
        are_in_the_rulebook(&refusals, games);
        let met: Vec<&str> = refusals.keys().map(String::as_str).collect();
        assert_eq!(met, expected, "the refusals that are met");
    }
    // Without a follower nobody is asked for one (CARC-MEEPLE-10): only the other figures of Traders & Builders make
    // `NoFollower` an answer.
    let base = [
        "FarmersOff",
        "FigureFirst",
        "Mismatch",
        "NatureFirst",
        "NoSuchSegment",
        "NotInThisGame",
        "NotYourTurn",
        "NothingToPass",
        "Occupied",
        "Over",
        "PlaceFirst",
        "Taken",
        "TouchesNothing",
    ];
    look::<Base>(0..24, &["carcassonne"], &base);
    let mut traders = base.to_vec();
    traders.extend([
        "MustTakeSecond",
        "NoFollower",
        "NoOwnFollower",
        "NoSpecial",
        "SecondFirst",
        "WrongGround",
    ]);
    traders.sort_unstable();
    look::<Traders>(0..40, &["carcassonne", "traders-and-builders"], &traders);
    let mut mayflower = base.to_vec();
    mayflower.retain(|&why| why != "FarmersOff");
    mayflower.extend(["NoPlace", "NotCompleted", "SettleFirst"]);
    mayflower.sort_unstable();
    look::<NewWorld>(0..60, &["mayflower"], &mayflower);
}

#[test]
fn impossible_outcomes_are_refused_and_weights_are_the_stack() {
    fn look<R: Rules>(game: &Game<R>, _: &[Event]) {
        let due: BTreeMap<String, u32> =
            game.chance_outcomes().map(|(chance, weight)| (chance.to_string(), weight)).collect();
        let sum: u32 = due.values().sum();
        match game.phase() {
            Phase::Drawing => assert_eq!(sum, game.stack_len() as u32, "CARC-SETUP-2"),
            Phase::DrawingStart => assert_eq!(sum, game.seats() as u32),
            _ => assert_eq!(sum, 0),
        }
        let kinds = [Kinds::TRADERS_AND_BUILDERS, Kinds::MAYFLOWER];
        let kinds = kinds.into_iter().flat_map(Kinds::iter).chain([TileKind::coast(3)]);
        let seats = Seat::first(Seat::MAX).map(Chance::StartPlayer);
        for chance in kinds.map(Chance::Tile).chain(seats) {
            let checked = game.check_chance(chance);
            assert_eq!(checked.is_ok(), due.contains_key(&chance.to_string()), "{chance}: {checked:?}");
            if let Err(illegal) = checked {
                assert!(rulebook::clause(illegal.clause(), rulebook::Lang::En).is_some());
                let fits = matches!(
                    illegal.why,
                    Reason::NotDue | Reason::NoneLeft { .. } | Reason::NoSuchSeat { .. }
                );
                assert!(fits, "{chance}: {illegal}");
                let (mut copy, mut events) = (*game, Vec::<Event>::new());
                assert_eq!(copy.resolve(chance, &mut events), Err(illegal));
                assert!(copy == *game && events.is_empty());
            }
        }
    }
    watch_games::<Base>(20..30, look);
    watch_games::<Traders>(20..28, look);
    watch_games::<NewWorld>(20..28, look);
}

#[test]
fn points_in_events_add_up_to_the_standings() {
    fn add(points: &mut BTreeMap<Seat, Points>, event: Event) {
        let mut each = |seats: SeatSet, add: &dyn Fn(&mut Points)| {
            seats.into_iter().for_each(|seat| add(points.entry(seat).or_default()));
        };
        match event {
            Event::Scored { kind, seats, points, .. } => each(seats, &|own| *own.of(kind) += points),
            Event::PlainScored { seats, animals, .. } => each(seats, &|own| own.fields += animals),
            Event::ExtraPoints { seat, points } => each(SeatSet::one(seat), &|own| own.extra += points),
            Event::FieldScored { seat, points, .. } => each(SeatSet::one(seat), &|own| own.fields += points),
            Event::GoodsScored { seat, points, .. } => each(SeatSet::one(seat), &|own| own.goods += points),
            _ => {}
        }
    }
    fn look<R: Rules>(seeds: std::ops::Range<u64>) {
        for seed in seeds {
            let (mut sum, mut over) = (BTreeMap::new(), 0);
            watch::<R>(Seed(seed), &any_options::<R>(seed), |game, events| {
                for &event in events {
                    add(&mut sum, event);
                    if let Event::Over { outcome } = event {
                        assert_eq!(game.turn(), Turn::Over(outcome));
                        let most = Seat::first(game.seats()).map(|seat| game.points(seat).total()).max();
                        for seat in Seat::first(game.seats()) {
                            let has_most = Some(game.points(seat).total()) == most;
                            assert_eq!(outcome.winners.contains(seat), has_most, "CARC-WIN-1, CARC-WIN-2");
                        }
                        over += 1;
                    }
                }
                for seat in Seat::first(game.seats()) {
                    let told = sum.get(&seat).copied().unwrap_or_default();
                    assert_eq!(told, game.points(seat), "{seat} after {events:?}");
                }
            });
            assert_eq!(over, 1);
        }
    }
    look::<Base>(40..100);
    look::<Traders>(40..100);
    look::<NewWorld>(40..100);
}

/// A listener that hears only the events can keep the table: tiles, figures, hands, whose turn it is.
#[test]
fn events_tell_what_lies_on_the_table() {
    #[derive(Default)]
    struct Heard {
        tiles: BTreeMap<Cell, (TileKind, Rotation)>,
        figures: BTreeMap<Place, (Seat, Figure)>,
        removed: BTreeMap<TileKind, u8>,
        hand: Option<TileKind>,
        active: Option<Seat>,
        surveyors: [i8; 2],
    }
    fn look<R: Rules>(seeds: std::ops::Range<u64>) {
        for seed in seeds {
            let mut heard = Heard::default();
            watch::<R>(Seed(seed), &any_options::<R>(seed), |game, events| {
                for &event in events {
                    match event {
                        Event::Drew { tile, .. } => heard.hand = Some(tile),
                        Event::Removed { tile } => {
                            assert_eq!(heard.hand.take(), Some(tile));
                            *heard.removed.entry(tile).or_default() += 1;
                        }
                        Event::Placed { tile, cell, rotation, .. } => {
                            assert_eq!(heard.hand.take(), Some(tile));
                            assert_eq!(heard.tiles.insert(cell, (tile, rotation)), None);
                        }
                        Event::Deployed { seat, figure, place } => {
                            assert_eq!(heard.figures.insert(place, (seat, figure)), None);
                        }
                        Event::Returned { seat, figure, place } => {
                            assert_eq!(heard.figures.remove(&place), Some((seat, figure)));
                        }
                        Event::SettlerRemoved { seat, place } => {
                            assert_eq!(heard.figures.remove(&place), Some((seat, Figure::Follower)));
                        }
                        Event::SurveyorMoved { from, to } => {
                            let east = usize::from(heard.surveyors[0] <= heard.surveyors[1]);
                            assert_eq!((heard.surveyors[east], to), (from, from - 1));
                            heard.surveyors[east] = to;
                        }
                        Event::SurveyorStayed { column } => {
                            assert_eq!(heard.surveyors, [column; 2]);
                        }
                        Event::Starts { seat } | Event::TurnEnded { next: seat, .. } => {
                            heard.active = Some(seat);
                        }
                        _ => {}
                    }
                }
                let tiles = game.land().tiles().iter();
                let lies = tiles.skip(if game.kinds() == Kinds::MAYFLOWER { 10 } else { 1 });
                let lies: BTreeMap<_, _> = lies.map(|tile| (tile.cell, (tile.kind, tile.rotation))).collect();
                assert_eq!(heard.tiles, lies);
                let stands = game.figures().map(|(seat, figure, place)| (place, (seat, figure))).collect();
                assert_eq!(heard.figures, stands);
                assert_eq!(heard.hand, game.tile_in_hand());
                assert_eq!(heard.removed, game.removed().collect());
                assert_eq!(heard.active.unwrap_or(game.start_player()), game.active());
                heard.surveyors.sort_unstable();
                assert_eq!(game.extras().surveyors.unwrap_or_default(), heard.surveyors);
            });
        }
    }
    look::<Base>(100..110);
    look::<Traders>(100..110);
    look::<NewWorld>(100..110);
}

#[test]
fn a_game_written_down_and_replayed_is_the_same_game() {
    fn look<R: Rules>(seeds: std::ops::Range<u64>) {
        for seed in seeds {
            let _naming = common::Naming(R::NAME, Seed(seed));
            let mut game = Game::<R>::new(&any_options::<R>(seed));
            let mut record = Record { header: header(&game, Seed(seed)), steps: Vec::new(), result: None };
            let mut draws = Seed(seed).substream("record", 0);
            let mut positions = Vec::new();
            loop {
                positions.push(game);
                // The same step twice has the same consequences.
                let (mut copy, mut again) = (game, draws);
                let (mut events, mut copied) = (Vec::new(), Vec::new());
                let step = random_step(&mut game, &mut draws, &mut events);
                assert_eq!(random_step(&mut copy, &mut again, &mut copied), step);
                assert!(copy == game && copied == events);
                let Some(step) = step else { break };
                record.steps.push(step);
            }
            let read: Record = record.to_string().parse().expect("a record");
            assert_eq!(read, record);
            let mut positions = positions.into_iter();
            let end = replay::<R>(&read, |position, _| assert!(Some(*position) == positions.next()));
            assert!(end == game);
        }
    }
    look::<Base>(200..215);
    look::<Traders>(200..215);
    look::<NewWorld>(200..215);
}

#[test]
fn a_game_takes_the_room_that_is_promised() {
    assert!(size_of::<Game<Base>>() <= 7 * 1024, "{}", size_of::<Game<Base>>());
}

/// A position is described completely by its setup, as text too. The state that is kept from step to step equals a fresh one: in
/// a setup the tiles come to the table in the same order, but figures, supplies and monasteries all at once.
fn setup_round_trip<R: Rules>(game: &Game<R>, _: &[Event]) {
    let setup = game.to_setup();
    let text = serde_json::to_string(&setup).unwrap();
    let read: Setup<R> = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(read, setup);
    match Game::from_setup(&read) {
        Ok(again) => assert!(again == *game, "another position: {text}"),
        Err(faults) => panic!("{faults:?}: {text}"),
    }
}

#[test]
fn setups_describe_every_position() {
    watch_games::<Base>(0..15, setup_round_trip);
    watch_games::<Traders>(0..40, setup_round_trip);
    watch_games::<NewWorld>(0..25, setup_round_trip);
}

/// From the document of a seat's view comes a position with the same document and the same legal list.
fn view_round_trip<R: Rules>(game: &Game<R>, _: &[Event]) {
    for seat in Seat::first(game.seats()) {
        if seat != game.active() && !game.turns().is_multiple_of(7) {
            continue;
        }
        let document = serde_json::to_string(&game.view(Viewer::Seat(seat))).unwrap();
        let position = SeatPosition::<Game<R>>::from_document(&document)
            .unwrap_or_else(|faults| panic!("{faults:#?}: {document}"));
        assert_eq!(serde_json::to_string(&position.view()).unwrap(), document);
        assert!(position.view().imagine() == *game, "another position: {document}");
        let (same, legal) = (position.legal_actions(), game.legal_actions(seat));
        assert!(same.into_iter().eq(legal), "{document}");
    }
}

/// `NEULAND_VIEW_GAMES` sets how many games are played of each kind.
#[test]
fn a_view_comes_back_from_its_document() {
    let wanted = std::env::var("NEULAND_VIEW_GAMES").ok();
    let games = wanted.map_or(16, |text| text.parse().expect("NEULAND_VIEW_GAMES is a number"));
    watch_games::<Base>(0..games, view_round_trip);
    watch_games::<Traders>(0..games, view_round_trip);
    watch_games::<NewWorld>(0..games, view_round_trip);
}

/// Outside fields, no figure stands on a completed feature once its tile is settled.
#[test]
fn completed_features_hold_nobody() {
    fn look<R: Rules>(game: &Game<R>, _: &[Event]) {
        if !matches!(game.phase(), Phase::Drawing | Phase::Placing { .. } | Phase::Over(_)) {
            return;
        }
        let waiting = unsettled_tiles(game);
        for (seat, figure, place) in game.figures() {
            let id = game.land().feature_at(place).expect("a figure stands on a segment");
            let is_field = game.land().feature(id).kind() == SegmentKind::Field;
            assert!(
                is_field || waiting > 0 || !game.is_completed(id),
                "CARC-SCORE-5: {seat} {figure} {place}"
            );
        }
    }
    watch_games::<Base>(300..320, look);
    watch_games::<Traders>(300..320, look);
    watch_games::<NewWorld>(300..320, look);
}

#[test]
fn views_are_documents_and_the_same_for_everybody() {
    fn look<R: Rules>(game: &Game<R>, _: &[Event]) {
        let viewers = [Viewer::Seat(Seat::A), Viewer::Seat(Seat::B), Viewer::Spectator];
        let mut documents = viewers.map(|viewer| {
            let mut document = serde_json::to_value(game.view(viewer)).unwrap();
            document.as_object_mut().unwrap().remove("viewer");
            document
        });
        let last = documents[2].take();
        assert!(documents[..2].iter().all(|document| *document == last));
        let features = last["features"].as_array().unwrap().iter();
        let named: usize = features.map(|feature| feature["segments"].as_array().unwrap().len()).sum();
        let shown = |tile: &carcassonne::PlacedTile| {
            (0..tile.kind.segments().len()).filter(|&index| tile.kind.shows(index)).count()
        };
        assert_eq!(named, game.land().tiles().iter().map(shown).sum::<usize>());
    }
    watch::<Base>(Seed(1), &any_options::<Base>(1), look);
    watch::<Traders>(Seed(1), &any_options::<Traders>(1), look);
    watch::<NewWorld>(Seed(1), &any_options::<NewWorld>(1), look);
}

#[test]
fn what_waits_to_be_settled_counts_as_completed() {
    // The last tile completed a city of four tiles; its figure is still to be decided on.
    let setup = r#"{"tiles": ["N@(0,-1)r2", "K@(1,0)", "N@(1,-1)r3"], "figures": ["A (0,-1).c1"], "active": "B", "phase": "deploying"}"#;
    let setup: carcassonne::Setup<Base> = serde_json::from_str(setup).unwrap();
    let game = Game::from_setup(&setup).unwrap();
    assert_eq!(game.points_if_over(&mut ())[Seat::A].cities, 8);
}
