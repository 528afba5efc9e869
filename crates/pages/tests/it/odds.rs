//! The chances that a table shows its spectators: as a bar and in words, in both languages, and to nobody else.

use bots::luck::Shares;
use game::{Seat, Viewer};
use pages::{
    Aids, GameTable, History, HotSeat, Lang, Mode, People, Reader, SeatInfo, SeatOccupant, Settings,
    SpectatorChances, TableContext, TablePage, TableStage,
};
use shelf::{AnyGame, GameKind};

/// A page of a table of three at which these chances are known.
#[derive(Clone)]
struct Asked {
    you: Option<Seat>,
    here: Option<HotSeat>,
    stage: TableStage,
    chances: SpectatorChances,
    lang: Lang,
    mode: Mode,
}

impl Asked {
    /// By a spectator, in English, with a picture.
    fn by_spectator(shares: [f64; 3]) -> Asked {
        let mut shown = Shares::default();
        Seat::first(3).zip(shares).for_each(|(seat, share)| shown[seat] = share);
        Asked {
            you: None,
            here: None,
            stage: TableStage::Playing,
            chances: SpectatorChances { allowed: true, shown: Some(shown) },
            lang: Lang::En,
            mode: Mode::Picture,
        }
    }

    fn page(&self, kind: GameKind) -> String {
        let options = [("players".to_owned(), 3.into())];
        let game = AnyGame::new(kind, &options.into_iter().collect()).expect("a game of three");
        let seats: Vec<SeatInfo<'_>> = Seat::first(3)
            .zip(["Ada", "Ben <i>", "Cleo"])
            .map(|(seat, name)| SeatInfo {
                seat,
                who: SeatOccupant::Person { name, online: true, stand_in: None },
            })
            .collect();
        let settings = Settings { mode: self.mode, ..Settings::default() };
        let reader = Reader { lang: self.lang, settings, here: "/t/x".to_owned(), ..Reader::default() };
        let viewer = self.you.map_or(Viewer::Spectator, Viewer::Seat);
        let page = TablePage {
            shown: &pages::shown::Shown::NOTHING,
            unfolded: "",
            reader: &reader,
            table: "x",
            code: None,
            seats: &seats,
            you: self.you,
            stage: self.stage,
            seq: 7,
            version: 7,
            command: "c1",
            can_undo: false,
            can_fill: false,
            bot: "random",
            notice: None,
            statistics: None,
            beside: TableContext { chances: self.chances, ..TableContext::default() },
            people: People { here: self.here, has_begun: true, ..People::default() },
            game: GameTable::new(&game, viewer, &History::default(), Aids::ALL),
        };
        pages::main(&page).into_string()
    }
}

/// The element with the chances, without its other elements' tags; `None` if the page has none.
fn section(html: &str) -> Option<&str> {
    let (_, rest) = html.split_once("<section id=\"chances\"")?;
    rest.split("</section>").next()
}

fn text(section: &str) -> String {
    let pieces: Vec<&str> =
        section.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text).collect();
    pieces.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn spectators_read_the_chances_in_both_languages() {
    for kind in [GameKind::Catan, GameKind::CitiesAndKnights, GameKind::Carcassonne, GameKind::Mayflower] {
        for mode in [Mode::Picture, Mode::Text] {
            let english = Asked { mode, ..Asked::by_spectator([0.405, 0.405, 0.19]) };
            let page = english.page(kind);
            let read = text(section(&page).unwrap_or_else(|| panic!("{kind}, {mode:?}: {page}")));
            assert!(read.contains("Chances to win"), "{kind}: {read}");
            assert!(read.contains("Ada 41 %") && read.contains("Ben &lt;i&gt; 40 %"), "{kind}: {read}");
            assert!(read.contains("Cleo 19 %"), "{kind}: {read}");
            assert!(read.contains("estimate from what spectators see"), "{kind}: {read}");
            let error = analysis::calibration(kind.name()).expect("measured") * 100.0;
            assert!(read.contains(&format!("{error:.1}")), "{kind}: {read}");
            assert_eq!(page.matches("id=\"chances\"").count(), 1, "{kind}");
            // The bar is a picture of the list beside it.
            let bar = page.contains("<svg viewBox=\"0 0 200 3\" aria-hidden=\"true\"");
            assert_eq!(bar, mode == Mode::Picture, "{kind}, {mode:?}");

            let german = Asked { lang: Lang::De, ..english }.page(kind);
            let read = text(section(&german).expect("the chances"));
            assert!(read.contains("Gewinnchancen") && read.contains("Ada 41 %"), "{kind}: {read}");
            assert!(read.contains("Schätzung aus dem, was Zuschauer sehen"), "{kind}: {read}");
            assert!(read.contains(&format!("{error:.1}").replace('.', ",")), "{kind}: {read}");
        }
    }
}

#[test]
fn the_bar_has_a_part_for_each_seat_in_its_colour() {
    let page = Asked::by_spectator([0.5, 0.25, 0.25]).page(GameKind::Catan);
    let section = section(&page).expect("the chances");
    let rects: Vec<&str> = section.split("<rect ").skip(1).collect();
    assert_eq!(rects.len(), 3);
    for (seat, rect) in Seat::first(3).zip(&rects) {
        assert!(rect.contains(&format!("fill=\"{}\"", draw::seat_look(seat).fill)), "{seat}: {rect}");
    }
    assert!(rects[0].contains("x=\"0\" width=\"99.5\"") && rects[1].contains("x=\"100\" width=\"49.5\""));
    // Not by colour alone: the list has the marks of the seats in the same order.
    let marks: Vec<usize> =
        ["A", "B", "C"].iter().filter_map(|seat| section.find(&format!("icon-seat-{seat}"))).collect();
    assert!(marks.len() == 3 && marks.is_sorted(), "{marks:?}");
}

#[test]
fn nobody_else_sees_the_chances() {
    let shares = [0.4, 0.3, 0.3];
    let kind = GameKind::Carcassonne;
    assert!(section(&Asked::by_spectator(shares).page(kind)).is_some());
    let hot_seat = HotSeat {
        seats: game::SeatSet::first(2),
        due: game::SeatSet::EMPTY,
        open: Some(Seat::A),
        hides: true,
    };
    let hidden = SpectatorChances { allowed: true, shown: None };
    for (what, asked) in [
        ("a seat", Asked { you: Some(Seat::B), ..Asked::by_spectator(shares) }),
        (
            "a shared device",
            Asked { you: Some(Seat::A), here: Some(hot_seat), ..Asked::by_spectator(shares) },
        ),
        (
            "a covered device",
            Asked { here: Some(HotSeat { open: None, ..hot_seat }), ..Asked::by_spectator(shares) },
        ),
        ("a game that is over", Asked { stage: TableStage::Over, ..Asked::by_spectator(shares) }),
        ("a table without a game", Asked { stage: TableStage::Waiting, ..Asked::by_spectator(shares) }),
        ("another table", Asked { chances: hidden, ..Asked::by_spectator(shares) }),
    ] {
        for mode in [Mode::Picture, Mode::Text] {
            let page = Asked { mode, ..asked.clone() }.page(kind);
            assert!(section(&page).is_none(), "{what}");
        }
    }
}
