//! The pictures of the tile games: everything in its place, well-formed, the same every time.

use carcassonne::{
    Action, Base, Cell, Game, Kinds, MayflowerOptions, NewWorld, Place, Rotation, Rules, Setup, TileKind,
    Traders, TradersOptions,
};
use draw::carcassonne::{
    Area, Figure, FigureLook, Hand, Number, Sign, Space, Target, anchor, kinds_svg, sheet_svg, stylesheet,
    tile_svg, tile_use,
};
use draw::{CarcassonnePicture, Purpose, Style, Theme, Words, carcassonne_svg};
use game::{Draws, Seat, SeatSet, Seed, Turn, Viewer};
use roxmltree::{Document, Node};

fn kinds() -> impl Iterator<Item = TileKind> {
    let coast = (1..=TileKind::COAST_SPACES).map(TileKind::coast);
    Kinds::TRADERS_AND_BUILDERS.iter().chain(Kinds::MAYFLOWER.iter()).chain(coast).chain(described())
}

/// The option of a box with ten kinds that somebody described (`MAY-OPT-KINDS`).
fn own_box() -> MayflowerOptions {
    let text = include_str!("../../../carcassonne/tests/own-box.json");
    let own: serde_json::Value = serde_json::from_str(text).expect("JSON");
    let tiles = own["tiles"].as_array().expect("tiles").iter().map(ToString::to_string);
    let counts =
        own["counts"].as_object().expect("counts").iter().map(|(kind, count)| format!("{kind}:{count}"));
    let mut options = MayflowerOptions::default();
    options.set("tiles", &counts.chain(tiles).collect::<Vec<_>>().join(",")).expect("a box");
    options
}

fn described() -> impl Iterator<Item = TileKind> {
    Game::<NewWorld>::new(&own_box()).kinds().iter().filter(|kind| kind.is_described())
}

#[test]
fn may_opt_kinds_described_kinds_are_drawn_on_the_table() {
    for seed in 0..3 {
        let game = played::<NewWorld>(&own_box(), seed, 200);
        let svg = carcassonne_svg(
            &CarcassonnePicture::from_view(&game.view(Viewer::Everything)),
            &Style::default(),
        );
        Document::parse(&svg).expect("well-formed");
        let lying: Vec<TileKind> =
            game.land().tiles().iter().map(|tile| tile.kind).filter(|kind| kind.is_described()).collect();
        assert!(lying.len() > 6, "{lying:?}");
        for kind in lying {
            assert!(
                svg.contains(&format!("<g id=\"b-{kind}")) && svg.contains(&format!("href=\"#b-{kind}")),
                "{kind}"
            );
        }
        let from_setup = CarcassonnePicture::from_setup(&game.to_setup());
        assert_eq!(from_setup.tiles.len(), game.land().tiles().len());
    }
}

/// A game of random moves, after so many tiles or at its end; followers are held back every second time.
fn played<R: Rules>(options: &R::Options, seed: u64, tiles: usize) -> Game<R> {
    let seed = Seed(seed);
    let mut choose = seed.substream("choice", 0);
    let mut game = Game::<R>::new(options);
    loop {
        match game.turn() {
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut seed.substream(purpose, index));
                game.resolve(chance, &mut ()).unwrap();
            }
            Turn::Decide(seats) => {
                if game.land().tiles().len() >= tiles && game.tile_in_hand().is_some() {
                    return game;
                }
                let seat = seats.lowest().unwrap();
                let legal = game.legal_actions(seat);
                let mut action = legal.get(choose.below(legal.len() as u32) as usize).unwrap();
                if matches!(action, Action::Deploy { .. }) && choose.below(2) == 0 {
                    action = legal.get(legal.len() - 1).unwrap();
                }
                game.play(seat, action, &mut ()).unwrap();
            }
            Turn::Over(_) => return game,
        }
    }
}

/// A position with everything on it that a picture can show.
fn everything<R: Rules>(game: &Game<R>) -> CarcassonnePicture {
    let mut picture = CarcassonnePicture::from_view(&game.view(Viewer::Spectator));
    let last = *game.land().tiles().last().unwrap();
    picture.last.push(last.cell);
    picture.light(game, &game.legal_actions(game.active()));
    let lit: Vec<Cell> = picture.spaces.iter().map(|space| space.cell).collect();
    picture.spaces = (0..)
        .zip(game.land().places())
        .map(|(n, cell)| Space { cell, lit: lit.contains(&cell), fitting: Some(n % 30) })
        .collect();
    picture.hand = game.tile_in_hand().map(|kind| Hand { kind, shown: Some((last.cell, Rotation::new(2))) });
    for tile in &picture.tiles {
        for (index, data) in
            tile.kind.segments().iter().enumerate().filter(|(index, _)| tile.kind.shows(*index))
        {
            let place = Place { cell: tile.cell, segment: data.id };
            let owners = SeatSet::one(Seat::first(game.seats()).nth(index % game.seats()).unwrap());
            picture.areas.push(Area { place, owners });
            if index == 0 {
                picture.numbers.push(Number { place, number: index as u16 + 9, sign: Sign::Cities });
            }
            if tile.cell == last.cell {
                picture.segments.retain(|target| target.place != place);
                picture.segments.push(Target { place, lit: index % 2 == 0 });
            }
        }
    }
    picture.open.push((last.cell, 1));
    picture
}

fn pictures() -> Vec<CarcassonnePicture> {
    vec![
        CarcassonnePicture::default(),
        CarcassonnePicture::from_view(&played::<Base>(&Default::default(), 3, 20).view(Viewer::Spectator)),
        everything(&played::<Base>(&Default::default(), 1, 40)),
        everything(&played::<Traders>(&Default::default(), 2, 70)),
        everything(&played::<NewWorld>(&Default::default(), 3, 60)),
    ]
}

fn variants() -> Vec<(CarcassonnePicture, Style)> {
    let mut all = Vec::new();
    for picture in pictures() {
        for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
            for coordinates in [false, true] {
                let words = Words { title: "Carcassonne <&>".into(), description: "\"Zug\" 12".into() };
                all.push((picture.clone(), Style { theme, coordinates, words, ..Style::default() }));
            }
        }
    }
    all
}

fn class_has(node: &Node<'_, '_>, word: &str) -> bool {
    node.attribute("class").is_some_and(|class| class.split(' ').any(|part| part == word))
}

/// The one element of a place.
fn place<'a, 'd>(document: &'a Document<'d>, name: &str) -> Node<'a, 'd> {
    let mut found = document.descendants().filter(|node| node.attribute("data-place") == Some(name));
    let only = found.next().unwrap_or_else(|| panic!("{name} is missing"));
    assert!(found.next().is_none(), "{name} is there twice");
    only
}

/// Every id is there once and has the prefix or is the name of a place or of a surveyor; every reference leads somewhere; no sign of unfilled
/// markup is left.
fn is_sound(svg: &str, prefix: &str) {
    let document = Document::parse(svg).expect("well-formed XML");
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let mut once = ids.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), ids.len(), "an id is there twice");
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            let is_name = node.attribute("data-place") == Some(id) || class_has(&node, "surveyor");
            assert!(id.starts_with(prefix) || is_name, "{id}");
        }
        for attribute in node.attributes() {
            let value = attribute.value();
            let target = value.strip_prefix("url(#").map(|rest| rest.trim_end_matches(')'));
            let target = target.or_else(|| (attribute.name() == "href").then(|| &value[1..]));
            if let Some(target) = target {
                assert!(ids.contains(&target), "{target} is not defined");
            }
            assert!(!value.contains(['@', '~']) && !value.contains("NaN"), "{node:?}");
            assert_ne!(attribute.name(), "style", "pages allow no styles in elements");
        }
    }
}

#[test]
fn every_kind_is_drawn_in_every_rotation() {
    for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
        let style = Style { theme, embed_css: false, ..Style::default() };
        for kind in kinds() {
            for rotation in Rotation::ALL {
                let svg = tile_svg(kind, rotation, &style);
                is_sound(&svg, "b-");
                assert!(svg.len() < 4096, "{kind}: {} bytes", svg.len());
                assert_eq!(svg, tile_svg(kind, rotation, &style), "{kind} is always the same");
            }
        }
    }
}

#[test]
fn figures_turn_with_their_tile_and_stay_on_it() {
    for kind in kinds() {
        for (index, data) in kind.segments().iter().enumerate().filter(|(index, _)| kind.shows(*index)) {
            for rotation in Rotation::ALL {
                let at = anchor(kind, data.id, rotation).expect("its own segment");
                assert!(at.x.abs() < 46.0 && at.y.abs() < 46.0, "{kind}: {:?} at {at:?}", data.id);
                let straight = anchor(kind, data.id, Rotation::default()).unwrap();
                if kind.monastery() != Some(index) {
                    assert_eq!(at, straight.turned(rotation), "{kind}: {:?}", data.id);
                }
            }
        }
        assert_eq!(
            anchor(kind, "r4".parse().unwrap(), Rotation::default()).is_some(),
            ["X", "MF-24", "MY-10"].contains(&kind.id())
        );
    }
}

#[test]
fn ids_have_the_prefix_and_references_lead_somewhere() {
    for (picture, style) in variants() {
        is_sound(&carcassonne_svg(&picture, &style), "b-");
        let style = Style { id_prefix: "t7 \"<_".into(), ..style };
        is_sound(&carcassonne_svg(&picture, &style), "t7_");
    }
}

#[test]
fn every_place_is_there_once_under_its_name() {
    for (picture, style) in variants() {
        let svg = carcassonne_svg(&picture, &style);
        let document = Document::parse(&svg).unwrap();
        for tile in &picture.tiles {
            let node = place(&document, &tile.cell.to_string());
            assert!(class_has(&node, "tile"));
            assert_eq!(node.attribute("id"), Some(tile.cell.to_string().as_str()));
            assert_eq!(class_has(&node, "last"), picture.last.contains(&tile.cell));
            let href = format!("#b-{}{}", tile.kind, tile.rotation.index());
            assert_eq!(node.attribute("href"), Some(href.as_str()));
        }
        for space in &picture.spaces {
            let node = place(&document, &space.cell.to_string());
            assert!(class_has(&node, "space"));
            assert_eq!(
                (class_has(&node, "lit"), class_has(&node, "dead")),
                (space.lit, space.fitting == Some(0))
            );
            for part in ["hit", "halo"] {
                assert_eq!(node.children().filter(|child| class_has(child, part)).count(), 1);
            }
        }
        for target in &picture.segments {
            let node = place(&document, &target.place.to_string());
            assert!(class_has(&node, "segment"));
            assert_eq!(class_has(&node, "lit"), target.lit);
            for part in ["area", "hit", "halo"] {
                assert_eq!(node.children().filter(|child| class_has(child, part)).count(), 1);
            }
        }
        for figure in &picture.figures {
            let node = place(&document, &figure.place.to_string());
            if !picture.segments.iter().any(|target| target.place == figure.place) {
                assert!(class_has(&node, "piece") && class_has(&node, &format!("seat-{}", figure.seat)));
            }
        }
        let figures = document.descendants().filter(|node| class_has(node, "piece")).count();
        assert_eq!(figures, picture.figures.len());
    }
}

#[test]
fn figures_have_their_own_shapes() {
    let mut picture = CarcassonnePicture::from_setup::<Traders>(&Setup::default());
    let seats = Seat::first(4).collect::<Vec<_>>();
    let looks = [FigureLook::Standing, FigureLook::Lying, FigureLook::Builder, FigureLook::Pig];
    let places = ["(0,0).c1", "(0,0).f1", "(0,0).r1", "(0,0).f2"];
    for ((look, seat), place) in looks.into_iter().zip(seats).zip(places) {
        picture.figures.push(Figure { place: place.parse().unwrap(), seat, look });
    }
    let svg = carcassonne_svg(&picture, &Style::default());
    let document = Document::parse(&svg).unwrap();
    for (name, (kind, seat)) in
        places.into_iter().zip([("follower", "A"), ("lying", "B"), ("builder", "C"), ("pig", "D")])
    {
        let node = place(&document, name);
        assert!(class_has(&node, kind) && class_has(&node, &format!("seat-{seat}")), "{name}");
        let hrefs: Vec<_> = node.descendants().filter_map(|child| child.attribute("href")).collect();
        assert_eq!(hrefs, [format!("#b-{kind}"), format!("#b-mark-{seat}")]);
    }
}

#[test]
fn what_is_not_there_is_left_out() {
    let nowhere: Place = "(5,5).c1".parse().unwrap();
    let absent: Place = "(0,0).r9".parse().unwrap();
    let mut picture = CarcassonnePicture::from_setup::<Base>(&Setup::default());
    for place in [nowhere, absent] {
        picture.figures.push(Figure { place, seat: Seat::A, look: FigureLook::Standing });
        picture.segments.push(Target { place, lit: true });
        picture.areas.push(Area { place, owners: SeatSet::one(Seat::A) });
        picture.numbers.push(Number { place, number: 3, sign: Sign::Plain });
    }
    let svg = carcassonne_svg(&picture, &Style::default());
    is_sound(&svg, "b-");
    assert!(!svg.contains("(5,5)") && !svg.contains(".r9"));
}

#[test]
fn may_setup_1_the_sea_is_east_of_the_coast() {
    let setup = Setup::<NewWorld>::default();
    let svg = carcassonne_svg(&CarcassonnePicture::from_setup(&setup), &Style::default());
    let document = Document::parse(&svg).unwrap();
    assert_eq!(document.descendants().filter(|node| class_has(node, "sea")).count(), 1);
    assert_eq!(document.descendants().filter(|node| class_has(node, "name")).count(), 3);
    // Both surveyors stand in column 0, at both ends of the picture.
    assert_eq!(document.descendants().filter(|node| class_has(node, "surveyor")).count(), 4);
    let base = carcassonne_svg(&CarcassonnePicture::from_setup::<Base>(&Setup::default()), &Style::default());
    assert!(!base.contains("class=\"sea\"") && !base.contains("class=\"surveyor"));
}

#[test]
fn a_tile_in_hand_brings_all_its_turns() {
    let mut picture = CarcassonnePicture::from_setup::<Base>(&Setup::default());
    let kind: TileKind = "V".parse().unwrap();
    picture.hand = Some(Hand { kind, shown: None });
    let svg = carcassonne_svg(&picture, &Style::default());
    let document = Document::parse(&svg).unwrap();
    for quarters in 0..4 {
        let id = format!("b-V{quarters}");
        assert!(document.descendants().any(|node| node.attribute("id") == Some(&id)), "{id}");
    }
    let hand = document.descendants().find(|node| class_has(node, "hand")).unwrap();
    assert!(class_has(&hand, "away"));
    picture.hand = Some(Hand { kind, shown: Some((Cell::new(1, 0), Rotation::new(3))) });
    let svg = carcassonne_svg(&picture, &Style::default());
    assert!(svg.contains("<g class=\"hand\" transform=\"translate(100 0)\"><use href=\"#b-V3\"/>"));
}

#[test]
fn a_sheet_has_every_kind_once() {
    let style = Style { embed_css: false, ..Style::default() };
    let sheet = sheet_svg(Kinds::TRADERS_AND_BUILDERS.iter(), &style);
    is_sound(&sheet, "b-");
    assert!(sheet.len() < 70 * 1024, "{} bytes", sheet.len());
    for kind in Kinds::TRADERS_AND_BUILDERS.iter() {
        assert_eq!(sheet.matches(&format!("id=\"b-{kind}0\"")).count(), 1, "{kind}");
        let tile = tile_use(kind, &style);
        Document::parse(&tile).unwrap();
        assert!(tile.contains(&format!("href=\"#b-{kind}0\"")) && tile.len() < 200, "{tile}");
    }
}

#[test]
fn a_second_board_in_a_page_shares_no_id() {
    let picture = &pictures()[2];
    let second = Style { id_prefix: "second-".into(), place_ids: false, ..Style::default() };
    let (one, two) = (carcassonne_svg(picture, &Style::default()), carcassonne_svg(picture, &second));
    let (one, two) = (Document::parse(&one).unwrap(), Document::parse(&two).unwrap());
    let ids: Vec<&str> = one.descendants().filter_map(|node| node.attribute("id")).collect();
    assert!(two.descendants().filter_map(|node| node.attribute("id")).all(|id| !ids.contains(&id)));
    assert!(class_has(&place(&two, "(0,0)"), "tile"));
}

#[test]
fn words_are_said_and_cannot_break_out() {
    let words = Words { title: "</title><script>".into(), description: "a & b".into() };
    let table = Style { words, purpose: Purpose::Table, ..Style::default() };
    let svg = carcassonne_svg(&pictures()[1], &table);
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("group"));
    let text = |id: Option<&str>| {
        let node =
            document.descendants().find(|node| node.attribute("id") == id).expect("what the root names");
        node.text().map(str::to_owned)
    };
    assert_eq!(text(root.attribute("aria-labelledby")).as_deref(), Some("</title><script>"));
    assert_eq!(text(root.attribute("aria-describedby")).as_deref(), Some("a & b"));
    assert!(!document.descendants().any(|node| node.has_tag_name("script")));
    let silent = carcassonne_svg(&pictures()[1], &Style::default());
    assert!(!silent.contains("aria-") && !silent.contains("<title"));
}

#[test]
fn the_style_sheet_touches_only_the_land() {
    for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
        let css = stylesheet(&Style { theme, ..Style::default() });
        assert!(!css.contains('<') && !css.contains('&') && !css.contains('$') && !css.contains('~'));
        for (n, head) in css.split('{').enumerate() {
            let head = head.rsplit(['}', ';']).next().unwrap_or(head).trim();
            if n + 1 == css.split('{').count() || head.starts_with('@') || head.ends_with('%') {
                continue;
            }
            for selector in head.split(',') {
                let inside =
                    ["bl-c-", "bd-c-", "ba-c-"].iter().any(|prefix| selector[1..].starts_with(prefix));
                let tones = theme == Theme::Auto && selector.contains(theme.class());
                assert!(
                    selector.contains(".land") || inside || tones,
                    "`{selector}` reaches beyond the land"
                );
            }
        }
        assert!(css.contains("prefers-reduced-motion"));
        let outside = Style { theme, embed_css: false, ..Style::default() };
        assert!(!carcassonne_svg(&pictures()[2], &outside).contains("<style"));
    }
}

#[test]
fn the_same_position_gives_the_same_text() {
    for (picture, style) in variants() {
        assert_eq!(carcassonne_svg(&picture, &style), carcassonne_svg(&picture.clone(), &style.clone()));
    }
}

/// Whole games on the table: 72 tiles in 57 kB, 96 in 88 kB; all that can be shown at once 176 kB.
#[test]
fn pictures_stay_small() {
    let bare = |picture: CarcassonnePicture| carcassonne_svg(&picture, &Style::default()).len();
    let view = |game: &Game<Base>| CarcassonnePicture::from_view(&game.view(Viewer::Spectator));
    let base = played::<Base>(&Default::default(), 5, usize::MAX);
    let mut options = TradersOptions::default();
    options.base.players = 6;
    let traders = played::<Traders>(&options, 5, usize::MAX);
    let new_world = played::<NewWorld>(&Default::default(), 5, usize::MAX);
    let sizes = [
        (bare(view(&base)), 72),
        (bare(CarcassonnePicture::from_view(&traders.view(Viewer::Spectator))), 110),
        (bare(CarcassonnePicture::from_view(&new_world.view(Viewer::Spectator))), 110),
        (bare(everything(&traders)), 180),
    ];
    println!("{sizes:?}");
    for (size, most) in sizes {
        assert!(size < most * 1000, "{size} bytes, at most {most} kB");
    }
}

#[test]
fn all_kinds_of_a_box_are_drawn_with_their_names_and_counts() {
    for (kinds, number) in [(Kinds::BASE, 24), (Kinds::TRADERS_AND_BUILDERS, 48), (Kinds::MAYFLOWER, 38)] {
        let kinds: Vec<(TileKind, u8)> = kinds.iter().map(|kind| (kind, kind.copies())).collect();
        let svg = kinds_svg(&kinds, &Style::default());
        for (kind, _) in &kinds {
            assert_eq!(svg.matches(&format!("href=\"#b-{kind}0\"")).count(), 1, "{kind}");
        }
        assert_eq!(svg.matches("class=\"ink coordinates\"").count(), number);
        assert!(!svg.contains("h5v10h-5z"), "every letter of a name has its strokes");
    }
}

/// Draws the beginning of a game with a margin, and returns the view box: x, y, width, height.
fn view_box<R: ::carcassonne::Rules>(setup: &str, margin: draw::Margin) -> [f32; 4] {
    let setup: Setup<R> = serde_json::from_str(setup).unwrap();
    let svg = carcassonne_svg(&CarcassonnePicture::from_setup(&setup), &Style { margin, ..Style::default() });
    let document = Document::parse(&svg).unwrap();
    let numbers = document.root_element().attribute("viewBox").unwrap().split(' ');
    numbers.map(|number| number.parse().unwrap()).collect::<Vec<_>>().try_into().unwrap()
}

#[test]
fn a_narrow_picture_shows_what_lies_there() {
    use draw::Margin::{Narrow, Wide};
    let land = r#"{"tiles": ["E@(0,-1)r2", "U@(1,0)r1"]}"#;
    assert_eq!(view_box::<::carcassonne::Base>(land, Narrow), [-108.0, -208.0, 316.0, 316.0]);
    let [.., width, height] = view_box::<::carcassonne::Base>(land, Wide);
    assert!(width > 500.0 && height > 500.0, "{width} × {height}");
    // Ten coast spaces, of which one is in use: three rows, the sea, and room to the west.
    let coast = r#"{"tiles": ["MF-21a@(-1,4)r1"]}"#;
    assert_eq!(view_box::<::carcassonne::NewWorld>(coast, Narrow), [-258.0, 242.0, 416.0, 316.0]);
    // Of tiles far apart all rows, or those around the last one.
    let apart = r#"{"tiles": ["MF-21a@(-1,4)r1", "MF-16a@(-1,9)r1"]}"#;
    assert_eq!(view_box::<::carcassonne::NewWorld>(apart, Narrow), [-258.0, 242.0, 416.0, 816.0]);
    let setup: Setup<::carcassonne::NewWorld> = serde_json::from_str(apart).unwrap();
    let picture = CarcassonnePicture {
        last: vec![::carcassonne::Cell::new(-1, 4)],
        ..CarcassonnePicture::from_setup(&setup)
    };
    let svg = carcassonne_svg(&picture, &Style { margin: draw::Margin::Close, ..Style::default() });
    assert!(svg.contains("viewBox=\"-258 242 416 316\""));
    // Before the first tile, all of it.
    let [.., height] = view_box::<::carcassonne::NewWorld>("{}", Narrow);
    assert!(height > 1000.0, "{height}");
}
