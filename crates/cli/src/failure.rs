//! Failures: the reasons for which a command ends before its work is done.

use pages::{Words, msg};
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use table::steers;

/// Writes a line to standard error, as far as that takes it: whether anybody can read it changes nothing about the work.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// A failure, with a message for the user at the terminal.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line asks for something that does not exist: exit code 2.
    Usage(String),
    /// The work itself failed: exit code 1.
    Failed(String),
    /// The work was done, and its answer, already printed, is no: exit code 1.
    Said,
    /// Nobody reads what is printed any more (`neuland rules catan | head`): no word, exit code 0.
    Unread,
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
    pub(crate) fn report(self, words: &Words) -> ExitCode {
        let (code, message) = match self {
            Failure::Usage(message) => (2, message),
            Failure::Failed(message) => (1, message),
            Failure::Said => return ExitCode::from(1),
            Failure::Unread => return ExitCode::SUCCESS,
        };
        tell(&format!("{}: {}", msg!(words, "cli-error"), sanitized(message.trim_end())));
        ExitCode::from(code)
    }
}

/// Converts a failed write to standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => Failure::failed(error),
        }
    }
}

/// The text without anything that would steer a terminal or reorder its line: what comes from a file may be printed, not obeyed.
pub(crate) fn sanitized(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if steers(letter) && letter != '\n' {
            out.extend(letter.escape_default());
        } else {
            out.push(letter);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_cannot_steer_the_terminal() {
        assert_eq!(sanitized("a\x1b[2Jb\r\nc\u{9b}ü"), "a\\u{1b}[2Jb\\r\nc\\u{9b}ü");
        assert_eq!(sanitized("Ada\u{202e}B\u{2029}👨\u{200d}👩"), "Ada\\u{202e}B\\u{2029}👨\u{200d}👩");
    }
}
