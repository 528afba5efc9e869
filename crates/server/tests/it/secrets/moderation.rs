//! Two worlds for whoever moderates: an admin learns of a table what spectators may see, and of hidden cards nothing before
//! the game ends. Reports, what moderators look at, what they do and the audit log are the same in both worlds.

use super::lines::Lines;
use super::{Counts, Walk, compare_lines, hides, still, stored, walk};
use game::Seat;
use serde_json::{Value, json};
use server::Limits;
use shelf::GameKind;
use std::sync::Arc;
use store::moderation::{Actor, Role, RoleGrant, Step};
use store::{Account, Change, Person, Session, Store, conformance};
use table::{Key, KeyHash};
use testkit::twins::{Twins, World};
use testkit::{Client, RunningServer};

/// The key of the admin, who is the same in both worlds.
const KEY: &str = "s00112233445566778899aabbccddeeff";
const ADMIN: KeyHash = KeyHash([9; 32]);

/// A server that has one of the tables, and an admin.
fn serve(twins: &Twins, world: &World) -> (RunningServer, Lines) {
    let store = stored(twins.id, world);
    let account = Account { name: "Rosa".to_owned(), folded: "rosa".to_owned(), password: String::new() };
    let key: Key = KEY.parse().expect("a key");
    let now = store::now();
    let session = Session {
        key: key.hash(),
        person: ADMIN,
        since: now,
        seen: now,
        until: now + 86_400_000,
        device: String::new(),
    };
    let granted = RoleGrant { person: ADMIN, role: Role::Admin, at: 1, by: Actor::Host };
    let changes = vec![
        Change::Keep(Person { id: ADMIN, since: 1, account: Some(account) }),
        Change::Begin(session),
        Change::Moderate(Step::Grant(granted)),
    ];
    conformance::change(&*store, changes).expect("it is stored");
    let lines = Lines::default();
    let log = tracing::Dispatch::new(lines.clone());
    (RunningServer::logged(store as Arc<dyn Store>, Limits::default(), log, still()), lines)
}

/// A text without what differs between any two servers: who people are, when something was done, and the hashes of both.
fn plain(text: &str, world: &World) -> String {
    let mut text = text.replace(&world.secret.commitment().to_string(), "COMMITMENT");
    for (key, seat) in world.keys.iter().zip(Seat::first(Seat::MAX)) {
        text = text.replace(&key.hash().digits(), &format!("PERSON {seat}"));
    }
    // Moments and hashes stand in quotes of their own.
    let is_moment = |part: &str| part.len() >= 20 && part.starts_with("20") && part.ends_with('Z');
    let is_hash = |part: &str| part.len() == 64 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let parts = text.split('"').map(|part| match part {
        part if is_moment(part) => "MOMENT",
        part if is_hash(part) && part != ADMIN.digits() => "HASH",
        part => part,
    });
    parts.collect::<Vec<_>>().join("\"")
}

/// The requests of the admin and their answers, until the table is closed.
fn moderated(running: &RunningServer, twins: &Twins, world: &World) -> Vec<(String, u16, String)> {
    let table = twins.id;
    let mut answers = Vec::new();
    let mut note = |what: &str, reply: &testkit::Reply| {
        answers.push((what.to_owned(), reply.status, plain(&reply.text(), world)));
    };
    let mut player = Client::with_token(running.addr, &world.keys[0].reveal());
    for body in [
        json!({"seat": "B", "reason": "stalling", "text": "an hour already"}),
        json!({"seat": "B", "reason": "stalling"}),
        json!({"seat": "A", "reason": "spam"}),
        json!({"line": 1, "reason": "abuse"}),
    ] {
        note(&body.to_string(), &player.post(&format!("/api/v1/tables/{table}/reports"), &body));
    }
    let mut admin = Client::with_token(running.addr, KEY);
    let looks = [
        "reports".to_owned(),
        "reports/1".to_owned(),
        format!("tables/{table}"),
        format!("person?who={table}/A"),
        format!("person?who={table}/B"),
        "sanctions".to_owned(),
        "roles".to_owned(),
        "audit".to_owned(),
    ];
    let look = |admin: &mut Client, note: &mut dyn FnMut(&str, &testkit::Reply)| {
        for path in &looks {
            note(path, &admin.get(&format!("/api/v1/admin/{path}")));
        }
    };
    look(&mut admin, &mut note);
    for (path, body) in [
        ("sanctions", json!({"measure": "mute", "who": format!("{table}/B"), "reason": "abuse"})),
        (
            "sanctions",
            json!({"measure": "suspend", "who": format!("{table}/A"), "seconds": 3600, "reason": "spam"}),
        ),
        ("sanctions", json!({"measure": "hide-table", "table": table.to_string(), "reason": "name"})),
        ("sanctions", json!({"measure": "suspend-network", "who": format!("{table}/B"), "reason": "name"})),
        ("person/rename", json!({"who": format!("{table}/B"), "name": "Kind", "reason": "name"})),
        ("person/reset-password", json!({"who": format!("{table}/B")})),
        ("reports/1/resolve", json!({"outcome": "acted"})),
    ] {
        note(path, &admin.post(&format!("/api/v1/admin/{path}"), &body));
    }
    look(&mut admin, &mut note);
    // Whoever is refused is told what they may do, which they know; so only the refusal itself is compared.
    let act = json!({"seq": world.host.version(), "id": "no", "action": "end"});
    let suspended = player.post(&format!("/api/v1/tables/{table}/act"), &act);
    let mut other = Client::with_token(running.addr, &world.keys[1].reveal());
    let say = json!({"seq": world.host.version(), "id": "no", "wish": {"say": "hm"}});
    let muted = other.post(&format!("/api/v1/tables/{table}/wish"), &say);
    for (what, reply) in [("suspended", suspended), ("muted", muted)] {
        answers.push((what.to_owned(), reply.status, reply.json()["error"].to_string()));
    }
    answers
}

/// Compares what an admin sees in both worlds; returns whether the views differ once the table is closed.
fn compare(twins: &Twins, what: &str, counts: &mut Counts) -> bool {
    let worlds = [&twins.here, &twins.there];
    let [(left, left_lines), (right, right_lines)] = worlds.map(|world| serve(twins, world));
    let servers = [left, right];
    let answers = [0, 1].map(|n| moderated(&servers[n], twins, worlds[n]));
    let [left, right] = &answers;
    assert_eq!(left.len(), right.len());
    for (left, right) in left.iter().zip(right) {
        assert_eq!(left, right, "{what}");
        counts.answers += 1;
        counts.bytes += left.2.len();
    }
    let done = left.iter().filter(|(_, status, _)| (200..300).contains(status)).count();
    assert!(done >= 20, "{what}: {done} of {left:?}");
    compare_lines(&left_lines, &right_lines, what, counts);
    // Closed, everything is shown, as at the end of a game.
    let views = [0, 1].map(|n| {
        let mut admin = Client::with_token(servers[n].addr, KEY);
        let path = format!("/api/v1/admin/tables/{}", twins.id);
        let hidden: Value = admin.get(&path).json()["view"].clone();
        let closed = admin.post(&format!("{path}/close"), &json!({"reason": "abuse"}));
        assert_eq!(closed.status, 200, "{what}: {}", closed.text());
        (hidden, admin.get(&path).json()["view"].clone())
    });
    assert_eq!(views[0].0, views[1].0, "{what}");
    views[0].1 != views[1].1
}

/// Plays games in both worlds and stops now and then for whoever moderates.
fn two_worlds(kind: GameKind, games: u64, stops: u32) {
    let hides = hides(kind);
    let (mut counts, mut shown) = (Counts::default(), 0);
    let is_due = |twins: &Twins, since: i32| since >= 40 && (!hides || since >= 140 || twins.differ());
    walk(kind, Walk { games, stops, ahead: 10 }, &mut counts, is_due, |twins, what, counts| {
        shown += u32::from(compare(twins, what, counts));
    });
    println!("{kind}: {counts:?}, {shown} shown at the end");
    assert!(counts.positions >= stops && counts.answers > 50, "{counts:?}");
    assert!(!hides || (counts.with_other_cards > 0 && shown > 0), "{counts:?}, {shown}");
}

#[test]
fn moderators_of_catan() {
    two_worlds(GameKind::Catan, 2, 3);
}

#[test]
fn moderators_of_cities_and_knights() {
    two_worlds(GameKind::CitiesAndKnights, 2, 3);
}

#[test]
fn moderators_of_carcassonne() {
    two_worlds(GameKind::Carcassonne, 1, 2);
}
