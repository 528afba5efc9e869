//! NATS as the doorbell between the nodes of a cluster.
//!
//! A message says that there is something new in the store, with a table and a number at most, or what everybody may see at a table, and
//! whoever hears it looks there. So a lost message costs latency, never data; whoever waits looks by itself as well. Core NATS does for
//! that, and keeps nothing.
//!
//! ```no_run
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let url = "nats://neuland:secret@broker.example".parse().unwrap();
//! let broker = broker_nats::NatsBroker::connect(&url).unwrap();
//! # });
//! ```

#![forbid(unsafe_code)]

mod url;

pub use url::{BrokerUrl, ParseBrokerUrlError};

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions};
use futures_util::StreamExt as _;
use live::nodes::{Broker, Heard};
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::runtime::Handle;

/// The longest pause between two attempts to connect again.
const PAUSE: Duration = Duration::from_secs(2);

/// The interval at which the broker is asked whether it is there: after two that are not answered it counts as lost, also where a
/// network swallows everything.
const ASK: Duration = Duration::from_secs(4);

/// A connection to NATS, which comes back by itself.
pub struct NatsBroker {
    client: Arc<OnceLock<Client>>,
    runtime: Handle,
}

impl fmt::Debug for NatsBroker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NatsBroker")
    }
}

/// The broker cannot be used with this address.
#[derive(Debug)]
pub struct BrokerError(String);

impl fmt::Display for BrokerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BrokerError {}

impl NatsBroker {
    /// Begins to connect. Must be called on a runtime.
    ///
    /// # Errors
    /// If the file with certificates is not there. A broker that cannot be reached is no error: it is tried again for ever.
    pub fn connect(url: &BrokerUrl) -> Result<NatsBroker, BrokerError> {
        let mut options = ConnectOptions::new()
            .name("neuland")
            .retry_on_initial_connect()
            .ping_interval(ASK)
            .require_tls(url.is_encrypted())
            .reconnect_delay_callback(|attempt| PAUSE.min(Duration::from_millis(50 * attempt as u64)));
        if let Some((user, password)) = url.user() {
            options = options.user_and_password(user.to_owned(), password.to_owned());
        }
        if let Some(file) = url.certificates() {
            if !file.is_file() {
                return Err(BrokerError(format!("there are no certificates in {}", file.display())));
            }
            options = options.add_root_certificates(file.to_owned());
        }
        let shown = url.to_string();
        let told = shown.clone();
        options = options.event_callback(move |event| {
            let shown = shown.clone();
            async move {
                match event {
                    async_nats::Event::Connected => tracing::info!(broker = shown, "the broker is reached"),
                    async_nats::Event::Disconnected => {
                        tracing::warn!(
                            broker = shown,
                            "the broker is lost; nodes look into the database by themselves"
                        );
                    }
                    event => tracing::debug!(broker = shown, %event, "the broker says something"),
                }
            }
        });
        let client = Arc::new(OnceLock::new());
        let (server, known) = (url.server(), Arc::clone(&client));
        let runtime = Handle::current();
        runtime.spawn(async move {
            match options.connect(server).await {
                Ok(connected) => drop(known.set(connected)),
                Err(error) => tracing::error!(broker = told, %error, "the broker cannot be used"),
            }
        });
        Ok(NatsBroker { client, runtime })
    }

    async fn client(client: &OnceLock<Client>) -> Client {
        loop {
            if let Some(client) = client.get() {
                return client.clone();
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Broker for NatsBroker {
    fn follow(&self, subject: String, group: Option<&'static str>, heard: Heard) {
        let client = Arc::clone(&self.client);
        self.runtime.spawn(async move {
            let client = NatsBroker::client(&client).await;
            loop {
                let followed = match group {
                    Some(group) => client.queue_subscribe(subject.clone(), group.to_owned()).await,
                    None => client.subscribe(subject.clone()).await,
                };
                match followed {
                    Ok(mut messages) => {
                        while let Some(message) = messages.next().await {
                            // What is no text, no node has sent.
                            if let Ok(message) = std::str::from_utf8(&message.payload) {
                                heard(message);
                            }
                        }
                        return;
                    }
                    Err(error) => tracing::debug!(%error, "the broker takes no subscription"),
                }
                tokio::time::sleep(PAUSE).await;
            }
        });
    }

    fn send(&self, subject: String, message: String) -> bool {
        let Some(client) = self.client.get().filter(|_| self.is_connected()).cloned() else { return false };
        self.runtime.spawn(async move {
            if let Err(error) = client.publish(subject, message.into()).await {
                tracing::debug!(%error, "the broker takes no message");
            }
        });
        true
    }

    fn is_connected(&self) -> bool {
        self.client.get().is_some_and(|client| client.connection_state() == State::Connected)
    }
}
