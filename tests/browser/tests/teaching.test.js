// Hints, first-time explanations and the search in the rules: by mouse, by finger, by keys and without scripts, in both languages. Nothing
// moves, axe finds nothing, and one press dismisses what is not wanted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { house } from "../lib/house.js";
import { ACROSS, DESK, german, named, PHONE } from "../lib/screens.js";
import { noShifts, watchShifts } from "../lib/shifts.js";
import { openTable } from "../lib/table.js";

const held = house();

/** A small window across, as a phone held sideways or a window at twice the size of letters. */
const LOW = { ...ACROSS, viewport: { width: 740, height: 360 } };

/** The parts of the table that an element lies over. @param {Page} page @param {string} of @param {string} parts */
const covered = (page, of, parts) =>
  page.evaluate(
    ([of, parts]) => {
      const over = document.querySelector(of)?.getBoundingClientRect() ?? new DOMRect();
      const meets = (/** @type {DOMRect} */ box) =>
        box.width > 0 && box.height > 0 && box.left < over.right && box.right > over.left && box.top < over.bottom && box.bottom > over.top;
      return [...document.querySelectorAll(parts)].filter((part) => meets(part.getBoundingClientRect())).map((part) => part.id);
    },
    /** @type {const} */ ([of, parts]),
  );

/** @typedef {import("playwright-core").Page} Page */

/**
 * Asks for a hint, and checks what it shows.
 * @param {Page} page
 * @param {string} what
 * @param {() => Promise<void>} press
 */
async function hinted(page, what, press) {
  await press();
  const card = page.locator("#advice");
  await card.waitFor();
  assert.ok(await card.evaluate((element) => element === document.activeElement), `${what}: the card has the focus`);
  assert.ok((await card.locator(".reasons li").count()) > 0, `${what}: it says why`);
  const best = await card.getAttribute("data-best");
  assert.ok((await page.locator(`#main [data-wanted][data-action="${best}"]`).count()) > 0, `${what}: the button is marked`);
  await accessible(page, what);
  await shot(page, what);
}

for (const game of ["catan", "cities-and-knights", "carcassonne", "mayflower"]) {
  for (const screen of [DESK, german(PHONE), ACROSS]) {
    test(`a hint in ${game}: ${named(screen)}`, async () => {
      const page = await openPage(held.browser, screen);
      await watched(page, `hint-${game}`, async () => {
        await watchShifts(page);
        await openTable(page, held.server.url, { game, hints: true });
        const ask = page.locator("#ask-hint button");
        await hinted(page, `hint-${game}-${named(screen)}`, () => (screen === DESK ? page.keyboard.press("v") : ask.tap()));
        // On a desk the whole board is seen beside it, and its button covers neither dice nor stack.
        if (screen === DESK) assert.deepEqual(await covered(page, "#advice", "#board-panel, #players, #moves, #dock"), []);
        if (screen === DESK) assert.deepEqual(await covered(page, "#ask-hint button", "#stack, #banner .dice, #board-panel, #dock"), []);
        const proposals = await page.locator("#advice button[name=action]").allTextContents();
        assert.equal(new Set(proposals).size, proposals.length, `each has words of its own: ${proposals}`);
        // The best place is lit above the others.
        assert.equal(await page.locator("#board .wanted").count(), 1);
        // The first tile sometimes fits in one way alone: then there are no others.
        const others = JSON.parse((await page.locator("#advice").getAttribute("data-others")) ?? "");
        assert.equal((await page.locator("#board .next").count()) > 0, others.length > 0, `${others}`);
        // Closed, all is as before.
        await page.keyboard.press("Escape");
        assert.equal(await page.locator("#advice, #main [data-wanted], #board .wanted").count(), 0);
        // Asked again, its button does it, and the hint goes with the position.
        await ask.press("Enter");
        await page.locator("#advice").waitFor();
        const version = await page.locator("#main").getAttribute("data-version");
        await page.locator("#advice > button").press("Enter");
        await page.waitForFunction((before) => document.getElementById("main")?.dataset.version !== before, version);
        await page.locator("#advice").waitFor({ state: "detached" });
        await noShifts(page, `a hint in ${game}`);
      });
      noErrors(page);
    });
  }
}

test("a hint without scripts", async () => {
  const page = await openPage(held.browser, { ...german(DESK), javaScriptEnabled: false });
  await watched(page, "hint-plain", async () => {
    const table = await openTable(page, held.server.url, { hints: true });
    for (const mode of ["text", "picture"]) {
      await page.goto(`${held.server.url}/t/${table}?mode=${mode}`);
      await page.locator("#ask-hint button").click();
      await page.locator("#advice .reasons li").first().waitFor();
      assert.ok(new URL(page.url()).pathname.endsWith("/hint"), page.url());
      await shot(page, `hint-plain-${mode}`);
      await page.locator("[data-close-hint]").click();
      await page.locator("#ask-hint").waitFor();
      assert.equal(await page.locator("#advice").count(), 0);
    }
  });
  noErrors(page);
});

for (const screen of [DESK, german(PHONE), german(ACROSS), LOW]) {
  test(`what is new is explained once: ${named(screen)}`, async () => {
    const page = await openPage(held.browser, screen);
    await watched(page, "explained", async () => {
      await watchShifts(page);
      await openTable(page, held.server.url, { game: "carcassonne", hints: true });
      // A tile is placed as the hint says, and a figure may go on it.
      await page.locator("#ask-hint button").press("Enter");
      await page.locator("#advice > button").press("Enter");
      const topic = page.locator("#explain-figure");
      await topic.waitFor();
      if (screen !== DESK) await fits(page, "an explanation");
      await topic.locator("summary").press("Enter");
      const pop = topic.locator(".pop");
      await pop.waitFor();
      if (screen === LOW) for (const part of [".explain", ".explain .pop"]) assert.deepEqual(await covered(page, part, "#dock, #moves, #decision, #players, #turn, .top"), [], `${part} lies over the board alone`);
      assert.ok((await pop.locator('a[href="/rules/CARC-MEEPLE-3"], a[href$="/how-to-play"], a[href="/learn/carcassonne"]').count()) === 3);
      await accessible(page, "an explanation");
      await shot(page, `explained-${named(screen)}`);
      await pop.locator('button[name="known-figure"]').press("Enter");
      await topic.waitFor({ state: "detached" });
      await page.reload();
      await page.locator("#main").waitFor();
      assert.equal(await topic.count(), 0, "never again");
      // Off, and all of them again, in the settings.
      await page.locator("#settings > summary").click();
      await page.locator('#settings select[name="explanations"]').selectOption("again");
      await topic.waitFor();
      assert.equal(await page.locator('#settings select[name="explanations"]').inputValue(), "on", "they have begun anew, and are on");
      // On a desk one press dismisses it unread; where room is scarce that stands below its text.
      if (screen !== DESK) await topic.locator("summary").press("Enter");
      await topic.locator(screen === DESK ? ".close-it" : '.pop button[name="known-figure"]').press("Enter");
      await topic.waitFor({ state: "detached" });
      await noShifts(page, "an explanation");
    });
    noErrors(page);
  });
}

for (const screen of [DESK, german(PHONE)]) {
  test(`the rules are searched, and lead back: ${named(screen)}`, async () => {
    const page = await openPage(held.browser, screen);
    await watched(page, "rules-search", async () => {
      await page.goto(`${held.server.url}/rules/catan`);
      await accessible(page, "the rules");
      await fits(page, "the rules");
      await shot(page, `rules-${named(screen)}`);
      await page.locator("#rules-words").fill(screen === DESK ? "distance rule" : "Abstandsregel");
      await page.locator("#rules-words").press("Enter");
      const found = page.locator('.found a[href*="#CATAN-SETT-3"]');
      await found.waitFor();
      assert.ok((await page.locator(".found mark").count()) > 0);
      await accessible(page, "what is found");
      await fits(page, "what is found");
      await shot(page, `rules-found-${named(screen)}`);
      await found.click();
      await page.locator("#CATAN-SETT-3").waitFor();
      // From a table the rules lead back there.
      const table = await openTable(page, held.server.url, {});
      await page.evaluate(() => location.assign("/rules/CATAN-SETT-3"));
      await page.locator(".rules .back a").click();
      await page.locator("#main[data-table]").waitFor();
      assert.ok(page.url().endsWith(`/t/${table}`));
    });
    noErrors(page);
  });
}
