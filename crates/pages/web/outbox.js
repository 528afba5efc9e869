// Commands on their way to the table, one after the other. What gets no answer is sent again, with the same id, until
// there is one: the server does it once. What is not answered yet survives a reload of the page.

import { table } from "./page.js";
import { request } from "./transport.js";

/**
 * What the server answers to a command.
 * @typedef {object} Answer
 * @property {number} [seq] The last entry that it brought.
 * @property {string} [error] A short name of what went wrong.
 * @property {string} [message] The same in the reader's language.
 * @property {string} [clause]
 */

/** @typedef {{ ok: boolean, status: number, answer: Answer }} Reply */

/** @typedef {{ url: string, body: string, isTalk: boolean, done: (reply: Reply) => void }} Command */

/** How long a command may be without an answer, in milliseconds. */
const PATIENCE = 20_000;
/** Pauses between attempts, in milliseconds. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 8000;

/** @type {Command[]} */
const waiting = [];
let running = false;
/** Whether the first of them got no answer when it was last tried. */
let stuck = false;
let wait = FIRST_WAIT;
/** Ends the pause. @type {(() => void) | undefined} */
let hurry;
/** @type {(() => void)[]} */
const listeners = [];

/**
 * Asks to be told when commands get stuck, and when they no longer are.
 * @param {() => void} listener
 */
export function onStuck(listener) {
  listeners.push(listener);
}

/** Whether something waits for the connection to come back. */
export function isStuck() {
  return stuck;
}

/** Whether a command other than talk has no answer yet. */
export function isUnderWay() {
  return waiting.some((command) => !command.isTalk);
}

/** Tries again at once. */
export function retry() {
  wait = FIRST_WAIT;
  hurry?.();
}

/**
 * Sends a command; its body carries its id.
 * @param {string} url
 * @param {URLSearchParams} body
 * @returns {Promise<Reply>}
 */
export function send(url, body) {
  return new Promise((done) => {
    waiting.push({ url, body: body.toString(), isTalk: body.get("wish") === "say", done });
    keep();
    void run();
  });
}

async function run() {
  if (running) return;
  running = true;
  for (let command = waiting[0]; command; command = waiting[0]) {
    const reply = await attempt(command);
    if (!reply) {
      setStuck(true);
      await pause();
      continue;
    }
    waiting.shift();
    keep();
    setStuck(false);
    wait = FIRST_WAIT;
    command.done(reply);
  }
  running = false;
}

/**
 * @param {Command} command
 * @returns {Promise<Reply | null>} nothing if there was no answer
 */
async function attempt({ url, body }) {
  try {
    const response = await request(url, {
      method: "POST",
      body: new URLSearchParams(body),
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(PATIENCE),
    });
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
    // Out of time, or a proxy that does not reach the server.
    if (response.status === 408 || (response.status >= 500 && !isJson)) return null;
    return { ok: response.ok, status: response.status, answer: isJson ? await response.json() : {} };
  } catch {
    return null;
  }
}

/** @returns {Promise<void>} */
function pause() {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      hurry = undefined;
      done();
    };
    const timer = setTimeout(end, wait);
    hurry = end;
    wait = Math.min(2 * wait, LONGEST_WAIT);
  });
}

/** @param {boolean} now */
function setStuck(now) {
  if (stuck === now) return;
  stuck = now;
  for (const listener of listeners) listener();
}

/** Where commands are kept, for this table and this tab. */
function place() {
  return `neuland-outbox ${table()?.dataset.table ?? ""}`;
}

function keep() {
  try {
    if (waiting.length === 0) sessionStorage.removeItem(place());
    else sessionStorage.setItem(place(), JSON.stringify(waiting.map(({ url, body }) => [url, body])));
  } catch {
    // Without storage nothing survives a reload; everything else is the same.
  }
}

/**
 * Sends what was not answered before the page was loaded.
 * @param {(reply: Reply) => void} done
 */
export function startOutbox(done) {
  try {
    /** @type {[string, string][]} */
    const kept = JSON.parse(sessionStorage.getItem(place()) ?? "[]");
    for (const [url, body] of kept) void send(url, new URLSearchParams(body)).then(done);
  } catch {
    // See above.
  }
}
