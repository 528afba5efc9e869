//! The names of our cookies over TLS, where browsers guarantee who set them.
//!
//! A browser accepts a cookie whose name begins with `__Host-` only from the site itself: over TLS, for all of its pages, and for
//! no other host. So another site below the same domain cannot replace a person's key. Cookies of one table have a path of their
//! own, which that prefix does not allow; theirs is `__Secure-`. Handlers know the plain names only: this module adds the
//! prefixes and removes them. Over plain HTTP, as at home, there are none.
//!
//! Browsers that got their cookies before there were prefixes stay signed in: until [`MOVED_UNTIL`], the server accepts a cookie
//! under the plain name if the prefixed one is missing, and moves it over with the response.

use axum::http::{HeaderMap, HeaderValue, Uri, header};
use pages::Settings;

/// The cookie that holds a person's key.
pub(crate) const KEY_COOKIE: &str = "neuland-key";
/// The cookie that holds the name a person last played under.
pub(crate) const NAME_COOKIE: &str = "neuland-name";
/// The cookie by which a device is recognised at the accounts it has signed in to.
pub(crate) const KNOWN_COOKIE: &str = "neuland-known";
/// The cookie with the keys of the others who sit at this device, with dots between them.
pub(crate) const HERE_COOKIE: &str = "neuland-here";
/// The cookie with the seat that is uncovered.
pub(crate) const AT_COOKIE: &str = "neuland-at";
/// The cookie that says how far the reader has come in the lessons: names of games, each with its step, `GAME:4.GAME:13`.
pub(crate) const LESSONS_COOKIE: &str = "neuland-lessons";
/// The cookie that says how far the reader has come in the exercises of the latest games.
pub(crate) const EXERCISES_COOKIE: &str = "neuland-exercises";
/// The cookie with the ids of the people whom a reader has muted; each table has its own.
pub(crate) const MUTED_COOKIE: &str = "neuland-mute";

/// Our cookies: the name, whether it is for all pages, and how long it lasts in seconds.
const COOKIES: [(&str, bool, u32); 9] = [
    (KEY_COOKIE, true, YEAR),
    (NAME_COOKIE, true, YEAR),
    (Settings::COOKIE, true, YEAR),
    (KNOWN_COOKIE, true, YEAR),
    (LESSONS_COOKIE, true, YEAR),
    (EXERCISES_COOKIE, true, YEAR),
    (MUTED_COOKIE, false, YEAR),
    (HERE_COOKIE, false, YEAR),
    (AT_COOKIE, false, 24 * 60 * 60),
];

const YEAR: u32 = 365 * 24 * 60 * 60;

/// The first of January 2028 in milliseconds since 1970: until then, the server accepts cookies under plain names over TLS. The
/// cookies last for a year, so by then no browser has one that has been here since the prefixes came.
pub(super) const MOVED_UNTIL: u64 = 1_830_297_600_000;

/// The value of a cookie.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// The name over TLS.
fn prefixed(name: &str, is_for_all: bool) -> String {
    let prefix = if is_for_all { "__Host-" } else { "__Secure-" };
    format!("{prefix}{name}")
}

/// The part of a request's path to which the cookies of one table belong.
fn table_path(uri: &Uri) -> Option<String> {
    let rest = uri.path().strip_prefix("/t/")?;
    let id = rest.split('/').next().filter(|id| !id.is_empty())?;
    Some(format!("/t/{id}"))
}

/// The cookies that came under plain names, with their values; to be moved over.
#[derive(Default, Debug)]
pub(super) struct Moved(Vec<(usize, String)>);

/// Gives the cookies of a request over TLS their plain names. Drops those that came under plain names, unless they are still
/// moved over at this moment, in milliseconds since 1970.
pub(super) fn receive(headers: &mut HeaderMap, now: u64) -> Moved {
    let sent: Vec<(String, String)> = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    if sent.is_empty() {
        return Moved::default();
    }
    let find = |name: &str| sent.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let (mut moved, mut kept) = (Moved::default(), Vec::new());
    for (n, (name, is_for_all, _)) in COOKIES.iter().enumerate() {
        let plain = || find(name).filter(|_| now < MOVED_UNTIL);
        let value = match find(&prefixed(name, *is_for_all)) {
            Some(value) => Some(value),
            None => plain().inspect(|value| moved.0.push((n, (*value).to_owned()))),
        };
        kept.extend(value.map(|value| format!("{name}={value}")));
    }
    headers.remove(header::COOKIE);
    if let Ok(value) = HeaderValue::try_from(kept.join("; "))
        && !kept.is_empty()
    {
        headers.insert(header::COOKIE, value);
    }
    moved
}

/// Gives the cookies of an answer over TLS their prefixes, and moves those over that came under plain names. `uri` is that of
/// the request.
pub(super) fn send(headers: &mut HeaderMap, moved: &Moved, uri: &Uri) {
    let set: Vec<String> = headers
        .get_all(header::SET_COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok().map(str::to_owned))
        .collect();
    // What others may keep must not carry a cookie.
    let is_for_one = headers.get(header::CACHE_CONTROL).is_some_and(|value| value == "no-store");
    headers.remove(header::SET_COOKIE);
    let mut add = |text: String| {
        if let Ok(value) = HeaderValue::try_from(text) {
            headers.append(header::SET_COOKIE, value);
        }
    };
    let named = |text: &str, name: &str| text.strip_prefix(name).is_some_and(|rest| rest.starts_with('='));
    for text in &set {
        let ours = COOKIES.iter().find(|(name, ..)| named(text, name));
        match ours {
            Some((name, is_for_all, _)) => {
                add(format!("{}{}; Secure", prefixed(name, *is_for_all), &text[name.len()..]));
            }
            None => add(format!("{text}; Secure")),
        }
    }
    if !is_for_one {
        return;
    }
    for (n, value) in &moved.0 {
        let (name, is_for_all, seconds) = COOKIES[*n];
        let path = if is_for_all { Some("/".to_owned()) } else { table_path(uri) };
        let Some(path) = path else { continue };
        // What the handler has set or dropped is newer.
        if !set.iter().any(|text| named(text, name)) {
            let name = prefixed(name, is_for_all);
            add(format!("{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax; Secure"));
        }
        add(format!("{name}=; Path={path}; Max-Age=0; HttpOnly; SameSite=Lax; Secure"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(cookies: &[&str], now: u64) -> (String, Vec<String>) {
        let mut headers = HeaderMap::new();
        for cookie in cookies {
            headers.append(header::COOKIE, HeaderValue::from_str(cookie).unwrap());
        }
        let moved = receive(&mut headers, now);
        assert!(headers.get_all(header::COOKIE).iter().count() <= 1);
        let text = headers.get(header::COOKIE).map_or("", |value| value.to_str().unwrap()).to_owned();
        (text, moved.0.into_iter().map(|(n, value)| format!("{}={value}", COOKIES[n].0)).collect())
    }

    #[test]
    fn a_cookie_with_its_prefix_is_the_one_that_counts() {
        let good = "neuland-key=good".to_owned();
        for cookies in [
            vec!["__Host-neuland-key=good; neuland-key=evil"],
            vec!["neuland-key=evil; __Host-neuland-key=good"],
            vec!["neuland-key=evil", "__Host-neuland-key=good"],
            vec!["__Secure-neuland-key=evil; __host-neuland-key=evil; __Host-neuland-key=good"],
        ] {
            assert_eq!(received(&cookies, 0), (good.clone(), vec![]), "{cookies:?}");
        }
        let table = "__Secure-neuland-here=s1; neuland-here=evil; __Host-neuland-here=evil; other=x";
        assert_eq!(received(&[table], 0), ("neuland-here=s1".to_owned(), vec![]));
        assert_eq!(received(&["; ;=; =x; neuland-key"], 0), (String::new(), vec![]));
    }

    #[test]
    fn cookies_from_before_are_moved_over_for_a_while() {
        let old = ["neuland-key=old; neuland-settings=lang=de&theme=dark; neuland-at=B"];
        let (text, moved) = received(&old, MOVED_UNTIL - 1);
        assert_eq!(text, "neuland-key=old; neuland-settings=lang=de&theme=dark; neuland-at=B");
        assert_eq!(moved.len(), 3);
        assert_eq!(received(&old, MOVED_UNTIL), (String::new(), vec![]));
        let answer = |set: &[&'static str], cache: &'static str, path: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_static("neuland-key=old; neuland-at=B"));
            let moved = receive(&mut headers, 0);
            let mut headers = HeaderMap::new();
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
            for cookie in set {
                headers.append(header::SET_COOKIE, HeaderValue::from_static(cookie));
            }
            send(&mut headers, &moved, &Uri::from_static(path));
            let set = headers.get_all(header::SET_COOKIE).iter();
            set.map(|value| value.to_str().unwrap().to_owned()).collect::<Vec<String>>()
        };
        let rest = "Max-Age=31536000; HttpOnly; SameSite=Lax; Secure";
        let gone = "Max-Age=0; HttpOnly; SameSite=Lax; Secure";
        let moved = answer(&[], "no-store", "/t/abc/main");
        assert_eq!(moved[0], format!("__Host-neuland-key=old; Path=/; {rest}"));
        assert_eq!(moved[1], format!("neuland-key=; Path=/; {gone}"));
        assert!(moved[2].starts_with("__Secure-neuland-at=B; Path=/t/abc; Max-Age=86400; "), "{moved:?}");
        assert_eq!(moved[3], format!("neuland-at=; Path=/t/abc; {gone}"));
        assert_eq!(answer(&[], "no-store", "/t/").len(), 2, "no table, no path");
        assert_eq!(answer(&[], "public, max-age=31536000, immutable", "/t/abc"), Vec::<String>::new());
        // Whoever signs out is signed out of both.
        let out = answer(&["neuland-key=; Path=/; Max-Age=0"], "no-store", "/");
        assert_eq!(out[0], "__Host-neuland-key=; Path=/; Max-Age=0; Secure");
        assert_eq!(out[1], format!("neuland-key=; Path=/; {gone}"));
        assert_eq!(out.len(), 2);
    }
}
