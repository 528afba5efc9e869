// The sample game of docs/new-game.md: whole games with the mouse, and by forms alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, SIZES, watched } from "../lib/browser.js";
import { house } from "../lib/house.js";
import { moveBots, tellBots } from "../lib/pace.js";
import { SAMPLE_BINARY } from "../lib/places.js";
import { openTable } from "../lib/table.js";

const held = house({ binary: SAMPLE_BINARY });
const SEATS = ["me", "bot:carver"];

test("a whole game of Kerbe with the mouse", async () => {
  const page = await openPage(held.browser);
  await watched(page, "kerbe-mouse", async () => {
    await openTable(page, held.server.url, { game: "kerbe", seats: SEATS });
    const notched = page.locator("#board .space:has(circle)");
    for (let turn = 0; turn < 18; turn += 1) {
      const lit = page.locator("#board .space.lit").first();
      await lit.waitFor();
      if (turn === 5) {
        await accessible(page, "a table of Kerbe");
        await shot(page, "kerbe-desk");
        await page.locator("#board .space:not(.lit)").first().click();
        await page.locator("#toast a").waitFor();
        await page.setViewportSize(SIZES.phone);
        await shot(page, "kerbe-phone");
        await page.setViewportSize(SIZES.desk);
      }
      const place = await lit.getAttribute("data-place");
      await lit.click();
      await page.locator(`#board .space[data-place="${place}"]:has(circle)`).waitFor();
      await moveBots(page);
    }
    await page.locator("#result").waitFor();
    assert.equal(await notched.count(), 36, "every cell is notched");
    await shot(page, "kerbe-over");
    await page.locator("#replay").click();
    await page.locator("#charts").waitFor();
  });
  noErrors(page);
});

test("a whole game of Kerbe by forms, in German and in words", async () => {
  const page = await openPage(held.browser, { javaScriptEnabled: false, locale: "de-DE" });
  await watched(page, "kerbe-forms", async () => {
    const table = await openTable(page, held.server.url, { game: "kerbe", seats: SEATS });
    // The picture has buttons for what can be done as well, where no script lights it.
    assert.equal(await page.locator("#board svg").count(), 1);
    await page.goto(`${held.server.url}/t/${table}?mode=text`);
    const button = page.locator("button[data-place]").first();
    let notches = 0;
    while ((await page.locator("#result").count()) === 0) {
      // The answer is loaded before the page is asked for once more.
      await Promise.all([page.waitForEvent("load"), button.click()]);
      notches += 1;
      if (notches === 3) await shot(page, "kerbe-text");
      await tellBots(held.server.url, table);
      await page.reload();
    }
    assert.equal(notches, 18);
    await shot(page, "kerbe-text-over");
  });
  noErrors(page);
});
