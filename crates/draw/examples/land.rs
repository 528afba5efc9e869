//! Writes every kind of tile and whole games of Carcassonne, to look at: `cargo run -p draw --example land -- out`.

use carcassonne::{Base, Game, Kinds, NewWorld, Place, Rotation, Rules, SegmentKind, Traders};
use draw::carcassonne::{Area, Hand, Number, Sign, anchor, tile_svg};
use draw::{CarcassonnePicture, Style, Theme, carcassonne_svg, png};
use game::{Draws, Seed, Turn, Viewer};
use std::fmt::Write as _;
use std::path::Path;

/// All kinds side by side; with `anchors`, where figures stand.
fn sheet(kinds: Kinds, style: &Style, rotation: Rotation, anchors: bool) -> String {
    let across = 8;
    let rows = kinds.len().div_ceil(across);
    let ground = if style.theme == Theme::Dark { "#1b2024" } else { "#f6f1e4" };
    let (width, height) = (across * 108, rows * 108);
    let mut sheet = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\
         <path fill=\"{ground}\" d=\"M0 0h{width}v{height}H0z\"/>"
    );
    for (n, kind) in kinds.iter().enumerate() {
        let style = Style { id_prefix: format!("t{n}-"), ..style.clone() };
        let (x, y) = (n % across * 108, n / across * 108);
        let place = format!("<svg x=\"{x}\" y=\"{y}\" width=\"108\" height=\"108\" ");
        sheet += &tile_svg(kind, rotation, &style).replacen("<svg ", &place, 1);
        for data in kind.segments().iter().filter(|_| anchors) {
            let at = anchor(kind, data.id, rotation).expect("its own segment");
            let colour = match data.kind {
                SegmentKind::Road => "#fff",
                SegmentKind::City => "#f90",
                SegmentKind::Monastery => "#c0f",
                SegmentKind::Field => "#08f",
            };
            let (x, y) = (x as f32 + 54.0 + at.x, y as f32 + 54.0 + at.y);
            write!(sheet, "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{colour}\" stroke=\"#000\"/>")
                .expect("a string");
        }
    }
    sheet + "</svg>"
}

/// A game of random moves, as it is after so many tiles, or at its end.
fn played<R: Rules>(options: &R::Options, seed: u64, tiles: usize) -> Game<R> {
    let seed = Seed(seed);
    let mut choose = seed.substream("choice", 0);
    let mut game = Game::<R>::new(options);
    loop {
        match game.turn() {
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut seed.substream(purpose, index));
                game.resolve(chance, &mut ()).expect("an outcome");
            }
            Turn::Decide(seats) => {
                if game.land().tiles().len() >= tiles && game.tile_in_hand().is_some() {
                    return game;
                }
                let seat = seats.lowest().expect("somebody");
                let legal = game.legal_actions(seat);
                // Players who hold back some followers make better pictures.
                let mut action = legal.get(choose.below(legal.len() as u32) as usize).expect("an action");
                if matches!(action, carcassonne::Action::Deploy { .. }) && choose.below(2) == 0 {
                    action = legal.get(legal.len() - 1).expect("an action");
                }
                game.play(seat, action, &mut ()).expect("a legal action");
            }
            Turn::Over(_) => return game,
        }
    }
}

/// The position with everything a page can show on it.
fn everything<R: Rules>(game: &Game<R>) -> (CarcassonnePicture, CarcassonnePicture) {
    let mut picture = CarcassonnePicture::from_view(&game.view(Viewer::Spectator));
    picture.last.extend(picture.tiles.last().map(|tile| tile.cell));
    picture.light(game, &game.legal_actions(game.active()));
    let shown = picture.spaces.first().map(|space| (space.cell, Rotation::default()));
    picture.hand = game.tile_in_hand().map(|kind| Hand { kind, shown });
    let mut full = picture.clone();
    let kinds = game.kinds();
    full.spaces = game
        .land()
        .places()
        .map(|cell| draw::carcassonne::Space {
            cell,
            lit: picture.spaces.iter().any(|space| space.cell == cell),
            fitting: Some(
                kinds
                    .iter()
                    .filter(|&kind| !game.land().rotations(kind, cell).is_empty())
                    .map(|kind| u16::from(game.tiles_left(kind)))
                    .sum(),
            ),
        })
        .collect();
    for (tile, placed) in game.land().indexed_tiles() {
        for (index, data) in placed.kind.segments().iter().enumerate() {
            let id = game.land().feature_of(tile, index);
            let place = Place { cell: placed.cell, segment: data.id };
            let owners = game.majority(id);
            if !owners.is_empty() && placed.kind.shows(index) {
                full.areas.push(Area { place, owners });
            }
            if placed.figure.is_some_and(|figure| usize::from(figure.index) == index) {
                let sign = if data.kind == SegmentKind::Field { Sign::Cities } else { Sign::Plain };
                full.numbers.push(Number { place, number: game.value(id), sign });
            }
        }
    }
    (picture, full)
}

fn write<R: Rules>(
    folder: &Path,
    name: &str,
    options: &R::Options,
    tiles: usize,
) -> Result<(), Box<dyn std::error::Error>> {
    let (played, full) = everything(&played::<R>(options, 11, tiles));
    let light = Style::default();
    let dark = Style { theme: Theme::Dark, coordinates: true, ..Style::default() };
    for (what, picture, style) in [
        ("light", &played, &light),
        ("dark", &played, &dark),
        ("full-light", &full, &light),
        ("full-dark", &full, &dark),
    ] {
        let start = std::time::Instant::now();
        let svg = carcassonne_svg(picture, style);
        println!(
            "{name} {what}: {} tiles, {} bytes in {:?}",
            picture.tiles.len(),
            svg.len(),
            start.elapsed()
        );
        std::fs::write(folder.join(format!("{name}-{what}.png")), png(&svg, 1300)?)?;
        std::fs::write(folder.join(format!("{name}-{what}.svg")), svg)?;
    }
    std::fs::write(folder.join(format!("{name}-360.png")), png(&carcassonne_svg(&played, &light), 360)?)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder? cargo run -p draw --example land -- FOLDER")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let light = Style::default();
    let dark = Style { theme: Theme::Dark, ..Style::default() };
    for (name, kinds) in [("tiles", Kinds::TRADERS_AND_BUILDERS), ("tiles-mayflower", Kinds::MAYFLOWER)] {
        for (theme, style) in [("light", &light), ("dark", &dark)] {
            let svg = sheet(kinds, style, Rotation::default(), false);
            std::fs::write(folder.join(format!("{name}-{theme}.png")), png(&svg, 1400)?)?;
            std::fs::write(folder.join(format!("{name}-{theme}-small.png")), png(&svg, 344)?)?;
        }
        let svg = sheet(kinds, &light, Rotation::new(1), true);
        std::fs::write(folder.join(format!("{name}-turned.png")), png(&svg, 1400)?)?;
    }
    let base = carcassonne::Options { players: 5, ..Default::default() };
    write::<Base>(folder, "base", &base, usize::MAX)?;
    write::<Base>(folder, "base-early", &base, 12)?;
    let mut traders = carcassonne::TradersOptions::default();
    traders.base.players = 6;
    write::<Traders>(folder, "traders", &traders, usize::MAX)?;
    write::<Traders>(folder, "traders-middle", &traders, 60)?;
    let mayflower = carcassonne::MayflowerOptions { players: 4, ..Default::default() };
    write::<NewWorld>(folder, "mayflower", &mayflower, usize::MAX)?;
    write::<NewWorld>(folder, "mayflower-early", &mayflower, 30)?;
    Ok(())
}
