//! Writes whole tables of tiles, to look at: `cargo run -p draw --example land -- out`.

use carcassonne::{Cell, Kinds, Place, Rotation, Segment, SegmentKind, TileKind};
use draw::carcassonne::{Area, Figure, FigureLook, Hand, Number, Sign, Space, Target, Tile};
use draw::{CarcassonnePicture, Style, Theme, carcassonne_svg, png};
use game::{Draws, Seat, Seed};
use std::collections::BTreeMap;
use std::path::Path;

/// Tiles laid at random wherever they fit.
fn laid(kinds: Kinds, seed: u64, coast: bool) -> (Vec<Tile>, Option<TileKind>) {
    let mut draws = Seed(seed).substream("land", 0);
    let mut stack: Vec<TileKind> = kinds.iter().flat_map(|kind| std::iter::repeat_n(kind, kind.copies().into())).collect();
    for n in (1..stack.len()).rev() {
        stack.swap(n, draws.below(n as u32 + 1) as usize);
    }
    let mut table: BTreeMap<Cell, Tile> = BTreeMap::new();
    let mut order = Vec::new();
    if coast {
        for space in 1..=10 {
            let tile = Tile { cell: Cell::new(0, space), kind: TileKind::coast(space as usize), rotation: Rotation::default() };
            table.insert(tile.cell, tile);
            order.push(tile);
        }
    } else {
        let tile = Tile { cell: Cell::new(0, 0), kind: TileKind::START, rotation: Rotation::default() };
        table.insert(tile.cell, tile);
        order.push(tile);
    }
    for kind in stack {
        let mut fits = Vec::new();
        for cell in table.keys().flat_map(|cell| (0..4).map(|side| cell.beside(side))) {
            if table.contains_key(&cell) || coast && cell.x > 0 {
                continue;
            }
            for rotation in Rotation::ALL {
                let edges = kind.edges(rotation);
                let mut near = 0;
                let fit = (0..4).all(|side| match table.get(&cell.beside(side)) {
                    Some(tile) => {
                        near += 1;
                        tile.kind.edges(tile.rotation)[(side + 2) % 4] == edges[side]
                    }
                    None => true,
                });
                if fit && near > 0 {
                    for _ in 0..near * near * near {
                        fits.push(Tile { cell, kind, rotation });
                    }
                }
            }
        }
        if fits.is_empty() {
            continue;
        }
        let tile = fits[draws.below(fits.len() as u32) as usize];
        table.insert(tile.cell, tile);
        order.push(tile);
    }
    (order, None)
}

fn crowded(kinds: Kinds, seed: u64, coast: bool, seats: usize, tiles: usize) -> CarcassonnePicture {
    let (mut order, _) = laid(kinds, seed, coast);
    let hand = order.get(tiles).map(|tile| tile.kind);
    order.truncate(tiles);
    let mut draws = Seed(seed).substream("figures", 0);
    let mut figures = Vec::new();
    for tile in order.iter().filter(|tile| !tile.kind.is_coast()) {
        if draws.below(3) == 0 {
            let index = draws.below(tile.kind.segments().len() as u32) as usize;
            let seat = Seat::first(seats).nth(draws.below(seats as u32) as usize).expect("a seat");
            let kind = tile.kind.segments()[index].kind;
            let look = match (kind, draws.below(6)) {
                (SegmentKind::City | SegmentKind::Road, 0) if !coast => FigureLook::Builder,
                (SegmentKind::Field, 0 | 1) if !coast => FigureLook::Pig,
                _ => FigureLook::of_follower(kind),
            };
            figures.push(Figure { place: Place { cell: tile.cell, segment: Segment::new(index) }, seat, look });
        }
    }
    let last = *order.last().expect("a tile");
    let segments = (0..last.kind.segments().len())
        .map(|index| Target { place: Place { cell: last.cell, segment: Segment::new(index) }, lit: true })
        .collect();
    figures.retain(|figure| figure.place.cell != last.cell);
    let taken: Vec<Cell> = order.iter().map(|tile| tile.cell).collect();
    let mut spaces: Vec<Space> = Vec::new();
    for cell in taken.iter().flat_map(|cell| (0..4).map(|side| cell.beside(side))) {
        if !taken.contains(&cell) && !spaces.iter().any(|space| space.cell == cell) && !(coast && cell.x > 0) {
            let n = spaces.len();
            spaces.push(Space { cell, lit: n % 3 == 0, fitting: Some((n * 5 % 17) as u16) });
        }
    }
    let shown = spaces.iter().find(|space| space.lit).map(|space| (space.cell, Rotation::new(1)));
    let mut areas = Vec::new();
    let mut numbers = Vec::new();
    for (n, tile) in order.iter().enumerate() {
        for (index, data) in tile.kind.segments().iter().enumerate() {
            let place = Place { cell: tile.cell, segment: Segment::new(index) };
            if n % 3 == 0 && !tile.kind.is_coast() {
                let seat = Seat::first(seats).nth((n / 3 + index) % seats).expect("a seat");
                areas.push(Area { place, owners: [seat].into_iter().collect() });
                if data.kind == SegmentKind::Field {
                    numbers.push(Number { place, number: (n % 13) as u16, sign: if coast { Sign::Animals } else { Sign::Cities } });
                }
            }
        }
    }
    CarcassonnePicture {
        last: vec![last.cell],
        tiles: order,
        figures,
        surveyors: if coast { vec![-2, -3] } else { vec![] },
        spaces,
        segments,
        hand: hand.map(|kind| Hand { kind, shown }),
        areas,
        numbers,
        open: vec![(last.cell, 0)],
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder? cargo run -p draw --example land -- FOLDER")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let light = Style::default();
    let dark = Style { theme: Theme::Dark, coordinates: true, ..Style::default() };
    let games = [
        ("base", Kinds::BASE, false, 5, 72),
        ("traders", Kinds::TRADERS_AND_BUILDERS, false, 6, 96),
        ("mayflower", Kinds::MAYFLOWER, true, 5, 105),
        ("early", Kinds::BASE, false, 2, 12),
    ];
    for (name, kinds, coast, seats, tiles) in games {
        let full = crowded(kinds, 7, coast, seats, tiles);
        let plain = CarcassonnePicture { spaces: vec![], segments: vec![], areas: vec![], numbers: vec![], open: vec![], hand: None, ..full.clone() };
        let played = CarcassonnePicture { areas: vec![], numbers: vec![], open: vec![], ..full.clone() };
        for (what, picture) in [("plain", &plain), ("played", &played), ("full", &full)] {
            for (theme, style) in [("light", &light), ("dark", &dark)] {
                let start = std::time::Instant::now();
                let svg = carcassonne_svg(picture, style);
                let took = start.elapsed();
                std::fs::write(folder.join(format!("{name}-{what}-{theme}.svg")), &svg)?;
                std::fs::write(folder.join(format!("{name}-{what}-{theme}.png")), png(&svg, 1300)?)?;
                println!("{name} {what} {theme}: {} tiles, {} bytes of SVG in {took:?}", picture.tiles.len(), svg.len());
            }
        }
        std::fs::write(folder.join(format!("{name}-360.png")), png(&carcassonne_svg(&played, &light), 360)?)?;
    }
    Ok(())
}
