//! Messages of clients, checked before the SDK reads them: whatever is no request is answered as JSON-RPC 2.0 says.
//!
//! The SDK ignores a line that is no JSON, leaves the id out of such answers where JSON-RPC has `null`, and takes a known method
//! with other parameters for an unknown method.

use game::json::{JsonError, from_value};
use rmcp::model::{
    CallToolRequestParams, ClientJsonRpcMessage, ClientRequest, ErrorCode, GetPromptRequestParams,
    InitializeRequestParams, PaginatedRequestParams, ReadResourceRequestParams,
};
use serde_json::{Map, Value, json};

/// The methods that are served.
const METHODS: [&str; 10] = [
    "initialize",
    "server/discover",
    "ping",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
];

/// The reason for rejecting a message.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MessageError {
    pub(crate) code: ErrorCode,
    /// The id of the request, or `null` if none can be read.
    id: Value,
    message: String,
}

impl MessageError {
    /// A fault of something in which no id can be read.
    pub(crate) fn without_id(code: ErrorCode, message: String) -> MessageError {
        MessageError { code, id: Value::Null, message }
    }

    /// The answer to the message, as one line.
    pub(crate) fn answer(&self) -> String {
        let error = json!({ "code": self.code.0, "message": self.message });
        json!({ "jsonrpc": "2.0", "id": self.id, "error": error }).to_string()
    }
}

/// Reads a message. `None` is a message that needs no answer and has no effect, such as a broken response: answering it could
/// go on for ever.
pub(crate) fn read(bytes: &[u8]) -> Result<Option<ClientJsonRpcMessage>, MessageError> {
    let fault = |code, id: &Value, message: String| MessageError { code, id: id.clone(), message };
    let text = std::str::from_utf8(bytes).map_err(JsonError::not_utf8);
    let value = text.and_then(game::json::read).map_err(|error| {
        let message = format!("{error}; a message is one JSON object");
        MessageError::without_id(ErrorCode::PARSE_ERROR, message)
    })?;
    let invalid = |id: &Value, message: &str| fault(ErrorCode::INVALID_REQUEST, id, message.to_owned());
    let Value::Object(message) = &value else {
        let words = match &value {
            Value::Array(_) => {
                "a message is one JSON object, and not a list: send the requests of a batch one by one"
            }
            _ => {
                "a message is a JSON object, such as {\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}"
            }
        };
        return Err(invalid(&Value::Null, words));
    };
    let has = |key: &str| message.contains_key(key);
    if !has("method") && (has("result") || has("error")) {
        return Ok(serde_json::from_value(value).ok());
    }
    let (id, method) = shape(message).map_err(|(id, words)| invalid(&id, &words))?;
    if id.is_none() {
        return Ok(serde_json::from_value(value).ok());
    }
    let (id, method) = (id.unwrap_or_default(), method.to_owned());
    if !METHODS.contains(&method.as_str()) {
        let shown: String = method.chars().take(60).collect();
        let message = format!("there is no method `{shown}`; the methods are {}", METHODS.join(", "));
        return Err(fault(ErrorCode::METHOD_NOT_FOUND, &id, message));
    }
    let params = message.get("params").cloned().unwrap_or(json!({}));
    match serde_json::from_value(value) {
        Ok(ClientJsonRpcMessage::Request(request))
            if !matches!(request.request, ClientRequest::CustomRequest(_)) =>
        {
            Ok(Some(ClientJsonRpcMessage::Request(request)))
        }
        _ => {
            let why = misfit(&method, &params).map_or_else(String::new, |why| format!(": {why}"));
            let message = format!("the parameters of `{method}` do not fit{why}");
            Err(fault(ErrorCode::INVALID_PARAMS, &id, message))
        }
    }
}

/// The id and the method of a request or notification, or the id as far as it can be read and what is wrong.
fn shape(message: &Map<String, Value>) -> Result<(Option<Value>, &str), (Value, String)> {
    let id = message.get("id");
    let is_id = |id: &&Value| id.is_string() || id.is_i64() || id.is_u64();
    let known = id.filter(is_id).cloned().unwrap_or_default();
    let wrong = |words: &str| Err((known.clone(), words.to_owned()));
    if message.get("jsonrpc") != Some(&json!("2.0")) {
        return wrong("`jsonrpc` is missing or is not \"2.0\"");
    }
    if id.is_some() && known.is_null() {
        return wrong("`id` is a text or a whole number; a notification has none");
    }
    let Some(method) = message.get("method").and_then(Value::as_str) else {
        return wrong("`method` is missing or is no text");
    };
    if message.get("params").is_some_and(|params| !params.is_object()) {
        return wrong("`params` is an object of parameters by name");
    }
    Ok((id.cloned(), method))
}

/// Explains why the parameters do not fit a method; `None` if there is nothing to say.
fn misfit(method: &str, params: &Value) -> Option<JsonError> {
    match method {
        "initialize" => from_value::<InitializeRequestParams>(params).err(),
        "tools/call" => from_value::<CallToolRequestParams>(params).err(),
        "resources/read" => from_value::<ReadResourceRequestParams>(params).err(),
        "prompts/get" => from_value::<GetPromptRequestParams>(params).err(),
        _ => from_value::<PaginatedRequestParams>(params).err(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> Option<Value> {
        let fault = read(text.as_bytes()).err()?;
        Some(serde_json::from_str(&fault.answer()).unwrap())
    }

    #[test]
    fn what_is_no_request_is_answered_as_json_rpc_says() {
        for (text, code, id, words) in [
            ("this is no message", -32700, json!(null), "line 1, column 2"),
            (r#"{"jsonrpc": "2.0", "id": 1, "method""#, -32700, json!(null), "one JSON object"),
            (r#"{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "ping"}"#, -32700, json!(null), "twice"),
            (&"[".repeat(100_000), -32700, json!(null), "one JSON object"),
            ("[]", -32600, json!(null), "one by one"),
            (r#"[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]"#, -32600, json!(null), "one by one"),
            ("1", -32600, json!(null), "a JSON object"),
            ("{}", -32600, json!(null), "`jsonrpc`"),
            (r#"{"id": 7, "method": "ping"}"#, -32600, json!(7), "`jsonrpc`"),
            (r#"{"jsonrpc": "2.0", "id": "a"}"#, -32600, json!("a"), "`method`"),
            (r#"{"jsonrpc": "2.0", "id": 3, "method": 1}"#, -32600, json!(3), "`method`"),
            (r#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#, -32600, json!(null), "`id`"),
            (r#"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#, -32600, json!(null), "`id`"),
            (r#"{"jsonrpc": "2.0", "id": [1], "method": "ping"}"#, -32600, json!(null), "`id`"),
            (r#"{"jsonrpc": "2.0", "id": 4, "method": "ping", "params": []}"#, -32600, json!(4), "`params`"),
            (r#"{"jsonrpc": "2.0", "method": "x", "params": "bar"}"#, -32600, json!(null), "`params`"),
            (r#"{"jsonrpc": "2.0", "id": 5, "method": "no/such"}"#, -32601, json!(5), "`no/such`"),
            (
                r#"{"jsonrpc": "2.0", "id": 5, "method": "logging/setLevel", "params": {"level": "info"}}"#,
                -32601,
                json!(5),
                "there is no method `logging/setLevel`; the methods are initialize, ",
            ),
            (r#"{"jsonrpc": "2.0", "id": 6, "method": "tools/call"}"#, -32602, json!(6), "`name` is missing"),
            (
                r#"{"jsonrpc": "2.0", "id": 6, "method": "tools/call", "params": {"name": "act", "arguments": 1}}"#,
                -32602,
                json!(6),
                "`arguments` is `1`",
            ),
            (
                r#"{"jsonrpc": "2.0", "id": 6, "method": "initialize", "params": {}}"#,
                -32602,
                json!(6),
                "`protocolVersion` is missing",
            ),
        ] {
            let told = answer(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((&told["jsonrpc"], &told["error"]["code"]), (&json!("2.0"), &json!(code)), "{text}");
            assert_eq!(told.get("id"), Some(&id), "{text}");
            let message = told["error"]["message"].as_str().unwrap();
            assert!(message.contains(words) && message.len() < 300, "{text}: {message}");
        }
    }

    #[test]
    fn what_is_a_message_goes_on() {
        for text in [
            r#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#,
            r#"{"jsonrpc": "2.0", "id": "x", "method": "tools/list", "params": {}}"#,
            "\u{feff}{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"castle\"}}",
            r#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#,
            r#"{"jsonrpc": "2.0", "method": "notifications/of/a/later/version", "params": {}}"#,
            r#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#,
        ] {
            assert!(read(text.as_bytes()).is_ok_and(|message| message.is_some()), "{text}");
        }
        // Nobody answers a response.
        assert_eq!(answer(r#"{"jsonrpc": "1.0", "result": 5}"#), None);
    }
}
