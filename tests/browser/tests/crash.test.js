// A power cut in the middle of a game: the server is killed without a chance to save anything, and started again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { Mouse, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { readOffer } from "../lib/offer.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();

/** @param {import("playwright-core").Page} page */
const logOf = (page) => page.locator("#log-lines > li").allTextContents();

test("kill -9 in mid-game loses nothing, and the open page goes on by itself", async () => {
  const page = await openPage(held.browser, { quiet: true });
  await watched(page, "crash", async () => {
    await openTable(page, held.server.url);
    const player = new Player({ offers: 0 });
    const hands = new Mouse(page);
    const turns = (/** @type {number} */ n) => (/** @type {import("../lib/offer.js").Offer} */ offer) =>
      (player.made.end ?? 0) >= n && offer.yours;
    const before = await play(page, hands, player, turns(2));
    const log = await logOf(page);
    assert.ok(log.length > 20);

    for (const round of [1, 2]) {
      await held.server.kill();
      await page.locator("#connection").waitFor({ state: "visible" });
      if (round === 1) await shot(page, "crash-lost");
      await held.server.start();
      await page.locator("#connection").waitFor({ state: "hidden", timeout: 20_000 });
    }
    const after = await readOffer(page);
    assert.ok(after.seq >= before.seq, "nothing that was shown is lost");
    assert.deepEqual((await logOf(page)).slice(0, log.length), log, "the log is the same");

    await play(page, hands, player, turns(4));
    assert.ok((player.made.end ?? 0) >= 4, "the game goes on");

    // And a move whose answer was lost: killed right after it, it was either stored or never shown.
    const now = await readOffer(page);
    const move = player.decide(now);
    assert.ok(move);
    await Promise.all([hands.do(move).catch(() => {}), held.server.kill()]);
    const shown = await readOffer(page);
    await held.server.start();
    await page.reload();
    const kept = await readOffer(page);
    assert.ok(kept.seq >= shown.seq, "what the page showed is there after a restart and a reload");
    await play(page, hands, player, turns(5));
  });
  noErrors(page);
});
