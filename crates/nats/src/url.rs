//! The address of a broker.

use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The port of NATS.
const PORT: u16 = 4222;

/// The address of a NATS server, with the name and password of a user: `nats://neuland:secret@broker.example`.
///
/// A connection to another machine is always encrypted, unless the address says `tls=disable`; `tls=require` asks for it on this machine
/// too. The certificate of the server is checked against those that the system trusts, or those in the file `tlsca`. Displayed without
/// the password.
///
/// ```
/// use broker_nats::BrokerUrl;
/// let url: BrokerUrl = "nats://neuland:secret@broker.example?tlsca=/etc/neuland/ca.pem".parse().unwrap();
/// assert_eq!(url.to_string(), "nats://neuland@broker.example:4222");
/// assert!(url.is_encrypted());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct BrokerUrl {
    host: String,
    port: u16,
    user: Option<(String, String)>,
    is_encrypted: bool,
    certificates: Option<PathBuf>,
}

impl BrokerUrl {
    /// Returns the name and the password of the user, if the address has them.
    pub(crate) fn user(&self) -> Option<(&str, &str)> {
        self.user.as_ref().map(|(user, password)| (user.as_str(), password.as_str()))
    }

    /// Whether connections are encrypted.
    #[must_use]
    pub fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// The file with the certificates that are trusted, in place of those of the system.
    pub(crate) fn certificates(&self) -> Option<&Path> {
        self.certificates.as_deref()
    }

    /// Returns the address without user and settings.
    pub(crate) fn server(&self) -> String {
        format!("nats://{}:{}", self.host, self.port)
    }
}

impl fmt::Display for BrokerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let user = self.user.as_ref().map_or_else(String::new, |(user, _)| format!("{user}@"));
        write!(f, "nats://{user}{}:{}", self.host, self.port)
    }
}

impl fmt::Debug for BrokerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BrokerUrl({self})")
    }
}

/// The text is not the address of a broker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseBrokerUrlError;

impl fmt::Display for ParseBrokerUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the address of a broker has the form nats://USER:PASSWORD@HOST:PORT, and may end with ?tls=disable or ?tlsca=FILE")
    }
}

impl std::error::Error for ParseBrokerUrlError {}

/// Whether a host is this machine.
fn is_here(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Decodes `%2F` and the like.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

impl FromStr for BrokerUrl {
    type Err = ParseBrokerUrlError;

    fn from_str(text: &str) -> Result<BrokerUrl, ParseBrokerUrlError> {
        let read = || {
            let rest = text.strip_prefix("nats://")?;
            let (rest, settings) = rest.split_once('?').unwrap_or((rest, ""));
            let (user, place) = match rest.rsplit_once('@') {
                Some((user, place)) => {
                    let (name, password) = user.split_once(':').unwrap_or((user, ""));
                    (Some((decoded(name)?, decoded(password)?)), place)
                }
                None => (None, rest),
            };
            let place = place.trim_end_matches('/');
            let (host, port) = match place.rsplit_once(':') {
                Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()?),
                _ => (place, PORT),
            };
            let is_name = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
            if host.is_empty() || !host.chars().all(is_name) {
                return None;
            }
            let (mut is_encrypted, mut certificates) = (!is_here(host), None);
            for setting in settings.split('&').filter(|setting| !setting.is_empty()) {
                match setting.split_once('=')? {
                    ("tls", "disable") => is_encrypted = false,
                    ("tls", "require") => is_encrypted = true,
                    ("tlsca", file) => certificates = Some(decoded(file)?.into()),
                    _ => return None,
                }
            }
            Some(BrokerUrl { host: host.to_owned(), port, user, is_encrypted, certificates })
        };
        read().ok_or(ParseBrokerUrlError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let url: BrokerUrl = "nats://ada:p%40ss@broker.example:4333?tlsca=/etc/ca.pem".parse().unwrap();
        assert_eq!(url.user(), Some(("ada", "p@ss")));
        assert_eq!(url.server(), "nats://broker.example:4333");
        assert_eq!(url.certificates(), Some(Path::new("/etc/ca.pem")));
        assert!(
            url.is_encrypted() && !format!("{url} {url:?}").contains("ss@"),
            "the password is never shown"
        );
        for (text, is_encrypted) in [
            ("nats://localhost", false),
            ("nats://127.0.0.1:4222", false),
            ("nats://[::1]:4222/", false),
            ("nats://localhost?tls=require", true),
            ("nats://10.0.0.9", true),
            ("nats://10.0.0.9?tls=disable", false),
        ] {
            assert_eq!(text.parse::<BrokerUrl>().unwrap().is_encrypted(), is_encrypted, "{text}");
        }
        for text in
            ["", "localhost:4222", "http://localhost", "nats://", "nats://a b", "nats://a?x=1", "nats://a:b"]
        {
            assert_eq!(text.parse::<BrokerUrl>(), Err(ParseBrokerUrlError), "{text}");
        }
    }
}
