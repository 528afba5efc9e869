// The log speaks of what the picture shows, and its lines show where on the board that is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, watched } from "../lib/browser.js";
import { Forward, keyOf } from "../lib/forward.js";
import { house } from "../lib/house.js";

import { openTable } from "../lib/table.js";

const held = house();

/** Names of places of the boards. */
const NAMES = /\b[HIP]\d+\b|\(-?\d+,-?\d+\)/;

for (const { game, lang, viewport, actions } of [
  { game: "catan", lang: "de", viewport: { width: 390, height: 844 }, actions: ["settlement I8", "road P13"] },
  { game: "cities-and-knights", lang: "en", viewport: { width: 1280, height: 720 }, actions: ["settlement I8", "road P13"] },
  { game: "traders-and-builders", lang: "de", viewport: { width: 1280, height: 720 }, actions: [] },
  { game: "mayflower", lang: "en", viewport: { width: 390, height: 844 }, actions: [] },
]) {
  test(`the log shows places, and tells their names where they are wanted: ${game}, ${lang}`, async () => {
    const isSmall = viewport.width < 400;
    const page = await openPage(held.browser, { viewport, hasTouch: isSmall, locale: lang });
    await watched(page, `log-${game}`, async () => {
      await page.goto(`${held.server.url}/t/${table}`);
      if (isSmall) await page.locator('#sheets [data-sheet="log"]').click();
      const log = page.locator("#log-lines");
      await log.waitFor();
      assert.ok(!NAMES.test((await log.textContent()) ?? ""), "a picture without names is told without names");
      // The line shows its place by pointer or finger, and by the focus.
      const line = log.locator("[data-show]").last();
      await line.scrollIntoViewIfNeeded();
      const place = await line.getAttribute("data-show");
      const shown = page.locator(`#board [data-place="${place}"].chosen, #board [id="${place}"].chosen`);
      if (isSmall) await line.dispatchEvent("pointerover", { pointerType: "touch", bubbles: true });
      else await line.hover();
      await shown.first().waitFor({ state: "attached" });
      if (isSmall) await line.dispatchEvent("pointerout", { pointerType: "touch", bubbles: true });
      else await page.mouse.move(1, 1);
      await shown.first().waitFor({ state: "detached" });
      await line.locator("a").focus();
      await shown.first().waitFor({ state: "attached" });
      await accessible(page, `log-${game}`);
      // Whoever wants names has them.
      await page.goto(`${held.server.url}/t/${table}?mode=text`);
      assert.match((await log.textContent()) ?? "", NAMES, "in words places are told by their names");
    });
    noErrors(page);
    await page.context().close();
  });
}
