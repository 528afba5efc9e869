// @ts-check
// The bots of the table that this window shows. They think in a worker of their own, which can be ended at any moment; of several windows
// with the same table, only one lets them think.

import { compiled as parts } from "./parts.js";
import { ReadyWorker } from "./ready-worker.js";

/** @typedef {import("./database.js").Database} Database */
/** @typedef {{ table: string, seat: string, seq: number, pause: number, seed: string, says: string, hurry: string }} Task */
/**
 * @typedef {object} Listener
 * @property {(task: Task, action: string | undefined) => void} chosen
 * @property {(task: Task) => void} hurry Lets a quick bot choose.
 * @property {(table: string) => void} drive
 * @property {(task: Task | null) => void} shows
 */

/** How long a bot goes on to think about what is of no use any more, in milliseconds. */
const STALE = 1000;

export class Bots {
  /**
   * @param {WebAssembly.Module} module
   * @param {Database} database
   * @param {Listener} listener
   */
  constructor(module, database, listener) {
    this.module = module;
    this.database = database;
    this.listener = listener;
    /** The tables whose bots think here. @type {Set<string>} */
    this.own = new Set();
    /** The tables that are shown here. @type {Set<string>} */
    this.shown = new Set();
    /** @type {Map<string, { timer: ReturnType<typeof setTimeout>, task: Task }>} */
    this.pauses = new Map();
    /** What waits for the worker, and what it thinks about. @type {Task[]} */
    this.tasks = [];
    /** @type {ReadyWorker | undefined} */
    this.worker = undefined;
    /** The worker that comes next, so that one can be ended without a network. @type {ReadyWorker | undefined} */
    this.spare = undefined;
    /** The entries that the worker knows, by table. @type {Map<string, number>} */
    this.known = new Map();
    this.thinks = false;
  }

  /** A page of this table is shown. @param {string} table */
  look(table) {
    if (this.shown.has(table)) return;
    this.shown.add(table);
    const locks = navigator.locks;
    // Where a browser has no locks, two windows may think about the same, and one of them comes too late.
    if (!locks) queueMicrotask(() => this.take(table));
    else void locks.request(`${this.scope()} ${table}`, () => (this.take(table), new Promise(() => {})));
  }

  scope() {
    return `neuland ${new URL("..", import.meta.url).pathname}`;
  }

  /** This window is the one. @param {string} table */
  take(table) {
    this.own.add(table);
    // They are there before a bot is due: the network may be gone by then.
    this.worker ??= this.begin();
    this.spare ??= this.begin();
    this.listener.drive(table);
  }

  /** A bot is due. @param {Task} task */
  wake(task) {
    if (!this.own.has(task.table)) return;
    const key = `${task.table} ${task.seat}`;
    const known = this.pauses.get(key);
    if (known && known.task.seq === task.seq) return;
    clearTimeout(known?.timer);
    if (this.tasks.some((other) => other.table === task.table && other.seat === task.seat && other.seq === task.seq)) return;
    const timer = setTimeout(() => {
      this.pauses.delete(key);
      this.tasks.push(task);
      void this.next();
    }, task.pause);
    this.pauses.set(key, { timer, task });
  }

  /** A table has changed: what bots were to decide there is decided anew. @param {string} table */
  goneOn(table) {
    for (const [key, { timer, task }] of this.pauses) {
      if (task.table !== table) continue;
      clearTimeout(timer);
      this.pauses.delete(key);
    }
    // What is thought about now is of no use any more. It mostly ends by itself in a moment, and the worker goes on with what it knows.
    const [thinks] = this.thinks ? this.tasks : [];
    this.tasks = this.tasks.filter((task) => task === thinks || task.table !== table);
    if (thinks?.table === table) setTimeout(() => this.tasks[0] === thinks && this.stop(), STALE);
  }

  /** Ends the thinking; returns what it was about. @returns {Task | undefined} */
  stop() {
    if (!this.thinks) return undefined;
    this.worker?.terminate();
    this.worker = this.spare ?? this.begin();
    this.spare = this.begin();
    this.known.clear();
    this.thinks = false;
    this.listener.shows(null);
    const task = this.tasks.shift();
    void this.next();
    return task;
  }

  async next() {
    const task = this.tasks[0];
    if (!task || this.thinks) return;
    this.thinks = true;
    this.listener.shows(task);
    const worker = (this.worker ??= this.begin());
    const from = this.known.get(task.table) ?? 0;
    const entries = await this.database.entries(task.table, from);
    if (this.worker !== worker || this.tasks[0] !== task) return;
    this.known.set(task.table, from + entries.length);
    worker.postMessage({ task, entries: JSON.stringify(entries) });
  }

  /** More parts of the module are there. */
  takeParts() {
    for (const worker of [this.worker, this.spare]) worker?.postMessage({ parts });
  }

  begin() {
    const worker = new ReadyWorker(
      "thinker.js",
      (worker, data) => this.done(worker, data),
      (worker) => this.fail(worker),
    );
    worker.postMessage({ module: this.module, parts });
    return worker;
  }

  /** @param {ReadyWorker} worker @param {{ task: Task, action?: string, ended?: string }} answer */
  done(worker, { task, action, ended }) {
    if (ended !== undefined) {
      this.fail(worker);
      return;
    }
    const [now] = this.tasks;
    if (worker !== this.worker || now?.seq !== task.seq || now.table !== task.table) return;
    this.tasks.shift();
    this.thinks = false;
    this.listener.shows(null);
    // Without an action the table has gone on meanwhile, and whoever is due was woken again.
    if (action !== undefined) this.listener.chosen(task, action);
    void this.next();
  }

  /** A worker has ended, or could not be had without a network: a quick bot chooses, in the worker of the pages. @param {ReadyWorker} worker */
  fail(worker) {
    if (worker === this.spare) this.spare = undefined;
    if (worker !== this.worker) return;
    this.worker = this.spare;
    this.spare = undefined;
    this.known.clear();
    this.thinks = false;
    this.listener.shows(null);
    const task = this.tasks.shift();
    if (task) this.listener.hurry(task);
    void this.next();
  }
}
