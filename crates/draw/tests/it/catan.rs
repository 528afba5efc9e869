//! The picture of the island: everything in its place, well-formed, the same every time.

use catan::{EdgeId, EdgeSet, HexId, HexSet, Layout, VertexId, VertexSet};
use draw::catan::{Barbarians, CitiesAndKnights, Highlights, Mark, geometry, stylesheet};
use draw::{CatanPicture, PngError, Purpose, Style, Theme, Words, catan_svg, png};
use game::{BySeat, Seat};
use roxmltree::{Document, Node};

fn some_pieces() -> CatanPicture {
    let mut picture = CatanPicture { layout: Some(Layout::beginner()), ..CatanPicture::default() };
    for (n, seat) in Seat::first(4).enumerate() {
        picture.roads[seat] = [5 + n, 40 + n].into_iter().filter_map(EdgeId::new).collect();
        picture.settlements[seat] = [3 * n, 30 + 2 * n].into_iter().filter_map(VertexId::new).collect();
        picture.cities[seat] = [44 + n].into_iter().filter_map(VertexId::new).collect();
    }
    picture.robber = HexId::new(13);
    picture
}

/// Adds a piece of every kind of Cities & Knights to those pieces.
fn with_knights() -> CatanPicture {
    let places = |numbers: [usize; 2]| numbers.into_iter().filter_map(VertexId::new).collect::<VertexSet>();
    let knights =
        BySeat(std::array::from_fn(|n| [17 + n, 21 + n, 25 + n].map(|first| places([first, first]))));
    CatanPicture {
        cities_and_knights: Some(CitiesAndKnights {
            knights,
            active: places([17, 22]) | places([27, 28]),
            walls: places([44, 46]),
            laid: places([30, 34]),
            metropolises: [44, 45, 47].map(VertexId::new),
            merchant: HexId::new(13).map(|hex| (Seat::D, hex)),
            robber_waits: true,
            barbarians: Some(Barbarians { ship: 3, strength: 4, knights: 6 }),
        }),
        marks: vec![
            Mark::Knight { from: VertexId::new(49).unwrap(), to: VertexId::new(18).unwrap() },
            Mark::Intersection(VertexId::new(30).unwrap()),
            Mark::Ship,
        ],
        ..some_pieces()
    }
}

fn variants() -> Vec<(CatanPicture, Style)> {
    let everything = CatanPicture {
        marks: vec![
            Mark::Path(EdgeId::new(5).unwrap()),
            Mark::Intersection(VertexId::new(0).unwrap()),
            Mark::Hex(HexId::new(2).unwrap()),
            Mark::Robber { from: HexId::new(9).unwrap(), to: HexId::new(13).unwrap() },
        ],
        lit: Highlights { hexes: HexSet::ALL, intersections: VertexSet::ALL, paths: EdgeSet::ALL },
        ..some_pieces()
    };
    let mut all = Vec::new();
    let expansion = CatanPicture { robber: None, ..with_knights() };
    for picture in [CatanPicture::default(), some_pieces(), everything, with_knights(), expansion] {
        for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
            for coordinates in [false, true] {
                let words = Words { title: "Catan <&>".into(), description: "\"Zug\" 12".into() };
                all.push((picture.clone(), Style { theme, coordinates, words, ..Style::default() }));
            }
        }
    }
    all
}

fn class_has(node: &Node<'_, '_>, word: &str) -> bool {
    node.attribute("class").is_some_and(|class| class.split(' ').any(|part| part == word))
}

/// The group of a place.
fn place<'a, 'd>(document: &'a Document<'d>, name: &str) -> Node<'a, 'd> {
    let mut found = document.descendants().filter(|node| node.attribute("data-place") == Some(name));
    let only = found.next().unwrap_or_else(|| panic!("{name} is missing"));
    assert!(found.next().is_none(), "{name} is there twice");
    only
}

fn names() -> impl Iterator<Item = (String, &'static str)> {
    let hexes = HexId::all().map(|id| (id.to_string(), "hex"));
    let intersections = VertexId::all().map(|id| (id.to_string(), "intersection"));
    hexes.chain(intersections).chain(EdgeId::all().map(|id| (id.to_string(), "path")))
}

#[test]
fn every_place_is_there_once_with_target_and_halo() {
    for (picture, style) in variants() {
        let svg = catan_svg(&picture, &style);
        let document = Document::parse(&svg).expect("well-formed XML");
        for (name, kind) in names() {
            let group = place(&document, &name);
            assert_eq!(group.attribute("id"), Some(name.as_str()));
            assert!(class_has(&group, kind), "{name}");
            for part in ["hit", "halo"] {
                assert_eq!(
                    group.children().filter(|child| class_has(child, part)).count(),
                    1,
                    "{part} of {name}"
                );
            }
        }
        assert_eq!(
            document.descendants().filter(|node| node.has_attribute("data-place")).count(),
            19 + 54 + 72
        );
    }
}

#[test]
fn every_other_id_has_the_prefix_and_every_reference_leads_somewhere() {
    for (picture, style) in variants() {
        let style = Style { id_prefix: "t7 \"<_".into(), ..style };
        let svg = catan_svg(&picture, &style);
        let document = Document::parse(&svg).expect("well-formed XML");
        let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let mut once = ids.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), ids.len(), "an id is there twice");
        for id in &ids {
            assert!(id.starts_with("t7_") || names().any(|(name, _)| name == *id), "{id}");
        }
        for node in document.descendants() {
            for attribute in node.attributes() {
                let value = attribute.value();
                let target = value.strip_prefix("url(#").map(|rest| rest.trim_end_matches(')'));
                let target = target.or_else(|| (attribute.name() == "href").then(|| &value[1..]));
                if let Some(target) = target {
                    assert!(ids.contains(&target), "{target} is not defined");
                }
            }
            assert!(!node.attributes().any(|attribute| attribute.value().contains(['@', '~'])), "{node:?}");
        }
    }
}

#[test]
fn a_second_board_in_a_page_shares_no_id() {
    let second = Style { id_prefix: "second-".into(), place_ids: false, ..Style::default() };
    let (one, two) = (catan_svg(&some_pieces(), &Style::default()), catan_svg(&some_pieces(), &second));
    let (one, two) = (Document::parse(&one).unwrap(), Document::parse(&two).unwrap());
    let ids: Vec<&str> = one.descendants().filter_map(|node| node.attribute("id")).collect();
    assert!(ids.len() > 145);
    assert!(two.descendants().filter_map(|node| node.attribute("id")).all(|id| !ids.contains(&id)));
    assert!(class_has(&place(&two, "P71"), "path"));
}

#[test]
fn pieces_stand_in_their_places() {
    let picture = some_pieces();
    let svg = catan_svg(&picture, &Style::default());
    let document = Document::parse(&svg).unwrap();
    let mut expected = 0;
    let mut check = |name: String, kind: &str, seat: Seat| {
        expected += 1;
        let group = place(&document, &name);
        let pieces: Vec<Node<'_, '_>> = group.children().filter(|child| class_has(child, "piece")).collect();
        assert_eq!(pieces.len(), 1, "{name}");
        assert!(class_has(&pieces[0], kind) && class_has(&pieces[0], &format!("seat-{seat}")), "{name}");
    };
    for seat in Seat::first(4) {
        picture.roads[seat].into_iter().for_each(|id| check(id.to_string(), "road", seat));
        picture.settlements[seat].into_iter().for_each(|id| check(id.to_string(), "settlement", seat));
        picture.cities[seat].into_iter().for_each(|id| check(id.to_string(), "city", seat));
    }
    assert_eq!(document.descendants().filter(|node| class_has(node, "piece")).count(), expected);
    let robbed: Vec<Option<&str>> = document
        .descendants()
        .filter(|node| class_has(node, "robbed"))
        .map(|node| node.attribute("id"))
        .collect();
    assert_eq!(robbed, [Some("H13")]);
    assert_eq!(document.descendants().filter(|node| class_has(node, "robber")).count(), 1);
}

#[test]
fn terrain_numbers_and_harbours_are_those_of_the_layout() {
    let layout = Layout::beginner();
    let svg = catan_svg(&some_pieces(), &Style::default());
    let document = Document::parse(&svg).unwrap();
    for id in HexId::all() {
        let group = place(&document, &id.to_string());
        assert!(class_has(&group, layout.terrain[id].name()), "{id}");
        let number =
            group.children().find(|child| class_has(child, "number")).and_then(|n| n.attribute("href"));
        let expected = (layout.numbers[id] != 0).then(|| format!("#b-n{}", layout.numbers[id]));
        assert_eq!(number, expected.as_deref(), "{id}");
        let geometry::At { x, y } = geometry::hex(id);
        assert_eq!(group.attribute("transform"), Some(format!("translate({x} {y})").as_str()));
    }
    let harbours: Vec<&str> = document
        .descendants()
        .filter(|node| class_has(node, "harbour"))
        .map(|node| node.attribute("class").unwrap().rsplit('-').next().unwrap())
        .collect();
    assert_eq!(
        harbours,
        ["generic", "grain", "ore", "generic", "wool", "generic", "generic", "brick", "lumber"]
    );
}

#[test]
fn marks_and_lit_places_show() {
    let (marked, style) = variants().into_iter().nth(12).expect("the third picture, light");
    let svg = catan_svg(&marked, &style);
    let document = Document::parse(&svg).unwrap();
    for name in ["P5", "I0"] {
        let group = place(&document, name);
        assert!(group.descendants().any(|node| class_has(&node, "last")), "{name}");
    }
    assert!(!place(&document, "P6").descendants().any(|node| class_has(&node, "last")));
    assert!(names().all(|(name, _)| class_has(&place(&document, &name), "lit")));
    let plain = catan_svg(&some_pieces(), &style);
    let document = Document::parse(&plain).unwrap();
    assert!(!document.descendants().any(|node| class_has(&node, "last") || class_has(&node, "lit")));
}

/// From every hex to every other the robber's trail leaves the number tokens free, and something of it is seen.
#[test]
fn the_trail_of_the_robber_crosses_no_number() {
    let layout = Layout::beginner();
    for (from, to) in HexId::all().flat_map(|from| HexId::all().map(move |to| (from, to))) {
        if from == to {
            continue;
        }
        let marks = vec![Mark::Robber { from, to }];
        let picture = CatanPicture { layout: Some(layout), marks, ..CatanPicture::default() };
        let svg = catan_svg(&picture, &Style::default());
        let document = Document::parse(&svg).unwrap();
        let trail = document.descendants().find(|node| {
            node.tag_name().name() == "path"
                && class_has(node, "last")
                && node.has_attribute("stroke-dasharray")
        });
        let line = trail.and_then(|trail| trail.attribute("d")).unwrap_or_default();
        let runs: Vec<Vec<f32>> = line
            .split('M')
            .skip(1)
            .map(|run| run.split(['L', ' ']).map(|number| number.parse().expect("a number")).collect())
            .collect();
        assert!(!runs.is_empty(), "{from} to {to}: no trail");
        for hex in HexId::all().filter(|&hex| layout.numbers[hex] != 0) {
            let at = geometry::hex(hex);
            for run in &runs {
                for part in 0..=20 {
                    let part = part as f32 / 20.0;
                    let (x, y) = (run[0] + (run[2] - run[0]) * part, run[1] + (run[3] - run[1]) * part);
                    let apart = (x - at.x).hypot(y - at.y);
                    assert!(apart > 30.0, "{from} to {to}: {apart} from the number on {hex}");
                }
            }
        }
    }
}

#[test]
fn words_are_said_and_cannot_break_out() {
    let words = Words { title: "</title><script>".into(), description: "a & b".into() };
    let table = Style { words, purpose: Purpose::Table, ..Style::default() };
    let svg = catan_svg(&some_pieces(), &table);
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
    let silent = catan_svg(&some_pieces(), &Style::default());
    assert!(!silent.contains("aria-") && !silent.contains("<title"));
    assert_eq!(Document::parse(&silent).unwrap().root_element().attribute("role"), Some("img"));
}

#[test]
fn the_style_sheet_touches_only_the_board() {
    for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
        let css = stylesheet(&Style { theme, ..Style::default() });
        assert!(!css.contains('<') && !css.contains('&') && !css.contains('$'));
        // What stands before a brace and is no at-rule is a list of selectors; each names the root.
        for (n, head) in css.split('{').enumerate() {
            let head = head.rsplit(['}', ';']).next().unwrap_or(head).trim();
            if n + 1 == css.split('{').count() || head.starts_with('@') || head.ends_with('%') {
                continue;
            }
            for selector in head.split(',') {
                let inside = ["bl-", "bd-", "ba-"].iter().any(|prefix| selector[1..].starts_with(prefix));
                assert!(selector.contains(theme.class()) || inside, "`{selector}` reaches beyond the board");
            }
        }
        assert!(css.contains("prefers-reduced-motion"));
        let outside = Style { theme, embed_css: false, ..Style::default() };
        assert!(!catan_svg(&some_pieces(), &outside).contains("<style"));
    }
}

#[test]
fn the_same_position_gives_the_same_text() {
    for (picture, style) in variants() {
        assert_eq!(catan_svg(&picture, &style), catan_svg(&picture.clone(), &style.clone()));
    }
}

#[test]
fn pictures_stay_small() {
    let full = CatanPicture {
        roads: BySeat(std::array::from_fn(|n| EdgeId::all().filter(|id| id.index() % 5 == n).collect())),
        ..some_pieces()
    };
    let size = catan_svg(&full, &Style::default()).len();
    assert!(size < 64 * 1024, "{size} bytes");
}

fn png_size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    (number(16), number(20))
}

#[test]
fn png_has_the_size_asked_for() {
    let svg = catan_svg(&some_pieces(), &Style::default());
    for width in [1, 94, 360] {
        let expected = (f64::from(width) * f64::from(geometry::HEIGHT) / f64::from(geometry::WIDTH)).round();
        assert_eq!(png_size(&png(&svg, width).unwrap()), (width, expected as u32));
    }
    for width in [0, 8193, u32::MAX] {
        assert!(matches!(png(&svg, width), Err(PngError::Size { .. })), "{width}");
    }
    assert!(matches!(png("no svg", 100), Err(PngError::Svg(_))));
}
