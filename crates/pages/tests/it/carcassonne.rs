//! The table pages of the three Carcassonne games offer exactly what the rules list, in pictures and in words.

use bots::advice::Advised;
use carcassonne::{Action, Base, Event, Game, NewWorld, Rules, Setup, Traders};
use game::{Draws, Seat, SeatSet, Seed, Turn, Viewer};
use pages::carcassonne::CarcassonneTable;
use pages::{
    Aid, Aids, GameTable, Lang, LogEvent, LogLine, Mode, Reader, SeatInfo, SeatOccupant, Settings, TablePage,
    TableStage,
};
use std::collections::BTreeSet;

/// The three games, as tables that pages take.
trait Shown: Rules {
    fn table(table: CarcassonneTable<'_, Self>) -> GameTable<'_>;
}
impl Shown for Base {
    fn table(table: CarcassonneTable<'_, Self>) -> GameTable<'_> {
        table.into()
    }
}
impl Shown for Traders {
    fn table(table: CarcassonneTable<'_, Self>) -> GameTable<'_> {
        table.into()
    }
}
impl Shown for NewWorld {
    fn table(table: CarcassonneTable<'_, Self>) -> GameTable<'_> {
        table.into()
    }
}

/// The page of one viewer at a table that allows everything.
fn page<R: Shown>(
    game: &Game<R>,
    log: &[LogLine<Event>],
    viewer: Viewer,
    lang: Lang,
    mode: Mode,
    aids: Aids,
) -> String {
    page_of(game, log, viewer, lang, mode, aids, Aids::ALL)
}

fn page_of<R: Shown>(
    game: &Game<R>,
    log: &[LogLine<Event>],
    viewer: Viewer,
    lang: Lang,
    mode: Mode,
    aids: Aids,
    allowed: Aids,
) -> String {
    let reader = Reader {
        lang,
        settings: Settings { mode, aids, ..Settings::default() },
        here: "/t/x".to_owned(),
        ..Reader::default()
    };
    with_page(game, log, viewer, &reader, allowed, pages::TableContext::default(), |page| {
        pages::table(page).into_string()
    })
}

/// Looks at the page of one viewer.
fn with_page<R: Shown, T>(
    game: &Game<R>,
    log: &[LogLine<Event>],
    viewer: Viewer,
    reader: &Reader,
    allowed: Aids,
    beside: pages::TableContext<'_>,
    look: impl FnOnce(&TablePage<'_>) -> T,
) -> T {
    let names = ["Ada", "Ben <i>", "Cleo", "Dora", "Edda", "Finn"];
    let seats: Vec<SeatInfo<'_>> = Seat::first(game.seats())
        .map(|seat| SeatInfo {
            seat,
            who: SeatOccupant::Person { name: names[seat.index()], online: true, stand_in: None },
        })
        .collect();
    let page = TablePage {
        shown: &pages::shown::Shown::NOTHING,
        unfolded: "",
        reader,
        table: "x",
        code: None,
        seats: &seats,
        you: match viewer {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        },
        stage: if matches!(game.turn(), Turn::Over(_)) { TableStage::Over } else { TableStage::Playing },
        seq: 7,
        version: 7,
        command: "c1",
        can_undo: true,
        can_fill: false,
        bot: "random",
        notice: None,
        statistics: None,
        beside,
        people: Default::default(),
        game: R::table(CarcassonneTable {
            view: game.view(viewer),
            log: log.into(),
            course: &[],
            aids: allowed,
        }),
    };
    look(&page)
}

fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    html.split(start.as_str()).skip(1).map(|rest| rest.split('"').next().unwrap_or_default()).collect()
}

/// Plays at random and shows positions on the way, with everything that happened.
fn walk<R: Rules>(options: &R::Options, seed: u64, mut look: impl FnMut(&Game<R>, &[LogLine<Event>])) {
    let seed = Seed(seed);
    let mut choose = seed.substream("choice", 0);
    let mut game = Game::<R>::new(options);
    let mut log: Vec<LogLine<Event>> = Vec::new();
    for step in 0.. {
        let mut events = Vec::new();
        match game.turn() {
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut seed.substream(purpose, index));
                game.resolve(chance, &mut events).unwrap();
            }
            Turn::Decide(seats) => {
                let seat = seats.lowest().unwrap();
                let legal = game.legal_actions(seat);
                let action = legal.get(choose.below(legal.len() as u32) as usize).unwrap();
                game.play(seat, action, &mut events).unwrap();
            }
            Turn::Over(_) => break,
        }
        log.extend(events.into_iter().map(|event| LogLine { seq: step, what: LogEvent::Game(event) }));
        if step % 23 == 0 {
            look(&game, &log);
        }
    }
    look(&game, &log);
}

/// Every listed action is offered, and nothing else; of turns that look the same, one.
fn offers_what_is_listed<R: Shown>(options: &R::Options, seed: u64) {
    walk::<R>(options, seed, |game, log| {
        for seat in Seat::first(game.seats()) {
            let listed: BTreeSet<String> =
                game.legal_actions(seat).into_iter().map(|action| action.to_string()).collect();
            for mode in [Mode::Picture, Mode::Text] {
                let html = page(game, log, Viewer::Seat(seat), Lang::En, mode, Aids::default());
                let offered: BTreeSet<String> =
                    values(&html, "data-action").into_iter().map(str::to_owned).collect();
                assert!(offered.is_subset(&listed), "{:?}", offered.difference(&listed));
                for action in listed.difference(&offered) {
                    let Ok(Action::Place { cell, rotation }) = action.parse() else {
                        panic!("seat {seat}, {mode:?}: {action} is not offered");
                    };
                    let tile = game.tile_in_hand().unwrap();
                    let twin = carcassonne::Rotation::ALL.into_iter().any(|other| {
                        tile.looks_alike(rotation, other)
                            && offered.contains(&Action::Place { cell, rotation: other }.to_string())
                    });
                    assert!(twin, "{action} is not offered, nor one that looks like it");
                }
            }
        }
        let watched = page(game, log, Viewer::Spectator, Lang::De, Mode::Picture, Aids::ALL);
        assert!(values(&watched, "data-action").is_empty());
    });
}

#[test]
fn a_table_offers_exactly_what_is_listed() {
    offers_what_is_listed::<Base>(&Default::default(), 1);
    let mut traders = carcassonne::TradersOptions::default();
    traders.base.players = 3;
    offers_what_is_listed::<Traders>(&traders, 2);
    offers_what_is_listed::<NewWorld>(&Default::default(), 3);
}

fn keeps_to_what_pages_promise<R: Shown>(seed: u64) {
    walk::<R>(&Default::default(), seed, |game, log| {
        for (viewer, mode, aids) in [
            (Viewer::Seat(Seat::A), Mode::Picture, Aids::ALL),
            (Viewer::Seat(Seat::B), Mode::Text, Aids::ALL),
            (Viewer::Seat(Seat::A), Mode::Text, Aids::NONE),
            (Viewer::Spectator, Mode::Picture, Aids::NONE),
        ] {
            for lang in Lang::ALL {
                let html = page(game, log, viewer, lang, mode, aids);
                let mut ids = values(&html, "id");
                ids.sort_unstable();
                assert_eq!(ids.windows(2).find(|pair| pair[0] == pair[1]), None);
                assert!(!html.contains(" style=") && !html.contains("<style"), "inline style");
                assert!(!html.contains("<script>") && !html.contains(" onclick"), "inline code");
                assert!(!html.contains("<i>"), "a player's name is markup");
                for name in ["for", "aria-controls", "aria-labelledby"] {
                    for id in values(&html, name) {
                        assert!(ids.binary_search(&id).is_ok(), "nothing has the id {id}");
                    }
                }
                // Pictures of tiles are drawn with definitions that are there.
                for href in values(&html, "href").into_iter().filter_map(|href| href.strip_prefix('#')) {
                    assert!(ids.binary_search(&href).is_ok(), "nothing has the id {href}");
                }
                for ghost in values(&html, "data-ghost") {
                    assert!(mode == Mode::Text || ids.binary_search(&ghost).is_ok(), "no tile {ghost}");
                }
            }
        }
    });
}

#[test]
fn no_page_has_inline_code_or_an_id_twice() {
    keeps_to_what_pages_promise::<Base>(5);
    keeps_to_what_pages_promise::<Traders>(6);
    keeps_to_what_pages_promise::<NewWorld>(7);
}

#[test]
fn aids_are_there_only_where_they_are_wanted() {
    walk::<Base>(&Default::default(), 9, |game, log| {
        let Turn::Decide(seats) = game.turn() else { return };
        let seat = seats.lowest().unwrap();
        let with = |aids| page(game, log, Viewer::Seat(seat), Lang::En, Mode::Picture, aids);
        let (all, none) = (with(Aids::ALL), with(Aids::NONE));
        for part in ["class=\"projected\"", "id=\"figure-tiles\"", "class=\"count\""] {
            assert!(!none.contains(part), "{part}");
        }
        assert!(all.contains("class=\"projected\"") && all.contains("id=\"figure-tiles\""));
        assert!(!none.contains("class=\"preview\"><span"));
        // Here the table allows everything, so that every switch is there.
        assert_eq!(
            values(&all, "aria-pressed").iter().filter(|&&on| on == "true").count(),
            // All but hints and chances are switches; the language is one more.
            Aid::ALL.len() - 1
        );
    });
}

#[test]
fn what_a_table_does_not_allow_nobody_gets() {
    walk::<Base>(&Default::default(), 10, |game, log| {
        let allowed = Aids::NONE.with(Aid::Tiles, true);
        let html = page_of(game, log, Viewer::Spectator, Lang::En, Mode::Picture, Aids::ALL, allowed);
        assert!(!html.contains("class=\"projected\"") && !html.contains("class=\"count\""));
        assert!(html.contains("id=\"figure-tiles\"") && html.contains("id=\"without\""));
        assert_eq!(html.matches("name=\"aid-").count(), 1);
    });
}

#[test]
fn the_end_is_told_feature_by_feature() {
    for seed in [11, 12] {
        walk::<Traders>(&Default::default(), seed, |game, log| {
            if !matches!(game.turn(), Turn::Over(_)) {
                return;
            }
            let html = page(game, log, Viewer::Seat(Seat::A), Lang::De, Mode::Picture, Aids::ALL);
            let on_board = log.iter().filter(|line| {
                let LogEvent::Game(event) = line.what else { return false };
                matches!(event, Event::Scored { completed: false, .. } | Event::FieldScored { .. })
            });
            let goods =
                log.iter().filter(|line| matches!(line.what, LogEvent::Game(Event::GoodsScored { .. })));
            let on_board = on_board.count();
            let rows = html.split("id=\"final-scoring\"").nth(1).unwrap().split("</table>").next().unwrap();
            assert_eq!(rows.matches("<tr").count() - 1, on_board + goods.count());
            // The pointer on one shows its place.
            assert_eq!(rows.matches("<tr data-show=").count(), on_board);

            assert!(html.contains("class=\"kinds\"") && html.contains("id=\"result\""));
        });
    }
}

#[test]
fn the_reader_is_one_person_in_all_that_is_told() {
    let own = ["Ada", "Ben <i>"];
    for (seed, lang) in [(11, Lang::En), (12, Lang::De)] {
        walk::<Traders>(&Default::default(), seed, |game, log| {
            if !matches!(game.turn(), Turn::Over(_)) {
                return;
            }
            for seat in Seat::first(2) {
                let html = page(game, log, Viewer::Seat(seat), lang, Mode::Text, Aids::ALL);
                let name = own[seat.index()].replace('<', "&lt;").replace('>', "&gt;");
                let lines = html.split("id=\"log-lines\"").nth(1).unwrap().split("</ol>").next().unwrap();
                assert!(!lines.contains(&name), "{name} in the log of {name}: {lines}");
            }
        });
    }
    // Several who win together, and a reader among them.
    let game = Game::<Base>::new(&Default::default());
    let winners = [Seat::A, Seat::B].into_iter().collect();
    let over = [Event::Over { outcome: game::Outcome { winners } }];
    for (lang, told) in [
        (Lang::En, "You and Ben &lt;i&gt; have won together."),
        (Lang::De, "Du und Ben &lt;i&gt; habt gemeinsam gewonnen."),
    ] {
        let html = page_for_a(&game, &over, lang);
        assert!(html.contains(told), "{html}");
    }
}

/// A position, described.
fn at<R: Rules>(json: &str) -> Game<R> {
    let setup: Setup<R> = serde_json::from_str(json).expect("a setup");
    Game::from_setup(&setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The page of seat A, with all aids.
fn page_for_a<R: Shown>(game: &Game<R>, log: &[Event], lang: Lang) -> String {
    let line = |&event: &Event| LogLine { seq: 1, what: LogEvent::Game(event) };
    let log: Vec<LogLine<Event>> = log.iter().map(line).collect();
    page(game, &log, Viewer::Seat(Seat::A), lang, Mode::Picture, Aids::ALL)
}

#[test]
fn from_the_third_tile_on_it_is_another_one() {
    let position = |rest: &str| {
        at::<Traders>(&format!(
            r#"{{"options": {{"house_builder_chain": true}}, "tiles": ["U@(1,0)r1", "U@(2,0)r1", "U@(3,0)r1"],
                "figures": ["A (1,0).r1", "A builder (2,0).r1"], {rest}}}"#
        ))
    };
    let told =
        |part| [Event::TookSecond { seat: Seat::A, part }, Event::DeclinedSecond { seat: Seat::B, part }];
    for (part, lang, offered, placed, log) in [
        (
            2,
            Lang::En,
            ["Take a second tile?", ">Take the second tile<", "Your turn: a second tile?"],
            ["Your second tile: place it", "Your builder gives another tile."],
            ["Your turn continues with a second tile.", "declines the second tile."],
        ),
        (
            3,
            Lang::En,
            ["Take another tile?", ">Take another tile<", "Your turn: another tile?"],
            ["Another tile: place it", "Your builder gives another tile."],
            ["Your turn continues with another tile.", "declines another tile."],
        ),
        (
            2,
            Lang::De,
            ["Eine zweite Karte ziehen?", ">Zweite Karte ziehen<", "eine zweite Karte?"],
            ["Deine zweite Karte: Lege sie an", "Dein Baumeister gibt dir eine weitere Karte."],
            ["Dein Zug geht mit einer zweiten Karte weiter.", "verzichtet auf die zweite Karte."],
        ),
        (
            3,
            Lang::De,
            ["Eine weitere Karte ziehen?", ">Weitere Karte ziehen<", "eine weitere Karte?"],
            ["Eine weitere Karte: Lege sie an", "Dein Baumeister gibt dir eine weitere Karte."],
            ["Dein Zug geht mit einer weiteren Karte weiter.", "verzichtet auf eine weitere Karte."],
        ),
    ] {
        let offering = position(&format!(r#""phase": "offering-second", "part": {}"#, part - 1));
        let html = page_for_a(&offering, &told(part), lang);
        for text in offered.iter().chain(&log) {
            assert!(html.contains(text), "part {part}: {text}");
        }
        let placing = position(&format!(r#""phase": {{"placing": "U"}}, "part": {part}"#));
        let html = page_for_a(&placing, &[], lang);
        for text in placed {
            assert!(html.contains(text), "part {part}: {text}");
        }
    }
}

#[test]
fn settlers_that_the_surveyors_have_passed_are_warned_of() {
    let position = |options: &str, surveyors: &str| {
        at::<NewWorld>(&format!(
            r#"{{"options": {{{options}}}, "surveyors": {surveyors}, "tiles": ["MF-25@(-1,3)", "MF-25@(-2,3)"],
                "phase": {{"placing": "MF-21a"}}}}"#
        ))
    };
    let (en, de) = ("off the board after the next scoring", "nach der nächsten Wertung vom Plan");
    let passed = position("", "[-2, -2]");
    assert!(page_for_a(&passed, &[], Lang::En).contains(en));
    assert!(page_for_a(&passed, &[], Lang::De).contains(de));
    // Of the figures on the tile, the one that stands; trappers stay (`MAY-EAST-3`).
    let mut deploying = passed;
    deploying.play(Seat::A, "place (-1,4)r1".parse().unwrap(), &mut ()).unwrap();
    assert_eq!(deploying.legal_actions(Seat::A).len(), 4);
    let warned = |html: &str, text: &str| html.matches(text).count();
    assert_eq!(warned(&page_for_a(&deploying, &[], Lang::En), "Off the board after the next scoring: "), 1);
    assert_eq!(
        warned(&page_for_a(&deploying, &[], Lang::De), "Verlässt den Plan nach der nächsten Wertung: "),
        1
    );
    // By option only with a surveyor's move.
    let with_move = position(r#""remove_without_move": false"#, "[-2, -2]");
    let html = page_for_a(&with_move, &[], Lang::En);
    assert!(html.contains("off the board as soon as a surveyor moves after a scoring") && !html.contains(en));
    // One surveyor is still there, and no place lies east of it.
    let html = page_for_a(&position(r#""layout_limit": "board""#, "[-2, -1]"), &[], Lang::En);
    assert!(html.contains("A settler on it would score now") && !html.contains("off the board"));
}

#[test]
fn a_move_of_the_surveyor_that_is_left_out_is_told() {
    let game = at::<NewWorld>("{}");
    let stayed = [Event::SurveyorStayed { column: -2 }];
    assert!(page_for_a(&game, &stayed, Lang::En).contains("No surveyor moves: both are in the same column"));
    assert!(
        page_for_a(&game, &stayed, Lang::De)
            .contains("Kein Landvermesser zieht: Beide stehen in derselben Spalte")
    );
}

/// The text of each entry of a page's log, without icons.
fn log_entries(html: &str) -> Vec<String> {
    let log =
        html.split("id=\"log-lines\"").nth(1).and_then(|rest| rest.split("</ol>").next()).expect("a log");
    let words = |entry: &str| -> String {
        entry.split('<').map(|piece| piece.split_once('>').map_or("", |(_, words)| words)).collect()
    };
    log.split("<li").skip(1).map(|entry| words(&format!("<li{entry}"))).collect()
}

#[test]
fn a_turn_is_one_entry_of_the_log() {
    let game = Game::<Traders>::new(&Default::default());
    let place: carcassonne::Place = "(1,0).c1".parse().unwrap();
    let (cell, tile, kind) = (place.cell, "E".parse().unwrap(), carcassonne::SegmentKind::City);
    let (a, b) = (Seat::A, Seat::B);
    let deployed = |seat| Event::Deployed { seat, figure: carcassonne::Figure::Follower, place };
    let scored =
        |completed| Event::Scored { kind, place, completed, seats: SeatSet::EMPTY.with(a), points: 4 };
    let turn = |seat, next, figure| {
        let placed = Event::Placed { seat, tile, cell, rotation: Default::default() };
        [vec![Event::Drew { seat, tile }, placed, figure], vec![Event::TurnEnded { seat, next }]].concat()
    };
    let mut events = turn(a, b, deployed(a));
    events.extend(turn(b, a, Event::Passed { seat: b }));
    events.insert(events.len() - 1, scored(true));
    events.extend([Event::Drew { seat: a, tile }, scored(false), scored(false)]);
    let en = [
        "You place the tile. Figure: knight.",
        "Ben &lt;i&gt; places the tile. No figure. Completed: city. 4 points for you.",
        "You draw a tile.",
        "Not completed: city. 4 points for you.",
        "Not completed: city. 4 points for you.",
    ];
    let de = [
        "Du legst die Karte. Figur: Ritter.",
        "Ben &lt;i&gt; legt die Karte. Keine Figur. Fertig: Stadt. 4 Punkte für dich.",
        "Du ziehst eine Karte.",
        "Unfertig: Stadt. 4 Punkte für dich.",
        "Unfertig: Stadt. 4 Punkte für dich.",
    ];
    assert_eq!(log_entries(&page_for_a(&game, &events, Lang::En)), en);
    assert_eq!(log_entries(&page_for_a(&game, &events, Lang::De)), de);
    // While a turn goes on, its entry grows.
    for (lines, told) in [(1, "You draw a tile."), (2, "You place the tile."), (3, en[0]), (4, en[0])] {
        assert_eq!(log_entries(&page_for_a(&game, &events[..lines], Lang::En)), [told]);
    }
    // In words places have their names.
    let lines: Vec<_> = events.iter().map(|&event| LogLine { seq: 1, what: LogEvent::Game(event) }).collect();
    let html = page(&game, &lines, Viewer::Seat(a), Lang::En, Mode::Text, Aids::ALL);
    assert_eq!(log_entries(&html)[0], "You place E on (1,0), not turned. Figure: knight on city (1,0).c1.");
}

/// Whatever a hint may name has words of its own, also at two places with the same surroundings.
fn advice_is_told_apart<R: Shown>(options: &R::Options, seed: u64) -> usize {
    let mut numbered = 0;
    walk::<R>(options, seed, |game, log| {
        let Turn::Decide(seats) = game.turn() else { return };
        let seat = seats.lowest().unwrap();
        let advise = |action: Action| Advised { action: action.to_string(), reasons: Vec::new() };
        let shown: Vec<_> = game.legal_actions(seat).into_iter().map(advise).collect();
        for (lang, mark) in [(Lang::En, "number "), (Lang::De, "Nr. ")] {
            let reader = Reader { lang, ..Reader::default() };
            let mut beside = pages::TableContext::default();
            beside.hints.shown = &shown;
            let told =
                with_page(game, log, Viewer::Seat(seat), &reader, Aids::ALL, beside, pages::hint_in_words);
            let words: BTreeSet<&str> = told.iter().map(|(words, _)| words.as_str()).collect();
            assert_eq!(words.len(), shown.len(), "{told:?}");
            numbered += words.iter().filter(|words| words.contains(mark)).count();
        }
    });
    numbered
}

#[test]
fn each_proposal_of_a_hint_has_words_of_its_own() {
    let numbered = advice_is_told_apart::<Base>(&Default::default(), 1)
        + advice_is_told_apart::<Traders>(&Default::default(), 2)
        + advice_is_told_apart::<NewWorld>(&Default::default(), 3);
    assert!(numbered > 0, "no two places had the same surroundings");
}
