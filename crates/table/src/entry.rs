//! The lines of a table's log: what was decided from outside, in order. Everything else is computed from them.
//!
//! | body | meaning |
//! |---|---|
//! | `{"created": {"game": "catan", "rules": 1, "options": {…}, "chairs": […], "seed": "…", "code": "…", "opener": "…", "aids": "tiles"}}` | the table was opened; always entry 0. `"setup": {…}` beside these is the position from which the game begins, if it is not its start |
//! | `{"joined": {"seat": "B", "name": "Ada", "key": "…", "nonce": "…"}}` | somebody sat down, or came to the chair that was kept for them |
//! | `{"filled": {"bot": "random"}}` | bots took the open chairs, and play for those who were expected |
//! | `{"swapped": {"seats": ["A", "B"]}}` | two chairs changed places, before the game began |
//! | `{"left": {"seat": "B", "bot": "settler"}}` | somebody went; before the game began the chair is open, after it this bot plays on |
//! | `{"returned": {"seat": "B"}}` | they are back, and the bot that played for them stops |
//! | `{"replaced": {"seat": "B", "bot": "settler", "by": "A"}}` | another seat let a bot play on for who is not there |
//! | `{"action": {"seat": "A", "do": "road P25"}}` | a seat decided |
//! | `{"chance": "dice 3 4"}` | nature moved |
//! | `{"undo": {"seat": "A", "to": 17}}` | a seat took its last action back: the position is that after entry 17 |
//! | `{"undo-asked": {"seat": "A", "to": 12}}` | a seat asks the others to go back to the position after entry 12 |
//! | `{"undo-answered": {"seat": "B", "agrees": true}}` | another one answers; when all agree, `undo` follows |
//! | `{"time-up": {"seat": "A", "bot": "settler"}}` | a clock reached zero; the bot plays on, if that is the rule of the table |
//! | `{"stood-still": {"from": …, "to": …}}` | the server was down, in milliseconds since 1970 |
//! | `{"said": {"seat": "A", "text": "Hello"}}` | a seat said something |
//! | `{"declines": {"seat": "B", "offers": {"turn": true, "from": ["A"]}}}` | which offers a seat rejects without being asked |
//! | `{"unchanged": {"seat": "B", "by": "left"}}` | a seat asked for what was so already; this keeps the id of its command |
//! | `{"share-spent": {"seat": "B", "bot": "settler"}}` | a seat has caused as many entries as it may; this bot plays for it to the end |
//! | `{"next": {"table": "…"}}` | the same people play again there |
//! | `{"close-asked": {"seat": "A"}}` | a seat asks the others to close the table |
//! | `{"close-answered": {"seat": "B", "agrees": true}}` | another one answers, or the seat that asked withdraws; when all agree, `closed` follows |
//! | `{"closed": {"by": "…"}}`, `{"closed": {"why": "agreement"}}` | the table was closed before the game was over: by the person who opened it, or for this reason |
//!
//! Keys are stored as hashes only. The secret of the dice (the seed, at older tables) is secret until the game is over.

use crate::clock::Clock;
use crate::keys::KeyHash;
use crate::visible::{can_be_shown, is_plain};
use fair::{Nonce, Secret};
use game::record::{Object, Step};
use game::{Closing, Seat, SeatSet, Seed, TableEvent};
use serde::{Deserialize, Serialize};
use shelf::GameKind;
use std::collections::BTreeMap;
use unicode_segmentation::UnicodeSegmentation;

/// The prefix of the command ids of actions that another action brought along; those of clients begin with a seat.
pub(crate) const BY_ITSELF: &str = "auto:";

/// The newest format of logs. It is counted up when a log may hold something that the programs before cannot read: a kind of entry,
/// a game, or a version of its rules. While several versions serve the same tables, nodes tell each other which format they read.
///
/// Format 2 added the entries by which people close a running game.
pub const FORMAT: u32 = 2;

/// A line of the log, read.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Logged {
    pub(crate) at: u64,
    pub(crate) command: Option<Box<str>>,
    pub(crate) body: Body,
}

impl Logged {
    /// Whether another action brought this one along.
    pub(crate) fn is_automatic(&self) -> bool {
        self.command.as_deref().is_some_and(|id| id.starts_with(BY_ITSELF))
    }
}

/// The content of one line of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Body {
    /// The table was opened.
    Created(Box<Created>),
    /// Somebody sat down.
    Joined(Box<Joined>),
    /// Bots took the open chairs.
    Filled {
        /// The kind of bot.
        bot: String,
    },
    /// Two chairs changed places, before the game began.
    Swapped {
        /// The chairs that changed places.
        seats: (Seat, Seat),
    },
    /// Somebody left.
    Left {
        /// The seat they left.
        seat: Seat,
        /// The bot that plays on for them; `None` before the game began.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
    },
    /// Somebody is back, and plays for themselves.
    Returned {
        /// Their seat.
        seat: Seat,
    },
    /// Another seat let a bot play on for an absent player.
    Replaced {
        /// The seat for which the bot plays.
        seat: Seat,
        /// The kind of bot.
        bot: String,
        /// The seat that called in the bot.
        by: Seat,
    },
    /// A seat decided.
    Action {
        /// The seat that decided.
        seat: Seat,
        /// The action, as text.
        r#do: String,
    },
    /// Nature moved; the outcome as text.
    Chance(String),
    /// A seat took its last action back.
    Undo {
        /// The seat.
        seat: Seat,
        /// The entry whose position is restored.
        to: u64,
    },
    /// A seat asks the others to go back.
    UndoAsked {
        /// The seat that asks.
        seat: Seat,
        /// The entry whose position is to be restored.
        to: u64,
    },
    /// Another seat answers the request to go back.
    UndoAnswered {
        /// The seat that answers.
        seat: Seat,
        /// Whether it agrees.
        agrees: bool,
    },
    /// A clock reached zero.
    TimeUp {
        /// The seat whose clock it is.
        seat: Seat,
        /// The bot that plays on, if the rule of the table says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
    },
    /// The server was down, and the clocks stood still; timestamps in milliseconds since 1970.
    StoodStill {
        /// The start of the downtime.
        from: u64,
        /// The end of the downtime.
        to: u64,
    },
    /// A seat said something.
    Said {
        /// The seat that said it.
        seat: Seat,
        /// The text.
        text: String,
    },
    /// A seat chose the offers that it rejects automatically.
    Declines {
        /// The seat.
        seat: Seat,
        /// The offers.
        offers: Declined,
    },
    /// A seat asked for what was already so. The entry changes nothing; it only records the id of the command.
    Unchanged {
        /// The seat that asked.
        seat: Seat,
        /// The intent that was already fulfilled.
        by: FulfilledIntent,
    },
    /// A seat has caused as many entries as it may.
    ShareSpent {
        /// The seat.
        seat: Seat,
        /// The bot that plays for it to the end.
        bot: String,
    },
    /// A rematch: the same people play again at another table.
    Next {
        /// The table of the rematch.
        table: String,
    },
    /// A seat asks the others to close the table.
    CloseAsked {
        /// The seat that asks.
        seat: Seat,
    },
    /// Another seat answers the request to close, or the seat that asked withdraws it.
    CloseAnswered {
        /// The seat that answers.
        seat: Seat,
        /// Whether it agrees.
        agrees: bool,
    },
    /// The table was closed before the game was over.
    Closed {
        /// The person who opened the table, if they closed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Box<KeyHash>>,
        /// The reason, if somebody or something else closed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Closing>,
    },
}

impl Body {
    /// Returns the first format of logs that has this kind of entry.
    #[must_use]
    pub(crate) const fn format(&self) -> u32 {
        match self {
            Body::CloseAsked { .. } | Body::CloseAnswered { .. } => 2,
            _ => 1,
        }
    }

    /// Returns the entry that closes the table for a reason other than its opener's wish.
    #[must_use]
    pub const fn closed(why: Closing) -> Body {
        Body::Closed { by: None, why: Some(why) }
    }

    /// Returns the reason for which this entry closes the table, if it does.
    #[must_use]
    pub fn closing(&self) -> Option<Closing> {
        match self {
            Body::Closed { why, .. } => Some(why.unwrap_or(Closing::Opener)),
            _ => None,
        }
    }

    /// The step of the game that it is: an action or an outcome; `None` if it is neither.
    #[must_use]
    pub fn step(&self) -> Option<Step> {
        match self {
            Body::Action { seat, r#do } => Some(Step::Action { seat: *seat, action: r#do.clone() }),
            Body::Chance(chance) => Some(Step::Outcome(chance.clone())),
            _ => None,
        }
    }

    /// Returns the part of the entry that is public.
    #[must_use]
    pub fn event(&self) -> TableEvent {
        match self {
            Body::Created(created) => TableEvent::Created { from_position: created.setup.is_some() },
            Body::Joined(joined) => TableEvent::Joined(joined.seat),
            Body::Filled { .. } => TableEvent::Filled,
            Body::Swapped { seats: (one, other) } => TableEvent::Swapped(*one, *other),
            Body::Left { seat, bot } => TableEvent::Left { seat: *seat, bot: bot.is_some() },
            Body::Returned { seat } => TableEvent::Returned(*seat),
            Body::Replaced { seat, by, .. } => TableEvent::Replaced { seat: *seat, by: *by },
            Body::Action { .. } | Body::Chance(_) => TableEvent::Played,
            Body::Undo { seat, to } => TableEvent::Undone { seat: *seat, to: *to },
            Body::UndoAsked { seat, .. } => TableEvent::UndoAsked(*seat),
            Body::UndoAnswered { seat, agrees } => TableEvent::UndoAnswered { seat: *seat, agrees: *agrees },
            Body::TimeUp { seat, bot } => TableEvent::TimeUp { seat: *seat, bot: bot.is_some() },
            Body::StoodStill { .. } => TableEvent::StoodStill,
            Body::Said { seat, text } => TableEvent::Said { seat: *seat, text: text.clone() },
            Body::Declines { .. } => TableEvent::Declines,
            Body::Unchanged { .. } => TableEvent::Unchanged,
            Body::Next { table } => TableEvent::Next { table: table.clone() },
            Body::ShareSpent { seat, .. } => TableEvent::ShareSpent(*seat),
            Body::CloseAsked { seat } => TableEvent::CloseAsked(*seat),
            Body::CloseAnswered { seat, agrees } => {
                TableEvent::CloseAnswered { seat: *seat, agrees: *agrees }
            }
            Body::Closed { why, .. } => TableEvent::Closed(why.unwrap_or(Closing::Opener)),
        }
    }
}

impl From<Step> for Body {
    fn from(step: Step) -> Body {
        match step {
            Step::Action { seat, action } => Body::Action { seat, r#do: action },
            Step::Outcome(chance) => Body::Chance(chance),
        }
    }
}

// Tables keep their logs in memory, and actions are nearly all of them: what is rare and large is boxed.
const _: () = assert!(size_of::<Body>() <= 32);

/// The details of somebody sitting down.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Joined {
    /// The seat they took.
    pub seat: Seat,
    /// The name they play under.
    pub name: String,
    /// The hash of the key that proves who it is.
    pub key: KeyHash,
    /// Their contribution to the fair dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<Nonce>,
}

/// Entry 0: what was decided when the table was opened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Created {
    /// The game's name on the shelf.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// Its options by name.
    pub options: Object,
    /// The position from which the game begins, as a setup; `None` for a game from its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Object>,
    /// The occupants at the start, one chair for each seat of the game.
    pub chairs: Vec<SeatHolder>,
    /// The seed of nature's outcomes, at tables without fair dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The secret of the fair dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// The contributions to the fair dice of those who sit here from the start.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub nonces: BTreeMap<Seat, Nonce>,
    /// The seats whose owners have a chair from the start and have yet to come: the game waits for them.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub expected: SeatSet,
    /// Whether strangers find the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub public: bool,
    /// The time limit of the seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The word by which friends find the table.
    pub code: String,
    /// The hash of the opener's key.
    pub opener: KeyHash,
    /// The aids that readers of the table may have, as a text that the pages read; all if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aids: Option<String>,
}

impl Created {
    /// Whether this program knows neither the game nor a version of its rules as late as this one.
    pub(crate) fn is_of_newer_rules(&self) -> bool {
        self.game
            .parse::<GameKind>()
            .map_or(true, |kind| kind.info().rules.iter().all(|known| *known < self.rules))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

/// Offers that are rejected without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Declined {
    /// Whether all offers of the current turn are rejected.
    #[serde(default)]
    pub turn: bool,
    /// The seats all of whose offers are rejected, until this is changed.
    #[serde(default)]
    pub from: SeatSet,
}

/// An intent that was already fulfilled when the command came.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FulfilledIntent {
    /// To sit here.
    Joined,
    /// To swap these two chairs, between which there is no difference.
    Swapped(Seat, Seat),
    /// To be away.
    Left,
    /// To be back.
    Returned,
    /// To answer a request to go back.
    UndoAnswered {
        /// Whether to agree.
        agrees: bool,
    },
    /// To play again with the same people at another table.
    Next,
    /// To ask the others to close the table.
    CloseAsked,
    /// To agree to close the table.
    CloseAgreed,
}

/// A seat and who has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatHolder {
    /// Somebody may take it.
    Open,
    /// A person has it.
    Person {
        /// The name they play under.
        name: String,
        /// The hash of the key that proves who it is.
        key: KeyHash,
    },
    /// A bot has it; its kind.
    Bot(String),
}

/// A name as it may be shown, or `None`: one to 24 characters as people count them, in at most 256 bytes, without control
/// and direction characters and what nobody sees, with single spaces inside and none around.
///
/// ```
/// use table::entry::clean_name;
/// assert!(clean_name("Familie 👨‍👩‍👧‍👦").is_some());
/// assert!(clean_name("a name of 25 characters..").is_none());
/// ```
#[must_use]
pub fn clean_name(text: &str) -> Option<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let characters = if is_plain(&name) { name.chars().count() } else { name.graphemes(true).count() };
    let fits = name.len() <= NAME_BYTES_MAX && (1..=NAME_MAX).contains(&characters);
    (fits && can_be_shown(&name)).then_some(name)
}

/// The longest name, in characters as people count them.
pub const NAME_MAX: usize = 24;

/// The longest name in bytes: a character that is shown may have many.
pub const NAME_BYTES_MAX: usize = 256;

/// Returns a remark in the form in which it may be shown, or `None`: one to 300 characters on one line, without control and
/// direction characters and without invisible ones.
#[must_use]
pub fn clean_text(text: &str) -> Option<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    ((1..=TEXT_MAX).contains(&text.chars().count()) && can_be_shown(&text)).then_some(text)
}

/// The longest remark, in characters.
pub const TEXT_MAX: usize = 300;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_have_the_documented_form() {
        let key = crate::Key::random().hash();
        let bodies = [
            (Body::Filled { bot: "random".to_owned() }, r#"{"filled":{"bot":"random"}}"#),
            (
                Body::Action { seat: Seat::A, r#do: "road P25".to_owned() },
                r#"{"action":{"seat":"A","do":"road P25"}}"#,
            ),
            (Body::Chance("dice 3 4".to_owned()), r#"{"chance":"dice 3 4"}"#),
            (Body::Undo { seat: Seat::A, to: 17 }, r#"{"undo":{"seat":"A","to":17}}"#),
        ];
        for (body, text) in bodies {
            assert_eq!(serde_json::to_string(&body).unwrap(), text);
            assert_eq!(serde_json::from_str::<Body>(text).unwrap(), body);
        }
        let joined =
            Body::Joined(Box::new(Joined { seat: Seat::B, name: "Ada".to_owned(), key, nonce: None }));
        let text = serde_json::to_string(&joined).unwrap();
        assert!(text.starts_with(r#"{"joined":{"seat":"B","name":"Ada","key":""#), "{text}");
        assert_eq!(serde_json::from_str::<Body>(&text).unwrap(), joined);
    }

    #[test]
    fn names_are_cleaned_or_refused() {
        for blank in ['\u{2800}', '\u{17b4}', '\u{34f}', '\u{1d173}'] {
            assert_eq!(clean_text(&format!(" {blank} ")), None, "U+{:04X} is no talk", blank as u32);
        }
        assert_eq!(clean_name("  Ada   Lovelace "), Some("Ada Lovelace".to_owned()));
        assert_eq!(
            clean_name("<b>Ada</b>"),
            Some("<b>Ada</b>".to_owned()),
            "markup is escaped where it is shown"
        );
        assert_eq!(clean_name("Jürgen 🐑"), Some("Jürgen 🐑".to_owned()));
        for wrong in
            ["", "   ", "a\u{0}b", "\u{202e}adA", "A\u{200b}da", "\u{2800}", "Ada\u{34f}", &"x".repeat(25)]
        {
            assert_eq!(clean_name(wrong), None, "{wrong:?}");
        }
        assert!(clean_name(&"ä".repeat(24)).is_some());
        assert!(clean_name("Tru\u{031b}o\u{031b}\u{0300}ng").is_some(), "letters may have marks");
        assert!(clean_name("❤\u{fe0f} Ada").is_some());
        let family = "👨\u{200d}👩\u{200d}👧\u{200d}👦";
        for (count, fits) in [(1, true), (10, true), (11, false)] {
            assert_eq!(
                clean_name(&family.repeat(count)).is_some(),
                fits,
                "{count} families have 25 bytes each"
            );
        }
        assert!(clean_name(&"🇩🇪".repeat(24)).is_some(), "a flag is one character");
        assert!(clean_name(&"🇩🇪".repeat(25)).is_none());
        assert!(clean_text(&format!("we are {family}")).is_some());
        for joined in
            ["A\u{200d}da", "\u{200d}Ada", "Ada👨\u{200d}", "👨\u{200d}\u{200d}👩", "a\u{200d}\u{903}"]
        {
            assert_eq!(clean_name(joined), None, "{joined:?} has a joiner that joins nothing");
        }
        let covered = format!("क{}", "\u{941}".repeat(12));
        assert_eq!(clean_name(&covered), None, "signs of other scripts cover their neighbours as well");
        for wrong in ["Z\u{0300}\u{0301}\u{0302}\u{0303}", "a\u{0489}\u{20dd}\u{0353}\u{1dc0}b"] {
            assert_eq!(
                (clean_name(wrong), clean_text(wrong)),
                (None, None),
                "{wrong:?} covers its neighbours"
            );
        }
    }
}
