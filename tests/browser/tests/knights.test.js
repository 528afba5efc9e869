// Cities & Knights: whole games by mouse and by keys alone. The rest of its table is in knights-table.test.js, cards that ask
// other people in cards.test.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, SIZES, watched } from "../lib/browser.js";
import { Keyboard, Mouse, play, tabTo } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { isBuilding } from "../lib/offer.js";
import { replays } from "../lib/record.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();
const game = "cities-and-knights";

test("a whole game of Cities & Knights by mouse against three bots", async (t) => {
  const page = await openPage(held.browser);
  await watched(page, "knights-mouse", async () => {
    const table = await openTable(page, held.server.url, { game, options: { victory_points: "10" } });
    const player = new Player({ offers: 2 });
    const hands = new Mouse(page);
    await shot(page, "knights-founding");
    await play(page, hands, player, (offer) => isBuilding(offer) && (player.made.end ?? 0) >= 7);
    for (const size of [SIZES.desk, SIZES.small]) {
      await page.setViewportSize(size);
      await shot(page, `knights-${size.width}`);
      for (const tool of ["knights", "calendar", "trade"]) {
        const head = page.locator(`#${tool} > summary`);
        await head.click();
        await shot(page, `knights-${size.width}-${tool}`);
        const box = await page.locator(`#${tool} > .pop`).boundingBox();
        if (box !== null) {
          const inside = box.x >= 0 && box.x + box.width <= size.width && box.y >= 0 && box.y + box.height <= size.height;
          assert.ok(inside, `#${tool} is on the screen at ${size.width}: ${JSON.stringify(box)}`);
        }
        await head.click();
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `no scrolling sideways at ${size.width}`);
    }
    await page.setViewportSize(SIZES.desk);

    const last = await play(page, hands, player);
    t.diagnostic(`moves made: ${JSON.stringify(player.made)}, ${last.seq} entries`);
    assert.ok(last.over);
    for (const word of ["settlement", "city", "road", "roll", "end", "bank", "offer"]) {
      assert.ok((player.made[word] ?? 0) >= 1, `${word} was tried`);
    }
    const own = ["wall", "knight", "activate", "promote", "move", "improve"].filter((word) => (player.made[word] ?? 0) >= 1);
    assert.ok(own.length >= 1, `walls, knights or improvements were tried: ${JSON.stringify(player.made)}`);
    const result = page.locator("#result");
    await result.waitFor({ state: "visible" });
    await shot(page, "knights-end");
    assert.equal(await result.locator(".standings thead .name").count(), 4, "everybody is in the standings");
    const points = (await result.locator(".standings tfoot td").allTextContents()).map(Number);
    assert.ok((points[0] ?? 0) >= 10, `the winner has ten points: ${points}`);
    assert.deepEqual(points, [...points].sort((a, b) => b - a), "best first");
    assert.equal(await result.locator("svg.course path.line").count(), 4, "the course of the points is drawn");
    // What was asked about last may still stand in the chooser, which is put away.
    assert.equal(await page.locator("#chooser").isVisible(), false);
    assert.equal(await page.locator("main [data-action]:not(#chooser [data-action])").count(), 0, "nothing is left to do");
    await accessible(page, "the end");
    await replays(page, held.server.url, table);
  });
  noErrors(page);
});

test("a game of Cities & Knights by keyboard, from the start page on", async (t) => {
  const page = await openPage(held.browser);
  await watched(page, "knights-keyboard", async () => {
    await page.goto(`${held.server.url}/?game=${game}`);
    await tabTo(page, "#name");
    await page.keyboard.type("Ada");
    await tabTo(page, "#option-victory_points");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/t\//);
    const hands = new Keyboard(page);
    const player = new Player({ offers: 1 });
    const last = await play(page, hands, player);
    t.diagnostic(`moves made: ${JSON.stringify(player.made)}, ${last.seq} entries`);
    assert.ok(last.over);
    await page.locator("#result .standings").waitFor();
    assert.deepEqual([...hands.unseen], [], "the focus is never lost, and always to be seen");
  });
  noErrors(page);
});
