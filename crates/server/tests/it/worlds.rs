//! Two worlds, position by position: whoever cannot tell them apart is told the same of both. No socket is between, so
//! that there is time for many; `secrets.rs` compares every byte that is sent over real ones.
//!
//! Each position of random games of all five games is looked at in two ways:
//!
//! - **Another deal**: all that one viewer cannot know is dealt anew, for one seat or the spectator in turn. What the view
//!   says, what is listed, how wild actions are refused must be the same byte for byte, and so must pages and pictures in
//!   every situation that comes up, and now and then in others.
//! - **A twin**: a table with another secret of the dice, other keys and command ids, and other hidden cards gets the same
//!   commands and follows entry by entry. What it decides on them, and what its log gives each of the ignorant, must be
//!   the same.
//!
//! `NEULAND_SECRETS_POSITIONS=100000 cargo test -p server --test it worlds:: -- --nocapture` looks at so many positions.

use game::{Draws, Seat, Seed, Substream, TableEvent, Viewer};
use pages::shown::Shown;
use pages::{
    Aids, GameTable, History, Lang, LogEvent, LogLine, Mode, Reader, SeatInfo, SeatOccupant, Settings,
    TablePage, TableStage,
};
use shelf::{AnyGame, GameKind};
use std::collections::HashMap;
use table::games::bots_for;
use table::host::Change;
use testkit::twins::{Twins, World};
use testkit::worlds;

/// All pages and a picture of the board are drawn for one position in so many.
const PAGE_EVERY: u32 = 400;

/// A page and a picture are drawn of each situation so many times at least, if it comes up so often.
const PAGES_OF_EACH: u32 = 4;

/// Pages with their logs are drawn of both worlds for one position in so many in which they differ.
const LOG_EVERY: u32 = 20;

/// All bots are asked in one of so many positions in which their seat decides.
const BOTS_EVERY: u32 = 60;

/// Views and refusals of two positions that do not differ at all are compared in one case of so many.
const SAME_EVERY: u32 = 24;

/// The number of positions to look at over all games.
fn wanted() -> u32 {
    let set = std::env::var("NEULAND_SECRETS_POSITIONS").ok();
    set.map_or(5_000, |text| text.parse().expect("NEULAND_SECRETS_POSITIONS is a number"))
}

/// The counts of all comparisons.
#[derive(Default, Debug)]
struct Counts {
    games: u32,
    /// Positions of those games, each looked at once.
    positions: u32,
    /// Of these, positions in which the twin had other cards, too.
    with_other_cards: u32,
    /// A position before somebody's eyes, at both tables.
    twin_views: u32,
    /// A position before somebody's eyes, in two deals.
    dealt: u32,
    /// Commands that both tables decided alike.
    decided: u32,
    refusals: u32,
    events: u32,
    /// Situations: the pending decision, and whether the viewer decides it.
    situations: usize,
    /// Positions in which all bots were asked.
    bots: u32,
    pages: u32,
    /// Pages with their logs, compared between the worlds.
    logs: u32,
    pictures: u32,
}

/// The number of draws of each situation.
type Situations = HashMap<(String, bool), u32>;

#[test]
fn catan_tells_nothing_hidden() {
    look_at(GameKind::Catan);
}

#[test]
fn cities_and_knights_tells_nothing_hidden() {
    look_at(GameKind::CitiesAndKnights);
}

#[test]
fn carcassonne_tells_nothing_hidden() {
    look_at(GameKind::Carcassonne);
}

#[test]
fn traders_and_builders_tells_nothing_hidden() {
    look_at(GameKind::TradersAndBuilders);
}

#[test]
fn mayflower_tells_nothing_hidden() {
    look_at(GameKind::Mayflower);
}

fn look_at(kind: GameKind) {
    let hides = matches!(kind, GameKind::Catan | GameKind::CitiesAndKnights);
    // Where more is hidden, more is looked at; all together it is what is wanted.
    let share = match kind {
        GameKind::Catan => 31,
        GameKind::CitiesAndKnights => 25,
        _ => 15,
    };
    let quota = (wanted() * share).div_ceil(100);
    let (mut counts, mut situations) = (Counts::default(), Situations::default());
    for seed in 0.. {
        if counts.positions >= quota {
            break;
        }
        counts.games += 1;
        play(kind, seed, &mut situations, &mut counts);
    }
    counts.situations = situations.len();
    println!("{kind}: {counts:?}");
    assert!(counts.twin_views >= counts.positions, "{counts:?}");
    assert!(counts.decided * 5 > counts.positions, "{counts:?}");
    if hides {
        assert!(counts.dealt * 2 > counts.positions, "{counts:?}");
        assert!(counts.with_other_cards * 5 > counts.positions, "{counts:?}");
        assert!(counts.pages * PAGE_EVERY * 2 > counts.positions, "{counts:?}");
        assert!(counts.logs > 0, "{counts:?}");
    }
}

/// Plays a game in both worlds. It is long because everything that may be asked at a position is asked here.
fn play(kind: GameKind, seed: u64, situations: &mut Situations, counts: &mut Counts) {
    let mut twins = Twins::new(kind, seed, true);
    let mut draws = Seed(seed).substream("looks", 0);
    let mut wild = Wild::default();
    let mut refused = 0;
    // A game of random choices can be long, and late positions are like each other.
    for _ in 0..1_200 {
        if twins.is_over() {
            break;
        }
        let before = twins.step();
        let what = format!("seed {seed}, version {}", twins.here.host.version());
        if twins.here.host.version() == before {
            refused += 1;
            assert!(refused < 1_000, "{what}: nothing goes on");
            continue;
        }
        if twins.is_over() {
            break;
        }
        refused = 0;
        wild.collect(twins.game(), &mut draws);
        counts.positions += 1;
        counts.with_other_cards += u32::from(twins.differ());
        let (here, there) = (changes(&twins.here, before), changes(&twins.there, before));
        assert_eq!(here.len(), there.len(), "{what}");
        let seats = twins.game().seats();
        // Everybody is told of what happened; one after the other is looked at closely.
        let ignorant = twins.ignorant();
        let viewers: Vec<Viewer> =
            ignorant.iter().copied().map(Viewer::Seat).chain([Viewer::Spectator]).collect();
        for &viewer in &viewers {
            for (here, there) in here.iter().zip(&there) {
                counts.events += 1;
                if here == there && draws.below(SAME_EVERY) > 0 {
                    continue;
                }
                same(&told(here, viewer), &told(there, viewer), || format!("{what}, {viewer:?}: told"));
            }
        }
        let chosen = viewers[draws.below(viewers.len() as u32) as usize];
        for viewer in [Some(chosen), (draws.below(3) == 0).then_some(Viewer::Spectator)].into_iter().flatten()
        {
            counts.twin_views += 1;
            let at = || format!("{what}, {viewer:?}, twin");
            if twins.differ() || draws.below(4) == 0 {
                let now = twins.now();
                same(&known(&twins.here, viewer, now), &known(&twins.there, viewer, now), at);
            }
            if twins.differ() && draws.below(LOG_EVERY) == 0 {
                counts.logs += 1;
                let here = page_with_log(&twins.here, twins.game(), viewer);
                same(&here, &page_with_log(&twins.there, twins.other_game(), viewer), || {
                    format!("{}, log", at())
                });
            }
            counts.refusals += alike(twins.game(), twins.other_game(), viewer, &wild, &mut draws, &at);
            if let Viewer::Seat(seat) = viewer
                && twins.differ()
                && twins.game().to_decide().contains(seat)
                && draws.below(BOTS_EVERY) == 0
            {
                counts.bots += 1;
                let seed = Seed(draws.next_u64());
                let chosen = |world: &World| bots_choose(world, seat, seed);
                same(&chosen(&twins.here), &chosen(&twins.there), || format!("{}: bots", at()));
            }
        }
        // Those who decide have a list that could tell something.
        let deciding = twins.game().to_decide().nth(0).filter(|_| draws.below(2) == 0);
        let viewer = deciding
            .or_else(|| Seat::new(draws.below(seats as u32 + 1) as usize))
            .filter(|seat| seat.index() < seats)
            .map_or(Viewer::Spectator, Viewer::Seat);
        let Some(other) = dealt_anew(twins.game(), viewer, &mut draws) else {
            continue;
        };
        let at = || format!("{what}, {viewer:?}, another deal");
        counts.dealt += u32::from(other != *twins.game());
        counts.refusals += alike(twins.game(), &other, viewer, &wild, &mut draws, &at);
        if other == *twins.game() {
            continue;
        }
        let drawn = situations.entry(situation(twins.game(), viewer)).or_default();
        let pages =
            [Lang::En, Lang::De].into_iter().flat_map(|lang| [(lang, Mode::Picture), (lang, Mode::Text)]);
        let every = draws.below(PAGE_EVERY) == 0;
        let chosen = *drawn % 4;
        if every || *drawn < PAGES_OF_EACH {
            *drawn += 1;
            for ((lang, mode), _) in pages.zip(0..).filter(|(_, n)| every || *n == chosen) {
                counts.pages += 1;
                let page = |game| page(game, viewer, lang, mode);
                same(&page(twins.game()), &page(&other), || format!("{}, page", at()));
            }
            counts.pictures += 1;
            let picture =
                |game| pages::board(&table(game, viewer), &Settings::default(), pages::Margin::Wide);
            same(&picture(twins.game()), &picture(&other), || format!("{}, picture", at()));
        }
    }
    counts.decided += twins.decided;
}

/// The choices of a game's bots for a seat, but of the one that only thinks longer than another: everybody sees them, so they must follow from what the seat knows.
fn bots_choose(world: &World, seat: Seat, seed: Seed) -> Vec<Option<String>> {
    let game = world.host.game().expect("all chairs are taken");
    let past = world.host.past();
    let names = bots_for(game.kind());
    let names = names.into_iter().filter(|&name| name != "master");
    names.map(|name| bots::any::choose(game, name, seat, seed, &past)).collect()
}

/// Says where two answers part.
fn same<T: PartialEq + std::fmt::Debug>(left: &T, right: &T, what: impl Fn() -> String) {
    if left == right {
        return;
    }
    let (left, right) = (format!("{left:?}"), format!("{right:?}"));
    let same = left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right).count();
    let around = |text: &str| {
        let bytes = &text.as_bytes()[same.saturating_sub(120)..text.len().min(same + 160)];
        String::from_utf8_lossy(bytes).into_owned()
    };
    panic!("{}:\n  {}\n  {}", what(), around(&left), around(&right));
}

/// The changes after a version.
fn changes(world: &World, after: u64) -> Vec<std::sync::Arc<Change>> {
    world.host.changes_after(after)
}

/// The pending decision, and whether the viewer decides it.
fn situation(game: &AnyGame, viewer: Viewer) -> (String, bool) {
    let phase = match game {
        AnyGame::Catan(game) => format!("{:?}", game.phase()),
        AnyGame::CitiesAndKnights(game) => format!("{:?}", game.phase()),
        AnyGame::Carcassonne(game) => format!("{:?}", game.phase()),
        AnyGame::TradersAndBuilders(game) => format!("{:?}", game.phase()),
        AnyGame::Mayflower(game) => format!("{:?}", game.phase()),
        // The sample game, which has one kind of decision.
        #[cfg(feature = "sample-game")]
        _ => format!("{:?}", game.turn()),
    };
    let name = phase
        .trim_start_matches("Own(")
        .split(|letter: char| !letter.is_alphanumeric())
        .next()
        .unwrap_or_default();
    (name.to_owned(), matches!(viewer, Viewer::Seat(seat) if game.to_decide().contains(seat)))
}

/// A change as a viewer receives it, byte for byte.
fn told(change: &Change, viewer: Viewer) -> (u64, u64, TableEvent, String) {
    let events = change.events.as_ref();
    let events = events.map_or_else(String::new, |events| events.documents_text(viewer).get().to_owned());
    (change.seq, change.at, change.what.clone(), events)
}

/// The state of a table as a viewer may know it.
fn known(world: &World, viewer: Viewer, now: u64) -> Vec<String> {
    let host = &world.host;
    let mut known = vec![
        format!("{:?} {:?} {:?}", host.version(), host.opened_at(), host.game_name()),
        format!("{:?} {:?} {:?}", host.occupants(), host.code(), host.aids()),
        format!("{:?} {:?} {:?}", host.clock(), host.clocks(now), host.is_public()),
        format!("{:?} {:?} {:?}", host.undo_request(), host.next(), host.closed()),
        format!("{:?} {:?}", host.close_request(), host.spent()),
        format!("{:?} {:?}", host.nonces(), host.start().map(|game| game.options())),
        format!("{:?}", host.record().is_some()),
    ];
    if let Viewer::Seat(seat) = viewer {
        known.push(format!("{:?}", host.legal(seat, 40)));
        known.push(format!("{:?} {:?}", host.can_undo(seat), host.can_ask_undo(seat)));
        known.push(format!("{:?} {:?}", host.declined(seat), host.is_out_of_time(seat)));
        known.push(format!("{:?}", host.seat_of(world.keys[seat.index()].hash())));
    }
    known
}

/// Whether two positions are the same to a viewer; gives how many refusals were compared.
fn alike(
    here: &AnyGame,
    there: &AnyGame,
    viewer: Viewer,
    wild: &Wild,
    draws: &mut Substream,
    what: &impl Fn() -> String,
) -> u32 {
    // Where the two are the same in every bit, what follows from them is looked at now and then.
    if here == there && draws.below(SAME_EVERY) > 0 {
        return 0;
    }
    same(&here.view_text(viewer).get(), &there.view_text(viewer).get(), || format!("{}: view", what()));
    same(&here.turn(), &there.turn(), || format!("{}: turn", what()));
    same(&here.awaited(), &there.awaited(), || format!("{}: who is waited for", what()));
    same(&here.points_open(), &there.points_open(), || format!("{}: points", what()));
    same(&here.chance_key(), &there.chance_key(), || format!("{}: draws", what()));
    let Viewer::Seat(seat) = viewer else { return 0 };
    same(&here.legal_actions(seat), &there.legal_actions(seat), || format!("{}: legal", what()));
    let mut refusals = 0;
    // Whether a partner can pay is found out by trying only (`CATAN-DOM-11`).
    let trades = if has_offers(here) { TRADING } else { &[] };
    for n in 0..6 + trades.len() {
        let Some(action) = trades.get(n).copied().or_else(|| wild.pick(draws)) else { break };
        let (left, right) = (here.check(seat, action), there.check(seat, action));
        refusals += u32::from(left.is_err());
        same(&left, &right, || format!("{}: {action}", what()));
        if let Err(refusal) = left
            && draws.below(64) == 0
        {
            let names = pages::Names::letters();
            let say = |refusal| pages::refusal(Lang::De, &names, refusal);
            same(&say(&refusal), &say(&right.expect_err("the same")), || {
                format!("{}: {action} in words", what())
            });
        }
    }
    refusals
}

/// Everything this viewer cannot know, dealt anew; `None` where there is nothing, or the viewer could exclude the deal.
fn dealt_anew(game: &AnyGame, viewer: Viewer, draws: &mut Substream) -> Option<AnyGame> {
    match game {
        _ if game.turns() == 0 || game.outcome().is_some() => None,
        AnyGame::Catan(game) => worlds::of_catan(game, viewer, draws).map(AnyGame::from),
        AnyGame::CitiesAndKnights(game) => {
            worlds::of_cities_and_knights(game, viewer, draws).map(AnyGame::from)
        }
        _ => None,
    }
}

/// Actions that somebody could do at some time, to be tried where they are out of place.
#[derive(Default)]
struct Wild {
    actions: Vec<String>,
}

/// These name cards that one may have or not, or what others have.
const NAMING: [&str; 24] = [
    "discard 1 ore",
    "discard 2 wool, 2 grain",
    "bank 4 ore for 1 wool",
    "execute A",
    "execute B",
    "accept",
    "accept-proposal B",
    "steal A",
    "steal B",
    "steal C",
    "offer 1 ore for 1 wool",
    "propose 1 ore for 1 wool",
    "counter 2 ore for 1 wool",
    "accept-proposal A",
    "knight",
    "monopoly ore",
    "year-of-plenty ore wool",
    "road-building",
    "play road-building",
    "play resource-monopoly ore",
    "play spy B",
    "force B brick",
    "drop spy",
    "declare-victory",
];

/// The actions that answer open offers.
const TRADING: &[&str] = &[
    "execute A",
    "execute B",
    "execute C",
    "execute D",
    "accept-proposal A",
    "accept-proposal B",
    "accept-proposal C",
    "accept-proposal D",
    "accept",
];

/// Whether somebody offers or proposes an exchange.
fn has_offers(game: &AnyGame) -> bool {
    let seats = || Seat::first(game.seats());
    match game {
        AnyGame::Catan(game) => {
            let view = game.view(Viewer::Spectator);
            view.offer().is_some() || seats().any(|seat| view.proposal(seat).is_some())
        }
        AnyGame::CitiesAndKnights(game) => {
            let view = game.view(Viewer::Spectator);
            view.offer().is_some() || seats().any(|seat| view.proposal(seat).is_some())
        }
        _ => false,
    }
}

impl Wild {
    fn collect(&mut self, game: &AnyGame, draws: &mut Substream) {
        if draws.below(4) > 0 {
            return;
        }
        let seat = Seat::new(draws.below(game.seats() as u32) as usize).expect("a seat");
        let mut legal = game.legal_actions(seat);
        if legal.is_empty() {
            return;
        }
        let action = legal.swap_remove(draws.below(legal.len() as u32) as usize);
        if self.actions.len() < 256 {
            self.actions.push(action);
        } else {
            self.actions[draws.below(256) as usize] = action;
        }
    }

    fn pick(&self, draws: &mut Substream) -> Option<&str> {
        let all = NAMING.len() + self.actions.len();
        let n = draws.below(all as u32) as usize;
        NAMING.get(n).copied().or_else(|| self.actions.get(n - NAMING.len()).map(String::as_str))
    }
}

fn table(game: &AnyGame, viewer: Viewer) -> GameTable<'_> {
    GameTable::new(game, viewer, &History::default(), Aids::ALL)
}

/// The page of a viewer.
fn page(game: &AnyGame, viewer: Viewer, lang: Lang, mode: Mode) -> String {
    page_of(game, table(game, viewer), viewer, lang, mode)
}

/// The page of a viewer with the last lines of the log, and what is to be shown of them.
fn page_with_log(world: &World, game: &AnyGame, viewer: Viewer) -> String {
    let after = world.host.version().saturating_sub(60);
    let changes = changes(world, after);
    let events = changes.iter().filter_map(|change| Some((change.seq, change.events.as_ref()?)));
    let log = events.map(|(seq, events)| LogLine { seq, what: LogEvent::Game(events) }).collect();
    let table = GameTable::new(game, viewer, &History { log, ..History::default() }, Aids::ALL);
    page_of(game, table, viewer, Lang::En, Mode::Picture)
}

fn page_of(game: &AnyGame, table: GameTable<'_>, viewer: Viewer, lang: Lang, mode: Mode) -> String {
    let seats: Vec<SeatInfo<'_>> = Seat::first(game.seats())
        .map(|seat| SeatInfo {
            seat,
            who: SeatOccupant::Person { name: pages::BOT_NAMES[seat.index()], online: true, stand_in: None },
        })
        .collect();
    let settings = Settings { mode, ..Settings::default() };
    let reader = Reader { lang, settings, here: "/t/x".to_owned(), ..Reader::default() };
    // A table may show its spectators the chances, which tell no more than they may know.
    let watches = viewer == Viewer::Spectator;
    let shown = watches.then(|| analysis::spectator_chances(game));
    let chances = pages::SpectatorChances { allowed: true, shown };
    // What a page changes to follows from the page and from what it showed before.
    let shown = Shown::after(None);
    let page = TablePage {
        shown: &shown,
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
        bot: "settler",
        notice: None,
        game: table,
        statistics: None,
        beside: pages::TableContext { chances, ..pages::TableContext::default() },
        people: pages::People::default(),
    };
    let html = pages::main(&page).into_string();
    // What programs read instead of the page.
    let told: Vec<String> = pages::log_in_words(&page, 0).into_iter().map(|line| line.text).collect();
    let in_words = match (mode, viewer) {
        (Mode::Text, Viewer::Seat(seat)) => {
            let meant = pages::actions_in_words(&page, &game.legal_actions(seat));
            assert!(meant.iter().all(Option::is_some), "{meant:?}");
            format!("{}{meant:?}", pages::position_in_words(&page))
        }
        (Mode::Text, _) => pages::position_in_words(&page),
        (Mode::Picture, _) => String::new(),
    };
    drop(page);
    format!("{html}{in_words}{told:?}{:x}", shown.finish().digest())
}
