//! What the pages of moderation show: reports, sanctions, people, roles and the audit log, as plain data.
//!
//! Moments are texts such as `2026-11-21T08:40:00Z`. Reasons, outcomes, measures, roles and acts are the words of the API.

use super::people::{SeatInfo, Stage};
use crate::words::{Fault, Reader};
use game::Seat;

/// A person as moderators name them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonName {
    /// What the server calls them: 64 hexadecimal digits.
    pub id: String,
    /// The name of their account; guests have none.
    pub account: Option<String>,
}

/// What is in force against the reader, or against a person whom a moderator looks at.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Restrictions {
    /// That they cannot say anything.
    pub muted: Option<Restricted>,
    /// That they cannot do anything but read.
    pub suspended: Option<Restricted>,
    /// That nobody can do anything from the network from which they ask.
    pub network: Option<Restricted>,
}

impl Restrictions {
    /// Whether nothing is.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.muted.is_none() && self.suspended.is_none() && self.network.is_none()
    }
}

/// One of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restricted {
    /// Until when; `None` for ever.
    pub until: Option<String>,
    /// Why, in one word.
    pub reason: &'static str,
    /// The same in the words of a moderator.
    pub text: Option<String>,
}

/// Whom or what somebody reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reported<'a> {
    /// What tells the person from others at the table; the forms that mute and block take it.
    pub id: &'a str,
    /// The name they play under.
    pub name: &'a str,
    /// The seat where they sit now.
    pub seat: Option<Seat>,
    /// The line that they said, with the number of its entry, if it is one.
    pub said: Option<(u64, &'a str)>,
    /// Whether the reader has blocked them.
    pub blocked: bool,
    /// Whether the reader has muted them at the table.
    pub muted: bool,
}

/// `GET /t/{id}/report`, and what its form leads to.
#[derive(Clone, Debug)]
pub struct ReportPage<'a> {
    /// Who reads.
    pub reader: &'a Reader,
    /// The table's id in the URL.
    pub table: &'a str,
    /// Whom they report.
    pub about: Reported<'a>,
    /// The reason and the text that were sent, where they could not be taken.
    pub sent: Option<(&'a str, &'a str)>,
    /// Whether the report was made.
    pub is_done: bool,
    /// Why it was not.
    pub fault: Option<Fault>,
}

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportInfo {
    /// Its number.
    pub number: u64,
    /// When it was made.
    pub at: String,
    /// The table.
    pub table: String,
    /// The version of the table then.
    pub version: u64,
    /// The seat.
    pub seat: Option<Seat>,
    /// Who is reported; `None` once they are forgotten.
    pub reported: Option<PersonName>,
    /// The name that they played under.
    pub name: String,
    /// The line that is reported, if it is one, with the number of its entry.
    pub said: Option<(u64, String)>,
    /// Why.
    pub reason: &'static str,
    /// The same in the reporter's words.
    pub text: Option<String>,
    /// Who reports; `None` once they are forgotten.
    pub reporter: Option<PersonName>,
    /// What came of it.
    pub resolved: Option<ResolvedInfo>,
}

/// That a report is resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResolvedInfo {
    /// When.
    pub at: String,
    /// By whom; `None` for the host, or somebody who was forgotten.
    pub by: Option<PersonName>,
    /// What came of it.
    pub outcome: &'static str,
}

/// On whom or what something was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A person; `None` once they are forgotten.
    Person(Option<PersonName>),
    /// A network.
    Network(String),
    /// A table.
    Table(String),
    /// What the number of the entry says.
    Number,
}

/// A sanction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanctionInfo {
    /// Its number.
    pub number: u64,
    /// What it does.
    pub measure: &'static str,
    /// To whom.
    pub target: Target,
    /// Since when.
    pub since: String,
    /// Until when; `None` for ever.
    pub until: Option<String>,
    /// Whether it has effect now.
    pub in_force: bool,
    /// Why.
    pub reason: &'static str,
    /// The same in words.
    pub text: Option<String>,
    /// Who imposed it; `None` for the host, or somebody who was forgotten.
    pub by: Option<PersonName>,
    /// When it was lifted.
    pub lifted: Option<String>,
}

/// Somebody with a role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoleInfo {
    /// Who.
    pub person: PersonName,
    /// Which role.
    pub role: &'static str,
    /// Since when.
    pub since: String,
    /// Who granted it; `None` for the host.
    pub by: Option<PersonName>,
}

/// An entry of the audit log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditInfo {
    /// Its number.
    pub number: u64,
    /// When.
    pub at: String,
    /// Who did it; `None` for the host.
    pub by: Option<PersonName>,
    /// What.
    pub act: &'static str,
    /// On whom or what.
    pub target: Target,
    /// The number of the report or the sanction.
    pub about: Option<u64>,
    /// Why.
    pub reason: Option<&'static str>,
    /// In words.
    pub detail: Option<String>,
}

/// What came of checking the audit log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditChecked {
    /// How many entries there are.
    pub entries: u64,
    /// The hash of the last one.
    pub last: String,
    /// The first entry that is missing or changed.
    pub broken: Option<u64>,
}

/// A person as moderators see them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonSeen {
    /// Who it is.
    pub person: PersonName,
    /// Their role, if they have one.
    pub role: Option<&'static str>,
    /// What is in force against them.
    pub standing: Restrictions,
    /// Whether the server knows from which network they played last.
    pub has_network: bool,
    /// The latest reports about them.
    pub reports: Vec<ReportInfo>,
    /// The latest sanctions against them.
    pub sanctions: Vec<SanctionInfo>,
}

/// A line that was said, as moderators see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaidSeen {
    /// The number of its entry.
    pub seq: u64,
    /// When.
    pub at: String,
    /// By whom of the people.
    pub by: usize,
    /// What.
    pub text: String,
}

/// A table as moderators see it: as its spectators do, with who sits there.
#[derive(Clone, Debug)]
pub struct TableSeen<'a> {
    /// Its id.
    pub id: &'a str,
    /// The game's name on the shelf.
    pub game: &'a str,
    /// How far it is.
    pub stage: Stage,
    /// Whether it was closed before its game was over.
    pub is_closed: bool,
    /// Whether strangers find it.
    pub is_public: bool,
    /// Whether it was taken out of the lobby.
    pub is_hidden: bool,
    /// The version that is shown.
    pub version: u64,
    /// Whether there is a picture of it.
    pub has_picture: bool,
    /// Who sits there, in the order of seats.
    pub seats: &'a [SeatInfo<'a>],
    /// What goes on, in one line.
    pub headline: &'a str,
    /// The position in words.
    pub position: &'a str,
    /// The last lines of the log.
    pub log: &'a [String],
    /// Everybody who sits or sat there: the name they play under, where they sit now, who they are.
    pub people: &'a [(String, Option<Seat>, Option<PersonName>)],
    /// What was said.
    pub said: &'a [SaidSeen],
    /// The latest reports about it.
    pub reports: &'a [ReportInfo],
}

/// What was done just now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AdminDone {
    /// A report is resolved.
    Resolved,
    /// Somebody is muted.
    Muted,
    /// Somebody is suspended.
    Suspended,
    /// A network is.
    NetworkSuspended,
    /// A table is hidden.
    Hidden,
    /// A table is closed.
    Closed,
    /// A sanction is lifted.
    Lifted,
    /// Somebody has another name.
    Renamed,
    /// Somebody has a role.
    Granted,
    /// Somebody has none any more.
    Revoked,
}

impl AdminDone {
    /// All of them, with their words in addresses.
    const ALL: [(AdminDone, &'static str); 10] = [
        (AdminDone::Resolved, "resolved"),
        (AdminDone::Muted, "muted"),
        (AdminDone::Suspended, "suspended"),
        (AdminDone::NetworkSuspended, "network-suspended"),
        (AdminDone::Hidden, "hidden"),
        (AdminDone::Closed, "closed"),
        (AdminDone::Lifted, "lifted"),
        (AdminDone::Renamed, "renamed"),
        (AdminDone::Granted, "granted"),
        (AdminDone::Revoked, "revoked"),
    ];

    /// From the address that a form leads to.
    #[must_use]
    pub fn read(text: &str) -> Option<AdminDone> {
        AdminDone::ALL.into_iter().find(|(_, word)| *word == text).map(|(done, _)| done)
    }

    /// Its word in addresses.
    ///
    /// # Panics
    /// Never: each has one.
    #[must_use]
    pub fn word(self) -> &'static str {
        AdminDone::ALL
            .into_iter()
            .find(|(done, _)| *done == self)
            .map(|(_, word)| word)
            .expect("each has one")
    }
}

/// What stands on top of a page of moderation.
#[derive(Clone, PartialEq, Debug)]
pub enum AdminNotice {
    /// Something was done.
    Done(AdminDone),
    /// Something was not.
    Fault(Fault),
    /// A code by which a person sets a new password. It stands in this page alone.
    Code(String),
}

/// What all pages of moderation have.
#[derive(Clone, Debug)]
pub struct AdminFrame<'a> {
    /// Who reads.
    pub reader: &'a Reader,
    /// Whether they may do everything: grant roles, suspend networks.
    pub is_admin: bool,
    /// How many reports are open.
    pub open: usize,
    /// What is to be said first.
    pub notice: Option<AdminNotice>,
}

/// Which reports a page lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportStatus {
    /// Those that nobody has resolved.
    Open,
    /// Those that are resolved.
    Resolved,
}
