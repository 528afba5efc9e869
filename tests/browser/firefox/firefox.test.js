// One whole game of each kind in Debian's Firefox, by mouse, from the start page to the standings: `cargo xtask firefox` runs this.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible } from "../lib/axe.js";
import { openFirefox, openFirefoxPage } from "../lib/firefox.js";
import { othersMove, settled } from "../lib/pace.js";
import { startServer } from "../lib/server.js";
import { playWhole, WHOLE } from "../lib/whole.js";

/** @type {import("../lib/server.js").Server} */
let server;
/** @type {import("puppeteer-core").Browser} */
let browser;

before(async () => {
  [server, browser] = await Promise.all([startServer(), openFirefox()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

for (const [n, game] of Object.keys(WHOLE).entries()) {
  const theme = n % 2 === 0 ? "dark" : "light";
  test(`a whole game of ${game} in Firefox, ${theme}`, async (t) => {
    const page = await openFirefoxPage(browser, { settings: `theme=${theme}` });
    const wait = async (/** @type {any} */ page) => settled(page, await othersMove(page));
    const watch = async (/** @type {string} */ what) => {
      if (process.env.NEULAND_SHOTS) await page.shoot(`firefox-${game}-${what}`);
      await accessible(/** @type {any} */ (page), `${game}, ${what}, ${theme}`);
      assert.ok(await page.locator(".keys-open").isVisible(), "the keys are there");
    };
    try {
      const made = await playWhole(page, game, { start: `${server.url}/?game=${game}`, wait, watch });
      t.diagnostic(`moves made: ${JSON.stringify(made)}`);
    } catch (error) {
      await page.shoot(`failed-firefox-${game}`).catch(() => {});
      throw error;
    }
    page.noErrors();
    await page.close();
  });
}
