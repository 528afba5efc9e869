// The table stands still: whatever opens, comes or goes during a game, the board keeps its place and its size, and nothing
// else moves either.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, noErrors, openPage, watched } from "../lib/browser.js";
import { Mouse, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { LandMouse, playLand, Settler } from "../lib/land.js";
import { sample } from "../lib/night.js";
import { island, kingdom, late, robbedKingdom, robbery, TRADES } from "../lib/positions-play.js";
import { ACROSS, DESK, german, named, NARROW, PHONE, WINDOW } from "../lib/screens.js";
import { noShifts, watchShifts } from "../lib/shifts.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../lib/table.js").Wishes} Wishes */
/** @typedef {(page: Page, looked: (what: string) => Promise<void>) => Promise<void>} Part */

const held = house();

/** Where the board is. @param {Page} page */
const boardOf = (page) => page.locator("#board").boundingBox();

/**
 * Plays parts of games, and sees that the board stays where it was.
 * @param {string} game
 * @param {import("../lib/screens.js").Screen} screen
 * @param {[Wishes, Part][]} parts where each begins, and what is played there
 */
async function stable(game, screen, parts) {
  const page = await openPage(held.browser, screen);
  await watchShifts(page);
  const name = `${game} at ${named(screen)}`;
  await watched(page, `stable-${game}-${named(screen)}`, async () => {
    for (const [begins, part] of parts) {
      await openTable(page, held.server.url, { game, ...begins });
      await page.locator("#board > svg").waitFor();
      /** @type {Awaited<ReturnType<typeof boardOf>>} */
      let board = null;
      await part(page, async (what) => {
        board ??= await boardOf(page);
        assert.deepEqual(await boardOf(page), board, `the board of ${name} stays after ${what}`);
      });
      assert.ok(board, "the board was looked at");
      assert.deepEqual(await boardOf(page), board, `the board of ${name} stays at the end`);
      await noShifts(page, name);
    }
  });
  noErrors(page);
  await leave(page);
}

/**
 * Plays on an island until some kinds of moves were made, or to the end.
 * @param {string[]} [words]
 * @returns {Part}
 */
const acts = (words) => async (page, looked) => {
  const player = new Player({ offers: 1 });
  await play(page, new Mouse(page), player, async () => {
    await looked(JSON.stringify(player.made));
    return words?.every((word) => (player.made[word] ?? 0) >= 1) ?? false;
  });
  if (words === undefined) await page.locator("#result").waitFor({ state: "visible" });
};

// A founding and the first roll, a turn of trade, and everything from a robbery to the end. In the gate each screen sees some of the parts.
for (const [game, parts, screens] of /** @type {[string, [Wishes, Part][], [import("../lib/screens.js").Screen, number[]][]][]} */ ([
  [
    "catan",
    [
      [{}, acts(["roll"])],
      [{ from: island(9, TRADES) }, acts(["offer", "bank", "end"])],
      // After the robbery A has what a settlement takes.
      [{ from: robbery(3) }, acts()],
    ],
    [[german(WINDOW), [0, 2]], [NARROW, [1]], [ACROSS, [2]]],
  ],
  [
    "cities-and-knights",
    [
      [{}, acts(["roll"])],
      [{ from: kingdom(13, TRADES) }, acts(["offer", "bank", "end"])],
      [{ from: robbedKingdom(13) }, acts(["end"])],
      [{ from: kingdom(4) }, acts()],
    ],
    [[german(DESK), [0, 3]], [PHONE, [1, 2]]],
  ],
])) {
  for (const [screen, seen] of screens) {
    test(`${game} stands still: ${named(screen)}`, () => stable(game, screen, sample(parts, ...seen)));
  }
}

const DISCARDS = /** @type {const} */ ([["catan", german(PHONE)], ["catan", DESK], ["cities-and-knights", german(ACROSS)], ["cities-and-knights", WINDOW]]);

for (const [game, screen] of sample(DISCARDS, 0, 3)) {
  test(`nothing moves while ten cards are chosen to be discarded: ${game}, ${named(screen)}`, async () => {
    const page = await openPage(held.browser, screen);
    await watchShifts(page);
    await watched(page, `stable-discard-${game}`, async () => {
      const hand = { brick: 11, lumber: 9 };
      const dice = { catan: [3, 4], "cities-and-knights": ["ship", 3, 4] }[game];
      const from = game === "catan" ? island(9, hand, { phase: "discarding", dice }) : kingdom(13, hand, { phase: { discarding: { owed: { A: 10 }, sabotage: false } }, dice });
      await openTable(page, held.server.url, { game, from, still: true });
      const more = page.locator('#discard .stepper:has([name="discard-brick"]) [data-step="1"]');
      for (let card = 1; card <= 10; card += 1) {
        await more.click();
        await page.locator("#discard .left [data-count]", { hasText: new RegExp(`^${card}$`) }).waitFor();
      }
      await page.locator('#discard button[type="submit"][aria-disabled="false"]').waitFor();
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await noShifts(page, "a discard of ten cards");
    });
    noErrors(page);
  });
}

/** Some tiles, or all that are left. @param {number} [tiles] @returns {Part} */
const lays = (tiles = Infinity) => async (page, looked) => {
  await looked("its beginning");
  const settler = new Settler();
  await playLand(page, new LandMouse(page), settler, () => (settler.made.place ?? 0) >= tiles);
  if (tiles === Infinity) await page.locator("#result").waitFor({ state: "visible" });
};

// At wider screens in `land.test.js`.
for (const [game, screen] of /** @type {const} */ ([["carcassonne", german(NARROW)], ["mayflower", PHONE]])) {
  test(`${game} stands still: ${named(screen)}`, () => stable(game, screen, [[{}, lays(4)], [{ from: late(game, 8) }, lays()]]));
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
    await leave(other);
    await looking.waitFor({ state: "hidden" });
    await noShifts(page, "a table that somebody looked at");
    noErrors(page);
  });
}
