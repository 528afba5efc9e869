// A phone: a finger, a narrow screen, nothing to scroll sideways, nothing too small to hit.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, shot, SIZES, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { Finger, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { FEW_TILES, island, robbery } from "../lib/positions-play.js";
import { countsAt } from "../lib/presses.js";
import { LandFinger, playLand, Settler } from "../lib/land.js";
import { PHONE } from "../lib/screens.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();

test("a table is opened and founded with a finger", async () => {
  const page = await openPage(held.browser, PHONE);
  await watched(page, "phone", async () => {
    await page.goto(held.server.url);
    await shot(page, "phone-start");
    await fits(page, "the start page");
    await openTable(page, held.server.url);
    await shot(page, "phone-founding");
    await fits(page, "the founding");

    // The first tap chooses, and nothing has happened; the second confirms.
    const place = page.locator("#board .lit[data-place^=I]").first();
    const seq = await page.locator("main").getAttribute("data-seq");
    await countsAt(place);
    await place.tap({ force: true });
    const chooser = page.locator("#chooser");
    await chooser.waitFor({ state: "visible" });
    assert.equal(await page.locator("main").getAttribute("data-seq"), seq, "one tap builds nothing");
    await shot(page, "phone-chosen");
    await fits(page, "the choice");

    const player = new Player();
    const hands = new Finger(page);
    await play(page, hands, player, () => (player.made.road ?? 0) >= 2);
    await openTable(page, held.server.url, { from: island(9, { brick: 1, lumber: 2, wool: 2, grain: 1 }, { phase: "before-roll" }) });
    await shot(page, "phone-table");
    await fits(page, "the table");

    // Hand and moves are there without any scrolling.
    for (const part of ["#hand", "#moves button.large", "#board"]) {
      const box = await page.locator(part).first().boundingBox();
      assert.ok(box, `${part} is there`);
      assert.ok(box.y >= 0 && box.y + box.height <= SIZES.phone.height + 1, `${part} is on the screen`);
    }
    // The rest comes up as sheets.
    for (const sheet of ["figures", "log"]) {
      const button = page.locator(`#sheets [data-sheet="${sheet}"]`);
      await button.tap();
      await page.locator(`#${sheet}`).waitFor({ state: "visible" });
      await shot(page, `phone-${sheet}`);
      await fits(page, `the sheet ${sheet}`);
      await button.tap();
    }
    await page.locator("#trade > summary").tap();
    await shot(page, "phone-trade");
    await fits(page, "the trade dialog");
  });
  noErrors(page);
});

test("a turn with a finger, from a robbery to the settlement that wins", async (t) => {
  const page = await openPage(held.browser, PHONE);
  await watched(page, "phone-game", async () => {
    await openTable(page, held.server.url, { from: robbery(3) });
    const player = new Player({ offers: 1 });
    const last = await play(page, new Finger(page), player);
    t.diagnostic(`moves made: ${JSON.stringify(player.made)}, ${last.seq} entries`);
    assert.ok(last.over);
    await page.locator("#result .standings").waitFor();
    for (const word of ["discard", "robber", "settlement"]) assert.ok((player.made[word] ?? 0) >= 1, `${word} was tried`);
  });
  noErrors(page);
});

test("a whole game of few tiles with a finger", async (t) => {
  const page = await openPage(held.browser, PHONE);
  await watched(page, "phone-tiles", async () => {
    await openTable(page, held.server.url, { game: "carcassonne", from: FEW_TILES });
    const settler = new Settler();
    const last = await playLand(page, new LandFinger(page), settler);
    t.diagnostic(`moves made: ${JSON.stringify(settler.made)}, ${last.seq} entries`);
    assert.ok(last.over);
    await page.locator("#result .standings").waitFor();
  });
  noErrors(page);
});
