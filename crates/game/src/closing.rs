//! The reasons for closing a table before its game is over: the log, the API, pages and records use the same words.

use crate::ParseError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The reason for closing a table before its game was over. Text form: `agreement`, `absence`, `opener`, or `host-` and the reason of
/// the host, such as `host-conduct`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Closing {
    /// The person who opened it closed it: before the game began, or in a game of versions that let them.
    Opener,
    /// All persons agreed.
    Agreement,
    /// No person did anything for a long time.
    Absence,
    /// The host of the server closed it.
    Host(HostReason),
}

/// The reason for which the host of a server closed a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostReason {
    /// A player broke the rules of the site.
    Conduct,
    /// Something that was written there may not stay.
    Content,
    /// The people at the table asked for it.
    Request,
    /// The server could not keep the table running.
    Operation,
}

impl HostReason {
    /// All of them.
    pub const ALL: [HostReason; 4] =
        [HostReason::Conduct, HostReason::Content, HostReason::Request, HostReason::Operation];
}

impl Closing {
    /// All of them.
    pub const ALL: [Closing; 7] = [
        Closing::Opener,
        Closing::Agreement,
        Closing::Absence,
        Closing::Host(HostReason::Conduct),
        Closing::Host(HostReason::Content),
        Closing::Host(HostReason::Request),
        Closing::Host(HostReason::Operation),
    ];

    /// Its text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Closing::Opener => "opener",
            Closing::Agreement => "agreement",
            Closing::Absence => "absence",
            Closing::Host(HostReason::Conduct) => "host-conduct",
            Closing::Host(HostReason::Content) => "host-content",
            Closing::Host(HostReason::Request) => "host-request",
            Closing::Host(HostReason::Operation) => "host-operation",
        }
    }
}

impl fmt::Display for Closing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Closing {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Closing, ParseError> {
        let names = || Closing::ALL.map(Closing::name).join(", ");
        let found = Closing::ALL.into_iter().find(|closing| closing.name() == text);
        found.ok_or_else(|| {
            ParseError::unknown(text, "a reason to close a table", format!("there are {}", names()))
        })
    }
}

impl TryFrom<String> for Closing {
    type Error = ParseError;
    fn try_from(text: String) -> Result<Closing, ParseError> {
        text.parse()
    }
}

impl From<Closing> for String {
    fn from(closing: Closing) -> String {
        closing.name().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_read_as_they_are_written() {
        for closing in Closing::ALL {
            assert_eq!(closing.to_string().parse(), Ok(closing));
        }
        for host in HostReason::ALL {
            assert!(Closing::ALL.contains(&Closing::Host(host)), "{host:?}");
        }
        let error = "boredom".parse::<Closing>().unwrap_err().to_string();
        assert!(error.contains("host-conduct"), "{error}");
    }
}
