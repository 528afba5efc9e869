// @ts-check
// Answers the pages: drives the module, which does no input or output. What it asks for is carried out in order, one piece after the
// other, so nothing is answered before it is kept.

import { Database } from "./database.js";
import { lastWords } from "./errors.js";
import { initSync, Site } from "./neuland.js";
import { Bots } from "./bots.js";
import { begin as beginParts, compileParts, compiled as parts, laterParts, takeParts } from "./parts.js";
import { LISTENS, ReadyWorker } from "./ready-worker.js";

/** @typedef {{ do: string, [name: string]: any }} Effect */

/** The folder of the site, in which this version has one of its own. */
const base = new URL("..", import.meta.url);
const folder = new URL(".", import.meta.url).pathname.slice(base.pathname.length).replace(/\/$/, "");

/** Other windows with the same tables. */
const others = new BroadcastChannel(`neuland ${base.pathname}`);

/** @type {Site} */
let site;
/** @type {Database} */
let database;
/** @type {Bots} */
let bots;
/** @type {WebAssembly.Module} */
let compiled;
/** The database, which is opened while the module comes. It may fail before anybody waits for it. */
const opening = openDatabase();
opening.catch(() => {});
/** Told when the page has compiled the module. @type {(module: WebAssembly.Module) => void} */
let moduleCame;
/** What is being carried out. @type {Promise<void>} */
let work = new Promise((/** @type {typeof moduleCame} */ came) => (moduleCame = came)).then(begin);

/** How long the page of a table is shown before the parts are fetched that its game needs next, in milliseconds. */
const PAUSE = 500;

/** @param {WebAssembly.Module} module */
async function begin(module) {
  try {
    compiled = module;
    database = await opening;
    const [values, tables] = await Promise.all([database.values(), database.tables()]);
    beginParts(initSync({ module }));
    site = new Site(JSON.stringify(values), JSON.stringify(tables), folder, navigator.languages.join(","), Date.now());
    bots = new Bots(module, database, {
      chosen: (task, action) => enter(() => site.chosen(JSON.stringify(task), action, Date.now())),
      hurry: (task) => enter(() => site.hurry(JSON.stringify(task), Date.now())),
      drive: (table) => enter(() => site.drive(table, Date.now())),
      shows: (task) => postMessage({ thinks: task }),
    });
    await carryOut(site.begin());
  } catch (error) {
    postMessage({ ended: lastWords(error), storage: error instanceof StorageError });
    throw error;
  }
}

class StorageError extends Error {}

async function openDatabase() {
  try {
    return await Database.open(`neuland ${base.pathname}`);
  } catch (error) {
    throw new StorageError(String(error));
  }
}

/**
 * Calls the module, and carries out what it asks for, when everything before is done.
 * @param {() => string} call
 */
function enter(call) {
  work = work.then(() => carryOut(call())).catch((error) => {
    // The module has ended. Whoever has a page open begins a new one, from what is kept.
    postMessage({ ended: lastWords(error) });
    close();
  });
}

/** @param {string} effects */
async function carryOut(effects) {
  for (const effect of /** @type {Effect[]} */ (JSON.parse(effects))) await one(effect);
}

/** @param {Effect} effect */
async function one(effect) {
  switch (effect.do) {
    case "reply":
      postMessage({ answers: effect.request, response: effect.response });
      break;
    case "event":
      postMessage({ tells: effect.stream, event: effect.event, data: effect.data });
      break;
    case "store": {
      const result = await database.store(effect.table, effect.entries);
      await carryOut(site.stored(effect.table, result, Date.now()));
      break;
    }
    case "load": {
      const entries = await database.entries(effect.table, effect.from);
      await carryOut(site.loaded(effect.table, JSON.stringify(entries), Date.now()));
      break;
    }
    case "keep":
      // What cannot be kept is lost at the next page; a table that cannot be stored says so.
      await database.keep(effect.key, effect.value);
      break;
    case "recall":
      await carryOut(site.recalled(effect.key, await database.value(effect.key), Date.now()));
      break;
    case "publish":
      bots.goneOn(effect.table);
      others.postMessage(effect.table);
      break;
    case "think":
      bots.wake(/** @type {any} */ (effect));
      break;
    case "coach":
      lookAt(effect.key, effect.record);
      break;
    case "renew":
      postMessage({ renews: true });
      break;
    case "alarm":
      setTimeout(() => enter(() => site.tick(effect.table, Date.now())), Math.max(0, effect.at - Date.now()));
      break;
  }
}

/**
 * Lets the coach look at a game, in a worker that ends with this one.
 * @param {string} key
 * @param {string} record
 */
function lookAt(key, record) {
  /** @param {ReadyWorker} worker @param {string | undefined} document */
  const done = (worker, document) => {
    worker.terminate();
    enter(() => site.coached(key, document, Date.now()));
  };
  const worker = new ReadyWorker("thinker.js", (worker, data) => done(worker, data.coached), (worker) => done(worker, undefined));
  worker.postMessage({ module: compiled, parts });
  worker.postMessage({ record });
}

/** Fetches what the game of a table needs after its first question, before it is needed. */
async function fetchLater() {
  const wanted = laterParts().filter((name) => !parts.has(name));
  if (wanted.length === 0) return;
  await compileParts(wanted, false);
  bots.takeParts();
}

others.addEventListener("message", ({ data }) => enter(() => site.changed(String(data))));

addEventListener("message", ({ data }) => {
  if ("module" in data) {
    takeParts(data.parts);
    moduleCame(data.module);
  } else if ("parts" in data) {
    takeParts(data.parts);
  } else if ("asks" in data) {
    const table = /^\/t\/(\w+)/.exec(data.request.path)?.[1];
    enter(() => {
      if (table && !data.request.ahead) bots.look(table);
      return site.request(data.asks, JSON.stringify(data.request), Date.now());
    });
  } else if ("follows" in data) {
    enter(() => {
      setTimeout(() => void fetchLater(), PAUSE);
      return site.follow(data.follows, data.path, Date.now());
    });
  } else if ("leaves" in data) {
    enter(() => (site.unfollow(data.leaves), "[]"));
  } else if ("hurries" in data) {
    enter(() => {
      const task = bots.stop();
      return task ? site.hurry(JSON.stringify(task), Date.now()) : "[]";
    });
  }
});

postMessage(LISTENS);
