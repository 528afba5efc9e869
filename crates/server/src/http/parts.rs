//! Reading the head of a request: its address, its reader, and what the client accepts.

use super::App;
use super::cookies::{NAME_COOKIE, cookie};
use super::problem::Problem;
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};
use pages::{Lang, Reader, Settings};

/// The variable parts of the address, by name, in order.
pub(crate) async fn params(parts: &mut Parts, app: &App) -> Result<Vec<(String, String)>, Problem> {
    let params = RawPathParams::from_request_parts(parts, app).await.map_err(|_| Problem::not_found())?;
    Ok(params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
}

/// Whether the client is a program rather than a person.
pub(crate) fn wants_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("application/json"))
}

/// The reader's language and settings: from the cookie, the address, and the browser's languages, in this order.
pub(crate) fn reader_of(headers: &HeaderMap, uri: &Uri) -> Reader {
    let mut settings = cookie(headers, Settings::COOKIE).map(Settings::read).unwrap_or_default();
    for (name, value) in query(uri) {
        if name == "mode" {
            settings.set(&name, &value);
        }
    }
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let name = cookie(headers, NAME_COOKIE).and_then(|text| {
        let fields = form_urlencoded::parse(text.as_bytes());
        fields.into_iter().next().and_then(|(name, _)| table::entry::clean_name(&name))
    });
    Reader {
        lang: settings.lang.unwrap_or_else(|| accepted.map(Lang::negotiate).unwrap_or_default()),
        settings,
        name,
        here: uri.path_and_query().map_or_else(|| "/".to_owned(), |here| here.as_str().to_owned()),
        origin: origin_of(headers),
        house: None,
        for_others: None,
        network: None,
        moderates: None,
        host: pages::HostLinks::default(),
        alone: false,
    }
}

/// The origin as the browser sees it, from `Host` and `X-Forwarded-Proto`. A header of a proxy is here only if the proxy is
/// trusted (`Client::of`).
fn origin_of(headers: &HeaderMap) -> Option<String> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    let secure = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
    let scheme = if secure { "https" } else { "http" };
    (!host.is_empty() && host.chars().all(is_host)).then(|| format!("{scheme}://{host}"))
}

/// The parameters of an address.
pub(crate) fn query(uri: &Uri) -> Vec<(String, String)> {
    form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned().collect()
}

/// The first parameter of an address with this name.
pub(crate) fn asked(uri: &Uri, name: &str) -> Option<String> {
    query(uri).into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|&(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn readers_are_known_by_cookie_address_and_browser() {
        let uri: Uri = "/t/abc?mode=text".parse().unwrap();
        let reader = reader_of(&headers(&[("accept-language", "de-AT,de;q=0.9")]), &uri);
        assert_eq!((reader.lang, reader.settings.mode), (Lang::De, pages::Mode::Text));
        assert_eq!(reader.here, "/t/abc?mode=text");
        let cookies = "neuland-name=J%C3%BCrgen+B; neuland-settings=lang=en&theme=dark; x=y";
        let reader =
            reader_of(&headers(&[("accept-language", "de"), ("cookie", cookies)]), &"/".parse().unwrap());
        assert_eq!((reader.lang, reader.settings.theme), (Lang::En, pages::Theme::Dark));
        assert_eq!(reader.name.as_deref(), Some("Jürgen B"));
    }

    #[test]
    fn links_for_others_begin_where_the_reader_came_in() {
        let origin = |pairs: &[(&'static str, &'static str)]| origin_of(&headers(pairs));
        assert_eq!(origin(&[("host", "192.168.1.5:7170")]).as_deref(), Some("http://192.168.1.5:7170"));
        let proxied = [("host", "neuland.example"), ("x-forwarded-proto", "https")];
        assert_eq!(origin(&proxied).as_deref(), Some("https://neuland.example"));
        assert_eq!(origin(&[]), None);
        assert_eq!(origin(&[("host", "a\"><script>")]), None);
    }

    #[test]
    fn spoilt_cookies_are_no_cookies() {
        for spoilt in
            ["neuland-name=%00; neuland-settings=lang=xx", "neuland-name", ";;=;", "neuland-nameX=a"]
        {
            let map: HeaderMap = [(header::COOKIE, HeaderValue::from_static(spoilt))].into_iter().collect();
            let reader = reader_of(&map, &"/".parse().unwrap());
            assert_eq!((reader.name, reader.settings), (None, Settings::default()), "{spoilt}");
        }
    }
}
