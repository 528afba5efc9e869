//! Impersonation, and the texts that people write.

use super::*;

#[test]
fn nobody_is_believed_to_be_somebody_else() {
    let mut scene = Scene::new();
    let before = scene.state();
    let table = format!("/api/v1/tables/{}", scene.table);
    let anybody = scene.running.client().get(&format!("{table}/view")).text();
    let own = scene.ada.get(&format!("{table}/view")).text();
    assert_ne!(anybody, own, "Ada sees more than others");
    let ada = scene.ada.token.clone().unwrap();
    let foreign = scene.foreign.token.clone().unwrap();
    let hash = serde_json::to_value(ada.parse::<Key>().unwrap().hash()).unwrap();
    let hash = hash.as_str().unwrap_or_default().to_owned();
    let tokens: Vec<String> = vec![
        String::new(),
        "0".repeat(32),
        "f".repeat(32),
        foreign.clone(),
        Key::random().reveal(),
        hash.clone(),
        hash.chars().take(32).collect(),
        ada[..31].to_owned(),
        format!("{ada}0"),
        format!("{}{}", &ada[..31], if ada.ends_with('0') { '1' } else { '0' }),
        format!("{ada}{ada}"),
        format!("{ada},{ada}"),
        format!("\"{ada}\""),
        ada.chars().rev().collect(),
        "A".to_owned(),
        "x".repeat(20_000),
        "\u{e9}".repeat(16),
        "null".to_owned(),
        "' OR 1=1 --".to_owned(),
    ];
    let schemes = ["Bearer", "Basic", "Token", "", "Digest"];
    for token in &tokens {
        for scheme in schemes {
            let mut client = scene.running.client();
            client.headers.push(("authorization".to_owned(), format!("{scheme} {token}")));
            for path in [format!("{table}/view"), table.clone()] {
                let reply = client.get(&path);
                let what = format!("{scheme} {}: {path}", excerpt(token.as_bytes()));
                if reply.status == 431 || reply.status == 400 && reply.body.is_empty() {
                    continue;
                }
                check(&reply, &what);
                assert!(
                    reply.status != 200 || !reply.text().contains("\"you\":\""),
                    "{what}: {}",
                    reply.text()
                );
                assert!(reply.status != 200 || path == table || reply.text() == anybody, "{what}");
            }
            let act = json!({"seq": 2, "id": "forged", "action": "settlement I17"});
            let reply = client.post(&format!("{table}/act"), &act);
            assert!(matches!(reply.status, 400 | 401 | 403 | 431), "{scheme} {token}: {}", reply.status);
        }
        // The same as a cookie: beside others, twice, cut, quoted.
        let spectator = scene.running.client().get(&format!("/t/{}/main", scene.table)).text();
        for cookie in [
            format!("neuland-key={token}"),
            format!("neuland-key={token}; neuland-key={token}"),
            format!("x=y; neuland-key={token}; neuland-settings=lang=en; neuland-name=Ada"),
            format!("neuland-key=\"{token}\""),
            format!("neuland-key={token}{}", "; a=b".repeat(200)),
        ] {
            let mut client = scene.running.client();
            client.headers.push(("cookie".to_owned(), cookie.clone()));
            let reply = client.get(&format!("/t/{}/main", scene.table));
            if matches!(reply.status, 400 | 431) {
                continue;
            }
            check(&reply, &cookie);
            assert_eq!(without_ids(&reply.text()), without_ids(&spectator), "{}", excerpt(cookie.as_bytes()));
            let reply =
                client.post_form(&format!("/t/{}/act", scene.table), "seq=2&id=forged&action=settlement+I17");
            assert!(reply.status >= 400, "{}: {}", excerpt(cookie.as_bytes()), reply.status);
        }
    }
    // Seats that are not the sender's, or not there at all, in what a seat may say.
    let mut ada = scene.as_ada();
    for seat in ["B", "C", "D", "F", "G", "Z", "a", "", "AB", "\u{0391}", "0", "65"] {
        for wish in [
            json!({"replace": {"seat": seat}}),
            json!({"swap": {"one": seat, "other": "A"}}),
            json!({"decline": {"from": [seat, seat]}}),
        ] {
            let body = json!({"seq": 2, "id": format!("s{}", excerpt(seat.as_bytes()).len()), "wish": wish, "seat": "B"});
            check(&ada.post(&format!("{table}/wish"), &body), &format!("{body}"));
        }
        let reply =
            scene.running.client().post(&format!("{table}/join"), &json!({"name": "Eve", "seat": seat}));
        assert!((400..500).contains(&reply.status), "{seat}: {}", reply.text());
    }
    assert_eq!(scene.state().1, before.1, "the position is as it was");
    scene.is_well();
}

/// Command ids are made anew for every page: 32 hexadecimal digits.
fn without_ids(text: &str) -> String {
    text.split(|c: char| !c.is_ascii_hexdigit()).filter(|run| run.len() != 32).collect::<Vec<_>>().join(" ")
}

/// Names and chat with markup, both quotes and everything that turns or hides letters.
#[test]
fn what_people_write_stays_text() {
    let scene = Scene::new();
    let names = [
        "<script>alert(1)</script>",
        "<img src=x onerror=a()>",
        "\"><svg onload=a()>",
        "' onclick='a()' x='",
        "\" autofocus onfocus=\"a()",
        "</title><b>x",
        "]]><!--",
        "--><b>",
        "&lt;b&gt; & &amp;",
        "{{7*7}}${7*7}",
        "%3Cb%3E",
        "`a` \\ \\u003cb",
        "Zoë 🐑 ÄÖÜß",
        "\u{5d0}\u{5d1}\u{5d2}",
    ];
    for (n, name) in names.iter().enumerate() {
        let name: String = name.chars().take(24).collect();
        let mut browser = Browser::new(&scene.running);
        let form: String = form_urlencoded::Serializer::new(String::new())
            .append_pair("game", server_games()[n % server_games().len()])
            .append_pair("name", &name)
            .append_pair("seat-A", "me")
            .append_pair("seat-B", "open")
            .finish();
        let reply = browser.send("POST", "/tables", &form);
        assert_eq!(reply.status, 303, "{name}: {}", reply.text());
        let page = reply.header("location").unwrap().to_owned();
        let id = page.rsplit('/').next().unwrap().to_owned();
        let (_, _) = join(&scene.running, &id, &name);
        for text in
            [name.as_str(), "<script>alert(1)</script> \"'<b>&", "\u{301}\u{302}x <a href=javascript:a()>"]
        {
            let form: String = form_urlencoded::Serializer::new(String::new())
                .append_pair("seq", "2")
                .append_pair("id", &Key::random().reveal())
                .append_pair("wish", "say")
                .append_pair("text", text)
                .finish();
            let reply = browser.send("POST", &format!("{page}/wish"), &form);
            check(&reply, &name);
        }
        let api = format!("/api/v1/tables/{id}");
        let state = browser.get(&api);
        // Both at the table are called so, which the letter of the seat tells apart.
        let written = format!("{name} A");
        assert_eq!(state.json()["seats"][0]["name"], written.as_str(), "as JSON it is what was written");
        let version = state.json()["version"].as_u64().unwrap();
        let refused = browser.send(
            "POST",
            &format!("{page}/act"),
            &format!("seq={version}&id=q&action={}", "%3Cscript%3Ealert(1)%3C/script%3E"),
        );
        for path in [
            page.clone(),
            format!("{page}?mode=text"),
            format!("{page}?mode=picture"),
            format!("{page}/main"),
            "/".to_owned(),
            format!("{page}/board/{version}.svg"),
        ] {
            for lang in ["en", "de"] {
                browser.cookies.retain(|(name, _)| name != "neuland-settings");
                browser.cookies.push(("neuland-settings".to_owned(), format!("lang={lang}")));
                let reply = browser.get(&path);
                is_text(&reply, &format!("{name}: {path}"));
            }
        }
        is_text(&refused, &name);
        let mut stream = scene.running.client().follow(&format!("{api}/events?after=0"));
        for _ in 0..version {
            // Every frame is one line of JSON: nothing in a name or in what was said breaks out of it.
            assert!(stream.next().is_some());
        }
    }
    scene.is_well();
}

/// Names that look like another name or like none are refused, and so are those that cover their surroundings.
#[test]
fn names_that_hide_something_are_refused() {
    let scene = Scene::new();
    let zalgo = format!("Z{}", "\u{0353}\u{0321}\u{0489}\u{033a}".repeat(5));
    for name in [
        "",
        " ",
        "\u{a0}",
        "\u{2003}",
        "\u{200b}",
        "\u{200d}",
        "\u{202e}adA",
        "\u{2066}x\u{2069}",
        "a\u{0}b",
        "a\nb\u{7}",
        "\u{feff}Ada",
        "\u{ad}Ada",
        "\u{3164}",
        "A\u{e0041}",
        "\u{fff9}x",
        "\u{1f3f4}\u{e0067}\u{e007f}",
        "xxxxxxxxxxxxxxxxxxxxxxxxx",
        zalgo.as_str(),
    ] {
        let plan = json!({"game": "catan", "seats": ["me", "open"], "name": name});
        let reply = scene.running.client().post("/api/v1/tables", &plan);
        assert_eq!(reply.status, 422, "{:?}: {}", name, reply.text());
        let mut ada = scene.as_ada();
        let said = json!({"seq": 2, "id": Key::random().reveal(), "wish": {"say": name}});
        let reply = ada.post(&format!("/api/v1/tables/{}/wish", scene.table), &said);
        // Twenty-five letters are no name, but may be said.
        let long = name.chars().all(|c| c == 'x') && !name.is_empty();
        assert!(long || matches!(reply.status, 422 | 429), "{name:?}: {}", reply.text());
    }
    scene.is_well();
}

fn server_games() -> Vec<&'static str> {
    shelf::GameKind::ALL.iter().map(|kind| kind.name()).collect()
}

/// A page in which nothing that people wrote has become markup.
fn is_text(reply: &Reply, what: &str) {
    check(reply, what);
    let text = reply.text();
    for wrong in
        ["<img src=x", "<svg onload", "<b>x", "<b>&", "\" onfocus=\"", "<a href=javascript", "<script>a"]
    {
        assert!(!text.contains(wrong), "{what}: {wrong}");
    }
    // Attributes are in double quotes everywhere, so that a single quote ends none.
    let is_html = reply.header("content-type").is_some_and(|kind| kind.starts_with("text/html"));
    let written = what.split(':').next().unwrap_or_default();
    assert!(
        !is_html || written.contains('\'') || !text.contains("='"),
        "{what}: an attribute in single quotes"
    );
}
