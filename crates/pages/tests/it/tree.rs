//! Pages as trees of elements, and a change of one into another as `web/morph.js` makes it.

use std::collections::BTreeMap;

/// An element of a page.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    attributes: BTreeMap<String, String>,
    pub(crate) children: Vec<Node>,
}

/// A child of an element.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Node {
    Element(Element),
    Text(String),
}

/// Elements without an end tag.
const VOID: [&str; 7] = ["br", "col", "hr", "img", "input", "link", "meta"];

/// The tree of an element's text, as our pages are written: every tag is closed, and every value quoted.
pub(crate) fn parse(html: &str) -> Element {
    let mut open: Vec<Element> = vec![Element::default()];
    let mut rest = html;
    while !rest.is_empty() {
        let (text, tag) = rest.split_once('<').unwrap_or((rest, ""));
        if !text.is_empty() {
            open.last_mut().expect("the root").children.push(Node::Text(text.to_owned()));
        }
        if tag.is_empty() {
            break;
        }
        let end = end_of(tag);
        let (tag, after) = (&tag[..end], &tag[end + 1..]);
        rest = after;
        let closed = match tag.strip_prefix('/') {
            Some(name) => {
                let closed = open.pop().expect("an open element");
                assert_eq!(closed.name, name, "the tags are balanced");
                closed
            }
            None => {
                let element = opened(tag.trim_end_matches('/'));
                if !tag.ends_with('/') && !VOID.contains(&element.name.as_str()) {
                    open.push(element);
                    continue;
                }
                element
            }
        };
        open.last_mut().expect("the root").children.push(Node::Element(closed));
    }
    assert_eq!(open.len(), 1, "all tags are closed");
    match open.pop().map(|root| root.children).as_deref() {
        Some([Node::Element(only)]) => only.clone(),
        other => panic!("one element, not {other:?}"),
    }
}

/// The end of a tag: its `>` outside of quotes.
fn end_of(tag: &str) -> usize {
    let mut quoted = false;
    let at = tag.bytes().position(|byte| {
        quoted ^= byte == b'"';
        byte == b'>' && !quoted
    });
    at.expect("the end of a tag")
}

fn opened(tag: &str) -> Element {
    let (name, mut rest) = tag.split_once([' ', '\n']).unwrap_or((tag, ""));
    let mut attributes = BTreeMap::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            break;
        }
        let end = rest.find(['=', ' ', '\n']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let value = match after.strip_prefix("=\"") {
            Some(quoted) => {
                let (value, after) = quoted.split_once('"').expect("the end of a value");
                rest = after;
                value
            }
            None => {
                rest = after;
                ""
            }
        };
        attributes.insert(name.to_owned(), value.to_owned());
    }
    Element { name: name.to_owned(), attributes, children: Vec::new() }
}

impl Node {
    fn id(&self) -> Option<&str> {
        match self {
            Node::Element(element) => element.attribute("id"),
            Node::Text(_) => None,
        }
    }

    /// Whether both are text, or elements of one name.
    fn is_like(&self, other: &Node) -> bool {
        match (self, other) {
            (Node::Element(one), Node::Element(other)) => one.name == other.name,
            (Node::Text(_), Node::Text(_)) => true,
            _ => false,
        }
    }
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.attributes.insert(name.to_owned(), value.to_owned());
    }

    pub(crate) fn unset(&mut self, name: &str) {
        self.attributes.remove(name);
    }

    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.attribute("class").is_some_and(|classes| classes.split(' ').any(|one| one == class))
    }

    /// Gives it the class `lit`, or takes that away.
    pub(crate) fn light(&mut self, lit: bool) {
        let classes = self.attribute("class").unwrap_or_default().split(' ').filter(|one| *one != "lit");
        let classes: Vec<&str> = classes.chain(lit.then_some("lit")).collect();
        let classes = classes.join(" ");
        self.set("class", &classes);
    }

    /// Looks at this element and at all below it.
    pub(crate) fn each<'e>(&'e self, look: &mut impl FnMut(&'e Element)) {
        look(self);
        for child in &self.children {
            if let Node::Element(child) = child {
                child.each(look);
            }
        }
    }

    /// Changes this element and then all below it.
    pub(crate) fn change(&mut self, change: &mut dyn FnMut(&mut Element)) {
        change(self);
        for child in &mut self.children {
            if let Node::Element(child) = child {
                child.change(change);
            }
        }
    }

    /// The element with this id.
    pub(crate) fn find(&self, id: &str) -> Option<&Element> {
        let mut found = None;
        self.each(&mut |element| {
            if element.attribute("id") == Some(id) {
                found = Some(element);
            }
        });
        found
    }

    /// The places of the buttons.
    pub(crate) fn places(&self) -> Vec<String> {
        let mut places = Vec::new();
        self.each(&mut |element| {
            if element.name == "button" {
                places.extend(element.attribute("data-place").map(str::to_owned));
            }
        });
        places
    }

    /// The preview of an action, in its button.
    pub(crate) fn told(&self, action: &str) -> Option<Element> {
        let mut found = None;
        self.each(&mut |element| {
            if element.name == "button" && element.attribute("data-action") == Some(action) {
                found = element.preview().cloned();
            }
        });
        found
    }

    fn preview(&self) -> Option<&Element> {
        let mut found = None;
        self.each(&mut |inner| {
            if inner.has_class("preview") {
                found = Some(inner);
            }
        });
        found
    }

    /// An action of which the preview is still to be fetched.
    pub(crate) fn awaited(&self) -> Option<String> {
        let mut found = None;
        self.each(&mut |element| {
            let is_empty = |of: &Element| of.attribute("data-later").is_some();
            if element.name == "button" && element.preview().is_some_and(is_empty) {
                found = element.attribute("data-action").map(str::to_owned);
            }
        });
        found
    }

    /// Its tags and texts, one a line.
    pub(crate) fn lines(&self, lines: &mut Vec<String>) {
        lines.push(format!("<{} {:?}>", self.name, self.attributes));
        for child in &self.children {
            match child {
                Node::Element(child) => child.lines(lines),
                Node::Text(text) => lines.push(text.clone()),
            }
        }
        lines.push(format!("</{}>", self.name));
    }
}

/// Makes `old` like `fresh`: the page has what stays, and of lists only what is new or different was sent.
pub(crate) fn morph(old: &mut Element, mut fresh: Element) {
    if fresh.attributes.contains_key("data-stays") {
        return;
    }
    let steps = fresh.attributes.remove("data-list");
    let open = old.attributes.get("open").cloned();
    old.attributes = fresh.attributes;
    // Whether something is unfolded belongs to the reader.
    if old.name == "details" {
        old.unset("open");
        if let Some(open) = open {
            old.set("open", &open);
        }
    }
    match steps {
        Some(steps) => follow(old, fresh.children, &steps),
        None => children(old, fresh.children),
    }
}

fn children(old: &mut Element, fresh: Vec<Node>) {
    let mut left = std::mem::take(&mut old.children);
    for wanted in fresh {
        let found = match wanted.id() {
            Some(id) => {
                left.iter().position(|node| node.id() == Some(id)).filter(|&n| left[n].is_like(&wanted))
            }
            None => left.first().filter(|node| node.id().is_none() && node.is_like(&wanted)).map(|_| 0),
        };
        old.children.push(match found {
            Some(n) => became(left.remove(n), wanted),
            None => wanted,
        });
    }
}

fn became(old: Node, wanted: Node) -> Node {
    match (old, wanted) {
        (Node::Element(mut old), Node::Element(wanted)) => {
            morph(&mut old, wanted);
            Node::Element(old)
        }
        (_, wanted) => wanted,
    }
}

fn follow(old: &mut Element, fresh: Vec<Node>, steps: &str) {
    let (mut left, mut sent) = (std::mem::take(&mut old.children).into_iter(), fresh.into_iter());
    for step in steps.split(' ').filter(|step| !step.is_empty()) {
        let (kind, count) = step.split_at(1);
        for _ in 0..count.parse().expect("a number") {
            match kind {
                "k" => old.children.extend(left.next()),
                "d" => drop(left.next().expect("one to drop")),
                "m" => {
                    let (now, wanted) =
                        (left.next().expect("one that changes"), sent.next().expect("what was sent"));
                    old.children.push(became(now, wanted));
                }
                "n" => old.children.push(sent.next().expect("what was sent")),
                _ => panic!("no step: {step}"),
            }
        }
    }
    assert_eq!(sent.next(), None, "all that was sent is used");
    // What no step names stays.
    old.children.extend(left);
}
