// The log speaks of what the picture shows, and its lines show where on the board that is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { house } from "../lib/house.js";
import { PHONE, WINDOW } from "../lib/screens.js";

const held = house();

/** Names of places of the boards. */
const NAMES = /\b[HIP]\d+\b|\(-?\d+,-?\d+\)/;

/** Two people found, one after the other. */
const FOUNDED = ["A", "B", "B", "A"].flatMap((seat) => [/^(settlement|city)/, /^road/].map((like) => /** @type {const} */ ([seat, like])));
/** Two people place a tile each. */
const PLACED = ["A", "B"].flatMap((seat) => [/^place/, /^(deploy|pass)/].map((like) => /** @type {const} */ ([seat, like])));

for (const { game, locale, screen, moves } of [
  { game: "catan", locale: "de-DE", screen: PHONE, moves: FOUNDED },
  { game: "cities-and-knights", locale: "en-GB", screen: WINDOW, moves: FOUNDED },
  { game: "traders-and-builders", locale: "de-DE", screen: WINDOW, moves: PLACED },
  { game: "mayflower", locale: "en-GB", screen: PHONE, moves: PLACED },
]) {
  test(`the log shows places, and tells their names where they are wanted: ${game}, ${locale}`, async () => {
    const isSmall = screen === PHONE;
    const { page, both } = await duel(held, game, { ...screen, locale });
    await watched(page, `log-${game}`, async () => {
      for (const [seat, like] of moves) await both.do(seat, like);
      await page.reload();
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
      // Names are there for those who want them.
      await page.goto(`${page.url()}?mode=text`);
      assert.match((await log.textContent()) ?? "", NAMES, "in words places are told by their names");
    });
    noErrors(page);
  });
}
