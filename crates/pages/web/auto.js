// Presses what the page says it may press by itself (`data-auto`, with what is said afterwards): the reader has chosen so, and
// the server marks only what leaves nothing to decide.

import { press } from "./act.js";
import { isUnderWay } from "./outbox.js";
import { announce, isLesson, table, toast } from "./page.js";

/** How long the reader sees what is about to be done, in milliseconds. */
const PAUSE = 800;

/** For what the table waited when something was last pressed by itself, and what was pressed since. */
let call = "";
/** @type {Set<string>} */
const pressed = new Set();
/** @type {number | undefined} */
let timer;

/** The first button that the page may press, unless it has pressed it before: who takes that back wants to decide. */
function due() {
  // In a lesson every press is the learner's own.
  if (isLesson()) return undefined;
  const now = table()?.dataset.call ?? "";
  if (now !== call) pressed.clear();
  call = now;
  const buttons = [...document.querySelectorAll("#main button[data-auto]")].filter((button) => button instanceof HTMLButtonElement);
  return buttons.find((button) => !pressed.has(meaning(button)));
}

/**
 * What pressing a button does, and about what: another offer is something else to reject.
 * @param {HTMLButtonElement} button
 */
function meaning(button) {
  return `${button.value} ${button.closest(".offer")?.querySelector(".exchange-line")?.textContent}`;
}

async function pressDue() {
  const button = due();
  if (!button || isUnderWay()) return;
  const version = table()?.dataset.version;
  const { auto: said = "" } = button.dataset;
  const isOffer = button.closest(".offer") !== null;
  const means = meaning(button);
  pressed.add(means);
  if (await press(button, true)) {
    if (isOffer) toast({ message: said });
    else announce(said);
  } else if (table()?.dataset.version !== version) {
    // Somebody else was first; it may still be to be done.
    pressed.delete(means);
    pressLater();
  }
}

/** After every change of the page. */
export function pressLater() {
  clearTimeout(timer);
  if (due()) timer = setTimeout(() => void pressDue(), PAUSE);
}
