//! The upload of records.

use super::record::{record_error, setup_error};
use crate::parts::clause::clause_link;
use crate::parts::shell::{Load, Shell};
use crate::words::{Reader, Words, msg};
use maud::{Markup, html};
use shelf::{Refusal, ReplayError};

/// `GET /replay`: the upload of a record.
#[derive(Debug)]
pub struct UploadPage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The maximum size of a record, in kilobytes.
    pub most: usize,
    /// The maximum number of hours for which the server keeps it.
    pub hours: u64,
    /// The reason why the last record was rejected.
    pub fault: Option<UploadError<'a>>,
    /// The pasted text, which the form shows again.
    pub pasted: &'a str,
}

/// The reason why a record is not shown.
#[derive(Debug)]
pub enum UploadError<'a> {
    /// The form was empty.
    Empty,
    /// The record is too large.
    TooLarge,
    /// Too many records came from one address.
    TooMany,
    /// The server is busy.
    Busy,
    /// It cannot be read, or a step is not allowed.
    Wrong(&'a ReplayError),
    /// A setup that describes no position: everything that is wrong with it.
    Setup(&'a [Refusal]),
}

/// Renders the page that uploads a record.
#[must_use]
pub fn upload(page: &UploadPage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let wrong = page.fault.is_some().then_some("upload-fault");
    let main = html! {
        main id="main" class="upload" {
            h1 { (msg!(words, "upload-title")) }
            p class="lead" { (msg!(words, "upload-about")) }
            @if let Some(fault) = &page.fault {
                div id="upload-fault" class="notice bad" role="alert" { (upload_fault(words, fault, page.most)) }
            }
            form id="upload" method="post" action="/replay" enctype="multipart/form-data" class="card" {
                label {
                    span { (msg!(words, "upload-file")) }
                    input type="file" name="file" accept=".neuland,.jsonl,.json,.txt,application/x-ndjson,application/json,text/plain" aria-describedby=[wrong];
                }
                label {
                    span { (msg!(words, "upload-paste")) }
                    textarea name="text" rows="7" spellcheck="false" autocomplete="off" aria-describedby=[wrong]
                        placeholder="{\"neuland\":1,\"game\":\"catan\", …}" { (page.pasted) }
                }
                button type="submit" class="primary" { (msg!(words, "upload-send")) }
            }
            p class="hint" { (msg!(words, "upload-setup")) }
            p class="hint" {
                @if page.reader.alone { (msg!(words, "upload-kept-here", most = page.most)) }
                @else { (msg!(words, "upload-kept", hours = page.hours, most = page.most)) }
            }
        }
    };
    let title = msg!(words, "upload-title");
    Shell { class: "page replay", load: Load::Table, ..Shell::new(page.reader, &title, main) }.render()
}

fn upload_fault(words: Words, fault: &UploadError<'_>, most: usize) -> Markup {
    match fault {
        UploadError::Empty => html! { p { (msg!(words, "upload-empty")) } },
        UploadError::TooLarge => html! { p { (msg!(words, "upload-too-large", most = most)) } },
        UploadError::TooMany => html! { p { (msg!(words, "upload-too-many")) } },
        UploadError::Busy => html! { p { (msg!(words, "upload-busy")) } },
        UploadError::Setup(faults) => html! {
            p { (msg!(words, "upload-setup-wrong")) }
            ul {
                @for fault in *faults {
                    li { (shortened(&setup_error(words, fault))) @if let Some(clause) = fault.clause { " " (clause_link(words, clause)) } }
                }
            }
        },
        UploadError::Wrong(error) => html! {
            p {
                strong { (msg!(words, "upload-line", line = error.line().to_string())) } " "
                (shortened(&record_error(words, error)))
                @if let Some(clause) = error.clause() { " " (clause_link(words, clause)) }
            }
        },
    }
}

/// Shortens a sentence that may contain foreign text.
fn shortened(text: &str) -> String {
    const MOST: usize = 600;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
