// Tiles and the terrain of hexes as images. Drawn in place, each of them is dozens of small shapes, all of which the browser styles, lays
// out and searches again whenever the picture changes. As an image it is one.

import { nextPaint, svgElement } from "./page.js";

/** What the style sheets may say of a shape, and what is so without them. */
const STYLES = [
  ["fill", "rgb(0, 0, 0)"],
  ["fill-opacity", "1"],
  ["stroke", "none"],
  ["stroke-width", "1px"],
  ["stroke-opacity", "1"],
  ["stroke-linecap", "butt"],
  ["stroke-linejoin", "miter"],
  ["stroke-dasharray", "none"],
];

/**
 * The side of an image, in units of the picture. A tile has 100, and what stands on it may reach over its edge; a hex is 152.6 high.
 */
const SIZES = { tile: 116, hex: 160 };

/** The shapes of what is an image now. @type {Map<Element, Element>} */
const shapes = new Map();
/** What the style sheets say of shapes, by their classes. @type {Map<string, string>} */
let looks = new Map();

/** The pictures of the turns of the tile in hand, by their ids. */
function turns() {
  return document.querySelector("#hand .tile[data-turns]")?.getAttribute("data-turns")?.split(" ") ?? [];
}

/** Makes an image of every tile on the table and in hand, and of every terrain, that is none yet. Until then its shapes are shown. */
export async function paintBoard() {
  // Once a change is painted: asking for the look of shapes has the browser style the page.
  await nextPaint();
  const board = document.querySelector("#board > svg");
  const names = [...(board?.querySelectorAll("use.tile, .hex > use.still") ?? [])].map((use) => use.getAttribute("href"));
  const all = new Set([...names, ...turns().map((turn) => `#${turn}`)].map(definition));
  const tiles = [...all].filter((tile) => tile !== null && !tile.hasAttribute("data-painted"));
  // All are read before any is changed, and all are changed in the same frame: so the page is styled and laid out once.
  const pictures = tiles.map((tile) => ({ tile: /** @type {Element} */ (tile), address: addressOf(/** @type {Element} */ (tile)) }));
  for (const { tile } of pictures) tile.setAttribute("data-painted", "");
  const now = looks;
  const decoded = await Promise.all(pictures.map(async (picture) => ((await canBeShown(picture.address)) ? picture : null)));
  for (const tile of shapes.keys()) if (!tile.isConnected) shapes.delete(tile);
  for (const picture of decoded) if (picture) paint(picture.tile, picture.address);
  if (now !== looks) restore();
}

/** Begins to paint tiles, and paints them anew where the colours change. */
export function startPainting() {
  void paintBoard();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    looks = new Map();
    restore();
  });
}

/** Shows the shapes again, in other colours, and paints them. */
function restore() {
  for (const [tile, drawn] of shapes) {
    tile.replaceChildren(...drawn.cloneNode(true).childNodes);
    tile.removeAttribute("data-painted");
  }
  shapes.clear();
  void paintBoard();
}

/**
 * Whether the browser can show an image; afterwards it has it at hand.
 * @param {string} address
 */
async function canBeShown(address) {
  const image = new Image();
  image.src = address;
  return image.decode().then(
    () => true,
    () => false,
  );
}

/**
 * @param {string | null | undefined} href
 * @returns {Element | null}
 */
function definition(href) {
  return href?.startsWith("#") ? document.querySelector(`#board > svg > defs > [id="${CSS.escape(href.slice(1))}"]`) : null;
}

/** @param {Element} tile */
function sizeOf(tile) {
  return tile.closest("svg")?.matches(".land") ? SIZES.tile : SIZES.hex;
}

/**
 * The picture of a tile, as an address by itself.
 * @param {Element} tile
 */
function addressOf(tile) {
  const size = sizeOf(tile);
  const box = `width="${size}" height="${size}" viewBox="${-size / 2} ${-size / 2} ${size} ${size}"`;
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="${tile.namespaceURI}" ${box}>${content(tile)}</svg>`)}`;
}

/**
 * @param {Element} tile
 * @param {string} href
 */
function paint(tile, href) {
  shapes.set(tile, /** @type {Element} */ (tile.cloneNode(true)));
  const size = sizeOf(tile);
  const image = svgElement("image", { href, x: -size / 2, y: -size / 2, width: size, height: size, "pointer-events": "none" });
  // A tile is where it is, and not where a roof reaches over its edge.
  const ground = size === SIZES.tile ? [svgElement("path", { d: "M-50 -50h100v100h-100z", "fill-opacity": 0 })] : [];
  tile.replaceChildren(image, ...ground);
}

/**
 * What a tile consists of, in the colours that it has on the page.
 * @param {Element} tile
 */
function content(tile) {
  /** @type {Set<Element>} */
  const parts = new Set();
  /** @param {Element} part */
  const collect = (part) => {
    for (const element of [part, ...part.querySelectorAll("*")]) {
      for (const href of [element.getAttribute("href"), /#[^)"]+/.exec(element.getAttribute("clip-path") ?? "")?.[0]]) {
        const found = definition(href);
        if (!found || parts.has(found)) continue;
        parts.add(found);
        collect(found);
      }
    }
  };
  collect(tile);
  /** @type {Set<string>} */
  const rules = new Set();
  for (const shape of [tile, ...parts].flatMap((part) => [...part.querySelectorAll("[class]")])) rules.add(look(shape));
  const defs = [...parts].map((part) => part.outerHTML).join("");
  return `<style>${[...rules].join("")}</style><defs>${defs}</defs>${tile.outerHTML}`;
}

/**
 * The rule of a style sheet for a shape.
 * @param {Element} shape
 */
function look(shape) {
  const classes = shape.getAttribute("class") ?? "";
  const known = looks.get(classes);
  if (known) return known;
  const style = getComputedStyle(shape);
  const told = STYLES.map(([name = "", usual]) => (style.getPropertyValue(name) === usual ? "" : `${name}:${style.getPropertyValue(name)};`));
  const rule = `[class="${classes}"]{${told.join("")}}`;
  looks.set(classes, rule);
  return rule;
}
