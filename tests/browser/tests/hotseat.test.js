// Several people at one device: the end of a game of two, hands covered between their turns; on a phone with scripts, and in words
// without any.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../lib/api.js";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { Forms, Mouse, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { catan } from "../lib/positions.js";
import { ACROSS, DESK, german, PHONE, SCREENS } from "../lib/screens.js";
import { Player } from "../lib/strategy.js";
import { createTable, openByForm } from "../lib/table.js";

const held = house();

/** @typedef {import("playwright-core").Page} Page */

/** A rolls, then B can build what wins, unless a robber takes it. */
const FROM = catan(
  {},
  { roads: ["19-24", "31-36-30"], hand: { brick: 2, lumber: 2, wool: 1, grain: 1 } },
  { options: { players: 2, victory_points: 3 }, phase: "before-roll" },
);

/**
 * Opens a table where two people sit at one device, which keeps the key of the second in a cookie. The page does not see it before: a
 * waiting room would load itself again when the game begins, at any time of the test.
 * @param {Page} page
 */
async function openHere(page) {
  const { url } = held.server;
  const table = await createTable(page, url, { seats: ["me", "open"], from: FROM });
  const { token } = await api(url, undefined, `/tables/${table}/join`, { name: "Ben" });
  await page.context().addCookies([{ name: "neuland-here", value: token, domain: new URL(url).hostname, path: `/t/${table}` }]);
  return table;
}

/** @param {Page} page */
const isCovered = (page) => page.locator('main[data-stage="cover"]').count().then((n) => n > 0);

/**
 * Plays for both until the game is over; the first button of the cover is that of whoever decides.
 * @param {Page} page @param {Forms | Mouse} hands
 * @param {(covers: number) => Promise<void>} look at each cover
 */
async function playBoth(page, hands, look) {
  const players = new Map();
  for (let covers = 1; covers < 100; covers += 1) {
    assert.ok(await isCovered(page), "the page is covered between turns");
    assert.equal(await page.locator("main [data-action], main #hand, main #board").count(), 0, "a cover shows no hand");
    await look(covers);
    const button = page.locator(".uncover button").first();
    const seat = await button.getAttribute("value");
    await button.click();
    await page.waitForSelector('main[data-table]:not([data-stage="cover"])');
    await page.waitForLoadState();
    if (!players.has(seat)) players.set(seat, new Player({ offers: 0 }));
    const { over } = await play(page, hands, players.get(seat), () => isCovered(page));
    if (over) return players.size;
  }
  throw new Error("the game does not end");
}

test("two people play to the end at one phone", async () => {
  // What is pressed at the moment when the hand is covered is refused.
  const page = await openPage(held.browser, { quiet: true, ...PHONE });
  await watched(page, "hotseat", async () => {
    const table = await openHere(page);
    await page.goto(`${held.server.url}/t/${table}`);
    const people = await playBoth(page, new Mouse(page), async (covers) => {
      const focused = await page.evaluate(() => document.activeElement?.closest(".uncover") !== null);
      assert.ok(focused, "the focus is on the button of the cover");
      if (covers !== 2) return;
      await accessible(page, "the cover");
      for (const { viewport } of SCREENS) {
        await page.setViewportSize(viewport);
        await fits(page, "the cover");
        await shot(page, `hotseat-cover-${viewport.width}`);
      }
      await page.setViewportSize(PHONE.viewport);
      // Back leads to no hand of the one who handed over.
      await page.goBack();
      await page.waitForLoadState();
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      assert.equal(await page.locator("main:visible #hand").count(), 0, "Back shows no hand");
      await page.goto(page.url());
    });
    assert.equal(people, 2);
    await shot(page, "hotseat-end");
  });
  noErrors(page);
});

test("two people play to the end in German, without scripts", async () => {
  const page = await openPage(held.browser, { ...german(ACROSS), javaScriptEnabled: false });
  await watched(page, "hotseat-words", async () => {
    const table = await openHere(page);
    await page.goto(`${held.server.url}/t/${table}?mode=text`);
    let seen = false;
    const people = await playBoth(page, new Forms(page), async (covers) => {
      if (covers !== 2) return;
      seen = true;
      assert.match((await page.locator("#turn").textContent()) ?? "", /^Am Zug: /);
      await shot(page, "hotseat-cover-german");
    });
    assert.ok(seen && people === 2);
  });
  noErrors(page);
});

test("the hand is covered at any time, by a button", async () => {
  const page = await openPage(held.browser, german(DESK));
  await watched(page, "hotseat-button", async () => {
    // While nobody holds a card there is no cover.
    await openByForm(page, held.server.url, { seats: ["me", "here", "none"] });
    await page.locator("#board > svg").waitFor();
    assert.match((await page.locator("#turn").textContent()) ?? "", /:/, "the headline says whose turn it is");
    assert.equal(await page.locator('main[data-stage="cover"], .hand-over').count(), 0, "there is no hand to cover");
    const table = await openHere(page);
    await page.goto(`${held.server.url}/t/${table}`);
    await page.locator('main[data-stage="cover"]').waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".hand-over button").waitFor();
    for (const { viewport } of SCREENS) {
      await page.setViewportSize(viewport);
      await shot(page, `hotseat-open-${viewport.width}`);
      const box = await page.locator(".hand-over button").boundingBox();
      const isSeen = box && box.x >= 0 && box.y >= 0 && box.x + box.width <= viewport.width && box.y + box.height <= viewport.height;
      assert.ok(isSeen, `the button is on a screen of ${viewport.width} × ${viewport.height}: ${JSON.stringify(box)}`);
    }
    await page.locator(".hand-over button").click();
    await page.locator('main[data-stage="cover"]').waitFor();
  });
  noErrors(page);
});
