// What moves on a page without being moved by the reader: the browser's own measure of it.

import assert from "node:assert/strict";

/**
 * @typedef {{ value: number, sources: string[] }} Shift
 */

/**
 * Notes every layout shift of a page from its beginning. The browser marks shifts within half a second of a click as expected
 * (`hadRecentInput`) and leaves them out of its own sum; here they count as well, since at a table nearly everything follows
 * a click, and a button that moves away under the finger is the worst of all. It reports no shift for what moves because
 * somebody scrolls, nor for what is drawn inside a picture. While the document is still on its way nothing counts: where it is
 * cut in two by the network, the second icon of a price comes a moment after the first. The frame that shows the end of the
 * document is drawn after the document is complete, so the measure begins with the frame after that one.
 *
 * Two things may move: cards of a hand close up when one of them is played, and what the reader unfolded says something else
 * when it was acted in. Neither moves anything around it.
 *
 * @param {import("playwright-core").Page} page
 */
export async function watchShifts(page) {
  await page.addInitScript(() => {
    const noted = /** @type {Shift[]} */ ([]);
    Object.assign(window, { shifts: noted });
    let whole = Infinity;
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    addEventListener("DOMContentLoaded", async () => {
      await frame();
      await frame();
      whole = performance.now();
    });
    /** @param {DOMRectReadOnly} box */
    const box = ({ x, y, width, height }) => `${Math.round(x)},${Math.round(y)} ${Math.round(width)} × ${Math.round(height)}`;
    /** @param {Node | null} node */
    const named = (node) => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      const around = element?.closest("[id]");
      return element === null ? "gone" : `#${around?.id} ${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
    };
    /** @param {Node | null} node */
    const mayMove = (node) => (node instanceof Element ? node : (node?.parentElement ?? null))?.closest("#progress .hand, #dock .pop") != null;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.startTime < whole) continue;
        const { value, sources } = /** @type {any} */ (entry);
        if (sources.every((/** @type {any} */ { node }) => mayMove(node))) continue;
        noted.push({
          value,
          sources: sources.map((/** @type {any} */ { node, previousRect, currentRect }) => `${named(node)}: ${box(previousRect)} → ${box(currentRect)}`),
        });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/**
 * Fails where something has moved since the page was opened.
 * @param {import("playwright-core").Page} page
 * @param {string} what
 */
export async function noShifts(page, what) {
  const shifts = await page.evaluate(() => /** @type {any} */ (window).shifts);
  const lines = shifts.map((/** @type {Shift} */ { value, sources }) => `${value.toFixed(5)}: ${sources.join("; ")}`);
  const sum = shifts.reduce((/** @type {number} */ sum, /** @type {Shift} */ { value }) => sum + value, 0);
  assert.equal(sum, 0, `nothing moves on ${what}, but:\n${lines.join("\n")}`);
}
