// Text mode with scripts switched off: the same game by links and forms alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { Forms, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { readOffer } from "../lib/offer.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();

test("ten turns by links and forms, without any script", async () => {
  const page = await openPage(held.browser, { javaScriptEnabled: false });
  await watched(page, "text", async () => {
    const table = await openTable(page, held.server.url);
    await page.goto(`${held.server.url}/t/${table}?mode=text`);
    assert.equal(await page.locator("#board svg").count(), 0, "no picture in text mode");
    await shot(page, "text-founding");
    const player = new Player();
    let turns = 0;
    const last = await play(page, new Forms(page), player, () => {
      turns = player.made.end ?? 0;
      return turns >= 10;
    });
    assert.ok(turns >= 10 || last.over, "ten turns, or the game ended before");
    assert.ok((player.made.settlement ?? 0) >= 2, "two settlements were founded");
    assert.ok((player.made.road ?? 0) >= 2, "and two roads");
    assert.ok((player.made.roll ?? 0) >= 10);
    await shot(page, "text-later");
    const { seq } = await readOffer(page);
    await page.reload();
    assert.ok((await readOffer(page)).seq >= seq, "a reload loses nothing");
  });
  noErrors(page);
});
