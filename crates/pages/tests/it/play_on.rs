//! The form of a replay that plays on from its position.

use game::{Seat, Viewer};
use pages::forms::{NewTable, SeatChoice};
use pages::{
    Aids, Fault, GameTable, History, Lang, PlayOn, Reader, ReplayCharts, ReplayPage, SeatInfo, SeatOccupant,
    replay,
};
use shelf::{AnyGame, GameKind};

/// The page of a position of three players in a language, with this form.
fn page(lang: Lang, play_on: Option<PlayOn<'_>>) -> String {
    let game = AnyGame::with_options(GameKind::Carcassonne, [("players", "3")]).unwrap();
    let seats: Vec<SeatInfo<'_>> = Seat::first(3)
        .zip(["Ada", "<b>Ben</b>", "Cy"])
        .map(|(seat, name)| SeatInfo {
            seat,
            who: SeatOccupant::Person { name, online: true, stand_in: None },
        })
        .collect();
    let page = ReplayPage {
        reader: &Reader { lang, ..Reader::default() },
        base: "/r/0123",
        picture: "/r/0123/board/0.svg",
        record: None,
        coach: None,
        table: None,
        kept: None,
        at: 17,
        steps: 30,
        opening: 1,
        turns: &[],
        seats: &seats,
        you: None,
        eyes: Viewer::Spectator,
        choices: &[Viewer::Spectator],
        game: GameTable::new(&game, Viewer::Spectator, &History::default(), Aids::NONE),
        statistics: None,
        charts: ReplayCharts::Sent,
        play_on,
    };
    replay(&page).into_string()
}

const OFFER: PlayOn<'static> = PlayOn {
    is_over: false,
    turn: Seat::B,
    bots: &["surveyor", "random"],
    promised: ("k3f9", "00ff"),
    sent: None,
    faults: &[],
};

/// The choice selected for each seat.
fn chosen(page: &str) -> Vec<String> {
    let selects = page.split("<select name=\"seat-").skip(1);
    let chosen = |select: &str| {
        let (before, _) = select.split_once("\" selected").expect("something is chosen");
        before.rsplit('"').next().unwrap().to_owned()
    };
    selects.map(chosen).collect()
}

#[test]
fn the_reader_has_the_seat_whose_turn_it_is_and_bots_the_others() {
    for (lang, title, send) in [
        (Lang::En, "Play on from here", "Play on from position 17"),
        (Lang::De, "Von hier weiterspielen", "Ab Stellung 17 weiterspielen"),
    ] {
        let page = page(lang, Some(OFFER));
        assert!(page.contains(title) && page.contains(send), "{lang:?}");
        assert!(page.contains("action=\"/r/0123/17\""), "it leads to this position");
        assert!(page.contains("name=\"promised\" value=\"k3f9\"") && page.contains(">00ff</code>"));
        assert_eq!(chosen(&page), ["bot:surveyor", "me", "bot:surveyor"]);
        assert!(!page.contains("id=\"play-on\" class=\"panel\" open"), "it is folded");
        assert!(page.contains("&lt;b&gt;Ben&lt;/b&gt;") && !page.contains("<b>Ben</b>"), "names are escaped");
    }
}

#[test]
fn what_was_chosen_stands_there_again_with_what_is_wrong() {
    let fields = [("name", "Ada"), ("seat-A", "me"), ("seat-B", "open"), ("seat-C", "bot:random")];
    let sent = NewTable::read(&fields.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert_eq!(sent.seats[1], Some(SeatChoice::Open));
    let offer = PlayOn { sent: Some(&sent), faults: &[Fault::PositionOver.into()], ..OFFER };
    let page = page(Lang::En, Some(offer));
    assert_eq!(chosen(&page), ["me", "open", "bot:random"]);
    assert!(page.contains("id=\"play-on\" class=\"panel\" open"));
    assert!(page.contains("The game is over in this position"));
}

#[test]
fn nothing_is_offered_where_there_is_nothing_to_play() {
    let over = page(Lang::En, Some(PlayOn { is_over: true, ..OFFER }));
    assert!(over.contains("The game is over here.") && !over.contains("name=\"promised\""));
    assert!(!page(Lang::En, None).contains("id=\"play-on\""));
}
