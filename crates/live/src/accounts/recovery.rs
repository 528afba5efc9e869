//! A way back to an account whose password is lost: recovery codes, which their owner keeps, and reset codes, which a
//! moderator issues.
//!
//! A code has 75 random bits and is stored as a hash, so that neither guessing nor the server's file leads to it. It is
//! therefore enough to count attempts by network: a bucket of the name would let strangers keep the owner out.

use super::password::check_length;
use super::{AccountError, Accounts, DAY, NewSession, Requester, take};
use crate::names::fold;
use crate::storing::read;
use pages::AccountFault;
use store::{Account, Change, Code, CodeChange, CodeKind, Person, StoreError, now};
use table::keys::{KeyHash, read_recovery_code, recovery_code};

/// The number of recovery codes in a set.
pub const RECOVERY_CODES: usize = 10;
/// The lifetime of a reset code, in milliseconds.
const RESET_TIME: u64 = DAY;

/// The remaining recovery codes of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodesLeft {
    /// The number of unused codes.
    pub left: usize,
    /// The time at which the set was made, in milliseconds since 1970.
    pub since: u64,
}

/// The hash by which the store knows a code. Equal codes of two people have different hashes.
fn hash_of(person: KeyHash, code: &str) -> [u8; 32] {
    *blake3::keyed_hash(&person.0, code.as_bytes()).as_bytes()
}

/// The name under which nobody has codes.
const NOBODY: KeyHash = KeyHash::NOBODY;

impl Accounts {
    /// Issues a code with which the owner of an account sets a new password. It is valid once, for 24 hours, and replaces the one
    /// that was issued before. The caller must have made sure that the right person gets it.
    ///
    /// # Errors
    /// [`AccountFault::NoAccount`] if the person has no account; or if it cannot be stored.
    pub async fn issue_reset(&self, person: KeyHash) -> Result<String, AccountError> {
        self.issue_reset_with(person, Vec::new()).await
    }

    /// Issues a reset code like [`Accounts::issue_reset`], and makes these changes in the same transaction.
    ///
    /// # Errors
    /// The same as [`Accounts::issue_reset`].
    pub(crate) async fn issue_reset_with(
        &self,
        person: KeyHash,
        also: Vec<Change>,
    ) -> Result<String, AccountError> {
        let account = self.person(person).await?.and_then(|person| person.account);
        account.ok_or(AccountFault::NoAccount)?;
        let code = recovery_code();
        let since = now();
        let issued = Code {
            hash: hash_of(person, &code),
            kind: CodeKind::Reset,
            since,
            until: Some(since + RESET_TIME),
            used: None,
        };
        let replace = CodeChange::Replace { person, kind: CodeKind::Reset, codes: vec![issued] };
        let changes = std::iter::once(replace.into()).chain(also).collect();
        self.change(person, &[], changes).await?;
        Ok(code)
    }

    /// Makes a set of recovery codes for the asker, which replaces the one before. Only the asker ever sees them.
    ///
    /// # Errors
    /// If the password is wrong, or the asker has no account.
    pub async fn make_recovery_codes(
        &self,
        password: &str,
        asker: &Requester,
    ) -> Result<Vec<String>, AccountError> {
        let (_, id) = asker.known.ok_or(AccountFault::Nobody)?;
        self.act(asker)?;
        let account = self.person(id).await?.and_then(|person| person.account);
        let account = account.ok_or(AccountFault::NoAccount)?;
        self.check(&account.folded, password, asker).await?;
        self.replace_recovery_codes(id).await
    }

    /// Replaces the recovery codes of a person who has just given their password.
    pub async fn replace_recovery_codes(&self, person: KeyHash) -> Result<Vec<String>, AccountError> {
        let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| recovery_code()).collect();
        let since = now();
        let stored = codes.iter().map(|code| Code {
            hash: hash_of(person, code),
            kind: CodeKind::Recovery,
            since,
            until: None,
            used: None,
        });
        let kind = CodeKind::Recovery;
        let replace = CodeChange::Replace { person, kind, codes: stored.collect() };
        self.change(person, &[], vec![replace.into()]).await?;
        Ok(codes)
    }

    /// Returns the remaining recovery codes of a person; `None` if they never made any.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn recovery_codes(&self, person: KeyHash) -> Result<Option<CodesLeft>, StoreError> {
        let mut codes = read(&self.store, move |store| store.codes(person)).await?;
        codes.retain(|code| code.kind == CodeKind::Recovery);
        let now = now();
        let left = codes.iter().filter(|code| code.is_good(now)).count();
        Ok(codes.iter().map(|code| code.since).max().map(|since| CodesLeft { left, since }))
    }

    /// Sets a new password with a recovery code or a reset code. The code is used up, all sessions end, and the device
    /// that asks gets a new one.
    ///
    /// # Errors
    /// [`AccountFault::BadCode`] if name and code do not belong together, or the code is used or past its time; if the
    /// new password cannot be, or too many codes were tried.
    pub async fn recover(
        &self,
        name: &str,
        code: &str,
        password: &str,
        asker: &Requester,
    ) -> Result<NewSession, AccountError> {
        let folded = fold(name).ok_or(AccountFault::BadCode)?;
        check_length(password)?;
        self.act(asker)?;
        if let Some(network) = &asker.network {
            take(&self.recoveries, network)?;
        }
        let code = read_recovery_code(code).ok_or(AccountFault::BadCode)?;
        let person = self.by_name(folded).await?;
        // Names that nobody has are looked up alike, so that the time says nothing about them.
        let id = person.as_ref().map_or(NOBODY, |person| person.id);
        let hash = hash_of(id, &code);
        let codes = read(&self.store, move |store| store.codes(id)).await?;
        let at = now();
        let is_good = codes.iter().any(|known| known.hash == hash && known.is_good(at));
        let person = person.filter(|_| is_good).ok_or(AccountFault::BadCode)?;
        let account = person.account.ok_or(AccountFault::BadCode)?;
        if let Some(network) = &asker.network {
            self.recoveries.refund(network);
        }
        self.rate(password, &account.name).await?;
        let password = self.hash(password).await?;
        let account = Account { password: password.clone(), ..account };
        let person = Person { account: Some(account), ..person };
        let mut changes = self.end_replaced_session(asker).await?;
        // Refused together if the code was used since it was read.
        changes.push(CodeChange::Use { person: id, hash, at }.into());
        changes.push(Self::drop_reset(id));
        changes.push(Change::EndOthers { person: id, but: None });
        changes.push(Change::Password { person: id, password });
        self.forget_transfers(id);
        self.let_in(person, asker, changes).await
    }

    /// A reset code that was issued is not needed any more once its owner has set a password.
    pub(crate) fn drop_reset(person: KeyHash) -> Change {
        CodeChange::Replace { person, kind: CodeKind::Reset, codes: Vec::new() }.into()
    }
}
