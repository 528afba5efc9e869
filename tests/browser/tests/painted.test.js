// Tiles and terrains are shown as images, which look like the shapes they are made from.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, noErrors, openPage, watched } from "../lib/browser.js";
import { house } from "../lib/house.js";
import { tabled } from "../lib/positions-play.js";
import { openTable } from "../lib/table.js";

const held = house();

/**
 * Which part of two pictures differs in a way that can be seen.
 * @param {Buffer[]} pictures
 * @returns {Promise<number>}
 */
async function difference(...pictures) {
  const page = await held.browser.newPage();
  const share = await page.evaluate(async (addresses) => {
    const [one, two] = await Promise.all(
      addresses.map(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(image.width, image.height).getContext("2d"));
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
      }),
    );
    if (!one || !two || one.length !== two.length) return 1;
    let count = 0;
    for (let at = 0; at < one.length; at += 4) {
      if ([0, 1, 2].some((more) => Math.abs((one[at + more] ?? 0) - (two[at + more] ?? 0)) > 48)) count += 1;
    }
    return (4 * count) / one.length;
  }, pictures.map((picture) => `data:image/png;base64,${picture.toString("base64")}`));
  await page.close();
  return share;
}

/**
 * Sees that images look like the shapes they are made from, in light and dark.
 * @param {import("playwright-core").Page} page at a table
 * @param {string} uses what is shown as an image
 */
async function looksDrawn(page, uses) {
  const drawn = await page.context().newPage();
  await drawn.addInitScript(() => void (Image.prototype.decode = () => Promise.reject(new Error("no images"))));
  await drawn.setViewportSize({ width: 390, height: 844 });
  await Promise.all([page.goto(page.url()), drawn.goto(page.url())]);
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    await drawn.emulateMedia({ colorScheme });
    // Those on the table, and the turns of the one in hand.
    const kinds = () =>
      page.evaluate((uses) => {
        const turns = document.querySelector("#hand [data-turns]")?.getAttribute("data-turns")?.split(" ") ?? [];
        return new Set([...[...document.querySelectorAll(uses)].map((use) => use.getAttribute("href")), ...turns.map((turn) => `#${turn}`)]).size;
      }, uses);
    const IMAGES = "#board defs > [data-painted] > image";
    const count = await kinds();
    assert.ok(count >= 6, "there are several kinds");
    await page.waitForFunction(({ IMAGES, count }) => document.querySelectorAll(IMAGES).length >= count, { IMAGES, count });
    assert.equal(await page.locator(IMAGES).count(), await kinds(), "every kind is an image");
    assert.equal(await drawn.locator("#board defs image").count(), 0, "without images there are the shapes");
    const share = await difference(await page.locator("#board > svg").screenshot(), await drawn.locator("#board > svg").screenshot());
    assert.ok(share < 0.002, `${colorScheme}: ${(100 * share).toFixed(2)} % look different`);
  }
}

const SMALL = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };

test("terrains are images that look like their shapes", async () => {
  const page = await openPage(held.browser, SMALL);
  await watched(page, "painted-island", async () => {
    await openTable(page, held.server.url, { game: "cities-and-knights" });
    await looksDrawn(page, "#board .hex > use.still");
  });
  noErrors(page);
  await leave(page);
});

for (const game of ["traders-and-builders", "mayflower"]) {
  test(`tiles are images that look like their shapes: ${game}`, async () => {
    const page = await openPage(held.browser, SMALL);
    await watched(page, `painted-${game}`, async () => {
      await openTable(page, held.server.url, { game, from: tabled(game, 16) });
      await looksDrawn(page, "#board use.tile");
      // A tile is where it is, and not where a roof reaches over its edge.
      const box = await page.evaluate(() => {
        const tile = /** @type {SVGGraphicsElement} */ (document.querySelector("#board use.tile"));
        const matrix = /** @type {DOMMatrix} */ (tile.getScreenCTM());
        const [x, y] = [tile, tile].map((use, n) => Number(use.getAttribute(n ? "y" : "x") ?? 0));
        const at = new DOMPoint((x ?? 0) - 53, y).matrixTransform(matrix);
        return document.elementsFromPoint(at.x, at.y).includes(tile);
      });
      assert.equal(box, false, "a tile is not beside itself");
    });
    noErrors(page);
    await leave(page);
  });
}
