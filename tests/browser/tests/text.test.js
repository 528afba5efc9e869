// Games of every kind in words, and with a picture but without any script, by links and forms alone: a whole game of Catan each, and
// the last moves of the others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { Forms, Words, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { LandForms, Settler, playLand } from "../lib/land.js";
import { sample } from "../lib/night.js";
import { readOffer } from "../lib/offer.js";
import { kingdom, late } from "../lib/positions-play.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();

/** @typedef {import("playwright-core").Page} Page */

/** Each kind, and where it begins. @type {[string, import("../lib/table.js").Wishes][]} */
const GAMES = [
  ["catan", { options: { victory_points: "3" } }],
  // A wins with a city, after all else that can be built.
  ["cities-and-knights", { from: kingdom(4) }],
  ["carcassonne", { from: late("carcassonne", 6) }],
  ["traders-and-builders", { from: late("traders-and-builders", 6) }],
  ["mayflower", { from: late("mayflower", 6) }],
];

/** A language and a size for each kind. */
const SCREENS = [
  { locale: "en-GB", viewport: { width: 1440, height: 900 } },
  { locale: "de-DE", viewport: { width: 360, height: 740 } },
  { locale: "en-GB", viewport: { width: 390, height: 844 } },
  { locale: "de-DE", viewport: { width: 1280, height: 720 } },
  { locale: "de-DE", viewport: { width: 844, height: 390 } },
];

/**
 * Plays to the end by forms; `look` sees the page in the middle. How often each kind of move was made.
 * @param {Page} page @param {Forms} forms @param {string} game @param {() => Promise<void>} look
 */
async function playOut(page, forms, game, look) {
  if (!["catan", "cities-and-knights"].includes(game)) {
    const settler = new Settler();
    const hands = new LandForms(forms);
    await playLand(page, hands, settler, () => (settler.made.place ?? 0) >= 1);
    await look();
    await playLand(page, hands, settler);
    return settler.made;
  }
  const player = new Player({ offers: 1 });
  await play(page, forms, player, () => (player.made.roll ?? player.made.improve ?? 0) >= 1);
  await look();
  await play(page, forms, player);
  return player.made;
}

// In the gate each game in words or without scripts.
for (const [n, [game, begins]] of sample([...GAMES.entries()], 0, 1, 3)) {
  const { locale, viewport } = SCREENS[n] ?? {};
  test(`a game in words: ${game}, ${locale}, ${viewport?.width}`, async (t) => {
    const page = await openPage(held.browser, { locale, viewport });
    await watched(page, `words-${game}`, async () => {
      const table = await openTable(page, held.server.url, { game, ...begins });
      await page.goto(`${held.server.url}/t/${table}?mode=text`);
      assert.equal(await page.locator("#board svg").count(), 0, "no picture in text mode");
      const made = await playOut(page, new Words(page), game, async () => {
        await accessible(page, `${game} in words`);
        await shot(page, `words-${game}`);
        const { seq } = await readOffer(page);
        await page.reload();
        assert.ok((await readOffer(page)).seq >= seq, "a reload loses nothing");
      });
      t.diagnostic(`moves made: ${JSON.stringify(made)}`);
      await page.locator("#result .standings").waitFor();
      await accessible(page, `the end of ${game} in words`);
      await shot(page, `words-${game}-end`);
    });
    noErrors(page);
  });
}

for (const [n, [game, begins]] of sample([...GAMES.entries()], 2, 4)) {
  const { locale, viewport } = SCREENS[(n + 3) % SCREENS.length] ?? {};
  test(`a game without scripts: ${game}, ${locale}, ${viewport?.width}`, async (t) => {
    const page = await openPage(held.browser, { javaScriptEnabled: false, locale, viewport });
    await watched(page, `plain-${game}`, async () => {
      await openTable(page, held.server.url, { game, ...begins });
      assert.ok((await page.locator("#board svg").count()) > 0, "the board is a picture");
      const made = await playOut(page, new Forms(page), game, () => shot(page, `plain-${game}`));
      t.diagnostic(`moves made: ${JSON.stringify(made)}`);
      assert.equal(await page.locator("#result .standings").count(), 1);
      await shot(page, `plain-${game}-end`);
    });
    noErrors(page);
  });
}
