// Goes through a game: fetches positions and swaps in what differs, by links, the slider, keys, and by itself. Every
// position has its address, so what is seen can be kept, sent and reloaded.

import { startBoard } from "./board.js";
import { fit, zoom } from "./zoom.js";
import { morph } from "./morph.js";
import { announce, byId, toast, word } from "./page.js";
import { paintBoard } from "./painted.js";
import { finish, show as play } from "./show.js";
import { link, request } from "./transport.js";

/** How many positions are remembered. */
const REMEMBERED = 60;
/** How many steps forward still follow the game: a turn has seldom more. */
const NEAR = 12;

/**
 * The `<main>` of a replay; null on other pages.
 * @returns {HTMLElement | null}
 */
export function replay() {
  const main = byId("main");
  return main?.dataset.replay ? main : null;
}

/** What was fetched, by address, the latest last. @type {Map<string, Promise<string>>} */
const fetched = new Map();

/**
 * @param {string} url
 * @returns {Promise<string>}
 */
function part(url) {
  const known = fetched.get(url);
  if (known) return known;
  const coming = request(url, { headers: { Accept: "text/html" } }).then(async (response) => {
    if (!response.ok) throw new Error(String(response.status));
    return response.text();
  });
  coming.catch(() => fetched.delete(url));
  fetched.set(url, coming);
  for (const old of fetched.keys()) {
    if (fetched.size <= REMEMBERED) break;
    fetched.delete(old);
  }
  return coming;
}

/**
 * @param {HTMLElement} main
 * @param {number} at
 * @param {string} query
 */
function address(main, at, query) {
  // The charts are of the whole game, and the links in them lead on through the same eyes.
  const there = byId("charts") !== null && query === (main.dataset.query ?? "");
  const charts = there ? `${query ? "&" : "?"}charts=there` : "";
  return { page: `${main.dataset.replay}/${at}${query}`, part: `${main.dataset.replay}/${at}/main${query}${charts}` };
}

/** Where the reader wants to be; answers for anything else come too late. */
let wanted = "";

/**
 * Shows a position.
 * @param {number} at
 * @param {string} [query] Through other eyes.
 * @returns {Promise<boolean>} whether it is shown now
 */
async function show(at, query) {
  const main = replay();
  if (!main) return false;
  const eyes = query ?? main.dataset.query ?? "";
  const { page, part: url } = address(main, at, eyes);
  wanted = url;
  /** @type {string} */
  let text;
  try {
    text = await part(url);
  } catch {
    if (wanted === url) toast({ message: word("failed") });
    return false;
  }
  if (wanted !== url) return false;
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main");
  if (!fresh) return false;
  const speed = byId("speed");
  const chosen = speed instanceof HTMLSelectElement ? speed.value : "";
  const pressed = playing !== null;
  const before = Number(main.dataset.at);
  morph(main, fresh);
  void paintBoard();
  const now = fresh.querySelector("#charts")?.getAttribute("data-now");
  if (now) byId("charts")?.querySelector(".now")?.setAttribute("d", now);
  if (speed instanceof HTMLSelectElement) speed.value = chosen;
  const slider = byId("n");
  if (slider instanceof HTMLInputElement) slider.value = String(at);
  showPlaying(pressed);
  document.title = `${main.dataset.title} · Neuland`;
  history.replaceState(null, "", link(page));
  scrollLog();
  // What led here is shown where the reader follows the game; who jumps has missed more than that.
  finish();
  const steps = at - before;
  if (steps > 0 && steps <= NEAR) play([.../** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll("[data-cue]"))], Math.max(1, 1200 / pause()));
  // The next one is likely to be wanted soon.
  if (at < Number(main.dataset.steps)) void part(address(main, at + 1, eyes).part).catch(() => {});
  return true;
}

/** Brings the line of this position into sight, without moving the page. */
function scrollLog() {
  const log = byId("log-lines");
  const line = log?.querySelector("[data-here]");
  if (!log) return;
  if (!(line instanceof HTMLElement)) {
    log.scrollTop = 0;
    return;
  }
  log.scrollTop += line.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 2;
}

/**
 * Where a control leads now.
 * @param {string} id
 * @returns {number | null}
 */
function target(id) {
  const go = byId(id)?.dataset.go;
  return go === undefined ? null : Number(go);
}

/** @param {string} id */
function follow(id) {
  const at = target(id);
  if (at !== null) void show(at);
}

/* Playing by itself */

/** @type {number | null} */
let playing = null;

/** @returns {number} the pause between two steps, in milliseconds */
function pause() {
  const speed = byId("speed");
  return speed instanceof HTMLSelectElement ? Number(speed.value) : 1200;
}

/** @param {boolean} on */
function showPlaying(on) {
  const button = byId("play");
  if (!button) return;
  button.setAttribute("aria-pressed", String(on));
  button.title = word(on ? "pause" : "play");
  // What happens is not read out while it runs by: it would never come to an end.
  byId("happened")?.setAttribute("aria-live", on ? "off" : "polite");
}

export function stop() {
  if (playing !== null) clearTimeout(playing);
  playing = null;
  showPlaying(false);
}

async function next() {
  const main = replay();
  const at = target("go-on");
  if (!main || at === null) {
    stop();
    announce(word("ended"));
    return;
  }
  const before = playing;
  const shown = await show(at);
  if (playing !== before) return;
  if (!shown && wanted !== address(main, at, main.dataset.query ?? "").part) return;
  if (!shown) return stop();
  playing = setTimeout(() => void next(), pause());
}

function toggle() {
  if (playing !== null) return stop();
  const main = replay();
  if (!main) return;
  const start = target("go-on") === null ? show(Number(main.dataset.opening)) : Promise.resolve(true);
  playing = setTimeout(() => void start.then(() => next()), 0);
  showPlaying(true);
}

/* What the reader does */

/** @param {MouseEvent} event */
function clicked(event) {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (!(event.target instanceof Element)) return;
  if (event.target.closest("#play")) {
    toggle();
    return;
  }
  const link = event.target.closest("a[data-go], a[data-eyes]");
  const main = replay();
  if (!(link instanceof HTMLAnchorElement) || !main) return;
  event.preventDefault();
  stop();
  if (link.dataset.eyes) void show(Number(main.dataset.at), `?eyes=${link.dataset.eyes}`);
  else void show(Number(link.dataset.go));
  if (link.closest("#charts")) byId("board-panel")?.scrollIntoView({ block: "start" });
}

/**
 * Whether a key belongs to what has the focus.
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
function isOwn({ target, key }) {
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLInputElement) return true;
  if (target.closest("textarea, select")) return true;
  return key === " " && target.closest("a, button, summary") !== null;
}

/**
 * The reader has one seat: the one that they take at the new table frees the one that they had.
 * @param {Event} event
 */
function chose({ target }) {
  if (!(target instanceof HTMLSelectElement) || target.value !== "me" || !target.closest("#play-on")) return;
  for (const other of document.querySelectorAll("#play-on select")) {
    if (!(other instanceof HTMLSelectElement) || other === target || other.value !== "me") continue;
    other.value = [...other.options].find((option) => option.value.startsWith("bot:"))?.value ?? "open";
  }
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const dialog = byId("keys");
  if (!(dialog instanceof HTMLDialogElement) || dialog.dataset.keys === "off" || document.querySelector("dialog[open]")) return;
  if (isOwn(event)) return;
  const done = {
    ArrowLeft: () => (stop(), follow(event.shiftKey ? "go-turn-back" : "go-back")),
    ArrowRight: () => (stop(), follow(event.shiftKey ? "go-turn-on" : "go-on")),
    Home: () => (stop(), follow("go-first")),
    End: () => (stop(), follow("go-last")),
    " ": toggle,
    "+": () => zoom(1.5),
    "-": () => zoom(1 / 1.5),
    0: () => fit(),
    "?": () => dialog.showModal(),
  }[event.key];
  if (!done) return;
  done();
  event.preventDefault();
}

/** Begins to listen. */
export function startReplay() {
  startBoard({ choose: () => {}, explain: () => {}, preview: async () => false });
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", pressed);
  document.addEventListener("change", chose);
  document.addEventListener("input", (event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.id !== "n") return;
    stop();
    void show(Number(event.target.value));
  });
  byId("scrub")?.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) stop();
  });
  scrollLog();
  window.addEventListener("resize", scrollLog);
}
