//! The facts that an island's table tells about its lit places, to the seat that may act there and to nobody else.

use catan::cities_and_knights as knights;
use catan::{Action, Catan, CitiesAndKnights, Options, Phase};
use game::{Draws as _, Game, Seat, Seed, Turn, Viewer};
use pages::catan::CatanTable;
use pages::cities_and_knights::CitiesAndKnightsTable;
use pages::{GameTable, Lang, Mode, Reader, SeatInfo, SeatOccupant, Settings, TablePage, TableStage};

/// The page of one viewer.
fn page(game: GameTable<'_>, viewer: Viewer, lang: Lang, mode: Mode) -> String {
    let names = ["Ada", "Ben", "Cleo", "Dora"];
    let person =
        |seat: Seat| SeatOccupant::Person { name: names[seat.index()], online: true, stand_in: None };
    let seats: Vec<_> = Seat::first(4).map(|seat| SeatInfo { seat, who: person(seat) }).collect();
    let settings = Settings { mode, ..Settings::default() };
    let reader = Reader { lang, settings, here: "/t/x".to_owned(), ..Reader::default() };
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
        can_undo: false,
        can_fill: false,
        bot: "settler",
        notice: None,
        statistics: None,
        beside: pages::TableContext::default(),
        people: Default::default(),
        game,
    };
    pages::main(&page).into_string()
}

fn base(game: &Catan, viewer: Viewer, lang: Lang, mode: Mode) -> String {
    let view = game.view(viewer);
    let table = CatanTable { view, log: Vec::new().into(), course: &[], rolls: &[0; 13] };
    page(table.into(), viewer, lang, mode)
}

fn expanded(game: &CitiesAndKnights, viewer: Viewer) -> String {
    let view = game.view(viewer);
    let table = CitiesAndKnightsTable { view, log: Vec::new().into(), course: &[], rolls: &[0; 13] };
    page(table.into(), viewer, Lang::En, Mode::Picture)
}

/// The facts in the button of an action.
fn facts(html: &str, action: &str) -> Vec<String> {
    let (_, rest) =
        html.split_once(&format!("data-action=\"{action}\"")).unwrap_or_else(|| panic!("{action}"));
    let (button, _) = rest.split_once("</button>").expect("its end");
    let lines = button.split("<span class=\"line\">").skip(1);
    lines.map(|line| line.split('<').next().unwrap_or_default().to_owned()).collect()
}

/// The picture of the piece around the button of an action.
fn piece(html: &str, action: &str) -> String {
    let (before, _) =
        html.split_once(&format!("data-action=\"{action}\"")).unwrap_or_else(|| panic!("{action}"));
    let (_, named) = before.rsplit_once("data-piece=\"").expect("a piece");
    named.split('"').next().and_then(|address| address.split("#_").nth(1)).unwrap_or_default().to_owned()
}

/// Plays a random game and looks at each position in which somebody acts, until enough was seen.
fn walk<G: Game>(
    mut game: G,
    seed: u64,
    listed: impl Fn(&G, Seat) -> Vec<G::Action>,
    mut enough: impl FnMut(&G, Seat, &[G::Action]) -> bool,
) where
    G::Action: Copy,
{
    let seed = Seed(seed);
    let mut choose = seed.substream("choice", 0);
    for _ in 0..3000 {
        match game.turn() {
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut seed.substream(purpose, index));
                assert!(game.resolve(chance, &mut ()).is_ok());
            }
            Turn::Decide(seats) => {
                let all: Vec<_> = seats
                    .into_iter()
                    .flat_map(|seat| listed(&game, seat).into_iter().map(move |action| (seat, action)))
                    .collect();
                let (seat, action) = all[choose.below(all.len() as u32) as usize];
                if enough(&game, seat, &listed(&game, seat)) {
                    return;
                }
                assert!(game.play(seat, action, &mut ()).is_ok());
            }
            Turn::Over(_) => return,
        }
    }
}

/// The facts met in random games, each at least once.
#[derive(Debug, Default)]
struct Met {
    harbour: bool,
    desert: bool,
    award: bool,
    victim: bool,
    upgrade: bool,
}

#[test]
fn places_of_base_catan_tell_what_they_are_worth() {
    let mut met = Met::default();
    for seed in 0..12 {
        let list = |game: &Catan, seat| game.legal_actions(seat).into_iter().collect::<Vec<_>>();
        walk(Catan::new(&Options::default()), seed, list, |game, seat, listed| {
            let view = game.view(Viewer::Seat(seat));
            let layout = *view.layout().expect("it is laid out");
            let Some(&place) = listed.iter().rev().find(|&&action| {
                matches!(
                    action,
                    Action::BuildRoad(_)
                        | Action::BuildSettlement(_)
                        | Action::BuildCity(_)
                        | Action::MoveRobber(_)
                )
            }) else {
                return false;
            };
            let award = |&&action: &&Action| {
                view.outlook(action).is_some_and(|outlook| outlook.longest_road != view.longest_road())
            };
            let place = listed.iter().find(award).copied().unwrap_or(place);
            let html = base(game, Viewer::Seat(seat), Lang::En, Mode::Picture);
            let told = facts(&html, &place.to_string());
            let sign = piece(&html, &place.to_string());
            let outlook = view.outlook(place).expect("it is listed");
            let is_founding =
                matches!(game.phase(), Phase::FoundingSettlement { .. } | Phase::FoundingRoad { .. });
            match place {
                Action::BuildRoad(_) => {
                    assert_eq!(sign, format!("road-{seat}"));
                    let length =
                        told.iter().any(|fact| fact.ends_with(&format!(" {}", outlook.road_lengths[seat])));
                    assert!(length != is_founding, "{told:?}");
                    if outlook.longest_road == Some(seat) && view.longest_road() != Some(seat) {
                        assert!(told.contains(&"takes Longest Road".to_owned()), "{told:?}");
                        assert!(told.contains(&"+2 points".to_owned()), "{told:?}");
                        met.award = true;
                    }
                }
                Action::BuildSettlement(vertex) | Action::BuildCity(vertex) => {
                    let is_city = matches!(place, Action::BuildCity(_));
                    assert_eq!(sign, format!("{}-{seat}", if is_city { "city" } else { "settlement" }));
                    let pips: u8 = vertex.hexes().into_iter().map(|hex| layout.pips(hex)).sum();
                    assert!(told[0].starts_with(&format!("{pips} pip")) || pips == 0, "{told:?}");
                    for hex in vertex.hexes() {
                        met.desert |= layout.pips(hex) == 0;
                        let number = format!("({})", layout.numbers[hex]);
                        assert_eq!(told[0].contains(&number), layout.pips(hex) > 0, "{told:?}");
                    }
                    let harbour = told.iter().any(|fact| fact.ends_with(" harbour"));
                    assert_eq!(harbour, layout.harbour_at(vertex).is_some(), "{told:?}");
                    met.harbour |= harbour;
                    assert_eq!(told.contains(&"+1 point".to_owned()), !is_founding && outlook.points == 1);
                    met.upgrade |= is_city;
                }
                Action::MoveRobber(hex) => {
                    assert_eq!(sign, "robber");
                    let blocked = view.production_of(hex);
                    for other in Seat::first(game.seats()) {
                        let named = ["Ada", "Ben", "Cleo", "Dora"][other.index()];
                        let counted = format!("{named} {}", blocked[other]);
                        assert_eq!(told[0].contains(&counted), blocked[other] > 0, "{told:?}");
                    }
                    let victims = view.victims_at(hex);
                    assert_eq!(told.iter().any(|fact| fact.starts_with("steal from ")), !victims.is_empty());
                    met.victim |= !victims.is_empty();
                }
                _ => unreachable!("{place}"),
            }
            // Who looks on, and who is not asked, is told nothing.
            for viewer in [Viewer::Spectator, Viewer::Everything] {
                let html = base(game, viewer, Lang::En, Mode::Picture);
                assert!(!html.contains("class=\"line\"") && !html.contains("data-piece"), "{viewer:?}");
            }
            met.harbour && met.desert && met.award && met.victim && met.upgrade
        });
    }
    assert!(met.harbour && met.desert && met.award && met.victim && met.upgrade, "{met:?}");
}

#[test]
fn in_words_a_place_tells_what_its_surroundings_do_not() {
    let list = |game: &Catan, seat| game.legal_actions(seat).into_iter().collect::<Vec<_>>();
    walk(Catan::new(&Options::default()), 1, list, |game, seat, listed| {
        let place = listed[0].to_string();
        let told = facts(&base(game, Viewer::Seat(seat), Lang::De, Mode::Text), &place);
        assert!(told[0].contains("Zahlenpunkt") && told.len() == 1, "{told:?}");
        true
    });
}

#[test]
fn places_of_cities_and_knights_tell_of_knights_and_walls() {
    use knights::OwnAction as A;
    let (mut basic, mut wall, mut strength, mut driven) = (false, false, false, false);
    for seed in 0..30 {
        let list = |game: &CitiesAndKnights, seat| {
            let legal = game.legal_actions(seat);
            (0..legal.len()).filter_map(|n| legal.get(n)).collect::<Vec<_>>()
        };
        walk(CitiesAndKnights::new(&Default::default()), seed, list, |game, seat, listed| {
            let view = game.view(Viewer::Seat(seat));
            let wanted = |action: &knights::Action| match *action {
                knights::Action::Own(A::BuildKnight(_)) => !basic,
                knights::Action::Own(A::BuildWall(_)) => !wall,
                knights::Action::Own(A::Activate(_)) => !strength,
                knights::Action::Own(A::Displace { .. }) => !driven,
                _ => false,
            };
            for action in listed.iter().copied().filter(wanted).collect::<Vec<_>>() {
                let html = expanded(game, Viewer::Seat(seat));
                let (told, sign) = (facts(&html, &action.to_string()), piece(&html, &action.to_string()));
                let has = |fact: String| assert!(told.contains(&fact), "{action}: {told:?}, not {fact}");
                let knights::Action::Own(own) = action else { continue };
                match own {
                    A::BuildKnight(_) => {
                        has("basic knight, inactive".to_owned());
                        assert_eq!(sign, format!("knight-1-off-{seat}"));
                        basic = true;
                    }
                    A::BuildWall(_) => {
                        has(format!("keep up to {} cards on a 7", view.hand_limit(seat) + 2));
                        assert_eq!(sign, "wall");
                        wall = true;
                    }
                    A::Activate(at) => {
                        let (_, of) = view.knight_at(at).expect("a knight");
                        let knights = view.knight_strength() + of.value();
                        has(format!("knights {knights} against barbarians {}", view.barbarian_strength()));
                        assert_eq!(sign, format!("knight-{}-on-{seat}", of.value()));
                        strength = true;
                    }
                    A::Displace { to, .. } => {
                        let (owner, _) = view.knight_at(to).expect("a knight");
                        let name = ["Ada", "Ben", "Cleo", "Dora"][owner.index()];
                        assert!(told[0].starts_with(&format!("drives away {name}: ")), "{told:?}");
                        driven = true;
                    }
                    _ => {}
                }
                let html = expanded(game, Viewer::Spectator);
                assert!(!html.contains("class=\"line\"") && !html.contains("data-piece"));
            }
            basic && wall && strength && driven
        });
        if basic && wall && strength && driven {
            return;
        }
    }
    panic!("not all was met: {basic} {wall} {strength} {driven}");
}

#[test]
fn what_a_card_shows_is_told_to_the_one_who_plays_it_alone() {
    let from = |setup: &str| {
        let setup: knights::Setup = serde_json::from_str(setup).unwrap();
        CitiesAndKnights::from_setup(&setup).unwrap()
    };
    let html = |game: &CitiesAndKnights, viewer, mode| {
        let view = game.view(viewer);
        let table = CitiesAndKnightsTable { view, log: Vec::new().into(), course: &[], rolls: &[0; 13] };
        page(table.into(), viewer, Lang::En, mode)
    };
    let merchant = from(
        r#"{"phase": {"taking-cards": {"victim": "B", "count": 2}}, "seats": {"A": {},
            "B": {"settlements": ["I8"], "hand": {"wool": 2, "grain": 1, "coin": 4}}}}"#,
    );
    let spy = from(
        r#"{"phase": {"spying": {"victim": "B"}}, "seats": {"A": {}, "B": {"progress": {"smith": 1, "crane": 2}}}}"#,
    );
    for mode in [Mode::Picture, Mode::Text] {
        let html = |game, viewer| html(game, viewer, mode);
        let hand = "The hand of Ben: 2 wool, 1 grain and 4 coins.";
        assert!(html(&merchant, Viewer::Seat(Seat::A)).contains(hand), "{mode:?}");
        assert!(html(&spy, Viewer::Seat(Seat::A)).contains("Ben’s progress cards"), "{mode:?}");
        for (seat, hand, cards) in [
            (Seat::B, "your hand", "your progress cards"),
            (Seat::C, "the hand of Ben", "the progress cards of Ben"),
        ] {
            let (merchant, spy) = (html(&merchant, Viewer::Seat(seat)), html(&spy, Viewer::Seat(seat)));
            assert!(!merchant.contains("The hand of Ben") && !spy.contains("Ben’s progress cards"));
            assert!(merchant.contains(&format!("Ada looks at {hand}")), "seat {seat}, {mode:?}");
            assert!(spy.contains(&format!("Ada looks at {cards}")), "seat {seat}, {mode:?}");
        }
    }
}
