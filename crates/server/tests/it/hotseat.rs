//! Several people at one device: whose hand its pages and streams show, and whose they do not.

use testkit::{Browser, RunningServer, hidden};

/// The layout is fixed, so that the last to found gets cards for it.
const NEW: &str = "game=catan&name=Ada&seat-A=me&seat-B=here&here-B=Ben&seat-C=here&seat-D=none\
    &option-victory_points=3&option-setup=beginner_board_free_placement";

/// The actions of the plain buttons on a page.
fn buttons(page: &str) -> Vec<String> {
    page.split("name=\"action\" value=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect()
}

fn cookie(browser: &Browser, name: &str) -> Option<String> {
    let found = browser.cookies.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value.clone()).filter(|value| !value.is_empty())
}

fn set(browser: &mut Browser, name: &str, value: &str) {
    browser.cookies.retain(|(known, _)| known != name);
    browser.cookies.push((name.to_owned(), value.to_owned()));
}

/// The seats that the cover offers to uncover.
fn offered(page: &str) -> Vec<String> {
    assert!(page.contains("data-stage=\"cover\""), "no cover: {page}");
    page.split("name=\"seat\" value=\"").skip(1).map(|rest| rest[..1].to_owned()).collect()
}

/// Nothing on a cover is of anybody's hand, and nothing can be done but to uncover one.
fn assert_covered(page: &str) {
    assert!(page.contains("data-stage=\"cover\""), "{page}");
    for of_a_hand in ["id=\"hand", "name=\"action\"", "data-action", "id=\"dock\"", "<svg id=\"map"] {
        assert!(!page.contains(of_a_hand), "{of_a_hand} in {page}");
    }
}

fn act(browser: &mut Browser, table: &str, page: &str, action: &str) -> String {
    let body =
        format!("seq={}&id={}&action={}", hidden(page, "seq"), hidden(page, "id"), action.replace(' ', "+"));
    browser.submit(&format!("{table}/act"), &body).1
}

fn uncover(browser: &mut Browser, table: &str, seat: &str) -> String {
    browser.submit(&format!("{table}/here"), &format!("seat={seat}")).1
}

/// Plays the founding until somebody holds a card and the turn is over. Returns the cover, and who has acted, move by move.
fn found(device: &mut Browser, table: &str, mut page: String) -> (String, Vec<String>) {
    let mut founders = Vec::new();
    while !page.contains("data-stage=\"cover\"") {
        let text = device.get(&format!("{table}?mode=text")).text();
        let actions = buttons(&text);
        let founds = |action: &&String| action.starts_with("settlement") || action.starts_with("road");
        let action = actions.iter().find(founds).unwrap_or_else(|| panic!("nobody founds: {text}"));
        // Whose turn it is, no cover has said; whoever gets the first cards has them in the open until the turn is over.
        let name = heading(&text).split(':').next().unwrap_or_default().to_owned();
        let has_cards = text.contains("class=\"hand-over\"");
        founders.push(if has_cards { founders.last().cloned().unwrap_or_default() } else { name });
        assert_eq!(has_cards, founders.len() == 8, "the eighth move is the first with cards: {text}");
        page = act(device, table, &text, action);
    }
    (page, founders)
}

#[test]
fn hands_are_covered_between_the_turns_of_people_at_one_device() {
    let running = RunningServer::start();
    let mut device = Browser::new(&running);
    set(&mut device, "neuland-settings", "mode=text");
    let (table, mut page) = device.submit("/tables", NEW);
    let kept = cookie(&device, "neuland-here").expect("the keys of the others");
    assert_eq!(kept.split('.').count(), 2, "one for each of the others");
    assert!(device.get("/").text().contains(&table), "the owner's list has the table");
    // Nobody has a card before the last has founded twice, and nothing is covered.
    let founders;
    (page, founders) = found(&mut device, &table, page);
    let [first, _, second, _, third, ..] = &founders[..] else { panic!("{founders:?}") };
    let expected = [first, first, second, second, third, third, third, third].map(String::clone);
    assert_eq!(founders, expected);
    let mut turns = Vec::new();
    for _ in 0..40 {
        assert_covered(&page);
        assert_covered(&device.get(&format!("{table}/main")).text());
        assert!(cookie(&device, "neuland-at").is_none(), "nobody is uncovered");
        let due = offered(&page);
        assert_eq!(due.len(), 1, "one decides at a time here");
        // Who is not here, and who does not decide, cannot be uncovered.
        for other in ["A", "B", "C", "D", "%00", "AA"].into_iter().filter(|other| *other != due[0]) {
            assert_covered(&uncover(&mut device, &table, other));
        }
        let refused = device.send("POST", &format!("{table}/act"), "seq=1&id=covered&action=roll");
        assert!((400..500).contains(&refused.status), "{}", refused.status);
        page = uncover(&mut device, &table, &due[0]);
        assert!(page.contains("class=\"hand-over\""), "{page}");
        // It can be covered at any time.
        assert_covered(&uncover(&mut device, &table, ""));
        page = uncover(&mut device, &table, &due[0]);
        turns.push(due[0].clone());
        // One who has decided is not shown a hand any more, whatever the browser asks for.
        for _ in 0..6 {
            let actions = buttons(&page);
            let wanted = ["settlement", "road", "roll", "end"].into_iter();
            let Some(action) =
                wanted.filter_map(|verb| actions.iter().find(|action| action.starts_with(verb))).next()
            else {
                break;
            };
            page = act(&mut device, &table, &page, action);
            if page.contains("data-stage=\"cover\"") || page.contains("id=\"result\"") {
                break;
            }
        }
        if !page.contains("data-stage=\"cover\"") {
            break;
        }
    }
    // A seven with the first roll ends it here: nobody in this test moves the robber.
    assert!(turns.len() >= 2, "the founding was played: {turns:?}");
}

#[test]
fn a_stream_of_one_does_not_go_on_as_that_of_another() {
    let running = RunningServer::start();
    let mut device = Browser::new(&running);
    let (table, page) = device.submit("/tables", NEW);
    let (page, _) = found(&mut device, &table, page);
    let first = offered(&page)[0].clone();
    let page = uncover(&mut device, &table, &first);
    let state = page.split("data-state=\"").nth(1).unwrap()[..16].to_owned();
    let mut stream =
        device.client.follow(&format!("{table}/events?state={state}&after={}", hidden(&page, "seq")));
    let text = device.get(&format!("{table}?mode=text")).text();
    let settlement = buttons(&text).into_iter().find(|action| action.starts_with("settlement")).unwrap();
    let page = act(&mut device, &table, &text, &settlement);
    let own = stream.next_event().expect("the own move");
    assert!(own.data.contains("id=\\\"main\\\"") || own.data.contains("id=\"main\""), "{}", own.data);
    let road = buttons(&page).into_iter().find(|action| action.starts_with("road")).unwrap();
    let page = act(&mut device, &table, &page, &road);
    assert_covered(&page);
    let next = stream.next_event().expect("that it went on");
    assert!(!next.data.contains("main"), "only a number: {}", next.data);
}

#[test]
fn forged_and_foreign_cookies_show_nothing() {
    let running = RunningServer::start();
    let (mut device, mut other) = (Browser::new(&running), Browser::new(&running));
    let (table, _) = device.submit("/tables", NEW);
    let (foreign, _) = other.submit("/tables", NEW);
    let keys = cookie(&device, "neuland-here").unwrap();
    let of_foreign = cookie(&other, "neuland-here").unwrap();
    // A device with keys of another table is a spectator here.
    let mut stranger = Browser::new(&running);
    let many = vec![of_foreign.clone(); 2000].join(".");
    for here in ["", ".", "....", "%00", "x.y.z", of_foreign.as_str(), &many[..6000]] {
        for at in ["A", "B", "F", "", "Z", "%FF"] {
            stranger.cookies.clear();
            set(&mut stranger, "neuland-here", here);
            set(&mut stranger, "neuland-at", at);
            for path in [
                table.clone(),
                format!("{table}/main"),
                format!("{table}/preview?action=roll"),
                foreign.replace("/t/", "/j/"),
                "/t/zzzz".to_owned(),
            ] {
                let reply = stranger.get(&path);
                assert!(reply.status < 500, "{path} with {here} and {at}: {}", reply.status);
                assert!(!reply.text().contains("name=\"action\""), "{path} with {here} and {at}");
            }
        }
    }
    // Keys beyond the seats of a table are not read.
    let padded = format!("{}{keys}", "x.".repeat(6));
    set(&mut device, "neuland-here", &padded);
    set(&mut device, "neuland-at", "B");
    let page = device.get(&table).text();
    assert!(!page.contains("data-stage=\"cover\""), "only the owner is left");
    // The API knows tokens, and no cookies.
    let id = table.trim_start_matches("/t/");
    let api = device.get(&format!("/api/v1/tables/{id}")).json();
    assert!(api["you"].is_null(), "{api}");
}

/// The question of the moment, by the heading of the page.
fn heading(page: &str) -> &str {
    let (_, rest) = page.split_once("id=\"turn\"").expect("a heading");
    rest.split_once('>').and_then(|(_, text)| text.split('<').next()).unwrap_or_default()
}

#[test]
fn where_a_game_hides_nothing_there_is_no_cover() {
    let running = RunningServer::start();
    for game in ["carcassonne", "traders-and-builders", "mayflower"] {
        let mut device = Browser::new(&running);
        set(&mut device, "neuland-settings", "mode=text");
        let new = format!("game={game}&name=Ada&seat-A=me&seat-B=here&here-B=Ben");
        let (table, mut page) = device.submit("/tables", &new);
        let mut turns = Vec::new();
        for _ in 0..24 {
            assert!(
                !page.contains("data-stage=\"cover\"") && !page.contains("class=\"hand-over\""),
                "{page}"
            );
            let actions = buttons(&page);
            let action = actions.first().unwrap_or_else(|| panic!("{game}: nobody can act: {page}"));
            // Whose turn it is, no cover has said before.
            let name = heading(&page).split(':').next().unwrap_or_default().to_owned();
            assert!(["Ada", "Ben"].contains(&name.as_str()), "{}", heading(&page));
            turns.push(name);
            page = act(&mut device, &table, &page, action);
            // The stream of a page asks for this part when somebody else's turn begins.
            assert_eq!(heading(&device.get(&format!("{table}/main")).text()), heading(&page));
        }
        assert!(turns.contains(&"Ada".to_owned()) && turns.contains(&"Ben".to_owned()), "{turns:?}");
    }
}
