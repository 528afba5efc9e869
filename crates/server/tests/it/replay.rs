//! Looking at games again: positions of tables and of records from elsewhere, and what is refused.

use game::{Seed, Turn};
use serde_json::{Value, json};
use server::Limits;
use shelf::{AnyGame, GameKind, Recorder, Timeline};
use std::sync::Arc;
use store::MemoryStore;
use testkit::{Client, RunningServer, hidden};

/// A table with bots alone, whose game is over; the id.
pub(crate) fn finished(client: &mut Client, game: &str, options: &Value) -> String {
    let body = json!({"game": game, "seats": ["bot:random", "bot:random"], "options": options});
    let reply = client.post("/api/v1/tables", &body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    let table = reply.json()["table"].as_str().unwrap().to_owned();
    testkit::until_over(client, &table);
    table
}

/// A record of random actions.
pub(crate) fn record(kind: GameKind, seed: u64, most: usize) -> String {
    let mut game = AnyGame::with_options(kind, [("players", "2")]).unwrap();
    let mut recorder = Recorder::new(&game).named(["Ada", "<b>Bob</b>"]);
    let mut choice = Seed(seed).substream("choice", 0);
    for _ in 0..most {
        let Some(step) = game.random_step(Seed(seed), &mut choice) else { break };
        game.apply(&step).unwrap();
        recorder.push(step);
    }
    recorder.finish(&game).to_string()
}

fn in_language(running: &RunningServer, lang: &str) -> Client {
    let mut client = running.client();
    client.headers.push(("accept-language".to_owned(), lang.to_owned()));
    client
}

/// Brings a record along as a form with a file does; gives the status and where it leads, or the page.
fn bring(client: &mut Client, text: &[u8]) -> (u16, String) {
    let mut body =
        b"--zzz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.neuland\"\r\n\r\n".to_vec();
    body.extend_from_slice(text);
    body.extend_from_slice(
        b"\r\n--zzz\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n\r\n--zzz--\r\n",
    );
    let reply = client.send("POST", "/replay", Some("multipart/form-data; boundary=zzz"), &body);
    let location = reply.header("location").map(str::to_owned);
    (reply.status, location.unwrap_or_else(|| reply.text()))
}

/// Every position of a game is looked at in both languages; every second one in words. Positions in the middle of long
/// games are enough now and then.
fn look_through(running: &RunningServer, base: &str, steps: usize, step: usize) {
    let mut clients = [in_language(running, "en"), in_language(running, "de")];
    for at in (0..=steps).step_by(step).chain([steps]) {
        for (client, here) in clients.iter_mut().zip(["Position", "Stellung"]) {
            let part = if at % 2 == 0 { "/main?mode=text" } else { "/main" };
            let page = client.get(&format!("{base}/{at}{part}"));
            assert_eq!(page.status, 200, "{base}/{at}: {}", page.text());
            let text = page.text();
            assert!(text.contains(&format!("{here} {at} ")), "{base}/{at}: {text}");
            assert!(
                at == 0 || text.contains("aria-current=\"step\"") || text.contains("class=\"empty\""),
                "{base}/{at}"
            );
        }
    }
}

#[test]
fn every_position_of_every_game_is_shown_in_both_languages() {
    let running = RunningServer::start();
    for (game, options, step) in [
        ("catan", json!({"turn_limit": 30}), 1),
        ("cities-and-knights", json!({"turn_limit": 30}), 1),
        ("carcassonne", json!({}), 1),
        ("traders-and-builders", json!({}), 1),
        ("mayflower", json!({}), 1),
    ] {
        let mut client = running.client();
        let table = finished(&mut client, game, &options);
        let record = client.get(&format!("/t/{table}/record")).body;
        let (_, timeline, result) = Timeline::read(&record[..]).unwrap();
        assert!(result.is_some());
        let steps = timeline.steps().len();
        // It begins where somebody decides: what nature lays out is there already.
        let reply = client.get(&format!("/t/{table}/replay"));
        let opening = reply.header("location").and_then(|to| to.rsplit('/').next()?.parse().ok()).unwrap();
        assert_eq!(reply.status, 303);
        assert!(matches!(timeline.at(opening).unwrap().turn(), Turn::Decide(_)), "{game}");
        assert!((0..opening).all(|at| matches!(timeline.at(at).unwrap().turn(), Turn::Chance(_))), "{game}");
        look_through(&running, &format!("/t/{table}/replay"), steps, step);
        // Beyond the end there is nothing.
        assert_eq!(client.get(&format!("/t/{table}/replay/{}", steps + 1)).status, 404);
        // The table leads here, and its whole page has the controls and the charts.
        assert!(client.get(&format!("/t/{table}")).text().contains(&format!("/t/{table}/replay")));
        let page = client.get(&format!("/t/{table}/replay/{steps}")).text();
        // Both charts of the points end with the last turn.
        let end = format!(">Turn {}</text>", timeline.last().turns());
        assert!(
            page.contains(&end) && client.get(&format!("/t/{table}")).text().contains(&end),
            "{game}: {end}"
        );
        for part in ["id=\"scrub\"", "id=\"chart-course\"", "id=\"chart-points\"", "/record\" download"] {
            assert!(page.contains(part), "{game}: no {part}");
        }
        assert_eq!(page.contains("id=\"chart-rolls\""), game.starts_with('c') && game != "carcassonne");
        // The numbers are those of the record, and so are the positions.
        let statistics = client.get(&format!("/api/v1/tables/{table}/statistics")).json();
        let mut expected = timeline.statistics().document(true);
        expected["game"] = game.into();
        expected["over"] = true.into();
        expected["steps"] = steps.into();
        assert_eq!(statistics, expected);
        for at in [0, 1, steps / 2, steps] {
            let position = client.get(&format!("/api/v1/tables/{table}/positions/{at}?eyes=B")).json();
            let seat = if game.starts_with('c') && game != "carcassonne" { "B" } else { "watch" };
            assert_eq!((&position["position"], &position["eyes"]), (&json!(at), &json!(seat)));
            let viewer = pages::parse_perspective(seat).unwrap();
            assert_eq!(position["view"], timeline.at(at).unwrap().view(viewer));
        }
    }
}

#[test]
fn before_the_end_a_reader_sees_through_their_own_eyes_alone() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = testkit::open_table(&mut ada, &["me", "open", "open"]);
    let (mut ben, seat) = testkit::join(&running, &table, "Ben");
    assert_eq!(seat, "B");
    testkit::join(&running, &table, "Cy");
    let key = ada.token.clone().unwrap();
    ada.headers.push(("cookie".to_owned(), format!("neuland-key={key}")));
    let key = ben.token.clone().unwrap();
    ben.headers.push(("cookie".to_owned(), format!("neuland-key={key}")));
    let mut watcher = running.client();
    let replay = format!("/t/{table}/replay");
    let api = format!("/api/v1/tables/{table}/positions");
    assert_eq!(ada.get(&replay).header("location"), Some(format!("{replay}/1").as_str()), "the island lies");
    for (eyes, of_ada, of_ben, of_watcher) in [
        ("A", 200, 403, 403),
        ("B", 403, 200, 403),
        ("C", 403, 403, 403),
        ("all", 403, 403, 403),
        ("watch", 200, 200, 200),
        ("D", 400, 400, 400),
        ("x", 400, 400, 400),
    ] {
        for path in [
            format!("{replay}/1?eyes={eyes}"),
            format!("{replay}/1/main?eyes={eyes}"),
            format!("{api}/1?eyes={eyes}"),
        ] {
            assert_eq!(ada.get(&path).status, of_ada, "{path}");
            assert_eq!(ben.get(&path).status, of_ben, "{path}");
            assert_eq!(watcher.get(&path).status, of_watcher, "{path}");
        }
    }
    for wrong in ["2", "99999999999999999999", "-1", "x", "1.svg", "%00"] {
        assert_eq!(ada.get(&format!("{replay}/{wrong}")).status, 404, "{wrong}");
        assert_eq!(ada.get(&format!("{api}/{wrong}")).status, 404, "{wrong}");
    }
    let position = ada.get(&format!("{api}/1")).json();
    assert_eq!(
        (&position["eyes"], &position["step"]),
        (&json!("A"), &Value::Null),
        "steps are told at the end"
    );
    let page = ada.get(&format!("{replay}/1")).text();
    assert!(!page.contains("id=\"charts\"") && !page.contains("/record\""), "{page}");

    // What is taken back is no position.
    let act = |client: &mut Client, seq: u64, path: &str, body: Value| {
        let mut body = body;
        body["seq"] = seq.into();
        body["id"] = format!("{path}{seq}").into();
        let reply = client.post(&format!("/api/v1/tables/{table}/{path}"), &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()["seq"].as_u64().unwrap()
    };
    let version = ada.get(&format!("/api/v1/tables/{table}")).json()["version"].as_u64().unwrap();
    let version = act(&mut ada, version, "act", json!({"action": "settlement I17"}));
    assert_eq!(ada.get(&format!("{api}/2")).json()["steps"], 2);
    let version = act(&mut ada, version, "undo", json!({}));
    assert_eq!(ada.get(&format!("{api}/2")).status, 404);
    let version = act(&mut ada, version, "act", json!({"action": "settlement I20"}));
    let position = ada.get(&format!("{api}/2")).json();
    assert_eq!((&position["version"], &position["events"][0]["vertex"]), (&json!(version), &json!("I20")));
    // Its picture is that of the table's entry.
    let page = ada.get(&format!("{replay}/2")).text();
    assert!(page.contains(&format!("/t/{table}/board/{version}.svg")), "{page}");
}

#[test]
fn a_record_from_elsewhere_is_shown_under_the_hash_of_its_content() {
    let running = RunningServer::start();
    let mut client = running.client();
    for &kind in GameKind::ALL {
        let text = record(kind, 4, 400);
        let (status, to) = bring(&mut client, text.as_bytes());
        assert_eq!(status, 303, "{to}");
        let base = to.clone();
        assert_eq!(bring(&mut client, text.as_bytes()).1, to, "the same record has the same address");
        let pasted: String =
            form_urlencoded::Serializer::new(String::new()).append_pair("text", &text).finish();
        let reply = client.post_form("/replay", &pasted);
        assert_eq!(reply.header("location"), Some(to.as_str()));
        let steps = Timeline::read(text.as_bytes()).unwrap().1.steps().len();
        look_through(&running, &base, steps, 29);
        let page =
            client.get(&format!("{base}/7?eyes={}", if kind == GameKind::Catan { "all" } else { "A" }));
        assert_eq!(page.status, 200);
        assert!(page.text().contains("&lt;b&gt;Bob&lt;/b&gt;") && !page.text().contains("<b>Bob"));
        let picture = client.get(&format!("{base}/board/9.svg"));
        assert_eq!(picture.header("content-type"), Some("image/svg+xml"));
        let file = client.get(&format!("{base}/record"));
        assert_eq!(file.text(), text);
        assert!(file.header("content-disposition").unwrap().starts_with("attachment"));
        assert_eq!(
            client.get(&format!("{base}?n=5&eyes=B")).header("location"),
            Some(format!("{base}/5?eyes=B").as_str())
        );
    }
    for gone in
        ["/r/0123456789abcdef0123456789abcdef/0", "/r/x", "/r/x/record", "/r/x/board/1.svg", "/r/x/1/main"]
    {
        assert_eq!(client.get(gone).status, 404, "{gone}");
    }
}

/// A page without the promise of dice for a table that plays on, which each page gets anew.
fn unpromised(page: &str) -> String {
    if !page.contains("name=\"promised\"") {
        return page.to_owned();
    }
    let (table, commitment) = (hidden(page, "promised"), hidden(page, "commitment"));
    page.replace(&table, "TABLE").replace(&commitment, "COMMITMENT")
}

/// A page that has the charts gets its next positions without them: only the mark in the course of the points moves.
#[test]
fn the_charts_are_sent_once() {
    let running = RunningServer::start();
    let mut client = running.client();
    for &kind in GameKind::ALL {
        let text = record(kind, 4, 400);
        let steps = Timeline::read(text.as_bytes()).unwrap().1.steps().len();
        let (_, to) = bring(&mut client, text.as_bytes());
        let base = &to;
        let mut marks = std::collections::BTreeSet::new();
        for at in [0, 40, steps - 1, steps] {
            let with = unpromised(&client.get(&format!("{base}/{at}/main")).text());
            let without = unpromised(&client.get(&format!("{base}/{at}/main?charts=there")).text());
            let (before, rest) = with.split_once("<section id=\"charts\"").unwrap();
            let (charts, after) = rest.split_once("<footer id=\"more\"").unwrap();
            let mark = charts.split_once("class=\"now\" d=\"").unwrap().1.split('"').next().unwrap();
            let stay = format!("<section id=\"charts\" data-stays data-now=\"{mark}\"></section>");
            assert_eq!(without, format!("{before}{stay}<footer id=\"more\"{after}"), "{kind} {at}");
            marks.insert(mark.to_owned());
        }
        assert!(marks.len() > 1, "{kind}: the mark moves");
        // The whole page always has them: it is what links lead to, and all that a browser without scripts asks for.
        let page = client.get(&format!("{base}/40?charts=there")).text();
        assert!(page.contains("id=\"chart-course\"") && !page.contains("data-stays"), "{kind}");
    }
}

#[test]
fn damaged_and_hostile_records_are_refused_with_their_line_and_clause() {
    let running = RunningServer::start();
    let sound = record(GameKind::Catan, 4, 60);
    let mut lines: Vec<String> = sound.lines().map(str::to_owned).collect();
    let at = lines.iter().position(|line| line.contains("settlement")).unwrap();
    lines[at + 1] = r#"{"seat":"A","do":"road P71"}"#.to_owned();
    let illegal = lines.join("\n");
    let cut = &sound[..sound.len() / 2];
    let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    let deeper = format!("{{\"neuland\":1,\"game\":{}", "{\"a\":".repeat(9_000));
    let long = format!("{{\"neuland\":1,\"game\":\"{}\"}}", "x".repeat(70_000));
    for (what, text, en, de) in [
        ("illegal", illegal.as_str(), "P71", "P71"),
        ("cut", cut, "the file is cut off in this line", "abgeschnitten"),
        ("no record", "hello", "this is not a record", "das ist keine Aufzeichnung"),
        ("a page", "<!DOCTYPE html>\n<p>", "this is not a record", "das ist keine Aufzeichnung"),
        ("empty", " \n ", "There was no record", "Es war keine Aufzeichnung"),
        ("deep", &deep, "Line 1:", "Zeile 1:"),
        ("deeper", &deeper, "Line 1:", "Zeile 1:"),
        ("long line", &long, "longer than", "länger als"),
        (
            "unknown game",
            r#"{"neuland":1,"game":"<script>","rules":1,"seats":["A"]}"#,
            "&lt;script&gt;",
            "&lt;script&gt;",
        ),
        ("version", r#"{"neuland":7}"#, "format version 7", "7"),
        ("too many seats", r#"{"neuland":1,"game":"catan","rules":1,"seats":["A"]}"#, "Line 1:", "Zeile 1:"),
    ] {
        for (lang, expected) in [("en", en), ("de", de)] {
            let mut client = in_language(&running, lang);
            let (status, page) = bring(&mut client, text.as_bytes());
            assert_eq!(status, 422, "{what}: {page}");
            assert!(page.contains(expected), "{what} in {lang}: {page}");
            if what == "illegal" {
                let (line, clause) = (at + 2, "href=\"/rules/CATAN-SETUP-4\"");
                assert!(page.contains(&format!(" {line}:")) && page.contains(clause), "{page}");
            }
        }
    }
    let mut client = running.client();
    let (status, page) =
        bring(&mut client, &vec![b' '; 1024 * 1024 + 1].iter().map(|_| b'x').collect::<Vec<u8>>());
    assert_eq!(status, 413, "{page}");
    let (status, _) = bring(&mut running.client(), &vec![b'x'; 4 * 1024 * 1024]);
    assert_eq!(status, 413);
    // Bytes that are no text at all.
    assert_eq!(bring(&mut running.client(), &[0xff, 0xfe, 0, 1, 2]).0, 422);
    // Another site cannot make a browser bring something.
    let mut stranger = running.client();
    stranger.headers.push(("origin".to_owned(), "https://evil.example".to_owned()));
    assert_eq!(bring(&mut stranger, sound.as_bytes()).0, 403);
    assert_eq!(running.client().get("/replay").status, 200);
}

#[test]
fn an_address_brings_so_many_records_an_hour() {
    let limits =
        Limits { spare_loopback: false, requests_per_second: 1_000, burst: 1_000, ..Limits::default() };
    let running = RunningServer::on(Arc::new(MemoryStore::new()), limits);
    let mut client = running.client();
    let answers: Vec<u16> = (0..61).map(|_| bring(&mut client, b"hello").0).collect();
    assert!(answers[..60].iter().all(|&status| status == 422), "{answers:?}");
    assert_eq!(answers[60], 429);
}
