//! The data of the moderation pages: reports, sanctions, people, roles and the audit log.
//!
//! Timestamps are texts such as `2026-11-21T08:40:00Z`. Reasons, outcomes, measures, roles and acts are the words of the API.

use super::people::{SeatInfo, TableStage};
use crate::words::{Reader, UserError};
use game::Seat;

/// A person as moderators name them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonName {
    /// The server's id of the person: 64 hexadecimal digits.
    pub id: String,
    /// The name of their account; guests have none.
    pub account: Option<String>,
}

/// The sanctions in force against the reader, or against a person whom a moderator looks at.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Restrictions {
    /// A mute: the person cannot chat.
    pub muted: Option<Restricted>,
    /// A suspension: the person can only read.
    pub suspended: Option<Restricted>,
    /// A suspension of the network from which the person connects: nobody can act from there.
    pub network: Option<Restricted>,
}

impl Restrictions {
    /// Whether no sanction is in force.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.muted.is_none() && self.suspended.is_none() && self.network.is_none()
    }
}

/// A sanction in force.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Restricted {
    /// The time at which it ends; `None` if it is permanent.
    pub until: Option<String>,
    /// The reason, as a word of the API.
    pub reason: &'static str,
    /// The reason in the moderator's own words.
    pub text: Option<String>,
}

/// The person, and perhaps the chat message, that a report is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reported<'a> {
    /// The id of the person at the table; the forms that mute and block take it.
    pub id: &'a str,
    /// The name they play under.
    pub name: &'a str,
    /// The seat where they sit now.
    pub seat: Option<Seat>,
    /// The reported chat message, as entry number and text, if the report is about one.
    pub said: Option<(u64, &'a str)>,
    /// Whether the reader has blocked them.
    pub blocked: bool,
    /// Whether the reader has muted them at the table.
    pub muted: bool,
}

/// `GET /t/{id}/report`, and the responses to its form.
#[derive(Clone, Debug)]
pub struct ReportPage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The table's id in the URL.
    pub table: &'a str,
    /// The subject of the report.
    pub about: Reported<'a>,
    /// The reason and the text that were sent, if the report was rejected.
    pub sent: Option<(&'a str, &'a str)>,
    /// Whether the report was made.
    pub is_done: bool,
    /// The reason why the report was rejected.
    pub fault: Option<UserError>,
}

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportInfo {
    /// Its number.
    pub number: u64,
    /// The time at which it was made.
    pub at: String,
    /// The table.
    pub table: String,
    /// The version of the table at that time.
    pub version: u64,
    /// The seat that the reported person had.
    pub seat: Option<Seat>,
    /// The reported person; `None` once their data are deleted.
    pub reported: Option<PersonName>,
    /// The name that they played under.
    pub name: String,
    /// The reported chat message, as entry number and text, if the report is about one.
    pub said: Option<(u64, String)>,
    /// The reason, as a word of the API.
    pub reason: &'static str,
    /// The reason in the reporter's own words.
    pub text: Option<String>,
    /// The reporter; `None` once their data are deleted.
    pub reporter: Option<PersonName>,
    /// The resolution, if there is one.
    pub resolved: Option<ResolvedInfo>,
}

/// The resolution of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResolvedInfo {
    /// The time at which the report was resolved.
    pub at: String,
    /// The moderator; `None` for the host, or for somebody whose data are deleted.
    pub by: Option<PersonName>,
    /// The outcome, as a word of the API.
    pub outcome: &'static str,
}

/// The target of an act of moderation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A person; `None` once their data are deleted.
    Person(Option<PersonName>),
    /// A network.
    Network(String),
    /// A table.
    Table(String),
    /// The report or sanction whose number the entry has.
    Number,
}

/// A sanction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanctionInfo {
    /// Its number.
    pub number: u64,
    /// The measure, as a word of the API.
    pub measure: &'static str,
    /// The target.
    pub target: Target,
    /// The time at which it began.
    pub since: String,
    /// The time at which it ends; `None` if it is permanent.
    pub until: Option<String>,
    /// Whether it is in force now.
    pub in_force: bool,
    /// The reason, as a word of the API.
    pub reason: &'static str,
    /// The reason in the moderator's own words.
    pub text: Option<String>,
    /// The moderator who imposed it; `None` for the host, or for somebody whose data are deleted.
    pub by: Option<PersonName>,
    /// The time at which it was lifted.
    pub lifted: Option<String>,
}

/// Somebody with a role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoleInfo {
    /// The person.
    pub person: PersonName,
    /// The role, as a word of the API.
    pub role: &'static str,
    /// The time at which the role was granted.
    pub since: String,
    /// The person who granted it; `None` for the host.
    pub by: Option<PersonName>,
}

/// An entry of the audit log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditInfo {
    /// Its number.
    pub number: u64,
    /// The timestamp.
    pub at: String,
    /// The actor; `None` for the host.
    pub by: Option<PersonName>,
    /// The act, as a word of the API.
    pub act: &'static str,
    /// The target.
    pub target: Target,
    /// The number of the report or the sanction.
    pub about: Option<u64>,
    /// The reason, as a word of the API.
    pub reason: Option<&'static str>,
    /// Details in words.
    pub detail: Option<String>,
}

/// The result of checking the audit log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditChecked {
    /// The number of entries.
    pub entries: u64,
    /// The hash of the last one.
    pub last: String,
    /// The first entry that is missing or changed.
    pub broken: Option<u64>,
}

/// A person as moderators see them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModeratedPerson {
    /// The person.
    pub person: PersonName,
    /// Their role, if they have one.
    pub role: Option<&'static str>,
    /// The sanctions in force against them.
    pub standing: Restrictions,
    /// Whether the server knows from which network they played last.
    pub has_network: bool,
    /// The latest reports about them.
    pub reports: Vec<ReportInfo>,
    /// The latest sanctions against them.
    pub sanctions: Vec<SanctionInfo>,
}

/// A chat message, as moderators see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModeratedMessage {
    /// The number of its entry.
    pub seq: u64,
    /// The timestamp.
    pub at: String,
    /// The index of the author in [`ModeratedTable::people`].
    pub by: usize,
    /// The text.
    pub text: String,
}

/// A table as moderators see it: the spectators' perspective, with the people at the table.
#[derive(Clone, Debug)]
pub struct ModeratedTable<'a> {
    /// Its id.
    pub id: &'a str,
    /// The game's name on the shelf.
    pub game: &'a str,
    /// The stage.
    pub stage: TableStage,
    /// Whether it was closed before its game was over.
    pub is_closed: bool,
    /// Whether the table is listed publicly.
    pub is_public: bool,
    /// Whether it was taken out of the lobby.
    pub is_hidden: bool,
    /// The version that is shown.
    pub version: u64,
    /// Whether there is a picture of it.
    pub has_picture: bool,
    /// The seats, in order.
    pub seats: &'a [SeatInfo<'a>],
    /// The state of the game, in one line.
    pub headline: &'a str,
    /// The position in words.
    pub position: &'a str,
    /// The last lines of the log.
    pub log: &'a [String],
    /// Everybody who sits or sat at the table: nickname, current seat and identity.
    pub people: &'a [(String, Option<Seat>, Option<PersonName>)],
    /// The chat messages.
    pub said: &'a [ModeratedMessage],
    /// The latest reports about it.
    pub reports: &'a [ReportInfo],
}

/// The confirmation of an act of moderation.
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

/// The notice at the top of a moderation page.
#[derive(Clone, PartialEq, Debug)]
pub enum AdminNotice {
    /// Something was done.
    Done(AdminDone),
    /// Something was not.
    Fault(UserError),
    /// A code by which a person sets a new password. It stands in this page alone.
    Code(String),
}

/// The data that all moderation pages share.
#[derive(Clone, Debug)]
pub struct AdminFrame<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// Whether the reader is an admin, who may also grant roles and suspend networks.
    pub is_admin: bool,
    /// The number of open reports.
    pub open: usize,
    /// The notice at the top of the page.
    pub notice: Option<AdminNotice>,
}

/// The reports that a page lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportStatus {
    /// Reports that nobody has resolved.
    Open,
    /// Resolved reports.
    Resolved,
}
