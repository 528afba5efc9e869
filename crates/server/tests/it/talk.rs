//! Side commands at a table, by links and forms: chat and muting, undo by consent, clocks, and the log in words.

use testkit::{Browser, RunningServer, hidden};

/// Sends a wish as a plain form would, and gives the page it leads to.
fn wish(browser: &mut Browser, table: &str, wish: &str) -> String {
    let page = browser.get(table).text();
    let body = format!("seq={}&id={}&{wish}", hidden(&page, "seq"), hidden(&page, "id"));
    let reply = browser.send("POST", &format!("{table}/wish"), &body);
    assert_eq!(reply.status, 303, "{wish}: {}", reply.text());
    browser.get(table).text()
}

/// The remarks on a page.
fn remarks(page: &str) -> Vec<&str> {
    let list =
        page.split("id=\"talk-lines\"").nth(1).and_then(|rest| rest.split("</ol>").next()).unwrap_or("");
    list.split("<p dir=\"auto\">").skip(1).map(|rest| rest.split("</p>").next().unwrap()).collect()
}

/// The value of the button that mutes, or no longer mutes, somebody.
fn mute_button(page: &str, name: &str, verb: &str) -> String {
    let form = page.split("id=\"mutes\"").nth(1).unwrap().split("</form>").next().unwrap();
    let button = form.split("<button").skip(1).find(|button| button.contains(name));
    let button = button.unwrap_or_else(|| panic!("no {name}: {form}"));
    assert!(button.contains(&format!("name=\"{verb}\"")), "{button}");
    button.split("value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

#[test]
fn what_is_said_is_text_and_a_person_is_muted_wherever_they_sit() {
    let running = RunningServer::start();
    let (mut ada, mut ben, mut eve) =
        (Browser::new(&running), Browser::new(&running), Browser::new(&running));
    let (table, page) = ada.submit("/tables", "game=catan&name=Ada&seat-A=me&seat-B=open&seat-C=open");
    assert!(!page.contains("id=\"talk\""), "nobody to talk to yet");
    ben.submit(&format!("{table}/join"), "name=Ben&seat=B");

    let page = wish(&mut ben, &table, "wish=say&text=%3Cscript%3Ealert(1)%3C%2Fscript%3E+%26+hello");
    assert_eq!(remarks(&page), ["&lt;script&gt;alert(1)&lt;/script&gt; &amp; hello"]);
    let page = ada.get(&table).text();
    assert!(page.contains("<time datetime=\"20"), "when it was said");
    assert!(page.contains("maxlength=\"300\""));

    // Ada mutes Ben; he goes to another seat, leaves and comes back, and stays muted. Cleo, who takes his seat, is not.
    let id = mute_button(&page, "Ben", "mute");
    let (path, page) = ada.submit(&format!("{table}/mute"), &format!("mute={id}"));
    assert_eq!(path, format!("{table}#talk"));
    assert!(remarks(&page).is_empty() && page.contains("Muted: Ben<"), "{page}");
    wish(&mut ben, &table, "wish=swap&one=B&other=C");
    wish(&mut ben, &table, "wish=say&text=From+C");
    wish(&mut ben, &table, "wish=leave");
    ben.submit(&format!("{table}/join"), "name=Benno&seat=C");
    wish(&mut ben, &table, "wish=say&text=Back+again");
    let mut cleo = Browser::new(&running);
    cleo.submit(&format!("{table}/join"), "name=Cleo&seat=B");
    wish(&mut cleo, &table, "wish=say&text=I+am+Cleo");
    assert_eq!(remarks(&ada.get(&table).text()), ["I am Cleo"]);
    assert_eq!(remarks(&ada.get(&format!("{table}/main")).text()), ["I am Cleo"]);
    // Who looks on reads all of it, and has no field; the muted one does not learn of it.
    let page = eve.get(&table).text();
    assert_eq!(remarks(&page).len(), 4);
    assert!(!page.contains("id=\"say\""), "a spectator cannot write");
    assert_eq!(remarks(&ben.get(&table).text()).len(), 4);
    let page = ada.get(&table).text();
    let id = mute_button(&page, "Benno", "unmute");
    let (_, page) = ada.submit(&format!("{table}/mute"), &format!("unmute={id}"));
    assert_eq!(remarks(&page).len(), 4);
    // The log tells what happened around it.
    assert!(page.contains("swap seats.") && page.contains("Cleo sits down."), "{page}");
}

/// Plays the first action that the page offers.
fn act(browser: &mut Browser, table: &str, page: &str) {
    let action = page.split("name=\"action\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let action: String = form_urlencoded::byte_serialize(action.as_bytes()).collect();
    let body = format!("seq={}&id={}&action={action}", hidden(page, "seq"), hidden(page, "id"));
    browser.submit(&format!("{table}/act"), &body);
}

#[test]
fn a_move_is_taken_back_when_the_others_agree() {
    let running = RunningServer::start();
    let (mut ada, mut ben) = (Browser::new(&running), Browser::new(&running));
    let (table, _) = ada.submit("/tables", "game=catan&name=Ada&seat-A=me&seat-B=open");
    ben.submit(&format!("{table}/join"), "name=Ben&seat=B");
    let is_on_turn = |page: &str| page.contains("data-your-turn");
    let (first, second) =
        if is_on_turn(&ada.get(&table).text()) { (&mut ada, &mut ben) } else { (&mut ben, &mut ada) };
    loop {
        let page = first.get(&table).text();
        if !is_on_turn(&page) {
            break;
        }
        assert!(page.contains("<title>● "), "the title calls");
        act(first, &table, &page);
    }
    // Once the other one has acted.
    let page = second.get(&table).text();
    act(second, &table, &page);
    let page = first.get(&table).text();
    assert!(page.contains("id=\"ask-undo\"") && !page.contains("id=\"undo\""), "only asking is left");
    let page = wish(first, &table, "wish=ask-undo");
    assert!(page.contains("Waiting for an answer from: ") && !page.contains("id=\"answer-undo\""), "{page}");
    assert!(!page.contains("id=\"ask-undo\""), "once is enough");
    let page = second.get(&table).text();
    assert!(page.contains("id=\"answer-undo\"") && page.contains("data-call=\"undo "), "{page}");
    let page = wish(second, &table, "wish=answer-undo&agrees=no");
    assert!(page.contains("You refuse: everything stays as it is.") && is_on_turn(&page), "{page}");
    wish(first, &table, "wish=ask-undo");
    let page = wish(second, &table, "wish=answer-undo&agrees=yes");
    assert!(page.contains("You agree to that.") && page.contains("takes back the last action."), "{page}");
    assert!(!is_on_turn(&page) && is_on_turn(&first.get(&table).text()), "it is to be done again");
}

#[test]
fn clocks_are_shown_where_there_are_clocks() {
    let running = RunningServer::start();
    let mut client = running.client();
    let mut open = |clock: Option<&str>| {
        let mut plan = serde_json::json!({"game": "catan", "seats": ["me", "bot:random"], "name": "Ada"});
        if let Some(clock) = clock {
            plan["clock"] = clock.into();
        }
        let reply = client.post("/api/v1/tables", &plan).json();
        let mut browser = Browser::new(&running);
        let token = reply["token"].as_str().unwrap().to_owned();
        browser.cookies.push(("neuland-key".to_owned(), token));
        let table = format!("/t/{}", reply["table"].as_str().unwrap());
        (browser, table)
    };
    let (mut ada, table) = open(None);
    assert!(!ada.get(&table).text().contains("class=\"clock"), "nothing at a table without clocks");
    let (mut ada, table) = open(Some("bank 187000 0 bot"));
    for mode in ["picture", "text"] {
        let page = ada.get(&format!("{table}?mode={mode}")).text();
        let clock = page.split("id=\"clock-A\"").nth(1).unwrap_or_else(|| panic!("{mode}: {page}"));
        let clock = clock.split("<span class=\"time\">").nth(1).unwrap().split('<').next().unwrap();
        assert_eq!(clock, "2 d 3 h", "{mode}");
        assert!(!page.contains("id=\"clock-B\""), "bots have no clock");
    }
}

#[test]
fn people_of_one_name_at_a_table_are_told_apart_everywhere() {
    let running = RunningServer::start();
    let (mut ada, mut other) = (Browser::new(&running), Browser::new(&running));
    let (table, _) =
        ada.submit("/tables", "game=carcassonne&name=Ada&seat-A=me&seat-B=open&seat-C=bot:random");
    // Its first letter is Cyrillic.
    other.submit(&format!("{table}/join"), "name=%D0%90da&seat=B");
    wish(&mut other, &table, "wish=say&text=Hello");
    let page = ada.get(&format!("{table}?mode=text")).text();
    for told in ["Ada A", "\u{410}da B"] {
        assert!(page.contains(told), "{told}: {page}");
    }
    let said = page.split("id=\"talk-lines\"").nth(1).unwrap().split("</ol>").next().unwrap();
    assert!(said.contains("<b>\u{410}da B</b>"), "{said}");
    let state = running.client().get(&format!("/api/v1/tables/{}", table.trim_start_matches("/t/"))).json();
    let names: Vec<&str> =
        state["seats"].as_array().unwrap().iter().filter_map(|seat| seat["name"].as_str()).collect();
    assert_eq!(names, ["Ada A", "\u{410}da B"]);
    // Who sits down elsewhere is still called as they called themselves.
    let (elsewhere, _) = ada.submit("/tables", "game=carcassonne&name=Ada&seat-A=me&seat-B=bot:random");
    let page = ada.get(&elsewhere).text();
    assert!(page.contains(">Ada<") && !page.contains("Ada A"), "{page}");
}
