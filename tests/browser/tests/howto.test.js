// How to play: each game in a page, on all screens, in both languages. Every picture is there, and nothing is wider than the
// screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { leave, noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { house } from "../lib/house.js";
import { alternating, named } from "../lib/screens.js";

const held = house();

const GAMES = ["catan", "cities-and-knights", "carcassonne", "traders-and-builders", "mayflower"];

for (const screen of alternating(0)) {
  test(`every game in a page: ${named(screen)}`, async () => {
    const page = await openPage(held.browser, screen);
    await watched(page, "howto", async () => {
      for (const game of GAMES) {
        await page.goto(`${held.server.url}/rules`);
        await page.locator(`a[href="/rules/${game}/how-to-play"]`).click();
        await page.locator(".how h1").waitFor();
        // Pictures come when they are near; all of them are asked for now.
        const widths = await page.locator(".how img").evaluateAll((images) =>
          Promise.all(images.map(async (/** @type {any} */ image) => {
            image.loading = "eager";
            await image.decode();
            return image.naturalWidth;
          })));
        assert.ok(widths.length >= 3 && widths.every((width) => width > 0), `${game}: ${widths}`);
        if (screen.viewport.width < 900) await fits(page, `how to play ${game}`);
        await accessible(page, `how to play ${game}`);
        await shot(page, `howto-${game}-${named(screen)}`);
      }
    });
    noErrors(page);
    await leave(page);
  });
}
