//! Whole games, played by requests alone.

use crate::browser::{Database, Window, attribute, visitor};
use site::Request;
use site::site::Stored;

/// The games, each with a level of bots.
const GAMES: [(&str, &str); 5] = [
    ("catan", "bot:settler"),
    ("cities-and-knights", "bot:settler"),
    ("carcassonne", "bot:surveyor"),
    ("traders-and-builders", "bot:surveyor"),
    ("mayflower", "bot:surveyor"),
];

/// The action that the page advises to whoever it belongs to; `None` where they have nothing to decide.
fn advised(window: &mut Window, table: &str) -> Option<String> {
    let answer = window.ask(Request { json: true, ..Request::get(&format!("{table}/hint")) });
    if answer.status != 200 {
        assert!(matches!(answer.status, 403 | 409), "{}", answer.body);
        return None;
    }
    let card: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    let card = card["card"].as_str().unwrap();
    Some(attribute(card, "data-best").expect("the best action").replace("&quot;", "\"").replace("&amp;", "&"))
}

fn version(page: &str) -> u64 {
    attribute(page.split("<main").nth(1).unwrap(), "data-seq").expect("a version").parse().unwrap()
}

/// Plays one action as the page advises; says whether there was one.
fn play_one(window: &mut Window, table: &str) -> bool {
    let Some(action) = advised(window, table) else { return false };
    let seq = version(&window.page(table)).to_string();
    let fields = [("seq", &*seq), ("id", &*format!("move-{seq}")), ("action", &*action)];
    let (status, answer) = window.send(&format!("{table}/act"), &fields);
    assert_eq!(status, 200, "{action}: {answer}");
    assert!(answer["seq"].as_u64().unwrap() > seq.parse().unwrap(), "{answer}");
    true
}

/// Plays on to the end, or until the visitor has made this many moves; returns the number of them.
fn play_on(window: &mut Window, table: &str, most: usize) -> usize {
    let mut moves = 0;
    while moves < most {
        let bots = window.let_bots_play();
        if play_one(window, table) {
            moves += 1;
        } else if bots == 0 {
            break;
        }
    }
    moves
}

/// The contents of all entries.
fn bodies(database: &Database) -> Vec<Vec<&str>> {
    let tables = database.tables.values();
    tables.map(|entries| entries.iter().map(|entry| &*entry.body).collect()).collect()
}

#[test]
fn a_game_of_each_kind_goes_on_from_what_is_stored() {
    for (game, bot) in GAMES {
        let mut window = Window::open(visitor());
        let table = window.begin(game, &[("seat-A", "me"), ("seat-B", bot), ("seat-C", "none")]);
        let mut earlier = Vec::new();
        for part in [1, 7, 20] {
            assert_eq!(play_on(&mut window, &table, part), part, "{game}");
            earlier.push(window.database.clone());
        }
        play_on(&mut window, &table, usize::MAX);
        let record = window.get(&format!("{table}/record"));
        assert_eq!(record.status, 200, "{game} is over: {}", record.body);
        assert!(record.body.lines().last().unwrap().contains("winners"), "{game}");
        for database in earlier {
            let begun = bodies(&database)[0].len();
            let mut again = Window::open(database);
            assert_eq!(version(&again.page(&table)) as usize + 1, begun, "{game}: what is stored is shown");
            play_on(&mut again, &table, usize::MAX);
            assert!(
                bodies(&again.database) == bodies(&window.database),
                "{game}: a reload after {begun} entries"
            );
            assert_eq!(again.get(&format!("{table}/record")), record, "{game}");
        }
    }
}

#[test]
fn nothing_is_shown_that_is_not_stored() {
    let mut window = Window::open(visitor());
    let table = window.begin("catan", &[("seat-A", "me"), ("seat-B", "bot:random")]);
    let before = (window.page(&table), window.database.clone());
    window.follow(1, &before.0, &table);
    let (action, seq) = (advised(&mut window, &table).unwrap(), version(&before.0).to_string());
    for (fault, says) in [(Stored::Full, "no room"), (Stored::Failed, "could not store")] {
        window.faults.push_back(fault);
        let fields = [("seq", &*seq), ("id", "one"), ("action", &*action)];
        let (status, answer) = window.send(&format!("{table}/act"), &fields);
        assert_eq!((status, answer["error"].as_str()), (503, Some("storage")), "{answer}");
        assert!(answer["message"].as_str().unwrap().contains(says), "{answer}");
        assert_eq!(version(&window.page(&table)), version(&before.0));
        assert_eq!((window.events.len(), &window.database.tables), (0, &before.1.tables));
    }
    // The same command, once there is room again.
    assert_eq!(
        window.send(&format!("{table}/act"), &[("seq", &seq), ("id", "one"), ("action", &action)]).0,
        200
    );
    assert!(version(&window.page(&table)) > version(&before.0));
    assert!(!window.events.is_empty());
}

#[test]
fn two_windows_play_at_one_table() {
    let mut one = Window::open(visitor());
    let table = one.begin("catan", &[("seat-A", "me"), ("seat-B", "bot:random")]);
    let id = table.strip_prefix("/t/").unwrap();
    let mut other = Window::open(one.database.clone());
    let page = other.page(&table);
    other.follow(4, &page, &table);
    let (action, seq) = (advised(&mut one, &table).unwrap(), version(&page).to_string());
    // Both send the same before either hears of the other.
    let send = |window: &mut Window, id: &str| {
        window.send(&format!("{table}/act"), &[("seq", &seq), ("id", id), ("action", &action)])
    };
    assert_eq!(send(&mut one, "mine").0, 200);
    other.database = one.database.clone();
    let (status, answer) = send(&mut other, "yours");
    assert_eq!((status, answer["error"].as_str()), (409, Some("stale")), "{answer}");
    assert_eq!(other.database, one.database, "nothing is stored twice");
    assert_eq!(version(&other.page(&table)), version(&one.page(&table)));
    assert_eq!(other.events.len(), 1, "its page is told");
    // A command that was sent again in another window, because the answer was lost, is done once.
    assert_eq!(send(&mut other, "mine").0, 200);
    assert_eq!(other.database, one.database);
    // What one window does comes to the page of the other.
    assert!(play_one(&mut one, &table));
    assert!(one.published.contains(id));
    other.database = one.database.clone();
    other.changed(id);
    assert_eq!(version(&other.page(&table)), version(&one.page(&table)));
    let (stream, event, data) = other.events.last().unwrap();
    assert_eq!((*stream, *event), (4, "page"), "{data}");
}

#[test]
fn pages_get_patches_of_what_they_show() {
    let mut window = Window::open(visitor());
    let table = window.begin("carcassonne", &[("seat-A", "me"), ("seat-B", "bot:random")]);
    let page = window.page(&table);
    window.follow(7, &page, &table);
    assert!(window.events.is_empty(), "it shows what there is");
    assert!(play_one(&mut window, &table));
    let (_, event, data) = window.events.remove(0);
    let (head, main) = data.split_once('\n').unwrap();
    assert_eq!(event, "page");
    assert!(head.contains(attribute(&page, "data-state").unwrap()), "{head}");
    assert!(main.starts_with("<main") && main.len() < page.len() / 2, "only what changed: {}", main.len());
    assert!(!main.contains("=\"/t/") || main.contains("data-"), "addresses are relative");
    // A page of another life fetches itself.
    let effects = window.site.follow(8, &format!("{table}/events?after=0&state=12"), 0);
    window.carry_out(effects);
    let last = window.events.last().unwrap();
    assert_eq!((last.0, last.1), (8, "version"));
    window.site.unfollow(8);
}

#[test]
fn who_does_not_want_to_wait_gets_a_quick_move() {
    let mut window = Window::open(visitor());
    let table = window.begin("carcassonne", &[("seat-A", "bot:expert"), ("seat-B", "me")]);
    let task = window.next_task().expect("the bot begins");
    assert!(task.says.contains("is thinking"), "{}", task.says);
    let before = version(&window.page(&table));
    let effects = window.site.hurry(&task, 5_000);
    window.carry_out(effects);
    assert!(version(&window.page(&table)) > before);
    // What it would have chosen comes too late.
    let effects = window.site.chosen(&task, None, 5_000);
    assert!(effects.is_empty());
}

#[test]
fn several_people_share_the_device() {
    let mut window = Window::open(visitor());
    let table = window.begin("catan", &[("seat-A", "me"), ("seat-B", "here"), ("here-B", "Ben")]);
    // Both found: nothing is hidden yet, so the page belongs to whoever is to move. The second settlement brings cards.
    assert!(play_on(&mut window, &table, usize::MAX) >= 4);
    assert!(window.page(&table).contains(&format!("action=\"?{table}/here\"")), "all hands are covered");
    let shows = |window: &mut Window, seat: &str| {
        let shown = window.post(&format!("{table}/here"), &[("seat", seat)]);
        assert_eq!(shown.location.as_deref(), Some(&*table));
        advised(window, &table).is_some()
    };
    let due: Vec<&str> = ["A", "B"].into_iter().filter(|seat| shows(&mut window, seat)).collect();
    assert_eq!(due.len(), 1, "one of them is to move: {due:?}");
    assert!(shows(&mut window, due[0]));
    // After a reload as well.
    let mut again = Window::open(window.database.clone());
    assert!(advised(&mut again, &table).is_some());
    // A seat that is none of theirs cannot be uncovered.
    assert!(!shows(&mut window, "C"));
}
