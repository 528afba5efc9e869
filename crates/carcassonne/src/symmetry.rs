//! Symmetries of the rules as properties: a whole random game played on a table that is turned, moved or seen in a
//! mirror is the same game. Each step of one game is carried over to the other; what is legal, what is scored and how it
//! ends must agree.
//!
//! Tests inside the crate, because they begin with tables that no rule begins with: a start tile that is turned, or lies
//! elsewhere.

use crate::base::Base;
use crate::land::Land;
use crate::mayflower::NewWorld;
use crate::traders_and_builders::Traders;
use crate::{
    Action, Cell, Chance, Game, Kinds, Phase, Place, RoadEnd, Rotation, Rules, Segment, SegmentData, Store,
    TileKind,
};
use game::{Draws, Seed, Turn};
use std::collections::{BTreeMap, BTreeSet};

/// The mapping from one table to the other.
struct Image {
    cell: Box<dyn Fn(Cell) -> Cell>,
    /// The tile that shows the image of this one lying so, and how it lies.
    tile: Box<dyn Fn(TileKind, Rotation) -> (TileKind, Rotation)>,
    /// The image of a segment.
    segment: Box<dyn Fn(TileKind, Segment) -> Segment>,
}

impl Image {
    fn turned(quarters: usize) -> Image {
        Image {
            cell: Box::new(move |cell| (0..quarters).fold(cell, |Cell { x, y }, _| Cell::new(-y, x))),
            tile: Box::new(move |kind, rotation| (kind, Rotation::new(rotation.index() + quarters))),
            segment: Box::new(|_, segment| segment),
        }
    }

    fn moved(x: i8, y: i8) -> Image {
        Image {
            cell: Box::new(move |cell| Cell::new(cell.x + x, cell.y + y)),
            tile: Box::new(|kind, rotation| (kind, rotation)),
            segment: Box::new(|_, segment| segment),
        }
    }

    /// West and east change places, for tiles whose image is in the box.
    fn mirrored(kinds: Kinds) -> Image {
        let (images, also) = (mirror_images(kinds), mirror_images(kinds));
        Image {
            cell: Box::new(|cell| Cell::new(-cell.x, cell.y)),
            tile: Box::new(move |kind, rotation| {
                let image = &images[&kind];
                (image.kind, Rotation::new(image.turn + 4 - rotation.index()))
            }),
            segment: Box::new(move |kind, segment| also[&kind].segments[&segment]),
        }
    }

    /// North and south change places: a mirror, and half a turn.
    fn upside_down(kinds: Kinds, middle: i8) -> Image {
        let Image { tile, segment, .. } = Image::mirrored(kinds);
        Image {
            cell: Box::new(move |cell| Cell::new(cell.x, 2 * middle - cell.y)),
            tile: Box::new(move |kind, rotation| {
                let (kind, rotation) = tile(kind, rotation);
                (kind, Rotation::new(rotation.index() + 2))
            }),
            segment,
        }
    }

    /// The image of a decision, with the tile in hand or the tile that lies at a place.
    fn action<R: Rules>(&self, game: &Game<R>, action: Action) -> Action {
        let at = |cell| {
            let tile = game.land.tile_at(cell).expect("a tile lies there");
            game.land.tile(tile).kind
        };
        match (action, game.phase) {
            (Action::Place { cell, rotation }, Phase::Placing { tile }) => {
                Action::Place { cell: (self.cell)(cell), rotation: (self.tile)(tile, rotation).1 }
            }
            (Action::Deploy { figure, segment }, Phase::Deploying { cell }) => {
                Action::Deploy { figure, segment: (self.segment)(at(cell), segment) }
            }
            (Action::Settle(Place { cell, segment }), _) => {
                let segment = (self.segment)(at(cell), segment);
                Action::Settle(Place { cell: (self.cell)(cell), segment })
            }
            (other, _) => other,
        }
    }
}

/// The kind that looks like another one in a mirror.
struct MirrorImage {
    kind: TileKind,
    /// The rotation that makes it the image of the other one unturned.
    turn: usize,
    segments: BTreeMap<Segment, Segment>,
}

/// For every kind whose mirror image is in the box, that image: found from what is printed on the tiles.
fn mirror_images(kinds: Kinds) -> BTreeMap<TileKind, MirrorImage> {
    let found = |kind: TileKind| {
        let images = kinds.iter().flat_map(|image| (0..4).map(move |turn| (image, turn)));
        let mut images = images.filter_map(|(image, turn)| {
            let map = segments_in_the_mirror(kind, image, Rotation::new(turn))?;
            let names = map.into_iter().enumerate();
            let name = |kind: TileKind, index: usize| kind.segments()[index].id;
            let segments = names.map(|(own, other)| (name(kind, own), name(image, other))).collect();
            Some((kind, MirrorImage { kind: image, turn, segments }))
        });
        images.next()
    };
    kinds.iter().filter_map(found).collect()
}

/// Returns, for each segment of `kind`, the segment of `image` in this rotation that is its mirror image; `None` if `image` is no
/// mirror image.
fn segments_in_the_mirror(kind: TileKind, image: TileKind, turn: Rotation) -> Option<Vec<usize>> {
    let (own, other) = (kind.segments(), image.segments());
    if own.len() != other.len() {
        return None;
    }
    let (ring, shown) = (kind.ring(Rotation::new(0)), image.ring(turn));
    let mut map: Vec<Option<usize>> = vec![None; own.len()];
    for contact in 0..12 {
        let (from, to) = (usize::from(ring[contact]), usize::from(shown[(14 - contact) % 12]));
        if *map[from].get_or_insert(to) != to {
            return None;
        }
    }
    // What reaches no edge: a monastery, or a road between two ends.
    for index in 0..own.len() {
        if map[index].is_none() {
            let taken: BTreeSet<usize> = map.iter().flatten().copied().collect();
            let same = |n: &usize| !taken.contains(n) && other[*n].kind == own[index].kind;
            map[index] = (0..other.len()).find(same);
        }
    }
    let map: Vec<usize> = map.into_iter().collect::<Option<_>>()?;
    let distinct: BTreeSet<&usize> = map.iter().collect();
    let alike = |(index, &to): (usize, &usize)| other[to] == in_other_words(&own[index], other[to].id, &map);
    (distinct.len() == own.len() && map.iter().enumerate().all(alike)).then_some(map)
}

/// Returns the print of a segment, with the segments of the image instead of those of the tile.
fn in_other_words(data: &SegmentData, id: Segment, map: &[usize]) -> SegmentData {
    let borders = (0..8).filter(|&city| data.borders >> city & 1 == 1).map(|city| 1 << map[city]).sum();
    let end = data.end.map(|end| match end {
        RoadEnd::City(city) => RoadEnd::City(map[usize::from(city)] as u8),
        other => other,
    });
    let over = data.over.map(|road| map[usize::from(road)] as u8);
    SegmentData { id, borders, end, over, ..*data }
}

/// A table with one tile and a stack with these tiles.
fn begin<R: Rules>(
    options: &R::Options,
    tile: (TileKind, Rotation),
    cell: Cell,
    stack: impl IntoIterator<Item = (TileKind, u8)>,
) -> Game<R> {
    let mut game = Game::<R>::new(options);
    game.land = Land::empty();
    let options = game.options;
    game.land.place(tile.0, tile.1, cell, |cell| R::may_lie(&options, cell));
    game.stack = R::Counts::filled(0);
    for (kind, number) in stack {
        game.stack.as_mut()[R::KINDS.index(kind)] += number;
    }
    game.stack_len = game.stack.as_ref().iter().sum();
    game
}

/// Plays a random game on one table and its image on another. Says how many decisions there were, and the points.
fn same_game<R: Rules>(seed: Seed, mut game: Game<R>, mut other: Game<R>, image: &Image) -> (usize, u32) {
    let mut draws = seed.substream("symmetry", 0);
    let mut decisions = 0;
    let context =
        |game: &Game<R>| format!("{}, seed {}, step {decisions:?}", R::NAME, seed.0, decisions = game.drawn);
    loop {
        assert_eq!(game.turn(), other.turn(), "{}", context(&game));
        for seat in game::Seat::first(game.seats()) {
            assert_eq!(game.points(seat), other.points(seat), "{}: seat {seat}", context(&game));
            assert_eq!(game.followers(seat), other.followers(seat), "{}: seat {seat}", context(&game));
        }
        match game.turn() {
            Turn::Over(_) => {
                let points = game::Seat::first(game.seats()).map(|seat| u32::from(game.points(seat).total()));
                return (decisions, points.sum());
            }
            Turn::Chance(_) => {
                let chance = game.draw(&mut draws);
                let imaged = match chance {
                    Chance::Tile(tile) => Chance::Tile((image.tile)(tile, Rotation::new(0)).0),
                    other => other,
                };
                game.resolve(chance, &mut ()).unwrap();
                other.resolve(imaged, &mut ()).unwrap_or_else(|why| panic!("{}: {why}", context(&game)));
            }
            Turn::Decide(_) => {
                let (legal, others) = (game.legal_actions(game.active), other.legal_actions(other.active));
                let imaged: BTreeSet<String> =
                    legal.into_iter().map(|action| image.action(&game, action).to_string()).collect();
                let listed: BTreeSet<String> = others.into_iter().map(|action| action.to_string()).collect();
                assert_eq!(imaged, listed, "{}", context(&game));
                let action = legal.get(draws.below(legal.len() as u32) as usize).unwrap();
                let imaged = image.action(&game, action);
                game.play(game.active, action, &mut ()).unwrap();
                other.play(other.active, imaged, &mut ()).unwrap();
                decisions += 1;
            }
        }
    }
}

fn tables() -> Vec<crate::TradersOptions> {
    let tables: [&[(&str, &str)]; 5] = [
        &[],
        &[("players", "3"), ("edition", "c1_2000")],
        &[("players", "4"), ("edition", "c1_2001"), ("second_tile", "immediate")],
        &[("players", "5"), ("house_builder_chain", "true"), ("double_turn", "mandatory")],
        &[("players", "6"), ("farmers", "false"), ("start_player", "random")],
    ];
    let set = |pairs: &&[(&str, &str)]| {
        let mut options = crate::TradersOptions::default();
        pairs.iter().for_each(|(name, value)| options.set(name, value).unwrap());
        options
    };
    tables.iter().map(set).collect()
}

fn whole_stack<R: Rules>(game: &Game<R>) -> Vec<(TileKind, u8)> {
    R::KINDS.iter().map(|kind| (kind, game.tiles_left(kind))).collect()
}

#[test]
fn a_turned_or_moved_table_is_the_same_game() {
    fn play<R: Rules>(options: &R::Options, seed: u64) {
        let game = Game::<R>::new(options);
        let images = [1, 2, 3].map(Image::turned).into_iter().chain([Image::moved(-17, 21)]);
        for image in images {
            let (tile, cell) =
                ((image.tile)(TileKind::START, Rotation::new(0)), (image.cell)(Cell::new(0, 0)));
            let other = begin::<R>(options, tile, cell, whole_stack(&game));
            let (decisions, points) = same_game(Seed(seed), game, other, &image);
            assert!(decisions >= R::KINDS.tiles() - 1 && points > 0);
        }
    }
    for (n, options) in tables().into_iter().enumerate() {
        for seed in 0..3 {
            play::<Base>(&options.base, 10 * n as u64 + seed);
            play::<Traders>(&options, 10 * n as u64 + seed);
        }
    }
}

#[test]
fn mirror_images_are_found_in_the_data() {
    for (kinds, all, pairs) in [
        (Kinds::BASE, 24, &[("J", "K")][..]),
        (Kinds::TRADERS_AND_BUILDERS, 40, &[("J", "K")]),
        (Kinds::MAYFLOWER, 36, &[("MF-18a", "MF-19a"), ("MF-18b", "MF-19b")]),
    ] {
        let images = mirror_images(kinds);
        assert_eq!(images.len(), all, "kinds with an image in the box");
        assert!(images.iter().all(|(&kind, image)| images[&image.kind].kind == kind));
        let found: Vec<(&str, &str)> =
            images.iter().map(|(kind, image)| (kind.id(), image.kind.id())).filter(|(a, b)| a < b).collect();
        assert_eq!(found, pairs, "kinds that are not their own image");
    }
}

/// The kinds whose image is in the box, as many of each as of its image.
fn mirrored_stack(kinds: Kinds, limit: usize) -> Vec<(TileKind, u8)> {
    let images = mirror_images(kinds);
    let mut stack: Vec<(TileKind, u8)> =
        images.iter().map(|(&kind, image)| (kind, kind.copies().min(image.kind.copies()))).collect();
    // Fewer, if not so many may lie: of each kind one after the other is left out.
    while stack.iter().map(|&(_, number)| usize::from(number)).sum::<usize>() > limit {
        let most = stack.iter().map(|&(_, number)| number).max().unwrap();
        for (_, number) in stack.iter_mut().filter(|(_, number)| *number == most) {
            *number -= 1;
        }
    }
    stack
}

fn imaged(stack: &[(TileKind, u8)], image: &Image) -> Vec<(TileKind, u8)> {
    stack.iter().map(|&(kind, number)| ((image.tile)(kind, Rotation::new(0)).0, number)).collect()
}

#[test]
fn a_game_in_the_mirror_is_the_same_game() {
    fn play<R: Rules>(options: &R::Options, seed: u64) {
        let image = Image::mirrored(R::KINDS);
        let mut stack = mirrored_stack(R::KINDS, R::KINDS.tiles());
        let start = stack.iter_mut().find(|(kind, _)| *kind == TileKind::START).expect("its own image");
        start.1 -= 1;
        let tile = (TileKind::START, Rotation::new(0));
        let game = begin::<R>(options, tile, Cell::new(0, 0), stack.clone());
        let turned = (image.tile)(tile.0, tile.1);
        let other = begin::<R>(options, turned, Cell::new(0, 0), imaged(&stack, &image));
        let (decisions, points) = same_game(Seed(seed), game, other, &image);
        assert!(decisions > 40 && points > 0);
    }
    for (n, options) in tables().into_iter().enumerate() {
        for seed in 0..6 {
            play::<Base>(&options.base, 100 + 10 * n as u64 + seed);
            play::<Traders>(&options, 100 + 10 * n as u64 + seed);
        }
    }
}

/// Mayflower's board is not symmetric and its columns are not alike; but away from the board every row is like any
/// other, and north is like south.
#[test]
fn away_from_the_board_mayflower_is_the_same_in_every_row_and_upside_down() {
    const MIDDLE: i8 = -40;
    let west_of_the_board = Cell::new(-1, MIDDLE);
    let mut scored = 0;
    for seed in 0..24 {
        let mut options = crate::MayflowerOptions::default();
        let players = (2 + seed % 4).to_string();
        options.set("players", &players).unwrap();
        options.set("bonus", if seed % 3 == 0 { "per_player" } else { "per_settler" }).unwrap();
        options.set("remove_without_move", if seed % 2 == 0 { "true" } else { "false" }).unwrap();
        options.set("bonus_in_final_scoring", if seed % 5 == 0 { "true" } else { "false" }).unwrap();
        // So few tiles that the layout reaches neither the board nor the end of the world.
        let stack = mirrored_stack(Kinds::MAYFLOWER, 36);
        let first = (stack[seed as usize % stack.len()].0, Rotation::new(seed as usize / 7));
        let game = begin::<NewWorld>(&options, first, west_of_the_board, stack.clone());
        for image in [Image::moved(0, -45), Image::upside_down(Kinds::MAYFLOWER, MIDDLE)] {
            let (tile, cell) = ((image.tile)(first.0, first.1), (image.cell)(west_of_the_board));
            let other = begin::<NewWorld>(&options, tile, cell, imaged(&stack, &image));
            let (decisions, points) = same_game(Seed(seed), game, other, &image);
            assert!(decisions > 30, "{decisions} decisions");
            scored += points;
        }
    }
    assert!(scored > 1_000, "{scored} points in all");
}
