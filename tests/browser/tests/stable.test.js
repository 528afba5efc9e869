// The table stands still: whatever opens, comes or goes during a game, the board keeps its place and its size, and nothing
// else moves either.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, watched } from "../lib/browser.js";
import { Mouse, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { LandMouse, playLand, Settler } from "../lib/land.js";
import { ACROSS, DESK, german, named, NARROW, PHONE, WINDOW } from "../lib/screens.js";
import { noShifts, watchShifts } from "../lib/shifts.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const held = house();

/** Where the board is. @param {Page} page */
const boardOf = (page) => page.locator("#board").boundingBox();

/**
 * Plays a whole game, and sees that the board stays where it was.
 * @param {string} game
 * @param {import("../lib/screens.js").Screen} screen
 * @param {(page: Page, looked: (what: string) => Promise<void>) => Promise<void>} whole
 */
async function stable(game, screen, whole) {
  const page = await openPage(held.browser, screen);
  await watchShifts(page);
  const name = `${game} at ${named(screen)}`;
  await watched(page, `stable-${game}-${named(screen)}`, async () => {
    /** @type {Awaited<ReturnType<typeof boardOf>>} */
    let board = null;
    await whole(page, async (what) => {
      board ??= await boardOf(page);
      assert.deepEqual(await boardOf(page), board, `the board of ${name} stays after ${what}`);
    });
    await page.locator("#result").waitFor({ state: "visible" });
    assert.ok(board, "the board was looked at");
    assert.deepEqual(await boardOf(page), board, `the board of ${name} stays at the end`);
    await noShifts(page, name);
  });
  noErrors(page);
  await page.context().close();
}

// Short games: a few points are enough to trade, to be robbed and to win.
for (const [game, victory_points, screens] of /** @type {const} */ ([
  ["catan", "4", [german(WINDOW), NARROW, ACROSS]],
  ["cities-and-knights", "5", [german(DESK), PHONE]],
])) {
  for (const screen of screens) {
    test(`${game} stands still: ${named(screen)}`, () =>
      stable(game, screen, async (page, looked) => {
        await openTable(page, held.server.url, { game, options: { victory_points } });
        const player = new Player({ offers: 4 });
        await play(page, new Mouse(page), player, async () => {
          await looked(JSON.stringify(player.made));
          return false;
        });
      }));
  }
}
// At wider screens in `land.test.js`.
for (const [game, screen] of /** @type {const} */ ([["carcassonne", german(NARROW)], ["mayflower", PHONE]])) {
  test(`${game} stands still: ${named(screen)}`, () =>
    stable(game, screen, async (page, looked) => {
      await openTable(page, held.server.url, { game });
      await page.locator("#board > svg").waitFor();
      await looked("its beginning");
      await playLand(page, new LandMouse(page), new Settler());
    }));
}

for (const screen of [WINDOW, german(PHONE)]) {
  test(`nothing moves when somebody looks on: ${named(screen)}`, async () => {
    const page = await openPage(held.browser, screen);
    await watchShifts(page);
    await openTable(page, held.server.url, { seats: ["me", "open"] });
    await page.locator("#fill button").click();
    await page.locator("#board > svg").waitFor();
    const other = await openPage(held.browser);
    await other.goto(page.url());
    const looking = page.locator("#people > summary .count", { hasText: "+1" });
    await looking.waitFor();
    await noShifts(page, "a table that somebody looks at");
    await other.context().close();
    await looking.waitFor({ state: "hidden" });
    await noShifts(page, "a table that somebody looked at");
    noErrors(page);
  });
}
