// Shows what happened, line by line of the log: a queue between what the page says and what moves on it. The page itself is
// always up to date; what moves is laid over it.

import { byId } from "./page.js";
import { play } from "./sound.js";
import { begin } from "./stage.js";

/** How long a line that matters to everybody stands over the board, in milliseconds; less where others wait. */
const TOAST = 2600;
const SHORT_TOAST = 1200;
/** How many of them wait at most. */
const NEWS = 3;

/** Lines that were not shown yet, in their order, and how fast each is to go. @type {{ line: HTMLElement, speed: number | undefined }[]} */
const queue = [];
/** What moves now. @type {import("./stage.js").Act[]} */
let running = [];
let isPlaying = false;

/** How fast things move, as the reader wishes; 0: not at all. */
function pace() {
  const { motion } = document.documentElement.dataset;
  if (document.hidden || motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return motion === "quick" ? 2 : 1;
}

/**
 * Shows lines of the log after those that wait already.
 * @param {HTMLElement[]} lines
 * @param {number} [speed] How much faster than usual; without it, as fast as many lines make it.
 */
export function show(lines, speed) {
  if (!speed) {
    news.push(...lines.filter((line) => line.dataset.toast !== undefined));
    // What is older stands in the log.
    news.splice(0, Math.max(0, news.length - NEWS));
    if (toastTimer === undefined) nextToast();
  }
  if (pace() === 0) {
    finish();
    for (const sound of new Set(lines.map((line) => line.dataset.sound))) play(sound ?? "");
    return;
  }
  queue.push(...lines.map((line) => ({ line, speed })));
  if (!isPlaying) void run();
}

async function run() {
  isPlaying = true;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { line, speed } = next;
    // The more wait, the faster they go: none is left out, and the page does not fall behind.
    const faster = speed ?? 1 + queue.length / 3;
    play(line.dataset.sound ?? "");
    running = line.dataset.cue && pace() > 0 ? begin(line, faster * pace()) : [];
    await Promise.all(running.map(({ animation }) => animation.finished.catch(() => {})));
    for (const { over } of running) over();
    running = [];
  }
  isPlaying = false;
}

/** Completes what moves and what waits. */
export function finish() {
  queue.length = 0;
  for (const { animation } of running) animation.finish();
}

/** Lines that matter to everybody and wait to be shown over the board. @type {HTMLElement[]} */
const news = [];
/** Runs while one stands there. @type {number | undefined} */
let toastTimer;

/** Lets the next line stand over the board for a moment, or none. */
function nextToast() {
  const place = byId("news");
  const line = news.shift();
  toastTimer = undefined;
  place?.replaceChildren();
  const text = line?.querySelector(":scope > span")?.textContent?.trim();
  if (!place || !line || !text) return;
  // Over the board, while nothing is in it: so nothing is seen to move.
  const box = byId("board")?.getBoundingClientRect();
  if (box) place.style.cssText = `left:${box.left}px;top:${box.top + 4}px;width:${box.width}px`;
  const shown = document.createElement("p");
  const mark = line.querySelector(":scope > svg");
  if (mark) shown.append(mark.cloneNode(true));
  shown.append(text);
  place.append(shown);
  toastTimer = setTimeout(nextToast, news.length > 0 ? SHORT_TOAST : TOAST);
}

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

/** Asks once whether there should be sounds. */
function askForSounds() {
  const question = byId("ask-sounds");
  if (!question || wasAsked()) return;
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
    play("turn");
    const wish = new URLSearchParams({ sounds: "on", back: "/" });
    void fetch("/settings", { method: "POST", body: wish, redirect: "manual" }).catch(() => {});
  });
}

/** Begins. */
export function startShow() {
  for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, finish, true);
  document.addEventListener("visibilitychange", () => document.hidden && finish());
  askForSounds();
}
