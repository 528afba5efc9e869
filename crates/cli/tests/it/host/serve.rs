//! `neuland serve`.

use super::{Served, act, folder, neuland, open, said, until};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use testkit::Client;

#[test]
fn wrong_arguments_are_named() {
    for (args, expected) in [
        (&["--addr", "nonsense"][..], "nonsense is not a valid value for --addr"),
        (&["--public-url", "neuland.example"], "give an address such as https://neuland.example"),
        (&["--public-url", "https://neuland.example/games"], "without a path"),
        (&["--trusted-proxy", "127.0.0.1,proxy"], "proxy is not a valid value for --trusted-proxy"),
        (&["--trusted-proxy", "10.0.0.0/64"], "a network such as 10.0.0.0/8"),
        (&["--name", ""], "a name of at most 40 characters"),
        (&["--log-level", "loud"], "choose one of error, warn, info, debug, trace"),
        (&["--log-format", "xml"], "choose one of text, json"),
        (&["--connections", "0"], "a whole number from 1 to 1000000"),
        (&["--connections-per-address", "0"], "a whole number from 1 to 1000000"),
        (&["--new-tables", "0"], "a whole number from 1 to 1000000"),
        (&["--disk-per-day", "0"], "a whole number from 1 to 1048576"),
        (&["--requests-per-second", "-1"], "a whole number from 1 to 1000000"),
        (&["--body", "12"], "a whole number from 1024 to 67108864"),
        (&["--drain-timeout", "1.5"], "a whole number from 1 to 3600"),
        (&["--bot-threads", "many"], "a whole number from 1 to 500"),
        (&["--no-open"], "unexpected argument --no-open"),
    ] {
        let output = neuland(&[&["serve"], args].concat());
        let (code, out, err) = said(&output);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?} {err}");
        assert!(err.starts_with("error: ") && err.contains(expected), "{args:?} {err}");
        assert!(err.contains("neuland serve --help"), "{err}");
    }
    let (code, _, err) = said(&neuland(&["--lang", "de", "serve", "--public-url", "x"]));
    assert_eq!(code, 2);
    assert!(err.starts_with("Fehler: ") && err.contains("gehört eine Adresse wie https://"), "{err}");
    // The environment is read as the arguments are.
    let output = super::bare().args(["serve"]).env("NEULAND_CONNECTIONS", "none").output().expect("it runs");
    let (code, _, err) = said(&output);
    assert!(code == 2 && err.contains("none is not a valid value for --connections"), "{err}");
    let (code, out, _) = said(&neuland(&["serve", "--help"]));
    assert!(code == 0 && out.contains("[env: NEULAND_PUBLIC_URL]"), "{out}");
}

#[test]
fn a_port_that_is_taken_is_named_for_what_it_was_to_be() {
    let data = folder("host-taken");
    let held = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let addr = held.local_addr().expect("an address").to_string();
    let data = data.to_str().expect("UTF-8");
    let (code, _, err) = said(&neuland(&["serve", "--addr", &addr, "--data", data]));
    assert!(code == 1 && err.contains("--addr"), "{err}");
    let (code, _, err) =
        said(&neuland(&["serve", "--addr", "127.0.0.1:0", "--metrics-addr", &addr, "--data", data]));
    assert!(code == 1 && err.contains("--metrics-addr") && err.contains(&addr), "{err}");
}

/// Returns the value of `Set-Cookie`, and whether browsers are told to stay on TLS.
fn settings(served: &Served, headers: &[(&str, &str)]) -> (String, bool) {
    let mut client = served.client();
    client.headers = headers.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let reply = client.post_form("/settings", "theme=dark&back=/");
    assert_eq!(reply.status, 303, "{}", reply.text());
    let cookie = reply.header("set-cookie").expect("a cookie").to_owned();
    (cookie, reply.header("strict-transport-security").is_some())
}

#[test]
fn only_a_trusted_proxy_is_believed() {
    let https = [("x-forwarded-proto", "https"), ("x-forwarded-for", "203.0.113.7")];
    let few = ["--requests-per-second", "1", "--burst", "5"];
    let trusted = [
        "--trusted-proxy",
        "::1,127.0.0.0/8",
        "--public-url",
        "https://neuland.example",
        "--name",
        "Haus am See",
    ];
    let served = Served::start(&folder("host-proxy"), &[&trusted[..], &few].concat());
    let (cookie, only_tls) = settings(&served, &https);
    assert!(cookie.contains("HttpOnly; SameSite=Lax; Secure") && only_tls, "{cookie}");
    let (cookie, only_tls) = settings(&served, &[("x-forwarded-proto", "http")]);
    assert!(!cookie.contains("Secure") && !only_tls, "{cookie}");
    // Each of those behind the proxy has limits of their own.
    let ask = |address: &str| {
        let mut client = served.client();
        client.headers = vec![("x-forwarded-for".to_owned(), address.to_owned())];
        client.get("/").status
    };
    until("one who asks too much is slowed", || ask("203.0.113.8") == 429);
    assert_eq!(ask("203.0.113.9"), 200);
    assert_eq!(ask("203.0.113.8, 203.0.113.10"), 200, "what a client writes itself does not count");
    assert!(served.metric("neuland_refused_total{limit=\"requests\"}") >= Some(1.0));
    // The house has its name, and links for others begin with its address.
    let (_, table, code) = open(&served, &["me", "open"], "Ada");
    let mut reader = served.client();
    reader.headers = vec![("x-forwarded-for".to_owned(), "203.0.113.20".to_owned())];
    let page = reader.get("/").text();
    assert!(page.contains("Haus am See</small>") && page.contains("Haus am See</title>"), "{page}");
    drop((table, code));
    assert_eq!(served.stop().0, 0);

    let served = Served::start(&folder("host-no-proxy"), &few);
    let (cookie, only_tls) = settings(&served, &https);
    assert!(!cookie.contains("Secure") && !only_tls, "{cookie}");
    let mut n = 0;
    until("an address that anybody can write does not help", || {
        n += 1;
        let mut client = served.client();
        client.headers = vec![("x-forwarded-for".to_owned(), format!("203.0.113.{n}"))];
        client.get("/").status == 429
    });
}

#[test]
fn a_host_can_watch_it() {
    let served = Served::start(&folder("host-watch"), &[]);
    let mut inside = Client::new(served.metrics);
    assert_eq!(inside.get("/healthz").text(), "ok\n");
    until("it is ready", || inside.get("/readyz").status == 200);
    assert_eq!(served.client().get("/readyz").text(), "ready\n");
    assert_eq!(served.client().get("/metrics").status, 404, "metrics are not for everybody");
    let (mut ada, table, _) = open(&served, &["me", "bot:random"], "Ada");
    let mut n = 0;
    until("twenty moves", || {
        n += usize::from(act(&mut ada, &table, &format!("m{n}")));
        n == 20
    });
    let _stream = ada.follow(&format!("/api/v1/tables/{table}/events"));
    let route = "neuland_requests_total{route=\"/api/v1/tables/{id}/act\",method=\"POST\",status=\"200\"}";
    assert_eq!(served.metric(route), Some(20.0));
    let counted = "neuland_request_seconds_count{route=\"/api/v1/tables/{id}/act\"}";
    assert!(served.metric(counted) >= Some(20.0));
    for (name, least) in [
        ("neuland_tables", 1.0),
        ("neuland_tables_opened_total", 1.0),
        ("neuland_connections", 2.0),
        ("neuland_event_streams", 1.0),
        ("neuland_commands_acknowledged_total", 20.0),
        ("neuland_commit_seconds_count", 20.0),
        ("neuland_commit_batches_count", 20.0),
        ("neuland_bot_seconds_count", 1.0),
        ("process_resident_memory_bytes", 1e6),
        ("process_open_fds", 5.0),
        ("process_start_time_seconds", 1.7e9),
    ] {
        let value = served.metric(name);
        assert!(value >= Some(least), "{name} {value:?}");
    }
    assert_eq!(served.metric("neuland_store_errors_total"), Some(0.0));
    // No label says who or where.
    let text = inside.get("/metrics").text();
    assert!(!text.contains(&table) && !text.contains("Ada") && !text.contains("127.0.0.1"), "{text}");
    assert_eq!(served.stop().0, 0);
}

/// A page, an API, a chat and a crash of manners with everything logged: the log has no secret.
#[test]
fn the_log_has_no_secrets() {
    for format in ["text", "json"] {
        let data = folder(&format!("host-log-{format}"));
        let served = Served::start(&data, &["--log-level", "trace", "--log-format", format]);
        let mut secrets: Vec<String> = vec!["Zaphodia".into(), "Trillianus".into(), "wispered-words".into()];
        let (mut ada, table, code) = open(&served, &["me", "open", "bot:random"], "Zaphodia");
        let mut ben = served.client();
        let seated = ben.post(
            &format!("/api/v1/tables/{table}/join"),
            &json!({"name": "Trillianus", "nonce": "0123456789abcdef77"}),
        );
        assert_eq!(seated.status, 200, "{}", seated.text());
        ben.token = seated.json()["token"].as_str().map(str::to_owned);
        // Who knows the name of a table can watch it.
        secrets.extend([code.clone(), table.clone(), "0123456789abcdef77".to_owned()]);
        secrets.extend([&ada, &ben].map(|client| client.token.clone().expect("a token")));
        for (n, client) in [&mut ada, &mut ben].into_iter().enumerate() {
            for k in 0..6 {
                act(client, &table, &format!("secret-command-{n}-{k}"));
            }
        }
        let path = format!("/api/v1/tables/{table}");
        let seq = ada.get(&path).json()["version"].clone();
        let wish = json!({"seq": seq, "id": "secret-command-say", "wish": {"say": "wispered-words"}});
        assert_eq!(ada.post(&format!("{path}/wish"), &wish).status, 200);
        // Pages, with the key in a cookie; a name and a guess in addresses and forms; refusals of many kinds.
        let mut page = served.client();
        let key = ada.token.clone().expect("a token");
        page.headers = vec![("cookie".to_owned(), format!("neuland-key={key}; neuland-name=Zaphodia"))];
        for path in [format!("/t/{table}"), "/".to_owned(), format!("/j?code={code}")] {
            assert!(page.get(&path).status < 400, "{path}");
        }
        assert_eq!(page.get(&format!("/j/{code}")).status, 404, "the game has begun");
        for (path, form) in [
            (format!("/t/{table}/act"), "action=wispered-words&seq=1&id=secret-command-form"),
            (format!("/t/{table}/join"), "name=Trillianus&seat=wispered-words"),
            ("/tables".to_owned(), "game=wispered-words&name=Zaphodia&seat-A=me"),
        ] {
            assert!(page.post_form(&path, form).status >= 400, "{path}");
        }
        page.get("/wispered-words?Zaphodia=1");
        page.send("POST", "/api/v1/tables", Some("application/json"), b"{\"game\": \"wispered-words\"");
        secrets.push("secret-command".to_owned());
        let stream = ben.follow(&format!("/api/v1/tables/{table}/events?after=0"));
        drop(stream);
        let (exit, log) = served.stop();
        assert_eq!(exit, 0, "{log}");
        assert!(log.contains("/t/{id}/act") && log.contains("a table was opened"), "it logs: {log}");
        assert!(log.contains("stopped"), "{log}");
        for secret in &secrets {
            assert!(!log.contains(secret.as_str()), "{secret} is in the log:\n{log}");
        }
        if format == "json" {
            for line in log.lines() {
                let line: serde_json::Value = serde_json::from_str(line).expect("one object a line");
                assert!(line["level"].is_string() && line["message"].is_string(), "{line}");
            }
        }
        // Nor does it say more than it was asked for.
        let served = Served::start(&data, &["--log-level", "warn", "--log-format", format]);
        served.client().get("/");
        assert_eq!(served.stop(), (0, String::new()));
    }
}

/// A request whose body has not come yet: under way for as long as we like.
fn half_a_request(served: &Served) -> (TcpStream, String) {
    let body =
        json!({"game": "catan", "seats": ["me", "bot:random"], "name": "Ada", "name": "Ada"}).to_string();
    let mut stream = TcpStream::connect(served.addr).expect("it listens");
    let head = format!(
        "POST /api/v1/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let (first, rest) = body.split_at(10);
    stream.write_all((head + first).as_bytes()).expect("it takes a request");
    let began = "neuland_connections";
    until("the request has arrived", || served.metric(began) >= Some(2.0));
    (stream, rest.to_owned())
}

#[test]
fn what_is_under_way_is_finished() {
    let data = folder("host-drain");
    let mut served = Served::start(&data, &["--drain-timeout", "30"]);
    let (mut ada, table, _) = open(&served, &["me", "open"], "Ada");
    let version = ada.get(&format!("/api/v1/tables/{table}")).json()["version"].as_u64().expect("a number");
    let mut stream = TcpStream::connect(served.addr).expect("it listens");
    let follow = format!("GET /api/v1/tables/{table}/events?after={version} HTTP/1.1\r\nhost: x\r\n\r\n");
    stream.write_all(follow.as_bytes()).expect("it takes a request");
    until("the stream is open", || served.metric("neuland_event_streams") == Some(1.0));
    let (mut under_way, rest) = half_a_request(&served);
    served.signal("-TERM");
    // Nobody new comes in, and those who watch are told.
    until("nobody new comes in", || TcpStream::connect(served.addr).is_err());
    let ready = Client::new(served.metrics).get("/readyz");
    assert_eq!((ready.status, ready.text().as_str()), (503, "stopping\n"));
    assert_eq!(Client::new(served.metrics).get("/healthz").status, 200);
    // The stream ends with the version from which to go on, and says when.
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("it ends");
    assert!(text.contains(&format!("id: {version}\n")) && text.contains("retry: "), "{text}");
    // What was half sent is finished, stored and answered.
    under_way.write_all(rest.as_bytes()).expect("it still listens");
    let mut answer = String::new();
    under_way.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    assert_eq!(served.wait(), 0);
    let opened: serde_json::Value =
        serde_json::from_str(answer.split("\r\n\r\n").nth(1).expect("a body")).expect("JSON");
    let served = Served::start(&data, &[]);
    let path = format!("/api/v1/tables/{}", opened["table"].as_str().expect("an id"));
    assert_eq!(served.client().get(&path).status, 200, "it was stored");
    assert_eq!(served.stop().0, 0);
}

#[test]
fn the_end_does_not_wait_for_ever() {
    let mut served = Served::start(&folder("host-limit"), &["--drain-timeout", "1"]);
    let (_under_way, _) = half_a_request(&served);
    // The request never ends, so that nothing but the time limit ends the wait.
    served.signal("-INT");
    assert_eq!(served.wait(), 0);

    let mut served = Served::start(&folder("host-twice"), &["--drain-timeout", "600"]);
    let (_under_way, _) = half_a_request(&served);
    served.signal("-TERM");
    until("the first is heard", || TcpStream::connect(served.addr).is_err());
    // Only an end that does not wait has this code.
    served.signal("-TERM");
    assert_eq!(served.wait(), 128 + 15);
}

#[test]
fn limits_are_what_the_host_says() {
    let served =
        Served::start(&folder("host-limits"), &["--tables", "1", "--body", "1024", "--streams", "1"]);
    let (ada, table, _) = open(&served, &["me", "open"], "Ada");
    let path = format!("/api/v1/tables/{table}/events");
    // A table that is followed cannot make room.
    let _stream = ada.follow(&path);
    let full = served
        .client()
        .post("/api/v1/tables", &json!({"game": "catan", "seats": ["me", "open"], "name": "Ben"}));
    assert_eq!(full.status, 429, "{}", full.text());
    assert!(full.header("retry-after").is_some());
    assert!(ada.try_follow(&path).is_err(), "one stream an address");
    let large = json!({"name": "x".repeat(2000)});
    assert_eq!(served.client().post(&format!("/api/v1/tables/{table}/join"), &large).status, 413);
    for limit in ["tables", "body", "streams"] {
        let refused = format!("neuland_refused_total{{limit=\"{limit}\"}}");
        assert_eq!(served.metric(&refused), Some(1.0), "{limit}");
    }
}

/// Connections and new tables of one address are bounded as the host says. A flood is counted, and said once in the log.
#[test]
fn what_one_address_may_have_is_what_the_host_says() {
    let limits = ["--connections-per-address", "4", "--new-tables", "1"];
    let served = Served::start(&folder("host-address-limits"), &limits);
    let (ada, _, _) = open(&served, &["me", "open"], "Ada");
    let mut ben = served.client();
    let refused =
        ben.post("/api/v1/tables", &json!({"game": "catan", "seats": ["me", "open"], "name": "Ben"}));
    assert_eq!((refused.status, refused.json()["error"].as_str()), (429, Some("too-many")));
    assert!(refused.header("retry-after").is_some());
    // Two are open; two more are let in, and then no more.
    let mut others = [served.client(), served.client()];
    for client in &mut others {
        assert_eq!(client.get("/healthz").status, 200);
    }
    for _ in 0..30 {
        let refused = served.client().get("/healthz");
        assert_eq!(refused.status, 429, "{}", refused.text());
        assert!(
            refused.text().contains("Too many connections are open from your network"),
            "{}",
            refused.text()
        );
    }
    assert_eq!(served.metric("neuland_refused_total{limit=\"connections-per-address\"}"), Some(30.0));
    assert_eq!(served.metric("neuland_refused_total{limit=\"tables-per-address\"}"), Some(1.0));
    drop((ada, ben, others));
    let (code, log) = served.stop();
    assert_eq!(code, 0);
    let lines: Vec<&str> =
        log.lines().filter(|line| line.contains("as many connections open as it may")).collect();
    assert!(matches!(lines[..], [line] if line.contains("WARN") && line.contains("limit=4")), "{log}");
    assert!(!lines[0].contains("127.0.0.1"), "no address of anybody: {log}");
}

/// An unreadable file: the log names it; the client is told what to do, but no path. The file may be damaged (500) or merely
/// unreadable (503).
#[test]
fn where_the_data_is_stands_in_the_log_alone() {
    let data = folder("host-broken-file");
    let served = Served::start(&data, &[]);
    let (mut ada, table, _) = open(&served, &["me", "open"], "Ada");
    for file in ["tables.sqlite", "tables.sqlite-wal"] {
        let path = data.join(file);
        let length = std::fs::metadata(&path).expect("it is there").len();
        std::fs::write(&path, vec![b'x'; usize::try_from(length).expect("it fits")]).expect("it is spoilt");
    }
    let mut told = Vec::new();
    until("something cannot be read", || {
        let asked = [
            served.client().get("/t/000000000001"),
            served.client().get("/api/v1/tables/000000000002"),
            ada.post(
                &format!("/api/v1/tables/{table}/wish"),
                &json!({"seq": 0, "id": format!("c{}", told.len()), "wish": {"say": "Hello"}}),
            ),
        ];
        told.extend(
            asked.into_iter().filter(|reply| matches!(reply.status, 500 | 503)).map(|reply| reply.text()),
        );
        told.len() >= 3
    });
    let place = data.display().to_string();
    for text in &told {
        assert!(!text.contains(&place) && !text.contains("sqlite"), "{text}");
    }
    let (_, log) = served.stop();
    let line = log.lines().find(|line| line.contains("something could not be stored or read"));
    assert!(line.is_some_and(|line| line.contains(&place)), "{log}");
}

/// The pages of the host; a folder with a fault is named before anything is served.
#[test]
fn the_pages_of_the_host_are_read_at_the_start() {
    let place = folder("serve-site");
    let site = place.join("site");
    std::fs::create_dir(&site).expect("a folder");
    std::fs::write(site.join("contact.en.md"), "# Contact\n\nWrite to <ada@example.org>.").expect("a file");
    let path = site.to_str().expect("UTF-8");
    let served = Served::start(&place.join("data"), &["--site", path]);
    let page = served.client().get("/contact").text();
    assert!(page.contains("mailto:ada@example.org"), "{page}");
    assert_eq!(served.client().get("/notice").status, 404);
    assert_eq!(served.stop().0, 0);
    std::fs::write(site.join("notice.xx.md"), "?").expect("a file");
    let data = place.join("none");
    let refused = ["serve", "--addr", "127.0.0.1:0", "--data", data.to_str().expect("UTF-8"), "--site", path];
    let (code, _, err) = said(&neuland(&refused));
    assert!(code == 1 && err.contains("notice.xx.md") && err.contains(".de.md"), "{err}");
    assert!(!data.exists());
}

/// `MAY-OPT-KINDS`: the host's box is shown with its kinds and played with; descriptions of others are refused.
#[test]
fn the_box_of_the_host_is_played_with_and_no_other() {
    const BOX: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../carcassonne/tests/own-box.json");
    let data = folder("serve-own-box");
    let served = Served::start(&data, &["--tiles", BOX]);
    let value = "tiles=MF-20:0,MF-22a:0,MF-24:0,MY-1:1,MY-10:1";
    let kinds = served.client().get("/rules/mayflower/kinds").text();
    assert!(kinds.contains("id=\"MY-10\"") && kinds.contains(value), "{kinds}");
    let start = served.client().get("/?game=mayflower").text();
    assert!(start.contains("id=\"MY-10\"") && start.contains(value), "{start}");

    let mut client = served.client();
    let with = |tiles: &str| json!({"game": "mayflower", "seats": ["me", "bot:random"], "name": "Ada", "options": {"tiles": tiles}});
    let opened = client.post("/api/v1/tables", &with("MF-24:1,MY-1:1"));
    assert_eq!(opened.status, 201, "{}", opened.text());
    let seated = opened.json();
    client.token = seated["token"].as_str().map(str::to_owned);
    let id = seated["table"].as_str().expect("an id").to_owned();
    let stranger = std::fs::read_to_string(BOX).expect("the box");
    let stranger: Value = serde_json::from_str(&stranger).expect("JSON");
    let mut kind = stranger["tiles"][0].clone();
    kind["fields"][0]["animals"] = 9.into();
    let refused = client.post("/api/v1/tables", &with(&format!("MF-24:1,{kind}")));
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(refused.text().contains("this server does not know the kind MY-1"), "{}", refused.text());
    assert_eq!(served.stop().0, 0);

    // What is stored carries its kinds: the table goes on where the host gives no box any more.
    let served = Served::start(&data, &[]);
    let mut client = Client::with_token(served.addr, client.token.as_deref().expect("a token"));
    let view = client.get(&format!("/api/v1/tables/{id}"));
    assert_eq!(view.status, 200, "{}", view.text());
    assert!(view.text().contains("MY-1"), "{}", view.text());
}
