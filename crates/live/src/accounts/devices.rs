//! Going on at another device.

use super::signing::still;
use super::{AccountError, Accounts, NewSession, Requester, take, too_many};
use pages::AccountFault;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use store::{Change, Person, StoreError, now};
use table::keys::{KeyHash, read_transfer_code, transfer_code};

/// The most codes for other devices that are valid at the same time.
pub(super) const TRANSFERS_MAX: usize = 10_000;

/// What a code for another device is good for.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Transfer {
    person: KeyHash,
    /// The device that gives, and its key: it becomes a session with the taking.
    from: (KeyHash, String),
}

impl Accounts {
    /// Issues a code that takes the asker to another device; it invalidates their previous one.
    ///
    /// # Errors
    /// If the asker has no key.
    pub fn transfer(&self, asker: &Requester) -> Result<String, AccountError> {
        let (key, person) = asker.known.ok_or(AccountFault::Nobody)?;
        self.act(asker)?;
        let code = transfer_code();
        self.forget_transfers(person);
        let now = Instant::now();
        if self.transfers.count(now) >= TRANSFERS_MAX {
            return Err(too_many(self.transfer_time()));
        }
        let from = (key, asker.device.clone());
        self.transfers.note(hash_of(&code), Transfer { person, from }, now);
        Ok(code)
    }

    /// The lifetime of a code.
    #[must_use]
    pub fn transfer_time(&self) -> Duration {
        self.transfers.lasts()
    }

    /// Signs the device that asks in as the person who made the code. The code is used up.
    ///
    /// # Errors
    /// If the code is not valid, or too many were tried.
    pub async fn arrive(&self, code: &str, asker: &Requester) -> Result<NewSession, AccountError> {
        self.act(asker)?;
        if let Some(network) = &asker.network {
            take(&self.codes, network)?;
        }
        let code = read_transfer_code(code).ok_or(AccountFault::BadTransfer)?;
        let transfer = self.transfers.remove(&hash_of(&code), Instant::now());
        let transfer = transfer.ok_or(AccountFault::BadTransfer)?;
        let (from, device) = transfer.from;
        // Who was signed out meanwhile gives nothing on.
        if self.holder_of(from).await? != Some(transfer.person) {
            return Err(AccountFault::BadTransfer.into());
        }
        if let Some(network) = &asker.network {
            self.codes.refund(network);
        }
        let mut changes = Vec::new();
        let person = match self.person(transfer.person).await? {
            Some(person) => {
                changes.extend(still(&person));
                person
            }
            None => {
                let person = Person { id: transfer.person, since: now(), account: None };
                changes.push(Change::Keep(person.clone()));
                // From now on the first key too is good by its session.
                changes.extend(self.begin(&person, from, &device).await?);
                person
            }
        };
        changes.extend(self.end_replaced_session(asker).await?);
        self.let_in(person, asker, changes).await.map_err(|why| match why {
            AccountError::Fault(AccountFault::WrongPassword) => AccountFault::BadTransfer.into(),
            why => why,
        })
    }

    /// The session that the device had ends when it gets another key: nobody holds that key any more.
    pub(super) async fn end_replaced_session(&self, asker: &Requester) -> Result<Vec<Change>, StoreError> {
        let Some((key, person)) = asker.known else { return Ok(Vec::new()) };
        // A guest with one device is their key: there is nothing to end. Their tables are brought along, or left.
        let kept = self.person(person).await?.is_some();
        Ok(if kept { vec![Change::End(key)] } else { Vec::new() })
    }

    /// Invalidates a person's codes for other devices.
    pub(super) fn forget_transfers(&self, id: KeyHash) {
        self.transfers.remove_all(|transfer| transfer.person == id, Instant::now());
    }
}

fn hash_of(code: &str) -> [u8; 32] {
    *blake3::hash(code.as_bytes()).as_bytes()
}
