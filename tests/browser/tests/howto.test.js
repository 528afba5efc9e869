// How to play: each game in a page, in both languages, at the desk and on a phone. Every picture is there, and nothing is wider than the
// screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { leave, noErrors, openPage, shot, watched } from "../lib/browser.js";
import { house } from "../lib/house.js";
import { DESK, german, named, PHONE } from "../lib/screens.js";

const held = house();

const GAMES = ["catan", "cities-and-knights", "carcassonne", "traders-and-builders", "mayflower"];

for (const kind of [DESK, german(DESK), PHONE, german(PHONE)]) {
  test(`every game in a page: ${named(kind)}, ${kind.locale ?? "en"}`, async () => {
    const page = await openPage(held.browser, kind);
    await watched(page, "howto", async () => {
      await page.goto(`${held.server.url}/rules`);
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
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${game} is ${over} px wider than the screen`);
        await accessible(page, `how to play ${game}`);
        await shot(page, `howto-${game}-${named(kind)}-${kind.locale ?? "en"}`);
      }
    });
    noErrors(page);
    await leave(page);
  });
}
