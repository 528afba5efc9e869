//! Accounts: signing up, in and out.

use super::password::{PASSWORD_MAX, check_length};
use super::{AccountError, Accounts, NewSession, Requester, take};
use crate::names::{fold, is_reserved};
use crate::storing::read;
use pages::AccountFault;
use std::time::Instant;
use store::{Account, Change, Person, now};
use table::keys::Key;

/// Returns the condition that the account of a person still has the password it was read with.
pub(super) fn still(person: &Person) -> Option<Change> {
    let password = person.account.as_ref()?.password.clone();
    Some(Change::Expect { person: person.id, password })
}

impl Accounts {
    /// Creates an account for the asker; an asker without a key becomes a new person.
    ///
    /// # Errors
    /// If the name or the password is not accepted, or the asker has an account.
    pub async fn sign_up(
        &self,
        name: &str,
        password: &str,
        asker: &Requester,
    ) -> Result<NewSession, AccountError> {
        let name = table::entry::clean_name(name).ok_or(AccountFault::BadName)?;
        let folded = fold(&name).ok_or(AccountFault::BadName)?;
        if is_reserved(&folded) {
            return Err(AccountFault::NameTaken.into());
        }
        check_length(password)?;
        self.act(asker)?;
        let before = match asker.known {
            Some((_, id)) => self.person(id).await?,
            None => None,
        };
        if before.as_ref().is_some_and(|person| person.account.is_some()) {
            return Err(AccountFault::HasAccount.into());
        }
        if self.named(&name).await?.is_some() {
            return Err(AccountFault::NameTaken.into());
        }
        self.rate(password, &name).await?;
        if let Some(network) = &asker.network {
            take(&self.new_accounts, network)?;
        }
        let password = self.hash(password).await?;
        let id = asker.known.map_or_else(|| Key::random().hash(), |(_, id)| id);
        let account = Account { name, folded, password };
        let since = before.as_ref().map_or_else(now, |person| person.since);
        let person = Person { id, since, account: Some(account) };
        // The key that the device had until now is not good any more, nor is what was made with it: somebody else may have put
        // it there.
        let mut changes: Vec<Change> = asker.known.map(|(key, _)| Change::End(key)).into_iter().collect();
        changes.push(Change::EndOthers { person: id, but: None });
        changes.push(Change::Keep(person.clone()));
        self.forget_transfers(id);
        self.let_in(person, asker, changes).await
    }

    /// Signs a user in.
    ///
    /// # Errors
    /// If name and password do not match, or too many were tried.
    pub async fn sign_in(
        &self,
        name: &str,
        password: &str,
        asker: &Requester,
    ) -> Result<NewSession, AccountError> {
        let folded = fold(name).ok_or(AccountFault::WrongPassword)?;
        self.act(asker)?;
        let person = self.check(&folded, password, asker).await?;
        // Whoever has changed the password meanwhile wants no session that began with the old one.
        let mut changes: Vec<Change> = still(&person).into_iter().collect();
        changes.extend(self.end_replaced_session(asker).await?);
        self.let_in(person, asker, changes).await
    }

    /// Returns the person with this name and password. An unknown name takes as long as a known one, and its attempts count
    /// alike.
    pub(super) async fn check(
        &self,
        folded: &str,
        password: &str,
        asker: &Requester,
    ) -> Result<Person, AccountError> {
        let person = self.by_name(folded.to_owned()).await?;
        let origin = self.origin(person.as_ref(), asker, Instant::now());
        self.count_attempt(folded, &origin, asker.network)?;
        if password.chars().count() > PASSWORD_MAX {
            return Err(AccountFault::WrongPassword.into());
        }
        let hash = person.as_ref().and_then(|person| person.account.as_ref()).map(|a| a.password.clone());
        if !self.verify(password, hash).await? {
            return Err(AccountFault::WrongPassword.into());
        }
        self.refund_attempt(folded, &origin, asker.network);
        person.ok_or(AccountFault::WrongPassword.into())
    }

    /// Whether the asker may be deleted: with the password of their account; guests have none, and need none.
    ///
    /// # Errors
    /// If it is another password, or too many were tried or deleted.
    pub async fn confirm(&self, password: &str, asker: &Requester) -> Result<(), AccountError> {
        let (_, id) = asker.known.ok_or(AccountFault::Nobody)?;
        self.act(asker)?;
        if let Some(network) = &asker.network {
            take(&self.deleted, network)?;
        }
        match self.person(id).await?.and_then(|person| person.account) {
            Some(account) => self.check(&account.folded, password, asker).await.map(drop),
            None => Ok(()),
        }
    }

    /// Gives the asker another password. All sessions end; the device that asks gets a new one.
    ///
    /// # Errors
    /// If the old password is wrong or the new one cannot be.
    pub async fn change_password(
        &self,
        old: &str,
        new: &str,
        asker: &Requester,
    ) -> Result<NewSession, AccountError> {
        let (_, id) = asker.known.ok_or(AccountFault::Nobody)?;
        let account =
            self.person(id).await?.and_then(|person| person.account).ok_or(AccountFault::NoAccount)?;
        check_length(new)?;
        self.act(asker)?;
        let person = self.check(&account.folded, old, asker).await?;
        self.rate(new, &account.name).await?;
        let password = self.hash(new).await?;
        let mut changes: Vec<Change> = still(&person).into_iter().collect();
        changes.push(Change::EndOthers { person: id, but: None });
        changes.push(Self::drop_reset(id));
        changes.push(Change::Password { person: id, password: password.clone() });
        let person = Person { account: Some(Account { password, ..account }), ..person };
        self.forget_transfers(id);
        self.let_in(person, asker, changes).await
    }

    /// Ends the session of the asker. Nobody can use the key of a guest with only one device after that; for a guest without
    /// tables nothing is stored that could be ended.
    ///
    /// # Errors
    /// If it cannot be stored, or too much was done in a short time.
    pub async fn sign_out(&self, asker: &Requester) -> Result<(), AccountError> {
        let Some((key, id)) = asker.known else { return Ok(()) };
        self.act(asker)?;
        self.forget_transfers(id);
        let mut changes = vec![Change::End(key)];
        if self.person(id).await?.is_none() {
            if read(&self.store, move |store| store.tables_of(id, 1)).await?.is_empty() {
                return Ok(());
            }
            changes.push(Change::Keep(Person { id, since: now(), account: None }));
        }
        Ok(self.change(id, &[key], changes).await?)
    }

    /// Ends all other sessions of the asker.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn sign_out_others(&self, asker: &Requester) -> Result<(), AccountError> {
        let (key, id) = asker.known.ok_or(AccountFault::Nobody)?;
        self.act(asker)?;
        self.forget_transfers(id);
        let end = Change::EndOthers { person: id, but: Some(key) };
        Ok(self.change(id, &[], vec![end]).await?)
    }

    /// Ends a session of the asker by its short name.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn end(&self, short: &str, asker: &Requester) -> Result<(), AccountError> {
        let (_, id) = asker.known.ok_or(AccountFault::Nobody)?;
        self.act(asker)?;
        let sessions = self.sessions(id).await?;
        let ends: Vec<Change> = sessions
            .iter()
            .filter(|session| session.key.short() == short)
            .map(|session| Change::End(session.key))
            .collect();
        self.forget_transfers(id);
        if ends.is_empty() {
            return Ok(());
        }
        Ok(self.change(id, &[], ends).await?)
    }
}
