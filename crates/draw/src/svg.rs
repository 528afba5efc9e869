//! A small writer of SVG: elements, attributes, escaping.

use crate::shown::{Edits, Item, Shown};
use crate::{Purpose, Style};
use std::fmt::{self, Display, Write as _};
use std::hash::Hash;

/// SVG under construction. Every attribute value and text is escaped.
pub(crate) struct Svg {
    out: String,
    open: Vec<&'static str>,
}

/// The attributes of one element.
pub(crate) type Attrs<'a> = &'a [(&'static str, &'a dyn Display)];

impl Svg {
    pub(crate) fn new() -> Svg {
        Svg { out: String::with_capacity(48 * 1024), open: Vec::new() }
    }

    fn start(&mut self, name: &str, attrs: Attrs<'_>, end: &str) {
        self.out.push('<');
        self.out.push_str(name);
        for (key, value) in attrs {
            self.out.push(' ');
            self.out.push_str(key);
            self.out.push_str("=\"");
            self.escaped(value);
            self.out.push('"');
        }
        self.out.push_str(end);
    }

    /// Writes a value with the characters replaced that mean something in XML, and those dropped that XML forbids.
    fn escaped(&mut self, value: &dyn Display) {
        let from = self.out.len();
        self.put(format_args!("{value}"));
        // Hardly any value has one, and looking for one costs less than writing each value through a filter.
        if self.out.as_bytes()[from..].iter().any(|&byte| is_special(byte)) {
            let text = self.out.split_off(from);
            for c in text.chars() {
                match c {
                    '&' => self.out.push_str("&amp;"),
                    '<' => self.out.push_str("&lt;"),
                    '>' => self.out.push_str("&gt;"),
                    '"' => self.out.push_str("&quot;"),
                    '\t' | '\n' | '\r' => self.out.push(c),
                    '\u{fffe}' | '\u{ffff}' | '\0'..' ' => {}
                    _ => self.out.push(c),
                }
            }
        }
    }

    /// Writing into a string cannot fail.
    fn put(&mut self, what: fmt::Arguments<'_>) {
        self.out.write_fmt(what).expect("a string takes everything");
    }

    /// Opens an element; [`Svg::close`] closes it.
    pub(crate) fn open(&mut self, name: &'static str, attrs: Attrs<'_>) {
        self.start(name, attrs, ">");
        self.open.push(name);
    }

    /// Closes the element opened last.
    pub(crate) fn close(&mut self) {
        let name = self.open.pop().expect("an open element");
        self.put(format_args!("</{name}>"));
    }

    /// Opens a picture of these classes, with its role and its texts; includes the style sheet if the style asks for it.
    pub(crate) fn open_picture(
        &mut self,
        style: &Style,
        class: &str,
        view_box: &str,
        sheet: impl FnOnce(&Style) -> String,
    ) {
        let class = format!("{class} {}", style.theme.class());
        let role = match style.purpose {
            Purpose::Picture => "img",
            Purpose::Table => "group",
        };
        let (prefix, words) = (style.prefix(), &style.words);
        let (title, description) = (format!("{prefix}title"), format!("{prefix}desc"));
        let mut attrs: Vec<(&'static str, &dyn Display)> = vec![
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("class", &class),
            ("viewBox", &view_box),
            ("role", &role),
        ];
        if !words.title.is_empty() {
            attrs.push(("aria-labelledby", &title));
        }
        if !words.description.is_empty() {
            attrs.push(("aria-describedby", &description));
        }
        self.open("svg", &attrs);
        if !words.title.is_empty() {
            self.text("title", &[("id", &title)], &words.title);
        }
        if !words.description.is_empty() {
            self.text("desc", &[("id", &description)], &words.description);
        }
        if style.embed_css {
            self.raw("<style>");
            self.raw(&sheet(style));
            self.raw("</style>");
        }
    }

    /// An element without content.
    pub(crate) fn leaf(&mut self, name: &str, attrs: Attrs<'_>) {
        self.start(name, attrs, "/>");
    }

    /// An element with nothing but text.
    pub(crate) fn text(&mut self, name: &str, attrs: Attrs<'_>, text: &str) {
        self.start(name, attrs, ">");
        self.escaped(&text);
        self.put(format_args!("</{name}>"));
    }

    /// Markup of our own, as it stands.
    pub(crate) fn raw(&mut self, markup: &str) {
        self.out.push_str(markup);
    }

    /// Returns the number of bytes written so far.
    pub(crate) fn len(&self) -> usize {
        self.out.len()
    }

    /// Returns the text written since the output had this length.
    pub(crate) fn since(&self, len: usize) -> &str {
        &self.out[len..]
    }

    /// Opens a part of the picture that is made from these inputs. Returns `false` if the page already shows it: then the part is
    /// an empty element, and nothing is open.
    pub(crate) fn open_part(
        &mut self,
        shown: &Shown<'_>,
        (element, id, class): (&'static str, &str, &str),
        inputs: &impl Hash,
    ) -> bool {
        if shown.part(id, inputs) {
            self.open(element, &[("id", &id), ("data-stays", &"")]);
            self.close();
            return false;
        }
        let attrs: [(&'static str, &dyn Display); 2] = [("id", &id), ("class", &class)];
        let is_given = [shown.is_noted(), !class.is_empty()];
        let given: Vec<_> =
            attrs.into_iter().zip(is_given).filter(|(_, is)| *is).map(|(attr, _)| attr).collect();
        self.open(element, &given);
        true
    }

    /// Opens a group of many items, each with a digest of its inputs; returns which of them must be drawn.
    pub(crate) fn open_list(
        &mut self,
        shown: &Shown<'_>,
        (element, id, class): (&'static str, &str, &str),
        items: impl IntoIterator<Item = Item>,
    ) -> Edits {
        let edits = shown.list(id, items);
        let steps = edits.steps.as_deref().unwrap_or_default();
        let attrs: [(&'static str, &dyn Display); 3] =
            [("id", &id), ("class", &class), ("data-list", &steps)];
        let is_given = [shown.is_noted(), !class.is_empty(), edits.steps.is_some()];
        let given: Vec<_> =
            attrs.into_iter().zip(is_given).filter(|(_, is)| *is).map(|(attr, _)| attr).collect();
        self.open(element, &given);
        edits
    }

    pub(crate) fn finish(self) -> String {
        assert!(self.open.is_empty(), "every element is closed");
        self.out
    }
}

/// Whether a byte may begin a character that is written differently: one that means something in XML, a control character,
/// or the first byte of U+FFFE and U+FFFF.
const fn is_special(byte: u8) -> bool {
    matches!(byte, b'&' | b'<' | b'>' | b'"' | 0xef | 0..b' ')
}

/// A number in as few characters as serve: at most one decimal.
pub(crate) struct Num(pub(crate) f32);

impl Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Counting tenths is much cheaper than writing a float.
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
        if tenth == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{tenth}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cannot_break_out() {
        let mut svg = Svg::new();
        svg.open("g", &[("id", &"a\"b&<c>\u{1}")]);
        svg.text("title", &[], "<script>\u{0}'&amp;");
        svg.close();
        let text = svg.finish();
        assert_eq!(text, "<g id=\"a&quot;b&amp;&lt;c&gt;\"><title>&lt;script&gt;'&amp;amp;</title></g>");
        roxmltree::Document::parse(&text).unwrap();
    }

    #[test]
    fn numbers_are_short() {
        let shown: Vec<String> = [0.0, -0.04, 12.0, 0.25, -3.333].map(|n| Num(n).to_string()).to_vec();
        assert_eq!(shown, ["0", "0", "12", "0.3", "-3.3"]);
    }
}
