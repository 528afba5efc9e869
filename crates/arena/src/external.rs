//! Bots in processes of their own as players of a match.
//!
//! [`External`] plays one seat with such a bot, [`Mixed`] is that or a bot of ours, and [`play`] plays a game between
//! them.
//!
//! ```
//! use arena::external::{External, Mixed, Setting, Terms, play};
//! use arena::process::Launch;
//! use bots::Match;
//! use carcassonne::Carcassonne;
//! use game::{Seat, Seed};
//!
//! // A bot that always plays the first listed action, in the language of the shell.
//! let first = r#"
//!     while read -r line; do case $line in
//!         *'"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"first","events":false,"view":false}' ;;
//!         *'"type":"new-game"'*) echo '{"type":"ready"}' ;;
//!         *'"type":"decide"'*) printf '%s\n' "$line" | sed -E \
//!             's/.*"decision":([0-9]+).*"legal":\["([^"]*)".*/{"type":"action","decision":\1,"action":"\2"}/' ;;
//!     esac; done"#;
//! let seed = Seed(7);
//! let options = carcassonne::Options { players: 2, ..Default::default() };
//! let mut table = [
//!     Mixed::<Carcassonne>::External(Box::new(External::new(Launch::new(first), Terms::default()))),
//!     Mixed::own("surveyor", Seat::B, seed).unwrap(),
//! ];
//! let mut game = Match::new(&options, seed);
//! let finished = play(&mut game, &mut table, &Setting::new("1", seed), &mut ()).unwrap();
//! assert!(finished.lost.is_empty());
//! ```

mod at_table;
mod message;
mod mixed;
mod player;
mod session;
mod start;

pub use at_table::{ProcessPool, Report, probe, registration};
pub(crate) use message::{announcement, question, read_action};
pub use mixed::{Finished, Mixed, play};
pub(crate) use player::BROKEN_GAMES_MAX;
pub(crate) use player::millis;
pub use player::{BotStanding, External};
pub(crate) use session::{HOST, NAME_CHARS_MAX, unexpected};
pub use start::BotStartError;
pub(crate) use start::start_each;

use crate::fault::OnFault;
use game::{Seat, SeatSet, Seed};
use std::time::Duration;

/// The terms on which a bot in a process of its own plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The consequence of a fault.
    pub on_fault: OnFault,
    /// The time limit of a decision, from when the host begins to send the question until the whole answer has arrived.
    pub decision: Duration,
    /// The time limit of the answers to `hello` and to each `new-game`.
    pub start: Duration,
}

impl Default for Terms {
    /// Forfeit, and ten seconds for each.
    fn default() -> Terms {
        let patience = Duration::from_secs(10);
        Terms { on_fault: OnFault::Forfeit, decision: patience, start: patience }
    }
}

/// The contents of `new-game` beside the game itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The id of the game in messages; at most 64 characters.
    pub id: String,
    /// The seed from which the seeds of the bots are derived ([`bot_seed`]). It may be the seed of the match.
    pub seed: Seed,
    /// The seats on which people play.
    pub people: SeatSet,
}

impl Setting {
    /// A game of bots alone.
    #[must_use]
    pub fn new(id: impl Into<String>, seed: Seed) -> Setting {
        Setting { id: id.into(), seed, people: SeatSet::EMPTY }
    }
}

/// The seed of the bot at `seat` in the match with this seed.
///
/// A bot learns its own seed, and must not learn the dice from it: the seed is a hash, which cannot be inverted. It can be
/// guessed, though, if the seed of the match can. A match against bots that are not trusted uses a random, secret seed.
#[must_use]
pub fn bot_seed(seed: Seed, seat: Seat) -> Seed {
    let mut hasher = blake3::Hasher::new_derive_key("neuland arena 2026 seed of a bot");
    hasher.update(&seed.0.to_le_bytes());
    hasher.update(&[seat.index() as u8]);
    let mut bytes = [0; 8];
    hasher.finalize_xof().fill(&mut bytes);
    Seed(u64::from_le_bytes(bytes))
}
