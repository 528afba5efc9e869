// The table of Cities & Knights: a phone in German, no barriers, refusals, and forms without any script. Whole games are in
// knights.test.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, shot, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { fits } from "../lib/fits.js";
import { notGerman } from "../lib/german.js";
import { Finger, Forms } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { sample } from "../lib/night.js";
import { readOffer } from "../lib/offer.js";
import { knights } from "../lib/positions.js";
import { DECISIONS, KNIGHTS_TURN } from "../lib/positions-decisions.js";
import { countsAt } from "../lib/presses.js";
import { german, NARROW } from "../lib/screens.js";

const held = house();
const game = "cities-and-knights";

/**
 * Does the first thing listed that begins so.
 * @param {import("playwright-core").Page} page
 * @param {{ do(move: import("../lib/strategy.js").Move): Promise<void> }} hands
 * @param {string} begin
 */
async function does(page, hands, begin) {
  const { actions } = await readOffer(page);
  const listed = actions.find(({ action }) => action.startsWith(begin));
  assert.ok(listed, `${begin} can be done`);
  await hands.do({ how: "act", ...listed });
}

test("Cities & Knights by finger on a small phone, in German", async () => {
  const { page } = await duel(held, game, german(NARROW));
  await watched(page, "knights-phone", async () => {
    /** @param {string} what */
    const looked = async (what) => {
      await shot(page, `knights-phone-${what}`);
      await fits(page, what);
      const over = await page.locator("#moves").evaluate((row) => [...row.children].filter((move) => move.getBoundingClientRect().top < row.getBoundingClientRect().top - 1).map((move) => move.textContent?.trim()));
      assert.deepEqual(over, [], `${what} has no move that lies over the hand`);
      assert.deepEqual(await notGerman(page), [], `${what} is German throughout`);
    };
    await looked("founding");
    // In the gate axe looks at each kind of panel; what is decided on the board alone has none.
    const panels = sample(Object.keys(DECISIONS), 0, 2, 3, 4, 5, 6, 7, 9, 14, 15, 17);
    for (const [decision, from] of Object.entries(DECISIONS)) {
      await duel(held, game, { on: page, from });
      assert.notDeepEqual(await asked(page), [], `${decision} is asked`);
      await looked(decision);
      if (panels.includes(decision)) await accessible(page, decision);
    }
    await duel(held, game, { on: page, from: KNIGHTS_TURN });
    const hands = new Finger(page);
    for (const action of ["improve ", "knight ", "activate "]) await does(page, hands, action);
    await looked("table");
    for (const tool of ["knights", "calendar", "trade", "build-wall"]) {
      const head = page.locator(`#${tool} > summary`);
      await head.tap();
      await looked(tool);
      // What is unfolded may lie over its head; a tap beside it folds it.
      await page.locator("#turn").tap();
    }
    for (const sheet of ["figures", "log"]) {
      const button = page.locator(`#sheets [data-sheet="${sheet}"]`);
      await button.tap();
      await page.locator(`#${sheet}`).waitFor({ state: "visible" });
      await looked(sheet);
      await button.tap();
    }
    await does(page, hands, "end");
  });
  noErrors(page);
});

/** What is asked of the reader: decisions by their ids, and what can be done on the board. @param {import("playwright-core").Page} page */
function asked(page) {
  return page.locator("#decision > [id], #main button[data-action]").evaluateAll((parts) => parts.map((part) => part.getAttribute("data-action") ?? part.getAttribute("id") ?? ""));
}

test("axe finds nothing at a table of Cities & Knights", async () => {
  const { page, table } = await duel(held, game, { from: KNIGHTS_TURN });
  await watched(page, "knights-axe", async () => {
    /** @param {string} what */
    const bothThemes = async (what) => {
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        await page.emulateMedia({ colorScheme });
        await shot(page, `knights-axe-${what}-${colorScheme}`);
        await accessible(page, `${what}, ${colorScheme}`);
      }
    };
    await bothThemes("a turn");
    for (const tool of ["knights", "calendar", "trade"]) {
      await page.locator(`#${tool} > summary`).click();
      await bothThemes(tool);
      await page.keyboard.press("Escape");
    }
    await page.goto(`${held.server.url}/t/${table}?mode=text`);
    await bothThemes("text mode");
    await page.goto(`${held.server.url}/rules/${game}`);
    await accessible(page, "the rules");
  });
  noErrors(page);
});

test("axe finds nothing in the decisions of Cities & Knights", async () => {
  const { page } = await duel(held, game);
  await watched(page, "knights-axe-decisions", async () => {
    // Here at a desk and in English; all of them on a phone in German above.
    for (const [decision, from] of sample(Object.entries(DECISIONS), 0, 4)) {
      await duel(held, game, { on: page, from });
      await shot(page, `knights-axe-${decision}`);
      await accessible(page, decision);
    }
  });
  noErrors(page);
});

test("a progress card that cannot be played says why, with the clause", async () => {
  const card = "crane";
  // Before the roll none but the Alchemist can be played.
  const { page } = await duel(held, game, { from: knights({ progress: { [card]: 1 } }, {}, { phase: "before-roll" }) });
  await watched(page, "knights-refusal", async () => {
    await page.locator(`#progress-${card} > summary`).click();
    const why = page.locator(`#progress-${card} .why`);
    await why.waitFor();
    await shot(page, "knights-refusal");
    assert.equal(await page.locator(`#progress-${card} [data-action]`).count(), 0, "it cannot be played");
    const link = why.locator("a.clause");
    const clause = (await link.textContent()) ?? "";
    assert.match(clause, /^CK-/);
    const [rules] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    await rules.waitForURL(new RegExp(`/rules/${game}.*#${clause}$`));
    assert.match((await rules.locator(":target").textContent()) ?? "", new RegExp(clause));
    noErrors(rules);
    // And so does a place where no knight can stand.
    await page.keyboard.press("Escape");
    const { seq } = await readOffer(page);
    const place = page.locator("#board [data-place^=I]:not(.lit) > .hit").first();
    await countsAt(place);
    await place.click({ force: true });
    await page.locator('[role="alert"] a.clause').first().waitFor();
    assert.equal((await readOffer(page)).seq, seq, "nothing was done");
  });
  noErrors(page);
});

test("turns of Cities & Knights by links and forms, without any script", async () => {
  const { page, both } = await duel(held, game, { javaScriptEnabled: false, from: KNIGHTS_TURN });
  await watched(page, "knights-text", async () => {
    const hands = new Forms(page);
    // With the picture beside the lists, then in words alone.
    for (const action of ["improve ", "knight ", "end"]) await does(page, hands, action);
    await both.act("B", "roll");
    await both.end("B");
    await shot(page, "knights-forms");
    await page.goto(`${page.url()}?mode=text`);
    assert.equal(await page.locator("#board svg").count(), 0, "no picture in text mode");
    await does(page, hands, "roll");
    await duel(held, game, { on: page, from: KNIGHTS_TURN });
    await page.goto(`${page.url()}?mode=text`);
    for (const action of ["activate ", "road ", "end"]) await does(page, hands, action);
    await page.locator('#main [data-action="end"]').waitFor({ state: "detached" });
    await shot(page, "knights-text");
  });
  noErrors(page);
});
