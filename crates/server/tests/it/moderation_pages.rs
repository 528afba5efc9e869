//! The pages of moderation by links and forms alone: reporting somebody, `/admin` for those with a role, and what somebody
//! reads who is muted or suspended.

use serde_json::json;
use server::Limits;
use std::sync::Arc;
use store::moderation::{Actor, Role, RoleGrant, Step};
use store::{Change, MemoryStore, PersonLookup, Store, conformance};
use testkit::{Browser, RunningServer, hidden};

const PASSWORD: &str = "correct horse battery";

/// A server with an admin, a moderator and a table of two, each in a browser of their own.
struct Site {
    running: RunningServer,
    store: Arc<MemoryStore>,
    root: Browser,
    moderator: Browser,
    ada: Browser,
    eve: Browser,
    /// The path of the table, which is public.
    table: String,
}

fn with_account(running: &RunningServer, name: &str) -> String {
    let credentials = json!({"name": name, "password": PASSWORD});
    let reply = running.client().post("/api/v1/account", &credentials);
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["token"].as_str().unwrap().to_owned()
}

fn browser(running: &RunningServer, token: &str) -> Browser {
    let mut browser = Browser::new(running);
    browser.cookies.push(("neuland-key".to_owned(), token.to_owned()));
    browser
}

impl Site {
    fn new() -> Site {
        let store = Arc::new(MemoryStore::new());
        let tokens = {
            let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
            ["Rosa", "Mo", "Adalina"].map(|name| with_account(&running, name))
        };
        for (name, role) in [("rosa", Role::Admin), ("mo", Role::Moderator)] {
            let person = store.person(PersonLookup::Name(name)).unwrap().unwrap().id;
            let granted = RoleGrant { person, role, at: 1, by: Actor::Host };
            conformance::change(&*store, vec![Change::Moderate(Step::Grant(granted))]).unwrap();
        }
        let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
        let [root, moderator, mut ada] = tokens.map(|token| browser(&running, &token));
        let mut eve = Browser::new(&running);
        let form = "game=catan&name=Ada&seat-A=me&seat-B=open&seat-C=open&public=yes";
        let (table, _) = ada.submit("/tables", form);
        eve.submit(&format!("{table}/join"), "name=Eve&seat=B");
        Site { running, store, root, moderator, ada, eve, table }
    }

    /// Lets Eve say something, and returns the version of it.
    fn say(&mut self, text: &str) -> u64 {
        let id = table::Key::random().reveal();
        let body = format!("seq=0&id={id}&wish=say&text={text}");
        let reply = self.eve.submit_in_place(&format!("{}/wish", self.table), &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()["seq"].as_u64().unwrap()
    }

    /// Reports a line of Eve's as Ada.
    fn report(&mut self, said: u64) {
        let body = format!("said={said}&reason=abuse&text=Look+%3Cb%3Ehere");
        let reply = self.ada.send("POST", &format!("{}/report", self.table), &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
}

#[test]
fn seats_and_lines_lead_to_the_page_where_somebody_is_reported() {
    let mut site = Site::new();
    let said = site.say("zxqvabuse");
    let (table, page) = (site.table.clone(), site.ada.get(&site.table.clone()).text());
    assert!(page.contains(&format!("href=\"{table}/report?seat=B\"")), "{page}");
    assert!(page.contains(&format!("href=\"{table}/report?said={said}\"")), "{page}");
    assert!(!page.contains("report?seat=A"), "nobody reports themselves");
    let form = site.ada.get(&format!("{table}/report?said={said}"));
    let text = form.text();
    assert!(form.status == 200 && text.contains("Report Eve") && text.contains("zxqvabuse"), "{text}");
    assert!(text.contains("name=\"reason\" value=\"cheating\"") && text.contains("Block Eve"), "{text}");
    assert_eq!(hidden(&text, "said"), said.to_string());

    // Without a reason nothing is sent, and what was written stays.
    let reply = site.ada.send("POST", &format!("{table}/report"), &format!("said={said}&text=keep+me"));
    let text = reply.text();
    assert!(
        reply.status == 400 && text.contains("Choose what you report.") && text.contains(">keep me<"),
        "{text}"
    );
    let reply =
        site.ada.send("POST", &format!("{table}/report"), &format!("said={said}&reason=abuse&text=x"));
    let text = reply.text();
    assert!(reply.status == 200 && text.contains("Your report has arrived."), "{text}");
    assert!(!text.contains("id=\"report-text\""), "once is enough");
    let again = site.ada.send("POST", &format!("{table}/report"), "seat=B&reason=spam");
    assert!(
        again.status == 409 && again.text().contains("You have already reported this player"),
        "{}",
        again.text()
    );

    // Eve learns nothing; whoever looks on reports at a public table, and gets a key with it.
    assert!(!site.eve.get(&table).text().contains("eport has arrived"));
    let mut watcher = Browser::new(&site.running);
    let reply = watcher.send("POST", &format!("{table}/report"), "seat=B&reason=stalling");
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert!(watcher.cookies.iter().any(|(name, _)| name == "neuland-key"));
    // What is not there cannot be reported, nor from another site.
    for (query, status) in
        [("?seat=C", 404), ("?seat=F", 404), ("?said=4711", 404), ("", 400), ("?seat=x", 400)]
    {
        assert_eq!(site.ada.get(&format!("{table}/report{query}")).status, status, "{query}");
    }
    site.ada.client.headers.push(("sec-fetch-site".to_owned(), "cross-site".to_owned()));
    assert_eq!(site.ada.send("POST", &format!("{table}/report"), "seat=B&reason=spam").status, 403);
}

#[test]
fn the_pages_are_for_those_with_a_role_and_refuse_other_sites() {
    let mut site = Site::new();
    let paths = [
        "/admin",
        "/admin?status=resolved",
        "/admin/reports/1",
        "/admin/person",
        "/admin/person?who=Adalina",
        "/admin/sanctions",
        "/admin/roles",
        "/admin/audit",
        "/admin/audit?check=1",
    ];
    let forms = [
        "/admin/reports/1/resolve",
        "/admin/sanctions",
        "/admin/sanctions/1/lift",
        "/admin/person/rename",
        "/admin/person/reset-password",
        "/admin/person/role",
    ];
    let table = format!("/admin/tables/{}", &site.table[3..]);
    for path in paths.iter().copied().chain([table.as_str()]) {
        for who in [&mut site.ada, &mut site.eve, &mut Browser::new(&site.running)] {
            let reply = who.get(path);
            assert!(reply.status == 403 && reply.text().contains("This is for moderators only."), "{path}");
        }
    }
    let close = format!("{table}/close");
    let body = "who=Adalina&measure=mute&reason=spam&outcome=acted&role=admin&back=/admin";
    for path in forms.iter().copied().chain([close.as_str()]) {
        for who in [&mut site.ada, &mut Browser::new(&site.running)] {
            assert_eq!(who.send("POST", path, body).status, 403, "{path}");
        }
        site.root.client.headers.push(("origin".to_owned(), "https://evil.example".to_owned()));
        assert_eq!(site.root.send("POST", path, body).status, 403, "{path}");
        site.root.client.headers.retain(|(name, _)| name != "origin");
    }
    assert!(site.store.sanctions_of_all().is_empty(), "nothing was done");
    // The others find no link; those with a role do, with the number of what is open.
    assert!(!site.ada.get("/account").text().contains("/admin"));
    let said = site.say("zxqv");
    site.report(said);
    for who in [&mut site.root, &mut site.moderator] {
        let page = who.get("/account").text();
        assert!(page.contains("href=\"/admin\"") && page.contains("Moderation: 1 open report"), "{page}");
        assert!(who.get("/admin").text().contains("Report 1"));
    }
}

/// The part of the store that the tests look at.
trait Looked {
    fn sanctions_of_all(&self) -> Vec<store::moderation::Sanction>;
}

impl Looked for MemoryStore {
    fn sanctions_of_all(&self) -> Vec<store::moderation::Sanction> {
        use store::moderation::{Moderation, Page, SanctionFilter};
        self.sanctions(SanctionFilter::All, Page::first(100)).unwrap()
    }
}

/// The id by which the forms of a page name the reported person.
fn who(page: &str) -> String {
    let mut ids = page.split("name=\"who\" value=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    ids.find(|id| id.len() == 64).unwrap_or_else(|| panic!("nobody: {page}")).to_owned()
}

#[test]
fn a_report_is_looked_at_and_resolved_and_a_mute_is_lifted() {
    let mut site = Site::new();
    let said = site.say("zxqvabuse+%3Ci%3E");
    site.report(said);
    let page = site.moderator.get("/admin/reports/1").text();
    assert!(page.contains("zxqvabuse &lt;i&gt;") && page.contains("Look &lt;b&gt;here"), "{page}");
    assert!(page.contains("Adalina") && page.contains("Abuse in the chat"), "{page}");
    assert!(!page.contains("id=\"suspend-network\""), "networks are for admins");
    assert!(site.root.get("/admin/reports/1").text().contains("id=\"suspend-network\""));

    // The table as spectators see it, with the line that is reported.
    let seen = site.moderator.get(&format!("/admin/tables/{}", &site.table[3..])).text();
    assert!(seen.contains("zxqvabuse &lt;i&gt;") && seen.contains("class=\"reported\""), "{seen}");

    // Without a reason nothing is done, and the page says so.
    let eve = who(&page);
    let form = format!("measure=mute&who={eve}&seconds=3600&back=/admin/reports/1");
    let reply = site.moderator.send("POST", "/admin/sanctions", &form);
    assert!(reply.status == 400 && reply.text().contains("role=\"alert\""), "{}", reply.text());
    let (path, page) =
        site.moderator.submit("/admin/sanctions", &format!("{form}&reason=abuse&text=Be+kind+now"));
    assert_eq!(path, "/admin/reports/1?done=mute");
    assert!(page.contains("The player is muted.") && page.contains("Report 1"), "{page}");

    // Eve reads why, at the table and on her page, in her language; she cannot write.
    let page = site.eve.get(&site.table.clone()).text();
    assert!(
        page.contains("You are muted") && page.contains("Be kind now") && !page.contains("id=\"say\""),
        "{page}"
    );
    site.eve.client.headers.push(("accept-language".to_owned(), "de".to_owned()));
    let page = site.eve.get("/account").text();
    assert!(page.contains("Du bist stummgeschaltet") && page.contains("Be kind now"), "{page}");
    site.eve.client.headers.retain(|(name, _)| name != "accept-language");

    let (path, page) =
        site.moderator.submit("/admin/reports/1/resolve", "outcome=acted&back=/admin/reports/1&text=done");
    assert_eq!(path, "/admin/reports/1?done=resolve");
    assert!(page.contains("Action taken") && !page.contains("id=\"resolve\""), "{page}");
    assert!(site.moderator.get("/admin").text().contains("There are none."));
    assert!(site.moderator.get("/admin?status=resolved").text().contains("Report 1"));
    let reply =
        site.moderator.send("POST", "/admin/reports/1/resolve", "outcome=noted&back=/admin/reports/1");
    assert!(reply.status == 409 && reply.text().contains("already been done"), "{}", reply.text());

    let page = site.moderator.get("/admin/sanctions").text();
    assert!(page.contains("id=\"lift-1\"") && page.contains("Be kind now"), "{page}");
    let (path, page) = site.moderator.submit("/admin/sanctions/1/lift", "back=/admin/sanctions");
    assert!(path == "/admin/sanctions?done=lift" && page.contains("The sanction is lifted."), "{page}");
    assert!(site.eve.get(&site.table.clone()).text().contains("id=\"say\""));
    // Everything is in the audit log, for whoever moderates.
    let page = site.root.get("/admin/audit?check=1").text();
    for act in ["looked at a table", "muted", "resolved a report", "lifted a sanction", "The log is unbroken"]
    {
        assert!(page.contains(act), "{act}: {page}");
    }
}

#[test]
fn somebody_suspended_reads_until_when_and_why() {
    let mut site = Site::new();
    let id = &site.table[3..];
    let page = site.root.get(&format!("/admin/person?who={id}/B")).text();
    let eve = who(&page);
    let back = format!("/admin/person?who={eve}").replace('?', "%3F").replace('=', "%3D");
    let form = format!("measure=suspend&who={eve}&seconds=&reason=cheating&text=Two+accounts&back={back}");
    let (path, page) = site.root.submit("/admin/sanctions", &form);
    assert_eq!(path, format!("/admin/person?who={eve}&done=suspend"));
    assert!(page.contains("for ever") && page.contains("Cheating or collusion"), "{page}");
    let page = site.eve.get(&site.table.clone()).text();
    assert!(page.contains("You are suspended") && page.contains("Two accounts"), "{page}");
    let refused = site.eve.send("POST", "/tables", "game=catan&name=Eve&seat-A=me&seat-B=bot:random");
    let text = refused.text();
    assert!(refused.status == 403 && text.contains("You are suspended"), "{text}");
    let page = site.eve.get("/account").text();
    assert!(page.contains("id=\"restrictions\"") && page.contains("Two accounts"), "{page}");
}

#[test]
fn admins_rename_reset_grant_and_close() {
    let mut site = Site::new();
    let (path, page) = site.root.submit("/admin/person/role", "who=Adalina&role=moderator&back=/admin/roles");
    assert!(path == "/admin/roles?done=grant" && page.contains("Adalina"), "{page}");
    // A moderator cannot.
    let refused = site.moderator.send("POST", "/admin/person/role", "who=Mo&role=admin&back=/admin/roles");
    assert!(
        refused.status == 403 && refused.text().contains("This is for moderators only."),
        "{}",
        refused.text()
    );
    let form = "network=203.0.113.0/24&measure=suspend-network&reason=spam&back=/admin/sanctions";
    assert_eq!(site.moderator.send("POST", "/admin/sanctions", form).status, 403);
    let (_, page) = site.root.submit("/admin/sanctions", form);
    assert!(page.contains("203.0.113.0/24") && page.contains("The network is suspended."), "{page}");
    let refused = site.root.send("POST", "/admin/sanctions", &form.replace("203.0.113.0/24", "0.0.0.0/0"));
    assert!(refused.status == 400 && refused.text().contains("this large"), "{}", refused.text());
    let page = site.root.get("/admin/person?who=adalina").text();
    let ada = who(&page);
    let (_, page) = site.root.submit("/admin/person/role", &format!("who={ada}&back=/admin/roles"));
    assert!(page.contains("The role is revoked."), "{page}");
    assert_eq!(site.ada.get("/admin").status, 403, "at once");

    let form = format!("who={ada}&name=Berta&reason=name&back=/admin/roles");
    let (path, _) = site.root.submit("/admin/person/rename", &form);
    assert_eq!(path, "/admin/roles?done=rename");
    assert!(site.ada.get(&site.table.clone()).text().contains("Berta"));
    // The code stands in the answer alone.
    let form = format!("who={ada}&reason=other&back=/admin/person?who={ada}");
    let reply = site.root.send("POST", "/admin/person/reset-password", &form);
    let page = reply.text();
    assert!(reply.status == 200 && page.contains("id=\"reset-code\""), "{page}");
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let code = page.split("<output class=\"spelled\">").nth(1).unwrap().split('<').next().unwrap().to_owned();
    assert!(code.len() > 8, "{code}");
    let after =
        site.root.get(&format!("/admin/person?who={ada}")).text() + &site.root.get("/admin/audit").text();
    assert!(!after.contains(&code));
    // Where a form leads back to is one of these pages.
    for back in ["https://evil.example", "//evil.example", "/t/abc", ""] {
        let (path, _) =
            site.root.submit("/admin/person/rename", &format!("who={ada}&reason=name&back={back}"));
        assert_eq!(path, "/admin?done=rename", "{back}");
    }
    let id = site.table[3..].to_owned();
    let hide = format!("measure=hide-table&table={id}&seconds=86400&reason=spam&back=/admin/tables/{id}");
    let (_, page) = site.root.submit("/admin/sanctions", &hide);
    assert!(page.contains("not in the lobby"), "{page}");
    assert!(!Browser::new(&site.running).get("/lobby").text().contains(&id));
    let (path, page) = site
        .root
        .submit(&format!("/admin/tables/{id}/close"), &format!("reason=spam&back=/admin/tables/{id}"));
    assert!(path.ends_with("?done=closed") && page.contains("The table is closed."), "{page}");
    // Whom the search does not find, it says so on its page.
    let page = site.root.get("/admin/person?who=nobody+at+all").text();
    assert!(page.contains("There is no such") && page.contains("id=\"who\""), "{page}");
}

/// The text in an element of a page.
fn text_in(page: &str, element: &str) -> String {
    let open = format!("<{element}");
    let rest = page.split(&open).nth(1).and_then(|rest| rest.split_once('>')).expect("the element").1;
    let text = rest.split(&format!("</{element}>")).next().unwrap();
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[test]
fn moderators_see_of_a_private_table_what_its_spectators_see() {
    let site = Site::new();
    let Site { running, mut moderator, .. } = site;
    let mut ada = running.client();
    let plan = json!({"game": "catan", "seats": ["me", "bot:random"], "name": "Ada"});
    let opened = ada.post("/api/v1/tables", &plan).json();
    ada.token = opened["token"].as_str().map(str::to_owned);
    let id = opened["table"].as_str().unwrap().to_owned();
    // Until Ada holds cards that nobody else sees.
    let mut number = 0;
    while ada.get(&format!("/api/v1/tables/{id}")).json()["turns"].as_u64().unwrap() < 6 {
        number += 1;
        let listed = testkit::until_turn(&mut ada, &id).expect("the game goes on");
        let body =
            json!({"seq": listed["version"], "id": format!("m{number}"), "action": listed["legal"][0]});
        ada.post(&format!("/api/v1/tables/{id}/act"), &body);
        assert!(number < 10_000, "the game goes on");
    }
    let words = |client: &mut testkit::Client| {
        let told = client.get(&format!("/api/v1/tables/{id}/words")).json();
        (told["version"].clone(), told["text"].as_str().unwrap().trim().to_owned())
    };
    // It is Ada's turn, so that nobody moves between the requests.
    testkit::until_turn(&mut ada, &id).expect("the game goes on");
    let shown = words(&mut running.client());
    let page = moderator.get(&format!("/admin/tables/{id}")).text();
    assert_eq!(text_in(&page, "pre").trim(), shown.1);
    let own = words(&mut ada);
    assert_eq!(own.0, shown.0);
    assert_ne!(own.1, shown.1, "Ada sees more");
    assert!(page.contains("private"), "{page}");
}
