// Plays games of each kind and in each language with the module, as a browser does that has nothing of it yet, and prints which functions
// ran up to the first question of a game, and which only later: `node run.js FOLDER`, where the folder holds the module that reports
// them. `cargo xtask site` splits the module by that. The games are always the same; `node run.js FOLDER games` prints the hash of each,
// also for a module in parts.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2] ?? "";
const { __wbg_reset_state: reset, initSync, Site, Thinker } = await import(pathToFileURL(join(folder, "neuland.js")).href);
const { begin: beginParts, ran } = await import(pathToFileURL(join(folder, "parts.js")).href);
const wantsGames = process.argv[3] === "games";

/** How parts are read in a worker. */
globalThis.XMLHttpRequest ??= class {
  open(_, address) {
    this.address = address;
  }

  send() {
    this.status = 200;
    this.response = readFileSync(this.address);
  }
};

/** The part that the functions of a game are in, which no other kind of game uses. */
const GAMES = { catan: "islands", "cities-and-knights": "cities", carcassonne: "tiles", "traders-and-builders": "tiles", mayflower: "tiles" };

/** How many own moves are made in how many pages, one after the other: enough to see each part of a turn. */
const [MOVES, PAGES] = [20, 3];

/** How many games are begun up to the first question: enough to see each seat begin. */
const BEGINNINGS = 8;

/** Randomness that is none. */
let drawn = 1;
crypto.getRandomValues = (array) => {
  for (let at = 0; at < array.length; at += 1) {
    drawn = (Math.imul(drawn, 1664525) + 1013904223) >>> 0;
    array[at] = drawn >>> 24;
  }
  return array;
};

/** The value of an attribute of the first element that has it. */
function attribute(html, name) {
  const [, text] = new RegExp(` ${name}="([^"]*)"`).exec(html) ?? [];
  return text?.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** What a browser sends of the form for a new table, as it stands in a page. */
function fieldsOf(html) {
  const form = html.split("<form").find((form) => /^[^>]* action="\?\/tables"/.test(form))?.split("</form>")[0] ?? "";
  const fields = [];
  for (const [tag, kind] of form.matchAll(/<(input|select)\b[^>]*>/g)) {
    const name = attribute(tag, "name");
    if (name === undefined) continue;
    if (kind === "input") {
      const chosen = !/type="(checkbox|radio)"/.test(tag) || / checked/.test(tag);
      // A script fills this one.
      const value = name === "nonce" ? "5".repeat(32) : (attribute(tag, "value") ?? "");
      if (chosen) fields.push([name, value]);
    } else {
      const options = form.slice(form.indexOf(tag)).split("</select>")[0].match(/<option\b[^>]*>/g) ?? [];
      const option = options.find((option) => / selected/.test(option)) ?? options[0] ?? "";
      fields.push([name, attribute(option, "value") ?? ""]);
    }
  }
  if (fields.length < 3) throw new Error("the start page has no form for a new table");
  return fields;
}

/** What a browser keeps. */
class Kept {
  values = {};
  /** @type {Map<string, object[]>} */
  tables = new Map();
}

/** A page of a browser, with a program of its own. */
class Window {
  constructor(lang, { values, tables }) {
    // What runs once in a program is to be seen in each run. Parts belong to one program.
    if (ran) reset();
    this.values = values;
    this.tables = tables;
    this.replies = new Map();
    this.due = [];
    this.number = 0;
    this.now = 1_000;
    const languages = { en: "en-GB,en-US,en", de: "de-DE,de,en-US,en" }[lang];
    const kept = [JSON.stringify(values), JSON.stringify([...tables.keys()])];
    this.site = new Site(...kept, "0123456789abcdef", languages, this.now);
    this.thinker = new Thinker();
    this.carryOut(this.site.begin());
  }

  /** Carries out what the module asks for, as `web/worker.js` does. */
  carryOut(effects) {
    for (const effect of JSON.parse(effects)) {
      this.now += 1;
      switch (effect.do) {
        case "reply":
          this.replies.set(effect.request, effect.response);
          break;
        case "load": {
          const entries = (this.tables.get(effect.table) ?? []).slice(effect.from);
          this.carryOut(this.site.loaded(effect.table, JSON.stringify(entries), this.now));
          break;
        }
        case "store":
          this.tables.set(effect.table, [...(this.tables.get(effect.table) ?? []), ...effect.entries]);
          this.carryOut(this.site.stored(effect.table, "done", this.now));
          break;
        case "keep":
          if (effect.value == null) delete this.values[effect.key];
          else this.values[effect.key] = effect.value;
          break;
        case "recall":
          this.carryOut(this.site.recalled(effect.key, this.values[effect.key], this.now));
          break;
        case "think":
          this.due.push(effect);
          break;
      }
    }
  }

  /** Asks for something, and returns the answer. */
  ask(request) {
    this.number += 1;
    const asked = { post: false, path: "", fields: [], body: "", json: false, from: "", ahead: false, ...request };
    this.carryOut(this.site.request(this.number, JSON.stringify(asked), this.now));
    const reply = this.replies.get(this.number);
    if (!reply) throw new Error(`${request.path} is not answered`);
    return reply;
  }

  /** Reads a page, which has to be there. */
  page(path) {
    const { status, body } = this.ask({ path });
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
    return body;
  }

  /** Follows a table as its page does. */
  follow(table, page) {
    const path = `${table}/events?after=${attribute(page, "data-version")}&state=${attribute(page, "data-state")}`;
    this.stream = this.number;
    this.carryOut(this.site.follow(this.stream, path, this.now));
  }

  /** Lets the bots that are due think and play. */
  letBotsPlay() {
    let moves = 0;
    for (let task = this.due.shift(); task; task = this.due.shift()) {
      const known = this.thinker.next(task.table);
      this.thinker.follow(task.table, JSON.stringify(this.tables.get(task.table).slice(known)));
      const action = this.thinker.choose(JSON.stringify(task));
      if (action === undefined) continue;
      this.carryOut(this.site.chosen(JSON.stringify(task), action, this.now));
      moves += 1;
    }
    return moves;
  }

  /** Plays what the page advises; says whether there was anything. */
  playOne(table) {
    const { status, body } = this.ask({ path: `${table}/hint`, json: true });
    if (status !== 200) return false;
    const action = attribute(JSON.parse(body).card, "data-best");
    const seq = attribute(this.page(table), "data-seq");
    const fields = [["seq", seq], ["id", `move-${seq}`], ["action", action]];
    // What a page asks for between moves.
    this.ask({ path: `${table}/main?` });
    this.ask({ path: `${table}/preview?action=${encodeURIComponent(action)}` });
    const done = this.ask({ path: `${table}/act`, post: true, json: true, fields });
    if (done.status !== 200) throw new Error(`${action}: ${done.body}`);
    return true;
  }
}

/** Begins a game as the button of the start page does; returns what the browser keeps, and the address of the table. */
function begin(lang, game) {
  const kept = new Kept();
  const start = new Window(lang, kept);
  const fields = [...fieldsOf(start.page("/")), ["play", game]];
  const { location: table, status } = start.ask({ path: "/tables", post: true, fields });
  if (!table) throw new Error(`${game} does not begin: ${status}`);
  // The shell asks for the page before it opens it.
  start.page(table);
  return { kept, table };
}

/** Opens the page of a table. */
function open(lang, { kept, table }) {
  const window = new Window(lang, kept);
  window.follow(table, window.page(table));
  window.carryOut(window.site.drive(table.split("/")[2], window.now));
  return window;
}

/** Begins a game, and lets bots play up to the first question. */
function playToFirstQuestion(lang, game) {
  const begun = begin(lang, game);
  const window = open(lang, begun);
  window.letBotsPlay();
  window.carryOut(window.site.tick(begun.table.split("/")[2], window.now));
}

/** Begins a game, and plays, with a page left now and then. */
function play(lang, game) {
  const begun = begin(lang, game);
  const { kept, table } = begun;
  for (let page = 0; page < PAGES; page += 1) {
    const window = open(lang, begun);
    const id = table.split("/")[2];
    for (let moves = 0; moves < MOVES; ) {
      const bots = window.letBotsPlay();
      if (window.playOne(table)) moves += 1;
      else if (bots === 0) break;
    }
    // Time passes, another window plays, and the page is left.
    window.carryOut(window.site.tick(id, window.now));
    window.carryOut(window.site.changed(id));
    window.site.unfollow(window.stream);
  }
  return createHash("sha256").update(JSON.stringify([...kept.tables])).digest("hex");
}

/** The numbers of the functions that ran since this was last called. */
function taken() {
  const numbers = [...ran.keys()].filter((number) => ran[number] === 1);
  ran.fill(0);
  return numbers.join(" ");
}

const exports = initSync({ module: new WebAssembly.Module(readFileSync(join(folder, "neuland_bg.wasm"))) });
beginParts?.(exports);
ran?.fill(0);
for (const lang of ["en", "de"]) {
  for (const [game, part] of Object.entries(GAMES)) {
    if (wantsGames) {
      console.log(lang, game, play(lang, game));
      continue;
    }
    for (let count = 0; count < BEGINNINGS; count += 1) playToFirstQuestion(lang, game);
    process.stdout.write(`first ${lang} ${part} ${taken()}\n`);
    play(lang, game);
    process.stdout.write(`later ${lang} ${part} ${taken()}\n`);
  }
}
