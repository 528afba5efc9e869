//! The lines of the log: the cues they give, and that they tell of their own moment.

use catan::HexId;
use catan::cities_and_knights::{Action, CitiesAndKnights, Event, OwnAction, Play, Setup};
use game::{Game, Seat, Seed, Viewer};
use pages::cities_and_knights::CitiesAndKnightsTable;
use pages::{
    Aids, Bargain, GameTable, History, LogEvent, LogLine, Mode, Reader, SeatInfo, SeatOccupant, Settings,
    TablePage, TableStage,
};
use serde_json::Value;
use shelf::{AnyGame, Events, GameKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The page of a viewer.
fn page(game: GameTable<'_>, seats: usize, viewer: Viewer, mode: Mode) -> String {
    with_page(game, seats, viewer, mode, |page| pages::main(page).into_string())
}

/// Reads something off the page of a viewer.
fn with_page<T>(
    game: GameTable<'_>,
    seats: usize,
    viewer: Viewer,
    mode: Mode,
    read: impl FnOnce(&TablePage<'_>) -> T,
) -> T {
    let names = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fred"];
    let seats: Vec<SeatInfo<'_>> = Seat::first(seats)
        .map(|seat| SeatInfo {
            seat,
            who: SeatOccupant::Person { name: names[seat.index()], online: true, stand_in: None },
        })
        .collect();
    let settings = Settings { mode, ..Settings::default() };
    let reader = Reader { settings, here: "/t/x".to_owned(), ..Reader::default() };
    let page = TablePage {
        shown: &pages::shown::Shown::NOTHING,
        unfolded: "",
        reader: &reader,
        table: "x",
        code: None,
        seats: &seats,
        you: match viewer {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        },
        stage: TableStage::Playing,
        seq: 7,
        version: 7,
        command: "c1",
        can_undo: true,
        can_fill: false,
        bot: "random",
        notice: None,
        statistics: None,
        beside: pages::TableContext::default(),
        people: Default::default(),
        game,
    };
    read(&page)
}

/// The files with the icons of all pages.
static ICONS: LazyLock<String> = LazyLock::new(|| {
    let sprites = pages::assets().iter().filter(|asset| ["signs.svg", "icons.svg"].contains(&asset.name));
    sprites.map(|asset| String::from_utf8_lossy(&asset.bytes).into_owned()).collect()
});

/// A line of a page's log.
#[derive(Clone, PartialEq, Debug)]
struct Line {
    sentence: String,
    cues: Vec<String>,
    toast: bool,
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split(&format!(" {name}=\"")).nth(1)?.split('"').next()
}

/// The lines of a page's log.
fn lines(page: &str) -> Vec<Line> {
    numbered_lines(page).into_iter().map(|(_, line)| line).collect()
}

/// The lines of a page's log, each with its number.
fn numbered_lines(page: &str) -> Vec<(u64, Line)> {
    let log = page.split("<ol id=\"log-lines\"").nth(1).and_then(|rest| rest.split("</ol>").next());
    let lines = log.expect("a log").split(" id=\"log-").skip(1).map(|line| {
        let (tag, rest) = line.split_once('>').expect("a tag");
        // The lines of an entry stand within its first one.
        let rest = rest.split("<span class=\"step\"").next().unwrap_or_default();
        let (_, sentence) = rest.split_once("<span>").expect("a sentence");
        let sentence = sentence.split("<a class=\"then\"").next().unwrap_or_default();
        let words = sentence.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, words)| words));
        let icons = rest.split("<use href=\"").skip(1).filter_map(|rest| rest.split(['#', '"']).nth(1));
        for icon in icons {
            assert!(ICONS.contains(&format!("id=\"{icon}\"")), "no icon: {icon}");
        }
        let number = tag.split('"').next().and_then(|number| number.parse().ok());
        let line = Line {
            sentence: words.collect(),
            cues: attribute(tag, "data-cue").unwrap_or_default().split(' ').map(str::to_owned).collect(),
            toast: tag.contains(" data-toast"),
        };
        (number.expect("a number"), line)
    });
    lines.collect()
}

/// A random game as a viewer reads of it: each event as a document, with its line. `look` is given each page. Offers and answers
/// are left out, since a later one may stand in their line.
fn read(kind: GameKind, seed: u64, viewer: Viewer, mut look: impl FnMut(&str)) -> Vec<(Value, Line)> {
    let mut game = AnyGame::new(kind, &serde_json::Map::new()).expect("a game");
    let seed = Seed(seed);
    let mut choice = seed.substream("choice", 0);
    let (mut past, mut read): (Vec<Events>, Vec<(Value, Line)>) = Default::default();
    // Each event with the number of its line.
    let (mut documents, mut told): (Vec<(u64, Value)>, usize) = Default::default();
    let mut from = 0;
    for step in 1..=2000 {
        if step % 9 == 0 {
            // Offers are not listed.
            for offer in [
                "offer 1 wool for 1 ore to B",
                "offer 1 grain for 1 brick to A",
                "offer 1 ore for 1 lumber to C",
            ] {
                for seat in Seat::first(game.seats()) {
                    past.extend(game.play(seat, offer).ok());
                }
            }
        }
        let next = game.random_step(seed, &mut choice);
        past.extend(next.as_ref().map(|next| game.apply(next).expect("a step that is listed")));
        for (step, events) in past.iter().enumerate().skip(told) {
            let is_open = matches!(
                pages::bargain(events),
                Some(Bargain::Offers(_) | Bargain::Withdraws(_) | Bargain::Answers(_))
            );
            let of_step = (1000 * step as u64..).zip(events.documents(viewer));
            documents.extend(of_step.filter(|_| !is_open));
        }
        told = past.len();
        let new = documents.len() - from;
        if new < 50 && next.is_some() {
            continue;
        }
        let log = past.iter().enumerate();
        let log = log.map(|(n, events)| LogLine { seq: n as u64, what: LogEvent::Game(events) }).collect();
        let history = History { log, ..History::default() };
        let html =
            page(GameTable::new(&game, viewer, &history, Aids::ALL), game.seats(), viewer, Mode::Picture);
        look(&html);
        let lines: BTreeMap<u64, Line> = numbered_lines(&html).into_iter().collect();
        for (number, event) in &documents[from..] {
            match lines.get(number) {
                Some(line) => read.push((event.clone(), line.clone())),
                // The placement says that a tile was drawn, and the next draw that a turn is over.
                None => {
                    assert!(
                        event["event"] == "drew" || event["event"] == "turn-ended",
                        "no line for {event}"
                    );
                }
            }
        }
        from = documents.len();
        if next.is_none() {
            break;
        }
    }
    read
}

/// Returns the name of the cue that an event must have; `None` for an event without one.
fn shown(event: &Value) -> Option<&'static str> {
    let is_null = |field: &str| event[field].is_null();
    Some(match event["event"].as_str().expect("a name") {
        "rolled" | "rolled-for-start" | "chose-dice" => "dice",
        "built-road" | "built-settlement" | "built-city" | "built-wall" | "built-knight" | "promoted"
        | "placed-deserter" | "placed-metropolis" | "deployed" | "surveyor-moved" => "come",
        "blocked" => "block",
        "discarded" | "stole" | "took-from-supply" | "traded-with-supply" | "traded" | "longest-road"
        | "largest-army" | "bought-card" | "played-card" | "drew-progress" | "dropped-progress"
        | "played-progress" | "took-progress" | "took-by-aqueduct" | "gave" | "defended" | "improved"
        | "took-goods" => "fly",
        "forced" if event["exchanged"] == true => "fly",
        "produced" if event["cards"].as_object().is_some_and(|cards| !cards.is_empty()) => "light",
        "moved-robber" | "moved-knight" | "displaced" => "move",
        "placed-merchant" => "move",
        "retreated" if is_null("to") => "go",
        "retreated" => "move",
        "activated" | "activated-all" | "chased-robber" | "swapped-numbers" | "completed" => "light",
        "deserted" | "lost-road" | "removed-road" | "returned" | "settler-removed" => "go",
        "ship-moved" | "attack-over" => "ship",
        "attacked" => "attack",
        "pillaged" => "lose",
        "placed" => "slide",
        "scored" | "plain-scored" if event["seats"] != Value::Array(Vec::new()) => "score",
        "field-scored" | "goods-scored" | "extra-points" => "score",
        "took-second" => "again",
        "over" => "win",
        _ => return None,
    })
}

/// Events that must have cues only where there is something to be seen, and which may have none.
const SOMETIMES: [&str; 7] =
    ["produced", "starting-cards", "monopolized", "scored", "plain-scored", "forced", "over"];

/// Looks at a cue by the grammar of `docs/pages.md`: its verb, its places and its seats.
fn parse(cue: &str) -> (&str, Vec<&str>, Vec<&str>) {
    let parts: Vec<&str> = cue.split(':').collect();
    let is_number = |text: &str| text.parse::<u16>().is_ok();
    let (mut places, mut seats) = (Vec::new(), Vec::new());
    let mut end = |text| match text {
        "@" => {}
        seat if str::starts_with(seat, "@") => seats.push(&seat[1..]),
        place => places.push(place),
    };
    match parts[..] {
        ["dice", first, second] | ["dice", first, second, "ship" | "trade" | "politics" | "science"] => {
            assert!([first, second].iter().all(|die| ["1", "2", "3", "4", "5", "6"].contains(die)), "{cue}");
        }
        ["light" | "block" | "come" | "slide", place] => end(place),
        ["go", place, owner] => [place, owner].into_iter().for_each(end),
        ["fly", from, to, what] => {
            [from, to].into_iter().for_each(end);
            is_a_symbol(what);
        }
        ["fly", from, to, what, count] => {
            [from, to].into_iter().for_each(end);
            is_a_symbol(what);
            assert!(count.parse::<u16>().is_ok_and(|count| count > 1), "{cue}");
        }
        ["move", "robber" | "knight" | "merchant", from, to] => [from, to].into_iter().for_each(end),
        ["score", "", seat, points] => {
            end(seat);
            assert!(is_number(points), "{cue}");
        }
        ["score", place, seat, points] => {
            [place, seat].into_iter().for_each(end);
            assert!(is_number(points), "{cue}");
        }
        ["ship", space] => assert!(is_number(space), "{cue}"),
        ["attack", barbarians, knights] => assert!(is_number(barbarians) && is_number(knights), "{cue}"),
        ["lose", seat, city] => [seat, city].into_iter().for_each(end),
        ["again" | "win", seat] => end(seat),
        _ => panic!("no cue: {cue}"),
    }
    (parts[0], places, seats)
}

fn is_a_symbol(what: &str) {
    const OTHERS: [&str; 3] = ["card", "longest-road", "largest-army"];
    static SYMBOLS: LazyLock<BTreeSet<String>> =
        LazyLock::new(|| draw::symbols().into_iter().map(|(name, _)| name).collect());
    assert!(OTHERS.contains(&what) || SYMBOLS.contains(what), "no symbol: {what}");
}

/// Whether a sentence tells a place by a name of the board's: `I17`, `(1,-2)`, `c1`.
fn names_a_place(sentence: &str) -> bool {
    let is_cell = |rest: &str| rest.split_once(',').is_some_and(|(x, _)| x.parse::<i8>().is_ok());
    let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    let heads = ["H", "I", "P", "c", "r", "f"];
    let is_name = |word: &str| heads.iter().any(|head| word.strip_prefix(head).is_some_and(is_number));
    sentence.split('(').skip(1).any(is_cell)
        || sentence.split(|char: char| !char.is_alphanumeric()).any(is_name)
}

#[test]
fn names_of_places_are_told_from_words() {
    for told in
        ["on I17.", "von H1, Weideland 2", "(on P25)", "city (1,-2).c1.", "an (-3,4)", "road r1 (south)"]
    {
        assert!(names_a_place(told), "{told}");
    }
    for told in ["on intersection 6 · 11 · 2.", "rolls 10 (4 and 6)", "I have 2", "hills 6"] {
        assert!(!names_a_place(told), "{told}");
    }
}

/// Plays games of a kind and looks at what is shown of every event; which events it came to.
fn all_is_shown(kind: GameKind, games: u64) -> BTreeMap<String, u32> {
    let (mut seen, mut covered) = (BTreeMap::new(), 0);
    for seed in 0..games {
        let mut ids = BTreeSet::new();
        let viewer = if seed == 0 { Viewer::Spectator } else { Viewer::Seat(Seat::A) };
        let read = read(kind, seed, viewer, |html| {
            ids.extend(
                html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned),
            );
        });
        for (event, line) in &read {
            let name = event["event"].as_str().expect("a name");
            assert!(!names_a_place(&line.sentence), "{}", line.sentence);
            *seen.entry(name.to_owned()).or_default() += 1;
            let cues: Vec<_> = line.cues.iter().filter(|cue| !cue.is_empty()).map(|cue| parse(cue)).collect();
            match shown(event) {
                Some(verb) => {
                    assert!(cues.iter().any(|cue| cue.0 == verb), "{event}: no {verb} in {:?}", line.cues);
                }
                None => assert!(cues.is_empty() || SOMETIMES.contains(&name), "{event}: {:?}", line.cues),
            }
            // A card that this viewer may not know is shown by its back.
            if ["card", "cards", "gave"].iter().any(|field| event.get(field).is_some_and(Value::is_null)) {
                covered += 1;
                let is_back =
                    |cue: &String| cue.split(':').any(|part| part == "card" || part.starts_with("progress-"));
                assert!(
                    line.cues.iter().all(|cue| cue.is_empty() || is_back(cue)),
                    "{event}: {:?}",
                    line.cues
                );
            }
            for (_, places, seats) in cues {
                for place in places {
                    let cell = place.split('.').next().unwrap_or_default();
                    assert!(ids.contains(place) || ids.contains(cell), "{event}: no place {place}");
                }
                for seat in seats {
                    assert!(ids.contains(&format!("player-{seat}")), "{event}: no seat {seat}");
                }
            }
        }
        let toasts = read.iter().filter(|(_, line)| line.toast).count();
        assert!(toasts > 0 && toasts * 5 < read.len(), "{toasts} toasts in {} lines", read.len());
    }
    let hides = matches!(kind, GameKind::Catan | GameKind::CitiesAndKnights);
    assert_eq!(hides, covered > 0, "{covered} cards were covered");
    seen
}

/// Fails if random games did not come to one of these events.
fn came_to(seen: &BTreeMap<String, u32>, names: &[&str]) {
    let missing: Vec<&&str> = names.iter().filter(|name| !seen.contains_key(**name)).collect();
    assert!(missing.is_empty(), "random games did not come to {missing:?}: {seen:?}");
}

#[test]
fn what_happens_in_catan_is_shown() {
    let seen = all_is_shown(GameKind::Catan, 3);
    came_to(&seen, &["rolled", "built-road", "built-settlement", "starting-cards", "produced", "blocked"]);
    came_to(&seen, &["discarded", "moved-robber", "stole", "traded", "traded-with-supply", "longest-road"]);
    came_to(&seen, &["bought-card", "played-card", "built-city", "monopolized", "took-from-supply"]);
}

#[test]
fn what_happens_in_cities_and_knights_is_shown() {
    let seen = all_is_shown(GameKind::CitiesAndKnights, 12);
    came_to(&seen, &["rolled", "built-wall", "built-knight", "activated", "promoted", "moved-knight"]);
    came_to(&seen, &["ship-moved", "attacked", "attack-over", "pillaged", "defended", "improved"]);
    came_to(&seen, &["drew-progress", "played-progress", "placed-merchant", "traded", "produced"]);
    came_to(&seen, &["displaced", "retreated", "removed-road", "swapped-numbers", "gave"]);
    came_to(&seen, &["took-progress", "took-by-aqueduct", "deserted", "activated-all"]);
}

#[test]
fn what_happens_where_tiles_are_laid_is_shown() {
    let seen = all_is_shown(GameKind::Carcassonne, 2);
    came_to(&seen, &["placed", "deployed", "completed", "scored", "returned", "over"]);
    let seen = all_is_shown(GameKind::TradersAndBuilders, 2);
    came_to(&seen, &["took-goods", "took-second", "field-scored", "goods-scored"]);
    let seen = all_is_shown(GameKind::Mayflower, 12);
    came_to(&seen, &["surveyor-moved", "settler-removed", "plain-scored"]);
}

/// A line that tells of a hex keeps its number when Inventor moves it.
#[test]
fn lines_tell_of_their_own_moment() {
    let setup = r#"{"seats": {
        "A": {"cities": ["I28", "I17"], "roads": ["28-34", "17-22"], "progress": {"inventor": 1}},
        "B": {"cities": ["I40", "I46"], "roads": ["40-44"]}
    }}"#;
    let setup: Setup = serde_json::from_str(setup).expect("a setup");
    let mut game = CitiesAndKnights::from_setup(&setup).expect("a position");
    let layout = *game.layout().expect("it is laid out");
    let with = |number| HexId::all().find(|&hex| layout.numbers[hex] == number).expect("a hex");
    let (first, second) = (with(9), with(4));
    let mut events = vec![Event::Blocked { hex: first }];
    let inventor = Action::Own(OwnAction::Play(Play::Inventor(first, second)));
    Game::play(&mut game, Seat::A, inventor, &mut events).expect("it can be played");
    events.push(Event::Blocked { hex: first });
    let log: Vec<LogLine<Event>> = events
        .into_iter()
        .zip(1..)
        .map(|(event, seq)| LogLine { seq, what: LogEvent::Game(event) })
        .collect();
    let (last, view) = (log.len() - 1, game.view(Viewer::Spectator));
    let table = CitiesAndKnightsTable { view, log: log.into(), course: &[], rolls: &[0; 13] };
    let told = lines(&page(table.into(), 2, Viewer::Spectator, Mode::Picture));
    assert!(told[0].sentence.contains(" 9") && told[last].sentence.contains(" 4"), "{told:?}");
}

/// Returns the visible text of a page with a picture: its words without those for screen readers alone, and the texts of buttons
/// that the client shows. The list of free places without scripts is told by its coordinates.
fn read_on(html: &str) -> Vec<String> {
    const SHOWN: [&str; 5] = ["title", "data-ask", "data-do", "data-choice", "data-prompt"];
    const VOID: [&str; 3] = ["input", "img", "br"];
    let (mut read, mut open): (Vec<String>, Vec<(&str, bool)>) = Default::default();
    for piece in html.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("the end of a tag");
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).expect("a name");
        let hides = open.last().is_some_and(|&(_, hides)| hides);
        if tag.starts_with('/') {
            let at = open.iter().rposition(|&(opened, _)| opened == name).expect("it was opened");
            open.truncate(at);
        } else if !VOID.contains(&name) && !tag.ends_with('/') {
            let is_unseen =
                attribute(tag, "class").is_some_and(|class| class.split(' ').any(|one| one == "unseen"));
            let is_cell = name == "a" && attribute(tag, "href").is_some_and(|to| to.starts_with("#("));
            open.push((name, hides || is_unseen || is_cell || name == "svg"));
        }
        if !open.last().is_some_and(|&(_, hides)| hides) {
            read.push(text.to_owned());
            read.extend(SHOWN.iter().filter_map(|name| attribute(tag, name)).map(str::to_owned));
        }
    }
    read
}

/// Actions that are tried at many places, most of them in vain.
fn tried(kind: GameKind) -> Vec<String> {
    let each =
        |verb: &str, head: char, n: u32| (0..n).map(|n| format!("{verb} {head}{n}")).collect::<Vec<_>>();
    let at = |verb: &str| each(verb, 'I', 54);
    let own = |verbs: &[&str]| verbs.iter().copied().flat_map(at).collect::<Vec<_>>();
    let shared = || [own(&["settlement", "city"]), each("road", 'P', 72), each("robber", 'H', 19)].concat();
    match kind {
        GameKind::Catan => shared(),
        GameKind::CitiesAndKnights => {
            let moves = (2..54).map(|n| format!("move I1 to I{n}")).collect();
            [shared(), own(&["wall", "knight", "activate", "promote", "chase"]), moves].concat()
        }
        _ => {
            let cells = || (-3..=3).flat_map(|x| (-3..=3).map(move |y| format!("({x},{y})")));
            let segments = ["c1", "c2", "r1", "r2", "f1", "f2", "m"];
            let on = |figure: &str| segments.map(|on| format!("deploy {figure}{on}")).to_vec();
            let settle = cells().map(|cell| format!("settle {cell}.c1")).collect();
            let place = cells().map(|cell| format!("place {cell}r0")).collect();
            [place, settle, on(""), on("builder "), on("pig ")].concat()
        }
    }
}

/// A reader whose board shows no names finds none elsewhere: not in the log, on a button, or in a refusal.
#[test]
fn no_page_tells_names_that_the_board_does_not_show() {
    use GameKind::{Carcassonne, Catan, CitiesAndKnights, Mayflower, TradersAndBuilders};
    for kind in [Catan, CitiesAndKnights, Carcassonne, TradersAndBuilders, Mayflower] {
        let (mut pages, mut refusals) = (0, 0);
        for seed in 0..2 {
            let mut game = AnyGame::new(kind, &serde_json::Map::new()).expect("a game");
            let seed = Seed(seed);
            let mut choice = seed.substream("choice", 0);
            let mut past: Vec<Events> = Vec::new();
            for step in 0..900_usize {
                let next = game.random_step(seed, &mut choice);
                past.extend(next.as_ref().map(|next| game.apply(next).expect("a step that is listed")));
                if step % 7 != 0 && next.is_some() {
                    continue;
                }
                let log = past.iter().enumerate().rev().take(20).rev();
                let log =
                    log.map(|(n, events)| LogLine { seq: n as u64, what: LogEvent::Game(events) }).collect();
                let history = History { log, ..History::default() };
                let seat = Seat::first(game.seats()).nth(step / 7 % game.seats()).expect("a seat");
                let viewer = Viewer::Seat(seat);
                let shown = GameTable::new(&game, viewer, &history, Aids::ALL);
                with_page(shown, game.seats(), viewer, Mode::Picture, |page| {
                    for read in read_on(&pages::main(page).into_string()) {
                        assert!(!names_a_place(&read), "{kind}, seed {seed:?}, step {step}: {read}");
                    }
                    pages += 1;
                    for text in tried(kind) {
                        let Err(why) = game.clone().play(seat, &text) else { continue };
                        let said = pages::refused(page, &why);
                        assert!(!names_a_place(&said), "{kind}, seed {seed:?}, step {step}, {text}: {said}");
                        assert!(said.starts_with(|first: char| first.is_uppercase()), "{said}");
                        refusals += 1;
                    }
                });
                if next.is_none() {
                    break;
                }
            }
        }
        assert!(pages > 10 && refusals > 100, "{kind}: {pages} pages, {refusals} refusals");
    }
}
