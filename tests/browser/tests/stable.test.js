// The table stands still: whatever opens, comes or goes during a game, the board keeps its place and its size, and nothing
// else moves either.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, watched } from "../lib/browser.js";
import { Mouse, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { LandMouse, openLand, playLand, Settler } from "../lib/land.js";
import { noShifts, watchShifts } from "../lib/shifts.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();

const DESK = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };
const ACROSS = { width: 844, height: 390 };

/** Where the board is. @param {import("playwright-core").Page} page */
const boardOf = (page) => page.locator("#board").boundingBox();

/**
 * Plays so many turns on the island, and sees that the board stays where it was.
 * @param {string} game
 * @param {{ width: number, height: number }} viewport
 * @param {number} turns
 */
async function island(game, viewport, turns) {
  const page = await openPage(held.browser, { viewport });
  await watchShifts(page);
  const name = `${game} at ${viewport.width} × ${viewport.height}`;
  await watched(page, `stable-${game}-${viewport.width}`, async () => {
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
 * @param {{ width: number, height: number }} viewport
 * @param {number} tiles
 */
async function land(game, viewport, tiles) {
  const page = await openPage(held.browser, { viewport });
  await watchShifts(page);
  const name = `${game} at ${viewport.width} × ${viewport.height}`;
  await watched(page, `stable-${game}-${viewport.width}`, async () => {
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

test("base Catan stands still on a desk", () => island("catan", DESK, 6));
test("base Catan stands still on a phone", () => island("catan", PHONE, 4));
test("base Catan stands still across", () => island("catan", ACROSS, 4));
test("Cities & Knights stands still on a desk", () => island("cities-and-knights", DESK, 5));
test("Cities & Knights stands still on a phone", () => island("cities-and-knights", PHONE, 4));
for (const game of ["carcassonne", "traders-and-builders", "mayflower"]) {
  test(`${game} stands still on a desk`, () => land(game, DESK, 8));
  test(`${game} stands still on a phone`, () => land(game, PHONE, 6));
}

for (const viewport of [DESK, PHONE]) {
  test(`nothing moves when somebody looks on: ${viewport.width}`, async () => {
    const page = await openPage(held.browser, { viewport });
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
