// The board: choosing places by pointer and keys. It knows places and which of them have buttons in the page; it knows no
// rule, no geometry but that of the screen, and nothing of the network.

import { groupOf, isTurn, labelOf, linesOf, nameOf, placeOf, valueOf, whatOf } from "./choice.js";
import { canTurn, look, startHints, tapped, turnLooked } from "./hint.js";
import { announce, byId, nextPaint, toast, word } from "./page.js";
import { resetHand, startVariant, turnHand, turnTo } from "./tile.js";
import { approach, follow, isDragged, isTileLand, kindOf, picture, showAgain, startZoom, zoomOrFit } from "./zoom.js";

/**
 * @typedef {object} Hooks
 * @property {(button: HTMLButtonElement) => void} choose Does what a button of the legal list does.
 * @property {(action: string) => void} explain Asks why something cannot be done.
 * @property {(button: HTMLElement) => Promise<boolean>} preview Has a button say what it leads to, where it does not yet; whether it
 *   does now.
 */

/** @typedef {import("./choice.js").Choice} Choice */

/** @type {Hooks} */
let hooks = { choose: () => {}, explain: () => {}, preview: async () => false };
/** The place that waits for its confirmation. @type {string | null} */
let chosen = null;
/** The choices that were meant by it, and which of them is shown. @type {{ buttons: HTMLElement[], index: number } | null} */
let asked = null;
/** Where the focus was when it was asked for: as long as it stays there, Enter confirms. @type {Element | null} */
let askedAt = null;
/** The draw of the tile in hand whose places were brought closer. */
let followed = "";
/** The tile that was brought closer for a figure. */
let near = "";
/** The place the keyboard was at last. @type {string | null} */
let current = null;

/**
 * The step that was begun last: of its places one is the next choice.
 * @returns {HTMLDetailsElement | null}
 */
function openStep() {
  const steps = document.querySelectorAll("#main details.step[open]");
  const step = steps[steps.length - 1];
  return step instanceof HTMLDetailsElement ? step : null;
}

/**
 * The step within which a choice lies; the head of a step lies outside of it.
 * @param {Element} choice
 * @returns {Element | null}
 */
function stepOf(choice) {
  const step = choice.closest("details.step");
  return choice.tagName === "SUMMARY" ? (step?.parentElement?.closest("details.step") ?? null) : step;
}

/**
 * The choices that have a place: those of the step that was begun, or else of the unfolded tool, or else all.
 * @returns {Map<string, Choice[]>}
 */
function listed() {
  const step = openStep();
  const tool = step ? null : document.querySelector("details.build[data-mode][open]");
  /** @type {Map<string, Choice[]>} */
  const places = new Map();
  for (const choice of document.querySelectorAll("#main button[data-place], #main summary[data-place]")) {
    if (!(choice instanceof HTMLElement) || stepOf(choice) !== step) continue;
    if (tool && !tool.contains(choice)) continue;
    const place = choice.dataset.place ?? "";
    const others = places.get(place);
    if (others) others.push(choice);
    else places.set(place, [choice]);
  }
  return places;
}

/**
 * Does what a choice does: sends the action of a button, or begins a step.
 * @param {Choice} choice
 * @param {boolean} byKey Whether the keyboard goes on at the first place of the step.
 */
function take(choice, byKey) {
  if (choice instanceof HTMLButtonElement) {
    hooks.choose(choice);
    return;
  }
  choice.click();
  if (!byKey) return;
  // Its places light up at once, and not when the browser tells that it is open: the focus would go with the old ones.
  light();
  focusBoard();
}

/** Lights the places where something can be done, and makes them reachable by keyboard. */
export function light() {
  const svg = picture();
  if (!svg) return;
  const places = listed();
  const another = resetHand();
  refreshAsked(places);
  if (current && !places.has(current)) current = null;
  const first = current ?? places.keys().next().value;
  const kinds = new Set();
  for (const group of svg.querySelectorAll("[data-place]")) {
    const place = group.getAttribute("data-place") ?? "";
    const buttons = places.get(place);
    group.classList.toggle("lit", buttons !== undefined);
    group.classList.toggle("wanted", buttons?.some((button) => button.dataset.wanted !== undefined) ?? false);
    group.classList.toggle("next", buttons?.some((button) => button.dataset.next !== undefined) ?? false);
    group.classList.toggle("chosen", place === chosen);
    if (buttons) kinds.add(kindOf(group));
    const told = buttons && {
      role: "button",
      "aria-label": labelOf(place, buttons),
      tabindex: place === first ? "0" : "-1",
      "data-action": buttons.map(valueOf).filter(Boolean).join("; "),
    };
    for (const name of /** @type {const} */ (["role", "aria-label", "tabindex", "data-action"])) {
      const value = told?.[name] ?? null;
      if (value === null) group.removeAttribute(name);
      else if (group.getAttribute(name) !== value) group.setAttribute(name, value);
    }
  }
  // Where only one kind of place is asked for its neighbours give way, so that fingers need not be exact.
  const step = openStep();
  const one = byId("board")?.dataset.single !== undefined || step || document.querySelector("details.build[data-mode][open]");
  const begun = step?.querySelector("summary")?.dataset.place;
  if (begun) groupOf(begun)?.classList.add("chosen");
  for (const [kind, plural] of [["hex", "hexes"], ["intersection", "intersections"], ["path", "paths"]]) {
    svg.classList.toggle(`choose-${plural}`, Boolean(one) && kinds.size === 1 && kinds.has(kind));
  }
  // What was brought closer for a decision goes back when it is made.
  showAgain(places.size === 0 || another);
  showStep(step);
  if (isTileLand()) {
    approachFigures(places);
    void followTile();
  }
  look(true);
}

/** The step that the chooser tells of. @type {Element | null} */
let told = null;

/**
 * Tells what the step that was begun asks for: with what needs no place, and a way back.
 * @param {HTMLDetailsElement | null} step
 */
function showStep(step) {
  const chooser = byId("chooser");
  if (!chooser || asked) return;
  if (!step) {
    if (told) chooser.hidden = true;
    told = null;
    return;
  }
  told = step;
  const text = document.createElement("p");
  text.textContent = step.dataset.prompt ?? "";
  chooser.replaceChildren(text);
  for (const button of step.querySelectorAll("button:not([data-place])")) {
    if (!(button instanceof HTMLButtonElement) || stepOf(button) !== step) continue;
    const copy = document.createElement("button");
    copy.type = "button";
    copy.textContent = button.textContent;
    copy.dataset.action = button.value;
    copy.addEventListener("click", () => hooks.choose(button));
    chooser.append(copy);
  }
  const stop = document.createElement("button");
  stop.type = "button";
  stop.textContent = word("cancel");
  stop.addEventListener("click", () => {
    const onBoard = chooser.contains(document.activeElement);
    closeStep();
    if (onBoard) focusBoard();
  });
  chooser.append(stop);
  chooser.hidden = false;
  chooser.classList.remove("tile", "turns", "telling");
  announce(text.textContent);
}

/**
 * Takes back the last step that was begun.
 * @returns {boolean} whether there was one
 */
function closeStep() {
  const step = openStep();
  if (step) step.open = false;
  return step !== null;
}

/**
 * After the page changed: what waits for its confirmation still does, if it can still be done.
 * @param {Map<string, Choice[]>} places
 */
function refreshAsked(places) {
  if (!asked) return;
  const shownChoice = asked.buttons[asked.index];
  const value = shownChoice && valueOf(shownChoice);
  const buttons = chosen ? (places.get(chosen) ?? []) : asked.buttons.filter((button) => button.isConnected);
  const index = buttons.findIndex((button) => valueOf(button) === value);
  if (index < 0) {
    cancel();
    return;
  }
  asked = { buttons, index };
}

/** Says how many places are lit, and goes to the first of them. */
export function focusBoard() {
  const place = picture()?.querySelector('.lit[tabindex="0"]');
  const count = picture()?.querySelectorAll(".lit").length ?? 0;
  if (place instanceof SVGElement) {
    place.focus();
    announce(`${count} ${word("lit")}`);
  } else {
    byId("board-panel")?.scrollIntoView({ block: "nearest" });
  }
}

/**
 * Whether a choice is to be confirmed first: by the reader's setting, or because it cannot be taken back.
 * @param {string} by `touch`, `mouse`, `pen` or `key`
 * @param {Choice} button
 * @returns {boolean}
 */
function confirms(by, button) {
  const setting = document.documentElement.dataset.confirm;
  if (button.dataset.ghost !== undefined) return true;
  // Beginning a step does nothing yet.
  if (button.tagName === "SUMMARY") return false;
  if (button.dataset.ask !== undefined) return setting !== "never";
  return setting === "always" || (setting === "touch" && by === "touch");
}

/**
 * Something was chosen on the board.
 * @param {string} place
 * @param {string} by
 */
function choose(place, by) {
  const buttons = listed().get(place);
  const group = groupOf(place);
  if (!buttons?.[0]) {
    if (group) explain(group, place);
    return;
  }
  current = place;
  if (chosen === place && asked) {
    // Again: a pointer turns what can be turned, anything else confirms.
    if (buttons[0].dataset.ghost !== undefined && by !== "key") turn();
    else confirm();
    return;
  }
  const variants = buttons[0].dataset.ghost !== undefined;
  if ((buttons.length === 1 || variants) && !confirms(by, buttons[0])) {
    cancel();
    take(buttons[0], by === "key");
    return;
  }
  ask(place, buttons, variants ? startVariant(buttons) : 0);
}

/** Does what waits for its confirmation. */
export function confirm() {
  const button = asked?.buttons[asked.index];
  const place = chosen;
  if (!button) return;
  // The button goes with its question; the focus stays at the place.
  const byKey = byId("board")?.contains(document.activeElement) || byId("chooser")?.contains(document.activeElement) || false;
  if (place && byId("chooser")?.contains(document.activeElement)) groupOf(place)?.focus();
  cancel();
  take(button, byKey);
}

/** Whether something waits for its confirmation that one key can give. */
export function isAsked() {
  return asked !== null && (asked.buttons.length === 1 || asked.buttons[0]?.dataset.ghost !== undefined);
}

/** Turns the tile that waits for its confirmation to the next way in which it fits, or else the one in hand. */
export function turn() {
  const group = chosen ? groupOf(chosen) : null;
  if (!asked || !group || !isTurn(asked.buttons[0])) {
    if (!turnLooked()) turnHand();
    return;
  }
  ask(chosen ?? "", asked.buttons, (asked.index + 1) % asked.buttons.length);
}

/**
 * Asks for confirmation of a button that has no place, or is pressed itself.
 * @param {HTMLButtonElement} button
 * @returns {boolean} whether it is to wait
 */
export function askFor(button) {
  const question = button.dataset.ask;
  if (question === undefined || (question === "" && !confirms("mouse", button))) return false;
  // In words nothing lies over the board, and a button says all that it does.
  if (!byId("chooser")) return question !== "" && !window.confirm(question);
  if (asked?.buttons[asked.index] === button) {
    confirm();
    return true;
  }
  ask(button.dataset.place ?? null, [button], 0);
  return true;
}

/**
 * What the rules say to a place that is not lit: the action is named by the page, not known here.
 * @param {Element} group
 * @param {string} place
 */
function explain(group, place) {
  cancel();
  const reason = document.querySelector(`#main [data-why="${CSS.escape(place)}"]`);
  if (reason) {
    const clause = reason.querySelector("a.clause")?.textContent ?? "";
    toast({ message: reason.textContent?.replace(clause, "").trim() ?? "", ...(clause ? { clause } : {}) });
    return;
  }
  const kind = kindOf(group);
  const step = openStep();
  if (step) {
    // Only a place of the kind that is asked for could complete it.
    const [sample] = listed().keys();
    const wanted = sample ? groupOf(sample) : null;
    if (wanted && kindOf(wanted) === kind) hooks.explain(`${step.dataset.mode} ${place}`);
    return;
  }
  const open = document.querySelector("details.build[open]");
  const mode = open instanceof HTMLElement ? open.dataset.mode : undefined;
  const attempts = byId("board")?.dataset ?? {};
  const usual = {
    hex: attempts.tryHex,
    intersection: attempts.tryIntersection,
    path: attempts.tryPath,
    space: attempts.trySpace,
  }[kind];
  // With a tool unfolded its own action is meant, if it goes to this kind of place.
  const fits = mode && document.querySelector(`#build-${mode} button[data-kind="${mode}"]`);
  const sample = fits instanceof HTMLButtonElement ? groupOf(fits.dataset.place ?? "") : null;
  const verb = sample && kindOf(sample) === kind ? mode : usual;
  if (verb) hooks.explain(`${verb} ${place}`);
}

/**
 * Asks which action is meant, or whether this one is.
 * @param {string | null} place
 * @param {Choice[]} buttons
 * @param {number} index Which of them is shown, where they are turns of a tile.
 */
function ask(place, buttons, index) {
  const chooser = byId("chooser");
  const shownButton = buttons[index];
  if (!chooser || !shownButton) return;
  const within = chooser.contains(document.activeElement) ? chooser.querySelector("[data-turn-tile]") === document.activeElement : null;
  chosen = place;
  asked = { buttons, index };
  askedAt = document.activeElement;
  const variants = isTurn(shownButton);
  const single = buttons.length === 1 || variants;
  const text = document.createElement("p");
  const [name, said] = [nameOf(shownButton), whatOf(shownButton)];
  const what = variants || name === said ? said : `${name}, ${said}`;
  text.textContent = single ? shownButton.dataset.ask || `${word("chosen")} ${what}` : word("choose");
  const told = single ? linesOf(shownButton) : [];
  chooser.replaceChildren(text);
  if (told.length > 0) chooser.append(listOf(told));
  chooser.classList.toggle("telling", told.length > 0);
  for (const button of single ? [shownButton] : buttons) {
    const doIt = document.createElement("button");
    doIt.type = "button";
    doIt.className = "primary";
    doIt.textContent = single ? (button.dataset.do ?? word("do")) : nameOf(button);
    doIt.dataset.action = valueOf(button);
    // The page may have been brought up to date since it was asked: what stands there now is meant.
    const now = () => asked?.buttons.findIndex((other) => valueOf(other) === valueOf(button) && nameOf(other) === nameOf(button)) ?? -1;
    if (!single) {
      const lines = linesOf(button).map(lineOf);
      doIt.append(...lines);
      doIt.classList.toggle("with-lines", lines.length > 0);
      for (const type of ["focus", "pointerenter", "pointerdown"]) doIt.addEventListener(type, () => regard(now()));
    }
    doIt.addEventListener("click", () => {
      asked = { buttons: [asked?.buttons[now()] ?? button], index: 0 };
      confirm();
    });
    chooser.append(doIt);
  }
  if (variants && buttons.length > 1) {
    const again = document.createElement("button");
    again.type = "button";
    again.dataset.turnTile = "";
    again.textContent = `${word("turn")} (${index + 1}/${buttons.length})`;
    chooser.append(again);
  }
  const stop = document.createElement("button");
  stop.type = "button";
  stop.textContent = word("cancel");
  stop.addEventListener("click", () => {
    cancel();
    if (place) groupOf(place)?.focus();
  });
  chooser.append(stop);
  chooser.hidden = false;
  chooser.classList.toggle("tile", variants);
  chooser.classList.toggle("turns", variants && buttons.length > 1);
  for (const group of document.querySelectorAll("#board .chosen")) group.classList.remove("chosen");
  for (const button of document.querySelectorAll("#main button.asked")) button.classList.remove("asked");
  if (single) shownButton.classList.add("asked");
  const group = place ? groupOf(place) : null;
  group?.classList.add("chosen");
  // The response to the press is painted first.
  if (group && isTileLand()) void nextPaint().then(() => chosen === place && asked && approach(group));
  if (variants) turnTo(shownButton);
  look();
  announce([text.textContent, ...told].join(" "));
  if (single && shownButton.querySelector(".preview[data-later]")) void tellLater(shownButton, text);
  if (!single) chooser.querySelector("button")?.focus();
  else if (within !== null) {
    const next = chooser.querySelector(within ? "[data-turn-tile]" : "button");
    if (next instanceof HTMLElement) next.focus();
  }
}

/**
 * Shows on the board what one of the choices that are asked about would put there.
 * @param {number} index
 */
function regard(index) {
  if (!asked || index < 0 || asked.index === index) return;
  asked.index = index;
  look();
}

/** @param {string} text */
function lineOf(text) {
  const line = document.createElement("span");
  line.className = "line";
  line.textContent = text;
  return line;
}

/** @param {string[]} lines */
function listOf(lines) {
  const list = document.createElement("ul");
  list.className = "told";
  list.append(
    ...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }),
  );
  return list;
}

/**
 * Tells what a button leads to as soon as it says so, if it is still the one that is asked about.
 * @param {HTMLElement} button
 * @param {Element} question
 */
async function tellLater(button, question) {
  const about = asked;
  if (!(await hooks.preview(button)) || asked !== about) return;
  const told = linesOf(button);
  question.after(listOf(told));
  byId("chooser")?.classList.add("telling");
  announce(told.join(" "));
  // The question has grown, and may cover the place by now.
  const group = chosen ? groupOf(chosen) : null;
  if (group && isTileLand()) approach(group);
}

/** Brings the places of another tile in hand closer, once: where the reader looks then is their choice. */
async function followTile() {
  const tile = document.querySelector("#hand svg[data-drawn]");
  const drawn = tile instanceof SVGElement ? (tile.dataset.drawn ?? "") : "";
  if (drawn === followed) return;
  await nextPaint();
  const lit = [...document.querySelectorAll("#board .space.lit")];
  if (lit.length === 0 || asked || drawn === followed) return;
  followed = drawn;
  follow(lit);
}

/**
 * Brings the tile closer on which a figure can be deployed, once.
 * @param {Map<string, Choice[]>} places
 */
function approachFigures(places) {
  const [first] = places.keys();
  const group = first ? groupOf(first) : null;
  const cells = new Set([...places.keys()].map((place) => place.split(".")[0]));
  const here = group && kindOf(group) === "segment" && cells.size === 1 ? (first?.split(".")[0] ?? "") : "";
  if (here && here !== near && group) approach(group);
  near = here;
}

/**
 * Goes one choice back: forgets a place that waited for its confirmation, or else the last step that was begun.
 * @returns {boolean} whether there was anything
 */
export function back() {
  return cancel() || closeStep();
}

/**
 * Forgets a place that waited for its confirmation.
 * @returns {boolean} whether there was one
 */
export function cancel() {
  const was = asked !== null;
  chosen = null;
  asked = null;
  look();
  for (const button of document.querySelectorAll("#main button.asked")) button.classList.remove("asked");
  const chooser = byId("chooser");
  if (chooser) chooser.hidden = true;
  for (const group of document.querySelectorAll("#board .chosen")) group.classList.remove("chosen");
  told = null;
  showStep(openStep());
  return was;
}

/**
 * Shows where a line of the log happened, or where a choice of a list is.
 * @param {string | undefined} place
 * @param {boolean} on
 */
export function point(place, on) {
  if (place) groupOf(place)?.classList.toggle("chosen", on || place === chosen);
}

let lastTap = { time: 0, x: 0, y: 0 };
let lastNotch = 0;

/** @param {MouseEvent} event */
function clicked(event) {
  if (isDragged()) return;
  const place = event.target instanceof Element ? event.target.closest("[data-place]") : null;
  const by = event instanceof PointerEvent ? event.pointerType : "mouse";
  const near = Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 30;
  const double = event.timeStamp - lastTap.time < 320 && near;
  lastTap = { time: event.timeStamp, x: event.clientX, y: event.clientY };
  // What can be done at a lit place is told with its question.
  if (by !== "mouse") tapped((!place?.classList.contains("lit") && place?.getAttribute("data-place")) || null);
  if (place?.classList.contains("lit")) {
    choose(place.getAttribute("data-place") ?? "", by);
  } else if (double) {
    zoomOrFit(event);
  } else if (place) {
    choose(place.getAttribute("data-place") ?? "", by);
  } else {
    cancel();
  }
}

/** Directions of the arrow keys on the screen. @type {Record<string, [number, number] | undefined>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {KeyboardEvent} event */
function pressed(event) {
  const group = event.target instanceof Element ? event.target.closest("[data-place]") : null;
  if (!group || event.ctrlKey || event.metaKey || event.altKey) return;
  const direction = ARROWS[event.key];
  if (direction) {
    go(group, nearest(group, direction));
  } else if (event.key === "PageDown" || event.key === "PageUp") {
    go(group, following(group, event.key === "PageDown" ? 1 : -1));
  } else if (event.key === "Enter" || event.key === " ") {
    if (isAsked() && document.activeElement === askedAt) confirm();
    else choose(group.getAttribute("data-place") ?? "", "key");
  } else {
    return;
  }
  event.preventDefault();
}

/**
 * The nearest lit place in a direction.
 * @param {Element} from
 * @param {[number, number]} direction
 * @returns {Element | undefined}
 */
function nearest(from, [dx, dy]) {
  const middle = (/** @type {Element} */ group) => {
    const box = (group.querySelector(".hit") ?? group).getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const start = middle(from);
  /** @type {{ group: Element, cost: number } | null} */
  let best = null;
  for (const group of document.querySelectorAll("#board .lit")) {
    if (group === from) continue;
    const at = middle(group);
    const along = (at.x - start.x) * dx + (at.y - start.y) * dy;
    const across = Math.abs((at.x - start.x) * dy) + Math.abs((at.y - start.y) * dx);
    if (along < 4) continue;
    const cost = along + 2 * across;
    if (!best || cost < best.cost) best = { group, cost };
  }
  return best?.group;
}

/**
 * The next or the previous lit place, round and round: it leads to every one, which no arrows can promise.
 * @param {Element} from
 * @param {number} step
 * @returns {Element | undefined}
 */
function following(from, step) {
  const lit = [...document.querySelectorAll("#board .lit")];
  return lit.at((lit.indexOf(from) + step) % lit.length);
}

/**
 * Moves the focus to a lit place.
 * @param {Element} from
 * @param {Element | undefined} to
 */
function go(from, to) {
  if (!(to instanceof SVGElement)) return;
  from.setAttribute("tabindex", "-1");
  to.setAttribute("tabindex", "0");
  current = to.getAttribute("data-place");
  to.focus();
  // A tile that waits for its confirmation goes along.
  if (asked && chosen && current && isAsked()) {
    const buttons = listed().get(current);
    if (buttons?.[0]?.dataset.ghost !== undefined) ask(current, buttons, startVariant(buttons));
    else cancel();
  }
}

/**
 * Makes the board react. Listeners sit on the box around it, which outlives every picture.
 * @param {Hooks} given
 */
export function startBoard(given) {
  hooks = given;
  const board = byId("board");
  if (!board) return;
  board.addEventListener("click", clicked);
  board.addEventListener("keydown", pressed);
  // Over the tile that is being placed the wheel turns it.
  board.addEventListener(
    "wheel",
    (event) => {
      const over = placeOf(event);
      const tries = asked ? isTurn(asked.buttons[0]) && over === chosen : canTurn(over);
      if (over === null || !tries) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      // One turn for each notch, however finely the wheel counts.
      if (event.timeStamp - lastNotch > 120) turn();
      lastNotch = event.timeStamp;
    },
    { passive: false },
  );
  board.addEventListener("contextmenu", (event) => {
    if (asked ? !isTurn(asked.buttons[0]) : !canTurn()) return;
    event.preventDefault();
    turn();
  });
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-turn-tile]")) turn();
  });
  startZoom(board);
  startHints(board, { listed, asked: () => asked && { place: chosen, ...asked } });
  light();
}
