// Tiles as images. Drawn in place, each tile on the table is a hundred small shapes, all of which the browser styles, lays out and
// searches again whenever the picture moves or grows. As an image a tile is one.

import { svgElement } from "./page.js";

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

/** What stands on a tile may reach over its edge by so much; half of its side. Both in units of the picture. */
const [OVER, HALF] = [8, 50];

/** The shapes of the tiles that are images now. @type {Map<Element, Element>} */
const shapes = new Map();
/** What the style sheets say of shapes, by their classes. @type {Map<string, string>} */
const looks = new Map();

/** Makes an image of every tile on the table that is none yet, one after the other. Until then its shapes are shown. */
export async function paintTiles() {
  const land = document.querySelector("#board > svg.land");
  const tiles = new Set([...(land?.querySelectorAll("use.tile") ?? [])].map((use) => definition(use.getAttribute("href"))));
  for (const tile of shapes.keys()) if (!tile.isConnected) shapes.delete(tile);
  for (const tile of tiles) if (tile && !tile.hasAttribute("data-painted")) await paint(tile);
}

/** Begins to paint tiles, and paints them anew where the colours change. */
export function startPainting() {
  void paintTiles();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    for (const [tile, drawn] of shapes) {
      tile.replaceChildren(...drawn.cloneNode(true).childNodes);
      tile.removeAttribute("data-painted");
    }
    shapes.clear();
    looks.clear();
    void paintTiles();
  });
}

/**
 * @param {string | null | undefined} href
 * @returns {Element | null}
 */
function definition(href) {
  return href?.startsWith("#") ? document.querySelector(`#board > svg > defs > [id="${CSS.escape(href.slice(1))}"]`) : null;
}

/** @param {Element} tile */
async function paint(tile) {
  // `morph` leaves it as it is from now on.
  tile.setAttribute("data-painted", "");
  const [at, size] = [-HALF - OVER, 2 * (HALF + OVER)];
  const box = `width="${size}" height="${size}" viewBox="${at} ${at} ${size} ${size}"`;
  const address = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="${tile.namespaceURI}" ${box}>${content(tile)}</svg>`)}`;
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
  } catch {
    // Then it is shown as it was drawn.
    return;
  }
  shapes.set(tile, /** @type {Element} */ (tile.cloneNode(true)));
  const image = svgElement("image", { href: address, x: at, y: at, width: size, height: size, "pointer-events": "none" });
  // The tile is where it is, and not where a roof reaches over its edge.
  const area = svgElement("path", { d: `M${-HALF} ${-HALF}h${2 * HALF}v${2 * HALF}h${-2 * HALF}z`, "fill-opacity": 0 });
  tile.replaceChildren(image, area);
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
  for (const shape of [...parts].flatMap((part) => [...part.querySelectorAll("[class]")])) rules.add(look(shape));
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
