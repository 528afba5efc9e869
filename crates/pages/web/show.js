// Shows what happened, line by line of the log: a queue between what the page says and what moves on it. The page itself is
// always up to date; what moves, and what is said over the board, is laid over it, and lags behind it by one event at most.

import { byId, hideToast, table } from "./page.js";
import { play } from "./sound.js";
import { begin } from "./stage.js";
import { request } from "./transport.js";

/** How long a line that matters to everybody stands over the board, in milliseconds; less where the game goes on. */
const TOAST = 2600;
/** How many of them stand there at most. */
const NEWS = 3;
/** As many lines as one event ever brings: the number of a line is that of its event times this, and more. */
const LINES_OF_EVENT = 1000;

/** What happened, as far as it is still shown: the last event, and the one before it. @type {(number | symbol)[]} */
let recent = [];
/** Lines that were not shown yet, in their order, with their event, and how fast each is to go. @type {{ line: HTMLElement, event: number | symbol, speed: number | undefined }[]} */
const queue = [];
/** What moves now. @type {import("./stage.js").Act[]} */
let running = [];
/** The event that it belongs to. @type {number | symbol | undefined} */
let current;
let isPlaying = false;

/** How fast things move, as the reader wishes; 0: not at all. */
function pace() {
  const { motion } = document.documentElement.dataset;
  if (document.hidden || motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return motion === "quick" ? 2 : 1;
}

/**
 * Whether a line tells that somebody has won.
 * @param {HTMLElement} line
 */
function isVictory(line) {
  return (line.dataset.cue ?? "").split(" ").some((cue) => cue.startsWith("win:"));
}

/**
 * Shows lines of the log. What is older than the event before the last one is no longer shown: the game has gone on. A victory
 * stands alone.
 * @param {HTMLElement[]} lines
 * @param {number} [speed] How much faster than usual; without it, as fast as many lines make it.
 */
export function show(lines, speed) {
  // In a replay lines have no numbers, and those of a call belong together.
  const call = Symbol("event");
  const told = lines.map((line) => ({ line, event: line.id ? Math.floor(Number(line.id.replace("log-", "")) / LINES_OF_EVENT) : call, speed }));
  const victory = told.findLastIndex(({ line }) => isVictory(line));
  const due = victory < 0 ? told : told.slice(victory);
  if (victory >= 0) {
    recent = [];
    hideToast();
    const question = byId("ask-sounds");
    if (question) question.hidden = true;
  }
  for (const { event } of due) if (!recent.includes(event)) recent.push(event);
  recent = recent.slice(-2);
  const fresh = due.filter(isRecent);
  forget();
  const matters = (/** @type {{ line: HTMLElement }} */ { line }) => line.dataset.toast !== undefined && line.querySelector(":scope > span")?.textContent?.trim();
  const before = news;
  news = [...news.filter(isRecent), ...(speed ? [] : fresh.filter(matters))].slice(-NEWS);
  if (news.length !== before.length || news.some((line, n) => line !== before[n])) tellNews();
  if (pace() === 0) {
    finish();
    for (const sound of new Set(lines.map((line) => line.dataset.sound))) play(sound ?? "");
    return;
  }
  queue.push(...fresh);
  if (!isPlaying) void run();
}

/**
 * Whether an event is still shown.
 * @param {{ event: number | symbol }} told
 */
function isRecent({ event }) {
  return recent.includes(event);
}

/** Completes what belongs to older events. */
function forget() {
  queue.splice(0, Infinity, ...queue.filter(isRecent));
  if (current !== undefined && !recent.includes(current)) for (const { animation } of running) animation.finish();
}

async function run() {
  isPlaying = true;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { line, event, speed } = next;
    // The more wait, the faster they go.
    const faster = speed ?? 1 + queue.length / 3;
    play(line.dataset.sound ?? "");
    current = event;
    running = line.dataset.cue && pace() > 0 ? begin(line, faster * pace()) : [];
    await Promise.all(running.map(({ animation }) => animation.finished.catch(() => {})));
    for (const { over } of running) over();
    running = [];
  }
  current = undefined;
  isPlaying = false;
}

/** Completes what moves and what waits. */
export function finish() {
  queue.length = 0;
  for (const { animation } of running) animation.finish();
}

/** What stands over the board, oldest first. @type {{ line: HTMLElement, event: number | symbol }[]} */
let news = [];
/** Runs while something stands there. @type {number | undefined} */
let newsTimer;

/** Lets the news stand over the board for a moment: made anew, so that nothing is seen to move. */
function tellNews() {
  const place = byId("news");
  clearTimeout(newsTimer);
  const shown = news.map(({ line }) => {
    const made = document.createElement("p");
    const mark = line.querySelector(":scope > svg") ?? line.closest("li")?.querySelector(":scope > svg");
    if (mark) made.append(mark.cloneNode(true));
    made.append(line.querySelector(":scope > span")?.textContent?.trim() ?? "");
    return made;
  });
  const box = byId("board")?.getBoundingClientRect();
  place?.replaceChildren();
  if (!place || shown.length === 0) return;
  // Over the board, while nothing is in it.
  if (box) place.style.cssText = `left:${box.left}px;top:${box.top + 4}px;width:${box.width}px`;
  place.append(...shown);
  newsTimer = setTimeout(() => {
    news = [];
    tellNews();
  }, TOAST);
}

/** Windows in which the head of the page has room for a question. */
const wide = matchMedia("(min-width: 75rem) and (min-height: 30rem)");
/** What the browser remembers by, once it was asked about sounds. */
const ASKED = "neuland-sounds";

/** Whether there is nothing to ask any more; who lets nothing be remembered is not asked. */
function wasAsked() {
  try {
    return localStorage.getItem(ASKED) !== null;
  } catch {
    return true;
  }
}

/** Whether the reader was to move at this table. */
let hasMoved = false;

/** Asks once whether there should be sounds: when the reader's first turn is over, and where there is room beside the game. */
export function askForSounds() {
  const question = byId("ask-sounds");
  const isDue = table()?.dataset.yourTurn !== undefined;
  const wasDue = hasMoved;
  hasMoved ||= isDue;
  if (!question || isDue || !wasDue || !wide.matches || wasAsked()) return;
  question.hidden = false;
  try {
    localStorage.setItem(ASKED, "asked");
  } catch {
    // It was readable a moment ago: the reader keeps nothing, and is asked at the next table.
  }
  question.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    question.hidden = true;
    if (button.value !== "on") return;
    document.documentElement.dataset.sounds = "on";
    const setting = document.querySelector('#settings input[name="sounds"][value="on"]');
    if (setting instanceof HTMLInputElement) setting.checked = true;
    play("turn");
    const wish = new URLSearchParams({ sounds: "on", back: "/" });
    void request("/settings", { method: "POST", body: wish, redirect: "manual" }).catch(() => {});
  });
}

/** Begins. */
export function startShow() {
  for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, finish, true);
  document.addEventListener("visibilitychange", () => document.hidden && finish());
  askForSounds();
}
