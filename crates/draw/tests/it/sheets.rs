//! The style sheets of island and land share a page, and neither styles the other's pictures.

use draw::carcassonne::{CarcassonnePicture, Tile, carcassonne_svg};
use draw::catan::{CatanPicture, catan_svg};
use draw::{Style, Theme};
use std::collections::BTreeSet;

/// The selectors of a style sheet, those inside `@media` too.
fn selectors(css: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = css;
    while let Some(at) = rest.find('{') {
        let head = rest[..at].rsplit('}').next().unwrap_or_default().trim();
        if !head.starts_with('@') {
            found.extend(head.split(',').map(|selector| selector.trim().to_owned()));
        }
        rest = &rest[at + 1..];
    }
    found
}

/// The classes of a picture's elements, without its own style sheet.
fn classes(svg: &str) -> BTreeSet<&str> {
    let lists = svg.split(" class=\"").skip(1).filter_map(|rest| rest.split('"').next());
    lists.flat_map(str::split_whitespace).collect()
}

/// Whether a selector can match something in a picture with these classes.
fn reaches(selector: &str, classes: &BTreeSet<&str>) -> bool {
    let named = selector.split('.').skip(1).map(|part| {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(part.len());
        &part[..end]
    });
    let mut named = named.peekable();
    named.peek().is_some() && named.all(|class| classes.contains(class))
}

fn pictures() -> [(String, String); 2] {
    let style = Style { theme: Theme::Auto, embed_css: false, ..Style::default() };
    let island = CatanPicture { layout: Some(catan::Layout::beginner()), ..CatanPicture::default() };
    let knights = CatanPicture {
        cities_and_knights: Some(draw::catan::cities_and_knights::CitiesAndKnights {
            barbarians: Some(draw::catan::cities_and_knights::Barbarians::default()),
            ..Default::default()
        }),
        ..island.clone()
    };
    let mut land = CarcassonnePicture::default();
    let traders = carcassonne::TradersAndBuilders::new(&Default::default()).kinds().iter();
    let mayflower = carcassonne::Mayflower::new(&Default::default()).kinds().iter();
    for (x, kind) in traders.chain(mayflower).enumerate() {
        let cell = carcassonne::Cell::new(x as i8 - 60, 0);
        land.tiles.push(Tile { cell, kind, rotation: carcassonne::Rotation::default() });
    }
    land.last = land.tiles.iter().map(|tile| tile.cell).collect();
    [
        (draw::catan::stylesheet(&style), catan_svg(&island, &style) + &catan_svg(&knights, &style)),
        (draw::carcassonne::stylesheet(&style), carcassonne_svg(&land, &style)),
    ]
}

#[test]
fn no_class_of_one_family_is_styled_by_the_sheet_of_the_other() {
    let [(island_css, island), (land_css, land)] = pictures();
    for (css, own, other, family) in
        [(&island_css, &island, &land, "catan"), (&land_css, &land, &island, "land")]
    {
        let (own, other) = (classes(own), classes(other));
        assert!(own.contains(family) && !other.contains(family));
        // What only sets the colours' variables sets variables of its own (below).
        let rules = selectors(css).into_iter().filter(|selector| !selector.ends_with("board-auto"));
        let rules = rules.filter(|selector| !selector.contains(":not([data-theme"));
        let mut used = 0;
        for selector in rules {
            assert!(!reaches(&selector, &other), "{selector} styles a picture of the other family");
            used += usize::from(reaches(&selector, &own));
        }
        assert!(used > 30, "only {used} rules of {family} find something in its pictures");
    }
}

#[test]
fn no_colour_of_one_family_is_named_as_one_of_the_other() {
    let [(island, _), (land, _)] = pictures();
    let names = |css: &str| -> BTreeSet<String> {
        let declared = css.split("--b-").skip(1).filter_map(|rest| rest.split_once(':'));
        declared.map(|(name, _)| name.to_owned()).filter(|name| !name.contains(')')).collect()
    };
    let both: Vec<String> = names(&island).intersection(&names(&land)).cloned().collect();
    assert_eq!(both, Vec::<String>::new());
}
