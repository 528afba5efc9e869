// A whole game by mouse against three bots: clicks on the board, on buttons and in dialogs, to the end screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { Mouse, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { replays } from "../lib/record.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();

test("a whole game by mouse against three bots", async (t) => {
  const page = await openPage(held.browser);
  await watched(page, "mouse", async () => {
    const table = await openTable(page, held.server.url);
    const player = new Player({ offers: 3 });
    const hands = new Mouse(page);
    await shot(page, "mouse-founding");
    await play(page, hands, player, ({ actions, yours }) => yours && (player.made.end ?? 0) >= 8 && actions.some(({ action }) => action === "end"));
    await shot(page, "mouse-middle");
    const last = await play(page, hands, player);
    t.diagnostic(`moves made: ${JSON.stringify(player.made)}, ${last.seq} entries`);
    assert.ok(last.over);
    for (const word of ["settlement", "road", "roll", "end", "offer", "bank"]) {
      assert.ok((player.made[word] ?? 0) >= 1, `${word} was tried`);
    }

    const result = page.locator("#result");
    await result.waitFor({ state: "visible" });
    await shot(page, "mouse-end");
    assert.equal(await result.locator(".standings thead .name").count(), 4, "everybody is in the standings");
    const points = (await result.locator(".standings tfoot td").allTextContents()).map(Number);
    assert.ok((points[0] ?? 0) >= 10, `the winner has ten points: ${points}`);
    assert.deepEqual(points, [...points].sort((a, b) => b - a), "best first");
    assert.equal(await result.locator("svg.course path.line").count(), 4, "the course of the points is drawn");
    if (!(await page.locator("#figure-dice svg").first().isVisible())) await page.locator("#figure-dice > summary").click();
    await page.locator("#figure-dice svg").first().waitFor({ state: "visible" });
    assert.equal(await page.locator("main [data-action]").count(), 0, "nothing is left to do");

    // What the page shows stays so; the record of it replays.
    await page.reload();
    await page.locator("#result").waitFor({ state: "visible" });
    await replays(page, held.server.url, table);
  });
  noErrors(page);
});
