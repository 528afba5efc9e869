//! The site as an app, and links to tables in chats.

use pages::Lang;
use serde_json::Value;
use testkit::{Browser, RunningServer, open_table};

/// Width and height in the head of a PNG.
fn size_of(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[1..4], b"PNG", "a PNG");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn the_site_is_installed_as_an_app_in_both_languages() {
    let running = RunningServer::start();
    let mut browser = Browser::new(&running);
    for lang in Lang::ALL {
        let reply = browser.get(&format!("/manifest.webmanifest?lang={lang}"));
        assert_eq!(reply.header("content-type"), Some("application/manifest+json"));
        let manifest: Value = reply.json();
        assert_eq!(
            (manifest["lang"].as_str(), manifest["start_url"].as_str()),
            (Some(lang.code()), Some("/"))
        );
        for icon in manifest["icons"].as_array().unwrap() {
            let file = browser.get(icon["src"].as_str().unwrap());
            assert_eq!((file.status, file.header("content-type")), (200, icon["type"].as_str()), "{icon}");
            if let Some((width, height)) = icon["sizes"].as_str().unwrap().split_once('x') {
                assert_eq!(size_of(&file.body), (width.parse().unwrap(), height.parse().unwrap()), "{icon}");
            }
        }
        let worker = browser.get(&format!("/sw.js?lang={lang}"));
        assert_eq!(worker.header("cache-control"), Some("no-cache"), "an update reaches everybody");
        let kept = worker.text();
        let kept =
            kept.lines().next().unwrap().trim_start_matches("globalThis.kept = ").trim_end_matches(';');
        let kept: Value = serde_json::from_str(kept).unwrap();
        for file in kept["files"].as_array().unwrap().iter().chain([&kept["offline"]]) {
            assert_eq!(browser.get(file.as_str().unwrap()).status, 200, "{file}");
        }
        let offline = browser.get(kept["offline"].as_str().unwrap()).text();
        assert!(
            offline.contains(&format!("lang=\"{lang}\"")) && offline.contains("data-offline"),
            "{offline}"
        );
        for asset in offline.split("\"/assets/").skip(1).map(|rest| rest.split(['"', '#']).next().unwrap()) {
            let is_kept =
                kept["files"].as_array().unwrap().iter().any(|file| *file == *format!("/assets/{asset}"));
            assert!(is_kept || asset.ends_with(".png"), "{asset} is not there without a connection");
        }
    }
    let page = browser.get("/").text();
    assert!(page.contains("rel=\"manifest\" href=\"/manifest.webmanifest?lang=en\""), "{page}");
}

#[test]
fn a_kept_page_says_nothing_of_a_person() {
    let running = RunningServer::start();
    let mut browser = Browser::new(&running);
    browser.submit("/tables", "game=catan&name=Adalbertine&seat-A=me&seat-B=open&seat-C=none&seat-D=none");
    let offline = browser.get("/offline?lang=en").text();
    assert!(!offline.contains("Adalbertine"), "{offline}");
}

#[test]
fn chats_show_the_board_of_a_table_without_secrets() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "bot:settler", "bot:settler"]);
    let page = running.client().get(&format!("/t/{table}")).text();
    let address = page.split("property=\"og:image\" content=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(address, format!("http://{}/t/{table}/picture.png", running.addr));
    let pictures: Vec<_> =
        [&mut ada, &mut running.client()].map(|client| client.get(&format!("/t/{table}/picture.png"))).into();
    assert_eq!(pictures[0].header("content-type"), Some("image/png"));
    assert_eq!(pictures[0].body, pictures[1].body, "everybody gets the picture for spectators");
    let (width, height) = size_of(&pictures[0].body);
    assert_eq!(width.max(height), 1200);
    assert_eq!(running.client().get("/t/0000000000000000000000000000000/picture.png").status, 404);
}

#[test]
fn a_table_without_a_board_shows_the_icon() {
    let running = RunningServer::start();
    let mut browser = Browser::new(&running);
    let (table, _) =
        browser.submit("/tables", "game=catan&name=Ada&seat-A=me&seat-B=open&seat-C=none&seat-D=none");
    let reply = browser.get(&format!("{table}/picture.png"));
    let icon = pages::asset_url("icon-512.png");
    assert_eq!((reply.status, reply.header("location")), (303, Some(icon.as_str())));
}
