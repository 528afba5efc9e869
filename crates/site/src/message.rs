//! Requests and responses: those of a server, without what travels between machines.

use serde::{Deserialize, Serialize};

/// A request of a page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Request {
    /// Whether it sends a form; otherwise it only reads.
    pub post: bool,
    /// The address with its query: `/t/abc?mode=text`.
    pub path: String,
    /// The fields of the form, in order.
    pub fields: Vec<(String, String)>,
    /// The body of a request that sends no form.
    pub body: String,
    /// Whether a script asks, which reads JSON.
    pub json: bool,
    /// The address of the page that asks.
    pub from: String,
}

impl Request {
    /// A request that reads a page.
    #[must_use]
    pub fn get(path: &str) -> Request {
        Request { path: path.to_owned(), ..Request::default() }
    }

    /// A request that sends a form.
    #[must_use]
    pub fn post(path: &str, fields: &[(&str, &str)]) -> Request {
        let fields = fields.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        Request { post: true, path: path.to_owned(), fields, ..Request::default() }
    }

    /// Returns the address without its query.
    #[must_use]
    pub fn bare_path(&self) -> &str {
        self.path.split(['?', '#']).next().unwrap_or_default()
    }

    /// Returns the parameters of the address.
    #[must_use]
    pub fn query(&self) -> Vec<(String, String)> {
        let text =
            self.path.split('#').next().and_then(|path| path.split_once('?')).map_or("", |(_, query)| query);
        form_urlencoded::parse(text.as_bytes()).into_owned().collect()
    }

    /// Returns the first parameter of this name.
    #[must_use]
    pub fn asked(&self, name: &str) -> Option<String> {
        self.query().into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

/// The type of a page.
pub(crate) const HTML: &str = "text/html; charset=utf-8";

/// The answer to a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Response {
    /// The status, as over HTTP.
    pub status: u16,
    /// The type of the body.
    pub content_type: &'static str,
    /// The address to go on with, at status 303.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// The name under which the body is to be saved as a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The body.
    pub body: String,
}

impl Response {
    /// A page.
    pub(crate) fn page(status: u16, html: String) -> Response {
        Response { status, content_type: HTML, location: None, file: None, body: html }
    }

    /// The address to go on with.
    pub(crate) fn see_other(location: &str) -> Response {
        Response { location: Some(location.to_owned()), ..Response::empty(303) }
    }

    /// A status alone.
    pub(crate) fn empty(status: u16) -> Response {
        Response { status, content_type: "text/plain", location: None, file: None, body: String::new() }
    }

    /// A document.
    pub(crate) fn json(status: u16, document: &serde_json::Value) -> Response {
        let body = document.to_string();
        Response { status, content_type: "application/json", location: None, file: None, body }
    }

    /// A picture.
    pub(crate) fn picture(body: String) -> Response {
        Response { status: 200, content_type: "image/svg+xml", location: None, file: None, body }
    }

    /// A file to be saved.
    pub(crate) fn file(name: String, body: String) -> Response {
        Response { status: 200, content_type: "application/x-ndjson", location: None, file: Some(name), body }
    }
}
