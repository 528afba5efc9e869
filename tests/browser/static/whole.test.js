// One whole game of each kind on the site that needs no server, in Chromium and in Firefox: the page is loaded once, then the host is gone.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { closeBrowser, noErrors, openBrowser, openPage, shoot } from "../lib/browser.js";
import { accessible } from "../lib/axe.js";
import { openFirefox, openFirefoxPage } from "../lib/firefox.js";
import { settled } from "../lib/pace.js";
import { keptFiles, needSite, plantedSite, serveFolder } from "../lib/static.js";
import { playWhole, WHOLE } from "../lib/whole.js";

needSite();

/** @type {import("playwright-core").Browser} */
let chromium;
/** @type {import("puppeteer-core").Browser} */
let firefox;

before(async () => {
  [chromium, firefox] = await Promise.all([openBrowser(), openFirefox({ workers: true })]);
});
after(async () => {
  await closeBrowser(chromium);
  await firefox?.close();
});

/** How a page of each browser is opened, looked at and left. */
const BROWSERS = {
  Chromium: async () => {
    const page = await openPage(chromium, { serviceWorkers: "allow", quiet: true });
    return { page, shoot: (/** @type {string} */ name) => shoot(page, name), noErrors: () => noErrors(page), close: () => page.close() };
  },
  Firefox: async () => {
    const page = await openFirefoxPage(firefox);
    const noErrors = () => {
      page.errors = page.errors.filter((error) => !/NetworkError|Failed to load|ServiceWorker/.test(error));
      page.noErrors();
    };
    return { page, shoot: (/** @type {string} */ name) => page.shoot(name), noErrors, close: () => page.close() };
  },
};

for (const [name, open] of Object.entries(BROWSERS)) {
  for (const game of Object.keys(WHOLE)) {
    test(`a whole game of ${game} in ${name} without a network`, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), "neuland-site-"));
      plantedSite(folder, `whole ${game}`);
      const host = await serveFolder(folder);
      const { page, shoot, noErrors, close } = await open();
      try {
        await page.goto(host.url);
        await page.locator("#new").waitFor();
        await keptFiles(page);
        await host.stop();
        await assert.rejects(fetch(host.url), "the host is gone");
        const made = await playWhole(page, game, {
          start: `${host.url}?/?game=${game}`,
          wait: (page, { seq }) => settled(page, seq + 1),
          watch: async (what) => {
            if (what === "over") await accessible(/** @type {any} */ (page), `${game} in ${name}`);
          },
        });
        t.diagnostic(`moves made: ${JSON.stringify(made)}`);
        noErrors();
      } catch (error) {
        await shoot(`failed-static-${game}-${name}`).catch(() => {});
        if ("errors" in page) t.diagnostic(`${page.url()}: ${page.errors.join("\n")}`);
        t.diagnostic(await page.evaluate(() => document.documentElement.outerHTML.slice(0, 1500)));
        throw error;
      } finally {
        await close();
        await host.stop();
        rmSync(folder, { recursive: true });
      }
    });
  }
}
