//! The reader, and every word that a person reads.

mod faults;
mod user_error;
pub(crate) mod fluent;
mod names;
mod options;
pub mod reader;
pub(crate) mod record;
mod topic;
mod unreadable;
mod world;

pub use faults::{AccountFault, Fault, ModerationFault, TableLimit, Wait, Weakness};
pub use fluent::{Words, msg};
pub use names::{Names, name_here, ready_name};
pub(crate) use options::{about_key, option_value};
pub use options::{count_error, count_errors, option_meaning};
pub use reader::rulebook_lang;
pub use reader::{
    Aid, Aids, BoardLook, Confirm, Explanations, HostLinks, Keys, Lang, Mode, Motion, PlaceNames, Reader,
    Settings, Sounds, Switch, Theme,
};
pub use record::{header_error, record_damage};
pub use topic::{Topic, Topics};
#[cfg(test)]
pub(crate) use unreadable::key_of;
pub use unreadable::{json_error, parse_error};
pub use user_error::UserError;
pub(crate) use user_error::sentence;
pub use world::World;
pub(crate) use world::{aid_name, aid_word};
