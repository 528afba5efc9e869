// Single keys: the page says which element a key belongs to (`data-key`), this module presses or focuses it.

import { back, confirm, focusBoard, isAsked } from "./board.js";
import { ignoresShortcut, rememberShortcut } from "./guard.js";
import { byId, hideToast, isVisible, table } from "./page.js";
import { closeTools, openSheet } from "./sheets.js";
import { fit, zoom } from "./zoom.js";

/**
 * Whether keys go to a field where they are typed.
 * @param {EventTarget | null} target
 * @returns {boolean}
 */
function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "submit"].includes(target.type);
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement || target.isContentEditable;
}

/**
 * Whether Enter and Space have a meaning of their own there.
 * @param {EventTarget | null} target
 * @returns {boolean}
 */
function isOwn(target) {
  return target instanceof Element && target.closest("button, a, summary, input, select, textarea, [data-place]") !== null;
}

/**
 * Presses or focuses the element of a key.
 * @param {string} key
 * @param {number} time
 * @returns {boolean} whether there is one
 */
function press(key, time) {
  for (const element of document.querySelectorAll(`#main [data-key="${CSS.escape(key)}"]`)) {
    if (!(element instanceof HTMLElement)) continue;
    if (element.id === "board") {
      focusBoard();
      return true;
    }
    if (!isVisible(element)) {
      if (!openSheet(element.id)) continue;
    }
    if (ignoresShortcut(key, element, time)) return true;
    rememberShortcut(key, time);
    if (element instanceof HTMLButtonElement) {
      element.click();
    } else if (element.tagName === "SUMMARY") {
      element.click();
      const tool = element.parentElement;
      // A tool with places leads to the board, any other to what it unfolds.
      if (tool instanceof HTMLDetailsElement && tool.open && tool.dataset.mode) setTimeout(focusBoard);
      else element.focus();
    } else {
      element.scrollIntoView({ block: "nearest" });
      element.focus();
    }
    return true;
  }
  return false;
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !table()) return;
  const dialog = byId("keys");
  if (!(dialog instanceof HTMLDialogElement) || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") {
    hideToast();
    if (!back()) closeTools(true);
    return;
  }
  // What waits for its confirmation gets it, unless the key belongs to what has the focus.
  if ((event.key === "Enter" || event.key === " ") && isAsked() && !isOwn(event.target)) {
    confirm();
    event.preventDefault();
    return;
  }
  // Holding a key is one press.
  if (dialog.dataset.keys === "off" || isTyping(event.target) || (event.repeat && !"+-".includes(event.key))) return;
  const done = {
    "?": () => dialog.showModal(),
    "+": () => zoom(1.5),
    "-": () => zoom(1 / 1.5),
    "0": () => fit(),
  }[event.key];
  if (done) done();
  else if (event.key.length !== 1 || !press(event.key.toLowerCase(), event.timeStamp)) return;
  event.preventDefault();
}

/** The list of keys opens by a press as well, at tables and in replays. */
export function startKeyList() {
  document.addEventListener("click", (event) => {
    const dialog = byId("keys");
    if (event.target instanceof Element && event.target.closest("[data-open-keys]") && dialog instanceof HTMLDialogElement) dialog.showModal();
  });
}

/** Listens to the keyboard. */
export function startKeys() {
  document.addEventListener("keydown", pressed);
}
