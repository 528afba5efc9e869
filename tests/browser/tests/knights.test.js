// Cities & Knights: a whole game by mouse in German, and a founding and a turn that wins by keys alone. The rest of its table is in
// knights-table.test.js, cards that ask other people in cards.test.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, SIZES, watched } from "../lib/browser.js";
import { notGerman } from "../lib/german.js";
import { Keyboard, Mouse, play, tabTo } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { kingdom, TRADES } from "../lib/positions-play.js";
import { replays } from "../lib/record.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();
const game = "cities-and-knights";

test("a whole game of Cities & Knights by mouse against three bots, in German", async (t) => {
  const page = await openPage(held.browser, { locale: "de-DE" });
  await watched(page, "knights-mouse", async () => {
    // Four points are one more than after the founding.
    const table = await openTable(page, held.server.url, { game, options: { victory_points: "4" } });
    const player = new Player({ offers: 2 });
    const hands = new Mouse(page);
    await shot(page, "knights-founding");
    assert.deepEqual(await notGerman(page), [], "the founding is German throughout");
    const last = await play(page, hands, player);
    t.diagnostic(`moves made: ${JSON.stringify(player.made)}, ${last.seq} entries`);
    assert.ok(last.over);
    for (const word of ["settlement", "city", "road", "roll"]) {
      assert.ok((player.made[word] ?? 0) >= 1, `${word} was tried`);
    }
    const result = page.locator("#result");
    await result.waitFor({ state: "visible" });
    await shot(page, "knights-end");
    assert.equal(await result.locator(".standings thead .name").count(), 4, "everybody is in the standings");
    const points = (await result.locator(".standings .totals td").allTextContents()).map(Number);
    assert.ok((points[0] ?? 0) >= 4, `the winner has four points: ${points}`);
    assert.deepEqual(points, [...points].sort((a, b) => b - a), "best first");
    assert.equal(await result.locator("svg.course path.line").count(), 4, "the course of the points is drawn");
    // What was asked about last may still stand in the chooser, which is put away.
    assert.equal(await page.locator("#chooser").isVisible(), false);
    assert.equal(await page.locator("main [data-action]:not(#chooser [data-action])").count(), 0, "nothing is left to do");
    assert.deepEqual(await notGerman(page), [], "the end is German throughout");
    await accessible(page, "the end");
    await replays(page, held.server.url, table);
  });
  noErrors(page);
});

test("turns of Cities & Knights by mouse in which everything is tried", async (t) => {
  const page = await openPage(held.browser);
  await watched(page, "knights-turn", async () => {
    await openTable(page, held.server.url, { game, from: kingdom(13) });
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

    const player = new Player({ offers: 1 });
    const hands = new Mouse(page);
    await play(page, hands, player, () => (player.made.end ?? 0) >= 1);
    await openTable(page, held.server.url, { game, from: kingdom(13, TRADES) });
    await play(page, hands, player, () => (player.made.end ?? 0) >= 2);
    t.diagnostic(`moves made: ${JSON.stringify(player.made)}`);
    for (const word of ["settlement", "city", "road", "end", "bank", "offer"]) {
      assert.ok((player.made[word] ?? 0) >= 1, `${word} was tried`);
    }
    for (const word of ["wall", "knight", "activate", "improve", "play smith"]) {
      assert.ok((player.made[word] ?? 0) >= 1, `${word} was tried: ${JSON.stringify(player.made)}`);
    }
  });
  noErrors(page);
});

test("a founding by keyboard, from the start page on, and a turn that wins", async (t) => {
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
    await play(page, hands, player, () => (player.made.roll ?? 0) >= 1);
    await openTable(page, held.server.url, { game, from: kingdom(5) });
    const last = await play(page, hands, player);
    t.diagnostic(`moves made: ${JSON.stringify(player.made)}, ${last.seq} entries`);
    assert.ok(last.over);
    await page.locator("#result .standings").waitFor();
    assert.deepEqual([...hands.unseen], [], "the focus is never lost, and always to be seen");
  });
  noErrors(page);
});
