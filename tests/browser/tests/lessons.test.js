// Lessons: one solved by mouse, one by finger, one by keys alone, one in words without any script, in both languages. Nothing moves, axe
// finds nothing, and leaving keeps the place.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { house } from "../lib/house.js";
import { DESK, german, named, NARROW, PHONE } from "../lib/screens.js";
import { noShifts, watchShifts } from "../lib/shifts.js";

const held = house();

/** @typedef {import("playwright-core").Page} Page */

/** The step that a page shows. @param {Page} page */
const stepOf = (page) => page.locator("#lesson").getAttribute("data-step").then(Number);

/** Waits until the page shows a step. @param {Page} page @param {number} step */
const reached = (page, step) => page.locator(`#lesson[data-step="${step}"]`).waitFor();

/** The number of steps. @param {Page} page */
const stepsOf = (page) => page.locator("#lesson progress").getAttribute("max").then(Number);

/**
 * Makes the move that glows: on the board, by its button, or by the button of the card where it takes a form.
 * @param {Page} page
 * @param {(target: import("playwright-core").Locator) => Promise<void>} hit
 * @param {boolean} byKeys
 */
async function follow(page, hit, byKeys) {
  const place = page.locator(byKeys ? "#board .wanted" : "#board .wanted > .halo");
  const button = page.locator("#main button[data-wanted]:visible");
  const card = page.locator("#lesson .lesson-go button");
  const shown = [place, button, card];
  const counts = await Promise.all(shown.map((target) => target.count()));
  const action = await card.getAttribute("value");
  await hit(shown[counts.findIndex((count) => count > 0)]?.first() ?? card);
  // A tile, a figure, doing without one, and whatever a finger chose are confirmed.
  const confirm = page.locator("#chooser:not([hidden]) button.primary, #chooser:not([hidden]) button[data-action]");
  if (await confirm.first().isVisible()) {
    const own = page.locator(`#chooser button[data-action="${action}"]`);
    await hit((await own.count()) > 0 ? own.first() : confirm.first());
  }
}

/**
 * Solves the lesson of a game.
 * @param {Page} page
 * @param {string} game
 * @param {(target: import("playwright-core").Locator) => Promise<void>} hit
 * @param {boolean} [byKeys]
 */
async function solve(page, game, hit, byKeys = false) {
  await page.goto(`${held.server.url}/learn/${game}`);
  const steps = await stepsOf(page);
  for (let step = 1; step <= steps; step += 1) {
    assert.equal(await stepOf(page), step);
    if (step % 4 === 1) await accessible(page, `step ${step} of ${game}`);
    await follow(page, hit, byKeys);
    await reached(page, step + 1);
    await shot(page, `lesson-${game}-${named({ viewport: page.viewportSize() ?? DESK.viewport })}-${step + 1}`);
  }
  await noShifts(page, `the lesson of ${game}`);
}

test("a lesson is solved by mouse", async () => {
  const page = await openPage(held.browser, DESK);
  await watched(page, "lesson-mouse", async () => {
    await watchShifts(page);
    await solve(page, "catan", (target) => target.click());
  });
  noErrors(page);
});

test("a lesson is solved by a finger, in German", async () => {
  const page = await openPage(held.browser, german(PHONE));
  await watched(page, "lesson-finger", async () => {
    await watchShifts(page);
    await solve(page, "carcassonne", (target) => target.tap());
  });
  noErrors(page);
});

test("a lesson is solved by keys alone", async () => {
  const page = await openPage(held.browser, german(DESK));
  await watched(page, "lesson-keys", async () => {
    await watchShifts(page);
    await solve(page, "mayflower", (target) => target.press("Enter"), true);
  });
  noErrors(page);
});

test("a lesson is solved in words, without scripts", async () => {
  const page = await openPage(held.browser, { ...DESK, javaScriptEnabled: false });
  await watched(page, "lesson-words", async () => {
    await page.goto(`${held.server.url}/learn/traders-and-builders?mode=text`);
    const steps = await stepsOf(page);
    for (let step = 1; step <= steps; step += 1) {
      assert.equal(await stepOf(page), step);
      const own = page.locator("#main button[data-wanted]:visible");
      await ((await own.count()) > 0 ? own.first() : page.locator("#lesson .lesson-go button")).click();
      await reached(page, step + 1);
    }
  });
  noErrors(page);
});

for (const screen of [NARROW, german(PHONE)]) {
  test(`the board of a lesson is large enough on a phone: ${named(screen)}`, async () => {
    const page = await openPage(held.browser, screen);
    await watched(page, "lesson-board", async () => {
      for (const game of ["catan", "cities-and-knights", "carcassonne", "traders-and-builders", "mayflower"]) {
        await page.goto(`${held.server.url}/learn/${game}?step=2`);
        await page.locator("#board > svg").waitFor();
        const { height } = (await page.locator("#board").boundingBox()) ?? { height: 0 };
        assert.ok(height >= 200, `the board of ${game} is ${height} pixels high`);
        await fits(page, `the lesson of ${game}`);
      }
    });
    noErrors(page);
  });
}

test("a mistake is answered, and leaving keeps the place", async () => {
  const page = await openPage(held.browser, DESK);
  await watched(page, "lesson-mistake", async () => {
    await page.goto(`${held.server.url}/learn/catan`);
    await page.locator('#board [data-place="I43"]').click();
    await page.locator("#toast", { hasText: "only two lands" }).waitFor();
    assert.equal(await stepOf(page), 1);
    await page.locator("#lesson .lesson-go button").click();
    await reached(page, 2);
    await page.locator("#lesson-leave").click();
    await page.locator('a.learn[href="/learn/catan"]', { hasText: "step 2" }).click();
    await reached(page, 2);
    await page.locator("#lesson-back").click();
    await reached(page, 1);
  });
  noErrors(page);
});
