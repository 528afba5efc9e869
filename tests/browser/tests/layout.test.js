// Screens of the usual sizes: nothing to scroll sideways, and what unfolds stays on the screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, SIZES, watched } from "../lib/browser.js";
import { house } from "../lib/house.js";
import { island } from "../lib/positions-play.js";
import { openTable } from "../lib/table.js";

const held = house();

test("what unfolds stays on the screen", async () => {
  const page = await openPage(held.browser, { locale: "de-DE" });
  await watched(page, "layout", async () => {
    await openTable(page, held.server.url, { from: island(9) });
    for (const size of [SIZES.desk, { width: 1366, height: 768 }, SIZES.small]) {
      const name = `${size.width} × ${size.height}`;
      await page.setViewportSize(size);
      for (const tool of ["trade", "build-city"]) {
        const head = page.locator(`#${tool} > summary`);
        await head.click();
        const box = await page.locator(`#${tool} > .pop`).boundingBox();
        // A tool with places lights them on the board and unfolds nothing.
        if (box === null) assert.ok(await page.locator(`#${tool}[data-mode]`).count(), `${tool} unfolds`);
        else {
          assert.ok(box.x >= 0 && box.x + box.width <= size.width, `#${tool} is on the screen sideways at ${name}: ${JSON.stringify(box)}`);
          assert.ok(box.y >= 0 && box.y + box.height <= size.height, `#${tool} is on the screen upwards at ${name}: ${JSON.stringify(box)}`);
        }
        await head.click();
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `no scrolling sideways at ${name}`);
    }
  });
  noErrors(page);
});
