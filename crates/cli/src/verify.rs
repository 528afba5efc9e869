//! `neuland verify`: whether the outcomes of a game were those that its dice gave (`docs/fairness.md`).

use crate::context::Context;
use crate::failure::{Failure, sanitized};
use crate::files::{open, shown, wrong_record};
use game::Seat;
use pages::{Words, json_error, msg};
use shelf::verify::{VerifyError, verify};
use std::path::{Path, PathBuf};

/// The arguments of `neuland verify`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The record; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// One JSON object, with every draw and the numbers behind it.
    #[arg(long)]
    json: bool,
}

/// Computes every draw of a record again.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    let input = open(&args.file, context)?;
    let verified = verify(input).map_err(|fault| failed(&args.file, &fault, words))?;
    if args.json {
        let document = serde_json::to_value(&verified).expect("numbers and names");
        return context.print(&format!("{document:#}\n"));
    }
    let added: Vec<String> = verified.proof.nonces.keys().map(Seat::to_string).collect();
    let seats = match added.as_slice() {
        [] => msg!(words, "cli-verify-nobody"),
        _ => msg!(words, "cli-verify-seats", seats = words.list(&added)),
    };
    let commitment = msg!(words, "cli-verify-commitment", commitment = verified.proof.commitment.to_string());
    let done = msg!(words, "cli-verify-done", draws = verified.draws.len());
    let closed = verified
        .closed
        .map_or_else(String::new, |why| msg!(words, "cli-verify-closed", why = why.name()) + "\n");
    let given = match verified.from_position {
        true => msg!(words, "cli-verify-from-position") + "\n",
        false => String::new(),
    };
    context.print(&sanitized(&format!("{commitment}\n{seats}\n{done}\n{given}{closed}")))
}

fn failed(path: &Path, fault: &VerifyError, words: Words) -> Failure {
    let at_line = |line: u64, what: String| {
        let line = line.to_string();
        Failure::failed(msg!(words, "cli-record-line", file = shown(path), line = line, what = what))
    };
    match fault {
        VerifyError::Record(error) => wrong_record(path, error, words),
        VerifyError::NoProof => at_line(1, msg!(words, "cli-verify-no-proof")),
        VerifyError::Unreadable { fault } => {
            at_line(1, msg!(words, "cli-verify-unreadable", why = json_error(words, fault)))
        }
        VerifyError::OtherSecret(other) => {
            let (revealed, committed) = (other.revealed.to_string(), other.committed.to_string());
            at_line(1, msg!(words, "cli-verify-other-secret", revealed = revealed, committed = committed))
        }
        VerifyError::Stranger(seat) => {
            at_line(1, msg!(words, "cli-verify-stranger", seat = seat.to_string()))
        }
        VerifyError::Unfinished { line } => at_line(*line, msg!(words, "cli-verify-unfinished")),
        VerifyError::NotClosed { line } => at_line(*line, msg!(words, "cli-verify-not-closed")),
        VerifyError::OtherOutcome { line, recorded, drawn } => at_line(
            *line,
            msg!(words, "cli-verify-other", recorded = recorded.as_str(), drawn = drawn.as_str()),
        ),
    }
}
