//! The errors of requests, with the codes and words of the server's.

use crate::message::Response;
use game::ErrorCode;
use pages::{ErrorPage, Fault, Lang, Reader, UserError};
use present::faults::fault_of;
use serde_json::json;
use table::host::{RejectReason, Rejection};
use table::stored::StoreError;

/// A request that is refused.
#[derive(Debug)]
pub(crate) struct RequestError {
    pub(crate) fault: UserError,
    pub(crate) clause: Option<&'static str>,
    pub(crate) seq: Option<u64>,
}

impl<F: Into<UserError>> From<F> for RequestError {
    fn from(fault: F) -> RequestError {
        RequestError { fault: fault.into(), clause: None, seq: None }
    }
}

impl RequestError {
    pub(crate) fn not_found() -> RequestError {
        ErrorCode::NotFound.into()
    }

    pub(crate) fn rejected(rejection: &Rejection) -> RequestError {
        let fault = match &rejection.reason {
            RejectReason::Storage(StoreError::Full { .. }) => Fault::BrowserFull.into(),
            RejectReason::Storage(_) => Fault::BrowserFailed.into(),
            reason => fault_of(reason),
        };
        let clause = if let UserError::Illegal(why) = &fault { why.clause } else { None };
        RequestError { fault, clause, seq: Some(rejection.seq) }
    }

    pub(crate) fn status(&self) -> u16 {
        self.fault.code().status()
    }

    pub(crate) fn words(&self, lang: Lang) -> String {
        pages::fault(lang, &self.fault)
    }

    /// The answer to a script, with these words.
    pub(crate) fn document(&self, message: &str) -> Response {
        let mut document = json!({ "error": self.fault.code(), "message": message });
        if let Some(clause) = self.clause {
            document["clause"] = clause.into();
        }
        if let Some(seq) = self.seq {
            document["seq"] = seq.into();
        }
        Response::json(self.status(), &document)
    }

    /// The answer to a reader, or to their page.
    pub(crate) fn say(self, reader: &Reader, json: bool) -> Response {
        if json {
            return self.document(&self.words(reader.lang));
        }
        let status = self.status();
        Response::page(status, pages::error(&ErrorPage { reader, status, fault: self.fault }).into_string())
    }
}
