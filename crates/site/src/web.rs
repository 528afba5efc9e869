//! The site and the thinker for the scripts of the workers: documents go in and come out as JSON.
//!
//! A panic ends the module. The script `errors.js` keeps its message, and the worker reports it and begins anew: everything that
//! was shown is stored.

use crate::effect::{Effect, KeptEntry, Task};
use crate::message::Request;
use crate::site::{Setting, Site, Stored};
use crate::thinker::Thinker;
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "./errors.js")]
extern "C" {
    /// Keeps the message of a panic for the worker.
    #[wasm_bindgen(js_name = notePanic)]
    fn note_panic(message: &str);
}

#[wasm_bindgen(raw_module = "./parts.js")]
extern "C" {
    /// Fetches a part of the program. What calls a function of one does this, where the module is split.
    #[wasm_bindgen(js_name = load)]
    fn load_part(part: u32);
}

/// Fetches a part of the program.
#[wasm_bindgen]
pub fn load(part: u32) {
    load_part(part);
}

/// Begins the module.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| note_panic(&panic.to_string())));
}

fn written(effects: &[Effect]) -> String {
    serde_json::to_string(effects).expect("effects can be written")
}

fn read<T: serde::de::DeserializeOwned>(document: &str) -> T {
    serde_json::from_str(document).expect("the worker writes what the module reads")
}

/// The tables of one visitor. Every method returns what is to be done, as a JSON array; `now` is in milliseconds since 1970.
#[wasm_bindgen(js_name = Site)]
#[derive(Debug)]
pub struct WebSite {
    site: Site,
    first: Vec<Effect>,
}

#[wasm_bindgen(js_class = Site)]
impl WebSite {
    /// Creates the site from the values that the browser has kept, as a JSON object, and the ids of its tables, as an array.
    #[wasm_bindgen(constructor)]
    pub fn new(values: &str, tables: &str, folder: &str, languages: &str, now: f64) -> WebSite {
        let (folder, languages) = (folder.to_owned(), languages.to_owned());
        let setting = Setting { folder, languages, ..Setting::default() };
        let values: BTreeMap<String, String> = read(values);
        let (site, first) = Site::new(values, &read::<Vec<String>>(tables), setting, now as u64);
        WebSite { site, first }
    }

    /// What is to be done before anything else.
    pub fn begin(&mut self) -> String {
        written(&std::mem::take(&mut self.first))
    }

    /// Takes a request.
    pub fn request(&mut self, number: u32, request: &str, now: f64) -> String {
        written(&self.site.request(number, read::<Request>(request), now as u64))
    }

    /// Takes the entries of a table, as a JSON array.
    pub fn loaded(&mut self, table: &str, entries: &str, now: f64) -> String {
        written(&self.site.loaded(table, read::<Vec<KeptEntry>>(entries), now as u64))
    }

    /// Another window has changed a table.
    pub fn changed(&mut self, table: &str) -> String {
        written(&self.site.changed(table))
    }

    /// Takes the answer of the database: `done`, `taken`, `full` or anything else for a failure.
    pub fn stored(&mut self, table: &str, result: &str, now: f64) -> String {
        let result = match result {
            "done" => Stored::Done,
            "taken" => Stored::Taken,
            "full" => Stored::Full,
            _ => Stored::Failed,
        };
        written(&self.site.stored(table, result, now as u64))
    }

    /// Takes a value that was to be read.
    pub fn recalled(&mut self, key: &str, value: Option<String>, now: f64) -> String {
        written(&self.site.recalled(key, value, now as u64))
    }

    /// Takes what the coach has found.
    pub fn coached(&mut self, key: &str, document: Option<String>, now: f64) -> String {
        written(&self.site.coached(key, document, now as u64))
    }

    /// A page follows a table.
    pub fn follow(&mut self, stream: u32, path: &str, now: f64) -> String {
        written(&self.site.follow(stream, path, now as u64))
    }

    /// A page does not follow any more.
    pub fn unfollow(&mut self, stream: u32) {
        self.site.unfollow(stream);
    }

    /// Takes the choice of a bot.
    pub fn chosen(&mut self, task: &str, action: Option<String>, now: f64) -> String {
        written(&self.site.chosen(&read::<Task>(task), action, now as u64))
    }

    /// Lets a quick bot choose in place of the one that thinks.
    pub fn hurry(&mut self, task: &str, now: f64) -> String {
        written(&self.site.hurry(&read::<Task>(task), now as u64))
    }

    /// The bots of a table think in this window from now on.
    pub fn drive(&mut self, table: &str, now: f64) -> String {
        written(&self.site.drive(table, now as u64))
    }

    /// Lets a table look at its time.
    pub fn tick(&mut self, table: &str, now: f64) -> String {
        written(&self.site.tick(table, now as u64))
    }
}

/// Looks at the record of a finished game, and returns what [`WebSite::coached`] takes.
#[wasm_bindgen]
#[must_use]
pub fn coach(record: &str) -> Option<String> {
    crate::thinker::coach(record)
}

/// The bots' side.
#[wasm_bindgen(js_name = Thinker)]
#[derive(Debug, Default)]
pub struct WebThinker(Thinker);

#[wasm_bindgen(js_class = Thinker)]
impl WebThinker {
    /// Creates a thinker that follows no table yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> WebThinker {
        WebThinker::default()
    }

    /// The first entry of a table that it has yet to follow.
    pub fn next(&self, table: &str) -> f64 {
        self.0.next(table) as f64
    }

    /// Follows a table on.
    pub fn follow(&mut self, table: &str, entries: &str) {
        self.0.follow(table, read::<Vec<KeptEntry>>(entries));
    }

    /// Chooses for a bot.
    pub fn choose(&mut self, task: &str) -> Option<String> {
        self.0.choose(&read::<Task>(task))
    }
}
