// Luck and skill after a game: the page of the coach, from the replay to a position and on to a game of one's own.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { house } from "../lib/house.js";
import { ROOT } from "../lib/places.js";
import { alternating, named } from "../lib/screens.js";

const held = house();
const GOLDEN = join(ROOT, "crates/cli/tests/golden");

/** @param {import("playwright-core").Page} page @param {string} name */
async function bring(page, name) {
  await page.goto(`${held.server.url}/replay`);
  const buffer = readFileSync(join(GOLDEN, name));
  await page.setInputFiles("#upload input[type=file]", { name, mimeType: "application/octet-stream", buffer });
  await page.click("#upload button[type=submit]");
  await page.locator("#coach").click();
  // The page asks again by itself until the coach is done.
  await page.locator("main.coach table.numbers").waitFor({ timeout: 120_000 });
}

test("a finished game is looked at move by move, and played on from a mistake", async () => {
  const page = await openPage(held.browser);
  await watched(page, "coach", async () => {
    await bring(page, "two-seats-options.neuland");
    const points = page.locator(".turning > li");
    assert.ok((await points.count()) > 0, "some moves cost something");
    assert.match(await points.first().innerText(), /Played: [^]*Better: /);
    await accessible(page, "coach");
    // By keyboard: the link of the first point leads to its position.
    const link = points.first().getByRole("link");
    const at = Number(/\/(\d+)\?eyes=/.exec((await link.getAttribute("href")) ?? "")?.[1]);
    await link.focus();
    await page.keyboard.press("Enter");
    await page.locator(`#main[data-at="${at}"]`).waitFor();
    assert.equal(await page.locator("#play-on").count(), 1, "one can play on from there");
    noErrors(page);
  });
});

test("the rings of the graph lead to their positions", async () => {
  const page = await openPage(held.browser);
  await bring(page, "two-seats-options.neuland");
  const ring = page.locator(".chances a").first();
  const at = Number(/\/(\d+)$/.exec((await ring.getAttribute("href")) ?? "")?.[1]);
  await ring.click();
  await page.locator(`#main[data-at="${at}"]`).waitFor();
  noErrors(page);
});

for (const screen of alternating(1)) {
  test(`the coach fits: ${named(screen)}`, async () => {
    const page = await openPage(held.browser, screen);
    await bring(page, "two-seats-options.neuland");
    await fits(page, "coach");
    await shot(page, `coach-${named(screen)}`);
    noErrors(page);
  });
}
