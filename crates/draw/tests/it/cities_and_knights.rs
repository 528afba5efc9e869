//! Tests of the additions of Cities & Knights to the picture of the island: every piece, distinguishable without colour; its
//! icons; lit places and marks.

use catan::cities_and_knights::{
    Action, Area, CardKind, CitiesAndKnights as Game, Event, EventFace, LegalActions, Options, Progress,
    Setup, Strength,
};
use catan::{EdgeId, EdgeSet, HexId, HexSet, VertexId, VertexSet};
use draw::catan::cities_and_knights as icons;
use draw::catan::{Highlights, Mark, geometry};
use draw::{CatanPicture, SeatLook, Style, catan_svg, palette, png};
use game::{Draws, Seat, Seed, Turn, Viewer};
use roxmltree::{Document, Node};

/// Every kind of piece at least once.
const BUSY: &str = r#"{
    "options": {"ck_pillage_no_settlement": "official_tip"},
    "attacked": true, "ship": 5, "robber": "H2", "merchant": {"seat": "B", "hex": "H13"},
    "metropolises": {"trade": "I39", "science": "I20"},
    "seats": {
        "A": {"cities": ["I39", "I13"], "walls": ["I39"], "settlements": ["I1"], "laid": ["I1"],
              "roads": ["39-44-48", "1-5", "13-18"], "knights": {"basic": ["I44"], "mighty": ["I48"]},
              "active": ["I48"], "levels": {"trade": 4, "politics": 3}},
        "B": {"cities": ["I20"], "settlements": ["I22"], "roads": ["22-28-33", "20-26-32"],
              "knights": {"basic": ["I33"], "strong": ["I28", "I32"]}, "active": ["I28", "I33"],
              "levels": {"science": 5}}
    }
}"#;

fn busy() -> Game {
    let setup: Setup = serde_json::from_str(BUSY).expect("a setup");
    Game::from_setup(&setup).expect("a position")
}

fn drawn(game: &Game) -> String {
    catan_svg(&CatanPicture::from_view(&game.view(Viewer::Spectator)), &Style::default())
}

fn has(node: &Node<'_, '_>, word: &str) -> bool {
    node.attribute("class").is_some_and(|class| class.split(' ').any(|part| part == word))
}

fn place<'a, 'd>(document: &'a Document<'d>, name: &str) -> Node<'a, 'd> {
    let mut places = document.descendants().filter(|node| node.attribute("data-place") == Some(name));
    places.next().unwrap_or_else(|| panic!("{name} is missing"))
}

/// The symbols that a place shows.
fn symbols(document: &Document<'_>, name: &str) -> Vec<String> {
    let used =
        place(document, name).descendants().filter_map(|node| node.attribute("href").map(str::to_owned));
    used.map(|href| href.trim_start_matches("#b-").to_owned()).collect()
}

#[test]
fn every_piece_of_a_position_is_in_its_place() {
    let svg = drawn(&busy());
    let document = Document::parse(&svg).expect("well-formed XML");
    let expected = [
        ("I39", "city", Seat::A, vec!["city", "mark-A", "wall", "metropolis-trade"]),
        ("I13", "city", Seat::A, vec!["city", "mark-A"]),
        ("I1", "laid", Seat::A, vec!["city", "mark-A"]),
        ("I44", "knight-1", Seat::A, vec!["knight-1", "knight-1-hollow", "mark-A"]),
        ("I48", "knight-3", Seat::A, vec!["swords", "knight-3", "mark-A"]),
        ("I20", "city", Seat::B, vec!["city", "mark-B", "metropolis-science"]),
        ("I22", "settlement", Seat::B, vec!["settlement", "mark-B"]),
        ("I28", "knight-2", Seat::B, vec!["swords", "knight-2", "mark-B"]),
        ("I33", "knight-1", Seat::B, vec!["swords", "knight-1", "mark-B"]),
        ("I32", "knight-2", Seat::B, vec!["knight-2", "knight-2-hollow", "mark-B"]),
    ];
    for (name, kind, seat, shown) in &expected {
        let group = place(&document, name);
        let pieces: Vec<Node<'_, '_>> = group.children().filter(|child| has(child, "piece")).collect();
        assert_eq!(pieces.len(), 1, "{name}");
        assert!(has(&pieces[0], kind) && has(&pieces[0], &format!("seat-{seat}")), "{name}: {pieces:?}");
        assert_eq!(symbols(&document, name), *shown, "{name}");
    }
    let standing = VertexId::all()
        .filter(|id| place(&document, &id.to_string()).children().any(|child| has(&child, "piece")));
    assert_eq!(standing.count(), expected.len(), "nothing else stands anywhere");
    let merchant: Vec<Node<'_, '_>> = document.descendants().filter(|node| has(node, "merchant")).collect();
    let at = geometry::hex("H13".parse().expect("a hex"));
    assert_eq!(merchant.len(), 1);
    assert!(has(&merchant[0], "seat-B"));
    let beside = format!("translate({} {})", at.x + 43.0, at.y - 4.0);
    assert_eq!(merchant[0].attribute("transform"), Some(beside.as_str()));
}

/// A knight of each strength has an outline of its own and as many stars; active ones have swords, inactive ones are
/// hollow. So they can be told apart in grey, too.
#[test]
fn knights_are_told_apart_by_form() {
    let svg = drawn(&busy());
    let document = Document::parse(&svg).expect("well-formed XML");
    let by_id = |id: &str| {
        let mut found = document.descendants().filter(|node| node.attribute("id") == Some(id));
        found.next().unwrap_or_else(|| panic!("{id} is not defined"))
    };
    let mut outlines: Vec<&str> = Vec::new();
    for strength in Strength::ALL.map(Strength::value) {
        let outline = by_id(&format!("b-knight-{strength}-form")).attribute("d").expect("a path");
        assert!(!outlines.contains(&outline), "{strength}");
        outlines.push(outline);
        let stars = by_id(&format!("b-knight-{strength}")).children().filter(|node| has(node, "bl-pip"));
        assert_eq!(stars.count(), usize::from(strength));
    }
}

#[test]
fn the_robber_is_locked_until_the_first_attack() {
    let setup = |text: &str| {
        Game::from_setup(&serde_json::from_str::<Setup>(text).expect("a setup")).expect("a position")
    };
    let count = |svg: &str, class: &str, inside: &str| {
        let document = Document::parse(svg).expect("well-formed XML");
        let found = document.descendants().filter(|node| has(node, class));
        found.filter(|node| node.ancestors().any(|above| has(&above, inside))).count()
    };
    let free = drawn(&setup(r#"{"attacked": true}"#));
    let locked = drawn(&setup("{}"));
    let beside = drawn(&setup(r#"{"options": {"ck_robber_start": "beside_track"}}"#));
    for (svg, on_hex, locks, by_the_track) in [(&free, 1, 0, 0), (&locked, 1, 1, 0), (&beside, 0, 0, 1)] {
        assert_eq!(count(svg, "robber", "figures"), on_hex);
        assert_eq!(count(svg, "lock", "figures"), locks);
        assert_eq!(count(svg, "robber", "barbarians"), by_the_track);
        assert_eq!(count(svg, "lock", "barbarians"), by_the_track);
        assert_eq!(count(svg, "robbed", "hexes"), on_hex);
    }
}

#[test]
fn the_ship_comes_nearer_space_by_space() {
    let mut before = f32::MIN;
    for ship in 0..=7 {
        let mut picture = CatanPicture::from_view(&busy().view(Viewer::Spectator));
        picture
            .cities_and_knights
            .as_mut()
            .and_then(|more| more.barbarians.as_mut())
            .expect("a strip")
            .ship = ship;
        let svg = catan_svg(&picture, &Style::default());
        let document = Document::parse(&svg).expect("well-formed XML");
        let ships: Vec<Node<'_, '_>> = document.descendants().filter(|node| has(node, "ship")).collect();
        assert_eq!(ships.len(), 1);
        let transform = ships[0].attribute("transform").expect("a place");
        let x = transform.trim_start_matches("translate(").split(' ').next().and_then(|x| x.parse().ok());
        let x: f32 = x.expect("a number");
        assert!(x > before && x.abs() < 440.0, "{ship}: {x}");
        before = x;
        let passed = document.descendants().filter(|node| has(node, "space") && has(node, "passed")).count();
        assert_eq!(passed, usize::from(ship.saturating_sub(1).min(6)), "{ship}");
    }
}

#[test]
fn the_larger_of_the_two_strengths_is_lit() {
    for (strength, knights, lit) in [(3, 2, vec![0]), (3, 3, vec![]), (2, 14, vec![1])] {
        let mut picture = CatanPicture::from_view(&busy().view(Viewer::Spectator));
        let barbarians = picture.cities_and_knights.as_mut().and_then(|more| more.barbarians.as_mut());
        let barbarians = barbarians.expect("a strip");
        (barbarians.strength, barbarians.knights) = (strength, knights);
        let svg = catan_svg(&picture, &Style::default());
        let document = Document::parse(&svg).expect("well-formed XML");
        let forces = document.descendants().filter(|node| has(node, "force"));
        let stronger = forces.enumerate().filter(|(_, node)| has(node, "stronger")).map(|(n, _)| n);
        assert_eq!(stronger.collect::<Vec<_>>(), lit);
    }
    // Three cities against a mighty, a strong and a basic active knight.
    let view = busy();
    let more =
        CatanPicture::from_view(&view.view(Viewer::Spectator)).cities_and_knights.expect("the expansion");
    let barbarians = more.barbarians.expect("a strip");
    assert_eq!((barbarians.ship, barbarians.strength, barbarians.knights), (5, 3, 6));
}

#[test]
fn the_strip_makes_the_picture_higher_by_its_height() {
    let mut picture = CatanPicture::from_view(&busy().view(Viewer::Spectator));
    let with = catan_svg(&picture, &Style::default());
    picture.cities_and_knights.as_mut().expect("the expansion").barbarians = None;
    let without = catan_svg(&picture, &Style::default());
    let size = |svg: &str| {
        let png = png(svg, 360).expect("a picture");
        u32::from_be_bytes(png[20..24].try_into().expect("four bytes"))
    };
    let expected = |height: u16| (360.0 * f64::from(height) / f64::from(geometry::WIDTH)).round() as u32;
    assert_eq!(size(&without), expected(geometry::HEIGHT));
    assert_eq!(size(&with), expected(geometry::HEIGHT + icons::TRACK_HEIGHT));
    assert!(with.len() < 80 * 1024, "{} bytes", with.len());
}

#[test]
fn every_class_of_the_definitions_has_a_rule() {
    let css = draw::catan::stylesheet(&Style::default());
    let svg = drawn(&busy());
    let document = Document::parse(&svg).expect("well-formed XML");
    let classes = document.descendants().filter_map(|node| node.attribute("class"));
    for class in classes.flat_map(|classes| classes.split(' ')).filter(|class| class.starts_with("bl-")) {
        assert!(css.contains(&format!(".{class}{{")) || css.contains(&format!(".{class},")), "{class}");
    }
}

#[test]
fn the_base_game_pays_nothing_for_it() {
    let game = catan::Catan::from_setup(&catan::Setup::default()).expect("a position");
    let svg = catan_svg(&CatanPicture::from_view(&game.view(Viewer::Spectator)), &Style::default());
    for word in ["knight", "barbarians", "merchant", "metropolis", "-pip"] {
        assert!(!svg.contains(word), "{word}");
    }
}

/// The places that an action names, as its text does.
fn named(action: Action, lit: &mut Highlights) {
    for word in action.to_string().split([' ', '-']) {
        if let Ok(hex) = word.parse::<HexId>() {
            lit.hexes = lit.hexes | HexSet::one(hex);
        } else if let Ok(vertex) = word.parse::<VertexId>() {
            lit.intersections = lit.intersections | VertexSet::one(vertex);
        } else if let Ok(edge) = word.parse::<EdgeId>() {
            lit.paths = lit.paths | EdgeSet::one(edge);
        }
    }
}

fn listed(legal: &LegalActions) -> impl Iterator<Item = Action> + '_ {
    (0..legal.len()).filter_map(|n| legal.get(n))
}

/// Through whole games: what is lit is what the listed actions name, and events leave their marks.
#[test]
fn what_listed_actions_name_is_lit_and_what_happens_is_marked() {
    let (mut lists, mut marks) = (0, Vec::new());
    for seed in (1..=3).map(Seed) {
        let mut choose = seed.substream("choice", 0);
        let mut game = Game::new(&Options::default());
        loop {
            let mut events: Vec<Event> = Vec::new();
            match game.turn() {
                Turn::Chance(_) => {
                    let (purpose, index) = game.chance_key();
                    let chance = game.draw(&mut seed.substream(purpose, index));
                    game.resolve(chance, &mut events).expect("an outcome");
                }
                Turn::Decide(seats) => {
                    let seat = seats.lowest().expect("somebody decides");
                    let legal = game.legal_actions(seat);
                    if legal.len() < 3_000 {
                        let mut lit = Highlights::default();
                        listed(&legal).for_each(|action| named(action, &mut lit));
                        assert_eq!(Highlights::from(&legal), lit, "{:?}", game.phase());
                        lists += 1;
                    }
                    let action = legal.get(choose.below(legal.len() as u32) as usize).expect("an action");
                    game.play(seat, action, &mut events).expect("a legal action");
                }
                Turn::Over(_) => break,
            }
            let mut picture = CatanPicture::from_view(&game.view(Viewer::Everything));
            events.iter().for_each(|event| picture.mark(event));
            marks.extend(picture.marks);
        }
    }
    assert!(lists > 1_000, "{lists}");
    let is_there = |wanted: fn(&Mark) -> bool| marks.iter().any(wanted);
    assert!(is_there(|mark| matches!(mark, Mark::Ship)));
    assert!(is_there(|mark| matches!(mark, Mark::Knight { .. })));
    assert!(is_there(|mark| matches!(mark, Mark::Robber { .. })));
    assert!(is_there(|mark| matches!(mark, Mark::Path(_))));
    assert!(is_there(|mark| matches!(mark, Mark::Intersection(_))));
    assert!(is_there(|mark| matches!(mark, Mark::Hex(_))));
}

fn all_icons() -> Vec<String> {
    let mut all: Vec<String> = CardKind::ALL.into_iter().map(icons::card_symbol).collect();
    all.extend(Area::ALL.into_iter().flat_map(|area| [icons::area_symbol(area), icons::progress_back(area)]));
    all.extend(Progress::ALL.into_iter().map(icons::progress_symbol));
    all.extend(EventFace::FACES.into_iter().map(|(face, _)| icons::event_symbol(face)));
    all.extend((1..=6).map(draw::icons::red_die_svg));
    all.extend([
        icons::wall_symbol(),
        icons::knights_symbol(),
        icons::ship_symbol(),
        icons::barbarian_symbol(),
        icons::defender_symbol(),
        icons::calendar_symbol([5, 0, 3], [true, false, false]),
    ]);
    for look in &palette::SEATS[..4] {
        all.push(icons::merchant_symbol(*look));
        all.extend(Area::ALL.into_iter().map(|area| icons::metropolis_symbol(area, *look)));
        for strength in Strength::ALL {
            all.extend([true, false].map(|active| icons::knight_symbol(strength, active, *look)));
        }
    }
    all
}

/// They stand in a page by themselves: no class of a style sheet, no id, and each is a picture of its own.
#[test]
fn icons_are_whole_and_differ() {
    let all = all_icons();
    for (n, icon) in all.iter().enumerate() {
        let document = Document::parse(icon).expect("well-formed XML");
        let root = document.root_element();
        assert!(has(&root, "icon") && root.attribute("aria-hidden") == Some("true"), "{icon}");
        let inside = document.descendants().skip(2);
        for node in inside {
            assert!(
                !node.has_attribute("id") && !node.has_attribute("class") && !node.has_attribute("href"),
                "{icon}"
            );
        }
        assert!(!icon.contains(['~', '@', '$']), "{icon}");
        assert!(!all[..n].contains(icon), "{icon} is there twice");
        png(icon, 32).expect("a picture");
    }
}

#[test]
fn a_calendar_shows_levels_and_metropolises() {
    let fills = |levels: [u8; 3], metropolises: [bool; 3]| {
        let icon = icons::calendar_symbol(levels, metropolises);
        let document = Document::parse(&icon).expect("well-formed XML");
        let mut steps: Vec<String> = Vec::new();
        for node in document.descendants().filter(|node| node.has_tag_name("rect")) {
            steps.push(node.attribute("fill").expect("a fill").to_owned());
        }
        steps
    };
    let plain = fills([2, 0, 5], [false; 3]);
    assert_eq!(plain.len(), 15);
    let reached = |bar: usize| {
        let unreached = &fills([0; 3], [false; 3])[0];
        plain[5 * bar..5 * bar + 5].iter().filter(|fill| *fill != unreached).count()
    };
    assert_eq!([reached(0), reached(1), reached(2)], [2, 0, 5]);
    assert_eq!(fills([4, 0, 5], [true, false, true]).len(), 17);
}

/// An inactive knight's mark is not drawn in the seat's own ink, which may be as light as the hollow field.
#[test]
fn inactive_knights_show_their_mark_on_the_hollow_field() {
    for &SeatLook { fill, ink, mark } in &palette::SEATS[..4] {
        let look = SeatLook { fill, ink, mark };
        let icon = icons::knight_symbol(Strength::Strong, false, look);
        let document = Document::parse(&icon).expect("well-formed XML");
        let drawn =
            document.descendants().find(|node| node.attribute("d") == Some(mark.path())).expect("a mark");
        assert_eq!(drawn.attribute("fill"), Some("#2d2620"));
    }
}
