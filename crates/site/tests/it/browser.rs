//! A browser that is played by the test: its database, its bots, and the pages that it asks for.

use serde_json::Value;
use site::effect::{KeptEntry, Task};
use site::site::{Setting, Stored};
use site::thinker::Thinker;
use site::{Effect, Request, Response, Site};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use table::bot_session::BotPause;
use table::keys::TableId;

/// What a browser keeps.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Database {
    pub(crate) values: BTreeMap<String, String>,
    pub(crate) tables: BTreeMap<String, Vec<KeptEntry>>,
}

/// A window of the browser.
pub(crate) struct Window {
    pub(crate) site: Site,
    pub(crate) database: Database,
    thinker: Thinker,
    numbers: u32,
    now: u64,
    replies: BTreeMap<u32, Response>,
    /// The bots that are due, in the order in which they were woken.
    due: VecDeque<Task>,
    /// The events of streams, in order.
    pub(crate) events: Vec<(u32, &'static str, String)>,
    /// What the next writes of the database answer, in place of storing.
    pub(crate) faults: VecDeque<Stored>,
    /// The games that the coach is to look at.
    pub(crate) coached: VecDeque<(String, String)>,
    /// How often the page was to be shown anew.
    pub(crate) renewed: usize,
    /// The tables that other windows are to be told of.
    pub(crate) published: BTreeSet<String>,
}

/// The key, the secret and the seed of a visitor, so that every test plays the same games.
pub(crate) fn visitor() -> Database {
    let value = |name: &str, value: String| (name.to_owned(), value);
    let values =
        [value("key", "1".repeat(32)), value("secret", "2".repeat(64)), value("bots", "3".repeat(16))];
    Database { values: values.into_iter().collect(), tables: BTreeMap::new() }
}

impl Window {
    /// Opens a window on what the browser has kept.
    pub(crate) fn open(database: Database) -> Window {
        Window::with(database, "en")
    }

    pub(crate) fn with(database: Database, languages: &str) -> Window {
        let tables: Vec<String> = database.tables.keys().cloned().collect();
        let ids = |n| TableId::new(0x7_0000_0000 + n).expect("it is small");
        let setting =
            Setting { languages: languages.to_owned(), pause: BotPause::NONE, ids, ..Setting::default() };
        let (site, effects) = Site::new(database.values.clone(), &tables, setting, 0);
        let mut window = Window {
            site,
            database,
            thinker: Thinker::default(),
            numbers: 0,
            now: 1_000,
            replies: BTreeMap::new(),
            due: VecDeque::new(),
            events: Vec::new(),
            faults: VecDeque::new(),
            coached: VecDeque::new(),
            renewed: 0,
            published: BTreeSet::new(),
        };
        window.carry_out(effects);
        window
    }

    /// Carries out effects, and those that follow, in order.
    pub(crate) fn carry_out(&mut self, effects: Vec<Effect>) {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            self.now += 1;
            let more = match effect {
                Effect::Reply { request, response } => {
                    assert!(
                        self.replies.insert(request, response).is_none(),
                        "request {request} is answered twice"
                    );
                    Vec::new()
                }
                Effect::Load { table, from } => {
                    let entries = self.database.tables.get(&table).map_or(&[][..], |entries| entries);
                    let entries = entries.iter().skip(from as usize).cloned().collect();
                    self.site.loaded(&table, entries, self.now)
                }
                Effect::Store { table, entries } => {
                    let result = self.faults.pop_front().unwrap_or_else(|| self.store(&table, entries));
                    self.site.stored(&table, result, self.now)
                }
                Effect::Keep { key, value } => {
                    match value {
                        Some(value) => self.database.values.insert(key, value),
                        None => self.database.values.remove(&key),
                    };
                    Vec::new()
                }
                Effect::Recall { key } => {
                    let value = self.database.values.get(&key).cloned();
                    self.site.recalled(&key, value, self.now)
                }
                Effect::Event { stream, event, data } => {
                    self.events.push((stream, event, data));
                    Vec::new()
                }
                Effect::Publish { table } => {
                    self.published.insert(table);
                    Vec::new()
                }
                Effect::Think(task) => {
                    self.due.push_back(task);
                    Vec::new()
                }
                Effect::Coach { key, record } => {
                    self.coached.push_back((key, record));
                    Vec::new()
                }
                Effect::Renew => {
                    self.renewed += 1;
                    Vec::new()
                }
                Effect::Alarm { .. } => Vec::new(),
            };
            for effect in more.into_iter().rev() {
                effects.push_front(effect);
            }
        }
    }

    fn store(&mut self, table: &str, entries: Vec<KeptEntry>) -> Stored {
        let known = self.database.tables.entry(table.to_owned()).or_default();
        if entries.iter().any(|entry| (entry.seq as usize) < known.len()) {
            return Stored::Taken;
        }
        for entry in entries {
            assert_eq!(entry.seq as usize, known.len(), "no number is left out");
            known.push(entry);
        }
        Stored::Done
    }

    /// Asks for something, and returns the answer.
    pub(crate) fn ask(&mut self, request: Request) -> Response {
        self.numbers += 1;
        let number = self.numbers;
        let path = request.path.clone();
        let effects = self.site.request(number, request, self.now);
        self.carry_out(effects);
        self.replies.remove(&number).unwrap_or_else(|| panic!("{path} is not answered"))
    }

    pub(crate) fn get(&mut self, path: &str) -> Response {
        self.ask(Request::get(path))
    }

    /// Reads a page, which has to be there.
    pub(crate) fn page(&mut self, path: &str) -> String {
        let response = self.get(path);
        assert_eq!(response.status, 200, "{path}: {}", response.body);
        response.body
    }

    pub(crate) fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Response {
        self.ask(Request::post(path, fields))
    }

    /// Sends a form as a script does, which reads JSON.
    pub(crate) fn send(&mut self, path: &str, fields: &[(&str, &str)]) -> (u16, Value) {
        let response = self.ask(Request { json: true, ..Request::post(path, fields) });
        (response.status, serde_json::from_str(&response.body).unwrap_or_default())
    }

    /// Opens a table by the form of the start page; returns its path.
    pub(crate) fn begin(&mut self, game: &str, fields: &[(&str, &str)]) -> String {
        let fields = [&[("game", game), ("name", "Ada")][..], fields].concat();
        let response = self.post("/tables", &fields);
        assert_eq!(response.status, 303, "{}", response.body);
        response.location.expect("it leads to the table")
    }

    /// Lets the bots that are due think and play, one after the other; returns the number of their moves.
    pub(crate) fn let_bots_play(&mut self) -> usize {
        let mut moves = 0;
        while let Some(task) = self.due.pop_front() {
            let known = self.thinker.next(&task.table);
            let entries = self.database.tables[&task.table].iter().skip(known as usize).cloned().collect();
            self.thinker.follow(&task.table, entries);
            let Some(action) = self.thinker.choose(&task) else { continue };
            let effects = self.site.chosen(&task, Some(action), self.now);
            self.carry_out(effects);
            moves += 1;
        }
        moves
    }

    /// Lets the coach look at the next game that it is to look at.
    pub(crate) fn let_coach_look(&mut self) -> bool {
        let Some((key, record)) = self.coached.pop_front() else { return false };
        let document = site::thinker::coach(&record);
        let effects = self.site.coached(&key, document, self.now);
        self.carry_out(effects);
        true
    }

    pub(crate) fn next_task(&mut self) -> Option<Task> {
        self.due.pop_front()
    }

    /// Follows a table as its page does.
    pub(crate) fn follow(&mut self, stream: u32, page: &str, table: &str) {
        let main = page.split("<main").nth(1).expect("a main part");
        let value = |name: &str| {
            main.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap().to_owned()
        };
        let path = format!("{table}/events?after={}&state={}", value("data-version"), value("data-state"));
        let effects = self.site.follow(stream, &path, self.now);
        self.carry_out(effects);
    }

    /// Another window has changed a table.
    pub(crate) fn changed(&mut self, table: &str) {
        let effects = self.site.changed(table);
        self.carry_out(effects);
    }
}

/// The value of an attribute of the first element that has it.
pub(crate) fn attribute<'a>(html: &'a str, name: &str) -> Option<&'a str> {
    html.split(&format!(" {name}=\"")).nth(1)?.split('"').next()
}
