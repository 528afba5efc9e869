//! The Neuland server, reached over its HTTP API.

use crate::outcome::Refused;
use crate::person::Person;
use pages::Lang;
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body, http::Response};

/// The longest answer that is read: a record of a table with as many entries as a server keeps.
const ANSWER_BYTES: u64 = 16 * 1024 * 1024;
/// The timeout of a request: longer than a long poll of the server.
const REQUEST: Duration = Duration::from_secs(35);
/// The timeout for establishing a connection.
const CONNECT: Duration = Duration::from_secs(5);
/// The maximum number of concurrent requests; further ones wait.
const AT_ONCE: usize = 64;
/// The maximum number of retries after the server was too busy or its answer was lost.
const RETRIES: u32 = 2;
/// The longest wait before a retry that the server may ask for, in seconds.
const RETRY_AFTER: u64 = 3;

/// A Neuland server. Clones share connections.
#[derive(Clone)]
pub struct Api {
    agent: Agent,
    /// `http://127.0.0.1:7170`, without a slash at its end.
    base: Arc<str>,
    room: Arc<Semaphore>,
}

impl fmt::Debug for Api {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Api").field(&self.base).finish()
    }
}

/// The text is not the address of a Neuland server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseAddressError(pub String);

impl fmt::Display for ParseAddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not the address of a server; write one such as http://127.0.0.1:7170, without a path",
            self.0
        )
    }
}

impl std::error::Error for ParseAddressError {}

/// A refusal of a request by the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// An error code of `docs/api.md`, or `unreachable` or `strange-answer`.
    pub code: String,
    /// A sentence that says what is wrong and what to do.
    pub message: String,
}

/// A request to the server. It is idempotent, so it can be retried when no answer came: commands have ids, and the server carries
/// each out once.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// Below `/api/v1`, with its query. Whoever makes it has checked what comes from outside.
    pub(crate) path: String,
    /// The body of a POST; a GET has none.
    pub(crate) body: Option<Value>,
    pub(crate) lang: Lang,
}

impl Request {
    pub(crate) fn get(path: impl Into<String>, lang: Lang) -> Request {
        Request { path: path.into(), body: None, lang }
    }

    /// A command, which the server does once however often it is sent.
    pub(crate) fn post(path: impl Into<String>, lang: Lang, body: Value) -> Request {
        Request { path: path.into(), body: Some(body), lang }
    }
}

impl Api {
    /// The server at an address. Nothing is sent yet.
    ///
    /// # Errors
    /// If the text is not `http://` or `https://` and a host, with nothing behind.
    pub fn new(address: &str) -> Result<Api, ParseAddressError> {
        let bad = || ParseAddressError(address.to_owned());
        let base = address.trim_end_matches('/');
        let uri: ureq::http::Uri = base.parse().map_err(|_| bad())?;
        let authority = uri.authority().ok_or_else(bad)?;
        let is_whole = base == format!("{}://{authority}", uri.scheme_str().unwrap_or_default());
        if !is_whole
            || !matches!(uri.scheme_str(), Some("http" | "https"))
            || authority.as_str().contains('@')
        {
            return Err(bad());
        }
        let roots = if base.starts_with("https:") { trusted_roots() } else { Vec::new() };
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::Specific(Arc::new(roots)))
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .build();
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .timeout_global(Some(REQUEST))
            .timeout_connect(Some(CONNECT))
            .user_agent(concat!("neuland-mcp/", env!("CARGO_PKG_VERSION")))
            .tls_config(tls)
            .build()
            .new_agent();
        Ok(Api { agent, base: base.into(), room: Arc::new(Semaphore::new(AT_ONCE)) })
    }

    /// Returns the base address of the server.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.base
    }

    /// Asks for JSON.
    pub(crate) async fn json(&self, person: &Person, request: Request) -> Result<Value, Refused> {
        let text = self.text(person, request).await?;
        serde_json::from_str(&text).map_err(|error| self.strange(&format!("its answer is no JSON ({error})")))
    }

    /// Asks for text, and again if that is worth it.
    pub(crate) async fn text(&self, person: &Person, request: Request) -> Result<String, Refused> {
        let _place = self.room.acquire().await.expect("nobody closes it");
        let mut tries = 0;
        loop {
            let (own, person, asked) = (self.clone(), person.clone(), request.clone());
            let answer = tokio::task::spawn_blocking(move || own.send(&person, &asked)).await;
            let sent = answer
                .unwrap_or_else(|_| Err(Lost { refused: self.strange("reading it failed"), again: None }));
            match sent {
                Ok(text) => return Ok(text),
                Err(Lost { again: Some(wait), .. }) if tries < RETRIES => {
                    tries += 1;
                    tokio::time::sleep(wait).await;
                }
                Err(Lost { refused, .. }) => return Err(refused),
            }
        }
    }

    /// Asks once and waits for the answer, for programs without a runtime. `path` is below `/api/v1`, with its query; whoever
    /// makes it has checked what comes from outside. With a body it is a POST.
    ///
    /// # Errors
    /// What the server refuses, or that it does not answer.
    pub fn ask(
        &self,
        person: &Person,
        path: &str,
        body: Option<Value>,
        lang: Lang,
    ) -> Result<Value, Refusal> {
        let refusal = |refused: Refused| Refusal { code: refused.code, message: refused.message };
        let request = Request { path: path.to_owned(), body, lang };
        let text = self.send(person, &request).map_err(|lost| refusal(lost.refused))?;
        serde_json::from_str(&text)
            .map_err(|error| refusal(self.strange(&format!("its answer is no JSON ({error})"))))
    }

    fn send(&self, person: &Person, request: &Request) -> Result<String, Lost> {
        let url = format!("{}/api/v1{}", self.base, request.path);
        let token = format!("Bearer {}", person.key());
        let lang = request.lang.code();
        let answer = match &request.body {
            None => {
                let get =
                    self.agent.get(&url).header("authorization", &token).header("accept-language", lang);
                get.call()
            }
            Some(body) => {
                let post =
                    self.agent.post(&url).header("authorization", &token).header("accept-language", lang);
                post.content_type("application/json").send(body.to_string())
            }
        };
        answer.map_err(|error| self.unreachable(&error)).and_then(|answer| self.read(answer))
    }

    fn read(&self, mut answer: Response<Body>) -> Result<String, Lost> {
        let status = answer.status();
        let wait =
            answer.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
        let text = answer.body_mut().with_config().limit(ANSWER_BYTES).read_to_string();
        let text = match text {
            Ok(text) => text,
            Err(ureq::Error::BodyExceedsLimit(_)) => {
                let message = format!("its answer is longer than {ANSWER_BYTES} bytes");
                return Err(Lost { refused: self.strange(&message), again: None });
            }
            Err(error) => return Err(self.unreachable(&error)),
        };
        if status.is_success() {
            return Ok(text);
        }
        let again = matches!(status.as_u16(), 429 | 503)
            .then_some(wait.unwrap_or(1))
            .filter(|wait| *wait <= RETRY_AFTER)
            .map(Duration::from_secs);
        Err(Lost { refused: self.refusal(status.as_u16(), &text), again })
    }

    /// A refusal of the server as it says it.
    fn refusal(&self, status: u16, text: &str) -> Refused {
        let Ok(Value::Object(mut problem)) = serde_json::from_str(text) else {
            return self.strange(&format!("it answered with the status {status} and no error of Neuland"));
        };
        let mut take = |name: &str| match problem.remove(name) {
            Some(Value::String(text)) => Some(text),
            _ => None,
        };
        let (Some(code), Some(message)) = (take("error"), take("message")) else {
            return self.strange(&format!("it answered with the status {status} and no error of Neuland"));
        };
        let clause = take("clause");
        let mut more = json!({});
        for (name, known) in
            [("seq", "version"), ("legal", "legal"), ("total", "total"), ("choose", "choose")]
        {
            if let Some(value) = problem.remove(name) {
                more[known] = value;
            }
        }
        Refused { code, message, clause, more }
    }

    pub(crate) fn strange(&self, why: &str) -> Refused {
        let message = format!("what answers at {} is no Neuland server of this version: {why}", self.base);
        Refused::new("strange-answer", message)
    }

    fn unreachable(&self, error: &ureq::Error) -> Lost {
        let message = format!(
            "the Neuland server at {} does not answer ({error}); it must run, and `--server` must name its address",
            self.base
        );
        let again = matches!(error, ureq::Error::Io(_)).then_some(Duration::from_millis(200));
        Lost { refused: Refused::new("unreachable", message), again }
    }
}

/// The certificates that this system trusts. Those that cannot be read are missing; without any, no `https` server is.
fn trusted_roots() -> Vec<Certificate<'static>> {
    let native = rustls_native_certs::load_native_certs();
    for error in &native.errors {
        tracing::warn!(%error, "a certificate of the system cannot be read");
    }
    native.certs.iter().map(|root| Certificate::from_der(root).to_owned()).collect()
}

/// A request that was not answered as wanted.
struct Lost {
    refused: Refused,
    /// After which time it is worth sending it again.
    again: Option<Duration>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_scheme_and_a_host() {
        for (address, base) in [
            ("http://127.0.0.1:7170", "http://127.0.0.1:7170"),
            ("https://neuland.example/", "https://neuland.example"),
            ("http://[::1]:80", "http://[::1]:80"),
        ] {
            assert_eq!(Api::new(address).unwrap().address(), base);
        }
        for address in [
            "",
            "neuland.example",
            "ftp://neuland.example",
            "http://",
            "https://a/t/x",
            "http://a?b",
            "http://me@a",
            "http://a b",
        ] {
            assert_eq!(Api::new(address).err(), Some(ParseAddressError(address.to_owned())), "{address}");
        }
    }
}
