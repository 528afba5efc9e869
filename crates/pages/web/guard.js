// Keeps presses from what they were not meant for. The second press of a double click often meets something else than the
// first, because the page has changed in between: a control does not take presses for a moment after it came to lie where
// another was, and a command does not take a second press that follows the first at once. Holding a key is one press.

/** How long a press counts as meant for what was there before, in milliseconds. */
const MOMENT = 400;
/** How far apart two presses at the same spot may be, in pixels. */
const NEAR = 24;

/** Links of the log move with every line, and lead to nothing that cannot be closed again. */
const CONTROLS = "button, summary, a[href]:not([data-then])";
/** What sends a command, or opens a question about one. */
const COMMANDS = "button[data-action], button[type=submit], #board .lit";
/** What lies over other things while it is open. */
const LAYERS = ".pop, .parts, #chooser, #log, #figures, #talk";

/** @typedef {{ x: number, y: number }} Point */

/** @typedef {{ box: DOMRect, means: string, layer: Element | null, key: string | undefined }} Placed */

/**
 * What lay where at one moment.
 * @typedef {object} Moment
 * @property {number} time
 * @property {Placed[]} controls
 * @property {Placed[]} layers What lay over other controls, from the bottom to the top.
 * @property {string} focus What the keyboard would have pressed.
 */

/** What lay where before the latest changes of the page. @type {Moment[]} */
let moments = [];
/** The last press of a pointer. @type {(Point & { time: number, means: string }) | null} */
let last = null;
/** The press that is going on, until its click. @type {{ id: number, means: string } | null} */
let down = null;
/** The last press by Enter or Space. @type {{ time: number, means: string } | null} */
let lastKey = null;
/** The last shortcut. @type {{ time: number, key: string } | null} */
let lastShortcut = null;

/**
 * The control that a press on an element is for: of the page, or a place of the board.
 * @param {EventTarget | null} target
 * @returns {Element | null}
 */
function controlOf(target) {
  if (!(target instanceof Element)) return null;
  return target.closest("#board [data-place]") ?? target.closest(CONTROLS);
}

/**
 * What a control does, as a text. The element does not tell: when the page changes, *Roll* becomes *End the turn*.
 * @param {Element | null} control
 * @returns {string} empty where nothing would be pressed
 */
function meaning(control) {
  if (!control) return "";
  if (control instanceof SVGElement) {
    const state = control.classList.contains("chosen") ? "chosen" : "";
    return `${control.getAttribute("data-place")} ${control.getAttribute("data-action") ?? ""} ${state}`;
  }
  const data = control instanceof HTMLElement ? Object.values(control.dataset) : [];
  const value = control instanceof HTMLButtonElement ? `${control.name} ${control.value}` : (control.getAttribute("href") ?? "");
  // Another offer is another thing to accept.
  const about = control.closest(".card.offer")?.querySelector(".exchange-line")?.textContent ?? "";
  const text = data.length === 0 && control instanceof HTMLButtonElement ? control.textContent : "";
  return [control.tagName, control.closest("[id]")?.getAttribute("id"), ...data, value, text, about].join(" ");
}

/** What Enter would press now: what has the focus, and what waits for its confirmation. */
function focusMeaning() {
  const { activeElement } = document;
  const question = document.querySelector("#chooser:not([hidden]) button[data-action]");
  const field = activeElement?.matches("input, select") ? activeElement : null;
  return [meaning(controlOf(activeElement) ?? field), question?.getAttribute("data-action") ?? ""].join(" ").trim();
}

/**
 * The part of a control that takes presses.
 * @param {Element} control
 */
function boxOf(control) {
  return (control.querySelector(":scope > .hit") ?? control).getBoundingClientRect();
}

/** Before every change of the page. */
export function remember() {
  const controls = placed(`#main :is(${CONTROLS}), #board .lit`, meaning);
  const layers = placed(`#main :is(${LAYERS})`, (layer) => layer.tagName);
  const time = performance.now();
  moments = [...recent(time), { time, controls, layers, focus: focusMeaning() }];
}

/**
 * What can be seen of some elements, and where.
 * @param {string} selector
 * @param {(element: Element) => string} means
 * @returns {Placed[]}
 */
function placed(selector, means) {
  const seen = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  return seen.map((element) => ({
    box: boxOf(element),
    means: means(element),
    layer: element.closest(LAYERS),
    key: element instanceof HTMLElement ? element.dataset.key : undefined,
  }));
}

/**
 * What could be pressed at a spot: of several layers the top one, which takes presses even where it has no control.
 * @param {Moment} moment
 * @param {Point} at
 * @returns {string[]}
 */
function meaningsAt({ controls, layers }, at) {
  const top = layers.findLast(({ box }) => covers(box, at));
  const there = controls.filter(({ box, layer }) => covers(box, at) && (!top || layer === top.layer));
  return [...(top ? [top] : []), ...there].map(({ means }) => means);
}

/**
 * The moments that count at a time.
 * @param {number} now
 */
function recent(now) {
  return moments.filter(({ time }) => isJust(time, now));
}

/**
 * @param {number} time
 * @param {number} now
 */
function isJust(time, now) {
  return now - time < MOMENT;
}

/**
 * @param {Point} a
 * @param {Point} b
 */
function isNear(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y) < NEAR;
}

/**
 * @param {DOMRect} box
 * @param {Point} at
 */
function covers({ left, right, top, bottom }, { x, y }) {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/**
 * Whether there was something else than now, and not this as well.
 * @param {string[]} then
 * @param {string} now
 */
function isReplaced(then, now) {
  const there = then.filter((means) => means !== "");
  return there.length > 0 && !there.includes(now);
}

/** @param {Element} control */
function isCommand(control) {
  // What is pressed again to turn a tile sends nothing.
  const turns = control.classList.contains("chosen") && document.querySelector("#chooser.tile:not([hidden])");
  return control.matches(COMMANDS) && !turns;
}

/**
 * Whether a press on a control is ignored.
 * @param {Element} control
 * @param {Point} at where on the screen
 * @param {number} now when it was made: a busy page hears of it later
 * @returns {boolean}
 */
export function ignoresPress(control, at, now = performance.now()) {
  const means = meaning(control);
  const follows = last !== null && isJust(last.time, now) && isNear(last, at);
  if (follows && last && (isReplaced([last.means], means) || (last.means === means && isCommand(control)))) return true;
  // The head of the page and its menus do not change with the table, and what a menu lies over was not meant.
  if (control.closest(".top")) return false;
  return recent(now).some((moment) => isReplaced(meaningsAt(moment, at), means));
}

/**
 * Whether Enter and Space are ignored.
 * @param {number} now when they were pressed
 * @returns {boolean}
 */
export function ignoresEnter(now = performance.now()) {
  const means = focusMeaning();
  if (!means) return false;
  const control = controlOf(document.activeElement);
  const sends = (control !== null && isCommand(control)) || document.querySelector("#chooser:not([hidden])") !== null;
  if (lastKey && isJust(lastKey.time, now) && (isReplaced([lastKey.means], means) || (sends && lastKey.means === means))) return true;
  return recent(now).some(({ focus }) => isReplaced([focus], means));
}

/**
 * Whether a shortcut is ignored: it has just been pressed, or has just come to mean something else.
 * @param {string} key
 * @param {HTMLElement} control
 * @param {number} now when it was pressed
 * @returns {boolean}
 */
export function ignoresShortcut(key, control, now = performance.now()) {
  if (!(control instanceof HTMLButtonElement)) return false;
  if (isCommand(control) && lastShortcut?.key === key && isJust(lastShortcut.time, now)) return true;
  const means = meaning(control);
  return recent(now).some(({ controls }) => isReplaced(controls.filter((it) => it.key === key).map((it) => it.means), means));
}

/**
 * A shortcut was pressed.
 * @param {string} key
 * @param {number} time
 */
export function rememberShortcut(key, time) {
  lastShortcut = { time, key };
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Where a click is for the press that began it: on one control from its beginning to its end.
 * @param {MouseEvent} event
 * @param {Element} control
 */
function isSame(event, control) {
  if (!down || !(event instanceof PointerEvent) || event.pointerId !== down.id) return true;
  return down.means === "" || down.means === meaning(control);
}

/** Whether the press that is going on is ignored: its click comes later, when more may have changed. */
let isIgnored = false;

/** @param {PointerEvent} event */
function pressed(event) {
  const control = controlOf(event.target);
  const at = { x: event.clientX, y: event.clientY };
  const means = meaning(control);
  isIgnored = control !== null && ignoresPress(control, at, event.timeStamp);
  down = { id: event.pointerId, means };
  // An ignored press does not begin a new moment: who goes on pressing is heard after the first.
  if (!isIgnored) last = { ...at, time: event.timeStamp, means };
}

/** @param {MouseEvent} event */
function clicked(event) {
  const control = controlOf(event.target);
  // What the page itself presses was checked before.
  if (!control || !event.isTrusted) return;
  if (event.detail === 0 && !(event instanceof PointerEvent && event.pointerId > 0)) return;
  const ignored = isIgnored || !isSame(event, control);
  isIgnored = false;
  down = null;
  if (ignored) stop(event);
}

/**
 * Whether letters go to a field.
 * @param {EventTarget | null} target
 */
function isTyping(target) {
  return target instanceof HTMLElement && (target.matches("input:not([type=checkbox], [type=radio]), textarea") || target.isContentEditable);
}

/** @param {KeyboardEvent} event */
function keyed(event) {
  if (event.key !== "Enter" && event.key !== " ") {
    // Who goes elsewhere has seen what is there.
    lastKey = null;
    for (const moment of moments) moment.focus = "";
    return;
  }
  if (isTyping(event.target) && event.key === " ") return;
  if ((event.repeat && focusMeaning()) || ignoresEnter(event.timeStamp)) stop(event);
  else lastKey = { time: event.timeStamp, means: focusMeaning() };
}

/** Begins, before any other module listens. */
export function startGuard() {
  document.addEventListener("pointerdown", pressed, true);
  document.addEventListener("click", clicked, true);
  document.addEventListener("keydown", keyed, true);
}
