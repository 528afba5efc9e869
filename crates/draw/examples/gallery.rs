//! Writes a set of pictures into a folder, to look at: `cargo run -p draw --example gallery -- out`.

use catan::{DevelopmentCard, Layout, Options, Piece, Resource};
use draw::catan::{Lit, Mark, development_symbol, piece_symbol, resource_symbol, robber_symbol};
use draw::icons::{die_svg, seat_mark};
use draw::{CatanPicture, Purpose, Style, Theme, Words, catan_svg, png};
use game::{BySeat, Seat};
use std::fmt::Write as _;
use std::path::Path;

/// A set from names parted by spaces.
fn set<Id: std::str::FromStr, Set: FromIterator<Id>>(names: &str) -> Set
where
    Id::Err: std::fmt::Debug,
{
    names.split_whitespace().map(|name| name.parse::<Id>().expect("a place")).collect()
}

/// A crowded position on the beginner board.
fn crowded() -> CatanPicture {
    CatanPicture {
        layout: Some(Layout::beginner()),
        roads: BySeat([
            set("1-5 5-9 9-14 14-10 10-15 15-20 20-26"),
            set("7-11 11-16 16-22 22-17 17-12 12-8 8-13 16-21"),
            set("39-44 44-40 40-45 45-49 34-39 34-28 39-43 43-47"),
            set("24-30 30-36 36-31 31-37 37-42 42-46 46-50 25-31 24-18"),
        ]),
        settlements: BySeat([set("I10 I5"), set("I13 I11"), set("I45 I34 I47"), set("I46 I31")]),
        cities: BySeat([set("I20"), set("I7 I22"), set("I39"), set("I24")]),
        robber: Some("H8".parse().expect("a hex")),
        marks: vec![
            Mark::Intersection("I34".parse().expect("an intersection")),
            Mark::Path("34-28".parse().expect("a path")),
            Mark::Robber { from: "H9".parse().expect("a hex"), to: "H8".parse().expect("a hex") },
            Mark::Hex("H17".parse().expect("a hex")),
        ],
        lit: Lit::default(),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder =
        std::env::args().nth(1).ok_or("which folder? cargo run -p draw --example gallery -- FOLDER")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let light = Style {
        words: Words { title: "Catan".into(), description: "Beginner board, red to move".into() },
        ..Style::default()
    };
    let dark = Style { theme: Theme::Dark, ..light.clone() };
    let named = Style { coordinates: true, ..light.clone() };
    let bare =
        CatanPicture { layout: Some(Layout::beginner()), robber: "H9".parse().ok(), ..Default::default() };
    let random = CatanPicture {
        layout: Some(Layout::draw(&Options::default(), &mut game::Seed(7).substream("board", 0))),
        ..Default::default()
    };
    let lit = CatanPicture {
        lit: Lit {
            hexes: set("H0 H5 H13"),
            intersections: set("I0 I3 I20 I50 I33 I29"),
            paths: set("21-27 6-10 48-52 13-18"),
        },
        ..crowded()
    };
    let pictures = [
        ("empty", CatanPicture::default(), &light, 900),
        ("bare-light", bare.clone(), &light, 1400),
        ("bare-dark", bare, &dark, 1400),
        ("random", random, &light, 700),
        ("crowded-light", crowded(), &light, 1400),
        ("crowded-dark", crowded(), &dark, 1400),
        ("crowded-names", crowded(), &named, 1400),
        ("crowded-360", crowded(), &light, 360),
        ("crowded-360-dark", crowded(), &dark, 360),
        ("lit", lit, &light, 900),
    ];
    for (name, picture, style, width) in &pictures {
        let start = std::time::Instant::now();
        let svg = catan_svg(picture, style);
        let took = start.elapsed();
        std::fs::write(folder.join(format!("{name}.svg")), &svg)?;
        let start = std::time::Instant::now();
        let pixels = png(&svg, *width)?;
        println!("{name}: {} bytes of SVG in {took:?}; PNG {width} wide in {:?}", svg.len(), start.elapsed());
        std::fs::write(folder.join(format!("{name}.png")), pixels)?;
    }

    // In a page: the theme follows the page, and two boards live side by side.
    let mut page = String::from("<!doctype html><body style=\"margin:0;display:flex\">");
    for (n, theme) in ["light", "dark"].into_iter().enumerate() {
        let auto = Style {
            theme: Theme::Auto,
            id_prefix: format!("board{n}-"),
            place_ids: n == 0,
            purpose: Purpose::Table,
            ..light.clone()
        };
        write!(
            page,
            "<div data-theme={theme} style=\"width:50%\">{}</div>",
            catan_svg(&pictures[9].1, &auto)
        )?;
    }
    std::fs::write(folder.join("page.html"), page)?;

    // All symbols on one sheet.
    let mut icons: Vec<String> = Resource::ALL.into_iter().map(resource_symbol).collect();
    icons.extend(DevelopmentCard::ALL.into_iter().map(development_symbol));
    icons.extend((1..=6).map(die_svg));
    icons.push(robber_symbol());
    icons.extend(light.seats.map(seat_mark));
    for seat in Seat::first(Seat::MAX) {
        for piece in [Piece::Road, Piece::Settlement, Piece::City] {
            icons.push(piece_symbol(piece, light.seats[seat.index()]));
        }
    }
    let mut sheet = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 400\">");
    sheet += "<path fill=\"#fff\" d=\"M0 0h640v200H0z\"/><path fill=\"#1b2429\" d=\"M0 200h640v200H0z\"/>";
    for half in 0..2 {
        for (n, icon) in icons.iter().enumerate() {
            let (x, y) = (12 + n % 13 * 48, 12 + 200 * half + n / 13 * 46);
            write!(sheet, "<svg x=\"{x}\" y=\"{y}\" width=\"40\" height=\"40\">{icon}</svg>")?;
        }
    }
    sheet += "</svg>";
    std::fs::write(folder.join("symbols.png"), png(&sheet, 1280)?)?;
    std::fs::write(folder.join("symbols.svg"), sheet)?;
    Ok(())
}
