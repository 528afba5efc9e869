//! The pictures of the games on the start page, `web/games.svg`: each a part of a position of a real game, drawn as the table
//! draws it. `NEULAND_BLESS=1 cargo test -p pages --test it covers::` makes the file anew.
//!
//! The start page is light, so the file holds what is to be seen and nothing else: no targets to press, no places outside the
//! part, no definition twice, no rule of the style sheet that nothing needs.

use game::Viewer;
use pages::{Aids, GameTable, History, Settings};
use shelf::{GameKind, Timeline};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// The part of a game's picture that is shown, 4 to 3: its middle and its width. Games of one family share definitions.
struct Part {
    family: &'static str,
    x: f32,
    y: f32,
    width: f32,
}

fn part(kind: &str) -> Part {
    let (family, x, y, width) = match kind {
        "catan" => ("i", 0.0, 0.0, 480.0),
        // Knights of all strengths, two metropolises and a wall; only land, as the sea needs colours that the file does not have.
        "cities-and-knights" => ("i", -45.0, -70.0, 390.0),
        "carcassonne" => ("l", -50.0, -100.0, 420.0),
        // A builder in a city with goods, and a pig in its fields.
        "traders-and-builders" => ("l", 7.0, 396.0, 400.0),
        // The surveyors, and the coast from which settlers come.
        _ => ("l", -100.0, 155.0, 500.0),
    };
    Part { family, x, y, width }
}

/// The distance between the pictures in the file.
const APART: f32 = 4000.0;

/// An element: its tag with all attributes, and what it holds. Text stands among the children, without children.
#[derive(Clone, PartialEq, Debug)]
struct Node {
    tag: String,
    children: Vec<Node>,
}

impl Node {
    /// The tree of a text of ours.
    fn read(svg: &str) -> Node {
        let mut open = vec![Node { tag: String::new(), children: Vec::new() }];
        for piece in svg.split_inclusive('>') {
            let (text, tag) = piece.split_at(piece.find('<').unwrap_or(piece.len()));
            if !text.is_empty() {
                let text = Node { tag: text.to_owned(), children: Vec::new() };
                open.last_mut().expect("an open element").children.push(text);
            }
            if tag.starts_with("</") || tag.ends_with("/>") {
                let done = match tag.strip_suffix("/>") {
                    Some(tag) => Node { tag: tag.to_owned(), children: Vec::new() },
                    None => open.pop().expect("an open element"),
                };
                open.last_mut().expect("an open element").children.push(done);
            } else if let Some(tag) = tag.strip_suffix('>') {
                open.push(Node { tag: tag.to_owned(), children: Vec::new() });
            }
        }
        open.pop().and_then(|root| root.children.into_iter().next()).expect("one element")
    }

    fn write(&self, text: &mut String) {
        *text += &self.tag;
        if self.children.is_empty() {
            *text += if self.tag.starts_with('<') { "/>" } else { "" };
            return;
        }
        *text += ">";
        self.children.iter().for_each(|child| child.write(text));
        let name = self.tag[1..].split(' ').next().expect("a name");
        write!(text, "</{name}>").unwrap();
    }

    fn attr(&self, name: &str) -> Option<&str> {
        let at = self.tag.find(&format!(" {name}=\""))? + name.len() + 3;
        self.tag[at..].split('"').next()
    }

    fn drop_attr(&mut self, name: &str) {
        if let Some(value) = self.attr(name) {
            self.tag = self.tag.replacen(&format!(" {name}=\"{value}\""), "", 1);
        }
    }

    fn is(&self, name: &str) -> bool {
        self.tag.strip_prefix('<').is_some_and(|tag| tag.split(' ').next() == Some(name))
    }

    fn has_class(&self, name: &str) -> bool {
        self.attr("class").is_some_and(|classes| classes.split(' ').any(|class| class == name))
    }

    /// The position of the element, if it has one.
    fn place(&self) -> Option<(f32, f32)> {
        if let (Some(x), Some(y)) = (self.attr("x"), self.attr("y")) {
            return Some((x.parse().ok()?, y.parse().ok()?));
        }
        let (x, y) =
            self.attr("transform")?.strip_prefix("translate(")?.split_once(')')?.0.split_once(' ')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    }

    /// Leaves out what is there only to be played on or listened to, and what is outside the part.
    fn prune(&mut self, part: &Part, margin: f32) {
        let outside = |(x, y): (f32, f32)| {
            (x - part.x).abs() > part.width / 2.0 + margin || (y - part.y).abs() > part.width * 0.375 + margin
        };
        let placed = self.place().is_some();
        self.children.retain(|child| {
            let played = ["hit", "halo"].iter().any(|class| child.has_class(class));
            let told = ["title", "desc", "style"].iter().any(|name| child.is(name));
            !played && !told && (placed || !child.place().is_some_and(outside))
        });
        for child in &mut self.children {
            child.drop_attr("data-place");
            child.drop_attr("id");
            if !placed && child.place().is_none() {
                child.prune(part, margin);
            } else {
                child.prune(&Part { width: f32::INFINITY, ..*part }, margin);
            }
        }
        self.children.retain(|child| !(child.is("g") && child.children.is_empty()));
    }

    fn visit(&self, visitor: &mut dyn FnMut(&Node)) {
        visitor(self);
        self.children.iter().for_each(|child| child.visit(visitor));
    }

    /// The definitions that it refers to.
    fn references(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        self.visit(&mut |node| {
            for start in ["href=\"#", "url(#"] {
                found.extend(
                    node.tag
                        .split(start)
                        .skip(1)
                        .filter_map(|rest| rest.split(['"', ')']).next())
                        .map(str::to_owned),
                );
            }
        });
        found
    }
}

/// All pictures of the file, with what they share.
#[derive(Default)]
struct Covers {
    definitions: BTreeMap<String, Node>,
    pictures: Vec<Node>,
    views: String,
}

impl Covers {
    fn add(&mut self, kind: GameKind, svg: &str) {
        let part = part(kind.name());
        let left = self.pictures.len() as f32 * APART;
        let name = |sign: &str| format!("{sign}{}-", part.family);
        let mut root = Node::read(&svg.replace("\"b-", &name("\"")).replace("#b-", &name("#")));
        let (defs, drawn): (Vec<Node>, Vec<Node>) =
            root.children.into_iter().partition(|child| child.is("defs"));
        root.children = drawn;
        for node in defs.into_iter().flat_map(|defs| defs.children) {
            let id = node.attr("id").expect("a definition has a name").to_owned();
            let known = self.definitions.entry(id.clone()).or_insert_with(|| node.clone());
            assert!(*known == node, "two games define {id}");
        }
        root.prune(&part, 60.0);
        root.tag =
            format!("<g class=\"{}\" transform=\"translate({left})\"", root.attr("class").expect("a class"));
        self.pictures.push(root);
        let height = part.width * 0.75;
        let (x, y) = (left + part.x - part.width / 2.0, part.y - height / 2.0);
        writeln!(self.views, "<view id=\"{kind}\" viewBox=\"{x} {y} {} {height}\"/>", part.width).unwrap();
    }

    /// The definitions that are needed, also by each other.
    fn needed(&self) -> BTreeMap<&String, &Node> {
        let mut needed = BTreeMap::new();
        let mut open: Vec<String> = self.pictures.iter().flat_map(Node::references).collect();
        while let Some(id) = open.pop() {
            let (id, node) =
                self.definitions.get_key_value(&id).unwrap_or_else(|| panic!("nothing defines {id}"));
            if needed.insert(id, node).is_none() {
                open.extend(node.references());
            }
        }
        needed
    }

    fn write(&self) -> String {
        let needed = self.needed();
        let mut classes = BTreeSet::new();
        for node in needed.values().copied().chain(&self.pictures) {
            node.visit(&mut |node| {
                classes.extend(node.attr("class").unwrap_or_default().split(' ').map(str::to_owned));
            });
        }
        let mut text = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\">\n<style>\n");
        text += &sheet(&classes);
        writeln!(text, "</style>\n{}<defs>", self.views).unwrap();
        for node in needed.values() {
            node.write(&mut text);
            text.push('\n');
        }
        text += "</defs>\n";
        for picture in &self.pictures {
            picture.write(&mut text);
            text.push('\n');
        }
        text + "</svg>\n"
    }
}

/// The rules of the boards' style sheet that say something of these classes and answer to nobody who plays.
fn sheet(classes: &BTreeSet<String>) -> String {
    let style = draw::Style { theme: draw::Theme::Auto, ..draw::Style::default() };
    let whole = draw::stylesheet(&style);
    let is_needed = |selector: &str| {
        let named = selector.split(['.', ' ', '>', ':']).filter(|name| !name.is_empty());
        selector.starts_with('.')
            && !selector.contains([':', '['])
            && named.into_iter().all(|name| classes.contains(name))
    };
    let mut sheet = String::new();
    for line in whole.lines() {
        if line.starts_with("@media (prefers-color-scheme:dark)") {
            // Pictures of their own have no attribute that says another theme.
            sheet += &line.replace(":not([data-theme=light] *)", "");
            sheet.push('\n');
            continue;
        }
        if line == "}" {
            sheet += "}\n";
        }
        for rule in line.split_inclusive('}').filter(|_| !line.starts_with('@')) {
            let Some((selectors, body)) = rule.split_once('{') else { continue };
            let kept: Vec<&str> =
                selectors.split(',').filter(|selector| is_needed(selector.trim())).collect();
            if !kept.is_empty() {
                sheet += &format!("{}{{{body}\n", kept.join(","));
            }
        }
    }
    without_unused(&sheet)
}

/// Without colours that no rule uses: the sample game has some of its own.
fn without_unused(sheet: &str) -> String {
    let is_used = |name: &str| sheet.contains(&format!("var({name})"));
    let mut kept = String::new();
    let mut lines = sheet.lines();
    while let Some(line) = lines.next() {
        let names = line.split(['{', ';']).filter(|declared| declared.starts_with("--"));
        let mut names = names.filter_map(|declared| declared.split_once(':')).peekable();
        if names.peek().is_some() && !names.any(|(name, _)| is_used(name)) {
            if line.starts_with('@') {
                lines.next();
            }
            continue;
        }
        // Each declaration ends with `;`, the last one of a rule perhaps with `}`.
        for piece in line.split_inclusive(['{', ';', '}']) {
            match piece.split_once(':').filter(|(name, _)| name.starts_with("--") && !is_used(name)) {
                None => kept += piece,
                Some((_, value)) if value.ends_with('}') => kept.push('}'),
                Some(_) => {}
            }
        }
        kept.push('\n');
    }
    kept
}

fn covers() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/covers");
    let mut covers = Covers::default();
    for &kind in GameKind::ALL {
        // The sample game has no picture.
        let Ok(record) = std::fs::read(folder.join(format!("{kind}.neuland"))) else { continue };
        let (_, timeline, _) = Timeline::read(&record[..]).expect("the record can be played");
        let table = GameTable::new(timeline.last(), Viewer::Spectator, &History::default(), Aids::NONE);
        covers.add(kind, &pages::board(&table, &Settings::default(), pages::Margin::Wide));
    }
    covers.write()
}

#[test]
fn the_pictures_are_what_the_tables_draw() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/games.svg");
    let drawn = covers();
    if std::env::var_os("NEULAND_BLESS").is_some() {
        std::fs::write(&path, &drawn).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == drawn, "web/games.svg is not what is drawn now; NEULAND_BLESS=1 makes it anew");
}
