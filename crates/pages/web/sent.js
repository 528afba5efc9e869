// Shows at once that a press was taken: the control keeps the mark until the table has answered, or until the page shows what
// came of it. Nothing here waits for the network.

import { hideGhost, showGhost } from "./tile.js";
import { picture } from "./zoom.js";

/**
 * @typedef {object} Sent
 * @property {Element | null} control What was pressed.
 * @property {string} action The command, where it is one of the legal list.
 * @property {string} place Where on the board.
 * @property {() => void} arrived What is to be done as soon as the page shows what came of it.
 */

/** The command that has no answer yet. @type {Sent | null} */
let sent = null;

/**
 * Marks what was pressed.
 * @param {Element | null} control
 * @param {() => void} [arrived] Called as soon as the page shows what came of it; never if nothing did.
 * @returns {Sent}
 */
export function markSent(control, arrived = () => {}) {
  const data = control instanceof HTMLElement || control instanceof SVGElement ? control.dataset : {};
  const action = control instanceof SVGElement ? "" : (data.action ?? "");
  const command = { control, action, place: data.place ?? "", arrived };
  sent = command;
  showSent();
  return command;
}

/**
 * The table has answered.
 * @param {Sent} command
 * @param {boolean} done Whether it did what was asked.
 */
export function markAnswered(command, done) {
  // The page may have shown it before, and another command may be under way by now.
  if (sent !== command) return;
  sent = null;
  showSent();
  if (done) command.arrived();
}

/**
 * Whether the page no longer offers what was sent: that came of it.
 * @param {Sent} command
 */
function isGone({ control, action }) {
  if (action) return !document.querySelector(`#main button[data-action="${CSS.escape(action)}"]`);
  return control !== null && !control.isConnected;
}

/** After every change of the page: the mark stays as long as nothing came of the press. */
export function showSent() {
  if (sent && isGone(sent)) {
    markAnswered(sent, true);
    return;
  }
  const marked = sent ? controlsOf(sent) : [];
  let hadGhost = false;
  for (const old of document.querySelectorAll('#main [aria-busy="true"]')) {
    hadGhost ||= old instanceof HTMLElement && old.dataset.ghost !== undefined;
    if (!marked.includes(old)) old.removeAttribute("aria-busy");
  }
  for (const control of marked) control.setAttribute("aria-busy", "true");
  const place = marked.find((control) => control instanceof SVGElement);
  // The tile stays where it was put.
  if (place && sent?.control instanceof HTMLElement) showGhost(picture(), place, sent.control);
  else if (hadGhost && !document.querySelector("#chooser.tile:not([hidden])")) hideGhost(picture());
}

/**
 * Everything on the page that stands for a command: what was pressed, other buttons of the same command, its place.
 * @param {Sent} command
 * @returns {Element[]}
 */
function controlsOf({ control, action, place }) {
  const isStill = control?.isConnected && (!action || control.getAttribute("data-action") === action);
  const same = action ? document.querySelectorAll(`#main button[data-action="${CSS.escape(action)}"]`) : [];
  const lit = place ? document.querySelectorAll(`#board [data-place="${CSS.escape(place)}"]`) : [];
  return [...(control && isStill ? [control] : []), ...same, ...lit];
}
