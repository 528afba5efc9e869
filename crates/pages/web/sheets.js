// What unfolds over the page: tools, players, and on phones the sheets with the log, the figures and the talk. Each closes by
// its ×, by Escape, by Back, by a press beside it, and when there is no reason for it any more.

import { back, focusBoard, light } from "./board.js";
import { remember } from "./guard.js";
import { byId, table } from "./page.js";

const UNFOLDED = "details.tool[open], details.player[open], details.menu[open]";
/** Narrow windows: what unfolds lies over everything else there. */
const narrow = window.matchMedia("(max-width: 74.99rem), (max-height: 29.99rem)");

/** Shows the end of the log. */
export function scrollLog() {
  const lines = byId("log-lines");
  if (lines) lines.scrollTop = lines.scrollHeight;
  const sheet = byId("log");
  if (sheet) sheet.scrollTop = sheet.scrollHeight;
}

/** Whether the table is in words: there what unfolds is part of the page, and stays. */
function isPlain() {
  return table()?.classList.contains("plain") ?? false;
}

/** What is unfolded over the page. */
function unfolded() {
  return [...document.querySelectorAll(UNFOLDED)]
    .filter((tool) => tool instanceof HTMLDetailsElement)
    .filter((tool) => !isPlain() || tool.classList.contains("menu"));
}

/**
 * What was unfolded for a command, and has done its work when that is done.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @returns {HTMLDetailsElement[]}
 */
export function openFor(form, submitter) {
  const open = [...document.querySelectorAll("#main details.tool[open], #main details.step[open]")]
    // In words the bank stays open for another exchange.
    .filter((tool) => !isPlain() || !(tool.classList.contains("res") || submitter?.closest(".bank")));
  return [...open, form.closest("details.after-all"), form.closest("details.menu")].filter((tool) => tool instanceof HTMLDetailsElement);
}

/**
 * Folds what is unfolded. What is folded cannot keep the focus; its head can.
 * @param {HTMLDetailsElement[]} tools
 */
export function foldAll(tools) {
  if (tools.length > 0) remember();
  for (const tool of tools) {
    if (tool.contains(document.activeElement)) tool.querySelector("summary")?.focus();
    tool.open = false;
  }
}

/**
 * Folds the steps within a tool.
 * @param {Element} tool
 */
function foldSteps(tool) {
  for (const step of tool.querySelectorAll("details.step[open]")) step.removeAttribute("open");
}

/**
 * Closes everything that is open over the page.
 * @param {boolean} focus Whether the focus goes back to what was open.
 * @returns {boolean} whether anything was
 */
export function closeTools(focus) {
  const open = unfolded();
  const was = open.length > 0 || openName() !== "";
  for (const tool of open) {
    const within = tool.contains(document.activeElement) || document.activeElement?.closest("#board");
    foldSteps(tool);
    tool.open = false;
    if (focus && within) tool.querySelector("summary")?.focus();
  }
  const within = focus && openName() !== "" && (byId(openName())?.contains(document.activeElement) ?? false);
  const button = document.querySelector(`#sheets [data-sheet="${openName()}"]`);
  openSheet("");
  if (within && button instanceof HTMLElement) button.focus();
  return was;
}

/** The sheet that is open; empty if none is. */
function openName() {
  return document.body.dataset.openSheet ?? "";
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
  const sheet = target?.closest("#sheets [data-sheet]");
  if (sheet instanceof HTMLElement) {
    openSheet(openName() === sheet.dataset.sheet ? "" : (sheet.dataset.sheet ?? ""));
  } else if (target?.closest("[data-close]")) {
    closeTools(true);
  } else if (!target?.closest("details.tool, details.player, details.menu, #board, #chooser, #toast, [data-give], [data-change]")) {
    // A click beside an unfolded tool folds it, but for one on the board, which is what the tool was unfolded for.
    for (const tool of unfolded()) tool.open = false;
    const main = table();
    if (main && !isPlain()) foldSteps(main);
    if (!target?.closest("#log, #figures, #talk")) openSheet("");
  }
  keepEntry();
}

/**
 * A press on the board closes what lies over it; where that covers most of the board, it does nothing else.
 * @param {MouseEvent} event
 */
function beside(event) {
  if (!(event.target instanceof Element) || !event.target.closest("#board")) return;
  const over = unfolded().filter((tool) => tool.dataset.mode === undefined && !tool.querySelector("details.step[open]"));
  if (over.length === 0 && (openName() === "" || !narrow.matches)) return;
  if (narrow.matches) event.stopPropagation();
  for (const tool of over) tool.open = false;
  openSheet("");
}

/** @param {Event} event */
function toggled(event) {
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
    reasons.set(tool, reasonFor(tool));
  }
  keepEntry();
}

/** Why the open tools were opened. @type {WeakMap<Element, string>} */
const reasons = new WeakMap();

/**
 * What a tool is for now: for this turn, under this heading, and whether there is anything to do in it.
 * @param {HTMLDetailsElement} tool
 */
function reasonFor(tool) {
  const heading = tool.querySelector(".pop h3")?.textContent ?? "";
  const acts = tool.querySelector(".pop :is(form, button[data-action])") !== null;
  return [table()?.dataset.call ?? "", heading, acts].join("\n");
}

/** After every change of the page: closes the tools that were opened for something that is over. */
export function closeGone() {
  if (!isPlain()) foldAll(unfolded().filter((tool) => reasons.has(tool) && reasons.get(tool) !== reasonFor(tool)));
  keepEntry();
}

/** Whether the entry of the history that is shown was made for something that is open. */
let hasEntry = false;
/** The part of the address behind the `#`: a change of it is no way back. */
let hash = "";

/** Where sheets lie over everything else, Back closes them: it needs an entry of the history to go back from. */
function keepEntry() {
  const isOpen = unfolded().length > 0 || openName() !== "" || byId("chooser")?.hidden === false;
  if (hasEntry || !isOpen || !narrow.matches || isPlain()) return;
  hasEntry = true;
  hash = location.hash;
  history.pushState({ sheet: true }, "");
}

/** @param {PopStateEvent} event */
function wentBack(event) {
  const had = hasEntry && location.hash === hash;
  hasEntry = event.state?.sheet === true;
  if (!had || hasEntry) return;
  // What the entry was made for may have closed by itself: then Back means the page.
  if (!back() && !closeTools(true)) history.back();
  else keepEntry();
}

/** Begins. */
export function startSheets() {
  hasEntry = history.state?.sheet === true;
  document.addEventListener("click", beside, true);
  document.addEventListener("click", clicked);
  document.addEventListener("toggle", toggled, true);
  window.addEventListener("popstate", wentBack);
}
