//! `neuland admin`: moderates a server over its API, or an account where the tables are while no server runs.

mod show;

use crate::context::Context;
use crate::failure::Failure;
use crate::location::OfflineArgs;
use crate::play::explain_store;
use ::mcp::{Api, Person};
use live::Network;
use live::admin::{self as offline, HostAct, PersonSelector};
use live::moderation::{ModerationError, Outcome, Reason, ReportGroup, Role};
use pages::{ModerationFault, Words, msg};
use serde_json::{Value, json};
use std::fmt;
use std::str::FromStr;
use store::{Location, StoreError};
use table::TableId;

/// The variable with the token of whoever moderates.
const TOKEN: &str = "NEULAND_TOKEN";

/// The arguments of `neuland admin`: a subcommand, which names the server.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// The server that is moderated.
#[derive(clap::Args, Debug)]
struct ServerArgs {
    /// The URL of the server.
    #[arg(long, env = "NEULAND_SERVER", value_name = "URL", default_value = "http://127.0.0.1:7170")]
    server: String,
    /// The answer as JSON.
    #[arg(long)]
    json: bool,
}

/// The reason for a measure.
#[derive(clap::Args, Debug)]
struct ReasonArgs {
    /// In one word.
    #[arg(long, value_name = "REASON", value_parser = Reason::NAMES, default_value = "other")]
    reason: String,
    /// The reason in more words.
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,
}

/// The terms of a sanction.
#[derive(clap::Args, Debug)]
struct ImposeArgs {
    /// For ever, if nothing is said.
    #[arg(long = "for", value_name = "TIME")]
    lasts: Option<Span>,
    #[command(flatten)]
    because: ReasonArgs,
    #[command(flatten)]
    at: ServerArgs,
}

/// The page of a list.
#[derive(clap::Args, Debug)]
struct PageArgs {
    /// Lists only entries with smaller numbers.
    #[arg(long, value_name = "NUMBER")]
    before: Option<u64>,
}

/// A sanction of a person.
#[derive(clap::Args, Debug)]
struct SanctionArgs {
    #[arg(value_name = "NAME|TABLE/SEAT|ID")]
    who: PersonSelector,
    #[command(flatten)]
    how: ImposeArgs,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// The reports.
    Reports {
        /// Lists the resolved reports.
        #[arg(long)]
        resolved: bool,
        /// Open reports, most urgent first.
        #[arg(long, conflicts_with_all = ["resolved", "before"])]
        ranked: bool,
        #[command(flatten)]
        part: PageArgs,
        #[command(flatten)]
        at: ServerArgs,
    },
    /// One report.
    Report {
        #[arg(value_name = "NUMBER")]
        number: u64,
        #[command(flatten)]
        at: ServerArgs,
    },
    /// Resolves a report.
    Resolve {
        #[arg(value_name = "NUMBER")]
        number: u64,
        /// The outcome of the report.
        #[arg(value_name = "OUTCOME", value_parser = Outcome::NAMES)]
        outcome: String,
        /// For the audit log.
        #[arg(long, value_name = "TEXT")]
        note: Option<String>,
        /// Also resolves all open reports that have this in common with it.
        #[arg(long, value_name = "WHAT", value_parser = ReportGroup::NAMES)]
        same: Option<String>,
        #[command(flatten)]
        at: ServerArgs,
    },
    /// A table as spectators see it.
    Table {
        #[arg(value_name = "TABLE")]
        table: TableId,
        #[command(flatten)]
        at: ServerArgs,
    },
    /// A person.
    Person {
        #[arg(value_name = "NAME|TABLE/SEAT|ID")]
        who: PersonSelector,
        #[command(flatten)]
        at: ServerArgs,
    },
    /// Mutes a person.
    Mute(SanctionArgs),
    /// Suspends a person.
    Suspend(SanctionArgs),
    /// Suspends a network.
    SuspendNetwork {
        #[arg(value_name = "NETWORK", required_unless_present = "of")]
        network: Option<Network>,
        /// Takes the network of this person.
        #[arg(long, value_name = "NAME|TABLE/SEAT|ID", conflicts_with = "network")]
        of: Option<PersonSelector>,
        #[command(flatten)]
        how: ImposeArgs,
    },
    /// Takes a table out of the lobby.
    Hide {
        #[arg(value_name = "TABLE")]
        table: TableId,
        #[command(flatten)]
        how: ImposeArgs,
    },
    /// Closes a table.
    Close {
        #[arg(value_name = "TABLE")]
        table: TableId,
        #[command(flatten)]
        because: ReasonArgs,
        #[command(flatten)]
        at: ServerArgs,
    },
    /// The sanctions.
    Sanctions {
        /// Also those that ended.
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        part: PageArgs,
        #[command(flatten)]
        at: ServerArgs,
    },
    /// Lifts a sanction.
    Lift {
        #[arg(value_name = "NUMBER")]
        number: u64,
        /// For the audit log.
        #[arg(long, value_name = "TEXT")]
        note: Option<String>,
        #[command(flatten)]
        at: ServerArgs,
    },
    /// Gives a person another name.
    Rename {
        #[arg(value_name = "NAME|TABLE/SEAT|ID")]
        who: PersonSelector,
        /// One is made, if nothing is said.
        #[arg(value_name = "NEW")]
        new: Option<String>,
        #[command(flatten)]
        because: ReasonArgs,
        #[command(flatten)]
        at: ServerArgs,
    },
    /// Makes a code for a new password.
    ResetPassword {
        #[arg(value_name = "NAME|TABLE/SEAT|ID")]
        who: PersonSelector,
        /// For the audit log.
        #[arg(long, value_name = "TEXT", conflicts_with_all = ["data", "database"])]
        note: Option<String>,
        #[command(flatten)]
        offline: OfflineArgs,
        #[command(flatten)]
        at: ServerArgs,
    },
    /// Grants a role.
    Grant {
        #[arg(value_name = "NAME|TABLE/SEAT|ID")]
        who: PersonSelector,
        #[arg(long, value_name = "ROLE", value_parser = Role::NAMES, default_value = "admin")]
        role: String,
        #[command(flatten)]
        offline: OfflineArgs,
        #[command(flatten)]
        at: ServerArgs,
    },
    /// Takes a role away.
    Revoke {
        #[arg(value_name = "NAME|TABLE/SEAT|ID")]
        who: PersonSelector,
        #[command(flatten)]
        offline: OfflineArgs,
        #[command(flatten)]
        at: ServerArgs,
    },
    /// Everybody with a role.
    Roles {
        #[command(flatten)]
        at: ServerArgs,
    },
    /// The audit log.
    Audit {
        /// Whether it is unbroken.
        #[arg(long, conflicts_with = "before")]
        check: bool,
        #[command(flatten)]
        part: PageArgs,
        #[command(flatten)]
        at: ServerArgs,
    },
}

/// A duration: `90s`, `30m`, `12h`, `7d`, `4w`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    seconds: u64,
}

/// The text is no span of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ParseSpanError;

impl ParseSpanError {
    /// Describes the form of a duration to the user.
    pub(crate) fn explain(self, words: Words) -> String {
        msg!(words, "cli-admin-span")
    }
}

impl fmt::Display for ParseSpanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("give a span of time, such as 30m, 12h, 7d or 4w")
    }
}

impl std::error::Error for ParseSpanError {}

impl FromStr for Span {
    type Err = ParseSpanError;
    fn from_str(text: &str) -> Result<Span, ParseSpanError> {
        let at = text.len().checked_sub(1).filter(|at| text.is_char_boundary(*at)).ok_or(ParseSpanError)?;
        let (number, unit) = text.split_at(at);
        let unit = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3_600,
            "d" => 86_400,
            "w" => 604_800,
            _ => return Err(ParseSpanError),
        };
        let number: u64 = number.parse().ok().filter(|number| *number > 0).ok_or(ParseSpanError)?;
        Ok(Span { seconds: number.checked_mul(unit).ok_or(ParseSpanError)? })
    }
}

/// A request to the server, with the function that formats its answer.
struct Ask {
    at: ServerArgs,
    path: String,
    body: Option<Value>,
    show: fn(&Value, Words) -> String,
}

impl Ask {
    fn look(at: ServerArgs, path: impl Into<String>, show: fn(&Value, Words) -> String) -> Ask {
        Ask { at, path: path.into(), body: None, show }
    }

    fn act(at: ServerArgs, path: impl Into<String>, body: Value, show: fn(&Value, Words) -> String) -> Ask {
        Ask { at, path: path.into(), body: Some(body), show }
    }
}

/// Asks the server, or does it where the tables are.
pub(crate) fn run(args: Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    if let Command::Grant { who, offline, .. }
    | Command::Revoke { who, offline, .. }
    | Command::ResetPassword { who, offline, .. } = &args.command
        && let Some(location) = offline.get(words)?
    {
        return act_at(&*location, who, host_act(&args.command), context);
    }
    let ask = asked(args.command);
    let token = std::env::var(TOKEN).unwrap_or_default();
    if token.is_empty() {
        return Err(Failure::usage(msg!(words, "cli-admin-no-token", name = TOKEN)));
    }
    let person = Person::of_key(token.trim())
        .map_err(|_| Failure::usage(msg!(words, "cli-admin-bad-token", name = TOKEN)))?;
    let api = Api::new(&ask.at.server).map_err(|error| Failure::usage(format!("--server: {error}")))?;
    let answer = api
        .ask(&person, &format!("/{}", ask.path), ask.body, words.lang())
        .map_err(|refused| Failure::failed(refused.message))?;
    if ask.at.json {
        return context.print(&format!("{answer:#}\n"));
    }
    context.print(&crate::failure::sanitized(&(ask.show)(&answer, words)))?;
    // As a check that fails says so by its exit code.
    if ask.path == "admin/audit/check" && !answer["broken"].is_null() { Err(Failure::Said) } else { Ok(()) }
}

/// Returns the request that a command makes to the server.
fn asked(command: Command) -> Ask {
    let sanction = |measure: &str, mut on: Value, ImposeArgs { lasts, because, at }: ImposeArgs| {
        on["measure"] = measure.into();
        on["reason"] = because.reason.into();
        on["text"] = json!(because.text);
        on["seconds"] = json!(lasts.map(|span| span.seconds));
        Ask::act(at, "admin/sanctions", on, show::imposed)
    };
    let sanction_person = |measure: &str, SanctionArgs { who, how }: SanctionArgs| {
        sanction(measure, json!({"who": who.to_string()}), how)
    };
    match command {
        Command::Reports { resolved, ranked, part, at } => {
            let status = match (resolved, ranked) {
                (true, _) => "resolved",
                (_, true) => "ranked",
                _ => "open",
            };
            Ask::look(at, format!("admin/reports?status={status}{}", also(&part)), show::reports)
        }
        Command::Report { number, at } => Ask::look(at, format!("admin/reports/{number}"), show::report),
        Command::Resolve { number, outcome, note, same, at } => {
            let body = json!({"outcome": outcome, "text": note, "same": same});
            Ask::act(at, format!("admin/reports/{number}/resolve"), body, show::done)
        }
        Command::Table { table, at } => Ask::look(at, format!("admin/tables/{table}"), show::table),
        Command::Person { who, at } => {
            Ask::look(at, format!("admin/person?who={}", query(&who)), show::person)
        }
        Command::Mute(against) => sanction_person("mute", against),
        Command::Suspend(against) => sanction_person("suspend", against),
        Command::SuspendNetwork { network, of, how } => {
            let on = match (network, of) {
                (Some(network), _) => json!({"network": network.to_string()}),
                (None, of) => json!({"who": of.map(|of| of.to_string())}),
            };
            sanction("suspend-network", on, how)
        }
        Command::Hide { table, how } => sanction("hide-table", json!({"table": table.to_string()}), how),
        Command::Close { table, because: ReasonArgs { reason, text }, at } => {
            let body = json!({"reason": reason, "text": text});
            Ask::act(at, format!("admin/tables/{table}/close"), body, show::done)
        }
        Command::Sanctions { all, part, at } => {
            let which = if all { "all" } else { "in-force" };
            Ask::look(at, format!("admin/sanctions?which={which}{}", also(&part)), show::sanctions)
        }
        Command::Lift { number, note, at } => {
            Ask::act(at, format!("admin/sanctions/{number}/lift"), json!({"text": note}), show::done)
        }
        Command::Rename { who, new, because: ReasonArgs { reason, text }, at } => {
            let body = json!({"who": who.to_string(), "name": new, "reason": reason, "text": text});
            Ask::act(at, "admin/person/rename", body, show::renamed)
        }
        Command::ResetPassword { who, note, at, .. } => {
            let body = json!({"who": who.to_string(), "text": note});
            Ask::act(at, "admin/person/reset-password", body, show::code)
        }
        Command::Grant { who, role, at, .. } => {
            Ask::act(at, "admin/person/role", json!({"who": who.to_string(), "role": role}), show::done)
        }
        Command::Revoke { who, at, .. } => {
            Ask::act(at, "admin/person/role", json!({"who": who.to_string(), "role": null}), show::done)
        }
        Command::Roles { at } => Ask::look(at, "admin/roles", show::roles),
        Command::Audit { check: true, at, .. } => Ask::look(at, "admin/audit/check", show::checked),
        Command::Audit { part, at, .. } => {
            let before = part.before.map(|before| format!("?before={before}")).unwrap_or_default();
            Ask::look(at, format!("admin/audit{before}"), show::audit)
        }
    }
}

/// The rest of a query.
fn also(part: &PageArgs) -> String {
    part.before.map(|before| format!("&before={before}")).unwrap_or_default()
}

/// A person in a query.
fn query(who: &PersonSelector) -> String {
    use fmt::Write as _;
    let mut text = String::new();
    for byte in who.to_string().bytes() {
        if byte.is_ascii_alphanumeric() {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

/// Returns what a command does without a server.
fn host_act(command: &Command) -> HostAct {
    match command {
        Command::Grant { role, .. } if role == "admin" => HostAct::Grant(Role::Admin),
        Command::Grant { .. } => HostAct::Grant(Role::Moderator),
        Command::Revoke { .. } => HostAct::Revoke,
        _ => HostAct::ResetPassword,
    }
}

/// Does it where the tables are.
fn act_at(
    location: &dyn Location,
    who: &PersonSelector,
    act: HostAct,
    context: &Context,
) -> Result<(), Failure> {
    let words = context.words;
    let done = offline::act(location, who, act).map_err(|error| {
        let data = location.name();
        Failure::failed(match error {
            ModerationError::Fault(ModerationFault::Unknown) => {
                msg!(words, "cli-person-nobody", who = who.to_string(), data = data)
            }
            ModerationError::Fault(fault) => msg!(words, fault.key()),
            ModerationError::Store(error) => explain_store(&error, words),
            _ => explain_store(&StoreError::Closed, words),
        })
    })?;
    let said = match done {
        Some(code) => show::code(&json!({"code": code}), words),
        None => show::done(&Value::Null, words),
    };
    context.print(&said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_a_number_and_a_unit() {
        let cases = [("90s", 90), ("30m", 1_800), ("12h", 43_200), ("7d", 604_800), ("4w", 2_419_200)];
        for (text, seconds) in cases {
            assert_eq!(text.parse(), Ok(Span { seconds }), "{text}");
        }
        for wrong in
            ["", "d", "7", "7 d", "-1d", "0d", "7x", "7ä", "99999999999999999999d", "18446744073709551615w"]
        {
            assert_eq!(wrong.parse::<Span>(), Err(ParseSpanError), "{wrong}");
        }
    }

    #[test]
    fn who_is_meant_is_written_into_a_query() {
        let query = |text: &str| query(&text.parse().unwrap());
        assert_eq!(query("Jürgen B&x=1"), "J%C3%BCrgen%20B%26x%3D1");
        assert_eq!(query("0000000000zz/B"), "0000000000zz%2FB");
    }
}
