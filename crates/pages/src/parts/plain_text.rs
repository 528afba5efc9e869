//! Markup as plain text, for a reader without a browser.

use maud::Markup;

/// The elements that are left out with their content: controls and drawings mean nothing to a reader.
const LEFT_OUT: [&str; 9] = ["button", "form", "input", "label", "nav", "script", "select", "style", "svg"];
/// The elements without an end tag.
const VOID: [&str; 5] = ["br", "hr", "img", "input", "use"];
/// The parts that repeat others, or show the course of the game.
const REPEATED: [&str; 2] = ["figure-course", "figure-dice"];

/// Returns the text of some markup, with a line for every item, row and paragraph. Headings begin with `#`, items with
/// `-`, and ` | ` separates the cells of a row.
pub(crate) fn plain_text(markup: &Markup) -> String {
    let mut text = Text::default();
    for piece in markup.0.split('<') {
        let Some((tag, words)) = piece.split_once('>').filter(|_| !std::ptr::eq(piece, markup.0.as_str()))
        else {
            text.words(piece);
            continue;
        };
        text.tag(tag);
        text.words(words);
    }
    text.finish()
}

#[derive(Default)]
struct Text {
    out: String,
    /// The current line.
    line: String,
    /// Whether an element that is left out is open: 1 if so, otherwise 0.
    left_out: usize,
    /// The number of open elements inside of it, of any kind.
    depth: usize,
    /// Whether a row of a table is open: all of it becomes one line.
    in_row: bool,
    /// Whether the row has a cell already.
    has_cell: bool,
}

impl Text {
    fn tag(&mut self, tag: &str) {
        if let Some(name) = tag.strip_prefix('/') {
            self.end(name);
            return;
        }
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        if VOID.contains(&name) {
            return;
        }
        if self.left_out > 0 {
            self.depth += 1;
            return;
        }
        if is_left_out(name, tag) {
            (self.left_out, self.depth) = (1, 0);
            return;
        }
        match name {
            "h1" | "h2" | "h3" | "h4" => {
                self.end_line();
                self.line = format!("{} ", "#".repeat(usize::from(name.as_bytes()[1] - b'0')));
            }
            "td" | "th" => {
                if self.has_cell {
                    self.line.truncate(self.line.trim_end().len());
                    self.line.push_str(" | ");
                }
                self.has_cell = true;
            }
            "li" if self.in_row && !self.line.is_empty() && !self.line.ends_with("| ") => {
                self.line.truncate(self.line.trim_end().len());
                self.line.push_str("; ");
            }
            _ if self.in_row => {}
            "li" => {
                self.end_line();
                self.line.push_str("- ");
            }
            "tr" => {
                self.end_line();
                (self.in_row, self.has_cell) = (true, false);
            }
            "dd" => {
                self.line.truncate(self.line.trim_end().len());
                self.line.push_str(": ");
            }
            "p" if self.line == "- " => {}
            _ if is_block(name) => self.end_line(),
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        if self.left_out > 0 {
            match self.depth {
                0 => self.left_out = 0,
                _ => self.depth -= 1,
            }
            return;
        }
        if name == "tr" {
            self.in_row = false;
        }
        if name == "dt" || (self.in_row && name != "span") {
            return;
        }
        if is_block(name) || matches!(name, "h1" | "h2" | "h3" | "h4" | "li" | "tr" | "dd") {
            self.end_line();
            if name == "li" {
                // An item without text leaves nothing.
                self.line.clear();
            }
        } else if name == "span" && !self.line.ends_with(' ') {
            // Parts of a label stand beside each other.
            self.line.push(' ');
        }
    }

    fn words(&mut self, words: &str) {
        if self.left_out > 0 {
            return;
        }
        for (n, word) in words.split_ascii_whitespace().enumerate() {
            let begins_apart = n > 0 || words.starts_with(|c: char| c.is_ascii_whitespace());
            if begins_apart && !self.line.is_empty() && !self.line.ends_with(' ') {
                self.line.push(' ');
            } else if !begins_apart && word.starts_with([',', '.', ';', ':', '?', '!', ')']) {
                self.line.truncate(self.line.trim_end().len());
            }
            push_unescaped(&mut self.line, word);
        }
        if words.ends_with(|c: char| c.is_ascii_whitespace())
            && !self.line.is_empty()
            && !self.line.ends_with(' ')
        {
            self.line.push(' ');
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = line.trim_end();
        if line.is_empty() || line.chars().all(|letter| matches!(letter, '#' | '-' | ' ')) {
            // An item that only opens another element goes on in the next line.
            self.line = if line == "-" { "- ".to_owned() } else { String::new() };
            return;
        }
        if line.starts_with('#') && !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn finish(mut self) -> String {
        self.end_line();
        self.out
    }
}

fn is_left_out(name: &str, tag: &str) -> bool {
    let marked =
        tag.contains(" aria-hidden=\"true\"") || tag.ends_with(" hidden") || tag.contains(" hidden ");
    let for_scripts = tag.contains("class=\"js-only\"");
    LEFT_OUT.contains(&name)
        || marked
        || for_scripts
        || REPEATED.iter().any(|id| tag.contains(&format!(" id=\"{id}\"")))
}

fn is_block(name: &str) -> bool {
    [
        "article", "aside", "caption", "details", "div", "dl", "dt", "footer", "header", "main", "ol", "p",
        "section", "summary", "table", "tbody", "thead", "ul",
    ]
    .contains(&name)
}

/// Appends a word and unescapes the five characters that Maud escapes.
fn push_unescaped(line: &mut String, word: &str) {
    let mut rest = word;
    while let Some((before, after)) = rest.split_once('&') {
        line.push_str(before);
        let known = [("amp;", '&'), ("lt;", '<'), ("gt;", '>'), ("quot;", '"'), ("#39;", '\'')];
        match known.into_iter().find_map(|(name, letter)| Some((letter, after.strip_prefix(name)?))) {
            Some((letter, after)) => {
                line.push(letter);
                rest = after;
            }
            None => {
                line.push('&');
                rest = after;
            }
        }
    }
    line.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;
    use maud::html;

    #[test]
    fn every_item_row_and_paragraph_has_a_line() {
        let page = html! {
            section id="a" {
                h2 { "Hand " span class="count" { (3) } }
                svg { path d="M0" {} text { "drawn" } }
                ul { li { "1 " b { "brick" } ", 2 wool" } li { p { "a & b <c>" } } li {} }
                form action="/act" { h3 { "Trade" } label { "Give" input name="x"; } button { "Do" } }
                table {
                    caption { "Hexes" }
                    tr { th { "Hex" } th { "Yields" } }
                    tr { th { "H0" } td { "wool" } td aria-hidden="true" { "x" } }
                    tr { th { "H1" } td { ul { li { p { "a" } } li { "b" } } } td { "c" } }
                }
                dl { dt { "Roads" } dd { "P1, P2" } dt { "Cities" } dd { ul { li { "I3" } } } }
                p hidden { "no" }
                details id="figure-course" { summary { "Course" } p { "1 2 3" } }
            }
        };
        let expected = "## Hand 3\n- 1 brick, 2 wool\n- a & b <c>\nHexes\nHex | Yields\nH0 | wool\nH1 | a; b | c\nRoads: P1, P2\nCities:\n- I3\n";
        assert_eq!(plain_text(&page), expected);
    }

    #[test]
    fn what_is_typed_stays_text() {
        let name = "</p><b>&amp; \"x\" 'y'";
        assert_eq!(plain_text(&html! { p { (name) } }), format!("{name}\n"));
        assert_eq!(plain_text(&html! { "a" }), "a\n");
        assert_eq!(plain_text(&html! {}), "");
    }
}
