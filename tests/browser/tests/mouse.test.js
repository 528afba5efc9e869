// By mouse against three bots: a whole game, from the founding to the end screen, and a turn in which everything is tried.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../lib/api.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { keyOf } from "../lib/forward.js";
import { Mouse, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { tableOf } from "../lib/pace.js";
import { BUILDS, island, TRADES } from "../lib/positions-play.js";
import { replays } from "../lib/record.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();

test("a whole game by mouse against three bots", async (t) => {
  const page = await openPage(held.browser);
  await watched(page, "mouse", async () => {
    // Three points are won soon, and with a settlement or a city of one's own if the bots are slower.
    const table = await openTable(page, held.server.url, { options: { victory_points: "3" } });
    const player = new Player({ offers: 1 });
    const hands = new Mouse(page);
    await shot(page, "mouse-founding");
    const last = await play(page, hands, player);
    t.diagnostic(`moves made: ${JSON.stringify(player.made)}, ${last.seq} entries`);
    assert.ok(last.over);
    for (const word of ["settlement", "road", "roll"]) assert.ok((player.made[word] ?? 0) >= 1, `${word} was tried`);

    const result = page.locator("#result");
    await result.waitFor({ state: "visible" });
    await shot(page, "mouse-end");
    assert.equal(await result.locator(".standings thead .name").count(), 4, "everybody is in the standings");
    const points = (await result.locator(".standings .totals td").allTextContents()).map(Number);
    assert.ok((points[0] ?? 0) >= 3, `the winner has three points: ${points}`);
    assert.deepEqual(points, [...points].sort((a, b) => b - a), "best first");
    assert.equal(await result.locator("svg.course path.line").count(), 4, "the course of the points is drawn");
    // The result lies over the figures; folded, it leaves them.
    await result.locator("> summary").click();
    if (!(await page.locator("#figure-dice svg").first().isVisible())) await page.locator("#figure-dice > summary").click();
    await page.locator("#figure-dice svg").first().waitFor({ state: "visible" });
    assert.equal(await page.locator("main [data-action]").count(), 0, "nothing is left to do");

    // What the page shows stays so; the record of it replays.
    await page.reload();
    await page.locator("#result").waitFor({ state: "visible" });
    await replays(page, held.server.url, table);

    // Again, by one press, against bots one level up.
    await page.locator("#stronger button").click();
    await page.waitForURL((url) => /\/t\/\w+$/.test(url.pathname) && !url.pathname.includes(table));
    const { seats } = await api(held.server.url, await keyOf(page), `/tables/${await tableOf(page)}`);
    assert.deepEqual(seats.map((/** @type {any} */ seat) => seat.bot ?? seat.name), ["Ada", "expert", "expert", "expert"]);
  });
  noErrors(page);
});

test("turns by mouse in which everything is tried", async (t) => {
  const page = await openPage(held.browser);
  await watched(page, "mouse-turn", async () => {
    const player = new Player({ offers: 1 });
    const hands = new Mouse(page);
    // Who has built trades no more in the same turn.
    for (const [n, hand] of [TRADES, BUILDS].entries()) {
      await openTable(page, held.server.url, { from: island(9, hand) });
      await play(page, hands, player, () => (player.made.end ?? 0) > n);
    }
    t.diagnostic(`moves made: ${JSON.stringify(player.made)}`);
    await shot(page, "mouse-middle");
    for (const word of ["settlement", "road", "end", "offer", "bank"]) {
      assert.ok((player.made[word] ?? 0) >= 1, `${word} was tried`);
    }
  });
  noErrors(page);
});
