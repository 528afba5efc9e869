// No violations that axe can find: every kind of page, light and dark.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, watched } from "../lib/browser.js";
import { Mouse, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { island } from "../lib/positions-play.js";
import { DESK, german, named, NARROW, SCREENS } from "../lib/screens.js";
import { Player } from "../lib/strategy.js";
import { openTable, unfoldSetup } from "../lib/table.js";

const held = house();

/**
 * @param {import("playwright-core").Page} page
 * @param {string} what
 * @param {("light" | "dark")[]} themes
 */
async function accessibleIn(page, what, themes) {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await accessible(page, `${what}, ${colorScheme}`);
  }
}

for (const [screen, colours] of /** @type {[import("../lib/screens.js").Screen, ("light" | "dark")[]][]} */ ([
  [DESK, ["light", "dark"]],
  [german(NARROW), ["dark"]],
])) {
  test(`axe finds nothing: ${named(screen)}`, async () => {
    const page = await openPage(held.browser, screen);
    await watched(page, `axe-${named(screen)}`, async () => {
      const url = held.server.url;
      const look = (/** @type {string} */ what) => accessibleIn(page, what, colours);
      await page.goto(url);
      await unfoldSetup(page);
      await page.locator("#new .options details.more > summary").click();
      await page.locator("#new .seats details.more > summary").click();
      await page.locator("#new .characters .portrait").first().waitFor();
      await look("the start page");
      await page.goto(`${url}/rules/catan`);
      await look("the rules");

      await openTable(page, url, { seats: ["me", "open", "bot:settler"] });
      await look("a waiting table");
      await page.locator("#fill button").click();
      await page.locator("#lobby").waitFor({ state: "detached" });
      // The next page may only be on its way.
      await page.locator("#board").first().waitFor();
      await look("the founding");
      const table = await openTable(page, url, { from: island(9) });
      await look("a turn");
      for (const tool of ["trade", "build-road", "build-city"]) {
        await page.locator(`#${tool} > summary`).click();
        await look(`the table with ${tool} open`);
        await page.keyboard.press("Escape");
      }
      await page.goto(`${url}/t/${table}?mode=text`);
      await look("text mode");
    });
    noErrors(page);
  });
}

test("axe finds nothing at the end of a game", async () => {
  const page = await openPage(held.browser);
  await watched(page, "axe-end", async () => {
    // A wins with the settlement that can be built.
    await openTable(page, held.server.url, { from: island(3) });
    await play(page, new Mouse(page), new Player({ offers: 0 }));
    await accessibleIn(page, "the end screen", ["light", "dark"]);
    // To play again nobody has to scroll.
    for (const { viewport: size } of SCREENS) {
      await page.setViewportSize(size);
      const [button, panel] = await Promise.all(["#again button", "#result"].map((part) => page.locator(part).boundingBox()));
      assert.ok(button && panel, "there is a button");
      const end = Math.min(panel.y + panel.height, size.height);
      assert.ok(button.y + button.height <= end, `the button ends at ${button.y + button.height}, what is seen at ${end}, on ${size.width} × ${size.height}`);
    }
    // In words all charts stand open as tables; the page is still as narrow as a phone.
    await page.goto(`${page.url()}?mode=text`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `the end in words needs no scrolling sideways (${wide} pixels too wide)`);
  });
  noErrors(page);
});
