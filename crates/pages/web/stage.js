// How a cue looks: sprites on a layer of their own above the page, moved by nothing but transforms and opacity, so that the page is
// neither laid out nor painted again. It knows places and seats by their ids, and no rule.

import { groupOf } from "./choice.js";
import { byId, svgElement } from "./page.js";
import { viewTransform } from "./zoom.js";

/** @typedef {{ x: number, y: number, size: number }} Spot A point of the window, and how large what is there is. */

/** How long one cue may take, in milliseconds. */
const LONGEST = 600;
/** How many things fly at most where a number is told. */
const MOST = 4;

/** What undoes what a cue has changed, called when it is over. @typedef {{ animation: Animation, over: () => void }} Act */

/** @returns {HTMLElement} */
function stage() {
  const known = byId("stage");
  if (known) return known;
  const made = document.createElement("div");
  made.id = "stage";
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
}

/**
 * The element of a place on the board.
 * @param {string} place
 * @returns {Element | null}
 */
function elementOf(place) {
  const found = groupOf(place) ?? document.querySelector(`#board [id="${CSS.escape(place)}"]`);
  // Where a figure has gone there may be no segment any more, but there is its tile.
  return found ?? (place.includes(".") ? elementOf(place.slice(0, place.indexOf("."))) : null);
}

/**
 * Where something is in the window, if it can be seen.
 * @param {Element | null} element
 * @returns {Spot | null}
 */
function spotOf(element) {
  if (!element?.checkVisibility()) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0 && height === 0) return null;
  return { x: left + width / 2, y: top + height / 2, size: Math.min(width, height) };
}

/** Where everything is that a line names: asked for before anything is drawn, so that the page is laid out once. @type {Map<string, Spot | null>} */
const spots = new Map();

/**
 * Where a place, a seat (`@B`) or the supply (`@`) is.
 * @param {string} end
 * @returns {Spot | null}
 */
function find(end) {
  const known = spots.get(end);
  if (known !== undefined) return known;
  const found = look(end);
  spots.set(end, found);
  return found;
}

/**
 * @param {string} end
 * @returns {Spot | null}
 */
function look(end) {
  if (end.startsWith("@") && end.length > 1) {
    const chip = byId(`player-${end.slice(1)}`);
    return spotOf(chip?.querySelector("summary") ?? chip) ?? edge(0.06);
  }
  return end === "@" ? edge(0.94) : spotOf(elementOf(end));
}

/**
 * A point at the upper edge of the board, for what lies beside it.
 * @param {number} across
 * @returns {Spot | null}
 */
function edge(across) {
  const box = byId("board")?.getBoundingClientRect();
  return box ? { x: box.left + across * box.width, y: box.top + 24, size: 32 } : null;
}

/** The small pictures of what is called otherwise there: awards as the chips of the players show them. @type {Record<string, string | undefined>} */
const LIKE = { "longest-road": "route", "largest-army": "shield" };
/** Those that are signs of the interface, beside those of the seats. */
const SIGNS = ["card", "route", "shield"];

/**
 * A small picture by its name, from the files that the page has loaded.
 * @param {string} what
 * @returns {SVGElement | null}
 */
function icon(what) {
  const name = LIKE[what] ?? what;
  const own = document.querySelector(`use[href$=".svg#_${CSS.escape(name)}"]`)?.getAttribute("href");
  const signs = name.startsWith("seat-") || SIGNS.includes(name) ? "signs" : "icons";
  const href = own ?? document.querySelector(`use[href*="/${signs}.svg#"]`)?.getAttribute("href")?.replace(/#.*/, `#_${name}`);
  if (!href) return null;
  const svg = svgElement("svg", {});
  svg.append(svgElement("use", { href }));
  return svg;
}

/**
 * Something on the layer, with its middle at a spot.
 * @param {string} kind
 * @param {Spot} spot
 * @param {number} size
 * @param {...(Node | string | null)} inside
 * @returns {HTMLElement}
 */
function sprite(kind, { x, y }, size, ...inside) {
  const made = document.createElement("div");
  made.className = `sprite ${kind}`;
  made.style.cssText = `left:${x}px;top:${y}px;width:${size}px;height:${size}px`;
  made.append(...inside.filter((node) => node !== null));
  stage().append(made);
  return made;
}

/**
 * Moves a sprite and takes it away.
 * @param {HTMLElement} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} timing
 * @returns {Act}
 */
function act(element, frames, timing) {
  const animation = element.animate(frames, { duration: LONGEST, fill: "both", easing: "ease-in-out", ...timing });
  return { animation, over: () => element.remove() };
}

/**
 * A ring around a spot.
 * @param {Spot | null} spot
 * @param {string} kind
 * @returns {Act[]}
 */
function ring(spot, kind) {
  if (!spot) return [];
  const element = sprite(`ring ${kind}`, spot, Math.min(120, Math.max(28, spot.size)));
  return [act(element, [{ opacity: 0, scale: 0.6 }, { opacity: 1, scale: 1, offset: 0.35 }, { opacity: 0, scale: 1.15 }], { easing: "ease-out" })];
}

/**
 * Lets the chip of a seat swell for a moment.
 * @param {string} seat `@B`
 * @param {number} delay
 * @returns {Act[]}
 */
function pulse(seat, delay = 0) {
  return ring(find(seat), "chip").map(({ animation, over }) => {
    animation.effect?.updateTiming({ delay, duration: LONGEST - delay });
    return { animation, over };
  });
}

/**
 * Something flies, in a bow.
 * @param {Spot | null} from
 * @param {Spot | null} to
 * @param {() => Node | null} what
 * @param {number} count
 * @returns {Act[]}
 */
function fly(from, to, what, count) {
  if (!from || !to) return [];
  const [x, y] = [to.x - from.x, to.y - from.y];
  const bow = Math.min(60, Math.hypot(x, y) / 5);
  return Array.from({ length: Math.min(MOST, Math.max(1, count)) }, (_, n) => {
    const element = sprite("flying", from, 34, what());
    const frames = [
      { translate: "0 0", scale: 0.5, opacity: 0 },
      { translate: "0 0", scale: 1.1, opacity: 1, offset: 0.15 },
      { translate: `${x / 2}px ${y / 2 - bow}px`, scale: 1.1, opacity: 1, offset: 0.55 },
      { translate: `${x}px ${y}px`, scale: 0.6, opacity: 0.2 },
    ];
    return act(element, frames, { delay: 40 * n, duration: LONGEST - 40 * (MOST - 1) });
  });
}

/**
 * The piece that stands at a place.
 * @param {string} place
 * @returns {Element | null}
 */
function pieceAt(place) {
  const named = `:is([id="${CSS.escape(place)}"], [data-place="${CSS.escape(place)}"])`;
  return document.querySelector(`#board ${named}:is(.piece, .surveyor), #board ${named} .piece`);
}

/**
 * The piece or the tile that is already there comes in from above.
 * @param {Element | null} element
 * @param {number} height From how high, as a part of its size.
 * @returns {Act[]}
 */
function comeIn(element, height) {
  const frames = (/** @type {Spot} */ _, /** @type {number} */ tall) => [{ translate: `0 ${-height * tall}px`, scale: 1.25, opacity: 0 }, { translate: "0 0", scale: 1, opacity: 1 }];
  return enter(element, frames, { duration: 420, easing: "cubic-bezier(0.3, 1.3, 0.6, 1)" });
}

/**
 * A figure that already stands where it went comes from where it was.
 * @param {Element | null} element
 * @param {Spot | null} from
 * @returns {Act[]}
 */
function comeFrom(element, from) {
  if (!from) return [];
  return enter(element, ({ x, y }) => [{ translate: `${from.x - x}px ${from.y - y}px`, scale: 1.3 }, { translate: "0 0", scale: 1 }], {});
}

/**
 * A copy of what is already there moves to its place, and it is seen itself when that has come.
 * @param {Element | null} element
 * @param {(spot: Spot, tall: number) => Keyframe[]} frames Made of where it is, and how tall.
 * @param {KeyframeAnimationOptions} timing
 * @returns {Act[]}
 */
function enter(element, frames, timing) {
  const board = byId("board")?.querySelector("svg");
  const whole = board?.getScreenCTM();
  const spot = spotOf(element);
  const around = element?.parentNode instanceof SVGGraphicsElement ? element.parentNode.getScreenCTM() : null;
  if (!(element instanceof SVGElement) || !board || !whole || !around || !spot) return [];
  const { left, top, width, height: tall } = element.getBoundingClientRect();
  const { unit, x, y } = viewTransform(board);
  const svg = svgElement("svg", {
    class: board.getAttribute("class") ?? "",
    viewBox: `${(left - x) / unit} ${(top - y) / unit} ${width / unit} ${tall / unit}`,
  });
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const named of [copy, ...copy.querySelectorAll("[id], [data-place]")]) {
    for (const name of ["id", "data-place", "tabindex", "role", "aria-label", "data-action"]) named.removeAttribute(name);
    named.classList.remove("lit", "chosen");
  }
  // It lies within the group of its place, which may be moved and turned.
  const { a, b, c, d, e, f } = whole.inverse().multiply(around);
  const group = svgElement("g", { transform: `matrix(${a} ${b} ${c} ${d} ${e} ${f})` });
  group.append(copy);
  svg.append(group);
  const made = sprite("", spot, 0, svg);
  made.style.width = `${width}px`;
  made.style.height = `${tall}px`;
  element.style.visibility = "hidden";
  const { animation, over } = act(made, frames(spot, tall), timing);
  const seen = () => {
    element.style.removeProperty("visibility");
    if (element.getAttribute("style") === "") element.removeAttribute("style");
    over();
  };
  return [{ animation, over: seen }];
}

/**
 * What is said in large letters in the middle of the board.
 * @param {...(Node | string | null)} inside
 * @returns {Act[]}
 */
function sign(...inside) {
  const middle = spotOf(byId("board"));
  if (!middle) return [];
  const element = sprite("sign", middle, 0, ...inside);
  return [act(element, [{ opacity: 0, scale: 0.7 }, { opacity: 1, scale: 1, offset: 0.2 }, { opacity: 1, scale: 1, offset: 0.8 }, { opacity: 0, scale: 1.05 }], {})];
}

/** Each verb with what it makes of its arguments. @type {Record<string, (...words: string[]) => Act[]>} */
const CUES = {
  dice: () =>
    [...document.querySelectorAll("#dice .icon")].map((die, n) => ({
      animation: die.animate([{ rotate: `${-220 - 60 * n}deg`, scale: 0.6, opacity: 0 }, {}], { duration: 500, easing: "cubic-bezier(0.3, 1.4, 0.6, 1)" }),
      over: () => {},
    })),
  light: (place = "") => ring(find(place), "good"),
  block: (place = "") => ring(find(place), "bad"),
  fly: (from = "", to = "", what = "", count = "1") => [
    ...fly(find(from), find(to), () => icon(what), Number(count)),
    ...(to.length === 2 ? pulse(to, 380) : []),
  ],
  come: (place = "") => [...comeIn(pieceAt(place), 0.6), ...ring(find(place), "good")],
  go: (place = "", owner = "") => [...ring(find(place), "bad"), ...fly(find(place), find(owner), () => icon(`seat-${owner.slice(1)}`), 1)],
  // There is one robber and one merchant; of knights it is the one at that place.
  move: (figure = "", from = "", to = "") => comeFrom(document.querySelector(`#board .${CSS.escape(figure)}:not(.piece)`) ?? pieceAt(to), find(from)),
  slide: (place = "") => comeIn(elementOf(place), 0.8),
  score: (place = "", seat = "", points = "") => {
    const from = place ? find(place) : null;
    const to = find(seat);
    const text = () => {
      const bubble = document.createElement("b");
      bubble.className = `bubble seat-${seat.slice(1)}`;
      bubble.textContent = `+${points}`;
      return bubble;
    };
    return [...fly(from ?? to, to, text, 1), ...pulse(seat, 380)];
  },
  ship: () => ring(spotOf(byId("board")?.querySelector(".ship") ?? null), "bad"),
  attack: (barbarians = "", knights = "") => sign(icon("barbarian"), barbarians, " : ", knights, icon("knight")),
  lose: (seat = "", place = "") => [...ring(find(place), "bad"), ...pulse(seat)],
  again: (seat = "") => pulse(seat),
  win: (seat = "") => [
    ...pulse(seat),
    ...Array.from({ length: 10 }, (_, n) => {
      const from = find(seat);
      const turn = (2 * Math.PI * n) / 10;
      return fly(from, from && { ...from, x: from.x + 90 * Math.cos(turn), y: from.y + 90 * Math.sin(turn) }, () => icon(`seat-${seat.slice(1)}`), 1);
    }).flat(),
  ],
};

/**
 * Begins to show the cues of a line, all at the same time; places that are not there are left out.
 * @param {HTMLElement} line
 * @param {number} speed How much faster than usual.
 * @returns {Act[]}
 */
export function begin(line, speed) {
  stage().dataset.line = line.id;
  const cues = (line.dataset.cue ?? "").split(" ").map((cue) => cue.split(":"));
  spots.clear();
  for (const [, ...words] of cues) words.filter((word) => /[@A-Z(]/.test(word)).forEach(find);
  const acts = cues.flatMap(([verb = "", ...words]) => CUES[verb]?.(...words) ?? []);
  for (const { animation } of acts) animation.updatePlaybackRate(speed);
  return acts;
}
