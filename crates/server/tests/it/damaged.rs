//! A table that is damaged: everybody is told that the host has to restore it, nobody is told to try again, and the other
//! tables go on.

use serde_json::json;
use server::Limits;
use std::path::PathBuf;
use std::sync::Arc;
use store::{Batch, Index, MemoryStore, Store, StoreError, StoredEntry};
use table::{Key, TableId};
use testkit::{Browser, Client, InterceptedStore, Reply, RunningServer, StoreInterceptor, open_table};

/// A store in which a log of one table lacks an entry, as a file that lost a page may.
struct Torn {
    inner: MemoryStore,
    torn: TableId,
}

impl StoreInterceptor for Torn {
    fn inner(&self) -> &dyn Store {
        &self.inner
    }
    fn loads_table(&self, table: TableId) -> Result<(), StoreError> {
        if table != self.torn {
            return Ok(());
        }
        let path = PathBuf::from("/srv/hidden-place/tables.sqlite");
        Err(StoreError::Damaged { path, reason: "entry 3 is missing".to_owned() })
    }
}

/// Plants a table whose entries are these, as held by somebody.
fn plant(store: &dyn Store, table: TableId, key: &Key, body: &str) {
    let entry = StoredEntry { seq: 0, at: 1, command: None, body: body.to_owned() };
    let index = vec![Index::Holder(key.hash())];
    let batch = Batch { table, entries: vec![entry], index, untag: Vec::new() };
    store.append(batch, Box::new(|done| done.unwrap()));
}

fn is_damaged(reply: &Reply, words: &str) {
    let text = reply.text();
    assert_eq!(reply.status, 500, "{text}");
    assert_eq!(reply.header("retry-after"), None, "{text}");
    assert!(text.contains(words), "{text}");
    for hidden in ["whispered", "hidden-place", "entry 3", "try again", "noch einmal senden"] {
        assert!(!text.contains(hidden), "{hidden} in {text}");
    }
}

#[test]
fn whoever_asks_for_it_is_told_that_the_host_has_to_restore_it() {
    let [unread, torn]: [TableId; 2] = ["000000000abc", "000000000abd"].map(|id| id.parse().unwrap());
    let store = Arc::new(InterceptedStore(Torn { inner: MemoryStore::new(), torn }));
    let key = Key::random();
    plant(&store.inner, unread, &key, "{\"secret\":\"whispered\"}");
    plant(&store.inner, torn, &key, "{}");
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    for id in [unread, torn] {
        let mut ada = Client::with_token(running.addr, &key.reveal());
        for path in
            ["", "/view", "/legal", "/events", "/log", "/words", "/record", "/statistics", "/positions/0"]
        {
            let reply = ada.get(&format!("/api/v1/tables/{id}{path}"));
            is_damaged(&reply, "put a backup in its place");
            assert_eq!(reply.json()["error"], "damaged", "{path}");
        }
        let sent = json!({"seq": 0, "id": "a", "action": "roll"});
        is_damaged(&ada.post(&format!("/api/v1/tables/{id}/act"), &sent), "put a backup in its place");
        let mut browser = Browser::new(&running);
        for path in ["", "/main", "/events", "/record", "/replay", "/board/1.svg"] {
            is_damaged(&browser.get(&format!("/t/{id}{path}")), "from a backup");
        }
        browser.client.headers.push(("accept-language".to_owned(), "de".to_owned()));
        is_damaged(&browser.get(&format!("/t/{id}")), "aus einer Sicherung");
    }
    // Lists and documents leave it out, or say so, and tell of the others.
    let mut ada = Client::with_token(running.addr, &key.reveal());
    let sound = open_table(&mut ada, &["me", "open"]);
    let list = ada.get("/api/v1/tables");
    assert_eq!(list.status, 200);
    assert!(list.text().contains(&sound) && !list.text().contains("000000000abd"), "{}", list.text());
    let document = ada.get("/api/v1/me/data").json();
    let tables = document["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 3, "{document}");
    assert!(tables.contains(&json!({"table": "000000000abd", "damaged": true})), "{document}");
    assert!(tables.iter().any(|table| table["table"] == sound.as_str()), "{document}");
    let mut browser = Browser::new(&running);
    browser.cookies.push(("neuland-key".to_owned(), key.reveal()));
    let page = browser.get("/");
    assert!(page.status == 200 && page.text().contains(&sound));
}
