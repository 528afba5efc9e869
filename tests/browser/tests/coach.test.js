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
import { ACROSS, alternating, german, named, NARROW, PHONE } from "../lib/screens.js";

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

/** Opens the first exercise of the game. @param {import("playwright-core").Page} page @param {string} name */
async function open(page, name) {
  await bring(page, name);
  await page.locator('main.coach a[href*="/coach/"][class*="button"]:not([download])').first().click();
  await page.locator("#lesson").waitFor();
}

test("a mistake is made better at the board: tried, hinted at, solved", async () => {
  const page = await openPage(held.browser);
  await watched(page, "exercise", async () => {
    await open(page, "two-seats-options.neuland");
    await accessible(page, "an exercise");
    const state = () => page.locator("#main").getAttribute("data-version").then(Number);
    assert.equal(await state(), 0);
    // The hint comes without a new page, by keyboard.
    await page.evaluate(() => Object.assign(globalThis, { stays: true }));
    const hint = page.locator('#lesson button[value="show-hint"]');
    await hint.focus();
    await page.keyboard.press("Enter");
    await page.locator('#main[data-version="1"]').waitFor();
    assert.equal(await hint.count(), 0, "one hint");
    await page.locator('#lesson button[value="show-solution"]').click();
    await page.locator('#main[data-version="2"]').waitFor();
    assert.equal(await page.evaluate(() => Reflect.get(globalThis, "stays")), true);
    assert.ok((await page.locator("#main [data-wanted]").count()) > 0, "the better move is marked");
    await accessible(page, "a solution");
    // The better move itself is judged as such.
    const best = page.locator("#main button[data-wanted][data-action]").first();
    const action = await best.getAttribute("data-action");
    const said = await page.evaluate(async (action) => {
      const main = document.getElementById("main");
      const body = new URLSearchParams({ seq: "0", id: "x", action: action ?? "" });
      const answer = await fetch(`${main?.dataset.at}/act`, { method: "POST", body, headers: { Accept: "application/json" } });
      return answer.json();
    }, action);
    assert.equal(said.ok, true);
    await page.reload();
    await page.locator("#lesson .lesson-answer.good").waitFor();
    await page.locator("#exercise-next, #exercise-end").click();
    await page.waitForURL((url) => !url.pathname.endsWith("/1"));
    noErrors(page);
  });
});

for (const screen of [ACROSS, german(PHONE), NARROW]) {
  test(`an exercise fits: ${named(screen)}`, async () => {
    const page = await openPage(held.browser, screen);
    await open(page, "two-seats-options.neuland");
    await fits(page, "an exercise");
    await page.locator('#lesson button[value="show-solution"]').click();
    await page.locator("#exercise-next, #exercise-end").waitFor();
    await fits(page, "a solution");
    await shot(page, `exercise-${named(screen)}`);
    noErrors(page);
  });
}

for (const screen of alternating(1)) {
  test(`the coach fits: ${named(screen)}`, async () => {
    const page = await openPage(held.browser, screen);
    await bring(page, "two-seats-options.neuland");
    await fits(page, "coach");
    await shot(page, `coach-${named(screen)}`);
    noErrors(page);
  });
}
