//! The addresses in a page, as those of a site below any path: `/t/abc` becomes `?/t/abc`, and a file lies in a folder beside the
//! page.
//!
//! A static host serves one page whatever the query, so every page has an address of its own that can be reloaded, opened in
//! another tab and kept as a bookmark.

/// The attributes that hold addresses which the page itself follows.
const ATTRIBUTES: [&str; 6] =
    [" href=\"/", " src=\"/", " action=\"/", " formaction=\"/", " data-turn=\"/", " data-piece=\"/"];

/// The start of the address of a file that pages refer to; the hash of all files follows.
const FILES: &str = "/assets/";

/// The manifest, of which the folder has one in each language.
const MANIFEST: &str = "/manifest.webmanifest?lang=";

/// Returns the page with its addresses made relative; `folder` holds the files. Text never looks like an attribute, since its
/// quotation marks are escaped.
pub(crate) fn relocated(html: &str, folder: &str) -> String {
    let mut out = String::with_capacity(html.len() + html.len() / 64);
    let mut rest = html;
    while let Some(at) = rest.find("=\"/") {
        let value = at + 2;
        let is_address = ATTRIBUTES.iter().any(|attribute| rest[..=value].ends_with(attribute));
        out.push_str(&rest[..value]);
        rest = &rest[value..];
        if !is_address {
            out.push('/');
            rest = &rest[1..];
        } else if let Some((_, name)) = rest.strip_prefix(FILES).and_then(|file| file.split_once('/')) {
            out.extend([folder, "/"]);
            rest = name;
        } else if let Some(lang) = rest.strip_prefix(MANIFEST) {
            let (lang, tail) = lang.split_once('"').unwrap_or((lang, ""));
            out.extend(["manifest-", lang, ".webmanifest\""]);
            rest = tail;
        } else if rest.starts_with("/\"") {
            // The start page is the folder itself.
            out.push('.');
        } else if out.ends_with(" src=\"") {
            // A picture that the tables draw: the shell asks for it.
            out.truncate(out.len() - "src=\"".len());
            out.push_str("data-picture=\"?");
        } else {
            out.push('?');
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::relocated;

    #[test]
    fn addresses_are_relative_and_text_stays() {
        let page = "<a href=\"/t/abc?mode=text#x\">=\"/</a><a href=\"/\">/</a><use href=\"/assets/-/icons.svg#_bot\"></use>\
                    <form action=\"/tables\"><input value=\"/x\" data-at=\"/y\"><img src=\"/learn/x.svg\"><link href=\"/manifest.webmanifest?lang=de\">";
        let told = "<a href=\"?/t/abc?mode=text#x\">=\"/</a><a href=\"./\">/</a><use href=\"v1/icons.svg#_bot\"></use>\
                    <form action=\"?/tables\"><input value=\"/x\" data-at=\"/y\"><img data-picture=\"?/learn/x.svg\"><link href=\"manifest-de.webmanifest\">";
        assert_eq!(relocated(page, "v1"), told);
    }
}
