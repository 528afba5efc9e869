// Phones: nothing to scroll sideways, nothing too small to hit.

import assert from "node:assert/strict";

/** @param {import("playwright-core").Page} page @param {string} what */
export async function fits(page, what) {
  const { wide, small, spilt } = await page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const small = [...document.querySelectorAll("button, summary, select, a.button, input:not([type=hidden])")].flatMap((element) => {
      if (!(element instanceof HTMLElement) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      // A box is hit through its label.
      const target = element instanceof HTMLInputElement && ["checkbox", "radio"].includes(element.type) ? (element.closest("label") ?? element) : element;
      const { width, height } = target.getBoundingClientRect();
      if (width === 0 || height === 0) return [];
      return width >= 43.5 && height >= 43.5 ? [] : [`${element.outerHTML.slice(0, 100)}: ${width.toFixed(0)} × ${height.toFixed(0)}`];
    });
    const spilt = [...document.querySelectorAll(".player > summary, .player > summary .fact, .chairs > li, .table-link")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.textContent?.trim().replace(/\s+/g, " ")}: ${element.scrollWidth} in ${element.clientWidth}`);
    return { wide, small, spilt };
  });
  assert.ok(wide <= 0, `${what} needs no scrolling sideways (${wide} pixels too wide)`);
  assert.deepEqual(spilt, [], `${what} has nothing that leaves its frame`);
  assert.deepEqual(small, [], `${what} has targets of at least 44 × 44 pixels`);
}
