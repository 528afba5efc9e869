// What unfolds over the page: it closes by its ×, by Back, by Escape, by a tap beside it, and when there is no reason for it
// any more. What is covered by it can be used again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, shot, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { house } from "../lib/house.js";
import { catan, CATAN_BUILDING, KNIGHTS_BUILDING } from "../lib/positions.js";
import { LAND_PLACING } from "../lib/positions-pages.js";
import { countsAt } from "../lib/presses.js";
import { ACROSS, DESK, german, named, NARROW, PHONE, WINDOW } from "../lib/screens.js";

/** @typedef {import("playwright-core").Page} Page */

const held = house();

/** A can trade, but cannot pay for a city: its tool says why. */
const NO_CITY = catan({ hand: { brick: 4, lumber: 4, wool: 4, grain: 1 } }, { hand: { ore: 1 } }, { phase: "building" });

/** Presses as soon as a press counts. @param {import("playwright-core").Locator} target */
async function press(target) {
  await countsAt(target);
  await target.click();
}

/** Ways to close a sheet. @type {Record<string, (page: Page, sheet: string) => Promise<void>>} */
const CLOSE = {
  "its ×": (page, sheet) => press(page.locator(`${sheet} > .close`)),
  Escape: (page) => page.keyboard.press("Escape"),
  "a tap beside it": async (page) => {
    await press(page.locator("#turn"));
  },
  Back: (page) => page.evaluate(() => history.back()),
};

/**
 * Opens a sheet and closes it, in every way.
 * @param {Page} page
 * @param {string} head what opens it
 * @param {string} sheet
 * @param {string[]} ways
 */
async function closes(page, head, sheet, ways) {
  const url = page.url();
  for (const way of ways) {
    await press(page.locator(head));
    await page.locator(sheet).waitFor({ state: "visible" });
    await CLOSE[way]?.(page, sheet);
    await page.locator(sheet).waitFor({ state: "hidden" });
    assert.equal(page.url(), url, `${sheet} was closed by ${way}, and the page is the same`);
  }
}

/** Goes back, out of the table: where a sheet was open, the page itself goes the second step. @param {Page} page */
async function leave(page) {
  await page.goBack({ waitUntil: "commit" });
  await page.waitForURL((url) => !url.pathname.startsWith("/t/"), { waitUntil: "commit" });
}

for (const [screen, game, from, tools, sheets] of /** @type {const} */ ([
  [PHONE, "catan", NO_CITY, ["trade", "build-city"], ["log", "figures"]],
  [german(NARROW), "cities-and-knights", KNIGHTS_BUILDING, ["trade", "calendar", "knights"], ["log", "figures"]],
  [german(ACROSS), "carcassonne", LAND_PLACING, [], ["log", "figures", "talk"]],
])) {
  test(`every sheet of a phone closes: ${game}, ${named(screen)}`, async () => {
    const { page } = await duel(held, game, { ...screen, from });
    await watched(page, `sheets-${game}`, async () => {
      for (const tool of tools) await closes(page, `#${tool} > summary`, `#${tool} > .pop`, Object.keys(CLOSE));
      for (const sheet of sheets) await closes(page, `#sheets [data-sheet="${sheet}"]`, `#${sheet}`, Object.keys(CLOSE));
      // What was closed otherwise is not in the way of Back: it leaves the page.
      const first = tools[0] ? [`#${tools[0]} > summary`, `#${tools[0]} > .pop`] : ['#sheets [data-sheet="log"]', "#log"];
      await closes(page, first[0] ?? "", first[1] ?? "", ["its ×"]);
      await leave(page);
    });
    noErrors(page);
  });
}

test("a tap on the board closes a sheet, and does nothing else", async () => {
  const { page, commands } = await duel(held, "catan", { ...ACROSS, from: CATAN_BUILDING });
  await watched(page, "sheet-board", async () => {
    await press(page.locator("#trade > summary"));
    await page.locator("#trade > .pop").waitFor({ state: "visible" });
    // A place that the sheet leaves free.
    const free = await page.locator("#board [data-place^=I] > .hit").evaluateAll((hits) => {
      const isFree = (/** @type {Element} */ hit) => {
        const { x, y, width, height } = hit.getBoundingClientRect();
        return hit.parentElement?.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      };
      return hits.find(isFree)?.parentElement?.getAttribute("data-place") ?? "";
    });
    const place = page.locator(`#board [data-place="${free}"] > .hit`);
    await countsAt(place);
    const box = await place.boundingBox();
    assert.ok(box);
    commands.length = 0;
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await page.locator("#trade > .pop").waitFor({ state: "hidden" });
    assert.deepEqual(commands, []);
  });
  noErrors(page);
});

for (const screen of [german(PHONE), DESK, NARROW]) {
  test(`the bank closes after the trade and covers nothing: ${named(screen)}`, async () => {
    const { page, commands } = await duel(held, "catan", { ...screen, from: CATAN_BUILDING });
    await watched(page, `bank-${named(screen)}`, async () => {
      const button = page.locator('#trade button[data-action^="bank"]').first();
      const action = (await button.getAttribute("data-action")) ?? "";
      await press(page.locator(`#hand-${action.split(" ")[2]}`));
      await page.locator("#trade > .pop").waitFor({ state: "visible" });
      await shot(page, `bank-${named(screen)}`);
      await press(button);
      await page.locator("#trade > .pop").waitFor({ state: "hidden" });
      assert.equal(commands.at(-1), action);
      const isFree = await page.locator('#moves [data-action="end"]').evaluate((end) => {
        const { x, y, width, height } = end.getBoundingClientRect();
        return end.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      assert.ok(isFree, "End the turn is free");
    });
    noErrors(page);
  });
}

test("what the trade sheet was opened for is over with the turn", async () => {
  const { page, own } = await duel(held, "catan", { ...PHONE, from: CATAN_BUILDING });
  await watched(page, "sheet-turn", async () => {
    await press(page.locator("#trade > summary"));
    await page.locator("#trade > .pop").waitFor({ state: "visible" });
    // On another device the turn is ended.
    await own.act("A", "end");
    await page.locator("#trade > .pop").waitFor({ state: "hidden" });
    // To read why nothing can be done now, one may open it all the same.
    await press(page.locator("#trade > summary"));
    await page.locator("#trade > .pop").waitFor({ state: "visible" });
  });
  noErrors(page);
});

test("at a desk what unfolds closes as well, and Back is for the page", async () => {
  const { page } = await duel(held, "catan", { ...german(WINDOW), from: NO_CITY });
  await watched(page, "sheets-desk", async () => {
    for (const tool of ["trade", "build-city"]) {
      await closes(page, `#${tool} > summary`, `#${tool} > .pop`, ["its ×", "Escape", "a tap beside it"]);
    }
    await shot(page, "sheets-desk");
    await leave(page);
  });
  noErrors(page);
});
