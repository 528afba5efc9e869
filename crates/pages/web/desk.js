// What moves around the board: the log, the dice, announcements, sounds, pictures of earlier moments.

import { point } from "./board.js";
import { announce, byId, table } from "./page.js";
import { scrollLog } from "./sheets.js";
import { askForSounds, show } from "./show.js";
import { showPicture } from "./tables.js";

/** The newest line of the log that was told. */
let told = -1;
let turn = "";
/** Amounts of the hand when they were last seen. @type {Map<string, number>} */
const amounts = new Map();

/**
 * The number of a line of the log.
 * @param {Element} line
 * @returns {number}
 */
function lineNumber(line) {
  return Number(line.id.replace("log-", ""));
}

/**
 * The lines of the log in their order: entries, and the lines within them.
 * @returns {Element[]}
 */
function logLines() {
  return [...document.querySelectorAll('#log-lines [id^="log-"]')];
}

/**
 * The number of the newest line; of none: what was told before.
 * @returns {number}
 */
function newestLine() {
  const newest = logLines().at(-1);
  return newest ? lineNumber(newest) : told;
}

/** After every change of the page: tells what is new, to the ear as well. */
export function afterChange() {
  const main = table();
  if (!main) return;
  const fresh = logLines().filter((line) => lineNumber(line) > told);
  told = newestLine();
  if (fresh.length > 0) {
    // A new entry is read with all its lines. After a long absence the last few are enough.
    const read = fresh.filter((line) => !fresh.some((entry) => entry !== line && entry.contains(line)));
    announce(read.slice(-8).map((line) => line.textContent?.trim()).join(" "));
    show(fresh.filter((line) => line instanceof HTMLElement));
    // A frame later: at first the lines that are there stay where they are, whatever was added below or taken away above,
    // and then they are scrolled.
    requestAnimationFrame(() => requestAnimationFrame(scrollLog));
  }
  if ((main.dataset.title ?? "") !== turn) {
    turn = main.dataset.title ?? "";
    announce(turn);
  }
  animate(true);
  askForSounds();
}

/**
 * Lets amounts swell where they grew.
 * @param {boolean} moving Whether to show it, or only to remember.
 */
function animate(moving) {
  for (const amount of document.querySelectorAll("#hand .amount")) {
    const key = amount.closest("[id]")?.id ?? "";
    const count = Number(amount.textContent);
    const more = count > (amounts.get(key) ?? count);
    amounts.set(key, count);
    if (more && moving) {
      amount.classList.add("more");
      setTimeout(() => amount.classList.remove("more"), 600);
    }
  }
}

/** @param {MouseEvent} event */
function clicked(event) {
  const target = event.target instanceof Element ? event.target : null;
  const then = target?.closest("a[data-then]");
  if (then instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    showThen(then);
    return;
  }
  const step = target?.closest("[data-then-step]");
  if (step instanceof HTMLElement) stepThen(Number(step.dataset.thenStep));
}

/** The moment that is shown. @type {string} */
let moment = "";

/**
 * Shows the picture of an earlier moment.
 * @param {HTMLAnchorElement} link
 */
function showThen(link) {
  const dialog = byId("then");
  const image = byId("then-picture");
  const line = byId("then-line");
  if (!(dialog instanceof HTMLDialogElement) || !(image instanceof HTMLImageElement) || !line) return;
  moment = link.closest("li")?.id ?? "";
  const { theme, board } = document.documentElement.dataset;
  const colours = new URLSearchParams({ ...(theme ? { theme } : {}), ...(board ? { board } : {}) });
  const path = link.getAttribute("href") ?? "";
  showPicture(image, theme || board ? `${path}?${colours}` : path);
  line.textContent = link.closest("li")?.querySelector("span")?.textContent ?? "";
  if (!dialog.open) dialog.showModal();
}

/**
 * Shows the picture before or after it.
 * @param {number} step
 */
function stepThen(step) {
  const links = [...document.querySelectorAll("#log-lines a[data-then]")];
  const link = links[links.findIndex((link) => link.closest("li")?.id === moment) + step];
  if (link instanceof HTMLAnchorElement) showThen(link);
}

/** The whole address of an invitation, which the page cannot know. */
function fillInvitation() {
  const link = byId("invite");
  if (link instanceof HTMLAnchorElement) link.textContent = link.href;
}

/** Begins. */
export function startDesk() {
  document.addEventListener("click", clicked);
  byId("then")?.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") stepThen(-1);
    else if (event.key === "ArrowRight") stepThen(1);
  });
  for (const [type, on] of /** @type {const} */ ([["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]])) {
    document.addEventListener(type, (event) => {
      // Lines of the log, and of the lists of what can be done.
      const line = event.target instanceof Element ? event.target.closest("[data-show], #main :is(button, summary)[data-place]") : null;
      if (line instanceof HTMLElement) point(line.dataset.show ?? line.dataset.place, on);
    });
  }
  told = newestLine();
  turn = table()?.dataset.title ?? "";
  fillInvitation();
  animate(false);
  // A replay shows the line of its position instead of the newest one.
  if (!table()) return;
  scrollLog();
  // Where there was no room for the log it could not be scrolled.
  window.addEventListener("resize", scrollLog);
}

/** What has to be done again to parts that were swapped in. */
export function decorate() {
  fillInvitation();
}
