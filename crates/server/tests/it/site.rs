//! The pages as a browser without scripts uses them: links, forms, cookies.

use game::Draws;
use server::Limits;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;
use store::MemoryStore;
use testkit::{Browser, Client, RunningServer, hidden};

/// The actions of the plain buttons on a page.
fn buttons(page: &str) -> Vec<String> {
    page.split("name=\"action\" value=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect()
}

fn act(browser: &mut Browser, table: &str, page: &str, action: &str) -> (String, String) {
    let body =
        format!("seq={}&id={}&action={}", hidden(page, "seq"), hidden(page, "id"), action.replace(' ', "+"));
    browser.submit(&format!("{table}/act"), &body)
}

#[test]
fn friends_play_by_links_and_forms() {
    let running = RunningServer::start();
    let (mut ada, mut ben) = (Browser::new(&running), Browser::new(&running));
    assert!(ada.get("/").text().contains("action=\"/tables\""));
    let new = "game=catan&name=%3Cb%3EAda&seat-A=me&seat-B=open&seat-C=none&seat-D=none&option-offer_limit=&option-victory_points=12";
    let (table, page) = ada.submit("/tables", new);
    assert!(page.contains("&lt;b&gt;Ada") && !page.contains("<b>Ada"), "names are escaped");
    let code = page.split("/j/").nth(1).unwrap()[..8].to_owned();
    // The link is whole, so that it can be sent, and says what to do where only this machine can follow it.
    assert!(page.contains(&format!("http://{}/j/{code}", running.addr)));
    assert!(page.contains("This address works on this machine only"), "{page}");

    // Ben comes by the code, typed in capitals or pasted as a link.
    let pasted = format!("/j?code=http%3A%2F%2Flocalhost%3A7170%2Fj%2F{}", code.to_uppercase());
    let reply = ben.get(&pasted);
    assert_eq!(reply.status, 303);
    let page = ben.get(reply.header("location").unwrap()).text();
    assert!(page.contains(&format!("action=\"{table}/join\"")), "{page}");
    let (led, page) = ben.submit(&format!("{table}/join"), "name=Ben&seat=B");
    assert_eq!(led, table);
    assert!(page.contains("Ben"));
    // The code ended when the game began; who sits there finds the table in the list.
    assert_eq!(ben.get(&format!("/j/{code}")).status, 404);
    assert!(ben.get("/").text().contains(&table), "the table is in Ben's list");

    // Ada places, takes back, places again.
    let page = ada.get(&table).text();
    let places = buttons(&ada.get(&format!("{table}?mode=text")).text());
    assert!(places.iter().any(|action| action == "settlement I17"), "{places:?}");
    let (_, page) = act(&mut ada, &table, &page, "settlement I17");
    let body = format!("seq={}&id={}", hidden(&page, "seq"), hidden(&page, "id"));
    let (_, page) = ada.submit(&format!("{table}/undo"), &body);
    let (_, page) = act(&mut ada, &table, &page, "settlement I17");
    // The same form again, as after going back in the browser: nothing is done twice.
    let seq = hidden(&page, "seq");
    let (_, page) = act(&mut ada, &table, &page, "road P25");
    let stale = format!("seq={seq}&id=again&action=road+P26");
    let reply = ada.send("POST", &format!("{table}/act"), &stale);
    assert_eq!(reply.status, 409);
    assert!(reply.text().contains("id=\"notice\""));
    assert_eq!(hidden(&page, "seq"), hidden(&ada.get(&table).text(), "seq"));

    // A refusal names the clause and leads to it.
    let page = ben.get(&table).text();
    let body = format!("seq={}&id=x&action=settlement+I17", hidden(&page, "seq"));
    let reply = ben.send("POST", &format!("{table}/act"), &body);
    assert_eq!(reply.status, 422);
    let text = reply.text();
    assert!(text.contains("/rules/CATAN-SETT-3") && text.contains("<main"), "the table with a notice");
    // So does the link to the rules, which otherwise leads to those of the game.
    let rules = |link: &str| format!("<a href=\"{link}\" data-rules=\"/rules/catan\">");
    assert_eq!(text.matches(&rules("/rules/CATAN-SETT-3")).count(), 2, "above the table and in its menu");
    assert_eq!(page.matches(&rules("/rules/catan")).count(), 2);
    let choice = ben.get("/rules");
    assert_eq!(choice.status, 200);
    assert!(choice.text().contains("href=\"/rules/mayflower\""), "a choice of all games");
    assert!(ben.get("/").text().contains("<a href=\"/rules\" data-rules=\"/rules\">"));
    let clause = ben.get("/rules/CATAN-SETT-3");
    assert_eq!(clause.header("location"), Some("/rules/catan?lang=en#CATAN-SETT-3"));
    assert_eq!(ben.get("/rules/catan?lang=de").status, 200);

    // The part of the page that changes, and the stream that says when.
    let part = ben.get(&format!("{table}/main")).text();
    assert!(part.starts_with("<main") && !part.contains("<html"));
    let mut stream = ben.client.follow(&format!("{table}/events"));
    let (version, data) = stream.next().unwrap();
    assert_eq!(data, serde_json::json!({"version": version}));
}

#[test]
fn a_whole_game_by_forms_alone_and_its_record() {
    let running = RunningServer::start();
    let mut ada = Browser::new(&running);
    let (table, _) =
        ada.submit("/tables", "game=catan&name=Ada&seat-A=me&seat-B=bot:random&option-victory_points=5");
    let text = format!("{table}?mode=text");
    assert_eq!(ada.get(&format!("{table}/record")).status, 403);
    let mut draws = testkit::seed("site").substream("forms", 0);
    loop {
        let page = ada.get(&text).text();
        // What the form of discards and free cards needs is typed in; here whatever a button offers will do.
        let choices: Vec<String> = buttons(&page)
            .into_iter()
            .filter(|action| {
                !matches!(action.as_str(), "offer" | "counter" | "propose" | "discard" | "year-of-plenty")
            })
            .collect();
        let api = format!("/api/v1/tables/{}", table.trim_start_matches("/t/"));
        let state = running.client().get(&api).json();
        if state["stage"] == "over" {
            break;
        }
        let Some(action) = choices.get(draws.below(choices.len().max(1) as u32) as usize) else {
            // Nothing to press: a bot is to move, or a discard is to be put together.
            discard(&mut ada, &running, &table, &page);
            continue;
        };
        let body = format!(
            "seq={}&id={}&action={}",
            hidden(&page, "seq"),
            hidden(&page, "id"),
            action.replace(' ', "+")
        );
        let status = ada.send("POST", &format!("{table}/act"), &body).status;
        assert!(matches!(status, 303 | 409 | 422), "{action}: {status}");
    }
    let record = ada.get(&format!("{table}/record"));
    assert_eq!(record.status, 200);
    let mut replay = shelf::Replay::new(&record.body[..]).unwrap();
    assert!(replay.by_ref().all(|position| position.is_ok()));
    assert!(replay.result().is_some());
}

/// Hands in the first listed discard, as the fields of the form say it; does nothing if none is owed.
fn discard(ada: &mut Browser, running: &RunningServer, table: &str, page: &str) {
    let key = ada.cookies.iter().find(|(name, _)| name == "neuland-key").unwrap().1.clone();
    let mut client = Client::with_token(running.addr, &key);
    let legal = client.get(&format!("/api/v1/tables/{}/legal", table.trim_start_matches("/t/"))).json();
    let Some(cards) = legal["legal"][0].as_str().and_then(|action| action.strip_prefix("discard ")) else {
        return;
    };
    let mut body = format!("seq={}&id={}&action=discard", hidden(page, "seq"), hidden(page, "id"));
    for pair in cards.split(' ').collect::<Vec<_>>().chunks(2) {
        body += &format!("&discard-{}={}", pair[1], pair[0]);
    }
    let reply = ada.send("POST", &format!("{table}/act"), &body);
    assert!(matches!(reply.status, 303 | 409), "{body}: {}", reply.text());
}

#[test]
fn settings_and_languages_are_kept_by_the_browser() {
    let running = RunningServer::start();
    let mut reader = Browser::new(&running);
    assert!(reader.get("/").text().contains("<html lang=\"en\""));
    reader.client.headers.push(("accept-language".to_owned(), "de-DE,de;q=0.9,en;q=0.5".to_owned()));
    assert!(reader.get("/").text().contains("<html lang=\"de\""), "as the browser says");
    let (back, page) =
        reader.submit("/settings", "lang=en&theme=dark&back=/rules/catan?lang=de%23CATAN-SETT-3");
    assert_eq!(back, "/rules/catan?lang=de#CATAN-SETT-3");
    assert!(page.contains("<html lang=\"en\"") && page.contains("data-theme=\"dark\""), "as the reader says");
    let (back, _) = reader.submit("/settings", "lang=de&back=https://evil.example/");
    assert_eq!(back, "/", "never to another site");
    assert!(reader.get("/cellar").text().contains("Diese Seite gibt es nicht."));
}

#[test]
fn pictures_and_assets_are_kept_for_ever_and_pages_are_not() {
    let running = RunningServer::start();
    let mut ada = Browser::new(&running);
    let (table, page) = ada.submit("/tables", "game=catan&name=Ada&seat-A=me&seat-B=bot:random");
    let board = ada.get(&format!("{table}/board/1.svg"));
    assert_eq!(board.header("content-type"), Some("image/svg+xml"));
    assert!(board.header("cache-control").unwrap().contains("immutable"));
    let later = running.client().get(&format!("{table}/board/1.svg"));
    assert_eq!(later.body, board.body, "the same for everybody and at any time");
    assert_ne!(ada.get(&format!("{table}/board/1.svg?theme=dark")).body, board.body);
    assert_eq!(ada.get(&format!("{table}/board/0.svg")).status, 200, "before the island is laid out");
    assert_eq!(ada.get(&table).header("cache-control"), Some("no-store"));

    let mut files = 0;
    for rest in page.split("/assets/").skip(1) {
        let end = rest.find(['"', '#']).unwrap();
        let path = format!("/assets/{}", &rest[..end]);
        let file = ada.get(&path);
        assert_eq!(file.status, 200, "{path}");
        assert!(file.header("cache-control").unwrap().contains("immutable"), "{path}");
        assert!(!file.body.is_empty());
        files += 1;
    }
    assert!(files >= 4);
    let old = ada.get("/assets/0000000000000000/app.css");
    assert_eq!(
        old.header("location"),
        Some(pages::asset_url("app.css").as_str()),
        "what an old page asks for"
    );
    // Nothing on a page comes from elsewhere, and nothing is run inline.
    let page = ada.get(&table);
    let policy = page.header("content-security-policy").unwrap().to_owned();
    assert!(policy.contains("default-src 'self'") && !policy.contains("script-src"), "{policy}");
    // Chats need the whole address of the table's picture, which is at this server.
    let own = running.addr.to_string();
    for address in page.text().split("http://").skip(1) {
        assert!(address.starts_with("www.w3.org/") || address.starts_with(&own), "{:.60}", address);
    }
    assert!(!page.text().contains(" onclick="));
}

/// A client that asks for much and takes nothing is dropped; the others do not notice.
#[test]
fn a_reader_that_takes_nothing_is_dropped() {
    let limits = Limits { stalled: Duration::from_millis(300), ..Limits::default() };
    let running = RunningServer::on(Arc::new(MemoryStore::new()), limits);
    let mut ada = Browser::new(&running);
    let (table, _) = ada.submit("/tables", "game=catan&name=Ada&seat-A=me&seat-B=bot:random");
    let picture = ada.get(&format!("{table}/board/1.svg")).body.len();
    let wanted = 20_000_000 / picture;
    let mut stream = TcpStream::connect(running.addr).unwrap();
    let request = format!("GET {table}/board/1.svg HTTP/1.1\r\nhost: x\r\n\r\n");
    let mut stalled = stream.try_clone().unwrap();
    // Requests pile up on the way in as well, so they are sent from the side.
    let sender = std::thread::spawn(move || {
        for _ in 0..wanted {
            if stalled.write_all(request.as_bytes()).is_err() {
                break;
            }
        }
    });
    assert_eq!(ada.get(&table).status, 200, "others are served meanwhile");
    #[cfg(target_os = "linux")]
    testkit::OtherEnd::of(&stream).until_closed();
    let mut taken = Vec::new();
    let _ = stream.read_to_end(&mut taken);
    sender.join().unwrap();
    assert!(taken.len() < wanted * picture, "all {} bytes were kept for a reader that was away", taken.len());
}
