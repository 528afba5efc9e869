//! The data of the moderation pages: reports, sanctions, people, roles and the audit log.
//!
//! Timestamps are texts such as `2026-11-21T08:40:00Z`. Reasons, outcomes, measures, roles and acts are the words of the API,
//! which sends the types that are `Serialize` as JSON: their comments are its description.

use super::people::{SeatInfo, TableStage};
use crate::words::{Reader, UserError};
use game::Seat;
use serde::Serialize;
use utoipa::ToSchema;

/// A person as moderators identify them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = Named)]
pub struct PersonName {
    /// The server's id of the person: 64 hexadecimal digits, which `who` accepts.
    pub id: String,
    /// The name of their account, if they have one.
    #[serde(skip_serializing_if = "Option::is_none")]
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

/// A restriction in force against a person, as they see it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, ToSchema)]
pub struct Restricted {
    /// The time at which it expires; omitted if it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// The reason: `abuse`, `name`, `cheating`, `stalling`, `spam` or `other`.
    pub reason: &'static str,
    /// The reason in words.
    #[serde(skip_serializing_if = "Option::is_none")]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = ReportState)]
pub struct ReportInfo {
    /// Its number.
    pub number: u64,
    /// The time of the report.
    pub at: String,
    /// The id of the table. Anybody who knows it can watch the table.
    pub table: String,
    /// The version of the table at that time.
    pub version: u64,
    /// The seat.
    #[schema(value_type = Option<String>)]
    pub seat: Option<Seat>,
    /// The reported person; omitted once their data was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported: Option<PersonName>,
    /// The name that they played under.
    pub name: String,
    /// The version at which the reported line was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The reported line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The reason: `abuse`, `name`, `cheating`, `stalling`, `spam` or `other`.
    pub reason: &'static str,
    /// The reason in the reporter's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The reporter; omitted once their data was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reporter: Option<PersonName>,
    /// The outcome: `acted`, `noted` or `unfounded`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// The time of its resolution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved_at: Option<String>,
    /// The person who resolved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved_by: Option<PersonName>,
}

/// A sanction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = SanctionState)]
pub struct SanctionInfo {
    /// Its number.
    pub number: u64,
    /// `mute`, `suspend`, `suspend-network` or `hide-table`.
    pub measure: &'static str,
    /// The person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonName>,
    /// The network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// The table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The time at which it began.
    pub since: String,
    /// The time at which it expires; omitted if it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Whether it is in force now.
    pub in_force: bool,
    /// The reason: `abuse`, `name`, `cheating`, `stalling`, `spam` or `other`.
    pub reason: &'static str,
    /// The reason in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The person who imposed it; omitted if the host did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<PersonName>,
    /// The time at which it was lifted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lifted_at: Option<String>,
    /// The person who lifted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lifted_by: Option<PersonName>,
}

/// A person with a role.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = RoleState)]
pub struct RoleInfo {
    /// The person.
    pub person: PersonName,
    /// `admin` or `moderator`.
    pub role: &'static str,
    /// The time at which the role was granted.
    pub since: String,
    /// The person who granted it; omitted if the host did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<PersonName>,
}

/// An entry of the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = AuditState)]
pub struct AuditInfo {
    /// Its number: 1, 2, 3, … without a gap.
    pub number: u64,
    /// The time of the action.
    pub at: String,
    /// The person who acted; omitted if the host did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<PersonName>,
    /// The action: `grant`, `revoke`, `resolve`, `view-table`, `mute`, `suspend`, `suspend-network`, `lift`, `rename`,
    /// `reset-password`, `close-table` or `hide-table`.
    pub act: &'static str,
    /// The person it concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonName>,
    /// The table it concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The number of the report or the sanction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<u64>,
    /// The reason: `abuse`, `name`, `cheating`, `stalling`, `spam` or `other`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// Details in words; omitted if there are none, or if they were deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The SHA-256 of the entry, which the next entry includes.
    pub hash: String,
}

/// The result of checking the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct AuditChecked {
    /// The number of entries.
    pub entries: u64,
    /// The hash of the last entry. Note it down to detect later whether entries were removed at the end.
    pub last: String,
    /// The number of the first entry that is missing or changed; omitted if the log is intact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<u64>,
}

/// A person as moderators see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = PersonState)]
pub struct ModeratedPerson {
    /// The person.
    pub person: PersonName,
    /// Their role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<&'static str>,
    /// Their mute, if they are muted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub muted: Option<Restricted>,
    /// Their suspension, if they are suspended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspended: Option<Restricted>,
    /// Whether the server knows the network from which they played lately, so that it can be suspended.
    pub network_known: bool,
    /// The latest reports about them.
    pub reports: Vec<ReportInfo>,
    /// The latest sanctions against them.
    pub sanctions: Vec<SanctionInfo>,
}

/// A person who sits or sat at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = AtSeat)]
pub struct SeatedPerson {
    /// Their current seat, if they have one.
    #[schema(value_type = Option<String>)]
    pub seat: Option<Seat>,
    /// The name they play under.
    pub name: String,
    /// The person; omitted if their data was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonName>,
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = SaidLine)]
pub struct ModeratedMessage {
    /// The version at which it was said.
    pub line: u64,
    /// The time at which it was said.
    pub at: String,
    /// The person who said it: an index into `people`.
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
    /// Everybody who sits or sat at the table.
    pub people: &'a [SeatedPerson],
    /// The chat messages.
    pub said: &'a [ModeratedMessage],
    /// The latest reports about it.
    pub reports: &'a [ReportInfo],
}

/// The notice at the top of a moderation page.
#[derive(Clone, PartialEq, Debug)]
pub enum AdminNotice {
    /// The act that was carried out, as a word of the API.
    Done(&'static str),
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
