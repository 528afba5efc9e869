//! Formats the server's answers to moderators as text.

use pages::{Words, msg};
use serde_json::Value;

/// A text of an answer.
fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

/// A moment as people read it.
fn moment(value: &Value, name: &str) -> String {
    let text = text(value, name);
    let (date, time) = text.split_once('T').unwrap_or((text, ""));
    format!("{date} {}", time.get(..5).unwrap_or_default()).trim_end().to_owned()
}

/// A person: the name of their account, or what the server calls them.
fn who(value: &Value) -> String {
    match value["account"].as_str() {
        Some(account) => account.to_owned(),
        None => text(value, "id").get(..16).unwrap_or_default().to_owned(),
    }
}

/// The name of the person who acted; the host has none.
fn actor(value: &Value, words: Words) -> String {
    if value.is_null() { msg!(words, "cli-admin-host") } else { who(value) }
}

fn reason(value: &Value, words: Words) -> String {
    let reason = text(value, "reason");
    if reason.is_empty() { String::new() } else { msg!(words, &format!("moderation-reason-{reason}")) }
}

/// Lines of a list, or that it is empty.
fn lines(list: &Value, words: Words, line: fn(&Value, Words) -> String) -> String {
    let lines: Vec<String> = list.as_array().into_iter().flatten().map(|item| line(item, words)).collect();
    if lines.is_empty() { msg!(words, "cli-admin-none") + "\n" } else { lines.concat() }
}

/// Parts of a line that are there, with a dot between.
fn joined(parts: &[String]) -> String {
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join(" · ") + "\n"
}

fn quoted(value: &Value, name: &str) -> String {
    value[name].as_str().map(|text| format!("“{text}”")).unwrap_or_default()
}

fn seat(report: &Value) -> String {
    format!("{}/{}", text(report, "table"), text(report, "seat"))
}

/// Confirms that the command was carried out.
pub(super) fn done(_: &Value, words: Words) -> String {
    msg!(words, "cli-admin-done") + "\n"
}

fn report_line(report: &Value, words: Words) -> String {
    joined(&[
        format!("#{}", report["number"]),
        moment(report, "at"),
        reason(report, words),
        seat(report),
        text(report, "name").to_owned(),
        quoted(report, "said"),
        text(report, "text").to_owned(),
    ])
}

/// A list of reports.
pub(super) fn reports(answer: &Value, words: Words) -> String {
    let open = msg!(words, "cli-admin-open", count = answer["open"].as_u64().unwrap_or_default());
    lines(&answer["reports"], words, report_line) + &open + "\n"
}

/// One report.
pub(super) fn report(report: &Value, words: Words) -> String {
    let mut shown = report_line(report, words);
    shown += &(msg!(words, "cli-admin-reported", who = who(&report["reported"])) + "\n");
    shown += &(msg!(words, "cli-admin-reporter", who = who(&report["reporter"])) + "\n");
    if !report["outcome"].is_null() {
        let (at, by) = (moment(report, "resolved_at"), actor(&report["resolved_by"], words));
        let outcome = msg!(words, &format!("cli-admin-outcome-{}", text(report, "outcome")));
        shown += &(msg!(words, "cli-admin-resolved", outcome = outcome, at = at, by = by) + "\n");
    }
    shown
}

/// A table: who sits there and what was said.
pub(super) fn table(answer: &Value, words: Words) -> String {
    let table = &answer["table"];
    let mut shown = joined(&[
        text(table, "table").to_owned(),
        text(table, "game").to_owned(),
        msg!(words, &format!("cli-admin-stage-{}", text(table, "stage"))),
    ]);
    let people = answer["people"].as_array().cloned().unwrap_or_default();
    for person in &people {
        shown += &joined(&[
            person["seat"].as_str().unwrap_or("–").to_owned(),
            text(person, "name").to_owned(),
            who(&person["person"]),
        ]);
    }
    for said in answer["said"].as_array().into_iter().flatten() {
        let by = said["by"].as_u64().and_then(|by| people.get(usize::try_from(by).ok()?));
        let name = by.map(|person| text(person, "name")).unwrap_or_default();
        shown += &format!("{} {} {name}: {}\n", said["line"], moment(said, "at"), text(said, "text"));
    }
    shown + &lines(&answer["reports"], words, report_line)
}

/// A person.
pub(super) fn person(answer: &Value, words: Words) -> String {
    let mut shown = joined(&[
        who(&answer["person"]),
        text(&answer["person"], "id").to_owned(),
        text(answer, "role").to_owned(),
    ]);
    let known = if answer["network_known"] == true { "cli-admin-network" } else { "cli-admin-no-network" };
    shown += &(msg!(words, known) + "\n");
    shown += &lines(&answer["sanctions"], words, sanction_line);
    shown + &lines(&answer["reports"], words, report_line)
}

fn sanction_line(sanction: &Value, words: Words) -> String {
    let on = ["network", "table"].map(|name| text(sanction, name).to_owned()).concat();
    let on = if sanction["person"].is_null() { on } else { who(&sanction["person"]) };
    let ends = match (&sanction["lifted_at"], &sanction["until"]) {
        (Value::String(_), _) => msg!(words, "cli-admin-lifted", at = moment(sanction, "lifted_at")),
        (_, Value::String(_)) => msg!(words, "cli-admin-until", at = moment(sanction, "until")),
        _ => msg!(words, "cli-admin-for-ever"),
    };
    joined(&[
        format!("#{}", sanction["number"]),
        msg!(words, &format!("cli-admin-measure-{}", text(sanction, "measure"))),
        on,
        moment(sanction, "since"),
        ends,
        reason(sanction, words),
        text(sanction, "text").to_owned(),
    ])
}

/// A sanction that was imposed.
pub(super) fn imposed(sanction: &Value, words: Words) -> String {
    sanction_line(sanction, words)
}

/// A list of sanctions.
pub(super) fn sanctions(answer: &Value, words: Words) -> String {
    lines(&answer["sanctions"], words, sanction_line)
}

/// The name that somebody has now.
pub(super) fn renamed(answer: &Value, words: Words) -> String {
    msg!(words, "cli-admin-renamed", name = text(answer, "name")) + "\n"
}

/// The code for a new password.
pub(super) fn code(answer: &Value, words: Words) -> String {
    msg!(words, "cli-admin-code", code = text(answer, "code")) + "\n"
}

/// Everybody with a role.
pub(super) fn roles(answer: &Value, words: Words) -> String {
    let line = |role: &Value, words: Words| {
        joined(&[
            who(&role["person"]),
            text(role, "role").to_owned(),
            moment(role, "since"),
            actor(&role["by"], words),
        ])
    };
    lines(&answer["roles"], words, line)
}

/// The audit log.
pub(super) fn audit(answer: &Value, words: Words) -> String {
    let line = |entry: &Value, words: Words| {
        let on =
            if entry["person"].is_null() { text(entry, "table").to_owned() } else { who(&entry["person"]) };
        joined(&[
            entry["number"].to_string(),
            moment(entry, "at"),
            actor(&entry["by"], words),
            text(entry, "act").to_owned(),
            on,
            entry["about"].as_u64().map(|number| format!("#{number}")).unwrap_or_default(),
            reason(entry, words),
            text(entry, "detail").to_owned(),
        ])
    };
    lines(&answer["entries"], words, line)
}

/// Whether the audit log is unbroken.
pub(super) fn checked(answer: &Value, words: Words) -> String {
    let (entries, last) = (answer["entries"].as_u64().unwrap_or_default(), text(answer, "last").to_owned());
    match answer["broken"].as_u64() {
        None => msg!(words, "cli-admin-unbroken", entries = entries, last = last) + "\n",
        Some(broken) => msg!(words, "cli-admin-broken", broken = broken) + "\n",
    }
}
