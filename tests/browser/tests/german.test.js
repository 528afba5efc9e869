// German, from the first screen on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { notGerman } from "../lib/german.js";
import { Mouse, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { island } from "../lib/positions-play.js";
import { countsAt } from "../lib/presses.js";
import { Player } from "../lib/strategy.js";
import { openTable, unfoldSetup } from "../lib/table.js";

const held = house();

/** @param {import("playwright-core").Page} page @param {string} what */
async function german(page, what) {
  assert.equal(await page.locator("html").getAttribute("lang"), "de", what);
  assert.deepEqual(await notGerman(page), [], `${what} is German throughout`);
}

test("German by the browser's wish: start, table, refusals, rules", async () => {
  const page = await openPage(held.browser, { locale: "de-DE" });
  await watched(page, "german", async () => {
    await page.goto(held.server.url);
    await shot(page, "german-start");
    await unfoldSetup(page);
    await page.locator("#new .options details.more > summary").click();
    await german(page, "the start page");

    await openTable(page, held.server.url);
    await german(page, "the founding");
    // A place that is not lit answers in German and leads to the German clause.
    const player = new Player();
    await play(page, new Mouse(page), player, () => (player.made.settlement ?? 0) >= 1);
    const link = await refusedAt(page);
    await shot(page, "german-refusal");
    await german(page, "a refusal");
    await openTable(page, held.server.url, { from: island(9) });
    for (const tool of ["trade", "build-road", "build-city"]) {
      await page.locator(`#${tool} > summary`).click();
      await german(page, `the table with ${tool} open`);
      await page.keyboard.press("Escape");
    }
    await shot(page, "german-table");

    await page.goto(new URL(link, held.server.url).href);
    const clause = page.locator(":target");
    await clause.waitFor();
    assert.match((await clause.textContent()) ?? "", /\b(der|die|das|und|nicht|ein|eine)\b/, "the clause is German");
    await shot(page, "german-clause");
    await page.goto(`${page.url().split("/rules")[0]}/t/nowhere`);
    await german(page, "an error page");
  });
});

test("the language is switched on any page, and stays", async () => {
  const page = await openPage(held.browser);
  await watched(page, "switch", async () => {
    await page.goto(held.server.url);
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
    await page.locator('.languages button[value="de"]').click();
    await page.locator('html[lang="de"]').waitFor();
    await german(page, "the start page");
    await openTable(page, held.server.url);
    assert.equal(await page.locator("html").getAttribute("lang"), "de");
    await page.locator('.languages button[value="en"]').click();
    await page.locator('html[lang="en"]').waitFor();
    assert.match(page.url(), /\/t\//, "it stays at the table");
  });
  noErrors(page);
});

/**
 * Clicks on intersections until one is refused; answers with the link to the clause.
 * @param {import("playwright-core").Page} page
 */
async function refusedAt(page) {
  const place = page.locator("#board [data-place^=I]:not(.lit) > .hit").first();
  await countsAt(place);
  await place.click({ force: true });
  const link = page.locator('[role="alert"] a.clause').first();
  await link.waitFor();
  return (await link.getAttribute("href")) ?? "";
}
