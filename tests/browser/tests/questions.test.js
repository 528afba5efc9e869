// Questions on small screens: whoever answers sees what they hold, with numbers, and sees that the answer was taken.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { createTable } from "../lib/table.js";
import { fits } from "../lib/fits.js";
import { house } from "../lib/house.js";
import { CATAN_DISCARD, catan, knights } from "../lib/positions.js";
import { ACROSS, DESK, german, named, NARROW, PHONE, SMALL } from "../lib/screens.js";

const held = house();

/** @typedef {import("playwright-core").Page} Page */

const HAND = { brick: 3, lumber: 1, wool: 2, grain: 4, ore: 1 };
const KNIGHTS_HAND = { brick: 2, lumber: 3, wool: 1, ore: 4, paper: 1, coin: 1 };

/** A has moved the robber beside B, and says whom to rob. */
const VICTIM = catan({ hand: HAND }, { hand: { wool: 2, ore: 1 } }, { phase: "choosing-victim", robber: "H10", options: { players: 2, robber_theft: "may" } });
/** A says whom of two to rob. */
const VICTIMS = {
  setup: {
    game: "catan",
    seats: {
      A: { settlements: ["I8", "I40"], roads: ["8-13", "40-45"], hand: HAND },
      B: { settlements: ["I19", "I31"], roads: ["19-24", "31-36"], hand: { wool: 2, ore: 1 } },
      C: { settlements: ["I30", "I38"], roads: ["30-35", "38-43"], hand: { brick: 1 } },
      D: { settlements: ["I16", "I42"], roads: ["16-22", "42-46"] },
    },
    phase: "choosing-victim",
    robber: "H10",
    dice: [3, 4],
  },
};
/** B trades and builds. */
const TRADING = catan({ hand: HAND }, { hand: { wool: 2 } }, { phase: "building", active: "B" });
/** B has played Commercial Harbor, and A gives a commodity for ore. */
const COMMERCIAL_HARBOR = knights({ hand: KNIGHTS_HAND }, { hand: { ore: 1 } }, { phase: { "forced-exchange": { victim: "A", kind: "ore" } }, active: "B" });

/**
 * How many cards of each kind the page shows where nothing lies over them: in the hand, or in a form beside the fields.
 * @param {Page} page @param {string} cards what shows a kind
 * @returns {Promise<string[]>}
 */
function seen(page, cards) {
  return page.locator(cards).evaluateAll((shown) =>
    shown.map((card) => {
      const { left, top, width, height } = card.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      const number = card.matches("label") ? getComputedStyle(card, "::after").content.replaceAll('"', "") : card.querySelector(".amount")?.textContent?.trim();
      return card.contains(there) ? `${card.querySelector("use")?.getAttribute("href")?.split("#_")[1]} ${number}` : "covered";
    }),
  );
}

/** @param {Record<string, number>} hand */
const listed = (hand) => Object.entries(hand).map(([kind, count]) => `${kind} ${count}`);

for (const screen of [PHONE, german(NARROW), ACROSS]) {
  test(`what one holds is seen beside every question: ${named(screen)}`, async () => {
    const page = await openPage(held.browser, screen);
    await watched(page, `questions-${named(screen)}`, async () => {
      const shown = () => seen(page, "#hand .res:not(.none *)");

      await duel(held, "catan", { on: page, from: VICTIM });
      assert.ok(await page.locator("#victims button").isVisible());
      assert.deepEqual(await shown(), listed(HAND), "whoever robs sees what they hold");
      await fits(page, "whom to rob");
      await shot(page, `questions-victim-${named(screen)}`);

      await duel(held, "cities-and-knights", { on: page, from: COMMERCIAL_HARBOR });
      assert.ok(await page.locator(".knights-decision button").first().isVisible());
      const kinds = (await shown()).filter((card) => !card.endsWith(" 0"));
      assert.deepEqual(kinds, listed(KNIGHTS_HAND), "whoever gives a commodity sees what they hold");
      await fits(page, "a forced exchange");

      const { other } = await duel(held, "catan", { on: page, from: TRADING });
      await other.act("B", "offer 2 wool for 1 grain to A");
      const offer = page.locator("#incoming-offer");
      await offer.waitFor();
      assert.deepEqual(await shown(), listed(HAND), "whoever is offered something sees what they hold");
      await fits(page, "an offer");
      await shot(page, `questions-offer-${named(screen)}`);
      const title = await offer.locator("h2").textContent();
      await offer.locator('[data-action^="reject"]').tap();
      await page.locator("#incoming-offer.answered").waitFor();
      assert.notEqual(await offer.locator("h2").textContent(), title, "the heading says that the offer was rejected");
      assert.equal(await offer.locator(".primary, [data-action^=reject]").count(), 0, "nothing asks again for what was answered");
      assert.deepEqual(await shown(), listed(HAND));
      await shot(page, `questions-rejected-${named(screen)}`);

      await duel(held, "catan", { on: page, from: CATAN_DISCARD });
      assert.deepEqual(
        await seen(page, "#discard .stepper label"),
        listed({ brick: 2, lumber: 2, wool: 2, grain: 1, ore: 1 }),
        "whoever discards sees what they hold",
      );
      const isWhole = await page.locator("#discard .primary").evaluate((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return [[left + 9, top + 9], [right - 9, bottom - 9]].every(([x = 0, y = 0]) => document.elementFromPoint(x, y) === button);
      });
      assert.ok(isWhole, "the button is on the screen, with nothing over it");
      await fits(page, "cards to discard");
      await shot(page, `questions-discard-${named(screen)}`);
    });
    noErrors(page);
  });
}

for (const screen of [DESK, german(SMALL), PHONE]) {
  test(`a question leaves hand, players and reasons in sight: ${named(screen)}`, async () => {
    const page = await openPage(held.browser, screen);
    await watched(page, `asked-${named(screen)}`, async () => {
      const hand = () => seen(page, "#hand .res:not(.none *)");
      const players = () => page.locator(".player .points strong").evaluateAll((points) => points.map((point) => {
        const { left, top, width, height } = point.getBoundingClientRect();
        return point.closest(".player")?.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }));

      const table = await createTable(page, held.server.url, { seats: ["me", "bot:settler", "bot:settler", "bot:settler"], from: VICTIMS });
      await page.goto(`${held.server.url}/t/${table}`);
      const victims = page.locator("#victims button");
      assert.deepEqual((await victims.allTextContents()).map((text) => text.replace(/\D+/g, "")), ["3", "1"], "each victim with the number of their cards");
      assert.deepEqual(await hand(), listed(HAND), "whoever robs sees what they hold");
      assert.deepEqual(await players(), [true, true, true, true], "and what all have");
      await shot(page, `asked-victims-${named(screen)}`);
      await victims.last().click();
      await page.locator("#victims").waitFor({ state: "detached" });
      assert.deepEqual(await hand(), listed({ ...HAND, brick: HAND.brick + 1 }), "the stolen card is in the hand");

      const { other } = await duel(held, "catan", { on: page, from: TRADING });
      await other.act("B", "offer 2 wool for 1 grain to A");
      await page.locator("#incoming-offer").waitFor();
      assert.deepEqual(await hand(), listed(HAND), "whoever is offered something sees what they hold");
      assert.deepEqual(await players(), [true, true]);
      await shot(page, `asked-offer-${named(screen)}`);

      await duel(held, "catan", { on: page, from: CATAN_DISCARD });
      assert.ok(await page.locator("#discard > .hint").isVisible(), "it says why cards are discarded");
      assert.deepEqual(await players(), [true, true]);
      const size = await page.locator("#turn").evaluate((turn) => parseFloat(getComputedStyle(turn).fontSize));
      assert.ok(size >= 16, `the headline has ${size} pixels`);
      await shot(page, `asked-discard-${named(screen)}`);
    });
    noErrors(page);
  });
}
