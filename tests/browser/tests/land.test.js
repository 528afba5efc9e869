// Tile games by mouse against bots, their first tiles and their last to the final scoring, and the same tables on a phone in German.
// A whole game is in keyboard.test.js, fingers are in tiles.test.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { notGerman } from "../lib/german.js";
import { house } from "../lib/house.js";
import { LandMouse, Settler, playLand } from "../lib/land.js";
import { late } from "../lib/positions-play.js";
import { replays } from "../lib/record.js";
import { ACROSS, DESK, german, named, PHONE, WINDOW } from "../lib/screens.js";
import { noShifts, watchShifts } from "../lib/shifts.js";
import { openTable } from "../lib/table.js";

const held = house();

/** The end is told feature by feature, and the record of the game replays. @param {import("playwright-core").Page} page @param {string} table @param {number} seats */
async function ended(page, table, seats) {
  const result = page.locator("#result");
  await result.waitFor({ state: "visible" });
  assert.equal(await result.locator(".standings thead .name").count(), seats, "everybody is in the standings");
  const points = (await result.locator(".standings .totals td").allTextContents()).map(Number);
  assert.deepEqual(points, [...points].sort((a, b) => b - a), "best first");
  const left = await page.locator("main button[data-action]:visible").evaluateAll((buttons) => buttons.map((button) => button.outerHTML));
  assert.deepEqual(left, [], "nothing is left to do");
  await page.locator("#final-scoring").waitFor();
  await accessible(page, "the end");
  await replays(page, held.server.url, table);
}

for (const [game, screen] of /** @type {const} */ ([["carcassonne", german(WINDOW)], ["traders-and-builders", ACROSS], ["mayflower", DESK]])) {
  test(`${game} by mouse, its beginning and its end: ${named(screen)}`, async (t) => {
    const page = await openPage(held.browser, screen);
    await watchShifts(page);
    await watched(page, `land-${game}`, async () => {
      const name = `${game} at ${named(screen)}`;
      const settler = new Settler();
      const hands = new LandMouse(page);
      await openTable(page, held.server.url, { game });
      await playLand(page, hands, settler, () => (settler.made.place ?? 0) >= 5);
      await shot(page, `land-${game}-middle`);
      assert.ok((settler.made.deploy ?? 0) >= 1, `figures were deployed: ${JSON.stringify(settler.made)}`);
      await noShifts(page, name);
      const table = await openTable(page, held.server.url, { game, from: late(game, 9) });
      const last = await playLand(page, hands, settler);
      t.diagnostic(`moves made: ${JSON.stringify(settler.made)}, ${last.seq} entries`);
      assert.ok((settler.made.place ?? 0) >= 7, "tiles were placed to the end");
      await page.locator("#result").waitFor({ state: "visible" });
      await noShifts(page, name);
      await shot(page, `land-${game}-end`);
      await ended(page, table, 3);
    });
    noErrors(page);
  });
}

for (const game of ["traders-and-builders", "mayflower"]) {
  test(`${game} on a phone, in German, without barriers`, async () => {
    const page = await openPage(held.browser, { ...PHONE, locale: "de-DE" });
    await watched(page, `land-phone-${game}`, async () => {
      await openTable(page, held.server.url, { game, seats: ["me", "bot:surveyor"] });
      const settler = new Settler();
      /** @param {string} what */
      const looked = async (what) => {
        await shot(page, `land-phone-${game}-${what}`);
        await fits(page, what);
        await accessible(page, what);
        assert.deepEqual(await notGerman(page), [], `${what} is German throughout`);
      };
      await looked("placing");
      await playLand(page, new LandMouse(page), settler, ({ actions }) => (settler.made.place ?? 0) >= 4 && actions.some(({ action }) => action === "pass"));
      await looked("figures");
      for (const sheet of ["figures", "log"]) {
        const button = page.locator(`#sheets [data-sheet="${sheet}"]`);
        await button.tap();
        await page.locator(`#${sheet}`).waitFor({ state: "visible" });
        await looked(sheet);
        await button.tap();
      }
    });
    noErrors(page);
  });
}
