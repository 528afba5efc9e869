// By keys alone: Tab, arrows, Enter and the shortcuts. The mouse is never touched, the focus is always somewhere, and can be seen
// there. A whole game of Catan and of Carcassonne, and the last tiles of the games that extend it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { Keyboard, play, tabTo } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { FEW_TILES, late } from "../lib/positions-play.js";
import { LandKeys, Settler, playLand } from "../lib/land.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();

test("a whole game by keyboard, from the start page on", async (t) => {
  const page = await openPage(held.browser);
  await watched(page, "keyboard", async () => {
    await page.goto(`${held.server.url}/?game=catan`);
    // The start page: the name, fewer points for a shorter game, and Enter.
    await tabTo(page, "#name");
    await page.keyboard.type("Ada");
    await tabTo(page, "#option-victory_points");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/t\//);

    const hands = new Keyboard(page);
    const player = new Player({ offers: 1 });
    await play(page, hands, player, () => (player.made.settlement ?? 0) >= 1);
    await shot(page, "keyboard-founding");
    await play(page, hands, player, ({ actions }) => actions.some(({ action }) => action === "end"));
    await page.keyboard.press("?");
    await page.locator("dialog#keys").waitFor({ state: "visible" });
    await shot(page, "keyboard-help");
    await page.keyboard.press("Escape");
    await page.locator("dialog#keys").waitFor({ state: "hidden" });
    const last = await play(page, hands, player);
    t.diagnostic(`moves made: ${JSON.stringify(player.made)}, ${last.seq} entries`);
    assert.ok(last.over);
    await page.locator("#result .standings").waitFor();
    assert.deepEqual([...hands.unseen], [], "the focus is never lost, and always to be seen");
  });
  noErrors(page);
});

test("arrows lead to every lit place, and so does Page Down alone", async () => {
  const page = await openPage(held.browser);
  await watched(page, "arrows", async () => {
    await page.goto(`${held.server.url}/?game=catan`);
    await tabTo(page, "#name");
    await page.keyboard.type("Ada");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/t\//);
    await page.locator("#board .lit").first().waitFor();
    await page.keyboard.press("b");
    const at = () => page.evaluate(() => document.activeElement?.getAttribute("data-place") ?? "");
    /** Focuses a place. @param {string} place */
    const go = (place) => page.evaluate((place) => /** @type {SVGElement | null} */ (document.querySelector(`#board [data-place="${place}"]`))?.focus(), place);
    const lit = await page.locator("#board .lit").evaluateAll((groups) => groups.map((group) => group.getAttribute("data-place") ?? ""));
    assert.equal(lit.length, 54, "every intersection is lit at the beginning");
    const first = await at();
    const seen = new Set([first]);
    const ahead = [first];
    for (let place = ahead.pop(); place !== undefined && seen.size < lit.length; place = ahead.pop()) {
      for (const arrow of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        await go(place);
        await page.keyboard.press(arrow);
        const next = await at();
        if (!seen.has(next)) {
          seen.add(next);
          ahead.push(next);
        }
      }
    }
    assert.deepEqual([...seen].sort(), [...lit].sort(), "all of them are reached");

    await go(first);
    const round = [];
    for (const _ of lit) {
      round.push(await at());
      await page.keyboard.press("PageDown");
    }
    assert.equal(await at(), first, "once round");
    assert.deepEqual(round.sort(), [...lit].sort(), "Page Down leads through all of them");
    await page.keyboard.press("PageUp");
    assert.equal(await at(), lit.at(lit.indexOf(first) - 1), "and Page Up back");
  });
  noErrors(page);
});

for (const [game, locale, from] of /** @type {const} */ ([
  ["carcassonne", "en-GB", FEW_TILES],
  ["traders-and-builders", "de-DE", late("traders-and-builders", 8)],
  ["mayflower", "en-GB", late("mayflower", 8)],
])) {
  test(`${game} by keyboard to the end, in ${locale}`, async (t) => {
    const page = await openPage(held.browser, { locale });
    await watched(page, `keyboard-${game}`, async () => {
      await openTable(page, held.server.url, { game, from });
      const hands = new LandKeys(page);
      const settler = new Settler();
      await playLand(page, hands, settler, () => (settler.made.place ?? 0) >= 2);
      await shot(page, `keyboard-${game}`);
      await playLand(page, hands, settler);
      t.diagnostic(`moves made: ${JSON.stringify(settler.made)}`);
      await page.locator("#result .standings").waitFor();
      assert.deepEqual([...hands.keys.unseen], [], "the focus is never lost, and always to be seen");
    });
    noErrors(page);
  });
}
