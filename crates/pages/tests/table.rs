//! The table pages offer exactly what the rules list, in pictures and in words, and keep to what they promise.

use catan::{Action, Catan, Options};
use game::{Draws, Seat, Seed, Turn, Viewer};
use pages::catan::CatanTable;
use pages::{GameTable, Lang, Mode, Reader, SeatInfo, Settings, Stage, TablePage, Theme, Who};
use std::collections::BTreeSet;

/// The page of one viewer.
fn page(game: &Catan, viewer: Viewer, lang: Lang, mode: Mode) -> String {
    let names = ["Ada", "Ben <i>", "Cleo", "Dora"];
    let seats: Vec<SeatInfo<'_>> = Seat::first(game.seats())
        .map(|seat| SeatInfo { seat, who: Who::Person { name: names[seat.index()], online: true } })
        .collect();
    let settings = Settings { mode, theme: Theme::Dark, ..Settings::default() };
    let reader = Reader { lang, settings, here: "/t/x".to_owned(), ..Reader::default() };
    let page = TablePage {
        reader: &reader,
        table: "x",
        code: None,
        seats: &seats,
        you: match viewer {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        },
        stage: if matches!(game.turn(), Turn::Over(_)) { Stage::Over } else { Stage::Playing },
        seq: 7,
        version: 7,
        command: "c1",
        can_undo: true,
        can_fill: false,
        bot: "settler",
        notice: None,
        game: GameTable::Catan(CatanTable { view: game.view(viewer), log: &[], rolls: [0; 13], course: &[] }),
    };
    pages::table(&page).into_string()
}

/// All values of an attribute.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    html.split(start.as_str()).skip(1).map(|rest| rest.split('"').next().unwrap_or_default()).collect()
}

/// Plays at random and shows positions on the way.
fn walk(options: &Options, seed: u64, mut look: impl FnMut(&Catan)) {
    let seed = Seed(seed);
    let mut choose = seed.substream("choice", 0);
    let mut game = Catan::new(options);
    for step in 0..1500 {
        match game.turn() {
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut seed.substream(purpose, index));
                game.resolve(chance, &mut ()).unwrap();
            }
            Turn::Decide(seats) => {
                let listed: Vec<(Seat, Action)> = seats
                    .into_iter()
                    .flat_map(|seat| game.legal_actions(seat).into_iter().map(move |action| (seat, action)))
                    .collect();
                let (seat, action) = listed[choose.below(listed.len() as u32) as usize];
                game.play(seat, action, &mut ()).unwrap();
                // Offers are not listed; one now and then brings the answers into play.
                if step % 9 == 0
                    && let Turn::Decide(_) = game.turn()
                {
                    let active = game.active();
                    let hand = game.view(Viewer::Everything).hand(active).unwrap_or_default();
                    if let Some(give) = hand.kinds().next() {
                        let want = catan::Resource::ALL.into_iter().find(|&kind| kind != give).unwrap();
                        let offer = Action::Offer {
                            give: catan::Cards::of(give, 1).into(),
                            want: catan::Cards::of(want, 1).into(),
                            to: game::SeatSet::first(game.seats()).without(active),
                        };
                        let _ = game.play(active, offer, &mut ());
                    }
                }
            }
            Turn::Over(_) => {
                look(&game);
                return;
            }
        }
        if step % 37 == 0 {
            look(&game);
        }
    }
}

#[test]
fn a_table_offers_exactly_what_is_listed() {
    let mut positions = 0;
    for (seed, players) in [(1, 4), (2, 3), (3, 2)] {
        let options = Options { players, auto_declare: seed != 3, ..Options::default() };
        walk(&options, seed, |game| {
            positions += 1;
            for seat in Seat::first(game.seats()) {
                let legal = game.legal_actions(seat);
                // Discards and Year of Plenty are chosen in fields of a form.
                let listed: BTreeSet<String> = legal
                    .into_iter()
                    .filter(|action| {
                        !matches!(action, Action::Discard(_) | Action::PlayYearOfPlenty(_, Some(_)))
                    })
                    .map(|action| action.to_string())
                    .collect();
                for mode in [Mode::Picture, Mode::Text] {
                    let html = page(game, Viewer::Seat(seat), Lang::En, mode);
                    let offered: BTreeSet<String> =
                        values(&html, "data-action").into_iter().map(str::to_owned).collect();
                    assert_eq!(offered, listed, "seat {seat}, {mode:?}");
                    let plenty = legal
                        .into_iter()
                        .any(|action| matches!(action, Action::PlayYearOfPlenty(_, Some(_))));
                    assert_eq!(html.contains("id=\"plenty\""), plenty);
                    assert_eq!(html.contains("id=\"discard\""), legal.discards_owed() > 0);
                }
            }
            let watched = page(game, Viewer::Spectator, Lang::De, Mode::Picture);
            assert!(values(&watched, "data-action").is_empty());
        });
    }
    assert!(positions > 60, "only {positions} positions were seen");
}

#[test]
fn no_page_has_inline_code_or_an_id_twice() {
    walk(&Options::default(), 5, |game| {
        for (viewer, mode) in [
            (Viewer::Seat(Seat::A), Mode::Picture),
            (Viewer::Seat(Seat::B), Mode::Text),
            (Viewer::Spectator, Mode::Picture),
        ] {
            for lang in Lang::ALL {
                let html = page(game, viewer, lang, mode);
                let mut ids = values(&html, "id");
                ids.sort_unstable();
                let repeated = ids.windows(2).find(|pair| pair[0] == pair[1]);
                assert_eq!(repeated, None);
                assert!(!html.contains(" style=") && !html.contains("<style"), "inline style");
                assert!(!html.contains("<script>") && !html.contains(" onclick"), "inline code");
                assert!(!html.contains("<i>"), "a player's name is markup");
                for id in values(&html, "for").into_iter().chain(values(&html, "aria-controls")) {
                    assert!(ids.binary_search(&id).is_ok(), "nothing has the id {id}");
                }
                for id in values(&html, "aria-labelledby") {
                    assert!(ids.binary_search(&id).is_ok(), "nothing has the id {id}");
                }
            }
        }
    });
}
