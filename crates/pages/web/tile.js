// The tile in hand: shown on the board where it may go, turned on the board and beside it. Its four turns are drawn in
// the picture already; this module only says which of them is seen, and where.

/** Quarter turns of the tile in hand, chosen before a place is. */
let quarters = 0;
/** Which draw that was, and of which tile. */
let drawn = "";

/**
 * The pictures of the four turns of the tile in hand, by id.
 * @returns {{ svg: Element, turns: string[] } | null}
 */
function hand() {
  const svg = document.querySelector("#hand .tile[data-turns]");
  return svg ? { svg, turns: (svg.getAttribute("data-turns") ?? "").split(" ") } : null;
}

/**
 * After the page changed: another tile begins as it is printed.
 * @returns {boolean} whether another tile is in hand now
 */
export function resetHand() {
  const here = hand();
  if (!here) return false;
  const now = here.svg.getAttribute("data-drawn") ?? "";
  const other = now !== drawn;
  if (other) quarters = 0;
  drawn = now;
  here.svg.querySelector("use")?.setAttribute("href", `#${here.turns[quarters] ?? here.turns[0]}`);
  return other;
}

/** Turns the tile in hand by a quarter. */
export function turnHand() {
  quarters = (quarters + 1) % 4;
  resetHand();
}

/**
 * Of several ways in which the tile fits, the one that it is turned to, or the next one clockwise.
 * @param {HTMLElement[]} buttons
 * @returns {number}
 */
export function startVariant(buttons) {
  const turned = (/** @type {HTMLElement} */ button) => (Number(button.dataset.turn) - quarters + 4) % 4;
  let best = 0;
  buttons.forEach((button, index) => {
    const chosen = buttons[best];
    if (chosen && turned(button) < turned(chosen)) best = index;
  });
  return best;
}

/**
 * Turns the tile in hand as a button would put it down: the next place is tried like that too.
 * @param {HTMLElement} button
 */
export function turnTo(button) {
  quarters = Number(button.dataset.turn ?? 0);
  resetHand();
}

/**
 * Shows the tile on a place as a button would put it there.
 * @param {SVGSVGElement | null} svg
 * @param {Element} group
 * @param {HTMLElement} button
 */
export function showGhost(svg, group, button) {
  const ghost = svg?.querySelector(".hand");
  const place = group.getAttribute("transform");
  if (!ghost || button.dataset.ghost === undefined) return;
  if (place) ghost.setAttribute("transform", place);
  ghost.querySelector("use")?.setAttribute("href", `#${button.dataset.ghost}`);
  ghost.classList.remove("away");
}

/**
 * Takes it away again.
 * @param {SVGSVGElement | null} svg
 */
export function hideGhost(svg) {
  svg?.querySelector(".hand")?.classList.add("away");
}
