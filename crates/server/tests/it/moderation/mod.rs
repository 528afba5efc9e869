//! Moderation over real HTTP: reports and their limits, sanctions and what they stop, roles, the audit log.

mod audit;
mod people;
mod reports;
mod roles;
mod sanctions;

use serde_json::{Value, json};
use server::Limits;
use std::sync::Arc;
use store::moderation::{Actor, Role, RoleGrant, Step};
use store::{Change, MemoryStore, PersonLookup, Store, conformance};
use table::{Key, KeyHash};
use testkit::{Client, Reply, RunningServer, join};

const PASSWORD: &str = "correct horse battery";

/// Makes an account of whoever the client is; the client holds its token afterwards.
fn sign_up(client: &mut Client, name: &str) {
    let reply = client.post("/api/v1/account", &json!({ "name": name, "password": PASSWORD }));
    assert_eq!(reply.status, 201, "{}", reply.text());
    client.token = Some(reply.json()["token"].as_str().unwrap().to_owned());
}

/// The id of the account with this name.
fn id_of(store: &dyn Store, folded: &str) -> KeyHash {
    store.person(PersonLookup::Name(folded)).unwrap().expect("an account").id
}

/// A server on which Root is an admin.
struct Site {
    running: RunningServer,
    store: Arc<dyn Store>,
    root: Client,
}

impl Site {
    fn new() -> Site {
        Site::with(Limits::default())
    }

    fn with(limits: Limits) -> Site {
        Site::on(Arc::new(MemoryStore::new()), limits)
    }

    fn on(store: Arc<dyn Store>, limits: Limits) -> Site {
        let token = {
            let running = RunningServer::on(Arc::clone(&store), Limits::default());
            let mut root = running.client();
            sign_up(&mut root, "Rosa");
            root.token.expect("a token")
        };
        let granted = RoleGrant { person: id_of(&*store, "rosa"), role: Role::Admin, at: 1, by: Actor::Host };
        conformance::change(&*store, vec![Change::Moderate(Step::Grant(granted))]).unwrap();
        let running = RunningServer::on(Arc::clone(&store), limits);
        let root = Client::with_token(running.addr, &token);
        Site { running, store, root }
    }

    /// The site with the same people and tables after a restart.
    fn restarted(self) -> Site {
        let Site { running, store, root } = self;
        drop(running);
        let running = RunningServer::on(Arc::clone(&store), Limits::default());
        let root = Client::with_token(running.addr, &root.token.unwrap());
        Site { running, store, root }
    }

    /// A table of two where Ada and Eve sit, of whom Ada opened it.
    fn table(&self, public: bool) -> (Client, Client, String) {
        let mut ada = self.running.client();
        let body = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada", "public": public});
        let seated = done(&ada.post("/api/v1/tables", &body), 201);
        ada.token = Some(text(&seated["token"]));
        let table = text(&seated["table"]);
        let (eve, _) = join(&self.running, &table, "Eve");
        (ada, eve, table)
    }
}

/// The answer to what was done.
#[track_caller]
fn done(reply: &Reply, status: u16) -> Value {
    assert_eq!(reply.status, status, "{}", reply.text());
    reply.json()
}

/// Asserts that the reply is a refusal with this status and code.
#[track_caller]
fn refused(reply: &Reply, status: u16, code: &str) -> Value {
    assert_eq!((reply.status, &reply.json()["error"]), (status, &json!(code)), "{}", reply.text());
    reply.json()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// Says something at a table.
fn say(client: &mut Client, table: &str, words: &str) -> Reply {
    let id = Key::random().reveal();
    let seq = client.get(&format!("/api/v1/tables/{table}")).json()["version"].clone();
    client
        .post(&format!("/api/v1/tables/{table}/wish"), &json!({"seq": seq, "id": id, "wish": {"say": words}}))
}

/// Plays the first legal action of whoever the client is.
fn act(client: &mut Client, table: &str) -> Reply {
    let path = format!("/api/v1/tables/{table}");
    let legal = client.get(&format!("{path}/legal")).json();
    let id = Key::random().reveal();
    client.post(
        &format!("{path}/act"),
        &json!({"seq": legal["version"], "id": id, "action": legal["legal"][0]}),
    )
}

/// Imposes a sanction; its number.
#[track_caller]
fn impose(root: &mut Client, sanction: &Value) -> u64 {
    done(&root.post("/api/v1/admin/sanctions", sanction), 201)["number"].as_u64().unwrap()
}
