//! The answers of tools: text for the model, and the same content as data.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Value, json};

/// The result of a tool that found or did something.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Outcome<D> {
    /// For the model.
    pub(crate) text: String,
    /// For programs, as the tool's `outputSchema` says.
    pub(crate) data: D,
}

/// The reason why a tool did nothing.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Refused {
    /// A code in kebab case: those of the API (docs/api.md), and `bad-arguments`, `unreachable`, `strange-answer` and
    /// `unknown-clause` of our own.
    pub(crate) code: String,
    /// A sentence that says what is wrong and what to do.
    pub(crate) message: String,
    /// The clause of the rulebook that stands against it.
    pub(crate) clause: Option<String>,
    /// Further fields that help to correct the call: the current version of the table, the legal actions.
    pub(crate) more: Value,
}

impl Refused {
    /// A refusal of our own.
    pub(crate) fn new(code: &str, message: impl Into<String>) -> Refused {
        Refused { code: code.to_owned(), message: message.into(), clause: None, more: json!({}) }
    }

    /// The arguments of a call do not fit.
    pub(crate) fn arguments(message: impl Into<String>) -> Refused {
        Refused::new("bad-arguments", message)
    }
}

/// The return type of every tool.
pub(crate) type Answer<D> = Result<Outcome<D>, Refused>;

/// An answer as the protocol has it. A refusal is a result with an error, which the model reads, and no error of the protocol,
/// which it does not.
pub(crate) fn result(answer: Answer<Value>) -> CallToolResult {
    match answer {
        Ok(Outcome { text, data }) => {
            let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
            result.structured_content = Some(data);
            result
        }
        Err(Refused { code, message, clause, mut more }) => {
            let clause_in_words = clause.as_ref().map_or_else(String::new, |clause| format!(" ({clause})"));
            let mut text = format!("{code}: {message}{clause_in_words}");
            if let Some(legal) = more.get("legal").and_then(Value::as_array) {
                let listed: Vec<&str> = legal.iter().filter_map(Value::as_str).take(40).collect();
                if !listed.is_empty() {
                    text.push_str(&format!("\n{}", listed.join("\n")));
                }
                if legal.len() > listed.len() {
                    text.push_str("\n…");
                }
            }
            more["error"] = code.into();
            more["message"] = message.into();
            if let Some(clause) = clause {
                more["clause"] = clause.into();
            }
            let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
            result.structured_content = Some(more);
            result
        }
    }
}
