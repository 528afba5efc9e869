//! Earlier positions of a table are read from its projection: their pages are those that the whole game would give, and
//! cost a few game steps, however long the game is.

use game::record::Step;
use game::{Seat, Viewer};
use pages::{
    Aids, GameTable, History, LogEvent, LogLine, PlayOn, Reader, ReplayCharts, ReplayPage, SeatInfo,
    SeatOccupant,
};
use serde_json::{Value, json};
use shelf::{AnyGame, Timeline};
use testkit::{Client, RunningServer, hidden, join, open_table};

/// A table with two bots alone, whose game is over; the id.
fn finished(running: &RunningServer, game: &str, options: &Value) -> String {
    let mut client = running.client();
    let body = json!({"game": game, "seats": ["bot:random", "bot:random"], "options": options});
    let table = client.post("/api/v1/tables", &body).json()["table"].as_str().unwrap().to_owned();
    testkit::until_over(&mut client, &table);
    table
}

/// The part of the page that shows a position, made from the whole game.
fn from_the_whole_game(
    timeline: &Timeline,
    entries: &[u64],
    (table, promised): (&str, &(String, String)),
    at: usize,
    eyes: Viewer,
) -> String {
    let steps = timeline.events().iter().zip(1..);
    let log = steps.map(|(events, seq)| LogLine { seq, what: LogEvent::Game(events) }).collect();
    let game = timeline.at(at).unwrap();
    let shown = GameTable::new(&game, eyes, &History { log, ..History::default() }, Aids::NONE);
    let seat = |seat: Seat| SeatInfo {
        seat,
        who: SeatOccupant::Bot { name: pages::BOT_NAMES[seat.index()], kind: "random" },
    };
    let seats: Vec<SeatInfo<'_>> = Seat::first(2).map(seat).collect();
    let all = [Viewer::Seat(Seat::A), Viewer::Seat(Seat::B), Viewer::Spectator, Viewer::Everything];
    let hides = matches!(game, AnyGame::Catan(_) | AnyGame::CitiesAndKnights(_));
    let entry = at.checked_sub(1).map_or(0, |step| entries[step]);
    let decided = match at.checked_sub(1).map(|last| &timeline.steps()[last]) {
        Some(Step::Action { seat, .. }) => Some(*seat),
        _ => None,
    };
    let coach = format!("/t/{table}/coach");
    let page = ReplayPage {
        reader: &Reader::default(),
        base: &format!("/t/{table}/replay"),
        picture: &format!("/t/{table}/board/{entry}.svg"),
        record: Some(&format!("/t/{table}/record")),
        coach: Some(&coach),
        table: Some(table),
        kept: None,
        at,
        steps: timeline.steps().len(),
        opening: timeline.steps().iter().take_while(|step| matches!(step, Step::Outcome(_))).count(),
        turns: timeline.turns(),
        seats: &seats,
        you: None,
        eyes,
        choices: if hides { &all } else { &[Viewer::Spectator] },
        game: shown,
        statistics: Some(timeline.statistics()),
        charts: ReplayCharts::Sent,
        play_on: Some(PlayOn {
            is_over: game.outcome().is_some(),
            turn: game.to_decide().into_iter().next().or(decided).unwrap_or(Seat::A),
            bots: &table::games::bots_for(game.kind()),
            promised: (&promised.0, &promised.1),
            sent: None,
            faults: &[],
        }),
    };
    pages::replay_main(&page).into_string()
}

#[test]
fn a_page_of_a_position_is_the_one_that_the_whole_game_gives() {
    let running = RunningServer::start();
    for (game, options) in [
        ("catan", json!({"turn_limit": 120})),
        ("cities-and-knights", json!({"turn_limit": 60})),
        ("carcassonne", json!({})),
        ("traders-and-builders", json!({})),
        ("mayflower", json!({})),
    ] {
        let table = finished(&running, game, &options);
        let (start, steps) = {
            let live = running.table(&table);
            let host = live.look();
            (host.start().unwrap(), host.steps())
        };
        let entries: Vec<u64> = steps.iter().map(|(entry, _)| *entry).collect();
        let timeline = Timeline::of(start, steps.into_iter().map(|(_, step)| step)).unwrap();
        let mut client = running.client();
        let last = entries.len();
        for at in (0..=last).step_by(7).chain([1, 31, 32, 33, last - 1, last]) {
            let (eyes, asked) = match at % 3 {
                _ if game.starts_with('t') || game == "mayflower" || game == "carcassonne" => {
                    (Viewer::Spectator, "watch")
                }
                0 => (Viewer::Seat(Seat::B), "B"),
                1 => (Viewer::Spectator, "watch"),
                _ => (Viewer::Everything, "all"),
            };
            let page = client.get(&format!("/t/{table}/replay/{at}/main?eyes={asked}"));
            // The dice of a table that plays on are promised to each page anew.
            let promised = match timeline.at(at).unwrap().outcome() {
                None => (hidden(&page.text(), "promised"), hidden(&page.text(), "commitment")),
                Some(_) => Default::default(),
            };
            let whole = from_the_whole_game(&timeline, &entries, (&table, &promised), at, eyes);
            assert_eq!(page.text(), whole, "{game}, position {at} of {last}");
        }
    }
}

/// The number of game steps between two positions that a table keeps.
const APART: u64 = 32;
/// The maximum number of steps that are replayed to find the latest placement.
const LOOK_BACK: u64 = 256 + 32;

/// The number of game steps that a request for a position replays.
fn cost(running: &RunningServer, client: &mut Client, table: &str, path: &str) -> u64 {
    let live = running.table(table);
    let before = live.look().replayed();
    let reply = client.get(path);
    assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    let after = live.look().replayed();
    after - before
}

/// Looks at a game from its first position to its last.
fn look_at_all(running: &RunningServer, client: &mut Client, table: &str) {
    let (steps, past) = {
        let live = running.table(table);
        let host = live.look();
        (host.steps_len(), host.past())
    };
    let (replay, api) = (format!("/t/{table}/replay"), format!("/api/v1/tables/{table}"));
    for at in [0, 1, steps / 4, steps / 2 + 5, steps - 33, steps - 1, steps] {
        // Those that bring forty lines before the position and after it.
        let around = running.table(table).look().steps_around(at, pages::REPLAY_LINES);
        let told = |steps: &[shelf::Events]| steps.iter().map(shelf::Events::len).sum::<usize>();
        assert!(told(&past[around.clone()]) < 2 * pages::REPLAY_LINES + 30, "{around:?}");
        let marks = around.start == 0 || pages::shows_last_turn(past[around.start..at].iter().rev());
        let most = APART - 1 + around.len() as u64 + if marks { 0 } else { LOOK_BACK };
        for part in ["", "/main", "/main?charts=there"] {
            let cost = cost(running, client, table, &format!("{replay}/{at}{part}"));
            assert!(cost <= most, "position {at} of {steps}: {cost} game steps, {most} allowed");
        }
        let cost = cost(running, client, table, &format!("{api}/positions/{at}"));
        assert!(cost <= APART + 3, "the document of position {at} of {steps}: {cost} game steps");
    }
    assert_eq!(cost(running, client, table, &format!("{api}/statistics")), 0);
    let table_page = cost(running, client, table, &format!("/t/{table}"));
    // What its lines tell, and the entries before them that say what stood there.
    assert!(table_page < APART + pages::LOG_ENTRIES as u64, "{table_page} game steps");
}

#[test]
fn a_page_of_a_position_costs_the_same_early_and_late_in_a_game() {
    let running = RunningServer::start();
    let table = finished(&running, "catan", &json!({"turn_limit": 300}));
    look_at_all(&running, &mut running.client(), &table);

    // While the game goes on, too.
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    let (mut ben, _) = join(&running, &table, "Ben");
    // Few enough that nobody has the points to win.
    for number in 0..200_usize {
        for client in [&mut ada, &mut ben] {
            let listed = client.get(&format!("/api/v1/tables/{table}/legal?limit=50")).json();
            let legal = listed["legal"].as_array().unwrap();
            let Some(action) = legal.get(number * 7 % legal.len().max(1)) else { continue };
            let body = json!({"seq": listed["version"], "id": format!("m{number}"), "action": action});
            client.post(&format!("/api/v1/tables/{table}/act"), &body);
        }
    }
    assert!(running.table(&table).look().game().unwrap().outcome().is_none());
    look_at_all(&running, &mut ada, &table);
}
