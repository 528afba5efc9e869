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
    const before = await play(page, hands, player, turns(1));
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

    await play(page, hands, player, turns(2));
    assert.ok((player.made.end ?? 0) >= 2, "the game goes on");

    // A move that did not arrive, and one whose answer was lost: the page sends it again, and it is made once.
    for (const arrives of [false, true]) {
      const now = await play(page, hands, player, (offer) => offer.yours);
      const move = player.decide(now);
      assert.ok(move);
      const killed = new Promise((/** @type {(value?: unknown) => void} */ done, failed) => {
        page.route(
          /\/act$/,
          async (route) => {
            if (arrives) await route.fetch();
            await held.server.kill();
            await route.abort();
            done();
          },
          { times: 1 },
        ).catch(failed);
      });
      const moving = hands.do(move);
      await killed;
      await page.locator("#connection").waitFor({ state: "visible" });
      await held.server.start();
      await moving;
      const shown = await readOffer(page);
      await page.reload();
      const kept = await readOffer(page);
      assert.ok(shown.seq > now.seq && kept.seq >= shown.seq, "what the page showed is there after a restart and a reload");
    }
    await play(page, hands, player, turns(3));
  });
  noErrors(page);
});
