//! The user interface: renders a view as HTML in the reader's language.
//!
//! Plain data goes in ([`model`]), HTML comes out; the crate does no input or output and does not know the server.
//! Pages work as plain links and forms. The browser client in `web/` turns the legal list of a page into highlights,
//! clicks, touch and keys; it knows no rule and no geometry.
//!
//! Reading order: [`reader`] (the reader), [`mod@words`] (every word), [`model`] (the data shown), [`forms`] (the data sent
//! back), `parts` (the building blocks of pages), [`catan`], [`cities_and_knights`] and [`carcassonne`] (the tables of the games;
//! `island` has the code that the first two share), `pages`.

#![forbid(unsafe_code)]

pub mod words;
pub mod model;
mod parts;
mod games;
mod pages;

/// The pages' forms, read back.
pub mod forms {
    pub use crate::games::action;
    pub use crate::model::forms::*;
}

pub use draw::{Margin, shown};
pub use games::{
    asks_aids, bargain, carcassonne, catan, cities_and_knights, fault, refusal, shows_last_turn,
};
pub use model::*;
pub use pages::account::{
    AccountDone, AccountForm, AccountPage, ArrivePage, BlockedPerson, Device, TransferCode, You, account,
    arrive,
};
pub use pages::admin::{
    admin_audit, admin_person, admin_report, admin_reports, admin_roles, admin_sanctions,
};
pub use pages::admin_table::admin_table;
pub use pages::card::coach_card;
pub use pages::coach::{
    CoachPage, CoachState, coach, coach_board, coach_heading, coach_refusal, largest_trades, luck_in_words,
    lucky_events, most_changed, unsure_in_words,
};
pub use pages::error::error;
pub use pages::fairness::fairness;
pub use pages::games::{GamesFilter, GamesPage, OwnPage, PersonPage, RatingLine, games, person};
pub use pages::in_words::{
    actions_in_words, headline_in_words, log_in_words, position_in_words, summary_in_words,
};
#[cfg(feature = "assets")]
pub use pages::install::{manifest, offline, service_worker};
pub use pages::join::join;
pub use pages::kinds::{kinds, kinds_in_words};
pub use pages::lobby::lobby;
pub use pages::play_on::PlayOn;
pub use pages::puzzles::{PuzzleLine, PuzzlesPage, puzzles};
pub use pages::record::{record_error, setup_error};
pub use pages::recovery::{RecoverPage, RecoveryCodes, recover};
pub use pages::replay::{ReplayCharts, ReplayPage, parse_perspective, perspective_text, replay, replay_main};
pub use pages::report::report;
pub use pages::rules::{all_rules, clause_url, how_to_play, rules};
pub use pages::rules_search::rules_search;
pub use pages::site::host_page;
pub use pages::start::start;
#[cfg(feature = "assets")]
pub use pages::table::board_png;
pub use pages::table::{board, hint, hint_in_words, main, preview, refused, table};
pub use pages::upload::{UploadError, UploadPage, upload};
pub use parts::addresses::{asset_url, assets_hash};
pub use parts::alone::{LINK_MAX, bot_hurries, bot_thinks, shell_words};
#[cfg(feature = "assets")]
pub use parts::assets::{Asset, assets};
pub use parts::bargain::{Bargain, needed_lines};
pub use parts::exercise::{SHOW_HINT, SHOW_SOLUTION, uncompared};
pub use parts::lesson::{learner_name, lesson_answer, lesson_keys};
#[cfg(feature = "assets")]
pub use parts::linked::link;
pub use parts::log::{LOG_ENTRIES, LOG_LINES, REPLAY_LINES};
pub use parts::seats::names_of_seats;
pub use words::reader;
pub use words::{
    AccountFault, Aid, Aids, Confirm, Explanations, Fault, HostLinks, Keys, Lang, Mode, ModerationFault,
    Motion, Names, PlaceNames, Reader, Settings, Sounds, TableLimit, Theme, Topic, Topics, UserError, Wait,
    Weakness, Words, count_error, count_errors, header_error, json_error, name_here, option_meaning,
    parse_error, ready_name, record_damage, rulebook_lang,
};

#[doc(hidden)] // for the macro `msg!`
pub use fluent_bundle::FluentArgs;

#[cfg(test)]
mod tests;
