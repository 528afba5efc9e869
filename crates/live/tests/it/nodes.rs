//! What two nodes know of each other's people.

use live::BotPause;
use live::accounts::Accounts;
use live::hub::Hub;
use live::moderation::{Moderation, Moderator};
use live::shared_state::UpdateKind;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{MemoryStore, Store};
use table::Key;

#[test]
fn the_network_of_somebody_who_plays_at_another_node_is_known() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let node = || {
            let hub = Hub::new(Arc::clone(&store), BotPause::NONE);
            let accounts = Arc::new(Accounts::new(Arc::clone(&store), Duration::from_secs(600)));
            Moderation::new(Arc::clone(&store), hub, accounts)
        };
        let (here, there) = (node(), node());
        let ada = Key::random().hash();
        let tell = |now: Instant| {
            let updates =
                here.shared().filter_map(|(name, state)| Some((name, state.update(UpdateKind::Delta, now)?)));
            for (name, update) in updates {
                let (_, state) = there.shared().find(|(other, _)| *other == name).unwrap();
                state.apply(UpdateKind::Delta, &update, now);
            }
        };
        here.note_network(ada, Some("192.0.2.7".parse().unwrap()));
        assert!(there.network_of(Moderator::HOST, ada).is_err());
        tell(Instant::now());
        let network = there.network_of(Moderator::HOST, ada).unwrap();
        assert!(network.contains("192.0.2.7".parse().unwrap()));
        here.forget(ada);
        tell(Instant::now());
        assert!(there.network_of(Moderator::HOST, ada).is_err(), "nobody remembers who was forgotten");
    });
}
