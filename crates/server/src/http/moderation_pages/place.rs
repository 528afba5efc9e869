//! The pages of moderation by their addresses, to which their forms redirect.

use pages::ReportStatus;
use table::keys::TableId;

/// A page of moderation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// The reports, those with smaller numbers than this.
    Reports(ReportStatus, Option<u64>),
    /// One report.
    Report(u64),
    /// One table.
    Table(TableId),
    /// A person, named in one of the ways of the API; empty for the search alone.
    Person(String),
    /// The sanctions in force, or all of them; those with smaller numbers than this.
    Sanctions(bool, Option<u64>),
    /// The people with a role.
    Roles,
    /// The audit log before an entry, and whether it is to be checked.
    Audit(Option<u64>, bool),
}

impl Place {
    /// Parses an address with its query; `None` if it is that of no page of moderation.
    pub(super) fn read(address: &str) -> Option<Place> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let fields: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let field = |name: &str| fields.iter().find(|(of, _)| of == name).map(|(_, value)| value.as_str());
        let before = || field("before").and_then(|text| text.parse().ok());
        let mut parts = path.strip_prefix("/admin")?.split('/').filter(|part| !part.is_empty());
        Some(match (parts.next(), parts.next(), parts.next()) {
            (None, ..) => {
                let is_resolved = field("status") == Some("resolved");
                let status = if is_resolved { ReportStatus::Resolved } else { ReportStatus::Open };
                Place::Reports(status, before())
            }
            (Some("reports"), Some(number), None) => Place::Report(number.parse().ok()?),
            (Some("tables"), Some(id), None) => Place::Table(id.parse().ok()?),
            (Some("person"), None, _) => Place::Person(field("who").unwrap_or_default().trim().to_owned()),
            (Some("sanctions"), None, _) => Place::Sanctions(field("which") == Some("all"), before()),
            (Some("roles"), None, _) => Place::Roles,
            (Some("audit"), None, _) => Place::Audit(before(), field("check").is_some()),
            _ => return None,
        })
    }

    /// The address to which a form redirects, with the result `done`. The address that the form sent is not trusted: this one is
    /// written anew.
    pub(super) fn address(&self, done: &str) -> String {
        let path = match self {
            Place::Reports(ReportStatus::Open, _) => "/admin".to_owned(),
            Place::Reports(ReportStatus::Resolved, _) => "/admin?status=resolved".to_owned(),
            Place::Report(number) => format!("/admin/reports/{number}"),
            Place::Table(id) => format!("/admin/tables/{id}"),
            Place::Person(who) => {
                let who: String = form_urlencoded::byte_serialize(who.as_bytes()).collect();
                format!("/admin/person?who={who}")
            }
            Place::Sanctions(false, _) => "/admin/sanctions".to_owned(),
            Place::Sanctions(true, _) => "/admin/sanctions?which=all".to_owned(),
            Place::Roles => "/admin/roles".to_owned(),
            Place::Audit(..) => "/admin/audit".to_owned(),
        };
        let separator = if path.contains('?') { '&' } else { '?' };
        format!("{path}{separator}done={done}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        let cases = [
            ("/admin", "/admin?done=x"),
            ("/admin?status=resolved&before=7", "/admin?status=resolved&done=x"),
            ("/admin/reports/12", "/admin/reports/12?done=x"),
            ("/admin/tables/0000000000zz", "/admin/tables/0000000000zz?done=x"),
            ("/admin/person?who=Ada+%26+Ben", "/admin/person?who=Ada+%26+Ben&done=x"),
            ("/admin/sanctions?which=all&done=lifted", "/admin/sanctions?which=all&done=x"),
            ("/admin/roles", "/admin/roles?done=x"),
            ("/admin/audit?before=3&check=1", "/admin/audit?done=x"),
        ];
        for (address, back) in cases {
            let place = Place::read(address).unwrap_or_else(|| panic!("{address}"));
            assert_eq!(place.address("x"), back);
        }
        for none in
            ["", "/", "//evil.example", "/admin/reports/x", "/admin/other", "/admin/roles/x", "/t/abc"]
        {
            assert_eq!(Place::read(none), None, "{none}");
        }
    }
}
