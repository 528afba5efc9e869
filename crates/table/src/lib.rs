//! A table: its log, what follows from it, and the host that decides what is entered next.
//!
//! A table is an append-only log ([`entry`]). The [`host`] takes commands and says what is to be stored, answered and
//! told; it has no socket, no clock, no thread and no disk, so whoever drives it can play any failure. Nothing here
//! knows SQL, HTTP or an async runtime. Only making [`keys`] asks the operating system for something: random numbers.
//!
//! ```
//! use table::entry::SeatHolder;
//! use table::host::{Chance, Effect, Host, Opening};
//! use table::{Key, TableId};
//!
//! let (game, ada) = (table::games::new_game("catan", 2, &[]).unwrap(), Key::random().hash());
//! let chairs = vec![SeatHolder::Person { name: "Ada".to_owned(), key: ada }, SeatHolder::Open];
//! let opening = Opening::new(chairs, Chance::Seed(game::Seed(7)), "k7mw2xqp".to_owned(), ada);
//! let (mut host, effects) = Host::open(TableId::random(), &game, opening, 0, "ticket").unwrap();
//! let [Effect::Append(batch)] = &effects[..] else { panic!("it is stored first") };
//! assert_eq!(batch.entries.len(), 1);
//! // Only what is stored is answered.
//! assert!(matches!(host.stored(Ok(()))[..], [Effect::Publish(0), Effect::Reply("ticket", Ok(_)), ..]));
//! ```
//!
//! Reading order: [`keys`], [`clock`], [`entry`], [`stored`], [`talk`], [`closing`], [`shares`], [`host`], [`personal`], [`bot_session`].

#![forbid(unsafe_code)]

pub mod keys;
pub mod moment;
pub mod games;
pub mod clock;
mod visible;
pub mod entry;
pub mod stored;
mod projection;
mod table;
pub mod talk;
pub mod host;
pub mod personal;
pub mod bot_session;

pub use keys::{Key, KeyHash, TableId};
pub use table::{closing, shares};
pub use visible::steers;
