//! Pages that the host writes: the contact page and the legal notice.

use crate::words::Lang;
use crate::words::reader::HostLinks;
use pulldown_cmark::{Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};
use std::fmt::Write as _;

/// A page that the host may write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostPage {
    /// The page on how to contact the host.
    Contact,
    /// The legal notice.
    Notice,
}

impl HostPage {
    /// All pages.
    pub const ALL: [HostPage; 2] = [HostPage::Contact, HostPage::Notice];

    /// Its name in addresses and file names.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            HostPage::Contact => "contact",
            HostPage::Notice => "notice",
        }
    }
}

/// A text of the host in one language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostText {
    /// The heading, if the text begins with one.
    pub title: Option<String>,
    /// The rest, as HTML that consists only of what this module writes.
    pub(crate) html: String,
}

impl HostText {
    /// Reads Markdown. HTML in it is shown as text; pictures are left out; links go nowhere but to pages and mailboxes.
    ///
    /// ```
    /// use pages::HostText;
    /// let text = HostText::read("# Ada\n\nWrite to <ada@example.org>.");
    /// assert_eq!(text.title.as_deref(), Some("Ada"));
    /// ```
    #[must_use]
    pub fn read(markdown: &str) -> HostText {
        let mut writer = Writer::default();
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        for event in Parser::new_ext(markdown, options) {
            writer.event(event);
        }
        HostText { title: writer.title.filter(|title| !title.trim().is_empty()), html: writer.out }
    }
}

/// All texts of the host, by page and language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HostTexts([[Option<HostText>; Lang::ALL.len()]; HostPage::ALL.len()]);

impl HostTexts {
    /// Adds the text of a page in a language.
    pub fn put(&mut self, page: HostPage, lang: Lang, text: HostText) {
        if let Some(place) = self.0[page as usize].get_mut(lang as usize) {
            *place = Some(text);
        }
    }

    /// Returns the text of a page in this language, or else in another one.
    #[must_use]
    pub fn find(&self, page: HostPage, lang: Lang) -> Option<(&HostText, Lang)> {
        let texts = &self.0[page as usize];
        let own_first = std::iter::once(lang).chain(Lang::ALL);
        own_first.into_iter().find_map(|lang| Some((texts[lang as usize].as_ref()?, lang)))
    }

    /// Returns the pages that the host has written.
    #[must_use]
    pub fn links(&self) -> HostLinks {
        let has = |page: HostPage| self.0[page as usize].iter().any(Option::is_some);
        HostLinks { contact: has(HostPage::Contact), notice: has(HostPage::Notice) }
    }
}

/// Turns Markdown events into HTML. Leaves out everything that it does not list.
#[derive(Default)]
struct Writer {
    out: String,
    title: Option<String>,
    /// Whether the first heading is open, which becomes the title.
    in_title: bool,
    /// The number of open pictures, which are left out together with their content.
    in_picture: usize,
    /// For each open link, whether it was written.
    links: Vec<bool>,
    in_head: bool,
}

impl Writer {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::Image { .. }) => self.in_picture += 1,
            Event::End(TagEnd::Image) => self.in_picture = self.in_picture.saturating_sub(1),
            _ if self.in_picture > 0 => {}
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. })
                if self.title.is_none() && self.out.is_empty() =>
            {
                self.title = Some(String::new());
                self.in_title = true;
            }
            Event::End(TagEnd::Heading(HeadingLevel::H1)) if self.in_title => self.in_title = false,
            Event::Text(text) | Event::Code(text) if self.in_title => {
                self.title.get_or_insert_default().push_str(&text);
            }
            _ if self.in_title => {}
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            Event::Code(text) => {
                self.out.push_str("<code>");
                self.text(&text);
                self.out.push_str("</code>");
            }
            Event::SoftBreak => self.out.push('\n'),
            Event::HardBreak => self.out.push_str("<br>"),
            Event::Rule => self.out.push_str("<hr>"),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Link { dest_url, link_type, .. } => {
                let scheme = if *link_type == LinkType::Email { "mailto:" } else { "" };
                let address = format!("{scheme}{dest_url}");
                let leads = leads_somewhere(&address);
                if leads {
                    self.out.push_str("<a rel=\"nofollow noopener\" href=\"");
                    self.text(&address);
                    self.out.push_str("\">");
                }
                self.links.push(leads);
            }
            Tag::TableHead => {
                self.in_head = true;
                self.out.push_str("<thead><tr>");
            }
            Tag::TableCell => self.out.push_str(if self.in_head { "<th scope=\"col\">" } else { "<td>" }),
            Tag::List(Some(first)) => {
                let _ = write!(self.out, "<ol start=\"{first}\">");
            }
            Tag::CodeBlock(_) => self.out.push_str("<pre><code>"),
            other => {
                if let Some(name) = element(other.to_end()) {
                    let _ = write!(self.out, "<{name}>");
                }
            }
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Link => {
                if self.links.pop() == Some(true) {
                    self.out.push_str("</a>");
                }
            }
            TagEnd::TableHead => {
                self.in_head = false;
                self.out.push_str("</tr></thead>");
            }
            TagEnd::TableCell => self.out.push_str(if self.in_head { "</th>" } else { "</td>" }),
            TagEnd::List(true) => self.out.push_str("</ol>"),
            TagEnd::CodeBlock => self.out.push_str("</code></pre>"),
            other => {
                if let Some(name) = element(other) {
                    let _ = write!(self.out, "</{name}>");
                }
            }
        }
    }

    fn text(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '"' => self.out.push_str("&quot;"),
                other => self.out.push(other),
            }
        }
    }
}

/// Returns the HTML element of a tag without attributes. The page has a heading of the first level already.
fn element(tag: TagEnd) -> Option<&'static str> {
    Some(match tag {
        TagEnd::Paragraph => "p",
        TagEnd::Heading(HeadingLevel::H1 | HeadingLevel::H2) => "h2",
        TagEnd::Heading(_) => "h3",
        TagEnd::BlockQuote(_) => "blockquote",
        TagEnd::List(false) => "ul",
        TagEnd::Item => "li",
        TagEnd::Emphasis => "em",
        TagEnd::Strong => "strong",
        TagEnd::Strikethrough => "s",
        TagEnd::Table => "table",
        TagEnd::TableRow => "tr",
        _ => return None,
    })
}

/// Whether a link leads to a page or a mailbox, and not to a script.
fn leads_somewhere(address: &str) -> bool {
    let is_ours = address.starts_with('/') && !address.starts_with("//");
    is_ours || ["https://", "http://", "mailto:", "tel:"].iter().any(|scheme| address.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_passes_but_what_is_written_here() {
        let html = |markdown: &str| HostText::read(markdown).html;
        for (markdown, expected) in [
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("a <b onclick=x>b</b>", "<p>a &lt;b onclick=x&gt;b&lt;/b&gt;</p>"),
            ("[x](javascript:alert(1))", "<p>x</p>"),
            ("[x](JavaScript:alert(1)) [y](data:text/html,z) [z](//evil.example)", "<p>x y z</p>"),
            ("![x](https://a.example/p.png)!", "<p>!</p>"),
            (
                "[x](https://a.example/?a=1&b=\"2)",
                "<p><a rel=\"nofollow noopener\" href=\"https://a.example/?a=1&amp;b=&quot;2\">x</a></p>",
            ),
            (
                "<a@b.example>",
                "<p><a rel=\"nofollow noopener\" href=\"mailto:a@b.example\">a@b.example</a></p>",
            ),
            ("3. a\n4. b", "<ol start=\"3\"><li>a</li><li>b</li></ol>"),
            (
                "|a|\n|-|\n|b|",
                "<table><thead><tr><th scope=\"col\">a</th></tr></thead><tr><td>b</td></tr></table>",
            ),
            ("x\n\n# Late", "<p>x</p><h2>Late</h2>"),
        ] {
            let written = html(markdown);
            assert!(written.replace('\n', "").contains(expected), "{markdown}: {written}");
        }
        assert!(!html("![<b>](x)<img src=x onerror=y>").contains("<img"));
        let text = HostText::read("# Contact `us`\n\nHello");
        assert_eq!((text.title.as_deref(), text.html.as_str()), (Some("Contact us"), "<p>Hello</p>"));
    }

    #[test]
    fn another_language_stands_in() {
        let mut texts = HostTexts::default();
        assert_eq!(texts.links(), HostLinks::default());
        texts.put(HostPage::Notice, Lang::De, HostText::read("Hallo"));
        assert_eq!(texts.links(), HostLinks { contact: false, notice: true });
        for lang in Lang::ALL {
            assert_eq!(texts.find(HostPage::Notice, lang).map(|(_, lang)| lang), Some(Lang::De));
            assert_eq!(texts.find(HostPage::Contact, lang), None);
        }
    }
}
