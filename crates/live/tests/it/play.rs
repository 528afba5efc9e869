//! A table is played through the hub alone, and another hub on the same store goes on with it.

use game::Seat;
use live::hub::{Hub, LiveTable, LoadError};
use live::{BotPause, Capacity};
use std::sync::Arc;
use store::{MemoryStore, Store};
use table::entry::SeatHolder;
use table::host::{Answer, Command, Intent, Plan, RejectReason, Sender};
use table::{Key, KeyHash};

/// Sends a command of a person who has seen everything.
async fn send(hub: &Arc<Hub>, live: &Arc<LiveTable>, person: KeyHash, intent: Intent) -> Answer {
    let seen = live.look().version();
    hub.submit(live, Command { sender: Sender::Holder(person), id: None, seen, intent }).await
}

/// Plays the first legal action; returns who played.
async fn play(hub: &Arc<Hub>, live: &Arc<LiveTable>, people: [KeyHash; 2]) -> Seat {
    let (seat, action) = {
        let host = live.look();
        let seat = host.game().unwrap().to_decide().into_iter().next().unwrap();
        (seat, host.legal(seat, 1).remove(0))
    };
    send(hub, live, people[seat.index()], Intent::Act(action)).await.unwrap();
    seat
}

#[test]
fn a_table_is_played_without_http_and_goes_on_in_another_hub() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let hub = Hub::with_room(Arc::clone(&store), BotPause::NONE, Capacity::default());
        let [ada, ben] = [Key::random().hash(), Key::random().hash()];
        let start = table::games::new_game("catan", 2, &[]).unwrap();
        let own = SeatHolder::Person { name: "Ada".to_owned(), key: ada };
        let plan = Plan { chairs: vec![own, SeatHolder::Open], ..Plan::default() };
        let (live, _) = hub.open(&start, plan, ada).await.unwrap();

        let early = send(&hub, &live, ada, Intent::Act("roll".to_owned())).await;
        assert_eq!(early.map_err(|refused| refused.reason), Err(RejectReason::NotStarted));
        let mut versions = live.follow();
        let join = Intent::Join { seat: None, name: "Ben".to_owned(), nonce: None };
        send(&hub, &live, ben, join).await.unwrap();
        versions.changed().await.unwrap();
        assert_eq!(*versions.borrow(), live.look().version(), "who follows hears of it");

        let here = live.attend(Some(ben));
        assert!(live.is_online(&live.look(), Seat::B));
        drop(here);
        assert!(!live.is_online(&live.look(), Seat::B));

        for _ in 0..6 {
            play(&hub, &live, [ada, ben]).await;
        }
        let (id, steps) = (live.id(), live.look().steps());
        let other = Hub::with_room(store, BotPause::NONE, Capacity::default());
        let again = other.table(id).await.unwrap();
        assert_eq!(again.look().steps(), steps);
        play(&other, &again, [ada, ben]).await;
        assert!(again.look().version() > live.look().version());
        let unknown = other.table(other.new_id()).await;
        assert_eq!(unknown.map(|_| ()), Err(LoadError::Unknown));
    });
}
