//! The stream of an open page: it brings the changes since the state that the page shows, and to each viewer only what they may
//! know. A real browser tests that they add up to the page that is fetched (`tests/browser/tests/follow.test.js`).

use serde_json::{Value, json};
use testkit::{Client, Event, EventStream, RunningServer, join, open_table};

/// An attribute of the main part.
fn attribute(html: &str, name: &str) -> String {
    let main = html.split("<main").nth(1).expect("a main part");
    let value = main.split(&format!(" {name}=\"")).nth(1).unwrap_or_else(|| panic!("no {name}"));
    value.split('"').next().unwrap().to_owned()
}

/// A page that is open: its client has the cookie of its reader, if they have one.
struct Page {
    client: Client,
    table: String,
    html: String,
}

impl Page {
    fn open(running: &RunningServer, table: &str, token: Option<&str>) -> Page {
        let mut client = running.client();
        client.headers.extend(token.map(|token| ("cookie".to_owned(), format!("neuland-key={token}"))));
        let html = client.get(&format!("/t/{table}/main")).text();
        Page { client, table: table.to_owned(), html }
    }

    fn follow(&self, state: &str) -> EventStream {
        let version = attribute(&self.html, "data-version");
        self.client.follow(&format!("/t/{}/events?after={version}&state={state}", self.table))
    }

    fn state(&self) -> String {
        attribute(&self.html, "data-state")
    }
}

/// The version, the state that it is for, and the main part.
fn patch(event: &Event) -> (u64, String, String) {
    assert_eq!(event.kind, "page", "{event:?}");
    let (head, html) = event.data.split_once('\n').expect("a line before the page");
    let head: Value = serde_json::from_str(head).unwrap();
    assert_eq!(head["version"].as_u64(), event.id);
    (event.id.unwrap(), head["from"].as_str().unwrap().to_owned(), html.to_owned())
}

/// Plays the first listed action of whoever may move; says which version it made.
pub(crate) fn play(table: &str, clients: &mut [&mut Client], number: usize) -> u64 {
    for client in clients {
        let listed = client.get(&format!("/api/v1/tables/{table}/legal")).json();
        let Some(action) = listed["legal"].get(0) else { continue };
        let body = json!({"seq": listed["version"], "id": format!("m{number}"), "action": action});
        let reply = client.post(&format!("/api/v1/tables/{table}/act"), &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        return reply.json()["seq"].as_u64().unwrap();
    }
    panic!("nobody may move");
}

#[test]
fn a_page_is_led_from_state_to_state_and_what_stays_is_not_sent() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    let (mut ben, _) = join(&running, &table, "Ben");
    let page = Page::open(&running, &table, ada.token.as_deref());
    let (mut state, mut stream) = (page.state(), page.follow(&page.state()));
    for number in 0..8 {
        let version = play(&table, &mut [&mut ada, &mut ben], number);
        let (reached, from, html) = patch(&stream.next_event().unwrap());
        assert_eq!((reached, from), (version, state));
        assert_eq!(attribute(&html, "data-version"), version.to_string());
        assert!(html.contains("id=\"figure-course\" data-stays") && html.contains("data-list=\"k"), "{html}");
        assert!(html.len() < page.html.len() / 2, "{} of {} bytes", html.len(), page.html.len());
        state = attribute(&html, "data-state");
    }
    // The stream can be opened anew from a page that was fetched, not from a state that nobody has been told.
    let fresh = Page::open(&running, &table, ada.token.as_deref());
    let event = fresh.follow("0123456789abcdef").next_event().unwrap();
    assert_eq!(
        (event.kind.as_str(), event.id),
        ("version", attribute(&fresh.html, "data-version").parse().ok())
    );
    let mut again = fresh.follow(&fresh.state());
    play(&table, &mut [&mut ada, &mut ben], 9);
    assert_eq!(patch(&again.next_event().unwrap()).1, fresh.state());
}

#[test]
fn those_who_look_on_share_what_is_sent_and_see_no_hand() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    let (mut ben, _) = join(&running, &table, "Ben");
    let pages: Vec<Page> = (0..3).map(|_| Page::open(&running, &table, None)).collect();
    assert!(pages.iter().all(|page| page.state() == pages[0].state()), "they show the same");
    let mut streams: Vec<EventStream> = pages.iter().map(|page| page.follow(&page.state())).collect();
    let seated = Page::open(&running, &table, ada.token.as_deref());
    let mut own = seated.follow(&seated.state());
    for number in 0..6 {
        let version = play(&table, &mut [&mut ada, &mut ben], number);
        // People who came are told a while later, in a patch of its own.
        let next = |stream: &mut EventStream| loop {
            let event = patch(&stream.next_event().unwrap());
            if event.0 >= version {
                return event;
            }
        };
        let first = next(&mut streams[0]);
        assert_eq!(first, next(&mut streams[1]), "the same text, with the same fields of commands");
        assert_eq!(first, next(&mut streams[2]));
        assert!(!first.2.contains("id=\"hand\"") && !first.2.contains("data-action"), "{}", first.2);
        let (_, _, html) = next(&mut own);
        assert!(html.contains("id=\"hand\""), "{html}");
    }
}

#[test]
fn who_came_while_a_page_was_on_its_way_is_told() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    let page = Page::open(&running, &table, ada.token.as_deref());
    let spectator = Page::open(&running, &table, None);
    let _watching = spectator.follow(&spectator.state());
    let of_all = running.client().get(&format!("/api/v1/tables/{table}")).json();
    assert_eq!(of_all["spectators"], 1, "{of_all}");
    let (_, from, html) = patch(&page.follow(&page.state()).next_event().unwrap());
    assert_eq!(from, page.state());
    assert!(html.contains("1 person is watching"), "{html}");
}
