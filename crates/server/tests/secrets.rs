//! Two worlds: tables that differ only in what a seat cannot know give that seat, and spectators, the same bytes.

mod common;

use catan::cities_and_knights::{CardKind, ChanceKind, Progress};
use common::{Client, Running};
use game::{Draws, Seed};
use serde_json::json;
use server::entry::{Body, Chair};
use server::games::new_game;
use server::host::{Chance, Command, Effect, Host, Opening, Sender, Wish};
use server::store::{Batch, MemoryStore, Store, StoredEntry, conformance};
use server::{Key, Limits, TableId};
use std::sync::Arc;

/// What a client can read of a table, and what it is answered when it tries what it may not do.
fn everything(client: &mut Client, table: &str) -> Vec<(String, u16, String)> {
    let api = format!("/api/v1/tables/{table}");
    let version = client.get(&api).json()["version"].as_u64().unwrap();
    let steps = client.get(&format!("{api}/positions/0")).json()["steps"].as_u64().unwrap();
    let mut answers = Vec::new();
    // Earlier positions, through all eyes: those of others are refused.
    for at in steps.saturating_sub(8)..=steps {
        for eyes in ["", "?eyes=watch", "?eyes=A", "?eyes=B", "?eyes=C", "?eyes=all"] {
            let path = format!("{api}/positions/{at}{eyes}");
            let reply = client.get(&path);
            answers.push((path, reply.status, reply.text()));
        }
    }
    for path in [
        format!("/t/{table}/replay/{steps}"),
        format!("/t/{table}/replay/{}/main?eyes=watch", steps.saturating_sub(3)),
        format!("/t/{table}/replay/{}?mode=text", steps.saturating_sub(1)),
        format!("/t/{table}/replay/{steps}?eyes=A"),
        format!("/t/{table}/replay/{steps}?eyes=B"),
        format!("/t/{table}/replay/{steps}?eyes=C"),
        format!("/t/{table}/replay/{steps}?eyes=all"),
        format!("{api}/statistics"),
    ] {
        let reply = client.get(&path);
        answers.push((path, reply.status, reply.text()));
    }
    for path in [
        api.clone(),
        format!("{api}/view"),
        format!("{api}/legal"),
        format!("{api}/record"),
        format!("/t/{table}"),
        format!("/t/{table}?mode=text"),
        format!("/t/{table}/main"),
        format!("/t/{table}/record"),
        format!("/t/{table}/board/{version}.svg"),
        "/".to_owned(),
    ] {
        let reply = client.get(&path);
        answers.push((path, reply.status, reply.text()));
    }
    for (id, action) in
        ["end", "accept", "execute A", "execute B", "steal C", "discard 1 ore"].iter().enumerate()
    {
        let command = json!({"seq": version, "id": format!("x{id}"), "action": action});
        let reply = client.post(&format!("{api}/act"), &command);
        assert_ne!(reply.status, 200, "{action} was to be refused");
        answers.push(((*action).to_owned(), reply.status, reply.text()));
    }
    answers
}

/// The last versions of a table's stream.
fn events(client: &Client, table: &str, version: u64) -> Vec<(String, u16, String)> {
    let after = version.saturating_sub(16);
    let path = format!("/api/v1/tables/{table}/events?after={after}");
    let mut follow = client.follow(&path);
    let event = |_| {
        let (_, data) = follow.next().unwrap();
        (path.clone(), 200, data.to_string())
    };
    (after..version).map(event).collect()
}

fn assert_same(
    left: &[(String, u16, String)],
    right: &[(String, u16, String)],
    worlds: &[String],
    what: &str,
) {
    assert_eq!(left.len(), right.len());
    let plain = |text: &str| {
        let text = worlds.iter().fold(text.to_owned(), |text, world| text.replace(world, "TABLE"));
        without_ids(&text)
    };
    for (left, right) in left.iter().zip(right) {
        let (l, r) = (plain(&left.2), plain(&right.2));
        let same = l.bytes().zip(r.bytes()).take_while(|(left, right)| left == right).count();
        let around = |text: &str| {
            let bytes = &text.as_bytes()[same.saturating_sub(200)..text.len().min(same + 100)];
            String::from_utf8_lossy(bytes).into_owned()
        };
        assert!(l == r && left.1 == right.1, "{what}, {}:\n{}\n{}", left.0, around(&l), around(&r));
        assert_eq!(left.2.len(), right.2.len(), "{what}, {}: sizes differ", left.0);
    }
}

/// Command ids are made anew for every page: 32 hexadecimal digits.
fn without_ids(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut run = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_ascii_hexdigit() {
            run.push(letter);
            continue;
        }
        plain.push_str(if run.len() == 32 { "ID" } else { &run });
        plain.push(letter);
        run.clear();
    }
    plain
}

/// The log goes on in both worlds for a while, as long as nothing is shown rightly that differs.
fn goes_on(log: &[StoredEntry], at: usize, other: &str) -> usize {
    let mut until = at;
    for next in at + 1..log.len().min(at + 12) {
        // These tell others about the cards in a hand, rightly.
        let tells = ["monopoly", "play spy", "play master-merchant", "force "];
        if tells.iter().any(|what| log[next].body.contains(what)) {
            break;
        }
        let mut changed = log[..=next].to_vec();
        changed[at].body = other.to_owned();
        let is_well = |log: Vec<StoredEntry>| {
            let host = Host::<()>::load(TableId::random(), log).ok().flatten();
            host.is_some_and(|host| host.game().is_some_and(|game| game.outcome().is_none()))
        };
        if !is_well(log[..=next].to_vec()) || !is_well(changed) {
            break;
        }
        until = next;
    }
    until
}

#[test]
fn what_a_seat_cannot_know_is_in_none_of_its_bytes() {
    two_worlds("catan", 6, 400);
}

#[test]
fn what_a_seat_cannot_know_of_progress_cards_is_in_none_of_its_bytes() {
    two_worlds("cities-and-knights", 5, 900);
}

fn two_worlds(game: &str, games: u64, actions: usize) {
    // The log of a game is written into two tables, once as it was and once with another card drawn in secret: a
    // stolen card, or a development or progress card, that only others know.
    let store = Arc::new(MemoryStore::new());
    let running = Running::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let keys: Vec<Key> = (0..3).map(|_| Key::random()).collect();
    let mut compared = 0;
    for seed in 0..games {
        let log = random_game(game, &keys, seed, actions);
        // A page takes a while to draw: of each game some draws are enough.
        let draws = (0..log.len()).filter(|at| another_world(&log, *at).is_some()).step_by(7);
        for at in draws {
            let Some((other, knowing)) = another_world(&log, at) else { continue };
            let until = goes_on(&log, at, &other);
            let mut worlds = Vec::new();
            for (n, body) in [log[at].body.clone(), other].into_iter().enumerate() {
                let id = TableId::random();
                let mut entries = log[..=until].to_vec();
                entries[at].body = body;
                // Join codes are unique; this world's own is of no interest here.
                let mut created: Body = serde_json::from_str(&entries[0].body).unwrap();
                let Body::Created(inner) = &mut created else { panic!("entry 0 creates") };
                inner.code = format!("world00{n}");
                entries[0].body = serde_json::to_string(&created).unwrap();
                conformance::append(
                    &*store,
                    Batch { table: id, entries, index: Vec::new(), untag: Vec::new() },
                )
                .unwrap();
                worlds.push(id.to_string());
            }
            let host = Host::<()>::load(TableId::random(), log[..=until].to_vec()).unwrap().unwrap();
            let active = host.game().unwrap().to_decide();
            let ignorant = (0..3).filter(|seat| !knowing.contains(seat));
            // Who is to act could do what is tried here.
            let idle = ignorant.filter(|&seat| !active.contains(game::Seat::new(seat).unwrap()));
            let watchers: Vec<Option<usize>> = idle.map(Some).chain([None]).collect();
            let client = |seat: Option<usize>| {
                let mut client = running.client();
                client.token = seat.map(|seat| keys[seat].reveal());
                client.headers.extend(
                    client
                        .token
                        .iter()
                        .map(|key| ("cookie".to_owned(), format!("neuland-key={key}")))
                        .collect::<Vec<_>>(),
                );
                client
            };
            // Pages first and streams second: whoever follows a table is shown as online.
            for &seat in &watchers {
                let what = format!("seed {seed}, entry {at} ({}), seat {seat:?}", log[at].body);
                let [left, right] = [0, 1].map(|n| everything(&mut client(seat), &worlds[n]));
                assert_same(&left, &right, &worlds, &what);
                compared += left.len();
            }
            for &seat in &watchers {
                let what = format!("seed {seed}, entry {at} ({}), seat {seat:?}", log[at].body);
                let [left, right] = [0, 1].map(|n| events(&client(seat), &worlds[n], until as u64));
                assert_same(&left, &right, &worlds, &what);
                compared += left.len();
            }
        }
    }
    assert!(compared >= 1_000, "only {compared} answers were compared");
}

/// The comparison itself would notice: to those who know the card, the worlds differ.
#[test]
fn who_knows_the_card_is_shown_it() {
    for game in ["catan", "cities-and-knights"] {
        shown(game);
    }
}

fn shown(game: &str) {
    let keys: Vec<Key> = (0..3).map(|_| Key::random()).collect();
    let log = random_game(game, &keys, 1, 900);
    let (at, (other, knowing)) = (0..log.len())
        .find_map(|at| another_world(&log, at).map(|world| (at, world)))
        .expect("a secret draw");
    let view = |body: &str| {
        let mut log = log[..=at].to_vec();
        log[at].body = body.to_owned();
        let host = Host::<()>::load(TableId::random(), log).unwrap().unwrap();
        let seat = game::Seat::new(knowing[0]).unwrap();
        host.game().unwrap().view(game::Viewer::Seat(seat))
    };
    assert_ne!(view(&log[at].body), view(&other));
}

/// The log of a game of random choices, at most so many of them.
fn random_game(game: &str, keys: &[Key], seed: u64, actions: usize) -> Vec<StoredEntry> {
    fn run(host: &mut Host<()>, log: &mut Vec<StoredEntry>, effects: Vec<Effect<()>>) {
        for effect in effects {
            match effect {
                Effect::Append(batch) => {
                    log.extend(batch.entries);
                    let effects = host.stored(Ok(()));
                    run(host, log, effects);
                }
                Effect::Reply((), answer) => drop(answer.unwrap()),
                Effect::Publish(_) | Effect::Wake { .. } | Effect::Alarm { .. } | Effect::Reread => {}
            }
        }
    }
    let name = |n: usize| ["Ada", "Ben", "Cy", "Di"][n].to_owned();
    let chairs = keys.iter().enumerate().map(|(n, key)| Chair::Person { name: name(n), key: key.hash() });
    let opening =
        Opening::new(chairs.collect(), Chance::Seed(Seed(seed)), "00000000".to_owned(), keys[0].hash());
    let game = new_game(game, keys.len(), &[]).unwrap();
    let (mut host, effects) = Host::open(TableId::random(), &game, opening, 0, ()).unwrap();
    let mut log = Vec::new();
    run(&mut host, &mut log, effects);
    let mut draws = Seed(seed).substream("test", 0);
    for _ in 0..actions {
        let game::Turn::Decide(seats) = host.game().unwrap().turn() else { break };
        let seat = seats.nth(draws.below(seats.len() as u32) as usize).unwrap();
        let legal = host.legal(seat, usize::MAX);
        if legal.is_empty() {
            continue;
        }
        let wish = Wish::Act(legal[draws.below(legal.len() as u32) as usize].clone());
        let sender = Sender::Holder(keys[seat.index()].hash());
        let command = Command { sender, id: None, seen: host.version(), wish };
        let effects = host.submit(command, 0, ());
        run(&mut host, &mut log, effects);
    }
    log
}

/// The same entry with another card, if it is a secret draw and another card is possible; and who knows the card.
fn another_world(log: &[StoredEntry], at: usize) -> Option<(String, Vec<usize>)> {
    let Body::Chance(text) = serde_json::from_str(&log[at].body).ok()? else { return None };
    let (verb, card) = text.split_once(' ')?;
    let host = Host::<()>::load(TableId::random(), log[..at].to_vec()).unwrap()?;
    let game = host.game()?;
    let (cards, knowing): (Vec<&str>, Vec<game::Seat>) = match game {
        shelf::AnyGame::Catan(game) => match game.turn() {
            game::Turn::Chance(catan::ChanceKind::StolenCard { thief, victim }) => {
                (vec!["brick", "lumber", "wool", "grain", "ore"], vec![thief, victim])
            }
            game::Turn::Chance(catan::ChanceKind::DevelopmentCard) => {
                let cards = ["knight", "road-building", "year-of-plenty", "monopoly", "victory-point"];
                (cards.to_vec(), vec![game.active()])
            }
            _ => return None,
        },
        shelf::AnyGame::CitiesAndKnights(game) => match game.turn() {
            game::Turn::Chance(ChanceKind::StolenCard { thief, victim }) => {
                (CardKind::ALL.map(CardKind::name).to_vec(), vec![thief, victim])
            }
            // Which deck it is from everybody sees, and victory points are turned up.
            game::Turn::Chance(ChanceKind::ProgressCard { seat, area }) => {
                let hidden = Progress::of_area(area).filter(|card| !card.is_victory_point());
                let hidden: Vec<&str> = hidden.map(Progress::name).collect();
                if !hidden.contains(&card) {
                    return None;
                }
                (hidden, vec![seat])
            }
            _ => return None,
        },
        _ => return None,
    };
    let knowing = knowing.into_iter().map(game::Seat::index).collect();
    let outcome_after = |card: &str| {
        let mut game = *game;
        game.resolve(&format!("{verb} {card}")).ok()?;
        Some(game.outcome().is_some())
    };
    // A game that one world ends and the other does not is told apart by everybody, rightly.
    let other = cards.iter().find(|other| **other != card && outcome_after(other) == outcome_after(card))?;
    Some((serde_json::to_string(&Body::Chance(format!("{verb} {other}"))).unwrap(), knowing))
}
