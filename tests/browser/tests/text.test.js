// Whole games of every kind in words, and with a picture but without any script: by links and forms alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { Forms, Words, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { LandForms, Settler, playLand } from "../lib/land.js";
import { readOffer } from "../lib/offer.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();

/** @typedef {import("playwright-core").Page} Page */

/** Each kind with its options, if it is won by points. @type {[string, Record<string, string> | null][]} */
const GAMES = [
  ["catan", { victory_points: "5" }],
  ["cities-and-knights", { victory_points: "6" }],
  ["carcassonne", null],
  ["traders-and-builders", null],
  ["mayflower", null],
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
 * Opens a table against three bots: with more of them a whole game has fewer moves of one's own.
 * @param {Page} page @param {string} game @param {Record<string, string> | null} options
 */
async function open(page, game, options) {
  const url = held.server.url;
  if (options === null) return openTable(page, url, { game,  seats: ["me", "bot:surveyor", "bot:surveyor", "bot:surveyor"] });
  return openTable(page, url, { game, seats: ["me", "bot:settler", "bot:settler", "bot:settler"], options });
}

/**
 * Plays to the end by forms; `look` sees the page in the middle. How often each kind of move was made.
 * @param {Page} page @param {Forms} forms @param {boolean} lays @param {() => Promise<void>} look
 */
async function playOut(page, forms, lays, look) {
  if (lays) {
    const settler = new Settler();
    const hands = new LandForms(forms);
    await playLand(page, hands, settler, () => (settler.made.place ?? 0) >= 5);
    await look();
    await playLand(page, hands, settler);
    return settler.made;
  }
  const player = new Player({ offers: 1 });
  await play(page, forms, player, () => (player.made.end ?? 0) >= 3);
  await look();
  await play(page, forms, player);
  return player.made;
}

for (const [n, [game, options]] of GAMES.entries()) {
  const { locale, viewport } = SCREENS[n] ?? {};
  test(`a whole game in words: ${game}, ${locale}, ${viewport?.width}`, { timeout: 200_000 }, async (t) => {
    const page = await openPage(held.browser, { locale, viewport });
    await watched(page, `words-${game}`, async () => {
      const table = await open(page, game, options);
      await page.goto(`${held.server.url}/t/${table}?mode=text`);
      assert.equal(await page.locator("#board svg").count(), 0, "no picture in text mode");
      const made = await playOut(page, new Words(page), options === null, async () => {
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

  const { locale: other, viewport: small } = SCREENS[(n + 3) % SCREENS.length] ?? {};
  test(`a whole game without scripts: ${game}, ${other}, ${small?.width}`, { timeout: 200_000 }, async (t) => {
    const page = await openPage(held.browser, { javaScriptEnabled: false, locale: other, viewport: small });
    await watched(page, `plain-${game}`, async () => {
      await open(page, game, options);
      assert.ok((await page.locator("#board svg").count()) > 0, "the board is a picture");
      const made = await playOut(page, new Forms(page), options === null, () => shot(page, `plain-${game}`));
      t.diagnostic(`moves made: ${JSON.stringify(made)}`);
      assert.equal(await page.locator("#result .standings").count(), 1);
      await shot(page, `plain-${game}-end`);
    });
    noErrors(page);
  });
}
