//! People and tables as moderators see them.

use super::{
    Act, Moderation, ModerationError, Moderator, Page, PersonSanctions, Report, ReportFilter, Role,
    RoleGrant, Sanction, SanctionFilter, Subject, with_entry,
};
use crate::hub::LiveTable;
use crate::person_selector::PersonSelector;
use crate::storing::{change, read};
use pages::ModerationFault;
use std::sync::Arc;
use store::moderation::NewAuditEntry;
use store::{PersonLookup, now};
use table::keys::{KeyHash, TableId};
use table::talk::Talk;

/// Reports and sanctions of one person that are shown at most.
const OF_PERSON: usize = 50;

/// A person as moderators see them.
#[derive(Clone, Debug)]
pub struct ModeratedPerson {
    /// The person's id at tables.
    pub id: KeyHash,
    /// The name of their account, if they have one.
    pub account: Option<String>,
    /// Their role, if they have one.
    pub role: Option<Role>,
    /// The sanctions in force against them.
    pub standing: PersonSanctions,
    /// The latest reports about them.
    pub reports: Vec<Report>,
    /// The latest sanctions against them, also those that ended.
    pub sanctions: Vec<Sanction>,
    /// Whether the server has seen lately from which network they play, so that it can be suspended.
    pub has_network: bool,
}

/// A table as moderators see it: the view of a spectator, and the people who sit there.
#[derive(Clone, Debug)]
pub struct ViewedTable {
    /// The table.
    pub live: Arc<LiveTable>,
    /// The messages and their authors, who are named by their ids at tables.
    pub talk: Talk,
    /// The latest reports about it.
    pub reports: Vec<Report>,
}

impl Moderation {
    /// The person that is meant.
    ///
    /// # Errors
    /// If there is none, or the store cannot be read.
    pub async fn find(&self, _: Moderator, named: &PersonSelector) -> Result<KeyHash, ModerationError> {
        let named = named.clone();
        let found = read(&self.store, move |store| named.find(store));
        found.await?.filter(|person| *person != KeyHash::NOBODY).ok_or(ModerationFault::Unknown.into())
    }

    /// A person as moderators see them.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn person(&self, _: Moderator, id: KeyHash) -> Result<ModeratedPerson, ModerationError> {
        let (person, reports, sanctions) = read(&self.store, move |store| {
            let page = Page::first(OF_PERSON);
            let person = store.person(PersonLookup::Id(id))?;
            Ok((
                person,
                store.reports(ReportFilter::About(id), page)?,
                store.sanctions(SanctionFilter::On(id), page)?,
            ))
        })
        .await?;
        Ok(ModeratedPerson {
            id,
            account: person.and_then(|person| person.account).map(|account| account.name),
            role: self.role_of(id),
            standing: self.standing(id),
            reports,
            sanctions,
            has_network: self.networks.of(id).is_some(),
        })
    }

    /// Returns the account names of these people, in order; `None` for a person without an account.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn account_names(
        &self,
        _: Moderator,
        people: Vec<KeyHash>,
    ) -> Result<Vec<Option<String>>, ModerationError> {
        let names = read(&self.store, move |store| {
            let name =
                |id: &KeyHash| Ok(store.person(PersonLookup::Id(*id))?.and_then(|person| person.account));
            people.iter().map(|id| name(id).map(|account| account.map(|account| account.name))).collect()
        });
        Ok(names.await?)
    }

    /// Returns a table as a spectator sees it, even if it is private. The audit log records the view.
    ///
    /// # Errors
    /// If there is none, or the store cannot be read or written.
    pub async fn view_table(&self, by: Moderator, table: TableId) -> Result<ViewedTable, ModerationError> {
        let live = self.hub.table(table).await?;
        let entry = NewAuditEntry {
            at: now(),
            by: by.actor,
            act: Act::ViewTable,
            subject: Subject::Table(table),
            number: None,
            reason: None,
            detail: None,
        };
        change(&self.store, with_entry(Vec::new(), entry)).await?;
        let reports =
            read(&self.store, move |store| store.reports(ReportFilter::At(table), Page::first(OF_PERSON)))
                .await?;
        let talk = live.look().talk();
        Ok(ViewedTable { live, talk, reports })
    }

    /// The names of accounts with roles, by role.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn people_with_roles(
        &self,
        by: Moderator,
    ) -> Result<Vec<(RoleGrant, Option<String>)>, ModerationError> {
        let roles = self.roles(by).await?;
        let names = self.account_names(by, roles.iter().map(|granted| granted.person).collect()).await?;
        Ok(roles.into_iter().zip(names).collect())
    }
}
