//! The chain of the audit log: what an entry's hash covers, and how a break is found.

use super::{Actor, AuditEntry, Detail, NewAuditEntry, Subject};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use table::keys::KeyHash;

/// The hash that the first entry has for its predecessor.
pub const START: [u8; 32] = [0; 32];

/// The result of checking the audit log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AuditCheck {
    /// The number of entries read.
    pub entries: u64,
    /// The hash of the last one. A host that notes it down can tell later whether entries at the end were removed.
    pub last: [u8; 32],
    /// The number of the first entry that is missing, changed, or follows a changed one; `None` if the log is unbroken.
    pub broken: Option<u64>,
}

/// Checks entries one by one, from the first.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    check: AuditCheck,
}

impl Default for Chain {
    fn default() -> Chain {
        Chain { check: AuditCheck { entries: 0, last: START, broken: None } }
    }
}

impl Chain {
    /// Takes the next entry, with its detail if that is not forgotten.
    pub fn follow(&mut self, entry: &AuditEntry) {
        let AuditCheck { entries, last, broken } = &mut self.check;
        let follows = entry.seq == *entries + 1 && entry.before == *last;
        let detail = entry.entry.detail.as_ref();
        let is_own_detail = detail.is_none_or(|detail| entry.digest == Some(detail.digest()));
        if broken.is_none() && !(follows && is_own_detail) {
            *broken = Some(*entries + 1);
        }
        *entries += 1;
        *last = entry.hash();
    }

    /// Returns the result.
    #[must_use]
    pub fn finish(self) -> AuditCheck {
        self.check
    }
}

impl Detail {
    /// The hash that the entry holds: SHA-256 of the salt and the text.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        Sha256::new().chain_update(self.salt).chain_update(self.text.as_bytes()).finalize().into()
    }
}

impl NewAuditEntry {
    /// The entry with its place in the log.
    #[must_use]
    pub fn placed(self, seq: u64, before: [u8; 32]) -> AuditEntry {
        let digest = self.detail.as_ref().map(Detail::digest);
        AuditEntry { seq, entry: self, digest, before }
    }
}

impl AuditEntry {
    /// The SHA-256 of the entry, which the next one holds. It covers one line for each field, as `docs/hosting.md` describes.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        let NewAuditEntry { at, by, act, subject, number, reason, detail: _ } = &self.entry;
        let mut text = format!("neuland audit 1\n{}\n{at}\n", self.seq);
        let by = match by {
            Actor::Person(person) => hex(&person.0),
            Actor::Host => "host".to_owned(),
        };
        let subject = match subject {
            Subject::Person(KeyHash(hash)) => format!("person {}", hex(hash)),
            Subject::Table(table) => format!("table {table}"),
            Subject::Number => "-".to_owned(),
        };
        let number = number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let reason = reason.map_or("-", |reason| reason.name());
        let digest = self.digest.map_or_else(|| "-".to_owned(), |digest| hex(&digest));
        let before = hex(&self.before);
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{by}\n{}\n{subject}\n{number}\n{reason}\n{digest}\n{before}", act.name());
        Sha256::digest(text.as_bytes()).into()
    }
}

/// Bytes as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
