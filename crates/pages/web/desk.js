// What moves around the board: tools that unfold, sheets on phones, the log, the dice, announcements, sounds.

import { focusBoard, light, point } from "./board.js";
import { announce, byId, table } from "./page.js";
import { play } from "./sound.js";

/** The newest line of the log that was told. */
let told = -1;
let turn = "";
let roll = "";
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

/** After every change of the page: tells what is new, to the ear as well. */
export function afterChange() {
  const main = table();
  if (!main) return;
  const lines = [...document.querySelectorAll("#log-lines > li")];
  const fresh = lines.filter((line) => lineNumber(line) > told);
  const newest = lines.at(-1);
  if (newest) told = lineNumber(newest);
  if (fresh.length > 0) {
    // After a long absence the last few lines are enough.
    announce(fresh.slice(-8).map((line) => line.textContent?.trim()).join(" "));
    for (const sound of new Set(fresh.map((line) => (line instanceof HTMLElement ? line.dataset.sound : "")))) {
      play(sound ?? "");
    }
    // A frame later: at first the lines that are there stay where they are, whatever was added below or taken away above,
    // and then they are scrolled.
    requestAnimationFrame(() => requestAnimationFrame(scrollLog));
  }
  if ((main.dataset.title ?? "") !== turn) {
    turn = main.dataset.title ?? "";
    announce(turn);
  }
  animate(true);
}

/**
 * Lets dice tumble and amounts swell where they changed.
 * @param {boolean} moving Whether to show it, or only to remember.
 */
function animate(moving) {
  const dice = byId("dice");
  const now = dice ? `${dice.dataset.roll} ${dice.textContent}` : "";
  if (dice && now !== roll && moving) {
    dice.classList.add("rolling");
    setTimeout(() => dice.classList.remove("rolling"), 600);
  }
  roll = now;
  for (const amount of document.querySelectorAll("#hand .amount")) {
    const key = amount.closest("details")?.id ?? "";
    const count = Number(amount.textContent);
    const more = count > (amounts.get(key) ?? count);
    amounts.set(key, count);
    if (more && moving) {
      amount.classList.add("more");
      setTimeout(() => amount.classList.remove("more"), 600);
    }
  }
}

function scrollLog() {
  const lines = byId("log-lines");
  if (lines) lines.scrollTop = lines.scrollHeight;
  const sheet = byId("log");
  if (sheet) sheet.scrollTop = sheet.scrollHeight;
}

/**
 * Folds the steps within a tool.
 * @param {Element} tool
 */
function foldSteps(tool) {
  for (const step of tool.querySelectorAll("details.step[open]")) step.removeAttribute("open");
}

/**
 * Folds all tools.
 * @param {boolean} focus Whether the focus goes back to the one that was open.
 */
export function closeTools(focus) {
  for (const tool of document.querySelectorAll("details.tool[open], details.player[open], details.menu[open]")) {
    if (!(tool instanceof HTMLDetailsElement)) continue;
    if (table()?.classList.contains("plain") && !tool.classList.contains("menu")) continue;
    const within = tool.contains(document.activeElement) || document.activeElement?.closest("#board");
    foldSteps(tool);
    tool.open = false;
    if (focus && within) tool.querySelector("summary")?.focus();
  }
  openSheet("");
}

/**
 * Opens a sheet, or closes all.
 * @param {string} id
 * @returns {boolean} whether there is such a sheet
 */
export function openSheet(id) {
  let found = false;
  for (const button of document.querySelectorAll("#sheets [data-sheet]")) {
    if (!(button instanceof HTMLElement)) continue;
    const open = button.dataset.sheet === id;
    found ||= open;
    button.setAttribute("aria-expanded", String(open));
  }
  document.body.dataset.openSheet = id;
  if (found && id === "log") scrollLog();
  return found;
}

/** @param {MouseEvent} event */
function clicked(event) {
  const target = event.target instanceof Element ? event.target : null;
  const sheet = target?.closest("[data-sheet]");
  if (sheet instanceof HTMLElement && sheet.closest("#sheets")) {
    openSheet(document.body.dataset.openSheet === sheet.dataset.sheet ? "" : (sheet.dataset.sheet ?? ""));
    return;
  }
  const then = target?.closest("a[data-then]");
  if (then instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    showThen(then);
    return;
  }
  const step = target?.closest("[data-then-step]");
  if (step instanceof HTMLElement) {
    stepThen(Number(step.dataset.thenStep));
    return;
  }
  // A click beside an unfolded tool folds it, but for one on the board, which is what the tool was unfolded for.
  if (target?.closest("details.tool, details.player, details.menu, #board, #chooser, #toast")) return;
  for (const tool of document.querySelectorAll("details.tool[open], details.player[open], details.menu[open]")) {
    if (!(tool instanceof HTMLDetailsElement) || table()?.classList.contains("plain")) continue;
    tool.open = false;
  }
  const main = table();
  if (main && !main.classList.contains("plain")) foldSteps(main);
  if (!target?.closest("#log, #figures, #talk")) openSheet("");
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
  const { theme } = document.documentElement.dataset;
  image.src = theme ? `${link.href}?theme=${theme}` : link.href;
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
  document.addEventListener(
    "toggle",
    (event) => {
      const tool = event.target;
      if (!(tool instanceof HTMLDetailsElement)) return;
      if (tool.dataset.mode !== undefined) light();
      // What was unfolded from a list goes on at the board; the list gives way.
      if (tool.matches("details.step") && tool.open && tool.contains(document.activeElement) && byId("board")) focusBoard();
      if (tool.classList.contains("tool") && tool.open) {
        for (const other of document.querySelectorAll("details.menu[open], details.player[open]")) other.removeAttribute("open");
        for (const step of document.querySelectorAll("#main details.step[open]")) {
          if (!tool.contains(step)) step.removeAttribute("open");
        }
      }
    },
    true,
  );
  for (const [type, on] of /** @type {const} */ ([["pointerover", true], ["pointerout", false]])) {
    document.addEventListener(type, (event) => {
      const line = event.target instanceof Element ? event.target.closest("[data-show]") : null;
      if (line instanceof HTMLElement) point(line.dataset.show, on);
    });
  }
  const newest = document.querySelector("#log-lines > li:last-child");
  if (newest) told = lineNumber(newest);
  turn = table()?.dataset.title ?? "";
  fillInvitation();
  animate(false);
  scrollLog();
}

/** What has to be done again to parts that were swapped in. */
export function decorate() {
  fillInvitation();
}
