// Which part of the picture of a board is shown: pan and zoom by wheel, pointers and buttons, and places brought closer. The picture
// is moved as a whole, by a transform: another view box would make the browser lay out and paint all that is in it.

import { byId, nextPaint } from "./page.js";

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** How far one can zoom in. */
const CLOSEST = 5;

/** How large a place for a tile or a figure is at least where a finger chooses it, in pixels. */
const FINGER = 44;
/** And where a pointer does. */
const POINTER = 24;
/** Windows in which fingers choose. */
const narrow = window.matchMedia("(max-width: 74.99rem), (max-height: 29.99rem)");

/** The part of the picture that is shown; null shows all. @type {Box | null} */
let shown = null;
/** The part that was shown before a small place was brought closer. @type {{ shown: Box | null } | null} */
let before = null;
/** Pointers that are down, by their id. @type {Map<number, { x: number, y: number }>} */
const pointers = new Map();
/** How far the pointers have moved since the first went down: a click moves hardly at all. */
let travelled = 0;

/** The picture of the board. @returns {SVGSVGElement | null} */
export function picture() {
  return document.querySelector("#board > svg");
}

/**
 * What kind of place it is.
 * @param {Element} group
 * @returns {string}
 */
export function kindOf(group) {
  return ["hex", "intersection", "path", "space", "segment"].find((kind) => group.classList.contains(kind)) ?? "";
}

/** Whether the board is a land of tiles, which grows and so gets small. */
export function isTileLand() {
  return picture()?.classList.contains("land") ?? false;
}

/**
 * The whole picture.
 * @param {SVGSVGElement} svg
 * @returns {Box}
 */
function whole(svg) {
  const [x = 0, y = 0, width = 1, height = 1] = (svg.getAttribute("viewBox") ?? "").split(/\s+/).map(Number);
  return { x, y, width, height };
}

/**
 * Shows the same part of a picture that is new; where a place was brought closer for a decision that is made, what was shown
 * before.
 * @param {boolean} isMade
 */
export function showAgain(isMade) {
  if (isMade && before) {
    shown = before.shown;
    before = null;
  }
  show();
}

/** Applies the part of the picture that is shown. */
function show() {
  const svg = picture();
  if (!svg) return;
  const transform = shown ? transformOf(whole(svg), shown, sizeOf(svg)) : "";
  if (svg.style.transform !== transform) svg.style.transform = transform;
  if (transform === "" && svg.getAttribute("style") === "") svg.removeAttribute("style");
  document.body.toggleAttribute("data-zoomed", shown !== null);
  void giveWay();
}

/**
 * The picture and its size as it was laid out last. Asking for the size in the middle of a change would lay out the page.
 * @type {{ svg: SVGSVGElement, width: number, height: number } | undefined}
 */
let laidOut;
const resized = new ResizeObserver(() => {
  if (!laidOut) return;
  const { svg, width, height } = laidOut;
  laidOut = { svg, width: svg.clientWidth, height: svg.clientHeight };
  if (laidOut.width !== width || laidOut.height !== height) show();
});

/** @param {SVGSVGElement} svg */
function sizeOf(svg) {
  if (laidOut?.svg !== svg) {
    resized.disconnect();
    laidOut = { svg, width: svg.clientWidth, height: svg.clientHeight };
    resized.observe(svg);
  }
  return laidOut;
}

/** The corners of the board that the buttons may be in: the parts of the way to the right and to the top. */
const CORNERS = [[0, 0], [1, 0], [0, 1], [1, 1]];
/** In which of them they are, and how long the whole way was, in pixels. */
let corner = { n: 0, across: 0, up: 0 };
/** Whether they are about to give way. */
let givesWay = false;

/** Moves the buttons to another corner of the board where they cover a lit place, if they would cover none there. */
async function giveWay() {
  if (givesWay) return;
  givesWay = true;
  // Once the frame is painted, asking where things are lays nothing out.
  await nextPaint();
  givesWay = false;
  const buttons = document.querySelector("#board-panel > .zoom");
  const board = byId("board")?.getBoundingClientRect();
  if (!(buttons instanceof HTMLElement) || !board) return;
  const { left, top, width, height } = buttons.getBoundingClientRect();
  if (width === 0) return;
  const [right = 0, high = 0] = CORNERS[corner.n] ?? [];
  const home = { x: left - right * (corner.across - width), y: top + high * (corner.up - height) };
  const [across, up] = [board.left + board.right - 2 * home.x, 2 * home.y + 2 * height - board.top - board.bottom];
  const lit = [...document.querySelectorAll("#board .lit")].map((group) => {
    const box = (group.querySelector(".hit") ?? group).getBoundingClientRect();
    return { x: box.x + box.width / 2 - home.x, y: box.y + box.height / 2 - home.y };
  });
  const isFree = (/** @type {number} */ n) => {
    const [right = 0, high = 0] = CORNERS[n] ?? [];
    const [x, y] = [right * (across - width), -high * (up - height)];
    return lit.every((at) => at.x < x || at.x > x + width || at.y < y || at.y > y + height);
  };
  const n = [corner.n, 0, 1, 2, 3].find((n) => isFree(n)) ?? corner.n;
  corner = { n, across, up };
  const [to = 0, above = 0] = CORNERS[n] ?? [];
  // As they are wide and high then: when the board is moved there are more of them.
  const translate = n === 0 ? "" : `calc(${to} * (${across}px - 100%)) calc(${above} * (100% - ${up}px))`;
  if (buttons.style.translate !== translate) buttons.style.translate = translate;
}

/**
 * What moves a part of the picture to where all of it would be.
 * @param {Box} all
 * @param {Box} part
 * @param {{ width: number, height: number }} size of the picture, in pixels
 */
function transformOf(all, part, size) {
  const factor = all.width / part.width;
  const unit = factor * Math.min(size.width / all.width, size.height / all.height);
  const off = (/** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ at, /** @type {number} */ least) =>
    ((from + size / 2 - at - least / 2) * unit).toFixed(1);
  return `translate(${off(all.x, all.width, part.x, part.width)}px, ${off(all.y, all.height, part.y, part.height)}px) scale(${factor.toFixed(4)})`;
}

/**
 * Zooms by a factor around a point of the screen; around the middle without one.
 * @param {number} factor
 * @param {{ clientX: number, clientY: number }} [at]
 */
export function zoom(factor, at) {
  const svg = picture();
  if (!svg) return;
  const all = whole(svg);
  const from = shown ?? all;
  const width = Math.min(all.width, Math.max(all.width / CLOSEST, from.width / factor));
  const height = (width * all.height) / all.width;
  const centre = at ? toPicture(svg, at.clientX, at.clientY) : { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  const part = width / from.width;
  move(all, { x: centre.x - (centre.x - from.x) * part, y: centre.y - (centre.y - from.y) * part, width, height });
}

/** Shows the whole board. */
export function fit() {
  shown = null;
  show();
}

/**
 * Shows all if a part is shown, and otherwise what is around a point of the screen.
 * @param {{ clientX: number, clientY: number }} at
 */
export function zoomOrFit(at) {
  if (shown) fit();
  else zoom(2, at);
}

/**
 * @param {Box} all
 * @param {Box} box
 */
function move(all, box) {
  // A land without edges may be pushed aside by half of what is seen, so that no place is stuck in a corner.
  const over = isTileLand() && box.width < all.width ? 0.4 : 0;
  const inside = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ from, /** @type {number} */ most) =>
    Math.min(from + most - (1 - over) * size, Math.max(from - over * size, at));
  shown = { ...box, x: inside(box.x, box.width, all.x, all.width), y: inside(box.y, box.height, all.y, all.height) };
  if (shown.width >= all.width) shown = null;
  show();
}

/**
 * The transform from units of a picture to pixels of the screen: the length of a unit, and the position of the origin.
 * @param {SVGSVGElement} svg
 * @returns {{ unit: number, x: number, y: number }}
 */
export function viewTransform(svg) {
  const all = whole(svg);
  const { left, top, width, height } = svg.getBoundingClientRect();
  const unit = Math.min(width / all.width, height / all.height);
  return { unit, x: left + width / 2 - (all.x + all.width / 2) * unit, y: top + height / 2 - (all.y + all.height / 2) * unit };
}

/**
 * A point of the screen in units of the picture.
 * @param {SVGSVGElement} svg
 * @param {number} clientX
 * @param {number} clientY
 * @returns {{ x: number, y: number }}
 */
function toPicture(svg, clientX, clientY) {
  const { unit, x, y } = viewTransform(svg);
  return { x: (clientX - x) / unit, y: (clientY - y) / unit };
}

/**
 * Brings a place that is small on the screen closer, and out from behind what covers it, so that what happens there can
 * be seen.
 * @param {SVGGElement} group
 */
export function approach(group) {
  const svg = picture();
  const board = byId("board")?.getBoundingClientRect();
  const target = group.querySelector(".hit") ?? group;
  const size = target.getBoundingClientRect();
  if (!svg || !board || size.width === 0) return;
  const was = shown;
  const all = whole(svg);
  const from = shown ?? all;
  // A place for a tile is large enough at once; one for a figure is a small part of a tile.
  const part = kindOf(group) === "segment";
  const [least, wanted] = part ? spot() : [36, 60];
  const scale = size.width < least ? wanted / size.width : 1;
  const at = { x: size.x + size.width / 2, y: size.y + size.height / 2 };
  const room = (part ? 2.6 : 0.8) * size.width * scale;
  const centre = { x: (board.left + board.right) / 2, y: (board.top + board.bottom) / 2 };
  const free = uncovered(board, scale === 1 ? at : centre, room);
  const isFree = at.x - room > free.left && at.x + room < free.right && at.y - room > free.top && at.y + room < free.bottom;
  if (scale === 1 && isFree) return;
  const width = part ? from.width / scale : Math.max(all.width / CLOSEST, from.width / scale);
  const height = (width * all.height) / all.width;
  const middle = toPicture(svg, at.x, at.y);
  // Where on the screen it is to be: in the middle of what is free, as far as it has to move at all.
  const unit = (from.width / width) * viewTransform(svg).unit;
  const to = scale === 1 ? nearest(at, free, room) : { x: (free.left + free.right) / 2, y: (free.top + free.bottom) / 2 };
  before ??= { shown: was };
  shown = {
    x: middle.x - width / 2 + (centre.x - to.x) / unit,
    y: middle.y - height / 2 + (centre.y - to.y) / unit,
    width,
    height,
  };
  show();
}

/**
 * Brings places for a tile as close as a finger needs, where they are smaller: as many of them as can be seen at once, and of several
 * such parts the one nearest to the tile that was placed last.
 * @param {Element[]} groups
 */
export function follow(groups) {
  const svg = picture();
  const board = byId("board")?.getBoundingClientRect();
  const places = groups.map((group) => (group.querySelector(".hit") ?? group).getBoundingClientRect());
  const size = places[0]?.width ?? 0;
  if (!svg || !board || !narrow.matches || size === 0 || size >= FINGER) return;
  const scale = (FINGER + 1) / size;
  const latest = (svg.querySelector(".tile.last") ?? svg).getBoundingClientRect();
  const middle = (/** @type {DOMRect} */ { x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
  const last = middle(latest);
  const [across, down] = [(board.width / scale - size) / 2, (board.height / scale - size) / 2];
  const parts = places.map(middle).map((at, _, all) => ({
    at,
    seen: all.filter(({ x, y }) => Math.abs(x - at.x) <= across && Math.abs(y - at.y) <= down).length,
    far: Math.hypot(at.x - last.x, at.y - last.y),
  }));
  const { at } = parts.reduce((best, part) => (part.seen > best.seen || (part.seen === best.seen && part.far < best.far) ? part : best));
  closeUp(svg, scale, at);
}

/** How small a place for a figure may be, and how large it becomes otherwise, in pixels. @returns {[number, number]} */
function spot() {
  return narrow.matches ? [FINGER, FINGER + 1] : [POINTER, POINTER + 4];
}

/**
 * Brings a tile closer on which figures can be deployed, where the places for them are small, or not all of them are seen.
 * @param {Element[]} groups
 */
export function followFigures(groups) {
  const svg = picture();
  const board = byId("board")?.getBoundingClientRect();
  const places = groups.map((group) => (group.querySelector(".hit") ?? group).getBoundingClientRect());
  const size = places[0]?.width ?? 0;
  if (!svg || !board || size === 0) return;
  const [least, wanted] = spot();
  const [left, right] = [Math.min(...places.map(({ left }) => left)), Math.max(...places.map(({ right }) => right))];
  const [top, bottom] = [Math.min(...places.map(({ top }) => top)), Math.max(...places.map(({ bottom }) => bottom))];
  if (size >= least && left >= board.left && right <= board.right && top >= board.top && bottom <= board.bottom) return;
  closeUp(svg, Math.max(1, wanted / size), { x: (left + right) / 2, y: (top + bottom) / 2 });
}

/**
 * Brings a point of the screen into the middle, and what is around it closer.
 * @param {SVGSVGElement} svg
 * @param {number} scale
 * @param {{ x: number, y: number }} at
 */
function closeUp(svg, scale, at) {
  const all = whole(svg);
  const width = (shown ?? all).width / scale;
  const height = (width * all.height) / all.width;
  const { x, y } = toPicture(svg, at.x, at.y);
  before ??= { shown };
  shown = { x: x - width / 2, y: y - height / 2, width, height };
  show();
}

/**
 * The part of the board in which a place is to be seen: all of it, or what is above or beside the question if that would
 * cover the place, whichever is nearest.
 * @param {DOMRect} board
 * @param {{ x: number, y: number }} at
 * @param {number} room around the place
 */
function uncovered(board, at, room) {
  const all = { left: board.left, right: board.right, top: board.top, bottom: board.bottom };
  const chooser = byId("chooser")?.getBoundingClientRect();
  if (!chooser || chooser.width === 0) return all;
  const covers =
    at.x + room > chooser.left && at.x - room < chooser.right && at.y + room > chooser.top && at.y - room < chooser.bottom;
  // On narrow screens it takes the whole width, and what is under it is lost.
  const isAcross = chooser.width > 0.8 * board.width;
  if (!covers && !isAcross) return all;
  const above = { ...all, bottom: Math.min(all.bottom, chooser.top) };
  if (isAcross) return above;
  const distance = (/** @type {typeof all} */ box) => {
    const to = nearest(at, box, room);
    return Math.hypot(to.x - at.x, to.y - at.y);
  };
  const beside = [
    { ...all, right: chooser.left },
    { ...all, left: chooser.right },
  ].filter(({ left, right }) => right - left > 2 * room);
  return beside.reduce((best, box) => (distance(box) < distance(best) ? box : best), above);
}

/**
 * The point nearest to another that is so far inside a box.
 * @param {{ x: number, y: number }} at
 * @param {{ left: number, right: number, top: number, bottom: number }} box
 * @param {number} room
 */
function nearest(at, box, room) {
  const between = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) =>
    low > high ? (low + high) / 2 : Math.min(high, Math.max(low, value));
  return {
    x: between(at.x, box.left + room, box.right - room),
    y: between(at.y, box.top + room, box.bottom - room),
  };
}

/** @param {PointerEvent} event */
function down(event) {
  if (event.button !== 0) return;
  if (pointers.size === 0) travelled = 0;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
}

/** @param {PointerEvent} event */
function moved(event) {
  const svg = picture();
  const before = pointers.get(event.pointerId);
  if (!svg || !before) return;
  const now = { x: event.clientX, y: event.clientY };
  travelled += Math.hypot(now.x - before.x, now.y - before.y);
  const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
  if (other) {
    const apart = (/** @type {{ x: number, y: number }} */ p) => Math.hypot(p.x - other.x, p.y - other.y);
    if (apart(before) > 0) {
      zoom(apart(now) / apart(before), { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 });
    }
  } else if (shown && travelled > 8) {
    const from = toPicture(svg, before.x, before.y);
    const to = toPicture(svg, now.x, now.y);
    move(whole(svg), { ...shown, x: shown.x + from.x - to.x, y: shown.y + from.y - to.y });
  }
  pointers.set(event.pointerId, now);
}

/** @param {PointerEvent} event */
function up(event) {
  pointers.delete(event.pointerId);
}

/** Whether the pointer that comes up has moved the picture. */
export function isDragged() {
  return travelled > 10;
}

/**
 * Makes wheel, pointers and buttons pan and zoom.
 * @param {HTMLElement} board
 */
export function startZoom(board) {
  // The transform is in pixels.
  new ResizeObserver(show).observe(board);
  board.addEventListener("pointerdown", down);
  // On the window, so that a drag may leave the board.
  window.addEventListener("pointermove", moved);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);
  board.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), event);
    },
    { passive: false },
  );
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-zoom]") : null;
    if (!(button instanceof HTMLElement)) return;
    if (button.dataset.zoom === "in") zoom(1.5);
    else if (button.dataset.zoom === "out") zoom(1 / 1.5);
    else fit();
  });
}
