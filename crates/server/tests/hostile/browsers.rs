//! Promises that browsers rely on: security headers, refusal of other sites, answers that are not cached.

use super::*;

#[test]
fn every_answer_is_guarded_and_no_other_method_does_anything() {
    let mut scene = Scene::new();
    let before = scene.state();
    for route in routes() {
        let path = scene.fill(route.path);
        for method in
            ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get"]
        {
            if (method == "GET" || method == "HEAD") && is_stream(&path) {
                continue;
            }
            // A HEAD has no body, whatever its length says; the connection is of no more use to our client.
            let mut client = scene.running.client();
            let what = format!("{method} {path}");
            let raw = format!(
                "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
                scene.running.addr
            );
            let answer = closing_answer(scene.running.addr, raw.as_bytes());
            let head = String::from_utf8_lossy(&answer).into_owned();
            if method == "CONNECT" && head.is_empty() {
                continue;
            }
            let status: u16 = head
                .split(' ')
                .nth(1)
                .and_then(|status| status.parse().ok())
                .unwrap_or_else(|| panic!("{what}: {head}"));
            assert!(status < 500, "{what}: {head}");
            if status != 400 {
                assert!(head.contains("content-security-policy: "), "{what}: {head}");
            }
            assert!(!head.contains("access-control-"), "{what}: {head}");
            if method == "GET" {
                check(&client.get(&path), &what);
            }
        }
    }
    assert_eq!(scene.running.client().get("/metrics").status, 404, "that is for the host alone");
    assert_eq!(scene.state(), before);
    scene.is_well();
}

#[test]
fn other_sites_change_nothing() {
    let mut scene = Scene::new();
    let before = scene.state();
    let host = scene.running.addr.to_string();
    let other_port = format!("http://127.0.0.1:{}", scene.running.addr.port() ^ 1);
    let signs: Vec<Vec<(&str, String)>> = vec![
        vec![("origin", "https://evil.example".to_owned())],
        vec![("origin", "null".to_owned())],
        vec![("origin", String::new())],
        vec![("origin", format!("http://{host}.evil.example"))],
        vec![("origin", format!("http://evil.example/{host}"))],
        vec![("origin", format!("http://evil@{host}"))],
        vec![("origin", other_port)],
        vec![("origin", host.clone())],
        vec![("origin", "file://".to_owned())],
        vec![("sec-fetch-site", "cross-site".to_owned())],
        vec![("sec-fetch-site", "same-site".to_owned())],
        vec![("sec-fetch-site", "SAME-ORIGIN".to_owned())],
        vec![("sec-fetch-site", "cross-site".to_owned()), ("origin", format!("http://{host}"))],
        vec![("sec-fetch-site", "same-origin".to_owned()), ("origin", "https://evil.example".to_owned())],
    ];
    let mut refused = 0;
    for route in routes().iter().filter(|route| route.method != "GET") {
        for sign in &signs {
            let mut client = scene.as_ada();
            client.headers.extend(sign.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
            let path = scene.fill(route.path);
            let reply = send(&mut client, route, &path).unwrap();
            let what = format!("{} {path} with {sign:?}", route.method);
            check(&reply, &what);
            assert_eq!(reply.status, 403, "{what}: {}", reply.text());
            assert!(!reply.headers.iter().any(|(name, _)| name == "set-cookie"), "{what}");
            refused += 1;
        }
    }
    assert_eq!(scene.state(), before);
    assert!(refused > 300, "{refused}");
    // Our own pages may.
    let mut client = scene.as_ada();
    client.headers.push(("origin".to_owned(), format!("http://{host}")));
    client.headers.push(("sec-fetch-site".to_owned(), "same-origin".to_owned()));
    let reply = client.post_form(&format!("/t/{}/wish", scene.table), "seq=2&id=own&wish=say&text=Hello");
    assert_eq!(reply.status, 303, "{}", reply.text());
}

/// A site below the same domain can set cookies for all of it. Over TLS none of them takes the place of ours.
#[test]
fn cookies_of_a_sibling_site_replace_nothing() {
    let limits = Limits { spare_loopback: false, ..Limits::default() };
    let running = RunningServer::behind(&["127.0.0.1"], Arc::new(MemoryStore::new()), limits);
    let over_tls = || {
        let mut browser = Browser::new(&running);
        browser.client.headers.push(("x-forwarded-proto".to_owned(), "https".to_owned()));
        browser
    };
    let mut ada = over_tls();
    let reply = ada.send("POST", "/tables", "game=catan&name=Ada&seat-A=me&seat-B=open");
    assert_eq!(reply.status, 303);
    let table = reply.header("location").unwrap().to_owned();
    let set = |reply: &Reply| -> Vec<String> {
        let cookies = reply.headers.iter().filter(|(name, _)| name == "set-cookie");
        cookies.map(|(_, cookie)| cookie.clone()).collect()
    };
    let cookies = set(&reply);
    assert!(cookies.len() >= 2, "{cookies:?}");
    for cookie in &cookies {
        assert!(cookie.starts_with("__Host-neuland-"), "{cookie}");
        assert!(
            cookie.contains("; Path=/;") && cookie.contains("; Secure") && !cookie.contains("Domain"),
            "{cookie}"
        );
    }
    let key = ada.cookies.iter().find(|(name, _)| name == "__Host-neuland-key").unwrap().1.clone();
    // The sibling has a key of its own, and sets it for the whole domain, before and after ours.
    let evil = Key::random().reveal();
    for at in [0, ada.cookies.len()] {
        let mut victim = over_tls();
        victim.cookies.clone_from(&ada.cookies);
        victim.cookies.insert(at, ("neuland-key".to_owned(), evil.clone()));
        let reply = victim.get(&table);
        assert!(reply.text().contains("Ada") && set(&reply).is_empty(), "at {at}");
        assert!(victim.get("/").text().contains(&table), "the page is still Ada's");
    }
    // A browser from before the prefixes stays who it is: once its cookie is moved over the old one counts no more.
    let mut before = over_tls();
    before.cookies.push(("neuland-key".to_owned(), key.clone()));
    let reply = before.get("/");
    assert!(reply.text().contains(&table));
    let moved = set(&reply);
    assert!(
        moved.iter().any(|cookie| cookie.starts_with(&format!("__Host-neuland-key={key};"))),
        "{moved:?}"
    );
    assert!(moved.iter().any(|cookie| cookie.starts_with("neuland-key=; Path=/; Max-Age=0;")), "{moved:?}");
    before.cookies.retain(|(name, _)| name != "neuland-key");
    before.cookies.push(("neuland-key".to_owned(), evil));
    let reply = before.get("/");
    assert!(reply.text().contains(&table) && set(&reply).is_empty(), "{:?}", set(&reply));
    // Files that everybody may keep move nothing.
    let mut asset = over_tls();
    let page = asset.get("/").text();
    let path = page.split("/assets/").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned();
    asset.cookies.push(("neuland-key".to_owned(), key));
    let reply = asset.get(&format!("/assets/{path}"));
    assert_eq!((reply.status, set(&reply).len()), (200, 0));
    // What is of one table alone says that it came over TLS.
    let reply = ada.send("POST", &format!("{table}/mute"), "seat=B&muted=on");
    for cookie in set(&reply) {
        assert!(cookie.starts_with("__Secure-neuland-"), "{cookie}");
    }
    // At home, over plain HTTP, names stay as they are.
    let mut home = Browser::new(&running);
    let reply = home.send("POST", "/tables", "game=catan&name=Eve&seat-A=me&seat-B=open");
    assert!(set(&reply).iter().all(|cookie| cookie.starts_with("neuland-") && !cookie.contains("Secure")));
}

/// Names in files for the browser, and what it is to do with them.
#[test]
fn nothing_can_be_kept_or_shown_elsewhere() {
    let scene = Scene::new();
    // What is for one reader is not kept on the way; what is for all may be.
    for path in [
        format!("/t/{}", scene.table),
        "/".to_owned(),
        format!("/t/{}/main", scene.table),
        format!("/api/v1/tables/{}/view", scene.table),
    ] {
        let reply = scene.as_ada().get(&path);
        assert_eq!(reply.header("cache-control"), Some("no-store"), "{path}");
    }
    let mut browser = Browser::new(&scene.running);
    let reply = browser.send("POST", "/tables", "game=catan&name=Eve&seat-A=me&seat-B=open");
    let cookies: Vec<_> = reply.headers.iter().filter(|(name, _)| name == "set-cookie").collect();
    assert!(cookies.iter().any(|(_, cookie)| cookie.starts_with("neuland-key=")), "{cookies:?}");
    is_guarded(&reply, "a key in a cookie");
    // A key is in no page, no address and no answer but the first.
    let key = browser.cookies.iter().find(|(name, _)| name == "neuland-key").unwrap().1.clone();
    let location = reply.header("location").unwrap().to_owned();
    assert!(!location.contains(&key));
    for path in [location.clone(), format!("{location}/main"), "/".to_owned()] {
        assert!(!browser.get(&path).text().contains(&key), "{path}");
    }
    let page = browser.get(&location).text();
    let _ = hidden(&page, "lang");
}
