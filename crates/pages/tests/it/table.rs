//! The table pages offer exactly what the rules list, in pictures and in words, and keep to what they promise.

use catan::cities_and_knights::{self as knights, CardKind, Hand, OwnPhase, Phase, Play};
use catan::options::{BankSameKind, RobberTheft};
use catan::{Action, Cards, Catan, CitiesAndKnights, Die, Options, OwnAction, Resource};
use game::{Draws, Game, Seat, SeatSet, Seed, Turn, Viewer};
use pages::catan::CatanTable;
use pages::cities_and_knights::CitiesAndKnightsTable;
use pages::{GameTable, Lang, Mode, Reader, SeatInfo, SeatOccupant, Settings, TablePage, TableStage, Theme};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

/// A game on the island, as far as its pages are looked at here.
trait Shown: Game<Action: Display> + 'static {
    fn table(&self, viewer: Viewer) -> GameTable<'_>;
    /// The number of a seat's legal actions, and the action with this number.
    fn listed(&self, seat: Seat, n: u32) -> (u32, Option<Self::Action>);
    /// The actions that have a button each; others are put together in a form.
    fn buttons(&self, seat: Seat) -> BTreeSet<String>;
    /// The forms that are there, by id, for the seat.
    fn forms(&self, seat: Seat) -> Vec<(&'static str, bool)>;
    /// The name of the pending step, in a word.
    fn step(&self) -> String;
    /// Something the active seat could offer to all others.
    fn offer(&self) -> Option<(Seat, Self::Action)>;
}

impl Shown for Catan {
    fn table(&self, viewer: Viewer) -> GameTable<'_> {
        let view = self.view(viewer);
        GameTable::from(CatanTable { view, log: Vec::new().into(), course: &[], rolls: &[0; 13] })
    }
    fn listed(&self, seat: Seat, n: u32) -> (u32, Option<Action>) {
        let legal = self.legal_actions(seat);
        (legal.len() as u32, legal.into_iter().nth(n as usize))
    }
    fn buttons(&self, seat: Seat) -> BTreeSet<String> {
        let in_form = |action: &Action| {
            matches!(action, Action::Discard(_) | Action::Own(OwnAction::PlayYearOfPlenty(_, Some(_))))
        };
        self.legal_actions(seat)
            .into_iter()
            .filter(|action| !in_form(action))
            .map(|a| a.to_string())
            .collect()
    }
    fn forms(&self, seat: Seat) -> Vec<(&'static str, bool)> {
        let legal = self.legal_actions(seat);
        let plenty = legal
            .into_iter()
            .any(|action| matches!(action, Action::Own(OwnAction::PlayYearOfPlenty(_, Some(_)))));
        vec![("plenty", plenty), ("discard", legal.discards_owed() > 0)]
    }
    fn step(&self) -> String {
        first_word(&format!("{:?}", self.phase()))
    }
    fn offer(&self) -> Option<(Seat, Action)> {
        let active = self.active();
        let give = self.view(Viewer::Everything).hand(active)?.kinds().next()?;
        let want = Resource::ALL.into_iter().find(|&kind| kind != give)?;
        let to = SeatSet::first(self.seats()).without(active);
        Some((active, Action::Offer { give: Cards::of(give, 1).into(), want: Cards::of(want, 1).into(), to }))
    }
}

impl Shown for CitiesAndKnights {
    fn table(&self, viewer: Viewer) -> GameTable<'_> {
        let view = self.view(viewer);
        GameTable::from(CitiesAndKnightsTable { view, log: Vec::new().into(), course: &[], rolls: &[0; 13] })
    }
    fn listed(&self, seat: Seat, n: u32) -> (u32, Option<knights::Action>) {
        let legal = self.legal_actions(seat);
        (legal.len() as u32, legal.get(n as usize))
    }
    fn buttons(&self, seat: Seat) -> BTreeSet<String> {
        use knights::Action as A;
        // The ways to choose cards out of a hand are too many to be listed, and nothing else is asked then.
        let cards = matches!(
            self.phase(),
            Phase::Discarding { .. }
                | Phase::Own(OwnPhase::Sabotage { .. })
                | Phase::Own(OwnPhase::Giving { .. })
                | Phase::Own(OwnPhase::TakingCards { .. })
                | Phase::Own(OwnPhase::Mustering { .. })
        );
        let legal = if cards { knights::LegalActions::default() } else { self.legal_actions(seat) };
        let listed = legal
            .into_iter()
            .filter(|action| !matches!(action, A::Own(knights::OwnAction::Play(Play::Alchemist(..)))));
        listed.map(|action| action.to_string()).collect()
    }
    fn forms(&self, seat: Seat) -> Vec<(&'static str, bool)> {
        let due = matches!(self.turn(), Turn::Decide(seats) if seats.contains(seat));
        let legal = self.legal_actions(seat);
        vec![
            (
                "discard",
                due && matches!(
                    self.phase(),
                    Phase::Discarding { .. } | Phase::Own(OwnPhase::Sabotage { .. })
                ),
            ),
            ("give", due && matches!(self.phase(), Phase::Own(OwnPhase::Giving { .. }))),
            ("take", due && matches!(self.phase(), Phase::Own(OwnPhase::TakingCards { .. }))),
            ("muster", due && matches!(self.phase(), Phase::Own(OwnPhase::Mustering { .. }))),
            (
                "alchemist",
                legal.contains(knights::Action::Own(knights::OwnAction::Play(Play::Alchemist(
                    Die::One,
                    Die::One,
                )))),
            ),
        ]
    }
    fn step(&self) -> String {
        first_word(&format!("{:?}", self.phase()))
    }
    fn offer(&self) -> Option<(Seat, knights::Action)> {
        let active = self.active();
        let give = self.view(Viewer::Everything).hand(active)?.kinds().next()?;
        let want = CardKind::ALL.into_iter().rev().find(|&kind| kind != give)?;
        let to = SeatSet::first(self.seats()).without(active);
        let (give, want) = (Hand::of(give, 1).into(), Hand::of(want, 1).into());
        Some((active, knights::Action::Offer { give, want, to }))
    }
}

fn first_word(text: &str) -> String {
    text.trim_start_matches("Own(")
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// The page of one viewer.
fn page<G: Shown>(game: &G, viewer: Viewer, lang: Lang, mode: Mode) -> String {
    page_with(game, viewer, lang, Settings { mode, theme: Theme::Dark, ..Settings::default() })
}

/// The page of a viewer with these settings.
fn page_with<G: Shown>(game: &G, viewer: Viewer, lang: Lang, settings: Settings) -> String {
    let names = ["Ada", "Ben <i>", "Cleo", "Dora"];
    let seats: Vec<SeatInfo<'_>> = Seat::first(game.seats())
        .map(|seat| SeatInfo {
            seat,
            who: SeatOccupant::Person { name: names[seat.index()], online: true, stand_in: None },
        })
        .collect();
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
        stage: if matches!(game.turn(), Turn::Over(_)) { TableStage::Over } else { TableStage::Playing },
        seq: 7,
        version: 7,
        command: "c1",
        can_undo: true,
        can_fill: false,
        bot: "settler",
        notice: None,
        statistics: None,
        beside: pages::TableContext::default(),
        people: Default::default(),
        game: game.table(viewer),
    };
    pages::table(&page).into_string()
}

/// All values of an attribute.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    html.split(start.as_str()).skip(1).map(|rest| rest.split('"').next().unwrap_or_default()).collect()
}

/// Plays at random and shows every so manieth position on the way, and of each step of a turn the first three.
fn walk<G: Shown>(mut game: G, seed: u64, steps: u32, every: u32, mut look: impl FnMut(&G)) {
    let seed = Seed(seed);
    let mut choose = seed.substream("choice", 0);
    let mut seen: BTreeMap<String, u8> = BTreeMap::new();
    for step in 0..steps {
        match game.turn() {
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut seed.substream(purpose, index));
                assert!(game.resolve(chance, &mut ()).is_ok());
            }
            Turn::Decide(seats) => {
                let able: Vec<Seat> = seats.into_iter().filter(|&seat| game.listed(seat, 0).0 > 0).collect();
                let seat = able[choose.below(able.len() as u32) as usize];
                let (len, _) = game.listed(seat, 0);
                let (_, action) = game.listed(seat, choose.below(len));
                assert!(game.play(seat, action.expect("it is listed"), &mut ()).is_ok());
                // Offers are not listed; one now and then brings the answers into play.
                if step % 9 == 0
                    && let Turn::Decide(_) = game.turn()
                    && let Some((active, offer)) = game.offer()
                {
                    let _ = game.play(active, offer, &mut ());
                }
            }
            Turn::Over(_) => {
                look(&game);
                return;
            }
        }
        let count = seen.entry(game.step()).or_default();
        *count = count.saturating_add(1);
        if step % every == 0 || *count <= 3 {
            look(&game);
        }
    }
}

/// Compares what the pages of every seat offer with what the rules list for it.
fn offers_what_is_listed<G: Shown>(game: &G) {
    for seat in Seat::first(game.seats()) {
        let listed = game.buttons(seat);
        for mode in [Mode::Picture, Mode::Text] {
            let html = page(game, Viewer::Seat(seat), Lang::En, mode);
            let offered: BTreeSet<String> =
                values(&html, "data-action").into_iter().map(str::to_owned).collect();
            assert_eq!(offered, listed, "seat {seat}, {mode:?}");
            for (form, wanted) in game.forms(seat) {
                assert_eq!(html.contains(&format!("<form id=\"{form}\"")), wanted, "{form} of seat {seat}");
            }
        }
    }
    let watched = page(game, Viewer::Spectator, Lang::De, Mode::Picture);
    assert!(values(&watched, "data-action").is_empty());
}

#[test]
fn a_table_offers_exactly_what_is_listed() {
    let mut positions = 0;
    for (seed, players) in [(1, 4), (2, 3), (3, 2)] {
        let robber_theft = if seed == 1 { RobberTheft::Must } else { RobberTheft::May };
        let bank_same_kind = if seed == 2 { BankSameKind::Allow } else { BankSameKind::Forbid };
        let options =
            Options { players, auto_declare: seed != 3, robber_theft, bank_same_kind, ..Options::default() };
        walk(Catan::new(&options), seed, 1500, 37, |game| {
            positions += 1;
            offers_what_is_listed(game);
        });
    }
    assert!(positions > 60, "only {positions} positions were seen");
}

#[test]
fn a_table_of_knights_offers_exactly_what_is_listed() {
    let (mut positions, mut phases) = (0, BTreeSet::new());
    for (seed, odd) in [
        (1, ""),
        (2, "ck_barbarian_variant=choose ck_deserter_substitute=any_lower"),
        (3, "ck_progress_draw=optional ck_fifth_card=active_may_play_now players=3"),
        (
            4,
            "ck_null_play=allow auto_declare=false players=2 ck_metropolis_placing=may ck_progress_play=after_dice",
        ),
        (
            5,
            "ck_pillage_no_settlement=official_tip ck_fifth_card=active_until_end_of_turn robber_theft=may bank_same_kind=allow",
        ),
    ] {
        let mut options = knights::Options::default();
        for (name, value) in odd.split_whitespace().filter_map(|pair| pair.split_once('=')) {
            options.set(name, value).expect("an option");
        }
        walk(CitiesAndKnights::new(&options), seed, 4000, 300, |game| {
            positions += 1;
            phases.insert(game.step());
            offers_what_is_listed(game);
        });
    }
    assert!(positions > 100, "only {positions} positions were seen");
    assert!(phases.len() > 21, "only {} were seen: {phases:?}", phases.len());
}

/// The actions whose buttons carry an attribute.
fn marked(html: &str, attribute: &str) -> BTreeSet<String> {
    let buttons = html.split("<button ").skip(1).filter_map(|rest| rest.split('>').next());
    let with = buttons.filter(|tag| tag.contains(&format!(" {attribute}=\"")));
    with.flat_map(|tag| values(tag, "data-action")).map(str::to_owned).collect()
}

/// Checks the actions that a page takes by itself, and those it confirms first: exactly those that the reader wishes and for
/// which the legal list leaves nothing else, or something to buy. Returns the cases that it met.
fn does_what_is_wished<G: Shown>(game: &G) -> Vec<&'static str> {
    let wished = Settings::read("auto_roll=on&auto_reject=on&ask_end=on");
    let mut met = Vec::new();
    for seat in Seat::first(game.seats()) {
        let listed = game.buttons(seat);
        let html = page_with(game, Viewer::Seat(seat), Lang::En, wished);
        let auto = marked(&html, "data-auto");
        let only_roll = game.listed(seat, 0).0 == 1 && listed.contains("roll");
        assert_eq!(auto.contains("roll"), only_roll, "seat {seat}: {listed:?}");
        if auto.contains("reject") {
            assert!(listed.contains("reject") && !listed.contains("accept"), "{listed:?}");
            met.push("reject");
        }
        assert!(auto.iter().all(|action| action == "roll" || action == "reject"), "{auto:?}");
        // `knight` alone plays a card.
        let buys = |action: &String| {
            let (verb, place) = action.split_once(' ').unwrap_or((action, ""));
            match verb {
                "road" | "settlement" | "city" | "buy" | "wall" | "activate" | "promote" | "improve" => true,
                _ => verb == "knight" && !place.is_empty(),
            }
        };
        let asks = listed.contains("end") && listed.iter().any(buys);
        assert_eq!(marked(&html, "data-ask").contains("end"), asks, "seat {seat}: {listed:?}");
        met.extend(
            [(only_roll, "roll"), (asks, "ask")].into_iter().filter_map(|(is, what)| is.then_some(what)),
        );
        let plain = page(game, Viewer::Seat(seat), Lang::De, Mode::Picture);
        assert!(marked(&plain, "data-auto").is_empty() && marked(&plain, "data-ask").is_empty());
    }
    met
}

#[test]
fn a_table_does_by_itself_only_what_is_wished() {
    let mut met = BTreeMap::new();
    let mut look = |what: Vec<&'static str>| {
        for what in what {
            *met.entry(what).or_insert(0) += 1;
        }
    };
    walk(Catan::new(&Options::default()), 6, 1500, 3, |game| look(does_what_is_wished(game)));
    walk(CitiesAndKnights::new(&knights::Options::default()), 6, 3000, 7, |game| {
        look(does_what_is_wished(game));
    });
    assert!(met.len() == 3 && met.values().all(|&count| count > 5), "{met:?}");
}

#[test]
fn where_players_do_not_trade_only_the_bank_is_left_of_the_trade_dialogue() {
    let mut banks = 0;
    let mut look = |html: String, active: bool, exchanges: bool| {
        assert!(!html.contains("id=\"offer-form\"") && !html.contains("id=\"propose-form\""));
        assert_eq!(html.contains("id=\"trade\""), active, "the tool is there for whoever is active");
        assert_eq!(html.contains("class=\"tool trade ready\""), active && exchanges);
        banks += usize::from(active && exchanges);
    };
    let options = Options { offer_limit: Some(0), ..Options::default() };
    walk(Catan::new(&options), 4, 1500, 11, |game| {
        for seat in Seat::first(4).filter(|_| matches!(Game::turn(game), Turn::Decide(_))) {
            let exchanges = game.buttons(seat).iter().any(|action| action.starts_with("bank"));
            look(page(game, Viewer::Seat(seat), Lang::En, Mode::Picture), seat == game.active(), exchanges);
        }
    });
    let mut options = knights::Options::default();
    options.set("offer_limit", "0").unwrap();
    walk(CitiesAndKnights::new(&options), 4, 1500, 11, |game| {
        for seat in Seat::first(4).filter(|_| matches!(Game::turn(game), Turn::Decide(_))) {
            let exchanges = game.buttons(seat).iter().any(|action| action.starts_with("bank"));
            look(page(game, Viewer::Seat(seat), Lang::De, Mode::Picture), seat == game.active(), exchanges);
        }
    });
    assert!(banks > 10, "only {banks} exchanges with the bank were offered");
}

#[test]
fn the_trade_panel_tells_what_bank_and_partners_would_do() {
    let options = Options { offer_limit: Some(1), players: 3, ..Options::default() };
    let mut told = BTreeSet::new();
    walk(Catan::new(&options), 3, 1500, 23, |game| {
        let seat = game.active();
        let trades =
            game.view(Viewer::Seat(seat)).trade_is_open() && matches!(Game::turn(game), Turn::Decide(_));
        let hand = game.view(Viewer::Seat(seat)).hand(seat).unwrap_or_default();
        if !trades || hand.is_empty() {
            return;
        }
        let html = page(game, Viewer::Seat(seat), Lang::En, Mode::Picture);
        let panel = &html[html.find("id=\"trade\"").unwrap()..];
        let panel = &panel[..panel.find("</details>").unwrap()];
        // For each kind of the hand what the bank gives at each rate, or what it would take; for none and for several kinds too.
        let kinds: BTreeSet<String> = hand.kinds().map(|kind| kind.to_string()).collect();
        let mixed = (kinds.len() > 1).then(|| "mixed".to_owned());
        let expected: BTreeSet<String> = kinds.into_iter().chain(mixed).chain([String::new()]).collect();
        assert_eq!(
            values(panel, "data-bank").into_iter().map(str::to_owned).collect::<BTreeSet<_>>(),
            expected
        );
        for (_, part) in panel.match_indices("data-bank=\"").map(|(at, _)| panel.split_at(at)) {
            let part = part.split("data-bank=").nth(1).unwrap();
            let fact = if part.contains("data-action=\"bank ") { "exchange" } else { "hint" };
            assert!(
                fact == "exchange" || part.starts_with("\"\"") || part.contains("class=\"hint"),
                "{part}"
            );
            assert!(!part.contains("/rules/CATAN-MAR"), "nobody has asked for the exchange: {part}");
            told.insert(fact);
        }
        let is_left = game.view(Viewer::Everything).trading().made(seat) == 0;
        if is_left {
            assert!(panel.contains("1 more offer is allowed") && panel.contains("data-obstacle=\"both\""));
        } else {
            assert!(panel.contains("/rules/CATAN-DOM-9") && !panel.contains("id=\"offer-form\""));
        }
        told.insert(if is_left { "one left" } else { "none left" });
    });
    assert_eq!(told.len(), 4, "only {told:?} was met");
}

#[test]
fn no_page_has_inline_code_or_an_id_twice() {
    walk(Catan::new(&Options::default()), 5, 1500, 37, is_well_made);
    walk(CitiesAndKnights::new(&knights::Options::default()), 5, 3000, 61, is_well_made);
}

fn is_well_made<G: Shown>(game: &G) {
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
}
