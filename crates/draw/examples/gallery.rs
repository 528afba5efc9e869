//! Writes a set of pictures into a folder, to look at: `cargo run -p draw --example gallery -- out`.

use catan::cities_and_knights::{Area, CardKind, EventFace, Progress, Strength};
use catan::{DevelopmentCard, Layout, Options, Piece, Resource};
use draw::catan::cities_and_knights as knights;
use draw::catan::{
    Barbarians, CitiesAndKnights, Highlights, Mark, development_symbol, piece_symbol, resource_symbol,
    robber_symbol,
};
use draw::icons::{die_svg, red_die_svg, seat_mark};
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
        ..CatanPicture::default()
    }
}

/// Cities & Knights after a few turns: the robber waits.
fn early() -> CatanPicture {
    CatanPicture {
        layout: Some(catan::cities_and_knights::beginner_map()),
        roads: BySeat([set("1-5 39-44"), set("11-16 43-38"), set("45-40 20-26"), set("24-30 36-31")]),
        settlements: BySeat([set("I39"), set("I11"), set("I45"), set("I31")]),
        cities: BySeat([set("I1"), set("I38"), set("I20"), set("I24")]),
        robber: "H5".parse().ok(),
        cities_and_knights: Some(CitiesAndKnights {
            knights: BySeat([
                [set("I5"), set(""), set("")],
                [set("I16"), set(""), set("")],
                [set(""); 3],
                [set(""); 3],
            ]),
            active: set("I16"),
            robber_waits: true,
            barbarians: Some(Barbarians { ship: 2, strength: 4, knights: 1 }),
            ..CitiesAndKnights::default()
        }),
        ..CatanPicture::default()
    }
}

/// Cities & Knights late: every kind of piece, knights of all strengths.
fn late() -> CatanPicture {
    CatanPicture {
        layout: Some(catan::cities_and_knights::beginner_map()),
        cities: BySeat([set("I20 I1"), set("I7 I22"), set("I39"), set("I24 I37")]),
        settlements: BySeat([set("I10 I5"), set("I13 I11"), set("I45 I34 I47"), set("I46 I31")]),
        roads: BySeat([
            set("1-5 5-9 9-14 14-10 10-15 15-20 20-26 26-32"),
            set("7-11 11-16 16-22 22-17 17-12 12-8 8-13 16-21 21-27"),
            set("39-44 44-40 40-45 45-49 34-39 34-28 39-43 43-47 40-35"),
            set("24-30 30-36 36-31 31-37 37-42 42-46 46-50 25-31 24-18"),
        ]),
        cities_and_knights: Some(CitiesAndKnights {
            knights: BySeat([
                [set("I9"), set("I14"), set("I26 I32")],
                [set("I16 I27"), set("I17"), set("I12")],
                [set("I28 I43"), set("I49 I44"), set("I40")],
                [set("I25 I30"), set("I36"), set("I42")],
            ]),
            active: set("I9 I26 I16 I12 I28 I49 I40 I30 I42"),
            walls: set("I20 I22 I24 I39"),
            laid: set("I10"),
            metropolises: ["I22".parse().ok(), "I39".parse().ok(), "I24".parse().ok()],
            merchant: Some((Seat::C, "H10".parse().expect("a hex"))),
            robber_waits: false,
            barbarians: Some(Barbarians { ship: 5, strength: 7, knights: 18 }),
        }),
        marks: vec![
            Mark::Knight { from: "I35".parse().expect("a place"), to: "I40".parse().expect("a place") },
            Mark::Ship,
        ],
        ..crowded()
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
        lit: Highlights {
            hexes: set("H0 H5 H13"),
            intersections: set("I0 I3 I20 I50 I33 I29"),
            paths: set("21-27 6-10 48-52 13-18"),
        },
        ..crowded()
    };
    let late_lit = CatanPicture {
        lit: Highlights {
            hexes: set("H0 H5 H13"),
            intersections: set("I0 I3 I20 I26 I32 I33 I29 I49"),
            paths: set("21-27 6-10 48-52 13-18"),
        },
        ..late()
    };
    let mut beside = early();
    beside.robber = None;
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
        ("knights-early", early(), &light, 1200),
        ("knights-beside", beside, &dark, 800),
        ("knights-late", late(), &light, 1400),
        ("knights-late-dark", late(), &dark, 1400),
        ("knights-late-names", late(), &named, 1400),
        ("knights-360", late(), &light, 360),
        ("knights-360-dark", late(), &dark, 360),
        ("knights-lit", late_lit, &light, 900),
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
    write_sheet(folder, "symbols", &icons)?;
    write_sheet(folder, "knights-symbols", &knights_icons(&light))?;
    Ok(())
}

/// All icons of Cities & Knights.
fn knights_icons(style: &Style) -> Vec<String> {
    let mut icons: Vec<String> = CardKind::COMMODITIES.into_iter().map(knights::card_symbol).collect();
    icons.extend(Area::ALL.into_iter().map(knights::area_symbol));
    icons.extend(Area::ALL.into_iter().map(knights::progress_back));
    icons.extend(Progress::ALL.into_iter().map(knights::progress_symbol));
    icons.extend(EventFace::FACES.into_iter().map(|(face, _)| knights::event_symbol(face)));
    icons.extend((1..=6).map(red_die_svg));
    icons.extend([
        knights::wall_symbol(),
        knights::knights_symbol(),
        knights::ship_symbol(),
        knights::barbarian_symbol(),
        knights::defender_symbol(),
        knights::calendar_symbol([4, 1, 0], [true, false, false]),
        knights::calendar_symbol([2, 5, 3], [false, true, false]),
    ]);
    for look in &style.seats[..4] {
        for strength in Strength::ALL {
            icons.extend([true, false].map(|active| knights::knight_symbol(strength, active, *look)));
        }
        icons.push(knights::merchant_symbol(*look));
        icons.extend(Area::ALL.into_iter().map(|area| knights::metropolis_symbol(area, *look)));
    }
    icons
}

/// Icons on light and on dark ground.
fn write_sheet(folder: &Path, name: &str, icons: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let mut sheet = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 480\">");
    sheet += "<path fill=\"#fff\" d=\"M0 0h640v240H0z\"/><path fill=\"#1b2429\" d=\"M0 240h640v240H0z\"/>";
    for half in 0..2 {
        for (n, icon) in icons.iter().enumerate() {
            let (x, y) = (4 + n % 18 * 35, 4 + 240 * half + n / 18 * 38);
            write!(sheet, "<svg x=\"{x}\" y=\"{y}\" width=\"34\" height=\"34\">{icon}</svg>")?;
        }
    }
    sheet += "</svg>";
    std::fs::write(folder.join(format!("{name}.png")), png(&sheet, 1280)?)?;
    std::fs::write(folder.join(format!("{name}.svg")), sheet)?;
    Ok(())
}
