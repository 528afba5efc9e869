// Keeps the table up to date: listens to the stream of versions, fetches the changed part, swaps it in, and recovers by
// itself when the connection breaks.

import { remember } from "./guard.js";
import { morph } from "./morph.js";
import { isStuck, onStuck, retry } from "./outbox.js";
import { address, announce, byId, isLesson, nextPaint, pressPainted, table, word } from "./page.js";
import { openStream } from "./tables.js";
import { pageQuery, request } from "./transport.js";

/** Called after every change of the page. @type {(() => void)[]} */
const listeners = [];

/**
 * Asks to be told after every change.
 * @param {() => void} listener
 */
export function onChange(listener) {
  listeners.push(listener);
}

/** When what the page shows was so, by `performance.now()`: the answer began to arrive then. */
let shown = navigationStart();

function navigationStart() {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming ? entry.responseStart : performance.now();
}

/** When what the page shows was so, by `performance.now()`. */
export function shownAt() {
  return shown;
}

/** @type {Promise<void> | null} */
let running = null;
let again = false;
/** @type {number | undefined} */
let later;

/**
 * Fetches the table and swaps in what changed. Calls that come while one is under way are answered by one more.
 * @returns {Promise<void>}
 */
export function refresh() {
  if (running) {
    again = true;
    return running;
  }
  running = (async () => {
    do {
      again = false;
      await swap();
    } while (again);
  })().finally(() => {
    running = null;
  });
  return running;
}

/** Shows the table anew after a change of the settings: the stream goes on with them. */
export function renew() {
  isOutdated = true;
  return refresh();
}

/** What the page asks for: the mode in its address, and the figure that is kept up to date because it is unfolded. */
function wishes() {
  const query = pageQuery();
  const open = document.querySelector('#main:not(.plain) #figures > details[name="figure"][open]')?.id;
  if (open) query.set("open", open);
  return query;
}

async function swap() {
  const main = table();
  if (!main) return;
  const query = wishes();
  const response = await request(`${address()}/main?${query}`, { headers: { Accept: "text/html" } });
  const arrived = performance.now();
  if (!response.ok) {
    // A server that has too much to do says when to ask again; no event may come until then.
    const seconds = Number(response.headers.get("Retry-After"));
    clearTimeout(later);
    // What is stored is damaged: trying again does not help, and the whole page says so.
    if (response.status === 500) location.reload();
    if (seconds > 0) later = setTimeout(() => void refresh().catch(() => {}), 1000 * seconds);
    return;
  }
  apply(await response.text(), arrived);
  // The stream goes on from what is shown now.
  if (source && (isOutdated || table()?.dataset.state !== streamed)) listen();
}

/**
 * Makes the page show another version of its main part; what did not change may be left out of it.
 * @param {string} html
 * @param {number} arrived When it came, by `performance.now()`.
 */
function apply(html, arrived) {
  const main = table();
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  // Answers may overtake each other.
  if (!main || !fresh || Number(fresh.dataset.version) < Number(main.dataset.version)) return;
  // From the waiting room to the game, and back to no room at all: another page.
  if (fresh.dataset.stage !== main.dataset.stage) {
    location.reload();
    return;
  }
  const focused = main.contains(document.activeElement);
  const onBoard = byId("board")?.contains(document.activeElement) ?? false;
  remember();
  // What goes with the focus in it has the browser lay out the page in the middle of the change.
  if (focused && goes(main, fresh)) /** @type {HTMLElement} */ (document.activeElement).blur();
  morph(main, fresh);
  // Forms that did not change were not sent again, and are about the version of now all the same.
  for (const field of main.querySelectorAll('input[type="hidden"][name="seq"]')) {
    if (field instanceof HTMLInputElement) field.value = main.dataset.seq ?? "";
  }
  shown = arrived;
  for (const listener of listeners) listener();
  for (const { version, done } of awaited.splice(0)) {
    if (Number(main.dataset.version) >= version) done();
    else awaited.push({ version, done });
  }
  // Once the change is painted: finding out what can be seen lays out the page.
  if (focused) void nextPaint().then(() => keepFocus(onBoard));
}

/**
 * Whether the part of the page that has the focus is not in the next version.
 * @param {Element} main
 * @param {Element} fresh
 */
function goes(main, fresh) {
  const part = [...main.children].find((child) => child.contains(document.activeElement));
  const id = part?.getAttribute("id");
  return id != null && ![...fresh.children].some((child) => child.getAttribute("id") === id);
}

/** Those who wait for a version to be shown. @type {{ version: number, done: () => void }[]} */
const awaited = [];

/** How long the stream may take to bring what was done, in milliseconds, before the page fetches it. */
const OVERDUE = 2000;

/**
 * Waits until a version is shown: the stream brings it, or it is fetched.
 * @param {number} version
 * @returns {Promise<void>}
 */
export async function reach(version) {
  const isShown = () => Number(table()?.dataset.version) >= version;
  if (isShown()) return;
  if (source?.readyState === EventSource.OPEN) {
    await new Promise((done) => {
      const timer = setTimeout(done, OVERDUE);
      awaited.push({ version, done: () => done(clearTimeout(timer)) });
    });
  }
  if (!isShown()) await refresh();
}

/**
 * Where the focus was on something that is gone, it goes to what is nearest in meaning, not to the top of the page.
 * @param {boolean} onBoard Whether it was on the board.
 */
export function keepFocus(onBoard) {
  const active = document.activeElement;
  const gone = !active || active === document.body || !active.checkVisibility() || (onBoard && !active.closest(".lit"));
  if (!gone) return;
  const lit = onBoard ? document.querySelector('#board .lit[tabindex="0"]') : null;
  const place = lit ?? byId("turn");
  if (place instanceof HTMLElement || place instanceof SVGElement) place.focus({ preventScroll: !onBoard });
}

/** @type {import("./tables.js").Stream | null} */
let source = null;
/** The state of the page from which the stream goes on. @type {string | undefined} */
let streamed;
/** Whether the stream was opened with other settings. */
let isOutdated = false;
/** The figure that the stream keeps up to date. @type {string | null} */
let unfolded = null;
/** @type {number | undefined} */
let waiting;
let wait = 1000;
let lost = false;

/** Shows whether the connection is gone, and whether something waits for it. */
function showConnection() {
  document.body.toggleAttribute("data-lost", lost || isStuck());
  const sign = byId("connection");
  if (!sign) return;
  sign.hidden = !lost && !isStuck();
  const text = isStuck() ? word("unsent") : word("lost");
  if (sign.textContent !== text) sign.textContent = text;
}

/** Shows that the connection is gone, unless it comes back within a moment. */
function lose() {
  if (waiting !== undefined) return;
  waiting = setTimeout(() => {
    lost = true;
    showConnection();
  }, 2500);
}

function regain() {
  clearTimeout(waiting);
  waiting = undefined;
  wait = 1000;
  if (lost) announce(word("back"));
  lost = false;
  showConnection();
  retry();
}

function listen() {
  const main = table();
  if (!main || isLesson()) return;
  source?.close();
  const query = wishes();
  unfolded = query.get("open");
  query.set("after", main.dataset.version ?? "");
  query.set("state", main.dataset.state ?? "0");
  streamed = main.dataset.state;
  isOutdated = false;
  source = openStream(`${address()}/events?${query}`);
  source.addEventListener("open", regain);
  source.addEventListener("page", async (event) => {
    const arrived = performance.now();
    const heard = source;
    await pressPainted();
    // Meanwhile it may have begun anew, and sends this again.
    if (source !== heard) return;
    const end = event.data.indexOf("\n");
    const { from } = /** @type {{ from: string }} */ (JSON.parse(event.data.slice(0, end)));
    const shows = table()?.dataset.state;
    if (from === shows) {
      apply(event.data.slice(end + 1), arrived);
      streamed = table()?.dataset.state;
    } else {
      // It was fetched meanwhile, or the stream has begun anew.
      streamed = undefined;
      void refresh().catch(lose);
    }
  });
  // The server does not know any more what this page shows.
  source.addEventListener("version", () => {
    streamed = undefined;
    void refresh().catch(lose);
  });
  source.addEventListener("error", () => {
    lose();
    // The browser tries again by itself, unless it was refused.
    if (source?.readyState === EventSource.CLOSED) {
      setTimeout(listen, wait);
      // The stream does not say why; the page does.
      void refresh().catch(() => {});
      wait = Math.min(2 * wait, 10000);
    }
  });
}

/** Begins to listen. */
export function startLive() {
  listen();
  // While it was folded it was not kept up to date.
  const unfold = () => {
    if (wishes().get("open") !== unfolded) void refresh().then(listen, lose);
  };
  document.addEventListener("toggle", (event) => event.target instanceof Element && event.target.matches("#figures > details") && unfold(), true);
  window.addEventListener("online", () => {
    listen();
    retry();
  });
  window.addEventListener("offline", lose);
  onStuck(() => {
    // What was sent is no longer on its way either.
    if (!isStuck()) announce(word("sent"));
    showConnection();
  });
  // A page that comes back from sleep may have missed anything.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void refresh().catch(lose);
  });
  window.addEventListener("pagehide", () => {
    source?.close();
    // Whoever comes back to it may be somebody else at this device.
    const main = table();
    if (main?.dataset.here) main.hidden = true;
  });
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    if (table()?.dataset.here) location.reload();
    else listen();
  });
}
