//! An expansion that only these tests know, alone and together with Traders & Builders.
//!
//! Wells are four tiles with a well at a road. A completed road gives 2 points more for each well, or as the switch says, and the
//! seat that completes it keeps a bucket for each, which is a point in the final scoring.

use super::{Combination, Expansion};
use crate::land::{Size, extent};
use crate::traders_and_builders::{TradersState, WithTraders};
use crate::{
    Base, Chance, Definition, Event, FeatureId, Game, Kinds, Options, PerSeat, Points, Rules, SegmentKind,
    TileKind, Traders, TradersExpansion, TradersOptions,
};
use game::options::Values;
use game::{Draws, Observer, Seat, Seed, Turn};

game::options! {
    /// The rule switches of wells.
    struct WellOptions of "wells" {
        well_points: u8 = "2", Values::Range(0, 3), "CARC-SCORE-6", "points of a well at a completed road";
    }
}

game::options! {
    /// Switches of the base game and of wells.
    struct AloneOptions of "wells" extends base: Options, wells: WellOptions {}
}

game::options! {
    /// Switches of the base game, of Traders & Builders and of wells.
    struct TogetherOptions of "wells-and-traders" extends traders: TradersOptions, wells: WellOptions {}
}

struct Wells;

/// Buckets in front of the seats.
type Buckets = PerSeat<u8>;

/// A game with wells, alone or among other expansions.
trait WithWells: Rules {
    fn buckets(own: &Self::Own) -> &Buckets;
    fn buckets_mut(own: &mut Self::Own) -> &mut Buckets;
    fn well_options(options: &Self::Options) -> &WellOptions;
}

impl<R: WithWells> Expansion<R> for Wells {
    fn completed(game: &mut Game<R>, id: FeatureId, _: &mut impl Observer<Event>) {
        let feature = game.land.feature(id);
        if feature.kind() == SegmentKind::Road {
            R::buckets_mut(&mut game.own)[game.active] += feature.symbols();
        }
    }
    fn value(game: &Game<R>, id: FeatureId, completed: bool, points: u16) -> u16 {
        let feature = game.land.feature(id);
        let counts = completed && feature.kind() == SegmentKind::Road;
        let each = u16::from(R::well_options(&game.options).well_points);
        points + each * u16::from(counts) * u16::from(feature.symbols())
    }
    fn final_scoring(game: &mut Game<R>, _: &mut impl Observer<Event>) {
        for seat in Seat::first(game.seats()) {
            game.points[seat].extra += u16::from(R::buckets(&game.own)[seat]);
        }
    }
    fn parts(points: &Points, parts: &mut Vec<(&'static str, u16)>) {
        parts.push(("wells", points.extra));
    }
}

/// The base game and wells, which are numbered behind those of another box.
#[derive(Clone, Copy, PartialEq, Debug)]
struct WellsAlone;

const ALONE: Kinds = Kinds::BASE.union(Kinds::WELLS);
extent!(WellsAlone, ALONE, Size::of(ALONE));

impl Definition for WellsAlone {
    type Options = AloneOptions;
    type Own = Buckets;
    const NAME: &'static str = "wells";
    const VERSIONS: &'static [u32] = &[1];
}

impl Combination for WellsAlone {
    type Expansions = Wells;

    fn base(options: &AloneOptions) -> &Options {
        &options.base
    }
}

impl WithWells for WellsAlone {
    fn buckets(own: &Buckets) -> &Buckets {
        own
    }
    fn buckets_mut(own: &mut Buckets) -> &mut Buckets {
        own
    }
    fn well_options(options: &AloneOptions) -> &WellOptions {
        &options.wells
    }
}

/// The base game, Traders & Builders and wells.
#[derive(Clone, Copy, PartialEq, Debug)]
struct WellsAndTraders;

const TOGETHER: Kinds = Kinds::TRADERS_AND_BUILDERS.union(Kinds::WELLS);
extent!(WellsAndTraders, TOGETHER, Size::of(TOGETHER));

impl Definition for WellsAndTraders {
    type Options = TogetherOptions;
    type Own = (TradersState, Buckets);
    const NAME: &'static str = "wells-and-traders";
    const VERSIONS: &'static [u32] = &[1];
}

impl Combination for WellsAndTraders {
    type Expansions = (TradersExpansion, Wells);

    fn base(options: &TogetherOptions) -> &Options {
        &options.traders.base
    }
}

impl WithTraders for WellsAndTraders {
    fn traders(own: &(TradersState, Buckets)) -> &TradersState {
        &own.0
    }
    fn traders_mut(own: &mut (TradersState, Buckets)) -> &mut TradersState {
        &mut own.0
    }
    fn traders_options(options: &TogetherOptions) -> &TradersOptions {
        &options.traders
    }
}

impl WithWells for WellsAndTraders {
    fn buckets(own: &(TradersState, Buckets)) -> &Buckets {
        &own.1
    }
    fn buckets_mut(own: &mut (TradersState, Buckets)) -> &mut Buckets {
        &mut own.1
    }
    fn well_options(options: &TogetherOptions) -> &WellOptions {
        &options.wells
    }
}

#[test]
fn boxes_are_joined() {
    let well: TileKind = "WELL".parse().unwrap();
    for (kinds, len, tiles) in [(ALONE, 25, 76), (TOGETHER, 49, 100)] {
        assert_eq!((kinds.len(), kinds.iter().count(), kinds.tiles()), (len, len, tiles));
        assert!(kinds.iter().enumerate().all(|(n, kind)| kinds.find(kind) == Some(n)));
        assert_eq!(kinds.find(well), Some(len - 1));
        assert!(Kinds::MAYFLOWER.iter().all(|kind| !kinds.contains(kind)));
    }
    let builders: TileKind = "TB-01".parse().unwrap();
    assert!(TOGETHER.contains(builders) && !ALONE.contains(builders) && !Kinds::BASE.contains(well));
}

#[test]
#[should_panic(expected = "in the order of their numbers")]
fn boxes_are_joined_in_one_order() {
    let _ = Kinds::WELLS.union(Kinds::BASE);
}

/// Draws and decides at random until the game is over or `enough`; `observer` gets the events.
fn play<R: Rules>(
    game: &mut Game<R>,
    draws: &mut impl Draws,
    observer: &mut impl Observer<Event>,
    mut enough: impl FnMut(&Game<R>) -> bool,
) {
    while !enough(game) {
        match game.turn() {
            Turn::Chance(_) => {
                let chance = game.draw(draws);
                game.resolve(chance, observer).unwrap();
            }
            Turn::Decide(_) => {
                let legal = game.legal_actions(game.active);
                assert!(legal.into_iter().all(|action| game.check(game.active, action).is_ok()));
                let action = legal.get(draws.below(legal.len() as u32) as usize).unwrap();
                game.play(game.active, action, observer).unwrap();
            }
            Turn::Over(_) => return,
        }
    }
}

/// Plays whole games, and checks the wells in them; returns the points by part of all seats and games together.
fn whole_games<R: WithWells>(options: &R::Options, series: u64) -> Vec<(&'static str, u16)> {
    let mut sums: Vec<(&str, u16)> = R::parts(&Points::default());
    for index in 0..6 {
        let mut game = Game::<R>::new(options);
        play(&mut game, &mut Seed(series).substream("wells", index), &mut (), |_| false);
        let roads = game
            .land
            .features()
            .filter(|(id, feature)| feature.kind() == SegmentKind::Road && game.is_completed(*id));
        let wells: u8 = roads.map(|(_, feature)| feature.symbols()).sum();
        let buckets = *R::buckets(&game.own);
        let kept: u8 = Seat::first(game.seats()).map(|seat| buckets[seat]).sum();
        assert_eq!(kept, wells);
        for seat in Seat::first(game.seats()) {
            let points = game.points(seat);
            let parts = R::parts(&points);
            assert_eq!(points.extra, u16::from(buckets[seat]));
            assert_eq!(parts.iter().map(|part| part.1).sum::<u16>(), points.total());
            sums.iter_mut().zip(parts).for_each(|(sum, part)| sum.1 += part.1);
        }
    }
    sums
}

fn names(parts: &[(&'static str, u16)]) -> Vec<&'static str> {
    assert!(parts.iter().all(|part| part.1 > 0), "every part occurs: {parts:?}");
    parts.iter().map(|part| part.0).collect()
}

#[test]
fn an_expansion_plays_alone() {
    let parts = whole_games::<WellsAlone>(&AloneOptions::default(), 1);
    assert_eq!(names(&parts), ["roads", "cities", "monasteries", "fields", "wells"]);
}

#[test]
fn two_expansions_play_together() {
    for (series, (option, value)) in
        (2..).zip([("second_tile", "after_first_part"), ("second_tile", "immediate"), ("players", "4")])
    {
        let mut options = TogetherOptions::default();
        options.set(option, value).unwrap();
        let parts = whole_games::<WellsAndTraders>(&options, series);
        assert_eq!(names(&parts), ["roads", "cities", "monasteries", "fields", "goods", "wells"]);
    }
}

#[test]
fn options_are_joined() {
    let own = WellOptions::TABLE;
    assert_eq!(AloneOptions::TABLE, [Options::TABLE, own].concat());
    assert_eq!(TogetherOptions::TABLE, [TradersOptions::TABLE, own].concat());
    let mut options = TogetherOptions::default();
    for (name, value) in [("farmers", "false"), ("second_tile", "immediate"), ("well_points", "3")] {
        options.set(name, value).unwrap();
        assert_eq!(options.get(name).as_deref(), Ok(value));
    }
    assert!(!options.traders.base.farmers && options.wells.well_points == 3);
    options.set("house_builder_chain", "true").unwrap();
    assert_eq!(options.validate().unwrap_err().len(), 1, "the conflicts of all of them are found");
    assert!(options.set("well_points", "4").is_err());
}

#[test]
fn a_road_with_a_well_gives_more() {
    for (well_points, points) in [("2", 4 + 2), ("3", 4 + 3)] {
        let mut options = AloneOptions::default();
        options.set("well_points", well_points).unwrap();
        let mut game = Game::<WellsAlone>::new(&options);
        // The start tile's road runs from west to east. The well lies on it, and a town ends it on both sides.
        for (tile, place, figure) in [
            ("WELL", "place (1,0)r0", "deploy r1"),
            ("S", "place (2,0)r1", "pass"),
            ("S", "place (-1,0)r3", "pass"),
        ] {
            game.resolve(Chance::Tile(tile.parse().unwrap()), &mut ()).unwrap();
            for action in [place, figure] {
                game.play(game.active, action.parse().unwrap(), &mut ()).unwrap();
            }
        }
        assert_eq!(game.points(Seat::A).roads, points);
        assert_eq!((game.own()[Seat::A], game.own()[Seat::B]), (1, 0));
    }
}

/// Plays the same tiles and decisions in a game and in one with wells, where no well is drawn: everything is alike.
fn plays_as_without<R: Rules, W: Rules>(seed: u64) {
    let (mut plain, mut wells) =
        (Game::<R>::new(&R::Options::default()), Game::<W>::new(&W::Options::default()));
    let mut draws = Seed(seed).substream("without wells", 0);
    while plain.stack_len() > 0 {
        let (mut told, mut also) = (Vec::new(), Vec::new());
        match plain.turn() {
            Turn::Chance(_) => {
                let chance = plain.draw(&mut draws);
                plain.resolve(chance, &mut told).unwrap();
                wells.resolve(chance, &mut also).unwrap();
            }
            Turn::Decide(_) => {
                let seat = plain.active;
                let legal = plain.legal_actions(seat);
                let others: Vec<_> = wells.legal_actions(seat).into_iter().collect();
                assert_eq!(legal.into_iter().collect::<Vec<_>>(), others);
                let action = legal.get(draws.below(legal.len() as u32) as usize).unwrap();
                plain.play(seat, action, &mut told).unwrap();
                wells.play(seat, action, &mut also).unwrap();
            }
            Turn::Over(_) => unreachable!("tiles are left"),
        }
        assert_eq!((told, plain.phase, plain.active), (also, wells.phase, wells.active));
        assert_eq!((plain.points, plain.followers), (wells.points, wells.followers));
        assert_eq!(plain.extras(), wells.extras());
    }
}

#[test]
fn without_its_tiles_an_expansion_changes_nothing() {
    for seed in 0..10 {
        plays_as_without::<Base, WellsAlone>(seed);
        plays_as_without::<Traders, WellsAndTraders>(seed);
    }
}

#[test]
fn setups_of_a_combination_come_back() {
    let mut game = Game::<WellsAndTraders>::new(&TogetherOptions::default());
    let mut draws = Seed(8).substream("setup", 0);
    for tiles in [20, 40, 60, 80] {
        play(&mut game, &mut draws, &mut (), |game| game.land.tiles().len() == tiles);
        let again = Game::from_setup(&game.to_setup()).unwrap();
        let (traders, _) = game.own;
        assert_eq!(again.own.0, traders);
        assert_eq!((again.land, again.points, again.phase), (game.land, game.points, game.phase));
    }
}
