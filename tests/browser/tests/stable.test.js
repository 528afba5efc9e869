// The table stands still: whatever opens, comes or goes during a game, the board keeps its place and its size, and nothing
// else moves either.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, watched } from "../lib/browser.js";
import { Mouse, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { LandMouse, openLand, playLand, Settler } from "../lib/land.js";
import { ACROSS, DESK, german, named, NARROW, PHONE, WINDOW } from "../lib/screens.js";
import { noShifts, watchShifts } from "../lib/shifts.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();

/** Where the board is. @param {import("playwright-core").Page} page */
const boardOf = (page) => page.locator("#board").boundingBox();

/**
 * Plays so many turns on the island, and sees that the board stays where it was.
 * @param {string} game
 * @param {import("../lib/screens.js").Screen} screen
 * @param {number} turns
 */
async function island(game, screen, turns) {
  const page = await openPage(held.browser, screen);
  await watchShifts(page);
  const name = `${game} at ${named(screen)}`;
  await watched(page, `stable-${game}-${named(screen)}`, async () => {
    await openTable(page, held.server.url, { game });
    await page.locator("#board > svg").waitFor();
    const board = await boardOf(page);
    const player = new Player({ offers: 4 });
    const last = await play(page, new Mouse(page), player, async () => {
      assert.deepEqual(await boardOf(page), board, `the board of ${name} stays after ${JSON.stringify(player.made)}`);
      return (player.made.end ?? 0) >= turns;
    });
    assert.ok(last.over || (player.made.end ?? 0) >= turns, "the game went on");
    await noShifts(page, name);
  });
  noErrors(page);
  await page.context().close();
}

/**
 * The same with tiles.
 * @param {string} game
 * @param {import("../lib/screens.js").Screen} screen
 * @param {number} tiles
 */
async function land(game, screen, tiles) {
  const page = await openPage(held.browser, screen);
  await watchShifts(page);
  const name = `${game} at ${named(screen)}`;
  await watched(page, `stable-${game}-${named(screen)}`, async () => {
    await openLand(page, held.server.url, game);
    await page.locator("#board > svg").waitFor();
    const board = await boardOf(page);
    const settler = new Settler();
    await playLand(page, new LandMouse(page), settler, () => (settler.made.place ?? 0) >= tiles);
    assert.deepEqual(await boardOf(page), board, `the board of ${name} stays`);
    await noShifts(page, name);
  });
  noErrors(page);
  await page.context().close();
}

for (const [game, screens] of /** @type {const} */ ([
  ["catan", [german(WINDOW), NARROW, ACROSS]],
  ["cities-and-knights", [german(DESK), PHONE]],
])) {
  for (const screen of screens) test(`${game} stands still: ${named(screen)}`, () => island(game, screen, 4));
}
for (const [game, screens] of /** @type {const} */ ([
  ["carcassonne", [WINDOW, german(NARROW)]],
  ["traders-and-builders", [DESK, german(PHONE)]],
  ["mayflower", [german(DESK)]],
])) {
  for (const screen of screens) test(`${game} stands still: ${named(screen)}`, () => land(game, screen, 7));
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
