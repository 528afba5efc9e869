// Finding things in the page. No module keeps its own idea of the game: the page is the state.

import { link as addressOf } from "./transport.js";

/**
 * The element with this id.
 * @param {string} id
 * @returns {HTMLElement | null}
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * The `<main>` of a table; null on other pages.
 * @returns {HTMLElement | null}
 */
export function table() {
  const main = byId("main");
  return main?.dataset.table ? main : null;
}

/**
 * Where the forms of the table go, and where its parts come from: a table, or a lesson.
 * @returns {string}
 */
export function address() {
  const data = table()?.dataset;
  return data?.at ?? `/t/${data?.table}`;
}

/** Whether the page is a step of a lesson: nobody else acts there, and nothing comes by itself. */
export function isLesson() {
  return table()?.dataset.at !== undefined;
}

/**
 * Makes an element of a picture.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElement}
 */
export function svgElement(name, attributes) {
  const made = /** @type {SVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", name));
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}

/** @type {Map<string, string> | undefined} */
let words;

/**
 * A word the page brought along for the client.
 * @param {string} key
 * @returns {string}
 */
export function word(key) {
  if (!words) {
    words = new Map();
    for (const term of document.querySelectorAll("#words > dt")) {
      words.set(term.textContent ?? "", term.nextElementSibling?.textContent ?? "");
    }
  }
  return words.get(key) ?? key;
}

/**
 * Whether an element can be seen and used now.
 * @param {Element} element
 * @returns {boolean}
 */
export function isVisible(element) {
  return element.checkVisibility();
}

/**
 * Says something to those who listen rather than look.
 * @param {string} text
 */
export function announce(text) {
  const live = byId("live");
  if (!live || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  live.append(line);
  // Old lines go, so that nobody walks into them later.
  while (live.childElementCount > 6) live.firstElementChild?.remove();
}

/**
 * @typedef {object} Refusal
 * @property {string} message
 * @property {string} [clause] The clause that stands against it.
 */

/** @type {number | undefined} */
let toastTimer;

/**
 * Shows why something was not done; it goes by itself after a while.
 * @param {Refusal} refusal
 */
export function toast({ message, clause }) {
  const place = byId("toast");
  if (!place) return;
  const line = document.createElement("p");
  line.append(message);
  if (clause) {
    const link = document.createElement("a");
    link.href = addressOf(`/rules/${clause}`);
    link.target = "_blank";
    link.rel = "noopener";
    link.className = "clause";
    link.title = word("clause");
    link.textContent = clause;
    line.append(" ", link);
  }
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "✕";
  close.setAttribute("aria-label", word("close"));
  close.addEventListener("click", hideToast);
  line.append(close);
  place.replaceChildren(line);
  leadRules(clause);
  hideToastAfter(message);
}

/**
 * Shows in the same place, for the eye alone, what the ear is told otherwise; a press takes it away.
 * @param {string} message
 */
export function toastSeen(message) {
  const place = byId("toast");
  if (!place) return;
  const line = document.createElement("p");
  line.setAttribute("aria-hidden", "true");
  line.dir = "auto";
  line.append(message);
  line.addEventListener("click", hideToast);
  place.replaceChildren(line);
  leadRules();
  hideToastAfter(message);
}

/** @param {string} message */
function hideToastAfter(message) {
  clearTimeout(toastTimer);
  toastTimer = setTimeout(hideToast, 6000 + 60 * message.length);
}

/** Takes the last message away. */
export function hideToast() {
  clearTimeout(toastTimer);
  byId("toast")?.replaceChildren();
  leadRules();
}

/**
 * Leads the links to the rules to a clause, or back to the rules of the game.
 * @param {string} [clause]
 */
function leadRules(clause) {
  for (const link of document.querySelectorAll("a[data-rules]")) {
    if (link instanceof HTMLAnchorElement) link.href = addressOf(clause ? `/rules/${clause}` : (link.dataset.rules ?? "/rules"));
  }
}

/** Resolved when the response to the last press is painted. */
let painted = Promise.resolve();

/**
 * Resolved when the browser has painted the response to the last press. Updates from the server wait for it.
 * @returns {Promise<void>}
 */
export function pressPainted() {
  return painted;
}

/** How long `nextPaint` waits for a frame, in milliseconds. A covered window draws none. */
const FRAME = 200;

/**
 * Resolved when the next frame is painted.
 * @returns {Promise<void>}
 */
export function nextPaint() {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, FRAME);
  });
}

/** Begins to watch presses. */
export function watchPresses() {
  const pressed = () => {
    if (!document.hidden) painted = nextPaint();
  };
  for (const type of ["pointerdown", "click", "keydown"]) document.addEventListener(type, pressed, true);
}
