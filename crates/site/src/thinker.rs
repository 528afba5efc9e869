//! The bots' side, in a worker of its own: it follows tables from their entries and chooses for bots, so that pages never wait.

use crate::effect::{KeptEntry, Task};
use analysis::Effort;
use game::{Seat, Seed};
use std::collections::BTreeMap;
use table::bot_session::BotSession;
use table::host::Host;
use table::keys::TableId;
use table::stored::StoredEntry;

/// Looks at the record of a finished game. Returns the result as a text for [`Site::coached`](crate::Site::coached); `None` if the game
/// cannot be analysed.
#[must_use]
pub fn coach(record: &str) -> Option<String> {
    let coached = analysis::coach(record.as_bytes(), &Effort::default(), &|| true);
    coached.ok().map(|coached| coached.document())
}

/// The bots of the tables that this worker has followed.
#[derive(Debug, Default)]
pub struct Thinker {
    tables: BTreeMap<TableId, Followed>,
}

#[derive(Debug)]
struct Followed {
    host: Host<()>,
    bots: BTreeMap<Seat, BotSession>,
}

impl Thinker {
    /// Returns the first entry of a table that it has yet to follow.
    #[must_use]
    pub fn next(&self, table: &str) -> u64 {
        let known = table.parse().ok().and_then(|id: TableId| self.tables.get(&id));
        known.map_or(0, |followed| followed.host.version() + 1)
    }

    /// Follows a table on; it forgets one whose entries do not fit.
    pub fn follow(&mut self, table: &str, entries: Vec<KeptEntry>) {
        let Ok(id) = table.parse::<TableId>() else { return };
        let entries: Vec<StoredEntry> = entries.into_iter().map(StoredEntry::from).collect();
        match self.tables.get_mut(&id) {
            Some(followed) => {
                if entries.into_iter().any(|entry| followed.host.follow(entry).is_err()) {
                    self.tables.remove(&id);
                }
            }
            None => {
                if let Ok(Some(host)) = Host::load(id, entries) {
                    self.tables.insert(id, Followed { host, bots: BTreeMap::new() });
                }
            }
        }
    }

    /// Chooses for a bot; `None` if the table has gone on, or the bot has nothing to decide.
    pub fn choose(&mut self, task: &Task) -> Option<String> {
        let (id, seat) = (task.table.parse::<TableId>().ok()?, task.seat.parse::<Seat>().ok()?);
        let Followed { host, bots } = self.tables.get_mut(&id)?;
        let game = host.game().filter(|_| host.version() == task.seq)?;
        let (mut bot, news) = BotSession::recall(bots.remove(&seat), host, game.kind(), seat)?;
        let seed: Seed = task.seed.parse().ok()?;
        let chosen = bot.choose(game, &news, seed);
        bots.insert(seat, bot);
        chosen
    }
}
