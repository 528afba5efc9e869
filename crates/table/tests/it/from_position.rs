//! Tables whose game begins from a position instead of its start.

use crate::common::{NOW, Table, why};
use bots::any::Listener;
use game::{Draws, Seat, Seed, Turn};
use shelf::{AnyGame, GameKind, Prompt, Timeline, replay};
use table::TableId;
use table::entry::SeatHolder;
use table::games::{BadGame, bots_for, new_game};
use table::host::{Chance, EventCursor, Host, Intent, Opening, RejectReason, Sender};

/// A random game for three, and its positions that are not over.
fn positions(kind: GameKind, seed: u64) -> Vec<AnyGame> {
    let mut game = new_game(kind.name(), 3, &[]).unwrap();
    let mut choice = Seed(seed).substream("choice", 0);
    let mut positions = vec![game];
    while let Some(step) = game.random_step(Seed(seed), &mut choice) {
        game.apply(&step).unwrap();
        positions.push(game);
    }
    positions.pop();
    positions
}

/// A position in the middle of a game in which a seat decides.
fn middle(kind: GameKind, seed: u64) -> AnyGame {
    let positions = positions(kind, seed);
    let half = positions.len() / 2;
    *positions[half..].iter().find(|game| matches!(game.turn(), Turn::Decide(_))).unwrap()
}

/// Lets the bots at a table decide until the game is over, as the server does. What is put up from the position of any
/// version is that position, so nothing is lost or made on the way.
fn play_to_the_end(table: &mut Table, seed: u64) {
    let kind = table.host.kind().unwrap();
    let mut bots: Vec<(Listener, EventCursor)> = Seat::first(table.host.occupants().len())
        .map(|seat| {
            let name = table.host.bot_at(seat).unwrap();
            (Listener::new(kind, name, seat).unwrap(), EventCursor::default())
        })
        .collect();
    while let Some(&(seat, _)) =
        table.host.game().unwrap().awaited().iter().find(|(_, prompt)| *prompt != Prompt::Waiting)
    {
        let game = *table.host.game().unwrap();
        assert_eq!(AnyGame::from_setup_under(kind, game.rules(), game.to_setup()), Ok(game));
        let (bot, heard) = &mut bots[seat.index()];
        for events in table.host.events_since(heard).unwrap() {
            bot.hear(&events);
        }
        let action = bot.choose(&game, Seed(seed).derive(table.host.version())).unwrap();
        table.send(Sender::Bot(seat), Intent::Act(action)).unwrap();
    }
    assert!(table.host.game().unwrap().outcome().is_some());
}

#[test]
fn a_game_from_any_position_is_played_to_its_end() {
    for &kind in GameKind::ALL {
        for seed in 0..2 {
            let positions = positions(kind, seed);
            let mut cut = Seed(seed).substream("cut", 0);
            for n in 0..3 {
                let at = cut.below(positions.len() as u32) as usize;
                let start = positions[at];
                let best = format!("bot:{}", bots_for(kind)[0]);
                let mut table = Table::open_from(&start, &[&best, "bot:random", &best], |_| {});
                table.reloads = false;
                assert_eq!(table.host.start(), Some(start), "{kind}: seed {seed}, step {at}");
                assert_eq!(table.host.is_from_position(), at > 0, "{kind}: seed {seed}, step {at}");
                play_to_the_end(&mut table, seed << 8 | n);
                table.check_log();

                // The record says where the game began, and replays to its end; every draw after that is that of the dice.
                let text = table.host.record().unwrap().to_string();
                let (header, timeline, result) = Timeline::read(text.as_bytes()).unwrap();
                assert_eq!(timeline.start(), &start, "{kind}: seed {seed}, step {at}");
                assert_eq!(Some(timeline.last()), table.host.game(), "{kind}: seed {seed}, step {at}");
                assert_eq!((header.setup.is_some(), result.is_some()), (at > 0, true));
                assert_eq!(table.host.statistics().as_ref(), Some(timeline.statistics()));
                let again = replay::replay(text.as_bytes()).unwrap().last().unwrap().unwrap();
                assert_eq!(Some(&again.game), table.host.game());
            }
        }
    }
}

#[test]
fn the_position_is_kept_while_seats_are_open() {
    for &kind in GameKind::ALL {
        let start = middle(kind, 7);
        let mut table = Table::open_from(&start, &["Ada", "", ""], |_| {});
        assert_eq!((table.host.game(), table.host.start()), (None, Some(start)), "{kind}");
        let ben = table::Key::random().hash();
        let join = Intent::Join { seat: None, name: "Ben".to_owned(), nonce: None };
        table.send(Sender::Holder(ben), join).unwrap();
        assert_eq!(table.host.game(), None, "{kind}");
        let bot = bots_for(kind)[0].to_owned();
        table.submit(0, Intent::Fill { bot }).unwrap();
        assert_eq!(
            table.host.game(),
            Some(&start),
            "{kind}: a seat decides, so nature has nothing to do first"
        );
    }
}

/// Decisions before the position cannot be taken back: they were made at another table.
#[test]
fn nobody_goes_back_before_the_beginning() {
    for &kind in GameKind::ALL {
        for start in
            positions(kind, 11).into_iter().filter(|game| matches!(game.turn(), Turn::Decide(_))).step_by(37)
        {
            let clock = "decision 60 bot".parse().ok();
            let mut table = Table::open_from(&start, &["Ada", "Ben", "Cy"], |opening| opening.clock = clock);
            let (left, running) = table.host.clocks(NOW).unwrap();
            assert_eq!((left, running), (vec![60_000; 3], start.to_decide()), "{kind}: their clocks run");
            for seat in 0..3 {
                assert_eq!(why(table.submit(seat, Intent::Undo)), RejectReason::NothingToUndo, "{kind}");
                assert_eq!(why(table.submit(seat, Intent::AskUndo)), RejectReason::NothingToUndo, "{kind}");
                assert!(!table.host.can_ask_undo(Seat::new(seat).unwrap()));
            }
            table.step(&mut Seed(1).substream("step", 0));
            let Some(seat) = Seat::first(3).find(|&seat| table.host.can_undo(seat)) else { continue };
            table.submit(seat.index(), Intent::Undo).unwrap();
            assert_eq!(table.host.game(), Some(&start), "{kind}: as it began");
            assert_eq!(why(table.submit(seat.index(), Intent::Undo)), RejectReason::NothingToUndo);
            assert_eq!(table.host.events_since(&mut EventCursor::default()), Some(Vec::new()), "{kind}");
        }
    }
}

#[test]
fn playing_again_begins_at_the_start() {
    for &kind in GameKind::ALL {
        let start = middle(kind, 3);
        let mut table = Table::open_from(&start, &["Ada", "bot:random", "bot:random"], |_| {});
        table.submit(0, Intent::AskClose).unwrap();
        assert!(table.host.is_closed());
        let record = table.host.record().unwrap();
        assert_eq!(record.header.setup, start.setup_of_position());
        let (again, plan) = table.host.again(table.keys[0]).unwrap();
        assert_eq!(Some(again), AnyGame::new(kind, &start.options()).ok(), "{kind}");
        assert_eq!(plan.chairs.len(), 3);
    }
}

#[test]
fn positions_that_cannot_be_played_on_open_nothing() {
    let open = |start: &AnyGame, seats: usize| {
        let chairs = vec![SeatHolder::Bot("random".to_owned()); seats];
        let chance = Chance::Seed(Seed(1));
        let opening = Opening::new(chairs, chance, "k7mw2xqp".to_owned(), table::Key::random().hash());
        Host::<u32>::open(TableId::random(), start, opening, NOW, 0).map(|_| ()).unwrap_err()
    };
    for &kind in GameKind::ALL {
        let mut game = *positions(kind, 5).last().unwrap();
        assert_eq!(open(&game, 2), BadGame::Seats { min: 3, max: 3 }, "{kind}");
        let mut choice = Seed(5).substream("end", 0);
        while let Some(step) = game.random_step(Seed(5), &mut choice) {
            game.apply(&step).unwrap();
        }
        assert_eq!(open(&game, 3), BadGame::Over, "{kind}");
    }
}

/// A log whose setup was changed by hand is damaged, and the error lists all its faults.
#[test]
fn a_damaged_setup_is_a_damaged_log() {
    let start = middle(GameKind::Catan, 3);
    let table = Table::open_from(&start, &["Ada", "", ""], |_| {});
    let mut log = table.log.clone();
    let mut body: serde_json::Value = serde_json::from_str(&log[0].body).unwrap();
    body["created"]["setup"]["seats"]["A"]["hand"] = serde_json::json!({"ore": 19, "wool": 19});
    log[0].body = body.to_string();
    let damage = Host::<u32>::load(table.host.id(), log).map(|_| ()).unwrap_err();
    assert!(damage.seq == 0 && damage.reason.contains("CATAN-COMP-9"), "{damage}");
}
