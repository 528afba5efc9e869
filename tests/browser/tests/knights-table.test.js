// The table of Cities & Knights: a phone in German, no barriers, refusals, and forms without any script. Whole games are in
// knights.test.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { Forward, keyOf } from "../lib/forward.js";
import { notGerman } from "../lib/german.js";
import { Finger, Forms, Mouse, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { countsAt } from "../lib/presses.js";
import { isBuilding, readOffer } from "../lib/offer.js";
import { german, NARROW } from "../lib/screens.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();
const game = "cities-and-knights";

/** Options by which more is asked: which knights fight, whether a card is drawn, which is dropped. */
const ASKING = { ck_barbarian_variant: "choose", ck_progress_draw: "optional", ck_fifth_card: "active_may_play_now" };

test("Cities & Knights by finger on a small phone, in German", async (t) => {
  const page = await openPage(held.browser, german(NARROW));
  await watched(page, "knights-phone", async () => {
    /** @param {string} what */
    const looked = async (what) => {
      await shot(page, `knights-phone-${what}`);
      await fits(page, what);
      assert.deepEqual(await notGerman(page), [], `${what} is German throughout`);
    };
    await openTable(page, held.server.url, { game, seats: ["me", "bot:settler"], options: { ...ASKING, victory_points: "30" } });
    await looked("founding");
    const player = new Player({ offers: 0 });
    const hands = new Finger(page);
    const made = (/** @type {string} */ word) => player.made[word] ?? 0;
    /** Decisions that were looked at. @type {Set<string>} */
    const seen = new Set();
    await play(page, hands, player, async (offer) => {
      for (const id of await decisions(page)) {
        if (seen.has(id)) continue;
        seen.add(id);
        await looked(id);
      }
      const tried = ["improve", "knight", "activate"].filter((word) => made(word) >= 1).length;
      return isBuilding(offer) && made("end") >= 4 && (tried === 3 || (tried > 0 && made("end") >= 12));
    });
    t.diagnostic(`moves made: ${JSON.stringify(player.made)}, decisions: ${[...seen].join(", ")}`);
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
  });
  noErrors(page);
});

/** The decisions that wait for the reader, by id. @param {import("playwright-core").Page} page */
function decisions(page) {
  return page.locator("#decision > [id]").evaluateAll((parts) => parts.map((part) => part.getAttribute("id") ?? ""));
}

test("axe finds nothing at a table of Cities & Knights", async (t) => {
  const page = await openPage(held.browser);
  await watched(page, "knights-axe", async () => {
    /** @param {string} what */
    const bothThemes = async (what) => {
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        await page.emulateMedia({ colorScheme });
        await shot(page, `knights-axe-${what}-${colorScheme}`);
        await accessible(page, `${what}, ${colorScheme}`);
      }
    };
    const table = await openTable(page, held.server.url, { game, seats: ["me", "bot:settler"], options: ASKING });
    const player = new Player({ offers: 0 });
    /** Decisions that were looked at. @type {Set<string>} */
    const seen = new Set();
    await play(page, new Mouse(page), player, async (offer) => {
      for (const id of await decisions(page)) {
        if (seen.has(id)) continue;
        seen.add(id);
        await shot(page, `knights-axe-${id}`);
        await accessible(page, id);
      }
      return isBuilding(offer) && (player.made.end ?? 0) >= 8;
    });
    t.diagnostic(`decisions: ${[...seen].join(", ")}`);
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

test("a progress card that cannot be played says why, with the clause", async () => {
  const page = await openPage(held.browser);
  await watched(page, "knights-refusal", async () => {
    let [table, card] = ["", /** @type {string | null} */ (null)];
    // A game may pass without one.
    for (let tries = 0; card === null && tries < 4; tries += 1) {
      table = await openTable(page, held.server.url, { game, seats: ["me", "bot:random"], options: { victory_points: "30" } });
      const forward = new Forward(held.server.url, table, { A: await keyOf(page) });
      await page.goto("about:blank");
      // Before the roll none but the Alchemist can be played.
      card = await forward.until(async (seat, legal) => {
        if (!legal.includes("roll")) return null;
        const { seats } = await forward.view(seat);
        return Object.keys(seats[seat].progress).find((card) => card !== "alchemist") ?? null;
      });
    }
    assert.ok(card, "a progress card comes sooner or later");
    await page.goto(`${held.server.url}/t/${table}`);
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

test("turns of Cities & Knights by links and forms, without any script", async (t) => {
  const page = await openPage(held.browser, { javaScriptEnabled: false });
  await watched(page, "knights-text", async () => {
    const table = await openTable(page, held.server.url, { game, seats: ["me", "bot:settler"], options: ASKING });
    const player = new Player();
    const hands = new Forms(page);
    const made = (/** @type {string} */ word) => player.made[word] ?? 0;
    // With the picture beside the lists, then in words alone.
    await play(page, hands, player, () => made("end") >= 2);
    await shot(page, "knights-forms");
    await page.goto(`${held.server.url}/t/${table}?mode=text`);
    assert.equal(await page.locator("#board svg").count(), 0, "no picture in text mode");
    const last = await play(page, hands, player, () => made("end") >= 5 && made("improve") + made("knight") >= 1);
    t.diagnostic(`moves made: ${JSON.stringify(player.made)}`);
    assert.ok(last.over || made("end") >= 5);
    await shot(page, "knights-text");
  });
  noErrors(page);
});
