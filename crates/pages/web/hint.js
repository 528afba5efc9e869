// What a lit place would get, shown while the pointer or the focus is on it: the piece as a ghost in the picture, and beside the
// place what matters about it. The page names both with its buttons.

import { groupOf, isTurn, linesOf, nameOf, placeOf, whatOf, withFacts } from "./choice.js";
import { announce, byId, svgElement } from "./page.js";
import { hideGhost, showGhost, startVariant, turnTo } from "./tile.js";
import { picture } from "./zoom.js";

/** @typedef {import("./choice.js").Choice} Choice */

/**
 * @typedef {object} Board
 * @property {() => Map<string, Choice[]>} listed What can be chosen, by place.
 * @property {() => { place: string | null, buttons: Choice[], index: number } | null} asked What waits for its confirmation.
 */

/** @type {Board} */
let board = { listed: () => new Map(), asked: () => null };
/** The places that the pointer and the focus are at. @type {{ pointer: string | null, focus: string | null }} */
const at = { pointer: null, focus: null };
/** The one of them that is shown, and in which of its turns. @type {{ place: string, index: number } | null} */
let looked = null;

/** The place that the tip stands beside. @type {Element | null} */
let beside = null;

/**
 * Shows the piece that a choice puts on a place; none where the page names none.
 * @param {SVGSVGElement | null} svg
 * @param {Element} group
 * @param {HTMLElement} choice
 */
function showPiece(svg, group, choice) {
  const named = choice.closest("[data-piece]");
  const piece = named instanceof HTMLElement ? named.dataset.piece : undefined;
  const shown = `${piece} ${group.getAttribute("data-place")}`;
  // Inserting the same ghost again would rebuild all its shapes.
  if (svg?.querySelector(":scope > .ghost")?.getAttribute("data-shown") === shown) return;
  hidePiece(svg);
  if (!svg || !piece) return;
  // Places say in their class what they are, and in their transform where; a segment has a spot for figures besides.
  const spot = group.querySelector("circle");
  const [x, y] = ["cx", "cy"].map((name) => spot?.getAttribute(name) ?? 0);
  const ghost = svgElement("g", {
    class: `ghost ${group.classList[0]}`,
    "data-shown": shown,
    transform: `${group.getAttribute("transform") ?? ""} translate(${x} ${y})`,
  });
  ghost.append(svgElement("use", { href: piece, x: -30, y: -30, width: 60, height: 60 }));
  svg.append(ghost);
}

/**
 * Takes it away again.
 * @param {SVGSVGElement | null} svg
 */
function hidePiece(svg) {
  svg?.querySelector(":scope > .ghost")?.remove();
}

/**
 * Shows lines beside a place; with none it goes away.
 * @param {Element | null} group
 * @param {string[]} lines
 */
function showTip(group, lines) {
  const tip = byId("tip");
  if (!tip) return;
  beside = group;
  tip.hidden = !group || lines.length === 0;
  tip.replaceChildren(
    ...lines.map((line) => {
      const row = document.createElement("span");
      row.textContent = line;
      return row;
    }),
  );
  placeSoon();
}

/** Whether the tip is about to be put to its place. */
let isPlacing = false;

/**
 * Puts the tip to its place with the next frame: to ask where things are makes the browser lay them out, and a press moves pointer,
 * focus and choice one after the other.
 */
function placeSoon() {
  if (isPlacing) return;
  isPlacing = true;
  requestAnimationFrame(() => {
    isPlacing = false;
    place();
  });
}

/**
 * Puts the tip above its place, or below where there is no room; for a part of a tile above the whole tile, whose other parts are
 * to be seen. It is moved by a transform, which shifts no layout.
 */
function place() {
  const tip = byId("tip");
  if (!tip || tip.hidden || !beside?.isConnected) return;
  const whole = CSS.escape(beside.getAttribute("data-place")?.split(".")[0] ?? "");
  const parts = [...document.querySelectorAll(`#board [data-place^="${whole}."] > .hit`)];
  const boxes = (parts.length > 0 ? parts : [beside.querySelector(".hit") ?? beside]).map((part) => part.getBoundingClientRect());
  const [left, top, right, bottom] = [
    Math.min(...boxes.map((box) => box.left)),
    Math.min(...boxes.map((box) => box.top)),
    Math.max(...boxes.map((box) => box.right)),
    Math.max(...boxes.map((box) => box.bottom)),
  ];
  const { offsetWidth: width, offsetHeight: height } = tip;
  const x = Math.max(8, Math.min((left + right - width) / 2, document.documentElement.clientWidth - width - 8));
  const y = top - height - 8 < 8 ? bottom + 8 : top - height - 8;
  tip.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

/**
 * Looks at the lit place that the pointer or else the focus is at: what would be there is shown as a ghost, and what matters
 * about it beside. What waits for its confirmation is shown instead.
 * @param {boolean} [again] Whether the page may have changed, so that all is shown anew.
 */
export function look(again = false) {
  const places = board.listed();
  const place = [at.pointer, at.focus].find((place) => place !== null && places.has(place)) ?? null;
  if (looked?.place !== place || again) {
    const same = looked?.place === place ? looked : null;
    const choices = (place && places.get(place)) || [];
    looked = place === null ? null : { place, index: same && same.index < choices.length ? same.index : isTurn(choices[0]) ? startVariant(choices) : 0 };
  }
  showLooked(places);
}

/** @param {Map<string, Choice[]>} places */
function showLooked(places) {
  const asked = board.asked();
  const place = asked ? asked.place : (looked?.place ?? null);
  const choices = asked ? asked.buttons : ((place && places.get(place)) || []);
  const choice = choices[asked ? asked.index : (looked?.index ?? 0)];
  const group = place ? groupOf(place) : null;
  const isTile = isTurn(choice);
  // Of several choices, the one that is looked at in the question.
  const isOne = choice && (isTile || asked || choices.length === 1);
  if (group && choice && isTile) showGhost(picture(), group, choice);
  else hideGhost(picture());
  if (group && isOne && !isTile) showPiece(picture(), group, choice);
  else hidePiece(picture());
  showFacts(places, asked?.place ?? null);
}

/**
 * Shows beside the place that is looked at what matters about it, or about the tile there. The question that waits for an
 * answer says it itself.
 * @param {Map<string, Choice[]>} places
 * @param {string | null} chosen
 */
function showFacts(places, chosen) {
  const place = looked?.place ?? at.pointer;
  const choices = (place && places.get(place)) || [];
  const told = choices.length > 1 && !isTurn(choices[0]) ? choices.map((choice) => withFacts(choice, nameOf(choice))) : choices.flatMap((choice) => (isTurn(choice) ? [] : linesOf(choice)));
  const fact = document.querySelector(`#facts [data-fact="${CSS.escape(place?.split(".")[0] ?? "")}"]`)?.textContent;
  const lines = told.length > 0 || !fact ? told : [fact];
  showTip(place && place !== chosen ? groupOf(place) : null, lines);
}

/**
 * Turns the tile at the place that is looked at.
 * @returns {boolean} whether there is one
 */
export function turnLooked() {
  const places = board.listed();
  const choices = (looked && places.get(looked.place)) || [];
  if (board.asked() || !looked || !isTurn(choices[0])) return false;
  looked.index = (looked.index + 1) % choices.length;
  const choice = choices[looked.index];
  if (choice) {
    turnTo(choice);
    announce(whatOf(choice));
  }
  showLooked(places);
  return true;
}

/**
 * Whether the tile in hand is tried at the place that is looked at, and fits there in several ways.
 * @param {string | null} [place] That place.
 * @returns {boolean}
 */
export function canTurn(place = looked?.place) {
  const choices = (looked && looked.place === place && board.listed().get(place)) || [];
  return choices.length > 1 && isTurn(choices[0]);
}

/**
 * A finger came down on a place: it stays there until the next one.
 * @param {string | null} place
 */
export function tapped(place) {
  at.pointer = place;
  look();
}

/**
 * Begins to look where the pointer and the focus go.
 * @param {HTMLElement} box The box around the board.
 * @param {Board} given
 */
export function startHints(box, given) {
  board = given;
  const pointed = (/** @type {PointerEvent} */ event, /** @type {string | null} */ place) => {
    if (event.pointerType !== "mouse" || place === at.pointer) return;
    at.pointer = place;
    look();
  };
  box.addEventListener("pointerover", (event) => pointed(event, placeOf(event)));
  box.addEventListener("pointerleave", (event) => pointed(event, null));
  box.addEventListener("focusin", (event) => {
    at.focus = event.target instanceof Element && event.target.matches(":focus-visible") ? placeOf(event) : null;
    look();
  });
  box.addEventListener("focusout", () => {
    at.focus = null;
    look();
  });
  // The tip stays beside its place while the page is scrolled and the board moved.
  for (const what of ["scroll", "wheel", "resize"]) {
    addEventListener(what, placeSoon, { capture: true, passive: true });
  }
}
