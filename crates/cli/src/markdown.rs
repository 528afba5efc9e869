//! The Markdown of the rulebook as text for a terminal.
//!
//! Only what the rulebook uses: headings, paragraphs, lists, tables, quotes, **bold** and `code`. On a terminal
//! everything is wrapped to its width; elsewhere a paragraph is one line, so that it can be searched.

use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// The layout of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    /// Lines end before this column; `None` wraps nothing.
    pub(crate) width: Option<usize>,
    /// Whether bold type may be used.
    pub(crate) bold: bool,
}

const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

/// A word with its width in columns, which escape sequences do not count for.
struct Word {
    text: String,
    width: usize,
}

/// One block of Markdown.
enum Block<'a> {
    Heading {
        level: usize,
        text: &'a str,
    },
    /// Set with the first line behind `mark` and the others below its text.
    Text {
        mark: String,
        text: String,
    },
    Table(Vec<Vec<&'a str>>),
}

/// The whole text.
pub(crate) fn render(markdown: &str, page: Page) -> String {
    let mut out = String::new();
    let mut before_is_item = false;
    for block in blocks(markdown) {
        let item = matches!(&block, Block::Text { mark, .. } if !mark.is_empty());
        let in_a_list = item && before_is_item;
        if !out.is_empty() && !in_a_list {
            out.push('\n');
        }
        before_is_item = item;
        match block {
            Block::Heading { level, text } => heading(&mut out, level, text, page),
            Block::Text { mark, text } => {
                let indent = mark.width();
                for (index, line) in
                    wrapped(&text, page, page.width.map(|width| width.saturating_sub(indent)))
                        .iter()
                        .enumerate()
                {
                    let before = if index == 0 { mark.as_str() } else { "" };
                    let _ = writeln!(out, "{before:indent$}{}", line.text);
                }
            }
            Block::Table(rows) => table(&mut out, &rows, page),
        }
    }
    out
}

fn blocks(markdown: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    // Whether the next line of text belongs to the block before it.
    let mut open = false;
    for line in markdown.lines() {
        let text = line.trim();
        let indent = line.len() - line.trim_start().len();
        if text.is_empty() || text == "---" {
            open = false;
        } else if text.starts_with('#') {
            let level = text.bytes().take_while(|&byte| byte == b'#').count();
            blocks.push(Block::Heading { level, text: text[level..].trim() });
            open = false;
        } else if let Some(row) = text.strip_prefix('|') {
            let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
            let ruler = cells.iter().all(|cell| !cell.is_empty() && cell.bytes().all(|b| b"-:".contains(&b)));
            match blocks.last_mut() {
                Some(Block::Table(_)) if ruler => {}
                Some(Block::Table(rows)) if open => rows.push(cells),
                _ => blocks.push(Block::Table(vec![cells])),
            }
            open = true;
        } else if let Some(mark) = list_mark(text) {
            let rest = text[mark.len()..].trim_start().to_owned();
            blocks.push(Block::Text { mark: format!("{:indent$}{mark} ", ""), text: rest });
            open = true;
        } else if let (true, Some(Block::Text { text: before, .. })) = (open, blocks.last_mut()) {
            before.push(' ');
            before.push_str(text.trim_start_matches("> "));
        } else {
            let (mark, text) = match text.strip_prefix("> ") {
                Some(quoted) => ("  ".to_owned(), quoted),
                None => (" ".repeat(indent), text),
            };
            blocks.push(Block::Text { mark, text: text.to_owned() });
            open = true;
        }
    }
    blocks
}

/// `-` or `1.` at the beginning of an item.
fn list_mark(text: &str) -> Option<&str> {
    let (mark, _) = text.split_once(' ')?;
    let number =
        mark.strip_suffix('.').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    (mark == "-" || mark == "*" || number).then_some(mark)
}

fn heading(out: &mut String, level: usize, text: &str, page: Page) {
    let strong = Page { width: None, ..page };
    let line = wrapped(&format!("**{}**", text.replace("**", "")), strong, None).pop();
    let Some(line) = line else { return };
    let _ = writeln!(out, "{}", line.text);
    let under = match level {
        1 => "=",
        2 => "-",
        _ => return,
    };
    let _ = writeln!(out, "{}", under.repeat(line.width.min(page.width.unwrap_or(usize::MAX))));
}

fn table(out: &mut String, rows: &[Vec<&str>], page: Page) {
    const GAP: usize = 2;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut widths = vec![1; columns];
    let mut longest_word = vec![1; columns];
    for row in rows {
        for (column, cell) in row.iter().enumerate() {
            let words = words(cell, page.bold);
            let line: usize = words.iter().map(|word| word.width + 1).sum();
            widths[column] = widths[column].max(line.saturating_sub(1));
            let longest = words.iter().map(|word| word.width).max().unwrap_or(0);
            longest_word[column] = longest_word[column].max(longest);
        }
    }
    // Too wide a table takes columns from its widest column, as long as its words stay whole.
    if let Some(page_width) = page.width {
        while widths.iter().sum::<usize>() + GAP * columns.saturating_sub(1) > page_width {
            let Some(widest) =
                (0..columns).filter(|&c| widths[c] > longest_word[c]).max_by_key(|&c| widths[c])
            else {
                break;
            };
            widths[widest] -= 1;
        }
    }
    let width: usize = widths.iter().sum::<usize>() + GAP * columns.saturating_sub(1);
    if page.width.is_some_and(|page_width| width > page_width) {
        return narrow_table(out, rows, page);
    }
    for (index, row) in rows.iter().enumerate() {
        let cells: Vec<Vec<Word>> =
            row.iter().zip(&widths).map(|(cell, &width)| wrapped(cell, page, Some(width))).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let mut text = String::new();
            let mut owed = 0;
            for (column, cell) in cells.iter().enumerate() {
                if let Some(part) = cell.get(line) {
                    let _ = write!(text, "{:owed$}{}", "", part.text);
                    owed = 0;
                    owed += widths[column].saturating_sub(part.width) + GAP;
                } else {
                    owed += widths[column] + GAP;
                }
            }
            let _ = writeln!(out, "{text}");
        }
        if index == 0 {
            let ruler: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
            let _ = writeln!(out, "{}", ruler.join(&" ".repeat(GAP)));
        }
    }
}

/// A table that does not fit even with every cell wrapped: each row becomes a list of its cells.
fn narrow_table(out: &mut String, rows: &[Vec<&str>], page: Page) {
    let Some((header, rows)) = rows.split_first() else { return };
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        for (column, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
            let indent = if column == 0 { 0 } else { 2 };
            let title = header.get(column).filter(|title| !title.is_empty());
            let text = title.map_or_else(|| (*cell).to_owned(), |title| format!("{title}: {cell}"));
            for line in wrapped(&text, page, page.width.map(|width| width.saturating_sub(indent))) {
                let _ = writeln!(out, "{:indent$}{}", "", line.text);
            }
        }
    }
}

/// Lines of at most `width` columns, if no single word is wider.
fn wrapped(text: &str, page: Page, width: Option<usize>) -> Vec<Word> {
    let mut lines: Vec<Word> = Vec::new();
    for word in words(text, page.bold) {
        match lines.last_mut() {
            Some(line) if width.is_none_or(|width| line.width + 1 + word.width <= width) => {
                line.text.push(' ');
                line.text.push_str(&word.text);
                line.width += 1 + word.width;
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// The words, with bold switched on and off within each, so that a line may end after any of them.
fn words(text: &str, bold: bool) -> Vec<Word> {
    let mut strong = false;
    let mut words = Vec::new();
    for raw in text.split_whitespace() {
        let mut word = Word { text: String::new(), width: 0 };
        for (index, part) in raw.split("**").enumerate() {
            strong ^= index > 0;
            let part = code(part);
            word.width += part.width();
            if strong && bold && !part.is_empty() {
                let _ = write!(word.text, "{BOLD}{part}{PLAIN}");
            } else {
                word.text.push_str(&part);
            }
        }
        words.push(word);
    }
    words
}

/// Code keeps its marks, which tell values from words; clause ids need none.
fn code(part: &str) -> String {
    let mut out = String::new();
    for (index, piece) in part.split('`').enumerate() {
        let id = piece.contains('-')
            && piece.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-');
        let marked = index % 2 == 1 && part.matches('`').count() >= 2;
        if marked && !id {
            let _ = write!(out, "`{piece}`");
        } else if index > 0 && !marked && part.matches('`').count() < 2 {
            // A span of several words begins or ends here.
            let _ = write!(out, "`{piece}");
        } else {
            out.push_str(piece);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Title\n\nOne **bold\nclaim** and `code`, see `CATAN-ROB-5`.\n\n- **X-1** an item\n  that goes on\n  - inner\n1. numbered\n\n| a | b |\n|---|---|\n| one | two three four |\n| ü | |\n\n> quoted\n---\nlast";

    #[test]
    fn without_a_width_a_paragraph_is_a_line() {
        let text = render(TEXT, Page { width: None, bold: false });
        let expected = "Title\n=====\n\nOne bold claim and `code`, see CATAN-ROB-5.\n\n- X-1 an item that goes on\n  - inner\n1. numbered\n\na    b\n---  --------------\none  two three four\nü\n\n  quoted\n\nlast\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn nothing_is_wider_than_the_page() {
        let text = render(TEXT, Page { width: Some(16), bold: false });
        let expected = "Title\n=====\n\nOne bold claim\nand `code`, see\nCATAN-ROB-5.\n\n- X-1 an item\n  that goes on\n  - inner\n1. numbered\n\na    b\n---  -----------\none  two three\n     four\nü\n\n  quoted\n\nlast\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn bold_never_crosses_a_line() {
        let text = render("a **bold claim**.", Page { width: Some(8), bold: true });
        assert_eq!(text, "a \x1b[1mbold\x1b[0m\n\x1b[1mclaim\x1b[0m.\n");
        // The whole rulebook fits a narrow terminal, long words and wide tables aside.
        for chapter in rulebook::chapters(rulebook::Lang::De) {
            let page = Page { width: Some(72), bold: false };
            let lines = render(chapter.markdown, page);
            let wide = lines.lines().filter(|line| line.width() > 72).count();
            assert!(wide * 50 < lines.lines().count(), "{}: {wide} lines are too wide", chapter.game);
        }
    }

    #[test]
    fn code_of_several_words_keeps_its_marks() {
        let text = render("`offer 1 wool` and `x`.", Page { width: None, bold: false });
        assert_eq!(text, "`offer 1 wool` and `x`.\n");
    }
}
