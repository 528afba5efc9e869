//! The pages of moderation: reports, people, tables, sanctions, roles, the audit log.

use crate::model::{
    AdminFrame, AuditChecked, AuditInfo, ModeratedPerson, ReportInfo, ReportStatus, RoleInfo, SanctionInfo,
};
use crate::parts::moderation::{
    ActForm, Section, about_person, about_table, actor, framed, named, older, outcome, person, reason,
    reports, restriction, sanctions, table, target, text_field,
};
use crate::parts::moment::moment;
use crate::parts::shell::{columns, icon};
use crate::words::{Words, msg};
use maud::{Markup, html};

/// `GET /admin`: the reports. `before` leads to the older ones.
#[must_use]
pub fn admin_reports(
    frame: &AdminFrame<'_>,
    status: ReportStatus,
    listed: &[ReportInfo],
    before: Option<u64>,
) -> Markup {
    let w = Words::new(frame.reader.lang);
    let path = match status {
        ReportStatus::Open => "/admin?before=",
        ReportStatus::Resolved => "/admin?status=resolved&before=",
    };
    let content = html! {
        nav class="row" aria-label=(msg!(w, "admin-which")) {
            a class="button" href="/admin" aria-current=[(status == ReportStatus::Open).then_some("page")] {
                (msg!(w, "admin-reports-open"))
            }
            a class="button" href="/admin?status=resolved" aria-current=[(status == ReportStatus::Resolved).then_some("page")] {
                (msg!(w, "admin-reports-resolved"))
            }
        }
        @if listed.is_empty() { p class="empty" { (msg!(w, "admin-reports-none")) } }
        (reports(w, listed))
        (older(w, path, before))
    };
    framed(frame, Section::Reports, &msg!(w, "admin-reports"), content)
}

/// `GET /admin/reports/{number}`.
#[must_use]
pub fn admin_report(frame: &AdminFrame<'_>, report: &ReportInfo, others: &[ReportInfo]) -> Markup {
    let w = Words::new(frame.reader.lang);
    let back = format!("/admin/reports/{}", report.number);
    let title =
        format!("{}: {}", msg!(w, "admin-report", n = report.number.to_string()), reason(w, report.reason));
    let others: Vec<ReportInfo> = others.iter().filter(|of| of.number != report.number).cloned().collect();
    let content = html! {
        section class="card" aria-label=(title) {
            dl class="facts" {
                dt { (msg!(w, "admin-reported")) }
                dd { span dir="auto" { (report.name) } " · " (person(w, report.reported.as_ref())) }
                dt { (msg!(w, "admin-reporter")) }
                dd { (person(w, report.reporter.as_ref())) }
                dt { (msg!(w, "admin-where")) }
                dd {
                    (table(w, &report.table))
                    @if let Some(seat) = report.seat { ", " (msg!(w, "seat-letter", seat = seat.to_string())) }
                }
                dt { (msg!(w, "admin-when")) }
                dd { (moment(w, &report.at)) }
                @if let Some(said) = &report.said {
                    dt { (msg!(w, "report-said")) }
                    dd { blockquote id="reported-line" dir="auto" { (said) } }
                }
                @if let Some(text) = &report.text {
                    dt { (msg!(w, "admin-their-words")) }
                    dd { blockquote dir="auto" { (text) } }
                }
                @if let (Some(of), Some(at)) = (report.outcome, &report.resolved_at) {
                    dt { (msg!(w, "admin-outcome")) }
                    dd { (outcome(w, of)) " · " (moment(w, at)) " · " (actor(w, report.resolved_by.as_ref())) }
                }
            }
            p class="row" {
                a class="button" href={ "/admin/tables/" (report.table) } { (icon("preview")) (msg!(w, "admin-see-table")) }
            }
        }
        @if report.outcome.is_none() { (resolve(w, report, &back)) }
        section class="card deeds" aria-labelledby="deeds-title" {
            h2 id="deeds-title" { (msg!(w, "admin-deeds")) }
            @if let Some(of) = &report.reported { (about_person(w, frame, of, &back)) }
            (about_table(w, &report.table, (true, true), &back))
        }
        @if !others.is_empty() {
            section aria-labelledby="others-title" {
                h2 id="others-title" { (msg!(w, "admin-others")) }
                (reports(w, &others))
            }
        }
    };
    framed(frame, Section::Reports, &title, content)
}

/// Renders the form that resolves a report.
fn resolve(w: Words, report: &ReportInfo, back: &str) -> Markup {
    html! {
        section class="card" id="resolve" aria-labelledby="resolve-title" {
            h2 id="resolve-title" { (msg!(w, "admin-resolve")) }
            form class="stack" method="post" action={ "/admin/reports/" (report.number) "/resolve" } {
                input type="hidden" name="back" value=(back);
                fieldset class="reasons" {
                    legend { (msg!(w, "admin-outcome")) }
                    @for of in ["acted", "noted", "unfounded"] {
                        label class="check" {
                            input type="radio" name="outcome" value=(of) required;
                            span { (outcome(w, of)) }
                        }
                    }
                }
                div class="field" {
                    label for="resolve-same" { (msg!(w, "admin-resolve-same")) }
                    select id="resolve-same" name="same" {
                        option value="" { (msg!(w, "admin-resolve-this")) }
                        @for same in ["reporter", "reported", "table", "network"] {
                            option value=(same) { (msg!(w, "admin-resolve-all", same = same)) }
                        }
                    }
                }
                (text_field(w, "resolve-text", &msg!(w, "admin-note")))
                button type="submit" class="primary" { (msg!(w, "admin-resolve")) }
            }
        }
    }
}

/// `GET /admin/person`: the search, and the person found. `asked` is the search term.
#[must_use]
pub fn admin_person(frame: &AdminFrame<'_>, asked: &str, seen: Option<&ModeratedPerson>) -> Markup {
    let w = Words::new(frame.reader.lang);
    let title = seen.map_or_else(|| msg!(w, "admin-people"), |seen| named(w, &seen.person));
    let content = html! {
        form class="card search" method="get" action="/admin/person" role="search" {
            div class="field" {
                label for="who" { (msg!(w, "admin-who")) }
                input id="who" name="who" value=(asked) required maxlength="300" autocapitalize="none" autocomplete="off"
                    spellcheck="false" aria-describedby="who-hint";
                span class="hint" id="who-hint" { (msg!(w, "admin-who-hint")) }
            }
            button type="submit" { (msg!(w, "admin-find")) }
        }
        @if let Some(seen) = seen { (found(w, frame, seen)) }
    };
    framed(frame, Section::People, &title, content)
}

fn found(w: Words, frame: &AdminFrame<'_>, seen: &ModeratedPerson) -> Markup {
    let back = format!("/admin/person?who={}", seen.person.id);
    html! {
        section class="card" aria-labelledby="standing-title" {
            h2 id="standing-title" { (msg!(w, "admin-standing")) }
            p {
                @match &seen.person.account {
                    Some(name) => (msg!(w, "admin-account", name = name.as_str())),
                    None => (msg!(w, "admin-no-account")),
                }
                @if let Some(of) = seen.role { " " span class="tag" { (role(w, of)) } }
            }
            @if let Some(of) = &seen.muted { (restriction(w, &msg!(w, "admin-is-muted"), of)) }
            @if let Some(of) = &seen.suspended { (restriction(w, &msg!(w, "admin-is-suspended"), of)) }
            @if seen.muted.is_none() && seen.suspended.is_none() { p class="hint" { (msg!(w, "admin-nothing-in-force")) } }
            @if !seen.network_known { p class="hint" { (msg!(w, "admin-network-unknown")) } }
        }
        section class="card deeds" aria-labelledby="deeds-title" {
            h2 id="deeds-title" { (msg!(w, "admin-deeds")) }
            (about_person(w, frame, &seen.person, &back))
        }
        @if !seen.reports.is_empty() {
            section aria-labelledby="reports-title" {
                h2 id="reports-title" { (msg!(w, "admin-reports-about")) }
                (reports(w, &seen.reports))
            }
        }
        @if !seen.sanctions.is_empty() {
            section aria-labelledby="sanctions-title" {
                h2 id="sanctions-title" { (msg!(w, "admin-sanctions")) }
                (sanctions(w, &seen.sanctions, &back, frame.is_admin))
            }
        }
    }
}

/// `GET /admin/sanctions`: the sanctions in force, or all that are stored.
#[must_use]
pub fn admin_sanctions(
    frame: &AdminFrame<'_>,
    all: bool,
    listed: &[SanctionInfo],
    before: Option<u64>,
) -> Markup {
    let w = Words::new(frame.reader.lang);
    let path = if all { "/admin/sanctions?which=all&before=" } else { "/admin/sanctions?before=" };
    let content = html! {
        nav class="row" aria-label=(msg!(w, "admin-which")) {
            a class="button" href="/admin/sanctions" aria-current=[(!all).then_some("page")] { (msg!(w, "admin-sanctions-in-force")) }
            a class="button" href="/admin/sanctions?which=all" aria-current=[all.then_some("page")] { (msg!(w, "admin-sanctions-all")) }
        }
        @if frame.is_admin { (suspend_network(w)) }
        @if listed.is_empty() { p class="empty" { (msg!(w, "admin-sanctions-none")) } }
        (sanctions(w, listed, "/admin/sanctions", frame.is_admin))
        (older(w, path, before))
    };
    framed(frame, Section::Sanctions, &msg!(w, "admin-sanctions"), content)
}

/// Renders the form that suspends a network by its address.
fn suspend_network(w: Words) -> Markup {
    let deed = ActForm {
        id: "suspend-network",
        title: msg!(w, "admin-network-by-address"),
        about: msg!(w, "admin-network-by-address-about"),
        action: "/admin/sanctions".to_owned(),
        back: "/admin/sanctions",
        hidden: &[("measure", "suspend-network")],
        fields: html! {
            div class="field" {
                label for="network" { (msg!(w, "admin-network-field")) }
                input id="network" name="network" required maxlength="64" placeholder="192.0.2.0/24" autocomplete="off" spellcheck="false";
            }
        },
        lasts: true,
    };
    html! { div class="card deeds" { (deed.render(w)) } }
}

/// Returns the name of a role.
fn role(w: Words, role: &str) -> String {
    w.or(&format!("admin-role-{role}"), role)
}

/// `GET /admin/roles`.
#[must_use]
pub fn admin_roles(frame: &AdminFrame<'_>, roles: &[RoleInfo]) -> Markup {
    let w = Words::new(frame.reader.lang);
    let content = html! {
        p class="hint" { (msg!(w, "admin-roles-about")) }
        ul class="reports" {
            @for of in roles {
                li {
                    p { strong { (person(w, Some(&of.person))) } " " span class="tag" { (role(w, of.role)) } }
                    p class="hint" { (msg!(w, "blocks-since")) " " (moment(w, &of.since)) " · " (msg!(w, "admin-by")) " " (actor(w, of.by.as_ref())) }
                    @if frame.is_admin { (revoke(w, of)) }
                }
            }
        }
        @if frame.is_admin {
            section class="card" aria-labelledby="grant-title" {
                h2 id="grant-title" { (msg!(w, "admin-grant")) }
                form class="stack" method="post" action="/admin/person/role" {
                    input type="hidden" name="back" value="/admin/roles";
                    div class="field" {
                        label for="grant-who" { (msg!(w, "account-name")) }
                        input id="grant-who" name="who" required maxlength="256" autocapitalize="none" autocomplete="off" spellcheck="false";
                    }
                    fieldset class="reasons" {
                        legend { (msg!(w, "admin-role")) }
                        @for of in ["moderator", "admin"] {
                            label class="check" {
                                input type="radio" name="role" value=(of) required;
                                span { (role(w, of)) ": " (w.or(&format!("admin-role-{of}-about"), of)) }
                            }
                        }
                    }
                    button type="submit" class="primary" { (msg!(w, "admin-grant")) }
                }
            }
        }
    };
    framed(frame, Section::Roles, &msg!(w, "admin-roles"), content)
}

fn revoke(w: Words, of: &RoleInfo) -> Markup {
    let name = named(w, &of.person);
    html! {
        details class="after-all" {
            summary { (msg!(w, "admin-revoke")) span class="unseen" { ": " (name) } }
            div {
                p { (msg!(w, "admin-revoke-about", name = name.as_str())) }
                form method="post" action="/admin/person/role" {
                    input type="hidden" name="back" value="/admin/roles";
                    input type="hidden" name="who" value=(of.person.id);
                    button type="submit" class="danger" { (msg!(w, "admin-revoke")) }
                }
            }
        }
    }
}

/// `GET /admin/audit`: a part of the audit log, and the result of checking it, if the reader asked for that.
#[must_use]
pub fn admin_audit(
    frame: &AdminFrame<'_>,
    entries: &[AuditInfo],
    before: Option<u64>,
    checked: Option<&AuditChecked>,
) -> Markup {
    let w = Words::new(frame.reader.lang);
    let content = html! {
        p class="hint" { (msg!(w, "admin-audit-about")) }
        @match checked {
            None => p { a class="button" href="/admin/audit?check=1" { (msg!(w, "admin-audit-check")) } },
            Some(AuditChecked { broken: Some(broken), .. }) => {
                p class="notice bad" role="alert" { (msg!(w, "admin-audit-broken", n = broken.to_string())) }
            },
            Some(AuditChecked { entries, last, .. }) => div class="notice" role="status" {
                p { (msg!(w, "admin-audit-whole", n = *entries)) }
                p { code class="whole-link" { (last) } }
            },
        }
        div class="scroll" tabindex="0" role="group" aria-label=(msg!(w, "admin-audit")) {
            table class="audit" {
                (columns([
                    msg!(w, "admin-audit-number"), msg!(w, "admin-when"), msg!(w, "admin-audit-who"),
                    msg!(w, "admin-audit-what"), msg!(w, "admin-audit-whom"), msg!(w, "admin-reason"),
                ]))
                tbody {
                    @for of in entries {
                        tr id={ "audit-" (of.number) } {
                            th scope="row" { (of.number) }
                            td { (moment(w, &of.at)) }
                            td { (actor(w, of.by.as_ref())) }
                            td { (w.or(&format!("admin-act-{}", of.act), of.act)) }
                            td { (target(w, of.person.as_ref(), of.table.as_deref())) @if let Some(about) = of.about { " " (msg!(w, "admin-number", n = about.to_string())) } }
                            td {
                                @if let Some(of) = of.reason { (reason(w, of)) }
                                @if let Some(detail) = &of.detail { " " span class="hint" dir="auto" { (detail) } }
                            }
                        }
                    }
                }
            }
        }
        (older(w, "/admin/audit?before=", before))
    };
    framed(frame, Section::Audit, &msg!(w, "admin-audit"), content)
}
