//! Addresses that are none.

use super::*;

/// Texts in the place of an id or a name.
const ODD: &[&str] = &[
    "..",
    "%2e%2e",
    "..%2f..%2f..%2fetc%2fpasswd",
    "..%5c..%5cwindows",
    "%00",
    "a%00.svg",
    "%ff%fe",
    "%",
    "%zz",
    "%25%32%66",
    "//",
    "/evil.example",
    "%2f%2fevil.example",
    "%5c%5cevil.example",
    "@evil.example",
    ":80",
    "~",
    "*",
    "'",
    "\"",
    "<script>alert(1)</script>",
    "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    "%0d%0aset-cookie:%20x=y",
    "%E2%80%AE",
    "%F0%9F%90%91",
    "000000000000",
    "00000000",
    "-1",
    "+1",
    "1e9",
    "18446744073709551616",
    "99999999999999999999999999",
    "1.svg",
    "1.svg/",
    "1.svg.svg",
    ".svg",
    "1.SVG",
    "1.png",
    "1.svg%00.html",
    ";a=b",
    "catan;x",
    "CATAN-SETT-3",
    "CATAN-SETT-3%0a",
    "con",
    "null",
    "undefined",
    "{id}",
    "${7*7}",
    "{{7*7}}",
    "%24%7B7*7%7D",
    "index.html",
    ".git",
    ".env",
];

const QUERIES: &[&str] = &[
    "",
    "?",
    "?a",
    "?=",
    "?&&&&",
    "?mode=text&mode=<script>alert(1)</script>",
    "?lang=%ff",
    "?game=../../x",
    "?after=-1",
    "?after=18446744073709551616",
    "?after=",
    "?code=//evil.example",
    "?code=%2f%2fevil.example",
    "?code=https://evil.example/x",
    "?code=%0d%0alocation:%20//evil.example",
    "?code=..",
    "?code=%5c%5cevil.example",
    "?theme=</style><script>alert(1)</script>",
    "?names=\"onload=\"alert(1)",
    "?back=//evil.example",
];

#[test]
fn odd_addresses_lead_nowhere_else() {
    let mut scene = Scene::new();
    let before = scene.state();
    let mut draws = testkit::seed("addresses").substream("hostile", 0);
    let long = [
        "a".repeat(3_000),
        "%2e%2e%2f".repeat(900),
        "/".repeat(2_000),
        "a/".repeat(1_500),
        "%F0%9F%90%91".repeat(400),
    ];
    let long_query = format!("?{}", "a=b&".repeat(5_000));
    let mut sent = 0;
    let mut ask = |scene: &Scene, method: &str, path: &str| {
        // Bytes that no client would send in a request line end the connection with 400; that is tried elsewhere.
        if path.contains([' ', '\r', '\n']) || !path.is_ascii() {
            return;
        }
        sent += 1;
        let mut client = scene.as_ada();
        let reply = client.try_send(method, path, (method == "POST").then_some(FORM), b"seq=2&id=odd");
        let what = format!("{method} {}", excerpt(path.as_bytes()));
        let reply = reply.unwrap_or_else(|error| panic!("{what}: {error}"));
        if matches!(reply.status, 400 | 414 | 431) && reply.header("content-security-policy").is_none() {
            return;
        }
        check(&reply, &what);
    };
    for route in routes() {
        if is_stream(route.path) {
            continue;
        }
        let parts: Vec<&str> = route.path.split('/').collect();
        let holes: Vec<usize> = (0..parts.len()).filter(|&n| parts[n].starts_with('{')).collect();
        for hole in holes {
            for text in ODD.iter().copied().chain(long.iter().map(String::as_str)) {
                let mut parts: Vec<String> = parts.iter().map(|part| (*part).to_owned()).collect();
                parts[hole] = text.to_owned();
                ask(&scene, route.method, &scene.fill(&parts.join("/")));
            }
        }
        if route.method == "GET" {
            for query in QUERIES.iter().copied().chain([long_query.as_str()]) {
                ask(&scene, "GET", &format!("{}{query}", scene.fill(route.path)));
            }
        }
    }
    for _ in 0..rounds() * 100 {
        let mut path = String::new();
        for _ in 0..=draws.below(5) {
            let parts = [
                "t", "api", "v1", "tables", "j", "rules", "assets", "board", "events", "record", "main", "r",
                "replay", "account",
            ];
            path.push('/');
            path += match draws.below(3) {
                0 => ODD[draws.below(ODD.len() as u32) as usize],
                1 => &scene.table,
                _ => parts[draws.below(parts.len() as u32) as usize],
            };
        }
        if path.ends_with("/events") {
            continue;
        }
        path += QUERIES[draws.below(QUERIES.len() as u32) as usize];
        ask(&scene, if draws.below(3) == 0 { "POST" } else { "GET" }, &path);
    }
    println!("{sent} odd addresses");
    assert_eq!(scene.state(), before);
    scene.is_well();
}

#[test]
fn forms_lead_back_to_own_pages_only() {
    let mut scene = Scene::new();
    let before = scene.state();
    // The form that leads back leads to own pages only.
    for back in [
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https://evil.example",
        "javascript:alert(1)",
        "/%09/evil.example",
        "/%0d%0aset-cookie:x=y",
        "%2f%2fevil.example",
        "%2f%5cevil.example",
        " //evil.example",
        "%20//evil.example",
        "data:text/html,x",
        "/%00",
        "evil.example",
        "?x",
        "#x",
        ".//evil",
    ] {
        let mut client = scene.running.client();
        let reply = client.post_form("/settings", &format!("back={back}&lang=de"));
        check(&reply, back);
        assert_eq!(reply.status, 303, "{back}");
    }
    let lang = "neuland-settings=lang=%3Cscript%3E; neuland-name=%3Cscript%3Ealert(1)%3C/script%3E";
    for path in ["/", "/rules/catan", "/nowhere"] {
        let mut client = scene.running.client();
        client.headers.push(("cookie".to_owned(), lang.to_owned()));
        client
            .headers
            .push(("accept-language".to_owned(), "<script>alert(1)</script>,*;q=9e99,xx-".repeat(20)));
        check(&client.get(path), path);
    }
    assert_eq!(scene.state(), before);
    scene.is_well();
}

#[test]
fn other_hosts_come_into_no_page_as_markup() {
    let mut scene = Scene::new();
    let before = scene.state();
    // Other hosts in the request do not get into the page as markup.
    for host in [
        "evil.example",
        "a\"><script>alert(1)</script>",
        "",
        "[::1",
        "a b",
        "a:99999999",
        "x".repeat(4_000).as_str(),
    ] {
        let raw = format!(
            "GET /t/{} HTTP/1.1\r\nhost: {host}\r\nx-forwarded-host: evil.example\r\nx-forwarded-proto: javascript\r\nconnection: close\r\n\r\n",
            scene.open
        );
        let answer =
            String::from_utf8_lossy(&closing_answer(scene.running.addr, raw.as_bytes())).into_owned();
        assert!(!answer.contains("<script>alert") && !answer.starts_with("HTTP/1.1 5"), "{host}: {answer}");
        assert!(!answer.contains("javascript://"), "{host}");
    }
    assert_eq!(scene.state(), before);
    scene.is_well();
}
