//! The building blocks of the moderation pages: their frame, people and tables as links, and the forms.

use crate::model::{AdminFrame, AdminNotice, PersonName, ReportInfo, Restricted, SanctionInfo};
use crate::parts::moment::moment;
use crate::parts::shell::{Shell, icon};
use crate::words::{Words, msg, sentence};
use maud::{Markup, html};

/// The maximum length of the text of a report or a reason, in characters.
pub(crate) const TEXT_MAX: usize = 300;

/// The reasons, as words of the API.
pub(crate) const REASONS: [&str; 6] = ["abuse", "name", "cheating", "stalling", "spam", "other"];

/// The durations of sanctions in seconds, each with the suffix of its message key.
pub(crate) const DURATIONS: [(u32, &str); 4] =
    [(3_600, "hour"), (86_400, "day"), (604_800, "week"), (2_592_000, "month")];

/// The moderation pages in the navigation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
    /// Reports.
    Reports,
    /// People.
    People,
    /// Sanctions.
    Sanctions,
    /// Roles.
    Roles,
    /// The audit log.
    Audit,
}

const SECTIONS: [(Section, &str, &str); 5] = [
    (Section::Reports, "/admin", "admin-reports"),
    (Section::People, "/admin/person", "admin-people"),
    (Section::Sanctions, "/admin/sanctions", "admin-sanctions"),
    (Section::Roles, "/admin/roles", "admin-roles"),
    (Section::Audit, "/admin/audit", "admin-audit"),
];

/// Renders a moderation page.
pub(crate) fn framed(frame: &AdminFrame<'_>, section: Section, title: &str, content: Markup) -> Markup {
    let w = Words::new(frame.reader.lang);
    let main = html! {
        main id="main" class="admin" {
            nav class="admin-nav" aria-label=(msg!(w, "admin-nav")) {
                @for (of, path, key) in SECTIONS {
                    a href=(path) aria-current=[(of == section).then_some("true")] {
                        (w.format(key, &crate::FluentArgs::new()))
                        @if of == Section::Reports && frame.open > 0 {
                            " " span class="unread" {
                                span aria-hidden="true" { (frame.open) }
                                span class="unseen" { (msg!(w, "admin-open", n = frame.open)) }
                            }
                        }
                    }
                }
            }
            h1 { (title) }
            (notice(w, frame))
            (content)
        }
    };
    Shell::new(frame.reader, title, main).render()
}

fn notice(w: Words, frame: &AdminFrame<'_>) -> Markup {
    html! {
        @match &frame.notice {
            None => {}
            Some(AdminNotice::Done(done)) => p class="notice" role="status" { (w.or(&format!("admin-done-{done}"), done)) },
            Some(AdminNotice::Fault(found)) => p class="notice bad" role="alert" {
                (sentence(frame.reader.lang, found, |why| why.message.clone()))
            },
            Some(AdminNotice::Code(code)) => div class="notice" role="status" id="reset-code" {
                p { (msg!(w, "admin-code")) }
                p { output class="spelled" { (code) } }
            },
        }
    }
}

/// Describes a reason in the reader's language.
pub(crate) fn reason(w: Words, reason: &str) -> String {
    w.or(&format!("moderation-reason-{reason}"), reason)
}

/// Renders a person as a link to their moderation page.
pub(crate) fn person(w: Words, of: Option<&PersonName>) -> Markup {
    html! {
        @match of {
            None => span class="hint" { (msg!(w, "admin-somebody-gone")) },
            Some(of) => a href={ "/admin/person?who=" (of.id) } dir="auto" { (named(w, of)) },
        }
    }
}

/// Returns the name of a person: their account, or the first digits of their id.
pub(crate) fn named(w: Words, of: &PersonName) -> String {
    of.account.clone().unwrap_or_else(|| {
        let digits = of.id.get(..8).unwrap_or_default();
        msg!(w, "admin-guest", id = digits)
    })
}

/// Renders the actor of an act; the host of the server, if it was nobody with a role.
pub(crate) fn actor(w: Words, by: Option<&PersonName>) -> Markup {
    match by {
        Some(by) => person(w, Some(by)),
        None => html! { (msg!(w, "admin-host")) },
    }
}

/// Renders a table as a link to its moderation page.
pub(crate) fn table(w: Words, id: &str) -> Markup {
    html! { a href={ "/admin/tables/" (id) } { (msg!(w, "admin-table", id = id)) } }
}

/// Renders the person or the table that an act is about.
pub(crate) fn target(w: Words, of: Option<&PersonName>, id: Option<&str>) -> Markup {
    html! {
        @if let Some(of) = of { (person(w, Some(of))) }
        @if let Some(id) = id { (table(w, id)) }
    }
}

/// Renders the end of a sanction.
pub(crate) fn until(w: Words, end: Option<&str>) -> Markup {
    match end {
        Some(end) => html! { (msg!(w, "admin-until")) " " (moment(w, end)) },
        None => html! { (msg!(w, "admin-for-ever")) },
    }
}

/// Renders a sanction for the person against whom it is in force.
pub(crate) fn restriction(w: Words, title: &str, of: &Restricted) -> Markup {
    html! {
        div class="notice bad restriction" {
            p { strong { (title) } }
            p { (until(w, of.until.as_deref())) " · " (reason(w, of.reason)) }
            @if let Some(text) = &of.text { blockquote dir="auto" { (text) } }
        }
    }
}

/// Renders reports as a list; each links to its page.
pub(crate) fn reports(w: Words, reports: &[ReportInfo]) -> Markup {
    html! {
        ul class="reports" {
            @for report in reports {
                li {
                    a class="report-link" href={ "/admin/reports/" (report.number) } {
                        strong { (msg!(w, "admin-report", n = report.number.to_string())) ": " (reason(w, report.reason)) }
                        " "
                        @match report.outcome {
                            None => span class="tag away" { (msg!(w, "admin-is-open")) },
                            Some(of) => span class="tag" { (outcome(w, of)) },
                        }
                        span class="hint" dir="auto" { (msg!(w, "admin-about", name = report.name.as_str())) }
                        @if let Some(said) = &report.said { q dir="auto" { (said) } }
                    }
                    p class="hint" { (moment(w, &report.at)) }
                }
            }
        }
    }
}

/// Describes the outcome of a report.
pub(crate) fn outcome(w: Words, outcome: &str) -> String {
    w.or(&format!("admin-outcome-{outcome}"), outcome)
}

/// Describes the effect of a sanction.
pub(crate) fn measure(w: Words, measure: &str) -> String {
    w.or(&format!("admin-measure-{measure}"), measure)
}

/// Renders sanctions as a list, each with the form that lifts it.
pub(crate) fn sanctions(w: Words, sanctions: &[SanctionInfo], back: &str, is_admin: bool) -> Markup {
    html! {
        ul class="reports" {
            @for of in sanctions {
                li {
                    p {
                        strong { (msg!(w, "admin-sanction", n = of.number.to_string())) ": " (measure(w, of.measure)) }
                        " " (target(w, of.person.as_ref(), of.table.as_deref())) @if let Some(network) = &of.network { code { (network) } } " "
                        @if of.in_force { span class="tag away" { (msg!(w, "admin-in-force")) } }
                        @else { span class="tag" { (msg!(w, "admin-ended")) } }
                    }
                    p class="hint" {
                        (moment(w, &of.since)) " · " (until(w, of.until.as_deref())) " · " (reason(w, of.reason))
                        " · " (msg!(w, "admin-by")) " " (actor(w, of.by.as_ref()))
                        @if let Some(lifted) = &of.lifted_at { " · " (msg!(w, "admin-lifted")) " " (moment(w, lifted)) }
                    }
                    @if let Some(text) = &of.text { blockquote dir="auto" { (text) } }
                    @if of.in_force && (is_admin || of.measure != "suspend-network") { (lift(w, of, back)) }
                }
            }
        }
    }
}

fn lift(w: Words, of: &SanctionInfo, back: &str) -> Markup {
    let id = format!("lift-{}", of.number);
    html! {
        details class="after-all" id=(id) {
            summary { (msg!(w, "admin-lift")) span class="unseen" { " " (of.number) } }
            div {
                p { (msg!(w, "admin-lift-about")) }
                form class="stack" method="post" action={ "/admin/sanctions/" (of.number) "/lift" } {
                    input type="hidden" name="back" value=(back);
                    (text_field(w, &format!("{id}-text"), &msg!(w, "admin-note")))
                    button type="submit" class="danger" { (msg!(w, "admin-lift")) }
                }
            }
        }
    }
}

/// Renders a field for a short text.
pub(crate) fn text_field(w: Words, id: &str, label: &str) -> Markup {
    html! {
        div class="field" {
            label for=(id) { (label) }
            textarea id=(id) name="text" rows="2" maxlength=(TEXT_MAX) aria-describedby={ (id) "-hint" } {}
            span class="hint" id={ (id) "-hint" } { (msg!(w, "admin-text-hint")) }
        }
    }
}

/// Renders the mandatory choice of a reason.
pub(crate) fn reason_field(w: Words, id: &str) -> Markup {
    html! {
        div class="field" {
            label for=(id) { (msg!(w, "admin-reason")) }
            select id=(id) name="reason" required {
                option value="" selected { (msg!(w, "admin-choose")) }
                @for of in REASONS { option value=(of) { (reason(w, of)) } }
            }
        }
    }
}

/// Renders the choice of a duration.
fn duration_field(w: Words, id: &str) -> Markup {
    html! {
        div class="field" {
            label for=(id) { (msg!(w, "admin-duration")) }
            select id=(id) name="seconds" {
                @for (seconds, key) in DURATIONS {
                    option value=(seconds) selected[key == "week"] { (w.or(&format!("admin-duration-{key}"), key)) }
                }
                option value="" { (msg!(w, "admin-for-ever")) }
            }
        }
    }
}

/// A form that carries out an act of moderation.
pub(crate) struct ActForm<'a> {
    /// The element id, unique on the page.
    pub(crate) id: &'a str,
    /// The title, also on the button.
    pub(crate) title: String,
    /// The explanation of the effect and the target.
    pub(crate) about: String,
    /// The address to which the form is sent.
    pub(crate) action: String,
    /// The page to which the moderator returns.
    pub(crate) back: &'a str,
    /// The hidden fields.
    pub(crate) hidden: &'a [(&'a str, &'a str)],
    /// The fields before the reason.
    pub(crate) fields: Markup,
    /// Whether the form asks for a duration.
    pub(crate) lasts: bool,
}

impl ActForm<'_> {
    /// Renders the form, folded: it unfolds to the effect, the reason and the button, so that no single click does anything.
    pub(crate) fn render(self, w: Words) -> Markup {
        let ActForm { id, title, about, action, back, hidden, fields, lasts } = self;
        html! {
            details class="after-all" id=(id) {
                summary { (title) }
                div {
                    p { (about) }
                    form class="stack" method="post" action=(action) {
                        input type="hidden" name="back" value=(back);
                        @for (name, value) in hidden { input type="hidden" name=(name) value=(value); }
                        (fields)
                        @if lasts { (duration_field(w, &format!("{id}-duration"))) }
                        (reason_field(w, &format!("{id}-reason")))
                        (text_field(w, &format!("{id}-text"), &msg!(w, "admin-text")))
                        button type="submit" class="danger" { (title) }
                    }
                }
            }
        }
    }
}

/// Renders the acts of moderation against a person.
pub(crate) fn about_person(w: Words, frame: &AdminFrame<'_>, of: &PersonName, back: &str) -> Markup {
    let name = named(w, of);
    let name = name.as_str();
    let sanction = |measure, title, about| {
        let hidden = [("measure", measure), ("who", of.id.as_str())];
        let action = "/admin/sanctions".to_owned();
        ActForm { id: measure, title, about, action, back, hidden: &hidden, fields: html! {}, lasts: true }
            .render(w)
    };
    let who = [("who", of.id.as_str())];
    html! {
        (sanction("mute", msg!(w, "admin-mute"), msg!(w, "admin-mute-about", name = name)))
        (sanction("suspend", msg!(w, "admin-suspend"), msg!(w, "admin-suspend-about", name = name)))
        @if frame.is_admin {
            (sanction("suspend-network", msg!(w, "admin-network"), msg!(w, "admin-network-about", name = name)))
        }
        (ActForm {
            id: "rename",
            title: msg!(w, "admin-rename"),
            about: msg!(w, "admin-rename-about", name = name),
            action: "/admin/person/rename".to_owned(),
            back,
            hidden: &who,
            fields: html! {
                div class="field" {
                    label for="rename-name" { (msg!(w, "admin-new-name")) }
                    input id="rename-name" name="name" maxlength="256" autocomplete="off" aria-describedby="rename-name-hint";
                    span class="hint" id="rename-name-hint" { (msg!(w, "admin-new-name-hint")) }
                }
            },
            lasts: false,
        }.render(w))
        @if of.account.is_some() {
            (ActForm {
                id: "reset-password",
                title: msg!(w, "admin-reset"),
                about: msg!(w, "admin-reset-about", name = name),
                action: "/admin/person/reset-password".to_owned(),
                back,
                hidden: &who,
                fields: html! {},
                lasts: false,
            }.render(w))
        }
    }
}

/// Renders the acts of moderation against a table.
pub(crate) fn about_table(w: Words, id: &str, (can_close, can_hide): (bool, bool), back: &str) -> Markup {
    html! {
        @if can_hide {
            (ActForm {
                id: "hide-table",
                title: msg!(w, "admin-hide"),
                about: msg!(w, "admin-hide-about"),
                action: "/admin/sanctions".to_owned(),
                back,
                hidden: &[("measure", "hide-table"), ("table", id)],
                fields: html! {},
                lasts: true,
            }.render(w))
        }
        @if can_close {
            (ActForm {
                id: "close-table",
                title: msg!(w, "admin-close"),
                about: msg!(w, "admin-close-about"),
                action: format!("/admin/tables/{id}/close"),
                back,
                hidden: &[],
                fields: html! {},
                lasts: false,
            }.render(w))
        }
    }
}

/// Renders the link to the rest of a list.
pub(crate) fn older(w: Words, path: &str, before: Option<u64>) -> Markup {
    html! {
        @if let Some(before) = before {
            p { a class="button" rel="next" href={ (path) (before) } { (icon("on")) (msg!(w, "admin-older")) } }
        }
    }
}
