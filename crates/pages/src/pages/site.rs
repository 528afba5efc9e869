//! The pages of the host.

use crate::model::{HostPage, HostText};
use crate::parts::shell::Shell;
use crate::words::{Lang, Reader, Words, msg};
use maud::{Markup, PreEscaped, html};

/// `GET /contact` and `GET /notice`: a text of the host, which may be in another language than the rest of the page.
#[must_use]
pub fn host_page(reader: &Reader, page: HostPage, text: &HostText, lang: Lang) -> Markup {
    let words = Words::new(reader.lang);
    let usual = match page {
        HostPage::Contact => msg!(words, "host-contact"),
        HostPage::Notice => msg!(words, "host-notice"),
    };
    let title = text.title.as_deref().unwrap_or(&usual);
    let main = html! {
        main id="main" class="narrow host" {
            h1 lang=[text.title.is_some().then_some(lang)] { (title) }
            article class="host-text" lang=(lang) { (PreEscaped(&text.html)) }
        }
    };
    Shell::new(reader, title, main).render()
}
