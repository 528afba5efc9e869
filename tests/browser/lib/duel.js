// A table of two people without bots: one plays in a page, the other waits until the test plays on through the API. Nothing
// happens there that a test does not do.

import { api } from "./api.js";
import { openPage } from "./browser.js";
import { Forward, keyOf } from "./forward.js";
import { openTable } from "./table.js";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {{ page: Page, commands: string[], table: string, both: Forward, own: Forward, other: Forward }} Duel
 */

/**
 * Opens a table on which both sit down.
 * @param {{ server: import("./server.js").Server, browser: import("playwright-core").Browser }} held
 * @param {string} game
 * @param {import("playwright-core").BrowserContextOptions & { quiet?: boolean, from?: import("./table.js").Wishes["from"] }} [wishes] for the
 *   page, and the position at which the game begins
 * @returns {Promise<Duel>}
 */
export async function duel({ server, browser }, game, { from, ...wishes } = {}) {
  const page = await openPage(browser, wishes);
  const table = await openTable(page, server.url, { game, seats: ["me", "open"], ...(from ? { from } : {}) });
  const theirs = (await api(server.url, undefined, `/tables/${table}/join`, { name: "Ben" })).token;
  const own = await keyOf(page);
  await page.locator("#board").first().waitFor();
  /** @type {string[]} */
  const commands = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "POST" || !/\/(act|undo|wish)$/.test(pathname)) return;
    commands.push(new URLSearchParams(request.postData() ?? "").get("action") ?? pathname.split("/").at(-1) ?? "");
  });
  const forward = (/** @type {Record<string, string>} */ tokens) => new Forward(server.url, table, tokens);
  return { page, commands, table, both: forward({ A: own, B: theirs }), own: forward({ A: own }), other: forward({ B: theirs }) };
}

/**
 * Plays on for both until the reader of the page may do something, and the page shows it.
 * @param {Duel} duel
 * @param {RegExp} action
 * @param {RegExp} [kept] what is left undone meanwhile, where it need not be done
 */
export async function until({ page, both }, action, kept) {
  const found = await both.until(
    (seat, legal) => (seat === "A" && legal.some((listed) => action.test(listed)) ? true : null),
    (listed) => kept?.test(listed) ?? false,
  );
  if (!found) throw new Error(`nothing like ${action} came up`);
  await page.waitForFunction(
    (source) => [...document.querySelectorAll("#main button[data-action]")].some((button) => new RegExp(source).test(button.getAttribute("data-action") ?? "")),
    action.source,
  );
}

/**
 * Opens a table on which the reader of the page may do something now. With bad luck a game ends before that, and another is begun.
 * @param {Parameters<typeof duel>[0]} held
 * @param {string} game
 * @param {Parameters<typeof duel>[2]} wishes
 * @param {RegExp} action
 */
export async function duelUntil(held, game, wishes, action) {
  for (let tries = 0; ; tries += 1) {
    const table = await duel(held, game, wishes);
    try {
      await until(table, action);
      return table;
    } catch (error) {
      if (tries === 3 || !String(error).includes("came up")) throw error;
      await table.page.context().close();
    }
  }
}
