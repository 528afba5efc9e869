// Lets clocks tick. The page says what was left when it was made; since then time has passed as the browser measures it, so
// it does not matter to what the reader's own clock is set.

import { refresh, shownAt } from "./live.js";
import { announce, table, word } from "./page.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What the reader was warned of, until the clock shows more again. @type {Set<string>} */
const warned = new Set();

/**
 * A time that is left, as the server writes it too.
 * @param {number} left in milliseconds
 * @returns {string}
 */
function time(left) {
  const whole = Math.ceil(Math.max(left, 0) / SECOND) * SECOND;
  if (whole >= DAY) return fill("clock-days", { d: whole / DAY, h: (whole % DAY) / HOUR });
  if (whole >= HOUR) return fill("clock-hours", { h: whole / HOUR, m: (whole % HOUR) / MINUTE });
  return `${Math.floor(whole / MINUTE)}:${String(Math.floor((whole % MINUTE) / SECOND)).padStart(2, "0")}`;
}

/**
 * @param {string} key
 * @param {Record<string, number>} numbers
 * @returns {string}
 */
function fill(key, numbers) {
  return word(key).replace(/\{(\w+)\}/g, (all, name) => String(Math.floor(numbers[name] ?? 0)));
}

/** Shows what is left by now. */
export function tickClocks() {
  const passed = performance.now() - shownAt();
  for (const clock of document.querySelectorAll(".clock.runs")) {
    const shown = clock.querySelector(".time");
    if (!(clock instanceof HTMLElement) || !shown) continue;
    const left = Number(clock.dataset.left) - passed;
    const text = time(left);
    if (shown.textContent !== text) shown.textContent = text;
    warn(clock, "last", left, text);
    warn(clock, "low", left, text);
  }
}

/**
 * Marks a clock that is low, and says so once if it is the reader's own.
 * @param {HTMLElement} clock
 * @param {"low" | "last"} level
 * @param {number} left
 * @param {string} text
 */
function warn(clock, level, left, text) {
  const is = left <= Number(clock.dataset[level]);
  clock.classList.toggle(level, is);
  const key = `${clock.id} ${level}`;
  if (!is) {
    warned.delete(key);
  } else if (!warned.has(key)) {
    warned.add(key);
    // Who is down to the last seconds need not hear that it was low.
    warned.add(`${clock.id} low`);
    if (clock.dataset.own) announce(word("clock-low").replace("{time}", text));
  }
}

/** Begins. */
export function startClocks() {
  let at = performance.now();
  let date = Date.now();
  setInterval(() => {
    if (!document.querySelector(".clock")) return;
    const pause = performance.now() - at;
    const jump = Math.abs(Date.now() - date - pause);
    at = performance.now();
    date = Date.now();
    // The machine slept, or the page was held up: what is left is not what was counted.
    if (!document.hidden && table() && (jump > 2 * SECOND || pause > 5 * SECOND)) void refresh().catch(() => {});
    tickClocks();
  }, 250);
  tickClocks();
}
