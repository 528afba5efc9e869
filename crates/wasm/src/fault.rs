//! Errors as JavaScript gets them.

use game::ParseError;
use game::view_document::ViewError;
use serde::Serialize;
use shelf::replay::ReplayError;
use shelf::{Reason, Refusal};
use std::fmt;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "./errors.js")]
extern "C" {
    /// Returns the `NeulandError` that this document describes.
    #[wasm_bindgen(js_name = makeError)]
    fn make_error(document: &str) -> JsValue;
}

/// The family of an error: what the caller gave that cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// A clause of the rulebook stands against an action or an outcome.
    Illegal,
    /// A text or a value that is not what it should be.
    Parse,
    /// Options that do not exist, have wrong values or do not fit together.
    Options,
    /// A setup or a view that no position has.
    Setup,
    /// A record that cannot be replayed.
    Record,
    /// A number beyond the end of a list.
    Range,
}

/// An error: becomes a `NeulandError` at the border.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fault {
    kind: Kind,
    message: String,
    /// The clause of the first fault that has one.
    clause: Option<&'static str>,
    /// The line of a record.
    line: Option<u64>,
    /// Every single fault, where several are found at once.
    faults: Vec<Single>,
}

/// One of several faults.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Single {
    message: String,
    clause: Option<&'static str>,
    /// The place in a document.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

impl Fault {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Fault {
        let (message, clause) = (message.into(), None);
        Fault {
            kind,
            faults: vec![Single { message: message.clone(), clause, path: None }],
            message,
            clause,
            line: None,
        }
    }

    /// The error of a text or a value that cannot be read.
    pub(crate) fn parse(error: impl ToString) -> Fault {
        Fault::new(Kind::Parse, error.to_string())
    }

    fn of_many(kind: Kind, faults: Vec<Single>) -> Fault {
        let lines: Vec<String> = faults.iter().map(Single::line).collect();
        let clause = faults.iter().find_map(|fault| fault.clause);
        Fault { kind, message: lines.join("\n"), clause, line: None, faults }
    }

    /// Options that cannot be.
    pub(crate) fn options(refusals: &[Refusal]) -> Fault {
        Fault::of_many(Kind::Options, refusals.iter().map(Single::of).collect())
    }

    /// A setup that cannot be.
    pub(crate) fn setup(refusals: &[Refusal]) -> Fault {
        Fault::of_many(Kind::Setup, refusals.iter().map(Single::of).collect())
    }

    /// A document that is no view.
    pub(crate) fn view(found: Vec<ViewError>) -> Fault {
        let single = |fault: ViewError| Single {
            message: fault.message,
            clause: fault.clause,
            path: Some(fault.path),
        };
        Fault::of_many(Kind::Setup, found.into_iter().map(single).collect())
    }

    /// A record that cannot be replayed.
    pub(crate) fn record(error: &ReplayError) -> Fault {
        Fault {
            clause: error.clause(),
            line: Some(error.line()),
            ..Fault::new(Kind::Record, error.to_string())
        }
    }
}

impl Single {
    pub(crate) fn of(refusal: &Refusal) -> Single {
        Single { message: refusal.message.clone(), clause: refusal.clause, path: None }
    }

    fn line(&self) -> String {
        let path = self.path.as_ref().map_or_else(String::new, |path| format!("{path}: "));
        let clause = self.clause.map_or_else(String::new, |clause| format!(" ({clause})"));
        format!("{path}{}{clause}", self.message)
    }
}

impl From<Refusal> for Fault {
    /// Returns the error of a refused action or outcome, or of a text that is none.
    fn from(refusal: Refusal) -> Fault {
        let kind = match refusal.reason() {
            Reason::Rule(_) => Kind::Illegal,
            Reason::Option(_) => Kind::Options,
            _ => Kind::Parse,
        };
        Fault::of_many(kind, vec![Single::of(&refusal)])
    }
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Fault {
        Fault::parse(error)
    }
}

impl From<bots::IllegalMove> for Fault {
    fn from(illegal: bots::IllegalMove) -> Fault {
        Fault { clause: Some(illegal.clause), ..Fault::new(Kind::Illegal, illegal.to_string()) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> JsValue {
        // The document of a fault is made of texts and numbers.
        make_error(&serde_json::to_string(&fault).unwrap_or_default())
    }
}
