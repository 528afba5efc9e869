// A tab of the site that needs no server is killed in the middle of its work, and opened anew: everything that it had shown is there.
// `NEULAND_KILLS=100` kills it so often.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { openPage } from "../lib/browser.js";
import { SEED } from "../lib/seed.js";
import { plantedSite } from "../lib/static.js";
import { staticHouse } from "../lib/static-house.js";

/** @typedef {import("playwright-core").Page} Page */

const KILLS = Number(process.env.NEULAND_KILLS ?? 8);

/** The games, one after the other. */
const GAMES = ["catan", "carcassonne", "cities-and-knights", "traders-and-builders", "mayflower"];

const house = staticHouse((folder) => plantedSite(folder, "kill"));

/** Draws the moments. @param {string} word @param {number} below */
const draw = (word, below) => createHash("sha256").update(`${SEED} ${word}`).digest().readUInt32BE(0) % below;

/**
 * What the page tells about itself while it lives: each version that it has shown, and when to kill it. Runs in the page before its scripts.
 * The worker's messages are counted from the press on: one of them is the moment.
 */
function watchOver() {
  /** @type {any} */
  const page = globalThis;
  let shown = -1;
  new MutationObserver(() => {
    const now = Number(document.querySelector("main[data-table]")?.getAttribute("data-version") ?? -1);
    if (now <= shown) return;
    shown = now;
    page.testShows(now);
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-version"] });
  const Plain = page.Worker;
  page.Worker = class extends Plain {
    /** @param {any[]} rest */
    constructor(...rest) {
      super(...rest);
      this.addEventListener("message", () => {
        if (page.testMessagesLeft === undefined) return;
        page.testMessagesLeft -= 1;
        if (page.testMessagesLeft === 0) page.testKills();
      });
    }
  };
}

/** What the browser keeps of a table. @param {Page} page @param {string} table @returns {Promise<string[]>} */
const entriesOf = (page, table) =>
  page.evaluate(async (table) => {
    const [{ name = "" } = {}] = await indexedDB.databases();
    const database = await new Promise((done, failed) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
    const range = IDBKeyRange.bound([table, 0], [table, Infinity]);
    const entries = await new Promise((done, failed) => {
      const request = database.transaction("entries").objectStore("entries").getAll(range);
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
    database.close();
    return entries.map((/** @type {any} */ entry) => JSON.stringify(entry));
  }, table);

/** Waits until it is the reader's turn, or the game is over. @param {Page} page */
const ownTurn = (page) => page.locator("main[data-your-turn], #result").first().waitFor();

test(`${KILLS} killed tabs lose nothing that was shown`, async (t) => {
  /** @type {Record<string, number>} */
  const moments = {};
  let [kills, lost, kept, round] = [0, 0, 0, 0];
  while (kills < KILLS) {
    const game = GAMES[round % GAMES.length] ?? "catan";
    round += 1;
    const first = await openPage(house.browser, { quiet: true });
    const context = first.context();
    /** The highest version that a page has shown. */
    let shown = 0;
    /** @type {() => void} */
    let kill = () => {};
    await context.exposeBinding("testShows", (_, version) => void (shown = Math.max(shown, version)));
    await context.exposeBinding("testKills", () => kill());
    await context.addInitScript(watchOver);
    await first.close();
    let page = await context.newPage();
    await page.goto(`${house.host.url}?/?game=${game}`);
    await page.locator(`button[name="play"][value="${game}"]`).click();
    await page.locator("main[data-table]").waitFor();
    const address = page.url();
    const table = /\/t\/(\w+)/.exec(address)?.[1] ?? "";
    /** @type {string[]} */
    let before = [];
    // A table each for so many kills, so that all games come.
    const most = Math.min(KILLS, kills + Math.ceil(KILLS / GAMES.length));
    for (; kills < most; kills += 1) {
      await ownTurn(page);
      if ((await page.locator("#result").count()) > 0) break;
      const entries = await entriesOf(page, table);
      // What was shown is stored, what was stored before is as it was, and the page shows what is stored.
      const gone = before.filter((entry, at) => entries[at] !== entry).length + Math.max(0, shown - entries.length);
      lost += gone;
      kept += entries.length - before.length;
      assert.equal(gone, 0, `kill ${kills} in ${game}: ${gone} entries were lost of those up to ${shown}`);
      const version = await page.evaluate(() => Number(document.querySelector("main")?.dataset.version));
      assert.ok(version >= shown && version >= before.length - 1, `kill ${kills} in ${game}: ${version} is shown, and ${shown} was`);
      before = entries;
      await page.evaluate(() => document.getElementById("advice")?.remove());
      await page.locator("#ask-hint button").first().click();
      const advised = page.locator("#advice button[name=action]").first();
      await advised.waitFor();
      const session = await context.newCDPSession(page);
      const crashed = page.waitForEvent("crash");
      // An answer never comes: the process is gone.
      kill = () => {
        kill = () => {};
        session.send("Page.crash").catch(() => {});
      };
      const moment = draw(`moment ${kills}`, 8);
      const name = moment === 0 ? "with the press" : `at message ${moment} after the press`;
      moments[name] = (moments[name] ?? 0) + 1;
      await page.evaluate((left) => void (/** @type {any} */ (globalThis).testMessagesLeft = left), moment === 0 ? undefined : moment);
      const press = advised.evaluate((button) => /** @type {HTMLElement} */ (button).click()).catch(() => {});
      if (moment === 0) kill();
      // Where fewer messages come, the moment is when nothing else is to come.
      const back = page
        .waitForFunction((before) => {
          const main = document.querySelector("main[data-table]");
          return Number(main?.getAttribute("data-version")) > before && main?.matches("[data-your-turn], :has(#result)");
        }, version)
        .then(() => kill(), () => {});
      await Promise.all([crashed, press, back]);
      await page.close();
      page = await context.newPage();
      await page.goto(address);
    }
    await context.close();
  }
  t.diagnostic(`${kills} kills in ${round} games, ${kept} entries stored, ${lost} lost; ${JSON.stringify(moments)}`);
});
