// No violations that axe can find: every kind of page, light and dark.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, SIZES, watched } from "../lib/browser.js";
import { Mouse, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { Player } from "../lib/strategy.js";
import { openTable, unfoldSetup } from "../lib/table.js";

const held = house();

/** @param {import("playwright-core").Page} page @param {string} what */
async function bothThemes(page, what) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    await accessible(page, `${what}, ${colorScheme}`);
  }
}

test("axe finds nothing", async () => {
  const page = await openPage(held.browser);
  await watched(page, "axe", async () => {
    const url = held.server.url;
    await page.goto(url);
    await unfoldSetup(page);
    await page.locator("#new .options details.more > summary").click();
    await bothThemes(page, "the start page");
    await page.goto(`${url}/rules/catan`);
    await bothThemes(page, "the rules");

    const table = await openTable(page, url, { seats: ["me", "open", "bot:settler"] });
    await bothThemes(page, "a waiting table");
    await page.locator("#fill button").click();
    await page.locator("#lobby").waitFor({ state: "detached" });
    // The next page may only be on its way.
    await page.locator("#board").first().waitFor();
    await bothThemes(page, "the founding");
    const player = new Player({ offers: 0 });
    const hands = new Mouse(page);
    await play(page, hands, player, () => (player.made.road ?? 0) >= 1);
    await play(page, hands, player, ({ actions }) => (player.made.end ?? 0) >= 3 && actions.some(({ action }) => action === "end"));
    await bothThemes(page, "a turn");
    for (const tool of ["trade", "build-road", "build-city"]) {
      await page.locator(`#${tool} > summary`).click();
      await bothThemes(page, `the table with ${tool} open`);
      await page.keyboard.press("Escape");
    }
    await page.goto(`${url}/t/${table}?mode=text`);
    await bothThemes(page, "text mode");
  });
  noErrors(page);
});

test("axe finds nothing at the end of a game", async () => {
  const page = await openPage(held.browser);
  await watched(page, "axe-end", async () => {
    await openTable(page, held.server.url, { options: { victory_points: "3" } });
    await play(page, new Mouse(page), new Player({ offers: 0 }));
    await bothThemes(page, "the end screen");
    // To play again nobody has to scroll.
    for (const size of [SIZES.desk, { width: 1280, height: 720 }, { width: 360, height: 740 }]) {
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
