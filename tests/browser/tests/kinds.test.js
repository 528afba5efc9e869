// The kinds of tiles in Mayflower's box: from the start page and the rules, to count one's own box along.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { notGerman } from "../lib/german.js";
import { house } from "../lib/house.js";
import { DESK, german, named, NARROW } from "../lib/screens.js";

const held = house();

const WORDS = {
  en: { reconstruction: /reconstruction/, kinds: "All kinds of tiles with pictures", sum: /96 .*1 more than the 95/ },
  de: { reconstruction: /Rekonstruktion/, kinds: "Alle Arten von Karten mit Bildern", sum: /96 .*1 mehr als die 95/ },
};

for (const [screen, lang] of /** @type {const} */ ([
  [DESK, "en"],
  [german(NARROW), "de"],
  [german(DESK), "de"],
])) {
  test(`somebody counts their own box and plays with it: ${named(screen)}, ${lang}`, async () => {
    const page = await openPage(held.browser, screen);
    await watched(page, `kinds-${named(screen)}-${lang}`, async () => {
      const [url, words] = [held.server.url, WORDS[lang]];
      await page.goto(`${url}/?game=mayflower`);
      await page.locator("#new .options details.more > summary").click();
      const hint = page.locator("#new .hint", { hasText: words.reconstruction });
      assert.equal(await hint.count(), 1, "the start page says that the list is a reconstruction");
      await hint.scrollIntoViewIfNeeded();
      await shot(page, `kinds-start-${named(screen)}-${lang}`);
      assert.equal(await hint.locator("a").getAttribute("href"), "/rules/mayflower/kinds");

      await page.goto(`${url}/rules/mayflower`);
      await page.getByRole("link", { name: words.kinds }).click();
      await page.waitForURL("**/rules/mayflower/kinds");
      assert.equal(await page.locator(".kinds-list > li").count(), 38);
      await look("the kinds");

      await page.locator("input[name='MF-01a']").fill("4");
      await page.locator("main form button[type=submit]").click();
      assert.match((await page.locator("main [role=alert]").textContent()) ?? "", words.sum);
      assert.equal(await page.locator("input[name='MF-01a']").inputValue(), "4", "what was entered stays");
      await look("counts that do not add up");

      await page.locator("input[name='MF-24']").fill("1");
      await page.locator("main form button[type=submit]").click();
      assert.equal(await page.locator("main [role=status] code").textContent(), "tiles=MF-01a:4,MF-24:1");
      await look("counts that add up");
      await page.locator("main [role=status] a").click();
      assert.equal(await page.locator("#option-tiles").inputValue(), "MF-01a:4,MF-24:1");
      assert.ok(await page.locator("#option-tiles").isVisible(), "the option is not folded away");
      await fits(page, "the start page with a box");

      for (const game of ["carcassonne", "traders-and-builders"]) {
        await page.goto(`${url}/rules/${game}/kinds`);
        await look(`the kinds of ${game}`);
      }
      noErrors(page);

      /** @param {string} what */
      async function look(what) {
        await fits(page, what);
        await accessible(page, what);
        if (lang === "de") assert.deepEqual(await notGerman(page), [], `${what} is German throughout`);
        await shot(page, `${what.replaceAll(" ", "-")}-${named(screen)}-${lang}`);
      }
    });
  });
}
