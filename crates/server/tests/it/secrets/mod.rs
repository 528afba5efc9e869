//! Two worlds over real HTTP: whoever cannot tell them apart gets the same bytes from both, page by page and frame by
//! frame, headers and sizes included, compressed or not; and both servers log the same lines. Games of all five kinds are
//! played; `worlds.rs` looks at many more positions without sockets.
//!
//! Two servers have the same table under the same id, one with another secret of the dice, other keys and command ids,
//! and other hidden cards. Each of the ignorant asks both servers for everything that can be asked. Then somebody plays
//! on at both, best of all so that a card is drawn or stolen: the servers draw different ones, and those who may not know
//! which are told the same as it happens.

mod answers;
#[cfg(unix)]
mod cluster;
mod lines;
mod moderation;
mod streams;

use answers::{Answer, assert_same, everything, key_of, secrets};
use game::{Seat, SeatSet, Turn, Viewer};
use lines::Lines;
use live::time::Time;
use serde_json::{Value, json};
use server::Limits;
use shelf::{AnyGame, Events, GameKind};
use std::collections::HashSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, LazyLock};
use store::{Batch, Index, MemoryStore, Store, Tag, conformance};
use streams::Stream;
use table::entry::{Body, SeatHolder};
use table::games::new_game;
use table::host::{Chance, Effect, Host, Opening};
use table::{Key, TableId};
use testkit::twins::{Twins, World, seats_that_distinguish};
use testkit::{Client, RunningServer};

/// The whole log of one of the tables.
fn batch_of(id: TableId, world: &World) -> Batch {
    let Ok(Body::Created(created)) = serde_json::from_str(&world.log[0].body) else {
        panic!("entry 0 creates")
    };
    let mut index = vec![Index::Code(created.code), Index::Tag(Tag::Public)];
    index.extend(world.keys.iter().map(|key| Index::Holder(key.hash())));
    Batch { table: id, entries: world.log.clone(), index, untag: Vec::new() }
}

/// A store with one of the tables.
fn stored(id: TableId, world: &World) -> Arc<MemoryStore> {
    let store = Arc::new(MemoryStore::new());
    conformance::append(&*store, batch_of(id, world)).expect("it is stored");
    store
}

/// A clock that stands still at one moment for all servers of this process: what they answer differs by no time.
fn still() -> Time {
    static NOW: LazyLock<u64> = LazyLock::new(store::now);
    Time::planted(|| *NOW, Arc::new(AtomicU64::new(0)))
}

/// A server that has one of the tables, and its log.
fn serve(id: TableId, world: &World) -> (RunningServer, Lines) {
    let store = stored(id, world);
    let lines = Lines::default();
    let log = tracing::Dispatch::new(lines.clone());
    (RunningServer::logged(store as Arc<dyn Store>, Limits::default(), log, still()), lines)
}

/// The counts of all comparisons.
#[derive(Default, Debug)]
struct Counts {
    positions: u32,
    with_other_cards: u32,
    readers: u32,
    answers: usize,
    bytes: usize,
    frames: u64,
    /// Commands that were carried out by both servers, and those by which a card was drawn or stolen.
    played: u32,
    drawn: u32,
    lines: usize,
}

/// The number of games, the average number of stops in each, and the number of steps that count as done before its first stop.
struct Walk {
    games: u64,
    stops: u32,
    ahead: i32,
}

/// Plays games in both worlds and stops now and then. After each step `is_due` says, from the steps since the last stop, whether
/// to stop; `look` is what happens there.
fn walk(
    kind: GameKind,
    Walk { games, stops, ahead }: Walk,
    counts: &mut Counts,
    mut is_due: impl FnMut(&Twins, i32) -> bool,
    mut look: impl FnMut(&Twins, &str, &mut Counts),
) {
    for seed in 0..games {
        let mut twins = Twins::new(kind, seed, false);
        let mut since = ahead;
        for _ in 0..700 {
            if twins.is_over() || counts.positions >= stops * (seed as u32 + 1) {
                break;
            }
            let before = twins.step();
            if twins.here.host.version() == before || twins.is_over() {
                continue;
            }
            since += 1;
            if !is_due(&twins, since) {
                continue;
            }
            since = 0;
            let what = format!("{kind}, seed {seed}, version {}", twins.here.host.version());
            counts.positions += 1;
            counts.with_other_cards += u32::from(twins.differ());
            look(&twins, &what, counts);
        }
    }
}

/// Whether players have cards that the others do not see.
fn hides(kind: GameKind) -> bool {
    matches!(kind, GameKind::Catan | GameKind::CitiesAndKnights)
}

/// Stops now and then to ask for everything; where the worlds differ by cards if they can, and in each situation that comes up.
fn two_worlds(kind: GameKind, games: u64, stops: u32) {
    let hides = hides(kind);
    let (mut counts, mut known) = (Counts::default(), HashSet::new());
    let is_due = |twins: &Twins, since: i32| {
        if hides && since < 105 && !twins.differ() {
            return false;
        }
        let now = situation(twins);
        let is_new = since > 7 && !known.contains(&now);
        // Best where somebody can draw or steal a card next.
        let is_due = is_new || since >= 25 && (!hides || now.1 || since > 65);
        if is_due {
            known.insert(now);
        }
        is_due
    };
    walk(kind, Walk { games, stops, ahead: 15 }, &mut counts, is_due, |twins, what, counts| {
        compare(twins, what, counts);
        play_on(twins, what, counts);
    });
    println!("{kind}: {counts:?}");
    assert!(counts.positions >= stops && counts.answers > 500, "{counts:?}");
    assert!(counts.lines > 500 && counts.played > 0, "{counts:?}");
    assert!(!hides || counts.drawn * 6 > counts.positions, "{counts:?}");
}

/// The pending decision, and whether somebody may draw or steal a card.
fn situation(twins: &Twins) -> (String, bool) {
    let phase = twins.game().to_setup().get("phase").map(|phase| match phase {
        Value::Object(named) => named.keys().next().cloned().unwrap_or_default(),
        other => other.to_string(),
    });
    (phase.unwrap_or_default(), moves(twins).iter().any(|go| go.draws))
}

/// The log of both servers is the same, whoever asked.
fn compare_lines(left: &Lines, right: &Lines, what: &str, counts: &mut Counts) {
    let (left, right) = (left.text(), right.text());
    counts.lines += left.lines().count();
    for (left, right) in left.lines().zip(right.lines()) {
        assert_eq!(left, right, "{what}: logged");
    }
    assert_eq!(left.len(), right.len(), "{what}: logged");
}

fn compare(twins: &Twins, what: &str, counts: &mut Counts) {
    let table = twins.id.to_string();
    let version = twins.here.host.version();
    let worlds = [&twins.here, &twins.there];
    let [(left, left_lines), (right, right_lines)] = worlds.map(|world| serve(twins.id, world));
    let servers = [left, right];
    let hosts = || [servers[0].addr.to_string(), servers[1].addr.to_string()];
    let active = twins.game().to_decide();
    let ignorant = twins.ignorant();
    // One of those who have something to decide, one who has not, and who only looks on.
    let acting = ignorant.iter().copied().find(|seat| active.contains(*seat));
    let idle = ignorant.iter().copied().find(|seat| !active.contains(*seat));
    let seats = acting.into_iter().chain(idle).map(Viewer::Seat);
    let viewers: Vec<Viewer> = seats.chain([Viewer::Spectator]).collect();
    let mut check = |left: &[Answer], right: &[Answer], viewer: Viewer| {
        let what = format!("{what}, {viewer:?}");
        assert_same(left, right, worlds, hosts(), viewer, &what);
        counts.answers += left.len();
        counts.bytes += left.iter().map(|answer| answer.body.len()).sum::<usize>();
    };
    // Pages first and streams second: whoever follows a table is shown as online.
    for &viewer in &viewers {
        counts.readers += 1;
        let may_act = matches!(viewer, Viewer::Seat(seat) if active.contains(seat))
            || twins.other_game().to_decide() != active;
        let [left, right] = [0, 1].map(|n| everything(&servers[n], worlds[n], &table, viewer, may_act));
        check(&left, &right, viewer);
    }
    // Who can tell the worlds apart looks too, and the log must not show what they see.
    for seat in twins.knowing {
        for n in [0, 1] {
            let mut client = Client::with_token(servers[n].addr, &worlds[n].keys[seat.index()].reveal());
            for path in ["", "/view", "/legal"] {
                client.get(&format!("/api/v1/tables/{table}{path}"));
            }
            let late = json!({"seq": 0, "id": "late", "action": "end"});
            client.post(&format!("/api/v1/tables/{table}/act"), &late);
        }
    }
    let page = format!("/t/{table}/events");
    let [left, right] = [0, 1].map(|n| {
        let stream = Stream::open(&servers[n], worlds[n], &page, Viewer::Spectator, None);
        let _other = Stream::open(&servers[n], worlds[n], &page, viewers[0], None);
        stream.presence()
    });
    check(&[left], &[right], Viewer::Spectator);
    for &viewer in &viewers {
        let api = format!("/api/v1/tables/{table}/events");
        for (path, seen) in [
            (format!("{api}?after=0"), None),
            (api.clone(), Some(version / 2)),
            (api, None),
            (format!("{page}?after={}", version / 2), None),
        ] {
            counts.frames += version;
            let [left, right] =
                [0, 1].map(|n| Stream::open(&servers[n], worlds[n], &path, viewer, seen).up_to(version));
            check(&[left], &[right], viewer);
        }
    }
    compare_lines(&left_lines, &right_lines, what, counts);
}

/// Something that a seat may do in both worlds, and that looks the same in both to some.
struct Go {
    seat: Seat,
    action: String,
    /// Whether a card is drawn or stolen by it.
    draws: bool,
    /// The seats that can tell the worlds apart after it.
    knowing: SeatSet,
}

/// The actions that are possible in both worlds; each world has dice of its own.
fn moves(twins: &Twins) -> Vec<Go> {
    let games = [twins.game(), twins.other_game()];
    let worlds = [&twins.here, &twins.there];
    let table = twins.id.to_string();
    let dice = worlds.map(|world| fair::Dice::new(&world.secret, &table, world.host.nonces()));
    let mut moves = Vec::new();
    for seat in games[0].to_decide() {
        let [ours, theirs] = games.map(|game| game.legal_actions(seat));
        for action in ours.into_iter().filter(|action| theirs.contains(action)).take(60) {
            let [Some((left, draws)), Some((right, _))] =
                [0, 1].map(|n| ahead(*games[n], seat, &action, &dice[n]))
            else {
                continue;
            };
            let told = left.iter().zip(&right).map(|(left, right)| seats_that_distinguish(left, right));
            let told: Option<Vec<Vec<Seat>>> = told.collect();
            if let Some(told) = told.filter(|_| left.len() == right.len()) {
                let knowing = told.concat().into_iter().fold(twins.knowing, SeatSet::with);
                moves.push(Go { seat, action, draws, knowing });
            }
        }
    }
    moves
}

/// The events of an action, and whether it draws or steals a card; `None` if it throws dice, lays a tile or ends the game.
fn ahead(mut game: AnyGame, seat: Seat, action: &str, dice: &fair::Dice) -> Option<(Vec<Events>, bool)> {
    let mut events = vec![game.play(seat, action).ok()?];
    while let Turn::Chance(kind) = game.turn() {
        if !kind.starts_with("stolen") && !kind.starts_with("card") && !kind.contains(" card for ") {
            return None;
        }
        events.push(game.resolve(&game.draw(dice)?).ok()?);
    }
    let draws = events.len() > 1;
    game.outcome().is_none().then_some((events, draws))
}

/// Somebody plays on at both servers while the others follow.
fn play_on(twins: &Twins, what: &str, counts: &mut Counts) {
    let mut moves = moves(twins);
    moves.sort_by_key(|go| !go.draws);
    let draw = moves.iter().filter(|go| go.draws).count();
    let at = counts.positions as usize % if draw > 0 { draw } else { moves.len().max(1) };
    let Some(Go { seat, action, draws, knowing }) = moves.into_iter().nth(at) else { return };
    let what = format!("{what}, {seat} plays `{action}`");
    let table = twins.id.to_string();
    let (api, page) = (format!("/api/v1/tables/{table}"), format!("/t/{table}"));
    let version = twins.here.host.version();
    let worlds = [&twins.here, &twins.there];
    let [(left, left_lines), (right, right_lines)] = worlds.map(|world| serve(twins.id, world));
    let servers = [left, right];
    let hosts = || [servers[0].addr.to_string(), servers[1].addr.to_string()];
    let ignorant =
        Seat::first(twins.game().seats()).filter(|&other| other != seat && !knowing.contains(other));
    let viewers: Vec<Viewer> = ignorant.map(Viewer::Seat).chain([Viewer::Spectator]).collect();
    let follow = |n: usize| {
        let open = |&viewer: &Viewer| {
            Stream::open(&servers[n], worlds[n], &format!("{api}/events"), viewer, Some(version))
        };
        viewers.iter().map(open).collect::<Vec<Stream>>()
    };
    let mut streams = [0, 1].map(follow);
    // The spectator of the pages has a key: every stream without one counts as one more spectator, which all pages would be told
    // a little later.
    let stranger = Key::random().reveal();
    let reader = |n: usize, viewer: Viewer| key_of(worlds[n], viewer).unwrap_or_else(|| stranger.clone());
    let present = |n: usize| Stream::with_key(&servers[n], Some(&stranger), &format!("{api}/events"), None);
    let _present = [0, 1].map(present);
    let follow_page = |n: usize| {
        let open = |&viewer: &Viewer| {
            let key = reader(n, viewer);
            let mut client = servers[n].client();
            client.headers = vec![("cookie".to_owned(), format!("neuland-key={key}"))];
            let html = client.get(&format!("{page}/main")).text();
            let state = html.split("data-state=\"").nth(1).and_then(|rest| rest.get(..16));
            let state = state.unwrap_or_else(|| panic!("no state: {html}"));
            let path = format!("{page}/events?after={version}&state={state}");
            Stream::with_key(&servers[n], Some(&key), &path, None)
        };
        viewers.iter().map(open).collect::<Vec<Stream>>()
    };
    let mut pages = [0, 1].map(follow_page);
    let answers = [0, 1].map(|n| {
        let mut client = Client::with_token(servers[n].addr, &worlds[n].keys[seat.index()].reveal());
        let body = json!({"seq": version, "id": "go", "action": action});
        let path = format!("{api}/act");
        Answer::new(path.clone(), client.post(&path, &body))
    });
    let [left, right] = answers.each_ref().map(std::slice::from_ref);
    assert_eq!(left[0].status, 200, "{what}: {}", left[0].body);
    assert_same(left, right, worlds, hosts(), Viewer::Seat(seat), &what);
    counts.played += 1;
    counts.drawn += u32::from(draws);
    let last =
        serde_json::from_str::<Value>(&left[0].body).expect("an answer")["seq"].as_u64().expect("a version");
    let steps = twins.here.host.steps().len() as u64 + last - version;
    // The streams stay open, so that all are shown as online.
    // What pages are sent: the same in both worlds, but for the state in the address.
    let [left, right] = &mut pages;
    for ((&viewer, left), right) in viewers.iter().zip(left).zip(right) {
        let [mut left, mut right] = [left, right].map(|stream| stream.up_to(last));
        left.asked = format!("{page}/events");
        right.asked.clone_from(&left.asked);
        assert!(left.body.contains("event: page"), "{what}, {viewer:?}: {}", left.body);
        assert_same(&[left], &[right], worlds, hosts(), viewer, &format!("{what}, {viewer:?}"));
    }
    let [left, right] = &mut streams;
    for ((&viewer, left), right) in viewers.iter().zip(left).zip(right) {
        let paths = [
            api.clone(),
            format!("{api}/view"),
            format!("{api}/positions/{steps}"),
            format!("{api}/statistics"),
            format!("{page}/main"),
            format!("{page}/replay/{steps}/main"),
            format!("{page}/board/{last}.svg"),
        ];
        let mut told = [vec![left.up_to(last)], vec![right.up_to(last)]];
        for (n, told) in told.iter_mut().enumerate() {
            let mut client = servers[n].client();
            client.token = key_of(worlds[n], viewer);
            let cookie = client.token.iter().map(|key| ("cookie".to_owned(), format!("neuland-key={key}")));
            client.headers = cookie.collect();
            told.extend(paths.iter().map(|path| Answer::new(path.clone(), client.get(path))));
        }
        let [left, right] = told;
        assert_same(&left, &right, worlds, hosts(), viewer, &format!("{what}, {viewer:?}"));
        counts.frames += last - version;
        counts.answers += left.len();
        counts.bytes += left.iter().map(|answer| answer.body.len()).sum::<usize>();
    }
    compare_lines(&left_lines, &right_lines, &what, counts);
}

#[test]
fn catan() {
    two_worlds(GameKind::Catan, 3, 4);
}

#[test]
fn cities_and_knights() {
    two_worlds(GameKind::CitiesAndKnights, 3, 4);
}

#[test]
fn carcassonne() {
    two_worlds(GameKind::Carcassonne, 2, 3);
}

#[test]
fn traders_and_builders() {
    two_worlds(GameKind::TradersAndBuilders, 2, 3);
}

#[test]
fn mayflower() {
    two_worlds(GameKind::Mayflower, 2, 3);
}

/// The comparison itself would notice: to those who know the card, the worlds differ.
#[test]
fn who_knows_the_card_is_shown_it() {
    for kind in [GameKind::Catan, GameKind::CitiesAndKnights] {
        let (mut shown, mut steps) = (0, 0);
        for seed in 0..20 {
            let mut twins = Twins::new(kind, seed, false);
            while shown < 5 && !twins.is_over() && steps < 4_000 {
                steps += 1;
                twins.step();
                if twins.is_over() {
                    break;
                }
                let differs = |seat| {
                    twins.game().view(Viewer::Seat(seat)) != twins.other_game().view(Viewer::Seat(seat))
                };
                shown += u32::from(twins.knowing.into_iter().any(differs));
            }
        }
        assert!(shown >= 5, "{kind}: {shown} times in {steps} steps");
    }
}

/// Before all seats are taken, the two servers differ in the secret of the dice alone, and tell it to nobody.
#[test]
fn before_the_game_begins() {
    for kind in [GameKind::Catan, GameKind::Carcassonne] {
        let id = TableId::new(7 << 20).expect("below 2 to the 60");
        let [here, there] = [1, 2].map(|seed| waiting(kind, id, seed));
        let worlds = [&here, &there];
        let [(left, left_lines), (right, right_lines)] = worlds.map(|world| serve(id, world));
        let servers = [left, right];
        for viewer in [Viewer::Seat(Seat::B), Viewer::Spectator] {
            let [left, right] =
                [0, 1].map(|n| everything(&servers[n], worlds[n], &id.to_string(), viewer, false));
            let hosts = [servers[0].addr.to_string(), servers[1].addr.to_string()];
            assert_same(&left, &right, worlds, hosts, viewer, &format!("{kind}, {viewer:?}"));
        }
        compare_lines(&left_lines, &right_lines, kind.name(), &mut Counts::default());
    }
}

/// A table at which one chair is open.
fn waiting(kind: GameKind, id: TableId, seed: u8) -> World {
    let game = new_game(kind.name(), 3, &[]).expect("a game for three");
    let keys = vec![Key::random(), Key::random()];
    let secret = fair::Secret::from_bytes([seed; 32]);
    let person = |(name, key): (&str, &Key)| SeatHolder::Person { name: name.to_owned(), key: key.hash() };
    let chairs = ["Ada", "Ben"].into_iter().zip(&keys).map(person).chain([SeatHolder::Open]).collect();
    let opening = Opening {
        nonces: [(Seat::B, "0123456789abcdef0123".parse().expect("digits"))].into(),
        public: true,
        ..Opening::new(chairs, Chance::Secret(secret), "00000000".to_owned(), keys[0].hash())
    };
    let (mut host, effects) = Host::open(id, &game, opening, 1_700_000_000_000, ()).expect("a table");
    let stored = effects.into_iter().find_map(|effect| match effect {
        Effect::Append(batch) => Some(batch.entries),
        _ => None,
    });
    let _ = host.stored(Ok(()));
    World { host, log: stored.expect("it is to be stored"), secret, keys }
}

/// Once the game is over the dice and all cards may be known. The keys may not.
#[test]
fn keys_stay_secret_when_the_game_is_over() {
    for kind in [GameKind::Carcassonne, GameKind::TradersAndBuilders] {
        let mut twins = Twins::new(kind, 1, false);
        for _ in 0..5_000 {
            if twins.is_over() {
                break;
            }
            twins.step();
        }
        assert!(twins.is_over(), "{kind}");
        let (running, lines) = serve(twins.id, &twins.here);
        let answers = everything(&running, &twins.here, &twins.id.to_string(), Viewer::Spectator, false);
        assert!(
            answers.iter().any(|answer| answer.body.contains(&twins.here.secret.reveal())),
            "it is revealed"
        );
        let log = lines.text();
        for secret in secrets(&twins.here, Viewer::Spectator).iter().skip(1) {
            assert!(!log.contains(secret.as_str()), "{kind}: {secret} is logged");
            for answer in &answers {
                assert!(!answer.body.contains(secret.as_str()), "{kind}, {}: {secret} is told", answer.asked);
            }
        }
    }
}

/// Nobody can follow a game that is not theirs by what its server says of others.
#[test]
fn a_stranger_is_a_spectator() {
    let twins = Twins::new(GameKind::Catan, 3, false);
    let (running, _) = serve(twins.id, &twins.here);
    let path = format!("/api/v1/tables/{}/view", twins.id);
    let spectator = running.client().get(&path).text();
    let mut stranger = Client::with_token(running.addr, &Key::random().reveal());
    assert_eq!(stranger.get(&path).text(), spectator);
    let view: Value = serde_json::from_str(&spectator).expect("a view");
    assert!(view["view"].is_object());
}
