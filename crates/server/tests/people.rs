//! People at tables by links and forms: coming and going, and why something is not done.

mod common;

use common::{Browser, Running, hidden};

/// Sends a wish as a plain form would, and gives the status with the page it leads to.
fn wish(browser: &mut Browser, table: &str, wish: &str) -> (u16, String) {
    let page = browser.get(table).text();
    let body = format!("seq={}&id={}&{wish}", hidden(&page, "seq"), hidden(&page, "id"));
    let reply = browser.send("POST", &format!("{table}/wish"), &body);
    if reply.status == 303 {
        assert_eq!(reply.header("location"), Some(table));
        return (303, browser.get(table).text());
    }
    (reply.status, reply.text())
}

#[test]
fn wishes_are_carried_out_or_refused_with_words() {
    let running = Running::start();
    let (mut ada, mut ben, mut eve) =
        (Browser::new(&running), Browser::new(&running), Browser::new(&running));
    let new = "game=catan&name=Ada&seat-A=me&seat-B=open&seat-C=open";
    let (table, _) = ada.submit("/tables", new);
    ben.submit(&format!("{table}/join"), "name=Ben&seat=B");

    let refusals = [
        ("wish=say&text=", 422, "Say something of 1 to 300 characters."),
        ("wish=answer-undo&agrees=yes", 409, "Nobody asks to take something back any more."),
        ("wish=replace&seat=A", 409, "The game has not begun"),
        ("wish=swap&one=B&other=A", 409, "Seat A is taken by now."),
        ("wish=swap&one=B&other=F", 409, "Seat F is taken by now."),
        ("wish=ask-undo", 409, "The game has not begun"),
        ("wish=close", 403, "Only the player who opened the table can do this."),
    ];
    for (sent, status, words) in refusals {
        let (came, page) = wish(&mut ben, &table, sent);
        assert_eq!(came, status, "{sent}: {page}");
        assert!(page.contains("id=\"notice\"") && page.contains(words), "{sent}: {page}");
    }
    // Whoever only looks has no say.
    let (status, page) = wish(&mut eve, &table, "wish=say&text=Hello");
    assert!(status == 403 && page.contains("Only the player of that seat can do this."), "{page}");
    // What cannot be read is no wish.
    for spoilt in ["wish=dance", "wish=swap&one=B", "wish=say", ""] {
        assert_eq!(wish(&mut ben, &table, spoilt).0, 400, "{spoilt}");
    }

    // What can be done is done, and the page shows it.
    assert_eq!(wish(&mut ben, &table, "wish=swap&one=B&other=C").0, 303);
    let (_, page) = wish(&mut ben, &table, "wish=leave");
    assert!(page.contains("class=\"sit-down\""), "who left may sit down again: {page}");
    ben.submit(&format!("{table}/join"), "name=Ben&seat=B");
    ada.submit(&format!("{table}/fill"), "bot=random");
    let (status, page) = wish(&mut ben, &table, "wish=swap&one=B&other=A");
    assert!(status == 409 && page.contains("everybody stays where they sit"), "{page}");
    let (status, page) = wish(&mut ben, &table, "wish=replace&seat=C");
    assert!(status == 409 && page.contains("a bot plays for them already"), "{page}");
    for sent in ["wish=leave", "wish=return", "wish=decline&turn=on&from=A&from=C", "wish=say&text=Hi"] {
        assert_eq!(wish(&mut ben, &table, sent).0, 303, "{sent}");
    }
    // Scripts get the same in place, and what is sent twice is done once.
    let seq = hidden(&ben.get(&table).text(), "seq");
    let body = format!("seq={seq}&id=hello&wish=say&text=Hello");
    let first = ben.submit_in_place(&format!("{table}/wish"), &body);
    assert_eq!((first.status, &first.json()["ok"]), (200, &true.into()));
    let again = ben.submit_in_place(&format!("{table}/wish"), &body);
    assert_eq!(first.json(), again.json());
    for n in 0..3 {
        assert_eq!(
            ben.submit_in_place(&format!("{table}/wish"), &body.replace("hello", &format!("h{n}"))).status,
            200
        );
    }
    let fast = ben.submit_in_place(&format!("{table}/wish"), &body.replace("hello", "h4"));
    assert_eq!((fast.status, fast.header("retry-after")), (429, Some("10")));
    assert!(fast.json()["message"].as_str().unwrap().contains("Wait a moment before you say more"));

    assert_eq!(wish(&mut ada, &table, "wish=close").0, 303);
    let (status, page) = wish(&mut ada, &table, "wish=leave");
    assert!(status == 409 && page.contains("This table is closed"), "{page}");
}
