// The chances to win, for spectators of a table that allows them: on a desk and on a phone, there and changing with the moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { leave, noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { house } from "../lib/house.js";
import { settled, tellBots } from "../lib/pace.js";
import { german, named, PHONE } from "../lib/screens.js";
import { createTable } from "../lib/table.js";

const held = house();
const DESK = { viewport: { width: 1280, height: 800 } };

/** The percents that the page shows, in the order of the seats. @param {import("playwright-core").Page} page */
const percents = (page) => page.locator("#chances li strong").allInnerTexts();

/** What is wrong with the place of the chances; runs in the page. @returns {string[]} */
function faults() {
  /** @type {string[]} */
  const faults = [];
  const part = /** @type {HTMLElement} */ (document.querySelector("#chances"));
  for (const element of part.querySelectorAll("svg rect, li, p")) {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    const what = `${element.tagName} ${element.textContent?.trim()}`;
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) faults.push(`${what} is not on the screen`);
    if (width < 2) continue;
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (there === null || !(part.contains(there) || there.contains(part))) faults.push(`${what} is covered by ${there?.outerHTML.slice(0, 80)}`);
  }
  return faults;
}

for (const [game, seats] of [
  ["catan", ["bot:settler", "bot:settler", "bot:settler", "bot:settler"]],
  ["cities-and-knights", ["bot:settler", "bot:settler", "bot:settler"]],
  ["carcassonne", ["bot:surveyor", "bot:surveyor", "bot:surveyor", "bot:surveyor", "bot:surveyor"]],
]) {
  for (const screen of [DESK, german(PHONE)]) {
    test(`spectators see the chances: ${game}, ${named(screen)}`, async () => {
      const opener = await openPage(held.browser);
      const table = await createTable(opener, held.server.url, { game: String(game), seats: [...seats], aids: ["chances"] });
      await leave(opener);
      await tellBots(held.server.url, table, { moves: 24 });
      const page = await openPage(held.browser, screen);
      await watched(page, `odds-${game}-${named(screen)}`, async () => {
        await page.goto(`${held.server.url}/t/${table}`);
        await page.locator("#chances").waitFor();
        const first = await percents(page);
        assert.equal(first.length, seats.length);
        assert.equal(first.map((text) => Number.parseInt(text, 10)).reduce((sum, percent) => sum + percent), 100, first.join(" "));
        assert.deepEqual(await page.evaluate(faults), []);
        if (screen !== DESK) await fits(page, "the chances");
        await accessible(page, "the chances");
        await shot(page, `odds-${game}-${named(screen)}`);
        // They go on with the game, without a new page.
        await page.evaluate(() => Object.assign(globalThis, { stays: true }));
        for (let tries = 0; String(await percents(page)) === String(first); tries += 1) {
          assert.ok(tries < 20, `always ${first}`);
          const { version } = await tellBots(held.server.url, table, { moves: 8 });
          await settled(page, version);
        }
        assert.equal(await page.evaluate(() => Reflect.get(globalThis, "stays")), true);
        noErrors(page);
      });
    });
  }
}
