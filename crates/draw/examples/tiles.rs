//! Writes every kind of tile as a contact sheet, to look at: `cargo run -p draw --example tiles -- out`.

use carcassonne::{Kinds, Rotation, Segment, TileKind};
use draw::carcassonne::{anchor, tile_svg};
use draw::{Style, Theme, png};
use std::fmt::Write as _;
use std::path::Path;

/// All kinds side by side, `size` pixels each; with `anchors`, where figures stand.
fn sheet(kinds: &[TileKind], style: &Style, rotation: Rotation, anchors: bool) -> String {
    let across = 8;
    let rows = kinds.len().div_ceil(across);
    let ground = if style.theme == Theme::Dark { "#1b2024" } else { "#f6f1e4" };
    let mut sheet = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\"><path fill=\"{ground}\" d=\"M0 0h{0}v{1}H0z\"/>",
        across * 108,
        rows * 108
    );
    for (n, &kind) in kinds.iter().enumerate() {
        let style = Style { id_prefix: format!("t{n}-"), embed_css: true, ..style.clone() };
        let (x, y) = (n % across * 108, n / across * 108);
        let tile = tile_svg(kind, rotation, &style).replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" width=\"108\" height=\"108\" "), 1);
        sheet += &tile;
        if anchors {
            for index in 0..kind.segments().len() {
                let at = anchor(kind, Segment::new(index), rotation);
                let colour = ["#d00", "#00d", "#fff", "#f90", "#0cc", "#333", "#c0c", "#ff0"][index % 8];
                write!(sheet, "<circle cx=\"{}\" cy=\"{}\" r=\"6\" fill=\"{colour}\" stroke=\"#000\"/>", x as f32 + 54.0 + at.x, y as f32 + 54.0 + at.y).expect("a string");
            }
        }
    }
    sheet + "</svg>"
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder? cargo run -p draw --example tiles -- FOLDER")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let light = Style::default();
    let dark = Style { theme: Theme::Dark, ..Style::default() };
    let both: Vec<TileKind> = Kinds::TRADERS_AND_BUILDERS.iter().collect();
    let mayflower: Vec<TileKind> = Kinds::MAYFLOWER.iter().collect();
    for (name, kinds) in [("tiles", &both), ("mayflower", &mayflower)] {
        for (theme, style) in [("light", &light), ("dark", &dark)] {
            let svg = sheet(kinds, style, Rotation::default(), false);
            std::fs::write(folder.join(format!("{name}-{theme}.png")), png(&svg, 1400)?)?;
            std::fs::write(folder.join(format!("{name}-{theme}-small.png")), png(&svg, 344)?)?;
        }
        let svg = sheet(kinds, &light, Rotation::new(1), true);
        std::fs::write(folder.join(format!("{name}-turned.png")), png(&svg, 1400)?)?;
    }
    Ok(())
}
