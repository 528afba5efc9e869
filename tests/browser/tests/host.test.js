// The pages that the host writes: linked at the foot of every page and in the menu of a table, in both languages, on a desk
// and on a phone, with a keyboard alone.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { accessible } from "../lib/axe.js";
import { closeBrowser, leave, noErrors, openBrowser, openPage, shot } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { sample } from "../lib/night.js";
import { BINARY, ROOT } from "../lib/places.js";
import { DESK, german, NARROW } from "../lib/screens.js";

/** @type {import("node:child_process").ChildProcess} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
let url = "";
const data = mkdtempSync(join(tmpdir(), "neuland-host-"));

before(async () => {
  // It draws its dice as servers for everybody do: no game is played here.
  const site = join(ROOT, "packaging/site");
  server = spawn(BINARY, ["serve", "--addr", "127.0.0.1:0", "--data", data, "--site", site, "--bot-pause", "0"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, LANG: "en_GB.UTF-8" },
  });
  process.once("exit", () => server.kill("SIGKILL"));
  let said = "";
  url = await new Promise((found, failed) => {
    server.once("exit", () => failed(new Error(`the server did not start: ${said}`)));
    server.stdout?.on("data", (text) => {
      said += text;
      const address = said.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (address !== null) found(address[0]);
    });
  });
  browser = await openBrowser();
});

after(async () => {
  if (browser !== undefined) await closeBrowser(browser);
  if (server !== undefined && server.exitCode === null) {
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  }
  rmSync(data, { recursive: true, force: true });
});

const PAGES = {
  en: { contact: "Contact", notice: "Legal notice" },
  de: { contact: "Kontakt", notice: "Impressum" },
};

// In the gate at a desk in English, and on a phone in German.
for (const lang of /** @type {const} */ (["en", "de"])) {
  test(`the pages of the host are found everywhere, ${lang}`, async () => {
    for (const screen of sample([DESK, NARROW], lang === "en" ? 0 : 1)) {
      const page = await openPage(browser, lang === "de" ? german(screen) : screen);
      const links = PAGES[lang];
      for (const path of ["/", "/rules/catan", "/account", "/replay"]) {
        await page.goto(url + path);
        const foot = page.locator("footer.host-links a");
        assert.deepEqual(await foot.allTextContents(), [links.contact, links.notice], path);
        await fits(page, path);
      }
      await page.goto(url);
      await page.locator("footer.host-links a").first().focus();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/contact");
      assert.equal(await page.locator("h1").textContent(), links.contact);
      assert.equal(await page.locator("article.host-text").getAttribute("lang"), lang);
      await accessible(page, `contact, ${lang}`);
      await fits(page, "contact");
      await shot(page, `host-contact-${lang}-${screen.viewport.width}`);
      await page.goto(`${url}/notice`);
      await accessible(page, `notice, ${lang}`);
      await fits(page, "notice");
      await page.goto(url);
      await page.locator("form[action='/tables'] button[type=submit]:visible").first().click();
      await page.waitForURL("**/t/*");
      await page.locator("#settings > summary").click();
      const inMenu = page.locator("#settings footer.host-links a");
      assert.deepEqual(await inMenu.allTextContents(), [links.contact, links.notice], "in the menu of a table");
      await shot(page, `host-menu-${lang}-${screen.viewport.width}`);
      noErrors(page);
      await leave(page);
    }
  });
}
