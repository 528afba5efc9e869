//! Why a command ends without having done its work.

use std::fmt::Display;
use std::process::ExitCode;

/// What went wrong, in words for the person at the terminal.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line asks for something that does not exist: exit code 2.
    Usage(String),
    /// The work itself failed: exit code 1.
    Failed(String),
}

impl Failure {
    /// A wrong command line.
    pub(crate) fn usage(message: impl Display) -> Failure {
        Failure::Usage(message.to_string())
    }

    /// Work that failed.
    pub(crate) fn failed(message: impl Display) -> Failure {
        Failure::Failed(message.to_string())
    }

    /// Says it on standard error.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Usage(message) => {
                eprintln!("neuland: {message}");
                ExitCode::from(2)
            }
            Failure::Failed(message) => {
                eprintln!("neuland: {message}");
                ExitCode::from(1)
            }
        }
    }
}
